"""12.0: held cards that are played at any time of the Operations phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.events import many, said
from engine.games.crusade.book.cards.hands import (
    effect,
    holds,
    spend,
)
from engine.games.crusade.book.cards.visions import bestow, visionaries
from engine.games.crusade.book.command import stop
from engine.games.crusade.book.ground import go_home, lords, lose, settle, units
from engine.games.crusade.table.flow import (
    GIFT,
    LEADER,
    PLACE,
    SIDE,
    Context,
    Order,
    Plain,
    Seat,
    Telling,
    die,
    leader,
    place,
)
from engine.games.crusade.table.people import (
    CARDED,
    MUSLIM,
    N_SYRIANS,
    PLAYED,
)
from engine.games.crusade.table.state import (
    DEAD,
    State,
    av,
    faction_of,
    player_of,
)
from engine.orders import Bar, one

_CALM = ("act", "fleet")  # questions beside which a card may be played


NOT_HELD = Bar("not_held", "12.0")


class Looked(Telling, kind="spied", rule="12.1"):
    side: str = said(SIDE)
    cards: tuple[str, ...] = many("activation", form="path", who="side", secret=True)


class Held(Order[Plain]):
    """12.0: a held card that is played in the Operations phase."""

    shut = NOT_HELD
    name = ""

    def possible(self) -> bool:
        s = self.s
        calm = s.phase == "operations" and s.frames[-1][0] in _CALM
        return calm and holds(s, self.player, self.name) and self.has_aim()

    def has_aim(self) -> bool:
        return True


class Spy(Held, verb="spy", rule="12.1"):
    """12.1: look at what is left of the Activation deck."""

    name = "Spy"

    def do(self, c: Context) -> None:
        s = self.s
        spend(s, c, self.player, "Spy")
        s.pile = s.pile.look(
            self.player, len(s.pile), lambda cards: c.dice.pick("activation", cards)
        )
        s.spied |= 1 << self.player
        from engine.games.crusade.book.drawing import token

        cards = tuple([token(s, card) for card in s.pile.top])
        c.tell(Looked(side=self.seat, cards=cards))


class Assassinate(Held, verb="assassinate", rule="12.1"):
    """12.1: send an Assassin to a Muslim leader, on an activation of your own."""

    name = "Assassination"
    target = one(LEADER, name="leader", words="whom")

    def has_aim(self) -> bool:
        s = self.s
        return s.active >= 0 and player_of(s, s.active) == self.player and bool(self.targets())

    @target.offer
    def targets(self) -> Sequence[Any]:
        s = self.s
        return [
            x
            for x in range(CARDED)
            if s.at[x] >= 0 and N_SYRIANS < faction_of(s, x) < PLAYED and _idle(s, x)
        ]

    def do(self, c: Context) -> None:
        s, x = self.s, self.target
        spend(s, c, self.player, self.name)
        rolled = die(c, "assassin")
        if rolled <= av(s, x):
            effect(c, "missed", leader=leader(s, x))
            return
        effect(c, "murdered", leader=leader(s, x))
        from engine.games.crusade.book.ground import orphaned

        if s.army[x]:
            orphaned(s, c, x, dead=True)
        s.at[x] = DEAD
        settle(s, c)


def _idle(s: State, x: int) -> bool:
    """Whether a leader is in no battle that is being fought."""
    b = s.battle
    return b is None or x not in (*b.attackers, *b.defenders)


class Entourage(Held, verb="entourage", rule="12.2"):
    """12.2: the entourage of a Crusader leader goes home."""

    name = "Entourage-Goes-Home"
    target = one(LEADER, name="leader", words="whose")

    def has_aim(self) -> bool:
        return self.s.active >= 0 and bool(self.targets())

    @target.offer
    def targets(self) -> Sequence[Any]:
        s = self.s
        return [
            x for x in range(CARDED) if s.at[x] >= 0 and faction_of(s, x) < 4 and s.army[x]
            and _idle(s, x)
        ]  # fmt: skip

    def do(self, c: Context) -> None:
        s, x = self.s, self.target
        spend(s, c, self.player, self.name)
        lost = lose(s, units(s, (x,)), die(c, "entourage"))
        effect(c, "entourage", leader=leader(s, x), count=lost)
        from engine.games.crusade.book.attrition import bereft

        if x not in s.company:
            bereft(s, c, (x,))
        settle(s, c)


class Revolt(Held, verb="revolt", rule="12.1"):
    """12.1: the Armenians of another player go home."""

    name = "Armenians-Revolt"
    to = one(SIDE, name="side", words="whose Armenians")

    def has_aim(self) -> bool:
        return bool(self.players())

    @to.offer
    def players(self) -> Sequence[Any]:
        s = self.s
        if s.battle is not None:
            return []
        return [Seat(p) for p in range(len(s.hand)) if p != self.player and lords(s, p)]

    def do(self, c: Context) -> None:
        s = self.s
        spend(s, c, self.player, self.name)
        acting = s.active
        for x in lords(s, self.to):
            go_home(s, c, x)
            if x == acting:
                stop(s)
        settle(s, c)


class Jihad(Held, verb="jihad-for", rule="12.2"):
    """12.2: proclaim a Jihad for one of your leaders."""

    name = "Jihad"
    target = one(LEADER, name="leader", words="for whom")
    gift = one(GIFT, words="what comes of it", whole=True)

    def has_aim(self) -> bool:
        return self.s.form.side_of[self.player] == MUSLIM and bool(self.targets())

    @target.offer
    def targets(self) -> Sequence[Any]:
        return visionaries(self.s, self.player)

    def do(self, c: Context) -> None:
        spend(self.s, c, self.player, self.name)
        bestow(self.s, c, self.target, self.gift)


class Butimides(Held, verb="butimides", rule="12.1"):
    """12.1: the Emperor's engineer helps at a siege of yours."""

    name = "Butimides"
    city = one(PLACE, words="which City")

    def has_aim(self) -> bool:
        return self.s.butimides < 0 and bool(self.cities())

    @city.offer
    def cities(self) -> Sequence[Any]:
        s = self.s
        from engine.games.crusade.book.ground import besiegers

        return [
            city
            for city in s.board.cities
            if s.siege[city] and any(player_of(s, x) == self.player for x in besiegers(s, city))
        ]

    def do(self, c: Context) -> None:
        spend(self.s, c, self.player, self.name)
        self.s.butimides = self.city
        effect(c, "butimides", place=place(self.s, self.city))
