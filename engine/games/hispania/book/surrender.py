"""Lone Castles that give up to the OMEYYAD after Tolède has fallen (11.15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.events import said
from engine.games.hispania.book.aiming import army
from engine.games.hispania.book.castles import (
    NOT_GIVEN_UP,
    Rebuild,
    Rebuilt,
    raise_castle,
    sources,
)
from engine.games.hispania.book.scoring import credit
from engine.games.hispania.table.board import CASTLE, KINDS
from engine.games.hispania.table.flow import (
    Context,
    Plain,
    Point,
    Telling,
    name_of,
    of_battle,
    push,
)
from engine.games.hispania.table.orders import (
    NOT_THERE,
    PIECE,
    PLACE,
    Piece,
    Place,
    is_chief,
)
from engine.games.hispania.table.state import (
    ONE,
    Battle,
    State,
    chiefs_at,
    muster,
    neutral,
    spare,
    take,
)
from engine.orders import Bar, Why, one

GARRISON_HERE = Bar("garrison_here", "11.15", place=PLACE)
GARRISON_OWN = Bar("garrison_own", "11.15")


class Surrendered(Telling, kind="surrender", rule="11.15", shape="mark"):
    """A lone Castle gives up."""

    place: str = said(PLACE, part="at")


def surrenders(s: State, b: Battle) -> bool:
    """11.15: after Tolède's fall a WISIGOTH Castle alone gives up to the OMEYYAD."""
    nation = s.board.peoples.nation
    first, last = map(int, s.options["castle_surrender"].split("-"))
    return (
        s.fallen
        and first <= s.turn <= last
        and b.nations[0] == nation["omeyyad"]
        and b.nations[1] in (nation["wisigoth"], neutral(s))
        and army(s, b, 1) == ONE[CASTLE]
    )


def surrender(s: State, c: Context, b: Battle) -> None:
    """The Castle becomes the OMEYYAD's, for one of his units; he scores it as destroyed."""
    take(s, b.nations[1], b.place, ONE[CASTLE])
    c.tell(Surrendered(place=s.board.places[b.place]))
    credit(s, b, ONE[CASTLE], chiefs_at(s, b.nations[0], b.place))
    kinds, froms = garrisons(s, b), _castles(s, b)
    if not kinds or not froms:
        s.ruins[b.place] = b.nations[1] + 1
    elif len(kinds) * len(froms) > 1:
        push(s, Garrison.then())
    else:
        occupy(s, c, b, kinds[0], froms[0])


def _castles(s: State, b: Battle) -> list[int | None]:
    """9.5: whence the Castle comes: from beside the map, or else from where one stands."""
    if spare(s, b.nations[0], CASTLE) > 0:
        return [None]
    return [*sources(s, b.nations[0], b.place)]


def garrisons(s: State, b: Battle) -> list[int]:
    """9.5: kinds of units that could be given up for a Castle."""
    return [k for k in dict.fromkeys(muster(army(s, b, 0)).kinds) if s.board.kinds[k].counts]


def occupy(s: State, c: Context, b: Battle, kind: int, source: int | None) -> None:
    nation, place, places = b.nations[0], b.place, s.board.places
    take(s, nation, place, ONE[kind])
    if source is not None:
        take(s, nation, source, ONE[CASTLE])
    raise_castle(s, nation, place)
    moved = None if source is None else places[source]
    rebuilt = Rebuilt(nation=name_of(s, nation), place=places[place], unit=KINDS[kind], moved=moved)
    c.tell(rebuilt, rule="11.15")


class Occupy(Rebuild):
    """11.15: a unit for the Castle that has surrendered."""

    ruin = one(PLACE, name="place", words=Rebuild.ruin.words)
    unit = one(PIECE, mark="with", rule="11.15", words=Rebuild.unit.words)
    source = one(PLACE, name="from", mark="from", optional=True, words=Rebuild.source.words)

    def possible(self) -> bool:
        return True

    def closed(self) -> Why | None:
        return None

    @ruin.offer
    def ruins(self) -> Sequence[Any]:
        return [of_battle(self.s).place]

    @ruin.bar
    def ruin_barred(self, place: Place) -> Why | None:
        here = of_battle(self.s).place
        return None if place == here else GARRISON_HERE(place=here)

    @unit.offer
    def units(self) -> Sequence[Any]:
        return garrisons(self.s, of_battle(self.s))

    @unit.bar
    def unit_barred(self, piece: Piece) -> Why | None:
        if is_chief(piece) or not self.s.board.kinds[piece].counts:
            return NOT_GIVEN_UP("11.15", unit=piece)
        if piece not in garrisons(self.s, of_battle(self.s)):
            return NOT_THERE("11.15", piece=piece, place=self.ruin, nation=self.nation)
        return None

    @source.offer
    def castles(self) -> Sequence[Any]:
        return _castles(self.s, of_battle(self.s))

    @source.bar
    def source_barred(self, place: Place | None) -> Why | None:
        """9.5, 11.15: one is moved only if none is left beside the map."""
        if place in self.castles():
            return None
        free = spare(self.s, self.nation, CASTLE) > 0
        return GARRISON_OWN() if free else super().source_barred(place)

    def do(self, c: Context) -> None:
        occupy(self.s, c, of_battle(self.s), self.unit, self.source)


class Garrison(Point[Plain], kind="garrison", rule="11.15"):
    """Which unit the OMEYYAD gives up for a Castle that surrenders; he must."""

    orders = (Occupy,)

    def about(self, s: State, who: int, a: Plain) -> dict[str, str]:
        return {"place": s.board.places[of_battle(s).place]}
