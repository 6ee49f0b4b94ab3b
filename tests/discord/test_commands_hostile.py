"""Nothing that a player writes pings anybody or formats its way out."""

from __future__ import annotations

import re

from bot.discord.client import Herald
from tests.discord.conftest import Meet
from tests.discord.scene import GAME, sit_down
from tests.people import Person, Reply

NAME = "@everyone **x** `y` <@1>"
ORDER = "@everyone <@1> **x** `[a](http://evil.example)` ||s|| # h"
TRICKS = ("@everyone", "<@1>", "**x**", "](http", "||s||")


def outside_boxes(text: str) -> str:
    """What is formatted: all but what stands between backticks that are not escaped."""
    text = text.replace("\\`", "")
    return "".join(text.split("`")[::2])


def check(reply: Reply) -> None:
    shown = outside_boxes(reply.text)
    for trick in TRICKS:
        assert not re.search(rf"(?<!\\){re.escape(trick)}", shown), f"{trick} in {shown!r}"
    assert reply.pings == []


async def test_hostile_names_are_plain_words(herald: Herald, ana: Person, meet: Meet) -> None:
    mallory = await meet(NAME)
    await ana.command("/table open", game=GAME)
    card = await ana.hears("Take a seat", in_="#herald")
    await mallory.click(card, "Sit as muslim")
    changed = await ana.hears("everyone", in_="#herald", kinds=("edit",))
    check(changed)
    check(await ana.click(card, "Ready"))
    for command in ("/table list", "/status", "/help"):
        check(await ana.command(command))
    refused = await ana.command("/table seat", seat="muslim")
    assert "everyone" in refused.text
    check(refused)
    check(await mallory.command("/me settings"))
    assert [h for h in ana.inbox if h.kind == "mention" and not h.data.get("silent")] == []


async def test_hostile_orders_and_options_are_plain_words(
    herald: Herald, ana: Person, bruno: Person
) -> None:
    for line, option in (
        ("/table open", "game"),
        ("/rules", "number"),
        ("/play", "table"),
        ("/me settings", "zone"),
    ):
        check(await ana.command(line, **{option: ORDER}))
    await sit_down(ana, bruno)
    check(await ana.command("/order", text=ORDER))
    check(await ana.command("/order", text=f"bid {ORDER}"))
    check(await ana.command("/answer", answer=ORDER))
    check(await ana.command(f"/{GAME} move", from_=ORDER, blocks=ORDER, path=ORDER))
    check(await ana.command("/map", what="region", place=ORDER))
    check(await ana.command("/table options", option=ORDER, value=ORDER))
    form = await ana.click(await ana.command("/play"), "Write")
    panel = await ana.submit(form, orders=ORDER)
    check(panel)
    check(await ana.click(panel, "Send"))
