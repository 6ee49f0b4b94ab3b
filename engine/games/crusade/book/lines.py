"""10: lines of communication, and who pays with the Resources of which City."""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush

from engine.games.crusade.book.ground import winter
from engine.games.crusade.table.people import BYZANTINES, CRUSADER, FATIMIDS, MUSLIM, PLAYED
from engine.games.crusade.table.state import (
    LINES,
    OWNERS,
    STORES,
    State,
    allows,
    faction_of,
    player_for,
    player_of,
    side_of,
    side_of_player,
)

LIMIT = 10  # attrition points of a Limited line
FAR = 10_000
SEA = 3  # zones of a line over sea; in winter 1


def blocked(s: State, player: int) -> set[int]:
    """10.1: the spaces where somebody, or their master, blocks a player's line."""
    board = s.board
    edge, cities = len(board.places), len(board.cities)
    shut = {
        at
        for x, at in enumerate(s.at)
        if 0 <= at < edge and s.army[x] and _shuts(s, player_of(s, x), faction_of(s, x), player)
    }
    bars = [_bars(s, owner, player) for owner in range(OWNERS)] + [False]  # the last is nobody
    for node, owner in enumerate(s.control):
        if bars[owner]:
            shut.add(node)
            if node < cities:
                shut.add(board.gate[node])
    return shut


def _shuts(s: State, owner: int, faction: int, player: int) -> bool:
    if owner >= 0:
        return not allows(s, owner, player, LINES)
    return faction == FATIMIDS and side_of_player(s, player) == CRUSADER


def _bars(s: State, owner: int, player: int) -> bool:
    whose = player_for(s, owner)
    if whose >= 0:
        return not allows(s, whose, player, LINES)
    return owner == FATIMIDS and side_of_player(s, player) == CRUSADER


def reach(s: State, player: int, faction: int, start: int, limit: int) -> dict[int, int]:
    """10.1: every space that a line reaches from `start`, with its attrition points; one part of
    it may lead over sea."""
    onward, over, shut = s.board.onward, sea_links(s, player, faction), blocked(s, player)
    best: dict[tuple[int, int], int] = {(start, 0): 0}
    heap = [(0, start, 0)]
    while heap:
        points, node, sailed = heappop(heap)
        if points > best[node, sailed]:
            continue
        if not sailed and node in over:
            for there in over[node]:
                _reach(best, heap, points, there, 1)
        for there, cost in onward[node]:
            total = points + cost
            if total <= limit and there not in shut and total < best.get((there, sailed), FAR):
                best[there, sailed] = total
                heappush(heap, (total, there, sailed))
    found: dict[int, int] = {}
    for (node, _), points in best.items():
        found[node] = min(points, found.get(node, FAR))
    return found


def _reach(
    best: dict[tuple[int, int], int], heap: list[tuple[int, int, int]], points: int, node: int,
    sailed: int,
) -> None:  # fmt: skip
    if points < best.get((node, sailed), FAR):
        best[node, sailed] = points
        heappush(heap, (points, node, sailed))


def fleet_in(s: State, side: int, zone: int) -> bool:
    return any(of == side and at == zone for of, at, _ in s.fleets)


@cache
def _none() -> dict[int, tuple[int, ...]]:
    return {}


def sea_links(s: State, player: int, faction: int) -> dict[int, tuple[int, ...]]:
    """10.1: City ports of the faction beside a fleet of its side, and the deep ports of the side
    that the sea links them to, and back."""
    if not s.fleets:
        return _none()
    board, side = s.board, side_of_player(s, player)
    far = 1 if winter(s) else SEA
    found: dict[int, list[int]] = {}
    deep = [
        city
        for city in board.cities
        if board.deep[city] and _of_side(s, s.control[city], side) and not _foe(s, side, city)
    ]
    for port in board.cities:
        zone = board.port[port]
        if zone < 0 or s.control[port] != faction or not fleet_in(s, side, zone):
            continue
        for there in deep:
            if there != port and _sails(s, side, zone, board.port[there], far):
                found.setdefault(port, []).append(there)
                found.setdefault(there, []).append(port)
    return {port: tuple(ends) for port, ends in found.items()}


def _of_side(s: State, owner: int, side: int) -> bool:
    if owner == BYZANTINES:
        return side == CRUSADER
    return 0 <= owner < PLAYED and side_of(owner) == side


def _foe(s: State, side: int, city: int) -> bool:
    return fleet_in(s, 1 - side, s.board.port[city])


def _sails(s: State, side: int, start: int, end: int, far: int) -> bool:
    """Whether so few zones lead from one to the other, none of them with an enemy fleet."""
    if fleet_in(s, 1 - side, start):
        return False
    seen, rim = {start}, {start}
    for _ in range(far - 1):
        if end in seen:
            return True
        rim = {
            z
            for zone in rim
            for z in s.board.zone_near[zone]
            if z not in seen and not fleet_in(s, 1 - side, z)
        }
        seen |= rim
    return end in seen


# -- Resources -------------------------------------------------------------------------------------


def has_stores(s: State, city: int) -> int:
    """10.2, 10.5: what a City can still give; Cyprus nothing until Byzantium opens it."""
    if s.ravaged[city] or s.ruined[city] >= 0:
        return 0
    if city == s.board.cyprus and not s.cyprus:
        return 0
    return s.stock[city]


def may_spend(s: State, player: int, city: int) -> bool:
    """10.3: whether a player may use a City's Resources."""
    owner = s.control[city]
    whose = player_for(s, owner)
    if whose >= 0:
        return whose == player or allows(s, whose, player, STORES)
    return owner == BYZANTINES and side_of_player(s, player) == CRUSADER


def payers(s: State, player: int, faction: int, node: int, limited: bool = True) -> list[int]:
    """10.3: Cities whose Resources can be spent at a space, the nearest first."""
    rich = [city for city in s.board.cities if may_spend(s, player, city) and has_stores(s, city)]
    if not rich:
        return []
    found = reach(s, player, faction, node, LIMIT if limited else FAR)
    own = [
        city
        for city in rich
        if city in found
        and (city != s.board.cyprus or s.board.port[node] >= 0 or _harbour(s, node))
    ]
    return sorted(own, key=lambda city: (found[city], city))


def _harbour(s: State, node: int) -> bool:
    city = s.board.city_of[node]
    return city >= 0 and s.board.port[city] >= 0


def egypt_pays(s: State, player: int, faction: int, node: int) -> int:
    """10.6: what the Fatimid box gives this turn, where a line leads to it."""
    who, stores = s.egypt
    if who != player or not stores or side_of_player(s, player) != MUSLIM:
        return 0
    found = reach(s, player, faction, node, LIMIT)
    return stores if any(end in found for end in s.board.links[s.board.egypt]) else 0


def purse(s: State, player: int, faction: int, node: int, limited: bool = True) -> int:
    """All that could be spent at a space."""
    total = sum([has_stores(s, city) for city in payers(s, player, faction, node, limited)])
    return total + egypt_pays(s, player, faction, node) + free(s, faction)


def free(s: State, faction: int) -> int:
    """6 Resources of each Crusader faction in turn 1, wherever it is."""
    return s.free[faction] if faction < 4 and s.turn == 1 else 0


def pay(
    s: State, player: int, faction: int, node: int, amount: int, limited: bool = True
) -> tuple[int, ...]:
    """Spend Resources: those of turn 1 first, then of the nearest Cities, then of Egypt."""
    first = min(amount, free(s, faction))
    if first:
        s.free[faction] -= first
        amount -= first
    used = []
    if amount:
        for city in payers(s, player, faction, node, limited):
            part = min(amount, has_stores(s, city))
            s.stock[city] -= part
            amount -= part
            used.append(city)
            if not amount:
                break
    if amount and egypt_pays(s, player, faction, node) >= amount:
        s.egypt = (s.egypt[0], s.egypt[1] - amount)
    return tuple(used)
