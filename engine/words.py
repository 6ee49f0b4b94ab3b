"""The engine's own sentences, in one place: what every game says alike.

What only one game says stands in that game's own catalogue.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from engine.tongues import ENGLISH, Field, Listed, Name, Said

if TYPE_CHECKING:
    from engine.core import Slot, Verb

WORDS: Final[Mapping[str, str]] = {
    "worded": "{text}",
    # what a game with plain needs leaves to the engine
    "you": "you",
    "turn": "Turn",
    "turn number": "number {number}",
    "turn of": "{number} of {turns}",
    "so many": "{number} {thing}",
    "happened": "This happened: {kind}.",
    # what an order says
    "empty": "That is an empty order.",
    "several": "That is {count} orders; one is read at a time.",
    "long": "That order has {length} characters; none needs more than {most}.",
    "other actor": "The question is for {actor}, not for {word}.",
    "unknown verb": "I do not know the order {word}.",
    "closed verb": "You cannot {verb} now. The question is: {prompt}",
    "unknown": "I know no {kind} called {word}.",
    "unknown, near": "I know no {kind} called {word}; did you mean {near}?",
    "ambiguous": "{word} could be {near}.",
    "others": "one of {count} more",
    "missing": "{verb} is not complete: {what} is missing.",
    "stray": "{verb} does not need {word}; I do not know where it belongs.",
    "twice": "{mark} stands twice in {verb}; it can be said once.",
    "nowhere": "{mark} must stand behind the place on the way where it happens.",
    "count": "{word} is not a number of pieces that I can use.",
    "not here": "{word} cannot stand here in {verb}.",
    "refused": "{reason} [{rule}]",
    "try": "{refusal} Try: {orders}.",
    # at which question, and at which table
    "stale": "That question has been answered; the match has moved on.",
    "no game": "There is no game {word}; there are {games}.",
    "no scenario": "{game} has no scenario {word}; it has {scenarios}.",
    "no option": "{game} has no option {word}; it has {options}.",
    "no such value": "Option {option} is one of {values}, not {word}.",
    "no seat": "There is no seat {seat} in {game}.",
    "no computer": "{game} has no computer player of its own.",
    "no player": "There is no player {word}; there are {players}.",
    "fixed option": "Scenario {scenario} of {game} fixes option {option} at {value}; "
    "it cannot be {chosen}.",
    "over": "The match is over.",
    "not asked": "Nothing is asked of {seat} now; the question is with {waiting}.",
    "no right": "There is no right to {verb}.",
    "no outcomes": "Orders in {game} cannot go by what came of others: it counts nothing.",
    "no outcome": "{game} counts no {word} that orders could go by, but {outcomes}.",
    "ways": "Several ways lead to {goal}, and it matters which; name the steps: {ways}.",
    "not asked now": "Nothing is asked of {seat} now.",
    "not over": "Only a match that is over can be shown with nothing hidden.",
    "not revealed": "Nothing is revealed before the match is over.",
    "no record": "A redealt world has no record.",
    # taking back and mending
    "no entry": "There is no entry {entry} to go back to.",
    "before the rules": "That was before the rules changed; nothing goes back behind that.",
    "nothing to undo": "There is nothing to undo.",
    "nothing to withdraw": "There is no answer of yours that could still be withdrawn.",
    "fallen": "That order does not stand any more.",
    "not asked then": "Nothing was asked of {seat} then.",
    "one for one": "One order takes the place of one order.",
    "other question": "another question is open then",
}

KINDS: Final[Mapping[str, str]] = {  # what people call the things that slots hold, one of them
    "word": "a word",
    "flag": "a word",
    "zone": "a sea zone",
    "switch": "a setting",
    "label": "a chance draw",
    "place": "a place",
    "amount": "an amount",
    "block": "a block",
    "card": "a card",
    "ship": "a ship",
    "piece": "a piece",
    "unit": "a unit",
    "kind": "a kind",
    "target": "a target",
    "nation": "a nation",
    "actor": "an actor",
    "stance": "a stance",
    "faction": "a faction",
    "side": "a side",
    "owner": "an owner",
    "army": "an army",
    "number": "a number",
    "turn": "a turn",
    "phase": "a phase",
    "pile": "a pile",
    "leader": "a leader",
    "fighter": "a unit",
    "snare": "a unit",
    "mark": "a marker",
    "fate": "a fate",
    "count": "a count",
    "fact": "a fact",
}
BARE: Final = {domain: words.partition(" ")[2] for domain, words in KINDS.items()}

PLANS: Final[Mapping[str, str]] = {
    "fault": "Line {line} ({text}): {reason}",
    "fault, could": "Line {line} ({text}): {reason} It could be: {could}.",
    "skipped": "Line {line} ({text}) was skipped: {why}",
    "skipped, often": "Line {line} ({text}) was skipped ({times} times): {why}",
    "ask owner": "The plan of {seat} leaves this question to its owner.",
    "not so": "not so: {conditions}",
    "no place": "There is no place {word}.",
    "no order": "That is no order.",
    "long": "A line has at most {most} characters.",
    "many": "A plan has at most {most} lines.",
    "after else": "Nothing can come after the line with `else`.",
    "one head": "A plan has one head, and it stands first.",
    "else what": "What else may the plan do?",
    "bracket": "The bracket is not closed.",
    "when not what": "The line says when, but not what.",
    "not asked about": "Nothing is asked about {topic}.",
    "ask what": "Ask about what?",
    "no fact": "{word} is no public fact; conditions speak of nothing else.",
}

FACTS: Final[Mapping[str, str]] = {"asked": "always so"}

ENGLISH.learn("engine", WORDS=WORDS, KINDS=KINDS, BARE=BARE, PLANS=PLANS, FACTS=FACTS)


def say(key: str, **values: Field) -> Said:
    """One sentence of the catalogue. Values are put in as they are, never read as templates."""
    return Said(f"engine.WORDS.{key}", values)


def say_plan(key: str, **values: Field) -> Said:
    """A sentence about the lines of a plan."""
    return Said(f"engine.PLANS.{key}", values)


def kind(domain: str) -> Name:
    """What a person calls a thing of this domain; what has no entry is called what it is."""
    return Name(f"engine.BARE.{domain}", domain)


def both(names: Sequence[str], last: str = "and") -> str:
    """ "Red", "Red and Blue", "Red, Blue and Green"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def counted(number: int, last: int) -> str:
    """Which turn of how many: "4 / 12"; "4" where there is no last one (0)."""
    return f"{number} / {last}" if last else str(number)


def outcome(winners: Sequence[str], one: str, several: str, nobody: str, **values: str) -> str:
    """The one of three sentences that fits so many winners; {seats} is who they are."""
    sentence = (nobody, one, several)[min(len(winners), 2)]
    return sentence.format(seats=both(winners), **values)


def one(domain: str) -> Name:
    """The same with its article."""
    return Name(f"engine.KINDS.{domain}", domain)


def meanings(verbs: Mapping[str, Verb]) -> dict[str, str]:
    """What orders and their slots mean, as a group of a catalogue."""
    found = {verb.name: verb.words for verb in verbs.values()}
    for verb in verbs.values():
        found |= {f"{verb.name}.{slot.name}": slot.words for slot in verb.slots}
    return {key: words for key, words in found.items() if words}


def meaning(group: str, verb: str, slot: Slot) -> Name:
    """What a slot means, by the catalogue `granada.VERBS`; else what it holds."""
    return Name(f"{group}.{verb}.{slot.name}", slot.words) if slot.words else one(slot.domain)


def either(names: Sequence[str], most: int = 8) -> Listed:
    """ "Alhama, Albox or Alcala"; a long list is cut, and says so."""
    shown: list[Field] = list(names[:most])
    if len(names) > most:
        shown.append(say("others", count=len(names) - most))
    return Listed(tuple(shown), "or")
