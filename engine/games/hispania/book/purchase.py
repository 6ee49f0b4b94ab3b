"""Buying and placing units (2.3, 3.1), and placing reinforcements (3.2)."""

from __future__ import annotations

from engine.core import Action, Level
from engine.events import many, said
from engine.games.hispania.book.scoring import award
from engine.games.hispania.table.board import BERBER, CASTLE, FORT, INF, KINDS
from engine.games.hispania.table.flow import (
    Context,
    Telling,
    Words,
    name_of,
    one,
    parted,
    pieces,
    subset,
)
from engine.games.hispania.table.orders import NATION, PIECE, PLACE
from engine.games.hispania.table.peoples import OWN, Arrival, Units
from engine.games.hispania.table.state import (
    ELSEWHERE,
    ONE,
    PENDING,
    State,
    alive,
    held,
    limit,
    muster,
    number,
    on_map,
    put,
    spare,
    stack,
    take,
)


class Placed(Telling, kind="placed", rule="3.2", shape="mark"):
    """Units and Chiefs appear in a place."""

    nation: str = said(NATION, part="who")
    pieces: tuple[str, ...] = many(PIECE)
    place: str = said(PLACE, part="at")


class Removed(Telling, kind="removed", rule="4.5", shape="mark"):
    """Units go back to the pool."""

    nation: str = said(NATION, part="who")
    place: str = said(PLACE, part="at")
    pieces: tuple[str, ...] = many(PIECE)


# -- reinforcements ------------------------------------------------------------------------------


def due(s: State, nation: int) -> bool:
    """Whether anything comes to a nation now (1.0, 3.2)."""
    when = (s.turn, nation)
    for arrival in s.almanac.arrivals.get(when, ()):
        if not arrival.unless_gone or alive(s, nation):
            return True
    return False


def arrive(s: State, c: Context, nation: int) -> None:
    """Reinforcements come; what may stand in several places waits for an order (3.2)."""
    for arrival in s.almanac.arrivals.get((s.turn, nation), ()):
        if arrival.unless_gone and not alive(s, nation):
            continue
        units = _coming(s, nation, arrival)
        if not units:
            continue
        kinds = muster(units).kinds
        c.tell("arrival", "3.2", nation=name_of(s, nation), pieces=tuple(pieces(s, kinds)))
        places = _where(s, nation, arrival.at, arrival.otherwise)
        if len(places) == 1:
            land(s, c, nation, units, (), places[0])
        elif places:
            s.pool += units
    for chief in s.almanac.coming.get((s.turn, nation), ()):
        _chief_comes(s, c, nation, chief)


def _chief_comes(s: State, c: Context, nation: int, chief: int) -> None:
    """A Chief without any province of his nation does not come (3.3)."""
    row = s.board.peoples.chiefs[chief]
    entry = next((a.otherwise for a in s.almanac.arrivals.get((s.turn, nation), ())), ELSEWHERE)
    places = _where(s, nation, row.at, entry)
    if not places:
        return
    c.tell("chief", "3.3", nation=name_of(s, nation), chief=row.token)
    s.chiefs[chief] = places[0] if len(places) == 1 else PENDING
    if len(places) == 1:
        c.tell(
            "placed",
            "3.2",
            nation=name_of(s, nation),
            pieces=(row.token,),
            place=s.board.places[places[0]],
        )


def _coming(s: State, nation: int, arrival: Arrival) -> int:
    return sum(
        ONE[kind] * max(0, min(_wanted(s, nation, kind, n, arrival.up_to), spare(s, nation, kind)))
        for kind, n in arrival.units
    )


def _wanted(s: State, nation: int, kind: int, n: int, up_to: bool) -> int:
    return n - on_map(s, nation, kind) if up_to else n


def _where(s: State, nation: int, at: tuple[int, ...], otherwise: int) -> list[int]:
    if at != (OWN,):
        return list(at)
    own = held(s, nation)
    return list(own) or ([otherwise] if otherwise >= 0 else [])


def pending_chiefs(s: State, nation: int) -> list[int]:
    return [c for c, at in enumerate(s.chiefs) if at == PENDING and s.lords[c] == nation]


def waits(s: State, nation: int) -> bool:
    """Whether reinforcements are still to be placed."""
    return bool(s.pool) or (PENDING in s.chiefs and bool(pending_chiefs(s, nation)))


def entries(s: State, nation: int) -> list[int]:
    """Where what waits may be placed."""
    when = (s.turn, nation)
    if s.pool:
        for arrival in s.almanac.arrivals.get(when, ()):
            if len(arrival.at) > 1 or arrival.at == (OWN,):
                return _where(s, nation, arrival.at, arrival.otherwise)
    for chief in pending_chiefs(s, nation):
        return _where(s, nation, s.board.peoples.chiefs[chief].at, ELSEWHERE)
    return []


def level_deploy(s: State, nation: int, prefix: Words, partial: Words) -> Level:
    if len(prefix) == 1:
        pool = pieces(s, muster(s.pool).kinds, pending_chiefs(s, nation))
        return subset(pool, partial, 1, len(pool), "3.2")
    return one([s.board.places[p] for p in entries(s, nation)], "3.2")


def deploy(s: State, c: Context, nation: int, action: Action) -> None:
    units, chiefs = parted(s, action[1])
    s.pool -= units
    land(s, c, nation, units, chiefs, s.board.place[action[2]])


def land(
    s: State, c: Context, nation: int, units: int, chiefs: tuple[int, ...], place: int
) -> None:
    put(s, nation, place, units)
    for chief in chiefs:
        s.chiefs[chief] = place
    c.tell(
        "placed",
        "3.2",
        nation=name_of(s, nation),
        pieces=tuple(pieces(s, muster(units).kinds, chiefs)),
        place=s.board.places[place],
    )


# -- buying --------------------------------------------------------------------------------------


def price(s: State, nation: int, kind: int) -> int:
    """What a unit costs now; one bought out of turn has been paid for (2.2)."""
    return 0 if number(s.waiting[nation], kind) else s.board.kinds[kind].cost


def on_offer(s: State, nation: int) -> list[int]:
    """Kinds that can be bought and paid for (2.3)."""
    found = [BERBER] if berbers_left(s, nation) else []
    if s.gold[nation] < s.board.kinds[INF].cost and not s.waiting[nation]:
        return found
    inf_only = nation in s.almanac.infantry_only
    for kind, row in enumerate(s.board.kinds):
        waiting = number(s.waiting[nation], kind)
        if not waiting and (not row.cost or row.cost > s.gold[nation]):
            continue
        if inf_only and kind != INF:
            continue
        if (waiting or kind == CASTLE or spare(s, nation, kind) > 0) and sites(s, nation, kind):
            found.append(kind)
    return sorted(found)


def berbers_left(s: State, nation: int) -> int:
    """The OMEYYAD may hire up to three Berbers with Al Mansur, for points (11.15)."""
    deed = s.board.awards.deeds["berbers"]
    if nation != deed.nation or s.turn != deed.first:
        return 0
    chief = s.board.peoples.chief["Al-Mansur"]
    if s.chiefs[chief] < 0:
        return 0
    return min(deed.most, spare(s, nation, BERBER))


def sites(s: State, nation: int, kind: int) -> list[int]:
    """One bought unit to a province that keeps to its limit (3.1)."""
    if kind == BERBER:
        return [s.chiefs[s.board.peoples.chief["Al-Mansur"]]]
    found = []
    left = kind != CASTLE or bool(number(s.waiting[nation], kind)) or spare(s, nation, kind) > 0
    for place in held(s, nation):
        units = muster(stack(s, nation, place))
        if s.bought >> place & 1 or units.stacking > limit(s, nation, place):
            continue
        if kind in (CASTLE, FORT) and units.castle:
            continue
        if left or s.ruins[place] == nation + 1:  # a Ruin gives its counter back (9.5)
            found.append(place)
    return found


def level_buy(s: State, nation: int, prefix: Words) -> Level:
    if len(prefix) == 1:
        return one([KINDS[kind] for kind in on_offer(s, nation)], "2.3")
    return one([s.board.places[p] for p in sites(s, nation, s.board.kind[prefix[1]])], "3.1")


def buy(s: State, c: Context, nation: int, action: Action) -> None:
    """Pay for a unit and place it (2.3, 3.1)."""
    kind, place = s.board.kind[action[1]], s.board.place[action[2]]
    if kind == BERBER:
        deed = s.board.awards.deeds["berbers"]
        award(s, c, nation, deed.points, "berbers", "11.15")
    else:
        s.gold[nation] -= price(s, nation, kind)
        if number(s.waiting[nation], kind):
            s.waiting[nation] -= ONE[kind]
        s.bought |= 1 << place
    if kind == CASTLE:
        s.ruins[place] = 0
    put(s, nation, place, ONE[kind])
    c.tell(
        "bought",
        "2.3",
        nation=name_of(s, nation),
        unit=action[1],
        place=action[2],
        has=s.gold[nation],
    )


# -- destroying one's own ------------------------------------------------------------------------


def disbandable(s: State, nation: int) -> dict[int, list[int]]:
    """Units that may be destroyed to free a counter: of kinds that are all in use (2.3)."""
    found: dict[int, list[int]] = {}
    if s.gold[nation] < s.board.kinds[INF].cost:
        return found
    for kind, row in enumerate(s.board.kinds):
        if row.cost and row.cost <= s.gold[nation] and spare(s, nation, kind) == 0:
            places = [p for p in held(s, nation) if number(stack(s, nation, p), kind)]
            if places and len(held(s, nation)) > 1:
                found[kind] = places
    return found


def level_disband(s: State, nation: int, prefix: Words) -> Level:
    found = disbandable(s, nation)
    if len(prefix) == 1:
        return one([KINDS[kind] for kind in found], "2.3")
    return one([s.board.places[p] for p in found[s.board.kind[prefix[1]]]], "2.3")


def disband(s: State, c: Context, nation: int, action: Action) -> None:
    place = s.board.place[action[2]]
    take(s, nation, place, ONE[s.board.kind[action[1]]])
    if s.capital[nation] == place and not stack(s, nation, place):
        s.capital[nation] = ELSEWHERE
    c.tell(
        "removed",
        "2.3",
        nation=name_of(s, nation),
        place=action[2],
        pieces=(action[1],),
    )


def counted(units: Units) -> int:
    return sum(ONE[kind] * n for kind, n in units)
