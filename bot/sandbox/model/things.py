"""What there is in the sandbox's Discord. Ids are text, as in Discord's JSON."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.model.shelf import Slot

Json = dict[str, Any]


class Kind(enum.IntEnum):
    """Kinds of channel."""

    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


class Flag(enum.IntFlag):
    """Flags of a message."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SILENT = 1 << 12
    COMPONENTS_V2 = 1 << 15


class Says(enum.IntEnum):
    """Kinds of message."""

    DEFAULT = 0
    PINNED = 6
    JOINED = 7
    THREAD_CREATED = 18
    REPLY = 19
    COMMAND_ANSWER = 20
    THREAD_STARTER = 21


@dataclass
class User:
    id: str
    username: str
    global_name: str | None
    bot: bool = False
    avatar_color: str = "#5865f2"
    dms_open: bool = True
    listed: bool = True  # the guild's keeper plays no part and is not offered as a persona


@dataclass
class Member:
    user: User
    joined_at: float
    roles: list[str] = field(default_factory=list)


@dataclass
class Role:
    id: str
    name: str
    permissions: int
    position: int = 0
    managed_by: str | None = None


@dataclass
class Overwrite:
    id: str
    of_member: bool
    allow: int = 0
    deny: int = 0


@dataclass
class Upload:
    """A file as it came in, before it belongs to a message."""

    number: str
    name: str
    content_type: str
    data: bytes


@dataclass
class Attachment:
    id: str
    channel: str
    name: str
    content_type: str
    slot: Slot
    description: str | None = None
    size: tuple[int, int] | None = None
    ephemeral: bool = False
    in_embed: bool = False  # shown by an embed: Discord then lists it no more


@dataclass
class Message:
    id: str
    channel: str
    author: User
    made_at: float
    kind: Says = Says.DEFAULT
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    mentions: list[str] = field(default_factory=list)
    mention_roles: list[str] = field(default_factory=list)
    mention_everyone: bool = False
    edited_at: float | None = None
    nonce: str | int | None = None
    reference: Json | None = None
    pinned: bool = False
    thread: str | None = None
    tts: bool = False
    only_for: str | None = None
    interaction: str | None = None
    touched_by: str | None = None  # the interaction that last changed it
    interaction_metadata: Json | None = None
    asked: Json | None = None  # the command it answers, with its options: everybody can look

    @property
    def loading(self) -> bool:
        return bool(self.flags & Flag.LOADING)

    @property
    def v2(self) -> bool:
        return bool(self.flags & Flag.COMPONENTS_V2)


@dataclass
class ThreadLife:
    """What a thread has and another channel has not."""

    owner: str
    made_at: float
    active_at: float
    auto_archive: int = 4320
    archived: bool = False
    locked: bool = False
    archived_at: float = 0.0
    invitable: bool = True
    members: dict[str, float] = field(default_factory=dict)
    sent: int = 0


@dataclass
class Channel:
    id: str
    kind: Kind
    name: str = ""
    parent: str | None = None
    topic: str | None = None
    position: int = 0
    overwrites: dict[str, Overwrite] = field(default_factory=dict)
    recipients: list[str] = field(default_factory=list)
    life: ThreadLife | None = None
    messages: dict[str, Message] = field(default_factory=dict)
    pins: dict[str, float] = field(default_factory=dict)
    last_message: str | None = None
    slow: int = 0

    @property
    def is_dm(self) -> bool:
        return self.kind == Kind.DM

    @property
    def is_thread(self) -> bool:
        return self.life is not None


class Asks(enum.IntEnum):
    """Kinds of interaction."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    FORM = 5


@dataclass
class Interaction:
    id: str
    token: str
    kind: Asks
    user: str
    channel: str
    made_at: float
    data: Json
    message: str | None = None
    answered: bool = False
    original: str | None = None
    modal: Json | None = None
    form_sent: bool = False
    opened_by: Interaction | None = None  # for a filled form: what opened it
    failed: bool = False
    name: str = ""
    trigger: Json | None = None  # what opened the form that this one sends


@dataclass
class Command:
    id: str
    version: str
    guild: bool
    body: Json
