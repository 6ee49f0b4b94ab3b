"""What moderators do: every step checked, told to the thread, kept in the audit, reversible.

A moderator who has a seat asks the other players, and never sees, answers or rolls for them.
One who has none acts at once; whatever shows them secrets is announced and counts as peeking.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol
from zlib import crc32

from bot.store import models
from bot.tables.floor import words_mod as words
from bot.tables.floor.errands import once
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import Sitting
from bot.tables.floor.words import both
from bot.tables.lobby.moderators import (
    Standing,
    demand_moderator,
    demand_reason,
    other_players,
)
from bot.tables.mod.cases import Case
from bot.tables.mod.steps import Done, Foreseen, Step
from bot.tables.play import consent
from bot.tables.values import Outdated, Request, Stage, Who
from engine.tongues.phrases import lines


class Deed(Protocol):
    """How one kind of step is carried out. Nothing here commits."""

    bound: bool  # a request for it is void as soon as anything is played

    async def allow(self, case: Case) -> None:
        """Raise `Refused` unless this moderator may."""

    async def foresee(self, case: Case) -> str:
        """What it would do, in words for the moderator."""

    async def request(self, case: Case) -> str:
        """What the other players are asked, in words for everybody."""

    async def do(self, case: Case) -> tuple[str, ...]:
        """Do it, note and audit it; words for the moderator."""


class Moderating:
    def __init__(self, hall: Hall, deeds: Mapping[str, Deed]) -> None:
        self.hall = hall
        self.deeds = deeds

    @property
    def agreed(self) -> dict[str, consent.Agreed]:
        """What is done when everybody has agreed."""
        return {"mod": self._agreed}

    @once
    async def foresee(self, table: int, who: Who, step: Step, *, errand: str = "") -> Foreseen:
        """What a step would do, in words; it is kept, to be confirmed by its mark."""
        async with self.hall.sitting(table, who) as sitting:
            return await self._foresee(await self._demand(sitting, who, step))

    async def _foresee(self, case: Case, before: str = "") -> Foreseen:
        sitting, standing = case.sitting, case.standing
        said = await self.deeds[case.step.op].foresee(case)
        if standing.plays:
            names = both([other.name for other in other_players(sitting, standing.who)])
            said = lines(said, words.MUST_AGREE.format(others=names)) if names else said
        mark = f"{crc32(f'{sitting.row.entries}:{said}'.encode()):08x}"
        await self._keep(case, mark)
        return Foreseen(sitting.id, lines(before, said) if before else said, mark)

    async def _keep(self, case: Case, mark: str) -> None:
        """The step waits until it is confirmed; one a moderator."""
        sitting, who = case.sitting, case.who
        row = await sitting.get(models.Pending, sitting.id, who.id)
        row = row or models.Pending(table=sitting.id, person=who.id)
        row.step, row.mark, row.seat = case.step.to_json(), mark, case.standing.seat or ""
        row.entries, row.moment = sitting.row.entries, sitting.now
        sitting.added.append(row)
        await sitting.commit()

    @once
    async def confirm(
        self, table: int, who: Who, mark: str, *, errand: str = ""
    ) -> Done | Request | Foreseen:
        """Carry out what was foreseen. Nothing has happened since: it stands as it was foreseen;
        otherwise it is foreseen anew."""
        async with self.hall.sitting(table, who) as sitting:
            row = await sitting.get(models.Pending, table, who.id)
            if row is None or row.mark != mark:
                raise Outdated(words.NO_STEP)
            case = await self._case(sitting, who, Step.from_json(row.step))
            if (row.entries, row.seat) != (sitting.row.entries, case.standing.seat or ""):
                await self.deeds[case.step.op].allow(case)
                return await self._foresee(case, words.OTHER_NOW)
            return await self._take(case)

    @once
    async def step(self, table: int, who: Who, step: Step, *, errand: str = "") -> Done | Request:
        """Carry out a step, or ask the other players whether it may be."""
        async with self.hall.sitting(table, who) as sitting:
            return await self._take(await self._demand(sitting, who, step))

    async def _demand(self, sitting: Sitting, who: Who, step: Step) -> Case:
        case = await self._case(sitting, who, step)
        await self.deeds[step.op].allow(case)
        return case

    async def _case(self, sitting: Sitting, who: Who, step: Step) -> Case:
        sitting.demand_stage(Stage.PLAYING)
        standing = await demand_moderator(sitting, who)
        demand_reason(step.why)
        sitting.actor = who
        sitting.know(who)
        return Case(sitting, standing, step)

    async def _take(self, case: Case) -> Done | Request:
        deed, standing, step = self.deeds[case.step.op], case.standing, case.step
        others = other_players(case.sitting, standing.who)
        if not (standing.plays and others):
            return await self._do(case)
        said = await deed.request(case)
        return await consent.ask(
            case.sitting,
            standing.who,
            "mod",
            words.BECAUSE.format(text=said, why=step.why),
            others,
            bound=deed.bound,
            seat=standing.seat or "",
            payload=step.to_json(),
        )

    async def _agreed(self, sitting: Sitting, row: models.Request) -> None:
        """Everybody has agreed. It is the moderator's step, whoever pressed last."""
        await sitting.meet([row.person])
        who = sitting.who(row.person)
        sitting.actor = who
        standing = Standing(who, sitting.seat_of(who), False)
        await self._do(Case(sitting, standing, Step.from_json(row.payload)))

    async def _do(self, case: Case) -> Done:
        said = await self.deeds[case.step.op].do(case)
        await case.sitting.commit()
        return Done(case.sitting.id, said)
