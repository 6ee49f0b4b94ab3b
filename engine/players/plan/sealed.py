"""Sealed battles: the plans of all seats answer, and a battle runs through in one go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.core import Action, Decision
from engine.match import Match
from engine.mending import before
from engine.players.plan.manual import Scene, manual_of, scene_of
from engine.players.plan.plan import Plan
from engine.players.plan.reading import read

Plans = Mapping[str, Sequence[Plan]]  # by seat; of several the first that is for the place


class Answer(NamedTuple):
    """What a plan answered. It is private to its seat until the match has told it."""

    seat: str
    kind: str
    action: Action


def standing_plan(match: Match, seat: str) -> Plan:
    """The plan of a seat that wrote none."""
    return read(match.game, manual_of(match.game).standing(seat), seat)


def sealed_battle(match: Match, plans: Plans, whole_round: bool = False) -> tuple[Answer, ...]:
    """Answer the open questions of a battle from the plans, up to its end.

    It stops where the battle ends (with `whole_round`: where the last battle of the phase ends),
    where a plan asks its owner, and where there is no plan. A plan is given a redealt world: it
    knows what its seat knows. What the plans answer is entered in the match like any answer.
    """
    return tuple(fought(match, plans, whole_round))


def fought(match: Match, plans: Plans, whole_round: bool = False) -> Iterator[Answer]:
    """The same answer by answer, for whoever follows the battle; each has just been entered."""
    open_ = match.decisions()
    first = scene_of(match, open_[0]) if open_ else None
    while first is not None and (found := _next(match, plans, first, whole_round)) is not None:
        match.act(found.seat, found.action)
        yield found


def scene_at(match: Match, entry: int) -> Scene | None:
    """Where the question belonged that an entry answered, as a spectator saw it then."""
    line = match.entries[entry]
    if line.what != "act":
        return None
    earlier = before(match, entry)
    asked = earlier.decision(line.seat)
    return scene_of(earlier, asked) if asked is not None else None


def others_fought(match: Match, seat: str, entry: int) -> bool:
    """Whether an entry belongs to a battle in which another seat had answered before."""
    scene = scene_at(match, entry)
    earlier = [i for i in match.live if i < entry and match.entries[i].what == "act"]
    for index in reversed(earlier if scene is not None else ()):
        at = scene_at(match, index)
        if at is None or scene is None or at.battle != scene.battle:
            return False
        if match.entries[index].seat != seat:
            return True
    return False


def _next(match: Match, plans: Plans, first: Scene, whole_round: bool) -> Answer | None:
    """The first answer that a plan has to an open question of the battle."""
    for decision in match.decisions():
        scene = scene_of(match, decision)
        if scene is None or scene.round != first.round:
            return None
        if scene.battle != first.battle and not whole_round:
            return None
        plan = next((p for p in plans.get(decision.seat, ()) if p.covers(scene)), None)
        action = _answer(match, decision, plan) if plan is not None else None
        if action is not None:
            return Answer(decision.seat, decision.kind, action)
    return None


def _answer(match: Match, decision: Decision, plan: Plan) -> Action | None:
    # what is dealt to the others does not matter: a plan that noticed would be a leak
    world = match.world(decision.seat)
    question = world.decision(decision.seat)
    assert question is not None  # a redealt world asks the seat the same question
    return None if plan.asks(world, question) else plan.choose(world, question)
