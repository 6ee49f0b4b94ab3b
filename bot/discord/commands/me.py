"""/me: how one wants to be treated, what one has played, and being forgotten."""

from __future__ import annotations

from datetime import date
from typing import Literal

import discord
from discord.app_commands import Group

from bot.discord.commands import words
from bot.discord.commands.autocomplete import complete_palette, complete_zone
from bot.discord.commands.making import command
from bot.discord.panels import forgetting
from bot.discord.speech import embeds, results
from bot.discord.speech.spoken import say, wording
from bot.discord.speech.text import safe
from bot.discord.visit import Interaction, Visit
from bot.tables.values import DISCORD, Profile
from engine.tongues import Field
from engine.tongues.phrases import Phrase


def group() -> Group:
    group = Group(name="me", description=say(words.ME["me"]()))
    for made in (
        command(
            "settings",
            words.ME,
            settings,
            {"zone": complete_zone, "palette": complete_palette},
        ),
        command("history", words.ME, history),
        command("forget", words.ME, forget),
    ):
        group.add_command(made)
    return group


async def settings(
    interaction: Interaction,
    zone: str | None = None,
    quiet: str | None = None,
    pings: Literal["dm", "mention", "none"] | None = None,
    palette: str | None = None,
    language: str | None = None,
    away: str | None = None,
) -> None:
    async with Visit(interaction) as visit:
        wishes = {
            "zone": zone,
            "quiet": _or_none(quiet),
            "calls": "letter" if pings == "dm" else pings,
            "palette": palette,
            "language": language,
            "away": _or_none(away),
        }
        changes = {name: value for name, value in wishes.items() if value is not None}
        if changes:
            profile = await visit.tables.people.set_profile(visit.who, **changes)
        else:
            profile = await visit.tables.people.profile(visit.who)
        notice = say(words.NOTED()) if changes else ""
        await visit.answer(notice, embeds=[_card(profile, visit.at.date())])


async def history(interaction: Interaction) -> None:
    async with Visit(interaction) as visit:
        played = await visit.tables.records.history(visit.who)
        await visit.answer(embeds=[results.card(safe(visit.who.name, 80), played, visit.who)])


async def forget(interaction: Interaction) -> None:
    async with Visit(interaction) as visit:
        await forgetting.ask(visit)


def _or_none(value: str | None) -> str | None:
    """`none` takes back what was said before."""
    return "" if value is not None and value.strip().casefold() == "none" else value


def _away(until: str, today: date) -> Field:
    """A holiday that is over needs no taking back."""
    return safe(until) if until > today.isoformat() else words.NOT_AWAY()


def _card(profile: Profile, today: date) -> discord.Embed:
    shown: list[tuple[Phrase, Field]] = [
        (words.FIELD_ZONE, safe(profile.zone)),
        (words.FIELD_QUIET, safe(profile.quiet) or words.NO_QUIET()),
        (words.FIELD_CALLED, words.CALLS[profile.calls]()),
        (words.FIELD_COLOURS, safe(profile.palette)),
        (words.FIELD_LANGUAGE, safe(profile.language)),
        (words.FIELD_AWAY, _away(profile.away, today)),
        (words.FIELD_DMS, words.DMS[profile.state(DISCORD)]()),
    ]
    fields = [(say(name()), wording(value), True) for name, value in shown]
    return embeds.make(safe(profile.who.name, 80), fields=fields)
