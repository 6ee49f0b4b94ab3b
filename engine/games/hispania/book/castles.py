"""Castles, Ruins and Forts (9.5, 11.8), and the Castles that some nations are given."""

from __future__ import annotations

from engine.core import Action, Level
from engine.games.hispania.book.retreat import evict
from engine.games.hispania.book.scoring import award
from engine.games.hispania.table.board import CASTLE, FORT, KINDS
from engine.games.hispania.table.flow import (
    Context,
    OldPoint,
    Words,
    name_of,
    one,
    point,
    step,
    subset,
)
from engine.games.hispania.table.state import (
    ONE,
    State,
    bits,
    friends,
    held,
    limit,
    muster,
    number,
    put,
    spare,
    stack,
    take,
)

# -- Ruins ---------------------------------------------------------------------------------------


def sources(s: State, nation: int, place: int) -> list[int]:
    """Castles on the map that could be moved to a Ruin."""
    return [
        p
        for p in held(s, nation)
        if p != place and number(stack(s, nation, p), CASTLE) and not s.here[p] & ~(1 << nation)
    ]


def _has_castles(s: State, nation: int) -> bool:
    return s.board.peoples.nations[nation].limits[CASTLE] > 0


def ruins_to_build(s: State, nation: int) -> list[int]:
    """Ruins in own provinces on which a Castle could be put for the price of a unit (9.5)."""
    if not any(s.ruins) or not _has_castles(s, nation):
        return []
    found = []
    for place in held(s, nation):
        units = stack(s, nation, place)
        if not s.ruins[place] or muster(units).castle or s.here[place] != 1 << nation:
            continue
        if not muster(units).people:
            continue
        if _freed(s, nation, place) or sources(s, nation, place):
            found.append(place)
    return found


def _freed(s: State, nation: int, place: int) -> bool:
    """A Castle is left beside the map; the nation's own Ruin gives its counter back."""
    return spare(s, nation, CASTLE) + (s.ruins[place] == nation + 1) > 0


def level_rebuild(s: State, nation: int, prefix: Words) -> Level:
    """place, unit, from."""
    places = s.board.places
    if len(prefix) == 1:
        return one([places[p] for p in ruins_to_build(s, nation)], "9.5")
    place = s.board.place[prefix[1]]
    if len(prefix) == 2:
        units = stack(s, nation, place)
        kinds = dict.fromkeys(k for k in muster(units).kinds if s.board.kinds[k].counts)
        return one([KINDS[k] for k in kinds], "9.5")
    free = [None] if _freed(s, nation, place) else []
    return one([*free, *(places[p] for p in sources(s, nation, place))], "9.5")


def rebuild(s: State, c: Context, nation: int, action: Action) -> None:
    """Give up a unit for a Castle on a Ruin (9.5)."""
    place = s.board.place[action[1]]
    take(s, nation, place, ONE[s.board.kind[action[2]]])
    if action[3] is not None:
        take(s, nation, s.board.place[action[3]], ONE[CASTLE])
    conquered = s.ruins[place] != nation + 1
    raise_castle(s, nation, place)
    c.tell(
        "rebuilt",
        "9.5",
        nation=name_of(s, nation),
        place=action[1],
        unit=action[2],
        moved=action[3],
    )
    _rewards(s, c, nation, place, conquered)


def raise_castle(s: State, nation: int, place: int) -> None:
    """A Castle stands there; a Ruin's counter goes back to its owner."""
    s.ruins[place] = 0
    put(s, nation, place, ONE[CASTLE])


def _rewards(s: State, c: Context, nation: int, place: int, conquered: bool) -> None:
    """What SÉVILLE and ALMORAVIDE score for Castles rebuilt (11.23, 11.27)."""
    deeds = s.board.awards.deeds
    great = deeds["great-emirate"]
    if nation == great.nation and great.first <= s.turn <= great.last:
        if place in great.provinces and not s.deeds >> place & 1:
            s.deeds |= 1 << place
            award(s, c, nation, great.points, "great-emirate", "11.23")
    taken = deeds["castles"]
    if nation == taken.nation and taken.first <= s.turn <= taken.last and conquered:
        award(s, c, nation, taken.points + s.board.income[place], "castles", "11.27")


# -- Forts ---------------------------------------------------------------------------------------


def romanise(s: State, c: Context) -> None:
    """ROME puts a free Fort in every province that it holds or has crossed, once each (11.8).

    A province it has only crossed must be empty: nobody's unit may stand there.
    """
    right = s.board.peoples.romanisation
    if s.active != right.nation or not right.first <= s.turn <= right.last:
        return
    places = [p for p in range(s.board.provinces) if _takes_fort(s, p)]
    s.crossed = 0
    if len(places) > spare(s, right.nation, FORT) > 0:
        s.frames.append(("forts", sum(1 << p for p in places)))
        return
    for place in places if spare(s, right.nation, FORT) > 0 else ():
        _raise_fort(s, c, place)


def _takes_fort(s: State, place: int) -> bool:
    nation = s.active
    ours = s.here[place] == 1 << nation
    crossed = s.crossed >> place & 1 and not s.here[place]
    if not (ours or crossed) or s.romanised >> place & 1:
        return False
    return not muster(stack(s, nation, place)).castle


def _raise_fort(s: State, c: Context, place: int) -> None:
    s.romanised |= 1 << place
    put(s, s.active, place, ONE[FORT])
    c.tell("fort", "11.8", nation=name_of(s, s.active), place=s.board.places[place])


@point
class Forts(OldPoint):
    """Where the last Forts go, if there are fewer than provinces (11.8)."""

    kind = "forts"
    rule = "11.8"

    def about(self, s: State, nation: int, *args: int) -> dict[str, object]:
        return {"count": spare(s, nation, FORT)}

    def level(self, s: State, nation: int, prefix: Words, partial: Words, *args: int) -> Level:
        if not prefix:
            return one(["deploy"])
        if len(prefix) == 1:
            return subset([KINDS[FORT]], partial, 1, 1)
        return one([s.board.places[p] for p in bits(args[0])], "11.8")

    def answer(self, s: State, c: Context, nation: int, action: Action, *args: int) -> None:
        s.frames.pop()
        place = s.board.place[action[2]]
        _raise_fort(s, c, place)
        if spare(s, nation, FORT) > 0:
            s.frames.append((self.kind, args[0] & ~(1 << place)))


# -- gifts ---------------------------------------------------------------------------------------


def gifts(s: State, c: Context, nation: int, at_end: bool) -> None:
    """Free Castles at the start or end of a sequence (11.13, 11.16)."""
    for gift in s.almanac.gifts.get((s.turn, nation), ()):
        left = min(gift.castles, spare(s, nation, CASTLE))
        if gift.at_end != at_end or not left:
            continue
        s.pool = min(left, gift.castles - 1)
        s.frames.append(("more_castles", nation))
        lodgers = friends(s, nation) & s.here[gift.where]
        if gift.take_over and lodgers:
            give(s, c, nation, gift.where)
            evict(s, c, lodgers.bit_length() - 1, gift.where)
        elif _fits(s, nation, gift.where):
            give(s, c, nation, gift.where)


@step
def more_castles(s: State, c: Context, nation: int) -> None:
    """The other Castles, after a vassal has made room for the first."""
    s.pool = min(s.pool, spare(s, nation, CASTLE))
    if s.pool and castle_sites(s, nation):
        s.frames.append(("gifts",))
    else:
        s.pool = 0


def _fits(s: State, nation: int, place: int) -> bool:
    """A gift may exceed the limit by one, never stand beside another Castle (11.13)."""
    units = stack(s, nation, place)
    return (
        s.here[place] == 1 << nation
        and not muster(units).castle
        and muster(units).stacking <= limit(s, nation, place)
    )


def give(s: State, c: Context, nation: int, place: int) -> None:
    raise_castle(s, nation, place)
    if muster(stack(s, nation, place)).stacking > limit(s, nation, place):
        s.overfull |= 1 << place
    c.tell("castle", "11.13", nation=name_of(s, nation), place=s.board.places[place])


def castle_sites(s: State, nation: int) -> list[int]:
    """Plains south of the Douro where the WISIGOTH may put a free Castle (11.13)."""
    board = s.board
    islands = s.options["castles_on_islands"] == "on"
    return [
        p
        for p in held(s, nation)
        if not board.mountain[p]
        and (board.south_of_douro[p] or (islands and board.island[p]))
        and _fits(s, nation, p)
    ]


@point
class Gifts(OldPoint):
    """Where the other free Castles go (11.13)."""

    kind = "gifts"
    rule = "11.13"

    def level(self, s: State, nation: int, prefix: Words, partial: Words) -> Level:
        if not prefix:
            return one(["deploy"])
        if len(prefix) == 1:
            return subset([KINDS[CASTLE]], partial, 1, 1)
        return one([s.board.places[p] for p in castle_sites(s, nation)], "11.13")

    def answer(self, s: State, c: Context, nation: int, action: Action) -> None:
        give(s, c, nation, s.board.place[action[2]])
        s.pool -= 1
        if not s.pool or not castle_sites(s, nation):
            s.pool = 0
            s.frames.pop()
