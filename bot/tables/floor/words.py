"""Every sentence that the tables say by themselves. The games' own words come from the games."""

from __future__ import annotations

from collections.abc import Sequence

from engine.tongues.phrases import Phrase, Saying, learn, listed

# -- which table, who may ------------------------------------------------------------------------
NO_TABLE = Phrase("There is no table {table} here.")
OTHER_GAME = Phrase("{table} is no table of {game}. Name the table with `{do.table}`.")
NO_TABLE_OF_YOURS = Phrase(
    "You sit at no table. `{do.table_open}` opens one; `{do.table_list}` shows what is open."
)
WHICH_TABLE = Phrase("You sit at several tables: {tables}. Say which one with `{do.table}`.")
NO_SERVER = Phrase("A table is opened in a server's channel, so that the others can find it.")
NO_GAME = Phrase("There is no game {game!r}; there are {games}.")
NOT_SEATED = Phrase("You have no seat at {table}; you can watch it.")
NOT_SEATED_THERE = Phrase("You do not sit as {seat}.")
NOT_HOST = Phrase("Only {host}, who opened {table}, can do that.")
NO_SEAT = Phrase("{table} has no seat {seat!r}; it has {seats}.")
HALTED = Phrase(
    "The record of {table} cannot be replayed by this version of Herald, so it stands still. "
    "Nothing was changed. A moderator can wait for another version, or go on from where it stood."
)
DONE_ALREADY = Phrase("That has been done already.")
FASTER = Phrase("Somebody else was faster; look at the table and try again.")

# -- the lobby -----------------------------------------------------------------------------------
STARTED = Phrase("{table} has started already.")
NOT_STARTED = Phrase("{table} has not started yet.")
ENDED = Phrase("{table} is over.")
CLOSED = Phrase("{table} is closed.")
SEAT_TAKEN = Phrase("{seat} is taken by {by}.")
TAKEN_BY_COMPUTER = Phrase("the computer ({player})")
AWAITED = Phrase("{seat} ({who})")
NO_FREE_SEAT = Phrase("Every seat at {table} is taken.")
SITS_ALREADY = Phrase("You sit at {table} already, as {seat}.")
NO_PLAYER = Phrase("There is no computer player {player!r}; there are {players}.")
NO_SCENARIO = Phrase("{game} has no scenario {scenario!r}; it has {scenarios}.")
NO_OPTION = Phrase("{game} has no option {option!r}; it has {options}.")
LOCKED = Phrase("Scenario {scenario} fixes option {option} at {fixed}; it cannot be {value}.")
CHOOSE_AGAIN = Phrase(
    "{table} has another form, without the seat {seat}. Its seats are {seats}: choose again with "
    "{do.table_join}, or on the table's card."
)
NO_VALUE = Phrase("Option {option} is one of {values}, not {value!r}.")
NEEDS_PEOPLE = Phrase("At least one person must sit at a table.")
KNOWS_OTHER_SEAT = Phrase("You have sat on another side of {table} and know its secrets.")
TWO_SIDES = Phrase("You would know two sides of {table}; that can be done when it is over.")
HAS_PEEKED = Phrase("You have looked at secrets of {table} as a moderator.")
LOBBIES_FULL = Phrase(
    "You have {count} tables open that have not started; here one person may have {most}. Start or "
    "close one of them first."
)
CIRCLE_FULL = Phrase(
    "{count} tables are open here that have not started; there may be {most}. One of them has to "
    "start or be closed first."
)
TABLES_FULL = Phrase(
    "You sit at {count} tables that are not over; here one person may sit at {most}. Finish or "
    "leave one of them first."
)
IMPORTS_FULL = Phrase(
    "{count} tables have been brought here from files within a day, and there may be {most}. Try "
    "again tomorrow."
)
NO_LIMIT = Phrase("There is no limit {name!r}; there are {names}.")
BAD_LIMIT = Phrase("The limit {name} is a whole number from 1 to {most}, not {value!r}.")
STILL_PLAYING = Phrase(
    "{table} is being played by {others} too; leave your seat instead of closing it."
)

# -- orders --------------------------------------------------------------------------------------
NOTHING_ASKED = Phrase("Nothing is asked of {seat} now; the question is with {waiting}.")
NOT_ASKED_NOW = Phrase("Nothing is asked of you now.")
CAME_LATE = Phrase(
    "That came in while the question changed, so it was not carried out. Now: {prompt}"
)
SAME_AGAIN = Phrase("You gave that order a moment ago and it was carried out. Now: {prompt}")
OLD_QUESTION = Phrase("That belongs to a question that has been answered. Now: {prompt}")
ANOTHER_OPEN = Phrase("That question has been answered; another one is open now.")
OLD_QUESTION_DONE = Phrase("That belongs to a question that has been answered.")
OLD_PANEL = Phrase("This panel is out of date; here it is anew.")
EMPTY_DRAFT = Phrase("There is nothing in your draft.")
EMPTY_ORDER = Phrase("That is an empty order.")
DRAFT_FULL = Phrase("A draft holds at most {most} orders.")
TOO_LONG = Phrase("An order text has at most {most} characters.")
UNFINISHED = Phrase("The order is not complete yet.")
NOTHING_BACK = Phrase("There is nothing to go back to.")
NTH = Phrase("{name} ({nth} of {of})")
EXACTLY = Phrase("Choose exactly {most}; you ticked {ticked}. Nothing was changed.")
BETWEEN = Phrase("Choose {least} to {most}; you ticked {ticked}. Nothing was changed.")
NOT_TOGETHER = Phrase("These cannot be chosen together. Nothing was changed.")
NO_SUCH_CHOICE = Phrase("That choice is no longer there.")
CANNOT_STOP = Phrase("That is not enough yet.")
BREAKS = Phrase("`;`, `#` and line breaks cannot stand inside one part of an order: {text!r}.")
WHERE_SIGN = Phrase("Say where, with `{at}:`, if you use `{slot}:`.")
MENU_ORDER = Phrase("order")
NO_VERB = Phrase("{game} has no order {verb!r}.")
NO_SLOT = Phrase("The order {verb} has no part {slot!r}.")

# -- taking back ---------------------------------------------------------------------------------
NO_ORDER_YET = Phrase("You have given no order that stands.")
UNDO_FREE = Phrase("This takes back your order `{order}`. Nobody has learned anything from it.")
UNDO_SEALED = Phrase("This withdraws your sealed answer `{order}`; you can answer anew.")
UNDO_ASK = Phrase(
    "This takes back your order `{order}` and everything since ({count}). "
    "{others} must agree. Dice and draws that come again will be new ones."
)
UNDO_COMPUTER = Phrase(
    "This takes back your order `{order}` and everything since ({count}). "
    "Dice and draws that come again will be new ones."
)
UNDO_REQUEST = Phrase("{who} asks to take back their last order and everything since ({count}).")
UNDO_LINES = Phrase("{told}\nWhat falls:\n{lines}")
REQUEST_GONE = Phrase("That request is no longer open.")
NOT_YOURS_TO_SAY = Phrase("That is not yours to decide.")
ASKED_ALREADY = Phrase("That has been asked for already; {waiting} must answer.")

# -- handing over --------------------------------------------------------------------------------
NOT_YOUR_SEAT = Phrase("{seat} is not your seat to give away.")
TO_SOMEBODY_SEATED = Phrase("{who} sits at {table} already.")
KNOWS_OTHER_SEAT_TOO = Phrase("{who} has sat on another side of {table} and knows its secrets.")
NOT_OFFERED = Phrase("{seat} has not been offered to you.")
OFFER = Phrase("{by} offers you the seat {seat} at {table}. Whoever takes it sees its secrets.")

# -- notes in the thread -------------------------------------------------------------------------
NOTE_START = Phrase(
    "The game begins. Commitment to its dice, by the seed: `{commitment}`\n-# {shares}"
)
SHARES = Phrase(
    "The seed is made of the secret that was promised on the card (`{promised}`) and of a word of "
    "{names}. If the host acts together with one of these, nothing is proved."
)
NO_SHARES = Phrase(
    "The seed is made of the secret that was promised on the card (`{promised}`) alone. Nobody but "
    "the host had a share in it: that the dice were not chosen is not proved."
)
ADDED_NOTHING = Phrase("{told} {names} added nothing.")
HOST_ADDS_NOTHING = Phrase(
    "You host {table}: your share in its dice is the promise on the card, and you add no word."
)
LONG_WORD = Phrase("That is too long: a word for the dice has at most {most} letters.")
NOTE_SEATS = Phrase("The seats of this table are {seats} now.")
NOTE_SEATS_ANEW = Phrase(
    "The seats of this table are {seats} now. {who} must choose again: {do.table_join}, or the "
    "card."
)
NOTE_LEFT = Phrase("{who} has given up the seat {seat}. Anybody new to this table can take it.")
NOTE_GONE = Phrase(
    "{who} has left this server, so nobody plays {seat}. Its clock stands. Anybody new to this "
    "table can take the seat."
)
NOTE_VANISHED = Phrase(
    "The account of {who} is gone, so nobody plays {seat}. Its clock stands. Anybody new to this "
    "table can take the seat."
)
NOTE_REMOVED = Phrase("{who} plays {seat} no more. Anybody new to this table can take the seat.")
NOTE_TOOK = Phrase("{who} takes the seat {seat}.")
NOTE_COMPUTER = Phrase("The seat {seat} is played by the computer ({player}) now.")
NOTE_STANDS_IN = Phrase("The computer ({player}) plays {seat} for {who}, until {who} comes back.")
STANDS_IN = Phrase(
    "The computer ({player}) plays {seat} at {table} for you. Come back whenever you like."
)
NOTE_OFFERED = Phrase("{by} has offered the seat {seat} to {who}.")
NOTE_UNREACHED = Phrase("{who}'s direct messages are closed; {do.hand} shows the same.")
NOTE_MOVED = Phrase("The thread of this table was deleted; this one goes on.")
NOTE_CLOSED = Phrase("{who} has closed this table.")
TITLE_START = Phrase("The start")

# -- people --------------------------------------------------------------------------------------
NO_PROFILE = Phrase("There is no setting {name!r}; there are {names}.")
BAD_ZONE = Phrase("There is no time zone {value!r}; one is called, for example, Europe/Madrid.")
BAD_QUIET = Phrase("Quiet hours are two hours, for example 22-7; not {value!r}.")
BAD_CHOICE = Phrase("{name} is one of {values}, not {value!r}.")
BAD_DAY = Phrase("A day is written 2031-08-24; not {value!r}.")

# -- the end -------------------------------------------------------------------------------------
NOT_OVER = Phrase("{table} is not over; its record holds every secret.")
WINS = Phrase("{seats} wins: {reason}. {scores}")
SHARE = Phrase("{seats} share the victory: {reason}. {scores}")
DRAW = Phrase("A draw: {reason}. {scores}")

NO_RULE = Phrase("There is no section {number!r}. There is {near}.")


def named(seat: str) -> str:
    return seat[:1].upper() + seat[1:]


def both(names: Sequence[str]) -> Saying:
    """All of them: Red, Blue and Green."""
    return listed(names)


SETTING = Phrase("{First} · {second}")


def setting(headline: Sequence[Sequence[str]]) -> str:
    """Turn and phase of a headline, as the title of a report."""
    shown = [said for _, said in headline[:2] if said]
    if len(shown) == 2:
        return SETTING.format(first=shown[0], second=shown[1])
    return listed(shown, "").capitalize() if shown else ""


ONE_ORDER = Phrase("one order")
ORDERS = Phrase("{count} orders")


def orders(count: int) -> Saying:
    return ONE_ORDER if count == 1 else ORDERS.format(count=count)


# -- how a table plays ---------------------------------------------------------------------------

NO_SETTING = Phrase("A table has no setting {name!r}. There are: {names}.")
BAD_SETTING = Phrase("{name} can be {hint}; not {value!r}.")
SETTING_CHANGED = Phrase("{who} set {what}.")
LIKE_SPAN = Phrase("a time like 36h or 3d")
LIKE_HOURS = Phrase("hours of the day like 8,20 (UTC)")
PACE = Phrase("time for each hand-over")
LATE = Phrase("when time is up: wait and call a moderator, let the computer answer, or the default")
WEEKENDS = Phrase("whether the clocks run on weekends")
BATTLES = Phrase("battles are fought from sealed plans, or live, question by question")
TICK = Phrase("when sealed battles are fought and reactions shown: now, every so often, at hours")
SKIRMISHES = Phrase(
    "small fights in the middle of a move: with a plan each, or by the standing plans"
)
CONSENT = Phrase("time to agree to an undo or another request")
LETTERS = Phrase("letters between players: always, in the game's own times for them, or never")


# -- upgrades ------------------------------------------------------------------------------------

NOTE_HALTED = Phrase(
    "This table stands still: with this version of Herald its record leads elsewhere, from report "
    "#{report} on. Nothing is lost. A moderator can wait for another version, or go on from where "
    "it stood with `{do.mod_continue}`."
)
DIFFERENCE = Phrase(
    "{table} stands still, because this version of Herald replays its record to another position. "
    "The first difference is in report #{report} (entry {entry}).\n{then}\n{now}\nWait for a "
    "version that agrees, or go on from where the table stood with `{do.mod_continue}`: then the "
    "new rules hold, and nothing before can be taken back."
)
DIFFERENCE_MENDED = Phrase(
    "{table} stands still, because this version of Herald replays its record to another position. "
    "The first difference is in report #{report} (entry {entry}).\n{then}\n{now}\n{mends}\nWait "
    "for a version that agrees, or go on from where the table stood with `{do.mod_continue}`: then "
    "the new rules hold, and nothing before can be taken back."
)
TOLD_THEN = Phrase("It was told: {words}")
TELLS_NOW = Phrase("Now it reads: {words}")
TOLD_NOTHING = Phrase("nothing")
TELLS_THE_SAME = Phrase("What everybody reads of it is the same now.")
WHICH_MEND = Phrase("It is a rule that was mended ({rule}): {what}")
WHICH_MENDS = Phrase("It is one of these rules that were mended: {mends}")
ONE_MEND = Phrase("({rule}) {what}")
NOTE_AGREES = Phrase("The record of this table replays again as it was played; it goes on.")
NOTE_CONTINUED = Phrase(
    "This table goes on from where it stood, by the rules of this version of Herald. Nothing "
    "before this can be taken back."
)
ASK_CONTINUE = Phrase(
    "{who} asks to go on from where the table stood, by the rules of this version."
)
NOT_HALTED = Phrase("{table} does not stand still.")
CANNOT_CONTINUE = Phrase(
    "This version of Herald cannot go on from where {table} stood; wait for another."
)

# -- being forgotten -----------------------------------------------------------------------------

SOMEBODY = Phrase("somebody")  # in place of a name

learn("tables.WORDS", globals())
