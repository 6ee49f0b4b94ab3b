"""A moderator's step at one table, with all that was found out about it, once for all."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.tables.floor import words_mod as words
from bot.tables.floor.sitting import Sitting
from bot.tables.lobby.moderators import Standing
from bot.tables.mod.points import Points, points
from bot.tables.mod.steps import Step
from bot.tables.values import Who
from engine import Match
from engine.mending import Mended


@dataclass(slots=True)
class Case:
    """Who takes which step, and where. What is found stays found while the sitting lasts."""

    sitting: Sitting
    standing: Standing
    step: Step
    plan: Mended | None = None  # what a mended order would lead to, once it was tried
    _points: Points | None = field(default=None, repr=False)

    @property
    def who(self) -> Who:
        return self.standing.who

    async def match(self) -> Match:
        return await self.sitting.match()

    async def points(self) -> Points:
        """The points of the game as they are numbered now."""
        if self._points is None:
            self._points = await points(self.sitting, await self.match())
        return self._points

    def tell(self, note: str, entry: int | None = None) -> None:
        """The step in the thread and in the audit."""
        self.sitting.note(words.NOTE_WHY.format(note=note, why=self.step.why))
        self.sitting.audit(f"mod {self.step.op}", note, self.step.why, entry)
