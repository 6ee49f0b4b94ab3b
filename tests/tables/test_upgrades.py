"""A new version of the rules under a running game: same position, go on; another, stand still."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from sqlmodel import col, select

import engine
from bot.store import Store, models
from bot.tables.tables import Tables
from bot.tables.values import Refused, Request, TableCard
from engine.games.granada.table.flow import STEPS
from engine.parts.mends import mends
from engine.rulebook import Mend
from tests.tables.conftest import ANA, BEN, CLEO, Hours
from tests.tables.play import any_answer, asked_of, deliver, play
from tests.tables.test_following import to_the_end


@pytest.fixture
async def fighting(tables: Tables, table: int, hours: Hours) -> int:
    """A table in the middle of a battle."""
    await tables.lobby.set_settings(table, ANA, {"battles": "live"})
    await play(tables, table, hours, Random(5), 300, until="deploy")
    assert any(owed.kind == "deploy" for owed in (await tables.finding.card(table)).owed)
    await deliver(tables)
    return table


@contextmanager
def other_rules() -> Iterator[None]:
    """As if the attacker began a battle with an impact."""
    true = STEPS["open_battle"]

    def open_battle(s: Any, c: Any) -> None:
        true(s, c)
        s.battle.impacts = (1, 0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(STEPS, "open_battle", open_battle)
        yield


async def start_again(store: Store, hours: Hours) -> Tables:
    tables = Tables(store, clock=hours, rng=Random(8))
    await tables.resume()
    await tables.rest()
    return tables


async def views(tables: Tables, table: int) -> list[dict[str, Any]]:
    return [(await tables.reading.view(table, who)).to_json() for who in (ANA, BEN, None)]


async def test_nothing_happens_where_the_rules_are_the_same(
    store: Store, tables: Tables, fighting: int, hours: Hours
) -> None:
    before, card = await views(tables, fighting), await tables.finding.card(fighting)
    again = await start_again(store, hours)
    assert await again.finding.card(fighting) == card
    assert await views(again, fighting) == before
    assert await deliver(again) == []
    await again.stop()


async def test_a_rule_that_changed_mid_battle_stops_the_table(
    store: Store, tables: Tables, fighting: int, hours: Hours
) -> None:
    with other_rules():
        again = await start_again(store, hours)
        card = await again.finding.card(fighting)
        assert "stands still" in card.halted
        who = await asked_of(again, fighting)
        for forbidden in (
            again.play.order(fighting, who, "finish"),
            again.reading.view(fighting, who),
            again.undoing.undo(fighting, who),
            again.drafts.add(fighting, who, "finish"),
        ):
            with pytest.raises(Refused, match="cannot be replayed"):
                await forbidden
        parcels = await deliver(again)
        (note,) = [p for p in parcels if p.kind == "note"]
        assert "its record leads elsewhere, from report #" in str(note.body["words"])
        (letter,) = [p for p in parcels if p.kind == "whisper"]  # to the host, who keeps order
        assert letter.audience == f"person:{ANA.id}"
        assert letter.body["words"] == card.halted
        assert await again.agenda.serve() == 0
        await again.stop()
        third = await start_again(store, hours)  # waiting: told once, not at every start
        assert await deliver(third) == []
        await third.stop()


async def test_the_first_difference_is_where_the_rule_was_used(
    store: Store, tables: Tables, fighting: int, hours: Hours
) -> None:
    async with tables.hall.sitting(fighting) as sitting:
        record = (await sitting.match()).record()
    first = first_use(record)
    await tables.stop()
    with other_rules():
        again = await start_again(store, hours)
        assert f"(entry {first})" in (await again.finding.card(fighting)).halted
        await again.stop()


def first_use(record: dict[str, Any]) -> int:
    """The entry at which the rule was first used that `other_rules` changes."""
    true, used, entries = STEPS["open_battle"], [], []

    def open_battle(s: Any, c: Any) -> None:
        used.append(s)
        true(s, c)

    def watch(match: engine.Match, entry: int) -> None:
        if used:
            entries.append(entry)

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(STEPS, "open_battle", open_battle)
        engine.from_record(record, watch)
    return entries[0]


def mend(rule: str, *shows: str) -> Mend:
    return Mend.model_validate({"rule": rule, "what": f"Mended {rule}.", "shows": list(shows)})


@contextmanager
def mended(*found: Mend) -> Iterator[None]:
    """As if these were new, beside those that a table of today knows."""
    known = mends(engine.games()["granada"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.parts.mends._listed", lambda folder: known + found)
        yield


async def test_which_mend_it_was_is_said(
    store: Store, tables: Tables, fighting: int, hours: Hours
) -> None:
    """By the orders and events where it first shows; those that the table knew are not named."""
    await tables.stop()
    new = mend("9.1", "sail"), mend("8.1", "stand", "inside"), mend("8.2", "stand", "inside")
    for known, named in ((new[:2], ("8.1",)), (new[:1], ()), (new, ("8.1", "8.2"))):
        with other_rules(), mended(*known):
            again = await start_again(store, hours)
            halted = (await again.finding.card(fighting)).halted
            assert [one.rule for one in new if one.what in halted] == list(named)
            await again.stop()
        back = await start_again(store, hours)
        await back.stop()


async def test_a_table_that_went_on_is_not_told_of_old_mends(
    store: Store, tables: Tables, fighting: int, hours: Hours
) -> None:
    await tables.moderators.of_circle("discord:1", whom=CLEO)
    one = mend("8.1", "stand", "inside")
    with other_rules(), mended(one):
        again = await start_again(store, hours)
        assert one.what in (await again.finding.card(fighting)).halted
        await again.upgrades.go_on(fighting, CLEO)
        rng = Random(2)
        await play(again, fighting, hours, rng, 40)
        await play(again, fighting, hours, rng, 300, until="deploy")  # the next battle
        await again.stop()
    with mended(one):
        back = await start_again(store, hours)
        halted = (await back.finding.card(fighting)).halted
        assert halted
        assert one.what not in halted
        await back.stop()


async def test_an_old_version_takes_it_up_again(
    store: Store, tables: Tables, fighting: int, hours: Hours
) -> None:
    before = await views(tables, fighting)
    with other_rules():
        again = await start_again(store, hours)
        await deliver(again)
        await again.stop()
    back = await start_again(store, hours)
    assert not (await back.finding.card(fighting)).halted
    assert await views(back, fighting) == before
    assert any("replays again" in str(p.body.get("words")) for p in await deliver(back))
    await back.stop()


async def test_a_moderator_who_does_not_play_goes_on(
    store: Store, tables: Tables, fighting: int, hours: Hours
) -> None:
    before = await views(tables, fighting)
    await tables.moderators.of_circle("discord:1", whom=CLEO)
    with other_rules():
        again = await start_again(store, hours)
        with pytest.raises(Refused, match="Only a moderator"):
            await again.upgrades.go_on(fighting, BEN)
        card = await again.upgrades.go_on(fighting, CLEO)
        assert isinstance(card, TableCard)
        assert not card.halted
        assert await views(again, fighting) == before  # from where it stood, not from elsewhere
        with pytest.raises(Refused, match="does not stand still"):
            await again.upgrades.go_on(fighting, CLEO)
        with pytest.raises(Refused, match="no order that stands"):  # undo does not cross it
            await again.undoing.undo(fighting, ANA)
        rng = Random(2)
        await play(again, fighting, hours, rng, 15)
        after = await views(again, fighting)
        assert after != before
        await again.stop()
        third = await start_again(store, hours)  # the new segment replays by the new rules
        assert not (await third.finding.card(fighting)).halted
        assert await views(third, fighting) == after
        who = await asked_of(third, fighting)
        order = await any_answer(third, fighting, who)
        assert (await third.play.order(fighting, who, order)).done
        await third.stop()


async def test_a_moderator_who_plays_asks_the_others(
    store: Store, tables: Tables, fighting: int, hours: Hours
) -> None:
    with other_rules():
        again = await start_again(store, hours)
        request = await again.upgrades.go_on(fighting, ANA)
        assert isinstance(request, Request)
        assert (await again.finding.card(fighting)).halted
        await again.consent.agree(request.id, BEN, True)
        assert not (await again.finding.card(fighting)).halted
        async with store.read() as session:
            audit = list(
                await session.exec(
                    select(models.Audit.what)
                    .where(models.Audit.table == fighting)
                    .order_by(col(models.Audit.id))
                )
            )
        assert audit[-4:] == ["halted", "ask continue", "agree", "continue"]
        await again.stop()


async def test_a_computer_waits_and_then_plays_on(
    store: Store, tables: Tables, fighting: int, hours: Hours
) -> None:
    who = await asked_of(tables, fighting)
    seat = await tables.finding.seat_of(fighting, who)
    assert seat is not None
    await tables.stop()
    with other_rules():
        again = Tables(store, clock=hours, rng=Random(8))
        await again.seats.hand_over(fighting, who, seat, "random")
        await again.rest()
        entries = await count(store, fighting)
        await again.resume()
        await again.rest()
        assert await count(store, fighting) == entries
        await again.moderators.of_circle("discord:1", whom=CLEO)
        await again.upgrades.go_on(fighting, CLEO)
        await again.rest()
        assert await count(store, fighting) > entries
        await again.stop()


async def count(store: Store, table: int) -> int:
    async with store.read() as session:
        row = await session.get(models.Table, table)
        assert row is not None
        return row.entries


async def test_the_record_at_the_end_has_its_segments(
    store: Store, tables: Tables, fighting: int, hours: Hours
) -> None:
    await tables.moderators.of_circle("discord:1", whom=CLEO)
    with other_rules():
        again = await start_again(store, hours)
        await again.upgrades.go_on(fighting, CLEO)
        await to_the_end(again, fighting)
        assert (await again.finding.card(fighting)).stage == "over"
        record = await again.reading.record(fighting)
        match = engine.from_record(record)
        assert len(match.segments) == 1
        assert match.over
        await again.stop()
    late = await start_again(store, hours)  # a table that is over is not stopped, only read
    assert (await late.reading.view(fighting, None)).to_json() == match.reveal().to_json()
    await late.stop()
