"""Every sentence about battle plans. What stands in a plan is the game's own."""

from __future__ import annotations

# -- what everybody reads ------------------------------------------------------------------------
PLANNED = "Seal a plan for {battles}: fought {when}"
WHEN_ALONE = "as soon as you have sealed"
WHEN_NOW = "as soon as everybody has sealed"
WHEN_TICK = "at the next tick ({tick}) after everybody has sealed"
EVERY = "every {span}"
HOURS = "{hours} o'clock UTC"
A_BATTLE = "the battle"
BATTLE_AT = "the battle at {place}"
BATTLES_AT = "the battles at {places}"

# -- what one person reads -----------------------------------------------------------------------
PLANNING = (
    "A battle is being planned, so no single orders are given. `/plan` opens your plan: press"
    " Suggest and Seal, or write your own."
)
NOT_PLANNED = "No battle is being planned at {table} now."
NO_PART = "The battle that is being planned is not yours."
OLD_PLAN = "That was for another battle; here is the one that is being planned now."
CHANGED = "Your plan was changed meanwhile; look at it again before you seal it."
FAULTY = "Your plan cannot be sealed yet. {faults}"
NO_BATTLE_THERE = "There is no battle at {place} now; there is one at {places}."
NOT_SEALED = "Your plan is not sealed."
EMPTY = "A plan needs at least one line."
TOO_LONG = "A plan has at most {most} characters."
NO_MOOD = "I can suggest a plan that is {moods}; not {mood!r}."
SKIPPED = "Your plan for {place}: {notes}"
STOPPED = "Your plan could not answer a question; it is put to you."
EVERYWHERE = "every place"

# -- reactions that wait for their tick ----------------------------------------------------------
HELD = (
    "Your answer `{order}` is kept, and given at {at} UTC, the next tick: so the time that you"
    " took tells nothing. Until then you can answer otherwise, or `/undo`."
)
HELD_ALL = (
    "Your answer `{order}` is kept, and opened with everybody's {when}: so neither that you"
    " answered nor when tells anything. Until then you can answer otherwise, or `/undo`."
)
UNDO_HELD = "This takes back your answer `{order}`, which nobody has seen; you can answer anew."
TAKEN_BACK = "Your answer is taken back; the question waits for you."
