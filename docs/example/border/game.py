"""The Border: two sides, six towns, hidden blocks."""

from collections.abc import Mapping, Sequence
from typing import Any

from docs.example.border import book, moderator, words
from docs.example.border.table import SEATS, Board, State, View, view
from engine.base import BaseGame
from engine.core import Dice, Emit
from engine.flow import Context
from engine.manifest import Manifest
from engine.orders.edits import Unforce
from engine.tongues.directory import Directory


class Border(BaseGame[State]):
    """The game as the engine knows it; one instance is one set of data."""

    title = "Border"
    own = "blocks"
    seats: tuple[str, ...] = SEATS
    scenarios = {"border": "The Border"}
    script = book.SCRIPT
    orders = (book.Pace, book.March, book.Rest)
    changes = (moderator.Clear, moderator.Place, moderator.Phase, moderator.Chance, Unforce)
    states, remade = State, ("board",)
    turns = book.TURNS
    catalogue = words.CATALOGUE

    def __init__(self, manifest: Manifest, data: Mapping[str, Any]) -> None:
        super().__init__(manifest, data)
        self.board = Board(data)
        names = {"place": self.board.towns, "block": self.board.kinds, "side": SEATS}
        self.directory = Directory(self.name, names)

    def setup(self, scenario: str, options: Mapping[str, str], dice: Dice, emit: Emit) -> State:
        state, context = State(self.board), Context(dice, emit)
        book.set_up(state, context)
        state.frames.append(book.begin.then())
        self.script.run(state, context)
        return state

    def remake(self, state: State, options: Mapping[str, str]) -> None:
        state.board = self.board

    def view(self, state: State, seat: str | None) -> View:
        return view(state, () if seat is None else (seat,))

    def reveal(self, state: State) -> View:
        return view(state, SEATS)

    def hidden(self, state: State, who: int) -> Mapping[int, Sequence[int]]:
        """The blocks of a side, town by town."""
        return {town: state.at(town, who) for town in range(len(self.board.towns))}

    def lay(self, state: State, who: int, heap: int, things: tuple[int, ...]) -> None:
        state.stacks[2 * heap + who] = things

    def check(self, state: State) -> list[str]:
        found = super().check(state)
        for side, seat in enumerate(SEATS):
            blocks = [b for stack in state.stacks[side::2] for b in stack]
            if tuple(sorted(blocks)) != self.board.blocks:
                found.append(f"{seat} has blocks too many or too few")
        if any(state.at(t, 0) and state.at(t, 1) for t in range(len(self.board.towns))):
            found.append("both sides stand in one town")
        return found

    def scores(self, state: State) -> Sequence[float]:
        return [float(book.held(state, side)) for side in (0, 1)]
