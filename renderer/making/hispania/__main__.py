"""`python -m renderer.making.hispania STEP`: clips FOLDER, areas, fit, ground."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import yaml

from renderer.making.hispania.arcs import areas
from renderer.making.hispania.country import extract
from renderer.making.hispania.fit import fit
from renderer.making.hispania.ground import ground
from renderer.making.hispania.growth import grow

HERE = Path(__file__).parent
CLIPS = HERE.parent / "clips" / "hispania"
ASSETS = HERE.parents[1] / "assets"
DATA = HERE.parents[2] / "data" / "hispania"

GROUND_SCALE = 1.5


def main(step: str, *rest: str) -> None:
    if step == "clips":
        extract(Path(rest[0]), CLIPS)
    elif step == "areas":
        made = grown()
        text = json.dumps(made, ensure_ascii=False, separators=(",", ":"))
        (DATA / "areas.json").write_text(text + "\n")
    elif step == "fit":
        fit(DATA, yaml.safe_load((DATA / "board.yaml").read_text()))
    elif step == "ground":
        layout = yaml.safe_load((DATA / "layout.yaml").read_text())
        picture = ground(layout, CLIPS, GROUND_SCALE)
        picture.save(ASSETS / "ground" / layout["ground"], quality=82, method=6)


def grown() -> dict[str, Any]:
    points = yaml.safe_load((HERE / "points.yaml").read_text())
    corners = [
        {**corner, "turn": points["turns"].get(corner["round"][0], 0)}
        for corner in yaml.safe_load((DATA / "board.yaml").read_text())["corners"]
    ]
    names, labels = grow(points["provinces"], corners, CLIPS)
    return areas(names, labels, corners, CLIPS)


if __name__ == "__main__":
    main(*sys.argv[1:])
