"""The computer's combat phase: boats first, then the attack that promises most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.core import Action, Decision
from engine.games.cortes.book.attack import Attack, bases, fresh, targets
from engine.games.cortes.book.battle import Advance
from engine.games.cortes.book.lake import Bombard, Engage, gunners, room, shores
from engine.games.cortes.book.movement import Done
from engine.games.cortes.book.trap import Abandon, Fight, Lure
from engine.games.cortes.computer.judging import (
    CAPTAIN,
    Prospect,
    front,
    mean_worth,
    prospect,
    step_worth,
    strength,
    urgency,
)
from engine.games.cortes.table.board import AZTEC, CAVALRY, GUNBOAT, KNIGHT, SPANISH
from engine.games.cortes.table.orders import named
from engine.games.cortes.table.state import GUN, SHIFT, TRIED, State

LEAST = {SPANISH: 0.25, AZTEC: 0.35}  # what an attack must promise
EFFORT = 0.015  # what a factor costs that cannot fight elsewhere
PERIL = {SPANISH: CAPTAIN, AZTEC: 18.0}  # what the leader is worth
SNARED = 1.5  # by how much those about must outweigh who is trapped
Bases = dict[int, list[int]]


def combat(s: State, side: int, decision: Decision) -> Action:
    """8.6: bombard as long as it is possible, then attack where it pays."""
    if "bombard" in decision.verbs and (shot := bombard(s, side)) is not None:
        return shot
    if "attack" in decision.verbs and (order := attack(s, side)) is not None:
        return order
    return Done.act()


# -- from the lake ---------------------------------------------------------------------------------


def bombard(s: State, side: int) -> Action | None:
    """8.28: the shore where hits count most, with as many as may fire."""
    board, best = s.board, (0.0, -1, -1)
    for target in shores(s, side):
        foes = s.fighting(1 - side, target)
        worth = mean_worth(board, foes) * (1.5 if target in board.forts else 1.0)
        if any(strength(s, side, near) for near in board.crossed[target]):
            worth *= 1.5  # somebody can follow
        steps = sum(board.face_steps[f] for f in foes)
        for a in board.borders[target]:
            crew = gunners(s, side, board.hexes + a, target)
            hits = min(room(s, target), len(crew)) * _aim(s, side, target)
            best = max(best, (worth * min(hits, steps), target, board.hexes + a))
    value, target, area = best
    if value <= 0:
        return None
    stack = s.at(side, area)
    crew = sorted(
        gunners(s, side, area, target),
        key=lambda i: (board.face_type[stack[i] >> SHIFT] != GUNBOAT, i),
    )[: room(s, target)]
    units = tuple(board.faces[f] for f in sorted(stack[i] >> SHIFT for i in crew))
    return Bombard.act(target=board.places[target], area=board.places[area], units=units)


def _aim(s: State, side: int, target: int) -> float:
    if side == AZTEC:
        return 1 / 6
    return 1 / 3 if target in s.board.forts else 1 / 2


def engage(s: State, side: int, decision: Decision) -> Action:
    """8.26: everybody fights; leaders are too dear for it."""
    return Engage.act(area=str(decision.next(Engage.before(Engage.area)).choices[0]), held=())


# -- by land ---------------------------------------------------------------------------------------


def parties(s: State, side: int, target: int) -> Iterator[Bases]:
    """Sets of hexes from which an attack could be made."""
    board = s.board
    able: Bases = {}
    for base in bases(s, side, target):
        stack = s.at(side, base)
        faces = front(s, side, base, target, [stack[i] >> SHIFT for i in fresh(s, side, base)])
        if faces:
            able[base] = faces
    order = sorted(able, key=lambda b: -sum(board.factor[f] for f in able[b]))
    if len(order) <= 4:
        for n in range(1, len(order) + 1):
            for some in combinations(order, n):
                yield {base: able[base] for base in some}
        return
    for n in range(1, len(order) + 1):
        yield {base: able[base] for base in order[:n]}


def best_attack(s: State, side: int, target: int) -> tuple[Prospect, Bases, bool] | None:
    """The best way to attack a hex: from where, and whether the leader should help."""
    best: tuple[float, Prospect, Bases, bool] | None = None
    leader = s.leaders[side]
    for party in parties(s, side, target):
        effort = EFFORT * sum(s.board.factor[f] for row in party.values() for f in row)
        guns = armed(s, side, party)
        for lead in (False, True):
            if lead and (leader not in party or s.lent[side] or not _lends(s, side)):
                continue
            seen = prospect(s, side, target, party, lead, guns)
            risk = PERIL[side] * (1 + min(1.0, seen.outlook.attacker)) / 36 if lead else 0.0
            value = seen.value - effort - risk
            if best is None or value > best[0]:
                best = (value, seen._replace(value=value), party, lead)
    return None if best is None else best[1:]


def _lends(s: State, side: int) -> bool:
    """9.3: Cortés leads Europeans alone."""
    stack = s.at(side, s.leaders[side])
    return side == AZTEC or bool(stack and s.board.face_european[stack[0] >> SHIFT])


def armed(s: State, side: int, party: Bases) -> bool:
    """8.24: whether a cannon would take part."""
    if side == AZTEC or not s.rules.cannons:
        return False
    return any(
        e & GUN and e >> SHIFT in faces for base, faces in party.items() for e in s.at(side, base)
    )


def attack(s: State, side: int) -> Action | None:
    """8.1: the attack that promises most; traps before it, charges with it."""
    best: tuple[float, int, Bases, bool] | None = None
    for target in targets(s, side):
        found = best_attack(s, side, target)
        if found is not None and (best is None or found[0].value > best[0]):
            best = (found[0].value, target, found[1], found[2])
    if best is not None and best[0] >= LEAST[side] - urgency(s, side):
        return declare(s, side, best[1], best[2], best[3])
    return lone_prey(s) if side == AZTEC and s.rules.traps else None


def declare(s: State, side: int, target: int, party: Bases, lead: bool) -> Action:
    board = s.board
    trap: tuple[str, ...] = ()
    charge: tuple[str, ...] = ()
    if side == AZTEC and s.rules.traps:
        trap = snare(s, target, party)
    elif side == SPANISH and s.rules.charges:
        charge = horse(s, target, party)
    return Attack.act(
        target=board.places[target],
        froms=tuple(board.places[base] for base in sorted(party)),
        lead=board.faces[board.leader_face[side]] if lead else None,
        trap=trap,
        charge=charge,
    )


def horse(s: State, target: int, party: Bases) -> tuple[str, ...]:
    """11.4: all cavalry that can, unless it would come to stand alone before knights."""
    board = s.board
    found = []
    for base, faces in party.items():
        able = any(there == target for there, _ in board.steps[1][base])
        for e in s.at(SPANISH, base):
            face = e >> SHIFT
            if able and face in faces and board.face_type[face] == CAVALRY and not e & TRIED:
                found.append(face)
    return tuple(board.faces[f] for f in sorted(found))


# -- traps -----------------------------------------------------------------------------------------


def snare(s: State, target: int, party: Bases) -> tuple[str, ...]:
    """11.2: every knight tries, on the whole stack if it is weak, else on its best unit."""
    board = s.board
    spots = sorted(
        (base, e >> SHIFT)
        for base, faces in party.items()
        for e in s.at(AZTEC, base)
        if e >> SHIFT in faces and board.face_type[e >> SHIFT] == KNIGHT and not e & TRIED
    )
    whom = _whom(s, target, spots)
    if not spots or whom is None:
        return ()
    written = {fighter: _word(s, spot, fighter) for spot, fighter in named(s, spots).items()}
    names = named(s, spots)
    return (whom, *[written[names[spot]] for spot in spots])


def _word(s: State, spot: tuple[int, int], fighter: int) -> str:
    board = s.board
    face = board.faces[spot[1]]
    return face if fighter < len(board.faces) else f"{face}@{board.places[spot[0]]}"


def _whom(s: State, target: int, spots: Sequence[tuple[int, int]]) -> str | None:
    """Who would stand alone among many."""
    board = s.board
    about = sum(
        strength(s, AZTEC, near)
        for near in {n for base, _ in spots for n in (base, *board.crossed[base])}
    )
    units = s.fighting(SPANISH, target)
    if s.clouded(SPANISH) or not units:
        return None
    if SNARED * sum(board.factor[f] for f in units) <= about:
        return "stack"
    best = max(units, key=lambda f: step_worth(board, f) * board.face_steps[f])
    return board.faces[best] if SNARED * board.factor[best] <= about else None


def lone_prey(s: State) -> Action | None:
    """11.2: a trap costs nothing: where it fails the attack is let go."""
    for target in targets(s, AZTEC):
        party: Bases = {}
        for base in bases(s, AZTEC, target):
            stack = s.at(AZTEC, base)
            faces = [stack[i] >> SHIFT for i in fresh(s, AZTEC, base)]
            if any(s.board.face_type[f] == KNIGHT for f in faces):
                party[base] = faces
        trap = snare(s, target, party)
        if trap:
            board = s.board
            return Attack.act(
                target=board.places[target],
                froms=tuple(board.places[base] for base in sorted(party)),
                trap=trap,
            )
    return None


def trap_failed(s: State, side: int, decision: Decision) -> Action:
    """11.2: fight on where the attack is good without the trap."""
    b = s.battle
    assert b is not None
    board = s.board
    party = {base: [e >> SHIFT for e in s.at(side, base) if e >> SHIFT != board.cannon]
             for base in b.froms}  # fmt: skip
    seen = prospect(s, side, b.place, {b_: f for b_, f in party.items() if f}, b.lead)
    return Fight.act() if seen.value >= LEAST[side] else Abandon.act()


def lure(s: State, side: int, decision: Decision) -> Action:
    """11.3: to where most of ours stand about the trapped."""
    board = s.board
    best: tuple[float, tuple[str, ...]] = (-1.0, ())
    ways: list[tuple[str, ...]] = [()]
    while ways:
        way = ways.pop()
        level = decision.next(Lure.before(Lure.road), way)
        if way and level.may_stop:
            goal = board.place[way[-2]] if len(way) > 1 else _base(s, decision)
            about = sum(strength(s, side, near) for near in board.crossed[goal])
            best = max(best, (about, way))
        ways += [(*way, str(there)) for there in level.choices]
    return Lure.act(road=best[1])


def _base(s: State, decision: Decision) -> int:
    return int(s.frames[-1][2])


def spring(s: State, side: int, decision: Decision) -> Action:
    """11.3: with everybody who stands about them."""
    b = s.battle
    assert b is not None
    found = best_attack(s, side, b.place)
    assert found is not None
    board = s.board
    lead = board.faces[board.leader_face[side]] if found[2] else None
    froms = tuple(board.places[base] for base in sorted(found[1]))
    return Attack.act(target=board.places[b.place], froms=froms, lead=lead)


# -- after a battle --------------------------------------------------------------------------------


def advance(s: State, side: int, decision: Decision) -> Action:
    """8.23: Europeans go on together, or send allies; Aztecs go with as few as they can."""
    board, b = s.board, s.battle
    assert b is not None
    prefix = Advance.before(Advance.units)
    first = [str(word) for word in decision.next(prefix, ()).choices]
    faces = {word: board.face[word.partition("@")[0]] for word in first}
    whole = side == SPANISH and _bold(s, b.place, list(faces.values()))
    chosen: tuple[str, ...] = ()
    while True:
        level = decision.next(prefix, chosen)
        open_ = [str(word) for word in level.choices]
        if whole:
            open_ = [w for w in open_ if board.face_european[board.face[w.partition("@")[0]]]]
        if not open_ or (chosen and not whole and not _prize(s, side, b.place)):
            break
        if chosen or whole:
            chosen = (*chosen, open_[0])
        else:
            weak = min(
                open_, key=lambda w: _dear(s, side, b.place, board.face[w.partition("@")[0]])
            )
            chosen = (weak,)
    lead = decision.next(Advance.before(Advance.lead, units=chosen)).choices
    return Advance.act(units=chosen, lead=_follows(s, side, chosen, [w for w in lead if w]))


def _bold(s: State, place: int, faces: Sequence[int]) -> bool:
    return sum(s.board.factor[f] for f in faces if s.board.face_european[f]) >= 14


def _prize(s: State, side: int, place: int) -> bool:
    board = s.board
    return side == AZTEC and (place in board.temples or place in board.forts)


def _dear(s: State, side: int, place: int, face: int) -> float:
    worth = step_worth(s.board, face) * s.board.face_steps[face]
    return -worth if _prize(s, side, place) else worth


def _follows(s: State, side: int, chosen: Sequence[str], words: Sequence[object]) -> str | None:
    """A leader never stays behind alone."""
    if not words:
        return None
    board = s.board
    left = list(s.fighting(side, s.leaders[side]))
    for word in chosen:
        face, _, where = word.partition("@")
        if (not where or board.place[where] == s.leaders[side]) and board.face[face] in left:
            left.remove(board.face[face])
    return str(words[0]) if not left or len(chosen) > len(left) else None
