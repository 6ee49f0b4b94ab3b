"""Whatever people do, in whatever sequence: the clocks, the agenda and the reminders fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from random import Random

import pytest
from sqlmodel import select

from bot.store import Store, models
from bot.tables.floor.sitting import Sitting
from bot.tables.tables import Tables
from bot.tables.values import Refused, Request, Who
from tests.tables.conftest import ANA, BEN, CLEO, Hours
from tests.tables.play import any_answer, deliver, travel

PEOPLE = (ANA, BEN, CLEO)
SETTINGS = {
    "pace": ("none", "30m", "6h", "12h", "24h", "36h", "3d"),
    "late": ("wait", "computer", "default"),
    "weekends": ("count", "rest"),
}
PROFILES = {
    "quiet": ("", "22-7", "9-17", "0-23"),
    "zone": ("UTC", "Europe/Madrid", "America/New_York", "Asia/Kolkata"),
    "calls": ("letter", "letter", "mention", "none"),
}


class Players:
    """Two seats, three people, and everything that they can do to the clocks."""

    def __init__(self, store: Store, tables: Tables, table: int, hours: Hours, seed: str) -> None:
        self.store, self.tables, self.table, self.hours = store, tables, table, hours
        self.rng = Random(seed)
        self.reminded: Counter[tuple[str, datetime | None]] = Counter()
        self.more = 0  # extensions and graces, each of which may be reminded of once more
        self.did: Counter[str] = Counter()

    async def do_something(self) -> None:
        deeds: list[Callable[[], Awaitable[object]]] = [
            self.answer, self.answer, self.answer, self.answer, self.undo, self.settings,
            self.profile, self.holiday, self.pause, self.more_time, self.wait, self.wait,
            self.sleep, self.restart, self.hand_over,
        ]  # fmt: skip
        paused = (await self.tables.finding.card(self.table)).paused is not None
        deed = self.pause if paused and self.rng.random() < 0.4 else self.rng.choice(deeds)
        try:
            await deed()
            self.did[deed.__name__] += 1
        except Refused:
            self.did["refused"] += 1
        await self.tables.rest()

    def anybody(self) -> Who:
        return self.rng.choice(PEOPLE)

    async def answer(self) -> None:
        owing = [o for o in (await self.tables.finding.card(self.table)).owed if o.person]
        owed = self.rng.choice(owing) if owing else None
        who = owed.person if owed is not None and owed.person is not None else ANA
        self.hours.pass_by(seconds=11)
        if owed is not None and owed.kind == "plan":
            self.did["plan"] += 1
            deed = self.tables.plans.seal if self.rng.random() < 0.8 else self.tables.plans.withdraw
            await deed(self.table, who)
            return
        asked = await self.tables.play.asked(self.table, who)
        if asked is None or asked.kind != "order":
            order = await any_answer(self.tables, self.table, who)
        elif self.rng.random() < 0.5:
            order = "done"
        else:
            order = await self.tables.play.suggest(self.table, who)
        await self.tables.play.order(self.table, who, order)

    async def undo(self) -> None:
        await self._agreed(await self.tables.undoing.undo(self.table, self.anybody()))

    async def settings(self) -> None:
        name = self.rng.choice(list(SETTINGS))
        await self.tables.lobby.set_settings(
            self.table, ANA, {name: self.rng.choice(SETTINGS[name])}
        )

    async def profile(self) -> None:
        name = self.rng.choice(list(PROFILES))
        await self.tables.people.set_profile(
            self.anybody(), **{name: self.rng.choice(PROFILES[name])}
        )

    async def holiday(self) -> None:
        until = self.hours.time + timedelta(days=self.rng.randint(-2, 9))
        away = self.rng.choice(("", until.date().isoformat()))
        await self.tables.people.set_profile(self.anybody(), away=away)

    async def pause(self) -> None:
        paused = (await self.tables.finding.card(self.table)).paused is not None  # then it goes on
        deed = self.tables.time.go_on if paused else self.tables.time.pause
        await self._agreed(await deed(self.table, self.anybody()))

    async def more_time(self) -> None:
        self.more += 1
        await self._agreed(
            await self.tables.time.extend(self.table, self.anybody(), self.rng.randint(1, 30))
        )

    async def hand_over(self) -> None:
        card = await self.tables.finding.card(self.table)
        seat = self.rng.choice(card.seats)
        if seat.person is None:
            await self.tables.seats.hand_over(self.table, ANA, seat.seat, self.anybody())
        elif self.rng.random() < 0.3:
            await self.tables.seats.hand_over(self.table, seat.person, seat.seat, "random")
        for who in PEOPLE:
            try:
                await self.tables.seats.accept(self.table, who, seat.seat)
            except Refused:
                continue

    async def wait(self) -> None:
        await travel(self.tables, self.hours, hours=self.rng.choice((0.3, 3, 9, 30)))

    async def sleep(self) -> None:
        """The bot is away for a while, and then does whatever it has missed."""
        self.hours.pass_by(hours=self.rng.choice((0.05, 3, 9, 90)))
        self.more += 1
        await self.restart()
        await self.tables.agenda.serve()

    async def restart(self) -> None:
        await self.tables.stop()
        self.tables = Tables(self.store, clock=self.hours, rng=Random(self.rng.random()))
        await self.tables.resume()

    async def _agreed(self, done: object) -> None:
        if isinstance(done, Request):
            for who in done.waiting:
                await self.tables.consent.agree(done.id, who, self.rng.random() < 0.8)

    # -- what must be so --------------------------------------------------------------------------

    async def check(self) -> None:
        async with self.store.read() as session:
            sitting = await self.tables.hall.rows(session, self.table)
            found = await session.exec(select(models.Due).where(models.Due.table == self.table))
            due = {(row.kind, row.key): row.at for row in found}
        for seat in sitting.seats:
            self.check_seat(sitting, seat, due)
        clocks = [key for kind, key in due if kind in ("expire", "remind")]
        assert not [key for key in clocks if key not in sitting.questions]

    def check_seat(self, sitting: Sitting, seat: str, due: dict[tuple[str, str], datetime]) -> None:
        question, person = sitting.questions.get(seat), sitting.seats[seat].person
        running = question is not None and question.until is not None and not question.late
        if question is None or not running:
            assert ("expire", seat) not in due
            assert ("remind", seat) not in due
        else:
            assert person is not None
            assert question.owner == person
            assert question.until is not None
            if question.until > self.hours.time or ("expire", seat) in due:
                assert due["expire", seat] == question.until
            else:  # a plan has been sealed for them, or an answer waits for the tick
                assert question.kind == "plan" or ("tick", "") in due
            assert due.get(("remind", seat), question.until) <= question.until
        if question is None or person is None:
            return
        paced = sitting.setting("pace") != "none"
        if sitting.row.paused is not None:
            assert not running
            assert not paced or question.late or question.left is not None
        elif paced:
            assert running or question.late

    async def read_letters(self) -> None:
        """Whoever is reminded owes an answer at that moment, and was not reminded too often."""
        async with self.store.read() as session:
            sitting = await self.tables.hall.rows(session, self.table)
        for parcel in await deliver(self.tables):
            if parcel.kind != "remind":
                continue
            seat = str(parcel.body["seat"])
            question = sitting.questions[seat]
            assert parcel.body["person"] == sitting.seats[seat].person
            assert parcel.body["number"] == question.number
            self.reminded[seat, question.wound] += 1
            assert self.reminded[seat, question.wound] <= 2 + self.more


async def campaign(
    store: Store,
    tables: Tables,
    table: int,
    hours: Hours,
    seed: str,
    deeds: int = 80,
    battles: str = "live",
) -> Players:
    await tables.lobby.set_settings(table, ANA, {"pace": "24h", "battles": battles})
    players = Players(store, tables, table, hours, seed)
    for _ in range(deeds):
        await players.do_something()
        if (await players.tables.finding.card(table)).stage != "playing":
            break
        await players.check()
        if players.rng.random() < 0.5:
            await players.read_letters()
    await players.tables.stop()
    return players


async def test_at_random(store: Store, tables: Tables, table: int, hours: Hours) -> None:
    players = await campaign(store, tables, table, hours, "campaign 8")
    assert sum(players.did.values()) >= 70
    assert sum(players.reminded.values()) >= 1
    assert {"answer", "undo", "pause", "more_time", "sleep", "hand_over"} <= set(players.did)


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(12))
async def test_at_random_for_long(
    store: Store, tables: Tables, table: int, hours: Hours, seed: int
) -> None:
    battles = ("live", "sealed")[seed % 2]
    await campaign(store, tables, table, hours, f"campaign {seed}", 250, battles)
