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
    form = Modal(title=cut(title, TITLE), custom_id=str(tag))
    box: TextInput[Modal] = TextInput(
        custom_id=FIELD,
        style=TextStyle.paragraph,
        placeholder=cut(f"For example: {example}" if example else "One order a line", 100),
        default=cut("\n".join(lines), LONGEST) or None,
        max_length=LONGEST,
        required=True,
    )
    form.add_item(Label(text="Orders", description="One a line, or ; between them", component=box))
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
