"""What a battle remembers of who came into it: the view tells it, older positions get along."""

from __future__ import annotations

from typing import Any

import engine
from engine.packing import pack
from tests.renderer.sights_granada import FIELD, SIEGE, played


def seen(match: engine.Match, seat: str | None = None) -> Any:
    return match.view(seat)


def test_8_3_the_parts_of_every_deployment_make_the_score() -> None:
    for text in (FIELD, SIEGE):
        battle = seen(played(text)).battle
        assert battle is not None
        for side in ("christian", "muslim"):
            rows = [row for row in battle.deployments if row.side == side]
            assert sum(row.impacts for row in rows) == battle.impacts[side]
            parts = [n for row in rows for block in row.parts for n, _ in block]
            assert sum(parts) == battle.impacts[side]


def test_8_6_2_whence_the_attacker_came() -> None:
    battle = seen(played(FIELD)).battle
    assert battle is not None
    assert battle.came_from == ("Antequera",)


def test_8_7_5_c_the_price_of_a_siege_is_the_sum_of_its_parts() -> None:
    battle = seen(played(SIEGE)).battle
    assert battle is not None
    assert battle.price == ((9, "impacts"), (-2, "guns"))
    assert battle.needed == {"muslim": sum(n for n, _ in battle.price)}


def test_3_3_chances_are_for_the_seat_that_holds_the_cards() -> None:
    match = played(FIELD)
    assert seen(match).battle.chances is None
    own = {row.card for row in seen(match, "christian").battle.chances}
    assert own == set(seen(match, "christian").christian.hand)
    assert {row.card for row in seen(match, "muslim").battle.chances} == set(
        seen(match, "muslim").muslim.hand
    )


def test_a_position_from_before_deployments_were_kept() -> None:
    game = engine.games()["granada"]
    state = played(FIELD)._state
    packed = game.dump(state)
    assert game.schema == 2
    del packed["battle"]["part"]["deployments"]
    older = game.migrate(packed, 1)
    assert older["battle"]["part"]["deployments"] == []
    found = game.load(older, state.options)
    assert found.battle.deployments == ()
    assert pack(found.battle).keys() == pack(state.battle).keys()
