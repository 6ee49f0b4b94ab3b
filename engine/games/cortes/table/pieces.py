"""What lies on the map: sorts of units, and their faces.

A *sort* is all that tells one unit from another: a named unit of the Spanish side is a sort of its
own, the boats, the cannons, the regulars of one tribe, the knights and the Aztec regulars are one
sort each. A *face* is a sort with the steps it has left, and is what orders name: K4, R1, Badajoz3.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.games.cortes.table import data as files
from engine.games.cortes.table.board import (
    ALLY,
    AZTEC,
    CANNON,
    CAVALRY,
    ELITE,
    FOOT,
    GUNBOAT,
    HORSE,
    INFANTRY,
    KNIGHT,
    LEADER,
    NATIVE,
    REGULAR,
    SOUTH,
    SPANISH,
    WEST,
    Board,
)

ORDER = (INFANTRY, CAVALRY, CANNON, ELITE, ALLY, GUNBOAT, KNIGHT, REGULAR, LEADER)
NAMED = (INFANTRY, CAVALRY, ELITE)
GONE = -1  # the face of a unit that has lost its last step


class Sort(NamedTuple):
    """2.6, 2.7, 2.8: who can be told apart: by name, tribe and type."""

    token: str
    name: str
    type: int
    side: int
    tribe: int
    steps: int
    combat: tuple[int, ...]
    move: int
    lake: bool
    european: bool
    count: int  # type: ignore[assignment]  # how many there are


class Realm(Board):
    """2.2: the board with everything that may stand on it."""

    def __init__(self, data: files.Data) -> None:
        super().__init__(data)
        self._sorts()
        self._faces()
        self._camps()
        self.hexsides = {
            (a, b): kind
            for a, row in enumerate(self.beside)
            for b, kind in zip(row, self.side[a], strict=True)
            if b >= 0
        }
        self.on_island = frozenset(self.island)
        self.on_mainland = frozenset(self.mainland)
        self.in_tepeyac = frozenset(self.tepeyac)
        self.count = len(self.places)
        self.far = self._far()
        centre = self.temples[-1]
        self.from_centre = (
            *[self.distance(h, centre) for h in range(self.hexes)],
            *[99] * (self.count - self.hexes),
        )
        self.discs: dict[tuple[int, int], tuple[int, ...]] = {}
        self.harbours = tuple(self.hexes + a for a in self.redeployment)  # 10.7
        self.open_lake = tuple(self.hexes + a for a, shut in enumerate(self.closed) if not shut)
        self.opened: dict[Any, tuple[int, ...]] = {}  # grounds for placing units, as they are asked
        self.seen: dict[Any, Any] = {}  # stacks as they look to somebody, for the view

    def _far(self) -> tuple[int, ...]:
        """How many hexes each lies from the west or south edge."""
        edge = [h for h, sides in enumerate(self.edge) if sides & (WEST | SOUTH)]
        found = [99] * self.hexes
        for here in edge:
            found[here] = 0
        for here in edge:
            for there in self.crossed[here]:
                if found[there] > found[here] + 1:
                    found[there] = found[here] + 1
                    edge.append(there)
        return tuple(found)

    # -- sorts and faces --

    def _sorts(self) -> None:
        found: list[Sort] = []
        self.sort_of_unit: list[int] = [-1] * len(self.units)
        for side in (SPANISH, AZTEC):
            for type_ in ORDER:
                self._add_sorts(found, side, type_)
        self.sorts = tuple(found)
        self.sort = {sort.token: i for i, sort in enumerate(found)}

    def _add_sorts(self, found: list[Sort], side: int, type_: int) -> None:
        alike: dict[int, int] = {}
        for number, unit in enumerate(self.units):
            kind = self.kinds[unit.kind]
            if unit.side != side or kind.type != type_:
                continue
            named = type_ in (*NAMED, LEADER)
            if named or unit.kind not in alike:
                alike[unit.kind] = len(found)
                found.append(
                    Sort(
                        unit.token if named else kind.code,
                        unit.name if named else kind.name,
                        kind.type, side, kind.tribe, kind.steps, kind.combat, kind.move,
                        kind.lake, kind.european, 0,
                    )
                )  # fmt: skip
            at = alike[unit.kind]
            found[at] = found[at]._replace(count=found[at].count + 1)
            self.sort_of_unit[number] = at

    def _faces(self) -> None:
        """2.4, 2.10: each sort from its full strength down; one face where it has no steps."""
        sorts: list[int] = []
        steps: list[int] = []
        self.fresh: list[int] = []  # by sort: the face at full strength
        for number, sort in enumerate(self.sorts):
            self.fresh.append(len(sorts))
            for left in range(sort.steps, 0, -1) if sort.steps else (0,):
                sorts.append(number)
                steps.append(left)
        self.face_sort, self.face_steps = tuple(sorts), tuple(steps)
        many = [self.sorts[n] for n in sorts]
        self.faces = tuple(
            f"{sort.token}{left}" if left else sort.token
            for sort, left in zip(many, steps, strict=True)
        )
        self.sort_tokens = tuple(self.faces[face] for face in self.fresh)
        self.face = {token: i for i, token in enumerate(self.faces)}
        self.face_type = tuple(sort.type for sort in many)
        self.face_side = tuple(sort.side for sort in many)
        self.face_tribe = tuple(sort.tribe for sort in many)
        self.face_move = tuple(sort.move for sort in many)
        self.face_lake = tuple(sort.lake for sort in many)
        self.face_european = tuple(sort.european for sort in many)
        self.factor = tuple(
            sort.combat[left] if sort.steps else 0 for sort, left in zip(many, steps, strict=True)
        )
        self.lower = tuple(f + 1 if left > 1 else GONE for f, left in enumerate(steps))
        self.mover = tuple(
            NATIVE if sort.side == AZTEC else HORSE if sort.type == CAVALRY else FOOT
            for sort in many
        )
        self.leader_face = tuple(
            self.fresh[
                next(i for i, s in enumerate(self.sorts) if s.type == LEADER and s.side == d)
            ]
            for d in (SPANISH, AZTEC)
        )
        self.cannon = next(f for f, type_ in enumerate(self.face_type) if type_ == CANNON)
        named = list(zip(self.faces, sorts, strict=True))
        self.face_names = {token: self._face_name(token, self.sorts[sort]) for token, sort in named}
        self.face_plurals = {
            token: f"{name}s"
            for token, name in self.face_names.items()
            if name.startswith(token) or name == "gun"
        }

    @staticmethod
    def _face_name(token: str, sort: Sort) -> str:
        """Badajoz, gun, K4 knight: the code of those alike is a part of their name."""
        if sort.type == CANNON:
            return "gun"  # what orders call it; a cannon's code is G
        return sort.name if sort.type in (*NAMED, LEADER) else f"{token} {sort.name}"

    def _camps(self) -> None:
        """3.2: by sort, the camps that it may set up in, and how many of it in each."""
        self.camp_sorts: tuple[dict[int, int], ...] = tuple(
            self._counted(camp.units) for camp in self.camps
        )

    def _counted(self, units: tuple[int, ...]) -> dict[int, int]:
        found: dict[int, int] = {}
        for unit in units:
            sort = self.sort_of_unit[unit]
            found[sort] = found.get(sort, 0) + 1
        return found

    def disc(self, place: int, radius: int) -> tuple[int, ...]:
        """The hexes within so many of a hex, itself among them."""
        key = (place, radius)
        if key not in self.discs:
            self.discs[key] = self.grid.disc(place, radius)
        return self.discs[key]

    def is_area(self, place: int) -> bool:
        return place >= self.hexes
