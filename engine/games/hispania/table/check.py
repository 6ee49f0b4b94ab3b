"""What must be true of every state, in words when it is not."""

from __future__ import annotations

from engine.games.hispania.table.board import CASTLE, FORT, KINDS
from engine.games.hispania.table.flow import name_of
from engine.games.hispania.table.state import (
    BITS,
    MANY,
    PENDING,
    Stack,
    State,
    bits,
    muster,
    neutral,
    number,
    places_of,
    stack,
)

_FIXED = MANY << BITS * CASTLE | MANY << BITS * FORT  # the bits of a stack that hold walls


def check(s: State) -> list[str]:
    """Broken invariants; empty when the state is sound."""
    return _rows(s) + _counters(s) + _places(s) + _chiefs(s)


def _rows(s: State) -> list[str]:
    """Stacks and the tables of who is where agree."""
    here, land = [0] * s.width, [0] * len(s.land)
    for at, units in enumerate(s.stacks):
        if units:
            nation, place = divmod(at, s.width)
            here[place] |= 1 << nation
            land[nation] |= 1 << place
    faults = []
    if here != s.here or land != s.land:
        wrong = [p for p, mask in enumerate(here) if mask != s.here[p]]
        where = ", ".join(s.board.places[p] for p in wrong) or "some place"
        faults.append(f"it is unclear who is at {where}")
    if min(s.stacks) < 0 or max(s.stacks) >> BITS * len(KINDS):
        faults.append("a stack has fewer than no units")
    return faults


def _counters(s: State) -> list[str]:
    """2.3: no nation has more of a kind than its counters."""
    faults = []
    for nation, row in enumerate(s.board.peoples.nations):
        if not 0 <= s.gold[nation] <= 2 * MANY:
            faults.append(f"{row.name} has {s.gold[nation] / 2} gold")
        if _owns(s, nation):
            counts = muster(_all_of(s, nation)).counts
            ruins = s.ruins.count(nation + 1)
            for kind, (n, most) in enumerate(zip(counts, row.limits, strict=True)):
                if n + (ruins if kind == CASTLE else 0) > most:
                    faults.append(f"{row.name} has {n} {KINDS[kind]} of {most}")
    return faults


def _all_of(s: State, nation: int) -> Stack:
    """Every unit of a nation, wherever it is."""
    return s.waiting[nation] + sum([stack(s, nation, p) for p in places_of(s, nation)])


def _owns(s: State, nation: int) -> bool:
    """Whether any counter of a nation is in play."""
    return bool(s.land[nation] or s.waiting[nation]) or nation + 1 in s.ruins


def _places(s: State) -> list[str]:
    faults = []
    for place in range(s.board.provinces):
        mask = s.here[place]
        token = s.board.places[place]
        if mask & (mask - 1) and not _contested(s, place):
            faults.append(f"two nations stand at {token} and do not fight")
        for nation in bits(mask):
            if stack(s, nation, place) & _FIXED:
                faults += _castles(s, nation, place)
        if s.active >= 0:
            units, noted = stack(s, s.active, place), (s.moved[place], s.wet[place])
            if noted != (0, 0) and not all(_part_of(some, units) for some in noted):
                faults.append(f"more units moved to {token} than are there")
    for nation, place in enumerate(s.capital):
        if place >= 0 and not s.board.provinces > place:
            faults.append(f"the capital of {name_of(s, nation)} lies beyond the map")
    return faults


def _castles(s: State, nation: int, place: int) -> list[str]:
    """4.2: one Castle or Fort to a province, and no Ruin beneath it (9.5)."""
    units, token = stack(s, nation, place), s.board.places[place]
    faults = []
    if number(units, CASTLE) + number(units, FORT) > 1:
        faults.append(f"there is more than one Castle at {token}")
    if s.ruins[place] and number(units, CASTLE):
        faults.append(f"a Castle stands on the Ruin at {token}")
    return faults


def _contested(s: State, place: int) -> bool:
    """Only the active nation's marches, and EL CID's missions, bring two nations together."""
    mask = s.here[place]
    if mask.bit_count() > 2:
        return False
    if s.active >= 0 and mask >> s.active & 1:
        return True
    if s.battle is not None and s.battle.place == place:
        return True
    for frame in s.frames:
        if frame[0] in ("evicted", "evicting") and frame[2] == place:
            return True
        if frame[0] in ("old_is_gone", "gets"):  # one nation is turning into another (9.4)
            change = s.board.peoples.changes[frame[1]]
            if mask >> change.new & 1 or mask >> change.old & 1:
                return True
    return False


def _part_of(some: int, units: int) -> bool:
    pairs = zip(muster(some).counts, muster(units).counts, strict=True)
    return all(a <= b for a, b in pairs)


def _chiefs(s: State) -> list[str]:
    faults = []
    for chief, at in enumerate(s.chiefs):
        if at < PENDING or at >= s.width:
            faults.append(f"nobody knows where {s.board.peoples.chiefs[chief].name} is")
    for nation, lord in enumerate(s.suzerain):
        if lord >= 0 and (lord == nation or nation == neutral(s)):
            faults.append(f"{name_of(s, nation)} is its own vassal")
    return faults
