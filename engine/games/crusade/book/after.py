"""7.2J, 7.2K: after the dice: who retreats where, who has won, and how the activation goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.core import Action
from engine.events import many, number, said
from engine.games.crusade.book.attrition import bereft, of_retreat
from engine.games.crusade.book.command import PITCHED, gone, halted, stop
from engine.games.crusade.book.encounter import havens, voice
from engine.games.crusade.book.ground import (
    besieges,
    end_siege,
    foes,
    lose,
    move,
    occupied,
    raining,
    seize,
    settle,
    units,
)
from engine.games.crusade.table.board import CITY, TOWN
from engine.games.crusade.table.flow import (
    LEADER,
    PLACE,
    Context,
    Order,
    Point,
    Telling,
    die,
    leader,
    leaders,
    place,
    push,
    step,
)
from engine.games.crusade.table.people import ARMENIANS, NOBODY, PLAYED
from engine.games.crusade.table.state import (
    ABOARD,
    AGGRESSION,
    AVOID,
    BOLD,
    HOLD,
    INTERCEPTED,
    SEABORNE,
    SORTIE,
    TOTAL,
    Battle,
    State,
    faction_of,
    held,
    player_of,
    strength,
)
from engine.orders import one

ATTACKER, DEFENDER, DRAWN, STALLED = 0, 1, -1, -2


class Retreated(Telling, kind="retreat", rule="7.2J", shape="flight"):
    leaders: tuple[str, ...] = many(LEADER, part="who")
    start: str = said(PLACE, part="from", name="from")
    place: str = said(PLACE, part="to")


class Cornered(Telling, kind="cornered", rule="7.2J"):
    """Who must retreat and cannot loses more, and the battle."""

    place: str = said(PLACE, part="at")
    lost: int = number(noun="sp")


class Boarded(Telling, kind="boarded", rule="7.2J"):
    leaders: tuple[str, ...] = many(LEADER, part="who")
    start: str = said(PLACE, part="from", name="from")


def discard(s: State, player: int, card: int) -> None:
    """12.0: a card leaves a hand and lies with the discards of its deck."""
    hand = list(s.hand[player])
    hand.remove(card)
    s.hand[player] = tuple(hand)
    heap(s, card, s.form.side_of[player])


def heap(s: State, card: int, side: int) -> None:
    """A card goes to the discards of a deck that misses one of its kind: the player's own first."""
    for deck in (side, 1 - side):
        kind = s.board.charts.in_deck[deck].get(card)
        if kind is None:
            continue
        there = sum([pile.count(card) for pile in (s.draws[deck], s.discard[deck], s.gone[deck])])
        if there < kind.copies:
            s.discard[deck] = tuple(sorted((*s.discard[deck], card)))
            return


def take_town(s: State, c: Context, node: int, chief: int) -> None:
    """8.1: whoever drives the defenders out of a Town holds it."""
    kind = s.board.kind[node]
    mine = faction_of(s, chief) if chief >= 0 else NOBODY
    if chief < 0 or s.at[chief] != node or not s.army[chief]:
        return
    if kind == TOWN or (kind == CITY and s.ruined[node] >= 0):
        if mine < PLAYED or mine == ARMENIANS:
            if not occupied(s, player_of(s, chief), node):
                seize(s, c, node, mine)


# -- the outcome -----------------------------------------------------------------------------------


def forced(b: Battle, mine: int) -> bool:
    """7.2J: whether a side must retreat."""
    other = 1 - mine
    lost, theirs = b.losses[mine], b.losses[other]
    if b.percent[mine] <= b.percent[other]:
        return False
    return lost >= 2 * theirs if theirs else lost >= 1


def left(s: State, b: Battle, mine: int) -> bool:
    """Whether a side still has SP in the battle."""
    company = b.attackers if mine == ATTACKER else b.defenders
    if any(s.army[x] and s.at[x] == b.node for x in company):
        return True
    return mine == DEFENDER and any(held(s, b.node, o) for o in b.garrisons)


@step
def outcome(s: State, c: Context) -> None:
    """7.2J: who is gone has lost; who must retreat does; then the choices."""
    b = _battle(s)
    if b.flags & SORTIE and b.percent[DEFENDER] > b.percent[ATTACKER]:
        city = besieges(s, b.guard) if b.guard >= 0 else -1
        if city >= 0:
            end_siege(s, c, city)
    here = [left(s, b, mine) for mine in (ATTACKER, DEFENDER)]
    if not all(here):
        winner = DRAWN if not any(here) else ATTACKER if here[0] else DEFENDER
        conclude(s, c, winner)
        return
    for mine in (ATTACKER, DEFENDER):
        if forced(b, mine):
            _must(s, c, b, mine)
            return
    first = DEFENDER if b.percent[DEFENDER] > b.percent[ATTACKER] else ATTACKER
    push(s, choose.then(first), choose.then(1 - first), drawn.then())


def _battle(s: State) -> Battle:
    assert s.battle is not None
    return s.battle


def company(s: State, b: Battle, mine: int) -> tuple[int, ...]:
    found = b.attackers if mine == ATTACKER else b.defenders
    return tuple([x for x in found if s.at[x] == b.node and s.army[x]])


def escapes(s: State, b: Battle, mine: int) -> list[int]:
    """7.2J: where a side may retreat to."""
    troop = company(s, b, mine)
    if not troop:
        return []
    player = player_of(s, troop[0])
    city = besieges(s, troop[0])
    if city >= 0 and s.siege[city] == TOTAL:
        return []
    if b.flags & SEABORNE and mine == ATTACKER:
        return [ABOARD]
    came = s.came[troop[0]]
    if b.flags & SORTIE and mine == ATTACKER:
        return [s.board.city_of[b.node]]
    if b.flags & AGGRESSION:
        if mine == DEFENDER:  # the Muslims who came to harass go back
            return _back(s, player, b, came)
        return havens(s, player, b.node, b.entry)
    if mine == ATTACKER:
        if b.flags & INTERCEPTED:
            return havens(s, player, b.node, -1)
        return _back(s, player, b, b.entry) if b.entry >= 0 else havens(s, player, b.node, -1)
    return havens(s, player, b.node, b.entry)


def _back(s: State, player: int, b: Battle, node: int) -> list[int]:
    """The way that an army came by, if nobody has closed it."""
    if node < 0:
        return havens(s, player, b.node, -1)
    if foes(s, player, node) or (s.board.ways[s.board.way(b.node, node)].river and raining(s)):
        return []
    return [node]


def _must(s: State, c: Context, b: Battle, mine: int) -> None:
    ways = escapes(s, b, mine)
    if not ways:
        cornered(s, c, b, mine)
        return
    troop = company(s, b, mine)
    player = player_of(s, troop[0])
    if len(ways) == 1 or player < 0:
        retreat(s, c, b, mine, homeward(s, troop[0], ways) if len(ways) > 1 else ways[0])
        conclude(s, c, 1 - mine)
        return
    push(s, Retreating.then(Fate(voice(s, troop[0]), mine, 1)))


def cornered(s: State, c: Context, b: Battle, mine: int) -> None:
    """7.2J: who cannot retreat loses a die of SP more, and the battle."""
    more = die(c, "cornered")
    mob = units(s, company(s, b, mine), b.node, b.garrisons if mine == DEFENDER else ())
    lost = lose(s, mob, more)
    c.tell(Cornered(place=place(s, b.node), lost=lost))
    bereft(s, c, b.attackers if mine == ATTACKER else b.defenders)
    city = besieges(s, b.guard) if mine == DEFENDER and b.guard >= 0 and s.at[b.guard] >= 0 else -1
    if city >= 0:
        end_siege(s, c, city)
    conclude(s, c, 1 - mine)


def retreat(s: State, c: Context, b: Battle, mine: int, to: int) -> None:
    troop = company(s, b, mine)
    if to == ABOARD:
        city = s.board.city_of[b.node]
        zone = s.board.port[b.node if city < 0 else city]
        for x in troop:
            move(s, x, ABOARD + zone)
        c.tell(Boarded(leaders=leaders(s, troop), start=place(s, b.node)))
        return
    for x in troop:
        move(s, x, to)
    c.tell(Retreated(leaders=leaders(s, troop), start=place(s, b.node), place=place(s, to)))
    if not (b.flags & SORTIE and mine == ATTACKER):
        of_retreat(s, c, troop, to)
    settle(s, c)


# -- the choice ------------------------------------------------------------------------------------


class Fate(NamedTuple):
    faction: int
    side: int
    must: int


class Retreat(Order[Fate], verb="retreat", rule="7.2J"):
    """7.2J: retreat to another space."""

    place = one(PLACE, mark=">", words="where to")

    @place.offer
    def places(self) -> Sequence[Any]:
        return escapes(self.s, _battle(self.s), self.asked.side)

    def do(self, c: Context) -> None:
        s, b, mine = self.s, _battle(self.s), self.asked.side
        if not self.asked.must:
            _drop(s)
        retreat(s, c, b, mine, self.place)
        conclude(s, c, 1 - mine)


class Stay(Order[Fate], verb="stay", rule="7.2J", ends=True):
    """7.2J: hold the field."""

    def possible(self) -> bool:
        return not self.asked.must

    def do(self, c: Context) -> None:
        """The other side is asked."""


class Retreating(Point[Fate], kind="retreat", rule="7.2J", reaction=True):
    """7.2J: retreat, and where to?"""

    orders = (Retreat, Stay)

    def about(self, s: State, who: int, a: Fate) -> Mapping[str, Any]:
        b = _battle(s)
        return {"leader": leader(s, company(s, b, a.side)[0]), "place": place(s, b.node)}

    def default(self, s: State, who: int, a: Fate) -> Action | None:
        if not a.must:
            return Stay.act()
        b = _battle(s)
        x, ways = company(s, b, a.side)[0], escapes(s, b, a.side)
        return Retreat.act(place=place(s, homeward(s, x, ways)))


def homeward(s: State, x: int, ways: Sequence[int]) -> int:
    """The space of these from which it is not far to a City or Town of his faction."""
    own = [n for n, owner in enumerate(s.control) if owner == faction_of(s, x)]
    return min(ways, key=lambda n: (min([s.board.away[n][o] for o in own], default=0), n))


def _drop(s: State) -> None:
    """The rest of the choices is void."""
    while s.frames[-1][0] in ("choose", "drawn"):
        s.frames.pop()


@step
def choose(s: State, c: Context, mine: int) -> None:
    """7.2J: a side may retreat of its own will."""
    b = _battle(s)
    troop = company(s, b, mine)
    if not troop:
        return
    player, ways = player_of(s, troop[0]), escapes(s, b, mine)
    if player < 0 or not ways or ways == [ABOARD]:
        return
    if s.posture[troop[0]] in (HOLD, BOLD):
        return
    if s.posture[troop[0]] == AVOID:
        _drop(s)
        retreat(s, c, b, mine, homeward(s, troop[0], ways))
        conclude(s, c, 1 - mine)
        return
    push(s, Retreating.then(Fate(voice(s, troop[0]), mine, 0)))


@step
def drawn(s: State, c: Context) -> None:
    """7.2A: both stay: nobody has won."""
    conclude(s, c, DRAWN)


def conclude(s: State, c: Context, winner: int) -> None:
    """7.2K: control of a Town, and whether the active army may go on."""
    b = _battle(s)
    s.battle = None
    if winner == ATTACKER:
        for x in b.attackers:
            if s.at[x] == b.node:
                s.came[x] = -1
        take_town(s, c, b.node, b.chief)
    elif winner in (DRAWN, STALLED) and b.flags & SORTIE:
        city = s.board.city_of[b.node]
        for x in b.attackers:  # those of a sortie go back behind their walls
            if s.at[x] == b.node:
                move(s, x, city)
    settle(s, c)
    if s.active < 0:
        return
    mine = ATTACKER if s.active in b.attackers else DEFENDER if s.active in b.defenders else -9
    if (
        gone(s)
        or mine == -9
        or not strength(s, [x for x in s.company if s.at[x] == s.at[s.active]])
    ):
        stop(s)
    elif winner == STALLED:
        halted(s, -1)
    elif winner == mine and s.at[s.active] >= 0:
        s.fought |= PITCHED
        halted(s, 1)
    else:
        stop(s)
