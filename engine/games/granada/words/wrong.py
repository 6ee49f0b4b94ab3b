"""A wrong order: where it left the tree, and what its seat may be told about it.

Reasons may use the seat's own blocks and cards and everything that lies open on the table: never
the enemy's hidden blocks or hand, nor the order of anything that is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from engine.core import MODERATOR, Level, Question, Slot, Value
from engine.games.granada.table.board import SEATS, Kind
from engine.games.granada.table.state import SHIFT
from engine.games.granada.words.naming import Names
from engine.tongues import Field

if TYPE_CHECKING:
    from engine.games.granada import Granada
    from engine.games.granada.table.state import State


class Reason(NamedTuple):
    """A key of the catalogue, a rule, and the values for the fields of the sentence."""

    key: str
    rule: str
    fields: dict[str, Field]


def because(key: str, rule: str, **fields: Field) -> Reason:
    return Reason(key, rule, fields)


class Wrong:
    """`prefix` and `partial` were legal; `value` was not. None: something is missing."""

    def __init__(
        self,
        game: Granada,
        s: State,
        question: Question,
        prefix: tuple[Value, ...],
        partial: tuple[Value, ...],
        value: Value,
    ) -> None:
        self.game = game
        self.s = s
        self.question = question
        self.prefix = prefix
        self.partial = partial
        self.value = value
        self.board = s.board
        self.names = Names(game, question.seat)
        self.edits = question.seat == MODERATOR
        self.side = -1 if self.edits else SEATS.index(question.seat)
        self.args = () if self.edits else s.frames[-1][1:]

    @property
    def verb(self) -> str:
        return str(self.prefix[0])

    @property
    def slot(self) -> Slot | None:
        """The slot that the value was for; None for the verb itself."""
        if not self.prefix:
            return None
        verbs = self.game.edits if self.edits else self.game.verbs
        return verbs[self.verb].slots[len(self.prefix) - 1]

    @property
    def level(self) -> Level:
        return self.game.tree(self.s, self.question)(self.prefix, self.partial)

    # -- the value as a thing of the game; None if it is not one --

    def place(self) -> int | None:
        return self.board.place.get(self.value) if isinstance(self.value, str) else None

    def zone(self) -> int | None:
        return self.board.zone.get(self.value) if isinstance(self.value, str) else None

    def kind(self) -> int | None:
        return self.board.kind.get(self.value) if isinstance(self.value, str) else None

    def card(self) -> int | None:
        table = self.board.card[self.side]
        return table.get(self.value) if isinstance(self.value, str) else None

    def block(self, kind: int) -> Kind:
        return self.board.kinds[kind]

    # -- names --

    def at(self, place: int) -> Field:
        return self.names.place(self.board.places[place])

    def sea(self, zone: int) -> Field:
        return self.names.place(self.board.zones[zone])

    def chosen(self) -> int:
        """How often the set so far holds the value already."""
        return self.partial.count(self.value)


Why = Callable[[Wrong], Reason | None]
CLOSED: dict[tuple[str, str], Why] = {}  # (question, verb that is not open at it)
SLOT: dict[tuple[str, str], Why] = {}  # (verb, slot)


def closed(kind: str, *verbs: str) -> Callable[[Why], Why]:
    """Register why a verb that belongs to a question is not open at it."""

    def register(function: Why) -> Why:
        for verb in verbs:
            CLOSED[kind, verb] = function
        return function

    return register


def slot(name: str, *verbs: str) -> Callable[[Why], Why]:
    """Register why a value cannot stand in a slot of these verbs."""

    def register(function: Why) -> Why:
        for verb in verbs:
            SLOT[verb, name] = function
        return function

    return register


# -- reasons that many orders share --------------------------------------------------------------


def not_held(w: Wrong, rule: str) -> Reason | None:
    """A card that is not in the hand, or not so often."""
    if not isinstance(w.value, str) or w.value not in w.board.card_names:
        return None
    card = w.card()
    if card is None:
        return because("enemy_card", rule, card=w.names.card(w.value))
    if card not in w.s.hand[w.side]:
        return because("not_in_hand", rule, card=w.names.card(w.value))
    if w.s.hand[w.side].count(card) <= w.chosen():
        wanted = (w.value,) * (w.chosen() + 1)
        return because("not_so_many", rule, cards=w.names.cards(wanted))
    return None


def not_present(w: Wrong, place: int, kind: int, rule: str) -> Reason | None:
    """A block that the seat has not at a place, or not so often."""
    if w.block(kind).side != w.side:
        return because("enemy_block", rule, block=w.names.block(w.value))
    stack = w.s.stacks[2 * place + w.side]
    there = sum(1 for e in stack if e >> SHIFT == kind)
    if not there:
        return because("not_there", rule, block=w.names.block(w.value), place=w.at(place))
    if w.chosen() >= there:
        wanted = w.names.blocks((w.value,) * there)
        return because("not_so_many_there", rule, there=wanted, place=w.at(place))
    return None


def out_of_order(w: Wrong, rule: str) -> Reason | None:
    """A set is written in the order of its kinds."""
    if not w.partial or w.value not in w.game.board.kind:
        return None
    last = w.partial[-1]
    if w.board.kind[w.value] >= w.board.kind.get(last, -1):
        return None
    return because("order_of_set", rule, value=w.names.block(w.value), chosen=w.names.block(last))
