"""Chance has one door: counter-based, repeatable, and committed to before the first move.

Draw n is the first eight bytes, big-endian, of SHA-256(seed + ":" + n). A value at or above
the largest multiple of k below 2**64 is rejected and n grows: every option is equally likely.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from engine.core import HeraldError

_RANGE = 1 << 64


class Impossible(HeraldError):  # noqa: N818 (what a forced result is, not a fault)
    """A result that was forced cannot come up where it was meant to."""


def new_seed() -> str:
    """A seed of 128 random bits."""
    return secrets.token_hex(16)


def commitment(seed: str) -> str:
    """What a table publishes before the first move; the seed itself is shown at the end."""
    return sha256(f"herald:{seed}".encode()).hexdigest()


class Draw(NamedTuple):
    """One draw, for whoever checks it: of so many options, counted from 0, this one."""

    n: int
    label: str
    options: int
    chosen: int
    name: str
    forced: bool  # by a moderator: it did not follow from the seed


class CounterDice:
    """The dice of one match. `n` is the number of the next draw."""

    __slots__ = ("_hash", "forced", "n", "seed", "watch")

    def __init__(
        self, seed: str, n: int = 0, watch: Callable[[Draw], object] | None = None
    ) -> None:
        self.seed = seed
        self.n = n
        self.watch = watch
        self.forced: list[tuple[str, str]] = []
        self._hash = sha256(f"{seed}:".encode())

    def fork(self, seed: str | None = None) -> CounterDice:
        """The same dice to go their own way, or those of another seed at the same draw."""
        new = CounterDice(self.seed if seed is None else seed, self.n)
        new.forced = list(self.forced)
        return new

    def below(self, k: int) -> int:
        """A number from 0 to k-1."""
        limit = _RANGE - _RANGE % k
        while True:
            h = self._hash.copy()
            h.update(str(self.n).encode())
            self.n += 1
            value = int.from_bytes(h.digest()[:8], "big")
            if value < limit:
                return value % k

    def pick(self, label: str, options: Sequence[Any], names: Sequence[str] | None = None) -> Any:
        """One of `options`; `names[option]` is how people call it, where it is a number."""
        if self.forced:
            for i, (forced_label, wanted) in enumerate(self.forced):
                if forced_label == label:
                    del self.forced[i]
                    return self._forced(label, wanted, options, names)
        index = self.below(len(options))
        if self.watch is not None:
            self._tell(label, options, index, names, False)
        return options[index]

    def _tell(
        self,
        label: str,
        options: Sequence[Any],
        index: int,
        names: Sequence[str] | None,
        forced: bool,
    ) -> None:
        assert self.watch is not None
        option = options[index]
        name = names[option] if names is not None else str(option)
        self.watch(Draw(self.n - 1, label, len(options), index, name, forced))

    def _forced(
        self, label: str, wanted: str, options: Sequence[Any], names: Sequence[str] | None
    ) -> Any:
        for index, option in enumerate(options):
            if (names[option] if names is not None else str(option)) == wanted:
                self.n += 1
                if self.watch is not None:
                    self._tell(label, options, index, names, True)
                return option
        raise Impossible(f"The forced result {wanted!r} cannot come up for {label!r}.")
