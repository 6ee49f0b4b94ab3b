"""What the player of the active nation may order, from income to the end of its movement."""

from __future__ import annotations

from engine.core import Action, Level
from engine.games.hispania.book import castles, elcid, marching, movement, purchase, standing
from engine.games.hispania.book.entry import stragglers
from engine.games.hispania.book.income import keep
from engine.games.hispania.table.flow import Context, OldPoint, Words, name_of, one, point
from engine.games.hispania.table.state import State, muster

_BEFORE = ("buy", "deploy", "disband", "hire")  # only before the first march


def late(s: State, nation: int) -> int:
    """Units that are lost if they do not march now (3.2)."""
    return sum(muster(units).total for units in stragglers(s, nation).values())


@point
class Orders(OldPoint):
    """Purchases, placements and marches, in one question: an order opens the next phase (1.0)."""

    kind = "orders"
    rule = "1.0"

    def about(self, s: State, nation: int) -> dict[str, object]:
        return {
            "actor": name_of(s, nation),
            "wave": s.wave,
            "gold": s.gold[nation],
            "marching": s.marching,
            "late": late(s, nation),
        }

    def level(self, s: State, nation: int, prefix: Words, partial: Words) -> Level:
        if not prefix:
            return one(self._verbs(s, nation))
        verb = prefix[0]
        if verb == "move":
            return marching.level_move(s, nation, prefix, partial)
        if verb == "buy":
            return purchase.level_buy(s, nation, prefix)
        if verb == "deploy":
            return purchase.level_deploy(s, nation, prefix, partial)
        if verb == "disband":
            return purchase.level_disband(s, nation, prefix)
        if verb == "rebuild":
            return castles.level_rebuild(s, nation, prefix)
        if verb == "hire":
            return elcid.level_hire(s, nation, prefix, partial)
        return standing.level(s, nation, prefix, partial)

    def _verbs(self, s: State, nation: int) -> list[str]:
        if purchase.waits(s, nation):
            return ["deploy"]
        found = []
        if not s.marching:
            if purchase.on_offer(s, nation):
                found.append("buy")
            if purchase.disbandable(s, nation):
                found.append("disband")
            if elcid.may_hire(s, nation):
                found.append("hire")
        if movement.can_march(s, nation):
            found.append("move")
        if castles.ruins_to_build(s, nation):
            found.append("rebuild")
        found += standing.verbs(s, nation)
        return found if elcid.owes_attack(s, nation) else [*found, "done"]

    def default(self, s: State, nation: int) -> Action | None:
        if purchase.waits(s, nation) or elcid.owes_attack(s, nation):
            return None
        return Action("done")

    def answer(self, s: State, c: Context, nation: int, action: Action) -> None:
        verb = action[0]
        if verb in ("move", "done") and not s.marching:
            s.marching = True
            keep(s, c, nation)  # what is above the reserve is lost before the march (2.4)
        if verb == "done":
            s.frames.pop()
        elif verb == "move":
            marching.march(s, c, nation, action)
        elif verb == "buy":
            purchase.buy(s, c, nation, action)
        elif verb == "deploy":
            purchase.deploy(s, c, nation, action)
        elif verb == "disband":
            purchase.disband(s, c, nation, action)
        elif verb == "rebuild":
            castles.rebuild(s, c, nation, action)
        elif verb == "hire":
            elcid.hire(s, c, nation, action)
        else:
            standing.carry_out(s, c, nation, action)
