"""A message on its way in: what was written, which files came along, who may be pinged."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field

from PIL import Image

from bot.sandbox.model.things import Attachment, Flag, Json, Upload
from bot.sandbox.model.world import World

MENTION = re.compile(r"<@!?(\d+)>")
ROLE_MENTION = re.compile(r"<@&(\d+)>")


@dataclass(frozen=True)
class Pings:
    """Discord's allowed_mentions. Without any, everything written pings."""

    users: bool = True
    roles: bool = True
    everyone: bool = True
    named_users: frozenset[str] = frozenset()
    named_roles: frozenset[str] = frozenset()
    replied: bool = True

    @classmethod
    def read(cls, given: Json | None) -> Pings:
        if given is None:
            return cls()
        parse = given.get("parse") or []
        return cls(
            "users" in parse,
            "roles" in parse,
            "everyone" in parse,
            frozenset(map(str, given.get("users") or [])),
            frozenset(map(str, given.get("roles") or [])),
            bool(given.get("replied_user", False)),
        )

    def user(self, ident: str) -> bool:
        return self.users or ident in self.named_users

    def role(self, ident: str) -> bool:
        return self.roles or ident in self.named_roles


@dataclass(frozen=True)
class Kept:
    """One line of `attachments`: an old file kept, or a new one described."""

    id: str
    description: str | None
    name: str | None


@dataclass(frozen=True)
class Draft:
    """None means: not said, so leave it as it is."""

    content: str | None = None
    embeds: list[Json] | None = None
    components: list[Json] | None = None
    flags: int | None = None
    attachments: list[Kept] | None = None
    pings: Pings = field(default_factory=Pings)
    files: list[Upload] = field(default_factory=list)
    nonce: str | int | None = None
    enforce_nonce: bool = False
    reply_to: str | None = None
    reply_must_exist: bool = True
    tts: bool = False

    @classmethod
    def read(cls, body: Json, files: list[Upload]) -> Draft:
        reference = body.get("message_reference") or {}
        kept = body.get("attachments")
        return cls(
            content=(body["content"] or "").strip() if "content" in body else None,
            embeds=(body["embeds"] or []) if "embeds" in body else None,
            components=numbered(body["components"] or []) if "components" in body else None,
            flags=body.get("flags"),
            attachments=None if kept is None else [_kept(one) for one in kept],
            pings=Pings.read(body.get("allowed_mentions")),
            files=files,
            nonce=body.get("nonce"),
            enforce_nonce=bool(body.get("enforce_nonce")),
            reply_to=str(reference["message_id"]) if "message_id" in reference else None,
            reply_must_exist=bool(reference.get("fail_if_not_exists", True)),
            tts=bool(body.get("tts")),
        )

    @property
    def says_nothing(self) -> bool:
        return not (self.content or self.embeds or self.components or self.files)


def _kept(one: Json) -> Kept:
    return Kept(str(one["id"]), one.get("description"), one.get("filename"))


def numbered(components: list[Json]) -> list[Json]:
    """Every component gets a number, as Discord gives one to those that have none."""
    count = 0

    def number(one: Json) -> Json:
        nonlocal count
        count += 1
        shape = {**one, "id": one.get("id") or count}
        if "components" in shape:
            shape["components"] = [number(inner) for inner in shape["components"]]
        for part in ("accessory", "component"):
            if isinstance(shape.get(part), dict):
                shape[part] = number(shape[part])
        if shape["type"] == 2:
            shape.setdefault("disabled", False)
        if shape["type"] in (3, 5, 6, 7, 8):
            shape.setdefault("min_values", 1)
            shape.setdefault("max_values", 1)
        return shape

    return [number(one) for one in components]


def attach(
    world: World, channel: str, draft: Draft, old: list[Attachment], ephemeral: bool
) -> list[Attachment]:
    """The files of a message after this draft: those kept, then those that are new."""
    if draft.attachments is None:
        kept, lines = list(old), {}
    else:
        lines = {one.id: one for one in draft.attachments}
        kept = [one for one in old if one.id in lines]
    fresh: list[Attachment] = []
    for upload in draft.files:
        line = lines.get(upload.number)
        name = re.sub(r"[^\w.\-]", "_", (line.name if line and line.name else upload.name))
        made = Attachment(
            world.ids.next(),
            channel,
            name,
            upload.content_type,
            world.shelf.put(upload.data),
            line.description if line else None,
            picture_size(upload.data),
            ephemeral,
        )
        world.files[made.id] = made
        fresh.append(made)
    return kept + fresh


def picture_size(data: bytes) -> tuple[int, int] | None:
    try:
        with Image.open(io.BytesIO(data)) as picture:
            return picture.size
    except (OSError, ValueError):
        return None


def mark_embedded(files: list[Attachment], embeds: list[Json]) -> None:
    """A picture that an embed shows is not shown a second time below it."""
    used = {
        str((embed.get(part) or {}).get("url", ""))[13:]
        for embed in embeds
        for part in ("image", "thumbnail")
        if str((embed.get(part) or {}).get("url", "")).startswith("attachment://")
    }
    for one in files:
        one.in_embed = one.name in used


def settable(flags: int | None) -> int:
    return (flags or 0) & (Flag.SUPPRESS_EMBEDS | Flag.EPHEMERAL | Flag.SILENT | Flag.COMPONENTS_V2)
