"""What an active leader does: which City he goes for, and the next step towards it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from engine.core import Action, Decision
from engine.games.crusade.book.acting import Assault, Attack, Recruit, Siege
from engine.games.crusade.book.command import BEGINS, HALTED, company_here, followers, too_large
from engine.games.crusade.book.ground import (
    foes,
    hostile,
    may_quarter,
    occupied,
    raining,
    winter,
    within,
)
from engine.games.crusade.book.interception import interceptor
from engine.games.crusade.book.march import March, step_bar, stops_at, store_place, to_pay
from engine.games.crusade.computer.judging import (
    ACTIVATION,
    LAST,
    MARCHES,
    camp_loss,
    denial,
    friends_at,
    guarded,
    might,
    odds,
    pace,
    prize,
    road_loss,
    siege_cost,
    storming,
    targets,
    threat,
)
from engine.games.crusade.table.board import Board
from engine.games.crusade.table.flow import leaders as names_of
from engine.games.crusade.table.people import CRUSADER, MUSLIM, PLAYED
from engine.games.crusade.table.state import (
    OWNERS,
    State,
    cv,
    faction_of,
    here,
    player_of,
    side_of,
    strength,
)

BOLD = 1.15  # odds from which a battle is sought
CROWD = 20  # SP from which an army goes in parts
LATER = 0.94  # what a prize is worth a turn later
NEAR, FADES = 0.85, 0.02  # how much one counts on friends, and how much less with every point
CLOSE = 10  # attrition points within which somebody is near
ENOUGH = 2.0  # men for each of the garrison
FORCE = 4.0  # men of all for each of the garrison
HOST = 60.0  # SP with which anything can be done
STAY = 1.5  # how much stronger a neighbour must be for an army to stay at home
ROADS = 0.0  # how much what is lost on the way counts
REACH = 45.0  # attrition points over which an army melts away
STRANGERS = 0.4  # of another player's men one counts so many
TOGETHER = 15.0  # what it is worth to go where the others go
AWAITED = 4  # attrition points before a gate where one waits for the others
RAINY = 18  # and within which one goes in the rain
HARASS = 0.6  # and from which an army that harasses may come close


class Road(NamedTuple):
    """The cheapest ways of a company: points to every space, and where one comes from."""

    points: dict[int, int]
    before: dict[int, int]

    def to(self, node: int) -> tuple[int, ...]:
        found = []
        while node in self.before:
            found.append(node)
            node = self.before[node]
        return tuple(reversed(found))


class Wish(NamedTuple):
    """A City that is worth going for."""

    value: float
    city: int
    points: int


def act(s: State, x: int, decision: Decision) -> Action | None:
    """What the leader does; None: nothing comes to mind."""
    verbs = decision.verbs
    if s.stage == HALTED:
        return Action("continue") if "continue" in verbs else None
    if "recover" in verbs and s.stage == BEGINS:
        return Action("recover")
    company = _company(s, x)
    if not strength(s, company):
        return _lone(s, x, decision)
    for deed in (_fight_here, _walls, _raise, _onward):
        action = deed(s, x, company, decision)
        if action is not None and action in decision:
            return action
    return None


def _company(s: State, x: int) -> tuple[int, ...]:
    """Who comes along: everybody with an army who obeys."""
    if s.stage != BEGINS:
        return company_here(s)
    return (x, *[y for y in followers(s, x) if s.army[y]])


def _marchers(s: State, x: int, company: tuple[int, ...]) -> tuple[int, ...]:
    """On the road a small army loses less: who has a card of his own comes by himself."""
    if s.stage != BEGINS or strength(s, company) < CROWD:
        return company
    return (x, *[y for y in company[1:] if not _waits(s, y)])


def _waits(s: State, y: int) -> bool:
    """Whether a card of a leader is still in the deck, and he can use it."""
    bought = s.bought[faction_of(s, y)].count(y)
    return s.usual.count(y) < bought and s.used[y] < 1 and not too_large(s, y)


def _with(s: State, company: Sequence[int]) -> tuple[str, ...]:
    return names_of(s, sorted(company[1:]))


# -- where he is ---------------------------------------------------------------------------------


def _fight_here(s: State, x: int, company: tuple[int, ...], decision: Decision) -> Action | None:
    """An enemy stands in the same space, or before the walls."""
    if "attack" not in decision.verbs:
        return None
    player, node = player_of(s, x), s.at[x]
    there = node if node >= len(s.siege) else s.board.gate[node]
    enemy = foes(s, player, there)
    if not enemy:
        return None
    if side_of(faction_of(s, x)) == MUSLIM and node >= len(s.siege):
        harass = Attack.act(company=_with(s, company), how="harass")
        if harass in decision and odds(s, company, enemy) < 2 * BOLD:
            return harass
    if odds(s, company, enemy) >= BOLD:
        return Attack.act(company=_with(s, company))
    return None


def _walls(s: State, x: int, company: tuple[int, ...], decision: Decision) -> Action | None:
    """The City whose gate he holds."""
    city = s.board.city_of[s.at[x]]
    if city < 0 or ("assault" not in decision.verbs and "siege" not in decision.verbs):
        return None
    f = faction_of(s, x)
    men = (*company, *[y for y in friends_at(s, x, s.at[x]) if y not in company])
    sp = strength(s, men)
    value = prize(s, f, city) + denial(s, f, city)
    if city not in targets(s, x):
        return None
    left = s.board.sdv[city] - s.ap[city]
    total = sp >= 3 * threat(s, player_of(s, x), s.at[x], 2)
    siege = Siege.act(kind="total" if total else "partial")
    if not s.siege[city] and siege in decision and left > 1:
        return siege
    if "assault" not in decision.verbs:
        return None
    one = storming(s, x, city, sp, bool(s.siege[city]))
    if not s.siege[city] and left > 2 and _could_besiege(s, f, city) and s.turn < LAST - 1:
        return None  # with a siege it costs half as many
    if one.points <= 0 or left / one.points * one.lost > (_dared(s) + 0.1) * sp:
        return None  # it would be gone before the walls are
    gain = value * one.points / max(1, left)
    return Assault.act() if gain > 0.8 * one.lost else None


def _could_besiege(s: State, f: int, city: int) -> bool:
    """Whether a faction has men enough near a City for a siege of its own."""
    far = afar(s.board, s.board.gate[city])
    near = [
        x
        for x in s.board.people.factions[f].leaders
        if 0 <= s.at[x] < len(s.board.places) and far[s.at[x]] <= CLOSE
    ]
    return strength(s, near) >= 5 * s.board.sdv[city]


def _raise(s: State, x: int, company: tuple[int, ...], decision: Decision) -> Action | None:
    """5.5: recruits where they are needed most."""
    if "recruit" not in decision.verbs:
        return None
    player, f = player_of(s, x), faction_of(s, x)
    board = s.board

    def need(token: str) -> float:
        node = board.place[token]
        if node >= len(s.siege):
            return 1.0
        fear = threat(s, player, board.gate[node], 8)
        return prize(s, f, node) * (1 + fear / 10) / (5 + within(s, node))

    places = decision.next(("recruit",)).choices
    return Recruit.act(place=max(places, key=need))


# -- the way -------------------------------------------------------------------------------------


def road(s: State, company: Sequence[int], start: int) -> Road:
    """The cheapest ways that a company may take now, danger included."""
    board, player = s.board, player_of(s, company[0])
    points, before, heap = {start: 0}, {}, [(0, start)]
    while heap:
        spent, node = heappop(heap)
        if spent > points[node] or (node != start and stops_at(s, company, node)):
            continue
        for there in board.near[node]:
            if step_bar(s, company, node, there, node == start) is not None:
                continue
            cost = spent + board.cost(node, there)
            if occupied(s, player, there):
                cost += 0 if odds(s, company, foes(s, player, there)) >= BOLD else 30
            catcher = interceptor(s, company, there)
            if catcher >= 0 and s.army[catcher] > strength(s, company) // 3:
                cost += 4
            if cost < points.get(there, 999):
                points[there], before[there] = cost, node
                heappush(heap, (cost, there))
    return Road(points, before)


def _wishes(s: State, x: int, company: Sequence[int], ways: list[int]) -> list[Wish]:
    """Cities by what they bring, less what they cost to reach and to take."""
    f, player, board = faction_of(s, x), player_of(s, x), s.board
    sp, stride = strength(s, company), pace(s, company)
    common = goal(s, x)
    found = []
    for city in targets(s, x):
        gate = board.gate[city]
        points = ways[gate]
        turns = points / stride.points / MARCHES
        if points >= 999 or s.turn + turns > LAST:
            continue
        if (winter(s) and points > CLOSE) or (raining(s) and points > RAINY):
            continue  # the road eats armies in winter
        value = (prize(s, f, city) + denial(s, f, city)) * LATER**turns
        loss = min(points * stride.loss, sp - 1.0)
        help_ = _helpers(s, x, company, gate)
        men = int(sp - loss + (help_ if city == common else _there(s, x, company, gate)))
        enemy = guarded(s, player, city)
        if enemy:
            value -= 0.5 * strength(s, enemy)
            if men * might(s, company) / sp < 0.9 * might(s, enemy):
                continue
        cost = siege_cost(s, x, city, men)
        if cost > _dared(s) * men or men < ENOUGH * within(s, city):
            continue
        share = sp / max(sp, men)  # friends pay their part
        cost = share * cost + loss + ACTIVATION * points / stride.points
        found.append(Wish(value - cost + (TOGETHER if city == common else 0), city, points))
    return sorted(found, reverse=True)


def _dared(s: State) -> float:
    """The part of an army that a City may cost; more when the end is near."""
    return 0.6 + 0.35 * (s.turn / LAST) ** 2


def friends(s: State, x: int) -> list[int]:
    """Armies in the field on a leader's side that are not against his player."""
    player, side = player_of(s, x), side_of(faction_of(s, x))
    return [
        y
        for y, at in enumerate(s.at)
        if 0 <= at < len(s.board.places)
        and s.army[y]
        and faction_of(s, y) < PLAYED
        and side_of(faction_of(s, y)) == side
        and not hostile(s, player, y)
    ]


def goal(s: State, x: int) -> int:
    """The City that a leader's side goes for together; -1: none."""
    player, board = player_of(s, x), s.board
    men = friends(s, x)
    best, found = 0.0, -1
    for city in targets(s, x):
        far = afar(board, board.gate[city])
        force = loss = 0.0
        for y in men:
            trust = 1.0 if player_of(s, y) == player else STRANGERS
            gone = trust * s.army[y] * min(1.0, far[s.at[y]] / REACH)
            force += trust * s.army[y] - gone
            loss += gone
        if force < FORCE * within(s, city) or force < 2 * board.sdv[city]:
            continue
        owners = s.form.played[player]
        value = max([prize(s, f, city) for f in owners]) + denial(s, owners[0], city)
        value -= siege_cost(s, x, city, int(force)) + ROADS * loss
        value *= 1 + s.ap[city] / 20 + (0.3 if s.siege[city] else 0)
        value *= min(1.0, force / HOST)
        if value > best:
            best, found = value, city
    return found


def _there(s: State, x: int, company: Sequence[int], gate: int) -> float:
    """SP of friends before a City."""
    return float(strength(s, [y for y in friends(s, x) if y not in company and s.at[y] == gate]))


def _helpers(s: State, x: int, company: Sequence[int], gate: int) -> float:
    """SP of friends before a City, and some of those on the way."""
    far = afar(s.board, gate)
    return sum(
        [
            s.army[y] * (1.0 if s.at[y] == gate else max(0.0, NEAR - FADES * far[s.at[y]]))
            for y in friends(s, x)
            if y not in company
        ]
    )


def _mustered(s: State, x: int, city: int) -> bool:
    """Whether those who are near a City are enough to go before its walls."""
    far = afar(s.board, s.board.gate[city])
    near = [y for y in friends(s, x) if far[s.at[y]] <= CLOSE]
    return strength(s, near) >= ENOUGH * within(s, city) + 4


@lru_cache(maxsize=64)
def afar(board: Board, gate: int) -> tuple[int, ...]:
    """Attrition points to a gate from everywhere."""
    return tuple(board.reach(gate))


def _onward(s: State, x: int, company: tuple[int, ...], decision: Decision) -> Action | None:
    """The next march, or home."""
    if "march" not in decision.verbs:
        return None
    board, node = s.board, s.at[x]
    if side_of(faction_of(s, x)) == MUSLIM and (raid := _raid(s, x, company, decision)):
        return raid
    if _stays(s, x, company):
        return None
    company = _marchers(s, x, company)
    ways = board.reach(node)
    wishes = [wish for wish in _wishes(s, x, company, ways) if wish.value > 0]
    now = road(s, company, node)
    for wish in wishes[:3]:
        gate = board.gate[wish.city]
        if gate == node:
            return None  # here he waits
        short = not _mustered(s, x, wish.city)
        march = _march(s, x, company, gate, now, decision, short)
        if march is not None:
            return march
    return _home(s, x, company, now, decision)


def _stays(s: State, x: int, company: Sequence[int]) -> bool:
    """Whether the army is needed where it is: in a siege, or inside walls that are threatened."""
    node, board, player = s.at[x], s.board, player_of(s, x)
    city = board.city_of[node] if node >= len(s.siege) else node
    if city < 0:
        return False
    f = faction_of(s, x)
    if s.siege[city] and node != city:
        men = friends_at(s, x, node)
        rest = strength(s, [y for y in men if y not in company])
        return rest < 5 * board.sdv[city] and prize(s, f, city) > 0
    if s.control[city] != f:
        return False
    keep = prize(s, f, city) > 8
    if side_of(f) == MUSLIM:
        return keep and strength(s, company) < 40
    others = [y for y in friends(s, x) if y not in company and s.at[y] == node]
    rest = within(s, city) + strength(s, others) + min(12, s.army[x] // 4)
    if node == city:
        rest -= strength(s, company)
    return keep and threat(s, player, board.gate[city], 4) > STAY * rest + 5


def _march(
    s: State,
    x: int,
    company: tuple[int, ...],
    goal: int,
    now: Road,
    decision: Decision,
    short: bool = False,
) -> Action | None:
    """The best part of the way to a goal: what it costs against what is left of it. `short`: not
    to its end, where the others are missing."""
    if goal not in now.before:
        goal = _nearest(s, goal, now)
        if goal < 0:
            return None
    path = now.to(goal)
    whole, stride = now.points[goal], pace(s, company)
    ahead = stride.loss + ACTIVATION / stride.points
    best: tuple[float, int] | None = None
    far = afar(s.board, goal)
    for n, node in enumerate(path):
        points = now.points[node]
        if short and far[node] < AWAITED:
            continue
        cost = road_loss(s, company, points) + (whole - points) * ahead
        if node != goal:
            cost += 0.4 * camp_loss(s, strength(s, company), node) * (not _roof(s, x, node))
        if best is None or cost < best[0]:
            best = (cost, n)
    if best is None or (short and far[s.at[x]] <= far[path[best[1]]] + 1):
        return None
    steps = path[: best[1] + 1]
    return _ordered(s, x, company, steps, now.points[steps[-1]], decision)


def _nearest(s: State, goal: int, now: Road) -> int:
    """The space on the ways that are open from which it is nearest to a goal."""
    away = s.board.away[goal]
    return min(now.before, key=lambda n: (away[n], now.points[n]), default=-1)


def _roof(s: State, x: int, node: int) -> bool:
    """Whether an army is fed where it stands at the end of a turn."""
    player, board = player_of(s, x), s.board
    place = node if board.holds(node) else board.city_of[node]
    return place >= 0 and not s.ravaged[place] and may_quarter(s, player, place)


def _ordered(
    s: State,
    x: int,
    company: tuple[int, ...],
    steps: tuple[int, ...],
    points: int,
    decision: Decision,
) -> Action | None:
    """The march as an order, with a halt where it saves more than it risks, and Resources where
    they save men."""
    board = s.board
    tokens = tuple([board.places[n] for n in steps])
    leave = _garrison(s, x, company)
    pay = _spent(s, x, company, steps[-1], points)
    halt = _halt(s, x, company, steps)
    rows = (
        (leave, halt, pay),
        (None, halt, pay),
        (None, (), pay),
        (None, (), None),
    )
    for left, halts, paid in rows:
        action = March.act(
            company=_with(s, company), leave=left, path=tokens, halts=halts, pay=paid
        )
        if action in decision:
            return action
    return None


def _garrison(s: State, x: int, company: Sequence[int]) -> str | None:
    """5.2: men left behind in a City that is worth keeping."""
    node, board, f = s.at[x], s.board, faction_of(s, x)
    if s.stage != BEGINS:
        return None
    city = node if node < len(s.siege) else board.city_of[node]
    if city < 0 or s.control[city] != f or s.siege[city]:
        return None
    worth = (prize(s, f, city) - 2) / 4
    want = int(min(12, 2 + worth)) - (within(s, city) - strength(s, here(s, city)))
    most = s.army[x] // 4
    count = min(want, most)
    return str(count) if worth > 0 and count > 0 else None


def _spent(s: State, x: int, company: Sequence[int], end: int, points: int) -> str | None:
    most = to_pay(s, x, end)
    if not most:
        return None
    best = 0
    while best < most and road_loss(s, company, points, best) >= 0.5:
        best += 1
    return str(best) if best else None


def _halt(s: State, x: int, company: Sequence[int], steps: tuple[int, ...]) -> tuple[str, ...]:
    """6.2: a halt on the way begins a new count, if the leader goes on: what that saves against
    the chance that he stops there."""
    board, costs, at = s.board, [], s.at[x]
    for node in steps:
        costs.append(board.cost(at, node))
        at = node
    whole = sum(costs)
    good = min(5, cv(s, x)) / 6
    found: tuple[str, ...] = ()
    best = road_loss(s, company, whole)
    for n in range(len(steps) - 1):
        first = sum(costs[: n + 1])
        loss = road_loss(s, company, first) + good * road_loss(s, company, whole - first)
        loss += (1 - good) * (ACTIVATION + 1.5)
        if loss < best:
            best, found = loss, (board.places[steps[n]],)
    return found


# -- raids and refuge ----------------------------------------------------------------------------


def _raid(s: State, x: int, company: tuple[int, ...], decision: Decision) -> Action | None:
    """7.1: Muslims fall upon a Crusader army within reach: they harass it, or fight a weak one."""
    player, node = player_of(s, x), s.at[x]
    city = node if node < len(s.siege) else s.board.city_of[node]
    sp = strength(s, company)
    if sp < 8 or (city >= 0 and s.control[city] == faction_of(s, x) and sp < 20):
        return None
    if faction_of(s, x) >= PLAYED:
        return None
    now = road(s, company, node)
    best: tuple[float, Action] | None = None
    for there, points in now.points.items():
        enemy = foes(s, player, there)
        spent = points - 30 if points >= 30 else points
        if not enemy or spent > 10 or side_of(faction_of(s, enemy[0])) != CRUSADER:
            continue
        ratio = odds(s, company, enemy)
        gain = 1.2 if ratio >= HARASS else 0.0
        then = "harass"
        if ratio >= 1.6:
            gain, then = 0.2 * strength(s, enemy), "attack"
        gain -= road_loss(s, company, spent)
        if gain > (best[0] if best else 0.3):
            tokens = tuple([s.board.places[n] for n in now.to(there)])
            action = March.act(company=_with(s, company), path=tokens, then=then)
            if action in decision:
                best = (gain, action)
    return best[1] if best else None


def _home(
    s: State, x: int, company: tuple[int, ...], now: Road, decision: Decision
) -> Action | None:
    """Nothing is to be won: to a roof of his own, where he is needed most."""
    if _roof(s, x, s.at[x]):
        return None
    best: tuple[float, int] | None = None
    for node, points in now.points.items():
        if node == s.at[x] or not _roof(s, x, node):
            continue
        cost = road_loss(s, company, points) + 0.1 * points
        if best is None or cost < best[0]:
            best = (cost, node)
    if best is None or best[0] > 2 + camp_loss(s, strength(s, company), s.at[x]):
        return None
    steps = now.to(best[1])
    return _ordered(s, x, company, steps, now.points[best[1]], decision)


def _lone(s: State, x: int, decision: Decision) -> Action | None:
    """6.5: a leader without an army takes men where he is, or goes to those of his faction."""
    if "take" in decision.verbs:
        counts = decision.next(("take",)).choices
        return Action("take", counts[-1])
    if "recruit" in decision.verbs:
        return _raise(s, x, (x,), decision)
    if "march" not in decision.verbs:
        return None
    f, now = faction_of(s, x), road(s, (x,), s.at[x])
    best: tuple[int, int] | None = None
    for node in now.before:
        men = sum([s.army[y] for y in here(s, node) if faction_of(s, y) == f])
        at = store_place(s, x, node)
        if at >= 0:
            men += s.garrison[at * OWNERS + f]
        if men > (best[0] if best else 3):
            best = (men, node)
    if best is None:
        return None
    steps = now.to(best[1])
    return March.act(path=tuple([s.board.places[n] for n in steps]))
