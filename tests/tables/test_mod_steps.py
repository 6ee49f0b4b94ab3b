"""What moderators do to the position: rewind, fix, act, edit, chance; who plays asks the others."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from sqlmodel import select

from bot.store import models
from bot.tables.floor.sitting import Sitting
from bot.tables.mod import position
from bot.tables.mod.steps import Done, Foreseen, Step
from bot.tables.tables import Tables
from bot.tables.values import Parcel, Refused, Request, Who
from engine import Match
from engine.mending import Mended, rehearse
from tests.tables.conftest import ANA, BEN, CLEO, Hours
from tests.tables.play import any_answer, asked_of, deliver, play, sample, to_orders

WHY = "a slip of the pen"


@pytest.fixture
async def kept(tables: Tables, table: int) -> int:
    """A table that Cleo, who does not play, moderates."""
    await tables.moderators.of_circle("discord:1", whom=CLEO)
    return table


async def audit(tables: Tables, table: int) -> list[models.Audit]:
    async with tables.hall.sitting(table) as sitting:
        found = select(models.Audit).where(models.Audit.table == table)
        return await sitting.all(found)


async def whats(tables: Tables, table: int) -> list[str]:
    return [row.what for row in await audit(tables, table)]


def notes(parcels: list[Parcel]) -> list[str]:
    return [str(p.body["words"]) for p in parcels if p.kind == "note"]


async def sure(tables: Tables, table: int, who: Who, step: Step) -> Done:
    """Foreseen and confirmed, by one who need not ask."""
    foreseen = await tables.mod.foresee(table, who, step)
    done = await tables.mod.confirm(table, who, foreseen.mark)
    assert isinstance(done, Done)
    return done


async def records(tables: Tables, table: int) -> list[dict[str, Any]]:
    async with tables.hall.sitting(table) as sitting:
        return [entry.to_json() for entry in (await sitting.match()).entries]


# -- rewind --------------------------------------------------------------------------------------


async def test_back_to_a_numbered_point(tables: Tables, kept: int, hours: Hours) -> None:
    await to_orders(tables, kept, hours)
    before = await looks(tables, kept)
    number = len(await records(tables, kept))
    await play(tables, kept, hours, Random(4), 6)
    await deliver(tables)
    step = Step("rewind", WHY, point=f"e{number}")
    foreseen = await tables.mod.foresee(kept, CLEO, step)
    assert re.search(r"just before #\d+", foreseen.words)
    assert "fall" in foreseen.words
    assert isinstance(await tables.mod.confirm(kept, CLEO, foreseen.mark), Done)
    assert await looks(tables, kept) == before
    parcels = await deliver(tables)
    assert any(WHY in note and "Cleo (moderator)" in note for note in notes(parcels))
    assert any(line["back"] for p in parcels if p.kind == "report" for line in p.body["lines"])  # type: ignore[attr-defined]
    assert any(p.kind == "report" and p.body["board"] for p in parcels)
    assert any(p.kind == "status" for p in parcels)
    line = (await audit(tables, kept))[-1]
    assert (line.what, line.why, line.person) == ("mod rewind", WHY, CLEO.id)
    assert (await records(tables, kept))[line.entry or 0]["what"] == "undo"
    with pytest.raises(Refused, match="does not stand"):
        await tables.mod.foresee(kept, CLEO, step)
    await play(tables, kept, hours, Random(5), 3)


async def test_only_what_was_shown_is_confirmed(tables: Tables, kept: int, hours: Hours) -> None:
    await play(tables, kept, hours, Random(1), 6)
    foreseen = await tables.mod.foresee(kept, CLEO, Step("rewind", WHY, point="start"))
    await play(tables, kept, hours, Random(2), 1)
    again = await tables.mod.confirm(kept, CLEO, foreseen.mark)
    assert isinstance(again, Foreseen)
    assert "changed since" in again.words
    with pytest.raises(Refused, match="nothing to confirm"):
        await tables.mod.confirm(kept, CLEO, foreseen.mark)
    assert isinstance(await tables.mod.confirm(kept, CLEO, again.mark), Done)
    with pytest.raises(Refused, match="nothing to confirm"):  # a double click
        await tables.mod.confirm(kept, CLEO, again.mark)
    assert {owed.kind for owed in (await tables.finding.card(kept)).owed} == {"bid"}


async def test_what_is_no_point_is_refused(tables: Tables, kept: int, hours: Hours) -> None:
    await play(tables, kept, hours, Random(1), 4)
    for point in ("", "#999", "0", "41.", "e9999", "e", "1.0", "-1", "9" * 30):
        with pytest.raises(Refused, match="point"):
            await tables.mod.foresee(kept, CLEO, Step("rewind", WHY, point=point))


# -- fix -----------------------------------------------------------------------------------------


async def a_muster(tables: Tables, table: int, hours: Hours) -> tuple[Who, str, str]:
    """Somebody musters; who, what was ordered, and what could have been instead."""
    who = await to_orders(tables, table, hours)
    offers = [c.value for c in await tables.slots.answers(table, who, "muster")]
    hours.pass_by(minutes=1)
    await tables.play.order(table, who, offers[0])
    return who, offers[0], offers[-1]


async def test_an_order_is_replaced_and_the_later_ones_stand(
    tables: Tables, kept: int, hours: Hours
) -> None:
    who, old, new = await a_muster(tables, kept, hours)
    hours.pass_by(minutes=1)
    await tables.play.order(kept, who, "done")
    later = len(await records(tables, kept))
    await deliver(tables)
    async with tables.hall.sitting(kept) as sitting:
        match = await sitting.match()
        entry = match.live[-2]
    step = Step("fix", WHY, point=f"e{entry}", text=new)
    foreseen = await tables.mod.foresee(kept, CLEO, step)
    assert f"before: `{old}`" in foreseen.words
    assert f"after: `{new}`" in foreseen.words
    assert "peek" in await whats(tables, kept), "she has read an order as it was given"
    assert any("secrets included" in note for note in notes(await deliver(tables)))
    done = await tables.mod.confirm(kept, CLEO, foreseen.mark)
    assert isinstance(done, Done)
    lines = await records(tables, kept)
    assert [line["what"] for line in lines[later:]][:2] == ["undo", "act"]
    parcels = await deliver(tables)
    told = [note for note in notes(parcels) if "replaced" in note]
    assert told
    assert not any(old in note or new in note for note in told), "an order is its seat's alone"
    row = next(row for row in await audit(tables, kept) if row.what == "mod fix")
    assert row.entry == later
    tables.hall._loaded.clear()  # and it replays
    await play(tables, kept, hours, Random(3), 2)


async def test_a_wrong_order_mends_nothing(tables: Tables, kept: int, hours: Hours) -> None:
    await a_muster(tables, kept, hours)
    before = await records(tables, kept)
    reports = (await tables.finding.card(kept)).reports
    for text in ("muster Castile nobody > Paris", "nonsense", ""):
        with pytest.raises(Refused):
            await tables.mod.foresee(kept, CLEO, Step("fix", WHY, point=f"#{reports}", text=text))
    assert await records(tables, kept) == before


async def test_a_fix_is_one_transaction(
    tables: Tables, kept: int, hours: Hours, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk fails at the very end: the orders stand as they were, and it can be tried again."""
    who, _, new = await a_muster(tables, kept, hours)
    await tables.play.order(kept, who, "done")
    before, views = await records(tables, kept), await looks(tables, kept)
    step = Step("fix", WHY, point=f"e{len(before) - 2}", text=new)
    foreseen = await tables.mod.foresee(kept, CLEO, step)
    await deliver(tables)

    async def broken(*_: object) -> None:
        raise OSError("no room on the disk")

    with monkeypatch.context() as patch:
        patch.setattr(Sitting, "_parcels", broken)
        with pytest.raises(OSError, match="no room"):
            await tables.mod.confirm(kept, CLEO, foreseen.mark)
    assert await records(tables, kept) == before
    assert await looks(tables, kept) == views
    assert await deliver(tables) == []
    assert isinstance(await tables.mod.confirm(kept, CLEO, foreseen.mark), Done)
    assert len(await records(tables, kept)) > len(before)


async def looks(tables: Tables, table: int) -> list[dict[str, Any]]:
    return [(await tables.reading.view(table, who)).to_json() for who in (ANA, BEN, None)]


# -- act -----------------------------------------------------------------------------------------


async def test_an_answer_for_a_seat(tables: Tables, kept: int) -> None:
    await deliver(tables)
    step = Step("act", WHY, seat="muslim", text=await any_answer(tables, kept, BEN))
    done = await tables.mod.step(kept, CLEO, step)
    assert isinstance(done, Done)
    assert [owed.seat for owed in (await tables.finding.card(kept)).owed] == ["christian"]
    assert {"peek", "mod act"} <= set(await whats(tables, kept))
    assert any("answered for Muslim" in note for note in notes(await deliver(tables)))
    with pytest.raises(Refused, match="Nothing is asked"):
        await tables.mod.step(kept, CLEO, step)


async def test_an_answer_that_shows_nothing_is_no_peek(tables: Tables, kept: int) -> None:
    await tables.mod.step(kept, CLEO, Step("act", WHY, seat="muslim", text="default"))
    await tables.mod.step(kept, CLEO, Step("act", WHY, seat="christian", text="Computer"))
    assert await whats(tables, kept) == ["mod act"] * 2
    assert len(await records(tables, kept)) == 2


async def test_a_refusal_tells_something_and_is_announced(tables: Tables, kept: int) -> None:
    await deliver(tables)
    with pytest.raises(Refused):
        await tables.mod.step(kept, CLEO, Step("act", WHY, seat="muslim", text="bid Nobody"))
    assert await whats(tables, kept) == ["peek"]
    assert notes(await deliver(tables))
    assert await records(tables, kept) == []


# -- edit and chance -----------------------------------------------------------------------------


async def test_an_edit_is_made_and_can_be_taken_back(
    tables: Tables, kept: int, hours: Hours
) -> None:
    await to_orders(tables, kept, hours)
    before = (await tables.reading.view(kept, None)).to_json()
    await deliver(tables)
    step = Step("edit", WHY, text="score christian 3; control Loja christian")
    done = await tables.mod.step(kept, CLEO, step)
    assert isinstance(done, Done)
    assert any("victory points" in line for line in done.words)
    after = (await tables.reading.view(kept, None)).to_json()
    assert after != before
    parcels = await deliver(tables)
    assert any("Cleo (moderator) changed the position" in note for note in notes(parcels))
    report = max((p for p in parcels if p.kind == "report"), key=lambda p: p.id)
    number = report.body["number"]
    assert (await whats(tables, kept))[-1] == "mod edit"
    await sure(tables, kept, CLEO, Step("rewind", WHY, point=f"#{int(str(number)) - 1}.1"))
    assert (await tables.reading.view(kept, None)).to_json() != after


async def test_edits_are_made_all_or_none(tables: Tables, kept: int, hours: Hours) -> None:
    await to_orders(tables, kept, hours)
    before = await records(tables, kept)
    for text in ("score christian 3; nonsense", "", "force coin = christian"):
        with pytest.raises(Refused):
            await tables.mod.step(kept, CLEO, Step("edit", WHY, text=text))
    assert await records(tables, kept) == before
    for why in (" ", "x" * 301):
        with pytest.raises(Refused, match="Say why"):
            await tables.mod.step(kept, CLEO, Step("edit", why, text="score christian 3"))


async def test_an_edit_can_be_mended_too(tables: Tables, kept: int) -> None:
    await tables.mod.step(kept, CLEO, Step("edit", WHY, text="score christian 3"))
    before = (await tables.reading.view(kept, None)).to_json()
    await sure(tables, kept, CLEO, Step("fix", WHY, point="e0", text="score christian 4"))
    assert (await tables.reading.view(kept, None)).to_json() != before
    assert [line["what"] for line in await records(tables, kept)] == ["edit", "undo", "edit"]


async def test_an_edit_is_no_way_to_ask_for_secrets(tables: Tables, kept: int) -> None:
    """Who has not peeked is told the same whether or not a hand holds a card."""
    answers = set()
    cards = [c.name for c in await tables.slots.answers(kept, BEN, "")]
    assert cards
    held = cards[0].removeprefix("bid ")
    for card in (held, "Watchtower", "Commander"):
        with pytest.raises(Refused) as refused:
            await tables.mod.step(kept, CLEO, Step("edit", WHY, text=f"take muslim {card}"))
        answers.add(refused.value.reason.replace(card, "it"))
    assert await records(tables, kept) == []
    # having acted on somebody's behalf, she knows
    await tables.mod.step(
        kept, CLEO, Step("act", WHY, seat="christian", text=(await any_answer(tables, kept, ANA)))
    )
    done = await tables.mod.step(kept, CLEO, Step("edit", WHY, text=f"take muslim {held}"))
    assert isinstance(done, Done)


async def test_an_edit_says_what_it_leaves_broken(tables: Tables, kept: int) -> None:
    """The moderator is told what; the table only that it is so, for it may name hidden blocks."""
    await deliver(tables)
    done = await tables.mod.step(kept, CLEO, Step("edit", WHY, text="place muslim G2 > Cordoba"))
    assert isinstance(done, Done)
    assert any("broken: the Palace Guard has strayed" in line for line in done.words)
    told = [line for p in await deliver(tables) if p.kind == "report" for line in lines(p)]
    assert "As it stands the position is not sound." in told
    assert not any("Palace" in line for line in told)


async def test_a_forced_result_comes_up(tables: Tables, kept: int, hours: Hours) -> None:
    with pytest.raises(Refused, match="chance"):
        await tables.mod.step(kept, CLEO, Step("edit", WHY, text="force coin = muslim"))
    with pytest.raises(Refused, match="force"):
        await tables.mod.step(kept, CLEO, Step("chance", WHY, text="score muslim 1"))
    await tables.mod.step(kept, CLEO, Step("chance", WHY, text="force coin = muslim"))
    assert (await whats(tables, kept))[-2:] == ["mod chance", "peek"], "she knows what will come"
    told = [line for p in await deliver(tables) if p.kind == "report" for line in lines(p)]
    assert any("forced the next result" in line for line in told)
    assert not any("= muslim" in line for line in told)
    await tables.mod.step(kept, CLEO, Step("chance", WHY, text="unforce"))


def lines(parcel: Parcel) -> list[str]:
    return [line["words"] for line in parcel.body["lines"]]  # type: ignore[attr-defined]


async def test_a_forced_result_that_cannot_come_up_loses_nothing(
    tables: Tables, kept: int, hours: Hours
) -> None:
    """The card is forced and then taken out of the game: the order waits, in words."""
    async with tables.hall.sitting(kept) as sitting:
        match = await sitting.match()
        match._dice.forced = (
            [("bid", "Nobody")] * 9
            + [(f"draw {seat}", "Nobody") for seat in match.seats]
            + [("coin", "Nobody")]
        )
    stuck = None
    for _ in range(12):
        who = await asked_of(tables, kept)
        hours.pass_by(minutes=1)
        outcome = await tables.play.order(kept, who, await sample(tables, kept, who, Random(1)))
        if outcome.refused:
            stuck = outcome
            break
    assert stuck is not None
    assert "forced" in stuck.refused
    assert "Nobody" not in stuck.refused
    await tables.mod.step(kept, CLEO, Step("chance", WHY, text="unforce"))
    hours.pass_by(minutes=1)
    who = await asked_of(tables, kept)
    assert not (await tables.play.order(kept, who, stuck.rest[0])).refused


# -- a moderator who plays -----------------------------------------------------------------------


async def test_who_plays_cannot_answer_for_others_or_touch_chance(
    tables: Tables, table: int
) -> None:
    for step in (
        Step("act", WHY, seat="muslim", text="default"),
        Step("chance", WHY, text="force coin = christian"),
    ):
        with pytest.raises(Refused, match="You play at"):
            await tables.mod.step(table, ANA, step)
    assert await records(tables, table) == []


async def test_who_plays_asks_the_others(tables: Tables, table: int, hours: Hours) -> None:
    await to_orders(tables, table, hours)
    await play(tables, table, hours, Random(3), 3)
    foreseen = await tables.mod.foresee(table, ANA, Step("rewind", WHY, point="start"))
    assert "Ben must agree" in foreseen.words
    request = await tables.mod.confirm(table, ANA, foreseen.mark)
    assert isinstance(request, Request)
    assert request.waiting == (BEN,)
    assert WHY in request.words
    before = await records(tables, table)
    await tables.consent.agree(request.id, BEN, False)
    assert await records(tables, table) == before
    request = await tables.mod.confirm(table, ANA, foreseen.mark)
    assert isinstance(request, Request)
    await tables.consent.agree(request.id, BEN, True)
    assert {owed.kind for owed in (await tables.finding.card(table)).owed} == {"bid"}
    rows = await audit(tables, table)
    assert [row.what for row in rows][-1] == "mod rewind"
    assert rows[-1].person == ANA.id, "it is her step, though he pressed last"


async def test_who_plays_mends_only_their_own_orders(
    tables: Tables, table: int, hours: Hours
) -> None:
    who, _, new = await a_muster(tables, table, hours)
    async with tables.hall.sitting(table) as sitting:
        entry = (await sitting.match()).live[-1]
    step = Step("fix", WHY, point=f"e{entry}", text=new)
    if who == BEN:
        with pytest.raises(Refused, match="only your own"):
            await tables.mod.foresee(table, ANA, step)
        return
    foreseen = await tables.mod.foresee(table, ANA, step)
    request = await tables.mod.confirm(table, ANA, foreseen.mark)
    assert isinstance(request, Request)
    assert new not in request.words
    assert "peek" not in await whats(tables, table)
    await tables.consent.agree(request.id, BEN, True)
    assert (await records(tables, table))[-1]["what"] == "act"


async def test_who_plays_edits_with_consent_and_what_they_may_know(
    tables: Tables, table: int, hours: Hours
) -> None:
    request = await tables.mod.step(table, ANA, Step("edit", WHY, text="score christian 3"))
    assert isinstance(request, Request)
    assert "victory points" in request.words
    assert await records(tables, table) == []
    await tables.consent.agree(request.id, BEN, True)
    assert (await records(tables, table))[-1]["what"] == "edit"
    for text in ("take muslim Watchtower", "give muslim Zegries"):
        with pytest.raises(Refused):
            await tables.mod.step(table, ANA, Step("edit", WHY, text=text))
    with pytest.raises(Refused, match="only another seat"):
        await tables.mod.step(table, ANA, Step("edit", WHY, text="hand muslim Zegries"))


async def test_nothing_is_shown_before_it_is_agreed_to(tables: Tables, table: int) -> None:
    """What an edit would reveal stands in nobody's request."""
    request = await tables.mod.step(table, ANA, Step("edit", WHY, text="reveal muslim Zahara"))
    assert isinstance(request, Request)
    assert "reveal muslim Zahara" in request.words
    assert "blocks at" not in request.words
    await tables.consent.agree(request.id, BEN, True)
    told = [line.words for line in await tables.logbook.log(table, None, 5)]
    assert any("revealed" in line for line in told)


async def test_setting_a_hand_is_knowing_it(tables: Tables, kept: int) -> None:
    await tables.mod.step(kept, CLEO, Step("edit", WHY, text="score muslim 1"))
    assert "peek" not in await whats(tables, kept)
    await tables.mod.step(kept, CLEO, Step("edit", WHY, text="hand muslim Zegries"))
    assert (await whats(tables, kept))[-2:] == ["mod edit", "peek"]


async def test_drafts_and_plans_of_the_old_position_go(
    tables: Tables, kept: int, hours: Hours
) -> None:
    who = await to_orders(tables, kept, hours)
    await tables.drafts.add(kept, who, await any_answer(tables, kept, who, "muster"))
    async with tables.hall.sitting(kept) as sitting:
        plan = models.Plan(table=kept, seat="muslim", place="", text="else best", progress={})
        sitting.added.append(plan)
        await sitting.commit()
    await tables.mod.step(kept, CLEO, Step("edit", WHY, text="score muslim 1"))
    assert (await tables.drafts.draft(kept, who)).lines == ()
    async with tables.hall.sitting(kept) as sitting:
        assert await sitting.all(select(models.Plan)) == []
    calls = [p for p in await deliver(tables) if p.kind == "call"]
    assert calls, "whoever is asked anew is called"


async def test_who_is_no_moderator(tables: Tables, kept: int) -> None:
    for who in (ANA, BEN, Who(99, "Zoe")):
        with pytest.raises(Refused, match="Cleo"):
            await tables.mod.step(kept, who, Step("edit", WHY, text="score muslim 1"))


async def test_a_fix_is_rehearsed_once(
    tables: Tables, kept: int, hours: Hours, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the command to what is done: the preview tries it, and Confirm does what was shown."""
    tried: list[int] = []

    def counted(match: Match, entry: int, text: str) -> Mended:
        tried.append(entry)
        return rehearse(match, entry, text)

    monkeypatch.setattr(position, "rehearse", counted)
    _, _, new = await a_muster(tables, kept, hours)
    async with tables.hall.sitting(kept) as sitting:
        entry = (await sitting.match()).live[-1]
    await sure(tables, kept, CLEO, Step("fix", WHY, point=f"e{entry}", text=new))
    assert tried == [entry]
