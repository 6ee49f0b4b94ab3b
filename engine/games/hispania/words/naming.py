"""What things are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from engine.games.hispania.words import english
from engine.text.grammar import shown

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


class Names:
    """What things are called in the reasons of refusals."""

    __slots__ = ("game",)

    def __init__(self, game: Hispania) -> None:
        self.game = game

    def thing(self, domain: str, token: Any) -> str:
        """A value of a slot, whatever it stands for."""
        return self.game.names(domain).get(token) or shown([str(token)])

    def things(self, domain: str, tokens: Sequence[Any]) -> str:
        """Several of them; alike units are counted: one Infantry, three Elites and Tarik."""
        found = []
        for token, same in groupby(tokens):
            n, name = len(list(same)), self.thing(domain, token)
            if domain == "piece" and token in self.game.board.kind:
                name = f"{self.number(n)} {english.PLURALS.get(token, name) if n > 1 else name}"
            found.append(name)
        return self.listed(found)

    def counted(self, number: int, noun: str) -> str:
        """ "one unit", "three provinces"; gold and points come in halves: "3½ gold"."""
        if noun in english.AMOUNTS:
            return f"{gold(number)} {english.AMOUNTS[noun]}"
        return f"{self.number(number)} {english.NOUNS[noun][number != 1]}"

    def number(self, number: int) -> str:
        known = english.NUMBERS
        return known[number] if 0 <= number < len(known) else str(number)

    def listed(self, words: Sequence[str]) -> str:
        return listed(words)

    def reason(self, key: str, fields: Mapping[str, str]) -> str:
        return english.REFUSALS[key].format_map(fields)
