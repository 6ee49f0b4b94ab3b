"""Every sentence of the game. A side is "you" to itself: hence the past tense."""

from engine.tongues import opening

EVENTS = {
    "turn": "Turn {turn} began.",
    "pace": "The north chose pace {north}, the south pace {south}; {first} went first.",
    "march": "{side} marched with {count} from {from} to {path}.",
    "march.blocks": "{side} marched with {blocks} from {from} to {path}.",
    "rest": "{side} rested.",
    "battle": "{side} attacked {place}: {mine} against {theirs}, {totals}. {Loser} lost.",
    "edit.clear": "The moderator cleared the map.",
    "edit.place": "The moderator put {count} of {side} into {town}.",
    "edit.place.blocks": "The moderator put {blocks} of {side} into {town}.",
    "edit.phase": "The moderator let {side} march.",
    "edit.force": "The moderator forced a result ({label}).",
    "edit.unforce": "The moderator let chance run free again.",
    "undo": "Play was taken back to before order {to} by {by}.",
    "withdraw": "An answer was withdrawn by {by}.",
}
PROMPTS = {
    "pace": "How often will you march this turn?",
    "march": "March or rest; marches left: {left}.",
    "edit": "Change the position.",
}
REFUSALS = {
    "nobody": "None of your blocks stands in {place}.",
    "not_there": "{block} does not stand in {place}, or not so often.",
    "too_far": "A march is two roads long at most.",
    "stops": "The enemy stands in {place}: the march stops there.",
    "no_road": "No road leads from {here} to {there}.",
}
REASONS = {
    "capital": "The enemy's capital has fallen.",
    "towns": "The winner stands in more towns.",
    "level": "Both sides stand in as many towns.",
}
NAMES = {"side.north": "the north", "side.south": "the south"}
NOUNS = {"block": "block|blocks"}

CATALOGUE = {
    "EVENTS": opening(EVENTS), "PROMPTS": PROMPTS, "REFUSALS": opening(REFUSALS),
    "REASONS": REASONS, "NAMES": NAMES, "NOUNS": NOUNS,
}  # fmt: skip
