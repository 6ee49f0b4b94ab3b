"""Every sentence about battle plans. What stands in a plan is the game's own."""

from __future__ import annotations

from engine.tongues.phrases import Phrase, learn

# -- what everybody reads ------------------------------------------------------------------------
PLANNED = Phrase("Seal a plan for {battles}: fought {when}")
WHEN_ALONE = Phrase("as soon as you have sealed")
WHEN_NOW = Phrase("as soon as everybody has sealed")
WHEN_TICK = Phrase("at the next tick ({tick}) after everybody has sealed")
EVERY = Phrase("every {span}")
HOURS = Phrase("{hours} o'clock UTC")
A_BATTLE = Phrase("the battle")
BATTLE_AT = Phrase("the battle at {place}")
BATTLES_AT = Phrase("the battles at {places}")

# -- what one person reads -----------------------------------------------------------------------
PLANNING = Phrase(
    "A battle is being planned, so no single orders are given. `{do.plan}` opens your plan: press"
    " Suggest and Seal, or write your own."
)
NOT_PLANNED = Phrase("No battle is being planned at {table} now.")
NO_PART = Phrase("The battle that is being planned is not yours.")
OLD_PLAN = Phrase("That was for another battle; here is the one that is being planned now.")
CHANGED = Phrase("Your plan was changed meanwhile; look at it again before you seal it.")
FAULTY = Phrase("Your plan cannot be sealed yet. {faults}")
NO_BATTLE_THERE = Phrase("There is no battle at {place} now; there is one at {places}.")
NOT_SEALED = Phrase("Your plan is not sealed.")
EMPTY = Phrase("A plan needs at least one line.")
TOO_LONG = Phrase("A plan has at most {most} characters.")
NO_MOOD = Phrase("I can suggest a plan that is {moods}; not {mood!r}.")
SKIPPED = Phrase("Your plan for {place}: {notes}")
STOPPED = Phrase("Your plan could not answer a question; it is put to you.")
EVERYWHERE = Phrase("every place")

# -- reactions that wait for their tick ----------------------------------------------------------
HELD = Phrase(
    "Your answer `{order}` is kept, and given at {at} UTC, the next tick: so the time that you"
    " took tells nothing. Until then you can answer otherwise, or `{do.undo}`."
)
HELD_ALL = Phrase(
    "Your answer `{order}` is kept, and opened with everybody's {when}: so neither that you"
    " answered nor when tells anything. Until then you can answer otherwise, or `{do.undo}`."
)
UNDO_HELD = Phrase(
    "This takes back your answer `{order}`, which nobody has seen; you can answer anew."
)
TAKEN_BACK = Phrase("Your answer is taken back; the question waits for you.")

learn("tables.PLANS", globals())
