"""What things are called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from engine import naming
from engine.core import About
from engine.games.hispania.words import english
from engine.tongues import Count, Field, Halves, Listed, Name, Said
from engine.tongues.directory import Called

if TYPE_CHECKING:
    from engine.games.hispania.game import Hispania
    from engine.games.hispania.table.board import Board


def said(group: str, key: str, **values: Field) -> Said:
    """An entry of Hispania's catalogue."""
    return Said(f"hispania.{group}.{key}", values)


NOBODY, NOTHING = said("PARTS", "nobody"), said("PARTS", "nothing")
SEVERAL = "hispania.PARTS.several"


def target(board: Board, name: str) -> Called:
    """A kind of target; those who have just crossed a river are a kind of their own (6.4)."""
    kind = name.removeprefix("river-")
    called = Name(f"hispania.NAMES.kind.{kind}", board.kind_names[kind])
    return said("PARTS", "river", kind=called) if kind != name else called


def listed(things: Iterable[Field], join: str = "and") -> Listed:
    return Listed(tuple(things), join)


def army(game: Hispania, pieces: Sequence[str]) -> Field:
    """Pieces with their counts: 3 Infantry, Cavalry and Tarik."""
    if not pieces:
        return NOTHING
    found: list[Field] = []
    for piece, same in groupby(pieces):
        n = len(list(same))
        thing = game.called("piece", piece)
        found.append(Said(SEVERAL, {"number": n, "thing": thing}) if n > 1 else thing)
    return Listed(tuple(found))


class Names(naming.Names):
    """What things are called in sentences; nothing is secret, and everybody reads the same."""

    __slots__ = ()

    game: Hispania

    def several(self, about: About, tokens: tuple[Any, ...]) -> Field:
        """Pieces in figures, and dice as they lie."""
        if about.domain == "piece":
            return army(self.game, tokens)
        if about.domain:
            return super().several(about, tokens)
        return " ".join(map(str, tokens)) or NOTHING

    def nothing(self, about: About) -> Field:
        return NOBODY if about.domain == "nation" else None

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
        if noun == "halves":
            return Halves(number)
        if noun in english.AMOUNTS:
            return said("AMOUNTS", noun, amount=Halves(number))
        return super().counted(number, noun)
