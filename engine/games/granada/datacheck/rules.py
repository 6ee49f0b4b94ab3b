"""rules.yaml: the sections that the other files give as their sources."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from engine.games.granada.datacheck.common import Problems
from engine.games.granada.datacheck.fields import Reader


def read_rules(reader: Reader) -> frozenset[str]:
    """Only what the other files lean on: the sections exist.  The rest has its own tests."""
    sections = reader.table(reader.raw.get("sections"), "sections")
    if reader.sound and not sections:
        reader.note("sections", "this part of the file is missing")
    return frozenset(sections)


def cited_rules(readers: Iterable[Reader], sections: Collection[str]) -> Problems:
    """16: a source is a section of the book."""
    for reader in readers:
        for entry, source in reader.sources:
            for number in re.findall(r"(?<![\w.-])\d+(?:\.\d+)+(?:\.[A-G])?(?![\w-])", source):
                if number not in sections:
                    yield f"{reader.name}, {entry}: no rule {number} in rules.yaml [constraint 16]."
