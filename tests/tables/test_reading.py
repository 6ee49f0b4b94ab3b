"""What somebody may look at, and nothing else."""

from __future__ import annotations

import json
from random import Random

import pytest

import engine
from bot.tables.lobby.seed import mixed
from bot.tables.tables import Tables
from bot.tables.telling.chronicle import publish
from bot.tables.values import Refused, Stage
from engine import commitment
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.play import any_answer, play, to_orders


async def test_views(tables: Tables, table: int) -> None:
    ana, ben = (
        (await tables.reading.view(table, ANA)).to_json(),
        (await tables.reading.view(table, BEN)).to_json(),
    )
    public = (await tables.reading.view(table, None)).to_json()
    assert ana["christian"]["hand"]
    assert ana["muslim"]["hand"] is None
    assert ben["muslim"]["hand"]
    assert ben["christian"]["hand"] is None
    assert public["christian"]["hand"] is None
    assert (await tables.reading.view(table, CLEO)).to_json() == public
    assert (await tables.reading.view(table, ANA, seat="christian")).to_json() == ana
    with pytest.raises(Refused, match="do not sit as Muslim"):
        await tables.reading.view(table, ANA, seat="muslim")
    with pytest.raises(Refused, match="do not sit"):
        await tables.reading.view(table, None, seat="muslim")


async def test_secrets_in_words(tables: Tables, table: int) -> None:
    secrets = await tables.reading.secrets(table, ANA)
    assert secrets.seat == "christian"
    assert "hand" in secrets.kinds
    assert "board" not in secrets.kinds
    hand = (await tables.reading.view(table, ANA)).to_json()["christian"]["hand"]
    assert len(hand) > 3
    assert secrets.text.count("\n") >= len(hand)
    assert secrets.text != (await tables.reading.secrets(table, BEN)).text
    with pytest.raises(Refused, match="no seat"):
        await tables.reading.secrets(table, CLEO)


async def test_the_log_is_for_its_reader(tables: Tables, table: int, hours: Hours) -> None:
    await play(tables, table, hours, Random(2), 30)
    mine, theirs = (
        await tables.logbook.log(table, ANA, last=0),
        await tables.logbook.log(table, None, last=0),
    )
    assert len(await tables.logbook.log(table, ANA)) == 20
    assert [line.words for line in mine] != [line.words for line in theirs]
    reports = [line.report for line in theirs]
    assert reports == sorted(reports)
    assert reports[-1] == (await tables.finding.card(table)).reports
    since = await tables.logbook.log(table, ANA, last=0, since=mine[4].number)
    assert since == mine[5:]


async def test_the_latest_report_as_its_reader_saw_it(
    tables: Tables, table: int, hours: Hours
) -> None:
    who = await to_orders(tables, table, hours)
    await tables.play.order(table, who, await any_answer(tables, table, who, "muster"))
    mine, public = await tables.logbook.latest(table, who), await tables.logbook.latest(table, None)
    assert [e["kind"] for e in mine][-1] == "muster"
    assert len(json.dumps(mine)) > len(json.dumps(public))


async def test_catching_up(tables: Tables, table: int, hours: Hours) -> None:
    assert (await tables.logbook.catch_up(table, CLEO)).lines
    assert (await tables.logbook.catch_up(table, CLEO)).lines == ()
    who = await to_orders(tables, table, hours)
    news = await tables.logbook.catch_up(table, CLEO)
    assert news.lines
    other = BEN if who == ANA else ANA
    await tables.logbook.catch_up(table, other)
    order = await any_answer(tables, table, who, "muster")
    await tables.play.order(table, who, order)
    caught = await tables.logbook.catch_up(table, other)
    told = caught.lines
    assert [line.words for line in told] == [
        line.words for line in await tables.logbook.log(table, other, last=len(told))
    ]
    assert told
    assert [event["kind"] for event in caught.events] == ["muster"]
    assert (
        await tables.logbook.catch_up(table, who)
    ).lines == ()  # an order of one's own counts as read


async def test_rules(tables: Tables) -> None:
    rule = tables.reading.rule("granada", "8.7.5")
    assert rule.number == "8.7.5"
    assert rule.title
    assert rule.summary
    assert (tables.reading.rule("hispania", "14.2")).summary.endswith("Not yet played by Herald.")
    like = tables.reading.rules_like("granada", "8.7")
    assert all(choice.value.startswith("8.7") for choice in like)
    assert (tables.reading.rule("granada", like[0].name)).number == like[0].value
    assert tables.reading.rules_like("granada", "siege")
    assert len(tables.reading.rules_like("granada", "")) == 25
    with pytest.raises(Refused, match="no section"):
        tables.reading.rule("granada", "99.9")
    with pytest.raises(Refused, match="no section"):
        tables.reading.rule("granada", "")
    with pytest.raises(Refused, match="no game"):
        tables.reading.rule("chess", "1")


async def test_the_record_is_for_the_end(tables: Tables, table: int, hours: Hours) -> None:
    with pytest.raises(Refused, match="not over"):
        await tables.reading.record(table)
    async with tables.hall.sitting(table) as sitting:  # quickly, not order by order
        match, rng = await sitting.match(), Random(5)
        sitting.unkept = True
        while not match.over:
            decision = match.decisions()[0]
            match.act(decision.seat, decision.sample(rng))
        await publish(sitting, match, [], set())
        await sitting.commit()
    card = await tables.finding.card(table)
    assert card.stage is Stage.OVER
    record = json.loads(json.dumps(await tables.reading.record(table)))
    again = engine.from_record(record)
    assert again.over
    proof = record["table"]
    assert commitment(proof["secret"]) == proof["promised"]
    assert mixed(proof["secret"], proof["joining"]) == record["seed"] == card.seed
    assert commitment(record["seed"]) == proof["commitment"] == card.commitment
    revealed = (await tables.reading.view(table, CLEO)).to_json()
    assert revealed["muslim"]["hand"] is not None
    with pytest.raises(Refused, match="is over"):
        await tables.play.order(table, ANA, "pass")
    assert await tables.play.asked(table, ANA) is None


async def test_profiles(tables: Tables) -> None:
    profile = await tables.people.profile(ANA)
    assert (profile.zone, profile.calls, profile.state("discord")) == ("UTC", "letter", "unknown")
    changes = {
        "zone": "Europe/Madrid",
        "quiet": "22-7",
        "calls": "mention",
        "palette": "standard",
        "language": "en",
        "away": "2031-08-24",
    }
    profile = await tables.people.set_profile(ANA, **changes)
    assert await tables.people.profile(ANA) == profile
    assert {name: getattr(profile, name) for name in changes} == changes
    assert (await tables.people.set_profile(ANA, quiet="", away="")).quiet == ""
    for name, value, words in [
        ("zone", "Mars/Olympus", "time zone"),
        ("quiet", "at night", "Quiet hours"),
        ("quiet", "25-7", "Quiet hours"),
        ("calls", "pigeon", "one of letter, mention, none"),
        ("palette", "plaid", "one of"),
        ("language", "xx", "one of en"),
        ("away", "soon", "A day"),
        ("admin", "yes", "no setting"),
    ]:
        with pytest.raises(Refused, match=words):
            await tables.people.set_profile(ANA, **{name: value})
    card = await tables.lobby.open(ANA, HERE, "granada")
    assert card.host == ANA
    assert (
        await tables.people.profile(ANA)
    ).zone == "Europe/Madrid"  # sitting down changes nothing
