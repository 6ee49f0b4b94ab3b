"""The plan panel: a battle before it is fought, and what its owner has written for it.

Which place is looked at stands in the buttons; everything else comes from the store.
"""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord import ButtonStyle

from bot.discord.panels import letters, words
from bot.discord.speech import embeds, pictures
from bot.discord.speech import words as common
from bot.discord.speech.buttons import button, laid_out
from bot.discord.speech.spoken import say
from bot.discord.speech.tags import Tag
from bot.discord.speech.text import CHOICE, FIELD, ago, block, fold, listed, plain, safe
from bot.discord.visit import Visit
from bot.tables.values import BattlePlan, PlanPanel
from renderer import RenderError, best

Item = discord.ui.Item[discord.ui.View]

PLACE_ROW, MOOD_ROW, SEAL_ROW = 0, 1, 2
TEXT = 2600  # characters of a plan that are shown; Edit shows all of them
ALL = "*"  # in a button: no one place


async def show(visit: Visit, table: int, notice: str = "", place: str = "") -> None:
    await put(visit, await visit.tables.plans.panel(table, visit.who), notice, place)


async def put(
    visit: Visit, panel: PlanPanel, notice: str = "", place: str = "", picture: bool = True
) -> None:
    """`picture=False` keeps the one that hangs there."""
    chosen = looked_at(panel, place)
    files = await _picture(visit, panel, chosen) if picture else None
    view = controls(panel, chosen)
    await visit.answer(notice, embeds=[face(panel, chosen)], view=view, files=files)


def looked_at(panel: PlanPanel, place: str) -> str:
    """The place that a button names; the only one; or ("") all of them."""
    places = [plan.place for plan in panel.plans if plan.place]
    if len(places) == 1:
        return places[0]
    return place if place in places else ""


# -- what it says --------------------------------------------------------------------------------


def face(panel: PlanPanel, place: str) -> discord.Embed:
    lines = [
        f"**{safe(panel.prompt, 600)}**",
        say(words.PLAN_SEALED() if panel.sealed else words.PLAN_HOW()),
    ]
    if panel.until and not panel.sealed:
        lines.append(say(words.PLAN_UNTIL(until=ago(panel.until))))
    shown = [p for p in panel.plans if p.place == place or (not place and (p.text or p.place))]
    room = max(150, min(FIELD, 3000 // max(1, len(shown))))  # a box that is cut would not close
    fields = [field for plan in shown for field in _fields(plan, bool(place), room)]
    rest = [plan for plan in panel.plans if place and plan.place and plan.place != place]
    if rest:
        written = [
            say(words.OTHER_BATTLE(place=safe(title(plan), 60), plan=_short(plan))) for plan in rest
        ]
        fields.append((say(words.OTHER_BATTLES()), fold(written, FIELD)))
    if place:
        lines += _whole(panel, place)
    return embeds.make(
        say(words.YOUR_PLAN(table=panel.table.name, seat=embeds.named(panel.seat))),
        "\n".join(lines),
        colour=embeds.GOLD if panel.sealed else embeds.INK,
        fields=[(name, text, False) for name, text in fields],
        footer=say(words.PLAN_FOOT(table=panel.table.name, number=panel.number)),
    )


def _whole(panel: PlanPanel, place: str) -> list[str]:
    """The plan for one place, as large as it can be shown."""
    plan = next(plan for plan in panel.plans if plan.place == place)
    return [block(plan.text, TEXT)] if plan.text else []


def _fields(plan: BattlePlan, one: bool, room: int) -> Iterator[tuple[str, str]]:
    place = safe(title(plan), 100)
    if not plan.text:
        if one or plan.place:
            yield place, say(words.NOTHING_WRITTEN())
    elif not one:
        yield place, block(plan.text, room)
    if plan.faults:
        faults = [f"• {safe(fault, 300)}" for fault in plan.faults]
        yield say(words.NOT_YET(place=place)), fold(faults, room, more=common.MORE)


def title(plan: BattlePlan) -> str:
    """The place that a plan is for."""
    return plan.title


def _short(plan: BattlePlan) -> str:
    if plan.faults:
        return say(words.SHORT_NOT_YET())
    if not plan.text:
        return say(words.SHORT_COMPUTER())
    return say(words.SHORT_LINES(count=len(plan.text.splitlines())))


# -- what can be pressed -------------------------------------------------------------------------


def controls(panel: PlanPanel, place: str) -> discord.ui.View:
    return laid_out(*_place_row(panel, place), *_mood_row(panel, place), *_seal_row(panel, place))


def _tag(panel: PlanPanel, op: str, arg: str) -> Tag:
    return Tag(op, panel.table.id, panel.number, panel.revision, arg)


def _place_row(panel: PlanPanel, place: str) -> Iterator[Item]:
    places = [plan for plan in panel.plans if plan.place]
    if len(places) < 2:
        return
    names, every = listed(map(title, places)), say(words.ALL_BATTLES())
    options = [discord.SelectOption(label=every, value=ALL, description=plain(names))]
    options += [
        discord.SelectOption(
            label=plain(title(plan)), value=plan.place, description=plain(_short(plan))
        )
        for plan in places[:24]
    ]
    for option in options:
        option.default = option.value == (place or ALL)
    yield discord.ui.Select(
        custom_id=str(_tag(panel, "pplace", "")),
        placeholder=plain(say(words.WHICH_BATTLE()), CHOICE),
        options=options,
        row=PLACE_ROW,
    )


def _mood_row(panel: PlanPanel, place: str) -> Iterator[Item]:
    if panel.sealed:
        return
    for mood, label in words.MOODS.items():
        style = ButtonStyle.primary if mood == "suggest" else ButtonStyle.secondary
        yield button(_tag(panel, "pmood", f"{mood} {place}"), label(), style, MOOD_ROW)
    yield button(_tag(panel, "pedit", place), words.EDIT(), row=MOOD_ROW)


def _seal_row(panel: PlanPanel, place: str) -> Iterator[Item]:
    if panel.sealed:
        yield button(_tag(panel, "pedit", place), words.CHANGE(), row=SEAL_ROW)
        yield button(_tag(panel, "popen", place), words.WITHDRAW(), ButtonStyle.danger, SEAL_ROW)
        yield button(Tag(letters.DESK, panel.table.id), common.LETTERS(), row=SEAL_ROW)
        return
    seal = button(_tag(panel, "pseal", place), words.SEAL(), ButtonStyle.success, SEAL_ROW)
    seal.disabled = panel.faulty
    yield seal
    yield button(_tag(panel, "phelp", place), common.HELP(), row=SEAL_ROW)
    yield button(Tag(letters.DESK, panel.table.id), common.LETTERS(), row=SEAL_ROW)


# -- the picture ---------------------------------------------------------------------------------


async def _picture(visit: Visit, panel: PlanPanel, place: str) -> list[discord.File]:
    """The battle as its owner may know it, or the country around it."""
    view = await visit.tables.reading.view(panel.table.id, visit.who)
    places = [place] if place else [plan.place for plan in panel.plans if plan.place]
    try:
        if best(view.to_json()) == "board" and places:
            drawn = await pictures.draw(
                visit, view, "region", places=places, width=pictures.CLOSE_UP
            )
            return [drawn]
    except RenderError:  # a sea is no region; the whole board shows it
        pass
    return await pictures.for_panel(visit, view)
