"""What reads events reads their declaration."""

from __future__ import annotations

import engine
from engine.core import Event
from engine.events import Telling, fact, many, named, number, said
from engine.parts.concern import _secretly_told


class Feast(Telling, kind="feast"):
    host: str = said("side")
    place: str = said("place or zone")
    guests: tuple[str, ...] = many("nation")
    cost: int = number()
    note: str = fact()


ARGS = {"host": "leon", "place": "Leon", "guests": ("Leon", "Aragon"), "cost": 3, "note": "Toledo"}


def test_a_word_is_sought_by_its_domain() -> None:
    """A nation of the same name is no place; a plain fact may be anything."""
    assert list(named(Feast, ARGS, ("place",))) == ["Leon", "Toledo"]
    assert list(named(Feast, ARGS, ("zone",))) == ["Leon", "Toledo"]
    assert list(named(Feast, ARGS, ("nation",))) == ["Leon", "Aragon", "Toledo"]
    assert list(named(Feast, ARGS, ("side", "owner"))) == ["leon", "Toledo"]


def test_what_is_not_declared_may_name_anything() -> None:
    assert list(named(None, {"a": "Leon", "b": {"c": ["Aragon", 1]}}, ("place",))) == [
        "Leon",
        "c",
        "Aragon",
    ]
    assert list(named(Feast, {"gift": "Leon"}, ("place",))) == ["Leon"]


def test_who_was_told_is_read_from_the_declaration() -> None:
    """That some argument happens to name the seat does not say that it was told something."""
    game = engine.games()["granada"]
    blocks = {"christian": {"blocks": ("C2",)}}
    assert not _secretly_told(game, Event("edit", "", {"side": "christian"}, blocks))
    assert _secretly_told(game, Event("edit", "", {"side": "muslim", "owner": "christian"}, blocks))
    assert _secretly_told(game, Event("edit", "", {}, blocks))
    assert _secretly_told(game, Event("edit", "", {"side": "christian"}, only=("christian",)))
    assert not _secretly_told(game, Event("unheard of", "", {"to": "christian"}, blocks))
    assert _secretly_told(game, Event("unheard of", "", {"to": "muslim"}, blocks))
