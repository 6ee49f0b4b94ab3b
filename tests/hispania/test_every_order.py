"""On small positions the tree of orders is what a plain reading of the rules allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from engine import Action
from engine.data import folder, load
from tests.contract.small import compare, in_the_tree, position, subsets

BOARD = load(folder("hispania") / "board.yaml")
PROVINCES: dict[str, dict[str, Any]] = BOARD["provinces"]
BORDERS = [frozenset(border["between"]) for border in BOARD["borders"]]
STRAITS = [frozenset(strait["between"]) for strait in BOARD["straits"]]
KINDS = load(folder("hispania") / "units.yaml")["kinds"]
NATIONS = load(folder("hispania") / "nations.yaml")["nations"]
ROOTED = ("castle", "fort")

Setting = dict[str, Sequence[str]]  # what stands in each province, piece by piece


def edits(nation: str, own: Setting, enemies: Setting) -> str:
    lines = [f"place {nation} {' '.join(pieces)} > {place}" for place, pieces in own.items()]
    lines += [f"place celte {' '.join(pieces)} > {place}" for place, pieces in enemies.items()]
    return "clear\n" + "\n".join(lines)


def units(pieces: Sequence[str]) -> list[str]:
    return [piece for piece in pieces if piece in KINDS]


# -- 5.0: marches --------------------------------------------------------------------------------


def steps(here: str, by: list[frozenset[str]]) -> list[str]:
    return [there for border in by if here in border for there in border if there != here]


def allowance(band: Sequence[str]) -> int:
    """5.1, 5.2: the slowest of them, one more with a Chief; a Chief alone goes three."""
    moves = [KINDS[unit]["move"] for unit in units(band)]
    if not moves:
        return 3
    return int(min(move[len(band) > len(moves)] for move in moves))


def ways(start: str, band: Sequence[str], enemies: Setting) -> Iterator[tuple[str, ...]]:
    """5.0, 5.1: mountains stop those without a Chief, enemy units everybody; nobody comes back."""
    led = len(units(band)) < len(band)
    under_way: list[tuple[str, ...]] = [()]
    for _ in range(allowance(band)):
        further = []
        for way in under_way:
            here = way[-1] if way else start
            stopped = units(enemies.get(here, ())) or (
                PROVINCES[here]["terrain"] == "mountain" and not led
            )
            if not way or not stopped:
                near = [there for there in steps(here, BORDERS) if there not in (start, *way)]
                if not units(band):  # 6.2: a Chief alone keeps away from enemy units
                    near = [there for there in near if not units(enemies.get(there, ()))]
                further += [(*way, there) for there in near]
        under_way = further
        yield from under_way
    for there in steps(start, STRAITS):  # 5.5: an arrow takes the whole phase
        if there in PROVINCES:
            yield (there,)


def marches(own: Setting, enemies: Setting) -> Iterator[tuple[Any, ...]]:
    for start, pieces in own.items():
        for band in subsets([piece for piece in pieces if piece not in ROOTED]):
            for way in ways(start, band, enemies) if band else ():
                yield "move", start, band, (">", *way), None, (), None, ()


MARCHES: dict[str, tuple[int, str, Setting, Setting]] = {
    "Infantry, plains and mountains": (
        4,
        "lusitanien",
        {"Segovie": ("inf", "inf"), "Avila": ("inf",)},
        {},
    ),
    "enemies stop": (
        4,
        "lusitanien",
        {"Segovie": ("inf", "inf", "inf")},
        {"Tolede": ("inf",), "Cordoue": ("inf", "inf")},
    ),
    "a Chief leads": (5, "lusitanien", {"Segovie": ("inf", "Viriathus")}, {"Tolede": ("inf",)}),
    "fast and slow, and a Castle": (
        13,
        "omeyyad",
        {"Cordoue": ("inf", "cav", "castle")},
        {"Grenade": ("inf",)},
    ),
    "straits": (13, "omeyyad", {"Valence": ("inf",), "Majorque": ("inf",)}, {}),
}


@pytest.mark.parametrize("name", list(MARCHES))
def test_every_march_of_one_band_is_in_the_tree_and_none_besides(name: str) -> None:
    turn, nation, own, enemies = MARCHES[name]
    match = position("hispania", f"{edits(nation, own, enemies)}\norders {turn} {nation}")
    found = in_the_tree(match.decisions()[0], "move", ("pick_at", "pick", "drop_at", "drop"))
    parts = [(verb, start, band, (">", *way), *rest) for verb, start, band, way, *rest in found]
    compare((Action(*one) for one in parts), marches(own, enemies))


# -- 2.3, 3.1: purchases -------------------------------------------------------------------------


def purchases(
    nation: str, own: Setting, enemies: Setting, gold: int, bought: Setting, capital: str
) -> Iterator[tuple[Any, ...]]:
    """Infantry, Knights and Castles, as far as gold and counters go; one unit to a province."""
    for kind in ("inf", "knight", "castle"):
        counters = NATIONS[nation]["units"].get(kind, 0)
        used = sum(list(pieces).count(kind) for pieces in own.values())
        if used >= counters or gold < KINDS[kind]["cost"]:
            continue
        for place, pieces in own.items():
            limit = PROVINCES[place]["stack"] + (place == capital)
            held = units(pieces) and not units(enemies.get(place, ()))
            fortified = kind == "castle" and set(ROOTED) & set(pieces)
            if held and place not in bought and len(units(pieces)) <= limit and not fortified:
                yield "buy", kind, place


PURCHASES: dict[str, tuple[Setting, Setting, int, Setting, str]] = {
    "everything": ({"Segovie": ("inf",), "Avila": ("inf", "castle")}, {}, 20, {}, ""),
    "little gold": ({"Segovie": ("inf",), "Avila": ("inf",)}, {}, 5, {}, ""),
    "limits and a capital": (
        {"Segovie": ("inf",) * 4, "Avila": ("inf",) * 3, "Leon": ("inf",) * 3},
        {},
        16,
        {},
        "Avila",
    ),
    "no Knights left": (
        {"Segovie": ("knight",) * 2, "Avila": ("knight",), "Leon": ("knight",)},
        {},
        16,
        {},
        "",
    ),
    "one to a province": (
        {"Segovie": ("inf",), "Leon": ("inf",)},
        {},
        20,
        {"Leon": ("inf",)},
        "",
    ),
}


@pytest.mark.parametrize("name", list(PURCHASES))
def test_every_purchase_is_in_the_tree_and_none_besides(name: str) -> None:
    own, enemies, gold, bought, capital = PURCHASES[name]
    lines = edits("castille", own, enemies) + f"\ngold castille {2 * gold}"  # in halves
    lines += f"\nseat_of_power castille {capital}" if capital else ""
    orders = "\n".join(f"buy {pieces[0]} > {place}" for place, pieces in bought.items())
    match = position("hispania", f"{lines}\norders 14 castille", orders, scenario="D")
    standing: Setting = {place: (*pieces, *bought.get(place, ())) for place, pieces in own.items()}
    left = gold - sum(KINDS[pieces[0]]["cost"] for pieces in bought.values())
    found = in_the_tree(match.decisions()[0], "buy")
    compare(found, purchases("castille", standing, enemies, left, bought, capital))
