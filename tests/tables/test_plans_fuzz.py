"""Whole games in which every battle is sealed, by people who change their minds."""

from __future__ import annotations

from random import Random

import pytest

import engine
from bot.store import Store
from bot.tables.tables import Tables
from bot.tables.values import Outcome, Refused, Request, Who
from engine.players.plan import MOODS
from tests.tables.conftest import ANA, BEN, HERE, Hours
from tests.tables.fights import SEALED, the_match

LINES = ("stand", "inside", "stop lead 3", "challenge 3+ max 1", "never refute", "ask always lose")
STEPS = 500


class Group:
    """Two people, and a house that goes to bed now and then."""

    def __init__(self, store: Store, hours: Hours, game: str, seed: str) -> None:
        self.store, self.hours, self.rng = store, hours, Random(seed)
        self.tables = Tables(store, clock=hours, rng=Random(seed))
        self.game, self.table = game, 0
        self.sealed = self.asked_back = 0

    async def sit_down(self) -> None:
        card = await self.tables.lobby.open(ANA, HERE, self.game)
        self.table = card.id
        await self.tables.lobby.join(card.id, BEN)
        for seat in card.seats[2:]:
            await self.tables.lobby.sit_computer(card.id, ANA, seat.seat)
        await self.tables.lobby.set_settings(card.id, ANA, SEALED)
        for who in (ANA, BEN):
            await self.tables.lobby.ready(card.id, who)

    async def step(self) -> bool:
        """Whoever is asked answers; if nobody is, time passes. False: the game is over."""
        await self.tables.rest()
        if (await self.tables.finding.card(self.table)).stage != "playing":
            return False
        if self.rng.random() < 0.02:
            await self.tables.stop()
            self.tables = Tables(self.store, clock=self.hours, rng=self.rng)
            await self.tables.resume()
        acted = [await self._answer(who) for who in (ANA, BEN)]
        if not any(acted):
            due = await self.tables.agenda.next()
            assert due is not None, "nobody is asked, and nothing will happen"
            self.hours.time = max(due, self.hours.time)
            await self.tables.agenda.serve()
        return True

    async def _answer(self, who: Who) -> bool:
        asked = await self.tables.play.asked(self.table, who)
        if asked is None or asked.sealed:
            return False
        self.hours.pass_by(minutes=self.rng.randrange(1, 20))
        if asked.kind == "plan":
            await self._plan(who)
        elif self.rng.random() < 0.03:
            await self._think_again(who)
        else:
            order = await self.tables.play.suggest(self.table, who)
            outcome = await self.tables.play.order(self.table, who, order, key=asked.key)
            assert not outcome.refused
        return True

    async def _plan(self, who: Who) -> None:
        panel = await self.tables.plans.panel(self.table, who)
        place = self.rng.choice(panel.plans).place
        match self.rng.randrange(5):
            case 0:
                await self.tables.plans.suggest(self.table, who, self.rng.choice(MOODS), place)
            case 1:
                lines = [f"plan {place}", *self.rng.sample(LINES, 3)]
                panel = await self.tables.plans.write(self.table, who, "\n".join(lines), place)
            case 2 if self.rng.random() < 0.3:
                await self._think_again(who)
        try:
            sealing = await self.tables.plans.seal(self.table, who)
        except Refused:  # a line of the other game, or nothing is planned any more
            return
        self.sealed += 1
        if sealing.panel is not None and self.rng.random() < 0.1:
            await self.tables.plans.withdraw(self.table, who)

    async def _think_again(self, who: Who) -> None:
        try:
            back = await self.tables.undoing.undo(self.table, who)
        except Refused:
            return
        self.asked_back += 1
        if isinstance(back, Request):
            other = BEN if who == ANA else ANA
            await self.tables.consent.agree(back.id, other, self.rng.random() < 0.5)
        else:
            assert isinstance(back, Outcome)


@pytest.mark.fuzz
@pytest.mark.parametrize("game", ["granada", "hispania"])
@pytest.mark.parametrize("number", range(2))
async def test_sealed_games_come_to_their_end(
    store: Store, hours: Hours, game: str, number: int
) -> None:
    group = Group(store, hours, game, f"{game} {number}")
    await group.sit_down()
    for _ in range(STEPS):
        if not await group.step():
            break
    assert group.sealed > 10
    match = await the_match(group.tables, group.table)
    assert engine.from_record(match.record()).view(None) == match.view(None)
    assert match.check() == []
    await group.tables.stop()
