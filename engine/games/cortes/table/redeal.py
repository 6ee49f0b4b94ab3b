"""Another world that one reader cannot tell from this one (8.8, 11.9, R-50).

Whatever lies below the top of a stack and has not been seen is dealt anew, as far as nobody could
rule it out: what stacking itself betrays stays. Facts about a unit (moved, fought) belong to its
place in the stack and stay there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from engine.core import Action, Value
from engine.games.cortes.table.board import (
    ALLY,
    AZTEC,
    CANNON,
    CAVALRY,
    ELITE,
    GUNBOAT,
    INFANTRY,
    KNIGHT,
    REGULAR,
    SPANISH,
)
from engine.games.cortes.table.flow import SCRIPT
from engine.games.cortes.table.orders import exact, parted
from engine.games.cortes.table.state import (
    FLAGS,
    GUN,
    IN,
    KIND,
    LED,
    SEATS,
    SEEN,
    SHIFT,
    Entries,
    State,
)
from engine.orders.order import Order
from engine.orders.piles import Pile
from engine.orders.slots import Field

Where = tuple[int, int]  # a place and where in its stack; the place -1 is the hand
Suits = Callable[[int], bool]  # whether a face could lie there
Pair = tuple[int, int, int]  # old face, new face, flags
HAND = -1
COMMON = 3  # a face that is one in so many of those that could lie there is no surprise


class Fighters:
    """Units of several places, in the order in which they are named."""

    def __init__(self, world: Dealt, side: int, snares: bool, ordered: bool) -> None:
        self.world, self.side, self.snares, self.ordered = world, side, snares, ordered

    def take(self, things: Iterable[int]) -> tuple[int, ...]:
        found = [self._snare(thing) if self.snares else self._one(thing) for thing in things]
        return tuple(found if self.ordered else sorted(found))

    def _snare(self, thing: int) -> int:
        if not thing:
            return thing
        fighter, risk = divmod(thing - 1, 2)
        if self.world.old.board.face_side[fighter % len(self.world.old.board.faces)] != self.side:
            return thing
        return 1 + 2 * self._one(fighter) + risk

    def _one(self, fighter: int) -> int:
        s = self.world.old
        place, face = parted(s, fighter)
        where = [place] if place >= 0 else sorted(s.stacks[self.side])
        for marked in (IN, 0):
            for there in where:
                pairs = self.world.pairs(self.side, there)
                for old, new, flags in sorted(pairs, key=lambda pair: bool(pair[2] & LED)):
                    if old == face and (flags & marked or not marked):
                        return exact(s, there, new) if place >= 0 else new
        raise LookupError(fighter)


class Dealt:
    """What became of every hidden thing: how an action reads in the other world."""

    def __init__(self, old: State, new: State) -> None:
        self.old, self.new = old, new
        self.dealt: dict[tuple[int, int], list[Pair]] = {}
        self.sides: set[int] = set()

    def pairs(self, side: int, place: int) -> list[Pair]:
        found = self.dealt.get((side, place))
        if found is None:
            stack = self.old.at(side, place)
            found = [(e >> SHIFT, e >> SHIFT, e & FLAGS) for e in stack]
        return found

    def pile(self, side: int, place: int, bar: int = 0) -> Pile:
        """The units of a place, but for those with the flags `bar`: from the bottom, as they are
        taken; and the leader."""
        pairs = [(o, n) for o, n, flags in reversed(self.pairs(side, place)) if not flags & bar]
        leader = self.old.board.leader_face[side]
        return Pile([*pairs, (leader, leader)])

    def rest(self, order: Order[Any, Any], field: Field[Any, Any]) -> Pile:
        """Of those that stand in another slot of the order."""
        pile: Pile = getattr(order, field.pile)(self)
        pile.take(getattr(order, field.attribute))
        return Pile(pile.taken)

    def hand(self, side: int) -> Pile:
        if (side, HAND) in self.dealt:
            return Pile((old, new) for old, new, _ in self.dealt[side, HAND])
        return Pile((face, face) for face in self.old.pool[side])

    def fighters(self, side: int, ordered: bool = False) -> Fighters:
        return Fighters(self, side, False, ordered)

    def snares(self, side: int) -> Fighters:
        return Fighters(self, side, True, True)

    def alias(self, seat: str, action: Action) -> Action | None:
        side = SEATS.index(seat)
        if side not in self.sides:
            return action
        point, asked = SCRIPT.question(self.old)
        try:
            order = point.reads(action.verb, asked).read(self.old, side, action, asked)
            found = order.alias(self)
        except LookupError:
            return None
        return found if legal(self.new, side, found) else None


def legal(s: State, side: int, action: Action) -> bool:
    """Whether an action answers the question of a position."""
    point, asked = SCRIPT.question(s)
    tree = point.tree(s, side, asked)
    if action.verb not in tree.verbs.choices:
        return False
    order = tree.order(action.verb)
    for value in action.args:
        if not _stands(order, value):
            return False
        order = order.given(value)
    return True


def _stands(order: Order[Any, Any], value: Value) -> bool:
    level = order.level()
    if level.form == "one" or not isinstance(value, tuple):
        return value in level.choices
    for n, each in enumerate(value):
        if each not in level.choices:
            return False
        level = order.level(value[: n + 1])
    return level.may_stop


# -- dealing ---------------------------------------------------------------------------------------


def redeal(s: State, seat: str | None, rng: Random) -> tuple[State, Dealt]:
    """A state with the same view for `seat` and everything else dealt anew."""
    new = s.copy()
    world = Dealt(s, new)
    for side, name in enumerate(SEATS):
        if name != seat and s.clouded(side):
            deal(s, new, side, rng, world)
    return new, world


def deal(s: State, new: State, side: int, rng: Random, world: Dealt) -> None:
    """The hidden units of a side change places."""
    wheres, suits, faces = hidden(s, side)
    found = worn(s, assign(faces, suits, rng), rng)
    dealt = dict(zip(wheres, found, strict=True))
    world.sides.add(side)
    for place, stack in s.stacks[side].items():
        fresh = [
            dealt.get((place, i), e >> SHIFT) << SHIFT | e & FLAGS for i, e in enumerate(stack)
        ]
        world.dealt[side, place] = [
            (e >> SHIFT, f >> SHIFT, e & FLAGS) for e, f in zip(stack, fresh, strict=True)
        ]
        if any((place, i) in dealt for i in range(len(stack))):
            new.stacks[side][place] = harnessed(s, side, fresh)
    hand = [dealt.get((HAND, i), face) for i, face in enumerate(s.pool[side])]
    world.dealt[side, HAND] = [(o, n, 0) for o, n in zip(s.pool[side], hand, strict=True)]
    new.pool[side] = tuple(sorted(hand))
    new.homes[side] = {}


def worn(s: State, faces: list[int], rng: Random) -> list[int]:
    """Who of the hidden knights has lost the steps that they have lost together; not in an R&R,
    where a die is thrown for each of them that has lost any."""
    board = s.board
    knights = [n for n, face in enumerate(faces) if board.face_type[face] == KNIGHT]
    if len(knights) < 2 or s.phase == "rest":
        return faces
    full = board.fresh[board.face_sort[faces[knights[0]]]]
    steps = board.face_steps[full]
    lost = sum(steps - board.face_steps[faces[n]] for n in knights)
    left = dict.fromkeys(knights, full)
    for _ in range(lost):
        who = rng.choice([n for n in knights if board.face_steps[left[n]] > 1])
        left[who] = board.lower[left[who]]
    return [left.get(n, face) for n, face in enumerate(faces)]


def secrets(s: State, side: int) -> dict[int, tuple[int, ...]]:
    """The hidden faces of a side that would mostly be others, were they dealt anew, by place."""
    if not s.clouded(side):
        return {}
    wheres, suits, faces = hidden(s, side)
    found: dict[int, list[int]] = {}
    loose = {
        place
        for (place, _), suit in zip(wheres, suits, strict=True)
        if all(suit(face) for face in faces)
    }
    for (place, i), suit in zip(wheres, suits, strict=True):
        face = s.pool[side][i] if place == HAND else s.at(side, place)[i] >> SHIFT
        could = [other for other in faces if suit(other)]
        if len(loose) == 1 and place in loose:
            continue  # what no other place can take lies here in every world
        if place != HAND and COMMON * could.count(face) <= len(could):
            found.setdefault(place, []).append(face)
    return {place: tuple(sorted(there)) for place, there in found.items()}


def harnessed(s: State, side: int, stack: list[int]) -> Entries:
    """A stack in its one order; cannons carried by whoever can."""
    top, rest = stack[0], sorted(stack[1:])
    if side == AZTEC:
        return (top, *rest)
    board = s.board
    cannons = sum(1 for e in stack if e >> SHIFT == board.cannon)
    found = []
    for e in (top, *rest):
        e &= ~GUN
        if cannons and board.face_type[e >> SHIFT] == INFANTRY:
            e |= GUN
            cannons -= 1
        found.append(e)
    return (found[0], *sorted(found[1:]))


def hidden(s: State, side: int) -> tuple[list[Where], list[Suits], list[int]]:
    """Every place of a hidden unit, in an order that anybody could know, what could lie there,
    and the faces that do, ascending."""
    wheres: list[Where] = []
    suits: list[Suits] = []
    faces: list[int] = []
    for place in sorted(s.stacks[side]):
        stack = s.at(side, place)
        unknown = [i for i, e in enumerate(stack) if not e & SEEN]
        unknown.sort(key=lambda i: (stack[i] & (FLAGS & ~GUN), _kind(s, stack[i])))
        guns = max(0, len(stack) - s.board.stacking.europeans.most) if side == SPANISH else 0
        guns -= sum(1 for e in stack if e & SEEN and e >> SHIFT == s.board.cannon)
        for n, i in enumerate(unknown):
            wheres.append((place, i))
            suits.append(_suits(s, side, place, stack, i, n < guns and place < s.board.hexes))
            faces.append(stack[i] >> SHIFT)
    if side == AZTEC:
        for i, face in enumerate(s.pool[side]):
            wheres.append((HAND, i))
            suits.append(lambda _: True)
            faces.append(face)
    return wheres, suits, sorted(faces)


def _kind(s: State, entry: int) -> int:
    """What is known of a unit that is not seen."""
    return s.board.face_sort[entry >> SHIFT] if entry & KIND else -1


def _suits(s: State, side: int, place: int, stack: Entries, i: int, gun: bool) -> Suits:
    """R-50: what stacking and memory leave open."""
    board, entry = s.board, stack[i]
    types, top = board.face_type, stack[0] >> SHIFT
    if entry & KIND:
        sort = board.face_sort[entry >> SHIFT]
        return lambda face: board.face_sort[face] == sort
    afloat = place >= board.hexes
    if side == AZTEC:
        if not afloat and (len(stack) > 2 or types[top] == REGULAR):
            return lambda face: types[face] == KNIGHT
        return lambda _: True
    if afloat:
        if entry & LED:
            return lambda face: types[face] == GUNBOAT
        return lambda face: board.face_lake[face]
    if gun or types[top] == CANNON:
        return lambda face: types[face] == CANNON
    if types[top] in (ELITE, ALLY):
        other = ALLY if types[top] == ELITE else ELITE
        tribe = board.face_tribe[top] if s.rules.tribes else -1
        return lambda face: types[face] == other and tribe in (-1, board.face_tribe[face])
    return lambda face: types[face] in (INFANTRY, CAVALRY, CANNON)


def assign(faces: list[int], suits: Sequence[Suits], rng: Random) -> list[int]:
    """A face for every place that it suits: those that suit the fewest faces choose first."""
    choice = [sum(1 for face in faces if suit(face)) for suit in suits]
    order = sorted(range(len(suits)), key=lambda n: (choice[n], n))
    pool = faces[:]
    rng.shuffle(pool)
    dealt = [-1] * len(suits)
    for n in order:
        at = next((i for i, face in enumerate(pool) if suits[n](face)), 0)
        dealt[n] = pool.pop(at)
    return dealt
