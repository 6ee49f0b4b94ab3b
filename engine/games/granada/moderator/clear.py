"""The edit that makes an empty map."""

from __future__ import annotations

from engine.games.granada.moderator.cards import SURRENDERS, all_cards
from engine.games.granada.moderator.edit import Edit, put_aside
from engine.games.granada.moderator.grey import box_grey
from engine.games.granada.moderator.restart import go
from engine.games.granada.moderator.ships import sink_aside
from engine.games.granada.table.board import CHRISTIAN, MUSLIM
from engine.games.granada.table.flow import Context
from engine.games.granada.table.state import State, kinds_of


class Clear(Edit, verb="clear"):
    """Edit: take every block off the map and every card back into the decks."""

    def do(self, c: Context) -> None:
        """An empty map: blocks aside, cards in the decks, control as at the start, no battle."""
        s = self.s
        self.told(c)
        phase = {"turn order": "bid", "reinforcement": "reinforcement"}.get(s.phase, "movement")
        go(s, phase, s.active)
        for side in (CHRISTIAN, MUSLIM):
            _clear_side(s, side)
        s.surrender = [SURRENDERS, SURRENDERS]
        box_grey(s)
        s.captures, s.bonus = 0, [0, 0]
        s.control = list(s.board.start_control)
        s.castle = [owner if s.board.castle[p] else -1 for p, owner in enumerate(s.board.territory)]
        s.disks = s.board.disks
        s.naval_deck, s.naval_discard = tuple(sorted(s.naval_deck + s.naval_discard)), ()
        s.pioneers = tuple(p << 1 for p in s.board.pioneers if s.options["pioneers"] == "on")


def _clear_side(s: State, side: int) -> None:
    for index in range(side, len(s.stacks), 2):
        put_aside(s, side, kinds_of(s.stacks[index]))
        s.stacks[index] = ()
    for index in range(side, len(s.ships), 2):
        sink_aside(s, side, index)
    for heap in (s.box, s.dead):
        put_aside(s, side, heap[side])
        heap[side] = ()
    s.deck[side] = all_cards(s, side)
    s.hand[side] = s.discard[side] = s.removed[side] = s.shown[side] = ()
