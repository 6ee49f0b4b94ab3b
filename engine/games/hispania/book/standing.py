"""Rights that may be used at any time, so that they never stop play: the capital (4.3), and
standing instructions for battles and gold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.events import said
from engine.games.hispania.book.purchase import INFANTRY_ONLY, Removed
from engine.games.hispania.table.flow import Context, Telling, name_of, pieces
from engine.games.hispania.table.orders import NATION, PLACE, Nation, Order, Place
from engine.games.hispania.table.state import (
    ASK,
    DECLINE,
    FORTIFY,
    HOLD,
    ONE,
    SAVE,
    State,
    alive,
    held,
    limit,
    muster,
    seat_of,
    stack,
    take,
)
from engine.orders import Bar, Why, Words, one

STANCES = ("ask", "hold", "levy", "save", "fortify", "collect", "decline")
_LEVIES = {"levy": 0, "save": SAVE, "fortify": FORTIFY}
_OTHER = 32  # bits of `changed` above this one are stances, below it capitals
STANCE = Words("stance", *STANCES)

NOT_A_PROVINCE = Bar("not_a_province", place=PLACE)
NO_CAPITAL_SITE = Bar("no_capital_site", "4.3")
NONE_OF_YOURS = Bar("none_of_yours", "4.3", place=PLACE)
CAPITAL_CONTESTED = Bar("capital_contested", "4.3", place=PLACE)
CAPITAL_ALREADY = Bar("capital_already", "4.3", place=PLACE, nation=NATION)
CAPITAL_ONCE = Bar("capital_once", "4.3", nation=NATION)
NO_STANCE_OPEN = Bar("no_stance_open", "6.1")
NATION_NOT_YOURS = Bar("nation_not_yours", "6.1", nation=NATION)
NATION_NOT_HERE = Bar("nation_not_here", "6.1", nation=NATION)
STANCE_ONCE = Bar("stance_once", "6.1", nation=NATION)
NEVER_INCOME = Bar("never_income", "2.1", nation=NATION)
NEVER_SUZERAIN = Bar("never_suzerain", "2.2", nation=NATION)
STANCE_ALREADY = Bar("stance_already", "6.1", nation=NATION, how=STANCE)


class Declared(Telling, kind="capital", rule="4.3", shape="mark"):
    """A nation has a capital."""

    nation: str = said(NATION, part="who")
    place: str = said(PLACE, part="at")


class Instructed(Telling, kind="stance", rule="6.1"):
    """A nation is given a standing instruction."""

    nation: str = said(NATION)
    how: str = said(STANCE)


def _peoples(s: State, nation: int) -> tuple[int, ...]:
    """Every nation of the player who is asked."""
    return s.board.peoples.of_seat[seat_of(s, nation)]


def may_move_capital(s: State, nation: int, place: int) -> bool:
    """A nation declares its capital once in a phase: nothing is gained by doing it twice."""
    return s.capital[nation] != place and not s.changed >> nation & 1


def _sites(s: State, people: int) -> Iterator[int]:
    """Provinces that a nation could declare its capital now."""
    if not s.changed >> people & 1:
        for place in held(s, people):
            if s.here[place] == 1 << people and s.capital[people] != place:
                yield place


def _open_stances(s: State, nation: int) -> list[int]:
    return [
        people
        for people in _peoples(s, nation)
        if not s.changed >> people + _OTHER & 1 and alive(s, people)
    ]


def capital_open(s: State, nation: int) -> bool:
    """Whether a nation of the player could declare another capital."""
    for people in _peoples(s, nation):
        if s.land[people]:
            for _ in _sites(s, people):
                return True
    return False


def stance_open(s: State, nation: int) -> bool:
    """Whether a nation of the player could be given an instruction."""
    for people in _peoples(s, nation):
        if s.land[people] and not s.changed >> people + _OTHER & 1:
            return True
    return False


class Capital(Order[Any], verb="capital", rule="4.3", command=True):
    """4.3: declare a capital."""

    place = one(PLACE, rule="4.3")

    def possible(self) -> bool:
        return capital_open(self.s, self.nation)

    def closed(self) -> Why | None:
        return None if self.possible() else NO_CAPITAL_SITE()

    @place.offer
    def sites(self) -> Sequence[Any]:
        s = self.s
        return sorted(p for people in _peoples(s, self.nation) for p in _sites(s, people))

    @place.bar
    def place_barred(self, place: Place) -> Why | None:
        """4.3: a province that a nation holds alone; a nation declares once in a phase."""
        s = self.s
        if place >= s.board.provinces:
            return NOT_A_PROVINCE("4.3", place=place)
        ours = [people for people in _peoples(s, self.nation) if stack(s, people, place)]
        if not ours:
            return NONE_OF_YOURS(place=place)
        people = ours[0]
        if s.here[place] != 1 << people:
            return CAPITAL_CONTESTED(place=place)
        if s.capital[people] == place:
            return CAPITAL_ALREADY(place=place, nation=people)
        return CAPITAL_ONCE(nation=people) if s.changed >> people & 1 else None

    def do(self, c: Context) -> None:
        s = self.s
        owner = next(n for n in _peoples(s, self.nation) if stack(s, n, self.place))
        s.changed |= 1 << owner
        declare(s, c, owner, self.place)


class Stance(Order[Any], verb="stance", rule="6.1", command=True):
    """6.1: give a nation a standing instruction."""

    people = one(NATION, name="nation")
    how = one(STANCE)

    def possible(self) -> bool:
        return stance_open(self.s, self.nation)

    def closed(self) -> Why | None:
        return None if self.possible() else NO_STANCE_OPEN()

    @people.offer
    def nations(self) -> Sequence[Any]:
        return _open_stances(self.s, self.nation)

    @people.bar
    def people_barred(self, people: Nation) -> Why | None:
        if people not in _peoples(self.s, self.nation):
            return NATION_NOT_YOURS(nation=people)
        if not alive(self.s, people):
            return NATION_NOT_HERE(nation=people)
        return STANCE_ONCE(nation=people) if self.s.changed >> people + _OTHER & 1 else None

    @how.offer
    def ways(self) -> Sequence[str]:
        return [how for how in STANCES if _would_change(self.s, self.people, how)]

    @how.bar
    def how_barred(self, how: str) -> Why | None:
        """2.1, 2.2, 6.1: what would change nothing is no instruction."""
        s, people = self.s, self.people
        if how not in ("ask", "hold"):
            if not s.board.peoples.nations[people].income_from:
                return NEVER_INCOME(nation=people)
            if how in _LEVIES and people not in s.almanac.suzerains:
                return NEVER_SUZERAIN(nation=people)
            if how == "fortify" and people in s.almanac.infantry_only:
                return INFANTRY_ONLY("2.2", nation=people)
        return None if _would_change(s, people, how) else STANCE_ALREADY(nation=people, how=how)

    def do(self, c: Context) -> None:
        s, people, how = self.s, self.people, self.how
        s.changed |= 1 << people + _OTHER
        if how in ("ask", "hold"):
            s.stance[people] = HOLD if how == "hold" else ASK
        elif how in _LEVIES:
            s.levy[people] = s.levy[people] & DECLINE | _LEVIES[how]
        else:
            s.levy[people] = s.levy[people] & ~DECLINE | (DECLINE if how == "decline" else 0)
        c.tell(Instructed(nation=name_of(s, people), how=how))


def _would_change(s: State, nation: int, how: str) -> bool:
    row = s.board.peoples.nations[nation]
    if how in ("ask", "hold"):
        return s.stance[nation] != (HOLD if how == "hold" else ASK)
    if how in _LEVIES:  # only a suzerain with an income ever has more than his reserve
        if not row.income_from or nation not in s.almanac.suzerains:
            return False
        if how == "fortify" and nation in s.almanac.infantry_only:
            return False
        return s.levy[nation] & (SAVE | FORTIFY) != _LEVIES[how]
    return bool(row.income_from) and bool(s.levy[nation] & DECLINE) != (how == "decline")


def declare(s: State, c: Context, nation: int, place: int) -> None:
    """4.3: declare a capital; the old one keeps no more than its own limit."""
    old = s.capital[nation]
    s.capital[nation] = place
    c.tell(Declared(nation=name_of(s, nation), place=s.board.places[place]))
    if old >= 0 and s.here[old] == 1 << nation:
        shrink(s, c, nation, old)


def shrink(s: State, c: Context, nation: int, place: int) -> None:
    """4.3: take the cheapest units off a province that is no longer the capital."""
    units = stack(s, nation, place)
    spare = muster(units).stacking - limit(s, nation, place) - (s.overfull >> place & 1)
    gone: list[int] = []
    kinds = [k for k in muster(units).kinds if s.board.kinds[k].stacks]
    while spare > 0 and kinds:
        gone.append(kinds.pop(0))
        spare -= 1
    if gone:
        take(s, nation, place, sum(ONE[k] for k in gone))
        c.tell(
            Removed(
                nation=name_of(s, nation),
                place=s.board.places[place],
                pieces=tuple(pieces(s, gone)),
            ),
            rule="4.3",
        )
