"""Computer players: they think beside the event loop, in redealt worlds, one answer at a time."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import or_
from sqlmodel import col, select

from bot.store import models
from bot.tables import clocks, windows, words, words_mod
from bot.tables.chronicle import Story, publish
from bot.tables.hall import Hall
from bot.tables.sitting import Sitting
from bot.tables.values import Refused, Stage
from engine import Action, Decision, Illegal
from engine.dice import Impossible
from engine.match import World
from engine.players import Player, player

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


class Computers:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._stopping = asyncio.Event()

    @property
    def _stopped(self) -> bool:
        return self._stopping.is_set()

    async def resume(self) -> None:
        """Every table at which a computer owes an answer goes on."""
        seat, question, table = models.Seat, models.Question, models.Table
        async with self.hall.store.read() as session:
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
            self._wake(one)

    def look(self, sitting: Sitting) -> None:
        """After every commit: is it a computer's turn?"""
        if sitting.stage is Stage.PLAYING and not sitting.row.halted and _owing(sitting):
            self._wake(sitting.id)

    def _wake(self, table: int) -> None:
        if table in self._thinking or self._stopped:
            return
        task = asyncio.create_task(self._play(table), name=f"computer at table {table}")
        self._thinking[table] = task

    async def rest(self) -> None:
        """Until nobody thinks any more."""
        while self._thinking:
            await asyncio.gather(*self._thinking.values(), return_exceptions=True)

    async def stop(self) -> None:
        self._stopping.set()
        await self.rest()

    async def _play(self, table: int) -> None:
        """Until nothing is asked of a computer. Nobody else could move the table on: whatever
        fails (a database that is busy, say) is tried again after a while."""
        try:
            for pause in (*PAUSES, None):
                try:
                    await self._play_on(table)
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

    async def _play_on(self, table: int) -> None:
        while not self._stopped and (task := await self._next(table)) is not None:
            await self._answer(table, task, await self._chosen(table, task))

    async def _chosen(self, table: int, task: Task) -> Action:
        """What the player answers; what happens without an answer, if it cannot say."""
        mind = task.player
        if mind is None:
            return task.decision.default
        try:
            return await self.hall.aside(lambda: mind.choose(task.world, task.decision))
        except Exception:
            log.exception("the computer at table %s has no answer", table)
            return task.decision.default

    async def _next(self, table: int) -> Task | None:
        async with self.hall.sitting(table) as sitting:
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
            rng = self.hall.rng
            name = clocks.stands_in(sitting, seat)
            mind = player(name, f"{rng.getrandbits(64)}") if name != DEFAULT else None
            world = match.redeal(seat, rng)
            decision = world.decision(seat)
            assert decision is not None  # a redealt world asks the seat the same question
            return Task(seat, sitting.questions[seat].key, mind, world, decision)

    async def _answer(self, table: int, task: Task, chosen: Action) -> None:
        """One answer, one transaction. If somebody took the seat meanwhile, it is theirs; and so
        it is if a person who was late has answered after all, or has been given more time."""
        async with self.hall.sitting(table) as sitting:
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


def _owing(sitting: Sitting) -> str | None:
    """A seat for which a computer owes an answer: its own, or one whose person is late."""
    return next((seat for seat in sitting.questions if clocks.stands_in(sitting, seat)), None)
