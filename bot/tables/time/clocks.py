"""The clocks of a table: how much time whoever is asked has left.

A hand-over is one visit: whoever is asked gets the table's pace, and the questions that follow
while the same person goes on answering share it. The clock belongs to a person; `tend` looks
before every commit that each open question has the clock that it should have, and that the agenda
knows when it is up. It depends on nothing that is not public.
"""

from __future__ import annotations

from datetime import timedelta
from math import ceil
from typing import TYPE_CHECKING

from bot.store import models
from bot.tables.floor import settings
from bot.tables.time.calendar import Calendar
from bot.tables.values import Stage

if TYPE_CHECKING:
    from datetime import datetime

    from bot.tables.floor.sitting import Sitting

REMIND, EXPIRE = "remind", "expire"  # kinds of items on the agenda; their key is the seat
HOUR = timedelta(hours=1)
STANDS_IN = {"computer": "greedy", "default": "default"}  # who answers when time is up


# -- reading -------------------------------------------------------------------------------------


def pace(sitting: Sitting) -> timedelta | None:
    """The time for each hand-over, if the table has a pace."""
    kept = sitting.setting("pace")
    return None if kept == settings.NONE else settings.span(kept)


def stand(sitting: Sitting) -> bool:
    """Whether all clocks of the table stand."""
    return sitting.row.paused is not None or bool(sitting.row.halted)


def calendar(person: models.Person, weekends: str) -> Calendar:
    return Calendar(person.zone, person.quiet, person.away, weekends == "rest")


def calendar_of(sitting: Sitting, question: models.Question) -> Calendar:
    """The time of the person whose clock it is."""
    assert question.owner is not None
    known = sitting.people.get(question.owner) or models.Person(id=question.owner)
    return calendar(known, sitting.setting("weekends"))


def left(sitting: Sitting, question: models.Question) -> timedelta | None:
    """What is on the clock; None: there is none."""
    if question.left is not None:
        return timedelta(seconds=question.left)
    if question.until is None:
        return None
    return calendar_of(sitting, question).between(sitting.now, question.until)


def margin(question: models.Question) -> timedelta:
    """What whoever has just answered has left at the least, for the rest of the visit."""
    return timedelta(seconds=question.given or 0) / 8


def stands_in(sitting: Sitting, seat: str) -> str:
    """The computer player that answers for a seat: its own, or in place of somebody late."""
    question, row = sitting.questions.get(seat), sitting.seats[seat]
    if row.computer or question is None or not question.late or row.person is None:
        return row.computer
    return "" if stand(sitting) else STANDS_IN.get(sitting.setting("late"), "")


# -- winding -------------------------------------------------------------------------------------


def wind(sitting: Sitting, question: models.Question, given: timedelta, rest: timedelta) -> None:
    """A clock for whoever sits there: `rest` of `given` is left on it. It runs from `tend` on."""
    question.owner, question.wound = sitting.seats[question.seat].person, sitting.now
    question.given = ceil(given.total_seconds())
    question.reminded = 0
    put(question, rest)


def put(question: models.Question, rest: timedelta) -> None:
    """So much on the clock, from now on."""
    question.until, question.left = None, ceil(rest.total_seconds())
    question.late = False


def forget(question: models.Question) -> None:
    """No clock."""
    question.owner = question.wound = question.given = question.until = question.left = None
    question.reminded, question.late = 0, False


def handed_over(sitting: Sitting, question: models.Question) -> None:
    """The seat has answered, and nothing more is asked of it: what it had left is kept, for an
    order that is taken back."""
    rest = left(sitting, question)
    sitting.seats[question.seat].left = None if rest is None else int(rest.total_seconds())


def came_back(sitting: Sitting, question: models.Question) -> None:
    """Somebody took an order back and is asked again: with what they had left when they gave it,
    or the clock could be wound by taking back."""
    seat, given = sitting.seats[question.seat], pace(sitting)
    if seat.left is None or seat.person is None or given is None:
        return
    wind(sitting, question, given, given)
    put(question, max(timedelta(seconds=seat.left), margin(question)))


def goes_on(
    sitting: Sitting, question: models.Question, by: set[str], back: bool, another: bool
) -> None:
    """The next question of a seat that was being asked. `by`: the seats that have acted since;
    `another`: it is no part of the visit, being asked of several at once, or for a plan."""
    seat = question.seat
    if by - {seat}:
        forget(question)  # the game has been with others: another visit
    elif another and back:
        forget(question)
        came_back(sitting, question)
    elif another:
        handed_over(sitting, question)
        forget(question)
    elif not back and question.owner in _authors(sitting):
        rest = left(sitting, question)
        if rest is not None and (question.late or rest < margin(question)):
            put(question, margin(question))  # nobody is cut off in the middle of a march


def _authors(sitting: Sitting) -> set[int | None]:
    """The people whose orders are being carried out, some of which were kept until now."""
    return {sitting.actor.id if sitting.actor else 0, *sitting.authors.values()} - {None}


def recount(sitting: Sitting, question: models.Question, before: Calendar) -> None:
    """The owner's calendar has changed: what was left by the old one is left by the new one."""
    if question.until is not None and not question.late:
        put(question, before.between(sitting.now, question.until))


def resettle(sitting: Sitting, before: dict[str, str]) -> None:
    """The table's settings have changed. Another pace winds every clock anew."""
    for question in sitting.questions.values():
        if settings.setting(before, "pace") != sitting.setting("pace"):
            forget(question)
        elif question.owner is not None:
            owner = sitting.people[question.owner]
            recount(sitting, question, calendar(owner, settings.setting(before, "weekends")))


# -- before every commit -------------------------------------------------------------------------


def tend(sitting: Sitting) -> None:
    """Each open question has the clock that it should have, and the agenda knows of it."""
    for question in sitting.questions.values():
        _own(sitting, question)
        _stand_or_run(sitting, question)
    running = sitting.running()
    for seat in {**sitting.ticks, **running}:
        was, now = sitting.ticks.get(seat), running.get(seat)
        if was is not None and (now is None or now.number != was.number):
            sitting.void.add(f"{REMIND}:{seat}:")
        if now is None:
            sitting.strike(EXPIRE, seat)
            sitting.strike(REMIND, seat)
        elif was is None or (was.until, was.reminded) != (now.until, now.reminded):
            _plan(sitting, sitting.questions[seat], now.until)


def _own(sitting: Sitting, question: models.Question) -> None:
    """A clock belongs to the person who sits there: another person begins anew."""
    person = sitting.seats[question.seat].person
    if person is not None and question.owner == person:
        return
    given = pace(sitting)
    if person is None or given is None or sitting.stage is not Stage.PLAYING:
        forget(question)
    else:
        wind(sitting, question, given, given)


def _stand_or_run(sitting: Sitting, question: models.Question) -> None:
    if question.late:
        return
    if stand(sitting):
        if (rest := left(sitting, question)) is not None:
            put(question, rest)
    elif question.left is not None:
        rest = timedelta(seconds=question.left)
        question.until = calendar_of(sitting, question).advance(sitting.now, rest)
        question.left = None


def _plan(sitting: Sitting, question: models.Question, until: datetime) -> None:
    sitting.plan(EXPIRE, question.seat, until)
    at = reminder_at(sitting, question)
    if at is None:
        sitting.strike(REMIND, question.seat)
    else:
        sitting.plan(REMIND, question.seat, at)


# -- reminders -----------------------------------------------------------------------------------


def reminders(given: timedelta) -> tuple[timedelta, ...]:
    """How much is left on a clock when its owner is reminded: at half time, and shortly before
    the end if that is more than an hour later."""
    half, last = given / 2, max(given / 8, HOUR)
    return (half, last) if half - last > HOUR else (half,)


def reminder_at(sitting: Sitting, question: models.Question) -> datetime | None:
    """When the next reminder is due, if one lies ahead."""
    rest = left(sitting, question)
    if rest is None or question.given is None:
        return None
    ahead = reminders(timedelta(seconds=question.given))[question.reminded :]
    spot = next((spot for spot in ahead if spot < rest), None)
    if spot is None:
        return None
    return calendar_of(sitting, question).advance(sitting.now, rest - spot)
