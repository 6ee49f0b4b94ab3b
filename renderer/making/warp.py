"""A smooth map between picture and country that meets every town exactly."""

from __future__ import annotations

import numpy as np
from scipy.interpolate import RBFInterpolator
from scipy.ndimage import map_coordinates

from renderer.making.spread import anchors, columns, rows


class Warp:
    """Picture to country. Made from towns and anchors; smooth in between."""

    def __init__(
        self, country: list[tuple[float, float]], picture: list[tuple[float, float]]
    ) -> None:
        held = anchors()
        geo = np.array(list(country) + held)
        at = np.array(list(picture) + [(float(columns(x)), float(rows(y))) for x, y in held])
        self._back = RBFInterpolator(at / 100, geo, kernel="thin_plate_spline", smoothing=0.006)
        self._forth = RBFInterpolator(geo, at / 100, kernel="thin_plate_spline", smoothing=0.001)

    def country(
        self, width: int, height: int, scale: float, step: int = 8
    ) -> tuple[np.ndarray, np.ndarray]:
        """Longitude and latitude of every pixel: computed on a coarse grid, then made finer."""
        xs = np.arange(-step, width + 2 * step, step)
        ys = np.arange(-step, height + 2 * step, step)
        grid = np.array(np.meshgrid(xs, ys)).reshape(2, -1).T
        coarse = self._back(grid / scale / 100)
        lon, lat = (coarse[:, i].reshape(len(ys), len(xs)) for i in (0, 1))
        rr, cc = np.mgrid[0:height, 0:width]
        where = [(rr + 0.5) / step + 1, (cc + 0.5) / step + 1]
        return map_coordinates(lon, where, order=3), map_coordinates(lat, where, order=3)

    def picture(self, points: np.ndarray) -> np.ndarray:
        return self._forth(points) * 100
