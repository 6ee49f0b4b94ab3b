"""The peninsula and its neighbours, cut out of the packages that carry them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from shapely.geometry import Polygon, box, mapping, shape
from shapely.ops import unary_union
from shapely.validation import make_valid

from renderer.making.sources import _write, coast, relief, rivers

WINDOW = (-11.8, 34.0, 6.0, 44.5)  # west, south, east, north
OURS = ("Spain", "Portugal", "Andorra", "Gibraltar")
FINE = 0.006  # degrees; finer detail of the coast than the picture can show is left out
BALEARICS = {"Majorque": ((2.95, 39.6), (4.1, 39.95)), "Ibiza": ((1.4, 38.98), (1.45, 38.7))}


def extract(packages: Path, clips: Path) -> None:
    """Write hispania.json (mainland and islands), coast.json, rivers.json and relief.png."""
    Image.MAX_IMAGE_PIXELS = None
    clips.mkdir(parents=True, exist_ok=True)
    _write(clips / "hispania.json", hispania(packages))
    around = shape(coast(packages, WINDOW)).simplify(FINE)
    _write(clips / "coast.json", mapping(around))
    _write(clips / "rivers.json", rivers(packages, WINDOW))
    relief(packages, WINDOW).save(clips / "relief.png", optimize=True)


def hispania(packages: Path) -> dict[str, Any]:
    """The land of the game: the mainland in one piece, and each island province in its own."""
    land = unary_union(_countries(packages)).buffer(0.002)
    parts = list(land.intersection(box(-10, 35.9, 5, 44.2)).simplify(FINE).geoms)
    made = {"mainland": max(parts, key=lambda part: part.area)}
    for island, points in BALEARICS.items():
        near = [min(parts, key=lambda part: part.distance(box(*at, *at))) for at in points]
        made[island] = unary_union(near)
    return {name: mapping(part) for name, part in made.items()}


def _countries(packages: Path) -> list[Any]:
    atlas = json.loads((packages / "node_modules/world-atlas/countries-10m.json").read_text())
    scale, shift = atlas["transform"]["scale"], atlas["transform"]["translate"]
    arcs = [np.cumsum(np.array(arc), 0) * scale + shift for arc in atlas["arcs"]]

    def ring(indices: list[int]) -> list[list[float]]:
        points: list[list[float]] = []
        for i in indices:
            arc = arcs[i] if i >= 0 else arcs[~i][::-1]
            points += (arc if not points else arc[1:]).tolist()
        return points

    found = []
    for country in atlas["objects"]["countries"]["geometries"]:
        if country["properties"]["name"] not in OURS:
            continue
        several = country["type"] == "MultiPolygon"
        for part in country["arcs"] if several else [country["arcs"]]:
            outline = ring(part[0])
            if len(outline) > 3:
                found.append(make_valid(Polygon(outline, [ring(hole) for hole in part[1:]])))
    return found
