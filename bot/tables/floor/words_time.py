"""What the tables say about time: clocks, pauses, holidays, what happens when time is up."""

from __future__ import annotations

from datetime import datetime, timedelta

from engine.tongues.phrases import Phrase, Saying, learn

# -- in the thread -------------------------------------------------------------------------------
LATE_WAIT = Phrase("Time is up for {seat} ({who}). The table waits{called}.")
CALLED = Phrase("; {names} can help and has been told")
CALLED_SEVERAL = Phrase("; {names} can help and have been told")
LATE_COMPUTER = Phrase(
    "Time is up for {seat} ({who}). The computer answers in their place until they hand over."
)
LATE_DEFAULT = Phrase(
    "Time is up for {seat} ({who}). What the rules provide without an answer is done in their"
    " place until they hand over."
)
PAUSED = Phrase("{who} has paused the table: the clocks stand. Orders are still taken.")
PAUSED_BY_ALL = Phrase(
    "The table is paused, as {who} asked: the clocks stand. Orders are still taken."
)
GOES_ON = Phrase("{who} lets the table go on: the clocks run again.")
GOES_ON_BY_ALL = Phrase("The table goes on, as {who} asked: the clocks run again.")
EXTENDED = Phrase("{seats} may take {much} longer.")
DEADLINE_SET = Phrase("{who} has given {seat} time until {until}.")
AWAY = Phrase("{who} is away until {day}: no clock of theirs runs until then.")
BACK = Phrase("{who} is back.")

# -- to one person -------------------------------------------------------------------------------
CALL_MODERATOR = Phrase(
    "At {table} time is up for {seat} ({who}). The table waits. You can give them more time with"
    " `{do.mod_deadline}`, hand the seat to somebody else, or let the computer answer with"
    " `{do.late_computer}`."
)
LATE_TOLD = Phrase("Your time at {table} is up. {what} You may still be in time: `{do.play}`.")
TOLD_COMPUTER = Phrase(
    "The computer answers in your place until you hand over; the seat stays yours."
)
TOLD_DEFAULT = Phrase("What the rules provide without an answer is done; the seat stays yours.")
TOLD_WAIT = Phrase("The table waits for you.")

# -- requests ------------------------------------------------------------------------------------
ASK_PAUSE = Phrase("{who} asks to pause the table: the clocks would stand.")
ASK_GO_ON = Phrase("{who} asks to go on: the clocks would run again.")
ASK_EXTEND = Phrase("{who} asks for {much} more for {seats}.")

# -- refusals ------------------------------------------------------------------------------------
IS_PAUSED = Phrase("{table} is paused already.")
NOT_PAUSED = Phrase("{table} is not paused.")
NO_CLOCK = Phrase("No clock runs at {table}: it has no pace. `{do.table_settings}` sets one.")
NOBODY_ASKED = Phrase("No clock runs for {seat} now.")
BAD_HOURS = Phrase("Ask for 1 to {most} hours.")
BAD_UNTIL = Phrase("A deadline lies ahead, within {most} days.")
TOO_LONG_AWAY = Phrase(
    "A holiday ends within {most} days; not {value!r}. You can say it anew later."
)
PAST_AWAY = Phrase("That day is over: {value!r}. `{do.away_none}` says that you are back.")

WAY = {"wait": LATE_WAIT, "computer": LATE_COMPUTER, "default": LATE_DEFAULT}
TOLD = {"wait": TOLD_WAIT, "computer": TOLD_COMPUTER, "default": TOLD_DEFAULT}


ONE_HOUR = Phrase("one hour")
HOURS = Phrase("{count} hours")
BECAUSE = Phrase("{text} ({why})")


def hours(much: timedelta) -> Saying:
    count = round(much.total_seconds() / 3600)
    return ONE_HOUR if count == 1 else HOURS.format(count=count)


def moment(at: datetime) -> str:
    """A time for everybody, wherever they live."""
    return f"{at:%Y-%m-%d %H:%M} UTC"


learn("tables.TIME", globals())
