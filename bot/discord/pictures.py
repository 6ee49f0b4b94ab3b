"""Pictures as files: drawn beside the bot, with words for those who cannot see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

import discord

from bot.discord.logs import get
from bot.discord.text import ALT, cut
from engine import View
from renderer import Picture, RenderError, best

if TYPE_CHECKING:
    from bot.discord.visit import Visit

log = get("herald.pictures")

WIDTH = 1600
CLOSE_UP = 1200
MOST_WORDS = 3800  # of a description; what is longer comes as a text file


def file_of(picture: Picture) -> discord.File:
    return discord.File(BytesIO(picture.data), picture.name, description=cut(picture.alt, ALT))


def text_file(words: str, name: str) -> discord.File:
    return discord.File(BytesIO(words.encode()), name, description="The same in words")


async def draw(
    visit: Visit,
    view: View,
    kind: str,
    *,
    places: Sequence[str] = (),
    events: Sequence[Mapping[str, Any]] = (),
    width: int = WIDTH,
) -> discord.File:
    """One picture in the colours this person likes."""
    palette = (await visit.tables.profile(visit.who)).palette
    picture = await visit.studio.draw(
        view.to_json(), kind, width, palette, places=places, events=events
    )
    return file_of(picture)


def _missed(error: RenderError) -> None:
    """Where it failed, not its words: they may name a card."""
    log.warning("no picture", exc_info=error)


async def of_orders(visit: Visit, table: int) -> list[discord.File]:
    """A close-up of what somebody's orders just did, as that person may see it.

    The table's own report may be edited far above a private answer: its picture stands here too.
    """
    return await of_events(visit, table, await visit.tables.latest(table, visit.who))


async def of_events(
    visit: Visit, table: int, events: Sequence[Mapping[str, Any]]
) -> list[discord.File]:
    """A close-up of where these events happened, as this person may see it; none if nothing of it
    can be shown on a map."""
    view = await visit.tables.view(table, visit.who)
    try:
        kind = best(view.to_json(), events)
        if not events or kind == "board":
            return []
        return [await draw(visit, view, kind, events=events, width=CLOSE_UP)]
    except RenderError as error:
        _missed(error)
        return []


async def replay(visit: Visit, table: int) -> discord.File:
    """A finished match as a film."""
    palette = (await visit.tables.profile(visit.who)).palette
    return file_of(await visit.studio.film(await visit.tables.film(table), palette=palette))


async def for_panel(visit: Visit, view: View) -> list[discord.File]:
    """The picture that the question is about.

    No picture is no reason to keep a person from playing: the words stand alone then.
    """
    try:
        return [await draw(visit, view, best(view.to_json()))]
    except RenderError as error:
        _missed(error)
        return []
