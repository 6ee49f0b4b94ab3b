"""EL CID, mercenary of turn 17 (11.26): hired, paid for what he destroys, home again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.events import fact, many, said
from engine.events import number as number_of
from engine.games.hispania.book.combat import begin
from engine.games.hispania.book.purchase import too_late, waits
from engine.games.hispania.table.board import CASTLE
from engine.games.hispania.table.flow import (
    Context,
    Plain,
    Point,
    Telling,
    name_of,
    push,
    step,
)
from engine.games.hispania.table.orders import (
    GOLD,
    NATION,
    NOT_SO_MANY_THERE,
    NOT_THERE,
    PIECE,
    PLACE,
    Order,
    Piece,
    Place,
    as_pieces,
    is_chief,
    out_of_order,
    parted,
)
from engine.games.hispania.table.state import (
    Stack,
    State,
    chiefs_at,
    fewer,
    held,
    holder,
    muster,
    number,
    put,
    seat_of,
    stack,
    take,
)
from engine.orders import (
    NUMBER,
    TEXT,
    Bar,
    Offer,
    Why,
    one,
    several,
    some,
    subset,
    worked_out,
)

CID_TURN = Bar("cid_turn", "11.26", turn=TEXT)
CID_YOURS = Bar("cid_yours", "11.26")
CID_NEVER = Bar("cid_never", "11.26", nation=NATION)
CID_ASKED = Bar("cid_asked", "11.26", nation=NATION)
CID_GONE = Bar("cid_gone", "11.26")
CID_NO_GOAL = Bar("cid_no_goal", "11.26", nation=NATION, gold=GOLD)
CID_FAR = Bar("cid_far", "11.26", place=PLACE, nation=NATION)
CID_EMPTY = Bar("cid_empty", "11.26", place=PLACE)
CID_SELF = Bar("cid_self", "11.26", place=PLACE, nation=NATION)
CID_FRIEND = Bar("cid_friend", "11.26", nation=NATION)
CID_UNPAID = Bar("cid_unpaid", "11.26", place=PLACE)
CID_POOR = Bar("cid_poor", "11.26", place=PLACE, cost=GOLD, nation=NATION, gold=GOLD)
CID_ALL = Bar("cid_all", "11.26", place=PLACE, cost=GOLD, nation=NATION, gold=GOLD)
CID_NO_PAY = Bar("cid_no_pay", "11.26", piece=PIECE)
CID_DEAR = Bar("cid_dear", "11.26", pieces=several(PIECE), cost=GOLD, nation=NATION, gold=GOLD)
CID_NOBODY = Bar("cid_nobody", "11.26", pieces=several(PIECE))
CID_ALONE = Bar("cid_alone", "11.26", chief=PIECE)
CID_ONE_CHIEF = Bar("cid_one_chief", "11.26")
CID_ROOM = Bar("cid_room", "11.26", place=PLACE, most=NUMBER)


class Hiring(Telling, kind="hiring", rule="11.26", shape="mark"):
    """EL CID is offered pay for an attack."""

    nation: str = said(NATION, part="who")
    place: str = said(PLACE, part="at")
    prey: tuple[str, ...] = many(PIECE, name="only")


class Answered(Telling, kind="cid answers", rule="11.26"):
    """EL CID's player takes the pay or not."""

    accepted: bool = fact()


class Paid(Telling, kind="paid", rule="11.26"):
    """EL CID is paid for what he has done."""

    nation: str = said(NATION, part="who")
    gold: int = number_of(noun="halves")


def _pay(s: State, units: Stack) -> int:
    """Gold for enemies destroyed or driven off."""
    return sum(s.board.peoples.pay[kind] for kind in muster(units).kinds)


def may_hire(s: State, nation: int) -> bool:
    """11.26: once in turn 17, after income, by the nations of other players."""
    people = s.board.peoples
    cid = people.mercenary
    return (
        s.turn == people.mercenary_turn
        and not s.hired
        and nation not in people.never_hires
        and seat_of(s, nation) != seat_of(s, cid)
        and bool(muster(stack(s, cid, s.board.camp)).mobile)
        and bool(goals(s, nation))
    )


def owes_attack(s: State, nation: int) -> bool:
    """11.26: in turn 17 EL CID's own sequence is an attack on Valence."""
    people = s.board.peoples
    if nation != people.mercenary or s.turn != people.mercenary_turn:
        return False
    waiting = muster(stack(s, nation, s.board.camp)).mobile
    return bool(waiting) and not stack(s, nation, people.mercenary_goal)


def goals(s: State, nation: int) -> list[int]:
    """Provinces next to the employer's, held by somebody whom EL CID would attack."""
    cid = s.board.peoples.mercenary
    near = {q for p in held(s, nation) for q in s.board.near[p]}
    return sorted(p for p in near if _attackable(s, nation, cid, p) and payable(s, nation, p))


def _attackable(s: State, nation: int, cid: int, place: int) -> bool:
    others = s.here[place]
    if not others or others & 1 << nation:
        return False
    return seat_of(s, others.bit_length() - 1) != seat_of(s, cid)


def payable(s: State, nation: int, place: int) -> list[int]:
    """Kinds of enemies there that the employer could pay for, one of them at least."""
    units = stack(s, s.here[place].bit_length() - 1, place)
    rates = s.board.peoples.pay
    return [k for k in muster(units).kinds if 0 < rates[k] <= s.gold[nation]]


class Mission(NamedTuple):
    """Whose pay, against which province, and against which enemies; 0: all of them."""

    employer: int
    place: int
    only: Stack


class Hire(Order[Plain], verb="hire", rule="11.26", command=True):
    """11.26: hire EL CID against a province."""

    place = one(PLACE, rule="11.26", words="whom to attack")
    only = some(PIECE, mark="only", optional=True, rule="11.26", words="only these enemies")

    def possible(self) -> bool:
        s, nation = self.s, self.nation
        return not s.marching and not waits(s, nation) and may_hire(s, nation)

    def closed(self) -> Why | None:
        s, nation, people = self.s, self.nation, self.s.board.peoples
        if s.turn != people.mercenary_turn:
            return CID_TURN(turn=people.mercenary_turn)
        if seat_of(s, nation) == seat_of(s, people.mercenary):
            return CID_YOURS()
        if nation in people.never_hires:
            return CID_NEVER(nation=nation)
        if s.hired:
            return CID_ASKED(nation=nation)
        if not muster(stack(s, people.mercenary, s.board.camp)).mobile:
            return CID_GONE()
        barred = too_late(s, nation, "hire", "11.26")
        if barred is not None or goals(s, nation):
            return barred
        return CID_NO_GOAL(nation=nation, gold=s.gold[nation])

    # -- whom to attack --

    @place.offer
    def provinces(self) -> Sequence[Any]:
        return goals(self.s, self.nation)

    @place.bar
    def place_barred(self, place: Place) -> Why | None:
        """11.26: next to the employer's land; nobody of EL CID's own player; for pay."""
        s, nation = self.s, self.nation
        near = s.board.near
        if not any(place in near[p] for p in held(s, nation)):
            return CID_FAR(place=place, nation=nation)
        others = s.here[place]
        if not others:
            return CID_EMPTY(place=place)
        if others & 1 << nation:
            return CID_SELF(place=place, nation=nation)
        victim = others.bit_length() - 1
        if not _attackable(s, nation, s.board.peoples.mercenary, place):
            return CID_FRIEND(nation=victim)
        if payable(s, nation, place):
            return None
        rates = s.board.peoples.pay
        paid = [rates[k] for k in muster(stack(s, victim, place)).kinds if rates[k]]
        if not paid:
            return CID_UNPAID(place=place)
        return CID_POOR(place=place, cost=min(paid), nation=nation, gold=s.gold[nation])

    # -- only whom --

    @worked_out
    def victim(self) -> int:
        return holder(self.s, self.place)

    @worked_out
    def there(self) -> Stack:
        return stack(self.s, self.victim, self.place)

    @only.offer
    def next_enemy(self, chosen: tuple[Piece, ...]) -> Offer[Any]:
        s, gold = self.s, self.s.gold[self.nation]
        pool = payable(s, self.nation, self.place)
        rates = s.board.peoples.pay
        spent = sum([rates[kind] for kind in chosen])
        names = subset(pool, chosen, 0, len(pool)).choices
        fine = tuple([kind for kind in names if spent + rates[kind] <= gold])
        return Offer(fine, bool(chosen) or _pay(s, self.there) <= gold, 0, len(pool))

    @only.bar
    def enemy_barred(self, chosen: tuple[Piece, ...], piece: Piece | None) -> Why | None:
        s, nation, place = self.s, self.nation, self.place
        gold, rates = s.gold[nation], s.board.peoples.pay
        if piece is None:
            cost = _pay(s, self.there)
            if chosen or cost <= gold:
                return None
            return CID_ALL(place=place, cost=cost, nation=nation, gold=gold)
        if is_chief(piece):
            return CID_NO_PAY(piece=piece)
        there = number(self.there, piece)
        if not there:
            return NOT_THERE("11.26", piece=piece, place=place, nation=self.victim)
        if not rates[piece]:
            return CID_NO_PAY(piece=piece)
        if chosen.count(piece) >= there:
            found = (piece,) * there
            return NOT_SO_MANY_THERE("11.26", there=found, place=place, nation=self.victim)
        cost = sum([rates[kind] for kind in (*chosen, piece)])
        if cost > gold:
            return CID_DEAR(pieces=(*chosen, piece), cost=cost, nation=nation, gold=gold)
        return out_of_order(chosen, piece, "11.26")

    def do(self, c: Context) -> None:
        """11.26: ask EL CID's player; he may be asked once by each nation."""
        s, nation = self.s, self.nation
        s.hired = True
        where, only = s.board.places[self.place], self.tokens(Hire.only)
        c.tell(Hiring(nation=name_of(s, nation), place=where, prey=only))
        push(s, Hired.then(Mission(nation, self.place, parted(self.only)[0])))


class Refuse(Order[Mission], verb="refuse", rule="11.26"):
    """11.26: refuse the pay."""

    def do(self, c: Context) -> None:
        c.tell(Answered(accepted=False))


class Accept(Order[Mission], verb="accept", rule="11.26"):
    """11.26: take the pay and attack."""

    pieces = some(PIECE, rule="11.26", words="who rides")

    @worked_out
    def riders(self) -> Stack:
        return muster(stack(self.s, self.nation, self.s.board.camp)).mobile

    @worked_out
    def chiefs(self) -> list[Piece]:
        return as_pieces((), chiefs_at(self.s, self.nation, self.s.board.camp))

    @worked_out
    def alone(self) -> int:
        """4.4: units that find room without the Chief."""
        return self.s.board.stack[self.asked.place] + 1

    @worked_out
    def most(self) -> int:
        """And with him."""
        return self.alone + bool(self.chiefs)

    @pieces.offer
    def next_rider(self, chosen: tuple[Piece, ...]) -> Offer[Any]:
        """Units, and after them one Chief."""
        most = self.most
        if chosen and is_chief(chosen[-1]):
            return Offer((), True, 1, most + 1)
        pool = muster(self.riders).kinds
        plain = subset(pool, chosen, 1, min(most, len(pool)))
        chiefs = self.chiefs if chosen else ()
        stops = plain.may_stop and len(chosen) <= self.alone
        return Offer((*plain.choices, *chiefs), stops, 1, most + 1)

    @pieces.bar
    def rider_barred(self, chosen: tuple[Piece, ...], piece: Piece | None) -> Why | None:
        nation, camp = self.nation, self.s.board.camp
        if piece is None:
            if not chosen:
                return CID_NOBODY(pieces=muster(self.riders).kinds)
            led = is_chief(chosen[-1]) or len(chosen) <= self.alone
            return None if led else CID_ROOM(place=self.asked.place, most=self.alone)
        if is_chief(piece):
            if piece not in self.chiefs:
                return NOT_THERE("11.26", piece=piece, place=camp, nation=nation)
            if not chosen:
                return CID_ALONE(chief=piece)
            return CID_ONE_CHIEF() if is_chief(chosen[-1]) else None
        there = number(self.riders, piece)
        if not there:
            return NOT_THERE("11.26", piece=piece, place=camp, nation=nation)
        if chosen.count(piece) >= there:
            found = (piece,) * there
            return NOT_SO_MANY_THERE("11.26", there=found, place=camp, nation=nation)
        barred = out_of_order(chosen, piece, "11.26")
        if barred is None and len(chosen) >= self.most:
            return CID_ROOM(place=self.asked.place, most=self.most)
        return barred

    def do(self, c: Context) -> None:
        s, nation = self.s, self.nation
        employer, place, only = self.asked
        c.tell(Answered(accepted=True))
        units, chiefs = parted(self.pieces)
        victim = holder(s, place)
        there = stack(s, victim, place)
        quarry = only or there
        push(s, mission_over.then(employer, place, victim, there, quarry))
        take(s, nation, s.board.camp, units)
        put(s, nation, place, units)
        for chief in chiefs:
            s.chiefs[chief] = place
        b = begin(s, c, place, nation)
        b.employer, b.quarry = employer, quarry


class Hired(Point[Mission], kind="hired", rule="11.26"):
    """EL CID's player takes the pay or not, and says who rides."""

    orders = (Refuse, Accept)
    otherwise = Refuse
    facts = {"employer": said(NATION)}

    def whom(self, s: State, a: Mission) -> tuple[int, ...]:
        return (s.board.peoples.mercenary,)

    def about(self, s: State, who: int, a: Mission) -> dict[str, str]:
        return {"employer": name_of(s, a.employer), "place": s.board.places[a.place]}


@step
def mission_over(
    s: State, c: Context, employer: int, place: int, victim: int, there: Stack, quarry: Stack
) -> None:
    """11.26: payment, points, and home to the camp."""
    cid = s.board.peoples.mercenary
    gone = fewer(there - fewer(stack(s, victim, place), there), quarry)
    castle = number(gone, CASTLE) and s.ruins[place]
    gold = sum(s.board.peoples.pay[kind] for kind in muster(gone).kinds if kind != CASTLE or castle)
    gold = min(gold, s.gold[employer])
    s.gold[employer] -= gold
    s.points[cid] += gold
    c.tell(Paid(nation=name_of(s, employer), gold=gold))
    back = stack(s, cid, place)
    take(s, cid, place, back)
    put(s, cid, s.board.camp, back)
    for chief in chiefs_at(s, cid, place):
        s.chiefs[chief] = s.board.camp
