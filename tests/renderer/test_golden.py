"""Every kind of picture looks as it did, and a moved label would be noticed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image

from renderer.boards import names
from renderer.ink import writing
from renderer.pictures import battle, boxes, closeup, ending, hand, sheets
from renderer.pieces import cards
from tests.renderer.golden import FOLDER, MOVED, SAME, difference, look, path_of
from tests.renderer.sights import SIGHTS

LABELS = {  # one of the smallest labels of each kind that `writing.line` writes
    "hand": "Papal Bull",
    "box": "The Kingdom of Granada",
    "battle": "defend",
    "siege": "finished",
    "end": "castles",
}


def golden(name: str) -> Image.Image:
    with Image.open(path_of(name)) as picture:
        return picture.convert("RGB")


def test_every_kind_has_its_golden() -> None:
    assert {path.stem for path in FOLDER.glob("*.webp")} == set(SIGHTS)


@pytest.mark.parametrize("name", SIGHTS)
def test_it_looks_as_it_did(name: str) -> None:
    """After a change that was meant: look at the picture, then write it with `python -m
    tests.renderer.golden`."""
    assert difference(look(SIGHTS[name]), golden(name)) < SAME


def forget() -> None:
    for cached in (cards.lying_token, cards.fan_token, ending._banner):
        cached.cache_clear()


@pytest.mark.parametrize("name", LABELS)
def test_a_moved_label_would_be_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    moved = []

    def shifted(picture: Any, at: Any, text: str, *more: Any, **how: Any) -> None:
        if LABELS[name] in text:
            moved.append(text)
            at = (at[0] + 9, at[1])
        writing.line(picture, at, text, *more, **how)

    for module in (boxes, cards, ending, battle, hand, sheets):
        monkeypatch.setattr(module, "line", shifted)
    forget()
    assert difference(look(SIGHTS[name]), golden(name)) > MOVED
    assert moved
    monkeypatch.undo()
    forget()


@pytest.fixture
def fresh() -> Iterator[None]:
    """Close-ups without what was kept of them, before and after."""
    kept = (closeup.whole, closeup.window, closeup.cut, closeup._ground, closeup._lettering)
    for cached in kept:
        cached.cache_clear()
    yield
    for cached in kept:
        cached.cache_clear()


@pytest.mark.usefixtures("fresh")
def test_a_moved_name_of_a_region_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = names.box

    def shifted(town: Any) -> Any:
        box = real(town)
        by = 9.0 if town.key == "Lucena" else 0.0
        return box._replace(left=box.left + by, right=box.right + by)

    with monkeypatch.context() as patch:
        patch.setattr(names, "box", shifted)
        assert difference(look(SIGHTS["region"]), golden("region")) > MOVED
