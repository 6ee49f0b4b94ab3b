"""What the computer player goes by: what Cities are worth, what they cost, who would win.

Everything is counted in SP: a victory point is worth so many of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.games.crusade.book.attrition import SAFE, total
from engine.games.crusade.book.ground import enemy_city, foes, hostile, within
from engine.games.crusade.book.siege import assault_drm
from engine.games.crusade.table.board import CITY, Board
from engine.games.crusade.table.people import ARMENIANS, CRUSADER, FATIMIDS, MOSUL, MUSLIM, PLAYED
from engine.games.crusade.table.state import (
    State,
    faction_of,
    here,
    knights_of,
    player_of,
    princes,
    side_of,
    strength,
)

POINT = 4.0  # what a victory point is worth
BASE = 0.5  # what any City is worth: a roof, stores, and one less for the enemy
MARCHES = 2.0  # of an army in a turn
ACTIVATION = 2.0  # what it costs to be on the way once more
LAST = 14


def prize(s: State, f: int, city: int) -> float:
    """What a faction gains by a City, in SP."""
    board = s.board
    if f == MOSUL:
        worth = float(board.mosul_prizes[city] if city in s.lists[f] else 0)
    elif f < PLAYED:
        worth = float(board.prizes[CRUSADER if f < 4 else MUSLIM][city])
        wish = s.lists[f]
        if f < 4 and princes(s) and wish:
            worth = worth + board.lists.missed if city in wish else 0.0
        if f < 4 and s.cross == city:
            worth += board.true_cross_points
    else:
        worth = 0.0
    return POINT * zeal(s) * worth + BASE


def zeal(s: State) -> float:
    """Men are for spending, and the nearer the end the more so."""
    return 1 + 1.5 * (s.turn / LAST) ** 2


def denial(s: State, f: int, city: int) -> float:
    """What the holder of a City loses with it, as far as that helps a faction."""
    owner = s.control[city]
    if not 0 <= owner < PLAYED:
        return 0.0
    others = len(s.form.seats) - 1
    return prize(s, owner, city) / max(1, others)


# -- the road ------------------------------------------------------------------------------------


def road_loss(s: State, company: Sequence[int], points: int, paid: int = 0) -> float:
    """The SP that a march of so many attrition points costs in the mean (6.3A)."""
    sp = strength(s, company)
    if not sp:
        return 0.0
    side = side_of(faction_of(s, company[0]))
    base = total(s, 0, sp, knights_of(s, company), points, side, paid)
    return mean_excess(base)


@lru_cache(maxsize=256)
def mean_excess(base: int) -> float:
    """Of a die and a number over what costs nothing."""
    return sum([max(0, base + die - SAFE) for die in range(1, 7)]) / 6


class Pace(NamedTuple):
    """How a company goes a long way: points of one march, and SP that each point costs."""

    points: int
    loss: float


def pace(s: State, company: Sequence[int]) -> Pace:
    """The length of a march at which men and time are spent best."""
    sp = strength(s, company)
    once = ACTIVATION + camp_loss(s, sp, s.board.points.start) / MARCHES
    best = min(range(2, 15), key=lambda p: (road_loss(s, company, p) + once) / p)
    return Pace(best, (road_loss(s, company, best) + once - ACTIVATION) / best)


def camp_loss(s: State, sp: int, node: int) -> float:
    """6.3C: what the end of a turn costs an army in the open."""
    value = s.board.value[node] + sp // 10
    return 1 + sum([max(0, value - die) for die in range(1, 7)]) / 6


# -- walls ---------------------------------------------------------------------------------------


class Storming(NamedTuple):
    """What one assault brings in the mean."""

    points: float
    lost: float


def storming(s: State, x: int, city: int, sp: int, besieging: bool) -> Storming:
    drm = assault_drm(s, x, city, sp, besieging)
    points, lost = _storming(s.board, drm)
    return Storming(points, min(lost, float(sp)))


@lru_cache(maxsize=128)
def _storming(board: Board, drm: int) -> tuple[float, float]:
    rows = [board.charts.storm(die + drm) for die in range(1, 7)]
    return sum([row.points for row in rows]) / 6, sum([row.attacker for row in rows]) / 6


def siege_cost(s: State, x: int, city: int, sp: int) -> float:
    """The SP that it takes to win a City by assault, or by hunger if that is cheaper."""
    left = s.board.sdv[city] - s.ap[city]
    one = storming(s, x, city, sp, sp >= 5 * s.board.sdv[city])
    by_storm = 999.0 if one.points <= 0 else left / one.points * (one.lost + ACTIVATION / 2)
    if sp < 5 * s.board.sdv[city]:
        return by_storm
    turns = (within(s, city) + s.stock[city] / 2) / 3
    by_hunger = 3.5 * turns
    return min(by_storm, by_hunger)


# -- battles -------------------------------------------------------------------------------------

_QUALITY = {CRUSADER: 1.25, MUSLIM: 0.95}


def might(s: State, leaders: Sequence[int]) -> float:
    """What an army is worth in a Pitched Battle."""
    if not leaders:
        return 0.0
    side = side_of(faction_of(s, leaders[0]))
    quality = _QUALITY.get(side, 0.7)
    best = max([s.board.people.leaders[x].value(False) for x in leaders])
    return strength(s, leaders) * (quality + 0.06 * best) + 2.5 * knights_of(s, leaders)


def odds(s: State, mine: Sequence[int], theirs: Sequence[int]) -> float:
    """The ratio of what two armies are worth."""
    other = might(s, theirs)
    return might(s, mine) / other if other else 9.0


def threat(s: State, player: int, node: int, far: int = 3) -> int:
    """SP of the strongest hostile army within so many steps of a space."""
    away = s.board.away[node]
    return max(
        [
            s.army[x]
            for x, at in enumerate(s.at)
            if 0 <= at < len(s.board.places)
            and s.army[x]
            and away[at] <= far
            and hostile(s, player, x)
        ],
        default=0,
    )


def friends_at(s: State, x: int, node: int) -> list[int]:
    """Armies in a space that would besiege beside a leader."""
    player = player_of(s, x)
    return [
        y
        for y in here(s, node)
        if y != x and s.army[y] and not hostile(s, player, y) and faction_of(s, y) < FATIMIDS
    ]


def targets(s: State, x: int) -> list[int]:
    """Cities that a leader may act against."""
    player, f = player_of(s, x), faction_of(s, x)
    board = s.board
    return [
        city
        for city in board.cities
        if board.kind[city] == CITY
        and city != board.cyprus
        and s.ruined[city] < 0
        and enemy_city(s, player, city)
        and not (s.control[city] == ARMENIANS and f == ARMENIANS)
        and prize(s, f, city) > 2 * BASE
    ]


def guarded(s: State, player: int, city: int) -> list[int]:
    """Hostile armies before the walls."""
    return foes(s, player, s.board.gate[city])
