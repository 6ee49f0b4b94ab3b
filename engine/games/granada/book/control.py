"""Who holds what (4.1 to 4.5), who is besieged, whose phase it is, and how a game ends (2.1)."""

from __future__ import annotations

from engine.events import fact, number, said
from engine.games.granada.table.board import CHRISTIAN, MUSLIM, NEUTRAL, OWNERS, SEATS
from engine.games.granada.table.flow import Context, Telling
from engine.games.granada.table.orders import PLACE, SIDE
from engine.games.granada.table.state import (
    DEPLOYED,
    INSIDE,
    KNOWN,
    State,
    blocks,
    grey_here,
    join,
    units,
    with_flags,
    without,
)


class PhaseBegins(Telling, kind="phase", rule="6.3"):
    """A phase of the turn begins, of one player if it is his alone."""

    phase: str = fact()
    side: str = said(SIDE, part="who", default="")


class PlaceTaken(Telling, kind="control", rule="4.1", shape="taken"):
    """A place changes hands."""

    place: str = said(PLACE, part="at")
    owner: str = said("owner", part="who")


class CastleTaken(Telling, kind="castle", rule="4.3", shape="taken"):
    """A castle changes hands."""

    place: str = said(PLACE, part="at")
    owner: str = said("owner", part="who")


class PioneersLost(Telling, kind="pioneers_lost", rule="11.7", shape="mark"):
    """Tiles are left without a Christian block."""

    place: str = said(PLACE, part="at")
    tiles: int = number(name="number")


class GameOver(Telling, kind="over", rule="2.1"):
    """Somebody has won."""

    winner: str = said(SIDE)
    reason: str = fact()


def settle(s: State, c: Context, place: int) -> None:
    """4.1, 4.3, 4.4: give a place and its castle to whoever now stands there alone (C7).

    Grey blocks take control away from the Muslims and give it to nobody (10.12.2).
    """
    white = bool(s.stacks[2 * place])
    grey = grey_here(s, place)
    black = units(s, place, MUSLIM) > 0
    old = s.control[place]
    if black and not (white or grey):
        new = MUSLIM
    elif white and not black:
        new = CHRISTIAN
    elif grey and not black:
        new = NEUTRAL if old == MUSLIM else old
    else:
        new = old
    if new != old:
        s.control[place] = new
        c.tell(PlaceTaken(place=s.board.places[place], owner=OWNERS[new]))
    if s.board.castle[place]:
        _settle_castle(s, c, place, white, grey, black)
    if black and s.pioneers:
        lose_pioneers(s, c, place)


def _settle_castle(s: State, c: Context, place: int, white: bool, grey: bool, black: bool) -> None:
    old = s.castle[place]
    if black and not (white or grey):
        new = MUSLIM
    elif white and not black and not (grey and _won_by_grey(s, place)):
        new = CHRISTIAN
    elif grey and not black:
        new = NEUTRAL if old == MUSLIM else old
    elif not black and old != NEUTRAL:
        new = s.board.territory[place]
    else:
        new = old
    if new == old:
        return
    s.castle[place] = new
    c.tell(CastleTaken(place=s.board.places[place], owner=OWNERS[new]))
    if place == s.board.granada and new == CHRISTIAN:
        # 2.1; ruling G50: an Alhambra that grey blocks had emptied
        if old == MUSLIM or s.options["grey_alhambra"] == "white_alone_wins":
            finish(s, c, CHRISTIAN, "alhambra", "2.1")


def _won_by_grey(s: State, place: int) -> bool:
    """2.1, G50: an Alhambra taken by grey blocks is nobody's until white ones stand there alone."""
    if place != s.board.granada:
        return False
    b = s.battle
    return s.castle[place] == NEUTRAL or (b is not None and b.place == place and b.army == 1)


def carry_pioneers(s: State, place: int, goal: int, number: int) -> None:
    """11.7: tiles go with a white stack; those that have moved this turn stay where they are."""
    for _ in range(number):
        s.pioneers = join(without(s.pioneers, (place << 1,)), (goal << 1 | 1,))


def lead_off_pioneers(s: State, place: int, goal: int) -> None:
    """11.7: every tile of a place goes along when its stack retreats."""
    going = tuple(tile for tile in s.pioneers if tile >> 1 == place)
    if going:
        s.pioneers = join(without(s.pioneers, going), (goal << 1 | 1,) * len(going))


def lose_pioneers(s: State, c: Context, place: int) -> None:
    """11.7: tiles left without a Christian block, in a battle or to an enemy, are eliminated."""
    lost = tuple(tile for tile in s.pioneers if tile >> 1 == place)
    if lost and not blocks(s, place, CHRISTIAN):
        s.pioneers = without(s.pioneers, lost)
        c.tell(PioneersLost(place=s.board.places[place], tiles=len(lost)))


def besiege(s: State, c: Context, place: int) -> None:
    """4.3: during a siege the castle is one player's and the location the other's."""
    owner = s.castle[place]
    if owner == NEUTRAL:
        return
    besieger = 1 - owner
    if besieger == CHRISTIAN and not s.stacks[2 * place]:
        besieger = NEUTRAL if s.control[place] == MUSLIM else s.control[place]
    if s.control[place] != besieger:
        s.control[place] = besieger
        c.tell(PlaceTaken(place=s.board.places[place], owner=OWNERS[besieger]), rule="4.3")


def besieged(s: State, place: int, side: int) -> bool:
    """8.7.7: whether a side's blocks in a place are shut in its castle."""
    return s.castle[place] == side and units(s, place, 1 - side) > 0


def finish(s: State, c: Context, winner: int, reason: str, rule: str) -> None:
    if s.over is None:
        s.over = (winner, reason, rule)
        c.tell(GameOver(winner=SEATS[winner], reason=reason), rule=rule)


def conceal(s: State, place: int, side: int) -> None:
    """What was known of a stack is lost when part of it leaves hidden."""
    index = 2 * place + side
    if any(e & KNOWN for e in s.stacks[index]):
        s.stacks[index] = with_flags(s.stacks[index], 0, KNOWN)


def calm(s: State, place: int) -> None:
    """8.1: after a battle: nobody is deployed or marked as inside any more."""
    for index in (2 * place, 2 * place + 1):
        if any(e & (INSIDE | DEPLOYED) for e in s.stacks[index]):
            s.stacks[index] = with_flags(s.stacks[index], 0, INSIDE | DEPLOYED)
    if s.grey_at == place:
        s.grey = with_flags(s.grey, 0, INSIDE | DEPLOYED)
