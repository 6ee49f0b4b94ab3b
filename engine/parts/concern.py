"""Whom an undo concerns: whose consent it needs, by what everybody can see.

With two seats it is always the other one. With more, those who did something since or were told
something in private, as far as that is public; and all of them where it is not, so that who is
asked says nothing that a spectator does not know.
"""

from __future__ import annotations

from engine.core import Game, Told
from engine.events import words
from engine.match import Match
from engine.parts.ledger import Entry


def concerned(match: Match, seat: str, entry: int) -> tuple[str, ...]:
    """The seats that must agree if `seat` is to take back everything from `entry` on."""
    others = tuple(other for other in match.seats if other != seat)
    if len(others) == 1:
        return others
    entries = match.entries
    falls = {index: entries[index] for index in match.falling(entry, seat)}
    log = [event for event in match._readers.log if event.entry in falls]
    if _shown_to_all(match, seat, falls) or any(_secretly_told(match.game, event) for event in log):
        return others
    found = _acted(falls, log) | _asked_together(match, entry)
    found |= {other for event in log for other in event.private}
    return tuple(other for other in others if other in found) or others


def _shown_to_all(match: Match, seat: str, falls: dict[int, Entry]) -> bool:
    """Whether the moderator changed something, or `seat` itself rolled, drew or revealed: a die
    that everybody saw is not thrown again with the consent of a few."""
    barriers = match._ledger.barriers
    return any(
        line.what == "edit" or (line.seat == seat and barriers[index])
        for index, line in falls.items()
    )


def _acted(falls: dict[int, Entry], log: list[Told]) -> set[str]:
    """The seats that a spectator has seen doing something."""
    seen = {event.entry for event in log if event.only is None}
    return {line.seat for index, line in falls.items() if index in seen}


def _asked_together(match: Match, entry: int) -> set[str]:
    """The seats that are asked at the same time since then. Who of them has answered is sealed."""
    since = match._ledger.moment(entry)
    waiting = {d.seat for d in match.decisions() if d.number > since}
    together = waiting | set(match.game.sealed(match._state)) if waiting else set()
    return together if len(together) > 1 else set()


def _secretly_told(game: Game, event: Told) -> bool:
    """Whether somebody learned something and the event does not tell everybody who. It does not
    matter who it was: if they are asked anyhow, that others are not would give them away."""
    if event.only is not None:
        return True
    declared = game.events.get(event.kind)
    if declared is None:
        return not set(words(event.public)).issuperset(event.private)
    return any(
        event.public.get(declared.arguments[name].who) != seat
        for seat, told in event.private.items()
        for name in told
    )
