"""Ways out of a place: borders, straits (5.5), the sea (5.6), what lies beyond the map (5.4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.hispania.table.state import State

Ways = dict[int, tuple[int, bool]]  # where to: at what cost, and whether the move ends there


def may_enter(s: State, nation: int, box: int) -> bool:
    """5.4: whether a nation may go from Hispania to a place beyond the map now."""
    for right in s.almanac.beyond.get((s.turn, nation), ()):
        if box in right.to and not _full(s, nation, box):
            return True
    return False


def _full(s: State, nation: int, box: int) -> bool:
    for number_, exit_ in enumerate(s.board.awards.exits):
        if exit_.nation == nation and exit_.to == box and exit_.most:
            return s.exits[number_] >= exit_.most
    return False


def leaves_for_good(s: State, nation: int, box: int) -> bool:
    rights = s.almanac.beyond.get((s.turn, nation), ())
    return any(right.leaves and box in right.to for right in rights)


def exit_room(s: State, nation: int, box: int) -> int:
    """How many more units may leave there for points."""
    for number_, exit_ in enumerate(s.board.awards.exits):
        if exit_.nation == nation and exit_.to == box and exit_.most:
            return exit_.most - s.exits[number_]
    return 99


def _landings(s: State, nation: int) -> tuple[int, ...]:
    """3.2: where units at sea may land."""
    for arrival in s.almanac.arrivals.get((s.turn, nation), ()):
        if arrival.landing:
            return arrival.landing
    return s.board.anchors


def ways_out(s: State, nation: int, here: int, first: bool) -> Ways:
    """Ways out of a place: where to, at what cost, and whether the move ends there."""
    when = (s.turn, nation)
    full = tuple(s.exits) if when in s.almanac.beyond else ()  # an exit may be closed by now
    key = (when, here, first, full)
    found = s.almanac.ways.get(key)
    if found is None:
        rows = _ways_out(s, nation, here, first)
        found = s.almanac.ways[key] = {place: (cost, ends) for place, cost, ends in rows}
    return found


def _ways_out(s: State, nation: int, here: int, first: bool) -> Iterator[tuple[int, int, bool]]:
    """5.5: borders, straits, what lies beyond the map (5.4) and the sea (5.6)."""
    board = s.board
    if here < board.provinces:
        for place in board.adjacent[here]:
            yield place, 1, False
        for place in board.straits[here] if first else ():  # the whole movement (5.5)
            if place < board.provinces or may_enter(s, nation, place):
                yield place, 1, True
        for place in board.gates[here]:
            if may_enter(s, nation, place):
                yield place, 0, True
        if here in board.anchors and (s.turn, nation) in s.almanac.fleets:
            yield board.sea, 1, True
    elif here == board.sea:
        for place in _landings(s, nation):
            yield place, 1, False
    elif here == board.africa:
        for place in board.straits[here]:
            yield place, 1, False
    elif here == board.camp:  # EL CID rides out against Valence, nowhere else (11.26)
        yield board.peoples.mercenary_goal, 1, True
    else:
        for place in board.gates[here]:
            yield place, 1 if place < board.provinces else 0, False
