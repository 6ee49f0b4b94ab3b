"""What moderators do: every step checked, told to the thread, kept in the audit, reversible.

A moderator who has a seat asks the other players, and never sees, answers or rolls for them.
One who has none acts at once; whatever shows them secrets is announced and counts as peeking.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Protocol
from zlib import crc32

from bot.store import models
from bot.tables import words_mod as words
from bot.tables.consent import Consent
from bot.tables.hall import Hall
from bot.tables.moderators import (
    Standing,
    demand_moderator,
    demand_reason,
    meet,
    other_players,
)
from bot.tables.sitting import Sitting
from bot.tables.steps import Done, Foreseen, Step
from bot.tables.values import Outdated, Request, Stage, Who
from bot.tables.words import both


class Deed(Protocol):
    """How one kind of step is carried out. Nothing here commits."""

    bound: bool  # a request for it is void as soon as anything is played

    async def allow(self, sitting: Sitting, standing: Standing, step: Step) -> None:
        """Raise `Refused` unless this moderator may."""

    async def foresee(self, sitting: Sitting, standing: Standing, step: Step) -> str:
        """What it would do, in words for the moderator."""

    async def request(self, sitting: Sitting, standing: Standing, step: Step) -> str:
        """What the other players are asked, in words for everybody."""

    async def do(self, sitting: Sitting, standing: Standing, step: Step) -> tuple[str, ...]:
        """Do it, note and audit it; words for the moderator."""


class Moderating:
    def __init__(self, hall: Hall, consent: Consent, deeds: Mapping[str, Deed]) -> None:
        self.hall = hall
        self.consent = consent
        self.deeds = deeds
        consent.on("mod", self._agreed)

    async def foresee(self, table: int, who: Who, step: Step) -> Foreseen:
        """What a step would do; it is kept, to be confirmed by its mark."""
        async with self.hall.sitting(table) as sitting:
            standing = await self._demand(sitting, who, step)
            seen = await self._foreseen(sitting, standing, step)
            await self._keep(sitting, who, step, seen.mark)
            return seen

    async def _foreseen(self, sitting: Sitting, standing: Standing, step: Step) -> Foreseen:
        said = await self.deeds[step.op].foresee(sitting, standing, step)
        if standing.plays:
            names = both([other.name for other in other_players(sitting, standing.who)])
            said = f"{said}\n{words.MUST_AGREE.format(others=names)}" if names else said
        mark = f"{crc32(f'{sitting.row.entries}:{said}'.encode()):08x}"
        return Foreseen(sitting.id, said, mark)

    async def _keep(self, sitting: Sitting, who: Who, step: Step, mark: str) -> None:
        """The step waits, as a draft of the moderator's, until it is confirmed."""
        seat = f"mod:{who.id}"
        row = await sitting.get(models.Draft, sitting.id, seat) or models.Draft(
            table=sitting.id, seat=seat, lines=[], steps=[], prefix=[], partial=[]
        )
        row.lines, row.key = [json.dumps(step.to_json())], mark
        sitting.added.append(row)
        await sitting.commit()

    async def confirm(self, table: int, who: Who, mark: str) -> Done | Request | Foreseen:
        """Carry out what was foreseen; if things have changed since, it is foreseen anew."""
        async with self.hall.sitting(table) as sitting:
            row = await sitting.get(models.Draft, table, f"mod:{who.id}")
            if row is None or row.key != mark:
                raise Outdated(words.NO_STEP)
            step = Step.from_json(json.loads(row.lines[0]))
            standing = await self._demand(sitting, who, step)
            now = await self._foreseen(sitting, standing, step)
            if now.mark != mark:
                await self._keep(sitting, who, step, now.mark)
                return Foreseen(table, f"{words.OTHER_NOW}\n{now.words}", now.mark)
            return await self._take(sitting, standing, step)

    async def step(self, table: int, who: Who, step: Step) -> Done | Request:
        """Carry out a step, or ask the other players whether it may be."""
        async with self.hall.sitting(table) as sitting:
            standing = await self._demand(sitting, who, step)
            return await self._take(sitting, standing, step)

    async def _demand(self, sitting: Sitting, who: Who, step: Step) -> Standing:
        sitting.demand_stage(Stage.PLAYING)
        standing = await demand_moderator(sitting, who)
        demand_reason(step.why)
        sitting.actor = who
        sitting.know(who)
        await self.deeds[step.op].allow(sitting, standing, step)
        return standing

    async def _take(self, sitting: Sitting, standing: Standing, step: Step) -> Done | Request:
        deed = self.deeds[step.op]
        others = other_players(sitting, standing.who)
        if not (standing.plays and others):
            return await self._do(sitting, standing, step)
        said = await deed.request(sitting, standing, step)
        return await self.consent.ask(
            sitting,
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
        await meet(sitting, [row.person])
        who = sitting.who(row.person)
        sitting.actor = who
        standing = Standing(who, sitting.seat_of(who), False)
        await self._do(sitting, standing, Step.from_json(row.payload))

    async def _do(self, sitting: Sitting, standing: Standing, step: Step) -> Done:
        said = await self.deeds[step.op].do(sitting, standing, step)
        await sitting.commit()
        return Done(sitting.id, said)


def tell(sitting: Sitting, step: Step, note: str, entry: int | None = None) -> None:
    """A step in the thread and in the audit."""
    sitting.note(words.NOTE_WHY.format(note=note, why=step.why))
    sitting.audit(f"mod {step.op}", note, step.why, entry)
