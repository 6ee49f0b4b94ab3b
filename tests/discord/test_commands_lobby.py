"""/table: from opening a table to closing it, by command and by button."""

from __future__ import annotations

import asyncio

import discord

from bot.discord.client import Herald
from bot.discord.panels import lobby
from bot.discord.speech.buttons import laid_out
from bot.tables.values import Stage
from tests.discord.conftest import Meet, who
from tests.discord.scene import GAME, said, sit_down, with_a_word
from tests.people import Person


async def test_a_table_is_opened_joined_and_started_by_commands(
    herald: Herald, ana: Person, bruno: Person
) -> None:
    opened = await ana.command("/table open", game=GAME, seat="muslim")
    assert opened.ephemeral
    assert "Granada 1" in said(opened)
    assert "You sit as muslim" in said(opened)
    card = await bruno.hears("Take a seat", in_="#herald")
    assert not card.ephemeral
    joined = await bruno.command("/table join")
    assert joined.ephemeral
    assert "You sit as **christian**" in said(joined)
    ready = await ana.command("/table ready")
    assert "Still missing: Bruno" in said(ready)
    not_yet = await ana.command("/table ready", ready=False)
    assert "not ready any more" in said(not_yet)
    await ana.command("/table ready")
    form = await bruno.command("/table start")
    (field,) = form.fields.values()
    assert not field.get("value")  # nothing fills it in
    started = await with_a_word(bruno, form, "quince")
    assert "Granada 1 begins" in said(started)
    assert "You added “quince” to the dice" in said(started)
    assert (await herald.tables.finding.card(1)).stage is Stage.PLAYING


async def test_the_same_by_buttons(herald: Herald, ana: Person, bruno: Person) -> None:
    await sit_down(ana, bruno)
    card = await herald.tables.finding.card(1)
    assert [seat.person for seat in card.seats] == [who(ana), who(bruno)]
    assert card.stage is Stage.PLAYING


async def test_ready_is_a_switch(ana: Person) -> None:
    await ana.command("/table open", game=GAME)
    card = await ana.hears("Take a seat", in_="#herald")
    assert "somebody for muslim" in said(await ana.click(card, "Ready"))
    assert "not ready any more" in said(await ana.click(card, "Ready"))


async def test_a_word_is_asked_for_once_and_may_stay_empty(ana: Person, bruno: Person) -> None:
    await ana.command("/table open", game=GAME)
    card = await ana.hears("Take a seat", in_="#herald")
    await bruno.click(card, "Sit as muslim")
    empty = await with_a_word(bruno, await bruno.click(card, "Ready"), "")
    assert "You added nothing to the dice" in said(empty)
    assert "not ready any more" in said(await bruno.click(card, "Ready"))
    await with_a_word(bruno, await bruno.click(card, "Ready"), "quince")
    await bruno.click(card, "Ready")
    again = await bruno.click(card, "Ready")  # without a form: the word stays
    assert "You added “quince” to the dice" in said(again)


async def test_options_are_seen_and_changed_by_menus_and_clear_ready(
    herald: Herald, ana: Person, bruno: Person
) -> None:
    await ana.command("/table open", game=GAME)
    card = await ana.hears("Take a seat", in_="#herald")
    await ana.click(card, "Ready")
    shown = await ana.click(card, "Options")
    assert shown.ephemeral
    assert "Mercenaries [11.1]: off" in said(shown)
    chosen = await ana.choose(shown, "Sorties (11.5)")
    assert len(chosen.menus) == 2
    changed = await ana.choose(chosen, "minus2")
    assert "Everybody must be ready again" in said(changed)
    assert "Sorties [11.5]: minus2" in said(changed)
    table = await herald.tables.finding.card(1)
    assert table.options["sortie"] == "minus2"
    assert not any(seat.ready for seat in table.seats)
    # somebody who is not the host may look, not change
    await bruno.click(card, "Sit as muslim")
    seen = await bruno.command("/table options")
    assert "Sorties [11.5]: minus2" in said(seen)
    refused = await bruno.command("/table options", option="sortie", value="off")
    assert "Only Ana" in said(refused)


async def test_options_by_command_with_autocompletion(herald: Herald, ana: Person) -> None:
    await ana.command("/table open", game=GAME)
    names = await ana.autocomplete("/table options", "option", typed="pap")
    assert [(c.name, c.value) for c in names] == [("Papal Bull (11.2)", "papal_bull")]
    values = await ana.autocomplete("/table options", "value", option_="papal_bull")
    assert [c.value for c in values] == ["off", "on"]
    await ana.command("/table options", option="papal_bull", value="on")
    assert (await herald.tables.finding.card(1)).options["papal_bull"] == "on"
    wrong = await ana.command("/table options", option="papal_bull", value="perhaps")
    assert "is one of off, on" in said(wrong)
    nothing = await ana.command("/table options", value="on")
    assert "Name the option" in said(nothing)
    unknown = await ana.command("/table options", option="dragons")
    assert "has no option" in said(unknown)


async def test_a_computer_takes_the_free_seat(herald: Herald, ana: Person) -> None:
    await ana.command("/table open", game=GAME)
    card = await ana.hears("Take a seat", in_="#herald")
    seated = await ana.click(card, "Computer")
    assert "The computer (greedy) sits as muslim" in said(seated)
    again = await ana.command("/table computer")
    assert "Every seat of Granada 1 is taken" in said(again)
    await ana.command("/table clear", seat="muslim")
    players = await ana.autocomplete("/table computer", "player")
    assert "random" in [c.value for c in players]
    await ana.command("/table computer", player="random")
    assert (await herald.tables.finding.card(1)).seats[1].computer == "random"
    started = await ana.command("/table ready")
    assert "begins" in said(started)


async def test_seats_are_changed_and_left(herald: Herald, ana: Person, bruno: Person) -> None:
    await ana.command("/table open", game=GAME)
    card = await ana.hears("Take a seat", in_="#herald")
    await bruno.click(card, "Sit as muslim")
    changed = await bruno.command("/table seat", seat="christian")
    assert "taken by Ana" in said(changed)
    left = await bruno.click(card, "Leave")
    assert "You have left Granada 1" in said(left)
    await ana.command("/table seat", seat="muslim")
    assert (await herald.tables.finding.card(1)).seats[1].person == who(ana)
    await bruno.command("/table join", seat="christian")
    gone = await ana.command("/table leave")
    assert "You have left Granada 1" in said(gone)
    assert (await herald.tables.finding.card(1)).seats[1].person is None


async def test_a_menu_asks_which_seat_where_several_are_free(herald: Herald, ana: Person) -> None:
    """As a game with more seats than two shows it."""
    await ana.command("/table open", game=GAME)
    channel = herald.get_channel(int(ana.place("#herald")))
    assert isinstance(channel, discord.TextChannel)
    await channel.send("Which seat?", view=laid_out(lobby._seat_menu(1, ["muslim"], "random")))
    asked = await ana.hears("Which seat?", in_="#herald")
    await ana.choose(asked, "muslim")
    assert (await herald.tables.finding.card(1)).seats[1].computer == "random"


async def test_a_closed_lobby_takes_nobody(herald: Herald, ana: Person, bruno: Person) -> None:
    await ana.command("/table open", game=GAME)
    card = await ana.hears("Take a seat", in_="#herald")
    asked = await bruno.click(card, "Close")
    refused = await bruno.click(asked, "Close it for good")
    assert "Only Ana" in said(refused)
    sure = await ana.command("/table close")
    assert (await herald.tables.finding.card(1)).stage is Stage.LOBBY
    closed = await ana.click(sure, "Close it for good")
    assert "Granada 1 is closed" in said(closed)
    refused = await bruno.click(card, "Sit as muslim")
    assert refused.ephemeral
    assert "closed" in said(refused)
    assert "closed" in said(await bruno.command("/table join", table="1"))


async def test_nothing_is_opened_in_direct_messages(ana: Person) -> None:
    dm = await ana.dm()
    refused = await ana.command("/table open", in_=dm, game=GAME)
    assert "opened in a server" in said(refused)


async def test_wrong_names_are_refused_in_words(ana: Person) -> None:
    assert "no game" in said(await ana.command("/table open", game="chess"))
    assert "no scenario" in said(await ana.command("/table open", game=GAME, scenario="mars"))
    assert "no seat" in said(await ana.command("/table open", game=GAME, seat="martian"))
    assert "You sit at no table" in said(await ana.command("/table ready"))
    assert "I do not know a table" in said(await ana.command("/play", table="the big one"))
    assert "There is no table 99" in said(await ana.command("/play", table="99"))


async def test_several_tables_are_told_apart(
    herald: Herald, ana: Person, bruno: Person, meet: Meet
) -> None:
    await ana.command("/table open", game=GAME)
    await ana.command("/table open", game=GAME)
    which = await ana.command("/table ready")
    assert "Granada 1, Granada 2" in said(which)
    offered = await ana.autocomplete("/table ready", "table", typed="Granada 2")
    assert [(c.name, c.value) for c in offered] == [("Granada 2", "2")]
    assert "You are ready" in said(await ana.command("/table ready", table="Granada 2"))
    joining = await bruno.command("/table join")
    assert "Several tables wait for players: Granada 1 and Granada 2" in said(joining)
    thread = await bruno.sees("Granada 2")
    assert "Granada 2" in said(await bruno.command("/table join", in_=thread))
    listed = await bruno.command("/table list")
    assert listed.ephemeral
    assert "Granada 2: lobby" in said(listed)
    assert "Granada 1: lobby, free: muslim" in said(listed)


async def test_a_seat_is_handed_to_another_person_and_to_the_computer(
    herald: Herald, ana: Person, bruno: Person, clara: Person
) -> None:
    await sit_down(ana, bruno)
    both = await bruno.command("/table hand-over")
    assert "either a person or a computer" in said(both)
    offered = await bruno.command("/table hand-over", person=clara)
    assert "Clara is asked" in said(offered)
    nobody = await ana.command("/table accept", seat="muslim")
    assert "has not been offered to you" in said(nobody)
    offer = await clara.hears("offers you the seat muslim", in_="dm")
    taken = await clara.click(offer, "Take the seat")
    assert taken.ephemeral
    assert "You sit as **muslim**" in said(taken)
    assert (await herald.tables.finding.card(1)).seats[1].person == who(clara)
    given = await clara.command("/table hand-over", computer="greedy", table="1")
    assert "The computer (greedy) plays muslim" in said(given)
    assert (await herald.tables.finding.card(1)).seats[1].computer == "greedy"
    refused = await bruno.command("/table accept", seat="muslim", table="1")
    assert "has not been offered to you" in said(refused)
    not_hers = await clara.command("/table hand-over", computer="greedy", table="1")
    assert "do not sit at Granada 1" in said(not_hers)
    again = await clara.command("/table accept", seat="muslim", table="1")
    assert "You sit as **muslim**" in said(again)


async def test_two_people_press_the_same_seat_at_once(
    herald: Herald, ana: Person, bruno: Person, clara: Person
) -> None:
    await ana.command("/table open", game=GAME)
    card = await ana.hears("Take a seat", in_="#herald")
    answers = await asyncio.gather(
        bruno.click(card, "Sit as muslim"), clara.click(card, "Sit as muslim")
    )
    words = sorted(said(answer)[:7] for answer in answers)
    assert words != ["You sit", "You sit"]
    assert "You sit" in words
    assert sum("is taken" in said(answer) for answer in answers) == 1
