"""Mending: one order replaced, and the later ones given again as far as they still can be.

The record stays append-only: an undo to the order, the new one, and then copies of the later
ones. Chance is never turned back, so whatever rolls or draws among them does so anew. A later
order is given again only to the same question; the first that cannot be ends it, and the match
goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine import text
from engine.core import MODERATOR, Action, HeraldError, Illegal
from engine.match import Match
from engine.parts.ledger import Entry
from engine.tongues import ENGLISH, Said, Tongue
from engine.words import say

Follow = Callable[[str], None]  # told the seat of every entry just after it was made


@dataclass(frozen=True, slots=True)
class Mended:
    """What became, or would become, of an order and of those after it, by their old numbers."""

    entry: int
    seat: str
    old: Action
    new: Action
    again: tuple[int, ...] = ()  # given again
    fallen: tuple[int, ...] = ()  # not given again
    said: Said | None = None  # why the first of those could not be
    unsure: tuple[int, ...] = ()  # a rehearsal only: they depend on chance that nobody knows yet

    @property
    def why(self) -> str:
        return self.worded()

    def worded(self, tongue: Tongue = ENGLISH) -> str:
        """Why the first of those that fell could not be given again, in a language."""
        return tongue.field(self.said)


def before(match: Match, entry: int) -> Match:
    """A rehearsal that stands just before an order that was given."""
    if entry not in match.live:
        raise Illegal(say("fallen"))
    earlier = match.fork()
    earlier.undo(entry)
    return rehearsal(earlier)


def rehearsal(match: Match) -> Match:
    """A fork with chance of its own: whatever is tried there, nobody learns what will be rolled."""
    trial = match.fork()
    trial._dice = match._dice.fork("a rehearsal")
    return trial


def used_chance(match: Match, entry: int) -> bool:
    """Whether an entry rolled or drew."""
    later = match.entries[entry + 1].at if entry + 1 < len(match) else match._dice.n
    return later > match.entries[entry].at


def rehearse(match: Match, entry: int, order: Action | str) -> Mended:
    """What `mend` would do, up to the first die or draw: what comes then, nobody shall know.

    Raises `Illegal` if the new order could not have been given.
    """
    trial = before(match, entry)
    old = _old(match, entry)
    new = _read(trial, old.seat, order)
    later = [i for i in match.live if i > entry]
    questions = _questions(match, entry)
    chance = trial._dice.n
    trial.act(old.seat, new)
    again: list[int] = []
    for at, i in enumerate(later):
        if trial._dice.n != chance:
            return _mended(entry, old, new, again, unsure=later[at:])
        why = _give(trial, match.entries[i], questions[i])
        if why is not None:
            return _mended(entry, old, new, again, later[at:], why)
        again.append(i)
    return _mended(entry, old, new, again)


def mend(match: Match, entry: int, order: Action | str, follow: Follow | None = None) -> Mended:
    """Replace an order. Nothing has changed when this raises `Illegal`."""
    tell = follow or (lambda seat: None)
    old, earlier = _old(match, entry), before(match, entry)
    new = _read(earlier, old.seat, order)
    entries, later = match.entries, [i for i in match.live if i > entry]
    questions = _questions(match, entry)
    match.undo(entry)
    tell(MODERATOR)
    match.act(old.seat, new)
    tell(old.seat)
    again: list[int] = []
    for at, i in enumerate(later):
        why = _give(match, entries[i], questions[i])
        if why is not None:
            return _mended(entry, old, new, again, later[at:], why)
        tell(entries[i].seat)
        again.append(i)
    return _mended(entry, old, new, again)


def _mended(
    entry: int,
    old: Entry,
    new: Action,
    again: list[int],
    fallen: list[int] | None = None,
    why: Said | None = None,
    unsure: list[int] | None = None,
) -> Mended:
    assert old.action is not None
    left, open_ = tuple(fallen or ()), tuple(unsure or ())
    return Mended(entry, old.seat, old.action, new, tuple(again), left, why, open_)


def _old(match: Match, entry: int) -> Entry:
    if entry not in match.live:
        raise Illegal(say("fallen"))
    return match.entries[entry]


def _read(match: Match, seat: str, order: Action | str) -> Action:
    """The new order as an action that is legal there; raises `Illegal`."""
    if match.decision(seat) is None and not match.rights(seat):
        raise Illegal(say("not asked then", seat=seat))
    decision = match.meant(seat, order)
    if isinstance(order, str):
        lines = text.split(order)
        if len(lines) != 1:
            raise Illegal(say("one for one"))
        return text.read(match.game, decision, lines[0])
    decision.demand(order)
    return order


Asked = tuple[str, str, Mapping[str, Any]]  # kind, rule, and what it is about, as words


def _asked(match: Match, seat: str) -> Asked | None:
    decision = match.decision(seat)
    if decision is None:
        return None
    about = {name: value for name, value in decision.about.items() if isinstance(value, str)}
    return decision.kind, decision.rule, about


def _questions(match: Match, entry: int) -> dict[int, Asked | None]:
    """The question that each order from `entry` on was the answer to."""
    old = before(match, entry)
    found: dict[int, Asked | None] = {}
    for i in [i for i in match.live if i >= entry]:
        line = match.entries[i]
        found[i] = _asked(old, line.seat)
        old._dice = old._dice.fork(match.seed)
        old._dice.n = line.at
        old._enter(line)
    return found


def _give(match: Match, line: Entry, question: Asked | None) -> Said | None:
    """Give an order again; why it cannot be, if it cannot."""
    assert line.action is not None
    if _asked(match, line.seat) != question:
        return say("other question")
    try:
        match.act(line.seat, line.action)
    except HeraldError as error:
        return error.said
    return None
