"""A hall with a real database in a file, a clock that tests can turn, and people."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from bot.store import Store
from bot.tables.tables import Tables
from bot.tables.values import Where, Who
from tests.contract.council import council as council
from tests.live import LIVE
from tests.templates import fresh

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


@pytest.fixture
def hours() -> Hours:
    return Hours()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "herald.db"


def _ready(file: Path) -> Path:
    """A database that a test brings along, or a new one."""
    return file if file.exists() else fresh(file)


@pytest.fixture
async def store(file: Path) -> AsyncIterator[Store]:
    store = Store(_ready(file))
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
    card = await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.join(card.id, BEN)
    await tables.lobby.ready(card.id, ANA)
    await tables.lobby.ready(card.id, BEN)
    return card.id
