"""A player that looks one order ahead: what a province is worth, and who would win there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from engine.core import Action, Decision
from engine.games.hispania import aiming, castles, movement
from engine.games.hispania.board import CASTLE, KINDS
from engine.games.hispania.combat import side, who_leaves
from engine.games.hispania.flow import pieces
from engine.games.hispania.movement import Band
from engine.games.hispania.retreat import everybody
from engine.games.hispania.scoring import bounty
from engine.games.hispania.state import (
    ONE,
    Battle,
    Stack,
    State,
    chiefs_at,
    held,
    limit,
    muster,
    places_of,
    seat_of,
    spare,
    stack,
)
from engine.match import World

STRENGTH = (3, 4, 4, 6, 6, 8, 3, 5)  # of a unit of each kind in battle
COST = 5  # what losing a unit means, in halves of a point
BOLD = 0.58  # the share of the strength from which an attack is made
DOGGED = 0.42  # and below which an army leaves


def choose(world: World, decision: Decision, rng: Random) -> Action:
    """The best answer it can see."""
    s: State = world._state
    nation = s.board.peoples.nation[str(decision.about["actor"])]
    judge = _JUDGES.get(decision.kind)
    action = judge(s, nation, decision) if judge is not None else None
    if action is not None and action in decision:
        return action
    return decision.default


# -- what provinces are worth --------------------------------------------------------------------


def worth(s: State, nation: int, place: int) -> float:
    """A province in halves of points: what it scores next and after, and its income."""
    key = (s.turn, nation, place)
    known: dict[tuple[int, int, int], float] = s.almanac.worth
    found = known.get(key)
    if found is None:
        found = known[key] = _worth(s, nation, place)
    return found


def _worth(s: State, nation: int, place: int) -> float:
    value = 1 + 0.4 * s.board.income[place]
    weight = 2.0
    last = 0
    for row in s.board.awards.holdings[nation]:
        if row.turn < s.turn or row.turn > s.last:
            continue
        if last and row.turn != last:
            weight *= 0.3
        last = row.turn
        if place in row.provinces:
            value += weight * row.points
        elif row.zone >= 0 and place in s.board.zone_places[row.zone]:
            value += weight * (row.points + row.whole / len(s.board.zone_places[row.zone]))
        elif row.castles:
            value += weight * row.points
    return value


def strength(s: State, nation: int, place: int, units: Stack, attacks: bool) -> float:
    total = 0.0
    for kind, n in enumerate(muster(units).counts):
        total += n * STRENGTH[kind]
    if s.board.mountain[place] and attacks:
        total *= 0.85
    return total


def odds(ours: float, theirs: float) -> float:
    """The share of the strength, sharpened: numbers tell more than their ratio."""
    a, b = ours**1.6, theirs**1.6
    return a / (a + b) if a + b else 1.0


# -- orders --------------------------------------------------------------------------------------


def _orders(s: State, nation: int, decision: Decision) -> Action | None:
    verbs = decision.verbs
    if "deploy" in verbs:
        return _deploy(s, nation, decision)
    if "rebuild" in verbs and (action := _rebuild(s, nation)):
        return action
    if "buy" in verbs and (action := _buy(s, nation, decision)):
        return action
    if "move" in verbs:
        return _march(s, nation) or _forced(s, nation, decision)
    return Action("done") if "done" in verbs else None


def _forced(s: State, nation: int, decision: Decision) -> Action | None:
    return Action("done") if "done" in decision.verbs else None


def _deploy(s: State, nation: int, decision: Decision) -> Action | None:
    """All of it where most can be reached: the sea before Afrique, the front before the rear."""
    partial: tuple[str, ...] = ()
    while choices := decision.next(("deploy",), partial).choices:
        partial = (*partial, choices[0])
    places = decision.next(("deploy", partial)).choices
    if not places:
        return None
    where = max(places, key=lambda token: _entry(s, nation, s.board.place[token]))
    return Action("deploy", partial, where)


def _entry(s: State, nation: int, place: int) -> float:
    if place == s.board.sea:
        return 99
    if place >= s.board.provinces:
        return 50
    near = s.board.adjacent[place]
    front = sum(worth(s, nation, p) for p in near if movement.hostile(s, nation, p))
    return front + muster(stack(s, nation, place)).total


def _rebuild(s: State, nation: int) -> Action | None:
    for place in castles.ruins_to_build(s, nation):
        units = muster(stack(s, nation, place))
        if units.people > 1 or nation == s.board.peoples.nation["almoravide"]:
            kind = next(k for k in units.kinds if s.board.kinds[k].counts)
            if spare(s, nation, CASTLE) > 0 or s.ruins[place] == nation + 1:
                return Action("rebuild", s.board.places[place], KINDS[kind], None)
    return None


def _buy(s: State, nation: int, decision: Decision) -> Action | None:
    """Infantry and Knights as long as the population bears them (7.0), Castles when rich."""
    kinds = decision.next(("buy",)).choices
    people = sum(muster(stack(s, nation, p)).people for p in held(s, nation))
    room = 2 * len(held(s, nation)) + 1 - people
    for kind in ("knight", "inf", "castle"):
        if kind not in kinds or (kind != "castle" and room <= 0):
            continue
        if kind == "castle" and s.gold[nation] < s.board.peoples.nations[nation].reserve:
            continue
        places = decision.next(("buy", kind)).choices
        where = max(places, key=lambda token: _entry(s, nation, s.board.place[token]))
        return Action("buy", kind, where)
    return None


# -- marches -------------------------------------------------------------------------------------


def _march(s: State, nation: int) -> Action | None:
    """The march that gains most, if any gains something."""
    best: tuple[float, Band, tuple[int, ...]] | None = None
    for start in movement.starts(s, nation):
        for band in _bands(s, nation, start):
            loss = _left(s, nation, band)
            for path, gain in _goals(s, nation, band):
                value = gain - loss
                if value > 0.5 and (best is None or value > best[0]):
                    best = (value, band, path)
    if best is None:
        return None
    _, band, path = best
    names = tuple(pieces(s, muster(band.units).kinds, band.chiefs))
    way = tuple(s.board.places[p] for p in path)
    return Action("move", s.board.places[band.start], names, way, None, (), None, ())


def _bands(s: State, nation: int, start: int) -> Iterator[Band]:
    """All who can march, all but one, half of them, and one alone."""
    units = movement.unmoved(s, nation, start)
    chiefs = tuple(movement.idle_chiefs(s, nation, start))
    kinds = muster(units).kinds
    n = len(kinds)
    if not n:
        return
    strong = tuple(sorted(kinds, key=lambda k: -STRENGTH[k]))
    sizes = {n, n - 1, n // 2, *range(1, min(n, 6) + 1)}
    for size in sorted(sizes - {0}):
        chosen = strong[:size] if size > 1 else strong[-1:]
        band = Band(start, sum(ONE[k] for k in chosen), chiefs if size * 2 >= n else ())
        yield band
    if chiefs and n > 1:
        yield Band(start, units, ())


def _left(s: State, nation: int, band: Band) -> float:
    """What is given up where the band starts."""
    start = band.start
    if start >= s.board.provinces:
        return -2.0 * COST - 0.1 * muster(band.units).total  # those who stay there are lost
    rest = stack(s, nation, start) - band.units
    if rest:
        spare_ = muster(stack(s, nation, start)).stacking - limit(s, nation, start)
        return -2.0 if spare_ > 0 else 0.0
    return worth(s, nation, start)


def _goals(s: State, nation: int, band: Band) -> Iterator[tuple[tuple[int, ...], float]]:
    """Places that a band can reach, each by a shortest way, with what going there gains."""
    seen = {band.start}
    paths: list[tuple[int, ...]] = [()]
    for path in paths:
        if len(path) > 3:
            continue
        for place in movement._next(s, nation, band, path):
            if place in seen:
                continue
            longer = (*path, place)
            way = movement.trace(s, nation, band, longer)
            if way is None or not movement._affordable(s, band, way):
                continue
            seen.add(place)
            paths.append(longer)
            fine = movement.can_stop(s, nation, band, way)
            if fine and movement.drop_steps(s, nation, band, way) is not None:
                if not any(stage.need for stage in way[:-1]) and not _slow(s, band, way):
                    yield longer, _gain(s, nation, band, place)


def _slow(s: State, band: Band, way: movement.Way) -> bool:
    reach = movement._reaches(s, band)
    return bool(reach) and reach[0] < way[-1].cost


def _gain(s: State, nation: int, band: Band, place: int) -> float:
    n = muster(band.units).total
    if place >= s.board.provinces:
        for exit_ in s.board.awards.exits:
            if exit_.nation == nation and exit_.to == place:
                return n * (exit_.points - 1.0)
        return -9.0
    here = stack(s, nation, place)
    if movement.hostile(s, nation, place):
        return _attack(s, nation, band, place, here)
    crowd = muster(here + band.units).stacking - limit(s, nation, place)
    fresh = 0.0 if here else worth(s, nation, place) + _homes(s, nation)
    threat = 0.3 * n if here and _threatened(s, nation, place) else 0.0
    return fresh + threat - 2.0 * COST * max(0, crowd)


def _homes(s: State, nation: int) -> float:
    """A new province feeds two units more (7.0)."""
    people = sum(muster(stack(s, nation, p)).people for p in places_of(s, nation))
    return 1.2 * COST * min(2, max(0, people - 2 * len(held(s, nation))))


def _threatened(s: State, nation: int, place: int) -> bool:
    return any(movement.hostile(s, nation, p) for p in s.board.adjacent[place])


def _attack(s: State, nation: int, band: Band, place: int, here: Stack) -> float:
    enemy = (s.here[place] & ~(1 << nation)).bit_length() - 1
    theirs_units = stack(s, enemy, place)
    units = here + band.units
    ours = strength(s, nation, place, units, True)
    theirs = strength(s, enemy, place, theirs_units, False)
    if chiefs_at(s, enemy, place):
        theirs *= 1.4
    if band.chiefs or chiefs_at(s, nation, place):
        ours *= 1.4
    if any(s.board.crosses(p, place) for p in (band.start,)):
        theirs *= 1.15
    share = odds(ours, theirs)
    if share < BOLD:
        return -9.0
    prize = worth(s, nation, place) + _homes(s, nation)
    led = list(band.chiefs)
    for kind in muster(theirs_units).kinds:
        prize += bounty(s, nation, enemy, kind, -1, led)
    if seat_of(s, enemy) == seat_of(s, nation):
        prize -= worth(s, enemy, place) + COST * muster(theirs_units).total
    else:
        prize += 0.5 * worth(s, enemy, place) if seat_of(s, enemy) >= 0 else 0.0
    before = odds(strength(s, nation, place, here, True), theirs) if here else 0.0
    bold = (s.turn, nation) in s.almanac.invasions or bool(band.chiefs)
    crowd = max(0, muster(units).stacking - limit(s, nation, place) - (2 if bold else 1))
    return (share - before) * prize - (1 - share) * COST - 2.0 * COST * crowd


# -- battles -------------------------------------------------------------------------------------


def _part(s: State, nation: int, decision: Decision) -> Action | None:
    b = s.battle
    assert b is not None
    i = side(b, nation)
    share = _share(s, b, i)
    if "submit" in decision.verbs and share < DOGGED:
        return Action("submit")
    if "retreat" in decision.verbs and share < DOGGED - (0.12 if i == 1 else 0.0):
        return everybody(s, who_leaves(s, b, i))
    return Action("stay")


def _share(s: State, b: Battle, i: int) -> float:
    mine = [
        strength(s, b.nations[j], b.place, aiming.army(s, b, j), j == 0)
        * (1.4 if chiefs_at(s, b.nations[j], b.place) else 1.0)
        for j in (0, 1)
    ]
    return odds(mine[i], mine[1 - i])


def _fight(s: State, nation: int, decision: Decision) -> Action | None:
    def ease(token: str) -> float:
        place = s.board.place[token]
        enemy = (s.here[place] & ~(1 << nation)).bit_length() - 1
        ours = strength(s, nation, place, stack(s, nation, place), True)
        return odds(ours, strength(s, enemy, place, stack(s, enemy, place), False))

    return Action("fight", max(decision.next(("fight",)).choices, key=ease))


# -- limits, gifts and changes -------------------------------------------------------------------


def _limits(s: State, nation: int, decision: Decision) -> Action | None:
    verbs = decision.verbs
    if "rebuild" in verbs and (action := _rebuild(s, nation)):
        return action
    if "remove" not in verbs:
        return Action("done")
    kind = decision.next(("remove",)).choices[0]
    places = decision.next(("remove", (kind,))).choices

    def spare_here(token: str) -> float:
        place = s.board.place[token]
        if place >= s.board.provinces:
            return 99
        n = muster(stack(s, nation, place)).total
        return n - (worth(s, nation, place) if n == 1 else 0)

    return Action("remove", (kind,), max(places, key=spare_here))


def _gifts(s: State, nation: int, decision: Decision) -> Action | None:
    places = decision.next(("deploy", (KINDS[CASTLE],))).choices
    best = max(places, key=lambda token: s.board.income[s.board.place[token]])
    return Action("deploy", (KINDS[CASTLE],), best)


def _settle(s: State, nation: int, decision: Decision) -> Action | None:
    """One unit after the other, where it is worth most and fewest stand; Castles first."""
    kinds = decision.next(("deploy",)).choices
    kind = KINDS[CASTLE] if KINDS[CASTLE] in kinds else kinds[0]
    places = decision.next(("deploy", (kind,))).choices

    def wish(token: str) -> float:
        place = s.board.place[token]
        n = muster(stack(s, nation, place)).total
        return worth(s, nation, place) / (1 + n) - 5.0 * (n >= limit(s, nation, place))

    return Action("deploy", (kind,), max(places, key=wish))


def _claim(s: State, nation: int, decision: Decision) -> Action | None:
    n = int(decision.about["count"])
    level = decision.next(("claim",))
    tokens = set(level.choices)
    partial: tuple[str, ...] = ()
    for _ in range(n):  # every place that could be named
        choices = decision.next(("claim",), partial).choices
        tokens |= set(choices)
        partial = (*partial, choices[0])
    best = sorted(tokens, key=lambda t: -worth(s, nation, s.board.place[t]))[:n]
    return Action("claim", tuple(sorted(best, key=lambda t: s.board.place[t])))


def _hired(s: State, nation: int, decision: Decision) -> Action | None:
    """EL CID rides with all he may, if he is likely to win."""
    partial: tuple[str, ...] = ()
    while choices := decision.next(("accept",), partial).choices:
        partial = (*partial, choices[-1] if choices[-1] != "El-Cid" else choices[0])
        if len(partial) > 8:
            break
    place = s.board.place[str(decision.about["place"])]
    enemy = s.here[place].bit_length() - 1
    ours = sum(STRENGTH[s.board.kind[t]] for t in partial if t in s.board.kind)
    theirs = strength(s, enemy, place, stack(s, enemy, place), False)
    return Action("accept", partial) if odds(ours, theirs) > BOLD else Action("refuse")


def _trek(s: State, nation: int, decision: Decision) -> Action | None:
    """Three provinces with as few enemies as may be, towards the richest."""
    best: tuple[float, tuple[str, ...]] | None = None
    stack_: list[tuple[str, ...]] = [()]
    while stack_:
        path = stack_.pop()
        level = decision.next(("trek",), path)
        if level.may_stop:
            value = worth(s, nation, s.board.place[path[-1]])
            for token in path:
                holder = s.here[s.board.place[token]].bit_length() - 1
                if holder >= 0:
                    value -= 2.0 * muster(stack(s, holder, s.board.place[token])).total
            if best is None or value > best[0]:
                best = (value, path)
        stack_ += [(*path, token) for token in level.choices]
    return Action("trek", best[1]) if best is not None else None


_JUDGES: dict[str, Callable[[State, int, Decision], Action | None]] = {
    "orders": _orders,
    "part": _part,
    "fight": _fight,
    "limits": _limits,
    "gifts": _gifts,
    "settle": _settle,
    "claim": _claim,
    "hired": _hired,
    "trek": _trek,
}
