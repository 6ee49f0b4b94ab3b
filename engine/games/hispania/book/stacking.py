"""How many units may stay: stacking (chapter 4) and population (chapter 7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.core import Action
from engine.games.hispania.book import castles, standing
from engine.games.hispania.book.movement import FREE, attack_room, hostile, unlimited
from engine.games.hispania.book.purchase import Removed
from engine.games.hispania.table import orders
from engine.games.hispania.table.flow import Context, Point, name_of, pieces
from engine.games.hispania.table.orders import (
    NATION,
    PIECE,
    PLACE,
    UNITS,
    Order,
    Piece,
    Place,
    is_chief,
    out_of_order,
    parted,
)
from engine.games.hispania.table.state import (
    ELSEWHERE,
    State,
    held,
    limit,
    muster,
    places_of,
    stack,
    take,
)
from engine.orders import NUMBER, Bar, Offer, Why, either, one, several, some, subset, worked_out

ATTACK, REST = 0, 1  # before the battles, and after them
Pool = tuple[tuple[int, ...], int]  # kinds that may be taken off, and how many units

NONE_TOO_MANY = Bar("none_too_many", "4.5", nation=NATION)
TOO_MANY_AT = Bar("too_many_at", "4.5", place=PLACE, count=UNITS, most=NUMBER)
TOO_MANY_PEOPLE = Bar("too_many_people", "7.0", nation=NATION, count=UNITS)
REBUILD_LATER = Bar("rebuild_later", "9.5")
REMOVE_NOBODY = Bar("remove_nobody", "4.5", pieces=either(PIECE))
REMOVE_CHIEF = Bar("remove_chief", "4.2", chief=PIECE)
REMOVE_UNCOUNTED = Bar("remove_uncounted", "4.2", piece=PIECE)
REMOVE_WALLS = Bar("remove_walls", "7.0", piece=PIECE)
REMOVE_NONE = Bar("remove_none", "4.5", piece=PIECE, places=either(PLACE))
REMOVE_ENOUGH = Bar("remove_enough", "4.5", most=UNITS)
REMOVE_APART = Bar("remove_apart", "4.5", pieces=several(PIECE))
REMOVE_FITS = Bar("remove_fits", "4.5", place=PLACE, nation=NATION)
REMOVE_NOT_THERE = Bar("remove_not_there", "4.5", pieces=several(PIECE), place=PLACE)
REMOVE_MOST = Bar("remove_most", "4.5", place=PLACE, most=UNITS)


def room(s: State, nation: int, place: int, when: int) -> int:
    """4.1: the limit of a province for the active nation, with the attack’s bonus (4.4)."""
    most = limit(s, nation, place)
    if when == REST:
        return most + (s.overfull >> place & 1)
    return attack_room(s, nation, place) if hostile(s, nation, place) else most


def excess(s: State, nation: int, place: int, when: int) -> int:
    """Units too many in a province."""
    n = muster(stack(s, nation, place)).stacking
    if n <= s.board.stack[place]:
        return 0
    if when == ATTACK and unlimited(s, nation, place):
        return 0
    return max(0, n - room(s, nation, place, when))


def crowded(s: State, nation: int, when: int) -> dict[int, int]:
    found = {}
    for place in held(s, nation):
        if n := excess(s, nation, place, when):
            found[place] = n
    return found


def too_many(s: State, nation: int) -> int:
    """7.0: units above two for each province; EL CID's are not counted in turn 17 (11.26)."""
    if nation == s.board.peoples.mercenary and s.turn == s.board.peoples.mercenary_turn:
        return 0
    people = sum(muster(stack(s, nation, p)).people for p in peopled(s, nation))
    return max(0, people - 2 * len(held(s, nation)))


def peopled(s: State, nation: int) -> list[int]:
    """Places with units that count for the population."""
    camp = s.board.camp  # EL CID's box is not Hispania
    there = [p for p in places_of(s, nation) if p != camp]
    return [p for p in there if muster(stack(s, nation, p)).people]


def settle_alone(s: State, c: Context, nation: int, when: int, people: bool) -> bool:
    """Carry out what has only one answer; True if nothing is left to be asked."""
    for place, n in crowded(s, nation, when).items():
        units = stack(s, nation, place)
        kinds = [k for k in muster(units).kinds if s.board.kinds[k].stacks]
        if len(set(kinds)) > 1 or _could_be_capital(s, nation, place):
            return False
        discard(s, c, nation, place, n * (1 << 6 * kinds[0]), "4.5")
    if people and too_many(s, nation):
        return False
    return not castles.ruins_to_build(s, nation) or when == ATTACK


def _could_be_capital(s: State, nation: int, place: int) -> bool:
    """Whether declaring the capital there would keep a unit; not where a battle is coming."""
    return s.here[place] == 1 << nation and standing.may_move_capital(s, nation, place)


def discard(s: State, c: Context, nation: int, place: int, units: int, rule: str) -> None:
    """Units go back to the pool."""
    take(s, nation, place, units)
    removed = Removed(
        nation=name_of(s, nation),
        place=s.board.places[place],
        pieces=tuple(pieces(s, muster(units).kinds)),
    )
    c.tell(removed, rule=rule)
    lone(s, c, nation, place)


def lone(s: State, c: Context, nation: int, place: int) -> None:
    """6.2: nothing happens to a Chief left alone until enemies come; a capital is lost (4.3)."""
    if not stack(s, nation, place) and s.capital[nation] == place:
        s.capital[nation] = ELSEWHERE


class Check(NamedTuple):
    """Before the battles or after them, and whether the population counts too."""

    when: int
    people: bool


class Remove(Order[Check], verb="remove", rule="4.5", command=True):
    """4.5: take units off the map."""

    pieces = some(PIECE, rule="4.5", words="who is taken off")
    at = one(PLACE, mark=">", rule="4.5", words="where")

    @worked_out
    def full(self) -> dict[int, int]:
        """Provinces with units too many."""
        return crowded(self.s, self.nation, self.asked.when)

    def possible(self) -> bool:
        if self.full:
            return True
        return self.asked.people and bool(too_many(self.s, self.nation))

    def closed(self) -> Why | None:
        return None if self.possible() else NONE_TOO_MANY(nation=self.nation)

    @worked_out
    def pools(self) -> dict[int, Pool]:
        """What may be taken off in each place: there, or for the population anywhere."""
        s, nation, full = self.s, self.nation, self.full
        rows = s.board.kinds
        spare = 0 if full else too_many(s, nation)
        found: dict[int, Pool] = {}
        for place in full or peopled(s, nation):
            kinds = muster(stack(s, nation, place)).kinds
            kinds = tuple([k for k in kinds if (rows[k].stacks if full else rows[k].counts)])
            found[place] = (kinds, full[place] if full else spare)
        return found

    # -- who --

    @pieces.offer
    def next_piece(self, chosen: tuple[Piece, ...]) -> Offer[Any]:
        found: set[int] = set()
        stops = False
        for pool, most in self.pools.values():
            if _within(chosen, pool, most):
                stops = bool(chosen)
                found.update(subset(pool, chosen, 1, most).choices)
        return Offer(tuple(sorted(found)), stops, 1, FREE)

    @pieces.bar
    def piece_barred(self, chosen: tuple[Piece, ...], piece: Piece | None) -> Why | None:
        """4.2, 4.5, 7.0: of what counts, together in one province, no more than too many."""
        pools = self.pools.values()
        if piece is None:
            every = sorted({kind for pool, _ in pools for kind in pool})
            return None if chosen else REMOVE_NOBODY(pieces=every)
        if is_chief(piece):
            return REMOVE_CHIEF(chief=piece)
        row = self.s.board.kinds[piece]
        if not row.stacks:
            return REMOVE_UNCOUNTED(piece=piece)
        if not self.full and not row.counts:
            return REMOVE_WALLS(piece=piece)
        if not any(piece in pool for pool, _ in pools):
            return REMOVE_NONE(piece=piece, places=tuple(self.pools))
        barred = out_of_order(chosen, piece, "4.5")
        wanted = (*chosen, piece)
        if barred is not None or any(_within(wanted, pool, most) for pool, most in pools):
            return barred
        most = max([most for _, most in pools])
        if len(wanted) > most:
            return REMOVE_ENOUGH(most=most)
        return REMOVE_APART(pieces=wanted)

    # -- where --

    @at.offer
    def places(self) -> Sequence[Any]:
        pools = self.pools.items()
        return [p for p, (pool, most) in pools if _within(self.pieces, pool, most)]

    @at.bar
    def place_barred(self, place: Place) -> Why | None:
        if place not in self.pools:
            return REMOVE_FITS(place=place, nation=self.nation)
        pool, most = self.pools[place]
        if _within(self.pieces, pool, most):
            return None
        if len(self.pieces) > most:
            return REMOVE_MOST(place=place, most=most)
        return REMOVE_NOT_THERE(pieces=self.pieces, place=place)

    def do(self, c: Context) -> None:
        rule = "4.5" if self.full else "7.0"
        discard(self.s, c, self.nation, self.at, parted(self.pieces)[0], rule)


class Done(orders.Done):
    """4.5, 7.0: nothing is too many any more."""

    asked: Check

    def possible(self) -> bool:
        if crowded(self.s, self.nation, self.asked.when):
            return False
        return not (self.asked.people and too_many(self.s, self.nation))

    def closed(self) -> Why | None:
        s, nation, when = self.s, self.nation, self.asked.when
        for place, count in crowded(s, nation, when).items():
            return TOO_MANY_AT(place=place, count=count, most=room(s, nation, place, when))
        if self.possible():
            return None
        return TOO_MANY_PEOPLE(nation=nation, count=too_many(s, nation))


class Rebuild(castles.Rebuild):
    """9.5: a Castle on a Ruin, when the battles are over."""

    asked: Check

    def possible(self) -> bool:
        return self.asked.when == REST and super().possible()

    def closed(self) -> Why | None:
        return REBUILD_LATER() if self.asked.when == ATTACK else super().closed()


class Limits(Point[Check], kind="limits", rule="4.5"):
    """4.5, 6.8, 7.0: take off what is too many; rebuild Ruins, move the capital."""

    orders = (Remove, Done, Rebuild, standing.Capital, standing.Stance)

    def answer(self, s: State, c: Context, who: int, action: Action, a: Check) -> None:
        """The question stands until nothing is left to be decided."""
        order = self.reads(action.verb, a).read(s, who, action, a)
        order.do(c)
        over = order.verb.ends
        if not over and settle_alone(s, c, who, a.when, a.people):
            over = not castles.ruins_to_build(s, who)
        if over:
            s.frames.pop()


def _within(chosen: Sequence[int], pool: tuple[int, ...], most: int) -> bool:
    if len(chosen) > most:
        return False
    return all(chosen.count(kind) <= pool.count(kind) for kind in chosen)
