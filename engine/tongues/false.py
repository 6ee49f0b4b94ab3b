"""The false language: English in brackets and longer, to find what no catalogue holds.

Every piece of a template is put into brackets, its fields stand between them: whatever is outside
brackets in a worded sentence is a name, a code, a figure, or what somebody typed.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import Formatter
from typing import Final

from engine.tongues import ENGLISH, Tongue

LONGER: Final = 0.4  # by how much other languages may be longer than English


def bracketed(text: str, more: str = "~") -> str:
    """A piece of a sentence, marked and lengthened."""
    if not text:
        return ""
    more = more * (round(LONGER * len(text) + 0.5) if any(map(str.isalpha, text)) else 0)
    return f"⟦{text}{more}⟧"


def falsified(template: str, more: str = "~") -> str:
    """A template with all but its fields in brackets; of alternatives, each of them."""
    return "|".join(_falsified(part, more) for part in template.split("|"))


def _falsified(template: str, more: str) -> str:
    parts = []
    for literal, field, _, _ in Formatter().parse(template):
        parts.append(bracketed(literal, more).replace("{", "{{").replace("}", "}}"))
        if field is not None:
            parts.append(f"{{{field}}}")
    return "".join(parts)


class _Grammar:
    """Figures for every number; whatever joins them in brackets."""

    def figure(self, n: float) -> str:
        return f"{n:g}"

    def number(self, n: int) -> str:
        return str(n)

    def ordinal(self, n: int) -> str:
        return f"{n}{bracketed('.')}"

    def halves(self, n: int) -> str:
        return f"{n / 2:g}"

    def count(self, n: int, forms: Sequence[str]) -> str:
        return f"{n}{bracketed(' ')}{forms[n != 1]}"

    def tally(self, n: int, forms: Sequence[str]) -> str:
        return self.count(n, forms)

    def listed(self, words: Sequence[str], join: str) -> str:
        if len(words) < 2 or join in ("\n", " "):
            return join.join(words)
        if not join.isalpha():
            return bracketed(f"{join or ','} ").join(words)
        return f"{bracketed(', ').join(words[:-1])}{bracketed(f' {join} ')}{words[-1]}"

    def sentence(self, text: str) -> str:
        return text


class FalseTongue(Tongue):
    """Knows whatever English knows, at the moment it is asked.

    `more` is what lengthens it: where tildes are marks, something else must.
    """

    def __init__(self, more: str = "~") -> None:
        super().__init__("xx", _Grammar())
        self.more = more

    def knows(self, key: str) -> bool:
        return ENGLISH.knows(key)

    def template(self, key: str) -> str:
        found = self.catalogue.get(key)
        if found is None:
            found = self.catalogue[key] = falsified(ENGLISH.catalogue[key], self.more)
        return found


FALSE: Final = FalseTongue()
