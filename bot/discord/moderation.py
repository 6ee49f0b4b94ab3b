"""What moderators do, on its way to the table and back: words, files, and Confirm."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from io import BytesIO
from zoneinfo import ZoneInfo

import discord
from discord import ButtonStyle

from bot.discord import embeds, undoing
from bot.discord.buttons import button, laid_out
from bot.discord.looks import safe_lines
from bot.discord.pictures import draw
from bot.discord.tags import Tag
from bot.discord.text import DESCRIPTION, ago, cut, fold, safe, sentences
from bot.discord.visit import Visit
from bot.tables import Refused, Request, TableCard, Where
from bot.tables.moderators import Bench
from bot.tables.steps import Done, Foreseen, Noted, Step
from renderer import RenderError

BIGGEST = 8 * 1024 * 1024  # bytes of a table to import
MOST_PEOPLE = 20  # of a table that are looked for
LINES = 30  # of an audit in one answer


async def foresee(visit: Visit, card: TableCard, step: Step) -> None:
    """What it would do, and Confirm."""
    await _offer(visit, await visit.tables.foresee(card.id, visit.who, step))


async def _offer(visit: Visit, foreseen: Foreseen) -> None:
    yes = button(Tag("mod", foreseen.table, arg=foreseen.mark), "Confirm", ButtonStyle.danger)
    words = sentences(foreseen.words, DESCRIPTION)
    await visit.answer(embeds=[embeds.make(words=words)], view=laid_out(yes))


async def confirm(visit: Visit, table: int, mark: str) -> None:
    done = await visit.tables.confirm_step(table, visit.who, mark)
    if isinstance(done, Foreseen):
        await _offer(visit, done)
    else:
        await _tell(visit, done)


async def take(visit: Visit, card: TableCard, step: Step) -> None:
    """A step that needs no preview: done, or the others are asked."""
    await _tell(visit, await visit.tables.step(card.id, visit.who, step))


async def _tell(visit: Visit, done: Done | Request) -> None:
    if isinstance(done, Request):
        await visit.answer(undoing.said(done))
        return
    lines = [sentences(words) for words in done.words]
    await visit.answer(embeds=[embeds.make(words=fold(lines, DESCRIPTION))])


# -- looking -------------------------------------------------------------------------------------


async def peek(visit: Visit, card: TableCard, seat: str, why: str) -> None:
    """A seat's map and everything that only it knows."""
    seen = await visit.tables.peek(card.id, visit.who, seat, why)
    files = []
    for kind in ("board", *seen.secrets.kinds):
        try:
            files.append(await draw(visit, seen.view, kind))
        except RenderError:  # the text says the same
            continue
    title = f"{card.name}: what {seen.seat} knows"
    words = cut(safe_lines(seen.secrets.text), DESCRIPTION)
    face = embeds.make(title, words, footer="only you see this; the table was told that you looked")
    await visit.answer(embeds=[face], files=files)


async def audit(visit: Visit, card: TableCard, last: int) -> None:
    lines = [_line(noted) for noted in await visit.tables.audit(card.id, visit.who, last)]
    more = "… {n} more: /mod audit last:"
    words = fold(lines, DESCRIPTION, LINES, more) if lines else "Nothing but orders so far."
    await visit.answer(embeds=[embeds.make(f"{card.name}: who did what", words)])


def _line(noted: Noted) -> str:
    who = safe(noted.who, 60) or "the table"
    said = f": {safe(noted.words, 200)}" if noted.words else ""
    why = f" *{safe(noted.why, 200)}*" if noted.why else ""
    entry = f" (e{noted.entry})" if noted.entry is not None else ""
    return f"{ago(noted.moment)} **{who}**, {safe(noted.what, 40)}{entry}{said}{why}"


# -- time ----------------------------------------------------------------------------------------


async def until(visit: Visit, hours: int | None, day: str | None) -> datetime:
    """From now on, or a day and hour in the moderator's own time zone."""
    if (hours is None) == (day is None):
        raise Refused("Say either hours: from now on, or until: a day and an hour.")
    if hours is not None:
        return visit.tables.clock() + timedelta(hours=hours)
    zone = ZoneInfo((await visit.tables.profile(visit.who)).zone)
    try:
        return datetime.fromisoformat(str(day).strip()).replace(tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Refused(
            f"A time is written 2026-08-31 18:00, in your own time zone; not {day!r}."
        ) from None


# -- the server ----------------------------------------------------------------------------------


def demand_manager(visit: Visit) -> int:
    """The server that somebody runs."""
    server = visit.where.server
    if server is None:
        raise Refused("Say that in the server that it is about.")
    if not visit.interaction.permissions.manage_guild:
        raise Refused("Only somebody who may manage this server can say who moderates in it.")
    return server


async def show_bench(visit: Visit, bench: Bench) -> None:
    role = [f"<@&{bench.role}>"] if bench.role is not None else []
    people = [safe(who.name, 80) for who in bench.people]
    nobody = "nobody: whoever opened a table keeps order there, with the others' consent"
    words = f"Moderators of this server: {', '.join([*role, *people]) or nobody}."
    await visit.answer(words)


# -- moving a table ------------------------------------------------------------------------------


def as_file(name: str, content: object) -> discord.File:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return discord.File(BytesIO(text.encode()), name)


async def bring(visit: Visit, place: Where, content: object) -> TableCard:
    """A table from a file. Who of its people is in this server sits down at once."""
    manager = visit.interaction.permissions.manage_guild
    guild = visit.interaction.guild
    seats = content.get("seats") if isinstance(content, dict) else None
    people = [seat.get("person") for seat in seats or () if isinstance(seat, dict)]
    present: set[int] = set()
    for number in [person for person in people if type(person) is int][:MOST_PEOPLE]:
        try:
            if guild is not None and await guild.fetch_member(number):
                present.add(number)
        except discord.NotFound:
            continue
    return await visit.tables.bring(visit.who, place, content, manager=manager, present=present)


async def written_in(file: discord.Attachment) -> object:
    """What a file holds, as JSON."""
    if file.size > BIGGEST:
        raise Refused(f"That file is too big: at most {BIGGEST // 1024 // 1024} MiB.")
    try:
        return json.loads(await file.read())
    except (ValueError, RecursionError):
        raise Refused("That file is no table: it is not JSON.") from None
    except discord.HTTPException:
        raise Refused("I could not fetch that file; attach it once more.") from None
