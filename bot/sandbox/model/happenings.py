"""What happens in the sandbox: the gateway tells the bot, the hall tells the people."""

from __future__ import annotations

from dataclasses import dataclass

from bot.sandbox.model.things import Channel, Interaction, Json, Member, Message, User


@dataclass(frozen=True)
class MessageMade:
    message: Message


@dataclass(frozen=True)
class MessageEdited:
    message: Message


@dataclass(frozen=True)
class MessageGone:
    message: Message


@dataclass(frozen=True)
class ChannelMade:
    channel: Channel


@dataclass(frozen=True)
class ChannelChanged:
    channel: Channel


@dataclass(frozen=True)
class ChannelGone:
    channel: Channel


@dataclass(frozen=True)
class ThreadPeople:
    """Somebody came into a thread or left it."""

    channel: Channel
    came: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


@dataclass(frozen=True)
class PinsChanged:
    channel: Channel


@dataclass(frozen=True)
class MemberCame:
    member: Member


@dataclass(frozen=True)
class MemberLeft:
    user: User
    banned: bool = False


@dataclass(frozen=True)
class RolesChanged:
    """Who may do what has changed, so who sees which channel may have changed too."""

    role: str | None
    channel: Channel | None = None


@dataclass(frozen=True)
class CommandsChanged:
    pass


@dataclass(frozen=True)
class TypingBegan:
    channel: Channel
    user: User


@dataclass(frozen=True)
class Asked:
    """An interaction, on its way to the bot."""

    interaction: Interaction


@dataclass(frozen=True)
class Thinking:
    interaction: Interaction
    message: Message


@dataclass(frozen=True)
class FormOpened:
    interaction: Interaction
    modal: Json


@dataclass(frozen=True)
class Failed:
    interaction: Interaction
    why: str


@dataclass(frozen=True)
class Settled:
    interaction: Interaction


Happening = (
    MessageMade
    | MessageEdited
    | MessageGone
    | ChannelMade
    | ChannelChanged
    | ChannelGone
    | ThreadPeople
    | PinsChanged
    | MemberCame
    | MemberLeft
    | RolesChanged
    | CommandsChanged
    | TypingBegan
    | Asked
    | Thinking
    | FormOpened
    | Failed
    | Settled
)
