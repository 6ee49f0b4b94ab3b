"""What moderators do, on its way to the table and back: words, files, and Confirm."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from io import BytesIO
from zoneinfo import ZoneInfo

import discord
from discord import ButtonStyle

from bot.discord.panels import letters, undoing, words
from bot.discord.panels.looks import safe_lines
from bot.discord.speech import embeds
from bot.discord.speech.buttons import button, laid_out
from bot.discord.speech.pictures import draw
from bot.discord.speech.spoken import say, tongue
from bot.discord.speech.tags import Tag
from bot.discord.speech.text import DESCRIPTION, EMBEDS, ago, cut, fold, safe, sentences
from bot.discord.visit import Visit
from bot.tables.lobby.moderators import Bench
from bot.tables.mod.steps import Done, Foreseen, Noted, Step
from bot.tables.values import Refused, Request, TableCard, Where
from engine.tongues import Field, Listed
from renderer import RenderError

BIGGEST = 8 * 1024 * 1024  # bytes of a table to import
MOST_PEOPLE = 20  # of a table that are looked for
LINES = 30  # of an audit in one answer


async def foresee(visit: Visit, card: TableCard, step: Step) -> None:
    """What it would do, and Confirm."""
    await _offer(visit, await visit.tables.mod.foresee(card.id, visit.who, step))


async def _offer(visit: Visit, foreseen: Foreseen) -> None:
    yes = button(Tag("mod", foreseen.table, arg=foreseen.mark), words.CONFIRM(), ButtonStyle.danger)
    text = sentences(foreseen.words, DESCRIPTION)
    await visit.answer(embeds=[embeds.make(words=text)], view=laid_out(yes))


async def confirm(visit: Visit, table: int, mark: str) -> None:
    done = await visit.tables.mod.confirm(table, visit.who, mark)
    if isinstance(done, Foreseen):
        await _offer(visit, done)
    else:
        await _tell(visit, done)


async def take(visit: Visit, card: TableCard, step: Step) -> None:
    """A step that needs no preview: done, or the others are asked."""
    await _tell(visit, await visit.tables.mod.step(card.id, visit.who, step))


async def _tell(visit: Visit, done: Done | Request) -> None:
    if isinstance(done, Request):
        await visit.answer(undoing.said(done))
        return
    lines = [sentences(line) for line in done.words]
    await visit.answer(embeds=[embeds.make(words=fold(lines, DESCRIPTION))])


# -- looking -------------------------------------------------------------------------------------


async def peek(visit: Visit, card: TableCard, seat: str, why: str) -> None:
    """A seat's map and everything that only it knows."""
    seen = await visit.tables.oversight.peek(card.id, visit.who, seat, why)
    files = []
    for kind in ("board", *seen.secrets.kinds):
        try:
            files.append(await draw(visit, seen.view, kind))
        except RenderError:  # the text says the same
            continue
    title = say(words.WHAT_KNOWS(table=card.name, seat=seen.seat))
    text = cut(safe_lines(seen.secrets.told(tongue())), DESCRIPTION)
    face = embeds.make(title, text, footer=say(words.YOU_LOOKED()))
    faces = [face]
    if seen.letters:
        between = words.LETTERS_AT(table=card.name, seat=embeds.named(seen.seat))
        room = EMBEDS - len(text) - 400
        listed = letters.listing(seen.letters, min(room, DESCRIPTION - 80))
        faces.append(embeds.make(say(between), listed))
    await visit.answer(embeds=faces, files=files)


async def audit(visit: Visit, card: TableCard, last: int) -> None:
    lines = [_line(noted) for noted in await visit.tables.oversight.audit(card.id, visit.who, last)]
    nothing = say(words.NOTHING_BUT_ORDERS())
    text = fold(lines, DESCRIPTION, LINES, words.MORE_AUDIT) if lines else nothing
    await visit.answer(embeds=[embeds.make(say(words.WHO_DID_WHAT(table=card.name)), text)])


def _what(what: str) -> Field:
    known = words.DONE_BY.get(what)
    return known() if known else safe(what, 40)


def _line(noted: Noted) -> str:
    said = words.AUDIT_WORDS(words=safe(noted.words, 600)) if noted.words else None
    why = words.AUDIT_WHY(why=safe(noted.why, 200)) if noted.why else None
    entry = words.AUDIT_ENTRY(entry=noted.entry) if noted.entry is not None else None
    return say(
        words.AUDIT(
            when=ago(noted.moment),
            who=safe(noted.who, 60) or words.THE_TABLE(),
            what=_what(noted.what),
            entry=entry,
            words=said,
            why=why,
        )
    )


# -- time ----------------------------------------------------------------------------------------


async def until(visit: Visit, hours: int | None, day: str | None) -> datetime:
    """From now on, or a day and hour in the moderator's own time zone."""
    if (hours is None) == (day is None):
        raise Refused(words.HOURS_OR_UNTIL())
    if hours is not None:
        return visit.tables.clock() + timedelta(hours=hours)
    zone = ZoneInfo((await visit.tables.people.profile(visit.who)).zone)
    try:
        return datetime.fromisoformat(str(day).strip()).replace(tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Refused(words.BAD_TIME(day=str(day))) from None


# -- the server ----------------------------------------------------------------------------------


def demand_manager(visit: Visit) -> str:
    """The server that somebody runs, as a circle."""
    circle = visit.where.circle
    if not circle:
        raise Refused(words.IN_THE_SERVER())
    if not visit.interaction.permissions.manage_guild:
        raise Refused(words.NOT_MANAGER())
    return circle


async def show_bench(visit: Visit, bench: Bench) -> None:
    role = [f"<@&{bench.badge}>"] if bench.badge else []
    people = [safe(who.name, 80) for who in bench.people]
    names = Listed((*role, *people), "")
    await visit.answer(say(words.BENCH(names=names) if names.items else words.BENCH_EMPTY()))


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
    return await visit.tables.importing.bring(
        visit.who, place, content, manager=manager, present=present
    )


async def written_in(file: discord.Attachment) -> object:
    """What a file holds, as JSON."""
    if file.size > BIGGEST:
        raise Refused(words.BIG_FILE(most=BIGGEST // 1024 // 1024))
    try:
        return json.loads(await file.read())
    except (ValueError, RecursionError):
        raise Refused(words.NO_JSON()) from None
    except discord.HTTPException:
        raise Refused(words.NOT_FETCHED()) from None
