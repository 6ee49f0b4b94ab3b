"""What things are called."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from engine.tongues import Field, Listed, Name, Said
from engine.tongues.directory import Called

if TYPE_CHECKING:
    from engine.games.hispania import Hispania
    from engine.games.hispania.table.board import Board


def said(group: str, key: str, **values: Field) -> Said:
    """An entry of Hispania's catalogue."""
    return Said(f"hispania.{group}.{key}", values)


def token(game: Hispania, nation: int) -> str:
    return game.board.peoples.tokens[nation]


def target(board: Board, name: str) -> Called:
    """A kind of target; those who have just crossed a river are a kind of their own (6.4)."""
    kind = name.removeprefix("river-")
    called = Name(f"hispania.NAMES.kind.{kind}", board.kind_names[kind])
    return said("PARTS", "river", kind=called) if kind != name else called


def listed(things: Iterable[Field], join: str = "and") -> Listed:
    return Listed(tuple(things), join)


def army(game: Hispania, pieces: Iterable[str]) -> Field:
    """Pieces with their counts: 3 Infantry, Cavalry and Tarik."""
    found: list[Field] = []
    for piece, same in groupby(pieces):
        n = len(list(same))
        thing = game.called("piece", piece)
        found.append(said("PARTS", "several", number=n, thing=thing) if n > 1 else thing)
    return listed(found) if found else said("PARTS", "nothing")
