"""Forms: a game is played in a scenario with its options; seats and secrets follow from both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.core import Game, HeraldError
from engine.tongues import Listed
from engine.words import say


class Form(NamedTuple):
    """How a game is played at one table."""

    scenario: str
    options: dict[str, str]  # every one of them
    seats: tuple[str, ...]


def form_of(game: Game, scenario: str | None, chosen: Mapping[str, str]) -> Form:
    """The form that somebody wishes: the first scenario if none is named, and what it starts with
    where nothing is chosen."""
    scenario = scenario or next(iter(game.scenarios))
    if scenario not in game.scenarios:
        known = Listed(tuple(game.scenarios), "")
        raise HeraldError(say("no scenario", game=game.title, word=repr(scenario), scenarios=known))
    return _form(game, scenario, chosen, game.defaults(scenario))


def recorded(game: Game, scenario: str, kept: Mapping[str, str]) -> Form:
    """The form that a record was played in. An option that it does not know came later: it stands
    at what was played before there was one, whatever the scenario starts with."""
    return _form(game, scenario, kept, {})


def contradiction(game: Game, scenario: str, chosen: Mapping[str, str]) -> str | None:
    """The first chosen option that the scenario fixes at another value."""
    locked = game.locked(scenario)
    return next((name for name in chosen if chosen[name] != locked.get(name, chosen[name])), None)


def _form(game: Game, scenario: str, chosen: Mapping[str, str], start: Mapping[str, str]) -> Form:
    _demand_options(game, chosen)
    locked = game.locked(scenario)
    wrong = contradiction(game, scenario, chosen)
    if wrong is not None:
        raise HeraldError(
            say(
                "fixed option",
                scenario=scenario,
                game=game.title,
                option=wrong,
                value=locked[wrong],
                chosen=chosen[wrong],
            )
        )
    usual = {name: option.default for name, option in game.options.items()}
    options = {**usual, **start, **chosen, **locked}
    return Form(scenario, options, game.seats_of(scenario, options))


def _demand_options(game: Game, chosen: Mapping[str, str]) -> None:
    """Refuse an option that the game does not have, or a value that it cannot have."""
    for name, value in chosen.items():
        option = game.options.get(name)
        if option is None:
            options = Listed(tuple(game.options), "")
            raise HeraldError(say("no option", game=game.title, word=repr(name), options=options))
        if value not in option.values:
            values = Listed(tuple(option.values), "")
            raise HeraldError(say("no such value", option=name, values=values, word=repr(value)))
