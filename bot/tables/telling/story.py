"""The story: what each entry of the record told everybody, while orders are carried out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.tables.floor import words
from engine import Match, Seen
from engine.tongues.phrases import TELLING


@dataclass(slots=True)
class Scene:
    """What one entry of the record told everybody."""

    seat: str
    chapter: str
    title: str
    entry: int
    seen: tuple[Seen, ...] = ()
    lines: list[dict[str, Any]] = field(default_factory=list)


class Story:
    """Follows a match while orders are carried out, entry by entry."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.scenes: list[Scene] = []
        self.taken_back: set[int] = set()
        self._told = _last(match)
        self._live = set(match.live)
        self._next = self._setting()

    def follow(self, seat: str) -> None:
        """One more entry, by `seat`, has just been made."""
        chapter, title = self._next
        self._next = self._setting()
        live = set(self.match.live)
        cancelled = self._live - live
        if cancelled:
            self.taken_back |= cancelled
            chapter, title = self._next
        self._live = live
        scene = Scene(seat, chapter, title, len(self.match) - 1)
        scene.seen = self.match.events(None, self._told)
        scene.lines = list(_lines(self.match, scene.seen))
        self._told = max(self._told, _last(self.match))
        self.scenes.append(scene)

    def _setting(self) -> tuple[str, str]:
        view = self.match.view(None)
        return self.match.game.chapter(view), words.setting(self.match.game.headline(view, TELLING))


def _last(match: Match) -> int:
    seen = match.events(None)
    return seen[-1].number if seen else 0


def _lines(match: Match, seen: tuple[Seen, ...]) -> Iterator[dict[str, Any]]:
    for one in seen:
        if said := match.tell(one, None, TELLING):
            yield {"words": said, "rule": one.rule, "entry": one.entry, "back": False}


def first_story(match: Match) -> Scene:
    """What the set-up told everybody."""
    seen = match.events(None)
    return Scene("", "", words.TITLE_START, -1, seen, list(_lines(match, seen)))
