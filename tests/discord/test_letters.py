"""Words between players through the gateway: two at a table of Granada, seven at another."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.discord.client import Herald
from bot.discord.speech import embeds
from bot.sandbox import Sandbox
from engine.games import known
from tests.discord.conftest import Meet, quiet, where, who
from tests.discord.houses import House, house, leaks
from tests.discord.scene import GAME, said, sit_down, with_a_word
from tests.discord.test_mod import WHY, runs_the_server
from tests.people import Form, Person

NASTY = "@everyone <@1> **bold** [x](http://y.z) # heading > quoted `code` ||hidden||"


async def test_two_write_to_each_other(herald: Herald, ana: Person, bruno: Person) -> None:
    thread = await sit_down(ana, bruno)
    sent = await ana.command("/tell", to="muslim", text=NASTY)
    assert sent.ephemeral
    assert "Muslim (Bruno)" in said(sent)
    letter = await bruno.hears("a letter of Christian", in_=await bruno.dm())
    shown = letter.data["embeds"][0]["description"]
    assert "\\*\\*bold\\*\\*" in shown
    assert "@everyone" not in shown
    assert letter.data["mentions"] == []
    assert not letter.data["mention_everyone"]
    assert "heading" in said(letter)

    spoken = await bruno.command("/say", text="Well met, @everyone")
    assert spoken.ephemeral
    heard = await ana.hears("Muslim says", in_=thread)
    assert "Well met" in said(heard)
    assert not heard.data["mention_everyone"]

    read = await ana.command("/told")
    assert "hidden" in said(read)
    assert "Well met" in said(read)
    gone = await ana.command("/told", delete=1)
    assert "taken back" in said(gone)
    await bruno.hears("taken back", in_=await bruno.dm())
    assert "hidden" not in said(await bruno.command("/told"))


async def test_the_panels_button_and_its_form(herald: Herald, ana: Person, bruno: Person) -> None:
    await sit_down(ana, bruno)
    panel = await ana.command("/play")
    desk = await ana.click(panel, "Letters")
    assert desk.ephemeral
    form = await ana.choose(desk, "Muslim")
    assert isinstance(form, Form)
    (field,) = form.fields
    done = await ana.submit(form, **{field: "A truce?\nUntil spring."})
    assert "Muslim (Bruno)" in said(done)
    assert "Until spring." in said(await bruno.hears("A truce?", in_=await bruno.dm()))
    form = await bruno.command("/tell", to="christian")
    (field,) = form.fields
    await bruno.submit(form, **{field: "No."})
    await ana.hears("No.", in_=await ana.dm())
    offered = await ana.autocomplete("/tell", "to", typed="mu")
    assert [choice.value for choice in offered] == ["muslim"]


@pytest.mark.parametrize(
    ("to", "text", "why"),
    [
        ("muslim", " \u200b", "no words"),
        ("muslim", "x" * 5_999, "at most 3000"),
        ("christian", "me", "yourself"),
        ("nobody", "hello", "no seat"),
        (",", "hello", "Say to whom"),
        ("side", "hello", "Nobody is on your side"),
    ],
)
async def test_bad_input(
    herald: Herald, ana: Person, bruno: Person, to: str, text: str, why: str
) -> None:
    await sit_down(ana, bruno)
    assert why in said(await ana.command("/tell", to=to, text=text))
    await quiet(herald)
    assert "Nobody has written" in said(await bruno.command("/told"))


async def test_a_long_letter_full_of_marks_comes_as_a_file(
    herald: Herald, ana: Person, bruno: Person
) -> None:
    await sit_down(ana, bruno)
    await ana.command("/tell", to="muslim", text="*_" * 1_500)
    letter = await bruno.hears("in the file below", in_=await bruno.dm())
    files = await bruno.fetch(letter.data)
    assert list(files.values()) == [b"*_" * 1_500]


async def test_a_closed_letter_box_is_told_to_nobody(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    """That there was a letter would be told with it."""
    thread = await sit_down(ana, bruno)
    await quiet(herald)
    place.world.users[bruno.id].dms_open = False
    await ana.command("/tell", to="muslim", text="are you there?")
    await quiet(herald)
    texts = [said(reply) for reply in await ana.history(in_=thread)]
    assert not any("direct messages are closed" in text for text in texts)
    assert "are you there?" in said(await bruno.command("/told"))


async def test_a_moderator_reads_by_peeking(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, clara: Person
) -> None:
    thread = await sit_down(ana, bruno)
    clara.where = thread
    runs_the_server(place, clara)
    await clara.command("/mod server", in_="#herald", person=clara)
    await ana.command("/tell", to="muslim", text="to you alone")
    await quiet(herald)
    assert "to you alone" not in said(await clara.command("/told"))
    assert "to you alone" in said(await clara.command("/mod peek", seat="muslim", why=WHY))
    await ana.hears(WHY, in_=thread)


@pytest.fixture
def crusade() -> Iterator[object]:
    """A game with seven seats."""
    with known("crusade") as game:
        yield game


async def test_seven(herald: Herald, crusade: object, place: Sandbox, meet: Meet) -> None:
    """Letters to one, to some and to one's own side; the others hear nothing of them."""
    names = ("Ana", "Bruno", "Clara", "Dario", "Elsa", "Fadi", "Greta")
    people = [await meet(name) for name in names]
    tables = herald.tables
    table = (await tables.lobby.open(who(people[0]), where(place), "crusade", "seven")).id
    for person in people[1:]:
        await tables.lobby.join(table, who(person))
    for person in people:
        await tables.lobby.ready(table, who(person))
    seats = [s.seat for s in (await tables.finding.card(table)).seats]
    await quiet(herald)
    for person in people:
        person.where = await person.sees("First Crusade 1")
        person.forget()
    done = await people[0].command("/tell", to="germans, mosul", text="meet at dusk")
    assert "Clara" in said(done)
    assert "Greta" in said(done)
    await people[4].command("/tell", to="side", text="they meet at dusk")
    await quiet(herald)
    heard = [json.dumps([one.data for one in person.inbox]) for person in people]
    assert ["a letter of N-franks" in text for text in heard] == [
        *(False, False, True, False, False, False, True)
    ]
    assert ["they meet at dusk" in text for text in heard] == [
        *(False, False, False, False, False, True, True)
    ]
    desk = await people[1].command("/told")
    assert "Nobody has written" in said(desk)
    labels = [embeds.named(seat) for seat in seats if seat != "s-franks"]
    form = await people[1].choose(desk, *labels)
    (field,) = form.fields
    await people[1].submit(form, **{field: "to all but me"})
    await quiet(herald)
    for person in (people[0], *people[2:]):
        await person.hears("to all but me", in_=await person.dm())


async def a_house(path: Path, start: int, letters: bool) -> House:
    """Ana and Bruno bid; with or without letters between them. Clara watches."""
    async with house(path, start, ("Clara",)) as made:
        ana, bruno, clara = made.people.values()
        async with made.step("opened"):
            await ana.command("/table open", game=GAME)
        card = await bruno.hears("Take a seat", in_="#herald")
        async with made.step("seated"):
            await bruno.click(card, "Sit as muslim")
        async with made.step("ready"):  # a step each: edits that follow on each other may be one
            await ana.click(card, "Ready")
        async with made.step("begun"):
            await with_a_word(bruno, await bruno.click(card, "Ready"))
        made.thread = await ana.sees("Granada 1")
        for person in made.people.values():
            await person.sees("Granada 1")
            person.where = made.thread
        for n in range(3):
            async with made.step(f"letters {n}"):
                if letters:
                    await ana.command("/tell", to="muslim", text=f"to you alone {n}")
                    await bruno.command("/tell", to="christian", text=f"and to you {n}")
            async with made.step(f"looked {n}"):
                for line in ("/told", "/status", "/log", "/table export"):
                    await clara.command(line)
                await bruno.command("/say", text=f"word {n}")
        async with made.step("taken back"):
            if letters:
                await ana.command("/told", delete=1)
    return made


async def test_who_watches_cannot_tell_that_letters_are_written(tmp_path: Path) -> None:
    """Every frame that the watcher got, and every request of the bot about them, are the same."""
    start = int(time.time())
    silent = await a_house(tmp_path / "silent", start, letters=False)
    busy = await a_house(tmp_path / "busy", start, letters=True)
    assert len([p for p in busy.parcels if p.kind == "letter"]) == 7
    assert leaks(silent.pages, busy.pages) == []
