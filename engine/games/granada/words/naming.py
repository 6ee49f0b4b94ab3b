"""What places, blocks, cards and sides are called, for one reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.games.granada.words import english

if TYPE_CHECKING:
    from engine.games.granada import Granada

LONGEST = 40  # characters of a stranger's word that are worth repeating


def shown(value: Any) -> str:
    """Something that is no name of ours, fit to be repeated."""
    if isinstance(value, tuple):
        return english.listed([shown(v) for v in value[:5]])
    text = "".join(ch if ch.isprintable() else " " for ch in str(value)).strip()
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


class Names:
    """The names of things as one reader reads them: his own side is "you"."""

    __slots__ = ("game", "reader")

    def __init__(self, game: Granada, reader: str | None) -> None:
        self.game = game
        self.reader = reader

    def _side(self, seat: str) -> tuple[str, str, str]:
        if self.reader is not None and seat == self.reader:
            return english.SIDES["you"]
        return english.SIDES.get(seat) or (seat, f"{seat}'s", "their")

    def side(self, seat: str) -> str:
        return self._side(seat)[0]

    def whose(self, seat: str) -> str:
        return self._side(seat)[1]

    def their(self, seat: str) -> str:
        return self._side(seat)[2]

    def place(self, token: Any) -> str:
        """A place or a sea zone."""
        board = self.game.board
        name = board.place_names.get(token) or board.zone_names.get(token)
        return name or shown(token)

    def places(self, tokens: Iterable[Any], word: str = "and") -> str:
        return english.listed([self.place(t) for t in tokens], word)

    def block(self, token: Any) -> str:
        return self.game.board.kind_names.get(token) or shown(token)

    def blocks(self, tokens: Iterable[Any]) -> str:
        return self._several([self.block(t) for t in tokens])

    def card(self, token: Any) -> str:
        return self.game.board.card_names.get(token) or shown(token)

    def cards(self, tokens: Iterable[Any]) -> str:
        return self._several([self.card(t) for t in tokens])

    def faction(self, token: Any) -> str:
        return self.game.names("faction").get(token) or shown(token)

    def ship(self, token: Any) -> str:
        """A ship as orders call it, F or F:C2+A1, in words."""
        if not isinstance(token, str):
            return shown(token)
        name, _, cargo = token.partition(":")
        if name != "F":
            return shown(token)
        fleet = english.NOUNS["fleet"][0]
        return f"{fleet} ({self.blocks(cargo.split('+'))})" if cargo else fleet

    def thing(self, domain: str, token: Any) -> str:
        """A value of a slot, whatever it stands for."""
        if not isinstance(token, str):
            return shown(token)
        if domain == "ship":
            return self.ship(token)
        for kind in (domain, "place", "zone", "block", "card"):
            if token in self.game.names(kind):
                return self.game.names(kind)[token]
        return shown(token)

    def things(self, domain: str, tokens: Iterable[Any]) -> str:
        return self._several([self.thing(domain, t) for t in tokens])

    def counted(self, number: int, noun: str) -> str:
        return english.count(number, noun)

    def number(self, number: int) -> str:
        return english.number(number)

    def listed(self, words: Sequence[str]) -> str:
        return english.listed(list(words))

    def choice(self, words: Sequence[str]) -> str:
        return english.listed(list(words), "or")

    def reason(self, key: str, fields: Mapping[str, str]) -> str:
        return english.REFUSALS[key].format_map(fields)

    def _several(self, names: list[str]) -> str:
        return english.listed(
            [english.several(name, names.count(name)) for name in dict.fromkeys(names)]
        )

    def road(self, path: Iterable[Any]) -> str:
        """ "to Osuna by way of Écija"."""
        *stops, goal = [self.place(t) for t in path]
        key = "road+by" if stops else "road"
        return english.EVENTS[key].format(goal=goal, stops=english.listed(stops))
