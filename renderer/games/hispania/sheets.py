"""The sheet of a seat's nations, or of one of them; and a battle with its dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.tongues import ENGLISH, Field, Listed, Said, Tongue
from renderer.boards.layout import Layout
from renderer.errors import RenderError, refused
from renderer.games.hispania.legend import legend
from renderer.games.hispania.names import Book, book, forces, number
from renderer.games.hispania.scene import heading, holder, in_play, titled
from renderer.games.hispania.words import fought, many, say, undrawn
from renderer.ink.palette import Palette
from renderer.pictures.ledger import Card, Ledger, Row, Tile, ledger_sheet
from renderer.pictures.sheets import Sheet
from renderer.words import chained, commas, semicolons

View = Mapping[str, Any]
DOT = " ·"  # between what stands on one line of a heading


def nation(
    view: View,
    plan: Layout,
    colours: Palette,
    asked: Sequence[str] = (),
    tongue: Tongue = ENGLISH,
) -> Sheet:
    """The nations that are asked for; else those of the reader's seat, or the active one."""
    known = book()
    keys = [_known(view, known, key, tongue) for key in asked] or _own(view)
    cards = tuple(_card(view, plan, known, key, tongue) for key in keys)
    words = tuple(map(tongue.field, _words(view, plan, known, keys)))
    seat = view["nations"][keys[0]]["seat"]
    alone = len(keys) == 1
    title = known.nation(keys[0]) if alone else say("nations", seat=known.seat(seat))
    points = (tongue.word(say("points")), number(view["points"][seat]))
    when = tongue.word(say("when.title", when=heading(view), title=titled(view)))
    counts = () if asked else (points,)
    return ledger_sheet(Ledger(tongue.field(title), when, counts, cards, words, words), colours)


def _known(view: View, known: Book, key: str, tongue: Tongue) -> str:
    """A nation by its word in orders or by its name."""
    for token in view["nations"]:
        called = {speaker.field(known.nation(token)) for speaker in (tongue, ENGLISH)}
        if key.casefold() in {name.casefold() for name in (token, *called)}:
            return str(token)
    raise RenderError(undrawn("nation", nation=repr(key)))


def _own(view: View) -> list[str]:
    if view["seat"] is not None:
        found = in_play(view, view["seat"])
        if found:
            return found
        return [key for key, row in view["nations"].items() if row["seat"] == view["seat"]][:1]
    return [view["active"] or next(iter(view["nations"]))]


def _card(view: View, plan: Layout, known: Book, key: str, tongue: Tongue) -> Card:
    row = view["nations"][key]
    counts = held(view, key)
    figures = (
        ("figure.gold", number(row["gold"])),
        ("figure.keep", number(row["reserve"])),
        ("figure.income", number(income(view, known, key))),
        ("figure.provinces", str(row["provinces"])),
        ("figure.units", str(row["units"])),
        ("points", number(row["points"])),
    )
    limits = known.nations[key].units
    tiles = tuple(
        Tile(
            plan.kind(kind).arm or "",
            str(counts[kind]),
            tongue.word(say("of", limit=str(limits.get(kind, "?")))),
        )
        for kind in plan.kinds
        if kind in limits or counts[kind]
    )
    named = tuple((tongue.word(say(entry)), figure) for entry, figure in figures)
    rows = [Row(figures=named), Row(tongue.word(say("units.here")), tiles=tiles)]
    rows += [
        Row(tongue.word(head), text=tongue.field(text))
        for head, text in _notes(view, plan, known, key)
    ]
    name, note = tongue.field(known.nation(key)), tongue.field(_note(view, known, key))
    return Card(row["seat"], plan.arms[key], name, note, tuple(rows))


def _note(view: View, known: Book, key: str) -> Field:
    suzerain = view["nations"][key]["suzerain"]
    if suzerain:
        return say("vassal", nation=known.nation(suzerain))
    return say(f"phase.{view['phase']}") if view["active"] == key else None


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


def _notes(view: View, plan: Layout, known: Book, key: str) -> Iterator[tuple[Said, Field]]:
    """Headings, and what stands below them."""
    row = view["nations"][key]
    where: list[Field] = [
        say("where.place", place=plan.called(place), units=forces(army["pieces"]))
        for place, army in _armies(view, key)
    ]
    yield say("where"), commas(where or [say("where.nowhere")])
    chiefs = [
        say("chief.in", chief=known.chief(chief), place=plan.called(place))
        for place, here in view["locations"].items()
        for army in here["armies"]
        if army["nation"] == key
        for chief in army["chiefs"]
    ]
    if chiefs:
        yield say("chiefs"), commas(chiefs)
    rest = [say("capital.at", place=plan.called(row["capital"]))] if row["capital"] else []
    vassals = [known.nation(k) for k, n in view["nations"].items() if n["suzerain"] == key]
    rest += [say("suzerain", nations=commas(vassals))] if vassals else []
    rest += [say("waiting", units=forces(row["waiting"]))] if row["waiting"] else []
    rest += [say("stance", stance=commas(row["stance"]))] if row["stance"] else []
    if rest:
        yield say("besides"), semicolons(rest)


def _words(view: View, plan: Layout, known: Book, keys: Sequence[str]) -> Iterator[Field]:
    yield say("sheet", when=heading(view), title=titled(view))
    for key in keys:
        row = view["nations"][key]
        told = say(
            "nation",
            nation=known.nation(key),
            seat=known.seat(row["seat"]),
            gold=number(row["gold"]),
            keep=number(row["reserve"]),
            income=number(income(view, known, key)),
            provinces=many(row["provinces"], "provinces"),
            units=many(row["units"], "units"),
            points=number(row["points"]),
        )
        lord = row["suzerain"]
        vassal = [say("nation.vassal", nation=known.nation(lord))] if lord else []
        yield chained([told, *vassal], "then")
        for head, text in _notes(view, plan, known, key):
            yield say("note", head=head, text=text)


# -- a battle ------------------------------------------------------------------------------------


def battle(
    view: View,
    plan: Layout,
    colours: Palette,
    _: Sequence[str] = (),
    tongue: Tongue = ENGLISH,
) -> Sheet:
    """Both sides with what is left of them, their last dice and their losses."""
    fight = view["battle"]
    if not fight:
        raise refused("battle")
    known, place = book(), plan.town(fight["place"])
    cards = tuple(_force(view, plan, known, i, tongue) for i in (0, 1))
    words = tuple(map(tongue.field, battle_words(view, plan, known)))
    title = tongue.word(fought("title", place=plan.called(place.key)))
    when = tongue.field(Listed((heading(view), *_ground(view, plan, known)), DOT))
    return ledger_sheet(Ledger(title, when, (), cards, words, words), colours)


def _ground(view: View, plan: Layout, known: Book) -> Iterator[Said]:
    """The round, and what does something to the dice."""
    fight = view["battle"]
    yield fought("round", round=fight["round"])
    if any(mark.startswith("peak") for mark in plan.town(fight["place"]).marks):
        yield fought("mountains")
    if fight["zeal"]:
        yield fought("zeal")
    if fight["employer"]:
        yield fought("paid", nation=known.nation(fight["employer"]))


def _force(view: View, plan: Layout, known: Book, i: int, tongue: Tongue) -> Card:
    fight = view["battle"]
    key = fight["attacker"] if i == 0 else fight["defender"]
    standing = fight["attacking"] if i == 0 else fight["defending"]

    def row(entry: str, **what: Any) -> Row:
        return Row(tongue.word(fought(entry)), **what)

    rows = [row("fighting", tiles=tuple(_tiles(plan, known, standing, tongue)))]
    hurt = list(_hurt(fight, i))
    if hurt:
        rows.append(Row(text=tongue.field(semicolons(hurt))))
    if fight["lost"][i]:
        lost = _tiles(plan, known, fight["lost"][i], tongue, gone=True)
        rows.append(row("lost", tiles=tuple(lost)))
    if fight["rolled"][i]:
        rows.append(row("rolled", dice=tuple(fight["rolled"][i])))
    seat = view["nations"][key]["seat"] if key in view["nations"] else "nobody"
    does = "attacks" if i == 0 else "defends"
    asked = any(a["nation"] == key for a in view["asked"])
    note = tongue.word(fought(f"{does}.asked" if asked else does))
    return Card(seat, plan.arms[key], tongue.field(known.nation(key)), note, tuple(rows))


def _hurt(fight: View, i: int) -> Iterator[Said]:
    if fight["wounded"][i]:
        yield fought("hurt", units=forces(fight["wounded"][i]))
    if fight["dented"][i]:
        yield fought("walls", hits=many(fight["dented"][i], "hits"))


def _tiles(
    plan: Layout, known: Book, pieces: Sequence[str], tongue: Tongue, gone: bool = False
) -> Iterator[Tile]:
    counts = Counter(pieces)
    for key in [kind for kind in plan.kinds if kind in counts]:
        kind = plan.kind(key)
        short = tongue.field(kind.name).split(" ")[0]
        yield Tile(kind.arm or "", str(counts[key]), short, gone)
    for key in counts:
        if key not in plan.kinds:
            yield Tile("crown", "", tongue.name(known.chief(key)), gone)


def battle_words(view: View, plan: Layout, known: Book) -> Iterator[Field]:
    fight = view["battle"]
    place = plan.called(fight["place"])
    ground = Listed(tuple(_ground(view, plan, known)), DOT)
    yield fought("words", place=place, when=heading(view), round=ground)
    for i in (0, 1):
        yield chained(_side_words(fight, plan, known, i), "then")
    asked = [known.nation(a["nation"]) for a in view["asked"] if a["nation"]]
    if asked:
        yield fought("asked", nations=commas(asked))
    owner = holder(view, fight["place"])
    if owner != "nobody":
        yield fought("held", place=place, nation=known.nation(owner))


def _side_words(fight: View, plan: Layout, known: Book, i: int) -> Iterator[Said]:
    """Who fights for a side, and what became of the last round."""
    nation = known.nation(fight["attacker"] if i == 0 else fight["defender"])
    pieces = fight["attacking"] if i == 0 else fight["defending"]
    men = [p for p in pieces if p in plan.kinds]
    chiefs = [known.chief(p) for p in pieces if p not in plan.kinds]
    force = chained([forces(men) if men else fought("nothing"), *chiefs], "with")
    yield fought("attacking" if i == 0 else "defending", nation=nation, force=force)
    if fight["rolled"][i]:
        yield fought("dice", dice=commas(fight["rolled"][i]))
    if fight["lost"][i]:
        yield fought("losses", units=_gone(fight["lost"][i], plan, known))
    if fight["wounded"][i]:
        yield fought("wounded", units=forces(fight["wounded"][i]))
    if fight["dented"][i]:
        yield fought("dented", hits=many(fight["dented"][i], "hits"))


def _gone(pieces: Sequence[str], plan: Layout, known: Book) -> Field:
    """Units by their kinds, and Chiefs by their names."""
    men = [p for p in pieces if p in plan.kinds]
    chiefs = [known.chief(p) for p in pieces if p not in plan.kinds]
    return commas([*([forces(men)] if men else []), *chiefs])


SHEETS = {"nation": nation, "battle": battle, "legend": legend}
