"""A seat's hand as cards, and the recruitment boxes as blocks: sheets beside the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from engine.data import folder, load
from renderer import cards
from renderer.cards import DIGITS, HEAD, TALL, Design
from renderer.errors import RenderError
from renderer.geometry import Box
from renderer.layout import Kind, Layout
from renderer.lettering import figures, font, stamp
from renderer.palette import Paint, Palette, palette
from renderer.tokens import ARMS

WIDE = 1600  # units across, as the board: so letters are as large in both
TALLEST = 1200  # cards and blocks shrink before a sheet grows higher
MARGIN = 46
TITLE = 150  # where the cards begin
GAP = 18.0
LARGEST, SMALLEST = 290, 186
OPEN = (470.0, 112.0)  # a card lying open
FINE = 3
ALT = 1024

Facts = Mapping[str, Any]


class Laid(NamedTuple):
    """Something on a sheet, in units, and how to make it at a scale."""

    what: str
    box: Box
    token: Callable[[float], Image.Image]


@dataclass(frozen=True)
class Sheet:
    """A sheet before it is drawn: its size, what lies on it, and its words."""

    size: tuple[int, int]
    laid: tuple[Laid, ...]
    back: Callable[[Image.Image, float], None]
    words: tuple[str, ...]
    alt: str

    def draw(self, scale: float) -> Image.Image:
        size = (round(self.size[0] * scale), round(self.size[1] * scale))
        picture = Image.new("RGB", size)
        self.back(picture, scale)
        for piece in self.laid:
            token = piece.token(scale)
            corner = (round(piece.box.left * scale), round(piece.box.top * scale))
            picture.paste(token, corner, token)
        return picture


# -- a hand --------------------------------------------------------------------------------------


class Group(NamedTuple):
    """Copies of one design, and how many of them the opponent knows."""

    card: Design
    count: int  # type: ignore[assignment]  # hides a method nobody needs
    seen: int


def hand_sheet(facts: Facts, plan: Layout, colours: Palette) -> Sheet:
    """The hand of the seat whose view this is; there is no other (3.3)."""
    seat = facts["seat"]
    own = facts[seat] if seat is not None else None
    if own is None or own["hand"] is None:
        raise RenderError("A hand is drawn only for the seat that holds it.")
    groups = _groups(plan.game, seat, own)
    open_ones = _open(plan.game, facts, seat)
    width, rows = _dealt(groups, bool(open_ones))
    laid: list[Laid] = []
    y = float(TITLE)
    for row in rows:
        laid += _row(row, y, width, colours)
        y += _row_height(width)
    if not rows:
        y += 190
    top = y + 16
    if open_ones:
        laid += _lying(open_ones, seat, top + 40, colours)
        y = top + 40 + HEAD + OPEN[1] + 14
    size = (WIDE, round(y + MARGIN))
    words = tuple(_hand_words(plan, facts, seat, groups, open_ones))
    heading = _titles(plan)[seat]
    when = f"{facts['year'].replace('-', '–')}, turn {facts['turn']}"
    counts = [("in hand", own["cards"]), ("deck", own["deck"]), ("discards", own["discards"])]
    known = sum(g.seen for g in groups)
    if known:
        counts.append(("they know", known))

    def back(picture: Image.Image, scale: float) -> None:
        pen = ImageDraw.Draw(picture)
        _table(pen, picture, colours, scale)
        _heading(picture, heading, when, counts, colours, scale)
        if not rows:
            text = font("italic", round(44 * scale), 500)
            at = (WIDE / 2 * scale, (TITLE + 110) * scale)
            pen.text(at, "no cards in hand", font=text, fill=colours.paper, anchor="ms")
        if open_ones:
            _rule(pen, "open beside the board", top + 14, colours, scale)

    return Sheet(size, tuple(laid), back, words, _alt(words, _short(plan, facts, seat, groups)))


def _groups(game: str, seat: str, own: Facts) -> list[Group]:
    """The hand by design, in the order of the deck, so that a faction lies together."""
    copies: Counter[str] = Counter(own["hand"])
    seen: Counter[str] = Counter(own["shown"])
    faces = {key: cards.design(game, seat, key) for key in copies}
    order = list(cards.designs(game)[seat])
    for card in faces.values():
        cards.ability(card)
    return [
        Group(faces[key], copies[key], min(seen[key], copies[key]))
        for key in sorted(copies, key=order.index)
    ]


def _open(game: str, facts: Facts, seat: str) -> list[Group]:
    """Cards that lie open beside the board: the seat's own first (5.1, 11.2)."""
    found = []
    for side in sorted(_sides(game), key=lambda s: s != seat):
        if facts[side]["surrenders"]:
            card = cards.design(game, side, "Surrender")
            found.append(Group(card, facts[side]["surrenders"], 0))
        if side == "christian" and facts["bull"]:
            found.append(Group(cards.design(game, side, "PapalBull"), 1, 0))
    return found


def _dealt(groups: list[Group], lying: bool) -> tuple[int, list[list[Group]]]:
    """The largest cards that fit a sheet of common height, and their rows."""
    around = TITLE + MARGIN + (HEAD + OPEN[1] + 70 if lying else 0)
    for tallest in (TALLEST, TALLEST * 6 // 5, TALLEST * 3 // 2):
        for width in range(LARGEST, SMALLEST - 1, -4):
            rows = _rows(groups, width)
            if len(rows) * _row_height(width) <= tallest - around:
                return width, rows
    return SMALLEST, _rows(groups, SMALLEST)


def _row_height(width: int) -> float:
    return HEAD + width * TALL + cards.reach(cards.FANNED, width).bottom - width * TALL + 8


def _across(group: Group, width: int) -> float:
    box = cards.reach(group.count, width)
    return box.right - box.left


def _rows(groups: list[Group], width: int) -> list[list[Group]]:
    """As few rows as there must be, all about equally long."""
    room = WIDE - 2 * MARGIN - 8
    least = len(_filled(groups, width, room))
    total = sum(_across(g, width) + GAP for g in groups)
    for tight in range(20):
        wanted = min(room, total / max(1, least) + tight * (room / 20))
        rows = _filled(groups, width, wanted)
        if len(rows) <= least:
            return rows
    return _filled(groups, width, room)


def _filled(groups: list[Group], width: int, room: float) -> list[list[Group]]:
    rows: list[list[Group]] = []
    left = 0.0
    for group in groups:
        across = _across(group, width)
        if not rows or left < across:
            rows.append([])
            left = room
        rows[-1].append(group)
        left -= across + GAP
    return rows


def _row(row: list[Group], top: float, width: int, colours: Palette) -> Iterator[Laid]:
    x = (WIDE - sum(_across(g, width) for g in row) - GAP * (len(row) - 1)) / 2
    for group in row:
        reach = cards.reach(group.count, width)
        box = Box(x, top, x + reach.right - reach.left, top + reach.bottom - reach.top)
        yield Laid(group.card.key, box, _fan(group, width, colours))
        x = box.right + GAP


def _fan(group: Group, width: int, colours: Palette) -> Callable[[float], Image.Image]:
    return lambda scale: cards.fan_token(
        group.card, group.count, group.seen, width, colours.name, scale
    )


def _lying(groups: list[Group], seat: str, top: float, colours: Palette) -> Iterator[Laid]:
    """Cards on their side, in a row."""
    x = (WIDE - len(groups) * OPEN[0] - (len(groups) - 1) * 2 * GAP) / 2
    for g in groups:
        box = Box(x, top, x + OPEN[0], top + HEAD + OPEN[1])
        yield Laid(
            f"open {g.card.side} {g.card.key}", box, _open_face(g, g.card.side == seat, colours)
        )
        x = box.right + 2 * GAP


def _open_face(group: Group, own: bool, colours: Palette) -> Callable[[float], Image.Image]:
    return lambda scale: open_token(group.card, group.count, own, colours.name, scale)


@lru_cache(maxsize=32)
def open_token(card: Design, count: int, own: bool, palette_name: str, scale: float) -> Image.Image:
    """A card lying open on its side: the emblem, the name, what it does, how many."""
    colours = palette(palette_name)
    u = scale * FINE
    w, h, head = OPEN[0] * u, OPEN[1] * u, HEAD * u
    picture = Image.new("RGBA", (round(w), round(h + head)))
    pen = ImageDraw.Draw(picture)
    paint = colours.side(card.side)
    frame = min(paint.face, paint.ink, key=sum)
    for i in range(min(count, 3) - 1, -1, -1):
        d = 7 * u * i
        area = (d, head + d, w - 1 - 14 * u + d, head + h - 1 - 14 * u + d)
        for inset, fill in ((0.0, colours.gold), (1.2, frame), (6.0, colours.halo)):
            cut = tuple(v + s * inset * u for v, s in zip(area, (1, 1, -1, -1), strict=True))
            cards.leaf(pen, card.side, (cut[0], cut[1], cut[2], cut[3]), 12 * u, fill)
    mid, tall = head + (h - 14 * u) / 2, h - 34 * u
    pen.rectangle((10 * u, mid - tall / 2, 10 * u + tall, mid + tall / 2), fill=frame)
    cards.sign(
        picture, cards.SPECIALS[card.type][0], (10 * u + tall / 2, mid), 52 * u, colours.gold
    )
    left, right = 22 * u + tall, w - (76 if count > 1 else 30) * u
    for text, face, weight, size, down, ink in (
        (f"{'Your' if own else 'Their'} {card.name}", "roman", 700, 33, -5, colours.ink),
        (cards.ability(card), "italic", 600, 27, 26, colours.faint),
    ):
        _, letters = cards.fitted(text, right - left, size * u, face, weight, 1)
        pen.text(
            ((left + right) / 2, mid + down * u),
            text,
            font=font(face, round(letters), weight),
            fill=ink,
            anchor="ms",
        )
    small = picture.reduce(FINE)
    if count > 1:
        mark = cards.tag(f"×{count}", False, palette_name, scale)
        small.alpha_composite(mark, (small.width - mark.width - round(8 * scale), 0))
    return small


# -- the recruitment boxes -----------------------------------------------------------------------


class Heap(NamedTuple):
    """Blocks under one heading; `blocks` is None where the reader knows only their number."""

    heading: str
    side: str
    count: int  # type: ignore[assignment]  # hides a method nobody needs
    blocks: tuple[str, ...] | None


COLUMN = (WIDE - 3 * 40) / 2
CELL_GAP = 16.0
BLOCKS = (124, 112, 100, 92)


def box_sheet(facts: Facts, plan: Layout, colours: Palette) -> Sheet:
    """Recruitment boxes and lost blocks of both sides; the reader's own at the left."""
    sides = sorted(_sides(plan.game), key=lambda side: side != facts["seat"])
    heaps = {side: _heaps(facts, plan, side) for side in sides}
    faces = block_faces(plan.game)
    for heap in (h for found in heaps.values() for h in found):
        for key in heap.blocks or ():
            plan.kind(key)
    for size in BLOCKS:
        columns = [_column(heaps[side], i, size, faces, colours) for i, side in enumerate(sides)]
        bottom = max(column.bottom for column in columns)
        if bottom + 30 <= TALLEST:
            break
    words = tuple(_box_words(facts, plan, sides, heaps))
    titles = _titles(plan)
    when = f"{facts['year'].replace('-', '–')}, turn {facts['turn']}"
    tall = round(bottom + 40)

    def back(picture: Image.Image, scale: float) -> None:
        pen = ImageDraw.Draw(picture)
        _table(pen, picture, colours, scale)
        _heading(picture, "Recruits and losses", when, (), colours, scale)
        for i, (side, column) in enumerate(zip(sides, columns, strict=True)):
            _panel(pen, i, tall - 34, colours, scale)
            _band(pen, i, titles[side], colours.side(side), scale)
            for text, count, y in column.headings:
                _counted(picture, text, count, _left(i) + 18, y, colours, scale)
            y = column.headings[0][2]
            bag = facts[side]["bag"]
            _counted(picture, "in the bag", bag, _left(i) + COLUMN - 218, y, colours, scale)

    laid = tuple(piece for column in columns for piece in column.laid)
    return Sheet((WIDE, tall), laid, back, words, _alt(words, words))


def _heaps(facts: Facts, plan: Layout, side: str) -> list[Heap]:
    own = facts[side]
    box = None if own["box"] is None else tuple(own["box"])
    found = [Heap("in the recruitment box", side, own["recruits"], box)]
    if own["mercenaries"]:
        hired = tuple(own["mercenaries"])
        found.append(Heap("mercenaries, face up", side, len(hired), hired))
    if side == "muslim" and facts["guard"]:
        guard = tuple(facts["guard"])
        found.append(Heap("of the Palace Guard", side, len(guard), guard))
    lost = tuple(own["eliminated"])
    found.append(Heap("eliminated", side, len(lost), lost))
    if side == "christian" and facts["grey"]["eliminated"]:
        grey = tuple(facts["grey"]["eliminated"])
        found.append(Heap("lost of Boabdil’s army", "grey", len(grey), grey))
    return found


class Column(NamedTuple):
    headings: list[tuple[str, int, float]]  # words, how many blocks, the top of the line
    laid: list[Laid]
    bottom: float


def _left(index: int) -> float:
    return 40 + index * (COLUMN + 40)


def _column(
    heaps: list[Heap], index: int, size: int, faces: Mapping[str, BlockFace], colours: Palette
) -> Column:
    """Heaps below each other; what is hidden is one block with a figure."""
    headings: list[tuple[str, int, float]] = []
    laid: list[Laid] = []
    y = TITLE + 84.0
    for heap in heaps:
        headings.append((heap.heading, heap.count, y))
        cells = _cells(heap, size, faces, colours)
        y = _flow(heap, cells, index, y + 48, size, laid)
    return Column(headings, laid, y)


Cell = tuple[str, float, Callable[[float], Image.Image]]  # the kind, its width, its picture


def _cells(heap: Heap, size: int, faces: Mapping[str, BlockFace], colours: Palette) -> list[Cell]:
    if heap.blocks is None:
        return [("hidden", float(size), _back_face(heap, size, colours))] if heap.count else []
    shown = Counter(heap.blocks)
    order = list(faces)
    return [
        (key, block_width(shown[key], size), _block_face(faces[key], shown[key], size, colours))
        for key in sorted(shown, key=order.index)
    ]


def _flow(
    heap: Heap, cells: list[Cell], index: int, top: float, size: int, laid: list[Laid]
) -> float:
    """Blocks in rows; returns where the next heading goes."""
    left, right = _left(index) + 18, _left(index) + COLUMN - 12
    x, y = left, top
    for key, width, token in cells:
        if x + width > right:
            x, y = left, y + size + CELL_GAP
        laid.append(
            Laid(f"{heap.heading} {heap.side} {key}", Box(x, y, x + width, y + size), token)
        )
        x += width + CELL_GAP
    return y + size + 22 if cells else y + 4


def _block_face(
    face: BlockFace, count: int, size: int, colours: Palette
) -> Callable[[float], Image.Image]:
    return lambda scale: block(face, count, size, colours.name, scale)


def _back_face(heap: Heap, size: int, colours: Palette) -> Callable[[float], Image.Image]:
    return lambda scale: block_back(heap.side, heap.count, size, colours.name, scale)


# -- one block -----------------------------------------------------------------------------------


def block_width(count: int, size: int) -> float:
    """A block, and beside it how many of its kind there are."""
    return float(size) if count == 1 else size + 52.0 + 18 * (len(str(count)) - 1)


@dataclass(frozen=True)
class BlockFace:
    """What a block shows to its owner."""

    key: str
    side: str
    name: str
    faction: str
    shields: int
    arm: str | None
    leader: bool
    army: bool
    fleet: bool


def block_faces(game: str) -> dict[str, BlockFace]:
    """Every kind of block by key, from the public data."""
    path = folder(game) / "pieces.yaml"
    return _faces(game, str(path), path.stat().st_mtime)


@lru_cache(maxsize=8)
def _faces(game: str, path: str, changed: float) -> dict[str, BlockFace]:
    rows = load(folder(game) / "pieces.yaml")["kinds"]
    return {
        key: BlockFace(
            key,
            facts["side"],
            facts.get("name", ""),
            facts["faction"],
            facts["shields"],
            facts.get("arm"),
            bool(facts.get("leader")),
            bool(facts.get("army")),
            bool(facts.get("fleet")),
        )
        for key, facts in rows.items()
    }


@lru_cache(maxsize=256)
def block(face: BlockFace, count: int, size: int, palette_name: str, scale: float) -> Image.Image:
    """A block seen from its owner's side: shields, arm, leader, and its word in orders."""
    colours = palette(palette_name)
    u = scale * FINE
    picture, paint, (left, top, right, bottom) = _slab(
        face.side, size, face.leader, count > 1, colours, u
    )
    x, wide, tall = (left + right) / 2, right - left, bottom - top
    strip = bottom - tall * 0.2
    middle = top + tall * 0.36
    if face.army or face.fleet:
        cards.sign(picture, "crown" if face.army else "galley", (x, middle), tall * 0.5, paint.ink)
    else:
        _shields(picture, face, (left, top, right, strip), colours)
    marks = [ARMS[face.arm]] if face.arm else []
    if face.leader and not face.army:
        marks.append("knight-banner")
    text = face.key
    high = tall * 0.28
    room = wide * 0.84 - len(marks) * (high + 3 * u)
    _, letters = cards.fitted(text, room, tall * 0.29, "roman", 700, 1)
    got = font("roman", round(letters), 700)
    total = got.getlength(text) + len(marks) * (high + 3 * u)
    at = x - total / 2
    for mark in marks:
        stamp(picture, mark, at + high / 2, strip, high, paint.ink)
        at += high + 3 * u
    pen = ImageDraw.Draw(picture)
    pen.text((at, strip + letters * 0.3), text, font=got, fill=paint.ink, anchor="ls")
    small = picture.reduce(FINE)
    if count == 1:
        return small
    whole = Image.new("RGBA", (round(block_width(count, size) * scale), small.height))
    whole.paste(small)
    mask = cards.times(f"×{count}", round(DIGITS * scale))
    at_x = small.width + (whole.width - small.width) / 2
    cards.put(whole, mask, (at_x, small.height / 2), colours.ink, whole.width - small.width)
    return whole


@lru_cache(maxsize=64)
def block_back(side: str, count: int, size: int, palette_name: str, scale: float) -> Image.Image:
    """Blocks that the reader does not know: their number."""
    colours = palette(palette_name)
    u = scale * FINE
    picture, paint, (left, top, right, bottom) = _slab(side, size, False, count > 1, colours, u)
    mask = figures(str(count), round(max(DIGITS, size * 0.46) * u))
    cards.put(
        picture, mask, ((left + right) / 2, (top + bottom) / 2), paint.ink, (right - left) * 0.8
    )
    return picture.reduce(FINE)


def _slab(
    side: str, size: int, gilt: bool, pile: bool, colours: Palette, u: float
) -> tuple[Image.Image, Paint, Box]:
    """An empty block on a transparent ground, and the room on its face."""
    paint = colours.side(side)
    full = size * u
    picture = Image.new("RGBA", (round(full), round(full)))
    pen = ImageDraw.Draw(picture)
    body = full - 8 * u
    corner = {"muslim": 16.0, "grey": 26.0}.get(side, 7.0) * u
    for d in (8, 4) if pile else (6,):
        below = (d * u, d * u, d * u + body - 1, d * u + body - 1)
        cards.leaf(pen, side, below, corner, paint.edge)
    edge, line = (colours.gold, 5.0) if gilt else (paint.edge, 2.2)
    cards.leaf(pen, side, (0, 0, body - 1, body - 1), corner, paint.edge)
    cards.leaf(
        pen,
        side,
        (1.2 * u, 1.2 * u, body - 1 - 1.2 * u, body - 1 - 1.2 * u),
        corner,
        edge,
    )
    inset = line * u
    face = (inset, inset, body - 1 - inset, body - 1 - inset)
    cards.leaf(pen, side, face, corner * 0.86, paint.face)
    return picture, paint, Box(0, 0, body, body)


def _shields(
    picture: Image.Image,
    face: BlockFace,
    area: tuple[float, float, float, float],
    colours: Palette,
) -> None:
    """As many shields as the block has, in the arms of its faction."""
    left, top, right, bottom = area
    count = max(1, face.shields)
    tall = (bottom - top) * {1: 0.6, 2: 0.56}.get(count, 0.46)
    wide = min(tall * 0.84, (right - left) * 0.9 / count * 0.86)
    step = min(wide * 1.28, (right - left) * 0.9 / count)
    x = (left + right) / 2 - step * (face.shields - 1) / 2
    for _ in range(face.shields):
        cards.shield(
            picture, (x, top + (bottom - top) * 0.46), wide, wide / 0.84, face.faction, colours
        )
        x += step


# -- what lies under it --------------------------------------------------------------------------


def _table(pen: ImageDraw.ImageDraw, picture: Image.Image, colours: Palette, scale: float) -> None:
    """A dark table with a gilt line, so that cards stand out."""
    width, height = picture.size
    pen.rectangle((0, 0, width, height), fill=colours.ink)
    for d, thick in ((12, 2.4), (20, 1.0)):
        line = (d * scale, d * scale, width - 1 - d * scale, height - 1 - d * scale)
        pen.rectangle(line, outline=colours.gold, width=max(1, round(thick * scale)))


def _heading(
    picture: Image.Image,
    title: str,
    when: str,
    counts: Sequence[tuple[str, int]],
    colours: Palette,
    scale: float,
) -> None:
    """Whose sheet it is and when, and some figures at the right."""
    pen = ImageDraw.Draw(picture)
    room = (WIDE - 2 * MARGIN - 165 * len(counts)) * scale
    _, size = cards.fitted(title, room, 52 * scale, "capital", 750, 1)
    letters = font("capital", round(size), 750)
    at = (MARGIN * scale, 82 * scale)
    pen.text(at, title, font=letters, fill=colours.gold, anchor="ls")
    at = (MARGIN * scale, 124 * scale)
    pen.text(at, when, font=font("italic", round(34 * scale), 550), fill=colours.paper, anchor="ls")
    x = WIDE - MARGIN - 75.0
    for word, count in reversed(counts):
        mask = figures(str(count), round(42 * scale))
        cards.put(picture, mask, (x * scale, 66 * scale), colours.paper, 130 * scale)
        at = (x * scale, 124 * scale)
        small = font("italic", round(31 * scale), 550)
        pen.text(at, word, font=small, fill=colours.paper, anchor="ms")
        x -= 160


def _rule(pen: ImageDraw.ImageDraw, text: str, y: float, colours: Palette, scale: float) -> None:
    """A line across the table with words in its middle."""
    letters = font("italic", round(31 * scale), 550)
    half = letters.getlength(text) / 2 + 18 * scale
    x = WIDE / 2 * scale
    for a, b in ((MARGIN * scale, x - half), (x + half, (WIDE - MARGIN) * scale)):
        pen.line((a, y * scale, b, y * scale), fill=colours.gold, width=max(1, round(1.4 * scale)))
    pen.text((x, (y + 9) * scale), text, font=letters, fill=colours.paper, anchor="ms")


def _counted(
    picture: Image.Image,
    text: str,
    count: int,
    left: float,
    top: float,
    colours: Palette,
    scale: float,
) -> None:
    """A heading with its number first, as large as the figures on blocks."""
    mask = figures(str(count), round(DIGITS * scale))
    corner = (round(left * scale), round((top + 1) * scale))
    picture.paste(colours.ink, (*corner, corner[0] + mask.width, corner[1] + mask.height), mask)
    at = (corner[0] + mask.width + 12 * scale, corner[1] + mask.height)
    letters = font("roman", round(33 * scale), 650)
    ImageDraw.Draw(picture).text(at, text, font=letters, fill=colours.ink, anchor="ls")


def _panel(
    pen: ImageDraw.ImageDraw, index: int, bottom: float, colours: Palette, scale: float
) -> None:
    left = _left(index)
    area = [v * scale for v in (left, TITLE, left + COLUMN, bottom)]
    pen.rounded_rectangle(
        area, radius=10 * scale, fill=colours.paper, outline=colours.gold, width=round(2 * scale)
    )


def _band(pen: ImageDraw.ImageDraw, index: int, title: str, paint: Paint, scale: float) -> None:
    left = _left(index)
    area = [v * scale for v in (left + 10, TITLE + 10, left + COLUMN - 10, TITLE + 66)]
    pen.rounded_rectangle(
        area, radius=7 * scale, fill=paint.face, outline=paint.edge, width=round(2 * scale)
    )
    at = ((left + COLUMN / 2) * scale, (TITLE + 51) * scale)
    letters = font("capital", round(36 * scale), 750)
    pen.text(at, title, font=letters, fill=paint.ink, anchor="ms")


# -- in words ------------------------------------------------------------------------------------


def _module(game: str) -> Any:
    return import_module(f"renderer.games.{game}")


def _sides(game: str) -> tuple[str, ...]:
    sides: tuple[str, ...] = _module(game).SIDES
    return sides


def _titles(plan: Layout) -> dict[str, str]:
    titles: dict[str, str] = _module(plan.game).TITLES
    return titles


def _hand_words(
    plan: Layout, facts: Facts, seat: str, groups: list[Group], lying: list[Group]
) -> Iterator[str]:
    own = facts[seat]
    yield (
        f"Hand of {_titles(plan)[seat]}, {facts['year']}, turn {facts['turn']}: "
        + _cards(own["cards"])
        + f"; deck {own['deck']}, discards {own['discards']}."
    )
    for group in groups:
        yield _said(group) + "."
    if any(g.seen for g in groups):
        known = ", ".join(f"{g.card.name} ×{g.seen}" for g in groups if g.seen)
        yield f"Known to the opponent: {known}."
    for group in lying:
        yield f"Open beside the board, {group.card.side}: {group.card.name} ×{group.count}."


def _cards(count: int) -> str:
    return "no cards" if not count else "1 card" if count == 1 else f"{count} cards"


def _said(group: Group) -> str:
    card = group.card
    words = [f"{card.name} ×{group.count}" if group.count > 1 else card.name]
    if card.bid is not None:
        naval = "naval arrow" if card.naval == "arrow" else f"naval {card.naval}"
        words.append(f"bid {card.bid}, {naval}")
    does = cards.ability(card)
    if does:
        words.append(does)
    return ", ".join(words)


def _short(plan: Layout, facts: Facts, seat: str, groups: list[Group]) -> Iterator[str]:
    """The same with names only, for a hand too large for an attachment's text."""
    first = next(_hand_words(plan, facts, seat, groups, []))
    yield first
    for group in groups:
        yield f"{group.card.key} ×{group.count}." if group.count > 1 else f"{group.card.key}."


def _alt(words: Sequence[str], shorter: Sequence[str] | Iterator[str]) -> str:
    whole = " ".join(words)
    if len(whole) <= ALT:
        return whole
    text = ""
    for sentence in shorter:
        longer = f"{text} {sentence}".strip()
        if len(longer) > ALT - 2:
            return text + " …"
        text = longer
    return text


def _box_words(
    facts: Facts, plan: Layout, sides: Sequence[str], heaps: Mapping[str, list[Heap]]
) -> Iterator[str]:
    yield f"Recruits and losses, {facts['year']}, turn {facts['turn']}."
    for side in sides:
        parts = [_heap_words(plan, heap) for heap in heaps[side]]
        parts.insert(1, f"{facts[side]['bag']} in the bag")
        yield f"{_titles(plan)[side]}: {'; '.join(parts)}."


def _heap_words(plan: Layout, heap: Heap) -> str:
    text = f"{heap.count} {heap.heading}"
    if not heap.blocks:
        return text
    copies = Counter(heap.blocks)
    order = list(plan.kinds)
    kinds = (plan.kind(key) for key in sorted(copies, key=order.index))
    return f"{text} ({', '.join(_block_words(kind, copies[kind.key]) for kind in kinds)})"


def _block_words(kind: Kind, count: int) -> str:
    """A block by its word in orders; a name where it has one."""
    text = kind.key if kind.name == kind.key or kind.army else f"{kind.name} {kind.key}"
    return f"{text} ×{count}" if count > 1 else text


SHEETS: dict[str, Callable[[Facts, Layout, Palette], Sheet]] = {
    "hand": hand_sheet,
    "box": box_sheet,
}
