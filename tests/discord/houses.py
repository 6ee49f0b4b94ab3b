"""A house: a sandbox, the whole bot, two players and a spectator, and what each of them got.

Two houses in which the same public game is played can be compared: the clock stands still
between steps and chance is seeded, so that whatever differs differs because of the secrets.
Only ids, nonces and addresses, which Discord makes, are replaced by names.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from sqlmodel import col, delete, select

from bot.discord.client import Herald
from bot.host.config import for_stand_in
from bot.host.run import running
from bot.sandbox import Sandbox, serve
from bot.sandbox.model.clock import Clock
from bot.sandbox.model.world import World
from bot.store import models
from bot.tables.telling.chronicle import publish
from bot.tables.values import Who
from engine import Match
from tests.discord.sketches import Worth, sketching
from tests.live import LIVE
from tests.people import Heard, Person
from tests.reading import EPHEMERAL
from tests.templates import fresh

SEATS = {"christian": "Ana", "muslim": "Bruno"}
SPECTATOR = "Clara"
TABLE = 1
SECONDS = 12  # between two steps: longer than an order counts as repeated
SNOWFLAKE = re.compile(r"\d{15,20}")
# Of a thread, whenever it is named: its messages are compared themselves, and in their order.
COUNTERS = re.compile(r'"(last_message_id|message_count|total_message_sent)": ("\d+"|\d+)')
PRIVATE = ("thinking", "modal", "failed", "settled", "choices")

Json = dict[str, Any]
Heap = dict[str, list[Any]]  # what came, by the place where it came


class Still(Clock):
    """A clock that stands unless it is turned; the bot's and the sandbox's are the same."""

    def __init__(self, start: int) -> None:
        super().__init__()
        self.time = float(start)

    def now(self) -> float:
        return self.time

    def __call__(self) -> datetime:
        return datetime.fromtimestamp(self.time, UTC)

    def turn(self) -> None:
        self.time += SECONDS


@dataclass
class Page:
    """What one step brought to those who are compared, and what the bot asked Discord for."""

    title: str
    heard: dict[str, Heap]
    requests: Heap


@dataclass
class House:
    place: Sandbox
    herald: Herald
    clock: Still
    rng: Random
    people: dict[str, Person]
    compared: tuple[str, ...]  # names
    thread: str = ""
    pages: list[Page] = field(default_factory=list)
    # at the end: everything that was ever owed, and every file that was ever sent
    parcels: list[models.Parcel] = field(default_factory=list)
    files: list[tuple[str, bytes]] = field(default_factory=list)
    _read: dict[str, int] = field(default_factory=dict)
    _asked: int = 0
    _names: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)
    _markers: int = 0

    def of_seat(self, seat: str) -> Person:
        return self.people[SEATS[seat]]

    # -- the match -------------------------------------------------------------------------------

    async def lay(self, match: Match, goes_on: bool) -> None:
        """The table's match is this one now.

        `goes_on`: it is what the table has played, with other secrets. Otherwise it is another
        position, and the table is told what is asked in it.
        """
        hall = self.herald.tables.hall
        if not goes_on:
            await self._forget()
        async with hall.sitting(TABLE) as sitting:
            assert not goes_on or sitting.row.entries == len(match)
            sitting.row.entries = len(match)
            sitting.begin(match)
            await publish(sitting, match, [], set())
            await sitting.commit()

    async def _forget(self) -> None:
        async with self.herald.tables.store.write() as session:
            for model in (models.Entry, models.Report, models.Draft, models.Mark):
                await session.exec(delete(model).where(col(model.table) == TABLE))

    async def match(self) -> Match:
        async with self.herald.tables.hall.sitting(TABLE) as sitting:
            return await sitting.match()

    async def written(self) -> list[models.Parcel]:
        """The outbox: everything that was ever owed."""
        async with self.herald.tables.store.read() as session:
            found = await session.exec(select(models.Parcel).order_by(col(models.Parcel.id)))
            rows = list(found)
            session.expunge_all()
        return rows

    # -- what came -------------------------------------------------------------------------------

    @asynccontextmanager
    async def step(self, title: str) -> AsyncIterator[None]:
        """Everything that happens inside, and all that it causes, is one page."""
        self.clock.turn()
        self.rng.seed(title)
        yield
        await self.calm()
        heard = {name: self._heard(name) for name in self.compared}
        self.pages.append(Page(title, heard, self._requests()))

    async def begin(self) -> None:
        """What came before does not count."""
        await self.calm()
        self._read = {name: len(person.inbox) for name, person in self.people.items()}
        self._asked = len(self.place.door.book)

    async def calm(self) -> None:
        """Nobody thinks, nothing is owed, and everybody has heard everything."""
        async with asyncio.timeout(60):
            await self.herald.tables.rest()
            await self.herald.delivery.settled()
            self._markers += 1
            for ear in self.place.hall.ears:
                ear.hear("marker", {"n": self._markers})
            for person in self.people.values():
                await person.notices("marker", n=self._markers)

    def forget_names(self) -> None:
        """Ids count from one again."""
        self._names.clear()

    def _heard(self, name: str) -> Heap:
        person = self.people[name]
        new = person.inbox[self._read.get(name, 0) :]
        self._read[name] = len(person.inbox)
        heap: Heap = {}
        for one in new:
            if one.kind not in ("marker", "hello", "commands"):
                where = self._where(name, one)
                heap.setdefault(where, []).append(self._plain(name, where, one.kind, one.data))
        return heap

    def _where(self, name: str, one: Heard) -> str:
        data = one.data if isinstance(one.data, dict) else {}
        channel = data.get("channel_id") or (data.get("id") if "channel" in one.kind else None)
        where = self._channel(str(channel)) if channel else "the server"
        mine = one.kind in PRIVATE or data.get("flags", 0) & EPHEMERAL
        return f"{where}, for {name} only" if mine else where

    def _channel(self, ident: str) -> str:
        channel = self.place.world.channels.get(ident)
        if channel is None:
            return "a channel that is gone"
        if channel.is_dm:
            users = [self.place.world.users[r] for r in channel.recipients]
            return "letters to " + " and ".join(u.global_name or "" for u in users if not u.bot)
        return f"#{channel.name}"

    def _plain(self, name: str, where: str, kind: str, data: Any) -> Json:
        """A frame without what Discord makes, and with its files."""
        shown = {**data, "files": self._files(data)} if isinstance(data, dict) else data
        return {"kind": kind, **json.loads(self._named(name, where, shown))}

    def _files(self, data: Json) -> list[Json]:
        """Every file that a message shows: name, size, and a digest of each byte."""
        text = json.dumps(data)
        found = re.findall(r"/cdn/attachments/\d+/(\d+)/([^?\"]+)", text)
        files = []
        for ident, name in sorted(set(found)):
            content = self.place.world.shelf.get(self.place.world.files[ident].slot)
            digest = hashlib.sha256(content).hexdigest()
            files.append({"name": name, "size": len(content), "sha256": digest})
        return files

    def _named(self, name: str, where: str, data: Any) -> str:
        text = json.dumps(data, sort_keys=True)
        text = text.replace(self.place.url, "")
        text = re.sub(r'\?ex=[^"]*', "", text)
        text = re.sub(r'"nonce": "[^"]*"', '"nonce": ""', text)
        text = COUNTERS.sub(r'"\1": null', text)
        known = self._names.setdefault((name, where), {})

        def named(found: re.Match[str]) -> str:
            ident = found.group()
            fixed = self._fixed(ident)
            return fixed or known.setdefault(ident, f"id {len(known) + 1}")

        return SNOWFLAKE.sub(named, text)

    def _fixed(self, ident: str) -> str | None:
        """People and places by their names; all other ids count in the order of their coming."""
        world = self.place.world
        if ident in world.users:
            user = world.users[ident]
            return user.global_name or user.username
        if ident in world.channels:
            return self._channel(ident)
        if ident in (world.guild, world.application):
            return "the server" if ident == world.guild else "the bot"
        return None

    def _requests(self) -> Heap:
        """What the bot asked Discord for, but for what it said to somebody not compared."""
        heap: Heap = {}
        book = self.place.door.book
        for one in book[self._asked :]:
            where = self._about(one.path, one.body)
            if where is not None:
                path = SNOWFLAKE.sub("*", re.sub(r"/[\w-]{30,}", "/token", one.path))
                heap.setdefault(where, []).append([one.time, one.method, path, one.status])
        self._asked = len(book)
        return heap

    def _about(self, path: str, body: Any) -> str | None:
        world = self.place.world
        idents = SNOWFLAKE.findall(path)
        if path.startswith(("/interactions", "/webhooks")):
            user = self._asker(path)
            return user and f"answers to {user}"
        if path.startswith("/channels") and idents:
            where = self._channel(idents[0])
            mine = any(where.endswith(name) for name in self.compared)
            return where if mine or not where.startswith("letters") else None
        if path.startswith("/users/@me/channels") and isinstance(body, dict):
            who = world.users[str(body.get("recipient_id"))].global_name or ""
            return f"letter box of {who}" if who in self.compared else None
        return "elsewhere"

    def _asker(self, path: str) -> str | None:
        for asked in self.place.world.interactions.values():
            if asked.id in path or asked.token in path:
                name = self.place.world.users[asked.user].global_name or ""
                return name if name in self.compared else None
        return None


@asynccontextmanager
async def house(folder: Path, start: int, compared: tuple[str, ...]) -> AsyncIterator[House]:
    """A house that begins at a moment, with three people who know nothing yet."""
    clock, rng = Still(start), Random("house")
    with patch.object(serve, "World", lambda: World(clock)):
        place = await Sandbox(rates=False).start()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(place.stop)
        fresh(folder / "herald.db")
        config = for_stand_in(place.api, place.gateway, folder, painters=0, defaults=LIVE)
        herald = await stack.enter_async_context(running(config, rng, clock))
        sketching(herald, worth_drawing(compared))
        people = {}
        for name in (*SEATS.values(), SPECTATOR):
            people[name] = person = await Person.meet(place.url, name)
            stack.push_async_callback(person.go)
            person.patience, person.downloads = 20.0, False
        made = House(place, herald, clock, rng, people, compared)
        await made.begin()
        yield made
        made.parcels = await made.written()
        shelf = place.world.shelf
        made.files = [(file.name, shelf.get(file.slot)) for file in place.world.files.values()]


def worth_drawing(compared: tuple[str, ...]) -> Worth:
    """What only a seat that is not compared can see is not."""
    hidden = {seat for seat, name in SEATS.items() if name not in compared}
    return lambda view, kind: view.get("seat") not in hidden


def who(person: Person) -> Who:
    return Who(int(person.id), person.name)


# -- comparing -----------------------------------------------------------------------------------


def difference(a: object, b: object, path: str = "") -> str | None:
    """Where two plain values first differ, in words."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in {**a, **b}:
            if key not in a or key not in b:
                only = "first" if key in a else "second"
                return f"{path} {key}: only in the {only}: {str(a.get(key, b.get(key)))[:400]}"
            if found := difference(a[key], b[key], f"{path} / {key}"):
                return found
        return None
    if isinstance(a, list) and isinstance(b, list):
        for n, (x, y) in enumerate(zip(a, b, strict=False)):
            if found := difference(x, y, f"{path} / {n}"):
                return found
        if len(a) != len(b):
            more = (a if len(a) > len(b) else b)[min(len(a), len(b))]
            return f"{path}: {len(a)} against {len(b)}; one more is {str(more)[:400]}"
        return None
    return None if a == b else f"{path}: {str(a)[:400]!r} against {str(b)[:400]!r}"


def leaks(first: Sequence[Page], second: Sequence[Page]) -> list[str]:
    """Every page by which the houses could be told apart, with where it first differs."""
    assert [page.title for page in first] == [page.title for page in second]
    found = [
        difference(getattr(here, part), getattr(there, part), here.title)
        for here, there in zip(first, second, strict=True)
        for part in ("heard", "requests")
    ]
    return [leak for leak in found if leak is not None]
