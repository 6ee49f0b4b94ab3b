"""7.2: a Pitched Battle: cards, formations, dice, losses, and what becomes of leaders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core import Action
from engine.events import fact, many, number, said
from engine.games.crusade.book import after
from engine.games.crusade.book.attrition import bereft, lose_knights
from engine.games.crusade.book.encounter import Attacked, meet, of_battle, parts, relief
from engine.games.crusade.book.ground import (
    besieges,
    captive,
    commanding,
    hostile,
    lose,
    move,
    settle,
    units,
)
from engine.games.crusade.book.harassment import harry, may_harass
from engine.games.crusade.table.board import CITY, POINT, TOWN
from engine.games.crusade.table.charts import STALEMATE
from engine.games.crusade.table.flow import (
    CARD,
    CF,
    CI,
    FACTION,
    FORMATION,
    FORMATIONS,
    LEADER,
    PLACE,
    Card,
    Context,
    D,
    F,
    Order,
    Round,
    Telling,
    dice,
    die,
    faction,
    leader,
    place,
    push,
    step,
)
from engine.games.crusade.table.people import ARMENIANS, CRUSADER, FATIMIDS, MUSLIM
from engine.games.crusade.table.state import (
    AGGRESSION,
    ARDENT,
    INTERCEPTED,
    RELIEF,
    REPLACED,
    SEABORNE,
    SORTIE,
    TOTAL,
    WITHIN,
    Battle,
    State,
    cinc,
    cv,
    face,
    faction_of,
    held,
    here,
    knights_of,
    player_of,
    side_of,
    side_of_player,
    strength,
)
from engine.orders import Offer, some, subset


class Clashed(Telling, kind="battle", rule="7.2", shape="fight"):
    """A Pitched Battle: both sides, what they formed, the roll and what it cost."""

    place: str = said(PLACE, part="at")
    leader: str = said(LEADER, part="who")
    faction: str = said(FACTION)
    sizes: tuple[int, ...] = number()
    formations: tuple[str, ...] = many(FORMATION, form="path")
    drm: int = number()
    dice: int = number()
    percent: tuple[int, ...] = number()
    losses: tuple[int, ...] = number()


class Stalled(Telling, kind="stalemate", rule="7.2E", shape="fight"):
    place: str = said(PLACE, part="at")
    leader: str = said(LEADER, part="who")
    formations: tuple[str, ...] = many(FORMATION, form="path")


class Played(Telling, kind="played", rule="12.0"):
    """Cards that were somebody's secret until now."""

    faction: str = said(FACTION, secret=True)
    cards: tuple[str, ...] = many(CARD, secret=True)


def declare(s: State, c: Context, company: Sequence[int], node: int, how: str) -> None:
    """7.2B: an army attacks what is in its space."""
    if how == "harass" and may_harass(s, company, node):
        harry(s, c, company, node)
        return
    x = commanding(s, company) if s.active not in company else s.active
    c.tell(Attacked(leader=leader(s, x), place=place(s, node)))
    helper = relief(s, company, node) if how == "relieve" else -1
    if helper < 0:
        meet(s, c, tuple(company), node, s.came[x], 0)
        return
    rolled = die(c, "relief")
    needs = cv(s, helper) - (1 if faction_of(s, helper) != faction_of(s, x) else 0)
    good = rolled <= needs
    c.tell(Relieved(leader=leader(s, helper), die=rolled, result="joins" if good else "fails"))
    flags, bonus = (RELIEF, 2) if good else (0, -2)
    meet(s, c, tuple(company), node, s.came[x], flags, bonus)
    if good:
        b, city = of_battle(s), s.at[helper]
        for y in [y for y in here(s, city) if s.army[y] and not hostile(s, player_of(s, x), y)]:
            move(s, y, node)
            s.came[y] = city
            b.attackers += (y,)


class Relieved(Telling, kind="relief", rule="8.3D"):
    leader: str = said(LEADER)
    die: int = number()
    result: str = fact()


def card_parties(s: State) -> tuple[int, ...]:
    attack, defend = parts(s, of_battle(s))
    return tuple([face(s, p) for p in (*attack, *defend) if s.hand[p]])


def fit(s: State, player: int, card: int) -> bool:
    """12.1, 12.2: whether a card may be played in this battle."""
    b, name = of_battle(s), s.board.charts.events[card]
    attack, defend = parts(s, b)
    if name == "Knights-Charge":
        town = b.town and player in defend
        theirs = b.defenders if player in attack else b.attackers
        muslims = any(side_of(faction_of(s, x)) == MUSLIM for x in theirs) or (
            player in attack and any(side_of(o) == MUSLIM for o in b.garrisons)
        )
        return side_of_player(s, player) == CRUSADER and not town and muslims
    if name == "Terrain-Advantage":
        return player in defend and s.board.kind[b.node] == POINT
    return name == "Surprise" and player in attack and bool(b.flags & INTERCEPTED)


class Play(Order[tuple[()]], verb="cards", rule="12.0"):
    """12.0: play cards in this battle, or none."""

    cards = some(CARD, optional=True, words="which cards")

    @cards.offer
    def next_card(self, chosen: tuple[Card, ...]) -> Offer[Any]:
        s = self.s
        pool = sorted({k for k in s.hand[self.player] if fit(s, self.player, k)})
        return subset(pool, chosen, 0, len(pool))


class Cards(Round[tuple[()]], kind="cards", rule="7.2B", reaction=True):
    """7.2B: everybody in the battle who holds cards, all at once."""

    orders = (Play,)

    def parties(self, s: State, a: tuple[()]) -> tuple[int, ...]:
        return card_parties(s)

    def default(self, s: State, who: int, a: tuple[()]) -> Action:
        return Play.act()

    def about(self, s: State, who: int, a: tuple[()]) -> Mapping[str, Any]:
        return {"place": place(s, of_battle(s).node)}

    def opened(self, s: State, c: Any, a: tuple[()], answers: tuple[Any, ...]) -> None:
        b = of_battle(s)
        for answer in answers:
            for card in answer.cards:
                after.discard(s, answer.player, card)
                b.cards += ((answer.player, card),)
            if answer.cards:
                c.tell(Played(faction=faction(s, answer.who), cards=answer.tokens(Play.cards)))
        push(s, fight.then())


def ratio(attacker: int, defender: int) -> int:
    """7.2B: the ratio as a modifier: 0 even, 1 for one and a half, else the nearest whole."""
    small, large = min(attacker, defender), max(attacker, defender)
    if small <= 0:
        found = 6
    elif 4 * large <= 5 * small:
        found = 0
    elif 4 * large <= 7 * small:
        found = 1
    else:
        found = max(2, -((small - 2 * large) // (2 * small)))  # x.5 goes down
    return found if attacker >= defender else -found


def superior(mine: int, theirs: int) -> bool:
    """7.2G: at least three to one, as ratios are rounded."""
    return mine > theirs and ratio(mine, theirs) >= 3


def fighting(s: State, b: Battle) -> tuple[int, int]:
    """8.3A: the SP that fight; besiegers fight with all or half of them."""
    attack = strength(s, b.attackers)
    defend = strength(s, b.defenders) + sum([held(s, b.node, o) for o in b.garrisons])
    city = besieges(s, b.guard) if b.guard >= 0 else -1
    if city >= 0:
        whole = (s.siege[city] == TOTAL) == bool(b.flags & SORTIE)
        up = 1 if b.flags & RELIEF else 0  # 8.3D: rounded up against a combined relief
        defend = defend if whole else (defend + up) // 2
    return attack, defend


def _formation(s: State, c: Context, x: int, side: int, drm: int, cards: set[str]) -> int:
    if x < 0 or faction_of(s, x) in (ARMENIANS, FATIMIDS):
        return D
    if side == CRUSADER and "Knights-Charge" in cards:
        return CF
    label = "crusader formation" if side == CRUSADER else "muslim formation"
    return s.board.charts.formation(side, cv(s, x), die(c, label) + drm)


@step
def fight(s: State, c: Context) -> None:
    """7.2B: formations, modifiers, two dice, losses."""
    b = of_battle(s)
    charts = s.board.charts
    names = {charts.events[card] for _, card in b.cards}
    attack, defend = b.sizes = fighting(s, b)
    doubled = 2 * defend if b.node in s.board.doubles else defend
    side = side_of_player(s, player_of(s, b.chief))
    drm = ratio(attack, doubled) + b.bonus
    forms = (D, D)
    if not b.flags & WITHIN:
        wa = 1 if b.flags & AGGRESSION else 0
        lift = {CRUSADER: wa, MUSLIM: -wa}
        first = _formation(s, c, b.chief, side, lift[side], names)
        second = _formation(s, c, b.guard, 1 - side, lift[1 - side], names)
        forms = (first, second)
        found = charts.adjustment(side, first, second)
        if found == STALEMATE:
            if not (b.guard < 0 and s.board.kind[b.node] == TOWN):
                stalemate(s, c, b, forms)
                return
            found = 0
        drm += found
    riders = knights(s, b, side, forms)
    drm += riders if side == CRUSADER else -riders
    drm += occasion(s, b, names)
    rolled = dice(c, "battle")
    row = charts.clash(rolled + drm)
    if row.unpredictable:
        row = charts.tagged[min(6, max(1, die(c, "unpredictable") + row.add))]
    b.percent = (row.attacker, row.defender)
    b.losses = damage(s, b, doubled)
    lose(s, units(s, b.attackers), b.losses[0])
    lose(s, units(s, b.defenders, b.node, b.garrisons), b.losses[1])
    if riders:
        mine = 0 if side == CRUSADER else 1
        _unhorsed(s, b, mine)
    _no_more_knights(s, b)
    c.tell(
        Clashed(
            place=place(s, b.node), leader=leader(s, b.chief),
            faction=faction(s, faction_of(s, b.guard) if b.guard >= 0 else b.garrisons[0]),
            sizes=b.sizes, formations=tuple([FORMATIONS[f] for f in forms]), drm=drm, dice=rolled,
            percent=b.percent, losses=b.losses,
        )
    )  # fmt: skip
    fates(s, c, b)
    push(s, after.outcome.then())


def stalemate(s: State, c: Context, b: Battle, forms: tuple[int, int]) -> None:
    """7.2E: both lose one SP, and the active army may go on."""
    c.tell(
        Stalled(
            place=place(s, b.node), leader=leader(s, b.chief),
            formations=tuple([FORMATIONS[f] for f in forms]),
        )
    )  # fmt: skip
    lose(s, units(s, b.attackers), 1)
    lose(s, units(s, b.defenders, b.node, b.garrisons), 1)
    bereft(s, c, (*b.attackers, *b.defenders))
    after.conclude(s, c, after.STALLED)


def knights(s: State, b: Battle, side: int, forms: tuple[int, int]) -> int:
    """7.2D: Mounted Knights that count in this battle."""
    if b.flags & WITHIN:
        return 0
    attacking = side == CRUSADER
    formed = forms[0] if attacking else forms[1]
    if formed not in (F, CI, CF):
        return 0
    if attacking and (b.flags & SEABORNE or s.board.kind[b.node] in (TOWN, CITY)):
        return 0
    if not attacking and (b.town or side_of(_owner(s, b)) != CRUSADER):
        return 0
    return knights_of(s, b.attackers if attacking else b.defenders)


def _owner(s: State, b: Battle) -> int:
    return faction_of(s, b.guard) if b.guard >= 0 else b.garrisons[0]


def occasion(s: State, b: Battle, names: set[str]) -> int:
    """7.2G: what terrain, visions and cards add for the attacker."""
    drm = 0
    if b.town:
        drm -= int(s.options["town_drm"])
    way = s.board.way(b.entry, b.node) if b.entry >= 0 else -1
    if way >= 0 and s.board.ways[way].river and not b.flags & (INTERCEPTED | AGGRESSION):
        drm -= 2
    drm += 1 if s.marks[b.chief] & ARDENT else 0
    drm -= 1 if b.guard >= 0 and s.marks[b.guard] & ARDENT else 0
    drm += 4 if "Surprise" in names else 0
    drm -= s.board.value[b.node] if "Terrain-Advantage" in names else 0
    drm -= 3 if b.flags & SEABORNE else 0
    return drm


def damage(s: State, b: Battle, doubled: int) -> tuple[int, int]:
    """7.2G: SP lost: the higher per cent rounds up, the lower down, equal ones both up; who is
    three to one loses by the enemy's numbers."""
    (attack, defend), (a, d) = b.sizes, b.percent
    base_a = doubled if superior(attack, doubled) else attack
    base_d = attack if superior(doubled, attack) else defend
    up_a, up_d = a >= d, d >= a
    return min(attack, part(base_a, a, up_a)), min(defend, part(base_d, d, up_d))


def part(sp: int, percent: int, up: bool) -> int:
    return (sp * percent + (99 if up else 0)) // 100


def _unhorsed(s: State, b: Battle, mine: int) -> None:
    """7.2D: from 20 % on one Knight is lost for every ten."""
    size, lost = b.sizes[mine], b.losses[mine]
    if size > 5 and 100 * lost // size >= 20:
        lose_knights(s, b.attackers if mine == 0 else b.defenders, 100 * lost // size // 10 - 1)


def _no_more_knights(s: State, b: Battle) -> None:
    """7.2D: Knights whose whole army is destroyed in battle are no more."""
    for x in (*b.attackers, *b.defenders):
        f = faction_of(s, x)
        if f < 4 and s.knights[f] and not s.army[x] and cinc(s, f) == x:
            s.knights[f] = 0


def fates(s: State, c: Context, b: Battle) -> None:
    """7.2H: each leader of both armies; replacements are safe."""
    captors = (_owner(s, b), faction_of(s, b.chief))
    for _mine, (company, captor) in enumerate(
        zip((b.attackers, b.defenders), captors, strict=True)
    ):
        for x in company:
            if s.marks[x] & REPLACED or s.at[x] < 0:
                continue
            if dice(c, "leader") in (2, 12):
                dead = die(c, "fate") <= 2
                _lost(s, c, x, captor, dead)
    bereft(s, c, (*b.attackers, *b.defenders))
    settle(s, c)


def _lost(s: State, c: Context, x: int, captor: int, dead: bool) -> None:
    from engine.games.crusade.book.ground import orphaned

    had = s.army[x]
    captive(s, c, x, captor, dead)
    if had and not s.board.people.leaders[x].substitute:
        orphaned(s, c, x, dead)
