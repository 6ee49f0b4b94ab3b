"""Cards and blocks of Granada that could not be drawn: told before a player holds one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.data import load
from renderer.errors import RenderError
from renderer.games.granada.faces import block_face, card_face
from renderer.games.granada.scene import SIDES
from renderer.palette import PALETTES


def faults(where: Path) -> list[str]:
    """Sentences about `cards.yaml` and `pieces.yaml` in a folder."""
    return [*_cards(where / "cards.yaml"), *_blocks(where / "pieces.yaml")]


def _cards(path: Path) -> Iterator[str]:
    rows = load(path)
    for side in SIDES:
        for key, facts in rows[side].items():
            try:
                face = card_face(key, side, facts)
            except RenderError as error:
                yield f"{path.name}: {error}"
            except KeyError as error:
                yield f"{path.name}: the card {key!r} has no {error.args[0]!r}."
            else:
                yield from _shield(path.name, f"card {key!r}", face.faction)


def _blocks(path: Path) -> Iterator[str]:
    for key, facts in load(path)["kinds"].items():
        try:
            face = block_face(key, facts)
        except KeyError as error:
            yield f"{path.name}: the piece {key!r} has no {error.args[0]!r}."
        else:
            yield from _shield(path.name, f"piece {key!r}", face.faction)


def _shield(file: str, what: str, faction: str) -> Iterator[str]:
    if faction and any(faction not in palette.factions for palette in PALETTES.values()):
        yield f"{file}: there is no shield for the faction {faction!r} of the {what}."
