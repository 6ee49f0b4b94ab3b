"""A table as a file: whole, to move it to another host; or as one reader may know it.

The whole holds every secret, so it is for a moderator who does not play, or for whoever hosts;
either way the thread is told. Letters between players are not in it: only who wrote or read one has
it in their own file. `docs/records.md` describes both formats.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from sqlmodel import col, select

from bot.store import models
from bot.tables.floor import replaying
from bot.tables.floor import words_mod as words
from bot.tables.floor.errands import once
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import Sitting
from bot.tables.lobby.moderators import PEEK, demand_moderator, demand_reason
from bot.tables.mod.position import peek
from bot.tables.telling import letters
from bot.tables.values import Refused, Stage, Told, Who
from engine.core import plain

WHOLE, OWN = "herald table", "herald view"  # what a file says that it is
VERSION = 1
EVERY = 1_000_000

Content = dict[str, Any]  # plain JSON


class Exporting:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    @once
    async def whole(self, table: int, who: Who | None, why: str, *, errand: str = "") -> Content:
        """`who` None: whoever hosts the bot, at its command line."""
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.PLAYING)
            demand_reason(why)
            if who is None:
                note = words.NOTE_EXPORT_HOST
                sitting.note(words.NOTE_WHY.format(note=note, why=why))
                sitting.audit(PEEK, note, why)
            else:
                standing = await demand_moderator(sitting, who)
                if standing.plays:
                    raise Refused(words.PLAYS_NO_PEEK.format(table=sitting.name))
                sitting.actor = who
                sitting.know(who)
                peek(sitting, words.NOTE_EXPORT.format(who=who.name), why)
            await sitting.commit()
            return await _whole(sitting)

    async def own(self, table: int, who: Who) -> Content:
        """What somebody may know: their seat's events and view, or a spectator's."""
        async with self.hall.sitting(table) as sitting:
            match = await sitting.match()
            seat = sitting.seat_of(who)
            view = match.reveal() if sitting.ended else match.view(seat)
            return {
                "format": OWN,
                "version": VERSION,
                "game": sitting.row.game,
                "scenario": sitting.row.scenario,
                "options": dict(sitting.row.options),
                "seat": seat,
                "asked": [[q.seat, q.kind, q.rule] for q in sitting.questions.values()],
                "events": [
                    {**seen.to_json(), "words": match.tell(seen, seat)}
                    for seen in match.events(seat)
                ],
                "view": plain(view.to_json()),
                "letters": [_letter(told) for told in await letters.read_by(sitting, seat, EVERY)],
            }


def _letter(told: Told) -> Content:
    return {**asdict(told), "to": list(told.to), "moment": told.moment.isoformat()}


async def _whole(sitting: Sitting) -> Content:
    row, table = sitting.row, sitting.id
    past = await replaying.past(sitting)
    entries = await sitting.all(
        select(models.Entry).where(models.Entry.table == table).order_by(col(models.Entry.number))
    )
    reports = await sitting.all(
        select(models.Report)
        .where(models.Report.table == table)
        .order_by(col(models.Report.number))
    )
    audit = await sitting.all(
        select(models.Audit).where(models.Audit.table == table).order_by(col(models.Audit.id))
    )
    seats = list(sitting.seats.values())
    known = {entry.person for entry in entries} | {line.person for line in audit}
    known |= sitting.person_ids() | {person for seat in seats for person in seat.held}
    people = sorted(person for person in known if person is not None)
    await sitting.meet(people)
    return {
        "format": WHOLE,
        "version": VERSION,
        "name": sitting.name,
        "record": plain(past.record),
        "position": past.kept.to_json() if past.kept else None,
        "secret": row.secret,
        "joining": row.joining,
        "opened": row.opened.isoformat(),
        "settings": dict(row.settings),
        "host": row.host,
        "moderators": list(row.moderators),
        "people": {str(person): sitting.who(person).name for person in people},
        "seats": [
            {"seat": s.seat, "person": s.person, "computer": s.computer, "held": list(s.held)}
            for s in seats
        ],
        "entries": [
            {"person": e.person, "moment": e.moment.isoformat(), "digest": e.digest}
            for e in entries
        ],
        "reports": [_plain(report) for report in reports],
        "audit": [_plain(line, "id") for line in audit],
    }


def _plain(row: models.Report | models.Audit, *but: str) -> Content:
    """A row as JSON, without what names its table."""
    kept = row.model_dump(exclude={"table", *but})
    return {**kept, "moment": row.moment.isoformat()}
