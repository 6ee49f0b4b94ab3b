"""A player that looks one order ahead: what a province is worth, and who would win there."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.core import Action, Decision
from engine.games.hispania.book import aiming, castles, movement
from engine.games.hispania.book.combat import Fight
from engine.games.hispania.book.elcid import Accept, Hire, Refuse
from engine.games.hispania.book.founding import Claim
from engine.games.hispania.book.parting import Stay, Submit, side, who_leaves
from engine.games.hispania.book.purchase import Buy, Deploy
from engine.games.hispania.book.retreat import everybody
from engine.games.hispania.book.scoring import bounty
from engine.games.hispania.book.stacking import Remove
from engine.games.hispania.book.standing import Capital
from engine.games.hispania.book.transformation import Keep
from engine.games.hispania.book.trek import Trek
from engine.games.hispania.computer.advance import best_march
from engine.games.hispania.computer.forecast import force, forecast
from engine.games.hispania.computer.judging import BOLD, DOGGED, STRENGTH, worth
from engine.games.hispania.table.board import CASTLE, INF, KINDS
from engine.games.hispania.table.orders import Done
from engine.games.hispania.table.state import (
    ONE,
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
    return Done.act() if "done" in verbs else None


def _deploy(s: State, nation: int, decision: Decision) -> Action | None:
    """Where most can be reached: the sea before Afrique, the front before the rear, and no more
    in a province than it feeds; Chiefs where most of their units are."""
    partial: tuple[str, ...] = ()
    while choices := decision.next(("deploy",), partial).choices:
        partial = (*partial, choices[0])
    places = decision.next(("deploy", partial)).choices
    if not places:
        return None
    board = s.board
    units = [token for token in partial if token in board.kind]
    if not units:
        led = max(places, key=lambda t: muster(stack(s, nation, board.place[t])).total)
        return Deploy.act(pieces=partial[:1], at=led)
    where = max(places, key=lambda token: _entry(s, nation, board.place[token]))
    place = board.place[where]
    if place >= board.provinces:
        return Deploy.act(pieces=partial, at=where)
    free = limit(s, nation, place) - muster(stack(s, nation, place)).stacking
    return Deploy.act(pieces=tuple(units[: max(1, free)]), at=where)


def _entry(s: State, nation: int, place: int) -> float:
    if place == s.board.sea:
        return 99
    if place >= s.board.provinces:
        return 50
    near = s.board.adjacent[place]
    front = sum(worth(s, nation, p) for p in near if movement.hostile(s, nation, p))
    full = muster(stack(s, nation, place)).stacking >= limit(s, nation, place)
    return front + muster(stack(s, nation, place)).total - 20.0 * full


def _rebuild(s: State, nation: int) -> Action | None:
    for place in castles.ruins_to_build(s, nation):
        units = muster(stack(s, nation, place))
        if units.people > 1 or nation == s.board.peoples.nation["almoravide"]:
            kind = next(k for k in units.kinds if s.board.kinds[k].counts)
            if spare(s, nation, CASTLE) > 0 or s.ruins[place] == nation + 1:
                return castles.Rebuild.act(ruin=s.board.places[place], unit=KINDS[kind])
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
            best = (value, Hire.act(place=token))
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
        return Buy.act(unit=kind, at=where)
    return None


# -- battles -------------------------------------------------------------------------------------


def _part(s: State, nation: int, decision: Decision) -> Action | None:
    b = s.battle
    assert b is not None
    i = side(b, nation)
    share = _share(s, b, i)
    if "submit" in decision.verbs and share < DOGGED:
        return Submit.act()
    if "retreat" in decision.verbs and share < DOGGED - (0.12 if i == 1 else 0.0):
        return everybody(s, who_leaves(s, b, i))
    return Stay.act()


def _share(s: State, b: Battle, i: int) -> float:
    """How likely a side is to win a battle that goes on."""
    attacker, defender = (
        force(s, b.nations[j], aiming.army(s, b, j), aiming.bonus(s, b, j, INF, False))
        for j in (0, 1)
    )
    wins = forecast(s, b.place, attacker, defender).wins
    return wins if i == 0 else 1 - wins


def _fight(s: State, nation: int, decision: Decision) -> Action | None:
    def ease(token: str) -> float:
        place = s.board.place[token]
        enemy = (s.here[place] & ~(1 << nation)).bit_length() - 1
        ours = force(s, nation, stack(s, nation, place), _led(s, nation, place))
        theirs = force(s, enemy, stack(s, enemy, place), _led(s, enemy, place))
        return forecast(s, place, ours, theirs).wins

    return Fight.act(place=max(decision.next(("fight",)).choices, key=ease))


def _led(s: State, nation: int, place: int) -> int:
    return s.board.bonus_chief if chiefs_at(s, nation, place) else 0


# -- limits, gifts and changes -------------------------------------------------------------------


def _limits(s: State, nation: int, decision: Decision) -> Action | None:
    verbs = decision.verbs
    if "rebuild" in verbs and (action := _rebuild(s, nation)):
        return action
    if "remove" not in verbs:
        return Done.act()
    if "capital" in verbs and (action := _capital(s, nation, decision)):
        return action
    kind = decision.next(("remove",)).choices[0]
    places = decision.next(("remove", (kind,))).choices

    def spare_here(token: str) -> float:
        place = s.board.place[token]
        if place >= s.board.provinces:
            return 99
        n = muster(stack(s, nation, place)).total
        return n - (worth(s, nation, place) if n == 1 else 0)

    return Remove.act(pieces=(kind,), at=max(places, key=spare_here))


def _capital(s: State, nation: int, decision: Decision) -> Action | None:
    """The capital where units are too many, if the old one need give up none for it (4.3)."""
    old = s.capital[nation]
    if old >= 0 and muster(stack(s, nation, old)).stacking > s.board.stack[old]:
        return None
    places = [s.board.place[token] for token in decision.next(("capital",)).choices]
    full = [
        place
        for place in places
        if stack(s, nation, place)
        and muster(stack(s, nation, place)).stacking > limit(s, nation, place)
    ]
    if not full:
        return None
    return Capital.act(place=s.board.places[max(full, key=lambda p: worth(s, nation, p))])


def _heir(s: State, nation: int, decision: Decision) -> Action | None:
    """A Chief goes where most of his units are."""
    pieces = decision.next(("deploy",)).choices[:1]
    places = decision.next(("deploy", pieces)).choices
    best = max(places, key=lambda t: muster(stack(s, nation, s.board.place[t])).total)
    return Deploy.act(pieces=pieces, at=best)


def _gifts(s: State, nation: int, decision: Decision) -> Action | None:
    places = decision.next(("deploy", (KINDS[CASTLE],))).choices
    best = max(places, key=lambda token: s.board.income[s.board.place[token]])
    return Deploy.act(pieces=(KINDS[CASTLE],), at=best)


def _settle(s: State, nation: int, decision: Decision) -> Action | None:
    """One unit after the other, where it is worth most and fewest stand; Castles first."""
    kinds = decision.next(("deploy",)).choices
    kind = KINDS[CASTLE] if KINDS[CASTLE] in kinds else kinds[0]
    places = decision.next(("deploy", (kind,))).choices

    def wish(token: str) -> float:
        place = s.board.place[token]
        n = muster(stack(s, nation, place)).total
        return worth(s, nation, place) / (1 + n) - 5.0 * (n >= limit(s, nation, place))

    return Deploy.act(pieces=(kind,), at=max(places, key=wish))


def _change(s: State, nation: int, decision: Decision) -> Action | None:
    """The best units first, each where it is worth most and fewest have been kept."""
    if "keep" not in decision.verbs:
        return Done.act()
    kinds = decision.next(("keep",)).choices
    kind = max(kinds, key=lambda token: STRENGTH[s.board.kind[token]])
    places = decision.next(("keep", (kind,))).choices

    def wish(token: str) -> float:
        place = s.board.place[token]
        return worth(s, nation, place) / (1 + muster(stack(s, nation, place)).total)

    return Keep.act(pieces=(kind,), at=max(places, key=wish))


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
    return Claim.act(provinces=tuple(sorted(best, key=lambda t: s.board.place[t])))


def _hired(s: State, nation: int, decision: Decision) -> Action | None:
    """EL CID rides with all he may, if he is likely to win."""
    partial: tuple[str, ...] = ()
    while choices := decision.next(("accept",), partial).choices:
        partial = (*partial, choices[-1] if choices[-1] != "El-Cid" else choices[0])
        if len(partial) > 8:
            break
    place = s.board.place[str(decision.about["place"])]
    enemy = s.here[place].bit_length() - 1
    led = s.board.bonus_chief if any(t not in s.board.kind for t in partial) else 0
    units = sum(ONE[s.board.kind[t]] for t in partial if t in s.board.kind)
    ours = force(s, nation, units, led)
    theirs = force(s, enemy, stack(s, enemy, place), _led(s, enemy, place))
    likely = forecast(s, place, ours, theirs).wins > BOLD
    return Accept.act(pieces=partial) if likely else Refuse.act()


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
    return Trek.act(to=best[1]) if best is not None else None


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
    "heir": _heir,
}
