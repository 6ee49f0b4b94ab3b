"""A player that goes for the Cities that pay its faction, and counts what roads and walls cost."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

from engine.core import Action, Decision
from engine.games.crusade.book.command import too_large
from engine.games.crusade.book.drawing import Buy, Lead
from engine.games.crusade.book.ground import besieges, within
from engine.games.crusade.book.scoring import Aim
from engine.games.crusade.book.sequence import Assign, Enter, pool_at, spot
from engine.games.crusade.computer import campaign
from engine.games.crusade.computer.dealing import stirred, use
from engine.games.crusade.computer.judging import might, odds, prize, threat
from engine.games.crusade.table.flow import leaders as names_of
from engine.games.crusade.table.people import MOSUL, PLAYED
from engine.games.crusade.table.state import (
    OWNERS,
    State,
    alive,
    av,
    cinc,
    faction_of,
    here,
    player_of,
    rank_of,
    side_of,
    strength,
)
from engine.match import World

__all__ = ["choose", "stirred", "use"]

STEADY = 0.75  # odds below which a defender leaves, if he can
SALLY = 1.1  # odds from which an army comes out of its City


def choose(world: World, decision: Decision, rng: Random) -> Action:
    """The best answer it can see."""
    s: State = world._state
    judge = _JUDGES.get(decision.kind)
    action = judge(s, decision) if judge is not None else None
    if action is not None and action in decision:
        return action
    usual = decision.default
    return usual if usual is not None else decision.sample(rng)


def _faction(s: State, decision: Decision) -> int:
    return s.board.people.faction[str(decision.about["faction"])]


# -- before the cards ----------------------------------------------------------------------------


def _enter(s: State, decision: Decision) -> Action | None:
    """By the box from which Antioch is nearest; every leader below his superior."""
    f = _faction(s, decision)
    one, board = s.board.people.factions[f], s.board
    gate = board.gate[board.antioch]
    near = min(
        board.entries, key=lambda box: min(board.reach(end)[gate] for end in board.near[box])
    )
    order = sorted(one.leaders, key=lambda x: (-rank_of(s, x), x))
    counts = _shares(one.sp, len(order))
    return Enter.act(
        leaders=names_of(s, order),
        counts=tuple(map(str, counts)),
        boxes=(board.places[near],) * len(order),
    )


def _shares(sp: int, n: int) -> list[int]:
    """5.4: each has clearly more than the next, so that losses do not turn it round; apart from
    that small armies are better on the road."""
    weights = {1: (1,), 2: (6, 4), 3: (9, 6, 4)}.get(n, tuple(range(n + 2, 2, -1)))
    shares = [sp * weight // sum(weights) for weight in weights]
    shares[0] += sp - sum(shares)
    return shares


def _assign(s: State, decision: Decision) -> Action | None:
    """5.2, 5.4: where several leaders of a faction stand together the first gets most; leaderless
    SP go with whoever is to leave."""
    f = _faction(s, decision)
    groups: dict[int, list[int]] = {}
    for x in alive(s, f):
        if pool_at(s, f, x) >= 0:
            groups.setdefault(spot(s, x) if spot(s, x) >= 0 else s.at[x], []).append(x)
    named: list[int] = []
    counts: list[int] = []
    for at, men in groups.items():
        men.sort(key=lambda x: (-rank_of(s, x), x))
        inside = spot(s, men[0]) == at
        lying = s.garrison[at * OWNERS + f] if inside else 0
        pool = sum([s.army[x] for x in men]) + lying
        keep = min(lying, 4) if inside and f < 4 else 0
        if len(men) == 1 and (not lying or s.at[men[0]] == at):
            continue
        named += men
        counts += _shares(pool - keep, len(men)) if pool > keep else [0] * len(men)
    if not named:
        return None
    return Assign.act(leaders=names_of(s, named), counts=tuple(map(str, counts)))


def _buy(s: State, decision: Decision) -> Action | None:
    """4.4: the cards that will be used best."""
    f = _faction(s, decision)
    men = sorted(alive(s, f))[:4]
    worth = {x: _use(s, x) for x in men}
    best: tuple[float, tuple[int, ...]] = (0.0, ())
    for copies in product(range(3), repeat=len(men)):
        price = sum([n * av(s, x) for n, x in zip(copies, men, strict=True)])
        if price > s.marker[f]:
            continue
        value = sum([sum(worth[x][:n]) for n, x in zip(copies, men, strict=True)])
        if value > best[0]:
            cards = tuple([x for n, x in zip(copies, men, strict=True) for _ in range(n)])
            best = (value, cards)
    return Buy.act(cards=names_of(s, best[1]))


def _use(s: State, x: int) -> tuple[float, float]:
    """What a first and a second card of a leader are worth."""
    f = faction_of(s, x)
    head = cinc(s, f)
    if too_large(s, x):
        return 0.0, 0.0
    first = 2.0 + s.army[x] / 4 + (4.0 if x == head else 0.0)
    if x != head and s.at[x] == s.at[head]:
        first *= 0.4
    busy = besieges(s, x) >= 0 or f < 4
    return first, first * (0.8 if busy else 0.5)


def _lead(s: State, decision: Decision) -> Action | None:
    cards = decision.next(("lead",)).choices
    return Lead.act(card=max(cards, key=lambda t: s.army[s.board.people.leader[t]]))


def _aims(s: State, decision: Decision) -> Action | None:
    """13.6: what the faction holds already, and what it may still get."""
    f, board = _faction(s, decision), s.board
    if f == MOSUL:
        near = board.away[board.mosul]
        pool, worth, n = board.mosul_listed, board.mosul_prizes, board.lists.mosul

        def chance(city: int) -> float:
            return 1.0 if s.control[city] == f else 0.6 / (1 + near[city] / 20)
    else:
        pool, worth, n = board.listed, board.prizes[0], board.lists.crusader

        def chance(city: int) -> float:
            owner = s.control[city]
            if owner == f:
                return 1.0
            return 0.05 if 0 <= owner < 4 else 0.35

    best = sorted(pool, key=lambda city: (-worth[city] * chance(city), city))[:n]
    return Aim.act(cities=tuple([board.places[city] for city in sorted(best)]))


# -- the cards -----------------------------------------------------------------------------------


def _act(s: State, decision: Decision) -> Action | None:
    return campaign.act(s, s.active, decision)


# -- reactions -----------------------------------------------------------------------------------


def _stand(s: State, decision: Decision) -> Action | None:
    """7.2C: leave if the odds are bad and there is somewhere to go, best inside the walls."""
    b = s.battle
    if b is None:
        return None
    ratio = odds(s, b.defenders, b.attackers)
    if "defend" in decision.verbs and ratio > STEADY / 1.5:
        return Action("defend")
    if "withdraw" in decision.verbs and ratio < STEADY:
        places = decision.next(("withdraw",)).choices
        return Action("withdraw", max(places, key=lambda t: _refuge(s, b.guard, t)), None)
    return Action("stand") if "stand" in decision.verbs else None


def _refuge(s: State, x: int, token: str) -> float:
    board = s.board
    node = board.place[token]
    if node < len(s.siege):
        return 10.0
    fear = threat(s, player_of(s, x), node, 1)
    return (3.0 if board.holds(node) else -board.value[node]) - fear / 10


def _intercept(s: State, decision: Decision) -> Action | None:
    x = s.board.people.leader[str(decision.about["leader"])]
    mine = [y for y in here(s, s.at[x]) if s.army[y] and player_of(s, y) == player_of(s, x)]
    enemy = [y for y in s.company if s.army[y]]
    good = not enemy or odds(s, mine, enemy) >= SALLY
    return Action("intercept") if good else Action("decline")


def _join(s: State, decision: Decision) -> Action | None:
    b = s.battle
    x = s.board.people.leader[str(decision.about["leader"])]
    if b is None:
        return None
    mine = [y for y in here(s, s.at[x]) if s.army[y] and player_of(s, y) == player_of(s, x)]
    both = might(s, b.defenders) + might(s, mine)
    return Action("join") if both >= 0.9 * might(s, b.attackers) else Action("abide")


def _cards(s: State, decision: Decision) -> Action | None:
    """12.0: whatever fits, but not against a handful."""
    b = s.battle
    if b is None or min(strength(s, b.attackers), strength(s, b.defenders)) < 5:
        return Action("cards", ())
    chosen: tuple[str, ...] = ()
    while choices := decision.next(("cards",), chosen).choices:
        chosen = (*chosen, choices[0])
    return Action("cards", chosen)


def _retreat(s: State, decision: Decision) -> Action | None:
    if "retreat" not in decision.verbs or s.battle is None:
        return None
    b = s.battle
    x = s.board.people.leader[str(decision.about["leader"])]
    mine = x in b.attackers
    ours, theirs = (b.attackers, b.defenders) if mine else (b.defenders, b.attackers)
    if "stay" in decision.verbs and odds(s, ours, theirs) >= STEADY:
        return Action("stay")
    places = decision.next(("retreat",)).choices
    return Action("retreat", max(places, key=lambda t: _refuge(s, x, t))) if places else None


def _feed(s: State, decision: Decision) -> Action | None:
    """8.3C: stores come again where there is no siege; men do not."""
    counts = decision.next(("spend",)).choices
    return Action("spend", counts[-1])


# -- cards that must be played -------------------------------------------------------------------


def _ill(s: State, decision: Decision) -> Action | None:
    """12.1: the enemy with the largest army."""
    tokens = decision.next(("ill",)).choices
    leader = s.board.people.leader
    side = side_of(_faction(s, decision)) if "faction" in decision.about else -1

    def hurt(token: str) -> float:
        x = leader[token]
        return s.army[x] * (1 if side_of(faction_of(s, x)) != side else -1)

    return Action("ill", max(tokens, key=hurt)) if tokens else None


def _sow(s: State, decision: Decision) -> Action | None:
    """12.1: against Crusaders of the other side, and princes who grow too great."""
    if "dissent" not in decision.verbs:
        return None
    size = strength(s, s.company)
    return Action("dissent", "halves") if size >= 20 else Action("hold")


def _levy(s: State, decision: Decision) -> Action | None:
    """12.2: where most is at stake, halves in two Cities."""
    count = int(decision.about["count"])
    f = s.last[1]
    tokens = decision.next(("levy",)).choices
    board = s.board

    def need(token: str) -> float:
        node = board.place[token]
        if node >= len(s.siege):
            return 1.0
        owner = s.control[node] if f < 0 else f
        fear = threat(s, s.form.seat_of[owner] if owner < PLAYED else -1, board.gate[node], 8)
        return prize(s, owner, node) * (1 + fear / 10) / (5 + within(s, node))

    best = tuple(sorted(tokens, key=need, reverse=True)[:2])
    half = (count + 1) // 2
    shares = (str(half), str(count - half))[: len(best)]
    return Action("levy", best, shares)


_JUDGES: dict[str, Callable[[State, Decision], Action | None]] = {
    "enter": _enter,
    "assign": _assign,
    "buy": _buy,
    "lead": _lead,
    "aims": _aims,
    "act": _act,
    "stand": _stand,
    "intercept": _intercept,
    "join": _join,
    "cards": _cards,
    "retreat": _retreat,
    "feed": _feed,
    "ill": _ill,
    "sow": _sow,
    "levy": _levy,
}
