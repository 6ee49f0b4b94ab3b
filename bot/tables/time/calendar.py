"""When a person's clock runs: not in their quiet hours, on resting weekends, or on holiday.

Everything is reckoned in the person's own time zone, summer time included, and said in UTC.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

DAY = 24  # hours by the clock on the wall; a day of the calendar may have 23 or 25
HORIZON = 3_660  # days that are looked ahead: nobody's clock stands for ever
HOLIDAY = timedelta(days=366)
SATURDAY = 5

Span = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Calendar:
    """One person's time at one table."""

    zone: str = "UTC"
    quiet: str = ""  # "22-7"
    away: str = ""  # on holiday until this day begins
    rest: bool = False  # the clock stands on Saturdays and Sundays

    def runs(self, moment: datetime) -> bool:
        """Whether the clock runs at this moment."""
        return self.wakes(moment) == moment

    def wakes(self, moment: datetime) -> datetime:
        """The first moment, from this one on, at which the clock runs."""
        return next((begins for begins, _ in self._spans(moment)), moment)

    def advance(self, start: datetime, much: timedelta) -> datetime:
        """When so much time will have run off the clock: the earliest such moment."""
        end, left = start, much
        for begins, ends in self._spans(start) if much > timedelta(0) else ():
            if ends - begins >= left:
                return begins + left
            left -= ends - begins
            end = ends
        return end

    def between(self, start: datetime, stop: datetime) -> timedelta:
        """How much time runs off the clock from one moment to another."""
        ran = timedelta(0)
        for begins, ends in self._spans(start):
            if begins >= stop:
                break
            ran += min(ends, stop) - begins
        return ran

    def _spans(self, start: datetime) -> Iterator[Span]:
        """The spans of time in which the clock runs, from `start` on."""
        zone = _zone(self.zone)
        start = max(start.astimezone(UTC), self._back(zone, start))
        day = start.astimezone(zone).date()
        for _ in range(HORIZON):
            for begins, ends in self._waking(day, zone):
                if ends > start:
                    yield max(begins, start), ends
            day += timedelta(days=1)

    def _back(self, zone: ZoneInfo, start: datetime) -> datetime:
        """When the holiday ends. One without an end in sight is none."""
        try:
            back = _at(date.fromisoformat(self.away), 0, zone)
        except (ValueError, OverflowError):
            return start
        return back if back - start <= HOLIDAY else start

    def _waking(self, day: date, zone: ZoneInfo) -> Iterator[Span]:
        if self.rest and day.weekday() >= SATURDAY:
            return
        first, last = _at(day, 0, zone), _at(day, DAY, zone)
        for begins, ends in _awake(self.quiet):
            # an hour that the zone leaves out would lie outside its day
            span = max(first, _at(day, begins, zone)), min(last, _at(day, ends, zone))
            if span[0] < span[1]:
                yield span


def _awake(quiet: str) -> tuple[tuple[int, int], ...]:
    """The hours of a day that are not quiet. Quiet all round the clock counts as never."""
    start, dash, stop = quiet.partition("-")
    if not (dash and start.strip().isdecimal() and stop.strip().isdecimal()):
        return ((0, DAY),)
    begins, ends = int(start) % DAY, int(stop) % DAY
    if begins == ends:
        return ((0, DAY),)
    return ((0, begins), (ends, DAY)) if begins < ends else ((ends, begins),)


def _at(day: date, hour: int, zone: ZoneInfo) -> datetime:
    """A full hour on the wall. One that comes twice: the first; one that is left out: the moment
    at which the clocks are turned."""
    if hour == DAY:
        day, hour = day + timedelta(days=1), 0
    return datetime.combine(day, time(hour), zone).astimezone(UTC)


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")
