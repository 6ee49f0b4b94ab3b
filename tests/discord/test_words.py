"""Everything that Discord shows, in the false language: nothing stands outside of its brackets but
names, codes and what people typed; no sentence is cut, and no limit of Discord is broken."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest

import engine
from bot.discord import commands
from bot.discord.client import Herald
from bot.discord.speech import spoken
from bot.tables.telling import reading
from bot.tables.values import Stage
from engine.film import film
from engine.text import write
from tests.contract.tongues import BRACKETS
from tests.discord.conftest import who
from tests.discord.outside import check, heard, known, strays
from tests.discord.sketches import sketching, the_first
from tests.discord.ways import question
from tests.people import Form, Person, Reply


@pytest.fixture(autouse=True)
def everybody_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spoken, "tongue_of", lambda _: spoken.TONGUES["xx"])


async def press(person: Person, reply: Reply, part: str) -> Any:
    """The button on which this stands, in whatever language."""
    label = next(one for one in person.now(reply).buttons if part in one)
    return await person.click(reply, label)


async def begin(game: str, ana: Person, bruno: Person) -> None:
    """A table of two; the computer sits where else there is a seat."""
    await ana.command("/table open", game=game)
    card = await ana.hears("Take a seat", in_="#herald")
    title = engine.games()[game].title
    ana.where = bruno.where = await ana.sees(f"{title} 1")
    await bruno.sees(f"{title} 1")
    await bruno.command("/table join", table="1")
    free = [label for label in ana.now(card).buttons if "Sit as" in label]
    for _ in free[1:]:
        menu = await press(ana, card, "Computer")
        if menu.menu:
            await ana.choose(menu, menu.menu[0])
    await press(ana, card, "Options")
    await ana.command("/table ready", table="1")
    form = await bruno.command("/table ready", table="1")
    assert isinstance(form, Form)
    (field,) = form.fields
    await bruno.submit(form, **{field: "quince"})


LOOKING: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("/status", {}), ("/hand", {}), ("/log", {}), ("/catchup", {}), ("/help", {})),
    *(("/learn", {}), ("/learn", {"lesson": 1}), ("/learn", {"lesson": 2})),
    *(("/map", {"what": "words"}), ("/map", {"what": "mine"}), ("/map", {"what": "region"})),
    *(("/map", {"what": "replay"}), ("/rules", {"number": "99.99"}), ("/me settings", {})),
    *(("/me history", {}), ("/table list", {}), ("/table results", {}), ("/table settings", {})),
    *(("/table options", {}), ("/table export", {}), ("/plan", {}), ("/undo", {})),
    *(("/order", {"text": "qqqq"}), ("/answer", {"answer": "qqqq"}), ("/table join", {})),
    *(("/table pause", {}), ("/table resume", {}), ("/table extend", {"hours": 3})),
    *(("/tell", {"to": "nobody", "text": "qqqq"}), ("/say", {"text": "qqqq"}), ("/told", {})),
    *(("/told", {"delete": 1}), ("/told", {"delete": 1}), ("/told", {"delete": 99}), ("/told", {})),
    *(("/table computer", {}), ("/table close", {}), ("/table resign", {})),
    *(("/me forget", {}), ("/mod audit", {}), ("/mod server", {})),
    *(("/mod pause", {"why": "why"}), ("/mod export", {"why": "why"})),
    *(("/mod rewind", {"to": "start", "why": "why"}), ("/mod peek", {"seat": "x", "why": "why"})),
    *(("/mod edit", {"text": "qqqq", "why": "why"}), ("/mod continue", {})),
    *(("/mod act", {"seat": "x", "order": "default", "why": "why"}),),
    *(("/mod deadline", {"seat": "x", "why": "why"}), ("/mod chance", {"result": "q", "why": "w"})),
)


@pytest.mark.parametrize("game", ["granada", "hispania"])
async def test_a_game(herald: Herald, ana: Person, bruno: Person, game: str) -> None:
    """Its first turns; Granada to the end is test_game_two_people.py, in this language too."""
    await some_turns(herald, ana, bruno, game)
    for person in (ana, bruno):
        assert check(heard(person.inbox), known()) > 200


@pytest.mark.fuzz
async def test_a_whole_game_of_hispania(
    herald: Herald, ana: Person, bruno: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "film", lambda record, most, tongue: film(record, 4, tongue))
    sketching(herald, the_first(6))
    await some_turns(herald, ana, bruno, "hispania")
    await to_the_end(herald, ana, bruno)
    for line, options in LOOKING[:5]:
        await ana.command(line, **options)
    await herald.delivery.settled()
    for person in (ana, bruno):
        assert check(heard(person.inbox), known()) > 200


async def some_turns(herald: Herald, ana: Person, bruno: Person, game: str) -> None:
    """Whatever can be looked at or refused, and so many questions answered."""
    ana.patience = bruno.patience = 60  # pictures of this language are drawn for the first time
    await begin(game, ana, bruno)
    for line, options in LOOKING:
        for person in (ana, bruno):
            await person.command(line, **options)
    for _ in range(STEPS):
        for person in (ana, bruno):
            asked = await herald.tables.play.asked(1, who(person))
            if asked is None:
                continue
            panel = await person.command("/play")
            suggested = await press(person, panel, "Suggest")
            if "Seal" in " ".join(suggested.buttons):
                await press(person, suggested, "Seal")
            else:
                await press(person, suggested, "Do it")
        await herald.tables.rest()
    await ana.command("/undo")
    await herald.delivery.settled()


async def to_the_end(herald: Herald, *people: Person) -> None:
    """The rest in a hurry: what happens when time is up."""
    herald.tables.play.repeat = timedelta(0)
    for _ in range(MOST):
        await herald.tables.rest()
        for person in people:
            asked = await question(herald, 1, person)
            if asked is not None:
                text = write(asked.game.verbs, asked.decision.default)
                await person.command("/order", text=text)
        if (await herald.tables.finding.card(1)).stage is Stage.OVER:
            return
    raise AssertionError("the game does not end")


MOST = 900  # times that everybody is asked
STEPS = 12  # questions that each of them answers


def test_planted_english_is_found() -> None:
    words = known()
    assert strays("⟦Turn==⟧ 1482: quietly wonders", words) == ["quietly", "wonders"]
    assert strays("⟦Turn==⟧ 1482: `move Loja` <t:1794967485:R> Málaga, Christian", words) == []


def test_descriptions_fit_in_every_language() -> None:
    """A description has at most 100 characters, in whatever language it is registered."""
    with spoken.speaking("xx"):
        for command in commands.every():
            for one in (command, *getattr(command, "commands", ())):
                assert len(BRACKETS.sub(_bare, one.description)) <= 100, one.qualified_name


def _bare(found: re.Match[str]) -> str:
    return found[0][1:-1]
