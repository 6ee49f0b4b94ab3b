"""Upgrades: at start every live record is replayed. Same position, go on; another, stand still.

A table that stands still is left as it was. Its moderators are shown the first difference, and
which mend of the rules it was, as far as that shows; they wait for a version that agrees, or let
it go on from the position that was kept.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence

from sqlmodel import col, select

from bot.store import models
from bot.tables.floor import replaying, words, words_mod
from bot.tables.floor.errands import once
from bot.tables.floor.hall import Hall
from bot.tables.floor.replaying import Differs
from bot.tables.floor.sitting import Sitting
from bot.tables.lobby.moderators import demand_moderator, moderators, other_players
from bot.tables.play import consent
from bot.tables.telling.chronicle import publish
from bot.tables.values import Refused, Request, Stage, TableCard, Who
from engine import HeraldError
from engine.rulebook import Mend
from engine.tongues.phrases import sentences

log = logging.getLogger(__name__)

QUOTED = 600  # characters of what was told, then and now


class Upgrades:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._checking: asyncio.Task[None] | None = None
        self._stopped = False

    @property
    def agreed(self) -> dict[str, consent.Agreed]:
        """What is done when everybody has agreed."""
        return {"continue": self._agreed}

    # -- at start -------------------------------------------------------------------------------

    def resume(self) -> None:
        self._checking = asyncio.create_task(self._check_all(), name="replaying live records")

    async def rest(self) -> None:
        if self._checking is not None:
            await asyncio.gather(self._checking, return_exceptions=True)

    async def stop(self) -> None:
        """After the table at hand: a reader of the database is not to be cancelled."""
        self._stopped = True
        await self.rest()

    async def _check_all(self) -> None:
        """One after the other: a table that is used meanwhile is checked by that."""
        table = models.Table
        async with self.hall.store.read() as session:
            found = await session.exec(
                select(table.id).where(table.stage == Stage.PLAYING.value).order_by(col(table.id))
            )
            tables = list(found)
        for one in tables:
            if self._stopped:
                return
            try:
                await self._check(one)
            except HeraldError:
                continue  # it stands still now, and that was told
            except Exception:
                log.exception("table %s could not be checked", one)

    async def _check(self, table: int) -> None:
        async with self.hall.sitting(table) as sitting:
            if sitting.stage is not Stage.PLAYING:
                return
            await self.hall.match(sitting)
            if sitting.row.halted:
                sitting.row.halted = ""
                sitting.note(words.NOTE_AGREES)
                sitting.audit("agrees")
                sitting.owe("table", "status", "status")
                await sitting.commit()

    # -- standing still -------------------------------------------------------------------------

    @once
    async def go_on(self, table: int, who: Who, *, errand: str = "") -> TableCard | Request:
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.PLAYING)
            standing = await demand_moderator(sitting, who)
            if not sitting.row.halted:
                raise Refused(words.NOT_HALTED.format(table=sitting.name))
            sitting.actor = who
            sitting.know(who)
            others = other_players(sitting, who)
            if standing.plays and others:
                text = words.ASK_CONTINUE.format(who=who.name)
                return await consent.ask(sitting, who, "continue", text, others)
            return await self._go_on(sitting)

    async def _agreed(self, sitting: Sitting, row: models.Request) -> None:
        await self._go_on(sitting)

    async def _go_on(self, sitting: Sitting) -> TableCard:
        """A new segment begins at the position that was kept."""
        past = await replaying.past(sitting)
        refusal = Refused(words.CANNOT_CONTINUE.format(table=sitting.name))
        if past.kept is None:
            raise refusal
        try:
            match = await self.hall.aside(lambda: replaying.continued(past))
        except HeraldError:
            raise refusal from None
        sitting.row.halted = ""
        number = len(match.segments)
        sitting.added.append(
            models.Segment(
                table=sitting.id,
                number=number,
                position=past.kept.to_json(),
                moment=sitting.now,
            )
        )
        sitting.begin(match)
        sitting.note(words.NOTE_CONTINUED)
        sitting.audit("continue", words_mod.SEGMENT.format(number=number), entry=len(match))
        await publish(sitting, match, [], set())
        await sitting.commit()
        return sitting.card()


async def halt(sitting: Sitting, differs: Differs) -> None:
    """The thread is told where, the moderators what. Only what everybody may read."""
    report, then = await _told(sitting, differs.entry)
    mends = _mends(differs.mends if then else differs.newer)
    text = (words.DIFFERENCE_MENDED if mends else words.DIFFERENCE).format(
        table=sitting.name,
        report=report,
        entry=differs.entry,
        then=words.TOLD_THEN.format(words=_quoted(then)),
        now=_now(then, differs.now),
        mends=mends,
    )
    sitting.row.halted = text
    sitting.note(words.NOTE_HALTED.format(report=report))
    for who in (await moderators(sitting)).people:
        slot = f"halted:{who.id}:{sitting.row.notes}"
        sitting.owe(f"person:{who.id}", slot, "whisper", words=text, person=who.id)
    sitting.owe("table", "status", "status")
    sitting.audit("halted", text)
    await sitting.commit()


async def _told(sitting: Sitting, entry: int) -> tuple[int, tuple[str, ...]]:
    """The report that told an entry, and its words."""
    report = models.Report
    found = await sitting.all(
        select(report)
        .where(report.table == sitting.id, col(report.first) <= entry)
        .order_by(col(report.number).desc())
        .limit(1)
    )
    if not found:
        return 1, ()
    lines = [line["words"] for line in found[0].lines if line["entry"] == entry]
    return found[0].number, tuple(lines)


def _now(then: tuple[str, ...], now: tuple[str, ...]) -> str:
    if then == now and now:
        return words.TELLS_THE_SAME
    return words.TELLS_NOW.format(words=_quoted(now))


def _mends(found: Sequence[Mend]) -> str:
    """Which mend of the rules it was. Where nothing was told of the entry, its order is a secret,
    and all that are new are named."""
    if not found:
        return ""
    if len(found) == 1:
        return words.WHICH_MEND.format(rule=found[0].rule, what=found[0].what)
    every = sentences(words.ONE_MEND.format(rule=one.rule, what=one.what) for one in found)
    return words.WHICH_MENDS.format(mends=every)


def _quoted(lines: Iterable[str]) -> str:
    """Whole sentences, as many as there is room for."""
    shown: list[str] = []
    for line in lines:
        if shown and sum(map(len, shown)) + len(line) > QUOTED:
            break
        shown.append(line)
    return sentences(shown) if shown else words.TOLD_NOTHING
