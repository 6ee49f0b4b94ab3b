"""What commands and their options mean, and what they answer."""

from __future__ import annotations

from engine.tongues.phrases import Phrase, learn

# -- what Discord shows while somebody types: at most 100 characters, in every language ------------
TABLE_OPTION = Phrase("which table, if this is not its thread")
ORDERS_IN = Phrase("Orders in {game}")
RULED = Phrase("{What} ({rule})")
MEANT = Phrase("{What}")
SLOTS = {  # of which the game says nothing more than what kind of thing stands in them
    "place": Phrase("a place on the map"),
    "zone": Phrase("a zone on the map"),
    "block": Phrase("pieces, by code or name: C2 2A1, all, all but C1"),
    "card": Phrase("a card from your hand"),
    "ship": Phrase("ships, by code or name"),
    "faction": Phrase("a faction"),
    "side": Phrase("a side"),
    "number": Phrase("how many"),
    "flag": Phrase("write its name, or leave it out"),
}
GUIDE = {
    "rules": Phrase("What a paragraph of the rules decides"),
    "rules.number": Phrase("its number, or a word from its title"),
    "rules.game": Phrase("which game, if not the table's"),
    "help": Phrase("What is asked of you now, and what you can order"),
    "learn": Phrase("What a game is about, and its lessons"),
    "learn.game": Phrase("which game, if not the table's"),
    "learn.lesson": Phrase("a lesson by its number; left out: the game's card"),
}
LOOKING = {
    "hand": Phrase("Your hand and everything else that only you know"),
    "map": Phrase("The map, as you may see it"),
    "map.what": Phrase("mine (default), all, region, last report, words, legend, or replay"),
    "map.place": Phrase("where to look closely"),
    "status": Phrase("Turn, score, and who must decide what"),
    "log": Phrase("What has happened, as far as you may know it"),
    "log.last": Phrase("how many lines; 20 if left out"),
    "log.since": Phrase("from this report on"),
    "log.seat": Phrase("what this seat did, or what was done to it"),
    "log.kind": Phrase("only events of this kind"),
    "log.rule": Phrase("only under this paragraph of the rules"),
    "log.turn": Phrase("only in this turn, as 1486"),
    "log.place": Phrase("only what happened at this place"),
    "log.text": Phrase("only lines with these words"),
    "catchup": Phrase("What happened since your last order"),
}
ME = {
    "me": Phrase("How you want to be treated, and what you have played"),
    "settings": Phrase("How you want to be called, shown maps and treated"),
    "settings.zone": Phrase("your time zone, as Europe/Madrid"),
    "settings.quiet": Phrase("hours in which you are not pinged, as 22-7; none for no quiet hours"),
    "settings.pings": Phrase("how you are called when it is your turn"),
    "settings.palette": Phrase("the colours of your maps"),
    "settings.language": Phrase("your language, as en"),
    "settings.away": Phrase("away until this day, as 2026-08-31; none when you are back"),
    "history": Phrase("The games that you have finished"),
    "forget": Phrase("Delete what is kept of you; your seats become free"),
}
WHY = Phrase("the reason: told to everybody and kept")
MOD = {
    "mod": Phrase("Keep a table in order, as its moderator"),
    "fix": Phrase("Replace one order; later ones are given again as far as possible"),
    "fix.order": Phrase("which order, as #41 or 41.2"),
    "fix.to": Phrase("what it should have been"),
    "rewind": Phrase("Go back to just before a numbered point"),
    "rewind.to": Phrase("the point, as #41 or 41.2; or start"),
    "act": Phrase("Answer for a seat; it counts as looking at its secrets"),
    "act.seat": Phrase("which seat"),
    "act.order": Phrase("the order; default or computer show you nothing"),
    "edit": Phrase("Change the position by hand"),
    "edit.text": Phrase("what to change; several with ; between them"),
    "chance": Phrase("Force the next result of a draw, or let chance run free again"),
    "chance.result": Phrase("force ... = ..., or unforce"),
    "seat": Phrase("Give a seat to a person or the computer, or free it"),
    "seat.seat": Phrase("which seat"),
    "seat.person": Phrase("who is offered it"),
    "seat.computer": Phrase("or which computer player"),
    "pause": Phrase("Let the clocks stand"),
    "resume": Phrase("Let the clocks run again"),
    "deadline": Phrase("Until when a seat has time"),
    "deadline.seat": Phrase("which seat"),
    "deadline.hours": Phrase("from now on"),
    "deadline.until": Phrase("or a day and hour in your time zone, as 2026-08-31 18:00"),
    "peek": Phrase("See what a seat sees; the table is told that you looked"),
    "peek.seat": Phrase("whose view"),
    "export": Phrase("The whole table as a file; it is told"),
    "import": Phrase("Set up a table from such a file in this channel"),
    "import.file": Phrase("what {do.mod_export} gave"),
    "audit": Phrase("Who did what at a table, when and why"),
    "audit.last": Phrase("how many lines"),
    "continue": Phrase("Let a table go on that stands still since an upgrade"),
    "server": Phrase("Who moderates in this server: name a role or a person"),
    "server.role": Phrase("whoever has it is a moderator"),
    "server.person": Phrase("who is a moderator"),
    "server.remove": Phrase("take it back instead"),
}
PLAYING = {
    "play": Phrase("Open your panel: the question, menus, your draft and map"),
    "order": Phrase("Give orders as text"),
    "order.text": Phrase("one order, or several with ; between them"),
    "write": Phrase("Write several orders, one a line, in a form"),
    "answer": Phrase("Answer the open question with one whole order"),
    "answer.answer": Phrase("what you answer"),
    "plan": Phrase("Your plan for the battle that is being planned"),
    "plan.text": Phrase("the plan in one line, ; between its lines"),
    "undo": Phrase("Take back your last orders, or ask the others to agree"),
}
TALKING = {
    "say": Phrase("Say something to everybody at the table"),
    "say.text": Phrase("what you say"),
    "tell": Phrase("Write a letter that only these seats read; without text a form opens"),
    "tell.to": Phrase("a seat, several with commas, or side for your own side"),
    "tell.text": Phrase("what you write"),
    "told": Phrase("Read again what you wrote and were told"),
    "told.last": Phrase("how many; 20 if left out"),
    "told.delete": Phrase("the number of something that you wrote: it is taken back"),
}
TABLE = {
    "table": Phrase("Open, join and run tables"),
    "open": Phrase("Open a table in this channel"),
    "open.game": Phrase("what is played"),
    "open.scenario": Phrase("which scenario; the first if left out"),
    "open.seat": Phrase("where you sit; the first seat if left out"),
    "join": Phrase("Take a seat"),
    "join.seat": Phrase("which seat; any free one if left out"),
    "leave": Phrase("Give up your seat; in the middle of a game others can take it"),
    "seat": Phrase("Change to another seat before the start"),
    "seat.seat": Phrase("which seat"),
    "options": Phrase("See or change the options of a table before the start"),
    "options.option": Phrase("which option; all are shown if left out"),
    "options.value": Phrase("its new value"),
    "options.scenario": Phrase("another scenario"),
    "ready": Phrase("Say that you are ready, or not yet"),
    "ready.ready": Phrase("ready, or not yet"),
    "start": Phrase("Start: be ready, and hear who is not"),
    "computer": Phrase("Let the computer play a free seat"),
    "computer.seat": Phrase("which seat; the free one if left out"),
    "computer.player": Phrase("which computer player; greedy if left out"),
    "clear": Phrase("Free a seat before the start"),
    "clear.seat": Phrase("which seat"),
    "hand-over": Phrase("Hand a seat to another person, or to the computer"),
    "hand-over.person": Phrase("who takes it, if they accept"),
    "hand-over.computer": Phrase("or which computer player"),
    "hand-over.seat": Phrase("which seat; yours if left out"),
    "resign": Phrase("Give up your seat in the middle of a game, for good"),
    "accept": Phrase("Take a seat that was offered to you"),
    "accept.seat": Phrase("which seat"),
    "moderator": Phrase("Name a moderator of your table; during the game the others must agree"),
    "moderator.person": Phrase("who"),
    "moderator.remove": Phrase("take it back instead"),
    "export": Phrase("What you may know of a table, as a file"),
    "close": Phrase("Close a table for good"),
    "results": Phrase("Finished games of this server"),
    "results.person": Phrase("only games that this person played"),
    "list": Phrase("Your tables and those of this server"),
    "settings": Phrase("See or change how a table plays: its pace, what if time is up"),
    "settings.setting": Phrase("which one; all are shown if left out"),
    "settings.value": Phrase("its new value, as 24h for a pace"),
    "pause": Phrase("Let the clocks stand; the others are asked"),
    "resume": Phrase("Let the clocks run again"),
    "extend": Phrase("Ask the others for more time"),
    "extend.hours": Phrase("how many hours more"),
}
SETTING_LABEL = Phrase("{setting}: {meaning}")

# -- answers: rules, the log -----------------------------------------------------------------------
NO_GAME = Phrase("There is no game {game!r}; there are {games}.")
RULE = Phrase("{game} {number}: {title}")
RULING = Phrase("*Ruling:* {ruling}")
LOG = Phrase("{table}: the log")
LOG_SOUGHT = Phrase("{table}: the log, what you looked for")
LOG_FROM = Phrase("{table}: the log from #{since} on")
LOG_FROM_SOUGHT = Phrase("{table}: the log from #{since} on, what you looked for")
NOTHING_LIKE_IT = Phrase("Nothing like that has happened.")
NOTHING_YET = Phrase("Nothing has happened yet.")
SINCE_LAST = Phrase("{table}: since your last order")
NOTHING_SINCE = Phrase("Nothing has happened since your last order.")
LOG_LINE = Phrase("`#{report}` {words}")
EARLIER = Phrase("… {n} earlier: {do.log} since:{report}")

# -- answers: people -------------------------------------------------------------------------------
NOTED = Phrase("Noted.")
NOT_AWAY = Phrase("not away")
CALLS = {
    "letter": Phrase("by direct message"),
    "mention": Phrase("by a mention in the thread"),
    "none": Phrase("not"),
}
DMS = {
    "open": Phrase("open"),
    "closed": Phrase("closed: {do.hand} shows your secrets; {do.me_settings_dm} tries them again"),
    "unknown": Phrase("not tried yet"),
}
FIELD_ZONE = Phrase("Time zone")
FIELD_QUIET = Phrase("Quiet hours")
NO_QUIET = Phrase("none")
FIELD_CALLED = Phrase("Called")
FIELD_COLOURS = Phrase("Colours")
FIELD_LANGUAGE = Phrase("Language")
FIELD_AWAY = Phrase("Away until")
FIELD_DMS = Phrase("Direct messages")

# -- answers: moderators ---------------------------------------------------------------------------
NOT_BOTH = Phrase("Name a person or a computer player, not both; neither frees the seat.")
NO_BOT_SITS = Phrase("A bot cannot sit down. Name a computer player with {do.computer}.")
NO_BOT_MODERATES = Phrase("A bot cannot moderate.")
NOT_EVERYBODY = Phrase("Not everybody can be a moderator; choose another role.")
EXPORTED = Phrase(
    "**{table}**, whole: it holds every secret. `{do.mod_import}` sets it up again, here or on"
    " another host. This table goes on as it is."
)
IMPORTED = Phrase("**{table}** is set up; its card is on the way.")
GOES_ON = Phrase("{table} goes on.")

# -- answers: time ---------------------------------------------------------------------------------
WHICH_SETTING = Phrase("Name the setting whose value that is: {do.setting} and {do.value}.")
NO_SETTING = Phrase("A table has no setting {setting!r}: {settings}.")
SET = Phrase("{setting} is {value} now.")
SET_READY = Phrase("{setting} is {value} now. Everybody must be ready again.")
CLOCKS_STAND = Phrase("The clocks stand. `{do.table_resume}` lets them run again.")
CLOCKS_RUN = Phrase("The clocks run again.")
DONE = Phrase("Done.")

# -- answers: tables -------------------------------------------------------------------------------
OPENED = Phrase(
    "**{table}** is open; its card is on the way. You sit as {seat}. Invite the others to take a"
    " seat, or seat a computer, then press Ready."
)
WHICH_OPTION = Phrase("Name the option whose value that is: {do.option} and {do.value}.")
SEAT_FREE = Phrase("The seat {seat} is free.")
PERSON_OR_COMPUTER = Phrase("Name either a person or a computer player who takes the seat.")
NOT_SEATED = Phrase("You do not sit at {table}; name the seat with {do.seat}.")
IS_ASKED = Phrase("{who} is asked whether they take {seat}.")
COMPUTER_PLAYS = Phrase("The computer ({player}) plays {seat} from now on.")
NO_MODERATOR = Phrase("{who} is no moderator any more.")
A_MODERATOR = Phrase("{who} is a moderator now.")
OWN_EXPORT = Phrase("**{table}**, as you may know it: no secret of anybody else is in it.")
ASK_IN_SERVER = Phrase("Results are a server's: ask there. {do.me_history} shows your own games.")
THIS_SERVER = Phrase("This server")
YOURS = Phrase("**Yours**")
NONE = Phrase("none")
OTHERS_HERE = Phrase("**Others in this server**")
TABLES = Phrase("Tables")
LISTED = Phrase("{table}: {stage}{waits}{room}.{you}{place}")
LISTED_WAITS = Phrase(", waiting for {names}")
LISTED_FREE = Phrase(", free: {seats}")
LISTED_YOU = Phrase(" **You are asked.**")
LISTED_PLACE = Phrase(" {place}")
STAGES = {
    "lobby": Phrase("lobby"),
    "playing": Phrase("playing"),
    "over": Phrase("over"),
    "closed": Phrase("closed"),
}

learn("discord.COMMANDS", globals())
