"""What must be true of every state, in words when it is not."""

from __future__ import annotations

from collections import Counter

from engine.games.granada.book.setup import in_play
from engine.games.granada.table.board import GREY, SEATS
from engine.games.granada.table.state import (
    DEPLOYED,
    INSIDE,
    MOVED,
    SAILING,
    SHIFT,
    State,
    contested,
)


def check(s: State) -> list[str]:
    """Broken invariants; empty when the state is sound."""
    return _blocks(s) + _cards(s) + _places(s)


def _blocks(s: State) -> list[str]:
    """Every block of the game is in exactly one place."""
    found: Counter[int] = Counter()
    for stack in s.stacks:
        found.update(e >> SHIFT for e in stack)
        if tuple(sorted(stack)) != stack:
            return [f"a stack is out of order: {stack}"]
    for side in (0, 1):
        for ships in s.ships[side::2]:
            found[s.board.fleet_kind[side]] += len(ships)
            for ship in ships:
                found.update(e >> SHIFT for e in ship[1:])
        for heap in (s.bag, s.box, s.dead, s.aside, s.mercs):
            found.update(heap[side])
    found.update(s.guard)
    found.update(e >> SHIFT for e in s.grey)
    found.update(s.grey_box + s.grey_dead)
    faults = []
    for i, kind in enumerate(s.board.kinds):
        wanted = kind.count
        if kind.special == "mercenaries" and s.options["mercenaries"] not in (
            "both",
            SEATS[kind.side],
        ):
            wanted = 0
        if kind.special == "crusaders" and (s.bull or s.options["papal_bull"] == "off"):
            wanted = 0
        if found[i] != wanted:
            faults.append(f"there are {found[i]} {kind.token} blocks, not {wanted}")
        if kind.side == GREY and any(e >> SHIFT == i for stack in s.stacks for e in stack):
            faults.append(f"the grey block {kind.token} stands among white or black ones")
    return faults


def _cards(s: State) -> list[str]:
    faults = []
    for side in (0, 1):
        found = Counter(
            s.hand[side] + s.deck[side] + s.discard[side] + s.pile[side] + s.removed[side]
        )
        for i, card in enumerate(s.board.cards[side]):
            wanted = (
                0
                if card.beside or not in_play(s, side, card.optional, card.token)
                else (card.count)
            )
            if found[i] != wanted:
                faults.append(
                    f"there are {found[i]} {SEATS[side]} cards {card.token}, not {wanted}"
                )
        if Counter(s.shown[side]) - Counter(s.hand[side]):
            faults.append(f"a {SEATS[side]} card is known to be in a hand that does not hold it")
    if len(s.naval_deck) + len(s.naval_discard) != len(s.board.naval_deck):
        faults.append("the Naval deck is not complete")
    return faults


def _places(s: State) -> list[str]:
    faults = []
    b = s.battle
    for p, token in enumerate(s.board.places):
        fighting = b is not None and b.place == p
        for side in (0, 1):
            stack = s.stacks[2 * p + side]
            if not fighting and any(e & (INSIDE | DEPLOYED) for e in stack):
                faults.append(f"blocks at {token} are marked for a battle that is not fought")
            if any(s.board.kinds[e >> SHIFT].special == "guard" for e in stack) and (
                p not in s.board.guard_land
            ):
                faults.append(f"the Palace Guard has strayed to {token}")
        if contested(s, p) and not s.board.castle[p] and s.phase not in ("movement", "combat"):
            faults.append(f"both sides stand at {token} after the battles")
        if s.board.castle[p] and s.castle[p] not in (0, 1, 2):
            faults.append(f"nobody knows whose the castle at {token} is")
    for ships in s.ships:
        for ship in ships:
            if len(ship) > 3:
                faults.append("a fleet carries more than two blocks")
            if ship[0] & SAILING and s.phase != "movement":
                faults.append("a fleet is under way outside the Movement Phase")
            if any(e & (INSIDE | DEPLOYED) for e in ship[1:]) or ship[0] & ~(MOVED | SAILING):
                faults.append("a fleet carries strange marks")
    if s.grey_at >= 0 and not s.grey:
        faults.append("the grey army is on the map without a block")
    return faults
