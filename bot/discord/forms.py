"""Forms: several lines of orders at once. A form must be the first answer, undeferred."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from discord import TextStyle
from discord.ui import Label, Modal, TextInput

from bot.discord.tags import Tag
from bot.discord.text import cut
from bot.discord.visit import Interaction

TITLE = 45
LONGEST = 4000
FIELD = "orders"


def orders(tag: Tag, title: str, example: str = "", lines: tuple[str, ...] = ()) -> Modal:
    """A form for order text, with what stands in the draft already written."""
    how = ("Orders", "One a line, or ; between them")
    hint = f"For example: {example}" if example else "One order a line"
    return _form(tag, title, how, hint, "\n".join(lines))


def plan(tag: Tag, title: str, example: str, text: str) -> Modal:
    """A form for a plan, with what stands in it already."""
    return _form(tag, title, ("Plan", "One instruction a line"), f"For example: {example}", text)


def _form(tag: Tag, title: str, how: tuple[str, str], hint: str, text: str) -> Modal:
    form = Modal(title=cut(title, TITLE), custom_id=str(tag))
    box: TextInput[Modal] = TextInput(
        custom_id=FIELD,
        style=TextStyle.paragraph,
        placeholder=cut(hint, 100),
        default=cut(text, LONGEST) or None,
        max_length=LONGEST,
        required=True,
    )
    form.add_item(Label(text=how[0], description=how[1], component=box))
    form.stop()  # found again by its tag, not by discord.py's memory
    return form


def written(interaction: Interaction) -> dict[str, str]:
    """What was written in a form, by the names of its fields."""
    data: Mapping[str, Any] = interaction.data or {}
    return dict(_fields(data.get("components", ())))


def _fields(components: Any) -> Iterator[tuple[str, str]]:
    """Fields stand in rows or behind labels."""
    for component in components:
        if "components" in component:
            yield from _fields(component["components"])
        elif "component" in component:
            yield from _fields([component["component"]])
        elif "value" in component:
            yield component["custom_id"], str(component["value"])
