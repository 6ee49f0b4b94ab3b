"""English: numbers, lists and capitals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip
_ORDINALS: Final = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
)  # fmt: skip


class English:
    """The grammar that English sentences need."""

    def figure(self, n: float) -> str:
        return str(n) if isinstance(n, int) else f"{n:g}"

    def number(self, n: int) -> str:
        return _NUMBERS[n] if 0 <= n < len(_NUMBERS) else str(n)

    def ordinal(self, n: int) -> str:
        return _ORDINALS[n - 1] if 1 <= n <= len(_ORDINALS) else f"{n}th"

    def halves(self, n: int) -> str:
        """3½, ½, -1."""
        whole, half = divmod(abs(n), 2)
        sign = "-" if n < 0 else ""
        return f"{sign}{whole or ('' if half else 0)}{'½' if half else ''}"

    def count(self, n: int, forms: Sequence[str]) -> str:
        """ "one block", "six cards"."""
        return f"{self.number(n)} {forms[n != 1]}"

    def tally(self, n: int, forms: Sequence[str]) -> str:
        """ "1 block", "6 cards"."""
        return f"{n} {forms[n != 1]}"

    def listed(self, words: Sequence[str], join: str) -> str:
        """ "a, b and c"; "a, b, c" without a word that joins them, or "a; b; c"."""
        if join in ("\n", " "):
            return join.join(words)
        if len(words) < 2 or not join.isalpha():
            return f"{join or ','} ".join(words)
        return f"{', '.join(words[:-1])} {join} {words[-1]}"

    def sentence(self, text: str) -> str:
        """With a capital at its beginning."""
        return text[:1].upper() + text[1:]
