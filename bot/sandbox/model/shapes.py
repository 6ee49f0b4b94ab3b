"""The things of the sandbox as Discord's JSON."""

from __future__ import annotations

import hashlib
from collections.abc import Container
from typing import TYPE_CHECKING
from urllib.parse import quote

from bot.sandbox.model.clock import stamp
from bot.sandbox.model.permissions import permissions
from bot.sandbox.model.things import (
    Attachment,
    Channel,
    Command,
    Flag,
    Json,
    Member,
    Message,
    Role,
    Says,
    User,
)

if TYPE_CHECKING:
    from bot.sandbox.model.world import World

FILE_LIFE = 24 * 3600


def user(one: User) -> Json:
    return {
        "id": one.id,
        "username": one.username,
        "global_name": None if one.bot else one.global_name,
        "discriminator": "0000" if one.bot else "0",
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
        "bot": one.bot,
    }


def oneself(one: User) -> Json:
    """The bot as it sees itself."""
    return {**user(one), "verified": True, "mfa_enabled": False, "locale": "en-US"}


def persona(one: User) -> Json:
    """A user for the page, which wants a colour for the round picture."""
    return {**user(one), "global_name": one.global_name, "avatar_color": one.avatar_color}


def member(one: Member, with_user: bool = True) -> Json:
    shape: Json = {
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": list(one.roles),
        "joined_at": stamp(one.joined_at),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
    }
    if with_user:
        shape["user"] = user(one.user)
    return shape


def role(one: Role) -> Json:
    shape: Json = {
        "id": one.id,
        "name": one.name,
        "description": None,
        "permissions": str(one.permissions),
        "position": one.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": one.managed_by is not None,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    if one.managed_by is not None:
        shape["tags"] = {"bot_id": one.managed_by}
    return shape


def channel(world: World, one: Channel, reader: str | None = None) -> Json:
    """A channel; a DM names the other one as its recipient."""
    shape: Json = {
        "id": one.id,
        "type": int(one.kind),
        "last_message_id": one.last_message,
        "flags": 0,
    }
    if one.is_dm:
        reader = reader or world.bot.id
        shape["recipients"] = [persona(world.users[r]) for r in one.recipients if r != reader]
        return shape
    shape |= {
        "guild_id": world.guild,
        "name": one.name,
        "parent_id": one.parent,
        "rate_limit_per_user": one.slow,
        "last_pin_timestamp": stamp(max(one.pins.values())) if one.pins else None,
    }
    if one.life is not None:
        return shape | _thread(world, one, reader or world.bot.id)
    shape |= {
        "position": one.position,
        "topic": one.topic,
        "nsfw": False,
        "permission_overwrites": [
            {"id": o.id, "type": int(o.of_member), "allow": str(o.allow), "deny": str(o.deny)}
            for o in one.overwrites.values()
        ],
    }
    return shape


def _thread(world: World, one: Channel, reader: str) -> Json:
    life = one.life
    assert life is not None
    shape: Json = {
        "owner_id": life.owner,
        "message_count": life.sent,
        "total_message_sent": life.sent,
        "member_count": min(50, len(life.members)),
        "thread_metadata": {
            "archived": life.archived,
            "archive_timestamp": stamp(life.archived_at),
            "auto_archive_duration": life.auto_archive,
            "locked": life.locked,
            "invitable": life.invitable,
            "create_timestamp": stamp(life.made_at),
        },
    }
    if reader in life.members:
        shape["member"] = thread_member(one, reader)
    return shape


def thread_member(one: Channel, who: str) -> Json:
    assert one.life is not None
    return {
        "id": one.id,
        "user_id": who,
        "join_timestamp": stamp(one.life.members[who]),
        "flags": 1,
    }


def file_url(world: World, one: Attachment) -> str:
    """Addresses are signed and expire: whoever stores one finds out."""
    until = int(world.clock.now()) + FILE_LIFE
    name = quote(one.name)
    path = f"/cdn/attachments/{one.channel}/{one.id}/{name}"
    return f"{world.address}{path}?ex={until:x}&is={until - FILE_LIFE:x}&hm={seal(one.id, until)}"


def seal(ident: str, until: int) -> str:
    return hashlib.sha256(f"{ident}:{until}".encode()).hexdigest()


def attachment(world: World, one: Attachment) -> Json:
    url = file_url(world, one)
    shape: Json = {
        "id": one.id,
        "filename": one.name,
        "size": one.slot.length,
        "url": url,
        "proxy_url": url,
        "content_type": one.content_type,
    }
    if one.description is not None:
        shape["description"] = one.description
    if one.size is not None:
        shape["width"], shape["height"] = one.size
    if one.ephemeral:
        shape["ephemeral"] = True
    return shape


def embeds(world: World, message: Message) -> list[Json]:
    """Embeds with `attachment://` read as addresses of the message's own files."""
    files = {one.name: one for one in message.attachments}
    return [_embed(world, one, files) for one in message.embeds]


def _embed(world: World, embed: Json, files: dict[str, Attachment]) -> Json:
    shape = {"type": "rich", **embed}
    for part in ("image", "thumbnail"):
        if not shape.get(part):
            continue
        if names_missing_file(shape[part], files):
            del shape[part]  # as Discord does, without a word
        else:
            shape[part] = media(world, shape[part], files)
    for part in ("author", "footer"):
        icon = (shape.get(part) or {}).get("icon_url", "")
        if icon.startswith("attachment://") and icon[13:] in files:
            shape[part] = {**shape[part], "icon_url": file_url(world, files[icon[13:]])}
    return shape


def names_missing_file(part: Json, files: Container[str]) -> bool:
    url = str(part.get("url", ""))
    return url.startswith("attachment://") and url[13:] not in files


def media(world: World, part: Json, files: dict[str, Attachment]) -> Json:
    url = str(part.get("url", ""))
    if not url.startswith("attachment://") or url[13:] not in files:
        return dict(part)
    one = files[url[13:]]
    shape: Json = {**part, "url": (address := file_url(world, one)), "proxy_url": address}
    shape["content_type"] = one.content_type
    shape["id"] = shape["attachment_id"] = one.id
    if one.size is not None:
        shape["width"], shape["height"] = one.size
    if one.description is not None:
        shape.setdefault("description", one.description)
    return shape


def components(world: World, message: Message) -> list[Json]:
    """Components, with the media of the second kind read as addresses."""
    if not message.v2:
        return message.components
    files = {one.name: one for one in message.attachments}
    return [_component(world, one, files) for one in message.components]


_UNSAID: dict[int, Json] = {
    11: {"description": None, "spoiler": False},
    13: {"spoiler": False},
    14: {"divider": True, "spacing": 1},
    17: {"accent_color": None, "spoiler": False},
}


def _component(world: World, one: Json, files: dict[str, Attachment]) -> Json:
    shape = {**_UNSAID.get(one.get("type", 0), {}), **one}
    for part in ("media", "file"):
        if isinstance(shape.get(part), dict):
            shape[part] = media(world, shape[part], files)
    if "components" in shape:
        shape["components"] = [_component(world, inner, files) for inner in shape["components"]]
    if "items" in shape:
        shape["items"] = [
            {"description": None, "spoiler": False, **_component(world, inner, files)}
            for inner in shape["items"]
        ]
    if isinstance(shape.get("accessory"), dict):
        shape["accessory"] = _component(world, shape["accessory"], files)
    return shape


def message(world: World, one: Message, nested: bool = False) -> Json:
    suppressed = one.flags & Flag.SUPPRESS_EMBEDS
    shape: Json = {
        "id": one.id,
        "channel_id": one.channel,
        "type": int(one.kind),
        "author": user(one.author),
        "content": one.content,
        "timestamp": stamp(one.made_at),
        "edited_timestamp": None if one.edited_at is None else stamp(one.edited_at),
        "tts": one.tts,
        "mention_everyone": one.mention_everyone,
        "mentions": [user(world.users[m]) for m in one.mentions],
        "mention_roles": one.mention_roles,
        "attachments": [attachment(world, a) for a in one.attachments if not a.in_embed],
        "embeds": [] if suppressed else embeds(world, one),
        "components": components(world, one),
        "pinned": one.pinned,
        "flags": one.flags,
    }
    if one.nonce is not None:
        shape["nonce"] = one.nonce
    if one.author.bot:
        shape["application_id"] = world.application
    if one.interaction_metadata is not None:
        shape["interaction_metadata"] = one.interaction_metadata
        shape["webhook_id"] = world.application
    if one.reference is not None:
        shape["message_reference"] = one.reference
        if not nested and one.kind in (Says.REPLY, Says.THREAD_STARTER):
            shape["referenced_message"] = _referenced(world, one.reference)
    if one.thread is not None and one.thread in world.channels:
        shape["thread"] = channel(world, world.channels[one.thread])
    return shape


def _referenced(world: World, reference: Json) -> Json | None:
    home = world.channels.get(reference["channel_id"])
    found = home.messages.get(reference.get("message_id", "")) if home else None
    return message(world, found, nested=True) if found else None


def dispatched(world: World, one: Message) -> Json:
    """A message as the gateway sends it: with its guild and its author as a member."""
    shape = message(world, one)
    place = world.channels[one.channel]
    shape["channel_type"] = int(place.kind)
    if not place.is_dm:
        shape["guild_id"] = world.guild
        if one.author.id in world.members:
            shape["member"] = member(world.members[one.author.id], with_user=False)
    return shape


def for_people(world: World, one: Message) -> Json:
    """A message for the page: which interaction it answers, and colours."""
    shape = message(world, one)
    shape["author"] = persona(one.author)
    interaction = one.touched_by or one.interaction
    if interaction is not None:
        shape["interaction"] = interaction
    return shape


def command(world: World, one: Command) -> Json:
    shape: Json = {
        "id": one.id,
        "application_id": world.application,
        "version": one.version,
        "type": 1,
        "default_member_permissions": None,
        "dm_permission": True,
        "nsfw": False,
        "description": "",
        "name_localizations": None,
        "description_localizations": None,
        "integration_types": [0],
        "contexts": None,
        **{key: value for key, value in one.body.items() if value is not None},
    }
    if one.guild:
        shape["guild_id"] = world.guild
    return shape


def guild(world: World) -> Json:
    return {
        "id": world.guild,
        "name": "The Map Room",
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "owner_id": world.owner.id,
        "roles": [role(one) for one in world.roles.values()],
        "emojis": [],
        "stickers": [],
        "features": [],
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": "en-US",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "vanity_url_code": None,
        "application_id": None,
        "widget_enabled": False,
        "widget_channel_id": None,
        "home_header": None,
        "incidents_data": None,
        "nsfw": False,
        "max_presences": None,
        "max_video_channel_users": 25,
        "max_stage_video_channel_users": 50,
        "max_members": 500000,
        "region": "deprecated",
    }


def guild_create(world: World, with_members: bool) -> Json:
    """The guild as the bot first sees it."""
    seen = world.visible(world.bot.id)
    known = world.members.values() if with_members else [world.members[world.bot.id]]
    return {
        **guild(world),
        "joined_at": stamp(world.members[world.bot.id].joined_at),
        "large": False,
        "unavailable": False,
        "member_count": len(world.members),
        "members": [member(one) for one in known],
        "channels": [channel(world, c) for c in world.text_channels()],
        "threads": [channel(world, c) for c in seen if c.life and not c.life.archived],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def member_with_rights(world: World, who: str, place: Channel) -> Json:
    """A member inside an interaction: with what they may do there."""
    return {
        **member(world.members[who]),
        "permissions": str(permissions(world, who, place)),
    }
