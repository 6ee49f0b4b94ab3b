"""12.2, 13.3: the card Fatimids, and Muslim Reinforcements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.core import Action
from engine.games.crusade.book.cards.hands import (
    Kept,
    effect,
)
from engine.games.crusade.book.command import begin
from engine.games.crusade.table.flow import (
    NUMBER,
    NUMBERS,
    PLACE,
    Context,
    Order,
    Point,
    die,
    faction,
    place,
    push,
)
from engine.games.crusade.table.people import (
    FATIMIDS,
    MOSUL,
    MUSLIM,
)
from engine.games.crusade.table.state import (
    State,
    face,
    put,
)
from engine.orders import Offer, Words, one, path, worked_out

CHOICE = Words("fatimids", "stores", "men", "fleets", "army")


def fatimids(s: State, c: Context, player: int) -> None:
    """12.2: one of four uses; not for who has taken two of Egypt's Cities."""
    if s.banned >> player & 1:
        effect(c, "nothing")
        return
    push(s, Egyptian.then(Kept(face(s, player))))


class Egypt(Order[Kept], verb="egypt", rule="12.2"):
    """12.2: what the Fatimids do: Resources, ten men more, their fleets or their army."""

    choice = one(CHOICE, words="stores, men, fleets or army")

    @choice.offer
    def choices(self) -> Sequence[str]:
        s = self.s
        x = s.board.people.factions[FATIMIDS].leaders[0]
        found = ["stores"]
        if s.at[x] == s.board.egypt:
            found.append("men")
        if any(side == MUSLIM for side, _, _ in s.fleets):
            found.append("fleets")
        if 0 <= s.at[x] < len(s.board.places) and s.army[x]:
            found.append("army")
        return found

    def do(self, c: Context) -> None:
        s = self.s
        x = s.board.people.factions[FATIMIDS].leaders[0]
        effect(c, f"egypt {self.choice}")
        if self.choice == "stores":
            s.egypt = (self.player, 15)
        elif self.choice == "men":
            s.army[x] += 10
        elif self.choice == "fleets":
            s.lent = self.player
            push(s, ("fleet", self.who, MUSLIM, (), ()))
        else:
            s.lent = self.player
            begin(s, x)


class Egyptian(Point[Kept], kind="egypt", rule="12.2"):
    """12.2: what do the Fatimids do?"""

    orders = (Egypt,)

    def default(self, s: State, who: int, a: Kept) -> Action:
        x = s.board.people.factions[FATIMIDS].leaders[0]
        return Egypt.act(choice="men" if s.at[x] == s.board.egypt else "stores")


class Levy(NamedTuple):
    faction: int
    sp: int


def _levied(s: State, f: int) -> list[int]:
    board = s.board
    found = [
        city
        for city in board.cities
        if s.control[city] == f and not s.siege[city] and s.ruined[city] < 0
    ]
    return found + ([board.cappadocia, board.mosul] if f == MOSUL else [])


def reinforce(s: State, c: Context, player: int) -> None:
    """12.2: three dice of SP for the Muslim faction that was activated last."""
    f = s.last[MUSLIM]
    if f < 0:
        f = c.dice.pick("levy", s.form.played[player])
    count = sum([die(c, "levy size") for _ in range(3)])
    if not _levied(s, f):
        effect(c, "nothing")
        return
    effect(c, "levy", count=count)
    push(s, Levying.then(Levy(f, count)))


class Raise(Order[Levy], verb="levy", rule="12.2"):
    """12.2: where the reinforcements come, at most half of them in one City."""

    places = path(PLACE, words="the Cities")
    counts = path(NUMBER, name="sp", mark="sp", words="SP for each, in the same order")

    @worked_out
    def half(self) -> int:
        return (self.asked.sp + 1) // 2

    @places.offer
    def next_place(self, chosen: tuple[Any, ...]) -> Offer[Any]:
        s, f = self.s, self.asked.faction
        found = tuple([n for n in _levied(s, f) if n not in chosen])
        all_ = len(_levied(s, f))
        enough = len(chosen) >= min(2, all_)
        most = min(all_, 3)
        return Offer(found if len(chosen) < most else (), enough, 1, most)

    @counts.offer
    def next_count(self, chosen: tuple[str, ...]) -> Offer[Any]:
        n, total, at = len(self.places), self.asked.sp, len(chosen)
        if at == n:
            return Offer((), True, n, n)
        left = total - sum(map(int, chosen))
        after = (n - at - 1) * self.half
        if n == 1:
            return Offer((str(min(self.half, total)),), False, n, n)
        low, high = max(0, left - after), min(self.half, left)
        if at == n - 1:
            low = high = min(self.half, left)
        return Offer(NUMBERS[low : high + 1], False, n, n)

    def do(self, c: Context) -> None:
        s = self.s
        for node, count in zip(self.places, self.counts, strict=True):
            if int(count):
                put(s, node, self.asked.faction, int(count))
                effect(c, "levied", place=place(s, node), count=int(count))


class Levying(Point[Levy], kind="levy", rule="12.2"):
    """12.2: where do the reinforcements come?"""

    orders = (Raise,)

    def about(self, s: State, who: int, a: Levy) -> Mapping[str, Any]:
        return {"faction": faction(s, who), "count": a.sp}

    def default(self, s: State, who: int, a: Levy) -> Action:
        found, half = _levied(s, a.faction)[:2], (a.sp + 1) // 2
        counts = (half, a.sp - half)
        return Raise.act(
            places=tuple(place(s, n) for n in found),
            counts=tuple(str(n) for n in counts[: len(found)]),
        )
