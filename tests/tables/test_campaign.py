"""Three months of a slow game, told day by day: who was told what, when and how often.

Ana lives in Madrid and opens the table, Ben lives in New York and vanishes for three weeks, Cleo
is a moderator of the server. Summer time begins in both places, weekends rest, Ana has a holiday;
and the bot is started anew in every phase of the game and at every stage of a deadline. What it
sent is compared with what it should have: reckoned minute by minute by the clocks on the walls.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from bot.store import Store, models
from bot.tables.floor.sitting import keep
from bot.tables.tables import Tables
from bot.tables.time.calendar import Calendar
from bot.tables.values import Parcel, Who
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.play import any_answer, deliver
from tests.tables.test_calendar import by_the_wall

START = datetime(2031, 3, 3, 15, tzinfo=UTC)  # a Monday, before both changes to summer time
PACE, HALF, LAST = timedelta(hours=48), timedelta(hours=24), timedelta(hours=42)
MARCHES = 3  # of one visit
STEP = timedelta(minutes=5)
NEAR = timedelta(minutes=6)
PUBLIC = ("status", "report", "secrets", "lobby", "welcome", "end")  # what a game shows anyway


def day(number: float) -> datetime:
    return START + timedelta(days=number)


@dataclass(frozen=True)
class Told:
    """One message: its kind, whom it went to, when."""

    kind: str
    person: int | None
    at: datetime
    words: str = ""


@dataclass
class Visit:
    """Somebody is asked, from the first question to the hand-over."""

    person: int
    seat: str
    began: datetime
    ended: datetime | None = None


@dataclass
class Life:
    """A person of the story: how they live, and how long they take to answer."""

    who: Who
    times: list[tuple[datetime, Calendar]]
    takes: Iterable[float] = ()  # hours awake before each visit's answer
    gone: tuple[datetime, datetime] | None = None
    acts_at: datetime | None = None

    def awake(self, moment: datetime) -> bool:
        calendar = [c for since, c in self.times if since <= moment][-1]
        return by_the_wall(calendar, moment)

    def after(self, start: datetime, much: timedelta) -> datetime:
        """When so much time awake has passed, counted in small steps."""
        moment, left = start, much
        while left > timedelta(0):
            if self.awake(moment):
                left -= STEP
            moment += STEP
        return moment


@dataclass
class Story:
    store: Store
    hours: Hours
    lives: dict[int, Life]
    tables: Tables
    table: int = 0
    told: list[Told] = field(default_factory=list)
    visits: list[Visit] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    stages: set[str] = field(default_factory=set)  # of a deadline, at which it began anew
    starts: int = 0
    rng: Random = field(default_factory=lambda: Random(5))

    async def begin_anew(self) -> None:
        """The process stops and another one opens the same database."""
        self.stages |= {"late" if q.late else f"reminded {q.reminded}" for q in await self.rows()}
        await self.tables.stop()
        self.starts += 1
        self.tables = Tables(self.store, clock=self.hours, rng=Random(self.starts))
        await self.tables.resume()
        await self.tables.rest()

    # -- what happens -----------------------------------------------------------------------------

    async def pass_until(self, end: datetime) -> None:
        while True:
            assert (await self.tables.finding.card(self.table)).stage == "playing"
            due = await self.tables.agenda.next()
            people = [life.acts_at for life in self.lives.values() if life.acts_at is not None]
            now = min([*people, *([due] if due is not None else []), end])
            self.hours.time = max(self.hours.time, now)
            if now == end:
                return
            await self.at_that_moment(now)

    async def at_that_moment(self, now: datetime) -> None:
        if self.rng.random() < 0.2:
            await self.begin_anew()  # just before something is due
        await self.tables.agenda.serve()
        await self.tables.rest()
        if self.rng.random() < 0.2:
            await self.begin_anew()  # it is written, and not sent yet
        for life in self.lives.values():
            if life.acts_at is not None and life.acts_at <= now:
                await self.answers(life)
        await self.look()

    async def answers(self, life: Life) -> None:
        """Everything that is asked of somebody, in one sitting."""
        marches = 0
        for _ in range(60):
            asked = await self.tables.play.asked(self.table, life.who)
            if asked is None or asked.sealed:
                return
            if asked.kind not in self.kinds:
                self.kinds.add(asked.kind)
                await self.begin_anew()
            order = "done"
            if asked.kind != "order":
                order = await any_answer(self.tables, self.table, life.who)
            elif marches < MARCHES:
                order = await self.tables.play.suggest(self.table, life.who)
                marches += 1
            self.hours.pass_by(seconds=11)
            outcome = await self.tables.play.order(self.table, life.who, order, key=asked.key)
            if outcome.refused:
                await self.tables.play.order(self.table, life.who, "done", key=asked.key)
            await self.look()
        raise AssertionError("a visit without an end")

    # -- what is seen of it -----------------------------------------------------------------------

    async def rows(self) -> list[models.Question]:
        async with self.tables.store.read() as session:
            sitting = await self.tables.hall.rows(session, self.table)
        return list(sitting.questions.values())

    async def look(self) -> None:
        """Who is asked now, and what has been sent."""
        now = self.hours.time
        rows = await self.rows()
        open_ = {(q.seat, q.owner, q.wound) for q in rows}
        for visit in self.visits:
            if visit.ended is None and (visit.seat, visit.person, visit.began) not in open_:
                visit.ended = now
        known = {(v.seat, v.person, v.began) for v in self.visits}
        for seat, owner, wound in open_ - known:
            assert owner is not None
            assert wound is not None
            self.visits.append(Visit(owner, seat, wound))
        together = [q for q in rows if now - q.since < timedelta(seconds=1)]
        if len(together) > 1:  # asked at once: the same time for all
            assert len({q.wound for q in together}) == 1
        self.told += [_told(parcel, now) for parcel in await deliver(self.tables)]
        self.plan_ahead({owner for _, owner, _ in open_})

    def plan_ahead(self, owing: set[int | None]) -> None:
        now = self.hours.time
        for life in self.lives.values():
            if life.who.id not in owing:
                life.acts_at = None
            elif life.acts_at is None or life.acts_at <= now:
                life.acts_at = life.after(now, timedelta(hours=next(iter(life.takes))))
            if life.acts_at and life.gone and life.gone[0] <= life.acts_at < life.gone[1]:
                life.acts_at = life.gone[1]

    # -- what should have been --------------------------------------------------------------------

    def expected(self, much: timedelta, near: timedelta = NEAR) -> list[tuple[int, datetime]]:
        """To whom and when something is told after so much time of a visit."""
        found = []
        for visit in self.visits:
            at = self.lives[visit.person].after(visit.began, much)
            if (visit.ended is None or at < visit.ended - near) and at < self.hours.time - NEAR:
                found.append((visit.person, at))
        return sorted(found, key=lambda one: (one[1], one[0]))


def _told(parcel: Parcel, now: datetime) -> Told:
    person = parcel.body.get("person")
    words = str(parcel.body.get("words", ""))
    return Told(parcel.kind, person if isinstance(person, int) else None, now, words)


def assert_same(found: list[Told], expected: list[tuple[int, datetime]]) -> None:
    """The same people at the same times, give or take the steps in which we counted."""
    assert [one.person for one in found] == [person for person, _ in expected]
    for one, (_, at) in zip(found, expected, strict=True):
        assert abs(one.at - at) <= NEAR, (one, at)


def hours_of(rng: Random, least: float, most: float) -> Iterable[float]:
    """How long somebody takes, visit by visit."""
    while True:
        yield rng.uniform(least, most)


async def test_three_months(store: Store, hours: Hours) -> None:
    hours.time = START
    madrid = Calendar("Europe/Madrid", "22-7", rest=True)
    york = Calendar("America/New_York", "23-8", rest=True)
    away = Calendar("Europe/Madrid", "22-7", "2031-04-14", rest=True)
    lives = {
        ANA.id: Life(ANA, [(START, madrid)], iter(hours_of(Random(1), 4, 46))),
        BEN.id: Life(BEN, [(START, york)], iter(hours_of(Random(2), 2, 40)), (day(45), day(80))),
    }
    tables = Tables(store, clock=hours, rng=Random(7))
    story = Story(store, hours, lives, tables)
    for who, zone, quiet in ((ANA, "Europe/Madrid", "22-7"), (BEN, "America/New_York", "23-8")):
        await tables.people.set_profile(who, zone=zone, quiet=quiet)
    async with store.write() as session:
        await keep(session, models.Person(id=CLEO.id, name=CLEO.name))
        session.add(models.Circle(name="discord:1", badge="", moderators=[CLEO.id]))
    card = await tables.lobby.open(ANA, HERE, "granada")
    story.table = card.id
    await tables.lobby.join(card.id, BEN)
    slow = {"pace": "48h", "weekends": "rest", "battles": "live"}
    await tables.lobby.set_settings(card.id, ANA, slow)
    await tables.lobby.ready(card.id, ANA)
    await tables.lobby.ready(card.id, BEN)
    await story.look()

    # the first five weeks, with both changes to summer time; then Ana's holiday
    await story.pass_until(day(34) + timedelta(hours=3))
    await story.tables.people.set_profile(ANA, away="2031-04-14")
    lives[ANA.id].times.append((hours.time, away))
    lives[ANA.id].acts_at = None
    await story.look()
    assert not lives[ANA.id].awake(hours.time)
    await story.pass_until(day(45))

    # Ben has vanished: the table waits and Cleo is called; days later the computer answers
    while not any(owed.late for owed in (await story.tables.finding.card(card.id)).owed):
        await story.pass_until(hours.time + timedelta(hours=6))
    late_at = hours.time
    await story.pass_until(late_at + timedelta(days=1))
    await story.begin_anew()
    await story.pass_until(late_at + timedelta(days=2))
    assert [one.person for one in story.told if one.kind == "whisper"] == [CLEO.id, BEN.id]
    await story.tables.lobby.set_settings(card.id, ANA, {"late": "computer"})
    await story.tables.rest()
    await story.look()
    await story.pass_until(day(80))
    back_at = hours.time
    await story.pass_until(day(92))
    assert (await story.tables.finding.card(card.id)).stage == "playing"
    await story.tables.stop()

    # every message, by kind
    told = [one for one in story.told if one.kind not in PUBLIC]
    reminders = [one for one in told if one.kind == "remind"]
    expected = story.expected(HALF) + story.expected(LAST)
    assert_same(
        sorted(reminders, key=lambda one: (one.at, one.person or 0)),
        sorted(expected, key=lambda one: (one[1], one[0])),
    )
    assert all(lives[one.person or 0].awake(one.at - NEAR / 2) for one in reminders)
    assert not [one for one in reminders if one.person == ANA.id and day(35) < one.at < day(41)]

    late = story.expected(PACE, -NEAR)  # the computer ends a visit at this very moment
    assert {person for person, _ in late} == {BEN.id}
    notes = [one for one in told if one.kind == "note"]
    ups = [one for one in notes if one.words.startswith("Time is up for Muslim (Ben)")]
    assert_same([Told(o.kind, BEN.id, o.at) for o in ups], late)
    assert ["waits; Cleo can help" in one.words for one in ups] == [True] + [False] * (len(ups) - 1)
    assert all(day(45) <= one.at <= back_at + NEAR for one in ups)
    others = [one.words.split(":")[0] for one in notes if one not in ups]
    assert others == [
        "The game begins. Commitment to its dice, by the seed",
        "Ana is away until 2031-04-14",
        "Ana set late",
    ]
    whispers = [one.person for one in told if one.kind == "whisper"]
    assert whispers == [CLEO.id, *[BEN.id] * len(ups)]
    assert {one.kind for one in told} == {"call", "remind", "note", "whisper"}
    assert_calls(story, [one for one in told if one.kind == "call"])

    # it was worth it: phases, restarts, visits, in every month
    assert {"bid", "buy", "order", "discard"} <= story.kinds
    assert story.stages == {"reminded 0", "reminded 1", "reminded 2", "late"}
    assert story.starts > 20
    assert {visit.began.month for visit in story.visits} >= {3, 4, 5}
    assert len(story.visits) > 35
    assert len(late) >= 3


def assert_calls(story: Story, calls: list[Told]) -> None:
    """One call at the beginning of a visit, unless the person was just here; and no other."""
    for one in calls:
        assert [v for v in story.visits if v.person == one.person and abs(v.began - one.at) < NEAR]
    for visit in story.visits:
        near = [c for c in calls if c.person == visit.person and abs(c.at - visit.began) < NEAR]
        here = [v for v in story.visits if v.person == visit.person and v.ended is not None]
        came_before = any(
            v is not visit and abs(v.ended - visit.began) < NEAR for v in here if v.ended
        )
        assert len(near) >= 1 or came_before
