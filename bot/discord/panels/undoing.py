"""Second thoughts: first what would be undone, then Confirm; or the others are asked."""

from __future__ import annotations

from zlib import crc32

from discord import ButtonStyle

from bot.discord.panels import words
from bot.discord.panels.orders import tell
from bot.discord.speech.buttons import button, laid_out
from bot.discord.speech.spoken import say
from bot.discord.speech.tags import Tag
from bot.discord.speech.text import listed, safe, sentences
from bot.discord.visit import Visit
from bot.tables.values import Request, TableCard


def _mark(preview: str) -> str:
    """Tells one preview from another, so that only what was shown is undone."""
    return f"{crc32(preview.encode()):08x}"


async def ask(visit: Visit, card: TableCard, notice: str = "") -> None:
    preview = await visit.tables.undoing.preview(card.id, visit.who)
    yes = button(Tag("undo", card.id, arg=_mark(preview)), words.CONFIRM(), ButtonStyle.danger)
    await visit.answer(f"{notice}{sentences(preview)}", view=laid_out(yes))


async def confirm(visit: Visit, table: int, mark: str) -> None:
    card = await visit.tables.finding.card(table)
    preview = await visit.tables.undoing.preview(table, visit.who)
    if _mark(preview) != mark:
        await ask(visit, card, f"{say(words.CHANGED_SINCE())}\n")
        return
    outcome = await visit.tables.undoing.undo(table, visit.who)
    if isinstance(outcome, Request):
        await visit.answer(said(outcome))
    else:
        await tell(visit, card, outcome)


async def consent(visit: Visit, request: int, yes: bool) -> None:
    await visit.answer(said(await visit.tables.consent.agree(request, visit.who, yes)))


def said(request: Request) -> str:
    """How a request stands, in words."""
    about = sentences(request.words)
    if request.state == "open":
        names = listed(safe(who.name, 60) for who in request.waiting)
        return say(words.WAITING(about=about, names=names)) if names else about
    return say(words.ENDS[request.state](about=about))
