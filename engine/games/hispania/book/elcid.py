"""EL CID, mercenary of turn 17 (11.26): hired, paid for what he destroys, home again."""

from __future__ import annotations

from engine.core import Action, Level
from engine.games.hispania.book.combat import begin
from engine.games.hispania.table.board import CASTLE
from engine.games.hispania.table.flow import (
    Context,
    OldPoint,
    Words,
    name_of,
    one,
    parted,
    pieces,
    point,
    push,
    step,
    subset,
)
from engine.games.hispania.table.state import (
    Stack,
    State,
    chiefs_at,
    fewer,
    held,
    muster,
    number,
    put,
    seat_of,
    stack,
    take,
)


def _pay(s: State, units: Stack) -> int:
    """Gold for enemies destroyed or driven off."""
    return sum(s.board.peoples.pay[kind] for kind in muster(units).kinds)


def may_hire(s: State, nation: int) -> bool:
    """Once in turn 17, after income, by the nations of other players (11.26)."""
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
    """In turn 17 EL CID's own sequence is an attack on Valence (11.26)."""
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


def level_hire(s: State, nation: int, prefix: Words, partial: Words) -> Level:
    """place, only: nobody named means all of them."""
    if len(prefix) == 1:
        return one([s.board.places[p] for p in goals(s, nation)], "11.26")
    place = s.board.place[prefix[1]]
    units = stack(s, s.here[place].bit_length() - 1, place)
    rates = s.board.peoples.pay
    spent = sum(rates[s.board.kind[token]] for token in partial)
    pool = pieces(s, payable(s, nation, place))
    names = subset(pool, partial, 0, len(pool)).choices
    fine = tuple(t for t in names if spent + rates[s.board.kind[t]] <= s.gold[nation])
    stops = bool(partial) or _pay(s, units) <= s.gold[nation]
    return Level(fine, "set", stops, 0, len(pool), "11.26")


def hire(s: State, c: Context, nation: int, action: Action) -> None:
    """Ask EL CID's player; he may be asked once by each nation."""
    s.hired = True
    c.tell(
        "hiring",
        "11.26",
        nation=name_of(s, nation),
        place=action[1],
        only=tuple(action[2]),
    )
    push(s, ("hired", nation, s.board.place[action[1]], parted(s, action[2])[0]))


@point
class Hired(OldPoint):
    """EL CID's player takes the pay or not, and says who rides (11.26)."""

    kind = "hired"
    rule = "11.26"

    def nations(self, s: State, *args: int) -> tuple[int, ...]:
        return (s.board.peoples.mercenary,)

    def about(self, s: State, nation: int, *args: int) -> dict[str, str]:
        return {"employer": name_of(s, args[0]), "place": s.board.places[args[1]]}

    def level(self, s: State, nation: int, prefix: Words, partial: Words, *args: int) -> Level:
        if not prefix:
            return one(["refuse", "accept"])
        units = muster(stack(s, nation, s.board.camp)).mobile
        most = s.board.stack[args[1]] + 2
        pool = pieces(s, muster(units).kinds)
        chiefs = pieces(s, (), chiefs_at(s, nation, s.board.camp))
        if partial and partial[-1] in chiefs:
            return Level((), "set", True, 1, most + 1, "11.26")
        plain = subset(pool, partial, 1, min(most, len(pool)), "11.26")
        more = tuple(chiefs) if partial else ()
        return Level((*plain.choices, *more), "set", plain.may_stop, 1, most + 1, "11.26")

    def default(self, s: State, nation: int, *args: int) -> Action:
        return Action("refuse")

    def answer(self, s: State, c: Context, nation: int, action: Action, *args: int) -> None:
        s.frames.pop()
        employer, place, only = args
        c.tell("cid answers", "11.26", accepted=action[0] == "accept")
        if action[0] == "refuse":
            return
        units, chiefs = parted(s, action[1])
        victim = s.here[place].bit_length() - 1
        there = stack(s, victim, place)
        quarry = only or there
        push(s, ("mission_over", employer, place, victim, there, quarry))
        take(s, nation, s.board.camp, units)
        put(s, nation, place, units)
        for chief in chiefs:
            s.chiefs[chief] = place
        b = begin(s, c, place, nation)
        b.employer, b.quarry = employer, quarry


@step
def mission_over(
    s: State, c: Context, employer: int, place: int, victim: int, there: Stack, quarry: Stack
) -> None:
    """Payment, points, and home to the camp (11.26)."""
    cid = s.board.peoples.mercenary
    gone = fewer(there - fewer(stack(s, victim, place), there), quarry)
    castle = number(gone, CASTLE) and s.ruins[place]
    gold = sum(s.board.peoples.pay[kind] for kind in muster(gone).kinds if kind != CASTLE or castle)
    gold = min(gold, s.gold[employer])
    s.gold[employer] -= gold
    s.points[cid] += gold
    c.tell("paid", "11.26", nation=name_of(s, employer), gold=gold)
    back = stack(s, cid, place)
    take(s, cid, place, back)
    put(s, cid, s.board.camp, back)
    for chief in chiefs_at(s, cid, place):
        s.chiefs[chief] = s.board.camp
