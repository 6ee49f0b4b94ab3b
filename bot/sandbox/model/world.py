"""The sandbox's Discord in memory: one guild, its people and channels, one bot.

What is done to it lives beside it (channels.py, messages.py, interactions.py, commands.py);
here is what there is, and who is told when something happens.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from bot.sandbox.model.clock import Clock, Snowflakes
from bot.sandbox.model.errors import Plain, refusal
from bot.sandbox.model.happenings import Happening, MemberCame, MemberLeft, RolesChanged
from bot.sandbox.model.permissions import BOT, PEOPLE, sees
from bot.sandbox.model.shelf import Shelf
from bot.sandbox.model.things import (
    Attachment,
    Channel,
    Command,
    Interaction,
    Kind,
    Member,
    Message,
    Overwrite,
    Role,
    User,
)

GUILD_NAME = "The Map Room"
PERSONAS = ("Ana", "Bruno", "Clara", "Diego", "Elena", "Fadrique", "Gala")
FEWEST = 3  # of them are always there
COLOURS = ("#d9485f", "#3b7dd8", "#2f9e63", "#b7791f", "#7c5cd6", "#0f8b8d", "#c2417c", "#6b7280")


class World:
    """Everything the sandbox knows."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.ids = Snowflakes(self.clock)
        self.shelf = Shelf()
        self.address = ""  # filled when the server knows its port; files are served from it
        self.users: dict[str, User] = {}
        self.members: dict[str, Member] = {}
        self.banned: set[str] = set()
        self.roles: dict[str, Role] = {}
        self.channels: dict[str, Channel] = {}
        self.commands: dict[str, Command] = {}
        self.interactions: dict[str, Interaction] = {}
        self.tokens: dict[str, Interaction] = {}
        self.files: dict[str, Attachment] = {}
        self.nonces: dict[tuple[str, str, str], tuple[float, str]] = {}
        self.opening_people: list[str] = []
        self.opening_channel: str | None = None
        self.opening_words = ""
        self.privileged_intents = False
        self._listeners: list[Callable[[Happening], None]] = []
        self._furnish()

    def _furnish(self) -> None:
        self.guild = self.ids.next()
        self.owner = self._user("keeper", "The Keeper", listed=False)
        self.bot = self._user("herald", "Herald", bot=True)
        self.application = self.bot.id
        self.roles[self.guild] = Role(self.guild, "@everyone", int(PEOPLE))
        role = Role(self.ids.next(), "Herald", int(BOT), 1, managed_by=self.bot.id)
        self.roles[role.id] = role
        self.bot_role = role
        now = self.clock.now()
        self.members[self.owner.id] = Member(self.owner, now)
        self.members[self.bot.id] = Member(self.bot, now, [role.id])
        for position, name in enumerate(("general", "herald")):
            ident = self.ids.next()
            self.channels[ident] = Channel(ident, Kind.TEXT, name, position=position)
        self.gather(FEWEST)

    # -- listening ---------------------------------------------------------------------------

    def listen(self, listener: Callable[[Happening], None]) -> None:
        self._listeners.append(listener)

    def tell(self, happening: Happening) -> None:
        for listener in self._listeners:
            listener(happening)

    # -- people ------------------------------------------------------------------------------

    def _user(self, username: str, name: str, bot: bool = False, listed: bool = True) -> User:
        ident = self.ids.next()
        pick = int(hashlib.sha256(username.encode()).hexdigest(), 16) % len(COLOURS)
        user = User(ident, username, name, bot, COLOURS[pick], listed=listed)
        self.users[ident] = user
        return user

    def new_person(self, name: str) -> User:
        name = name.strip()
        if not 1 <= len(name) <= 32:
            raise Plain("A name has 1 to 32 letters.")
        taken = {one.username for one in self.users.values()}
        letters = "".join(c for c in name.lower() if c.isascii() and (c.isalnum() or c in "._"))
        username = base = (letters or "person").ljust(2, "_")
        count = 1
        while username in taken:
            count += 1
            username = f"{base}{count}"
        user = self._user(username, name)
        if len(self.people()) <= len(COLOURS):
            user.avatar_color = COLOURS[len(self.people()) - 1]
        self.join(user.id)
        return user

    def gather(self, count: int) -> None:
        """So many of the personas are there, for a game with that many seats."""
        known = {one.global_name for one in self.people()}
        for name in PERSONAS[:count]:
            if name not in known:
                self.new_person(name)

    def people(self) -> list[User]:
        return [one for one in self.users.values() if one.listed and not one.bot]

    def person(self, ident: str) -> User:
        user = self.users.get(ident)
        if user is None or user.bot or not user.listed:
            raise Plain("There is nobody with that id.", 404)
        return user

    def join(self, ident: str) -> None:
        if ident in self.banned:
            raise Plain("Banned from this server.", 403)
        if ident not in self.members:
            member = Member(self.users[ident], self.clock.now())
            self.members[ident] = member
            self.tell(MemberCame(member))

    def leave(self, ident: str, banned: bool = False) -> None:
        if banned:
            self.banned.add(ident)
        if self.members.pop(ident, None) is None:
            return
        for channel in self.channels.values():
            if channel.life is not None:
                channel.life.members.pop(ident, None)
        self.tell(MemberLeft(self.users[ident], banned))

    # -- lookup ------------------------------------------------------------------------------

    def channel(self, ident: str) -> Channel:
        if ident not in self.channels:
            raise refusal(10003)
        return self.channels[ident]

    def message(self, channel: Channel, ident: str) -> Message:
        """A message as anybody may fetch it; what only one person sees is not there."""
        found = channel.messages.get(ident)
        if found is None or found.only_for is not None:
            raise refusal(10008)
        return found

    def visible(self, user: str) -> list[Channel]:
        return [one for one in self.channels.values() if sees(self, user, one)]

    def dm(self, user: str) -> Channel | None:
        for channel in self.channels.values():
            if channel.is_dm and user in channel.recipients:
                return channel
        return None

    def text_channels(self) -> list[Channel]:
        """All of them: a bot hears even of those it may not enter."""
        return [one for one in self.channels.values() if not one.is_dm and not one.is_thread]

    def threads(self) -> list[Channel]:
        return [one for one in self.channels.values() if one.is_thread]

    # -- permissions, as tests change them -----------------------------------------------------

    def give_and_take(
        self, target: str, give: int, take: int, channel: str | None = None, member: bool = False
    ) -> None:
        """Change a role's permissions everywhere, or an overwrite in one channel."""
        if channel is None:
            role = self.roles[target]
            role.permissions = role.permissions & ~take | give
            self.tell(RolesChanged(target))
            return
        place = self.channel(channel)
        over = place.overwrites.setdefault(target, Overwrite(target, member))
        over.allow = over.allow & ~take | give
        over.deny = over.deny & ~give | take
        self.tell(RolesChanged(None, place))
