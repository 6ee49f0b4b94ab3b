"""A council: a game small enough to be seen through, that uses all of the contract.

Two to seven seats by scenario and option, secrets by option, a form without a last turn, shared
victories. Whoever's turn it is takes a number, throws or dares a die, walks, tells another seat a
word openly or under the table, looks at the pile, draws or shows a card, or calls an auction in
which all bid at once. Promises and vows may be made at any time. No registry lists it: the
fixture `council` makes it known for one test.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from engine.games import guest
from engine.manifest import Manifest
from tests.contract.council.game import Council
from tests.contract.council.table import COUNTS, SEATS

__all__ = ["COUNTS", "MANIFEST", "SEATS", "Council", "council"]

MANIFEST = Manifest(
    name="council",
    rules="tests.contract.council.game:Council",
    files=("map",),
    computer="tests.contract.council.computer",
    home=Path(__file__).parent / "data",
)


@pytest.fixture
def council() -> Iterator[Council]:
    """The game, known by its name as long as the test runs."""
    with guest(MANIFEST) as game:
        yield cast(Council, game)
