"""Sealed battles tell nothing by themselves: one seat's secrets are dealt anew, its public actions
and its sealing times are kept, and everything that the others are sent, and when, is the same."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.store import Store
from bot.tables.battles import rounds
from bot.tables.battles.rounds import Round
from bot.tables.floor import hall
from bot.tables.floor.sitting import Sitting
from bot.tables.tables import Tables
from bot.tables.telling.chronicle import publish
from engine import Match
from engine.core import plain
from engine.players.plan import read, sealed_battle
from tests.contract.hidden import secrets
from tests.contract.interference import LeakError, same_events
from tests.contract.play import fork
from tests.discord.twins import copied, dealt_anew
from tests.tables.conftest import ANA, BEN, CLEO, HERE
from tests.tables.fights import before_battle
from tests.tables.play import deliver
from tests.templates import fresh

READER, HIDDEN = "christian", "muslim"
SEEDS = [f"fight {number}" for number in (1, 5, 6, 7, 10, 11)]
TRIES = 12
# Plans that show nothing, so that the battle can be the same to look at with another hand.
# The lines that name cards and blocks are skipped in one world or the other, for another reason.
PLANS = (
    "[cards 30+] Zegries: any\n[mine 40+] inside\nstand\nstop\nnever challenge\nnever refute\n"
    "never react\nelse finish",
    "inside\nstand\nstop\nask always challenge\nnever refute\nnever react\nelse finish",
)
QUIET = "stop\nnever challenge\nnever refute\nnever assault\nelse finish"


class Clock:
    """Stands still, unless it is turned: a look at it must not change what is sent."""

    def __init__(self) -> None:
        self.time = datetime(2031, 5, 1, 12, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time


@dataclass(frozen=True)
class Twin:
    """The same battle to look at, with other secrets of the hidden seat."""

    here: Match
    there: Match
    plan: str

    @property
    def hands(self) -> bool:
        """Whether the hands differ."""
        return self._of("in hand", self.here) != self._of("in hand", self.there)

    @staticmethod
    def _of(kind: str, match: Match) -> object:
        return secrets(match, HIDDEN).get((kind, None))


def twin_of(match: Match, plan: str, rng: Random) -> Twin | None:
    """A twin in which the hidden seat's plan leads to the same battle, for all others to see."""
    for _ in range(TRIES):
        other, _ = dealt_anew(match, READER, rng)
        if secrets(match, HIDDEN) == secrets(other, HIDDEN):
            continue
        here, there = fork(match), fork(other)
        try:
            if all(_looks_alike(match, here, there, plan, reader) for reader in (READER, None)):
                return Twin(copied(match), other, plan)
        except LeakError:
            continue  # another answer was given: the public actions are not the same
    return None


def _looks_alike(match: Match, here: Match, there: Match, plan: str, reader: str | None) -> bool:
    first = len(match.events(reader))
    if len(here) == len(match):
        for world in (here, there):
            _fight(world, plan)
    one, other = (world.events(reader)[first:] for world in (here, there))
    return same_events(one, other, reader, match)


def _fight(world: Match, plan: str) -> None:
    """As the tables do it; where a plan asks its owner, the default is the answer."""
    plans = {
        HIDDEN: [read(world.game, plan, HIDDEN)],
        READER: [read(world.game, QUIET, READER)],
    }
    sealed_battle(world, plans, whole_round=True)
    while (decision := world.decision(HIDDEN)) is not None and decision.kind == "challenge":
        world.act(HIDDEN, decision.default)
        sealed_battle(world, plans, whole_round=True)


@asynccontextmanager
async def open_house(file: Path, match: Match) -> AsyncIterator[tuple[Tables, int, Clock]]:
    """A table that plays this very match, which no record could lead to."""
    clock = Clock()
    store = Store(fresh(file))
    await store.upgrade()
    tables = Tables(store, clock=clock, rng=Random(7))
    card = await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.join(card.id, BEN)
    await tables.lobby.set_settings(card.id, ANA, {"tick": "1h", "pace": "24h"})
    for who in (ANA, BEN):
        await tables.lobby.ready(card.id, who)
    async with tables.hall.sitting(card.id) as sitting:
        sitting.row.entries = len(match)
        sitting.begin(match)
        await publish(sitting, match, [], set())
        await sitting.commit()
    yield tables, card.id, clock
    await tables.stop()
    await store.close()


Page = list[object]


async def sent(tables: Tables, table: int, clock: Clock) -> Page:
    """Everything that reaches anybody but the hidden seat, and everything they could ask for."""
    parcels = [p for p in await deliver(tables) if p.audience != f"person:{BEN.id}"]
    letters = [replace(p, id=0, message=None, place=None) for p in parcels]
    asked: list[object] = [await tables.finding.card(table)]
    for who in (ANA, CLEO):
        asked += [
            await tables.play.asked(table, who),
            await tables.logbook.log(table, who, last=0),
            plain((await tables.reading.view(table, who)).to_json()),
        ]
    return [clock.time, letters, asked]


async def story(file: Path, match: Match, plan: str) -> list[Page]:
    """One battle at a table, the same in every world but for what is hidden."""
    async with open_house(file, copied(match)) as (tables, table, clock):
        pages = [await sent(tables, table, clock)]

        async def step(**later: float) -> None:
            pages.append(await sent(tables, table, clock))
            clock.time += timedelta(**later)
            await tables.agenda.serve()
            pages.append(await sent(tables, table, clock))

        await tables.plans.suggest(table, BEN, "bold")  # it reads otherwise with another hand
        await step(minutes=7)
        await tables.plans.seal(table, BEN)
        await step(minutes=9)
        await tables.plans.withdraw(table, BEN)
        await step(minutes=61)
        for place in (await tables.plans.panel(table, BEN)).plans:
            await tables.plans.write(table, BEN, f"plan {place.place}\n{plan}")
        await tables.plans.seal(table, BEN)
        await step(minutes=3)
        for place in (await tables.plans.panel(table, ANA)).plans:
            await tables.plans.write(table, ANA, f"plan {place.place}\n{QUIET}")
        await tables.plans.seal(table, ANA)
        await step(minutes=2)
        await step(hours=1)
        for _ in range(10):  # what the plan leaves to its owner
            question = await tables.play.asked(table, BEN)
            if question is None or question.kind != "challenge":
                break
            await tables.play.order(table, BEN, "pass", key=question.key)
            await step(minutes=30)
        assert (await tables.finding.card(table)).owed[0].kind != "plan"
        return pages


@pytest.fixture(autouse=True)
def remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dealt world is in memory only: nobody is forgotten in the hours that pass."""
    monkeypatch.setattr(hall, "IDLE", timedelta(days=30))


def twins(most: int) -> list[Twin]:
    rng = Random("plans")
    found = []
    for seed in SEEDS:
        for plan in PLANS:
            twin = twin_of(before_battle(seed), plan, rng)
            if twin is not None and twin.hands:
                found.append(twin)
            if len(found) == most:
                return found
    return found


async def both(tmp_path: Path, twin: Twin, name: str) -> tuple[list[Page], list[Page]]:
    here = await story(tmp_path / f"{name}-here.db", twin.here, twin.plan)
    return here, await story(tmp_path / f"{name}-there.db", twin.there, twin.plan)


def first_difference(here: list[Page], there: list[Page]) -> str:
    for n, (a, b) in enumerate(zip(here, there, strict=True)):
        if a != b:
            return f"page {n}: {a}\nagainst {b}"
    return ""


async def test_what_others_are_sent_does_not_depend_on_a_hidden_hand(tmp_path: Path) -> None:
    found = twins(2)
    assert len(found) == 2, "too few battles in which a hidden hand could differ"
    assert {twin.plan for twin in found} == set(PLANS)
    for number, twin in enumerate(found):
        here, there = await both(tmp_path, twin, f"{number}")
        assert not first_difference(here, there)
        assert any("Lucena" in str(page) or "Gibraltar" in str(page) for page in here)


def _empty_handed(match: Match) -> bool:
    """Something that only the hidden hand says."""
    hand: Any = secrets(match, HIDDEN).get(("in hand", None), ())
    return bool(sum(hand) % 2 == 0)


async def test_a_battle_released_for_the_sake_of_a_hand_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test's own test: the release does not wait for its tick when the hand says so."""

    honest = rounds.released

    async def leaky(sitting: Sitting, found: Round) -> bool:
        match = await sitting.match()
        if _empty_handed(match) and await rounds.all_sealed(sitting, found):
            rounds._release(sitting)
        return await honest(sitting, found)

    rng = Random("leak")
    odd = None
    while odd is None:
        twin = twin_of(before_battle(SEEDS[0]), PLANS[0], rng)
        if twin is not None and _empty_handed(twin.here) != _empty_handed(twin.there):
            odd = twin
    monkeypatch.setattr(rounds, "released", leaky)
    here, there = await both(tmp_path, odd, "leaky")
    assert first_difference(here, there)
