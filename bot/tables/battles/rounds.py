"""Sealed battles: a round of battles is planned, released, and fought in one go.

A round begins with its first question. Instead of that question, everybody who has a part in the
round is asked for a plan, both sides at once; who has a part is read off what a spectator sees.
Until the release nothing that anybody is sent depends on who has sealed.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import inspect
from sqlmodel import select

from bot.store import models
from bot.tables.floor import settings, words
from bot.tables.floor import words_plans as said
from bot.tables.floor.sitting import Sitting
from bot.tables.telling.story import Scene, Story
from engine import Decision, Match
from engine.players.plan import (
    Plan,
    Progress,
    Unreadable,
    fought,
    manual_of,
    others_fought,
    read,
    scene_at,
    scene_of,
    standing_plan,
)
from engine.tongues import Tongue
from engine.tongues.phrases import TELLING, Saying, sentences

log = logging.getLogger(__name__)

PLAN = "plan"  # the kind of the question that asks for one
TICK = "tick"  # on the agenda: a round whose plans are all sealed is fought
SEALED, STANDING = "sealed", "standing"
HELD = "?"  # as a plan's place: an answer that waits for its tick; no game has such a place


class Round(NamedTuple):
    """The round of battles that the open questions belong to, as a spectator knows it."""

    name: str
    parties: tuple[str, ...]  # the seats that seal a plan
    places: tuple[str, ...]
    number: int  # of its first question
    minor: bool = False  # a skirmish


class Call(NamedTuple):
    """What is asked while a round is planned; like a decision, as far as others may know it."""

    seat: str
    key: str
    number: int
    prompt: Saying
    kind: str = PLAN
    rule: str = ""

    def prompted(self, tongue: Tongue) -> str:
        return tongue.word(self.prompt.said)


def round_of(match: Match) -> Round | None:
    asked = match.decisions()
    scene = scene_of(match, asked[0]) if asked else None
    if scene is None:
        return None
    manual, view = manual_of(match.game), match.view(None)
    return Round(
        scene.round,
        manual.parties(view, asked),
        manual.places(view, asked[0]),
        max(decision.number for decision in asked),
        scene.minor,
    )


def asked_now(sitting: Sitting, match: Match) -> Sequence[Decision | Call]:
    """The open questions; while a round is planned, those for the plans. A computer has one."""
    found = round_of(match) if sitting.planning else None
    if found is None:
        return match.decisions()
    prompt = _prompt(sitting, match, found)
    return [
        Call(seat, f"{PLAN} {found.number}", found.number, prompt)
        for seat in found.parties
        if not sitting.seats[seat].computer
    ]


def _prompt(sitting: Sitting, match: Match, found: Round) -> Saying:
    title = manual_of(match.game).title
    places = [title(place) for place in found.places]
    battles: Saying = said.A_BATTLE
    if places:
        sentence = said.BATTLE_AT if len(places) == 1 else said.BATTLES_AT
        battles = sentence.format(place=places[0], places=words.both(places))
    return said.PLANNED.format(battles=battles, when=_when(sitting, found))


def _when(sitting: Sitting, found: Round) -> str:
    tick = sitting.setting("tick")
    if alone(sitting, found):
        return said.WHEN_ALONE
    if tick == settings.NOW:
        return said.WHEN_NOW
    return at_ticks(tick)


def at_ticks(tick: str) -> str:
    """When something that all have sealed is opened."""
    hours = tick[-1].isdecimal()
    words_ = said.HOURS.format(hours=tick) if hours else said.EVERY.format(span=tick)
    return said.WHEN_TICK.format(tick=words_)


def alone(sitting: Sitting, found: Round) -> bool:
    """One person against computers: nobody could learn anything from the time."""
    return len([seat for seat in found.parties if not sitting.seats[seat].computer]) <= 1


# -- the rows ------------------------------------------------------------------------------------


async def rows_of(sitting: Sitting, seat: str | None = None) -> list[models.Plan]:
    """The plans of the table, or of one seat: those for a place before the one for all."""
    if sitting.plans is None:
        plan = models.Plan
        sitting.plans = await sitting.all(
            select(plan).where(plan.table == sitting.id, plan.place != HELD)
        )
    mine = [row for row in sitting.plans if seat in (None, row.seat)]
    return sorted(mine, key=lambda row: (row.seat, not row.place, row.place))


async def keep(sitting: Sitting, row: models.Plan) -> None:
    """Have the commit write a plan that is new or has changed."""
    await rows_of(sitting)
    assert sitting.plans is not None
    if not any(kept is row for kept in sitting.plans):
        sitting.plans.append(row)
    if not any(added is row for added in sitting.added):
        sitting.added.append(row)


async def drop(sitting: Sitting, rows: Sequence[models.Plan]) -> None:
    await rows_of(sitting)
    assert sitting.plans is not None
    for row in rows:
        sitting.plans = [kept for kept in sitting.plans if kept is not row]
        sitting.added = [added for added in sitting.added if added is not row]
        if not inspect(row).transient:  # it has been written before
            sitting.gone.append(row)


def new_row(sitting: Sitting, seat: str, place: str, text: str) -> models.Plan:
    return models.Plan(
        table=sitting.id, seat=seat, place=place, text=text, round=sitting.row.round, progress={}
    )


async def has_sealed(sitting: Sitting, seat: str) -> bool:
    """Whether a seat has sealed its plans of this round. Nobody else may learn it."""
    rows = await rows_of(sitting, seat)
    return bool(rows) and all(row.sealed is not None for row in rows)


async def all_sealed(sitting: Sitting, found: Round) -> bool:
    """Whether every plan of the round is there; a computer always has one."""
    people = [seat for seat in found.parties if not sitting.seats[seat].computer]
    return all([await has_sealed(sitting, seat) for seat in people])


async def stand_in(sitting: Sitting, match: Match, seat: str) -> None:
    """The standing plan takes the place of a plan that was not sealed in time."""
    rows = await rows_of(sitting, seat)
    row = next((row for row in rows if not row.place), None) or new_row(sitting, seat, "", "")
    await drop(sitting, [other for other in rows if other is not row])
    row.text, row.sealed = standing_plan(match, seat).text(), sitting.now
    await keep(sitting, row)


async def drop_plans(sitting: Sitting, seat: str) -> None:
    """Somebody else sits there now: what was planned and not fought yet is forgotten."""
    if sitting.planning:
        await drop(sitting, await rows_of(sitting, seat))
    held = await sitting.get(models.Plan, sitting.id, seat, HELD)
    if held is not None:
        sitting.gone.append(held)


# -- a round, from its first question to its last ------------------------------------------------


async def go_on(sitting: Sitting, match: Match, back: set[int]) -> list[Scene]:
    """Whatever can be fought from sealed plans is fought; what it told everybody.

    `back`: entries that were just taken back. The plans that led to them are forgotten.
    """
    if back:
        await forget(sitting)
    told: list[Scene] = []
    while (found := round_of(match)) is not None and _is_sealed(sitting, found):
        if sitting.row.round != found.name:
            await _end(sitting, match)
            sitting.row.round = found.name
            if found.minor and sitting.setting("skirmishes") == STANDING:
                await release(sitting, match)
        if not await released(sitting, found):
            return told
        scenes = await _fight(sitting, match)
        if not scenes:
            return told  # a plan leaves the question to its owner
        told += scenes
    await _end(sitting, match)
    return told


def _is_sealed(sitting: Sitting, found: Round) -> bool:
    """A round that was begun so is ended so, whatever the table has chosen since."""
    if sitting.row.round == found.name:
        return True
    return sitting.setting("battles") == SEALED and bool(found.parties)


def reopens(sitting: Sitting, match: Match, seat: str, entry: int) -> bool:
    """Whether taking back everything from an entry on goes back into a battle in which somebody
    else's plan or answer was opened: then its owner has shown something, however little."""
    falls = match.falling(entry, seat)
    if any(others_fought(match, seat, index) for index in falls):
        return True
    sealed = bool(sitting.row.round) or sitting.setting("battles") == SEALED
    return sealed and any(scene_at(match, index) is not None for index in falls)


async def released(sitting: Sitting, found: Round) -> bool:
    """Whether the plans of the round are open; those that everybody has sealed wait for a tick."""
    if sitting.row.released is not None:
        return True
    if not await all_sealed(sitting, found):
        sitting.strike(TICK, "")
    elif alone(sitting, found) or sitting.setting("tick") == settings.NOW:
        _release(sitting)
    else:
        sitting.plan(TICK, "", settings.next_tick(sitting.setting("tick"), sitting.now))
    return sitting.row.released is not None


def _release(sitting: Sitting) -> None:
    sitting.row.released = sitting.now
    sitting.strike(TICK, "")


async def release(sitting: Sitting, match: Match) -> None:
    """The plans are opened now; whoever has sealed none has the standing plan.

    The battles themselves are fought by `publish`.
    """
    found = round_of(match) if sitting.planning else None
    if found is None:
        return
    for seat in found.parties:
        if not sitting.seats[seat].computer and not await has_sealed(sitting, seat):
            await stand_in(sitting, match, seat)
    _release(sitting)


async def _fight(sitting: Sitting, match: Match) -> list[Scene]:
    """The whole round, or up to a question that a plan leaves to its owner."""
    plans = await _open_plans(sitting, match)
    sitting.unkept = True
    first = len(match)
    scenes = await sitting.hall.aside(lambda: _follow(match, _by_seat(sitting, match, plans)))
    for number in range(first, len(match)):
        seat = match.entries[number].seat
        sitting.authors[number] = sitting.seats[seat].person
    for row, plan in plans:
        row.progress = plan.progress.to_json()
        await keep(sitting, row)
    return scenes


def _follow(match: Match, plans: Mapping[str, Sequence[Plan]]) -> list[Scene]:
    story = Story(match)
    try:
        for answer in fought(match, plans, whole_round=True):
            story.follow(answer.seat)
    except Exception as error:
        # what was fought stands, and the question goes to its owner; its words may hold an order
        log.error("a plan could not answer: %s", type(error).__name__)
    return story.scenes


async def _open_plans(sitting: Sitting, match: Match) -> list[tuple[models.Plan, Plan]]:
    found = []
    for row in await rows_of(sitting):
        plan = _readable(match, row)
        if row.progress:
            plan.resume(Progress.from_json(row.progress))
        found.append((row, plan))
    return found


def _readable(match: Match, row: models.Plan) -> Plan:
    try:
        return read(match.game, row.text, row.seat)
    except Unreadable:  # it was readable when it was sealed: the game has changed since
        return standing_plan(match, row.seat)


def _by_seat(
    sitting: Sitting, match: Match, plans: Sequence[tuple[models.Plan, Plan]]
) -> dict[str, list[Plan]]:
    """A seat's own plans, and its standing plan behind them. Who was not asked has none."""
    mine: dict[str, list[Plan]] = {}
    for row, plan in plans:
        mine.setdefault(row.seat, []).append(plan)
    return {
        seat: [*mine.get(seat, ()), standing_plan(match, seat)]
        for seat in match.seats
        if seat in mine or sitting.seats[seat].computer
    }


# -- afterwards ----------------------------------------------------------------------------------


async def _end(sitting: Sitting, match: Match) -> None:
    """The round is over: what their plans could not do is told to their owners alone."""
    if sitting.row.released is not None:
        for row, plan in await _open_plans(sitting, match):
            _tell(sitting, match, row, plan)
    await forget(sitting)


def _tell(sitting: Sitting, match: Match, row: models.Plan, plan: Plan) -> None:
    person = sitting.seats[row.seat].person
    if person is None or not plan.notes or not sitting.reachable(person):
        return
    place = manual_of(match.game).title(row.place) if row.place else said.A_BATTLE
    notes = sentences(note.worded(TELLING) for note in plan.notes)
    text = said.SKIPPED.format(place=place, notes=notes)
    slot = f"plan:{row.seat}:{len(match)}:{row.place}"[:80]
    sitting.owe(f"person:{person}", slot, "whisper", words=text, person=person)


async def forget(sitting: Sitting) -> None:
    """The round's plans are dropped; if it is not over, everybody is asked anew."""
    if not sitting.row.round:
        return
    await drop(sitting, await rows_of(sitting))
    sitting.row.round, sitting.row.released = "", None
    sitting.strike(TICK, "")
