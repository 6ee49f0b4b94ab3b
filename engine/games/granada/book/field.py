"""Chapter 8.2: a field combat. The side that is behind deploys, until both have finished."""

from __future__ import annotations

from typing import Any

from engine.core import Action
from engine.games.granada.book.bombardment import Bombardment, Pioneers
from engine.games.granada.book.deployment import (
    Broadside,
    Deploy,
    Finish,
    Free,
    Watchtower,
    about_battle,
    battle_of,
    bombarding,
    fighters,
    finish_deploying,
    leader_of_battle,
    tower_stands,
)
from engine.games.granada.book.losses import field_losses
from engine.games.granada.book.morale import Challenging, challengeable
from engine.games.granada.table.board import SEATS
from engine.games.granada.table.flow import Addressed, Context, Party, push, step
from engine.games.granada.table.state import DEPLOYED, Battle, State


@step
def initiative(s: State, c: Context) -> None:
    """8.2, 8.2.4: the side that is behind deploys; when both have finished the battle ends."""
    b = battle_of(s)
    behind = 1 - leader_of_battle(b)
    if b.finished == (True, True):
        push(s, field_losses.then())
        return
    side = behind if not b.finished[behind] else 1 - behind
    if _nothing_left(s, b, side):
        finish_deploying(s, c, b, side)
        push(s, initiative.then())
        return
    push(s, Deploying.then(Party(side)))


def _nothing_left(s: State, b: Battle, side: int) -> bool:
    """Everybody can see that a side cannot deploy: no card in hand and no hidden leader possible,
    or no block left and no card that works without one."""
    left = any(not e & DEPLOYED for e in fighters(s, b, side))
    if not left:
        return not s.hand[side] or not _cards_without_blocks(s, b, side)
    return not s.hand[side] and b.carded[side]


def _cards_without_blocks(s: State, b: Battle, side: int) -> bool:
    """Publicly: might this side play a Watchtower or Naval Bombardment card now?"""
    if side == b.defender and tower_stands(s, b) and not b.tower:
        return True
    return s.options["naval_bombardment"] in ("both", SEATS[side]) and bool(
        bombarding(s, b.place, side)
    )


class FieldDeploy(Deploy):
    """8.2.2: what is deployed in the field can be challenged."""

    def do(self, c: Context) -> None:
        super().do(c)
        if challengeable(self.s, self.battle, self.side, self.blocks, self.card):
            push(self.s, Challenging.then(Party(1 - self.side)))


class NoBombardment(Bombardment):
    """10.2: guns are not brought back in the field."""

    def possible(self) -> bool:
        return False


class NoPioneers(Pioneers):
    """11.7: Pioneers do not help in the field."""

    def possible(self) -> bool:
        return False


class Deploying(Addressed[Party], kind="deploy", rule="8.2.4", reaction=True):
    """8.2.2: the side with the initiative deploys, plays a card, or declares itself finished."""

    orders = (Free, FieldDeploy, Watchtower, Broadside, Finish, NoBombardment, NoPioneers)
    otherwise = Finish

    def about(self, s: State, who: int, a: Party) -> dict[str, Any]:
        return about_battle(s)

    def answer(self, s: State, c: Context, who: int, action: Action, a: Party) -> None:
        """8.2.4: whatever is done, it is then seen who is behind."""
        s.frames.insert(-1, initiative.then())
        super().answer(s, c, who, action, a)
