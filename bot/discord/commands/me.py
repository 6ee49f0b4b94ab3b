"""/me: how one wants to be treated, what one has played, and being forgotten."""

from __future__ import annotations

from datetime import date
from typing import Literal

import discord
from discord.app_commands import Group

from bot.discord import embeds, forgetting, results
from bot.discord.autocomplete import complete_palette, complete_zone
from bot.discord.commands.making import command
from bot.discord.text import safe
from bot.discord.visit import Interaction, Visit
from bot.tables import Profile


def group() -> Group:
    group = Group(name="me", description="How you want to be treated, and what you have played")
    for made in (
        command(
            "settings",
            "How you want to be called, shown maps and treated",
            settings,
            {"zone": complete_zone, "palette": complete_palette},
            zone="your time zone, as Europe/Madrid",
            quiet="hours in which you are not pinged, as 22-7; none for no quiet hours",
            pings="how you are called when it is your turn",
            palette="the colours of your maps",
            language="your language, as en",
            away="away until this day, as 2026-08-31; none when you are back",
        ),
        command("history", "The games that you have finished", history),
        command("forget", "Delete what is kept of you; your seats become free", forget),
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
            "pings": pings,
            "palette": palette,
            "language": language,
            "away": _or_none(away),
        }
        changes = {name: value for name, value in wishes.items() if value is not None}
        if changes:
            profile = await visit.tables.set_profile(visit.who, **changes)
        else:
            profile = await visit.tables.profile(visit.who)
        notice = "Noted." if changes else ""
        await visit.answer(notice, embeds=[_card(profile, visit.at.date())])


async def history(interaction: Interaction) -> None:
    async with Visit(interaction) as visit:
        played = await visit.tables.history(visit.who)
        await visit.answer(embeds=[results.card(safe(visit.who.name, 80), played, visit.who)])


async def forget(interaction: Interaction) -> None:
    async with Visit(interaction) as visit:
        await forgetting.ask(visit)


def _or_none(value: str | None) -> str | None:
    """`none` takes back what was said before."""
    return "" if value is not None and value.strip().casefold() == "none" else value


def _away(until: str, today: date) -> str:
    """A holiday that is over needs no taking back."""
    return safe(until) if until > today.isoformat() else "not away"


def _card(profile: Profile, today: date) -> discord.Embed:
    pings = {"dm": "by direct message", "mention": "by a mention in the thread", "none": "not"}
    dms = {
        "open": "open",
        "closed": "closed: /hand shows your secrets; /me settings pings:dm tries them again",
        "unknown": "not tried yet",
    }
    fields = [
        ("Time zone", safe(profile.zone), True),
        ("Quiet hours", safe(profile.quiet) or "none", True),
        ("Called", pings.get(profile.pings, safe(profile.pings)), True),
        ("Colours", safe(profile.palette), True),
        ("Language", safe(profile.language), True),
        ("Away until", _away(profile.away, today), True),
        ("Direct messages", dms.get(profile.dms, safe(profile.dms)), True),
    ]
    return embeds.make(safe(profile.who.name, 80), fields=fields)
