"""Plans for a round of battles: written, suggested, sealed, changed and withdrawn by their owner.

Everything here is one person's own business: no message to anybody else is owed, nothing that
others see changes, until the round is released.
"""

from __future__ import annotations

import json
from zlib import crc32

from bot.store import models
from bot.tables.battles import rounds
from bot.tables.battles.rounds import Round, round_of, rows_of
from bot.tables.floor import settings
from bot.tables.floor import words_plans as said
from bot.tables.floor.agenda import Serve
from bot.tables.floor.errands import once
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import Sitting
from bot.tables.play import windows
from bot.tables.play.orders import asked
from bot.tables.telling.chronicle import publish
from bot.tables.time import clocks
from bot.tables.values import (
    BattlePlan,
    Outcome,
    Outdated,
    PlanPanel,
    Refused,
    Sealing,
    Stage,
    Who,
)
from engine import Match
from engine.players.plan import MOODS, Unreadable, manual_of, read
from engine.tongues.phrases import TELLING, sentences

LATER = "15m"  # when a table that rests is looked at again
SHOWN = 5  # faults of a plan that are told at once


class Plans:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    @property
    def servants(self) -> dict[str, Serve]:
        return {rounds.TICK: self._tick}

    # -- the clock ------------------------------------------------------------------------------

    async def owes(self, sitting: Sitting, seat: str) -> bool:
        """Whether a seat that is asked is to be reminded. Not in the thread: a reminder there
        would tell the others that no plan is sealed yet."""
        question, person = sitting.questions[seat], sitting.seats[seat].person
        if person is None:
            return True
        in_private = sitting.audience_for(person) == f"person:{person}"
        if question.kind == rounds.PLAN:
            return in_private and not await rounds.has_sealed(sitting, seat)
        match = await sitting.match()
        decision = match.decision(seat)
        if decision is None or not windows.closes_later(sitting, match, decision):
            return True
        return in_private and await windows.kept(sitting, seat) is None

    async def settles(self, sitting: Sitting, seat: str) -> bool:
        """Time is up: the standing plan is sealed for whoever has sealed none, in silence. An
        answer that waits for its tick was given in time."""
        if sitting.questions[seat].kind != rounds.PLAN:
            return await windows.kept(sitting, seat) is not None
        match = await sitting.match()
        found = round_of(match)
        assert found is not None  # it is what is being planned
        if not await rounds.has_sealed(sitting, seat):
            await rounds.stand_in(sitting, match, seat)
        if await rounds.released(sitting, found):
            await publish(sitting, match, [], set())
        return True

    # -- writing and sealing --------------------------------------------------------------------

    async def panel(self, table: int, who: Who) -> PlanPanel:
        async with self.hall.sitting(table) as sitting:
            seat, match, found = await _demand(sitting, who)
            return await _panel(sitting, match, seat, found)

    @once
    async def write(
        self,
        table: int,
        who: Who,
        text: str,
        place: str = "",
        number: int | None = None,
        *,
        errand: str = "",
    ) -> PlanPanel:
        async with self.hall.sitting(table) as sitting:
            seat, match, found = await _demand(sitting, who, number)
            if not text.strip():
                raise Refused(said.EMPTY)
            if len(text) > (most := self.hall.limits.plan):
                raise Refused(said.TOO_LONG.format(most=most))
            where, text = _understood(match, seat, found, place, text)
            await _put(sitting, seat, where, text)
            if _faults(match, seat, text):
                await self._open(sitting, seat, found)  # nothing faulty stays sealed
            await sitting.commit()
            return await _panel(sitting, match, seat, found)

    @once
    async def suggest(
        self,
        table: int,
        who: Who,
        mood: str,
        place: str = "",
        number: int | None = None,
        *,
        errand: str = "",
    ) -> PlanPanel:
        """The computer thinks about a redealt world, beside the loop."""
        async with self.hall.sitting(table) as sitting:
            seat, match, found = await _demand(sitting, who, number)
            if mood not in MOODS:
                raise Refused(said.NO_MOOD.format(moods=", ".join(MOODS), mood=mood[:40]))
            places = [place] if place in found.places else list(found.places) or [""]
            world = match.world(seat)
            manual = manual_of(match.game)
            texts = await self.hall.aside(
                lambda: {where: manual.suggest(world, seat, where, mood) for where in places}
            )
            for where, text in texts.items():
                await _put(sitting, seat, where, text)
            await sitting.commit()
            return await _panel(sitting, match, seat, found)

    @once
    async def seal(
        self,
        table: int,
        who: Who,
        number: int | None = None,
        revision: int | None = None,
        *,
        errand: str = "",
    ) -> Sealing:
        async with self.hall.sitting(table) as sitting:
            seat, match, found = await _demand(sitting, who, number)
            panel = await _panel(sitting, match, seat, found)
            if revision is not None and revision != panel.revision:
                raise Outdated(said.CHANGED)
            if panel.faulty:
                faults = [fault for plan in panel.plans for fault in plan.faults]
                raise Refused(said.FAULTY.format(faults=sentences(faults[:SHOWN])))
            read_ = len(match.events(seat))
            await self._sealed(sitting, match, seat, panel.standing)
            if not await rounds.released(sitting, found):
                await sitting.commit()
                waits = await _panel(sitting, match, seat, found)
                return Sealing(waits, Outcome(sitting.id))
            await publish(sitting, match, [], set())
            await sitting.commit()
            return Sealing(None, _outcome(sitting, match, seat, read_))

    async def _sealed(self, sitting: Sitting, match: Match, seat: str, standing: str) -> None:
        sitting.void.add(f"{clocks.REMIND}:{seat}:")
        rows = await rows_of(sitting, seat)
        for row in rows or [rounds.new_row(sitting, seat, "", standing)]:
            row.sealed = sitting.now
            await rounds.keep(sitting, row)

    @once
    async def withdraw(
        self, table: int, who: Who, number: int | None = None, *, errand: str = ""
    ) -> PlanPanel:
        async with self.hall.sitting(table) as sitting:
            seat, match, found = await _demand(sitting, who, number)
            if not await rounds.has_sealed(sitting, seat):
                raise Refused(said.NOT_SEALED)
            await self._open(sitting, seat, found)
            await sitting.commit()
            return await _panel(sitting, match, seat, found)

    async def _open(self, sitting: Sitting, seat: str, found: Round) -> None:
        for row in await rows_of(sitting, seat):
            row.sealed = None
            await rounds.keep(sitting, row)
        await rounds.released(sitting, found)  # no tick is waited for any more

    async def _tick(self, sitting: Sitting, due: models.Due) -> None:
        """A round whose plans are still all sealed is fought, an answer that was kept is given;
        at a table that rests, later."""
        if sitting.row.paused is not None or sitting.row.halted:
            sitting.plan(due.kind, due.key, settings.next_tick(LATER, sitting.now))
            return
        match = await sitting.match()
        found = round_of(match) if sitting.planning else None
        if found is None:
            await windows.close(sitting, match)
            return
        if not await rounds.all_sealed(sitting, found):
            return
        await rounds.release(sitting, match)
        await publish(sitting, match, [], set())


async def _demand(
    sitting: Sitting, who: Who, number: int | None = None
) -> tuple[str, Match, Round]:
    """The round that somebody plans now; refused if there is none, or (`number`) another."""
    sitting.demand_stage(Stage.PLAYING)
    seat = sitting.demand_seat(who)
    match = await sitting.match()
    found = round_of(match) if sitting.planning else None
    if found is None:
        raise Refused(said.NOT_PLANNED.format(table=sitting.name))
    if seat not in found.parties:
        raise Refused(said.NO_PART)
    if number is not None and number != found.number:
        raise Outdated(said.OLD_PLAN)
    sitting.actor = who
    sitting.know(who)
    return seat, match, found


def _understood(match: Match, seat: str, found: Round, place: str, text: str) -> tuple[str, str]:
    """For which place a plan is, and its one text; as it was written, if it cannot be read."""
    try:
        plan = read(match.game, text, seat)
    except Unreadable:
        return place, text
    if plan.where and found.places and plan.where not in found.places:
        title = manual_of(match.game).title
        places = ", ".join(title(one) for one in found.places)
        raise Refused(said.NO_BATTLE_THERE.format(place=title(plan.where), places=places))
    return plan.where, plan.text()


async def _put(sitting: Sitting, seat: str, place: str, text: str) -> None:
    """One's plan for a place is this one now. What was sealed stays so, with the new text."""
    rows = await rows_of(sitting, seat)
    row = next((row for row in rows if row.place == place), None)
    if row is None:
        row = rounds.new_row(sitting, seat, place, text)
        row.sealed = sitting.now if rows and rows[0].sealed else None
    row.text = text
    await rounds.keep(sitting, row)


async def _panel(sitting: Sitting, match: Match, seat: str, found: Round) -> PlanPanel:
    manual = manual_of(match.game)
    rows = await rows_of(sitting, seat)
    texts = {row.place: row.text for row in rows}
    places = list(found.places)
    if len(places) != 1 or "" in texts:
        places.append("")
    sealed = bool(rows) and all(row.sealed is not None for row in rows)
    shown = json.dumps([sorted(texts.items()), sealed])
    return PlanPanel(
        table=sitting.card(),
        seat=seat,
        number=found.number,
        revision=crc32(shown.encode()) % 1_000_000,
        prompt=sitting.questions[seat].prompt,
        plans=tuple(
            BattlePlan(
                place,
                manual.title(place) if place else said.EVERYWHERE,
                texts.get(place, ""),
                _faults(match, seat, texts.get(place, "")),
            )
            for place in places
        ),
        sealed=sealed,
        standing=manual.standing(seat),
        examples=manual.examples,
        until=sitting.questions[seat].until,
    )


def _faults(match: Match, seat: str, text: str) -> tuple[str, ...]:
    try:
        read(match.game, text, seat)
    except Unreadable as unreadable:
        return tuple(fault.worded(TELLING) for fault in unreadable.faults)
    return ()


def _outcome(sitting: Sitting, match: Match, seat: str, read_: int) -> Outcome:
    """What a battle that was fought at once told the person who had sealed last."""
    seen = match.events(seat)[read_:]
    return Outcome(
        sitting.id,
        words=tuple(told for s in seen if (told := match.tell(s, seat, TELLING))),
        next=asked(sitting, match, seat),
        over=match.over,
    )
