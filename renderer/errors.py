"""What the renderer refuses, in a sentence."""

from __future__ import annotations

from engine.core import HeraldError


class RenderError(HeraldError):
    """A view or a layout that cannot be drawn; the sentence names what is wrong."""
