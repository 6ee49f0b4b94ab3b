"""The engine's own sentences, in one place: what every game says alike.

What only one game says stands in that game's own catalogue.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

WORDS: Final[Mapping[str, str]] = {
    "empty": "That is an empty order.",
    "several": "That is {count} orders; one is read at a time.",
    "long": "That order has {length} characters; none needs more than {most}.",
    "other actor": "The question is for {actor}, not for {word}.",
    "unknown verb": "I do not know the order {word}.",
    "closed verb": "You cannot {verb} now. The question is: {prompt}",
    "unknown": "I know no {kind} called {word}.",
    "unknown, near": "I know no {kind} called {word}; did you mean {near}?",
    "ambiguous": "{word} could be {near}.",
    "missing": "{verb} is not complete: {what} is missing.",
    "stray": "{verb} does not need {word}; I do not know where it belongs.",
    "twice": "{mark} stands twice in {verb}; it can be said once.",
    "nowhere": "{mark} must stand behind the place on the way where it happens.",
    "count": "{word} is not a number of pieces that I can use.",
    "not here": "{word} cannot stand here in {verb}.",
}

KINDS: Final[Mapping[str, str]] = {
    "word": "word",
    "flag": "word",
    "zone": "sea zone",
    "switch": "setting",
    "label": "chance draw",
}


def say(key: str, **values: object) -> str:
    """One sentence of the catalogue. Values are put in as they are, never read as templates."""
    return WORDS[key].format_map(values)


def kind(domain: str) -> str:
    """What a person calls a thing of this domain; most are called what they are."""
    return KINDS.get(domain, domain)


def article(noun: str) -> str:
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"


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


def either(names: Sequence[str], most: int = 8) -> str:
    """ "Alhama, Albox or Alcala"; a long list is cut, and says so."""
    shown = list(names[:most])
    if len(names) > most:
        shown.append(f"one of {len(names) - most} more")
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} or {shown[-1]}"
