"""6.3, 6.4: the phases of a turn, as they are told."""

from __future__ import annotations

from engine.events import fact, said
from engine.games.granada.table.flow import Telling
from engine.games.granada.table.orders import SIDE


class PhaseBegins(Telling, kind="phase", rule="6.3"):
    """A phase of the turn begins, of one player if it is his alone."""

    phase: str = fact()
    side: str = said(SIDE, part="who", default="")
