"""Why a voyage or an answer in a battle at sea is refused (7.5, chapter 9)."""

from __future__ import annotations

from engine.games.granada.book.control import besieged
from engine.games.granada.book.naval import HOLD, RANGE, naval_cards, sailing
from engine.games.granada.table.board import GREY
from engine.games.granada.table.state import MOVED, SHIFT
from engine.games.granada.words import english
from engine.games.granada.words.wrong import (
    Reason,
    Wrong,
    because,
    closed,
    not_held,
    not_present,
    out_of_order,
    slot,
)


@closed("order", "sail")
def cannot_sail(w: Wrong) -> Reason:
    """7.1, 7.5.1: no activation, no zone, or no fleet."""
    if w.s.level == "rest":
        return because("no_movement_bought", "7.1", verb="sail")
    if not w.s.left:
        return because("no_activation_at_all", "7.1")
    return because("no_ready_fleet" if w.s.sea_left else "sea_once", "7.5.1")


@closed("voyage", "land")
def cannot_land(w: Wrong) -> Reason:
    return because("nobody_to_land", "7.5.2")


@closed("voyage", "onward")
def cannot_sail_on(w: Wrong) -> Reason:
    return because("three_zones", "7.5.1")


@slot("zone", "sail")
def harbour(w: Wrong) -> Reason | None:
    zone = w.zone()
    if zone is None:
        return None
    name = w.sea(zone)
    ships = w.s.ships[2 * zone + w.side]
    if not ships:
        return because("no_fleet_here", "7.5.1", zone=name)
    if zone in w.s.sea_opened:
        return because("zone_opened", "7.5.1", zone=name)
    if all(ship[0] & MOVED for ship in ships):
        return because("fleet_moved", "7.5.1", zone=name)
    return None


@slot("ships", "sail")
def stack(w: Wrong) -> Reason | None:
    if w.value is None:
        return None
    return because("two_fleets" if len(w.partial) >= 2 else "no_such_ship", "7.5.1")


class _Voyage:
    """The stack that a sail, onward or anchor order is about."""

    def __init__(self, w: Wrong) -> None:
        if w.verb == "sail":
            self.zone = w.board.zone[w.prefix[1]]
            self.holds = [token.count("+") + 1 if ":" in token else 0 for token in w.prefix[2]]
            self.steps, self.may_load = 0, True
            self.given = w.prefix[3:]
            self.unmet = _enemy(w, self.zone)
        else:
            _, self.zone, _, self.steps, self.may_load = w.args
            self.holds = [len(ship) - 1 for ship in sailing(w.s, self.zone, w.side)]
            self.given = w.prefix[1:]
            self.unmet = False

    def meet_first(self, w: Wrong) -> Reason | None:
        """7.5.3, G21: the draw comes before everything else."""
        if not self.unmet or w.value is None:
            return None
        return because("meet_first", "7.5.3", zone=w.sea(self.zone))


def _enemy(w: Wrong, zone: int) -> bool:
    return bool(w.s.ships[2 * zone + 1 - w.side])


@slot("load", "sail", "onward", "anchor")
@slot("also", "sail", "onward", "anchor")
def cargo(w: Wrong) -> Reason | None:
    """7.5.2, G20: who may go aboard, and how many."""
    v = _Voyage(w)
    kind = w.kind()
    if kind is None:
        return None
    ship = len(v.given)
    if early := v.meet_first(w):
        return early
    if not v.may_load:
        return because("no_embarking_now", "7.5.2")
    if ship >= len(v.holds):
        return because("one_ship_only", "7.5.1")
    return _not_fit_for_sea(w, kind) or _not_in_port(w, v, kind, ship)


def _not_fit_for_sea(w: Wrong, kind: int) -> Reason | None:
    if w.block(kind).side == GREY:
        return because("grey_ashore", "7.5.2")
    if kind == w.board.boabdil:
        return because("boabdil_ashore", "7.5.2")
    if w.block(kind).special == "guard":
        return because("guard_ashore", "10.10")
    return None


def _not_in_port(w: Wrong, v: _Voyage, kind: int, ship: int) -> Reason | None:
    port = w.board.zone_port[v.zone]
    if absent := not_present(w, port, kind, "7.5.2"):
        return absent
    if besieged(w.s, port, w.side):
        return because("besieged", "8.7.7", place=w.at(port))
    if v.holds[ship] + len(w.partial) >= HOLD:
        return because("hold_full", "7.5.2")
    stack_ = w.s.stacks[2 * port + w.side]
    ready = sum(1 for e in stack_ if e >> SHIFT == kind and not e & MOVED)
    if w.chosen() + (v.given[0].count(w.value) if ship else 0) >= ready:
        return because("has_moved", "7.3.1", block=w.names.block(w.value), place=w.at(port))
    return out_of_order(w, "7.5.2")


@slot("path", "sail", "onward")
def course(w: Wrong) -> Reason | None:
    """7.5.1, 7.5.3: at most three zones, each next to the last, and no further than an enemy."""
    v = _Voyage(w)
    if w.value is None:
        return because("sail_where", "7.5.3")
    there = w.zone()
    if there is None:
        return None
    if early := v.meet_first(w):
        return early
    here = w.board.zone[w.partial[-1]] if w.partial else v.zone
    if w.partial and _enemy(w, here):
        return because("stop_for_enemy", "7.5.3", here=w.sea(here))
    if v.steps + len(w.partial) >= RANGE:
        return because("three_zones", "7.5.1")
    return because("not_adjacent", "7.5.1", here=w.sea(here), there=w.sea(there))


@slot("land", "sail", "onward")
def landing(w: Wrong) -> Reason | None:
    """7.5.2: all troops land in another port than the one where they embarked."""
    v = _Voyage(w)
    if w.value != "land":
        return None
    if early := v.meet_first(w):
        return early
    load, also, path = v.given
    if not any(v.holds) and not load and not also:
        return because("nobody_to_land", "7.5.2")
    if path and _enemy(w, w.board.zone[path[-1]]):
        return because("land_after", "7.5.3")
    return because("land_elsewhere", "7.5.2")


# -- chapter 9 -----------------------------------------------------------------------------------


@slot("card", "engage")
def naval_card(w: Wrong) -> Reason | None:
    """9.1: a card with a naval icon, if there is one."""
    if w.value is None:
        return because("naval_needed", "9.1")
    if (missing := not_held(w, "9.1")) is not None:
        return missing
    card = w.card()
    if card is None:
        return None
    if w.board.cards[w.side][card].naval == 0:
        return because("no_naval_icon", "9.1", card=w.names.card(w.value))
    return None if naval_cards(w.s, w.side) else because("naval_none", "9.1")


@slot("ships", "sink")
def sunk(w: Wrong) -> Reason:
    if w.value is None or len(w.partial) >= w.args[3]:
        return because("sink_number", "9.1", number=english.count(w.args[3], "fleet"))
    return because("no_such_ship", "9.1")


@slot("zone", "evade")
def haven(w: Wrong) -> Reason | None:
    if w.zone() is None:
        return None
    return because("haven_far", "9.2", zone=w.sea(w.args[1]))
