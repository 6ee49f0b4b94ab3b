"""Does a data folder hold a playable Granada?  `check(folder)` answers in sentences; none: it does.

The book comes without its board, blocks and cards.  It states some facts about them and implies
others; an owner of the printed game may correct our reconstruction, so only those facts are
enforced here, never our own choices.  A sentence ends with the constraint it rests on:

 1  a place has a castle or a watchtower or neither; its token is unmistakable  4.1
 2  nine ports, nine sea zones, one to one; Adra, Oran; a castle with a port    4.5, 8.7.5, 9.2
 3  ten resources, both capitals among them                                     3.4, 4.6
 4  ten castles (of both alignments) and ten watchtowers                        3.4, 4.3, 4.4
 5  three watchtowers begin in enemy hands: Zahara, Lucena, Alhama              5.1
 6  hybrid roads: Granada-Alhama and Almería-Guadix, joined to other main roads 7.3.3
 7  four towns of Boabdil in the Muslim east                                    10.12.1
 8  starting blocks, four crowns, two disks, nobody on enemy ground             5.2, 10.6-10.11
 9  a recruitment place for each faction                                        4.8, 7.2
10  68 white, 63 black, 6 grey blocks; bags that last                           1.0, 5.2.3, 6.4
11  strengths, and the blocks that the book shows                               3.2, 8.3, 10.2
12  the card manifest; bids, naval numbers and arrows                           3.3, 6.2, 9.1, 9.2
13  the impact track reaches 13: printed on the board, no datum of ours         8.3
14  the turn track, first hands and recruits                                    5.1, 6.3, 6.4
15  the land is one, but for Oran                                               4.1
16  every rule number given as a source is in rules.yaml
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.games.granada.datacheck.board import OF_BOARD, Board, read_board
from engine.games.granada.datacheck.cards import OF_CARDS, Cards, read_cards
from engine.games.granada.datacheck.common import Problems
from engine.games.granada.datacheck.fields import Reader
from engine.games.granada.datacheck.pieces import OF_PIECES, Pieces, disks, read_pieces
from engine.games.granada.datacheck.rules import cited_rules, read_rules
from engine.games.granada.datacheck.setup import (
    OF_SETUP,
    Setup,
    bags,
    known_setup,
    on_own_ground,
    read_setup,
    set_up_blocks,
)

__all__ = ["check"]


@dataclass(frozen=True)
class Data:
    board: Board
    pieces: Pieces
    cards: Cards
    setup: Setup
    sections: frozenset[str]


def check(folder: Path) -> list[str]:
    """What is wrong with a data folder, a sentence each; empty when it can be played.

    A file that cannot be read is reported once; what depends on it is left unchecked.
    """
    files = ("board", "pieces", "cards", "setup", "rules")
    readers = tuple(Reader(folder, f"{name}.yaml") for name in files)
    of_board, of_pieces, of_cards, of_setup, of_rules = readers
    data = Data(
        read_board(of_board),
        read_pieces(of_pieces),
        read_cards(of_cards),
        read_setup(of_setup),
        read_rules(of_rules),
    )
    problems = [problem for reader in readers for problem in reader.problems]
    problems += _constraints(data, *readers)
    return list(dict.fromkeys(problems))


def _constraints(
    data: Data, board: Reader, pieces: Reader, cards: Reader, setup: Reader, rules: Reader
) -> Problems:
    if board.sound:
        for on_board in OF_BOARD:
            yield from on_board(data.board)
    if pieces.sound:
        for on_pieces in OF_PIECES:
            yield from on_pieces(data.pieces)
    if cards.sound:
        for on_cards in OF_CARDS:
            yield from on_cards(data.cards)
    if setup.sound:
        for on_setup in OF_SETUP:
            yield from on_setup(data.setup)
    if board.sound and pieces.sound:
        yield from disks(data.pieces, data.board)
    if board.sound and setup.sound:
        yield from on_own_ground(data.setup, data.board)
    if pieces.sound and setup.sound:
        yield from set_up_blocks(data.setup, data.pieces)
        yield from bags(data.setup, data.pieces)
    if board.sound and pieces.sound and setup.sound:
        yield from known_setup(data.setup, data.board, data.pieces)
    if rules.sound:
        yield from cited_rules((board, pieces, cards, setup), data.sections)
