"""What the docs quote and list is what the code says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.example.border.game import Border
from engine.base import BaseGame
from engine.core import Game

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGE = (DOCS / "how-to-add-a-game.md").read_text(encoding="utf-8")
QUOTED = re.compile(r"^```python (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TO_BE_GIVEN = "to be given"


def _quotations() -> Iterator[tuple[str, str]]:
    """The pieces of every block that names a file; a line of dots parts them."""
    for path, block in QUOTED.findall(PAGE):
        for piece in re.split(r"^\.\.\.$", block, flags=re.MULTILINE):
            yield path, piece.strip("\n")


def _stripped(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines())


@pytest.mark.parametrize(("path", "piece"), [*_quotations()])
def test_what_is_quoted_stands_in_the_file(path: str, piece: str) -> None:
    assert f"{_stripped(piece)}\n" in _stripped((ROOT / path).read_text(encoding="utf-8")) + "\n"


def test_every_listing_names_its_file() -> None:
    assert len(QUOTED.findall(PAGE)) == len(re.findall(r"^```python", PAGE, re.MULTILINE)) > 20


def _listed() -> dict[str, str]:
    """The parts of a game on the page, each with what the base has for it."""
    table = PAGE.partition("### What a game supplies")[2].partition("\n###")[0]
    return dict(re.findall(r"^\| `(\w+)` \|.*\| ([^|]*) \|$", table, re.MULTILINE))


def test_the_page_lists_the_whole_contract() -> None:
    methods = [name for name, part in vars(Game).items() if callable(part) and name[0] != "_"]
    assert [*_listed()] == [*Game.__annotations__, *methods]


def test_what_must_be_given_has_no_default() -> None:
    given = {name for name, base in _listed().items() if base == TO_BE_GIVEN}
    assert given == {"title", "seats", "scenarios", "setup", "view"}
    for name in _listed().keys() - given:
        made = name in vars(BaseGame) or name in {
            "name",
            "data",
            "options",
            "verbs",
            "edits",
            "events",
        }
        assert made, f"{name} has no default"
    for name in given:
        assert name in vars(Border)


FILE = re.compile(r"`((?:engine|bot|renderer|tests|docs|data)/[\w/.]+)`")


def test_the_files_that_the_docs_name_exist() -> None:
    missing = [
        f"{page.name}: {name}"
        for page in sorted(DOCS.glob("*.md"))
        if page.name != "decisions.md"  # what was decided then stays as it was written
        for name in FILE.findall(page.read_text(encoding="utf-8"))
        if not (ROOT / name).exists()
    ]
    assert missing == []
