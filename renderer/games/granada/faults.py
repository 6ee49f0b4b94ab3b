"""Cards and blocks of Granada that could not be drawn: told before a player holds one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from engine.games.granada.table.data import Card, Cards, Kind, Pieces
from renderer.drawn import opened
from renderer.errors import RenderError
from renderer.games.granada.faces import block_face, card_face
from renderer.palette import PALETTES


def faults(where: Path) -> list[str]:
    """Sentences about `cards.yaml` and `pieces.yaml` in a folder."""
    decks = opened(Cards, where).decks
    cards = [fault for side, deck in decks.items() for fault in _cards(side, deck)]
    return [*cards, *_blocks(opened(Pieces, where).kinds)]


def _cards(side: str, deck: Mapping[str, Card]) -> Iterator[str]:
    for key, facts in deck.items():
        try:
            face = card_face(key, side, facts)
        except RenderError as error:
            yield f"cards.yaml: {error}"
        else:
            yield from _shield("cards.yaml", f"card {key!r}", face.faction)


def _blocks(kinds: Mapping[str, Kind]) -> Iterator[str]:
    for key, facts in kinds.items():
        yield from _shield("pieces.yaml", f"piece {key!r}", block_face(key, facts).faction)


def _shield(file: str, what: str, faction: str) -> Iterator[str]:
    if faction and any(faction not in palette.factions for palette in PALETTES.values()):
        yield f"{file}: there is no shield for the faction {faction!r} of the {what}."
