"""How pieces lie on a board: beside points that roads join, on areas, or on hexes."""

from __future__ import annotations

from typing import Protocol, cast

from PIL import Image

from renderer.boards import areas, hexes, net, points
from renderer.boards.deeds import Mark
from renderer.boards.layout import Layout
from renderer.boards.points import Piece
from renderer.boards.scene import Scene
from renderer.ink.palette import Palette


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
    if plan.lattice:
        return cast(Board, hexes)
    if plan.net:
        return cast(Board, net)
    return cast(Board, areas if plan.areas else points)
