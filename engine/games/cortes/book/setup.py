"""Chapter 3: the set-up: the Spaniard first, then the Aztec."""

from __future__ import annotations

from engine.games.cortes.book.deployment import SETUP, Deploying, Deployment
from engine.games.cortes.book.sequence import pair
from engine.games.cortes.table.board import AZTEC, CANNON, SPANISH
from engine.games.cortes.table.flow import push
from engine.games.cortes.table.pieces import Realm
from engine.games.cortes.table.state import Rules, State


def set_up(board: Realm, rules: Rules) -> State:
    """3.1, 3.2, 3.3, 2.13: everybody is in hand, at full strength; no cannons for beginners."""
    s = State(board, rules)
    for side in (SPANISH, AZTEC):
        s.pool[side] = roster(s, side)
    push(
        s,
        Deployment.then(Deploying(SPANISH, SETUP)),
        Deployment.then(Deploying(AZTEC, SETUP)),
        pair.then(),
    )
    return s


def roster(s: State, side: int) -> tuple[int, ...]:
    """2.6, 2.10: all faces of a side, each as often as there are units."""
    board = s.board
    found: list[int] = []
    for number, sort in enumerate(board.sorts):
        if sort.side == side and (s.rules.cannons or sort.type != CANNON):
            found += [board.fresh[number]] * sort.count
    return tuple(sorted(found))
