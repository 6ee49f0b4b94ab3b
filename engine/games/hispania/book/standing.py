"""What may be said at any time and never stops play: the capital (4.3), how much income is taken
(2.1), and standing instructions for battles and gold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast

from engine.events import said
from engine.flow import Right
from engine.games.hispania.book.purchase import INFANTRY_ONLY, Removed
from engine.games.hispania.table.flow import (
    SCRIPT,
    Context,
    Plain,
    Point,
    Telling,
    name_of,
    pieces,
    push,
    step,
)
from engine.games.hispania.table.orders import (
    NATION,
    NOT_THERE,
    PIECE,
    PLACE,
    UNITS,
    Nation,
    Order,
    Piece,
    Place,
    out_of_order,
)
from engine.games.hispania.table.state import (
    ASK,
    DECLINE,
    FORTIFY,
    HOLD,
    MOST_AT,
    ONE,
    OTHER,
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
from engine.orders import Bar, Offer, Why, Words, one, some, subset

STANCES = ("ask", "hold", "levy", "save", "fortify", "collect", "decline")
_LEVIES = {"levy": 0, "save": SAVE, "fortify": FORTIFY}
STANCE = Words("stance", *STANCES)
AMOUNTS = ("whole", *[f"{n / 2:g}" for n in range(2 * 20)])  # gold
AMOUNT = Words("amount", *AMOUNTS)

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
BUSY = Bar("busy", "6.1", nation=NATION)
NO_EARNER = Bar("no_earner", "2.1")
TAKEN_ALREADY = Bar("taken_already", "2.1", nation=NATION)
SHED = Bar("shed", "4.3", place=PLACE, count=UNITS)
STANCE_ALREADY = Bar("stance_already", "6.1", nation=NATION, how=STANCE)


class Declared(Telling, kind="capital", rule="4.3", shape="mark"):
    """A nation has a capital."""

    nation: str = said(NATION, part="who")
    place: str = said(PLACE, part="at")


class Waived(Telling, kind="waived", rule="2.1"):
    """A nation takes no more than so much of its income."""

    nation: str = said(NATION)
    amount: str = said(AMOUNT)


class Instructed(Telling, kind="stance", rule="6.1"):
    """A nation is given a standing instruction."""

    nation: str = said(NATION)
    how: str = said(STANCE)


def _peoples(s: State, nation: int) -> tuple[int, ...]:
    """Every nation of the player who is asked."""
    return s.board.peoples.of_seat[seat_of(s, nation)]


def may_move_capital(s: State, nation: int, place: int) -> bool:
    """A nation declares its capital once between two events: twice would gain nothing."""
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
        if not s.changed >> people + OTHER & 1 and alive(s, people)
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
        if s.land[people] and not s.changed >> people + OTHER & 1:
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
        """4.3: a province that a nation holds alone; and once between two events."""
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
        return STANCE_ONCE(nation=people) if self.s.changed >> people + OTHER & 1 else None

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
        s.changed |= 1 << people + OTHER
        if how in ("ask", "hold"):
            s.stance[people] = HOLD if how == "hold" else ASK
        elif how in _LEVIES:
            s.levy[people] = s.levy[people] & ~(SAVE | FORTIFY) | _LEVIES[how]
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
    """4.3: units too many in a province that is no longer the capital go at once, by their
    player's choice; the cheapest where no choice is left or an answer waits, sealed."""
    if not _shrunk(s, c, nation, place):
        push(s, sheds.then(nation, place))


@step
def sheds(s: State, c: Context, nation: int, place: int) -> None:
    """4.3: it is asked when its turn has come: some may be gone by then."""
    if not _shrunk(s, c, nation, place):
        push(s, Shedding.then(Excess(nation, place)))


def _shrunk(s: State, c: Context, nation: int, place: int) -> bool:
    """Carry out what has only one answer; True if nothing is left to be asked."""
    spare = _spare(s, nation, place)
    kinds = _stacked(s, nation, place)
    if spare > 0 and len({*kinds}) > 1 and not any(s.sealed):
        return False
    if spare > 0 and kinds:
        _shed(s, c, nation, place, kinds[:spare])
    return True


def _spare(s: State, nation: int, place: int) -> int:
    units = muster(stack(s, nation, place)).stacking
    return units - limit(s, nation, place) - (s.overfull >> place & 1)


def _stacked(s: State, nation: int, place: int) -> list[int]:
    """Kinds of the units there that count, the cheapest first."""
    return [k for k in muster(stack(s, nation, place)).kinds if s.board.kinds[k].stacks]


def _shed(s: State, c: Context, nation: int, place: int, kinds: Sequence[int]) -> None:
    take(s, nation, place, sum(ONE[k] for k in kinds))
    where, gone = s.board.places[place], tuple(pieces(s, kinds))
    c.tell(Removed(nation=name_of(s, nation), place=where, pieces=gone), rule="4.3")


class Excess(NamedTuple):
    """Whose old capital has units too many."""

    nation: int
    place: int


class Shed(Order[Excess], verb="remove", rule="4.5", command=True):
    """4.5: take units off the map."""

    pieces = some(PIECE, rule="4.5", words="who is taken off")
    at = one(PLACE, mark=">", rule="4.5", words="where")

    @pieces.offer
    def next_piece(self, chosen: tuple[Piece, ...]) -> Offer[Any]:
        nation, place = self.asked
        n = _spare(self.s, nation, place)
        return subset(cast(list[Piece], _stacked(self.s, nation, place)), chosen, n, n, "4.3")

    @pieces.bar
    def piece_barred(self, chosen: tuple[Piece, ...], piece: Piece | None) -> Why | None:
        nation, place = self.asked
        n, there = _spare(self.s, nation, place), _stacked(self.s, nation, place)
        if piece is None or len(chosen) >= n:
            return None if piece is None and len(chosen) == n else SHED(place=place, count=n)
        if chosen.count(piece) >= there.count(piece):
            return NOT_THERE("4.3", piece=piece, place=place, nation=nation)
        barred = out_of_order(chosen, piece, "4.3")
        if barred is not None or piece in self.next_piece(chosen).choices:
            return barred
        return SHED(place=place, count=n)  # too few would be left to choose

    @at.offer
    def places(self) -> Sequence[Any]:
        return [self.asked.place]

    @at.bar
    def place_barred(self, place: Place) -> Why | None:
        nation, here = self.asked
        fits = place == here
        return None if fits else SHED(place=here, count=_spare(self.s, nation, here))

    def do(self, c: Context) -> None:
        _shed(self.s, c, *self.asked, self.pieces)


class Shedding(Point[Excess], kind="shed", rule="4.3"):
    """4.3: which units leave a province that is no longer the capital."""

    orders = (Shed,)

    def whom(self, s: State, a: Excess) -> tuple[int, ...]:
        return (a.nation,)

    def about(self, s: State, who: int, a: Excess) -> dict[str, object]:
        return {"place": s.board.places[a.place], "count": _spare(s, *a)}


# -- at any time ---------------------------------------------------------------------------------


def _busy(s: State) -> set[int]:
    """Nations that fight, or are asked something: what they may do must not change meanwhile."""
    point, brings = SCRIPT.question(s)
    fighting = s.battle.nations if s.battle is not None else ()
    return {*fighting, *point.whom(s, brings)}


class Declare(Capital):
    """4.3: a capital at any time."""

    def possible(self) -> bool:
        return bool(self.sites())

    def sites(self) -> Sequence[Any]:
        s, busy = self.s, _busy(self.s)
        peoples = [people for people in _peoples(s, self.nation) if people not in busy]
        return sorted(place for people in peoples for place in _sites(s, people))

    def place_barred(self, place: Place) -> Why | None:
        barred = super().place_barred(place)
        if barred is not None or place in self.sites():
            return barred
        return BUSY("4.3", nation=self.s.here[place].bit_length() - 1)


class Instruct(Stance):
    """6.1: a standing instruction at any time."""

    def possible(self) -> bool:
        return bool(self.nations())

    def nations(self) -> Sequence[Any]:
        busy = _busy(self.s)
        return [n for n in _open_stances(self.s, self.nation) if n not in busy]

    def people_barred(self, people: Nation) -> Why | None:
        barred = super().people_barred(people)
        if barred is not None or people in self.nations():
            return barred
        return BUSY(nation=people)


class Forgo(Order[Plain], verb="income", rule="2.1", command=True):
    """2.1: say how much of its income a nation takes."""

    people = one(NATION, name="nation", rule="2.1")
    amount = one(AMOUNT, rule="2.1", words="gold at most, or whole")

    def _earners(self) -> list[int]:
        s = self.s
        rows = s.board.peoples.nations
        return [n for n in _peoples(s, self.nation) if alive(s, n) and rows[n].income_from]

    def possible(self) -> bool:
        return bool(self._earners())

    def closed(self) -> Why | None:
        return None if self.possible() else NO_EARNER()

    @people.offer
    def nations(self) -> Sequence[Any]:
        return self._earners()

    @people.bar
    def people_barred(self, people: Nation) -> Why | None:
        if people not in _peoples(self.s, self.nation):
            return NATION_NOT_YOURS("2.1", nation=people)
        if not alive(self.s, people):
            return NATION_NOT_HERE("2.1", nation=people)
        earns = self.s.board.peoples.nations[people].income_from
        return None if earns else NEVER_INCOME(nation=people)

    @amount.offer
    def amounts(self) -> Sequence[str]:
        known = _taken(self.s, self.people)
        return [amount for amount in AMOUNTS if amount != known]

    @amount.bar
    def amount_barred(self, amount: str) -> Why | None:
        known = _taken(self.s, self.people)
        return TAKEN_ALREADY(nation=self.people) if amount == known else None

    def do(self, c: Context) -> None:
        s, people = self.s, self.people
        most = AMOUNTS.index(self.amount)  # 0: the whole; else halves and one more
        s.levy[people] = s.levy[people] & ((1 << MOST_AT) - 1) | most << MOST_AT
        c.tell(Waived(nation=name_of(s, people), amount=self.amount))


def _taken(s: State, nation: int) -> str:
    return AMOUNTS[s.levy[nation] >> MOST_AT]


class Standing(Right[State], kind="standing", rule="4.3", script=SCRIPT):
    """2.1, 4.3, 6.1: what every player may say at any time for his nations."""

    orders = (Declare, Instruct, Forgo)

    def whom(self, s: State, a: Plain) -> tuple[int, ...]:
        """For each player a nation of his that is in play, and earns."""
        land, earns = s.land, s.almanac.earners
        return tuple([first for some in earns if (first := _first(land, some)) >= 0])


def _first(land: list[int], nations: tuple[int, ...]) -> int:
    for nation in nations:
        if land[nation]:
            return nation
    return -1
