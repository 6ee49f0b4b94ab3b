"""The ledger of a match: an append-only record, which of its lines stand, and where to go back."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.core import Action, DataError
from engine.parts.segments import Position

SNAPSHOT = 64  # entries between two kept copies of the state
DEEDS = ("act", "use", "edit")  # lines that hold an order: an answer, a right used, an edit
ENTRIES = (*DEEDS, "undo", "withdraw")  # what a line of the record can be


class Entry(NamedTuple):
    """One line of the record. `at` is the number of the first chance draw it could use."""

    what: str  # one of ENTRIES
    seat: str
    at: int
    action: Action | None = None
    to: int = -1  # undo: the first entry cancelled; withdraw: the entry taken back

    def to_json(self) -> dict[str, Any]:
        line: dict[str, Any] = {"what": self.what, "seat": self.seat, "at": self.at}
        if self.action is not None:
            line["action"] = self.action.to_json()
        if self.to >= 0:
            line["to"] = self.to
        return line

    @classmethod
    def from_json(cls, line: object, index: int) -> Entry:
        where = f"record entry {index}"
        if not isinstance(line, dict) or line.get("what") not in ENTRIES:
            raise DataError(f"{where}: not an order, an edit, an undo or a withdrawal")
        seat, at, to = line.get("seat"), line.get("at"), line.get("to", -1)
        if not isinstance(seat, str) or type(at) is not int or at < 0 or type(to) is not int:
            raise DataError(f"{where}: seat, chance number or goal missing or of the wrong kind")
        if (line["what"] in DEEDS) != ("action" in line):
            raise DataError(f"{where}: an action is missing, or stands where none belongs")
        try:
            action = Action.from_json(line["action"]) if "action" in line else None
        except DataError as error:
            raise DataError(f"{where}: {error}") from None
        return cls(line["what"], seat, at, action, to)


class Skipped(NamedTuple):
    """Chance that a record passes over before an entry: nobody who plays can do that."""

    entry: int
    due: int  # the draw that came next
    at: int  # the draw that the entry begins with


class Snapshot(NamedTuple):
    """A copy of the state after so many live entries: where an undo begins to replay."""

    live: int
    state: Any
    forced: tuple[tuple[str, str], ...]


class Ledger:
    """The lines of the record, the numbers of those that stand, and kept copies of the state."""

    __slots__ = (
        "barriers", "entries", "first", "live", "quiet", "segments", "skipped", "snapshots",
    )  # fmt: skip

    def __init__(self, before: Sequence[Entry] = (), segments: Sequence[Position] = ()) -> None:
        self.entries: list[Entry] = list(before)
        self.first = len(before)  # the first entry of this segment: undo goes no further back
        self.segments = tuple(segments)
        self.live: list[int] = []
        self.barriers: dict[int, bool] = {}  # whether an entry rolled, drew or revealed something
        self.quiet: list[int] = []  # rights used of which nobody else was told anything
        self.snapshots: list[Snapshot] = []
        self.skipped: list[Skipped] = []  # of a record that was replayed

    def fork(self) -> Ledger:
        new = Ledger(self.entries, self.segments)
        new.first = self.first
        new.live = list(self.live)
        new.barriers = dict(self.barriers)
        new.quiet = list(self.quiet)
        new.snapshots = list(self.snapshots)
        new.skipped = list(self.skipped)
        return new

    @property
    def barred(self) -> bool:
        """Whether the last entry rolled, drew or revealed something."""
        return bool(self.entries) and self.barriers.get(len(self.entries) - 1, False)

    def append(self, entry: Entry, barrier: bool, quiet: bool = False) -> None:
        """An order or an edit, which stands from here on."""
        index = len(self.entries)
        self.barriers[index] = barrier
        if quiet:
            self.quiet.append(index)
        self.entries.append(entry)
        self.live.append(index)

    def cancel(self, entry: Entry, live: list[int]) -> None:
        """A line after which only the entries in `live` stand."""
        self.entries.append(entry)
        self.live = live

    def moment(self, index: int) -> int:
        """The number of an entry as everybody may know it: what was done in silence is not counted,
        so that the numbers of later questions do not tell of it."""
        return index - bisect_left(self.quiet, index)

    @property
    def now(self) -> int:
        """The number of the next entry as everybody may know it."""
        return len(self.entries) - len(self.quiet)

    def falling(self, to: int) -> list[int]:
        """The entries that fall if play goes back to `to`. What was done in silence stays: that it
        fell would tell of it, and whoever did it may change it at any time."""
        return [index for index in self.live if index >= to and index not in self.quiet]

    def keep(self, state: Any, forced: Sequence[tuple[str, str]]) -> None:
        """Keep a copy of the state after the entries that stand; it is the ledger's own."""
        self.snapshots.append(Snapshot(len(self.live), state, tuple(forced)))

    def back_to(self, live: Sequence[int]) -> Snapshot:
        """The last kept copy on the way to a record of which only `live` stands."""
        kept = 0
        while kept < len(live) and live[kept] == self.live[kept]:
            kept += 1
        while self.snapshots[-1].live > kept:
            self.snapshots.pop()
        return self.snapshots[-1]

    def floor(self, seat: str) -> int:
        """The first of the last entries that are all of `seat` and showed nothing."""
        floor = len(self.entries)
        for index in reversed(self.live):
            if index in self.quiet:
                continue
            if self.barriers[index] or self.entries[index].seat != seat:
                break
            floor = index
        return floor

    def last_of(self, seat: str) -> int | None:
        """The last answer of `seat` that stands."""
        for index in reversed(self.live):
            if self.entries[index].seat == seat and self.entries[index].what != "use":
                return index
        return None
