"""A hundred tables at once, through Discord's own protocol: part of `make bench`.

The sandbox, the bot and the people are three processes; the sandbox's rate limits are off, so that
Herald is measured and not the limits. The same commands, answered by a bot that does nothing,
stand beside it: what discord.py and the sandbox cost by themselves.

    python -m tests.bench_discord [--tables 100] [--idle 900] [--seconds 60] [--rate 1.0]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import update
from sqlmodel import col

from bot.store import models
from bot.tables.tables import Tables
from bot.tables.values import Where, Who
from tests.discord.copies import copy
from tests.discord.fire import nothing_owed
from tests.discord.processes import ROOT, Ground, ground, looking, memory, until
from tests.people import Heard, Person, Reply, Silence
from tests.tables.play import sample

GAME = "granada"
FIRST = 16  # entries played before the measuring begins, so that reports have something to tell


@dataclass
class Seated:
    """A table with its people, one order at a time."""

    id: int
    thread: str
    people: list[Person]
    busy: bool = False
    posted: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Times:
    """Milliseconds."""

    acknowledged: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    offered: list[float] = field(default_factory=list)
    silent: int = 0
    unshown: int = 0

    def line(self, name: str, values: list[float], budget: str = "") -> None:
        if not values:
            print(f"{name:<44}{'none':>12}")
            return
        cuts = (
            statistics.quantiles(values, n=100, method="inclusive") if values[1:] else values * 99
        )
        shown = "  ".join(f"{cuts[n - 1]:8.1f}" for n in (50, 95, 99))
        print(f"{name:<44}{shown} ms  {len(values):>4}  {budget}", flush=True)


# -- processes ------------------------------------------------------------------------------------


@asynccontextmanager
async def process(place: Ground, *words: str, **settings: str) -> AsyncIterator[Process]:
    made = await asyncio.create_subprocess_exec(
        *(sys.executable, *words), cwd=ROOT, env={**os.environ, **settings}, stdout=DEVNULL
    )
    try:
        await until(place.bot_is_here, "the bot's login")
        yield made
    finally:
        if made.returncode is None:
            made.terminate()
        await made.wait()


@asynccontextmanager
async def herald(place: Ground, folder: Path) -> AsyncIterator[Process]:
    settings = {
        "DISCORD_TOKEN": "sandbox",
        "DISCORD_API_BASE": place.api,
        "DISCORD_GATEWAY": place.gateway,
        "HERALD_FOLDER": str(folder),
        "HERALD_GUILD_READY_TIMEOUT": "0.05",
        "HERALD_LOG_LEVEL": "error",
        "HERALD_DEFAULTS": "battles=live tick=now",
    }
    profile = os.environ.get("PROFILE")  # a file for cProfile, to find out what takes long
    words = ["-m", "cProfile", "-o", profile] if profile else []
    async with process(place, *words, "-m", "bot.cli", "bot", **settings) as made:
        yield made


# -- the scene ------------------------------------------------------------------------------------


async def set_out(tables: Tables, place: Ground, people: list[Person], count: int) -> list[int]:
    """Tables in the middle of a game: one is played without a bot, the others are its copies."""
    given = await place.get("/people")
    channel = next(c["id"] for c in people[0].channels.values() if c.get("name") == "herald")
    at = Where(int(given["guild"]["id"]), int(channel))
    names = {int(p.id): p.name for p in people}
    ids = list(names)
    pair = [Who(number, names[number]) for number in ids[:2]]
    source = await one_played(tables, at, pair)
    await keep_only(tables, ("lobby", "status"), [source])
    others = [dict(zip(ids[:2], ids[2 * n : 2 * n + 2], strict=True)) for n in range(1, count)]
    assert tables.store.path is not None
    return [source, *await asyncio.to_thread(copy, tables.store.path, source, others, names)]


async def one_played(tables: Tables, at: Where, pair: list[Who]) -> int:
    rng = Random("bench")
    while True:
        card = await tables.lobby.open(pair[0], at, GAME)
        await tables.lobby.join(card.id, pair[1])
        for who in pair:
            await tables.lobby.ready(card.id, who)
        if await played(tables, card.id, pair, rng):
            return card.id
        await keep_only(tables, (), [card.id])  # over so soon: another


async def played(tables: Tables, table: int, pair: list[Who], rng: Random) -> bool:
    for _ in range(FIRST):
        owed = {o.person.id for o in (await tables.finding.card(table)).owed if o.person}
        who = next((who for who in pair if who.id in owed), None)
        if who is None:
            return False
        await tables.play.order(table, who, await sample(tables, table, who, rng))
    return True


async def keep_only(tables: Tables, kinds: tuple[str, ...], ids: list[int]) -> None:
    """Of what is owed, only these kinds: hundreds of first pictures are not what is measured."""
    parcel = models.Parcel
    async with tables.store.write() as session:
        await session.exec(
            update(parcel)
            .where(col(parcel.table).in_(ids), col(parcel.kind).not_in(kinds))
            .values(state="void")
        )


# -- people ---------------------------------------------------------------------------------------


class Crowd:
    """Two hundred people who give orders and type at random."""

    def __init__(self, tables: Tables, seated: list[Seated], rng: Random) -> None:
        self.tables, self.seated, self.rng = tables, seated, rng
        self.times = Times()

    async def one_order(self) -> None:
        free = [one for one in self.seated if not one.busy]
        if not free:
            return
        at = self.rng.choice(free)
        at.busy = True
        try:
            found = await self._asked(at)
            if found is not None:
                person, text = found
                await self._order(at, person, text)
        finally:
            at.busy = False

    async def _asked(self, at: Seated) -> tuple[Person, str] | None:
        owed = {o.person.id for o in (await self.tables.finding.card(at.id)).owed if o.person}
        asked = [p for p in at.people if int(p.id) in owed]
        if not asked:
            return None
        person = self.rng.choice(asked)
        who = Who(int(person.id), person.name)
        return person, await sample(self.tables, at.id, who, self.rng)

    async def _order(self, at: Seated, person: Person, text: str) -> None:
        at.posted.clear()
        began = time.monotonic()
        asked = await send(person, at.thread, "/order", text=text)
        try:
            reply: Reply = await person.answer(asked)
        except Silence:
            self.times.silent += 1
            return
        heard = person._answers[asked]
        thinking = next(one.at for one in heard if one.kind == "thinking")
        self.times.acknowledged.append(1000 * (thinking - began))
        last = next(one.at for one in heard if one.kind == "edit")
        self.times.answered.append(1000 * (last - began))
        if "Done:" not in reply.text:
            return
        try:
            await asyncio.wait_for(at.posted.wait(), 15)
            self.times.shown.append(1000 * (time.monotonic() - began))
        except TimeoutError:
            self.times.unshown += 1  # a sealed answer has no report

    async def type_something(self) -> None:
        at = self.rng.choice(self.seated)
        found = await self._asked(at)
        if found is None:
            return
        person, _ = found
        began = time.monotonic()
        if self.rng.random() < 0.5:
            await person.autocomplete("/answer", "answer", in_=at.thread, typed="")
        else:
            typed = self.rng.choice(["", "c", "g", "se"])
            await person.autocomplete(f"/{GAME} move", "from", in_=at.thread, typed=typed)
        self.times.offered.append(1000 * (time.monotonic() - began))


async def send(person: Person, thread: str, line: str, **options: str) -> str:
    ident, filled = person._options(line, options)
    asked = await person.post("command", channel=thread, command=ident, options=filled)
    return str(asked["interaction"])


async def at_random(
    do: Callable[[], Awaitable[None]], rate: float, seconds: float, rng: Random
) -> None:
    """So many a second, at moments that know nothing of each other."""
    under_way: set[asyncio.Task[None]] = set()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await asyncio.sleep(rng.expovariate(rate))
        task = asyncio.ensure_future(do())
        under_way.add(task)
        task.add_done_callback(under_way.discard)
    await asyncio.gather(*under_way)


def watch(listener: Person, seated: list[Seated]) -> None:
    """A spectator of every thread: a report with its picture has been posted."""
    threads = {one.thread: one for one in seated}
    take = listener._take

    async def taken(kind: str, data: Any) -> Heard:
        if kind in ("message", "edit") and isinstance(data, dict):
            at = threads.get(data["channel_id"])
            pictured = any(embed.get("image") for embed in data["embeds"])
            if at is not None and pictured and " · #" in Reply(data).text:
                at.posted.set()
        if kind in ("message", "edit"):
            return Heard(kind, data, 0.0)  # hundreds of tables' messages are not kept
        return await take(kind, data)

    listener._take = taken  # type: ignore[method-assign]


# -- the floor ------------------------------------------------------------------------------------


async def floor(place: Ground, people: list[Person], seconds: float, rate: float) -> None:
    rng, times = Random("floor"), Times()
    async with process(place, "-m", "tests.discord.empty", place.api, place.gateway):
        for person in people[:40]:
            await person.knows("/answer")

        async def order() -> None:
            person = rng.choice(people[:40])
            began = time.monotonic()
            asked = await send(person, person.place("#herald"), "/order", text="x")
            await person.answer(asked)
            heard = person._answers[asked]
            times.acknowledged.append(1000 * (heard[0].at - began))
            times.answered.append(1000 * (heard[-1].at - began))

        async def typed() -> None:
            began = time.monotonic()
            await rng.choice(people[:40]).autocomplete("/answer", "answer", in_="#herald")
            times.offered.append(1000 * (time.monotonic() - began))

        await asyncio.gather(
            at_random(order, rate, seconds, rng), at_random(typed, 2 * rate, seconds, rng)
        )
    print("-- a bot that does nothing                          p50       p95       p99")
    times.line("command to acknowledgement", times.acknowledged)
    times.line("command to answer", times.answered)
    times.line("autocomplete", times.offered)
    await place.forget("commands")


# -- the whole ------------------------------------------------------------------------------------


async def bench(count: int, idle: int, seconds: float, rate: float) -> None:
    with tempfile.TemporaryDirectory(prefix="herald-bench-") as name:
        async with ground(rates=False) as place, looking(Path(name)) as tables:
            people = [await Person.meet(place.url, f"P{n}", quiet=True) for n in range(2 * count)]
            for person in people:
                person.downloads, person.patience = False, 60.0
            try:
                await floor(place, people, min(20.0, seconds), 5 * rate)
                await with_herald(place, tables, people, Path(name), count, idle, seconds, rate)
            finally:
                for person in people:
                    await person.go()


async def with_herald(
    place: Ground,
    tables: Tables,
    people: list[Person],
    folder: Path,
    count: int,
    idle: int,
    seconds: float,
    rate: float,
) -> None:
    async with herald(place, folder) as bot:
        await people[0].knows("/order")
        await asyncio.sleep(3)  # the painter makes its boards ready
        empty = memory(bot.pid)
    ids = await set_out(tables, place, people, count)
    async with herald(place, folder) as bot:
        await nothing_owed(tables)
        listener = await Person.meet(place.url, "Listener")
        cards = [await tables.finding.card(table) for table in ids]
        seated = [
            Seated(card.id, str(card.thread), [people[2 * n], people[2 * n + 1]])
            for n, card in enumerate(cards)
        ]
        watch(listener, seated)
        rng = Random("orders")
        warm = Crowd(tables, seated[:1], rng)
        await at_random(warm.one_order, 2.0, 3.0, rng)
        one = memory(bot.pid)
        crowd = Crowd(tables, seated, rng)
        before = os.getloadavg()
        await touch_all(crowd)
        first, crowd.times.offered = crowd.times.offered, []
        await asyncio.gather(
            at_random(crowd.one_order, rate, seconds, rng),
            at_random(crowd.type_something, 2 * rate, seconds, rng),
        )
        many = memory(bot.pid)
        report(crowd.times, count, rate, before)
        crowd.times.line("autocomplete at a table not in memory", first)
        print(f"{'memory: no table':<44}{empty:8.1f} MiB")
        print(f"{'memory: one table':<44}{one:8.1f} MiB")
        print(f"{f'memory: {count} live tables':<44}{many:8.1f} MiB")
        per = (many - one) / max(1, count - 1)
        print(f"{'memory of a live table':<44}{per:8.2f} MiB  budget 1")
        await listener.go()
    if idle:
        await with_idle(place, tables, people, folder, seated, idle, many, rate)


async def touch_all(crowd: Crowd) -> None:
    """Every table is in play: somebody types at each."""
    for at in crowd.seated:
        began = time.monotonic()
        await at.people[0].autocomplete("/answer", "answer", in_=at.thread, typed="")
        crowd.times.offered.append(1000 * (time.monotonic() - began))


async def with_idle(
    place: Ground,
    tables: Tables,
    people: list[Person],
    folder: Path,
    seated: list[Seated],
    idle: int,
    many: float,
    rate: float,
) -> None:
    """A thousand tables in the book, a hundred of them alive."""
    rounds, left = divmod(idle, len(seated))
    for number in [len(seated)] * rounds + [left] * bool(left):
        ids = await set_out(tables, place, people, number)
        await keep_only(tables, (), ids)
    async with herald(place, folder) as bot:
        rng = Random("thousand")
        crowd = Crowd(tables, seated, rng)
        listener = await Person.meet(place.url, "Listener")
        watch(listener, seated)
        before = os.getloadavg()
        await touch_all(crowd)
        crowd.times.offered.clear()
        await asyncio.gather(
            at_random(crowd.one_order, rate, 20.0, rng),
            at_random(crowd.type_something, 2 * rate, 20.0, rng),
        )
        print(f"-- {idle + len(seated)} tables, most of them idle")
        report(crowd.times, len(seated), rate, before)
        print(f"{'memory':<44}{memory(bot.pid):8.1f} MiB  ({many:.1f} without the idle ones)")
        await listener.go()


def report(times: Times, count: int, rate: float, load: tuple[float, float, float]) -> None:
    print(f"-- {count} tables, {rate:g} orders a second, load {load[0]:.1f} before", flush=True)
    times.line("order to acknowledgement", times.acknowledged, "budget p95 50")
    times.line("order to answer, with its picture", times.answered)
    times.line("order to the posted picture", times.shown)
    times.line("autocomplete", times.offered, "budget p95 30")
    if times.silent or times.unshown:
        print(f"never answered {times.silent}, without a report {times.unshown}")


if __name__ == "__main__":
    asked = argparse.ArgumentParser()
    asked.add_argument("--tables", type=int, default=100)
    asked.add_argument("--idle", type=int, default=900)
    asked.add_argument("--seconds", type=float, default=60.0)
    asked.add_argument("--rate", type=float, default=1.0)
    given = asked.parse_args()
    asyncio.run(bench(given.tables, given.idle, given.seconds, given.rate))
