"""7.2: mustering from the recruitment box."""

from __future__ import annotations

from engine.core import Action, Level, Value
from engine.games.granada.book.control import overrun, overruns, settle
from engine.games.granada.table.board import FACTIONS, SEATS
from engine.games.granada.table.flow import NOTHING, Context, one, subset
from engine.games.granada.table.state import KNOWN, MOVED, SHIFT, State, join, units, without


def can_muster(s: State, side: int) -> bool:
    if not s.muster_left or not s.left:
        return False
    if not s.box[side]:
        return False
    if _land(s, side):
        for p in s.board.recruit_sides[side]:
            if units(s, p, side) or not units(s, p, 1 - side):
                return True
    return bool(_harbours(s, side))


def _land(s: State, side: int) -> tuple[int, ...]:
    fleet = s.board.fleet_kind[side]
    return tuple(k for k in s.box[side] if k != fleet)


def _places(s: State, side: int, faction: int = -1) -> list[int]:
    """4.8, G17: recruitment locations where blocks may appear: not where only the enemy is."""
    board = s.board
    places = board.recruit_sides[side] if faction < 0 else board.recruit_places[faction]
    return [p for p in places if units(s, p, side) or not units(s, p, 1 - side)]


def _harbours(s: State, side: int) -> list[int]:
    """Zones where a fleet may muster: those with a friendly port, if there is a fleet."""
    if s.board.fleet_kind[side] not in s.box[side]:
        return []
    return [z for z, port in enumerate(s.board.zone_port) if s.control[port] == side]


def muster_level(
    s: State, side: int, prefix: tuple[Value, ...], partial: tuple[Value, ...]
) -> Level:
    """The tree of a muster: a faction shown (option A) or None (option B), blocks, place, fleet."""
    filled = len(prefix) - 1
    land = _land(s, side)
    kinds = s.board.kinds
    if filled == 0:
        factions = dict.fromkeys(kinds[k].faction for k in land)
        shown = [FACTIONS[f] for f in factions if _places(s, side, f)]
        single = bool(land and _places(s, side)) or bool(_harbours(s, side))
        return one([*shown, None] if single else shown, "7.2")
    if filled == 1:
        if prefix[1] is None:
            least = 0 if _harbours(s, side) else 1
            most = 1 if _places(s, side) else 0
            return subset(land, s.board.kind_tokens, partial, least, most, "7.2")
        faction = FACTIONS.index(prefix[1])
        same = tuple(k for k in land if kinds[k].faction == faction)
        return subset(same, s.board.kind_tokens, partial, 1, len(same), "7.2")
    if filled == 2:
        if not prefix[2]:
            return NOTHING
        faction = -1 if prefix[1] is None else FACTIONS.index(prefix[1])
        return one([s.board.places[p] for p in _places(s, side, faction)], "7.2")
    harbours: list[Value] = [s.board.zones[z] for z in _harbours(s, side)]
    return one(harbours if not prefix[2] else [None, *harbours], "7.2")


def muster(s: State, c: Context, side: int, action: Action) -> None:
    """7.2: blocks of one faction, displayed; or one of any, hidden; and a fleet with either."""
    s.muster_left = 0
    if s.level != "total":
        s.left -= 1
    shown = action[1] is not None
    kinds = tuple(sorted(s.board.kind[t] for t in action[2]))
    if kinds:
        place = s.board.place[action[3]]
        s.box[side] = without(s.box[side], kinds)
        flags = MOVED | KNOWN if shown else MOVED
        index = 2 * place + side
        s.stacks[index] = join(s.stacks[index], tuple(k << SHIFT | flags for k in kinds))
        public = {"side": SEATS[side], "place": action[3], "count": len(kinds)}
        if shown:
            c.tell(
                "muster",
                "7.2",
                {**public, "faction": action[1], "blocks": action[2]},
                reveals=("blocks", "faction"),
            )
        else:
            c.tell("muster", "7.2", public, {SEATS[side]: {"blocks": action[2]}})
        if overruns(s, place, side):
            overrun(s, c, place, side)
        settle(s, c, place)
    if action[4] is not None:
        _launch(s, c, side, action[4])


def _launch(s: State, c: Context, side: int, token: str) -> None:
    """A fleet musters in a zone with a friendly port, even beside enemy fleets."""
    zone = s.board.zone[token]
    s.box[side] = without(s.box[side], (s.board.fleet_kind[side],))
    index = 2 * zone + side
    s.ships[index] = tuple(sorted((*s.ships[index], (MOVED,))))
    c.tell("launch", "7.2", {"side": SEATS[side], "zone": token}, reveals=("zone",))
