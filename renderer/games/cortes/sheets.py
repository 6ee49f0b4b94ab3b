"""What lies beside the board of Cortés: the city alone, a battle, and what an R&R brought."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from PIL import Image

from engine.tongues import Field, Said, Tongue
from renderer.boards import hexes
from renderer.boards.grid import Grid
from renderer.boards.layout import Layout
from renderer.boards.margins import paper
from renderer.boards.scene import Scene
from renderer.games.cortes.names import ARMS, SIDES, Book, book, forces, read, side
from renderer.games.cortes.reports import Reckoning, reckoning, rest
from renderer.games.cortes.scene import boxes, called, heading, places, scene
from renderer.games.cortes.words import fought, rested, say
from renderer.ink.geometry import Box
from renderer.ink.palette import Palette
from renderer.ink.palette import palette as named
from renderer.ink.writing import Hand, line
from renderer.pictures.ledger import Card, Ledger, Row, Tile, ledger_sheet, wrapped
from renderer.pictures.sheets import Sheet, table
from renderer.words import commas

View = Mapping[str, Any]
Events = Sequence[Mapping[str, Any]]

# -- the city ------------------------------------------------------------------------------------

SIZE = (1600, 1200)
MAP = Box(26, 26, 732, 1174)
TEXT = Box(748, 26, 1574, 1174)
MIDDLE, HIGH = "2915", 53.0
LINE = 39.0
SHARP = 2
LONG = 11  # letters that a tile can hold


@lru_cache(maxsize=4)
def _city_plan(plan: Layout) -> Layout:
    """The grid so large that the city fills its frame."""
    assert plan.lattice is not None
    small = plan.lattice.grid
    grid = replace(small, at=(0.0, 0.0), high=HIGH)
    (x, y), (a, b) = MAP.centre, grid.centre(MIDDLE)
    grid = replace(grid, at=(x - a, y - b))
    towns = {key: _moved(town, small, grid) for key, town in plan.towns.items()}
    lattice = replace(plan.lattice, grid=grid)
    return replace(plan, size=SIZE, lattice=lattice, towns=towns, insets=(), boxes={}, regions=())


def _moved(town: Any, small: Grid, large: Grid) -> Any:
    """The same place on a larger grid."""
    (x, y), times = town.at, large.high / small.high
    at = (
        large.at[0] + (x - small.at[0]) * times,
        large.at[1] + (y - small.at[1]) * times,
    )
    return replace(town, at=at, label=at, stack=at, inside=at, span=round(large.high / 2))


@lru_cache(maxsize=4)
def _city_ground(plan: Layout, palette_name: str, scale: float) -> Image.Image:
    fine, colours = scale * SHARP, named(palette_name)
    picture = Image.new("RGB", (round(SIZE[0] * fine), round(SIZE[1] * fine)), colours.ink)
    table(picture, colours, fine)
    hexes.window(picture, MAP, plan, colours, fine)
    paper(picture, TEXT, colours, fine)
    return picture.reduce(SHARP)


def city(view: View, plan: Layout, colours: Palette, asked: Sequence[str], tongue: Tongue) -> Sheet:
    """The island with everything around it, and beside it who stands there."""
    shown, near = scene(view, plan, tongue), _city_plan(plan)
    seen = hexes.whole(near, MAP)
    ours = {s.place for s in shown.spots if any(p.side == "spanish" for p in s.piles)}
    order = sorted((p for p in shown.about if p in seen), key=lambda p: (p not in ours, p))
    known = book()
    rows = _alike(dict(places(view, plan, known)), order, plan, tongue)
    rows += [tongue.word(said) for said in boxes(view, known)]

    def back(picture: Image.Image, scale: float) -> None:
        picture.paste(_city_ground(near, colours.name, scale))
        hexes.within(picture, shown, MAP, near, colours, scale)
        _listed(picture, shown, rows, colours, scale)

    said = say("city", when=heading(view), doing=shown.doing)
    told = rows or [tongue.word(say("city.none"))]
    words = (tongue.word(said), *told)
    return Sheet(SIZE, (), back, words, words)


def _alike(
    told: Mapping[str, Said], order: Sequence[str], plan: Layout, tongue: Tongue
) -> list[str]:
    """A line for each place; places in which the same stands share one."""
    found: dict[str, list[str]] = {}
    for place in order:
        found.setdefault(tongue.field(told[place].values["stacks"]), []).append(place)
    rows = []
    for there in found.values():
        stacks = told[there[0]].values["stacks"]
        named: Field = commas(called(plan, place) for place in there)
        rows.append(tongue.word(say("place", place=named, stacks=stacks)))
    return rows


def _listed(
    picture: Image.Image, shown: Scene, rows: list[str], colours: Palette, scale: float
) -> None:
    wide = TEXT.right - TEXT.left - 40
    for down, text, hand, ink in (
        (58, shown.heading, Hand("capital", 44, 800), colours.accent),
        (100, shown.doing, Hand("italic", 32, 600), colours.ink),
    ):
        line(picture, (TEXT.centre[0], TEXT.top + down), text, hand, wide, ink, scale)
    room = int((TEXT.bottom - TEXT.top - 130) // LINE)
    texts: list[str] = []
    for i, row in enumerate(rows):
        parts = wrapped(row, wide)
        last = i == len(rows) - 1
        if len(texts) + len(parts) > room - (0 if last else 1):
            texts.append(shown.tongue.word(say("city.more", count=len(rows) - i)))
            break
        texts += parts
    for i, text in enumerate(texts):
        y = TEXT.top + 146 + i * LINE
        hand = Hand("roman", 31, 550)
        line(picture, (TEXT.left + 20, y), text, hand, wide, colours.ink, scale, anchor="ls",
             least=24)  # fmt: skip


SHEETS: Mapping[str, Callable[[View, Layout, Palette, Sequence[str], Tongue], Sheet]] = {
    "city": city
}


# -- a battle ------------------------------------------------------------------------------------


def battle(view: View, plan: Layout, colours: Palette, events: Events, tongue: Tongue) -> Sheet:
    """Who fights whom, every shift with its rule, what was thrown, and what it cost."""
    known = book()
    found = reckoning(view, events, known)
    place = called(plan, found.place)
    title = fought("shelling" if found.shells else "title", place=place)
    cards = tuple(
        _fighter(found, known, name, plan, tongue)
        for name in (found.attacker, *(s for s in SIDES if s != found.attacker))
    )
    counts: list[tuple[Said, int | str]] = []
    if found.odds:
        counts += [(fought("odds"), found.odds), (fought("column"), found.column)]
        counts += [(fought("thrown"), found.roll)]
    if found.shells:
        counts.append((fought("hits"), found.hits))
    words = tuple(map(tongue.word, _battle_words(view, found, known, title)))
    ledger = Ledger(
        title=tongue.word(title),
        when=tongue.word(heading(view)),
        counts=tuple((tongue.word(word), count) for word, count in counts),
        cards=cards,
        words=words,
        summary=words,
    )
    return ledger_sheet(ledger, colours)


def _fighter(found: Reckoning, known: Book, name: str, plan: Layout, tongue: Tongue) -> Card:
    attacks = name == found.attacker
    rows: list[Row] = []
    figures: list[tuple[str, str]] = []
    if found.odds:
        factors = found.attack if attacks else found.defence
        figures.append((tongue.word(fought("factors")), str(factors)))
        lost = found.losses[0 if attacks else 1] if found.losses else 0
        figures.append((tongue.word(fought("lost")), str(lost)))
    if figures:
        rows.append(Row(figures=tuple(figures)))
    units = found.units[name]
    head = tongue.word(fought("stands"))
    if units:
        rows.append(Row(head, tiles=tuple(tiles(known, units, tongue))))
    else:
        rows.append(Row(head, text=tongue.word(fought("nobody"))))
    if attacks and found.odds:
        head = tongue.word(fought("reckoning"))
        for text in _reckoned(found):
            rows.append(Row(head, text=tongue.word(text)))
            head = ""
    if attacks and found.shells:
        rows.append(Row(tongue.word(fought("thrown")), dice=found.rolls))
    note = tongue.word(fought("attacks" if attacks else "defends"))
    return Card(name, plan.arms[name], tongue.word(side(name)), note, tuple(rows))


def tiles(known: Book, units: Sequence[str], tongue: Tongue) -> Iterator[Tile]:
    """A tile for each counter that is known, one for all others."""
    counters = [read(unit) for unit in units]
    for counter in (c for c in counters if c.known):
        kind = known.kinds[known.kind(counter)]
        name = tongue.field(known.called(counter))
        yield Tile(ARMS[kind.type], counter.steps, name if len(name) <= LONG else name.split()[0])
    hidden = sum(1 for c in counters if not c.known)
    if hidden:
        yield Tile("doubt", str(hidden), "")


def _reckoned(found: Reckoning) -> Iterator[Said]:
    yield fought("start", attack=found.attack, defence=found.defence, odds=found.odds)
    yield from found.shifts
    yield fought("resolved", column=found.column)


def _battle_words(view: View, found: Reckoning, known: Book, title: Said) -> Iterator[Said]:
    yield fought("words", title=title, when=heading(view), side=side(found.attacker))
    for name, units in found.units.items():
        if units:
            yield say("place", place=side(name), stacks=forces(known, units))
    if found.odds:
        shifts: Field = commas(found.shifts) if found.shifts else fought("no shifts")
        yield fought(
            "reckoned", attack=found.attack, defence=found.defence, odds=found.odds,
            shifts=shifts, column=found.column,
        )  # fmt: skip
        ours, theirs = found.losses or (0, 0)
        yield fought("result", roll=found.roll, ours=ours, theirs=theirs)
    if found.shells:
        yield fought(
            "shelled", side=side(found.attacker), count=found.shells, hits=found.hits,
            rolls=commas(map(str, found.rolls)),
        )  # fmt: skip
    for name, dead in found.dead.items():
        if dead:
            yield fought("dead", side=side(name), units=forces(known, dead))


# -- an R&R --------------------------------------------------------------------------------------


def rr(view: View, plan: Layout, colours: Palette, events: Events, tongue: Tongue) -> Sheet:
    """What an R&R brought back, and what it cost; without events, what lies beside the map."""
    known = book()
    found = rest(view, events)
    cards, words = [], [rested("words", when=heading(view), points=view["points"])]
    for name in SIDES:
        rows: list[Row] = []
        for head, units in found.units(name):
            if units:
                rows.append(Row(tongue.word(head), tiles=tuple(tiles(known, units, tongue))))
                words.append(rested("side", side=side(name), what=rested(
                    "line", head=head, text=forces(known, units))))  # fmt: skip
        for head, text in found.texts(name, plan, known):
            rows.append(Row(tongue.word(head), text=tongue.field(text)))
            words.append(rested("side", side=side(name), what=rested(
                "line", head=head, text=text)))  # fmt: skip
        if not rows:
            rows.append(Row(text=tongue.word(rested("nothing"))))
        cards.append(Card(name, plan.arms[name], tongue.word(side(name)), "", tuple(rows)))
    told = tuple(map(tongue.word, words))
    ledger = Ledger(
        title=tongue.word(rested("title")),
        when=tongue.word(rested("number", number=view["rests"])),
        counts=(
            (tongue.word(say("figure.points")), view["points"]),
            (tongue.word(say("figure.floor")), view["floor"]),
        ),
        cards=tuple(cards),
        words=told,
        summary=told,
    )
    return ledger_sheet(ledger, colours)


REPORTS: Mapping[str, Callable[[View, Layout, Palette, Events, Tongue], Sheet]] = {
    "battle": battle,
    "rr": rr,
}
