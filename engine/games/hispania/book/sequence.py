"""The sequence of play (1.0): turns, and within a turn each nation's own sequence."""

from __future__ import annotations

from collections.abc import Mapping

from engine.events import fact, many, said
from engine.events import number as number_of
from engine.games.hispania.book import castles, purchase, submission, transformation
from engine.games.hispania.book.combat import battles
from engine.games.hispania.book.entry import stragglers, waits_longer
from engine.games.hispania.book.income import collect
from engine.games.hispania.book.orders import Orders
from engine.games.hispania.book.parting import settle
from engine.games.hispania.book.scoring import award, score_sequence, score_turn, totals
from engine.games.hispania.book.stacking import ATTACK, REST, Check, Limits, settle_alone
from engine.games.hispania.book.trek import Crossing, Trekking
from engine.games.hispania.table.almanac import Almanac
from engine.games.hispania.table.board import Board
from engine.games.hispania.table.flow import (
    Context,
    Telling,
    name_of,
    pieces,
    push,
    run,
    step,
)
from engine.games.hispania.table.orders import NATION, PIECE
from engine.games.hispania.table.state import (
    ELSEWHERE,
    ONE,
    PENDING,
    State,
    alive,
    held,
    muster,
    places_of,
    put,
    stack,
    take,
)


class TurnBegins(Telling, kind="turn", rule="1.0"):
    """A turn of the track begins."""

    turn: int = number_of()


class Plays(Telling, kind="sequence", rule="1.0"):
    """A nation's own sequence begins."""

    nation: str = said(NATION, part="who")
    turn: int = number_of()


class SecondWave(Telling, kind="second wave", rule="9.1"):
    """A nation moves and fights once more."""

    nation: str = said(NATION, part="who")


class Departed(Telling, kind="chief leaves", rule="3.3"):
    """A Chief's time is over."""

    chief: str = said(PIECE)


class Vanished(Telling, kind="vanished", rule="9.4"):
    """A nation is gone, or some of its units."""

    nation: str = said(NATION, part="who")
    whole: bool = fact()


class GameOver(Telling, kind="end", rule="15.0"):
    """The last turn is over; points of every seat, in halves."""

    winners: tuple[str, ...] = many("side")
    points: tuple[int, ...] = number_of()


def set_up(
    board: Board, almanac: Almanac, scenario: str, options: Mapping[str, str], c: Context
) -> State:
    """12.0, 16.1, 16.3, 16.4: the start of a scenario."""
    s = State(board, almanac, dict(options))
    plan = board.scenarios[scenario]
    s.scenario, s.turn, s.last = scenario, plan.first - 1, plan.last
    s.seats = list(plan.start)
    for nation, place, kind, n in plan.setup:
        put(s, nation, place, n * ONE[kind])
    s.frames = [turn_begins.then()]
    run(s, c)
    return s


# -- a turn --------------------------------------------------------------------------------------


@step
def turn_begins(s: State, c: Context) -> None:
    """11.26: the next turn of the track; EL CID's camp is pitched at the start of his."""
    s.turn += 1
    s.phase = "turn"
    c.tell(TurnBegins(turn=s.turn))
    people = s.board.peoples
    if s.turn == people.mercenary_turn:
        purchase.arrive(s, c, people.mercenary)
    push(s, nations.then(0))
    for turn, nation in s.almanac.gifts:
        if turn == s.turn:
            castles.gifts(s, c, nation, "turn")


@step
def nations(s: State, c: Context, nation: int) -> None:
    """1.0: step A: every nation in the order of play."""
    if nation == len(s.board.peoples.nations):
        push(s, turn_ends.then())
        return
    push(s, nations.then(nation + 1))
    depart(s, c, nation)
    if plays(s, nation):
        push(s, sequence.then(nation))


def plays(s: State, nation: int) -> bool:
    """1.0, 3.2: a nation without units is passed over, unless something comes to it."""
    return alive(s, nation) or purchase.due(s, nation)


@step
def turn_ends(s: State, c: Context) -> None:
    """1.0, 9.4: steps B and C: points, then nations that go, change and are set free."""
    s.active = ELSEWHERE
    s.phase = "end"
    score_turn(s, c)
    push(
        s,
        removals.then(),
        transformation.changes.then(0),
        submissions_end.then(),
        next_turn.then(),
    )


@step
def submissions_end(s: State, c: Context) -> None:
    submission.ends_of_turn(s, c)
    submission.lordless(s, c)


@step
def next_turn(s: State, c: Context) -> None:
    """15.0: step D, or the end of the game."""
    settle(s, c)
    if s.turn < s.last:
        push(s, turn_begins.then())
        return
    score = totals(s)
    best = max(score)
    seats = s.board.peoples.seats
    s.over = tuple(seat for seat, points in zip(seats, score, strict=True) if points == best)
    c.tell(GameOver(winners=s.over, points=tuple(score)))


# -- a nation's own sequence ---------------------------------------------------------------------


@step
def sequence(s: State, c: Context, nation: int) -> None:
    """1.0: the nine phases of one nation."""
    s.active = nation
    s.wave = 1
    s.hired = False
    s.glory = 0
    s.bought = 0
    s.pool = 0
    s.crossed = 0
    fresh(s)
    s.phase = "orders"
    c.tell(Plays(nation=name_of(s, nation), turn=s.turn))
    revolt(s, c, nation)
    collect(s, c, nation)
    if not (nation == s.board.peoples.mercenary and s.turn == s.board.peoples.mercenary_turn):
        purchase.arrive(s, c, nation)
    invasion = s.almanac.invasions.get((s.turn, nation))
    push(s, Orders.then(), march_over.then())
    if invasion is not None and invasion.march:
        push(s, Trekking.then(Crossing(invasion.march)))
    castles.gifts(s, c, nation, "start")


def fresh(s: State) -> None:
    """Everybody may move; nothing has been noted yet."""
    s.moved = [0] * s.width
    s.wet = [0] * s.width
    s.came = [0] * s.width
    s.chief_moved = 0
    s.column = ()
    s.marching = False
    s.changed = 0


def depart(s: State, c: Context, nation: int) -> None:
    """3.3: Chiefs whose time is over leave at the start of their nation's sequence."""
    for chief in s.almanac.leaving.get((s.turn, nation), ()):
        if s.chiefs[chief] != ELSEWHERE:
            s.chiefs[chief] = ELSEWHERE
            c.tell(Departed(chief=s.board.peoples.chiefs[chief].token))


def revolt(s: State, c: Context, nation: int) -> None:
    """11.4: in turn 5 the LUSITANIEN throws off ROME."""
    people = s.board.peoples
    if (s.turn, nation) == (
        people.chiefs[people.chief["Viriathus"]].arrives,
        people.nation["lusitanien"],
    ):
        if s.suzerain[nation] == people.nation["rome"]:
            submission.set_free(s, c, nation)


@step
def march_over(s: State, c: Context) -> None:
    """3.2, 4.5: the movement is over: entry places, Forts, stacking, then battles."""
    nation = s.active
    s.column = ()
    lose_stragglers(s, c, nation)
    for place in held(s, nation):
        s.overfull &= ~(1 << place)
    s.changed = 0
    push(s, limits_before.then(), raise_forts.then(), battles.then(), battles_over.then())
    settle(s, c)


@step
def raise_forts(s: State, c: Context) -> None:
    """11.8: the Forts of the movement; they count at the second check of the limits."""
    castles.romanise(s, c)


@step
def limits_before(s: State, c: Context) -> None:
    if not settle_alone(s, c, s.active, ATTACK, False):
        s.phase = "limits"
        push(s, Limits.then(Check(ATTACK, False)))


def lose_stragglers(s: State, c: Context, nation: int) -> None:
    """3.2, 5.4, 5.6: units that have not left the entry places are lost."""
    for place, lost in stragglers(s, nation).items():
        take(s, nation, place, lost)
        removed = purchase.Removed(
            nation=name_of(s, nation),
            place=s.board.places[place],
            pieces=tuple(pieces(s, muster(lost).kinds)),
        )
        c.tell(removed, rule="3.2")
    for chief, at in enumerate(s.chiefs):
        if at >= s.board.provinces and s.lords[chief] == nation and at != s.board.camp:
            if stack(s, nation, at) or waits_longer(s, nation):
                continue
            if at != s.board.sea or (s.turn, nation) not in s.almanac.fleets:  # (5.6)
                s.chiefs[chief] = ELSEWHERE


@step
def battles_over(s: State, c: Context) -> None:
    """9.1: a second movement and battle in an invasion or with ardour (9.2), else the end."""
    nation = s.active
    settle(s, c)
    when = (s.turn, nation)
    ardour = s.almanac.ardours.get(when)
    ardent = ardour is not None and s.chiefs[ardour.chief] >= 0
    again = s.wave == 1 and alive(s, nation) and (when in s.almanac.invasions or ardent)
    s.changed = 0
    push(s, second_wave.then() if again else sequence_ends.then())
    if again and ardent and not settle_alone(s, c, nation, REST, False):
        push(s, Limits.then(Check(REST, False)))
    castles.romanise(s, c)


@step
def second_wave(s: State, c: Context) -> None:
    """9.1: nothing is carried over from the first movement."""
    fresh(s)
    s.wave = 2
    s.marching = True
    s.phase = "orders"
    c.tell(SecondWave(nation=name_of(s, s.active)))
    push(s, Orders.then(), march_over.then())


@step
def sequence_ends(s: State, c: Context) -> None:
    """6.8, 7.0, 8.0: points for battles, stacking, population, and the last phase."""
    award(s, c, s.active, s.glory, "battles", "8.0")
    s.glory = 0
    s.phase = "limits"
    push(s, last_limits.then(), last_phase.then())


@step
def last_limits(s: State, c: Context) -> None:
    if not settle_alone(s, c, s.active, REST, True):
        push(s, Limits.then(Check(REST, True)))


@step
def last_phase(s: State, c: Context) -> None:
    """11.13, 11.16: free Castles, then points of the last phase."""
    push(s, last_points.then())
    castles.gifts(s, c, s.active, "end")


@step
def last_points(s: State, c: Context) -> None:
    score_sequence(s, c, s.active)
    settle(s, c)
    s.moved = [0] * s.width
    s.wet = [0] * s.width
    s.came = [0] * s.width
    for chief in [c_ for c_, at in enumerate(s.chiefs) if at == PENDING]:
        s.chiefs[chief] = ELSEWHERE
    s.active = ELSEWHERE


@step
def removals(s: State, c: Context) -> None:
    """11.1: nations, and Chiefs and units marked so, that vanish at the end of a turn."""
    for chief, row in enumerate(s.board.peoples.chiefs):
        if row.at_end and row.leaves == s.turn and s.chiefs[chief] != ELSEWHERE:
            s.chiefs[chief] = ELSEWHERE
            c.tell(Departed(chief=row.token))
    for removal in s.almanac.removals.get(s.turn, ()):
        nation = removal.nation
        for place in places_of(s, nation):
            units = stack(s, nation, place)
            if removal.kinds:
                units = sum(ONE[k] for k in muster(units).kinds if k in removal.kinds)
            take(s, nation, place, units)
        if not removal.kinds:
            transformation.vanish(s, nation)
        c.tell(Vanished(nation=name_of(s, nation), whole=not removal.kinds))
