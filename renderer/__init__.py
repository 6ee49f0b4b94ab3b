"""Pictures and descriptions of a table, drawn from a View and a layout: no secret comes in."""

from __future__ import annotations

from renderer.errors import RenderError
from renderer.ink.palette import PALETTES
from renderer.pictures.drawing import (
    KINDS,
    LEGEND,
    WINDOWS,
    Picture,
    best,
    describe,
    kinds,
    render,
)
from renderer.pictures.filming import film

__all__ = [
    "KINDS",
    "LEGEND",
    "PALETTES",
    "WINDOWS",
    "Picture",
    "RenderError",
    "best",
    "describe",
    "film",
    "kinds",
    "render",
]
