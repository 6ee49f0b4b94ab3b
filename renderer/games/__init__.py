"""One package a game: it reads the game's View and events, by name, and never its rules.

What is shared draws; what knows a game is behind `Pictures`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, cast

from renderer.combat import Combat
from renderer.deeds import Deed
from renderer.ending import End
from renderer.errors import RenderError
from renderer.layout import Layout
from renderer.palette import Palette
from renderer.scene import Scene
from renderer.sheets import Sheet

View = Mapping[str, Any]
Events = Sequence[Mapping[str, Any]]


class Pictures(Protocol):
    """What the package of a game gives. What cannot be drawn is a RenderError in a sentence."""

    SHEETS: Mapping[str, Callable[[View, Layout, Palette, Sequence[str]], Sheet]]
    """What lies beside the board, by kind: a hand, a box, a nation. The last argument names whom
    a sheet is about, where there are several."""

    def faults(self, where: Path) -> list[str]:
        """What the data files of a folder hold that could not be drawn, in sentences."""

    def kinds(self, view: View) -> tuple[str, ...]:
        """The pictures that this view can give."""

    def best(self, view: View, events: Events) -> str:
        """Of these, the one that a report of these events wants."""

    def scene(self, view: View, plan: Layout) -> Scene:
        """The board: who holds what, what stands where, and all of it in words."""

    def fight(self, view: View, plan: Layout) -> Combat:
        """The battle of this view."""

    def end(self, view: View, plan: Layout) -> End:
        """Who has won, and how the points came about."""

    def deeds(self, events: Events) -> list[Deed]:
        """What the events did on the map, in their order, each once. They bring their shapes."""


def pictures(game: object) -> Pictures:
    """The package of a game. Raises RenderError if nobody has drawn that game."""
    if not isinstance(game, str) or find_spec(f"renderer.games.{game}") is None:
        raise RenderError(f"There are no pictures for the game {game!r}.")
    return cast(Pictures, import_module(f"renderer.games.{game}"))
