"""What is due is done once, also after a restart, and only if it is still wanted."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from bot.store import Store, models
from bot.tables.floor.sitting import Sitting
from bot.tables.tables import Tables
from bot.tables.values import Refused, Request
from tests.tables.conftest import ANA, BEN, Hours
from tests.tables.play import any_answer


class Bell:
    """Notes every item that it serves."""

    def __init__(self) -> None:
        self.rang: list[str] = []

    async def __call__(self, sitting: Sitting, due: models.Due) -> None:
        self.rang.append(due.key)


async def put(tables: Tables, table: int, key: str, **later: float) -> None:
    async with tables.hall.sitting(table) as sitting:
        sitting.plan("bell", key, sitting.now + timedelta(**later))
        await sitting.commit()


async def test_an_item_is_served_when_its_time_has_come_and_once(
    tables: Tables, table: int, hours: Hours, store: Store
) -> None:
    bell = Bell()
    tables.agenda.servants["bell"] = bell
    await put(tables, table, "late", hours=2)
    await put(tables, table, "early", hours=1)
    assert await tables.agenda.serve() == 0
    hours.pass_by(hours=3)
    again = Tables(store, clock=hours, rng=Random(8))  # a restart in between
    again.agenda.servants["bell"] = bell
    assert await again.agenda.serve() == 2
    assert bell.rang == ["early", "late"]
    assert await again.agenda.serve() == 0
    assert await again.agenda.next() is None
    await again.stop()


async def test_an_item_that_was_moved_waits(tables: Tables, table: int, hours: Hours) -> None:
    bell = Bell()
    tables.agenda.servants["bell"] = bell
    await put(tables, table, "it", hours=1)
    await put(tables, table, "it", hours=5)
    hours.pass_by(hours=2)
    await tables.agenda.serve()
    assert not bell.rang
    hours.pass_by(hours=4)
    await tables.agenda.serve()
    assert bell.rang == ["it"]


async def test_one_that_fails_is_tried_again_and_does_not_stop_the_others(
    tables: Tables, table: int, hours: Hours
) -> None:
    bell = Bell()

    async def fails(sitting: Sitting, due: models.Due) -> None:
        raise Refused("not now")

    tables.agenda.servants["bell"] = bell
    tables.agenda.servants["broken"] = fails
    async with tables.hall.sitting(table) as sitting:
        sitting.plan("broken", "it", sitting.now)
        sitting.plan("bell", "it", sitting.now + timedelta(hours=1))
        await sitting.commit()
    hours.pass_by(hours=2)
    assert await tables.agenda.serve() == 1
    assert bell.rang == ["it"]
    tables.agenda.servants["broken"] = bell
    assert await tables.agenda.serve() == 1


async def test_a_request_that_nobody_answers_lapses(
    tables: Tables, table: int, hours: Hours
) -> None:
    for who in (ANA, BEN):
        await tables.play.order(table, who, await any_answer(tables, table, who))
    request = await tables.undoing.undo(table, ANA)
    assert isinstance(request, Request)
    assert request.until is not None
    hours.pass_by(hours=49)
    with pytest.raises(Refused):
        await tables.consent.agree(request.id, BEN, True)
    assert await tables.agenda.serve() == 1
    parcels = [p for p in await tables.outbox.parcels() if p.kind == "request"]
    assert parcels == [] or parcels[0].body["state"] == "late"
    again = await tables.undoing.undo(table, ANA)  # it can be asked anew
    assert isinstance(again, Request)
    assert (await tables.consent.agree(again.id, BEN, True)).state == "agreed"
    hours.pass_by(hours=100)
    await tables.agenda.serve()


@pytest.mark.parametrize(
    ("name", "said", "kept"),
    [
        ("pace", "36 hours", "36h"),
        ("pace", "3d", "3d"),
        ("pace", "None", "none"),
        ("tick", "20, 8", "8,20"),
        ("tick", "1h", "1h"),
        ("battles", "LIVE", "live"),
    ],
)
async def test_settings_are_read_as_people_say_them(
    tables: Tables, table: int, name: str, said: str, kept: str
) -> None:
    card = await tables.lobby.set_settings(table, ANA, {name: said})
    assert card.settings[name] == kept


@pytest.mark.parametrize(
    ("name", "said"),
    [("pace", "soon"), ("pace", "0h"), ("pace", "999d"), ("tick", "25"), ("late", "x"), ("x", "y")],
)
async def test_what_is_no_setting_is_refused_in_words(
    tables: Tables, table: int, name: str, said: str
) -> None:
    before = (await tables.finding.card(table)).settings
    with pytest.raises(Refused, match=r"can be|There are"):
        await tables.lobby.set_settings(table, ANA, {name: said})
    with pytest.raises(Refused):
        await tables.lobby.set_settings(table, BEN, {"pace": "1d"})
    assert (await tables.finding.card(table)).settings == before
