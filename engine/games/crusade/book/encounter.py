"""7.0: a battle is about to be fought: who is in it, who may leave it, and where to."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import said
from engine.games.crusade.book.ground import (
    besieges,
    commanding,
    foes,
    hostile,
    inside,
    may_quarter,
    offend,
    raining,
    strangers,
)
from engine.games.crusade.table.board import BOX, CITY, TOWN
from engine.games.crusade.table.flow import (
    LEADER,
    PLACE,
    Context,
    Telling,
    push,
)
from engine.games.crusade.table.people import ARMENIANS, PLAYED
from engine.games.crusade.table.state import (
    AGGRESSION,
    DEMORALIZED,
    FAILED,
    INTERCEPTED,
    SEABORNE,
    TOTAL,
    WITHIN,
    Battle,
    State,
    face,
    faction_of,
    player_for,
    player_of,
    side_of,
    side_of_player,
)


class Attacked(Telling, kind="attack", rule="7.2B"):
    leader: str = said(LEADER, part="who")
    place: str = said(PLACE, part="at")


def meet(
    s: State, c: Context, company: tuple[int, ...], node: int, entry: int, flags: int,
    bonus: int = 0, enemy: Sequence[int] = (),
) -> None:  # fmt: skip
    """7.2B: a battle is about to be fought: who is in it.

    `enemy`: those whom an army falls upon that comes out of a City or turns on its tormentors;
    else everybody in the space who stands against it.
    """
    player = player_of(s, company[0])
    b = Battle.__new__(Battle)
    b.node, b.entry, b.attackers = node, entry, company
    b.defenders = tuple(enemy) or tuple(foes(s, player, node))
    b.garrisons = () if enemy else tuple(strangers(s, player, node))
    b.chief = s.active if s.active in company else commanding(s, company)
    b.guard = s.active if s.active in b.defenders else commanding(s, b.defenders)
    b.sizes, b.bonus, b.flags, b.town = (0, 0), bonus, flags, False
    b.cards, b.percent, b.losses = (), (0, 0), (0, 0)
    s.battle = b
    if _within(s, b):
        b.flags |= WITHIN
    if ARMENIANS in b.garrisons or any(faction_of(s, x) == ARMENIANS for x in b.defenders):
        offend(s, c, player)
    push(s, ("standing",))


def _within(s: State, b: Battle) -> bool:
    """13.5: a fight within a religion."""
    side = side_of_player(s, player_of(s, b.chief))
    theirs = [side_of(faction_of(s, x)) for x in b.defenders] + [side_of(o) for o in b.garrisons]
    return bool(theirs) and all(x == side for x in theirs)


def of_battle(s: State) -> Battle:
    assert s.battle is not None
    return s.battle


def relief(s: State, company: Sequence[int], node: int) -> int:
    """8.3D: who leads the besieged that a relieving army could fight together with; -1: nobody."""
    city = s.board.city_of[node]
    if city < 0 or not s.siege[city]:
        return -1
    player = player_of(s, company[0])
    found = [
        x
        for x in inside(s, city)
        if s.army[x] and not s.marks[x] & DEMORALIZED and not hostile(s, player, x)
    ]
    return commanding(s, found)


def bolts(s: State, b: Battle, x: int) -> list[int]:
    """7.2C: where a defender may withdraw to."""
    if x < 0 or b.flags & (INTERCEPTED | AGGRESSION | SEABORNE):
        return []
    player = player_of(s, x)
    if any(s.marks[y] & FAILED for y in b.defenders if player_of(s, y) == player):
        return []
    city = besieges(s, x)
    if city >= 0 and s.siege[city] == TOTAL:
        return []
    return havens(s, player, b.node, b.entry)


def havens(s: State, player: int, node: int, entry: int) -> list[int]:
    """Adjacent spaces without an enemy, but for the one that the enemy came from."""
    if player < 0:
        return []
    board = s.board
    found = []
    for n in board.near[node]:
        if n == entry or board.kind[n] == BOX:
            continue
        if board.ways[board.way(node, n)].river and raining(s):
            continue
        if board.kind[n] == CITY and (not may_quarter(s, player, n) or s.siege[n]):
            continue
        if not foes(s, player, n) and not strangers(s, player, n):
            found.append(n)
    return found


def uses_town(s: State, b: Battle, x: int) -> bool:
    """7.0: whether a defender, or -1 men without a leader, may use the Town or a City's ruins."""
    if s.board.kind[b.node] not in (TOWN, CITY):
        return False
    if x < 0:
        return bool(b.garrisons) and s.control[b.node] in b.garrisons
    return may_quarter(s, player_of(s, x), b.node) and s.control[b.node] >= 0


def parts(s: State, b: Battle) -> tuple[list[int], list[int]]:
    """The players on both sides of a battle."""
    attack = {player_of(s, x) for x in b.attackers}
    defend = {player_of(s, x) for x in b.defenders} | {player_for(s, o) for o in b.garrisons}
    return sorted(attack - {-1}), sorted(defend - attack - {-1})


def voice(s: State, x: int) -> int:
    mine = faction_of(s, x)
    return mine if mine < PLAYED else face(s, player_of(s, x))
