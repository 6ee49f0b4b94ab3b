"""12.1, 12.2: Visions and Jihad."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.core import Action
from engine.games.crusade.book.cards.hands import (
    Kept,
    effect,
)
from engine.games.crusade.table.flow import (
    GIFT,
    GIFTS,
    LEADER,
    Context,
    Order,
    Point,
    Round,
    die,
    leader,
    push,
)
from engine.games.crusade.table.people import (
    CRUSADER,
)
from engine.games.crusade.table.state import (
    ARDENT,
    BARRED,
    BONUS,
    ILL,
    SWIFT,
    State,
    av,
    face,
    faction_of,
    of_side,
    player_of,
)
from engine.orders import one


def visionaries(s: State, player: int) -> list[int]:
    """12.1: a player's leaders whose faction has had no vision this turn."""
    return [
        x
        for f in s.form.played[player]
        if not s.jihad >> f & 1
        for x in s.board.people.factions[f].leaders
        if s.at[x] >= 0
    ]


def bestow(s: State, c: Context, x: int, gift: str) -> None:
    """12.1: what a vision or a Jihad gives a leader for the rest of the turn."""
    s.jihad |= 1 << faction_of(s, x)
    if gift == "fight":
        s.marks[x] |= ARDENT
    elif gift == "continue":
        s.marks[x] |= SWIFT
    else:
        s.marks[x] |= BONUS
        s.pile = s.pile.shuffled((x,))
        s.bought[faction_of(s, x)] = tuple(sorted((*s.bought[faction_of(s, x)], x)))
    effect(c, f"vision {gift}", leader=leader(s, x))


class Vision(Order[Kept], verb="vision", rule="12.1"):
    """12.1: who has a vision, and what comes of it."""

    target = one(LEADER, name="leader", words="who has it")
    gift = one(GIFT, words="what comes of it", whole=True)

    @target.offer
    def targets(self) -> Sequence[Any]:
        return visionaries(self.s, self.player)

    def do(self, c: Context) -> None:
        s = self.s
        rivals = _doubters(s, self.player)
        if rivals:
            seen = Seen(self.target, GIFTS.index(self.gift), tuple(rivals))
            effect(c, "claims", leader=leader(s, self.target))
            push(s, Contesting.then(seen))
        else:
            bestow(s, c, self.target, self.gift)


class Seeing(Point[Kept], kind="vision", rule="12.1"):
    """12.1: who has a vision?"""

    orders = (Vision,)

    def default(self, s: State, who: int, a: Kept) -> Action:
        found = visionaries(s, s.form.seat_of[who])
        return Vision.act(target=leader(s, max(found, key=lambda x: (s.army[x], -x))), gift="fight")


class Seen(NamedTuple):
    leader: int
    gift: int
    rivals: tuple[int, ...]


def _doubters(s: State, player: int) -> list[int]:
    """12.1: the other Crusader players, as far as they have a leader to speak for them."""
    others = [p for p in of_side(s, CRUSADER) if p != player]
    return [face(s, p) for p in others if _speakers(s, p)]


def _speakers(s: State, player: int) -> list[int]:
    return [
        x
        for f in s.form.played[player]
        for x in s.board.people.factions[f].leaders
        if s.at[x] >= 0 and not s.marks[x] & (ILL | BARRED)
    ]


class Contest(Order[Seen], verb="contest", rule="12.1"):
    """12.1: call the vision a lie; one of your leaders stands for it."""

    speaker = one(LEADER, name="leader", words="who speaks for you")

    @speaker.offer
    def speakers(self) -> Sequence[Any]:
        return _speakers(self.s, self.player)


class Believe(Order[Seen], verb="believe", rule="12.1", ends=True):
    """12.1: let the vision be."""


class Contesting(Round[Seen], kind="contest", rule="12.1"):
    """12.1: does another Crusader contest the vision?"""

    orders = (Contest, Believe)
    otherwise = Believe

    def parties(self, s: State, a: Seen) -> tuple[int, ...]:
        return a.rivals

    def about(self, s: State, who: int, a: Seen) -> Mapping[str, Any]:
        return {"leader": leader(s, a.leader)}

    def opened(self, s: State, c: Any, a: Seen, answers: tuple[Any, ...]) -> None:
        found = [answer.speaker for answer in answers if isinstance(answer, Contest)]
        if not found:
            bestow(s, c, a.leader, GIFTS[a.gift])
            return
        rival = found[0] if len(found) == 1 else c.dice.pick("contest", found)
        mine = theirs = 0
        while mine == theirs:
            mine = die(c, "vision") + av(s, a.leader)
            theirs = die(c, "doubt") + av(s, rival)
        if theirs > mine:
            s.jihad |= 1 << faction_of(s, a.leader)
            effect(c, "unmasked", leader=leader(s, rival))
            return
        whole = s.options["vision_contest"] == "player"
        losers = _speakers(s, player_of(s, rival)) if whole else [rival]
        for x in losers:
            s.marks[x] |= BARRED
        effect(c, "silenced", leader=leader(s, rival))
        bestow(s, c, a.leader, GIFTS[a.gift])
