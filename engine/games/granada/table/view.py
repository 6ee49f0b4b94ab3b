"""What one reader may know, built from nothing: what may be seen is put in, field by field.

Parts are NamedTuples, memoised by value: most of the board is the same from one view to the next.
"""

from __future__ import annotations

from itertools import compress
from operator import is_not
from threading import get_ident
from typing import Any, NamedTuple

from engine.core import plain
from engine.games.granada.book.cards import tokens
from engine.games.granada.book.deployment import (
    deployable,
    gains_of,
    leader_of_battle,
    special_arm,
    waiting,
)
from engine.games.granada.book.losses import divisor, field_toll, threshold, threshold_parts
from engine.games.granada.book.retreat import whence
from engine.games.granada.book.scoring import points
from engine.games.granada.book.siege import net_impacts
from engine.games.granada.table.board import CHRISTIAN, FACTIONS, MUSLIM, OWNERS, SEATS
from engine.games.granada.table.flow import SCRIPT
from engine.games.granada.table.state import (
    DEPLOYED,
    INSIDE,
    KNOWN,
    MOVED,
    SHIFT,
    Battle,
    Entries,
    Gains,
    State,
)

SCHEMA = 1
ATTACKS = ("", "horse", "crossbow", "gun")  # by arm


class Stack(NamedTuple):
    """3.1: the blocks of one side in one place. `blocks` and `gone` are for their owner only."""

    count: int  # type: ignore[assignment]  # hides a method nobody needs
    moved: int
    inside: int
    known: tuple[str, ...]
    blocks: tuple[str, ...] | None
    gone: tuple[str, ...] | None  # those of the blocks that have moved, for their owner only


class Location(NamedTuple):
    control: str
    castle: str | None
    disk: bool
    christian: Stack
    muslim: Stack
    grey: tuple[str, ...]
    pioneers: int


class Ship(NamedTuple):
    carried: int
    moved: bool
    cargo: tuple[str, ...] | None


class Zone(NamedTuple):
    christian: tuple[Ship, ...]
    muslim: tuple[Ship, ...]


class Side(NamedTuple):
    """A player's cards and boxes. `hand` and `box` are for the player only."""

    cards: int
    hand: tuple[str, ...] | None
    shown: tuple[str, ...]
    deck: int
    discards: int
    removed: tuple[str, ...]
    recruits: int
    box: tuple[str, ...] | None
    bag: int
    eliminated: tuple[str, ...]
    mercenaries: tuple[str, ...]
    surrenders: int
    points: float


class Grey(NamedTuple):
    """10.12: Boabdil's mixed army: all of it is public."""

    place: str | None
    blocks: tuple[str, ...]
    eliminated: tuple[str, ...]
    until: str | None
    captures: int


class Movement(NamedTuple):
    level: str
    activations: int
    zones: int
    muster: bool
    origin: str | None
    activated: tuple[str, ...]


class Deployment(NamedTuple):
    """8.2, 8.3: blocks that came into the line together. `parts`: of each block, what it brought as
    pairs of a number and a word; `driven`: those that lost heart (8.4.1)."""

    side: str
    card: str | None
    blocks: tuple[str, ...]
    impacts: int
    parts: tuple[tuple[tuple[int, str], ...], ...]
    driven: tuple[str, ...]


class Chance(NamedTuple):
    """What a card in hand could do now: the block that it would bring, if any, and its impacts."""

    card: str
    block: str | None
    parts: tuple[tuple[int, str], ...]


class Fight(NamedTuple):
    """The battle being fought: cards and blocks on the table are public."""

    place: str
    attacker: str
    siege: bool
    army: str
    impacts: dict[str, int]
    finished: tuple[str, ...]
    cards: dict[str, tuple[str, ...]]
    deployed: dict[str, tuple[str, ...]]
    watchtower: bool
    started: bool
    initiative: str | None
    needed: dict[str, int]  # impacts that cost this side a block; a besieger loses none (8.7.5)
    losses: dict[str, int]  # what the impacts call for as they stand
    artillery: bool  # the besieger's has fired (8.7.5.C)
    winner: str | None
    why: str | None  # of the winner: impacts, or tie
    inside: dict[str, tuple[str, ...] | None]  # shut in the castle, for their owner only (8.7.3)
    came_from: tuple[str, ...]  # whence the attacker came, this turn
    deployments: tuple[Deployment, ...]  # in their order
    price: tuple[tuple[int, str], ...]  # of a siege: what makes up the impacts for one loss
    chances: tuple[Chance, ...] | None  # of the cards in hand, for their owner only


class Asked(NamedTuple):
    seat: str
    kind: str
    rule: str


class View(NamedTuple):
    """The whole table as one reader sees it."""

    game: str
    schema: int
    seat: str | None
    year: str
    turn: str
    number: int
    phase: str
    active: str
    first: str
    places: tuple[str, ...]
    spots: tuple[Location, ...]
    zone_names: tuple[str, ...]
    waters: tuple[Zone, ...]
    christian: Side
    muslim: Side
    naval_deck: int
    naval_discards: int
    guard: tuple[str, ...]
    bull: bool
    grey: Grey
    movement: Movement | None
    battle: Fight | None
    asked: tuple[Asked, ...]
    winner: str | None

    @property
    def locations(self) -> dict[str, Location]:
        return dict(zip(self.places, self.spots, strict=True))

    @property
    def zones(self) -> dict[str, Zone]:
        return dict(zip(self.zone_names, self.waters, strict=True))

    def to_json(self) -> dict[str, Any]:
        """Plain and in stable order, with places and zones by name."""
        out: dict[str, Any] = {}
        for name in self._fields:
            if name == "spots":
                out["locations"] = plain(self.locations)
            elif name == "waters":
                out["zones"] = plain(self.zones)
            elif name not in ("places", "zone_names"):
                out[name] = plain(getattr(self, name))
        return out


class _Last:
    """The parts of the last view made for a reader: most of them serve the next one too.

    Stacks are tuples that do not change, so comparing two lists of them costs next to nothing.
    """

    __slots__ = (
        "both",
        "castle",
        "common",
        "control",
        "points",
        "score",
        "sides",
        "spots",
        "stacks",
        "zones",
    )

    def __init__(self) -> None:
        self.common: tuple[Any, ...] = ()
        self.stacks: list[Entries] = []
        self.control: list[int] = []
        self.castle: list[int] = []
        self.spots: tuple[Location, ...] = ()
        self.zones: tuple[Any, tuple[Zone, ...]] = (None, ())
        self.sides: list[tuple[Any, Side | None]] = [(None, None), (None, None)]
        self.both: tuple[Any, tuple[Side, Side] | None] = (None, None)
        self.score: Any = None  # what the points hang on beside control; None: count them anew
        self.points: tuple[float, float] = (0.0, 0.0)


_STACKS_KEPT = 20_000


NOBODY, ALL = -1, 2  # beside the two sides: a spectator, and everybody once the match is over


def make(s: State, seat: str | None, revealed: bool = False) -> View:
    """The view of a seat, of a spectator, or with nothing hidden."""
    own = ALL if revealed else SEATS.index(seat) if seat is not None else NOBODY
    board = s.board
    reader = (own, get_ident())  # another thread is in the middle of another match
    last = board.views.get(reader)
    if last is None:
        last = board.views[reader] = _Last()
    year, turn, _ = board.track[s.turn]
    spots = _locations(s, own, last)
    _score(s, last)
    return View(
        "granada",
        SCHEMA,
        seat,
        year,
        turn,
        s.turn + 1,
        s.phase,
        SEATS[s.active],
        SEATS[s.first],
        board.places,
        spots,
        board.zones,
        _zones(s, own, last),
        *_sides(s, own, last),
        len(s.naval_deck),
        len(s.naval_discard),
        tuple([board.kind_tokens[k] for k in s.guard]),
        s.bull,
        _grey(s),
        _movement(s) if s.phase == "movement" else None,
        _fight(s, own) if s.battle is not None else None,
        asked(s),
        SEATS[s.over[0]] if s.over is not None else None,
    )


def asked(s: State) -> tuple[Asked, ...]:
    """The open questions: who, what kind and under which rule is public."""
    if s.over is not None:
        return ()
    point, brings = SCRIPT.question(s)
    sides = point.whom(s, brings)
    return tuple([Asked(SEATS[side], point.kind, point.rule) for side in sides])


def _locations(s: State, own: int, last: _Last) -> tuple[Location, ...]:
    """All places, made anew only where something differs from the last view."""
    common = (s.disks, s.grey, s.grey_at, s.pioneers)
    turned = last.control != s.control or last.castle != s.castle
    if last.common != common:
        spots = [_location(s, p, own) for p in range(len(s.control))]
    elif turned or last.stacks != s.stacks:
        changed = {i >> 1 for i in _changes(last.stacks, s.stacks)}
        if turned:
            changed.update(_changes(last.control, s.control), _changes(last.castle, s.castle))
        spots = list(last.spots)
        for index in changed:
            spots[index] = _location(s, index, own)
    else:
        return last.spots
    if turned:
        last.control, last.castle, last.score = s.control[:], s.castle[:], None
    last.common, last.stacks, last.spots = common, s.stacks[:], tuple(spots)
    return last.spots


def _changes(old: list[Any], new: list[Any]) -> list[int]:
    """Where two lists hold different objects; parts of a state are replaced, never changed."""
    return list(compress(range(len(new)), map(is_not, old, new)))


def _location(s: State, place: int, own: int) -> Location:
    castle = s.castle[place]
    names = s.board.kind_tokens
    return Location(
        OWNERS[s.control[place]],
        OWNERS[castle] if castle >= 0 else None,
        place in s.disks,
        _stack(s, s.stacks[2 * place], own in (CHRISTIAN, ALL)),
        _stack(s, s.stacks[2 * place + 1], own in (MUSLIM, ALL)),
        tuple(names[e >> SHIFT] for e in s.grey) if s.grey_at == place else (),
        sum([p >> 1 == place for p in s.pioneers]) if s.pioneers else 0,
    )


def _stack(s: State, stack: Entries, own: bool) -> Stack:
    key = (own, stack)
    memo = s.board.stack_views
    found: Stack | None = memo.get(key)
    if found is None:
        if len(memo) > _STACKS_KEPT:
            memo.clear()
        names = s.board.kind_tokens
        found = memo[key] = Stack(
            len(stack),
            len([e for e in stack if e & MOVED]),
            len([e for e in stack if e & INSIDE]),
            tuple([names[e >> SHIFT] for e in stack if e & KNOWN]),
            tuple([names[e >> SHIFT] for e in stack]) if own else None,
            tuple([names[e >> SHIFT] for e in stack if e & MOVED]) if own else None,
        )
    return found


_NO_SHIPS = Zone((), ())


def _zones(s: State, own: int, last: _Last) -> tuple[Zone, ...]:
    ships, (old, made) = s.ships, last.zones
    if old != ships:
        fresh = list(made) if made else [_NO_SHIPS] * (len(ships) // 2)
        for i in {i >> 1 for i in _changes(old or [None] * len(ships), ships)}:
            white, black = ships[2 * i], ships[2 * i + 1]
            fresh[i] = Zone(
                _ships(s, white, own in (CHRISTIAN, ALL)), _ships(s, black, own in (MUSLIM, ALL))
            )
        last.zones = (ships[:], tuple(fresh))
    return last.zones[1]


def _ships(s: State, ships: tuple[tuple[int, ...], ...], own: bool) -> tuple[Ship, ...]:
    if not ships:
        return ()
    memo, key = s.board.ship_views, (own, ships)
    found: tuple[Ship, ...] | None = memo.get(key)
    if found is None:
        if len(memo) > _STACKS_KEPT:
            memo.clear()
        found = memo[key] = _told_ships(s, ships, own)
    return found


def _told_ships(s: State, ships: tuple[tuple[int, ...], ...], own: bool) -> tuple[Ship, ...]:
    names = s.board.kind_tokens
    made = [
        Ship(
            len(ship) - 1,
            bool(ship[0] & MOVED),
            tuple(names[e >> SHIFT] for e in ship[1:]) if own else None,
        )
        for ship in ships
    ]
    # ships are kept in the order of their cargo, which is secret: show them in a public order
    if len(made) > 1:
        made.sort(key=lambda ship: (ship.carried, ship.moved, ship.cargo or ()))
    return tuple(made)


def _sides(s: State, own: int, last: _Last) -> tuple[Side, Side]:
    """What each side has, made anew only if something differs from the last view."""
    key = (
        *s.hand,
        *s.shown,
        *s.deck,
        *s.discard,
        *s.removed,
        *s.box,
        *s.bag,
        *s.dead,
        *s.mercs,
        *s.surrender,
        *last.points,
    )
    old, made = last.both
    if made is None or old != key:
        made = (_side(s, CHRISTIAN, own, last), _side(s, MUSLIM, own, last))
        last.both = (key, made)
    return made


def _side(s: State, side: int, own: int, last: _Last) -> Side:
    score = last.points[side]
    key = (
        s.hand[side],
        s.shown[side],
        s.deck[side],
        s.discard[side],
        s.removed[side],
        s.box[side],
        s.bag[side],
        s.dead[side],
        s.mercs[side],
        s.surrender[side],
        score,
    )
    old, made = last.sides[side]
    if made is not None and old == key:
        return made
    names = s.board.kind_tokens
    hand = s.hand[side]
    made = Side(
        len(hand),
        tokens(s, side, hand) if own in (side, ALL) else None,
        tokens(s, side, s.shown[side]),
        len(s.deck[side]),
        len(s.discard[side]),
        tokens(s, side, s.removed[side]),
        len(s.box[side]),
        tuple([names[k] for k in s.box[side]]) if own in (side, ALL) else None,
        len(s.bag[side]),
        tuple([names[k] for k in s.dead[side]]),
        tuple([names[k] for k in s.mercs[side]]),
        s.surrender[side],
        score,
    )
    last.sides[side] = (key, made)
    return made


def _score(s: State, last: _Last) -> None:
    """Count the points, if who holds what or what they hang on besides differs."""
    if last.score is None or last.score != (s.bonus, s.options):
        last.score, last.points = (s.bonus[:], s.options), points(s)


def _grey(s: State) -> Grey:
    names = s.board.kind_tokens
    if s.grey_until < 0 and not s.captures:
        return _NO_GREY
    return Grey(
        s.board.places[s.grey_at] if s.grey_at >= 0 else None,
        tuple(names[e >> SHIFT] for e in s.grey),
        tuple(names[k] for k in s.grey_dead),
        s.board.turn_tokens[s.grey_until] if s.grey_until >= 0 else None,
        s.captures,
    )


_NO_GREY = Grey(None, (), (), None, 0)


def _movement(s: State) -> Movement:
    places = s.board.places
    return Movement(
        s.level,
        s.left,
        s.sea_left,
        bool(s.muster_left),
        places[s.origin] if s.origin >= 0 else None,
        tuple([places[p] for p in s.opened]),
    )


def _fight(s: State, own: int) -> Fight:
    b = s.battle
    assert b is not None
    names = s.board.kind_tokens
    deployed = []
    for side in (CHRISTIAN, MUSLIM):
        stack = s.grey if side == CHRISTIAN and b.army else s.stacks[2 * b.place + side]
        deployed.append(tuple([names[e >> SHIFT] for e in stack if e & DEPLOYED]))
    needed = _needed(s, b)
    won = leader_of_battle(b) if not b.siege and b.finished == (True, True) else None
    tied = b.impacts[0] == b.impacts[1]
    return Fight(
        s.board.places[b.place],
        SEATS[b.attacker],
        b.siege,
        "grey" if b.army else "white",
        {"christian": b.impacts[0], "muslim": b.impacts[1]},
        tuple([SEATS[side] for side in (0, 1) if b.finished[side]]),
        {SEATS[side]: tokens(s, side, s.pile[side]) for side in (0, 1)},
        {"christian": deployed[0], "muslim": deployed[1]},
        b.tower,
        b.started,
        _initiative(b),
        {SEATS[side]: number for side, number in needed.items()},
        {SEATS[side]: _losses(b, side, number) for side, number in needed.items()},
        b.siege and b.guns[b.attacker] > 0,
        SEATS[won] if won is not None else None,
        None if won is None else "tie" if tied else "impacts",
        {SEATS[side]: _inside(s, b, side) if own in (side, ALL) else None for side in (0, 1)},
        tuple([s.board.places[p] for p in sorted(whence(s, b.place, b.attacker))]),
        tuple([_deployment(s, *row) for row in b.deployments]),
        threshold_parts(s, b, b.guns[b.attacker] > 0) if b.siege else (),
        _chances(s, b, own) if own in (0, 1) and not b.finished[own] else None,
    )


def _deployment(
    s: State,
    side: int,
    card: int,
    kinds: tuple[int, ...],
    gains: tuple[Gains, ...],
    driven: tuple[int, ...],
) -> Deployment:
    names = s.board.kind_tokens
    return Deployment(
        SEATS[side],
        s.board.card_tokens[side][card] if card >= 0 else None,
        tuple([names[k] for k in kinds]),
        sum(sum(gain[:3]) for gain in gains),
        tuple([_parts(s, k, gain) for k, gain in zip(kinds, gains, strict=True)]),
        tuple([names[k] for k in driven]),
    )


def _parts(s: State, kind: int, gain: Gains) -> tuple[tuple[int, str], ...]:
    """8.3: its own, those of comrades before it, and its special attack."""
    block = s.board.kinds[kind]
    own, comrades, special, arm = gain
    what = "army" if block.army else "leader" if block.leader else "shields"
    found = [(own, what)]
    if comrades:
        found.append((comrades, FACTIONS[block.faction] if block.faction >= 0 else "comrades"))
    if special:
        found.append((special, ATTACKS[arm]))
    return tuple(found)


def _chances(s: State, b: Battle, side: int) -> tuple[Chance, ...]:
    """8.2.1, 8.3: of each card in hand the block with which it would bring most."""
    if b.siege and side == b.defender:
        return ()
    found, kinds = [], waiting(s, b, side)
    for card in dict.fromkeys(s.hand[side]):
        best: tuple[int, int, Gains] | None = None
        for kind in kinds:
            if deployable(s, b, side, kind, card):
                arm = special_arm(s, b, side, kind, card)
                gain = (*gains_of(s, b, side, kind, arm), arm)
                if best is None or sum(gain[:3]) > best[0]:
                    best = (sum(gain[:3]), kind, gain)
        token = s.board.card_tokens[side][card]
        if best is None:
            found.append(Chance(token, None, ()))
        else:
            _, kind, gain = best
            found.append(Chance(token, s.board.kind_tokens[kind], _parts(s, kind, gain)))
    return tuple(found)


def _initiative(b: Battle) -> str | None:
    """8.2.4: who is behind deploys, unless he has finished; a besieger alone (8.7.5.A)."""
    if not b.started:
        return None
    first = b.attacker if b.siege else 1 - leader_of_battle(b)
    for side in (first,) if b.siege else (first, 1 - first):
        if not b.finished[side]:
            return SEATS[side]
    return None


def _needed(s: State, b: Battle) -> dict[int, int]:
    """8.5.1, 8.7.5.C, 11.8: impacts for one loss, of each side that can lose by them."""
    if b.siege:
        return {b.defender: threshold(s, b, b.guns[b.attacker] > 0)}
    return {side: divisor(s, b.place, side) for side in (CHRISTIAN, MUSLIM)}


def _losses(b: Battle, side: int, needed: int) -> int:
    """8.5.1, 8.7.5.C: what the impacts cost a side so far."""
    if not b.started:
        return 0
    if b.siege:
        return net_impacts(b) // needed
    return field_toll(b, side, needed)


def _inside(s: State, b: Battle, side: int) -> tuple[str, ...]:
    names = s.board.kind_tokens
    return tuple([names[e >> SHIFT] for e in s.stacks[2 * b.place + side] if e & INSIDE])
