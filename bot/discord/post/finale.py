"""The end of a game: its result and its record, and the whole of it as a film."""

from __future__ import annotations

import json

from bot.discord.post import posts, words
from bot.discord.post.posts import Enclosure, Painter, Post, Source
from bot.discord.speech import embeds
from bot.discord.speech.pictures import in_words
from bot.discord.speech.spoken import say, tongue
from bot.discord.speech.text import ALT, cut
from bot.host.logs import get
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
        (say(words.SEED()), f"`{card.seed}`", False),
        *((name, proof, False) for name, proof in embeds.proofs(card)),
        (say(words.TO_CHECK()), f"`herald verify {stem}.json`", False),
    ]
    body = embeds.make(
        say(words.THE_END(table=card.name)),
        embeds.result(card, 2000),
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
    told = words.WHOLE_GAME
    enclosed: tuple[Enclosure, ...] = ()
    try:
        film = await painter.film(await source.film(card.id, tongue=tongue()), **in_words())
        name = f"{card.game}-{card.id}-replay.webp"
        enclosed = (Enclosure(name, film.data, cut(film.alt, ALT)),)
    except (RenderError, Refused) as error:
        log.warning("no film", table=card.id, error=type(error).__name__)
        told = words.NO_FILM
    body = embeds.make(
        say(words.THE_REPLAY(table=card.name)),
        say(told()),
        colour=embeds.GOLD,
        footer=mark,
        image=posts.name_of(enclosed, 0),
    )
    return Post(mark, cards=(body,), enclosed=enclosed)
