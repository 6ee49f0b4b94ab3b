"""What Hispania's events say."""

from __future__ import annotations

import pytest

import engine
from engine.core import Seen


@pytest.mark.parametrize(
    ("halves", "said"),
    [(-4, "OMEYYAD: -2 points for a Berber hired."), (3, "OMEYYAD: 1½ points for a Berber hired.")],
)
def test_points_that_are_lost_have_a_sign(halves: int, said: str) -> None:
    match = engine.new_match("hispania", seed="words")
    args = {"nation": "omeyyad", "points": halves, "why": "berbers", "halved": False}
    assert match.tell(Seen(1, "points", "11.15", args, (), 0), None) == said
