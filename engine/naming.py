"""What a game says: found in its catalogue by key, and in what it declares.

An event is said by the entry `EVENTS.<kind>`. An entry with a dot is a variant: it is chosen by a
word among the arguments (`edit.place`), or by an argument that there is, and that its reader may
know (`march.blocks`). Arguments are called by the names of their domains, a side is "you" to
itself, and a number is counted in the noun that it is declared with (`NOUNS.block`). What a
sentence needs beside them a game works out itself, kind by kind (`composing`); how it calls things
it says in a class of its own (`naming`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from engine.core import About, Question, Seen
from engine.refusing import shown
from engine.tongues import ENGLISH, Count, Field, Listed, Name, Number, Said, Tongue
from engine.words import say

if TYPE_CHECKING:
    from engine.base import BaseGame

SIDE = "side"  # the domain of those who read

Args: TypeAlias = Mapping[str, Any]
Fields: TypeAlias = dict[str, Field]
Compose: TypeAlias = Callable[[Any, Args, Fields], str | None]  # fills fields, names a variant


class Names:
    """The names of things as one reader reads them."""

    __slots__ = ("game", "reader")

    sides: ClassVar[Collection[str]] = (SIDE,)  # the domains of those who read, and their like

    def __init__(self, game: BaseGame[Any], reader: str | None) -> None:
        self.game, self.reader = game, reader

    def thing(self, domain: str, token: Any) -> Field:
        if isinstance(token, str):
            called = self.game.directory.called
            if (found := called(domain, token)) is not None:
                return found
            for one in domain.split(" or "):
                if (found := called(one, token)) is not None:
                    return found
        return shown(token)

    def things(self, domain: str, tokens: Sequence[Any]) -> Field:
        """Each kind once: "two Foot and Horse". Those that only differ in what they are in the
        data, and not in their name, are alike."""
        kinds: dict[str, list[Field]] = {}
        for token in tokens:
            name = self.thing(domain, token)
            kinds.setdefault(name.text if isinstance(name, Name) else str(name), []).append(name)
        return Listed(
            tuple(
                [
                    same[0]
                    if len(same) == 1
                    else say("so many", number=Number(len(same)), thing=same[0])
                    for same in kinds.values()
                ]
            )
        )

    def counted(self, number: int, noun: str) -> Field:
        """So many of something: without a sign, the sentence says which way."""
        return Count(abs(number), f"{self.game.name}.NOUNS.{noun}")

    def reason(self, key: str, fields: Mapping[str, Field]) -> Field:
        return Said(f"{self.game.name}.REFUSALS.{key}", fields)

    def side(self, seat: str) -> Field:
        """Somebody of whom an event or a question speaks."""
        return say("you") if seat == self.reader else self.thing(SIDE, seat)

    def several(self, about: About, tokens: tuple[Any, ...]) -> Field:
        """Things of which it speaks; a path, and numbers, in their order."""
        if about.form == "path" or not about.domain:
            return Listed(tuple([self.value(token, about) for token in tokens]))
        return self.things(about.domain, tokens)

    def nothing(self, about: About) -> Field:
        """What it says of a thing that there is not."""
        return None

    def value(self, value: Any, about: About) -> Field:
        """What it tells, as a value of its sentence."""
        if isinstance(value, str):
            domain = about.domain
            if domain in self.sides:
                return self.side(value)
            return self.thing(domain, value) if domain else shown(value)
        if isinstance(value, tuple):
            return self.several(about, value)
        if value is None:
            return self.nothing(about)
        if about.noun and isinstance(value, int):
            return self.counted(value, about.noun)
        return value if isinstance(value, int | float) else None

    def fields(self, args: Args, known: Mapping[str, About]) -> Fields:
        """Everything that is told, by its name."""
        value, about = self.value, known.get
        return {name: value(told, about(name, _WORD)) for name, told in args.items()}


_ALWAYS = {"by": About(SIDE)}  # of what the match itself tells
_WORD = About("")


class Manner(NamedTuple):
    """How events of one kind are told."""

    key: str
    known: Mapping[str, About] | None  # of its arguments; None: it is not declared
    compose: Compose | None
    varied: bool  # there are variants


def manner(game: BaseGame[Any], kind: str) -> Manner:
    key, declared = f"{game.name}.EVENTS.{kind}", game.script.events.get(kind)
    known = declared.arguments if declared is not None else None
    varied = any(entry.startswith(f"{key}.") for entry in ENGLISH.catalogue)
    return Manner(key, known, game.composing.get(kind), varied)


def says(game: BaseGame[Any], seen: Seen, reader: str | None) -> Said:
    """One sentence for one event."""
    kind, args = seen.kind, seen.args
    if kind not in game.manners:
        game.manners[kind] = manner(game, kind)
    key, known, compose, varied = game.manners[kind]
    names = game.naming(reader)
    fields = names.fields(args, known if known is not None else _undeclared(game, args))
    variant = compose(names, args, fields) if compose is not None else None
    if variant is not None:
        key = f"{key}.{variant}"
    elif varied:
        key = _variant(key, args)
    if key not in ENGLISH.catalogue:
        return say("happened", kind=shown(kind).replace("_", " "))
    return Said(key, fields)


def _undeclared(game: BaseGame[Any], args: Args) -> Mapping[str, About]:
    """What is known of the arguments: of an edit they are its slots. Those that others may only
    count are counted by what they are."""
    edit = game.edits.get(args.get("edit", ""))
    if edit is None:
        return _ALWAYS
    known = {slot.name: About(slot.domain, slot.form) for slot in edit.slots}
    counted = [slot.domain for slot in edit.slots if slot.form == "set"]
    nouns = [noun for noun in counted if ENGLISH.knows(f"{game.name}.NOUNS.{noun}")]
    return {"count": About("", noun=nouns[0] if nouns else ""), **known}


def _variant(key: str, args: Args) -> str:
    for name, value in args.items():
        if isinstance(value, str) and ENGLISH.knows(f"{key}.{value}"):
            key = f"{key}.{value}"
        elif value and ENGLISH.knows(f"{key}.{name}"):
            key = f"{key}.{name}"
    return key


def asks(game: BaseGame[Any], question: Question) -> Said:
    """The question."""
    return Said(f"{game.name}.PROMPTS.{question.kind}", facts(game, question))


def facts(game: BaseGame[Any], question: Question) -> Fields:
    """What it tells; a fact is of the domain of its name, if its question does not say more."""
    names, script = game.naming(question.seat), game.script
    point = script.points.get(question.kind) or script.rights.get(question.kind)
    known = point.facts if point is not None else {}
    return {
        name: names.value(value, known.get(name) or About(name))
        for name, value in question.about.items()
    }


def headline(game: BaseGame[Any], view: Any, tongue: Tongue) -> tuple[tuple[str, str], ...]:
    """Which turn it is."""
    number, turns = game.turn(view)
    which = say("turn of" if turns else "turn number", number=number, turns=turns)
    return ((tongue.word(say("turn")), tongue.word(which)),)
