"""What is said of visits, clicks and forms, wherever they go."""

from __future__ import annotations

from engine.tongues.phrases import Phrase, learn

RESTARTING = Phrase("I am being restarted; nothing was changed. Please try again in a minute.")
UNKNOWN_TABLE = Phrase("I do not know a table {table!r}. {do.table_list} names yours.")
OLD_BUTTON = Phrase("This button is too old; I cannot read it.")
UNKNOWN_BUTTON = Phrase("This button is too old; I do not know it.")
OLD_FORM = Phrase("This form is too old; I cannot read it.")
OLD_PANEL = Phrase("This panel was out of date; this is how it stands now.")
LONG_DRAFT = Phrase("Your draft is too long for one form; send some of it first.")

learn("discord.VISITS", globals())
