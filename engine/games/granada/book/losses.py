"""Chapter 8.5: what a battle costs, and who is lost."""

from __future__ import annotations

from typing import Any

from engine.core import Action, Level
from engine.games.granada.book.deployment import about_battle, fighters, leader_of_battle
from engine.games.granada.book.elimination import eliminate, eliminate_grey
from engine.games.granada.book.scoring import out_of_supply
from engine.games.granada.table.board import CHRISTIAN, SEATS
from engine.games.granada.table.flow import Context, OldAddressed, Words, one, point, push, step
from engine.games.granada.table.state import DEPLOYED, KNOWN, SHIFT, Battle, Entries, State

FIELD_LOSS = 7  # impacts for one loss (8.5.1)


def divisor(s: State, place: int, side: int) -> int:
    """8.5.1, 11.8: seven impacts for a loss, five if the stack is out of supply."""
    return FIELD_LOSS - 2 if out_of_supply(s, place, side) else FIELD_LOSS


@step
def field_losses(s: State, c: Context) -> None:
    """8.5: the attacker loses first, then the defender; the loser one block more (V1)."""
    b = s.battle
    assert b is not None
    winner = leader_of_battle(b)
    loser = 1 - winner
    c.tell(
        "field_result",
        "8.1",
        {
            "place": s.board.places[b.place],
            "winner": SEATS[winner],
            "christian": b.impacts[0],
            "muslim": b.impacts[1],
        },
    )
    losses = [b.impacts[1 - side] // divisor(s, b.place, side) for side in (0, 1)]
    losses[loser] += 1
    push(
        s,
        ("losses", b.attacker, losses[b.attacker]),
        ("losses", b.defender, losses[b.defender]),
        ("after_field", loser),
    )


def must_lose(s: State, b: Battle, side: int, number: int) -> tuple[Entries, Entries, int]:
    """8.5.2: who is lost for certain, among whom one may choose, and how many of those.

    Deployed blocks first; Boabdil only when nobody else is left (G37).
    """
    force = fighters(s, b, side)
    boabdil = (s.board.boabdil, s.board.grey_boabdil)
    shielded = tuple(e for e in force if e >> SHIFT in boabdil)
    others = tuple(e for e in force if e >> SHIFT not in boabdil)
    if number >= len(force):
        return force, (), 0
    if number >= len(others):
        return others, shielded, number - len(others)
    deployed = tuple(e for e in others if e & DEPLOYED)
    if number <= len(deployed):
        return (), deployed, number
    return deployed, tuple(e for e in others if not e & DEPLOYED), number - len(deployed)


@step
def losses(s: State, c: Context, side: int, number: int) -> None:
    """8.5.2: each player selects his own losses; asked unless everybody knows the answer."""
    b = s.battle
    assert b is not None
    number = min(number, len(fighters(s, b, side)) - _safe_boabdil(s, b, side))
    c.tell("losses", "8.5.1", {"side": SEATS[side], "count": number})
    if not number:
        return
    if _settled(s, b, side, number):
        sure, open_, more = must_lose(s, b, side, number)
        kinds = tuple(e >> SHIFT for e in sure) + tuple(e >> SHIFT for e in open_[:more])
        take_losses(s, c, b, side, tuple(sorted(kinds)))
    else:
        push(s, ("lose", side, number))


def _safe_boabdil(s: State, b: Battle, side: int) -> bool:
    """G51: a won field combat never takes Boabdil. He is on the table: none wins so without him."""
    if b.siege or leader_of_battle(b) != side:
        return False
    boabdil = (s.board.boabdil, s.board.grey_boabdil)
    return any(e & DEPLOYED and e >> SHIFT in boabdil for e in fighters(s, b, side))


def _settled(s: State, b: Battle, side: int, number: int) -> bool:
    """Whether everybody can see who is lost: all, or just the deployed, or some of one kind.

    Only what lies open on the table may decide this: a hidden Boabdil must not show by it.
    """
    force = fighters(s, b, side)
    if side == CHRISTIAN and b.army:
        _, open_, more = must_lose(s, b, side, number)
        return len({e >> SHIFT for e in open_}) < 2 or more in (0, len(open_))
    boabdil = s.board.boabdil
    deployed = [e >> SHIFT for e in force if e & DEPLOYED and e >> SHIFT != boabdil]
    spared = sum(1 for e in force if e & DEPLOYED and e >> SHIFT == boabdil)
    if number >= len(force) - spared or number == len(deployed):
        return True
    return number < len(deployed) and len(set(deployed)) == 1


@point
class Lose(OldAddressed):
    """8.5.2: which blocks are lost."""

    kind = "lose"
    rule = "8.5.2"

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        return {**about_battle(s), "number": args[1]}

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        b = s.battle
        assert b is not None
        if not prefix:
            return one(["lose"], "8.5.2")
        sure, open_, more = must_lose(s, b, side, args[1])
        return loss_level(s, sure, open_, more, partial)

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        b = s.battle
        assert b is not None
        s.frames.pop()
        take_losses(s, c, b, side, tuple(s.board.kind[t] for t in action[1]))


def loss_level(s: State, sure: Entries, open_: Entries, more: int, partial: Words) -> Level:
    """A set that contains everything in `sure` and `more` of `open_`, in ascending order."""
    names = s.board.kind_tokens
    certain = [e >> SHIFT for e in sure]
    choice = [e >> SHIFT for e in open_]
    chosen = [s.board.kind[t] for t in partial]
    size = len(certain) + more
    found: list[str] = []
    if len(chosen) < size:
        for kind in dict.fromkeys(sorted(certain + choice)):
            if chosen and kind < chosen[-1]:
                continue
            if _completable([*chosen, kind], certain, choice, more):
                found.append(names[kind])
    done = len(chosen) == size and _completable(chosen, certain, choice, more)
    return Level(tuple(found), "set", done, size, size, "8.5.2")


def _completable(chosen: list[int], certain: list[int], choice: list[int], more: int) -> bool:
    """Whether an ascending beginning of a loss can still become a whole one."""
    lacking = list(certain)
    free: list[int] = []
    for kind in chosen:
        if kind in lacking:
            lacking.remove(kind)
        else:
            free.append(kind)
    pool = list(choice)
    for kind in free:
        if kind not in pool:
            return False
        pool.remove(kind)
    last = chosen[-1] if chosen else -1
    if len(free) > more or any(kind < last for kind in lacking):
        return False
    return sum(kind >= last for kind in pool) >= more - len(free)


def take_losses(s: State, c: Context, b: Battle, side: int, kinds: tuple[int, ...]) -> None:
    """8.5: the lost blocks are shown and leave the game; grey ones bring no cards (8.8)."""
    if side == CHRISTIAN and b.army:
        eliminate_grey(s, c, _lost_entries(s.grey, kinds), "battle", "8.5.2")
        return
    stack = fighters(s, b, side)
    lost = _lost_entries(stack, kinds)
    number = eliminate(s, c, b.place, side, lost, "battle", "8.5.2")
    b.lost = (b.lost[0] + number * (side == 0), b.lost[1] + number * (side == 1))


def _lost_entries(stack: Entries, kinds: tuple[int, ...]) -> Entries:
    """Deployed and known ones first: that is all that others can tell of alike blocks."""
    rest = sorted(stack, key=lambda e: -(e & (DEPLOYED | KNOWN)))
    found = []
    for kind in kinds:
        e = next(e for e in rest if e >> SHIFT == kind)
        rest.remove(e)
        found.append(e)
    return tuple(found)
