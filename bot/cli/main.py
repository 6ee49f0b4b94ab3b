"""`herald`: every command. What the engine refuses is a sentence and exit code 1."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from pathlib import Path
from textwrap import fill
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text
from typer.core import TyperGroup

import engine
from bot.cli import sim as simulation
from bot.cli.bot import backup, bot, health, restore
from bot.cli.learn import learn
from bot.cli.play import Session
from bot.cli.render import render
from bot.cli.sandbox import sandbox
from bot.cli.table import forget, table_app
from bot.cli.terminal import Terminal
from bot.cli.verify import replayed, verify
from bot.cli.where import where
from engine import Game, HeraldError, Match
from engine.data import folder
from engine.forms import form_of
from engine.games import known, manifests
from engine.players import player
from renderer.check import check as check_layout


class Polite(TyperGroup):
    """No traceback for what a person did: a sentence on stderr, and exit code 1."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except HeraldError as error:
            typer.echo(str(error), err=True)
            raise typer.Exit(1) from None
        except KeyboardInterrupt:
            typer.echo("\nStopped.", err=True)
            raise typer.Exit(130) from None


app = typer.Typer(
    name="herald",
    cls=Polite,
    help="A referee for board wargames.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
data_app = typer.Typer(help="A game's board, pieces and cards.", no_args_is_help=True)
app.add_typer(data_app, name="data")
app.add_typer(table_app, name="table")
for command in (verify, render, sandbox, bot, health, backup, restore, forget, where, learn):
    app.command()(command)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="a game that `herald games` lists")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="set an option; may be repeated"),
]
Scenario = Annotated[str | None, typer.Option(help="a scenario other than the first")]
Seed = Annotated[str | None, typer.Option(help="the seed of all chance; a fresh one if not given")]


def _console() -> Console:
    return Console(highlight=False, markup=False, emoji=False)


def _game(name: str) -> Game:
    known = engine.games()
    if name not in known:
        raise HeraldError(f"There is no game {name!r}; there are {', '.join(known)}.")
    return known[name]


def _options(words: list[str] | None) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for word in words or ():
        name, sign, value = word.partition("=")
        if not (name and sign):
            raise HeraldError(f"An option is written name=value, not {word!r}.")
        chosen[name] = value
    return chosen


# -- games ---------------------------------------------------------------------------------------


@app.command()
def games() -> None:
    """The games, their seats, scenarios and options."""
    console = _console()
    for name, game in engine.games().items():
        console.print(Text(f"{game.title}", "bold").append(f"   herald play {name}", "dim"))
        console.print(f"  seats      {', '.join(game.seats)}")
        for i, (scenario, title) in enumerate(game.scenarios.items()):
            console.print(
                f"  {'scenarios' if i == 0 else '':9}  {scenario}: {title}{_form(game, scenario)}"
            )
        console.print("  options    --option name=value; the first value is the usual one")
        for option in game.options.values():
            values = [option.default, *(v for v in option.values if v != option.default)]
            console.print(
                Text(f"    {option.name}", "bold").append(
                    f"  {', '.join(values)}  [{option.rule}]", "not bold"
                )
            )
            width = min(console.width, 100)
            console.print(
                fill(option.summary, width, initial_indent=" " * 8, subsequent_indent=" " * 8)
            )


def _form(game: Game, scenario: str) -> str:
    """How a scenario differs from the others: its seats, and the options that it changes."""
    seats = form_of(game, scenario, {}).seats
    words = [] if seats == game.seats else [", ".join(seats)]
    words += [f"{name}={value}" for name, value in game.defaults(scenario).items()]
    words += [f"always {name}={value}" for name, value in game.locked(scenario).items()]
    return f" ({'; '.join(words)})" if words else ""


# -- play ----------------------------------------------------------------------------------------


@app.command()
def play(
    game: GameName,
    seat: Annotated[
        str | None, typer.Option(help="your seat, or both; the first seat if not given")
    ] = None,
    against: Annotated[str, typer.Option(help="who plays the rest: greedy or random")] = "greedy",
    seed: Seed = None,
    option: Options = None,
    scenario: Scenario = None,
    record: Annotated[
        Path | None, typer.Option(help="write the record there when you leave")
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="go on with a saved game")] = None,
) -> None:
    """A game in the terminal: against the computer, or two people at one keyboard."""
    rules = _game(game)
    if resume is not None:
        match = replayed(resume)
        if match.game.name != rules.name:
            raise HeraldError(f"That is a game of {match.game.title}, not of {rules.title}.")
        if seed or option or scenario:
            raise HeraldError("A saved game has its seed, scenario and options already.")
    else:
        match = engine.new_match(game, scenario, _options(option), seed)
    people = _people(match, seat)
    computers = {s: player(against, f"{match.seed} {s}") for s in match.seats if s not in people}
    session = Session(match, people, computers, Terminal(), match.seed)
    try:
        session.run()
    finally:
        if record is not None:
            session.save(str(record), over=True)


def _people(match: Match, seat: str | None) -> tuple[str, ...]:
    """The seats that people take: one, several with commas between, or all of them."""
    if seat is None:
        return match.seats[:1]
    if seat in ("both", "all"):
        return match.seats
    wanted = [s.strip() for s in seat.split(",")]
    for one in wanted:
        if one not in match.seats:
            raise HeraldError(
                f"There is no seat {one!r} in {match.game.title}; there are "
                f"{', '.join(match.seats)} and both."
            )
    return tuple(s for s in match.seats if s in wanted)


# -- sim -----------------------------------------------------------------------------------------


@app.command()
def sim(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="how many games")] = 100,
    players: Annotated[
        str, typer.Option(help="players by seat, with commas between; one name is all seats")
    ] = "random",
    seed: Seed = None,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="processes")] = 1,
    option: Options = None,
    scenario: Scenario = None,
    check: Annotated[
        bool, typer.Option(help="check every step, and that every record replays")
    ] = True,
    most: Annotated[
        int, typer.Option(min=1, help="answers after which a game without a last turn is stopped")
    ] = simulation.MOST,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="write the figures there")
    ] = None,
) -> None:
    """Many games between computer players; exit code 1 if anything was broken."""
    names = [name.strip() for name in players.split(",") if name.strip()]
    if not names:
        raise HeraldError("Name at least one player.")
    seed, options = seed or engine.new_seed(), _options(option)
    with known(game):  # a game in the making can be tried out
        rules = _game(game)
        form = form_of(rules, scenario, options)
        todo = list(simulation.plans(game, scenario, options, seed, names, games, check, most))
        done, seconds = simulation.run(todo, jobs)
    figures = {
        "game": game,
        "seed": seed,
        "players": names,
        "options": options,
        "checked": check,
        **simulation.summary(done, form.seats, seconds),
    }
    console = _console()
    where = f", scenario {scenario}" if scenario else ""
    title = f"{rules.title}{where}: {len(done)} games, players {', '.join(names)}, seed {seed}"
    simulation.report(console, figures, title, rules)
    if json_file is not None:
        simulation.write_json(json_file, figures, done)
    faults = [p for p in done if p.fault]
    for played in faults:
        typer.echo(
            f"Game {played.number}, seed {played.seed}: {played.fault}. Record: {played.file}",
            err=True,
        )
    if faults:
        raise typer.Exit(1)


# -- case, data ----------------------------------------------------------------------------------


@app.command()
def case(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="case files or folders")],
) -> None:
    """Run rule disputes written as case files."""
    cases = import_module("engine.cases")
    failed = 0
    paths: list[Path] = []
    for path in files:
        paths += sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
    for path in paths:
        try:
            cases.run(path)
        except HeraldError as error:
            failed += 1
            named = str(error).startswith(path.name)
            typer.echo(str(error) if named else f"{path.name}: {error}", err=True)
    sound = len(paths) - failed
    typer.echo(f"{sound} of {len(paths)} case files hold.")
    if failed or not paths:
        raise typer.Exit(1)


def _first_view(name: str) -> dict[str, Any]:
    """What a spectator sees of a new game: can its pictures still be drawn?"""
    return engine.new_match(name, seed="data check").view(None).to_json()


@data_app.command("check")
def data_check(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="all if not given")] = None,
) -> None:
    """Check a game's data against what its rules imply."""
    # not engine.games(): data that cannot be loaded is the very thing to be told about
    known = manifests()
    if game is not None and game not in known:
        raise HeraldError(f"There is no game {game!r}; there are {', '.join(known)}.")
    wrong = 0
    for name in [game] if game else known:
        checks = known[name].module("datacheck")
        if checks is None:
            typer.echo(f"{name}: has no checks of its own.")
            continue
        faults: list[str] = checks.check(folder(name))
        # a layout is judged by its board, so the board comes first
        faults = faults or check_layout(folder(name), partial(_first_view, name))
        wrong += len(faults)
        for fault in faults:
            typer.echo(f"{name}: {fault}")
        if not faults:
            typer.echo(f"{name}: the data is sound.")
    if wrong:
        raise typer.Exit(1)


if __name__ == "__main__":
    app()
