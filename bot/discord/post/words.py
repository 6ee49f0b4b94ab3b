"""What posts say that nobody asked for: marks, calls, reports, the end, missing permissions."""

from __future__ import annotations

from engine.tongues.phrases import Phrase, learn

# -- marks: how people, and we ourselves, find a message again ------------------------------------
MARK = Phrase("{table} · {what}")
MARKS = {
    "status": Phrase("status"),
    "report": Phrase("#{number}"),
    "secrets": Phrase("hand of {seat}"),
    "call": Phrase("question {number}"),
    "remind": Phrase("question {number}, reminder"),
    "welcome": Phrase("welcome"),
    "end": Phrase("the end"),
    "replay": Phrase("the replay"),
    "note": Phrase("note {number}"),
    "whisper": Phrase("whisper {number}"),
    "request": Phrase("request {number}"),
    "letter": Phrase("letter {number}"),
    "letters": Phrase("letters of {seat}"),
    "said": Phrase("word {number}"),
}
MARK_OTHER = Phrase("{kind} {number}")
CALL_MARK = Phrase("{table} · question ")  # how every call begins

# -- what everybody sees --------------------------------------------------------------------------
REPORT = Phrase("#{number} {title}")
REPORT_BACK = Phrase("~~{title}~~ (taken back)")
REPORT_ON = Phrase("{title} (continued)")
WAITING_FOR = Phrase("{about}\nWaiting for {names}.")
ENDS = {
    "agreed": Phrase("{about}\nAgreed."),
    "refused": Phrase("{about}\nRefused."),
    "void": Phrase("{about}\nNo longer open."),
    "late": Phrase("{about}\nNobody answered in time."),
}
ASKS = Phrase("{who} asks")
SAYS = Phrase("{seat} says")
LETTER = Phrase("{table}: a letter of {seat}")
LETTER_TO = Phrase("-# To {seats}.")
LETTER_LONG = Phrase("It is too long to be shown here, and is in the file below.")
LETTER_BACK = Phrase("*These words were taken back.*")
SOMEBODY = Phrase("Somebody")

# -- what one person sees -------------------------------------------------------------------------
WHAT_ONLY_KNOWS = Phrase("{table}: what only {seat} knows")
YOUR_OWN = Phrase("{table}: your {own}")
UNTIL = Phrase("Until {until}.")
THE_TABLE = Phrase("-# The table: {place}")
TURN_TITLE = Phrase("{table}: it is your turn ({seat})")
STILL_TITLE = Phrase("{table}: you are still asked ({seat})")
TURN = Phrase("**{table}**: it is your turn.")
STILL = Phrase("**{table}**: you are still asked.")
WELCOME = Phrase("Welcome")
YOU_SIT = Phrase("You have a seat at {table}. This is a test: {what}")
YOU_SIT_AS = Phrase("You have a seat at {table} ({seat}). This is a test: {what}")
SECRETS_HERE = Phrase(
    "your hand, your secret pieces and your turns will be told here, and only here."
)
OWN_HERE = Phrase("your {own} and your turns will be told here.")
NOT_SHOWN = Phrase("This message could not be shown: {do.log} and {do.map} tell all.")

# -- the end --------------------------------------------------------------------------------------
SEED = Phrase("Seed")
TO_CHECK = Phrase("To check every draw")
THE_END = Phrase("{table}: the end")
THE_REPLAY = Phrase("{table}: the replay")
WHOLE_GAME = Phrase("The whole game, with nothing hidden. `{do.map_replay}` shows it again.")
NO_FILM = Phrase("The replay could not be drawn. `{do.map_replay}` tries again.")

# -- what goes wrong ------------------------------------------------------------------------------
NO_CHANNEL = Phrase(
    "I cannot post for {table} in its channel: a permission is missing there. I need: view the"
    " channel, send messages (also in threads), create public threads, embed links, attach files,"
    " read the history. What is owed waits until I have them."
)
NO_THREAD = Phrase(
    "I cannot post for {table} in its thread: a permission is missing there. I need: view the"
    " channel, send messages (also in threads), create public threads, embed links, attach files,"
    " read the history. What is owed waits until I have them."
)

learn("discord.POST", globals())
