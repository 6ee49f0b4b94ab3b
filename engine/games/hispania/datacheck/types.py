"""What a field of Hispania's files may hold besides the types that all games share."""

from __future__ import annotations

from engine.fields import Test, guess, whole

KINDS = ("inf", "elite", "cav", "knight", "crusader", "castle", "fort", "berber")
TURNS = 19


def half(low: float, high: float) -> Test:
    """Gold or points: whole or half."""

    def test(value: object) -> str:
        if isinstance(value, int | float) and not isinstance(value, bool):
            if low <= value <= high and value * 2 == int(value * 2):
                return ""
        return f"must be a whole or half number from {low} to {high}"

    return test


def span(value: object) -> str:
    """First and last turn."""
    good = (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(t, int) and not isinstance(t, bool) for t in value)
        and 1 <= value[0] <= value[1] <= TURNS
    )
    return "" if good else f"must be [first, last] turn, from 1 to {TURNS}"


def pair(value: object) -> str:
    good = (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(t, str) for t in value)
        and value[0] != value[1]
    )
    return "" if good else "must be the names of two different places"


def point(value: object) -> str:
    """Longitude and latitude; the ranges catch the two exchanged, and a lost minus sign."""
    if not isinstance(value, list) or len(value) != 2:
        return "must be [longitude, latitude]"
    if not all(isinstance(v, int | float) and not isinstance(v, bool) for v in value):
        return "must be two numbers"
    inside = -10.5 <= value[0] <= 5 and 35 <= value[1] <= 44.5
    return "" if inside else "lies outside the peninsula and its neighbours"


def table(keys: tuple[str, ...], test: Test) -> Test:
    """A mapping of known names to values of one type."""

    def tested(value: object) -> str:
        if not isinstance(value, dict) or not value:
            return "must be a mapping of names to values"
        for key, held in value.items():
            if keys and key not in keys:
                return f"has the unknown name {key!r}{guess(str(key), keys)}"
            wrong = test(held)
            if wrong:
                return f"has a wrong value for {key}: it {wrong}"
        return ""

    return tested


def record(**fields: Test) -> Test:
    """A mapping with these fields; those whose name ends with an underscore may be missing."""
    known = {name.rstrip("_"): test for name, test in fields.items()}
    needed = {name for name in fields if not name.endswith("_")}

    def tested(value: object) -> str:
        if not isinstance(value, dict):
            return "must be a mapping of fields to values"
        for key, held in value.items():
            if key not in known:
                return f"has the unknown field {key!r}{guess(str(key), known)}"
            wrong = known[key](held)
            if wrong:
                return f"has a wrong {key}: it {wrong}"
        missing = sorted(needed - set(value))
        return f"lacks the field {missing[0]}" if missing else ""

    return tested


units = table(KINDS, whole(1, 60))
