"""Seats change hands in the middle of a game; secrets follow the seat."""

from __future__ import annotations

from random import Random

import pytest

from bot.tables.lobby.moderators import PEEK
from bot.tables.tables import Tables
from bot.tables.values import Refused, Where, Who
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.play import any_answer, asked_of, deliver, play, to_orders

DORA = Who(44, "Dora")


async def test_a_seat_is_offered_and_taken(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_orders(tables, table, hours)
    seat = await tables.finding.seat_of(table, who)
    assert seat is not None
    await tables.drafts.add(table, who, await any_answer(tables, table, who, "muster"))
    hidden = (await tables.reading.view(table, who)).to_json()
    await deliver(tables)
    await tables.seats.hand_over(table, who, seat, CLEO)
    offer = next(p for p in await deliver(tables) if p.kind == "whisper")
    assert (offer.audience, offer.body["offers"]) == ("person:33", [["accept", seat]])
    assert await tables.finding.seat_of(table, who) == seat  # until she says yes
    with pytest.raises(Refused, match="not been offered"):
        await tables.seats.accept(table, DORA, seat)
    await tables.seats.accept(table, CLEO, seat)
    assert await tables.finding.seat_of(table, CLEO) == seat
    assert await tables.finding.seat_of(table, who) is None
    assert (await tables.reading.view(table, CLEO)).to_json() == hidden
    assert (await tables.reading.view(table, who)).to_json() == (
        await tables.reading.view(table, None)
    ).to_json()
    with pytest.raises(Refused, match="no seat"):
        await tables.play.order(table, who, "done")
    parcels = await deliver(tables)
    sent = {(p.audience, p.kind) for p in parcels}
    assert {("person:33", "secrets"), ("person:33", "call"), ("person:33", "welcome")} <= sent
    assert not [p for p in parcels if p.audience == f"person:{who.id}"]
    secrets = next(p for p in parcels if p.kind == "secrets")
    assert secrets.message is None  # a message of her own, not an edit of somebody else's
    assert (await tables.drafts.draft(table, CLEO)).lines == ()
    assert (await tables.play.order(table, CLEO, "done")).done


async def test_a_seat_goes_to_the_computer_and_back(
    tables: Tables, table: int, hours: Hours
) -> None:
    await tables.seats.hand_over(table, BEN, "muslim", "random")
    await tables.rest()
    assert {owed.seat for owed in (await tables.finding.card(table)).owed} == {"christian"}
    with pytest.raises(Refused, match="not your seat"):
        await tables.seats.hand_over(table, BEN, "muslim", CLEO)
    await tables.seats.hand_over(table, ANA, "muslim", BEN)  # the host, for the computer
    card = await tables.seats.accept(table, BEN, "muslim")
    assert card.seats[1].person == BEN
    await tables.play.order(table, ANA, await any_answer(tables, table, ANA))
    await tables.rest()
    assert await play(tables, table, hours, Random(1), 5) is not None


async def test_a_seat_is_given_up_and_taken(tables: Tables, table: int, hours: Hours) -> None:
    await tables.lobby.leave(table, BEN)
    card = await tables.finding.card(table)
    assert card.seats[1].person is None
    assert [owed.person for owed in card.owed] == [ANA, None]
    with pytest.raises(Refused, match="already"):
        await tables.lobby.join(table, ANA, "muslim")
    card = await tables.lobby.join(table, CLEO, "muslim")
    assert card.seats[1].person == CLEO
    kinds = {p.kind for p in await deliver(tables) if p.audience == "person:33"}
    assert {"secrets", "call"} <= kinds
    assert (await tables.play.asked(table, CLEO)) is not None


async def test_nobody_sits_on_both_sides(tables: Tables, table: int) -> None:
    """Whoever has seen one side's secrets cannot take the other."""
    await tables.lobby.leave(table, BEN)
    await tables.lobby.leave(table, ANA)
    with pytest.raises(Refused, match="another side"):
        await tables.lobby.join(table, BEN, "christian")
    card = await tables.lobby.join(table, BEN, "muslim")
    assert card.seats[1].person == BEN
    with pytest.raises(Refused, match="sits at"):
        await tables.seats.hand_over(table, ANA, "christian", BEN)
    await tables.lobby.leave(table, BEN)
    with pytest.raises(Refused, match="another side"):
        await tables.seats.hand_over(table, ANA, "christian", BEN)


async def test_whose_seat_it_is(tables: Tables, table: int) -> None:
    tried: list[tuple[Who, str, Who | str, str]] = [
        (CLEO, "christian", DORA, "not your seat"),
        (ANA, "muslim", "greedy", "not your seat"),
        (ANA, "christian", "deep blue", "no computer player"),
        (ANA, "martian", "greedy", "no seat"),
        (ANA, "christian", BEN, "sits at"),
    ]
    for who, seat, to, words in tried:
        with pytest.raises(Refused, match=words):
            await tables.seats.hand_over(table, who, seat, to)
    lobby = await tables.lobby.open(CLEO, HERE, "granada")
    with pytest.raises(Refused, match="not started"):
        await tables.seats.hand_over(lobby.id, CLEO, "christian", "greedy")


# -- nobody sits there ---------------------------------------------------------------------------


async def test_who_resigns_frees_the_seat_with_a_button(tables: Tables, table: int) -> None:
    await deliver(tables)
    card = await tables.seats.resign(table, BEN)
    assert (card.seats[1].person, card.seats[1].gone) == (None, "resigned")
    parcels = await deliver(tables)
    (note,) = [p for p in parcels if p.kind == "note"]
    assert note.body["offers"] == [["take", "muslim"]]
    assert "status" in {p.kind for p in parcels}
    assert not [p for p in parcels if p.audience == f"person:{BEN.id}"]
    with pytest.raises(Refused, match="no seat"):
        await tables.seats.resign(table, BEN)
    card = await tables.lobby.join(table, CLEO, "muslim")
    assert (card.seats[1].person, card.seats[1].gone) == (CLEO, "")
    assert {"secrets", "call"} <= {
        p.kind for p in await deliver(tables) if p.audience == "person:33"
    }
    with pytest.raises(Refused, match="is taken"):
        await tables.lobby.join(table, BEN, "muslim")


async def test_a_draft_and_a_request_go_with_the_person(
    tables: Tables, table: int, hours: Hours
) -> None:
    who = await to_orders(tables, table, hours)
    seat = await tables.finding.seat_of(table, who)
    assert seat is not None
    await tables.drafts.add(table, who, await any_answer(tables, table, who, "muster"))
    await tables.seats.resign(table, who)
    await tables.lobby.join(table, who, seat)  # changed their mind
    assert (await tables.drafts.draft(table, who)).lines == ()


async def test_whoever_left_the_server_is_told_of_everywhere_there(
    tables: Tables, table: int
) -> None:
    """In every game and lobby of that server, and nowhere else; once."""
    lobby = (await tables.lobby.open(BEN, HERE, "granada")).id
    elsewhere = (await tables.lobby.open(BEN, Where(2, 200), "granada")).id
    await deliver(tables)
    assert await tables.seats.gone(BEN, "discord:1") == 2
    assert await tables.seats.gone(BEN, "discord:1") == 0
    card = await tables.finding.card(table)
    assert card.seats[1].gone == "left"
    assert [owed.free for owed in card.owed if owed.seat == "muslim"] == [True]
    assert (await tables.finding.card(lobby)).stage == "closed"  # nobody else was there
    assert (await tables.finding.card(elsewhere)).seats[0].person == BEN
    notes = [p for p in await deliver(tables) if p.kind == "note"]
    assert [(p.table, p.body["offers"]) for p in notes] == [(table, [["take", "muslim"]])]
    assert "left this server" in str(notes[0].body["words"])


async def test_a_host_who_is_gone_hosts_no_more(tables: Tables, table: int) -> None:
    await tables.seats.gone(ANA, None, "vanished")
    card = await tables.finding.card(table)
    assert card.host == BEN
    assert card.seats[0].gone == "vanished"
    await tables.seats.gone(BEN, "discord:1")
    assert (await tables.finding.card(table)).host == BEN  # nobody is left to take it


async def test_who_comes_back_takes_the_seat_again_but_no_other(tables: Tables, table: int) -> None:
    await tables.seats.gone(BEN, "discord:1")
    await tables.seats.gone(ANA, "discord:1")
    with pytest.raises(Refused, match="another side"):
        await tables.lobby.join(table, BEN, "christian")
    card = await tables.lobby.join(table, BEN, "muslim")
    assert card.seats[1].person == BEN


async def test_the_computer_stands_in_until_its_person_comes_back(
    tables: Tables, table: int, hours: Hours
) -> None:
    await deliver(tables)
    await tables.seats.hand_over(table, BEN, "muslim", "random")
    await tables.rest()
    parcels = await deliver(tables)
    (letter,) = [p for p in parcels if p.kind == "whisper"]
    assert (letter.audience, letter.body["offers"]) == (f"person:{BEN.id}", [["return", "muslim"]])
    (note,) = [p for p in parcels if p.kind == "note"]
    assert note.body["offers"] == [["return", "muslim"]]
    with pytest.raises(Refused, match="not been offered"):
        await tables.seats.accept(table, CLEO, "muslim")
    card = await tables.seats.accept(table, BEN, "muslim")
    assert (card.seats[1].person, card.seats[1].computer) == (BEN, "")
    assert ("person:22", "secrets") in {(p.audience, p.kind) for p in await deliver(tables)}
    await tables.play.order(table, ANA, await any_answer(tables, table, ANA))
    await play(tables, table, hours, Random(1), 3)
    assert await asked_of(tables, table) in (ANA, BEN)


async def test_a_moderator_who_peeked_takes_no_seat(tables: Tables, table: int) -> None:
    await tables.seats.resign(table, BEN)
    async with tables.hall.sitting(table) as sitting:
        sitting.actor = CLEO
        sitting.know(CLEO)
        sitting.audit(PEEK)
        await sitting.commit()
    with pytest.raises(Refused, match="as a moderator"):
        await tables.lobby.join(table, CLEO, "muslim")
