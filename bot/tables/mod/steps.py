"""What a moderator asks for, and what comes of it: plain values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.tables.floor import errands
from bot.tables.values import Secrets, Told, Who
from engine import View


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a moderator does at a table. `why` is told to everybody."""

    op: str  # fix, rewind, act, edit, chance, seat, pause, resume, deadline
    why: str
    point: str = ""  # fix, rewind: #41, 41.2
    seat: str = ""  # act, seat, deadline
    text: str = ""  # an order, an edit
    to: Who | str | None = None  # seat: a person, a computer player, or nobody
    until: datetime | None = None  # deadline

    def to_json(self) -> dict[str, Any]:
        to = {"id": self.to.id, "name": self.to.name} if isinstance(self.to, Who) else self.to
        until = self.until.isoformat() if self.until else None
        return {
            "op": self.op,
            "why": self.why,
            "point": self.point,
            "seat": self.seat,
            "text": self.text,
            "to": to,
            "until": until,
        }

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Step:
        to, until = kept["to"], kept["until"]
        return cls(
            kept["op"],
            kept["why"],
            kept["point"],
            kept["seat"],
            kept["text"],
            Who(to["id"], to["name"]) if isinstance(to, dict) else to,
            datetime.fromisoformat(until) if until else None,
        )


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a step would do, in words for the moderator; confirmed by its mark."""

    table: int
    words: str
    mark: str


@dataclass(frozen=True, slots=True)
class Done:
    """A step that was carried out, in words for the moderator."""

    table: int
    words: tuple[str, ...]


errands.register(Foreseen, Done)


@dataclass(frozen=True, slots=True)
class Peeked:
    """What one seat knows, shown to a moderator who does not play."""

    seat: str
    view: View
    secrets: Secrets
    letters: tuple[Told, ...] = ()  # the newest that it wrote or was written


@dataclass(frozen=True, slots=True)
class Noted:
    """One line of a table's audit: who did what, when and why. No secret in it."""

    moment: datetime
    who: str  # "" for the table itself
    what: str
    words: str = ""
    why: str = ""
    entry: int | None = None
