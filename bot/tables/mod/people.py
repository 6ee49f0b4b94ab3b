"""Steps about people and time: seats that change hands, clocks that stand, run or end later."""

from __future__ import annotations

from bot.tables.floor import settings, words_time
from bot.tables.floor import words_mod as words
from bot.tables.floor.sitting import Sitting
from bot.tables.floor.words import named
from bot.tables.lobby.moderators import has_peeked
from bot.tables.lobby.seats import REMOVED, Seating, clear, known_player, vacate
from bot.tables.mod.cases import Case
from bot.tables.mod.steps import Step
from bot.tables.time.deadlines import Deadlines
from bot.tables.values import Refused, Who


class Timeless:
    """A step that is not about the position: a request for it stands though the game goes on."""

    bound = False

    async def foresee(self, case: Case) -> str:
        raise NotImplementedError("it is done at once")

    def wish(self, sitting: Sitting, step: Step) -> str:
        """What is wanted, in a few words."""
        raise NotImplementedError

    async def request(self, case: Case) -> str:
        wish = self.wish(case.sitting, case.step)
        return words.ASK_PLAIN.format(who=case.who.name, what=wish)


class Place(Timeless):
    """A seat for a person, who must accept, for a computer player, or for nobody."""

    def __init__(self, seating: Seating) -> None:
        self.seating = seating

    async def allow(self, case: Case) -> None:
        sitting, step = case.sitting, case.step
        row = sitting.seat(step.seat)
        if isinstance(step.to, str):
            known_player(step.to)
        elif step.to is None:
            if row.person is None and not row.computer:
                raise Refused(words.IS_FREE.format(seat=named(row.seat)))
        elif await has_peeked(sitting, step.to.id):
            raise Refused(words.HAS_PEEKED_TOO.format(who=step.to.name, table=sitting.name))

    def wish(self, sitting: Sitting, step: Step) -> str:
        seat = named(sitting.seat(step.seat).seat)
        if step.to is None:
            return words.SEAT_FREE.format(seat=seat)
        to = step.to.name if isinstance(step.to, Who) else words.THE_COMPUTER.format(player=step.to)
        return words.SEAT_TO.format(seat=seat, who=to)

    async def do(self, case: Case) -> tuple[str, ...]:
        sitting, step = case.sitting, case.step
        row = sitting.seat(step.seat)
        if isinstance(step.to, str):
            await self.seating._stand_in(sitting, row, step.to)
        else:
            if row.person is not None:
                await vacate(sitting, row, REMOVED)
            clear(row)
            row.gone = REMOVED
            if step.to is not None:
                await self.seating._offer(sitting, row, case.who, step.to)
        note = words.NOTE_SEAT.format(who=case.who.name, what=self.wish(sitting, step))
        case.tell(note)
        sitting.owe("table", "status", "status")
        return (words.STANDS,)


class Clock(Timeless):
    """A step about the clocks; they tell it and keep it by themselves."""

    def __init__(self, deadlines: Deadlines) -> None:
        self.deadlines = deadlines


class Pause(Clock):
    async def allow(self, case: Case) -> None:
        sitting = case.sitting
        if sitting.row.paused is not None:
            raise Refused(words_time.IS_PAUSED.format(table=sitting.name))

    def wish(self, sitting: Sitting, step: Step) -> str:
        return words.WISH_PAUSE

    async def do(self, case: Case) -> tuple[str, ...]:
        await self.deadlines.stop(case.sitting, case.who, words_time.PAUSED, case.step.why)
        return (words.STANDS,)


class Resume(Clock):
    async def allow(self, case: Case) -> None:
        sitting = case.sitting
        if sitting.row.paused is None:
            raise Refused(words_time.NOT_PAUSED.format(table=sitting.name))

    def wish(self, sitting: Sitting, step: Step) -> str:
        return words.WISH_RESUME

    async def do(self, case: Case) -> tuple[str, ...]:
        await self.deadlines.start(case.sitting, case.who, words_time.GOES_ON, case.step.why)
        return (words.STANDS,)


class Deadline(Clock):
    """Until when somebody has time, to the minute."""

    async def allow(self, case: Case) -> None:
        sitting, step = case.sitting, case.step
        row = sitting.seat(step.seat)
        if sitting.questions.get(row.seat) is None or row.person is None:
            raise Refused(words_time.NOBODY_ASKED.format(seat=named(row.seat)))
        latest = sitting.now + settings.LONGEST
        if step.until is None or not sitting.now < step.until <= latest:
            raise Refused(words_time.BAD_UNTIL.format(most=settings.LONGEST.days))

    def wish(self, sitting: Sitting, step: Step) -> str:
        assert step.until is not None
        until = words_time.moment(step.until)
        return words.WISH_DEADLINE.format(seat=named(sitting.seat(step.seat).seat), until=until)

    async def do(self, case: Case) -> tuple[str, ...]:
        """They may have answered while the others were asked: then there is nothing to set."""
        sitting, step = case.sitting, case.step
        question = sitting.questions.get(sitting.seat(step.seat).seat)
        seated = sitting.seat(step.seat).person is not None
        if question is not None and seated and step.until is not None:
            await self.deadlines.set_deadline(sitting, case.who, question, step.until, step.why)
        return (words.STANDS,)
