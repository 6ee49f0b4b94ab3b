"""3: how a game and a turn go: set-up, diplomacy, assignment, the deck, attrition, recovery."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.core import Action
from engine.events import number, said
from engine.games.crusade.book import attrition, siege
from engine.games.crusade.book.drawing import draw, initiative, purchases
from engine.games.crusade.book.ground import Eroded, may_quarter, pressed, settle
from engine.games.crusade.book.lines import LIMIT, reach
from engine.games.crusade.book.naval import supply
from engine.games.crusade.book.scoring import choosing, desertion, finish
from engine.games.crusade.table.board import Board
from engine.games.crusade.table.flow import (
    CARD,
    FACTION,
    LEADER,
    NUMBER,
    NUMBERS,
    PLACE,
    Context,
    Leader,
    Order,
    Place,
    Plain,
    Point,
    Round,
    Telling,
    die,
    faction,
    leader,
    place,
    push,
    step,
)
from engine.games.crusade.table.people import MOSUL, MUSLIM, PLAYED, Form
from engine.games.crusade.table.state import (
    ABOARD,
    OF_TURN,
    OWNERS,
    State,
    alive,
    begun,
    face,
    faction_of,
    here,
    nobody,
    player_for,
    princes,
    put,
    rank_of,
)
from engine.orders import NONE, Bar, Offer, Words, one, path, some, subset, worked_out

LAST = 14
LENGTH = Bar("length", "5.2")
SHARE = Bar("share", "5.2", leader=LEADER)
SWITCH = Words("switch", "always", "once")


class Began(Telling, kind="turn", rule="3.2"):
    turn: int = number()


class Phase(Telling, kind="phase", rule="3.2"):
    phase: str = said("phase")


class Arrived(Telling, kind="arrival", rule="3.1"):
    leader: str = said(LEADER)
    place: str = said(PLACE, part="at")
    count: int = number(noun="sp")


class Awaited(Telling, kind="awaited", rule="3.1"):
    leader: str = said(LEADER)
    die: int = number()


class Delayed(Telling, kind="delayed", rule="13.1"):
    leader: str = said(LEADER)


class Assigned(Telling, kind="assign", rule="5.2"):
    """What was sealed until all had answered."""

    leader: str = said(LEADER, secret=True)
    place: str = said(PLACE, part="at", secret=True)
    count: int = number(noun="sp", secret=True)


class Rejected(Telling, kind="rejected", rule="12.0"):
    """3.1: a card that could not be held was shown and goes back."""

    faction: str = said(FACTION)
    card: str = said(CARD)


class Dealt(Telling, kind="dealt", rule="12.0"):
    side: str = said("side")
    card: str = said(CARD, who="side", secret=True)


class Sent(Telling, kind="sent", rule="5.2"):
    """SP that no leader commands any more are sent away."""

    faction: str = said(FACTION, secret=True)
    place: str = said(PLACE, part="to", secret=True)
    count: int = number(noun="sp", secret=True)


class Under(Telling, kind="under", rule="5.3"):
    leader: str = said(LEADER, secret=True)
    other: str = said(LEADER, secret=True)


class Lapsed(Telling, kind="lapsed", rule="8.3E"):
    side: str = said("side", secret=True)
    card: str = said(CARD, secret=True)


class Camped(Telling, kind="camp", rule="3.1"):
    leader: str = said(LEADER, secret=True)
    place: str = said(PLACE, part="at", secret=True)


# -- before the first turn -------------------------------------------------------------------------


def set_up(board: Board, form: Form, options: Mapping[str, str], c: Context) -> State:
    """13.1: who is where when play begins."""
    s = begun(board, form, options)
    for start in board.starts:
        if start.place < board.points.start:
            s.control[start.place] = start.control
        if start.leader >= 0:
            s.at[start.leader], s.army[start.leader] = start.place, start.sp
        elif start.sp:
            put(s, start.place, start.control, start.sp)
        if start.true_cross:
            s.cross = start.place
        for _ in range(start.fleets):
            s.fleets.append((MUSLIM, board.egypt_sea, board.charts.fleets.nsp))
    for f in range(4):
        s.knights[f] = board.people.factions[f].knights
        s.free[f] = board.people.factions[f].resources
    for side, deck in enumerate(board.charts.decks):
        s.draws[side] = tuple(sorted(k.number for k in deck for _ in range(k.copies)))
    if len(form.seats) > 2:
        for player in range(len(form.seats)):
            _first_card(s, c, player)
    push(s, Camping.then(), turn_begins.then())
    choosing(s, [MOSUL])
    return s


def _first_card(s: State, c: Context, player: int) -> None:
    """3.1: with several players each gets a card that may be held; others are shown and go back."""
    side = s.form.side_of[player]
    deck = s.board.charts.in_deck[side]
    back = []
    while True:
        card = c.dice.pick("card", s.draws[side], s.board.charts.events)
        rest = list(s.draws[side])
        rest.remove(card)
        s.draws[side] = tuple(rest)
        token = s.board.charts.events[card]
        if deck[card].hold:
            break
        back.append(card)
        c.tell(Rejected(faction=faction(s, face(s, player)), card=token))
    s.hand[player] = (card,)
    s.draws[side] = tuple(sorted((*s.draws[side], *back)))
    c.tell(Dealt(side=s.form.seats[player], card=token))


class Camp(Order[Plain], verb="camp", rule="3.1"):
    """3.1: who begins in the gate of his City; the others begin inside."""

    leaders = some(LEADER, optional=True, words="who camps before the gate")

    @leaders.offer
    def next_leader(self, chosen: tuple[Leader, ...]) -> Offer[Any]:
        s = self.s
        pool = sorted(
            x for x in alive(s, self.who) if s.at[x] < len(s.siege) and s.board.gate[s.at[x]] >= 0
        )
        return subset(pool, chosen, 0, len(pool))


class Camping(Round[Plain], kind="camp", rule="3.1"):
    """3.1: every Muslim faction says which of its armies begin before the gates."""

    orders = (Camp,)

    def parties(self, s: State, a: Plain) -> tuple[int, ...]:
        return tuple(range(4, PLAYED))

    def default(self, s: State, who: int, a: Plain) -> Action:
        return Camp.act()

    def opened(self, s: State, c: Any, a: Plain, answers: tuple[Any, ...]) -> None:
        for answer in answers:
            for x in answer.leaders:
                s.at[x] = s.board.gate[s.at[x]]
                c.tell(Camped(leader=leader(s, x), place=place(s, s.at[x])))


# -- a turn ----------------------------------------------------------------------------------------


@step
def turn_begins(s: State, c: Context) -> None:
    """3.2: a turn begins, or the last is over."""
    if s.turn == LAST:
        finish(s, c, "turns")
        return
    s.turn += 1
    c.tell(Began(turn=s.turn))
    for x in range(len(s.at)):
        s.home[x] = s.at[x]
    dates = s.board.dates
    frames = [diplomacy.then()]
    if s.turn == dates.reveal and princes(s):
        frames.append(desertion.then())
    frames += [
        kerbogha.then(), assignment.then(), purchases.then(), operations.then(), ended.then(),
    ]  # fmt: skip
    push(s, *frames)
    if s.turn == dates.lists and princes(s) and s.fallen < 2:
        s.fallen = 2
        choosing(s, range(4))


def phase(s: State, c: Context, name: str) -> None:
    s.phase = name
    c.tell(Phase(phase=name))


# -- A: diplomacy ----------------------------------------------------------------------------------


@step
def diplomacy(s: State, c: Context) -> None:
    """3.2A: everybody talks, until all have said that they are done."""
    phase(s, c, "diplomacy")
    push(s, talks_over.then())
    if _talkers(s):
        push(s, Talking.then())


def _talkers(s: State) -> tuple[int, ...]:
    return tuple([face(s, p) for p in range(len(s.form.seats)) if not s.content >> p & 1])


class Done(Order[Plain], verb="done", rule="3.2A", command=True, ends=True):
    """3.2A: you are done with diplomacy, this turn or always."""

    when = one(SWITCH, optional=True, words="always: never ask again")

    @when.offer
    def whens(self) -> Sequence[str | None]:
        return (None, "always")

    @when.bar
    def when_barred(self, when: str | None) -> Any:
        return None if when in (None, "always") else LENGTH()


class Talking(Round[Plain], kind="talk", rule="3.2A"):
    """3.2A: talk, deal, and say when you are done."""

    orders = (Done,)

    def parties(self, s: State, a: Plain) -> tuple[int, ...]:
        return _talkers(s)

    def default(self, s: State, who: int, a: Plain) -> Action:
        return Done.act()

    def opened(self, s: State, c: Any, a: Plain, answers: tuple[Any, ...]) -> None:
        for answer in answers:
            if answer.when == "always":
                s.content |= 1 << answer.player


@step
def talks_over(s: State, c: Context) -> None:
    """11.0: open offers lapse with the phase."""
    s.offers = []


@step
def kerbogha(s: State, c: Context) -> None:
    """13.1: Kerbogha may come from turn 3 on, and comes at the latest in the last of the table."""
    x, table = s.board.kerbogha, s.board.charts.kerbogha
    if s.kerbogha == 2 or s.turn < s.board.kerbogha_from:
        return
    most = table[s.turn]
    if most >= 6:
        _arrives(s, c)
        return
    if not s.kerbogha:
        rolled = die(c, "kerbogha")
        if rolled > most:
            c.tell(Awaited(leader=leader(s, x), die=rolled))
            return
        s.kerbogha = 1  # D7: from now on he comes when he likes
    push(s, Arriving.then(Musters(MOSUL)))


class Musters(NamedTuple):
    faction: int


class Come(Order[Musters], verb="come", rule="13.1"):
    """13.1: Kerbogha comes now."""

    def do(self, c: Context) -> None:
        _arrives(self.s, c)


class Wait(Order[Musters], verb="wait", rule="13.1", ends=True):
    """13.1: Kerbogha comes in a later turn; no other die is needed."""

    def do(self, c: Context) -> None:
        c.tell(Delayed(leader=leader(self.s, self.s.board.kerbogha)))


class Arriving(Point[Musters], kind="muster", rule="13.1"):
    """13.1: does Kerbogha come now?"""

    orders = (Come, Wait)
    otherwise = Come


def _arrives(s: State, c: Context) -> None:
    x = s.board.kerbogha
    s.kerbogha = 2
    s.at[x], s.army[x] = s.board.mosul, s.board.kerbogha_sp
    c.tell(Arrived(leader=leader(s, x), place=place(s, s.board.mosul), count=s.army[x]))


# -- B: assignment ---------------------------------------------------------------------------------


@step
def assignment(s: State, c: Context) -> None:
    """3.2B: SP are given to leaders; in turn 1 Crusaders come by the boxes."""
    phase(s, c, "assignment")
    s.chief = [-1] * len(s.chief)
    push(s, *([Entering.then()] if s.turn == 1 else []), armies.then())


@step
def armies(s: State, c: Context) -> None:
    """5.2: the factions that have something to assign are asked."""
    found = _assigning(s)
    if found:
        push(s, Assigning.then(Assigners(found)))


class Assigners(NamedTuple):
    """Who has something to assign."""

    factions: tuple[int, ...]


class Enter(Order[Plain], verb="enter", rule="3.2B"):
    """3.2B: how the Crusaders come in turn 1: SP of each leader and the box he enters by."""

    leaders = path(LEADER, words="the leaders")
    counts = path(NUMBER, name="sp", mark="sp", words="SP of each, in the same order")
    boxes = path(PLACE, name="box", mark="at", words="the box of each, in the same order")

    @worked_out
    def mine(self) -> tuple[int, ...]:
        return self.s.board.people.factions[self.who].leaders

    @leaders.offer
    def next_leader(self, chosen: tuple[Leader, ...]) -> Offer[Any]:
        left = tuple([x for x in self.mine if x not in chosen])
        return Offer(left, not left, len(self.mine), len(self.mine))

    @counts.offer
    def next_count(self, chosen: tuple[str, ...]) -> Offer[Any]:
        n, total = len(self.leaders), self.s.board.people.factions[self.who].sp
        left = total - sum(map(int, chosen))
        if len(chosen) == n:
            return Offer((), True, n, n)
        if len(chosen) == n - 1:
            return Offer((str(left),), False, n, n)
        return Offer(NUMBERS[: left + 1], False, n, n)

    @boxes.offer
    def next_box(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        n = len(self.leaders)
        if len(chosen) == n:
            return Offer((), True, n, n)
        return Offer(self.s.board.entries, False, n, n)


class Entering(Round[Plain], kind="enter", rule="3.2B"):
    """3.2B: every Crusader faction says how it comes, all at once."""

    orders = (Enter,)

    def parties(self, s: State, a: Plain) -> tuple[int, ...]:
        return (0, 1, 2, 3)

    def default(self, s: State, who: int, a: Plain) -> Action:
        """The larger part with the higher rank, by box A."""
        one_, tokens = s.board.people.factions[who], s.board.people.leaders
        n = len(one_.leaders)
        counts, left = [], one_.sp
        for i in range(n):
            share = left if i == n - 1 else min(left, -(-left // (n - i)) + (n - 1 - i))
            counts.append(str(share))
            left -= share
        return Enter.act(
            leaders=tuple(tokens[x].token for x in one_.leaders),
            counts=tuple(counts),
            boxes=(s.board.places[s.board.entries[0]],) * n,
        )

    def opened(self, s: State, c: Any, a: Plain, answers: tuple[Any, ...]) -> None:
        for answer in answers:
            for x, sp, box in zip(answer.leaders, answer.counts, answer.boxes, strict=True):
                s.at[x], s.army[x] = box, int(sp)
                s.home[x] = -1
                c.tell(Assigned(leader=leader(s, x), place=place(s, box), count=int(sp)))


def _assigning(s: State) -> tuple[int, ...]:
    """The factions with something to assign: anybody can see which."""
    return tuple([f for f in range(PLAYED) if any(pool_at(s, f, x) >= 0 for x in alive(s, f))])


def spot(s: State, x: int) -> int:
    """Where the SP lie that could be assigned to a leader: his place, or the City of his gate."""
    board, node = s.board, s.at[x]
    if board.holds(node) or node in (board.cappadocia, board.mosul):
        return node
    city = board.city_of[node]
    if city >= 0 and s.control[city] == faction_of(s, x) and not s.siege[city]:
        return city
    return -1


def pool_at(s: State, f: int, x: int) -> int:
    """The SP that a leader could be given, or -1 if there is nothing to assign."""
    node = s.at[x]
    if node >= ABOARD:
        return -1
    others = [y for y in here(s, node) if y != x and faction_of(s, y) == f]
    at = spot(s, x)
    lying = s.garrison[at * OWNERS + f] if at >= 0 else 0
    equals = [y for y in here(s, node) if faction_of(s, y) != f and rank_of(s, y) >= rank_of(s, x)]
    if not others and not lying and (at < 0 or not s.army[x]) and not equals:
        return -1
    return s.army[x] + lying


class Assign(Order[Assigners], verb="assign", rule="5.2", command=True):
    """5.2: give SP to the leaders of your faction, and put some under another's command."""

    leaders = path(LEADER, optional=True, words="the leaders")
    counts = path(NUMBER, name="sp", mark="sp", optional=True, words="SP of each, in their order")
    under = one(LEADER, mark="under", optional=True, words="who commands them this turn")

    @worked_out
    def mine(self) -> tuple[int, ...]:
        s = self.s
        return tuple([x for x in alive(s, self.who) if pool_at(s, self.who, x) >= 0])

    @leaders.offer
    def next_leader(self, chosen: tuple[Leader, ...]) -> Offer[Any]:
        found = tuple([x for x in self.mine if x not in chosen])
        return Offer(found, True, 0, len(self.mine))

    @counts.offer
    def next_count(self, chosen: tuple[str, ...]) -> Offer[Any]:
        n = len(self.leaders)
        if len(chosen) == n:
            return Offer((), True, n, n)
        s, at = self.s, len(chosen)
        x = self.leaders[at]
        there = spot(s, x)
        group = [i for i, y in enumerate(self.leaders) if _pooled(s, x, y)]
        pool = sum([s.army[self.leaders[i]] for i in group])
        pool += s.garrison[there * OWNERS + self.who] if there >= 0 else 0
        pool -= sum([int(chosen[i]) for i in group if i < at])
        if there < 0 and at == group[-1] and depot(s, self.who, x) < 0:
            return Offer((str(pool),), False, n, n)
        return Offer(NUMBERS[: pool + 1], False, n, n)

    @under.offer
    def chiefs(self) -> Sequence[Any]:
        s = self.s
        found = []
        for x in alive(s, self.who):
            for y in here(s, s.at[x]):
                other = faction_of(s, y)
                if other != self.who and other < PLAYED and y not in found:
                    same = (other < 4) == (self.who < 4)
                    if same and rank_of(s, y) >= _highest(s, self.who, s.at[x]):
                        found.append(y)
        return (None, *sorted(found)) if found else NONE


def depot(s: State, f: int, x: int) -> int:
    """5.2, A7: the nearest City or Town that takes in SP which nobody commands; -1: none."""
    player = s.form.seat_of[f]
    found = reach(s, player, f, s.at[x], LIMIT)
    open_ = [
        n
        for n, owner in enumerate(s.control)
        if n in found
        and player_for(s, owner) >= 0
        and may_quarter(s, player, n)
        and not (n < len(s.siege) and (s.siege[n] or s.ruined[n] >= 0))
    ]
    return min(open_, key=lambda n: (s.control[n] != f, found[n], n), default=-1)


def _pooled(s: State, x: int, y: int) -> bool:
    """Whether two leaders share the SP that are given out."""
    there = spot(s, x)
    return spot(s, y) == there if there >= 0 else s.at[y] == s.at[x]


def _highest(s: State, f: int, node: int) -> int:
    return max([rank_of(s, x) for x in here(s, node) if faction_of(s, x) == f], default=0)


class Assigning(Round[Assigners], kind="assign", rule="5.2"):
    """5.2: every faction assigns, all at once."""

    orders = (Assign,)

    def parties(self, s: State, a: Assigners) -> tuple[int, ...]:
        return a.factions

    def default(self, s: State, who: int, a: Assigners) -> Action:
        return Assign.act()

    def opened(self, s: State, c: Any, a: Assigners, answers: tuple[Any, ...]) -> None:
        for answer in answers:
            assign(s, c, answer)


def assign(s: State, c: Context, answer: Any) -> None:
    """5.2: the SP of each place are pooled, and given out anew."""
    f = answer.who
    for x in answer.leaders:
        there = spot(s, x)
        if there >= 0:
            s.garrison[there * OWNERS + f] += s.army[x]
        else:
            s.garrison[s.at[x] * OWNERS + f] += s.army[x]
        s.army[x] = 0
    for x, count in zip(answer.leaders, answer.counts, strict=True):
        there = spot(s, x)
        at = (there if there >= 0 else s.at[x]) * OWNERS + f
        s.garrison[at] -= int(count)
        s.army[x] = int(count)
        c.tell(Assigned(leader=leader(s, x), place=place(s, s.at[x]), count=int(count)))
    for x in answer.leaders:
        _shed(s, c, f, x)
    if answer.under is not None:
        chief = answer.under
        for x in alive(s, f):
            if s.at[x] == s.at[chief] and rank_of(s, x) <= rank_of(s, chief):
                s.chief[x] = chief
                c.tell(Under(leader=leader(s, chief), other=leader(s, x)))
    settle(s, c)


def _shed(s: State, c: Context, f: int, x: int) -> None:
    """5.2: SP that nobody commands in the open go to the nearest place that takes them in."""
    at = s.at[x] * OWNERS + f
    left = s.garrison[at] if spot(s, x) < 0 else 0
    if not left:
        return
    to = depot(s, f, x)
    s.garrison[at] = 0
    put(s, to, f, left)
    c.tell(Sent(faction=faction(s, f), place=place(s, to), count=left))


# -- D, E, F ---------------------------------------------------------------------------------------


@step
def operations(s: State, c: Context) -> None:
    """3.2D: the cards are drawn one by one; then hunger, then recovery."""
    phase(s, c, "operations")
    push(s, initiative.then(), draw.then(), hunger_begins.then())


@step
def hunger_begins(s: State, c: Context) -> None:
    """3.2E: sieges, armies on the road, ravaged country, fleets."""
    phase(s, c, "attrition")
    push(
        s, siege.sieges.then(0), attrition.transit.then(), attrition.blight.then(),
        supply.then(0), recovery.then(),
    )  # fmt: skip


@step
def recovery(s: State, c: Context) -> None:
    """3.2F, 10.4: what lasts for a turn is over; Resources return."""
    phase(s, c, "recovery")
    cities = len(s.siege)
    for node, state in enumerate(s.ravaged):
        if state and not (node < cities and (s.siege[node] or s.ruined[node] >= 0)):
            s.ravaged[node] = 2 if state == 1 else 0
    for city in range(cities):
        if not s.siege[city] and not s.ravaged[city] and s.ruined[city] < 0:
            s.stock[city] = s.board.resources[city]
        s.stock[city] = min(s.stock[city], s.board.resources[city])  # B25: caravans
        if s.ap[city] and not pressed(s, city):
            s.ap[city] = max(0, s.ap[city] - 3)
            c.tell(Eroded(place=place(s, city), points=s.ap[city]))
    s.fresh = nobody(s.board)
    for x, marks in enumerate(s.marks):
        s.marks[x] = marks & ~OF_TURN
        inside = s.home[x] == s.at[x] >= 0
        s.rooted[x] = s.at[x] if inside and s.army[x] >= siege.ENOUGH else -1
    s.used, s.chief = [0] * len(s.used), [-1] * len(s.chief)
    s.bribed = s.recruited = s.jihad = s.heat = s.spied = 0
    s.egypt = (-1, 0)
    _treachery(s, c)
    s.bought, s.marker = [()] * PLAYED, [0] * PLAYED
    settle(s, c)


def _treachery(s: State, c: Context) -> None:
    """8.3E: a held Treachery is discarded."""
    from engine.games.crusade.book.after import discard

    card = s.board.charts.event["Treachery"]
    for player in range(len(s.hand)):
        while card in s.hand[player]:
            discard(s, player, card)
            c.tell(Lapsed(side=s.form.seats[player], card=s.board.charts.events[card]))


@step
def ended(s: State, c: Context) -> None:
    """3.2: after the turn in which Antioch fell Crusaders write their lists."""
    push(s, turn_begins.then())
    if s.fallen == 1:
        s.fallen = 2
        if princes(s):
            choosing(s, range(4))
