"""A board of points serves any game: without seas, shields, a track of turns or a ground picture,
and with sides that only its layout knows."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from PIL import ImageChops

from engine.tongues import Tongue
from renderer.boards.facts import plain_points
from renderer.boards.layout import Layout
from renderer.boards.reading import layout
from renderer.boards.scene import Panel, Pile, Scene, Spot
from renderer.check import check
from renderer.errors import RenderError
from renderer.pictures import drawing

GAME = "fields"
BOARD = {
    "places": {key: {"name": key} for key in ("North", "East", "South", "West")},
    "roads": [{"between": ["North", "East"]}, {"between": ["South", "West"], "type": "secondary"}],
}
AT = {"North": (500, 200), "East": (760, 400), "South": (500, 640), "West": (240, 400)}
COATS = {
    "amber": {"face": [240, 180, 40], "ink": [0, 0, 0], "edge": [90, 60, 0]},
    "slate": {"face": [60, 70, 90], "ink": [255, 255, 255], "edge": [0, 0, 0]},
    "rose": {"face": [200, 60, 100], "ink": [255, 255, 255], "edge": [80, 0, 20]},
}
LAYOUT = {
    "title": "Fields",
    "subtitle": "Four towns",
    "size": [1000, 800],
    "frame": 20,
    "schemas": [1],
    "layers": ["roads", "names", "panels", "frame"],
    "sides": {
        side: {"standard": coat, "contrast": coat, "shape": shape}
        for (side, coat), shape in zip(COATS.items(), ("square", "cut", "round"), strict=True)
    },
    "places": {
        key: {"at": [x, y], "name": [x, y + 40], "stack": [x + 46, y - 12], "inside": [x, y - 4]}
        for key, (x, y) in AT.items()
    },
}


def scene(view: Mapping[str, Any], plan: Layout, tongue: Tongue) -> Scene:
    piles = tuple(Pile(side, 3) for side in COATS)
    spots = (Spot("North", "amber", None, piles, "amber"), *(Spot(k, "nobody") for k in AT))
    panels = tuple(Panel(side, side, ()) for side in COATS)
    points = tuple((side, "1") for side in COATS)
    return Scene(GAME, spots[:1] + spots[2:], (), panels, points, 3, "Turn 3", "All look on")


def best(view: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> str:
    return "board"


@pytest.fixture
def fields(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of its own: a package of pictures and a folder of data."""
    where = tmp_path / GAME
    where.mkdir()
    made = ModuleType(f"renderer.games.{GAME}")
    made.__spec__ = ModuleSpec(made.__name__, None)
    given = {"board": plain_points, "scene": scene, "best": best, "SHEETS": {}}
    given |= {"deeds": lambda events: [], "kinds": lambda view: ("board", "region")}
    given |= {"faults": lambda where: []}
    vars(made).update(given)
    monkeypatch.setitem(sys.modules, made.__name__, made)
    monkeypatch.setenv("HERALD_DATA", str(tmp_path))
    for name, data in (("board", BOARD), ("layout", LAYOUT)):
        (where / f"{name}.yaml").write_text(yaml.safe_dump(data), encoding="utf-8")
    return where


def test_it_is_sound(fields: Path) -> None:
    assert check(fields) == []


def test_it_is_drawn(fields: Path) -> None:
    view = {"game": GAME, "schema": 1}
    for kind in ("board", "region"):
        made = drawing.shown(view, kind, 1100)
        seen = set(made.picture.get_flattened_data())
        for side, coat in COATS.items():
            assert tuple(coat["face"]) in seen, (kind, side)


def test_a_road_is_drawn_by_its_type(fields: Path) -> None:
    plan = layout(GAME)
    assert [road.type for road in plan.roads] == ["main", "secondary"]
    view = {"game": GAME, "schema": 1}
    with_roads = drawing.shown(view, "board", 1100).picture
    bare = {**LAYOUT, "layers": ["names", "panels", "frame"], "title": "Bare"}
    (fields / "layout.yaml").write_text(yaml.safe_dump(bare), encoding="utf-8")
    layout_kept = drawing.shown(view, "board", 1100).picture
    assert ImageChops.difference(with_roads, layout_kept).getbbox() is not None


def test_a_side_without_paint_is_named(fields: Path) -> None:
    bare = {**LAYOUT, "sides": {}}
    (fields / "layout.yaml").write_text(yaml.safe_dump(bare), encoding="utf-8")
    with pytest.raises(RenderError, match="There is no paint for the side 'amber'"):
        drawing.shown({"game": GAME, "schema": 1}, "board", 1100)


def test_a_board_without_names_is_refused(fields: Path) -> None:
    (fields / "board.yaml").write_text("places: {North: 3}", encoding="utf-8")
    assert check(fields) == ["board.yaml: places need a name, and roads two ends."]
