"""The scene with which the sandbox opens: a game against the computer, at the first move."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING

from bot.host.logs import get
from bot.tables.battles.rounds import PLAN
from bot.tables.values import TableCard, Where, Who

if TYPE_CHECKING:
    from bot.discord.client import Herald
    from bot.sandbox.model.world import World

log = get("herald.opening")

CHANNEL = "herald"
FIRST_MOVE = "move"  # the order that a newcomer understands; every game has it
PATIENCE = 60.0  # seconds for the computer's part
STEPS = 200  # answers given for the newcomer at most
WORDS = (
    "You are {name} and play the {seat} side against the computer. It is your move:"
    " press Answer, or type / for every command."
)


async def set_the_scene(client: Herald, world: World, game: str) -> TableCard:
    """Seat the first persona against the computer and play up to the first move. There are as
    many personas as the game has seats."""
    person = next(u for u in world.users.values() if u.listed and not u.bot)
    channel = next(c for c in world.channels.values() if c.name == CHANNEL)
    who = Who(int(person.id), person.global_name or person.username)
    tables = client.tables
    card = await tables.lobby.open(who, Where(int(world.guild), int(channel.id)), game)
    world.gather(len(card.seats))
    for seat in card.seats:
        if not seat.taken:
            await tables.lobby.sit_computer(card.id, who, seat.seat)
    await tables.lobby.ready(card.id, who)
    async with asyncio.timeout(PATIENCE):
        await _until_first_move(client, card.id, who)
        card = await _with_thread(client, card.id)
    world.opening_people = [str(who.id)]
    world.opening_channel = str(card.thread)
    world.opening_words = WORDS.format(name=who.name, seat=card.seats[0].seat)
    log.info("scene set", table=card.id)
    return card


async def _until_first_move(client: Herald, table: int, who: Who) -> None:
    """The computer gives the newcomer's answers that come before."""
    tables = client.tables
    for _ in range(STEPS):
        await tables.rest()
        asked = await tables.play.asked(table, who)
        if asked is None or any(verb.value == FIRST_MOVE for verb in asked.verbs):
            return
        if asked.kind == PLAN:
            await tables.plans.seal(table, who)
            continue
        await tables.play.order(table, who, await tables.play.suggest(table, who), key=asked.key)


async def _with_thread(client: Herald, table: int) -> TableCard:
    """Once everything about it has been posted."""
    while True:
        await client.delivery.settled()
        card = await client.tables.finding.card(table)
        if card.thread is not None:
            return card


def dice(seed: str = "the map room") -> Random:
    """The same scene every time."""
    return Random(seed)
