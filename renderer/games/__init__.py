"""One package a game: it reads the game's View and events, by name, and never its rules.

What is shared draws; what knows a game is behind `Pictures`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, cast

from engine.tongues import ENGLISH, Tongue
from renderer.boards.deeds import Deed
from renderer.boards.facts import Facts
from renderer.boards.layout import Layout
from renderer.boards.scene import Scene
from renderer.errors import refused
from renderer.ink.palette import Palette
from renderer.pictures.battle import Combat
from renderer.pictures.ending import End
from renderer.pictures.sheets import Sheet

View = Mapping[str, Any]
Events = Sequence[Mapping[str, Any]]


class Pictures(Protocol):
    """What the package of a game gives. What cannot be drawn is a RenderError in a sentence."""

    SHEETS: Mapping[str, Callable[[View, Layout, Palette, Sequence[str], Tongue], Sheet]]
    """What lies beside the board, by kind: a hand, a box, a nation. The last argument but one names
    whom a sheet is about, where there are several."""

    # A game may have REPORTS too: sheets of what happened, by kind, which are given the events in
    # place of the names: (view, plan, palette, events, tongue) -> Sheet.

    def board(self, where: Path) -> Facts:
        """The board in a folder of data files: what there is to draw, wherever it may lie."""

    def faults(self, where: Path) -> list[str]:
        """What the data files of a folder hold that could not be drawn, in sentences."""

    def kinds(self, view: View) -> tuple[str, ...]:
        """The pictures that this view can give."""

    def best(self, view: View, events: Events) -> str:
        """Of these, the one that a report of these events wants."""

    def scene(self, view: View, plan: Layout, tongue: Tongue = ENGLISH) -> Scene:
        """The board: who holds what, what stands where, and all of it in words."""

    def fight(self, view: View, plan: Layout, tongue: Tongue = ENGLISH) -> Combat:
        """The battle of this view."""

    def end(self, view: View, plan: Layout, tongue: Tongue = ENGLISH) -> End:
        """Who has won, and how the points came about."""

    def deeds(self, events: Events) -> list[Deed]:
        """What the events did on the map, in their order, each once. They bring their shapes."""


def pictures(game: object) -> Pictures:
    """The package of a game. Raises RenderError if nobody has drawn that game."""
    if not isinstance(game, str) or find_spec(f"renderer.games.{game}") is None:
        raise refused("game", game=repr(game))
    return cast(Pictures, import_module(f"renderer.games.{game}"))
