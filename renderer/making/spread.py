"""Where each place lies on the picture: the true country, stretched where towns are crowded.

First a map in which equal steps of longitude and latitude take more room where there are more
towns; then towns that are still too close push each other apart. `warp.py` carries the coast, the
rivers and the relief along, so that every town keeps its side of every river.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from renderer.making.sources import WINDOW

# Picture positions of chosen longitudes and latitudes, by hand: the frame, the sea and Africa
# take less room than they have on the globe, the frontier more.
COLUMNS = [
    (-7.4, -150),
    (-6.62, 24),
    (-6.29, 106),
    (-5.99, 190),
    (-5.45, 335),
    (-4.9, 490),
    (-4.4, 660),
    (-4.0, 810),
    (-3.55, 960),
    (-2.9, 1138),
    (-2.1, 1325),
    (-1.0, 1490),
    (-0.40, 1576),
    (0.3, 1680),
]
ROWS = [
    (39.5, -90),
    (38.80, 24),
    (38.30, 92),
    (38.0, 176),
    (37.7, 282),
    (37.4, 414),
    (37.15, 540),
    (36.95, 630),
    (36.75, 715),
    (36.45, 800),
    (36.14, 872),
    (35.70, 985),
    (35.13, 1176),
    (34.4, 1400),
]
NEAR = (124.0, 98.0)  # closer than this, across and down, two towns push each other apart
MARGIN = 70
# Where chance would push two neighbours past each other, or a town across a road.
NUDGES = {
    "Velez-Malaga": (52, 0),
    "Comares": (-40, -14),
    "Salobrena": (62, -12),
    "Almunecar": (-30, 14),
    "Zafarraya": (12, -4),
    "Adra": (18, 10),
    "Orgiva": (20, -6),
    "Mojacar": (14, 10),
    "Casares": (16, 4),
    "Jimena": (-14, -6),
    "Cartagena": (-24, 10),
    "Murcia": (-10, 0),
}


def columns(lon: Any) -> Any:
    return np.interp(lon, *zip(*COLUMNS, strict=True))


def rows(lat: Any) -> Any:
    return np.interp(-np.asarray(lat), [-a for a, _ in ROWS], [y for _, y in ROWS])


def anchors() -> list[tuple[float, float]]:
    """Points of sea, north and Africa that hold still while towns move."""
    west, south, east, north = WINDOW
    lons = np.linspace(west - 0.5, east + 0.5, 12)
    lats = (south - 0.5, south + 0.15, 35.45, north, north + 0.5)
    far = [(float(x), y) for x in lons for y in lats]
    sides = [(x, float(y)) for x in (west - 0.5, east + 0.5) for y in np.linspace(35.5, 38.5, 7)]
    sea = [(-4.3, 36.0), (-3.4, 36.0), (-2.4, 36.05), (-1.4, 36.6), (-0.8, 37.1), (-6.5, 36.1)]
    return far + sides + sea


def spread(places: dict[str, tuple[float, float]], fixed: set[str]) -> dict[str, np.ndarray]:
    """Picture positions of the places, pushed apart; `fixed` ones stay."""
    names = list(places)
    home = np.array([(columns(lon), rows(lat)) for lon, lat in places.values()])
    home += [NUDGES.get(name, (0, 0)) for name in names]
    at = home.copy()
    near = np.array(NEAR)
    loose = np.array([[0.0 if name in fixed else 1.0] for name in names])
    for step in range(1500):
        push = (home - at) * 0.008
        for i, j in combinations(range(len(names)), 2):
            gap = (at[j] - at[i]) / near
            size = float(np.hypot(*gap))
            if size < 1:
                shove = gap / max(size, 1e-6) * (1 - size) * near * 0.22
                push[i] -= shove
                push[j] += shove
        at += push * loose * (1 - step / 2000)
        at[:, 0] = at[:, 0].clip(24 + MARGIN, 1576 - MARGIN)
        at[:, 1] = at[:, 1].clip(24 + MARGIN - 10, 1000)
    return dict(zip(names, at, strict=True))
