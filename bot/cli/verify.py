"""`herald verify`: does a record replay to itself, and did all of its chance come from the seed?

Each segment is replayed by itself. Draws are numbered, and who plays can pass over none: a record
with a gap in its draws was fished for, whatever it says, and is refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

import engine
from bot.cli.play import read_record
from engine import DataError, HeraldError, Match, Position
from engine.dice import Draw
from engine.forms import form_of
from engine.parts.segments import parts
from engine.text import write
from engine.words import outcome

WHOLE = (
    "The record replays to the same bytes; every draw follows from the seed, and none is missing."
)
BUT_FORCED = (
    "The record replays to the same bytes; no draw is missing, and every one follows from the seed "
    "but those that a moderator put there, which are listed above."
)
UNLIKE = "does not lead to the next one by the rules of this Herald"
IN_PARTS = (
    "The rules changed during this match. What is marked above was played with an older Herald, "
    "and only that one can check it; the rest replays to the same bytes."
)
GAP = (
    "Before entry {entry} the record passes over chance: draw {due} was next, and it goes on with "
    "draw {at}. Nobody who plays can do that: results were chosen."
)
BETWEEN = (
    "Segment {number} begins with draw {at}, and the one before it ended with draw {due} next: "
    "chance was passed over, or results were forced, between them."
)


BY_WORDS = (
    "The seed follows from the secret that was promised and from the words above. If the host "
    "acted together with one who gave a word, that proves nothing."
)
ALONE = (
    "The seed follows from the secret that was promised alone. Nobody but the host had a share in "
    "it: that it was not chosen is not proved."
)
BY_TIMES = (
    "The seed follows from the secret that was promised and from times that the host wrote (an "
    "older Herald did so): that it was not chosen is not proved."
)


@dataclass
class Part:
    """A segment of the record, replayed."""

    number: int
    first: int  # entry
    last: int
    sound: bool = True  # it leads to the next one by the rules of this Herald
    drawn: dict[int, Draw] = field(default_factory=dict)

    def note(self, draw: Draw) -> None:
        """Of a draw that was made again after an undo the first counts."""
        self.drawn.setdefault(draw.n, draw)

    @property
    def forced(self) -> list[Draw]:
        return [draw for draw in self.drawn.values() if draw.forced]


def verify(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="a record: a JSON file")],
    draws: Annotated[
        bool, typer.Option("--draws", help="print every draw, to check one by hand")
    ] = False,
) -> None:
    """Replay a match from its record, segment by segment, and check its chance."""
    written = read_record(record)
    ending = Part(1, 0, -1)
    match = replayed(record, written, ending.note)
    table = written.pop("table", None)
    if match.record() != written:
        raise DataError("The record does not replay to itself: something was put into it.")
    _demand_every_draw(match)
    found = [*_earlier(written), ending]
    ending.number, ending.first, ending.last = len(found), match.first, len(match) - 1
    for line in (*_told(match), *_fair(table, match.seed)):
        typer.echo(line)
    for line in (*_meddled(match, found), *(_every(found) if draws else ()), *_segments(found)):
        typer.echo(line)
    typer.echo(_verdict(found))


def _verdict(found: list[Part]) -> str:
    if not all(part.sound for part in found):
        return IN_PARTS
    return BUT_FORCED if any(part.forced for part in found) else WHOLE


def _demand_every_draw(match: Match) -> None:
    for gap in match.skipped:
        raise DataError(GAP.format(**gap._asdict()))


def _earlier(written: dict[str, Any]) -> Iterator[Part]:
    """Where the rules changed during the match, each segment is replayed by itself."""
    for number, (record, goal) in enumerate(parts(written), 1):
        if goal is not None:
            bases = record["segments"]
            first = bases[-1]["entry"] if bases else 0
            part = Part(number, first, len(record["entries"]) - 1)
            part.sound = _leads(record, goal, part)
            yield part


def _leads(record: dict[str, Any], goal: Position, part: Part) -> bool:
    """Whether a segment, by the rules of this Herald, ends where the next one begins."""
    try:
        match = engine.from_record(record, chance=part.note)
        goal = goal.migrated(match.game)
    except Exception:
        return False  # what cannot be replayed at all leads nowhere
    end = match.position()
    if end.state != goal.state:
        return False
    if (end.chance, end.forced) != (goal.chance, goal.forced):
        between = {"number": part.number + 1, "due": end.chance, "at": goal.chance}
        raise DataError(BETWEEN.format(**between))
    _demand_every_draw(match)
    return True


# -- what is printed -----------------------------------------------------------------------------


def _told(match: Match) -> Iterator[str]:
    yield f"game        {match.game.title}, {match.scenario}"
    start = form_of(match.game, match.scenario, {}).options
    changed = {n: v for n, v in match.options.items() if v != start[n]}
    if changed:
        yield "options     " + ", ".join(f"{n}={v}" for n, v in changed.items())
    yield f"entries     {len(match)}"
    yield f"commitment  {match.commitment}"
    yield f"seed        {match.seed}"
    result = match.result
    if result is None:
        yield "result      not over yet"
    else:
        scores = ", ".join(f"{s} {v:g}" for s, v in result.scores.items())
        who = outcome(result.winners, "{seats} wins", "{seats} share the victory", "a draw")
        yield f"result      {who}: {result.reason} [{result.rule}]; {scores}"


def _fair(table: object, seed: str) -> Iterator[str]:
    """What the table promised, and who had a share in the seed, if the record says where it was
    played."""
    if table is None:
        return
    promised, joining = _promise(table, seed)
    yield f"promised    {promised}"
    shares = [line for line in joining if len(line) == 2]
    yield from (f"word        {name}: {json.dumps(word)}" for name, word in shares)
    if shares:
        yield BY_WORDS
    else:
        yield BY_TIMES if joining else ALONE


def _promise(table: object, seed: str) -> tuple[str, list[list[str]]]:
    """The commitment on a table's lobby card, if the seed really came from it, and from what
    else it came."""
    from bot.tables.lobby.seed import mixed

    try:
        secret, joining = table["secret"], table["joining"]  # type: ignore[index]
        promised, commitment = table["promised"], table["commitment"]  # type: ignore[index]
        fair = mixed(secret, joining) == seed and engine.commitment(secret) == promised
        lines = [[str(part) for part in line] for line in joining]
    except (KeyError, TypeError):
        raise DataError("What the record says of its table cannot be read.") from None
    if not fair or commitment != engine.commitment(seed):
        raise DataError("The seed does not follow from what the table promised.")
    return str(promised), lines


def _meddled(match: Match, found: list[Part]) -> Iterator[str]:
    """All that a moderator put there: changes of the position, and results of chance."""
    for index, entry in enumerate(match.entries):
        if entry.what == "edit" and entry.action is not None:
            yield f"moderator   entry {index}: {_edit(match, entry.action)}"
    for part in found:
        yield from (f"forced      draw {d.n}, {d.label}: {d.name}" for d in part.forced)
    for part, base in zip(found, match.segments, strict=False):
        if not part.sound:
            where = f"waiting when segment {part.number + 1} begins"
            yield from (f"forced      {label}: {wanted}, {where}" for label, wanted in base.forced)


def _edit(match: Match, action: engine.Action) -> str:
    """An edit in words; of an older version, as it stands in the record."""
    try:
        return write(match.game.edits, action)
    except (KeyError, ValueError, TypeError):
        return str(action.to_json())


def _every(found: list[Part]) -> Iterator[str]:
    for part in found:
        for draw in part.drawn.values():
            chosen = f"{draw.chosen} of 0-{draw.options - 1}"
            how = "put there by a moderator" if draw.forced else chosen
            yield f"draw {draw.n:<6} {draw.label}: {how} = {draw.name}"


def _segments(found: list[Part]) -> Iterator[str]:
    if len(found) > 1:
        for part in found:
            how = "replays" if part.sound else UNLIKE
            yield f"segment {part.number}   entries {part.first}-{part.last}: {how}"


def replayed(
    path: Path, written: Any = None, chance: Callable[[Draw], object] | None = None
) -> Match:
    """The match of a record file. The data pinned in it may be broken in ways nobody foresaw."""
    written = read_record(path) if written is None else written
    try:
        return engine.from_record(written, chance=chance)
    except HeraldError as error:
        raise DataError(f"{path.name}: {error}") from None
    except Exception as error:
        words = " ".join(f"{type(error).__name__} {error}".split())[:200]
        reason = f"{path.name}: the record is corrupt and cannot be replayed ({words})."
        raise DataError(reason) from None
