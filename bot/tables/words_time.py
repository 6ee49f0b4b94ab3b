"""What the tables say about time: clocks, pauses, holidays, what happens when time is up."""

from __future__ import annotations

from datetime import datetime, timedelta

# -- in the thread -------------------------------------------------------------------------------
LATE_WAIT = "Time is up for {seat} ({who}). The table waits{called}."
CALLED = "; {names} can help and has been told"
CALLED_SEVERAL = "; {names} can help and have been told"
LATE_COMPUTER = (
    "Time is up for {seat} ({who}). The computer answers in their place until they hand over."
)
LATE_DEFAULT = (
    "Time is up for {seat} ({who}). What the rules provide without an answer is done in their"
    " place until they hand over."
)
PAUSED = "{who} has paused the table: the clocks stand. Orders are still taken."
PAUSED_BY_ALL = "The table is paused, as {who} asked: the clocks stand. Orders are still taken."
GOES_ON = "{who} lets the table go on: the clocks run again."
GOES_ON_BY_ALL = "The table goes on, as {who} asked: the clocks run again."
EXTENDED = "{seats} may take {much} longer."
DEADLINE_SET = "{who} has given {seat} time until {until}."
AWAY = "{who} is away until {day}: no clock of theirs runs until then."
BACK = "{who} is back."

# -- to one person -------------------------------------------------------------------------------
CALL_MODERATOR = (
    "At {table} time is up for {seat} ({who}). The table waits. You can give them more time with"
    " `/mod deadline`, hand the seat to somebody else, or let the computer answer with"
    " `/table settings setting:late value:computer`."
)
LATE_TOLD = "Your time at {table} is up. {what} You may still be in time: `/play`."
TOLD_COMPUTER = "The computer answers in your place until you hand over; the seat stays yours."
TOLD_DEFAULT = "What the rules provide without an answer is done; the seat stays yours."
TOLD_WAIT = "The table waits for you."

# -- requests ------------------------------------------------------------------------------------
ASK_PAUSE = "{who} asks to pause the table: the clocks would stand."
ASK_GO_ON = "{who} asks to go on: the clocks would run again."
ASK_EXTEND = "{who} asks for {much} more for {seats}."

# -- refusals ------------------------------------------------------------------------------------
IS_PAUSED = "{table} is paused already."
NOT_PAUSED = "{table} is not paused."
NO_CLOCK = "No clock runs at {table}: it has no pace. `/table settings` sets one."
NOBODY_ASKED = "No clock runs for {seat} now."
BAD_HOURS = "Ask for 1 to {most} hours."
BAD_UNTIL = "A deadline lies ahead, within {most} days."
TOO_LONG_AWAY = "A holiday ends within {most} days; not {value!r}. You can say it anew later."
PAST_AWAY = "That day is over: {value!r}. `away:none` says that you are back."

WAY = {"wait": LATE_WAIT, "computer": LATE_COMPUTER, "default": LATE_DEFAULT}
TOLD = {"wait": TOLD_WAIT, "computer": TOLD_COMPUTER, "default": TOLD_DEFAULT}


def hours(much: timedelta) -> str:
    count = round(much.total_seconds() / 3600)
    return "one hour" if count == 1 else f"{count} hours"


def moment(at: datetime) -> str:
    """A time for everybody, wherever they live."""
    return f"{at:%Y-%m-%d %H:%M} UTC"
