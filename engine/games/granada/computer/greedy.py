"""Granada's judgement for the greedy player: one small judge for each kind of decision.

A judge sees the seat's own view (as a `Sight`) and the levels of the decision, nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, cast

from engine.core import Action, Decision, Value
from engine.games.granada.book.losses import FIELD_LOSS
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
    refuge,
    voyages,
    without,
)
from engine.games.granada.computer.sight import Kinds, Sight, Tally
from engine.games.granada.table.board import CHRISTIAN, FACTIONS, GUN, SEATS
from engine.games.granada.table.view import View

if TYPE_CHECKING:
    from engine.games.granada.game import Granada
    from engine.match import World

Judge = Callable[[Sight, Decision, Random], Action]
Offer = tuple[float, Callable[[], Action | None]]  # its worth, and how to make an order of it
JUDGES: dict[str, Judge] = {}

ESCORT = 3  # blocks that should fight before a monarch does
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
    "plain": 1.0,
    "trumpet": 1.7,
    "double": 2.0,
    "commander": 3.0,
    "challenge": 2.2,
    "charge": 1.6,
    "crossbowmen": 1.2,
    "bombardment": 2.4,
    "watchtower": 1.3,
    "sortie": 1.3,
    "mobilization": 2.5,
    "captured": 2.0,
    "broadside": 1.3,
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


# -- the Movement Phase --------------------------------------------------------------------------


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
    return Action("done")


def _march_offers(council: Council, decision: Decision) -> list[Offer]:
    sight, board = council.sight, council.board
    origins = [board.place[t] for t in decision.next(("move",)).choices]
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
    name = sight.board.places[place]
    while choices := decision.next(("move", name), chosen).choices:
        if sight.board.kinds[sight.board.kind[choices[0]]].side == 2:
            break
        chosen = (*chosen, choices[0])
    return tuple(sight.board.kind[t] for t in chosen)


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


def _muster_offers(council: Council, decision: Decision) -> list[Offer]:
    """Whole factions where their shield is, near the front; a fleet with either."""
    sight, board = council.sight, council.board
    land = [k for k in sight.box if not board.kinds[k].fleet]
    fleet = len(land) < len(sight.box)
    offers: list[Offer] = []
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
                score += muster_merit(council, board.place[place], tuple(group))
            offers.append((score, partial(_muster, sight, decision, (*prefix, place))))
    return offers


def _muster(sight: Sight, decision: Decision, prefix: tuple[Value, ...]) -> Action | None:
    harbours = decision.next(prefix).choices
    if not harbours:
        return None
    best = max(harbours, key=lambda t: -1.0 if t is None else harbour(sight, sight.board.zone[t]))
    return Action(*prefix, best)


# -- at sea (7.5, 9) -----------------------------------------------------------------------------


def _sail_offers(council: Council, decision: Decision, rng: Random) -> list[Offer]:
    """Blockades, landings, and the hunt for weaker fleets."""
    sight, board = council.sight, council.board
    offers: list[Offer] = []
    for token in decision.next(("sail",)).choices:
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


def _sail(
    sight: Sight,
    decision: Decision,
    token: str,
    ships: tuple[str, ...],
    loads: Loads,
    voyage: Voyage,
) -> Action:
    zones = tuple(sight.board.zones[z] for z in voyage.course)
    prefix = ("sail", token, ships, loads[0], loads[1], zones)
    if _allowed(decision, prefix):
        choices = decision.next(prefix).choices
        return Action(*prefix, "land" if voyage.land and "land" in choices else choices[0])
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
        gain = landing(council, zone, cargo)
        if gain > best:
            best, found = gain, Action("land")
    if "onward" in verbs:
        for plan in voyages(council, zone, 1, (), cargo):
            prefix: tuple[Value, ...] = (
                "onward",
                (),
                (),
                tuple(board.zones[z] for z in plan.course),
            )
            if plan.score > best and plan.course and _allowed(decision, prefix):
                choices = decision.next(prefix).choices
                ashore = "land" if plan.land and "land" in choices else choices[0]
                best, found = plan.score, Action(*prefix, ashore)
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


def _guard_offers(council: Council, decision: Decision) -> list[Offer]:
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
    return (max(level.choices, key=lambda t: refuge(sight, sight.board.place[t])),)


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
        self.waiting = without(self.force, deployed)
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


def _cheapest_set(sight: Sight, decision: Decision, prefix: tuple[Value, ...]) -> tuple[str, ...]:
    """The complete set of blocks with the smallest sum of values; sets are small."""
    value, kind = sight.facts.value, sight.board.kind
    fallen = [k for k in sight.board.monarchs if sight.board.kind_tokens[k] in sight.me.eliminated]

    def cost(token: str) -> float:
        last_crown = bool(fallen) and kind[token] in sight.board.monarchs
        return value[kind[token]] + 20.0 * last_crown

    best = 1e9
    found: tuple[str, ...] = ()
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
        partials += [(*partial, t) for t in sorted(level.choices, key=cost, reverse=True)]
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
    return -99.0 if token is None else refuge(sight, sight.board.place[token])


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
