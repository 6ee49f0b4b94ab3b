"""Submission (9.6): small nations that kneel to great ones, and how that ends."""

from __future__ import annotations

from engine.events import said
from engine.games.hispania.book.retreat import evict
from engine.games.hispania.table.flow import Context, Telling, name_of
from engine.games.hispania.table.orders import NATION
from engine.games.hispania.table.peoples import Pair
from engine.games.hispania.table.state import ELSEWHERE, State, alive, held, stack, vassals


class Submitted(Telling, kind="submitted", rule="9.6"):
    """A nation becomes a vassal."""

    nation: str = said(NATION, part="who")
    lord: str = said(NATION)


class Freed(Telling, kind="freed", rule="9.6"):
    """A vassal is free."""

    nation: str = said(NATION, part="who")
    lord: str = said(NATION)


class Fallen(Telling, kind="toledo", rule="11.15"):
    """Tolède has been taken by the OMEYYAD."""


def pair_for(s: State, suzerain: int, vassal: int) -> Pair | None:
    """9.6: whether the attacked nation is small enough to submit to its attacker.

    Who may or must kneel to whom is data (11.2, 11.3, 11.5, 11.6, 11.12).
    """
    pair = s.almanac.pairs.get((s.turn, suzerain, vassal))
    if pair is None or suzerain != s.active or s.suzerain[vassal] != ELSEWHERE:
        return None
    return pair if len(held(s, vassal)) <= pair.most else None


def submit(s: State, c: Context, suzerain: int, vassal: int) -> None:
    """9.6: a nation becomes a vassal; its lord's units leave every province of it, and in its own
    sequence it leaves the provinces of its lord."""
    s.suzerain[vassal] = suzerain
    c.tell(Submitted(nation=name_of(s, vassal), lord=name_of(s, suzerain)))
    guest = vassal if s.active == vassal else suzerain
    for place in held(s, vassal):
        if stack(s, suzerain, place):
            evict(s, c, guest, place)


def set_free(s: State, c: Context, vassal: int) -> None:
    lord = s.suzerain[vassal]
    if lord != ELSEWHERE:
        s.suzerain[vassal] = ELSEWHERE
        c.tell(Freed(nation=name_of(s, vassal), lord=name_of(s, lord)))


def lordless(s: State, c: Context) -> None:
    """9.6: a vassal is free as soon as its suzerain has no unit left."""
    for vassal, lord in enumerate(s.suzerain):
        if lord >= 0 and not alive(s, lord) and not s.waiting[lord]:
            set_free(s, c, vassal)


def ends_of_turn(s: State, c: Context) -> None:
    """9.6: submissions that end with this turn."""
    for pair in s.board.peoples.pairs:
        if pair.until == s.turn and s.suzerain[pair.vassal] == pair.suzerain:
            set_free(s, c, pair.vassal)


def toledo(s: State, c: Context) -> None:
    """11.13, 11.15: once the OMEYYAD has taken Tolède the WISIGOTH's vassals are free."""
    nation = s.board.peoples.nation
    place = s.board.place["Tolede"]
    omeyyad = nation["omeyyad"]
    if s.fallen or s.here[place] != 1 << omeyyad:
        return
    s.fallen = True
    c.tell(Fallen())
    for vassal in vassals(s, nation["wisigoth"]):
        set_free(s, c, vassal)
