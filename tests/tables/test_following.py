"""Following along: the log with filters, catching up, films, results and history."""

from __future__ import annotations

import json
from random import Random

import pytest

import renderer
from bot.discord.speech import results
from bot.tables.tables import Tables
from bot.tables.telling.chronicle import Story, publish
from bot.tables.values import Refused, Sought, Stage, Where
from tests.hispania.sharing import share
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.play import deliver, play, to_orders


async def to_the_end(tables: Tables, table: int, seed: int = 5, told: bool = False) -> None:
    """Quickly, not order by order; `told`: with reports."""
    async with tables.hall.sitting(table) as sitting:
        match, rng = await sitting.match(), Random(seed)
        sitting.unkept = True
        story = Story(match)
        while not match.over:
            decision = match.decisions()[0]
            match.act(decision.seat, decision.sample(rng))
            if told:
                story.follow(decision.seat)
        await publish(sitting, match, story.scenes, set())
        await sitting.commit()


@pytest.fixture
async def ended(tables: Tables, table: int) -> int:
    await to_the_end(tables, table, told=True)
    return table


# -- the log -------------------------------------------------------------------------------------


async def test_the_log_by_what_is_sought(tables: Tables, ended: int) -> None:
    every = await tables.logbook.log(ended, None, last=0)
    assert len(every) > 100

    async def found(**sought: str | int) -> list[str]:
        lines = await tables.logbook.log(ended, None, last=0, sought=Sought(**sought))  # type: ignore[arg-type]
        assert set(lines) <= set(every)
        return [line.words for line in lines]

    whole = [line.words for line in every]
    assert await found() == whole
    moves = await tables.logbook.log(ended, None, last=0, sought=Sought(rule="7"))
    assert 0 < len(moves) < len(whole)
    assert all(line.rule == "7" or line.rule.startswith("7.") for line in moves)
    at = await found(place="Malaga")
    assert at
    assert len(at) < len(whole) / 2
    assert any("Málaga" in line for line in at)
    kinds = await tables.logbook.kinds(ended, None)
    by_kind = {kind: await found(kind=kind) for kind in kinds[:8]}
    assert all(set(lines) <= set(whole) for lines in by_kind.values())
    assert sum(bool(lines) for lines in by_kind.values()) > 3
    christian = await found(seat="christian")
    assert 0 < len(christian) < len(whole)
    text = await found(text="MALAGA")  # neither capitals nor accents matter
    assert text
    assert all("Málaga" in line for line in text)
    in_year = await found(turn="1486")
    assert 0 < len(in_year) < len(whole)
    assert await found(turn="1486", place="Malaga", text="Málaga", kind="no such thing") == []
    later = await tables.logbook.log(ended, None, last=0, sought=Sought(report=30))
    assert min(line.report for line in later) == 30
    assert len(await tables.logbook.log(ended, None, last=3, sought=Sought(rule="8"))) == 3


async def test_a_filter_shows_nobody_more_than_they_may_know(
    tables: Tables, table: int, hours: Hours
) -> None:
    await play(tables, table, hours, Random(2), 25)
    for who in (ANA, BEN, None):
        known = set(await tables.logbook.log(table, who, last=0))
        for sought in (Sought(seat="muslim"), Sought(kind="draw"), Sought(text="a")):
            assert set(await tables.logbook.log(table, who, last=0, sought=sought)) <= known
    mine = await tables.logbook.kinds(table, ANA)
    assert set(await tables.logbook.kinds(table, None)) <= set(mine) | {"undo"}


# -- catching up ---------------------------------------------------------------------------------


async def test_what_is_new_can_be_drawn_as_its_reader_saw_it(
    tables: Tables, table: int, hours: Hours
) -> None:
    who = await to_orders(tables, table, hours)
    other = BEN if who == ANA else ANA
    await tables.logbook.catch_up(table, other)
    for _ in range(12):
        if await tables.play.asked(table, who) is None:
            break
        hours.pass_by(minutes=1)
        await tables.play.order(table, who, await tables.play.suggest(table, who))
    news = await tables.logbook.catch_up(table, other)
    assert news.lines
    view = (await tables.reading.view(table, other)).to_json()
    assert json.loads(json.dumps(news.events)) == list(news.events)
    assert any("drawn" in event for event in news.events)
    if renderer.best(view, news.events) == "region":
        picture = renderer.render(view, "region", 600, events=news.events)
        assert picture.data
    words = json.dumps(news.events)
    private = json.dumps(await tables.logbook.latest(table, who))
    assert len(words) != len(private)  # what the other one did is not told in full


# -- films ---------------------------------------------------------------------------------------


async def test_a_film_is_for_the_end(tables: Tables, table: int) -> None:
    with pytest.raises(Refused, match="not over"):
        await tables.reading.film(table)
    await to_the_end(tables, table)
    frames = await tables.reading.film(table, 5)
    assert len(frames) == 5
    assert {p.kind for p in await deliver(tables)} >= {"end", "replay"}
    assert json.dumps(frames)


# -- results -------------------------------------------------------------------------------------


async def test_results_of_a_server_and_of_a_player(tables: Tables, ended: int) -> None:
    (played,) = await tables.records.results("discord:1")
    assert (played.table, played.title) == (ended, "Granada")
    assert [(seat.seat, seat.person) for seat in played.seats] == [
        ("christian", ANA),
        ("muslim", BEN),
    ]
    assert sum(seat.won for seat in played.seats) == 1
    assert (await tables.finding.card(ended)).stage is Stage.OVER
    assert await tables.records.history(ANA) == await tables.records.history(BEN) == (played,)
    assert await tables.records.history(CLEO) == ()
    assert await tables.records.results("discord:2") == ()
    assert await tables.records.results("discord:1", CLEO) == ()
    card = await tables.lobby.open(CLEO, Where(2, 200), "granada")
    await tables.lobby.sit_computer(card.id, CLEO, "muslim", "random")
    await tables.lobby.ready(card.id, CLEO)
    await tables.rest()
    await to_the_end(tables, card.id, 6)
    (other,) = await tables.records.results("discord:2")
    assert (other.seats[1].person, other.seats[1].computer) == (None, "random")
    assert await tables.records.history(CLEO) == (other,)
    assert await tables.records.results("discord:1", ANA) == (played,)


async def test_a_shared_victory_is_won_by_all_who_share_it(tables: Tables) -> None:
    card = await tables.lobby.open(ANA, HERE, "hispania", "A", seat="purple")
    await tables.lobby.join(card.id, BEN, "blue")
    for seat in ("green", "red"):
        await tables.lobby.sit_computer(card.id, ANA, seat, "random")
    await tables.lobby.ready(card.id, ANA)
    await tables.lobby.ready(card.id, BEN)
    await tables.rest()
    async with tables.hall.sitting(card.id) as sitting:
        match = await sitting.match()
        sitting.unkept = True
        share(match)
        await publish(sitting, match, [], set())
        await sitting.commit()
    assert (await tables.finding.card(card.id)).result == (
        "Purple and Green share the victory: have the most victory points."
        " Purple 16, Green 16, Blue 0, Red 3"
    )
    (played,) = await tables.records.history(ANA)
    assert [seat.seat for seat in played.seats if seat.won] == ["purple", "green"]
    assert "1 finished, 1 won" in str(results.card("Ana", [played], ANA).description)
    assert "1 finished, 0 won" in str(results.card("Ben", [played], BEN).description)


async def test_nothing_is_counted_before_the_end(tables: Tables, table: int) -> None:
    assert await tables.records.results("discord:1") == ()
    assert await tables.lobby.open(ANA, HERE, "granada")
    assert await tables.records.history(ANA) == ()
