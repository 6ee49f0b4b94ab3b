"""The logbook: what happened, as one reader may know it; all of it, some of it, or what is new."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select as columns
from sqlmodel import col, select

from bot.store import models
from bot.tables.hall import Hall
from bot.tables.orders import mark_of
from bot.tables.sitting import Sitting
from bot.tables.values import CatchUp, Line, Sought, Who
from engine import Match, Seen
from engine.core import plain
from engine.text import fold

ANY = Sought()


@dataclass(frozen=True, slots=True)
class _Told:
    """A report, as far as the log needs it."""

    number: int
    first: int
    last: int
    seat: str
    title: str


_UNTOLD = _Told(0, -1, -1, "", "")


class Logbook:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def log(
        self, table: int, who: Who | None, last: int, since: int | None, sought: Sought = ANY
    ) -> tuple[Line, ...]:
        async with self.hall.sitting(table) as sitting:
            match = await sitting.match()
            seat = sitting.seat_of(who) if who is not None else None
            seen = match.events(seat, since or 0)
            lines = await self._lines(sitting, match, seat, seen, sought)
            if match.first and not since:
                lines = (*await _before(sitting, match.first, sought), *lines)
            return lines[-last:] if last > 0 else lines

    async def kinds(self, table: int, who: Who | None) -> tuple[str, ...]:
        """The kinds of events that somebody has seen, the commonest last words first."""
        async with self.hall.sitting(table) as sitting:
            match = await sitting.match()
            seat = sitting.seat_of(who) if who is not None else None
            return tuple(dict.fromkeys(s.kind for s in reversed(match.events(seat))))

    async def latest(self, table: int, who: Who | None) -> tuple[dict[str, object], ...]:
        """The events of the last report, as their reader may know them."""
        async with self.hall.sitting(table) as sitting:
            match = await sitting.match()
            seat = sitting.seat_of(who) if who is not None else None
            report = await sitting.get(models.Report, table, sitting.row.reports)
            if report is None:
                return ()
            seen = match.events(seat)
            return tuple(s.to_json() for s in seen if report.first <= s.entry <= report.last)

    async def catch_up(self, table: int, who: Who) -> CatchUp:
        """Counted in entries, which are the same for every reader."""
        async with self.hall.sitting(table) as sitting:
            match = await sitting.match()
            seat = sitting.seat_of(who)
            mark = await mark_of(sitting, who)
            seen = [s for s in match.events(seat) if s.entry >= mark.read]
            lines = await self._lines(sitting, match, seat, seen, ANY)
            if mark.read < match.first:
                old = await _before(sitting, match.first, ANY, mark.read)
                lines = (*old, *lines)
            mark.read = len(match)
            await self._save(sitting, mark, who)
            return CatchUp(lines, tuple(s.to_json() for s in seen))

    async def _save(self, sitting: Sitting, mark: models.Mark, who: Who) -> None:
        async with sitting.writing() as session:
            if await session.get(models.Person, who.id) is None:
                session.add(models.Person(id=who.id, name=who.name[:200]))
                await session.flush()
            await session.merge(mark)

    async def _lines(
        self,
        sitting: Sitting,
        match: Match,
        seat: str | None,
        seen: Sequence[Seen],
        sought: Sought,
    ) -> tuple[Line, ...]:
        reports = await _reports(sitting)
        return tuple(
            Line(s.number, told.number, said, s.rule)
            for s in seen
            if (said := match.tell(s, seat))
            and _matches(sought, told := _told(reports, s.entry), s, said)
        )


async def _reports(sitting: Sitting) -> list[_Told]:
    report = models.Report
    wanted = (report.number, report.first, report.last, report.seat, report.title)
    spans = await sitting.values(
        columns(*map(col, wanted))
        .where(col(report.table) == sitting.id)
        .order_by(col(report.number))
    )
    return [_Told(*span) for span in spans]


def _told(reports: Sequence[_Told], entry: int) -> _Told:
    """The report that tells an entry."""
    return next((one for one in reports if one.first <= entry <= one.last), _UNTOLD)


# -- what is sought ------------------------------------------------------------------------------


def _matches(sought: Sought, told: _Told, seen: Seen, said: str) -> bool:
    if sought is ANY:
        return True
    return (
        _in_report(sought, told)
        and (not sought.seat or sought.seat in (told.seat, *_values(seen.args)))
        and (not sought.kind or seen.kind == sought.kind)
        and (not sought.rule or _under(seen.rule, sought.rule))
        and (not sought.place or sought.place in _values(seen.args))
        and (not sought.text or fold(sought.text) in fold(said))
    )


def _in_report(sought: Sought, told: _Told) -> bool:
    if sought.report is not None and told.number < sought.report:
        return False
    return not sought.turn or fold(sought.turn) in fold(told.title)


def _under(rule: str, wanted: str) -> bool:
    """8.7.5 is under 8.7, 8.70 is not."""
    return rule == wanted or rule.startswith(f"{wanted}.")


def _values(args: object) -> Iterator[str]:
    """Every word in the arguments of an event."""
    args = plain(args)
    if isinstance(args, str):
        yield args
    elif isinstance(args, Mapping):
        for name, value in args.items():
            yield str(name)
            yield from _values(value)
    elif isinstance(args, list):
        for value in args:
            yield from _values(value)


# -- before a segment ----------------------------------------------------------------------------


async def _before(sitting: Sitting, first: int, sought: Sought, read: int = -2) -> tuple[Line, ...]:
    """What the table was told before the rules changed: its events can no longer be made."""
    report = models.Report
    old = await sitting.all(
        select(report)
        .where(report.table == sitting.id, col(report.first) < first)
        .order_by(col(report.number))
    )
    return tuple(
        Line(0, one.number, line["words"], line["rule"])
        for one in old
        if _sought_report(sought, one)
        for line in one.lines
        if read <= line["entry"] < first
        and not line["back"]
        and (not sought.rule or _under(line["rule"], sought.rule))
        and (not sought.text or fold(sought.text) in fold(line["words"]))
    )


def _sought_report(sought: Sought, report: models.Report) -> bool:
    told = _Told(report.number, report.first, report.last, report.seat, report.title)
    kinds = [event["kind"] for event in report.events]
    return (
        _in_report(sought, told)
        and (not sought.seat or sought.seat in (report.seat, *_values(report.events)))
        and (not sought.kind or sought.kind in kinds)
        and (not sought.place or sought.place in _values(report.events))
    )
