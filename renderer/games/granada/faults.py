"""Cards and blocks of Granada that could not be drawn: told before a player holds one."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from pathlib import Path

from engine.games.granada.table.data import Card, Cards, Kind, Pieces
from renderer.boards.files import Towns, opened
from renderer.errors import RenderError
from renderer.games.granada.faces import block_face, card_face


def faults(where: Path) -> list[str]:
    """Sentences about `cards.yaml` and `pieces.yaml` in a folder."""
    decks, arms = opened(Cards, where).decks, opened(Towns, where).arms
    cards = [fault for side, deck in decks.items() for fault in _cards(side, deck, arms)]
    return [*cards, *_blocks(opened(Pieces, where).kinds, arms)]


def _cards(side: str, deck: Mapping[str, Card], arms: Container[str]) -> Iterator[str]:
    for key, facts in deck.items():
        try:
            face = card_face(key, side, facts)
        except RenderError as error:
            yield f"cards.yaml: {error}"
        else:
            yield from _shield("cards.yaml", f"card {key!r}", face.faction, arms)


def _blocks(kinds: Mapping[str, Kind], arms: Container[str]) -> Iterator[str]:
    for key, facts in kinds.items():
        yield from _shield("pieces.yaml", f"piece {key!r}", block_face(key, facts).faction, arms)


def _shield(file: str, what: str, faction: str, arms: Container[str]) -> Iterator[str]:
    if faction and faction not in arms:
        yield f"{file}: there is no shield for the faction {faction!r} of the {what}."
