"""A computer player: it marches in force to where the enemy seems weaker, and further on."""

from random import Random

from docs.example.border.table import SEATS, View
from engine.core import Action, Decision
from engine.match import World


def choose(world: World, decision: Decision, rng: Random) -> Action:
    """The best march by what its side can see of the goal."""
    view = world.view(decision.seat)
    assert isinstance(view, View)
    enemy = SEATS[1 - SEATS.index(decision.seat)]

    def worth(action: Action) -> float:
        if action.verb != "march":
            return rng.random()
        blocks, path = action.args[1:]
        goal = view.towns[path[-1]][enemy]
        wins: bool = path[-1] == world.game.data["board"]["start"][enemy][0]
        return len(blocks) - len(goal) + 2 * bool(goal) + 9 * wins + rng.random()

    return max(decision, key=worth)
