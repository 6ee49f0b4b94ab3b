"""What orders of Cortés name, and the reasons that many of them share.

A *unit* is a face: K4, R1, Badajoz3. A *fighter* is a unit where it stands, for orders about units
of several hexes: `K4` where only one hex has such a unit, `K4@3025` where several do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NewType, TypeVar

from engine import orders
from engine.games.cortes.table.state import SEATS, SHIFT, Entries, State
from engine.orders import UNFIT, Bar, Domain, Offer, Why, Words, several

Place = NewType("Place", int)
Unit = NewType("Unit", int)  # a face
Fighter = NewType("Fighter", int)  # a face, or a face at a place

A = TypeVar("A", bound=tuple[Any, ...])


class Order(orders.Order[State, A]):
    """An order of one side."""

    side: int

    def __init__(self, s: State, who: int, asked: A) -> None:
        self.s, self.who, self.side, self.asked = s, who, who, asked


# -- fighters --------------------------------------------------------------------------------------


def exact(s: State, place: int, face: int) -> Fighter:
    """A face at a place, as one number; a face alone is the number of the face."""
    return Fighter((place + 1) * len(s.board.faces) + face)


def parted(s: State, fighter: int) -> tuple[int, int]:
    """The place and the face of a fighter; the place -1 if none is said."""
    place, face = divmod(fighter, len(s.board.faces))
    return place - 1, face


class _Fighters(Mapping[str, Fighter]):
    """Words for fighters: every face, and every face at a place of the map."""

    def __init__(self, s: State) -> None:
        self.s = s

    def __getitem__(self, token: str) -> Fighter:
        face, at, place = token.partition("@")
        board = self.s.board
        if not at:
            return Fighter(board.face[face])
        return exact(self.s, board.place[place], board.face[face])

    def get(self, token: Any, default: Any = None) -> Any:
        try:
            return self[token]
        except KeyError:
            return default

    def _tokens(self) -> dict[str, Fighter]:
        board = self.s.board
        found = {token: Fighter(face) for token, face in board.face.items()}
        for stacks in self.s.stacks:
            for place in sorted(stacks):
                for entry in stacks[place]:
                    token = f"{board.faces[entry >> SHIFT]}@{board.places[place]}"
                    found[token] = exact(self.s, place, entry >> SHIFT)
        return found

    def __iter__(self) -> Any:
        return iter(self._tokens())

    def values(self) -> Any:
        return self._tokens().values()

    def __len__(self) -> int:
        return len(self._tokens())


class _Written:
    """Fighters as words."""

    def __init__(self, s: State) -> None:
        self.s = s

    def __getitem__(self, fighter: int) -> str:
        place, face = parted(self.s, fighter)
        board = self.s.board
        word = board.faces[face]
        return word if place < 0 else f"{word}@{board.places[place]}"


def called(s: State, there: Iterable[tuple[int, int]]) -> dict[Fighter, list[int]]:
    """Fighters that can be told apart among (place, face): each with the places it may mean."""
    where: dict[int, set[int]] = {}
    for place, face in there:
        where.setdefault(face, set()).add(place)
    found: dict[Fighter, list[int]] = {}
    for face, places in where.items():
        if len(places) == 1:
            found[Fighter(face)] = sorted(places)
        else:
            for place in sorted(places):
                found[exact(s, place, face)] = [place]
    return found


def named(s: State, there: Iterable[tuple[int, int]]) -> dict[tuple[int, int], Fighter]:
    """What each (place, face) is called among all of them."""
    return {
        (place, parted(s, fighter)[1]): fighter
        for fighter, places in called(s, there).items()
        for place in places
    }


PLACE: Domain[Place] = Domain("place", lambda o: o.s.board.place, lambda o: o.s.board.places)
UNIT: Domain[Unit] = Domain(
    "unit", lambda o: o.s.board.face, lambda o: o.s.board.faces, secret=True
)
FIGHTER: Domain[Fighter] = Domain(
    "fighter", lambda o: _Fighters(o.s), lambda o: _Written(o.s), secret=True
)
SIDE: Domain[int] = Domain("side", lambda o: {t: i for i, t in enumerate(SEATS)}, lambda o: SEATS)
LEADERS = Words("leader", "Cortes", "Cuauhtemoc")

# -- reasons that many orders share ----------------------------------------------------------------

NOT_THERE = Bar("not_there", unit=UNIT, place=PLACE)
NOT_SO_MANY = Bar("not_so_many", there=several(UNIT), place=PLACE)
ENEMY_UNIT = Bar("enemy_unit", unit=UNIT)
IN_ORDER = Bar("in_order", unit=UNIT, before=UNIT)
IN_TURN = Bar("in_turn")
NOBODY = Bar("nobody", place=PLACE)
NO_AREA = Bar("no_area", place=PLACE)
NO_HEX = Bar("no_hex", place=PLACE)


def absent(
    order: Order[Any], place: int, stack: Entries, unit: int, chosen: tuple[Any, ...], rule: str
) -> Why | None:
    """A unit that is not there, or not so often, or that is written out of order."""
    board = order.s.board
    if board.face_side[unit] != order.side:
        return ENEMY_UNIT(rule, unit=unit)
    there = sum(1 for entry in stack if entry >> SHIFT == unit)
    if not there:
        return NOT_THERE(rule, unit=unit, place=place)
    if chosen.count(unit) >= there:
        return NOT_SO_MANY(rule, there=(unit,) * there, place=place)
    if chosen and unit < chosen[-1]:
        return IN_ORDER(rule, unit=unit, before=chosen[-1])
    return None


def among(sets: Iterable[tuple[int, ...]], chosen: tuple[int, ...]) -> Offer[Any]:
    """The next of a set that must become one of `sets`, each in ascending order."""
    n, stop = len(chosen), False
    found: dict[int, None] = {}
    for each in sets:
        if each[:n] == chosen:
            if len(each) == n:
                stop = True
            else:
                found[each[n]] = None
    return Offer(tuple(sorted(found)), stop, 0, 99)


__all__ = [
    "FIGHTER", "IN_ORDER", "IN_TURN", "LEADERS", "NOBODY", "NO_AREA", "NO_HEX", "PLACE", "SIDE",
    "UNFIT", "UNIT", "Fighter", "Order", "Place", "Unit", "absent", "among", "called", "exact",
    "named", "parted",
]  # fmt: skip
