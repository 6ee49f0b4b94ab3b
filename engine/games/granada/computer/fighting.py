"""The greedy player's battles: how one begins, is fought and ends (8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engine.core import Action, Decision, Value
from engine.games.granada.book.battle import (
    Commander,
    FieldArmy,
    Fight,
    Inside,
    Leave,
    Split,
    Stand,
    Surrender,
)
from engine.games.granada.book.bombardment import Bombardment, Pioneers
from engine.games.granada.book.deployment import Broadside, Deploy, Finish, Free, Watchtower
from engine.games.granada.book.losses import FIELD_LOSS, Lose
from engine.games.granada.book.morale import Challenge, Show, Yield
from engine.games.granada.book.retreat import Retreat
from engine.games.granada.book.siege import Assault, Hold, Sortie
from engine.games.granada.computer.campaign import Council, refuge, without
from engine.games.granada.computer.judging import CARD_WORTH, allowed, cheapest, judge
from engine.games.granada.computer.sight import Kinds, Sight, Tally
from engine.games.granada.table.board import CHRISTIAN, GUN, SEATS
from engine.games.granada.table.orders import Pass

SURE = 0.8  # odds at which the whole garrison of the Alhambra comes out
ESCORT = 3  # blocks that should fight before a monarch does

# -- a battle begins (8.1, 8.7) ------------------------------------------------------------------


@judge("designate")
def designate(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.1: the surest battle first; cards come back after each (8.8)."""
    council = Council(sight)
    places = decision.next(Fight.before(Fight.place)).choices

    def merit(token: str) -> float:
        place = sight.board.place[token]
        return council.clash(place, sight.mine_at(place))

    return Fight.act(place=max(places, key=merit))


def _battle_place(sight: Sight) -> int:
    assert sight.view.battle is not None
    return sight.board.place[sight.view.battle.place]


@judge("sally")
def sally(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.7.2: come out only with good hope."""
    place = _battle_place(sight)
    verbs = decision.next(()).choices
    odds = sight.odds(sight.mine_at(place), sight.foe_count.get(place, 0), True)
    if "split" in verbs and "inside" not in verbs and odds < SURE:
        return _split(sight, decision, place)
    if "stand" in verbs and (odds > 0.6 or "inside" not in verbs):
        return Stand.act()
    return Inside.act()


@judge("withdraw")
def withdraw(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.6.7, 8.7.1, 8.7.2: stand, shut the gates, or slip away."""
    place = _battle_place(sight)
    verbs = decision.next(()).choices
    force = sight.mine_at(place)
    count = sight.foe_count.get(place, 0)
    odds = sight.odds(force, count, False)
    if "split" in verbs and odds < SURE and _may_fall(sight, force, count, "inside" in verbs):
        return _split(sight, decision, place)
    if "inside" in verbs and odds < 0.6:
        crowned = any(k in sight.board.monarchs for k in force)
        if crowned and "commander" in verbs:
            return Commander.act(way=_way_out(sight, decision, Commander))
        doomed = sight.foe_impacts(count) >= 7.5 * (len(force) + (place in _disks(sight)))
        if "surrender" in verbs and doomed and len(force) > 1 and place != sight.board.granada:
            return Surrender.act(way=_way_out(sight, decision, Surrender))
        return Inside.act()
    if "stand" not in verbs:
        return Inside.act() if verbs[0] == "inside" else decision.default
    if "commander" in verbs and odds < 0.25 and place != sight.board.granada:
        return Commander.act(way=_way_out(sight, decision, Commander))
    return Stand.act()


def _may_fall(sight: Sight, force: Kinds, count: int, fits: bool) -> bool:
    """8.7.3: whether all of the Alhambra's defenders may be lost at once, inside or outside."""
    impacts = sight.foe_impacts(count)
    if fits:
        return impacts / 8 + 0.4 >= len(force)
    return impacts / FIELD_LOSS + 2 >= len(force)


def _split(sight: Sight, decision: Decision, place: int) -> Action:
    """8.7.3: with some inside while others fight, the Alhambra cannot fall this turn."""
    value, kind = sight.facts.value, sight.board.kind
    keep: tuple[str, ...] = ()
    force = len(sight.mine_at(place))
    prefix = Split.before(Split.blocks)
    while len(keep) < 1 + (force > 2):
        choices = decision.next(prefix, keep).choices
        if not choices:
            break
        keep = (*keep, min(choices, key=lambda t: value[kind[t]]))
    return Split.act(blocks=keep)


def _disks(sight: Sight) -> list[int]:
    return [p for p, spot in enumerate(sight.view.spots) if spot.disk]


def _way_out(sight: Sight, decision: Decision, leave: type[Leave]) -> tuple[str, ...]:
    level = decision.next(leave.before(Leave.way))
    return (max(level.choices, key=lambda t: refuge(sight, sight.board.place[t])),)


@judge("army")
def army(sight: Sight, decision: Decision, rng: Random) -> Action:
    """10.12.2: the stronger of the two."""
    white = sight.strength(sight.mine_at(_battle_place(sight))).impacts
    grey = sight.strength(sight.grey).impacts
    return FieldArmy.act(army="grey" if grey > white else "white")


@judge("assault")
def assault(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.7.1: an assault costs the besieger nothing that does not come back (8.8)."""
    return Assault.act() if "assault" in decision.verbs else Hold.act()


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
    enough = field.mine // FIELD_LOSS + ahead >= sight.foe_count.get(field.place, 0)
    harm = not enough and (field.mine + rest) // FIELD_LOSS > field.mine // FIELD_LOSS
    reach = field.mine + rest + 4 * ("watchtower" in decision.verbs)
    hope = reach > field.theirs or (reach == field.theirs and not field.attacking)
    if (ahead and not harm) or not (harm or hope):
        return Finish.act()
    return _best_deployment(sight, decision, field) or Finish.act()


@judge("storm")
def storm(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.7.5.A: everything that adds to the sum; the cards come back."""
    found = _best_deployment(sight, decision, Field(sight))
    if found is None:
        return Finish.act() if "finish" in decision.verbs else decision.default
    return found


def _best_deployment(sight: Sight, decision: Decision, field: Field) -> Action | None:
    """The deployment with the greatest gain for the card it costs."""
    board = sight.board
    verbs = decision.next(()).choices
    found: list[tuple[float, Action]] = []
    if "free" in verbs:
        for token in decision.next(Free.before(Free.block)).choices:
            kind = board.kind[token]
            if kind in board.monarchs and not field.siege and not field.covers_crowns():
                continue
            found.append((20.0 + field.tally.gain(kind, 0), Free.act(block=token)))
    if "pioneers" in verbs:
        return Pioneers.act()
    if "bombardment" in verbs:
        action = _bombard(sight, decision)
        if action is not None:
            found.append((6.0, action))
    if "deploy" in verbs:
        found += _card_deployments(sight, decision, field)
    if "watchtower" in verbs:
        found.append((4.5, Watchtower.act()))
    if "broadside" in verbs:
        found.append((2.5, Broadside.act()))
    return max(found, key=lambda f: f[0])[1] if found else None


def _card_deployments(
    sight: Sight, decision: Decision, field: Field
) -> Iterator[tuple[float, Action]]:
    board = sight.board
    table = (sight.facts.storm if field.siege else sight.facts.field)[sight.side]
    for token in decision.next(Deploy.before(Deploy.card)).choices:
        card = board.card[sight.side][token]
        row = table[card]
        cost = 0.25 * CARD_WORTH.get(board.cards[sight.side][card].type, 1.0)
        with_card = Deploy.before(Deploy.blocks, card=token)
        for name in decision.next(with_card).choices:
            kind = board.kind[name]
            gain = field.tally.gain(kind, row.get(kind, 0)) - cost
            if not field.siege and board.kinds[kind].arm == GUN:
                gain -= 2.0  # guns are left behind by the beaten (8.6.4)
            if kind in board.monarchs and not field.siege:
                gain -= 3.0  # a crown is not risked in a skirmish
            chosen: tuple[str, ...] = (name,)
            more = decision.next(with_card, chosen).choices
            if more:
                second = max(more, key=lambda t: field.tally.gain(board.kind[t], 0))
                gain += field.tally.gain(board.kind[second], 0) + 1
                chosen = (name, second)
            yield gain, Deploy.act(card=token, blocks=chosen)


def _bombard(sight: Sight, decision: Decision) -> Action | None:
    """10.2: bring back what guns there are, here, and fire one."""
    assert sight.view.battle is not None
    here = sight.view.battle.place
    raised: tuple[str, ...] = ()
    while choices := decision.next(Bombardment.before(Bombardment.raised), raised).choices:
        raised = (*raised, choices[0])
    at: tuple[str, ...] = ()
    for _ in raised:
        places = decision.next(Bombardment.before(Bombardment.at, raised=raised), at).choices
        if not places:
            return None
        at = (*at, here if here in places else places[0])
    firing = Bombardment.before(Bombardment.block, raised=raised, at=at)
    if not allowed(decision, firing):
        return None
    guns = decision.next(firing).choices
    return Bombardment.act(raised=raised, at=at, block=guns[0]) if guns else None


@judge("react")
def react(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.7.5.B: spoil the assault if that saves a block, else keep the cards."""
    excess = decision.about["impacts"] % decision.about["needed"]
    hopeless = decision.about["impacts"] < decision.about["needed"] or excess > 6
    for verb in decision.verbs:
        if verb == "pass" or hopeless:
            continue
        if verb == "broadside":
            return Broadside.act()
        if verb == "sortie":
            return Sortie.act(card=decision.next(Sortie.before(Sortie.card)).choices[-1])
        if verb == "bombardment":
            return _bombard(sight, decision) or Pass.act()
        card = cheapest(sight, decision.next(Deploy.before(Deploy.card)).choices)[0]
        gun = decision.next(Deploy.before(Deploy.blocks, card=card)).choices[0]
        return Deploy.act(card=card, blocks=(gun,))
    return Pass.act()


@judge("challenge")
def challenge(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.4.1: against a deployment that matters."""
    field = Field(sight)
    gained = decision.about["gained"]
    turns = field.theirs - gained <= field.mine < field.theirs
    if "challenge" in decision.verbs and (gained >= 4 or (turns and gained >= 2)):
        return Challenge.act()
    return Pass.act()


@judge("refute")
def refute(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.4.1: show the card that tells the enemy least."""
    if "show" not in decision.verbs:
        return Yield.act()
    return Show.act(card=cheapest(sight, decision.next(Show.before(Show.card)).choices)[0])


# -- a battle ends (8.5, 8.6) --------------------------------------------------------------------


@judge("lose")
def lose(sight: Sight, decision: Decision, rng: Random) -> Action:
    """8.5.2: the blocks that are missed least."""
    return Lose.act(blocks=_cheapest_set(sight, decision, Lose.before(Lose.blocks)))


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
    inside = Retreat.before(Retreat.keep)
    while choices := decision.next(inside, keep).choices:
        common = [t for t in choices if kind[t] not in sight.board.monarchs]
        if not common and decision.next(inside, keep).may_stop:
            break  # a monarch is not shut in to die there
        common = common or list(choices)
        keep = (*keep, min(common, key=lambda t: value[kind[t]]))
    goals = decision.next(Retreat.before(Retreat.goal, keep=keep)).choices
    goal = safest(sight, goals)
    greys = decision.next(Retreat.before(Retreat.grey, keep=keep, goal=goal)).choices
    return Retreat.act(keep=keep, goal=goal, grey=safest(sight, greys))


def safest(sight: Sight, goals: Sequence[Value]) -> Value:
    """The goal with the most friends; nowhere if there is no other."""
    place = sight.board.place
    return max(goals, key=lambda t: -99.0 if t is None else refuge(sight, place[t]))
