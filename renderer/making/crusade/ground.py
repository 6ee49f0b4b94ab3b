"""The ground of the Levant: parchment relief, sea, rivers and the two lakes of the Jordan."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from PIL import Image, ImageDraw
from scipy import ndimage as ndi
from shapely.geometry import shape

from renderer.making.crusade.country import PAD, WINDOW, at, country
from renderer.making.ground import _parchment, _relief, _sea, _soil, smooth

INK = np.array([66, 52, 40])
WATER = np.array([84, 126, 146])
SAND = np.array([244, 230, 192])
RIVERS = Path(__file__).parent / "rivers.yaml"
GREAT = ("Firat", "Al Furat", "Jordan", "Ceyhan")


def ground(clips: Path, size: tuple[int, int], scale: float) -> Image.Image:
    """The whole picture at a scale of the layout's size, without its frame."""
    width, height = (round(n * scale) for n in size)
    lon, lat = country(width, height, scale)
    land = _mask(_rings(shape(_read(clips, "coast"))), (width, height), scale)
    paper = _parchment(height, width, scale)
    tall, shade = _relief(clips, lon, lat, scale, (WINDOW[0] - PAD, WINDOW[3] + PAD))
    soil = _soil(tall, shade, paper)
    dry = np.clip((lon - (36.6 + (lat - 33) * 0.55)) / 1.6, 0, 1) * np.clip(
        (36.4 - lat) / 1.2, 0, 1
    )
    dry = dry[..., None] * 0.4
    soil = soil * (1 - dry) + SAND * dry
    inland = ndi.distance_transform_edt(land > 0.5) / scale
    soil *= 1 - 0.2 * np.exp(-inland / 9)[..., None]
    streams = _streams(clips, (width, height), scale)[..., None] * 0.9
    soil = soil * (1 - streams) + WATER * streams
    lakes = _mask(_lakes(), (width, height), scale)[..., None]
    rim = np.exp(-(((ndi.gaussian_filter(lakes[..., 0], 0.7 * scale) - 0.5) / 0.25) ** 2))
    soil = soil * (1 - lakes) + (np.array([150, 184, 190]) + paper[..., None]) * lakes
    soil = soil * (1 - rim[..., None] * 0.7) + INK * rim[..., None] * 0.7
    sea = _sea(land, paper, scale)
    shore = ndi.gaussian_filter(land, 0.7 * scale)
    mix = np.clip((shore - 0.5) * 2 + 0.5, 0, 1)[..., None]
    picture = soil * mix + sea * (1 - mix)
    line = np.exp(-(((shore - 0.5) / 0.22) ** 2))[..., None] * 0.85
    picture = picture * (1 - line) + INK * line
    return Image.fromarray(np.clip(picture, 0, 255).astype("u1"))


def _read(clips: Path, name: str) -> Any:
    return json.loads((clips / f"{name}.json").read_text())


def _rings(land: Any) -> Iterator[list[tuple[float, float]]]:
    for part in getattr(land, "geoms", [land]):
        yield [p[:2] for p in part.exterior.coords]


def _hand_drawn() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(RIVERS.read_text())
    return found


def _lakes() -> Iterator[list[tuple[float, float]]]:
    for ring in _hand_drawn()["lakes"].values():
        yield [tuple(p) for p in ring]


def _placed(points: list[tuple[float, float]], scale: float) -> list[tuple[float, float]]:
    """Straight lines of the country are bent in the picture, so they are cut into short ones."""
    found = []
    for (a, b), (c, d) in pairwise(points):
        steps = max(1, int(np.hypot(c - a, d - b) / 0.05))
        found += [at(a + (c - a) * i / steps, b + (d - b) * i / steps) for i in range(steps)]
    found.append(at(*points[-1]))
    return [(x * scale, y * scale) for x, y in found]


def _mask(
    rings: Iterator[list[tuple[float, float]]], size: tuple[int, int], scale: float
) -> np.ndarray:
    """1 inside, drawn at twice the size so that the shore has no steps."""
    picture = Image.new("L", (size[0] * 2, size[1] * 2))
    pen = ImageDraw.Draw(picture)
    for ring in rings:
        pen.polygon(_placed(ring, scale * 2), fill=255)
    return np.asarray(picture.resize(size, Image.Resampling.BOX)).astype(float) / 255


def _streams(clips: Path, size: tuple[int, int], scale: float) -> np.ndarray:
    picture = Image.new("L", size)
    pen = ImageDraw.Draw(picture)
    lines = [
        (points, 5.0 if river["name"] in GREAT else 3.2)
        for river in _read(clips, "rivers")
        for points in _lines(shape(river["line"]))
        if river["name"] != "Jordan"
    ]
    drawn = _hand_drawn()["rivers"]
    lines += [([tuple(p) for p in row], 4.2) for row in drawn.values()]
    for points, wide in lines:
        if len(points) > 1:
            path = smooth(_placed(points, scale), 2)
            pen.line(path, fill=255, width=round(wide * scale), joint="curve")
    return ndi.gaussian_filter(np.asarray(picture).astype(float) / 255, 0.4 * scale)


def _lines(line: Any) -> Iterator[list[tuple[float, float]]]:
    for part in getattr(line, "geoms", [line]):
        yield [p[:2] for p in part.coords]
