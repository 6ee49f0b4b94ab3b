"""Chapter 8.7: castle sieges. The attacker deploys; the besieged can only spoil the sum."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

from engine.core import Action
from engine.events import number as counting
from engine.events import said
from engine.games.granada.book.boabdil import end_alliance
from engine.games.granada.book.bombardment import (
    RAISED,
    Bombardment,
    Pioneers,
    can_bombard,
    can_use_pioneers,
    dead_guns,
)
from engine.games.granada.book.cards import holding, put_away, replenish
from engine.games.granada.book.control import besiege, calm, settle
from engine.games.granada.book.deployment import (
    CARD_DEPLOYS_NOBODY,
    NOT_WAITING,
    NOTHING_TO_DEPLOY,
    Broadside,
    Deploy,
    Finish,
    Free,
    InBattle,
    Watchtower,
    battle_of,
    bombarding,
    deployable,
    fighters,
    second_block,
    special_arm,
    strengthen,
)
from engine.games.granada.book.losses import losses, threshold
from engine.games.granada.book.retreat import CASTLE, DiskLost, take_boabdil
from engine.games.granada.table.board import CHRISTIAN, GUN, MUSLIM, SEATS
from engine.games.granada.table.flow import Context, Plain, Point, Telling, push, step
from engine.games.granada.table.orders import CARD, PLACE, SIDE, Block, Card, Pass, Place, not_held
from engine.games.granada.table.state import DEPLOYED, SHIFT, Battle, State, contested, without
from engine.orders import UNFIT, Bar, Offer, Why, counted, one, subset, worked_out

ASSAULT_TOO_WEAK = Bar("assault_too_weak", "8.7.1")
ASSAULT_UNFINISHED = Bar(
    "assault_unfinished", "8.7.1", needed=counted("impact"), impacts=counted("impact")
)
ASSAULT_SHORT = Bar("assault_short", "8.7.1")
ONLY_GUNS_REACT = Bar("only_guns_react", "8.7.5.B")
NO_SORTIE = Bar("no_sortie", "11.5")

# the cards that deploy in a siege, those that bring most first; then those that do not
STRONGEST = (
    "bombardment",
    "double",
    "trumpet",
    "commander",
    "crossbowmen",
    "plain",
    "charge",
    "watchtower",
    "challenge",
    "mobilization",
    "captured",
    "broadside",
    "sortie",
)


class Held(Telling, kind="hold", rule="8.7.5.F", shape="mark"):
    """The siege goes on without an assault."""

    side: str = said(SIDE, part="who")
    place: str = said(PLACE, part="at")


class Assaulted(Telling, kind="assault", rule="8.7.5", shape="fight"):
    """A castle is assaulted."""

    side: str = said(SIDE, part="who")
    place: str = said(PLACE, part="at")


class SortiePlayed(Telling, kind="sortie", rule="11.5"):
    """A Sortie card is played."""

    card: str = said(CARD, secret=True)
    impacts: int = counting(noun="impact", secret=True)


class SiegeEnded(Telling, kind="siege_result", rule="8.7.5.C", shape="mark"):
    """What an assault came to."""

    place: str = said(PLACE, part="at")
    impacts: int = counting(noun="impact")
    needed: int = counting()
    losses: int = counting(noun="block")


@step
def siege(s: State, c: Context) -> None:
    """8.7.1: the besieger is asked whether he assaults; asked always."""
    push(s, Assaulting.then())


class Besieger(Point[Plain]):
    """A question to the besieger."""

    def whom(self, s: State, a: Plain) -> tuple[int, ...]:
        return (battle_of(s).attacker,)


class Assault(InBattle, verb="assault", rule="8.7.1", command=True):
    """8.7.1: assault the castle."""

    shut = ASSAULT_TOO_WEAK

    def possible(self) -> bool:
        return reachable(self.s, self.battle)

    def do(self, c: Context) -> None:
        b = self.battle
        b.started = True
        c.tell(Assaulted(side=SEATS[self.side], place=self.s.board.places[b.place]))
        push(self.s, Storming.then())


class Hold(InBattle, verb="hold", rule="8.7.5.F", ends=True):
    """8.7.5.F: keep the siege without an assault."""

    def do(self, c: Context) -> None:
        c.tell(Held(side=SEATS[self.side], place=self.s.board.places[self.battle.place]))
        end_siege(self.s, c)


class Assaulting(Besieger, kind="assault", rule="8.7.1"):
    """8.7.1, C8: an assault needs, before any reaction, impacts enough for one loss."""

    orders = (Assault, Hold)
    otherwise = Hold

    def about(self, s: State, who: int, a: Plain) -> dict[str, Any]:
        return {"place": s.board.places[battle_of(s).place]}


# -- 8.7.5.A: the attacker deploys ---------------------------------------------------------------


class FinishStorm(Finish):
    """8.7.1: an assault goes on until it is strong enough."""

    @property
    def needed(self) -> int:
        return threshold(self.s, self.battle, self.battle.guns[self.side] > 0)

    def possible(self) -> bool:
        """It could fall short only if a moderator took away what it needs."""
        if self.battle.impacts[self.side] >= self.needed:
            return True
        return not reachable(self.s, self.battle)

    def closed(self) -> Why | None:
        if self.possible():
            return None
        return ASSAULT_UNFINISHED(needed=self.needed, impacts=self.battle.impacts[self.side])

    def do(self, c: Context) -> None:
        super().do(c)
        push(self.s, last_word.then())


class _Storm(InBattle):
    """8.7.1, C8: an assault once begun is carried to its end: nothing may make it fall short."""

    @worked_out
    def stands(self) -> Tally:
        return tally(self.s, self.battle)

    @worked_out
    def settled(self) -> bool:
        """Whether anything goes: it is strong enough, or could not become so any more."""
        t = self.stands
        enough = t.total >= threshold(self.s, self.battle, t.guns)
        return enough or not reaches(self.s, self.battle, t)


class StormDeploy(Deploy, _Storm):
    """8.2.2: as in the field, as long as the assault can still be carried to its end."""

    @worked_out
    def known(self) -> dict[tuple[int, tuple[int, ...]], bool]:
        return {}

    def safe(self, card: int, kinds: tuple[int, ...]) -> bool:
        """Whether the assault could still succeed after this deployment."""
        if self.settled:
            return True
        if (card, kinds) not in self.known:
            self.known[card, kinds] = self._safe(card, kinds)
        return self.known[card, kinds]

    def _safe(self, card: int, kinds: tuple[int, ...]) -> bool:
        s, b, side, groups = self.s, self.battle, self.side, list(self.stands.groups)
        gains, gun = 0, False
        for kind in kinds:
            block = s.board.kinds[kind]
            arm = special_arm(s, b, side, kind, card)
            gains += block.impact + 2 * bool(arm)
            if block.group >= 0:
                gains += groups.count(block.group)
                groups.append(block.group)
            gun = gun or arm == GUN
        return reaches(s, b, self.stands.after(s, card, kinds, gains, gun))

    def leads_on(self, card: int, first: int) -> bool:
        """Whether a card may deploy this block, alone or with a second one."""
        if self.safe(card, (first,)):
            return True
        if not second_block(self.s, first, card, self.side):
            return False
        return any(self.safe(card, (first, other)) for other in self._seconds(card, first))

    def _seconds(self, card: int, first: int) -> list[int]:
        waiting = list(self.stands.kinds)
        waiting.remove(first)
        s, b, side = self.s, self.battle, self.side
        return [
            k
            for k in dict.fromkeys(waiting)
            if k >= first and deployable(s, b, side, k, card) and not s.board.kinds[k].any_card
        ]

    def usable(self, card: int) -> bool:
        if self.settled:
            return super().usable(card)
        s, b, side = self.s, self.battle, self.side
        fitting = [k for k in self.kinds if deployable(s, b, side, k, card)]
        return any(self.leads_on(card, k) for k in fitting)

    def closed(self) -> Why | None:
        if self.possible():
            return None
        held = dict.fromkeys(self.s.hand[self.side])
        short = any(super(StormDeploy, self).usable(card) for card in held)
        return ASSAULT_SHORT() if short else NOTHING_TO_DEPLOY()

    def card_barred(self, card: Card) -> Why | None:
        if barred := not_held(self, card, "8.2.1"):
            return barred
        if self.usable(card):
            return None
        return ASSAULT_SHORT() if super().usable(card) else CARD_DEPLOYS_NOBODY(card=card)

    def next_block(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        offer = super().next_block(chosen)
        if self.settled:
            return offer
        card = self.card
        if chosen:
            found = [k for k in offer.choices if self.safe(card, (*chosen, k))]
            stops = offer.may_stop and self.safe(card, chosen)
            return Offer(tuple(found), stops, offer.min, offer.max, offer.rule)
        found = [k for k in offer.choices if self.leads_on(card, k)]
        return Offer(tuple(found), offer.may_stop, offer.min, offer.max, offer.rule)

    def block_barred(self, chosen: tuple[Block, ...], block: Block | None) -> Why | None:
        if barred := super().block_barred(chosen, block):
            return barred
        if block is None:
            return None if self.safe(self.card, chosen) else ASSAULT_SHORT()
        fine = self.safe(self.card, (*chosen, block)) if chosen else self.leads_on(self.card, block)
        return None if fine else ASSAULT_SHORT()


class StormBombardment(Bombardment, _Storm):
    """10.2: the same for a Bombardment card and the guns that it brings back."""

    def safe(self, raised: tuple[int, ...], here: tuple[int, ...], fires: int) -> bool:
        """Whether the assault could still succeed with these guns back, some of them here."""
        s, b, t = self.s, self.battle, self.stands
        if self.settled:
            return True
        card = holding(s, self.side, "bombardment")[0]
        block = s.board.kinds[fires]
        gains = block.impact + t.groups.count(block.group) + 2
        t = t._replace(kinds=(*t.kinds, *here), dead=without(t.dead, raised))
        return reaches(s, b, t.after(s, card, (fires,), gains, True))

    def fitting(self, raised: tuple[int, ...], here: tuple[int, ...]) -> list[int]:
        """The guns that may fire when those have come back."""
        guns = dict.fromkeys(sorted((*self.ready(), *here)))
        return [k for k in guns if self.safe(raised, here, k)]

    def _all_here(self, raised: tuple[int, ...]) -> bool:
        """With all of them here there is most to fire with."""
        return bool(self.fitting(raised, raised))

    def _leads_on(self, raised: tuple[int, ...]) -> bool:
        if self._all_here(raised):
            return True
        left = without(dead_guns(self.s, self.side), raised)
        more = [k for k in left if not raised or k >= raised[-1]]
        return len(raised) < RAISED and any(self._leads_on((*raised, k)) for k in more)

    def possible(self) -> bool:
        return super().possible() and (self.settled or self._leads_on(()))

    def next_gun(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        offer = super().next_gun(chosen)
        found = [k for k in offer.choices if self._leads_on((*chosen, k))]
        stops = offer.may_stop and self._all_here(chosen)
        return Offer(tuple(found), stops, offer.min, offer.max, offer.rule)

    def next_place(self, chosen: tuple[Place, ...]) -> Offer[Any]:
        offer = super().next_place(chosen)
        found = [p for p in offer.choices if self._fits((*chosen, p))]
        return Offer(tuple(found), offer.may_stop, offer.min, offer.max, offer.rule)

    def _fits(self, places: tuple[int, ...]) -> bool:
        here = [k for k, p in zip(self.raised, places, strict=False) if p == self.battle.place]
        return bool(self.fitting(self.raised, (*here, *self.raised[len(places) :])))

    def guns(self) -> Sequence[Any]:
        back = zip(self.raised, self.at, strict=True)
        here = tuple(k for k, place in back if place == self.battle.place)
        return self.fitting(self.raised, here)

    def gun_barred(self, chosen: tuple[Block, ...], block: Block | None) -> Why | None:
        if barred := super().gun_barred(chosen, block):
            return barred
        fine = self._all_here(chosen) if block is None else self._leads_on((*chosen, block))
        return None if fine else ASSAULT_SHORT()

    def place_barred(self, chosen: tuple[Place, ...], place: Place | None) -> Why | None:
        if barred := super().place_barred(chosen, place):
            return barred
        return None if place is None or self._fits((*chosen, place)) else ASSAULT_SHORT()


class NoWatchtower(Watchtower):
    """10.3: a watchtower counts for nothing in a siege."""

    def possible(self) -> bool:
        return False


STORM = (Free, StormDeploy, StormBombardment, Pioneers, Broadside)


class Storming(Besieger, kind="storm", rule="8.7.5.A", reaction=True):
    """8.7.5.A: the attacker keeps the initiative and deploys as many blocks as he wishes."""

    orders = (*STORM, FinishStorm, NoWatchtower)
    facts = {"impacts": counting(noun="impact")}

    def about(self, s: State, who: int, a: Plain) -> dict[str, Any]:
        b = battle_of(s)
        return {
            "place": s.board.places[b.place],
            "impacts": b.impacts[who],
            "needed": threshold(s, b, b.guns[who] > 0),
        }

    def answer(self, s: State, c: Context, who: int, action: Action, a: Plain) -> None:
        """He is asked again until he deploys no more."""
        super().answer(s, c, who, action, a)
        if action.verb != Finish.verb.name:
            push(s, Storming.then())


# -- 8.7.1: can the assault succeed at all? ------------------------------------------------------


class Tally(NamedTuple):
    """How far an assault has come, and what it still has."""

    hand: tuple[int, ...]
    kinds: tuple[int, ...]  # that wait
    dead: tuple[int, ...]  # guns that a Bombardment card could bring back
    total: int
    groups: tuple[int, ...]
    guns: bool
    carded: bool

    def after(self, s: State, card: int, kinds: tuple[int, ...], gains: int, gun: bool) -> Tally:
        """The same when a card has deployed some blocks for so many impacts."""
        groups = tuple(g for k in kinds if (g := s.board.kinds[k].group) >= 0)
        return self._replace(
            hand=without(self.hand, (card,)),
            kinds=without(self.kinds, kinds),
            total=self.total + gains,
            groups=self.groups + groups,
            guns=self.guns or gun,
            carded=True,
        )


def tally(s: State, b: Battle) -> Tally:
    side = b.attacker
    kinds = tuple(e >> SHIFT for e in fighters(s, b, side) if not e & DEPLOYED)
    dead = dead_guns(s, side) if can_bombard(s, b, side) else ()
    guns = b.guns[side] > 0
    return Tally(s.hand[side], kinds, dead, b.impacts[side], b.groups[side], guns, b.carded[side])


def reachable(s: State, b: Battle) -> bool:
    """Whether the attacker can reach what one loss needs with his blocks and hand (C8)."""
    return reaches(s, b, tally(s, b))


def reaches(s: State, b: Battle, t: Tally) -> bool:
    """The same from any point of an assault.

    The sum of a siege does not depend on the order, so only the choice of blocks for cards
    matters. Leaders come free, before the first card.
    """
    if t.total >= threshold(s, b, t.guns):
        return True
    side, groups = b.attacker, t.groups
    total = t.total + _without_blocks(s, b, side, t)
    kinds: list[int] = []
    for kind in t.kinds:
        block = s.board.kinds[kind]
        if block.leader and not t.carded:
            total += block.impact + groups.count(block.group)
            groups = (*groups, block.group) if block.group >= 0 else groups
        else:
            kinds.append(kind)
    search = _Search(s, b, side, t.hand)
    return any(
        search.reach(0, tuple(sorted((*kinds, *guns))), total, groups, t.guns)
        for guns in _returning_guns(s, side, t)
    )


def _without_blocks(s: State, b: Battle, side: int, t: Tally) -> int:
    """11.6, 11.7: the impacts of a Naval Bombardment card and of a Pioneers tile."""
    bonus = int(not t.carded and can_use_pioneers(s, b, side))
    if holding(s, side, "broadside") and (ships := bombarding(s, b.place, side)):
        bonus += 2 if ships == 1 else 3
    return bonus


def _returning_guns(s: State, side: int, t: Tally) -> set[tuple[int, ...]]:
    """10.2: the guns that a Bombardment card could bring back here: the best two, or fewer."""
    cards = [k for k in t.hand if s.board.cards[side][k].type == "bombardment"]
    return set(combinations(t.dead, min(len(t.dead), RAISED * len(cards))))


class _Search:
    """Card by card, strongest first: which block it deploys, or none."""

    def __init__(self, s: State, b: Battle, side: int, hand: tuple[int, ...]) -> None:
        self.s, self.b, self.side = s, b, side
        self.needed = {guns: threshold(s, b, guns) for guns in (False, True)}
        designs = s.board.cards[side]
        self.cards = sorted(hand, key=lambda card: STRONGEST.index(designs[card].type))
        self.best: dict[tuple[Any, ...], int] = {}

    def reach(
        self, at: int, kinds: tuple[int, ...], total: int, groups: tuple[int, ...], guns: bool
    ) -> bool:
        """Whether the cards from the one numbered `at` on can bring `total` to what is needed."""
        if total >= self.needed[guns]:
            return True
        key = (at, kinds, guns, tuple(sorted(groups)))  # which guns came back is in the groups
        if at == len(self.cards) or self.best.get(key, -1) >= total:
            return False
        self.best[key] = total
        for gain, used, gun in self._moves(self.cards[at], kinds, groups):
            left = list(kinds)
            for kind in used:
                left.remove(kind)
            more = tuple(g for k in used if (g := self.s.board.kinds[k].group) >= 0)
            if self.reach(at + 1, tuple(left), total + gain, groups + more, guns or gun):
                return True
        return self.reach(at + 1, kinds, total, groups, guns)

    def _moves(
        self, card: int, kinds: tuple[int, ...], groups: tuple[int, ...]
    ) -> list[tuple[int, tuple[int, ...], bool]]:
        """What a card can deploy, best gain first: impacts, blocks, whether a gun attacks."""
        s, b, side = self.s, self.b, self.side
        found: list[tuple[int, tuple[int, ...], bool]] = []
        for i, kind in enumerate(kinds):
            if kind in kinds[:i]:
                continue
            block = s.board.kinds[kind]
            if s.board.cards[side][card].type == "bombardment" and block.arm == GUN:
                arm = GUN
            elif deployable(s, b, side, kind, card):
                arm = special_arm(s, b, side, kind, card)
            else:
                continue
            gain = block.impact + groups.count(block.group) + 2 * bool(arm)
            found.append((gain, (kind,), arm == GUN))
            if second_block(s, kind, card, side):
                for other in dict.fromkeys(kinds[i + 1 :]):
                    second = s.board.kinds[other]
                    if deployable(s, b, side, other, card) and not second.any_card:
                        more = second.impact + groups.count(block.group) + 1
                        found.append((gain + more, (kind, other), False))
        found.sort(reverse=True)
        return found


# -- 8.7.5.B: the besieged react -----------------------------------------------------------------


def may_react(s: State, b: Battle) -> bool:
    """Publicly: could the besieged hold anything that counts in a siege?"""
    side = b.defender
    if not s.hand[side]:
        return False
    if bool(fighters(s, b, side)) and any(k.arm == GUN and k.side == side for k in s.board.kinds):
        return True
    if side == MUSLIM and s.options["sortie"] != "off":
        return True
    return s.options["naval_bombardment"] in ("both", SEATS[side]) and bool(
        bombarding(s, b.place, side)
    )


@step
def last_word(s: State, c: Context) -> None:
    """8.7.5.B: the defender may react even after the attacker's last unit; nothing comes later."""
    b = battle_of(s)
    push(s, siege_losses.then())
    if may_react(s, b):
        push(s, Reacting.then())


class ReactWithGuns(Deploy, text="card blocks"):
    """8.7.5.B: the besieged make artillery special attacks, and nothing else."""

    card = one(CARD, rule="8.7.5.B")
    card.offer(Deploy.cards)

    def closed(self) -> Why | None:
        return None if self.possible() else NOTHING_TO_DEPLOY("8.7.5")

    def guns(self, card: int) -> list[int]:
        """The guns that wait and fire with a card."""
        s, b, side = self.s, self.battle, self.side
        return [
            k
            for k in self.kinds
            if deployable(s, b, side, k, card) and special_arm(s, b, side, k, card) == GUN
        ]

    def usable(self, card: int) -> bool:
        return bool(self.guns(card))

    @card.bar
    def card_barred(self, card: Card) -> Why | None:
        return not_held(self, card, "8.2.1") or (None if self.usable(card) else ONLY_GUNS_REACT())

    def next_block(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        return subset(self.guns(self.card), chosen, 1, 1, "8.7.5.B")

    def block_barred(self, chosen: tuple[Block, ...], block: Block | None) -> Why | None:
        if block is None:
            return None if chosen else UNFIT()
        if self.left(block) <= chosen.count(block):
            return NOT_WAITING(block=block)
        return None if not chosen and block in self.guns(self.card) else ONLY_GUNS_REACT()


class ReactWithBombardment(Bombardment):
    """10.2, 8.7.2: a gun that is inside, or one brought back while the castle has room."""

    def possible(self) -> bool:
        if not super().possible():
            return False
        return bool(self.ready()) or len(fighters(self.s, self.battle, self.side)) < CASTLE


class ReactWithBroadside(Broadside):
    """11.6: the besieged take impacts away."""

    sign = -1


class Sortie(InBattle, verb="sortie", rule="11.5"):
    """11.5: play a Sortie card."""

    shut = NO_SORTIE
    card = one(CARD, rule="11.5")

    def possible(self) -> bool:
        return bool(self.cards())

    @card.offer
    def cards(self) -> Sequence[Any]:
        return holding(self.s, self.side, "sortie")

    @card.bar
    def card_barred(self, card: Card) -> Why | None:
        return not_held(self, card, "11.5") or (None if card in self.cards() else NO_SORTIE())

    def do(self, c: Context) -> None:
        s, side = self.s, self.side
        put_away(s, side, (self.card,), "pile")
        hit = s.board.cards[side][self.card].impact
        strengthen(self.battle, self.battle.attacker, hit)
        c.tell(SortiePlayed(card=self.tokens(Sortie.card), impacts=hit))


class Reacting(Point[Plain], kind="react", rule="8.7.5.B", reaction=True):
    """8.7.5.B, 11.5, 11.6: artillery, Bombardment, Sortie or Naval Bombardment; asked always."""

    orders = (Pass, ReactWithGuns, ReactWithBombardment, Sortie, ReactWithBroadside, NoWatchtower)
    otherwise = Pass
    facts = {"impacts": counting(noun="impact")}

    def whom(self, s: State, a: Plain) -> tuple[int, ...]:
        return (battle_of(s).defender,)

    def about(self, s: State, who: int, a: Plain) -> dict[str, Any]:
        b = battle_of(s)
        return {
            "place": s.board.places[b.place],
            "impacts": b.impacts[b.attacker] - b.impacts[b.defender],
            "needed": threshold(s, b, b.guns[b.attacker] > 0),
        }

    def answer(self, s: State, c: Context, who: int, action: Action, a: Plain) -> None:
        """The besieged are asked again until they pass."""
        super().answer(s, c, who, action, a)
        if action.verb != Pass.verb.name:
            push(s, Reacting.then())


# -- 8.7.5.C to G: damage ------------------------------------------------------------------------


def net_impacts(b: Battle) -> int:
    """8.7.5.C: the besieger's impacts that those of the besieged do not undo."""
    return max(0, b.impacts[b.attacker] - b.impacts[b.defender])


@step
def siege_losses(s: State, c: Context) -> None:
    """8.7.5.C, 8.7.5.D: the besieged lose; a disk is the last to go."""
    b = battle_of(s)
    net = net_impacts(b)
    need = threshold(s, b, b.guns[b.attacker] > 0)
    number = net // need
    inside = len(fighters(s, b, b.defender))
    c.tell(SiegeEnded(place=s.board.places[b.place], impacts=net, needed=need, losses=number))
    push(s, losses.then(b.defender, min(number, inside)), end_assault.then(number > inside))


@step
def end_assault(s: State, c: Context, disk: bool) -> None:
    """8.7.5.D, 8.7.5.E, 8.7.5.G: the disk falls, the castle falls, cards are drawn.

    The disks are El Zegri in Málaga (10.6) and Sidi Yahya in Baza (10.7).
    """
    b = battle_of(s)
    lost = b.lost
    if disk and b.place in s.disks:
        s.disks = tuple(p for p in s.disks if p != b.place)
        c.tell(DiskLost(place=s.board.places[b.place]))
        lost = (lost[0], lost[1] + 1)
    if b.attacker == MUSLIM:
        lost = (lost[0], 0)
    else:
        lost = (0, lost[1])
    if _boabdil_left(s, b):
        take_boabdil(s, c, b.place)
    if b.army and b.defender == CHRISTIAN and not s.grey:
        push(s, end_alliance.then())
        s.grey_at = -1
    end_siege(s, c)
    if s.over is None:
        replenish(s, c, lost, True)


def _boabdil_left(s: State, b: Battle) -> bool:
    """R12: at some tables an assault that leaves Boabdil alone captures him, as in the field."""
    if s.options.get("boabdil_besieged") != "companions_lost" or b.place in s.disks:
        return False
    inside = [e >> SHIFT for e in s.stacks[2 * b.place + MUSLIM]]
    return b.defender == MUSLIM and bool(b.lost[MUSLIM]) and inside == [s.board.boabdil]


def end_siege(s: State, c: Context) -> None:
    """8.7.5.E, 8.7.5.F: the castle has fallen, or both sides stay and its owner is besieged."""
    b = battle_of(s)
    calm(s, b.place)
    if contested(s, b.place):
        besiege(s, c, b.place)
    else:
        settle(s, c, b.place)
    s.battle = None
