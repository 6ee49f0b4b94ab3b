"""Another world that one reader cannot tell from this one.

Everything that the reader does not know is dealt anew: the hidden blocks of the others on the map,
aboard, in the boxes and bags, and their hidden cards. Facts about a block (moved, inside) belong
to its place in the stack and stay there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from engine import flow
from engine.core import Action
from engine.games.granada.table.board import SEATS
from engine.games.granada.table.flow import SCRIPT
from engine.games.granada.table.state import (
    FLAGS,
    KNOWN,
    SHIFT,
    Entries,
    Ship,
    State,
    ship_token,
    without,
)
from engine.orders.piles import Pile

Where = tuple[str, int, int]  # ("land", place, i) | ("ship", zone, i) | ("box"|"bag", 0, i)
Pair = tuple[int, int, int]  # old kind, new kind, flags
COMMON = 4  # of choosiness: blocks that may lie anywhere


class Renamed:
    """Ships, which orders call by what they carry: what each is called in the other world."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def take(self, ships: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(self.names.get(ship, ship) for ship in ships))


class Dealt:
    """What became of every hidden thing: how an action reads in the other world."""

    def __init__(self, old: State, new: State) -> None:
        self.old, self.new = old, new
        self.land: dict[tuple[int, int], list[Pair]] = {}
        self.boxes: dict[int, list[Pair]] = {}
        self.cards: dict[int, list[tuple[int, int]]] = {}
        self.ships: dict[int, dict[str, str]] = {}

    def alias(self, seat: str, action: Action) -> Action | None:
        side = SEATS.index(seat)
        if side not in self.cards:
            return action
        point, asked = SCRIPT.question(self.old)
        try:
            order = point.reads(action.verb, asked)
            return order.read(self.old, side, action, asked).alias(self)
        except LookupError:
            return None

    def hand(self, side: int) -> Pile:
        """The cards in a hand."""
        return Pile(self.cards[side])

    def box(self, side: int) -> Pile:
        """The blocks in a recruitment box."""
        return Pile((old, new) for old, new, _ in self.boxes[side])

    def at(self, place: int, side: int, bar: int = 0) -> Pile:
        """The blocks of a side in a place, but for those with the flags `bar`."""
        pairs = self.land.get((place, side), ())
        return Pile((old, new) for old, new, flags in pairs if not flags & bar)

    def fleets(self, side: int) -> Renamed:
        """The ships of a side, wherever they are."""
        return Renamed(self.ships[side])


def redeal(s: State, seat: str | None, rng: Random) -> tuple[State, Dealt]:
    """A state with the same view for `seat` and everything else dealt anew."""
    new = s.copy()
    slots = Dealt(s, new)
    for side, name in enumerate(SEATS):
        if name != seat:
            _redeal_blocks(s, new, side, rng, slots)
            _redeal_cards(s, new, side, rng, slots)
    if any(new.sealed):
        point, asked = SCRIPT.question(new)
        assert isinstance(point, flow.Round)
        point.reseal(new, asked, [SEATS.index(seat)] if seat is not None else [], rng)
    return new, slots


def _hidden(s: State, side: int) -> tuple[list[Where], list[int]]:
    """Every place of a hidden block of a side, in an order that anybody could know, and the kinds
    that lie there, ascending: which lies where has no part in how they are dealt."""
    wheres: list[Where] = []
    kinds: list[int] = []
    for place, stack in enumerate(s.stacks[side::2]):
        for i in _unknown(stack):
            wheres.append(("land", place, i))
            kinds.append(stack[i] >> SHIFT)
    for zone, ships in enumerate(s.ships[side::2]):
        for i in sorted(range(len(ships)), key=lambda i: _look(ships[i])):
            for j in _unknown(ships[i][1:]):
                wheres.append(("ship", zone, i << 2 | j + 1))
                kinds.append(ships[i][j + 1] >> SHIFT)
    for heap in ("box", "bag"):
        for i, kind in enumerate(getattr(s, heap)[side]):
            wheres.append((heap, 0, i))
            kinds.append(kind)
    return wheres, sorted(kinds)


def _unknown(stack: Entries) -> list[int]:
    """The hidden blocks of a stack, in the order of the facts about their places."""
    hidden = [i for i, e in enumerate(stack) if not e & KNOWN]
    return sorted(hidden, key=lambda i: stack[i] & FLAGS)


def _look(ship: Ship) -> tuple[int, ...]:
    """A ship as anybody sees it."""
    return (ship[0], *sorted([e if e & KNOWN else e & FLAGS for e in ship[1:]]))


def _deal(s: State, wheres: list[Where], kinds: list[int], rng: Random) -> list[int]:
    """Kinds in an order that nobody could rule out, each such order as likely as any other: the
    choosy ones find their places first."""
    choosy: list[list[int]] = [[] for _ in range(COMMON + 1)]
    for kind in kinds:
        choosy[_choosiness(s, kind)].append(kind)
    common = choosy.pop()
    dealt = [-1] * len(wheres)
    for alike in choosy:
        if not alike:
            continue
        free = [i for i, w in enumerate(wheres) if dealt[i] < 0 and _suits(s, alike[0], w)]
        places = rng.sample(free, min(len(alike), len(free)))
        rng.shuffle(alike)
        for at in places:
            dealt[at] = alike.pop()
        common += alike  # a moderator may have put one where it does not belong
    rng.shuffle(common)
    return [kind if kind >= 0 else common.pop() for kind in dealt]


def _suits(s: State, kind: int, where: Where) -> bool:
    """Where nobody could rule a choosy block out."""
    block = s.board.kinds[kind]
    if block.fleet:
        return where[0] in ("box", "bag")
    if block.special == "guard":
        return where[0] == "land" and where[1] in s.board.guard_land
    if kind == s.board.boabdil:
        return where[0] == "land"
    return where[0] in ("land", "ship")


def _choosiness(s: State, kind: int) -> int:
    """From those that suit the fewest places to those that may lie anywhere."""
    block = s.board.kinds[kind]
    if block.special == "guard":
        return 0
    if kind == s.board.boabdil:
        return 1
    if block.special or block.army:
        return 2
    return 3 if block.fleet else COMMON


def _redeal_blocks(s: State, new: State, side: int, rng: Random, slots: Dealt) -> None:
    wheres, kinds = _hidden(s, side)
    dealt = dict(zip(wheres, _deal(s, wheres, kinds, rng), strict=True))
    for place, stack in enumerate(s.stacks[side::2]):
        if not stack:
            continue
        fresh = [
            dealt.get(("land", place, i), e >> SHIFT) << SHIFT | e & FLAGS
            for i, e in enumerate(stack)
        ]
        slots.land[(place, side)] = [
            (e >> SHIFT, f >> SHIFT, e & FLAGS) for e, f in zip(stack, fresh, strict=True)
        ]
        new.stacks[2 * place + side] = tuple(sorted(fresh))
    slots.ships[side] = {}
    for zone, ships in enumerate(s.ships[side::2]):
        made = []
        for i, ship in enumerate(ships):
            cargo = [
                dealt.get(("ship", zone, i << 2 | j), e >> SHIFT) << SHIFT | e & FLAGS
                for j, e in enumerate(ship[1:], 1)
            ]
            changed = (ship[0], *sorted(cargo))
            slots.ships[side][ship_token(s, ship)] = ship_token(s, changed)
            made.append(changed)
        new.ships[2 * zone + side] = tuple(sorted(made))
    for heap in ("box", "bag"):
        old = getattr(s, heap)[side]
        fresh_heap = [dealt[(heap, 0, i)] for i in range(len(old))]
        if heap == "box":
            slots.boxes[side] = list(zip(old, fresh_heap, [0] * len(old), strict=True))
        getattr(new, heap)[side] = tuple(sorted(fresh_heap))


def _redeal_cards(s: State, new: State, side: int, rng: Random, slots: Dealt) -> None:
    shown = s.shown[side]
    hidden = without(s.hand[side], shown)
    pool = sorted(hidden + s.deck[side])
    dealt = rng.sample(pool, len(hidden))
    slots.cards[side] = [(k, k) for k in shown] + list(zip(hidden, dealt, strict=True))
    new.hand[side] = tuple(sorted((*shown, *dealt)))
    for card in dealt:
        pool.remove(card)
    new.deck[side] = tuple(sorted(pool))
