"""Who can march where (chapter 5).

A *band* is what marches together. Its way is traced step by step; a band that a province would
stop may go on if enough of it stays there (5.3), and the slow may be left behind on the way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from engine.games.hispania.table.board import BERBER, CASTLE, Board
from engine.games.hispania.table.state import (
    ELSEWHERE,
    ONE,
    Stack,
    State,
    chiefs_at,
    friends,
    muster,
    number,
    pack,
    places_of,
    stack,
)
from engine.games.hispania.table.ways import exit_room, leaves_for_good, ways_out


class Band(NamedTuple):
    """Units and Chiefs that start together."""

    start: int
    units: Stack
    chiefs: tuple[int, ...]
    left: tuple[tuple[int, int], ...] = ()  # of those who march on: kind and movement of each
    pace: int = -1  # how far their Chief still goes; -1: they set out here


class Column(NamedTuple):
    """5.2: a band behind a Chief as its last march left it: it may go on."""

    place: int
    chiefs: tuple[int, ...]
    left: tuple[tuple[int, int], ...]  # kind and movement left of each unit
    pace: int  # how far the Chief still goes, and how far alone
    alone: int
    wet: bool  # whether their last step crossed a river (6.4)


class Stage(NamedTuple):
    """One step of a way."""

    place: int
    cost: int  # movement spent on arriving there
    need: int  # units that must be left there for the others to go on (5.3)


FREE = 99  # units: no limit

Way = tuple[Stage, ...]
Walk = tuple[Way, bool]  # and whether nobody can go on from its end


# -- room for an attack --------------------------------------------------------------------------


def attack_room(s: State, nation: int, place: int) -> int:
    """The limit for those who attack a province: a bonus, or no limit at all."""
    if unlimited(s, nation, place):
        return FREE
    return s.board.stack[place] + _bonus(s, nation, place)


def _bonus(s: State, nation: int, place: int) -> int:
    """4.4, 9.1, 9.2: one more in an attack, two with a Chief, in an invasion or with ardour."""
    if (s.turn, nation) in s.almanac.invasions or chiefs_at(s, nation, place):
        return 2
    return 1


def unlimited(s: State, nation: int, place: int) -> bool:
    """11.11, 11.13: in its first movement the ALAIN knows no limit where Ataces is."""
    invasion = s.almanac.invasions.get((s.turn, nation))
    if invasion is None or s.wave != 1:
        return False
    led = chiefs_at(s, nation, place)
    return invasion.zeal or any(c in invasion.unlimited_with for c in led)


# -- a way ---------------------------------------------------------------------------------------


def hostile(s: State, nation: int, place: int) -> bool:
    """5.1: units there that stop the nation and fight it; friends do neither (9.6)."""
    others = s.here[place] & ~(1 << nation)
    return bool(others) and not others & friends(s, nation)


def friendly(s: State, nation: int, place: int) -> bool:
    here = s.here[place]
    return bool(here) and bool(here & friends(s, nation))


def to_leave(s: State, nation: int, place: int) -> int:
    """5.3: how many more units must stop in an enemy province before others pass."""
    others = s.here[place] & ~(1 << nation)
    enemies = stack(s, others.bit_length() - 1, place)
    n = muster(enemies).total
    return max(0, (n if number(enemies, CASTLE) else 2 * n) - muster(stack(s, nation, place)).total)


def trace(s: State, nation: int, band: Band, path: tuple[int, ...]) -> Way | None:
    """A way as far as a band could follow it, whatever it leaves behind; None if it cannot."""
    found = walk(s, nation, band, path)
    return found[0] if found is not None else None


def walk(s: State, nation: int, band: Band, path: tuple[int, ...]) -> Walk | None:
    """The way and whether it ends there; remembered as long as the question stands."""
    if s.memo is None:
        return _walked(s, nation, band, path)
    key = (nation, band, path)
    if key not in s.memo:
        s.memo[key] = _walked(s, nation, band, path)
    found: Walk | None = s.memo[key]
    return found


def _walked(s: State, nation: int, band: Band, path: tuple[int, ...]) -> Walk | None:
    if len(path) == 1:
        return _step(s, nation, band, (), path[0])
    before = walk(s, nation, band, path[:-1])
    if before is None or before[1]:
        return None
    return _step(s, nation, band, before[0], path[-1])


def _step(s: State, nation: int, band: Band, way: Way, place: int) -> Walk | None:
    """5.1, 5.3: one step more: its cost, and what stops the band there."""
    here, spent = (way[-1].place, way[-1].cost) if way else (band.start, 0)
    step = ways_out(s, nation, here, not way and band.pace < 0).get(place)
    if step is None:
        return None
    cost, ended = step
    need = 0
    if place < s.board.provinces:
        ended = ended or (s.board.mountain[place] and not band.chiefs)
        if hostile(s, nation, place):
            need = to_leave(s, nation, place) if band.units else 0
            ended = ended or need >= muster(band.units).total or too_full(s, nation, place, need)
    return (*way, Stage(place, spent + cost, need)), ended


def too_full(s: State, nation: int, place: int, need: int) -> bool:
    """5.3: those who hold the enemy must find room there, or nobody passes."""
    ours = muster(stack(s, nation, place)).stacking
    return need > 0 and ours + need > attack_room(s, nation, place)


def allowance(s: State, kind: int, led: bool) -> int:
    """5.1: provinces a unit may go in a phase, one more with a Chief all the way (5.2)."""
    return s.board.kinds[kind].led if led else s.board.kinds[kind].move


def _reaches(s: State, band: Band) -> tuple[int, ...]:
    """The allowance of every unit of a band, ascending."""
    if band.pace >= 0:
        return tuple(sorted([min(left, band.pace) for _, left in band.left]))
    key = (band.units, bool(band.chiefs))
    found = s.almanac.reaches.get(key)
    if found is None:
        reach = [allowance(s, kind, key[1]) for kind in muster(band.units).kinds]
        found = s.almanac.reaches[key] = tuple(sorted(reach))
    return found


def furthest(s: State, band: Band) -> int:
    reach = _reaches(s, band)
    if reach:
        return reach[-1]
    return s.board.chief_move if band.pace < 0 else band.pace


def _paces(s: State, band: Band) -> tuple[tuple[int, int], ...]:
    """The kind and the allowance of every unit of a band."""
    if band.pace >= 0:
        return tuple([(kind, min(left, band.pace)) for kind, left in band.left])
    led = bool(band.chiefs)
    return tuple([(kind, allowance(s, kind, led)) for kind in muster(band.units).kinds])


# -- where a way may end -------------------------------------------------------------------------


def may_end(s: State, nation: int, place: int) -> bool:
    """9.6: nobody stays in the province of his suzerain or vassal."""
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
        return [] if last <= furthest(s, band) else None
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
    if not band.units and end < s.board.provinces and hostile(s, nation, end):
        return bool(pick_steps(s, nation, band, way))  # no Chief attacks alone (6.2)
    reach = _reaches(s, band)
    if reach and way[-1].cost <= reach[0] and not any(stage.need for stage in way[:-1]):
        return True  # everybody gets there, and nobody is held up
    return drop_steps(s, nation, band, way) is not None


def pickable(s: State, nation: int, band: Band, way: Way, i: int) -> Stack:
    """5.2: units that a band may take up at a step: unmoved, and able to follow."""
    place = way[i].place
    if not band.chiefs or place >= s.board.provinces:
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


def pick_steps(s: State, nation: int, band: Band, way: Way) -> list[int]:
    """The steps of a way at which units can be taken up, its end excepted."""
    return [i for i in range(len(way) - 1) if pickable(s, nation, band, way, i)]


def goes_on(s: State, nation: int, band: Band, path: tuple[int, ...]) -> bool:
    """Whether a way can be ended here or further on."""
    found = walk(s, nation, band, path)
    if found is None:
        return False
    return can_stop(s, nation, band, found[0]) or bool(onward(s, nation, band, path))


def onward(s: State, nation: int, band: Band, path: tuple[int, ...]) -> list[int]:
    """The next places of ways that can be ended there or further on."""
    way: Way = ()
    here, spent = band.start, 0
    if path:
        found = walk(s, nation, band, path)
        if found is None or found[1]:
            return []
        way = found[0]
        here, spent = way[-1].place, way[-1].cost
    left = furthest(s, band) - spent
    easy = _easy(s, nation, band, way) - spent
    provinces = s.board.provinces
    return [
        place
        for place, (cost, _) in ways_out(s, nation, here, not path and band.pace < 0).items()
        if cost <= left
        and place != band.start
        and place not in path
        and ((cost <= easy and place < provinces) or goes_on(s, nation, band, (*path, place)))
    ]


def _easy(s: State, nation: int, band: Band, way: Way) -> int:
    """How far everybody gets into any province, so that nothing need be looked at."""
    if not band.units or friends(s, nation) or any(stage.need for stage in way):
        return -1
    if not band.chiefs and number(band.units, BERBER):
        return -1
    return _reaches(s, band)[0]


def affordable(s: State, band: Band, way: Way) -> bool:
    return way[-1].cost <= furthest(s, band)


# -- what may be taken up and left ---------------------------------------------------------------


def drops(s: State, nation: int, band: Band, way: Way, pick_at: int, pick: Stack) -> list[int]:
    """Where a band with what it took up may leave units; raises nothing: [] may mean nowhere."""
    steps = drop_steps(s, nation, band, way, pick_at, muster(pick).total) or []
    limits = [way[pick_at].cost + allowance(s, kind, True) for kind in muster(pick).kinds]
    late = [most for most in limits if most < way[-1].cost]
    if late:
        steps = [i for i in steps if i > pick_at and way[i].cost <= min(late)]
    return steps


def must_drop(s: State, band: Band, way: Way, pick_at: int, pick: Stack) -> Stack:
    """Units that cannot follow to the end."""
    last = way[-1].cost
    slow = sum(ONE[kind] for kind, reach in _paces(s, band) if reach < last)
    for kind in muster(pick).kinds:
        if way[pick_at].cost + allowance(s, kind, True) < last:
            slow += ONE[kind]
    return slow


def enough_later(
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


def corner(board: Board, here: int, there: int) -> bool:
    """5.0: four provinces meet in a point where the two between do not touch either."""
    between = {*board.adjacent[here]} & {*board.adjacent[there]}
    return any(between - {p, *board.adjacent[p]} for p in between)


def note_crossed(s: State, nation: int, start: int, way: Way) -> None:
    """11.8: provinces that ROME has held or crossed get a Fort at the end of the movement."""
    if nation == s.board.peoples.romanisation.nation:
        for place in (start, *[stage.place for stage in way]):
            if place < s.board.provinces:
                s.crossed |= 1 << place


# -- those who march on --------------------------------------------------------------------------


def column(s: State) -> Column | None:
    """The band that may go on: what of it still stands where its march ended."""
    if not s.column:
        return None
    row = Column(*s.column)
    there = list(muster(stack(s, s.active, row.place)).kinds)
    left = []
    for kind, rest in row.left:
        if kind in there:
            there.remove(kind)
            left.append((kind, rest))
    chiefs = tuple([c for c in row.chiefs if s.chiefs[c] == row.place])
    return row._replace(left=tuple(left), chiefs=chiefs) if chiefs and row.pace > 0 else None


def column_at(s: State, place: int) -> Column | None:
    row = column(s)
    return row if row is not None and row.place == place else None


def marching_on(s: State, nation: int, place: int, units: Stack, led: tuple[int, ...]) -> Band:
    """A band from a place: behind the Chief of a column those who came with him go first."""
    row = column_at(s, place)
    if row is None or not {*row.chiefs} & {*led}:
        return Band(place, units, led)
    wanted = list(muster(units).kinds)
    left = []
    for kind, rest in sorted(row.left, key=lambda unit: -unit[1]):
        if kind in wanted:
            wanted.remove(kind)
            left.append((kind, rest))
    left += [(kind, allowance(s, kind, True)) for kind in wanted]
    return Band(place, units, led, tuple(sorted(left)), row.pace if left else row.alone)


def _holds(s: State, nation: int, band: Band) -> bool:
    """5.3: whether those whom a column leaves hold the enemies among whom it stands."""
    place = band.start
    if place >= s.board.provinces or not hostile(s, nation, place):
        return True
    rest = muster(stack(s, nation, place) - band.units)
    enemies = muster(stack(s, (s.here[place] & ~(1 << nation)).bit_length() - 1, place))
    need = enemies.total if number(pack(enemies.kinds), CASTLE) else 2 * enemies.total
    others = [c for c in chiefs_at(s, nation, place) if c not in band.chiefs]
    invades = (s.turn, nation) in s.almanac.invasions
    room = s.board.stack[place] + (2 if invades or others else 1)
    zeal = s.almanac.invasions[s.turn, nation].zeal and s.wave == 1 if invades else False
    return rest.total >= need and (zeal or rest.stacking <= room)


def left_over(
    s: State, band: Band, way: Way, pick: tuple[int, Stack], drop: Stack, alone: int
) -> tuple[Any, ...]:
    """5.2: what may march on behind its Chief, as the state keeps it; () if nobody may."""
    end, last = way[-1].place, way[-1].cost
    before = way[-2].place if len(way) > 1 else band.start
    if not band.chiefs or end >= s.board.provinces or end in s.board.straits[before]:
        return ()
    pace = furthest(s, band) - last
    units = [(kind, reach - last) for kind, reach in _paces(s, band)]
    spent = last - way[pick[0]].cost if pick[1] else 0
    units += [(kind, allowance(s, kind, True) - spent) for kind in muster(pick[1]).kinds]
    for kind in muster(drop).kinds:
        units.remove(min(unit for unit in units if unit[0] == kind))  # the slowest stay
    rest = tuple(sorted(units))
    wet = before < s.board.provinces and s.board.crosses(before, end)
    alone = max(0, min(pace, alone - last))
    return (end, band.chiefs, rest, pace, alone, wet) if pace > 0 else ()


# -- who can still march -------------------------------------------------------------------------


def unmoved(s: State, nation: int, place: int) -> Stack:
    """Units there that can still march in this phase."""
    units = stack(s, nation, place)
    return muster(units - s.moved[place]).mobile if units else 0


def idle_chiefs(s: State, nation: int, place: int) -> list[int]:
    return [c for c in chiefs_at(s, nation, place) if not s.chief_moved >> c & 1]


def starts(s: State, nation: int) -> list[int]:
    """Places from which somebody can march."""
    return sorted({*_marchers(s, nation)})


def can_march(s: State, nation: int) -> bool:
    """Whether anybody can still march."""
    return next(_marchers(s, nation), ELSEWHERE) != ELSEWHERE


def _marchers(s: State, nation: int) -> Iterator[int]:
    if s.column and (row := column(s)) is not None:
        units = pack(tuple([kind for kind, _ in row.left]))
        if _goes(s, nation, row, units) or any(
            _goes(s, nation, row, some) for some in parts_of(units + unmoved(s, nation, row.place))
        ):
            yield row.place
    for place in _places(s, nation):
        units = unmoved(s, nation, place)
        if units and not number(units, BERBER) and free_to_go(s, nation, place):
            yield place
            continue
        chiefs = idle_chiefs(s, nation, place)
        if (units or chiefs) and _any_band(s, nation, place, units, chiefs):
            yield place


def parts_of(units: Stack) -> Iterator[Stack]:
    """Every choice of some of these units, none of them first."""
    counts = Counter(muster(units).kinds)
    for some in product(*[range(n + 1) for n in counts.values()]):
        yield sum([n * ONE[kind] for kind, n in zip(counts, some, strict=True)])


def _goes(s: State, nation: int, row: Column, units: Stack) -> bool:
    return can_go(s, nation, marching_on(s, nation, row.place, units, row.chiefs))


def _places(s: State, nation: int) -> Iterator[int]:
    """Where units and Chiefs of a nation are; a place may come twice."""
    ardour = ardent_chief(s)
    if ardour != ELSEWHERE:
        if s.chiefs[ardour] >= 0 and not s.chief_moved >> ardour & 1:
            yield s.chiefs[ardour]
        return
    yield from places_of(s, nation)
    for chief, at in enumerate(s.chiefs):
        if at >= 0 and s.lords[chief] == nation:
            yield at


def ardent_chief(s: State) -> int:
    """9.2: the Chief whose stack alone acts in this second movement, or ELSEWHERE."""
    if s.wave < 2:
        return ELSEWHERE
    ardour = s.almanac.ardours.get((s.turn, s.active))
    return ardour.chief if ardour is not None else ELSEWHERE


def free_to_go(s: State, nation: int, place: int) -> bool:
    """Next to a province without friends any unit finds somewhere to go: no need to look."""
    if s.wave == 2 and ardent_chief(s) != ELSEWHERE:
        return False
    if s.suzerain[nation] >= 0 or nation in s.suzerain:
        return False
    if place < s.board.provinces:
        return bool(s.board.adjacent[place])
    return min(ways_out(s, nation, place, True), default=place) < s.board.provinces


def _any_band(s: State, nation: int, place: int, units: Stack, chiefs: list[int]) -> bool:
    on_foot = units - number(units, BERBER) * ONE[BERBER]  # Berbers follow a Chief (11.15)
    if on_foot and free_to_go(s, nation, place):
        return True
    for kind in set(muster(units).kinds):
        if can_go(s, nation, Band(place, ONE[kind], ())):
            return True
    return bool(chiefs) and (
        can_go(s, nation, Band(place, units, tuple(chiefs)))
        or can_go(s, nation, Band(place, 0, tuple(chiefs)))
    )


def can_go(s: State, nation: int, band: Band) -> bool:
    """9.2: whether a band can march anywhere; with ardour only behind the ardent Chief."""
    ardour = ardent_chief(s)
    if ardour != ELSEWHERE and ardour not in band.chiefs:
        return False
    if band.pace >= 0 and not _holds(s, nation, band):
        return False
    far = furthest(s, band)
    return any(
        goes_on(s, nation, band, (place,))
        for place, (cost, _) in ways_out(s, nation, band.start, band.pace < 0).items()
        if cost <= far
    )
