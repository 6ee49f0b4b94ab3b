"""The buttons under messages that everybody sees, or that wait in somebody's letter box."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import discord
from discord import ButtonStyle

from bot.discord.speech import words
from bot.discord.speech.embeds import own
from bot.discord.speech.spoken import say
from bot.discord.speech.tags import Tag
from bot.tables.battles.rounds import PLAN
from bot.tables.values import Stage, TableCard
from engine.tongues import Said
from renderer import LEGEND, WINDOWS

LABEL = 80
ROWS = 5
ACROSS = 5


def button(
    tag: Tag, label: Said | str, style: ButtonStyle = ButtonStyle.secondary, row: int | None = None
) -> discord.ui.Button[discord.ui.View]:
    shown = say(label) if isinstance(label, Said) else label
    return discord.ui.Button(label=shown[:LABEL], style=style, custom_id=str(tag), row=row)


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
        label = words.IS_TAKEN(seat=seat.seat) if seat.taken else words.SIT_AS(seat=seat.seat)
        one = button(Tag("seat", card.id, arg=seat.seat), label, ButtonStyle.primary, n // ACROSS)
        one.disabled = seat.taken
        yield one


def _lobby_row(card: TableCard) -> Iterable[discord.ui.Button[discord.ui.View]]:
    row = ROWS - 1
    yield button(Tag("ready", card.id), words.READY(), ButtonStyle.success, row)
    yield button(Tag("options", card.id), words.OPTIONS(), row=row)
    yield button(Tag("computer", card.id), words.COMPUTER(), row=row)
    yield button(Tag("leave", card.id), words.LEAVE(), row=row)
    yield button(Tag("close", card.id), words.CLOSE(), ButtonStyle.danger, row)


def call(table: int, number: int = 0, kind: str = "") -> discord.ui.View:
    """Under a call: opens the panel of whoever is asked, an answer or a plan (`kind`)."""
    label = words.PLAN() if kind == PLAN else words.ANSWER()
    return laid_out(button(Tag("play", table, number), label, ButtonStyle.primary))


def report(card: TableCard) -> discord.ui.View | None:
    """Under a report: whoever reads to the bottom of the thread finds the way on there."""
    return call(card.id) if card.stage is Stage.PLAYING else None


def status(card: TableCard) -> discord.ui.View | None:
    """Under the status card: what anybody may press at any time."""
    if card.stage is not Stage.PLAYING:
        return None
    return laid_out(
        button(Tag("play", card.id), words.ANSWER(), ButtonStyle.primary),
        button(Tag("hand", card.id), words.MY_OWN(own=own(card))),
        button(Tag("map", card.id, arg="mine"), words.MY_MAP()),
        button(Tag("help", card.id), words.HELP()),
        button(Tag("letters", card.id), words.LETTERS()),
        *[take(card.id, seat.seat, row=1) for seat in card.seats if not seat.taken][:ACROSS],
    )


def looking(table: int, kinds: Sequence[str]) -> discord.ui.View | None:
    """Under a board: its parts, larger, and what the signs mean, as far as there are such."""
    found = [
        button(Tag("map", table, arg=kind), words.WINDOWS[kind]())
        for kind in WINDOWS
        if kind in kinds
    ]
    if LEGEND in kinds:
        found.append(button(Tag("map", table, arg=LEGEND), words.SIGNS()))
    return laid_out(*found) if found else None


def take(
    table: int, seat: str, label: Said | None = None, row: int | None = None
) -> discord.ui.Button[discord.ui.View]:
    """For whoever takes a seat that is free in the middle of a game."""
    label = label or words.TAKE_SEAT_OF(seat=f"{seat[:1].upper()}{seat[1:]}")
    return button(Tag("seat", table, arg=seat), label, ButtonStyle.success, row)


def free(table: int, seat: str) -> discord.ui.View:
    """Under the note that nobody sits there any more."""
    return laid_out(take(table, seat, words.TAKE_THIS()))


def come_back(table: int, seat: str) -> discord.ui.View:
    """For somebody for whom the computer plays."""
    return laid_out(button(Tag("accept", table, arg=seat), words.TAKE_BACK(), ButtonStyle.success))


def request(table: int, number: int, kind: str = "undo") -> discord.ui.View:
    """Under something that others are asked to agree to; `number` is the request's."""
    seat = kind == "seat"
    yes, no = (words.TAKE_SEAT, words.NO_THANKS) if seat else (words.AGREE, words.REFUSE)
    return laid_out(
        button(Tag("agree", table, arg=str(number)), yes(), ButtonStyle.success),
        button(Tag("object", table, arg=str(number)), no(), ButtonStyle.danger),
    )


def offer(table: int, seat: str) -> discord.ui.View:
    """Under the offer of a seat."""
    return laid_out(button(Tag("accept", table, arg=seat), words.TAKE_SEAT(), ButtonStyle.success))
