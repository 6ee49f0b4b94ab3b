"""8.3: sieges, assaults, ravage, destruction, treachery, and hunger within and without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.core import Action
from engine.events import fact, number, said
from engine.games.crusade.book.attrition import bereft
from engine.games.crusade.book.command import halted
from engine.games.crusade.book.ground import (
    besiegers,
    enemy_city,
    fall,
    foes,
    hostile,
    lose,
    offend,
    owns,
    pressed,
    settle,
    strangers,
    units,
    within,
)
from engine.games.crusade.book.lines import has_stores, pay, purse
from engine.games.crusade.table.board import CITY, TOWN
from engine.games.crusade.table.flow import (
    LEADER,
    NUMBER,
    NUMBERS,
    PLACE,
    Context,
    Order,
    Round,
    Telling,
    dice,
    die,
    faction,
    leader,
    place,
    push,
    step,
)
from engine.games.crusade.table.people import ARMENIANS, MUSLIM, PLAYED
from engine.games.crusade.table.state import (
    ARDENT,
    BEREFT,
    PARTIAL,
    RAVAGER,
    TOTAL,
    State,
    face,
    faction_of,
    garrisons,
    here,
    player_for,
    player_of,
    rank_of,
    side_of,
    strength,
)
from engine.orders import Bar, Why, one

NO_GATE = Bar("no_gate", "8.3A", place=PLACE)
NOT_ENEMY = Bar("not_enemy", "8.3A", place=PLACE)
IN_THE_WAY = Bar("in_the_way", "8.3A", place=PLACE)
TOO_FEW = Bar("too_few", "8.3A", place=PLACE)
RUINED = Bar("ruined", "8.3H", place=PLACE)
NOT_COMMANDER = Bar("not_commander", "8.3A", leader=LEADER)
RAVAGED_ALREADY = Bar("ravaged_already", "8.3G", place=PLACE)
TEN = Bar("ten", "8.3G")
NO_ARMY = Bar("no_army", "8.3B")
SAME_KIN = Bar("same_kin", "13.4", place=PLACE)

KINDS = {TOTAL: "total", PARTIAL: "partial"}
ENOUGH = 10  # SP to ravage, destroy or rebuild


class Besieged(Telling, kind="siege", rule="8.3A", shape="mark"):
    leader: str = said(LEADER, part="who")
    place: str = said(PLACE, part="at")
    siege: str = fact()


class Stormed(Telling, kind="assault", rule="8.3B", shape="fight"):
    leader: str = said(LEADER, part="who")
    place: str = said(PLACE, part="at")
    die: int = number()
    drm: int = number()
    points: int = number()
    lost: int = number(noun="sp")
    defender: int = number(noun="sp")


class Ravaged(Telling, kind="ravage", rule="8.3G", shape="mark"):
    leader: str = said(LEADER, part="who")
    place: str = said(PLACE, part="at")


class Razed(Telling, kind="destroy", rule="8.3H", shape="mark"):
    leader: str = said(LEADER, part="who")
    place: str = said(PLACE, part="at")


class Rebuilt(Telling, kind="rebuild", rule="8.3H", shape="mark"):
    leader: str = said(LEADER, part="who")
    place: str = said(PLACE, part="at")


class Starving(Telling, kind="siege_attrition", rule="8.3C"):
    place: str = said(PLACE, part="at")
    dice: tuple[int, ...] = number()
    defender: int = number(noun="sp")
    besieger: int = number(noun="sp")


class Fed(Telling, kind="fed", rule="8.3C"):
    """What both sides lost after they had paid."""

    place: str = said(PLACE, part="at")
    defender: int = number(noun="sp", secret=True)
    besieger: int = number(noun="sp", secret=True)


# -- sieges ----------------------------------------------------------------------------------------


def siege_bar(
    s: State, stack: Sequence[int], node: int, sp: int, coming: bool = False
) -> Why | None:
    """8.3A: why a siege cannot begin, or its kind be changed, in a space."""
    city = s.board.city_of[node]
    if city < 0:
        return NO_GATE(place=node)
    player = player_of(s, stack[0])
    if not enemy_city(s, player, city):
        return NOT_ENEMY(place=city)
    if s.ruined[city] >= 0:
        return RUINED(place=city)
    if s.control[city] == ARMENIANS and any(faction_of(s, x) == ARMENIANS for x in stack):
        return SAME_KIN(place=city)
    running = s.siege[city] and not hostile(s, player, s.commander[city])
    if foes(s, player, node) and not running:
        return IN_THE_WAY(place=node)
    if running:
        if rank_of(s, stack[0]) < rank_of(s, s.commander[city]):
            return NOT_COMMANDER(leader=s.commander[city])
        sp = max(sp, strength(s, besiegers(s, city)) + (sp if coming else 0))
    if sp < 5 * s.board.sdv[city]:
        return TOO_FEW(place=city)
    return None


def begin_siege(s: State, c: Context, stack: Sequence[int], kind: int) -> None:
    """8.3A: a siege begins, or is of another kind from now on."""
    x = stack[0]
    city = s.board.city_of[s.at[x]]
    if s.control[city] == ARMENIANS:
        offend(s, c, player_of(s, x))
    s.siege[city] = kind
    if (
        s.commander[city] < 0
        or s.at[s.commander[city]] != s.at[x]
        or rank_of(s, x) >= rank_of(s, s.commander[city])
    ):
        s.commander[city] = x
    c.tell(Besieged(leader=leader(s, x), place=place(s, city), siege=KINDS[kind]))
    settle(s, c)


# -- assaults --------------------------------------------------------------------------------------


def assault_bar(s: State, stack: Sequence[int], node: int, coming: bool = False) -> Why | None:
    """8.3B: why a City cannot be assaulted from a space."""
    city = s.board.city_of[node]
    if city < 0:
        return NO_GATE("8.3B", place=node)
    player = player_of(s, stack[0])
    if not enemy_city(s, player, city):
        return NOT_ENEMY("8.3B", place=city)
    if s.ruined[city] >= 0:
        return RUINED("8.3B", place=city)
    if s.control[city] == ARMENIANS and any(faction_of(s, x) == ARMENIANS for x in stack):
        return SAME_KIN(place=city)
    if s.siege[city] and not hostile(s, player, s.commander[city]):
        own = player_of(s, s.commander[city]) == player
        if own and rank_of(s, stack[0]) < rank_of(s, s.commander[city]):
            return NOT_COMMANDER("8.3B", leader=s.commander[city])
    if coming and foes(s, player, node):
        return IN_THE_WAY("8.3B", place=node)
    return None if strength(s, stack) else NO_ARMY()


def stormers(s: State, stack: Sequence[int], city: int) -> list[int]:
    """8.3B: who assaults: all besiegers, or all armies of the player in the gate."""
    x = stack[0]
    player = player_of(s, x)
    if s.siege[city] and not hostile(s, player, s.commander[city]):
        if x == s.commander[city] or player_of(s, s.commander[city]) == player:
            return besiegers(s, city)
        return [y for y in stack if s.army[y]]
    return [y for y in here(s, s.at[x]) if s.army[y] and (y in stack or player_of(s, y) == player)]


def storm(s: State, c: Context, stack: Sequence[int]) -> None:
    """8.3B: an assault."""
    x = stack[0]
    city = s.board.city_of[s.at[x]]
    if s.control[city] == ARMENIANS:
        offend(s, c, player_of(s, x))
    men = stormers(s, stack, city)
    mine = bool(s.siege[city]) and s.commander[city] in men
    sp = strength(s, men)
    if mine and s.siege[city] == PARTIAL:
        sp //= 2
    drm = assault_drm(s, x, city, sp, mine)
    rolled = die(c, "assault")
    row = s.board.charts.storm(rolled + drm)
    sdv = s.board.sdv[city]
    s.ap[city] = min(sdv, s.ap[city] + row.points)
    inside_ = units(s, here(s, city), city, garrisons(s, city))
    bare = max(0, within(s, city) - (sdv - s.ap[city]))
    lost_d = lose(s, inside_, min(row.defender, bare))
    lost_a = lose(s, units(s, men), row.attacker)
    c.tell(
        Stormed(
            leader=leader(s, x), place=place(s, city), die=rolled, drm=drm, points=s.ap[city],
            lost=lost_a, defender=lost_d,
        )
    )  # fmt: skip
    bereft(s, c, men)
    within_walls(s, city)
    s.press[city] = int(pressed(s, city))
    if s.ap[city] >= sdv:
        chief = s.commander[city] if mine else x
        takers = [y for y in men if s.army[y]]
        if takers:
            owner = _captor(s, chief, takers)
            fall(s, c, city, owner, takers)
    settle(s, c)


def within_walls(s: State, city: int) -> None:
    """A leader in a City who has no men left stays there while its garrison holds it."""
    for x in here(s, city):
        s.marks[x] &= ~BEREFT


def _captor(s: State, chief: int, takers: Sequence[int]) -> int:
    """8.3B: the faction that takes a City: the commander's, if it still has men."""
    mine = faction_of(s, chief)
    if any(faction_of(s, y) == mine for y in takers):
        return mine
    return faction_of(s, max(takers, key=lambda y: (s.army[y], -y)))


def assault_drm(s: State, x: int, city: int, sp: int, besieging: bool) -> int:
    """8.3B: what the numbers, the siege and the cards add."""
    table, defenders = s.board.charts.assault_drm, within(s, city)
    drm = 0
    if sp > 3 * defenders:
        drm += table.over_three
    elif sp >= 2 * defenders:
        drm += table.over_two
    elif sp < defenders:
        drm += table.fewer
    if not besieging:
        drm += table.not_besieged
    elif s.butimides == city:
        drm += table.butimides
    return drm + (table.vision if s.marks[x] & ARDENT else 0)


# -- ravage, destruction, rebuilding ---------------------------------------------------------------


def ravage_bar(
    s: State, stack: Sequence[int], node: int, sp: int, coming: bool = False
) -> Why | None:
    """8.3G: why the country cannot be ravaged from a space."""
    kind = s.board.kind[node]
    target = node if kind == TOWN else s.board.city_of[node]
    if target < 0 or (kind == TOWN and coming):
        return NO_GATE("8.3G", place=node)
    player = player_of(s, stack[0])
    if s.ravaged[target]:
        return RAVAGED_ALREADY(place=target)
    if sp < ENOUGH:
        return TEN()
    if foes(s, player, node) or strangers(s, player, node):
        return IN_THE_WAY("8.3G", place=node)
    if kind == TOWN and s.control[node] == ARMENIANS and garrisons(s, node):
        return IN_THE_WAY("8.3G", place=node)
    return None


def ravage(s: State, c: Context, stack: Sequence[int]) -> None:
    """8.3G: nothing is left to live on."""
    x = stack[0]
    node = s.at[x]
    target = node if s.board.kind[node] == TOWN else s.board.city_of[node]
    if s.control[target] == ARMENIANS:
        offend(s, c, player_of(s, x))
    s.ravaged[target] = 1
    if target < len(s.stock):
        s.stock[target] = 0
    for y in stack:
        s.marks[y] |= RAVAGER
    c.tell(Ravaged(leader=leader(s, x), place=place(s, target)))


def destroy(s: State, c: Context, x: int) -> None:
    """8.3H: the walls come down; there is no garrison of its own any more."""
    city = s.at[x]
    s.ruined[city] = faction_of(s, x)
    s.stock[city], s.ap[city] = 0, 0
    c.tell(Razed(leader=leader(s, x), place=place(s, city)))


def may_destroy(s: State, x: int) -> bool:
    city = s.at[x]
    if s.board.kind[city] != CITY or s.ruined[city] >= 0 or s.siege[city]:
        return False
    mine = faction_of(s, x)
    return s.control[city] == mine < PLAYED and s.army[x] >= ENOUGH


def may_rebuild(s: State, x: int) -> bool:
    city = s.at[x]
    if s.board.kind[city] != CITY or s.ruined[city] < 0:
        return False
    return s.rooted[x] == city and s.army[x] >= ENOUGH and owns(s, player_of(s, x), city)


def rebuild(s: State, c: Context, x: int) -> None:
    """8.3H: the walls stand again, not yet whole; one SP is their garrison."""
    city = s.at[x]
    s.ruined[city], s.ap[city] = -1, 1
    s.army[x] -= 1
    c.tell(Rebuilt(leader=leader(s, x), place=place(s, city)))
    halted(s, s.board.sdv[city])


# -- the attrition of sieges -----------------------------------------------------------------------


class Hungry(NamedTuple):
    """A siege, and what both sides are to lose."""

    city: int
    defender: int
    besieger: int


def siege_drm(s: State, city: int) -> tuple[int, int]:
    """8.3C, 9.4: modifiers of the besieged and the besieger."""
    both = (2 if s.heat else 0) + (1 if s.ravaged[city] else 0)
    defender = besieger = both
    men = besiegers(s, city)
    if s.ravaged[city] and all(s.marks[x] & RAVAGER for x in men):
        besieger -= 1
    if men and side_of(faction_of(s, s.commander[city])) == MUSLIM:
        besieger -= 1
    zone = s.board.port[city]
    if zone >= 0:
        ours = side_of(s.control[city])
        mine = any(side == ours and at == zone for side, at, _ in s.fleets)
        theirs = any(side != ours and at == zone for side, at, _ in s.fleets)
        defender += int(theirs and not mine) - int(mine and not theirs)
    return defender, besieger


@step
def sieges(s: State, c: Context, city: int) -> None:
    """8.3C: one siege after the other."""
    while city < len(s.siege) and not s.siege[city]:
        city += 1
    if city == len(s.siege):
        return
    push(s, sieges.then(city + 1))
    drm = siege_drm(s, city)
    rolled = (dice(c, "siege defence"), dice(c, "siege attack"))
    starved = s.board.charts.starved
    defender, besieger = starved(rolled[0] + drm[0]), starved(rolled[1] + drm[1])
    defender = min(defender, within(s, city))
    c.tell(Starving(place=place(s, city), dice=rolled, defender=defender, besieger=besieger))
    hungry = Hungry(city, defender, besieger)
    if feeders(s, hungry):
        push(s, Feeding.then(hungry))
    else:
        fed(s, c, hungry, 0, 0)


def feeders(s: State, a: Hungry) -> list[int]:
    """The factions that could pay for their men, in the order besieged, besieger."""
    city = a.city
    found = []
    owner = s.control[city]
    if a.defender and has_stores(s, city) >= 2 and player_for(s, owner) >= 0:
        found.append(owner)
    chief = s.commander[city]
    player = player_of(s, chief)
    if a.besieger and player >= 0:
        mine = faction_of(s, chief)
        mine = mine if mine < PLAYED else face(s, player)
        if purse(s, player, mine, s.at[chief]) >= 2:
            found.append(mine)
    return found


class Feed(Order[Hungry], verb="spend", rule="8.3C"):
    """8.3C: spend Resources on a siege, two for each SP saved."""

    count = one(NUMBER, words="how many Resources")

    @count.offer
    def counts(self) -> Sequence[str]:
        return NUMBERS[0 : self.most + 1 : 2]

    @property
    def most(self) -> int:
        s, a = self.s, self.asked
        if self.who == s.control[a.city]:
            return min(has_stores(s, a.city) // 2 * 2, 2 * a.defender)
        chief = s.commander[a.city]
        return min(purse(s, self.player, self.who, s.at[chief]) // 2 * 2, 2 * a.besieger, 200)


class Feeding(Round[Hungry], kind="feed", rule="8.3C"):
    """8.3C: both sides may pay, sealed."""

    orders = (Feed,)

    def parties(self, s: State, a: Hungry) -> tuple[int, ...]:
        return tuple(feeders(s, a))

    def about(self, s: State, who: int, a: Hungry) -> Mapping[str, Any]:
        mine = a.defender if who == s.control[a.city] else a.besieger
        return {"faction": faction(s, who), "place": place(s, a.city), "count": mine}

    def default(self, s: State, who: int, a: Hungry) -> Action:
        most = 0
        if who == s.control[a.city]:
            most = min(has_stores(s, a.city) // 2 * 2, 2 * a.defender)
        return Feed.act(count=str(most))

    def opened(self, s: State, c: Any, a: Hungry, answers: tuple[Any, ...]) -> None:
        spent = [0, 0]
        for answer in answers:
            count = int(answer.count)
            if answer.who == s.control[a.city]:
                s.stock[a.city] -= count
                spent[0] = count // 2
            else:
                chief = s.commander[a.city]
                pay(s, answer.player, answer.who, s.at[chief], count)
                spent[1] = count // 2
        fed(s, c, a, *spent)


def fed(s: State, c: Context, a: Hungry, saved: int, spared: int) -> None:
    """What is lost after all; a City whose garrison is gone falls."""
    city, men = a.city, besiegers(s, a.city)
    defender, besieger = max(0, a.defender - saved), max(0, a.besieger - spared)
    chief = s.commander[city]
    gone = defender >= within(s, city)
    lost_d = lose(s, units(s, here(s, city), city, garrisons(s, city)), defender) + int(gone)
    lost_a = lose(s, units(s, men), besieger)
    c.tell(Fed(place=place(s, city), defender=lost_d, besieger=lost_a))
    if gone:
        takers = [x for x in men if s.army[x]]
        if takers:
            fall(s, c, city, _captor(s, chief, takers), takers)
    bereft(s, c, men)
    within_walls(s, city)
    settle(s, c)
