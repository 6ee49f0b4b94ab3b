"""Names: what the words of a person may mean in one game."""

from __future__ import annotations

import re
import weakref
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from engine.core import Game, Value, Verb
from engine.text.grammar import BREAK, LONGEST_WORD, SMALL, fold
from engine.tongues import ENGLISH, Tongue

_GAPS = re.compile(r"[-\s_]+")


class Hit(NamedTuple):
    """What words may mean: one token is understood, several are ambiguous, none is unknown."""

    tokens: tuple[str, ...]
    used: int = 1
    exact: bool = False


MISS = Hit(())


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
            self.named[key] = tuple(dict.fromkeys((*self.named.get(key, ()), token)))
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
        return MISS

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
            token: max(likeness(key, k) for k in keys) for token, keys in self.keys.items() if keys
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


def likeness(one: str, other: str) -> float:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() >= 0.5 else 0.0


class Book:
    """The name tables of one game, made when first asked for."""

    __slots__ = ("_loose", "_names", "_said", "_small", "_tables", "_tongue", "_verbs")

    def __init__(self, game: Game, tongue: Tongue) -> None:
        domains = {
            slot.domain
            for verb in (*game.verbs.values(), *game.edits.values())
            for slot in verb.slots
        }
        self._names = {domain: _names(game, domain, tongue) for domain in sorted(domains)}
        self._said: dict[str, str] = {}
        for names in self._names.values():
            for token, name in names:
                self._said.setdefault(token, name)
        self._tongue = tongue
        self._small = {fold(term): word for word in SMALL for term in tongue.terms(word)}
        self._tables: dict[str, Table] = {}
        self._loose: dict[tuple[str, tuple[str, ...]], Table] = {}
        self._verbs: dict[str, Table] = {}

    def table(self, domain: str) -> Table:
        table = self._tables.get(domain)
        if table is None:
            table = self._tables[domain] = Table(self._names.get(domain, ()))
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
            names = (*self._names.get(domain, ()), *more)
            wider = self._loose[domain, loose] = Table(names)
        return wider

    def verbs(self, which: str, verbs: Mapping[str, Verb]) -> Table:
        table = self._verbs.get(which)
        if table is None:
            said = [(name, term) for name in verbs for term in self._tongue.terms(name)]
            table = self._verbs[which] = Table([*said, *((name, name) for name in verbs)])
        return table

    def small(self, word: str) -> str:
        """A word folded; one of the grammar's own as it is in English."""
        folded = fold(word)
        return self._small.get(folded, folded)


def _names(game: Game, domain: str, tongue: Tongue) -> tuple[tuple[str, str], ...]:
    """Tokens and their names, those of the tongue before the English ones.

    A game may have no names for a domain: numbers and words say themselves.
    """
    try:
        names = tuple(game.names(domain).items())
    except KeyError:
        return ()
    return (
        names
        if tongue.language == ENGLISH.language
        else (*game.names(domain, tongue).items(), *names)
    )


_books: dict[int, dict[str, Book]] = {}


def book_of(game: Game, tongue: Tongue = ENGLISH) -> Book:
    """Kept as long as the game lives, one a language."""
    books = _books.get(id(game))
    if books is None:
        books = _books[id(game)] = {}
        weakref.finalize(game, _books.pop, id(game), None)
    book = books.get(tongue.language)
    if book is None:
        book = books[tongue.language] = Book(game, tongue)
    return book
