"""What conversations have in common: how they begin, and how words are read."""

from __future__ import annotations

from bot.discord.client import Herald
from bot.tables.values import Asked
from tests.discord.conftest import who
from tests.people import Form, Person, Reply

GAME = "granada"


def said(reply: Reply) -> str:
    """What a person reads: the backslashes that keep marks from formatting are not shown."""
    return reply.text.replace("\\", "").replace("\u200b", "")


async def asked(herald: Herald, person: Person, table: int = 1) -> Asked:
    """What the table asks of somebody: to know what to order, never to order it."""
    question = await herald.tables.play.asked(table, who(person))
    assert question is not None, f"nothing is asked of {person.name}"
    return question


async def with_a_word(person: Person, form: Form, word: str = "quince") -> Reply:
    """Who plays and does not host is asked for a word before being ready."""
    assert isinstance(form, Form), "no word is asked for"
    reply: Reply = await person.submit(form, a_word_of_your_own=word)
    return reply


async def sit_down(ana: Person, bruno: Person) -> str:
    """Ana opens a table, Bruno joins, both are ready; gives the thread."""
    await ana.command("/table open", game=GAME)
    card = await ana.hears("Take a seat", in_="#herald")
    thread = await ana.sees("Granada 1")
    await bruno.sees("Granada 1")
    joined = await bruno.click(card, "Sit as muslim")
    assert joined.ephemeral
    await ana.click(card, "Ready")
    started = await with_a_word(bruno, await bruno.click(card, "Ready"))
    assert "begins" in started.text
    ana.where = bruno.where = thread
    return thread


async def bid(person: Person) -> Reply:
    """The first card that can be bid, by its button."""
    panel, button = await ready_to_bid(person)
    answered: Reply = await person.click(panel, button)
    return answered


async def ready_to_bid(person: Person) -> tuple[Reply, str]:
    """A panel on which one click bids: few cards are buttons, many are a menu."""
    panel: Reply = await person.command("/play")
    cards = [label for label in panel.buttons if label.startswith("bid ")]
    if cards or "Send" in panel.buttons:
        return panel, next(iter([*cards, "Send"]))
    return await person.choose(panel, panel.menu[0]), "Send"


async def to_movement(herald: Herald, ana: Person, bruno: Person) -> None:
    """The bids, who is first (Ana), and total movement for her: she may move now."""
    for person in (ana, bruno):
        await bid(person)
    for person in (ana, bruno):
        if await herald.tables.play.asked(1, who(person)):
            await person.command("/answer", answer="first christian")
    offered = await ana.autocomplete("/answer", "answer", typed="total")
    done = await ana.command("/answer", answer=offered[0].value)
    assert "total" in said(done)
    assert (await asked(herald, ana)).kind == "order"


async def last_line(herald: Herald, table: int = 1) -> list[object]:
    """The record's last order, for a test that compares several ways of giving it."""
    async with herald.tables.hall.sitting(table) as sitting:
        match = await sitting.match()
    acts = [entry.action for entry in match.entries if entry.what == "act"]
    assert acts
    assert acts[-1] is not None
    return acts[-1].to_json()
