"""Maps and hands, drawn and in words, for one person."""

from __future__ import annotations

import discord

from bot.discord import embeds
from bot.discord.pictures import MOST_WORDS, draw, replay, text_file
from bot.discord.text import DESCRIPTION, cut, safe
from bot.discord.visit import Visit
from bot.tables import Refused, TableCard
from engine import View, games
from engine.text import fold
from renderer import RenderError


async def hand(visit: Visit, card: TableCard) -> None:
    """Everything that only this person knows, as pictures and as text."""
    secrets = await visit.tables.secrets(card.id, visit.who)
    view = await visit.tables.view(card.id, visit.who)
    files = []
    for kind in secrets.kinds:
        try:
            files.append(await draw(visit, view, kind))
        except RenderError:  # the text below says the same
            continue
    knows = (
        f"what {secrets.seat} knows"
        if embeds.hides(card)
        else f"the {embeds.own(card)} of {secrets.seat}"
    )
    title = f"{card.name}: {knows}"
    words = cut(safe_lines(secrets.text), DESCRIPTION)
    await visit.answer(embeds=[embeds.make(title, words, footer="only you see this")], files=files)


def safe_lines(text: str) -> str:
    return "\n".join(safe(line) for line in text.splitlines())


async def map_(visit: Visit, card: TableCard, what: str, place: str | None = None) -> None:
    if what == "replay":
        await _replay(visit, card)
        return
    reader = None if what == "all" else visit.who
    view = await visit.tables.view(card.id, reader)
    if what == "words":
        await _words(visit, card, view)
        return
    try:
        picture = await _picture(visit, card, view, what, place)
    except RenderError as error:
        raise Refused(str(error)) from None
    await visit.answer(_title(card, what), files=[picture])


async def _picture(
    visit: Visit, card: TableCard, view: View, what: str, place: str | None
) -> discord.File:
    if what == "region":
        if place is None:
            raise Refused("Name the place to look at: /map what:region place:.")
        return await draw(visit, view, "region", places=[place_named(card.game, place)])
    if what == "last":
        events = await visit.tables.latest(card.id, visit.who)
        return await draw(visit, view, "region" if events else "board", events=events)
    return await draw(visit, view, "board")


async def _replay(visit: Visit, card: TableCard) -> None:
    try:
        film = await replay(visit, card.id)
    except RenderError as error:
        raise Refused(str(error)) from None
    await visit.answer(f"**{safe(card.name)}**: the whole game, with nothing hidden.", files=[film])


def _title(card: TableCard, what: str) -> str:
    words = {
        "mine": "the map as you may see it",
        "all": "the map as everybody may see it",
        "region": "a closer look",
        "last": "where it last happened",
    }
    return f"**{safe(card.name)}**: {words[what]}."


def place_named(game: str, typed: str) -> str:
    """The place that somebody means, by its name or the start of it."""
    names = games()[game].names("place")
    wanted = fold(typed)
    exact = [key for key, words in names.items() if wanted in (fold(key), fold(words))]
    found = exact or [k for k, words in names.items() if wanted and fold(words).startswith(wanted)]
    if len(found) != 1:
        hint = f" Do you mean {', '.join(names[k] for k in found[:5])}?" if found else ""
        raise Refused(f"I do not know which place {typed[:60]!r} is.{hint}")
    return found[0]


async def _words(visit: Visit, card: TableCard, view: View) -> None:
    words = await visit.studio.describe(view.to_json(), "board")
    title = f"{card.name}: the map in words"
    if len(words) <= MOST_WORDS:
        await visit.answer(embeds=[embeds.make(title, cut(safe_lines(words), DESCRIPTION))])
        return
    await visit.answer(f"**{safe(title)}**", files=[text_file(words, "map.txt")])
