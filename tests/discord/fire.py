"""Two people who play on whatever happens to the bot, and what must be true afterwards."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

from sqlmodel import col, select

import engine
from bot.store import models
from bot.tables.tables import Tables
from bot.tables.values import Stage, TableCard
from tests.discord.conftest import who
from tests.discord.processes import WAITING, Bot, lines_of, parcels_in, until
from tests.people import Form, Heard, Person, Refused, Reply, Silence
from tests.tables.play import sample

WAYS = ("/order", "/order", "/answer", "form")
GRACE = 5.0  # seconds after which an order that Discord called unanswered is certainly judged


@dataclass
class Tally:
    """What became of the orders of a run."""

    kills: int = 0
    early: int = 0  # of them before the bot had logged in
    done: int = 0  # acknowledged
    cut: int = 0  # never answered, and not carried out
    kept: int = 0  # never answered, but carried out
    refused: int = 0
    games: int = 0
    messages: int = 0
    tables: list[int] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills ({self.early} during the start), {self.done} orders answered,"
            f" {self.kept} carried out unanswered, {self.cut} lost before they were taken,"
            f" {self.refused} refused, {self.games} games to the end, {self.messages} messages"
        )


class Player:
    """One person at one table, who gives one random order after the other."""

    def __init__(
        self, bot: Bot, tables: Tables, person: Person, table: TableCard, rng: Random, tally: Tally
    ) -> None:
        self.bot, self.tables, self.person, self.table = bot, tables, person, table
        self.rng, self.tally = rng, tally
        self.seat = next(s.seat for s in table.seats if s.person and s.person.id == int(person.id))
        self.thread = str(table.thread)
        self._way = ""

    async def play(self, stop: asyncio.Event, here: asyncio.Event) -> None:
        """Until told to stop, or the game is over."""
        while not stop.is_set():
            await here.wait()
            card = await self.tables.finding.card(self.table.id)
            if card.stage is Stage.OVER:
                return
            if any(owed.seat == self.seat for owed in card.owed):
                await self.one_order()
            else:
                await asyncio.sleep(0.02)

    async def one_order(self) -> None:
        """Whatever was answered is in the record, once; whatever was not is there at most once."""
        text = await sample(self.tables, self.table.id, who(self.person), self.rng)
        before, life = await self._mine(), self.bot.lives
        reply = await self._give(text, life)
        if reply is None:
            await self._judged(life)
        done = await self._mine() - before
        about = (self.table.name, self.seat, text, None if reply is None else reply.text)
        if reply is None:
            assert done in (0, 1), about
            self.tally.kept += done
            self.tally.cut += 1 - done
        elif "Done:" in reply.text:
            assert done == 1, about
            self.tally.done += 1
        else:
            assert done == 0, about
            assert "Now:" in reply.text or "faster" in reply.text, about
            self.tally.refused += 1
            self._way = "form"  # it names its question: a repetition is meant

    async def _mine(self) -> int:
        lines = await lines_of(self.tables, self.table.id)
        return sum(1 for line in lines if line["what"] == "act" and line["seat"] == self.seat)

    async def _judged(self, life: int) -> None:
        """A dead bot writes nothing; a living one has judged it by now."""
        for _ in range(int(GRACE / 0.05)):
            if self.bot.lives != life:
                return
            await asyncio.sleep(0.05)

    async def _give(self, text: str, life: int) -> Any:
        way, self._way = self._way or self.rng.choice(WAYS), ""
        try:
            if way == "/answer" and len(text) <= 100:
                return await self._ask(life, "/answer", answer=text)
            if way != "form":
                return await self._ask(life, "/order", text=text)
            form = await self._ask(life, "/write")
            if not isinstance(form, Form):
                return form
            values = {next(iter(form.fields)): text}
            asked = await self.person.post(
                "submit", interaction=form.interaction, custom_id=form.custom_id, values=values
            )
            return await self._heard(asked["interaction"], life)
        except (Silence, Refused):
            return None

    async def _ask(self, life: int, line: str, **options: Any) -> Any:
        ident, filled = self.person._options(line, options)
        asked = await self.person.post(
            "command", channel=self.thread, command=ident, options=filled
        )
        return await self._heard(asked["interaction"], life)

    async def _heard(self, interaction: str, life: int) -> Any:
        """The answer; None if the bot died before it came."""
        answer = asyncio.create_task(self.person.answer(interaction))
        try:
            while not answer.done() and self.bot.lives == life:
                await asyncio.wait({answer}, timeout=0.02)
            return await answer if answer.done() else None
        finally:
            answer.cancel()


async def killer(bot: Bot, rng: Random, kills: int, here: asyncio.Event, tally: Tally) -> None:
    """kill -9 at any moment of a bot's life, now and then before it has logged in."""
    for _ in range(kills):
        if rng.random() < 0.2:
            here.clear()
            await bot.kill()
            bot.begin()
            await asyncio.sleep(rng.uniform(0, 0.5))
            await bot.kill()
            tally.kills += 2
            tally.early += 1
        else:
            await asyncio.sleep(rng.uniform(0, 1.5))
            here.clear()
            await bot.kill()
            tally.kills += 1
        await bot.start()
        here.set()
        if tally.kills >= kills:
            return


async def nothing_owed(tables: Tables) -> None:
    async def sent() -> bool:
        return not await parcels_in(tables, *WAITING)

    await until(sent, "everything that is owed", 180)


# -- afterwards -----------------------------------------------------------------------------------


def made(person: Person, channel: str) -> list[Heard]:
    """Every message of the bot that ever appeared there, answers left aside."""
    return [
        one
        for one in person.inbox
        if one.kind == "message"
        and one.data["channel_id"] == channel
        and one.data["author"].get("bot")
        and one.data["embeds"]
        and not Reply(one.data).ephemeral
    ]


def mark(data: dict[str, Any], table: TableCard) -> str:
    """What a message says it is; a report with the first of its lines."""
    words = Reply(data).text.splitlines()[-1].removeprefix(f"{table.name} · ")
    return words.partition("–")[0]


async def check(tables: Tables, table: TableCard, people: list[Person], tally: Tally) -> None:
    card = await tables.finding.card(table.id)
    assert not await parcels_in(tables, "failed")
    await check_thread(tables, card, people[0])
    for person in people:
        await check_letters(tables, card, person)
    tally.messages += len(made(people[0], str(card.thread)))
    await check_record(tables, card, people[0], tally)


async def check_thread(tables: Tables, card: TableCard, reader: Person) -> None:
    """Every message appeared once; reports without a gap, to their last line; one status."""
    posted = made(reader, str(card.thread))
    marks = Counter(mark(one.data, card) for one in posted)
    assert not [m for m, n in marks.items() if n > 1], marks
    assert marks["status"] == 1
    async with tables.store.read() as session:
        row = await session.get(models.Table, card.id)
        reports = list(
            await session.exec(select(models.Report).where(models.Report.table == card.id))
        )
    assert row is not None
    notes = {m for m in marks if m.startswith("note ")}
    assert notes == {f"note {n}" for n in range(1, row.notes + 1)}
    spans: dict[int, list[tuple[int, int]]] = {n: [] for n in range(1, card.reports + 1)}
    for one in posted:
        words = Reply(reader.messages[one.data["id"]]).text.splitlines()[-1].split(" · ")
        if words[1].startswith("#"):
            first, last = words[2].split("–")
            spans[int(words[1][1:])].append((int(first), int(last)))
    for report in reports:
        parts = sorted(spans[report.number])
        assert parts, f"report {report.number} is missing"
        assert parts[0][0] == 1
        assert parts[-1][1] == len(report.lines)
        assert all(first == last + 1 for (_, last), (first, _) in pairwise(parts)), parts


async def check_letters(tables: Tables, card: TableCard, person: Person) -> None:
    """Every call that was posted rang once; the hand stands there once."""
    box = person.place("dm")
    ours = [one for one in made(person, box) if f"{card.name} · " in Reply(one.data).text]
    calls = Counter(m for one in ours if (m := mark(one.data, card)).startswith("question "))
    assert not [m for m, n in calls.items() if n > 1], calls
    seat = next(s.seat for s in card.seats if s.person and s.person.id == int(person.id))
    async with tables.store.read() as session:
        slots = await session.exec(
            select(models.Posted.slot).where(
                models.Posted.table == card.id, col(models.Posted.slot).startswith(f"call:{seat}:")
            )
        )
        posted = {f"question {slot.rpartition(':')[2]}" for slot in slots}
    assert set(calls) == posted
    standing = [one for one in ours if one.data["id"] in person.messages]
    hands = [one for one in standing if mark(one.data, card).startswith("hand of")]
    assert len(hands) == 1
    assert sum(mark(one.data, card) == "welcome" for one in ours) == 1


async def check_record(tables: Tables, card: TableCard, person: Person, tally: Tally) -> None:
    """What the bot shows is what a replay of the record gives."""
    lines = await lines_of(tables, card.id)
    if card.stage is not Stage.OVER:
        shown = await person.command("/hand", in_=str(card.thread))
        known = await tables.reading.secrets(card.id, who(person))
        words = shown.text.replace("\\", "")
        assert all(line.strip() in words for line in known.text.splitlines()[:10]), words
        return
    (end,) = [one for one in made(person, str(card.thread)) if mark(one.data, card) == "the end"]
    files = await person.fetch(end.data)
    (name,) = [name for name in files if name.endswith(".json")]
    match = engine.from_record(json.loads(files[name]))
    assert [entry.to_json() for entry in match.entries] == lines
    assert match.over
    assert match.result is not None
    tally.games += 1
    assert match.result.reason in card.result
