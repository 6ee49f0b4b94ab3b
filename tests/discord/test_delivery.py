"""What the tables owe reaches Discord: in order, once, to the right people and nobody else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlmodel import select

from bot.discord.client import Herald
from bot.sandbox import Sandbox
from bot.sandbox.faults import Cut, Fault
from bot.store import models
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
from tests.people import Person, Reply


def titled(messages: list[Reply], words: str) -> list[Reply]:
    return [m for m in messages if words in m.text]


# -- the lobby ------------------------------------------------------------------------------------


async def test_a_table_is_a_card_with_a_thread(herald: Herald, place: Sandbox, ana: Person) -> None:
    card = await herald.tables.lobby.open(who(ana), where(place), "granada")
    lobby = await ana.hears(card.name, in_="#herald")
    assert "Ana" in lobby.text
    assert card.promised in lobby.text
    assert "Ready" in lobby.buttons
    await ana.sees(card.name)
    assert await thread_of(herald, card) == lobby.id
    assert place.world.channels[lobby.id].life.auto_archive == 10080  # type: ignore[union-attr]


async def test_joining_changes_the_card_in_place_and_sends_a_test(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    card = await herald.tables.lobby.open(who(ana), where(place), "granada")
    lobby = await ana.hears(card.name, in_="#herald")
    await herald.tables.lobby.join(card.id, who(bruno))
    changed = await ana.hears("Bruno", in_="#herald", kinds=("edit",))
    assert changed.id == lobby.id
    assert "This is a test" in (await bruno.hears("Welcome", in_="dm")).text
    assert (await herald.tables.people.profile(who(bruno))).state("discord") == "open"


# -- the start ------------------------------------------------------------------------------------


async def test_the_start_tells_everybody_what_they_may_know(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, clara: Person
) -> None:
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    status = titled(await clara.history(thread), "Waiting for")
    assert len(status) == 1
    assert list(place.world.channels[thread].pins) == [status[0].id]
    for person, seat in ((ana, card.seats[0].seat), (bruno, card.seats[1].seat)):
        hand = await person.hears(f"hand of {seat}", in_="dm")
        assert hand.silent
        assert hand.files
        assert all(hand.alt)
    assert not clara.heard("what only")


async def test_a_hand_over_is_one_notification_to_one_person(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, clara: Person
) -> None:
    card = await seated(herald, place, ana, bruno)
    turn = await to_a_move(herald, card, ana, bruno)
    other = bruno if turn is ana else ana
    await quiet(herald)
    turn.forget()
    other.forget()
    while turn in await asked_of(herald, card, ana, bruno):
        await ordered(herald, card, turn)
    await quiet(herald)
    called = await other.hears("it is your turn", in_="dm")
    assert not called.silent
    assert called.buttons == ["Answer"]
    assert not [m for m in other.heard("it is your turn") if not m.used]
    assert not [m for m in turn.heard("it is your turn") if not m.used]
    for person in (ana, bruno, clara):
        assert not [
            m for m in person.inbox if m.kind == "mention" and not m.data.get("silent")
        ] or (person is other)


async def test_a_visit_is_one_report_that_grows_while_it_is_the_last(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, clara: Person
) -> None:
    card = await seated(herald, place, ana, bruno)
    turn = await to_a_move(herald, card, ana, bruno)
    thread = await thread_of(herald, card)
    for _ in range(3):
        await ordered(herald, card, turn)
        await quiet(herald)
        if turn not in await asked_of(herald, card, ana, bruno):
            break
    reports = [m for m in await clara.history(thread) if f"{card.name} · #" in m.text]
    marks = [m.text.splitlines()[-1] for m in reports]
    numbers = [mark.split(" · ")[1] for mark in marks]
    assert len(numbers) == len(set(numbers))
    assert all(m.alt for m in reports)  # every one has a picture, and words for it
    assert all(m.silent and not m.pings for m in reports)
    assert clara.heard(f"{card.name} · {numbers[0]} · ", in_=thread)


async def test_after_somebody_spoke_a_report_goes_on_in_another_message(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, clara: Person
) -> None:
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    for _ in range(12):
        await clara.say("What a move!", in_=thread)
        (turn, *_) = await asked_of(herald, card, ana, bruno)
        await ordered(herald, card, turn)
        await quiet(herald)
        if titled(await clara.history(thread), "(continued)"):
            break
    messages = await clara.history(thread)
    later = titled(messages, "(continued)")
    assert later
    mark = later[0].text.splitlines()[-1]  # Granada 1 · #2 · 5–6
    number, lines = mark.split(" · ")[1:]
    first = int(lines.split("–")[0])
    earlier = [m for m in messages if f" · {number} · " in m.text and m.id != later[0].id]
    assert any(m.text.splitlines()[-1].endswith(f"–{first - 1}") for m in earlier)


async def test_secrets_are_one_message_replaced(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    card = await seated(herald, place, ana, bruno)
    for _ in range(25):
        await ordered(herald, card, (await asked_of(herald, card, ana, bruno))[0])
    await quiet(herald)
    for person in (ana, bruno):
        box = await person.history("dm")
        assert len(titled(box, f"{card.name} · hand of")) == 1
        assert len(titled(box, f"{card.name} · question")) <= 1


# -- never twice ----------------------------------------------------------------------------------


@pytest.mark.parametrize("cut", [Cut.AFTER, Cut.BEFORE])
async def test_a_message_whose_fate_is_unknown_is_looked_for(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, clara: Person, cut: Cut
) -> None:
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    turn = await to_a_move(herald, card, ana, bruno)
    await quiet(herald)
    await clara.say("here", in_=thread)
    ana.forget()
    fault = place.faults.lay(Fault("POST", f"/channels/{thread}/messages$", times=1, cut=cut))
    await ordered(herald, card, turn)
    latest = (await herald.tables.finding.card(card.id)).reports
    await ana.hears(f"{card.name} · #{latest} · ", in_=thread)
    await quiet(herald)
    assert fault.met == 1
    marks = [m.text.splitlines()[-1] for m in await clara.history(thread) if m.data["embeds"]]
    assert len(marks) == len(set(marks))


@pytest.mark.parametrize("status", [429, 503])
async def test_discord_unwell_only_delays(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, status: int
) -> None:
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    turn = await to_a_move(herald, card, ana, bruno)
    await quiet(herald)
    ana.forget()
    fault = place.faults.lay(
        Fault("POST|PATCH", f"/channels/{thread}/messages", times=2, status=status)
    )
    await ordered(herald, card, turn)
    latest = (await herald.tables.finding.card(card.id)).reports
    await ana.hears(f"{card.name} · #{latest} · ", in_=thread)
    await quiet(herald)
    assert fault.met == 2
    marks = [m.text.splitlines()[-1] for m in await ana.history(thread) if m.data["embeds"]]
    assert len(marks) == len(set(marks))


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_dropped_gateway_loses_nothing(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, resumable: bool
) -> None:
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    async with ana._session.post(
        f"{place.url}/control/gateway", json={"do": "drop", "resumable": resumable}
    ) as answer:
        assert (await answer.json())["dropped"] == 1
    turn = await to_a_move(herald, card, ana, bruno)
    await ordered(herald, card, turn)
    latest = (await herald.tables.finding.card(card.id)).reports
    await ana.hears(f"{card.name} · #{latest} · ", in_=thread)
    await quiet(herald)
    marks = [m.text.splitlines()[-1] for m in await ana.history(thread) if m.data["embeds"]]
    assert len(marks) == len(set(marks))


async def test_old_messages_are_edited_at_a_measured_pace(
    herald: Herald, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []

    async def measured(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("bot.discord.post.courier.asyncio.sleep", measured)
    for _ in range(5):
        await herald.courier._take_turn(7)
    assert len(slept) == 2
    assert all(5 < seconds <= 6 for seconds in slept)


# -- letter boxes ---------------------------------------------------------------------------------


def sends_to(place: Sandbox, person: Person) -> Callable[[], int]:
    """How often the bot has written, or tried to write, to somebody."""
    boxes = {c.id for c in place.world.channels.values() if person.id in (c.recipients or ())}

    def count() -> int:
        return sum(
            1
            for r in place.door.book
            if r.method == "POST" and any(f"/channels/{box}/messages" in r.path for box in boxes)
        )

    return count


async def test_closed_letter_boxes_are_said_once_and_left_alone(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, clara: Person
) -> None:
    await bruno.dm()
    await bruno.post("settings", dms="closed")
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    assert (await herald.tables.people.profile(who(bruno))).state("discord") == "closed"
    tries = sends_to(place, bruno)
    before = tries()
    for _ in range(10):
        (turn, *_) = await asked_of(herald, card, ana, bruno)
        await ordered(herald, card, turn)
        await quiet(herald)
    told = titled(await clara.history(thread), "direct messages are closed")
    assert len(told) == 1
    assert "/hand" in told[0].text
    assert tries() == before
    assert [m for m in bruno.inbox if m.kind == "mention"]
    assert not [m for m in ana.inbox if m.kind == "mention"]


async def test_opening_letter_boxes_too_fast_is_put_off(
    herald: Herald, place: Sandbox, ana: Person
) -> None:
    fault = place.faults.lay(Fault("POST", "/users/@me/channels$", times=9, status=403, code=40003))
    card = await herald.tables.lobby.open(who(ana), where(place), "granada")
    await thread_of(herald, card)
    assert fault.met == 1
    async with herald.tables.store.read() as session:
        rows = await session.exec(select(models.Parcel).where(models.Parcel.kind == "welcome"))
        (welcome,) = list(rows)
    assert welcome.state == "owed"
    assert 50 < (welcome.due - herald.tables.clock()).total_seconds() <= 60
    assert (await herald.tables.people.profile(who(ana))).state("discord") == "unknown"


# -- threads --------------------------------------------------------------------------------------


async def test_an_archived_thread_is_woken(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    async with ana._session.post(
        f"{place.url}/control/channels/{thread}", json={"archived": True}
    ) as answer:
        assert answer.status == 200
    asleep = await ana.notices("channel", id=thread)
    while asleep["thread_metadata"]["archived"] is False:  # frames of its making
        asleep = await ana.notices("channel", id=thread)
    awake = await ana.notices("channel", id=thread)
    assert awake["thread_metadata"]["archived"] is False


async def test_a_deleted_thread_is_made_anew_and_said(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    async with ana._session.delete(f"{place.url}/control/channels/{thread}") as answer:
        assert answer.status == 200
    await ana.notices("channel_gone", id=thread)
    told = await ana.hears("was deleted")
    another = await thread_of(herald, card)
    assert told.channel == another
    texts = "\n".join(m.text for m in await ana.history(another))
    assert texts.count("was deleted") == 1
    assert texts.count("Waiting for") == 1


# -- permissions ----------------------------------------------------------------------------------


async def permit(place: Sandbox, person: Person, **changes: object) -> None:
    async with person._session.post(f"{place.url}/control/permissions", json=changes) as answer:
        assert answer.status == 200, await answer.text()


async def test_a_missing_permission_is_told_and_what_is_owed_waits(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    turn = await to_a_move(herald, card, ana, bruno)
    await quiet(herald)
    await bruno.say("now", in_=thread)
    await permit(place, ana, channel=ana.place("#herald"), take=["send_messages_in_threads"])
    ana.forget()
    await ordered(herald, card, turn)
    told = await ana.hears("a permission is missing", in_="dm")
    assert card.name in told.text
    await quiet(herald)
    before = len(await ana.history(thread))
    await permit(place, ana, channel=ana.place("#herald"), give=["send_messages_in_threads"])
    await ana.hears(f"{card.name} · #", in_=thread, kinds=("message", "edit"))
    await quiet(herald)
    assert len(await ana.history(thread)) >= before
    assert len(ana.heard("a permission is missing")) == 1


async def test_without_the_right_to_pin_it_goes_on_unpinned(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    await permit(place, ana, take=["pin_messages", "manage_messages"])
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    assert titled(await ana.history(thread), "Waiting for")
    assert not place.world.channels[thread].pins


# -- quiet hours ----------------------------------------------------------------------------------


async def test_a_call_in_quiet_hours_makes_no_sound(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    hour = herald.tables.clock().hour
    for person in (ana, bruno):
        await herald.tables.people.set_profile(
            who(person), quiet=f"{hour}-{(hour + 2) % 24}", zone="UTC"
        )
    card = await seated(herald, place, ana, bruno)
    (turn, *_) = await asked_of(herald, card, ana, bruno)
    in_silence = await turn.hears("it is your turn", in_="dm")
    assert in_silence.silent
    await quiet(herald)
    # the hours are over: one audible call takes the place of the silent one
    await herald.tables.people.set_profile(who(turn), quiet="")
    async with herald.tables.store.write() as session:
        waiting = await session.exec(select(models.Parcel).where(models.Parcel.state == "later"))
        for row in waiting:
            assert row.due > herald.tables.clock()
            row.due = herald.tables.clock()
    aloud = await turn.hears("it is your turn", in_="dm", kinds=("message",))
    assert not aloud.silent
    await quiet(herald)
    assert [m.id for m in titled(await turn.history("dm"), "it is your turn")] == [aloud.id]


async def test_whoever_prefers_it_is_named_in_the_thread(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    for person in (ana, bruno):
        await herald.tables.people.set_profile(who(person), calls="mention")
    card = await seated(herald, place, ana, bruno)
    turn = await to_a_move(herald, card, ana, bruno)
    other = bruno if turn is ana else ana
    thread = await thread_of(herald, card)
    for person in (ana, bruno):
        person.forget()
    while turn in await asked_of(herald, card, ana, bruno):
        await ordered(herald, card, turn)
    await other.notices("mention", channel_id=thread)
    called = titled(await turn.history(thread), "it is your turn")
    assert called[0].pings == [other.id]
    assert not [m for m in turn.inbox if m.kind == "mention" and not m.used]
    assert not titled(await other.history("dm"), "it is your turn")
