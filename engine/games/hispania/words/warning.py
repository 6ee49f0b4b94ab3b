"""What a march of Hispania would bring about, told before it is sent: all of it is open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.games.hispania.words.naming import said
from engine.parts.outlook import Warned

if TYPE_CHECKING:
    from engine.games.hispania.game import Hispania
    from engine.games.hispania.table.view import Spot, View


def warnings(
    game: Hispania, view: View, verb: str, origin: str, who: Sequence[str], path: Sequence[str]
) -> Iterator[Warned]:
    """Those who stand where the march ends, and how many may stay there (4.1, 4.5)."""
    if verb != "move" or not path or view.active is None:
        return
    goal, nation = path[-1], view.active
    there = view.locations[goal]
    foreign = [army for army in there.armies if army.nation != nation and army.pieces]
    place = game.called("place", goal)
    if foreign:
        theirs = sum(_counted(game, army.pieces) for army in foreign)
        own = _counted(game, who) + _own(game, there, nation)
        met = said("WARNINGS", "met", place=place, own=own, theirs=theirs)
        yield Warned(met, "6.0", goal, True)
        return
    most = game.board.stack[game.board.places.index(goal)]
    if not most:
        return
    most += view.people[nation].capital == goal
    standing = _counted(game, who) + _own(game, there, nation)
    if standing > most:
        over = standing - most
        full = said("WARNINGS", "full", place=place, most=most, standing=standing, over=over)
        yield Warned(full, "4.5", goal)


def _own(game: Hispania, there: Spot, nation: str) -> int:
    return sum(_counted(game, army.pieces) for army in there.armies if army.nation == nation)


def _counted(game: Hispania, pieces: Sequence[str]) -> int:
    """4.2: units that count for the limit; a Chief does not."""
    kinds = {kind.token: kind for kind in game.board.kinds}
    return sum(1 for piece in pieces if piece in kinds and kinds[piece].stacks)
