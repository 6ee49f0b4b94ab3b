"""A board of hexes: one grid gives every place, piles float in areas of water, and a close-up is
cut by cells."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from importlib.machinery import ModuleSpec
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from PIL import ImageChops

from renderer.boards import hexes
from renderer.boards.deeds import Deed, Mark, Way
from renderer.boards.facts import Cell, Hexes, Sea
from renderer.boards.grid import Grid
from renderer.boards.layout import Layout
from renderer.boards.reading import layout
from renderer.boards.scene import Pile, Scene, Spot
from renderer.check import check
from renderer.ink.geometry import Box
from renderer.pictures import closeup, drawing

GAME = "isle"
GRID = Grid((10, 33), (0, 29), at=(30.0, 30.0), high=24.0)
ISLE = [f"{c}{r:02}" for c in range(16, 24) for r in range(8, 18)]
EVERY = [f"{c}{r:02}" for c in range(10, 34) for r in range(30)]
WEST = tuple(key for key in EVERY if key not in ISLE and int(key[:2]) < 20)
EAST = tuple(key for key in EVERY if key not in ISLE and int(key[:2]) >= 20)
ROAD = ("1808", "1809", "1810", "1811", "1710", "1610")
COATS = {
    "amber": {"face": [240, 180, 40], "ink": [0, 0, 0], "edge": [90, 60, 0]},
    "slate": {"face": [60, 70, 90], "ink": [255, 255, 255], "edge": [0, 0, 0]},
}
LAYOUT = {
    "title": "Isle",
    "subtitle": "An island in a lake",
    "size": [1200, 900],
    "frame": 20,
    "schemas": [1],
    "layers": ["hexes", "names", "frame"],
    "hexes": {"at": [30, 30], "high": 24},
    "closer": 84,
    "terrains": {
        "field": {"tint": [200, 210, 150]},
        "marsh": {"tint": [150, 170, 120], "pattern": "waves"},
        "town": {"tint": [230, 190, 150], "pattern": "dots"},
    },
    "insets": {"middle": {"box": [640, 60, 1160, 700], "middle": "1912", "high": 60}},
    "sides": {
        side: {"standard": coat, "contrast": coat, "shape": shape}
        for (side, coat), shape in zip(COATS.items(), ("square", "cut"), strict=True)
    },
}
PILES = (
    Spot("1809", "amber", None, (Pile("amber", 3),), "amber"),
    Spot("1910", "slate", None, (Pile("slate", 12), Pile("amber", 2)), "slate"),
    Spot("West", "nobody", None, (Pile("slate", 4), Pile("amber", 1))),
)


def board(where: Path) -> Hexes:
    cells = {key: Cell("field") for key in ISLE}
    cells |= {"1809": Cell("town", "Haven", "castle"), "1810": Cell("town", "Haven")}
    cells |= {key: Cell("marsh") for key in ("2010", "2011", "2110")}
    seas = {"West": Sea("1", WEST), "East": Sea("2", EAST, closed=True)}
    roads, wet = [ROAD], frozenset({frozenset(ROAD[-2:])})
    return Hexes((10, 33), (0, 29), cells, seas=seas, roads=roads, bridges=wet)


def scene(view: Mapping[str, Any], plan: Layout, tongue: Any = None) -> Scene:
    empty = tuple(Spot(key, "nobody") for key in view.get("places", ()))
    return Scene(GAME, (*PILES, *empty), (), (), (), 1, "Turn 1", "They look on", ("1809",))


def deeds(events: Any) -> list[Deed]:
    return [Way("amber", "1809", "1810"), Mark("1910", "fight")] if events else []


@pytest.fixture
def isle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    where = tmp_path / GAME
    where.mkdir()
    made = ModuleType(f"renderer.games.{GAME}")
    made.__spec__ = ModuleSpec(made.__name__, None)
    given = {"board": board, "scene": scene, "deeds": deeds, "SHEETS": {}}
    given |= {"kinds": lambda view: ("board", "region"), "faults": lambda where: []}
    vars(made).update(given)
    monkeypatch.setitem(sys.modules, made.__name__, made)
    monkeypatch.setenv("HERALD_DATA", str(tmp_path))
    (where / "layout.yaml").write_text(yaml.safe_dump(LAYOUT), encoding="utf-8")
    return where


VIEW = {"game": GAME, "schema": 1}


# -- the grid ------------------------------------------------------------------------------------


@pytest.mark.parametrize("low", ["odd", "even"])
def test_neighbours_lie_one_hex_apart(low: str) -> None:
    grid = Grid((10, 43), (0, 44), low)
    for key in ("1204", "1304", "1000", "4344"):
        for other in grid.beside(key):
            if other in grid:
                far = math.dist(grid.centre(key), grid.centre(other))
                assert far == pytest.approx(grid.high)
                assert key in grid.beside(other)


def test_lower_columns_touch_the_next_row() -> None:
    grid = Grid((10, 43), (0, 44))
    assert {"1004", "1005"} <= set(grid.beside("1104"))
    assert {"1103", "1104"} <= set(grid.beside("1004"))


def test_a_side_lies_between_two_hexes() -> None:
    for other, (a, b) in GRID.sides("1612"):
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        one, two = GRID.centre("1612"), GRID.centre(other)
        assert middle == pytest.approx(((one[0] + two[0]) / 2, (one[1] + two[1]) / 2))


def test_the_outline_of_one_hex_and_of_two() -> None:
    assert len(GRID.outline({"1612"})) == 6
    assert len(GRID.outline({"1612", "1613"})) == 10


def test_no_two_of_six_hundred_hexes_overlap() -> None:
    """One grid, computed: corners of neighbours meet, and nothing lies outside."""
    centres = [GRID.centre(key) for key in EVERY]
    assert len(EVERY) > 595
    near = min(math.dist(a, b) for a, b in combinations(centres[:200], 2))
    assert near == pytest.approx(GRID.high)
    wide, tall = GRID.size
    whole = Box(*GRID.at, GRID.at[0] + wide + 0.01, GRID.at[1] + tall + 0.01)
    assert all(GRID.box(key).inside(whole) for key in EVERY)


@pytest.mark.parametrize("key", ["0912", "1045", "abcd", "104", "10044", "٣٤٠٠"])
def test_what_is_not_on_the_grid(key: str) -> None:
    assert key not in Grid((10, 43), (0, 44))


def test_the_deepest_hex_has_room_around_it() -> None:
    key = GRID.deepest(WEST)
    assert set(GRID.beside(key)) <= set(WEST)
    assert GRID.deepest(("1612",)) == "1612"


# -- the board -----------------------------------------------------------------------------------


def test_it_is_sound(isle: Path) -> None:
    assert check(isle) == []


def test_the_check_names_an_unknown_terrain(isle: Path) -> None:
    bare = {**LAYOUT, "terrains": {"field": {"tint": [1, 2, 3]}}}
    (isle / "layout.yaml").write_text(yaml.safe_dump(bare), encoding="utf-8")
    (found,) = check(isle)
    assert "the terrain 'town' of '1809' is missing" in found or "'marsh'" in found


def test_piles_stand_on_their_hexes_and_float_in_their_areas(isle: Path) -> None:
    plan = layout(GAME)
    assert plan.lattice is not None
    laid = hexes.arrange(scene(VIEW, plan), plan, plan.palette("standard"), 1.0)
    boxes = {piece.what: piece.box for piece in laid}
    assert len(boxes) == 5, "five piles; what the inset shows has its name there"
    assert plan.lattice.grid.box("1809").holds(boxes["amber 1809"].centre)
    water = set(plan.lattice.seas["West"].cells)
    for what in ("slate West", "amber West"):
        assert any(plan.lattice.grid.box(key).holds(boxes[what].centre) for key in water)
    assert not boxes["slate West"].meets(boxes["amber West"])


def test_a_name_hides_no_figure(isle: Path) -> None:
    plan = closeup.nearer(layout(GAME))
    laid = hexes.arrange(scene(VIEW, plan), plan, plan.palette("standard"), 1.0)
    boxes = {piece.what: piece.box for piece in laid}
    for pile in ("amber 1809", "slate 1910", "amber 1910"):
        assert not boxes["name Haven"].meets(Box.around(boxes[pile].centre, (30, 40)))


def test_the_inset_shows_the_same_larger(isle: Path) -> None:
    plan = layout(GAME)
    ((box, inset),) = plan.insets
    colours = plan.palette("standard")
    small = {p.what: p.box for p in hexes.arrange(scene(VIEW, plan), plan, colours, 1.0)}
    shown = hexes._inside(scene(VIEW, plan), inset, box)
    large = {p.what: p.box for p in hexes.arrange(shown, inset, colours, 1.0)}
    assert {"amber 1809", "slate 1910", "amber 1910", "name Haven"} == large.keys()
    del large["name Haven"]
    for what, there in large.items():
        assert there.inside(box)
        assert there.bottom - there.top > 2 * (small[what].bottom - small[what].top)


def test_the_whole_board_is_drawn(isle: Path) -> None:
    made = drawing.shown(VIEW, "board", 1600)
    plan = layout(GAME)
    seen = {colour for _, colour in made.picture.getcolors(10**6) or ()}
    for side in COATS:
        assert plan.palette("standard").side(side).face in seen
    for _, (tint, _) in plan.lattice.terrains.items() if plan.lattice else ():
        assert tint in seen


# -- a close-up ----------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["1610", "2317", "1608", "West", "East"])
def test_a_close_up_is_cut_by_cells(isle: Path, place: str) -> None:
    plan = closeup.nearer(layout(GAME))
    corner = closeup.window(plan, (place,))
    part = closeup.cut(plan, corner)
    assert place in part.towns
    assert part.lattice is not None
    grid = part.lattice.grid
    for key in part.towns.keys() & part.lattice.cells.keys():
        assert grid.box(key).inside(closeup.SEEN), "a hex is whole or nothing is said of it"
    assert grid.high * 550 / closeup.WIDE > 50


def test_figures_of_a_close_up_are_ten_pixels_high(isle: Path) -> None:
    plan = closeup.nearer(layout(GAME))
    assert plan.lattice is not None
    figure = 30 * plan.lattice.grid.high * hexes.FILLED / 50
    assert figure * 550 / closeup.WIDE >= 10


def test_a_close_up_shows_what_happened(isle: Path) -> None:
    quiet = drawing.shown(VIEW, "region", 1100, places=["1809"])
    told = drawing.shown(VIEW, "region", 1100, places=["1809"], events=[{}])
    assert ImageChops.difference(quiet.picture, told.picture).getbbox() is not None
    assert any("Haven to Haven" in sentence for sentence in told.summary)
    assert any(sentence.startswith("Fights at 1910") for sentence in told.summary)


def test_a_place_that_is_not_there(isle: Path) -> None:
    from renderer.errors import RenderError

    with pytest.raises(RenderError, match="has no place '9999'"):
        drawing.shown(VIEW, "region", 1100, places=["9999"])
