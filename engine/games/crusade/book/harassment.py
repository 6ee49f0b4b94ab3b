"""7.1: Muslims harass Crusaders, who may turn on them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import fact, number, said
from engine.games.crusade.book.attrition import bereft
from engine.games.crusade.book.command import STAYING, gone, halted, stop
from engine.games.crusade.book.encounter import meet
from engine.games.crusade.book.ground import (
    besieges,
    commanding,
    foes,
    lose,
    settle,
    units,
)
from engine.games.crusade.table.board import CITY, TOWN
from engine.games.crusade.table.flow import (
    LEADER,
    PLACE,
    Context,
    Telling,
    die,
    leader,
    place,
)
from engine.games.crusade.table.people import CRUSADER, PLAYED
from engine.games.crusade.table.state import (
    AGGRESSION,
    ILL,
    State,
    cv,
    faction_of,
    player_of,
    side_of,
)


class Harassed(Telling, kind="harass", rule="7.1", shape="fight"):
    place: str = said(PLACE, part="at")
    leader: str = said(LEADER, part="who")
    die: int = number()
    total: int = number()
    muslim: int = number(noun="sp")
    crusader: int = number(noun="sp")


class Provoked(Telling, kind="aggression", rule="7.1B"):
    leader: str = said(LEADER, part="who")
    die: int = number()
    result: str = fact()


def may_harass(s: State, stack: Sequence[int], node: int) -> bool:
    """7.1: Muslims against Crusaders, not in a Town or a City."""
    mine = faction_of(s, stack[0])
    if not 4 <= mine < PLAYED or s.board.kind[node] in (TOWN, CITY):
        return False
    enemy = foes(s, player_of(s, stack[0]), node)
    return bool(enemy) and all(side_of(faction_of(s, x)) == CRUSADER for x in enemy)


def harry(s: State, c: Context, company: Sequence[int], node: int) -> None:
    """7.1: Muslims harass; Crusaders may turn on them."""
    x = commanding(s, company) if s.active not in company else s.active
    enemy = foes(s, player_of(s, x), node)
    guard = commanding(s, enemy)
    if besieges(s, guard) < 0 and not s.marks[guard] & ILL:
        rolled = die(c, "aggression")
        good = rolled == 1 or rolled <= cv(s, guard) - cv(s, x)
        c.tell(Provoked(leader=leader(s, guard), die=rolled, result="charges" if good else "stays"))
        if good:
            tormentors = [y for y in company if s.army[y]]
            meet(s, c, tuple(enemy), node, s.came[x], AGGRESSION, enemy=tormentors)
            return
    rolled = die(c, "harass")
    total = rolled + cv(s, x) - cv(s, guard)
    muslim, crusader = s.board.charts.harassed(total)
    lose(s, units(s, company), muslim)
    lose(s, units(s, enemy), crusader)
    c.tell(
        Harassed(
            place=place(s, node), leader=leader(s, x), die=rolled, total=total, muslim=muslim,
            crusader=crusader,
        )
    )  # fmt: skip
    bereft(s, c, (*company, *enemy))
    settle(s, c)
    if gone(s) or s.active not in company or not s.army[x]:
        if s.active in company:
            stop(s)
        return
    s.fought |= STAYING
    halted(s)
