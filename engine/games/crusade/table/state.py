"""A position of the First Crusade: flat lists, copied by hand."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

from engine.core import Action
from engine.decks import Deck
from engine.flow import Frame
from engine.games.crusade.table.board import Board
from engine.games.crusade.table.people import (
    ARMENIANS,
    CRUSADER,
    FATIMIDS,
    MOSUL,
    MUSLIM,
    NOBODY,
    PLAYED,
    Form,
)

OWNERS = 10  # seven factions, and three who are nobody's

# -- where a leader is, beside the spaces of the map -----------------------------------------------

AWAY, DEAD, CAPTIVE = -1, -2, -3
ABOARD = 1000  # and the number of a sea zone

# -- what is true of a leader for a while ----------------------------------------------------------

REPLACED = 1  # the counter shows its other side
INDEPENDENT = 2
DEMORALIZED = 4
ILL = 8
BARRED = 16  # lost the contest over a vision
RAVAGER = 32
ARDENT = 64  # a vision: battles and assaults
SWIFT = 128  # a vision: continuing
LOST = 256  # lost SP this turn by battle, assault or attrition
BONUS = 512  # a vision: a third activation
FAILED = 1024  # failed to intercept the army that is moving
BEREFT = 4096  # his army has just been lost
APART = 2048  # after Dissension: no other faction's leader commands him this turn
OF_TURN = (
    INDEPENDENT | ILL | BARRED | RAVAGER | ARDENT | SWIFT | LOST | BONUS | FAILED | APART | BEREFT
)

TOTAL, PARTIAL = 1, 2  # kinds of siege
ASK, HOLD, AVOID, BOLD = range(4)  # postures of a leader

ENTER, QUARTER, STORES, LINES, SEAS = 1, 2, 4, 8, 16  # what one player allows another
FRIENDLY = ENTER | QUARTER | LINES | SEAS

# -- the cards of the Activation deck: leaders by number, then these -------------------------------

LEADERS = 21
ARMENIANS_CARD, FLEET_CARD, EVENT_CARD = 21, 22, 23


def side_of(owner: int) -> int:
    """Crusaders with the Emperor, Muslims with Egypt; Armenians are neither."""
    if owner in (ARMENIANS, NOBODY):
        return -1
    return MUSLIM if 4 <= owner <= MOSUL or owner == FATIMIDS else CRUSADER


class Battle:
    """A battle that is being fought, or about to be."""

    __slots__ = (
        "attackers", "bonus", "cards", "chief", "defenders", "entry", "flags", "garrisons",
        "guard", "losses", "node", "percent", "sizes", "town",
    )  # fmt: skip

    node: int
    entry: int  # the space the attacker came from; -1: he was there
    attackers: tuple[int, ...]  # leaders
    defenders: tuple[int, ...]
    garrisons: tuple[int, ...]  # owners of leaderless SP who defend
    chief: int  # who commands the attack
    guard: int  # who commands the defence, -1: nobody
    sizes: tuple[int, int]  # SP that fight
    bonus: int  # what the occasion adds to the attacker's roll
    flags: int
    town: bool  # the defender uses the Town
    cards: tuple[tuple[int, int], ...]  # player, kind of card
    percent: tuple[int, int]
    losses: tuple[int, int]

    def copy(self) -> Battle:
        new = Battle.__new__(Battle)
        for name in Battle.__slots__:
            setattr(new, name, getattr(self, name))
        return new


# flags of a battle
AGGRESSION, INTERCEPTED, WITHIN, SORTIE, SEABORNE, RELIEF = 1, 2, 4, 8, 16, 32


class State:
    """Leaders, places and cards by number. Lists are the state's own; what stands in them is
    never changed."""

    __slots__ = (
        "active", "allow", "ap", "army", "at", "banned", "battle", "board", "bought", "bribed",
        "butimides", "came", "captor", "chief", "commander", "company", "content", "control",
        "cross", "cyprus", "discard", "drawer", "draws", "egypt", "fallen", "fleets", "form",
        "fought", "frames", "free", "fresh", "garrison", "gold", "gone", "hand", "heat", "home",
        "jihad", "kerbogha", "knights", "last", "lent", "lists", "lord", "marker", "marks",
        "offers", "options", "over", "phase", "pile", "posture", "press", "ravaged", "recruited",
        "rooted", "roster", "ruined", "sealed", "shown", "siege", "spied", "stage", "stock",
        "turn", "used", "usual",
    )  # fmt: skip

    board: Board  # no part of a position, as the next
    options: Mapping[str, str]
    form: Form
    frames: list[Frame]
    sealed: list[Action | None]
    over: tuple[tuple[int, ...], str, str] | None
    turn: int
    phase: str
    # leaders
    at: list[int]
    army: list[int]
    marks: list[int]
    used: list[int]  # activations this turn
    came: list[int]  # on the connection from there, if an enemy holds the space
    captor: list[int]  # a faction
    chief: list[int]  # who commands him this turn over the borders of factions (5.3)
    lord: list[int]  # the player whom an Armenian leader follows
    posture: list[int]
    home: list[int]  # where he was when the turn began, and has not left
    rooted: list[int]  # where he spent the whole of the last turn
    # places
    garrison: array[int]  # SP without a leader: place * OWNERS + owner
    fresh: array[int]  # of these, dropped off this turn
    control: list[int]  # Cities and Towns
    stock: list[int]  # Resources
    ap: list[int]
    press: list[int]  # whether an army stands in the gate that keeps Assault Points
    siege: list[int]
    commander: list[int]
    ravaged: list[int]  # 1 Ravaged, 2 to be removed
    ruined: list[int]  # the faction that destroyed it, -1: it stands
    knights: list[int]
    fleets: list[tuple[int, int, int]]  # side, zone (the last one more: Egypt's box), NSP
    cross: int  # a place, or ABOARD and the leader who carries the True Cross
    # cards
    draws: list[tuple[int, ...]]  # event decks, without order
    discard: list[tuple[int, ...]]
    gone: list[tuple[int, ...]]  # removed from the game
    hand: list[tuple[int, ...]]
    pile: Deck  # the Activation deck
    usual: tuple[int, ...]  # cards that have been drawn this turn
    bought: list[tuple[int, ...]]
    marker: list[int]
    roster: int  # leaders whose cards could be bought this turn
    spied: int  # players who know what is in the deck
    drawer: int  # the player who draws next
    last: list[int]  # of each side the faction whose leader card was drawn last
    # the activation
    active: int  # leader
    company: tuple[int, ...]
    stage: int  # 0 it begins, 1 halted, 2 continued
    fought: int  # 1 a Pitched Battle was won, 2 it stays in the space for Harassment
    gold: int  # modifier of the next Continuation roll
    battle: Battle | None
    # the rest
    bribed: int  # players who have tried
    lent: int  # the player for whom al-Afdal or Egypt's fleets act
    free: list[int]  # Resources of turn 1, of the four Crusader factions
    recruited: int  # factions
    jihad: int  # factions that had a vision or a Jihad
    heat: int
    butimides: int  # a City, or -1
    cyprus: int  # whether its Resources are open
    egypt: tuple[int, int]  # a player and what Resources the box still gives him
    kerbogha: int  # 0 not yet, 1 may come, 2 has come
    fallen: int  # 1 Antioch fell this turn, 2 lists are written
    lists: list[tuple[int, ...]]
    shown: int  # whether Crusaders have shown each other their lists
    allow: list[int]  # player * count + other
    content: int  # players who are always done with diplomacy
    offers: list[tuple[Any, ...]]
    banned: int  # players who may not use the card Fatimids any more

    def copy(self) -> State:
        new = State.__new__(State)
        new.board, new.options, new.form = self.board, self.options, self.form
        new.frames, new.sealed, new.over = self.frames[:], self.sealed[:], self.over
        new.turn, new.phase = self.turn, self.phase
        new.at, new.army, new.marks = self.at[:], self.army[:], self.marks[:]
        new.used, new.came, new.captor = self.used[:], self.came[:], self.captor[:]
        new.chief, new.lord, new.posture = self.chief[:], self.lord[:], self.posture[:]
        new.home, new.rooted = self.home[:], self.rooted[:]
        new.garrison, new.fresh, new.control = self.garrison[:], self.fresh[:], self.control[:]
        new.stock, new.ap, new.press = self.stock[:], self.ap[:], self.press[:]
        new.siege, new.commander = self.siege[:], self.commander[:]
        new.ravaged, new.ruined, new.knights = self.ravaged[:], self.ruined[:], self.knights[:]
        new.fleets, new.cross = self.fleets[:], self.cross
        new.draws, new.discard, new.gone = self.draws[:], self.discard[:], self.gone[:]
        new.hand, new.pile, new.usual = self.hand[:], self.pile, self.usual
        new.bought, new.marker, new.spied = self.bought[:], self.marker[:], self.spied
        new.drawer, new.last, new.roster = self.drawer, self.last[:], self.roster
        new.active, new.company, new.stage = self.active, self.company, self.stage
        new.fought, new.gold = self.fought, self.gold
        new.battle = self.battle.copy() if self.battle is not None else None
        new.bribed, new.lent, new.free = self.bribed, self.lent, self.free[:]
        new.recruited, new.jihad, new.heat = self.recruited, self.jihad, self.heat
        new.butimides, new.cyprus, new.egypt = self.butimides, self.cyprus, self.egypt
        new.kerbogha, new.fallen = self.kerbogha, self.fallen
        new.lists, new.shown, new.allow = self.lists[:], self.shown, self.allow[:]
        new.content, new.offers, new.banned = self.content, self.offers[:], self.banned
        return new


def nobody(board: Board) -> array[int]:
    """No SP without a leader anywhere."""
    return array("q", bytes(8 * OWNERS * len(board.places)))


def begun(board: Board, form: Form, options: Mapping[str, str]) -> State:
    """An empty map: nobody has come yet."""
    s = State.__new__(State)
    s.board, s.form, s.options = board, form, options
    s.frames, s.sealed, s.over = [], [], None
    s.turn, s.phase = 0, "setup"
    s.at, s.army, s.marks = [AWAY] * LEADERS, [0] * LEADERS, [0] * LEADERS
    s.used, s.came, s.captor = [0] * LEADERS, [-1] * LEADERS, [-1] * LEADERS
    s.chief, s.lord, s.posture = [-1] * LEADERS, [-1] * LEADERS, [ASK] * LEADERS
    s.home, s.rooted = [-1] * LEADERS, [-1] * LEADERS
    built, cities = board.points.start, len(board.cities)
    s.garrison, s.fresh = nobody(board), nobody(board)
    s.control = [NOBODY] * built
    s.stock, s.ap, s.press = list(board.resources), [0] * cities, [0] * cities
    s.siege, s.commander = [0] * cities, [-1] * cities
    s.ravaged, s.ruined = [0] * built, [-1] * cities
    s.knights, s.fleets, s.cross = [0] * 4, [], -1
    s.draws, s.discard, s.gone = [(), ()], [(), ()], [(), ()]
    n = len(form.seats)
    s.hand, s.pile, s.usual = [()] * n, Deck(()), ()
    s.bought, s.marker, s.spied = [()] * PLAYED, [0] * PLAYED, 0
    s.drawer, s.last, s.roster = 0, [-1, -1], 0
    s.active, s.company, s.stage, s.fought, s.gold = -1, (), 0, 0, 0
    s.battle = None
    s.bribed, s.lent, s.free, s.recruited, s.jihad = 0, -1, [0] * 4, 0, 0
    s.heat, s.butimides, s.cyprus, s.egypt = 0, -1, 0, (-1, 0)
    s.kerbogha, s.fallen, s.lists, s.shown = 0, 0, [()] * PLAYED, 0
    side = form.side_of
    s.allow = [FRIENDLY if side[p] == side[q] else 0 for p in range(n) for q in range(n)]
    s.content, s.offers, s.banned = 0, [], 0
    return s


# -- who plays what --------------------------------------------------------------------------------


def faction_of(s: State, leader: int) -> int:
    return s.board.people.faction_of[leader]


def rank_of(s: State, leader: int) -> int:
    return s.board.people.leaders[leader].rank


def player_of(s: State, leader: int) -> int:
    """The player who moves a leader; -1: nobody does."""
    faction = s.board.people.faction_of[leader]
    if faction < PLAYED:
        return s.form.seat_of[faction]
    return s.lent if faction == FATIMIDS else s.lord[leader]


def player_for(s: State, owner: int) -> int:
    """The player of an owner of places and SP; -1: nobody."""
    return s.form.seat_of[owner] if 0 <= owner < PLAYED else -1


def face(s: State, player: int) -> int:
    """The faction that stands for a player in questions."""
    return s.form.played[player][0]


def side_of_player(s: State, player: int) -> int:
    return s.form.side_of[player]


def of_side(s: State, side: int) -> list[int]:
    """The players of a side."""
    return [p for p, of in enumerate(s.form.side_of) if of == side]


def princes(s: State) -> bool:
    """Whether there are several Crusader players."""
    return s.form.beside[CRUSADER] > 1


def cv(s: State, leader: int) -> int:
    """5.1: the campaign value of a leader or his replacement; without a leader it is nought."""
    if leader < 0:
        return 0
    return s.board.people.leaders[leader].value(bool(s.marks[leader] & REPLACED))


def av(s: State, leader: int) -> int:
    return s.board.people.leaders[leader].av


def alive(s: State, faction: int) -> list[int]:
    """The leaders of a faction on the map or in its boxes."""
    return [x for x in s.board.people.factions[faction].leaders if s.at[x] >= 0]


def cinc(s: State, faction: int) -> int:
    """5.3: the leader of the highest rank; among equals the better commander. -1: none."""
    return max(alive(s, faction), key=lambda x: (rank_of(s, x), cv(s, x), -x), default=-1)


def knights_of(s: State, leaders: Sequence[int]) -> int:
    """7.2D: the Mounted Knights that ride with these leaders."""
    found = 0
    for x in leaders:
        faction = faction_of(s, x)
        if faction < 4 and s.knights[faction] and cinc(s, faction) == x:
            found += s.knights[faction]
    return found


# -- what stands where -----------------------------------------------------------------------------


def here(s: State, node: int) -> list[int]:
    """The leaders in a space."""
    return [x for x, at in enumerate(s.at) if at == node]


def strength(s: State, leaders: Sequence[int]) -> int:
    army = s.army
    return sum([army[x] for x in leaders])


def held(s: State, node: int, owner: int) -> int:
    """Leaderless SP of an owner in a place."""
    return s.garrison[node * OWNERS + owner]


def garrisons(s: State, node: int) -> list[int]:
    """The owners of leaderless SP in a place."""
    row = s.garrison[node * OWNERS : node * OWNERS + OWNERS]
    return [owner for owner, sp in enumerate(row) if sp]


def put(s: State, node: int, owner: int, sp: int, fresh: bool = False) -> None:
    at = node * OWNERS + owner
    s.garrison[at] += sp
    if fresh:
        s.fresh[at] += sp


def pull(s: State, node: int, owner: int, sp: int) -> None:
    at = node * OWNERS + owner
    s.garrison[at] -= sp
    s.fresh[at] = min(s.fresh[at], s.garrison[at])


def ready(s: State, node: int, owner: int) -> int:
    """Leaderless SP that may be picked up."""
    at = node * OWNERS + owner
    return s.garrison[at] - s.fresh[at]


def besieged(s: State, node: int) -> bool:
    return node < len(s.siege) and s.siege[node] > 0


def allows(s: State, player: int, other: int, what: int) -> bool:
    """Whether a player allows another something; everybody allows himself all."""
    if player == other:
        return True
    if player < 0 or other < 0:
        return False
    return bool(s.allow[player * len(s.form.seats) + other] & what)
