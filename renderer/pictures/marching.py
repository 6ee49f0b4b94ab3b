"""An order that is being built, drawn on a close-up: where it begins, how far it could go at which
price, its way so far, and what it would bring about."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from engine.tongues import Said, Tongue
from renderer.boards import kinds
from renderer.boards.deeds import Deed, Mark, Way
from renderer.boards.layout import Layout
from renderer.boards.scene import BlockFace
from renderer.ink.geometry import Point
from renderer.ink.heraldry import sign
from renderer.ink.palette import Colour, Palette
from renderer.ink.writing import Hand, label
from renderer.pictures import roll
from renderer.pieces.faces import TALL, face_token
from renderer.words import chained, say

Order = Mapping[str, Any]  # of engine.parts.outlook, as JSON
FACE = 66.0
LINE = 50.0
KEY = Hand("italic", 31, 600)
RING, BADGE = 8.0, 9.0
DASHES = 18


class Price(NamedTuple):
    """What must be paid to reach a place: an emblem for it, its words, and whether its ring is
    broken."""

    emblem: str
    words: str
    broken: bool = False


@dataclass(frozen=True)
class March:
    side: str
    origin: str
    path: tuple[str, ...]
    reach: Mapping[str, tuple[str, ...]]  # by place, the prices by name
    battles: tuple[str, ...]  # places where it would end among enemies
    title: str
    note: str = ""
    goes: tuple[BlockFace, ...] = ()
    stays: tuple[BlockFace, ...] = ()
    who: str = ""  # those who go, in words, where they have no faces
    words: tuple[str, str] = ("", "")  # of those who go, of those who stay
    road: str = ""
    price: str = ""
    warnings: tuple[str, ...] = ()
    prices: Mapping[str, Price] = field(default_factory=dict)
    near: str = ""  # what a plain ring means

    @property
    def about(self) -> tuple[str, ...]:
        """What the picture should show, the most important first."""
        return tuple(dict.fromkeys((self.origin, *self.path, *self.reach)))

    def deeds(self) -> list[Deed]:
        stops = (self.origin, *self.path)
        found: list[Deed] = [Way(self.side, a, b) for a, b in itertools.pairwise(stops)]
        return found + [Mark(place, "fight") for place in self.battles]


def plainly(order: Order, side: str, plan: Layout, tongue: Tongue) -> March:
    """A march as any game has it: places, reach and warnings. A game adds faces and prices."""
    stops = [order["origin"], *order["path"]]
    road = tongue.field(chained([plan.called(key) for key in stops], "road"))
    warned = [_warned(row, tongue) for row in order["warnings"]]
    return March(
        side=side,
        origin=order["origin"],
        path=tuple(order["path"]),
        reach={k: tuple(p) for k, p in order["reach"].items() if k != order["origin"]},
        battles=tuple(row["place"] for row in order["warnings"] if row["battle"]),
        title=tongue.word(say("order")),
        who=" ".join(order["who"]),
        road=road if order["path"] else tongue.word(say("order.choose")),
        warnings=tuple(warned),
        near=tongue.word(say("order.reach")),
    )


def _warned(row: Mapping[str, Any], tongue: Tongue) -> str:
    return tongue.word(say("order.warned", words=Said.from_json(row["said"]), rule=row["rule"]))


# -- on the map ----------------------------------------------------------------------------------


def rings(picture: Image.Image, march: March, part: Layout, palette: Palette, scale: float) -> None:
    """Red where it begins and goes, gilt where it could end; broken where that costs more."""
    red, gold = palette.main, palette.gold
    for place in (key for key in march.reach if key in part.towns and key not in march.path):
        if part.areas:
            kinds.of(part).highlight(picture, part, Mark(place), palette, scale)
            continue
        dear = [march.prices[name] for name in march.reach[place] if name in march.prices]
        broken = any(price.broken for price in dear)
        _ring(picture, _at(part, place), _far(part, place), gold, palette.ink, broken, scale)
    for n, place in enumerate((march.origin, *march.path)):
        if place in part.towns and not (part.areas and n):
            far = _far(part, place) + (4 if n == 0 else 0)
            _ring(picture, _at(part, place), far, red, palette.ink, False, scale)


def badges(
    picture: Image.Image, march: March, part: Layout, palette: Palette, scale: float
) -> None:
    """What a place costs, on a small disk at its lower right."""
    for place in (key for key in march.reach if key in part.towns):
        dear = [march.prices[name] for name in march.reach[place] if name in march.prices]
        if dear:
            (x, y), far = _at(part, place), _far(part, place) * 0.75
            _badge(picture, dear[-1], (x + far, y + far), palette, scale)


def _at(part: Layout, place: str) -> Point:
    return part.towns[place].at


def _far(part: Layout, place: str) -> float:
    return part.towns[place].reach + RING


def _ring(
    picture: Image.Image, at: Point, far: float, ink: Colour, edge: Colour, broken: bool,
    scale: float,
) -> None:  # fmt: skip
    x, y = at[0] * scale, at[1] * scale
    pen = ImageDraw.Draw(picture)
    for grow, fill, thick in ((1.2, edge, 7.4), (0.0, ink, 5.0)):
        r = (far + grow) * scale
        box, width = (x - r, y - r, x + r, y + r), round(thick * scale)
        if not broken:
            pen.ellipse(box, outline=fill, width=width)
            continue
        for i in range(DASHES):
            first = 360 * i / DASHES
            pen.arc(box, first, first + 360 / DASHES * 0.6, fill=fill, width=width)


def _badge(picture: Image.Image, price: Price, at: Point, palette: Palette, scale: float) -> None:
    pen = ImageDraw.Draw(picture)
    x, y = at[0] * scale, at[1] * scale
    for r, fill in ((BADGE, palette.ink), (BADGE - 1.4, palette.gold)):
        far = r * scale
        pen.ellipse((x - far, y - far, x + far, y + far), fill=fill)
    if price.emblem == "card":
        w, h = 3.4 * scale, 5.2 * scale
        pen.rounded_rectangle(
            (x - w, y - h, x + w, y + h), radius=1.2 * scale, fill=palette.paper,
            outline=palette.ink, width=max(1, round(1.2 * scale)),
        )  # fmt: skip
    else:
        sign(picture, price.emblem, (x, y), 13 * scale, palette.ink)


# -- below the map -------------------------------------------------------------------------------


def height(march: March) -> float:
    rows = len(march.warnings) + (1 if march.reach else 0)
    return roll.BAND + FACE * TALL + 30 + LINE * rows + 40


def below(picture: Image.Image, march: March, palette: Palette) -> Image.Image:
    """A picture with the strip under it: who marches, the road, its price, the warnings."""
    scale = picture.width / roll.WIDE
    whole = Image.new(
        "RGB", (picture.width, picture.height + round(height(march) * scale)), palette.paper
    )
    whole.paste(picture)
    strip = Image.new("RGB", (picture.width, whole.height - picture.height), palette.paper)
    _heading(strip, march, palette, scale)
    _who(strip, march, palette, scale)
    y = roll.BAND + FACE * TALL + 30
    for text in march.warnings:
        at, hand = (roll.MARGIN, y + 34), Hand("roman", 36, 700)
        wide = roll.WIDE - 2 * roll.MARGIN
        label(strip, at, text, hand, wide, palette.accent, scale, anchor="ls")
        y += LINE
    if march.reach:
        _key(strip, march, y, palette, scale)
    whole.paste(strip, (0, picture.height))
    return whole


def _heading(picture: Image.Image, march: March, palette: Palette, scale: float) -> None:
    paint = palette.side(march.side)
    dark, light = sorted((paint.face, paint.ink), key=sum)
    pen = ImageDraw.Draw(picture)
    pen.rectangle([v * scale for v in (18.0, 0.0, roll.WIDE - 18, roll.BAND)], fill=dark)
    at = (roll.MARGIN, roll.BAND / 2 + 10)
    label(picture, at, march.title, roll.HEADING, 900, light, scale, anchor="ls")
    at = (roll.WIDE - roll.MARGIN, roll.BAND / 2 + 10)
    label(picture, at, march.note, roll.NOTE, 600, light, scale, anchor="rs")


def _who(picture: Image.Image, march: March, palette: Palette, scale: float) -> None:
    """Faces of those who go and, pale, of those who stay; beside them the road and its price."""
    top, x = roll.BAND + 12.0, roll.MARGIN
    most = max(1, len(march.goes) + len(march.stays))
    face = min(FACE, 560 / most)
    for faces, pale, word in ((march.goes, False, 0), (march.stays, True, 1)):
        for one in faces:
            token = face_token(one, face, False, palette.name, scale)
            if pale:
                token = token.copy()
                token.putalpha(token.getchannel("A").point(lambda a: a // 3))
            picture.paste(token, (round(x * scale), round(top * scale)), token)
            x += face
        if faces:
            x = _word(picture, march.words[word], x + 8, top + face * TALL / 2, palette, scale) + 14
    if not march.goes and march.who:
        x = _word(picture, march.who, x, top + FACE * TALL / 2, palette, scale) + 20
    left = max(x + 16, 700.0)
    wide = roll.WIDE - roll.MARGIN - left
    for text, down, hand in (
        (march.road, 36.0, Hand("roman", 40, 750)),
        (march.price, 80.0, Hand("roman", 34, 600)),
    ):
        label(picture, (left, top + down), text, hand, wide, palette.ink, scale, anchor="ls")


def _word(
    picture: Image.Image, text: str, x: float, y: float, palette: Palette, scale: float
) -> float:
    letters = KEY.font(scale)
    ImageDraw.Draw(picture).text(
        (x * scale, (y + 10) * scale), text, font=letters, fill=palette.ink, anchor="ls"
    )
    return x + float(letters.getlength(text)) / scale


def _key(picture: Image.Image, march: March, y: float, palette: Palette, scale: float) -> None:
    """What the rings mean, of those that are there."""
    shown = {name for price in march.reach.values() for name in price}
    rows: Sequence[tuple[Price | None, str]] = [(None, march.near)]
    rows = [*rows, *((p, p.words) for name, p in march.prices.items() if name in shown)]
    x, middle = roll.MARGIN + 110, y + LINE / 2  # right of Discord's badge
    for price, words in rows:
        broken = price is not None and price.broken
        small = scale * 1.15
        at = (x * scale / small, middle * scale / small)
        _ring(picture, at, 12.0, palette.gold, palette.ink, broken, small)
        if price is not None:
            _badge(picture, price, (at[0] + 11, at[1] + 8), palette, small)
        x = _word(picture, words, x + 34, middle, palette, scale) + 50


def sentences(march: March, plan: Layout, tongue: Tongue) -> list[str]:
    """What the picture says, in words."""
    found = [f"{march.title}."]
    if march.road:
        entry = "order.words" if march.price else "order.road"
        found.append(tongue.word(say(entry, road=march.road, price=march.price)))
    found += march.warnings
    free = [plan.called(k) for k, price in march.reach.items() if not price]
    if free:
        places = chained(free, "comma")
        found.append(tongue.word(say("order.free", what=march.near, places=places)))
    for name, price in march.prices.items():
        there = [plan.called(k) for k, p in march.reach.items() if p and p[-1] == name]
        if there:
            places = chained(there, "comma")
            found.append(tongue.word(say("order.free", what=price.words, places=places)))
    return found


def far_off(plan: Layout, march: March) -> tuple[str, ...]:
    """What the picture is about, with the places in reach that lie nearest first."""
    start = plan.towns[march.origin].at

    def far(key: str) -> float:
        return math.dist(plan.towns[key].at, start)

    near = sorted((key for key in march.reach if key in plan.towns), key=far)
    return tuple(dict.fromkeys((march.origin, *march.path, *near)))
