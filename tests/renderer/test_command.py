"""`herald render`, as a person would use it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

import engine
from bot.cli.main import app


def herald(*words: str) -> Result:
    return CliRunner().invoke(app, ["render", *words])


def test_a_new_game(tmp_path: Path) -> None:
    out = tmp_path / "board.webp"
    result = herald("granada", "--seed", "s", "--width", "400", "--steps", "5", "-o", str(out))
    assert result.exit_code == 0, result.output
    assert "Points: Christians" in result.output
    with Image.open(out) as image:
        assert image.size == (400, 300)


def test_a_record_and_a_seat(tmp_path: Path) -> None:
    match = engine.new_match("granada", seed="kept")
    record, out = tmp_path / "record.json", tmp_path / "board.webp"
    record.write_text(json.dumps(match.record()), encoding="utf-8")
    result = herald(
        "granada", "--record", str(record), "--seat", "muslim", "--words", "-o", str(out)
    )
    assert result.exit_code == 0, result.output
    assert "Boabdil" in result.output
    assert "Ferdinand" not in result.output
    assert out.stat().st_size > 10_000


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("chess",), "There is no game 'chess'"),
        (("granada", "--seat", "pope"), "There is no seat 'pope'"),
        (("granada", "--kind", "opera"), "There is no picture 'opera'"),
        (("granada", "--palette", "beige"), "There is no palette 'beige'"),
        (("granada", "--width", "9"), "pixels wide, not 9"),
    ],
)
def test_refusals(tmp_path: Path, words: tuple[str, ...], reason: str) -> None:
    result = herald(*words, "-o", str(tmp_path / "x.webp"))
    assert result.exit_code == 1
    assert reason in result.output


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    result = herald("granada", "--width", "300", "-o", str(tmp_path / "nowhere" / "x.webp"))
    assert result.exit_code == 1
    assert "x.webp cannot be written" in result.output
