"""The computer on the lake: packs of boats that bombard, canoes that fall on weak ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import lru_cache

from engine.core import Action
from engine.games.cortes.book.movement import Move
from engine.games.cortes.book.odds import clamp, ratio
from engine.games.cortes.book.stacking import fits
from engine.games.cortes.computer.judging import BOAT, REGULAR, mean_worth, outlook, strength
from engine.games.cortes.table.board import AZTEC, GUNBOAT, INFANTRY, SPANISH
from engine.games.cortes.table.pieces import Realm
from engine.games.cortes.table.state import LED, MOVED, SACRIFICE, SHIFT, State

FEW = 22  # units on the island below which the canoes come home
PACK = 6  # boats that keep together
WORTH = 1.0  # what a lake battle must promise the Aztec


def sail(s: State, side: int) -> Action | None:
    return fleet(s) if side == SPANISH else canoes(s)


# -- boats -----------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def passages(board: Realm, goal: int) -> tuple[int, ...]:
    """Steps from every area to one of them."""
    found = [99] * len(board.next)
    found[goal] = 0
    queue = deque([goal])
    while queue:
        here = queue.popleft()
        for there in board.next[here]:
            if found[there] == 99:
                found[there] = found[here] + 1
                queue.append(there)
    return tuple(found)


def fleet(s: State) -> Action | None:
    """Boats go in packs to the shores where they can do most."""
    board = s.board
    if (landing := ashore(s)) is not None:
        return landing
    aims = {a: _shore(s, a) for a in range(len(board.next))}
    for place in sorted(s.stacks[SPANISH]):
        if place < board.hexes:
            continue
        stack = s.at(SPANISH, place)
        boats = [e for e in stack if board.face_type[e >> SHIFT] == GUNBOAT]
        free = [e for e in boats if not e & MOVED]
        if not free:
            continue
        area = place - board.hexes
        n = min(len(free), PACK) if len(free) < 2 * PACK else PACK
        if len(free) - n < PACK // 2:
            n = len(free)
        goal = _goal(s, area, n, aims)
        if goal == area:
            continue
        step = min(board.next[area], key=lambda a: (passages(board, goal)[a], a))
        # Cortés goes with the last pack, so that the first can be named by faces alone
        crew = sorted(free, key=lambda e: (bool(e & LED), e))[:n]
        faces = sorted(e >> SHIFT for e in crew)
        units = [board.faces[f] for f in faces]
        if any(e & LED for e in crew) and not s.leader_moved[SPANISH]:
            units.append(board.faces[board.leader_face[SPANISH]])
        return Move.act(
            start=board.places[place], units=tuple(units),
            road=(board.places[board.hexes + step],),
        )  # fmt: skip
    return None


def _goal(s: State, area: int, n: int, aims: dict[int, float]) -> int:
    """The area that is worth most, less with every step, and less where others are already."""
    board = s.board

    def merit(a: int) -> float:
        there = s.at(SPANISH, board.hexes + a)
        moved = sum(1 for e in there if e & MOVED or a != area)
        gain = min(aims[a], 0.5 * n) if moved < PACK else 0.3 * min(aims[a], 0.5 * n)
        return gain * 0.8 ** passages(board, a)[area] - _menace(s, a, n + moved)

    return max(aims, key=lambda a: (merit(a), a == area, -a))


def boats_near(s: State, area: int) -> int:
    """Boats that can be in an area after their next move."""
    board = s.board
    return sum(
        1
        for a in (area, *board.next[area])
        for f in s.faces(SPANISH, board.hexes + a)
        if board.face_type[f] == GUNBOAT
    )


def under_fire(s: State, place: int) -> float:
    """Steps that boats could take from a hex in one turn."""
    board = s.board
    boats = max((boats_near(s, a) for a in board.borders[place]), default=0)
    return min(4, boats) * (1 / 3 if place in board.forts else 1 / 2)


def _shore(s: State, area: int) -> float:
    """What boats can hit from an area in one bombardment."""
    board, total = s.board, 0.0
    for place in board.shores[area]:
        foes = s.fighting(AZTEC, place)
        if not foes:
            continue
        worth = mean_worth(board, foes)
        near = any(strength(s, SPANISH, p) for p in board.crossed[place])
        rate = 4 / 3 if place in board.forts else 2.0
        total += worth * rate * (2.0 if near else 1.5 if place in board.forts else 1.0)
    return total


def _menace(s: State, area: int, boats: int) -> float:
    """What canoes could do to them there."""
    board = s.board
    about = sum(strength(s, AZTEC, p) for p in board.shores[area])
    about += sum(strength(s, AZTEC, board.hexes + a) for a in (area, *board.next[area]))
    odds = 0.5 * about / max(1, 4 * boats)  # half of them will come, at most
    return 0.0 if odds < 2 else odds - 1


def ashore(s: State) -> Action | None:
    """7.19: Cortés joins a strong stack on the shore."""
    board, place = s.board, s.leaders[SPANISH]
    if place < board.hexes or s.leader_moved[SPANISH]:
        return None
    if any(e & LED and e & MOVED for e in s.at(SPANISH, place)):
        return None
    leader = board.leader_face[SPANISH]
    for there in board.shores[place - board.hexes]:
        foot = [f for f in s.fighting(SPANISH, there) if board.face_type[f] == INFANTRY]
        able = board.coastal[there] and fits(s, SPANISH, there, (leader,))
        if able and len(foot) >= 3 and sum(board.face_steps[f] for f in foot) >= 8:
            return Move.act(
                start=board.places[place], units=(board.faces[leader],),
                road=(board.places[there],),
            )  # fmt: skip
    return None


# -- canoes ----------------------------------------------------------------------------------------


def canoes(s: State) -> Action | None:
    """Regulars fall on boats where they can be many, and come home when they are not needed."""
    board = s.board
    for place in sorted(s.stacks[SPANISH]):
        if place < board.hexes or board.closed[place - board.hexes]:
            continue
        if (order := _swarm(s, place)) is not None:
            return order
    return _home(s)


def _swarm(s: State, place: int) -> Action | None:
    """Everybody about an area who is not needed where he stands."""
    board, area = s.board, place - s.board.hexes
    foes = s.fighting(SPANISH, place)
    defence = sum(board.factor[f] for f in foes)
    if not defence:
        return None
    around = [p for p in board.shores[area] if _idle(s, p)]
    around += [board.hexes + a for a in board.next[area] if not board.closed[a]]
    able = []
    for p in around:
        free = [e >> SHIFT for e in s.at(AZTEC, p) if not e & MOVED]
        if free and (p >= board.hexes or s.leaders[AZTEC] != p):
            able.append((p, free))
    here = sum(board.factor[f] for f in s.faces(AZTEC, place))
    total = here + sum(board.factor[f] for _, free in able for f in free)
    if not total or not able or _promise(s, here, defence, foes) >= 2 * WORTH:
        return None
    if _promise(s, total, defence, foes) < WORTH and not (
        here and _promise(s, total, defence, foes) > _promise(s, here, defence, foes)
    ):
        return None
    start, free = max(able, key=lambda row: (len(row[1]), -row[0]))
    units = tuple(board.faces[f] for f in sorted(free))
    return Move.act(start=board.places[start], units=units, road=(board.places[place],))


def _promise(s: State, attack: int, defence: int, foes: Sequence[int]) -> float:
    """8.26, 8.27: what a lake battle is worth to the Aztec."""
    if not attack:
        return -9.0
    board = s.board
    column = clamp(s, ratio(attack, defence) + s.marks.count(SACRIFICE))
    seen = outlook(board, column, 99, sum(board.face_steps[f] for f in foes), 0)
    return seen.defender * BOAT - max(1.0, 2 * seen.attacker) * REGULAR


def _idle(s: State, place: int) -> bool:
    """Whether those on a shore can be spared: no fort, no temple, no enemy beside them."""
    board = s.board
    if place in board.forts or place in board.temples or place == board.chapultepec:
        return False
    return not any(s.held(SPANISH, p) for p in board.crossed[place])


def _home(s: State) -> Action | None:
    """Canoes that boats can fall on, and all when the city is thinly held, land on the island."""
    board = s.board
    few = sum(1 for p in s.stacks[AZTEC] if p in board.on_island) < FEW
    for place in sorted(s.stacks[AZTEC]):
        if place < board.hexes:
            continue
        area = place - board.hexes
        hunted = 4 * boats_near(s, area) > strength(s, AZTEC, place)
        for face in dict.fromkeys(e >> SHIFT for e in s.at(AZTEC, place) if not e & MOVED):
            shores = [p for p in board.shores[area] if _landing(s, p, face)]
            empty = [p for p in shores if p in board.forts]
            if empty or ((few or hunted) and shores):
                goal = empty[0] if empty else min(shores, key=lambda p: board.from_centre[p])
                return Move.act(
                    start=board.places[place], units=(board.faces[face],),
                    road=(board.places[goal],),
                )  # fmt: skip
    return None


def _landing(s: State, place: int, face: int) -> bool:
    """Whether somebody can come ashore in the city."""
    if place not in s.board.on_island or s.someone(SPANISH, place):
        return False
    return place not in s.stacks[AZTEC] and fits(s, AZTEC, place, (face,))
