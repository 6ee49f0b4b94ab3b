"""`herald data check` also reads the layout, so that no player meets its faults."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from bot.cli.main import app
from engine.data import folder


def without_a_place(drawn: dict[str, Any]) -> None:
    del drawn["places"]["Ronda"]


def not_a_map(drawn: dict[str, Any]) -> None:
    drawn["places"] = ["Ronda"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (without_a_place, "granada: layout.yaml: the place 'Ronda' is missing."),
        (not_a_map, "granada: layout.yaml: something is not written as it should be"),
    ],
)
def test_a_broken_layout(
    change: Any, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = Path(shutil.copytree(folder("granada"), tmp_path / "granada"))
    path = where / "layout.yaml"
    drawn = yaml.safe_load(path.read_text(encoding="utf-8"))
    change(drawn)
    path.write_text(yaml.safe_dump(drawn, allow_unicode=True), encoding="utf-8")
    monkeypatch.setenv("HERALD_DATA", str(tmp_path))
    result = CliRunner().invoke(app, ["data", "check", "granada"])
    assert result.exit_code == 1, result.output
    assert reason in result.output
