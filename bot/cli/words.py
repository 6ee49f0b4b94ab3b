"""What a game in the terminal says. Whatever concerns files, options and checks of the command line
itself stays in English where it is.
"""

from __future__ import annotations

from typing import Final

from engine.tongues import ENGLISH, Tongue
from engine.tongues.phrases import Phrase, learn

# -- how it is typed here --------------------------------------------------------------------------
WAYS: Final = {
    "help": "?",
    "map": "map",
    "map_place": "map PLACE",
    "hand": "hand",
    "box": "box",
    "log": "log",
    "log_all": "log all",
    "rules": "rules",
    "undo": "undo",
    "suggest": "suggest",
    "do": "do",
    "save": "save",
    "quit": "quit",
}


def typed(tongue: Tongue = ENGLISH) -> Tongue:
    """A language with what one can do written as it is typed here."""
    return tongue.through(WAYS)


# -- coming and going ------------------------------------------------------------------------------
GOODBYE = Phrase("Goodbye.")
NO_MORE = Phrase("No more input: the game stops here. Goodbye.")
STOPPED = Phrase("Stopped. Goodbye.")
YOU_PLAY = Phrase("{game}. You play {seats}; the computer plays {others}.")
YOU_ALL_PLAY = Phrase("{game}. Players at this keyboard: {seats}.")
HOW = Phrase(
    "Type an order, or its number where there is a list. {do.help} says what you can do.\n"
    "{do.map}, {do.hand}, {do.box}, {do.log}, {do.rules} 7.3: look. {do.suggest}: ask the computer."
    " {do.quit}: leave.\n"
    "Chance: {commitment}"
)
SIDE_THINKS = Phrase("The {seat} side is thinking ...")
THINKING = Phrase("Thinking ...")
PASS_ON = Phrase("Pass the keyboard on. Next: {side}. Then press Enter.")
WON = Phrase("The {seats} side wins: {reason} [{rule}]. Points: {scores}.")
SHARED = Phrase("The {seats} sides share the victory: {reason} [{rule}]. Points: {scores}.")
DRAW = Phrase("A draw: {reason} [{rule}]. Points: {scores}.")
SCORE = Phrase("{seat} {score}")
SEED = Phrase("Seed: {seed}. The SHA-256 of herald:SEED is what stood at the start.")

# -- one line --------------------------------------------------------------------------------------
ANY_TIME = Phrase("At any time, beside that:")
TYPE = Phrase("Type an order or a number; {do.help} says what you can do.")
CHOOSE = Phrase("Choose 1 to {most}.")
EMPTY = Phrase("That is an empty order.")
LOOK_AGAIN = Phrase("Look again before these, for something happened: {orders}")
EXAMPLES = Phrase("These are examples, legal as they stand. Short names do: mov cor c3 > eci")
COMMANDS = {
    "next": Phrase("{do.help} move Cordoba"),
    "map": Phrase("{do.map}, {do.map_place}"),
    "hand": Phrase("{do.hand}, {do.box}"),
    "log": Phrase("{do.log}, {do.log_all}"),
    "rules": Phrase("{do.rules} 7.3"),
    "undo": Phrase("{do.undo}"),
    "suggest": Phrase("{do.suggest}, {do.do}"),
    "save": Phrase("{do.save} FILE, {do.quit}"),
}
MEANINGS = {
    "next": Phrase("what may stand next in an order, as far as it is written"),
    "map": Phrase("the board as you may see it; one place with its roads"),
    "hand": Phrase("your cards; your recruits and everybody's lost pieces"),
    "log": Phrase("what has happened"),
    "rules": Phrase("what a paragraph of the rules decides"),
    "undo": Phrase("take back your last order, if nobody has learned from it"),
    "suggest": Phrase("what the computer would order here; order just that"),
    "save": Phrase("keep the game; leave it"),
}
NOT_OPEN = Phrase("That order is not open now; these are: {orders}.")
NOT_PLACED = Phrase("I cannot place {word!r}.")
COMPLETE = Phrase("{order}: that is complete.")
NEXT = {
    "one": Phrase("{order} ... {what}, one of:"),
    "set": Phrase("{order} ... {what}, any of:"),
    "path": Phrase("{order} ... {what}, step by step:"),
    "one.mark": Phrase("{order} ... {what} (written behind {mark}), one of:"),
    "set.mark": Phrase("{order} ... {what} (written behind {mark}), any of:"),
    "path.mark": Phrase("{order} ... {what} (written behind {mark}), step by step:"),
}
AND_MORE = Phrase("and {count} more")
OR_NOTHING = Phrase("or nothing more of it")
NO_PLACE = Phrase("There is no one place called {place!r}; {do.map} shows them all.")
EARLIER = Phrase("({count} earlier; {do.log_all} shows them)")
BEFORE = Phrase("({count} before these; {do.log} shows them)")
WOULD_ORDER = Phrase("The computer would order: ")
DO_GIVES = Phrase("{do.do}  gives that order.")
NOT_SUGGESTED = Phrase("Nothing has been suggested for this question; type {do.suggest} first.")
NOT_BACK = Phrase(
    "There is nothing you can take back: since your last order somebody has answered, or something"
    " was drawn or shown."
)
TAKEN_BACK = Phrase("Taken back.")
NAME_FILE = Phrase("Name a file: {do.save} my-game.json")
SAVE_FIRST = Phrase("Save the game first? A file name, or Enter to leave without saving.")
FILE_PROMPT = Phrase("file> ")
SEAT_PROMPT = Phrase("{seat}> ")
FILE_EXISTS = Phrase("There is a file of that name already; choose another.")
NO_FILE_NAME = Phrase("that is not a file name")
NOT_SAVED = Phrase("The game could not be saved: {reason}.")
SAVED = Phrase("Saved; it holds every secret. Go on with: herald play {game} --resume {path}")
RULED = Phrase("{text} [{rule}]")
POSSIBLE = Phrase("Possible: {orders}")

# -- rules -----------------------------------------------------------------------------------------
SEE_ALSO = Phrase("See also {sections}")
RULING = Phrase("Ruling {name}: {choice}")
NO_SECTION = Phrase("There is no section {number!r}. There is {near}.")

# -- the table -------------------------------------------------------------------------------------
HEADING = Phrase("{name}: {words}")
HAND = Phrase("Hand")
NOTHING = Phrase("none")
EMPTY_HAND = Phrase("empty")
NO_HANDS = Phrase("Nobody has a hand in this game.")
CARD = Phrase("card")
PLACE = Phrase("place")
HAND_IS_EMPTY = Phrase("Your hand is empty.")
YOUR_CARDS = Phrase("You have {cards} cards in hand, {deck} in the deck, {discards} discarded.")
THEIR_CARDS = Phrase(
    "The {seat} side has {cards} cards in hand, {deck} in the deck, {discards} discarded."
)
KNOWN_IN_HAND = Phrase("  Known to be in that hand")
FACT = Phrase("{fact} {value}")
YOUR_BLOCKS = Phrase("Your blocks")
STACK = Phrase("{blocks} ({notes})")
MOVED = Phrase("{count} moved")
INSIDE = Phrase("{count} inside")
AT = Phrase("{place}: {what}")
NOTHING_BESIDE = Phrase("Nothing lies beside the board in this game.")
BOX = Phrase("Recruitment box")
BOX_COUNT = Phrase("Recruitment box: {count} blocks")
BAG = Phrase("Still to be drawn: {count}")
LOST = {
    "eliminated": Phrase("Eliminated"),
    "mercenaries": Phrase("Mercenaries"),
    "removed": Phrase("Removed"),
}
SURRENDERS = Phrase("Castle Surrender cards: {count}")
GREY_ARMY = Phrase("Grey army at {place}, until {until}")
SIEGE = Phrase("Siege of {place}, {side} attacks")
BATTLE = Phrase("Battle of {place}, {side} attacks")
FIGHTS = Phrase("{seat}: {impacts} impacts; deployed {deployed}; cards played {cards}")
FIGHTS_DONE = Phrase(
    "{seat}: {impacts} impacts, finished; deployed {deployed}; cards played {cards}"
)
NOTHING_DEPLOYED = Phrase("nothing")
BLOCKS_THERE = Phrase("blocks there: {blocks}")
MOVEMENT = Phrase("{level} movement")
ACTIVATIONS = Phrase("activations left: {count}")
MUSTER_OPEN = Phrase("a muster is open")
ACTIVATED = Phrase("activated: {places}")
AT_SEA = Phrase("At sea")
ONE_PLACE = Phrase("{do.map_place} shows one place and its roads.")
CONTROLLED = Phrase("Controlled by {owner}")
EMPTY_PLACES = Phrase("Empty")
EMPTY_PLACE = Phrase("{place} ({facts})")
CASTLE_OF = Phrase("castle ({side})")
GREY = Phrase("grey {blocks}")
CONTROL = Phrase("control: {owner}")
COAST = Phrase("coast: {zone}")
NAMED = Phrase("{name} ({code})")
LABEL = Phrase("{head}: ")
ROADS = Phrase("Roads")
ROAD = Phrase("{place} ({kind})")
FACTS = {
    "castle": Phrase("castle"),
    "watchtower": Phrase("watchtower"),
    "resource": Phrase("resource"),
    "port": Phrase("port"),
    "disk": Phrase("disk"),
    "pioneers": Phrase("pioneers"),
}

# -- lessons ---------------------------------------------------------------------------------------
LESSON = Phrase("{game}, lesson {number} of {count}: {title}")
LESSON_HOW = Phrase(
    "Type the order, or {do.do} to have it done for you. {do.undo} goes one step back, again begins"
    " anew, {do.map} and {do.hand} look, {do.quit} leaves."
)
NOW_TYPE = Phrase("Now type: {order}")
NOW_TRY = Phrase("Try this, though it will be refused: {order}")
POSSIBLE_BUT = Phrase("That is possible. In this lesson try: {order}")
NOT_YET = Phrase("You are at the beginning of the lesson.")
NEXT_LESSON = Phrase("Enter begins lesson {number}: {title}. {do.quit} leaves.")
LAST_LESSON = Phrase("That was the last lesson. Now play: herald play {game}")
NO_LESSONS = Phrase("{game} has no lessons yet.")
NO_LESSON = Phrase("{game} has lessons 1 to {count}.")
LESSONS = Phrase("Lessons, with herald learn {game} and their number:")
A_LESSON = Phrase("{number}  {title}")
THREE_ORDERS = Phrase("Orders to begin with:")

learn("terminal.PLAY", globals())
