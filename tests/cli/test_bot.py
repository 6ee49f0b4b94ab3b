"""`herald bot`, `health`, `backup`, `restore` and `sandbox`, as whoever hosts meets them."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli.main import app
from bot.store import Store

runner = CliRunner()


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "HERALD_CONFIG", "HERALD_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HERALD_FOLDER", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def herald(*words: str) -> tuple[int, str]:
    done = runner.invoke(app, list(words))
    return done.exit_code, done.output


def test_without_a_token_it_says_what_to_do() -> None:
    code, told = herald("bot")
    assert code == 1
    assert "There is no token" in told
    assert "Traceback" not in told


def test_health_looks_at_the_age_of_the_last_sign(tmp_path: Path) -> None:
    code, told = herald("health")
    assert code == 1
    assert "not running" in told
    sign = tmp_path / "data" / "health"
    sign.parent.mkdir()
    sign.touch()
    assert herald("health")[0] == 0
    os.utime(sign, (1, 1))
    code, told = herald("health")
    assert code == 1
    assert "No sign of life" in told


def test_a_backup_is_restored(tmp_path: Path) -> None:
    database = tmp_path / "data" / "herald.db"

    async def make() -> None:
        store = Store(database)
        await store.upgrade()
        await store.close()

    asyncio.run(make())
    with closing(sqlite3.connect(database)) as open_:
        open_.execute("CREATE TABLE kept (word TEXT)")
        open_.execute("INSERT INTO kept VALUES ('here')")
        open_.commit()
    copy = tmp_path / "copy.db"
    assert herald("backup", str(copy))[0] == 0
    code, told = herald("backup", str(copy))
    assert code == 1
    assert "does not overwrite" in told
    with closing(sqlite3.connect(database)) as open_:
        open_.execute("DELETE FROM kept")
        open_.commit()
    (tmp_path / "data" / "health").touch()  # a bot that crashed a moment ago holds nothing
    with Store(database).held():
        for command in (("restore", str(copy)), ("forget", "17")):
            code, told = herald(*command)
            assert code == 1
            assert "Stop it first" in told
    code, told = herald("restore", str(copy))
    assert code == 0
    assert "before-" in told
    with closing(sqlite3.connect(database)) as open_:
        assert open_.execute("SELECT word FROM kept").fetchall() == [("here",)]


def test_an_empty_or_damaged_database_is_told_of(tmp_path: Path) -> None:
    database = tmp_path / "data" / "herald.db"
    database.parent.mkdir(exist_ok=True)
    database.write_bytes(b"")
    code, told = herald("forget", "17")
    assert (code, "empty file" in told, "Traceback" in told) == (1, True, False)
    database.write_bytes(b"SQLite format 3\0" + b"rubbish " * 600)
    code, told = herald("forget", "17")
    assert (code, "is damaged" in told, "herald restore" in told) == (1, True, True)


def test_what_is_no_database_is_not_restored(tmp_path: Path) -> None:
    wrong = tmp_path / "notes.txt"
    wrong.write_text("no database")
    code, told = herald("restore", str(wrong))
    assert code == 1
    assert "not a sound database" in told


@pytest.mark.slow
def test_the_sandbox_opens_at_a_move_and_stops_politely() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "bot.cli", "sandbox", "--port", "0"],
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        lines = [process.stdout.readline() for _ in range(4)]
        told = "".join(lines)
        assert "127.0.0.1 only" in told
        found = re.search(r"http://127\.0\.0\.1:\d+", told)
        assert found is not None
        address = found[0]
        with urllib.request.urlopen(f"{address}/", timeout=10) as page:
            assert b"<html" in page.read().lower()
        with urllib.request.urlopen(f"{address}/people", timeout=10) as people:
            given = json.load(people)
        (person,) = given["opening"]["people"]
        thread = given["opening"]["channel"]
        where = f"{address}/people/{person}/channels/{thread}/messages"
        with urllib.request.urlopen(where, timeout=10) as answer:
            text = answer.read().decode()
        assert "Ana" in text
        assert "Waiting for" in text
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
    assert process.returncode == 0


def test_somebody_is_forgotten_from_the_command_line() -> None:
    result = runner.invoke(app, ["forget", "4444"])
    assert result.exit_code == 0, result.output
    assert "Nothing is kept of 4444" in result.output
