"""Granada's judgement for the greedy player: one small judge for each kind of decision.

A judge sees the seat's own view (as a `Sight`) and the levels of the decision, nothing else.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, cast

from engine.core import Action, Decision
from engine.games.granada.book.boabdil import Camp, Return
from engine.games.granada.book.retreat import Capture
from engine.games.granada.book.sequence import Bid, Bull, Discard, First, Hire
from engine.games.granada.computer import moving  # noqa: F401 (its judges)
from engine.games.granada.computer.campaign import Council
from engine.games.granada.computer.fighting import safest
from engine.games.granada.computer.judging import JUDGES, ascending, card_worth, cheapest, judge
from engine.games.granada.computer.sight import Sight
from engine.games.granada.table.board import SEATS
from engine.games.granada.table.orders import Pass
from engine.games.granada.table.view import View

if TYPE_CHECKING:
    from engine.games.granada.game import Granada
    from engine.match import World


def choose(world: World, decision: Decision, rng: Random) -> Action:
    """The answer that Granada's judges prefer."""
    game = cast("Granada", world.game)
    view = world.view(decision.seat)
    assert isinstance(view, View)
    judge = JUDGES.get(decision.kind)
    if judge is None:
        return decision.default
    return judge(Sight(view, game.board, decision.seat), decision, rng)


@judge("bid")
def bid(sight: Sight, decision: Decision, rng: Random) -> Action:
    """6.2: a high card that is missed little, with some chance to hold back."""
    choices = decision.next(Bid.before(Bid.card)).choices
    if choices == (None,):
        return Bid.act()
    table = sight.board.card[sight.side]
    designs = sight.board.cards[sight.side]
    eager = rng.choice((0.0, 0.15, 0.3))

    def merit(token: str) -> float:
        return eager * designs[table[token]].bid - card_worth(sight, table[token])

    return Bid.act(card=max(choices, key=merit))


@judge("first")
def first(sight: Sight, decision: Decision, rng: Random) -> Action:
    """6.2: whoever moves last has the last word of the war; until then the attacker goes first."""
    other = SEATS[sight.enemy]
    return First.act(starts=other if sight.turns_left == 0 else decision.seat)


@judge("discard")
def discard(sight: Sight, decision: Decision, rng: Random) -> Action:
    """6.4: keep the cards that match the army."""
    least = decision.next(Discard.before(Discard.cards)).max
    return Discard.act(cards=ascending(sight, cheapest(sight, sight.me.hand or (), least)))


@judge("captive")
def captive(sight: Sight, decision: Decision, rng: Random) -> Action:
    """11.4: six blocks for a card."""
    return Capture.act() if "capture" in decision.verbs else Pass.act()


@judge("camp")
def camp(sight: Sight, decision: Decision, rng: Random) -> Action:
    """10.12.1: where the grey army finds the most undefended towns."""
    council = Council(sight)
    choices = decision.next(Camp.before(Camp.place)).choices
    return Camp.act(place=max(choices, key=lambda t: council.pull[sight.board.place[t]]))


@judge("return")
def back(sight: Sight, decision: Decision, rng: Random) -> Action:
    """10.12.1: Boabdil goes home, or to his strongest friends."""
    choices = decision.next(Return.before(Return.place)).choices
    home = sight.board.places[sight.board.granada]
    return Return.act(place=home if home in choices else safest(sight, choices))


# -- the end of a year (11.1, 11.2) --------------------------------------------------------------


@judge("hire")
def hire(sight: Sight, decision: Decision, rng: Random) -> Action:
    """11.1: a block for a trumpet, where it is needed."""
    if "hire" not in decision.verbs:
        return Pass.act()
    council = Council(sight)
    card = cheapest(sight, decision.next(Hire.before(Hire.card)).choices)[0]
    places = decision.next(Hire.before(Hire.at, card=card)).choices
    return Hire.act(card=card, at=max(places, key=lambda t: council.pull[sight.board.place[t]]))


@judge("bull")
def bull(sight: Sight, decision: Decision, rng: Random) -> Action:
    """11.2: the Crusaders come at once, to the castle nearest the front."""
    council = Council(sight)
    choices = decision.next(Bull.before(Bull.at)).choices
    return Bull.act(at=(max(choices, key=lambda t: council.pull[sight.board.place[t]]),))
