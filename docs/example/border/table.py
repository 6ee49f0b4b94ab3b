"""The table: the data as the rules read it, the position, and what each reader sees of it."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, NamedTuple

from engine.core import Action, plain
from engine.flow import Frame
from engine.models import Entry, File, Named, parse, whole, words
from engine.packing import copied

SEATS = ("north", "south")
OUT = -1  # the town of blocks that are not on the map
Towns = Annotated[tuple[str, ...], words()]
Small = Annotated[int, whole(1, 9)]


class Block(Entry):
    strength: Small
    count: Small


class Map(File):
    """board.yaml"""

    file: ClassVar[str] = "board.yaml"
    roads: Named[Towns]
    start: Named[Towns]
    blocks: Named[Block]


class Board:
    """What never changes: towns and kinds of blocks by number."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        found = parse(Map, data["board"])
        self.towns = tuple(found.roads)
        self.town = {token: number for number, token in enumerate(self.towns)}
        self.roads = [tuple(self.town[t] for t in towns) for towns in found.roads.values()]
        self.start = [tuple(self.town[t] for t in found.start[seat]) for seat in SEATS]
        self.capital = tuple(towns[0] for towns in self.start)
        self.kinds = tuple(found.blocks)
        self.kind = {token: number for number, token in enumerate(self.kinds)}
        self.strength = tuple(block.strength for block in found.blocks.values())
        self.blocks = tuple(self.kind[t] for t, b in found.blocks.items() for _ in range(b.count))


class State:
    """A position. Blocks are numbers of kinds; stack 2 * town + side is in ascending order."""

    __slots__ = ("board", "frames", "over", "sealed", "stacks", "turn")

    def __init__(self, board: Board) -> None:
        self.board, self.turn = board, 0
        self.stacks = [*[()] * (2 * len(board.towns)), board.blocks, board.blocks]
        self.frames: list[Frame] = []
        self.sealed: list[Action | None] = []
        self.over: tuple[tuple[int, ...], str, str] | None = None

    copy = copied

    def at(self, town: int, side: int) -> tuple[int, ...]:
        return self.stacks[2 * town + side]

    def move(self, side: int, start: int, goal: int, blocks: tuple[int, ...]) -> None:
        left = list(self.at(start, side))
        for block in blocks:
            left.remove(block)
        self.stacks[2 * start + side] = tuple(left)
        self.stacks[2 * goal + side] = tuple(sorted(self.at(goal, side) + blocks))


class View(NamedTuple):
    turn: int
    towns: Mapping[str, Mapping[str, tuple[str, ...]]]  # the blocks by town and side
    out: Mapping[str, tuple[str, ...]]

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = plain(self)
        return found


def view(s: State, knows: tuple[str, ...]) -> View:
    """What somebody sees who may look at the blocks of the seats in `knows`: else "?" """
    kinds = s.board.kinds
    towns = {
        name: {
            seat: tuple(kinds[b] if seat in knows else "?" for b in s.at(town, side))
            for side, seat in enumerate(SEATS)
        }
        for town, name in enumerate(s.board.towns)
    }
    out = {seat: tuple(kinds[b] for b in s.at(OUT, side)) for side, seat in enumerate(SEATS)}
    return View(s.turn, towns, out)
