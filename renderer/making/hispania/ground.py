"""The ground: parchment relief of the peninsula, its neighbours paler, sea and lesser rivers.

Provinces, their borders, the three great rivers and all names are not in it: the renderer draws
them from the data, so that an owner who corrects the board sees the correction.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw
from scipy import ndimage as ndi
from shapely.geometry import shape
from shapely.ops import unary_union

from renderer.making.ground import _parchment, _relief, _sea, _soil, smooth
from renderer.making.hispania.country import WINDOW
from renderer.making.hispania.growth import RIVERS

ABROAD = np.array([214, 204, 182])
INK = np.array([66, 52, 40])
WATER = np.array([96, 134, 148])


class Projection:
    """Where a point of the country is drawn: the same in the ground and in the renderer."""

    def __init__(self, layout: Mapping[str, Any], scale: float) -> None:
        drawn = layout["projection"]
        self.left, self.top = (n * scale for n in drawn["at"])
        self.west, self.north = drawn["corner"]
        self.tall = drawn["degree"] * scale
        self.wide = self.tall * drawn["narrow"]

    def at(self, lon: float, lat: float) -> tuple[float, float]:
        return self.left + (lon - self.west) * self.wide, self.top + (self.north - lat) * self.tall

    def country(self, width: int, height: int) -> tuple[np.ndarray, np.ndarray]:
        """Longitude and latitude of every pixel."""
        rows, columns = np.mgrid[0:height, 0:width] + 0.5
        return (
            self.west + (columns - self.left) / self.wide,
            self.north - (rows - self.top) / self.tall,
        )


def ground(layout: Mapping[str, Any], clips: Path, scale: float) -> Image.Image:
    """The whole picture at a scale of the layout's size, without its frame."""
    width, height = (round(n * scale) for n in layout["size"])
    projection = Projection(layout, scale)
    lon, lat = projection.country(width, height)
    ours = unary_union([shape(g) for g in _read(clips, "hispania").values()])
    everywhere = unary_union([shape(_read(clips, "coast")), ours])
    land = _mask(everywhere, projection, (width, height))
    home = _mask(ours, projection, (width, height))[..., None]
    paper = _parchment(height, width, scale)
    tall, shade = _relief(clips, lon, lat, scale, (WINDOW[0], WINDOW[3]))
    soil = _soil(tall, shade, paper)
    pale = ABROAD + paper[..., None] + 26 * shade[..., None]
    soil = soil * (0.25 + 0.75 * home) + pale * (0.75 - 0.75 * home)
    inland = ndi.distance_transform_edt(land > 0.5) / scale
    soil *= 1 - 0.2 * np.exp(-inland / 8)[..., None]
    streams = _streams(clips, projection, (width, height), scale)[..., None] * 0.6
    soil = soil * (1 - streams) + WATER * streams
    sea = _sea(land, paper, scale)
    shore = ndi.gaussian_filter(land, 0.6 * scale)
    mix = np.clip((shore - 0.5) * 2 + 0.5, 0, 1)[..., None]
    picture = soil * mix + sea * (1 - mix)
    line = np.exp(-(((shore - 0.5) / 0.22) ** 2))[..., None] * 0.85
    picture = picture * (1 - line) + INK * line
    return Image.fromarray(np.clip(picture, 0, 255).astype("u1"))


def _read(clips: Path, name: str) -> Any:
    return json.loads((clips / f"{name}.json").read_text())


def _mask(land: Any, projection: Projection, size: tuple[int, int]) -> np.ndarray:
    """1 on land, drawn at twice the size so that the shore has no steps."""
    picture = Image.new("L", (size[0] * 2, size[1] * 2))
    draw = ImageDraw.Draw(picture)
    for part in getattr(land, "geoms", [land]):
        for ring, fill in ((part.exterior, 255), *((hole, 0) for hole in part.interiors)):
            points = [projection.at(*p[:2]) for p in ring.coords]
            draw.polygon([(x * 2, y * 2) for x, y in points], fill=fill)
    return np.asarray(picture.resize(size, Image.Resampling.BOX)).astype(float) / 255


def _streams(
    clips: Path, projection: Projection, size: tuple[int, int], scale: float
) -> np.ndarray:
    """Rivers, but for the stretches where they are borders."""
    picture = Image.new("L", size)
    draw = ImageDraw.Draw(picture)
    for river in _read(clips, "rivers"):
        name = (river["name"] or "").split(" ")[0]
        first, last = RIVERS.get(name, (90.0, 90.0))
        line = shape(river["line"])
        for part in getattr(line, "geoms", [line]):
            points = [p for p in part.coords if not first <= p[0] <= last]
            if len(points) > 1:
                drawn = smooth([projection.at(*p[:2]) for p in points], 2)
                draw.line(drawn, fill=255, width=round(2 * scale), joint="curve")
    return ndi.gaussian_filter(np.asarray(picture).astype(float) / 255, 0.4 * scale)
