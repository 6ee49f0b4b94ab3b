"""What people are told when something is refused or goes wrong. Always only to them."""

from __future__ import annotations

import asyncio
import secrets

import aiohttp
import discord
from discord import app_commands

from bot.discord.speech import words as catalogue
from bot.discord.speech.spoken import say as spoken
from bot.discord.speech.text import CONTENT, NOBODY, cut, refusal
from bot.host.logs import get
from bot.tables.values import Refused
from engine import HeraldError, Illegal

log = get("herald.errors")

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

GONE = {10062, 10015, 50027}  # an interaction that cannot be answered any more: too late
ANSWERED = 40060  # by an answer of ours that we believed lost, or by another Herald
ANOTHERS = 5.0  # seconds that another Herald has for it


def cause(error: BaseException) -> BaseException:
    """What really happened inside discord.py's wrapping."""
    while isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError):
        inner = error.__cause__ or getattr(error, "original", None)
        if inner is None:
            break
        error = inner
    return error


def words(error: BaseException) -> str | None:
    """The sentence for the person; None if only a code can be given."""
    if isinstance(error, Refused | Illegal):
        return refusal(error.said, error.rule, error.suggestions)
    if isinstance(error, HeraldError):
        return refusal(error.said)
    if isinstance(error, discord.Forbidden):
        return spoken(catalogue.NO_PERMISSION())
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return spoken(catalogue.CHANGED_COMMAND())
    if isinstance(error, app_commands.NoPrivateMessage):
        return spoken(catalogue.SERVER_ONLY())
    if isinstance(error, app_commands.CheckFailure):
        return spoken(catalogue.NOT_ALLOWED())
    return None


async def tell(
    interaction: discord.Interaction, error: BaseException, *, late: bool = False
) -> None:
    """Answer an interaction that failed, deferred or not, and log what nobody foresaw.

    `late`: what was asked for had been judged by then; only its answer failed.
    """
    error = cause(error)
    if isinstance(error, discord.HTTPException) and error.code in GONE:
        log.info("interaction gone", code=error.code, kind=interaction.type.name)
        return
    told = words(error)
    if told is None:
        told = unforeseen(error, late, **_about(interaction))
    elif not isinstance(error, HeraldError):
        log.warning("interaction refused", kind=type(error).__name__, **_about(interaction))
    await say(interaction, told)


def unforeseen(error: BaseException, late: bool = False, **about: object) -> str:
    """A code that the person can quote and the host can search for."""
    code = "".join(secrets.choice(LETTERS) for _ in range(6))
    log.error("something went wrong", code=code, exc_info=error, **about)
    if late:
        return spoken(catalogue.NOT_SHOWN(code=code))
    return spoken(catalogue.WENT_WRONG(code=code))


async def say(interaction: discord.Interaction, told: str) -> None:
    """Tell only the person who asked, whether or not the interaction was answered before."""
    told = cut(told, CONTENT)
    try:
        if interaction.type is discord.InteractionType.autocomplete:
            return
        if not interaction.response.is_done():
            await _first(interaction, told)
        elif interaction.response.type in THINKING:
            await interaction.edit_original_response(content=told, allowed_mentions=NOBODY)
        else:
            await interaction.followup.send(told, ephemeral=True, allowed_mentions=NOBODY)
    except discord.HTTPException as again:
        log.info("could not answer", status=again.status, code=again.code)
    except (aiohttp.ClientError, OSError) as cut_off:
        log.info("could not answer", kind=type(cut_off).__name__)


async def _first(interaction: discord.Interaction, told: str) -> None:
    """The first answer; or in place of "thinking...", if that had arrived without our knowing.

    Another Herald with the same token may be the one who answers: it is given time to do so.
    """
    try:
        await interaction.response.send_message(told, ephemeral=True, allowed_mentions=NOBODY)
    except discord.HTTPException as error:
        if error.code != ANSWERED:
            raise
        await asyncio.sleep(ANOTHERS)
        if await _still_thinking(interaction):
            await interaction.edit_original_response(content=told, allowed_mentions=NOBODY)


async def _still_thinking(interaction: discord.Interaction) -> bool:
    try:
        return (await interaction.original_response()).flags.loading
    except discord.NotFound:  # so Discord speaks of a private "thinking..."
        return True


# After a deferred command the answer is still "thinking...": the sentence takes its place.
THINKING = {discord.InteractionResponseType.deferred_channel_message}


def _about(interaction: discord.Interaction) -> dict[str, object]:
    """What may be logged of an interaction: where and which kind, never what it says."""
    about: dict[str, object] = {
        "interaction": interaction.id,
        "kind": interaction.type.name,
        "person": interaction.user.id,
        "channel": interaction.channel_id,
    }
    if interaction.command is not None:
        about["command"] = interaction.command.qualified_name
    return about
