"""A data file with every kind of error: told with file and entry when it is checked or loaded."""

from __future__ import annotations

import shutil
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from typer.testing import CliRunner

import engine
from bot.cli.main import app
from engine.core import DataError
from engine.data import folder, load
from engine.games import manifests, with_data

GONE = object()


class Fault(NamedTuple):
    file: str
    where: tuple[str | int, ...]
    value: Any  # what stands there instead
    entry: str
    words: str


# what the rules cannot work with
UNPLAYABLE = {
    "granada": (
        Fault("board", ("sea",), GONE, "sea", "this part of the file is missing"),
        Fault("board", ("zones",), 3, "zones", "must be a mapping of names to values"),
        Fault("board", ("places", "Ronda"), "fort", "Ronda", "must be a mapping of fields to v"),
        Fault("board", ("places", "Cadiz", "name"), GONE, "Cadiz", "the field name is missing"),
        Fault("board", ("places", "Loja", "port"), 1, "Loja", "port is 1; it must be true or"),
        Fault("board", ("places", "Vera", "at"), [1], "Vera", "it must be [longitude, latitude]"),
        Fault("board", ("roads", 1), 7, "road 2", "must be a mapping of fields to values"),
        Fault("pieces", ("kinds", "C1", "faction"), 5, "C1", "faction is 5; it "),
        Fault("setup", ("track",), {}, "track", "must be a list"),
        Fault(
            "setup",
            ("scenario", "standard", "blocks", "muslim", "Baza"),
            "B1",
            "standard, blocks, muslim",
            "Baza is 'B1'; it must be a list of block codes",
        ),
        Fault("rules", ("options", "sortie", "default"), GONE, "sortie", "the field default is"),
    ),
    "hispania": (
        Fault("board", ("provinces", "Porto", "income"), 1.3, "Porto", "income is 1.3; it "),
        Fault("board", ("borders", 0, "between"), ["Porto"], "borders, line 1", "two different"),
        Fault("board", ("corners", 1, "round"), GONE, "corner 2", "the field round is missing"),
        Fault("units", ("kinds", "inf", "move"), [2], "inf", "it must be two numbers, for plain"),
        Fault("units", ("bonus", "zeal"), -1, "the file", "it has a wrong zeal: it "),
        Fault(
            "nations",
            ("transformations", 3, "castles", "first"),
            GONE,
            "transformations, line 4",
            "castles is {'count': 3}; it lacks the field first",
        ),
        Fault("nations", ("religion",), GONE, "religion", "this part of the file is missing"),
        Fault(
            "scenarios", ("setups", "T1", "units", "rome"), 1, "T1", "has a wrong value for rome"
        ),
        Fault("victory", ("battles", "rome", 0, "points"), "x", "battles, rome, line 1", "is 'x'"),
        Fault("victory", ("provinces", "rome", "rows"), 3, "provinces, rome", "a list of rows"),
    ),
}
# what contradicts the book, or lacks its notes
CHECKED = {
    "granada": (
        Fault("board", ("streets",), [], "streets", "unknown part of the file"),
        Fault("board", ("places", "Jaen", "source"), GONE, "Jaen", "the field source is missing"),
        Fault("board", ("places", "Baza", "prot"), True, "Baza", "not a field here (did you mean"),
        Fault("pieces", ("kinds", "C3", "count"), 69, "C3", "must be a whole number from 1 to 68"),
        Fault("pieces", ("kinds", "C2", "side"), "white", "C2", "must be one of christian"),
        Fault("cards", ("muslim", "Sarray", "name"), "", "muslim Sarray", "name is ''; it must be"),
    ),
    "hispania": (
        Fault(
            "units", ("attack", "cav", "infantry"), [4, 8], "the file", "unknown name 'infantry'"
        ),
        Fault("nations", ("nations", "rome", "turns"), [5, 2], "rome", "must be [first, last]"),
        Fault("nations", ("nations", "rome", "income", "form"), 1, "rome", "unknown field 'form'"),
        Fault("nations", ("mercenary", "goal"), "Rome", "mercenary", "goal is 'Rome'; it must be"),
        Fault("victory", ("exits", 0, "to"), "Paris", "exits, line 1", "must be one of Afrique"),
        Fault("rules", ("specials",), [], "specials", "must be a mapping of names to values"),
    ),
}
GAMES = tuple(UNPLAYABLE)


def put(raw: Any, fault: Fault) -> None:
    *way, last = fault.where
    for step in way:
        raw = raw[step]
    if fault.value is GONE:
        del raw[last]
    else:
        raw[last] = fault.value


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_error_is_told_by_the_check(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them at once, and each is told: nobody mends a file fault by fault."""
    copy = Path(shutil.copytree(folder(game), tmp_path / game))
    monkeypatch.setenv("HERALD_DATA", str(tmp_path))
    faults = UNPLAYABLE[game] + CHECKED[game]
    files = {fault.file: load(copy / f"{fault.file}.yaml") for fault in faults}
    for fault in faults:
        put(files[fault.file], fault)
    for file, raw in files.items():
        (copy / f"{file}.yaml").write_text(yaml.safe_dump(raw, sort_keys=False), encoding="utf-8")
    result = CliRunner().invoke(app, ["data", "check", game])
    assert result.exit_code == 1, result.output
    told = result.output.splitlines()
    for fault in faults:
        head = f"{game}: {fault.file}.yaml, {fault.entry}: "
        assert any(line.startswith(head) and fault.words in line for line in told), fault
    assert len(told) == len(faults)


@pytest.mark.parametrize("game", GAMES)
def test_what_the_rules_cannot_work_with_is_told_when_the_game_is_loaded(game: str) -> None:
    shipped = manifests()[game].data()
    for fault in UNPLAYABLE[game]:
        raw = deepcopy(shipped)
        put(raw[fault.file], fault)
        with pytest.raises(DataError, match="data cannot be used") as refused:
            with_data(engine.games()[game], raw)
        assert f"{fault.file}.yaml, {fault.entry}: " in str(refused.value)
