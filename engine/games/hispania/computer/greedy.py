"""A player that looks one order ahead: what a province is worth, and who would win there."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.core import Action, Decision
from engine.games.hispania.book import aiming, castles, movement
from engine.games.hispania.book.parting import side, who_leaves
from engine.games.hispania.book.retreat import everybody
from engine.games.hispania.book.scoring import bounty
from engine.games.hispania.computer.advance import best_march
from engine.games.hispania.computer.judging import BOLD, DOGGED, STRENGTH, odds, strength, worth
from engine.games.hispania.table.board import CASTLE, KINDS
from engine.games.hispania.table.state import (
    Battle,
    State,
    chiefs_at,
    held,
    limit,
    muster,
    seat_of,
    spare,
    stack,
)
from engine.match import World

WELCOME = 2.0  # what a battle of EL CID's must gain for him to be hired
PRICE = 1.0  # of his pay: gold that buys no Infantry, and points for another player


def choose(world: World, decision: Decision, rng: Random) -> Action:
    """The best answer it can see."""
    s: State = world._state
    nation = s.board.peoples.nation[str(decision.about["actor"])]
    judge = _JUDGES.get(decision.kind)
    action = judge(s, nation, decision) if judge is not None else None
    if action is not None and action in decision:
        return action
    return decision.default


# -- orders --------------------------------------------------------------------------------------


def _orders(s: State, nation: int, decision: Decision) -> Action | None:
    verbs = decision.verbs
    if "deploy" in verbs:
        return _deploy(s, nation, decision)
    if "rebuild" in verbs and (action := _rebuild(s, nation)):
        return action
    if "hire" in verbs and (action := _hire(s, nation, decision)):
        return action
    if "buy" in verbs and (action := _buy(s, nation, decision)):
        return action
    if "move" in verbs and (action := best_march(s, nation)):
        return action
    return Action("done") if "done" in verbs else None


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


def _hire(s: State, nation: int, decision: Decision) -> Action | None:
    """EL CID clears a province that is wanted; what he is paid counts for another player."""
    best: tuple[float, Action] | None = None
    for token in decision.next(("hire",)).choices:
        place = s.board.place[token]
        if not decision.next(("hire", token)).may_stop:
            continue  # too dear as a whole
        enemy = s.here[place].bit_length() - 1
        kinds = muster(stack(s, enemy, place)).kinds
        value = 0.4 * worth(s, nation, place)
        value += sum(bounty(s, nation, enemy, k, -1, []) for k in kinds)
        value -= PRICE * sum(s.board.peoples.pay[k] for k in kinds)
        if seat_of(s, enemy) != seat_of(s, nation) and value > (best[0] if best else WELCOME):
            best = (value, Action("hire", token, ()))
    return best[1] if best is not None else None


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
        strength(s, b.place, aiming.army(s, b, j), j == 0)
        * (1.4 if chiefs_at(s, b.nations[j], b.place) else 1.0)
        for j in (0, 1)
    ]
    return odds(mine[i], mine[1 - i])


def _fight(s: State, nation: int, decision: Decision) -> Action | None:
    def ease(token: str) -> float:
        place = s.board.place[token]
        enemy = (s.here[place] & ~(1 << nation)).bit_length() - 1
        ours = strength(s, place, stack(s, nation, place), True)
        return odds(ours, strength(s, place, stack(s, enemy, place), False))

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


def _change(s: State, nation: int, decision: Decision) -> Action | None:
    """The best units first, each where it is worth most and fewest have been kept."""
    if "keep" not in decision.verbs:
        return Action("done")
    kinds = decision.next(("keep",)).choices
    kind = max(kinds, key=lambda token: STRENGTH[s.board.kind[token]])
    places = decision.next(("keep", (kind,))).choices

    def wish(token: str) -> float:
        place = s.board.place[token]
        return worth(s, nation, place) / (1 + muster(stack(s, nation, place)).total)

    return Action("keep", (kind,), max(places, key=wish))


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
    theirs = strength(s, place, stack(s, enemy, place), False)
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
    "change": _change,
    "claim": _claim,
    "hired": _hired,
    "trek": _trek,
}
