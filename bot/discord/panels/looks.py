"""Maps and hands, drawn and in words, for one person."""

from __future__ import annotations

import discord

from bot.discord.panels import words
from bot.discord.speech import buttons, embeds
from bot.discord.speech.pictures import MOST_WORDS, draw, in_words, replay, text_file
from bot.discord.speech.spoken import say, tongue
from bot.discord.speech.text import DESCRIPTION, cut, safe
from bot.discord.visit import Visit
from bot.tables.values import Refused, TableCard
from engine import View, games
from engine.text import fold
from engine.tongues import Listed
from renderer import LEGEND, WINDOWS, RenderError, kinds

BOARDS = ("mine", "all", *WINDOWS)  # under which the parts of a board can be asked for


async def hand(visit: Visit, card: TableCard) -> None:
    """Everything that only this person knows, as pictures and as text."""
    secrets = await visit.tables.reading.secrets(card.id, visit.who)
    view = await visit.tables.reading.view(card.id, visit.who)
    files = []
    for kind in secrets.kinds:
        try:
            files.append(await draw(visit, view, kind))
        except RenderError:  # the text below says the same
            continue
    title = words.WHAT_KNOWS if embeds.hides(card) else words.OWN_OF
    face = embeds.make(
        say(title(table=card.name, seat=secrets.seat, own=embeds.own(card))),
        cut(safe_lines(secrets.told(tongue())), DESCRIPTION),
        footer=say(words.ONLY_YOU()),
    )
    await visit.answer(embeds=[face], files=files)


def safe_lines(text: str) -> str:
    return "\n".join(safe(line) for line in text.splitlines())


async def map_(visit: Visit, card: TableCard, what: str, place: str | None = None) -> None:
    if what == "replay":
        await _replay(visit, card)
        return
    reader = None if what == "all" else visit.who
    view = await visit.tables.reading.view(card.id, reader)
    if what == "words":
        await _words(visit, card, view)
        return
    try:
        picture = await _picture(visit, card, view, what, place)
    except RenderError as error:
        raise Refused(error.said) from None
    below = buttons.looking(card.id, kinds(view.to_json())) if what in BOARDS else None
    await visit.answer(say(words.MAPS[what](table=safe(card.name))), files=[picture], view=below)


async def _picture(
    visit: Visit, card: TableCard, view: View, what: str, place: str | None
) -> discord.File:
    if what == "region":
        if place is None:
            raise Refused(words.WHERE())
        return await draw(visit, view, "region", places=[place_named(card.game, place)])
    if what == "last":
        events = await visit.tables.logbook.latest(card.id, visit.who)
        return await draw(visit, view, "region" if events else "board", events=events)
    if what in WINDOWS or what == LEGEND:
        return await draw(visit, view, what)
    return await draw(visit, view, "board")


async def _replay(visit: Visit, card: TableCard) -> None:
    try:
        film = await replay(visit, card.id)
    except RenderError as error:
        raise Refused(error.said) from None
    await visit.answer(say(words.REPLAY(table=safe(card.name))), files=[film])


def place_named(game: str, typed: str) -> str:
    """The place that somebody means, by its name or the start of it."""
    names = games()[game].names("place")
    wanted = fold(typed)
    exact = [key for key, name in names.items() if wanted in (fold(key), fold(name))]
    found = exact or [k for k, name in names.items() if wanted and fold(name).startswith(wanted)]
    if len(found) != 1:
        near = Listed(tuple(names[k] for k in found[:5]), "")
        unknown = words.UNKNOWN_PLACE_NEAR if found else words.UNKNOWN_PLACE
        raise Refused(unknown(place=typed[:60], near=near))
    return found[0]


async def _words(visit: Visit, card: TableCard, view: View) -> None:
    text = await visit.studio.describe(view.to_json(), "board", **in_words())
    title = say(words.MAP_IN_WORDS(table=card.name))
    if len(text) <= MOST_WORDS:
        await visit.answer(embeds=[embeds.make(title, cut(safe_lines(text), DESCRIPTION))])
        return
    await visit.answer(f"**{safe(title)}**", files=[text_file(text, "map.txt")])
