"""Non-interference: what a reader sees does not depend on what the reader may not know.

Two worlds that differ only in a reader's unknowns (`redeal`) must look alike to that reader:

(a) *equality*: view, questions, choices and refusals are the same in both;
(b) *lockstep*: when somebody acts in one world, and does the same thing in the other with the
    same dice, the reader sees the same happen, but for arguments that an event declares revealed;
(c) *strength*: the worlds do differ, for every kind of hidden thing.

Both worlds are only ever compared through what a reader could look at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from engine.core import Action, Decision, HeraldError, Illegal, Level, Seen, Slot, plain
from engine.match import Match, World
from tests.contract.hidden import secrets
from tests.contract.play import dice_of, drawn, fork, questions, readers, rights

WRONG_ORDERS = 4  # tried at each look
HALF = 0.5  # of the worlds, in which a hidden thing must differ
FEWER = {"sealed": 0.3}  # an answer is often one of two, and the true one is dealt as any other


class LeakError(AssertionError):
    """A reader could have told two worlds apart."""


class Inspector:
    """Looks at a match, step by step, with the eyes of every reader."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.could: Counter[str] = Counter()  # hidden things that could differ between worlds
        self.differed: Counter[str] = Counter()
        self.followed: Counter[str] = Counter()  # verbs that the other world could follow
        self.lost: Counter[str] = Counter()
        self.compared: Counter[str] = Counter()  # verbs after which whole views were compared

    def step(self, match: Match, seat: str, action: Action) -> None:
        """Check every reader here, then let `seat` act and check again. The match moves on."""
        worlds = []
        for reader in readers(match):
            world = match.redeal(reader, self.rng)
            self._measure(match, world, reader)
            same_look(match, world, reader)
            _equal("keys", reader, questions(match), questions(world))
            _equal("rights", reader, rights(match), rights(world))
            same_choices(match, world, reader, self.rng)
            same_refusals(match, world, reader, self.rng)
            worlds.append((reader, world, self._answers(world, reader, seat, action)))
        before = {reader: len(match.events(reader)) for reader in readers(match)}
        parted = [(reader, other, a) for reader, w, found in worlds for other, a in found(match, w)]
        sealed = another_answer(match, seat, action)
        match.act(seat, action)
        for reader, other, answer in parted:
            self._lockstep(match, before[reader], other, reader, seat, answer)
        for reader in readers(match):
            if sealed is not None and reader != seat:
                told = sealed.events(reader)[before[reader] :]
                same_events(match.events(reader)[before[reader] :], told, reader, match)
                same_look(match, sealed, reader)

    def _measure(self, match: Match, world: World, reader: str | None) -> None:
        for owner in match.seats:
            if owner == reader:
                continue
            here, there = secrets(match, owner), secrets(world, owner)
            for (kind, where), what in here.items():
                self.could[kind] += 1
                self.differed[kind] += there.get((kind, where)) != what

    def _answers(self, world: World, reader: str | None, seat: str, action: Action) -> Any:
        """What `seat` could do in the other world: its own action renamed, and word for word.

        Word for word matters where an action shows what was hidden: then both readers have
        learnt the same, and their views must agree again.
        """

        def found(match: Match, world: World) -> Iterator[tuple[World, Action]]:
            asked = open_to(world, seat)
            if not asked:
                raise LeakError(f"{reader}: only one world asks {seat}")
            answers = [action] if any(action in one for one in asked) else []
            if seat == reader and not answers:
                raise LeakError(f"{reader}: {action} is legal in one world only")
            if seat != reader:
                renamed = world.alias(action, seat)
                if renamed is not None and renamed not in answers:
                    answers.append(renamed)
                (self.followed if answers else self.lost)[action.verb] += 1
            for answer in answers:
                other = fork(world)
                other._dice = dice_of(match)
                yield other, answer

        return found

    def _lockstep(
        self, match: Match, before: int, other: World, reader: str | None, seat: str, answer: Action
    ) -> None:
        other.act(seat, answer)
        if same_events(match.events(reader)[before:], other.events(reader), reader, match):
            same_look(match, other, reader)
            self.compared[answer.verb] += 1

    def weak(self, enough: int = 20) -> list[str]:
        """(c): the kinds of hidden things that a redeal changes too seldom."""
        return [
            f"{kind}: changed in {self.differed[kind]} of {number}"
            for kind, number in self.could.items()
            if number >= enough and self.differed[kind] < FEWER.get(kind, HALF) * number
        ]


# -- (a) equality --------------------------------------------------------------------------------


def _equal(what: str, reader: str | None, here: Any, there: Any) -> None:
    if here != there:
        where = _difference(here, there)
        raise LeakError(f"{reader or 'a spectator'} can tell worlds apart by the {what}: {where}")


def _difference(a: Any, b: Any, path: str = "") -> str:
    """Where two plain values first differ, in words."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in {**a, **b}:
            if a.get(key) != b.get(key) or (key in a) != (key in b):
                return _difference(a.get(key), b.get(key), f"{path}.{key}")
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b, strict=True)):
            if x != y:
                return _difference(x, y, f"{path}.{i}")
    return f"{path} {a!r} against {b!r}"


def same_look(match: Match, world: Match, reader: str | None) -> None:
    """The view, and the questions that everybody knows to be open."""
    here, there = match.view(reader), world.view(reader)
    if here != there:
        _equal("view", reader, here.to_json(), there.to_json())
    _equal("questions", reader, _nameless(questions(match)), _nameless(questions(world)))
    _equal("rights", reader, _nameless(rights(match)), _nameless(rights(world)))
    _equal("result", reader, plain(match.result), plain(world.result))


def _nameless(asked: list[Any]) -> list[Any]:
    """Without the keys: a redealt world has a record of its own to count."""
    return [question[:-1] for question in asked]


def open_to(match: Match, seat: str) -> tuple[Decision, ...]:
    """The question to a seat, and its rights."""
    decision = match.decision(seat)
    return (*(() if decision is None else (decision,)), *match.rights(seat))


def another_answer(match: Match, seat: str, action: Action) -> Match | None:
    """Where several are asked the same at once: the match in which a seat answers in some other
    way. Nobody else may see a difference before all answers are in."""
    decision = match.decision(seat)
    together = [d for d in match.decisions() if decision is not None and d.kind == decision.kind]
    if decision is None or len(together) < 2 or action.verb not in decision.verbs:
        return None
    other = fork(match)
    other.act(seat, decision.sample(Random(len(match))))
    return other


def same_choices(match: Match, world: Match, reader: str | None, rng: Random) -> None:
    """One way down the tree of the reader's own question, what else it offered, and menus."""
    here = open_to(match, reader) if reader is not None else ()
    there = open_to(world, reader) if reader is not None else ()
    _equal("question", reader, len(here), len(there))
    for one, other in zip(here, there, strict=True):
        _same_tree(match, one, other, reader, rng)


def _same_tree(
    match: Match, here: Decision, there: Decision, reader: str | None, rng: Random
) -> None:
    action = drawn(here, rng)
    for prefix, partial in nodes(here, match, action):
        _equal(
            f"choices after {prefix}",
            reader,
            shape(here.next(prefix, partial)),
            shape(there.next(prefix, partial)),
        )
    _equal("default", reader, here.default, there.default)
    slots = match.game.verbs[action.verb].slots
    if slots:
        slot = rng.choice(slots).name
        _equal("menu", reader, here.choices(action.verb, slot), there.choices(action.verb, slot))


def nodes(
    decision: Decision, match: Match, action: Action
) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """Every level that an action passes, as (prefix, partial)."""
    yield (), ()
    prefix: tuple[Any, ...] = (action.verb,)
    for slot, value in zip(match.game.verbs[action.verb].slots, action.args, strict=True):
        yield prefix, ()
        if slot.form != "one":
            yield from ((prefix, value[: i + 1]) for i in range(len(value)))
        prefix = (*prefix, value)


def shape(level: Level) -> tuple[Any, ...]:
    return (level.choices, level.form, level.may_stop, level.min, level.max, level.rule)


def same_refusals(match: Match, world: Match, reader: str | None, rng: Random) -> None:
    """Wrong orders of the reader, in turn and out of turn, are refused in the same words."""
    if reader is None:
        return
    for order in wrong_orders(match, reader, rng):
        _equal(
            f"answer to {order!r}",
            reader,
            refusal(match, reader, order),
            refusal(world, reader, order),
        )


def wrong_orders(match: Match, seat: str, rng: Random) -> Iterator[Action | str]:
    """Well-formed orders about anything on the board, whatever the question."""
    asked = open_to(match, seat)
    decision = rng.choice(asked) if len(asked) > 1 else next(iter(asked), None)
    open_verbs = decision.verbs if decision is not None else ()
    for _ in range(WRONG_ORDERS):
        name = rng.choice(open_verbs if open_verbs and rng.random() < 0.6 else [*match.game.verbs])
        verb = match.game.verbs[name]
        if rng.random() < 0.3:
            yield f"{name} {rng.choice(['', 'nonsense', 'all', '> nowhere'])}".strip()
        elif decision is not None and name in open_verbs and rng.random() < 0.7:
            yield spoilt(match, decision, rng)
        else:
            yield Action(name, *(any_value(match, slot, rng) for slot in verb.slots))


def spoilt(match: Match, decision: Decision, rng: Random) -> Action:
    """A legal action with one slot replaced by anything of its domain."""
    action = drawn(decision, rng)
    if len(action) == 1:
        return Action(action.verb, "nonsense")
    at = rng.randrange(1, len(action))
    slot = match.game.verbs[action.verb].slots[at - 1]
    return Action(*action[:at], any_value(match, slot, rng), *action[at + 1 :])


def any_value(match: Match, slot: Slot, rng: Random) -> Any:
    words = [*match.game.names(slot.domain)] or ["nonsense"]
    if slot.form == "one":
        return None if slot.optional and rng.random() < 0.3 else rng.choice(words)
    number = rng.randint(0 if slot.optional else 1, 3)
    chosen = [rng.choice(words) for _ in range(number)]
    return tuple(sorted(chosen, key=words.index)) if slot.form == "set" else tuple(chosen)


def refusal(match: Match, seat: str, order: Action | str) -> tuple[str, ...]:
    """How an order is refused; a legal one is not carried out."""
    if isinstance(order, Action) and any(order in asked for asked in open_to(match, seat)):
        return ("legal",)
    try:
        fork(match).act(seat, order)
    except Illegal as error:
        return ("Illegal", error.reason, error.rule, *error.suggestions)
    except HeraldError as error:
        return (type(error).__name__, str(error))
    return ("legal",)


# -- (b) lockstep --------------------------------------------------------------------------------


def same_events(
    here: tuple[Seen, ...], there: tuple[Seen, ...], reader: str | None, match: Match
) -> bool:
    """Compare what a reader saw in two worlds; True if it was exactly the same.

    What an event declares revealed may differ, and so may all that comes after: False.
    """
    for i in range(max(len(here), len(there))):
        a = here[i] if i < len(here) else None
        b = there[i] if i < len(there) else None
        reveals = {*(a.reveals if a else ()), *(b.reveals if b else ())}
        if a is None or b is None or (a.kind, a.rule) != (b.kind, b.rule):
            if reveals:
                return False
            raise LeakError(
                f"{reader or 'a spectator'} sees {_told(a)} in one world, {_told(b)} in the other"
            )
        x, y = plain(dict(a.args)), plain(dict(b.args))
        _equal(
            f"event {a.kind} ({match.tell(a, reader)})",
            reader,
            {k: v for k, v in x.items() if k not in reveals},
            {k: v for k, v in y.items() if k not in reveals},
        )
        if x != y:
            return False
    return True


def _told(seen: Seen | None) -> str:
    return f"{seen.kind} {dict(seen.args)}" if seen is not None else "nothing"
