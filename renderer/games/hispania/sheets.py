"""The sheet of a seat's nations, or of one of them; and a battle with its dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from renderer.errors import RenderError
from renderer.games.hispania.names import Book, book, forces, many, number
from renderer.games.hispania.scene import heading, holder, in_play
from renderer.layout import Layout
from renderer.ledger import Card, Ledger, Row, Tile, ledger_sheet
from renderer.palette import Palette
from renderer.sheets import Sheet

View = Mapping[str, Any]
FIXED = ("castle", "fort")  # counted as walls, not as men


def nation(view: View, plan: Layout, colours: Palette, asked: Sequence[str] = ()) -> Sheet:
    """The nations that are asked for; else those of the reader's seat, or the active one."""
    known = book()
    keys = [_known(view, known, key) for key in asked] or _own(view)
    cards = tuple(_card(view, plan, known, key) for key in keys)
    words = tuple(_words(view, plan, known, keys))
    seat = view["nations"][keys[0]]["seat"]
    alone = known.nation(keys[0]) if len(keys) == 1 else f"The nations of {known.seat(seat)}"
    counts = () if asked else (("points", number(view["points"][seat])),)
    return ledger_sheet(
        Ledger(alone, f"{heading(view)}: {view['title']}", counts, cards, words, words), colours
    )


def _known(view: View, known: Book, key: str) -> str:
    """A nation by its word in orders or by its name."""
    for token in view["nations"]:
        if key.casefold() in (token.casefold(), known.nation(token).casefold()):
            return str(token)
    raise RenderError(f"There is no nation {key!r} in Hispania.")


def _own(view: View) -> list[str]:
    if view["seat"] is not None:
        found = in_play(view, view["seat"])
        if found:
            return found
        return [key for key, row in view["nations"].items() if row["seat"] == view["seat"]][:1]
    return [view["active"] or next(iter(view["nations"]))]


def _card(view: View, plan: Layout, known: Book, key: str) -> Card:
    row = view["nations"][key]
    counts = held(view, key)
    figures = (
        ("gold", number(row["gold"])),
        ("may keep", number(row["reserve"])),
        ("income", number(income(view, known, key))),
        ("provinces", str(row["provinces"])),
        ("units", str(row["units"])),
        ("points", number(row["points"])),
    )
    limits = known.nations[key].units
    tiles = tuple(
        Tile(plan.kind(kind).arm or "", str(counts[kind]), f"of {limits.get(kind, '?')}")
        for kind in plan.kinds
        if kind in limits or counts[kind]
    )
    note = f"vassal of {known.nation(row['suzerain'])}" if row["suzerain"] else ""
    if view["active"] == key:
        note = note or str(view["phase"])
    rows = [Row(figures=figures), Row("Units on the map, of those it has", tiles=tiles)]
    rows += [Row(head, text=text) for head, text in _notes(view, plan, known, key)]
    return Card(row["seat"], plan.arms[key], known.nation(key), note, tuple(rows))


def held(view: View, key: str) -> Counter[str]:
    """A nation's units everywhere, by kind."""
    return Counter(
        piece
        for here in view["locations"].values()
        for army in here["armies"]
        if army["nation"] == key
        for piece in army["pieces"]
    )


def income(view: View, known: Book, key: str) -> float:
    """What its provinces bring at its next income (2.1), before a suzerain takes his part."""
    rules = known.nations[key].income
    if rules.never or view["turn"] < rules.from_:
        return 0.0
    total = sum(
        known.incomes.get(place, 0.0)
        for place, army in _armies(view, key)
        if not rules.castles_only or "castle" in army["pieces"]
    )
    return -(-total * 2 // 2) / 2 if rules.half else total


def _armies(view: View, key: str) -> Iterator[tuple[str, View]]:
    for place, here in view["locations"].items():
        for army in here["armies"]:
            if army["nation"] == key and army["pieces"]:
                yield place, army


def _notes(view: View, plan: Layout, known: Book, key: str) -> Iterator[tuple[str, str]]:
    row = view["nations"][key]
    where = [f"{plan.town(p).name} ({forces(army['pieces'])})" for p, army in _armies(view, key)]
    yield "Where it stands", ", ".join(where) or "nowhere"
    chiefs = [
        f"{known.chief(chief)} in {plan.town(place).name}"
        for place, here in view["locations"].items()
        for army in here["armies"]
        if army["nation"] == key
        for chief in army["chiefs"]
    ]
    if chiefs:
        yield "Chiefs", ", ".join(chiefs)
    rest = [f"capital {plan.town(row['capital']).name}"] if row["capital"] else []
    vassals = [k for k, other in view["nations"].items() if other["suzerain"] == key]
    rest += ["suzerain of " + ", ".join(known.nation(v) for v in vassals)] if vassals else []
    rest += [f"to be placed: {forces(row['waiting'])}"] if row["waiting"] else []
    rest += [f"instruction: {', '.join(row['stance'])}"] if row["stance"] else []
    if rest:
        yield "Besides", "; ".join(rest)


def _words(view: View, plan: Layout, known: Book, keys: Sequence[str]) -> Iterator[str]:
    yield f"Hispania. {heading(view)}: {view['title']}."
    for key in keys:
        row = view["nations"][key]
        said = (
            f"{known.nation(key)}, played by {known.seat(row['seat'])}: gold {number(row['gold'])} "
            f"(may keep {number(row['reserve'])}), income {number(income(view, known, key))}, "
            f"{many(row['provinces'], 'province')}, {many(row['units'], 'unit')}, "
            f"points {number(row['points'])}."
        )
        if row["suzerain"]:
            said += f" Vassal of {known.nation(row['suzerain'])}."
        yield said
        for head, text in _notes(view, plan, known, key):
            yield f"{head}: {text}."


# -- a battle ------------------------------------------------------------------------------------


def battle(view: View, plan: Layout, colours: Palette, _: Sequence[str] = ()) -> Sheet:
    """Both sides with what is left of them, their last dice and their losses."""
    fight = view["battle"]
    if not fight:
        raise RenderError("Nobody is fighting now, so there is no battle to draw.")
    known, place = book(), plan.town(fight["place"])
    cards = tuple(_force(view, plan, known, i) for i in (0, 1))
    words = tuple(battle_words(view, plan, known))
    title = f"Battle of {place.name}"
    when = f"{heading(view)} · round {fight['round']}{_ground(view, plan, known)}"
    return ledger_sheet(Ledger(title, when, (), cards, words, words), colours)


def _ground(view: View, plan: Layout, known: Book) -> str:
    """What the land does to the dice."""
    place = view["battle"]["place"]
    marks = plan.town(place).marks
    words = [" · mountains"] if any(mark.startswith("peak") for mark in marks) else []
    words += [" · zeal"] if view["battle"]["zeal"] else []
    employer = view["battle"]["employer"]
    words += [f" · paid by {known.nation(employer)}"] if employer else []
    return "".join(words)


def _force(view: View, plan: Layout, known: Book, i: int) -> Card:
    fight = view["battle"]
    key = fight["attacker"] if i == 0 else fight["defender"]
    standing = fight["attacking"] if i == 0 else fight["defending"]
    rows = [Row("Fighting", tiles=tuple(_tiles(plan, known, standing)))]
    hurt = [f"{forces(fight['wounded'][i])} hit once"] if fight["wounded"][i] else []
    hurt += [f"walls: {many(fight['dented'][i], 'hit')} of 3"] if fight["dented"][i] else []
    if hurt:
        rows.append(Row(text="; ".join(hurt)))
    if fight["lost"][i]:
        rows.append(
            Row("Lost in the last round", tiles=tuple(_tiles(plan, known, fight["lost"][i], True)))
        )
    rolled = fight["rolled"][i]
    if rolled:
        rows.append(Row("Rolled in the last round", dice=tuple(rolled)))
    seat = view["nations"][key]["seat"] if key in view["nations"] else "nobody"
    asked = any(a["nation"] == key for a in view["asked"])
    note = ("attacks" if i == 0 else "defends") + (", decides" if asked else "")
    return Card(seat, plan.arms[key], known.nation(key), note, tuple(rows))


def _tiles(plan: Layout, known: Book, pieces: Sequence[str], gone: bool = False) -> Iterator[Tile]:
    counts = Counter(pieces)
    for key in [kind for kind in plan.kinds if kind in counts]:
        kind = plan.kind(key)
        yield Tile(kind.arm or "", str(counts[key]), kind.name.split(" ")[0], gone)
    for key in counts:
        if key not in plan.kinds:
            yield Tile("crown", "", known.chief(key), gone)


def battle_words(view: View, plan: Layout, known: Book) -> Iterator[str]:
    fight = view["battle"]
    place = plan.town(fight["place"]).name
    sides = [
        (known.nation(fight["attacker"]), "attacks with", fight["attacking"], 0),
        (known.nation(fight["defender"]), "defends with", fight["defending"], 1),
    ]
    yield f"Battle of {place}, {heading(view)}, round {fight['round']}{_ground(view, plan, known)}."
    for name, does, pieces, i in sides:
        men = [p for p in pieces if p in plan.kinds]
        chiefs = [known.chief(p) for p in pieces if p not in plan.kinds]
        said = f"{name} {does} {' with '.join([forces(men) or 'nothing', *chiefs])}."
        if fight["rolled"][i]:
            said += f" It rolled {', '.join(map(str, fight['rolled'][i]))}."
        if fight["lost"][i]:
            said += f" It lost {forces(fight['lost'][i])}."
        if fight["wounded"][i]:
            said += f" Hit once: {forces(fight['wounded'][i])}."
        if fight["dented"][i]:
            said += f" Its walls have taken {many(fight['dented'][i], 'hit')}."
        yield said
    asked = [known.nation(a["nation"]) for a in view["asked"] if a["nation"]]
    if asked:
        yield f"To decide: {', '.join(asked)}."
    owner = holder(view, fight["place"])
    if owner != "nobody":
        yield f"{place} is held by {known.nation(owner)}."


SHEETS = {"nation": nation, "battle": battle}
