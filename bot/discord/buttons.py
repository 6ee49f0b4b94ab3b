"""The buttons under messages that everybody sees, or that wait in somebody's letter box."""

from __future__ import annotations

from collections.abc import Iterable

import discord
from discord import ButtonStyle

from bot.discord.embeds import own
from bot.discord.tags import Tag
from bot.tables.battles import PLAN
from bot.tables.values import Stage, TableCard

LABEL = 80
ROWS = 5
ACROSS = 5


def button(
    tag: Tag, label: str, style: ButtonStyle = ButtonStyle.secondary, row: int | None = None
) -> discord.ui.Button[discord.ui.View]:
    return discord.ui.Button(label=label[:LABEL], style=style, custom_id=str(tag), row=row)


def laid_out(*items: discord.ui.Item[discord.ui.View]) -> discord.ui.View:
    """A view that discord.py forgets once it is sent: clicks are found by their tags."""
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def lobby(card: TableCard) -> discord.ui.View | None:
    """Seats, options, Ready; None once the table has left its lobby."""
    if card.stage is not Stage.LOBBY:
        return None
    return laid_out(*_seats(card), *_lobby_row(card))


def _seats(card: TableCard) -> Iterable[discord.ui.Button[discord.ui.View]]:
    room = ACROSS * (ROWS - 1)
    for n, seat in enumerate(card.seats[:room]):
        label = f"Sit as {seat.seat}" if not seat.taken else f"{seat.seat} is taken"
        one = button(Tag("seat", card.id, arg=seat.seat), label, ButtonStyle.primary, n // ACROSS)
        one.disabled = seat.taken
        yield one


def _lobby_row(card: TableCard) -> Iterable[discord.ui.Button[discord.ui.View]]:
    row = ROWS - 1
    yield button(Tag("ready", card.id), "Ready", ButtonStyle.success, row)
    yield button(Tag("options", card.id), "Options", row=row)
    yield button(Tag("computer", card.id), "Computer", row=row)
    yield button(Tag("leave", card.id), "Leave", row=row)
    yield button(Tag("close", card.id), "Close", ButtonStyle.danger, row)


def call(table: int, number: int = 0, kind: str = "") -> discord.ui.View:
    """Under a call: opens the panel of whoever is asked, an answer or a plan (`kind`)."""
    label = "Plan" if kind == PLAN else "Answer"
    return laid_out(button(Tag("play", table, number), label, ButtonStyle.primary))


def report(card: TableCard) -> discord.ui.View | None:
    """Under a report: whoever reads to the bottom of the thread finds the way on there."""
    return call(card.id) if card.stage is Stage.PLAYING else None


def status(card: TableCard) -> discord.ui.View | None:
    """Under the status card: what anybody may press at any time."""
    if card.stage is not Stage.PLAYING:
        return None
    return laid_out(
        button(Tag("play", card.id), "Answer", ButtonStyle.primary),
        button(Tag("hand", card.id), f"My {own(card)}"),
        button(Tag("map", card.id, arg="mine"), "My map"),
        button(Tag("help", card.id), "Help"),
        *[take(card.id, seat.seat, row=1) for seat in card.seats if not seat.taken][:ACROSS],
    )


def take(
    table: int, seat: str, label: str = "", row: int | None = None
) -> discord.ui.Button[discord.ui.View]:
    """For whoever takes a seat that is free in the middle of a game."""
    label = label or f"Take the seat {seat[:1].upper()}{seat[1:]}"
    return button(Tag("seat", table, arg=seat), label, ButtonStyle.success, row)


def free(table: int, seat: str) -> discord.ui.View:
    """Under the note that nobody sits there any more."""
    return laid_out(take(table, seat, "Take this seat"))


def come_back(table: int, seat: str) -> discord.ui.View:
    """For somebody for whom the computer plays."""
    return laid_out(button(Tag("accept", table, arg=seat), "Take it back", ButtonStyle.success))


def request(table: int, number: int, kind: str = "undo") -> discord.ui.View:
    """Under something that others are asked to agree to; `number` is the request's."""
    yes, no = ("Take the seat", "No, thanks") if kind == "seat" else ("Agree", "Refuse")
    return laid_out(
        button(Tag("agree", table, arg=str(number)), yes, ButtonStyle.success),
        button(Tag("object", table, arg=str(number)), no, ButtonStyle.danger),
    )


def offer(table: int, seat: str) -> discord.ui.View:
    """Under the offer of a seat."""
    return laid_out(button(Tag("accept", table, arg=seat), "Take the seat", ButtonStyle.success))
