"""A hand of Granada and its recruitment boxes, as the seat that owns them sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.tongues import ENGLISH, Field, Said, Tongue
from renderer.boards.layout import Layout
from renderer.boards.scene import BlockFace
from renderer.errors import RenderError
from renderer.games.granada import faces, rolls
from renderer.games.granada.legend import legend
from renderer.games.granada.scene import plainly, when
from renderer.games.granada.words import SIDES, copies, many, say, undrawn
from renderer.ink.palette import Palette
from renderer.pictures.boxes import Boxes, Column, Heap, box_sheet
from renderer.pictures.hand import Fan, Hand, Lying, hand_sheet
from renderer.pictures.roll import roll_sheet
from renderer.pictures.sheets import Sheet
from renderer.words import commas, semicolons

View = Mapping[str, Any]
ALT = 1024


# -- a hand --------------------------------------------------------------------------------------


def hand(
    view: View,
    plan: Layout,
    colours: Palette,
    _: Sequence[str] = (),
    tongue: Tongue = ENGLISH,
) -> Sheet:
    """The hand of the seat whose view this is; there is no other (3.3)."""
    seat = view["seat"]
    own = view[seat] if seat is not None else None
    if own is None or own["hand"] is None:
        raise RenderError(undrawn("hand"))
    fans, lying = _fans(seat, own, tongue), _lying(view, seat, tongue)
    counts = [("in hand", own["cards"]), ("deck", own["deck"]), ("discards", own["discards"])]
    known = sum(fan.seen for fan in fans)
    if known:
        counts.append(("they know", known))
    words = tuple(map(tongue.word, _hand_words(view, seat, fans, lying)))
    short = tuple(map(tongue.word, _short(view, seat, fans)))
    made = Hand(
        title=tongue.word(say(f"title.{seat}")),
        when=tongue.word(when(view)),
        counts=tuple((tongue.word(say(word)), count) for word, count in counts),
        fans=tuple(fans),
        lying=tuple(lying),
        words=words,
        summary=words if len(" ".join(words)) <= ALT else short,
    )
    return hand_sheet(made, colours, tongue)


def _fans(seat: str, own: View, tongue: Tongue) -> list[Fan]:
    """The hand by design, in the order of the deck, so that a faction lies together."""
    held: Counter[str] = Counter(own["hand"])
    seen: Counter[str] = Counter(own["shown"])
    found = {key: faces.card(seat, key, tongue) for key in held}
    order = list(faces.cards()[seat])
    return [
        Fan(found[key], held[key], min(seen[key], held[key]))
        for key in sorted(held, key=order.index)
    ]


def _lying(view: View, seat: str, tongue: Tongue) -> list[Lying]:
    """Cards that lie open beside the board: the seat's own first (5.1, 11.2)."""
    found = []
    for side in sorted(SIDES, key=lambda s: s != seat):
        whose = "yours" if side == seat else "theirs"
        open_here = [("Surrender", view[side]["surrenders"])]
        open_here += [("PapalBull", int(side == "christian" and view["bull"]))]
        for key, count in open_here:
            if count:
                card = faces.card(side, key, tongue)
                found.append(Lying(card, count, tongue.word(say(whose, card=card.name))))
    return found


def _hand_words(
    view: View, seat: str, fans: Sequence[Fan], lying: Sequence[Lying]
) -> Iterator[Said]:
    yield _first(view, seat)
    for fan in fans:
        yield say("sentence", text=commas(_fan_words(fan)))
    if any(fan.seen for fan in fans):
        known = (say("copies", name=fan.card.name, count=fan.seen) for fan in fans if fan.seen)
        yield say("hand.known", cards=commas(known))
    for one in lying:
        cards = say("copies", name=one.card.name, count=one.count)
        yield say("hand.open", side=say(f"owner.{one.card.side}"), cards=cards)


def _first(view: View, seat: str) -> Said:
    own = view[seat]
    number = own["cards"]
    return say(
        "hand.words",
        title=say(f"title.{seat}"),
        when=plainly(view),
        held=many(number, "cards") if number else say("cards.none"),
        deck=own["deck"],
        discards=own["discards"],
    )


def _fan_words(fan: Fan) -> Iterator[Field]:
    card = fan.card
    yield copies(card.name, fan.count)
    if card.figure:
        naval = say("arrow") if card.second == "arrow" else card.second
        yield say("bid", bid=card.figure, naval=naval)
    if card.text:
        yield card.text


def _short(view: View, seat: str, fans: Sequence[Fan]) -> Iterator[Said]:
    """The same with words of orders only, for a hand too large for an attachment's text."""
    held = commas(copies(fan.card.key, fan.count) for fan in fans)
    yield _first(view, seat)
    yield say("sentence", text=held)


# -- the boxes -----------------------------------------------------------------------------------


def box(
    view: View,
    plan: Layout,
    colours: Palette,
    _: Sequence[str] = (),
    tongue: Tongue = ENGLISH,
) -> Sheet:
    """Recruitment boxes and lost blocks of both sides; the reader's own at the left."""
    sides = sorted(SIDES, key=lambda side: side != view["seat"])
    bag = tongue.word(say("in the bag"))
    columns = tuple(
        Column(
            tongue.word(say(f"title.{side}")),
            side,
            tuple(_heaps(view, side, tongue)),
            (bag, view[side]["bag"]),
        )
        for side in sides
    )
    words = tuple(map(tongue.word, _box_words(view, plan, columns)))
    title, date = tongue.word(say("boxes")), tongue.word(when(view))
    return box_sheet(Boxes(title, date, columns, words), colours)


def _heaps(view: View, side: str, tongue: Tongue) -> Iterator[Heap]:
    own = view[side]
    recruits = None if own["box"] is None else _sorted(own["box"])
    yield Heap(tongue.word(say("box.recruits")), side, own["recruits"], recruits)
    others = [("mercenaries", side, own["mercenaries"])]
    others += [("guard", side, view["guard"] if side == "muslim" else ())]
    for what, paint, keys in (row for row in others if row[2]):
        yield _heap(what, paint, keys, tongue)
    yield _heap("lost", side, own["eliminated"], tongue)
    if side == "christian" and view["grey"]["eliminated"]:
        yield _heap("grey", "grey", view["grey"]["eliminated"], tongue)


def _heap(what: str, side: str, keys: Sequence[str], tongue: Tongue) -> Heap:
    return Heap(tongue.word(say(f"box.{what}")), side, len(keys), _sorted(keys))


def _sorted(keys: Sequence[str]) -> tuple[BlockFace, ...]:
    order = list(faces.blocks())
    return tuple(sorted(map(faces.block, keys), key=lambda face: order.index(face.key)))


def _box_words(view: View, plan: Layout, columns: Sequence[Column]) -> Iterator[Said]:
    """The first sentence has all the numbers, should the rest be too much for an attachment."""
    numbers = semicolons(
        say("boxes.numbers", title=c.title, count=c.heaps[0].count, bag=c.aside[1]) for c in columns
    )
    yield say("boxes.words", when=plainly(view), numbers=numbers)
    for column in columns:
        for heap in column.heaps:
            yield _heap_words(plan, column.title, heap)


def _heap_words(plan: Layout, title: str, heap: Heap) -> Said:
    counts = Counter(face.key for face in heap.blocks or ())
    blocks = commas(copies(_block_words(plan, key), n) for key, n in counts.items())
    entry = "heap.known" if counts else "heap"
    return say(entry, title=title, count=heap.count, what=heap.heading, blocks=blocks)


def _block_words(plan: Layout, key: str) -> Field:
    """A block by its word in orders; a name where it has one."""
    kind = plan.kind(key)
    if kind.name == kind.key or kind.army:
        return kind.key
    return say("named", name=kind.name, code=kind.key)


# -- the muster roll -----------------------------------------------------------------------------


def roll(
    view: View,
    plan: Layout,
    colours: Palette,
    _: Sequence[str] = (),
    tongue: Tongue = ENGLISH,
) -> Sheet:
    """A seat's own blocks place by place, and what it knows of the others' (3.3)."""
    if view["seat"] is None:
        raise RenderError(undrawn("roll"))
    made = rolls.rolls(view, plan, tongue)
    words = tuple(rolls.lines(view, plan, tongue))
    return roll_sheet(made, tongue.word(when(view)), words, colours)


SHEETS = {"hand": hand, "box": box, "roll": roll, "legend": legend}
