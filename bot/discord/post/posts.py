"""What a parcel looks like: text, card, pictures, buttons, and the mark by which it is found.

Whatever is public is read from the table when it is sent, so that a parcel that waited shows
the newest. Every message carries a mark in its footer ("Granada 12 · #41"): after a crash the
sender looks for it before it sends again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, Protocol

import discord

import engine
import renderer
from bot.discord.post import words
from bot.discord.post.accounts import Accounts
from bot.discord.speech import buttons, embeds
from bot.discord.speech import words as common
from bot.discord.speech.pictures import in_words
from bot.discord.speech.spoken import everywhere, say, tongue
from bot.discord.speech.text import (
    ALT,
    DESCRIPTION,
    ago,
    cut,
    fold,
    listed,
    safe,
    sentence,
    sentences,
)
from bot.host.logs import get
from bot.tables.values import Owed, Parcel, Secrets, Stage, TableCard, Who
from engine import View
from engine.forms import form_of
from engine.tongues import Said, Tongue, worded
from renderer import Picture, RenderError

log = get("herald.posts")

LINES = 14  # of a report; the rest is folded
WIDTH = 1200
HAND_WIDTH = 1000
CALLS = ("call", "remind")  # what goes to whoever must decide, while they must
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Source(Protocol):
    """What of the tables a post is made from."""

    async def view(self, table: int, who: Who | None, *, seat: str | None = None) -> View: ...
    async def secrets(self, table: int, who: Who) -> Secrets: ...
    async def record(self, table: int) -> dict[str, object]: ...
    async def film(self, table: int, *, tongue: Tongue) -> tuple[dict[str, object], ...]: ...


class Painter(Protocol):
    """The studio, or what stands in for it."""

    async def draw(
        self,
        view: Mapping[str, Any],
        kind: str = "board",
        width: int = 1600,
        palette: str = "standard",
        places: Sequence[str] = (),
        events: Sequence[Mapping[str, Any]] = (),
        language: str = "en",
    ) -> Picture: ...
    async def film(
        self, frames: Sequence[Mapping[str, Any]], *, language: str = "en"
    ) -> Picture: ...


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A file that goes with a message; its alt text, if it is a picture."""

    name: str
    data: bytes
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Post:
    """One message of ours. `mention`: the one person whom it may ping."""

    mark: str
    content: str = ""
    cards: tuple[discord.Embed, ...] = ()
    enclosed: tuple[Enclosure, ...] = ()
    buttons: discord.ui.View | None = None
    mention: int | None = None
    silent: bool = True
    pin: bool = False


def mark_of(parcel: Parcel, card: TableCard) -> str:
    """How the message of a slot is recognised by people, and by us."""
    return say(_marking(parcel, card))


def marks_of(parcel: Parcel, card: TableCard) -> tuple[str, ...]:
    """The same in every language: its reader may have changed theirs since it was sent."""
    return everywhere(_marking(parcel, card))


def _marking(parcel: Parcel, card: TableCard) -> Said:
    name, _, number = parcel.slot.partition(":")
    if name == "lobby":
        return worded(card.name)
    last = number.rpartition(":")[2]
    what = words.MARKS.get(name)
    told = what(number=last, seat=number) if what else words.MARK_OTHER(kind=name, number=number)
    return words.MARK(table=card.name, what=told)


def marked(message: discord.Message, *marks: str) -> bool:
    """Whether a message carries one of these; a report's may go on with its line numbers."""
    for card in message.embeds:
        footer = card.footer.text or ""
        if any(footer == mark or footer.startswith(f"{mark} · ") for mark in marks):
            return True
    return False


# -- what everybody sees ----------------------------------------------------------------------


def lobby(parcel: Parcel, card: TableCard) -> Post:
    mark = mark_of(parcel, card)
    return Post(mark, cards=(embeds.lobby(card, _options(card)),), buttons=buttons.lobby(card))


def _options(card: TableCard) -> dict[str, str]:
    """Options by title and rule; once the game is on, only what was changed."""
    game = engine.games().get(card.game)
    if game is None:
        return dict(card.options)
    known = [game.options[name] for name in card.options if name in game.options]
    if card.stage is not Stage.LOBBY and card.scenario in game.scenarios:
        start = form_of(game, card.scenario, {}).options
        known = [option for option in known if card.options[option.name] != start[option.name]]
    return {f"{o.title} [{o.rule}]": card.options[o.name] for o in known}


def status(parcel: Parcel, card: TableCard) -> Post:
    mark = mark_of(parcel, card)
    cards = (embeds.status(card, mark),)
    return Post(mark, cards=cards, buttons=buttons.status(card), pin=True)


async def report(
    parcel: Parcel, card: TableCard, source: Source, painter: Painter, first: int = 1
) -> Post:
    """A visit or a battle in words, with a picture of what changed.

    `first`: the number of the first line shown; later ones go on where an earlier message of
    the same report stopped.
    """
    mark = mark_of(parcel, card)
    lines = _lines(parcel.body.get("lines"))
    taken_back = bool(parcel.body.get("taken_back"))
    told, notes = _footnoted(lines[first - 1 :])
    foot = f"\n-# {'  '.join(notes)}" if notes else ""
    most = LINES if len(told) > LINES + 3 else len(told)  # two lines are not worth hiding
    text = fold(told, DESCRIPTION - len(foot) - 100, most) + foot
    pictures = () if taken_back else await _of_report(parcel, card, source, painter)
    body = embeds.make(
        _report_title(parcel, first > 1, taken_back),
        text,
        colour=embeds.GREY if taken_back else embeds.INK,
        footer=f"{mark} · {first}–{len(lines)}" if lines else mark,
        image=name_of(pictures, 0),
    )
    cards = (body, *(embeds.make(image=p.name) for p in pictures[1:]))
    return Post(mark, cards=cards, enclosed=pictures, buttons=buttons.report(card))


def _report_title(parcel: Parcel, goes_on: bool, taken_back: bool) -> str:
    number, about = parcel.body.get("number", ""), safe(parcel.body.get("title", ""), 200)
    title = say(words.REPORT(number=str(number), title=about)).strip()
    if taken_back:
        return say(words.REPORT_BACK(title=title))
    return say(words.REPORT_ON(title=title)) if goes_on else title


def lines_shown(message: discord.Message) -> tuple[int, int]:
    """First and last line of its report that a message shows, as its footer says."""
    for card in message.embeds:
        first, dash, last = (card.footer.text or "").rpartition(" · ")[2].partition("–")
        if dash and first.isdecimal() and last.isdecimal():
            return int(first), int(last)
    return 1, 0


def count_lines(parcel: Parcel) -> int:
    return len(_lines(parcel.body.get("lines")))


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a report's body."""

    words: str
    rule: str = ""
    back: bool = False  # taken back


def _lines(given: object) -> list[_Line]:
    if not isinstance(given, list | tuple):
        return []
    return [
        _Line(line.get("words", ""), str(line.get("rule") or ""), bool(line.get("back")))
        for line in given
        if isinstance(line, Mapping)
    ]


def _footnoted(lines: Sequence[_Line]) -> tuple[list[str], list[str]]:
    """Lines with a small number for the rule, and what the numbers stand for."""
    rules = list(dict.fromkeys(line.rule for line in lines if line.rule))
    told = []
    for line in lines:
        text = safe(line.words, 600)
        text = f"~~{text}~~" if line.back else text
        note = str(rules.index(line.rule) + 1).translate(SUPERSCRIPTS) if line.rule else ""
        told.append(f"{text} {note}".rstrip())
    notes = [f"{str(n).translate(SUPERSCRIPTS)} {safe(r, 30)}" for n, r in enumerate(rules, 1)]
    return told, notes


async def _of_report(
    parcel: Parcel, card: TableCard, source: Source, painter: Painter
) -> tuple[Enclosure, ...]:
    """The close-up that these events want, and the whole board at the end of a phase."""
    view = (await source.view(card.id, None)).to_json()
    picture = parcel.body.get("picture")
    given = picture.get("events") if isinstance(picture, Mapping) else None
    events = [e for e in given if isinstance(e, Mapping)] if isinstance(given, list) else []
    number = parcel.body.get("number", "")
    kinds = []
    if events:
        kinds.append(_best(view, events))
    if parcel.body.get("board") and "board" not in kinds:
        kinds.append("board")
    return await paint(painter, view, kinds, f"{card.game}-{card.id}-{number}", events=events)


def _best(view: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> str:
    try:
        return renderer.best(view, events)
    except RenderError:
        return "board"


async def paint(
    painter: Painter,
    view: Mapping[str, Any],
    kinds: Sequence[str],
    stem: str,
    *,
    width: int = WIDTH,
    palette: str = "standard",
    events: Sequence[Mapping[str, Any]] = (),
) -> tuple[Enclosure, ...]:
    """Pictures with neutral names. One that cannot be drawn is left out: words must still go."""
    drawn = []
    for n, kind in enumerate(kinds):
        try:
            picture = await painter.draw(view, kind, width, palette, events=events, **in_words())
        except RenderError as error:
            log.warning("no picture", picture=kind, error=type(error).__name__)
            continue
        name = f"{stem}-{n}.webp" if n else f"{stem}.webp"
        drawn.append(Enclosure(name, picture.data, cut(picture.alt, ALT)))
    return tuple(drawn)


def name_of(pictures: Sequence[Enclosure], n: int) -> str:
    return pictures[n].name if n < len(pictures) else ""


def note(parcel: Parcel, card: TableCard, accounts: Accounts | None = None) -> Post:
    """A sentence: to the thread, perhaps with somebody called by it; or to one person, who may
    be offered a seat by it."""
    mark = mark_of(parcel, card)
    text = sentence(parcel.body.get("words", ""), 1900)
    body = embeds.make(words=text, colour=embeds.GREY, footer=mark)
    offers = offered(parcel)
    if "accept" in offers:
        return Post(mark, "", (body,), (), buttons.offer(card.id, offers["accept"]), silent=False)
    called = parcel.body.get("mention")
    mention = _account(called, accounts) if isinstance(called, int) else None
    content = f"<@{mention}>" if mention else ""
    loud = bool(parcel.body.get("loud"))
    pressed = _seat_button(parcel, card)
    return Post(mark, content, (body,), (), pressed, mention=mention, silent=not loud)


def _account(person: int, accounts: Accounts | None) -> int | None:
    """By which number Discord knows somebody; without a list, by their own."""
    return person if accounts is None else accounts.get(person)


def _seat_button(parcel: Parcel, card: TableCard) -> discord.ui.View | None:
    """Under a note about a seat: for whoever takes it, or takes it back."""
    offers = offered(parcel)
    if "take" in offers:
        return buttons.free(card.id, offers["take"])
    return buttons.come_back(card.id, offers["return"]) if "return" in offers else None


def offered(parcel: Parcel) -> dict[str, str]:
    """The deeds that a parcel offers, each with its argument."""
    offers = parcel.body.get("offers")
    if not isinstance(offers, list):
        return {}
    return {str(deed): str(argument) for deed, argument in offers}


def said(parcel: Parcel, card: TableCard) -> Post:
    """What one seat says to everybody, or writes to some: to the thread, or to one person."""
    mark = mark_of(parcel, card)
    body = parcel.body
    text, seat = str(body.get("words", "")), embeds.named(str(body.get("seat", "")))
    shown, enclosed = _letter(text)
    letter = parcel.kind == "letter"
    if letter:
        title = words.LETTER(table=card.name, seat=seat)
        to = body.get("to")
        names = listed(embeds.named(str(one)) for one in to) if isinstance(to, list) else ""
        shown += f"\n{say(words.LETTER_TO(seats=names))}"
    else:
        title = words.SAYS(seat=seat)
    face = embeds.make(say(title), shown, colour=embeds.INK, footer=mark)
    return Post(mark, cards=(face,), enclosed=enclosed, silent=not letter)


def _letter(text: str) -> tuple[str, tuple[Enclosure, ...]]:
    """What somebody wrote, line by line; as a file where its marks would make it too long."""
    if not text:
        return say(words.LETTER_BACK()), ()
    shown = "\n".join(safe(line, DESCRIPTION) for line in text.splitlines())
    if len(shown) <= DESCRIPTION - 400:
        return shown, ()
    return say(words.LETTER_LONG()), (Enclosure("letter.txt", text.encode()),)


def request(parcel: Parcel, card: TableCard, accounts: Accounts | None = None) -> Post:
    """Something that the others are asked to agree to, by two buttons."""
    mark = mark_of(parcel, card)
    body = parcel.body
    waiting = [who for seat in card.seats if (who := seat.person) and _awaits(body, who)]
    state = str(body.get("state", "open"))
    names = listed(safe(who.name, 80) for who in waiting)
    how = words.ENDS.get(state, words.WAITING_FOR)
    text = say(how(about=sentences(body.get("words", "")), names=names))
    by = body.get("by_name")
    title = say(words.ASKS(who=words.SOMEBODY() if by is None else safe(by, 80)))
    face = embeds.make(title, text, colour=embeds.GOLD, footer=mark)
    if state != "open":
        return Post(mark, cards=(face,))
    number = int(offered(parcel).get("agree") or parcel.slot.partition(":")[2] or 0)
    pressed = buttons.request(card.id, number, str(body.get("kind", "undo")))
    only = _account(waiting[0].id, accounts) if len(waiting) == 1 else None
    if only is not None:
        return Post(mark, f"<@{only}>", (face,), (), pressed, mention=only, silent=False)
    return Post(mark, cards=(face,), buttons=pressed)


def _awaits(body: Mapping[str, object], who: Who) -> bool:
    waiting = body.get("waiting")
    return isinstance(waiting, list | tuple) and who.id in waiting


# -- what one person sees -----------------------------------------------------------------------


async def secrets(
    parcel: Parcel, card: TableCard, who: Who, source: Source, painter: Painter, palette: str
) -> Post:
    """Hand and hidden pieces, as pictures and as text."""
    mark = mark_of(parcel, card)
    seat = parcel.slot.partition(":")[2]
    known = await source.secrets(card.id, who)
    view = (await source.view(card.id, who, seat=seat or None)).to_json()
    stem = f"{card.game}-{card.id}-yours"
    pictures = await paint(painter, view, known.kinds, stem, width=HAND_WIDTH, palette=palette)
    lines = [safe(line, 600) for line in known.told(tongue()).splitlines()]
    title = words.WHAT_ONLY_KNOWS if embeds.hides(card) else words.YOUR_OWN
    body = embeds.make(
        say(title(table=card.name, seat=embeds.named(seat), own=embeds.own(card))),
        fold(lines, 3500, 60, common.MORE_IN_HAND),
        colour=embeds.GOLD,
        footer=mark,
        image=name_of(pictures, 0),
    )
    cards = (body, *(embeds.make(image=p.name) for p in pictures[1:]))
    return Post(mark, cards=cards, enclosed=pictures)


def call(
    parcel: Parcel,
    card: TableCard,
    question: Owed,
    in_thread: bool,
    silent: bool = False,
    accounts: Accounts | None = None,
) -> Post:
    """What is asked, under which rule, until when, and a button that opens the panel."""
    mark = mark_of(parcel, card)
    lines = [embeds.prompt(question, 1500)]
    if question.until:
        lines.append(say(words.UNTIL(until=ago(question.until))))
    if card.thread and not in_thread:
        lines.append(say(words.THE_TABLE(place=f"<#{card.thread}>")))
    first = parcel.kind == "call"
    title = words.TURN_TITLE if first else words.STILL_TITLE
    told = say(title(table=card.name, seat=embeds.named(question.seat)))
    body = embeds.make(told, "\n".join(lines), colour=embeds.GOLD, footer=mark)
    number = parcel.body.get("number")
    pressed = buttons.call(card.id, number if isinstance(number, int) else 0, question.kind)
    person = _account(question.person.id, accounts) if in_thread and question.person else None
    asks = say((words.TURN if first else words.STILL)(table=safe(card.name)))
    content = f"<@{person}>" if person else asks
    return Post(mark, content, (body,), (), pressed, mention=person, silent=silent)


def is_call(message: discord.Message, card: TableCard) -> bool:
    """Whether a message is a call of this table."""
    starts = everywhere(words.CALL_MARK(table=card.name))
    return any((e.footer.text or "").startswith(starts) for e in message.embeds)


def welcome(parcel: Parcel, card: TableCard) -> Post:
    """The test message to somebody who sat down."""
    mark = mark_of(parcel, card)
    mine = [s.seat for s in card.seats if s.person and s.person.id == parcel.body.get("person")]
    seat = embeds.named(mine[0]) if mine else ""
    hides = embeds.hides(card)
    what = words.SECRETS_HERE() if hides else words.OWN_HERE(own=embeds.own(card))
    sits = words.YOU_SIT_AS if seat else words.YOU_SIT
    text = say(sits(table=safe(card.name), seat=seat, what=what))
    body = embeds.make(say(words.WELCOME()), text, colour=embeds.GOLD, footer=mark)
    return Post(mark, cards=(body,))


def bare(post: Post, text: str) -> Post:
    """The least that can be said in a message's place, if Discord refuses its form."""
    card = embeds.make(words=text, footer=post.mark)
    return replace(post, content="", cards=(card,), enclosed=(), buttons=None)


def files(post: Post) -> list[discord.File]:
    """New file objects: discord.py reads each only once."""
    return [discord.File(BytesIO(e.data), e.name, description=e.alt or None) for e in post.enclosed]
