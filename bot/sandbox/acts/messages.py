"""Messages are sent, edited, deleted and pinned."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.sandbox.acts.channels import come_in, wake
from bot.sandbox.acts.drafts import MENTION, ROLE_MENTION, Draft, attach, mark_embedded, settable
from bot.sandbox.limits.components import check_media
from bot.sandbox.model.errors import invalid, refusal
from bot.sandbox.model.happenings import MessageEdited, MessageGone, MessageMade, PinsChanged
from bot.sandbox.model.permissions import May, permissions, sees
from bot.sandbox.model.things import Channel, Flag, Json, Message, Says, User
from bot.sandbox.model.world import World

NONCE_LIFE = 300.0
PINS = 250


@dataclass(frozen=True)
class Origin:
    """Where an answer comes from: its interaction, and the one person who sees it, if one."""

    interaction: str
    metadata: Json
    only_for: str | None = None
    kind: Says = Says.COMMAND_ANSWER
    loading: bool = False
    about: Json | None = None
    asked: Json | None = None


def post(
    world: World, channel: Channel, author: User, draft: Draft, origin: Origin | None = None
) -> Message:
    """Say something. The same nonce within a few minutes gives back the message it made."""
    doubled = _by_nonce(world, channel, author, draft)
    if doubled is not None:
        return doubled
    only_for = origin.only_for if origin else None
    if channel.life is not None and only_for is None:
        if channel.life.locked:
            raise refusal(160005)
        wake(world, channel)
    message = Message(
        world.ids.next(), channel.id, author, world.clock.now(), content=draft.content or ""
    )
    message.flags = settable(draft.flags)
    message.tts = draft.tts
    message.nonce = draft.nonce
    message.only_for = only_for
    if origin is not None:
        _from_interaction(message, origin)
    _reply(world, channel, message, draft)
    _fill(world, channel, message, draft)
    _pings(world, channel, message, draft)
    made = _put(world, channel, message, draft)
    _gather(world, channel, message)
    return made


def _put(world: World, channel: Channel, message: Message, draft: Draft) -> Message:
    channel.messages[message.id] = message
    if message.only_for is None:
        channel.last_message = message.id
        if channel.life is not None:
            channel.life.sent += 1
    if draft.nonce is not None:
        key = (channel.id, message.author.id, str(draft.nonce))
        world.nonces[key] = (world.clock.now(), message.id)
    world.tell(MessageMade(message))
    return message


def _by_nonce(world: World, channel: Channel, author: User, draft: Draft) -> Message | None:
    if draft.nonce is None or not draft.enforce_nonce:
        return None
    when, ident = world.nonces.get((channel.id, author.id, str(draft.nonce)), (0.0, ""))
    if world.clock.now() - when > NONCE_LIFE:
        return None
    return channel.messages.get(ident)


def _from_interaction(message: Message, origin: Origin) -> None:
    message.interaction = origin.interaction
    message.interaction_metadata = origin.metadata
    message.kind = origin.kind
    message.reference = origin.about
    message.asked = origin.asked
    if origin.only_for is not None:
        message.flags |= Flag.EPHEMERAL
    if origin.loading:
        message.flags |= Flag.LOADING


def _reply(world: World, channel: Channel, message: Message, draft: Draft) -> None:
    if draft.reply_to is None:
        return
    if not permissions(world, message.author.id, channel) & May.READ_MESSAGE_HISTORY:
        raise refusal(160002)
    found = channel.messages.get(draft.reply_to)
    if found is None or found.only_for is not None:
        if draft.reply_must_exist:
            raise invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return
    message.kind = Says.REPLY
    message.reference = {"type": 0, "channel_id": channel.id, "message_id": found.id}
    if not channel.is_dm:
        message.reference["guild_id"] = world.guild
    if draft.pings.replied and found.author.id != message.author.id:
        message.mentions.append(found.author.id)


def _fill(world: World, channel: Channel, message: Message, draft: Draft) -> None:
    hidden = message.only_for is not None
    message.attachments = attach(world, channel.id, draft, message.attachments, hidden)
    if draft.embeds is not None:
        message.embeds = draft.embeds
    if draft.components is not None:
        if message.v2:
            check_media(draft.components, {one.name for one in message.attachments})
        message.components = draft.components
    if draft.embeds is not None or draft.files or draft.attachments is not None:
        mark_embedded(message.attachments, message.embeds)


def _pings(world: World, channel: Channel, message: Message, draft: Draft) -> None:
    text = message.content
    if message.v2:
        text = "\n".join(_texts(message.components))
    for ident in MENTION.findall(text):
        known = ident in world.users and ident not in message.mentions
        if known and draft.pings.user(ident):
            message.mentions.append(ident)
    loud = bool(permissions(world, message.author.id, channel) & May.MENTION_EVERYONE)
    message.mention_roles = [
        ident
        for ident in dict.fromkeys(ROLE_MENTION.findall(text))
        if ident in world.roles and loud and draft.pings.role(ident)
    ]
    called = "@everyone" in text or "@here" in text
    message.mention_everyone = called and loud and draft.pings.everyone


def _gather(world: World, channel: Channel, message: Message) -> None:
    """Who speaks in a thread or is called there belongs to it from then on."""
    if channel.life is None or message.only_for is not None:
        return
    for who in (message.author.id, *message.mentions):
        if who in world.members and sees(world, who, channel):
            come_in(world, channel, who)


def _texts(components: list[Json]) -> list[str]:
    found: list[str] = []
    for one in components:
        if one["type"] == 10:
            found.append(one.get("content", ""))
        found += _texts(one.get("components", []))
    return found


def awake(channel: Channel) -> None:
    """An archived thread takes no edits."""
    if channel.life is not None and channel.life.archived:
        raise refusal(50083)


def edit(world: World, channel: Channel, message: Message, draft: Draft) -> Message:
    if message.only_for is None:
        awake(channel)
    # On a copy first: an edit that is refused leaves the message as it was.
    fresh = replace(message)
    if draft.content is not None:
        fresh.content = draft.content
    if draft.flags is not None:
        keep = fresh.flags & ~Flag.SUPPRESS_EMBEDS
        fresh.flags = keep | draft.flags & (Flag.SUPPRESS_EMBEDS | Flag.COMPONENTS_V2)
    _fill(world, channel, fresh, draft)
    if not (fresh.content or fresh.embeds or fresh.components or fresh.attachments):
        raise refusal(50006)
    fresh.flags &= ~Flag.LOADING
    if draft.content is not None or draft.components is not None:
        fresh.mentions = []
        _pings(world, channel, fresh, draft)
    fresh.edited_at = None if message.loading else world.clock.now()
    vars(message).update(vars(fresh))
    world.tell(MessageEdited(message))
    _gather(world, channel, message)
    return message


def delete(world: World, channel: Channel, message: Message) -> None:
    if message.only_for is None:
        awake(channel)
    channel.messages.pop(message.id, None)
    channel.pins.pop(message.id, None)
    world.tell(MessageGone(message))


def system(world: World, channel: Channel, author: User, kind: Says, **about: object) -> Message:
    """Discord's own lines: a pin, a thread begun."""
    message = Message(world.ids.next(), channel.id, author, world.clock.now(), kind)
    message.content = str(about.get("content", ""))
    reference = about.get("reference")
    message.reference = reference if isinstance(reference, dict) else None
    channel.messages[message.id] = message
    channel.last_message = message.id
    world.tell(MessageMade(message))
    return message


def pin(world: World, channel: Channel, message: Message, by: User) -> None:
    awake(channel)
    if message.pinned:
        return
    if len(channel.pins) >= PINS:
        raise refusal(30003)
    message.pinned = True
    channel.pins[message.id] = world.clock.now()
    world.tell(MessageEdited(message))
    world.tell(PinsChanged(channel))
    reference = {"type": 0, "channel_id": channel.id, "message_id": message.id}
    system(world, channel, by, Says.PINNED, reference=reference)


def unpin(world: World, channel: Channel, message: Message) -> None:
    awake(channel)
    if channel.pins.pop(message.id, None) is not None:
        message.pinned = False
        world.tell(MessageEdited(message))
        world.tell(PinsChanged(channel))


def history(
    world: World,
    channel: Channel,
    reader: str | None = None,
    limit: int = 50,
    before: str | None = None,
    after: str | None = None,
    around: str | None = None,
) -> list[Message]:
    """Newest first. A reader also finds what only they were shown."""
    found = [m for m in channel.messages.values() if m.only_for in (None, reader)]
    found.sort(key=lambda one: int(one.id))
    if around is not None:
        middle = int(around)
        older = [one for one in found if int(one.id) <= middle][-(limit // 2 + 1) :]
        newer = [one for one in found if int(one.id) > middle][: limit - len(older)]
        return list(reversed(older + newer))
    if before is not None:
        found = [one for one in found if int(one.id) < int(before)]
    if after is not None:
        found = [one for one in found if int(one.id) > int(after)][:limit]
    return list(reversed(found[-limit:]))
