"""Suggestions: legal orders near one that was refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core import Action, Decision, Game, Level, Slot, Value, Verb
from engine.text.grammar import LONGEST_WORD, empty, fold, write
from engine.text.names import Book, book_of, likeness
from engine.text.reader import known, placed
from engine.tongues import ENGLISH, Tongue

WORK = 240  # levels that the search for suggestions looks at
BREADTH = 40  # of these, for one search of the shortest way on


class SpentError(Exception):
    """The search has looked at as many levels as it may."""


def orders_near(
    game: Game, decision: Decision, wanted: tuple[Value, ...], most: int, tongue: Tongue = ENGLISH
) -> tuple[str, ...]:
    """Up to `most` legal orders like the values that were wanted, verb first."""
    verbs = known(game, decision)
    found: dict[str, None] = {}
    seeker = Seeker(book_of(game), decision)
    try:
        for action in seeker.orders(verbs, wanted):
            found[write(verbs, action, tongue)] = None
            if len(found) >= most:
                break
    except SpentError:
        pass
    return tuple(found)[:most]


class Seeker:
    """Looks for legal orders like a refused one, within a budget of levels."""

    __slots__ = ("book", "budget", "decision")

    def __init__(self, book: Book, decision: Decision) -> None:
        self.book = book
        self.decision = decision
        self.budget = WORK

    def next(self, prefix: tuple[Value, ...], partial: tuple[Value, ...] = ()) -> Level:
        if self.budget <= 0:
            raise SpentError
        self.budget -= 1
        return self.decision.next(prefix, partial)

    def orders(self, verbs: Mapping[str, Verb], wanted: tuple[Value, ...]) -> Iterator[Action]:
        offered = self.next(()).choices
        verb = wanted[0] if wanted else ""
        found = False
        if verb in offered:
            slots = verbs[verb].slots
            for action in self.alike(slots, _fitted(slots, wanted)):
                found = True
                yield action
        if not found:
            for other in _by_likeness(offered, verb):
                slots = verbs[other].slots
                if (short := self.finish((other,), slots, (other, *empty(slots)))) is not None:
                    yield short

    def alike(self, slots: tuple[Slot, ...], wanted: tuple[Value, ...]) -> Iterator[Action]:
        """Orders of the same verb: the fault mended in several ways, the rest kept if it can."""
        fault = self.decision._fault(Action(*wanted))
        if fault is None:
            yield Action(*wanted)
            return
        prefix, partial, value = fault
        slot = slots[len(prefix) - 1]
        if slot.form == "one":
            heads = self._other_ones(prefix, value)
        elif slot.form == "set":
            heads = self._other_sets(prefix, partial, wanted[len(prefix)], value)
        else:
            named = self.book.table(slot.domain).keys
            heads = self._other_paths(prefix, partial, value if value in named else None)
        for head in heads:
            if action := self.finish((*prefix, head), slots, wanted):
                yield action

    def _other_ones(self, prefix: tuple[Value, ...], value: Value) -> Iterator[Value]:
        choices = self.next(prefix).choices
        if None in choices:
            yield None
        yield from _by_likeness([c for c in choices if c is not None], value)

    def _other_sets(
        self, prefix: tuple[Value, ...], partial: tuple[Value, ...], wanted: Value, value: Value
    ) -> Iterator[Value]:
        mended = self._kept(prefix, wanted)
        if mended and (whole := self.shortest(prefix, mended)) is not None:
            yield whole
        for choice in _by_likeness(self.next(prefix, partial).choices, value):
            if (whole := self.shortest(prefix, (*partial, choice))) is not None:
                yield whole
        if self.next(prefix).may_stop:
            yield ()

    def _other_paths(
        self, prefix: tuple[Value, ...], partial: tuple[Value, ...], value: Value
    ) -> Iterator[Value]:
        if value is not None and (way := self._way(prefix, partial, value)) is not None:
            yield way
        if partial and self.next(prefix, partial).may_stop:
            yield partial
        for choice in _by_likeness(self.next(prefix, partial).choices, value):
            if (whole := self.shortest(prefix, (*partial, choice))) is not None:
                yield whole

    def _way(
        self, prefix: tuple[Value, ...], partial: tuple[Value, ...], goal: Value
    ) -> tuple[Value, ...] | None:
        """The shortest road on from `partial` that ends at `goal`: a step was left out."""
        queue, limit = [partial], self.budget - BREADTH
        for road in queue:
            if self.budget <= limit:
                return None
            level = self.next(prefix, road)
            if road and road[-1] == goal and level.may_stop:
                return road
            queue += [(*road, step) for step in level.choices if step not in road]
        return None

    def shortest(
        self, prefix: tuple[Value, ...], partial: tuple[Value, ...]
    ) -> tuple[Value, ...] | None:
        """The shortest completion of a set or road that stands at `partial`."""
        queue, limit = [partial], self.budget - BREADTH
        for whole in queue:
            level = self.next(prefix, whole)
            if level.may_stop:
                return whole
            if self.budget <= limit:
                break
            queue += [(*whole, token) for token in level.choices]
        return self._first(prefix, partial)

    def _first(
        self, prefix: tuple[Value, ...], partial: tuple[Value, ...]
    ) -> tuple[Value, ...] | None:
        """The first completion, where there is no time to look for the shortest."""
        while not (level := self.next(prefix, partial)).may_stop:
            if not level.choices:
                return None
            partial = (*partial, level.choices[0])
        return partial

    def _kept(self, prefix: tuple[Value, ...], wanted: Value) -> tuple[Value, ...]:
        """As much of a wanted set as can stand."""
        return placed(self.next, prefix, wanted)[0]

    def _followed(self, prefix: tuple[Value, ...], wanted: Value) -> tuple[Value, ...]:
        """As much of a wanted road as can be gone."""
        partial: tuple[Value, ...] = ()
        for token in wanted:
            if token not in self.next(prefix, partial).choices:
                break
            partial = (*partial, token)
        return partial

    def finish(
        self, prefix: tuple[Value, ...], slots: tuple[Slot, ...], wanted: tuple[Value, ...]
    ) -> Action | None:
        """Fill the slots behind `prefix`: as wanted where that is legal, else the shortest way."""
        for i in range(len(prefix) - 1, len(slots)):
            value: Value = None
            if slots[i].form == "one":
                choices = self.next(prefix).choices
                if not choices:
                    return None
                value = wanted[i + 1] if wanted[i + 1] in choices else None
                value = value if value in choices else choices[0]
            else:
                kept = self._kept if slots[i].form == "set" else self._followed
                value = self.shortest(prefix, kept(prefix, wanted[i + 1]))
                if value is None:
                    return None
            prefix = (*prefix, value)
        return Action(*prefix)


def _fitted(slots: tuple[Slot, ...], wanted: tuple[Value, ...]) -> tuple[Value, ...]:
    """`wanted` with a value of the right form in every slot: a front end may send anything."""
    values = list(wanted[: len(slots) + 1])
    values += empty(slots[len(values) - 1 :])
    for i, slot in enumerate(slots, 1):
        if slot.form == "one":
            values[i] = values[i] if isinstance(values[i], str) else None
        else:
            items = values[i] if isinstance(values[i], tuple) else ()
            values[i] = tuple(item for item in items if isinstance(item, str))
    return tuple(values)


def _by_likeness(choices: Sequence[Value], value: Value) -> list[Value]:
    """`choices`, those first that look most like a refused value; else in the game's order."""
    if not isinstance(value, str) or not value:
        return list(choices)
    key = fold(value[:LONGEST_WORD])
    return sorted(choices, key=lambda c: -round(likeness(key, fold(c)), 2))
