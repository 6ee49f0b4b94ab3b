"""What plans can say in Granada: battles, sieges, sea fights, and Boabdil's questions.

`public` is what conditions may speak of, `orders` what a line can order, `reading` its words,
and `suggesting` writes plans as the greedy player would fight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core import Decision, View
from engine.games.granada.book.battle import Fight
from engine.games.granada.plans import public
from engine.games.granada.plans.orders import Pick
from engine.games.granada.plans.reading import EXAMPLES, Reader
from engine.games.granada.plans.suggesting import standing, suggest
from engine.games.granada.table.view import View as Sight
from engine.games.granada.words.plans import FACTS, say
from engine.players.plan.manual import Manual, Scene, place_named
from engine.players.plan.parts import Facts, Order, Unclear

if TYPE_CHECKING:
    from engine.games.granada.game import Granada
    from engine.match import World


class GranadaManual:
    """Granada's own part of the mechanism."""

    facts = FACTS
    topics = public.TOPICS
    examples: tuple[str, ...] = EXAMPLES

    def __init__(self, game: Granada) -> None:
        self.game = game
        self._readers = {seat: Reader(game, self, seat) for seat in game.seats}

    def where(self, words: str) -> str:
        """A place, or a sea zone."""
        return place_named(self.game, words, ("place", "zone"))

    def order(self, words: str, seat: str, where: str) -> Order:
        order = self._readers[seat].order(words)
        if where and isinstance(order, Pick) and order.word == "fight":
            raise Unclear(say("which first"))
        if where and public.at_sea(order.kinds) != (where in self.game.board.zone):
            at_sea = where in self.game.board.zone
            raise Unclear(say("not at sea" if at_sea else "not on land", place=where))
        return order

    def scene(self, view: View, decision: Decision) -> Scene | None:
        assert isinstance(view, Sight)
        return public.scene(view, decision)

    def parties(self, view: View, asked: Sequence[Decision]) -> tuple[str, ...]:
        """Both sides of every fight; Boabdil's camp outside a battle is asked about at once."""
        lone = all(decision.kind in public.BOABDIL for decision in asked)
        return () if lone else self.game.seats

    def places(self, view: View, decision: Decision) -> tuple[str, ...]:
        """Several battles begin with the question which comes first."""
        if decision.kind == "designate":
            return tuple(str(place) for place in decision.next(Fight.before(Fight.place)))
        scene = self.scene(view, decision)
        return (scene.where,) if scene is not None and scene.where else ()

    def title(self, where: str) -> str:
        return self.game.names("zone").get(where) or self.game.names("place").get(where, where)

    def look(self, view: View, decision: Decision) -> Facts:
        assert isinstance(view, Sight)
        return public.look(view, decision)

    def standing(self, seat: str) -> str:
        return standing(seat)

    def suggest(self, world: World, seat: str, where: str, mood: str) -> str:
        return suggest(self.game, world, seat, where, mood)


def manual(game: Granada) -> Manual:
    return GranadaManual(game)
