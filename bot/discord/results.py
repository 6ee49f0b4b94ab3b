"""Finished games in a list: of a server, or of one player."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.discord import embeds
from bot.discord.text import DESCRIPTION, fold, safe
from bot.tables import Finished, Who
from bot.tables.values import SeatResult


def card(title: str, played: Sequence[Finished], who: Who | None = None) -> discord.Embed:
    """`who`: how many of them that person has won is said first."""
    lines = [_line(one) for one in played]
    if who is not None and played:
        mine = [s for one in played for s in one.seats if s.person and s.person.id == who.id]
        won = sum(seat.won for seat in mine)
        lines.insert(0, f"**{len(played)} finished, {won} won**")
    words = fold(lines, DESCRIPTION, more="… {n} more") or "No game has been finished yet."
    return embeds.make(f"{title}: results", words)


def _line(one: Finished) -> str:
    """`Granada 12, <day>: **Christian 31 (Ana)**, Muslim 28 (computer)`"""
    day = discord.utils.format_dt(one.moment, "d")
    place = f" <#{one.thread}>" if one.thread else ""
    seats = ", ".join(_seat(seat) for seat in one.seats)
    return f"{safe(one.title)} {one.table}, {day}: {seats}{place}"


def _seat(seat: SeatResult) -> str:
    holder = seat.person.name if seat.person else (seat.computer and "computer") or "nobody"
    words = f"{embeds.named(seat.seat)} {seat.score:g} ({safe(holder, 60)})"
    return f"**{words}**" if seat.won else words
