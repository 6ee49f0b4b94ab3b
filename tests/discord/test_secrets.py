"""The same public game twice, with different hidden hands: who may not know cannot tell.

Both games are played through the real gateway, by every way of ordering. Everything that the
opponent and a spectator got, and when, is compared: messages, edits, pins, pings, pictures byte
by byte, words for those who cannot see, completions, refusals, ids of buttons, and the requests
the bot made.
"""

from __future__ import annotations

import io
import json
import logging
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from bot.host import logs
from bot.tables.values import Stage
from engine.games.granada.book import sequence
from engine.text import read
from tests.discord import trying
from tests.discord.houses import SEATS, SPECTATOR, TABLE, House, house, leaks
from tests.discord.scene import GAME, with_a_word
from tests.discord.twins import Step, copied, dealt_anew, follows, sampler
from tests.reading import EPHEMERAL

OTHER = {"christian": "muslim", "muslim": "christian"}
# What `make test` plays; everything else that games hold comes in `make fuzz`.
WANTED = {
    "muslim": [
        *(("bid", "bid"), ("order", "move"), ("engage", "engage"), ("deploy", "deploy")),
        *(("challenge", "challenge"), ("refute", "show"), ("lose", "lose")),
    ],
    "christian": [
        *(("order", "muster"), ("order", "sail"), ("withdraw", "inside"), ("withdraw", "split")),
        *(("assault", "hold"), ("challenge", "pass"), ("retreat", "retreat")),
    ],
}
OWN = ("move", "sail", "deploy", "challenge", "show", "hold")  # of these the reader's orders too
SEEDS = [f"story {n}" for n in range(30)]


@pytest.fixture(autouse=True)
def rich(monkeypatch: pytest.MonkeyPatch) -> None:
    """More cards a year: more battles, and more that is hidden."""
    monkeypatch.setattr(sequence, "CARDS", 14)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """The structured log, as chatty as it can be."""
    out = io.StringIO()
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    levels = {name: logging.getLogger(name).level for name in logs.TALKATIVE}
    logs.set_up("debug", "json", out)
    yield out
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, old in levels.items():
        logging.getLogger(name).setLevel(old)


async def sit_down(house: House, reader: str | None, world: int) -> None:
    """The lobby, by commands and buttons; the hidden seat wants to be called by name."""
    ana, bruno, clara = house.people.values()
    async with house.step("opened"):
        await ana.command("/table open", game=GAME)
    card = await bruno.hears("Take a seat", in_="#herald")
    async with house.step("joined"):
        await bruno.click(card, "Sit as muslim")
    async with house.step("nobody's business"):
        await clara.click(card, "Ready")
        await clara.click(card, "Options")
    async with house.step("called by name"):
        for seat, name in SEATS.items():
            if seat != reader:
                await house.people[name].command("/me settings", pings="mention")
    for person in (ana, bruno):
        async with house.step(f"{person.name} is ready"):
            asked = await person.click(card, "Ready")
            if person is bruno:
                await with_a_word(bruno, asked)
    assert (await house.herald.tables.finding.card(TABLE)).stage is Stage.PLAYING
    house.thread = await ana.sees("Granada 1")
    for person in house.people.values():
        await person.sees("Granada 1")
        person.where = house.thread
    begun = await house.match()
    async with house.step("dealt"):
        match = copied(begun) if world == 0 else dealt_anew(begun, reader, Random("deal"))[0]
        await house.lay(match, goes_on=True)


async def play(house: House, story: Sequence[Step], reader: str | None, world: int) -> None:
    """Every step: the position, what the curious can find out about it, the order."""
    before: Step | None = None
    for n, step in enumerate(story):
        side = step.side(world)
        async with house.step(f"{n} laid"):
            await house.lay(copied(side.match), before is not None and follows(before, step))
        async with house.step(f"{n} tried"):
            await be_curious(house, reader, Random(n))
        if step.seat != reader and n % 6 == 1:
            async with house.step(f"{n} advised"):
                await trying.ask_for_advice(house.of_seat(step.seat))
        await give(house, step, world, n)
        before = step
        if n % 3 == 1:
            async with house.step(f"{n} taken back"):
                person, other = house.of_seat(step.seat), house.of_seat(OTHER[step.seat])
                await trying.take_back(house, person, other, agree=n % 2 == 0)
            before = None


async def give(house: House, step: Step, world: int, n: int) -> None:
    side = step.side(world)
    decision = side.match.decision(step.seat)
    assert decision is not None
    action = read(side.match.game, decision, side.order)
    way = trying.WAYS[n % len(trying.WAYS)]
    async with house.step(f"{n} {step.seat} {step.kind} {step.verb} {way.__name__}"):
        await way(house, house.of_seat(step.seat), side.order, action)
    played = len(await house.match()) - len(side.match)
    assert played == 1, f"{side.order} was not carried out {way.__name__}"


async def be_curious(house: House, reader: str | None, rng: Random) -> None:
    for name in house.compared:
        person = house.people[name]
        await trying.look_at_something(person, rng)
        await trying.complete_something(person, rng)
        if reader is not None and name == SEATS[reader]:
            await trying.order_nonsense(house, person, reader, rng, 1)


async def be_very_curious(
    house: House, story: Sequence[Step], world: int, prefixes: tuple[str, ...]
) -> None:
    """Everything there is to try, where the reader is asked and where the hidden seat is."""
    for step in {step.seat: step for step in story}.values():
        async with house.step(f"{step.seat} laid"):
            await house.lay(copied(step.side(world).match), goes_on=False)
        for name in house.compared:
            person = house.people[name]
            async with house.step(f"{name} looks while {step.seat} is asked"):
                await trying.look_at_everything(person)
                await trying.click_what_is_there(person)
            async with house.step(f"{name} types while {step.seat} is asked"):
                await trying.complete_everything(person, prefixes)


def compared(reader: str | None) -> tuple[str, ...]:
    return (SPECTATOR,) if reader is None else (SEATS[reader], SPECTATOR)


async def both(
    tmp_path: Path,
    story: Sequence[Step],
    reader: str | None,
    prefixes: tuple[str, ...],
    looked_at: Sequence[Step] = (),
) -> tuple[House, House]:
    """The story in the first world, and in the second, in houses of their own."""
    start = int(time.time())
    found = []
    for world, name in enumerate(("first", "second")):
        async with house(tmp_path / name, start, compared(reader)) as made:
            await sit_down(made, reader, world)
            await play(made, story, reader, world)
            await be_very_curious(made, looked_at or story, world, prefixes)
        found.append(made)
    return found[0], found[1]


@pytest.mark.slow
@pytest.mark.parametrize("reader", ["muslim", pytest.param("christian", marks=pytest.mark.fuzz)])
async def test_the_opponent_and_a_spectator_cannot_tell(
    tmp_path: Path, log: io.StringIO, reader: str
) -> None:
    story = sampler(GAME, SEEDS, reader, WANTED[reader])
    story = [step for step in story if step.seat != reader or step.verb in OWN]
    assert {(step.kind, step.verb) for step in story} == set(WANTED[reader])
    assert sum(step.renamed for step in story) >= 3
    # once where the hidden seat is asked, once where the reader is
    looked_at = [step for step in story if step.seat == "christian"][-1:]
    houses = await both(tmp_path, story, reader, ("",), looked_at)
    assert leaks(houses[0].pages, houses[1].pages) == []
    assert owed(houses[0]) == owed(houses[1])
    for world, made in enumerate(houses):
        assert answers_for_all(made) == []
        assert metadata(made) == set()
        assert words_in_the_log(log.getvalue(), story, world) == []
    assert "ready" in log.getvalue()


@pytest.mark.fuzz
@pytest.mark.parametrize("reader", ["muslim", "christian", None])
@pytest.mark.parametrize("part", range(3))
async def test_nobody_can_tell_in_any_position(
    tmp_path: Path, reader: str | None, part: int
) -> None:
    story = sampler(GAME, [f"fuzz {part} {n}" for n in range(2)], reader)
    first, second = await both(tmp_path, story, reader, trying.PREFIXES)
    assert leaks(first.pages, second.pages) == []


# -- what lies in the outbox, the request book, the files and the log ------------------------------


def owed(house: House) -> list[tuple[str, str, str, object]]:
    """The outbox, but for what only the hidden seat gets."""
    letters = {f"person:{p.id}" for n, p in house.people.items() if n not in house.compared}
    return sorted(
        (parcel.road, parcel.slot, parcel.kind, json.dumps(parcel.body, sort_keys=True))
        for parcel in house.parcels
        if parcel.audience not in letters
    )


def answers_for_all(house: House) -> list[str]:
    """Answers to interactions that somebody else than the asker could see."""
    found = []
    for one in house.place.door.book:
        if one.path.startswith("/interactions/") and one.path.endswith("/callback"):
            kind, data = one.body["type"], one.body.get("data") or {}
            private = bool(data.get("flags", 0) & EPHEMERAL)
            if kind in (4, 5) and not private:
                found.append(f"{one.path}: {data}")
            if kind in (6, 7) and not _changes_a_private_message(house, one.path):
                found.append(f"{one.path} changes a message that all can see")
        elif one.method == "POST" and one.path.startswith("/webhooks/"):
            if not (one.body or {}).get("flags", 0) & EPHEMERAL:
                found.append(f"{one.path}: {one.body}")
    return found


def _changes_a_private_message(house: House, path: str) -> bool:
    asked = house.place.world.interactions[path.split("/")[2]]
    shown = house.place.world.channels[asked.channel].messages.get(asked.message or "")
    return shown is None or shown.only_for is not None


def metadata(house: House) -> set[str]:
    """Chunks of pictures that say more than the picture."""
    assert house.files
    found = set()
    for name, data in house.files:
        assert name.endswith((".webp", ".txt")), name
        if name.endswith(".webp"):
            found |= set(_chunks(data)) - {"VP8 ", "VP8L", "VP8X", "ALPH"}
    return found


def _chunks(data: bytes) -> Iterator[str]:
    assert (data[:4], data[8:12]) == (b"RIFF", b"WEBP")
    at = 12
    while at < len(data):
        yield data[at : at + 4].decode("ascii")
        length = int.from_bytes(data[at + 4 : at + 8], "little")
        at += 8 + length + length % 2


def words_in_the_log(log: str, story: Sequence[Step], world: int) -> list[str]:
    """Orders, cards and blocks that the log names."""
    game = story[0].first.match.game
    orders = [step.side(world).order for step in story]
    things = [str(word) for domain in ("card", "block") for word in game.names(domain)]
    told = set(re.findall(r"[\w'*!+-]+", log))
    long = [order for order in orders if " " in order and order in log]
    return long + [thing for thing in things if thing in told]
