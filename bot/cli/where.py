"""`herald where`: what is known of a section of the rules, and where it stands."""

from __future__ import annotations

from textwrap import fill
from typing import Annotated

import typer

from bot.rulebook import Known, Spot, known
from engine import HeraldError
from engine.games import manifests


def where(
    number: Annotated[str, typer.Argument(help="The section as the book numbers it: 8.5.1.")],
    game: Annotated[str, typer.Option(help="One game; else all that have the section.")] = "",
) -> None:
    """Summary, rulings, functions, cases and events of a section of the rules."""
    if game and game not in manifests():
        raise HeraldError(f"There is no game {game!r}; there are {', '.join(manifests())}.")
    names = [game] if game else list(manifests())
    found = {name: about for name in names if (about := known(name, number)) is not None}
    if not found:
        whose = f"The book of {game}" if game else "No book"
        raise HeraldError(f"{whose} has {'no' if game else 'a'} section {number}.")
    for name, about in found.items():
        typer.echo("\n".join(_lines(name, number, about)))


def _lines(game: str, number: str, about: Known) -> list[str]:
    lines = [f"{game} {number}: {about.title}", _wrapped(about.summary)]
    if about.standing:
        lines.append(_wrapped(about.standing))
    lines += _part("Rulings", [f"{name}: {choice}" for name, choice in about.rulings])
    lines += _part("Code", _by_file(about.spots))
    lines += _part("Events", [f"{s.event} ({s.file}: {s.name})" for s in about.events])
    lines += _part("Cases", [f"{shown.file}: {shown.case}" for shown in about.cases])
    return [*lines, ""]


def _by_file(spots: tuple[Spot, ...]) -> list[str]:
    files: dict[str, list[str]] = {}
    for spot in spots:
        files.setdefault(spot.file, []).append(spot.name)
    return [f"{file}: {', '.join(names)}" for file, names in files.items()]


def _part(title: str, rows: list[str]) -> list[str]:
    return [f"  {title}", *[_wrapped(row, "    ") for row in rows]] if rows else []


def _wrapped(text: str, indent: str = "  ") -> str:
    further = indent if indent == "  " else f"{indent}  "
    return fill(text, 96, initial_indent=indent, subsequent_indent=further, break_on_hyphens=False)
