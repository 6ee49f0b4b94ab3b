"""Why a march, a muster or a payment for movement is refused (7.1 to 7.4, 10.10)."""

from __future__ import annotations

from engine.games.granada.book.control import besieged, overruns
from engine.games.granada.book.marching import (
    free_leadership,
    largest,
    leaders_at,
    main_for,
    movable,
    penalty,
    reach,
)
from engine.games.granada.table.board import CHRISTIAN, GREY, Road
from engine.games.granada.table.state import MOVED, grey_here, units
from engine.games.granada.words import english
from engine.games.granada.words.naming import listed, said
from engine.games.granada.words.wrong import (
    Reason,
    Wrong,
    because,
    not_held,
    not_present,
    out_of_order,
    slot,
)
from engine.tongues import Field, Number

# -- 7.3: marching -------------------------------------------------------------------------------


@slot("from", "move")
def start(w: Wrong) -> Reason | None:
    """7.1, 7.3.1, 8.7.7: why nobody marches from there."""
    s, place = w.s, w.place()
    if place is None:
        return None
    name = w.at(place)
    if not s.stacks[2 * place + w.side] and not _grey_is_here(w, place):
        return because("nobody_there", "7.3.1", place=name)
    if besieged(s, place, w.side):
        return because("besieged", "8.7.7", place=name)
    if place != s.origin and not s.left:
        if s.origin < 0:
            return because("no_activation_at_all", "7.1")
        return because("no_activation", "7.1", origin=w.at(s.origin))
    if place != s.origin and place in s.opened:
        return because("already_left", "7.3.1", place=name)
    return _nobody_ready(w, place)


def _grey_is_here(w: Wrong, place: int) -> bool:
    return w.side == CHRISTIAN and grey_here(w.s, place)


def _nobody_ready(w: Wrong, place: int) -> Reason:
    kinds = movable(w.s, place, w.side)
    name = w.at(place)
    if not kinds:
        waits = _grey_waits(w) if _grey_is_here(w, place) else None
        return waits or because("all_moved", "7.3.1", place=name)
    if all(w.block(k).special == "guard" for k in kinds):
        return because("guard_stuck", "10.10", place=name)
    return because("roads_used", "7.3.1", place=name)


def _grey_waits(w: Wrong) -> Reason | None:
    """10.12.2, G53: why the grey army cannot march."""
    if w.s.turn < w.s.grey_from:
        return because("grey_too_soon", "10.12.1")
    if w.s.grey and w.s.grey[0] & MOVED:
        return because("grey_has_moved", "7.3.1")
    return None


@slot("blocks", "move")
def marchers(w: Wrong) -> Reason | None:
    """7.3.1, 7.3.5, 10.12.2: why a block cannot be in the stack."""
    place = w.board.place[w.prefix[1]]
    grey_first = bool(w.partial) and w.block(w.board.kind[w.partial[0]]).side == GREY
    if w.value is None:
        return (
            because("grey_together", "10.12.2") if grey_first else because("nothing_chosen", "7.3")
        )
    kind = w.kind()
    if kind is None:
        return None
    if grey_first or w.block(kind).side == GREY:
        return _grey_marcher(w, place)
    return not_present(w, place, kind, "7.3.1") or _tired(w, place, kind) or _too_many(w, place)


def _grey_marcher(w: Wrong, place: int) -> Reason:
    if not _grey_is_here(w, place):
        return because("not_there", "10.12.2", block=w.names.block(w.value), place=w.at(place))
    return _grey_waits(w) or because("grey_together", "10.12.2")


def _tired(w: Wrong, place: int, kind: int) -> Reason | None:
    """7.3.1: a block moves once a turn."""
    ready = movable(w.s, place, w.side).count(kind)
    if not ready:
        block = w.names.block(w.value)
        return because("has_moved", "7.3.1", block=block, place=w.at(place))
    if w.chosen() >= ready:
        some = w.names.blocks((w.value,) * ready)
        return because("have_moved", "7.3.1", ready=some, place=w.at(place))
    return None


def _too_many(w: Wrong, place: int) -> Reason | None:
    most = largest(w.s, place, w.side)
    if len(w.partial) >= most:
        return because(
            "stack_too_large", "7.3.5", most=english.count(most, "block"), place=w.at(place)
        )
    return out_of_order(w, "7.3") or because("guard_stuck", "10.10", place=w.at(place))


@slot("path", "move")
def road(w: Wrong) -> Reason | None:
    """7.3.1 to 7.3.5: why the march cannot go there next."""
    there = w.place()
    if there is None:
        return None
    s, origin = w.s, w.board.place[w.prefix[1]]
    here = w.board.place[w.partial[-1]] if w.partial else origin
    words = {"here": w.at(here), "there": w.at(there), "origin": w.at(origin)}
    kinds = [w.board.kind[t] for t in w.prefix[2]]
    found = _road(w, here, there)
    if found is None:
        return because("no_road", "4.7", **words)
    if w.partial and units(s, here, 1 - w.side) and not overruns(s, here, w.side, len(kinds)):
        return because("enemy_stops", "7.3.2", **words)
    if found.segment << 8 | origin in s.used:
        return because("road_used", "7.3.1", **words)
    if there not in w.board.guard_land and any(w.block(k).special == "guard" for k in kinds):
        return because("guard_strays", "10.10", **words)
    return _too_far(w, origin, kinds, words)


def _road(w: Wrong, here: int, there: int) -> Road | None:
    return next((r for r in w.board.roads[here] if r.to == there), None)


def _too_far(w: Wrong, origin: int, kinds: list[int], words: dict[str, Field]) -> Reason:
    """7.3.3, 7.3.5: how far this stack can go, and why no further."""
    s, size = w.s, len(kinds)
    grey = w.block(kinds[0]).side == GREY
    far = max(0, reach(s, origin, w.side, size, grey))
    main = None
    if any(main_for(r, GREY if grey else w.side) for r in w.board.roads[origin]):
        further = max(0, reach(s, origin, w.side, size, grey) + 1)
        main = said("REFUSALS", "+main", far=Number(further))
    bonuses: list[Field] = []
    if free_leadership(s, origin, w.side) or leaders_at(s, origin, w.side, grey):
        bonuses.append(said("REFUSALS", "+leadership"))
    if s.hand[w.side]:
        bonuses.append(said("REFUSALS", "+card"))
    cost = penalty(size)
    return because(
        "too_far_large" if cost else "too_far",
        "7.3.5" if cost else "7.3.3",
        **words,
        stack=english.count(size, "block"),
        far=english.count(far, "place"),
        main=main,
        bonuses=listed(bonuses) if bonuses else said("REFUSALS", "+no_bonus"),
        penalty=english.count(cost, "place"),
    )


@slot("drop_at", "move")
def drop_where(w: Wrong) -> Reason | None:
    """7.3.1: one drop-off, on the way."""
    there = w.place()
    if there is None:
        return None
    if w.block(w.board.kind[w.prefix[2][0]]).side == GREY:
        return because("drop_grey", "10.12.2")
    if len(w.prefix[2]) < 2:
        return because("drop_one", "7.3.1")
    if w.value in (w.prefix[1], w.prefix[3][-1]) and w.value not in w.prefix[3][:-1]:
        return because("drop_end", "7.3.1")
    key = "drop_unpaid" if w.value in w.prefix[3] else "drop_not_passed"
    return because(key, "7.3.1", there=w.at(there))


@slot("drop", "move")
def dropped(w: Wrong) -> Reason | None:
    if w.value is None or w.kind() is None or w.prefix[4] is None:
        return None
    if w.chosen() >= w.prefix[2].count(w.value):
        return because("drop_not_marching", "7.3.1", block=w.names.block(w.value))
    late = out_of_order(w, "7.3.1")
    return late or because("drop_too_many", "7.3.1", there=w.names.place(w.prefix[4]))


@slot("pick_at", "move")
def pick_where(w: Wrong) -> Reason | None:
    """7.3.1, G11: one pick-up on the way, of blocks that have not moved."""
    there = w.place()
    if there is None:
        return None
    if w.block(w.board.kind[w.prefix[2][0]]).side == GREY:
        return because("pick_grey", "10.12.2")
    name = w.at(there)
    if w.value not in w.prefix[3][:-1]:
        return because("drop_not_passed", "7.3.1", there=name)
    if besieged(w.s, there, w.side):
        return because("besieged", "8.7.7", place=name)
    if not movable(w.s, there, w.side):
        return because("pick_nobody", "7.3.1", there=name)
    return because("pick_unpaid", "7.3.1", there=name)


@slot("pick", "move")
def picked(w: Wrong) -> Reason | None:
    kind = w.kind()
    if kind is None or w.prefix[6] is None:
        return None
    place = w.board.place[w.prefix[6]]
    return (
        not_present(w, place, kind, "7.3.1")
        or _tired(w, place, kind)
        or out_of_order(w, "7.3.1")
        or because("pick_too_many", "7.3.1", there=w.at(place))
    )


@slot("lead", "move")
def leaders(w: Wrong) -> Reason | None:
    """7.3.4: a leader is declared when the march needs one, and only then."""
    if w.value is None:
        return because("leader_needed", "7.3.4")
    if not w.level.choices:
        return because("leader_unneeded", "7.3.4")
    return because("leader_absent", "7.3.4", block=w.names.block(w.value))


@slot("march", "move")
def force_march(w: Wrong) -> Reason | None:
    """7.3.3: a card is paid when the march needs it, and only then."""
    if w.value is None:
        return because("march_needed", "7.3.3")
    if w.level.choices == (None,):
        return because("march_unneeded", "7.3.3")
    return not_held(w, "7.3.3")


@slot("pioneers", "move")
def tiles(w: Wrong) -> Reason:
    return because("tiles", "11.7")
