"""What every game needs, so that a game says only what is its own.

A game is a subclass with a script (its steps, questions and events), the type of its state, its
orders and edits in the order of the help, and a handful of methods: how it is set up, what a
reader sees, how secrets are dealt anew, who has won.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Generic, TypeVar, cast

from engine import dealing, faults, naming, packing, refusing
from engine.core import (
    MODERATOR,
    Action,
    Declared,
    Dice,
    Emit,
    HeraldError,
    Option,
    Question,
    Renaming,
    Result,
    Seen,
    Slot,
    Value,
    Verb,
    View,
)
from engine.flow import PLAIN, Context, Point, Round, Script, answering
from engine.manifest import Manifest
from engine.models import parse
from engine.orders import Order, Tree
from engine.orders.edits import Edit
from engine.parts.outlook import Warned
from engine.rulebook import Options
from engine.tongues import ENGLISH, Field, Said, Tongue, worded
from engine.tongues.directory import Called, Directory
from engine.words import meaning, meanings, say

S = TypeVar("S", bound=Any)
AnyOrder = type[Order[Any, Any]]


class BaseGame(Generic[S]):
    """One rule set with one set of data."""

    title: str
    own: str = "hand"  # what people call what is theirs
    schema: int = 1  # of `dump`; grows when the fields of a state change
    script: Script[Any]
    orders: Sequence[AnyOrder] = ()  # in the order of the help
    changes: Sequence[type[Edit[Any]]] = ()  # what a moderator may order
    states: type[Any]  # the class of a state
    part: type[Any] = tuple  # the class of what a state holds beside plain values
    remade: Sequence[str] = ()  # fields of a state that are no part of a position
    tallies: Mapping[str, tuple[str, ...]] = {}
    turns: int = 0  # how many there are; 0: there is no last one
    catalogue: Mapping[str, Mapping[str, str]] = {}  # its sentences, group by group
    composed: Collection[str] = ()  # fields of its sentences that its words work out
    composing: Mapping[str, naming.Compose] = {}  # how, by the kind of event

    verbs: Mapping[str, Verb]
    edits: Mapping[str, Verb]

    directory: Directory  # what its things are called

    seats: tuple[str, ...]
    scenarios: Mapping[str, str]
    options: Mapping[str, Option]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "orders" in vars(cls):
            cls.verbs = verbs_of(cls.orders)
            cls.edits = verbs_of(cls.changes)

    def __init__(self, manifest: Manifest, data: Mapping[str, Any]) -> None:
        self.manifest = manifest
        self.manners: dict[str, naming.Manner] = {}  # by the kinds that have been told
        self.name = manifest.name
        self.data = data
        self.events = cast(Mapping[str, Declared], self.script.events)
        self.options = parse(Options, data["rules"]).choices()
        ENGLISH.learn(self.name, VERBS=meanings(self.verbs), EDITS=meanings(self.edits))
        ENGLISH.learn(self.name, NAMES={"own": self.own})
        ENGLISH.learn(self.name, **self.catalogue)

    def faults(self) -> Iterator[str]:
        """What is wrong with the game as it is written, in sentences."""
        return faults.faults(self)

    # -- forms ----------------------------------------------------------------------------------

    def seats_of(self, scenario: str, options: Mapping[str, str]) -> tuple[str, ...]:
        return self.seats

    def allies(self, seat: str, scenario: str, options: Mapping[str, str]) -> tuple[str, ...]:
        """The other seats of a seat's own side, where a side is more than one."""
        return ()

    def hides(self, options: Mapping[str, str]) -> bool:
        """Whether a seat knows anything that the others do not: there are hidden things to deal."""
        return type(self).hidden is not BaseGame.hidden

    def defaults(self, scenario: str) -> Mapping[str, str]:
        """The options that a scenario starts with, where they are not the usual ones."""
        return {}

    def locked(self, scenario: str) -> Mapping[str, str]:
        """The options that a scenario fixes."""
        return {}

    # -- a position -----------------------------------------------------------------------------

    def copy(self, state: S) -> S:
        found: S = state.copy()
        return found

    def dump(self, state: S) -> dict[str, Any]:
        return packing.pack(state, self.remade)

    def load(self, packed: Mapping[str, Any], options: Mapping[str, str]) -> S:
        state: S = packing.unpack(self.states, packed, self.part, self.remade)
        self.remake(state, options)
        return state

    def remake(self, state: S, options: Mapping[str, str]) -> None:
        """Fill in the fields that are no part of a position."""

    def migrate(self, packed: Mapping[str, Any], schema: int) -> dict[str, Any]:
        """A position as an older schema wrote it; there was no other yet."""
        raise packing.unknown(self.title, schema, self.schema)

    def older(self, packed: Mapping[str, Any], schema: int) -> dict[str, Any] | None:
        """A position as an older schema would have written it; None if it could not."""
        return None

    # -- playing --------------------------------------------------------------------------------

    def seat_of(self, state: S, who: int) -> int:
        """The number of the seat that answers for a side, a nation or a player."""
        return who

    def asked(self, state: S) -> list[tuple[int, int]]:
        """The seats that are asked now, each with whom it answers for: one at a time."""
        if state.over is not None:
            return []
        point, brings = self.question(state)
        return self._answering(state, point.whom(state, brings))

    def _answering(self, state: S, whom: tuple[int, ...]) -> list[tuple[int, int]]:
        return answering(whom, lambda who: self.seat_of(state, who))

    def question(self, state: S) -> tuple[Point[S, Any], Any]:
        """The open question, and what it brings."""
        return self.script.question(state)

    def questions(self, state: S) -> tuple[Question, ...]:
        if state.over is not None:
            return ()
        point, brings = self.script.question(state)
        whom = point.whom(state, brings)
        if len(whom) == 1:
            return (self._put(state, point, brings, self.seat_of(state, whom[0]), whom[0]),)
        asked = self._answering(state, whom)
        return tuple([self._put(state, point, brings, seat, who) for seat, who in asked])

    def _put(self, state: S, point: Point[S, Any], brings: Any, seat: int, who: int) -> Question:
        about = self.about(state, who, point.about(state, who, brings))
        return Question(self.seats[seat], point.kind, point.rule, point.reaction, about, who)

    def about(self, state: S, who: int, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """What every question tells beside its own public facts."""
        return facts

    def _who(self, state: S, seat: str, whom: tuple[int, ...]) -> int:
        """Whom a seat answers for now, of those who are asked."""
        if len(whom) == 1:
            return whom[0]
        number = self.seats.index(seat)
        for who in whom:
            if self.seat_of(state, who) == number:
                return who
        raise HeraldError(say("not asked now", seat=seat))

    def rights(self, state: S) -> tuple[Question, ...]:
        """What seats may do beside the questions, by public facts alone."""
        if not self.script.rights or state.over is not None:
            return ()
        return tuple(
            [
                Question(
                    self.seats[self.seat_of(state, who)],
                    right.kind,
                    right.rule,
                    False,
                    self.about(state, who, right.about(state, who, PLAIN)),
                    who,
                )
                for right in self.script.rights.values()
                for who in right.whom(state, PLAIN)
            ]
        )

    def invited(self, state: S) -> tuple[tuple[str, str], ...]:
        """Seat and kind of each right, without making them."""
        rights = self.script.rights
        if not rights or state.over is not None:
            return ()
        seats, seat_of = self.seats, self.seat_of
        return tuple(
            [
                (seats[seat_of(state, who)], kind)
                for kind, right in rights.items()
                for who in right.whom(state, PLAIN)
            ]
        )

    def _holder(self, state: S, kind: str, seat: str) -> int:
        """For whom a seat uses a right."""
        right = self.script.rights[kind]
        number = self.seats.index(seat)
        return next(w for w in right.whom(state, PLAIN) if self.seat_of(state, w) == number)

    def route(
        self, state: S, question: Question, prefix: tuple[Value, ...], goal: str
    ) -> Sequence[tuple[str, ...]] | None:
        """How a path goes on to a goal: the ways that differ in what matters, one of each kind.
        `prefix` ends with the way named so far. None: every step of a path is named."""
        return None

    def outcomes(self, seen: Sequence[Seen], seat: str) -> Mapping[str, int]:
        """What came of events that a seat saw, by the names that `if lost 3+ stop` may use."""
        return {}

    def warnings(
        self, view: Any, verb: str, origin: str, who: Sequence[str], path: Sequence[str]
    ) -> Iterable[Warned]:
        """What a march that is being thought about would bring about, the gravest first; from
        the view of the seat, so that no warning tells what it does not know."""
        return ()

    def tree(self, state: S, question: Question) -> Tree:
        if question.seat == MODERATOR:
            found = [order for order in self.changes if order(state, -1, ()).possible()]
            return Tree(found, state, -1, ())
        if question.kind in self.script.rights:
            return self.script.rights[question.kind].tree(state, question.who, PLAIN)
        point, brings = self.script.question(state)
        return point.tree(state, question.who, brings)

    def knows(self, question: Question, verb: str) -> bool:
        """Whether an order of this verb may answer such a question or use such a right, at least
        at another time."""
        point = self.script.rights.get(question.kind) or self.script.points.get(question.kind)
        return point is not None and any(order.verb.name == verb for order in point.orders)

    def _posed(self, state: S, question: Question) -> tuple[Point[S, Any], int, Any]:
        """The question or right itself, whom its seat answers for, and what it brings."""
        if question.kind in self.script.rights:
            return self.script.rights[question.kind], question.who, PLAIN
        point, brings = self.question(state)
        return point, question.who, brings

    def default(self, state: S, question: Question) -> Action | None:
        if question.kind in self.script.rights:
            return None
        point, brings = self.question(state)
        return point.default(state, question.who, brings)

    def sealed(self, state: S) -> tuple[str, ...]:
        """Seats whose answer to the open question is in but not yet resolved."""
        if state.over is not None:
            return ()
        point, brings = self.script.question(state)
        if not isinstance(point, Round):
            return ()
        return tuple(self.seats[self.seat_of(state, who)] for who in point.given(state, brings))

    def apply(self, state: S, seat: str, action: Action, dice: Dice, emit: Emit) -> None:
        context = Context(dice, emit)
        point, brings = self.script.question(state)
        whom = point.whom(state, brings)
        who = whom[0] if len(whom) == 1 else self._who(state, seat, whom)
        point.answer(state, context, who, action, brings)
        self.script.run(state, context)

    def use(self, state: S, seat: str, action: Action, dice: Dice, emit: Emit) -> None:
        """A right is used; the questions stand as they did, but for what the order pushes."""
        context = Context(dice, emit)
        for right in self.script.rights.values():
            if any(order.verb.name == action.verb for order in right.orders):
                right.answer(state, context, self._holder(state, right.kind, seat), action, PLAIN)
                self.script.run(state, context)
                return
        raise HeraldError(say("no right", verb=action.verb))

    def edit(self, state: S, action: Action, dice: Dice, emit: Emit) -> None:
        context = Context(dice, emit)
        order = next(o for o in self.changes if o.verb.name == action.verb)
        self.change(state, context, order.read(state, -1, action, ()))
        self.script.run(state, context)
        self.changed(state, context)

    def change(self, state: S, context: Context, order: Edit[Any]) -> None:
        """Carry out what a moderator ordered."""
        order.do(context)

    def changed(self, state: S, context: Context) -> None:
        """Play has come to a question again after an edit."""

    # -- reading --------------------------------------------------------------------------------

    def reveal(self, state: S) -> View:
        return self.view(state, None)

    def view(self, state: S, seat: str | None) -> View:
        raise NotImplementedError

    def redeal(self, state: S, seat: str | None, rng: Random) -> tuple[S, Renaming]:
        return dealing.redeal(self, state, seat, rng)

    def hidden(self, state: S, who: int) -> Mapping[Any, Sequence[int]]:
        """What a seat alone may look at: heaps of things, by where they lie."""
        return {}

    def lay(self, state: S, who: int, heap: Any, things: tuple[int, ...]) -> None:
        """Fill one of these heaps, in a world dealt anew."""
        raise NotImplementedError

    def check(self, state: S) -> list[str]:
        """Broken invariants, in words; the question at hand is one of them."""
        if state.over is not None:
            return []
        if not state.frames:
            return ["nothing is left to do, but the game is not over"]
        name = state.frames[-1][0]
        if name not in self.script.points:
            return [f"play has stopped at the step {name}"]
        found = self.asked(state)
        if not found:
            return [f"the question {name} is put to nobody"]
        point, brings = self.question(state)
        return [
            f"the question {name} has no answer"
            for _, who in found
            if not point.tree(state, who, brings).verbs.choices
        ]

    def result(self, state: S) -> Result | None:
        """Where `over` is who has won (numbers of seats), why (a key of REASONS), and the rule."""
        if state.over is None:
            return None
        winners, reason, rule = state.over
        scores = dict(zip(self.seats, self.scores(state), strict=True))
        said = Said(f"{self.name}.REASONS.{reason}")
        return Result(tuple([self.seats[who] for who in winners]), said, rule, scores)

    def scores(self, state: S) -> Sequence[float]:
        """The points of each seat."""
        winners = state.over[0] if state.over is not None else ()
        return [float(who in winners) for who in range(len(self.seats))]

    def turn(self, view: Any) -> tuple[int, int]:
        """Which turn of how many; 0: there is no last one."""
        return view.turn, self.turns

    # -- words ----------------------------------------------------------------------------------

    def names(self, domain: str, tongue: Tongue = ENGLISH) -> Mapping[str, str]:
        """What the things of a domain are called, by token."""
        return self.directory.names(domain, tongue)

    def called(self, domain: str, token: str) -> Called:
        return self.directory.called(domain, token) or worded(token)

    def naming(self, reader: str | None) -> naming.Names:
        """What things are called, for one reader."""
        return naming.Names(self, reader)

    def asks(self, question: Question) -> Said:
        return naming.asks(self, question)

    def says(self, seen: Seen, reader: str | None) -> Said:
        return naming.says(self, seen, reader)

    def headline(self, view: Any, tongue: Tongue = ENGLISH) -> tuple[tuple[str, str], ...]:
        return naming.headline(self, view, tongue)

    def prompt(self, question: Question, tongue: Tongue = ENGLISH) -> str:
        return tongue.word(self.asks(question))

    def tell(self, seen: Seen, reader: str | None, tongue: Tongue = ENGLISH) -> str:
        return tongue.word(self.says(seen, reader))

    def chapter(self, view: Any) -> str:
        return ""

    def parley(self, view: Any) -> bool:
        """Whether players may write to each other now, at a table that keeps to the game's own
        times for it; a game that says nothing of them has no other."""
        return True

    def refusal(
        self,
        state: S,
        question: Question,
        prefix: tuple[Value, ...],
        partial: tuple[Value, ...],
        value: Value,
    ) -> tuple[Said, str]:
        return refusing.refusal(self, state, question, prefix, partial, value)

    def slot_words(self, verb: Verb, slot: Slot, edits: bool) -> Field:
        """What a slot means, in the middle of a sentence."""
        return meaning(f"{self.name}.{'EDITS' if edits else 'VERBS'}", verb.name, slot)

    def not_now(self, question: Question, verb: str) -> Said:
        """That an order belongs to another question."""
        return refusing.not_now(verb, self.asks(question))

    def closed_order(self, state: S, question: Question, verb: str) -> Order[Any, Any] | None:
        """An order of the open question, for asking why it is closed; None: it is not one of it."""
        if question.seat == MODERATOR:
            return None
        point, _, brings = self._posed(state, question)
        for order in point.orders:
            if order.verb.name == verb:
                return order(state, question.who, brings)
        return None


def verbs_of(orders: Sequence[AnyOrder]) -> dict[str, Verb]:
    """The verbs of some orders. One verb may be asked in several ways; it is one verb."""
    found: dict[str, Verb] = {}
    for order in orders:
        verb = order.verb
        if found.setdefault(verb.name, verb) != verb:
            raise HeraldError(f"Two orders are called {verb.name}.")
    return found
