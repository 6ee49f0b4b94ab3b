"""Seats change hands in the middle of a game; secrets follow the seat."""

from __future__ import annotations

from random import Random

import pytest

from bot.tables import Refused, Tables, Where, Who
from bot.tables.moderators import PEEK
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.play import any_answer, asked_of, deliver, play, to_orders

DORA = Who(44, "Dora")


async def test_a_seat_is_offered_and_taken(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_orders(tables, table, hours)
    seat = await tables.seat_of(table, who)
    assert seat is not None
    await tables.draft_add(table, who, await any_answer(tables, table, who, "muster"))
    hidden = (await tables.view(table, who)).to_json()
    await deliver(tables)
    await tables.hand_over(table, who, seat, CLEO)
    offer = next(p for p in await deliver(tables) if p.kind == "whisper")
    assert (offer.lane, offer.body["offer"]) == ("dm:33", seat)
    assert await tables.seat_of(table, who) == seat  # until she says yes
    with pytest.raises(Refused, match="not been offered"):
        await tables.accept_seat(table, DORA, seat)
    await tables.accept_seat(table, CLEO, seat)
    assert await tables.seat_of(table, CLEO) == seat
    assert await tables.seat_of(table, who) is None
    assert (await tables.view(table, CLEO)).to_json() == hidden
    assert (await tables.view(table, who)).to_json() == (await tables.view(table, None)).to_json()
    with pytest.raises(Refused, match="no seat"):
        await tables.order(table, who, "done")
    parcels = await deliver(tables)
    sent = {(p.lane, p.kind) for p in parcels}
    assert {("dm:33", "secrets"), ("dm:33", "call"), ("dm:33", "welcome")} <= sent
    assert not [p for p in parcels if p.lane == f"dm:{who.id}"]
    secrets = next(p for p in parcels if p.kind == "secrets")
    assert secrets.message is None  # a message of her own, not an edit of somebody else's
    assert (await tables.draft(table, CLEO)).lines == ()
    assert (await tables.order(table, CLEO, "done")).done


async def test_a_seat_goes_to_the_computer_and_back(
    tables: Tables, table: int, hours: Hours
) -> None:
    await tables.hand_over(table, BEN, "muslim", "random")
    await tables.rest()
    assert {owed.seat for owed in (await tables.card(table)).owed} == {"christian"}
    with pytest.raises(Refused, match="not your seat"):
        await tables.hand_over(table, BEN, "muslim", CLEO)
    await tables.hand_over(table, ANA, "muslim", BEN)  # the host, for the computer
    card = await tables.accept_seat(table, BEN, "muslim")
    assert card.seats[1].person == BEN
    await tables.order(table, ANA, await any_answer(tables, table, ANA))
    await tables.rest()
    assert await play(tables, table, hours, Random(1), 5) is not None


async def test_a_seat_is_given_up_and_taken(tables: Tables, table: int, hours: Hours) -> None:
    await tables.leave(table, BEN)
    card = await tables.card(table)
    assert card.seats[1].person is None
    assert [owed.person for owed in card.owed] == [ANA, None]
    with pytest.raises(Refused, match="already"):
        await tables.join(table, ANA, "muslim")
    card = await tables.join(table, CLEO, "muslim")
    assert card.seats[1].person == CLEO
    kinds = {p.kind for p in await deliver(tables) if p.lane == "dm:33"}
    assert {"secrets", "call"} <= kinds
    assert (await tables.asked(table, CLEO)) is not None


async def test_nobody_sits_on_both_sides(tables: Tables, table: int) -> None:
    """Whoever has seen one side's secrets cannot take the other."""
    await tables.leave(table, BEN)
    await tables.leave(table, ANA)
    with pytest.raises(Refused, match="another side"):
        await tables.join(table, BEN, "christian")
    card = await tables.join(table, BEN, "muslim")
    assert card.seats[1].person == BEN
    with pytest.raises(Refused, match="sits at"):
        await tables.hand_over(table, ANA, "christian", BEN)
    await tables.leave(table, BEN)
    with pytest.raises(Refused, match="another side"):
        await tables.hand_over(table, ANA, "christian", BEN)


async def test_whose_seat_it_is(tables: Tables, table: int) -> None:
    for who, seat, to, words in [
        (CLEO, "christian", DORA, "not your seat"),
        (ANA, "muslim", "greedy", "not your seat"),
        (ANA, "christian", "deep blue", "no computer player"),
        (ANA, "martian", "greedy", "no seat"),
        (ANA, "christian", BEN, "sits at"),
    ]:
        with pytest.raises(Refused, match=words):
            await tables.hand_over(table, who, seat, to)
    lobby = await tables.open(CLEO, HERE, "granada")
    with pytest.raises(Refused, match="not started"):
        await tables.hand_over(lobby.id, CLEO, "christian", "greedy")


# -- nobody sits there ---------------------------------------------------------------------------


async def test_who_resigns_frees_the_seat_with_a_button(tables: Tables, table: int) -> None:
    await deliver(tables)
    card = await tables.resign(table, BEN)
    assert (card.seats[1].person, card.seats[1].gone) == (None, "resigned")
    parcels = await deliver(tables)
    (note,) = [p for p in parcels if p.kind == "note"]
    assert note.body["free"] == "muslim"
    assert "status" in {p.kind for p in parcels}
    assert not [p for p in parcels if p.lane == f"dm:{BEN.id}"]
    with pytest.raises(Refused, match="no seat"):
        await tables.resign(table, BEN)
    card = await tables.join(table, CLEO, "muslim")
    assert (card.seats[1].person, card.seats[1].gone) == (CLEO, "")
    assert {"secrets", "call"} <= {p.kind for p in await deliver(tables) if p.lane == "dm:33"}
    with pytest.raises(Refused, match="is taken"):
        await tables.join(table, BEN, "muslim")


async def test_a_draft_and_a_request_go_with_the_person(
    tables: Tables, table: int, hours: Hours
) -> None:
    who = await to_orders(tables, table, hours)
    seat = await tables.seat_of(table, who)
    assert seat is not None
    await tables.draft_add(table, who, await any_answer(tables, table, who, "muster"))
    await tables.resign(table, who)
    await tables.join(table, who, seat)  # changed their mind
    assert (await tables.draft(table, who)).lines == ()


async def test_whoever_left_the_server_is_told_of_everywhere_there(
    tables: Tables, table: int
) -> None:
    """In every game and lobby of that server, and nowhere else; once."""
    lobby = (await tables.open(BEN, HERE, "granada")).id
    elsewhere = (await tables.open(BEN, Where(2, 200), "granada")).id
    await deliver(tables)
    assert await tables.gone(BEN, 1) == 2
    assert await tables.gone(BEN, 1) == 0
    card = await tables.card(table)
    assert card.seats[1].gone == "left"
    assert [owed.free for owed in card.owed if owed.seat == "muslim"] == [True]
    assert (await tables.card(lobby)).stage == "closed"  # nobody else was there
    assert (await tables.card(elsewhere)).seats[0].person == BEN
    notes = [p for p in await deliver(tables) if p.kind == "note"]
    assert [(p.table, p.body["free"]) for p in notes] == [(table, "muslim")]
    assert "left this server" in str(notes[0].body["words"])


async def test_a_host_who_is_gone_hosts_no_more(tables: Tables, table: int) -> None:
    await tables.gone(ANA, None, "vanished")
    card = await tables.card(table)
    assert card.host == BEN
    assert card.seats[0].gone == "vanished"
    await tables.gone(BEN, 1)
    assert (await tables.card(table)).host == BEN  # nobody is left to take it


async def test_who_comes_back_takes_the_seat_again_but_no_other(tables: Tables, table: int) -> None:
    await tables.gone(BEN, 1)
    await tables.gone(ANA, 1)
    with pytest.raises(Refused, match="another side"):
        await tables.join(table, BEN, "christian")
    card = await tables.join(table, BEN, "muslim")
    assert card.seats[1].person == BEN


async def test_the_computer_stands_in_until_its_person_comes_back(
    tables: Tables, table: int, hours: Hours
) -> None:
    await deliver(tables)
    await tables.hand_over(table, BEN, "muslim", "random")
    await tables.rest()
    parcels = await deliver(tables)
    (letter,) = [p for p in parcels if p.kind == "whisper"]
    assert (letter.lane, letter.body["back"]) == (f"dm:{BEN.id}", "muslim")
    (note,) = [p for p in parcels if p.kind == "note"]
    assert note.body["back"] == "muslim"
    with pytest.raises(Refused, match="not been offered"):
        await tables.accept_seat(table, CLEO, "muslim")
    card = await tables.accept_seat(table, BEN, "muslim")
    assert (card.seats[1].person, card.seats[1].computer) == (BEN, "")
    assert ("dm:22", "secrets") in {(p.lane, p.kind) for p in await deliver(tables)}
    await tables.order(table, ANA, await any_answer(tables, table, ANA))
    await play(tables, table, hours, Random(1), 3)
    assert await asked_of(tables, table) in (ANA, BEN)


async def test_a_moderator_who_peeked_takes_no_seat(tables: Tables, table: int) -> None:
    await tables.resign(table, BEN)
    async with tables._hall.sitting(table) as sitting:
        sitting.actor = CLEO
        sitting.know(CLEO)
        sitting.audit(PEEK)
        await sitting.commit()
    with pytest.raises(Refused, match="as a moderator"):
        await tables.join(table, CLEO, "muslim")
