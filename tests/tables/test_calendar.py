"""Whose clock runs when: summer time, nights, weekends, holidays, against a count by minutes."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.time.calendar import Calendar

MADRID, YORK = "Europe/Madrid", "America/New_York"


def at(text: str, zone: str = "UTC") -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))


def hours(count: float) -> timedelta:
    return timedelta(hours=count)


@pytest.mark.parametrize(
    ("start", "much", "until"),
    [
        ("2031-05-01T12:00", 3, "2031-05-01T15:00"),
        ("2031-05-01T12:00", 10, "2031-05-01T22:00"),  # the very moment before the night
        ("2031-05-01T12:00", 11, "2031-05-02T08:00"),  # the night does not count
        ("2031-05-01T23:30", 1, "2031-05-02T08:00"),  # begun in the night
        ("2031-05-01T12:00", 24, "2031-05-02T21:00"),
        ("2031-05-01T12:00", 0, "2031-05-01T12:00"),
    ],
)
def test_a_night_over_midnight_does_not_count(start: str, much: float, until: str) -> None:
    calendar = Calendar(MADRID, "22-7")
    assert calendar.advance(at(start, MADRID), hours(much)) == at(until, MADRID)


@pytest.mark.parametrize(
    ("quiet", "start", "much", "until"),
    [
        # clocks go forward, 30 March 2031, 2:00 is 3:00: that night has one hour less
        ("22-7", "2031-03-29T21:00", 2, "2031-03-30T08:00"),
        ("", "2031-03-29T12:00", 24, "2031-03-30T13:00"),
        ("22-2", "2031-03-29T21:00", 2, "2031-03-30T04:00"),  # 2:00 does not exist: 3:00 is it
        ("2-3", "2031-03-30T01:00", 2, "2031-03-30T04:00"),  # the quiet hour itself is left out
        # clocks go back, 26 October 2031, 3:00 is 2:00 again: one hour more
        ("22-7", "2031-10-25T21:00", 2, "2031-10-26T08:00"),
        ("", "2031-10-25T12:00", 24, "2031-10-26T11:00"),
        ("2-3", "2031-10-26T01:00", 2, "2031-10-26T04:00"),  # the quiet hour comes twice
    ],
)
def test_summer_time(quiet: str, start: str, much: float, until: str) -> None:
    calendar = Calendar(MADRID, quiet)
    assert calendar.advance(at(start, MADRID), hours(much)) == at(until, MADRID)


def test_weekends_rest_in_the_persons_own_zone() -> None:
    friday = at("2031-05-02T22:00", MADRID)  # four in the afternoon in New York
    assert Calendar(MADRID, rest=True).advance(friday, hours(4)) == at("2031-05-05T02:00", MADRID)
    assert Calendar(YORK, rest=True).advance(friday, hours(4)) == at("2031-05-02T20:00", YORK)
    assert Calendar(MADRID).advance(friday, hours(4)) == at("2031-05-03T02:00", MADRID)


def test_a_holiday_ends_when_its_day_begins() -> None:
    calendar = Calendar(YORK, "22-7", away="2031-05-12")
    start = at("2031-05-01T12:00", YORK)
    assert not calendar.runs(start)
    assert calendar.wakes(start) == at("2031-05-12T07:00", YORK)
    assert calendar.advance(start, hours(1)) == at("2031-05-12T08:00", YORK)
    assert calendar.between(start, at("2031-05-12T07:30", YORK)) == hours(0.5)
    assert calendar.runs(at("2031-05-20T12:00", YORK))  # long over


@pytest.mark.parametrize("quiet", ["0-0", "7-7", "0-23", "1-0", "3-2", "23-22"])
def test_nobodys_quiet_hours_stop_a_clock_for_ever(quiet: str) -> None:
    start = at("2031-03-28T12:00", MADRID)
    until = Calendar(MADRID, quiet, rest=True).advance(start, hours(24))
    assert start < until < start + timedelta(days=40)


@pytest.mark.parametrize(
    "odd", [Calendar("Nowhere/At_All"), Calendar(quiet="soon"), Calendar(away="9999-12-31")]
)
def test_what_cannot_be_read_does_not_stop_the_clock_for_ever(odd: Calendar) -> None:
    assert odd.advance(at("2031-05-01T12:00"), hours(1)) >= at("2031-05-01T12:00")
    assert odd.between(at("2031-05-01T12:00"), at("2031-05-01T13:00")) <= hours(1)


def by_the_wall(calendar: Calendar, moment: datetime) -> bool:
    """The same by the plainest means: what a clock on the person's wall shows."""
    local = moment.astimezone(ZoneInfo(calendar.zone))
    if calendar.away and local.date() < date.fromisoformat(calendar.away):
        return False
    if calendar.rest and local.weekday() >= 5:
        return False
    if not calendar.quiet:
        return True
    begins, ends = map(int, calendar.quiet.split("-"))
    if begins <= ends:
        return not begins <= local.hour < ends
    return ends <= local.hour < begins


ZONES = (MADRID, YORK, "UTC", "Asia/Kolkata", "Australia/Lord_Howe", "Africa/Cairo", "Pacific/Apia")
TURNS = ("2031-03-29", "2031-10-25", "2031-03-08", "2031-11-01", "2031-04-05", "2031-04-24")
calendars = st.builds(
    Calendar,
    zone=st.sampled_from(ZONES),
    quiet=st.one_of(
        st.just(""),
        st.tuples(st.integers(0, 23), st.integers(0, 23)).map(lambda q: f"{q[0]}-{q[1]}"),
    ),
    away=st.sampled_from(("", "", "2031-03-30", "2031-11-02")),
    rest=st.booleans(),
)


@given(calendars, st.sampled_from(TURNS), st.integers(0, 47))
def test_it_agrees_with_the_clock_on_the_wall(calendar: Calendar, day: str, hour: int) -> None:
    start = at(day) + hours(hour)
    moments = [start + timedelta(minutes=10 * n) for n in range(6 * 40)]
    for moment, following in pairwise(moments):
        ran = calendar.between(moment, following)
        assert ran == (following - moment if by_the_wall(calendar, moment) else timedelta(0))
        assert calendar.runs(moment) == by_the_wall(calendar, moment)


@given(calendars, st.integers(0, 8_000), st.integers(1, 5_000))
def test_advancing_and_counting_are_each_others_inverse(
    calendar: Calendar, start: int, much: int
) -> None:
    begin = datetime(2031, 1, 1, tzinfo=UTC) + hours(start)
    span = timedelta(minutes=much)
    until = calendar.advance(begin, span)
    assert calendar.between(begin, until) == span
    assert calendar.between(begin, until - timedelta(seconds=1)) < span
