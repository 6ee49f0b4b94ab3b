"""Orders by every way: all mean the same, all are judged the same, none is seen by others."""

from __future__ import annotations

import re

import pytest

from bot.discord.client import Herald
from engine import games
from engine.text import fold
from tests.discord.conftest import who
from tests.discord.scene import GAME, asked, bid, last_line, said, sit_down, to_movement
from tests.people import Form, Person, Reply


@pytest.fixture
async def table(herald: Herald, ana: Person, bruno: Person) -> str:
    """Ana may move."""
    thread = await sit_down(ana, bruno)
    await to_movement(herald, ana, bruno)
    return thread


async def undone(person: Person) -> None:
    asking = await person.command("/undo")
    assert "takes back" in said(asking)
    await person.click(asking, "Confirm")


async def first_offer(person: Person, verb: str, **slots: str) -> dict[str, str]:
    """A legal order found slot by slot from what is offered while typing."""
    command = person._find(f"/{GAME} {verb}")[1][-1]
    wanted = [o["name"] for o in command["options"] if o.get("required") or o["name"] in slots]
    filled: dict[str, str] = {}
    for name in wanted:
        typed = slots.get(name, "")
        offered = await person.autocomplete(f"/{GAME} {verb}", name, typed, **filled)
        assert offered, f"nothing is offered for {name} of {verb} after {filled}"
        filled[name] = str(offered[0].value)
    return filled


@pytest.mark.parametrize(
    ("verb", "slots"),
    [
        ("move", {}),
        ("move", {"blocks": "all", "from": "Cordoba"}),
        ("muster", {"blocks": "", "at": ""}),
        ("sail", {}),
    ],
    ids=["move", "move all", "muster", "sail"],
)
async def test_every_way_leaves_the_same_line_in_the_record(
    herald: Herald, table: str, ana: Person, verb: str, slots: dict[str, str]
) -> None:
    filled = await first_offer(ana, verb, **slots)
    done = await ana.command(f"/{GAME} {verb}", **filled)
    assert done.ephemeral
    assert f"Done: `{verb}" in said(done)
    text = said(done).split("`")[1]
    line = await last_line(herald)
    await undone(ana)

    await ana.command("/order", text=text)
    assert await last_line(herald) == line
    await undone(ana)

    await ana.command("/answer", answer=text)
    assert await last_line(herald) == line
    await undone(ana)

    form = await ana.command("/write")
    assert isinstance(form, Form)
    await ana.submit(form, orders=f"# a remark\n{text}\n")
    assert await last_line(herald) == line
    await undone(ana)

    panel = await ana.command("/play")
    form = await ana.click(panel, "Write")
    drafted = await ana.submit(form, orders=text)
    assert f"1. `{text}` (tried)" in said(drafted)
    await ana.click(drafted, "Send")
    assert await last_line(herald) == line
    await undone(ana)

    panel = await by_menus(ana, await ana.command("/play"), line, text)
    await ana.click(panel, "Send")
    assert await last_line(herald) == line


async def by_menus(person: Person, panel: Reply, line: list[object], text: str) -> Reply:
    """Build the order `line` from menus, one choice after the other, until the panel shows it."""
    panel = await person.choose(panel, str(line[0]))
    while text not in said(panel):
        panel = await next_choice(person, panel, line)
    return panel


async def next_choice(person: Person, panel: Reply, line: list[object]) -> Reply:
    title, so_far = next_slot(panel)
    value = line[1 + SLOTS[str(line[0])].index(title)]
    if value is None or (isinstance(value, list) and len(so_far) >= len(value)):
        done: Reply = await person.click(panel, "That is all" if so_far else "No ")
        return done
    wanted = value[len(so_far) :] if isinstance(value, list) else [value]
    form = next(s.form for s in games()[GAME].verbs[str(line[0])].slots if s.name == title)
    labels: list[str] = []
    for one in wanted if form == "set" else wanted[:1]:
        alike = [label for label in panel.menu if fold(COUNT.sub("", label)) == fold(str(one))]
        labels += [label for label in alike if label not in labels][:1]
    chosen: Reply = await person.choose(panel, *labels)
    return chosen


COUNT = re.compile(r" \(\d+ of \d+\)$")


def next_slot(panel: Reply) -> tuple[str, list[str]]:
    """The slot that the panel asks for, and what is chosen of it."""
    field = next(
        f
        for embed in panel.data["embeds"]
        for f in embed["fields"]
        if f["name"].startswith(("Next: ", "If you like: "))
    )
    title = field["name"].split(": ")[1].split(" (")[0].replace(" ", "_")
    chosen = field["value"].partition("So far: ")[2].replace("\\", "")
    return title, [c for c in chosen.replace(" > ", ", ").split(", ") if c]


SLOTS = {v.name: [s.name for s in v.slots] for v in games()[GAME].verbs.values()}


async def test_a_march_that_leaves_blocks_on_the_way(
    herald: Herald, table: str, ana: Person
) -> None:
    command = f"/{GAME} move"
    for start in await ana.autocomplete(command, "from"):
        filled = {"from_": str(start.value)}
        blocks = await ana.autocomplete(command, "blocks", **filled)
        two = [c for c in blocks if c.value == "all"]
        if not two:
            continue
        filled["blocks"] = "all"
        first = await ana.autocomplete(command, "path", **filled)
        for step in first:
            roads = await ana.autocomplete(command, "path", typed=f"{step.value} > ", **filled)
            far = [c for c in roads if ">" in str(c.value)]
            spots = far and await ana.autocomplete(
                command, "drop_at", **filled, path=str(far[0].value)
            )
            if spots:
                filled |= {"path": str(far[0].value), "drop_at": str(spots[0].value)}
                left = await ana.autocomplete(command, "drop", **filled)
                filled["drop"] = str(left[0].value)
                done = await ana.command(command, **filled)
                assert "Done: `move" in said(done), said(done)
                assert f"> {spots[0].value} -" in said(done)
                text, line = said(done).split("`")[1], await last_line(herald)
                await undone(ana)
                await ana.command("/order", text=text)
                assert await last_line(herald) == line
                return
    pytest.fail("no march could leave blocks on the way")


async def test_slots_are_completed_in_any_order_of_filling(
    herald: Herald, table: str, ana: Person
) -> None:
    command = f"/{GAME} move"
    places = await ana.autocomplete(command, "from", typed="cor")
    assert [c.value for c in places] == ["Cordoba"]
    assert [c.name for c in places] == ["Córdoba"]
    # the road first, the start later
    roads = await ana.autocomplete(command, "path", typed="", from_="Cordoba")
    assert roads
    blocks = await ana.autocomplete(command, "blocks", from_="Cordoba")
    assert blocks[0].value == "all"
    one = next(c for c in blocks if c.value != "all")
    more = await ana.autocomplete(command, "blocks", typed=f"{one.value} ", from_="Cordoba")
    assert all(str(one.value)[:1] in str(c.value) for c in more)
    assert len(more) <= 25
    assert await ana.autocomplete(command, "blocks", typed="all but ", from_="Cordoba")
    assert all(len(c.name) <= 100 and len(str(c.value)) <= 100 for c in (*places, *blocks, *more))


async def test_nothing_is_completed_for_somebody_who_is_not_asked(
    table: str, bruno: Person, clara: Person
) -> None:
    for person in (bruno, clara):
        assert await person.autocomplete(f"/{GAME} move", "from", in_=table) == []
        assert await person.autocomplete("/answer", "answer", in_=table) == []


async def test_a_refusal_says_why_by_which_rule_and_what_would_do(
    herald: Herald, table: str, ana: Person
) -> None:
    refused = await ana.command("/order", text="move Cordoba all > Granada")
    assert refused.ephemeral
    assert "Refused" in said(refused)
    assert "[7." in said(refused)
    assert "• `move Cordoba" in said(refused)
    nonsense = await ana.command("/order", text="fly to the moon")
    assert "Refused" in said(nonsense)
    assert (await asked(herald, ana)).kind == "order"


async def test_orders_are_answered_to_nobody_else(
    table: str, ana: Person, bruno: Person, clara: Person
) -> None:
    bruno.forget()
    clara.forget()
    filled = await first_offer(ana, "move")
    done = await ana.command(f"/{GAME} move", **filled)
    assert done.ephemeral
    for other in (bruno, clara):
        news = [Reply(h.data) for h in other.heard(in_=table) if not h.used]
        assert not any(reply.ephemeral for reply in news)
        assert not any("Done:" in reply.text for reply in news)


async def test_several_orders_in_one_line_stop_at_the_first_refusal(
    herald: Herald, table: str, ana: Person
) -> None:
    move = (await asked(herald, ana)).example
    mixed = await ana.command("/order", text=f"{move}; move Atlantis all > Sevilla; done")
    words = said(mixed)
    assert f"Done: `{move}`" in words
    assert "Refused" in words
    assert "Refused `move Atlantis all > Sevilla`" in words.replace("*", "")
    assert "Not tried: `done`" in words


async def test_who_may_not_order_is_told_so(
    table: str, ana: Person, bruno: Person, clara: Person
) -> None:
    waiting = await bruno.command("/order", text="done")
    assert "Nothing is asked of Muslim now; the question is with Christian (Ana)" in said(waiting)
    watching = await clara.command("/order", in_=table, text="done")
    assert "You have no seat at Granada 1" in said(watching)
    nowhere = await clara.command("/play")
    assert "You sit at no table" in said(nowhere)
    wrong = await clara.command(f"/{GAME} done", in_=table)
    assert "You have no seat" in said(wrong)


async def test_it_works_in_direct_messages_and_in_any_channel(
    herald: Herald, table: str, ana: Person
) -> None:
    move = (await asked(herald, ana)).example
    dm = await ana.dm()
    assert "Done:" in said(await ana.command("/order", in_=dm, text=move))
    again = (await asked(herald, ana)).example
    assert "Done:" in said(await ana.command("/order", in_="#general", text=again))
    offered = await ana.autocomplete(f"/{GAME} move", "from", in_=dm, typed="cor")
    assert len(offered) <= 1


async def test_the_same_order_twice_is_carried_out_once(
    herald: Herald, table: str, ana: Person
) -> None:
    first = await ana.command("/order", text="done")
    assert "Done:" in said(first)
    again = await ana.command("/order", text="done")
    assert "Done:" not in said(again)


async def test_undo_says_first_what_it_takes_back(herald: Herald, table: str, ana: Person) -> None:
    move = (await asked(herald, ana)).example
    await ana.command("/order", text=move)
    asking = await ana.command("/undo")
    assert asking.ephemeral
    assert move in said(asking)
    # meanwhile another order: what was shown is not what would be undone
    second = (await asked(herald, ana)).example
    await ana.command("/order", text=second)
    changed = await ana.click(asking, "Confirm")
    assert "Things have changed" in said(changed)
    assert second in said(changed)
    taken = await ana.click(changed, "Confirm")
    assert "You are asked" in said(taken)
    assert (await asked(herald, ana)).example == second


async def test_the_others_are_asked_when_they_have_learned_something(
    herald: Herald, ana: Person, bruno: Person, clara: Person
) -> None:
    thread = await sit_down(ana, bruno)
    for person in (ana, bruno):
        await bid(person)
    asking = await ana.command("/undo")
    assert "must agree" in said(asking)
    waiting = await ana.click(asking, "Confirm")
    assert "Waiting for Bruno to agree" in said(waiting)
    request = await bruno.hears("asks to take back", in_=thread)
    assert request.buttons == ["Agree", "Refuse"]
    not_hers = await clara.click(request, "Agree")
    assert "not yours to decide" in said(not_hers)
    agreed = await bruno.click(request, "Agree")
    assert agreed.ephemeral
    assert "Everybody agreed" in said(agreed)
    assert (await asked(herald, ana)).kind == "bid"
    late = await bruno.click(request, "Refuse")
    assert "no longer open" in said(late)


async def test_a_refused_request_changes_nothing(
    herald: Herald, ana: Person, bruno: Person
) -> None:
    thread = await sit_down(ana, bruno)
    for person in (ana, bruno):
        await bid(person)
    before = await last_line(herald)
    await ana.click(await ana.command("/undo"), "Confirm")
    request = await bruno.hears("asks to take back", in_=thread)
    refused = await bruno.click(request, "Refuse")
    assert "It was refused" in said(refused)
    assert await last_line(herald) == before


async def test_a_sealed_answer_is_withdrawn(herald: Herald, ana: Person, bruno: Person) -> None:
    await sit_down(ana, bruno)
    await bid(ana)
    assert await herald.tables.play.asked(1, who(ana)) is None
    asking = await ana.command("/undo")
    assert "sealed" in said(asking)
    await ana.click(asking, "Confirm")
    assert (await asked(herald, ana)).kind == "bid"
