"""11: deals: an offer is an order; accepted, its things move at once and together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.events import many, number, said
from engine.games.crusade.book.cards.hands import limit, side_holds
from engine.games.crusade.book.command import stop
from engine.games.crusade.book.ground import fall, move, refuge, settle
from engine.games.crusade.book.lines import LIMIT, has_stores, reach
from engine.games.crusade.book.standing import LEAVE, LEAVES, Allowed
from engine.games.crusade.table.flow import (
    CARD,
    KIND,
    LEADER,
    NUMBER,
    NUMBERS,
    PLACE,
    SIDE,
    Card,
    Context,
    Leader,
    Order,
    Place,
    Plain,
    Right,
    Seat,
    Telling,
    leader,
    place,
)
from engine.games.crusade.table.people import PLAYED
from engine.games.crusade.table.state import (
    CAPTIVE,
    OWNERS,
    REPLACED,
    State,
    face,
    faction_of,
    here,
    player_for,
    player_of,
    put,
)
from engine.orders import NONE, Bar, Offer, one, some, subset, worked_out

NO_OFFER = Bar("no_offer", "11.0", side=SIDE)
NOTHING_OFFERED = Bar("nothing_offered", "11.0")
# the parts of an offer: who and whom; cards given and wanted; captives given and wanted; Cities
# given; Resources given; Cities and Resources wanted; what is allowed to the other, and to oneself
BY, TO, GIVES, WANTS, CAPTIVES, FREED, CITIES, STORES, CLAIMS, NEEDS, GRANTS, ASKS = range(12)
NO_STORES = (0, -1, -1)  # how many, from which City, into which
MASKS = {mask: word for word, mask in LEAVES.items()}


class Offered(Telling, kind="offer", rule="11.0"):
    """Only the two of them know of it."""

    side: str = said(SIDE)
    to: str = said(SIDE)
    gives: tuple[str, ...] = many(CARD, secret=True)
    wants: tuple[str, ...] = many(CARD)
    captives: tuple[str, ...] = many(LEADER)
    freed: tuple[str, ...] = many(LEADER)
    cities: tuple[str, ...] = many(PLACE)
    stores: int = number()
    claims: tuple[str, ...] = many(PLACE)
    needs: int = number()
    leave: str = said("leave", default="")
    asks: str = said("leave", default="")


class Refused(Telling, kind="refused", rule="11.0"):
    side: str = said(SIDE)
    to: str = said(SIDE)


class Struck(Telling, kind="deal", rule="11.0"):
    """What moved on the map all see; of cards only how many."""

    side: str = said(SIDE)
    to: str = said(SIDE)
    gave: int = number(noun="card")
    got: int = number(noun="card")


class Swapped(Telling, kind="swapped", rule="11.0"):
    side: str = said(SIDE)
    cards: tuple[str, ...] = many(CARD, secret=True)


class Ransomed(Telling, kind="ransom", rule="11.0"):
    leader: str = said(LEADER)


class Carted(Telling, kind="stores", rule="11.0"):
    start: str = said(PLACE, name="from")
    place: str = said(PLACE)
    count: int = number(noun="resource")


class Void(Telling, kind="void_deal", rule="11.0"):
    side: str = said(SIDE)
    to: str = said(SIDE)


def partners(s: State, player: int) -> list[int]:
    """11.0: whom one may deal with: in turn 1 only those of one's own side; outside the Diplomacy
    phase a neighbour of the leader who acts, and whoever besieges or is besieged (8.3F)."""
    side = s.form.side_of
    found = [p for p in range(len(side)) if p != player and (s.turn > 1 or side[p] == side[player])]
    if s.phase != "operations":
        return found
    near = neighbours(s)
    return [p for p in found if (p, player) in near or (player, p) in near]


def neighbours(s: State) -> set[tuple[int, int]]:
    """11.0, 8.3F: pairs of players who may deal with each other now."""
    found: set[tuple[int, int]] = set()
    board, edge = s.board, len(s.board.places)
    acting = player_of(s, s.active) if s.active >= 0 else -1
    node = s.at[s.active] if acting >= 0 else -1
    close = {node, *board.near[node]} if 0 <= node < edge else set()
    for x, at in enumerate(s.at):
        if not 0 <= at < edge:
            continue
        player = player_of(s, x)
        if player < 0:
            continue
        if acting >= 0 and player != acting and at in close:
            found.add((acting, player))
        city = board.city_of[at]
        if city >= 0 and s.army[x]:
            owner = player_for(s, s.control[city])
            if owner >= 0 and owner != player:
                found.add((owner, player))
    return found


def captives_of(s: State, player: int, of: int) -> list[int]:
    """The captives of a player who are leaders of another."""
    return [
        x
        for x, captor in enumerate(s.captor)
        if captor >= 0 and player_for(s, captor) == player and player_of(s, x) == of
    ]


def surrenders(s: State, player: int, to: int) -> list[int]:
    """8.3F: Cities of a player in whose gate an army of the other stands."""
    return [
        city
        for city in s.board.cities
        if player_for(s, s.control[city]) == player
        and s.ruined[city] < 0
        and any(
            s.army[x] and player_of(s, x) == to and faction_of(s, x) < PLAYED
            for x in here(s, s.board.gate[city])
        )
    ]


class Propose(Order[Plain], verb="offer", rule="11.0", command=True):
    """11.0: offer another player a deal."""

    to = one(SIDE, words="whom")
    gives = some(CARD, name="give", mark="give", optional=True, words="cards that you give")
    captives = some(LEADER, name="free", mark="free", optional=True, words="captives you free")
    freed = some(LEADER, name="for", mark="for", optional=True, words="leaders who are freed")
    cities = some(PLACE, name="cede", mark="cede", optional=True, words="Cities you give up")
    stores = one(NUMBER, mark="stores", optional=True, words="Resources that you send")
    source = one(PLACE, name="from", mark="from", optional=True, words="from which City")
    goal = one(PLACE, name="into", mark="into", optional=True, words="into which City")
    leave = one(LEAVE, name="allow", mark="allow", optional=True, words="what you allow them")
    wants = some(KIND, name="want", mark="want", optional=True, words="cards that you want",
                 public=True)  # fmt: skip
    claims = some(PLACE, name="claim", mark="claim", optional=True, words="Cities you want")
    needs = one(NUMBER, name="need", mark="need", optional=True, words="Resources you want")
    out = one(PLACE, mark="out", optional=True, words="out of which City of theirs")
    home = one(PLACE, mark="home", optional=True, words="into which City of yours")
    asks = one(LEAVE, name="ask", mark="ask", optional=True, words="what they allow you")

    def possible(self) -> bool:
        return bool(partners(self.s, self.player))

    @to.offer
    def others(self) -> Sequence[Any]:
        return [Seat(p) for p in partners(self.s, self.player)]

    @gives.offer
    def next_card(self, chosen: tuple[Card, ...]) -> Offer[Any]:
        pool = self.s.hand[self.player]
        return subset(pool, chosen, 0, len(pool))

    @captives.offer
    def next_captive(self, chosen: tuple[Leader, ...]) -> Offer[Any]:
        pool = captives_of(self.s, self.player, self.to)
        return subset(pool, chosen, 0, len(pool))

    @freed.offer
    def next_freed(self, chosen: tuple[Leader, ...]) -> Offer[Any]:
        pool = captives_of(self.s, self.to, self.player)
        return subset(pool, chosen, 0, len(pool))

    @cities.offer
    def next_city(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        pool = surrenders(self.s, self.player, self.to)
        return subset(pool, chosen, 0, len(pool))

    @worked_out
    def carts(self) -> dict[int, list[int]]:
        return lines_between(self.s, self.player, self.to)

    @worked_out
    def draws(self) -> dict[int, list[int]]:
        return lines_between(self.s, self.to, self.player)

    def most(self, ways: dict[int, list[int]]) -> Sequence[str | None]:
        most = max([self.s.stock[city] for city in ways], default=0)
        return (None, *NUMBERS[1 : most + 1]) if most else NONE

    @stores.offer
    def amounts(self) -> Sequence[str | None]:
        return self.most(self.carts)

    @source.offer
    def froms(self) -> Sequence[Any]:
        if not self.stores:
            return NONE
        return [n for n in self.carts if self.s.stock[n] >= int(self.stores)]

    @goal.offer
    def intos(self) -> Sequence[Any]:
        return self.carts[self.source] if self.stores and self.source is not None else NONE

    @leave.offer
    def leaves(self) -> Sequence[str | None]:
        return (None, *LEAVES)

    @wants.offer
    def next_want(self, chosen: tuple[Card, ...]) -> Offer[Any]:
        pool = sorted(k.number for deck in self.s.board.charts.decks for k in deck if k.hold)
        return subset(sorted(set(pool)), chosen, 0, 2)

    @claims.offer
    def next_claim(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        pool = surrenders(self.s, self.to, self.player)
        return subset(pool, chosen, 0, len(pool))

    @needs.offer
    def needed(self) -> Sequence[str | None]:
        return self.most(self.draws)

    @out.offer
    def outs(self) -> Sequence[Any]:
        if not self.needs:
            return NONE
        return [n for n in self.draws if self.s.stock[n] >= int(self.needs)]

    @home.offer
    def homes(self) -> Sequence[Any]:
        return self.draws[self.out] if self.needs and self.out is not None else NONE

    @asks.offer
    def asked_leave(self) -> Sequence[str | None]:
        """Something must be in an offer."""
        something = (
            self.gives or self.captives or self.freed or self.cities or self.stores or self.leave
            or self.wants or self.claims or self.needs
        )  # fmt: skip
        return (None, *LEAVES) if something else tuple(LEAVES)

    def do(self, c: Context) -> None:
        s = self.s
        stores, needs = int(self.stores or 0), int(self.needs or 0)
        carts = (stores, self.source, self.goal) if stores else NO_STORES
        draws = (needs, self.out, self.home) if needs else NO_STORES
        offer = (
            self.player, self.to, tuple(self.gives), tuple(self.wants), tuple(self.captives),
            tuple(self.freed), tuple(self.cities), carts, tuple(self.claims), draws,
            -1 if self.leave is None else LEAVES[self.leave],
            -1 if self.asks is None else LEAVES[self.asks],
        )  # fmt: skip
        s.offers = [o for o in s.offers if o[:2] != offer[:2]] + [offer]
        other = s.form.seats[self.to]
        leaves = {"leave": self.leave, "asks": self.asks}
        c.tell(
            Offered(
                side=self.seat, to=other, gives=self.tokens(Propose.gives),
                wants=self.tokens(Propose.wants), captives=self.tokens(Propose.captives),
                freed=self.tokens(Propose.freed), cities=self.tokens(Propose.cities), stores=stores,
                claims=self.tokens(Propose.claims), needs=needs,
                **{name: word for name, word in leaves.items() if word is not None},
            ),
            only=(self.seat, other),
        )  # fmt: skip


def lines_between(s: State, giver: int, taker: int) -> dict[int, list[int]]:
    """11.0: Cities of a player with Resources, and those of another that a Limited line links."""
    found = {}
    for city in s.board.cities:
        if player_for(s, s.control[city]) == giver and has_stores(s, city) and not s.siege[city]:
            ends = [n for n in linked(s, giver, city) if player_for(s, s.control[n]) == taker]
            if ends:
                found[city] = ends
    return found


def linked(s: State, player: int, city: int) -> list[int]:
    """11.0: Cities that a Limited line links with one."""
    found = reach(s, player, s.control[city], city, LIMIT)
    return [
        n for n in s.board.cities if n in found and n != city and s.ruined[n] < 0 and not s.siege[n]
    ]


class Answer(Order[Plain]):
    """An answer to an offer."""

    of = one(SIDE, words="whose offer")

    def possible(self) -> bool:
        return bool(self.offers())

    def closed(self) -> Any:
        return None if self.possible() else NOTHING_OFFERED()

    @of.offer
    def offers(self) -> Sequence[Any]:
        return [Seat(o[BY]) for o in self.s.offers if o[TO] == self.player]

    @of.bar
    def of_barred(self, of: Seat) -> Any:
        return None if of in self.offers() else NO_OFFER(side=of)

    def taken(self) -> tuple[Any, ...]:
        s = self.s
        offer = next(o for o in s.offers if o[BY] == self.of and o[TO] == self.player)
        s.offers = [o for o in s.offers if o is not offer]
        return offer


class Accept(Answer, verb="accept", rule="11.0", command=True):
    """11.0: accept an offer: everything in it moves at once."""

    def do(self, c: Context) -> None:
        s = self.s
        offer = self.taken()
        by, to = s.form.seats[self.of], self.seat
        if not sound(s, offer):
            c.tell(Void(side=by, to=to), only=(by, to))
            return
        carry_out(s, c, offer)


class Refuse(Answer, verb="refuse", rule="11.0", command=True):
    """11.0: refuse an offer."""

    def do(self, c: Context) -> None:
        offer = self.taken()
        by, to = self.s.form.seats[offer[BY]], self.seat
        c.tell(Refused(side=to, to=by), only=(by, to))


def sound(s: State, offer: tuple[Any, ...]) -> bool:
    """Whether all of it can move now: checked when it is accepted, not when it was written."""
    by, to, gives, wants, captives, freed, cities, stores, claims, needs, _, _ = offer
    if Counter(gives) - Counter(s.hand[by]) or Counter(wants) - Counter(s.hand[to]):
        return False
    if to not in partners(s, by):
        return False
    if any(x not in captives_of(s, by, to) for x in captives):
        return False
    if any(x not in captives_of(s, to, by) for x in freed):
        return False
    if any(city not in surrenders(s, by, to) for city in cities):
        return False
    if any(city not in surrenders(s, to, by) for city in claims):
        return False
    for (count, source, goal), giver, taker in ((stores, by, to), (needs, to, by)):
        ways = lines_between(s, giver, taker) if count else {}
        if count and (goal not in ways.get(source, ()) or s.stock[source] < count):
            return False
    return _room(s, by, len(wants) - len(gives), to) and _room(s, to, len(gives) - len(wants), by)


def _room(s: State, player: int, more: int, other: int) -> bool:
    """12.0: hands stay within their limits."""
    if more <= 0:
        return True
    own, side = limit(s, player)
    same = s.form.side_of[player] == s.form.side_of[other]
    whole = side_holds(s, s.form.side_of[player]) + (0 if same else more)
    return len(s.hand[player]) + more <= own and whole <= side


def carry_out(s: State, c: Context, offer: tuple[Any, ...]) -> None:
    by, to, gives, wants, captives, freed, cities, stores, claims, needs, leave, asks = offer
    first, second = s.form.seats[by], s.form.seats[to]
    where = s.at[s.active] if s.active >= 0 else None
    one_, other = Counter(s.hand[by]), Counter(s.hand[to])
    s.hand[by] = tuple(sorted((one_ - Counter(gives) + Counter(wants)).elements()))
    s.hand[to] = tuple(sorted((other - Counter(wants) + Counter(gives)).elements()))
    c.tell(Struck(side=first, to=second, gave=len(gives), got=len(wants)))
    names = s.board.charts.events
    for seat, cards in ((first, wants), (second, gives)):
        if cards:
            told = Swapped(side=seat, cards=tuple([names[k] for k in cards]))
            c.tell(told, only=(first, second))
    for x in (*captives, *freed):
        release(s, c, x)
    for count, source, goal in (stores, needs):
        if count:
            s.stock[source] -= count
            most = max(s.board.resources[goal], s.stock[goal])
            s.stock[goal] = min(most, s.stock[goal] + count)
            c.tell(Carted(start=place(s, source), place=place(s, goal), count=count))
    for mask, giver, taker in ((leave, by, to), (asks, to, by)):
        if mask >= 0:
            s.allow[giver * len(s.form.seats) + taker] = mask
            seats = s.form.seats
            c.tell(Allowed(side=seats[giver], to=seats[taker], what=MASKS[mask]))
    for city in cities:
        surrender(s, c, city, to)
    for city in claims:
        surrender(s, c, city, by)
    settle(s, c)
    if where is not None and s.at[s.active] != where:
        stop(s)  # 8.3F: who acts and has given up his City acts no more


def release(s: State, c: Context, x: int) -> None:
    """7.2H: a captive comes home; his replacement gives way to him."""
    s.captor[x] = -1
    if s.marks[x] & REPLACED:
        s.marks[x] &= ~REPLACED
    if s.at[x] == CAPTIVE:
        to = refuge(s, x)
        s.at[x] = to if to >= 0 else CAPTIVE
        if to < 0:
            s.at[x] = -1
    c.tell(Ransomed(leader=leader(s, x)))


def surrender(s: State, c: Context, city: int, to: int) -> None:
    """8.3F: those inside go to another City of theirs; the army in the gate takes this one."""
    owner = s.control[city]
    gate = s.board.gate[city]
    takers = [
        x
        for x in here(s, gate)
        if s.army[x] and player_of(s, x) == to and faction_of(s, x) < PLAYED
    ]
    chief = max(takers, key=lambda x: (s.board.people.leaders[x].rank, s.army[x], -x))
    for x in here(s, city):
        s.control[city] = -1
        there = refuge(s, x)
        s.control[city] = owner
        if there >= 0 and there < len(s.siege) and there != city:
            move(s, x, there)
    own = [
        n
        for n in s.board.cities
        if s.control[n] == owner and n != city and not s.siege[n] and s.ruined[n] < 0
    ]
    for o in range(OWNERS):
        sp = s.garrison[city * OWNERS + o]
        if sp and own:
            near = min(own, key=lambda n: (s.board.away[city][n], n))
            put(s, near, o, sp)
    fall(s, c, city, faction_of(s, chief), takers, mercy=True)


class Dealing(Right, kind="deals", rule="11.0"):
    """11.0: in the Diplomacy phase everybody may make offers and answer them; later only who is
    near the leader who acts, and who gives up a City. Such offers lapse with the activation."""

    orders = (Propose, Accept, Refuse)

    def whom(self, s: State, a: Plain) -> tuple[int, ...]:
        if s.phase == "diplomacy" and s.frames[-1][0] == "talk":
            return tuple([face(s, p) for p in range(len(s.form.seats)) if partners(s, p)])
        if s.phase != "operations" or s.frames[-1][0] != "act" or s.battle is not None:
            return ()
        side = s.form.side_of
        pairs = [p for p in neighbours(s) if s.turn > 1 or side[p[0]] == side[p[1]]]
        return tuple([face(s, p) for p in sorted({p for pair in pairs for p in pair})])
