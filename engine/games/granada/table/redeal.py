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
from engine.games.granada.table.state import FLAGS, KNOWN, SHIFT, State, ship_token, without
from engine.orders.piles import Pile

Where = tuple[str, int, int]  # ("land", place, i) | ("ship", zone, i) | ("box"|"bag", 0, i)
Pair = tuple[int, int, int]  # old kind, new kind, flags


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
    """Every hidden block of a side: where it is, and its kind."""
    wheres: list[Where] = []
    kinds: list[int] = []
    for place, stack in enumerate(s.stacks[side::2]):
        for i, e in enumerate(stack):
            if not e & KNOWN:
                wheres.append(("land", place, i))
                kinds.append(e >> SHIFT)
    for zone, ships in enumerate(s.ships[side::2]):
        for i, ship in enumerate(ships):
            for j, e in enumerate(ship[1:], 1):
                if not e & KNOWN:
                    wheres.append(("ship", zone, i << 2 | j))
                    kinds.append(e >> SHIFT)
    for heap in ("box", "bag"):
        for i, kind in enumerate(getattr(s, heap)[side]):
            wheres.append((heap, 0, i))
            kinds.append(kind)
    return wheres, kinds


def _deal(s: State, wheres: list[Where], kinds: list[int], rng: Random) -> list[int]:
    """Kinds in a new order that nobody could rule out: the choosy ones find a place first."""
    board = s.board
    order = sorted(range(len(wheres)), key=[rng.random() for _ in wheres].__getitem__)
    dealt = [-1] * len(wheres)
    common: list[int] = []
    for kind in sorted(kinds, key=lambda k: _choosiness(s, k)):
        block = board.kinds[kind]
        if not (block.special or block.army or block.fleet):
            common.append(kind)
            continue
        at = next((i for i in order if dealt[i] < 0 and _suits(s, kind, wheres[i])), -1)
        if at < 0:
            return kinds
        dealt[at] = kind
    for at in order:
        if dealt[at] < 0:
            dealt[at] = common.pop()
    return dealt


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
    block = s.board.kinds[kind]
    if block.special == "guard":
        return 0
    if kind == s.board.boabdil:
        return 1
    return 2 if block.special or block.army else 3


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
    pool = list(hidden + s.deck[side])
    dealt = rng.sample(pool, len(hidden))
    slots.cards[side] = [(k, k) for k in shown] + list(zip(hidden, dealt, strict=True))
    new.hand[side] = tuple(sorted((*shown, *dealt)))
    for card in dealt:
        pool.remove(card)
    new.deck[side] = tuple(sorted(pool))
