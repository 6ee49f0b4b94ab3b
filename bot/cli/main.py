"""`herald`: every command. What the engine refuses is a sentence and exit code 1."""

from __future__ import annotations

from collections.abc import Callable
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
from bot.cli.play import Session, read_record
from bot.cli.render import render
from bot.cli.sandbox import sandbox
from bot.cli.table import forget, table_app
from bot.cli.terminal import Terminal
from bot.cli.where import where
from engine import DataError, Game, HeraldError, Match
from engine.data import folder
from engine.dice import Draw
from engine.forms import form_of
from engine.games import manifests
from engine.parts.segments import Position, parts
from engine.players import player
from engine.words import outcome
from renderer.check import check as check_layout

WHOLE = "The record replays to the same bytes; every draw follows from the seed."
UNLIKE = "does not lead to the next one by the rules of this Herald"
IN_PARTS = (
    "The rules changed during this match. What is marked above was played with an older Herald, "
    "and only that one can check it; the rest replays to the same bytes."
)


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
for command in (render, sandbox, bot, health, backup, restore, forget, where):
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
        match = _replayed(resume)
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
    rules = _game(game)
    names = [name.strip() for name in players.split(",") if name.strip()]
    if not names:
        raise HeraldError("Name at least one player.")
    form = form_of(rules, scenario, _options(option))
    seed = seed or engine.new_seed()
    todo = list(simulation.plans(game, scenario, _options(option), seed, names, games, check, most))
    done, seconds = simulation.run(todo, jobs)
    figures = {
        "game": game,
        "seed": seed,
        "players": names,
        "options": _options(option),
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


# -- case, verify, data --------------------------------------------------------------------------


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


@app.command()
def verify(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="a record: a JSON file")],
    draws: Annotated[
        bool, typer.Option("--draws", help="print every draw, to check one by hand")
    ] = False,
) -> None:
    """Replay a match from its record, segment by segment, and check its chance."""
    written = read_record(record)
    drawn: dict[int, Draw] = {}
    match = _replayed(record, written, lambda draw: drawn.setdefault(draw.n, draw))
    table = written.pop("table", None)
    if match.record() != written:
        raise DataError("The record does not replay to itself: something was put into it.")
    typer.echo(f"game        {match.game.title}, {match.scenario}")
    start = form_of(match.game, match.scenario, {}).options
    changed = {n: v for n, v in match.options.items() if v != start[n]}
    if changed:
        typer.echo("options     " + ", ".join(f"{n}={v}" for n, v in changed.items()))
    typer.echo(f"entries     {len(written['entries'])}")
    typer.echo(f"commitment  {match.commitment}")
    typer.echo(f"seed        {match.seed}")
    result = match.result
    if result is None:
        typer.echo("result      not over yet")
    else:
        scores = ", ".join(f"{s} {v:g}" for s, v in result.scores.items())
        who = outcome(result.winners, "{seats} wins", "{seats} share the victory", "a draw")
        typer.echo(f"result      {who}: {result.reason} [{result.rule}]; {scores}")
    if table is not None:
        typer.echo(f"promised    {_promise(table, match.seed)}")
        typer.echo("The seed follows from what the table promised and what people did before.")
    for draw in drawn.values() if draws else ():
        how = (
            "put there by a moderator" if draw.forced else f"{draw.chosen} of 0-{draw.options - 1}"
        )
        typer.echo(f"draw {draw.n:<6} {draw.label}: {how} = {draw.name}")
    whole = all(_segments(written))
    typer.echo(WHOLE if whole else IN_PARTS)


def _segments(written: dict[str, Any]) -> list[bool]:
    """Where the rules changed during the match, each segment is replayed by itself: does it lead
    to the next one?"""
    found = []
    for number, (part, goal) in enumerate(parts(written), 1):
        bases = part["segments"]
        sound = goal is None or _leads(part, goal)
        found.append(sound)
        if goal is not None or bases:
            span = f"entries {bases[-1]['entry'] if bases else 0}-{len(part['entries']) - 1}"
            typer.echo(f"segment {number}   {span}: {'replays' if sound else UNLIKE}")
    return found


def _leads(part: dict[str, Any], goal: Position) -> bool:
    """Whether a segment, by the rules of this Herald, ends where the next one begins."""
    try:
        end = engine.from_record(part)
        return end.position().digest == goal.migrated(end.game).digest
    except Exception:
        return False  # what cannot be replayed at all leads nowhere


def _promise(table: object, seed: str) -> str:
    """The commitment on a table's lobby card, if the seed really came from it."""
    from bot.tables.lobby import mixed

    try:
        secret, joining = table["secret"], table["joining"]  # type: ignore[index]
        promised, commitment = table["promised"], table["commitment"]  # type: ignore[index]
        fair = mixed(secret, joining) == seed and engine.commitment(secret) == promised
    except (KeyError, TypeError):
        raise DataError("What the record says of its table cannot be read.") from None
    if not fair or commitment != engine.commitment(seed):
        raise DataError("The seed does not follow from what the table promised.")
    return str(promised)


def _replayed(
    path: Path, written: Any = None, chance: Callable[[Draw], object] | None = None
) -> Match:
    """The match of a record file. The data pinned in it may be broken in ways nobody foresaw."""
    written = read_record(path) if written is None else written
    try:
        return engine.from_record(written, chance=chance)
    except HeraldError as error:
        raise DataError(f"{path.name}: {error}") from None
    except Exception as error:
        words = " ".join(f"{type(error).__name__} {error}".split())[:200]
        reason = f"{path.name}: the record is corrupt and cannot be replayed ({words})."
        raise DataError(reason) from None


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
