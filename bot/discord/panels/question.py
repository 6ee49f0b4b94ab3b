"""The panel: one person's question, its menus and buttons, and the draft, seen by nobody else.

What it shows comes from the store each time, so a panel from before a restart goes on, and one
that is out of date draws itself anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import discord
from discord import ButtonStyle

from bot.discord.panels import letters, plans, words
from bot.discord.panels.orders import question
from bot.discord.speech import embeds, pictures
from bot.discord.speech import words as common
from bot.discord.speech.buttons import button, laid_out
from bot.discord.speech.spoken import everywhere, say, wording
from bot.discord.speech.tags import Tag
from bot.discord.speech.text import CHOICE, FIELD, LABEL, boxed, fold, listed, plain, safe
from bot.discord.visit import Visit
from bot.tables.values import Choice, Draft, Menu, Panel, Planning
from engine.parts.outlook import MOST, Warned

Item = discord.ui.Item[discord.ui.View]

MENU_ROW, PAGE_ROW, DRAFT_ROW, HELP_ROW = 0, 1, 2, 3


async def show(
    visit: Visit, table: int, notice: str = "", *, picture: bool = True, suggestion: str = ""
) -> None:
    """The panel as the store has it now; while a battle is planned, the plan's own."""
    try:
        panel = await visit.tables.panels.panel(table, visit.who)
    except Planning:
        await plans.show(visit, table, notice)
        return
    await put(visit, panel, notice, picture, suggestion)


async def put(
    visit: Visit, panel: Panel, notice: str = "", picture: bool = True, suggestion: str = ""
) -> None:
    """`picture=False` keeps the map that hangs there: nothing on it has changed."""
    files: list[discord.File] | None = None
    preview = await visit.tables.drafts.preview(panel.table.id, visit.who)
    if picture or panel.outlook is not None:
        files = await pictures.for_panel(visit, preview, panel.outlook)
    own = await pictures.roll_words(visit, preview)
    await visit.answer(
        notice, embeds=[face(panel, suggestion, own)], view=controls(panel, suggestion), files=files
    )


# -- what it says --------------------------------------------------------------------------------


def face(panel: Panel, suggestion: str = "", own: Sequence[str] = ()) -> discord.Embed:
    """`own`: the roll of what is theirs, its heading first."""
    fields = [(name, text, False) for name, text in _fields(panel, suggestion)]
    if own:
        lines = [safe(line, 400) for line in own[1:]]
        text = fold(lines, FIELD, len(lines), more=words.MORE_PLACES)
        fields.append((safe(own[0], 200), text, False))
    return embeds.make(
        f"{panel.table.name}, {embeds.named(panel.seat)}",
        f"**{question(panel)}**",
        fields=fields,
        footer=say(words.PANEL_FOOT(table=panel.table.name, number=panel.number)),
    )


def _fields(panel: Panel, suggestion: str) -> Iterator[tuple[str, str]]:
    if panel.held:
        yield say(words.HELD()), boxed(panel.held, 900)
    if suggestion:
        yield say(words.SUGGESTION()), boxed(suggestion, FIELD - 2)
    if panel.outlook is not None and panel.outlook.warnings:
        lines = [safe(ruled(w), 300) for w in panel.outlook.warnings[:MOST]]
        yield say(words.WARNED()), "\n".join(lines)
    if panel.draft.lines:
        yield say(words.YOUR_DRAFT()), draft_words(panel.draft)
    if panel.rights:
        lines = [f"{safe(r.prompt, 200)} {boxed(r.example, 200)}" for r in panel.rights]
        yield say(words.ANY_TIME()), fold(lines, FIELD)
    if panel.quick:
        return
    if panel.complete:
        order = boxed(panel.complete, 900)
        yield say(words.YOUR_ORDER()), say(words.SEND_OR_ADD(order=order))
    elif panel.so_far:
        yield say(words.SO_FAR()), boxed(panel.so_far, 900)
    if panel.menu and (panel.menu.chosen or panel.menu.words != panel.prompt):
        yield _menu_title(panel.menu, bool(panel.complete)), _menu_words(panel.menu)


def ruled(warned: Warned) -> str:
    return embeds.ruled(wording(warned.said), warned.rule)


def draft_words(draft: Draft) -> str:
    """The orders of a draft, how far they were tried, and what happened in the trial."""
    lines = []
    for n, order in enumerate(draft.lines):
        mark = words.MARKS[_mark(draft, n)]()
        lines.append(say(words.DRAFTED(n=n + 1, order=boxed(order, 200), mark=mark)))
    if draft.refused:
        lines.append(safe(draft.refused, 300))
    lines += [f"-# {safe(line, 200)}" for line in draft.words]
    return fold(lines, FIELD, more=common.MORE_LINES)


def _mark(draft: Draft, n: int) -> str:
    """What became of one order of a draft."""
    if n < draft.tried:
        return "tried"
    if n == draft.tried and draft.refused:
        return "refused"
    return "waits" if n == draft.tried and draft.waits else "not"


def _menu_title(menu: Menu, complete: bool) -> str:
    if menu.pages > 1:
        title = words.IF_YOU_LIKE_PAGE if complete else words.NEXT_PAGE
    else:
        title = words.IF_YOU_LIKE if complete else words.NEXT
    return say(title(what=safe(wording(menu.title), 100), page=menu.page + 1, pages=menu.pages))


def _menu_words(menu: Menu) -> str:
    text = safe(wording(menu.words), 300) if menu.words != menu.title else ""
    if menu.chosen:
        chosen = " > ".join(menu.chosen) if menu.form == "path" else listed(menu.chosen, "")
        text += f"\n{say(words.CHOSEN(chosen=safe(chosen, 500)))}"
    return text.strip() or say(words.CHOOSE_BELOW())


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
    most = min(menu.most, len(menu.choices))
    return discord.ui.Select(
        custom_id=str(_tag(panel, "pick")),
        placeholder=_placeholder(menu),
        min_values=min(menu.least, most) if menu.pages == 1 else 1,
        max_values=most,
        options=[_option(n, choice) for n, choice in enumerate(menu.choices)],
        row=MENU_ROW,
    )


def _placeholder(menu: Menu) -> str:
    form = "exactly" if menu.form == "set" and menu.least == menu.most > 1 else menu.form
    form = "single" if form == "set" and menu.most == 1 else form
    return plain(say(words.CHOOSE[form](what=menu.title, least=menu.least, most=menu.most)), CHOICE)


def _option(n: int, choice: Choice) -> discord.SelectOption:
    text = plain(wording(choice.words)) if choice.words != choice.name else ""
    return discord.SelectOption(
        label=plain(choice.name) or say(words.NONE()), value=str(n), description=text or None
    )


def _page_row(panel: Panel) -> Iterator[Item]:
    menu = panel.menu
    if menu is None or panel.quick:
        return
    if menu.page > 0:
        yield button(_tag(panel, "page", str(menu.page - 1)), words.EARLIER(), row=PAGE_ROW)
    if menu.page + 1 < menu.pages:
        yield button(_tag(panel, "page", str(menu.page + 1)), words.MORE(), row=PAGE_ROW)
    if menu.may_stop:
        label = words.THAT_IS_ALL() if menu.chosen else words.NO_SUCH(what=menu.title)
        yield button(_tag(panel, "enough"), label, ButtonStyle.primary, PAGE_ROW)


def _draft_row(panel: Panel) -> Iterator[Item]:
    if panel.quick:
        return
    if panel.complete or panel.draft.lines:
        yield button(_tag(panel, "send"), words.SEND(), ButtonStyle.success, DRAFT_ROW)
    if panel.complete:
        yield button(_tag(panel, "add"), words.ADD(), ButtonStyle.primary, DRAFT_ROW)
    if panel.so_far or panel.complete:
        yield button(_tag(panel, "back"), words.BACK(), row=DRAFT_ROW)
    if panel.draft.lines:
        yield button(_tag(panel, "drop"), words.DROP_LAST(), row=DRAFT_ROW)
        yield button(_tag(panel, "clear"), words.CLEAR(), ButtonStyle.danger, DRAFT_ROW)


def _help_row(panel: Panel, suggestion: str) -> Iterator[Item]:
    if suggestion:
        if not panel.draft.lines:  # what is drafted comes first
            yield button(_tag(panel, "do"), words.DO_IT(), ButtonStyle.success, HELP_ROW)
        yield button(_tag(panel, "keep"), words.INTO_DRAFT(), ButtonStyle.primary, HELP_ROW)
    yield button(_tag(panel, "suggest"), words.MOODS["suggest"](), row=HELP_ROW)
    yield button(_tag(panel, "write"), words.WRITE(), row=HELP_ROW)
    yield button(_tag(panel, "help"), common.HELP(), row=HELP_ROW)
    if not suggestion:  # a row has room for five
        yield button(Tag(letters.DESK, panel.table.id), common.LETTERS(), row=HELP_ROW)


def suggestion_in(message: discord.Message | None) -> str:
    """The order that a panel suggests; it is kept nowhere but in the panel itself."""
    for embed in message.embeds if message else ():
        for field in embed.fields:
            if field.name in everywhere(words.SUGGESTION()) and field.value:
                return field.value.strip("`")
    return ""
