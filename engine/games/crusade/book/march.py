"""6: marches as far as one likes, with halts, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.events import many, number, said
from engine.games.crusade.book import battle
from engine.games.crusade.book.attrition import bereft, march_cost
from engine.games.crusade.book.command import (
    BEGINS,
    CONTINUED,
    STAYING,
    WANDERED,
    Acting,
    company_here,
    continues,
    engage,
    followers,
    gone,
    halted,
    may_grow,
    mixed,
    stop,
)
from engine.games.crusade.book.encounter import relief
from engine.games.crusade.book.ground import (
    demoralized,
    displace,
    foes,
    hostile,
    may_quarter,
    move,
    occupied,
    owns,
    raining,
    raise_cross,
    seize,
    settle,
)
from engine.games.crusade.book.harassment import may_harass
from engine.games.crusade.book.interception import intercepting, interceptor
from engine.games.crusade.book.lines import free, has_stores, may_spend
from engine.games.crusade.book.siege import (
    assault_bar,
    begin_siege,
    ravage,
    ravage_bar,
    siege_bar,
    storm,
)
from engine.games.crusade.table.board import BOX, CITY, TOWN
from engine.games.crusade.table.flow import (
    DEED,
    DEEDS,
    LEADER,
    NUMBER,
    NUMBERS,
    PLACE,
    Context,
    Leader,
    Order,
    Place,
    Telling,
    leaders,
    place,
    push,
    step,
)
from engine.games.crusade.table.people import ARMENIANS, MUSLIM, NOBODY, PLAYED
from engine.games.crusade.table.state import (
    PARTIAL,
    RAVAGER,
    TOTAL,
    State,
    faction_of,
    garrisons,
    here,
    player_of,
    pull,
    put,
    ready,
    side_of,
    strength,
)
from engine.orders import NONE, Bar, Offer, Why, one, path, some, subset, worked_out

NO_WAY = Bar("no_way", "6.1", here=PLACE, there=PLACE)
CLOSED_BOX = Bar("closed_box", "2.1", place=PLACE)
RIVER_IN_RAIN = Bar("river_in_rain", "6.6", here=PLACE, there=PLACE)
JORDAN = Bar("jordan", "6.7", place=PLACE)
NOT_LET_IN = Bar("not_let_in", "8.2", place=PLACE)
DOWNCAST = Bar("downcast", "7.2C", place=PLACE)
ALONE = Bar("alone", "6.5", place=PLACE)
BACK_ONLY = Bar("back_only", "6.1", place=PLACE)
HELD_UP = Bar("held_up", "6.1", place=PLACE)
MUST_HALT = Bar("must_halt", "6.1", place=PLACE)
TWICE_THERE = Bar("twice_there", "6.1", place=PLACE)
WHERE_TO = Bar("where_to", "6.1")
KIN = Bar("kin", "13.4", place=PLACE)
NO_EXIT = Bar("no_exit", "6.1")
NOT_ALONG = Bar("not_along", "5.3", leader=LEADER)
NOT_THERE = Bar("not_there", "6.1", place=PLACE)
CANNOT_PAY = Bar("cannot_pay", "6.3A", place=PLACE)


class Marched(Telling, kind="march", rule="6.1", shape="way"):
    leaders: tuple[str, ...] = many(LEADER, part="who")
    start: str = said(PLACE, part="from", name="from")
    path: tuple[str, ...] = many(PLACE, form="path", part="way")
    points: int = number()
    count: int = number(noun="sp")


class Left(Telling, kind="drop", rule="5.2"):
    leaders: tuple[str, ...] = many(LEADER)
    place: str = said(PLACE, part="at")
    count: int = number(noun="sp")


class Joined(Telling, kind="take", rule="5.2"):
    leaders: tuple[str, ...] = many(LEADER)
    place: str = said(PLACE, part="at")
    count: int = number(noun="sp")


# -- where one may go ------------------------------------------------------------------------------


def step_bar(s: State, company: Sequence[int], start: int, node: int, first: bool) -> Why | None:
    """Why a stack may not step from a space into the next; None: it may."""
    board = s.board
    way = board.way(start, node)
    if way < 0:
        return NO_WAY(here=start, there=node)
    mine = [faction_of(s, x) for x in company]
    kind = board.kind[node]
    if kind == BOX and any(board.only[node] != f for f in mine):
        return CLOSED_BOX(place=node)
    ways = board.ways[way]
    if ways.river and raining(s):
        return RIVER_IN_RAIN(here=start, there=node)
    player = player_of(s, company[0])
    if first:
        why = _leaving(s, company, player, start, node)
        if why is not None:
            return why
    if kind == CITY and barred_out(s, player, node):
        return NOT_LET_IN(place=node)
    if occupied(s, player, node):
        if ways.jordan:
            return JORDAN(place=node)
        if not strength(s, company):
            return ALONE(place=node)
        if demoralized(s, company):
            return DOWNCAST(place=node)
        if kind == TOWN and s.control[node] == ARMENIANS and ARMENIANS in mine:
            return KIN(place=node)
    return None


def barred_out(s: State, player: int, city: int) -> bool:
    """8.2, B21: a City that is besieged or lets nobody in; who comes into ruins may fight there."""
    if s.siege[city]:
        return True
    return s.ruined[city] < 0 and not may_quarter(s, player, city)


def _leaving(s: State, company: Sequence[int], player: int, start: int, node: int) -> Why | None:
    """6.1: armies that hold each other up leave only by the way they came."""
    enemy = foes(s, player, start)
    if not enemy or s.board.kind[start] == CITY:
        return None
    came = s.came[company[0]]
    if came >= 0 and came != node:
        return BACK_ONLY(place=came)
    if came < 0 and any(s.came[x] == node for x in enemy):
        return HELD_UP(place=node)
    return None


def stops_at(s: State, company: Sequence[int], node: int) -> bool:
    """Whether a march cannot go on from a space without a halt."""
    return s.board.kind[node] in (CITY, BOX) or occupied(s, player_of(s, company[0]), node)


def exits(s: State, company: Sequence[int], start: int) -> list[int]:
    return [n for n in s.board.near[start] if step_bar(s, company, start, n, True) is None]


# -- what may be left and taken --------------------------------------------------------------------


def store_place(s: State, x: int, node: int) -> int:
    """Where SP may be left or found by a leader in a space: the place, or the City of its gate;
    -1: nowhere."""
    board, player = s.board, player_of(s, x)
    kind = board.kind[node]
    if kind == BOX:
        return node if node in (board.cappadocia, board.mosul, board.egypt) else -1
    if kind in (CITY, TOWN):
        return node if may_quarter(s, player, node) and s.control[node] != NOBODY else -1
    city = board.city_of[node]
    if city >= 0 and may_quarter(s, player, city) and not s.siege[city]:
        return -1 if foes(s, player, node) else city
    return -1


def to_take(s: State, x: int, node: int) -> int:
    """SP that a leader could pick up."""
    at = store_place(s, x, node)
    if at < 0:
        return 0
    found = ready(s, at, faction_of(s, x))
    while found and not may_grow(s, x, found):
        found -= 1
    return found


def taken(s: State, c: Context, x: int, count: int) -> None:
    """5.2: a leader picks up SP."""
    at = store_place(s, x, s.at[x])
    count = min(count, to_take(s, x, s.at[x]))
    if count <= 0:
        return
    pull(s, at, faction_of(s, x), count)
    s.army[x] += count
    s.marks[x] &= ~RAVAGER
    c.tell(Joined(leaders=leaders(s, (x,)), place=place(s, at), count=count))


def left(s: State, c: Context, x: int, count: int) -> None:
    """5.2: a leader drops SP off."""
    at = store_place(s, x, s.at[x])
    count = min(count, s.army[x])
    if at < 0 or count <= 0:
        return
    s.army[x] -= count
    put(s, at, faction_of(s, x), count, fresh=True)
    c.tell(Left(leaders=leaders(s, (x,)), place=place(s, at), count=count))


def to_pay(s: State, x: int, node: int) -> int:
    """6.3A: Resources that may be spent against attrition where a march ends."""
    board = s.board
    city = node if board.kind[node] == CITY else board.city_of[node]
    found = free(s, faction_of(s, x))
    if city >= 0 and may_spend(s, player_of(s, x), city) and not s.siege[city]:
        found += has_stores(s, city)
    return min(found, 12)


def paid(s: State, x: int, node: int, amount: int) -> int:
    amount = min(amount, to_pay(s, x, node))
    first = min(amount, free(s, faction_of(s, x)))
    if first:
        s.free[faction_of(s, x)] -= first
    if amount - first:
        city = node if s.board.kind[node] == CITY else s.board.city_of[node]
        s.stock[city] -= amount - first
    return amount


# -- the order -------------------------------------------------------------------------------------


class Company(Order[Acting]):
    """An order for a leader and those who come along."""

    company = some(LEADER, name="with", mark="with", optional=True, words="who comes along")

    @company.offer
    def next_companion(self, chosen: tuple[Leader, ...]) -> Offer[Any]:
        pool = self.pool
        return subset(pool, chosen, 0, len(pool))

    @company.bar
    def companion_barred(self, chosen: tuple[Leader, ...], x: Leader | None) -> Why | None:
        if x is None or x in self.next_companion(chosen).choices:
            return None
        return NOT_ALONG(leader=x)

    @worked_out
    def pool(self) -> list[int]:
        s, x = self.s, self.asked.leader
        if s.stage != BEGINS:
            return [y for y in company_here(s) if y != x]
        return followers(s, x)

    @property
    def stack(self) -> tuple[int, ...]:
        return (self.asked.leader, *self.company)


class March(Company, verb="march", rule="6.1", command=True):
    """6.1: march with an army, or alone, as far as you like."""

    leave = one(NUMBER, mark="leave", optional=True, words="SP to leave behind before it starts")
    path = path(PLACE, mark=">", words="the spaces on the way")
    halts = some(PLACE, name="halt", mark="halt", optional=True, words="where to halt on the way")
    pay = one(NUMBER, mark="pay", optional=True, words="Resources against attrition at the end")
    take = one(NUMBER, mark="take", optional=True, words="SP to pick up at the end")
    drop = one(NUMBER, mark="drop", optional=True, words="SP to drop off at the end")
    then = one(DEED, mark="then", optional=True, words="what to do at the end")
    shut = NO_EXIT

    def possible(self) -> bool:
        s, x = self.s, self.asked.leader
        if s.fought & WANDERED and not strength(s, s.company):
            return False  # 6.5: alone he goes as far as he likes, but once
        return s.stage in (BEGINS, CONTINUED) and bool(exits(s, (x,), s.at[x]))

    @leave.offer
    def leaves(self) -> Sequence[str | None]:
        s, x = self.s, self.asked.leader
        if s.stage != BEGINS or store_place(s, x, s.at[x]) < 0 or not s.army[x]:
            return NONE
        return (None, *NUMBERS[1 : s.army[x] + 1])

    @path.offer
    def onward(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        s, stack = self.s, self.stack
        start = chosen[-1] if chosen else Place(s.at[self.asked.leader])
        if chosen and stops_at(s, stack, start):
            return Offer((), True, 1, 99)
        found = tuple([n for n in s.board.near[start] if self.barred(chosen, Place(n)) is None])
        return Offer(found, bool(chosen), 1, 99)

    @path.bar
    def barred(self, chosen: tuple[Place, ...], node: Place | None) -> Why | None:
        s = self.s
        start = chosen[-1] if chosen else Place(s.at[self.asked.leader])
        if node is None:
            return None if chosen else WHERE_TO()
        if chosen and stops_at(s, self.stack, start):
            return MUST_HALT(place=start)
        if node in chosen or node == s.at[self.asked.leader]:
            return TWICE_THERE(place=node)
        return step_bar(s, self.stack, start, node, not chosen)

    @halts.offer
    def halting(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        if not strength(self.s, self.stack):
            return Offer((), True)
        pool = sorted(self.path[:-1])
        return subset(pool, chosen, 0, len(pool))

    @pay.offer
    def pays(self) -> Sequence[str | None]:
        most = to_pay(self.s, self.asked.leader, self.path[-1])
        if not most or not strength(self.s, self.stack):
            return NONE
        return (None, *NUMBERS[1 : most + 1])

    @pay.bar
    def pay_barred(self, pay: str | None) -> Why | None:
        return None if pay in self.pays() else CANNOT_PAY(place=self.path[-1])

    @take.offer
    def takes(self) -> Sequence[str | None]:
        s, x, end = self.s, self.asked.leader, self.path[-1]
        if occupied(s, self.player, end):
            return NONE
        most = to_take(s, x, end)
        return (None, *NUMBERS[1 : most + 1]) if most else NONE

    @drop.offer
    def drops(self) -> Sequence[str | None]:
        s, x, end = self.s, self.asked.leader, self.path[-1]
        if self.take or occupied(s, self.player, end) or store_place(s, x, end) < 0:
            return NONE
        most = s.army[x] - int(self.leave or 0)
        return (None, *NUMBERS[1 : most + 1]) if most > 0 else NONE

    @then.offer
    def deeds(self) -> Sequence[str | None]:
        return (None, *self.open_deeds)

    @then.bar
    def deed_barred(self, deed: str | None) -> Why | None:
        return None if deed in self.deeds() else NOT_THERE(place=self.path[-1])

    @worked_out
    def open_deeds(self) -> tuple[str, ...]:
        s, stack, end = self.s, self.stack, self.path[-1]
        player, sp = self.player, strength(self.s, stack) - int(self.leave or 0)
        if not sp:
            return ()
        if occupied(s, player, end):
            # a reinforcing army need not fight (5.3); everybody else fights one way or the other
            found = ["attack"]
            if may_harass(s, stack, end):
                found.append("harass")
            if relief(s, stack, end) >= 0:
                found.append("relieve")
            return tuple(found)
        found = []
        if siege_bar(s, stack, end, sp, coming=True) is None:
            found += ["siege-total", "siege-partial"]
        if assault_bar(s, stack, end, coming=True) is None:
            found.append("assault")
        if ravage_bar(s, stack, end, sp, coming=True) is None:
            found.append("ravage")
        return tuple(found)

    def do(self, c: Context) -> None:
        s, x = self.s, self.asked.leader
        engage(s, c, self.stack)
        s.fought &= ~STAYING
        if self.leave:
            left(s, c, x, int(self.leave))
        orders = (
            int(self.pay or 0), int(self.take or 0), int(self.drop or 0),
            DEEDS.index(self.then) if self.then else -1,
        )  # fmt: skip
        go = stride.then((), tuple(self.path), tuple(self.halts), 0, orders, s.at[x])
        if mixed(s):
            push(s, ("dissension",), go)
        else:
            push(s, go)


Orders = tuple[int, int, int, int]  # pay, take, drop, deed


@step
def stride(
    s: State, c: Context, done: tuple[int, ...], ahead: tuple[int, ...], halts: tuple[int, ...],
    points: int, orders: Orders, start: int,
) -> None:  # fmt: skip
    """6.1: one step; then whatever stops it."""
    if gone(s):
        stop(s)
        return
    company = company_here(s)
    if not ahead:
        arrive(s, c, done, points, orders, start, company)
        return
    node, before = ahead[0], s.at[s.active]
    player = player_of(s, s.active)
    if step_bar(s, company, before, node, not done) is not None:
        arrive(s, c, done, points, orders, start, company)  # the world has changed on the way
        return
    for x in company:
        move(s, x, node)
        s.came[x] = before
    points += s.board.cost(before, node)
    done = (*done, node)
    settle(s, c)
    if occupied(s, player, node):
        arrive(s, c, done, points, orders, start, company)
        return
    if strength(s, company):
        displace(s, c, player, node)
    halting = node in halts and len(ahead) > 1
    onward = (
        halt_on_way.then(done, ahead[1:], halts, points, orders, start)
        if halting
        else stride.then(done, ahead[1:], halts, points, orders, start)
    )
    catcher = interceptor(s, company, node)
    if catcher >= 0 and not (len(ahead) == 1 and orders[3] >= 0 and DEEDS[orders[3]] == "harass"):
        push(s, intercepting(s, catcher, done, points, start), onward)
    else:
        push(s, onward)


def told(s: State, c: Context, done: tuple[int, ...], points: int, start: int) -> None:
    company = company_here(s)
    if done:
        c.tell(
            Marched(
                leaders=leaders(s, company), start=place(s, start),
                path=tuple([place(s, n) for n in done]), points=points, count=strength(s, company),
            )
        )  # fmt: skip


@step
def halt_on_way(
    s: State, c: Context, done: tuple[int, ...], ahead: tuple[int, ...], halts: tuple[int, ...],
    points: int, orders: Orders, start: int,
) -> None:  # fmt: skip
    """6.2: a halt on the way, and a roll to go on."""
    company = company_here(s)
    told(s, c, done, points, start)
    march_cost(s, c, company, points, 0)
    bereft(s, c, company)
    if gone(s) or not strength(s, company_here(s)):
        stop(s)
        return
    enter_town(s, c)
    if continues(s, c):
        push(s, stride.then((), ahead, halts, 0, orders, s.at[s.active]))
    else:
        stop(s)


def arrive(
    s: State, c: Context, done: tuple[int, ...], points: int, orders: Orders, start: int,
    company: tuple[int, ...],
) -> None:  # fmt: skip
    """6.1: the march ends: attrition first, then a battle or what was ordered."""
    pay, take, drop, deed = orders
    told(s, c, done, points, start)
    x, node = s.active, s.at[s.active]
    lone = not strength(s, company)
    if done and not lone:
        march_cost(s, c, company, points, paid(s, x, node, pay) if pay else 0)
        bereft(s, c, company)
        settle(s, c)
        if gone(s) or s.at[x] != node or not strength(s, company_here(s)):
            stop(s)
            return
    company = company_here(s)
    player = player_of(s, x)
    word = DEEDS[deed] if deed >= 0 else ""
    if occupied(s, player, node):
        if word or not _reinforces(s, company, node):
            battle.declare(s, c, company, node, word)
            return
        halted(s)
        return
    for y in company:
        s.came[y] = -1
    enter_town(s, c)
    raise_cross(s, c, x)
    if take:
        taken(s, c, x, take)
    if drop:
        left(s, c, x, drop)
        if not s.army[x] and not strength(s, company):
            word = ""
    settle(s, c)
    if lone and not take:
        s.stage = CONTINUED
        s.fought |= WANDERED
        push(s, ("act", *_asked(s)))
        return
    follow(s, c, word)


def _asked(s: State) -> tuple[int, int]:
    from engine.games.crusade.book.command import question

    frame = question(s)
    return frame[1], frame[2]


def _reinforces(s: State, company: tuple[int, ...], node: int) -> bool:
    """5.3: whether a friendly army was already there."""
    player = player_of(s, company[0])
    return any(
        y not in company and s.army[y] and player_of(s, y) >= 0 and not hostile(s, player, y)
        for y in here(s, node)
    )


def follow(s: State, c: Context, word: str) -> None:
    """What was ordered for the end of a march."""
    company, node = company_here(s), s.at[s.active]
    sp = strength(s, company)
    if word == "ravage" and ravage_bar(s, company, node, sp, coming=True) is None:
        ravage(s, c, company)
        stop(s)
        return
    wanted = (word.startswith("siege") and siege_bar(s, company, node, sp) is None) or (
        word == "assault" and assault_bar(s, company, node) is None
    )
    if not wanted:
        halted(s)
        return
    if not continues(s, c):
        stop(s)
        return
    if word == "assault":
        storm(s, c, company)
    else:
        begin_siege(s, c, company, TOTAL if word == "siege-total" else PARTIAL)
    stop(s)


def enter_town(s: State, c: Context) -> None:
    """8.0: an army that halts in an empty Town takes it."""
    x, node = s.active, s.at[s.active]
    ruins = node < len(s.siege) and s.ruined[node] >= 0
    if not (ruins or s.board.kind[node] == TOWN) or not strength(s, company_here(s)):
        return
    mine = faction_of(s, x)
    if mine >= PLAYED and mine != ARMENIANS and side_of(mine) != MUSLIM:
        return
    owner, player = s.control[node], player_of(s, x)
    if owner == mine or owns(s, player, node):
        return
    if owner == ARMENIANS and garrisons(s, node):
        return  # D14: it stands before the Town
    if owner != NOBODY and may_quarter(s, player, node):
        return
    if owner >= PLAYED and side_of(owner) == side_of(mine) and mine < PLAYED:
        return  # Egypt's Towns are not taken in passing
    seize(s, c, node, mine)
