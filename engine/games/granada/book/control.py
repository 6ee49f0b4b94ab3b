"""Who holds what (4.1 to 4.5), and how blocks leave the game (7.4, 8.5)."""

from __future__ import annotations

from engine.games.granada.book.cards import draw
from engine.games.granada.table.board import CHRISTIAN, MUSLIM, NEUTRAL, OWNERS, SEATS
from engine.games.granada.table.flow import Context, push
from engine.games.granada.table.state import (
    DEPLOYED,
    INSIDE,
    KNOWN,
    SHIFT,
    Entries,
    State,
    blocks,
    grey_here,
    join,
    units,
    with_flags,
    without,
)


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
        c.tell("control", "4.1", {"place": s.board.places[place], "owner": OWNERS[new]})
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
    c.tell("castle", "4.3", {"place": s.board.places[place], "owner": OWNERS[new]})
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
        c.tell("pioneers_lost", "11.7", {"place": s.board.places[place], "number": len(lost)})


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
        c.tell("control", "4.3", {"place": s.board.places[place], "owner": OWNERS[besieger]})


def besieged(s: State, place: int, side: int) -> bool:
    """Whether a side's blocks in a place are shut in its castle (8.7.7)."""
    return s.castle[place] == side and units(s, place, 1 - side) > 0


def finish(s: State, c: Context, winner: int, reason: str, rule: str) -> None:
    if s.over is None:
        s.over = (winner, reason, rule)
        c.tell("over", rule, {"winner": SEATS[winner], "reason": reason})


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
        c.tell(
            "eliminated",
            rule,
            {
                "side": SEATS[side],
                "place": where,
                "blocks": tuple(names[k] for k in sorted(dead)),
                "cause": cause,
            },
            reveals=("blocks",),
        )
    if len(dead) != len(kinds):
        s.aside[MUSLIM] = join(s.aside[MUSLIM], (s.board.boabdil,))
        # told at once: that he was there may have been unknown until now
        c.tell("captured", "10.12.1", {"times": s.captures + 1}, reveals=("times",))
        push(s, ("capture_boabdil",))
    if side == CHRISTIAN and all(m in s.dead[CHRISTIAN] for m in s.board.monarchs):
        finish(s, c, MUSLIM, "monarchs", "2.1")
    return len(dead)


def eliminate_grey(s: State, c: Context, lost: Entries, cause: str, rule: str) -> None:
    """Grey blocks go to their own pile: all of them come back one day (10.12.1)."""
    if not lost:
        return
    where = s.board.places[s.grey_at]
    s.grey = without(s.grey, lost)
    kinds = tuple(sorted(e >> SHIFT for e in lost))
    s.grey_dead = join(s.grey_dead, kinds)
    c.tell(
        "eliminated",
        rule,
        {
            "side": "grey",
            "place": where,
            "cause": cause,
            "blocks": tuple(s.board.kind_tokens[k] for k in kinds),
        },
    )


def immune(s: State, place: int, side: int) -> bool:
    """4.3, 4.4, 7.4: whoever controls the castle or the watchtower cannot be overrun (C6)."""
    if s.board.castle[place]:
        return s.castle[place] == side
    return s.board.tower[place] and s.control[place] == side


def overruns(s: State, place: int, side: int, arriving: int = 0) -> bool:
    """7.4: four times as many blocks present as the enemy, who is not protected."""
    enemy = blocks(s, place, 1 - side)
    return (
        enemy > 0
        and blocks(s, place, side) + arriving >= 4 * enemy
        and not immune(s, place, 1 - side)
    )


def overrun(s: State, c: Context, place: int, side: int) -> None:
    """7.4: the overrun are eliminated, the victor loses nobody, no card is played."""
    enemy = 1 - side
    c.tell("overrun", "7.4", {"side": SEATS[side], "place": s.board.places[place]})
    lost = eliminate(s, c, place, enemy, s.stacks[2 * place + enemy], "overrun", "7.4")
    if enemy == CHRISTIAN and grey_here(s, place):
        eliminate_grey(s, c, s.grey, "overrun", "7.4")
        push(s, ("end_alliance",))
    if lost // 2 and s.over is None:
        draw(s, c, enemy, lost // 2, "8.8")
    settle(s, c, place)


def conceal(s: State, place: int, side: int) -> None:
    """What was known of a stack is lost when part of it leaves hidden."""
    index = 2 * place + side
    if any(e & KNOWN for e in s.stacks[index]):
        s.stacks[index] = with_flags(s.stacks[index], 0, KNOWN)


def calm(s: State, place: int) -> None:
    """After a battle: nobody is deployed or marked as inside any more (8.1)."""
    for index in (2 * place, 2 * place + 1):
        if any(e & (INSIDE | DEPLOYED) for e in s.stacks[index]):
            s.stacks[index] = with_flags(s.stacks[index], 0, INSIDE | DEPLOYED)
    if s.grey_at == place:
        s.grey = with_flags(s.grey, 0, INSIDE | DEPLOYED)
