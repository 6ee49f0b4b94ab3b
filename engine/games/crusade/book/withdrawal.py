"""7.2C, 8.1: the defender stands, uses the Town or withdraws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.core import Action
from engine.events import fact, many, said
from engine.games.crusade.book import after
from engine.games.crusade.book.attrition import of_retreat
from engine.games.crusade.book.battle import card_parties, fight
from engine.games.crusade.book.command import gone, halted
from engine.games.crusade.book.encounter import bolts, of_battle, uses_town, voice
from engine.games.crusade.book.ground import (
    commanding,
    hostile,
    move,
    settle,
)
from engine.games.crusade.book.interception import Catch, Joining, intercepting, interceptor, join
from engine.games.crusade.table.flow import (
    LEADER,
    NUMBER,
    NUMBERS,
    PLACE,
    Context,
    Order,
    Round,
    Telling,
    leader,
    leaders,
    place,
    push,
    step,
)
from engine.games.crusade.table.state import (
    AGGRESSION,
    AVOID,
    BOLD,
    DEMORALIZED,
    HOLD,
    INTERCEPTED,
    SORTIE,
    WITHIN,
    Battle,
    State,
    faction_of,
    player_of,
    put,
)
from engine.orders import NONE, one


class Withdrew(Telling, kind="withdrawal", rule="7.2C", shape="flight"):
    leaders: tuple[str, ...] = many(LEADER, part="who", secret=True)
    start: str = said(PLACE, part="from", name="from")
    place: str = said(PLACE, part="to", secret=True)


class Stood(Telling, kind="stand", rule="7.2C"):
    leader: str = said(LEADER, secret=True)
    place: str = said(PLACE, part="at")
    town: str = fact(secret=True)


class Stand(NamedTuple):
    """Who is asked, one faction for each player, and the leader who speaks for it."""

    factions: tuple[int, ...]
    leaders: tuple[int, ...]


class Asked(Order[Stand]):
    """An answer of a defender."""

    @property
    def x(self) -> int:
        return self.asked.leaders[self.asked.factions.index(self.who)]


class Hold(Asked, verb="stand", rule="7.2C"):
    """7.2C: stand and fight in the open."""


class UseTown(Asked, verb="defend", rule="8.1"):
    """8.1: stand and use the Town."""

    def possible(self) -> bool:
        return uses_town(self.s, of_battle(self.s), self.x)


class Withdraw(Asked, verb="withdraw", rule="7.2C"):
    """7.2C: avoid the battle and go to the next space."""

    place = one(PLACE, mark=">", words="where to")
    inside = one(NUMBER, mark="inside", optional=True, words="SP that go into the City")

    def possible(self) -> bool:
        return bool(bolts(self.s, of_battle(self.s), self.x))

    @place.offer
    def places(self) -> Sequence[Any]:
        return bolts(self.s, of_battle(self.s), self.x)

    @inside.offer
    def parts(self) -> Sequence[str | None]:
        """7.2C: from a gate some may go into the City and the rest elsewhere."""
        s, b = self.s, of_battle(self.s)
        city = s.board.city_of[b.node]
        x = self.x
        if city < 0 or city not in bolts(s, b, x) or self.place == city or s.army[x] < 2:
            return NONE
        if s.control[city] != faction_of(s, x):
            return NONE
        return (None, *NUMBERS[1 : s.army[x]])

    def carry_out(self, c: Context) -> None:
        s, b, x = self.s, of_battle(self.s), self.x
        if self.inside:
            city, sp = s.board.city_of[b.node], int(self.inside)
            s.army[x] -= sp
            put(s, city, faction_of(s, x), sp, fresh=True)
        withdraw(s, c, b, player_of(s, x), self.place)


def withdraw(s: State, c: Context, b: Battle, player: int, to: int) -> None:
    """7.2C: all armies of a player go to another space, and lose heart."""
    going = tuple([x for x in b.defenders if player_of(s, x) == player])
    for x in going:
        move(s, x, to)
        if not b.flags & WITHIN:
            s.marks[x] |= DEMORALIZED
    c.tell(Withdrew(leaders=leaders(s, going), start=place(s, b.node), place=place(s, to)))
    of_retreat(s, c, going, to)
    b.defenders = tuple([x for x in b.defenders if x not in going])
    b.guard = commanding(s, b.defenders)
    settle(s, c)


class Standing(Round[Stand], kind="stand", rule="7.2C", reaction=True):
    """7.2B: do the defenders stand, use the Town or withdraw? Every player of them, at once."""

    orders = (Hold, UseTown, Withdraw)

    def parties(self, s: State, a: Stand) -> tuple[int, ...]:
        return a.factions

    def about(self, s: State, who: int, a: Stand) -> Mapping[str, Any]:
        x = a.leaders[a.factions.index(who)]
        return {"leader": leader(s, x), "place": place(s, of_battle(s).node)}

    def default(self, s: State, who: int, a: Stand) -> Action:
        x = a.leaders[a.factions.index(who)]
        return UseTown.act() if uses_town(s, of_battle(s), x) else Hold.act()

    def opened(self, s: State, c: Any, a: Stand, answers: tuple[Any, ...]) -> None:
        b = of_battle(s)
        for answer in answers:
            if isinstance(answer, Withdraw):
                answer.carry_out(c)
        for answer in answers:
            if isinstance(answer, Withdraw):
                continue
            walls = isinstance(answer, UseTown)
            if answer.x == b.guard:
                b.town = walls
            c.tell(
                Stood(
                    leader=leader(s, answer.x), place=place(s, b.node),
                    town="town" if walls else "open",
                )
            )  # fmt: skip
        push(s, withdrawn.then())


@step
def standing(s: State, c: Context) -> None:
    """7.2B: the defenders are asked, unless they have no choice or have said before what they do.

    7.2F: the highest rank commands them all, and says whether they use the Town.
    """
    b = of_battle(s)
    b.town = uses_town(s, b, b.guard)
    asked, spoken = [], []
    for player in sorted({player_of(s, x) for x in b.defenders}):
        mine = [x for x in b.defenders if player_of(s, x) == player]
        x = b.guard if b.guard in mine else commanding(s, mine)
        ways, town = bolts(s, b, x), uses_town(s, b, x)
        if s.posture[x] == AVOID and ways and player >= 0:
            withdraw(s, c, b, player, after.homeward(s, x, ways))
        elif player >= 0 and s.posture[x] not in (HOLD, BOLD) and (ways or town):
            asked.append(voice(s, x))
            spoken.append(x)
    if asked:
        push(s, Standing.then(Stand(tuple(asked), tuple(spoken))))
    else:
        push(s, withdrawn.then())


@step
def withdrawn(s: State, c: Context) -> None:
    """7.2C: who has not gone fights; if nobody is left, the attacker has the space."""
    b = of_battle(s)
    if b.defenders or b.garrisons:
        if not b.defenders:
            b.town = uses_town(s, b, -1)
        push(s, stood.then())
        return
    node, company = b.node, b.attackers
    s.battle = None
    for x in company:
        s.came[x] = -1
    after.take_town(s, c, node, b.chief)
    settle(s, c)
    if s.active not in company or gone(s):
        return
    catcher = interceptor(s, company, node)
    if catcher >= 0:
        halted(s)
        push(s, intercepting(s, catcher, (), 0, node))
    else:
        halted(s)


@step
def stood(s: State, c: Context) -> None:
    """6.4: an army in the City may come out and join; then cards, then dice."""
    b = of_battle(s)
    city = s.board.city_of[b.node]
    if city >= 0 and b.defenders and not b.flags & (SORTIE | INTERCEPTED | AGGRESSION):
        x = interceptor(s, b.attackers, b.node)
        if x >= 0 and not hostile(s, player_of(s, b.guard), x):
            if s.posture[x] == BOLD:
                join(s, c, x)
            else:
                push(s, Joining.then(Catch(voice(s, x), x, (), 0, b.node)))
            return
    push(s, ("cards",) if card_parties(s) else fight.then())
