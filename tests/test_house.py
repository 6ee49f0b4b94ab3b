"""The house: no import goes round or up a storey, no folder is too full, no constant of the book
stands twice."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import engine
from engine.base import BaseGame

ROOT = Path(engine.__file__).parent
HOUSES = {name: ROOT.parent / name for name in ("engine", "renderer", "bot")}
MOST = 22  # modules of a folder


def modules(root: Path) -> dict[str, Path]:
    """Every module below a package, by its full name; a package is the module of its name."""
    found = {}
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


# -- imports -------------------------------------------------------------------------------------


def at_load(body: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports that are carried out when a module is loaded."""
    for node in body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        elif isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.dump(node.test):
            yield from at_load([*node.body, *node.orelse])
        elif isinstance(node, ast.Try):
            yield from at_load(node.body)


def needs(path: Path, known: dict[str, Path]) -> set[str]:
    """The modules that a module needs to be loaded; a package only for what it holds itself."""
    found: set[str] = set()
    for node in at_load(ast.parse(path.read_text(encoding="utf-8")).body):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif node.module:
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inside & known.keys()
            if inside - known.keys():
                found.add(node.module)
    return found & known.keys()


def round_trip(graph: dict[str, set[str]]) -> list[str]:
    """Modules that need each other, in a ring; nothing if there are none."""
    done: set[str] = set()

    def visit(name: str, trail: list[str]) -> list[str]:
        if name in trail:
            return [*trail[trail.index(name) :], name]
        if name in done:
            return []
        for other in sorted(graph.get(name, ())):
            if ring := visit(other, [*trail, name]):
                return ring
        done.add(name)
        return []

    for name in graph:
        if ring := visit(name, []):
            return ring
    return []


@pytest.mark.parametrize("house", HOUSES)
def test_no_import_goes_round(house: str) -> None:
    known = modules(HOUSES[house])
    ring = round_trip({name: needs(path, known) for name, path in known.items()})
    assert not ring, " needs ".join(ring)


def test_a_ring_of_imports_is_found(tmp_path: Path) -> None:
    package = tmp_path / "house"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "attic.py").write_text("from house import cellar\n")
    (package / "cellar.py").write_text("import os\n\nif os:\n    from house.attic import beam\n")
    (package / "porch.py").write_text("def door():\n    from house import attic\n")
    known = modules(package)
    ring = round_trip({name: needs(path, known) for name, path in known.items()})
    assert ring == ["house.attic", "house.cellar", "house.attic"]


# -- storeys -------------------------------------------------------------------------------------

Storeys = list[tuple[str, ...]]  # from the ground up; what stands on one storey may know each other

WHOLE: Storeys = [("engine",), ("renderer",), ("bot",)]
BOT: Storeys = [
    ("bot.store", "bot.rulebook"),
    ("bot.tables",),
    ("bot.host",),
    ("bot.discord",),
    ("bot.host.run",),
    ("bot",),
]
TABLES: Storeys = [
    ("bot.tables.values",),
    ("bot.tables.floor",),
    (
        "bot.tables.lobby",
        "bot.tables.play",
        "bot.tables.battles",
        "bot.tables.time",
        "bot.tables.telling",
    ),
    ("bot.tables.mod",),
    ("bot.tables.moving",),
    ("bot.tables",),
]
DISCORD: Storeys = [
    ("bot.discord.speech",),
    ("bot.discord.visit",),
    ("bot.discord.panels", "bot.discord.post"),
    ("bot.discord.commands", "bot.discord.routes"),
    ("bot.discord",),
]
SANDBOX: Storeys = [
    ("bot.sandbox.model",),
    ("bot.sandbox.limits",),
    ("bot.sandbox.acts",),
    ("bot.sandbox.gateway",),
    ("bot.sandbox.rates", "bot.sandbox.faults", "bot.sandbox.cdn"),
    ("bot.sandbox.rest",),
    ("bot.sandbox.hall", "bot.sandbox.people"),
    ("bot.sandbox",),
]
RENDERER: Storeys = [
    ("renderer.words", "renderer.errors"),
    ("renderer.ink",),
    (
        "renderer.boards.facts",
        "renderer.boards.grid",
        "renderer.boards.files",
        "renderer.boards.layout",
        "renderer.boards.deeds",
        "renderer.boards.scene",
    ),
    ("renderer.pieces",),
    ("renderer.boards",),
    ("renderer.pictures",),
    ("renderer.games",),
    ("renderer.boards.reading", "renderer.pictures.closeup"),
    ("renderer.pictures.drawing", "renderer.pictures.filming"),
    ("renderer.studio", "renderer.check", "renderer.making"),
]
ROOMS = ("bot.store", "bot.rulebook", "bot.tables", "bot.host", "bot.discord", "bot.cli")
STRANGERS = {  # who must not know whom at all, though no storey says so
    "bot.sandbox": ("engine", "renderer", *ROOMS),
    "bot.discord": ("bot.sandbox",),
    "bot.host": ("bot.sandbox",),
    "bot.tables": ("discord", "aiohttp", "bot.sandbox"),
    "bot.tables.floor": ("renderer",),
    "engine": ("discord", "aiohttp", "sqlmodel", "PIL"),
}


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def storey(name: str, storeys: Storeys) -> int | None:
    """The storey on which a module stands: that of the closest package that is named."""
    rooms = [(len(r), at) for at, level in enumerate(storeys) for r in level if within(name, r)]
    return max(rooms)[1] if rooms else None


@cache
def imported(path: Path) -> list[tuple[str, bool]]:
    """Everything that a module imports anywhere, and whether it needs it only for types."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typed: set[ast.AST] = set()
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            typed |= {inner for one in node.body for inner in ast.walk(one)}
        elif isinstance(node, ast.Import):
            found += [(alias.name, node in typed) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [(f"{node.module}.{alias.name}", node in typed) for alias in node.names]
    return found


def knows(path: Path, types: bool) -> list[str]:
    """What a module imports; `types`: also what it needs only for types."""
    return [name for name, only_typed in imported(path) if types or not only_typed]


def climbs(known: dict[str, Path], storeys: Storeys, types: bool = True) -> list[str]:
    """Imports that lead from a storey to a higher one."""
    found = []
    for name, path in known.items():
        here = storey(name, storeys)
        for other in knows(path, types):
            there = storey(other, storeys)
            if here is not None and there is not None and there > here:
                found.append(f"{name} knows {other}, which stands above it")
    return found


def everything() -> dict[str, Path]:
    return {name: path for root in HOUSES.values() for name, path in modules(root).items()}


@pytest.mark.parametrize(
    ("storeys", "types"),
    [
        (WHOLE, True),
        (BOT, True),
        (TABLES, True),
        (DISCORD, False),
        (SANDBOX, False),
        (RENDERER, True),
    ],
    ids=["whole", "bot", "tables", "discord", "sandbox", "renderer"],
)
def test_nobody_knows_who_lives_above(storeys: Storeys, types: bool) -> None:
    found = climbs(everything(), storeys, types)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("house", STRANGERS)
def test_strangers_stay_strangers(house: str) -> None:
    found = [
        f"{name} knows {other}"
        for name, path in everything().items()
        if within(name, house)
        for other in knows(path, types=True)
        if any(within(other, stranger) for stranger in STRANGERS[house])
    ]
    assert not found, "\n".join(found)


def test_every_room_that_a_storey_names_exists() -> None:
    levels = WHOLE + BOT + TABLES + DISCORD + SANDBOX + RENDERER
    named = {room for level in levels for room in level}
    assert not (named | STRANGERS.keys() | {*ROOMS}) - everything().keys()


def test_an_import_of_a_higher_storey_is_found(tmp_path: Path) -> None:
    package = tmp_path / "house"
    (package / "attic").mkdir(parents=True)
    (package / "cellar.py").write_text("def climb():\n    from house.attic import beam\n")
    (package / "porch.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house.attic import beam\n"
    )
    (package / "attic" / "beam.py").write_text("from house import cellar, porch\n")
    known = modules(package)
    storeys: Storeys = [("house",), ("house.attic",)]
    above = "knows house.attic.beam, which stands above it"
    assert climbs(known, storeys) == [f"house.cellar {above}", f"house.porch {above}"]
    assert climbs(known, storeys, types=False) == [f"house.cellar {above}"]


# -- folders -------------------------------------------------------------------------------------


def full_folders(root: Path) -> list[str]:
    counts: dict[Path, int] = {}
    for path in root.rglob("*.py"):
        if path.name != "__init__.py":
            counts[path.parent] = counts.get(path.parent, 0) + 1
    return [
        f"{folder.relative_to(root.parent)} has {number} modules; {MOST} are the most"
        for folder, number in sorted(counts.items())
        if number > MOST
    ]


def on_the_way(game: str) -> bool:
    """A game that is not on the common base yet is still being moved, room by room."""
    return not isinstance(engine.games()[game], BaseGame)


def half_moved() -> Iterator[str]:
    """The folders that wait for their rooms."""
    yield from (f"engine/games/{game}/" for game in engine.games() if on_the_way(game))


@pytest.mark.parametrize("house", HOUSES)
def test_no_folder_is_too_full(house: str) -> None:
    waiting = (*half_moved(), "?")
    found = [full for full in full_folders(HOUSES[house]) if not full.startswith(waiting)]
    assert not found, "\n".join(found)


def test_a_full_folder_is_found(tmp_path: Path) -> None:
    for number in range(MOST + 1):
        (tmp_path / f"m{number}.py").write_text("")
    assert full_folders(tmp_path)


# -- constants -----------------------------------------------------------------------------------


def constants(path: Path) -> Iterator[tuple[str, str]]:
    """The constants that a module spells out itself: names in capitals with a literal value."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            targets = [node.target]
        for target in targets:
            value = node.value  # type: ignore[attr-defined]
            if isinstance(target, ast.Name) and target.id.isupper() and _literal(value):
                yield target.id.lstrip("_"), ast.unparse(value)


def _literal(value: ast.expr) -> bool:
    try:
        ast.literal_eval(value)
    except ValueError:
        return False
    return True


def twice(root: Path) -> list[str]:
    """Constants of one name and one value that several modules of a game spell out."""
    where: dict[tuple[str, str], list[str]] = {}
    for path in sorted(root.rglob("*.py")):
        for constant in constants(path):
            where.setdefault(constant, []).append(str(path.relative_to(root)))
    return [
        f"{name} = {value} stands in {' and in '.join(files)}"
        for (name, value), files in where.items()
        if len(files) > 1
    ]


@pytest.mark.parametrize("game", list(engine.games()))
def test_no_constant_of_the_book_stands_twice(game: str) -> None:
    found = [] if on_the_way(game) else twice(ROOT / "games" / game)
    assert not found, "; ".join(found)


def test_a_constant_that_stands_twice_is_found(tmp_path: Path) -> None:
    (tmp_path / "losses.py").write_text("FIELD_LOSS = 7\nTILES = 2\n")
    (tmp_path / "view.py").write_text("FIELD_LOSS: Final = 7\nTILES = 3\n")
    assert twice(tmp_path) == ["FIELD_LOSS = 7 stands in losses.py and in view.py"]
