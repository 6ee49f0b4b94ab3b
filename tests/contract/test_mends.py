"""What a game says of its mends: paragraphs of its book, orders and events that it knows."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.data import load
from engine.parts.mends import likely, mends
from engine.rulebook import Mend


@pytest.mark.parametrize("name", engine.games())
def test_a_mend_names_what_there_is(name: str) -> None:
    game: Any = engine.games()[name]
    sections = load(game.manifest.folder / "rules.yaml")["sections"]
    for mend in mends(game):
        assert {mend.rule, *mend.also} <= set(sections)
        assert mend.shows or mend.orders
        assert set(mend.shows) <= {*game.verbs, *game.events}
        assert set(mend.orders) <= set(game.verbs)


def test_the_paragraph_of_a_refusal_decides() -> None:
    sally, guard, grey = (
        Mend.model_validate({"rule": rule, "what": "-", "also": also, **where})
        for rule, also, where in (
            ("8.6.2", ["8.7.7"], {"shows": ["retreat"]}),
            ("10.10", [], {"orders": ["retreat", "commander"]}),
            ("8.7.2", [], {"shows": ["inside"]}),
        )
    )
    found = (sally, guard, grey)
    assert likely(found, {"retreat"}, (), "") == (sally, guard)
    assert likely(found, {"retreat"}, (), "8.7.7") == (sally,)
    assert likely(found, {"retreat"}, (), "10.10") == (guard,)
    assert likely(found, {"retreat"}, (), "8.7.2") == (sally, guard)
    assert likely(found, {"lose"}, {"retreat"}, "") == (sally,)
    assert likely(found, {"finish"}, {"field_result", "inside"}, "") == (grey,)
    assert likely(found, {"sail"}, (), "10.10") == ()
