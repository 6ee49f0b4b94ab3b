"""What plans can say in the First Crusade: whatever is asked of somebody on another's activation.

A battle is planned once by everybody who has a part in it. What a seat is asked in passing (an
interception, stores for a siege, a vision, Dissension) is answered from its standing plan; where
that is silent, as the computer would.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core import Decision, View
from engine.games.crusade.plans import public
from engine.games.crusade.plans.orders import EXAMPLES, read_order
from engine.games.crusade.table.view import View as Sight
from engine.games.crusade.words.plans import FACTS
from engine.players.plan.manual import Manual, Scene, place_named
from engine.players.plan.parts import Facts, Order

if TYPE_CHECKING:
    from engine.games.crusade.game import Crusade
    from engine.match import World

_SUGGESTED = {  # what a plan of each mood says, and what else it does
    "suggest": ("", "best"),
    "bold": ("never withdraw\nintercept\njoin\nplay all\n", "best"),
    "careful": ("[odds 2+] withdraw\nnever intercept\n", "finish"),
}


class CrusadeManual:
    """The part of the First Crusade in the mechanism of plans."""

    facts = FACTS
    topics = public.TOPICS
    examples: tuple[str, ...] = EXAMPLES

    def __init__(self, game: Crusade) -> None:
        self.game = game

    def where(self, words: str) -> str:
        return place_named(self.game, words, ("place",))

    def order(self, words: str, seat: str, where: str) -> Order:
        return read_order(self.game, words)

    def scene(self, view: View, decision: Decision) -> Scene | None:
        assert isinstance(view, Sight)
        return public.scene(view, decision)

    def parties(self, view: View, asked: Sequence[Decision]) -> tuple[str, ...]:
        """Everybody with men in the battle, all at once; the rest is for the standing plan."""
        assert isinstance(view, Sight)
        return public.parties(view, self.game)

    def places(self, view: View, decision: Decision) -> tuple[str, ...]:
        scene = self.scene(view, decision)
        return (scene.where,) if scene is not None and scene.where else ()

    def title(self, where: str) -> str:
        return self.game.names("place").get(where, where)

    def look(self, view: View, decision: Decision) -> Facts:
        assert isinstance(view, Sight)
        return public.look(view, decision, self.game)

    def standing(self, seat: str) -> str:
        return "plan\nelse best\n"

    def suggest(self, world: World, seat: str, where: str, mood: str) -> str:
        lines, otherwise = _SUGGESTED[mood]
        return f"plan {where}".strip() + f"\n{lines}else {otherwise}\n"


def manual(game: Crusade) -> Manual:
    return CrusadeManual(game)
