"""Nations and units of Hispania that could not be drawn: told before they are in play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path

from engine.games.hispania.table.data import Nation, Nations, UnitKinds
from renderer.boards.areas import HATCHES
from renderer.boards.files import Bearings, Realm, opened


def faults(where: Path) -> list[str]:
    """Sentences about arms, paints and emblems in the layout of a folder."""
    drawn, nations = opened(Realm, where), opened(Nations, where)
    return [
        *_paints(nations.seats, drawn.sides),
        *_arms(drawn.arms, nations.nations),
        *_units(drawn.kinds, opened(UnitKinds, where).kinds),
    ]


def _paints(seats: Iterable[str], painted: Container[str]) -> Iterator[str]:
    for seat in seats:
        if seat not in painted:
            yield f"nations.yaml: there is no paint for the seat {seat!r}."


def _arms(arms: Mapping[str, Bearings], nations: Mapping[str, Nation]) -> Iterator[str]:
    for key in nations:
        if key not in arms:
            yield f"layout.yaml: the nation {key!r} has no arms."
    for key, row in arms.items():
        if key not in nations and key != "neutral":
            yield f"layout.yaml: there is no nation {key!r} to bear arms."
        if row.hatch not in HATCHES:
            yield f"layout.yaml: there is no hatching {row.hatch!r} for {key!r}."
    for charge, count in Counter(row.charge for row in arms.values()).items():
        if count > 1:
            yield f"layout.yaml: {count} nations bear the charge {charge!r}."
    looks = Counter((nations[k].seat, arms[k].hatch) for k in nations if k in arms)
    for (seat, hatch), count in looks.items():
        if count > 1:
            yield f"layout.yaml: {count} nations of {seat} have the hatching {hatch or 'none'!r}."


def _units(signs: Mapping[str, str], kinds: Iterable[str]) -> Iterator[str]:
    for key in kinds:
        if key not in signs:
            yield f"layout.yaml: the unit {key!r} has no emblem."
