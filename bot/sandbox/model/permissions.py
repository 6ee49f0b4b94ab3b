"""Who may do what: roles and overwrites, added up as Discord adds them."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from bot.sandbox.model.errors import refusal
from bot.sandbox.model.things import Channel, Kind

if TYPE_CHECKING:
    from bot.sandbox.model.world import World


class May(enum.IntFlag):
    """The permissions that matter here, by Discord's bits."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


EVERYTHING = (1 << 53) - 1
PEOPLE = (
    May.ADD_REACTIONS
    | May.VIEW_CHANNEL
    | May.SEND_MESSAGES
    | May.EMBED_LINKS
    | May.ATTACH_FILES
    | May.READ_MESSAGE_HISTORY
    | May.USE_EXTERNAL_EMOJIS
    | May.USE_APPLICATION_COMMANDS
    | May.SEND_MESSAGES_IN_THREADS
    | May.CREATE_PUBLIC_THREADS
)
# What the invite link asks for, and no more.
BOT = (
    May.VIEW_CHANNEL
    | May.SEND_MESSAGES
    | May.SEND_MESSAGES_IN_THREADS
    | May.CREATE_PUBLIC_THREADS
    | May.EMBED_LINKS
    | May.ATTACH_FILES
    | May.READ_MESSAGE_HISTORY
    | May.PIN_MESSAGES
)
_IN_DMS = PEOPLE | May.PIN_MESSAGES
_NEEDS_SENDING = May.EMBED_LINKS | May.ATTACH_FILES | May.MENTION_EVERYONE


def bits(names: list[str]) -> int:
    """Permissions by name, in either case."""
    total = 0
    for name in names:
        total |= May[name.upper()]
    return total


def permissions(world: World, user: str, channel: Channel) -> int:
    """What somebody may do in a channel; a thread asks its parent."""
    if channel.is_dm:
        return _IN_DMS if user in channel.recipients else 0
    member = world.members.get(user)
    if member is None:
        return 0
    if user == world.owner.id:
        return EVERYTHING
    total = world.roles[world.guild].permissions
    for role in member.roles:
        total |= world.roles[role].permissions
    if total & May.ADMINISTRATOR:
        return EVERYTHING
    home = world.channels[channel.parent] if channel.is_thread and channel.parent else channel
    return _consequences(_overwritten(total, user, member.roles, world.guild, home))


def _overwritten(total: int, user: str, roles: list[str], everyone: str, channel: Channel) -> int:
    if everyone in channel.overwrites:
        first = channel.overwrites[everyone]
        total = total & ~first.deny | first.allow
    allow = deny = 0
    for role in roles:
        if role in channel.overwrites:
            allow |= channel.overwrites[role].allow
            deny |= channel.overwrites[role].deny
    total = total & ~deny | allow
    if user in channel.overwrites:
        last = channel.overwrites[user]
        total = total & ~last.deny | last.allow
    return total


def _consequences(total: int) -> int:
    if not total & May.VIEW_CHANNEL:
        return 0
    if not total & May.SEND_MESSAGES:
        total &= ~_NEEDS_SENDING
    return total


def sees(world: World, user: str, channel: Channel) -> bool:
    if channel.is_dm:
        return user in channel.recipients
    may = permissions(world, user, channel)
    if not may & May.VIEW_CHANNEL:
        return False
    if channel.kind == Kind.PRIVATE_THREAD and channel.life is not None:
        return user in channel.life.members or bool(may & May.MANAGE_THREADS)
    return True


def demand(world: World, user: str, channel: Channel, *needed: May) -> None:
    """Refuse in Discord's words: no access at all, or a permission that is missing."""
    if not sees(world, user, channel):
        raise refusal(50001)
    may = permissions(world, user, channel)
    if any(not may & one for one in needed):
        raise refusal(50013)


def may_send(channel: Channel) -> May:
    return May.SEND_MESSAGES_IN_THREADS if channel.is_thread else May.SEND_MESSAGES
