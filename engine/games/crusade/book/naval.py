"""9: fleets: moves, cargo, landings, fights at sea, supply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.events import fact, many, number, said
from engine.games.crusade.book.command import followers
from engine.games.crusade.book.encounter import meet, voice
from engine.games.crusade.book.ground import (
    commanding,
    foes,
    lose,
    may_quarter,
    move,
    occupied,
    seize,
    settle,
    strangers,
    units,
    winter,
)
from engine.games.crusade.book.siege import begin_siege
from engine.games.crusade.table.board import TOWN
from engine.games.crusade.table.flow import (
    FACTION,
    LEADER,
    NUMBER,
    NUMBERS,
    PLACE,
    ZONE,
    Context,
    Leader,
    Order,
    Place,
    Point,
    Telling,
    Zone,
    die,
    faction,
    leader,
    leaders,
    place,
    push,
    seas,
    step,
)
from engine.games.crusade.table.people import (
    ARMENIANS,
    BYZANTINES,
    CRUSADER,
    FATIMIDS,
    MUSLIM,
    NOBODY,
    PLAYED,
)
from engine.games.crusade.table.state import (
    ABOARD,
    AVOID,
    BOLD,
    DEMORALIZED,
    HOLD,
    ILL,
    SEABORNE,
    TOTAL,
    State,
    faction_of,
    here,
    player_of,
    pull,
    put,
    ready,
    side_of,
    strength,
)
from engine.orders import NONE, UNFIT, Bar, Offer, one, path, some, subset

PORT = 4  # NSP that a port without deep water loads or unloads in an activation
HIT = 5  # a die from which on an NSP is sunk
NO_FLEETS = Bar("no_fleets", "9.1")
NO_LANDING = Bar("no_landing", "9.5", place=PLACE)
ROUTE = Bar("no_sea_way", "9.2", zone=ZONE)


class Sailed(Telling, kind="sail", rule="9.2"):
    faction: str = said(FACTION)
    count: int = number(noun="nsp")
    zones: tuple[str, ...] = many(ZONE, form="path")


class Shipped(Telling, kind="ship", rule="9.5"):
    leaders: tuple[str, ...] = many(LEADER)
    start: str = said(PLACE, name="from", part="from")
    place: str = said(PLACE, part="to")
    count: int = number(noun="sp")


class SeaFight(Telling, kind="sea_fight", rule="9.6"):
    zone: str = said(ZONE)
    sunk: tuple[int, ...] = number()


class Fled(Telling, kind="sea_flight", rule="9.6"):
    zone: str = said(ZONE)


class Moored(Telling, kind="moored", rule="9.2"):
    faction: str = said(FACTION)


class Attrited(Telling, kind="naval_attrition", rule="9.3"):
    zone: str = said(ZONE)
    die: int = number()
    result: str = fact()


class Landed(Telling, kind="landing", rule="9.5"):
    leader: str = said(LEADER)
    place: str = said(PLACE, part="at")


class Fleet(NamedTuple):
    """Who sails, and whose fleets; what the ports have shipped so far, and whence ships came."""

    faction: int
    side: int
    shipped: tuple[tuple[int, int], ...]  # port and NSP
    wakes: tuple[int, ...]  # zones that moving fleets came from

    def room(self, port: int, deep: bool) -> int:
        """9.5: NSP that a port can still load or unload in this activation."""
        return 99 if deep else PORT - sum([n for at, n in self.shipped if at == port])


def zone_token(s: State, zone: int) -> str:
    return seas(s.board)[0][zone]


def nsp_in(s: State, side: int, zone: int) -> int:
    return sum([n for of, at, n in s.fleets if of == side and at == zone])


def beside(s: State, side: int, zone: int) -> list[int]:
    """The zones that a fleet may enter from another; Egypt's box is one for its own."""
    box = s.board.egypt_sea
    if zone == box:
        return [s.board.egypt_zone]
    found = list(s.board.zone_near[zone])
    if side == MUSLIM and zone == s.board.egypt_zone:
        found.append(box)
    return found


def take_fleet(s: State, side: int, zone: int, nsp: int) -> None:
    """So many NSP leave a zone; a counter is split if need be."""
    rest = []
    for of, at, n in s.fleets:
        if of == side and at == zone and nsp:
            gone = min(n, nsp)
            nsp -= gone
            if n - gone:
                rest.append((of, at, n - gone))
        else:
            rest.append((of, at, n))
    s.fleets = rest


def add_fleet(s: State, side: int, zone: int, nsp: int) -> None:
    """NSP come into a zone, in counters of two."""
    whole = nsp + nsp_in(s, side, zone)
    s.fleets = [f for f in s.fleets if f[:2] != (side, zone)]
    counter = s.board.charts.fleets.nsp
    while whole:
        part = min(counter, whole)
        s.fleets.append((side, zone, part))
        whole -= part
    s.fleets.sort()


# -- the order -------------------------------------------------------------------------------------


class Sail(Order[Fleet], verb="sail", rule="9.2", command=True):
    """9.2: move fleets of one zone, and what they carry."""

    start = one(ZONE, name="from", words="where they are")
    nsp = one(NUMBER, words="how many NSP")
    path = path(ZONE, mark=">", optional=True, words="the zones on the way")
    port = one(PLACE, mark="load", optional=True, words="the port where SP go aboard")
    party = some(LEADER, name="with", mark="with", optional=True, words="leaders who come along")
    count = one(NUMBER, name="sp", mark="sp", optional=True, words="SP without a leader")
    owner = one(FACTION, name="of", mark="of", optional=True, words="whose SP")
    goal = one(PLACE, name="land", mark="land", optional=True, words="the port where they land")
    shut = NO_FLEETS

    def possible(self) -> bool:
        return bool(self.starts())

    @start.offer
    def starts(self) -> Sequence[Any]:
        s, side = self.s, self.asked.side
        moved = s.fought  # zones whose fleets have arrived in this activation, a bit each
        return [
            z for z in range(len(s.board.zones) + 1) if nsp_in(s, side, z) and not moved >> z & 1
        ]

    @nsp.offer
    def counts(self) -> Sequence[str]:
        return NUMBERS[1 : nsp_in(self.s, self.asked.side, self.start) + 1]

    @path.offer
    def onward(self, chosen: tuple[Zone, ...]) -> Offer[Any]:
        s, side = self.s, self.asked.side
        here_ = chosen[-1] if chosen else self.start
        most = s.board.charts.fleets.move
        if len(chosen) == most or (chosen and nsp_in(s, 1 - side, here_)):
            return Offer((), True, 0, most)
        found = tuple([z for z in beside(s, side, here_) if z != self.start and z not in chosen])
        return Offer(found, True, 0, most)

    @port.offer
    def ports(self) -> Sequence[Any]:
        s = self.s
        box = s.board.egypt_sea
        if not self.path or s.lent >= 0 or box in (self.start, self.path[-1]):
            return NONE
        found = [p for p in s.board.ports[self.start] if self.loads(p) and self.seaworthy(p)]
        if found and not self.goals_from(found):
            return NONE
        return (None, *found) if found else NONE

    def seaworthy(self, port: int) -> bool:
        """9.5: in winter only from deep water to deep water."""
        return not winter(self.s) or self.s.board.deep[port]

    def loads(self, port: int) -> bool:
        s = self.s
        if port < len(s.siege) and s.siege[port]:
            return False
        if self.asked.room(port, s.board.deep[port]) <= 0:
            return False
        return bool(self.leaders_at(port)) or any(
            ready(s, port, f) for f in s.form.played[self.player]
        )

    def leaders_at(self, port: int) -> list[int]:
        s = self.s
        ashore = here(s, port) if not foes(s, self.player, port) else []
        return [
            x
            for x in (*ashore, *here(s, ABOARD + self.start))
            if faction_of(s, x) < PLAYED
            and player_of(s, x) == self.player
            and s.army[x] <= self.room(port)
        ]

    def room(self, port: int) -> int:
        """9.5: SP that these ships can take aboard in a port."""
        most = min(int(self.nsp), self.asked.room(port, self.s.board.deep[port]))
        return most * self.s.board.charts.fleets.carries

    def ships(self, sp: int) -> int:
        return max(1, -(-sp // self.s.board.charts.fleets.carries))

    @party.offer
    def next_leader(self, chosen: tuple[Leader, ...]) -> Offer[Any]:
        if self.port is None:
            return Offer((), True)
        s = self.s
        room = self.room(self.port) - strength(s, chosen)
        pool = [x for x in sorted(self.leaders_at(self.port)) if x in chosen or s.army[x] <= room]
        return subset(pool, chosen, 0, len(pool))

    @count.offer
    def cargo(self) -> Sequence[str | None]:
        if self.port is None or self.party:
            return NONE
        most = min(self.room(self.port), max([ready(self.s, self.port, f) for f in self.mine]))
        if self.leaders_at(self.port):
            return (None, *NUMBERS[1 : most + 1])
        return NUMBERS[1 : most + 1] if most else NONE

    @property
    def mine(self) -> tuple[int, ...]:
        return self.s.form.played[self.player]

    def owners(self) -> list[int]:
        """The player's factions that have so many SP in the port."""
        if self.port is None or not self.count:
            return []
        return [f for f in self.mine if ready(self.s, self.port, f) >= int(self.count)]

    @owner.offer
    def whose(self) -> Sequence[Any]:
        found = self.owners()
        return found if len(found) > 1 else NONE

    def goals_from(self, ports: Sequence[int]) -> list[int]:
        s = self.s
        zone = self.path[-1] if self.path else self.start
        return [p for p in s.board.ports[zone] if not winter(s) or s.board.deep[p]]

    @goal.offer
    def goals(self) -> Sequence[Any]:
        if self.port is None or not (self.party or self.count):
            return NONE
        s, zone = self.s, self.path[-1]
        if nsp_in(s, 1 - self.asked.side, zone):
            return NONE
        found = [p for p in self.goals_from(()) if p != self.port and self.lands(p)]
        return found or NONE

    @goal.bar
    def goal_barred(self, port: Place | None) -> Any:
        found = self.goals()
        return None if port in found else NO_LANDING(place=port) if port is not None else UNFIT()

    def lands(self, port: int) -> bool:
        """9.5: where this cargo may go ashore."""
        s = self.s
        if port < len(s.siege) and s.siege[port]:
            return False
        sp = int(self.count or 0) or strength(s, self.party)
        if self.asked.room(port, s.board.deep[port]) < self.ships(sp):
            return False
        free = may_quarter(s, self.player, port) and not foes(s, self.player, port)
        if not self.party:
            return free and not strangers(s, self.player, port) and s.control[port] != NOBODY
        if free and not strangers(s, self.player, port):
            return True
        if any(s.marks[x] & DEMORALIZED for x in self.party):
            return False
        sp = strength(s, self.party)
        if s.board.kind[port] == TOWN:
            return sp > 0
        gate = s.board.gate[port]
        clear = not foes(s, self.player, gate)
        return clear and s.ruined[port] < 0 and sp >= 5 * s.board.sdv[port]

    def do(self, c: Context) -> None:
        s, side = self.s, self.asked.side
        nsp, zone = int(self.nsp), self.path[-1] if self.path else self.start
        take_fleet(s, side, self.start, nsp)
        add_fleet(s, side, zone, nsp)
        _aboard(s, side, self.start, zone)
        s.fought |= 1 << zone | (1 << self.start if not self.path else 0)
        track = (self.start, *self.path)
        zones = tuple([zone_token(s, z) for z in track])
        c.tell(Sailed(faction=self.token, count=nsp, zones=zones))
        asked = self.asked._replace(wakes=(*self.asked.wakes, *track[-2:-1]))
        if self.goal is not None and self.port is not None:
            used = self.ships(int(self.count or 0) or strength(s, self.party))
            asked = asked._replace(shipped=(*asked.shipped, (self.port, used), (self.goal, used)))
        push(s, Sailing.then(asked))
        if self.goal is not None:
            self.ashore(c)

    def ashore(self, c: Context) -> None:
        s = self.s
        assert self.port is not None
        assert self.goal is not None
        count = int(self.count or 0)
        c.tell(
            Shipped(
                leaders=leaders(s, self.party), start=place(s, self.port),
                place=place(s, self.goal), count=count or strength(s, self.party),
            )
        )  # fmt: skip
        if count:
            whose = self.owners()[0] if self.owner is None else self.owner
            pull(s, self.port, whose, count)
            put(s, self.goal, whose, count, fresh=True)
            return
        land(s, c, self.player, self.party, self.goal)


def land(s: State, c: Context, player: int, party: Sequence[int], port: int) -> None:
    """9.5: led SP go ashore: in peace, against a Town, or before the walls of a City."""
    if may_quarter(s, player, port) and not occupied(s, player, port):
        for x in party:
            move(s, x, port)
        if s.control[port] == NOBODY and strength(s, party):
            seize(s, c, port, faction_of(s, party[0]))
        return
    if s.board.kind[port] == TOWN:
        for x in party:
            move(s, x, port)
        if occupied(s, player, port):
            meet(s, c, tuple(party), port, -1, SEABORNE)
        elif strength(s, party) and s.control[port] != ARMENIANS:
            seize(s, c, port, faction_of(s, party[0]))
        return
    gate = s.board.gate[port]
    for x in party:
        move(s, x, gate)
    chief = max(party, key=lambda x: (s.board.people.leaders[x].rank, s.army[x], -x))
    c.tell(Landed(leader=leader(s, chief), place=place(s, port)))
    company = (chief, *[x for x in party if x != chief])
    within = [x for x in here(s, port) if s.army[x] and player_of(s, x) >= 0]
    within = [x for x in within if not s.marks[x] & (DEMORALIZED | ILL)]
    x = commanding(s, within)
    if x < 0 or s.posture[x] in (HOLD, AVOID):
        begin_siege(s, c, company, TOTAL)
    elif s.posture[x] == BOLD:
        repel(s, c, x, company)
    else:
        push(s, Resisting.then(Beach(voice(s, x), x, company)))


class Beach(NamedTuple):
    """Who may come out of the City against those who have landed before it."""

    faction: int
    leader: int
    company: tuple[int, ...]


class Repel(Order[Beach], verb="repel", rule="9.5"):
    """9.5: come out of the City and fight those who have landed."""

    def do(self, c: Context) -> None:
        repel(self.s, c, self.asked.leader, self.asked.company)


class Shut(Order[Beach], verb="shut", rule="9.5", ends=True):
    """9.5: shut the gates: the City is besieged."""

    def do(self, c: Context) -> None:
        begin_siege(self.s, c, self.asked.company, TOTAL)


class Resisting(Point[Beach], kind="resist", rule="9.5", reaction=True):
    """9.5: do those in the City come out against a landing?"""

    orders = (Repel, Shut)
    otherwise = Shut

    def about(self, s: State, who: int, a: Beach) -> Mapping[str, Any]:
        return {"leader": leader(s, a.leader), "place": place(s, s.at[a.leader])}


def repel(s: State, c: Context, x: int, company: tuple[int, ...]) -> None:
    """9.5: those who have landed fight at the gate; the men of the City defend it."""
    city, gate = s.at[x], s.at[company[0]]
    party = (x, *[y for y in followers(s, x) if s.army[y]])
    for y in party:
        move(s, y, gate)
        s.came[y] = city
    meet(s, c, company, gate, -1, SEABORNE, enemy=party)


class Moor(Order[Fleet], verb="moor", rule="9.2", ends=True):
    """9.2: move no more fleets."""

    def do(self, c: Context) -> None:
        s = self.s
        c.tell(Moored(faction=self.token))
        push(s, sea_fights.then(self.asked.side, 0, self.asked.wakes))


class Sailing(Point[Fleet], kind="fleet", rule="9.2"):
    """9.2: which fleets move, and where?"""

    orders = (Sail, Moor)
    otherwise = Moor

    def about(self, s: State, who: int, a: Fleet) -> Mapping[str, Any]:
        return {"faction": faction(s, a.faction)}


@step
def sea_fights(s: State, c: Context, side: int, zone: int, wakes: tuple[int, ...]) -> None:
    """9.6: where fleets of both sides are in one zone after all moves, they fight, unless those
    who were there withdraw."""
    while zone < len(s.board.zones):
        both = nsp_in(s, side, zone) and nsp_in(s, 1 - side, zone)
        if both and s.fought >> zone & 1:
            push(s, sea_fights.then(side, zone + 1, wakes))
            owner = admiral(s, 1 - side)
            if owner >= 0 and refuges(s, 1 - side, zone, wakes):
                push(s, Fleeing.then(Chase(owner, side, zone, wakes)))
            else:
                _sea_fight(s, c, side, zone)
            return
        zone += 1
    s.fought, s.lent = 0, -1
    settle(s, c)


def admiral(s: State, side: int) -> int:
    """9.6, B8: who answers for fleets that are attacked: the Crusader who acted last; for Egypt
    nobody does."""
    if side == MUSLIM:
        return -1
    return s.last[CRUSADER] if s.last[CRUSADER] >= 0 else 0


def refuges(s: State, side: int, zone: int, wakes: tuple[int, ...]) -> list[int]:
    """9.6: zones that a fleet may withdraw to."""
    found = [z for z in s.board.zone_near[zone] if z not in wakes]
    return [z for z in found if not nsp_in(s, 1 - side, z)]


class Chase(NamedTuple):
    faction: int
    side: int  # of those who attack
    zone: int
    wakes: tuple[int, ...]


class Flee(Order[Chase], verb="flee", rule="9.6"):
    """9.6: withdraw to the next zone."""

    zone = one(ZONE, mark=">", words="where to")

    @zone.offer
    def zones(self) -> Sequence[Any]:
        a = self.asked
        return refuges(self.s, 1 - a.side, a.zone, a.wakes)

    def do(self, c: Context) -> None:
        s, a = self.s, self.asked
        side = 1 - a.side
        nsp = nsp_in(s, side, a.zone)
        take_fleet(s, side, a.zone, nsp)
        add_fleet(s, side, self.zone, nsp)
        _aboard(s, side, a.zone, self.zone)
        c.tell(Fled(zone=s.board.zones[self.zone]))


class Engage(Order[Chase], verb="engage", rule="9.6", ends=True):
    """9.6: stay and fight at sea."""

    def do(self, c: Context) -> None:
        _sea_fight(self.s, c, self.asked.side, self.asked.zone)


class Fleeing(Point[Chase], kind="chase", rule="9.6", reaction=True):
    """9.6: do the fleets withdraw?"""

    orders = (Flee, Engage)
    otherwise = Engage

    def about(self, s: State, who: int, a: Chase) -> Mapping[str, Any]:
        return {"zone": s.board.zones[a.zone]}


def _aboard(s: State, side: int, zone: int, to: int) -> None:
    """Who is aboard goes with the last ship of his side."""
    if not nsp_in(s, side, zone) and to < len(s.board.zones):
        for x in here(s, ABOARD + zone):
            if side_of(faction_of(s, x)) == side:
                move(s, x, ABOARD + to)


def _sea_fight(s: State, c: Context, side: int, zone: int) -> None:
    mine, theirs = nsp_in(s, side, zone), nsp_in(s, 1 - side, zone)
    hits = [sum([die(c, "sea") >= HIT for _ in range(n)]) for n in (mine, theirs)]
    take_fleet(s, 1 - side, zone, min(hits[0], theirs))
    take_fleet(s, side, zone, min(hits[1], mine))
    c.tell(SeaFight(zone=s.board.zones[zone], sunk=(min(hits[1], mine), min(hits[0], theirs))))
    drown(s, c, zone)


def drown(s: State, c: Context, zone: int) -> None:
    """9.6: what the ships that are left cannot carry is lost."""
    for side in (CRUSADER, MUSLIM):
        room = nsp_in(s, side, zone) * s.board.charts.fleets.carries
        aboard = [x for x, at in enumerate(s.at) if at == ABOARD + zone]
        aboard = [x for x in aboard if side_of(faction_of(s, x)) == side]
        lose(s, units(s, aboard), max(0, strength(s, aboard) - room))
        for x in aboard:
            if not s.army[x]:
                from engine.games.crusade.book.ground import stranded

                stranded(s, c, x)


# -- supply ----------------------------------------------------------------------------------------


def capacity(s: State, side: int, zone: int) -> int:
    """9.3: NSP that the ports of a side in a zone can supply."""
    table, total = s.board.charts.fleets, 0
    if zone == s.board.egypt_sea:
        return 99
    for port in s.board.ports[zone]:
        owner = s.control[port]
        ours = owner == FATIMIDS if side == MUSLIM else 0 <= owner < 4 or owner == BYZANTINES
        if not ours:
            continue
        if s.board.deep[port]:
            return 99
        total += table.winter_port if winter(s) else table.port
    return total


@step
def supply(s: State, c: Context, at: int) -> None:
    """9.3: counters in excess of what ports supply lose men or make for a better zone."""
    for side in (CRUSADER, MUSLIM):
        for zone in range(len(s.board.zones)):
            room, excess = capacity(s, side, zone), []
            for fleet in [f for f in s.fleets if f[0] == side and f[1] == zone]:
                if fleet[2] <= room:
                    room -= fleet[2]
                else:
                    excess.append(fleet)
            for fleet in excess:
                _unsupplied(s, c, fleet)
            if excess:
                drown(s, c, zone)
    settle(s, c)


def _unsupplied(s: State, c: Context, fleet: tuple[int, int, int]) -> None:
    side, zone, nsp = fleet
    rolled = die(c, "naval attrition")
    if rolled + (2 if winter(s) else 0) >= 4:
        take_fleet(s, side, zone, 1)
        result = "lost"
    else:
        take_fleet(s, side, zone, nsp)
        to = _haven(s, side, zone, nsp)
        if to >= 0:
            add_fleet(s, side, to, nsp)
            _aboard(s, side, zone, to)
        result = "moved" if to >= 0 else "sunk"
    c.tell(Attrited(zone=s.board.zones[zone], die=rolled, result=result))


def _haven(s: State, side: int, zone: int, nsp: int) -> int:
    """The nearest zone that can supply a fleet."""
    far = s.board.zones_apart[zone]
    found = [
        z
        for z in range(len(s.board.zones))
        if z != zone and capacity(s, side, z) - nsp_in(s, side, z) >= nsp
    ]
    if side == MUSLIM and not found:
        return s.board.egypt_sea
    return min(found, key=lambda z: (far[z], z), default=-1)
