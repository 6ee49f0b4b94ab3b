"""Targets (6.1): what may be shot at, what a shot needs, and a sensible choice."""

from __future__ import annotations

from typing import Any

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
from engine.games.hispania.table.flow import Plain, of_battle
from engine.games.hispania.table.orders import (
    DICE,
    KIND,
    NATION,
    NOT_THERE,
    PLACE,
    TARGET,
    TARGETS,
    Order,
    Target,
)
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
from engine.orders import NO_OFFER, Bar, Offer, Why, some, worked_out
from engine.orders.slots import Some

Shot = tuple[int, int]  # the shooter's kind, and the target as an index of TARGETS
WORTH = (4, 6, 6, 8, 6, 5, 3, 4)  # what losing a unit of each kind means, for choosing a target
RANK = (3, 2, 1, 0, 0, 4, 5, 6)  # of each kind, for dice that nobody plays (6.0)
LIVES = 10  # sides of a die

AIM_NOBODY = Bar("aim_nobody", "6.1", unit=KIND, place=PLACE, nation=NATION)
AIM_ALL = Bar("aim_all", "6.1", unit=KIND, dice=DICE, place=PLACE)
AIM_DICE = Bar("aim_dice", "6.1", unit=KIND, dice=DICE, place=PLACE)
AIM_ORDER = Bar("aim_order", "6.1", target=TARGET, chosen=TARGET)
AIM_QUARRY = Bar("aim_quarry", "11.26", unit=KIND, nation=NATION)
AIM_DRY = Bar("aim_dry", "6.4", unit=KIND, place=PLACE)
AIM_LATER = Bar("aim_later", "6.4")
AIM_WET = Bar("aim_wet", "6.4", unit=KIND, place=PLACE)


def army(s: State, b: Battle, side: int) -> Stack:
    return stack(s, b.nations[side], b.place)


def targets(s: State, b: Battle, side: int) -> list[tuple[int, int]]:
    """6.4: what `side` may shoot at, with the number of units; crossers of a river apart."""
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
    """6.2: dice of each kind: a Castle has three, less the hits it has taken."""
    counts = list(muster(army(s, b, side)).counts)
    if counts[CASTLE]:
        counts[CASTLE] = max(1, s.board.kinds[CASTLE].shots - b.dented[side])
    return tuple(counts)


def need(s: State, b: Battle, side: int, shooter: int, target: int) -> int:
    """6.7: the lowest roll that hits, by terrain (6.3) and with every bonus."""
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
    """6.2.1, 6.4, 9.3: a Chief, zeal and a river."""
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


def _aim(mark: str, words: str) -> Some[Target]:
    return some(TARGET, mark=mark, optional=True, rule="6.1", words=words)


class Aim(Order[Plain], verb="aim", rule="6.1", command=True):
    """6.1: name the targets; what is left open is chosen well."""

    foot = _aim("foot", "what the Infantry shoots at")
    elites = _aim("elites", "what the Elites shoot at")
    horse = _aim("horse", "what the Cavalry shoots at")
    knights = _aim("knights", "what the Knights shoot at")
    crusaders = _aim("crusaders", "what the crusader Knights shoot at")
    walls = _aim("walls", "what the Castle shoots at")
    forts = _aim("forts", "what the Fort shoots at")
    berbers = _aim("berbers", "what the Berbers shoot at")

    @property
    def shooter(self) -> int:
        """The kind of unit whose slot is the next to be filled."""
        known = self.__dict__
        return next(kind for kind, slot in enumerate(self.fields) if slot.attribute not in known)

    @worked_out
    def side(self) -> int:
        return of_battle(self.s).nations.index(self.nation)

    @worked_out
    def dice(self) -> tuple[int, ...]:
        return shooters(self.s, of_battle(self.s), self.side)

    @worked_out
    def open_targets(self) -> list[int]:
        return [target for target, _ in targets(self.s, of_battle(self.s), self.side)]

    @foot.offer
    @elites.offer
    @horse.offer
    @knights.offer
    @crusaders.offer
    @walls.offer
    @forts.offer
    @berbers.offer
    def next_target(self, chosen: tuple[Target, ...]) -> Offer[Any]:
        """A target for every die of the kind whose slot it is, or nothing at all."""
        dice = self.dice[self.shooter]
        if not dice:
            return NO_OFFER
        n, found = len(chosen), self.open_targets
        if n >= dice:
            return Offer((), True, 0, dice)
        at = found.index(chosen[-1]) if chosen else 0
        return Offer(tuple(found[at:]), n == 0, 0, dice)

    @foot.bar
    @elites.bar
    @horse.bar
    @knights.bar
    @crusaders.bar
    @walls.bar
    @forts.bar
    @berbers.bar
    def target_barred(self, chosen: tuple[Target, ...], target: Target | None) -> Why | None:
        shooter, place = self.shooter, of_battle(self.s).place
        dice = self.dice[shooter]
        if target is None:
            if not chosen or len(chosen) >= dice:
                return None
            return AIM_ALL(unit=shooter, dice=dice, place=place)
        if not dice:
            return AIM_NOBODY(unit=shooter, place=place, nation=self.nation)
        if target not in self.open_targets:
            return self._no_target(target)
        if len(chosen) >= dice:
            return AIM_DICE(unit=shooter, dice=dice, place=place)
        if chosen and target < chosen[-1]:
            return AIM_ORDER(target=target, chosen=chosen[-1])
        return None

    def _no_target(self, target: Target) -> Why:
        """6.1, 6.4, 11.26: somebody who is there, and whom one is paid for."""
        s, b = self.s, of_battle(self.s)
        enemy = b.nations[1 - self.side]
        kind, wet = divmod(target, 2)
        if not number(stack(s, enemy, b.place), kind):
            return NOT_THERE("6.1", piece=kind, place=b.place, nation=enemy)
        if self.side == 0 and b.employer >= 0 and not number(b.quarry, kind):
            return AIM_QUARRY(unit=kind, nation=b.employer)
        if wet:
            return AIM_DRY(unit=kind, place=b.place) if b.round == 1 else AIM_LATER()
        return AIM_WET(unit=kind, place=b.place)

    def aimed(self) -> list[tuple[int, ...]]:
        """The targets of each kind of shooter."""
        return [getattr(self, slot.attribute) for slot in self.fields]


def shots(s: State, b: Battle, side: int, order: Aim | None) -> tuple[Shot, ...]:
    """Every die with its target, as ordered or as chosen well."""
    found: list[Shot] = []
    aimed = order.aimed() if order is not None else [()] * len(KINDS)
    open_dice = []
    for kind, dice in enumerate(shooters(s, b, side)):
        if dice and aimed[kind]:
            found += [(kind, target) for target in aimed[kind]]
        else:
            open_dice += [kind] * dice
    if b.nations[side] == neutral(s):
        return tuple(sorted(_in_order(s, b, side, open_dice)))
    return tuple(sorted(found + _well_aimed(s, b, side, open_dice, found)))


def _in_order(s: State, b: Battle, side: int, dice: list[int]) -> list[Shot]:
    """6.0: dice that nobody plays go at Knights, then Cavalry, Elites, Infantry, one for each hit
    that they can take; what is left goes at the first of them again."""
    aims = sorted(targets(s, b, side), key=lambda aim: (RANK[aim[0] // 2], aim[0]))
    if not aims:
        return []
    spread = [target for target, n in aims for _ in range(n * s.board.kinds[target // 2].lives)]
    spread += [aims[0][0]] * max(0, len(dice) - len(spread))
    return [(kind, target) for kind, target in zip(dice, spread, strict=False)]


def announced(shots: tuple[Shot, ...]) -> tuple[tuple[str, str, int], ...]:
    """6.1: shots as everybody hears them before the dice: who at what, with how many dice."""
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
