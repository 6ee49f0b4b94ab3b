"""5: who commands, who comes along, and how an activation goes on or ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.events import fact, many, number, said
from engine.games.crusade.book.ground import settle
from engine.games.crusade.table.flow import (
    LEADER,
    SIDE,
    Context,
    Telling,
    leader,
    leaders,
    push,
    step,
)
from engine.games.crusade.table.people import ARMENIANS, FATIMIDS, PLAYED
from engine.games.crusade.table.state import (
    APART,
    BARRED,
    BONUS,
    FAILED,
    ILL,
    INDEPENDENT,
    LOST,
    SWIFT,
    State,
    alive,
    besieged,
    cinc,
    cv,
    face,
    faction_of,
    here,
    player_of,
    rank_of,
    strength,
)

BEGINS, HALTED, CONTINUED = range(3)  # stages of an activation
TWICE = 2  # activations of a leader in a turn
PITCHED, STAYING, WANDERED = 1, 2, 4  # what was done in this activation


class Acting(NamedTuple):
    """Whose leader may act."""

    faction: int
    leader: int


class Rolled(Telling, kind="continue", rule="6.2"):
    leader: str = said(LEADER, part="who")
    die: int = number()
    needs: int = number()
    result: str = fact()


class Freed(Telling, kind="independent", rule="5.3"):
    leader: str = said(LEADER)


class Along(Telling, kind="company", rule="5.3"):
    leader: str = said(LEADER)
    leaders: tuple[str, ...] = many(LEADER)


class Drew(Telling, kind="next_drawer", rule="4.7"):
    side: str = said(SIDE)


# -- who may act -----------------------------------------------------------------------------------


def cap(s: State, x: int) -> int:
    return TWICE + (1 if s.marks[x] & BONUS else 0)


def spent(s: State, x: int) -> bool:
    """5.3: whether a leader cannot be activated any more this turn."""
    return s.used[x] >= cap(s, x) or bool(s.marks[x] & (ILL | BARRED))


def superiors(s: State, x: int) -> list[int]:
    """The leaders of the next higher rank of his faction, on the map."""
    above = [y for y in alive(s, faction_of(s, x)) if rank_of(s, y) > rank_of(s, x)]
    if not above:
        return []
    nearest = min([rank_of(s, y) for y in above])
    return [y for y in above if rank_of(s, y) == nearest]


def too_large(s: State, x: int) -> bool:
    """5.4: whether a Subordinate commands as many as his superior, who has no excuse."""
    above = superiors(s, x)
    if not above:
        return False
    if any(besieged(s, s.at[y]) or s.marks[y] & LOST for y in above):
        return False
    return s.army[x] >= max([s.army[y] for y in above])


def may_grow(s: State, x: int, sp: int) -> bool:
    """5.4: a Subordinate may not come to command as many as his superior."""
    above = superiors(s, x)
    return not above or s.army[x] + sp < max([s.army[y] for y in above])


def subordinate(s: State, x: int) -> bool:
    mine = faction_of(s, x)
    return mine < PLAYED and cinc(s, mine) != x


def followers(s: State, x: int) -> list[int]:
    """5.3: who may be activated together with a leader where he stands."""
    mine, player = faction_of(s, x), player_of(s, x)
    if mine == FATIMIDS:
        return []
    return [
        y
        for y in here(s, s.at[x])
        if y != x and not spent(s, y) and not s.marks[y] & APART and _follows(s, x, y, mine, player)
    ]


def _follows(s: State, x: int, y: int, mine: int, player: int) -> bool:
    theirs = faction_of(s, y)
    if theirs == ARMENIANS:
        return s.lord[y] == player and rank_of(s, y) < rank_of(s, x)
    if s.marks[y] & INDEPENDENT:
        return False
    if theirs == mine:
        return rank_of(s, y) < rank_of(s, x) or s.chief[y] == x
    return s.chief[y] == x


# -- an activation ---------------------------------------------------------------------------------


def begin(s: State, x: int) -> None:
    """A leader may act: the question comes, and after all of it the next card."""
    s.active, s.company, s.stage, s.fought, s.gold = x, (x,), BEGINS, 0, 0
    push(s, question(s), activation_over.then())


def question(s: State) -> tuple[str, int, int]:
    """The frame that asks what the active leader does."""
    x = s.active
    mine = faction_of(s, x)
    return ("act", mine if mine < PLAYED else face(s, player_of(s, x)), x)


def engage(s: State, c: Context, company: Sequence[int]) -> None:
    """5.3: the leader acts: that is an activation of his and of all who come along."""
    x = s.active
    if s.stage == BEGINS and s.used[x] < 99 and s.company == (x,):
        s.used[x] += 1
        if subordinate(s, x) and not s.marks[x] & INDEPENDENT:
            s.marks[x] |= INDEPENDENT
            c.tell(Freed(leader=leader(s, x)))
    new = [y for y in company if y not in s.company]
    for y in new:
        s.used[y] += 1
    if new:
        c.tell(Along(leader=leader(s, x), leaders=leaders(s, new)))
    s.company = (x, *sorted({*company} - {x}))
    if s.stage == BEGINS:
        s.stage = CONTINUED


def mixed(s: State) -> bool:
    """Whether SP of several players' factions act together."""
    return len({faction_of(s, y) for y in s.company if faction_of(s, y) < PLAYED}) > 1


def continues(s: State, c: Context) -> bool:
    """6.2: a Continuation roll; a leader without an army needs none."""
    x = s.active
    if not strength(s, s.company):
        s.stage = CONTINUED
        return True
    from engine.games.crusade.table.flow import die

    rolled = die(c, "continue")
    needs = cv(s, x) - s.gold + (1 if s.marks[x] & SWIFT else 0)
    s.gold = 0
    good = rolled <= needs
    c.tell(
        Rolled(leader=leader(s, x), die=rolled, needs=needs, result="goes on" if good else "stops")
    )
    if good:
        s.stage = CONTINUED
    return good


def halted(s: State, drm: int = 0) -> None:
    """The army halts; what follows is asked."""
    s.stage, s.gold = HALTED, drm
    push(s, question(s))


def stop(s: State) -> None:
    """The activation is over, whatever was still to be done in it."""
    if any(frame[0] == "activation_over" for frame in s.frames):
        while s.frames[-1][0] != "activation_over":
            s.frames.pop()
        s.battle = None


@step
def activation_over(s: State, c: Context) -> None:
    """4.7: who acted, or passed, draws the next card."""
    if s.active >= 0:
        player = player_of(s, s.active)
        if player >= 0:
            s.drawer = player
    s.active, s.company, s.stage, s.fought, s.gold = -1, (), BEGINS, 0, 0
    s.battle, s.lent, s.offers = None, -1, []
    for x, marks in enumerate(s.marks):
        if marks & FAILED:
            s.marks[x] = marks & ~FAILED
    settle(s, c)


def gone(s: State) -> bool:
    """Whether the active leader cannot go on: he is off the map."""
    return s.active < 0 or s.at[s.active] < 0


def company_here(s: State) -> tuple[int, ...]:
    """The company as far as it is still with its leader."""
    at = s.at[s.active]
    return tuple([y for y in s.company if s.at[y] == at])
