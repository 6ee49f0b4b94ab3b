"""Somebody vanishes, resigns or lets the computer play; somebody else takes the seat."""

from __future__ import annotations

from bot.discord.client import Herald
from bot.sandbox import Sandbox
from bot.sandbox.faults import Fault
from bot.tables.values import TableCard
from tests.discord.conftest import asked_of, ordered, quiet, seated, thread_of, who
from tests.discord.falsely import glasses as glasses
from tests.discord.scene import said
from tests.people import Person


async def vanish(herald: Herald, card: TableCard, ana: Person, bruno: Person) -> None:
    """Bruno answers while he is asked, and leaves the server; Ana plays on until he is asked."""
    while await asked_of(herald, card, bruno):
        await ordered(herald, card, bruno)
    await quiet(herald)
    await bruno.post("leave")
    while not await asked_of(herald, card, bruno):
        await ordered(herald, card, ana)


async def test_a_player_who_left_is_noticed_and_the_seat_taken(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, clara: Person
) -> None:
    """Nobody tells the bot that Bruno has gone; a letter that cannot be sent does."""
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    await ordered(herald, card, ana)
    await vanish(herald, card, ana, bruno)
    await quiet(herald)
    fresh = await herald.tables.finding.card(card.id)
    assert fresh.seats[1].gone == "left"
    note = await clara.hears("has left this server", in_=thread)
    status = await herald.tables.outbox.posted(card.id, "status")
    assert status is not None
    shown = next(m for m in await clara.history(in_=thread) if m.id == str(status[1]))
    assert "left the server" in said(shown)
    assert "Take the seat Muslim" in shown.buttons
    refused = await ana.click(note, "Take this seat")
    assert "already" in said(refused)
    taken = await clara.click(note, "Take this seat")
    assert taken.ephemeral
    assert "You sit as muslim" in said(taken).replace("*", "")
    await quiet(herald)
    await clara.hears("what only Muslim knows", in_="dm")
    await bruno.post("rejoin")
    late = await bruno.click(note, "Take this seat")
    assert "taken by Clara" in said(late)


async def test_an_account_that_discord_has_closed_is_noticed_too(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    """Banned from Discord, or deleted: it is not known any more, wherever one asks."""
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    await ordered(herald, card, ana)
    gone = Fault("GET", f"/members/{bruno.id}$", times=99, status=404, code=10013)
    place.faults.lay(gone)
    await vanish(herald, card, ana, bruno)
    await quiet(herald)
    assert gone.met
    assert (await herald.tables.finding.card(card.id)).seats[1].gone == "vanished"
    note = await ana.hears("The account of Bruno is gone", in_=thread)
    assert "Take this seat" in note.buttons


async def test_whoever_is_called_by_name_is_looked_for_first(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    """A mention would reach the thread whether or not he is there."""
    await herald.tables.people.set_profile(who(bruno), calls="mention")
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    await ordered(herald, card, ana)
    await vanish(herald, card, ana, bruno)
    await quiet(herald)
    assert (await herald.tables.finding.card(card.id)).seats[1].gone == "left"
    await ana.hears("has left this server", in_=thread)


async def test_resigning_asks_once_more(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    asked = await bruno.command("/table resign", in_=thread)
    assert asked.ephemeral
    assert (await herald.tables.finding.card(card.id)).seats[1].person == who(bruno)
    done = await bruno.click(asked, "Resign")
    assert "given up your seat" in said(done)
    note = await ana.hears("has given up the seat Muslim", in_=thread)
    back = await bruno.click(note, "Take this seat")
    assert "You sit as muslim" in said(back).replace("*", "")


async def test_the_computer_plays_until_one_comes_back(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    await bruno.command("/table hand-over", in_=thread, computer="random")
    await quiet(herald)
    letter = await bruno.hears("Come back whenever you like", in_="dm")
    note = await ana.hears("until Bruno comes back", in_=thread)
    assert "not been offered" in said(await ana.click(note, "Take it back"))
    back = await bruno.click(letter, "Take it back")
    assert "You sit as muslim" in said(back).replace("*", "")
    assert (await herald.tables.finding.card(card.id)).seats[1].person == who(bruno)
