"""The table as anybody sees it: nothing in Hispania is hidden but the dice to come.

Parts are NamedTuples, memoised by value: most of the board is the same from one view to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from operator import attrgetter, is_not
from threading import get_ident
from typing import Any, NamedTuple

from engine.core import plain
from engine.games.hispania.book.aiming import army
from engine.games.hispania.book.scoring import totals
from engine.games.hispania.table.board import KINDS
from engine.games.hispania.table.flow import POINTS, asked, name_of, pieces, settled
from engine.games.hispania.table.state import (
    DECLINE,
    FORTIFY,
    HOLD,
    SAVE,
    State,
    bits,
    chiefs_at,
    held,
    muster,
    places_of,
)

SCHEMA = 1
Row = Sequence[int]


class Army(NamedTuple):
    """One nation in one place."""

    nation: str
    pieces: tuple[str, ...]
    chiefs: tuple[str, ...]
    moved: tuple[str, ...]


class Spot(NamedTuple):
    armies: tuple[Army, ...]
    ruin: str | None
    capital: str | None  # the nation whose capital it is


class People(NamedTuple):
    """A nation: gold and points as people count them, not in halves."""

    seat: str
    alive: bool
    provinces: int
    units: int
    gold: float
    reserve: float
    points: float
    capital: str | None
    suzerain: str | None
    stance: tuple[str, ...]
    waiting: tuple[str, ...]


class Fight(NamedTuple):
    place: str
    attacker: str
    defender: str
    round: int
    attacking: tuple[str, ...]
    defending: tuple[str, ...]
    wounded: tuple[tuple[str, ...], tuple[str, ...]]
    dented: tuple[int, int]
    rolled: tuple[tuple[int, ...], tuple[int, ...]]
    lost: tuple[tuple[str, ...], tuple[str, ...]]
    zeal: bool
    employer: str | None


class Asked(NamedTuple):
    seat: str
    kind: str
    rule: str
    nation: str


class View(NamedTuple):
    """The whole table."""

    game: str
    schema: int
    seat: str | None
    scenario: str
    turn: int
    last: int
    years: str
    title: str
    phase: str
    active: str | None
    wave: int
    marching: bool
    places: tuple[str, ...]
    spots: tuple[Spot, ...]
    peoples: tuple[str, ...]
    nations: tuple[People, ...]
    points: dict[str, float]
    fallen: bool
    signs: tuple[str, ...]
    pool: tuple[str, ...]
    battle: Fight | None
    asked: tuple[Asked, ...]
    winners: tuple[str, ...] | None

    @property
    def locations(self) -> dict[str, Spot]:
        return dict(zip(self.places, self.spots, strict=True))

    @property
    def people(self) -> dict[str, People]:
        return dict(zip(self.peoples, self.nations, strict=True))

    def to_json(self) -> dict[str, Any]:
        """Plain and in stable order, with places and nations by name."""
        out: dict[str, Any] = {}
        for name in self._fields:
            if name == "spots":
                out["locations"] = plain(self.locations)
            elif name == "nations":
                out["nations"] = plain(self.people)
            elif name not in ("places", "peoples"):
                out[name] = plain(getattr(self, name))
        return out


def make(s: State, seat: str | None) -> View:
    """The view of a seat or of a spectator: the same but for the name of the reader."""
    board = s.board
    turn = board.track[min(s.turn, len(board.track)) - 1]
    seats = board.peoples.seats
    settled(s)
    last = _brought_up(s)
    return View(
        "hispania",
        SCHEMA,
        seat,
        s.scenario,
        s.turn,
        s.last,
        turn.years,
        turn.title,
        s.phase,
        name_of(s, s.active) if s.active >= 0 else None,
        s.wave,
        s.marching,
        board.places,
        last.shown_spots,
        board.peoples.tokens[:-1],
        last.shown_nations,
        last.points,
        s.fallen,
        tuple([seat_ for i, seat_ in enumerate(seats) if s.signs >> i & 1]) if s.signs else (),
        names(s.pool),
        _fight(s) if s.battle is not None else None,
        questions(s),
        s.over,
    )


@lru_cache(maxsize=1 << 14)
def names(units: int) -> tuple[str, ...]:
    return tuple([KINDS[kind] for kind in muster(units).kinds])


def questions(s: State) -> tuple[Asked, ...]:
    """The open questions: all of it is public."""
    if s.over is not None:
        return ()
    seats, kind = s.board.peoples.seats, s.frames[-1][0]
    return tuple([_asked(seats[seat], kind, name_of(s, n)) for seat, n in asked(s)])


@lru_cache(maxsize=1 << 10)
def _asked(seat: str, kind: str, nation: str) -> Asked:
    return Asked(seat, kind, POINTS[kind].rule, nation)


class _Last:
    """The parts of the last view made: most of them serve the next one too.

    The lists of a state that has been looked at are never changed again: an order changes a copy.
    """

    __slots__ = ("fixed", "lists", "nations", "points", "shown_nations", "shown_spots", "spots")

    def __init__(self, s: State) -> None:
        self.fixed = (s.lords, s.seats)
        self.lists: tuple[Row, ...] = _watched(s)
        self.spots = [_spot(s, place) for place in range(s.width)]
        self.nations = [_people(s, n) for n in range(len(s.board.peoples.nations))]
        self.points = _points(s)
        self.shown_spots, self.shown_nations = tuple(self.spots), tuple(self.nations)


_OF_NATIONS = ("gold", "points", "suzerain", "stance", "levy", "waiting")
_WATCHED = ("stacks", "moved", "chiefs", "ruins", "capital", *_OF_NATIONS)
_watched = attrgetter(*_WATCHED)


def _brought_up(s: State) -> _Last:
    """The parts of the view of this state, made anew only where something has changed."""
    thread = get_ident()  # another thread is in the middle of another match
    last: _Last | None = s.almanac.last_views.get(thread)
    if last is None or last.fixed != (s.lords, s.seats):
        last = s.almanac.last_views[thread] = _Last(s)
        return last
    places: set[int] = set()
    nations: set[int] = set()
    lists = _watched(s)
    for name, before, now in zip(_WATCHED, last.lists, lists, strict=True):
        if before != now:
            if name == "points":
                last.points = _points(s)
            _note(s, name, before, now, places, nations)
    last.lists = lists
    if places:
        for place in places:
            if place >= 0:
                last.spots[place] = _spot(s, place)
        last.shown_spots = tuple(last.spots)
    if nations:
        for nation in nations:
            if nation < len(last.nations):
                last.nations[nation] = _people(s, nation)
        last.shown_nations = tuple(last.nations)
    return last


def _points(s: State) -> dict[str, float]:
    seats = s.board.peoples.seats
    return {seat: points / 2 for seat, points in zip(seats, totals(s), strict=True)}


def _note(s: State, name: str, before: Row, now: Row, places: set[int], nations: set[int]) -> None:
    """Which places and nations look different, because one list does."""
    if name == "stacks":
        for at in _differing(before, now, max(0, s.active) * s.width, s.width):
            places.add(at % s.width)
            nations.add(at // s.width)
        return
    changed = compress(range(len(now)), map(is_not, before, now))
    if name in ("moved", "ruins"):
        places.update(changed)
    elif name == "chiefs":
        for at in changed:
            places.update((before[at], now[at]))
    else:
        for at in changed:
            nations.add(at)
            if name == "capital":
                places.update((before[at], now[at]))


def _differing(before: Row, now: Row, start: int, width: int) -> list[int]:
    """Where two long rows differ: mostly where the active nation's part begins, else few places,
    which are found by halves."""
    end = start + width
    if before[:start] == now[:start] and before[end:] == now[end:]:
        pairs = zip(before[start:end], now[start:end], strict=True)
        return [start + i for i, (was, is_) in enumerate(pairs) if was != is_]
    found: list[int] = []
    todo = [(0, len(now))]
    while todo:
        low, high = todo.pop()
        if before[low:high] == now[low:high]:
            continue
        if high - low < 8:
            found += [at for at in range(low, high) if before[at] != now[at]]
        else:
            middle = (low + high) // 2
            todo += [(low, middle), (middle, high)]
    return found


_EMPTY = Spot((), None, None)


def _spot(s: State, place: int) -> Spot:
    here = s.here[place]
    capital = s.capital.index(place) if place in s.capital else -1
    chiefs = [c for c, at in enumerate(s.chiefs) if at == place] if place in s.chiefs else []
    ruin = s.ruins[place]
    if not here and not chiefs and not ruin and capital < 0:
        return _EMPTY
    nations = bits(here)
    if chiefs:
        nations = (*nations, *sorted({s.lords[c] for c in chiefs}.difference(nations)))
    tokens = s.board.peoples.chiefs
    armies = [
        Army(
            name_of(s, n),
            names(s.stacks[n * s.width + place]),
            tuple([tokens[c].token for c in chiefs if s.lords[c] == n]) if chiefs else (),
            names(s.moved[place]) if n == s.active else (),
        )
        for n in nations
    ]
    return Spot(
        tuple(armies),
        name_of(s, ruin - 1) if ruin else None,
        name_of(s, capital) if capital >= 0 else None,
    )


def _people(s: State, nation: int) -> People:
    row = s.board.peoples.nations[nation]
    places = places_of(s, nation)
    lord, capital = s.suzerain[nation], s.capital[nation]
    return People(
        s.board.peoples.seats[row.seat],
        bool(places),
        len(held(s, nation)),
        sum([muster(s.stacks[nation * s.width + p]).total for p in places]),
        s.gold[nation] / 2,
        row.reserve / 2,
        s.points[nation] / 2,
        s.board.places[capital] if capital >= 0 else None,
        name_of(s, lord) if lord >= 0 else None,
        stances(s, nation),
        names(s.waiting[nation]),
    )


_LEVIES = ((SAVE, "save"), (FORTIFY, "fortify"), (DECLINE, "decline"))


def stances(s: State, nation: int) -> tuple[str, ...]:
    """Standing instructions that differ from the usual ones."""
    levy = s.levy[nation]
    found = [name for bit, name in _LEVIES if levy & bit] if levy else []
    return ("hold", *found) if s.stance[nation] == HOLD else tuple(found)


def _fight(s: State) -> Fight:
    b = s.battle
    assert b is not None
    sides = [
        tuple(pieces(s, muster(army(s, b, i)).kinds, chiefs_at(s, b.nations[i], b.place)))
        for i in (0, 1)
    ]
    return Fight(
        s.board.places[b.place],
        name_of(s, b.nations[0]),
        name_of(s, b.nations[1]),
        b.round,
        sides[0],
        sides[1],
        (names(b.hurt[0]), names(b.hurt[1])),
        b.dented,
        b.rolled,
        (names(b.lost[0]), names(b.lost[1])),
        b.zeal,
        name_of(s, b.employer) if b.employer >= 0 else None,
    )
