"""Computer players: they think beside the event loop, in redealt worlds, one answer at a time."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import or_
from sqlmodel import col, select

from bot.store import models
from bot.tables.floor import words, words_mod
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import Sitting
from bot.tables.play import windows
from bot.tables.telling.chronicle import Story, publish
from bot.tables.time import clocks
from bot.tables.values import Refused, Stage
from engine import Action, Decision, HeraldError, Illegal, Match
from engine.dice import Impossible
from engine.match import World
from engine.players import Player, may_use, player
from engine.players.greedy import Used, initiative

log = logging.getLogger(__name__)

DEFAULT = clocks.STANDS_IN["default"]  # no player: the question's own default
PAUSES = (1.0, 10.0, 60.0, 600.0)  # seconds before a computer that failed tries again


@dataclass(frozen=True, slots=True)
class Task:
    """A question that a computer player owes an answer to."""

    seat: str
    key: str
    player: Player | None  # None: the question's own default is enough
    world: World
    decision: Decision


@dataclass(frozen=True, slots=True)
class Look:
    """A computer player that looks at its rights, in a redealt world."""

    seat: str
    player: Player
    world: World
    length: int  # of the record

    @property
    def rights(self) -> tuple[Decision, ...]:
        return self.world.rights(self.seat)


class Computers:
    """They know no hall of their own: they are called to a table by each commit there."""

    def __init__(self) -> None:
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._looked: dict[tuple[int, str], int] = {}  # how long the record was when a seat did
        self._stopping = asyncio.Event()

    @property
    def _stopped(self) -> bool:
        return self._stopping.is_set()

    async def resume(self, hall: Hall) -> None:
        """Every table at which a computer owes an answer goes on."""
        seat, question, table = models.Seat, models.Question, models.Table
        async with hall.store.read() as session:
            found = await session.exec(
                select(table.id)
                .join(seat, col(seat.table) == col(table.id))
                .join(
                    question,
                    (col(question.table) == col(seat.table))
                    & (col(question.seat) == col(seat.seat)),
                )
                .where(
                    or_(col(seat.computer) != "", col(question.late)),
                    table.stage == Stage.PLAYING.value,
                )
                .distinct()
            )
            tables = list(found)
        for one in tables:
            self._wake(hall, one)

    def look(self, sitting: Sitting) -> None:
        """After every commit: is it a computer's turn, or could one use a right?"""
        if sitting.stage is Stage.PLAYING and not sitting.row.halted:
            if _owing(sitting) or _watching(sitting):
                self._wake(sitting.hall, sitting.id)

    def _wake(self, hall: Hall, table: int) -> None:
        if table in self._thinking or self._stopped:
            return
        task = asyncio.create_task(self._play(hall, table), name=f"computer at table {table}")
        self._thinking[table] = task

    async def rest(self) -> None:
        """Until nobody thinks any more."""
        while self._thinking:
            await asyncio.gather(*self._thinking.values(), return_exceptions=True)

    async def stop(self) -> None:
        self._stopping.set()
        await self.rest()

    async def _play(self, hall: Hall, table: int) -> None:
        """Until nothing is asked of a computer. Nobody else could move the table on: whatever
        fails (a database that is busy, say) is tried again after a while."""
        try:
            for pause in (*PAUSES, None):
                try:
                    await self._play_on(hall, table)
                    return
                except Exception as error:
                    spoilt = isinstance(error, Refused) and error.reason != words.FASTER
                    if pause is None or spoilt:
                        log.exception("the computer at table %s gave up", table)
                        return
                    log.exception("the computer at table %s tries again", table)
                    await self._sleep(pause)
        finally:
            del self._thinking[table]

    async def _sleep(self, seconds: float) -> None:
        """A while, or until we stop."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stopping.wait()

    async def _play_on(self, hall: Hall, table: int) -> None:
        await self._use_rights(hall, table)
        while not self._stopped and (task := await self._next(hall, table)) is not None:
            await self._answer(hall, table, task, await self._chosen(hall, table, task))
            await self._use_rights(hall, table)

    async def _use_rights(self, hall: Hall, table: int) -> None:
        """Every computer looks at its rights whenever the record has grown."""
        while not self._stopped and (look := await self._look(hall, table)) is not None:
            if (used := await self._used(hall, table, look)) is not None:
                await self._use(hall, table, look, used)

    async def _look(self, hall: Hall, table: int) -> Look | None:
        async with hall.sitting(table) as sitting:
            playing = sitting.stage is Stage.PLAYING and not sitting.row.halted
            if not playing or not _watching(sitting):
                return None
            match = await sitting.match()
            seat = self._invited(sitting, match)
            if seat is None:
                return None
            mind = player(sitting.seats[seat].computer, f"{hall.rng.getrandbits(64)}")
            return Look(seat, mind, match.world(seat), len(match))

    async def _used(self, hall: Hall, table: int, look: Look) -> Used | None:
        """The right that the player uses; none, if it cannot say."""
        try:
            return await hall.aside(lambda: look.player.use(look.world, look.rights))
        except Exception:
            log.exception("the computer at table %s does not know its rights", table)
            return None

    def _invited(self, sitting: Sitting, match: Match) -> str | None:
        """A computer that has not looked at its rights since the record last grew."""
        for seat, row in sitting.seats.items():
            at = (sitting.id, seat)
            if row.computer and self._looked.get(at) != len(match) and may_use(match, seat):
                self._looked[at] = len(match)
                return seat
        return None

    async def _use(self, hall: Hall, table: int, look: Look, used: Used) -> None:
        """One right, one transaction; none if the match went on while the computer thought."""
        async with hall.sitting(table) as sitting:
            if sitting.stage is not Stage.PLAYING or not sitting.seats[look.seat].computer:
                return
            match = await sitting.match()
            if len(match) != look.length:
                return
            right, order = used
            story = Story(match)
            sitting.unkept = True
            try:
                match.act(look.seat, order, right.key)
            except HeraldError:
                log.exception("table %s: a computer cannot use its right so", table)
                return
            story.follow(look.seat)
            await publish(sitting, match, story.scenes, story.taken_back)
            await windows.follow_up(sitting, match)
            await sitting.commit()

    async def _chosen(self, hall: Hall, table: int, task: Task) -> Action:
        """What the player answers; what happens without an answer, if it cannot say."""
        mind = task.player
        if mind is None:
            return task.decision.default
        try:
            return await hall.aside(lambda: mind.choose(task.world, task.decision))
        except Exception:
            log.exception("the computer at table %s has no answer", table)
            return task.decision.default

    async def _next(self, hall: Hall, table: int) -> Task | None:
        async with hall.sitting(table) as sitting:
            seat = _owing(sitting)
            if seat is None or sitting.stage is not Stage.PLAYING or sitting.row.halted:
                return None
            match = await sitting.match()
            if sitting.planning:  # it took over a seat that was to write a plan: it has one
                await publish(sitting, match, [], set())
                await sitting.commit()
                seat = _owing(sitting)
                if seat is None:
                    return None
            rng = hall.rng
            name = clocks.stands_in(sitting, seat)
            mind = player(name, f"{rng.getrandbits(64)}") if name != DEFAULT else None
            world = match.world(seat)
            decision = world.decision(seat)
            assert decision is not None  # a redealt world asks the seat the same question
            return Task(seat, sitting.questions[seat].key, mind, world, decision)

    async def _answer(self, hall: Hall, table: int, task: Task, chosen: Action) -> None:
        """One answer, one transaction. If somebody took the seat meanwhile, it is theirs; and so
        it is if a person who was late has answered after all, or has been given more time."""
        async with hall.sitting(table) as sitting:
            question = sitting.questions.get(task.seat)
            if (
                question is None
                or question.key != task.key
                or not clocks.stands_in(sitting, task.seat)
            ):
                return
            match = await sitting.match()
            story = Story(match)
            sitting.unkept = True
            try:
                match.act(task.seat, chosen, task.key)
            except Illegal:
                log.exception("table %s: a computer's answer was refused", table)
                decision = match.decision(task.seat)
                assert decision is not None
                match.act(task.seat, decision.default, task.key)
            except Impossible:  # it waits until the moderator lifts the forced result
                raise Refused(words_mod.CHANCE_STUCK) from None
            story.follow(task.seat)
            if not sitting.seats[task.seat].computer:
                sitting.audit("stand in", task.seat, entry=len(match) - 1)
            await publish(sitting, match, story.scenes, story.taken_back)
            await windows.follow_up(sitting, match)
            await sitting.commit()


def _watching(sitting: Sitting) -> bool:
    """Whether a computer sits here that looks at its rights."""
    return initiative(sitting.game) is not None and any(
        row.computer for row in sitting.seats.values()
    )


def _owing(sitting: Sitting) -> str | None:
    """A seat for which a computer owes an answer: its own, or one whose person is late."""
    return next((seat for seat in sitting.questions if clocks.stands_in(sitting, seat)), None)
