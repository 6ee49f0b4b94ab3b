"""The ground: parchment relief, water-lining, rivers and the tint of the emirate, without towns.

Roads, towns and names are not in it: the renderer draws them from the data, so that an owner who
corrects the board sees the correction.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from PIL import Image, ImageDraw
from scipy import ndimage as ndi
from shapely.geometry import shape

from renderer.making.sources import PAD, RELIEF_CELLS, WINDOW
from renderer.making.warp import Warp

CELLS = 700  # of the plain masks, in a degree; they are sampled through the warp
FRAME = 24
BORDER = [  # of the emirate in 1482, west to east, by the places that it runs between
    (-5.10, 36.30),
    (-5.36, 36.47),
    (-5.40, 36.60),
    (-5.47, 36.72),
    (-5.29, 36.83),
    (-5.20, 36.93),
    (-5.04, 36.93),
    (-4.88, 36.89),
    (-4.70, 36.92),
    (-4.50, 36.94),
    (-4.34, 36.99),
    (-4.26, 37.12),
    (-4.27, 37.27),
    (-4.10, 37.385),
    (-3.95, 37.395),
    (-3.82, 37.42),
    (-3.70, 37.55),
    (-3.65, 37.70),
    (-3.55, 37.74),
    (-3.51, 37.69),
    (-3.50, 37.60),
    (-3.40, 37.56),
    (-3.20, 37.58),
    (-2.98, 37.70),
    (-2.72, 37.90),
    (-2.46, 37.94),
    (-2.20, 37.82),
    (-1.97, 37.72),
    (-1.88, 37.52),
    (-1.74, 37.38),
    (-1.55, 37.30),
]


def ground(board: dict[str, Any], layout: dict[str, Any], clips: Path, scale: float) -> Image.Image:
    """The whole picture at a scale of the layout's size, without its frame."""
    width, height = (round(n * scale) for n in layout["size"])
    names = list(board["places"])
    warp = Warp(
        [tuple(board["places"][n]["at"]) for n in names],
        [tuple(layout["places"][n]["at"]) for n in names],
    )
    lon, lat = warp.country(width, height, scale)
    land = _sampled(_polygons(_land(clips)), lon, lat)
    paper = _parchment(height, width, scale)
    tall, shade = _relief(clips, lon, lat, scale)
    soil = _soil(tall, shade, paper)
    soil = _emirate(soil, _sampled(_emirate_mask(), lon, lat), land, scale)
    inland = ndi.distance_transform_edt(land > 0.5) / scale
    soil *= 1 - 0.22 * np.exp(-inland / 9)[..., None]
    rivers = _sampled(_rivers(clips), lon, lat)[..., None] * 0.85
    soil = soil * (1 - rivers) + np.array([84, 124, 142]) * rivers
    sea = _sea(land, paper, scale)
    shore = ndi.gaussian_filter(land, 0.7 * scale)
    mix = np.clip((shore - 0.5) * 2 + 0.5, 0, 1)[..., None]
    picture = soil * mix + sea * (1 - mix)
    line = np.exp(-(((shore - 0.5) / 0.22) ** 2))[..., None] * 0.85
    picture = picture * (1 - line) + np.array([66, 52, 40]) * line
    return Image.fromarray(np.clip(picture, 0, 255).astype("u1"))


def _soil(tall: np.ndarray, shade: np.ndarray, paper: np.ndarray) -> np.ndarray:
    """Tints by height, lit from the north-west."""
    stops = [
        (0.0, (226, 222, 176)),
        (0.2, (237, 226, 180)),
        (0.4, (244, 227, 180)),
        (0.6, (241, 214, 164)),
        (0.8, (230, 196, 146)),
        (1.0, (221, 184, 136)),
    ]
    xs = [a for a, _ in stops]
    soil = np.stack([np.interp(tall, xs, [c[i] for _, c in stops]) for i in range(3)], -1)
    soil += paper[..., None]
    light = shade[..., None]
    dark = soil * (1 + light * 0.31) + np.array([12, 4, 4]) * -light
    return np.where(light < 0, dark, soil + (255 - soil) * light * 0.40)


def _relief(
    clips: Path,
    lon: np.ndarray,
    lat: np.ndarray,
    scale: float,
    corner: tuple[float, float] = (WINDOW[0] - PAD, WINDOW[3] + PAD),
) -> tuple[np.ndarray, np.ndarray]:
    """Height from the colour of the relief picture, light from its luminance plus fine ridges.

    `corner` is the north-western corner of that picture.
    """
    cells = np.asarray(Image.open(clips / "relief.png")).astype(float)
    sea = (cells[..., 2] > cells[..., 0] + 12) & (cells[..., 2] > 200)
    solid = 1.0 - sea
    warmth = _filled(cells[..., 0] - cells[..., 1] + 12, solid, 1.5)
    grey = cells @ [0.3, 0.59, 0.11]
    flat = _filled(grey, solid, 8)
    high = (grey - flat) * solid
    rough = np.sqrt(ndi.gaussian_filter(high**2, 3))
    where = [
        (corner[1] - lat) * RELIEF_CELLS - 0.5,
        (lon - corner[0]) * RELIEF_CELLS - 0.5,
    ]

    def at(values: np.ndarray) -> np.ndarray:
        return ndi.map_coordinates(values, where, order=3, mode="nearest")

    tall = np.clip(at(ndi.gaussian_filter(warmth, 1.0)) / 42, 0, 1)
    height, width = lon.shape
    ridges = _noise(height, width, 40 * scale, 4, 7, ridged=True)
    gy, gx = np.gradient(ndi.gaussian_filter(ridges, 1.1 * scale))
    # fine ridges only where the real country is rough: more looks artificial
    fine = np.tanh((gx + gy) * 7 * scale) * np.clip(at(rough) / 16, 0, 1) ** 1.2
    return tall, np.clip(np.tanh(at(high) / 21) * 0.85 + fine * 0.42, -1, 1)


def _filled(values: np.ndarray, solid: np.ndarray, blur: float) -> np.ndarray:
    """Blurred over land only, so that the sea does not bleed into the shore."""
    return ndi.gaussian_filter(values * solid, blur) / (ndi.gaussian_filter(solid, blur) + 1e-3)


def _emirate(soil: np.ndarray, inside: np.ndarray, land: np.ndarray, scale: float) -> np.ndarray:
    """The kingdom of Granada: a faint green, deeper along its border."""
    area = (inside * land)[..., None]
    deep = ndi.distance_transform_edt(inside > 0.5) / scale
    glow = (np.exp(-deep / 17) * 0.5)[..., None] * area
    soil = soil * (1 - 0.2 * area) + np.array([136, 176, 104]) * 0.2 * area
    soil = soil * (1 - glow) + np.array([84, 124, 58]) * glow
    edge = np.exp(-(((deep - 1.5) / 1.3) ** 2))[..., None] * area * 0.7
    return soil * (1 - edge) + np.array([56, 92, 40]) * edge


def _sea(land: np.ndarray, paper: np.ndarray, scale: float) -> np.ndarray:
    """Water, paler at the shore, with the engraver's lines along the coast."""
    away = ndi.distance_transform_edt(land < 0.5) / scale
    stops = [
        (0, (182, 204, 200)),
        (30, (164, 193, 195)),
        (120, (146, 179, 187)),
        (260, (134, 169, 181)),
    ]
    xs = [a for a, _ in stops]
    sea = np.stack([np.interp(away, xs, [c[i] for _, c in stops]) for i in range(3)], -1)
    sea += paper[..., None] * 0.8
    for i, distance in enumerate((4, 8.5, 14, 20.5, 28)):
        line = np.exp(-(((away - distance) / 0.65) ** 2))[..., None] * (0.42 - 0.075 * i)
        sea = sea * (1 - line) + np.array([70, 108, 122]) * line
    return sea


# -- masks in plain degrees --------------------------------------------------------------------


def _degrees(point: tuple[float, float]) -> tuple[float, float]:
    west, _, _, north = WINDOW
    return (point[0] - west + PAD) * CELLS, (north + PAD - point[1]) * CELLS


def _blank() -> Image.Image:
    west, south, east, north = WINDOW
    size = (round((east - west + 2 * PAD) * CELLS), round((north - south + 2 * PAD) * CELLS))
    return Image.new("L", size)


def _polygons(land: Any) -> Image.Image:
    mask = _blank()
    draw = ImageDraw.Draw(mask)
    for part in getattr(land, "geoms", [land]):
        draw.polygon([_degrees(p[:2]) for p in part.exterior.coords], fill=255)
        for hole in part.interiors:
            draw.polygon([_degrees(p[:2]) for p in hole.coords], fill=0)
    return mask


def _land(clips: Path) -> Any:
    return shape(json.loads((clips / "coast.json").read_text()))


def _emirate_mask() -> Image.Image:
    mask = _blank()
    line = smooth([_degrees(p) for p in BORDER], 3)
    sea = [_degrees(p) for p in [(-1.4, 36.6), (-2.5, 36.2), (-4.0, 36.2), (-5.0, 36.1)]]
    ImageDraw.Draw(mask).polygon(line + sea, fill=255)
    return mask


def _rivers(clips: Path) -> Image.Image:
    mask = _blank()
    draw = ImageDraw.Draw(mask)
    for river in json.loads((clips / "rivers.json").read_text()):
        line = shape(river["line"])
        for part in getattr(line, "geoms", [line]):
            points = smooth([_degrees(p[:2]) for p in part.coords], 2)
            draw.line(points, fill=255, width=11, joint="curve")
    for points in yaml.safe_load((clips.parent / "rivers.yaml").read_text()).values():
        line = smooth(_meander([_degrees(tuple(p)) for p in points]), 2)
        draw.line(line, fill=210, width=7, joint="curve")
    return mask


def _meander(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A river drawn by hand through a few towns, given the small turns that a river has."""
    rng = np.random.default_rng(len(points) * 7 + int(points[0][0]))
    line = np.array(points)
    for size in (26, 13, 6):
        middle = (line[1:] + line[:-1]) / 2 + rng.normal(0, size, (len(line) - 1, 2))
        out = np.empty((2 * len(line) - 1, 2))
        out[0::2], out[1::2] = line, middle
        line = out
    return [tuple(p) for p in line]


def _sampled(mask: Image.Image, lon: np.ndarray, lat: np.ndarray) -> np.ndarray:
    west, _, _, north = WINDOW
    where = [(north + PAD - lat) * CELLS, (lon - west + PAD) * CELLS]
    values = ndi.gaussian_filter(np.asarray(mask, dtype=np.float32) / 255, 1.2)
    return ndi.map_coordinates(values, where, order=1, mode="nearest")


def smooth(points: list[tuple[float, float]], times: int) -> list[tuple[float, float]]:
    """Corners cut, again and again; the ends stay."""
    for _ in range(times):
        cut = [points[0]]
        for (ax, ay), (bx, by) in itertools.pairwise(points):
            cut.append((ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25))
            cut.append((ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75))
        points = [*cut, points[-1]]
    return points


def _noise(
    height: int, width: int, base: float, octaves: int, seed: int, ridged: bool = False
) -> np.ndarray:
    rng = np.random.default_rng(seed)
    out = np.zeros((height, width))
    weight = 1.0
    for octave in range(octaves):
        size = base / 2**octave
        grid = rng.standard_normal((int(height / size) + 4, int(width / size) + 4))
        where = np.mgrid[0:height, 0:width] / size + 1
        values = ndi.map_coordinates(grid, where, order=3)
        out += weight * (1 - 2 * np.abs(values) if ridged else values)
        weight *= 0.5
    return out


def _parchment(height: int, width: int, scale: float) -> np.ndarray:
    grain = ndi.gaussian_filter(
        np.random.default_rng(3).standard_normal((height, width)), 0.9 * scale
    )
    return _noise(height, width, 220 * scale, 5, 3) * 3.0 + grain * 2.2 * scale
