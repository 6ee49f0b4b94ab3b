"""/learn: what a game is about, and its lessons, one step after the other, seen by nobody else.

A lesson of so many steps is always the same position: its buttons say which lesson it is and how
far it has come, and nothing is kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import discord
from discord import ButtonStyle

from bot.discord.panels import forms, words
from bot.discord.speech import embeds, errors, pictures
from bot.discord.speech.buttons import button, laid_out
from bot.discord.speech.spoken import say, tongue
from bot.discord.speech.tags import Tag
from bot.discord.speech.text import DESCRIPTION, boxed, fold, refusal, safe
from bot.discord.visit import Interaction, Visit
from bot.tables.values import Refused
from engine import Game, games
from engine.cases.lessons import Lesson, Reply, card, lessons, title
from engine.tongues import Listed

LESSON, WRITE = "lesson", "lesson_write"
FACE = "face"

Item = discord.ui.Item[discord.ui.View]


async def open_(visit: Visit, name: str, number: int | None) -> None:
    """A game's card, or one of its lessons from the beginning."""
    game = _game(name)
    if number is None:
        await visit.answer(embeds=[face(game)], view=_choices(game))
    else:
        await _show(visit, _lesson(game, number))


async def press(visit: Visit, tag: Tag, values: list[str]) -> None:
    """A button under a lesson: `arg` is the game and what is to be done."""
    name, _, act = tag.arg.partition(".")
    game = _game(name)
    if act == FACE:
        await visit.answer(embeds=[face(game)], view=_choices(game), files=[])
        return
    lesson = await asyncio.to_thread(_lesson, game, tag.number, tag.revision)
    if act == "do" and lesson.task is not None:
        await _tried(visit, lesson, lesson.task.order)
    elif act == "back":
        await _show(visit, lesson.back())
    else:
        await _show(visit, lesson)


async def open_form(interaction: Interaction, tag: Tag) -> None:
    """A form must be the first answer, so nothing is deferred here."""
    await Visit(interaction).met()
    try:
        game = _game(tag.arg)
        lesson = _lesson(game, tag.number, tag.revision)
        example = lesson.task.order if lesson.task else ""
        await interaction.response.send_modal(forms.orders(tag, _title(lesson), example))
    except Exception as error:
        await errors.tell(interaction, error)


async def written(visit: Visit, tag: Tag, line: str) -> None:
    lesson = await asyncio.to_thread(_lesson, _game(tag.arg), tag.number, tag.revision)
    await _tried(visit, lesson, line)


# -- inside ---------------------------------------------------------------------------------------


def _game(name: str) -> Game:
    if name not in games():
        raise Refused(words.NO_SUCH_GAME(game=name[:60], games=Listed(tuple(games()), "")))
    return games()[name]


def _lesson(game: Game, number: int, done: int = 0) -> Lesson:
    found = lessons(game)
    if not 1 <= number <= len(found):
        known = words.NO_LESSON if found else words.NO_LESSONS
        raise Refused(known(game=game.title, count=len(found)))
    return Lesson(found[number - 1], done)


async def _tried(visit: Visit, lesson: Lesson, line: str) -> None:
    """What became of an order: taken, refused on purpose, refused, or not what is practised."""
    task = lesson.task
    reply = lesson.answer(line)
    await _show(visit, lesson, _notice(reply, task.order if task else ""))


def _notice(reply: Reply, order: str) -> str:
    if reply.refusal is not None:
        return refusal(reply.refusal.said, reply.refusal.rule, reply.refusal.suggestions)
    return say(words.POSSIBLE_BUT(order=boxed(order, 200))) if reply.possible else ""


async def _show(visit: Visit, lesson: Lesson, notice: str = "") -> None:
    view = lesson.match.view(lesson.seat)
    files = await pictures.for_panel(visit, view)
    await visit.answer(notice, embeds=[_step(lesson)], view=_controls(lesson), files=files)


def _title(lesson: Lesson) -> str:
    case, game = lesson.case, lesson.match.game
    count = len(lessons(game))
    return say(words.LESSON(game=game.title, number=case.lesson, count=count, title=title(case)))


def _step(lesson: Lesson) -> discord.Embed:
    """What happened, what is said, what is asked, and what to order now."""
    match, task = lesson.match, lesson.task
    told = [match.tell(seen, lesson.seat, tongue()) for seen in lesson.news()]
    lines = [f"-# {safe(line, 300)}" for line in told if line]
    lines += ["", *(f"**{safe(say(said), 600)}**" for said in lesson.said)]
    question = lesson.question
    if task is not None and question is not None:
        asked = embeds.ruled(question.prompted(tongue()), question.rule)
        wanted = words.NOW_TRY if task.forbidden else words.NOW_ORDER
        lines += ["", safe(asked, 400), "", say(wanted(order=boxed(task.order, 200)))]
    return embeds.make(_title(lesson), fold(lines, DESCRIPTION).strip())


def _controls(lesson: Lesson) -> discord.ui.View:
    return laid_out(*_buttons(lesson))


def _buttons(lesson: Lesson) -> Iterator[Item]:
    game, number, done = lesson.match.game, lesson.case.lesson, lesson.done

    def tag(act: str, at: int = done, of: int = number) -> Tag:
        return Tag(LESSON, 0, of, at, f"{game.name}.{act}")

    if not lesson.over:
        yield button(tag("do"), words.DO_THIS(), ButtonStyle.success)
        yield button(Tag(WRITE, 0, number, done, game.name), words.WRITE())
    elif number < len(lessons(game)):
        yield button(tag("show", 0, number + 1), words.NEXT_LESSON(), ButtonStyle.success)
    if done:
        yield button(tag("back"), words.STEP_BACK())
        yield button(tag("show", 0), words.AGAIN())
    yield button(tag(FACE), words.ALL_LESSONS())


def face(game: Game) -> discord.Embed:
    """The card: aim, a turn, three orders; and the lessons by name."""
    about, found = card(game), lessons(game)
    lines: list[str] = []
    fields: list[tuple[str, str, bool]] = []
    if about is not None:
        lines = [f"*{safe(say(about.who), 400)}*"]
        lines += [safe(say(text), 900) for text in about.paragraphs]
        orders = [f"{boxed(order, 100)} {safe(say(does), 200)}" for order, does in about.orders]
        fields.append((say(words.FIRST_ORDERS()), "\n".join(orders), False))
    if found:
        titles = [f"{one.lesson}. {safe(say(title(one)), 200)}" for one in found]
        fields.append((say(words.LESSONS()), "\n".join(titles), False))
    return embeds.make(game.title, "\n\n".join(lines), fields=fields)


def _choices(game: Game) -> discord.ui.View:
    """A button for every lesson: the first one calls."""
    made = []
    for one in lessons(game)[:5]:
        style = ButtonStyle.success if one.lesson == 1 else ButtonStyle.secondary
        tag = Tag(LESSON, 0, one.lesson, 0, f"{game.name}.show")
        made.append(button(tag, words.LESSON_NUMBER(number=one.lesson), style))
    return laid_out(*made)


def invitation(game: Game) -> Item:
    """The button under /help that opens a game's card."""
    return button(Tag(LESSON, 0, arg=f"{game.name}.{FACE}"), words.HOW_TO_PLAY(game=game.title))
