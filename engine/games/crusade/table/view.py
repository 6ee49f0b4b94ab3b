"""What one reader may know of a position: built from nothing, field by field."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.core import plain
from engine.games.crusade.table.facts import FACTIONS, LEADER_NAMES
from engine.games.crusade.table.people import CARDED, CRUSADER, PLAYED
from engine.games.crusade.table.state import (
    ABOARD,
    APART,
    ARDENT,
    BARRED,
    BONUS,
    CAPTIVE,
    DEAD,
    DEMORALIZED,
    ILL,
    INDEPENDENT,
    OWNERS,
    RAVAGER,
    REPLACED,
    SWIFT,
    State,
    cinc,
)

SCHEMA = 1
SIEGES = ("", "total", "partial")
WASTE = ("", "ravaged", "recovering")
POSTURES = ("ask", "hold", "avoid", "bold")
SIGNS = {
    APART: "apart",
    REPLACED: "replaced", INDEPENDENT: "independent", DEMORALIZED: "demoralized", ILL: "ill",
    BARRED: "barred", RAVAGER: "ravager", ARDENT: "ardent", SWIFT: "swift", BONUS: "again",
}  # fmt: skip
EMPTY = array("q", [0] * OWNERS)
NO_MEN: Mapping[str, int] = MappingProxyType({})
SIGNED = 0
for _bit in SIGNS:
    SIGNED |= _bit


class Chief(NamedTuple):
    """A leader on the map."""

    faction: str
    place: str  # a space, a box, or a sea zone if he is aboard
    sp: int
    knights: int
    signs: tuple[str, ...]
    came: str  # the connection he stands on, by its other end
    used: int
    posture: str
    lord: str  # the seat that an Armenian follows


class Spot(NamedTuple):
    """A City, a Town or a box with something in it."""

    control: str
    garrison: Mapping[str, int]  # SP without a leader, by faction
    fresh: Mapping[str, int]  # of these dropped off this turn
    stock: int  # Resources; -1: a Town
    points: int  # Assault Points
    siege: str
    commander: str
    ravaged: str
    destroyed: str  # by whom


class Clash(NamedTuple):
    """A battle that is being fought."""

    place: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    garrisons: tuple[str, ...]
    town: bool


class View(NamedTuple):
    seat: str | None
    turn: int
    phase: str
    seats: tuple[str, ...]
    leaders: Mapping[str, Chief]
    lost: Mapping[str, str]  # dead, captive, or not yet there
    captors: Mapping[str, str]  # of captives
    places: Mapping[str, Spot]
    fleets: tuple[tuple[str, str, int], ...]  # side, zone, NSP
    knights: Mapping[str, int]
    cross: str  # who carries the True Cross, or where it lies
    active: str
    company: tuple[str, ...]
    drawn: tuple[str, ...]  # cards of the Activation deck, in order
    left: int
    bought: Mapping[str, int]
    decks: tuple[int, int]
    discards: tuple[tuple[str, ...], tuple[str, ...]]
    hands: Mapping[str, int]
    free: Mapping[str, int]  # Resources of turn 1
    heat: bool
    cyprus: bool
    butimides: str
    allowed: Mapping[str, Mapping[str, int]]
    battle: Clash | None
    # the reader's own
    hand: tuple[str, ...]
    markers: Mapping[str, int]
    purchases: Mapping[str, tuple[str, ...]]
    lists: Mapping[str, tuple[str, ...]]
    ahead: tuple[str, ...]  # what a Spy saw of the deck, the next card first
    offers: tuple[Mapping[str, Any], ...]
    over: bool
    winners: tuple[str, ...]  # once it is over
    scores: Mapping[str, float]
    game: str = "crusade"
    schema: int = SCHEMA

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = plain(self)
        return found


def card_token(s: State, card: int) -> str:
    return LEADER_NAMES[card] if card < CARDED else s.board.charts.standard[card - 21]


def make(s: State, player: int, whole: bool = False, scores: Sequence[float] = ()) -> View:
    """What a player sees, -1 for a spectator; all of it after the end."""
    board = s.board
    names, events = board.places, board.charts.events
    heads = {f: cinc(s, f) for f in range(4) if s.knights[f]}
    own = range(PLAYED) if whole else s.form.played[player] if player >= 0 else ()
    shown = s.shown and player >= 0 and s.form.side_of[player] == CRUSADER
    listed = [f for f in range(PLAYED) if f in own or (shown and f < 4)]
    return View(
        s.form.seats[player] if player >= 0 else None,
        s.turn,
        s.phase,
        s.form.seats,
        {LEADER_NAMES[x]: _chief(s, x, at, heads) for x, at in enumerate(s.at) if at >= 0},
        {
            LEADER_NAMES[x]: "dead" if at == DEAD else "captive" if at == CAPTIVE else "away"
            for x, at in enumerate(s.at)
            if at < 0
        },
        {LEADER_NAMES[x]: FACTIONS[f] for x, f in enumerate(s.captor) if f >= 0},
        _spots(s),
        tuple(
            [
                ("crusader" if side == CRUSADER else "egypt", _zone(s, zone), nsp)
                for side, zone, nsp in s.fleets
            ]
        ),
        {FACTIONS[f]: n for f, n in enumerate(s.knights)},
        LEADER_NAMES[s.cross - ABOARD]
        if s.cross >= ABOARD
        else names[s.cross]
        if s.cross >= 0
        else "",
        LEADER_NAMES[s.active] if s.active >= 0 else "",
        tuple([LEADER_NAMES[x] for x in s.company]),
        tuple([card_token(s, card) for card in s.usual]),
        len(s.pile),
        {FACTIONS[f]: len(cards) for f, cards in enumerate(s.bought)},
        (len(s.draws[0]), len(s.draws[1])),
        (tuple([events[k] for k in s.discard[0]]), tuple([events[k] for k in s.discard[1]])),
        {seat: len(hand) for seat, hand in zip(s.form.seats, s.hand, strict=True)},
        {FACTIONS[f]: n for f, n in enumerate(s.free)} if s.turn <= 1 else {},
        bool(s.heat),
        bool(s.cyprus),
        names[s.butimides] if s.butimides >= 0 else "",
        _allowed(s.form.seats, tuple(s.allow)),
        _clash(s),
        tuple([events[k] for k in s.hand[player]]) if player >= 0 else (),
        {FACTIONS[f]: s.marker[f] for f in own if s.marker[f]},
        {FACTIONS[f]: tuple([LEADER_NAMES[x] for x in s.bought[f]]) for f in own if s.bought[f]},
        {FACTIONS[f]: tuple([names[n] for n in s.lists[f]]) for f in listed if s.lists[f]},
        tuple([card_token(s, k) for k in s.pile.known_to(player) if k is not None])
        if player >= 0
        else (),
        tuple([_offer(s, o) for o in s.offers if player >= 0 and player in o[:2]]),
        s.over is not None,
        tuple([s.form.seats[p] for p in s.over[0]]) if s.over is not None else (),
        dict(zip(s.form.seats, scores, strict=True)) if scores else {},
    )


def _offer(s: State, offer: tuple[Any, ...]) -> Mapping[str, Any]:
    events, names = s.board.charts.events, s.board.places
    by, to, gives, wants, captives, freed, cities, stores, claims, needs, leave, asks = offer
    return {
        "by": s.form.seats[by],
        "to": s.form.seats[to],
        "gives": tuple([events[k] for k in gives]),
        "wants": tuple([events[k] for k in wants]),
        "captives": tuple([LEADER_NAMES[x] for x in captives]),
        "freed": tuple([LEADER_NAMES[x] for x in freed]),
        "cities": tuple([names[n] for n in cities]),
        "stores": _carts(s, stores),
        "claims": tuple([names[n] for n in claims]),
        "needs": _carts(s, needs),
        "allow": leave,
        "ask": asks,
    }


def _carts(s: State, stores: tuple[int, int, int]) -> tuple[Any, ...]:
    """Resources of an offer: how many, from where and into which City."""
    count, source, goal = stores
    return (count, s.board.places[source], s.board.places[goal]) if count else ()


def _zone(s: State, zone: int) -> str:
    return s.board.zones[zone] if zone < len(s.board.zones) else s.board.places[s.board.egypt]


def _chief(s: State, x: int, at: int, heads: Mapping[int, int]) -> Chief:
    faction, marks = s.board.people.faction_of[x], s.marks[x]
    return Chief(
        FACTIONS[faction],
        s.board.places[at] if at < ABOARD else _zone(s, at - ABOARD),
        s.army[x],
        s.knights[faction] if heads.get(faction) == x else 0,
        tuple([word for bit, word in SIGNS.items() if marks & bit]) if marks & SIGNED else (),
        s.board.places[s.came[x]] if s.came[x] >= 0 else "",
        s.used[x],
        POSTURES[s.posture[x]],
        s.form.seats[s.lord[x]] if s.lord[x] >= 0 else "",
    )


def _spots(s: State) -> dict[str, Spot]:
    board = s.board
    found = {}
    cities, built = len(s.siege), len(s.control)
    garrison, fresh = s.garrison, s.fresh
    for node in (*range(built), board.cappadocia, board.mosul, board.egypt):
        row = garrison[node * OWNERS : node * OWNERS + OWNERS]
        holds: Mapping[str, int] = NO_MEN
        new: Mapping[str, int] = NO_MEN
        if row != EMPTY:
            holds = {FACTIONS[o]: sp for o, sp in enumerate(row) if sp}
            row = fresh[node * OWNERS : node * OWNERS + OWNERS]
            new = {FACTIONS[o]: sp for o, sp in enumerate(row) if sp} if any(row) else {}
        city = node < cities
        owner = s.control[node] if node < built else -1
        found[board.places[node]] = Spot(
            FACTIONS[owner] if owner >= 0 else "",
            holds,
            new,
            s.stock[node] if city else -1,
            s.ap[node] if city else 0,
            SIEGES[s.siege[node]] if city else "",
            LEADER_NAMES[s.commander[node]] if city and s.commander[node] >= 0 else "",
            WASTE[s.ravaged[node]] if node < built else "",
            FACTIONS[s.ruined[node]] if city and s.ruined[node] >= 0 else "",
        )
    return found


@lru_cache(maxsize=64)
def _allowed(seats: tuple[str, ...], allow: tuple[int, ...]) -> Mapping[str, Mapping[str, int]]:
    """Who allows whom what; it changes seldom, and is made once for every change."""
    n = len(seats)
    return MappingProxyType(
        {
            seats[p]: MappingProxyType({seats[q]: allow[p * n + q] for q in range(n) if q != p})
            for p in range(n)
        }
    )


def _clash(s: State) -> Clash | None:
    b = s.battle
    if b is None:
        return None
    return Clash(
        s.board.places[b.node],
        tuple([LEADER_NAMES[x] for x in b.attackers]),
        tuple([LEADER_NAMES[x] for x in b.defenders]),
        tuple([FACTIONS[o] for o in b.garrisons]),
        b.town,
    )
