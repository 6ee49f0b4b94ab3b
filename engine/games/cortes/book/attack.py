"""8.1 to 8.8: declaring attacks by land; the combat phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NewType

from engine.events import fact, many, said
from engine.games.cortes.book.battle import mark, resolve
from engine.games.cortes.book.charge import charge_on
from engine.games.cortes.book.stacks import show
from engine.games.cortes.book.trap import Springing, snare
from engine.games.cortes.table.board import AZTEC, CAVALRY, KNIGHT, SPANISH, WET
from engine.games.cortes.table.flow import Context, Party, Telling, push
from engine.games.cortes.table.orders import (
    FIGHTER,
    IN_TURN,
    LEADERS,
    PLACE,
    SIDE,
    UNFIT,
    UNIT,
    Fighter,
    Order,
    Place,
    Unit,
    exact,
    named,
    parted,
)
from engine.games.cortes.table.state import (
    FOUGHT,
    SEATS,
    SEEN,
    SHIFT,
    TRIED,
    Battle,
    State,
)
from engine.orders import Bar, Domain, Offer, Why, one, path, some, subset, worked_out

Snare = NewType("Snare", int)  # 0: the whole stack; else a fighter, and whether it risks a step
Spot = tuple[int, int]  # a place, and where in its stack

# -- words of a trap -------------------------------------------------------------------------------


def snared(fighter: int, risk: bool) -> Snare:
    return Snare(1 + 2 * fighter + risk)


class _Snares(Mapping[str, Snare]):
    """`stack`, a unit of the enemy, or a knight; with ! it loses a step first."""

    def __init__(self, order: Any) -> None:
        self.order = order
        self.fighters = FIGHTER.codes(order)

    def __getitem__(self, token: str) -> Snare:
        if token == "stack":
            return Snare(0)
        risk = token.endswith("!")
        return snared(self.fighters[token.removesuffix("!")], risk)

    def get(self, token: Any, default: Any = None) -> Any:
        try:
            return self[token]
        except KeyError:
            return default

    def __iter__(self) -> Iterator[str]:
        yield "stack"
        for token in self.fighters:
            yield token
            yield f"{token}!"

    def __len__(self) -> int:
        return 1 + 2 * len(self.fighters)

    def values(self) -> Any:
        return [self[token] for token in self]


class _Written:
    def __init__(self, order: Any) -> None:
        self.written = FIGHTER.tokens(order)

    def __getitem__(self, snare_: int) -> str:
        if not snare_:
            return "stack"
        fighter, risk = divmod(snare_ - 1, 2)
        return f"{self.written[fighter]}{'!' if risk else ''}"


SNARE: Domain[Snare] = Domain("snare", _Snares, _Written, secret=True)

# -- reasons ---------------------------------------------------------------------------------------

NO_ENEMY = Bar("no_enemy", "8.1", place=PLACE)
STRUCK = Bar("struck", "8.5", place=PLACE)
NO_ATTACKER = Bar("no_attacker", "8.1", place=PLACE)
NOT_ADJACENT = Bar("not_adjacent", "8.4", place=PLACE, target=PLACE)
NOBODY_FRESH = Bar("nobody_fresh", "8.5", place=PLACE)
ONE_STAYS = Bar("one_stays", "8.7")
NOT_ATTACKING = Bar("not_attacking", "8.7", fighter=FIGHTER)
LEADER_AWAY = Bar("leader_away", "9.1")
NO_TRAP = Bar("no_trap", "11.2")
TRAP_WHOM = Bar("trap_whom", "11.2")
TRAP_BY = Bar("trap_by", "11.2")
TRAPPED_FIRST = Bar("trapped_first", "11.3", place=PLACE)
NO_CHARGE = Bar("no_charge", "11.4")
CHARGED = Bar("charged", "11.5", unit=UNIT)
NO_HORSE = Bar("no_horse", "11.4", unit=UNIT)


class Declared(Telling, kind="attack", rule="8.1", shape="fight"):
    place: str = said(PLACE, part="at")
    side: str = said(SIDE, part="who")
    froms: tuple[str, ...] = many(PLACE, name="from", part="from")
    units: tuple[str, ...] = many(UNIT, secret=None, default=())
    leader: str = fact(default="")


# -- who can attack --------------------------------------------------------------------------------


def fresh(s: State, side: int, place: int) -> list[int]:
    """Where in a stack those are who may still attack."""
    cannon = s.board.cannon
    return [
        i for i, e in enumerate(s.at(side, place)) if not e & FOUGHT and e >> SHIFT != cannon
    ]  # fmt: skip


def bases(s: State, side: int, target: int) -> list[int]:
    """8.4, R-20: hexes from which somebody can attack a hex."""
    return sorted(p for p in s.board.crossed[target] if fresh(s, side, p))


def targets(s: State, side: int) -> list[int]:
    """8.1, 8.5, R-36: hexes of the enemy that can be attacked."""
    found = []
    for place in sorted(s.stacks[1 - side]):
        if place < s.board.hexes and place not in s.struck and s.held(1 - side, place):
            if bases(s, side, place):
                found.append(place)
    return found


def narrow(s: State, side: int, here: int, target: int) -> bool:
    """8.25: a causeway between two waters, for who has no canoes."""
    return s.rules.causeways and side == SPANISH and s.board.hexsides[here, target] == WET


def attackers(
    s: State, side: int, target: int, froms: Sequence[int], without: Sequence[tuple[int, int]] = ()
) -> list[Spot]:
    """8.7, 8.25: all who can attack from these hexes, but for some; one on a narrow front."""
    found: list[Spot] = []
    for place in froms:
        stack = s.at(side, place)
        out = [face for where, face in without if where == place]
        able = []
        for i in fresh(s, side, place):
            if stack[i] >> SHIFT in out:
                out.remove(stack[i] >> SHIFT)
            else:
                able.append(i)
        if narrow(s, side, place, target):
            able = _front(s, stack, able)
        found += [(place, i) for i in able]
    return found


def _front(s: State, stack: tuple[int, ...], able: list[int]) -> list[int]:
    """8.25: the strongest of them, a cannon's carrier before others; canoes widen the front."""
    from engine.games.cortes.table.state import GUN

    board = s.board
    wide = [i for i in able if board.face_lake[stack[i] >> SHIFT]]
    rest = [i for i in able if i not in wide]
    best = sorted(rest, key=lambda i: (-board.factor[stack[i] >> SHIFT], not stack[i] & GUN, i))
    return sorted((*wide, *best[:1]))


class Attack(Order[Party], verb="attack", rule="8.1", command=True):
    """8.1: attack a hex of the enemy."""

    target = one(PLACE, rule="8.1", words="which hex is attacked")
    froms = some(PLACE, name="from", mark="from", rule="8.4", words="the hexes they attack from")
    without = some(FIGHTER, mark="without", optional=True, rule="8.7", words="who takes no part")
    lead = one(LEADERS, mark="lead", optional=True, rule="9.1", words="the leader who takes part")
    trap = path(
        SNARE, mark="trap", optional=True, rule="11.2",
        words="whom to trap (a unit or `stack`), then by which knights; ! risks a step",
    )  # fmt: skip
    charge = some(UNIT, mark="charge", optional=True, rule="11.4", words="which cavalry charges")
    shut = Bar("no_attack", "8.1")

    def possible(self) -> bool:
        return bool(self.targets())

    @target.offer
    def targets(self) -> Sequence[Any]:
        return targets(self.s, self.side)

    @target.bar
    def target_barred(self, place: Place) -> Why | None:
        s, side = self.s, self.side
        if place >= s.board.hexes or not s.held(1 - side, place):
            return NO_ENEMY(place=place)
        if place in s.struck:
            return STRUCK(place=place)
        return None if bases(s, side, place) else NO_ATTACKER(place=place)

    # -- from where --

    @froms.offer
    def next_base(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        pool = bases(self.s, self.side, self.target)
        return subset(pool, chosen, 1, len(pool), "8.4")

    @froms.bar
    def base_barred(self, chosen: tuple[Place, ...], place: Place | None) -> Why | None:
        s, side = self.s, self.side
        if place is None:
            return None if chosen else UNFIT()
        if place not in s.board.crossed[self.target]:
            return NOT_ADJACENT(place=place, target=self.target)
        if not fresh(s, side, place):
            return NOBODY_FRESH(place=place)
        return IN_TURN("8.4") if chosen and place <= chosen[-1] else None

    # -- who stays out --

    @worked_out
    def crowd(self) -> list[tuple[int, int]]:
        """All who could attack, as (place, face)."""
        s = self.s
        return sorted(
            (place, s.at(self.side, place)[i] >> SHIFT)
            for place in self.froms
            for i in fresh(s, self.side, place)
        )

    def spots(self, chosen: Sequence[Fighter]) -> list[tuple[int, int]]:
        left, found = self.crowd[:], []
        for fighter in chosen:
            place, face = parted(self.s, fighter)
            spot = next(s for s in left if s[1] == face and place in (-1, s[0]))
            left.remove(spot)
            found.append(spot)
        return found

    @without.offer
    def next_out(self, chosen: tuple[Fighter, ...]) -> Offer[Any]:
        names, here = named(self.s, self.crowd), self.spots(chosen)
        left = self.crowd[:]
        for spot in here:
            left.remove(spot)
        found = []
        for spot in dict.fromkeys(left):
            fighter = names[spot]
            if chosen and fighter < chosen[-1]:
                continue
            if sum(1 for place, _ in left if place == spot[0]) > 1:
                found.append(fighter)
        return Offer(tuple(sorted(found)), True, 0, len(self.crowd))

    @without.bar
    def out_barred(self, chosen: tuple[Fighter, ...], fighter: Fighter | None) -> Why | None:
        if fighter is None or fighter in self.next_out(chosen).choices:
            return None
        if fighter not in named(self.s, self.crowd).values():
            return NOT_ATTACKING(fighter=fighter)
        return IN_TURN("8.7") if chosen and fighter < chosen[-1] else ONE_STAYS()

    @without.hides
    def idle(self, world: Any) -> Any:
        return world.fighters(self.side)

    @worked_out
    def party(self) -> list[Spot]:
        return attackers(self.s, self.side, self.target, self.froms, self.spots(self.without))

    # -- the leader --

    @lead.offer
    def leading(self) -> Sequence[Any]:
        s, side = self.s, self.side
        place = s.leaders[side]
        if s.lent[side] or not any(where == place for where, _ in self.party):
            return [None]
        if side == SPANISH and not self._european(place):
            return [None]
        return [None, s.board.faces[s.board.leader_face[side]]]

    def _european(self, place: int) -> bool:
        s = self.s
        return s.board.face_european[s.at(SPANISH, place)[0] >> SHIFT]

    @lead.bar
    def lead_barred(self, leader: str | None) -> Why | None:
        return None if leader in self.leading() else LEADER_AWAY()

    # -- a trap --

    @worked_out
    def knights(self) -> list[tuple[int, int]]:
        """Knights among the attackers who have not tried yet, as (place, face)."""
        s, found = self.s, []
        if self.side != AZTEC or not s.rules.traps:
            return []
        for place, i in self.party:
            e = s.at(AZTEC, place)[i]
            if s.board.face_type[e >> SHIFT] == KNIGHT and not e & TRIED:
                found.append((place, e >> SHIFT))
        return sorted(found)

    @worked_out
    def prey(self) -> list[Snare]:
        """Whom they could trap: the stack, or a unit of it that they know."""
        s = self.s
        if not self.knights:
            return []
        cannon = s.board.cannon
        stack = s.at(SPANISH, self.target)
        known = [e >> SHIFT for e in stack if e & SEEN or not s.clouded(SPANISH)]
        faces = sorted({f for f in known if f != cannon})
        return [Snare(0), *[snared(f, False) for f in faces]]

    def _bait(self, chosen: tuple[Snare, ...]) -> list[Snare]:
        """Knights that may roll next, each as it is or after the loss of a step."""
        s, left = self.s, self.knights[:]
        names = named(s, self.knights)
        for snare_ in chosen[1:]:
            place, face = parted(s, (snare_ - 1) // 2)
            left.remove(next(k for k in left if k[1] == face and place in (-1, k[0])))
        found: list[Snare] = []
        for spot in dict.fromkeys(left):
            found.append(snared(names[spot], False))
            if s.board.face_steps[spot[1]] > 1:
                found.append(snared(names[spot], True))
        return found

    @trap.offer
    def next_snare(self, chosen: tuple[Snare, ...]) -> Offer[Any]:
        if not chosen:
            return Offer(tuple(self.prey), True, 0, 12)
        return Offer(tuple(self._bait(chosen)), len(chosen) > 1, 2, 12)

    @trap.bar
    def snare_barred(self, chosen: tuple[Snare, ...], snare_: Snare | None) -> Why | None:
        offer = self.next_snare(chosen)
        fits_ = offer.may_stop if snare_ is None else snare_ in offer.choices
        if fits_:
            return None
        if not self.knights:
            return NO_TRAP()
        return TRAP_BY() if chosen else TRAP_WHOM()

    @trap.hides
    def luring(self, world: Any) -> Any:
        return world.snares(self.side)

    # -- a charge --

    @worked_out
    def horse(self) -> list[int]:
        """11.4, R-41: cavalry among the attackers that could enter the hex."""
        s, found = self.s, []
        if self.side != SPANISH or not s.rules.charges or self.trap:
            return []
        for place, i in self.party:
            e = s.at(SPANISH, place)[i]
            face = e >> SHIFT
            if s.board.face_type[face] == CAVALRY and not e & TRIED:
                if any(there == self.target for there, _ in s.board.steps[1][place]):
                    found.append(face)
        return sorted(found)

    @charge.offer
    def next_horse(self, chosen: tuple[Unit, ...]) -> Offer[Any]:
        return subset(self.horse, chosen, 0, len(self.horse), "11.4")

    @charge.bar
    def horse_barred(self, chosen: tuple[Unit, ...], unit: Unit | None) -> Why | None:
        if unit is None or unit in self.next_horse(chosen).choices:
            return None
        if not self.horse:
            return NO_CHARGE()
        if self.s.board.face_type[unit] != CAVALRY:
            return NO_HORSE(unit=unit)
        return IN_TURN("11.4") if chosen and unit <= chosen[-1] else CHARGED(unit=unit)

    @charge.hides
    def charging(self, world: Any) -> Any:
        return world.fighters(self.side)  # faces alone are fighters too

    # -- the deed --

    def do(self, c: Context) -> None:
        s, side, board = self.s, self.side, self.s.board
        b = s.battle = Battle(side, self.target, False)
        b.froms, b.lead = self.froms, bool(self.lead)
        party = self.party
        units = tuple(board.faces[s.at(side, place)[i] >> SHIFT] for place, i in party)
        hidden = s.clouded(side)
        for place in self.froms:
            mark(s, side, place, [i for where, i in party if where == place])
            unveil(s, side, place)
        told = Declared(
            place=board.places[self.target], side=SEATS[side], froms=self.tokens(Attack.froms),
            units=units, leader=self.lead or "",
        )  # fmt: skip
        c.tell(told, reveals=("units",) if hidden else ())
        if self.trap:
            self.set_trap()
        elif self.charge:
            b.charging = self.charge
            push(s, charge_on.then())
        else:
            push(s, resolve.then())

    def set_trap(self) -> None:
        s, b = self.s, self.s.battle
        assert b is not None
        first = self.trap[0]
        b.trapped = () if not first else ((first - 1) // 2,)
        found = []
        left = self.knights[:]
        for snare_ in self.trap[1:]:
            fighter, risk = divmod(snare_ - 1, 2)
            place, face = parted(s, fighter)
            spot = next(k for k in left if k[1] == face and place in (-1, k[0]))
            left.remove(spot)
            found.append(snared(exact(s, *spot), bool(risk)))
        push(s, snare.then(tuple(found)))


def unveil(s: State, side: int, place: int) -> None:
    """8.8: attackers are seen as far as they take part."""
    from engine.games.cortes.table.state import IN, KIND

    stack = s.at(side, place)
    if all(e & IN for e in stack):
        show(s, side, place)
        return
    s.replace(side, place, tuple([e | SEEN | KIND if e & IN else e for e in stack]))


class Spring(Attack, verb="attack", rule="8.1", command=True):
    """8.1: attack a hex of the enemy."""

    def targets(self) -> Sequence[Any]:
        b = self.s.battle
        assert b is not None
        return [b.place]

    def target_barred(self, place: Place) -> Why | None:
        return None if place in self.targets() else TRAPPED_FIRST(place=self.targets()[0])

    @worked_out
    def knights(self) -> list[tuple[int, int]]:
        """Whoever has fallen into a trap is attacked at once."""
        return []


Springing.orders = (Spring,)
