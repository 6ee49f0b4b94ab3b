"""What a change tells: reports for the table, secrets for their owners, calls for who must decide.

A seat's orders in one visit are one report, and so is a scene that the game calls a chapter (a
battle). The words are those of the spectator; they are kept, so that an undo can strike them out.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from sqlmodel import col, select

from bot.store import models
from bot.tables.battles import rounds
from bot.tables.floor import words
from bot.tables.floor.sitting import Sitting
from bot.tables.play.consent import void_requests
from bot.tables.telling import records
from bot.tables.telling.story import Scene, Story, first_story
from bot.tables.time import clocks
from bot.tables.values import Stage
from engine import Match, View
from engine.tongues.phrases import TELLING

__all__ = ["Scene", "Story", "call", "first_story", "publish", "secrets"]


async def publish(sitting: Sitting, match: Match, scenes: list[Scene], back: set[int]) -> None:
    """Bring the rows up to what the match says now, and owe whatever must be told about it.

    What can be fought from sealed plans is fought first.
    """
    asked_before = {seat: row.kind == rounds.PLAN for seat, row in sitting.questions.items()}
    scenes = [*scenes, *await rounds.go_on(sitting, match, back)]
    if len(match) > sitting.row.entries:
        await void_requests(sitting, moved=True)
    await _reports(sitting, match, scenes, back)
    _questions(sitting, match, {scene.seat for scene in scenes}, bool(back))
    view = match.view(None)
    sitting.row.headline = [list(pair) for pair in match.game.headline(view, TELLING)]
    if match.over and sitting.stage is Stage.PLAYING:
        await _end(sitting, match)
    sitting.owe("table", "status", "status")
    for seat in sitting.seats:
        secrets(sitting, match, seat)
    for seat in sitting.questions:
        if _newly(sitting, seat, asked_before.get(seat)):
            call(sitting, seat)


def _newly(sitting: Sitting, seat: str, planned: bool | None) -> bool:
    """Whether a seat is asked that was not (`planned` is None); or a plan is asked of it that was
    not, or the reverse, and the person is not here to see it."""
    if planned is None:
        return True
    here = sitting.actor is not None and sitting.actor.id == sitting.seats[seat].person
    return planned != (sitting.questions[seat].kind == rounds.PLAN) and not here


# -- questions -----------------------------------------------------------------------------------


def _questions(sitting: Sitting, match: Match, by: set[str], back: bool) -> None:
    """The open questions; one that stays open keeps its time. `by`: the seats that have acted."""
    now = {asked.seat: asked for asked in rounds.asked_now(sitting, match)}
    for seat in [seat for seat in sitting.questions if seat not in now]:
        answered = sitting.questions.pop(seat)
        clocks.handed_over(sitting, answered)
        sitting.gone.append(answered)
        sitting.void.add(f"call:{seat}:")
    new = [asked for seat, asked in now.items() if _key_of(sitting, seat) != asked.key]
    for seat, asked in now.items():
        row = sitting.questions.get(seat)
        if row is None:
            row = models.Question(table=sitting.id, seat=seat, key="", since=sitting.now)
            sitting.questions[seat] = row
            if back and seat in by:
                clocks.came_back(sitting, row)
        elif row.key != asked.key:
            row.since = sitting.now
            another = len(new) > 1 or rounds.PLAN in (row.kind, asked.kind)
            clocks.goes_on(sitting, row, by, back, another)
        row.key, row.number = asked.key, asked.number
        row.kind, row.rule, row.prompt = asked.kind, asked.rule, asked.prompted(TELLING)


def _key_of(sitting: Sitting, seat: str) -> str | None:
    question = sitting.questions.get(seat)
    return question.key if question is not None else None


def call(sitting: Sitting, seat: str, kind: str = "call") -> None:
    """One notification to the person who must decide now. They chose how to be told.

    `kind` may be "remind": the same once more, when time runs out.
    """
    question, person = sitting.questions.get(seat), sitting.seats[seat].person
    if question is None or person is None:
        return
    audience = sitting.audience_for(person)
    if audience is None:
        return
    sitting.owe(
        audience,
        f"{kind}:{seat}:{'plan-' if question.kind == rounds.PLAN else ''}{question.number}",
        kind,
        seat=seat,
        person=person,
        key=question.key,
        number=question.number,
        kind=question.kind,
        rule=question.rule,
        prompt=question.prompt,
    )


# -- secrets -------------------------------------------------------------------------------------


def secrets(sitting: Sitting, match: Match, seat: str, *, always: bool = False) -> None:
    """A seat's secrets go to whoever sits there, when they have changed."""
    row = sitting.seats[seat]
    if row.person is None or match.over:
        return
    digest = _digest(match, seat)
    if digest == row.shown and not always:
        return
    if not sitting.reachable(row.person):
        return  # they look with a command; when an address opens again they are sent
    row.shown = digest
    sitting.owe(f"person:{row.person}", f"secrets:{seat}", "secrets", seat=seat, person=row.person)


def _digest(match: Match, seat: str) -> str:
    """A digest of what a seat knows and a spectator does not, part by part of its view.

    Within a part only the things count, not where they are: the owner who moves his own pieces
    over the board has not learned anything.
    """
    own, public = _parts(match.view(seat)), _parts(match.view(None))
    parts = {name: Counter(_secret(own[name], public.get(name))) for name in own if name != "seat"}
    plain = {name: sorted(part.items()) for name, part in parts.items() if part}
    return sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


def _parts(view: View) -> Mapping[str, Any]:
    """The parts of a view by name. A named tuple is taken as it is: JSON of it costs a lot, and
    parts that two readers share are the same object."""
    names = getattr(view, "_fields", None)
    return {name: getattr(view, name) for name in names} if names else view.to_json()


def _secret(own: object, public: object) -> Iterator[str]:
    """The values in `own` that are not in `public`."""
    if own is public or own == public:
        return
    if isinstance(own, Mapping):
        known = public if isinstance(public, Mapping) else {}
        for name, value in own.items():
            yield from _secret(value, known.get(name))
    elif isinstance(own, list | tuple):
        others = public if isinstance(public, list | tuple) else ()
        for i, value in enumerate(own):
            yield from _secret(value, others[i] if i < len(others) else None)
    else:
        yield str(own)


# -- reports -------------------------------------------------------------------------------------


async def _reports(sitting: Sitting, match: Match, scenes: list[Scene], back: set[int]) -> None:
    changed = await _strike_out(sitting, back)
    newest = changed.get(sitting.row.reports) or await _report(sitting, sitting.row.reports)
    for scene in scenes:
        if not scene.lines:
            continue
        if newest is None or not _continues(newest, scene):
            newest = _new_report(sitting, scene)
        newest.lines = [*newest.lines, *scene.lines]
        newest.events = [*newest.events, *[seen.to_json() for seen in scene.seen]]
        newest.last = scene.entry
        changed[newest.number] = newest
    if newest is not None and not newest.finished:
        newest.finished = _finished(match, newest)
        if newest.finished:
            changed[newest.number] = newest
    for number, report in sorted(changed.items()):
        sitting.added.append(report)
        sitting.owe("table", f"report:{number}", "report", number=number)


def _continues(report: models.Report, scene: Scene) -> bool:
    if report.finished or report.chapter != scene.chapter:
        return False
    return bool(scene.chapter) or report.seat == scene.seat


def _finished(match: Match, report: models.Report) -> bool:
    if report.chapter:
        return match.game.chapter(match.view(None)) != report.chapter
    return match.decision(report.seat) is None if report.seat else True


def _new_report(sitting: Sitting, scene: Scene) -> models.Report:
    sitting.row.reports += 1
    return models.Report(
        table=sitting.id,
        number=sitting.row.reports,
        seat=scene.seat,
        chapter=scene.chapter,
        title=scene.title,
        lines=[],
        events=[],
        first=scene.entry,
        last=scene.entry,
        moment=sitting.now,
    )


async def _report(sitting: Sitting, number: int) -> models.Report | None:
    return await sitting.get(models.Report, sitting.id, number)


async def _strike_out(sitting: Sitting, back: set[int]) -> dict[int, models.Report]:
    """Mark the lines of entries that were taken back."""
    if not back:
        return {}
    changed = {}
    found = select(models.Report).where(
        models.Report.table == sitting.id, col(models.Report.last) >= min(back)
    )
    for report in await sitting.all(found):
        changed[report.number] = report
        report.lines = [
            {**line, "back": line["back"] or line["entry"] in back} for line in report.lines
        ]
        report.finished = True
    return changed


# -- the end -------------------------------------------------------------------------------------


async def _end(sitting: Sitting, match: Match) -> None:
    result = match.result
    assert result is not None
    scores = ", ".join(f"{words.named(seat)} {score:g}" for seat, score in result.scores.items())
    winners = [words.named(seat) for seat in result.winners]
    sentence = (words.DRAW, words.WINS, words.SHARE)[min(len(winners), 2)]
    sitting.row.result = sentence.format(
        seats=words.both(winners), reason=result.said, scores=scores
    )
    sitting.row.stage = Stage.OVER.value
    await records.keep(sitting, result)
    sitting.owe("table", "end", "end")
    sitting.owe("table", "replay", "replay")
