"""How blocks leave the game: overrun (7.4) or eliminated (8.5)."""

from __future__ import annotations

from engine.events import fact, many, number, said
from engine.games.granada.book.boabdil import capture_boabdil, end_alliance
from engine.games.granada.book.cards import draw
from engine.games.granada.book.control import finish, settle
from engine.games.granada.table.board import CHRISTIAN, MUSLIM, SEATS
from engine.games.granada.table.flow import Context, Telling, push
from engine.games.granada.table.orders import BLOCK, PLACE, SIDE
from engine.games.granada.table.state import SHIFT, Entries, State, blocks, grey_here, join, without


class Eliminated(Telling, kind="eliminated", rule="8.5", shape="mark"):
    """Blocks leave the game, and are shown."""

    side: str = said("side or army", part="who")
    place: str = said("place or zone", part="at")
    blocks: tuple[str, ...] = many(BLOCK, secret=None)
    cause: str = fact()


class Captured(Telling, kind="captured", rule="10.12.1"):
    """Boabdil is captured, for the first, second or third time."""

    times: int = number(secret=True)


class Overrun(Telling, kind="overrun", rule="7.4", shape="fight"):
    """A march goes over the few who stand in its way."""

    side: str = said(SIDE, part="who")
    place: str = said(PLACE, part="at")


def eliminate(
    s: State, c: Context, place: int, side: int, lost: Entries, cause: str, rule: str
) -> int:
    """8.5: remove blocks for good and show them. Returns how many of them bring cards (8.8).

    Boabdil is never eliminated but captured (10.12.1): his capture follows at once.
    """
    if not lost:
        return 0
    index = 2 * place + side
    s.stacks[index] = without(s.stacks[index], lost)
    kinds = tuple(e >> SHIFT for e in lost)
    return bury(s, c, side, kinds, cause, rule, s.board.places[place])


def bury(
    s: State, c: Context, side: int, kinds: tuple[int, ...], cause: str, rule: str, where: str
) -> int:
    """Put blocks that have left the map with the eliminated."""
    names = s.board.kind_tokens
    dead = tuple(k for k in kinds if k != s.board.boabdil)
    s.dead[side] = join(s.dead[side], tuple(sorted(dead)))
    if dead:
        words = tuple(names[k] for k in sorted(dead))
        told = Eliminated(side=SEATS[side], place=where, blocks=words, cause=cause)
        c.tell(told, rule=rule, reveals=("blocks",))
    if len(dead) != len(kinds):
        s.aside[MUSLIM] = join(s.aside[MUSLIM], (s.board.boabdil,))
        # told at once: that he was there may have been unknown until now
        c.tell(Captured(times=s.captures + 1))
        push(s, capture_boabdil.then())
    if side == CHRISTIAN and all(m in s.dead[CHRISTIAN] for m in s.board.monarchs):
        finish(s, c, MUSLIM, "monarchs", "2.1")
    return len(dead)


def eliminate_grey(s: State, c: Context, lost: Entries, cause: str, rule: str) -> None:
    """10.12.1: grey blocks go to their own pile: all of them come back one day."""
    if not lost:
        return
    where = s.board.places[s.grey_at]
    s.grey = without(s.grey, lost)
    kinds = tuple(sorted(e >> SHIFT for e in lost))
    s.grey_dead = join(s.grey_dead, kinds)
    words = tuple(s.board.kind_tokens[k] for k in kinds)
    c.tell(Eliminated(side="grey", place=where, cause=cause, blocks=words), rule=rule)


def immune(s: State, place: int, side: int) -> bool:
    """4.3, 4.4, 7.4: whoever controls the castle or the watchtower cannot be overrun (C6)."""
    if s.board.castle[place]:
        return s.castle[place] == side
    return s.board.tower[place] and s.control[place] == side


def overruns(s: State, place: int, side: int, arriving: int = 0) -> bool:
    """7.4: four times as many present as the enemy, who is not protected; a disk counts (R11)."""
    enemy = blocks(s, place, 1 - side)
    disk = side == MUSLIM and place in s.disks
    return (
        enemy > 0
        and blocks(s, place, side) + disk + arriving >= 4 * enemy
        and not immune(s, place, 1 - side)
    )


def overrun(s: State, c: Context, place: int, side: int) -> None:
    """7.4: the overrun are eliminated, the victor loses nobody, no card is played."""
    enemy = 1 - side
    c.tell(Overrun(side=SEATS[side], place=s.board.places[place]))
    lost = eliminate(s, c, place, enemy, s.stacks[2 * place + enemy], "overrun", "7.4")
    if enemy == CHRISTIAN and grey_here(s, place):
        eliminate_grey(s, c, s.grey, "overrun", "7.4")
        push(s, end_alliance.then())
    if lost // 2 and s.over is None:
        draw(s, c, enemy, lost // 2, "8.8")
    settle(s, c, place)
