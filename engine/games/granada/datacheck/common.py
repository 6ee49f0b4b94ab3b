"""What the checks of all files share: the two sides, their factions, and a guess at a slip."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

SIDES = ("christian", "muslim")
FACTIONS = {
    "christian": ("castile", "aragon", "leon", "kingdoms"),
    "muslim": ("andalusies", "bannigas", "sarray", "zegries"),
}
EVERY_FACTION = FACTIONS["christian"] + FACTIONS["muslim"]

Problems = Iterator[str]


def guess(token: str, known: Iterable[str]) -> str:
    near = get_close_matches(token, list(known), 1)
    return f" (did you mean {near[0]}?)" if near else ""
