"""Pictures: nothing overlaps, nothing leaves the frame, nothing leaks, and refusals are clear."""

from __future__ import annotations

import ast
import copy
import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from PIL import Image

import engine
import renderer
from engine.data import folder
from engine.match import Match
from renderer.boards import base, names, points
from renderer.boards.layout import Layout
from renderer.boards.reading import layout
from renderer.check import check, cramped, estranged, overlaps
from renderer.ink.palette import PALETTES
from renderer.pictures import drawing
from renderer.pictures.drawing import scene_of
from renderer.pieces.tokens import town_token
from tests.renderer.golden import MOVED, difference, path_of
from tests.renderer.sights import SIGHTS, shaped

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
OTHERS = {
    "end",
    "order",
    "nation",
    "city",
    "rr",
    "north",
    "south",
}  # the end, and what other games have
QUIET = ("pass", "finish", "hold", "yield", "minimal", "inside")


@pytest.fixture(scope="module")
def plan() -> Layout:
    return layout("granada")


def positions(games: int, every: int) -> Iterator[Match]:
    """Matches between random players who seldom pass, met every so many steps."""
    for number in range(games):
        match, rng = engine.new_match("granada", seed=f"pictures-{number}"), Random(number)
        step = 0
        while not match.over:
            if step % every == 0:
                yield match
            decision = match.decisions()[0]
            action = decision.sample(rng)
            for _ in range(5):
                if action.verb not in QUIET:
                    break
                action = decision.sample(rng)
            match.act(decision.seat, action)
            step += 1
        yield match


# -- the layout ----------------------------------------------------------------------------------


def test_the_layout_is_sound() -> None:
    assert check(folder("granada")) == []


def test_no_two_names_overlap(plan: Layout) -> None:
    boxes = [(key, names.box(town)) for key, town in plan.towns.items()]
    boxes += [(key, names.zone_box(water)) for key, water in plan.waters.items()]
    assert [(a, b) for (a, x), (b, y) in combinations(boxes, 2) if x.meets(y)] == []


def test_the_check_finds_a_name_at_a_foreign_town(plan: Layout) -> None:
    town, other = plan.towns["Loja"], plan.towns["Elvira"]
    moved = replace(plan, towns=plan.towns | {"Loja": replace(town, label=other.label)})
    assert "layout.yaml: the name of Loja stands nearer to Elvira than to its own town." in (
        estranged(moved)
    )
    assert any("name of Loja and the name of Elvira" in fault for fault in overlaps(moved))


def test_the_check_finds_a_town_without_room(plan: Layout) -> None:
    """The names of its neighbours all around it."""
    town = plan.towns["Loja"]
    ring = {
        key: replace(other, label=(town.at[0] + dx, town.at[1] + dy))
        for (key, other), (dx, dy) in zip(
            list(plan.towns.items())[:50],
            [(x, y) for x in range(-160, 161, 80) for y in range(-170, 171, 34)],
            strict=False,
        )
    }
    assert cramped(replace(plan, towns=plan.towns | ring))


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder("granada"), tmp_path / "granada"))


def changed(where: Path, change: Any) -> list[str]:
    path = where / "layout.yaml"
    drawn = yaml.safe_load(path.read_text(encoding="utf-8"))
    change(drawn)
    path.write_text(yaml.safe_dump(drawn, allow_unicode=True), encoding="utf-8")
    return check(where)


def test_the_check_names_a_missing_place(copied: Path) -> None:
    faults = changed(copied, lambda drawn: drawn["places"].pop("Ronda"))
    assert faults == ["layout.yaml: the place 'Ronda' is missing."]


def test_the_check_names_an_unknown_place(copied: Path) -> None:
    faults = changed(copied, lambda d: d["places"].update(Toledo=d["places"]["Ronda"]))
    assert faults == ["layout.yaml: there is no place 'Toledo' on the board."]


def test_the_check_names_an_incomplete_place(copied: Path) -> None:
    faults = changed(copied, lambda drawn: drawn["places"]["Ronda"].pop("name"))
    assert faults == ["layout.yaml: the place 'Ronda' is not complete: 'name'."]


# -- words -------------------------------------------------------------------------------------


def test_alt_text_fits_and_says_the_score() -> None:
    for match in positions(1, 60):
        view: Any = match.view(None)
        text = drawing.alt(scene_of(view.to_json()))
        assert len(text) <= 1024
        assert f"Points: Christians {drawing_number(view.christian.points)}" in text


def drawing_number(value: float) -> str:
    return f"{int(value)}½" if value % 1 else str(int(value))


def test_the_description_names_every_place_and_stack(plan: Layout) -> None:
    match = engine.new_match("granada", seed="words")
    text = renderer.describe(match.view("christian"))
    assert all(town.name in text for town in plan.towns.values())
    assert "Ferdinand" in text
    assert "Ferdinand" not in renderer.describe(match.view(None))


# -- secrets -------------------------------------------------------------------------------------


def telling(count: int) -> Iterator[Match]:
    """Positions in which much is hidden: so many in the middle of a fight, so many without."""
    met = {True: 0, False: 0}
    for match in positions(2, 9):
        fight = match.view(None).to_json()["battle"] is not None
        met[fight] += 1
        if met[fight] <= count:
            yield match


@pytest.mark.parametrize("count", [1, pytest.param(9, marks=pytest.mark.fuzz)])
def test_other_seats_secrets_change_no_byte(count: int) -> None:
    """Every kind of picture for every reader, its words too, over worlds dealt anew."""
    met = set()
    for match in telling(count):
        for seat in (*match.seats, None):
            world = match.redeal(seat, Random(7))
            seen = [event.to_json() for event in match.events(seat)[-12:]]
            events = shaped("granada", seen)
            for kind in renderer.kinds(match.view(seat)):
                how: dict[str, Any] = {"events": events} if kind == "region" else {}
                kept = renderer.render(match.view(seat), kind, 300, **how)
                drawing._drawn.clear()
                assert renderer.render(world.view(seat), kind, 300, **how) == kept
                words = renderer.describe(match.view(seat), kind, **how)
                assert renderer.describe(world.view(seat), kind, **how) == words
                met.add((kind, seat is None))
    # at the end nothing is hidden
    assert {kind for kind, _ in met} == set(renderer.KINDS) - OTHERS
    assert ("board", True) in met


def test_secrets_are_drawn_for_those_who_know_them() -> None:
    """The comparison above could fail: a seat's own blocks and cards do change its pictures."""
    match = engine.new_match("granada", seed="own")
    other = match.redeal("muslim", Random(7))
    for kind in ("board", "hand"):
        one = renderer.render(match.view("christian"), kind, 300)
        assert renderer.render(other.view("christian"), kind, 300) != one


def test_a_picture_carries_nothing_else() -> None:
    picture = renderer.render(engine.new_match("granada", seed="bare").view("muslim"), width=400)
    with Image.open(BytesIO(picture.data)) as image:
        assert image.format == "WEBP"
        assert not image.getexif()
        assert {"exif", "xmp", "icc_profile"}.isdisjoint(image.info)
    assert picture.name == "board.webp"


def imported(path: Path) -> Iterator[str]:
    """The modules of ours that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        modules += [a.name for a in node.names] if isinstance(node, ast.Import) else []
        yield from (m for m in modules if m.split(".")[0] in ("engine", "bot"))


def packages() -> list[str]:
    """Every game, those in the making too."""
    return [path.parent.name for path in (ROOT / "engine" / "games").glob("*/__init__.py")]


def test_the_renderer_imports_no_game() -> None:
    """Of the engine only core, languages, and data files with their models: no rules, no state."""
    allowed = {"engine.core", "engine.data", "engine.models"}
    allowed |= {"engine.tongues", "engine.tongues.false"}
    allowed |= {f"engine.games.{game}.table.data" for game in packages()}
    files = (ROOT / "renderer").rglob("*.py")
    assert [(path.name, m) for path in files for m in imported(path) if m not in allowed] == []


def test_the_models_of_data_import_no_rules() -> None:
    allowed = {"engine.core", "engine.data", "engine.models", "engine.rulebook"}
    allowed |= {f"engine.boards.{kind}" for kind in ("graph", "hexes")}
    for game in engine.games():
        path = ROOT / "engine" / "games" / game / "table" / "data.py"
        found = set(imported(path)) - {f"engine.games.{game}.table.facts"}
        assert found <= allowed, game


# -- what cannot be drawn ------------------------------------------------------------------------


@pytest.fixture
def facts() -> dict[str, Any]:
    made: dict[str, Any] = copy.deepcopy(engine.new_match("granada", seed="x").view(None).to_json())
    return made


def refused(facts: dict[str, Any], **how: Any) -> str:
    with pytest.raises(renderer.RenderError) as caught:
        renderer.render(facts, **how)
    return str(caught.value)


def test_an_unknown_place(facts: dict[str, Any]) -> None:
    facts["locations"]["Toledo"] = facts["locations"]["Ronda"]
    assert refused(facts) == "The layout of Granada has no place 'Toledo'."


def test_an_unknown_piece(facts: dict[str, Any]) -> None:
    facts["locations"]["Ronda"]["muslim"]["known"] = ["Q9"]
    assert refused(facts) == "There is no piece 'Q9' in Granada."


def test_an_unknown_sea_zone(facts: dict[str, Any]) -> None:
    facts["zones"]["Sea-Valencia"] = facts["zones"]["Sea-Oran"]
    assert refused(facts) == "The layout of Granada has no sea zone 'Sea-Valencia'."


def test_a_newer_view(facts: dict[str, Any]) -> None:
    facts["schema"] = 99
    assert "version 99" in refused(facts)


def test_a_view_without_a_field(facts: dict[str, Any]) -> None:
    del facts["zones"]
    assert refused(facts) == "The view has no 'zones', so it cannot be drawn."


def test_an_unknown_game_kind_width_or_palette(facts: dict[str, Any]) -> None:
    assert "kind" not in refused(facts, kind="opera")
    assert "'opera'" in refused(facts, kind="opera")
    assert "not 10" in refused(facts, width=10)
    assert "'beige'" in refused(facts, palette="beige")
    facts["game"] = "chess"
    assert refused(facts) == "There are no pictures for the game 'chess'."


# -- for everyone --------------------------------------------------------------------------------

# Viénot, Brettel and Mollon: what is left of red, green and blue without one kind of cone.
BLINDNESS = {
    "none": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.11, 0.89, 0.0), (0.11, 0.89, 0.0), (0.0, 0.0, 1.0)),
    "deutan": ((0.29, 0.71, 0.0), (0.29, 0.71, 0.0), (-0.02, 0.02, 1.0)),
    "tritan": ((1.0, 0.13, -0.13), (0.0, 0.87, 0.13), (0.0, 0.87, 0.13)),
}


def contrast(one: tuple[int, int, int], other: tuple[int, int, int], kind: str) -> float:
    """How far two colours differ in lightness for such eyes; 1 is not at all."""

    def light(colour: tuple[int, int, int]) -> float:
        red, green, blue = (
            max(0.0, sum(f * (c / 255) ** 2.2 for f, c in zip(row, colour, strict=True)))
            for row in BLINDNESS[kind]
        )
        return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize("kind", BLINDNESS)
def test_sides_can_be_told_apart(name: str, kind: str) -> None:
    paints = [
        layout("granada").palette(name).sides[side] for side in ("christian", "grey", "muslim")
    ]
    for one, other in combinations(paints, 2):
        assert contrast(one.face, other.face, kind) > 2
    assert len({paint.shape for paint in paints}) == 3, "shapes, and not only colours"
    for paint in layout("granada").palette(name).sides.values():
        assert contrast(paint.face, paint.ink, kind) > 4.5


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize("kind", BLINDNESS)
def test_the_board_can_be_read(name: str, kind: str) -> None:
    """Roads on their bed, dashes on a hybrid road, names on their halo, the ring of action."""
    p = layout("granada").palette(name)
    least = {
        (p.main, p.bed): 4.5,
        (p.minor, p.bed): 4.5,
        (p.hybrid, p.main): 3.0,
        (p.ink, p.halo): 7.0,
        (p.ink, p.paper): 7.0,
        (p.accent, p.paper): 4.5,
        (p.faint, p.paper): 4.5,
        (p.sea, p.water): 4.0,
        (p.sea, p.halo): 4.5,
        (p.gold, p.ink): 4.5,
    }
    for (one, other), much in least.items():
        assert contrast(one, other, kind) >= much, (one, other)


def test_a_place_that_is_nobodys_has_another_shape() -> None:
    town = replace(layout("granada").towns["Utrera"], kind="town")
    colours = layout("granada").palette("standard")
    held, free = (town_token(town, who, None, colours, 2.0) for who in ("christian", "nobody"))
    middle = (held.width // 2, held.height // 2)
    assert held.getpixel(middle)[:3] == colours.side("christian").ink  # type: ignore[index]
    assert free.getpixel(middle)[:3] == colours.side("nobody").face  # type: ignore[index]


# -- the look ------------------------------------------------------------------------------------


def test_a_moved_name_would_be_noticed(plan: Layout) -> None:
    town = plan.towns["Loja"]
    x, y = town.label
    moved = replace(plan, towns=plan.towns | {"Loja": replace(town, label=(x + 9, y))})
    view = SIGHTS["board"].facts
    picture = base.base(moved, layout("granada").palette("standard"), 1.0).copy()
    points.draw(picture, scene_of(view), moved, layout("granada").palette("standard"), 1.0)
    with Image.open(path_of("board")) as golden:
        assert difference(picture.reduce(2), golden.convert("RGB")) > MOVED


# -- speed and size ------------------------------------------------------------------------------


def test_a_warm_board_is_quick_and_small() -> None:
    """The budget is 120 ms; only a gross slip fails here, since machines differ."""
    view = engine.new_match("granada", seed="quick").view(None)
    renderer.render(view)
    times = []
    for _ in range(5):
        drawing._drawn.clear()
        begin = time.process_time()
        picture = renderer.render(view)
        times.append(time.process_time() - begin)
    assert len(picture.data) < 400 * 1024
    assert min(times) < 0.6


def test_assets_are_small_and_credited() -> None:
    assets = ROOT / "renderer" / "assets"
    assert sum(p.stat().st_size for p in assets.rglob("*") if p.is_file()) < 3_000_000
    notice = (assets / "NOTICE.md").read_text(encoding="utf-8")
    for word in ("Natural Earth", "EB Garamond", "Cinzel", "CC BY 3.0", "OFL"):
        assert word in notice
