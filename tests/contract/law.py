"""The law of orders: a value of the domain is offered if and only if no bar holds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import engine
from engine.base import BaseGame
from engine.core import MODERATOR, Action, Question, Value
from engine.match import Match
from engine.orders import UNFIT, Field, Order, Tree
from engine.orders.slots import Many
from engine.players import answer, player

AnyOrder = Order[Any, Any]
Words = tuple[Value, ...]
Stage = tuple[AnyOrder, Words, Words]  # an order, what is filled, and what of the next slot


# -- positions -----------------------------------------------------------------------------------


def positions(name: str, who: str, steps: int, seed: str) -> Iterator[tuple[Match, Random]]:
    """Positions of games with random scenarios and options, played by computers."""
    rng, number = Random(f"{seed} {name}"), 0
    game = engine.games()[name]
    while steps > 0:
        number += 1
        scenario = rng.choice(list(game.scenarios))
        options = {o.name: rng.choice(o.values) for o in game.options.values()}
        options |= game.locked(scenario)
        match = engine.new_match(name, scenario, options, seed=f"{seed}-{number}")
        computer = player(who, f"{seed}-{number}")
        while not match.over and steps > 0:
            steps -= 1
            yield match, rng
            seat = rng.choice(match.decisions()).seat
            match.act(seat, Action(*answer(match, seat, computer, rng)))


def trees(match: Match, moderator: bool = False) -> Iterator[tuple[Question, Tree]]:
    """The open questions with their trees; those whose orders are classes."""
    decisions = [match.decision(MODERATOR)] if moderator else match.decisions()
    for decision in decisions:
        assert decision is not None
        tree = match.game.tree(match._state, decision._question)
        if isinstance(tree, Tree):
            yield decision._question, tree
        else:  # a game on the common base has no others
            assert not isinstance(match.game, BaseGame), decision.kind


# -- orders under way ----------------------------------------------------------------------------


def again(order: AnyOrder, prefix: Words) -> AnyOrder:
    """The same order under way, of which nothing has been asked yet."""
    fresh = type(order)(order.s, order.who, order.asked)
    for value in prefix:
        fresh.fill(value)
    return fresh


def walk(tree: Tree, verb: str, rng: Random) -> Iterator[Stage]:
    """One way down the tree at random."""
    order = tree.orders[verb]
    prefix: Words = ()
    for slot in order.fields:
        yield order, prefix, ()
        level = again(order, prefix).level()
        if slot.form == "one":
            assert level.choices, f"{verb} {prefix}: nothing can stand in {slot.name}"
            prefix = (*prefix, rng.choice(level.choices))
            continue
        partial: Words = ()
        while level.choices and not (level.may_stop and rng.random() < 0.3):
            partial = (*partial, rng.choice(level.choices))
            yield order, prefix, partial
            level = again(order, prefix).level(partial)
        assert level.may_stop, f"{verb} {prefix} {partial}: {slot.name} cannot be completed"
        prefix = (*prefix, partial)


# -- the law -------------------------------------------------------------------------------------


def faults(stage: Stage) -> Iterator[str]:
    """Where level and bars of the next slot differ, over the whole domain."""
    order, prefix, partial = stage
    slot = order.fields[len(prefix)]
    level = again(order, prefix).level(partial)
    asked = again(order, prefix)  # why is asked of one whose level nobody asked
    where = f"{order.verb.name} {prefix} {slot.name} {partial}"
    for word in {**dict.fromkeys(domain(stage)), **dict.fromkeys(level.choices)}:
        if word is None:
            continue
        why = asked.why(partial, word)
        if (why is None) != (word in level.choices):
            yield f"{where}: {word} is {'offered' if why else 'not offered'}, but {why}"
    ends = level.may_stop if isinstance(slot, Many) else None in level.choices
    why = asked.why(partial, None)
    if (why is None) != ends:
        yield f"{where}: nothing more {'may' if ends else 'may not'} stand there, but {why}"


def domain(stage: Stage) -> list[str]:
    """Everything that a person could name for the next slot."""
    order, prefix, _ = stage
    asked = again(order, prefix)  # it may depend on what stands before
    known = order.fields[len(prefix)].domain
    return [known.token(asked, value) for value in known.values(asked)]


def unfit(stage: Stage) -> str:
    """The slot, if something of its own domain is kept out of it by no rule; "" if nothing is.

    A slot that stays empty by itself, because the one that it belongs to is, is none of these.
    """
    order, prefix, partial = stage
    slot = order.fields[len(prefix)]
    asked = again(order, prefix)
    if slot.at is not None and getattr(asked, slot.at.attribute) is None:
        return ""
    found = [asked.why(partial, word) for word in domain(stage)]
    general = any(why is not None and why.bar is UNFIT for why in found)
    return f"{order.verb.name} {slot.name}" if general else ""


# -- completing ----------------------------------------------------------------------------------

_STUCK = object()


def stuck(stage: Stage, rng: Random) -> str:
    """Where an order that began so cannot be brought to an end, in words; "": it can."""
    order, prefix, partial = stage
    under_way = again(order, prefix)
    for number, slot in enumerate(order.fields[len(prefix) :]):
        value = _complete(under_way, slot, partial if number == 0 else (), rng)
        if value is _STUCK:
            return f"{order.verb.name} {prefix} {partial}: no way to fill {slot.name}"
        under_way.fill(value)
    return ""


def _complete(order: AnyOrder, slot: Field[Any, Any], chosen: Words, rng: Random) -> Any:
    if slot.form == "one" and chosen:
        return chosen[0]
    level = slot.level(order, chosen)
    if slot.form == "one":
        return rng.choice(level.choices) if level.choices else _STUCK
    while not level.may_stop:
        if not level.choices:
            return _STUCK
        chosen = (*chosen, rng.choice(level.choices))
        level = slot.level(order, chosen)
    return chosen
