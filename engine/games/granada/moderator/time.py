"""Edits of time and points: the turn, the phase, who begins, victory points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.granada.book.sequence import turn_marker
from engine.games.granada.moderator.edit import NUMBER, TURN, Edit, Edited
from engine.games.granada.moderator.restart import go
from engine.games.granada.table.board import CHRISTIAN, MUSLIM
from engine.games.granada.table.flow import Context
from engine.games.granada.table.orders import SIDE
from engine.orders import NONE, Words, one

HALVES = tuple(f"{n / 2:g}" for n in range(-80, 81) if n)
PHASES = ("bid", "movement", "combat", "reinforcement", "end")
PHASE = Words("phase", *PHASES)


class Turn(Edit, verb="turn"):
    """Edit: set the year and turn."""

    turn = one(TURN)

    @turn.offer
    def turns(self) -> Sequence[str]:
        tokens = self.s.board.turn_tokens
        marker_waits = any(frame[0] == turn_marker.name for frame in self.s.frames)
        return tokens[:-1] if marker_waits else tokens

    def do(self, c: Context) -> None:
        self.s.turn = self.s.board.turn_tokens.index(self.turn)
        self.told(c)


class Starts(Edit, verb="starts"):
    """Edit: set who moves first this year."""

    side = one(SIDE, whole=True)

    def do(self, c: Context) -> None:
        self.s.first = self.side
        self.told(c)


class Phase(Edit, verb="phase"):
    """Edit: go to the beginning of a phase."""

    phase = one(PHASE)
    side = one(SIDE, optional=True)

    @phase.offer
    def phases(self) -> Sequence[str]:
        last = self.s.turn == self.s.board.turns - 1  # no reinforcement follows it (6.5)
        return [p for p in PHASES if p != "reinforcement" or not last]

    @side.offer
    def sides(self) -> Sequence[Any]:
        return (CHRISTIAN, MUSLIM) if self.phase in ("movement", "combat") else NONE

    def do(self, c: Context) -> None:
        if self.side is None:
            c.tell(Edited(edit=self.verb.name, phase=self.phase))
            go(self.s, self.phase, self.s.first)
        else:
            side = self.tokens(Phase.side)
            c.tell(Edited(edit=self.verb.name, phase=self.phase, side=side))
            go(self.s, self.phase, self.side)


class Score(Edit, verb="score"):
    """Edit: add to a side's victory points, in halves."""

    side = one(SIDE, whole=True)
    number = one(NUMBER)

    @number.offer
    def numbers(self) -> Sequence[str]:
        return HALVES

    def do(self, c: Context) -> None:
        self.s.bonus[self.side] += round(2 * float(self.number))
        self.told(c)
