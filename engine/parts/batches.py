"""Several orders sent together: how far they are carried out.

They stop at the first barrier, for whoever sent them should look at what was rolled or shown. A
line that begins with `then` is carried out all the same, as long as its seat is asked again; `if
lost 3+ stop` ends it by what has come of the lines before, under a name that the game knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.core import MODERATOR, Illegal
from engine.tongues import Listed
from engine.words import say

if TYPE_CHECKING:
    from engine.match import Match

_THEN = re.compile(r"then\b[,:]?\s+(\S.*)", re.IGNORECASE | re.DOTALL)
_STOP = re.compile(r"if\s+([^\W\d]+)\s+([0-9]{1,3})(\+?)[\s,:]+stop", re.IGNORECASE)


def bare(line: str) -> str:
    """An order without the word that says that it goes on."""
    found = _THEN.fullmatch(line)
    return found[1] if found else line


def about_others(line: str) -> bool:
    """Whether a line says something about the lines before it."""
    return bool(_THEN.fullmatch(line) or _STOP.fullmatch(line))


class Queue:
    """The lines that are still to be carried out. Going through it gives each order in turn;
    whoever does carries it out before asking for the next."""

    def __init__(self, match: Match, seat: str, lines: Sequence[str]) -> None:
        """Raises `Illegal` if a line goes by something that the game does not know."""
        self.match, self.seat = match, seat
        self.reader = None if seat == MODERATOR else seat
        self.lines, self.at = tuple(lines), 0
        for line in lines:
            self._demand_outcome(line)
        self._since = len(match.events(self.reader))

    @property
    def rest(self) -> tuple[str, ...]:
        """What has not been carried out; the order at hand is part of it until the next."""
        return self.lines[self.at :]

    def __iter__(self) -> Iterator[str]:
        begun = False
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if _STOP.fullmatch(line):
                self.at += 1
                if self._holds(line):
                    return
                continue
            if begun and self._halted(line):
                return
            begun = True
            yield bare(line)
            self.at += 1

    def _halted(self, line: str) -> bool:
        """Whether a line must wait until somebody has looked, or is asked again."""
        if self.match.decision(self.seat) is None and not self.match.invites(self.seat, bare(line)):
            return True
        return self.match.barred and _THEN.fullmatch(line) is None

    def _holds(self, line: str) -> bool:
        found = _STOP.fullmatch(line)
        assert found is not None
        seen = self.match.events(self.reader)[self._since :]
        count = self.match.game.outcomes(seen, self.seat)[found[1].casefold()]
        return count >= int(found[2]) if found[3] else count == int(found[2])

    def _demand_outcome(self, line: str) -> None:
        found = _STOP.fullmatch(line)
        if found is None:
            return
        game = self.match.game
        known = game.outcomes((), self.seat)
        if not known:
            raise Illegal(say("no outcomes", game=game.title))
        if found[1].casefold() not in known:
            names = Listed(tuple(known), "or")
            raise Illegal(say("no outcome", game=game.title, word=found[1], outcomes=names))
