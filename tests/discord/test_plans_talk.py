"""A battle planned in conversation: three taps, sealed in private, fought in one report."""

from __future__ import annotations

from bot.discord.client import Herald
from bot.sandbox import Sandbox
from tests.discord.conftest import quiet, seated, thread_of, where, who
from tests.discord.falsely import glasses as glasses
from tests.people import Person
from tests.reading import Form
from tests.tables.fights import ONE, SEVERAL, before_battle, lay


async def planned(
    herald: Herald,
    place: Sandbox,
    seed: str,
    *people: Person,
    tick: str = "now",
    battles: str = "sealed",
) -> int:
    """A table at which a battle is about to begin; the first of them are Christians."""
    tables = herald.tables
    card = await seated(herald, place, *people)
    await thread_of(herald, card)
    await tables.lobby.set_settings(card.id, who(people[0]), {"battles": battles, "tick": tick})
    await lay(tables, card.id, before_battle(seed))
    await quiet(herald)
    return card.id


async def test_three_taps_and_one_report(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    table = await planned(herald, place, ONE, ana, bruno)
    call = await bruno.hears("Seal a plan for the battle at Lucena", in_="dm")
    panel = await bruno.click(call, "Plan")  # one
    assert panel.ephemeral
    assert panel.files
    assert "as the computer would" in panel.text
    assert panel.buttons == ["Suggest", "Bold", "Careful", "Edit", "Seal", "Help", "Letters"]
    panel = await bruno.click(panel, "Suggest")  # two
    assert "plan Lucena" in panel.text
    assert "else best" in panel.text
    panel = await bruno.click(panel, "Seal")  # three
    assert "Your plan is sealed" in panel.text
    assert panel.buttons == ["Change", "Withdraw", "Letters"]
    await quiet(herald)
    ana.forget()
    bruno.forget()
    hers = await ana.command("/plan")
    assert hers.ephemeral
    told = await ana.click(hers, "Seal")
    assert "Lucena" in told.text
    report = await bruno.hears("Lucena", in_="Granada 1", kinds=("message",))
    assert report.text.startswith("#")
    late = await bruno.click(panel, "Withdraw")
    assert "No battle is being planned" in late.text
    assert not any(owed.kind == "plan" for owed in (await herald.tables.finding.card(table)).owed)


async def test_nobody_hears_of_a_seal_before_the_tick(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, clara: Person
) -> None:
    await planned(herald, place, ONE, ana, bruno, tick="1h")
    heard = {one: len(one.inbox) for one in (ana, clara)}
    panel = await bruno.command("/plan")
    panel = await bruno.click(panel, "Bold")
    panel = await bruno.click(panel, "Seal")
    await bruno.click(panel, "Withdraw")
    await quiet(herald)
    assert {one: len(one.inbox) for one in (ana, clara)} == heard


async def test_a_plan_in_ones_own_words(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    await planned(herald, place, ONE, ana, bruno)
    panel = await ana.command("/plan")
    form = await ana.click(panel, "Edit")
    assert isinstance(form, Form)
    field = form.fields["orders"]
    assert field["value"] == "plan Lucena\nelse best\n"
    faulty = await ana.submit(form, orders="plan Lucena\nchalenge 4+\nelse best")
    assert "Line 2" in faulty.text
    assert "challenge 4+" in faulty.text
    assert "Seal" not in faulty.buttons
    form = await ana.click(faulty, "Edit")
    assert "chalenge" in form.fields["orders"]["value"]  # nothing is lost
    panel = await ana.submit(form, orders="plan Lucena\nchallenge 4+\nelse best")
    assert "Seal" in panel.buttons
    typed = await ana.command("/plan", text="plan Lucena; stop lead 4; else finish")
    assert "stop lead 4+" in typed.text
    stale = await ana.click(panel, "Seal")  # it shows another plan than the one that is kept
    assert "changed meanwhile" in stale.text
    assert "stop lead 4+" in stale.text
    elsewhere = await ana.command("/plan", text="plan Baza; stand")
    assert "no battle at Baza" in elsewhere.text


async def test_several_battles_have_a_menu_and_one_seal(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    await planned(herald, place, SEVERAL, ana, bruno)
    panel = await ana.command("/play")
    assert panel.menu == ["All of them", "Lucena", "Almería"]
    panel = await ana.choose(panel, "Almería")
    panel = await ana.click(panel, "Careful")
    assert "plan Almeria" in panel.text
    assert "Lucena: as the computer would" in panel.text
    panel = await ana.choose(panel, "All of them")
    panel = await ana.click(panel, "Bold")
    assert "plan Lucena" in panel.text
    panel = await ana.click(panel, "Seal")
    assert "Your plan is sealed" in panel.text
    form = await ana.click(panel, "Change")
    changed = await ana.submit(form, orders="plan\nelse finish")
    assert "Your plan is sealed" in changed.text
    assert "else finish" in changed.text


async def test_single_orders_wait_for_the_plan(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    await planned(herald, place, ONE, ana, bruno)
    replies = [
        await bruno.command("/write"),  # no form opens, in which somebody would write in vain
        await bruno.command("/answer", answer="stand"),
        await bruno.command("/granada finish"),
        await bruno.command("/help"),
    ]
    assert all("/plan" in reply.text for reply in replies)


async def test_against_the_computer_the_battle_is_told_at_once(
    herald: Herald, place: Sandbox, ana: Person
) -> None:
    tables = herald.tables
    card = await tables.lobby.open(who(ana), where(place), "granada")
    await tables.lobby.set_settings(card.id, who(ana), {"battles": "sealed"})
    await tables.lobby.sit_computer(card.id, who(ana), "muslim")
    await tables.lobby.ready(card.id, who(ana))
    await thread_of(herald, card)
    await lay(tables, card.id, before_battle(ONE))
    await quiet(herald)
    panel = await ana.command("/play")
    assert "as soon as you have sealed" in panel.text
    panel = await ana.click(panel, "Suggest")
    told = await ana.click(panel, "Seal")
    assert "Lucena" in told.text
    await ana.hears("Lucena", in_="Granada 1", kinds=("message",))


def _where(place: Sandbox) -> object:
    from tests.discord.conftest import where

    return where(place)


async def test_a_live_reaction_is_shown_at_the_tick(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    table = await planned(herald, place, ONE, ana, bruno, tick="1h", battles="live")
    ana.forget()
    heard = len(ana.inbox)
    kept = await bruno.command("/order", text="stand")
    assert "is kept, and given at" in kept.text
    panel = await bruno.command("/play")
    assert "Your answer, until the next tick" in panel.text
    back = await bruno.command("/undo")
    assert "nobody has seen" in back.text
    await bruno.click(back, "Confirm")
    await quiet(herald)
    assert len(ana.inbox) == heard
    assert [owed.kind for owed in (await herald.tables.finding.card(table)).owed] == ["withdraw"]
