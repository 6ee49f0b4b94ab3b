"""rules.yaml: the index of a game's book, which the other files give as their sources."""

import re
from collections.abc import Collection, Iterable
from typing import Annotated, Any, ClassVar

from engine.core import Option
from engine.models import Checked, Entry, File, Named, Problems, Text, words

Words = Annotated[tuple[str, ...], words()]


class Section(Entry):
    title: Text
    summary: Text
    status: Text
    rulings: Words = ()


class Ruling(Entry):
    """Where the book is silent or says two things: what we chose."""

    rule: Text
    question: Text
    choice: Text
    why: Text
    option: Text = ""


class Choice(Entry):
    """A choice made before the start."""

    rule: Text
    values: Words
    default: Text
    title: Text
    summary: Text


class Mend(Entry):
    """What was put right in the code of the rules after it had been played by.

    `shows` names the orders and events at which a record from before first leads elsewhere,
    `orders` what is meant of orders only; `also` are paragraphs beside the first.
    """

    rule: Text
    what: Text
    shows: Words = ()
    orders: Words = ()
    also: Words = ()


class Options(File):
    """What a match reads."""

    file: ClassVar[str] = "rules.yaml"
    options: Named[Choice]

    def choices(self) -> dict[str, Option]:
        return {
            name: Option(name, o.rule, o.values, o.default, o.title, o.summary)
            for name, o in self.options.items()
        }


class Rules(Options):
    """The whole file."""

    sections: Named[Section]
    rulings: Named[Ruling]
    mends: Named[Mend] = {}


def cited(files: Iterable[Checked[Any]], sections: Collection[str], constraint: int) -> Problems:
    """A source is a section of the book."""
    for file in files:
        for entry, source in file.sources():
            for number in re.findall(r"(?<![\w.-])\d+(?:\.\d+)+(?:\.[A-G])?(?![\w-])", source):
                if number not in sections:
                    yield (
                        f"{file.model.file}, {entry}: no rule {number} in rules.yaml "
                        f"[constraint {constraint}]."
                    )
