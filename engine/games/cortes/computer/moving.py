"""The computer's movement: who joins which attack, who marches on, and where the boats go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.core import Action, Decision
from engine.games.cortes.book.movement import Done, Move, Raid
from engine.games.cortes.book.stacking import fits
from engine.games.cortes.computer import lake
from engine.games.cortes.computer.judging import (
    distances,
    front,
    held_by,
    prospect,
    strength,
    urgency,
    ways,
)
from engine.games.cortes.table.board import AZTEC, CANNON, CAVALRY, FOOT, INFANTRY, SPANISH
from engine.games.cortes.table.state import GUN, MOVED, SHIFT, State

ENOUGH = {SPANISH: 0.9, AZTEC: 1.2}  # what an attack must promise for somebody to march to it
SPENT = 3  # steps of a garrison that is not worth a fort
BETTER = 0.25  # by how much somebody who joins must better it
Faces = tuple[int, ...]


class Group(NamedTuple):
    """Units of one hex that go together."""

    start: int
    faces: Faces
    ways: Mapping[int, tuple[int, ...]]


def movement(s: State, side: int, decision: Decision) -> Action:
    """4.2: the lake first, then those who join an attack, then the others."""
    if not s.landed and (order := lake.sail(s, side)) is not None:
        return order
    if "raid" in decision.verbs and (order := raid(s, decision)) is not None:
        return order
    shut = held_by(s, 1 - side)
    crowd = groups(s, side, shut)
    if (order := (seize if side == SPANISH else shelter)(s, crowd, shut)) is not None:
        return order
    if (order := assault(s, side, crowd)) is not None:
        return order
    if (order := (march if side == SPANISH else guard)(s, crowd)) is not None:
        return order
    return Done.act()


def order_for(s: State, group: Group, goal: int) -> Action:
    board = s.board
    return Move.act(
        start=board.places[group.start],
        units=tuple(board.faces[f] for f in sorted(group.faces)),
        road=tuple(board.places[p] for p in group.ways[goal]),
    )


# -- who goes together -----------------------------------------------------------------------------


def groups(s: State, side: int, shut: frozenset[int]) -> list[Group]:
    """Those who can still move by land: infantry and cannons of a hex, horse, and each other."""
    board, found = s.board, []
    leader = board.leader_face[side]
    for place, stack in s.stacks[side].items():
        if place >= board.hexes:
            continue
        free = [e for e in stack if not e & MOVED]
        led = s.leaders[side] == place and side == SPANISH
        for faces in _parts(s, side, free):
            whole = faces
            if led and board.face_type[faces[0]] == INFANTRY:
                if s.leader_moved[side]:
                    continue  # nobody leaves Cortés alone
                whole = (*faces, leader)
            found.append(Group(place, whole, ways(s, place, whole, shut)))
    return found


def _parts(s: State, side: int, free: Sequence[int]) -> list[Faces]:
    board = s.board
    if side == AZTEC:
        return [tuple(sorted(e >> SHIFT for e in free))] if free else []
    foot = [e for e in free if board.face_type[e >> SHIFT] == INFANTRY]
    guns = sum(1 for e in foot if e & GUN)
    found = []
    if foot:
        cannons = [board.cannon] * min(guns, sum(1 for e in free if e >> SHIFT == board.cannon))
        found.append((*[e >> SHIFT for e in foot], *cannons))
    others = [e >> SHIFT for e in free if board.face_type[e >> SHIFT] not in (INFANTRY, CANNON)]
    horse = tuple(f for f in others if board.face_type[f] == CAVALRY)
    if horse:
        found.append(horse)
    allies = tuple(f for f in others if board.face_type[f] != CAVALRY)
    if allies:
        found.append(allies)
    return found


# -- leaders ---------------------------------------------------------------------------------------


def seize(s: State, crowd: Sequence[Group], shut: frozenset[int]) -> Action | None:
    """9.4: Cuauhtemoc alone is taken by whoever can get at him."""
    place, board = s.leaders[AZTEC], s.board
    if not 0 <= place < board.hexes or place in shut:
        return None
    able = [g for g in crowd if place in g.ways and fits(s, SPANISH, place, g.faces)]
    if not able:
        return None
    return order_for(s, min(able, key=lambda g: sum(board.factor[f] for f in g.faces)), place)


def shelter(s: State, crowd: Sequence[Group], shut: frozenset[int]) -> Action | None:
    """9.2: Cuauhtemoc goes to where he is safest, if he is alone or hard pressed."""
    board, place = s.board, s.leaders[AZTEC]
    if not 0 <= place < board.hexes or s.leader_moved[AZTEC]:
        return None
    face = board.leader_face[AZTEC]
    open_ = ways(s, place, (face,), shut)
    foes = held_by(s, SPANISH)
    far = distances(board, FOOT, foes) if foes else [99] * board.hexes

    def safe(p: int) -> float:
        about = sum(strength(s, SPANISH, q) for q in board.crossed[p])
        return min(strength(s, AZTEC, p), 12) - 0.7 * about + 0.5 * min(far[p], 8)

    goals = [p for p in open_ if p == place or p in s.stacks[AZTEC]]
    best = max(goals, key=lambda p: (safe(p), -p))
    if best == place or safe(best) < safe(place) + 3:
        return None
    return order_for(s, Group(place, (face,), open_), best)


# -- attacks ---------------------------------------------------------------------------------------


def assault(s: State, side: int, crowd: Sequence[Group]) -> Action | None:
    """The next group that joins the attack which promises most with everybody who can come."""
    board = s.board
    best: tuple[float, Group, int] | None = None
    enough = ENOUGH[side] - urgency(s, side)
    busy: set[int] = set()
    values: dict[int, float] = {}
    for target in held_by(s, 1 - side):
        slots = [p for p in board.crossed[target] if not s.held(1 - side, p)]
        present = {p: f for p in slots if (f := front(s, side, p, target, s.fighting(side, p)))}
        values[target] = prospect(s, side, target, present, armed=side == SPANISH).value
        if values[target] >= enough:
            busy.update(present)
    if side == AZTEC:
        busy |= {board.chapultepec, board.acachinango}  # 10.2: while they are held
    for target, now in values.items():
        found = gather(s, side, target, [g for g in crowd if g.start not in busy], now)
        if found is not None and (best is None or found[0] > best[0]):
            best = found
    return None if best is None else order_for(s, best[1], best[2])


def gather(
    s: State, side: int, target: int, crowd: Sequence[Group], now: float
) -> tuple[float, Group, int] | None:
    """Everybody who can come to a hex, strongest first: what the attack is worth with them, and
    the first who has to move for it."""
    board = s.board
    slots = [p for p in board.crossed[target] if not s.held(1 - side, p)]
    bases: dict[int, list[int]] = {}
    for p in slots:
        if here := front(s, side, p, target, s.fighting(side, p)):
            bases[p] = here
    first: tuple[Group, int] | None = None
    value = now
    near = {*slots}
    able = [g for g in crowd if g.start not in near and not near.isdisjoint(g.ways)]
    able.sort(key=lambda g: -sum(board.factor[f] for f in g.faces))
    for group in able[:12]:
        goals = [p for p in slots if p in group.ways and fits(s, side, p, group.faces)]
        goals = [p for p in goals if first is None or p != first[1]]
        if any(board.face_type[f] == CAVALRY for f in group.faces):
            goals = [p for p in goals if _footmen(s, p)]  # horse alone is lost
        if not goals:
            continue
        goal = max(goals, key=lambda p: (p not in bases, -board.shift[board.terrain[p]]))
        joined = [*bases.get(goal, []), *[f for f in group.faces if board.face_steps[f]]]
        trial = {**bases, goal: front(s, side, goal, target, joined)}
        seen = prospect(s, side, target, trial, armed=side == SPANISH)
        if seen.value > value + BETTER or (first is None and not bases):
            bases, value = trial, seen.value
            first = first or (group, goal)
    if first is None or value < ENOUGH[side] - urgency(s, side) or value < now + BETTER:
        return None
    return value, *first


def _footmen(s: State, place: int) -> int:
    board = s.board
    return sum(1 for f in s.faces(SPANISH, place) if board.face_type[f] == INFANTRY)


# -- the Spaniards march ---------------------------------------------------------------------------


def march(s: State, crowd: Sequence[Group]) -> Action | None:
    """Towards the nearest Aztecs of the city, as near as they can come without harm."""
    board = s.board
    foes = held_by(s, AZTEC) & board.on_island  # forts in the way are met on it
    if s.leaders[AZTEC] in board.on_island:
        foes |= {s.leaders[AZTEC]}
    if not foes:
        return None
    for group in sorted(crowd, key=lambda g: -sum(board.factor[f] for f in g.faces)):
        horse = any(board.face_type[f] == CAVALRY for f in group.faces)
        far = distances(board, CAVALRY if horse else FOOT, foes)
        here = _merit(s, group, group.start, far)
        best = max(
            (p for p in group.ways if p == group.start or fits(s, SPANISH, p, group.faces)),
            key=lambda p: (_merit(s, group, p, far), -p),
            default=group.start,
        )
        if best != group.start and _merit(s, group, best, far) > here + 0.4:
            return order_for(s, group, best)
    return None


def _merit(s: State, group: Group, place: int, far: Sequence[int]) -> float:
    board = s.board
    merit = -float(min(far[place], 200))
    if board.face_european[group.faces[0]]:
        friends = [
            f for e in s.at(SPANISH, place)
            if (f := e >> SHIFT) not in group.faces and board.face_steps[f]
        ]  # fmt: skip
        horse = board.face_type[group.faces[0]] == CAVALRY
        merit += (3.0 if horse else 0.6) * len(friends) - peril(s, group, place, friends)
        if horse and not friends:
            merit -= 4 * peril(s, group, place, friends)
    return merit


def peril(s: State, group: Group, place: int, friends: Sequence[int]) -> float:
    """How badly Europeans could be handled where they would stand."""
    board = s.board
    ours = sum(board.factor[f] for f in (*group.faces, *friends))
    fronts = [p for p in board.crossed[place] if not s.someone(SPANISH, p)]
    about = sorted(
        (strength(s, AZTEC, p) for q in fronts for p in (q, *board.crossed[q]) if p != place),
        reverse=True,
    )
    theirs = sum(about[: len(fronts)])
    return 4.0 if theirs > 3 * ours else 1.5 if theirs > 2 * ours else 0.0


# -- the Aztecs stand ------------------------------------------------------------------------------


def guard(s: State, crowd: Sequence[Group]) -> Action | None:
    """Whoever stands in nobody's way goes to where the Spaniards come from, and to empty forts."""
    board = s.board
    foes = held_by(s, SPANISH)
    if not foes:
        return None
    far = distances(board, FOOT, foes)
    for group in crowd:
        start = group.start
        if start in (board.chapultepec, board.acachinango) or start in board.temples:
            continue
        if s.leaders[AZTEC] == start or (start in board.forts and not _spent(s, group)):
            continue
        here = _post(s, start, group, far)
        goals = [p for p in group.ways if p != start and p in board.on_island]
        goals = [p for p in goals if p not in s.stacks[AZTEC] and p != s.leaders[AZTEC]]
        if not goals:
            continue
        best = max(goals, key=lambda p: (_post(s, p, group, far), -p))
        if _post(s, best, group, far) > here + 1.0:
            return order_for(s, group, best)
    return None


def _spent(s: State, group: Group) -> bool:
    """Whether a garrison has lost so much to the boats that it should be saved."""
    steps = sum(s.board.face_steps[f] for f in group.faces)
    return steps <= SPENT and bool(lake.under_fire(s, group.start))


def _post(s: State, place: int, group: Group, far: Sequence[int]) -> float:
    """What it is worth to stand in a hex: in forts and temples, near the enemy but not beside."""
    board = s.board
    if place not in board.on_island:
        return -20.0 if board.region[place] else -30.0
    fire = lake.under_fire(s, place)
    merit = -0.5 * min(40, abs(far[place] - 6)) - 4.0 * fire
    if place in board.forts and not fire:
        merit += 8
    elif place in board.temples:
        merit += 6
    merit -= 0.6 * board.shift[board.terrain[place]]
    about = sum(strength(s, SPANISH, p) for p in board.crossed[place])
    if about > 2 * sum(board.factor[f] for f in group.faces):
        merit -= 5
    return merit


def raid(s: State, decision: Decision) -> Action | None:
    """11.1: a regular of the mainland goes raiding while allies may still desert for it."""
    if s.deserted or s.raid:
        return None
    board = s.board
    starts = [str(w) for w in decision.next(Raid.before(Raid.start)).choices]
    able = [w for w in starts if board.place[w] not in board.on_island]
    if not able:
        return None
    prefix = Raid.before(Raid.road, start=able[0])
    ways: list[tuple[str, ...]] = [()]
    for way in ways:  # the shortest first
        level = decision.next(prefix, way)
        if level.may_stop:
            return Raid.act(start=able[0], road=way)
        ways += [(*way, str(there)) for there in level.choices]
    return None
