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

from renderer import arrows, base, boards, names, pieces, room
from renderer.deeds import Deed, Mark, Way, ends
from renderer.errors import RenderError
from renderer.games import pictures
from renderer.geometry import Box, Point, moved, union
from renderer.layout import Layout
from renderer.lettering import font
from renderer.overlay import Written, lettering
from renderer.palette import Palette
from renderer.palette import palette as palette_named
from renderer.scene import Scene, Squadron

WIDE, HIGH = 720, 540  # units of the layout: the smallest name is 10 pixels where 550 are shown
BAND = 40  # the line of words below the map
FRAME = 12
SEEN = Box(FRAME, FRAME, WIDE - FRAME, HIGH - BAND - 4)  # of a window: what is whole
STEP = 8  # windows begin at multiples of this, so that the next picture finds its ground again
ASIDE = 13 * STEP  # how far from the middle the place of action may lie


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
) -> Closeup:
    """The picture, at least 1100 pixels wide, and its sentences."""
    sight = _sight(scene, plan, places, events)
    part, shown = sight.part, sight.shown
    scale = max(1100, width) / WIDE
    board = boards.of(plan)
    picture = _ground(plan, palette.name, sight.corner, scale).copy()
    board.under(picture, scene, part, palette, scale)
    for mark in arrows.marks(scene, sight.done, sight.seen):
        board.highlight(picture, part, mark, palette, scale)
    _mend(picture, _ground(plan, palette.name, sight.corner, scale), scale)
    for way, points in arrows.arrows(part, shown, sight.done, SEEN):
        arrows.arrow(picture, points, way, palette, scale)
    for letters, at in _lettering(plan, palette.name, sight.corner, scale):
        picture.paste(letters, at, letters)
    pieces.put(picture, board.arrange(shown, part, palette, scale), palette, scale)
    _caption(picture, f"{scene.heading}. {scene.doing}", palette, scale)
    return Closeup(picture, tuple(_summary(scene, plan, sight)))


def sentences(
    scene: Scene,
    plan: Layout,
    places: Sequence[str] = (),
    events: Sequence[Mapping[str, Any]] = (),
) -> tuple[str, ...]:
    """What the close-up shows, in words, without drawing it."""
    return tuple(_summary(scene, plan, _sight(scene, plan, places, events)))


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


@lru_cache(maxsize=512)
def whole(plan: Layout, key: str) -> Box:
    """The room of a place or a sea zone with everything that may lie there."""
    if key in plan.towns:
        town = plan.towns[key]
        reach = 2 * (town.reach + arrows.RING)
        around = Box.around(town.at, (reach, reach))
        return union([around, names.box(town), town.slot, town.inner])
    if key in plan.waters:
        water = plan.waters[key]
        fleets = [water.fleet(side) for side in water.fleets]
        return union([Box.around(water.at, (62, 62)), names.zone_box(water), *fleets])
    raise RenderError(f"The layout of {plan.title} has no place {key!r}.")


@lru_cache(maxsize=64)
def window(plan: Layout, wanted: tuple[str, ...]) -> tuple[int, int]:
    """The corner of the window that shows most of what is wanted and cuts the fewest others."""
    core = whole(plan, wanted[0])
    for key in wanted[1:]:
        more = union([core, whole(plan, key)])
        if _fits(more):
            core = more
    ideal = _corner(plan, core)
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
def cut(plan: Layout, corner: tuple[int, int]) -> Layout:
    """The layout of a window: only places and sea zones that lie wholly in it."""
    towns = {
        key: town.moved(corner)
        for key, town in plan.towns.items()
        if _shift(whole(plan, key), corner).inside(SEEN)
    }
    waters = {
        key: water.moved(corner)
        for key, water in plan.waters.items()
        if _shift(whole(plan, key), corner).inside(SEEN)
    }
    regions = [r.model_copy(update={"at": moved(r.at, corner)}) for r in plan.regions]
    return replace(
        plan,
        size=(WIDE, HIGH),
        frame=FRAME,
        towns=towns,
        waters=waters,
        roads=tuple(road.moved(corner) for road in plan.roads),
        lanes=tuple(lane.moved(corner) for lane in plan.lanes),
        areas={k: a.moved(corner) for k, a in plan.areas.items() if _seen(a.span, corner)},
        borders=tuple(b.moved(corner) for b in plan.borders if _seen(b.span, corner)),
        signs=tuple(sign.moved(corner) for sign in plan.signs),
        regions=tuple(r for r in regions if room.region_box(r).inside(SEEN)),
        boxes={"words": Box(0, HIGH - BAND - 4, WIDE, HIGH)},
        compass=None,
    )


def _seen(span: Box, corner: Point) -> bool:
    """Whether something reaches into the window."""
    return span.meets(Box(corner[0], corner[1], corner[0] + WIDE, corner[1] + HIGH))


def _within(scene: Scene, seen: Iterable[str]) -> Scene:
    return replace(
        scene,
        spots=tuple(s for s in scene.spots if s.place in seen),
        squadrons=tuple(q for q in scene.squadrons if q.zone in seen),
    )


# -- what lies still -----------------------------------------------------------------------------


@lru_cache(maxsize=2)
def _ground(plan: Layout, name: str, corner: tuple[int, int], scale: float) -> Image.Image:
    """The window without anything that moves."""
    palette = palette_named(name)
    fine = scale * base.SHARP
    country = _country(plan, palette, corner, fine)  # first: opening the ground takes most room
    picture = Image.new("RGB", (round(WIDE * fine), round(HIGH * fine)), palette.paper)
    picture.paste(country)
    part = cut(plan, corner)
    for layer in base.layers(part, below="names"):
        layer(picture, part, palette, fine)
    _dots(picture, plan, part, corner, palette, fine)
    for layer in (_band, base.frame):
        layer(picture, part, palette, fine)
    return picture.reduce(base.SHARP)


@lru_cache(maxsize=2)
def _lettering(plan: Layout, name: str, corner: tuple[int, int], scale: float) -> list[Written]:
    """The names alone, each with its place: they lie over arrows and under the pieces."""
    return lettering(cut(plan, corner), name, scale)


def _country(plan: Layout, palette: Palette, corner: tuple[int, int], scale: float) -> Image.Image:
    ground = base.ground(plan.ground)
    ratio = ground.width / plan.size[0]
    size = (round(WIDE * scale), round((HIGH - BAND) * scale))
    left, top = round(corner[0] * ratio), round(corner[1] * ratio)
    area = (left, top, left + round(WIDE * ratio), top + round((HIGH - BAND) * ratio))
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
    pen = ImageDraw.Draw(picture)
    for key in plan.towns.keys() - part.towns.keys() - plan.areas.keys():
        x, y = (v * scale for v in moved(plan.towns[key].at, corner))
        r = 8 * scale
        box = (x - r, y - r, x + r, y + r)
        pen.ellipse(box, fill=palette.bed, outline=palette.faint, width=round(2 * scale))


def _band(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """The paper for the line of words."""
    pen = ImageDraw.Draw(picture)
    top = (HIGH - BAND) * scale
    pen.rectangle((0, top, picture.width, picture.height), fill=palette.paper)
    pen.line((0, top, picture.width, top), fill=palette.ink, width=round(2.4 * scale))


def _mend(picture: Image.Image, clean: Image.Image, scale: float) -> None:
    """Colours of the land end at the frame and above the line of words."""
    edge, low = round(FRAME * 0.72 * scale) + 2, round((HIGH - BAND) * scale) - 2
    wide, high = picture.size
    for box in ((0, 0, wide, edge), (0, 0, edge, high), (wide - edge, 0, wide, high)):
        picture.paste(clean.crop(box), box[:2])
    picture.paste(clean.crop((0, low, wide, high)), (0, low))


def _caption(picture: Image.Image, text: str, palette: Palette, scale: float) -> None:
    letters = font("roman", round(23 * scale), 650)
    while letters.getlength(text) > (WIDE - 50) * scale:
        text = text[:-2].rstrip(" …") + "…"
    at = (WIDE / 2 * scale, (HIGH - BAND / 2 + 4) * scale)
    ImageDraw.Draw(picture).text(at, text, fill=palette.ink, anchor="ms", font=letters)


# -- in words ------------------------------------------------------------------------------------


def _summary(scene: Scene, plan: Layout, sight: _Sight) -> Iterator[str]:
    """What happened, what stands where, and what did not fit into the picture."""

    def called(key: str) -> str:
        return plan.towns[key].name if key in plan.towns else plan.waters[key].name

    seen = sight.seen
    here = [key for key in sight.wanted if key in seen]
    yield (
        f"Close-up of {plan.title}, {scene.heading}. {scene.doing}. "
        f"Around {', '.join(called(key) for key in here[:6])}."
    )
    ways = [d for d in sight.done if isinstance(d, Way)]
    if ways:
        yield "Arrows: " + "; ".join(_routes(ways, called)) + "."
    fights = [d.place for d in sight.done if isinstance(d, Mark) and d.what == "fight"]
    if fights:
        yield f"Fights at {', '.join(called(k) for k in dict.fromkeys(fights))}."
    missing = [called(key) for key in sight.wanted if key not in seen]
    if missing:
        yield f"Outside the picture: {', '.join(missing)}."
    for key in [*here, *(key for key in (*plan.towns, *plan.waters) if key in seen - set(here))]:
        if key in plan.waters:
            yield from _afloat(called(key), [q for q in scene.squadrons if q.zone == key])
        yield from (row for row in scene.details if row.startswith(f"{called(key)}: "))


def _afloat(water: str, squadrons: Sequence[Squadron]) -> Iterator[str]:
    rows = [
        f"{q.side.capitalize()} ships {q.ships}"
        + (f" with {q.carried} blocks" if q.carried else "")
        for q in squadrons
    ]
    if rows:
        yield f"{water}: {', '.join(rows)}."


def _routes(ways: Sequence[Way], called: Any) -> list[str]:
    """The legs of one march or voyage make one route."""
    routes: list[tuple[Way, list[str]]] = []
    for way in ways:
        if routes and routes[-1][0].order == way.order and routes[-1][1][-1] == way.start:
            routes[-1][1].append(way.goal)
        else:
            routes.append((way, [way.start, way.goal]))
    return [
        f"{way.who or way.side.capitalize()}{' in flight' if way.flight else ''}, "
        f"{' to '.join(called(stop) for stop in stops)}"
        for way, stops in routes
    ]
