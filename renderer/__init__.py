"""Pictures and descriptions of a table, drawn from a View and a layout: no secret comes in."""

from __future__ import annotations

from renderer.drawing import KINDS, Picture, best, describe, kinds, render
from renderer.errors import RenderError
from renderer.filming import film
from renderer.palette import PALETTES

__all__ = [
    "KINDS",
    "PALETTES",
    "Picture",
    "RenderError",
    "best",
    "describe",
    "film",
    "kinds",
    "render",
]
