"""Second thoughts: first what would be undone, then Confirm; or the others are asked."""

from __future__ import annotations

from zlib import crc32

from discord import ButtonStyle

from bot.discord.buttons import button, laid_out
from bot.discord.orders import tell
from bot.discord.tags import Tag
from bot.discord.text import listed, safe, sentences
from bot.discord.visit import Visit
from bot.tables import Request, TableCard


def _mark(words: str) -> str:
    """Tells one preview from another, so that only what was shown is undone."""
    return f"{crc32(words.encode()):08x}"


async def ask(visit: Visit, card: TableCard, notice: str = "") -> None:
    words = await visit.tables.undo_preview(card.id, visit.who)
    yes = button(Tag("undo", card.id, arg=_mark(words)), "Confirm", ButtonStyle.danger)
    await visit.answer(f"{notice}{sentences(words)}", view=laid_out(yes))


async def confirm(visit: Visit, table: int, mark: str) -> None:
    card = await visit.tables.card(table)
    words = await visit.tables.undo_preview(table, visit.who)
    if _mark(words) != mark:
        await ask(visit, card, "Things have changed since. Now it is this:\n")
        return
    outcome = await visit.tables.undo(table, visit.who)
    if isinstance(outcome, Request):
        await visit.answer(said(outcome))
    else:
        await tell(visit, card, outcome)


async def consent(visit: Visit, request: int, yes: bool) -> None:
    await visit.answer(said(await visit.tables.agree(request, visit.who, yes)))


def said(request: Request) -> str:
    """How a request stands, in words."""
    about = sentences(request.words)
    if request.state == "open":
        names = listed(safe(who.name, 60) for who in request.waiting)
        return f"{about}\nWaiting for {names} to agree." if names else about
    ends = {
        "agreed": "Everybody agreed: it is done.",
        "refused": "It was refused; nothing changes.",
        "late": "Nobody answered in time; nothing changes.",
        "void": "The game has moved on; the request is void.",
    }
    return f"{about}\n{ends.get(request.state, safe(request.state))}"
