"""What the computer player goes by: what provinces are worth, who is stronger, where to go."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from engine.games.hispania.table.state import Stack, State, held, limit, muster, stack, vassals
from engine.games.hispania.table.ways import exit_room

STRENGTH = (3, 4, 4, 6, 6, 8, 3, 5)  # of a unit of each kind in battle
COST = 5  # what losing a unit means, in halves of a point
BOLD = 0.58  # the share of the strength from which an attack is made
DOGGED = 0.42  # and below which an army leaves
LATER = 0.3  # what the points of one count are worth beside those of the count before it
MANY = 9.0  # units for which an exit is prepared
GIFT = 8.0  # what a province is worth that is about to get a free Castle
FARTHER = 0.85  # what an exit keeps of its worth with every step
FADES = 0.72  # what a prize is worth from one province farther away


def worth(s: State, nation: int, place: int) -> float:
    """A province in halves of points: what it scores next and after, and its income."""
    key = (s.last, s.turn, nation, place)  # scenarios share an almanac and end when they end
    known = s.almanac.worth
    found = known.get(key)
    if found is None:
        stays = 0.0 if doomed(s, nation) else 1 + 0.4 * s.board.income[place]
        found = known[key] = stays + prize(s, nation, place)
    return found


def doomed(s: State, nation: int) -> bool:
    """Whether a nation vanishes at the end of this turn: what it holds then helps nobody."""
    return any(r.nation == nation and not r.kinds for r in s.almanac.removals.get(s.turn, ()))


def prize(s: State, nation: int, place: int) -> float:
    """What a province scores at the next count, and a little for those after it."""
    value, weight, last = 0.0, 2.0, 0
    for row in s.board.awards.holdings[nation]:
        if row.turn < s.turn or row.turn > s.last:
            continue
        if last and row.turn != last:
            weight *= LATER
        last = row.turn
        if place in row.provinces:
            value += weight * row.points
        elif row.zone >= 0 and place in s.board.zone_places[row.zone]:
            value += weight * (row.points + row.whole / len(s.board.zone_places[row.zone]))
        elif row.castles:
            value += weight * row.points
    return value + _gift(s, nation, place)


def _gift(s: State, nation: int, place: int) -> float:
    """Free Castles come to those who hold the place when they do (11.13, 11.16)."""
    for turn in (s.turn, s.turn + 1):
        for gift in s.almanac.gifts.get((turn, nation), ()):
            if place == gift.where:
                return GIFT
            plain = s.board.south_of_douro[place] and not s.board.mountain[place]
            if gift.castles > 1 and plain:
                return GIFT / 4
    return 0.0


def room(s: State, nation: int, place: int) -> int:
    """How many units can stay in a province: where ROME raises a Fort it takes its place."""
    right, most = s.board.peoples.romanisation, limit(s, nation, place)
    if nation == right.nation and right.first <= s.turn <= right.last:
        return most - (not muster(stack(s, nation, place)).castle)
    return most


def tribute(s: State, nation: int, enemy: int) -> float:
    """What it is worth to subdue a small nation: its land counts for its lord too (9.6)."""
    pair = s.almanac.pairs.get((s.turn, nation, enemy))
    land = held(s, enemy)
    if pair is None or s.suzerain[enemy] >= 0 or len(land) > pair.most:
        return 0.0
    return 0.6 * sum(prize(s, nation, place) for place in land)


def pulls(s: State, nation: int) -> list[float]:
    """How strongly each province draws a nation on: by the prizes that it does not hold yet."""
    board = s.board
    ours = {*held(s, nation), *(p for v in vassals(s, nation) for p in held(s, v))}
    goals = [(p, prize(s, nation, p)) for p in range(board.provinces) if p not in ours]
    exits: list[tuple[int, float]] = []
    for exit_ in board.awards.exits:  # units that leave there score (11.1, 11.10, 11.15)
        if exit_.nation == nation and s.turn < exit_.last:  # in the last turn it is now or never
            gates = (*board.gates[exit_.to], *board.straits[exit_.to])
            value = exit_.points * min(MANY, exit_room(s, nation, exit_.to))
            exits += [(p, value) for p in gates if p < board.provinces]
    far = _fading(s, exits, FARTHER)
    near = _fading(s, goals, FADES)
    return [max(pair) for pair in zip(near, far, strict=True)]


def _fading(s: State, goals: list[tuple[int, float]], fades: float) -> list[float]:
    """What goals are worth from every province, less with each step."""
    board = s.board
    best = [0.0] * board.provinces
    for goal, value in goals:
        best[goal] = max(best[goal], value)
    queue = [(-value, place) for place, value in enumerate(best) if value]
    heapify(queue)
    while queue:
        value, place = heappop(queue)
        if -value < best[place]:
            continue
        for other in board.adjacent[place]:
            if -value * fades > best[other]:
                best[other] = -value * fades
                heappush(queue, (-best[other], other))
    return best


def strength(s: State, place: int, units: Stack, attacks: bool) -> float:
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
