"""The contract between games and everything that uses them.

A game asks a seat for a *decision*; the seat answers with an *action*; the engine emits
*events*; each seat sees a *view*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Protocol

from engine.tongues import ENGLISH, Listed, Name, Said, Tongue
from engine.tongues.phrases import Saying, said_of
from engine.words import say

MODERATOR = "moderator"
NODES = 2_000  # the most tree nodes one call of `choices` looks at
OFFERED = 25  # Discord's limit for menus and autocompletion, and enough for a person

Value = Any  # what stands in a slot: None, a str, or a tuple of str


class HeraldError(Exception):
    """Anything the engine refuses with a sentence for the person who caused it."""

    def __init__(self, reason: Said | str) -> None:
        self.said = said_of(reason)
        self.reason: str = Saying(self.said)
        super().__init__(self.reason)

    def worded(self, tongue: Tongue = ENGLISH) -> str:
        """The reason in a language."""
        return tongue.word(self.said)


class Illegal(HeraldError):  # noqa: N818 (a name of the contract)
    """An order that the rules, or the question at hand, do not allow."""

    def __init__(self, reason: Said | str, rule: str = "", suggestions: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.rule = rule
        self.suggestions = tuple(suggestions)

    def in_full(self, tongue: Tongue = ENGLISH) -> str:
        """The reason with its rule, and with orders that are allowed."""
        whole = self.said
        if self.rule:
            whole = say("refused", reason=whole, rule=self.rule)
        if self.suggestions:
            whole = say("try", refusal=whole, orders=Listed(self.suggestions, ";"))
        return tongue.word(whole)

    def __str__(self) -> str:
        return self.in_full()


class Stale(HeraldError):  # noqa: N818 (a name of the contract)
    """A question that is no longer the one being asked."""


class DataError(HeraldError):
    """Data or a record that cannot be used, and where in it."""


class Action(tuple[Value, ...]):
    """An order: `(verb, *args)`, one value a slot. It may name hidden pieces."""

    __slots__ = ()

    def __new__(cls, verb: str, *args: Value) -> Action:
        return tuple.__new__(cls, (verb, *args))

    @property
    def verb(self) -> str:
        return str(self[0])

    @property
    def args(self) -> tuple[Value, ...]:
        return self[1:]

    def to_json(self) -> list[Any]:
        return [list(v) if isinstance(v, tuple) else v for v in self]

    @classmethod
    def from_json(cls, data: object) -> Action:
        if not isinstance(data, list) or not data or not isinstance(data[0], str):
            raise DataError("an action must be a list that begins with a verb")
        values: list[Value] = []
        for value in data[1:]:
            if isinstance(value, list) and all(isinstance(v, str) for v in value):
                values.append(tuple(value))
            elif value is None or isinstance(value, str):
                values.append(value)
            else:
                raise DataError(f"an action holds words and lists of words, not {value!r}")
        return cls(data[0], *values)

    def __repr__(self) -> str:
        return f"Action{tuple(self)!r}"


@dataclass(frozen=True, slots=True)
class Slot:
    """One place in an order.

    `form`: `one` value, a `set` (ascending tuple of kinds), or a `path` (tuple in order).
    `mark`: what stands before it in order text: "" (bare), ">" (each step of a path or a goal),
    "-" and "+" (blocks left or taken up at the step of the path named by slot `at`), or a word.
    """

    name: str
    form: str = "one"
    domain: str = "word"  # place, zone, block, card, ship, faction, side, word, flag, number
    mark: str = ""
    optional: bool = False
    at: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Verb:
    """An order that a game knows, with its slots named once for every front end."""

    name: str
    slots: tuple[Slot, ...] = ()
    rule: str = ""
    words: str = ""
    command: bool = False  # deserves a slash command of its own
    ends: bool = False  # ends a phase or gives up a right: random play chooses it rarely

    def parts(self, action: Sequence[Value]) -> dict[str, Value]:
        """What stands in each slot of an order of this verb, by name."""
        return {slot.name: value for slot, value in zip(self.slots, action[1:], strict=True)}

    def slot(self, name: str) -> Slot:
        for slot in self.slots:
            if slot.name == name:
                return slot
        raise KeyError(name)


class Level:
    """What may stand next in an order. It offers only what can be completed."""

    __slots__ = ("choices", "form", "max", "may_stop", "min", "rule")

    def __init__(
        self,
        choices: tuple[Value, ...],
        form: str = "one",
        may_stop: bool = False,
        min: int = 0,  # noqa: A002 (a name of the contract)
        max: int = 1,  # noqa: A002 (a name of the contract)
        rule: str = "",
    ) -> None:
        self.choices = choices
        self.form = form
        self.may_stop = may_stop
        self.min = min
        self.max = max
        self.rule = rule

    def __iter__(self) -> Iterator[Value]:
        return iter(self.choices)

    def __len__(self) -> int:
        return len(self.choices)

    def offering(self, choices: tuple[Value, ...]) -> Level:
        """The same level with other choices."""
        return Level(choices, self.form, self.may_stop, self.min, self.max, self.rule)

    def __repr__(self) -> str:
        return f"<Level {self.form} {self.choices} may_stop={self.may_stop}>"


DONE = Level((), "one", True, 0, 0)


NOTHING: Mapping[str, Any] = {}  # no arguments, or nobody to whom anything is told apart


class Told(Protocol):
    """Something that happened, as the log keeps it: an `Event`, or a declared kind of one."""

    entry: int

    @property
    def kind(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def public(self) -> Mapping[str, Any]: ...
    @property
    def private(self) -> Mapping[str, Mapping[str, Any]]: ...
    @property
    def reveals(self) -> tuple[str, ...]: ...
    @property
    def only(self) -> tuple[str, ...] | None: ...


class Event:
    """Something that happened: what everybody learns, and what only named seats learn.

    `reveals` names the public arguments that had been somebody's secret until now.
    `only` limits the event to some seats (a hand dealt, a plan's note); None is everybody.
    """

    __slots__ = ("entry", "kind", "only", "private", "public", "reveals", "rule")

    def __init__(
        self,
        kind: str,
        rule: str = "",
        public: Mapping[str, Any] = NOTHING,
        private: Mapping[str, Mapping[str, Any]] = NOTHING,
        reveals: tuple[str, ...] = (),
        only: tuple[str, ...] | None = None,
        entry: int = -1,
    ) -> None:
        self.kind, self.rule, self.public, self.private = kind, rule, public, private
        self.reveals, self.only = reveals, only
        self.entry = entry  # the number of the entry that it belongs to


class About(NamedTuple):
    """What is declared of one argument."""

    domain: str  # of names: place, block, "place or zone"; "" for numbers and plain words
    form: str = "one"  # one, set or path
    who: str = ""  # the argument that names the only seat who may know it; "": everybody
    secret: bool | None = False  # had been somebody's until this event; None: the teller says
    part: str = ""
    name: str = ""  # as the log calls it, if the class cannot
    noun: str = ""  # what a number counts: an entry of the catalogue's NOUNS

    @property
    def domains(self) -> tuple[str, ...]:
        return tuple(self.domain.split(" or ")) if self.domain else ()


class Declared(Protocol):
    """A kind of event, as its game declares it."""

    kind: str
    rule: str
    shape: str  # how it is drawn
    arguments: Mapping[str, About]  # by the name that the log uses


class Seen(NamedTuple):
    """An event as one reader may know it."""

    number: int
    kind: str
    rule: str
    args: Mapping[str, Any]
    reveals: tuple[str, ...] = ()
    entry: int = -1

    def to_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "kind": self.kind,
            "rule": self.rule,
            "args": plain(self.args),
        }


class Result(NamedTuple):
    """How a match ended. `winners` are seats: several who share the victory, none for a draw."""

    winners: tuple[str, ...]
    said: Said
    rule: str
    scores: Mapping[str, float]

    @property
    def reason(self) -> str:
        return self.worded()

    def worded(self, tongue: Tongue = ENGLISH) -> str:
        """Why it ended so, in a language."""
        return tongue.word(self.said)

    def to_json(self) -> dict[str, Any]:
        return {
            "winners": list(self.winners),
            "reason": self.reason,
            "rule": self.rule,
            "scores": dict(self.scores),
        }


class Option(NamedTuple):
    """A choice made before the start, with the rule that it switches."""

    name: str
    rule: str
    values: tuple[str, ...]
    default: str
    title: str
    summary: str


Emit = Callable[[Told], None]


class Dice(Protocol):
    n: int
    forced: list[tuple[str, str]]

    def pick(
        self, label: str, options: Sequence[Any], names: Sequence[str] | None = None
    ) -> Any: ...


class View(Protocol):
    """What one reader may know, built from nothing."""

    def to_json(self) -> dict[str, Any]: ...


class Renaming(Protocol):
    """How another seat's action reads in a redealt world."""

    def alias(self, seat: str, action: Action) -> Action | None: ...


class Question(NamedTuple):
    """A decision as a game states it; the match makes a `Decision` of it."""

    seat: str
    kind: str
    rule: str
    reaction: bool = False
    about: Mapping[str, Any] = {}
    who: int = -1  # the side, nation or player that the seat answers for


class Tree(Protocol):
    """What may be answered to a question: (prefix, partial) -> what may stand next."""

    def __call__(self, prefix: tuple[Value, ...], partial: tuple[Value, ...], /) -> Level: ...
    def sample(self, rng: Random, /) -> Action: ...


class Game(Protocol):
    """What a game provides. One instance is one rule set with one set of data."""

    name: str
    title: str
    own: str  # what people call what is theirs: hand, nations
    seats: tuple[str, ...]  # every one that some form of the game has
    scenarios: Mapping[str, str]
    options: Mapping[str, Option]
    verbs: Mapping[str, Verb]
    edits: Mapping[str, Verb]
    events: Mapping[str, Declared]  # by kind
    data: Mapping[str, Any]
    tallies: Mapping[str, tuple[str, ...]]  # kinds of event that say whether a game was lively
    schema: int  # grows whenever `dump` writes a position in another way

    def seats_of(self, scenario: str, options: Mapping[str, str]) -> tuple[str, ...]: ...
    def allies(self, seat: str, scenario: str, options: Mapping[str, str]) -> tuple[str, ...]: ...
    def hides(self, options: Mapping[str, str]) -> bool: ...  # does a seat know what others do not
    def defaults(self, scenario: str) -> Mapping[str, str]: ...  # options it starts with
    def locked(self, scenario: str) -> Mapping[str, str]: ...  # options it fixes
    def setup(self, scenario: str, options: Mapping[str, str], dice: Dice, emit: Emit) -> Any: ...
    def questions(self, state: Any) -> tuple[Question, ...]: ...
    def rights(self, state: Any) -> tuple[Question, ...]: ...  # open beside the questions
    def invited(self, state: Any) -> tuple[tuple[str, str], ...]: ...  # seat and kind of each right
    def tree(self, state: Any, question: Question) -> Tree: ...
    def knows(self, question: Question, verb: str) -> bool: ...  # is it an order of it, open or not
    def route(  # the ways to a goal, one of each kind that matters; None: steps are named
        self, state: Any, question: Question, prefix: tuple[Value, ...], goal: str
    ) -> Sequence[tuple[str, ...]] | None: ...
    def outcomes(self, seen: Sequence[Seen], seat: str) -> Mapping[str, int]: ...
    def refusal(
        self,
        state: Any,
        question: Question,
        prefix: tuple[Value, ...],
        partial: tuple[Value, ...],
        value: Value,
    ) -> tuple[Said, str]: ...
    def default(self, state: Any, question: Question) -> Action | None: ...
    def sealed(self, state: Any) -> tuple[str, ...]: ...
    def apply(self, state: Any, seat: str, action: Action, dice: Dice, emit: Emit) -> None: ...
    def use(self, state: Any, seat: str, action: Action, dice: Dice, emit: Emit) -> None: ...
    def edit(self, state: Any, action: Action, dice: Dice, emit: Emit) -> None: ...
    def view(self, state: Any, seat: str | None) -> View: ...
    def reveal(self, state: Any) -> View: ...
    def redeal(self, state: Any, seat: str | None, rng: Random) -> tuple[Any, Renaming]: ...
    def check(self, state: Any) -> list[str]: ...
    def result(self, state: Any) -> Result | None: ...
    def copy(self, state: Any) -> Any: ...
    def dump(self, state: Any) -> dict[str, Any]: ...  # as plain JSON
    def load(self, packed: Mapping[str, Any], options: Mapping[str, str]) -> Any: ...
    def warnings(
        self, view: Any, verb: str, origin: str, who: Sequence[str], path: Sequence[str]
    ) -> Iterable[Any]: ...
    def migrate(self, packed: Mapping[str, Any], schema: int) -> dict[str, Any]: ...
    def older(self, packed: Mapping[str, Any], schema: int) -> dict[str, Any] | None: ...
    def names(self, domain: str, tongue: Tongue = ENGLISH) -> Mapping[str, str]: ...
    def called(self, domain: str, token: str) -> Name | Said: ...  # for a sentence
    def asks(self, question: Question) -> Said: ...
    def prompt(self, question: Question, tongue: Tongue = ENGLISH) -> str: ...
    def says(self, seen: Seen, reader: str | None) -> Said: ...
    def tell(self, seen: Seen, reader: str | None, tongue: Tongue = ENGLISH) -> str: ...
    def turn(self, view: Any) -> tuple[int, int]: ...  # which one of how many; 0: there is no last
    def headline(  # turn, phase, score
        self, view: Any, tongue: Tongue = ENGLISH
    ) -> tuple[tuple[str, str], ...]: ...
    def chapter(self, view: Any) -> str: ...  # the scene that one report tells; "" for none
    def parley(self, view: Any) -> bool: ...  # is it one of the times in which players talk


class Clock:
    """Counts the moves of a match, so that a decision knows when it is out of date."""

    __slots__ = ("now",)

    def __init__(self) -> None:
        self.now = 0


class Decision:
    """One open question to one seat: a lazy set of the actions that answer it."""

    __slots__ = (
        "_cache",
        "_clock",
        "_game",
        "_made",
        "_question",
        "_state",
        "_time",
        "_tree",
        "number",
    )

    def __init__(self, game: Game, state: Any, question: Question, number: int, clock: Clock):
        self._game = game
        self._state = state
        self._question = question
        self._clock = clock
        self._time = clock.now
        self._cache: dict[tuple[Any, ...], Level] = {}
        self._tree: Tree | None = None  # made when something is first asked of it
        self._made: Action | None = None  # the last action drawn from the tree: legal as it is
        self.number = number

    @property
    def key(self) -> str:
        """Names the question: an answer that carries another question's key is stale."""
        return f"{self.number}.{self._question.seat}.{self._question.kind}"

    @property
    def seat(self) -> str:
        return self._question.seat

    @property
    def kind(self) -> str:
        return self._question.kind

    @property
    def rule(self) -> str:
        return self._question.rule

    @property
    def default(self) -> Action:
        """What happens when time is up: the game's own choice, or the first legal answer."""
        chosen = self._game.default(self._state, self._question)
        return chosen if chosen is not None else next(iter(self))

    @property
    def reaction(self) -> bool:
        return self._question.reaction

    @property
    def about(self) -> Mapping[str, Any]:
        return self._question.about

    @property
    def prompt(self) -> str:
        return self.prompted()

    @property
    def group(self) -> str:
        """Where the catalogue has what the orders of this seat mean."""
        group = "EDITS" if self._question.seat == MODERATOR else "VERBS"
        return f"{self._game.name}.{group}"

    @property
    def asks(self) -> Said:
        return self._game.asks(self._question)

    def prompted(self, tongue: Tongue = ENGLISH) -> str:
        """The question in a language."""
        return self._game.prompt(self._question, tongue)

    @property
    def verbs(self) -> tuple[str, ...]:
        return self.next(()).choices

    def next(self, prefix: tuple[Value, ...] = (), partial: tuple[Value, ...] = ()) -> Level:
        """The next slot of the tree after `prefix`, with `partial` of a set or path chosen."""
        key = (prefix, partial)
        level = self._cache.get(key)
        if level is None:
            level = self._cache[key] = self._choices()(prefix, partial)
        return level

    def _choices(self) -> Tree:
        """The tree of this question, as long as it is the one being asked."""
        if self._clock.now != self._time:
            raise Stale(say("stale"))
        if self._tree is None:
            self._tree = self._game.tree(self._state, self._question)
        return self._tree

    def route(self, prefix: tuple[Value, ...], goal: str) -> Sequence[tuple[str, ...]] | None:
        """How a path goes on to a goal: one way of each kind; None if every step must be named.
        `prefix` ends with the way so far."""
        self._choices()
        return self._game.route(self._state, self._question, prefix, goal)

    def _slots(self, verb: str) -> tuple[Slot, ...]:
        verbs = self._game.edits if self._question.seat == MODERATOR else self._game.verbs
        return verbs[verb].slots

    def _fault(self, action: Action) -> tuple[tuple[Value, ...], tuple[Value, ...], Value] | None:
        """Where `action` leaves the tree: (prefix, partial, value), or None if it is legal."""
        if action is self._made and self._clock.now == self._time:
            return None
        if action[0] not in self.next(()).choices:
            return (), (), action[0]
        prefix: tuple[Value, ...] = (action[0],)
        slots = self._slots(action[0])
        if len(action) != len(slots) + 1:
            return prefix, (), None
        for slot, value in zip(slots, action[1:], strict=True):
            if slot.form == "one":
                if value not in self.next(prefix).choices:
                    return prefix, (), value
            else:
                if not isinstance(value, tuple):
                    return prefix, (), value
                for i, item in enumerate(value):
                    if item not in self.next(prefix, value[:i]).choices:
                        return prefix, value[:i], item
                if not self.next(prefix, value).may_stop:
                    return prefix, value, None
            prefix += (value,)
        return None

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self._fault(action) is None

    def demand(self, action: Action) -> None:
        """Raise `Illegal`, with the reason and the rule, unless `action` is a legal answer."""
        fault = self._fault(action)
        if fault is not None:
            reason, rule = self._game.refusal(self._state, self._question, *fault)
            raise Illegal(reason, rule or self.rule)

    def _fill(self, slot: Slot, prefix: tuple[Value, ...]) -> Iterator[Value]:
        """Every value that may stand in `slot` after `prefix`."""
        if slot.form == "one":
            yield from self.next(prefix).choices
            return
        partials: list[tuple[Value, ...]] = [()]
        while partials:
            partial = partials.pop()
            level = self.next(prefix, partial)
            if level.may_stop:
                yield partial
            partials += [(*partial, item) for item in reversed(level.choices)]

    def __iter__(self) -> Iterator[Action]:
        for verb in self.next(()).choices:
            yield from self._complete((verb,), self._slots(verb))

    def _complete(self, prefix: tuple[Value, ...], slots: tuple[Slot, ...]) -> Iterator[Action]:
        if not slots:
            yield Action(*prefix)
            return
        for value in self._fill(slots[0], prefix):
            yield from self._complete((*prefix, value), slots[1:])

    def count(self, cap: int = 10_000) -> int:
        """How many actions there are, or `cap` if there are at least so many."""
        n = 0
        for n, _ in enumerate(self, 1):
            if n >= cap:
                break
        return n

    def sample(self, rng: Random) -> Action:
        """A random legal action: any is possible, those that end a phase are rare."""
        self._made = action = self._choices().sample(rng)
        return action

    def choices(
        self, verb: str, slot: str, given: Mapping[str, Value] | None = None
    ) -> tuple[tuple[Value, ...], bool]:
        """What a menu offers for `slot`, the others filled as `given` in any order.

        For a set or path, `given[slot]` may hold what has been chosen of it so far. The second
        value says whether every choice can be completed as it stands.
        """
        given = given or {}
        slots = self._slots(verb) if verb in self.verbs else ()
        names = [s.name for s in slots]
        if slot not in names:
            return (), True
        at = names.index(slot)
        exact = not any(name in given for name in names[at + 1 :])
        found: dict[Value, None] = {}
        budget = NODES
        stack: list[tuple[Value, ...]] = [(verb,)]
        while stack and budget > 0 and len(found) < OFFERED:
            prefix = stack.pop()
            budget -= 1
            depth = len(prefix) - 1
            current = slots[depth]
            if depth == at:
                partial = given.get(slot, ()) if current.form != "one" else ()
                for item in self.next(prefix, tuple(partial or ())).choices:
                    found.setdefault(item)
                continue
            if current.name in given:
                if Decision._allows(self, current, prefix, given[current.name]):
                    stack.append((*prefix, given[current.name]))
                continue
            exact = False
            values = []
            for value in self._fill(current, prefix):
                values.append((*prefix, value))
                budget -= 1
                if budget <= 0 or len(values) >= 64:
                    break
            stack += reversed(values)
        return tuple(found)[:OFFERED], exact

    def _allows(self, slot: Slot, prefix: tuple[Value, ...], value: Value) -> bool:
        if slot.form == "one":
            return value in self.next(prefix).choices
        if not isinstance(value, tuple):
            return False
        for i, item in enumerate(value):
            if item not in self.next(prefix, value[:i]).choices:
                return False
        return self.next(prefix, value).may_stop

    def __repr__(self) -> str:
        return f"<Decision {self.key} [{self.rule}]>"


def plain(value: Any) -> Any:
    """`value` as plain JSON: NamedTuples as dicts, tuples as lists."""
    if isinstance(value, tuple):
        fields = getattr(value, "_fields", None)
        if fields is not None:
            return {name: plain(getattr(value, name)) for name in fields}
        return [plain(v) for v in value]
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, list):
        return [plain(v) for v in value]
    return value
