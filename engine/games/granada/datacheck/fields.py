"""What a field of Granada's files may hold besides the types that all games share."""

from __future__ import annotations

from engine.fields import Fields, Reader, Test, either_null, flag, text, whole, word, words

__all__ = [
    "Fields",
    "Reader",
    "Test",
    "either_null",
    "flag",
    "point",
    "text",
    "whole",
    "word",
    "words",
]


def point(value: object) -> str:
    """Longitude and latitude; the ranges catch the two exchanged, and a lost minus sign."""
    if not isinstance(value, list) or len(value) != 2:
        return "must be [longitude, latitude]"
    if not all(isinstance(v, int | float) and not isinstance(v, bool) for v in value):
        return "must be two numbers"
    inside = -8 <= value[0] <= 1 and 34 <= value[1] <= 40
    return "" if inside else "lies outside the south of Spain and the coast of Africa"
