"""A hall with a real database in a file, a clock that tests can turn, and people."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from bot.store import Store
from bot.tables import Tables, Where, Who, lobby
from tests.contract.council import council as council
from tests.live import LIVE

ANA, BEN, CLEO = Who(11, "Ana"), Who(22, "Ben"), Who(33, "Cleo")
HERE = Where(1, 100)


class Hours:
    """A clock that stands until it is turned, but for a millisecond with every look at it."""

    def __init__(self) -> None:
        self.time = datetime(2031, 5, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.time += timedelta(milliseconds=1)
        return self.time

    def pass_by(self, **much: float) -> None:
        self.time += timedelta(**much)


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Conversations are about certain dice, and these depend on how people stand in the proof of
    the seed: here by their number. Tests about that proof have a `same_dice` of their own."""
    monkeypatch.setattr(lobby, "alias", lambda secret, person: str(person))


@pytest.fixture
def hours() -> Hours:
    return Hours()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "herald.db"


@pytest.fixture
async def store(file: Path) -> AsyncIterator[Store]:
    store = Store(file)
    await store.upgrade()
    yield store
    await store.close()


@pytest.fixture
async def tables(store: Store, hours: Hours) -> AsyncIterator[Tables]:
    tables = Tables(store, clock=hours, rng=Random(7), defaults=LIVE)
    await tables.resume()
    yield tables
    await tables.stop()


@pytest.fixture
async def table(tables: Tables) -> int:
    """A game just begun: Ana sits as the first seat, Ben as the second."""
    card = await tables.open(ANA, HERE, "granada")
    await tables.join(card.id, BEN)
    await tables.ready(card.id, ANA)
    await tables.ready(card.id, BEN)
    return card.id
