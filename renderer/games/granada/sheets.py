"""A hand of Granada and its recruitment boxes, as the seat that owns them sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from renderer.blocks import BlockFace
from renderer.boxes import Boxes, Column, Heap, box_sheet
from renderer.errors import RenderError
from renderer.games.granada import faces
from renderer.games.granada.scene import SIDES, TITLES
from renderer.hand import Fan, Hand, Lying, hand_sheet
from renderer.layout import Layout
from renderer.palette import Palette
from renderer.sheets import Sheet

View = Mapping[str, Any]
ALT = 1024


# -- a hand --------------------------------------------------------------------------------------


def hand(view: View, plan: Layout, colours: Palette, _: Sequence[str] = ()) -> Sheet:
    """The hand of the seat whose view this is; there is no other (3.3)."""
    seat = view["seat"]
    own = view[seat] if seat is not None else None
    if own is None or own["hand"] is None:
        raise RenderError("A hand is drawn only for the seat that holds it.")
    fans, lying = _fans(seat, own), _lying(view, seat)
    counts = [("in hand", own["cards"]), ("deck", own["deck"]), ("discards", own["discards"])]
    known = sum(fan.seen for fan in fans)
    if known:
        counts.append(("they know", known))
    words = tuple(_hand_words(view, seat, fans, lying))
    made = Hand(
        title=TITLES[seat],
        when=when(view),
        counts=tuple(counts),
        fans=tuple(fans),
        lying=tuple(lying),
        words=words,
        summary=words if len(" ".join(words)) <= ALT else tuple(_short(view, seat, fans)),
    )
    return hand_sheet(made, colours)


def when(view: View) -> str:
    return f"{view['year'].replace('-', '–')}, turn {view['turn']}"


def _fans(seat: str, own: View) -> list[Fan]:
    """The hand by design, in the order of the deck, so that a faction lies together."""
    copies: Counter[str] = Counter(own["hand"])
    seen: Counter[str] = Counter(own["shown"])
    found = {key: faces.card(seat, key) for key in copies}
    order = list(faces.cards()[seat])
    return [
        Fan(found[key], copies[key], min(seen[key], copies[key]))
        for key in sorted(copies, key=order.index)
    ]


def _lying(view: View, seat: str) -> list[Lying]:
    """Cards that lie open beside the board: the seat's own first (5.1, 11.2)."""
    found = []
    for side in sorted(SIDES, key=lambda s: s != seat):
        whose = "Your" if side == seat else "Their"
        if view[side]["surrenders"]:
            card = faces.card(side, "Surrender")
            found.append(Lying(card, view[side]["surrenders"], f"{whose} {card.name}"))
        if side == "christian" and view["bull"]:
            card = faces.card(side, "PapalBull")
            found.append(Lying(card, 1, f"{whose} {card.name}"))
    return found


def _hand_words(
    view: View, seat: str, fans: Sequence[Fan], lying: Sequence[Lying]
) -> Iterator[str]:
    yield _first(view, seat)
    for fan in fans:
        yield _said(fan) + "."
    if any(fan.seen for fan in fans):
        known = ", ".join(f"{fan.card.name} ×{fan.seen}" for fan in fans if fan.seen)
        yield f"Known to the opponent: {known}."
    for one in lying:
        yield f"Open beside the board, {one.card.side}: {one.card.name} ×{one.count}."


def _first(view: View, seat: str) -> str:
    own = view[seat]
    number = own["cards"]
    held = "no cards" if not number else "1 card" if number == 1 else f"{number} cards"
    return (
        f"Hand of {TITLES[seat]}, {view['year']}, turn {view['turn']}: {held}; "
        f"deck {own['deck']}, discards {own['discards']}."
    )


def _said(fan: Fan) -> str:
    card = fan.card
    words = [f"{card.name} ×{fan.count}" if fan.count > 1 else card.name]
    if card.figure:
        words.append(f"bid {card.figure}, naval {card.second}")
    if card.text:
        words.append(card.text)
    return ", ".join(words)


def _short(view: View, seat: str, fans: Sequence[Fan]) -> Iterator[str]:
    """The same with words of orders only, for a hand too large for an attachment's text."""
    copies = ((fan.card.key, fan.count) for fan in fans)
    held = ", ".join(f"{key} ×{count}" if count > 1 else key for key, count in copies)
    yield _first(view, seat)
    yield f"{held}."


# -- the boxes -----------------------------------------------------------------------------------


def box(view: View, plan: Layout, colours: Palette, _: Sequence[str] = ()) -> Sheet:
    """Recruitment boxes and lost blocks of both sides; the reader's own at the left."""
    sides = sorted(SIDES, key=lambda side: side != view["seat"])
    columns = tuple(
        Column(TITLES[side], side, tuple(_heaps(view, side)), ("in the bag", view[side]["bag"]))
        for side in sides
    )
    words = tuple(_box_words(view, plan, columns))
    return box_sheet(Boxes("Recruits and losses", when(view), columns, words), colours)


def _heaps(view: View, side: str) -> Iterator[Heap]:
    own = view[side]
    recruits = None if own["box"] is None else _sorted(own["box"])
    yield Heap("in the recruitment box", side, own["recruits"], recruits)
    if own["mercenaries"]:
        yield _heap("mercenaries, face up", side, own["mercenaries"])
    if side == "muslim" and view["guard"]:
        yield _heap("of the Palace Guard", side, view["guard"])
    yield _heap("eliminated", side, own["eliminated"])
    if side == "christian" and view["grey"]["eliminated"]:
        yield _heap("lost of Boabdil’s army", "grey", view["grey"]["eliminated"])


def _heap(heading: str, side: str, keys: Sequence[str]) -> Heap:
    return Heap(heading, side, len(keys), _sorted(keys))


def _sorted(keys: Sequence[str]) -> tuple[BlockFace, ...]:
    order = list(faces.blocks())
    return tuple(sorted(map(faces.block, keys), key=lambda face: order.index(face.key)))


def _box_words(view: View, plan: Layout, columns: Sequence[Column]) -> Iterator[str]:
    """The first sentence has all the numbers, should the rest be too much for an attachment."""
    numbers = "; ".join(
        f"{column.title} {column.heaps[0].count} recruits, {column.aside[1]} in the bag"
        for column in columns
    )
    yield f"Recruits and losses, {view['year']}, turn {view['turn']}: {numbers}."
    for column in columns:
        for heap in column.heaps:
            yield f"{column.title}: {_heap_words(plan, heap)}."


def _heap_words(plan: Layout, heap: Heap) -> str:
    text = f"{heap.count} {heap.heading}"
    if not heap.blocks:
        return text
    copies = Counter(face.key for face in heap.blocks)
    return f"{text} ({', '.join(_block_words(plan, key, n) for key, n in copies.items())})"


def _block_words(plan: Layout, key: str, count: int) -> str:
    """A block by its word in orders; a name where it has one."""
    kind = plan.kind(key)
    text = kind.key if kind.name == kind.key or kind.army else f"{kind.name} {kind.key}"
    return f"{text} ×{count}" if count > 1 else text


SHEETS = {"hand": hand, "box": box}
