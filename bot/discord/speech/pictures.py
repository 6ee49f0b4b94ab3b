"""Pictures as files: drawn beside the bot, with words for those who cannot see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

import discord

from bot.discord.speech import words
from bot.discord.speech.spoken import say, tongue
from bot.discord.speech.text import ALT, cut
from bot.host.logs import get
from bot.tables.values import Given
from engine import View
from engine.parts.outlook import Outlook
from renderer import Picture, RenderError, best, kinds

if TYPE_CHECKING:
    from bot.discord.visit import Visit

log = get("herald.pictures")

WIDTH = 1600
CLOSE_UP = 1200
ROLL = "roll"  # the kind of picture that lists what is the reader's own
MOST_WORDS = 3800  # of a description; what is longer comes as a text file


def file_of(picture: Picture) -> discord.File:
    return discord.File(BytesIO(picture.data), picture.name, description=cut(picture.alt, ALT))


def text_file(text: str, name: str) -> discord.File:
    return discord.File(BytesIO(text.encode()), name, description=say(words.SAME_IN_WORDS()))


def in_words() -> dict[str, Any]:
    """What the studio is told of the reader's language, if it is not English."""
    language = tongue().language
    return {} if language == "en" else {"language": language}


async def draw(
    visit: Visit,
    view: View,
    kind: str,
    *,
    places: Sequence[str] = (),
    events: Sequence[Mapping[str, Any]] = (),
    width: int = WIDTH,
    palette: str = "",
) -> discord.File:
    """One picture in the colours this person likes."""
    palette = palette or (await visit.tables.people.profile(visit.who)).palette
    picture = await visit.studio.draw(
        view.to_json(), kind, width, palette, places=places, events=events, **in_words()
    )
    return file_of(picture)


def _missed(error: RenderError) -> None:
    """Where it failed, not its words: they may name a card."""
    log.warning("no picture", exc_info=error)


async def of_orders(visit: Visit, table: int) -> list[discord.File]:
    """A close-up of what somebody's orders just did, as that person may see it.

    The table's own report may be edited far above a private answer: its picture stands here too.
    """
    return await of_events(visit, table, await visit.tables.logbook.latest(table, visit.who))


async def of_given(visit: Visit, given: Given) -> list[discord.File]:
    """The same for orders that were just given: all that it needs is in the hand."""
    if given.view is None:
        return []
    return await _close_up(visit, given.view, given.events, given.palette)


async def of_events(
    visit: Visit, table: int, events: Sequence[Mapping[str, Any]]
) -> list[discord.File]:
    """A close-up of where these events happened, as this person may see it; none if nothing of it
    can be shown on a map."""
    view = await visit.tables.reading.view(table, visit.who)
    return await _close_up(visit, view, events)


async def _close_up(
    visit: Visit, view: View, events: Sequence[Mapping[str, Any]], palette: str = ""
) -> list[discord.File]:
    try:
        kind = best(view.to_json(), events)
        if not events or kind == "board":
            return []
        return [await draw(visit, view, kind, events=events, width=CLOSE_UP, palette=palette)]
    except RenderError as error:
        _missed(error)
        return []


async def replay(visit: Visit, table: int) -> discord.File:
    """A finished match as a film."""
    palette = (await visit.tables.people.profile(visit.who)).palette
    frames = await visit.tables.reading.film(table, tongue=tongue())
    return file_of(await visit.studio.film(frames, palette=palette, **in_words()))


async def for_panel(visit: Visit, view: View, order: Outlook | None = None) -> list[discord.File]:
    """The picture that the question is about; while a march is built, that march.

    No picture is no reason to keep a person from playing: the words stand alone then.
    """
    try:
        if order is not None:
            palette = (await visit.tables.people.profile(visit.who)).palette
            facts = order.to_json()
            made = visit.studio.draw(
                view.to_json(), "order", CLOSE_UP, palette, order=facts, **in_words()
            )
            return [file_of(await made)]
        return [await draw(visit, view, best(view.to_json()))]
    except RenderError as error:
        _missed(error)
        return []


async def roll_words(visit: Visit, view: View) -> list[str]:
    """What is theirs on the board, a line a place with a heading first; none in games that hide
    nothing there."""
    try:
        facts = view.to_json()
        if ROLL not in kinds(facts):
            return []
        return (await visit.studio.describe(facts, ROLL, **in_words())).splitlines()
    except RenderError as error:
        _missed(error)
        return []
