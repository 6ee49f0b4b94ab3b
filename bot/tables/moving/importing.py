"""A table from a file: checked, replayed, and set up again in a channel of this host.

Whoever sat there sits there again, if they are here; for the others their seats are free. What
was only half done (drafts, plans, requests, clocks) stays behind.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from bot.store import models
from bot.tables.floor import limits, settings
from bot.tables.floor import words_mod as words
from bot.tables.floor.errands import once_looked_up
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import keep
from bot.tables.floor.words import both, named
from bot.tables.lobby import seed
from bot.tables.lobby.moderators import PEEK, Moderators
from bot.tables.lobby.opening import venue_of
from bot.tables.lobby.seats import LEFT
from bot.tables.moving.exporting import VERSION, WHOLE
from bot.tables.moving.judging import Judged, judged_apart
from bot.tables.telling.chronicle import publish
from bot.tables.values import Refused, Stage, TableCard, Where, Who
from engine.players import PLAYERS
from engine.tongues.phrases import sentences

MOST = {  # of a file: far more than the longest game that was ever played
    "entries": 20_000,
    "reports": 20_000,
    "lines": 200_000,
    "events": 200_000,
    "notes": 20_000,
    "people": 1_000,
}


@dataclass(frozen=True, slots=True)
class Moved:
    """A file that was read and can be trusted to make a table."""

    name: str
    judged: Judged
    data: Mapping[str, Any]
    rows: tuple[models.Kept, ...]  # of a table whose number is not known yet
    table: models.Table
    seats: tuple[models.Seat, ...]
    people: Mapping[int, str]


class Importing:
    def __init__(self, hall: Hall, moderators: Moderators) -> None:
        self.hall = hall
        self.moderators = moderators

    @once_looked_up
    async def bring(
        self,
        who: Who | None,
        where: Where,
        content: object,
        *,
        manager: bool = False,
        present: Collection[int] | None = None,
        errand: str = "",
    ) -> TableCard:
        """A new table from what `export` gave. `manager`: they manage the server; `present`: who
        of its people is here (None: all). `who` None: the host."""
        if where.server is None:
            raise Refused(words.IMPORT_WHERE)
        if who is not None:
            if not manager and not (await self.moderators.of_circle(where.circle)).includes(who):
                raise Refused(words.IMPORT_WHO)
            async with self.hall.store.read() as session:
                now = self.hall.clock()
                await limits.demand_import(session, self.hall.limits, where.circle, now)
        moved = await read(content)
        if who is not None and any(who.id in seat.held for seat in moved.seats):
            raise Refused(words.IMPORT_PLAYS.format(name=moved.name))
        self._seat(moved, present)
        table = await self._insert(moved, where)
        return await self._begin(table, moved, who)

    def _seat(self, moved: Moved, present: Collection[int] | None) -> None:
        for seat in moved.seats:
            if present is not None and seat.person is not None and seat.person not in present:
                seat.person, seat.ready, seat.gone = None, False, LEFT

    async def _insert(self, moved: Moved, where: Where) -> int:
        """Closed at first: whatever happens before `_begin`, nobody finds half a table."""
        row = moved.table
        row.circle = where.circle
        row.opened = row.changed = self.hall.clock()
        data = dict(moved.data)
        text = json.dumps([row.game, data], sort_keys=True)
        row.pinned = sha256(text.encode()).hexdigest()
        async with self.hall.store.write() as session:
            for person, name in moved.people.items():
                if await session.get(models.Person, person) is None:
                    await keep(session, models.Person(id=person, name=name[:200]))
            if await session.get(models.Pinned, row.pinned) is None:
                session.add(models.Pinned(digest=row.pinned, data=data))
            await session.flush()
            session.add(row)
            await session.flush()
            for one in (*moved.seats, *moved.rows):
                one.table = row.id
            session.add(venue_of(row.id, where))
            session.add_all([*moved.seats, *moved.rows])
            return row.id

    async def _begin(self, table: int, moved: Moved, who: Who | None) -> TableCard:
        async with self.hall.sitting(table) as sitting:
            sitting.row.stage = Stage.PLAYING.value
            sitting.actor = who
            if who is not None:
                sitting.know(who)
            by = who.name if who is not None else words.THE_HOST
            told = words.NOTE_IMPORT.format(who=by, name=moved.name)
            note = sentences([told, *_remarks(moved.judged)])
            sitting.owe("lobby", "lobby", "lobby")
            sitting.note(note)
            sitting.audit(limits.IMPORT, note)
            sitting.audit(PEEK, note)
            free = [s for s in sitting.seats.values() if s.person is None and not s.computer]
            if free:
                sitting.row.paused = sitting.now
                seats = both([named(s.seat) for s in free])
                sitting.note(words.NOTE_WAITS.format(seats=seats))
                for seat in free:
                    text = words.NOTE_FREE.format(seat=named(seat.seat))
                    sitting.note(text, offers=[("take", seat.seat)])
            match = await sitting.match()
            await publish(sitting, match, [], set())
            await sitting.commit()
            return sitting.card()


def _remarks(judged: Judged) -> Iterator[str]:
    """What is not as it would be had the table been played here."""
    if judged.differing:
        yield words.OTHER_DATA.format(parts=both(judged.differing))
    if judged.unchecked:
        yield words.UNCHECKED.format(count=judged.unchecked)


# -- reading a file ------------------------------------------------------------------------------


async def read(content: object) -> Moved:
    """Everything in a file, checked; `Refused` with a sentence if it is not a table of ours."""
    if not isinstance(content, dict) or content.get("format") != WHOLE:
        raise Refused(words.NO_TABLE_FILE)
    if content.get("version") != VERSION:
        raise Refused(words.OTHER_VERSION.format(version=str(content.get("version"))[:20]))
    try:
        _demand_size(content)
        people = {int(person): str(name) for person, name in content["people"].items()}
        table, seats, rows = _outside(content, people)
        judged = await judged_apart(content)
        _complete(table, seats, judged)
        name, data = str(content["name"])[:80], content["record"]["data"]
        return Moved(name, judged, data, (_stands(judged), *rows), table, seats, people)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError):
        raise Refused(words.SPOILT_FILE.format(what=words.SOME_PART)) from None


def _demand_size(content: dict[str, Any]) -> None:
    """No longer than a table that was really played could be."""
    sizes = {
        "entries": len(content["record"]["entries"]),
        "reports": len(content["reports"]),
        "lines": sum(len(report["lines"]) for report in content["reports"]),
        "events": sum(len(report["events"]) for report in content["reports"]),
        "notes": len(content["audit"]),
        "people": len(content["people"]),
    }
    for what, size in sizes.items():
        if size > MOST[what]:
            told = {"what": words.PARTS[what], "size": f"{size:,}", "most": f"{MOST[what]:,}"}
            raise Refused(words.FILE_TOO_LONG.format(**told))


Rows = tuple[models.Table, tuple[models.Seat, ...], list[models.Kept]]


def _outside(content: dict[str, Any], people: Mapping[int, str]) -> Rows:
    """The rows of a file, as far as they can be read without playing."""
    if not content["position"]:
        raise Refused(words.SPOILT_FILE.format(what=words.ITS_POSITION))
    record = content["record"]
    if seed.mixed(content["secret"], content["joining"]) != record["seed"]:
        raise Refused(words.OTHER_SEED)
    rows = [*_entries(content, people), *_segments(record), *_told(content, people)]
    return _table(content, people), _seats(content, people), rows


def _complete(table: models.Table, seats: tuple[models.Seat, ...], judged: Judged) -> None:
    """What only playing tells."""
    if [seat.seat for seat in seats] != judged.seats:
        raise Refused(words.SPOILT_FILE.format(what=words.ITS_SEATS))
    table.game, table.scenario, table.options = judged.game, judged.scenario, judged.options
    table.seed, table.entries = judged.seed, judged.entries


def _stands(judged: Judged) -> models.Position:
    return models.Position(table=0, digest=judged.digest, position=judged.position)


def _table(content: dict[str, Any], people: Mapping[int, str]) -> models.Table:
    return models.Table(
        game="",
        scenario="",
        options={},
        stage=Stage.CLOSED.value,
        host=_person(content["host"], people),
        secret=str(content["secret"]),
        joining=content["joining"],
        seed="",
        headline=[],
        reports=max([int(r["number"]) for r in content["reports"]], default=0),
        settings=settings.read(content["settings"]),
        moderators=[_person(person, people) for person in content["moderators"]],
        opened=_moment(content["opened"]),
        changed=_moment(content["opened"]),
    )


def _seats(content: dict[str, Any], people: Mapping[int, str]) -> tuple[models.Seat, ...]:
    given = {str(seat["seat"]): seat for seat in content["seats"]}
    rows = []
    for place, (name, seat) in enumerate(given.items()):
        person = None if seat["person"] is None else _person(seat["person"], people)
        computer = str(seat["computer"])
        if computer and computer not in PLAYERS:
            raise Refused(words.SPOILT_FILE.format(what=words.ITS_SEATS))
        held = {_person(one, people) for one in seat["held"]} | ({person} if person else set())
        rows.append(
            models.Seat(
                table=0,
                seat=name,
                place=place,
                person=person,
                computer=computer if person is None else "",
                ready=True,
                held=sorted(held),
            )
        )
    return tuple(rows)


def _entries(content: dict[str, Any], people: Mapping[int, str]) -> list[models.Kept]:
    return [
        models.Entry(
            table=0,
            number=number,
            line=line,
            person=None if about["person"] is None else _person(about["person"], people),
            moment=_moment(about["moment"]),
            digest=str(about["digest"])[:20],
        )
        for number, (line, about) in enumerate(
            zip(content["record"]["entries"], content["entries"], strict=True)
        )
    ]


def _segments(record: Mapping[str, Any]) -> list[models.Kept]:
    now = datetime.now(UTC)
    return [
        models.Segment(table=0, number=number, position=position, moment=now)
        for number, position in enumerate(record.get("segments") or (), 1)
    ]


def _told(content: dict[str, Any], people: Mapping[int, str]) -> list[models.Kept]:
    reports = [
        models.Report(
            table=0,
            number=int(report["number"]),
            seat=str(report["seat"])[:40],
            chapter=str(report["chapter"])[:120],
            title=str(report["title"])[:200],
            lines=[_line(line) for line in report["lines"]],
            events=[dict(event) for event in report["events"]],
            first=int(report["first"]),
            last=int(report["last"]),
            finished=True,
            moment=_moment(report["moment"]),
        )
        for report in content["reports"]
    ]
    audit = [
        models.Audit(
            table=0,
            person=None if line["person"] is None else _person(line["person"], people),
            what=str(line["what"])[:40],
            words=str(line["words"]),
            why=str(line["why"]),
            entry=None if line["entry"] is None else int(line["entry"]),
            moment=_moment(line["moment"]),
        )
        for line in content["audit"]
    ]
    return [*reports, *audit]


def _line(line: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "words": str(line["words"]),
        "rule": str(line["rule"]),
        "entry": int(line["entry"]),
        "back": bool(line["back"]),
    }


def _person(number: object, people: Mapping[int, str]) -> int:
    if type(number) is not int or number not in people:
        raise Refused(words.SPOILT_FILE.format(what=words.ITS_PEOPLE))
    return number


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("a time without its zone")
    return moment
