"""What must always hold, in words."""

from __future__ import annotations

from collections import Counter

from engine.games.cortes.table.board import AZTEC, CANNON, GUNBOAT, INFANTRY, SPANISH
from engine.games.cortes.table.state import (
    ESCAPED,
    GUN,
    IN,
    LED,
    OFF,
    SEATS,
    SEEN,
    SHIFT,
    TAKEN,
    State,
)


def check(s: State) -> list[str]:
    found: list[str] = []
    for side in (SPANISH, AZTEC):
        found += census(s, side)
        for place in sorted(s.stacks[side]):
            found += stack(s, side, place)
    for place in sorted({*s.stacks[0]} & {*s.stacks[1]}):
        if place < s.board.hexes:
            found.append(f"both sides stand at {s.board.places[place]}")
    found += leaders(s)
    return found


def census(s: State, side: int) -> list[str]:
    """Every unit is somewhere, once."""
    board = s.board
    have: Counter[int] = Counter()
    for entries in s.stacks[side].values():
        have.update(board.face_sort[e >> SHIFT] for e in entries)
    have.update(board.face_sort[face] for face in s.pool[side])
    have.update(s.dead[side])
    have.update(s.out[side])
    if side == SPANISH:
        have.update(s.deserters)
        have.update(board.face_sort[face] for face in s.off)
    leader = board.face_sort[board.leader_face[side]]
    have[leader] += s.leaders[side] != OFF
    gone = s.fate in (ESCAPED, TAKEN) if side == AZTEC else s.over is not None
    have[leader] += gone and not have[leader]
    found = []
    for number, sort in enumerate(board.sorts):
        wanted = sort.count if s.rules.cannons or sort.type != CANNON else 0
        if sort.side == side and have[number] != wanted:
            found.append(f"{sort.token}: {have[number]} instead of {wanted}")
    return found


def stack(s: State, side: int, place: int) -> list[str]:
    from engine.games.cortes.book.stacking import fits

    board, entries, found = s.board, s.at(side, place), []
    name = board.places[place]
    if not entries:
        found.append(f"an empty stack at {name}")
        return found
    if any(board.face_side[e >> SHIFT] != side for e in entries):
        found.append(f"a stack of {SEATS[side]} at {name} has strangers in it")
    if not entries[0] & SEEN:
        found.append(f"the top counter at {name} is not seen")
    types = [board.face_type[e >> SHIFT] for e in entries]
    if place < board.hexes:
        if GUNBOAT in types:
            found.append(f"a boat stands on land at {name}")
        if not fits(s, side, place, ()) and not _camp(s, place):
            found.append(f"too many stand at {name}")
    elif any(not board.face_lake[e >> SHIFT] for e in entries):
        found.append(f"somebody at {name} cannot swim")
    elif side == AZTEC and board.closed[place - board.hexes]:
        found.append(f"Aztecs are in lake area {name}")
    carriers = [e for e in entries if e & GUN]
    if len(carriers) > types.count(CANNON):
        found.append(f"more carriers than cannons at {name}")
    if any(board.face_type[e >> SHIFT] != INFANTRY for e in carriers):
        found.append(f"a cannon at {name} is not carried by infantry")
    if s.battle is None and s.phase != "rest" and any(e & IN for e in entries):
        found.append(f"units at {name} are in no battle")
    led = [e for e in entries if e & LED]
    if len(led) != (place >= board.hexes and s.leaders[side] == place):
        found.append(f"{len(led)} carry a leader at {name}")
    return found


def _camp(s: State, place: int) -> bool:
    """3.2: the group about 4244 may be overstacked until it has moved."""
    return any(camp.overstack and place in camp.places for camp in s.board.camps)


def leaders(s: State) -> list[str]:
    found, board = [], s.board
    if s.leaders[AZTEC] != OFF and s.fate == 0 and s.leaders[AZTEC] not in board.on_island:
        found.append("Cuauhtemoc is not on the island")
    if s.leaders[SPANISH] == OFF and s.over is None:
        face = board.leader_face[SPANISH]
        if face not in s.pool[SPANISH] and face not in s.off:
            found.append("Cortés is nowhere")
    for side in (SPANISH, AZTEC):
        place = s.leaders[side]
        if place != OFF and place < board.hexes and s.someone(1 - side, place):
            found.append(f"a leader stands among enemies at {board.places[place]}")
    return found
