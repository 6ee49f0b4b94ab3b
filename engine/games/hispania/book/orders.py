"""What the player of the active nation may order, from income to the end of its movement."""

from __future__ import annotations

from typing import Any

from engine.core import Action
from engine.events import number
from engine.games.hispania.book import castles, elcid, standing
from engine.games.hispania.book.entry import stragglers
from engine.games.hispania.book.marching import Move, set_out
from engine.games.hispania.book.movement import can_march
from engine.games.hispania.book.purchase import (
    Buy,
    Disband,
    Reinforce,
    disbandable,
    on_offer,
    place_first,
    waits,
)
from engine.games.hispania.table import orders
from engine.games.hispania.table.flow import Context, Plain, Point
from engine.games.hispania.table.orders import PLACE
from engine.games.hispania.table.state import State, muster
from engine.orders import Bar, Why
from engine.orders import Order as AnyOrder

CID_OWES = Bar("cid_owes", "11.26", place=PLACE)


def late(s: State, nation: int) -> int:
    """3.2: units that are lost if they do not march now."""
    return sum(muster(units).total for units in stragglers(s, nation).values())


class Rebuild(castles.Rebuild):
    """9.5: a Castle on a Ruin, when the reinforcements stand."""

    def possible(self) -> bool:
        return not waits(self.s, self.nation) and super().possible()

    def closed(self) -> Why | None:
        if waits(self.s, self.nation):
            return place_first(self.s, self.nation)
        return super().closed()


class Capital(standing.Capital):
    """4.3: a capital, when the reinforcements stand."""

    def possible(self) -> bool:
        return not waits(self.s, self.nation) and super().possible()

    def closed(self) -> Why | None:
        if waits(self.s, self.nation):
            return place_first(self.s, self.nation)
        return super().closed()


class Stance(standing.Stance):
    """6.1: a standing instruction, when the reinforcements stand."""

    def possible(self) -> bool:
        return not waits(self.s, self.nation) and super().possible()

    def closed(self) -> Why | None:
        if waits(self.s, self.nation):
            return place_first(self.s, self.nation)
        return super().closed()


class Done(orders.Done):
    """1.0: the movement is over."""

    def possible(self) -> bool:
        return not waits(self.s, self.nation) and not elcid.owes_attack(self.s, self.nation)

    def closed(self) -> Why | None:
        if waits(self.s, self.nation):
            return place_first(self.s, self.nation)
        if elcid.owes_attack(self.s, self.nation):
            return CID_OWES(place=self.s.board.peoples.mercenary_goal)
        return None

    def do(self, c: Context) -> None:
        set_out(self.s, c, self.nation)


class Orders(Point[Plain], kind="orders", rule="1.0"):
    """Purchases, placements and marches, in one question: an order opens the next phase."""

    orders = (Reinforce, Buy, Disband, elcid.Hire, Move, Rebuild, Capital, Stance, Done)
    facts = {"gold": number(noun="halves")}

    def about(self, s: State, who: int, a: Plain) -> dict[str, object]:
        return {
            "wave": s.wave,
            "gold": s.gold[who],
            "marching": s.marching,
            "late": late(s, who),
        }

    def open(self, s: State, who: int, a: Plain) -> list[type[AnyOrder[Any, Any]]]:
        """What `possible` says of each order, without making any."""
        if waits(s, who):
            return [Reinforce]
        found: list[type[AnyOrder[Any, Any]]] = []
        if not s.marching:
            if on_offer(s, who):
                found.append(Buy)
            if disbandable(s, who):
                found.append(Disband)
            if elcid.may_hire(s, who):
                found.append(elcid.Hire)
        if can_march(s, who):
            found.append(Move)
        if castles.ruins_to_build(s, who):
            found.append(Rebuild)
        if standing.capital_open(s, who):
            found.append(Capital)
        if standing.stance_open(s, who):
            found.append(Stance)
        if not elcid.owes_attack(s, who):
            found.append(Done)
        return found

    def default(self, s: State, who: int, a: Plain) -> Action | None:
        return Done.act() if Done(s, who, a).possible() else None

    def answer(self, s: State, c: Context, who: int, action: Action, a: Plain) -> None:
        """The question stands until its player is done."""
        order = self.reads(action.verb, a).read(s, who, action, a)
        if order.verb.ends:
            s.frames.pop()
        order.do(c)
