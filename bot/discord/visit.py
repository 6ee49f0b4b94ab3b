"""One visit of one person: a command, click or form from its first answer to its last.

    async with Visit(interaction) as visit:
        card = await visit.table(option)
        await visit.answer("...")

It is acknowledged on entering, where only that person sees it; whatever goes wrong inside is
answered in words on leaving.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, cast

import aiohttp
import discord

from bot.discord.speech import errors
from bot.discord.speech import words_visits as words
from bot.discord.speech.spoken import turn_to
from bot.discord.speech.text import CONTENT, NOBODY, cut
from bot.tables.floor import errands
from bot.tables.tables import Tables
from bot.tables.values import DISCORD, Refused, TableCard, Where, Who

if TYPE_CHECKING:
    from bot.discord.client import Herald

Interaction = discord.Interaction[Any]


async def who_of(interaction: Interaction) -> Who:
    """Who speaks; their roles in the server they speak from come with the interaction."""
    user = interaction.user
    roles = [str(role.id) for role in user.roles] if isinstance(user, discord.Member) else []
    who = await met(interaction, user, where_of(interaction), roles)
    turn_to(tables_of(interaction).people.language(who.id))
    return who


async def met(
    interaction: Interaction,
    user: discord.abc.User,
    where: Where | None = None,
    roles: Sequence[str] = (),
) -> Who:
    """A user of Discord as the tables know them."""
    people = tables_of(interaction).people
    return await people.meet(DISCORD, str(user.id), user.display_name, where, roles)


def where_of(interaction: Interaction) -> Where:
    return Where(interaction.guild_id, interaction.channel_id or 0)


def tables_of(interaction: Interaction) -> Tables:
    return cast("Herald", interaction.client).tables


def number_of(option: str | None) -> int | None:
    """The table that an option names: "12" or "Granada 12"."""
    if not option or not option.strip():
        return None
    found = re.search(r"(?<!\d)(\d{1,15})\s*$", option)
    if found is None:
        raise Refused(words.UNKNOWN_TABLE(table=option[:60]))
    return int(found[1])


class Visit:
    """Answers go to one person only. `update`: they replace the message that was clicked."""

    def __init__(self, interaction: Interaction, *, update: bool = False) -> None:
        self.interaction = interaction
        self.client = cast("Herald", interaction.client)
        self.tables = self.client.tables
        self.studio = self.client.studio
        self.who: Who  # once they have been met
        self.where = where_of(interaction)
        # When it reached us: Discord's clock and ours need not agree.
        self.at = self.tables.clock()
        self.late = False  # it has been judged: from here on only its answer can fail
        self._update = update

    async def __aenter__(self) -> Self:
        try:
            await self._acknowledge()
        except (aiohttp.ClientError, OSError):
            await self._acknowledge_again()
        except discord.HTTPException as error:
            if error.code != errors.ANSWERED:  # it reached us before: it is done once all the same
                raise
        return await self.met()

    async def met(self) -> Self:
        """Without an acknowledgement: for those who answer with a form."""
        errands.visit(f"{DISCORD}:{self.interaction.id}")
        self.who = await who_of(self.interaction)
        return self

    async def _acknowledge(self) -> None:
        if self._update:
            await self.interaction.response.defer()
        else:
            await self.interaction.response.defer(ephemeral=True, thinking=True)

    async def _acknowledge_again(self) -> None:
        """The line broke: nobody knows whether the first one arrived. If it did, all is well."""
        try:
            await self._acknowledge()
        except discord.HTTPException as error:
            if error.code != errors.ANSWERED:
                raise

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if not isinstance(error, Exception):
            return False
        await errors.tell(self.interaction, error, late=self.late)
        return True

    async def table(self, option: str | None = None) -> TableCard:
        """The table that is meant here."""
        return await self.tables.finding.find(self.who, self.where, number_of(option))

    async def answer(
        self,
        content: str = "",
        *,
        embeds: Sequence[discord.Embed] = (),
        view: discord.ui.View | None = None,
        files: Sequence[discord.File] | None = (),
    ) -> None:
        """The answer, or its next form. `files=None` keeps the pictures that are there."""
        self.late = True
        for tries_left in (True, False):
            try:
                await self.interaction.edit_original_response(
                    content=cut(content, CONTENT) or None,
                    embeds=list(embeds),
                    view=view,
                    attachments=discord.utils.MISSING if files is None else list(files),
                    allowed_mentions=NOBODY,
                )
                return
            except (aiohttp.ClientError, OSError):
                # the line broke; the same edit again changes nothing if the first one arrived
                if not tries_left:
                    raise
                for file in files or ():
                    file.reset()
