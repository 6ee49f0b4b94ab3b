"""The panel: one person's question, its menus and buttons, and the draft, seen by nobody else.

What it shows comes from the store each time, so a panel from before a restart goes on, and one
that is out of date draws itself anew.
"""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import ButtonStyle

from bot.discord import embeds, pictures, plans
from bot.discord.buttons import button, laid_out
from bot.discord.orders import question
from bot.discord.tags import Tag
from bot.discord.text import CHOICE, FIELD, LABEL, boxed, fold, plain, safe
from bot.discord.visit import Visit
from bot.tables import Choice, Draft, Menu, Panel, Planning

Item = discord.ui.Item[discord.ui.View]

SUGGESTION = "The computer would order"
MENU_ROW, PAGE_ROW, DRAFT_ROW, HELP_ROW = 0, 1, 2, 3


async def show(
    visit: Visit, table: int, notice: str = "", *, picture: bool = True, suggestion: str = ""
) -> None:
    """The panel as the store has it now; while a battle is planned, the plan's own."""
    try:
        panel = await visit.tables.panel(table, visit.who)
    except Planning:
        await plans.show(visit, table, notice)
        return
    await put(visit, panel, notice, picture, suggestion)


async def put(
    visit: Visit, panel: Panel, notice: str = "", picture: bool = True, suggestion: str = ""
) -> None:
    """`picture=False` keeps the map that hangs there: nothing on it has changed."""
    files: list[discord.File] | None = None
    if picture:
        preview = await visit.tables.preview(panel.table.id, visit.who)
        files = await pictures.for_panel(visit, preview)
    await visit.answer(
        notice, embeds=[face(panel, suggestion)], view=controls(panel, suggestion), files=files
    )


# -- what it says --------------------------------------------------------------------------------


def face(panel: Panel, suggestion: str = "") -> discord.Embed:
    fields = [(name, words, False) for name, words in _fields(panel, suggestion)]
    return embeds.make(
        f"{panel.table.name}, {embeds.named(panel.seat)}",
        f"**{question(panel.prompt, panel.rule)}**",
        fields=fields,
        footer=f"{panel.table.name} · question {panel.number} · only you see this",
    )


def _fields(panel: Panel, suggestion: str) -> Iterator[tuple[str, str]]:
    if panel.held:
        yield "Your answer, until the next tick", boxed(panel.held, 900)
    if suggestion:
        yield SUGGESTION, boxed(suggestion, FIELD - 2)
    if panel.draft.lines:
        yield "Your draft", draft_words(panel.draft)
    if panel.rights:
        lines = [f"{safe(r.prompt, 200)} {boxed(r.example, 200)}" for r in panel.rights]
        yield "At any time", fold(lines, FIELD)
    if panel.quick:
        return
    if panel.complete:
        yield "Your order", f"{boxed(panel.complete, 900)}\nSend it, or add it to your draft."
    elif panel.so_far:
        yield "Your order so far", boxed(panel.so_far, 900)
    if panel.menu and (panel.menu.chosen or panel.menu.words != panel.prompt):
        yield _menu_title(panel.menu, bool(panel.complete)), _menu_words(panel.menu)


def draft_words(draft: Draft) -> str:
    """The orders of a draft, how far they were tried, and what happened in the trial."""
    lines = []
    for n, order in enumerate(draft.lines):
        mark = "tried" if n < draft.tried else "not tried yet"
        if n == draft.tried:
            mark = "refused" if draft.refused else "waits for chance" if draft.waits else mark
        lines.append(f"{n + 1}. {boxed(order, 200)} ({mark})")
    if draft.refused:
        lines.append(safe(draft.refused, 300))
    lines += [f"-# {safe(words, 200)}" for words in draft.words]
    return fold(lines, FIELD, more="… {n} more lines")


def _menu_title(menu: Menu, complete: bool) -> str:
    pages = f" ({menu.page + 1} of {menu.pages})" if menu.pages > 1 else ""
    return f"{'If you like' if complete else 'Next'}: {safe(menu.title, 100)}{pages}"


def _menu_words(menu: Menu) -> str:
    words = safe(menu.words, 300) if menu.words != menu.title else ""
    if menu.chosen:
        chosen = " > " if menu.form == "path" else ", "
        words += f"\nSo far: {safe(chosen.join(menu.chosen), 500)}"
    return words.strip() or "Choose from the menu below."


# -- what can be pressed -------------------------------------------------------------------------


def controls(panel: Panel, suggestion: str = "") -> discord.ui.View:
    return laid_out(
        *_menu_row(panel), *_page_row(panel), *_draft_row(panel), *_help_row(panel, suggestion)
    )


def _tag(panel: Panel, op: str, arg: str = "") -> Tag:
    return Tag(op, panel.table.id, panel.number, panel.revision, arg)


def _menu_row(panel: Panel) -> Iterator[Item]:
    """Few answers are buttons; otherwise there is a menu for the next part of the order."""
    for n, quick in enumerate(panel.quick[:5]):
        tag = _tag(panel, "quick", str(n))
        yield button(tag, plain(quick.name, LABEL), ButtonStyle.primary, MENU_ROW)
    if panel.menu and panel.menu.choices and not panel.quick:
        yield _select(panel, panel.menu)


def _select(panel: Panel, menu: Menu) -> Item:
    several = len(menu.choices) if menu.form == "set" else 1
    return discord.ui.Select(
        custom_id=str(_tag(panel, "pick")),
        placeholder=_placeholder(menu),
        min_values=1,
        max_values=several,
        options=[_option(n, choice) for n, choice in enumerate(menu.choices)],
        row=MENU_ROW,
    )


def _placeholder(menu: Menu) -> str:
    several = {"set": "one or several", "path": "the next step"}.get(menu.form, "one")
    return plain(f"{menu.title[:1].upper()}{menu.title[1:]}: choose {several}", CHOICE)


def _option(n: int, choice: Choice) -> discord.SelectOption:
    words = plain(choice.words) if choice.words != choice.name else ""
    return discord.SelectOption(
        label=plain(choice.name) or "none", value=str(n), description=words or None
    )


def _page_row(panel: Panel) -> Iterator[Item]:
    menu = panel.menu
    if menu is None or panel.quick:
        return
    if menu.page > 0:
        yield button(_tag(panel, "page", str(menu.page - 1)), "Earlier", row=PAGE_ROW)
    if menu.page + 1 < menu.pages:
        yield button(_tag(panel, "page", str(menu.page + 1)), "More", row=PAGE_ROW)
    if menu.may_stop:
        label = "That is all" if menu.chosen else f"No {menu.title}"
        yield button(_tag(panel, "enough"), label, ButtonStyle.primary, PAGE_ROW)


def _draft_row(panel: Panel) -> Iterator[Item]:
    if panel.quick:
        return
    if panel.complete or panel.draft.lines:
        yield button(_tag(panel, "send"), "Send", ButtonStyle.success, DRAFT_ROW)
    if panel.complete:
        yield button(_tag(panel, "add"), "Add to draft", ButtonStyle.primary, DRAFT_ROW)
    if panel.so_far or panel.complete:
        yield button(_tag(panel, "back"), "Back", row=DRAFT_ROW)
    if panel.draft.lines:
        yield button(_tag(panel, "drop"), "Drop last", row=DRAFT_ROW)
        yield button(_tag(panel, "clear"), "Clear", ButtonStyle.danger, DRAFT_ROW)


def _help_row(panel: Panel, suggestion: str) -> Iterator[Item]:
    if suggestion:
        if not panel.draft.lines:  # what is drafted comes first
            yield button(_tag(panel, "do"), "Do it", ButtonStyle.success, HELP_ROW)
        yield button(_tag(panel, "keep"), "Into my draft", ButtonStyle.primary, HELP_ROW)
    yield button(_tag(panel, "suggest"), "Suggest", row=HELP_ROW)
    yield button(_tag(panel, "write"), "Write", row=HELP_ROW)
    yield button(_tag(panel, "help"), "Help", row=HELP_ROW)


def suggestion_in(message: discord.Message | None) -> str:
    """The order that a panel suggests; it is kept nowhere but in the panel itself."""
    for embed in message.embeds if message else ():
        for field in embed.fields:
            if field.name == SUGGESTION and field.value:
                return field.value.strip("`")
    return ""
