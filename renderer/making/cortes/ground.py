"""The ground: how land and how water look on the sheet of the map, each over the whole of it.

Which cells are land and which are lake says the board, so the renderer cuts one out of the other:
an owner who corrects the board sees the correction. Land stands above water in one picture.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from scipy import ndimage as ndi

TEMPLE = (-99.1313, 19.4352)  # the Great Temple, hex 3016: longitude and latitude
METRES = (104_950.0, 110_700.0)  # in a degree there, across and up
HEX = 300.0  # metres from side to side
FIRST, LAST, ROWS = 10, 43, 45  # columns and rows of the sheet

SOIL = ((0, (226, 216, 172)), (120, (219, 206, 158)), (360, (203, 181, 132)),
        (800, (180, 150, 110)), (1600, (150, 124, 96)))  # fmt: skip
LAKE = ((0.0, (168, 200, 196)), (0.5, (146, 184, 187)), (1.0, (124, 166, 176)))


def ground(clips: Path, high: int) -> np.ndarray:
    """Both pictures, one above the other; a hex is so many pixels high."""
    edge = high / 3**0.5
    size = (round((ROWS + 0.5) * high), round(((LAST - FIRST) * 1.5 + 2) * edge))
    return np.concatenate([_land(clips, size, high), _lake(size, high)])


def _land(clips: Path, size: tuple[int, int], high: int) -> np.ndarray:
    """Hills and the volcanoes' feet, shaded from the north-west, on parchment."""
    lon, lat = _country(size, high)
    valley = json.loads((clips / "valley.json").read_text())
    tall = np.zeros(size)
    for x, y, height, wide in valley["hills"]:
        tall += height * np.exp(-((lon - x) ** 2 + (lat - y) ** 2) / (2 * wide**2))
    rough = _noise(size, 6 * high, 5, 11, ridged=True)
    tall = np.maximum(0, tall * (1 + 0.28 * rough) + 26 * _noise(size, 5 * high, 5, 7))
    down, right = np.gradient(ndi.gaussian_filter(tall, high * 0.06))
    shade = np.tanh((down + right) * (0.19 * high / 24))[..., None]
    soil = _ramp(tall, SOIL) + _paper(size, high)[..., None]
    soil = np.where(shade < 0, soil * (1 + 0.3 * shade), soil + (255 - soil) * 0.22 * shade)
    return np.clip(soil, 0, 255).astype("u1")


def _lake(size: tuple[int, int], high: int) -> np.ndarray:
    """Still water, deeper to the east, with the engraver's ripples."""
    across = np.broadcast_to(np.linspace(0, 1, size[1]), size)
    deep = np.clip(across + 0.16 * _noise(size, 9 * high, 4, 5), 0, 1)
    water = _ramp(deep, LAKE) + 0.7 * _paper(size, high)[..., None]
    rows = np.mgrid[0 : size[0], 0 : size[1]][0]
    bent = rows + 0.3 * high * _noise(size, 3 * high, 3, 9)
    ripple = np.exp(-((np.sin(bent * np.pi / (0.36 * high)) / 0.2) ** 2))
    seen = np.clip(_noise(size, 1.6 * high, 3, 21), 0, 1) * 0.17
    line = (ripple * seen)[..., None]
    return np.clip(water * (1 - line) + np.array([70, 110, 124]) * line, 0, 255).astype("u1")


def _country(size: tuple[int, int], high: int) -> tuple[np.ndarray, np.ndarray]:
    """Longitude and latitude of every pixel."""
    rows, columns = np.mgrid[0 : size[0], 0 : size[1]] + 0.5
    edge = high / 3**0.5
    x, y = (1 + 1.5 * (30 - FIRST)) * edge, (16 + 0.5) * high
    east, south = (columns - x) * HEX / high, (rows - y) * HEX / high
    return TEMPLE[0] + east / METRES[0], TEMPLE[1] - south / METRES[1]


def _ramp(values: np.ndarray, stops: tuple[tuple[float, tuple[int, int, int]], ...]) -> np.ndarray:
    at = [a for a, _ in stops]
    return np.stack([np.interp(values, at, [c[i] for _, c in stops]) for i in range(3)], -1)


def _paper(size: tuple[int, int], high: int) -> np.ndarray:
    grain = ndi.gaussian_filter(np.random.default_rng(3).standard_normal(size), 0.03 * high)
    return _noise(size, 9 * high, 4, 3) * 3.0 + grain / max(1e-9, float(grain.std())) * 1.6


def _noise(
    size: tuple[int, int], base: float, octaves: int, seed: int, ridged: bool = False
) -> np.ndarray:
    rng = np.random.default_rng(seed)
    out, weight = np.zeros(size), 1.0
    for octave in range(octaves):
        step = base / 2**octave
        grid = rng.standard_normal((int(size[0] / step) + 4, int(size[1] / step) + 4))
        values = ndi.map_coordinates(grid, np.mgrid[0 : size[0], 0 : size[1]] / step + 1, order=3)
        out += weight * (1 - 2 * np.abs(values) if ridged else values)
        weight *= 0.5
    return out
