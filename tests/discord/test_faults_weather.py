"""Discord unwell: rates, bursts of errors, lines that are cut. To the eye nothing happens twice."""

from __future__ import annotations

import asyncio
import os
import re
from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from bot.discord.client import Herald
from bot.sandbox import Sandbox
from bot.sandbox.faults import Cut, Fault, Faults
from bot.tables.values import TableCard
from tests.discord.conftest import (
    asked_of,
    ordered,
    quiet,
    seated,
    thread_of,
    to_a_move,
    where,
    who,
)
from tests.discord.fire import check_thread, made, mark
from tests.discord.processes import lines_of
from tests.people import Person, Silence


@pytest.fixture
def rates() -> bool:
    return True


async def once_each(herald: Herald, card: TableCard, *people: Person) -> TableCard:
    """Everything owed stands there, once."""
    card = await herald.tables.finding.card(card.id)
    await check_thread(herald.tables, card, people[0])
    for person in people:
        letters = made(person, person.place("dm"))
        marks = Counter(mark(one.data, card) for one in letters)
        assert not [m for m, n in marks.items() if n > 1 and not m.startswith("hand of")], marks
        standing = [one for one in letters if one.data["id"] in person.messages]
        assert sum(mark(one.data, card).startswith("hand of") for one in standing) == 1
    return card


async def patiently(herald: Herald) -> None:
    """Until nothing is owed: also what was put off for some seconds."""
    async with asyncio.timeout(90):
        while True:
            await quiet(herald)
            if not await herald.tables.outbox.parcels() and not await _put_off(herald):
                return
            await asyncio.sleep(0.1)


async def _put_off(herald: Herald) -> bool:
    from tests.discord.processes import parcels_in

    return bool(await parcels_in(herald.tables, "owed", "sending"))


# -- one thing at a time --------------------------------------------------------------------------


async def test_everybody_waits_when_the_whole_bot_is_too_fast(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    turn = await to_a_move(herald, card, ana, bruno)
    await quiet(herald)
    path = f"/channels/{thread}/"
    fault = place.faults.lay(
        Fault("POST|PATCH|GET", path, status=429, retry_after=0.5, everywhere=True)
    )
    before = len(place.door.book)
    await ordered(herald, card, turn)
    await patiently(herald)
    assert fault.met == 1
    hit = next(n for n, r in enumerate(place.door.book[before:]) if r.status == 429)
    first, after = place.door.book[before + hit : before + hit + 2]
    assert after.time - first.time >= 0.45
    await once_each(herald, card, ana, bruno)


async def test_a_busy_thread_keeps_to_discords_pace_and_answers_do_not_wait_for_it(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    behind = 0  # answers that came while the thread was still owed something
    for n in range(12):
        (turn, *_) = await asked_of(herald, card, ana, bruno)
        await (bruno if turn is ana else ana).say(f"and {n}", in_=thread)  # a new message each
        order = await herald.tables.play.suggest(card.id, who(turn))
        reply = await turn.command("/order", in_=thread, text=order)
        assert reply.text
        behind += await _put_off(herald)
    assert behind
    await patiently(herald)
    assert not [r for r in place.door.book if r.status == 429]
    await once_each(herald, card, ana, bruno)


@pytest.mark.parametrize("path", [r"/messages$", r"/threads$", r"/users/@me/channels$", r"/pins/"])
@pytest.mark.parametrize("how", ["cut after", "cut before", "500 late", "503"])
async def test_a_table_begins_once_whatever_is_cut(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, path: str, how: str
) -> None:
    """The card, its thread, the letter boxes and the pin, each with its first request spoilt."""
    broken = {
        "cut after": Fault("POST|PUT", path, cut=Cut.AFTER),
        "cut before": Fault("POST|PUT", path, cut=Cut.BEFORE),
        "500 late": Fault("POST|PUT", path, status=500, late=True),
        "503": Fault("POST|PUT", path, status=503),
    }[how]
    fault = place.faults.lay(broken)
    card = await seated(herald, place, ana, bruno)
    await ana.hears(card.name, in_="#herald")
    await patiently(herald)
    assert fault.met == 1
    card = await once_each(herald, card, ana, bruno)
    lobby = [m for m in made(ana, ana.place("#herald")) if card.name in str(m.data["embeds"])]
    assert len(lobby) == 1
    threads = [c for c in place.world.channels.values() if c.name == card.name]
    assert [c.id for c in threads] == [str(card.thread)]


@pytest.mark.parametrize("how", [{"cut": Cut.AFTER}, {"cut": Cut.BEFORE}, {"status": 503}])
async def test_an_edit_that_fails_is_made_again(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, how: dict[str, object]
) -> None:
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    fault = place.faults.lay(Fault("PATCH", f"/channels/{thread}/messages/", **how))  # type: ignore[arg-type]
    turn = await to_a_move(herald, card, ana, bruno)
    await ordered(herald, card, turn)
    await patiently(herald)
    assert fault.met == 1
    await once_each(herald, card, ana, bruno)


# -- answers to people ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Moved:
    """Somebody who may move, an order, and how long the record is."""

    card: TableCard
    thread: str
    person: Person
    order: str
    entries: int


async def at_a_move(herald: Herald, place: Sandbox, ana: Person, bruno: Person) -> Moved:
    card = await seated(herald, place, ana, bruno)
    turn = await to_a_move(herald, card, ana, bruno)
    thread = await thread_of(herald, card)
    order = await herald.tables.play.suggest(card.id, who(turn))
    return Moved(card, thread, turn, order, len(await lines_of(herald.tables, card.id)))


@pytest.mark.parametrize("cut", [Cut.AFTER, Cut.BEFORE])
async def test_a_cut_acknowledgement_does_not_lose_the_order(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, cut: Cut
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    fault = place.faults.lay(Fault("POST", "/callback$", cut=cut))
    reply = await now.person.command("/order", in_=now.thread, text=now.order)
    assert fault.met == 1
    assert "Done:" in reply.text
    assert reply.ephemeral
    assert len(await lines_of(herald.tables, now.card.id)) == now.entries + 1


async def test_an_acknowledgement_that_failed_though_it_arrived_loses_nothing(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    """discord.py tries again and is told that it was answered before: the order is carried out."""
    now = await at_a_move(herald, place, ana, bruno)
    fault = place.faults.lay(Fault("POST", "/callback$", status=500, late=True))
    reply = await now.person.command("/order", in_=now.thread, text=now.order)
    assert fault.met == 1
    assert "Done:" in reply.text
    assert reply.ephemeral
    assert len(await lines_of(herald.tables, now.card.id)) == now.entries + 1


@pytest.mark.parametrize("cut", [Cut.AFTER, Cut.BEFORE])
async def test_a_cut_answer_is_given_again(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, cut: Cut
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    fault = place.faults.lay(Fault("PATCH", "/messages/@original$", cut=cut))
    reply = await now.person.command("/order", in_=now.thread, text=now.order)
    assert "Done:" in reply.text
    await quiet(herald)
    assert fault.met == 1
    assert len(await lines_of(herald.tables, now.card.id)) == now.entries + 1


async def test_an_answer_that_cannot_be_shown_does_not_deny_the_order(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    place.faults.lay(Fault("PATCH", "/messages/@original$", status=400, code=50035))
    reply = await now.person.command("/order", in_=now.thread, text=now.order)
    assert reply.text.startswith("I could not show the answer")
    assert "nothing was changed" not in reply.text
    assert reply.ephemeral
    assert len(await lines_of(herald.tables, now.card.id)) == now.entries + 1


async def test_an_interaction_older_than_three_seconds_changes_nothing(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    place.faults.lay(Fault("POST", "/callback$", delay=3.3))
    with pytest.raises(Silence, match="did not respond"):
        await now.person.command("/order", in_=now.thread, text=now.order)
    await asyncio.sleep(0.5)  # the late acknowledgement is refused by then
    assert place.door.book[-1].error is not None
    assert len(await lines_of(herald.tables, now.card.id)) == now.entries
    again = await now.person.command("/order", in_=now.thread, text=now.order)
    assert "Done:" in again.text


async def test_an_order_stands_though_its_interaction_has_expired(
    herald: Herald,
    place: Sandbox,
    ana: Person,
    bruno: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A quarter of an hour passes while a picture is drawn: nobody can be answered, all is told."""
    now = await at_a_move(herald, place, ana, bruno)
    draw = herald.studio.draw
    other = bruno if now.person is ana else ana
    other.forget()

    async def slowly(*args: object, **how: object) -> object:
        place.world.clock.advance(901)
        return await draw(*args, **how)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(herald.studio, "draw", slowly)
        now.person.patience = 2.0
        with pytest.raises(Silence):
            await now.person.command("/order", in_=now.thread, text=now.order)
    await patiently(herald)
    assert len(await lines_of(herald.tables, now.card.id)) == now.entries + 1
    assert [r for r in place.door.book if r.path.endswith("@original") and r.status >= 400]
    assert other.heard(f"{now.card.name} · #", in_=now.thread)


async def test_a_panel_is_used_long_after_its_interaction_expired(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    now = await at_a_move(herald, place, ana, bruno)
    panel = await now.person.command("/play", in_=now.thread)
    place.world.clock.advance(3 * 3600)
    chosen = await now.person.choose(panel, panel.menu[0])
    assert chosen.id == panel.id
    assert chosen.menus or "Send" in chosen.buttons


# -- a storm --------------------------------------------------------------------------------------


KINDS = {
    "after": Fault(cut=Cut.AFTER),
    "before": Fault(cut=Cut.BEFORE),
    "503": Fault(status=503),
    "503 late": Fault(status=503, late=True),
    "429": Fault(status=429),
    "slow": Fault(delay=0.3),
}


class Storm(Faults):
    """By the dice, something happens to every so many requests."""

    def __init__(self, seed: str, odds: float = 0.25, most: int = 10**9) -> None:
        super().__init__()
        self.rng, self.odds, self.most = Random(seed), odds, most
        self.met: Counter[str] = Counter()

    def meet(self, method: str, path: str) -> Fault | None:
        own = re.search(r"/callback$|/gateway|/commands", path)  # these have their own tests
        if own or self.met.total() >= self.most or self.rng.random() > self.odds:
            return None
        kind = self.rng.choice(list(KINDS))
        self.met[kind] += 1
        return KINDS[kind]


async def in_a_storm(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, orders: int, seed: str
) -> None:
    """At least so many orders, and on until it was rough enough: how many requests an order makes
    depends on how fast the machine is."""
    place.door.faults = storm = Storm(seed)
    card = await seated(herald, place, ana, bruno)
    for n in range(4 * orders):
        waiting = await asked_of(herald, card, ana, bruno)
        if not waiting or (n >= orders and storm.met.total() > orders / 4):
            break
        await ordered(herald, card, waiting[0])
        await asyncio.sleep(storm.rng.uniform(0, 0.2))
    storm.odds = 0.0
    await patiently(herald)
    print(f"seed {seed}: {dict(storm.met)}")
    assert storm.met.total() > orders / 4
    await once_each(herald, card, ana, bruno)


@pytest.mark.slow
async def test_a_storm(herald: Herald, place: Sandbox, ana: Person, bruno: Person) -> None:
    await in_a_storm(herald, place, ana, bruno, 25, "a storm")


@pytest.mark.fuzz
async def test_a_long_storm(herald: Herald, place: Sandbox, ana: Person, bruno: Person) -> None:
    seed = os.environ.get("SEED") or f"{Random().getrandbits(32)}"
    print(f"SEED={seed}")
    await in_a_storm(herald, place, ana, bruno, 150, seed)


async def test_the_lobby_card_is_never_doubled_in_a_storm(
    herald: Herald, place: Sandbox, ana: Person
) -> None:
    place.door.faults = storm = Storm("lobby", odds=0.5, most=8)
    cards = [await herald.tables.lobby.open(who(ana), where(place), "granada") for _ in range(4)]
    await patiently(herald)
    shown = Counter(m.data["embeds"][0]["footer"]["text"] for m in made(ana, ana.place("#herald")))
    assert shown == {card.name: 1 for card in cards}
    assert storm.met.total() == 8
