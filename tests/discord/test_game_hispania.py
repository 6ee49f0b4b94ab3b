"""Hispania through the gateway: four people at a table, each nation's turn by another way.

Nothing in the bot knows this game: what is tried here is what its verbs, words and pictures make
of the same commands, panels and messages.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from random import Random

import pytest

from bot.discord.client import Herald
from bot.host.config import Config
from bot.host.run import running
from bot.sandbox import Sandbox
from bot.tables.values import Stage
from engine.text import write
from tests.discord import ways
from tests.discord.conftest import Meet, quiet
from tests.discord.scene import asked, said, with_a_word
from tests.discord.usage import improper
from tests.people import Form, Person, Reply

GAME = "hispania"
SEED = "four at a table 6"  # the first battle lasts longer than a round
HURRY = 400  # answers of a whole game in which nobody moves; it needs about half of them


@pytest.fixture
async def herald(settings: Config, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Herald]:
    """With known dice, and without the guard against the same words twice: scripts are quick."""
    monkeypatch.setattr("bot.tables.lobby.seed.mixed", lambda secret, joining: SEED)
    async with running(settings, Random("Numantia, 133 BC")) as client:
        client.tables.play.repeat = timedelta(0)
        yield client


@pytest.mark.slow
async def test_four_people_play_the_first_turn(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, clara: Person, meet: Meet
) -> None:
    people = (ana, bruno, clara, await meet("Dario"))
    await the_first_turn(herald, *people)
    assert improper(place) == []


@pytest.mark.fuzz
async def test_four_people_play_a_whole_game(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, clara: Person, meet: Meet
) -> None:
    people = (ana, bruno, clara, await meet("Dario"))
    await the_first_turn(herald, *people)
    await to_the_end(herald, *people)
    assert improper(place) == []


async def the_first_turn(
    herald: Herald, ana: Person, bruno: Person, clara: Person, dario: Person
) -> None:
    """Every nation's turn by another way: a command, one text, a panel, a form."""
    for person in (ana, bruno, clara, dario):
        person.patience = 60.0
    await four_sit_down(herald, ana, bruno, clara, dario)
    await carthage_lands(ana)
    await both_sides_are_asked_at_once(herald, ana, dario)
    await carthage_goes_on(herald, ana)
    await the_galicians_turn_is_one_text(bruno)
    await the_cantabrians_march_by_panel(clara)
    await the_lusitanians_fill_in_a_form(ana)
    await they_look_around(bruno, clara, dario)
    await nobody_hears_what_is_refused(herald, bruno, dario)
    for person in (bruno, clara, dario):
        assert "Done: `" in said(await person.command("/order", text="done"))
    assert "CARTHAGE" in (await asked(herald, ana)).prompt  # turn 2


async def four_sit_down(herald: Herald, ana: Person, *others: Person) -> None:
    await ana.command("/table open", game=GAME, scenario="A")
    card = await ana.hears("Take a seat", in_="#herald")
    for person, seat in zip(others, ("green", "blue", "red"), strict=True):
        assert seat in said(await person.click(card, f"Sit as {seat}"))
        welcome = await person.hears("Welcome", in_="dm")
        assert "your nations and your turns will be told here" in said(welcome)
    await ana.click(card, "Ready")
    for person in others:
        ready = await with_a_word(person, await person.click(card, "Ready"))
    assert "Everybody gets their nations by direct message" in said(ready)
    thread = await ana.sees("Hispania 1")
    await quiet(herald)
    for person in (ana, *others):
        await person.sees("Hispania 1")
        person.where = thread
    letter = await others[2].hears("Hispania 1: your nations", in_="dm")
    assert "IBÈRE, played by Red" in said(letter)
    assert any(name.startswith("hispania-1-yours") for name in letter.files)


async def carthage_lands(ana: Person) -> None:
    """A slash command, with what it offers while one types: alike units by their number."""

    async def offered(option: str, typed: str = "", **others: str) -> list[str]:
        found = await ana.autocomplete("/hispania move", option, typed=typed, **others)
        return [str(choice.value) for choice in found]

    assert {"Mer", "Cadix"} <= set(await offered("from"))
    landing = {"from_": "Mer"}
    pieces = await offered("pieces", **landing)
    assert {"all", "inf", "Hamilcar", "4inf", "12inf"} <= set(pieces)
    assert await offered("pieces", "4", **landing) == ["4inf"]
    assert "4inf Hamilcar" in await offered("pieces", "4inf ", **landing)
    landing["pieces"] = "4inf Hamilcar"
    assert "Seville > Cordoue" in await offered("path", "Seville >", **landing)
    answer = await ana.command("/hispania move", **landing, path="Seville > Cordoue")
    assert answer.ephemeral
    assert "CARTHAGE marches from Mer with 4 Infantry and Hamilcar" in said(answer)
    assert "Units still to enter: 8" in said(answer)
    rest = "move Mer 3inf > Valence; move Mer 3inf > Denia; move Mer inf > Majorque"
    done = await ana.command("/order", text=f"{rest}; CARTHAGE move Mer inf > Cadix; done")
    assert said(done).count("Done: `") == 5


async def both_sides_are_asked_at_once(herald: Herald, ana: Person, dario: Person) -> None:
    """The attacker names the battle; after a round both say at once whether they stay."""
    dario.forget()
    fields = await ana.autocomplete("/hispania fight", "place")
    assert [choice.value for choice in fields] == ["Cordoue", "Valence"]
    await ana.command("/hispania fight", place="Cordoue")
    await quiet(herald)
    for person in (ana, dario):
        assert (await asked(herald, person)).kind == "part"
    call = await dario.hears("it is your turn", in_="dm")
    assert "Cordoue" in said(call)
    report = await dario.hears("CARTHAGE attacks IBÈRE at Cordoue", in_=dario.where)
    assert report.files, said(report)
    panel = await dario.click(call, "Answer")
    assert any("battle" in name for name in panel.files)
    assert {"stay", "hold", "retreat"} <= {*panel.buttons, *panel.menu}
    told = await reports(ana)
    sealed = await dario.command("/answer", answer="hold")
    assert sealed.ephemeral
    await quiet(herald)
    assert await reports(ana) == told  # sealed until both have answered
    for _ in range(12):
        if (await asked(herald, ana)).kind != "part":
            break
        await ana.command("/answer", answer="stay")
    assert (await asked(herald, ana)).kind != "part"


async def reports(person: Person) -> list[str]:
    """What the thread has been told so far."""
    return [said(m) for m in await person.history(limit=60) if " · #" in m.text]


async def carthage_goes_on(herald: Herald, ana: Person) -> None:
    """The other battle, the invasion's second movement and the limits: what happens by itself."""
    for _ in range(12):
        question = await ways.question(herald, 1, ana)
        if question is None:
            return
        text = write(question.game.verbs, question.decision.default)
        await ways.give(ana, ways.by_text, question, text)
    raise AssertionError("CARTHAGE does not come to an end")


async def the_galicians_turn_is_one_text(bruno: Person) -> None:
    await bruno.hears("GALICIEN: buy", in_="dm")
    turn = "buy inf > Porto; GALICIEN move Asturies inf > Leon; move Porto inf > Duero; done"
    done = await bruno.command("/order", text=turn)
    assert done.ephemeral
    assert said(done).count("Done: `") == 4


async def the_cantabrians_march_by_panel(clara: Person) -> None:
    await clara.hears("CANTABRIEN: buy", in_="dm")
    panel = await clara.command("/play")
    panel = await clara.choose(panel, "move")
    panel = await clara.choose(panel, "Vieille Castille")  # one of the two goes, or both
    panel = await clara.choose(panel, panel.menu[0])
    panel = await clara.choose(panel, "Avila")
    panel = await clara.click(panel, "Add to draft")
    assert "1. `move Vieille-Castille inf > Avila`" in said(panel)
    panel = await clara.choose(panel, "done")
    sent = await clara.click(panel, "Send")
    assert said(sent).count("Done: `") == 2


async def the_lusitanians_fill_in_a_form(ana: Person) -> None:
    await ana.hears("LUSITANIEN: buy", in_="dm")
    form = await ana.command("/write")
    assert isinstance(form, Form)
    done = await ana.submit(form, orders="move Salamanque inf > Duero  # empty\ndone\n")
    assert "Done: `" in said(done)


async def they_look_around(bruno: Person, clara: Person, dario: Person) -> None:
    assert any("nation" in name for name in (await dario.command("/hand")).files)
    for what in ("mine", "all", "last"):
        assert (await clara.command("/map", what=what)).files
    places = await clara.autocomplete("/map", "place", typed="tol")
    shown = await clara.command("/map", what="region", place=places[0].value)
    assert "Tolède" in "".join(shown.alt)
    status = said(await clara.command("/status"))
    assert "Purple 16, Green 8, Blue 0, Red 3" in status
    assert "Hamilcar lands" in status
    assert "Submission" in said(await bruno.command("/rules", number="9.6", game=GAME))
    pinned = next(m for m in await bruno.history(limit=80) if m.text.endswith("· status"))
    assert "nations of green" in said(await bruno.click(pinned, "My nations"))


async def nobody_hears_what_is_refused(herald: Herald, bruno: Person, dario: Person) -> None:
    """Bruno plays the BASQUE now: a mistake is answered to him alone, and costs nothing."""
    assert "BASQUE" in (await asked(herald, bruno)).prompt
    before = len(await dario.history(limit=100))
    for order, words in (
        ("ROME move Pamplune inf > Huesca", "not for ROME"),
        ("move Pamplune inf > Seville", "Pamplune and Séville do not touch"),
        ("move Pamplune 9inf > Huesca", "9"),
    ):
        refused = await bruno.command("/order", text=order)
        assert refused.ephemeral
        assert words in said(refused)
    await quiet(herald)
    assert len(await dario.history(limit=100)) == before


async def to_the_end(herald: Herald, *people: Person) -> None:
    """To the end of turn 13, by what happens when time is up; then the result is told."""
    for person in people:
        person.downloads = False
    for _ in range(HURRY):
        answered: Reply | None = None
        for person in people:
            question = await ways.question(herald, 1, person)
            if question is not None:
                text = write(question.game.verbs, question.decision.default)
                answered = await ways.give(person, ways.by_text, question, text)
        if answered is None:
            break
    await quiet(herald)
    card = await herald.tables.finding.card(1)
    assert card.stage is Stage.OVER
    end = await people[0].hears("Hispania 1: the end", in_=people[0].where)
    assert card.seed is not None
    assert card.seed in end.text
