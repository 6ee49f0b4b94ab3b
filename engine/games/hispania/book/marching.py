"""The order to march (chapter 5): an army along a way, taking units up and leaving them."""

from __future__ import annotations

from engine.core import Level
from engine.games.hispania.book.chiefs import kill_lone_chiefs
from engine.games.hispania.book.movement import (
    Band,
    Way,
    affordable,
    allowance,
    can_go,
    can_stop,
    drop_steps,
    free_to_go,
    hostile,
    idle_chiefs,
    onward,
    pick_steps,
    pickable,
    starts,
    trace,
    unmoved,
)
from engine.games.hispania.book.scoring import award
from engine.games.hispania.table.board import BERBER
from engine.games.hispania.table.flow import (
    EMPTY,
    NOTHING,
    Context,
    Words,
    name_of,
    one,
    parted,
    pieces,
    subset,
)
from engine.games.hispania.table.state import (
    ELSEWHERE,
    ONE,
    Stack,
    State,
    muster,
    number,
    put,
    take,
)
from engine.games.hispania.table.ways import leaves_for_good

# -- the order -----------------------------------------------------------------------------------


def level_move(s: State, nation: int, prefix: Words, partial: Words) -> Level:
    """from, pieces, path, pick_at, pick, drop_at, drop."""
    places = s.board.places
    depth = len(prefix)
    if depth == 1:
        return one([places[p] for p in starts(s, nation)], "5.0")
    if depth > 3 and len(prefix[3]) == 1:  # nobody is taken up or left on a single step
        return EMPTY if depth in (5, 7) else NOTHING
    start = s.board.place[prefix[1]]
    if depth == 2:
        return _level_band(s, nation, start, partial)
    band = Band(start, *parted(s, prefix[2]))
    if depth == 3:
        return _level_path(s, nation, band, partial)
    way = trace(s, nation, band, tuple([s.board.place[p] for p in prefix[3]]))
    if way is None:
        return Level((), "path")
    if depth == 4:
        return _level_pick_at(s, nation, band, way)
    if depth == 5:
        return _level_pick(s, nation, band, way, prefix[4], partial)
    if depth == 6:
        return _level_drop_at(s, nation, band, way, prefix)
    return _level_drop(s, nation, band, way, prefix, partial)


def _level_band(s: State, nation: int, start: int, partial: Words) -> Level:
    units, chiefs = unmoved(s, nation, start), idle_chiefs(s, nation, start)
    pool = pieces(s, muster(units).kinds, chiefs)
    plain = subset(pool, partial, 1, len(pool), "5.0")
    free = free_to_go(s, nation, start)
    if free and not chiefs and not number(units, BERBER):
        return plain
    chosen = parted(s, partial)

    def fine(units: Stack, some: tuple[int, ...]) -> bool:
        if free and units and (some or not number(units, BERBER)):
            return True
        return can_go(s, nation, Band(start, units, some))

    later = tuple([c for c in chiefs if not chosen[1] or c > chosen[1][-1]])
    found = []
    for token in plain.choices:
        more, new = parted(s, (token,))
        units_, all_ = chosen[0] + more, (*chosen[1], *new)
        if fine(units_, all_) or any(fine(units_, (*all_, c)) for c in later if c not in all_):
            found.append(token)
    stops = plain.may_stop and fine(*chosen)
    return Level(tuple(found), "set", stops, 1, len(pool), "5.0")


def _level_path(s: State, nation: int, band: Band, partial: Words) -> Level:
    path = tuple([s.board.place[p] for p in partial])
    stops = False
    if path:
        way = trace(s, nation, band, path)
        if way is None or not affordable(s, band, way):
            return Level((), "path", False)
        stops = can_stop(s, nation, band, way)
    found = onward(s, nation, band, path)
    return Level(tuple([s.board.places[p] for p in found]), "path", stops, 1, 8, "5.0")


def _level_pick_at(s: State, nation: int, band: Band, way: Way) -> Level:
    if not band.chiefs:
        return NOTHING
    spots = [s.board.places[way[i].place] for i in pick_steps(s, nation, band, way)]
    alone = not band.units and hostile(s, nation, way[-1].place)  # he must bring somebody
    return one(spots if alone else [None, *spots], "5.2")


def _at(way: Way, token: str, s: State) -> int:
    place = s.board.place[token]
    return next(i for i, stage in enumerate(way) if stage.place == place)


def _level_pick(
    s: State, nation: int, band: Band, way: Way, spot: str | None, partial: Words
) -> Level:
    if spot is None:
        return EMPTY
    pool = muster(pickable(s, nation, band, way, _at(way, spot, s))).kinds
    return subset(pieces(s, pool), partial, 1, len(pool), "5.2")


def drops(s: State, nation: int, band: Band, way: Way, pick_at: int, pick: Stack) -> list[int]:
    """Where a band with what it took up may leave units; raises nothing: [] may mean nowhere."""
    steps = drop_steps(s, nation, band, way, pick_at, muster(pick).total) or []
    limits = [way[pick_at].cost + allowance(s, kind, True) for kind in muster(pick).kinds]
    late = [most for most in limits if most < way[-1].cost]
    if late:
        steps = [i for i in steps if i > pick_at and way[i].cost <= min(late)]
    return steps


def _picked(s: State, way: Way, prefix: Words) -> tuple[int, Stack]:
    if prefix[4] is None:
        return ELSEWHERE, 0
    return _at(way, prefix[4], s), parted(s, prefix[5])[0]


def must_drop(s: State, band: Band, way: Way, pick_at: int, pick: Stack) -> Stack:
    """Units that cannot follow to the end."""
    last, led = way[-1].cost, bool(band.chiefs)
    slow = sum(ONE[k] for k in muster(band.units).kinds if allowance(s, k, led) < last)
    for kind in muster(pick).kinds:
        if way[pick_at].cost + allowance(s, kind, True) < last:
            slow += ONE[kind]
    return slow


def _level_drop_at(s: State, nation: int, band: Band, way: Way, prefix: Words) -> Level:
    if len(way) == 1:
        return NOTHING
    pick_at, pick = _picked(s, way, prefix)
    steps = drops(s, nation, band, way, pick_at, pick)
    forced = must_drop(s, band, way, pick_at, pick) or any(stage.need for stage in way[:-1])
    spots = [s.board.places[way[i].place] for i in steps]
    return one(spots if forced else [None, *spots], "5.3")


def _level_drop(
    s: State, nation: int, band: Band, way: Way, prefix: Words, partial: Words
) -> Level:
    if prefix[6] is None:
        return EMPTY
    at = _at(way, prefix[6], s)
    pick_at, pick = _picked(s, way, prefix)
    with_us = band.units + (pick if pick_at <= at else 0)
    forced = muster(must_drop(s, band, way, pick_at, pick)).counts
    counts = muster(with_us).counts
    total = sum(counts)
    least = max(1, way[at].need)
    chosen = muster(parted(s, partial)[0]).counts
    last = max((k for k, n in enumerate(chosen) if n), default=0)
    n = sum(chosen)
    owed = sum(max(0, f - c) for f, c in zip(forced, chosen, strict=True))
    found = []
    for kind in range(last, len(counts)):
        if chosen[kind] < counts[kind] and n < total - 1:
            if n + 1 + owed - (chosen[kind] < forced[kind]) <= total - 1:
                if _later(forced, counts, chosen, kind, least - n - 1):
                    found.append(s.board.kinds[kind].token)
    good = n >= least and all(c >= f for c, f in zip(chosen, forced, strict=True))
    return Level(tuple(found), "set", good, least, total - 1, "5.3")


def _later(
    forced: tuple[int, ...],
    counts: tuple[int, ...],
    chosen: tuple[int, ...],
    kind: int,
    owed: int,
) -> bool:
    """Going on with `kind`: nothing below it may still be owed, and enough must be left."""
    if any(chosen[k] < forced[k] for k in range(kind)):
        return False
    rest = sum(counts[kind:]) - chosen[kind] - 1
    return rest >= owed


# -- carrying it out -----------------------------------------------------------------------------


def march(s: State, c: Context, nation: int, action: Words) -> None:
    """Carry out a move order (5.0)."""
    start = s.board.place[action[1]]
    band = Band(start, *parted(s, action[2]))
    way = trace(s, nation, band, tuple(s.board.place[p] for p in action[3]))
    assert way is not None
    pick_at, pick = _picked(s, way, action)
    drop_at = _at(way, action[6], s) if action[6] is not None else ELSEWHERE
    drop = parted(s, action[7])[0] if drop_at != ELSEWHERE else 0
    c.tell(
        "move",
        "5.0",
        nation=name_of(s, nation),
        start=s.board.places[start],
        pieces=tuple(action[2]),
        path=tuple(action[3]),
        pick_at=action[4],
        pick=tuple(action[5]),
        drop_at=action[6],
        drop=tuple(action[7]),
    )
    take(s, nation, start, band.units)
    if pick:
        take(s, nation, way[pick_at].place, pick)
    if drop:
        _arrive(s, c, nation, start, way, drop_at, drop)
    for stage in way[:-1]:
        kill_lone_chiefs(s, c, nation, stage.place)
    for chief in band.chiefs:
        s.chiefs[chief] = way[-1].place
        s.chief_moved |= 1 << chief
    _arrive(s, c, nation, start, way, len(way) - 1, band.units + pick - drop)
    note_crossed(s, nation, way)


def note_crossed(s: State, nation: int, way: Way) -> None:
    """Provinces that ROME has crossed get a Fort at the end of the movement (11.8)."""
    if nation == s.board.peoples.romanisation.nation:
        for stage in way:
            if stage.place < s.board.provinces:
                s.crossed |= 1 << stage.place


def _arrive(s: State, c: Context, nation: int, start: int, way: Way, i: int, units: Stack) -> None:
    """Units end their march: in a province, at sea, or beyond the map."""
    place = way[i].place
    if place >= s.board.provinces and leaves_for_good(s, nation, place):
        _leave(s, c, nation, place, units)
        return
    if not units:
        return
    before = way[i - 1].place if i else start
    put(s, nation, place, units)
    s.moved[place] += units
    if place < s.board.provinces:
        if before < s.board.provinces:
            s.came[place] |= 1 << before
            if s.board.crosses(before, place):
                s.wet[place] += units
        kill_lone_chiefs(s, c, nation, place)


def _leave(s: State, c: Context, nation: int, box: int, units: Stack) -> None:
    """Units that leave the map for good, for points (11.1, 11.10, 11.15)."""
    n = muster(units).total
    for chief, at in enumerate(s.chiefs):
        if at == box and s.lords[chief] == nation:
            s.chiefs[chief] = ELSEWHERE
    for number_, exit_ in enumerate(s.board.awards.exits):
        if exit_.nation == nation and exit_.to == box:
            s.exits[number_] += n
            c.tell("exit", "5.4", nation=name_of(s, nation), to=s.board.places[box], count=n)
            award(s, c, nation, n * exit_.points, "exit", "8.0")
