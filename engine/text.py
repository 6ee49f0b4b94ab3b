"""Order text <-> Action: one grammar for every game and every front end.

    move Cordoba C3 C2 2A1 > Ecija -2A1 > Osuna march Aragon

An order is a verb and its slots. Bare slots stand first, in the verb's own order; the others are
found by their marks, in any order: `>` before every step of a road or a goal, a word (`march`,
`load`), `=`, the name of a flag (`land`), and `-` or `+` behind the step where blocks are left or
taken up. A road that visits a place twice cannot say which visit is meant: it is the first.

Writing is strict: an action has one text. Reading forgives (case, accents, hyphens, short names),
but it never guesses between two things a person could mean, and it never chooses a card or a
block by itself. Everything that is read is read against the open decision, so a refusal says
only what the decision's own levels, the game's public names and the game's own refusals say.

What a game must keep to, so that its text parses back: tokens have no `;#>,=`, no `:` at their
end, and no sign before them where the verb knows that sign; of tokens `A1` and `2A1` a domain
has one at most; no two bare sets of one domain stand side by side; a sign's place and blocks
come behind the path in the verb.
"""

from __future__ import annotations

import re
import unicodedata
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from enum import Enum
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from engine.core import MODERATOR, Action, Decision, Game, Illegal, Level, Slot, Value, Verb
from engine.words import article, either, kind, say

__all__ = ["fold", "nearest", "read", "split", "write"]

LONGEST = 2_000  # characters of one order
LONGEST_WORD = 64  # characters of one word: no name is longer
MOST = 99  # pieces of one kind
STEPS = 64  # elements of one set that `all` takes
WORK = 240  # levels that the search for suggestions looks at
BREADTH = 40  # of these, for one search of the shortest way on

NONE = "none"
BREAK = ","  # stands between words that are not to be read as one name
_SECRET = ("card", "block")  # domains in which nothing is ever filled in for a player


# -- splitting ---------------------------------------------------------------------------------


def split(orders: str) -> list[str]:
    """The orders of a text: one a line or between `;`, without comments and empty ones."""
    parts = [part for line in orders.splitlines() for part in line.partition("#")[0].split(";")]
    return [order for part in parts if (order := part.strip())]


_VERB = re.compile(r"[^\s>,=:]+")
_PLAIN = re.compile(r"[>,=]|(?:[^\s>,=:]|:(?=[^\s>,=:]))+")
_SIGNED = re.compile(r"[>,=]|(?<![^\s>,=])[-+]|(?:[^\s>,=:]|:(?=[^\s>,=:]))+")
_DASHES = str.maketrans(
    {"→": ">", "−": "-", "–": "-", "—": "-", "×": "x", "\N{NO-BREAK SPACE}": " "}
)
_LOST = re.compile(r"(?<=.)-|^-(?![0-9])|[\s_'’`´]|\.(?![0-9])")
_COUNT = re.compile(r"([0-9]+)(.*)", re.DOTALL)
_GAPS = re.compile(r"[-\s_]+")


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


def _shown(words: Iterable[str]) -> str:
    """What a person wrote, fit to be quoted in a sentence."""
    text = " ".join(words)
    text = "".join(c if c.isprintable() else "?" for c in text[: LONGEST_WORD + 1])
    return text if len(text) <= LONGEST_WORD else text[:40] + "..."


# -- the shape of a verb -----------------------------------------------------------------------


class Role(Enum):
    """How a slot is found in the text."""

    BARE = 0  # by its position
    GOAL = 1  # by `>`
    WORD = 2  # by a word, or `=`
    FLAG = 3  # by its own name
    SIGN = 4  # by `-` or `+`
    SPOT = 5  # by the step behind which a sign stands


_TO = -1  # among the keywords: what a person says for `>`


class Shape:
    """What writing and reading need to know of a verb, worked out once."""

    __slots__ = (
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
        self.keywords = self._keywords()
        self.pattern = _SIGNED if self.signs else _PLAIN
        self.path = next((i for i in self.goals if slots[i].form == "path"), -1)
        self.start = next((i for i in self.bare if self._like(i, self.path)), -1)
        self.also = names.get("also", -1)
        self.written = self._written()
        self.says_none = self._says_none()

    def _like(self, i: int, j: int) -> bool:
        one, other = self.slots[i], self.slots[j]
        return j >= 0 and one.form == "one" and one.domain == other.domain

    def _keywords(self) -> dict[str, int]:
        found: dict[str, int] = {"to": _TO} if self.goals else {}
        for i, slot in enumerate(self.slots):
            if self.roles[i] is Role.WORD:
                found[fold(slot.mark)] = i
            elif self.roles[i] is Role.FLAG:
                found[fold(slot.name)] = i
        return found

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


def _shape(verb: Verb) -> Shape:
    """Kept by identity: hashing a verb by value costs more than reading its order."""
    shape = _shapes.get(id(verb))
    if shape is None or shape.verb is not verb:
        if len(_shapes) > 1_000:
            _shapes.clear()
        shape = _shapes[id(verb)] = Shape(verb)
    return shape


# -- writing -----------------------------------------------------------------------------------


def write(verbs: Mapping[str, Verb], action: Action) -> str:
    """The one canonical text of an action."""
    shape = _shape(verbs[action[0]])
    parts = [shape.name]
    for i in shape.written:
        value = action[i + 1]
        slot = shape.slots[i]
        if i == shape.path:
            _write_road(shape, action, parts)
        elif not value:
            if i in shape.says_none:
                parts.append(NONE)
        elif shape.roles[i] is Role.FLAG:
            parts.append(slot.name)
        elif shape.roles[i] is Role.GOAL and slot.form == "path":
            parts += [f"> {_word(step)}" for step in value]
        else:
            if slot.mark:
                parts.append(slot.mark)
            parts.append(_written(slot, value))
    return " ".join(parts)


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


# -- names -------------------------------------------------------------------------------------


class Hit(NamedTuple):
    """What words may mean: one token is understood, several are ambiguous, none is unknown."""

    tokens: tuple[str, ...]
    used: int = 1
    exact: bool = False


_MISS = Hit(())


class Table:
    """The names of one domain: tokens, what a person calls them, and the words they begin with."""

    __slots__ = ("inner", "keys", "named", "span", "tokens")

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        self.tokens: dict[str, str] = {}
        self.named: dict[str, tuple[str, ...]] = {}
        self.keys: dict[str, tuple[str, ...]] = {}
        self.inner: dict[str, tuple[str, ...]] = {}
        self.span: dict[str, int] = {}
        for token, name in names:
            self._add(token, name)

    def _add(self, token: str, name: str) -> None:
        said = [token, token.removeprefix("Sea-"), name]
        keys = tuple(dict.fromkeys(filter(None, map(fold, said))))
        self.tokens.setdefault(fold(token), token)
        for key in keys:
            self.named[key] = (*self.named.get(key, ()), token)
        inner: list[str] = []
        for text in said:
            words = [key for key in map(fold, _GAPS.split(text)) if key]
            inner += ["".join(words[i:]) for i in range(1, len(words))]
            for i in range(1, len(words)):
                start = "".join(words[:i])
                self.span[start] = max(self.span.get(start, 1), len(words) - i + 1)
        self.keys[token] = (*self.keys.get(token, ()), *keys)
        self.inner[token] = (*self.inner.get(token, ()), *inner)

    def match(self, offered: Sequence[Value], words: Sequence[str], at: int = 0) -> Hit:
        """What `words` from `at` on mean: an exact name of any thing, else a short name of a
        thing that is offered, else a short name of any thing; last, a word inside a name, so
        that Mal is Malaga even where only Velez-Malaga can be reached."""
        word = words[at]
        first = fold(word)
        most = self.span.get(first, 1)
        if most == 1 and word in self.keys:
            return Hit((word,), 1, True)
        keys = self._joined(words, at, most)
        for n in range(len(keys), 0, -1):
            if hit := self._exact(offered, words, at, keys, n):
                return hit
        for index in (self.keys, self.inner):
            for pool in (offered, self.keys):
                for n in range(len(keys), 0, -1):
                    if found := _beginning(index, pool, keys[n - 1]):
                        return Hit(found, n)
        return _MISS

    @staticmethod
    def _joined(words: Sequence[str], at: int, most: int) -> list[str]:
        """The next one, two ... words up to a break, each run as one key."""
        keys: list[str] = []
        key = ""
        for word in words[at : at + most]:
            if word == BREAK:
                break
            key += fold(word)
            keys.append(key)
        return keys

    def _exact(
        self, offered: Sequence[Value], words: Sequence[str], at: int, keys: list[str], n: int
    ) -> Hit | None:
        if n == 1 and words[at] in self.keys:
            return Hit((words[at],), 1, True)
        for i in range(1, n):  # "Castile 2 Aragon" is not a Castile2
            if words[at + i][:1].isdigit() and keys[i - 1] in self.named:
                return None
        token = self.tokens.get(keys[n - 1])
        if token is not None:
            return Hit((token,), n, True)
        named = self.named.get(keys[n - 1], ())
        return Hit(tuple(t for t in named if t in offered) or named, n, True) if named else None

    def knows(self, word: str) -> bool:
        return word in self.keys or fold(word) in self.named

    def near(self, word: str, most: int = 3) -> list[str]:
        """Tokens that look like `word`, for a person who mistyped."""
        key = fold(word)[:LONGEST_WORD]
        grades = {
            token: max(_likeness(key, k) for k in keys) for token, keys in self.keys.items() if keys
        }
        like = [token for token, grade in grades.items() if grade >= 0.7]
        return sorted(like, key=lambda token: -grades[token])[:most]


def _beginning(
    index: Mapping[str, tuple[str, ...]], pool: Iterable[Value], key: str
) -> tuple[str, ...]:
    """The tokens of `pool` that have a name in `index` which begins with `key`."""
    if not key:
        return ()
    return tuple(t for t in pool if t and any(name.startswith(key) for name in index.get(t, ())))


def _likeness(one: str, other: str) -> float:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() >= 0.5 else 0.0


class Book:
    """The name tables of one game, made when first asked for."""

    __slots__ = ("_loose", "_names", "_said", "_tables", "_verbs")

    def __init__(self, game: Game) -> None:
        domains = {
            slot.domain
            for verb in (*game.verbs.values(), *game.edits.values())
            for slot in verb.slots
        }
        self._names = {domain: _names(game, domain) for domain in sorted(domains)}
        self._said: dict[str, str] = {}
        for names in self._names.values():
            for token, name in names.items():
                self._said.setdefault(token, name)
        self._tables: dict[str, Table] = {}
        self._loose: dict[tuple[str, tuple[str, ...]], Table] = {}
        self._verbs: dict[str, Table] = {}

    def table(self, domain: str) -> Table:
        table = self._tables.get(domain)
        if table is None:
            table = self._tables[domain] = Table(self._names.get(domain, {}).items())
        return table

    def match(self, domain: str, offered: Sequence[Value], words: list[str], at: int = 0) -> Hit:
        """As `Table.match`, for offered tokens too that the game has no name for."""
        table = self.table(domain)
        word = words[at]
        if word in table.keys and fold(word) not in table.span:
            return Hit((word,), 1, True)
        return self.full(domain, offered).match(offered, words, at)

    def full(self, domain: str, offered: Sequence[Value]) -> Table:
        table = self.table(domain)
        loose = tuple(t for t in offered if t is not None and t not in table.keys)
        if not loose:
            return table
        wider = self._loose.get((domain, loose))
        if wider is None:
            if len(self._loose) > 200:
                self._loose.clear()
            more = ((t, self._said.get(t, t)) for t in loose)
            names = (*self._names.get(domain, {}).items(), *more)
            wider = self._loose[domain, loose] = Table(names)
        return wider

    def verbs(self, which: str, verbs: Mapping[str, Verb]) -> Table:
        table = self._verbs.get(which)
        if table is None:
            table = self._verbs[which] = Table((name, name) for name in verbs)
        return table


def _names(game: Game, domain: str) -> Mapping[str, str]:
    """A game may have no names for a domain: numbers and words say themselves."""
    try:
        return game.names(domain)
    except KeyError:
        return {}


_books: dict[int, Book] = {}


def _book(game: Game) -> Book:
    """Kept as long as the game lives."""
    book = _books.get(id(game))
    if book is None:
        book = _books[id(game)] = Book(game)
        weakref.finalize(game, _books.pop, id(game), None)
    return book


# -- reading -----------------------------------------------------------------------------------


class Refused(Illegal):
    """A refusal on its way out, with the order as far as it was understood."""

    def __init__(self, reason: str, rule: str = "", wanted: tuple[Value, ...] = ()) -> None:
        super().__init__(reason, rule)
        self.wanted = wanted


def read(game: Game, decision: Decision, text: str) -> Action:
    """The action that `text` means as an answer to `decision`; raises `Illegal`."""
    try:
        return _understand(game, decision, text)
    except Refused as refused:
        near = _near(game, decision, refused.wanted, 3)
        raise Illegal(refused.reason, refused.rule, near) from None


def _understand(game: Game, decision: Decision, text: str) -> Action:
    if len(text) > LONGEST:
        raise Refused(say("long", length=len(text), most=LONGEST))
    orders = split(text)
    if len(orders) != 1:
        raise Refused(say("several", count=len(orders)) if orders else say("empty"))
    order = orders[0].replace("->", ">")
    if not order.isascii():
        order = order.translate(_DASHES)
    found = _VERB.search(order)
    if found is None:
        raise Refused(say("unknown verb", word=_shown([order])))
    book = _book(game)
    shape = _shape(_verb(game, book, decision, found.group()))
    rest = order[found.end() :].lstrip(":")
    reader = Reader(book, decision, shape, Draft(shape, shape.pattern.findall(rest)))
    try:
        return reader.action()
    except Refused as refused:
        refused.wanted = reader.intent(refused.wanted)
        raise


def known(game: Game, decision: Decision) -> Mapping[str, Verb]:
    """The orders that the seat of a decision can give at some time."""
    return game.edits if decision.seat == MODERATOR else game.verbs


def _verb(game: Game, book: Book, decision: Decision, word: str) -> Verb:
    verbs = known(game, decision)
    table = book.verbs("edits" if verbs is game.edits else "verbs", verbs)
    offered = decision.next(()).choices
    hit = table.match(offered, [word]) if len(word) <= LONGEST_WORD else _MISS
    if not hit.tokens:
        raise Refused(say("unknown verb", word=_shown([word])), "", (word[:LONGEST_WORD],))
    if len(hit.tokens) > 1:
        reason = say("ambiguous", word=_shown([word]), near=either(hit.tokens))
        raise Refused(reason, decision.rule, (hit.tokens[0],))
    verb = verbs[hit.tokens[0]]
    if verb.name not in offered:
        raise _closed(decision, verb)
    return verb


def _closed(decision: Decision, verb: Verb) -> Refused:
    """An order that is not open now. A game that names another rule than the question's own
    knows a better reason than the question."""
    reason, rule = "", ""
    try:
        decision.demand(Action(verb.name, *_empty(verb.slots)))
    except Illegal as refusal:
        reason, rule = refusal.reason, refusal.rule
    if not reason or rule == decision.rule:
        reason = say("closed verb", verb=verb.name, prompt=decision.prompt)
    return Refused(reason, rule or verb.rule, (verb.name,))


def _empty(slots: Iterable[Slot]) -> tuple[Value, ...]:
    return tuple(None if slot.form == "one" else () for slot in slots)


class Draft:
    """An order cut at its marks, not yet understood."""

    __slots__ = ("bare", "marked", "shape", "signed", "steps")

    def __init__(self, shape: Shape, lexemes: Iterable[str]) -> None:
        self.shape = shape
        self.bare: list[str] = []
        self.steps: list[list[str]] = []
        self.marked: dict[int, list[str]] = {}
        self.signed: dict[int, tuple[int, list[str]]] = {}
        keywords = shape.keywords
        target = self.bare
        for lexeme in lexemes:
            if lexeme == ">":
                target = self._goal()
            elif lexeme in shape.signs:
                target = self._sign(lexeme)
            elif (i := keywords.get(fold(lexeme))) is not None:
                target = self._goal() if i == _TO else self._mark(i, lexeme)
            elif lexeme in (",", "=", "+", "-"):
                target.append(BREAK)
            else:
                target.append(lexeme)

    def _goal(self) -> list[str]:
        """The words of a new step; for a verb without goals, `fight > Lucena`, a mere break."""
        if not self.shape.goals:
            self.bare.append(BREAK)
            return self.bare
        self.steps.append([])
        return self.steps[-1]

    def _sign(self, sign: str) -> list[str]:
        i, step = self.shape.signs[sign], len(self.steps) - 1
        if i not in self.signed:
            self.signed[i] = (step, [])
        elif self.signed[i][0] != step:
            raise self._twice(sign)
        return self.signed[i][1]

    def _mark(self, i: int, word: str) -> list[str]:
        slot = self.shape.slots[i]
        if i in self.marked and slot.form == "one" and slot.domain != "flag":
            raise self._twice(_shown([word]))
        words = self.marked.setdefault(i, [])
        return self.bare if slot.domain == "flag" else words

    def _twice(self, mark: str) -> Refused:
        verb = self.shape.verb
        return Refused(say("twice", mark=mark, verb=verb.name), verb.rule, (verb.name,))


class Reader:
    """Walks the tree of a decision along the words of one order."""

    __slots__ = ("book", "decision", "draft", "more", "prefix", "shape", "stops")

    def __init__(self, book: Book, decision: Decision, shape: Shape, draft: Draft) -> None:
        self.book = book
        self.decision = decision
        self.shape = shape
        self.draft = draft
        self.prefix: tuple[Value, ...] = (shape.name,)
        self.stops: dict[int, str] = {}  # step of the text -> the place it reaches
        self.more: list[str] = []  # what did not fit into the first ship

    def action(self) -> Action:
        self._long_words()
        self._spill()
        for i, slot in enumerate(self.shape.slots):
            value = self._value(i, slot)
            self.prefix = (*self.prefix, value)
        if words := self._rest(self.draft.bare):
            raise self._stray(words)
        return Action(*self.prefix)

    def _value(self, i: int, slot: Slot) -> Value:
        role = self.shape.roles[i]
        if role is Role.BARE:
            return self._read(i, slot, self.draft.bare)
        if role is Role.GOAL:
            return self._goal(i, slot)
        if role is Role.SPOT:
            return self._spot(i, slot)
        if role is Role.SIGN:
            return self._read(i, slot, self.draft.signed.get(i, (0, []))[1])
        if role is Role.FLAG:
            return self._settle(slot, slot.name if i in self.draft.marked else None)
        return self._read(i, slot, self.draft.marked.get(i, []))

    def _read(self, i: int, slot: Slot, words: list[str]) -> Value:
        if slot.form == "one":
            return self._one(i, slot, words)
        if slot.form == "set":
            return self._set(i, slot, words)
        return self._path(i, slot, [words])

    # -- values of one slot --

    def _one(self, i: int, slot: Slot, words: list[str]) -> Value:
        level = self.decision.next(self.prefix)
        if not self._rest(words):
            return self._settle(slot, None, level)
        hit = self._match(slot, level.choices, words)
        if fold(words[0]) == NONE and not hit.exact:
            del words[0]
            if None in level.choices:
                return None
            raise self._refuse((), None)
        if self._left_to_others(i, slot, words, hit, level):
            return self._settle(slot, None, level)
        token = self._sure(slot, words, hit, ())
        del words[: hit.used]
        if i in self.draft.marked and self._rest(words):
            raise self._stray(words)
        return self._settle(slot, token, level)

    def _settle(self, slot: Slot, value: Value, level: Level | None = None) -> Value:
        """`value` if it is offered; for an unsaid one, the only choice unless that is a secret."""
        if level is None:
            level = self.decision.next(self.prefix)
        if value in level.choices:
            return value
        if value is not None:
            raise self._refuse((), value)
        if len(level.choices) == 1 and slot.domain not in _SECRET:
            return level.choices[0]
        raise self._missing(slot, level, ())

    def _left_to_others(self, i: int, slot: Slot, words: list[str], hit: Hit, level: Level) -> bool:
        """Whether a word is not for this bare, optional slot but for one that comes later."""
        if not slot.optional or self.shape.roles[i] is not Role.BARE:
            return False
        later = self._open_after(i)
        word = _counted_word(words[0])[1]
        if any(self.book.table(s.domain).knows(word) for s in later):
            return not (hit.exact and hit.tokens[0] in level.choices)
        meant = any(t in level.choices for t in hit.tokens)
        return bool(later) and not hit.exact and not meant

    def _open_after(self, i: int) -> list[Slot]:
        """The later slots that bare words could still belong to."""
        shape = self.shape
        later = [shape.slots[j] for j in shape.bare if j > i]
        if not self.draft.steps:
            later += [shape.slots[j] for j in shape.goals if j > i]
        return later

    def _set(self, i: int, slot: Slot, words: list[str]) -> Value:
        said = bool(self._rest(words))
        bag = self._bag(i, slot, words)
        if i == self.shape.also:
            bag += self.more
        partial, left = _placed(self.decision.next, self.prefix, bag)
        if left and partial and i < self.shape.also:
            self.more = left
        elif left:
            raise self._refuse(partial, left[0])
        level = self.decision.next(self.prefix, partial)
        if not level.may_stop:
            if said and partial:
                raise self._refuse(partial, None)
            raise self._missing(slot, level, partial)
        return partial

    def _bag(self, i: int, slot: Slot, words: list[str]) -> list[str]:
        """The elements that words name; stops at a word that is for another slot."""
        if self._says("all", slot, words):
            return self._all(i, slot, words)
        bag: list[str] = []
        if self._says(NONE, slot, words):
            del words[0]
            return bag
        while self._rest(words):
            if bag and fold(words[0]) == "and" and len(words) > 1:
                del words[0]
                continue
            n, token = self._item(i, slot, words, bag)
            if token is None:
                break
            bag += [token] * n
        return bag

    def _item(self, i: int, slot: Slot, words: list[str], bag: list[str]) -> tuple[int, str | None]:
        """One element of a set with its count; None for a word that is for another slot."""
        word = words[0]
        table = self.book.table(slot.domain)
        match = _COUNT.fullmatch(word) if "0" <= word[:1] <= "9" else None
        if match is None or table.knows(word):
            return 1, self._element(i, slot, words, bag)
        offered = self.decision.next(self.prefix).choices
        if word in offered:
            del words[0]
            return 1, word
        digits, rest = match.groups()
        if not rest and len(words) == 1:
            return 1, self._element(i, slot, words, bag)
        if len(digits) > 2 or not 0 < int(digits) <= MOST:
            raise self._stuck(say("count", word=_shown([word])), slot, tuple(bag), words[1:])
        del words[0]
        for start in (rest, rest.removeprefix("x")):
            trial = [start, *words] if start else list(words)
            hit = self._meant(slot, trial, bag)
            if hit.tokens:
                words[:] = trial
                return int(digits), self._element(i, slot, words, bag)
        words.insert(0, word)
        return 1, self._element(i, slot, words, bag)

    def _meant(self, slot: Slot, words: list[str], bag: list[str]) -> Hit:
        """A name in a set: short ones among all that the set could offer, not only as its first."""
        if words[0] == BREAK:
            return _MISS
        hit = self.book.match(slot.domain, self.decision.next(self.prefix).choices, words)
        if hit.exact and len(hit.tokens) == 1:
            return hit
        return self._match(slot, self._offered(bag), words)

    def _match(self, slot: Slot, offered: Sequence[Value], words: list[str]) -> Hit:
        """What the first words mean. `Aragon2:A2` is two words unless a token reads so."""
        hit = self.book.match(slot.domain, offered, words)
        if not hit.tokens and ":" in words[0]:
            first, _, rest = words[0].partition(":")
            words[:1] = [first, BREAK, rest] if first else [rest]
            return self._match(slot, offered, words)
        return hit

    def _element(self, i: int, slot: Slot, words: list[str], bag: list[str]) -> str | None:
        hit = self._meant(slot, words, bag)
        if not hit.exact and self._pass_on(i, words, hit):
            return None
        token = self._sure(slot, words, hit, tuple(bag))
        del words[: hit.used]
        return token

    def _pass_on(self, i: int, words: list[str], hit: Hit) -> bool:
        """Whether a word that is no exact name here is handed on to a later slot."""
        tables = [self.book.table(slot.domain) for slot in self._open_after(i)]
        if hit.tokens:
            theirs = any(table.knows(words[0]) for table in tables)
        else:
            theirs = any(not table.keys or table.match((), words).tokens for table in tables)
        if theirs and words is not self.draft.bare:
            self.draft.bare += [BREAK, *words]
            words.clear()
        return theirs

    def _offered(self, bag: list[str]) -> tuple[str, ...]:
        """Everything that could stand in the set at hand: a set with a least size offers its
        last kinds only behind others."""
        partial, _ = _placed(self.decision.next, self.prefix, bag)
        found: dict[str, None] = dict.fromkeys(self.decision.next(self.prefix, partial).choices)
        partial = ()
        for _ in range(STEPS):
            choices = self.decision.next(self.prefix, partial).choices
            found.update(dict.fromkeys(choices))
            if not choices:
                break
            partial = (*partial, choices[0])
        return tuple(found)

    # -- none, all, all but --

    def _says(self, word: str, slot: Slot, words: list[str]) -> bool:
        """Whether a set begins with a word that is no name of anything in it."""
        said = bool(words) and fold(words[0]) == word
        return said and not self.book.table(slot.domain).knows(word)

    def _all(self, i: int, slot: Slot, words: list[str]) -> list[str]:
        """Everything that can be taken together, but what is named."""
        del words[0]
        if not self._rest(words) or fold(words[0]) not in ("but", "except"):
            return self._greedy({})
        del words[0]
        if not self._rest(words):
            raise self._missing(slot, self.decision.next(self.prefix), ())
        but = self._bag(i, slot, words)
        there = self._greedy({})
        limits = {}
        for token in dict.fromkeys(but):
            alone = self._greedy({}, only=token)  # a full stack may leave some out
            present = max(there.count(token), len(alone))
            if present < but.count(token):
                raise self._refuse(tuple(alone), token)
            limits[token] = present - but.count(token)
        return self._greedy(limits)

    def _greedy(self, limits: Mapping[str, int], only: str | None = None) -> list[str]:
        """As many as can be taken together, from the first kind on."""
        bag: list[str] = []
        for _ in range(STEPS):
            for token in self.decision.next(self.prefix, tuple(bag)).choices:
                if only in (None, token) and bag.count(token) < limits.get(token, STEPS):
                    bag.append(token)
                    break
            else:
                break
        return bag

    # -- roads --

    def _goal(self, i: int, slot: Slot) -> Value:
        """A goal or a road; without `>`, the bare words that are left may name it."""
        steps = self.draft.steps
        if not steps:
            return self._read(i, slot, self.draft.bare)
        if slot.form == "path":
            return self._path(i, slot, steps)
        while len(steps) > 1 and not steps[0]:
            del steps[0]
        value = self._one(i, slot, steps[0])
        if words := self._rest(steps[0]):
            raise self._stray(words)
        if i == self.shape.goals[-1] and len(steps) > 1:
            raise self._stray([word for step in steps[1:] for word in step] or [">"])
        del steps[0]
        return value

    def _path(self, i: int, slot: Slot, steps: list[list[str]]) -> Value:
        partial: tuple[Value, ...] = ()
        for n, words in enumerate(steps):
            while self._rest(words):
                level = self.decision.next(self.prefix, partial)
                hit = self._match(slot, level.choices, words)
                if not hit.tokens and words is self.draft.bare and self._open_after(i):
                    break
                token = self._sure(slot, words, hit, partial)
                del words[: hit.used]
                if token not in level.choices:
                    raise self._refuse(partial, token)
                partial = (*partial, token)
            if partial:
                self.stops[n] = partial[-1]
        level = self.decision.next(self.prefix, partial)
        if not level.may_stop:
            if partial:
                raise self._refuse(partial, None)
            raise self._missing(slot, level, partial)
        return partial

    def _spot(self, i: int, slot: Slot) -> Value:
        """Where a sign's blocks are left or taken up: the step before it, or the start."""
        sign = self.shape.sign_of[i]
        if sign not in self.draft.signed:
            return self._settle(slot, None)
        step = self.draft.signed[sign][0]
        start = self.prefix[self.shape.start + 1] if self.shape.start >= 0 else None
        place = self.stops.get(step) if step >= 0 else start
        if place is None:
            mark = self.shape.slots[sign].mark
            raise Refused(say("nowhere", mark=mark), self.shape.verb.rule, (*self.prefix, None))
        return self._settle(slot, place)

    # -- words that stand in another slot's clause --

    def _long_words(self) -> None:
        draft = self.draft
        signed = [words for _, words in draft.signed.values()]
        for words in (draft.bare, *draft.steps, *draft.marked.values(), *signed):
            for word in words:
                if len(word) > LONGEST_WORD:
                    raise self._stray([word])

    def _spill(self) -> None:
        """Hand on what follows a complete value: `place christian > Lucena C2`, or
        `move march Aragon Cordoba C3 > Ecija`."""
        draft, slots = self.draft, self.shape.slots
        empty = bool(self.shape.bare) and not draft.bare
        for i, words in draft.marked.items():
            if len(words) > 1 and (empty or slots[i].form == "one"):
                self._spill_one(slots[i], words)
        for n, words in enumerate(draft.steps):
            if len(words) > 1:
                goals = self.shape.goals
                self._spill_one(slots[goals[min(n, len(goals) - 1)]], words)

    def _spill_one(self, slot: Slot, words: list[str]) -> None:
        at = found = 0
        while at < len(words) and (found == 0 or slot.form != "one"):
            if words[at] == BREAK:
                at += 1
                continue
            trial = words[at:]
            if slot.form == "set":
                trial[0] = _counted_word(trial[0])[1]
            hit = self.book.match(slot.domain, (), trial)
            if not hit.tokens:
                break
            at += hit.used
            found += 1
        if found:
            self.draft.bare += [BREAK, *words[at:]]
            del words[at:]

    @staticmethod
    def _rest(words: list[str]) -> list[str]:
        """`words` without the breaks at its beginning."""
        while words and words[0] == BREAK:
            del words[0]
        return words

    # -- refusing --

    def _sure(self, slot: Slot, words: list[str], hit: Hit, partial: tuple[Value, ...]) -> str:
        """The one token that is meant, or a refusal that names the candidates."""
        if len(hit.tokens) == 1:
            return hit.tokens[0]
        word = _shown(words[: hit.used])
        if hit.tokens:
            reason, near = say("ambiguous", word=word, near=either(hit.tokens)), [word]
        elif near := self.book.table(slot.domain).near(word):
            reason = say("unknown, near", kind=kind(slot.domain), word=word, near=either(near))
        else:
            reason, near = say("unknown", kind=kind(slot.domain), word=word), [word]
        raise self._stuck(reason, slot, (*partial, near[0]), words[hit.used :])

    def _stuck(
        self, reason: str, slot: Slot, partial: tuple[Value, ...], rest: list[str]
    ) -> Refused:
        """A refusal with the word in its place, so that the suggestions can look for its like."""
        value: Value = partial
        if slot.form == "one":
            value = partial[-1]
        elif slot.form == "set":
            value = (*partial, *self._tokens(slot, rest))
        return Refused(reason, self.decision.rule or self.shape.verb.rule, (*self.prefix, value))

    def _missing(self, slot: Slot, level: Level, partial: tuple[Value, ...]) -> Refused:
        what = slot.words or article(kind(slot.domain))
        reason = say("missing", verb=self.shape.name, what=what)
        value = None if slot.form == "one" else partial
        rule = level.rule or self.decision.rule or self.shape.verb.rule
        return Refused(reason, rule, (*self.prefix, value))

    def _stray(self, words: list[str]) -> Refused:
        word = _shown([word for word in words if word != BREAK])
        reason = say("stray", verb=self.shape.name, word=word)
        return Refused(reason, self.decision.rule or self.shape.verb.rule, self.prefix)

    def _refuse(self, partial: tuple[Value, ...], value: Value) -> Refused:
        """Let the game say why `value` cannot stand behind `partial`."""
        slots = self.shape.slots
        at = len(self.prefix) - 1
        stands: Value = value
        if slots[at].form != "one":
            stands = partial if value is None else (*partial, value)
        wanted = (*self.prefix, stands)
        try:
            self.decision.demand(Action(*wanted, *_empty(slots[at + 1 :])))
        except Illegal as refusal:
            return Refused(refusal.reason, refusal.rule, wanted)
        reason = say("not here", word=_shown([str(value)]), verb=self.shape.name)
        return Refused(reason, self.decision.rule, wanted)

    # -- what the rest of a refused order would have said --

    def intent(self, wanted: tuple[Value, ...]) -> tuple[Value, ...]:
        """A refused order with the slots behind the refused one filled as far as words tell."""
        wanted = wanted or self.prefix
        for i in range(len(wanted) - 1, len(self.shape.slots)):
            wanted = (*wanted, self._guess(i, self.shape.slots[i], wanted))
        return wanted

    def _guess(self, i: int, slot: Slot, wanted: tuple[Value, ...]) -> Value:
        draft, role = self.draft, self.shape.roles[i]
        if role is Role.FLAG:
            return slot.name if i in draft.marked else None
        if role is Role.SPOT:
            return self._guess_spot(self.shape.sign_of[i], wanted)
        words = draft.marked.get(i, [])
        if role is Role.SIGN:
            words = draft.signed.get(i, (0, []))[1]
        elif role is Role.GOAL and draft.steps:
            words = [word for step in draft.steps for word in (*step, BREAK)]
        elif role in (Role.BARE, Role.GOAL):
            words = draft.bare
        tokens = [] if words and fold(words[0]) == "all" else self._tokens(slot, words)
        if slot.form == "one":
            return tokens[0] if tokens else None
        return tuple(tokens)

    def _guess_spot(self, sign: int, wanted: tuple[Value, ...]) -> Value:
        if sign not in self.draft.signed or self.shape.path < 0:
            return None
        path = wanted[self.shape.path + 1]
        step = self.draft.signed[sign][0]
        return path[step] if 0 <= step < len(path) else None

    def _tokens(self, slot: Slot, words: list[str]) -> list[str]:
        """What words name, as far as that is clear, whatever the tree says of it."""
        table = self.book.table(slot.domain)
        found: list[str] = []
        at = 0
        while at < min(len(words), STEPS):
            trial = words[at:]
            n = 1
            if slot.form == "set" and not table.knows(trial[0]):
                n, trial[0] = _counted_word(trial[0])
            hit = _MISS if trial[0] == BREAK else table.match((), trial)
            if len(hit.tokens) == 1:
                found += hit.tokens * n
            at += hit.used
        return found


def _counted_word(word: str) -> tuple[int, str]:
    """A word parted from the count before it."""
    count = _COUNT.fullmatch(word)
    return (min(int(count[1][:3]), MOST), count[2]) if count and count[2] else (1, word)


def _placed(
    level: Callable[[tuple[Value, ...], tuple[Value, ...]], Level],
    prefix: tuple[Value, ...],
    bag: Iterable[str],
) -> tuple[tuple[Value, ...], list[str]]:
    """The elements of a set in the game's own order, and those that the tree does not take.

    The order is the tree's: the earliest choice that is among those still to be placed.
    """
    left = list(bag)
    partial: tuple[Value, ...] = ()
    while left:
        for token in level(prefix, partial).choices:
            if token in left:
                break
        else:
            break
        left.remove(token)
        partial = (*partial, token)
    return partial, left


# -- suggestions -------------------------------------------------------------------------------


def nearest(game: Game, decision: Decision, order: Action | str, most: int = 3) -> tuple[str, ...]:
    """Up to `most` legal orders near a refused one; the order itself if it is legal.

    First the same verb, with as much of the order as can stand; if nothing of it can, the other
    orders that the question allows. The work is bounded, and nothing in it is chance.
    """
    if isinstance(order, str):
        try:
            return (write(known(game, decision), _understand(game, decision, order)),)
        except Refused as refused:
            return _near(game, decision, refused.wanted, most)
    return _near(game, decision, tuple(order), most)


class SpentError(Exception):
    """The search has looked at as many levels as it may."""


def _near(game: Game, decision: Decision, wanted: tuple[Value, ...], most: int) -> tuple[str, ...]:
    verbs = known(game, decision)
    found: dict[str, None] = {}
    seeker = Seeker(_book(game), decision)
    try:
        for action in seeker.orders(verbs, wanted):
            found[write(verbs, action)] = None
            if len(found) >= most:
                break
    except SpentError:
        pass
    return tuple(found)[:most]


class Seeker:
    """Looks for legal orders like a refused one, within a budget of levels."""

    __slots__ = ("book", "budget", "decision")

    def __init__(self, book: Book, decision: Decision) -> None:
        self.book = book
        self.decision = decision
        self.budget = WORK

    def next(self, prefix: tuple[Value, ...], partial: tuple[Value, ...] = ()) -> Level:
        if self.budget <= 0:
            raise SpentError
        self.budget -= 1
        return self.decision.next(prefix, partial)

    def orders(self, verbs: Mapping[str, Verb], wanted: tuple[Value, ...]) -> Iterator[Action]:
        offered = self.next(()).choices
        verb = wanted[0] if wanted else ""
        found = False
        if verb in offered:
            slots = verbs[verb].slots
            for action in self.alike(slots, _fitted(slots, wanted)):
                found = True
                yield action
        if not found:
            for other in _by_likeness(offered, verb):
                slots = verbs[other].slots
                if (short := self.finish((other,), slots, (other, *_empty(slots)))) is not None:
                    yield short

    def alike(self, slots: tuple[Slot, ...], wanted: tuple[Value, ...]) -> Iterator[Action]:
        """Orders of the same verb: the fault mended in several ways, the rest kept if it can."""
        fault = self.decision._fault(Action(*wanted))
        if fault is None:
            yield Action(*wanted)
            return
        prefix, partial, value = fault
        slot = slots[len(prefix) - 1]
        if slot.form == "one":
            heads = self._other_ones(prefix, value)
        elif slot.form == "set":
            heads = self._other_sets(prefix, partial, wanted[len(prefix)], value)
        else:
            named = self.book.table(slot.domain).keys
            heads = self._other_paths(prefix, partial, value if value in named else None)
        for head in heads:
            if action := self.finish((*prefix, head), slots, wanted):
                yield action

    def _other_ones(self, prefix: tuple[Value, ...], value: Value) -> Iterator[Value]:
        choices = self.next(prefix).choices
        if None in choices:
            yield None
        yield from _by_likeness([c for c in choices if c is not None], value)

    def _other_sets(
        self, prefix: tuple[Value, ...], partial: tuple[Value, ...], wanted: Value, value: Value
    ) -> Iterator[Value]:
        mended = self._kept(prefix, wanted)
        if mended and (whole := self.shortest(prefix, mended)) is not None:
            yield whole
        for choice in _by_likeness(self.next(prefix, partial).choices, value):
            if (whole := self.shortest(prefix, (*partial, choice))) is not None:
                yield whole
        if self.next(prefix).may_stop:
            yield ()

    def _other_paths(
        self, prefix: tuple[Value, ...], partial: tuple[Value, ...], value: Value
    ) -> Iterator[Value]:
        if value is not None and (way := self._way(prefix, partial, value)) is not None:
            yield way
        if partial and self.next(prefix, partial).may_stop:
            yield partial
        for choice in _by_likeness(self.next(prefix, partial).choices, value):
            if (whole := self.shortest(prefix, (*partial, choice))) is not None:
                yield whole

    def _way(
        self, prefix: tuple[Value, ...], partial: tuple[Value, ...], goal: Value
    ) -> tuple[Value, ...] | None:
        """The shortest road on from `partial` that ends at `goal`: a step was left out."""
        queue, limit = [partial], self.budget - BREADTH
        for road in queue:
            if self.budget <= limit:
                return None
            level = self.next(prefix, road)
            if road and road[-1] == goal and level.may_stop:
                return road
            queue += [(*road, step) for step in level.choices if step not in road]
        return None

    def shortest(
        self, prefix: tuple[Value, ...], partial: tuple[Value, ...]
    ) -> tuple[Value, ...] | None:
        """The shortest completion of a set or road that stands at `partial`."""
        queue, limit = [partial], self.budget - BREADTH
        for whole in queue:
            level = self.next(prefix, whole)
            if level.may_stop:
                return whole
            if self.budget <= limit:
                break
            queue += [(*whole, token) for token in level.choices]
        return self._first(prefix, partial)

    def _first(
        self, prefix: tuple[Value, ...], partial: tuple[Value, ...]
    ) -> tuple[Value, ...] | None:
        """The first completion, where there is no time to look for the shortest."""
        while not (level := self.next(prefix, partial)).may_stop:
            if not level.choices:
                return None
            partial = (*partial, level.choices[0])
        return partial

    def _kept(self, prefix: tuple[Value, ...], wanted: Value) -> tuple[Value, ...]:
        """As much of a wanted set as can stand."""
        return _placed(self.next, prefix, wanted)[0]

    def _followed(self, prefix: tuple[Value, ...], wanted: Value) -> tuple[Value, ...]:
        """As much of a wanted road as can be gone."""
        partial: tuple[Value, ...] = ()
        for token in wanted:
            if token not in self.next(prefix, partial).choices:
                break
            partial = (*partial, token)
        return partial

    def finish(
        self, prefix: tuple[Value, ...], slots: tuple[Slot, ...], wanted: tuple[Value, ...]
    ) -> Action | None:
        """Fill the slots behind `prefix`: as wanted where that is legal, else the shortest way."""
        for i in range(len(prefix) - 1, len(slots)):
            value: Value = None
            if slots[i].form == "one":
                choices = self.next(prefix).choices
                if not choices:
                    return None
                value = wanted[i + 1] if wanted[i + 1] in choices else None
                value = value if value in choices else choices[0]
            else:
                kept = self._kept if slots[i].form == "set" else self._followed
                value = self.shortest(prefix, kept(prefix, wanted[i + 1]))
                if value is None:
                    return None
            prefix = (*prefix, value)
        return Action(*prefix)


def _fitted(slots: tuple[Slot, ...], wanted: tuple[Value, ...]) -> tuple[Value, ...]:
    """`wanted` with a value of the right form in every slot: a front end may send anything."""
    values = list(wanted[: len(slots) + 1])
    values += _empty(slots[len(values) - 1 :])
    for i, slot in enumerate(slots, 1):
        if slot.form == "one":
            values[i] = values[i] if isinstance(values[i], str) else None
        else:
            items = values[i] if isinstance(values[i], tuple) else ()
            values[i] = tuple(item for item in items if isinstance(item, str))
    return tuple(values)


def _by_likeness(choices: Sequence[Value], value: Value) -> list[Value]:
    """`choices`, those first that look most like a refused value; else in the game's order."""
    if not isinstance(value, str) or not value:
        return list(choices)
    key = fold(value[:LONGEST_WORD])
    return sorted(choices, key=lambda c: -round(_likeness(key, fold(c)), 2))
