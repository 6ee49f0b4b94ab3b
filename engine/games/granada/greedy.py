"""Granada's judgement for the greedy player: one small judge for each kind of decision.

A judge sees the seat's own view (as a `Sight`) and the levels of the decision, nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple, cast

from engine.core import Action, Decision, Value
from engine.games.granada.board import CHRISTIAN, FACTIONS, GUN, HYBRID, MAIN, MUSLIM, SEATS
from engine.games.granada.sight import CASTLE, FAR, FIELD_LOSS, Kinds, Sight, Tally
from engine.games.granada.view import View

if TYPE_CHECKING:
    from engine.games.granada import Granada
    from engine.match import World

Judge = Callable[[Sight, Decision, Random], Action]
JUDGES: dict[str, Judge] = {}

MARCH = 0.8  # what the card of a force march is worth to a full hand
MARCHING = 0.28  # how much a block's weight feels the pull of its goal
LURE = 5.5  # no goal draws troops more than this: there are other castles than the Alhambra
ESCORT = 3  # blocks that should fight before a monarch does
FULL = 7  # cards of a full hand: below it every card is missed in the next battle
ENOUGH = 0.45  # a march that promises less is not worth the dust


def choose(world: World, decision: Decision, rng: Random) -> Action:
    """The answer that Granada's judges prefer."""
    game = cast("Granada", world.game)
    view = world.view(decision.seat)
    assert isinstance(view, View)
    judge = JUDGES.get(decision.kind)
    if judge is None:
        return decision.default
    return judge(Sight(view, game.board, decision.seat), decision, rng)


def judge(*kinds: str) -> Callable[[Judge], Judge]:
    """Register a judge for these kinds of decision."""

    def register(function: Judge) -> Judge:
        for kind in kinds:
            JUDGES[kind] = function
        return function

    return register


# -- cards ---------------------------------------------------------------------------------------

_CARD_WORTH = {
    "plain": 1.0, "trumpet": 1.7, "double": 2.0, "commander": 3.0, "challenge": 2.2,
    "charge": 1.6, "crossbowmen": 1.2, "bombardment": 2.4, "watchtower": 1.3, "sortie": 1.3,
    "mobilization": 2.5, "captured": 2.0, "broadside": 1.3,
}


def card_worth(sight: Sight, card: int) -> float:
    """How much a card is missed: more if many blocks on the map answer to it."""
    design = sight.board.cards[sight.side][card]
    worth = _CARD_WORTH.get(design.type, 1.0)
    if design.faction >= 0:
        worth += 0.12 * sum(
            sight.board.kinds[k].faction == design.faction
            for kinds in sight.own.values()
            for k in kinds
        )
    return worth


def cheapest(sight: Sight, cards: Sequence[Value], number: int = 1) -> tuple[str, ...]:
    """The tokens of the cards that are missed least, with repeats as the hand has them."""
    table = sight.board.card[sight.side]
    return tuple(sorted(cards, key=lambda t: card_worth(sight, table[t]))[:number])


def _ascending(sight: Sight, cards: Sequence[str]) -> tuple[str, ...]:
    """Cards as a canonical set: in the order of the deck."""
    table = sight.board.card[sight.side]
    return tuple(sorted(cards, key=lambda t: table[t]))


@judge("bid")
def bid(sight: Sight, decision: Decision, rng: Random) -> Action:
    """6.2: a high card that is missed little, with some chance to hold back."""
    choices = decision.next(("bid",)).choices
    if choices == (None,):
        return Action("bid", None)
    table = sight.board.card[sight.side]
    designs = sight.board.cards[sight.side]
    eager = rng.choice((0.0, 0.15, 0.3))

    def merit(token: str) -> float:
        return eager * designs[table[token]].bid - card_worth(sight, table[token])

    return Action("bid", max(choices, key=merit))


@judge("first")
def first(sight: Sight, decision: Decision, rng: Random) -> Action:
    """6.2: whoever moves last has the last word of the war; until then the attacker goes first."""
    other = SEATS[sight.enemy]
    return Action("first", other if sight.turns_left == 0 else decision.seat)


@judge("discard")
def discard(sight: Sight, decision: Decision, rng: Random) -> Action:
    """6.4: keep the cards that match the army."""
    level = decision.next(("discard",))
    return Action("discard", _ascending(sight, cheapest(sight, sight.me.hand or (), level.max)))


# -- what a march is worth -----------------------------------------------------------------------


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
        self.card = MARCH + 0.4 * max(0, FULL - len(sight.hand))
        self.fallen = any(
            self.board.kind[t] in self.board.monarchs for t in sight.me.eliminated
        )
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
                force = min(value, LURE) * min(1.3, 0.25 + ease)
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
        if not self.held(place) or place in self.sight.foe_units:
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
            return prize * 0.1 * falls * left
        chance = min(1.0, falls * (1 + 0.5 * left) / (sight.foe_units[place] + 0.5))
        return prize * 0.85 * chance

    def clash(self, place: int, kinds: Kinds) -> float:
        """What blocks gain where the enemy stands."""
        sight = self.sight
        if not kinds:
            return 0.0
        count = sight.foe_count.get(place, 0)
        if sight.castle[place] == sight.enemy and count <= CASTLE:
            return self.siege(place, kinds)
        if 4 * count <= len(kinds) and not self._protected(place):
            return 2.0 * count + (0.0 if self.held(place) else self.facts.worth[place])
        return self.battle(place, kinds)

    def _protected(self, place: int) -> bool:
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


_FADE = (1.0, 0.78, 0.6, 0.46, 0.35, 0.27, 0.2)


# -- marches (7.3) -------------------------------------------------------------------------------


def penalty(size: int) -> int:
    """7.3.5."""
    return (size > 5) + (size > 8) + (size > 11)


def plans(council: Council, origins: Sequence[int], idle: dict[int, Kinds]) -> list[Plan]:
    """The best march for each group that could leave each place, best first."""
    found = []
    for origin in origins:
        for kinds in groups(council, origin, idle[origin]):
            plan = _best_march(council, origin, kinds)
            if plan is not None:
                found.append(plan)
    found.sort(reverse=True)
    return found


def groups(council: Council, origin: int, idle: Kinds) -> Iterator[Kinds]:
    """Who might march: all, all but a garrison, the best few, a single block."""
    board = council.board
    by_worth = sorted(idle, key=lambda k: council.facts.value[k])
    common = [k for k in by_worth if k not in board.monarchs]
    seen = set()
    for group in (by_worth, by_worth[1:], by_worth[2 * (len(by_worth) > 3) :], by_worth[-5:],
                  by_worth[:1], common):
        chosen = tuple(sorted(group))
        if chosen and chosen not in seen:
            seen.add(chosen)
            yield chosen


def _best_march(council: Council, origin: int, kinds: Kinds) -> Plan | None:
    sight = council.sight
    stack = sight.mine_at(origin)
    rest = _without(stack, kinds)
    leaving = council.stand(origin, rest) - council.stand(origin, stack)
    weight = sight.weigh(kinds)
    leaving += council.danger(origin, kinds) - MARCHING * weight * council.pull[origin]
    crowned = bool(council.crowns(kinds))
    best: Plan | None = None
    for path, forced, taken in council.ways(origin, kinds):
        goal = path[-1]
        gain = taken + leaving - council.card * forced + MARCHING * weight * council.pull[goal]
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
    threat = council.threat[place]
    weight = council.sight.weigh(kinds) * (1.5 if council.board.castle[place] else 1.0)
    return 0.5 * council.facts.worth[place] * threat / (threat + 2 * weight + 0.1)


def _without(stack: Kinds, gone: Kinds) -> Kinds:
    rest = list(stack)
    for kind in gone:
        if kind in rest:
            rest.remove(kind)
    return tuple(rest)


def _paths(
    council: Council, origin: int, kinds: Kinds
) -> Iterator[Way]:
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
    return 0 < 4 * count <= size + friends and not council._protected(place)


# -- the Movement Phase --------------------------------------------------------------------------


@judge("buy")
def buy(sight: Sight, decision: Decision, rng: Random) -> Action:
    """7.1: as much movement as there are good marches, while the hand can afford it."""
    council = Council(sight)
    free = {p: k for p, k in sight.own.items() if not _shut_in(sight, p)}
    good = {plan.origin: plan.score for plan in reversed(plans(council, list(free), free))
            if plan.score > ENOUGH}
    wishes = sorted(good.values(), reverse=True) + [1.2] * bool(sight.box)
    if sight.side == CHRISTIAN and sight.grey:
        wishes.append(1.0)
    hand = len(sight.hand)
    if "mobilize" in decision.verbs and len(wishes) > 3:
        return Action("mobilize")
    if len(wishes) > 4 and hand >= FULL and sum(sorted(wishes)[:-3]) > 2.0 + _thrift(sight):
        chosen = cheapest(sight, sight.me.hand or (), 2)
        return Action("total", _ascending(sight, chosen))
    if len(wishes) > 1 and hand >= 3 and sum(sorted(wishes)[:-1]) > _thrift(sight):
        return Action("limited", cheapest(sight, sight.me.hand or ())[0])
    return Action("minimal")


def _thrift(sight: Sight) -> float:
    """A card is dear to a small hand, and cheap before half of the hand is discarded (6.4)."""
    last = sight.board.year_end[sight.turn]
    return max(0.3, 0.45 * (FULL - len(sight.hand)) + 0.5 - 0.5 * last)


def _shut_in(sight: Sight, place: int) -> bool:
    """8.7.7: besieged blocks do not march."""
    return sight.castle[place] == sight.side and place in sight.foe_units


@judge("order")
def order(sight: Sight, decision: Decision, rng: Random) -> Action:
    """7.1: the best of all marches, musters and voyages; none if none is any good."""
    council = Council(sight)
    verbs = decision.next(()).choices
    offers: list[tuple[float, Callable[[], Action | None]]] = []
    if "move" in verbs:
        offers += _march_offers(council, decision)
    if "muster" in verbs:
        offers += _muster_offers(council, decision)
    if "sail" in verbs:
        offers += _sail_offers(council, decision, rng)
    if "guard" in verbs:
        offers += _guard_offers(council, decision)
    offers.sort(key=lambda offer: -offer[0])
    for score, make in offers[:12]:
        if score < ENOUGH:
            break
        action = make()
        if action is not None and action in decision:
            return action
    return Action("done")


def _march_offers(
    council: Council, decision: Decision
) -> list[tuple[float, Callable[[], Action | None]]]:
    sight, board = council.sight, council.board
    origins = [board.place[t] for t in decision.next(("move",)).choices]
    idle = {p: _idle(sight, decision, p) for p in origins}
    offers = []
    for plan in plans(council, [p for p in origins if idle[p]], idle)[:20]:
        offers.append((plan.score, lambda plan=plan: _march(sight, decision, plan)))
    if sight.grey and sight.grey_at in origins:
        grey = _grey_plan(council)
        if grey is not None:
            offers.append((grey.score, lambda: _march(sight, decision, grey)))
    return offers


def _idle(sight: Sight, decision: Decision, place: int) -> Kinds:
    """The blocks of a stack that may still march."""
    stack = sight.mine_at(place)
    if not sight.moved.get(place):
        return stack
    chosen: tuple[str, ...] = ()
    name = sight.board.places[place]
    while choices := decision.next(("move", name), chosen).choices:
        if sight.board.kinds[sight.board.kind[choices[0]]].side == 2:
            break
        chosen = (*chosen, choices[0])
    return tuple(sight.board.kind[t] for t in chosen)


def _grey_plan(council: Council) -> Plan | None:
    """10.12.2: Boabdil's own army unmakes Muslim control where it is weak."""
    sight = council.sight
    best: Plan | None = None
    for path, forced, taken in council.ways(sight.grey_at, sight.grey):
        goal = path[-1]
        count = sight.foe_count.get(goal, 0)
        gain = 0.5 * taken + 0.1
        if count:
            odds = sight.odds(tuple(sorted(sight.grey + sight.mine_at(goal))), count, True)
            gain += (odds - 0.45) * 4
        gain -= council.card * forced
        if best is None or gain > best.score:
            best = Plan(gain, sight.grey_at, sight.grey, path, forced)
    return best


def _march(sight: Sight, decision: Decision, plan: Plan) -> Action | None:
    """The order for a plan: leaders and cards as the march needs them; None if it cannot be."""
    board = sight.board
    blocks = tuple(board.kind_tokens[k] for k in plan.kinds)
    path = tuple(board.places[p] for p in plan.path)
    prefix: tuple[Value, ...] = ("move", board.places[plan.origin], blocks, path)
    if not _allowed(decision, prefix):
        return None
    prefix = (*prefix, None, (), None, ())
    leaders = decision.next(prefix).choices
    lead: tuple[str, ...] = ()
    if leaders:
        lead = (min(leaders, key=lambda t: sight.facts.value[board.kind[t]]),)
    prefix = (*prefix, lead)
    if not decision.next(prefix[:-1], lead).may_stop:
        return None
    cards = decision.next(prefix).choices
    if not cards:
        return None
    card = None if cards[0] is None else cheapest(sight, cards)[0]
    tiles = decision.next((*prefix, card)).choices
    return Action(*prefix, card, tiles[-1])


def _allowed(decision: Decision, prefix: tuple[Value, ...]) -> bool:
    """Whether a beginning of an order, the sets and paths in it included, can stand."""
    for i in range(1, len(prefix)):
        value = prefix[i]
        if isinstance(value, tuple):
            for j, item in enumerate(value):
                if item not in decision.next(prefix[:i], value[:j]).choices:
                    return False
            if not decision.next(prefix[:i], value).may_stop:
                return False
        elif value not in decision.next(prefix[:i]).choices:
            return False
    return True


# -- mustering (7.2) -----------------------------------------------------------------------------


def _muster_offers(
    council: Council, decision: Decision
) -> list[tuple[float, Callable[[], Action | None]]]:
    """Whole factions where their shield is, near the front; a fleet with either."""
    sight, board = council.sight, council.board
    land = [k for k in sight.box if not board.kinds[k].fleet]
    fleet = len(land) < len(sight.box)
    offers: list[tuple[float, Callable[[], Action | None]]] = []
    for faction in decision.next(("muster",)).choices:
        if faction is None:
            group = sorted(land, key=lambda k: -sight.facts.value[k])[:1]
        else:
            group = [k for k in land if board.kinds[k].faction == FACTIONS.index(faction)]
        blocks = tuple(board.kind_tokens[k] for k in sorted(group))
        prefix = ("muster", faction, blocks)
        if not _allowed(decision, prefix):
            continue
        for place in decision.next(prefix).choices:
            score = 0.5 * fleet + 0.05
            if place is not None:
                score += _muster_merit(council, board.place[place], tuple(group))
            offers.append((score, lambda p=(*prefix, place): _muster(sight, decision, p)))
    return offers


def _muster_merit(council: Council, place: int, kinds: Kinds) -> float:
    """Fresh blocks are worth more where they are needed soon."""
    stack = council.sight.mine_at(place)
    together = tuple(sorted(stack + kinds))
    merit = council.sight.weigh(kinds) * (0.7 + 0.18 * council.pull[place])
    merit += council.stand(place, together) - council.stand(place, stack)
    return merit - council.danger(place, together) + (0.3 if stack else 0.0)


def _muster(sight: Sight, decision: Decision, prefix: tuple[Value, ...]) -> Action | None:
    harbours = decision.next(prefix).choices
    if not harbours:
        return None
    best = max(harbours, key=lambda t: -1.0 if t is None else _harbour(sight, t))
    return Action(*prefix, best)


def _harbour(sight: Sight, token: str) -> float:
    zone = sight.board.zone[token]
    mine, theirs = sight.fleets(zone)
    return 1.0 + sum(sight.fleets(z)[1] for z in sight.board.sea[zone]) - 2 * theirs - 0.2 * mine


# -- at sea (7.5, 9) -----------------------------------------------------------------------------


def _sail_offers(
    council: Council, decision: Decision, rng: Random
) -> list[tuple[float, Callable[[], Action | None]]]:
    """Blockades, landings, and the hunt for weaker fleets."""
    sight, board = council.sight, council.board
    offers: list[tuple[float, Callable[[], Action | None]]] = []
    for token in decision.next(("sail",)).choices:
        zone = board.zone[token]
        ships = _ships(decision, token)
        loads = _loads(council, decision, token, ships, zone)
        for course, score, land in _voyages(council, zone, loads, len(ships)):
            offers.append(
                (score, lambda t=token, s=ships, c=course, n=land, w=loads: _sail(
                    sight, decision, t, s, w if n else ((), ()), c, n))
            )
    return offers


def _ships(decision: Decision, zone: str) -> tuple[str, ...]:
    """As many ships as may sail together, laden ones first."""
    chosen: tuple[str, ...] = ()
    while choices := decision.next(("sail", zone), chosen).choices:
        chosen = (*chosen, choices[-1] if len(chosen) else choices[0])
    return chosen


Loads = tuple[tuple[str, ...], tuple[str, ...]]


def _loads(
    council: Council, decision: Decision, token: str, ships: tuple[str, ...], zone: int
) -> Loads:
    """7.5.2: whom to take aboard: those whom their port can spare."""
    port = council.board.zone_port[zone]
    spare = council.pull[port] < 1.2 or council.threat[port] < 0.5
    prefix: tuple[Value, ...] = ("sail", token, ships)
    holds: list[tuple[str, ...]] = []
    for _ in range(2):
        chosen: tuple[str, ...] = ()
        while spare and (choices := decision.next(prefix, chosen).choices):
            chosen = (*chosen, choices[-1])
        prefix = (*prefix, chosen)
        holds.append(chosen)
    return holds[0], holds[1]


def _aboard(sight: Sight, loads: Loads, ships: Sequence[str]) -> Kinds:
    """Every block that would land: those taken aboard now and those that were."""
    kind = sight.board.kind
    before = [t for ship in ships if ":" in ship for t in ship.split(":")[1].split("+")]
    return tuple(sorted(kind[t] for t in (*loads[0], *loads[1], *before)))


def _voyages(
    council: Council, zone: int, loads: Loads, ships: int, cargo: Kinds | None = None
) -> Iterator[tuple[tuple[int, ...], float, bool]]:
    """Courses of up to three zones, with what waits at their end."""
    sight, board = council.sight, council.board
    troops = _aboard(sight, loads, ()) if cargo is None else cargo
    away = _leave_port(council, board.zone_port[zone], troops) if cargo is None else 0.0
    queue: list[tuple[int, ...]] = [()]
    seen = {zone}
    for course in queue:
        here = course[-1] if course else zone
        meets = bool(course) and bool(sight.fleets(here)[1])
        yield course, _station(council, here, ships) - _station(council, zone, ships), False
        if troops and not meets and course:
            yield course, _landing(council, here, troops) + away - 0.2, True
        if len(course) < 3 and not meets:
            for other in board.sea[here]:
                if other not in seen:
                    seen.add(other)
                    queue.append((*course, other))


def _leave_port(council: Council, port: int, troops: Kinds) -> float:
    sight = council.sight
    stack = sight.mine_at(port)
    if not stack:
        return 0.0
    change = council.stand(port, _without(stack, troops)) - council.stand(port, stack)
    return change - MARCHING * sight.weigh(troops) * council.pull[port]


def _landing(council: Council, zone: int, troops: Kinds) -> float:
    """7.5.4: what troops gain by going ashore."""
    sight = council.sight
    port = council.board.zone_port[zone]
    friends = sight.mine_at(port)
    together = tuple(sorted(troops + friends))
    gain = council.stand(port, together) - council.stand(port, friends)
    gain += council.take(port) + MARCHING * sight.weigh(troops) * council.pull[port]
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


def _sail(
    sight: Sight, decision: Decision, token: str, ships: tuple[str, ...], loads: Loads,
    course: tuple[int, ...], land: bool,
) -> Action | None:
    zones = tuple(sight.board.zones[z] for z in course)
    for ashore in (("land",) if land else (None,)):
        prefix = ("sail", token, ships, loads[0], loads[1], zones)
        if _allowed(decision, prefix):
            choices = decision.next(prefix).choices
            return Action(*prefix, ashore if ashore in choices else choices[0])
    # 7.5.3: with enemies in the zone the fleets are named first, and the rest asked later
    return Action("sail", token, ships, (), (), (), None)


@judge("voyage")
def voyage(sight: Sight, decision: Decision, rng: Random) -> Action:
    """7.5.3: after an encounter: land where it pays, else sail on, else stay."""
    council = Council(sight)
    board = sight.board
    zone = board.zone[decision.about["zone"]]
    cargo = _cargo(sight, zone)
    verbs = decision.next(()).choices
    best, found = 0.0, Action("anchor", (), ())
    if "land" in verbs:
        gain = _landing(council, zone, cargo)
        if gain > best:
            best, found = gain, Action("land")
    if "onward" in verbs:
        for course, score, land in _voyages(council, zone, ((), ()), 1, cargo):
            zones = tuple(board.zones[z] for z in course)
            prefix: tuple[Value, ...] = ("onward", (), (), zones)
            if score > best and course and _allowed(decision, prefix):
                choices = decision.next(prefix).choices
                ashore = "land" if land and "land" in choices else choices[0]
                best, found = score, Action(*prefix, ashore)
    return found


def _cargo(sight: Sight, zone: int) -> Kinds:
    water = sight.view.waters[zone]
    ships = water.christian if sight.side == CHRISTIAN else water.muslim
    return tuple(
        sorted(sight.board.kind[t] for ship in ships if ship.moved for t in ship.cargo or ())
    )


@judge("engage")
def engage(sight: Sight, decision: Decision, rng: Random) -> Action:
    """9.1: the highest number; a weak hand evades."""
    choices = decision.next(("engage",)).choices
    if choices == (None,):
        return Action("engage", None)
    table, designs = sight.board.card[sight.side], sight.board.cards[sight.side]
    best = max(choices, key=lambda t: designs[table[t]].naval)
    arrows = [t for t in choices if designs[table[t]].naval < 0]
    if arrows and designs[table[best]].naval < 5:
        return Action("engage", cheapest(sight, arrows)[0])
    return Action("engage", best)


@judge("sink")
def sink(sight: Sight, decision: Decision, rng: Random) -> Action:
    """9.1: the emptiest ships go down: they come first."""
    chosen: tuple[str, ...] = ()
    level = decision.next(("sink",))
    while not level.may_stop:
        chosen = (*chosen, level.choices[0])
        level = decision.next(("sink",), chosen)
    return Action("sink", chosen)


@judge("haven")
def haven(sight: Sight, decision: Decision, rng: Random) -> Action:
    """9.2: where no enemy cruises and the port is friendly."""

    def merit(token: str) -> float:
        zone = sight.board.zone[token]
        port = sight.board.zone_port[zone]
        return -2.0 * sight.fleets(zone)[1] + (sight.control[port] == sight.side)

    return Action("evade", max(decision.next(("evade",)).choices, key=merit))


def _guard_offers(
    council: Council, decision: Decision
) -> list[tuple[float, Callable[[], Action | None]]]:
    """10.10: call the Guard when Granada trembles and the hand can spare a card."""
    sight = council.sight
    if len(sight.hand) < 6 or council.threat[sight.board.granada] < 2:
        return []
    card = cheapest(sight, decision.next(("guard",)).choices)[0]
    block = decision.next(("guard", card)).choices[0]
    return [(0.8, lambda: Action("guard", card, block))]


# -- a battle begins (8.1, 8.7) ------------------------------------------------------------------


@judge("designate")
def designate(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.1: the surest battle first; cards come back after each (8.8)."""
    council = Council(sight)
    places = decision.next(("fight",)).choices

    def merit(token: str) -> float:
        place = sight.board.place[token]
        return council.clash(place, sight.mine_at(place))

    return Action("fight", max(places, key=merit))


def _battle_place(sight: Sight) -> int:
    assert sight.view.battle is not None
    return sight.board.place[sight.view.battle.place]


@judge("sally")
def sally(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.7.2: come out only with good hope."""
    place = _battle_place(sight)
    verbs = decision.next(()).choices
    odds = sight.odds(sight.mine_at(place), sight.foe_count.get(place, 0), True)
    if "stand" in verbs and (odds > 0.6 or "inside" not in verbs):
        return Action("stand")
    return Action("inside")


@judge("withdraw")
def withdraw(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.6.7, 8.7.1, 8.7.2: stand, shut the gates, or slip away."""
    place = _battle_place(sight)
    verbs = decision.next(()).choices
    force = sight.mine_at(place)
    count = sight.foe_count.get(place, 0)
    odds = sight.odds(force, count, False)
    if "inside" in verbs and odds < 0.6:
        doomed = sight.foe_impacts(count) >= 7.5 * (len(force) + (place in _disks(sight)))
        if "surrender" in verbs and doomed and len(force) > 1 and place != sight.board.granada:
            return Action("surrender", _way_out(sight, decision, "surrender"))
        return Action("inside")
    if "stand" not in verbs:
        return Action(verbs[0]) if verbs[0] == "inside" else decision.default
    if "commander" in verbs and odds < 0.25 and place != sight.board.granada:
        return Action("commander", _way_out(sight, decision, "commander"))
    return Action("stand")


def _disks(sight: Sight) -> list[int]:
    return [p for p, spot in enumerate(sight.view.spots) if spot.disk]


def _way_out(sight: Sight, decision: Decision, verb: str) -> tuple[str, ...]:
    level = decision.next((verb,))
    return (max(level.choices, key=lambda t: _refuge(sight, sight.board.place[t])),)


def _refuge(sight: Sight, place: int) -> float:
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


@judge("army")
def army(sight: Sight, decision: Decision, rng: Random) -> Action:
    """10.12.2: the stronger of the two."""
    white = sight.strength(sight.mine_at(_battle_place(sight))).impacts
    return Action("field", "grey" if sight.strength(sight.grey).impacts > white else "white")


@judge("assault")
def assault(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.7.1: an assault costs the besieger nothing that does not come back (8.8)."""
    return Action("assault" if "assault" in decision.verbs else "hold")


# -- a battle is fought (8.2 to 8.4, 8.7.5) ------------------------------------------------------


class Field:
    """The seat's part of the battle on the table."""

    def __init__(self, sight: Sight) -> None:
        fight = sight.view.battle
        assert fight is not None
        self.sight = sight
        seat, board = SEATS[sight.side], sight.board
        self.place = board.place[fight.place]
        self.siege = fight.siege
        self.attacking = fight.attacker == seat
        self.mine = fight.impacts[seat]
        self.theirs = fight.impacts[SEATS[sight.enemy]]
        self.foe_finished = SEATS[sight.enemy] in fight.finished
        deployed = tuple(board.kind[t] for t in fight.deployed[seat])
        grey = sight.side == CHRISTIAN and fight.army == "grey"
        self.force = sight.grey if grey else sight.mine_at(self.place)
        self.waiting = _without(self.force, deployed)
        played = [board.card[sight.side][t] for t in fight.cards[seat]]
        self.carded = bool(played)
        self.tally = _tally(sight, self.siege, deployed, played)

    def covers_crowns(self) -> bool:
        """Whether others enough will be deployed to take the losses in a monarch's place."""
        sight = self.sight
        table = sight.facts.field[sight.side]
        others = [k for k in self.force if k not in sight.board.monarchs]
        able = 0
        for card in sight.hand:
            match = next((k for k in others if k in table[card]), None)
            if match is not None:
                others.remove(match)
                able += 1
        return able >= ESCORT

    def rest(self) -> int:
        """What the blocks that wait could still add."""
        more = self.sight.potential(self.waiting, self.sight.hand, self.siege, self.carded)
        chained = sum(
            self.tally.groups[self.sight.board.kinds[k].group]
            for k in self.waiting
            if self.sight.board.kinds[k].group >= 0
        )
        return more.impacts + min(chained, len(self.sight.hand)) // 2


def _tally(sight: Sight, siege: bool, deployed: Kinds, played: Sequence[int]) -> Tally:
    """The groups and special attacks on the table, as far as they show."""
    tally = Tally(sight.board, siege)
    table = (sight.facts.storm if siege else sight.facts.field)[sight.side]
    trumpets = [table[card] for card in played]
    for kind in deployed:
        arm = 0
        for row in trumpets:
            if row.get(kind):
                arm = row[kind]
                trumpets.remove(row)
                break
        tally.add(kind, arm)
    return tally


@judge("deploy")
def deploy(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.2: overtake if that is possible; else do what harm still makes a loss; then stop."""
    field = Field(sight)
    rest = field.rest()
    ahead = field.mine > field.theirs or (field.mine == field.theirs and not field.attacking)
    harm = (field.mine + rest) // FIELD_LOSS > field.mine // FIELD_LOSS
    reach = field.mine + rest + 4 * ("watchtower" in decision.verbs)
    hope = reach > field.theirs or (reach == field.theirs and not field.attacking)
    if (ahead and not harm) or not (harm or hope):
        return Action("finish")
    return _best_deployment(sight, decision, field) or Action("finish")


@judge("storm")
def storm(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.7.5.A: everything that adds to the sum; the cards come back."""
    found = _best_deployment(sight, decision, Field(sight))
    if found is None:
        return Action("finish") if "finish" in decision.verbs else decision.default
    return found


def _best_deployment(sight: Sight, decision: Decision, field: Field) -> Action | None:
    """The deployment with the greatest gain for the card it costs."""
    board = sight.board
    verbs = decision.next(()).choices
    found: list[tuple[float, Action]] = []
    if "free" in verbs:
        for token in decision.next(("free",)).choices:
            kind = board.kind[token]
            if kind in board.monarchs and not field.siege and not field.covers_crowns():
                continue
            found.append((20.0 + field.tally.gain(kind, 0), Action("free", token)))
    if "pioneers" in verbs:
        return Action("pioneers")
    if "bombardment" in verbs:
        action = _bombard(sight, decision)
        if action is not None:
            found.append((6.0, action))
    if "deploy" in verbs:
        found += _card_deployments(sight, decision, field)
    if "watchtower" in verbs:
        found.append((4.5, Action("watchtower")))
    if "broadside" in verbs:
        found.append((2.5, Action("broadside")))
    return max(found, key=lambda f: f[0])[1] if found else None


def _card_deployments(
    sight: Sight, decision: Decision, field: Field
) -> Iterator[tuple[float, Action]]:
    board = sight.board
    table = (sight.facts.storm if field.siege else sight.facts.field)[sight.side]
    for token in decision.next(("deploy",)).choices:
        card = board.card[sight.side][token]
        row = table[card]
        cost = 0.25 * _CARD_WORTH.get(board.cards[sight.side][card].type, 1.0)
        for name in decision.next(("deploy", token)).choices:
            kind = board.kind[name]
            gain = field.tally.gain(kind, row.get(kind, 0)) - cost
            if not field.siege and board.kinds[kind].arm == GUN:
                gain -= 2.0  # guns are left behind by the beaten (8.6.4)
            if kind in board.monarchs and not field.siege:
                gain -= 3.0  # a crown is not risked in a skirmish
            chosen: tuple[str, ...] = (name,)
            more = decision.next(("deploy", token), chosen).choices
            if more:
                second = max(more, key=lambda t: field.tally.gain(board.kind[t], 0))
                gain += field.tally.gain(board.kind[second], 0) + 1
                chosen = (name, second)
            yield gain, Action("deploy", token, chosen)


def _bombard(sight: Sight, decision: Decision) -> Action | None:
    """10.2: bring back what guns there are, here, and fire one."""
    assert sight.view.battle is not None
    here = sight.view.battle.place
    raised: tuple[str, ...] = ()
    while choices := decision.next(("bombardment",), raised).choices:
        raised = (*raised, choices[0])
    at: tuple[str, ...] = ()
    for _ in raised:
        places = decision.next(("bombardment", raised), at).choices
        if not places:
            return None
        at = (*at, here if here in places else places[0])
    if not _allowed(decision, ("bombardment", raised, at)):
        return None
    guns = decision.next(("bombardment", raised, at)).choices
    return Action("bombardment", raised, at, guns[0]) if guns else None


@judge("react")
def react(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.7.5.B: spoil the assault if that saves a block, else keep the cards."""
    excess = decision.about["impacts"] % decision.about["needed"]
    hopeless = decision.about["impacts"] < decision.about["needed"] or excess > 6
    for verb in decision.verbs:
        if verb == "pass" or hopeless:
            continue
        if verb == "broadside":
            return Action("broadside")
        if verb == "sortie":
            return Action("sortie", decision.next(("sortie",)).choices[-1])
        if verb == "bombardment":
            return _bombard(sight, decision) or Action("pass")
        card = cheapest(sight, decision.next(("deploy",)).choices)[0]
        gun = decision.next(("deploy", card)).choices[0]
        return Action("deploy", card, (gun,))
    return Action("pass")


@judge("challenge")
def challenge(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.4.1: against a deployment that matters."""
    field = Field(sight)
    gained = decision.about["gained"]
    turns = field.theirs - gained <= field.mine < field.theirs
    if "challenge" in decision.verbs and (gained >= 4 or (turns and gained >= 2)):
        return Action("challenge")
    return Action("pass")


@judge("refute")
def refute(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.4.1: show the card that tells the enemy least."""
    if "show" not in decision.verbs:
        return Action("yield")
    return Action("show", cheapest(sight, decision.next(("show",)).choices)[0])


# -- a battle ends (8.5, 8.6) --------------------------------------------------------------------


@judge("lose")
def lose(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.5.2: the blocks that are missed least."""
    return Action("lose", _cheapest_set(sight, decision, ("lose",)))


def _cheapest_set(
    sight: Sight, decision: Decision, prefix: tuple[Value, ...]
) -> tuple[str, ...]:
    """The complete set of blocks with the smallest sum of values; sets are small."""
    value, kind = sight.facts.value, sight.board.kind
    fallen = [k for k in sight.board.monarchs if sight.board.kind_tokens[k]
              in sight.me.eliminated]

    def cost(token: str) -> float:
        last_crown = bool(fallen) and kind[token] in sight.board.monarchs
        return value[kind[token]] + 20.0 * last_crown

    best, found = 1e9, ()
    partials: list[tuple[str, ...]] = [()]
    for _ in range(400):
        if not partials:
            break
        partial = partials.pop()
        level = decision.next(prefix, partial)
        if level.may_stop:
            total = sum(cost(t) for t in partial)
            if total < best:
                best, found = total, partial
        partials += [
            (*partial, t) for t in sorted(level.choices, key=cost, reverse=True)
        ]
    return found


@judge("retreat")
def retreat(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.6: two hold the castle, the others fall back on friends."""
    keep: tuple[str, ...] = ()
    value, kind = sight.facts.value, sight.board.kind
    while choices := decision.next(("retreat",), keep).choices:
        common = [t for t in choices if kind[t] not in sight.board.monarchs] or list(choices)
        keep = (*keep, min(common, key=lambda t: value[kind[t]]))
    prefix: tuple[Value, ...] = ("retreat", keep)
    for _ in range(2):
        goals = decision.next(prefix).choices
        prefix = (*prefix, max(goals, key=lambda t: _goal(sight, t)))
    return Action(*prefix)


def _goal(sight: Sight, token: Value) -> float:
    return -99.0 if token is None else _refuge(sight, sight.board.place[token])


@judge("captive")
def captive(sight: Sight, decision: Decision, rng: Random) -> Action:
    """11.4: six blocks for a card."""
    return Action("capture" if "capture" in decision.verbs else "pass")


@judge("camp")
def camp(sight: Sight, decision: Decision, rng: Random) -> Action:
    """10.12.1: where the grey army finds the most undefended towns."""
    council = Council(sight)
    choices = decision.next(("camp",)).choices
    return Action("camp", max(choices, key=lambda t: council.pull[sight.board.place[t]]))


@judge("return")
def back(sight: Sight, decision: Decision, rng: Random) -> Action:
    """10.12.1: Boabdil goes home, or to his strongest friends."""
    choices = decision.next(("return",)).choices
    home = sight.board.places[sight.board.granada]
    if home in choices:
        return Action("return", home)
    return Action("return", max(choices, key=lambda t: _goal(sight, t)))


# -- the end of a year (11.1, 11.2) --------------------------------------------------------------


@judge("hire")
def hire(sight: Sight, decision: Decision, rng: Random) -> Action:
    """11.1: a block for a trumpet, where it is needed."""
    if "hire" not in decision.verbs:
        return Action("pass")
    council = Council(sight)
    card = cheapest(sight, decision.next(("hire",)).choices)[0]
    places = decision.next(("hire", card)).choices
    return Action("hire", card, max(places, key=lambda t: council.pull[sight.board.place[t]]))


@judge("bull")
def bull(sight: Sight, decision: Decision, rng: Random) -> Action:
    """11.2: the Crusaders come at once, to the castle nearest the front."""
    council = Council(sight)
    choices = decision.next(("bull",)).choices
    return Action("bull", (max(choices, key=lambda t: council.pull[sight.board.place[t]]),))
