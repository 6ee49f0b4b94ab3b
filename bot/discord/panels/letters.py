"""Words between players: what one's seat wrote and was told, and the form for a letter."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.discord.panels import forms, words
from bot.discord.speech import embeds
from bot.discord.speech.buttons import laid_out
from bot.discord.speech.spoken import say
from bot.discord.speech.tags import Tag
from bot.discord.speech.text import CHOICE, DESCRIPTION, ago, cut, listed, plain, refusal, safe
from bot.discord.visit import Visit
from bot.tables.values import Desk, Refused, TableCard, Told

FORM, CHOSEN, DESK = "letter", "letterto", "letters"  # what a tag is for
SIDE = "side"
SHOWN = 600  # characters of one of them in a list
MOST = 24  # seats in a menu, beside one's own side


async def show(visit: Visit, table: int, last: int = 10, notice: str = "") -> None:
    """What one's seat has read and written, and a menu of those one may write to."""
    card = await visit.tables.finding.card(table)
    if not any(seat.person and seat.person.id == visit.who.id for seat in card.seats):
        told = await visit.tables.letters.told(table, visit.who, last)
        await visit.answer(notice, embeds=[_face(card, "", told)])
        return
    desk = await visit.tables.letters.desk(table, visit.who, last)
    lines = [notice, refusal(desk.closed) if desk.closed else ""]
    menu = _menu(desk)
    content = "\n".join(line for line in lines if line)
    await visit.answer(content, embeds=[_face(card, desk.seat, desk.told)], view=menu)


def _face(card: TableCard, seat: str, told: Sequence[Told]) -> discord.Embed:
    title = words.LETTERS_AT if seat else words.LETTERS_WATCHED
    return embeds.make(
        say(title(table=card.name, seat=embeds.named(seat))),
        listing(told) or say(words.NO_LETTERS()),
        footer=say(words.TOLD_FOOT(table=card.name)),
    )


def listing(told: Sequence[Told], room: int = DESCRIPTION - 80) -> str:
    """The newest that fit, oldest first."""
    kept: list[str] = []
    for one in reversed(told):
        line = _line(one)
        room -= len(line) + 1
        if room < 0:
            kept.append(say(words.TOLD_EARLIER(n=len(told) - len(kept))))
            break
        kept.append(line)
    return "\n".join(reversed(kept))


def _line(told: Told) -> str:
    to = listed(embeds.named(seat) for seat in told.to) if told.to else words.TOLD_ALL()
    text = quoted(told.text, SHOWN) if told.text else words.TOLD_BACK()
    seat = embeds.named(told.seat)
    return say(words.TOLD(number=told.number, when=ago(told.moment), seat=seat, to=to, text=text))


def quoted(text: str, limit: int) -> str:
    """What somebody wrote, line by line, so that nothing in it formats or pings."""
    lines = [f"> {safe(line, limit)}" for line in text.splitlines() if line.strip()]
    return cut("\n".join(lines), limit)


def _menu(desk: Desk) -> discord.ui.View | None:
    """Seats by their place at the table: a tag is too short for their names."""
    if desk.closed or not desk.others:
        return None
    options = [
        discord.SelectOption(
            label=plain(embeds.named(seat), CHOICE),
            value=seat,
            description=plain(who or say(words.NOBODY_SITS()), CHOICE),
        )
        for seat, who in desk.others[:MOST]
    ]
    most = len(options)
    if len(desk.allies) > 1:
        names = listed((embeds.named(seat) for seat in desk.allies), "")
        label = say(words.WRITE_SIDE(seats=names))
        options.insert(0, discord.SelectOption(label=plain(label, CHOICE), value=SIDE))
    chosen: discord.ui.Select[discord.ui.View] = discord.ui.Select(
        custom_id=str(Tag(CHOSEN, desk.table.id)),
        placeholder=plain(say(words.WRITE_TO()), CHOICE),
        min_values=1,
        max_values=most,
        options=options,
    )
    return laid_out(chosen)


async def open_form(visit: Visit, table: int, to: Sequence[str]) -> None:
    """The form must be the first answer. Whether these may be written to is asked before."""
    desk = await visit.tables.letters.desk(table, visit.who)
    if desk.closed:
        raise Refused(desk.closed)
    seats = [seat.seat for seat in desk.table.seats]
    named = await visit.tables.letters.addressed(table, visit.who, to)
    places = ".".join(str(seats.index(seat)) for seat in named)
    names = listed(embeds.named(seat) for seat in named)
    title = say(words.FORM_LETTER_TITLE(seats=names))
    tag = Tag(FORM, table, arg=places)
    await visit.interaction.response.send_modal(
        forms.letter(tag, title, visit.tables.hall.limits.letter)
    )


async def written(visit: Visit, tag: Tag, text: str) -> None:
    """What stood in the form goes to the seats that it was opened for, whoever sits there now."""
    card = await visit.tables.finding.card(tag.table)
    seats = [seat.seat for seat in card.seats]
    places = [int(place) for place in tag.arg.split(".") if place.isdecimal()]
    await send(visit, tag.table, [seats[n] for n in places if n < len(seats)], text)


async def send(visit: Visit, table: int, to: Sequence[str], text: str) -> None:
    sent = await visit.tables.letters.tell(table, visit.who, to, text)
    visit.late = True
    holders = []
    for seat, who in sent.holders:
        there = words.HOLDER if who else words.HOLDER_NOBODY
        holders.append(say(there(seat=embeds.named(seat), who=safe(who, 80))))
    await visit.answer(say(words.SENT_TO(holders=listed(holders))))


async def say_aloud(visit: Visit, card: TableCard, text: str) -> None:
    await visit.tables.letters.say(card.id, visit.who, text)
    visit.late = True
    await visit.answer(say(words.SAID_TO_ALL(table=safe(card.name))))


async def take_back(visit: Visit, table: int, number: int) -> None:
    gone = await visit.tables.letters.unsay(table, visit.who, number)
    visit.late = True
    await visit.answer(say(words.LETTER_BACK(number=gone.number)))
