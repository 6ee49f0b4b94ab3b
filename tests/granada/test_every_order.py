"""On small positions the tree of orders is what a plain reading of the rules allows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from engine.core import Action
from engine.data import folder, load
from engine.match import Match
from tests.contract.small import compare, in_the_tree, position, subsets

BOARD = load(folder("granada") / "board.yaml")
KINDS = load(folder("granada") / "pieces.yaml")["kinds"]
PLACES: dict[str, dict[str, Any]] = BOARD["places"]
ROADS = {frozenset(road["between"]): road["type"] for road in BOARD["roads"]}
OTHER = {"christian": "muslim", "muslim": "christian"}


def neighbours(place: str) -> list[str]:
    return [other for road in ROADS if place in road for other in road if other != place]


def table(match: Match) -> dict[str, Any]:
    """Everything that lies on the table, faces up."""
    return dict(match.game.reveal(match._state).to_json())


# -- 7.3: marches --------------------------------------------------------------------------------


def roads_from(start: str, longest: int = 4) -> Iterator[tuple[str, ...]]:
    ways: list[tuple[str, ...]] = [()]
    for _ in range(longest):
        ways = [(*way, to) for way in ways for to in neighbours(way[-1] if way else start)]
        yield from ways


def halted(on: dict[str, Any], side: str, place: str, size: int) -> bool:
    """7.3.2, 7.4: enemies halt a stack, unless they hold nothing and are one to four."""
    here = on["locations"][place]
    enemies = here[OTHER[side]]["count"]
    if place == "Granada" and side == "christian" and on["guard"]:
        return True
    if not enemies and not here["disk"]:
        return False
    holds = here["castle"] == OTHER[side] or "watchtower" in PLACES[place]
    return bool(holds or size + here[side]["count"] < 4 * enemies)


def on_main_roads(side: str, start: str, way: tuple[str, ...]) -> bool:
    """4.7: hybrid roads are main roads for Muslims."""
    good = ("main", "hybrid") if side == "muslim" else ("main",)
    return all(ROADS[frozenset(leg)] in good for leg in zip((start, *way), way, strict=False))


def leads_by_itself(on: dict[str, Any], side: str, place: str) -> bool:
    """7.3.4: one's own capital, or a castle of one's own nature, and under one's control."""
    here, printed = on["locations"][place], PLACES[place]
    if printed.get("capital") == side and here["control"] == side:
        return True
    return bool(printed.get("castle")) and printed["territory"] == here["castle"] == side


def payments(lacking: int, leaders: list[str], hand: list[str]) -> Iterator[tuple[Any, Any]]:
    """7.3.3, 7.3.4: leaders who are declared and the card of a force march: what is needed."""
    for leader, card in product([None, *leaders], [None, *hand]):
        given = (leader is not None) + (card is not None)
        if given == max(0, lacking):
            yield () if leader is None else (leader,), card


def marches(on: dict[str, Any], side: str, start: str) -> Iterator[tuple[Any, ...]]:
    """Every march of one stack that takes up and leaves nobody, as 7.3 has it."""
    present = on["locations"][start][side]["blocks"]
    led = leads_by_itself(on, side, start)
    leaders = [] if led else sorted({kind for kind in present if KINDS[kind].get("leader")})
    hand = sorted(set(on[side]["hand"]))
    ways = list(roads_from(start))
    for stack in subsets(present):
        size = len(stack)
        for way in ways if stack else ():
            if any(halted(on, side, place, size) for place in way[:-1]):
                continue
            far = 1 + on_main_roads(side, start, way) + led
            far -= (size >= 6) + (size >= 9) + (size >= 12)
            for lead, card in payments(len(way) - far, leaders, hand):
                yield "move", start, stack, (">", *way), lead, card


MARCHES = {
    "the capital leads": ("christian", "Cordoba", "place christian C2 A2 > Cordoba"),
    "a leader and a card": (
        "christian",
        "Ecija",
        "place christian 2C2 C1! > Ecija\nhand christian Castile Aragon",
    ),
    "two leaders and no card": (
        "christian",
        "Jaen",
        "place christian A1! Ferdinand > Jaen",
    ),
    "six are slower": ("christian", "Ecija", "place christian 5C2 C3 > Ecija\nhand christian Leon"),
    "nine are slower still": (
        "christian",
        "Ecija",
        "place christian 5C2 4C3 > Ecija\nhand christian Leon",
    ),
    "enemies halt": (
        "christian",
        "Cordoba",
        "place christian 3C2 > Cordoba\nplace muslim N1 > Lucena\nplace muslim N2 > Cabra\n"
        "place muslim N2 > Ecija\nplace muslim N2 > Andujar\nhand christian Leon",
    ),
    "enemies are overrun": (
        "christian",
        "Cordoba",
        "place christian 5C2 > Cordoba\nplace muslim N1 > Cabra\nplace muslim 2N1 > Ecija\n"
        "hand christian Leon",
    ),
    "hybrid roads are the Muslims'": (
        "muslim",
        "Granada",
        "place muslim N2 N1 > Granada\nplace christian C2 > Loja\nhand muslim Andalusies",
    ),
    "an enemy castle leads nobody": (
        "christian",
        "Alhama",
        "place christian C2 > Alhama\nhand christian Leon",
    ),
}


@pytest.mark.parametrize("name", list(MARCHES))
def test_every_march_is_in_the_tree_and_none_besides(name: str) -> None:
    side, start, edits = MARCHES[name]
    match = position("granada", f"clear\n{edits}\nphase movement {side}", "minimal")
    decision = match.decisions()[0]
    closed = ("drop_at", "drop", "pick_at", "pick", "pioneers")
    found = in_the_tree(decision, "move", closed)
    parts = [
        (verb, origin, blocks, (">", *way), lead, card)
        for verb, origin, blocks, way, *_, lead, card, _ in found
        if origin == start
    ]
    compare((Action(*one) for one in parts), marches(table(match), side, start))


def test_a_stretch_of_road_serves_one_stack_of_a_starting_place() -> None:
    """7.3.1, G12: in either direction; the others of that place go another way."""
    edits = "clear\nplace christian 2C2 > Ecija\nphase movement christian"
    match = position("granada", edits, "minimal\nmove Ecija C2 > Cordoba")
    found = in_the_tree(match.decisions()[0], "move", ("drop_at", "drop", "pick_at", "pick"))
    allowed = [
        order
        for order in marches(table(match), "christian", "Ecija")
        if not {("Ecija", "Cordoba"), ("Cordoba", "Ecija")}
        & set(zip(("Ecija", *order[3][1:]), order[3][1:], strict=False))
    ]
    parts = [(a[0], a[1], a[2], (">", *a[3]), (), None) for a in found]
    compare((Action(*one) for one in parts), allowed)


# -- 7.2: mustering ------------------------------------------------------------------------------


def closed(on: dict[str, Any], side: str, place: str) -> bool:
    """A place where only enemy units stand; a disk counts as a block in its castle (8.7.4)."""
    here = on["locations"][place]
    disk = here["disk"] and here["castle"]
    enemies = here[OTHER[side]]["count"] or disk == OTHER[side]
    return bool(enemies and not here[side]["count"] and disk != side)


def musters(on: dict[str, Any], side: str) -> Iterator[tuple[Any, ...]]:
    """7.2: (A) blocks of one faction where its shield is, (B) one block where any own one is;
    and with either, or alone, a fleet at a port that one controls."""
    box = on[side]["box"]
    blocks = [kind for kind in box if not KINDS[kind].get("fleet")]
    factions = {KINDS[k]["faction"] for k in KINDS if KINDS[k]["side"] == side}
    shields = {
        place: set(printed.get("recruit", ())) & factions
        for place, printed in PLACES.items()
        if not closed(on, side, place)
    }
    zones: list[str | None] = [None]
    if len(blocks) < len(box):
        zones += [
            printed["coast"]
            for place, printed in PLACES.items()
            if printed.get("port") and on["locations"][place]["control"] == side
        ]
    for zone in zones:
        if zone is not None:
            yield "muster", None, (), None, zone
        for place, printed_shields in shields.items():
            for faction in printed_shields:
                own = [kind for kind in blocks if KINDS[kind]["faction"] == faction]
                for chosen in subsets(own):
                    if chosen:
                        yield "muster", faction, chosen, place, zone
            if printed_shields:
                for kind in set(blocks):
                    yield "muster", None, (kind,), place, zone


MUSTERS = {
    "two factions": ("christian", "recruit christian 2C2 C1x A2"),
    "a leader and a fleet": ("christian", "recruit christian C2 C1! CF"),
    "a fleet alone": ("christian", "recruit christian CF"),
    "only enemies there": (
        "christian",
        "recruit christian 2C2 K2\nplace muslim N2 > Cordoba\nplace muslim N1 > Cadiz",
    ),
    "friends among enemies": (
        "christian",
        "recruit christian C2\nplace muslim N2 > Cordoba\nplace christian A2 > Cordoba",
    ),
    "Muslims, a disk and a besieged castle": (
        "muslim",
        "recruit muslim 2N2 B2 MF\nplace muslim N1 > Almunecar\n"
        "place christian C2 > Almunecar\nplace christian 2C2 > Malaga",
    ),
}


@pytest.mark.parametrize("name", list(MUSTERS))
def test_every_muster_is_in_the_tree_and_none_besides(name: str) -> None:
    side, edits = MUSTERS[name]
    match = position("granada", f"clear\n{edits}\nphase movement {side}", "minimal")
    compare(in_the_tree(match.decisions()[0], "muster"), musters(table(match), side))


# -- 8.6: retreats -------------------------------------------------------------------------------


def retreats(on: dict[str, Any], side: str, place: str, came: dict[str, set[str]]) -> Any:
    """8.6.1 to 8.6.5: whence one came, or where no enemy is and none came from; else anywhere."""
    here = on["locations"][place]
    near = neighbours(place)
    if side == "christian":  # the attacker of these battles
        goals = [to for to in near if to in came["christian"]]
    else:
        units = {to: on["locations"][to]["christian"]["count"] for to in near}
        goals = [to for to in near if not units[to] and to not in came["christian"]]
    blocks = here[side]["blocks"]
    room = 2 if PLACES[place].get("castle") and here["castle"] == side else 0
    for keep in subsets(blocks, min(room, len(blocks))):
        if len(keep) == len(blocks):
            yield "retreat", keep, None, None
            continue
        for goal in goals or near:
            yield "retreat", keep, goal, None


BATTLES = {
    "in the open": (
        "place christian 2C2 > Ecija\nplace christian A2 > Cabra\nplace muslim 3N2 > Lucena\n"
        "hand christian 4Castile Aragon\nhand muslim 3Andalusies",
        "limited Castile\nmove Cabra A2 > Lucena\nmove Ecija 2C2 > Lucena\ndone",
        "Lucena",
        {"Cabra", "Ecija"},
    ),
    "at a castle": (
        "place christian 3C2 > Archidona\nplace christian A2 > Lucena\n"
        "place muslim 4N2 > Loja\nhand christian 2Castile Leon\nhand muslim 5Andalusies",
        "limited Leon\nmove Archidona 2C2 > Loja\nmove Lucena A2 > Loja\ndone",
        "Loja",
        {"Archidona", "Lucena"},
    ),
}


def retreat_question(name: str, seed: int) -> Match | None:
    """A battle fought at random, until somebody must retreat; None if nobody must."""
    edits, orders, _, _ = BATTLES[name]
    match = position("granada", f"clear\n{edits}\nphase movement christian", orders)
    rng = Random(seed)
    for _ in range(60):
        decision = match.decisions()[0]
        if decision.kind == "retreat" or match.over:
            return None if match.over else match
        if table(match)["phase"] != "combat":
            return None
        match.act(decision.seat, Action(*decision.sample(rng)))
    return None


@pytest.mark.parametrize("name", list(BATTLES))
def test_every_retreat_is_in_the_tree_and_none_besides(name: str) -> None:
    beaten = set()
    for seed in range(40):
        match = retreat_question(name, seed)
        if match is None:
            continue
        decision = match.decisions()[0]
        _, _, place, came = BATTLES[name]
        found = in_the_tree(decision, "retreat")
        compare(found, retreats(table(match), decision.seat, place, {"christian": came}))
        beaten.add(decision.seat)
    assert beaten == {"christian", "muslim"}
