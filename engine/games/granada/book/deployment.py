"""Chapters 8.2 and 8.3: blocks are deployed, and their impacts counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.events import many, number, said
from engine.games.granada.book.cards import holding, put_away, tokens
from engine.games.granada.table.board import (
    CHRISTIAN,
    CROSSBOW,
    FACTION_CARDS,
    GUN,
    HORSE,
    NO_ARM,
    SEATS,
)
from engine.games.granada.table.flow import Context, Telling
from engine.games.granada.table.orders import (
    BLOCK,
    CARD,
    SIDE,
    Block,
    Card,
    Order,
    not_held,
    out_of_order,
)
from engine.games.granada.table.redeal import Dealt
from engine.games.granada.table.state import (
    DEPLOYED,
    INSIDE,
    KNOWN,
    SHIFT,
    Battle,
    Entries,
    Gains,
    State,
    join,
    take,
    with_flags,
    without,
)
from engine.orders import UNFIT, Bar, Offer, Why, one, several, some, subset, worked_out
from engine.orders.piles import Pile

TOWER = 4  # impacts of a Watchtower card (10.3)
CALLS = {  # the special attacks that a card launches (8.3.3)
    "trumpet": (HORSE, CROSSBOW, GUN),
    "commander": (HORSE, CROSSBOW, GUN),
    "charge": (HORSE,),
    "crossbowmen": (CROSSBOW,),
    "bombardment": (GUN,),
}


class Deployed(Telling, kind="deploy", rule="8.2.2"):
    """Blocks are deployed, with a card or as leaders without one."""

    side: str = said(SIDE, part="who")
    blocks: tuple[str, ...] = many(BLOCK, secret=True)
    card: str | None = said(CARD, secret=True)
    impacts: int = number(noun="impact", secret=True)
    christian: int = number(secret=True)
    muslim: int = number(secret=True)


class Finished(Telling, kind="finish", rule="8.2.4"):
    """A side deploys no more."""

    side: str = said(SIDE, part="who")


class TowerPlayed(Telling, kind="watchtower", rule="10.3"):
    """A Watchtower card is played."""

    side: str = said(SIDE, secret=True, part="who")
    card: str = said(CARD, secret=True)
    christian: int = number()
    muslim: int = number()


class BroadsidePlayed(Telling, kind="broadside", rule="11.6"):
    """A Naval Bombardment card is played."""

    side: str = said(SIDE, secret=True, part="who")
    card: str = said(CARD, secret=True)
    impacts: int = number(noun="impact")
    christian: int = number()
    muslim: int = number()


def battle_of(s: State) -> Battle:
    """The battle that is being fought."""
    assert s.battle is not None
    return s.battle


def about_battle(s: State) -> dict[str, Any]:
    """What every question of a battle tells of it."""
    b = s.battle
    if b is None:
        return {}
    return {
        "place": s.board.places[b.place],
        "attacker": SEATS[b.attacker],
        "impacts": {"christian": b.impacts[0], "muslim": b.impacts[1]},
    }


def fighters(s: State, b: Battle, side: int) -> Entries:
    """The blocks of a side that may be deployed or lost: outside, and of the army that fights."""
    if side == CHRISTIAN and b.army:
        return s.grey
    stack = s.stacks[2 * b.place + side]
    inside = b.siege and side == b.defender
    return tuple(e for e in stack if bool(e & INSIDE) == inside)


def waiting(s: State, b: Battle, side: int) -> list[int]:
    """The distinct kinds that have not been deployed."""
    return list(dict.fromkeys(e >> SHIFT for e in fighters(s, b, side) if not e & DEPLOYED))


def leader_of_battle(b: Battle) -> int:
    """8.2.4: who leads; ties favour the defender."""
    return b.attacker if b.impacts[b.attacker] > b.impacts[b.defender] else b.defender


def tower_stands(s: State, b: Battle) -> bool:
    """10.3: the defender of a field combat controls the watchtower of its place."""
    return not b.siege and s.board.tower[b.place] and s.control[b.place] == b.defender


def bombarding(s: State, place: int, side: int) -> int:
    """11.6: fleets in the zone off a coastal place."""
    zone = s.board.coast[place]
    return len(s.ships[2 * zone + side]) if zone >= 0 else 0


def finish_deploying(s: State, c: Context, b: Battle, side: int) -> None:
    b.finished = (side == 0 or b.finished[0], side == 1 or b.finished[1])
    c.tell(Finished(side=SEATS[side]))


def special_arm(s: State, b: Battle, side: int, kind: int, card: int) -> int:
    """8.3.3.1, 8.3.3.2, 8.7.6, 10.3: the special attack of this block with this card, or none."""
    block = s.board.kinds[kind]
    design = s.board.cards[side][card]
    arm = block.arm
    if arm == NO_ARM:
        return NO_ARM
    if arm not in CALLS.get(design.type, ()):
        return NO_ARM
    if arm == HORSE and (b.siege or (b.tower and side == b.attacker)):
        return NO_ARM
    if arm == GUN and not b.siege:
        if not b.tower:
            return NO_ARM
        if side == b.defender and (not b.guns[b.attacker] or b.guns[side]):
            return NO_ARM
    return arm


def deployable(s: State, b: Battle, side: int, kind: int, card: int) -> bool:
    """8.2.1, 10.4: whether a card deploys a block."""
    block = s.board.kinds[kind]
    design = s.board.cards[side][card]
    if design.type in FACTION_CARDS:
        return block.any_card or design.faction == block.faction
    if design.type == "commander":
        return True
    if design.type == "charge":
        if block.arm != HORSE:
            return False
        # R13; a record from before the option has none
        shields = s.options.get("charge_without_attack") == "shields"
        return shields or special_arm(s, b, side, kind, card) == HORSE
    if design.type == "crossbowmen":
        return block.arm == CROSSBOW
    return False


def impacts_of(s: State, b: Battle, side: int, kind: int, arm: int) -> int:
    """8.3.1, 8.3.2, 8.3.3: all that a block brings."""
    return sum(gains_of(s, b, side, kind, arm))


def gains_of(s: State, b: Battle, side: int, kind: int, arm: int) -> tuple[int, int, int]:
    """8.3.1, 8.3.2, 8.3.3: shields, +1 for each of its group before it, and the special attack."""
    block = s.board.kinds[kind]
    comrades = b.groups[side].count(block.group) if block.group >= 0 else 0
    special = 2 if arm else 0
    if arm and arm != GUN and not b.siege:
        special += 2 * b.arms[side].count(arm)
    return block.impact, comrades, special


def second_block(s: State, kind: int, card: int, side: int) -> bool:
    """8.3.4, G28: a Double Shield deploys two blocks only of its own faction."""
    return s.board.cards[side][card].type == "double" and not s.board.kinds[kind].any_card


def deploy_blocks(
    s: State, c: Context, b: Battle, side: int, kinds: tuple[int, ...], card: int
) -> None:
    """8.2.2, 8.3: show the blocks, count their impacts, put the card on the battle pile."""
    before = b.impacts[side]
    gains: list[Gains] = []
    for kind in kinds:
        arm = special_arm(s, b, side, kind, card) if card >= 0 else NO_ARM
        gain = gains_of(s, b, side, kind, arm)
        gains.append((*gain, arm))
        strengthen(b, side, sum(gain))
        group = s.board.kinds[kind].group
        if group >= 0:
            b.groups = added(b.groups, side, group)
        if arm:
            b.arms = added(b.arms, side, arm)
            if arm == GUN:
                b.guns = (b.guns[0] + (side == 0), b.guns[1] + (side == 1))
        if kind == s.board.boabdil:
            b.boabdil = True
        _mark_deployed(s, b, side, kind)
    if card >= 0:
        put_away(s, side, (card,), "pile")
        b.carded = (side == 0 or b.carded[0], side == 1 or b.carded[1])
    gained = b.impacts[side] - before
    b.last = (side, kinds, gained, card)
    b.deployments = (*b.deployments, (side, card, kinds, tuple(gains), ()))
    names = s.board.kind_tokens
    c.tell(
        Deployed(
            side=SEATS[side],
            blocks=tuple(names[k] for k in kinds),
            card=s.board.card_tokens[side][card] if card >= 0 else None,
            impacts=gained,
            christian=b.impacts[0],
            muslim=b.impacts[1],
        ),
        rule="8.2.3" if card < 0 else "8.2.2",
        reveals=("blocks", "card", "impacts", "christian", "muslim"),
    )


def strengthen(b: Battle, side: int, gain: int) -> None:
    b.impacts = (b.impacts[0] + gain * (side == 0), b.impacts[1] + gain * (side == 1))


def added(
    pair: tuple[tuple[int, ...], tuple[int, ...]], side: int, value: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if side == 0:
        return (*pair[0], value), pair[1]
    return pair[0], (*pair[1], value)


def _mark_deployed(s: State, b: Battle, side: int, kind: int) -> None:
    if side == CHRISTIAN and b.army:
        e = take(s.grey, (kind,), 0, DEPLOYED)
        s.grey = join(without(s.grey, e), with_flags(e, DEPLOYED | KNOWN))
        return
    index = 2 * b.place + side
    need = INSIDE if b.siege and side == b.defender else 0
    bar = DEPLOYED | (0 if need else INSIDE)
    stack = s.stacks[index]
    # one that is known comes first: that there is a second like it stays the owner's secret
    known = any(
        e >> SHIFT == kind and e & KNOWN and e & need == need and not e & bar for e in stack
    )
    e = take(stack, (kind,), need | KNOWN if known else need, bar)
    s.stacks[index] = join(without(stack, e), with_flags(e, DEPLOYED | KNOWN))


# -- the orders of those who fight ---------------------------------------------------------------

LEADERS_FIRST = Bar("leaders_first", "8.2.3")
NO_LEADER = Bar("no_leader", "8.2.3")
NOT_A_LEADER = Bar("not_a_leader", "8.2.3", block=BLOCK)
NOTHING_TO_DEPLOY = Bar("nothing_to_deploy", "8.2.1")
CARD_DEPLOYS_NOBODY = Bar("card_deploys_nobody", "8.2.1", card=CARD)
CARD_DOES_NOT_DEPLOY = Bar("card_does_not_deploy", "8.2.1", card=CARD, block=BLOCK)
CARD_DEPLOYS_NO_MORE = Bar("card_deploys_no_more", "8.3.4", card=CARD, chosen=several(BLOCK))
NOT_WAITING = Bar("not_waiting", "8.2.2", block=BLOCK)
NO_WATCHTOWER = Bar("no_watchtower", "10.3")
NO_BROADSIDE = Bar("no_broadside", "11.6")


class InBattle(Order[Any]):
    """An order in a battle."""

    @property
    def battle(self) -> Battle:
        return battle_of(self.s)

    @worked_out
    def kinds(self) -> list[int]:
        """The distinct kinds that have not been deployed."""
        return waiting(self.s, self.battle, self.side)

    def here(self, world: Dealt) -> Pile | None:
        """The side's blocks in the place of the battle; the grey army hides nothing."""
        b = self.battle
        return None if self.side == CHRISTIAN and b.army else world.at(b.place, self.side)


class Free(InBattle, verb="free", rule="8.2.3"):
    """8.2.3: deploy a leader without a card."""

    block = one(BLOCK, rule="8.2.3")
    block.hides(InBattle.here)

    def possible(self) -> bool:
        return not self.battle.carded[self.side] and bool(self.leaders())

    def closed(self) -> Why | None:
        if self.possible():
            return None
        return LEADERS_FIRST() if self.leaders() else NO_LEADER()

    @block.offer
    def leaders(self) -> Sequence[Any]:
        return [k for k in self.kinds if self.s.board.kinds[k].leader]

    @block.bar
    def block_barred(self, block: Block) -> Why | None:
        return None if block in self.leaders() else NOT_A_LEADER(block=block)

    def do(self, c: Context) -> None:
        deploy_blocks(self.s, c, self.battle, self.side, (self.block,), -1)


class Deploy(InBattle, verb="deploy", rule="8.2.2", command=True):
    """8.2.2: deploy blocks with a card."""

    shut = NOTHING_TO_DEPLOY
    card = one(CARD, rule="8.2.1")
    blocks = some(BLOCK, rule="8.2.1")
    blocks.hides(InBattle.here)

    def possible(self) -> bool:
        return any(self.usable(card) for card in dict.fromkeys(self.s.hand[self.side]))

    # -- the card --

    def usable(self, card: int) -> bool:
        """8.2.1: whether a card deploys at least one of those who wait."""
        s, b, side = self.s, self.battle, self.side
        return any(deployable(s, b, side, kind, card) for kind in self.kinds)

    @card.offer
    def cards(self) -> Sequence[Any]:
        return [card for card in dict.fromkeys(self.s.hand[self.side]) if self.usable(card)]

    @card.bar
    def card_barred(self, card: Card) -> Why | None:
        missing = not_held(self, card, "8.2.1")
        return missing or (None if self.usable(card) else CARD_DEPLOYS_NOBODY(card=card))

    # -- who is deployed --

    def left(self, kind: int) -> int:
        """How many blocks of a kind wait."""
        force = fighters(self.s, self.battle, self.side)
        return sum(1 for e in force if e >> SHIFT == kind and not e & DEPLOYED)

    def fits(self, kind: int) -> bool:
        return deployable(self.s, self.battle, self.side, kind, self.card)

    @blocks.offer
    def next_block(self, chosen: tuple[Block, ...]) -> Offer[Any]:
        """8.3.4: one block, or two with a Double Shield; order does not change the impacts."""
        s, side = self.s, self.side
        if len(chosen) > 1 or (chosen and not second_block(s, chosen[0], self.card, side)):
            return Offer((), True, 1, 2, "8.3.4")
        left = [e >> SHIFT for e in fighters(s, self.battle, side) if not e & DEPLOYED]
        pool = [k for k in left if self.fits(k)]
        if not chosen:
            return subset(pool, chosen, 1, 1)
        pool = [k for k in pool if not s.board.kinds[k].any_card]
        return subset(pool, chosen, 1, 2, "8.3.4")

    @blocks.bar
    def block_barred(self, chosen: tuple[Block, ...], block: Block | None) -> Why | None:
        """8.2.1, 8.3.4: whom a card deploys, and how many."""
        if block is None:
            return None if chosen else UNFIT()
        if self.left(block) <= chosen.count(block):
            return NOT_WAITING(block=block)
        if not chosen:
            fits = self.fits(block)
            return None if fits else CARD_DOES_NOT_DEPLOY(card=self.card, block=block)
        if late := out_of_order(chosen, block, "8.3.4"):
            return late
        second = len(chosen) == 1 and second_block(self.s, chosen[0], self.card, self.side)
        if second and self.fits(block) and not self.s.board.kinds[block].any_card:
            return None
        return CARD_DEPLOYS_NO_MORE(card=self.card, chosen=chosen)

    def do(self, c: Context) -> None:
        deploy_blocks(self.s, c, self.battle, self.side, self.blocks, self.card)


class Watchtower(InBattle, verb="watchtower", rule="10.3"):
    """10.3: play a Watchtower card."""

    shut = NO_WATCHTOWER

    def possible(self) -> bool:
        s, b = self.s, self.battle
        if self.side != b.defender or b.tower or not tower_stands(s, b):
            return False
        return bool(holding(s, self.side, "watchtower"))

    def do(self, c: Context) -> None:
        """10.3: four impacts, once; from now on the attacker may not charge or challenge."""
        s, b, side = self.s, self.battle, self.side
        held = holding(s, side, "watchtower")[:1]
        put_away(s, side, held, "pile")
        b.tower = True
        strengthen(b, side, TOWER)
        c.tell(
            TowerPlayed(
                side=SEATS[side],
                card=tokens(s, side, held)[0],
                christian=b.impacts[0],
                muslim=b.impacts[1],
            )
        )


class Broadside(InBattle, verb="broadside", rule="11.6"):
    """11.6: play a Naval Bombardment card."""

    shut = NO_BROADSIDE
    sign = 1  # impacts are added; the besieged take them away

    def possible(self) -> bool:
        if not holding(self.s, self.side, "broadside"):
            return False
        return bool(bombarding(self.s, self.battle.place, self.side))

    def do(self, c: Context) -> None:
        """11.6: fleets off the coast add two impacts, or three; the besieged take them away."""
        s, b, side = self.s, self.battle, self.side
        held = holding(s, side, "broadside")[:1]
        put_away(s, side, held, "pile")
        force = 2 if bombarding(s, b.place, side) == 1 else 3
        strengthen(b, side if self.sign > 0 else 1 - side, force * self.sign)
        c.tell(
            BroadsidePlayed(
                side=SEATS[side],
                card=tokens(s, side, held)[0],
                impacts=force * self.sign,
                christian=b.impacts[0],
                muslim=b.impacts[1],
            )
        )


class Finish(InBattle, verb="finish", rule="8.2.4", command=True, ends=True):
    """8.2.4: deploy no more."""

    def do(self, c: Context) -> None:
        finish_deploying(self.s, c, self.battle, self.side)
