"""Pictures speak the language of their reader: in the false language nothing is outside its
brackets but names, codes and figures, nothing is cut, and no sentence stands in the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import ImageDraw

import engine
import renderer
from engine.data import folder, load
from engine.tongues import ENGLISH, Said
from engine.tongues.false import FALSE
from renderer.boards.reading import layout
from renderer.errors import RenderError, spoken
from renderer.games.cortes.names import book as siege
from renderer.games.granada import faces
from renderer.games.hispania.names import book
from renderer.ink import writing
from renderer.pictures import drawing
from renderer.pictures.filming import film
from renderer.studio.studio import Studio
from tests.contract.tongues import BRACKETS
from tests.renderer.sights import SIGHTS, Sight, shaped

RENDERER = Path(renderer.__file__).parent
PARTS = re.compile(r"[\s,;:.…()×·'\"]+")
FIGURE = re.compile(r"[−+=]?\d*[½–\-]?\d*[IVX]*|[+=?]|[A-Z]?[a-z]?\d+\w*[*!]?|\w")
Facts = dict[str, Any]
QUIET = ("pass", "finish", "hold", "yield", "minimal", "inside")
STANCES = ("decline", "fortify", "hold", "save")  # words of orders


def names(game: str) -> set[str]:
    """What the data calls its things, and their codes."""
    plan = layout(game)
    found = {plan.title, *plan.kinds, *plan.towns, *plan.waters, *plan.disks.values()}
    found |= {ENGLISH.field(kind.name) for kind in plan.kinds.values() if kind.key != "ruin"}
    found |= {town.name for town in plan.towns.values()} | {w.name for w in plan.waters.values()}
    found |= {line for town in plan.towns.values() for line in town.lines}
    found |= {key.replace("-", " ") for key in plan.towns}
    found |= {years for years, _ in plan.turns} | {region.name for region in plan.regions}
    own = {"granada": granada_names, "hispania": hispania_names, "cortes": cortes_names}
    return found | own[game]()


def granada_names() -> set[str]:
    cards = [card for deck in faces.cards().values() for card in deck.values()]
    found = {card.name for card in cards} | {card.short for card in cards}
    blocks = faces.blocks().values()
    found |= {face.text for face in blocks} | {face.short for face in blocks}
    return found | {card.key for card in cards}


def hispania_names() -> set[str]:
    known, track = book(), load(folder("hispania") / "scenarios.yaml")["track"]
    found = {*known.seats.values(), *known.chiefs.values(), *STANCES, "Crusader"}
    found |= {nation.name for nation in known.nations.values()}
    return found | {row["title"] for row in track}


def cortes_names() -> set[str]:
    known = siege()
    first = {name.split()[0] for name in known.names.values()}
    return {*known.names.values(), *known.grounds.values(), *first}


def called(game: str) -> re.Pattern[str]:
    longest = sorted({name.casefold() for name in names(game) if name}, key=len, reverse=True)
    return re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, longest)) + r")(?!\w)")


NAMES = {game: called(game) for game in ("granada", "hispania", "cortes")}


def strays(text: str, game: str) -> list[str]:
    """What stands outside brackets and is no name, code or figure."""
    bare = NAMES[game].sub(" ", BRACKETS.sub(" | ", text).casefold())
    words = [word for word in PARTS.split(bare.replace("|", " ")) if word]
    return [word for word in words if not FIGURE.fullmatch(word.upper())]


def told(sight: Sight, **more: Any) -> str:
    how = {key: sight.how[key] for key in ("places", "events", "order") if key in sight.how}
    return renderer.describe(sight.facts, sight.kind, **how, **more)


@pytest.mark.parametrize("name", SIGHTS)
def test_every_picture_is_told_in_the_false_language(name: str) -> None:
    sight = SIGHTS[name]
    text = told(sight, tongue=FALSE)
    assert strays(text, sight.facts["game"]) == []
    assert "⟦" in text
    assert plain(text) == plain(told(sight))


def plain(text: str) -> list[str]:
    """The letters of a text, without brackets, padding and the marks of lists and halves."""
    bare = text.replace("~", "").replace("⟦", "").replace("⟧", "")
    return re.findall(r"[^\W\d_]+", bare.casefold())


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """Every text that is drawn, and whether all of it lies on what it is drawn on."""
    found: list[tuple[str, bool]] = []
    real = ImageDraw.ImageDraw.text

    def noted(self: ImageDraw.ImageDraw, xy: Any, text: str, **how: Any) -> None:
        box = self.textbbox(xy, text, font=how.get("font"), anchor=how.get("anchor"))
        wide, _ = self.im.size
        found.append((text, box[0] >= -2 and box[1] >= -2 and box[2] <= wide + 2))
        real(self, xy, text, **how)

    monkeypatch.setattr(writing, "_line", writing._line.__wrapped__)  # a line met again counts
    monkeypatch.setattr(ImageDraw.ImageDraw, "text", noted)
    return found


@pytest.mark.parametrize("name", SIGHTS)
def test_every_picture_is_drawn_in_the_false_language(
    name: str, written: list[tuple[str, bool]]
) -> None:
    sight = SIGHTS[name]
    made = drawing.shown(sight.facts, sight.kind, 1600, **sight.how, tongue=FALSE)
    whole = " ".join(text for text, _ in written)  # the lines of a text are drawn one by one
    assert "⟦" in whole
    assert strays(whole, sight.facts["game"]) == []
    assert re.sub(r"[^⟦⟧]", "", whole).replace("⟦⟧", "") == "", "a text is cut"
    assert "…" not in whole
    assert [text for text, fits in written if not fits and "⟦" in text] == []
    assert all("⟦" in sentence for sentence in made.summary)


def test_a_planted_word_is_found() -> None:
    assert strays("⟦Battle of ~~~~~⟧Málaga⟦, ⟧round 2", "granada") == ["round"]
    assert strays("⟦Battle of ~~~~~⟧Málaga⟦, round~~~⟧2", "granada") == []


@pytest.mark.parametrize("game", ["granada", "hispania"])
def test_whole_games_are_told_in_the_false_language(game: str) -> None:
    """Every kind of picture that a game offers, for every reader."""
    met: set[str] = set()
    for view, events in positions(game):
        for kind in renderer.kinds(view):
            met.add(kind)
            how: dict[str, Any] = {"events": events} if kind == "region" else {}
            text = renderer.describe(view, kind, tongue=FALSE, **how)
            assert strays(text, game) == [], kind
            assert plain(text) == plain(renderer.describe(view, kind, **how))
    assert {"board", "region", "battle", "end"} <= met


def positions(game: str) -> Iterator[tuple[Facts, list[Facts]]]:
    """Views of every reader, now and then in a random game and while a battle goes on."""
    match, rng, step = engine.new_match(game, seed="words"), Random(3), 0
    while not match.over:
        decision = match.decisions()[0]
        action = decision.sample(rng)
        for _ in range(4):
            action = decision.sample(rng) if action.verb in QUIET else action
        match.act(decision.seat, action)
        step += 1
        fights = step % 9 == 0 and match.view(None).to_json()["battle"]
        if step % 80 == 0 or fights:
            for seat in (*match.seats, None):
                seen = [event.to_json() for event in match.events(seat)[-12:]]
                yield match.view(seat).to_json(), shaped(game, seen)
    yield match.reveal().to_json(), []


# -- languages -----------------------------------------------------------------------------------


def test_a_picture_is_kept_by_its_language() -> None:
    facts = SIGHTS["board"].facts
    english = renderer.render(facts, width=400)
    false = renderer.render(facts, width=400, tongue=FALSE)
    assert english.data != false.data
    assert false.alt.startswith("⟦Board of Granada")
    assert renderer.render(facts, width=400) == english


async def test_the_studio_draws_in_the_language_that_is_asked_for() -> None:
    facts = SIGHTS["hispania-nation"].facts
    async with Studio() as studio:
        made = await studio.draw(facts, "nation", 400, language="xx")
        assert made == renderer.render(facts, "nation", 400, tongue=FALSE)
        words = await studio.describe(facts, "nation", language="xx")
        assert words == renderer.describe(facts, "nation", tongue=FALSE)
        assert await studio.draw(facts, "nation", 400) == renderer.render(facts, "nation", 400)
        with pytest.raises(RenderError, match="no words in the language 'qq'"):
            await studio.draw(facts, "nation", 400, language="qq")
        with pytest.raises(RenderError) as caught:
            await studio.draw(facts, "end", 400, language="xx")
    assert caught.value.worded(FALSE).startswith("⟦The game is not over")


def test_a_film_says_what_it_shows_in_its_language() -> None:
    frame = {"view": SIGHTS["board"].facts, "title": "1482", "words": "Loja"}
    made = film([frame], 300, tongue=FALSE)
    assert strays(made.alt, "granada") == []
    assert made.alt.startswith("⟦A replay in ")


@pytest.mark.parametrize("key", [k for k in ENGLISH.catalogue if k.startswith("renderer.REF")])
def test_every_refusal_is_worded(key: str) -> None:
    fields = re.findall(r"\{(\w+)\}", ENGLISH.catalogue[key])
    said = Said(key, dict.fromkeys(fields, "7"))
    assert RenderError(said).worded(FALSE).count("7") == len(fields)
    assert strays(FALSE.word(said), "granada") == []


def test_a_language_that_nobody_speaks() -> None:
    assert spoken("en") is ENGLISH
    assert spoken("xx") is FALSE
    with pytest.raises(RenderError, match="There are no words in the language 'fr'"):
        spoken("fr")


# -- the code ------------------------------------------------------------------------------------

SENTENCE = re.compile(r"[^\W\d_]{2,}[,.;:]? [^\W\d_]{2,}")
CATALOGUES = ("words.py",)
DATA = {"check.py", "boards/files.py", "boards/reading.py", "boards/facts.py"}
DATA |= {f"games/{game}/faults.py" for game in ("cortes", "granada", "hispania")}
LOGGING = ("warning", "error", "info")


def sentences(source: str) -> list[str]:
    """The texts of a module that read like a sentence; an f-string with its fields left out."""
    tree = ast.parse(source)
    silent = {id(node) for node in quiet(tree)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [p.value if isinstance(p, ast.Constant) else "it" for p in node.values]
            text = "".join(map(str, parts)) if len(parts) > 1 else ""
            silent |= {id(part) for part in node.values}
            plain_text = "".join(p for p in map(str, parts) if p != "it")
            if id(node) not in silent and SENTENCE.search(text) and " " in plain_text.strip():
                found.append(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in silent and SENTENCE.search(node.value):
                found.append(node.value)
    return found


def quiet(tree: ast.Module) -> Iterator[ast.AST]:
    """Docstrings, keys of entries, and what is written to a log."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", "") or getattr(node.func, "id", "")
            if name in LOGGING or name in ("say", "fought", "ended", "undrawn", "refused"):
                yield from node.args
            if name == "write":
                yield from (inner for arg in node.args for inner in ast.walk(arg))


def test_no_sentence_stands_in_the_code() -> None:
    found = {}
    for path in RENDERER.rglob("*.py"):
        where = path.relative_to(RENDERER)
        if path.name in CATALOGUES or str(where) in DATA or "making" in where.parts:
            continue
        texts_here = [text for text in sentences(path.read_text("utf-8")) if text not in CODES]
        if texts_here:
            found[str(where)] = texts_here
    assert found == {}


CODES = {  # entries by way of a table, badges of a map, parts of names, and the log
    *("in hand", "they know", "badge anchor sea", "badge two-coins gold", "badge moon plain"),
    *(" with trumpet", "No picture: it at it"),
}


@pytest.mark.parametrize(
    "planted",
    ["line(picture, 'no cards here')", "x = f'Battle of {place}'", "y = 'held by ' + 'the men of'"],
)
def test_a_planted_sentence_is_found(planted: str) -> None:
    assert sentences(planted)
    assert not sentences("say('in hand')\nx = f'{a} {b}'\nlog.warning('It has died.')")
