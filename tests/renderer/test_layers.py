"""Layers: areas and hexes are drawn by layers of their own, through the same scene and pieces."""

from __future__ import annotations

import math
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from PIL import Image, ImageDraw

import engine
from engine.data import folder, load
from renderer.boards import base, points
from renderer.boards.base import Layer
from renderer.boards.layout import Layout
from renderer.boards.reading import layout, read
from renderer.boards.scene import Pile, Scene, Spot
from renderer.errors import RenderError
from renderer.ink.geometry import Point
from renderer.ink.palette import Palette
from renderer.pictures.closeup import closeup
from renderer.pictures.drawing import scene_of

AREAS = {
    "North": [(300.0, 200.0), (900.0, 200.0), (800.0, 500.0), (300.0, 500.0)],
    "East": [(900.0, 200.0), (1300.0, 300.0), (1200.0, 800.0), (800.0, 500.0)],
    "South": [(300.0, 500.0), (800.0, 500.0), (1200.0, 800.0), (400.0, 850.0)],
}
SIDE = 70.0
HEXES = [(700.0, 500.0)] + [
    (
        700 + SIDE * math.sqrt(3) * math.cos(math.pi / 3 * i),
        500 + SIDE * math.sqrt(3) * math.sin(math.pi / 3 * i),
    )
    for i in range(6)
]


def areas(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """Three lands with borders, as Hispania will have them."""
    pen = ImageDraw.Draw(picture)
    fills = (palette.paper, palette.water, palette.gold)
    for outline, fill in zip(AREAS.values(), fills, strict=True):
        points = [(x * scale, y * scale) for x, y in outline]
        pen.polygon(points, fill=fill)
        pen.line([*points, points[0]], fill=palette.ink, width=round(3 * scale), joint="curve")


def hexes(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """Seven cells that meet, as Cortés will have them."""
    pen = ImageDraw.Draw(picture)
    for middle in HEXES:
        points = [(x * scale, y * scale) for x, y in corners(middle)]
        pen.polygon(points, fill=palette.paper)
        pen.line([*points, points[0]], fill=palette.ink, width=round(2 * scale))


def corners(middle: Point) -> list[Point]:
    turns = [math.pi / 6 + math.pi / 3 * i for i in range(6)]
    return [(middle[0] + SIDE * math.cos(a), middle[1] + SIDE * math.sin(a)) for a in turns]


def centre(outline: list[Point]) -> Point:
    xs, ys = zip(*outline, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def laid_out(at: dict[str, Point]) -> Layout:
    """A board of places without roads: each in the middle of its area or hex."""
    plan = layout("granada")
    model = plan.towns["Loja"]
    towns = {
        key: replace(
            model,
            key=key,
            name=key,
            lines=(key,),
            marks=(),
            at=(x, y),
            label=(x, y + 30),
            stack=(x + 46, y - 8),
            inside=(x - 8, y - 8),
        )
        for key, (x, y) in at.items()
    }
    return replace(plan, towns=towns, waters={}, roads=(), lanes=(), regions=(), compass=None)


def drawn(
    at: dict[str, Point], name: str, layer: Layer, monkeypatch: pytest.MonkeyPatch
) -> tuple[Image.Image, Image.Image]:
    """The same board without and with a stack of each side in every place."""
    monkeypatch.setitem(base.LAYERS, name, layer)
    plan = replace(laid_out(at), layers=(name, "names", "frame"))
    colours = plan.palette("standard")
    full = scene_of(engine.new_match("granada", seed="layers").view(None).to_json())
    spots = tuple(
        Spot(key, "muslim", None, (Pile("christian", 12), Pile("muslim", 3)), "muslim")
        for key in at
    )
    scene: Scene = replace(full, spots=spots, squadrons=(), action=())
    empty = base.base(plan, colours, 1.0)
    picture = empty.copy()
    points.draw(picture, scene, plan, colours, 1.0)
    return empty, picture


def test_three_areas(monkeypatch: pytest.MonkeyPatch) -> None:
    at = {key: centre(outline) for key, outline in AREAS.items()}
    empty, picture = drawn(at, "areas", areas, monkeypatch)
    colours = layout("granada").palette("standard")
    assert empty.getpixel((400, 300)) == colours.paper
    assert empty.getpixel((1150, 400)) == colours.water
    assert empty.getpixel((500, 700)) == colours.gold
    assert_pieces_stand(empty, picture, at)


def test_seven_hexes(monkeypatch: pytest.MonkeyPatch) -> None:
    at = {f"Hex {i}": middle for i, middle in enumerate(HEXES)}
    empty, picture = drawn(at, "hexes", hexes, monkeypatch)
    colours = layout("granada").palette("standard")
    for x, y in HEXES:
        assert empty.getpixel((round(x), round(y + 50))) == colours.paper
        for cx, cy in corners((x, y)):
            seen = empty.getpixel((round(cx), round(cy)))
            assert isinstance(seen, tuple)
            assert sum(seen) < sum(colours.paper), "the cells have edges"
    assert_pieces_stand(empty, picture, at)


def assert_pieces_stand(empty: Image.Image, picture: Image.Image, at: dict[str, Point]) -> None:
    """Where a place is, a stack now stands on the layer; where none is, nothing changed."""
    for x, y in at.values():
        near = (round(x + 24), round(y - 30), round(x + 66), round(y + 14))
        assert empty.crop(near).tobytes() != picture.crop(near).tobytes()
    far = (1350, 200, 1560, 900)
    assert empty.crop(far).tobytes() == picture.crop(far).tobytes()


def test_an_unknown_layer_is_named() -> None:
    plan = replace(layout("granada"), layers=("regions", "clouds"))
    with pytest.raises(RenderError, match="there is no layer 'clouds'"):
        base.layers(plan)


def test_a_close_up_has_the_same_layers_below_its_names(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def areas_too(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
        seen.append(plan.game)

    monkeypatch.setitem(base.LAYERS, "areas", areas_too)
    plan = layout("granada")
    scene = scene_of(engine.new_match("granada", seed="layers").view(None).to_json())
    closeup(
        scene,
        replace(plan, layers=("areas", *plan.layers)),
        layout("granada").palette("standard"),
        300,
    )
    assert seen == ["granada"]


@pytest.mark.parametrize(("game", "file"), [("granada", "setup"), ("hispania", "scenarios")])
def test_a_game_without_a_last_turn_needs_no_track(game: str, file: str, tmp_path: Path) -> None:
    """Its board is read and drawn without one, and no cell is framed, whatever the turn."""
    where = Path(shutil.copytree(folder(game), tmp_path / game))
    path = where / f"{file}.yaml"
    data = load(path)
    del data["track"]
    path.write_text(yaml.safe_dump(data), encoding="utf-8")
    plan = read(game, where)
    colours = plan.palette("standard")
    assert plan.turns == ()
    scene = scene_of(engine.new_match(game, seed="layers").view(None).to_json())
    picture = base.base(plan, colours, 0.2).copy()
    before = picture.tobytes()
    points.mark_turn(picture, replace(scene, turn=41), plan, colours, 0.2)
    assert picture.tobytes() == before
