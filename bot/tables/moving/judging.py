"""A table's file is judged in a process of its own, with a time limit.

A file can hold anything: data that never ends, orders that are taken back a hundred thousand
times. So the bot looks at its outside only, and another process replays it; what that one cannot
do in time is given up, and the bot goes on as if nothing had been.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import engine
from bot.tables.floor import words_mod as words
from bot.tables.values import Refused
from engine import HeraldError, Match, Position
from engine.core import plain
from engine.tongues import Said

ROOT = Path(__file__).resolve().parents[3]
PASSED = ("HERALD_DATA", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PATH", "SYSTEMROOT", "TMPDIR")
LIMIT = 30.0  # seconds
SHORT = 16  # letters of a digest kept with an entry


@dataclass(frozen=True, slots=True)
class Judged:
    """What a file leads to, as far as it was replayed."""

    game: str
    scenario: str
    options: dict[str, str]
    seats: list[str]
    seed: str
    entries: int
    position: dict[str, Any]
    digest: str
    differing: list[str]  # parts of its data that are not as ours
    unchecked: int  # entries that were played by older rules


def judge(content: dict[str, Any]) -> Judged:
    """Replay a file; raises `Refused`, or whatever a spoilt file makes of it."""
    record, digests = content["record"], [str(line["digest"]) for line in content["entries"]]
    kept = Position.from_json(content["position"])
    match = engine.from_record(record, lambda match, entry: _compare(match, entry, digests, kept))
    if match.over:
        raise Refused(words.IMPORT_OVER)
    if match.skipped:
        raise Refused(words.OTHER_DICE)
    position = match.position()
    if position.digest != kept.migrated(match.game).digest or len(digests) != len(match):
        raise Refused(words.SPOILT_FILE.format(what=words.ITS_RECORD))
    if digests and not digests[-1]:
        raise Refused(words.SPOILT_FILE.format(what=words.ITS_DIGESTS))
    ours = plain(engine.games()[match.game.name].data)
    return Judged(
        match.game.name,
        match.scenario,
        dict(match.options),
        list(match.seats),
        match.seed,
        len(match),
        position.to_json(),
        position.digest,
        sorted(name for name in {*ours, *record["data"]} if ours.get(name) != _of(record, name)),
        match.first,
    )


def _of(record: dict[str, Any], name: str) -> Any:
    return record["data"].get(name)


def _compare(match: Match, entry: int, digests: list[str], kept: Position) -> None:
    """Where the table stood after an entry, as far as the file says so in words of today."""
    wanted = digests[entry] if entry < len(digests) else ""
    position = match.position().as_of(match.game, kept.schema) if wanted else None
    if position is not None and position.digest[:SHORT] != wanted:
        raise Refused(words.SPOILT_FILE.format(what=words.AN_ENTRY.format(entry=entry)))


def verdict(content: dict[str, Any]) -> dict[str, Any]:
    """The same for whoever asked: what it is, or a sentence. A sentence never holds words of the
    file, for they may quote an order."""
    try:
        return {"judged": asdict(judge(content))}
    except Refused as refused:
        return {"refused": refused.said.to_json()}
    except HeraldError:
        return {"refused": words.SPOILT_FILE(what=words.ITS_RECORD()).to_json()}
    except Exception:
        return {"refused": words.SPOILT_FILE(what=words.SOME_PART()).to_json()}


async def judged_apart(content: dict[str, Any], limit: float | None = None) -> Judged:
    """The judgement of another process, which has no more than so many seconds; raises
    `Refused`."""
    limit = LIMIT if limit is None else limit
    passed = {name: os.environ[name] for name in PASSED if name in os.environ}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", __name__),
        stdin=PIPE,
        stdout=PIPE,
        env={**passed, "PYTHONPATH": str(ROOT)},
    )
    try:
        async with asyncio.timeout(limit):
            found, _ = await process.communicate(json.dumps(content).encode())
    except TimeoutError:
        raise Refused(words.TOO_LONG_TO_REPLAY.format(limit=f"{limit:g}")) from None
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    try:
        answer = json.loads(found)
    except ValueError:  # it died of the file
        raise Refused(words.SPOILT_FILE.format(what=words.ITS_RECORD)) from None
    if "refused" in answer:
        raise Refused(Said.from_json(answer["refused"]))
    return Judged(**answer["judged"])


if __name__ == "__main__":
    json.dump(verdict(json.load(sys.stdin)), sys.stdout)
