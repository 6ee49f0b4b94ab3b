"""The readers of a match: what happened, and what each of them saw of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core import Seen, Told
from engine.parts.segments import SPECTATOR


class Readers:
    """Every event, and each reader's own numbered copy of those that it may know."""

    __slots__ = ("log", "names", "next", "read", "seen")

    def __init__(self, names: tuple[str | None, ...]) -> None:
        self.names = names  # the seats, and None for a spectator
        self.log: list[Told] = []
        self.seen: dict[str | None, list[Seen]] = {name: [] for name in names}
        self.read: dict[str | None, int] = dict.fromkeys(names, 0)  # events of the log
        self.next: dict[str | None, int] = dict.fromkeys(names, 1)  # the number it gets

    def fork(self) -> Readers:
        new = Readers(self.names)
        new.log = list(self.log)
        new.seen = {name: list(seen) for name, seen in self.seen.items()}
        new.read = dict(self.read)
        new.next = dict(self.next)
        return new

    def catch_up(self, reader: str | None) -> list[Seen]:
        """What `reader` saw, all of it."""
        seen = self.seen[reader]
        log, read = self.log, self.read[reader]
        if read == len(log):
            return seen
        number, make = self.next[reader], tuple.__new__
        for event in log[read:]:
            if event.only is not None and reader not in event.only:
                continue
            args: Mapping[str, Any] = event.public
            private = event.private
            if private and reader is not None and reader in private:
                args = {**args, **private[reader]}
            row = (number, event.kind, event.rule, args, event.reveals, event.entry)
            seen.append(make(Seen, row))
            number += 1
        self.next[reader] = number
        self.read[reader] = len(log)
        return seen

    def forget(self, stays: Callable[[int], bool]) -> None:
        """Drop the events of entries that do not stay. Their numbers are not given out again."""
        for name in self.names:
            self.catch_up(name)
        self.log = [event for event in self.log if stays(event.entry)]
        for name in self.names:
            self.seen[name] = [seen for seen in self.seen[name] if stays(seen.entry)]
            self.read[name] = len(self.log)

    def told(self) -> dict[str, int]:
        """The number of each reader's next event."""
        for name in self.names:
            self.catch_up(name)
        return {name or SPECTATOR: number for name, number in self.next.items()}

    def count_from(self, told: Mapping[str, int]) -> None:
        """Go on with the numbers of a position that was kept."""
        self.next = {name: told.get(name or SPECTATOR, 1) for name in self.names}
