"""Every edit that a moderator can make, and how one is carried out."""

from __future__ import annotations

from typing import Any

from engine.games.granada.moderator.blocks import (
    Eliminate,
    Fresh,
    Hide,
    Place,
    Recruit,
    Remove,
    Reveal,
    Shift,
)
from engine.games.granada.moderator.cards import Give, Hand, Pile, Surrenders, Take
from engine.games.granada.moderator.chance import Force, Unforce
from engine.games.granada.moderator.clear import Clear
from engine.games.granada.moderator.grey import Captures, Grey
from engine.games.granada.moderator.places import Castle, Control, Disk, Pioneer
from engine.games.granada.moderator.restart import begin_again, unanswerable
from engine.games.granada.moderator.ships import Fleet, Scuttle
from engine.games.granada.moderator.time import Phase, Score, Starts, Turn
from engine.games.granada.table.flow import Context, Telling
from engine.games.granada.table.state import State
from engine.orders.edits import Edit

CHANGES: tuple[type[Edit[Any]], ...] = (
    Clear, Place, Remove, Eliminate, Shift, Reveal, Hide, Fresh, Recruit, Fleet, Scuttle, Control,
    Castle, Disk, Hand, Give, Take, Pile, Surrenders, Turn, Starts, Phase, Score, Captures, Grey,
    Pioneer, Force, Unforce,
)  # fmt: skip


class Unsound(Telling, kind="warning"):
    """The position is not one to which play could have led."""


def change(s: State, c: Context, order: Edit[Any]) -> None:
    """Carry out an edit. The game goes on even where the rules would have ended it."""
    over = s.over
    order.do(c)
    if not isinstance(order, (Clear, Phase)):  # these say themselves where play goes on
        s.over = over
        if over is None and unanswerable(s):
            begin_again(s, c)
