"""The end of Granada: who has won and why, and how the points came about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from engine.tongues import ENGLISH, Field, Said, Tongue
from renderer.boards.layout import Layout
from renderer.errors import RenderError, refused
from renderer.games.granada.faces import card
from renderer.games.granada.scene import number, revealed, when
from renderer.games.granada.words import copies, ended, people, say, undrawn
from renderer.pictures.ending import End, Part, Total
from renderer.words import commas

View = Mapping[str, Any]

PARTS = ("castles", "watchtowers", "resources")
SIGNS = ("castle", "white-tower", "star")
WORTH = {"christian": (2.0, 0.5, 1.0), "muslim": (3.0, 1.0, 1.5)}  # 2.2: what each part scores
NOTE = 54  # letters on a line of notes
MONARCHS = ("Ferdinand", "Isabella")


@dataclass(frozen=True)
class Reckoning:
    """How the points of a side came about. `other` is what a moderator gave or took."""

    side: str
    counts: tuple[int, ...]  # in the order of PARTS
    total: float
    other: float

    def scored(self, part: int) -> float:
        return self.counts[part] * WORTH[self.side][part]


def end(view: View, plan: Layout, tongue: Tongue = ENGLISH) -> End:
    """Raises RenderError while the game is being played."""
    if not view["winner"]:
        raise refused("end")
    if not revealed(view):
        raise RenderError(undrawn("hidden"))
    winner, why = view["winner"], ended(reason(view, plan))
    sides = tuple(reckoning(view, plan, side) for side in WORTH)
    return End(
        winner=winner,
        title=tongue.word(say("won", people=people(winner))),
        reason=tongue.word(ended("reason", why=why, when=when(view))),
        sides=tuple(_total(side, _notes(view, side.side, tongue), tongue) for side in sides),
        words=tuple(map(tongue.word, _words(view, why, sides, tongue))),
    )


def held(view: View, side: str, tongue: Tongue) -> Field:
    """The hand a side was left with, alike cards together."""
    counted = Counter(card(side, key, tongue).name for key in view[side]["hand"])
    if not counted:
        return say("card.none")
    return commas(copies(name, n) for name, n in counted.items())


def _notes(view: View, side: str, tongue: Tongue) -> tuple[str, ...]:
    return tuple(wrap(tongue.word(ended("held", cards=held(view, side, tongue))), NOTE))


def _total(side: Reckoning, notes: tuple[str, ...], tongue: Tongue) -> Total:
    parts = [
        Part(
            tongue.word(ended(entry)),
            SIGNS[i],
            f"{side.counts[i]} × {number(WORTH[side.side][i])}",
            _sum(side, i),
        )
        for i, entry in enumerate(PARTS)
    ]
    if side.other:
        parts.append(Part(tongue.word(ended("moderator")), "", "", number(side.other)))
    called = tongue.word(people(side.side))
    return Total(side.side, called, number(side.total), tuple(parts), notes)


def _sum(side: Reckoning, part: int) -> str:
    return f"= {number(side.scored(part))}"


def reason(view: View, plan: Layout) -> str:
    """2.1, 2.2: read off the board, which is public: a view does not name it. The entry."""
    granada = _capital(view, plan)
    if view["winner"] == "christian" and granada["castle"] == "christian":
        return "alhambra"
    if view["winner"] == "muslim" and set(MONARCHS) <= set(view["christian"]["eliminated"]):
        return "monarchs"
    if view["christian"]["points"] == view["muslim"]["points"]:
        return "equal"
    return "points"


def _capital(view: View, plan: Layout) -> View:
    name = next(t.key for t in plan.towns.values() if t.capital and t.territory == "muslim")
    found: View = view["locations"][name]
    return found


def reckoning(view: View, plan: Layout, side: str) -> Reckoning:
    """2.2: castles, watchtowers and resources of a side, and what they score."""
    places = view["locations"]
    towns = [plan.town(key) for key in places]
    castles = sum(1 for t in towns if t.castle and places[t.key]["castle"] == side)
    towers = sum(1 for t in towns if t.tower and places[t.key]["control"] == side)
    total = view[side]["points"]
    worth = WORTH[side]
    rest = total - castles * worth[0] - towers * worth[1]
    held = [t.key for t in towns if t.resource and places[t.key]["control"] == side]
    if side == "muslim":
        line = _linked(view, plan)
        held = [key for key in held if key in line]
    resources = len(held)
    granada = _capital(view, plan)
    if granada["castle"] == "muslim" and granada["control"] != "muslim":
        # who scores while the Alhambra is besieged is a choice of the table: the total tells
        resources = max(0, round(rest / worth[2]))
    other = rest - resources * worth[2]
    return Reckoning(side, (castles, towers, resources), total, other)


def _linked(view: View, plan: Layout) -> set[str]:
    """2.2: every place with a line by road to Granada that no Christian place cuts."""
    places = view["locations"]
    start = next(t.key for t in plan.towns.values() if t.capital and t.territory == "muslim")
    if places[start]["control"] != "muslim":
        return set()
    found, fresh = {start}, [start]
    while fresh:
        here = fresh.pop()
        for road in plan.roads:
            if here in road.ends:
                there = road.ends[road.ends[0] == here]
                if there not in found and places[there]["control"] != "christian":
                    found.add(there)
                    fresh.append(there)
    return found


# -- in words ------------------------------------------------------------------------------------


def _words(view: View, why: Said, sides: tuple[Reckoning, ...], tongue: Tongue) -> Iterator[Said]:
    yield ended("words", when=when(view), people=people(view["winner"]), why=why)
    for side in sides:
        parts = [
            ended(f"{part}.made", count=n, worth=number(worth), points=number(n * worth))
            for n, part, worth in zip(side.counts, PARTS, WORTH[side.side], strict=True)
        ]
        if side.other:
            parts.append(ended("moderator.made", points=number(side.other)))
        total = number(side.total)
        yield ended("side", people=people(side.side), points=total, parts=commas(parts))
    for side in sides:
        cards = held(view, side.side, tongue)
        yield ended("held.side", people=people(side.side), cards=cards)
