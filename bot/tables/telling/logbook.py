"""The logbook: what happened, as one reader may know it; all of it, some of it, or what is new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select as columns
from sqlmodel import col, select

from bot.store import models
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import Sitting, keep
from bot.tables.play.orders import mark_of
from bot.tables.telling.retelling import latest
from bot.tables.values import CatchUp, Line, Sought, Who
from engine import Game, Match, Seen
from engine.events import drawn, named
from engine.text import fold
from engine.tongues.phrases import TELLING

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
        self,
        table: int,
        who: Who | None,
        last: int = 20,
        since: int | None = None,
        sought: Sought = ANY,
    ) -> tuple[Line, ...]:
        async with self.hall.sitting(table) as sitting:
            match = await sitting.match()
            seat = sitting.seat_of(who) if who is not None else None
            seen = match.events(seat, since or 0)
            lines = await self._lines(sitting, match, seat, seen, sought)
            if match.first and not since:
                lines = (*await _before(sitting, match, sought), *lines)
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
            return await latest(sitting, match, who)

    async def catch_up(self, table: int, who: Who) -> CatchUp:
        """Counted in entries, which are the same for every reader."""
        async with self.hall.sitting(table) as sitting:
            match = await sitting.match()
            seat = sitting.seat_of(who)
            mark = await mark_of(sitting, who)
            seen = [s for s in match.events(seat) if s.entry >= mark.read]
            lines = await self._lines(sitting, match, seat, seen, ANY)
            if mark.read < match.first:
                old = await _before(sitting, match, ANY, mark.read)
                lines = (*old, *lines)
            mark.read = len(match)
            await self._save(sitting, mark, who)
            return CatchUp(lines, tuple(drawn(match.game.events, s.to_json()) for s in seen))

    async def _save(self, sitting: Sitting, mark: models.Mark, who: Who) -> None:
        async with sitting.writing() as session:
            if who.id not in sitting.people:
                await keep(session, models.Person(id=who.id, name=who.name[:200]))
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
        reports, search = await _reports(sitting), _Search(match.game, sought)
        return tuple(
            Line(s.number, told.number, said, s.rule)
            for s in seen
            if (said := match.tell(s, seat, TELLING))
            and search.finds(told := _told(reports, s.entry), s, said)
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


class _Search:
    """What somebody seeks in the log of one game."""

    def __init__(self, game: Game, sought: Sought) -> None:
        self._events = game.events
        self._sought = sought
        self._seats = _naming_seats(game) if sought.seat else set()

    def finds(self, told: _Told, seen: Seen, said: str) -> bool:
        """A line of the log."""
        sought = self._sought
        if sought is ANY:
            return True
        return (
            _in_report(sought, told)
            and (
                not sought.seat
                or sought.seat == told.seat
                or self._names_seat(seen.kind, seen.args)
            )
            and (not sought.kind or seen.kind == sought.kind)
            and (not sought.rule or _under(seen.rule, sought.rule))
            and (not sought.place or self._names_place(seen.kind, seen.args))
            and (not sought.text or fold(sought.text) in fold(said))
        )

    def finds_report(self, report: models.Report) -> bool:
        """A whole report, by any of its events."""
        sought = self._sought
        told = _Told(report.number, report.first, report.last, report.seat, report.title)
        events = [(event["kind"], event["args"]) for event in report.events]
        return (
            _in_report(sought, told)
            and (
                not sought.seat
                or sought.seat == report.seat
                or any(self._names_seat(*event) for event in events)
            )
            and (not sought.kind or sought.kind in [kind for kind, _ in events])
            and (not sought.place or any(self._names_place(*event) for event in events))
        )

    def _names_seat(self, kind: str, args: Mapping[str, Any]) -> bool:
        """In an argument of seats, or as the name of one, as a score does."""
        found = named(self._events.get(kind), args, self._seats)
        return self._sought.seat in args or self._sought.seat in found

    def _names_place(self, kind: str, args: Mapping[str, Any]) -> bool:
        return self._sought.place in named(self._events.get(kind), args, ("place",))


def _naming_seats(game: Game) -> set[str]:
    """The domains in which every seat has a name."""
    domains = {d for e in game.events.values() for a in e.arguments.values() for d in a.domains}
    return {domain for domain in domains if game.names(domain).keys() >= set(game.seats)}


def _in_report(sought: Sought, told: _Told) -> bool:
    if sought.report is not None and told.number < sought.report:
        return False
    return not sought.turn or fold(sought.turn) in fold(told.title)


def _under(rule: str, wanted: str) -> bool:
    """8.7.5 is under 8.7, 8.70 is not."""
    return rule == wanted or rule.startswith(f"{wanted}.")


# -- before a segment ----------------------------------------------------------------------------


async def _before(
    sitting: Sitting, match: Match, sought: Sought, read: int = -2
) -> tuple[Line, ...]:
    """What the table was told before the rules changed: its events can no longer be made."""
    report, first, search = models.Report, match.first, _Search(match.game, sought)
    old = await sitting.all(
        select(report)
        .where(report.table == sitting.id, col(report.first) < first)
        .order_by(col(report.number))
    )
    return tuple(
        Line(0, one.number, line["words"], line["rule"])
        for one in old
        if search.finds_report(one)
        for line in one.lines
        if read <= line["entry"] < first
        and not line["back"]
        and (not sought.rule or _under(line["rule"], sought.rule))
        and (not sought.text or fold(sought.text) in fold(line["words"]))
    )
