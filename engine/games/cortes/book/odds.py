"""8.9 to 8.17: odds, shifts, and the column of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.games.cortes.table.board import AZTEC, CANNON, GUNBOAT, SPANISH
from engine.games.cortes.table.state import IN, SACRIFICE, SHIFT, State


class Count(NamedTuple):
    """What the odds are made of, for the log and the picture."""

    attack: int
    defence: int
    odds: int  # columns to the right of 1:1
    shifts: tuple[tuple[str, int], ...]  # why, and how many columns
    column: int  # of the table, after the clamp


def ratio(attack: int, defence: int) -> int:
    """8.9, 8.10: columns to the right of 1:1: 3:1 is 2, 1:3 is -2."""
    if attack >= defence:
        return attack // defence - 1
    return 1 - -(-defence // attack)


def clamp(s: State, columns: int) -> int:
    """8.17: only after all shifts is it brought within 1:4 and 8:1."""
    return max(0, min(len(s.board.odds) - 1, s.board.even + columns))


def strength(s: State, side: int, place: int) -> int:
    """The factors of those who take part."""
    factor = s.board.factor
    return sum(factor[e >> SHIFT] for e in s.at(side, place) if e & IN)


def concentric(s: State, place: int, froms: Sequence[int]) -> bool:
    """8.11: from opposite hexes, from three with one between each, or from more than three."""
    beside = s.board.beside[place]
    ways = {beside.index(there) for there in froms}
    if len(ways) > 3:
        return True
    if any((way + 3) % 6 in ways for way in ways):
        return True
    return ways in ({0, 2, 4}, {1, 3, 5})


def ground(s: State, side: int, place: int) -> int:
    """8.12, 8.13, 8.14, 8.15: what the defender's hex is worth to him."""
    terrain = s.board.terrain[place]
    if s.board.aztec_only[terrain] and side != AZTEC:
        return 0
    return s.board.shift[terrain]


def shifts(s: State) -> tuple[tuple[str, int], ...]:
    """8.16: everything that moves the column, each with its reason; they add up."""
    b = s.battle
    assert b is not None
    attacker, defender = b.attacker, 1 - b.attacker
    table, found = s.board.shifts, []
    if not b.area:
        if concentric(s, b.place, b.froms):
            found.append(("concentric", table.concentric.columns))
        found.append(("terrain", ground(s, defender, b.place)))
    if b.lead:
        lent = table.cuauhtemoc.columns if attacker == AZTEC else table.cortes.columns
        found.append(("cuauhtemoc" if attacker == AZTEC else "cortes", lent))
    if defender == SPANISH and guarded(s):
        found.append(("cortes", -table.cortes.columns))
    if attacker == AZTEC:
        found.append(("sacrifice", s.marks.count(SACRIFICE) * table.sacrifice.columns))
    return tuple([(why, n) for why, n in found if n])


def guarded(s: State) -> bool:
    """9.3: Cortés stands with Europeans who defend; on the lake his boat fights."""
    b = s.battle
    assert b is not None
    if s.leaders[SPANISH] != b.place:
        return False
    board = s.board
    return any(e & IN and board.face_european[e >> SHIFT] for e in s.at(SPANISH, b.place))


def count(s: State) -> Count:
    """8.2: the whole reckoning of the battle at hand."""
    b = s.battle
    assert b is not None
    places = (b.place,) if b.area else b.froms
    attack = sum(strength(s, b.attacker, place) for place in places)
    defence = strength(s, 1 - b.attacker, b.place)
    found = shifts(s)
    odds = ratio(attack, defence)
    return Count(attack, defence, odds, found, clamp(s, odds + sum(n for _, n in found)))


def losses(s: State, column: int, roll: int) -> tuple[int, int]:
    """8.18, 8.19, 8.27: steps lost, by side; cannons and boats change the Aztec number."""
    b = s.battle
    assert b is not None
    att, dfn = s.board.results[column][roll - 2]
    found = [dfn, dfn]
    found[b.attacker] = att
    if b.area:
        if any(e & IN and s.board.face_type[e >> SHIFT] == GUNBOAT for e in s.at(SPANISH, b.place)):
            found[AZTEC] = max(1, 2 * found[AZTEC])  # 8.27
    elif cannons(s):
        found[AZTEC] += 1  # 8.24
    return found[0], found[1]


def cannons(s: State) -> bool:
    """8.24, 11.6: whether a cannon takes part: with an attacker who carries it, or where they
    defend."""
    b = s.battle
    assert b is not None
    if b.attacker == AZTEC:
        board = s.board
        return any(board.face_type[e >> SHIFT] == CANNON for e in s.at(SPANISH, b.place))
    from engine.games.cortes.table.state import GUN

    return any(e & IN and e & GUN for place in b.froms for e in s.at(SPANISH, place))
