"""12.1, 12.2: cards that are played when they are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core import Action
from engine.games.crusade.book.after import heap
from engine.games.crusade.book.cards.egypt import fatimids, reinforce
from engine.games.crusade.book.cards.hands import (
    Ends,
    Kept,
    effect,
    holds,
    name_of,
    number_of,
    spend,
)
from engine.games.crusade.book.cards.visions import Seeing, visionaries
from engine.games.crusade.book.ground import lose, settle, units
from engine.games.crusade.book.naval import add_fleet
from engine.games.crusade.book.scoring import finish
from engine.games.crusade.table.flow import (
    LEADER,
    Context,
    Order,
    Point,
    Round,
    die,
    leader,
    place,
    push,
    step,
)
from engine.games.crusade.table.people import (
    CARDED,
    CRUSADER,
    MUSLIM,
)
from engine.games.crusade.table.state import (
    ILL,
    State,
    face,
    faction_of,
    garrisons,
    here,
    of_side,
    side_of,
)
from engine.orders import one


@step
def at_once(s: State, c: Context, player: int, card: int, side: int) -> None:
    """12.1, 12.2: what a card does when it is drawn."""
    name = name_of(s, card)
    who = face(s, player)
    heap(s, card, side)
    kind = s.board.charts.in_deck[side][card]
    if kind.city:
        _caravan(s, c, kind)
    elif name == "Byzantines-Send-Supplies":
        s.cyprus, s.stock[s.board.cyprus] = 1, s.board.resources[s.board.cyprus]
        effect(c, "cyprus")
    elif name == "Fleet-Arrives":
        _fleet(s, c)
    elif name == "Heat":
        hot = s.board.charts.track[s.turn - 1].heat
        s.heat = 1 if hot else s.heat
        effect(c, "heat" if hot else "cool")
    elif name == "Plague":
        _plague(s, c)
    elif name == "Storms-at-Sea":
        _storms(s, c)
    elif name == "Uncertainty":
        _uncertainty(s, c, player, card, side)
    elif name == "Leader-Ill":
        push(s, Sickening.then(Kept(who)))
    elif name == "Visions":
        if visionaries(s, player):
            push(s, Seeing.then(Kept(who)))
        else:
            effect(c, "nothing")
    elif name == "Fatimids":
        fatimids(s, c, player)
    elif name == "Muslim-Reinforcements":
        reinforce(s, c, player)


def _caravan(s: State, c: Context, kind: Any) -> None:
    """12.1, 12.2: Resources for the Crusader who holds the City; a Muslim's are only restored."""
    city = s.board.place[kind.city]
    owner = s.control[city]
    if s.siege[city] or owner < 0 or s.ruined[city] >= 0 or s.ravaged[city]:
        effect(c, "nothing")
        return
    s.stock[city] = (
        kind.resources
        if side_of(owner) == CRUSADER
        else max(s.stock[city], s.board.resources[city])
    )
    effect(c, "caravan", place=place(s, city), count=s.stock[city])


def _fleet(s: State, c: Context) -> None:
    table = s.board.charts.fleets
    counters = sum([1 for side, _, _ in s.fleets if side == CRUSADER])
    if counters >= table.crusader:
        effect(c, "nothing")
        return
    add_fleet(s, CRUSADER, s.board.fleets_arrive, table.nsp)
    effect(c, "fleet")


def _plague(s: State, c: Context) -> None:
    roll = 10 * die(c, "plague red") + die(c, "plague white")
    node = s.board.charts.plague_at[roll]
    count = die(c, "plague") + die(c, "plague")
    lost = lose(s, units(s, here(s, node), node, garrisons(s, node)), count)
    effect(c, "plague", place=place(s, node), count=lost)
    from engine.games.crusade.book.attrition import bereft

    bereft(s, c, here(s, node))
    settle(s, c)


def _storms(s: State, c: Context) -> None:
    found = [f for f in s.fleets if f[1] != s.board.egypt_sea]
    from engine.games.crusade.book.naval import drown, take_fleet

    lost = 0
    for side, zone, _ in found:
        if die(c, "storm") == 6:
            take_fleet(s, side, zone, 1)
            lost += 1
            drown(s, c, zone)
    effect(c, "storms" if found else "nothing", count=lost)


def _uncertainty(s: State, c: Context, player: int, card: int, side: int) -> None:
    """12.1, 12.2: before turn 12 the other side's hands are lost; later the game may end."""
    other = 1 - side
    if s.turn < s.board.dates.end:
        back: list[int] = []
        for p in range(len(s.hand)):
            kept = []
            for held in s.hand[p]:
                if _deck_of(s, held, s.form.side_of[p]) == other and s.form.side_of[p] == other:
                    back.append(held)
                else:
                    kept.append(held)
            s.hand[p] = tuple(kept)
        s.draws[other] = tuple(sorted((*s.draws[other], *s.discard[other], *back)))
        s.draws[side] = tuple(sorted((*s.draws[side], *s.discard[side])))
        s.discard = [(), ()]
        effect(c, "plans")
        return
    if side == CRUSADER:
        asked = tuple([face(s, p) for p in of_side(s, MUSLIM) if s.hand[p]])
        if asked:
            push(s, Ending.then(Ends(asked)))
        else:
            finish(s, c, "accord")
        return
    if 0 <= s.control[s.board.jerusalem] < 4:
        finish(s, c, "accord")
    else:
        _remove(s, card, side)
        effect(c, "refused")


def _deck_of(s: State, card: int, side: int) -> int:
    """The deck that a held card came from: that of its holder, if it has such a card."""
    return side if card in s.board.charts.in_deck[side] else 1 - side


def _remove(s: State, card: int, side: int) -> None:
    """A card is out of the game."""
    rest = list(s.discard[side])
    rest.remove(card)
    s.discard[side] = tuple(rest)
    s.gone[side] = tuple(sorted((*s.gone[side], card)))


class Oppose(Order[Ends], verb="jihad", rule="12.1"):
    """12.1: discard a Jihad, and the war goes on."""

    def possible(self) -> bool:
        return holds(self.s, self.player, "Jihad")


class Accept(Order[Ends], verb="accord", rule="12.1", ends=True):
    """12.1: let the game end."""


class Ending(Round[Ends], kind="accord", rule="12.1", reaction=True):
    """12.1: the combatants would come to terms: does a Muslim oppose it?"""

    orders = (Oppose, Accept)
    otherwise = Accept

    def parties(self, s: State, a: Ends) -> tuple[int, ...]:
        return a.factions

    def opened(self, s: State, c: Any, a: Ends, answers: tuple[Any, ...]) -> None:
        for answer in answers:
            if isinstance(answer, Oppose):
                spend(s, c, answer.player, "Jihad")
                _remove(s, number_of(s, "Uncertainty"), CRUSADER)
                effect(c, "refused")
                return
        finish(s, c, "accord")


class Sicken(Order[Kept], verb="ill", rule="12.1"):
    """12.1: which leader falls ill for the rest of the turn."""

    target = one(LEADER, name="leader", words="who falls ill")

    @target.offer
    def targets(self) -> Sequence[Any]:
        s = self.s
        found = [x for x in range(CARDED) if s.at[x] >= 0 and not s.marks[x] & ILL]
        return found or list(range(CARDED))

    def do(self, c: Context) -> None:
        s = self.s
        s.marks[self.target] |= ILL
        effect(c, "ill", leader=leader(s, self.target))


class Sickening(Point[Kept], kind="ill", rule="12.1"):
    """12.1: who falls ill?"""

    orders = (Sicken,)

    def default(self, s: State, who: int, a: Kept) -> Action:
        mine = side_of(who)
        found = [x for x in range(CARDED) if s.at[x] >= 0 and side_of(faction_of(s, x)) != mine]
        found = [x for x in found if not s.marks[x] & ILL]
        return Sicken.act(target=leader(s, max(found, key=lambda x: (s.army[x], -x), default=0)))
