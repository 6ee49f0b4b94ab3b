"""13.4: Armenian leaders and their bribes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.events import fact, number, said
from engine.games.crusade.book.command import (
    BEGINS,
    Acting,
    engage,
    question,
)
from engine.games.crusade.book.lines import FAR, pay, purse, reach
from engine.games.crusade.table.flow import (
    LEADER,
    NUMBER,
    NUMBERS,
    Context,
    Leader,
    Order,
    Telling,
    die,
    leader,
    push,
)
from engine.games.crusade.table.people import ARMENIANS, PLAYED
from engine.games.crusade.table.state import (
    State,
    faction_of,
)
from engine.orders import Bar, one, worked_out

NO_BRIBE = Bar("no_bribe", "13.4")
NOT_BRIBABLE = Bar("not_bribable", "13.4", leader=LEADER)
TOO_POOR = Bar("too_poor", "13.4")


class Bribed(Telling, kind="bribe", rule="13.4"):
    leader: str = said(LEADER)
    other: str = said(LEADER)
    count: int = number(noun="resource")
    die: int = number()
    result: str = fact()


class Bribe(Order[Acting], verb="bribe", rule="13.4", command=True):
    """13.4: buy the allegiance of an Armenian leader."""

    other = one(LEADER, name="leader", words="whom")
    count = one(NUMBER, words="Resources")
    shut = NO_BRIBE

    def possible(self) -> bool:
        s = self.s
        if s.bribed >> self.player & 1 or faction_of(s, self.asked.leader) >= PLAYED:
            return False
        return bool(self.whom) and self.purse > 0

    @worked_out
    def purse(self) -> int:
        s = self.s
        return min(
            purse(s, self.player, faction_of(s, self.asked.leader), self.s.at[self.asked.leader]), 6
        )

    @worked_out
    def whom(self) -> list[int]:
        s = self.s
        found = [
            y
            for y in s.board.people.factions[ARMENIANS].leaders
            if 0 <= s.at[y] < len(s.board.places) and s.lord[y] != self.player
        ]
        if not found:
            return []
        near = reach(
            s, self.player, faction_of(s, self.asked.leader), self.s.at[self.asked.leader], FAR
        )
        return [y for y in found if _linked(s, near, s.at[y])]

    @other.offer
    def leaders(self) -> Sequence[Any]:
        return self.whom

    @other.bar
    def leader_barred(self, other: Leader) -> Any:
        return None if other in self.whom else NOT_BRIBABLE(leader=other)

    @count.offer
    def counts(self) -> Sequence[str]:
        return NUMBERS[1 : self.purse + 1]

    @count.bar
    def count_barred(self, count: str) -> Any:
        return None if count in self.counts() else TOO_POOR()

    def do(self, c: Context) -> None:
        s, x, y = self.s, self.asked.leader, self.other
        engage(s, c, s.company) if s.stage == BEGINS else None
        count = int(self.count)
        pay(s, self.player, faction_of(s, x), self.s.at[self.asked.leader], count)
        s.bribed |= 1 << self.player
        rolled = die(c, "bribe")
        good = rolled <= count and rolled != 6
        c.tell(
            Bribed(
                leader=leader(s, x), other=leader(s, y), count=count, die=rolled,
                result="won" if good else "refused",
            )
        )  # fmt: skip
        if good:
            s.lord[y] = self.player
            s.company = tuple([z for z in s.company if z != y])
        push(s, question(s))


def _linked(s: State, near: Mapping[int, int], node: int) -> bool:
    """A line to a leader: to his space, or to the gate of the City he is in."""
    if node in near:
        return True
    return node < len(s.siege) and s.board.gate[node] in near
