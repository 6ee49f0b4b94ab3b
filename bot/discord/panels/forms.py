"""Forms: several lines of orders at once. A form must be the first answer, undeferred."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from discord import TextStyle
from discord.ui import Label, Modal, TextInput

from bot.discord.panels import words
from bot.discord.speech.spoken import say
from bot.discord.speech.tags import Tag
from bot.discord.speech.text import cut
from bot.discord.visit import Interaction

TITLE = 45
HOW = 100
LONGEST = 4000
WORD = 100
FIELD = "orders"


def orders(tag: Tag, title: str, example: str = "", lines: tuple[str, ...] = ()) -> Modal:
    """A form for order text, with what stands in the draft already written."""
    how = (say(words.FORM_ORDERS()), say(words.FORM_ORDERS_HOW()))
    hint = words.FORM_EXAMPLE(example=example) if example else words.FORM_ONE_A_LINE()
    return _form(tag, title, how, say(hint), "\n".join(lines))


def plan(tag: Tag, title: str, example: str, text: str) -> Modal:
    """A form for a plan, with what stands in it already."""
    how = (say(words.FORM_PLAN()), say(words.FORM_PLAN_HOW()))
    return _form(tag, title, how, say(words.FORM_EXAMPLE(example=example)), text)


def word(tag: Tag, title: str) -> Modal:
    """A form for a word of one's own. Nothing is filled in, and it may stay empty."""
    form = Modal(title=cut(title, TITLE), custom_id=str(tag))
    box: TextInput[Modal] = TextInput(
        custom_id=FIELD,
        placeholder=cut(say(words.FORM_WORD_HINT()), HOW),
        max_length=WORD,
        required=False,
    )
    name, how = say(words.FORM_WORD()), say(words.FORM_WORD_HOW())
    form.add_item(Label(text=cut(name, TITLE), description=cut(how, HOW), component=box))
    form.stop()  # found again by its tag, not by discord.py's memory
    return form


def letter(tag: Tag, title: str, most: int) -> Modal:
    """A form for a letter to other seats."""
    how = (say(words.FORM_LETTER()), say(words.FORM_LETTER_HOW()))
    return _form(tag, title, how, say(words.FORM_LETTER_HINT()), "", min(most, LONGEST))


def _form(
    tag: Tag, title: str, how: tuple[str, str], hint: str, text: str, most: int = LONGEST
) -> Modal:
    form = Modal(title=cut(title, TITLE), custom_id=str(tag))
    box: TextInput[Modal] = TextInput(
        custom_id=FIELD,
        style=TextStyle.paragraph,
        placeholder=cut(hint, HOW),
        default=cut(text, LONGEST) or None,
        max_length=most,
        required=True,
    )
    label, meaning = cut(how[0], TITLE), cut(how[1], HOW)
    form.add_item(Label(text=label, description=meaning, component=box))
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
