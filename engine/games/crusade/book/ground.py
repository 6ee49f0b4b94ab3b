"""What every chapter needs: who is whose enemy, who leaves and who is lost, who holds what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.events import number, said
from engine.flow import Frame
from engine.games.crusade.table.flow import (
    FACTION,
    LEADER,
    PLACE,
    Context,
    Telling,
    faction,
    leader,
    place,
)
from engine.games.crusade.table.people import (
    ARMENIANS,
    BYZANTINES,
    CRUSADER,
    FATIMIDS,
    MOSUL,
    MUSLIM,
    NOBODY,
    PLAYED,
)
from engine.games.crusade.table.state import (
    ABOARD,
    APART,
    AWAY,
    BEREFT,
    CAPTIVE,
    DEAD,
    DEMORALIZED,
    ENTER,
    LOST,
    OWNERS,
    QUARTER,
    RAVAGER,
    REPLACED,
    State,
    allows,
    faction_of,
    garrisons,
    held,
    here,
    of_side,
    player_for,
    player_of,
    pull,
    put,
    rank_of,
    side_of,
    side_of_player,
    strength,
)

Unit = tuple[int, int]  # (-1, leader) or (place, owner)


class Lifted(Telling, kind="lifted", rule="8.3A"):
    """A siege has ended."""

    place: str = said(PLACE, part="at")


class Taken(Telling, kind="taken", rule="8.2", shape="taken"):
    place: str = said(PLACE, part="at")
    faction: str = said(FACTION, part="who")


class Displaced(Telling, kind="displaced", rule="6.3"):
    """A leader without an army goes where he is safe."""

    leader: str = said(LEADER, part="who")
    place: str = said(PLACE, part="to")


class Removed(Telling, kind="removed", rule="6.3"):
    leader: str = said(LEADER)


class Captured(Telling, kind="captured", rule="7.2"):
    leader: str = said(LEADER)
    faction: str = said(FACTION)


class Followed(Telling, kind="followed", rule="7.2"):
    """A replacement takes the place of a leader who was lost."""

    leader: str = said(LEADER)
    place: str = said(PLACE, part="at")


class Eroded(Telling, kind="eroded", rule="8.3B"):
    place: str = said(PLACE, part="at")
    points: int = number()


class Relic(Telling, kind="cross", rule="13.6"):
    """The True Cross changes hands."""

    faction: str = said(FACTION)


class Homeward(Telling, kind="homeward", rule="13.4"):
    """Armenians follow nobody any more."""

    leader: str = said(LEADER)
    place: str = said(PLACE, part="to")


class Scattered(Telling, kind="scattered", rule="7.2"):
    place: str = said(PLACE, part="at")
    count: int = number(noun="sp")


class Marching(Telling, kind="leaderless", rule="7.2"):
    """An army that has lost its leader makes for safety."""

    faction: str = said(FACTION)
    place: str = said(PLACE, part="to")
    lost: int = number(noun="sp")


# -- friend and foe --------------------------------------------------------------------------------


def hostile(s: State, player: int, other: int) -> bool:
    """6.1: whether the leader `other` stands against a player: of the other side always, of the
    same side unless its owner lets him in."""
    owner = player_of(s, other)
    if owner >= 0:
        return not allows(s, owner, player, ENTER)
    return faction_of(s, other) == FATIMIDS and side_of_player(s, player) == CRUSADER


def against(s: State, player: int, owner: int) -> bool:
    """The same for leaderless SP and control. Armenians are left alone until they are attacked."""
    whose = player_for(s, owner)
    if whose >= 0:
        return not allows(s, whose, player, ENTER)
    return owner == FATIMIDS and side_of_player(s, player) == CRUSADER


def foes(s: State, player: int, node: int) -> list[int]:
    """Hostile leaders with SP in a space."""
    return [x for x in here(s, node) if s.army[x] and hostile(s, player, x)]


def strangers(s: State, player: int, node: int) -> list[int]:
    """5.6: owners of hostile leaderless SP in a Town or a destroyed City."""
    if not s.board.holds(node) or (node < len(s.siege) and s.ruined[node] < 0):
        return []
    return [o for o in garrisons(s, node) if against(s, player, o)]


def occupied(s: State, player: int, node: int) -> bool:
    """Whether an enemy force is in a space: entering means a battle."""
    return bool(foes(s, player, node)) or bool(strangers(s, player, node))


def may_quarter(s: State, player: int, node: int) -> bool:
    """8.2: whether a player's forces may be inside a City or use a Town."""
    owner = s.control[node]
    if owner == NOBODY:
        return node >= len(s.siege)
    whose = player_for(s, owner)
    if whose < 0:
        return owner == BYZANTINES and side_of_player(s, player) == CRUSADER
    return allows(s, whose, player, QUARTER)


def owns(s: State, player: int, node: int) -> bool:
    return player_for(s, s.control[node]) == player


def enemy_city(s: State, player: int, city: int) -> bool:
    """A City that a player could act against: it is not his own nor one that lets him in."""
    return not may_quarter(s, player, city)


def inside(s: State, city: int) -> list[int]:
    return here(s, city)


def within(s: State, city: int) -> int:
    """SP inside a City, its Intrinsic Garrison with them."""
    sp = sum(s.garrison[city * OWNERS : city * OWNERS + OWNERS]) + strength(s, here(s, city))
    return sp + (1 if s.ruined[city] < 0 else 0)


# -- sieges ----------------------------------------------------------------------------------------


def besiegers(s: State, city: int) -> list[int]:
    """8.3A: every army in the gate that is not against the Siege Commander's player."""
    commander = s.commander[city]
    if commander < 0:
        return []
    player, gate, mine = player_of(s, commander), s.board.gate[city], faction_of(s, commander)
    return [
        x
        for x in here(s, gate)
        if s.army[x]
        and not hostile(s, player, x)
        and (not s.marks[x] & APART or faction_of(s, x) == mine)  # D10
    ]


def besieges(s: State, x: int) -> int:
    """The City that a leader besieges, or -1."""
    at = s.at[x]
    city = s.board.city_of[at] if 0 <= at < len(s.board.places) else -1
    if city < 0 or not s.siege[city] or x not in besiegers(s, city):
        return -1
    return city


def end_siege(s: State, c: Context, city: int) -> None:
    s.siege[city], s.commander[city] = 0, -1
    if s.butimides == city:
        s.butimides = -1
    c.tell(Lifted(place=place(s, city)))


def settle(s: State, c: Context) -> None:
    """8.3A, 8.3B: sieges that cannot go on end; Assault Points are lost where nobody presses."""
    for city, kind in enumerate(s.siege):
        if kind:
            _uphold(s, c, city)
        if s.ap[city] or s.press[city]:
            _press(s, c, city)


def _uphold(s: State, c: Context, city: int) -> None:
    commander, gate = s.commander[city], s.board.gate[city]
    if s.at[commander] != gate or not s.army[commander]:
        found = besiegers(s, city) if s.at[commander] == gate else _heirs(s, city)
        if not found:
            end_siege(s, c, city)
            return
        s.commander[city] = commander = max(found, key=lambda x: (rank_of(s, x), s.army[x], -x))
    else:
        s.commander[city] = commander = max(
            besiegers(s, city), key=lambda x: (rank_of(s, x), x == commander, s.army[x], -x)
        )
    if strength(s, besiegers(s, city)) < 5 * s.board.sdv[city]:
        end_siege(s, c, city)


def _heirs(s: State, city: int) -> list[int]:
    """Who may take over a siege whose commander is gone: armies against the City's owner."""
    gate = s.board.gate[city]
    return [
        x
        for x in here(s, gate)
        if s.army[x] and player_of(s, x) >= 0 and enemy_city(s, player_of(s, x), city)
    ]


def pressed(s: State, city: int) -> bool:
    """8.3B: an enemy army of at least the City's SDV stands in its gate."""
    need, gate = s.board.sdv[city], s.board.gate[city]
    return any(
        s.army[x] >= need and player_of(s, x) >= 0 and enemy_city(s, player_of(s, x), city)
        for x in here(s, gate)
    ) or (s.siege[city] > 0 and strength(s, besiegers(s, city)) >= need)


def _press(s: State, c: Context, city: int) -> None:
    now = int(pressed(s, city))
    if s.press[city] and not now and s.ap[city]:
        s.ap[city] -= 1
        c.tell(Eroded(place=place(s, city), points=s.ap[city]))
    s.press[city] = now


# -- who holds what --------------------------------------------------------------------------------


def seize(s: State, c: Context, node: int, owner: int) -> None:
    """8.0: a faction takes control of a place."""
    before = s.control[node]
    if before == owner:
        return
    s.control[node] = owner
    c.tell(Taken(place=place(s, node), faction=faction(s, owner)))
    _ban(s, owner)
    if node == s.board.antioch and side_of(owner) == CRUSADER and not s.fallen:
        s.fallen = 1


def _ban(s: State, owner: int) -> None:
    """13.3: who has taken two of Egypt's Cities may never use its card again."""
    player = player_for(s, owner)
    if player < 0 or side_of(owner) != MUSLIM:
        return
    taken = [
        start.place
        for start in s.board.starts
        if start.control == FATIMIDS
        and start.place < len(s.siege)
        and player_for(s, s.control[start.place]) == player
    ]
    if len(taken) > 1:
        s.banned |= 1 << player


def afterwards(s: State, *frames: Frame) -> None:
    """What is asked when the activation is over, or at once where nobody is activated."""
    at = len(s.frames)
    for i, frame in enumerate(s.frames):
        if frame[0] == "activation_over":
            at = i
    s.frames[at:at] = reversed(frames)


def fall(
    s: State, c: Context, city: int, owner: int, takers: Sequence[int], mercy: bool = False
) -> None:
    """8.2: a City is taken. Everybody inside is lost, one SP of the takers is its garrison;
    captives may be killed, unless there was an agreement (`mercy`)."""
    for x in here(s, city):
        s.army[x] = 0
        captive(s, c, x, owner)
        if s.captor[x] == owner and not mercy:
            afterwards(s, ("doomed", owner, x))
    for o in range(OWNERS):
        s.garrison[city * OWNERS + o] = s.fresh[city * OWNERS + o] = 0
    if s.siege[city]:
        end_siege(s, c, city)
    own = [x for x in takers if faction_of(s, x) == owner and s.army[x]]
    if own:
        payer = max(own, key=lambda x: (s.army[x], -x))
        s.army[payer] -= 1
    s.ruined[city] = -1 if s.ruined[city] < 0 else s.ruined[city]
    seize(s, c, city, owner)
    if s.cross == city and side_of(owner) == CRUSADER and own:
        s.cross = ABOARD + own[0]
        c.tell(Relic(faction=faction(s, owner)))
    for x in own:
        if not s.army[x]:
            s.at[x] = city
    afterwards(s, ("spoils", owner, city, tuple(takers)))
    settle(s, c)


# -- losing SP -------------------------------------------------------------------------------------


def units(
    s: State, leaders: Iterable[int], node: int = -1, owners: Iterable[int] = ()
) -> list[Unit]:
    """What loses SP together: armies of leaders, and leaderless SP."""
    found: list[Unit] = [(-1, x) for x in leaders if s.army[x]]
    return found + [(node, o) for o in owners if held(s, node, o)]


def size(s: State, unit: Unit) -> int:
    return s.army[unit[1]] if unit[0] < 0 else held(s, *unit)


def owner_of(s: State, unit: Unit) -> int:
    return faction_of(s, unit[1]) if unit[0] < 0 else unit[1]


def lose(s: State, units: Sequence[Unit], count: int) -> int:
    """7.2G: losses are shared as evenly as may be among factions, those over by the largest; at
    least half of them by players' factions, if there are any. Says how many were lost."""
    lost: dict[int, int] = {}
    total = 0
    for _ in range(count):
        left = [u for u in units if size(s, u)]
        if not left:
            break
        played = [u for u in left if owner_of(s, u) < PLAYED]
        aside = sum(n for o, n in lost.items() if o >= PLAYED)
        if played and len(played) < len(left) and 2 * (aside + 1) > count:
            left = played
        fewest = min(lost.get(owner_of(s, u), 0) for u in left)
        left = [u for u in left if lost.get(owner_of(s, u), 0) == fewest]
        unit = max(left, key=lambda u: (size(s, u), -u[1]))
        owner = owner_of(s, unit)
        lost[owner] = lost.get(owner, 0) + 1
        total += 1
        if unit[0] < 0:
            s.army[unit[1]] -= 1
            s.marks[unit[1]] |= LOST if s.army[unit[1]] else LOST | BEREFT
        else:
            pull(s, unit[0], unit[1], 1)
    return total


# -- leaders who are lost --------------------------------------------------------------------------


def refuge(s: State, x: int) -> int:
    """6.3A: where a leader without an army may be placed; -1: nowhere."""
    mine, player = faction_of(s, x), player_of(s, x)
    node = s.at[x] if 0 <= s.at[x] < len(s.board.places) else s.board.gate[0]
    away = s.board.away[node]
    own = [
        n
        for n, owner in enumerate(s.control)
        if owner == mine and not besieged_or_held(s, n, player)
    ]
    if not own:
        own = [s.at[y] for y in s.board.people.factions[mine].leaders if y != x and s.army[y]]
        own = [n for n in own if 0 <= n < len(s.board.places)]
    if not own and player >= 0:
        own = [
            n
            for n, owner in enumerate(s.control)
            if player_for(s, owner) >= 0
            and may_quarter(s, player, n)
            and not besieged_or_held(s, n, player)
        ]
    if not own and mine == MOSUL:
        own = [s.board.mosul]
    if not own and mine == FATIMIDS:
        own = [s.board.egypt]
    return min(own, key=lambda n: (away[n] if away[n] >= 0 else 999, n), default=-1)


def besieged_or_held(s: State, node: int, player: int) -> bool:
    """Whether nobody can be put into a place: it is besieged, or an enemy stands there."""
    if node < len(s.siege):
        return s.siege[node] > 0
    return player >= 0 and bool(foes(s, player, node))


def stranded(s: State, c: Context, x: int) -> None:
    """6.3A, 6.3C: a leader whose army is gone finds refuge, or is out of the game."""
    to = refuge(s, x)
    drop_cross(s, x)
    if to < 0:
        s.at[x] = DEAD
        c.tell(Removed(leader=leader(s, x)))
    else:
        move(s, x, to)
        c.tell(Displaced(leader=leader(s, x), place=place(s, to)))


def move(s: State, x: int, node: int) -> None:
    s.at[x], s.came[x], s.home[x] = node, -1, -1
    s.marks[x] &= ~RAVAGER  # B16


def drop_cross(s: State, x: int) -> None:
    """The True Cross stays where its bearer was, or with his faction's next leader there."""
    if s.cross != ABOARD + x:
        return
    at = s.at[x]
    others = [y for y in here(s, at) if y != x and side_of(faction_of(s, y)) == CRUSADER]
    if others:
        s.cross = ABOARD + others[0]
    else:
        s.cross = at if 0 <= at < len(s.board.places) else s.board.jerusalem


def raise_cross(s: State, c: Context, x: int) -> None:
    """B27: a Crusader with an army takes up the True Cross where it lies."""
    if s.cross == s.at[x] and s.army[x] and side_of(faction_of(s, x)) == CRUSADER:
        if not (s.board.holds(s.cross) and s.cross < len(s.siege) and s.siege[s.cross]):
            s.cross = ABOARD + x
            c.tell(Relic(faction=faction(s, faction_of(s, x))))


def captive(s: State, c: Context, x: int, captor: int, dead: bool = False) -> None:
    """7.2H: a leader is captured or killed; whoever has a replacement gets him at once."""
    substitute = s.board.people.leaders[x].substitute
    drop_cross(s, x)
    if s.marks[x] & REPLACED:  # he cannot be lost: he escapes
        stranded(s, c, x)
        return
    if dead:
        c.tell(Slain(leader=leader(s, x)))
    else:
        s.captor[x] = captor
        c.tell(Captured(leader=leader(s, x), faction=faction(s, captor)))
    if not substitute:
        if not s.army[x]:
            s.at[x] = DEAD if dead else CAPTIVE
        return
    s.marks[x] |= REPLACED
    if not s.army[x]:
        to = refuge(s, x)
        if to < 0:
            s.at[x] = AWAY
            return
        move(s, x, to)
    c.tell(Followed(leader=leader(s, x), place=place(s, s.at[x])))


class Slain(Telling, kind="slain", rule="7.2"):
    leader: str = said(LEADER)


def orphaned(s: State, c: Context, x: int, dead: bool) -> None:
    """7.2H: an army without a leader joins another one there, or makes for safety."""
    node, mine, sp = s.at[x], faction_of(s, x), s.army[x]
    s.army[x] = 0
    s.at[x] = DEAD if dead else CAPTIVE
    others = [y for y in here(s, node) if faction_of(s, y) == mine]
    if others:
        s.army[max(others, key=lambda y: (rank_of(s, y), -y))] += sp
        return
    if s.board.holds(node) and s.control[node] == mine:
        put(s, node, mine, sp)
        return
    _flee(s, c, node, mine, sp)


def _flee(s: State, c: Context, node: int, mine: int, sp: int) -> None:
    player = player_for(s, mine)
    reach = s.board.reach(node, rain=raining(s)) if 0 <= node < len(s.board.places) else []
    own = [
        n
        for n, owner in enumerate(s.control)
        if reach
        and reach[n] < 900
        and (owner == mine or (player_for(s, owner) >= 0 and may_quarter(s, player, n)))
        and not besieged_or_held(s, n, player)
    ]
    if not own:
        if sp:
            c.tell(Scattered(place=place(s, node), count=sp))
        return
    to = min(own, key=lambda n: (reach[n], n))
    passed = sum([-(-strength(s, foes(s, player, n)) // 10) for n in _route(s, reach, node, to)])
    from engine.games.crusade.book.attrition import of_movement

    lost = min(sp, of_movement(s, c, sp, 0, reach[to] + passed, side_of(mine)))
    put(s, to, mine, sp - lost)
    c.tell(Marching(faction=faction(s, mine), place=place(s, to), lost=lost))


def _route(s: State, reach: list[int], start: int, end: int) -> list[int]:
    """The spaces of the cheapest way, which `reach` has measured."""
    board, found, at = s.board, [], end
    while at != start:
        found.append(at)
        at = min(board.near[at], key=lambda n, at=at: (reach[n] + board.cost(n, at), n))  # type: ignore[misc]
    return found


def raining(s: State) -> bool:
    return s.board.charts.track[s.turn - 1].weather == 1 if s.turn else False


def winter(s: State) -> bool:
    return s.board.charts.track[s.turn - 1].weather == 2 if s.turn else False


def displace(s: State, c: Context, player: int, node: int) -> None:
    """B11: leaders without an army give way when an enemy army comes."""
    for x in here(s, node):
        if not s.army[x] and hostile(s, player, x):
            to = refuge(s, x)
            if to < 0 or to == node:
                captive(s, c, x, s.form.played[player][0])
            else:
                drop_cross(s, x)
                move(s, x, to)
                c.tell(Displaced(leader=leader(s, x), place=place(s, to)))


# -- Armenians -------------------------------------------------------------------------------------


def offend(s: State, c: Context, player: int) -> None:
    """13.4: who acts against Armenians is left by those who follow him."""
    for x in s.board.people.factions[ARMENIANS].leaders:
        if s.lord[x] == player:
            go_home(s, c, x)


def go_home(s: State, c: Context, x: int) -> None:
    s.lord[x] = -1
    node = s.at[x]
    if node < 0:
        return
    away = s.board.away[node] if node < len(s.board.places) else ()
    own = [n for n, o in enumerate(s.control) if o == ARMENIANS and not besieged_or_held(s, n, -1)]
    s.company = tuple([y for y in s.company if y != x])
    if not own:
        s.at[x], s.army[x] = DEAD, 0
        c.tell(Removed(leader=leader(s, x)))
        return
    to = min(own, key=lambda n: (away[n] if away else 0, n))
    move(s, x, to)
    c.tell(Homeward(leader=leader(s, x), place=place(s, to)))


def lords(s: State, player: int) -> list[int]:
    """The Armenian leaders who follow a player."""
    return [x for x in s.board.people.factions[ARMENIANS].leaders if s.lord[x] == player]


def demoralized(s: State, leaders: Iterable[int]) -> bool:
    return any(s.marks[x] & DEMORALIZED for x in leaders)


def commanding(s: State, leaders: Sequence[int]) -> int:
    """5.3: who commands several: the highest rank, the better value, the larger army."""
    from engine.games.crusade.table.state import cv

    return max(leaders, key=lambda x: (rank_of(s, x), cv(s, x), s.army[x], -x), default=-1)


def enemies_of(s: State, player: int) -> list[int]:
    return of_side(s, MUSLIM if side_of_player(s, player) == CRUSADER else CRUSADER)
