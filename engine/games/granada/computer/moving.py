"""The greedy player's Movement Phases: marches, musters and voyages (7, 9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from engine.core import Action, Decision, Value
from engine.games.granada.book.move import Move
from engine.games.granada.book.movement import (
    Done,
    Guard,
    Limited,
    Minimal,
    Mobilize,
    Rest,
    Total,
)
from engine.games.granada.book.muster import Muster
from engine.games.granada.book.naval import Anchor, Engage, Evade, Land, Onward, Sail, Sink
from engine.games.granada.computer.campaign import (
    FULL,
    Council,
    Plan,
    Voyage,
    grey_plan,
    harbour,
    landing,
    muster_merit,
    plans,
    voyages,
)
from engine.games.granada.computer.judging import allowed, ascending, card_worth, cheapest, judge
from engine.games.granada.computer.sight import Kinds, Sight
from engine.games.granada.table.board import CHRISTIAN, FACTIONS

Offer = tuple[float, Callable[[], Action | None]]  # its worth, and how to make an order of it

IDLE = 1.0  # with marches worth less than this, cards are changed instead
POOR = 1.4  # a card that is worth less is changed
ENOUGH = 0.45  # a march that promises less is not worth the dust


@judge("buy")
def buy(sight: Sight, decision: Decision, rng: Random) -> Action:
    """7.1: as much movement as there are good marches, while the hand can afford it."""
    council = Council(sight)
    free = {p: k for p, k in sight.own.items() if not _shut_in(sight, p)}
    good = {
        plan.origin: plan.score
        for plan in reversed(plans(council, list(free), free))
        if plan.score > ENOUGH
    }
    wishes = sorted(good.values(), reverse=True) + [1.2] * bool(sight.box)
    if sight.side == CHRISTIAN and sight.grey:
        wishes.append(1.0)
    hand = len(sight.hand)
    if council.ends and len(wishes) > 3 and hand >= 4 and "total" in decision.verbs:
        return Total.act(cards=ascending(sight, cheapest(sight, sight.me.hand or (), 2)))
    if "rest" in decision.verbs and sum(wishes) < IDLE and (poor := _poor(sight)):
        return Rest.act(cards=ascending(sight, poor))
    if "mobilize" in decision.verbs and len(wishes) > 3:
        return Mobilize.act()
    if len(wishes) > 4 and hand >= FULL and sum(sorted(wishes)[:-3]) > 2.0 + _thrift(sight):
        chosen = cheapest(sight, sight.me.hand or (), 2)
        return Total.act(cards=ascending(sight, chosen))
    if len(wishes) > 1 and hand >= 3 and sum(sorted(wishes)[:-1]) > _thrift(sight):
        return Limited.act(card=cheapest(sight, sight.me.hand or ())[0])
    return Minimal.act()


def _poor(sight: Sight) -> tuple[str, ...]:
    """7.1: cards that are worth changing: those that hardly a block answers to."""
    table, last = sight.board.card[sight.side], sight.board.year_end[sight.turn]
    if last:
        return ()
    found = [t for t in sight.me.hand or () if card_worth(sight, table[t]) < POOR]
    return tuple(found) if len(found) >= 2 else ()


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
    offers: list[Offer] = []
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
    return Done.act()


def _march_offers(council: Council, decision: Decision) -> list[Offer]:
    sight, board = council.sight, council.board
    origins = [board.place[t] for t in decision.next(Move.before(Move.start)).choices]
    idle = {p: _idle(sight, decision, p) for p in origins}
    found = plans(council, [p for p in origins if idle[p]], idle)[:20]
    if sight.grey and sight.grey_at in origins:
        grey = grey_plan(council)
        found += [grey] if grey is not None else []
    return [(plan.score, partial(_march, sight, decision, plan)) for plan in found]


def _idle(sight: Sight, decision: Decision, place: int) -> Kinds:
    """The blocks of a stack that may still march."""
    stack = sight.mine_at(place)
    if not sight.moved.get(place):
        return stack
    chosen: tuple[str, ...] = ()
    stack_of = Move.before(Move.blocks, start=sight.board.places[place])
    while choices := decision.next(stack_of, chosen).choices:
        if sight.board.kinds[sight.board.kind[choices[0]]].side == 2:
            break
        chosen = (*chosen, choices[0])
    return tuple(sight.board.kind[t] for t in chosen)


def _march(sight: Sight, decision: Decision, plan: Plan) -> Action | None:
    """The order for a plan: leaders and cards as the march needs them; None if it cannot be."""
    board = sight.board
    march: dict[str, Value] = {
        "start": board.places[plan.origin],
        "blocks": tuple(board.kind_tokens[k] for k in plan.kinds),
        "path": tuple(board.places[p] for p in plan.path),
    }
    if not allowed(decision, Move.before(Move.drop_at, **march)):
        return None
    leading = Move.before(Move.lead, **march)
    leaders = decision.next(leading).choices
    lead: tuple[str, ...] = ()
    if leaders:
        lead = (min(leaders, key=lambda t: sight.facts.value[board.kind[t]]),)
    if not decision.next(leading, lead).may_stop:
        return None
    march["lead"] = lead
    cards = decision.next(Move.before(Move.march, **march)).choices
    if not cards:
        return None
    march["march"] = None if cards[0] is None else cheapest(sight, cards)[0]
    tiles = decision.next(Move.before(Move.pioneers, **march)).choices
    return Move.act(**march, pioneers=tiles[-1])


# -- mustering (7.2) -----------------------------------------------------------------------------


def _muster_offers(council: Council, decision: Decision) -> list[Offer]:
    """Whole factions where their shield is, near the front; a fleet with either."""
    sight, board = council.sight, council.board
    land = [k for k in sight.box if not board.kinds[k].fleet]
    fleet = len(land) < len(sight.box)
    offers: list[Offer] = []
    for faction in decision.next(Muster.before(Muster.faction)).choices:
        if faction is None:
            group = sorted(land, key=lambda k: -sight.facts.value[k])[:1]
        else:
            group = [k for k in land if board.kinds[k].faction == FACTIONS.index(faction)]
        who = {"faction": faction, "blocks": tuple(board.kind_tokens[k] for k in sorted(group))}
        if not allowed(decision, Muster.before(Muster.at, **who)):
            continue
        for place in decision.next(Muster.before(Muster.at, **who)).choices:
            score = 0.5 * fleet + 0.05
            if place is not None:
                score += muster_merit(council, board.place[place], tuple(group))
            offers.append((score, partial(_muster, sight, decision, {**who, "at": place})))
    return offers


def _muster(sight: Sight, decision: Decision, land: dict[str, Value]) -> Action | None:
    harbours = decision.next(Muster.before(Muster.fleet, **land)).choices
    if not harbours:
        return None
    best = max(harbours, key=lambda t: -1.0 if t is None else harbour(sight, sight.board.zone[t]))
    return Muster.act(**land, fleet=best)


# -- at sea (7.5, 9) -----------------------------------------------------------------------------


def _sail_offers(council: Council, decision: Decision, rng: Random) -> list[Offer]:
    """Blockades, landings, and the hunt for weaker fleets."""
    sight, board = council.sight, council.board
    offers: list[Offer] = []
    for token in decision.next(Sail.before(Sail.zone)).choices:
        zone = board.zone[token]
        ships = _ships(decision, token)
        loads = _loads(council, decision, token, ships, zone)
        fresh = _kinds(sight, (*loads[0], *loads[1]))
        laden = _kinds(sight, _manifest(ships))
        for voyage in voyages(council, zone, len(ships), fresh, laden):
            aboard = loads if voyage.land else ((), ())
            make = partial(_sail, sight, decision, token, ships, aboard, voyage)
            offers.append((voyage.score, make))
    return offers


def _manifest(ships: Sequence[str]) -> list[str]:
    """Whom ships carry already, read from the words that name them."""
    return [t for ship in ships if ":" in ship for t in ship.split(":")[1].split("+")]


def _kinds(sight: Sight, words: Sequence[str]) -> Kinds:
    return tuple(sorted(sight.board.kind[t] for t in words))


def _ships(decision: Decision, zone: str) -> tuple[str, ...]:
    """As many ships as may sail together, laden ones first."""
    chosen: tuple[str, ...] = ()
    fleet = Sail.before(Sail.ships, zone=zone)
    while choices := decision.next(fleet, chosen).choices:
        chosen = (*chosen, choices[-1] if len(chosen) else choices[0])
    return chosen


Loads = tuple[tuple[str, ...], tuple[str, ...]]


def _loads(
    council: Council, decision: Decision, token: str, ships: tuple[str, ...], zone: int
) -> Loads:
    """7.5.2: whom to take aboard: those whom their port can spare."""
    port = council.board.zone_port[zone]
    spare = council.pull[port] < 1.2 or council.threat[port] < 0.5
    if not spare:
        return (), ()
    load = _hold(decision, Sail.before(Sail.load, zone=token, ships=ships))
    return load, _hold(decision, Sail.before(Sail.also, zone=token, ships=ships, load=load))


def _hold(decision: Decision, prefix: tuple[Value, ...]) -> tuple[str, ...]:
    """As many as a ship takes aboard."""
    chosen: tuple[str, ...] = ()
    while choices := decision.next(prefix, chosen).choices:
        chosen = (*chosen, choices[-1])
    return chosen


def _sail(
    sight: Sight,
    decision: Decision,
    token: str,
    ships: tuple[str, ...],
    loads: Loads,
    voyage: Voyage,
) -> Action:
    load, also = loads
    sailing: dict[str, Value] = {
        "zone": token,
        "ships": ships,
        "load": load,
        "also": also,
        "course": tuple(sight.board.zones[z] for z in voyage.course),
    }
    landing = Sail.before(Sail.land, **sailing)
    if allowed(decision, landing):
        return Sail.act(**sailing, land=_ashore(decision, landing, voyage))
    # 7.5.3: with enemies in the zone the fleets are named first, and the rest asked later
    return Sail.act(zone=token, ships=ships)


def _ashore(decision: Decision, prefix: tuple[Value, ...], voyage: Voyage) -> Value:
    """Whether the voyage ends on land."""
    choices = decision.next(prefix).choices
    return "land" if voyage.land and "land" in choices else choices[0]


@judge("voyage")
def voyage(sight: Sight, decision: Decision, rng: Random) -> Action:
    """7.5.3: after an encounter: land where it pays, else sail on, else stay."""
    council = Council(sight)
    board = sight.board
    zone = board.zone[decision.about["zone"]]
    cargo = _cargo(sight, zone)
    verbs = decision.next(()).choices
    best, found = 0.0, Anchor.act()
    if "land" in verbs:
        gain = landing(council, zone, cargo)
        if gain > best:
            best, found = gain, Land.act()
    if "onward" in verbs:
        for plan in voyages(council, zone, 1, (), cargo):
            course = tuple(board.zones[z] for z in plan.course)
            prefix = Onward.before(Onward.land, course=course)
            if plan.score > best and course and allowed(decision, prefix):
                best = plan.score
                found = Onward.act(course=course, land=_ashore(decision, prefix, plan))
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
    choices = decision.next(Engage.before(Engage.card)).choices
    if choices == (None,):
        return Engage.act()
    table, designs = sight.board.card[sight.side], sight.board.cards[sight.side]
    best = max(choices, key=lambda t: designs[table[t]].naval)
    arrows = [t for t in choices if designs[table[t]].naval < 0]
    if arrows and designs[table[best]].naval < 5:
        return Engage.act(card=cheapest(sight, arrows)[0])
    return Engage.act(card=best)


@judge("sink")
def sink(sight: Sight, decision: Decision, rng: Random) -> Action:
    """9.1: the emptiest ships go down: they come first."""
    chosen: tuple[str, ...] = ()
    lost = Sink.before(Sink.ships)
    level = decision.next(lost)
    while not level.may_stop:
        chosen = (*chosen, level.choices[0])
        level = decision.next(lost, chosen)
    return Sink.act(ships=chosen)


@judge("haven")
def haven(sight: Sight, decision: Decision, rng: Random) -> Action:
    """9.2: where no enemy cruises and the port is friendly."""

    def merit(token: str) -> float:
        zone = sight.board.zone[token]
        port = sight.board.zone_port[zone]
        return -2.0 * sight.fleets(zone)[1] + (sight.control[port] == sight.side)

    return Evade.act(zone=max(decision.next(Evade.before(Evade.zone)).choices, key=merit))


def _guard_offers(council: Council, decision: Decision) -> list[Offer]:
    """10.10: call the Guard when Granada trembles and the hand can spare a card."""
    sight = council.sight
    if len(sight.hand) < 6 or council.threat[sight.board.granada] < 2:
        return []
    card = cheapest(sight, decision.next(Guard.before(Guard.card)).choices)[0]
    block = decision.next(Guard.before(Guard.block, card=card)).choices[0]
    return [(0.8, lambda: Guard.act(card=card, block=block))]
