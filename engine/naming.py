"""What a game with plain needs says: found in its catalogue by key, and in its declared events.

An event is said by the entry `EVENTS.<kind>`. An entry with a dot is a variant: it is chosen by a
word among the arguments (`edit.place`), or by an argument that its reader may know and others not
(`march.blocks`). Arguments are called by the names of their domains, a side is "you" to itself, and
a number is counted if there is a noun of its name (`NOUNS.count`). A game that needs more writes
`naming`, `says`, `asks` and `headline` of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core import About, Question, Seen
from engine.refusing import shown
from engine.tongues import ENGLISH, Count, Field, Listed, Number, Said, Tongue
from engine.words import say

if TYPE_CHECKING:
    from engine.base import BaseGame

SIDE = "side"  # the domain of those who read


class Names:
    """The names of things as one reader reads them."""

    __slots__ = ("game", "reader")

    def __init__(self, game: BaseGame[Any], reader: str | None) -> None:
        self.game, self.reader = game, reader

    def thing(self, domain: str, token: Any) -> Field:
        if domain == SIDE and token == self.reader:
            return say("you")
        if isinstance(token, str) and token in self.game.names(domain):
            return self.game.called(domain, token)
        return shown(token)

    def things(self, domain: str, tokens: Sequence[Any]) -> Field:
        """Each kind once: "two Foot and Horse"."""
        kinds: dict[Field, int] = {}
        for token in tokens:
            name = self.thing(domain, token)
            kinds[name] = kinds.get(name, 0) + 1
        found = [
            name if n == 1 else say("so many", number=Number(n), thing=name)
            for name, n in kinds.items()
        ]
        return Listed(tuple(found))

    def counted(self, number: int, noun: str) -> Field:
        return Count(number, f"{self.game.name}.NOUNS.{noun}")

    def reason(self, key: str, fields: Mapping[str, Field]) -> Field:
        return Said(f"{self.game.name}.REFUSALS.{key}", fields)

    def value(self, name: str, value: Any, about: About) -> Field:
        """An argument of an event as a value of its sentence."""
        if isinstance(value, int | float):
            noun = f"{self.game.name}.NOUNS.{name}"
            counts = isinstance(value, int) and ENGLISH.knows(noun)
            return Count(int(value), noun) if counts else value
        if isinstance(value, tuple):
            return self.things(about.domain, value)
        return self.thing(about.domain, value) if value is not None else None


_ALWAYS = {"by": About(SIDE)}  # of what the match itself tells
_WORD = About("")


def says(game: BaseGame[Any], seen: Seen, reader: str | None) -> Said:
    """One sentence for one event."""
    names, known = Names(game, reader), _declared(game, seen)
    key = f"{game.name}.EVENTS.{seen.kind}"
    fields: dict[str, Field] = {}
    for name, value in seen.args.items():
        about = known.get(name, _WORD)
        fields[name] = names.value(name, value, about)
        chooses = value if isinstance(value, str) and not about.domain else name
        if ENGLISH.knows(f"{key}.{chooses}"):
            key = f"{key}.{chooses}"
    if not ENGLISH.knows(key):
        return say("happened", kind=shown(seen.kind).replace("_", " "))
    return Said(key, fields)


def _declared(game: BaseGame[Any], seen: Seen) -> Mapping[str, About]:
    """What is known of the arguments: of an edit they are its slots."""
    if seen.kind in game.script.events:
        return game.script.events[seen.kind].arguments
    edit = game.edits.get(seen.args.get("edit", ""))
    return {slot.name: About(slot.domain) for slot in edit.slots} if edit else _ALWAYS


def asks(game: BaseGame[Any], question: Question) -> Said:
    """The question; what it is about is called by names of the domain of that name."""
    names = Names(game, question.seat)
    facts = {
        name: names.thing(name, value) if isinstance(value, str) else value
        for name, value in question.about.items()
    }
    return Said(f"{game.name}.PROMPTS.{question.kind}", facts)


def headline(game: BaseGame[Any], view: Any, tongue: Tongue) -> tuple[tuple[str, str], ...]:
    """Which turn it is."""
    number, turns = game.turn(view)
    which = say("turn of" if turns else "turn number", number=number, turns=turns)
    return ((tongue.word(say("turn")), tongue.word(which)),)
