"""People with addresses: met, told apart, made one; and tables that are shown nowhere."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlmodel import select

from bot.store import models
from bot.tables.lobby.moderators import PEEK
from bot.tables.lobby.people import REMEMBERED
from bot.tables.tables import Tables
from bot.tables.values import DISCORD, MAIL, Refused, Where, Who
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.play import any_answer, asked_of, deliver
from tests.trips import count, watched

BY_MAIL = "ben@example.org"


async def addresses(tables: Tables) -> list[tuple[int, str, str]]:
    async with tables.store.read() as session:
        found = await session.exec(select(models.Address).order_by(models.Address.id))  # type: ignore[arg-type]
        return [(row.person, row.kind, row.value) for row in found]


# -- meeting -------------------------------------------------------------------------------------


async def test_somebody_is_met_at_an_address(tables: Tables) -> None:
    first = await tables.people.meet(MAIL, BY_MAIL, "Ben")
    assert await tables.people.meet(MAIL, BY_MAIL, "Benjamin") == Who(first.id, "Benjamin")
    other = await tables.people.meet(MAIL, "dora@example.org", "Dora")
    assert other.id != first.id
    assert await addresses(tables) == [
        (first.id, MAIL, BY_MAIL),
        (other.id, MAIL, "dora@example.org"),
    ]
    profile = await tables.people.profile(first)
    assert (profile.state(MAIL), profile.address(DISCORD)) == ("unknown", None)


async def test_nothing_is_kept_of_somebody_in_discord_who_only_looks(tables: Tables) -> None:
    who = await tables.people.meet(DISCORD, "987654321", "Zoë")
    assert who == Who(987654321, "Zoë")
    assert await addresses(tables) == []
    await tables.lobby.open(who, HERE, "granada")
    assert await addresses(tables) == [(who.id, DISCORD, "987654321")]


async def test_a_number_is_never_given_twice(tables: Tables, hours: Hours) -> None:
    """Who is forgotten leaves their number in what they have known: nobody else may have it."""
    first = await tables.people.meet(MAIL, BY_MAIL, "Ben")
    await tables.forgetting.forget(first)
    assert await addresses(tables) == []
    assert (await tables.people.meet(MAIL, "dora@example.org", "Dora")).id > first.id


async def test_a_number_that_somebody_has_from_before_is_left_out(tables: Tables) -> None:
    async with tables.store.write() as session:
        session.add(models.Person(id=1, name="One"))
        session.add(models.Person(id=2, name="Two"))
    assert (await tables.people.meet(MAIL, BY_MAIL, "Ben")).id == 3


async def test_a_badge_keeps_order_where_it_is_worn(tables: Tables) -> None:
    await tables.moderators.of_circle("discord:1", badge="77")
    meet = tables.people.meet
    assert (await meet(DISCORD, "5", "Eva", HERE, ["7", "77"])).keeps == ("discord:1",)
    assert (await meet(DISCORD, "5", "Eva", HERE, ["7"])).keeps == ()
    assert (await meet(DISCORD, "5", "Eva", Where(2, 200), ["77"])).keeps == ()
    await tables.moderators.of_circle("discord:1", badge="77", there=False)
    assert (await meet(DISCORD, "5", "Eva", HERE, ["77"])).keeps == ()


async def test_meeting_again_costs_nothing_for_a_minute(
    tables: Tables, table: int, hours: Hours
) -> None:
    """Whose address it is, the circle's badge and the thread's table are one question."""
    await tables.lobby.bind(table, thread=500)
    tables.hall.threads.clear()
    where = Where(1, 500)
    with watched(tables.store):
        with count() as first:
            await tables.people.meet(DISCORD, "11", "Ana", where)
            assert await tables.finding.meant(ANA, where) == table
        with count() as again:
            await tables.people.meet(DISCORD, "11", "Ana", where)
        hours.pass_by(seconds=(REMEMBERED + timedelta(seconds=1)).total_seconds())
        with count() as later:
            await tables.people.meet(DISCORD, "11", "Ana", where)
    assert [len(first), len(again), len(later)] == [1, 0, 1]


# -- being one -----------------------------------------------------------------------------------


async def test_two_who_are_one(tables: Tables, table: int, hours: Hours) -> None:
    """What the second had is the first one's: seat, question, what they have known, letters."""
    mail = await tables.people.meet(MAIL, BY_MAIL, "Ben by mail")
    await tables.logbook.catch_up(table, mail)
    assert await tables.linking.link(mail, BEN) == mail
    card = await tables.finding.card(table)
    assert [seat.person for seat in card.seats] == [ANA, Who(mail.id, "Ben by mail")]
    assert await tables.people.meet(DISCORD, str(BEN.id), "Ben") == Who(mail.id, "Ben")
    async with tables.hall.sitting(table) as sitting:
        assert sitting.seats["muslim"].held == [mail.id]
    async with tables.store.read() as session:
        assert await session.get(models.Person, BEN.id) is None
    order = await any_answer(tables, table, mail)
    assert (await tables.play.order(table, mail, order)).done
    with pytest.raises(Refused, match="no seat"):
        await tables.play.order(table, BEN, order)
    assert not [p for p in await deliver(tables) if p.audience == f"person:{BEN.id}"]


async def test_an_order_under_way_finds_the_table_changed(tables: Tables, table: int) -> None:
    mail = await tables.people.meet(MAIL, BY_MAIL, "Ben by mail")
    async with tables.hall.sitting(table) as sitting:
        await sitting.let_go()
        await tables.linking.link(mail, BEN)
        sitting.note("too late")
        with pytest.raises(Refused, match="faster"):
            await sitting.commit()


async def test_nobody_becomes_both_sides(tables: Tables, table: int) -> None:
    with pytest.raises(Refused, match="two sides of Granada 1"):
        await tables.linking.link(ANA, BEN)
    await tables.seats.resign(table, BEN)  # they have known it all the same
    with pytest.raises(Refused, match="two sides"):
        await tables.linking.link(ANA, BEN)
    await tables.seats.resign(table, ANA)
    await tables.lobby.close(table, ANA)
    await tables.linking.link(ANA, BEN)


async def test_who_has_peeked_is_no_player(tables: Tables, table: int) -> None:
    async with tables.hall.sitting(table) as sitting:
        sitting.actor = CLEO
        sitting.know(CLEO)
        sitting.audit(PEEK, "looked")
        await sitting.commit()
    for one, other in ((CLEO, BEN), (BEN, CLEO)):
        with pytest.raises(Refused, match="two sides"):
            await tables.linking.link(one, other)
    mail = await tables.people.meet(MAIL, "cleo@example.org", "Cleo")
    await tables.linking.link(mail, CLEO)
    await tables.seats.resign(table, BEN)
    with pytest.raises(Refused, match="looked at secrets"):
        await tables.lobby.join(table, mail, "muslim")


async def test_two_seats_of_a_lobby_are_two_people(tables: Tables) -> None:
    table = (await tables.lobby.open(ANA, HERE, "granada")).id
    await tables.lobby.join(table, BEN)
    with pytest.raises(Refused, match="two sides"):
        await tables.linking.link(ANA, BEN)


# -- being reached -------------------------------------------------------------------------------


async def test_with_another_open_address_nobody_is_gone(tables: Tables, table: int) -> None:
    mail = await tables.people.meet(MAIL, BY_MAIL, "Ben")
    ben = await tables.linking.link(mail, BEN)
    assert await tables.seats.gone(ben, "discord:1") == 0
    await tables.people.reach(ben.id, MAIL, "closed")
    assert await tables.seats.gone(ben, "discord:1") == 1


async def test_letters_go_to_an_address_that_somebody_has(tables: Tables, table: int) -> None:
    with pytest.raises(Refused, match="letters"):
        await tables.people.set_profile(BEN, letters="mail")
    mail = await tables.people.meet(MAIL, BY_MAIL, "Ben")
    ben = await tables.linking.link(mail, BEN)
    assert (await tables.people.set_profile(ben, letters="discord")).letters == "discord"


async def test_secrets_are_sent_when_the_only_address_opens(tables: Tables, table: int) -> None:
    who = await asked_of(tables, table)
    await tables.people.reach(who.id, DISCORD, "closed")
    await deliver(tables)
    await tables.people.reach(who.id, DISCORD, "open")
    assert [p.kind for p in await deliver(tables)] == ["secrets"]


# -- tables and circles --------------------------------------------------------------------------


async def test_a_table_that_is_shown_nowhere(tables: Tables) -> None:
    card = await tables.lobby.open(ANA, None, "granada")
    assert (card.venue, card.thread, card.circle) == (None, None, "")
    await tables.lobby.join(card.id, BEN)
    for who in (ANA, BEN):
        await tables.lobby.ready(card.id, who)
    assert (await tables.finding.find(BEN, None, card.id)).stage == "playing"
    order = await any_answer(tables, card.id, ANA)
    assert (await tables.play.order(card.id, ANA, order)).done
    with pytest.raises(Refused, match="no table"):
        await tables.finding.find(CLEO, HERE, card.id)
    assert await tables.finding.in_circle("") == ()


async def test_who_may_find_a_table_by_its_number(tables: Tables, table: int) -> None:
    there = Where(2, 200)
    with pytest.raises(Refused, match="no table"):
        await tables.finding.find(CLEO, there, table)
    assert (await tables.finding.find(CLEO, HERE, table)).id == table  # in its circle
    keeper = Who(CLEO.id, CLEO.name, ("discord:1",))
    assert (await tables.finding.find(keeper, there, table)).id == table
    await tables.seats.hand_over(table, BEN, "muslim", CLEO)
    assert (await tables.finding.find(CLEO, there, table)).id == table  # who is offered a seat
