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
