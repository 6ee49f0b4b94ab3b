"""What cards, buttons, lists and refusals say wherever they are shown."""

from __future__ import annotations

from engine.tongues.phrases import Phrase, learn

# -- buttons -------------------------------------------------------------------------------------
SIT_AS = Phrase("Sit as {seat}")
IS_TAKEN = Phrase("{seat} is taken")
READY = Phrase("Ready")
OPTIONS = Phrase("Options")
COMPUTER = Phrase("Computer")
LEAVE = Phrase("Leave")
CLOSE = Phrase("Close")
PLAN = Phrase("Plan")
ANSWER = Phrase("Answer")
MY_OWN = Phrase("My {own}")
MY_MAP = Phrase("My map")
SIGNS = Phrase("Signs")
WINDOWS = {
    "north": Phrase("North"),
    "south": Phrase("South"),
    "west": Phrase("West"),
    "centre": Phrase("Centre"),
    "east": Phrase("East"),
}
LETTERS = Phrase("Letters")
HELP = Phrase("Help")
TAKE_SEAT_OF = Phrase("Take the seat {seat}")
TAKE_THIS = Phrase("Take this seat")
TAKE_BACK = Phrase("Take it back")
TAKE_SEAT = Phrase("Take the seat")
NO_THANKS = Phrase("No, thanks")
AGREE = Phrase("Agree")
REFUSE = Phrase("Refuse")

# -- cards ---------------------------------------------------------------------------------------
STAGES = {
    "lobby": Phrase("Take a seat, agree on the options, press Ready. All ready starts the game."),
    "playing": Phrase("The game is on: it is played in the thread below."),
    "over": Phrase("The game is over."),
    "over.result": Phrase("The game is over. {result}"),
    "closed": Phrase("This table was closed."),
}
SEATS = Phrase("Seats")
SCENARIO = Phrase("Scenario")
HOST = Phrase("Host")
MODERATORS = Phrase("Moderators")
HOW_PLAYED = Phrase("How it is played")
PROMISED = Phrase("Promised before anybody sat down: the host's secret")
GIVEN = Phrase("Given at the start: the seed of all dice")
PACE = Phrase("{settings}\n-# `{do.table_settings}` says what they mean.")
SETTINGS_OF = Phrase("{table}: how it is played")
SETTING = Phrase("{setting}: {value}")
SEAT = Phrase("{seat}: {holder}")
SEAT_READY = Phrase("{seat}: {holder}, ready")
BY_COMPUTER = Phrase("computer ({player})")
FREE = Phrase("free")
FREE_SINCE = Phrase("free ({why})")
GONE = {
    "resigned": Phrase("resigned"),
    "left": Phrase("left the server"),
    "vanished": Phrase("the account is gone"),
    "removed": Phrase("freed by a moderator"),
}
STANDS_STILL = Phrase("It stands still")
PAUSED = Phrase("Paused")
PAUSED_SINCE = Phrase("Since {since} the clocks stand. Orders are taken.")
THINKING = Phrase("Nobody: the computer is thinking.")
WAITING_FOR = Phrase("Waiting for")
RESULT = Phrase("Result")
THE_END = Phrase("{table}: the end")
CLOSED = Phrase("{table}: closed")
STATUS_OF = Phrase("{table} · status")
OWED = Phrase("**{who}** ({seat}): {prompt}, since {since}.")
OWED_UNTIL = Phrase("**{who}** ({seat}): {prompt}, since {since}, until {until}.")
OWED_LATE = Phrase("**{who}** ({seat}): {prompt}, since {since}, **time was up** {until}.")
WITH_RULE = Phrase("{prompt} [{rule}]")
A_NEW_PLAYER = Phrase("a new player: {do.table_join}")
THE_COMPUTER = Phrase("the computer")

# -- results -------------------------------------------------------------------------------------
FINISHED = Phrase("**{count} finished, {won} won**")
NO_RESULTS = Phrase("No game has been finished yet.")
RESULTS_OF = Phrase("{whose}: results")
RESULT_LINE = Phrase("{table}, {day}: {seats}")
RESULT_LINE_THERE = Phrase("{table}, {day}: {seats} {place}")
RESULT_SEAT = Phrase("{seat} {score} ({holder})")
RESULT_COMPUTER = Phrase("computer")
RESULT_NOBODY = Phrase("nobody")

# -- what does not fit ---------------------------------------------------------------------------
MORE_IN_LOG = Phrase("… {n} more: {do.log}")
MORE = Phrase("… {n} more")
MORE_LINES = Phrase("… {n} more lines")
MORE_IN_HAND = Phrase("… {do.hand}")

# -- what goes wrong -----------------------------------------------------------------------------
NO_PERMISSION = Phrase(
    "Discord does not let me do that here: I lack a permission in this channel."
    " Nothing was changed. Whoever runs this server can give it to me."
)
CHANGED_COMMAND = Phrase("That command has changed since. Reload Discord (Ctrl+R) and try again.")
SERVER_ONLY = Phrase("That works in a server only.")
NOT_ALLOWED = Phrase("You may not do that here.")
NOT_SHOWN = Phrase(
    "I could not show the answer (code {code}). Look at {do.log} before you try again."
)
WENT_WRONG = Phrase("Something went wrong (code {code}); nothing was changed. Please try again.")
SAME_IN_WORDS = Phrase("The same in words")

learn("discord.SPEECH", globals())
