"""What plans can say in Hispania: the order of battles, targets, retreats, submission.

When a march is over, the attacker and every defender of the phase write their plans at the same
time; then all its battles are fought without another question. `public` is what conditions may
speak of, `orders` what a line can order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core import Decision, View
from engine.games.hispania.plans import public
from engine.games.hispania.plans.orders import EXAMPLES, Fight, read_order
from engine.games.hispania.table.view import View as Sight
from engine.games.hispania.words.plans import FACTS, say
from engine.players.plan.manual import Manual, Scene, place_named
from engine.players.plan.parts import Facts, Order, Unclear

if TYPE_CHECKING:
    from engine.games.hispania.game import Hispania
    from engine.match import World

_SUGGESTED = {  # what a plan of each mood says, and what else it does
    "suggest": ("", "best"),
    "bold": ("never retreat\nnever submit\n", "best"),
    "careful": ("[mine 1-] retreat\n[foe 5+] retreat\n", "finish"),
}


class HispaniaManual:
    """Hispania's own part of the mechanism."""

    facts = FACTS
    topics = public.TOPICS
    examples: tuple[str, ...] = EXAMPLES

    def __init__(self, game: Hispania) -> None:
        self.game = game

    def where(self, words: str) -> str:
        return place_named(self.game, words, ("place",))

    def order(self, words: str, seat: str, where: str) -> Order:
        order = read_order(self.game, words)
        if where and isinstance(order, Fight):
            raise Unclear(say("which first"))
        return order

    def scene(self, view: View, decision: Decision) -> Scene | None:
        assert isinstance(view, Sight)
        return public.scene(view, decision)

    def parties(self, view: View, asked: Sequence[Decision]) -> tuple[str, ...]:
        """The attacker and all defenders of the phase, so that everybody is asked at once."""
        assert isinstance(view, Sight)
        return public.parties(view, self.game.seats)

    def places(self, view: View, decision: Decision) -> tuple[str, ...]:
        assert isinstance(view, Sight)
        return tuple(public.battlefields(view))

    def title(self, where: str) -> str:
        return self.game.names("place").get(where, where)

    def look(self, view: View, decision: Decision) -> Facts:
        assert isinstance(view, Sight)
        return public.look(view, decision, self.game.board)

    def standing(self, seat: str) -> str:
        return "plan\nelse best\n"

    def suggest(self, world: World, seat: str, where: str, mood: str) -> str:
        lines, otherwise = _SUGGESTED[mood]
        return f"plan {where}".strip() + f"\n{lines}else {otherwise}\n"


def manual(game: Hispania) -> Manual:
    return HispaniaManual(game)
