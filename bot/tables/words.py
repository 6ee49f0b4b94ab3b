"""Every sentence that the tables say by themselves. The games' own words come from the games."""

from __future__ import annotations

from collections.abc import Sequence

from engine.words import both as both

# -- which table, who may ------------------------------------------------------------------------
NO_TABLE = "There is no table {table} here."
NO_TABLE_OF_YOURS = (
    "You sit at no table. `/table open` opens one; `/table list` shows what is open."
)
WHICH_TABLE = "You sit at several tables: {tables}. Say which one with `table:`."
NO_SERVER = "A table is opened in a server's channel, so that the others can find it."
NO_GAME = "There is no game {game!r}; there are {games}."
NOT_SEATED = "You have no seat at {table}; you can watch it."
NOT_SEATED_THERE = "You do not sit as {seat}."
NOT_HOST = "Only {host}, who opened {table}, can do that."
NO_SEAT = "{table} has no seat {seat!r}; it has {seats}."
HALTED = (
    "The record of {table} cannot be replayed by this version of Herald, so it stands still. "
    "Nothing was changed. A moderator can wait for another version, or go on from where it stood."
)
FASTER = "Somebody else was faster; look at the table and try again."

# -- the lobby -----------------------------------------------------------------------------------
STARTED = "{table} has started already."
NOT_STARTED = "{table} has not started yet."
ENDED = "{table} is over."
CLOSED = "{table} is closed."
SEAT_TAKEN = "{seat} is taken by {by}."
NO_FREE_SEAT = "Every seat at {table} is taken."
SITS_ALREADY = "You sit at {table} already, as {seat}."
NO_PLAYER = "There is no computer player {player!r}; there are {players}."
NO_SCENARIO = "{game} has no scenario {scenario!r}; it has {scenarios}."
NO_OPTION = "{game} has no option {option!r}; it has {options}."
LOCKED = "Scenario {scenario} fixes option {option} at {fixed}; it cannot be {value}."
CHOOSE_AGAIN = (
    "{table} has another form, without the seat {seat}. Its seats are {seats}: choose again with "
    "/table join, or on the table's card."
)
NO_VALUE = "Option {option} is one of {values}, not {value!r}."
NEEDS_PEOPLE = "At least one person must sit at a table."
KNOWS_OTHER_SEAT = "You have sat on another side of {table} and know its secrets."
HAS_PEEKED = "You have looked at secrets of {table} as a moderator."
STILL_PLAYING = "{table} is being played by {others} too; leave your seat instead of closing it."

# -- orders --------------------------------------------------------------------------------------
NOTHING_ASKED = "Nothing is asked of {seat} now; the question is with {waiting}."
NOT_ASKED_NOW = "Nothing is asked of you now."
CAME_LATE = "That came in while the question changed, so it was not carried out. Now: {prompt}"
SAME_AGAIN = "You gave that order a moment ago and it was carried out. Now: {prompt}"
OLD_QUESTION = "That belongs to a question that has been answered. Now: {prompt}"
OLD_QUESTION_DONE = "That belongs to a question that has been answered."
OLD_PANEL = "This panel is out of date; here it is anew."
EMPTY_DRAFT = "There is nothing in your draft."
EMPTY_ORDER = "That is an empty order."
DRAFT_FULL = "A draft holds at most {most} orders."
TOO_LONG = "An order text has at most {most} characters."
UNFINISHED = "The order is not complete yet."
NOTHING_BACK = "There is nothing to go back to."
NO_SUCH_CHOICE = "That choice is no longer there."
CANNOT_STOP = "That is not enough yet."
BREAKS = "`;`, `#` and line breaks cannot stand inside one part of an order: {text!r}."
WHERE_SIGN = "Say where, with `{at}:`, if you use `{slot}:`."
MENU_ORDER = "order"
NO_VERB = "{game} has no order {verb!r}."
NO_SLOT = "The order {verb} has no part {slot!r}."

# -- taking back ---------------------------------------------------------------------------------
NO_ORDER_YET = "You have given no order that stands."
UNDO_FREE = "This takes back your order `{order}`. Nobody has learned anything from it."
UNDO_SEALED = "This withdraws your sealed answer `{order}`; you can answer anew."
UNDO_ASK = (
    "This takes back your order `{order}` and everything since ({count}). "
    "{others} must agree. Dice and draws that come again will be new ones."
)
UNDO_COMPUTER = (
    "This takes back your order `{order}` and everything since ({count}). "
    "Dice and draws that come again will be new ones."
)
UNDO_REQUEST = "{who} asks to take back their last order and everything since ({count})."
UNDO_LINES = "What falls:"
REQUEST_GONE = "That request is no longer open."
NOT_YOURS_TO_SAY = "That is not yours to decide."
ASKED_ALREADY = "That has been asked for already; {waiting} must answer."

# -- handing over --------------------------------------------------------------------------------
NOT_YOUR_SEAT = "{seat} is not your seat to give away."
TO_SOMEBODY_SEATED = "{who} sits at {table} already."
KNOWS_OTHER_SEAT_TOO = "{who} has sat on another side of {table} and knows its secrets."
NOT_OFFERED = "{seat} has not been offered to you."
OFFER = "{by} offers you the seat {seat} at {table}. Whoever takes it sees its secrets."

# -- notes in the thread -------------------------------------------------------------------------
NOTE_START = "The game begins. Commitment to its dice: `{commitment}`"
NOTE_SEATS = "The seats of this table are {seats} now."
NOTE_SEATS_ANEW = (
    "The seats of this table are {seats} now. {who} must choose again: /table join, or the card."
)
NOTE_LEFT = "{who} has given up the seat {seat}. Anybody new to this table can take it."
NOTE_GONE = (
    "{who} has left this server, so nobody plays {seat}. Its clock stands. Anybody new to this "
    "table can take the seat."
)
NOTE_VANISHED = (
    "The account of {who} is gone, so nobody plays {seat}. Its clock stands. Anybody new to this "
    "table can take the seat."
)
NOTE_REMOVED = "{who} plays {seat} no more. Anybody new to this table can take the seat."
NOTE_TOOK = "{who} takes the seat {seat}."
NOTE_COMPUTER = "The seat {seat} is played by the computer ({player}) now."
NOTE_STANDS_IN = "The computer ({player}) plays {seat} for {who}, until {who} comes back."
STANDS_IN = "The computer ({player}) plays {seat} at {table} for you. Come back whenever you like."
NOTE_OFFERED = "{by} has offered the seat {seat} to {who}."
NOTE_MOVED = "The thread of this table was deleted; this one goes on."
NOTE_CLOSED = "{who} has closed this table."
TITLE_START = "The start"

# -- people --------------------------------------------------------------------------------------
NO_PROFILE = "There is no setting {name!r}; there are {names}."
BAD_ZONE = "There is no time zone {value!r}; one is called, for example, Europe/Madrid."
BAD_QUIET = "Quiet hours are two hours, for example 22-7; not {value!r}."
BAD_CHOICE = "{name} is one of {values}, not {value!r}."
BAD_DAY = "A day is written 2031-08-24; not {value!r}."

# -- the end -------------------------------------------------------------------------------------
NOT_OVER = "{table} is not over; its record holds every secret."
WINS = "{seats} wins: {reason}. {scores}"
SHARE = "{seats} share the victory: {reason}. {scores}"
DRAW = "A draw: {reason}. {scores}"

NO_RULE = "There is no section {number!r}. There is {near}."


def named(seat: str) -> str:
    return seat[:1].upper() + seat[1:]


def setting(headline: Sequence[Sequence[str]]) -> str:
    """Turn and phase of a headline, as the title of a report."""
    return named(" · ".join(said for _, said in headline[:2] if said))


def orders(count: int) -> str:
    return "one order" if count == 1 else f"{count} orders"


# -- how a table plays ---------------------------------------------------------------------------

NO_SETTING = "A table has no setting {name!r}. There are: {names}."
BAD_SETTING = "{name} can be {hint}; not {value!r}."
SETTING_CHANGED = "{who} set {what}."


# -- upgrades ------------------------------------------------------------------------------------

NOTE_HALTED = (
    "This table stands still: with this version of Herald its record leads elsewhere, from report "
    "#{report} on. Nothing is lost. A moderator can wait for another version, or go on from where "
    "it stood with `/mod continue`."
)
DIFFERENCE = (
    "{table} stands still, because this version of Herald replays its record to another position. "
    "The first difference is in report #{report} (entry {entry}).\n{then}\n{now}\nWait for a "
    "version that agrees, or go on from where the table stood with `/mod continue`: then the new "
    "rules hold, and nothing before can be taken back."
)
TOLD_THEN = "It was told: {words}"
TELLS_NOW = "Now it reads: {words}"
TOLD_NOTHING = "nothing"
TELLS_THE_SAME = "What everybody reads of it is the same now."
NOTE_AGREES = "The record of this table replays again as it was played; it goes on."
NOTE_CONTINUED = (
    "This table goes on from where it stood, by the rules of this version of Herald. Nothing "
    "before this can be taken back."
)
ASK_CONTINUE = "{who} asks to go on from where the table stood, by the rules of this version."
NOT_HALTED = "{table} does not stand still."
CANNOT_CONTINUE = "This version of Herald cannot go on from where {table} stood; wait for another."

# -- being forgotten -----------------------------------------------------------------------------

SOMEBODY = "somebody"  # in place of a name
