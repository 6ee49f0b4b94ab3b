"""What every instruction of a plan has in common, and what they share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from engine.core import Action, Decision, Value
from engine.games.granada.computer.judging import card_worth
from engine.games.granada.computer.sight import Sight
from engine.games.granada.table.view import View
from engine.players.greedy import GreedyPlayer
from engine.players.plan.parts import Skip, Table

if TYPE_CHECKING:
    from engine.games.granada.game import Granada

NEVER = {  # what may be left undone, the question, and the answer that does so
    "challenge": ("challenge", "pass"),
    "refute": ("refute", "yield"),
    "react": ("react", "pass"),
    "capture": ("captive", "pass"),
    "assault": ("assault", "hold"),
}
ABSTAIN = {kind: Action(verb) for kind, verb in NEVER.values() if kind != "assault"}


def sight_of(table: Table) -> Sight:
    view = table.world.view(table.seat)
    assert isinstance(view, View)
    return Sight(view, cast("Granada", table.game).board, table.seat)


def best_of(table: Table) -> Action:
    """What the computer would answer."""
    return GreedyPlayer("plan").choose(table.world, table.decision)


def alike(table: Table, card: str, offered: Sequence[Value]) -> str | None:
    """The card itself, or one that differs from it only in its numbers: the least missed."""
    if card in offered:
        return card
    names = table.game.names("card")
    same = [t for t in offered if t is not None and names[t] == names[card]]
    sight = sight_of(table)
    cards = sight.board.card[sight.side]
    return min(same, key=lambda t: card_worth(sight, cards[t]), default=None)


def ascending(table: Table, blocks: Sequence[str]) -> tuple[str, ...]:
    """Blocks as a set: in the order of the roster."""
    kind = cast("Granada", table.game).board.kind
    return tuple(sorted(blocks, key=lambda token: kind[token]))


class Instruction:
    """An order about questions of some kinds."""

    __slots__ = ()
    about: ClassVar[tuple[str, ...]] = ()
    habit: ClassVar[str] = ""

    @property
    def kinds(self) -> tuple[str, ...]:
        return self.about

    def concerns(self, decision: Decision) -> bool:
        return decision.kind in self.kinds

    def make(self, table: Table) -> Action | Skip:
        raise NotImplementedError

    def refrain(self, decision: Decision) -> Action | None:
        """A reaction that a plan speaks of is made as its lines say, or not at all.

        An order that has its use elsewhere too does not speak of reactions.
        """
        return ABSTAIN.get(decision.kind) if ABSTAIN.keys() >= set(self.kinds) else None


def counted(blocks: Sequence[str]) -> str:
    """`C3 2A1`: neighbours that are alike are counted."""
    words: list[str] = []
    for i, block in enumerate(blocks):
        if i and blocks[i - 1] == block:
            continue
        number = 1
        while blocks[i + number : i + number + 1] == (block,):
            number += 1
        words.append(block if number == 1 else f"{number}{block}")
    return " ".join(words)
