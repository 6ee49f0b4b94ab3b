"""Chapters 7.5 and 9: fleets, what they carry, and what they meet.

Ships are tuples (flags, *cargo). The stack under way carries the flag SAILING. Sea moves are not
atomic: after every draw from the Naval deck the captain is asked again.
"""

from __future__ import annotations

from typing import Any

from engine.core import Action, Level
from engine.games.granada.book.cards import draw, put_away
from engine.games.granada.book.control import besieged, conceal, settle
from engine.games.granada.book.elimination import bury
from engine.games.granada.table.board import CHRISTIAN, MUSLIM, SEATS
from engine.games.granada.table.flow import (
    EMPTY,
    EMPTY_PATH,
    NOTHING,
    Context,
    OldAddressed,
    OldSealed,
    Words,
    one,
    point,
    push,
    step,
    subset,
)
from engine.games.granada.table.state import (
    KNOWN,
    MOVED,
    SAILING,
    SHIFT,
    Ship,
    State,
    join,
    take,
    units,
    with_flags,
    without,
)

HOLD = 2  # land units a fleet carries (7.5.2)
RANGE = 3  # sea zones a move (7.5.1)
ALL = 255


def ship_token(s: State, ship: Ship) -> str:
    """How orders call a ship: F, or F:C2+A1 with what it carries."""
    cargo = "+".join(s.board.kind_tokens[e >> SHIFT] for e in ship[1:])
    return f"F:{cargo}" if cargo else "F"


def _ready(s: State, zone: int, side: int) -> list[Ship]:
    return [ship for ship in s.ships[2 * zone + side] if not ship[0] & MOVED]


def can_sail(s: State, side: int) -> bool:
    if not s.left or not s.sea_left:
        return False
    for z, ships in enumerate(s.ships[side::2]):
        for ship in ships:
            if not ship[0] & MOVED and z not in s.sea_opened:
                return True
    return False


def _zones(s: State, side: int) -> list[int]:
    """7.5.1: one zone, or all of them with total movement, each once."""
    if not s.left or not s.sea_left:
        return []
    return [z for z in range(len(s.board.zones)) if z not in s.sea_opened and _ready(s, z, side)]


def _enemy_here(s: State, zone: int, side: int) -> bool:
    return bool(s.ships[2 * zone + 1 - side])


def loadable(s: State, zone: int, side: int) -> tuple[int, ...]:
    """7.5.2, G20: who can embark: those who have not moved and are free to go aboard."""
    port = s.board.zone_port[zone]
    if besieged(s, port, side):
        return ()
    kinds = s.board.kinds
    return tuple(
        e >> SHIFT
        for e in s.stacks[2 * port + side]
        if not e & MOVED and e >> SHIFT != s.board.boabdil and kinds[e >> SHIFT].special != "guard"
    )


def sail_level(s: State, side: int, prefix: Words, partial: Words) -> Level:
    """The tree of a voyage: zone, ships, load, load of the second ship, course, landing."""
    filled = len(prefix) - 1
    if filled == 0:
        return one([s.board.zones[z] for z in _zones(s, side)], "7.5.1")
    zone = s.board.zone[prefix[1]]
    if filled == 1:
        return _ships_level(s, _ready(s, zone, side), partial, 1, 2, "7.5.1")
    if _enemy_here(s, zone, side):
        # 7.5.3, G21: designate the fleets and draw before anything else
        return (EMPTY, EMPTY, EMPTY_PATH, NOTHING)[filled - 2]
    ships = _named(s, _ready(s, zone, side), prefix[2])
    return _course_level(s, side, zone, zone, 0, ships, True, prefix[3:], partial)


def _ships_level(
    s: State, ships: list[Ship], partial: Words, least: int, most: int, rule: str
) -> Level:
    tokens = sorted(ship_token(s, ship) for ship in ships)
    found = tuple(dict.fromkeys(_following(tokens, partial, least, most)))
    return Level(found, "set", len(partial) >= least, least, most, rule)


def _following(tokens: list[str], partial: Words, least: int, most: int) -> list[str]:
    if len(partial) >= most:
        return []
    at = 0
    for token in partial:
        at = tokens.index(token, at) + 1
    last = len(tokens) - (least - len(partial)) + 1 if least > len(partial) else len(tokens)
    return tokens[at:last]


def _named(s: State, ships: list[Ship], words: tuple[str, ...]) -> list[Ship]:
    rest = list(ships)
    found = []
    for word in words:
        for ship in rest:
            if ship_token(s, ship) == word:
                rest.remove(ship)
                found.append(ship)
                break
    return found


def _course_level(
    s: State,
    side: int,
    zone: int,
    start: int,
    steps: int,
    ships: list[Ship],
    may_load: bool,
    given: Words,
    partial: Words,
) -> Level:
    """Load, second load, course, landing: for the first order and for every later one."""
    filled = len(given)
    pool = loadable(s, zone, side) if may_load and not _laden(ships) else ()
    room = [HOLD - (len(ship) - 1) for ship in ships] + [0]
    names = s.board.kind_tokens
    if filled == 0:
        return subset(pool, names, partial, 0, min(room[0], len(pool)), "7.5.2")
    if filled == 1:
        rest = list(pool)
        for token in given[0]:
            rest.remove(s.board.kind[token])
        return subset(rest, names, partial, 0, min(room[1], len(rest)), "7.5.2")
    if filled == 2:
        here = s.board.zone[partial[-1]] if partial else zone
        going = steps + len(partial) < RANGE and not (partial and _enemy_here(s, here, side))
        found = [s.board.zones[z] for z in s.board.sea[here]] if going else []
        return Level(tuple(found), "path", True, 0, RANGE, "7.5.1")
    course = given[2]
    last = s.board.zone[course[-1]] if course else zone
    embarking = bool(given[0] or given[1])
    if course and _enemy_here(s, last, side):
        return NOTHING
    may_land = last != start if embarking else _may_land(ships, last, start)
    return one([None, "land"], "7.5.2") if may_land else NOTHING


def _laden(ships: list[Ship]) -> bool:
    """7.5.2: all troops of a stack embark together, so one that carries some takes no more."""
    return any(len(ship) > 1 for ship in ships)


def _may_land(ships: list[Ship], zone: int, start: int) -> bool:
    """7.5.2, G20: troops aboard may land; those who embarked this turn only in another port."""
    if zone != start:
        return _laden(ships)
    return _laden(ships) and not any(e & MOVED for ship in ships for e in ship[1:])


# -- under way -----------------------------------------------------------------------------------


def sail(s: State, c: Context, side: int, action: Action) -> None:
    """7.5.1: activate a zone and get a stack of one or two fleets under way."""
    zone = s.board.zone[action[1]]
    if s.sea_left != ALL:
        s.sea_left -= 1
    if s.left != ALL:
        s.left -= 1
    s.sea_opened = (*s.sea_opened, zone)
    ships = _named(s, _ready(s, zone, side), action[2])
    _mark(s, zone, side, ships, MOVED | SAILING)
    c.tell("sail", "7.5.1", {"side": SEATS[side], "zone": action[1], "ships": len(ships)})
    if _enemy_here(s, zone, side):
        push(s, ("sight", side, zone, zone, 0, True))
    else:
        _under_way(s, c, side, zone, zone, 0, action[3:])


def _mark(s: State, zone: int, side: int, ships: list[Ship], flags: int) -> None:
    index = 2 * zone + side
    rest = list(s.ships[index])
    for ship in ships:
        rest.remove(ship)
        rest.append((ship[0] | flags, *ship[1:]))
    s.ships[index] = tuple(sorted(rest))


def sailing(s: State, zone: int, side: int) -> list[Ship]:
    """The stack under way, in the order in which orders name its ships."""
    ships = [ship for ship in s.ships[2 * zone + side] if ship[0] & SAILING]
    return sorted(ships, key=lambda ship: ship_token(s, ship)) if len(ships) > 1 else ships


def _under_way(
    s: State, c: Context, side: int, zone: int, start: int, steps: int, rest: Words
) -> None:
    """Embark, sail the course up to the first encounter, and land."""
    load, also, course, land = rest
    if load or also:
        _embark(s, c, side, zone, load, also)
    for token in course:
        there = s.board.zone[token]
        _shift(s, side, zone, there)
        zone, steps = there, steps + 1
        c.tell("enter", "7.5.1", {"side": SEATS[side], "zone": token})
        if _enemy_here(s, zone, side):
            push(s, ("sight", side, zone, start, steps, False))
            return
    if land is not None:
        disembark(s, c, side, zone)
    _moor(s, side, zone)


def _embark(
    s: State, c: Context, side: int, zone: int, load: tuple[str, ...], also: tuple[str, ...]
) -> None:
    """7.5.2: troops go aboard in the port of the zone where the fleet starts."""
    port = s.board.zone_port[zone]
    kinds = tuple(s.board.kind[t] for t in (*load, *also))
    index = 2 * port + side
    if len(kinds) != len(s.stacks[index]):
        conceal(s, port, side)
    group = take(s.stacks[index], kinds, 0, MOVED)
    s.stacks[index] = without(s.stacks[index], group)
    # nobody sees who of them goes aboard which ship
    group = with_flags(group, MOVED, KNOWN if load and also else 0)
    ships = sailing(s, zone, side)
    fresh: list[Ship] = []
    rest = list(s.ships[2 * zone + side])
    for ship, words in zip(ships, (load, also), strict=False):
        rest.remove(ship)
        aboard = take(group, tuple(s.board.kind[t] for t in words))
        group = without(group, aboard)
        fresh.append((ship[0], *join(ship[1:], aboard)))
    s.ships[2 * zone + side] = tuple(sorted([*rest, *fresh]))
    c.tell(
        "embark",
        "7.5.2",
        {"side": SEATS[side], "place": s.board.places[port], "count": len(kinds)},
        {SEATS[side]: {"blocks": (*load, *also)}},
    )
    settle(s, c, port)


def _shift(s: State, side: int, zone: int, there: int) -> None:
    """Move the stack under way from one zone to another."""
    ships = tuple(sailing(s, zone, side))
    index = 2 * zone + side
    s.ships[index] = tuple(ship for ship in s.ships[index] if not ship[0] & SAILING)
    s.ships[2 * there + side] = tuple(sorted(s.ships[2 * there + side] + ships))


def _moor(s: State, side: int, zone: int) -> None:
    """The voyage is over: the ships stay where they are."""
    index = 2 * zone + side
    s.ships[index] = tuple(sorted((ship[0] & ~SAILING, *ship[1:]) for ship in s.ships[index]))


def disembark(s: State, c: Context, side: int, zone: int) -> None:
    """7.5.2, 7.5.4: all troops under way land in the zone's port, into a battle if need be."""
    port = s.board.zone_port[zone]
    index = 2 * zone + side
    landed: tuple[int, ...] = ()
    fleet = []
    for ship in s.ships[index]:
        if ship[0] & SAILING:
            landed = join(landed, ship[1:])
            fleet.append(ship[:1])
        else:
            fleet.append(ship)
    s.ships[index] = tuple(sorted(fleet))
    s.stacks[2 * port + side] = join(s.stacks[2 * port + side], with_flags(landed, MOVED))
    names = s.board.kind_tokens
    c.tell(
        "land",
        "7.5.2",
        {"side": SEATS[side], "place": s.board.places[port], "count": len(landed)},
        {SEATS[side]: {"blocks": tuple(names[e >> SHIFT] for e in landed)}},
    )
    if not units(s, port, 1 - side):
        settle(s, c, port)


@step
def sight(
    s: State, c: Context, side: int, zone: int, start: int, steps: int, at_start: bool
) -> None:
    """7.5.3: one Naval card per moving fleet, until a Naval Battle comes up."""
    after = ("voyage_goes_on", side, zone, start, steps, at_start)
    for _ in sailing(s, zone, side):
        if not s.naval_deck:
            s.naval_deck, s.naval_discard = s.naval_discard, ()
        card = c.dice.pick("naval", s.naval_deck, s.board.naval_tokens)
        s.naval_deck = without(s.naval_deck, (card,))
        s.naval_discard = join(s.naval_discard, (card,))
        arms = s.board.naval_arms[card]
        c.tell(
            "sighting",
            "7.5.3",
            {"side": SEATS[side], "zone": s.board.zones[zone], "card": s.board.naval_tokens[card]},
        )
        if arms >= 0:
            push(s, ("engage", side, zone, start, arms), after)
            return
    push(s, after)


@step
def voyage_goes_on(
    s: State, c: Context, side: int, zone: int, start: int, steps: int, at_start: bool
) -> None:
    """After an encounter the captain decides anew, unless there is nothing to decide."""
    ships = sailing(s, zone, side)
    if not ships:
        return
    if side != s.active:
        _moor(s, side, zone)
        return
    if steps >= RANGE and not _may_land(ships, zone, start):
        _moor(s, side, zone)
        return
    push(s, ("voyage", side, zone, start, steps, at_start))


@point
class Voyage(OldAddressed):
    """7.5.3: sail on, land, or stay at sea."""

    kind = "voyage"
    rule = "7.5.3"

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        return {"zone": s.board.zones[args[1]]}

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        _, zone, start, steps, at_start = args
        ships = sailing(s, zone, side)
        if not prefix:
            verbs = ["anchor"]
            if _may_land(ships, zone, start):
                verbs.append("land")
            if steps < RANGE:
                verbs.append("onward")
            return one(verbs, "7.5.3")
        if prefix[0] == "anchor":
            return _course_level(s, side, zone, start, RANGE, ships, at_start, prefix[1:], partial)
        level = _course_level(s, side, zone, start, steps, ships, at_start, prefix[1:], partial)
        if len(prefix) == 3 and not partial:
            return Level(level.choices, "path", False, 1, RANGE, "7.5.1")
        return level

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        _, zone, start, steps, _ = args
        s.frames.pop()
        if action.verb == "land":
            disembark(s, c, side, zone)
            _moor(s, side, zone)
        elif action.verb == "onward":
            _under_way(s, c, side, zone, start, steps, action[1:])
        else:
            if action[1] or action[2]:
                _embark(s, c, side, zone, action[1], action[2])
            _moor(s, side, zone)

    def default(self, s: State, side: int, *args: Any) -> Action:
        return Action("anchor", (), ())


# -- chapter 9: battles at sea -------------------------------------------------------------------


def naval_cards(s: State, side: int) -> list[int]:
    designs = s.board.cards[side]
    return [card for card in dict.fromkeys(s.hand[side]) if designs[card].naval]


@point
class Engage(OldSealed):
    """9.1: both play a card with a naval icon; none only if there is none (G22)."""

    kind = "engage"
    rule = "9.1"
    reaction = True

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        return {"zone": s.board.zones[args[1]], "arms": SEATS[args[3]]}

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        if not prefix:
            return one(["engage"], "9.1")
        names = s.board.card_tokens[side]
        return one([names[card] for card in naval_cards(s, side)] or [None], "9.1")

    def resolve(self, s: State, c: Context, *args: Any) -> None:
        _exchange(s, c, self.opened(s), *args)

    def default(self, s: State, side: int, *args: Any) -> Action:
        cards = naval_cards(s, side)
        if not cards:
            return Action("engage", None)
        best = max(cards, key=lambda card: s.board.cards[side][card].naval)
        return Action("engage", s.board.card_tokens[side][best])


def _exchange(
    s: State, c: Context, chosen: Words, mover: int, zone: int, start: int, arms: int
) -> None:
    """9.1, 9.2: compare the numbers; an arrow evades."""
    values = [0, 0]
    for side in (CHRISTIAN, MUSLIM):
        token = chosen[side]
        if token is not None:
            card = s.board.card[side][token]
            values[side] = s.board.cards[side][card].naval
            put_away(s, side, (card,), "discard")
    c.tell(
        "broadsides",
        "9.1",
        {"zone": s.board.zones[zone], "christian": chosen[0], "muslim": chosen[1]},
        reveals=("christian", "muslim"),
    )
    evaders = [side for side in (CHRISTIAN, MUSLIM) if values[side] < 0]
    if evaders:
        _redraw(s, c, chosen, -1, 0, 0)
        order = sorted(evaders, key=lambda side: side != mover)
        push(s, *[("evade", side, zone, start, side == mover) for side in order])
        return
    difference = abs(values[0] - values[1])
    winner = arms if difference == 0 else (CHRISTIAN if values[0] > values[1] else MUSLIM)
    loser = 1 - winner
    sunk = 1 if difference < 3 else 2
    fleet = sailing(s, zone, loser) if loser == mover else list(s.ships[2 * zone + loser])
    sunk = min(sunk, len(fleet))
    c.tell(
        "sea_battle",
        "9.1",
        {
            "zone": s.board.zones[zone],
            "winner": SEATS[winner],
            "sunk": sunk,
            "difference": difference,
        },
    )
    push(s, ("sinking", loser, zone, loser == mover, sunk, chosen))


def _redraw(s: State, c: Context, chosen: Words, loser: int, fleets: int, carried: int) -> None:
    """9.3: the card played is replaced; the loser draws for every two fleets and two blocks."""
    for side in (CHRISTIAN, MUSLIM):
        number = int(chosen[side] is not None)
        if side == loser:
            number += fleets // 2 + carried // 2
        if number:
            draw(s, c, side, number, "9.3")


@step
def sinking(
    s: State, c: Context, loser: int, zone: int, moving: bool, sunk: int, chosen: Words
) -> None:
    """9.1: the loser chooses which fleets go down, if that makes any difference."""
    fleet = sailing(s, zone, loser) if moving else list(s.ships[2 * zone + loser])
    if sunk >= len(fleet) or not any(len(ship) > 1 for ship in fleet):
        _sink(s, c, loser, zone, fleet[:sunk], chosen)
    else:
        push(s, ("sink", loser, zone, moving, sunk, chosen))


@point
class Sink(OldAddressed):
    """9.1: which fleets are sunk."""

    kind = "sink"
    rule = "9.1"

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        return {"zone": s.board.zones[args[1]], "number": args[3]}

    def _fleet(self, s: State, loser: int, zone: int, moving: bool) -> list[Ship]:
        return sailing(s, zone, loser) if moving else list(s.ships[2 * zone + loser])

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        if not prefix:
            return one(["sink"], "9.1")
        fleet = self._fleet(s, *args[:3])
        return _ships_level(s, fleet, partial, args[3], args[3], "9.1")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        loser, zone, moving, _, chosen = args
        s.frames.pop()
        ships = _named(s, self._fleet(s, loser, zone, moving), action[1])
        _sink(s, c, loser, zone, ships, chosen)


def _sink(s: State, c: Context, loser: int, zone: int, ships: list[Ship], chosen: Words) -> None:
    index = 2 * zone + loser
    rest = list(s.ships[index])
    cargo: tuple[int, ...] = ()
    for ship in ships:
        rest.remove(ship)
        cargo += tuple(e >> SHIFT for e in ship[1:])
    s.ships[index] = tuple(rest)
    name = s.board.zones[zone]
    kinds = (s.board.fleet_kind[loser],) * len(ships)
    bury(s, c, loser, kinds, "sea", "9.1", name)
    if cargo:
        bury(s, c, loser, tuple(sorted(cargo)), "drowned", "9.1", name)
    if s.over is None:
        _redraw(s, c, chosen, loser, len(ships), len(cargo))


@step
def evade(s: State, c: Context, side: int, zone: int, start: int, moving: bool) -> None:
    """9.2: those who evade leave the zone for an adjacent one, all together (C12)."""
    fleet = sailing(s, zone, side) if moving else list(s.ships[2 * zone + side])
    if not fleet:
        return
    if not moving:
        _mark(s, zone, side, fleet, SAILING)
    havens = _havens(s, zone, start if moving else -1)
    if len(havens) == 1:
        _flee(s, c, side, zone, start, havens[0], moving)
    else:
        push(s, ("haven", side, zone, start, moving))


def _havens(s: State, zone: int, start: int) -> list[int]:
    """9.2, G23: adjacent zones, for the moving stack within three of where it started."""
    near = [z for z in s.board.sea[zone] if start < 0 or s.board.sea_distance[start][z] <= RANGE]
    return near or list(s.board.sea[zone])


@point
class Haven(OldAddressed):
    """9.2: where the evading fleets go."""

    kind = "haven"
    rule = "9.2"

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        return {"zone": s.board.zones[args[1]]}

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        if not prefix:
            return one(["evade"], "9.2")
        _, zone, start, moving = args
        return one([s.board.zones[z] for z in _havens(s, zone, start if moving else -1)], "9.2")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        _, zone, start, moving = args
        s.frames.pop()
        _flee(s, c, side, zone, start, s.board.zone[action[1]], moving)


def _flee(s: State, c: Context, side: int, zone: int, start: int, there: int, moving: bool) -> None:
    """Leave, stop, and look for the enemy in the new zone; the last to move must check."""
    _shift(s, side, zone, there)
    c.tell(
        "evaded",
        "9.2",
        {"side": SEATS[side], "from": s.board.zones[zone], "zone": s.board.zones[there]},
    )
    if moving:
        # the stack under way stops in its haven: the waiting voyage frame must follow it there
        _redirect(s, side, zone, there)
    frames: list[tuple[Any, ...]] = []
    if _enemy_here(s, there, side):
        frames.append(("sight", side, there, start if moving else there, RANGE, False))
    elif not moving:
        _moor(s, side, there)
    push(s, *frames)


def _redirect(s: State, side: int, zone: int, there: int) -> None:
    for i in range(len(s.frames) - 1, -1, -1):
        frame = s.frames[i]
        if frame[0] == "voyage_goes_on" and frame[1] == side and frame[2] == zone:
            s.frames[i] = ("voyage_goes_on", side, there, frame[3], RANGE, False)
            return
