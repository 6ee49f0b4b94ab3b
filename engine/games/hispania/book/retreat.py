"""Retreats (6.6, 4.6): where to, how many, and what happens to those who cannot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from engine.core import Action
from engine.events import many, said
from engine.games.hispania.book.chiefs import kill_lone_chiefs
from engine.games.hispania.book.movement import FREE
from engine.games.hispania.book.purchase import Removed
from engine.games.hispania.book.scoring import award
from engine.games.hispania.book.standing import declare, shrink
from engine.games.hispania.table.board import CASTLE, CRUSADER, FORT, KNIGHT
from engine.games.hispania.table.flow import (
    Context,
    Point,
    Telling,
    name_of,
    pieces,
    push,
    step,
)
from engine.games.hispania.table.orders import (
    CAPITAL,
    NAMED_TWICE,
    NATION,
    NOT_SO_MANY_THERE,
    NOT_THERE,
    PIECE,
    PLACE,
    UNITS,
    Order,
    Piece,
    Place,
    as_pieces,
    is_chief,
    out_of_order,
    parted,
)
from engine.games.hispania.table.state import (
    ELSEWHERE,
    ONE,
    Stack,
    State,
    chiefs_at,
    limit,
    muster,
    neutral,
    number,
    put,
    stack,
    take,
)
from engine.games.hispania.table.ways import leaves_for_good, may_enter
from engine.orders import Bar, Offer, Why, one, path, several, some, subset, worked_out

A = TypeVar("A", bound=tuple[Any, ...])

RETREAT_NOBODY = Bar("retreat_nobody", "6.6", place=PLACE, pieces=several(PIECE))
RETREAT_CHIEF = Bar("retreat_chief", "6.6", chief=PIECE)
RETREAT_ROOM = Bar("retreat_room", "6.6", place=PLACE, most=UNITS)
RETREAT_WALLS = Bar("retreat_walls", "6.6", place=PLACE)
RETREAT_HURT = Bar("retreat_hurt", "6.2", place=PLACE, pieces=several(PIECE))
RETREAT_ROLAND = Bar("retreat_roland", "11.16")
RETREAT_RAISE = Bar("retreat_raise", "4.3", room=UNITS)
RAISE_NOWHERE = Bar("raise_nowhere", "4.3", place=PLACE)
RAISED_ALREADY = Bar("capital_already", "4.3", place=PLACE, nation=NATION)
RETREAT_WHERE = Bar("retreat_where", "6.6", place=PLACE)
RETREAT_MORE = Bar("retreat_more", "4.6", count=UNITS, room=UNITS)
RETREAT_ENOUGH = Bar("retreat_enough", "6.6", places=several(PLACE))
RETREAT_AGAIN = Bar("place_twice", "6.6", place=PLACE)
RETREAT_CAMP = Bar("retreat_camp", "11.26", camp=PLACE)
RETREAT_BEYOND = Bar("retreat_beyond", "6.6", place=PLACE, nation=NATION, here=PLACE)
RETREAT_FAR = Bar("retreat_far", "6.6", place=PLACE, here=PLACE)
RETREAT_HELD = Bar("retreat_held", "6.6", place=PLACE, nation=NATION)
RETREAT_BARRED = Bar("retreat_barred", "6.6", place=PLACE)
RETREAT_GIVEN = Bar("retreat_given", "6.6", place=PLACE)
RETREAT_FULL = Bar("retreat_full", "4.6", place=PLACE)


class Retreated(Telling, kind="retreat", rule="6.6", shape="flight"):
    """Units give way to another place."""

    nation: str = said(NATION, part="who")
    start: str = said(PLACE, part="from")
    to: str = said(PLACE, part="to")
    pieces: tuple[str, ...] = many(PIECE)


class Leaving(NamedTuple):
    """Who may retreat from a place, and where to with how much room."""

    units: tuple[int, ...]  # kinds
    chiefs: tuple[int, ...]
    rooms: dict[int, int]
    raisable: tuple[int, ...]  # provinces that could be declared capital for one place more

    @property
    def most(self) -> int:
        room = sum(self.rooms.values()) + (1 if self.raisable else 0)
        return min(len(self.units), room)


def rooms(s: State, nation: int, place: int, barred: int = 0) -> dict[int, int]:
    """6.6, 4.6: where a nation's units may retreat to, and how many of them."""
    people = s.board.peoples
    if nation == people.mercenary and s.turn == people.mercenary_turn:
        return {s.board.camp: FREE}  # (11.26)
    found = {}
    for to in s.board.near[place]:
        if s.here[to] & ~(1 << nation) or barred >> to & 1:
            continue
        n = limit(s, nation, to) + 1 - muster(stack(s, nation, to)).stacking
        if n > 0:
            found[to] = n
    for box in _boxes(s, nation, place):
        if not barred >> box & 1:
            found[box] = FREE
    return found


def _boxes(s: State, nation: int, place: int) -> list[int]:
    """6.6: places beyond the map that are open to a retreat."""
    board = s.board
    found = [box for box in board.gates[place] if may_enter(s, nation, box)]
    found = [box for box in found if not leaves_for_good(s, nation, box)]
    if board.africa in board.straits[place] and nation == board.peoples.nation["vandale"]:
        if may_enter(s, nation, board.africa):
            found.append(board.africa)
    if place in board.anchors and (s.turn, nation) in s.almanac.fleets:
        found.append(board.sea)
    return found


def leaving(s: State, nation: int, place: int, hurt: Stack = 0, barred: int = 0) -> Leaving:
    """What of a nation's army could leave a place; no Castle, no Fort, no wounded Knight."""
    if nation == neutral(s):
        return Leaving((), (), {}, ())
    units = muster(stack(s, nation, place) - hurt).mobile
    chiefs = tuple(chiefs_at(s, nation, place))
    if nation == s.board.peoples.nation["franc"]:
        units, chiefs = _rolands_men(s, units, chiefs)
    kinds = muster(units).kinds
    if not kinds:
        return Leaving((), chiefs, {}, ())
    found = rooms(s, nation, place, barred)
    return Leaving(kinds, chiefs, found, _raisable(s, nation, place, barred, found))


def _raisable(
    s: State, nation: int, place: int, barred: int, found: dict[int, int]
) -> tuple[int, ...]:
    """4.3: provinces next door, own or empty, that could be declared capital for one more."""
    if s.board.camp in found:
        return ()
    return tuple(
        p
        for p in s.board.near[place]
        if not s.here[p] & ~(1 << nation)
        and not barred >> p & 1
        and s.capital[nation] != p
        and muster(stack(s, nation, p)).stacking <= limit(s, nation, p) + 1
    )


def _rolands_men(s: State, units: Stack, chiefs: tuple[int, ...]) -> tuple[Stack, tuple[int, ...]]:
    """11.16: Roland and his Knights do not retreat."""
    roland = s.board.peoples.chief["Roland"]
    if s.chiefs[roland] >= 0 or s.options["rolands_knights"] == "never":
        for kind in (KNIGHT, CRUSADER):
            units -= number(units, kind) * ONE[kind]
    return units, tuple(c for c in chiefs if c != roland)


# -- the order -----------------------------------------------------------------------------------


class Retreat(Order[A], verb="retreat", rule="6.6", command=True):
    """6.6: retreat to one province or several."""

    pieces = some(PIECE, rule="6.6", words="who retreats")
    capital = one(CAPITAL, optional=True, rule="4.3", words="declare the first the capital")
    to = path(PLACE, mark=">", rule="6.6", words="where they go; the next when the first is full")

    # -- whence, and who can --

    @worked_out
    def place(self) -> int:
        """The province that is left."""
        raise NotImplementedError

    @worked_out
    def hurt(self) -> Stack:
        """Knights hit once, who cannot go."""
        return 0

    @worked_out
    def barred(self) -> int:
        """A bit for each province that is closed to this retreat."""
        return 0

    @worked_out
    def leavers(self) -> Leaving:
        return leaving(self.s, self.nation, self.place, self.hurt, self.barred)

    # -- who --

    @pieces.offer
    def next_piece(self, chosen: tuple[Piece, ...]) -> Offer[Any]:
        """Units as far as there is room, and after them Chiefs."""
        who = self.leavers
        pool = as_pieces(who.units, who.chiefs)
        most = who.most + len(who.chiefs)
        units = [piece for piece in chosen if not is_chief(piece)]
        left = subset(pool, chosen, 0, len(pool)).choices
        more = len(units) < who.most
        found = [p for p in left if (bool(units) if is_chief(p) else more)]
        return Offer(tuple(found), bool(units), 1, most)

    @pieces.bar
    def piece_barred(self, chosen: tuple[Piece, ...], piece: Piece | None) -> Why | None:
        who = self.leavers
        if piece is None:
            return None if chosen else RETREAT_NOBODY(place=self.place, pieces=who.units)
        barred = self._not_leaving(piece, chosen)
        if barred is not None:
            return barred
        if is_chief(piece):
            return None if chosen else RETREAT_CHIEF(chief=piece)
        if len(chosen) >= who.most:
            return RETREAT_ROOM(place=self.place, most=who.most)
        return None

    def _not_leaving(self, piece: Piece, chosen: tuple[Piece, ...]) -> Why | None:
        """6.2, 6.6, 11.16: who is there, no Castle, no wounded Knight, none of Roland's men."""
        s, nation, place = self.s, self.nation, self.place
        pool = as_pieces(self.leavers.units, self.leavers.chiefs)
        there = as_pieces(muster(stack(s, nation, place)).kinds, chiefs_at(s, nation, place))
        if piece not in there:
            return NOT_THERE("6.6", piece=piece, place=place, nation=nation)
        if piece in (CASTLE, FORT):
            return RETREAT_WALLS(place=place)
        if chosen.count(piece) >= pool.count(piece):
            missing = there.count(piece) - pool.count(piece)
            if is_chief(piece) and not missing:
                return NAMED_TWICE("6.6", piece=piece)
            if is_chief(piece) or missing > number(self.hurt, piece):
                return RETREAT_ROLAND()
            if missing:
                return RETREAT_HURT(place=place, pieces=(piece,) * missing)
            found = (piece,) * there.count(piece)
            return NOT_SO_MANY_THERE("6.6", there=found, place=place, nation=nation)
        return out_of_order(chosen, piece, "6.6")

    # -- a new capital makes room --

    @worked_out
    def going(self) -> int:
        """How many units leave."""
        return sum([not is_chief(piece) for piece in self.pieces])

    @worked_out
    def room(self) -> int:
        return sum(self.leavers.rooms.values())

    @capital.offer
    def capitals(self) -> Sequence[str | None]:
        plain = [None] if self.going <= self.room else []
        return [*plain, *(["capital"] if self.leavers.raisable else [])]

    @capital.bar
    def capital_barred(self, word: str | None) -> Why | None:
        """4.3, 6.6: one more finds room in a province that is declared the capital."""
        if word is None:
            return None if self.going <= self.room else RETREAT_RAISE(room=self.room)
        return None if self.leavers.raisable else RAISE_NOWHERE(place=self.place)

    # -- where to --

    def _room_at(self, chosen: tuple[Place, ...]) -> int:
        rooms = self.leavers.rooms
        more = self.capital is not None and bool(chosen)
        return sum([rooms.get(place, 0) for place in chosen]) + more

    @to.offer
    def next_place(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        who = self.leavers
        if self._room_at(chosen) >= self.going:
            return Offer((), bool(chosen), 1, FREE)
        if self.capital is not None and not chosen:
            return Offer(who.raisable, False, 1, FREE)
        return Offer(tuple([p for p in who.rooms if p not in chosen]), False, 1, FREE)

    @to.bar
    def place_barred(self, chosen: tuple[Place, ...], place: Place | None) -> Why | None:
        room = self._room_at(chosen)
        if place is None:
            if not chosen:
                return RETREAT_WHERE(place=self.place)
            return None if room >= self.going else RETREAT_MORE(count=self.going, room=room)
        if room >= self.going:
            return RETREAT_ENOUGH(places=chosen)
        if place in chosen:
            return RETREAT_AGAIN(place=place)
        if self.capital is not None and not chosen:
            return None if place in self.leavers.raisable else self._not_raised(place)
        return None if place in self.leavers.rooms else self._no_refuge(place)

    def _not_raised(self, place: Place) -> Why:
        """4.3: a province next door, empty or held alone, with no more than one too many."""
        s, nation = self.s, self.nation
        if place >= s.board.provinces or place not in s.board.near[self.place]:
            return RETREAT_FAR(place=place, here=self.place)
        if others := s.here[place] & ~(1 << nation):
            return RETREAT_HELD(place=place, nation=others.bit_length() - 1)
        if s.capital[nation] == place:
            return RAISED_ALREADY(place=place, nation=nation)
        if self.barred >> place & 1:
            return RETREAT_BARRED(place=place)
        return RETREAT_FULL(place=place)

    def _no_refuge(self, place: Place) -> Why:
        """4.6, 6.6: next door, without others, not whence the attackers came, not full."""
        s, nation, board = self.s, self.nation, self.s.board
        if board.camp in self.leavers.rooms:
            return RETREAT_CAMP(camp=board.camp)
        if place >= board.provinces:
            return RETREAT_BEYOND(place=place, nation=nation, here=self.place)
        if place not in board.near[self.place]:
            return RETREAT_FAR(place=place, here=self.place)
        if others := s.here[place] & ~(1 << nation):
            return RETREAT_HELD(place=place, nation=others.bit_length() - 1)
        if self.barred >> place & 1:
            return RETREAT_BARRED(place=place)
        return RETREAT_FULL(place=place)

    # -- the deed --

    def carry_out(self, c: Context) -> None:
        """6.6: take a retreat to its end, as far as there is still room."""
        s, nation, place = self.s, self.nation, self.place
        units, chiefs = parted(self.pieces)
        old = s.capital[nation]
        rooms = dict(self.leavers.rooms)
        head = self.to[0]
        if self.capital is not None and not s.here[head] & ~(1 << nation):
            declare(s, c, nation, head)
            rooms[head] = max(0, limit(s, nation, head) + 1 - _stacked(s, nation, head))
        left = list(muster(units).kinds)
        first = ELSEWHERE
        for goal in self.to:
            going = left[: max(0, rooms.get(goal, 0))]
            if going:
                left = left[len(going) :]
                withdraw(s, c, nation, place, goal, sum(ONE[k] for k in going))
                first = goal if first == ELSEWHERE else first
        if old == place and s.capital[nation] != place:
            shrink(s, c, nation, place)  # those who stay in the old capital are too many (4.3)
        if not muster(stack(s, nation, place)).total:
            chiefs = self.leavers.chiefs  # nobody leaves his Chief to the enemy, but for Roland
        for chief in chiefs if first != ELSEWHERE else ():
            gone = first >= s.board.provinces and leaves_for_good(s, nation, first)
            s.chiefs[chief] = ELSEWHERE if gone else first


def _stacked(s: State, nation: int, place: int) -> int:
    return muster(stack(s, nation, place)).stacking


def withdraw(s: State, c: Context, nation: int, place: int, goal: int, units: Stack) -> None:
    take(s, nation, place, units)
    c.tell(
        Retreated(
            nation=name_of(s, nation),
            start=s.board.places[place],
            to=s.board.places[goal],
            pieces=tuple(pieces(s, muster(units).kinds)),
        )
    )
    if goal >= s.board.provinces and leaves_for_good(s, nation, goal):
        if s.options["vandal_retreat"] == "points":
            for exit_ in s.board.awards.exits:
                if exit_.nation == nation and exit_.to == goal:
                    points = exit_.points * muster(units).total
                    award(s, c, nation, points, "exit", "6.6")
        return
    put(s, nation, goal, units)
    if nation == s.active and s.phase == "orders":
        s.moved[goal] += units  # in the middle of its movement: they march no more
    if goal < s.board.provinces:
        kill_lone_chiefs(s, c, nation, goal)
        if _stacked(s, nation, goal) > limit(s, nation, goal):
            s.overfull |= 1 << goal


def everybody(s: State, who: Leaving) -> Action:
    """The retreat of as many as there is room for, to the roomiest provinces first."""
    goals: list[int] = []
    room = 0
    for goal, n in sorted(who.rooms.items(), key=lambda item: (-item[1], item[0])):
        if room >= len(who.units):
            break
        goals.append(goal)
        room += n
    if not goals:  # only a new capital makes room
        chosen = tuple(pieces(s, who.units[:1], who.chiefs))
        raised = s.board.places[who.raisable[0]]
        return Retreat.act(pieces=chosen, capital="capital", to=(raised,))
    units = who.units[: min(room, len(who.units))]
    names = tuple([s.board.places[p] for p in goals])
    return Retreat.act(pieces=tuple(pieces(s, units, who.chiefs)), to=names)


# -- those who must go ---------------------------------------------------------------------------


class Eviction(NamedTuple):
    """Who must leave which place; a bit for each province that is closed to them."""

    nation: int
    place: int
    barred: int


def evict(s: State, c: Context, nation: int, place: int, barred: int = 0) -> None:
    """6.6, 9.4, 9.6: a nation must leave a place; what cannot is eliminated."""
    push(s, evicting.then(nation, place, barred))


@step
def evicting(s: State, c: Context, nation: int, place: int, barred: int) -> None:
    if leaving(s, nation, place, 0, barred).most:
        push(s, Evicted.then(Eviction(nation, place, barred)))
    else:
        eliminate(s, c, nation, place)


def eliminate(s: State, c: Context, nation: int, place: int) -> None:
    units = stack(s, nation, place)
    if units:
        take(s, nation, place, units)
        removed = Removed(
            nation=name_of(s, nation),
            place=s.board.places[place],
            pieces=tuple(pieces(s, muster(units).kinds)),
        )
        c.tell(removed, rule="6.6")
    for chief in chiefs_at(s, nation, place):
        s.chiefs[chief] = ELSEWHERE
    if s.capital[nation] == place:
        s.capital[nation] = ELSEWHERE


class Leave(Retreat[Eviction]):
    """6.6: those who must leave go where they can, and the others are lost."""

    @worked_out
    def place(self) -> int:
        return self.asked.place

    @worked_out
    def barred(self) -> int:
        return self.asked.barred

    def _no_refuge(self, place: Place) -> Why:
        """9.4: what is given to a new nation is closed to those who must leave it."""
        if self.barred >> place & 1 and place in self.s.board.near[self.place]:
            return RETREAT_GIVEN(place=place)
        return super()._no_refuge(place)

    def do(self, c: Context) -> None:
        self.carry_out(c)
        eliminate(self.s, c, self.nation, self.place)


class Evicted(Point[Eviction], kind="evicted", rule="6.6"):
    """Where those go who must leave a province."""

    orders = (Leave,)

    def whom(self, s: State, a: Eviction) -> tuple[int, ...]:
        return (a.nation,)

    def about(self, s: State, who: int, a: Eviction) -> dict[str, str]:
        return {"place": s.board.places[a.place]}

    def default(self, s: State, who: int, a: Eviction) -> Action:
        return everybody(s, leaving(s, who, a.place, 0, a.barred))
