"""Every sentence about moderators and what they do."""

from __future__ import annotations

# -- who is one ----------------------------------------------------------------------------------
HOLDERS = "those who have the server's role for it"
NOT_MODERATOR = "Only a moderator of {table} can do that: {names}."
IS_MODERATOR = "{who} is a moderator of {table} already."
IS_NO_MODERATOR = "{who} was not named a moderator of {table}."
ASK_NAME = "{by} asks to make {who} a moderator of this table."
ASK_UNNAME = "{by} asks that {who} be no moderator of this table any more."
NOTE_NAMED = "{who} is a moderator of this table now."
NOTE_UNNAMED = "{who} is no moderator of this table any more."

# -- what they may -------------------------------------------------------------------------------
PLAYS_NO_PEEK = (
    "You play at {table} yourself, so you see what your seat sees and nothing more."
    " A moderator who does not play can do that."
)
PLAYS_NO_ACT = "You play at {table} yourself: you cannot answer for another seat."
PLAYS_NO_CHANCE = "You play at {table} yourself: you cannot touch its chance."
PLAYS_NO_SECRETS = (
    "You play at {table} yourself: you cannot change what only another seat may know."
)
PLAYS_NO_FIX = "You play at {table} yourself: you can have only your own orders mended."
HAS_PEEKED_TOO = "{who} has seen secrets of {table} as its moderator and cannot take a seat there."
NO_WHY = "Say why: it is told to the table and kept."
LONG_WHY = "Say why in at most {most} characters."
UNKNOWN_EDIT = (
    "Whether that can be done depends on what you may not know. "
    "A moderator who does not play can `/mod peek` first; then it can be done."
)
ONE_EDIT = "That is an empty edit."
NO_FORCE = "Chance is changed by `force` and `unforce` only; everything else is an edit."
FORCE_IN_CHANCE = "Forced results belong to `/mod chance`."
NO_STEP = "There is nothing to confirm; ask for it anew."
OTHER_NOW = "Things have changed since. Now it is this:"

# -- points --------------------------------------------------------------------------------------
NO_POINT = "I know no point {point!r}. Points are numbered as the reports are: #41, or 41.2."
POINT_GONE = "{point} does not stand any more; it was taken back."
WHICH_ORDER = "{point} tells several orders; say which: {orders}."
NOTHING_TO_REWIND = "Nothing has been played yet."
MORE_LINES = "• … and {count} more"

# -- before a step -------------------------------------------------------------------------------
REWIND = "This takes the game back to just before {point}. {count} fall:"
REWIND_SILENT = "This takes the game back to just before {point}. {count} fall."
SEEN = "What everybody has seen since then stays known:"
LEARNED = "{seat} alone has learned:"
NEW_CHANCE = "Dice and draws that come again will be new ones."
FIX = "This replaces {point} of {seat}:\nbefore: `{old}`\nafter: `{new}`"
FIX_TOLD = "Everybody will read: {told}"
FIX_AGAIN = "These later orders stand and are given again:"
FIX_FALL = "These fall, because the first of them cannot be given any more ({why}):"
FIX_UNSURE = "Chance comes in here; from then on orders are given again as far as they can be:"
FIX_LATER = "{count} later are given again as far as they still can be."
FIX_LAST = "It is the last order; nothing follows it."

# -- asking the other players --------------------------------------------------------------------
ASK_REWIND = (
    "{who} (moderator, playing) asks to go back to just before {point}. {count} fall:\n{fall}"
)
ASK_FIX = (
    "{who} (moderator, playing) asks to replace their order {point}{told}."
    " {count} later are given again as far as they still can be."
)
ASK_EDIT = "{who} (moderator, playing) asks for a change of the position:\n{told}"
ASK_PLAIN = "{who} (moderator, playing) asks: {what}"
BECAUSE = "{text}\nWhy: {why}"

# -- told in the thread --------------------------------------------------------------------------
TITLE = "The moderator"
NOTE_REWIND = "{who} (moderator) took the game back to just before {point}."
NOTE_FIX = "{who} (moderator) replaced {point} of {seat}. {again}{fall}"
NOTE_AGAIN = "{count} later were given again"
NOTE_FALL = "; {count} fell, from {point} on"
NOTE_ACT = "{who} (moderator) answered for {seat}."
NOTE_EDIT = "{who} (moderator) changed the position."
NOTE_CHANCE = "{who} (moderator) touched the dice."
NOTE_PEEK = "{who} (moderator) has looked at what only {seat} knows."
NOTE_LOOK = "{who} (moderator) has looked at the orders from {point} on, secrets included."
NOTE_EXPORT = "{who} (moderator) has taken a copy of the whole table, secrets included."
NOTE_WHY = "{note} Why: {why}"
SWEPT = "Drafts and plans made for the position before are gone."
BROKEN = "What this leaves broken: {faults}."
STANDS = "It is done."
CHANCE_STUCK = (
    "A result that the moderator forced cannot come up here, so this order cannot be carried out."
    " The moderator can lift it with `/mod chance`."
)
MUST_AGREE = "{others} must agree."
NOT_ASKED = "Nothing is asked of {seat} now."

# -- people and time -----------------------------------------------------------------------------
IS_FREE = "Nobody sits as {seat}."
SEAT_FREE = "the seat {seat} becomes free"
SEAT_TO = "the seat {seat} goes to {who}"
THE_COMPUTER = "the computer ({player})"
NOTE_SEAT = "{who} (moderator) decides: {what}."
WISH_PAUSE = "the clocks stand until further notice"
WISH_RESUME = "the clocks run again"
WISH_DEADLINE = "{seat} has time until {until}"
IS_PLANNED = (
    "A battle is being planned there: it is fought when everybody has sealed, or when time is up."
    " `/mod deadline` sets that time."
)

# -- moving a table ------------------------------------------------------------------------------
NOTE_EXPORT_HOST = "Whoever hosts this bot has taken a copy of the whole table, secrets included."
THE_HOST = "Whoever hosts this bot"
NOTE_IMPORT = "{who} has moved {name} here, with its whole record. It goes on where it stood."
NOTE_WAITS = "The clocks stand until somebody sits as {seats}; then `/table resume`."
NOTE_FREE = "The seat {seat} is free."
IMPORT_WHERE = "A table is brought into a server's channel."
IMPORT_WHO = "Only a moderator of this server, or somebody who manages it, can bring a table here."
IMPORT_PLAYS = (
    "You have a seat in {name}, and its file holds every secret."
    " Somebody who does not play must bring it."
)
IMPORT_OVER = "The game in that file is over; `herald verify` reads its record."
NO_TABLE_FILE = "That file is no table that `/mod export` made."
OTHER_VERSION = "That file has version {version}; this Herald reads version 1."
SPOILT_FILE = "That file cannot be used: {what} cannot be read, or does not fit the rest."
SOME_PART = "a part of it"
ITS_RECORD = "its record"
ITS_SEATS = "its seats"
ITS_PEOPLE = "its people"
OTHER_SEED = "That file cannot be used: its dice are not those that its players made."
