"""Chapters 7.5 and 9: voyages, and what fleets meet.

Sea moves are not atomic: after every draw from the Naval deck the captain is asked again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.core import Action
from engine.events import fact, number, said
from engine.games.granada.book.cards import draw, put_away
from engine.games.granada.book.elimination import bury
from engine.games.granada.book.marching import ALL
from engine.games.granada.book.muster import nothing_left
from engine.games.granada.book.voyage import (
    NOBODY_TO_LAND,
    RANGE,
    THREE_ZONES,
    Fleet,
    Voyage,
    disembark,
    embark,
    enemy_here,
    laden,
    mark,
    may_land,
    moor,
    named,
    ready,
    sailing,
    shift,
)
from engine.games.granada.table.board import CHRISTIAN, MUSLIM, SEATS
from engine.games.granada.table.flow import Addressed, Context, Round, Telling, push, step
from engine.games.granada.table.orders import CARD, SIDE, ZONE, Card, Order, Zone, not_held
from engine.games.granada.table.redeal import Dealt, Renamed
from engine.games.granada.table.state import (
    MOVED,
    SAILING,
    SHIFT,
    Ship,
    State,
    join,
    ship_token,
    without,
)
from engine.orders import UNFIT, Bar, Offer, Why, Words, counted, one, some, subset, worked_out

SHIP = Words("ship")  # as `ship_token` calls them: alike ones are interchangeable
Played = tuple[str | None, ...]  # the card that each side put down

NO_READY_FLEET = Bar("no_ready_fleet", "7.5.1")
SEA_ONCE = Bar("sea_once", "7.5.1")
NO_FLEET_HERE = Bar("no_fleet_here", "7.5.1", zone=ZONE)
ZONE_OPENED = Bar("zone_opened", "7.5.1", zone=ZONE)
FLEET_MOVED = Bar("fleet_moved", "7.5.1", zone=ZONE)
TWO_FLEETS = Bar("two_fleets", "7.5.1")
NO_SUCH_SHIP = Bar("no_such_ship", "7.5.1")
SAIL_WHERE = Bar("sail_where", "7.5.3")
NAVAL_NEEDED = Bar("naval_needed", "9.1")
NO_NAVAL_ICON = Bar("no_naval_icon", "9.1", card=CARD)
SINK_NUMBER = Bar("sink_number", "9.1", number=counted("fleet"))
HAVEN_FAR = Bar("haven_far", "9.2", zone=ZONE)


class Sailed(Telling, kind="sail", rule="7.5.1", shape="mark"):
    """A stack of fleets gets under way."""

    side: str = said(SIDE, part="who")
    zone: str = said(ZONE, part="at")
    ships: int = number(noun="fleet")


class Entered(Telling, kind="enter", rule="7.5.1", shape="way"):
    """It comes into another zone."""

    side: str = said(SIDE, part="who")
    zone: str = said(ZONE, part="to")


class Sighted(Telling, kind="sighting", rule="7.5.3", shape="fight"):
    """A card of the Naval deck says whether the enemy is met."""

    side: str = said(SIDE, part="who")
    zone: str = said(ZONE, part="at")
    card: str = fact()


class Broadsides(Telling, kind="broadsides", rule="9.1", shape="mark"):
    """What both played in a battle at sea."""

    zone: str = said(ZONE, part="at")
    christian: str | None = said(CARD, secret=True)
    muslim: str | None = said(CARD, secret=True)


class SeaBattle(Telling, kind="sea_battle", rule="9.1", shape="fight"):
    """A battle at sea is won."""

    zone: str = said(ZONE, part="at")
    winner: str = said(SIDE)
    sunk: int = number(noun="fleet")
    difference: int = number()


class Evaded(Telling, kind="evaded", rule="9.2", shape="flight"):
    """Fleets leave the zone without a battle."""

    side: str = said(SIDE, part="who")
    start: str = said(ZONE, name="from", part="from")
    zone: str = said(ZONE, part="to")


# -- 7.5: a voyage -------------------------------------------------------------------------------


class Sail(
    Voyage[Any], verb="sail", rule="7.5", command=True, text="zone ships load also course land"
):
    """7.5: sail with one or two fleets."""

    zone = one(ZONE, rule="7.5.1", words="where the ships are")
    ships = some(SHIP, rule="7.5.1", words="one or two ships")

    def possible(self) -> bool:
        return can_sail(self.s, self.side)

    def closed(self) -> Why | None:
        """7.1, 7.5.1: no activation, no zone, or no fleet."""
        if none := nothing_left(self.s, "sail"):
            return none
        if not self.s.sea_left:
            return SEA_ONCE()
        return None if self.possible() else NO_READY_FLEET()

    @worked_out
    def fleet(self) -> Fleet:
        s, zone = self.s, self.zone
        ships = named(s, ready(s, zone, self.side), self.ships)
        return Fleet(zone, zone, 0, ships, True, enemy_here(s, zone, self.side))

    @zone.offer
    def zones(self) -> Sequence[Any]:
        """7.5.1: one zone, or all of them with total movement, each once."""
        s = self.s
        return [
            z for z in range(len(s.board.zones)) if z not in s.sea_opened and ready(s, z, self.side)
        ]

    @zone.bar
    def start_barred(self, zone: Zone) -> Why | None:
        ships = self.s.ships[2 * zone + self.side]
        if not ships:
            return NO_FLEET_HERE(zone=zone)
        if zone in self.s.sea_opened:
            return ZONE_OPENED(zone=zone)
        return FLEET_MOVED(zone=zone) if all(ship[0] & MOVED for ship in ships) else None

    def _ready(self) -> list[str]:
        return sorted(ship_token(self.s, ship) for ship in ready(self.s, self.zone, self.side))

    @ships.offer
    def next_ship(self, chosen: tuple[str, ...]) -> Offer[Any]:
        return subset(self._ready(), chosen, 1, 2)

    @ships.bar
    def ship_barred(self, chosen: tuple[str, ...], ship: str | None) -> Why | None:
        if ship is None:
            return None if chosen else UNFIT()
        if len(chosen) >= 2:
            return TWO_FLEETS()
        return not_afloat(self._ready(), chosen, ship)

    @ships.hides
    def fleets(self, world: Dealt) -> Renamed:
        return world.fleets(self.side)

    def do(self, c: Context) -> None:
        """7.5.1: activate a zone and get a stack of one or two fleets under way."""
        s, side, fleet = self.s, self.side, self.fleet
        if s.sea_left != ALL:
            s.sea_left -= 1
        if s.left != ALL:
            s.left -= 1
        s.sea_opened = (*s.sea_opened, fleet.zone)
        mark(s, fleet.zone, side, fleet.ships, MOVED | SAILING)
        c.tell(Sailed(side=SEATS[side], zone=self.tokens(Sail.zone), ships=len(fleet.ships)))
        if fleet.unmet:
            push(s, sight.then(side, fleet.zone, fleet.zone, 0, True))
        else:
            _put_to_sea(c, self, fleet)


def _put_to_sea(c: Context, order: Voyage[Any], fleet: Fleet) -> None:
    """Embark, sail the course up to the first encounter, and land."""
    s, side, zone, steps = order.s, order.side, fleet.zone, fleet.steps
    if order.load or order.also:
        embark(s, c, side, zone, order.load, order.also)
    for there in order.course:
        shift(s, side, zone, there)
        zone, steps = there, steps + 1
        c.tell(Entered(side=SEATS[side], zone=s.board.zones[zone]))
        if enemy_here(s, zone, side):
            push(s, sight.then(side, zone, fleet.start, steps, False))
            return
    if order.land is not None:
        disembark(s, c, side, zone)
    moor(s, side, zone)


def can_sail(s: State, side: int) -> bool:
    if not s.left or not s.sea_left:
        return False
    for z, ships in enumerate(s.ships[side::2]):
        for ship in ships:
            if not ship[0] & MOVED and z not in s.sea_opened:
                return True
    return False


def not_afloat(ships: list[str], chosen: tuple[str, ...], ship: str) -> Why | None:
    """A ship that is not there, or not so often; a set is written in alphabetical order."""
    if chosen.count(ship) >= ships.count(ship):
        return NO_SUCH_SHIP()
    return NO_SUCH_SHIP() if chosen and ship < chosen[-1] else None


# -- 7.5.3: encounters ---------------------------------------------------------------------------


@step
def sight(
    s: State, c: Context, side: int, zone: int, start: int, steps: int, at_start: bool
) -> None:
    """7.5.3: one Naval card per moving fleet, until a Naval Battle comes up."""
    after = voyage_goes_on.then(side, zone, start, steps, at_start)
    for _ in sailing(s, zone, side):
        if not s.naval_deck:
            s.naval_deck, s.naval_discard = s.naval_discard, ()
        card = c.dice.pick("naval", s.naval_deck, s.board.naval_tokens)
        s.naval_deck = without(s.naval_deck, (card,))
        s.naval_discard = join(s.naval_discard, (card,))
        arms = s.board.naval_arms[card]
        c.tell(Sighted(side=SEATS[side], zone=s.board.zones[zone], card=s.board.naval_tokens[card]))
        if arms >= 0:
            push(s, Engaging.then(Meeting(side, zone, start, arms)), after)
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
        moor(s, side, zone)
        return
    if steps >= RANGE and not may_land(ships, zone, start):
        moor(s, side, zone)
        return
    push(s, Voyaging.then(Underway(side, zone, start, steps, at_start)))


class Underway(NamedTuple):
    """A stack after an encounter; `at_start`: it has not left the zone where it started."""

    side: int
    zone: int
    start: int
    steps: int
    at_start: bool


class Later(Voyage[Underway]):
    """7.5.3: an order after an encounter."""

    @worked_out
    def fleet(self) -> Fleet:
        a = self.asked
        ships = sailing(self.s, a.zone, self.side)
        return Fleet(a.zone, a.start, a.steps, ships, a.at_start)


class Anchor(Later, verb="anchor", rule="7.5.3", ends=True, text="load also"):
    """7.5.3: stay at sea here."""

    def do(self, c: Context) -> None:
        zone = self.asked.zone
        if self.load or self.also:
            embark(self.s, c, self.side, zone, self.load, self.also)
        moor(self.s, self.side, zone)


class Land(Order[Underway], verb="land", rule="7.5.2"):
    """7.5.2: put the troops ashore here."""

    shut = NOBODY_TO_LAND

    def possible(self) -> bool:
        a = self.asked
        return may_land(sailing(self.s, a.zone, self.side), a.zone, a.start)

    def do(self, c: Context) -> None:
        disembark(self.s, c, self.side, self.asked.zone)
        moor(self.s, self.side, self.asked.zone)


class Onward(Later, verb="onward", rule="7.5.3", text="load also course land"):
    """7.5.3: sail on after the encounter."""

    shut = THREE_ZONES

    def possible(self) -> bool:
        return self.asked.steps < RANGE

    def next_zone(self, chosen: tuple[Zone, ...]) -> Offer[Any]:
        offer = super().next_zone(chosen)
        if not chosen:
            offer.may_stop, offer.min = False, 1
        return offer

    def zone_barred(self, chosen: tuple[Zone, ...], zone: Zone | None) -> Why | None:
        if zone is None:
            return None if chosen else SAIL_WHERE()
        return super().zone_barred(chosen, zone)

    def do(self, c: Context) -> None:
        _put_to_sea(c, self, self.fleet)


class Voyaging(Addressed[Underway], kind="voyage", rule="7.5.3"):
    """7.5.3: sail on, land, or stay at sea."""

    orders = (Anchor, Land, Onward)
    otherwise = Anchor

    def about(self, s: State, who: int, a: Underway) -> dict[str, Any]:
        return {"zone": s.board.zones[a.zone]}


# -- chapter 9: battles at sea -------------------------------------------------------------------


class Meeting(NamedTuple):
    """Fleets meet: the mover's, in a zone; `arms` wins if the cards are equal."""

    mover: int
    zone: int
    start: int
    arms: int


def naval_cards(s: State, side: int) -> list[int]:
    designs = s.board.cards[side]
    return [card for card in dict.fromkeys(s.hand[side]) if designs[card].naval]


class Engage(Order[Meeting], verb="engage", rule="9.1"):
    """9.1: play a card in a naval battle."""

    card = one(CARD, optional=True, rule="9.1")

    @card.offer
    def cards(self) -> Sequence[Any]:
        """None only if there is none with a naval icon (G22)."""
        return naval_cards(self.s, self.side) or [None]

    @card.bar
    def card_barred(self, card: Card | None) -> Why | None:
        if card is None:
            return NAVAL_NEEDED() if naval_cards(self.s, self.side) else None
        if missing := not_held(self, card, "9.1"):
            return missing
        return None if self.s.board.cards[self.side][card].naval else NO_NAVAL_ICON(card=card)


class Engaging(Round[Meeting], kind="engage", rule="9.1", reaction=True):
    """9.1: both play a card with a naval icon; none only if there is none (G22)."""

    orders = (Engage,)

    def about(self, s: State, who: int, a: Meeting) -> dict[str, Any]:
        return {"zone": s.board.zones[a.zone], "arms": SEATS[a.arms]}

    def opened(self, s: State, c: Context, a: Meeting, answers: tuple[Any, ...]) -> None:
        cards = [order.card for order in answers]
        words = tuple([order.tokens(Engage.card) for order in answers])
        _exchange(s, c, a, cards, words)

    def default(self, s: State, who: int, a: Meeting) -> Action:
        cards = naval_cards(s, who)
        if not cards:
            return Engage.act()
        best = max(cards, key=lambda card: s.board.cards[who][card].naval)
        return Engage.act(card=s.board.card_tokens[who][best])


def _exchange(s: State, c: Context, a: Meeting, cards: list[Card | None], chosen: Played) -> None:
    """9.1, 9.2: compare the numbers; an arrow evades."""
    values = [0, 0]
    for side in (CHRISTIAN, MUSLIM):
        card = cards[side]
        if card is not None:
            values[side] = s.board.cards[side][card].naval
            put_away(s, side, (card,), "discard")
    zone, mover = a.zone, a.mover
    c.tell(
        Broadsides(zone=s.board.zones[zone], christian=chosen[0], muslim=chosen[1]),
        reveals=("christian", "muslim"),
    )
    evaders = [side for side in (CHRISTIAN, MUSLIM) if values[side] < 0]
    if evaders:
        _redraw(s, c, chosen, -1, 0, 0)
        order = sorted(evaders, key=lambda side: side != mover)
        push(s, *[evade.then(side, zone, a.start, side == mover) for side in order])
        return
    difference = abs(values[0] - values[1])
    winner = a.arms if difference == 0 else (CHRISTIAN if values[0] > values[1] else MUSLIM)
    loser = 1 - winner
    fleet = _engaged(s, loser, zone, loser == mover)
    sunk = min(1 if difference < 3 else 2, len(fleet))
    c.tell(
        SeaBattle(zone=s.board.zones[zone], winner=SEATS[winner], sunk=sunk, difference=difference)
    )
    push(s, sinking.then(loser, zone, loser == mover, sunk, chosen))


def _engaged(s: State, side: int, zone: int, moving: bool) -> list[Ship]:
    """The fleets of a side that are in the battle."""
    return sailing(s, zone, side) if moving else list(s.ships[2 * zone + side])


def _redraw(s: State, c: Context, chosen: Played, loser: int, fleets: int, carried: int) -> None:
    """9.3: the card played is replaced; the loser draws for every two fleets and two blocks."""
    for side in (CHRISTIAN, MUSLIM):
        number = int(chosen[side] is not None)
        if side == loser:
            number += fleets // 2 + carried // 2
        if number:
            draw(s, c, side, number, "9.3")


class Loss(NamedTuple):
    """A battle at sea is lost, and so many fleets with it."""

    loser: int
    zone: int
    moving: bool
    sunk: int
    chosen: Played


@step
def sinking(
    s: State, c: Context, loser: int, zone: int, moving: bool, sunk: int, chosen: Played
) -> None:
    """9.1: the loser chooses which fleets go down, if that makes any difference."""
    fleet = _engaged(s, loser, zone, moving)
    if sunk >= len(fleet) or not laden(fleet):
        _sink(s, c, loser, zone, fleet[:sunk], chosen)
    else:
        push(s, Sinking.then(Loss(loser, zone, moving, sunk, chosen)))


class Sink(Order[Loss], verb="sink", rule="9.1"):
    """9.1: choose the fleets that are lost."""

    ships = some(SHIP, rule="9.1")

    def _engaged(self) -> list[Ship]:
        return _engaged(self.s, self.asked.loser, self.asked.zone, self.asked.moving)

    def _afloat(self) -> list[str]:
        return sorted(ship_token(self.s, ship) for ship in self._engaged())

    @ships.offer
    def next_ship(self, chosen: tuple[str, ...]) -> Offer[Any]:
        return subset(self._afloat(), chosen, self.asked.sunk, self.asked.sunk)

    @ships.bar
    def ship_barred(self, chosen: tuple[str, ...], ship: str | None) -> Why | None:
        enough = len(chosen) >= self.asked.sunk
        if ship is None:
            return None if enough else SINK_NUMBER(number=self.asked.sunk)
        if enough:
            return SINK_NUMBER(number=self.asked.sunk)
        if not_afloat(self._afloat(), chosen, ship) is not None:
            return NO_SUCH_SHIP("9.1")
        return None if ship in self.next_ship(chosen).choices else NO_SUCH_SHIP("9.1")

    @ships.hides
    def fleets(self, world: Dealt) -> Renamed:
        return world.fleets(self.side)

    def do(self, c: Context) -> None:
        ships = named(self.s, self._engaged(), self.ships)
        _sink(self.s, c, self.asked.loser, self.asked.zone, ships, self.asked.chosen)


class Sinking(Addressed[Loss], kind="sink", rule="9.1"):
    """9.1: which fleets are sunk."""

    orders = (Sink,)
    facts = {"number": number(noun="fleet")}

    def about(self, s: State, who: int, a: Loss) -> dict[str, Any]:
        return {"zone": s.board.zones[a.zone], "number": a.sunk}


def _sink(s: State, c: Context, loser: int, zone: int, ships: list[Ship], chosen: Played) -> None:
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


# -- 9.2: evading --------------------------------------------------------------------------------


class Flight(NamedTuple):
    """Fleets evade: those under way (`moving`), or those that they met."""

    side: int
    zone: int
    start: int
    moving: bool


@step
def evade(s: State, c: Context, side: int, zone: int, start: int, moving: bool) -> None:
    """9.2: those who evade leave the zone for an adjacent one, all together (C12)."""
    fleet = _engaged(s, side, zone, moving)
    if not fleet:
        return
    if not moving:
        mark(s, zone, side, fleet, SAILING)
    flight = Flight(side, zone, start, moving)
    havens = _havens(s, flight)
    if len(havens) == 1:
        _flee(s, c, flight, havens[0])
    else:
        push(s, Haven.then(flight))


def _havens(s: State, a: Flight) -> list[int]:
    """9.2, G23: adjacent zones, for the moving stack within three of where it started."""
    sea, distance = s.board.sea[a.zone], s.board.sea_distance[a.start]
    near = [z for z in sea if not a.moving or distance[z] <= RANGE]
    return near or list(sea)


class Evade(Order[Flight], verb="evade", rule="9.2"):
    """9.2: choose where the evading fleets go."""

    zone = one(ZONE, rule="9.2")

    @zone.offer
    def havens(self) -> Sequence[Any]:
        return _havens(self.s, self.asked)

    @zone.bar
    def zone_barred(self, zone: Zone) -> Why | None:
        return None if zone in self.havens() else HAVEN_FAR(zone=self.asked.zone)

    def do(self, c: Context) -> None:
        _flee(self.s, c, self.asked, self.zone)


class Haven(Addressed[Flight], kind="haven", rule="9.2"):
    """9.2: where the evading fleets go."""

    orders = (Evade,)

    def about(self, s: State, who: int, a: Flight) -> dict[str, Any]:
        return {"zone": s.board.zones[a.zone]}


def _flee(s: State, c: Context, a: Flight, there: int) -> None:
    """Leave, stop, and look for the enemy in the new zone; the last to move must check."""
    shift(s, a.side, a.zone, there)
    c.tell(Evaded(side=SEATS[a.side], start=s.board.zones[a.zone], zone=s.board.zones[there]))
    if a.moving:
        # the stack under way stops in its haven: the waiting voyage frame must follow it there
        _redirect(s, a.side, a.zone, there)
    if enemy_here(s, there, a.side):
        push(s, sight.then(a.side, there, a.start if a.moving else there, RANGE, False))
    elif not a.moving:
        moor(s, a.side, there)


def _redirect(s: State, side: int, zone: int, there: int) -> None:
    for i in range(len(s.frames) - 1, -1, -1):
        name, *asked = s.frames[i]
        if name != voyage_goes_on.name:
            continue
        waits = Underway._make(asked)
        if (waits.side, waits.zone) == (side, zone):
            s.frames[i] = voyage_goes_on.then(side, there, waits.start, RANGE, False)
            return
