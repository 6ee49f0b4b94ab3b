"""Computer players at tables: as a seat, as adviser, in place of somebody late. They are only ever
given a world in which everything that their seat does not know was dealt anew."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.tables import Tables
from engine import Action, Decision
from engine.match import World
from engine.players.greedy import GreedyPlayer
from tests.tables.conftest import ANA, BEN, Hours
from tests.tables.play import any_answer, to_orders, travel


class Witness:
    """Looks over the shoulder of every greedy player."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.worlds: list[World] = []
        self.seats: list[str] = []
        choose = GreedyPlayer.choose

        def watched(player: GreedyPlayer, world: World, decision: Decision) -> Action:
            self.worlds.append(world)
            self.seats.append(decision.seat)
            return choose(player, world, decision)

        monkeypatch.setattr(GreedyPlayer, "choose", watched)

    async def check(self, tables: Tables, table: int) -> None:
        """They were worlds with chance of their own, and never the match itself."""
        async with tables.hall.sitting(table) as sitting:
            match = await sitting.match()
        assert self.worlds
        assert all(isinstance(world, World) for world in self.worlds)
        assert all(world is not match for world in self.worlds)
        assert all(world.seed != match.seed for world in self.worlds)


@pytest.fixture
def witness(monkeypatch: pytest.MonkeyPatch) -> Witness:
    return Witness(monkeypatch)


def hand(view: Any, seat: str) -> object:
    return view.to_json()[seat]["hand"]


async def test_a_computer_at_the_table(tables: Tables, table: int, witness: Witness) -> None:
    await tables.seats.hand_over(table, BEN, "muslim", "greedy")
    await tables.rest()
    await tables.play.order(table, ANA, await any_answer(tables, table, ANA))
    await tables.rest()
    await witness.check(tables, table)
    assert set(witness.seats) == {"muslim"}


async def test_an_adviser(tables: Tables, table: int, hours: Hours, witness: Witness) -> None:
    who = await to_orders(tables, table, hours)
    mine = "christian" if who == ANA else "muslim"
    other = "muslim" if who == ANA else "christian"
    await tables.play.suggest(table, who)
    await witness.check(tables, table)
    (world,) = witness.worlds
    async with tables.hall.sitting(table) as sitting:
        match = await sitting.match()
    assert world.view(mine) == match.view(mine)
    assert hand(world.view(other), other) != hand(match.view(other), other)


async def test_in_place_of_somebody_late(
    tables: Tables, table: int, hours: Hours, witness: Witness
) -> None:
    await tables.lobby.set_settings(table, ANA, {"pace": "2h", "late": "computer"})
    await travel(tables, hours, hours=3)
    await tables.rest()
    await witness.check(tables, table)
    assert (await tables.finding.card(table)).seats[1].person == BEN  # the seat stays theirs
