"""Deadlines: reminders, what happens when time is up, pauses, holidays, more time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta

from sqlmodel import col, select

from bot.store import models
from bot.tables.floor import words, words_time
from bot.tables.floor.agenda import Serve
from bot.tables.floor.errands import once
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import Sitting
from bot.tables.lobby.moderators import may_moderate, moderators, other_players
from bot.tables.play import consent
from bot.tables.telling import chronicle
from bot.tables.time import clocks
from bot.tables.values import Profile, Refused, Request, Stage, TableCard, Who
from engine import HeraldError

LATENESS = timedelta(minutes=5)  # served later than that: nobody was there to take an answer
MOST_HOURS = 14 * 24  # of one extension

Settle = Callable[[Sitting, str], Awaitable[bool]]


class Deadlines:
    def __init__(self, hall: Hall, owes: Settle, settles: Settle) -> None:
        """`owes`: whether a seat that is asked still has to say anything; `settles`: whether
        somebody else deals with a question whose time is up."""
        self.hall = hall
        self.owes = owes
        self.settles = settles

    @property
    def servants(self) -> dict[str, Serve]:
        return {clocks.REMIND: self._remind, clocks.EXPIRE: self._expire}

    @property
    def agreed(self) -> dict[str, consent.Agreed]:
        """What is done when everybody has agreed."""
        return {
            "pause": self._pause_agreed,
            "resume": self._go_on_agreed,
            "extend": self._extend_agreed,
        }

    # -- reminders ------------------------------------------------------------------------------

    async def _remind(self, sitting: Sitting, due: models.Due) -> None:
        """One message to whoever still owes an answer. After a long silence of ours it stands
        for all that were missed."""
        question = _running(sitting, due.key)
        if question is None or question.until is None or question.until <= sitting.now:
            return  # answered; or time is up, which says more
        calendar = clocks.calendar_of(sitting, question)
        if not calendar.runs(sitting.now):
            sitting.plan(clocks.REMIND, due.key, calendar.wakes(sitting.now))
            return
        rest = calendar.between(sitting.now, question.until)
        spots = clocks.reminders(timedelta(seconds=question.given or 0))
        question.reminded = sum(1 for spot in spots if rest - spot < clocks.HOUR)
        await self._nudge(sitting, due.key)

    async def _nudge(self, sitting: Sitting, seat: str) -> None:
        if await self.owes(sitting, seat):
            chronicle.call(sitting, seat, clocks.REMIND)

    # -- time is up -----------------------------------------------------------------------------

    async def _expire(self, sitting: Sitting, due: models.Due) -> None:
        question = _running(sitting, due.key)
        if question is None:
            return
        if sitting.now - due.at > LATENESS:
            await self._grace(sitting, question)
        elif not await self.settles(sitting, due.key):
            await self._late(sitting, question)

    async def _grace(self, sitting: Sitting, question: models.Question) -> None:
        """Time ran out while nobody here could take an answer: a little more, and a reminder."""
        clocks.put(question, max(clocks.margin(question), clocks.HOUR))
        question.reminded = len(clocks.reminders(timedelta(seconds=question.given or 0)))
        await self._nudge(sitting, question.seat)
        sitting.owe("table", "status", "status")
        sitting.audit("grace", question.seat)

    async def _late(self, sitting: Sitting, question: models.Question) -> None:
        """By the table's choice. If somebody answers in their place, the computers do it, as soon
        as this is written: the question is marked, so that it is not forgotten."""
        question.late = True
        person, way = sitting.seats[question.seat].person, sitting.setting("late")
        assert person is not None
        who, seat = sitting.who(person), words.named(question.seat)
        called = await self._call_moderators(sitting, question, who) if way == "wait" else ""
        sitting.note(words_time.WAY[way].format(seat=seat, who=who.name, called=called))
        if sitting.audience_for(person) == f"person:{person}":
            text = words_time.LATE_TOLD.format(table=sitting.name, what=words_time.TOLD[way])
            _whisper(sitting, question, person, text)
        sitting.owe("table", "status", "status")
        sitting.audit("late", f"{question.seat}: {way}")

    async def _call_moderators(self, sitting: Sitting, question: models.Question, who: Who) -> str:
        """Each of them is told once; how the thread says so."""
        text = words_time.CALL_MODERATOR.format(
            table=sitting.name, seat=words.named(question.seat), who=who.name
        )
        called = await _keepers(sitting, who.id)
        for keeper in called:
            _call_one(sitting, question, keeper.id, text)
        if not called:
            return ""
        sentence = words_time.CALLED if len(called) == 1 else words_time.CALLED_SEVERAL
        return sentence.format(names=words.both([keeper.name for keeper in called]))

    # -- pause ----------------------------------------------------------------------------------

    @once
    async def pause(
        self, table: int, who: Who, why: str = "", *, errand: str = ""
    ) -> TableCard | Request:
        """The clocks stand. By a moderator who does not play at once; players ask the others."""
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.PLAYING)
            if sitting.row.paused is not None:
                raise Refused(words_time.IS_PAUSED.format(table=sitting.name))
            if others := await _to_ask(sitting, who):
                text = words_time.ASK_PAUSE.format(who=who.name)
                return await self._ask(sitting, who, "pause", text, others)
            return await self.stop(sitting, who, words_time.PAUSED, why)

    @once
    async def go_on(
        self, table: int, who: Who, why: str = "", *, errand: str = ""
    ) -> TableCard | Request:
        """The clocks of a paused table run again; the host need not ask for that either."""
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.PLAYING)
            if sitting.row.paused is None:
                raise Refused(words_time.NOT_PAUSED.format(table=sitting.name))
            if who.id != sitting.row.host and (others := await _to_ask(sitting, who)):
                text = words_time.ASK_GO_ON.format(who=who.name)
                return await self._ask(sitting, who, "resume", text, others)
            return await self.start(sitting, who, words_time.GOES_ON, why)

    async def _pause_agreed(self, sitting: Sitting, row: models.Request) -> None:
        await self.stop(sitting, sitting.who(row.person), words_time.PAUSED_BY_ALL)

    async def _go_on_agreed(self, sitting: Sitting, row: models.Request) -> None:
        await self.start(sitting, sitting.who(row.person), words_time.GOES_ON_BY_ALL)

    async def stop(self, sitting: Sitting, who: Who, text: str, why: str = "") -> TableCard:
        sitting.row.paused = sitting.row.paused or sitting.now
        return await _told(sitting, who, "pause", text.format(who=who.name), why)

    async def start(self, sitting: Sitting, who: Who, text: str, why: str = "") -> TableCard:
        """Nobody's time is up at the very moment of going on."""
        sitting.row.paused = None
        for question in sitting.questions.values():
            if question.left is not None:
                question.left = max(question.left, int(clocks.margin(question).total_seconds()))
        return await _told(sitting, who, "resume", text.format(who=who.name), why)

    # -- more time ------------------------------------------------------------------------------

    @once
    async def extend(
        self, table: int, who: Who, hours: int, *, errand: str = ""
    ) -> TableCard | Request:
        """More time for whoever asks, or for everybody who is asked: if the others agree."""
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.PLAYING)
            mine = sitting.demand_seat(who)
            if not 1 <= hours <= MOST_HOURS:
                raise Refused(words_time.BAD_HOURS.format(most=MOST_HOURS))
            asked = [seat for seat, q in sitting.questions.items() if q.owner is not None]
            if not asked:
                raise Refused(words_time.NO_CLOCK.format(table=sitting.name))
            seats = [mine] if mine in asked else asked
            goal = {seat: _visit(sitting.questions[seat]) for seat in seats}
            if not (others := _who_wait(sitting, who, seats)):
                sitting.actor = who
                return await self._extend(sitting, who, goal, hours)
            much = words_time.hours(timedelta(hours=hours))
            names = words.both([words.named(seat) for seat in seats])
            text = words_time.ASK_EXTEND.format(who=who.name, much=much, seats=names)
            payload = {"seats": goal, "hours": hours}
            return await self._ask(sitting, who, "extend", text, others, payload)

    async def _extend_agreed(self, sitting: Sitting, row: models.Request) -> None:
        payload = row.payload
        await self._extend(sitting, sitting.who(row.person), payload["seats"], payload["hours"])

    async def _extend(
        self, sitting: Sitting, who: Who, goal: dict[str, str], hours: int
    ) -> TableCard:
        """`goal`: the seats, with the time when their visit began: a later one is not meant."""
        much, longer = timedelta(hours=hours), []
        for seat, visit in goal.items():
            question = sitting.questions.get(seat)
            if question is None or _visit(question) != visit:
                continue
            rest = clocks.left(sitting, question) or timedelta(0)
            clocks.put(question, rest + much)
            question.reminded = min(question.reminded, 1)
            longer.append(words.named(seat))
        if not longer:
            await sitting.commit()  # they have answered meanwhile
            return sitting.card()
        text = words_time.EXTENDED.format(seats=words.both(longer), much=words_time.hours(much))
        return await _told(sitting, who, "extend", text)

    async def set_deadline(
        self, sitting: Sitting, who: Who, question: models.Question, until: datetime, why: str
    ) -> TableCard:
        """By a moderator, to the minute, whatever the person's calendar says; a paused clock gets
        what its owner would have of it."""
        given = clocks.pace(sitting) or until - sitting.now
        clocks.wind(sitting, question, given, given)
        calendar = clocks.calendar_of(sitting, question)
        clocks.put(question, calendar.between(sitting.now, until))
        if not clocks.stand(sitting):
            question.until, question.left = until, None
        seat = words.named(question.seat)
        moment = words_time.moment(until)
        text = words_time.DEADLINE_SET.format(who=who.name, seat=seat, until=moment)
        return await _told(sitting, who, "deadline", text, why)

    async def _ask(
        self,
        sitting: Sitting,
        who: Who,
        kind: str,
        text: str,
        others: Iterable[Who],
        payload: dict[str, object] | None = None,
    ) -> Request:
        """The others are asked; whatever is played meanwhile, the request stands."""
        sitting.actor = who
        sitting.know(who)
        seat = sitting.demand_seat(who)
        return await consent.ask(
            sitting, who, kind, text, others, bound=False, seat=seat, payload=payload
        )

    # -- people ---------------------------------------------------------------------------------

    async def person_changed(self, before: Profile, after: Profile) -> None:
        """Zone, quiet hours or holiday: clocks that run are set by the new ones."""
        same = (before.zone, before.quiet, before.away) == (after.zone, after.quiet, after.away)
        for table in () if same else await self._tables_of(after.who.id):
            try:
                async with self.hall.sitting(table) as sitting:
                    await self._recount(sitting, before, after)
            except HeraldError:  # a spoilt record, which was logged: the other tables go on
                continue

    async def _tables_of(self, person: int) -> list[int]:
        seat, table = models.Seat, models.Table
        query = (
            select(table.id)
            .join(seat, col(seat.table) == col(table.id))
            .where(seat.person == person, table.stage == Stage.PLAYING.value)
            .distinct()
        )
        async with self.hall.store.read() as session:
            return list(await session.exec(query))

    async def _recount(self, sitting: Sitting, before: Profile, after: Profile) -> None:
        old = models.Person(id=after.who.id, zone=before.zone, quiet=before.quiet, away=before.away)
        calendar = clocks.calendar(old, sitting.setting("weekends"))
        mine = [q for q in sitting.questions.values() if q.owner == after.who.id]
        for question in mine:
            clocks.recount(sitting, question, calendar)
        sitting.actor = after.who
        if before.away != after.away:
            text = words_time.AWAY if after.away else words_time.BACK
            sitting.note(text.format(who=after.who.name, day=after.away))
        if mine:
            sitting.owe("table", "status", "status")
        if mine or before.away != after.away:
            await sitting.commit()


def _running(sitting: Sitting, seat: str) -> models.Question | None:
    """The question of a seat whose clock runs."""
    question = sitting.questions.get(seat)
    return question if question is not None and seat in sitting.ticks else None


async def _keepers(sitting: Sitting, late: int) -> list[Who]:
    """Whom to call when somebody is late: the moderators who are known by name, else the host;
    never the late one."""
    bench = await moderators(sitting)
    called = [person for person in bench.people if person.id != late]
    return called or [sitting.who(p) for p in (sitting.row.host,) if p != late]


async def _to_ask(sitting: Sitting, who: Who) -> tuple[Who, ...]:
    """Who must agree if somebody wants the clocks to stand: nobody to a moderator who does not
    play, the others to a player; onlookers are refused."""
    seated = sitting.seat_of(who) is not None
    if not seated and await may_moderate(sitting, who):
        return ()
    sitting.demand_seat(who)
    return other_players(sitting, who)


def _visit(question: models.Question) -> str:
    """Which visit a question belongs to: the one that began then."""
    return question.wound.isoformat() if question.wound is not None else ""


def _who_wait(sitting: Sitting, who: Who, seats: Iterable[str]) -> tuple[Who, ...]:
    """Who must agree to more time: those who wait the longer for it, but the one who offers it."""
    longer = {sitting.seats[seat].person for seat in seats}
    return tuple(other for other in other_players(sitting, who) if other.id not in longer)


def _call_one(sitting: Sitting, question: models.Question, person: int, text: str) -> None:
    """A moderator is told by letter, or by name in the thread if letters do not reach them."""
    known = sitting.people.get(person)
    if known is None or sitting.audience_for(person) != "table":
        _whisper(sitting, question, person, text)
        return
    slot = f"late:{question.seat}:{question.number}:{person}"
    sitting.owe("table", slot, "note", words=text, mention=person, loud=True)


def _whisper(sitting: Sitting, question: models.Question, person: int, text: str) -> None:
    slot = f"late:{question.seat}:{question.number}:{person}"
    sitting.owe(f"person:{person}", slot, "whisper", words=text, person=person, loud=True)


async def _told(sitting: Sitting, who: Who, what: str, text: str, why: str = "") -> TableCard:
    """The thread is told, the status card shows it, and it is written down."""
    sitting.actor = sitting.actor or who
    sitting.note(words_time.BECAUSE.format(text=text, why=why) if why else text)
    sitting.owe("table", "status", "status")
    sitting.audit(what, text, why)
    await sitting.commit()
    return sitting.card()
