"""The house: no import goes round, no folder is too full, no constant of the book stands twice."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine.base import BaseGame

ROOT = Path(engine.__file__).parent
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


def test_no_import_of_the_engine_goes_round() -> None:
    known = modules(ROOT)
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


def test_no_folder_of_the_engine_is_too_full() -> None:
    moving = tuple(f"engine/games/{game}/" for game in engine.games() if on_the_way(game))
    assert not [full for full in full_folders(ROOT) if not full.startswith(moving or ("?",))]


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
