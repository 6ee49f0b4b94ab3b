"""The grammar: an order cut into words, the shape of a verb, and the one text of an action."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import groupby

from engine.core import Action, Slot, Value, Verb
from engine.tongues import ENGLISH, Tongue

LONGEST = 2_000  # characters of one order
LONGEST_WORD = 64  # characters of one word: no name is longer
MOST = 99  # pieces of one kind

NONE = "none"
SMALL = (NONE, "all", "but", "except", "and")  # words of the grammar itself
BREAK = ","  # stands between words that are not to be read as one name


# -- splitting ---------------------------------------------------------------------------------


def split(orders: str) -> list[str]:
    """The orders of a text: one a line or between `;`, without comments and empty ones."""
    parts = [part for line in orders.splitlines() for part in line.partition("#")[0].split(";")]
    return [order for part in parts if (order := part.strip())]


VERB = re.compile(r"[^\s>,=:]+")
_PLAIN = re.compile(r"[>,=]|(?:[^\s>,=:]|:(?=[^\s>,=:]))+")
_SIGNED = re.compile(r"[>,=]|(?<![^\s>,=])[-+]|(?:[^\s>,=:]|:(?=[^\s>,=:]))+")
DASHES = str.maketrans(
    {"→": ">", "−": "-", "–": "-", "—": "-", "×": "x", "\N{NO-BREAK SPACE}": " "}
)
_LOST = re.compile(r"(?<=.)-|^-(?![0-9])|[\s_'’`´]|\.(?![0-9])")
COUNT = re.compile(r"([0-9]+)(.*)", re.DOTALL)


@lru_cache(maxsize=8_192)
def fold(word: str) -> str:
    """A word as names are compared: no case, accents, hyphens, spaces or apostrophes.

    What tells tokens apart stays: `!`, `*`, the point in 0.5 and the sign of -1.
    """
    word = word.casefold()
    if not word.isascii():
        apart = unicodedata.normalize("NFKD", word)
        word = "".join(c for c in apart if not unicodedata.combining(c))
    return _LOST.sub("", word)


def shown(words: Iterable[str]) -> str:
    """What a person wrote, fit to be quoted in a sentence."""
    text = " ".join(words)
    text = "".join(c if c.isprintable() else "?" for c in text[: LONGEST_WORD + 1])
    return text if len(text) <= LONGEST_WORD else text[:40] + "..."


def counted_word(word: str) -> tuple[int, str]:
    """A word parted from the count before it."""
    count = COUNT.fullmatch(word)
    return (min(int(count[1][:3]), MOST), count[2]) if count and count[2] else (1, word)


# -- the shape of a verb -----------------------------------------------------------------------


class Role(Enum):
    """How a slot is found in the text."""

    BARE = 0  # by its position
    GOAL = 1  # by `>`
    WORD = 2  # by a word, or `=`
    FLAG = 3  # by its own name
    SIGN = 4  # by `-` or `+`
    SPOT = 5  # by the step behind which a sign stands


TO = -1  # among the keywords: what a person says for `>`


class Shape:
    """What writing and reading need to know of a verb, worked out once."""

    __slots__ = (
        "_heard",
        "also",
        "bare",
        "goals",
        "keywords",
        "name",
        "path",
        "pattern",
        "roles",
        "says_none",
        "sign_of",
        "signs",
        "slots",
        "start",
        "verb",
        "written",
    )

    def __init__(self, verb: Verb) -> None:
        self.verb = verb
        self.name = verb.name
        self.slots = slots = verb.slots
        spots = {slot.at for slot in slots if slot.at}
        self.roles = tuple(_role(slot, spots) for slot in slots)
        numbers = range(len(slots))
        self.bare = tuple(i for i in numbers if self.roles[i] is Role.BARE)
        self.goals = tuple(i for i in numbers if self.roles[i] is Role.GOAL)
        self.signs = {slots[i].mark: i for i in numbers if self.roles[i] is Role.SIGN}
        names = {slot.name: i for i, slot in enumerate(slots)}
        self.sign_of = {names[slots[i].at]: i for i in self.signs.values()}
        self.keywords = self._keywords(ENGLISH)
        self._heard = {ENGLISH.language: self.keywords}
        self.pattern = _SIGNED if self.signs else _PLAIN
        self.path = next((i for i in self.goals if slots[i].form == "path"), -1)
        self.start = next((i for i in self.bare if self._like(i, self.path)), -1)
        self.also = names.get("also", -1)
        self.written = self._written()
        self.says_none = self._says_none()

    def _like(self, i: int, j: int) -> bool:
        one, other = self.slots[i], self.slots[j]
        return j >= 0 and one.form == "one" and one.domain == other.domain

    def heard(self, tongue: Tongue) -> dict[str, int]:
        """The words that mark a slot, in a language and in English."""
        found = self._heard.get(tongue.language)
        if found is None:
            found = self._heard[tongue.language] = {**self._keywords(tongue), **self.keywords}
        return found

    def _keywords(self, tongue: Tongue) -> dict[str, int]:
        marks = {"to": TO} if self.goals else {}
        for i, slot in enumerate(self.slots):
            if self.roles[i] is Role.WORD:
                marks[slot.mark] = i
            elif self.roles[i] is Role.FLAG:
                marks[slot.name] = i
        return {fold(term): i for mark, i in marks.items() for term in tongue.terms(mark)}

    def _written(self) -> tuple[int, ...]:
        """Bare values, then a single goal, then the rest: `retreat > Ecija keep C2`."""
        first = [i for i in self.goals if self.slots[i].form == "one"]
        unwritten = {Role.SIGN, Role.SPOT, Role.BARE}
        rest = [i for i, role in enumerate(self.roles) if role not in unwritten and i not in first]
        return (*self.bare, *first, *rest)

    def _says_none(self) -> frozenset[int]:
        """Empty bare slots that must be written, or the order would be read as another."""
        found = set()
        for n, i in enumerate(self.bare):
            slot = self.slots[i]
            later = [self.slots[j].domain for j in self.bare[n + 1 :]]
            if slot.form == "one" and slot.optional:
                if len(self.bare) == 1 or slot.domain in later:
                    found.add(i)
        return frozenset(found)


def _role(slot: Slot, spots: set[str]) -> Role:
    if slot.name in spots:
        return Role.SPOT
    if slot.domain == "flag":
        return Role.FLAG
    if slot.mark in ("-", "+"):
        return Role.SIGN
    if slot.mark == ">":
        return Role.GOAL
    return Role.WORD if slot.mark else Role.BARE


_shapes: dict[int, Shape] = {}


def shape_of(verb: Verb) -> Shape:
    """Kept by identity: hashing a verb by value costs more than reading its order."""
    shape = _shapes.get(id(verb))
    if shape is None or shape.verb is not verb:
        if len(_shapes) > 1_000:
            _shapes.clear()
        shape = _shapes[id(verb)] = Shape(verb)
    return shape


def empty(slots: Iterable[Slot]) -> tuple[Value, ...]:
    """The values of slots of which nothing is said."""
    return tuple(None if slot.form == "one" else () for slot in slots)


# -- writing -----------------------------------------------------------------------------------


def write(verbs: Mapping[str, Verb], action: Action, tongue: Tongue = ENGLISH) -> str:
    """The one canonical text of an action in a language; codes are the same in all."""
    shape = shape_of(verbs[action.verb])
    parts = [_term(shape.name, tongue)]
    for i in shape.written:
        value = action[i + 1]
        slot = shape.slots[i]
        if i == shape.path:
            _write_road(shape, action, parts)
        elif not value:
            if i in shape.says_none:
                parts.append(_term(NONE, tongue))
        elif shape.roles[i] is Role.FLAG:
            parts.append(_term(slot.name, tongue))
        elif shape.roles[i] is Role.GOAL and slot.form == "path":
            parts += [f"> {_word(step)}" for step in value]
        else:
            if slot.mark:
                parts.append(_term(slot.mark, tongue))
            parts.append(_written(slot, value))
    return " ".join(parts)


def _term(word: str, tongue: Tongue) -> str:
    return word if tongue.language == ENGLISH.language else tongue.terms(word)[0]


def _word(token: str) -> str:
    return token.replace(" ", "-") if " " in token else token


def _written(slot: Slot, value: Value) -> str:
    if slot.form == "one":
        return _word(value)
    if slot.form == "path":
        return " ".join(map(_word, value))
    return _counted(value)


def _counted(tokens: Sequence[str]) -> str:
    """Repeats with a count before them; a token that begins with a digit is repeated instead."""
    if len(set(tokens)) == len(tokens):
        return " ".join(map(_word, tokens))
    parts = []
    for token, same in groupby(tokens):
        n = sum(1 for _ in same)
        word = _word(token)
        if n > 1 and not word[:1].isdigit():
            parts.append(f"{n}{word}")
        else:
            parts += [word] * n
    return " ".join(parts)


def _write_road(shape: Shape, action: Action, parts: list[str]) -> None:
    """Each step with what happens there; what happens at no step happens at the start."""
    path = action[shape.path + 1]
    happens: dict[str, list[str]] = {}
    for spot, sign in shape.sign_of.items():
        place, blocks = action[spot + 1], action[sign + 1]
        if place is not None:
            text = shape.slots[sign].mark + _counted(blocks)
            happens.setdefault(place if place in path else "", []).append(text)
    parts += happens.pop("", [])
    for step in path:
        parts.append(f"> {_word(step)}")
        if happens:
            parts += happens.pop(step, [])
