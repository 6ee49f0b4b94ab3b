"""What moderators look at: a seat's secrets, the audit, and what could be typed next.

Nothing here shows more than the moderator may know: who has not peeked is offered edits from a
world in which every secret is dealt anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sqlmodel import col, select

from bot.store import models
from bot.tables.floor import words_mod as words
from bot.tables.floor.errands import once
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import Sitting
from bot.tables.floor.words import named
from bot.tables.lobby.moderators import (
    Standing,
    demand_moderator,
    demand_reason,
    may_moderate,
)
from bot.tables.mod.points import points
from bot.tables.mod.position import peek, reader_of
from bot.tables.mod.steps import Noted, Peeked
from bot.tables.play.menus import SHORT
from bot.tables.play.slots import OFFERED, answering
from bot.tables.telling import letters
from bot.tables.telling.reading import secrets_of
from bot.tables.telling.retelling import told
from bot.tables.values import Choice, Refused, Stage, Who
from engine import MODERATOR, Decision, Match
from engine.mending import before
from engine.tongues.phrases import sentences

CHANCE = ("force", "unforce")


class Overseeing:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    @once
    async def peek(self, table: int, who: Who, seat: str, why: str, *, errand: str = "") -> Peeked:
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.PLAYING)
            standing = await demand_moderator(sitting, who)
            if standing.plays:
                raise Refused(words.PLAYS_NO_PEEK.format(table=sitting.name))
            demand_reason(why)
            name = sitting.seat(seat).seat
            match = await sitting.match()
            sitting.actor = who
            sitting.know(who)
            note = words.NOTE_PEEK.format(who=who.name, seat=named(name))
            peek(sitting, note, why)
            written = await letters.read_by(sitting, name, letters.MANY)
            await sitting.commit()
            return Peeked(name, match.view(name), secrets_of(match, table, name), written)

    # -- the audit ------------------------------------------------------------------------------

    async def audit(self, table: int, who: Who, last: int = 20) -> tuple[Noted, ...]:
        """It holds no secret: whoever plays may read it too."""
        async with self.hall.sitting(table) as sitting:
            if sitting.seat_of(who) is None and not await may_moderate(sitting, who):
                await demand_moderator(sitting, who)
            audit = models.Audit
            rows = await sitting.all(
                select(audit)
                .where(audit.table == table)
                .order_by(col(audit.id).desc())
                .limit(max(1, min(last, 500)))
            )
            await sitting.meet([row.person for row in rows if row.person is not None])
            return tuple(self._noted(sitting, row) for row in reversed(rows))

    def _noted(self, sitting: Sitting, row: models.Audit) -> Noted:
        who = sitting.who(row.person).name if row.person is not None else ""
        return Noted(row.moment, who, row.what, row.words, row.why, row.entry)

    # -- while somebody types -------------------------------------------------------------------

    async def points(self, table: int, who: Who, typed: str) -> tuple[Choice, ...]:
        """Orders that stand, the newest first, as this moderator may know them."""
        async with self.hall.sitting(table) as sitting:
            standing = await demand_moderator(sitting, who)
            match = await sitting.match()
            known = await points(sitting, match)
            wanted = typed.strip().lstrip("#").casefold()
            found: list[Choice] = []
            for entry in reversed(match.live):
                label = known.label(entry)
                if not label.lstrip("#").startswith(wanted):
                    continue
                said = sentences(told(match, [entry], reader_of(standing)))
                seat = match.entries[entry].seat
                by = words.BY_MODERATOR if seat == MODERATOR else named(seat)
                found.append(Choice(words.POINT.format(point=label, seat=by, told=said), label))
                if len(found) == OFFERED:
                    break
            return tuple(found)

    async def edits(
        self, table: int, who: Who, typed: str, chance: bool = False
    ) -> tuple[Choice, ...]:
        """Whole edits that are possible, or (`chance`) results that can be forced."""
        async with self.hall.sitting(table) as sitting:
            standing = await demand_moderator(sitting, who)
            if chance and standing.plays:
                return ()
            decision = self._editing(await sitting.match(), standing)
            start = "force" if chance and not typed.strip() else typed
            found = [
                text
                for text in answering(sitting.game, decision, start)
                if (text.split()[0] in CHANCE) is chance
            ]
            return _choices(iter(found))

    def _editing(self, match: Match, standing: Standing) -> Decision:
        world = match
        if not standing.peeked:
            world = match.world(reader_of(standing))
        decision = world.decision(MODERATOR)
        assert decision is not None  # the moderator may always edit
        return decision

    async def orders(
        self, table: int, who: Who, typed: str, *, seat: str = "", point: str = ""
    ) -> tuple[Choice, ...]:
        """For a seat that is asked now, or in the place of an order that was given."""
        async with self.hall.sitting(table) as sitting:
            standing = await demand_moderator(sitting, who)
            match = await sitting.match()
            if point:
                entry = (await points(sitting, match)).one(point)
                seat, match = match.entries[entry].seat, before(match, entry)
            else:
                seat = sitting.seat(seat).seat
            if not standing.peeked and standing.seat != seat:
                blind = () if point else ("default", "computer")
                return tuple(Choice(text, text) for text in blind)
            decision = match.decision(seat)
            if decision is None:
                return ()
            return _choices(answering(sitting.game, decision, typed))


def _choices(found: Iterator[str]) -> tuple[Choice, ...]:
    short = (text for text in dict.fromkeys(found) if len(text) <= SHORT)
    return tuple(Choice(text, text) for text in islice(short, OFFERED))
