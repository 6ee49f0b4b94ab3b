"""The thread of a table: made from its lobby card, kept alive, made anew if it is lost."""

from __future__ import annotations

from typing import Final

import discord

from bot.discord.speech.text import plain
from bot.host.logs import get
from bot.tables.values import Stage, TableCard

log = get("herald.threads")

WEEK: Final = 10080  # minutes, the longest that Discord allows before it archives
HAS_THREAD = 160004
UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
ARCHIVED = 50083

LIVE = (Stage.LOBBY, Stage.PLAYING)


def live(card: TableCard) -> bool:
    return card.stage in LIVE


async def make(client: discord.Client, card: TableCard, channel: int, message: int | None) -> int:
    """A thread at the lobby card; beside it, if the card is gone."""
    place = await client.fetch_channel(channel)
    if not isinstance(place, discord.TextChannel):
        raise TypeError("a thread needs a text channel")
    name = plain(card.name, 90)
    if message is not None:
        try:
            at_card = place.get_partial_message(message)
            return (await at_card.create_thread(name=name, auto_archive_duration=WEEK)).id
        except discord.HTTPException as error:
            if error.code == HAS_THREAD and await exists(client, message):
                return message  # a thread made from a message has the message's number
            if error.code not in (HAS_THREAD, UNKNOWN_MESSAGE):
                raise
    thread = await place.create_thread(
        name=name, type=discord.ChannelType.public_thread, auto_archive_duration=WEEK
    )
    return thread.id


async def exists(client: discord.Client, thread: int) -> bool:
    """A thread made from the same card again has the number of the lost one: only Discord knows."""
    try:
        await client.fetch_channel(thread)
    except discord.NotFound:
        return False
    return True


async def wake(client: discord.Client, thread: int) -> bool:
    """Unarchive a thread. False if Discord does not let us (a moderator locked it)."""
    try:
        channel = await client.fetch_channel(thread)
        if isinstance(channel, discord.Thread) and channel.archived:
            await channel.edit(archived=False, auto_archive_duration=WEEK)
    except discord.Forbidden:
        log.warning("thread stays archived", thread=thread)
        return False
    return True
