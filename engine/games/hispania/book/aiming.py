"""Targets (6.1): what may be shot at, what a shot needs, and a sensible choice."""

from __future__ import annotations

from engine.core import Action, Level
from engine.games.hispania.table.board import (
    BERBER,
    CASTLE,
    CAV,
    CRUSADER,
    FORT,
    KINDS,
    KNIGHT,
    MOUNTAIN,
)
from engine.games.hispania.table.flow import EMPTY, Words
from engine.games.hispania.table.state import (
    ASK,
    HOLD,
    Battle,
    Stack,
    State,
    chiefs_at,
    fewer,
    muster,
    neutral,
    number,
    stack,
)

TARGETS = tuple(token for kind in KINDS for token in (kind, f"river-{kind}"))
Shot = tuple[int, int]  # the shooter's kind, and the target as an index of TARGETS
WORTH = (4, 6, 6, 8, 6, 5, 3, 4)  # what losing a unit of each kind means, for choosing a target
LIVES = 10  # sides of a die


def army(s: State, b: Battle, side: int) -> Stack:
    return stack(s, b.nations[side], b.place)


def targets(s: State, b: Battle, side: int) -> list[tuple[int, int]]:
    """What `side` may shoot at, with the number of units; crossers of a river apart (6.4)."""
    units = army(s, b, 1 - side)
    if side == 0 and b.employer >= 0:
        units = fewer(units, b.quarry)
    wet = 0
    if side == 1 and b.round == 1 and b.nations[0] == s.active:
        wet = fewer(s.wet[b.place], units)
    found = []
    for kind, n in enumerate(muster(units).counts):
        crossed = number(wet, kind)
        if n > crossed:
            found.append((2 * kind, n - crossed))
        if crossed:
            found.append((2 * kind + 1, crossed))
    return found


def shooters(s: State, b: Battle, side: int) -> tuple[int, ...]:
    """Dice of each kind: a Castle has three, less the hits it has taken (6.2)."""
    counts = list(muster(army(s, b, side)).counts)
    if counts[CASTLE]:
        counts[CASTLE] = max(1, s.board.kinds[CASTLE].shots - b.dented[side])
    return tuple(counts)


def need(s: State, b: Battle, side: int, shooter: int, target: int) -> int:
    """The lowest roll that hits (6.7), by terrain (6.3) and with every bonus."""
    kind, wet = divmod(target, 2)
    board = s.board
    if shooter == FORT:
        shooter = board.fort_as(b.nations[side])
    if kind == FORT:
        kind = board.fort_as(b.nations[1 - side])
    terrain = board.mountain[b.place]
    value = board.needs[1 - side][shooter][kind][terrain]
    if side == 1 and shooter in (KNIGHT, CRUSADER) and kind == CAV and terrain == MOUNTAIN:
        value = int(s.options["knights_in_mountains"])
    if kind == BERBER and s.options["berbers"] == "natural":
        return value
    return value - bonus(s, b, side, shooter, bool(wet))


def bonus(s: State, b: Battle, side: int, shooter: int, wet: bool) -> int:
    """A Chief, zeal and a river (6.2.1, 6.4, 9.3)."""
    nation = b.nations[side]
    more = 0
    if shooter != BERBER and chiefs_at(s, nation, b.place):
        more += s.board.bonus_chief
    if side == 0 and b.zeal:
        more += s.board.bonus_zeal
    return more + (s.board.bonus_river if wet else 0)


def chance(needed: int) -> int:
    """In how many of ten rolls a shot hits."""
    return max(0, min(LIVES - 1, LIVES + 1 - needed))


def is_asked(s: State, b: Battle, side: int) -> bool:
    """Somebody has a choice of targets to make: anybody can see that."""
    nation = b.nations[side]
    if nation == neutral(s) or s.stance[nation] == HOLD or b.hold[side]:
        return False
    return s.stance[nation] == ASK and len(targets(s, b, side)) > 1


def level_aim(s: State, b: Battle, side: int, prefix: Words, partial: Words) -> Level:
    """One slot for each kind of shooter: a target for every die, or nothing at all."""
    dice = shooters(s, b, side)[len(prefix) - 1]
    if not dice:
        return EMPTY
    names = [TARGETS[target] for target, _ in targets(s, b, side)]
    n = len(partial)
    if n >= dice:
        return Level((), "set", True, 0, dice, "6.1")
    at = names.index(partial[-1]) if partial else 0
    return Level(tuple(names[at:]), "set", n == 0, 0, dice, "6.1")


def shots(s: State, b: Battle, side: int, action: Action | None) -> tuple[Shot, ...]:
    """Every die with its target, as ordered or as chosen well."""
    found: list[Shot] = []
    aimed = action[1:] if action is not None and action[0] == "aim" else ((),) * len(KINDS)
    open_dice = []
    for kind, dice in enumerate(shooters(s, b, side)):
        if dice and aimed[kind]:
            found += [(kind, TARGETS.index(token)) for token in aimed[kind]]
        else:
            open_dice += [kind] * dice
    return tuple(sorted(found + _well_aimed(s, b, side, open_dice, found)))


def announced(shots: tuple[Shot, ...]) -> tuple[tuple[str, str, int], ...]:
    """Shots as everybody hears them before the dice: who at what, with how many dice (6.1)."""
    return tuple(
        (KINDS[kind], TARGETS[target], shots.count((kind, target)))
        for kind, target in dict.fromkeys(shots)
    )


def _well_aimed(s: State, b: Battle, side: int, dice: list[int], made: list[Shot]) -> list[Shot]:
    """Each die at what it is likeliest to be worth most against, without piling on the dead."""
    aims = targets(s, b, side)
    if not aims or not dice:
        return []
    if len(aims) == 1:
        return [(kind, aims[0][0]) for kind in dice]
    left = {}
    for target, n in aims:
        lives = n * s.board.kinds[target // 2].lives
        if target // 2 == CASTLE:
            lives -= b.dented[1 - side]
        left[target] = 10 * lives
    for kind, target in made:
        left[target] -= chance(need(s, b, side, kind, target))
    found = []
    for kind in dice:
        best, value = aims[0][0], -1
        for target, _ in aims:
            hit = chance(need(s, b, side, kind, target))
            worth = hit * WORTH[target // 2] * (4 if left[target] > 0 else 1)
            if worth > value:
                best, value = target, worth
        left[best] -= chance(need(s, b, side, kind, best))
        found.append((kind, best))
    return found
