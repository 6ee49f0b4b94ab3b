"""A game in the making is known to its own tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.games import known


@pytest.fixture(autouse=True)
def crusade() -> Iterator[object]:
    with known("crusade") as game:
        yield game
