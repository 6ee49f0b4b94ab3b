"""Income and reserve (chapter 2)."""

from __future__ import annotations

from engine.events import number as number_of
from engine.events import said
from engine.games.hispania.table.board import CASTLE, INF, KINDS
from engine.games.hispania.table.flow import Context, Telling, name_of
from engine.games.hispania.table.orders import NATION, PIECE
from engine.games.hispania.table.state import (
    DECLINE,
    FORTIFY,
    MOST_AT,
    ONE,
    SAVE,
    State,
    held,
    number,
    spare,
    stack,
)


class Collected(Telling, kind="income", rule="2.1"):
    """A nation's income; gold is in halves."""

    nation: str = said(NATION, part="who")
    gold: int = number_of(noun="halves")
    has: int = number_of(noun="halves")


class Tribute(Telling, kind="tribute", rule="2.2"):
    """A suzerain's part of his vassal's income."""

    nation: str = said(NATION, part="who")
    gold: int = number_of(noun="halves")
    has: int = number_of(noun="halves")


class Levied(Telling, kind="levied", rule="2.2"):
    """A suzerain buys a unit out of turn."""

    nation: str = said(NATION, part="who")
    unit: str = said(PIECE)
    has: int = number_of(noun="halves")


class Forfeited(Telling, kind="lost gold", rule="2.4"):
    """What is above the reserve is lost."""

    nation: str = said(NATION, part="who")
    gold: int = number_of(noun="halves")
    has: int = number_of(noun="halves")


def printed(s: State, nation: int) -> int:
    """2.1: what a nation's provinces bring it; BYZANCE gets half (11.14)."""
    row = s.board.peoples.nations[nation]
    if not row.income_from or s.turn < row.income_from:
        return 0
    income = s.board.income
    if row.castles_only:
        return sum(income[p] for p in held(s, nation) if number(stack(s, nation, p), CASTLE))
    amount = sum(income[p] for p in held(s, nation))
    return (amount + 1) // 2 if row.half else amount


def shares(s: State, nation: int) -> tuple[int, int]:
    """2.2: what a nation gets of its income, and what its suzerain gets; it may forgo a part."""
    amount = printed(s, nation)
    if most := s.levy[nation] >> MOST_AT:
        amount = min(amount, most - 1)
    lord = s.suzerain[nation]
    if lord < 0:
        return amount, 0
    begins = s.board.peoples.nations[lord].income_from
    takes = 0 < begins <= s.turn  # the WISIGOTH from turn 8 on
    if not begins and s.options["vassal_of_rome"] == "full":
        return amount, 0
    return amount // 2, amount - amount // 2 if takes else 0


def collect(s: State, c: Context, nation: int) -> None:
    """2.1: the active nation's income; its suzerain's part goes to him at once (2.2)."""
    if s.levy[nation] & DECLINE:  # he may decline it, and so deny his suzerain a part (2.1)
        return
    own, lords = shares(s, nation)
    if own:
        s.gold[nation] += own
        c.tell(Collected(nation=name_of(s, nation), gold=own, has=s.gold[nation]))
    if lords:
        _tribute(s, c, s.suzerain[nation], lords)


def _tribute(s: State, c: Context, lord: int, amount: int) -> None:
    """2.2: a suzerain's part; above his reserve he may buy one unit on the spot.

    Whether he does is a standing instruction, so that nobody waits for it.
    """
    s.gold[lord] += amount
    c.tell(Tribute(nation=name_of(s, lord), gold=amount, has=s.gold[lord]))
    if s.gold[lord] > s.board.peoples.nations[lord].reserve and not s.levy[lord] & SAVE:
        _levy(s, c, lord)
    keep(s, c, lord)


def _levy(s: State, c: Context, lord: int) -> None:
    """2.2: one unit, of the kind that the suzerain prefers, waits beside the map."""
    for kind in (CASTLE, INF) if s.levy[lord] & FORTIFY else (INF,):
        cost = s.board.kinds[kind].cost
        if s.gold[lord] >= cost and spare(s, lord, kind) > 0:
            s.gold[lord] -= cost
            s.waiting[lord] += ONE[kind]
            c.tell(Levied(nation=name_of(s, lord), unit=KINDS[kind], has=s.gold[lord]))
            return


def keep(s: State, c: Context, nation: int) -> None:
    """2.4: what is above the reserve is lost."""
    reserve = s.board.peoples.nations[nation].reserve
    lost = s.gold[nation] - reserve
    if lost > 0:
        s.gold[nation] = reserve
        c.tell(Forfeited(nation=name_of(s, nation), gold=lost, has=reserve))
