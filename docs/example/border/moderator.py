"""What a moderator may change; `phase` comes last."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from docs.example.border import book
from docs.example.border.table import OUT, SEATS, State
from engine.flow import Context, push
from engine.orders import Offer, one, some, subset
from engine.orders.edits import Edit, Force


class Clear(Edit[State], verb="clear"):
    """Edit: take all blocks off the map."""

    def do(self, c: Context) -> None:
        for town, side in product(range(len(self.s.board.towns)), (0, 1)):
            self.s.move(side, town, OUT, self.s.at(town, side))
        self.told(c)


class Place(Edit[State], verb="place"):
    """Edit: put blocks that are off the map into a town."""

    side = one(book.SIDE, words="whose they are")
    blocks = some(book.BLOCK, words="which blocks", who=side)
    town = one(book.PLACE, mark=">", words="where they come")

    @side.offer
    def sides(self) -> Sequence[int]:
        return [side for side in (0, 1) if self.s.at(OUT, side)]

    @blocks.offer
    def next_block(self, chosen: tuple[book.Block, ...]) -> Offer[Any]:
        there = self.s.at(OUT, self.side)
        return subset(there, chosen, 1, len(there))

    @town.offer
    def towns(self) -> Sequence[Any]:
        """Where the enemy does not stand."""
        towns = range(len(self.s.board.towns))
        return [t for t in towns if not self.s.at(t, 1 - self.side)]

    def do(self, c: Context) -> None:
        self.s.move(self.side, OUT, self.town, self.blocks)
        self.told(c)


class Phase(Edit[State], verb="phase"):
    """Edit: let one side march three times, and begin the next turn after that."""

    side = one(book.SIDE, words="who marches", whole=True)

    def do(self, c: Context) -> None:
        self.s.frames, self.s.sealed = [], []
        push(self.s, book.Marching.then(book.Turn(self.side, 3)), book.begin.then())
        self.told(c)


class Chance(Force[State]):
    """Edit: force the next result of a chance draw."""

    def draws(self) -> Mapping[str, Sequence[str]]:
        faces = [str(face) for face in book.FACES]
        return {"first": SEATS, **dict.fromkeys(book.DICE, faces)}
