"""Edits that begin something: a turn, a phase, a card; and the list of them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.decks import Deck
from engine.games.crusade.book.cards.events import at_once
from engine.games.crusade.book.cards.hands import events
from engine.games.crusade.book.command import begin
from engine.games.crusade.book.drawing import draw, purchases
from engine.games.crusade.book.sequence import (
    assignment,
    diplomacy,
    ended,
    hunger_begins,
    kerbogha,
    operations,
    recovery,
)
from engine.games.crusade.moderator.edits import (
    Aboard,
    Aims,
    Army,
    Besiege,
    Bribed,
    Clear,
    Control,
    Cross,
    Edit,
    Edited,
    Engineer,
    Exhaust,
    Fact,
    Fleets,
    Hand,
    Kill,
    Knights,
    Lay,
    Lord,
    Marker,
    Men,
    Offers,
    Permit,
    Points,
    Prisoner,
    Resources,
    Ruin,
    Seize,
    Sign,
    Wrote,
)
from engine.games.crusade.table.flow import (
    KIND,
    LEADER,
    NUMBER,
    NUMBERS,
    SIDE,
    Context,
    Leader,
    push,
)
from engine.games.crusade.table.people import CARDED, PLAYED
from engine.games.crusade.table.state import (
    State,
    player_of,
)
from engine.orders import Offer, Words, edits, one, some, subset

PHASE = Words("phase", "diplomacy", "assignment", "purchase", "operations", "attrition", "recovery")
LABELS = {
    "attrition": 6, "retreat": 6, "hunger": 6, "continue": 6, "intercept": 6, "relief": 6,
    "crusader formation": 6, "muslim formation": 6, "battle": 6, "unpredictable": 6, "leader": 6,
    "fate": 6, "aggression": 6, "harass": 6, "cornered": 6, "assault": 6, "siege defence": 6,
    "siege attack": 6, "recruit": 6, "bribe": 6, "treachery": 6, "kerbogha": 6, "initiative": 6,
    "vision": 6, "doubt": 6, "dissension": 6, "assassin": 6, "entourage": 6, "sea": 6, "storm": 6,
    "naval attrition": 6, "plague red": 6, "plague white": 6, "plague": 6, "levy size": 6,
}  # fmt: skip


class Turn(Edit, verb="turn"):
    """Edit: which turn it is; what is asked stays."""

    number = one(NUMBER, words="which turn")

    @number.offer
    def numbers(self) -> Sequence[str]:
        return NUMBERS[1:15]

    def do(self, c: Context) -> None:
        self.s.turn = int(self.number)
        self.told(c)


class Draw(Edit, verb="card"):
    """Edit: the card of a leader has been drawn: he may act now, and the deck is empty."""

    target = one(LEADER, name="leader", words="whose card")

    @target.offer
    def targets(self) -> Sequence[Any]:
        s = self.s
        return [
            x
            for x, at in enumerate(s.at)
            if 0 <= at < len(s.board.places) and (x < CARDED or player_of(s, x) >= 0)
        ]

    def do(self, c: Context) -> None:
        s = self.s
        s.turn = max(s.turn, 1)
        s.frames, s.sealed, s.battle = [], [], None
        s.phase = "operations"
        s.bought, s.pile, s.usual = [()] * PLAYED, Deck(()), ()
        push(s, hunger_begins.then(), ended.then())
        begin(s, self.target)
        self.told(c)


class Rest(Edit, verb="deck"):
    """Edit: the leader cards that are left in the Activation deck, and no others."""

    cards = some(LEADER, optional=True, words="which leaders")

    @cards.offer
    def next_card(self, chosen: tuple[Leader, ...]) -> Offer[Any]:
        pool = [x for x in range(CARDED) for _ in (0, 1)]
        return subset(pool, chosen, 0, 20)

    def do(self, c: Context) -> None:
        s = self.s
        s.bought = [
            tuple(x for x in self.cards if s.board.people.faction_of[x] == f) for f in range(PLAYED)
        ]
        s.usual = ()
        s.pile = Deck(tuple(sorted(self.cards)))
        s.frames, s.sealed, s.battle, s.phase = [], [], None, "operations"
        push(s, draw.then(), hunger_begins.then(), ended.then())
        c.tell(Edited(edit=self.verb.name))  # what was bought is nobody's business


class EventDraw(Edit, verb="draw"):
    """Edit: a player has drawn the card Draw an Event; the deck is empty then."""

    side = one(SIDE, words="who", whole=True)

    def do(self, c: Context) -> None:
        s = self.s
        s.turn = max(s.turn, 1)
        s.frames, s.sealed, s.battle, s.phase = [], [], None, "operations"
        s.bought, s.pile, s.usual = [()] * PLAYED, Deck(()), ()
        push(s, events.then(self.side), draw.then(), hunger_begins.then(), ended.then())
        self.told(c)


class Event(Edit, verb="event"):
    """Edit: a player draws an event card that must be played at once; the deck is empty then."""

    side = one(SIDE, words="who draws it", whole=True)
    card = one(KIND, words="which card", public=True)

    @card.offer
    def cards(self) -> Sequence[Any]:
        s = self.s
        deck = s.form.side_of[self.side]
        held = s.board.charts.in_deck[deck]
        return [k for k in sorted({*s.draws[deck], *s.discard[deck]}) if not held[k].hold]

    def do(self, c: Context) -> None:
        s, card = self.s, self.card
        deck = s.form.side_of[self.side]
        piles = s.draws if card in s.draws[deck] else s.discard
        rest = list(piles[deck])
        rest.remove(card)
        piles[deck] = tuple(rest)
        s.turn = max(s.turn, 1)
        s.frames, s.sealed, s.battle, s.phase = [], [], None, "operations"
        s.bought, s.pile, s.usual = [()] * PLAYED, Deck(()), ()
        push(s, draw.then(), hunger_begins.then(), ended.then())
        self.told(c)
        push(s, at_once.then(self.side, card, deck))


class Sea(Edit, verb="sailing"):
    """Edit: a player may move the fleets of his side; the deck is empty then."""

    side = one(SIDE, words="who", whole=True)

    def do(self, c: Context) -> None:
        s = self.s
        s.turn = max(s.turn, 1)
        s.frames, s.sealed, s.battle, s.phase = [], [], None, "operations"
        s.bought, s.pile, s.usual, s.fought = [()] * PLAYED, Deck(()), (), 0
        push(s, hunger_begins.then(), ended.then())
        team = s.form.side_of[self.side]
        s.lent = self.side if team else -1
        push(s, ("fleet", s.form.played[self.side][0], team, (), ()))
        self.told(c)


class Phase(Edit, verb="phase"):
    """Edit: begin a phase of the turn."""

    phase = one(PHASE, words="which", whole=True)

    def do(self, c: Context) -> None:
        s = self.s
        s.turn = max(s.turn, 1)
        s.frames, s.sealed, s.battle = [], [], None
        s.active, s.company, s.stage = -1, (), 0
        s.pile, s.usual, s.bought = Deck(()), (), [()] * PLAYED
        frames = {
            "diplomacy": (diplomacy, kerbogha, assignment, purchases, operations),
            "assignment": (assignment, purchases, operations),
            "purchase": (purchases, operations),
            "operations": (operations,),
            "attrition": (hunger_begins,),
            "recovery": (recovery,),
        }[self.phase]
        push(s, *[step.then() for step in frames], ended.then())
        self.told(c)


class Chance(edits.Force[State]):
    """Edit: force the next result of a chance draw."""

    def draws(self) -> Mapping[str, Sequence[str]]:
        found = {label.replace(" ", "-"): NUMBERS[1 : faces + 1] for label, faces in LABELS.items()}
        events = self.s.board.charts.events
        people = self.s.board.people
        markers = {
            f"marker-{f.token}": tuple(dict.fromkeys(str(m) for m in f.markers))
            for f in people.factions[:PLAYED]
        }
        return {**found, **markers, "event": events, "discard": events, "card": events}

    def drawn_as(self, label: str) -> str:
        if label.startswith("marker-"):
            return label.replace("-", " ", 1)
        return label.replace("-", " ")


CHANGES = (
    Clear, Army, Men, Control, Resources, Points, Besiege, Lay, Ruin, Knights, Sign, Lord, Seize,
    Prisoner, Kill, Hand, Exhaust, Marker, Bribed, Offers, Aboard, Fact, Engineer, EventDraw,
    Fleets, Cross, Aims, Wrote, Permit, Turn, Draw, Rest, Event, Sea,
    Phase, Chance, edits.Unforce,
)  # fmt: skip
