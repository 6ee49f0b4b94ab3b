"""What places, blocks, cards and sides are called, for one reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine import naming
from engine.core import About, Slot
from engine.games.granada.table.board import SEATS
from engine.games.granada.words import english
from engine.naming import Args, Fields
from engine.refusing import shown
from engine.tongues import Field, Listed, Said

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


_OTHERS = ("place", "zone", "block", "card")  # of what may be typed in a wrong place


def force(args: Args, fields: Fields, known: str = "blocks", number: str = "count") -> Field:
    """The blocks by name for those who may know them, else how many they are."""
    return fields[known] if args.get(known) else fields.get(number)


class Names(naming.Names):
    """The names of things as one reader reads them: in what happens his own side is "you"."""

    __slots__ = ()

    game: Granada
    sides = frozenset({"side", "owner", "side or army"})

    def side(self, seat: str, group: str = "SIDES") -> Field:
        """The Christians, the Christians' or their."""
        if seat == self.reader:
            seat = "you"
        return said(group, seat) if seat in english.SIDES else seat

    def thing(self, domain: str, token: Any) -> Field:
        """A value of a slot, whatever it stands for."""
        if domain == "ship":
            return self._ship(token)
        if isinstance(token, str):
            for kind in (domain, *_OTHERS):
                if (found := self.game.directory.called(kind, token)) is not None:
                    return found
        return shown(token)

    def _ship(self, token: Any) -> Field:
        """A ship as orders call it, F or F:C2+A1, in words."""
        name, _, cargo = token.partition(":") if isinstance(token, str) else ("", "", "")
        if name != "F":
            return shown(token)
        if not cargo:
            return self.game.called("ship", name)
        return said("PARTS", "cargo", blocks=self.things("block", cargo.split("+")))

    # -- what happens -----------------------------------------------------------------------------

    def fields(self, args: Args, known: Mapping[str, About]) -> Fields:
        """Beside the arguments: the side as an owner, the score, who goes and where."""
        fields = super().fields(args, known)
        seat = args.get("side")
        if isinstance(seat, str):
            fields["whose"], fields["their"] = self.side(seat, "WHOSE"), self.side(seat, "THEIR")
        if "christian" in args and "muslim" in args:
            fields["score"] = said("EVENTS", "score", **{side: fields[side] for side in SEATS})
        if "count" in args or "blocks" in args:
            fields["force"] = force(args, fields)
        if "path" in args:
            fields["road"] = self.road(args["path"])
        return fields

    def road(self, path: Iterable[Any]) -> Field:
        """ "to Osuna by way of Écija"."""
        *stops, goal = [self.thing("place", t) for t in path]
        if stops:
            return said("EVENTS", "road+by", goal=goal, stops=listed(stops))
        return said("EVENTS", "road+", goal=goal)
