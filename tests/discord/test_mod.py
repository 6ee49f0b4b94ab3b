"""Moderators in Discord: one who does not play and one who does, and what the audit keeps."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.discord.client import Herald
from bot.sandbox import Sandbox
from bot.tables.tables import Tables
from tests.discord.conftest import Meet, quiet, who
from tests.discord.falsely import glasses as glasses
from tests.discord.scene import asked, said, sit_down, to_movement
from tests.people import Person

MANAGE_GUILD = 1 << 5
WHY = "a slip of the pen"


def runs_the_server(place: Sandbox, person: Person) -> None:
    """Somebody who may manage the server, by a role."""
    place.world.give_and_take(person.id, MANAGE_GUILD, 0, channel_of(place), member=True)


def channel_of(place: Sandbox) -> str:
    return next(c.id for c in place.world.channels.values() if c.name == "herald")


async def audit(tables: Tables, person: Person) -> list[tuple[str, str, str]]:
    noted = await tables.oversight.audit(1, who(person), 200)
    return [(line.who, line.what, line.why) for line in noted]


async def told(person: Person, containing: str, thread: str) -> str:
    """What the table was told; everybody in it reads the same."""
    return said(await person.hears(containing, in_=thread))


@pytest.fixture
async def table(herald: Herald, place: Sandbox, ana: Person, bruno: Person) -> str:
    """Ana may move."""
    thread = await sit_down(ana, bruno)
    await to_movement(herald, ana, bruno)
    await quiet(herald)
    return thread


async def test_one_who_does_not_play(
    herald: Herald, place: Sandbox, table: str, ana: Person, bruno: Person, clara: Person
) -> None:
    """Clara is named for the server; every command of hers, the thread and the audit."""
    tables = herald.tables
    clara.where = table

    # who is one
    refused = await clara.command("/mod rewind", to="1", why=WHY)
    assert refused.ephemeral
    assert "Only a moderator" in said(refused)
    assert "Only somebody who may manage" in said(
        await clara.command("/mod server", in_="#herald", person=clara)
    )
    runs_the_server(place, ana)
    named = await ana.command("/mod server", in_="#herald", person=clara)
    assert "Clara" in said(named)

    # peek
    seen = await clara.command("/mod peek", seat="muslim", why=WHY)
    assert seen.ephemeral
    assert "what muslim knows" in said(seen)
    assert len(seen.files) >= 2
    assert WHY in await told(bruno, "Clara (moderator) has looked at what only Muslim", table)

    # act, with what could be answered
    offered = await clara.autocomplete("/mod act", "order", "muster", seat="christian")
    order = next(str(c.value) for c in offered if str(c.value).startswith("muster"))
    done = await clara.command("/mod act", seat="christian", order=order, why=WHY)
    assert done.ephemeral
    assert "muster" in said(done)
    await told(bruno, "Clara (moderator) answered for Christian", table)

    # fix: what was typed, in the place of what was given
    points = await clara.autocomplete("/mod fix", "order", "")
    mine = next(c for c in points if "Christian" in c.name)
    instead = await clara.autocomplete("/mod fix", "to", "muster", order=mine.value)
    new = next(
        str(c.value) for c in instead if str(c.value).startswith("muster") and c.value != order
    )
    preview = await clara.command("/mod fix", order=mine.value, to=new, why=WHY)
    assert f"before: `{order}`" in said(preview)
    assert f"after: `{new}`" in said(preview)
    fixed = await clara.click(preview, "Confirm")
    assert "replaced" in said(fixed)
    note = await told(bruno, "replaced", table)
    assert order not in note
    assert new not in note

    # edit, chance
    offered = await clara.autocomplete("/mod edit", "text", "score muslim 3")
    assert "score muslim 3" in [c.value for c in offered]
    edited = await clara.command("/mod edit", text="score muslim 3", why=WHY)
    assert "victory points" in said(edited)
    report = await bruno.hears("victory points", in_=table)
    assert report.files, "the map is brought up to date"
    assert "nonsense" in said(await clara.command("/mod edit", text="nonsense", why=WHY))
    forced = await clara.autocomplete("/mod chance", "result", "")
    assert all(str(c.value).startswith(("force", "unforce")) for c in forced)
    await clara.command("/mod chance", result="force coin = muslim", why=WHY)
    await told(bruno, "touched the dice", table)
    await clara.command("/mod chance", result="unforce", why=WHY)

    # rewind takes all of it back
    assert "taken back" in said(await clara.command("/mod rewind", to=mine.value, why=WHY))
    points = await clara.autocomplete("/mod rewind", "to", "")
    fixed_one = next(c for c in points if "Christian" in c.name)
    preview = await clara.command("/mod rewind", to=fixed_one.value, why=WHY)
    assert "just before" in said(preview)
    gone = await clara.click(preview, "Confirm")
    assert "It is done" in said(gone)
    assert (await asked(herald, ana)).kind == "order"

    # time
    assert "It is done" in said(await clara.command("/mod pause", why=WHY))
    await told(bruno, "paused", table)
    await clara.command("/mod resume", why=WHY)
    await told(bruno, "clocks run again", table)
    wrong = await clara.command("/mod deadline", seat="christian", why=WHY)
    assert "either hours" in said(wrong)
    await clara.command("/mod deadline", seat="christian", why=WHY, hours=24)
    await told(bruno, "time until", table)
    wrong = await clara.command("/mod deadline", seat="christian", why=WHY, until="tomorrow")
    assert "2026-08-31 18:00" in said(wrong)

    # seats: to the computer, freed, offered; and not to one who has looked
    await clara.command("/mod seat", seat="muslim", computer="random", why=WHY)
    await told(ana, "the computer (random)", table)
    await quiet(herald)
    await clara.command("/mod seat", seat="muslim", why=WHY)
    await told(ana, "becomes free", table)
    refused = await clara.command("/mod seat", seat="muslim", person=clara, why=WHY)
    assert "has seen secrets" in said(refused)
    refused = await clara.command("/table join")
    assert "looked at secrets" in said(refused)
    await clara.command("/mod seat", seat="muslim", person=bruno, why=WHY)
    offer = await bruno.hears("offers you the seat", in_="dm")
    await bruno.click(offer, "Take the seat")

    # the whole table as a file, and a second one made of it; a player's own file
    exported = await clara.command("/mod export", why=WHY)
    assert exported.ephemeral
    ((name, data),) = exported.files.items()
    assert name == "granada-1-table.json"
    await told(bruno, "a copy of the whole table", table)
    own = await ana.command("/table export")
    ((name, mine),) = own.files.items()
    assert (name, json.loads(mine)["seat"]) == ("granada-1-christian.json", "christian")
    bad = {"name": "x.json", "text": "{"}
    assert "not JSON" in said(await clara.command("/mod import", in_="#herald", file=bad))
    good = {"name": "table.json", "text": data.decode()}
    assert "every secret" in said(await ana.command("/mod import", in_="#herald", file=good))
    assert "Only a moderator" in said(await bruno.command("/mod import", in_="#herald", file=good))
    brought = await clara.command("/mod import", in_="#herald", file=good)
    assert "Granada 2" in said(brought)
    await ana.sees("Granada 2")
    await told(ana, "Clara has moved Granada 1 here", "Granada 2")
    card = await tables.finding.card(2)
    assert [seat.person and seat.person.name for seat in card.seats] == ["Ana", "Bruno"]

    shown = await clara.command("/mod audit", last=100)
    assert shown.ephemeral
    assert WHY in said(shown)
    steps = [what for by, what, why in await audit(tables, clara) if by == "Clara"]
    for what in ("peek", "mod act", "mod fix", "mod edit", "mod chance", "mod rewind", "pause",
                 "resume", "deadline", "mod seat"):  # fmt: skip
        assert what in steps, what
    assert all(why == WHY for by, what, why in await audit(tables, clara)
               if by == "Clara" and what.startswith(("mod", "peek")))  # fmt: skip


async def test_one_who_plays(
    herald: Herald, place: Sandbox, table: str, ana: Person, bruno: Person, meet: Meet
) -> None:
    """Ana opened the table, and nobody else moderates it: the others' buttons decide."""
    for line, options in (
        ("/mod peek", {"seat": "muslim"}),
        ("/mod act", {"seat": "muslim", "order": "default"}),
        ("/mod chance", {"result": "force coin = christian"}),
    ):
        assert "You play at" in said(await ana.command(line, why=WHY, **options)), line
    assert "Only a moderator" in said(await bruno.command("/mod pause", why=WHY))

    # an edit, refused and then agreed to
    for answer in ("Refuse", "Agree"):
        asking = await ana.command("/mod edit", text="score christian 2", why=WHY)
        assert "Waiting for Bruno" in said(asking)
        request = await bruno.hears("asks for a change", in_=table, kinds=("message",))
        assert WHY in said(request)
        await bruno.click(request, answer)
    report = await bruno.hears("victory points", in_=table)
    assert "moderator" in said(report)

    # back, with words for everybody
    points = await ana.autocomplete("/mod rewind", "to", "")
    preview = await ana.command("/mod rewind", to=points[0].value, why=WHY)
    assert "Bruno must agree" in said(preview)
    await ana.click(preview, "Confirm")
    request = await bruno.hears("asks to go back", in_=table, kinds=("message",))
    await bruno.click(request, "Agree")
    await told(bruno, "took the game back", table)

    # her own order mended
    offered = await ana.autocomplete("/answer", "answer", "muster")
    orders = [str(c.value) for c in offered if str(c.value).startswith("muster")]
    await ana.command("/answer", answer=orders[0])
    mine = (await ana.autocomplete("/mod fix", "order", ""))[0]
    preview = await ana.command("/mod fix", order=mine.value, to=orders[1], why=WHY)
    assert f"after: `{orders[1]}`" in said(preview)
    await ana.click(preview, "Confirm")
    request = await bruno.hears("asks to replace", in_=table, kinds=("message",))
    assert orders[1] not in said(request)
    await bruno.click(request, "Agree")
    await told(bruno, "replaced", table)

    # time and seats: the same buttons
    steps: tuple[tuple[str, dict[str, Any], str, str, str], ...] = (
        ("/mod pause", {}, "the clocks stand", "Agree", "has paused"),
        ("/mod resume", {}, "the clocks run again", "Agree", "lets the table go on"),
        ("/mod deadline", {"seat": "christian", "hours": 5}, "has time", "Agree", "time until"),
        ("/mod seat", {"seat": "muslim", "computer": "random"}, "goes to", "Refuse", ""),
    )
    for line, options, asks, answer, then in steps:
        asking = await ana.command(line, why=WHY, **options)
        assert "Waiting for Bruno" in said(asking), line
        request = await bruno.hears(asks, in_=table, kinds=("message",))
        await bruno.click(request, answer)
        if then:
            await told(bruno, then, table)
    assert (await herald.tables.finding.card(1)).seats[1].person is not None
    assert "You play at" in said(await ana.command("/mod export", why=WHY))
    assert "does not stand still" in said(await ana.command("/mod continue"))
    assert "mod edit" in said(await ana.command("/mod audit", last=50))

    # naming somebody, once the game is on
    dora = await meet("Dora")
    asking = await ana.command("/table moderator", person=dora)
    assert "Waiting for Bruno" in said(asking)
    request = await bruno.hears("asks to make Dora", in_=table, kinds=("message",))
    await bruno.click(request, "Agree")
    await told(bruno, "Dora is a moderator", table)
    assert "Only a moderator" in said(await ana.command("/mod pause", why=WHY))

    rows = await audit(herald.tables, ana)
    assert [row for row in rows if row[1] in ("mod edit", "mod rewind", "mod fix")] == [
        ("Ana", "mod edit", WHY),
        ("Ana", "mod rewind", WHY),
        ("Ana", "mod fix", WHY),
    ]
    assert not [row for row in rows if row[1] == "peek"]
