"""`herald data check` also reads the layout, so that no player meets its faults."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

import engine
from bot.cli.main import app
from engine.data import folder
from renderer.check import check, refused

Change = Callable[[dict[str, Any]], None]


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the data that may be spoilt, where `herald` reads it."""
    where = Path(shutil.copytree(folder("granada"), tmp_path / "granada"))
    monkeypatch.setenv("HERALD_DATA", str(tmp_path))
    return where


def spoil(where: Path, name: str, change: Change) -> None:
    path = where / name
    rows = yaml.safe_load(path.read_text(encoding="utf-8"))
    change(rows)
    path.write_text(yaml.safe_dump(rows, allow_unicode=True), encoding="utf-8")


# -- the layout, from the command line -----------------------------------------------------------


def without_a_place(drawn: dict[str, Any]) -> None:
    del drawn["places"]["Ronda"]


def without_a_sea(drawn: dict[str, Any]) -> None:
    del drawn["zones"]["Sea-Oran"]


def off_the_frame(drawn: dict[str, Any]) -> None:
    drawn["places"]["Segura"]["at"] = [1596, 20]


def on_a_name(drawn: dict[str, Any]) -> None:
    drawn["places"]["Loja"]["name"] = drawn["places"]["Ronda"]["name"]


def at_another_town(drawn: dict[str, Any]) -> None:
    drawn["places"]["Osuna"]["name"] = [440, 515]


def through_a_town(drawn: dict[str, Any]) -> None:
    drawn["bends"]["Antequera Lucena"] = -42


def not_a_map(drawn: dict[str, Any]) -> None:
    drawn["places"] = ["Ronda"]


def without_a_ground(drawn: dict[str, Any]) -> None:
    drawn["ground"] = "atlantis.webp"


def older_views_only(drawn: dict[str, Any]) -> None:
    drawn["schemas"] = [0]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (without_a_place, "layout.yaml: the place 'Ronda' is missing."),
        (without_a_sea, "layout.yaml: the sea zone 'Sea-Oran' is missing."),
        (off_the_frame, "layout.yaml: the town Segura lies outside the frame."),
        (on_a_name, "layout.yaml: the name of Ronda and the name of Loja overlap."),
        (
            at_another_town,
            "layout.yaml: the name of Osuna stands nearer to Teba than to its own town.",
        ),
        (through_a_town, "layout.yaml: the road Antequera Lucena runs through Archidona."),
        (not_a_map, "layout.yaml: something is not written as it should be"),
        (without_a_ground, "layout.yaml: the ground picture 'atlantis.webp' is missing."),
        (older_views_only, "This view of Granada is of version"),
    ],
)
def test_a_broken_layout(change: Change, reason: str, copied: Path) -> None:
    spoil(copied, "layout.yaml", change)
    result = CliRunner().invoke(app, ["data", "check", "granada"])
    assert result.exit_code == 1, result.output
    assert f"granada: {reason}" in result.output


def test_sound_data(copied: Path) -> None:
    result = CliRunner().invoke(app, ["data", "check", "granada"])
    assert result.exit_code == 0, result.output
    assert "granada: the data is sound." in result.output


# -- pieces and cards that nobody has drawn ------------------------------------------------------


def a_new_card(cards: dict[str, Any]) -> None:
    cards["muslim"]["Elephants"] = {"name": "Elephants", "type": "elephant", "count": 1}


def a_card_of_a_new_faction(cards: dict[str, Any]) -> None:
    cards["christian"]["Castile"]["faction"] = "navarre"


def a_new_arm(pieces: dict[str, Any]) -> None:
    pieces["kinds"]["C1x"]["arm"] = "pike"


def a_new_side(pieces: dict[str, Any]) -> None:
    pieces["kinds"]["C3"]["side"] = "french"


def a_piece_without_shields(pieces: dict[str, Any]) -> None:
    del pieces["kinds"]["C3"]["shields"]


def a_new_recruit(board: dict[str, Any]) -> None:
    board["places"]["Ronda"]["recruit"] = ["navarre"]


@pytest.mark.parametrize(
    ("name", "change", "reason"),
    [
        (
            "cards.yaml",
            a_new_card,
            "cards.yaml: The card 'Elephants' is of a kind that cannot be drawn: elephant.",
        ),
        (
            "cards.yaml",
            a_card_of_a_new_faction,
            "cards.yaml: there is no shield for the faction 'navarre' of the card 'Castile'.",
        ),
        (
            "pieces.yaml",
            a_new_arm,
            "pieces.yaml: there is no emblem for the arm 'pike' of the piece 'C1x'.",
        ),
        (
            "pieces.yaml",
            a_new_side,
            "pieces.yaml: there is no paint for the side 'french' of the piece 'C3'.",
        ),
        (
            "pieces.yaml",
            a_piece_without_shields,
            "pieces.yaml: the piece 'C3' is not complete: 'shields'.",
        ),
        (
            "board.yaml",
            a_new_recruit,
            "board.yaml: there is no shield for the faction 'navarre' of the place 'Ronda'.",
        ),
    ],
)
def test_what_nobody_has_drawn(name: str, change: Change, reason: str, copied: Path) -> None:
    spoil(copied, name, change)
    assert reason in check(copied)


# -- views ---------------------------------------------------------------------------------------


def test_a_view_of_a_newer_version_or_with_an_unknown_piece(copied: Path) -> None:
    view = engine.new_match("granada", seed="check").view(None).to_json()
    assert refused(view) == []
    assert "is of version 99" in refused({**view, "schema": 99})[0]
    places = view["locations"]
    ronda = {**places["Ronda"], "muslim": {**places["Ronda"]["muslim"], "known": ["Q9"]}}
    unknown = {**view, "locations": {**places, "Ronda": ronda}}
    assert refused(unknown) == ["There is no piece 'Q9' in Granada."]
