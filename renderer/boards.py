"""How pieces lie on a board: beside points that roads join, or on areas."""

from __future__ import annotations

from typing import Protocol, cast

from PIL import Image

from renderer import pieces, realm
from renderer.deeds import Mark
from renderer.layout import Layout
from renderer.palette import Palette
from renderer.pieces import Piece
from renderer.scene import Scene


class Board(Protocol):
    def under(
        self, picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float, /
    ) -> None:
        """What colours the ground below names and arrows."""

    def highlight(
        self, picture: Image.Image, plan: Layout, mark: Mark, palette: Palette, scale: float, /
    ) -> None:
        """A place where something happened."""

    def arrange(self, scene: Scene, plan: Layout, palette: Palette, scale: float, /) -> list[Piece]:
        """Every piece with its place."""

    def draw(
        self, picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float, /
    ) -> None:
        """Everything that moves, over the empty board."""


def of(plan: Layout) -> Board:
    return cast(Board, realm if plan.areas else pieces)
