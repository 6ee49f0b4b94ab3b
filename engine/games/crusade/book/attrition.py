"""6.3: what hunger, roads and weather cost, while moving and at the end of a turn."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import many, number, said
from engine.games.crusade.book.ground import (
    besieges,
    fall,
    foes,
    lose,
    may_quarter,
    raining,
    settle,
    stranded,
    units,
    winter,
)
from engine.games.crusade.table.flow import (
    FACTION,
    LEADER,
    PLACE,
    Context,
    Telling,
    die,
    faction,
    leaders,
    place,
    step,
)
from engine.games.crusade.table.people import CRUSADER, MUSLIM, NOBODY, PLAYED
from engine.games.crusade.table.state import (
    BEREFT,
    OWNERS,
    RAVAGER,
    State,
    cinc,
    faction_of,
    garrisons,
    here,
    player_for,
    player_of,
    side_of,
    strength,
)

SAFE = 14  # a total up to this costs nothing
MANY = 5  # SP lost in a march from which on knights are lost too


class Wasted(Telling, kind="attrition", rule="6.3A"):
    """Movement Attrition."""

    leaders: tuple[str, ...] = many(LEADER)
    place: str = said(PLACE, part="at")
    die: int = number()
    total: int = number()
    lost: int = number(noun="sp")
    knights: int = number(noun="knight")


class Strayed(Telling, kind="straggling", rule="6.3B"):
    leaders: tuple[str, ...] = many(LEADER)
    place: str = said(PLACE, part="at")
    die: int = number()
    lost: int = number(noun="sp")


class Starved(Telling, kind="hunger", rule="6.3C"):
    """Transit or Ravage Attrition."""

    place: str = said(PLACE, part="at")
    die: int = number()
    lost: int = number(noun="sp")


class Fell(Telling, kind="starved_out", rule="6.3C"):
    place: str = said(PLACE, part="at")
    faction: str = said(FACTION)


def of_movement(
    s: State, c: Context, sp: int, knights: int, points: int, side: int, paid: int = 0
) -> int:
    """6.3A: how many SP a march costs; the die is thrown here."""
    return max(0, total(s, die(c, "attrition"), sp, knights, points, side, paid) - SAFE)


def total(s: State, rolled: int, sp: int, knights: int, points: int, side: int, paid: int) -> int:
    found = rolled + points + min(10, sp // 10) + knights - paid
    found += 2 if raining(s) else 3 if winter(s) else 0
    if s.heat:
        found += 2 if side == CRUSADER else 1
    return found - (1 if side == MUSLIM else 0)


def march_cost(s: State, c: Context, company: Sequence[int], points: int, paid: int) -> None:
    """6.3A, 6.3E: a stack halts; one roll for all of it."""
    from engine.games.crusade.table.state import knights_of

    sp = strength(s, company)
    if not sp:
        return
    knights = knights_of(s, company)
    side = side_of(faction_of(s, company[0]))
    rolled = die(c, "attrition")
    sum_ = total(s, rolled, sp, knights, points, side, paid)
    lost = lose(s, units(s, company), max(0, sum_ - SAFE))
    riders = lose_knights(s, company, 100 * lost // sp // 10) if lost >= MANY and knights else 0
    at = s.at[company[0]]
    c.tell(
        Wasted(
            leaders=leaders(s, company), place=place(s, at), die=rolled, total=sum_, lost=lost,
            knights=riders,
        )
    )  # fmt: skip


def lose_knights(s: State, company: Sequence[int], count: int) -> int:
    """6.3E, 7.2D: each faction whose knights ride along loses so many."""
    lost = 0
    for x in company:
        f = faction_of(s, x)
        if f < 4 and s.knights[f] and cinc(s, f) == x:
            gone = min(count, s.knights[f])
            s.knights[f] -= gone
            lost += gone
    return lost


def bereft(s: State, c: Context, company: Sequence[int]) -> None:
    """Leaders whose armies have just been lost find refuge, or are lost too."""
    for x in company:
        if s.marks[x] & BEREFT:
            s.marks[x] &= ~BEREFT
            if s.at[x] >= 0 and not s.army[x]:
                stranded(s, c, x)


def of_retreat(s: State, c: Context, company: Sequence[int], node: int) -> None:
    """6.3B: withdrawing or retreating into a space."""
    if not strength(s, company):
        return
    rolled = die(c, "retreat")
    lost = lose(s, units(s, company), max(0, s.board.value[node] - rolled))
    c.tell(Strayed(leaders=leaders(s, company), place=place(s, node), die=rolled, lost=lost))
    bereft(s, c, company)


# -- the end of a turn -----------------------------------------------------------------------------


def subsistence(s: State, value: int, sp: int) -> int:
    return value + sp // 10


def hunger(
    s: State, c: Context, node: int, armies: Sequence[int], owners: Sequence[int], ravaged: bool
) -> bool:
    """6.3C: one SP at once, then a die against what the country bears. Says whether more were to
    be lost than there were."""
    mine = units(s, armies, node, owners)
    if not mine:
        return False
    side = side_of(faction_of(s, armies[0]) if armies else owners[0])
    lost = lose(s, mine, 1)
    left = strength(s, armies) + sum(s.garrison[node * OWNERS + o] for o in owners)
    value = 1 if ravaged or s.board.holds(node) else s.board.value[node]
    rolled = die(c, "hunger")
    drm = (1 if ravaged else 0) + (0 if not s.heat else 2 if side == CRUSADER else 1)
    due = max(0, subsistence(s, value, left) - (rolled - drm))
    lost += lose(s, mine, due)
    c.tell(Starved(place=place(s, node), die=rolled, lost=lost))
    bereft(s, c, armies)
    return due > left


@step
def transit(s: State, c: Context) -> None:
    """6.3C: armies in points, or before places that do not let them in, go hungry."""
    for node in range(len(s.board.cities), s.board.boxes.start):
        for armies in _camps(s, node):
            if exposed(s, node, armies):
                hunger(s, c, node, armies, (), False)
    settle(s, c)


def _camps(s: State, node: int) -> list[list[int]]:
    """The armies in a space that did not suffer a siege, side by side."""
    found = [x for x in here(s, node) if s.army[x] and besieges(s, x) < 0]
    sides: dict[int, list[int]] = {}
    for x in found:
        sides.setdefault(side_of(faction_of(s, x)), []).append(x)
    return list(sides.values())


def exposed(s: State, node: int, armies: list[int]) -> bool:
    """Whether a camp suffers Transit Attrition."""
    if all(s.marks[x] & RAVAGER for x in armies):
        return False
    board, player = s.board, player_of(s, armies[0])
    if player < 0:
        return board.city_of[node] < 0 and not board.holds(node)
    if board.holds(node):
        return not s.ravaged[node] and not may_quarter(s, player, node)
    city = board.city_of[node]
    if city < 0:
        return True
    return not s.ravaged[city] and not (may_quarter(s, player, city) and s.ruined[city] < 0)


@step
def blight(s: State, c: Context) -> None:
    """6.3C: whoever is in or before a Ravaged place goes hungry; a City may fall by it."""
    for node, state in enumerate(s.ravaged):
        if not state or (node < len(s.siege) and s.siege[node]):
            continue
        if node < len(s.siege):
            for armies in _camps(s, s.board.gate[node]):
                if not all(s.marks[x] & RAVAGER for x in armies):
                    hunger(s, c, s.board.gate[node], armies, (), True)
            _blighted_city(s, c, node)
        else:
            for armies in _camps(s, node):
                if not all(s.marks[x] & RAVAGER for x in armies):
                    hunger(s, c, node, armies, (), True)
            owners = garrisons(s, node)
            if owners:
                hunger(s, c, node, (), owners, True)
    settle(s, c)


def _blighted_city(s: State, c: Context, city: int) -> None:
    leaders_, owners = [x for x in here(s, city) if s.army[x]], garrisons(s, city)
    if (leaders_ or owners) and not hunger(s, c, city, leaders_, owners, True):
        return
    owner = s.control[city]
    takers = _takers(s, city)
    if s.ruined[city] < 0 and owner != NOBODY and takers:
        best = max(takers, key=lambda x: (s.army[x], -x))
        c.tell(Fell(place=place(s, city), faction=faction(s, faction_of(s, best))))
        fall(s, c, city, faction_of(s, best), [best])


def _takers(s: State, city: int) -> list[int]:
    """Enemy armies in the gate of a City whose garrison is gone."""
    holder = player_for(s, s.control[city])
    gate = s.board.gate[city]
    found = [x for x in here(s, gate) if s.army[x] and faction_of(s, x) < PLAYED]
    if holder >= 0:
        return [x for x in found if x in foes(s, holder, gate)]
    return [x for x in found if side_of(faction_of(s, x)) != side_of(s.control[city])]
