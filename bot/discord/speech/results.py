"""Finished games in a list: of a server, or of one player."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.discord.speech import embeds, words
from bot.discord.speech.spoken import say
from bot.discord.speech.text import DESCRIPTION, fold, listed, safe
from bot.tables.values import Finished, SeatResult, Who


def card(title: str, played: Sequence[Finished], who: Who | None = None) -> discord.Embed:
    """`who`: how many of them that person has won is said first."""
    lines = [_line(one) for one in played]
    if who is not None and played:
        mine = [s for one in played for s in one.seats if s.person and s.person.id == who.id]
        won = sum(seat.won for seat in mine)
        lines.insert(0, say(words.FINISHED(count=len(played), won=won)))
    text = fold(lines, DESCRIPTION, more=words.MORE) or say(words.NO_RESULTS())
    return embeds.make(say(words.RESULTS_OF(whose=title)), text)


def _line(one: Finished) -> str:
    """`Granada 12, <day>: **Christian 31 (Ana)**, Muslim 28 (computer)`"""
    day = discord.utils.format_dt(one.moment, "d")
    seats = listed((_seat(seat) for seat in one.seats), "")
    line = words.RESULT_LINE_THERE if one.thread else words.RESULT_LINE
    table = f"{safe(one.title)} {one.table}"
    return say(line(table=table, day=day, seats=seats, place=f"<#{one.thread}>"))


def _seat(seat: SeatResult) -> str:
    nobody = words.RESULT_COMPUTER if seat.computer else words.RESULT_NOBODY
    holder = safe(seat.person.name, 60) if seat.person else nobody()
    name, score = embeds.named(seat.seat), f"{seat.score:g}"
    shown = say(words.RESULT_SEAT(seat=name, score=score, holder=holder))
    return f"**{shown}**" if seat.won else shown
