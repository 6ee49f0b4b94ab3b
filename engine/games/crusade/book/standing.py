"""Standing instructions: how a leader answers without being asked, and what one allows others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.events import fact, said
from engine.games.crusade.book.cards.held import (
    Assassinate,
    Butimides,
    Entourage,
    Jihad,
    Revolt,
    Spy,
)
from engine.games.crusade.book.cards.quarrels import Discord
from engine.games.crusade.table.flow import (
    LEADER,
    SIDE,
    Context,
    Order,
    Plain,
    Right,
    Seat,
    Telling,
    leader,
)
from engine.games.crusade.table.state import (
    ABOARD,
    ENTER,
    FRIENDLY,
    LINES,
    STORES,
    State,
    face,
    faction_of,
    player_of,
)
from engine.orders import Bar, Words, one

POSTURES = ("ask", "hold", "avoid", "bold")
LEAVES = {
    "everything": FRIENDLY | STORES,
    "friendly": FRIENDLY,
    "passage": ENTER | LINES,
    "nothing": 0,
}
POSTURE = Words("posture", *POSTURES)
LEAVE = Words("leave", *LEAVES)
CALM = ("act", "fleet", "talk")  # questions beside which relations may change
NO_CROSS = Bar("no_cross", "13.6")
NOT_CALM = Bar("not_calm", "6.1")


class Posed(Telling, kind="stance", rule="6.4"):
    leader: str = said(LEADER)
    posture: str = said("posture")


class Borne(Telling, kind="borne", rule="13.6"):
    leader: str = said(LEADER)
    result: str = fact()


class Allowed(Telling, kind="allow", rule="8.2"):
    side: str = said(SIDE)
    to: str = said(SIDE)
    what: str = said("leave")


def led(s: State, player: int) -> list[int]:
    """The leaders of a player, Armenians who follow him among them."""
    return [x for x, at in enumerate(s.at) if at >= 0 and player_of(s, x) == player]


class Stance(Order[Plain], verb="stance", rule="6.4", command=True):
    """6.4: what a leader does without being asked: hold, avoid battles, or be bold."""

    target = one(LEADER, name="leader", words="which leader")
    posture = one(POSTURE, words="ask, hold, avoid or bold", whole=True)

    def possible(self) -> bool:
        return bool(self.targets())

    @target.offer
    def targets(self) -> Sequence[Any]:
        return led(self.s, self.player)

    def do(self, c: Context) -> None:
        s = self.s
        s.posture[self.target] = POSTURES.index(self.posture)
        c.tell(Posed(leader=leader(s, self.target), posture=self.posture))


class Allow(Order[Plain], verb="allow", rule="8.2", command=True):
    """8.2: what another player may do where you stand: everything, friendly, passage, nothing."""

    to = one(SIDE, name="side", words="whom")
    what = one(LEAVE, words="how much", whole=True)
    shut = NOT_CALM

    def possible(self) -> bool:
        s = self.s
        return s.battle is None and s.frames[-1][0] in CALM

    @to.offer
    def others(self) -> Sequence[Any]:
        return [Seat(p) for p in range(len(self.s.form.seats)) if p != self.player]

    def do(self, c: Context) -> None:
        s = self.s
        s.allow[self.player * len(s.form.seats) + self.to] = LEAVES[self.what]
        c.tell(Allowed(side=self.seat, to=s.form.seats[self.to], what=self.what))


class Bear(Order[Plain], verb="cross", rule="13.6"):
    """13.6: a leader takes up the True Cross where it lies, or lays it down in a City or Town."""

    target = one(LEADER, name="leader", words="who")
    shut = NO_CROSS

    def possible(self) -> bool:
        s = self.s
        calm = s.battle is None and s.frames[-1][0] in CALM
        return calm and bool(self.bearers())

    @target.offer
    def bearers(self) -> Sequence[Any]:
        s = self.s
        return [x for x in led(s, self.player) if self.carries(x) or self.lies_by(x)]

    def carries(self, x: int) -> bool:
        s = self.s
        return s.cross == ABOARD + x and s.at[x] < len(s.control)

    def lies_by(self, x: int) -> bool:
        s = self.s
        return s.cross == s.at[x] and faction_of(s, x) < 4

    def do(self, c: Context) -> None:
        s, x = self.s, self.target
        s.cross = s.at[x] if s.cross == ABOARD + x else ABOARD + x
        c.tell(Borne(leader=leader(s, x), result="taken" if s.cross >= ABOARD else "laid down"))


class Standing(Right, kind="orders", rule="12.0"):
    """At any time: instructions, leave for others, and cards that may be played at any time."""

    orders = (Stance, Allow, Bear, Spy, Assassinate, Entourage, Revolt, Jihad, Butimides, Discord)

    def whom(self, s: State, a: Plain) -> tuple[int, ...]:
        calm = s.battle is None and s.frames[-1][0] in CALM
        return tuple([face(s, p) for p in range(len(s.form.seats)) if calm or led(s, p)])
