"""Chapter 8.5: what a battle costs, and who is lost."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.events import number, said
from engine.games.granada.book.deployment import (
    InBattle,
    about_battle,
    battle_of,
    fighters,
    leader_of_battle,
)
from engine.games.granada.book.elimination import eliminate, eliminate_grey
from engine.games.granada.book.retreat import after_field
from engine.games.granada.book.scoring import out_of_supply
from engine.games.granada.table.board import CHRISTIAN, SEATS
from engine.games.granada.table.flow import Addressed, Context, Telling, push, step
from engine.games.granada.table.orders import BLOCK, PLACE, SIDE, Block, out_of_order
from engine.games.granada.table.state import DEPLOYED, KNOWN, SHIFT, Battle, Entries, State
from engine.orders import Bar, Offer, Why, counted, some, worked_out

FIELD_LOSS = 7  # impacts for one loss (8.5.1)


def divisor(s: State, place: int, side: int) -> int:
    """8.5.1, 11.8: seven impacts for a loss, five if the stack is out of supply."""
    return FIELD_LOSS - 2 if out_of_supply(s, place, side) else FIELD_LOSS


def threshold(s: State, b: Battle, guns: bool) -> int:
    """8.7.5.C, 7.5.5: 9 impacts for one loss, 7 with artillery; one more in an open port."""
    return sum([number for number, _ in threshold_parts(s, b, guns)])


def threshold_parts(s: State, b: Battle, guns: bool) -> tuple[tuple[int, str], ...]:
    """8.7.5.C, 7.5.5: the same as what makes it up, in pairs of a number and a word."""
    found = [(9, "impacts")]
    if guns:
        found.append((-2, "guns"))
    if out_of_supply(s, b.place, b.defender):
        found.append((-2, "supply"))
    zone = s.board.port[b.place]
    if zone >= 0:
        found.append((1, "port"))
        if s.ships[2 * zone + b.attacker]:
            found.append((-1, "fleet"))
    return tuple(found)


def field_toll(b: Battle, side: int, needed: int) -> int:
    """8.5.1: a block for so many impacts of the enemy's; the loser one block more (V1)."""
    return b.impacts[1 - side] // needed + (leader_of_battle(b) != side)


class FieldResult(Telling, kind="field_result", rule="8.1", shape="fight"):
    """A field combat is won."""

    place: str = said(PLACE, part="at")
    winner: str = said(SIDE)
    christian: int = number()
    muslim: int = number()


class LossesCounted(Telling, kind="losses", rule="8.5.1"):
    """How many blocks a side loses."""

    side: str = said(SIDE, part="who")
    count: int = number(noun="block")


@step
def field_losses(s: State, c: Context) -> None:
    """8.5: the attacker loses first, then the defender."""
    b = battle_of(s)
    winner = leader_of_battle(b)
    c.tell(
        FieldResult(
            place=s.board.places[b.place],
            winner=SEATS[winner],
            christian=b.impacts[0],
            muslim=b.impacts[1],
        )
    )
    toll = [field_toll(b, side, divisor(s, b.place, side)) for side in (0, 1)]
    push(
        s,
        losses.then(b.attacker, toll[b.attacker]),
        losses.then(b.defender, toll[b.defender]),
        after_field.then(1 - winner),
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
def losses(s: State, c: Context, side: int, count: int) -> None:
    """8.5.2: each player selects his own losses; asked unless everybody knows the answer."""
    b = battle_of(s)
    count = min(count, len(fighters(s, b, side)) - _safe_boabdil(s, b, side))
    c.tell(LossesCounted(side=SEATS[side], count=count))
    if not count:
        return
    if _settled(s, b, side, count):
        sure, open_, more = must_lose(s, b, side, count)
        kinds = tuple(e >> SHIFT for e in sure) + tuple(e >> SHIFT for e in open_[:more])
        take_losses(s, c, b, side, tuple(sorted(kinds)))
    else:
        push(s, Losing.then(Toll(side, count)))


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


class Toll(NamedTuple):
    """Who loses blocks, and how many."""

    side: int
    number: int


LOSE_NUMBER = Bar("lose_number", "8.5.1", number=counted("block"))
LOSE_NOT_FIGHTING = Bar("lose_not_fighting", "8.5.2", block=BLOCK)
LOSE_BOABDIL = Bar("lose_boabdil", "10.12.1")
LOSE_DEPLOYED = Bar("lose_deployed", "8.5.2")


class Due(NamedTuple):
    """What a loss contains: all of `certain`, and so many `more` of `choice`."""

    certain: list[int]
    choice: list[int]
    more: int

    @property
    def size(self) -> int:
        return len(self.certain) + self.more


class Lose(InBattle, verb="lose", rule="8.5.2", command=True):
    """8.5.2: choose the blocks that are lost."""

    asked: Toll
    blocks = some(BLOCK, rule="8.5.2")
    blocks.hides(InBattle.here)

    @worked_out
    def due(self) -> Due:
        sure, open_, more = must_lose(self.s, self.battle, self.side, self.asked.number)
        return Due([e >> SHIFT for e in sure], [e >> SHIFT for e in open_], more)

    @blocks.offer
    def next_lost(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        """Everybody who is lost for certain and some of the others, in ascending order."""
        due = self.due
        found: list[int] = []
        if len(chosen) < due.size:
            kinds = dict.fromkeys(sorted(due.certain + due.choice))
            found = [kind for kind in kinds if _fits(chosen, kind, due)]
        done = len(chosen) == due.size and _completable(chosen, due)
        return Offer(tuple(found), done, due.size, due.size)

    @blocks.bar
    def lost_barred(self, chosen: tuple[Block, ...], block: Block | None) -> Why | None:
        """So many, the deployed first, Boabdil last."""
        asked = self.asked.number
        if block is None:
            return None if self.next_lost(chosen).may_stop else LOSE_NUMBER(number=asked)
        if len(chosen) >= asked:
            return LOSE_NUMBER(number=asked)
        force = fighters(self.s, self.battle, self.side)
        if sum(1 for e in force if e >> SHIFT == block) <= chosen.count(block):
            return LOSE_NOT_FIGHTING(block=block)
        fits = _fits(chosen, block, self.due)
        if block in (self.s.board.boabdil, self.s.board.grey_boabdil):
            return None if fits else LOSE_BOABDIL()
        return out_of_order(chosen, block, "8.5.2") or (None if fits else LOSE_DEPLOYED())

    def do(self, c: Context) -> None:
        take_losses(self.s, c, self.battle, self.side, self.blocks)


class Losing(Addressed[Toll], kind="lose", rule="8.5.2"):
    """8.5.2: which blocks are lost."""

    orders = (Lose,)
    facts = {"number": number(noun="block")}

    def about(self, s: State, who: int, a: Toll) -> dict[str, Any]:
        return {**about_battle(s), "number": a.number}


def _fits(chosen: tuple[int, ...], kind: int, due: Due) -> bool:
    """Whether a kind may come next in a loss."""
    return (not chosen or kind >= chosen[-1]) and _completable((*chosen, kind), due)


def _completable(chosen: tuple[int, ...], due: Due) -> bool:
    """Whether an ascending beginning of a loss can still become a whole one."""
    lacking = list(due.certain)
    free: list[int] = []
    for kind in chosen:
        if kind in lacking:
            lacking.remove(kind)
        else:
            free.append(kind)
    pool = list(due.choice)
    for kind in free:
        if kind not in pool:
            return False
        pool.remove(kind)
    last = chosen[-1] if chosen else -1
    if len(free) > due.more or any(kind < last for kind in lacking):
        return False
    return sum(kind >= last for kind in pool) >= due.more - len(free)


def take_losses(s: State, c: Context, b: Battle, side: int, kinds: tuple[int, ...]) -> None:
    """8.5: the lost blocks are shown and leave the game; grey ones bring no cards (8.8)."""
    if side == CHRISTIAN and b.army:
        eliminate_grey(s, c, _lost_entries(s.grey, kinds), "battle", "8.5.2")
        return
    stack = fighters(s, b, side)
    lost = _lost_entries(stack, kinds)
    dead = eliminate(s, c, b.place, side, lost, "battle", "8.5.2")
    b.lost = (b.lost[0] + dead * (side == 0), b.lost[1] + dead * (side == 1))


def _lost_entries(stack: Entries, kinds: tuple[int, ...]) -> Entries:
    """Deployed and known ones first: that is all that others can tell of alike blocks."""
    rest = sorted(stack, key=lambda e: -(e & (DEPLOYED | KNOWN)))
    found = []
    for kind in kinds:
        e = next(e for e in rest if e >> SHIFT == kind)
        rest.remove(e)
        found.append(e)
    return tuple(found)
