"""What knows a game is behind `Pictures`; what is shared knows none."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
import renderer
from engine.data import folder
from renderer.boards.reading import layout
from renderer.errors import RenderError
from renderer.games import Pictures, pictures
from renderer.ink.heraldry import CHARGES
from renderer.ink.lettering import EMBLEMS

RENDERER = Path(renderer.__file__).parent
DRAWN = [path.name for path in (RENDERER / "games").iterdir() if (path / "__init__.py").exists()]


@pytest.mark.parametrize("game", DRAWN)
def test_a_game_gives_what_is_asked_for(game: str) -> None:
    given = vars(pictures(game))
    wanted = {name for name in vars(Pictures) if not name.startswith("_")}
    wanted |= set(Pictures.__annotations__)
    assert wanted <= given.keys()
    assert set(pictures(game).SHEETS) <= set(renderer.KINDS)


def test_every_game_with_a_layout_is_drawn() -> None:
    assert {name for name in engine.games() if (folder(name) / "layout.yaml").exists()} <= set(
        DRAWN
    )


def test_a_game_that_nobody_has_drawn() -> None:
    for name in ("chess", None, 7):
        with pytest.raises(RenderError, match="There are no pictures for the game"):
            pictures(name)


def words(path: Path) -> Iterator[str]:
    """Every string in the code of a file, its docstrings apart."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


def test_shared_code_names_no_game_side_or_faction() -> None:
    known = set(engine.games())
    for name, game in engine.games().items():
        known |= set(game.seats)
        if name in DRAWN:
            known |= set(layout(name).arms) - CHARGES.keys() - set(EMBLEMS)
    found = [
        (path.name, word)
        for path in RENDERER.rglob("*.py")
        if not {"games", "making"} & set(path.relative_to(RENDERER).parts)
        for word in words(path)
        if word.lower() in known
    ]
    assert found == []


def test_only_the_package_of_a_game_reads_its_files() -> None:
    found = [
        str(path.relative_to(RENDERER))
        for path in RENDERER.rglob("*.py")
        if "games" not in path.relative_to(RENDERER).parts
        if "engine.games" in path.read_text(encoding="utf-8")
    ]
    assert found == []
