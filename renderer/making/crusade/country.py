"""From the country to the picture: rows keep their latitude, each has a scale of its own.

The south is stretched, since everything there lies within two degrees.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from scipy.interpolate import PchipInterpolator

from renderer.making import sources

SIZE = (1600, 2140)  # units of the layout
NORTH, SOUTH = 39.02, 31.08
WINDOW = (33.3, 30.9, 40.6, 39.2)  # west, south, east, north of the clips
PAD = 0.4

_LAT = np.array([31.0, 32.0, 33.0, 34.0, 35.0, 36.0, 36.6, 37.5, 38.8])
_GROWN = SIZE[0] / 1500
_WIDE = PchipInterpolator(_LAT, np.array([455, 455, 425, 360, 304, 266, 250, 232, 226]) * _GROWN)
_WEST = PchipInterpolator(_LAT, [33.95, 33.96, 33.92, 33.75, 33.58, 33.58, 33.62, 33.64, 33.64])
_ROWS = np.linspace(SOUTH - 0.2, NORTH + 0.2, 900)
_DENSE = np.interp(
    _ROWS,
    [31.0, 31.5, 32.9, 33.4, 34.3, 35.0, 35.9, 36.4, 37.0, 39.1],
    [1.2, 1.32, 1.25, 1.05, 0.96, 0.96, 1.02, 1.10, 0.92, 0.80],
)
_UP = np.r_[0, np.cumsum((_DENSE[1:] + _DENSE[:-1]) / 2 * np.diff(_ROWS))]
_LOW, _HIGH = np.interp([SOUTH, NORTH], _ROWS, _UP)


def down(lat: np.ndarray | float) -> np.ndarray:
    """How far from the upper edge a latitude lies."""
    return SIZE[1] * (_HIGH - np.interp(lat, _ROWS, _UP)) / (_HIGH - _LOW)


def latitude(y: np.ndarray) -> np.ndarray:
    return np.interp(_HIGH - y / SIZE[1] * (_HIGH - _LOW), _UP, _ROWS)


def at(lon: float, lat: float) -> tuple[float, float]:
    return float((lon - _WEST(lat)) * _WIDE(lat)), float(down(lat))


def country(width: int, height: int, scale: float) -> tuple[np.ndarray, np.ndarray]:
    """Longitude and latitude of every pixel."""
    rows = latitude((np.arange(height) + 0.5) / scale)
    columns = (np.arange(width) + 0.5) / scale
    lon = _WEST(rows)[:, None] + columns[None, :] / _WIDE(rows)[:, None]
    return lon, np.repeat(rows[:, None], width, axis=1)


def clip(packages: Path, clips: Path) -> None:
    """Write coast.json, rivers.json and relief.png from the packages."""
    west, south, east, north = WINDOW
    frame = (west - PAD, south - PAD, east + PAD, north + PAD)
    clips.mkdir(parents=True, exist_ok=True)
    _write(clips / "coast.json", sources.coast(packages, frame))
    _write(clips / "rivers.json", sources.rivers(packages, frame))
    relief(packages, clips)


def relief(packages: Path, clips: Path) -> None:
    west, south, east, north = WINDOW
    frame = (west - PAD, south - PAD, east + PAD, north + PAD)
    sources.relief(packages, frame).save(clips / "relief.png", optimize=True)


def _write(path: Path, value: object) -> None:
    short = json.loads(json.dumps(value), parse_float=lambda x: round(float(x), 4))
    path.write_text(json.dumps(short, ensure_ascii=False, separators=(",", ":")) + "\n")
