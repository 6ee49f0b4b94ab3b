"""Where clicks, menus and forms go: by the tag they carry, whenever their message was sent."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from bot.discord.panels import (
    forgetting,
    forms,
    lessons,
    letters,
    lobby,
    looks,
    moderation,
    orders,
    plan_buttons,
    question,
    undoing,
)
from bot.discord.panels import help as helping
from bot.discord.speech import errors
from bot.discord.speech import words_visits as words
from bot.discord.speech.tags import Tag
from bot.discord.speech.text import CONTENT, fold, refusal
from bot.discord.visit import Interaction, Visit
from bot.tables.values import Outcome, Outdated, Panel, Refused

if TYPE_CHECKING:
    from bot.discord.client import Herald

Handler = Callable[[Visit, Tag, list[str]], Awaitable[None]]


async def on_component(client: Herald, interaction: Interaction) -> None:
    """A button or a menu."""
    tag, values = _read(interaction)
    if tag is None:
        await errors.tell(interaction, Outdated(words.OLD_BUTTON()))
    elif tag.op == "write":
        await _open_form(interaction, tag)
    elif tag.op == "ready":
        await lobby.ask_ready(interaction, tag.table, None)
    elif tag.op == plan_buttons.EDIT:
        await plan_buttons.open_form(interaction, tag)
    elif tag.op == lessons.WRITE:
        await lessons.open_form(interaction, tag)
    elif tag.op == letters.CHOSEN:
        await _open_letter(interaction, tag, values)
    elif tag.op in plan_buttons.PANEL:
        async with Visit(interaction, update=True) as visit:
            await plan_buttons.press(visit, tag, values)
    elif tag.op in PANEL:
        async with Visit(interaction, update=True) as visit:
            await _in_turn(visit, tag, values)
    elif tag.op in REPLACING:
        async with Visit(interaction, update=True) as visit:
            await REPLACING[tag.op](visit, tag, values)
    elif tag.op in ANSWERING:
        async with Visit(interaction) as visit:
            await ANSWERING[tag.op](visit, tag, values)
    else:
        await errors.tell(interaction, Outdated(words.UNKNOWN_BUTTON()))


async def on_modal(client: Herald, interaction: Interaction) -> None:
    """A form that was filled in."""
    tag, _ = _read(interaction)
    lines = forms.written(interaction).get(forms.FIELD, "")
    if tag is not None and tag.op == "write":
        async with Visit(interaction, update=interaction.message is not None) as visit:
            await _written(visit, tag, lines)
    elif tag is not None and tag.op == plan_buttons.EDIT:
        async with Visit(interaction, update=interaction.message is not None) as visit:
            await plan_buttons.written(visit, tag, lines)
    elif tag is not None and tag.op == lessons.WRITE:
        async with Visit(interaction, update=interaction.message is not None) as visit:
            await lessons.written(visit, tag, lines)
    elif tag is not None and tag.op == lobby.WORD:
        async with Visit(interaction) as visit:
            await lobby.be_ready(visit, tag.table, True, lines)
    elif tag is not None and tag.op == letters.FORM:
        async with Visit(interaction) as visit:
            await letters.written(visit, tag, lines)
    elif tag is not None and tag.op == "orders":
        async with Visit(interaction) as visit:
            await orders.give(visit, lines, tag.table, tag.number)
    else:
        await errors.tell(interaction, Outdated(words.OLD_FORM()))


def _read(interaction: Interaction) -> tuple[Tag | None, list[str]]:
    data: dict[str, Any] = dict(interaction.data or {})
    return Tag.read(str(data.get("custom_id", ""))), list(data.get("values", ()))


# -- the panel -----------------------------------------------------------------------------------


_at_work: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()


async def _in_turn(visit: Visit, tag: Tag, values: list[str]) -> None:
    """One click at a time for one person: the second of two finds what the first has done."""
    lock = _at_work.setdefault((tag.table, visit.who.id), asyncio.Lock())
    async with lock:
        await _on_panel(visit, tag, values)


async def _on_panel(visit: Visit, tag: Tag, values: list[str]) -> None:
    """A refusal redraws the panel with a sentence: what it shows must be what is asked."""
    try:
        await PANEL[tag.op](visit, tag, values)
    except Refused as refused:
        notice = refusal(refused.said, refused.rule, refused.suggestions)
        try:
            await question.show(visit, tag.table, notice)
        except Refused as nothing:  # there is no question any more
            lines = [notice, refusal(nothing.said)]
            await visit.answer("\n".join(dict.fromkeys(lines)))


async def _pick(visit: Visit, tag: Tag, values: list[str]) -> None:
    indices = sorted(int(value) for value in values if value.isdecimal())
    await _put(visit, await visit.tables.panels.pick(*_question(visit, tag), indices))


async def _enough(visit: Visit, tag: Tag, _: list[str]) -> None:
    await _put(visit, await visit.tables.panels.enough(*_question(visit, tag)))


async def _back(visit: Visit, tag: Tag, _: list[str]) -> None:
    await question.put(visit, await visit.tables.panels.back(*_question(visit, tag)))


async def _page(visit: Visit, tag: Tag, _: list[str]) -> None:
    await _put(visit, await visit.tables.panels.turn(*_question(visit, tag), int(tag.arg)))


async def _add(visit: Visit, tag: Tag, _: list[str]) -> None:
    await question.put(visit, await visit.tables.panels.confirm(*_question(visit, tag)))


async def _send(visit: Visit, tag: Tag, _: list[str]) -> None:
    await _after(visit, tag, await visit.tables.panels.act_now(*_question(visit, tag)))


async def _quick(visit: Visit, tag: Tag, _: list[str]) -> None:
    outcome = await visit.tables.panels.quick(tag.table, visit.who, tag.number, int(tag.arg))
    await _after(visit, tag, outcome)


async def _drop(visit: Visit, tag: Tag, _: list[str]) -> None:
    await _still(visit, tag)
    await visit.tables.drafts.drop(tag.table, visit.who)
    await question.show(visit, tag.table)


async def _clear(visit: Visit, tag: Tag, _: list[str]) -> None:
    await _still(visit, tag)
    await visit.tables.drafts.clear(tag.table, visit.who)
    await question.show(visit, tag.table)


async def _suggest(visit: Visit, tag: Tag, _: list[str]) -> None:
    order = await visit.tables.play.suggest(tag.table, visit.who)
    await question.show(visit, tag.table, picture=False, suggestion=order)


async def _do(visit: Visit, tag: Tag, _: list[str]) -> None:
    order = question.suggestion_in(visit.interaction.message)
    outcome = await visit.tables.play.order(tag.table, visit.who, order, number=tag.number)
    await _after(visit, tag, outcome)


async def _keep(visit: Visit, tag: Tag, _: list[str]) -> None:
    await _still(visit, tag)
    order = question.suggestion_in(visit.interaction.message)
    await visit.tables.drafts.add(tag.table, visit.who, order)
    await question.show(visit, tag.table)


def _question(visit: Visit, tag: Tag) -> tuple[int, Any, int, int]:
    return tag.table, visit.who, tag.number, tag.revision


async def _still(visit: Visit, tag: Tag) -> None:
    """Refuse a second click, and a panel that another device has moved on."""
    panel = await visit.tables.panels.panel(tag.table, visit.who)
    if (panel.number, panel.revision) != (tag.number, tag.revision):
        raise Outdated(words.OLD_PANEL())


async def _put(visit: Visit, panel: Panel) -> None:
    await question.put(visit, panel, picture=False)


async def _after(visit: Visit, tag: Tag, outcome: Outcome) -> None:
    """What became of the orders, and the next question if it is ours."""
    visit.late = bool(outcome.done)
    if outcome.next is not None:
        await question.show(visit, tag.table, fold(orders.lines_of(outcome), CONTENT))
    else:
        await orders.tell(visit, await visit.tables.finding.card(tag.table), outcome)


async def _open_form(interaction: Interaction, tag: Tag) -> None:
    """A form must be the first answer, so nothing is deferred here."""
    visit = await Visit(interaction).met()
    try:
        asked = await visit.tables.play.asked(tag.table, visit.who)
        draft = await visit.tables.drafts.draft(tag.table, visit.who)
        if len("\n".join(draft.lines)) > forms.LONGEST:
            raise Refused(words.LONG_DRAFT())
        title = (await visit.tables.finding.card(tag.table)).name
        example = asked.example if asked else ""
        await interaction.response.send_modal(forms.orders(tag, title, example, draft.lines))
    except Exception as error:
        await errors.tell(interaction, error)


async def _open_letter(interaction: Interaction, tag: Tag, to: list[str]) -> None:
    """The same for a letter to the seats that were chosen."""
    visit = await Visit(interaction).met()
    try:
        await letters.open_form(visit, tag.table, to)
    except Exception as error:
        await errors.tell(interaction, error)


async def _written(visit: Visit, tag: Tag, lines: str) -> None:
    """The lines of the panel's form take the place of the draft."""
    await visit.tables.drafts.write(tag.table, visit.who, lines)
    await question.show(visit, tag.table)


# -- everything else -----------------------------------------------------------------------------


async def _play(visit: Visit, tag: Tag, _: list[str]) -> None:
    await question.show(visit, tag.table)


async def _hand(visit: Visit, tag: Tag, _: list[str]) -> None:
    await looks.hand(visit, await visit.tables.finding.card(tag.table))


async def _map(visit: Visit, tag: Tag, _: list[str]) -> None:
    await looks.map_(visit, await visit.tables.finding.card(tag.table), tag.arg)


async def _help(visit: Visit, tag: Tag, _: list[str]) -> None:
    await helping.for_table(visit, await visit.tables.finding.card(tag.table))


async def _letters(visit: Visit, tag: Tag, _: list[str]) -> None:
    await letters.show(visit, tag.table)


async def _seat(visit: Visit, tag: Tag, _: list[str]) -> None:
    await lobby.join(visit, tag.table, tag.arg)


async def _leave(visit: Visit, tag: Tag, _: list[str]) -> None:
    await lobby.leave(visit, tag.table)


async def _options(visit: Visit, tag: Tag, _: list[str]) -> None:
    await lobby.show_options(visit, await visit.tables.finding.card(tag.table))


async def _option(visit: Visit, tag: Tag, values: list[str]) -> None:
    await lobby.show_options(visit, await visit.tables.finding.card(tag.table), values[0])


async def _value(visit: Visit, tag: Tag, values: list[str]) -> None:
    await lobby.set_value(visit, tag.table, tag.arg, values[0])


async def _scenario(visit: Visit, tag: Tag, values: list[str]) -> None:
    await lobby.set_scenario(visit, tag.table, values[0])


async def _computer(visit: Visit, tag: Tag, _: list[str]) -> None:
    await lobby.computer(visit, await visit.tables.finding.card(tag.table), None, "greedy")


async def _sit(visit: Visit, tag: Tag, values: list[str]) -> None:
    await lobby.computer(visit, await visit.tables.finding.card(tag.table), values[0], tag.arg)


async def _close(visit: Visit, tag: Tag, _: list[str]) -> None:
    await lobby.ask_close(visit, await visit.tables.finding.card(tag.table))


async def _closing(visit: Visit, tag: Tag, _: list[str]) -> None:
    await lobby.close(visit, tag.table)


async def _resign(visit: Visit, tag: Tag, _: list[str]) -> None:
    await lobby.resign(visit, tag.table)


async def _forget(visit: Visit, tag: Tag, _: list[str]) -> None:
    await forgetting.do(visit)


async def _undo(visit: Visit, tag: Tag, _: list[str]) -> None:
    await undoing.confirm(visit, tag.table, tag.arg)


async def _mod(visit: Visit, tag: Tag, _: list[str]) -> None:
    await moderation.confirm(visit, tag.table, tag.arg)


async def _accept(visit: Visit, tag: Tag, _: list[str]) -> None:
    await lobby.accept(visit, tag.table, tag.arg)


async def _agree(visit: Visit, tag: Tag, _: list[str]) -> None:
    await undoing.consent(visit, int(tag.arg), True)


async def _object(visit: Visit, tag: Tag, _: list[str]) -> None:
    await undoing.consent(visit, int(tag.arg), False)


PANEL: dict[str, Handler] = {
    "pick": _pick,
    "enough": _enough,
    "back": _back,
    "page": _page,
    "add": _add,
    "send": _send,
    "quick": _quick,
    "drop": _drop,
    "clear": _clear,
    "suggest": _suggest,
    "do": _do,
    "keep": _keep,
}
# Under a message that only one person sees: the answer takes its place.
REPLACING: dict[str, Handler] = {
    "option": _option,
    "value": _value,
    "scenario": _scenario,
    "sit": _sit,
    "closing": _closing,
    "resign": _resign,
    "forget": _forget,
    "undo": _undo,
    "mod": _mod,
    lessons.LESSON: lessons.press,
}
# Under a message that others see too: the answer is a message for one person.
ANSWERING: dict[str, Handler] = {
    "play": _play,
    "hand": _hand,
    "map": _map,
    "help": _help,
    "letters": _letters,
    "seat": _seat,
    "leave": _leave,
    "options": _options,
    "computer": _computer,
    "close": _close,
    "accept": _accept,
    "agree": _agree,
    "object": _object,
}
