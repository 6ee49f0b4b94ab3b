"""What a button, menu or form carries: `h:<op>:<table>:<number>:<revision>:<arg>`.

Nothing is kept in memory: whatever a click means can be read from its tag and the store, so
that a message posted before a restart works after it.
"""

from __future__ import annotations

from dataclasses import dataclass

PREFIX = "h:"
LONGEST = 100


@dataclass(frozen=True, slots=True)
class Tag:
    """`number` is the question's, `revision` the panel's; either is 0 where it does not matter."""

    op: str
    table: int
    number: int = 0
    revision: int = 0
    arg: str = ""

    def __str__(self) -> str:
        text = f"{PREFIX}{self.op}:{self.table}:{self.number}:{self.revision}:{self.arg}"
        if len(text) > LONGEST:
            raise ValueError(f"a tag has at most {LONGEST} characters: {text}")
        return text

    @classmethod
    def read(cls, text: str) -> Tag | None:
        """The tag that `text` writes, or None if it is not one of ours."""
        parts = text.split(":", 5)
        if len(parts) != 6 or parts[0] != "h":
            return None
        _, op, table, number, revision, arg = parts
        if not all(part.isdecimal() for part in (table, number, revision)):
            return None
        return cls(op, int(table), int(number), int(revision), arg)
