"""Reactions: an answer that a secret could change is shown when its window closes.

How long somebody thinks about a challenge tells what is in the hand. So the answer to a question
that is asked of one seat alone is kept, seen by nobody, and given at the table's next tick; until
then its owner may change it or take it back. With ticks at once, and where nobody else could learn
anything, it is given at once.

What two are asked at once is sealed by the game, and opens with the second answer. Of more than
two, everybody's answer is kept, and all are given together at the first tick after the last: who
has answered and who hesitates shows in nothing before.
"""

from __future__ import annotations

from sqlmodel import select

from bot.store import models
from bot.tables.battles.rounds import HELD, TICK, at_ticks
from bot.tables.floor import settings
from bot.tables.floor import words_plans as said
from bot.tables.floor.sitting import Sitting
from bot.tables.telling.chronicle import publish
from bot.tables.telling.story import Story
from engine import Decision, Illegal, Match
from engine.text import read, write


def closes_later(sitting: Sitting, match: Match, decision: Decision) -> bool:
    """Whether the answer to this question waits for a tick. What two seats are asked at once is
    sealed by the game itself."""
    people = [seat for seat in sitting.seats.values() if not seat.computer]
    if not decision.reaction or len(people) < 2 or sitting.setting("tick") == settings.NOW:
        return False
    if len(match.seats) > 2:
        return True
    sealed = any(match.withdrawable(seat) is not None for seat in match.seats)
    return len(match.decisions()) == 1 and not sealed


async def kept(sitting: Sitting, seat: str) -> models.Plan | None:
    """The answer that a seat has given to its open question, and that waits."""
    question = sitting.questions.get(seat)
    row = await sitting.get(models.Plan, sitting.id, seat, HELD)
    return row if row is not None and question is not None and row.round == question.key else None


async def keep(sitting: Sitting, match: Match, decision: Decision, line: str) -> str:
    """Keep an answer until the tick, and commit; raises `Illegal`. Returns it as it was read."""
    order = write(match.game.verbs, read(match.game, decision, line))
    row = await sitting.get(models.Plan, sitting.id, decision.seat, HELD) or models.Plan(
        table=sitting.id, seat=decision.seat, place=HELD, progress={}
    )
    row.text, row.round, row.sealed = order, decision.key, sitting.now
    sitting.added.append(row)
    if not await _missing(sitting, match, decision.seat):
        _wait(sitting)
    await sitting.commit()
    return order


def _wait(sitting: Sitting) -> None:
    sitting.plan(TICK, "", settings.next_tick(sitting.setting("tick"), sitting.now))


async def _missing(sitting: Sitting, match: Match, seat: str = "") -> list[str]:
    """The people, but for `seat`, who are asked at the same time and have not answered yet."""
    asked = [d.seat for d in match.decisions() if not sitting.seats[d.seat].computer]
    return [one for one in asked if one != seat and await kept(sitting, one) is None]


async def follow_up(sitting: Sitting, match: Match) -> None:
    """Somebody answered otherwise, a computer or who is late: if no answer is missing any more,
    those that are kept wait for the next tick."""
    people = [d for d in match.decisions() if not sitting.seats[d.seat].computer]
    if len(match.seats) > 2 and people and not await _missing(sitting, match):
        _wait(sitting)


async def take_back(sitting: Sitting, row: models.Plan) -> None:
    """The question is open again, as it has been for everybody else."""
    sitting.gone.append(row)
    sitting.strike(TICK, "")
    await sitting.commit()


async def close(sitting: Sitting, match: Match) -> None:
    """The tick: what was kept is given now, unless somebody's answer is missing. What belongs to
    another question is forgotten."""
    if len(match.seats) > 2 and await _missing(sitting, match):
        return
    plan = models.Plan
    rows = await sitting.all(select(plan).where(plan.table == sitting.id, plan.place == HELD))
    sitting.gone += rows
    story = Story(match)
    for row in rows:
        question = sitting.questions.get(row.seat)
        if question is None or question.key != row.round:
            continue
        sitting.unkept = True
        sitting.authors[len(match)] = sitting.seats[row.seat].person
        try:
            match.act(row.seat, row.text, row.round)
        except Illegal:  # it was legal when it was given: the rules have changed since
            continue
        story.follow(row.seat)
    if story.scenes:
        await publish(sitting, match, story.scenes, story.taken_back)


def told(sitting: Sitting, match: Match, order: str) -> str:
    together = len(match.decisions()) > 1 or bool(match.game.sealed(match._state))
    if len(match.seats) > 2 and together:
        return said.HELD_ALL.format(order=order, when=at_ticks(sitting.setting("tick")))
    tick = settings.next_tick(sitting.setting("tick"), sitting.now)
    return said.HELD.format(order=order, at=f"{tick:%H:%M}")
