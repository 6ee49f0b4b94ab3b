"""Hidden things in a world dealt anew: what each of a pile became."""

from __future__ import annotations

from collections.abc import Iterable


class Pile:
    """Things that only their owner can tell apart, each with what it is in the other world."""

    def __init__(self, pairs: Iterable[tuple[int, int]]) -> None:
        self.left = list(pairs)
        self.taken: list[tuple[int, int]] = []

    def take(self, things: Iterable[int]) -> tuple[int, ...]:
        """What stands in the other world where `things` stand in this one, in ascending order."""
        found = []
        for thing in things:
            pair = next((pair for pair in self.left if pair[0] == thing), None)
            if pair is None:
                raise LookupError(thing)
            self.left.remove(pair)
            self.taken.append(pair)
            found.append(pair[1])
        return tuple(sorted(found))
