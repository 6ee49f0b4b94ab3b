"""Chapter 10: the mutual R&R, in its strict order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core import Action
from engine.events import fact, many, number, said
from engine.games.cortes.book.deployment import (
    REDEPLOY,
    RETURN,
    Deploying,
    Deployment,
    tell_tops,
)
from engine.games.cortes.book.dice import die, two
from engine.games.cortes.book.ending import decided
from engine.games.cortes.book.leaders import flee
from engine.games.cortes.book.losses import owe
from engine.games.cortes.book.stacks import embark, forget, lose_cannon, settle, strike
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
    REGULAR,
    SPANISH,
)
from engine.games.cortes.table.flow import Context, Party, Point, Telling, push, step
from engine.games.cortes.table.orders import (
    PLACE,
    SIDE,
    UNFIT,
    UNIT,
    Order,
    Place,
    Unit,
    absent,
)
from engine.games.cortes.table.state import (
    FLAGS,
    GUN,
    IN,
    LED,
    NO_MARK,
    OFF,
    PHASE,
    SACRIFICE,
    SEATS,
    SHIFT,
    State,
)
from engine.games.cortes.table.state import (
    chosen as picked,
)
from engine.orders import Bar, Offer, Why, one, some, subset, worked_out

NOT_A_FORT = Bar("not_a_fort", "10.5", place=PLACE)


class Began(Telling, kind="rest", rule="10.1"):
    number: int = number()


class Deserted(Telling, kind="desertion", rule="10.2"):
    roll: int = number()
    modifiers: tuple[Any, ...] = fact()
    total: int = number()
    desert: bool = fact()


class Kept(Telling, kind="kept", rule="10.5"):
    side: str = said(SIDE)
    place: str = said(PLACE)
    count: int = number(noun="unit")
    units: tuple[str, ...] = many(UNIT, default=())
    own: tuple[str, ...] = many(UNIT, who="side", default=())


class Escaped(Telling, kind="encircled", rule="10.4"):
    place: str = said(PLACE)
    unit: str = said(UNIT)
    roll: int = number()
    steps: int = number(noun="step")


class Withdrew(Telling, kind="withdrew", rule="10.4"):
    side: str = said(SIDE)
    count: int = number(noun="unit")


class Replenished(Telling, kind="replenished", rule="10.10"):
    side: str = said(SIDE)
    steps: int = number(noun="step", secret=True)
    own: tuple[str, ...] = many(UNIT, who="side", default=())


class Recovered(Telling, kind="recovered", rule="10.11"):
    side: str = said(SIDE)
    back: tuple[str, ...] = many(UNIT)
    out: tuple[str, ...] = many(UNIT)


class Sick(Telling, kind="disease", rule="11.10"):
    roll: int = number()
    strikes: bool = fact()
    spanish: int = number(noun="step", default=0)
    aztec: int = number(noun="step", default=0)


@step
def rest(s: State, c: Context) -> None:
    """10.1: the order of an R&R."""
    s.rests += 1
    s.phase = "rest"
    s.clear_flags(PHASE)
    c.tell(Began(number=s.rests))
    push(
        s, desertion.then(), withdraw.then(SPANISH), withdraw.then(AZTEC),
        redeploy.then(SPANISH), redeploy.then(AZTEC), replenish.then(), recover.then(),
        disease.then(), rest_over.then(),
    )  # fmt: skip


# -- desertion -------------------------------------------------------------------------------------


def modifiers(s: State) -> tuple[tuple[str, int], ...]:
    """10.2, R-13: what is taken from the die; markers still count."""
    table = s.board.dice.desertion
    markers = min(s.board.limits.markers.number, s.marks.count(SACRIFICE) + s.unmarked)
    found = (
        ("sacrifice", table.sacrifice * markers),
        ("raid", table.raid * s.raid),
        ("objection", table.objection * s.objected),
        ("chapultepec", table.chapultepec * s.someone(AZTEC, s.board.chapultepec)),
    )
    return tuple((why, n) for why, n in found if n)


@step
def desertion(s: State, c: Context) -> None:
    """10.2, R-12, R-26: regular allies may go home, once in a game; then markers are removed."""
    back = [s.board.fresh[sort] for sort in s.deserters]
    s.pool[SPANISH] = tuple(sorted((*s.pool[SPANISH], *back)))
    s.deserters = ()
    if not s.deserted:
        roll, found = die(c, "desertion"), modifiers(s)
        total = roll + sum(n for _, n in found)
        gone = total < s.board.dice.desertion.below
        c.tell(Deserted(roll=roll, modifiers=found, total=total, desert=gone))
        if gone:
            desert(s)
    s.marks = [NO_MARK, NO_MARK]
    s.raid = s.captives = False
    s.unmarked = 0


def desert(s: State) -> None:
    """10.2: all regular allies on the map go home; they come back at the next R&R."""
    board, s.deserted = s.board, True
    for place in list(s.stacks[SPANISH]):
        stack = s.at(SPANISH, place)
        going = [e for e in stack if board.face_type[e >> SHIFT] == ALLY]
        if going:
            s.put(SPANISH, place, tuple([e for e in stack if e not in going]))
            sorts = [board.face_sort[e >> SHIFT] for e in going]
            s.deserters = tuple(sorted((*s.deserters, *sorts)))


# -- withdrawal ------------------------------------------------------------------------------------


def holdings(s: State, side: int) -> list[int]:
    """10.5, 10.6: forts in which a side may keep units."""
    board = s.board
    forts = board.forts if side == SPANISH else (board.chapultepec, board.acachinango)
    return sorted(fort for fort in forts if s.held(side, fort))


@step
def withdraw(s: State, c: Context, side: int) -> None:
    """10.3, 10.4, 10.5, 10.6: forts are kept unit by unit, everybody else leaves the map."""
    s.kept[side] = ()
    s.homes[side] = {place: s.faces(side, place) for place in s.stacks[side]}
    if s.leaders[side] != OFF:
        place = s.leaders[side]
        s.homes[side][place] = (*s.homes[side].get(place, ()), s.board.leader_face[side])
    push(s, leave_map.then(side))
    if holdings(s, side):
        push(s, Keeping.then(Party(side)))


class Keep(Order[Party], verb="keep", rule="10.5"):
    """10.5: leave units in a fort."""

    place = one(PLACE, rule="10.5", words="which fort")
    units = some(UNIT, rule="10.5", words="who stays")
    shut = Bar("nothing_to_keep", "10.5")

    def possible(self) -> bool:
        return bool(self.places())

    @place.offer
    def places(self) -> Sequence[Any]:
        return [p for p in holdings(self.s, self.side) if self._able(p)]

    def _able(self, place: int) -> list[int]:
        s = self.s
        return sorted(
            e >> SHIFT
            for e in s.at(self.side, place)
            if not e & IN and e >> SHIFT != s.board.cannon
        )

    @place.bar
    def place_barred(self, place: Place) -> Why | None:
        return None if place in self.places() else NOT_A_FORT(place=place)

    @worked_out
    def crowd(self) -> list[int]:
        return self._able(self.place)

    @units.offer
    def next_unit(self, chosen: tuple[Unit, ...]) -> Offer[Any]:
        return subset(self.crowd, chosen, 1, len(self.crowd), "10.5")

    @units.bar
    def unit_barred(self, chosen: tuple[Unit, ...], unit: Unit | None) -> Why | None:
        if unit is None:
            return None if chosen else UNFIT()
        stack = tuple(face << SHIFT for face in self.crowd)
        return absent(self, self.place, stack, unit, chosen, "10.5")

    @units.hides
    def keeping(self, world: Any) -> Any:
        return world.pile(self.side, self.place, IN)

    def do(self, c: Context) -> None:
        s, side, board = self.s, self.side, self.s.board
        stack = list(s.at(side, self.place))
        for i in picked(tuple(stack), self.units, IN):
            stack[i] |= IN
        guns = sum(1 for e in stack if e & IN and e & GUN)
        for i, e in enumerate(stack):
            if e >> SHIFT == board.cannon and guns:
                stack[i] |= IN
                guns -= 1
        s.replace(side, self.place, tuple(stack))
        s.kept[side] = tuple(sorted({*s.kept[side], self.place}))
        told = Kept(side=SEATS[side], place=board.places[self.place], count=len(self.units))
        told.public["own" if s.clouded(side) else "units"] = self.tokens(Keep.units)
        c.tell(told, rule="10.5" if side == SPANISH else "10.6")


class Gone(Order[Party], verb="done", rule="4.2", ends=True):
    """4.2: end this phase."""

    def do(self, c: Context) -> None:
        self.s.frames.pop()


class Keeping(Point[Party], kind="keep", rule="10.5"):
    """10.5, 10.6: which units stay in which forts."""

    orders = (Keep, Gone)
    otherwise = Gone

    def answer(self, s: State, c: Any, who: int, action: Action, a: Party) -> None:
        self.reads(action.verb, a).read(s, who, action, a).do(c)


@step
def leave_map(s: State, c: Context, side: int) -> None:
    """10.4: those who are encircled pay for it; the others leave with the steps they have."""
    if side == SPANISH:
        for place in encircled(s):
            break_out(s, c, place)
            if s.over is not None:
                return
    gone: list[int] = []
    for place in sorted(s.stacks[side]):
        stack = s.at(side, place)
        staying = tuple([e & ~(IN | LED) for e in stack if e & IN])
        gone += [e >> SHIFT for e in stack if not e & IN]
        s.put(side, place, staying)
    if s.leaders[side] != OFF:
        s.leaders[side] = OFF
        gone.append(s.board.leader_face[side])
    if side == SPANISH:
        gone += s.off
        s.off = ()
    s.pool[side] = tuple(sorted((*s.pool[side], *gone)))
    c.tell(Withdrew(side=SEATS[side], count=len(gone)), rule="10.4" if side == SPANISH else "10.6")
    tell_tops(s, c, side)


def encircled(s: State) -> list[int]:
    """10.4, R-51: hexes of groups from which no way leads out, and Aztecs stand around."""
    board, found = s.board, []
    left = {place for place in s.stacks[SPANISH] if place < board.hexes}
    while left:
        group, queue = set(), [min(left)]
        while queue:
            here = queue.pop()
            if here in group:
                continue
            group.add(here)
            queue += [there for there in board.crossed[here] if there in left]
        left -= group
        if not any(_outlet(s, place) for place in group) and _beset(s, group):
            found += sorted(group)
    return found


def _outlet(s: State, place: int) -> bool:
    """Whether somebody in a hex could go anywhere without Aztecs."""
    board = s.board
    faces = [f for f in s.faces(SPANISH, place) if board.face_type[f] != CANNON]
    movers = {HORSE if board.face_type[f] == CAVALRY else FOOT for f in faces}
    for mover in movers:
        for there, _ in board.steps[mover][place]:
            if not s.someone(AZTEC, there) and there not in s.stacks[SPANISH]:
                return True
    canoes = any(board.face_lake[f] for f in faces)
    return canoes and any(board.hexes + a not in s.stacks[AZTEC] for a in board.borders[place])


def _beset(s: State, group: set[int]) -> bool:
    return any(s.held(AZTEC, there) for place in group for there in s.board.crossed[place])


def break_out(s: State, c: Context, place: int) -> None:
    """10.4: one die for each unit that does not stay."""
    board = s.board
    for face in [e >> SHIFT for e in s.at(SPANISH, place) if not e & IN]:
        if face == board.cannon:
            continue
        roll = die(c, "encircled")
        steps = board.dice.encircled.steps[roll - 1]
        c.tell(Escaped(place=board.places[place], unit=board.faces[face], roll=roll, steps=steps))
        at = face
        for _ in range(steps):
            stack = s.at(SPANISH, place)
            i = next(i for i, e in enumerate(stack) if e >> SHIFT == at and not e & IN)
            if strike(s, SPANISH, place, i) >= 0:
                break
            at = board.lower[at]
    if s.leaders[SPANISH] == place and not s.held(SPANISH, place):
        lone_leader(s, c, place)
    while s.at(SPANISH, place) and not s.held(SPANISH, place):
        lose_cannon(s, place)


def lone_leader(s: State, c: Context, place: int) -> None:
    """R-51: all who were with Cortés have perished: 9.4."""
    from engine.games.cortes.book.ending import capture
    from engine.games.cortes.book.leaders import Tested

    roll = two(c, "leader")
    taken = roll in s.board.dice.leader.all_lost
    name = s.board.faces[s.board.leader_face[SPANISH]]
    c.tell(Tested(side=SEATS[SPANISH], leader=name, why="all_lost", roll=roll, taken=taken))
    if taken:
        capture(s, c, SPANISH)


@step
def redeploy(s: State, c: Context, side: int) -> None:
    """10.7, 10.8: whoever left comes back."""
    if s.pool[side]:
        push(s, Deployment.then(Deploying(side, REDEPLOY)))


# -- recovery --------------------------------------------------------------------------------------


@step
def replenish(s: State, c: Context) -> None:
    """10.10: a die for each reduced unit in play; boats are refitted."""
    for side in (SPANISH, AZTEC):
        gained = 0
        units: list[str] = []
        for place in sorted(s.stacks[side]):
            stack = list(s.at(side, place))
            for i, e in enumerate(stack):
                steps = regained(s, c, e >> SHIFT)
                if steps:
                    units.append(s.board.faces[e >> SHIFT])
                    gained += steps
                    stack[i] = (e >> SHIFT) - steps << SHIFT | e & FLAGS
            s.replace(side, place, tuple(stack))
            if s.clouded(side):
                forget(s, side, place)
            settle(s, side, place)
        told = Replenished(side=SEATS[side], steps=gained)
        if units:
            told.public["own"] = tuple(units)
        c.tell(told)
        tell_tops(s, c, side)


def regained(s: State, c: Context, face: int) -> int:
    """10.10: how many steps a unit gets back."""
    board = s.board
    full = board.sorts[board.face_sort[face]].steps
    missing = full - board.face_steps[face]
    if not missing:
        return 0
    type_ = board.face_type[face]
    if type_ == GUNBOAT:
        return missing
    table = board.dice.replenishment
    rows = {REGULAR: table.regular, ALLY: table.regular, KNIGHT: table.knight}
    return min(missing, rows.get(type_, table.european)[die(c, "replenish") - 1])


@step
def recover(s: State, c: Context) -> None:
    """10.11: a die for each unit of the dead that may come back."""
    board = s.board
    for side in (SPANISH, AZTEC):
        back: list[int] = []
        out: list[int] = []
        staying: list[int] = []
        for sort in s.dead[side]:
            fate = recovered(s, c, sort)
            if fate == "out":
                out.append(sort)
            elif fate == "stays":
                staying.append(sort)
            else:
                steps = board.sorts[sort].steps
                back.append(board.fresh[sort] + (0 if fate == "full" else steps - 1))
        s.dead[side] = tuple(staying)
        s.out[side] = tuple(sorted((*s.out[side], *out)))
        s.pool[side] = tuple(sorted((*s.pool[side], *back)))
        c.tell(Recovered(
            side=SEATS[side], back=tuple(board.faces[f] for f in back),
            out=tuple(board.faces[board.fresh[sort]] for sort in out),
        ))  # fmt: skip
    for side in (AZTEC, SPANISH):
        if s.pool[side]:
            push(s, Deployment.then(Deploying(side, RETURN)))


def recovered(s: State, c: Context, sort: int) -> str:
    type_ = s.board.sorts[sort].type
    table = s.board.dice.recovery
    if type_ in (REGULAR, ALLY):
        return table.regular[die(c, "recover") - 1]
    if type_ in (INFANTRY, CAVALRY, ELITE):
        return table.european[die(c, "recover") - 1]
    return "stays"  # knights, boats and cannons never come back


@step
def disease(s: State, c: Context) -> None:
    """10.13, 11.10: the last step, where both have agreed to it."""
    if not s.rules.disease:
        return
    table = s.board.dice.disease
    roll = two(c, "disease")
    if roll not in table.strikes:
        c.tell(Sick(roll=roll, strikes=False))
        return
    spanish, aztec = die(c, "sick-spanish"), two(c, "sick-aztec")
    c.tell(Sick(roll=roll, strikes=True, spanish=spanish, aztec=aztec))
    push(s, owe.then(SPANISH, spanish, True), owe.then(AZTEC, aztec, True), ashore.then())


@step
def ashore(s: State, c: Context) -> None:
    """9.5: a leader whose carrier is gone finds another."""
    for side in (SPANISH, AZTEC):
        place = s.leaders[side]
        if place < s.board.hexes or any(e & LED for e in s.at(side, place)):
            continue
        stack = s.at(side, place)
        able = [
            i
            for i, e in enumerate(stack)
            if side == AZTEC or s.board.face_type[e >> SHIFT] == GUNBOAT
        ]
        if able:
            embark(s, side, place, able[0])
        else:
            s.leaders[side] = OFF
            flee(s, c, side, place)


# -- again -----------------------------------------------------------------------------------------


@step
def rest_over(s: State, c: Context) -> None:
    """10.14: the Spaniard may have another at once."""
    s.homes = [{}, {}]
    s.kept = [(), ()]
    s.objected = False
    if not decided(s, c):
        push(s, Satisfied.then(Party(SPANISH)))


class Enough(Order[Party], verb="continue", rule="4.3"):
    """4.3: go on with another pair of turns."""

    def do(self, c: Context) -> None:
        """The next pair is on the stack already."""


class Further(Order[Party], verb="regroup", rule="4.3"):
    """4.3: ask for an R&R."""

    def do(self, c: Context) -> None:
        push(self.s, rest.then())


class Satisfied(Point[Party], kind="again", rule="10.14"):
    """10.14: another R&R, to which nobody can object, or on with the siege."""

    orders = (Enough, Further)
    otherwise = Enough
