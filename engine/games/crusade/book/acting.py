"""3.2D, 5, 8: what a leader may do whose card was drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core import Action
from engine.events import fact, number, said
from engine.games.crusade.book import after, battle
from engine.games.crusade.book.armenians import Bribe
from engine.games.crusade.book.command import (
    BEGINS,
    CONTINUED,
    HALTED,
    PITCHED,
    STAYING,
    Acting,
    company_here,
    continues,
    engage,
    halted,
    mixed,
    question,
    stop,
)
from engine.games.crusade.book.encounter import meet, relief
from engine.games.crusade.book.ground import (
    besieges,
    fall,
    foes,
    move,
    occupied,
    refuge,
    settle,
)
from engine.games.crusade.book.harassment import may_harass
from engine.games.crusade.book.lines import FAR, pay, purse, reach
from engine.games.crusade.book.march import (
    Company,
    March,
    left,
    store_place,
    taken,
    to_take,
)
from engine.games.crusade.book.siege import (
    assault_bar,
    begin_siege,
    destroy,
    may_destroy,
    may_rebuild,
    ravage,
    ravage_bar,
    rebuild,
    siege_bar,
    storm,
)
from engine.games.crusade.table.board import CITY
from engine.games.crusade.table.flow import (
    LEADER,
    NUMBER,
    NUMBERS,
    PLACE,
    Context,
    Order,
    Place,
    Point,
    Telling,
    dice,
    die,
    faction,
    leader,
    place,
    push,
    step,
)
from engine.games.crusade.table.people import MOSUL, PLAYED
from engine.games.crusade.table.state import (
    DEMORALIZED,
    PARTIAL,
    SORTIE,
    TOTAL,
    State,
    cinc,
    cv,
    faction_of,
    here,
    player_of,
    put,
    rank_of,
    strength,
)
from engine.orders import NONE, Bar, Words, one, worked_out

KIND = Words("siege", "total", "partial")
FIGHT = Words("deed", "attack", "harass", "relieve")

NOT_NOW = Bar("not_now", "3.2")
NOT_HALTED = Bar("not_halted", "6.2")
NOBODY_HERE = Bar("nobody_here", "7.0")
FOUGHT = Bar("fought", "7.2K")
SHAKEN = Bar("shaken", "7.2C")
STEADY = Bar("steady", "7.2C")
NO_RECRUITS = Bar("no_recruits", "5.5")
NO_WALLS = Bar("no_walls", "8.3H")
NOTHING_HERE = Bar("nothing_here", "5.2")
NO_LEVY = Bar("no_levy", "5.5", place=PLACE)
NO_TRAITOR = Bar("no_traitor", "8.3E")
NO_SIEGE = Bar("no_siege", "8.3A")


class Passed(Telling, kind="pass", rule="4.7"):
    leader: str = said(LEADER)


class Ended(Telling, kind="end", rule="6.2"):
    leader: str = said(LEADER)


class Recovered(Telling, kind="recover", rule="7.2C"):
    leader: str = said(LEADER)


class Recruited(Telling, kind="recruit", rule="5.5", shape="mark"):
    leader: str = said(LEADER)
    place: str = said(PLACE, part="at")
    die: int = number()
    count: int = number(noun="sp")


class Betrayed(Telling, kind="treachery", rule="8.3E"):
    leader: str = said(LEADER)
    place: str = said(PLACE, part="at")
    count: int = number(noun="resource")
    dice: int = number()
    result: str = fact()


class Spared(Telling, kind="spared", rule="8.3E"):
    leader: str = said(LEADER)
    place: str = said(PLACE)


class Deed(Order[Acting]):
    """Something that the active leader does."""

    @property
    def x(self) -> int:
        return self.asked.leader

    @property
    def node(self) -> int:
        return self.s.at[self.asked.leader]

    @property
    def fresh(self) -> bool:
        """Whether the leader may do whatever he likes: his activation begins, or he continues."""
        return self.s.stage in (BEGINS, CONTINUED)


class Pass(Deed, verb="pass", rule="4.7", command=True, ends=True):
    """4.7: let the card go by."""

    shut = NOT_NOW

    def possible(self) -> bool:
        return self.s.stage == BEGINS

    def do(self, c: Context) -> None:
        c.tell(Passed(leader=leader(self.s, self.x)))
        stop(self.s)


class End(Deed, verb="end", rule="6.2", command=True, ends=True):
    """6.2: end the activation."""

    shut = NOT_NOW

    def possible(self) -> bool:
        return self.s.stage != BEGINS

    def do(self, c: Context) -> None:
        c.tell(Ended(leader=leader(self.s, self.x)))
        stop(self.s)


class Continue(Deed, verb="continue", rule="6.2", command=True):
    """6.2: roll to go on after a halt."""

    shut = NOT_HALTED

    def possible(self) -> bool:
        return self.s.stage == HALTED

    def do(self, c: Context) -> None:
        if continues(self.s, c):
            push(self.s, question(self.s))
        else:
            stop(self.s)


class Siege(Deed, verb="siege", rule="8.3A", command=True):
    """8.3A: besiege the City whose gate you hold, or change the kind of siege."""

    kind = one(KIND, words="total or partial", whole=True)

    def possible(self) -> bool:
        return self.closed() is None

    def closed(self) -> Any:
        if not self.fresh:
            return NOT_NOW()
        return siege_bar(self.s, self.men, self.node, strength(self.s, self.men))

    @worked_out
    def men(self) -> tuple[int, ...]:
        """The leader and all who obey him here."""
        from engine.games.crusade.book.command import followers

        s, x = self.s, self.asked.leader
        return (x, *followers(s, x)) if s.stage == BEGINS else company_here(s)

    def do(self, c: Context) -> None:
        s = self.s
        engage(s, c, self.men)
        kind = TOTAL if self.kind == "total" else PARTIAL
        acts(s, besiege.then(kind))


class Assault(Siege, verb="assault", rule="8.3B", command=True, text=" "):
    """8.3B: assault the City whose gate you hold."""

    def closed(self) -> Any:
        if not self.fresh:
            return NOT_NOW()
        return assault_bar(self.s, self.men, self.node)

    def do(self, c: Context) -> None:
        engage(self.s, c, self.men)
        acts(self.s, escalade.then())


def acts(s: State, frame: tuple[Any, ...]) -> None:
    """The deed, after whoever holds Dissension had a word about a mixed army."""
    if mixed(s):
        push(s, ("dissension",), frame)
    else:
        push(s, frame)


@step
def besiege(s: State, c: Context, kind: int) -> None:
    company = company_here(s)
    if siege_bar(s, company, s.at[s.active], strength(s, company)) is None:
        begin_siege(s, c, company, kind)
    stop(s)


@step
def escalade(s: State, c: Context) -> None:
    company = company_here(s)
    if assault_bar(s, company, s.at[s.active]) is None:
        storm(s, c, company)
    stop(s)


class Attack(Company, verb="attack", rule="7.2B", command=True):
    """7.2B: attack the enemy in your space, or sally out of a besieged City."""

    how = one(FIGHT, mark="as", optional=True, words="harass, or with the besieged")

    def possible(self) -> bool:
        return self.closed() is None

    def closed(self) -> Any:
        s, x = self.s, self.asked.leader
        if s.stage not in (BEGINS, CONTINUED):
            return NOT_NOW()
        if not self.targets or not s.army[x]:
            return NOBODY_HERE()
        if s.marks[x] & DEMORALIZED:
            return SHAKEN()
        if s.fought & PITCHED and not may_harass(s, (x,), s.at[x]):
            return FOUGHT()
        return None

    @worked_out
    def targets(self) -> bool:
        s, x = self.s, self.asked.leader
        node = s.at[x]
        if s.board.kind[node] == CITY and s.siege[node]:
            return bool(foes(s, self.player, s.board.gate[node]))
        return occupied(s, self.player, node)

    @worked_out
    def pool(self) -> list[int]:
        from engine.games.crusade.book.command import followers

        s, x = self.s, self.asked.leader
        found = followers(s, x) if s.stage == BEGINS else [y for y in company_here(s) if y != x]
        return [y for y in found if not s.marks[y] & DEMORALIZED]

    @how.offer
    def ways(self) -> Sequence[str | None]:
        s, stack = self.s, self.stack
        node = s.at[stack[0]]
        found: list[str | None] = [] if s.fought & PITCHED else [None]
        if may_harass(s, stack, node):
            found.append("harass")
        if not s.fought & PITCHED and relief(s, stack, node) >= 0:
            found.append("relieve")
        return found

    def do(self, c: Context) -> None:
        engage(self.s, c, self.stack)
        acts(self.s, onslaught.then(self.how or ""))


@step
def onslaught(s: State, c: Context, how: str) -> None:
    """7.0, 8.3D: the attack itself; staying to harass again needs another roll (7.0)."""
    company, x = company_here(s), s.active
    node = s.at[x]
    city = node if s.board.kind[node] == CITY and s.siege[node] else -1
    if city >= 0:
        gate = s.board.gate[city]
        if not foes(s, player_of(s, x), gate):
            halted(s)
            return
        for y in company:
            move(s, y, gate)
            s.came[y] = city
        meet(s, c, company, gate, city, SORTIE)
        return
    if not occupied(s, player_of(s, x), node):
        halted(s)
        return
    if s.fought & STAYING and s.options["harass_rolls"] == "2" and not continues(s, c):
        stop(s)
        return
    s.stage = CONTINUED
    battle.declare(s, c, company, node, how)


class Ravage(Deed, verb="ravage", rule="8.3G", command=True):
    """8.3G: lay the country waste round a City or a Town."""

    def possible(self) -> bool:
        return self.closed() is None

    def closed(self) -> Any:
        s = self.s
        men = self.men
        coming = s.stage != BEGINS
        return ravage_bar(s, men, self.node, strength(s, men), coming)

    @worked_out
    def men(self) -> tuple[int, ...]:
        from engine.games.crusade.book.command import followers

        s, x = self.s, self.asked.leader
        return (x, *followers(s, x)) if s.stage == BEGINS else company_here(s)

    def do(self, c: Context) -> None:
        engage(self.s, c, self.men)
        ravage(self.s, c, self.s.company)
        stop(self.s)


class Destroy(Deed, verb="destroy", rule="8.3H"):
    """8.3H: pull down the walls of a City of your own."""

    shut = NO_WALLS

    def possible(self) -> bool:
        return self.fresh and may_destroy(self.s, self.x)

    def do(self, c: Context) -> None:
        engage(self.s, c, self.s.company)
        destroy(self.s, c, self.x)
        stop(self.s)


class Rebuild(Deed, verb="rebuild", rule="8.3H"):
    """8.3H: raise the walls again where you have been a whole turn."""

    shut = NO_WALLS

    def possible(self) -> bool:
        return self.s.stage == BEGINS and may_rebuild(self.s, self.x)

    def do(self, c: Context) -> None:
        engage(self.s, c, self.s.company)
        rebuild(self.s, c, self.x)


class Recover(Deed, verb="recover", rule="7.2C"):
    """7.2C: put heart into an army that has withdrawn."""

    shut = STEADY

    def possible(self) -> bool:
        return self.s.stage == BEGINS and bool(self.s.marks[self.x] & DEMORALIZED)

    def do(self, c: Context) -> None:
        from engine.games.crusade.book.command import followers, subordinate

        s, x = self.s, self.x
        men = [x] if subordinate(s, x) else [x, *followers(s, x)]
        engage(s, c, [y for y in men if s.marks[y] & DEMORALIZED])
        for y in s.company:
            s.marks[y] &= ~DEMORALIZED
        c.tell(Recovered(leader=leader(s, x)))
        halted(s)


class Recruit(Deed, verb="recruit", rule="5.5", command=True):
    """5.5: raise men in a City of your faction."""

    place = one(PLACE, words="where")
    shut = NO_RECRUITS

    def possible(self) -> bool:
        return self.s.stage == BEGINS and bool(self.places())

    @place.offer
    def places(self) -> Sequence[Any]:
        return self.found

    @place.bar
    def place_barred(self, place: Place) -> Any:
        return None if place in self.found else NO_LEVY(place=place)

    @worked_out
    def found(self) -> list[int]:
        s, x = self.s, self.x
        mine = faction_of(s, x)
        if not 4 <= mine < PLAYED or cinc(s, mine) != x or s.recruited >> mine & 1:
            return []
        if mine == MOSUL and s.kerbogha < 2:
            return []
        if foes(s, self.player, self.node):
            return []
        board = s.board
        near = reach(s, self.player, mine, self.node, FAR)
        found = [
            city
            for city in board.cities
            if s.control[city] == mine
            and not s.siege[city]
            and s.ruined[city] < 0
            and (city in near or board.gate[city] == self.node)
        ]
        if mine == MOSUL:
            found += [
                box
                for box in (board.cappadocia, board.mosul)
                if self.node == box or any(end in near for end in board.links[box])
            ]
        return found

    def do(self, c: Context) -> None:
        s, x, city = self.s, self.x, self.place
        mine = faction_of(s, x)
        engage(s, c, (x,))
        gate = s.board.gate[city] if city < len(s.siege) else city
        ranks = [
            rank_of(s, y) for y in (*here(s, city), *here(s, gate)) if faction_of(s, y) == mine
        ]
        drm = max(ranks, default=0) - 3
        rolled = die(c, "recruit")
        sp = max(1, rolled + drm)
        s.recruited |= 1 << mine
        if s.at[x] == gate != city:
            s.army[x] += sp
        else:
            put(s, city, mine, sp)
        c.tell(Recruited(leader=leader(s, x), place=place(s, city), die=rolled, count=sp))
        stop(s)


class Take(Deed, verb="take", rule="5.2"):
    """5.2: pick up men where you are."""

    count = one(NUMBER, words="how many SP")
    shut = NOTHING_HERE

    def possible(self) -> bool:
        return self.fresh and to_take(self.s, self.x, self.node) > 0

    @count.offer
    def counts(self) -> Sequence[str]:
        return NUMBERS[1 : to_take(self.s, self.x, self.node) + 1]

    def do(self, c: Context) -> None:
        s, x = self.s, self.x
        lone = not strength(s, s.company)
        engage(s, c, s.company)
        taken(s, c, x, int(self.count))
        if lone:
            s.stage = CONTINUED
            push(s, question(s))
        else:
            halted(s)


class Drop(Deed, verb="drop", rule="5.2"):
    """5.2: leave men where you are."""

    count = one(NUMBER, words="how many SP")
    shut = NOTHING_HERE

    def possible(self) -> bool:
        s = self.s
        return self.fresh and s.army[self.x] > 0 and store_place(s, self.x, self.node) >= 0

    @count.offer
    def counts(self) -> Sequence[str]:
        return NUMBERS[1 : self.s.army[self.x] + 1]

    def do(self, c: Context) -> None:
        s, x = self.s, self.x
        began = s.stage == BEGINS
        engage(s, c, s.company)
        left(s, c, x, int(self.count))
        if began:
            push(s, question(s))
        else:
            halted(s)
        settle(s, c)


class Betray(Deed, verb="treachery", rule="8.3E", command=True):
    """8.3E: try to win a City that is besieged by treachery."""

    count = one(NUMBER, words="Resources")
    spare = one(LEADER, mark="spare", optional=True, words="who of the besieged is let go")
    shut = NO_TRAITOR

    def possible(self) -> bool:
        s = self.s
        if s.stage != BEGINS or besieges(s, self.x) < 0:
            return False
        return s.board.charts.event["Treachery"] in s.hand[self.player] and self.purse >= 2

    @worked_out
    def purse(self) -> int:
        s = self.s
        return min(purse(s, self.player, faction_of(s, self.x), self.node, limited=False), 60)

    @count.offer
    def counts(self) -> Sequence[str]:
        return NUMBERS[2 : self.purse + 1 : 2]

    @spare.offer
    def spared(self) -> Sequence[Any]:
        found = here(self.s, besieges(self.s, self.x))
        return (None, *found) if len(found) > 1 else NONE

    def do(self, c: Context) -> None:
        s, x = self.s, self.x
        city = besieges(s, x)
        engage(s, c, (x,))
        count = int(self.count)
        pay(s, self.player, faction_of(s, x), self.node, count, limited=False)
        card = s.board.charts.event["Treachery"]
        after.discard(s, self.player, card)
        c.tell(battle.Played(faction=self.token, cards=(s.board.charts.events[card],)))
        values = [cv(s, y) for y in here(s, city)]
        rolled = dice(c, "treachery")
        good = rolled + s.board.sdv[city] + min(values, default=0) < count // 2 + cv(s, x)
        c.tell(
            Betrayed(
                leader=leader(s, x), place=place(s, city), count=count, dice=rolled,
                result="opened" if good else "failed",
            )
        )  # fmt: skip
        if good:
            _spare(s, c, city, self.spare)
            fall(s, c, city, faction_of(s, x), (x,))
        stop(s)


def _spare(s: State, c: Context, city: int, choice: int | None) -> None:
    """8.3E: one leader of the besieged is let go."""
    found = here(s, city)
    if not found:
        return
    x = max(found, key=lambda y: (y == choice, rank_of(s, y), -y))
    s.army[x] = 0
    to = refuge(s, x)
    if to >= 0 and to != city:
        move(s, x, to)
        c.tell(Spared(leader=leader(s, x), place=place(s, to)))


class Act(Point[Acting], kind="act", rule="3.2D"):
    """3.2D: what does the leader do?"""

    orders = (
        March, Attack, Siege, Assault, Ravage, Recover, Recruit, Take, Drop, Bribe, Betray, Destroy,
        Rebuild, Continue, End, Pass,
    )  # fmt: skip

    def about(self, s: State, who: int, a: Acting) -> Mapping[str, Any]:
        return {
            "faction": faction(s, who),
            "leader": leader(s, a.leader),
            "place": place(s, s.at[a.leader]),
            "count": s.army[a.leader],
        }

    def default(self, s: State, who: int, a: Acting) -> Action:
        return Pass.act() if s.stage == BEGINS else End.act()
