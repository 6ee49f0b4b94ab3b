"""12.1: Dissension and Papal Peace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.events import fact, number, said
from engine.games.crusade.book.attrition import bereft
from engine.games.crusade.book.cards.hands import (
    Ends,
    holds,
    spend,
)
from engine.games.crusade.book.cards.held import Held
from engine.games.crusade.book.ground import besiegers, lose, settle, units
from engine.games.crusade.table.flow import (
    LEADER,
    PLACE,
    Context,
    Order,
    Round,
    Telling,
    die,
    leader,
    place,
    push,
    step,
)
from engine.games.crusade.table.people import (
    ARMENIANS,
    CRUSADER,
)
from engine.games.crusade.table.state import (
    APART,
    State,
    face,
    faction_of,
    of_side,
    player_of,
    strength,
)
from engine.orders import Words, one

SPLIT = Words("split", "halves", "flight")


class Quarrel(Telling, kind="dissension", rule="12.1"):
    leader: str = said(LEADER)
    how: str = fact(secret=True)
    count: int = number(noun="sp", secret=True)


def _rivals(s: State) -> tuple[int, ...]:
    player = player_of(s, s.active)
    return tuple([face(s, p) for p in range(len(s.hand)) if p != player and s.hand[p]])


@step
def dissension(s: State, c: Context) -> None:
    """12.1: a mixed army is about to act: whoever holds cards is asked, all at once."""
    found = _rivals(s)
    if found:
        push(s, Sowing.then(Ends(found)))


class Dissent(Order[Ends], verb="dissent", rule="12.1"):
    """12.1: sow Dissension: the army is halved, or men go home."""

    how = one(SPLIT, words="halves: only his own faction obeys; flight: men go home", whole=True)

    def possible(self) -> bool:
        return holds(self.s, self.player, "Dissension")


class Quiet(Order[Ends], verb="hold", rule="12.1", ends=True):
    """12.1: play no card."""


class Sowing(Round[Ends], kind="sow", rule="12.1", reaction=True):
    """12.1: several factions are about to act together."""

    orders = (Dissent, Quiet)
    otherwise = Quiet

    def parties(self, s: State, a: Ends) -> tuple[int, ...]:
        return a.factions

    def about(self, s: State, who: int, a: Ends) -> Mapping[str, Any]:
        return {"leader": leader(s, s.active), "place": place(s, s.at[s.active])}

    def opened(self, s: State, c: Any, a: Ends, answers: tuple[Any, ...]) -> None:
        found = [answer for answer in answers if isinstance(answer, Dissent)]
        if not found:
            return
        first = found[0]
        spend(s, c, first.player, "Dissension")
        x = s.active
        mine = faction_of(s, x)
        others = [y for y in s.company if faction_of(s, y) not in (mine, ARMENIANS)]
        sown(s, c, 0 if first.how == "halves" else 1, x, tuple(others))


def sown(s: State, c: Context, how: int, x: int, others: tuple[int, ...]) -> None:
    """12.1: where Adhemar is, Papal Peace may undo a Dissension."""
    adhemar = s.board.people.leader["Adhemar"]
    asked = tuple([face(s, p) for p in of_side(s, CRUSADER) if s.hand[p]])
    if s.at[adhemar] == s.at[x] and asked:
        push(s, Calming.then(Calm(how, asked, x, others)))
    else:
        quarrel(s, c, how, x, others)


class Calm(NamedTuple):
    how: int
    factions: tuple[int, ...]
    leader: int
    others: tuple[int, ...]


class Peace(Order[Calm], verb="peace", rule="12.1"):
    """12.1: play Papal Peace: Adhemar reconciles them."""

    def possible(self) -> bool:
        return holds(self.s, self.player, "Papal-Peace")


class Leave(Order[Calm], verb="leave", rule="12.1", ends=True):
    """12.1: let them quarrel."""


class Calming(Round[Calm], kind="peace", rule="12.1", reaction=True):
    """12.1: Adhemar is there: does somebody play Papal Peace?"""

    orders = (Peace, Leave)
    otherwise = Leave

    def parties(self, s: State, a: Calm) -> tuple[int, ...]:
        return a.factions

    def opened(self, s: State, c: Any, a: Calm, answers: tuple[Any, ...]) -> None:
        for answer in answers:
            if isinstance(answer, Peace):
                spend(s, c, answer.player, "Papal-Peace")
                return
        quarrel(s, c, a.how, a.leader, a.others)


def quarrel(s: State, c: Context, how: int, x: int, others: tuple[int, ...]) -> None:
    """12.1, D10: what Dissension does to a mixed army or siege."""
    if how == 0:
        for y in others:
            s.marks[y] |= APART
        s.company = tuple([y for y in s.company if y not in others or y == s.active])
        c.tell(Quarrel(leader=leader(s, x), how="halves", count=strength(s, others)))
        settle(s, c)
        return
    most = (strength(s, others) + 1) // 2
    lost = lose(s, units(s, others), min(die(c, "dissension"), most))
    c.tell(Quarrel(leader=leader(s, x), how="flight", count=lost))
    settle(s, c)
    bereft(s, c, others)


# -- against a siege -------------------------------------------------------------------------------


class Discord(Held, verb="discord", rule="12.1"):
    """12.1: sow Dissension among the besiegers of a City."""

    name = "Dissension"
    city = one(PLACE, words="which siege")
    how = one(SPLIT, words="halves: only the commander's faction obeys; flight: men go home",
              whole=True)  # fmt: skip

    def has_aim(self) -> bool:
        return bool(self.cities())

    @city.offer
    def cities(self) -> Sequence[Any]:
        s = self.s
        return [city for city, kind in enumerate(s.siege) if kind and allies(s, city)]

    def do(self, c: Context) -> None:
        s = self.s
        spend(s, c, self.player, self.name)
        others = allies(s, self.city)
        sown(s, c, 0 if self.how == "halves" else 1, s.commander[self.city], tuple(others))


def allies(s: State, city: int) -> list[int]:
    """12.1: besiegers of other factions than the Siege Commander's."""
    mine = faction_of(s, s.commander[city])
    return [x for x in besiegers(s, city) if faction_of(s, x) not in (mine, ARMENIANS)]
