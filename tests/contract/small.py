"""Small positions, set by edits, on which every order of one verb can be written down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

import engine
from engine.core import MODERATOR, Action, Decision, Value
from engine.match import Match


def position(game: str, edits: str, orders: str = "", **form: Any) -> Match:
    """A match after some edits and some orders of whoever is asked, each a line."""
    match = engine.new_match(game, seed="small", **form)
    for line in _lines(edits):
        match.act(MODERATOR, line)
    for line in _lines(orders):
        match.act(match.decisions()[0].seat, line)
    assert not match.check()
    return match


def _lines(text: str) -> Iterator[str]:
    return (line.strip() for line in text.splitlines() if line.strip())


def in_the_tree(decision: Decision, verb: str, without: Sequence[str] = ()) -> list[Action]:
    """Every complete order of a verb; the slots named stay empty."""
    found: list[tuple[Value, ...]] = [(verb,)]
    for slot in decision._slots(verb):
        found = [
            (*prefix, value)
            for prefix in found
            for value in _values(decision, prefix, slot.form)
            if slot.name not in without or not value
        ]
    return [Action(*values) for values in found]


def _values(decision: Decision, prefix: tuple[Value, ...], form: str) -> Iterator[Value]:
    if form == "one":
        yield from decision.next(prefix).choices
        return
    waiting: list[tuple[Value, ...]] = [()]
    while waiting:
        partial = waiting.pop()
        level = decision.next(prefix, partial)
        if level.may_stop:
            yield partial
        waiting += [(*partial, value) for value in level.choices]


def compare(found: Iterable[Action], allowed: Iterable[tuple[Value, ...]]) -> None:
    """The tree holds what the rule allows, each once, and nothing besides."""
    tree = [alike(action) for action in found]
    assert len(tree) == len(set(tree)), "the tree holds an order twice"
    rule = {alike(order) for order in allowed}
    assert rule, "a position in which nothing is allowed shows nothing"
    missing, besides = sorted(rule - set(tree), key=str), sorted(set(tree) - rule, key=str)
    assert not missing, f"{len(missing)} allowed, but not in the tree: {missing[:4]}"
    assert not besides, f"{len(besides)} in the tree, but not allowed: {besides[:4]}"


def alike(order: Sequence[Any]) -> tuple[Any, ...]:
    """An order whose sets are written in one way; a path, which starts with ">", stays."""
    return tuple(
        value if not isinstance(value, tuple) or value[:1] == (">",) else tuple(sorted(value))
        for value in order
    )


def subsets(things: Sequence[str], most: int | None = None) -> Iterator[tuple[str, ...]]:
    """Every way to take some of these, alike ones being interchangeable; none of them too."""
    seen: set[tuple[str, ...]] = set()
    for size in range(len(things) + 1 if most is None else most + 1):
        for chosen in combinations(sorted(things), size):
            if chosen not in seen:
                seen.add(chosen)
                yield chosen
