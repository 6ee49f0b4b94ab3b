"""Cards as embeds: the same look wherever a table shows itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import discord

from bot.discord.text import (
    DESCRIPTION,
    EMBEDS,
    FIELD,
    FIELD_NAME,
    FIELDS,
    FOOTER,
    TITLE,
    ago,
    cut,
    safe,
)
from bot.tables.settings import SETTINGS, Setting
from bot.tables.values import Owed, SeatCard, Stage, TableCard
from engine import games

INK = discord.Colour(0x3B4A6B)
GOLD = discord.Colour(0xB8912F)
GREY = discord.Colour(0x7A7A7A)
RED = discord.Colour(0x9C3B30)

GONE = {
    "resigned": "resigned",
    "left": "left the server",
    "vanished": "the account is gone",
    "removed": "freed by a moderator",
}
COLOURS = {Stage.LOBBY: GOLD, Stage.PLAYING: INK, Stage.OVER: GOLD, Stage.CLOSED: GREY}


def hides(card: TableCard) -> bool:
    """Whether a seat at that table knows anything that the others do not."""
    return games()[card.game].hides(card.options)


def own(card: TableCard) -> str:
    """What people at that table call what is theirs: their hand, their nations."""
    return games()[card.game].own


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
    words = {
        Stage.LOBBY: "Take a seat, agree on the options, press Ready. All ready starts the game.",
        Stage.PLAYING: "The game is on: it is played in the thread below.",
        Stage.OVER: f"The game is over. {safe(card.result)}".strip(),
        Stage.CLOSED: "This table was closed.",
    }[card.stage]
    fields = [("Seats", "\n".join(_seats(card)), False)]
    shown = card.options if options is None else options
    if shown:
        fields.append(("Options", "\n".join(_option(n, v) for n, v in shown.items()), False))
    if card.scenario:
        fields.append(("Scenario", safe(card.scenario, 100), True))
    fields.append(("Host", safe(card.host.name, 100), True))
    if card.moderators:
        names = ", ".join(safe(who.name, 60) for who in card.moderators)
        fields.append(("Moderators", names, True))
    if card.settings:
        fields.append(("How it is played", pace(card), False))
    if card.commitment:
        fields.append(("Commitment to the seed", f"`{card.commitment}`", False))
    return make(card.name, words, colour=COLOURS[card.stage], fields=fields, footer=card.name)


def pace(card: TableCard) -> str:
    """Every setting in one line."""
    line = " · ".join(f"{safe(name, 40)} **{safe(v, 40)}**" for name, v in card.settings.items())
    return f"{line}\n-# `/table settings` says what they mean."


def settings(card: TableCard, chosen: str = "") -> discord.Embed:
    """How a table plays: every setting, or one, with what it means and can be."""
    fields = [
        (f"{name}: {card.settings.get(name, known.default)}", _setting(known), False)
        for name, known in SETTINGS.items()
        if chosen in ("", name)
    ]
    return make(f"{card.name}: how it is played", fields=fields)


def _setting(known: Setting) -> str:
    return f"{safe(known.words)}\n-# {safe(known.hint)}"


def _option(name: str, value: str) -> str:
    return f"{safe(name, 60)}: **{safe(value, 120)}**"


def _seats(card: TableCard) -> Iterator[str]:
    """`Christian: Ana, ready`; once the game is on, readiness is no news."""
    for seat in card.seats:
        yield _seat(seat) + (", ready" if seat.ready and card.stage is Stage.LOBBY else "")


def _seat(seat: SeatCard) -> str:
    if seat.person is not None:
        holder = f"**{safe(seat.person.name, 80)}**"
    elif seat.computer:
        holder = f"computer ({safe(seat.computer, 40)})"
    else:
        holder = f"free ({GONE[seat.gone]})" if seat.gone in GONE else "free"
    return f"{named(seat.seat)}: {holder}"


def status(card: TableCard, mark: str = "") -> discord.Embed:
    """Turn, phase, score, and who must decide what since when."""
    fields = [(safe(name, 80), safe(words, 500), True) for name, words in card.headline]
    if card.halted:
        fields.insert(0, ("It stands still", safe(card.halted, 1000), False))
    elif card.paused is not None and card.stage is Stage.PLAYING:
        since = ago(card.paused)
        fields.append(("Paused", f"Since {since} the clocks stand. Orders are taken.", False))
    if card.stage is Stage.PLAYING and not card.halted:
        asked = "\n".join(map(owed, card.owed)) or "Nobody: the computer is thinking."
        fields.append(("Waiting for", asked, False))
    if card.result:
        fields.append(("Result", safe(card.result, 900), False))
    fields.append(("Seats", "\n".join(_seats(card)), False))
    title = {Stage.OVER: f"{card.name}: the end", Stage.CLOSED: f"{card.name}: closed"}
    return make(
        title.get(card.stage, card.name),
        colour=COLOURS[card.stage],
        fields=fields,
        footer=mark or f"{card.name} · status",
    )


def owed(question: Owed) -> str:
    """`Ana (Christian): Move, muster or pass. [7] Since 2 hours ago.`. Nobody is pinged by it."""
    words = f"**{awaited(question)}** ({safe(question.seat, 40)}): {safe(question.prompt, 300)}"
    if question.rule and f"[{question.rule}]" not in question.prompt:
        words += f" [{safe(question.rule, 40)}]"
    words += f", since {ago(question.since)}"
    if question.until is None:
        return f"{words}."
    how = "**time was up**" if question.late else "until"
    return f"{words}, {how} {ago(question.until)}."


def awaited(question: Owed) -> str:
    """Who is waited for: a person, the computer, or whoever takes a seat that is free."""
    if question.person is not None:
        return safe(question.person.name, 80)
    return "a new player: /table join" if question.free else "the computer"


def prompt(question: Owed, limit: int) -> str:
    """What is asked, with its rule once."""
    rule = f"[{question.rule}]" if question.rule else ""
    words = safe(question.prompt, limit)
    return words if not rule or rule in question.prompt else f"{words} {rule}"
