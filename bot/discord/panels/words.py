"""What panels, forms and private answers say."""

from __future__ import annotations

from engine.tongues.phrases import Phrase, learn

# -- being forgotten -----------------------------------------------------------------------------
FORGET = Phrase(
    "I delete your settings, your name, your drafts and plans, how far you have read, and my list"
    " of what I wrote to you. Your orders stay in the records of their games, without you. This"
    " cannot be taken back. Messages that are already in Discord stay there."
)
FORGET_SEATS = Phrase(
    "I delete your settings, your name, your drafts and plans, how far you have read, and my list"
    " of what I wrote to you. Your seats become free: {tables}. Your orders stay in the records of"
    " their games, without you. This cannot be taken back. Messages that are already in Discord"
    " stay there."
)
DELETE_ALL = Phrase("Delete it all")
FORGOTTEN = Phrase("Done. Nothing is kept of you any more.")

# -- forms ---------------------------------------------------------------------------------------
FORM_ORDERS = Phrase("Orders")
FORM_ORDERS_HOW = Phrase("One a line, or ; between them")
FORM_EXAMPLE = Phrase("For example: {example}")
FORM_ONE_A_LINE = Phrase("One order a line")
FORM_PLAN = Phrase("Plan")
FORM_PLAN_HOW = Phrase("One instruction a line")
FORM_PLAN_TITLE = Phrase("{table}: your plan")
FORM_PLAN_AT = Phrase("{table}: {place}")
FORM_WORD = Phrase("A word of your own")
FORM_WORD_HINT = Phrase("Something that nobody could guess, not the same every time")
FORM_WORD_HOW = Phrase("Goes into the dice; all read it after the end. Empty: nothing.")

# -- lessons -------------------------------------------------------------------------------------
LESSON = Phrase("{game}, lesson {number} of {count}: {title}")
LESSONS = Phrase("Lessons")
LESSON_NUMBER = Phrase("Lesson {number}")
FIRST_ORDERS = Phrase("Orders to begin with")
NOW_ORDER = Phrase("Now order {order}. The green button does it for you; Write lets you type it.")
NOW_TRY = Phrase("Try {order}, though it will be refused.")
POSSIBLE_BUT = Phrase("That is possible. In this lesson try {order}.")
DO_THIS = Phrase("Do this")
STEP_BACK = Phrase("One step back")
AGAIN = Phrase("Begin again")
NEXT_LESSON = Phrase("Next lesson")
ALL_LESSONS = Phrase("All lessons")
HOW_TO_PLAY = Phrase("How to play {game}")
NO_SUCH_GAME = Phrase("There is no game {game!r}; there are {games}.")
NO_LESSON = Phrase("{game} has lessons 1 to {count}.")
NO_LESSONS = Phrase("{game} has no lessons yet.")

# -- help ----------------------------------------------------------------------------------------
HERALD = Phrase("Herald")
FIRST_STEPS = Phrase(
    "`{do.table_open}` opens a table here; the others press a seat on its card, then all press"
    " Ready.\n"
    "`{do.play}` opens your panel: the question, menus for your answer, your draft, your own map.\n"
    "`{do.order}` takes the same as text, `{do.answer}` offers whole answers, and every game has"
    " commands of its own.\n"
    "`{do.hand}` and `{do.map}` show what you may know, `{do.status}`, `{do.log}` and"
    " `{do.catchup}` how things stand.\n"
    "`{do.learn}` teaches a game step by step, `{do.rules}` explains a paragraph, `{do.undo}` takes"
    " back, `{do.me_settings}` holds your wishes.\n"
    "All of it works in the table's thread, in any channel and in direct messages, and only you"
    " see the answers."
)
NOTHING_ASKED = Phrase("Nothing is asked of you at this table now.")
ASKED_AS = Phrase("Asked {since}, as {seat}.")
RULE_SAYS_MORE = Phrase("`{do.rules} number:{rule}` says more.")
NEEDS = Phrase("needs {slots}")
MAY_HAVE = Phrase("may have {slots}")
NEEDS_AND_MAY = Phrase("needs {slots}; may have {others}")
FOR_EXAMPLE = Phrase("For example")
ORDER_TEXT = Phrase("{do.order} text:{order}")

# -- the lobby -----------------------------------------------------------------------------------
ADDED = Phrase(
    "-# You added “{word}” to the dice, as `{alias}`. It stays, whatever happens before the start,"
    " and stands in the record, where everybody can check it after the end."
)
ADDED_NOTHING = Phrase("-# You added nothing to the dice.")
SEVERAL_WAIT = Phrase("Several tables wait for players: {tables}. Name one with {do.table}.")
YOU_SIT = Phrase(
    "You sit as **{seat}** at {table}. I am sending you a direct message, to see whether yours are"
    " open. Press Ready when you are."
)
YOU_SIT_PLAYING = Phrase(
    "You sit as **{seat}** at {table}. I am sending you a direct message, to see whether yours are"
    " open. `{do.play}` opens your panel."
)
LEFT = Phrase("You have left {table}.")
NOT_STARTED = Phrase("{table} has not started; {do.table_leave} gives up your seat.")
NO_SEAT = Phrase("You have no seat at {table}.")
RESIGN = Phrase("Resign")
ASK_RESIGN = Phrase(
    "Give up your seat at {table}? Whoever takes it sees its secrets. To be away for a while,"
    " {do.table_hand_over} gives it to the computer, and you can take it back."
)
RESIGNED = Phrase("You have given up your seat at {table}. While it is free you can take it again.")
BEGINS = Phrase("**{table} begins.** Everybody gets their {own} by direct message.")
UNREADY = Phrase("You are not ready any more.")
READY = Phrase("You are ready. Still missing: {missing}.")
SOMEBODY_FOR = Phrase("somebody for {seat}")
WHICH_SEAT = Phrase("Which seat?")
ALL_TAKEN = Phrase("Every seat of {table} is taken.")
COMPUTER_SITS = Phrase("The computer ({player}) sits as {seat}.")
SEATED = Phrase("You sit as **{seat}** at {table} now; `{do.hand}` shows its {own}.")
CLOSE_IT = Phrase("Close it for good")
ASK_CLOSE = Phrase("Close {table}? It cannot be opened again.")
CLOSED = Phrase("{table} is closed.")
NO_OPTION = Phrase("{game} has no option {option!r}; it has {options}.")
SCENARIO = Phrase("Scenario: {scenario}\n{pace}")
OPTIONS_OF = Phrase("{table}: options")
OPTION = Phrase("{option} [{rule}]: {value}")
OPTION_FIXED = Phrase("{option} [{rule}]: {value} (fixed by the scenario)")
OPTION_LABEL = Phrase("{option} ({rule})")
OPTION_NOW = Phrase("now: {value}")
WHICH_OPTION = Phrase("Which option?")
WHICH_VALUE = Phrase("{option}: which value?")
WHICH_SCENARIO = Phrase("Which scenario?")
CHANGED = Phrase("Changed. Everybody must be ready again.")
NEEDS_CHANNEL = Phrase("A table needs a text channel for its card and its thread: open it in one.")

# -- maps and hands ------------------------------------------------------------------------------
WHAT_KNOWS = Phrase("{table}: what {seat} knows")
OWN_OF = Phrase("{table}: the {own} of {seat}")
ONLY_YOU = Phrase("only you see this")
WHERE = Phrase("Name the place to look at: {do.map_region}.")
REPLAY = Phrase("**{table}**: the whole game, with nothing hidden.")
MAPS = {
    "mine": Phrase("**{table}**: the map as you may see it."),
    "all": Phrase("**{table}**: the map as everybody may see it."),
    "region": Phrase("**{table}**: a closer look."),
    "last": Phrase("**{table}**: where it last happened."),
    "legend": Phrase("**{table}**: what the signs mean."),
    "north": Phrase("**{table}**: the north of the map, as you may see it."),
    "south": Phrase("**{table}**: the south of the map, as you may see it."),
    "west": Phrase("**{table}**: the west of the map, as you may see it."),
    "centre": Phrase("**{table}**: the middle of the map, as you may see it."),
    "east": Phrase("**{table}**: the east of the map, as you may see it."),
}
UNKNOWN_PLACE = Phrase("I do not know which place {place!r} is.")
UNKNOWN_PLACE_NEAR = Phrase("I do not know which place {place!r} is. Do you mean {near}?")
MAP_IN_WORDS = Phrase("{table}: the map in words")

# -- moderators ----------------------------------------------------------------------------------
CONFIRM = Phrase("Confirm")
YOU_LOOKED = Phrase("only you see this; the table was told that you looked")
MORE_AUDIT = Phrase("… {n} more: {do.mod_audit} last:")
NOTHING_BUT_ORDERS = Phrase("Nothing but orders so far.")
WHO_DID_WHAT = Phrase("{table}: who did what")
THE_TABLE = Phrase("the table")
DONE_BY = {  # what stands in an audit, by its name there
    "agree": Phrase("agree"),
    "agrees": Phrase("agrees"),
    "ask undo": Phrase("ask undo"),
    "ask pause": Phrase("ask pause"),
    "ask resume": Phrase("ask resume"),
    "ask extend": Phrase("ask extend"),
    "ask mod": Phrase("ask mod"),
    "ask moderator": Phrase("ask moderator"),
    "ask continue": Phrase("ask continue"),
    "ask seat": Phrase("ask seat"),
    "close": Phrase("close"),
    "computer": Phrase("computer"),
    "continue": Phrase("continue"),
    "deadline": Phrase("deadline"),
    "extend": Phrase("extend"),
    "grace": Phrase("grace"),
    "halted": Phrase("halted"),
    "late": Phrase("late"),
    "left": Phrase("left"),
    "mod act": Phrase("mod act"),
    "mod chance": Phrase("mod chance"),
    "mod edit": Phrase("mod edit"),
    "mod export": Phrase("mod export"),
    "mod fix": Phrase("mod fix"),
    "mod import": Phrase("mod import"),
    "mod rewind": Phrase("mod rewind"),
    "mod seat": Phrase("mod seat"),
    "moderator": Phrase("moderator"),
    "no moderator": Phrase("no moderator"),
    "offer": Phrase("offer"),
    "pause": Phrase("pause"),
    "peek": Phrase("peek"),
    "refuse": Phrase("refuse"),
    "removed": Phrase("removed"),
    "request late": Phrase("request late"),
    "resigned": Phrase("resigned"),
    "resume": Phrase("resume"),
    "settings": Phrase("settings"),
    "sit": Phrase("sit"),
    "stand in": Phrase("stand in"),
    "vanished": Phrase("vanished"),
}
AUDIT = Phrase("{when} **{who}**, {what}{entry}{words}{why}")
AUDIT_ENTRY = Phrase(" (e{entry})")
AUDIT_WORDS = Phrase(": {words}")
AUDIT_WHY = Phrase(" *{why}*")
HOURS_OR_UNTIL = Phrase("Say either {do.hours} from now on, or {do.until} a day and an hour.")
BAD_TIME = Phrase("A time is written 2026-08-31 18:00, in your own time zone; not {day!r}.")
IN_THE_SERVER = Phrase("Say that in the server that it is about.")
NOT_MANAGER = Phrase("Only somebody who may manage this server can say who moderates in it.")
BENCH = Phrase("Moderators of this server: {names}.")
BENCH_EMPTY = Phrase(
    "Moderators of this server: nobody: whoever opened a table keeps order there, with the others'"
    " consent."
)
BIG_FILE = Phrase("That file is too big: at most {most} MiB.")
NO_JSON = Phrase("That file is no table: it is not JSON.")
NOT_FETCHED = Phrase("I could not fetch that file; attach it once more.")

# -- letters -------------------------------------------------------------------------------------
LETTERS_AT = Phrase("{table}, {seat}: words between players")
LETTERS_WATCHED = Phrase("{table}: words between players")
NO_LETTERS = Phrase("Nobody has written or said anything to you yet.")
TOLD = Phrase("`{number}` {when} **{seat}** to {to}:\n{text}")
TOLD_ALL = Phrase("everybody")
TOLD_BACK = Phrase("*taken back*")
TOLD_FOOT = Phrase("{table} · only you see this")
TOLD_EARLIER = Phrase("… {n} earlier: {do.told} last:200")
WRITE_TO = Phrase("Write to …")
WRITE_SIDE = Phrase("My side: {seats}")
NOBODY_SITS = Phrase("nobody")
FORM_LETTER = Phrase("Your letter")
FORM_LETTER_HOW = Phrase("Nobody but these seats reads it.")
FORM_LETTER_TITLE = Phrase("To {seats}")
FORM_LETTER_HINT = Phrase("Nothing that is promised here binds anybody.")
SENT_TO = Phrase("Your letter is on its way to {holders}. `{do.told}` shows it again.")
HOLDER = Phrase("{seat} ({who})")
HOLDER_NOBODY = Phrase("{seat} (nobody who reads; whoever takes the seat can)")
SAID_TO_ALL = Phrase("Said to everybody at {table}.")
LETTER_BACK = Phrase("Number {number} is taken back: nobody can read it here any more.")

# -- orders --------------------------------------------------------------------------------------
DONE = Phrase("Done: {order}")
REFUSED = Phrase("**Refused**: {why}")
REFUSED_ORDER = Phrase("**Refused** {order}: {why}")
NOT_TRIED = Phrase("Not tried: {orders}")
NOT_DONE = Phrase("Not carried out, because chance or a reveal came first: {orders}")
GAME_OVER = Phrase("**The game is over.**")
NOTHING_ORDERED = Phrase("Nothing was ordered.")
YOU_ARE_ASKED = Phrase("**You are asked:** {question}")

# -- plans ---------------------------------------------------------------------------------------
PLAN_HELP = Phrase(
    "One instruction a line; the first that fits a question and is legal answers it. `[behind 4+]"
    " ...` in front of a line: only then. `max 1` behind it: at most so often. `ask always ...`:"
    " you are asked yourself. The last line is `else best` (as the computer would) or `else"
    " finish`.\nFor example: {examples}"
)
YOU_WROTE = Phrase("What you wrote")
MOODS = {
    "suggest": Phrase("Suggest"),
    "bold": Phrase("Bold"),
    "careful": Phrase("Careful"),
}
PLAN_HOW = Phrase(
    "**Suggest**, **Bold** and **Careful** write a plan as the computer would; **Edit** is for"
    " your own words. Then **Seal**. Where nothing is written, you fight as the computer would."
)
PLAN_SEALED = Phrase(
    "**Your plan is sealed.** Nobody else can see that. You can change or withdraw it until the"
    " battle is fought."
)
PLAN_UNTIL = Phrase("Until {until}; then you fight as the computer would.")
OTHER_BATTLES = Phrase("The other battles")
OTHER_BATTLE = Phrase("{place}: {plan}")
YOUR_PLAN = Phrase("{table}, {seat}: your plan")
PLAN_FOOT = Phrase("{table} · plan {number} · only you see this")
NOTHING_WRITTEN = Phrase("Nothing is written: you fight as the computer would.")
NOT_YET = Phrase("{place}: this cannot be sealed yet")
SHORT_NOT_YET = Phrase("cannot be sealed yet")
SHORT_LINES = Phrase("{count} lines")
SHORT_COMPUTER = Phrase("as the computer would")
ALL_BATTLES = Phrase("All of them")
WHICH_BATTLE = Phrase("Which battle?")
EDIT = Phrase("Edit")
CHANGE = Phrase("Change")
WITHDRAW = Phrase("Withdraw")
SEAL = Phrase("Seal")

# -- the question --------------------------------------------------------------------------------
SUGGESTION = Phrase("The computer would order")
PANEL_FOOT = Phrase("{table} · question {number} · only you see this")
HELD = Phrase("Your answer, until the next tick")
YOUR_DRAFT = Phrase("Your draft")
ANY_TIME = Phrase("At any time")
YOUR_ORDER = Phrase("Your order")
SEND_OR_ADD = Phrase("{order}\nSend it, or add it to your draft.")
SO_FAR = Phrase("Your order so far")
DRAFTED = Phrase("{n}. {order} ({mark})")
MARKS = {
    "tried": Phrase("tried"),
    "not": Phrase("not tried yet"),
    "refused": Phrase("refused"),
    "waits": Phrase("waits for chance"),
}
NEXT = Phrase("Next: {what}")
NEXT_PAGE = Phrase("Next: {what} ({page} of {pages})")
IF_YOU_LIKE = Phrase("If you like: {what}")
IF_YOU_LIKE_PAGE = Phrase("If you like: {what} ({page} of {pages})")
WARNED = Phrase("What it would bring about")
MORE_PLACES = Phrase("… {n} more. {do.hand}")
CHOSEN = Phrase("So far: {chosen}")
CHOOSE_BELOW = Phrase("Choose from the menu below.")
CHOOSE = {
    "one": Phrase("{What}: choose one"),
    "set": Phrase("{What}: choose {least} to {most}"),
    "single": Phrase("{What}: choose one"),
    "exactly": Phrase("{What}: choose exactly {most}"),
    "path": Phrase("{What}: choose the next step"),
}
NONE = Phrase("none")
EARLIER = Phrase("Earlier")
MORE = Phrase("More")
THAT_IS_ALL = Phrase("That is all")
NO_SUCH = Phrase("No {what}")
SEND = Phrase("Send")
ADD = Phrase("Add to draft")
BACK = Phrase("Back")
DROP_LAST = Phrase("Drop last")
CLEAR = Phrase("Clear")
DO_IT = Phrase("Do it")
INTO_DRAFT = Phrase("Into my draft")
WRITE = Phrase("Write")

# -- second thoughts -----------------------------------------------------------------------------
CHANGED_SINCE = Phrase("Things have changed since. Now it is this:")
WAITING = Phrase("{about}\nWaiting for {names} to agree.")
ENDS = {
    "agreed": Phrase("{about}\nEverybody agreed: it is done."),
    "refused": Phrase("{about}\nIt was refused; nothing changes."),
    "late": Phrase("{about}\nNobody answered in time; nothing changes."),
    "void": Phrase("{about}\nThe game has moved on; the request is void."),
}

learn("discord.PANELS", globals())
