"""Every sentence about words between players. What they write is their own."""

from __future__ import annotations

from engine.tongues.phrases import Phrase, learn

EMPTY = Phrase("There are no words in that.")
TOO_LONG = Phrase("That has {count} characters; words to other players have at most {most}.")
TOO_MANY = Phrase(
    "You have written {count} times within an hour, and that is the most. Try again later."
)
OFF = Phrase("Players do not write letters at {table}. `{do.say}` speaks to everybody.")
NOT_NOW = Phrase(
    "At {table} letters are written only when the game lets players talk, and that is not now. "
    "`{do.say}` speaks to everybody."
)
TO_NOBODY = Phrase("Say to whom: {seats}, several of them with commas, or `side` for your own.")
TO_YOURSELF = Phrase("You are {seat} yourself.")
NO_SIDE = Phrase("Nobody is on your side at {table}.")
NO_LETTER = Phrase("You have read no words with the number {number} here.")
NOT_YOURS = Phrase("Only the seat that wrote something can take it back.")
TAKEN_BACK = Phrase("That has been taken back already.")
WAITING = Phrase(
    "{seat} has {count} letters of earlier days at {table}: `{do.told}` shows them to you."
)
WAITING_ONE = Phrase(
    "{seat} has one letter of earlier days at {table}: `{do.told}` shows it to you."
)

learn("tables.LETTERS", globals())
