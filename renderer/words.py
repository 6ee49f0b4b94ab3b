"""What every picture says alike, and how it speaks: a key with values, worded for its reader.

A game's own sentences stand in its `words.py`; whatever is drawn or told is made with a tongue.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.tongues import ENGLISH, Field, Listed, Said, Tongue
from engine.tongues.false import FALSE

PICTURES: Final = {
    "points": "points",
    "road.main": "main road",
    "road.hybrid": "hybrid",
    "road.secondary": "secondary",
    "town.castle": "castle",
    "town.tower": "watchtower",
    "town.resource": "resource",
    "town.arms": "musters here",
    "hand.empty": "no cards in hand",
    "hand.open": "open beside the board",
    "caption": "{when}. {doing}",
    "region": "Close-up of {game}, {when}. {doing}. Around {places}.",
    "region.arrows": "Arrows: {ways}.",
    "region.fights": "Fights at {places}.",
    "region.outside": "Outside the picture: {places}.",
    "way": "{who}, {route}",
    "way.flight": "{who} in flight, {route}",
    "to": "{one} to {other}",
    "and": "{one} and {other}",
    "with": "{one} with {other}",
    "then": "{one} {other}",
    "plus": "{one} + {other}",
    "road": "{one} – {other}",
    "comma": "{one}, {other}",
    "order": "Your order so far: not sent",
    "order.choose": "Choose where",
    "order.reach": "in reach",
    "order.warned": "{words} [{rule}]",
    "order.words": "{road}. {price}.",
    "order.road": "{road}.",
    "order.free": "{What}: {places}.",
    "afloat": "{water}: {fleets}.",
    "fleet": "{side} ships {ships}",
    "fleet.laden": "{side} ships {ships} with {blocks} blocks",
    "replay": (
        "A replay in {count} pictures, with nothing hidden: from {first} to {last}. {words}"
    ),
}

REFUSALS: Final = {
    "language": "There are no words in the language {language}.",
    "width": "A picture is {least} to {most} pixels wide, not {width}.",
    "field": "The view has no {field}, so it cannot be drawn.",
    "kind": "There is no picture {kind}; there are {kinds}.",
    "kind.here": "There is no picture {kind} in {game}.",
    "version": "This view of {game} is of version {version}; the layout draws version {known}.",
    "game": "There are no pictures for the game {game}.",
    "layout": "{game} has no layout.yaml, so it cannot be drawn.",
    "place": "The layout of {game} has no place {place}.",
    "zone": "The layout of {game} has no sea zone {zone}.",
    "piece": "There is no piece {piece} in {game}.",
    "ground": "The ground picture {name} is missing.",
    "layer": "layout.yaml: there is no layer {name}.",
    "shield": "There is no shield for the faction {faction}.",
    "emblem": "There is no emblem {name}.",
    "palette": "There is no palette {name}; there are {palettes}.",
    "paint": "There is no paint for the side {side}.",
    "film.empty": "There is nothing to show.",
    "film.big": "The film is too big.",
    "closed": "The studio is closed.",
    "failed": "The picture could not be drawn ({error}).",
    "died": "The picture could not be drawn: the drawing process died twice.",
    "alone": "The picture could not be drawn: nobody is there to do it.",
    "late": "The picture took longer than {seconds} seconds and was given up.",
    "battle": "Nobody is fighting now, so there is no battle to draw.",
    "order": "There is no order to draw.",
    "end": "The game is not over, so there is no picture of its end.",
}

ENGLISH.learn("renderer", PICTURES=PICTURES, REFUSALS=REFUSALS)

_TONGUES: Final = {tongue.language: tongue for tongue in (ENGLISH, FALSE)}


def say(entry: str, **values: Field) -> Said:
    return Said(f"renderer.PICTURES.{entry}", values)


def refusal(entry: str, **values: Field) -> Said:
    return Said(f"renderer.REFUSALS.{entry}", values)


def tongue_of(language: str) -> Tongue | None:
    """The language of that code; None if nobody speaks it here."""
    return _TONGUES.get(language)


def commas(items: Iterable[Field]) -> Listed:
    """One thing after another: a, b, c."""
    return Listed(tuple(items), "")


def semicolons(items: Iterable[Field]) -> Listed:
    return Listed(tuple(items), ";")


def chained(items: Iterable[Field], entry: str) -> Field:
    """Things that an entry of two joins, from the first to the last: a to b to c."""
    whole: Field = None
    for item in items:
        whole = item if whole is None else say(entry, one=whole, other=item)
    return whole
