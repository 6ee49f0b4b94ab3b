"""Movement (chapter 5): one order takes an army along a way, picking up and leaving units.

A *band* is what marches together. Its way is traced step by step; a band that a province would
stop may go on if enough of it stays there (5.3), and the slow may be left behind on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.core import Level
from engine.games.hispania.board import BERBER, CASTLE
from engine.games.hispania.flow import (
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
from engine.games.hispania.scoring import award, bounty
from engine.games.hispania.state import (
    ELSEWHERE,
    ONE,
    Stack,
    State,
    chiefs_at,
    friends,
    muster,
    number,
    places_of,
    put,
    stack,
    take,
)


class Band(NamedTuple):
    """Units and Chiefs that start together."""

    start: int
    units: Stack
    chiefs: tuple[int, ...]


class Stage(NamedTuple):
    """One step of a way."""

    place: int
    cost: int  # movement spent on arriving there
    need: int  # units that must be left there for the others to go on (5.3)


Way = tuple[Stage, ...]
Ways = dict[int, tuple[int, bool]]  # where to: at what cost, and whether the move ends there


# -- who may go where ----------------------------------------------------------------------------


def may_enter(s: State, nation: int, box: int) -> bool:
    """Whether a nation may go from Hispania to a place beyond the map now (5.4)."""
    for right in s.almanac.beyond.get((s.turn, nation), ()):
        if box in right.to and not _full(s, nation, box):
            return True
    return False


def _full(s: State, nation: int, box: int) -> bool:
    for number_, exit_ in enumerate(s.board.awards.exits):
        if exit_.nation == nation and exit_.to == box and exit_.most:
            return s.exits[number_] >= exit_.most
    return False


def leaves_for_good(s: State, nation: int, box: int) -> bool:
    rights = s.almanac.beyond.get((s.turn, nation), ())
    return any(right.leaves and box in right.to for right in rights)


def exit_room(s: State, nation: int, box: int) -> int:
    """How many more units may leave there for points."""
    for number_, exit_ in enumerate(s.board.awards.exits):
        if exit_.nation == nation and exit_.to == box and exit_.most:
            return exit_.most - s.exits[number_]
    return 99


def _landings(s: State, nation: int) -> tuple[int, ...]:
    """Where units at sea may land (3.2)."""
    for arrival in s.almanac.arrivals.get((s.turn, nation), ()):
        if arrival.landing:
            return arrival.landing
    return s.board.anchors


def ways_out(s: State, nation: int, here: int, first: bool) -> Ways:
    """Ways out of a place: where to, at what cost, and whether the move ends there."""
    key = (s.turn, nation, here, first, tuple(s.exits))
    found = s.almanac.ways.get(key)
    if found is None:
        rows = _ways_out(s, nation, here, first)
        found = s.almanac.ways[key] = {place: (cost, ends) for place, cost, ends in rows}
    return found


def _ways_out(s: State, nation: int, here: int, first: bool) -> Iterator[tuple[int, int, bool]]:
    """Borders, straits (5.5), what lies beyond the map (5.4) and the sea (5.6)."""
    board = s.board
    if here < board.provinces:
        for place in board.adjacent[here]:
            yield place, 1, False
        for place in board.straits[here] if first else ():  # the whole movement (5.5)
            if place < board.provinces or may_enter(s, nation, place):
                yield place, 1, True
        for place in board.gates[here]:
            if may_enter(s, nation, place):
                yield place, 0, True
        if here in board.anchors and (s.turn, nation) in s.almanac.fleets:
            yield board.sea, 1, True
    elif here == board.sea:
        for place in _landings(s, nation):
            yield place, 1, False
    elif here == board.africa:
        for place in board.straits[here]:
            yield place, 1, False
    elif here == board.camp:  # EL CID rides out against Valence, nowhere else (11.26)
        yield board.peoples.mercenary_goal, 1, True
    else:
        for place in board.gates[here]:
            yield place, 1 if place < board.provinces else 0, False


def hostile(s: State, nation: int, place: int) -> bool:
    """Units there that stop the nation and fight it (5.1); friends do neither (9.6)."""
    others = s.here[place] & ~(1 << nation)
    return bool(others) and not others & friends(s, nation)


def friendly(s: State, nation: int, place: int) -> bool:
    return bool(s.here[place] & friends(s, nation))


def to_leave(s: State, nation: int, place: int) -> int:
    """How many more units must stop in an enemy province before others pass (5.3)."""
    others = s.here[place] & ~(1 << nation)
    enemies = stack(s, others.bit_length() - 1, place)
    n = muster(enemies).total
    return max(0, (n if number(enemies, CASTLE) else 2 * n) - muster(stack(s, nation, place)).total)


def trace(s: State, nation: int, band: Band, path: tuple[int, ...]) -> Way | None:
    """A way as far as a band could follow it, whatever it leaves behind; None if it cannot."""
    led = bool(band.chiefs)
    here, cost, ended = band.start, 0, False
    way: list[Stage] = []
    for i, place in enumerate(path):
        if ended:
            return None
        step = ways_out(s, nation, here, i == 0).get(place)
        if step is None:
            return None
        cost += step[0]
        need, ended = 0, step[1]
        if place < s.board.provinces:
            ended = ended or (s.board.mountain[place] and not led)
            if hostile(s, nation, place):
                if not band.units:
                    return None
                need = to_leave(s, nation, place)
                if need >= muster(band.units).total:
                    ended = True
        way.append(Stage(place, cost, need))
        here = place
    return tuple(way)


def allowance(s: State, kind: int, led: bool) -> int:
    """Provinces a unit may go in a phase (5.1), one more with a Chief all the way (5.2)."""
    return s.board.kinds[kind].led if led else s.board.kinds[kind].move


def _reaches(s: State, band: Band) -> tuple[int, ...]:
    """The allowance of every unit of a band, ascending."""
    key = (band.units, bool(band.chiefs))
    found = s.almanac.reaches.get(key)
    if found is None:
        reach = [allowance(s, kind, key[1]) for kind in muster(band.units).kinds]
        found = s.almanac.reaches[key] = tuple(sorted(reach))
    return found


def may_end(s: State, nation: int, place: int) -> bool:
    """Nobody stays in the province of his suzerain or vassal (9.6)."""
    return place >= s.board.provinces or not friendly(s, nation, place)


def drop_steps(
    s: State, nation: int, band: Band, way: Way, joined_at: int = 99, joined: int = 0
) -> list[int] | None:
    """The steps where something may be left; None if no way of leaving makes the march legal.

    An empty list says that nothing need or can be left. Chiefs go to the end. `joined` units
    were taken up at a step, and may be left behind it.
    """
    last = way[-1].cost
    reach = _reaches(s, band)
    slow = [a for a in reach if a < last]
    needs = [i for i, stage in enumerate(way[:-1]) if stage.need]
    if not band.units:
        return [] if last <= s.board.chief_move else None
    if len(needs) > 1 or len(reach) - len(slow) < 1:
        return None
    steps = []
    for i, stage in enumerate(way[:-1]):
        if needs and i != needs[0]:
            continue
        if slow and stage.cost > slow[0]:
            break
        if stage.place >= s.board.provinces or not may_end(s, nation, stage.place):
            continue
        if max(1, stage.need, len(slow)) < len(reach) + (joined if i > joined_at else 0):
            steps.append(i)
    return steps if steps or not (slow or needs) else None


def can_stop(s: State, nation: int, band: Band, way: Way) -> bool:
    end = way[-1].place
    if not may_end(s, nation, end):
        return False
    if end in (s.board.gascony, s.board.narbonne) and band.start >= s.board.provinces:
        return False  # those who begin beyond the map only pass through (5.4)
    if end >= s.board.provinces and leaves_for_good(s, nation, end):
        if muster(band.units).total > exit_room(s, nation, end):
            return False
    if not band.chiefs and number(band.units, BERBER):
        return False
    reach = _reaches(s, band)
    if reach and way[-1].cost <= reach[0] and not any(stage.need for stage in way[:-1]):
        return True  # everybody gets there, and nobody is held up
    return drop_steps(s, nation, band, way) is not None


def goes_on(s: State, nation: int, band: Band, path: tuple[int, ...]) -> bool:
    """Whether a way can be ended here or further on."""
    way = trace(s, nation, band, path)
    if way is None or not _affordable(s, band, way):
        return False
    return can_stop(s, nation, band, way) or any(
        goes_on(s, nation, band, (*path, place)) for place in _next(s, nation, band, path)
    )


def _affordable(s: State, band: Band, way: Way) -> bool:
    reach = _reaches(s, band)
    return way[-1].cost <= (reach[-1] if reach else s.board.chief_move)


def _next(s: State, nation: int, band: Band, path: tuple[int, ...]) -> list[int]:
    here = path[-1] if path else band.start
    ways = ways_out(s, nation, here, not path)
    return [place for place in ways if place != band.start and place not in path]


def unmoved(s: State, nation: int, place: int) -> Stack:
    """Units there that can still march in this phase."""
    units = stack(s, nation, place)
    return muster(units - s.moved[place]).mobile if units else 0


def idle_chiefs(s: State, nation: int, place: int) -> list[int]:
    return [c for c in chiefs_at(s, nation, place) if not s.chief_moved >> c & 1]


def starts(s: State, nation: int) -> list[int]:
    """Places from which somebody can march."""
    found = []
    for place in {*_places(s, nation)}:
        units, chiefs = unmoved(s, nation, place), idle_chiefs(s, nation, place)
        if (units or chiefs) and _any_band(s, nation, place, units, chiefs):
            found.append(place)
    return sorted(found)


def can_march(s: State, nation: int) -> bool:
    """Whether anybody can still march."""
    for place in _places(s, nation):
        units, chiefs = unmoved(s, nation, place), idle_chiefs(s, nation, place)
        if (units or chiefs) and _any_band(s, nation, place, units, chiefs):
            return True
    return False


def _places(s: State, nation: int) -> list[int]:
    ardour = ardent_chief(s)
    if ardour != ELSEWHERE:
        at = s.chiefs[ardour]
        return [at] if at >= 0 and not s.chief_moved >> ardour & 1 else []
    chiefs = [at for c, at in enumerate(s.chiefs) if at >= 0 and s.lords[c] == nation]
    return [*places_of(s, nation), *chiefs]


def ardent_chief(s: State) -> int:
    """The Chief whose stack alone acts in this second movement (9.2), or ELSEWHERE."""
    if s.wave < 2:
        return ELSEWHERE
    ardour = s.almanac.ardours.get((s.turn, s.active))
    return ardour.chief if ardour is not None else ELSEWHERE


def _free_to_go(s: State, nation: int, place: int) -> bool:
    """Next to a province without friends any unit finds somewhere to go: no need to look."""
    if s.wave == 2 and ardent_chief(s) != ELSEWHERE:
        return False
    if place >= s.board.provinces or not s.board.adjacent[place]:
        return False
    lord = s.suzerain[nation]
    return lord < 0 and nation not in s.suzerain


def _any_band(s: State, nation: int, place: int, units: Stack, chiefs: list[int]) -> bool:
    on_foot = units - number(units, BERBER) * ONE[BERBER]  # Berbers follow a Chief (11.15)
    if on_foot and _free_to_go(s, nation, place):
        return True
    for kind in set(muster(units).kinds):
        if _can_go(s, nation, Band(place, ONE[kind], ())):
            return True
    return bool(chiefs) and (
        _can_go(s, nation, Band(place, units, tuple(chiefs)))
        or _can_go(s, nation, Band(place, 0, tuple(chiefs)))
    )


def _can_go(s: State, nation: int, band: Band) -> bool:
    ardour = ardent_chief(s)
    if ardour != ELSEWHERE and ardour not in band.chiefs:
        return False
    return any(goes_on(s, nation, band, (p,)) for p in _next(s, nation, band, ()))


# -- the order -----------------------------------------------------------------------------------


def level_move(s: State, nation: int, prefix: Words, partial: Words) -> Level:
    """from, pieces, path, pick_at, pick, drop_at, drop."""
    places = s.board.places
    depth = len(prefix)
    if depth == 1:
        return one([places[p] for p in starts(s, nation)], "5.0")
    start = s.board.place[prefix[1]]
    if depth == 2:
        return _level_band(s, nation, start, partial)
    band = Band(start, *parted(s, prefix[2]))
    if depth == 3:
        return _level_path(s, nation, band, partial)
    way = trace(s, nation, band, tuple(s.board.place[p] for p in prefix[3]))
    if way is None:
        return Level((), "path")
    if depth == 4:
        if not band.chiefs or len(way) == 1:
            return NOTHING
        spots = [i for i in range(len(way) - 1) if pickable(s, nation, band, way, i)]
        return one([None, *(places[way[i].place] for i in spots)], "5.2")
    if depth == 5:
        return _level_pick(s, nation, band, way, prefix[4], partial)
    if depth == 6:
        return _level_drop_at(s, nation, band, way, prefix)
    return _level_drop(s, nation, band, way, prefix, partial)


def _level_band(s: State, nation: int, start: int, partial: Words) -> Level:
    units, chiefs = unmoved(s, nation, start), idle_chiefs(s, nation, start)
    pool = pieces(s, muster(units).kinds, chiefs)
    plain = subset(pool, partial, 1, len(pool))
    chosen = parted(s, partial)

    free = _free_to_go(s, nation, start)

    def fine(units: Stack, some: tuple[int, ...]) -> bool:
        if free and units and (some or not number(units, BERBER)):
            return True
        return _can_go(s, nation, Band(start, units, some))

    later = tuple(c for c in chiefs if not chosen[1] or c > chosen[1][-1])
    found = []
    for token in plain.choices:
        more, new = parted(s, (token,))
        units_, all_ = chosen[0] + more, (*chosen[1], *new)
        if fine(units_, all_) or any(fine(units_, (*all_, c)) for c in later if c not in all_):
            found.append(token)
    stops = bool(partial) and plain.may_stop and fine(*chosen)
    return Level(tuple(found), "set", stops, 1, len(pool), "5.0")


def _level_path(s: State, nation: int, band: Band, partial: Words) -> Level:
    path = tuple(s.board.place[p] for p in partial)
    stops = False
    if path:
        way = trace(s, nation, band, path)
        if way is None or not _affordable(s, band, way):
            return Level((), "path", False)
        stops = can_stop(s, nation, band, way)
    found = [p for p in _next(s, nation, band, path) if goes_on(s, nation, band, (*path, p))]
    return Level(tuple([s.board.places[p] for p in found]), "path", stops, 1, 8, "5.0")


def pickable(s: State, nation: int, band: Band, way: Way, i: int) -> Stack:
    """Units that a band may take up at a step: unmoved, and able to follow (5.2)."""
    place = way[i].place
    if not band.chiefs or not band.units or place >= s.board.provinces:
        return 0
    if hostile(s, nation, place) or friendly(s, nation, place):
        return 0
    units = unmoved(s, nation, place)
    if not units:
        return 0
    left = way[-1].cost - way[i].cost
    found = 0
    for kind in muster(units).kinds:
        reach = allowance(s, kind, True)
        if reach >= left or _drop_between(s, nation, band, way, i, way[i].cost + reach):
            found += ONE[kind]
    return found


def _drop_between(s: State, nation: int, band: Band, way: Way, i: int, most: int) -> bool:
    steps = drop_steps(s, nation, band, way, i, 1) or ()
    return any(j > i and way[j].cost <= most for j in steps)


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


def kill_lone_chiefs(s: State, c: Context, nation: int, place: int) -> None:
    """A Chief without units who meets enemies is killed at once (6.2)."""
    for chief, at in enumerate(s.chiefs):
        if at == place and s.lords[chief] != nation and not stack(s, s.lords[chief], place):
            kill_chief(s, c, nation, chief)


def kill_chief(s: State, c: Context, killer: int, chief: int) -> None:
    """A Chief dies, and his killer scores if it is his own sequence (8.0)."""
    victim = s.lords[chief]
    place = s.chiefs[chief]
    s.chiefs[chief] = ELSEWHERE
    token = s.board.peoples.chiefs[chief].token
    c.tell("chief killed", "6.2", chief=token, place=s.board.places[place])
    if killer == s.active:
        led = chiefs_at(s, killer, place)
        s.glory += bounty(s, killer, victim, -1, chief, led)
