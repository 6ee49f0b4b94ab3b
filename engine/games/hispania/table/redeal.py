"""Another world that a reader cannot tell from this one.

Nothing lies face down in Hispania; only an answer that waits for the other side's is a secret.
"""

from __future__ import annotations

from random import Random

from engine.core import Action, Clock, Decision, Game, Question
from engine.games.hispania.table.flow import name_of, settled
from engine.games.hispania.table.state import State, seat_of

TRIES = 8  # to find an answer that is not the true one


class Same:
    """Every action reads the same in the other world."""

    def alias(self, seat: str, action: Action) -> Action | None:
        return action


def deal(game: Game, state: State, seat: str | None, rng: Random) -> State:
    """The same table, with other answers where those of other seats are sealed."""
    new = state.copy()
    if new.battle is None:
        return new
    for side, answer in enumerate(new.sealed):
        nation = new.battle.nations[side]
        if answer is not None and (owner := game.seats[seat_of(new, nation)]) != seat:
            new.sealed[side] = _other(game, new, owner, nation, side, rng)
    return new


def _other(game: Game, s: State, owner: str, nation: int, side: int, rng: Random) -> Action:
    """Any answer that could have been given to the same question."""
    given = s.sealed[side]
    assert given is not None
    asking = s.copy()
    asking.sealed[side] = None
    settled(asking)
    question = Question(owner, asking.frames[-1][0], "", False, {"actor": name_of(s, nation)})
    decision = Decision(game, asking, question, 0, Clock())
    for _ in range(TRIES):
        chosen = decision.sample(rng)
        if chosen != given:
            return chosen
    return given
