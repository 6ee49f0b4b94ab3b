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

from pathlib import Path
from typing import Any

from engine.games.granada.datacheck.board import OF_BOARD
from engine.games.granada.datacheck.cards import OF_CARDS
from engine.games.granada.datacheck.pieces import OF_PIECES, disks
from engine.games.granada.datacheck.setup import (
    OF_SETUP,
    bags,
    known_setup,
    on_own_ground,
    set_up_blocks,
)
from engine.games.granada.table.data import Board, Cards, Pieces, Setup
from engine.models import Checked, Problems
from engine.rulebook import Rules, cited

__all__ = ["check"]


def check(folder: Path) -> list[str]:
    """What is wrong with a data folder, a sentence each; empty when it can be played.

    A file with a fault in its fields is reported; what depends on it is left unchecked.
    """
    board, pieces = Checked(folder, Board), Checked(folder, Pieces)
    cards, setup = Checked(folder, Cards), Checked(folder, Setup)
    rules = Checked(folder, Rules)
    files: tuple[Checked[Any], ...] = (board, pieces, cards, setup, rules)
    problems = [problem for file in files for problem in file.problems]
    problems += _of_one(board.found, pieces.found, cards.found, setup.found)
    problems += _of_several(board.found, pieces.found, setup.found)
    if rules.found:
        problems += cited(files[:4], rules.found.sections, 16)
    return list(dict.fromkeys(problems))


def _of_one(
    board: Board | None, pieces: Pieces | None, cards: Cards | None, setup: Setup | None
) -> Problems:
    if board:
        for on_board in OF_BOARD:
            yield from on_board(board)
    if pieces:
        for on_pieces in OF_PIECES:
            yield from on_pieces(pieces)
    if cards:
        for on_cards in OF_CARDS:
            yield from on_cards(cards)
    if setup:
        for on_setup in OF_SETUP:
            yield from on_setup(setup)


def _of_several(board: Board | None, pieces: Pieces | None, setup: Setup | None) -> Problems:
    if board and pieces:
        yield from disks(pieces, board)
    if board and setup:
        yield from on_own_ground(setup, board)
    if pieces and setup:
        yield from set_up_blocks(setup, pieces)
        yield from bags(setup, pieces)
    if board and pieces and setup:
        yield from known_setup(setup, board, pieces)
