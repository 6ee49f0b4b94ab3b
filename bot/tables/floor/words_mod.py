"""Every sentence about moderators and what they do."""

from __future__ import annotations

from engine.tongues.phrases import Phrase, learn

# -- who is one ----------------------------------------------------------------------------------
HOLDERS = Phrase("those who have the server's role for it")
NOT_MODERATOR = Phrase("Only a moderator of {table} can do that: {names}.")
IS_MODERATOR = Phrase("{who} is a moderator of {table} already.")
IS_NO_MODERATOR = Phrase("{who} was not named a moderator of {table}.")
ASK_NAME = Phrase("{by} asks to make {who} a moderator of this table.")
ASK_UNNAME = Phrase("{by} asks that {who} be no moderator of this table any more.")
NOTE_NAMED = Phrase("{who} is a moderator of this table now.")
NOTE_UNNAMED = Phrase("{who} is no moderator of this table any more.")

# -- what they may -------------------------------------------------------------------------------
PLAYS_NO_PEEK = Phrase(
    "You play at {table} yourself, so you see what your seat sees and nothing more."
    " A moderator who does not play can do that."
)
PLAYS_NO_ACT = Phrase("You play at {table} yourself: you cannot answer for another seat.")
PLAYS_NO_CHANCE = Phrase("You play at {table} yourself: you cannot touch its chance.")
PLAYS_NO_SECRETS = Phrase(
    "You play at {table} yourself: you cannot change what only another seat may know."
)
PLAYS_NO_FIX = Phrase("You play at {table} yourself: you can have only your own orders mended.")
HAS_PEEKED_TOO = Phrase(
    "{who} has seen secrets of {table} as its moderator and cannot take a seat there."
)
NO_WHY = Phrase("Say why: it is told to the table and kept.")
LONG_WHY = Phrase("Say why in at most {most} characters.")
UNKNOWN_EDIT = Phrase(
    "Whether that can be done depends on what you may not know. "
    "A moderator who does not play can `{do.mod_peek}` first; then it can be done."
)
ONE_EDIT = Phrase("That is an empty edit.")
NO_FORCE = Phrase("Chance is changed by `force` and `unforce` only; everything else is an edit.")
FORCE_IN_CHANCE = Phrase("Forced results belong to `{do.mod_chance}`.")
NO_STEP = Phrase("There is nothing to confirm; ask for it anew.")
OTHER_NOW = Phrase("Things have changed since. Now it is this:")

# -- points --------------------------------------------------------------------------------------
NO_POINT = Phrase(
    "I know no point {point!r}. Points are numbered as the reports are: #41, or 41.2."
)
POINT = Phrase("{point} {seat}: {told}")  # an order to choose
BY_MODERATOR = Phrase("Moderator")
POINT_GONE = Phrase("{point} does not stand any more; it was taken back.")
WHICH_ORDER = Phrase("{point} tells several orders; say which: {orders}.")
NOTHING_TO_REWIND = Phrase("Nothing has been played yet.")
MORE_LINES = Phrase("• … and {count} more")
BULLET = Phrase("• {line}")

# -- before a step -------------------------------------------------------------------------------
REWIND = Phrase("This takes the game back to just before {point}. {count} fall:")
REWIND_SILENT = Phrase("This takes the game back to just before {point}. {count} fall.")
SEEN = Phrase("What everybody has seen since then stays known:")
LEARNED = Phrase("{seat} alone has learned:")
NEW_CHANCE = Phrase("Dice and draws that come again will be new ones.")
FIX = Phrase("This replaces {point} of {seat}:\nbefore: `{old}`\nafter: `{new}`")
FIX_TOLD = Phrase("Everybody will read: {told}")
FIX_AGAIN = Phrase("These later orders stand and are given again:")
FIX_FALL = Phrase("These fall, because the first of them cannot be given any more ({why}):")
FIX_UNSURE = Phrase(
    "Chance comes in here; from then on orders are given again as far as they can be:"
)
FIX_LATER = Phrase("{count} later are given again as far as they still can be.")
FIX_LAST = Phrase("It is the last order; nothing follows it.")

# -- asking the other players --------------------------------------------------------------------
ASK_REWIND = Phrase(
    "{who} (moderator, playing) asks to go back to just before {point}. {count} fall:\n{fall}"
)
ASK_REWIND_SILENT = Phrase(
    "{who} (moderator, playing) asks to go back to just before {point}. {count} fall:"
)
ASK_FIX = Phrase(
    "{who} (moderator, playing) asks to replace their order {point}."
    " {count} later are given again as far as they still can be."
)
ASK_FIX_TOLD = Phrase(
    "{who} (moderator, playing) asks to replace their order {point}; then: {told}"
    " {count} later are given again as far as they still can be."
)
ASK_EDIT = Phrase("{who} (moderator, playing) asks for a change of the position:\n{told}")
ASK_PLAIN = Phrase("{who} (moderator, playing) asks: {what}")
BECAUSE = Phrase("{text}\nWhy: {why}")

# -- told in the thread --------------------------------------------------------------------------
TITLE = Phrase("The moderator")
NOTE_REWIND = Phrase("{who} (moderator) took the game back to just before {point}.")
NOTE_FIX = Phrase("{who} (moderator) replaced {point} of {seat}. {again} later were given again.")
NOTE_FIX_FALL = Phrase(
    "{who} (moderator) replaced {point} of {seat}. {again} later were given again; {count} fell,"
    " from {first} on."
)
NOTE_ACT = Phrase("{who} (moderator) answered for {seat}.")
NOTE_EDIT = Phrase("{who} (moderator) changed the position.")
NOTE_CHANCE = Phrase("{who} (moderator) touched the dice.")
NOTE_PEEK = Phrase("{who} (moderator) has looked at what only {seat} knows.")
NOTE_LOOK = Phrase("{who} (moderator) has looked at the orders from {point} on, secrets included.")
NOTE_EXPORT = Phrase("{who} (moderator) has taken a copy of the whole table, secrets included.")
NOTE_WHY = Phrase("{note} Why: {why}")
SWEPT = Phrase("Drafts and plans made for the position before are gone.")
BROKEN = Phrase("What this leaves broken: {faults}.")
STANDS = Phrase("It is done.")
CHANCE_STUCK = Phrase(
    "A result that the moderator forced cannot come up here, so this order cannot be carried out."
    " The moderator can lift it with `{do.mod_chance}`."
)
MUST_AGREE = Phrase("{others} must agree.")
NOT_ASKED = Phrase("Nothing is asked of {seat} now.")

# -- people and time -----------------------------------------------------------------------------
IS_FREE = Phrase("Nobody sits as {seat}.")
SEAT_FREE = Phrase("the seat {seat} becomes free")
SEAT_TO = Phrase("the seat {seat} goes to {who}")
THE_COMPUTER = Phrase("the computer ({player})")
NOTE_SEAT = Phrase("{who} (moderator) decides: {what}.")
WISH_PAUSE = Phrase("the clocks stand until further notice")
WISH_RESUME = Phrase("the clocks run again")
WISH_DEADLINE = Phrase("{seat} has time until {until}")
IS_PLANNED = Phrase(
    "A battle is being planned there: it is fought when everybody has sealed, or when time is up."
    " `{do.mod_deadline}` sets that time."
)

# -- moving a table ------------------------------------------------------------------------------
NOTE_EXPORT_HOST = Phrase(
    "Whoever hosts this bot has taken a copy of the whole table, secrets included."
)
THE_HOST = Phrase("Whoever hosts this bot")
NOTE_IMPORT = Phrase(
    "{who} has moved {name} here. By the rules of this Herald its orders lead to where it stood, "
    "its dice follow from its seed, and none is missing. What cannot be proved here: who gave "
    "which order and when, what was told and noted, and that its seed was promised before the "
    "first order. It goes on where it stood."
)
OTHER_DATA = Phrase("It is played with data of its own, which differ from ours: {parts}.")
UNCHECKED = Phrase("Its first {count} entries were played by older rules and cannot be checked.")
NOTE_WAITS = Phrase("The clocks stand until somebody sits as {seats}; then `{do.table_resume}`.")
NOTE_FREE = Phrase("The seat {seat} is free.")
IMPORT_WHERE = Phrase("A table is brought into a server's channel.")
IMPORT_WHO = Phrase(
    "Only a moderator of this server, or somebody who manages it, can bring a table here."
)
IMPORT_PLAYS = Phrase(
    "You have a seat in {name}, and its file holds every secret."
    " Somebody who does not play must bring it."
)
IMPORT_OVER = Phrase("The game in that file is over; `herald verify` reads its record.")
NO_TABLE_FILE = Phrase("That file is no table that `{do.mod_export}` made.")
OTHER_VERSION = Phrase("That file has version {version}; this Herald reads version 1.")
SPOILT_FILE = Phrase("That file cannot be used: {what} cannot be read, or does not fit the rest.")
SOME_PART = Phrase("a part of it")
ITS_RECORD = Phrase("its record")
ITS_POSITION = Phrase("where it stood")
ITS_DIGESTS = Phrase("the digest of where it stood")
ITS_SEATS = Phrase("its seats")
ITS_PEOPLE = Phrase("its people")
FILE_TOO_LONG = Phrase("That file is too long: {size} {what}; at most {most} are read.")
PARTS = {
    "segments": Phrase("segments"),
    "entries": Phrase("entries"),
    "reports": Phrase("reports"),
    "lines": Phrase("lines"),
    "events": Phrase("events"),
    "notes": Phrase("notes"),
    "people": Phrase("people"),
}
AN_ENTRY = Phrase("entry {entry}")
SEGMENT = Phrase("segment {number}")
TOO_LONG_TO_REPLAY = Phrase("That file cannot be used: it was not replayed within {limit} seconds.")
OTHER_DICE = Phrase(
    "That file cannot be used: its record passes over draws, so its dice were chosen."
)
OTHER_SEED = Phrase("That file cannot be used: its dice are not those that its players made.")

learn("tables.MOD", globals())
