"""`herald render`: a picture of a game, for trying things."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated

import typer

import engine
import renderer
from bot.cli.play import read_record
from engine import HeraldError, Match
from engine.events import drawn
from engine.film import Shot, film
from renderer.pictures.filming import WIDTH as FILM_WIDTH

RECENT = 4  # entries of the record


def render(
    game: Annotated[str, typer.Argument(metavar="GAME", help="a game that `herald games` lists")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FILE", help="a .webp file")],
    record: Annotated[
        Path | None, typer.Option(help="a saved game; a new one if not given")
    ] = None,
    seat: Annotated[str | None, typer.Option(help="who looks; a spectator if not given")] = None,
    kind: Annotated[
        str,
        typer.Option(help=f"of {', '.join(renderer.KINDS)}, or replay: the whole game as a film"),
    ] = "board",
    width: Annotated[
        int | None, typer.Option(help="in pixels; 1600 if not given, 800 for a replay")
    ] = None,
    palette: Annotated[str, typer.Option(help=f"of {', '.join(renderer.PALETTES)}")] = "standard",
    steps: Annotated[int, typer.Option(min=0, help="play so many steps at random first")] = 0,
    seed: Annotated[str | None, typer.Option(help="the seed of a new game")] = None,
    place: Annotated[
        list[str] | None,
        typer.Option(help="of a region; may be repeated; the last orders if not given"),
    ] = None,
    words: Annotated[bool, typer.Option("--words", help="print the whole description")] = False,
) -> None:
    """Draw the board as one reader sees it, and print its text."""
    match = _match(game, record, seed)
    if seat is not None and seat not in match.seats:
        raise HeraldError(f"There is no seat {seat!r}; there are {', '.join(match.seats)}.")
    _play_on(match, steps)
    if kind == "replay":
        frames = [_frame(shot) for shot in film(match.record())]
        _write(out, renderer.film(frames, width or FILM_WIDTH, palette))
        return
    # the end is drawn with nothing hidden
    view = match.reveal() if kind == "end" and match.over else match.view(seat)
    # a close-up shows what the last orders did
    recent = [
        drawn(match.game.events, e.to_json())
        for e in match.events(seat)
        if e.entry >= len(match) - RECENT
    ]
    picture = renderer.render(
        view, kind=kind, width=width or 1600, palette=palette, places=place or (), events=recent
    )
    told = renderer.describe(view, kind, places=place or (), events=recent) if words else ""
    _write(out, picture, told)


def _write(out: Path, picture: renderer.Picture, told: str = "") -> None:
    try:
        out.write_bytes(picture.data)
    except OSError as error:
        raise HeraldError(f"{out.name} cannot be written: {error.strerror}.") from None
    typer.echo(told or picture.alt)
    typer.echo(f"{out.name}: {picture.width}x{picture.height}, {len(picture.data) // 1024} KiB")


def _frame(shot: Shot) -> dict[str, object]:
    return {"view": shot.view.to_json(), "title": shot.title, "words": shot.words}


def _match(game: str, record: Path | None, seed: str | None) -> Match:
    if record is None:
        if game not in engine.games():
            known = ", ".join(engine.games())
            raise HeraldError(f"There is no game {game!r}; there are {known}.")
        return engine.new_match(game, seed=seed)
    match = engine.from_record(read_record(record))
    if match.game.name != game:
        raise HeraldError(f"That is a game of {match.game.title}, not of {game}.")
    return match


def _play_on(match: Match, steps: int) -> None:
    rng = Random(match.seed)
    for _ in range(steps):
        if match.over:
            return
        decision = match.decisions()[0]
        match.act(decision.seat, decision.sample(rng))
