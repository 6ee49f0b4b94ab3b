"""What places, blocks, cards and sides are called, for one reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core import Slot
from engine.games.granada.words import english
from engine.refusing import shown
from engine.tongues import Count, Field, Listed, Name, Number, Said

if TYPE_CHECKING:
    from engine.games.granada.game import Granada


def said(group: str, key: str, **values: Field) -> Said:
    """An entry of Granada's catalogue."""
    return Said(f"granada.{group}.{key}", values)


def listed(things: Sequence[Field], join: str = "and") -> Listed:
    return Listed(tuple(things), join)


def slot_words(slot: Slot) -> Field:
    """What a slot means, in the middle of a sentence."""
    return said("SLOTS", slot.name) if slot.name in english.SLOTS else slot.name


class Names:
    """The names of things as one reader reads them: his own side is "you"."""

    __slots__ = ("game", "reader")

    def __init__(self, game: Granada, reader: str | None) -> None:
        self.game = game
        self.reader = reader

    def _of_side(self, group: str, seat: str) -> Field:
        if self.reader is not None and seat == self.reader:
            seat = "you"
        return said(group, seat) if seat in english.SIDES else seat

    def side(self, seat: str) -> Field:
        return self._of_side("SIDES", seat)

    def whose(self, seat: str) -> Field:
        return self._of_side("WHOSE", seat)

    def their(self, seat: str) -> Field:
        return self._of_side("THEIR", seat)

    def _named(self, domain: str, token: Any) -> Field:
        known = token in self.game.names(domain)
        return self.game.called(domain, token) if known else shown(token)

    def place(self, token: Any) -> Field:
        """A place or a sea zone."""
        return self._named("zone" if token in self.game.board.zone_names else "place", token)

    def places(self, tokens: Iterable[Any], join: str = "and") -> Field:
        return listed([self.place(t) for t in tokens], join)

    def block(self, token: Any) -> Field:
        return self._named("block", token)

    def blocks(self, tokens: Iterable[Any]) -> Field:
        return self._several([self.block(t) for t in tokens])

    def card(self, token: Any) -> Field:
        return self._named("card", token)

    def cards(self, tokens: Iterable[Any]) -> Field:
        return self._several([self.card(t) for t in tokens])

    def faction(self, token: Any) -> Field:
        return self._named("faction", token)

    def ship(self, token: Any) -> Field:
        """A ship as orders call it, F or F:C2+A1, in words."""
        name, _, cargo = token.partition(":") if isinstance(token, str) else ("", "", "")
        if name != "F":
            return shown(token)
        if not cargo:
            return self._named("ship", name)
        return said("PARTS", "cargo", blocks=self.blocks(cargo.split("+")))

    def thing(self, domain: str, token: Any) -> Field:
        """A value of a slot, whatever it stands for."""
        if not isinstance(token, str):
            return shown(token)
        if domain == "ship":
            return self.ship(token)
        for kind in (domain, "place", "zone", "block", "card"):
            if token in self.game.names(kind):
                return self._named(kind, token)
        return shown(token)

    def things(self, domain: str, tokens: Iterable[Any]) -> Field:
        return self._several([self.thing(domain, t) for t in tokens])

    def counted(self, number: int, noun: str) -> Field:
        return Count(number, f"granada.NOUNS.{noun}")

    def reason(self, key: str, fields: Mapping[str, Field]) -> Field:
        return said("REFUSALS", key, **fields)

    def _several(self, names: list[Field]) -> Field:
        """Things by name, each kind once: "two Castile 2 and Aragón 1". Those that only differ in
        what they are in the data, and not in their name, are alike."""
        kinds: dict[str, list[Field]] = {}
        for name in names:
            kinds.setdefault(name.text if isinstance(name, Name) else str(name), []).append(name)
        return listed(
            [
                same[0]
                if len(same) == 1
                else said("PARTS", "several", number=Number(len(same)), thing=same[0])
                for same in kinds.values()
            ]
        )

    def road(self, path: Iterable[Any]) -> Field:
        """ "to Osuna by way of Écija"."""
        *stops, goal = [self.place(t) for t in path]
        if stops:
            return said("EVENTS", "road+by", goal=goal, stops=listed(stops))
        return said("EVENTS", "road+", goal=goal)
