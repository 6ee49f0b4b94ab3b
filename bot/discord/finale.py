"""The end of a game: its result and its record, and the whole of it as a film."""

from __future__ import annotations

import json

from bot.discord import embeds, posts
from bot.discord.logs import get
from bot.discord.posts import Enclosure, Painter, Post, Source
from bot.discord.text import ALT, cut, safe
from bot.tables.values import Parcel, Refused, TableCard
from renderer import RenderError

log = get("herald.finale")


async def end(parcel: Parcel, card: TableCard, source: Source, painter: Painter) -> Post:
    """The result, the seed that proves every draw, the board with nothing hidden, the record."""
    mark = posts.mark_of(parcel, card)
    view = (await source.view(card.id, None)).to_json()
    stem = f"{card.game}-{card.id}-end"
    pictures = await posts.paint(painter, view, ["end"], stem)
    if not pictures:
        pictures = await posts.paint(painter, view, ["board"], stem)
    fields = [
        ("Seed", f"`{card.seed}`", False),
        ("Commitment given at the start", f"`{card.commitment}`", False),
        ("To check every draw", f"`herald verify {stem}.json`", False),
    ]
    body = embeds.make(
        f"{card.name}: the end",
        safe(card.result, 2000),
        colour=embeds.GOLD,
        fields=fields,
        footer=mark,
        image=posts.name_of(pictures, 0),
    )
    enclosed = (*pictures, *await _record(card, source, f"{stem}.json"))
    return Post(mark, cards=(body,), enclosed=enclosed)


async def _record(card: TableCard, source: Source, name: str) -> tuple[Enclosure, ...]:
    try:
        record = await source.record(card.id)
    except Refused:
        return ()
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return (Enclosure(name, text.encode()),)


async def replay(parcel: Parcel, card: TableCard, source: Source, painter: Painter) -> Post:
    """The whole game, one picture a visit. Without it the rest must still be told."""
    mark = posts.mark_of(parcel, card)
    words = "The whole game, with nothing hidden. `/map what:replay` shows it again."
    enclosed: tuple[Enclosure, ...] = ()
    try:
        film = await painter.film(await source.film(card.id))
        name = f"{card.game}-{card.id}-replay.webp"
        enclosed = (Enclosure(name, film.data, cut(film.alt, ALT)),)
    except (RenderError, Refused) as error:
        log.warning("no film", table=card.id, error=type(error).__name__)
        words = "The replay could not be drawn. `/map what:replay` tries again."
    body = embeds.make(
        f"{card.name}: the replay",
        words,
        colour=embeds.GOLD,
        footer=mark,
        image=posts.name_of(enclosed, 0),
    )
    return Post(mark, cards=(body,), enclosed=enclosed)
