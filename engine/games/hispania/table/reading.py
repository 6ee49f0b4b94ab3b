"""Numbers out of the data: checked, because a record may be spoilt and must not keep us busy."""

from __future__ import annotations

from typing import Any

MANY = 200  # more of one thing than any game has


def count(value: Any) -> int:
    """A number of things."""
    if type(value) is not int or not 0 <= value <= MANY:
        raise ValueError(f"{value!r} is no number of things")
    return value


def halves(value: Any) -> int:
    """Gold or points: whole or half in the data, whole numbers of halves in the tables."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{value!r} is no amount")
    doubled = value * 2
    if not -MANY <= doubled <= MANY or doubled != int(doubled):
        raise ValueError(f"{value!r} is no whole or half amount")
    return int(doubled)


def span(value: Any) -> tuple[int, int]:
    """First and last turn."""
    first, last = value
    return count(first), count(last)
