"""A world dealt anew: for games whose secrets are things that lie face down in heaps.

A game says what it hides (`hidden`: the heaps of each seat) and how a heap is filled (`lay`).
From that follow the other world and how an order reads there.
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import TYPE_CHECKING, Any

from engine.core import Action
from engine.flow import PLAIN, Point, Round
from engine.orders.piles import Pile

if TYPE_CHECKING:
    from engine.base import BaseGame


class Dealt:
    """What became of every hidden thing: how an action reads in the other world."""

    def __init__(self, game: BaseGame[Any], old: Any, new: Any) -> None:
        self.game, self.old, self.new = game, old, new
        self.heaps: dict[tuple[int, Hashable], list[tuple[int, int]]] = {}

    def pile(self, who: int, heap: Hashable) -> Pile:
        """A heap of a seat, each thing with what it is in the other world."""
        return Pile(self.heaps[who, heap])

    def deal(self, who: int, rng: Random) -> None:
        """Deal the hidden things of a seat anew among its heaps. They are put in order first:
        where they lie has no part in how they are dealt."""
        heaps = self.game.hidden(self.old, who)
        things = sorted(thing for heap in heaps.values() for thing in heap)
        rng.shuffle(things)
        for name, heap in heaps.items():
            dealt, things = things[: len(heap)], things[len(heap) :]
            self.heaps[who, name] = list(zip(heap, dealt, strict=True))
            self.game.lay(self.new, who, name, tuple(sorted(dealt)))

    def alias(self, seat: str, action: Action) -> Action | None:
        who = self.game.seats.index(seat)
        if not any(owner == who for owner, _ in self.heaps):
            return action
        point, brings = self._asked(action)
        try:
            order = point.reads(action.verb, brings).read(self.old, who, action, brings)
            return order.alias(self)
        except LookupError:
            return None

    def _asked(self, action: Action) -> tuple[Point[Any, Any], Any]:
        """The question or the right that an action answers."""
        for right in self.game.script.rights.values():
            if any(order.verb.name == action.verb for order in right.orders):
                return right, PLAIN
        return self.game.question(self.old)


def redeal(game: BaseGame[Any], state: Any, seat: str | None, rng: Random) -> tuple[Any, Dealt]:
    """A state that `seat` cannot tell from this one, with everything else dealt anew."""
    world = Dealt(game, state, game.copy(state))
    for who, name in enumerate(game.seats):
        if name != seat:
            world.deal(who, rng)
    if state.over is None:
        point, brings = game.question(world.new)
        if isinstance(point, Round):
            parties = point.parties(world.new, brings)
            known = [who for who in parties if game.seats[game.seat_of(state, who)] == seat]
            point.reseal(world.new, brings, known, rng)
    return world.new, world
