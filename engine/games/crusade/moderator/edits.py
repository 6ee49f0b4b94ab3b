"""What a moderator may change by hand; case files are written in these orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.events import fact, many, said
from engine.games.crusade.book.naval import add_fleet, take_fleet
from engine.games.crusade.table.facts import FACTIONS
from engine.games.crusade.table.flow import (
    FACTION,
    KIND,
    LEADER,
    NUMBER,
    NUMBERS,
    PLACE,
    SIDE,
    ZONE,
    Card,
    Context,
    Place,
    Telling,
)
from engine.games.crusade.table.people import CARDED, MOSUL, PLAYED
from engine.games.crusade.table.state import (
    ABOARD,
    APART,
    ARDENT,
    AWAY,
    BARRED,
    CAPTIVE,
    DEAD,
    DEMORALIZED,
    FRIENDLY,
    ILL,
    INDEPENDENT,
    LOST,
    OWNERS,
    RAVAGER,
    REPLACED,
    SWIFT,
    State,
    nobody,
)
from engine.orders import Offer, Words, edits, one, some, subset

SIGNS = {
    "replaced": REPLACED, "independent": INDEPENDENT, "demoralized": DEMORALIZED, "ill": ILL,
    "ravager": RAVAGER, "lost": LOST, "barred": BARRED, "ardent": ARDENT, "swift": SWIFT,
    "apart": APART,
}  # fmt: skip
SIGN = Words("sign", *SIGNS)
KINDS = Words("siege", "none", "total", "partial")
WASTE = Words("waste", "none", "ravaged", "recovering")
FLAG = Words("switch", "on", "off")
TEAM = Words("team", "crusader", "egypt")
DECK = Words("deck", "crusader", "muslim")
FACT = Words("fact", "heat", "cyprus")


class Edited(Telling, kind="edit"):
    """A moderator has changed something: which edit, and what everybody may know of it."""

    edit: str = fact()
    side: str = said(SIDE, default="")
    to: str = said(SIDE, default="")
    faction: str = said(FACTION, default="")
    leader: str = said(LEADER, default="")
    commander: str = said(LEADER, default="")
    place: str = said(PLACE, default="")
    city: str = said(PLACE, default="")
    zone: str = said(ZONE, default="")
    card: str = said(KIND, default="")
    phase: str = said("phase", default="")
    sp: str = fact(default="")
    nsp: str = fact(default="")
    number: str = fact(default="")
    count: Any = fact(default="")
    kind_: str = fact(name="kind", default="")
    state: str = fact(default="")
    sign: str = fact(default="")
    switch: str = fact(default="")
    team: str = fact(default="")
    deck: str = fact(default="")
    fact_: str = fact(name="fact", default="")
    label: str = fact(default="")
    cards: tuple[str, ...] = many(KIND, who="side", default=())
    cities: tuple[str, ...] = many(PLACE, who="side", default=())
    points: str = fact(who="side", default="")


class Edit(edits.Edit[State]):
    """A change that a moderator makes by hand."""

    def possible(self) -> bool:
        return self.s.over is None and super().possible()


def quietly(edit: Edit, c: Context, faction: int, what: dict[str, Any]) -> None:
    """Tell everybody whose secret was changed, and only its seat how."""
    s = edit.s
    seat = s.form.seats[s.form.seat_of[faction]]
    c.tell(Edited(edit=edit.verb.name, side=seat, faction=FACTIONS[faction], **what))


class Clear(Edit, verb="clear"):
    """Edit: take everybody off the map; control of Cities and Towns stays."""

    def do(self, c: Context) -> None:
        s = self.s
        n = len(s.at)
        s.at, s.army, s.marks, s.used = [AWAY] * n, [0] * n, [0] * n, [0] * n
        s.came, s.captor, s.lord, s.chief = [-1] * n, [-1] * n, [-1] * n, [-1] * n
        s.garrison, s.fresh = nobody(s.board), nobody(s.board)
        s.siege, s.commander = [0] * len(s.siege), [-1] * len(s.siege)
        s.ap, s.press = [0] * len(s.ap), [0] * len(s.ap)
        s.battle, s.active, s.company = None, -1, ()
        s.cross = s.board.jerusalem
        self.told(c)


class Army(Edit, verb="army"):
    """Edit: put a leader with so many SP somewhere."""

    target = one(LEADER, name="leader", words="who", whole=True)
    count = one(NUMBER, name="sp", words="how many SP", whole=True)
    place = one(PLACE, mark=">", words="where", whole=True)

    def do(self, c: Context) -> None:
        s, x = self.s, self.target
        s.at[x], s.army[x], s.came[x], s.home[x] = self.place, int(self.count), -1, self.place
        if x == s.board.kerbogha:
            s.kerbogha = 2
        self.told(c)


class Men(Edit, verb="men"):
    """Edit: so many SP without a leader are in a City, a Town or a box."""

    faction = one(FACTION, words="whose", whole=True)
    count = one(NUMBER, name="sp", words="how many SP", whole=True)
    place = one(PLACE, mark=">", words="where")

    @place.offer
    def places(self) -> Sequence[Any]:
        board = self.s.board
        return [*board.cities, *board.towns, board.cappadocia, board.mosul, board.egypt]

    def do(self, c: Context) -> None:
        at = self.place * OWNERS + self.faction
        self.s.garrison[at], self.s.fresh[at] = int(self.count), 0
        self.told(c)


class Control(Edit, verb="control"):
    """Edit: a faction controls a City or a Town."""

    faction = one(FACTION, words="who", whole=True)
    place = one(PLACE, mark=">", words="what")

    @place.offer
    def places(self) -> Sequence[Any]:
        return range(len(self.s.control))

    def do(self, c: Context) -> None:
        self.s.control[self.place] = self.faction
        self.told(c)


class InCity(Edit):
    """An edit of one City."""

    city = one(PLACE, mark=">", words="which City")

    @city.offer
    def cities(self) -> Sequence[Any]:
        return self.s.board.cities


class Resources(InCity, verb="resources", text="count city"):
    """Edit: the Resources of a City."""

    count = one(NUMBER, words="how many", whole=True)

    def do(self, c: Context) -> None:
        self.s.stock[self.city] = int(self.count)
        self.told(c)


class Points(InCity, verb="points", text="count city"):
    """Edit: the Assault Points of a City."""

    count = one(NUMBER, words="how many")

    @count.offer
    def counts(self) -> Sequence[str]:
        return NUMBERS[:9]

    def do(self, c: Context) -> None:
        s = self.s
        s.ap[self.city] = min(int(self.count), s.board.sdv[self.city] - 1)
        s.press[self.city] = 1
        self.told(c)


class Besiege(InCity, verb="besiege", text="kind commander city"):
    """Edit: a City is besieged by a leader in its gate, or by nobody."""

    kind = one(KINDS, words="none, total or partial", whole=True)
    commander = one(LEADER, words="who commands", whole=True)

    def do(self, c: Context) -> None:
        s, city = self.s, self.city
        s.siege[city] = ("none", "total", "partial").index(self.kind)
        s.commander[city] = self.commander if s.siege[city] else -1
        s.press[city] = int(bool(s.siege[city]))
        self.told(c)


class Lay(Edit, verb="waste"):
    """Edit: a City or a Town is Ravaged, or not."""

    state = one(WASTE, words="none, ravaged or recovering", whole=True)
    place = one(PLACE, mark=">", words="where")

    @place.offer
    def places(self) -> Sequence[Any]:
        return range(len(self.s.control))

    def do(self, c: Context) -> None:
        s = self.s
        s.ravaged[self.place] = ("none", "ravaged", "recovering").index(self.state)
        if self.place < len(s.stock) and s.ravaged[self.place]:
            s.stock[self.place] = 0
        self.told(c)


class Ruin(InCity, verb="ruin", text="faction city"):
    """Edit: a City is destroyed by a faction, or stands again (byzantines)."""

    faction = one(FACTION, words="who destroyed it", whole=True)

    def do(self, c: Context) -> None:
        self.s.ruined[self.city] = self.faction if self.faction < PLAYED else -1
        self.told(c)


class Knights(Edit, verb="knights"):
    """Edit: the Mounted Knights of a Crusader faction."""

    faction = one(FACTION, words="whose")
    count = one(NUMBER, words="how many", whole=True)

    @faction.offer
    def factions(self) -> Sequence[Any]:
        return range(4)

    def do(self, c: Context) -> None:
        self.s.knights[self.faction] = int(self.count)
        self.told(c)


class Sign(Edit, verb="sign"):
    """Edit: something is true of a leader for a while, or not any more."""

    target = one(LEADER, name="leader", words="of whom", whole=True)
    sign = one(SIGN, words="what", whole=True)
    flag = one(FLAG, name="switch", words="on or off", whole=True)

    def do(self, c: Context) -> None:
        s, bit = self.s, SIGNS[self.sign]
        marks = s.marks[self.target]
        s.marks[self.target] = marks | bit if self.flag == "on" else marks & ~bit
        self.told(c)


class Lord(Edit, verb="lord"):
    """Edit: an Armenian leader follows a player."""

    target = one(LEADER, name="leader", words="who")
    side = one(SIDE, words="whom", whole=True)

    @target.offer
    def targets(self) -> Sequence[Any]:
        return list(range(CARDED, 20))

    def do(self, c: Context) -> None:
        self.s.lord[self.target] = self.side
        self.told(c)


class Seize(Edit, verb="captive"):
    """Edit: a leader is a captive of a faction."""

    target = one(LEADER, name="leader", words="who", whole=True)
    faction = one(FACTION, words="whose")

    @faction.offer
    def factions(self) -> Sequence[Any]:
        return range(PLAYED)

    def do(self, c: Context) -> None:
        s, x = self.s, self.target
        s.at[x], s.army[x], s.captor[x] = CAPTIVE, 0, self.faction
        self.told(c)


class Prisoner(Edit, verb="prisoner"):
    """Edit: the man whom a replacement stands for is a captive of a faction."""

    target = one(LEADER, name="leader", words="who", whole=True)
    faction = one(FACTION, words="whose")

    @faction.offer
    def factions(self) -> Sequence[Any]:
        return range(PLAYED)

    def do(self, c: Context) -> None:
        self.s.captor[self.target] = self.faction
        self.told(c)


class Kill(Edit, verb="kill"):
    """Edit: a leader is out of the game."""

    target = one(LEADER, name="leader", words="who", whole=True)

    def do(self, c: Context) -> None:
        s, x = self.s, self.target
        s.at[x], s.army[x], s.captor[x] = DEAD, 0, -1
        self.told(c)


class Hand(Edit, verb="hand"):
    """Edit: the event cards in a hand; the others go back."""

    side = one(SIDE, words="whose", whole=True)
    cards = some(KIND, words="which cards", who=side, optional=True, public=True)

    @cards.offer
    def next_card(self, chosen: tuple[Card, ...]) -> Offer[Any]:
        s = self.s
        deck = s.form.side_of[self.side]
        held = s.board.charts.in_deck[deck]
        free = Counter(s.draws[deck]) + Counter(s.discard[deck]) + Counter(s.hand[self.side])
        pool = sorted(k for k in free.elements() if k in held and held[k].hold)
        return subset(pool, chosen, 0, min(3, len(pool)))

    def do(self, c: Context) -> None:
        s, p = self.s, self.side
        deck = s.form.side_of[p]
        free = Counter(s.draws[deck]) + Counter(s.hand[p])
        wanted: Counter[int] = Counter(self.cards)
        from_discards = wanted - free
        s.discard[deck] = tuple(sorted((Counter(s.discard[deck]) - from_discards).elements()))
        rest = free + from_discards - wanted
        s.draws[deck] = tuple(sorted(rest.elements()))
        s.hand[p] = tuple(self.cards)
        self.told(c)


class Exhaust(Edit, verb="exhaust"):
    """Edit: all that is left of an event deck goes to its discards."""

    deck = one(DECK, words="crusader or muslim", whole=True)

    def do(self, c: Context) -> None:
        s, deck = self.s, 0 if self.deck == "crusader" else 1
        s.discard[deck] = tuple(sorted((*s.discard[deck], *s.draws[deck])))
        s.draws[deck] = ()
        self.told(c)


class Marker(Edit, verb="marker"):
    """Edit: the Activation-Point marker of a faction."""

    faction = one(FACTION, words="whose")
    count = one(NUMBER, words="its points", whole=True)

    @faction.offer
    def factions(self) -> Sequence[Any]:
        return range(PLAYED)

    def do(self, c: Context) -> None:
        self.s.marker[self.faction] = int(self.count)
        quietly(self, c, self.faction, {"points": self.count})


class Bribed(Edit, verb="bribed"):
    """Edit: whether a player has tried a bribe this turn."""

    side = one(SIDE, words="who", whole=True)
    flag = one(FLAG, name="switch", words="on or off", whole=True)

    def do(self, c: Context) -> None:
        s, bit = self.s, 1 << self.side
        s.bribed = s.bribed | bit if self.flag == "on" else s.bribed & ~bit
        self.told(c)


class Offers(Edit, verb="lapse"):
    """Edit: all open offers lapse."""

    def do(self, c: Context) -> None:
        self.s.offers = []
        self.told(c)


class Aboard(Edit, verb="aboard"):
    """Edit: a leader with so many SP is aboard the fleets of a zone."""

    target = one(LEADER, name="leader", words="who", whole=True)
    count = one(NUMBER, name="sp", words="how many SP", whole=True)
    zone = one(ZONE, mark=">", words="where")

    @zone.offer
    def zones(self) -> Sequence[Any]:
        return range(len(self.s.board.zones))

    def do(self, c: Context) -> None:
        s, x = self.s, self.target
        s.at[x], s.army[x], s.came[x], s.home[x] = ABOARD + self.zone, int(self.count), -1, -1
        self.told(c)


class Fact(Edit, verb="fact"):
    """Edit: whether there is Heat this turn, and whether the stores of Cyprus are open."""

    fact = one(FACT, words="heat or cyprus", whole=True)
    flag = one(FLAG, name="switch", words="on or off", whole=True)

    def do(self, c: Context) -> None:
        s, on = self.s, int(self.flag == "on")
        if self.fact == "heat":
            s.heat = on
        else:
            s.cyprus = on
        self.told(c)


class Engineer(InCity, verb="engineer"):
    """Edit: Butimides helps at the siege of a City."""

    def do(self, c: Context) -> None:
        self.s.butimides = self.city
        self.told(c)


class Fleets(Edit, verb="fleets"):
    """Edit: so many NSP of a side are in a zone."""

    team = one(TEAM, words="crusader or egypt", whole=True)
    count = one(NUMBER, name="nsp", words="how many NSP")
    zone = one(ZONE, mark=">", words="where", whole=True)

    @count.offer
    def counts(self) -> Sequence[str]:
        return NUMBERS[:9]

    def do(self, c: Context) -> None:
        s, side = self.s, 0 if self.team == "crusader" else 1
        take_fleet(s, side, self.zone, 99)
        add_fleet(s, side, self.zone, int(self.count))
        self.told(c)


class Cross(Edit, verb="cross"):
    """Edit: a Crusader leader carries the True Cross."""

    target = one(LEADER, name="leader", words="who")

    @target.offer
    def targets(self) -> Sequence[Any]:
        return range(9)

    def do(self, c: Context) -> None:
        self.s.cross = ABOARD + self.target
        self.told(c)


class Aims(Edit, verb="wishes"):
    """Edit: the secret list of a faction."""

    faction = one(FACTION, words="whose")
    cities = some(PLACE, words="the Cities")

    @faction.offer
    def factions(self) -> Sequence[Any]:
        return [0, 1, 2, 3, MOSUL]

    @cities.offer
    def next_city(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        board = self.s.board
        pool = board.mosul_listed if self.faction == MOSUL else board.listed
        return subset(pool, chosen, 1, 8)

    def do(self, c: Context) -> None:
        self.s.lists[self.faction] = tuple(self.cities)
        quietly(self, c, self.faction, {"cities": self.tokens(Aims.cities)})


class Wrote(Edit, verb="wrote"):
    """Edit: Crusaders have written their lists; nobody asks for them again."""

    def do(self, c: Context) -> None:
        self.s.fallen = 2
        self.told(c)


class Permit(Edit, verb="permit"):
    """Edit: what one player allows another: all that friends allow, or nothing."""

    side = one(SIDE, words="who", whole=True)
    to = one(SIDE, mark="to", words="whom", whole=True)
    flag = one(FLAG, name="switch", words="on or off", whole=True)

    def do(self, c: Context) -> None:
        s = self.s
        mask = FRIENDLY if self.flag == "on" else 0
        s.allow[self.side * len(s.form.seats) + self.to] = mask
        self.told(c)
