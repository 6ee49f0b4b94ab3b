"""A first fit of a layout: names, stacks and bends that stay out of each other's way.

Local search over a cost of overlaps. What it writes is meant to be corrected by hand; the tests
of the renderer hold the result to the same rules.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import numpy as np

from renderer.boards.facts import Place
from renderer.boards.layout import REACH, STACK
from renderer.boards.names import size
from renderer.ink.geometry import Box, curve

Shape = tuple[Box, tuple[str, ...], bool]
HARD = 40.0


class Fit:
    def __init__(
        self,
        board: dict[str, Any],
        places: Mapping[str, Place],
        at: Mapping[str, tuple[float, float]],
        land: np.ndarray,
        obstacles: list[Box],
        frame: Box,
        seed: int = 1,
    ) -> None:
        self.board, self.at, self.land, self.frame = board, at, land, frame
        self.rng = Random(seed)
        self.places = places
        self.reach = {k: REACH[v.kind] for k, v in self.places.items()}
        self.fixed = list(obstacles) + [self.disc(k) for k in self.places]
        self.owner = [""] * len(obstacles) + list(self.places)
        self.roads = {" ".join(r["between"]): r for r in board["roads"]}
        self.bend = dict.fromkeys(self.roads, 0.0)
        self.points = {k: self.line(k, 0.0) for k in self.roads}
        self.slot = {k: Box.around((at[k][0], at[k][1] - 50), STACK) for k in self.places}
        self.label: dict[str, Shape] = {k: next(self.labels(k)) for k in self.places}

    def disc(self, key: str) -> Box:
        r = self.reach[key]
        return Box.around(self.at[key], (2 * r + 4, 2 * r + 4))

    def line(self, key: str, bend: float) -> np.ndarray:
        a, b = self.roads[key]["between"]
        length = math.dist(self.at[a], self.at[b])
        points = np.array(curve(self.at[a], self.at[b], bend * length))
        far = np.minimum(
            np.hypot(*(points - self.at[a]).T) - self.reach[a],
            np.hypot(*(points - self.at[b]).T) - self.reach[b],
        )
        return points[far > 0]

    # -- candidates ------------------------------------------------------------------------------

    def labels(self, key: str) -> Iterator[Shape]:
        facts = self.places[key]
        kind, name, count = facts.kind, facts.name, len(facts.marks)
        forms: list[tuple[str, ...]] = [(name,)]
        if " " in name:
            words = name.split(" ")
            cut = 1 if len(words) < 4 else 2
            forms.append((" ".join(words[:cut]), " ".join(words[cut:])))
        for lines in forms:
            for beside in (True, False) if count else (False,):
                room = size(kind, lines, count, beside)
                for box in self.around(key, room, 24, (1, 7)):
                    yield box, lines, beside

    def around(
        self, key: str, room: tuple[float, float], steps: int, gaps: tuple[int, ...]
    ) -> Iterator[Box]:
        """Boxes that touch the town's disc, all round it."""
        x, y = self.at[key]
        w, h = room
        for gap in gaps:
            r = self.reach[key] + gap
            for i in range(steps):
                angle = math.pi / 2 + 2 * math.pi * i / steps
                dx, dy = math.cos(angle), math.sin(angle)
                reach = 0.0
                while True:
                    cx, cy = x + dx * reach, y + dy * reach
                    px = max(abs(cx - x) - w / 2, 0)
                    py = max(abs(cy - y) - h / 2, 0)
                    if math.hypot(px, py) >= r:
                        break
                    reach += 2
                yield Box.around((round(cx), round(cy)), room)

    # -- costs -----------------------------------------------------------------------------------

    def boxes(self, skip: str, what: str) -> list[Box]:
        out = [b for b, o in zip(self.fixed, self.owner, strict=True) if o != skip]
        out += [b for k, b in self.slot.items() if not (k == skip and what == "slot")]
        out += [s[0] for k, s in self.label.items() if not (k == skip and what == "label")]
        return out

    def box_cost(self, box: Box, others: np.ndarray, roads: np.ndarray, road: float) -> float:
        across = np.minimum(others[:, 2], box.right + 2) - np.maximum(others[:, 0], box.left - 2)
        down = np.minimum(others[:, 3], box.bottom + 2) - np.maximum(others[:, 1], box.top - 2)
        both = np.clip(across, 0, None) * np.clip(down, 0, None)
        cost = float(np.sum(np.where(both > 0, HARD + both * 0.4, 0)))
        if not box.inside(self.frame):
            cost += 2000
        hit = (
            (roads[:, 0] > box.left - 3)
            & (roads[:, 0] < box.right + 3)
            & (roads[:, 1] > box.top - 3)
            & (roads[:, 1] < box.bottom + 3)
        )
        return cost + float(self.weights[hit].sum()) * road

    def lines(self) -> np.ndarray:
        """All points of all roads; a point of a short road weighs more: less of it may be hid."""
        self.weights = np.concatenate(
            [np.full(len(p), max(1.0, 18 / max(1, len(p)))) for p in self.points.values()]
        )
        return np.concatenate(list(self.points.values()))

    def road_cost(self, key: str, bend: float, boxes: np.ndarray, others: np.ndarray) -> float:
        points = self.line(key, bend)
        if not len(points):
            return 0.0
        cost = bend * bend * 140  # a gentle bend costs little, a bow much
        x, y = points[:, 0:1], points[:, 1:2]
        for grow, weight in ((4, 3.0),):
            hit = (
                (x > boxes[:, 0] - grow)
                & (x < boxes[:, 2] + grow)
                & (y > boxes[:, 1] - grow)
                & (y < boxes[:, 3] + grow)
            )
            cost += float(hit.sum()) * weight
        rows = np.clip(points[:, 1].astype(int), 0, self.land.shape[0] - 1)
        cols = np.clip(points[:, 0].astype(int), 0, self.land.shape[1] - 1)
        cost += float((self.land[rows, cols] < 0.5).sum()) * 4
        if len(others):
            near = np.hypot(x - others[:, 0], y - others[:, 1]).min(axis=1)
            cost += float((near < 13).sum()) * 1.2
        return cost

    # -- search ----------------------------------------------------------------------------------

    def run(self, sweeps: int = 14) -> float:
        for sweep in range(sweeps):
            self.bend_roads()
            self.place_boxes(shake=sweep < sweeps - 4)
        return self.total()

    def bend_roads(self) -> None:
        keys = list(self.roads)
        self.rng.shuffle(keys)
        for key in keys:
            a, b = self.roads[key]["between"]
            boxes = np.array(
                [x for x, o in zip(self.fixed, self.owner, strict=True) if o not in (a, b)]
                + list(self.slot.values())
                + [s[0] for s in self.label.values()]
            )
            others = [self.apart(k, {a, b}) for k in self.roads if k != key]
            lines = np.concatenate(others) if others else np.zeros((0, 2))
            best = min(
                (i / 50 for i in range(-13, 14)),
                key=lambda c: self.road_cost(key, c, boxes, lines),
            )
            self.bend[key], self.points[key] = best, self.line(key, best)

    def apart(self, key: str, ends: set[str]) -> np.ndarray:
        """A road's line; near a town that it shares it may run beside another, further on not."""
        points = self.points[key]
        for town in ends & set(self.roads[key]["between"]):
            points = points[np.hypot(*(points - self.at[town]).T) > 52]
        return points

    def place_boxes(self, shake: bool) -> None:
        keys = [(k, w) for k in self.places for w in ("slot", "label")]
        self.rng.shuffle(keys)
        roads = self.lines()
        for key, what in keys:
            others = np.array(self.boxes(key, what))
            noise = 6.0 if shake else 0.0
            if what == "slot":
                options = list(self.around(key, STACK, 32, (1, 6)))
                _x, y = self.at[key]
                costs = [
                    self.box_cost(b, others, roads, 7.0)
                    + (b.centre[1] - y) * 0.02
                    + self.rng.random() * noise
                    for b in options
                ]
                self.slot[key] = options[int(np.argmin(costs))]
            else:
                shapes = list(self.labels(key))
                costs = [
                    self.box_cost(s[0], others, roads, 3.0)
                    + self.rng.random() * noise
                    + (2.0 if len(s[1]) > 1 else 0)
                    - (s[0].centre[1] - self.at[key][1]) * 0.02
                    for s in shapes
                ]
                self.label[key] = shapes[int(np.argmin(costs))]

    def total(self) -> float:
        roads = self.lines()
        cost = 0.0
        for key in self.places:
            cost += self.box_cost(self.slot[key], np.array(self.boxes(key, "slot")), roads, 5.0)
            cost += self.box_cost(
                self.label[key][0], np.array(self.boxes(key, "label")), roads, 3.0
            )
        return cost

    def worst(self) -> list[tuple[float, str, str]]:
        roads = self.lines()
        rows = []
        for key in self.places:
            for what, box in (("slot", self.slot[key]), ("label", self.label[key][0])):
                rows.append(
                    (self.box_cost(box, np.array(self.boxes(key, what)), roads, 5.0), key, what)
                )
        return sorted(rows, reverse=True)[:24]
