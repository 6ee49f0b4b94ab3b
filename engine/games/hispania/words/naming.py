"""What things are called."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.games.hispania import Hispania
    from engine.games.hispania.table.board import Board


def token(game: Hispania, nation: int) -> str:
    return game.board.peoples.tokens[nation]


def target(board: Board, name: str) -> str:
    """A kind of target; those who have just crossed a river are a kind of their own (6.4)."""
    kind = name.removeprefix("river-")
    words = board.kind_names[kind]
    return f"{words} from across the river" if kind != name else words


def gold(halves: int) -> str:
    """An amount of gold or points: 3½."""
    whole, half = divmod(abs(halves), 2)
    sign = "-" if halves < 0 else ""
    return f"{sign}{whole or ('' if half else 0)}{'½' if half else ''}"


def listed(words: Iterable[str], last: str = "and") -> str:
    found = list(words)
    if len(found) < 2:
        return "".join(found)
    return f"{', '.join(found[:-1])} {last} {found[-1]}"


def army(game: Hispania, pieces: Iterable[str]) -> str:
    """Pieces with their counts: 3 Infantry, Cavalry and Tarik."""
    names = game.names("piece")
    found = []
    for piece, same in groupby(pieces):
        n = len(list(same))
        found.append(f"{n} {names[piece]}" if n > 1 else names[piece])
    return listed(found) or "nothing"
