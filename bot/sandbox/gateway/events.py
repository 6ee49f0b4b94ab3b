"""Happenings as the gateway's events, and which intent asks for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.sandbox.acts.interactions import Desk
from bot.sandbox.model import happenings as h
from bot.sandbox.model import shapes
from bot.sandbox.model.clock import stamp
from bot.sandbox.model.permissions import sees
from bot.sandbox.model.things import Channel, Json, Message
from bot.sandbox.model.world import World

GUILDS, GUILD_MEMBERS, MODERATION = 1 << 0, 1 << 1, 1 << 2
GUILD_MESSAGES, GUILD_TYPING, DM_MESSAGES, DM_TYPING = 1 << 9, 1 << 11, 1 << 12, 1 << 14


@dataclass(frozen=True)
class Event:
    name: str
    data: Json
    intent: int = 0
    is_message: bool = False

    def meant_for(self, intents: int) -> bool:
        return self.intent == 0 or bool(intents & self.intent)


def event(world: World, desk: Desk, what: h.Happening) -> Iterator[Event]:
    """What the bot is told, if anything: it hears only of what it can see."""
    match what:
        case h.MessageMade(message) | h.MessageEdited(message) | h.MessageGone(message):
            yield from _message(world, what, message)
        case h.ChannelMade(channel) | h.ChannelChanged(channel) | h.ChannelGone(channel):
            yield from _channel(world, what, channel)
        case h.ThreadPeople(channel, came, left):
            yield from _thread_people(world, channel, came, left)
        case h.PinsChanged(channel):
            yield from _pins(world, channel)
        case h.MemberCame(member) if member.user is world.bot:
            yield Event("GUILD_CREATE", shapes.guild_create(world, False), GUILDS)
        case h.MemberLeft(user, _) if user is world.bot:
            yield Event("GUILD_DELETE", {"id": world.guild}, GUILDS)
        case h.MemberCame(member):
            data = {**shapes.member(member), "guild_id": world.guild}
            yield Event("GUILD_MEMBER_ADD", data, GUILD_MEMBERS)
        case h.MemberLeft(user, banned):
            data = {"guild_id": world.guild, "user": shapes.user(user)}
            yield Event("GUILD_MEMBER_REMOVE", data, GUILD_MEMBERS)
            if banned:
                yield Event("GUILD_BAN_ADD", data, MODERATION)
        case h.RolesChanged(role, place):
            yield from _roles(world, role, place)
        case h.TypingBegan(channel, user):
            yield from _typing(world, channel, user.id)
        case h.Asked(interaction):
            yield Event("INTERACTION_CREATE", desk.payload(interaction))
        case _:
            return


def _message(world: World, what: h.Happening, message: Message) -> Iterator[Event]:
    channel = world.channels.get(message.channel)
    if message.only_for is not None or channel is None or not sees(world, world.bot.id, channel):
        return
    intent = DM_MESSAGES if channel.is_dm else GUILD_MESSAGES
    if isinstance(what, h.MessageGone):
        gone: Json = {"id": message.id, "channel_id": channel.id}
        if not channel.is_dm:
            gone["guild_id"] = world.guild
        yield Event("MESSAGE_DELETE", gone, intent)
        return
    name = "MESSAGE_CREATE" if isinstance(what, h.MessageMade) else "MESSAGE_UPDATE"
    yield Event(name, shapes.dispatched(world, message), intent, is_message=True)


def _channel(world: World, what: h.Happening, channel: Channel) -> Iterator[Event]:
    hidden = channel.is_thread and not sees(world, world.bot.id, channel)
    if channel.is_dm or hidden or world.bot.id not in world.members:
        return
    stem = "THREAD" if channel.is_thread else "CHANNEL"
    if isinstance(what, h.ChannelMade):
        data = shapes.channel(world, channel)
        if channel.is_thread:
            data["newly_created"] = True
        yield Event(f"{stem}_CREATE", data, GUILDS)
    elif isinstance(what, h.ChannelChanged):
        yield Event(f"{stem}_UPDATE", shapes.channel(world, channel), GUILDS)
    elif channel.is_thread:
        data = {
            "id": channel.id,
            "guild_id": world.guild,
            "parent_id": channel.parent,
            "type": int(channel.kind),
        }
        yield Event("THREAD_DELETE", data, GUILDS)
    else:
        yield Event("CHANNEL_DELETE", shapes.channel(world, channel), GUILDS)


def _thread_people(
    world: World, channel: Channel, came: tuple[str, ...], left: tuple[str, ...]
) -> Iterator[Event]:
    me = world.bot.id
    data: Json = {
        "id": channel.id,
        "guild_id": world.guild,
        "member_count": len(channel.life.members) if channel.life else 0,
        "added_members": [
            {
                **shapes.thread_member(channel, one),
                "member": shapes.member(world.members[one]),
                "presence": None,
            }
            for one in came
        ],
        "removed_member_ids": list(left),
    }
    # Without the members' intent the bot hears of its own coming and going only.
    mine = me in came or me in left
    if sees(world, me, channel):
        yield Event("THREAD_MEMBERS_UPDATE", data, GUILDS if mine else GUILD_MEMBERS)


def _pins(world: World, channel: Channel) -> Iterator[Event]:
    if not sees(world, world.bot.id, channel):
        return
    last = stamp(max(channel.pins.values())) if channel.pins else None
    data: Json = {"channel_id": channel.id, "last_pin_timestamp": last}
    if not channel.is_dm:
        data["guild_id"] = world.guild
    yield Event("CHANNEL_PINS_UPDATE", data, DM_MESSAGES if channel.is_dm else GUILDS)


def _roles(world: World, role: str | None, channel: Channel | None) -> Iterator[Event]:
    if role is not None:
        data = {"guild_id": world.guild, "role": shapes.role(world.roles[role])}
        yield Event("GUILD_ROLE_UPDATE", data, GUILDS)
    if channel is not None:
        yield Event("CHANNEL_UPDATE", shapes.channel(world, channel), GUILDS)


def _typing(world: World, channel: Channel, user: str) -> Iterator[Event]:
    data: Json = {
        "channel_id": channel.id,
        "user_id": user,
        "timestamp": int(world.clock.now()),
    }
    if channel.is_dm:
        yield Event("TYPING_START", data, DM_TYPING)
        return
    data["guild_id"] = world.guild
    if user in world.members:
        data["member"] = shapes.member(world.members[user])
    yield Event("TYPING_START", data, GUILD_TYPING)
