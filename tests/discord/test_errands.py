"""What reaches us twice is done once; and people whose number is not that of their account."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord.client import Herald
from bot.discord.visit import Visit
from bot.sandbox import Sandbox
from bot.tables.values import DISCORD, MAIL, Who
from tests.discord.conftest import quiet, seated, thread_of, where, who
from tests.discord.scene import said
from tests.people import Person


@pytest.fixture
def payloads(herald: Herald) -> list[Any]:
    """Every interaction, as the gateway brought it."""
    found: list[Any] = []
    parsers: Any = herald._connection.parsers
    true = parsers["INTERACTION_CREATE"]

    def kept(data: Any) -> None:
        found.append(data)
        true(data)

    parsers["INTERACTION_CREATE"] = kept
    return found


async def test_an_order_that_comes_twice(
    herald: Herald,
    place: Sandbox,
    ana: Person,
    bruno: Person,
    payloads: list[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    card = await seated(herald, place, ana, bruno)
    ana.where = await thread_of(herald, card)
    answers: list[str] = []
    true = Visit.answer

    async def heard(visit: Visit, content: str = "", **more: Any) -> None:
        answers.append(content + str([embed.to_dict() for embed in more.get("embeds", ())]))
        await true(visit, content, **more)

    monkeypatch.setattr(Visit, "answer", heard)
    order = await herald.tables.play.suggest(card.id, who(ana))
    assert "Done" in said(await ana.command("/order", text=order))
    before = await length(herald, card.id)
    herald._connection.parsers["INTERACTION_CREATE"](payloads[-1])
    while len(answers) < 2:
        await quiet(herald)
    assert answers[0] == answers[1]
    assert await length(herald, card.id) == before


async def length(herald: Herald, table: int) -> int:
    async with herald.tables.hall.sitting(table) as sitting:
        return sitting.row.entries


async def test_somebody_who_came_by_mail_first(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    """Her number is not her account's: letters, names called out and orders find her all the
    same."""
    people = herald.tables.people
    hers = await people.meet(MAIL, "ana@example.org", "Ana")
    await herald.tables.linking.link(hers, who(ana))
    await people.set_profile(hers, letters=DISCORD, calls="mention")
    assert hers.id != int(ana.id)
    card = await seated_as(herald, place, hers, bruno)
    thread = await thread_of(herald, card)
    await ana.hears("what only Christian knows", in_="dm")
    await ana.notices("mention", channel_id=thread)
    assert [m for m in await bruno.history(in_=thread) if m.pings == [ana.id]]
    order = await herald.tables.play.suggest(card.id, hers)
    assert "Done" in said(await ana.command("/order", in_=thread, text=order))
    assert (await herald.tables.people.profile(hers)).state(DISCORD) == "open"


async def seated_as(herald: Herald, place: Sandbox, first: Who, other: Person) -> Any:
    """The same as `seated`, for somebody with another number."""
    tables = herald.tables
    card = await tables.lobby.open(first, where(place), "granada")
    await tables.lobby.join(card.id, who(other))
    for one in (first, who(other)):
        card = await tables.lobby.ready(card.id, one)
    return card
