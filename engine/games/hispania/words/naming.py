"""What things are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from engine.games.hispania.words import english
from engine.refusing import shown
from engine.tongues import Count, Field, Halves, Listed, Name, Said
from engine.tongues.directory import Called

if TYPE_CHECKING:
    from engine.games.hispania.game import Hispania
    from engine.games.hispania.table.board import Board


def said(group: str, key: str, **values: Field) -> Said:
    """An entry of Hispania's catalogue."""
    return Said(f"hispania.{group}.{key}", values)


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


class Names:
    """What things are called in the reasons of refusals."""

    __slots__ = ("game",)

    def __init__(self, game: Hispania) -> None:
        self.game = game

    def thing(self, domain: str, token: Any) -> Field:
        """A value of a slot, whatever it stands for."""
        if token in self.game.names(domain):
            return self.game.called(domain, token)
        return shown(token)

    def things(self, domain: str, tokens: Sequence[Any]) -> Field:
        """Several of them; alike units are counted: one Infantry, three Elites and Tarik."""
        found: list[Field] = []
        for token, same in groupby(tokens):
            n = len(list(same))
            if domain == "piece" and token in self.game.board.kind:
                found.append(Count(n, f"hispania.UNITS.{token}"))
            else:
                found.append(self.thing(domain, token))
        return listed(found)

    def counted(self, number: int, noun: str) -> Field:
        """ "one unit", "three provinces"; gold and points come in halves: "3½ gold"."""
        if noun in english.AMOUNTS:
            return said("AMOUNTS", noun, amount=Halves(number))
        return Count(number, f"hispania.NOUNS.{noun}")

    def reason(self, key: str, fields: Mapping[str, Field]) -> Field:
        return said("REFUSALS", key, **fields)
