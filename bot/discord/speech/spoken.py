"""In whose language we speak: every visit and every parcel has one reader.

The client turns to whoever clicks or types, the courier to whoever a parcel is for; whatever is
made meanwhile is worded for them. Elsewhere it is English.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from engine.tongues import ENGLISH, Field, Said, Tongue
from engine.tongues.false import FalseTongue
from engine.tongues.phrases import field

# What one can do, where it is not a command of the same name.
WAYS: Final = {
    "table": "table:",
    "seat": "seat:",
    "computer": "computer:",
    "hours": "hours:",
    "until": "until:",
    "option": "option:",
    "setting": "setting:",
    "value": "value:",
    "late_computer": "/table settings setting:late value:computer",
    "away_none": "away:none",
    "table_hand_over": "/table hand-over",
    "map_replay": "/map what:replay",
    "map_region": "/map what:region place:",
    "me_settings_dm": "/me settings pings:dm",
}
TONGUES: Final = {
    tongue.language: tongue.through(WAYS)
    for tongue in (ENGLISH, FalseTongue("="))  # tildes would strike out
}
_reader: ContextVar[Tongue] = ContextVar("reader", default=TONGUES["en"])


def tongue() -> Tongue:
    """The language of whoever reads what is made now."""
    return _reader.get()


def tongue_of(language: str) -> Tongue:
    return TONGUES.get(language, TONGUES["en"])


def say(said: Said) -> str:
    return _reader.get().word(said)


def wording(value: Field) -> str:
    """A value by itself: a name, a number, a list, or words that know what they say."""
    return _reader.get().field(field(value))


def turn_to(language: str) -> None:
    """From now on, in this task, somebody reads who has that language."""
    _reader.set(tongue_of(language))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Somebody else reads for a while."""
    before = _reader.set(tongue_of(language))
    try:
        yield
    finally:
        _reader.reset(before)


def everywhere(said: Said) -> tuple[str, ...]:
    """The same in every language: to find again what was said in one of them."""
    return tuple(one.word(said) for one in TONGUES.values())
