"""Cards as embeds: the same look wherever a table shows itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import discord

from bot.discord.speech import words
from bot.discord.speech.spoken import say, wording
from bot.discord.speech.text import (
    DESCRIPTION,
    EMBEDS,
    FIELD,
    FIELD_NAME,
    FIELDS,
    FOOTER,
    TITLE,
    ago,
    cut,
    listed,
    safe,
)
from bot.tables.floor.settings import SETTINGS, Setting
from bot.tables.values import Owed, SeatCard, Stage, TableCard
from engine import games
from engine.tongues import Name, Said

INK = discord.Colour(0x3B4A6B)
GOLD = discord.Colour(0xB8912F)
GREY = discord.Colour(0x7A7A7A)
RED = discord.Colour(0x9C3B30)

COLOURS = {Stage.LOBBY: GOLD, Stage.PLAYING: INK, Stage.OVER: GOLD, Stage.CLOSED: GREY}


def hides(card: TableCard) -> bool:
    """Whether a seat at that table knows anything that the others do not."""
    return games()[card.game].hides(card.options)


def own(card: TableCard) -> str:
    """What people at that table call what is theirs: their hand, their nations."""
    return wording(Name(f"{card.game}.NAMES.own", games()[card.game].own))


def make(
    title: str = "",
    words: str = "",
    *,
    colour: discord.Colour = INK,
    fields: Sequence[tuple[str, str, bool]] = (),
    footer: str = "",
    image: str = "",
) -> discord.Embed:
    """An embed within all limits. `image` is the name of an attached file."""
    embed = discord.Embed(
        title=cut(title, TITLE) or None, description=cut(words, DESCRIPTION) or None, colour=colour
    )
    if footer:
        embed.set_footer(text=cut(footer, FOOTER))
    for name, value, inline in fields[:FIELDS]:
        room = EMBEDS - len(embed) - FIELD_NAME
        if room < 20:
            break
        embed.add_field(
            name=cut(name, FIELD_NAME) or "\u200b",
            value=cut(value, min(FIELD, room)) or "\u200b",
            inline=inline,
        )
    if image:
        embed.set_image(url=f"attachment://{image}")
    return embed


def named(seat: str) -> str:
    """A seat as people write it."""
    return safe(seat[:1].upper() + seat[1:], 40)


def lobby(card: TableCard, options: Mapping[str, str] | None = None) -> discord.Embed:
    """The card of a table before it starts, and the anchor of its thread afterwards.

    `options`: the table's options by the names that people read, where they are known.
    """
    fields = [(say(words.SEATS()), "\n".join(_seats(card)), False)]
    shown = card.options if options is None else options
    if shown:
        fields.append(
            (say(words.OPTIONS()), "\n".join(_option(n, v) for n, v in shown.items()), False)
        )
    if card.scenario:
        fields.append((say(words.SCENARIO()), safe(card.scenario, 100), True))
    fields.append((say(words.HOST()), safe(card.host.name, 100), True))
    if card.moderators:
        names = listed((safe(who.name, 60) for who in card.moderators), "")
        fields.append((say(words.MODERATORS()), names, True))
    if card.settings:
        fields.append((say(words.HOW_PLAYED()), pace(card), False))
    fields += [(name, digest, False) for name, digest in proofs(card)]
    text = say(_stands(card))
    return make(card.name, text, colour=COLOURS[card.stage], fields=fields, footer=card.name)


def _stands(card: TableCard) -> Said:
    if card.stage is Stage.OVER and card.result:
        return words.STAGES["over.result"](result=result(card))
    return words.STAGES[card.stage]()


def proofs(card: TableCard) -> Iterator[tuple[str, str]]:
    """What was promised about the dice, and when."""
    if card.promised:
        yield say(words.PROMISED()), f"`{card.promised}`"
    if card.commitment:
        yield say(words.GIVEN()), f"`{card.commitment}`"


def pace(card: TableCard) -> str:
    """Every setting in one line."""
    line = " · ".join(f"{safe(name, 40)} **{safe(v, 40)}**" for name, v in card.settings.items())
    return say(words.PACE(settings=line))


def settings(card: TableCard, chosen: str = "") -> discord.Embed:
    """How a table plays: every setting, or one, with what it means and can be."""
    fields = [
        (_setting_name(card, name, known), _setting(known), False)
        for name, known in SETTINGS.items()
        if chosen in ("", name)
    ]
    return make(say(words.SETTINGS_OF(table=card.name)), fields=fields)


def _setting_name(card: TableCard, name: str, known: Setting) -> str:
    return say(words.SETTING(setting=name, value=card.settings.get(name, known.default)))


def _setting(known: Setting) -> str:
    return f"{safe(known.words)}\n-# {safe(known.hint)}"


def _option(name: str, value: str) -> str:
    return f"{safe(name, 60)}: **{safe(value, 120)}**"


def _seats(card: TableCard) -> Iterator[str]:
    """`Christian: Ana, ready`; once the game is on, readiness is no news."""
    for seat in card.seats:
        ready = seat.ready and card.stage is Stage.LOBBY
        shown = words.SEAT_READY if ready else words.SEAT
        yield say(shown(seat=named(seat.seat), holder=_holder(seat)))


def _holder(seat: SeatCard) -> Said | str:
    if seat.person is not None:
        return f"**{safe(seat.person.name, 80)}**"
    if seat.computer:
        return words.BY_COMPUTER(player=safe(seat.computer, 40))
    if seat.gone in words.GONE:
        return words.FREE_SINCE(why=words.GONE[seat.gone]())
    return words.FREE()


def status(card: TableCard, mark: str = "") -> discord.Embed:
    """Turn, phase, score, and who must decide what since when."""
    fields = [(safe(name, 80), safe(value, 500), True) for name, value in headline(card)]
    if card.halted:
        fields.insert(0, (say(words.STANDS_STILL()), safe(halted(card), 1000), False))
    elif card.paused is not None and card.stage is Stage.PLAYING:
        since = say(words.PAUSED_SINCE(since=ago(card.paused)))
        fields.append((say(words.PAUSED()), since, False))
    if card.stage is Stage.PLAYING and not card.halted:
        asked = "\n".join(map(owed, card.owed)) or say(words.THINKING())
        fields.append((say(words.WAITING_FOR()), asked, False))
    if card.result:
        fields.append((say(words.RESULT()), result(card, 900), False))
    fields.append((say(words.SEATS()), "\n".join(_seats(card)), False))
    ended = {Stage.OVER: words.THE_END, Stage.CLOSED: words.CLOSED}.get(card.stage)
    return make(
        say(ended(table=card.name)) if ended else card.name,
        colour=COLOURS[card.stage],
        fields=fields,
        footer=mark or say(words.STATUS_OF(table=card.name)),
    )


def owed(question: Owed) -> str:
    """`Ana (Christian): Move, muster or pass. [7] Since 2 hours ago.`. Nobody is pinged by it."""
    how = words.OWED if question.until is None else words.OWED_UNTIL
    return say(
        (words.OWED_LATE if question.late and question.until is not None else how)(
            who=awaited(question),
            seat=safe(question.seat, 40),
            prompt=prompt(question, 300),
            since=ago(question.since),
            until=ago(question.until) if question.until is not None else "",
        )
    )


def awaited(question: Owed) -> str:
    """Who is waited for: a person, the computer, or whoever takes a seat that is free."""
    if question.person is not None:
        return safe(question.person.name, 80)
    return say(words.A_NEW_PLAYER() if question.free else words.THE_COMPUTER())


def prompt(question: Owed, limit: int) -> str:
    """What is asked, with its rule once."""
    return ruled(asks(question), question.rule, limit)


def ruled(prompt: str, rule: str, limit: int = 1000) -> str:
    """A question with its rule, which many name already."""
    shown = safe(prompt, limit)
    if not rule or f"[{rule}]" in prompt:
        return shown
    return say(words.WITH_RULE(prompt=shown, rule=safe(rule, 40)))


def asks(question: Owed) -> str:
    return question.prompt


def result(card: TableCard, limit: int = 1000) -> str:
    """How a game ended."""
    return safe(card.result, limit)


def halted(card: TableCard) -> str:
    return card.halted


def headline(card: TableCard) -> tuple[tuple[str, str], ...]:
    """Turn, phase, score."""
    return card.headline
