"""/rules, /help, /me: how it is played, what is asked, and how one wants to be treated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import discord
from discord.app_commands import Command

from bot.discord import embeds
from bot.discord import help as helping
from bot.discord.autocomplete import (
    complete_game,
    complete_palette,
    complete_rule,
    complete_zone,
    game_meant,
)
from bot.discord.commands.making import command
from bot.discord.text import safe
from bot.discord.visit import Interaction, Visit
from bot.tables import Profile, Refused
from engine import games


def commands() -> Iterator[Command[Any, ..., None]]:
    yield command(
        "rules",
        "What a paragraph of the rules decides",
        rules,
        {"number": complete_rule, "game": complete_game},
        number="its number, or a word from its title",
        game="which game, if not the table's",
    )
    yield command("help", "What is asked of you now, and what you can order", help_)
    yield command(
        "me",
        "How you want to be called, shown maps and treated",
        me,
        {"zone": complete_zone, "palette": complete_palette},
        zone="your time zone, as Europe/Madrid",
        quiet="hours in which you are not pinged, as 22-7; none for no quiet hours",
        pings="how you are called when it is your turn",
        palette="the colours of your maps",
        language="your language, as en",
        away="away until this day, as 2026-08-31; none when you are back",
    )


async def rules(
    interaction: Interaction, number: str, game: str | None = None, table: str | None = None
) -> None:
    async with Visit(interaction) as visit:
        name = await game_meant(interaction, game)
        if name not in games():
            raise Refused(f"There is no game {name[:60]!r}; there are {', '.join(games())}.")
        rule = await visit.tables.rule(name, number)
        words = "\n\n".join(
            [safe(rule.summary, 3000), *[f"*Ruling:* {safe(r)}" for r in rule.rulings]]
        )
        title = f"{games()[name].title} {rule.number}: {rule.title}"
        await visit.answer(embeds=[embeds.make(title, words)])


async def help_(interaction: Interaction, table: str | None = None) -> None:
    async with Visit(interaction) as visit:
        await helping.show(visit, table)


async def me(
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
        await visit.answer(notice, embeds=[_card(profile)])


def _or_none(value: str | None) -> str | None:
    """`none` takes back what was said before."""
    return "" if value is not None and value.strip().casefold() == "none" else value


def _card(profile: Profile) -> discord.Embed:
    pings = {"dm": "by direct message", "mention": "by a mention in the thread", "none": "not"}
    dms = {
        "open": "open",
        "closed": "closed: /hand shows your secrets; /me pings:dm tries them again",
        "unknown": "not tried yet",
    }
    fields = [
        ("Time zone", safe(profile.zone), True),
        ("Quiet hours", safe(profile.quiet) or "none", True),
        ("Called", pings.get(profile.pings, safe(profile.pings)), True),
        ("Colours", safe(profile.palette), True),
        ("Language", safe(profile.language), True),
        ("Away until", safe(profile.away) or "not away", True),
        ("Direct messages", dms.get(profile.dms, safe(profile.dms)), True),
    ]
    return embeds.make(safe(profile.who.name, 80), fields=fields)
