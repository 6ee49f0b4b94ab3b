"""What blocks and cards of Granada show: from the public data, read once."""

from __future__ import annotations

from pathlib import Path

from engine.data import folder
from engine.games.granada.table.data import Card, Kind, Pieces
from engine.games.granada.table.data import Cards as Decks
from renderer.blocks import BlockFace
from renderer.cards import CardFace
from renderer.drawn import opened
from renderer.errors import RenderError
from renderer.games.granada.scene import SIDES
from renderer.tokens import ARMS

GAME, TITLE = "granada", "Granada"

# What a card without shields does, in five words, and the emblem that stands for it.
SPECIALS = {
    "commander": ("crown", "any block, or slip away"),
    "bombardment": ("cannon", "a gun fires; guns return"),
    "challenge": ("doubt", "their block must prove itself"),
    "charge": ("horse-head", "any horse, with its attack"),
    "crossbowmen": ("crossbow", "any crossbow, with its attack"),
    "watchtower": ("white-tower", "adds 4 impacts in defence"),
    "mobilization": ("knight-banner", "total movement for one card"),
    "captured": ("moon", "takes Boabdil after a victory"),
    "broadside": ("galley", "fleets add 2 or 3"),
    "sortie": ("castle", "the besieger loses {impact} impacts"),
    "papal_bull": ("cross", "brings Crusaders to your castles"),
    "surrender": ("flag", "leave a castle without loss"),
}
SHIELDS = {"plain": 1, "trumpet": 1, "double": 2}

Cards = dict[str, dict[str, CardFace]]
Blocks = dict[str, BlockFace]

_cards: dict[tuple[Path, float], Cards] = {}
_blocks: dict[tuple[Path, float], Blocks] = {}


def cards() -> Cards:
    """The faces of each side's cards by key, in the order of the deck."""
    path = folder(GAME) / "cards.yaml"
    key = (path, path.stat().st_mtime if path.exists() else 0.0)
    if key not in _cards:
        decks = opened(Decks, path.parent).decks
        _cards[key] = {
            side: {name: card_face(name, side, facts) for name, facts in decks[side].items()}
            for side in SIDES
        }
    return _cards[key]


def card(side: str, key: str) -> CardFace:
    found = cards().get(side, {})
    if key not in found:
        raise RenderError(f"There is no card {key!r} in the {side.capitalize()} deck.")
    return found[key]


def card_face(key: str, side: str, facts: Card) -> CardFace:
    type_, name = facts.type, facts.name
    if type_ not in SHIELDS and type_ not in SPECIALS:
        raise RenderError(f"The card {key!r} is of a kind that cannot be drawn: {type_}.")
    emblem, text = SPECIALS.get(type_, ("", ""))
    return CardFace(
        key=key,
        side=side,
        name=name,
        short=name.removeprefix("Double ").removesuffix(" with trumpet"),
        text=text.format(impact=abs(facts.impact)),
        emblem=emblem,
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
        raise RenderError(f"There is no piece {key!r} in {TITLE}.")
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
    )
