"""6.4: an army in a City falls upon one that enters its gate, or joins the one there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.events import fact, number, said
from engine.games.crusade.book.attrition import bereft, march_cost
from engine.games.crusade.book.battle import card_parties, fight
from engine.games.crusade.book.command import company_here, followers, gone, halted, stop
from engine.games.crusade.book.encounter import meet, of_battle, voice
from engine.games.crusade.book.ground import (
    afterwards,
    captive,
    commanding,
    hostile,
    inside,
    move,
    settle,
)
from engine.games.crusade.book.harassment import harry, may_harass
from engine.games.crusade.table.flow import (
    LEADER,
    PLACE,
    Context,
    Order,
    Point,
    Telling,
    die,
    leader,
    place,
    push,
    step,
)
from engine.games.crusade.table.people import CRUSADER, PLAYED
from engine.games.crusade.table.state import (
    AVOID,
    BOLD,
    DEMORALIZED,
    FAILED,
    HOLD,
    ILL,
    INTERCEPTED,
    State,
    cv,
    faction_of,
    player_of,
    side_of,
    strength,
)
from engine.orders import NONE, Words, one

HARASS = Words("deed", "harass")


class Intercepted(Telling, kind="intercept", rule="6.4"):
    leader: str = said(LEADER, part="who")
    place: str = said(PLACE, part="at")
    die: int = number()
    result: str = fact()


class Catch(NamedTuple):
    """Who may come out of the City, and what the army that moves has walked so far."""

    faction: int
    leader: int
    done: tuple[int, ...]
    points: int
    start: int


def interceptor(s: State, company: Sequence[int], node: int) -> int:
    """6.4: the leader who may come out of the City when its gate is entered; -1: nobody."""
    city = s.board.city_of[node]
    if city < 0 or s.siege[city] or node == s.board.shore:
        return -1
    player = player_of(s, company[0])
    found = [
        x
        for x in inside(s, city)
        if s.army[x]
        and player_of(s, x) >= 0
        and hostile(s, player, x)
        and not s.marks[x] & (ILL | DEMORALIZED | FAILED)
        and s.posture[x] not in (HOLD, AVOID)
    ]
    return commanding(s, found)


def intercepting(
    s: State, x: int, done: tuple[int, ...], points: int, start: int
) -> tuple[Any, ...]:
    """The frame that asks, or rolls where the leader has been told to be bold."""
    if s.posture[x] == BOLD:
        return sally.then(x, done, points, start, False)
    return Intercepting.then(Catch(voice(s, x), x, done, points, start))


class Intercept(Order[Catch], verb="intercept", rule="6.4"):
    """6.4: come out of the City and fall upon the army that passes."""

    how = one(HARASS, mark="as", optional=True, words="harass: no Pitched Battle")

    @how.offer
    def ways(self) -> Sequence[str | None]:
        """A40: a Muslim may harass Crusaders instead."""
        s, mine = self.s, faction_of(self.s, self.asked.leader)
        if not 4 <= mine < PLAYED or side_of(faction_of(s, s.active)) != CRUSADER:
            return NONE
        return (None, "harass")

    def do(self, c: Context) -> None:
        a = self.asked
        harasses = self.how is not None
        push(self.s, sally.then(a.leader, a.done, a.points, a.start, harasses))


class Decline(Order[Catch], verb="decline", rule="6.4", ends=True):
    """6.4: stay in the City."""

    def do(self, c: Context) -> None:
        """Nothing happens; nobody hears of it."""


class Intercepting(Point[Catch], kind="intercept", rule="6.4", reaction=True):
    """6.4: does the army in the City come out?"""

    orders = (Intercept, Decline)
    otherwise = Decline

    def about(self, s: State, who: int, a: Catch) -> Mapping[str, Any]:
        return {"leader": leader(s, a.leader), "place": place(s, s.at[s.active])}


@step
def sally(
    s: State, c: Context, x: int, done: tuple[int, ...], points: int, start: int,
    harasses: bool,
) -> None:  # fmt: skip
    """6.4: an attempt to intercept."""
    from engine.games.crusade.book.march import told

    node = s.at[s.active]
    rolled = die(c, "intercept")
    good = rolled <= cv(s, x)
    c.tell(
        Intercepted(
            leader=leader(s, x), place=place(s, node), die=rolled,
            result="caught" if good else "missed",
        )
    )  # fmt: skip
    if not good:
        for y in (x, *followers(s, x)):
            s.marks[y] |= FAILED
        return
    told(s, c, done, points, start)
    company = company_here(s)
    while s.frames[-1][0] != "activation_over":
        s.frames.pop()
    if not strength(s, company):
        for y in company:
            captive(s, c, y, faction_of(s, x))
            if s.captor[y] == faction_of(s, x):
                afterwards(s, ("doomed", faction_of(s, x), y))
        stop(s)
        return
    if done:
        march_cost(s, c, company, points, 0)
        bereft(s, c, company)
        settle(s, c)
    company = tuple([y for y in company if s.at[y] == node and s.army[y]])
    if not company:
        stop(s)
        return
    come_out(s, c, x, node, harasses)


def come_out(s: State, c: Context, x: int, node: int, harasses: bool) -> None:
    """6.4: the army of the City is the attacker in its gate."""
    city, prey = s.at[x], company_here(s)
    party = (x, *[y for y in followers(s, x) if s.army[y]])
    for y in party:
        move(s, y, node)
        s.came[y] = city
    if harasses and may_harass(s, party, node):
        harry(s, c, party, node)
        if s.battle is None:
            halted(s) if not gone(s) and strength(s, company_here(s)) else stop(s)
        return
    meet(s, c, party, node, city, INTERCEPTED, enemy=[y for y in prey if s.army[y]])


class Join(Order[Catch], verb="join", rule="6.4"):
    """6.4: come out of the City and fight beside the army in its gate."""

    def do(self, c: Context) -> None:
        join(self.s, c, self.asked.leader)


class Abide(Order[Catch], verb="abide", rule="6.4", ends=True):
    """6.4: leave the army in the gate to itself."""

    def do(self, c: Context) -> None:
        push(self.s, ("cards",) if card_parties(self.s) else fight.then())


class Joining(Point[Catch], kind="join", rule="6.4", reaction=True):
    """6.4: does the army in the City come out and join the one in the gate?"""

    orders = (Join, Abide)
    otherwise = Abide

    def about(self, s: State, who: int, a: Catch) -> Mapping[str, Any]:
        return {"leader": leader(s, a.leader), "place": place(s, of_battle(s).node)}


def join(s: State, c: Context, x: int) -> None:
    """6.4: success makes both of them the attackers; failure heartens the enemy."""
    b = of_battle(s)
    rolled = die(c, "intercept")
    good = rolled <= cv(s, x)
    c.tell(
        Intercepted(
            leader=leader(s, x), place=place(s, b.node), die=rolled,
            result="caught" if good else "missed",
        )
    )  # fmt: skip
    if not good:
        b.bonus += 2
        for y in (x, *followers(s, x)):
            s.marks[y] |= FAILED
    else:
        city = s.at[x]
        party = (x, *[y for y in followers(s, x) if s.army[y]])
        for y in party:
            move(s, y, b.node)
            s.came[y] = city
        old = b.attackers
        b.attackers, b.defenders = (*b.defenders, *party), old
        b.chief = commanding(s, b.attackers)
        b.guard = s.active if s.active in old else commanding(s, old)
        b.garrisons, b.town, b.entry = (), False, city
        b.flags |= INTERCEPTED
    push(s, ("cards",) if card_parties(s) else fight.then())
