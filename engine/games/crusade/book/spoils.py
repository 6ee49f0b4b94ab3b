"""8.2, 8.3B, 6.5: after a City has fallen: who moves in, and what becomes of captives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.core import Action
from engine.events import many, number, said
from engine.games.crusade.book.ground import Slain, move, settle
from engine.games.crusade.table.flow import (
    LEADER,
    NUMBER,
    NUMBERS,
    PLACE,
    Context,
    Leader,
    Order,
    Point,
    Telling,
    faction,
    leader,
    leaders,
    place,
    push,
    step,
)
from engine.games.crusade.table.people import PLAYED
from engine.games.crusade.table.state import (
    CAPTIVE,
    DEAD,
    State,
    faction_of,
    player_for,
    player_of,
    put,
)
from engine.orders import NONE, Offer, one, some, subset


class Garrisoned(Telling, kind="occupy", rule="8.2"):
    leaders: tuple[str, ...] = many(LEADER)
    place: str = said(PLACE, part="at")
    count: int = number(noun="sp")


class Kept(Telling, kind="kept", rule="8.3B"):
    leader: str = said(LEADER)


class Spoil(NamedTuple):
    """Whose City it is now, and who has taken it."""

    faction: int
    city: int
    takers: tuple[int, ...]


class Doom(NamedTuple):
    faction: int
    leader: int


@step
def spoils(s: State, c: Context, owner: int, city: int, takers: tuple[int, ...]) -> None:
    """8.2: who has taken a City may move into it at once."""
    gate = s.board.gate[city]
    found = tuple([x for x in takers if s.at[x] == gate and s.army[x]])
    player = player_for(s, owner)
    found = tuple([x for x in found if player_of(s, x) == player])
    if found and player >= 0 and s.control[city] == owner and not s.siege[city]:
        push(s, Occupying.then(Spoil(owner, city, found)))


class Occupy(Order[Spoil], verb="occupy", rule="8.2"):
    """8.2: who moves into the City that was taken, and how many are left in it."""

    party = some(LEADER, name="leaders", optional=True, words="who moves in with his army")
    count = one(NUMBER, name="sp", mark="leave", optional=True, words="SP of the others to leave")

    @party.offer
    def next_leader(self, chosen: tuple[Leader, ...]) -> Offer[Any]:
        return subset(sorted(self.asked.takers), chosen, 0, len(self.asked.takers))

    @property
    def payer(self) -> int:
        """Whose men are left inside: the largest army of the new owner that stays outside."""
        s = self.s
        rest = [
            x for x in self.asked.takers
            if x not in self.party and faction_of(s, x) == self.asked.faction
        ]  # fmt: skip
        return max(rest, key=lambda x: (s.army[x], -x), default=-1)

    @count.offer
    def counts(self) -> Sequence[str | None]:
        x = self.payer
        return (None, *NUMBERS[1 : self.s.army[x] + 1]) if x >= 0 else NONE

    def do(self, c: Context) -> None:
        s, city, count = self.s, self.asked.city, int(self.count or 0)
        for x in self.party:
            move(s, x, city)
        if count:
            s.army[self.payer] -= count
            put(s, city, self.asked.faction, count)
        if self.party or count:
            c.tell(Garrisoned(leaders=leaders(s, self.party), place=place(s, city), count=count))
        settle(s, c)


class Occupying(Point[Spoil], kind="occupy", rule="8.2"):
    """8.2: who moves into the City?"""

    orders = (Occupy,)

    def about(self, s: State, who: int, a: Spoil) -> Mapping[str, Any]:
        return {"faction": faction(s, who), "place": place(s, a.city)}

    def default(self, s: State, who: int, a: Spoil) -> Action:
        return Occupy.act()


# -- captives --------------------------------------------------------------------------------------


@step
def doomed(s: State, c: Context, captor: int, x: int) -> None:
    """6.5, 8.3B: the captor of a leader kills or keeps him."""
    if s.captor[x] == captor < PLAYED:
        push(s, Dooming.then(Doom(captor, x)))


class Execute(Order[Doom], verb="kill", rule="8.3B"):
    """8.3B: put the captive to death."""

    def do(self, c: Context) -> None:
        s, x = self.s, self.asked.leader
        s.captor[x] = -1
        if s.at[x] == CAPTIVE:
            s.at[x] = DEAD
        c.tell(Slain(leader=leader(s, x)))


class Keep(Order[Doom], verb="keep", rule="8.3B", ends=True):
    """8.3B: keep the captive for a ransom."""

    def do(self, c: Context) -> None:
        c.tell(Kept(leader=leader(self.s, self.asked.leader)))


class Dooming(Point[Doom], kind="doom", rule="8.3B"):
    """8.3B: what becomes of a captive?"""

    orders = (Execute, Keep)
    otherwise = Keep

    def about(self, s: State, who: int, a: Doom) -> Mapping[str, Any]:
        return {"leader": leader(s, a.leader)}
