"""Forms: a game is played in a scenario with its options, and the seats follow from both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.core import Game, HeraldError


class Form(NamedTuple):
    """How a game is played at one table."""

    scenario: str
    options: dict[str, str]  # every one of them
    seats: tuple[str, ...]


def form_of(game: Game, scenario: str | None, chosen: Mapping[str, str]) -> Form:
    """The form that somebody wishes; the first scenario if none is named."""
    scenario = scenario or next(iter(game.scenarios))
    if scenario not in game.scenarios:
        raise HeraldError(
            f"{game.title} has no scenario {scenario!r}; it has {', '.join(game.scenarios)}."
        )
    demand_options(game, chosen)
    options = {name: chosen.get(name, option.default) for name, option in game.options.items()}
    return Form(scenario, options, game.seats_of(scenario, options))


def demand_options(game: Game, chosen: Mapping[str, str]) -> None:
    """Refuse an option that the game does not have, or a value that it cannot have."""
    for name, value in chosen.items():
        option = game.options.get(name)
        if option is None:
            raise HeraldError(
                f"{game.title} has no option {name!r}; it has {', '.join(game.options)}."
            )
        if value not in option.values:
            raise HeraldError(f"Option {name} is one of {', '.join(option.values)}, not {value!r}.")
