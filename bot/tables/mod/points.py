"""Points of a game by the numbers that people see: `#41`, its second order `41.2`; `e118` is the
record's own number, for an answer that no report told."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlmodel import col, select

from bot.store import models
from bot.tables.floor import words_mod as words
from bot.tables.floor.sitting import Sitting
from bot.tables.values import Refused
from engine import Match

START = "start"
_REPORT = re.compile(r"#?\s*(\d{1,6})(?:\.(\d{1,4}))?")
_ENTRY = re.compile(r"e\s*(\d{1,6})")


class Points:
    def __init__(self, match: Match, spans: Sequence[tuple[int, int, int]]) -> None:
        """`spans`: of every report its number and the first and last entry that it tells."""
        self.match = match
        self._spans = spans
        self._live = set(match.live)
        self._orders: dict[int, list[int]] = {}
        self._report: dict[int, int] = {}
        for entry, line in enumerate(match.entries):
            if line.action is not None and (report := self._told_in(entry)):
                self._orders.setdefault(report, []).append(entry)
                self._report[entry] = report

    def _told_in(self, entry: int) -> int:
        return next((n for n, first, last in self._spans if first <= entry <= last), 0)

    def label(self, entry: int) -> str:
        report = self._report.get(entry)
        if report is None:
            return f"e{entry}"
        orders = self._orders[report]
        return f"#{report}" if len(orders) == 1 else f"#{report}.{orders.index(entry) + 1}"

    def standing(self, text: str) -> list[int]:
        """The orders that somebody names and that still stand; refused if there are none."""
        named = self._named(" ".join(text.split()).casefold())
        if not named:
            raise Refused(words.NO_POINT.format(point=text[:40]))
        found = [entry for entry in named if entry in self._live]
        if not found:
            raise Refused(words.POINT_GONE.format(point=text[:40]))
        return found

    def _named(self, said: str) -> list[int]:
        if (found := _ENTRY.fullmatch(said)) is not None:
            entry = int(found[1])
            return [entry] if entry in self._live or entry in self._report else []
        if (found := _REPORT.fullmatch(said)) is None:
            return []
        orders = self._orders.get(int(found[1]), [])
        if found[2] is None:
            return orders
        place = int(found[2])
        return orders[place - 1 : place] if place > 0 else []

    def one(self, text: str) -> int:
        """The one order that somebody names."""
        found = self.standing(text)
        if len(found) > 1:
            several = ", ".join(self.label(entry) for entry in found[:20])
            raise Refused(words.WHICH_ORDER.format(point=text[:40], orders=several))
        return found[0]

    def goal(self, text: str) -> int:
        """Where to go back to: just before the first order that is named."""
        if text.strip().casefold() == START:
            if not self._live:
                raise Refused(words.NOTHING_TO_REWIND)
            return 0
        return self.standing(text)[0]


async def points(sitting: Sitting, match: Match) -> Points:
    report = models.Report
    spans = await sitting.values(
        select(report.number, report.first, report.last)
        .where(report.table == sitting.id)
        .order_by(col(report.number))
    )
    return Points(match, [(number, first, last) for number, first, last in spans])
