"""The region where something happens: a part of the board, larger, with arrows and highlights.

A window is cut out of the layout, so that the layers of the board draw it. What would be cut by
its edge is left out: a name, a stack or an arrow is whole or not there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from engine.tongues import Field, Said
from renderer.boards import arrows, base, kinds, names, points, room
from renderer.boards.deeds import Deed, Mark, Way, ends
from renderer.boards.grid import Grid
from renderer.boards.layout import Layout
from renderer.boards.overlay import Written, lettering
from renderer.boards.scene import Roll, Scene
from renderer.errors import refused
from renderer.games import pictures
from renderer.ink.geometry import Box, Point, moved, union
from renderer.ink.palette import Palette
from renderer.ink.palette import palette as palette_named
from renderer.ink.writing import Hand, label
from renderer.pictures import marching, roll
from renderer.pictures.marching import March
from renderer.words import chained, commas, say, semicolons

WIDE, HIGH = 720, 540  # units of the layout: the smallest name is 10 pixels where 550 are shown
BAND = 40  # the line of words below the map
FRAME = 12
SEEN = Box(FRAME, FRAME, WIDE - FRAME, HIGH - BAND - 4)  # of a window: what is whole
STEP = 8  # windows begin at multiples of this, so that the next picture finds its ground again
ASIDE = 13 * STEP  # how far from the middle the place of action may lie


class Pane(NamedTuple):
    """How much of the board a picture shows, with the line of words below it."""

    wide: int = WIDE
    high: int = HIGH

    @property
    def seen(self) -> Box:
        """What is whole in it."""
        return Box(FRAME, FRAME, self.wide - FRAME, self.high - BAND - 4)


CLOSE = Pane()


class Closeup(NamedTuple):
    picture: Image.Image
    summary: tuple[str, ...]


class _Sight(NamedTuple):
    """What a close-up is about, and the part of the board that shows it."""

    done: list[Deed]
    wanted: tuple[str, ...]
    corner: tuple[int, int]
    part: Layout
    shown: Scene

    @property
    def seen(self) -> set[str]:
        return self.part.towns.keys() | self.part.waters.keys()


def _sight(
    scene: Scene, plan: Layout, places: Sequence[str], events: Sequence[Mapping[str, Any]]
) -> _Sight:
    """Of a plan that is `nearer` already."""
    done = pictures(plan.game).deeds(events)
    wanted = _wanted(scene, plan, places, done)
    corner = window(plan, wanted)
    part = cut(plan, corner)
    shown = _within(scene, part.towns.keys() | part.waters.keys())
    return _Sight(done, wanted, corner, part, shown)


def closeup(
    scene: Scene,
    plan: Layout,
    palette: Palette,
    width: int,
    places: Sequence[str] = (),
    events: Sequence[Mapping[str, Any]] = (),
    march: March | None = None,
) -> Closeup:
    """The picture, at least 1100 pixels wide, and its sentences. `march`: an order that is being
    built lies over it, in place of what happened."""
    plan = nearer(plan)
    if march is not None:
        places = marching.far_off(plan, march)
    sight = _sight(scene, plan, places, events)
    if march is not None:
        sight = sight._replace(done=march.deeds())
    scale = max(1100, width) / WIDE
    picture = _drawn(scene, plan, palette, sight, scale, CLOSE, march)
    if march is not None:
        words = marching.sentences(march, plan, scene.tongue)
        return Closeup(marching.below(picture, march, palette), tuple(words))
    whole = roll.below(picture, _rolls(scene, sight.seen), "", palette)
    return Closeup(whole, tuple(_summary(scene, plan, sight)))


def windowed(scene: Scene, plan: Layout, palette: Palette, width: int, area: Box) -> Closeup:
    """A part of the board, larger: what lies wholly in it, and nothing that its rim would cut."""
    pane, sight = _through(scene, plan, area)
    picture = _drawn(scene, plan, palette, sight, max(1100, width) / pane.wide, pane, None)
    whole = roll.below(picture, _rolls(scene, sight.seen), "", palette)
    return Closeup(whole, tuple(_summary(scene, plan, sight)))


def through(scene: Scene, plan: Layout, area: Box) -> tuple[str, ...]:
    """What a part of the board shows, in words, without drawing it."""
    return tuple(_summary(scene, plan, _through(scene, plan, area)[1]))


def _through(scene: Scene, plan: Layout, area: Box) -> tuple[Pane, _Sight]:
    pane = Pane(round(area.right - area.left), round(area.bottom - area.top) + BAND)
    corner = (round(area.left), round(area.top))
    part = cut(plan, corner, pane)
    shown = _within(scene, part.towns.keys() | part.waters.keys())
    places = tuple(spot.place for spot in shown.spots if spot.piles)
    return pane, _Sight([], places, corner, part, shown)


def _drawn(
    scene: Scene, plan: Layout, palette: Palette, sight: _Sight, scale: float, pane: Pane,
    march: March | None,
) -> Image.Image:  # fmt: skip
    """The map of a window: ground, highlights, arrows, names, pieces, and its line of words."""
    part, shown = sight.part, sight.shown
    board = kinds.of(plan)
    clean = _ground(plan, palette.name, sight.corner, scale, pane)
    picture = clean.copy()
    board.under(picture, scene, part, palette, scale)
    for mark in arrows.marks(scene, sight.done, sight.seen):
        board.highlight(picture, part, mark, palette, scale)
    if march is not None:
        marching.rings(picture, march, part, palette, scale)
    _mend(picture, clean, scale, pane)
    laid = board.arrange(shown, part, palette, scale)
    if plan.lattice:  # hexes are filled by their piles, so arrows lie upon them
        points.put(picture, laid, palette, scale)
    for way, line in arrows.arrows(part, shown, sight.done, pane.seen):
        arrows.arrow(picture, line, way, palette, scale)
        if way.cost:
            arrows.price(picture, line, way.cost, palette, scale)
    for letters, at in _lettering(plan, palette.name, sight.corner, scale, pane):
        picture.paste(letters, at, letters)
    if not plan.lattice:
        points.put(picture, laid, palette, scale)
    _caption(picture, scene, palette, scale, pane)
    if march is not None:
        marching.badges(picture, march, part, palette, scale)
    return picture


def _rolls(scene: Scene, seen: set[str]) -> tuple[Roll, ...]:
    """Of the reader's rolls only what stands in the window."""
    found = (replace(r, troops=tuple(t for t in r.troops if t.place in seen)) for r in scene.rolls)
    return tuple(replace(r, note="") for r in found if r.troops)


def sentences(
    scene: Scene,
    plan: Layout,
    places: Sequence[str] = (),
    events: Sequence[Mapping[str, Any]] = (),
) -> tuple[str, ...]:
    """What the close-up shows, in words, without drawing it."""
    plan = nearer(plan)
    return tuple(_summary(scene, plan, _sight(scene, plan, places, events)))


def nearer(plan: Layout) -> Layout:
    """A board of hexes is looked at from nearer: its window is cut out of larger hexes."""
    return plan.closer or plan


# -- which part of the board ---------------------------------------------------------------------


def _wanted(
    scene: Scene, plan: Layout, places: Sequence[str], done: Sequence[Deed]
) -> tuple[str, ...]:
    """What the picture is about, the most important first: as asked, or the last deeds first."""
    found = list(places) or [key for deed in reversed(done) for key in reversed(ends(deed))]
    if not places:
        found = [*found, *scene.action] if found else list(scene.action)
    if not found:  # nothing happens: where both sides stand, or the greatest stack
        meet = [s.place for s in scene.spots if len(s.piles) > 1]
        most = max(scene.spots, key=lambda s: sum(p.count for p in s.piles), default=None)
        found = meet or ([most.place] if most else list(plan.towns)[:1])
    for key in found:
        whole(plan, key)
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=2048)
def whole(plan: Layout, key: str) -> Box:
    """The room of a place or a sea zone with everything that may lie there."""
    if plan.lattice and key in plan.towns:
        grid = plan.lattice.grid
        times = 2.0 if key in plan.lattice.seas else 1.0
        return Box.around(plan.towns[key].at, (2 * grid.edge * times, grid.high * times))
    if key in plan.towns:
        town = plan.towns[key]
        reach = 2 * (town.reach + arrows.RING)
        around = Box.around(town.at, (reach, reach))
        rooms = [town.slot, town.inner] if plan.areas else []  # elsewhere stacks look for room
        return union([around, names.box(town), *rooms])
    if key in plan.waters:
        water = plan.waters[key]
        fleets = [water.fleet(side) for side in water.fleets]
        return union([Box.around(water.at, (62, 62)), names.zone_box(water), *fleets])
    raise refused("place", game=plan.title, place=repr(key))


@lru_cache(maxsize=64)
def window(plan: Layout, wanted: tuple[str, ...]) -> tuple[int, int]:
    """The corner of the window that shows most of what is wanted and cuts the fewest others."""
    core = whole(plan, wanted[0])
    for key in wanted[1:]:
        more = union([core, whole(plan, key)])
        if _fits(more):
            core = more
    ideal = _corner(plan, core)
    if plan.lattice:
        return _cells(plan, plan.lattice.grid, ideal)
    rooms = [whole(plan, key) for key in (*plan.towns, *plan.waters)]

    def cut_off(corner: tuple[int, int]) -> int:
        seen = _shift(SEEN, (-corner[0], -corner[1]))
        return sum(1 for box in rooms if box.meets(seen) and not box.inside(seen))

    choices = [
        (left, top)
        for left in range(ideal[0] - ASIDE, ideal[0] + ASIDE + 1, STEP)
        for top in range(ideal[1] - ASIDE, ideal[1] + ASIDE + 1, STEP)
        if 0 <= left <= plan.size[0] - WIDE
        and 0 <= top <= plan.size[1] - HIGH + BAND
        and core.inside(_shift(SEEN, (-left, -top)))
    ]
    best, least = ideal, math.inf
    for corner in sorted(choices, key=lambda c: math.dist(c, ideal)):
        far = math.dist(corner, ideal)
        if far >= least:  # the others lie further off still
            break
        cost = cut_off(corner) * 16 + far
        if cost < least:
            best, least = corner, cost
    return best


def _cells(plan: Layout, grid: Grid, ideal: tuple[int, int]) -> tuple[int, int]:
    """The window that begins with whole hexes, at the left and above."""
    across, down = grid.edge * 3, grid.high
    left = grid.at[0] + round((ideal[0] - grid.at[0]) / across) * across - FRAME
    top = grid.at[1] + round((ideal[1] - grid.at[1]) / down) * down - FRAME
    most = (plan.size[0] - WIDE, plan.size[1] - HIGH + BAND)
    return min(max(0, round(left)), most[0]), min(max(0, round(top)), most[1])


def _corner(plan: Layout, core: Box) -> tuple[int, int]:
    """The window with something in its middle, as far as the board reaches."""
    (x, y), (a, b) = core.centre, SEEN.centre
    left = min(max(0, round((x - a) / STEP) * STEP), plan.size[0] - WIDE)
    return left, min(max(0, round((y - b) / STEP) * STEP), plan.size[1] - HIGH + BAND)


def _fits(box: Box) -> bool:
    across, down = box.right - box.left, box.bottom - box.top
    # less a step, since windows begin at steps
    return across + STEP <= SEEN.right - SEEN.left and down + STEP <= SEEN.bottom - SEEN.top


def _shift(box: Box, by: Point) -> Box:
    return Box(box.left - by[0], box.top - by[1], box.right - by[0], box.bottom - by[1])


@lru_cache(maxsize=16)
def cut(plan: Layout, corner: tuple[int, int], pane: Pane = CLOSE) -> Layout:
    """The layout of a window: only places and sea zones that lie wholly in it."""
    seen = pane.seen
    towns = {
        key: town.moved(corner)
        for key, town in plan.towns.items()
        if _shift(whole(plan, key), corner).inside(seen)
    }
    waters = {
        key: water.moved(corner)
        for key, water in plan.waters.items()
        if _shift(whole(plan, key), corner).inside(seen)
    }
    regions = [r.model_copy(update={"at": moved(r.at, corner)}) for r in plan.regions]
    return replace(
        plan,
        size=(pane.wide, pane.high),
        frame=FRAME,
        towns=towns,
        waters=waters,
        roads=tuple(road.moved(corner) for road in plan.roads),
        lanes=tuple(lane.moved(corner) for lane in plan.lanes),
        areas={k: a.moved(corner) for k, a in plan.areas.items() if _seen(a.span, corner, pane)},
        borders=tuple(b.moved(corner) for b in plan.borders if _seen(b.span, corner, pane)),
        signs=tuple(sign.moved(corner) for sign in plan.signs),
        lattice=plan.lattice.moved(corner) if plan.lattice else None,
        regions=tuple(r for r in regions if room.region_box(r).inside(seen)),
        boxes={"words": Box(0, pane.high - BAND - 4, pane.wide, pane.high)},
        compass=None,
    )


def _seen(span: Box, corner: Point, pane: Pane) -> bool:
    """Whether something reaches into the window."""
    return span.meets(Box(corner[0], corner[1], corner[0] + pane.wide, corner[1] + pane.high))


def _within(scene: Scene, seen: Iterable[str]) -> Scene:
    return replace(
        scene,
        spots=tuple(s for s in scene.spots if s.place in seen),
        squadrons=tuple(q for q in scene.squadrons if q.zone in seen),
    )


# -- what lies still -----------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _ground(
    plan: Layout, name: str, corner: tuple[int, int], scale: float, pane: Pane = CLOSE
) -> Image.Image:
    """The window without anything that moves."""
    palette = palette_named(name)
    fine = scale * base.SHARP
    country = _country(
        plan, palette, corner, fine, pane
    )  # first: opening the ground takes most room
    picture = Image.new("RGB", (round(pane.wide * fine), round(pane.high * fine)), palette.paper)
    picture.paste(country)
    part = cut(plan, corner, pane)
    for layer in base.layers(part, below="names"):
        layer(picture, part, palette, fine)
    _dots(picture, plan, part, corner, palette, fine)
    for layer in (_band, base.frame):
        layer(picture, part, palette, fine)
    return picture.reduce(base.SHARP)


@lru_cache(maxsize=4)
def _lettering(
    plan: Layout, name: str, corner: tuple[int, int], scale: float, pane: Pane = CLOSE
) -> list[Written]:
    """The names alone, each with its place: they lie over arrows and under the pieces."""
    return lettering(cut(plan, corner, pane), name, scale)


def _country(
    plan: Layout, palette: Palette, corner: tuple[int, int], scale: float, pane: Pane
) -> Image.Image:
    if not plan.ground:
        return Image.new(
            "RGB", (round(pane.wide * scale), round((pane.high - BAND) * scale)), palette.bed
        )
    ground = base.ground(plan.ground, palette)
    ratio = ground.width / plan.size[0]
    size = (round(pane.wide * scale), round((pane.high - BAND) * scale))
    left, top = round(corner[0] * ratio), round(corner[1] * ratio)
    area = (left, top, left + round(pane.wide * ratio), top + round((pane.high - BAND) * ratio))
    return base.washed(ground.crop(area), palette).resize(size, Image.Resampling.BICUBIC)


def _dots(
    picture: Image.Image,
    plan: Layout,
    part: Layout,
    corner: tuple[int, int],
    palette: Palette,
    scale: float,
) -> None:
    """Where roads meet at a place that the edge would cut: a plain dot, nothing is said of it."""
    if plan.lattice:
        return
    pen = ImageDraw.Draw(picture)
    for key in plan.towns.keys() - part.towns.keys() - plan.areas.keys():
        x, y = (v * scale for v in moved(plan.towns[key].at, corner))
        r = 8 * scale
        box = (x - r, y - r, x + r, y + r)
        pen.ellipse(box, fill=palette.bed, outline=palette.faint, width=round(2 * scale))


def _band(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """The paper for the line of words."""
    pen = ImageDraw.Draw(picture)
    top = (plan.size[1] - BAND) * scale
    pen.rectangle((0, top, picture.width, picture.height), fill=palette.paper)
    pen.line((0, top, picture.width, top), fill=palette.ink, width=round(2.4 * scale))


def _mend(picture: Image.Image, clean: Image.Image, scale: float, pane: Pane) -> None:
    """Colours of the land end at the frame and above the line of words."""
    edge, low = round(FRAME * 0.72 * scale) + 2, round((pane.high - BAND) * scale) - 2
    wide, high = picture.size
    for box in ((0, 0, wide, edge), (0, 0, edge, high), (wide - edge, 0, wide, high)):
        picture.paste(clean.crop(box), box[:2])
    picture.paste(clean.crop((0, low, wide, high)), (0, low))


def _caption(
    picture: Image.Image, scene: Scene, palette: Palette, scale: float, pane: Pane
) -> None:
    text = scene.tongue.word(say("caption", when=scene.heading, doing=scene.doing))
    at, hand = (pane.wide / 2, pane.high - BAND / 2 + 4), Hand("roman", 23, 650)
    label(picture, at, text, hand, pane.wide - 50, palette.ink, scale, least=13)


# -- in words ------------------------------------------------------------------------------------


def _summary(scene: Scene, plan: Layout, sight: _Sight) -> Iterator[str]:
    """What happened, what stands where, and what did not fit into the picture."""
    seen, word = sight.seen, scene.tongue.word
    here = [key for key in sight.wanted if key in seen]
    around = commas(plan.called(key) for key in here[:6])
    yield word(say("region", game=plan.title, when=scene.heading, doing=scene.doing, places=around))
    ways = [d for d in sight.done if isinstance(d, Way)]
    if ways:
        yield word(say("region.arrows", ways=semicolons(_routes(ways, scene, plan))))
    fights = [d.place for d in sight.done if isinstance(d, Mark) and d.what == "fight"]
    if fights:
        places = commas(plan.called(key) for key in dict.fromkeys(fights))
        yield word(say("region.fights", places=places))
    missing = [plan.called(key) for key in sight.wanted if key not in seen]
    if missing:
        yield word(say("region.outside", places=commas(missing)))
    for key in [*here, *(key for key in (*plan.towns, *plan.waters) if key in seen - set(here))]:
        if key in plan.waters:
            yield from map(word, _afloat(scene, plan, key))
        if key in scene.about:
            yield scene.about[key]


def _afloat(scene: Scene, plan: Layout, zone: str) -> Iterator[Said]:
    rows = []
    for q in (q for q in scene.squadrons if q.zone == zone):
        laden = ".laden" if q.carried else ""
        side = _called(scene, q.side)
        rows.append(say(f"fleet{laden}", side=side, ships=q.ships, blocks=q.carried))
    if rows:
        yield say("afloat", water=plan.called(zone), fleets=commas(rows))


def _called(scene: Scene, side: str) -> Field:
    return scene.sides.get(side, side)


def _routes(ways: Sequence[Way], scene: Scene, plan: Layout) -> Iterator[Said]:
    """The legs of one march or voyage make one route."""
    routes: list[tuple[Way, list[str]]] = []
    for way in ways:
        if routes and routes[-1][0].order == way.order and routes[-1][1][-1] == way.start:
            routes[-1][1].append(way.goal)
        else:
            routes.append((way, [way.start, way.goal]))
    for way, stops in routes:
        route = chained([plan.called(stop) for stop in stops], "to")
        who = way.who or _called(scene, way.side)
        yield say("way.flight" if way.flight else "way", who=who, route=route)
