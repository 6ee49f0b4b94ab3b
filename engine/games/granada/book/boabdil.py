"""10.12: Boabdil's captures, his grey army, and his return."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core import Action
from engine.events import number, said
from engine.games.granada.book.cards import spend_captive_card
from engine.games.granada.book.control import CastleTaken, PlaceTaken, finish, settle
from engine.games.granada.table.board import CHRISTIAN, FACTIONS, MUSLIM, NEUTRAL, OWNERS
from engine.games.granada.table.flow import Context, Plain, Point, Telling, push, step
from engine.games.granada.table.orders import PLACE, Order, Place
from engine.games.granada.table.state import KNOWN, SHIFT, State, blocks, join, units, without
from engine.orders import Bar, Why, one

NOT_B_TOWN = Bar("not_b_town", "10.12.1", place=PLACE)
B_TOWN_ENEMY = Bar("b_town_enemy", "10.12.1", place=PLACE)
NOT_YOUR_PLACE = Bar("not_your_place", "10.12.1")

ALLIANCE = {1: 4, 2: 2}  # full turns of the first and of the second alliance


@step
def capture_boabdil(s: State, c: Context) -> None:
    """10.12.1: the first capture brings six grey blocks, the second four, the third none."""
    if s.over is not None:
        return
    s.captures += 1
    spend_captive_card(s, c, CHRISTIAN)
    if s.captures not in ALLIANCE:
        return
    sarray = FACTIONS.index("sarray")
    kinds = s.board.kinds
    army = s.grey_box
    if s.captures == 2:
        army = tuple(k for k in army if kinds[k].army or kinds[k].faction == sarray)
    s.grey_box = without(s.grey_box, army)
    s.grey = tuple(k << SHIFT | KNOWN for k in army)
    s.grey_at = -1
    # never longer than to the beginning of the last year, see `last_year`
    s.grey_until = min(s.turn + ALLIANCE[s.captures], s.board.turns - 1)
    s.grey_from = s.turn + 1
    push(s, grey_camps.then())


class GreyWaits(Telling, kind="grey_waits", rule="10.12.1"):
    """There is no town for the grey army."""


class GreyCamps(Telling, kind="camp", rule="10.12.1", shape="mark"):
    """The grey army takes the field."""

    place: str = said(PLACE, part="at")
    count: int = number(noun="block")


class AllianceEnds(Telling, kind="alliance_ends", rule="10.12.1"):
    """The grey army goes back into its box."""


class BoabdilReturns(Telling, kind="boabdil_returns", rule="10.12.1", shape="mark"):
    """Boabdil is black again, and on the map."""

    place: str = said(PLACE, part="at")


def camps(s: State) -> list[int]:
    return [p for p in s.board.b_towns if not units(s, p, MUSLIM)]


@step
def grey_camps(s: State, c: Context) -> None:
    """The grey army is placed in a town marked B without enemies; it waits if there is none."""
    free = camps(s)
    if len(free) == 1:
        _camp(s, c, free[0])
    elif free:
        push(s, Camping.then())
    else:
        c.tell(GreyWaits())


@step
def grey_arrives(s: State, c: Context) -> None:
    """At the beginning of the Christian Movement Phase a waiting grey army must be placed."""
    if s.active == CHRISTIAN and s.grey and s.grey_at < 0:
        push(s, grey_camps.then())


class Camp(Order[Plain], verb="camp", rule="10.12.1"):
    """10.12.1: place the grey army in a town marked B."""

    place = one(PLACE, rule="10.12.1")

    @place.offer
    def towns(self) -> Sequence[Any]:
        return camps(self.s)

    @place.bar
    def town_barred(self, place: Place) -> Why | None:
        if place not in self.s.board.b_towns:
            return NOT_B_TOWN(place=place)
        return B_TOWN_ENEMY(place=place) if units(self.s, place, MUSLIM) else None

    def do(self, c: Context) -> None:
        _camp(self.s, c, self.place)


class Camping(Point[Plain], kind="camp", rule="10.12.1"):
    """10.12.1: in which B town the grey army appears."""

    orders = (Camp,)

    def whom(self, s: State, a: Plain) -> tuple[int, ...]:
        return (CHRISTIAN,)


def _camp(s: State, c: Context, place: int) -> None:
    s.grey_at = place
    c.tell(GreyCamps(place=s.board.places[place], count=len(s.grey)))
    settle(s, c, place)


@step
def alliance_clock(s: State, c: Context) -> None:
    """At the end of the marked turn Boabdil is black again."""
    if s.grey_until >= 0 and s.turn >= s.grey_until:
        push(s, end_alliance.then())


@step
def last_year(s: State, c: Context) -> None:
    """At the beginning of 1491-1492 Boabdil changes sides, whenever he was captured."""
    if s.turn == s.board.turns - 1 and s.grey_until >= 0:
        push(s, end_alliance.then())


@step
def end_alliance(s: State, c: Context) -> None:
    """10.12.1: grey blocks go back into their box; Boabdil returns to the Muslims."""
    if s.grey_until < 0:
        return
    place = s.grey_at
    s.grey_box = join(s.grey_box, tuple(sorted(tuple(e >> SHIFT for e in s.grey) + s.grey_dead)))
    s.grey, s.grey_dead, s.grey_at, s.grey_until = (), (), -1, -1
    c.tell(AllianceEnds())
    _restore_towers(s, c)
    if place >= 0:
        settle(s, c, place)
    if s.over is not None or s.board.boabdil not in s.aside[MUSLIM]:
        return
    homes = returns(s)
    if len(homes) == 1:
        _return(s, c, homes[0])
    elif homes:
        push(s, Returning.then())


def _restore_towers(s: State, c: Context) -> None:
    """10.12.2, G54: what lost its piece takes the side of the troops there, or its natural one."""
    for p in range(len(s.board.places)):
        if s.control[p] != NEUTRAL and s.castle[p] != NEUTRAL:
            continue
        white, black = bool(blocks(s, p, CHRISTIAN)), bool(units(s, p, MUSLIM))
        owner = s.board.territory[p]
        if white != black:
            owner = CHRISTIAN if white else MUSLIM
        if s.control[p] == NEUTRAL:
            s.control[p] = owner
            c.tell(PlaceTaken(place=s.board.places[p], owner=OWNERS[owner]), rule="10.12.2")
        if s.castle[p] == NEUTRAL:
            s.castle[p] = owner
            c.tell(CastleTaken(place=s.board.places[p], owner=OWNERS[owner]), rule="10.12.2")
            if p == s.board.granada and owner == CHRISTIAN:
                if s.options["grey_alhambra"] == "white_alone_wins":
                    finish(s, c, CHRISTIAN, "alhambra", "2.1")


def returns(s: State) -> list[int]:
    """Any place that the Muslim player controls."""
    return [p for p in range(len(s.board.places)) if _open_to_him(s, p)]


def _open_to_him(s: State, place: int) -> bool:
    return s.control[place] == MUSLIM and not units(s, place, CHRISTIAN)


class Return(Order[Plain], verb="return", rule="10.12.1"):
    """10.12.1: place Boabdil on the map again."""

    place = one(PLACE, rule="10.12.1")

    @place.offer
    def homes(self) -> Sequence[Any]:
        return returns(self.s)

    @place.bar
    def home_barred(self, place: Place) -> Why | None:
        return None if _open_to_him(self.s, place) else NOT_YOUR_PLACE()

    def do(self, c: Context) -> None:
        _return(self.s, c, self.place)


class Returning(Point[Plain], kind="return", rule="10.12.1"):
    """10.12.1: where Boabdil comes back."""

    orders = (Return,)

    def whom(self, s: State, a: Plain) -> tuple[int, ...]:
        return (MUSLIM,)

    def default(self, s: State, who: int, a: Plain) -> Action | None:
        home = s.board.granada
        return Return.act(place=s.board.places[home]) if home in returns(s) else None


def _return(s: State, c: Context, place: int) -> None:
    s.aside[MUSLIM] = without(s.aside[MUSLIM], (s.board.boabdil,))
    index = 2 * place + MUSLIM
    s.stacks[index] = join(s.stacks[index], (s.board.boabdil << SHIFT | KNOWN,))
    c.tell(BoabdilReturns(place=s.board.places[place]))
    settle(s, c, place)
