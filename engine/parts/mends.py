"""Mends: where a game's rules were put right after tables had been played by them.

Rules are code, and a record does not pin them. A game lists in rules.yaml what was mended, oldest
first; a position remembers how many of those its rules knew. So a record that leads elsewhere now
can be told which mend it was.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from pathlib import Path

from engine.core import Game
from engine.data import load
from engine.manifest import Manifest
from engine.rulebook import Mend


@lru_cache(maxsize=32)
def _listed(folder: Path) -> tuple[Mend, ...]:
    listed = load(folder / "rules.yaml").get("mends") or {}
    return tuple(Mend.model_validate(fields) for fields in listed.values())


def mends(game: Game) -> tuple[Mend, ...]:
    """What was mended in the rules of this version, oldest first; the data pinned do not matter."""
    manifest: Manifest | None = getattr(game, "manifest", None)
    return _listed(manifest.folder) if manifest is not None else ()


def likely(
    found: Sequence[Mend], orders: Collection[str], events: Collection[str], rule: str
) -> tuple[Mend, ...]:
    """Which of some mends a difference is of, by the orders and events where it first shows;
    `rule` is the paragraph under which an order is refused now."""
    fitting = [
        mend
        for mend in found
        if {*mend.shows, *mend.orders} & {*orders} or {*mend.shows} & {*events}
    ]
    by_rule = [mend for mend in fitting if rule and rule in (mend.rule, *mend.also)]
    return tuple(by_rule or fitting)
