"""Bells: one for each kind of front end, that rings when a message may be owed there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

ANY = ""  # who listens for every kind


class Bells:
    def __init__(self) -> None:
        self._bells: dict[str, asyncio.Event] = {}

    def of(self, kind: str = ANY) -> asyncio.Event:
        return self._bells.setdefault(kind, asyncio.Event())

    def ring(self, kinds: Iterable[str] | None = None) -> None:
        """Those of some kinds, and whoever listens for all; None: every bell."""
        for kind in list(self._bells) if kinds is None else {*kinds, ANY}:
            self.of(kind).set()
