"""Who stays, goes or submits after the losses of a round (6.6, 9.6), and what follows from it."""

from __future__ import annotations

from typing import Any

from engine.games.hispania.book import submission
from engine.games.hispania.book.aiming import army
from engine.games.hispania.book.retreat import Leaving, Retreat, leaving
from engine.games.hispania.book.scoring import award
from engine.games.hispania.table.flow import Context, Plain, of_battle, push, step
from engine.games.hispania.table.orders import NATION, PLACE, PROVINCES, Order, parted
from engine.games.hispania.table.state import (
    ELSEWHERE,
    HOLD,
    Battle,
    Stack,
    State,
    held,
    neutral,
    stack,
)
from engine.orders import NUMBER, Bar, Why, worked_out

VALENCE_TAKEN = 50  # the bit of `deeds` for EL CID's prize; provinces stand below, changes above

NO_REFUGE = Bar("no_refuge", "6.6", place=PLACE, nation=NATION)
NOBODY_RETREATS = Bar("nobody_retreats", "6.6", place=PLACE, nation=NATION)
SUBMIT_ATTACKER = Bar("submit_attacker", "9.6", nation=NATION)
SUBMIT_NEVER = Bar("submit_never", "9.6", nation=NATION, lord=NATION)
SUBMIT_VASSAL = Bar("submit_vassal", "9.6", nation=NATION, lord=NATION)
SUBMIT_GREAT = Bar("submit_great", "9.6", nation=NATION, count=PROVINCES, most=NUMBER)
SUBMIT_SEQUENCE = Bar("submit_sequence", "9.6", lord=NATION)


def side(b: Battle, nation: int) -> int:
    """0 attacks, 1 defends."""
    return b.nations.index(nation)


def closed_to(s: State, b: Battle, i: int) -> int:
    """6.6: a defender never retreats whence the attackers came."""
    return s.came[b.place] if i == 1 and b.nations[0] == s.active else 0


def who_leaves(s: State, b: Battle, i: int) -> Leaving:
    """6.6: who may retreat from a battle."""
    return leaving(s, b.nations[i], b.place, b.hurt[i], closed_to(s, b, i))


def may_submit(s: State, b: Battle, i: int) -> bool:
    return i == 1 and submission.pair_for(s, *b.nations) is not None


def may_part(s: State, b: Battle, i: int) -> bool:
    """Whether a side has anything to decide after the losses."""
    nation = b.nations[i]
    if nation == neutral(s) or b.hold[i] or s.stance[nation] == HOLD:
        return False
    return may_submit(s, b, i) or bool(who_leaves(s, b, i).most)


# -- orders --------------------------------------------------------------------------------------


class Answer(Order[Plain]):
    """What a side says when both are asked; the two are worked out together."""

    def do(self, c: Any) -> None:
        raise NotImplementedError


class Stay(Answer, verb="stay", rule="6.6"):
    """6.6: fight another round."""


class Hold(Answer, verb="hold", rule="6.6", ends=True):
    """6.6: fight this battle to the end, without being asked."""


class GiveWay(Retreat[Plain]):
    """6.6: leave a battle, with all or some."""

    @worked_out
    def side(self) -> int:
        return side(of_battle(self.s), self.nation)

    @worked_out
    def place(self) -> int:
        return of_battle(self.s).place

    @worked_out
    def hurt(self) -> Stack:
        return of_battle(self.s).hurt[self.side]

    @worked_out
    def barred(self) -> int:
        return closed_to(self.s, of_battle(self.s), self.side)

    def possible(self) -> bool:
        return bool(self.leavers.most)

    def closed(self) -> Why | None:
        if self.possible():
            return None
        why = NO_REFUGE if self.leavers.units else NOBODY_RETREATS
        return why(place=self.place, nation=self.nation)

    @property
    def leaves_field(self) -> bool:
        """Whether nobody stays behind."""
        return parted(self.pieces)[0] == army(self.s, of_battle(self.s), self.side)


class Submit(Answer, verb="submit", rule="9.6", command=True):
    """9.6: become the attacker’s vassal."""

    def possible(self) -> bool:
        b = of_battle(self.s)
        return may_submit(self.s, b, side(b, self.nation))

    def closed(self) -> Why | None:
        """9.6: a small nation, attacked by a great one in its own sequence, as the data say."""
        s, nation, lord = self.s, self.nation, of_battle(self.s).nations[0]
        if self.possible():
            return None
        if lord == nation:
            return SUBMIT_ATTACKER(nation=nation)
        pair = s.almanac.pairs.get((s.turn, lord, nation))
        if pair is None:
            return SUBMIT_NEVER(nation=nation, lord=lord)
        if s.suzerain[nation] != ELSEWHERE:
            return SUBMIT_VASSAL(nation=nation, lord=s.suzerain[nation])
        if lord != s.active:
            return SUBMIT_SEQUENCE(lord=lord)
        return SUBMIT_GREAT(nation=nation, count=len(held(s, nation)), most=pair.most)


# -- what follows --------------------------------------------------------------------------------


@step
def kneels(s: State, c: Context, lord: int, vassal: int) -> None:
    submission.submit(s, c, lord, vassal)


def viriathus(s: State, b: Battle, before: int) -> None:
    """11.4, 11.8: if Viriathus gives way in a battle with ROME, whoever attacked, or ROME kills
    him there, his nation submits."""
    people = s.board.peoples
    if {*b.nations} != {people.nation["rome"], people.nation["lusitanien"]}:
        return
    now = where_viriathus_is(s)
    if (before == b.place != now) or (before >= 0 and now == ELSEWHERE):
        _bereft(s)


def slain(s: State, nation: int, before: int) -> None:
    """11.8: the same where ROME's march meets Viriathus without an army."""
    if nation == s.board.peoples.nation["rome"] and before >= 0 and where_viriathus_is(s) < 0:
        _bereft(s)


def where_viriathus_is(s: State) -> int:
    return s.chiefs[s.board.peoples.chief["Viriathus"]]


def _bereft(s: State) -> None:
    rome, lusitanien = (s.board.peoples.nation[name] for name in ("rome", "lusitanien"))
    if s.suzerain[lusitanien] == ELSEWHERE and held(s, lusitanien):
        push(s, kneels.then(rome, lusitanien))


def settle(s: State, c: Context) -> None:
    """Capitals that were lost, Tolède, lords without an army, EL CID's prize."""
    for nation, place in enumerate(s.capital):
        if place >= 0 and not stack(s, nation, place):
            s.capital[nation] = ELSEWHERE
    submission.toledo(s, c)
    submission.lordless(s, c)
    deed = s.board.awards.deeds["valence"]
    bit = 1 << VALENCE_TAKEN
    if deed.first <= s.turn <= deed.last and not s.deeds & bit and s.active == deed.nation:
        if s.here[deed.provinces[0]] == 1 << deed.nation:  # he stays there: no mission (11.24)
            s.deeds |= bit
            award(s, c, deed.nation, deed.points, "valence", "11.26")
