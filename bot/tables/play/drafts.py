"""Drafts: orders collected in private and tried where every secret is dealt anew.

Nothing is ever tried in the true match, so nothing that is tried can tell a secret.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.store import models
from bot.tables.floor import errands, words
from bot.tables.floor.errands import once
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import Sitting
from bot.tables.play.orders import carry_out, demand_question
from bot.tables.values import Draft, Outcome, Outdated, Refused, Stage, Who
from engine import Decision, Game, HeraldError, Match, View
from engine.text import split
from engine.tongues.phrases import TELLING


@dataclass(slots=True)
class Trial:
    """A draft tried up to its first barrier: what it says, and the world it leads to."""

    draft: Draft
    world: Match
    seat: str

    @property
    def game(self) -> Game:
        return self.world.game

    @property
    def decision(self) -> Decision | None:
        """What would be asked next; nothing can be planned behind a die or a refusal."""
        if self.draft.waits or self.draft.refused:
            return None
        return self.world.together(self.seat)


class Drafts:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def draft(self, table: int, who: Who) -> Draft:
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.PLAYING, Stage.OVER)
            seat = sitting.demand_seat(who)
            row = await row_of(sitting, seat)
            return (await tried(sitting, row)).draft if row.lines else Draft()

    @once
    async def add(self, table: int, who: Who, text: str, *, errand: str = "") -> Draft:
        async with self.hall.sitting(table) as sitting:
            seat, _ = await demand_question(sitting, who)
            row = await row_of(sitting, seat)
            return await extend(sitting, row, text)

    @once
    async def write(self, table: int, who: Who, text: str, *, errand: str = "") -> Draft:
        """These lines and no others; refused, the old ones stay."""
        async with self.hall.sitting(table) as sitting:
            seat, _ = await demand_question(sitting, who)
            row = await row_of(sitting, seat)
            row.lines = []
            return await extend(sitting, row, text)

    @once
    async def drop(self, table: int, who: Who, *, errand: str = "") -> Draft:
        """Without its last line."""
        async with self.hall.sitting(table) as sitting:
            row = await row_of(sitting, sitting.demand_seat(who))
            if not row.lines:
                raise Refused(words.EMPTY_DRAFT)
            row.lines = row.lines[:-1]
            return await _changed(sitting, row)

    @once
    async def clear(self, table: int, who: Who, *, errand: str = "") -> Draft:
        async with self.hall.sitting(table) as sitting:
            row = await row_of(sitting, sitting.demand_seat(who))
            row.lines = []
            return await _changed(sitting, row)

    @once
    async def send(
        self, table: int, who: Who, key: str | None = None, *, errand: str = ""
    ) -> Outcome:
        async with self.hall.sitting(table) as sitting:
            seat, decision = await demand_question(sitting, who)
            if key is not None and key != decision.key:
                raise Outdated(
                    words.OLD_QUESTION.format(prompt=decision.prompted(TELLING)), decision.rule
                )
            row = await row_of(sitting, seat)
            if not row.lines:
                raise Refused(words.EMPTY_DRAFT)
            text = "\n".join(row.lines)
            return await carry_out(sitting, who, seat, text, decision.key, decision, draft=True)

    async def preview(self, table: int, who: Who) -> View:
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.PLAYING, Stage.OVER)
            seat = sitting.demand_seat(who)
            row = await row_of(sitting, seat)
            if not row.lines:
                return (await sitting.match()).view(seat)
            return (await tried(sitting, row)).world.view(seat)


async def row_of(sitting: Sitting, seat: str) -> models.Draft:
    row = await sitting.get(models.Draft, sitting.id, seat)
    if row is None:
        row = models.Draft(
            table=sitting.id, seat=seat, lines=[], steps=[], prefix=[], partial=[], revision=0
        )
    return row


async def extend(sitting: Sitting, row: models.Draft, text: str) -> Draft:
    """More lines at the end of a draft."""
    lines = split(text)
    if not lines:
        raise Refused(words.EMPTY_ORDER)
    most = sitting.hall.limits
    if any(len(line) > most.order for line in lines):
        raise Refused(words.TOO_LONG.format(most=most.order))
    if len(row.lines) + len(lines) > most.draft:
        raise Refused(words.DRAFT_FULL.format(most=most.draft))
    row.lines = [*row.lines, *lines]
    return await _changed(sitting, row)


async def _changed(sitting: Sitting, row: models.Draft) -> Draft:
    """Whatever a panel was building belongs to another place now."""
    row.prefix, row.partial, row.steps, row.page = [], [], [], 0
    await save(sitting, row)
    if not row.lines or sitting.stage is not Stage.PLAYING:
        return Draft(tuple(row.lines))
    return (await tried(sitting, row)).draft


async def save(sitting: Sitting, row: models.Draft) -> None:
    """A draft is its owner's own business: the table's version does not change.

    The sitting's lock keeps two clicks apart; another process would be stopped by the revision.
    """
    row.revision += 1
    async with sitting.writing() as session:
        await session.merge(row)
        await errands.write(session, sitting.now, sitting.id)


async def tried(sitting: Sitting, row: models.Draft) -> Trial:
    """The draft line by line in a redealt world, stopped before the first die or reveal."""
    match = await sitting.match()
    world = match.world(row.seat)
    told: list[str] = []
    for n, line in enumerate(row.lines):
        read = len(world.events(row.seat))
        try:
            world.act(row.seat, line)
        except HeraldError as refusal:
            return _trial(row, world, n, told, refused=refusal.reason)
        if world.barred:
            world.undo(len(world) - 1)
            return _trial(row, world, n, told, waits=True)
        told += [
            said
            for s in world.events(row.seat)[read:]
            if (said := world.tell(s, row.seat, TELLING))
        ]
    return _trial(row, world, len(row.lines), told)


def _trial(
    row: models.Draft,
    world: Match,
    good: int,
    told: list[str],
    refused: str = "",
    waits: bool = False,
) -> Trial:
    draft = Draft(tuple(row.lines), good, refused, waits, tuple(told))
    return Trial(draft, world, row.seat)
