"""`python -m renderer.making STEP`: clips, emblems, fit, ground. See docs/renderer.md."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from renderer.boards.facts import Points
from renderer.boards.layout import FLEET
from renderer.boards.names import ZONE
from renderer.games import pictures
from renderer.ink.geometry import Box
from renderer.making import ground as grounds
from renderer.making.emblems import emblems, fonts
from renderer.making.fit import Fit
from renderer.making.sources import extract
from renderer.making.spread import spread
from renderer.making.warp import Warp

HERE = Path(__file__).parent
CLIPS, ASSETS = HERE / "clips", HERE.parent / "assets"
DATA = HERE.parent.parent / "data"
LINE = "# ---- fitted\n"
GROUND_SCALE = 1.5


def main(step: str, name: str, *rest: str) -> None:
    if step == "clips":
        extract(Path(name), CLIPS)
    elif step == "emblems":
        emblems(Path(name), ASSETS)
        fonts(ASSETS)
    elif step == "fit":
        fit(DATA / name, _tries(rest))
    elif step == "ground":
        ground(DATA / name)


def _tries(rest: tuple[str, ...]) -> int:
    return int(rest[0]) if rest else 4


def fit(folder: Path, seeds: int) -> None:
    """Places, names and bends, written below the line of layout.yaml."""
    board, drawn = _read(folder)
    facts = pictures(folder.name).board(folder)
    assert isinstance(facts, Points)
    at = spread({k: tuple(v["at"]) for k, v in board["places"].items()}, {"Oran"})
    spots = {k: (round(float(x)), round(float(y))) for k, (x, y) in at.items()}
    land = _land(board, spots, drawn["size"])
    edge = drawn["frame"] + 4
    frame = Box(edge, edge, drawn["size"][0] - edge, drawn["size"][1] - edge)
    best = None
    for seed in range(2, 2 + seeds):
        tried = Fit(board, facts.places, spots, land, _obstacles(drawn), frame, seed)
        cost = tried.run(16)
        sys.stdout.write(f"seed {seed}: {cost:.0f}\n")
        sys.stdout.flush()
        if best is None or cost < best[0]:
            best = (cost, tried)
            _write(folder / "layout.yaml", tried)
    assert best is not None
    for cost, key, what in best[1].worst():
        if cost:
            sys.stdout.write(f"  {key} {what} {cost:.0f}\n")


def ground(folder: Path) -> None:
    board, drawn = _read(folder)
    picture = grounds.ground(board, drawn, CLIPS, GROUND_SCALE)
    (ASSETS / "ground").mkdir(exist_ok=True)
    picture.save(ASSETS / "ground" / drawn["ground"], quality=82, method=6)


def _read(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    board, drawn = (
        yaml.safe_load((folder / name).read_text()) for name in ("board.yaml", "layout.yaml")
    )
    return board, drawn


def _obstacles(drawn: dict[str, Any]) -> list[Box]:
    found = [Box(*sides) for sides in drawn["boxes"].values()]
    for zone in drawn["zones"].values():
        found += [Box.around(at, FLEET) for at in zone["fleets"].values()]
        found += [Box.around(zone["at"], (34, 34)), Box.around(zone["name"], (190, ZONE + 2))]
    for region in drawn["regions"]:
        wide = len(region["name"]) * (region["size"] * 0.6 + region["space"])
        found.append(Box.around(region["at"], (wide, region["size"])))
    return found


def _land(board: dict[str, Any], spots: dict[str, Any], size: list[int]) -> np.ndarray:
    names = list(board["places"])
    warp = Warp([tuple(board["places"][n]["at"]) for n in names], [spots[n] for n in names])
    lon, lat = warp.country(size[0], size[1], 1.0)
    return grounds._sampled(grounds._polygons(grounds._land(CLIPS)), lon, lat)


def _write(path: Path, made: Fit) -> None:
    head = path.read_text().split(LINE)[0] + LINE
    rows = ["# A place: the town, the middle of its name with its marks.", "places:"]
    for key in made.places:
        nx, ny = made.label[key][0].centre
        _, lines, beside = made.label[key]
        x, y = made.at[key]
        row = f"  {key}: {{at: [{x}, {y}], name: [{nx:.0f}, {ny:.0f}]"
        if len(lines) > 1:
            row += f", lines: [{', '.join(lines)}]"
        rows.append(row + (", beside: true}" if beside else "}"))
    rows += ["# How far a road bulges to the left of its way from the first town.", "bends:"]
    for key, bend in made.bend.items():
        a, b = key.split(" ")
        far = bend * float(np.hypot(*(np.array(made.at[a]) - made.at[b])))
        if round(far):
            rows.append(f"  {key}: {far:.0f}")
    path.write_text(head + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
