"""13.6: lists that nobody sees, victory points, and the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from engine.core import Action
from engine.events import many, number, said
from engine.games.crusade.book.ground import lose, settle, units
from engine.games.crusade.table.flow import (
    FACTION,
    PLACE,
    Context,
    Order,
    Place,
    Round,
    Telling,
    faction,
    place,
    push,
    step,
)
from engine.games.crusade.table.people import CRUSADER, MOSUL, PLAYED
from engine.games.crusade.table.state import (
    ABOARD,
    OWNERS,
    State,
    alive,
    cinc,
    faction_of,
    here,
    princes,
)
from engine.orders import Bar, Offer, Words, one, some, subset

YES = Words("switch", "yes", "no")
LISTED = Bar("listed", "13.6")


class Listed(Telling, kind="list", rule="13.6"):
    """A faction has written down what it wants; only its seat knows what."""

    faction: str = said(FACTION)
    side: str = said("side")
    cities: tuple[str, ...] = many(PLACE, who="side", secret=True)


class Disclosed(Telling, kind="lists", rule="13.6"):
    faction: str = said(FACTION)
    cities: tuple[str, ...] = many(PLACE, secret=True)


class Deserted(Telling, kind="desertion", rule="13.6"):
    """SP leave a faction that does not want Jerusalem."""

    faction: str = said(FACTION, secret=True)
    count: int = number(noun="sp", secret=True)


class Joined(Telling, kind="deserters", rule="13.6"):
    faction: str = said(FACTION, secret=True)
    count: int = number(noun="sp", secret=True)


class Scored(Telling, kind="score", rule="13.6"):
    faction: str = said(FACTION)
    points: int = number(secret=True)
    cities: tuple[str, ...] = many(PLACE, secret=True)


class Wishing(NamedTuple):
    """The factions that write a list."""

    factions: tuple[int, ...]


class Aim(Order[Wishing], verb="aims", rule="13.6"):
    """13.6: the Cities that your faction wants, which nobody else sees."""

    cities = some(PLACE, words="the Cities")

    @cities.offer
    def next_city(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        board = self.s.board
        if self.who == MOSUL:
            return subset(board.mosul_listed, chosen, board.lists.mosul, board.lists.mosul)
        return subset(board.listed, chosen, board.lists.crusader, board.lists.crusader)


def dearest(s: State, who: int) -> tuple[int, ...]:
    board = s.board
    pool, worth, n = board.listed, board.prizes[CRUSADER], board.lists.crusader
    if who == MOSUL:
        pool, worth, n = board.mosul_listed, board.mosul_prizes, board.lists.mosul
    return tuple(sorted(sorted(pool, key=lambda city: (-worth[city], city))[:n]))


class Aiming(Round[Wishing], kind="aims", rule="13.6"):
    """13.6: factions write their lists, all at once."""

    orders = (Aim,)

    def parties(self, s: State, a: Wishing) -> tuple[int, ...]:
        return a.factions

    def default(self, s: State, who: int, a: Wishing) -> Action:
        return Aim.act(cities=tuple(s.board.places[n] for n in dearest(s, who)))

    def opened(self, s: State, c: Any, a: Wishing, answers: tuple[Any, ...]) -> None:
        for answer in answers:
            s.lists[answer.who] = tuple(answer.cities)
            c.tell(Listed(faction=answer.token, side=answer.seat, cities=answer.tokens(Aim.cities)))


def choosing(s: State, factions: Iterable[int]) -> None:
    push(s, Aiming.then(Wishing(tuple(factions))))


# -- turn 10 ---------------------------------------------------------------------------------------


@step
def desertion(s: State, c: Context) -> None:
    """13.6: Crusaders show each other their lists; who leaves Jerusalem out loses men."""
    crusaders = tuple([seat for p, seat in enumerate(s.form.seats) if s.form.side_of[p] == 0])
    for f in range(4):
        told = Disclosed(faction=faction(s, f), cities=tuple([place(s, n) for n in s.lists[f]]))
        c.tell(told, only=crusaders)
    s.shown = 1
    holy = s.board.jerusalem
    faithful = [f for f in range(4) if holy in s.lists[f]]
    if not faithful:
        push(s, Adding.then(()))
        return
    for f in range(4):
        if f not in faithful:
            _desert(s, c, f, faithful)
    settle(s, c)


def army_of(s: State, f: int) -> list[tuple[int, int]]:
    """Everything that a faction has: armies and leaderless SP."""
    found = units(s, [x for x in s.board.people.factions[f].leaders if s.army[x]])
    for node in range(len(s.board.places)):
        if s.garrison[node * OWNERS + f]:
            found.append((node, f))
    return found


def _desert(s: State, c: Context, f: int, faithful: list[int]) -> None:
    from engine.games.crusade.book.attrition import bereft
    from engine.games.crusade.book.ground import size

    whole = army_of(s, f)
    count = sum([size(s, u) for u in whole]) * s.board.lists.desertion // 100
    lose(s, whole, count)
    bereft(s, c, s.board.people.factions[f].leaders)
    c.tell(Deserted(faction=faction(s, f), count=count))
    takers = (
        faithful if s.options["desertion_to"] == "faithful" else [g for g in range(4) if g != f]
    )
    takers = [g for g in takers if alive(s, g)]
    if not takers:
        return
    share = count // len(takers)
    for g in takers:
        s.army[cinc(s, g)] += share
        c.tell(Joined(faction=faction(s, g), count=share))


class Add(Order[tuple[()]], verb="add", rule="13.6"):
    """13.6: add Jerusalem to your list, or not."""

    answer = one(YES, words="yes or no", whole=True)


class Adding(Round[tuple[()]], kind="add", rule="13.6"):
    """13.6: nobody chose Jerusalem: every faction may add it."""

    orders = (Add,)

    def parties(self, s: State, a: tuple[()]) -> tuple[int, ...]:
        return (0, 1, 2, 3)

    def default(self, s: State, who: int, a: tuple[()]) -> Action:
        return Add.act(answer="yes")

    def opened(self, s: State, c: Any, a: tuple[()], answers: tuple[Any, ...]) -> None:
        for answer in answers:
            if answer.answer == "yes":
                s.lists[answer.who] = tuple(sorted((*s.lists[answer.who], s.board.jerusalem)))


# -- the end ---------------------------------------------------------------------------------------


def controls(s: State, f: int, city: int) -> bool:
    """A City scores for who holds it; a destroyed one needs real SP (A33)."""
    if s.control[city] != f:
        return False
    if s.ruined[city] < 0:
        return True
    led = any(s.army[x] for x in here(s, city) if faction_of(s, x) == f)
    return led or s.garrison[city * OWNERS + f] > 0


def points(s: State, f: int) -> int:
    """13.6: the victory points of a faction."""
    board, wish = s.board, s.lists[f]
    if f == MOSUL:
        return sum([board.mosul_prizes[city] for city in wish if controls(s, f, city)])
    side = CRUSADER if f < 4 else 1
    worth = board.prizes[side]
    bound = side == CRUSADER and princes(s) and bool(wish)
    cities = wish if bound else board.cities
    total = sum([worth[city] for city in cities if controls(s, f, city)])
    if bound:
        total -= board.lists.missed * sum([not controls(s, f, city) for city in wish])
    if side == CRUSADER:
        total += board.destroyed_points * s.ruined.count(f)
        bearer = s.cross - ABOARD if s.cross >= ABOARD else -1
        if (bearer >= 0 and faction_of(s, bearer) == f) or (
            0 <= s.cross < len(s.siege) and s.control[s.cross] == f
        ):
            total += board.true_cross_points
    return total


def scores(s: State) -> list[float]:
    """The mean of each player's factions."""
    return [sum([points(s, f) for f in held]) / len(held) for held in s.form.played]


def finish(s: State, c: Context, reason: str) -> None:
    """13.6: the most points win; equals share the victory."""
    for f in range(PLAYED):
        cities = tuple([place(s, n) for n in s.lists[f]])
        c.tell(Scored(faction=faction(s, f), points=points(s, f), cities=cities))
    found = scores(s)
    best = max(found)
    winners = tuple([p for p, score in enumerate(found) if score == best])
    s.over = (winners, reason, "13.6")
