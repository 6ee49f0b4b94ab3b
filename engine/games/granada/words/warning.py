"""What a march of Granada would bring about, told before it is sent: from the seat's own view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.games.granada.table.board import SEATS
from engine.games.granada.words.naming import said
from engine.parts.outlook import Warned

if TYPE_CHECKING:
    from engine.games.granada.game import Granada
    from engine.games.granada.table.view import Location, View

OVERRUN = 4  # blocks for each of theirs (7.4)
LARGE = 6  # so many blocks go a step less (7.3.5)


def warnings(
    game: Granada, view: View, verb: str, origin: str, who: Sequence[str], path: Sequence[str]
) -> Iterator[Warned]:
    """The gravest first: a fight, what is left behind, what it uses up."""
    if verb != "move" or view.seat is None:
        return
    places, other = view.locations, SEATS[view.seat == SEATS[0]]
    if path:
        yield from _met(game, places[path[-1]], path[-1], len(who), view.seat, other)
    if len(who) >= LARGE:
        yield Warned(said("WARNINGS", "large", count=len(who)), "7.3.5")
    here = places[origin]
    mine = getattr(here, view.seat)
    if path and who and mine.count == len(who) and (here.castle or _capital(game, origin)):
        place = game.called("place", origin)
        yield Warned(said("WARNINGS", "empty", place=place), "7.3.1", origin)
    if view.movement is not None and view.movement.activations == 1 and path:
        yield Warned(said("WARNINGS", "last"), "7.1")


def _met(
    game: Granada, goal: Location, place: str, count: int, seat: str, other: str
) -> Iterator[Warned]:
    """8.1, 7.4: those who stand where the march ends."""
    theirs = getattr(goal, other).count
    if not theirs:
        return
    name = game.called("place", place)
    board, at = game.board, game.board.places.index(place)
    walls = board.castle[at] and goal.castle == other
    tower = board.tower[at] and not board.castle[at] and goal.control == other
    count += getattr(goal, seat).count
    if count >= OVERRUN * theirs and not walls and not tower:
        yield Warned(
            said("WARNINGS", "overrun", place=name, own=count, theirs=theirs), "7.4", place, True
        )
        return
    key = "castle" if walls else "tower" if tower else "battle"
    yield Warned(said("WARNINGS", key, place=name, own=count, theirs=theirs), "8.1", place, True)


def _capital(game: Granada, place: str) -> bool:
    return game.board.capital[game.board.places.index(place)] >= 0
