"""A state as plain JSON and back: so that a position outlives the code that made it.

What is a list stays a list and what is a tuple a tuple, because rules compare them. Only what a
state may hold is packed; anything else is refused, so that nothing is lost without a word.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from engine.core import Action, DataError

S = TypeVar("S")
_BARE = (int, str, bool, float, type(None))
_LIST, _ROW, _SET, _MAP, _ORDER, _PART = "list", "row", "set", "map", "order", "part"


def pack(state: object, leave: Collection[str] = ()) -> dict[str, Any]:
    """The fields of an object with slots, but for those that can be made again."""
    return {name: _pack(getattr(state, name)) for name in _fields(type(state)) if name not in leave}


def unpack(cls: type[S], packed: Mapping[str, Any], part: type, leave: Collection[str] = ()) -> S:
    """The object again; `part` is the class of what it holds beside plain values. Whoever calls
    fills in what was left out."""
    wanted = [name for name in _fields(cls) if name not in leave]
    if sorted(wanted) != sorted(packed):
        raise DataError("the position has other fields than this game's")
    new = cls.__new__(cls)
    for name in wanted:
        setattr(new, name, _unpack(packed[name], part))
    return new


def copied(state: S) -> S:
    """A copy of an object with slots, each of its lists with it. By hand it is quicker."""
    new = type(state).__new__(type(state))
    for name in _fields(type(state)):
        value = getattr(state, name)
        setattr(new, name, value[:] if isinstance(value, list) else value)
    return new


def _fields(cls: type) -> tuple[str, ...]:
    return tuple(cls.__slots__)  # type: ignore[attr-defined]


def _pack(value: object) -> Any:
    if isinstance(value, _BARE):
        return value
    if isinstance(value, Action):
        return {_ORDER: value.to_json()}
    if isinstance(value, tuple):
        return [_pack(item) for item in value]
    if isinstance(value, list):
        return {_LIST: [_pack(item) for item in value]}
    if isinstance(value, array):
        return {_ROW: value.tolist()}
    if isinstance(value, frozenset):
        return {_SET: sorted(value)}
    if isinstance(value, dict):
        return {_MAP: [[_pack(key), _pack(item)] for key, item in sorted(value.items())]}
    if hasattr(type(value), "__slots__"):
        return {_PART: pack(value)}
    raise DataError(f"a position cannot hold a {type(value).__name__}")


def _unpack(value: Any, part: type) -> Any:
    if isinstance(value, list):
        return tuple([_unpack(item, part) for item in value])
    if not isinstance(value, dict):
        return value
    ((kind, inside),) = value.items()
    if kind == _ORDER:
        return Action.from_json(inside)
    if kind == _LIST:
        return [_unpack(item, part) for item in inside]
    if kind == _ROW:
        return array("q", inside)
    if kind == _SET:
        return frozenset(inside)
    if kind == _MAP:
        return {_unpack(key, part): _unpack(item, part) for key, item in inside}
    if kind == _PART:
        return unpack(part, inside, part)
    raise DataError(f"a position holds something unknown: {kind!r}")


def unknown(title: str, schema: int, known: int) -> DataError:
    """Why a position of another version cannot be read, for a game that has no way to."""
    return DataError(
        f"this position of {title} is written in way {schema}; this Herald knows only way {known}"
    )
