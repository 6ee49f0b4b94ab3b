"""What places, marches and voyages are worth to a seat: the greedy player's council of war.

Everything is counted in victory points, as far as one can guess: a castle changes hands for five
of them (2.2). Only the seat's own `Sight` is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.games.granada.book.losses import FIELD_LOSS
from engine.games.granada.book.retreat import CASTLE
from engine.games.granada.book.voyage import RANGE
from engine.games.granada.computer.sight import FAR, Kinds, Sight
from engine.games.granada.table.board import CHRISTIAN, HYBRID, MAIN, MUSLIM

MARCH = 0.8  # what the card of a force march is worth to a full hand
MARCHING = 0.28  # how much a block's weight feels the pull of its goal
LURE = 5.5  # no goal draws troops more than this, but for the Alhambra
CROWN = 13.0  # how the Alhambra draws them: the war ends with it (2.1)
SCATTERED = 1.8  # a besieger's block that is beaten or overrun
FULL = 7  # cards of a full hand: below it every card is missed in the next battle
_FADE = (1.0, 0.78, 0.6, 0.46, 0.35, 0.27, 0.2)  # how a pull weakens with distance


class Plan(NamedTuple):
    """A march that might be ordered."""

    score: float
    origin: int
    kinds: Kinds
    path: tuple[int, ...]
    forced: bool  # needs a force march


class Way(NamedTuple):
    """A road that a group can take."""

    path: tuple[int, ...]
    forced: bool
    taken: float  # what falls to the group on the way

    @property
    def merit(self) -> float:
        return self.taken - 1.5 * self.forced - 0.01 * len(self.path)


class Council:
    """The worth of places and of moves in one position."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.facts = sight.facts
        self.board = sight.board
        self.ends = sight.turns_left == 0
        self.unanswered = self.ends and sight.moves_last
        self.card = 0.3 if self.ends else MARCH + 0.4 * max(0, FULL - len(sight.hand))
        self.drawn = 0.0 if self.ends else MARCHING  # goals of another turn
        self.fallen = any(self.board.kind[t] in self.board.monarchs for t in sight.me.eliminated)
        self.threat = sight.threats()
        self.alarm = sight.threats(FAR) if sight.side == CHRISTIAN else self.threat
        self.support = sight.supports()
        self.pull = self._pulls()
        self._stands: dict[tuple[int, Kinds], float] = {}
        self._ways: dict[tuple[int, ...], list[Way]] = {}

    def _pulls(self) -> list[float]:
        """How strongly each place draws troops: goals to take, castles to save."""
        sight, worth = self.sight, self.facts.worth
        pull = [0.0] * len(sight.control)
        for p, value in enumerate(worth):
            if value <= 1.0:
                continue
            if self.held(p):
                force = 0.6 * self.stake(p) * self._fear(p)
            else:
                ease = (self.support[p] + 1) / (self.threat[p] + sight.foe_units.get(p, 0) + 2)
                lure = CROWN if p == self.board.granada else min(value, LURE)
                force = lure * min(1.3, 0.25 + ease)
            for q, distance in self.facts.near[p]:
                pull[q] = max(pull[q], force * _FADE[distance])
        return pull

    def _fear(self, place: int) -> float:
        threat = self.threat[place]
        return threat / (threat + 2 + 2 * self.sight.weigh(self.sight.mine_at(place)))

    def held(self, place: int) -> bool:
        """Whether the seat has what there is to have in a place."""
        sight = self.sight
        if self.board.castle[place]:
            return sight.castle[place] == sight.side
        return sight.control[place] == sight.side

    def risk(self, place: int, kinds: Kinds) -> float:
        """What the seat may expect to lose in a place that it leaves to these blocks."""
        if self.unanswered or not self.held(place) or place in self.sight.foe_units:
            return 0.0
        threat = self.threat[place]
        if not threat:
            return 0.0
        weight = self.sight.weigh(kinds)
        if not weight:
            return self.stake(place) * min(0.85, 0.22 * threat)
        if self.board.castle[place]:
            weight = 1.5 * weight + 1.5
        elif self.board.tower[place]:
            weight = 1.3 * weight + 0.5
        return self.stake(place) * threat / (threat + 2.2 * weight)

    def stake(self, place: int) -> float:
        """What the seat loses with a place: the Muslims lose the war with the Alhambra (2.1)."""
        if place == self.board.granada and self.sight.side == MUSLIM:
            return 3.0 * self.facts.worth[place]
        return self.facts.worth[place]

    def take(self, place: int) -> float:
        """What entering an empty place brings."""
        sight = self.sight
        if self.held(place) or place in sight.foe_units:
            return 0.0
        return self.facts.worth[place]

    def danger(self, place: int, kinds: Kinds) -> float:
        """What blocks that stop in a place may suffer there."""
        if self.unanswered:
            return 0.0
        sight = self.sight
        threat = self.threat[place] - sight.foe.get(place, 0.0)
        weight = sight.weigh(kinds)
        if threat <= weight * 0.8 or self._shelters(place):
            return 0.0
        lost = min(1.0, 0.3 * (threat / (weight + 0.5) - 0.8))
        return lost * (0.3 * min(2.0 * len(kinds), 8.0) + self.crowns(kinds))

    def crowns(self, kinds: Kinds) -> float:
        """What the monarchs among these blocks are worth: with both the war is lost (2.1)."""
        if self.sight.side == MUSLIM:
            return 0.0
        ferdinand, isabella = self.board.monarchs
        present = (ferdinand in kinds) + (isabella in kinds)
        return present * (20.0 if self.fallen or present == 2 else 7.0)

    def _shelters(self, place: int) -> bool:
        return self.board.castle[place] and self.sight.castle[place] == self.sight.side

    def exposure(self, place: int, kinds: Kinds) -> float:
        """What may happen to a monarch without an escort."""
        crowns = self.crowns(kinds)
        if not crowns:
            return 0.0
        escort = len(kinds) - sum(k in self.board.monarchs for k in kinds)
        alarm = min(1.0, 0.15 + self.alarm[place] / 3)
        walls = 0.6 if self._shelters(place) and place not in self.sight.foe_units else 1.0
        return crowns * max(0.0, 1 - escort / 4) * alarm * walls

    def battle(self, place: int, kinds: Kinds) -> float:
        """8.1 to 8.6: the expected gain of attacking in the field."""
        sight = self.sight
        blocks = sight.foe_count[place]
        tower = self.board.tower[place] and sight.control[place] == sight.enemy
        odds = sight.odds(kinds, blocks, True, tower)
        mine = sight.strength(kinds).impacts
        theirs = sight.foe_impacts(blocks, tower)
        killed = min(blocks, mine / FIELD_LOSS + odds)
        lost = min(len(kinds), theirs / FIELD_LOSS + 1 - odds)
        prize = self.facts.worth[place] if not self.held(place) else 0.0
        if self.board.castle[place] and sight.castle[place] == sight.enemy:
            prize *= 0.35  # two of them shut themselves in (8.6.5)
        crowns = 0.4 * self.crowns(kinds) * min(1.0, (lost + 1) / len(kinds))
        return odds * prize + 1.6 * killed - 1.7 * lost - (1 - odds) * crowns - 0.3

    def siege(self, place: int, kinds: Kinds) -> float:
        """8.7: the expected gain of lying before a castle."""
        sight = self.sight
        impacts, guns = sight.strength(kinds, True)
        falls = impacts / sight.wall(place, guns)
        prize = self.facts.worth[place]
        left = min(2, sight.turns_left)
        if falls < 1:
            return prize * 0.1 * falls * left - self._sally(place, kinds)
        chance = min(1.0, falls * (1 + 0.5 * left) / (sight.foe_units[place] + 0.5))
        return prize * 0.85 * chance - self._sally(place, kinds)

    def _sally(self, place: int, kinds: Kinds) -> float:
        """8.7.2, 7.4: what too few besiegers lose to the besieged who come out, or to relief."""
        sight = self.sight
        count = sight.foe_count.get(place, 0)
        if self.unanswered or not count:
            return 0.0
        relief = max(0.0, self.threat[place] - sight.foe.get(place, 0.0))
        if 4 * len(kinds) <= count + relief:
            return SCATTERED * len(kinds) + self.crowns(kinds)
        beaten = 1 - sight.odds(kinds, count, False)
        return beaten * (SCATTERED * min(2, len(kinds)) + 0.3 * self.crowns(kinds))

    def clash(self, place: int, kinds: Kinds) -> float:
        """What blocks gain where the enemy stands."""
        sight = self.sight
        if not kinds:
            return 0.0
        count = sight.foe_count.get(place, 0)
        if sight.castle[place] == sight.enemy and count <= CASTLE:
            return self.siege(place, kinds)
        if 4 * count <= len(kinds) and not self.protected(place):
            return 2.0 * count + (0.0 if self.held(place) else self.facts.worth[place])
        return self.battle(place, kinds)

    def protected(self, place: int) -> bool:
        """7.4: towers and castles cannot be overrun."""
        sight = self.sight
        if self.board.castle[place]:
            return sight.castle[place] == sight.enemy
        return self.board.tower[place] and sight.control[place] == sight.enemy

    def stand(self, place: int, kinds: Kinds) -> float:
        """What blocks are worth where they stand, before and after a move."""
        key = (place, kinds)
        found = self._stands.get(key)
        if found is None:
            fights = place in self.sight.foe_units
            found = self.clash(place, kinds) if fights else -self.risk(place, kinds)
            found -= self.exposure(place, kinds)
            self._stands[key] = found
        return found

    def ways(self, origin: int, kinds: Kinds) -> list[Way]:
        """The best road to every place that a group can reach."""
        board = self.board
        guard = any(board.kinds[k].special == "guard" for k in kinds)
        key = (origin, penalty(len(kinds)), len(kinds) // 4, guard, board.kinds[kinds[0]].side)
        found = self._ways.get(key)
        if found is None:
            best: dict[int, Way] = {}
            for way in _paths(self, origin, kinds):
                goal = way.path[-1]
                if goal not in best or way.merit > best[goal].merit:
                    best[goal] = way
            found = self._ways[key] = list(best.values())
        return found


# -- marches (7.3) -------------------------------------------------------------------------------


def penalty(size: int) -> int:
    """7.3.5: how much shorter a large stack marches."""
    return (size > 5) + (size > 8) + (size > 11)


def plans(council: Council, origins: Sequence[int], idle: dict[int, Kinds]) -> list[Plan]:
    """The best march for each group that could leave each place, best first."""
    found = []
    for origin in origins:
        for kinds in groups(council, idle[origin]):
            plan = _best_march(council, origin, kinds)
            if plan is not None:
                found.append(plan)
    found.sort(reverse=True)
    return found


def groups(council: Council, idle: Kinds) -> Iterator[Kinds]:
    """Who might march: all, all but a garrison, the best few, a single block."""
    board = council.board
    by_worth = sorted(idle, key=lambda k: council.facts.value[k])
    common = [k for k in by_worth if k not in board.monarchs]
    seen = set()
    for group in (
        by_worth,
        by_worth[1:],
        by_worth[2 * (len(by_worth) > 3) :],
        by_worth[-5:],
        by_worth[:1],
        common,
    ):
        chosen = tuple(sorted(group))
        if chosen and chosen not in seen:
            seen.add(chosen)
            yield chosen


def _best_march(council: Council, origin: int, kinds: Kinds) -> Plan | None:
    """7.3: where a group should go; what it gains there less what it leaves behind."""
    sight = council.sight
    stack = sight.mine_at(origin)
    rest = without(stack, kinds)
    leaving = council.stand(origin, rest) - council.stand(origin, stack)
    weight = sight.weigh(kinds)
    leaving += council.danger(origin, kinds) - council.drawn * weight * council.pull[origin]
    crowned = bool(council.crowns(kinds))
    best: Plan | None = None
    for path, forced, taken in council.ways(origin, kinds):
        goal = path[-1]
        gain = taken + leaving - council.card * forced + council.drawn * weight * council.pull[goal]
        gain += 0.1 * min(4, len(sight.mine_at(goal))) * (len(kinds) < 5)
        if crowned or council.threat[goal] or goal in sight.foe_units:
            gain += _arrival(council, goal, kinds)
        if best is None or gain > best.score:
            best = Plan(gain, origin, kinds, path, forced)
    return best


def _arrival(council: Council, goal: int, kinds: Kinds) -> float:
    """What a group changes where it stops: battles, sieges, garrisons, dangers."""
    sight = council.sight
    friends = sight.mine_at(goal)
    together = tuple(sorted(kinds + friends))
    gain = council.stand(goal, together) - council.stand(goal, friends)
    if goal not in sight.foe_units and not council.held(goal):
        gain -= _hold_doubt(council, goal, together)
    return gain - council.danger(goal, together)


def _hold_doubt(council: Council, place: int, kinds: Kinds) -> float:
    """How much of a newly taken place will be lost again."""
    threat = 0.0 if council.unanswered else council.threat[place]
    weight = council.sight.weigh(kinds) * (1.5 if council.board.castle[place] else 1.0)
    return 0.5 * council.facts.worth[place] * threat / (threat + 2 * weight + 0.1)


def without(stack: Kinds, gone: Kinds) -> Kinds:
    rest = list(stack)
    for kind in gone:
        if kind in rest:
            rest.remove(kind)
    return tuple(rest)


def _paths(council: Council, origin: int, kinds: Kinds) -> Iterator[Way]:
    """Every road that the group can take, with what it takes on the way (7.3.3 to 7.3.5)."""
    sight, board = council.sight, council.board
    led = _led(sight, origin)
    base = 1 + led - penalty(len(kinds))
    far = base + bool(sight.hand)
    grey = board.kinds[kinds[0]].side == 2
    guard = any(board.kinds[k].special == "guard" for k in kinds)
    hybrid = grey or sight.side == MUSLIM
    stack: list[tuple[tuple[int, ...], bool, float]] = [((), True, 0.0)]
    while stack:
        path, mains, taken = stack.pop()
        here = path[-1] if path else origin
        if path:
            yield Way(path, len(path) > base + mains, taken)
            if here in sight.foe_units and not _overruns(council, here, len(kinds)):
                continue
        for road in board.roads[here]:
            main = mains and (road.type == MAIN or (hybrid and road.type == HYBRID))
            if len(path) + 1 > far + main or road.to == origin or road.to in path:
                continue
            if guard and road.to not in board.guard_land:
                continue
            # a castle that is only passed through reverts at once (C7)
            lost = council.take(here) if path and board.castle[here] else 0.0
            stack.append(((*path, road.to), main, taken - lost + council.take(road.to)))


def _led(sight: Sight, place: int) -> bool:
    """7.3.4: a leader, one's own castle or one's capital."""
    board = sight.board
    if board.castle[place] and board.territory[place] == sight.side == sight.castle[place]:
        return True
    if board.capital[place] == sight.side == sight.control[place]:
        return True
    force = sight.mine_at(place) + (sight.grey if sight.grey_at == place else ())
    return any(board.kinds[k].leader for k in force)


def _overruns(council: Council, place: int, size: int) -> bool:
    count = council.sight.foe_count.get(place, 0)
    friends = len(council.sight.mine_at(place))
    return 0 < 4 * count <= size + friends and not council.protected(place)


def grey_plan(council: Council) -> Plan | None:
    """10.12.2: Boabdil's own army unmakes Muslim control where it is weak."""
    sight = council.sight
    best: Plan | None = None
    here = council.pull[sight.grey_at]
    for path, forced, taken in council.ways(sight.grey_at, sight.grey):
        goal = path[-1]
        count = sight.foe_count.get(goal, 0)
        gain = 0.6 * taken + 0.1
        gain += council.drawn * sight.weigh(sight.grey) * (council.pull[goal] - here)
        if count:
            odds = sight.odds(sight.grey, count, True)
            gain += (odds - 0.45) * (4 + 0.6 * council.facts.worth[goal])
        gain -= council.card * forced
        if best is None or gain > best.score:
            best = Plan(gain, sight.grey_at, sight.grey, path, forced)
    return best


# -- other places to be --------------------------------------------------------------------------


def muster_merit(council: Council, place: int, kinds: Kinds) -> float:
    """Fresh blocks are worth more where they are needed soon."""
    stack = council.sight.mine_at(place)
    together = tuple(sorted(stack + kinds))
    merit = council.sight.weigh(kinds) * (0.7 + 0.18 * council.pull[place])
    merit += council.stand(place, together) - council.stand(place, stack)
    return merit - council.danger(place, together) + (0.3 if stack else 0.0)


def refuge(sight: Sight, place: int) -> float:
    """How good a place is to fall back to."""
    board = sight.board
    near = sum(weight for p, weight in sight.foe.items() if p in board.adjacent[place])
    return (
        sight.weigh(sight.mine_at(place))
        - 0.7 * near
        - 4.0 * (place in sight.foe_units)
        + 1.5 * (board.castle[place] and sight.castle[place] == sight.side)
        + 0.5 * (sight.control[place] == sight.side)
    )


# -- at sea (7.5) --------------------------------------------------------------------------------


def harbour(sight: Sight, zone: int) -> float:
    """Where a new fleet is wanted: near the enemy's, but not among them."""
    mine, theirs = sight.fleets(zone)
    return 1.0 + sum(sight.fleets(z)[1] for z in sight.board.sea[zone]) - 2 * theirs - 0.2 * mine


class Voyage(NamedTuple):
    """A course that might be sailed."""

    score: float
    course: tuple[int, ...]
    land: bool


def voyages(
    council: Council, zone: int, ships: int, fresh: Kinds, laden: Kinds
) -> Iterator[Voyage]:
    """Courses of up to three zones, with what waits at their end.

    `fresh` are the troops that would embark now and must land elsewhere (G20), `laden` those
    that are aboard already.
    """
    sight, board = council.sight, council.board
    troops = tuple(sorted(fresh + laden))
    away = _leave_port(council, board.zone_port[zone], fresh)
    queue: list[tuple[int, ...]] = [()]
    seen = {zone}
    for course in queue:
        here = course[-1] if course else zone
        meets = bool(course) and bool(sight.fleets(here)[1])
        gain = _station(council, here, ships) - _station(council, zone, ships)
        yield Voyage(gain, course, False)
        if troops and not meets and (course or not fresh):
            yield Voyage(landing(council, here, troops) + away - 0.2, course, True)
        if len(course) < RANGE and not meets:
            for other in board.sea[here]:
                if other not in seen:
                    seen.add(other)
                    queue.append((*course, other))


def _leave_port(council: Council, port: int, troops: Kinds) -> float:
    """What a port loses with the troops that embark there."""
    sight = council.sight
    stack = sight.mine_at(port)
    if not troops:
        return 0.0
    change = council.stand(port, without(stack, troops)) - council.stand(port, stack)
    return change - council.drawn * sight.weigh(troops) * council.pull[port]


def landing(council: Council, zone: int, troops: Kinds) -> float:
    """7.5.4: what troops gain by going ashore."""
    sight = council.sight
    port = council.board.zone_port[zone]
    friends = sight.mine_at(port)
    together = tuple(sorted(troops + friends))
    gain = council.stand(port, together) - council.stand(port, friends)
    gain += council.take(port) + council.drawn * sight.weigh(troops) * council.pull[port]
    if port not in sight.foe_units and not council.held(port):
        gain -= _hold_doubt(council, port, together)
    return gain - council.danger(port, together)


def _station(council: Council, zone: int, ships: int) -> float:
    """What fleets are worth in a zone: blockades first, then the hunt."""
    sight, board = council.sight, council.board
    port = board.zone_port[zone]
    mine, theirs = sight.fleets(zone)
    worth = 0.0
    besieging = sight.mine_at(port) and sight.castle[port] == sight.enemy
    if besieging and not mine:
        worth += 1.6
    elif sight.castle[port] == sight.enemy:
        worth += 0.3
    if sight.castle[port] == sight.side and port in sight.foe_units:
        worth += 1.0
    if theirs:
        best = max((board.cards[sight.side][k].naval for k in sight.hand), default=0)
        worth += 0.35 * (best - 5) + 0.4 * (ships - theirs)
    return worth
