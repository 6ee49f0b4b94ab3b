"""The end of Granada: who has won and why, and how the points came about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from renderer.ending import End, Part, Total
from renderer.errors import RenderError
from renderer.games.granada.faces import card
from renderer.games.granada.scene import PEOPLE, number, revealed
from renderer.games.granada.sheets import when
from renderer.layout import Layout

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


def end(view: View, plan: Layout) -> End:
    """Raises RenderError while the game is being played."""
    if not view["winner"]:
        raise RenderError("The game is not over, so there is no picture of its end.")
    if not revealed(view):
        raise RenderError("The end is drawn with nothing hidden: from the revealed view.")
    winner, why = view["winner"], reason(view, plan)
    sides = tuple(reckoning(view, plan, side) for side in WORTH)
    return End(
        winner=winner,
        title=f"The {PEOPLE[winner]} have won",
        reason=f"{why} · {when(view)}",
        sides=tuple(_total(side, _notes(view, side.side)) for side in sides),
        words=tuple(_words(view, why, sides)),
    )


def held(view: View, side: str) -> str:
    """The hand a side was left with, alike cards together."""
    counted = Counter(card(side, key).name for key in view[side]["hand"])
    cards = [name if n == 1 else f"{name} ×{n}" for name, n in counted.items()]
    return f"in hand {', '.join(cards) or 'no card'}."


def _notes(view: View, side: str) -> tuple[str, ...]:
    said = held(view, side)
    return tuple(wrap(said[0].upper() + said[1:], NOTE))


def _total(side: Reckoning, notes: tuple[str, ...]) -> Total:
    parts = [
        Part(word, SIGNS[i], f"{side.counts[i]} × {number(WORTH[side.side][i])}", _sum(side, i))
        for i, word in enumerate(PARTS)
    ]
    if side.other:
        parts.append(Part("moderator", "", "", number(side.other)))
    return Total(side.side, PEOPLE[side.side], number(side.total), tuple(parts), notes)


def _sum(side: Reckoning, part: int) -> str:
    return f"= {number(side.scored(part))}"


def reason(view: View, plan: Layout) -> str:
    """2.1, 2.2: read off the board, which is public: a view does not name it."""
    granada = _capital(view, plan)
    if view["winner"] == "christian" and granada["castle"] == "christian":
        return "the Alhambra has fallen"
    if view["winner"] == "muslim" and set(MONARCHS) <= set(view["christian"]["eliminated"]):
        return "Ferdinand and Isabella are lost"
    if view["christian"]["points"] == view["muslim"]["points"]:
        return "equal points are a Muslim victory"
    return "more points at the end"


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


def _words(view: View, why: str, sides: tuple[Reckoning, ...]) -> Iterator[str]:
    yield f"The end, {when(view)}: the {PEOPLE[view['winner']]} have won; {why}."
    for side in sides:
        parts = [
            f"{n} {part} at {number(worth)} make {number(n * worth)}"
            for n, part, worth in zip(side.counts, PARTS, WORTH[side.side], strict=True)
        ]
        if side.other:
            parts.append(f"the moderator's hand {number(side.other)}")
        yield f"{PEOPLE[side.side]} {number(side.total)} points: {', '.join(parts)}."
    for side in sides:
        yield f"{PEOPLE[side.side]}: {held(view, side.side)}"
