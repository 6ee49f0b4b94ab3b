"""What the renderer refuses, in a sentence."""

from __future__ import annotations

from engine.core import HeraldError
from engine.tongues import Field, Tongue
from renderer.words import refusal, tongue_of


class RenderError(HeraldError):
    """A view or a layout that cannot be drawn; the sentence names what is wrong."""


def refused(entry: str, **values: Field) -> RenderError:
    return RenderError(refusal(entry, **values))


def spoken(language: str) -> Tongue:
    """The language of that code. Raises RenderError if nobody speaks it here."""
    tongue = tongue_of(language)
    if tongue is None:
        raise refused("language", language=repr(language))
    return tongue
