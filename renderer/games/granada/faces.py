"""What blocks and cards of Granada show: from the public data, read once."""

from __future__ import annotations

from pathlib import Path

from engine.data import folder
from engine.games.granada.table.data import Card, Kind, Pieces
from engine.games.granada.table.data import Cards as Decks
from engine.tongues import ENGLISH, Name, Tongue
from renderer.boards.files import opened
from renderer.boards.scene import BlockFace
from renderer.errors import RenderError, refused
from renderer.games.granada.words import SIDES, say, undrawn
from renderer.pieces.cards import CardFace
from renderer.pieces.tokens import ARMS

GAME, TITLE = "granada", "Granada"

# The emblem of a card without shields; what it does stands in `words.py`.
SPECIALS = {
    "commander": "crown",
    "bombardment": "cannon",
    "challenge": "doubt",
    "charge": "horse-head",
    "crossbowmen": "crossbow",
    "watchtower": "white-tower",
    "mobilization": "knight-banner",
    "captured": "moon",
    "broadside": "galley",
    "sortie": "castle",
    "papal_bull": "cross",
    "surrender": "flag",
}
SHIELDS = {"plain": 1, "trumpet": 1, "double": 2}

Cards = dict[str, dict[str, CardFace]]
Blocks = dict[str, BlockFace]

_cards: dict[tuple[Path, float, str], Cards] = {}
_blocks: dict[tuple[Path, float], Blocks] = {}


def cards(tongue: Tongue = ENGLISH) -> Cards:
    """The faces of each side's cards by key, in the order of the deck."""
    path = folder(GAME) / "cards.yaml"
    key = (path, path.stat().st_mtime if path.exists() else 0.0, tongue.language)
    if key not in _cards:
        decks = opened(Decks, path.parent).decks
        _cards[key] = {
            side: {
                name: card_face(name, side, facts, tongue) for name, facts in decks[side].items()
            }
            for side in SIDES
        }
    return _cards[key]


def card(side: str, key: str, tongue: Tongue = ENGLISH) -> CardFace:
    found = cards(tongue).get(side, {})
    if key not in found:
        raise RenderError(undrawn("card", card=repr(key), side=say(f"side.{side}")))
    return found[key]


def card_face(key: str, side: str, facts: Card, tongue: Tongue = ENGLISH) -> CardFace:
    type_, name = facts.type, tongue.name(Name(f"granada.NAMES.card.{key}", facts.name))
    if type_ not in SHIELDS and type_ not in SPECIALS:
        raise RenderError(undrawn("card.kind", card=repr(key), kind=type_))
    does = say(f"card.{type_}", impact=abs(facts.impact)) if type_ in SPECIALS else None
    return CardFace(
        key=key,
        side=side,
        name=name,
        short=name.removeprefix("Double ").removesuffix(" with trumpet"),
        text=tongue.field(does),
        emblem=SPECIALS.get(type_, ""),
        faction=facts.faction,
        shields=SHIELDS.get(type_, 0),
        trumpet=type_ == "trumpet",
        figure=str(facts.bid or ""),
        second=str(facts.naval or ""),
        second_sign="galley",
    )


def blocks() -> Blocks:
    """The faces of all kinds of blocks by key, in the order of the data."""
    path = folder(GAME) / "pieces.yaml"
    key = (path, path.stat().st_mtime)
    if key not in _blocks:
        rows = opened(Pieces, path.parent).kinds.items()
        _blocks[key] = {name: block_face(name, facts) for name, facts in rows}
    return _blocks[key]


def block(key: str) -> BlockFace:
    found = blocks()
    if key not in found:
        raise refused("piece", piece=repr(key), game=TITLE)
    return found[key]


def block_face(key: str, facts: Kind) -> BlockFace:
    leader, army = facts.leader, facts.army
    arm = ARMS.get(facts.arm, "knight-banner" if leader else "")
    large = "crown" if army else "galley" if facts.fleet else ""
    name = facts.name or key
    return BlockFace(
        key=key,
        side=facts.side,
        text=name.removesuffix(" I").removesuffix(" II") if army else key,
        faction="" if large or facts.faction == "special" else facts.faction,
        shields=0 if large else facts.shields,
        sign="" if large else arm,
        emblem=large,
        figure=f"+{facts.impact or facts.shields}" if army else "",
        gilt=leader or army,
        short=key[:3] if large else str(facts.shields),
    )
