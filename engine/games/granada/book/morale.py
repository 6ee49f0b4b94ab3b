"""Chapter 8.4: Morale Challenges, and how they are refuted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.core import Action
from engine.events import many, number, said
from engine.games.granada.book.cards import holding, put_away, reveal_in_hand, tokens
from engine.games.granada.book.deployment import (
    InBattle,
    about_battle,
    added,
    battle_of,
    gains_of,
    strengthen,
)
from engine.games.granada.table.board import FACTION_CARDS, GUN, NO_ARM, SEATS
from engine.games.granada.table.flow import Addressed, Context, Party, Telling, push
from engine.games.granada.table.orders import BLOCK, CARD, SIDE, Card, Pass, not_held
from engine.games.granada.table.state import Battle, Gains, State
from engine.orders import Bar, Why, one

NO_CHALLENGE = Bar("no_challenge", "8.4.1")
NO_REFUTATION = Bar("no_refutation", "8.4.1")
DOES_NOT_REFUTE = Bar("does_not_refute", "8.4.1", card=CARD)


class Challenged(Telling, kind="challenge", rule="8.4.1"):
    """A Morale Challenge is played."""

    side: str = said(SIDE, secret=True, part="who")
    card: str = said(CARD, secret=True)


class Refuted(Telling, kind="refute", rule="8.4.1"):
    """The challenged side shows a card, and its blocks fight on."""

    side: str = said(SIDE, part="who")
    card: str = said(CARD, secret=True)


class HeartLost(Telling, kind="morale", rule="8.4.1"):
    """The challenged blocks count for nothing."""

    side: str = said(SIDE, part="who")
    blocks: tuple[str, ...] = many(BLOCK, secret=True)
    christian: int = number(secret=True)
    muslim: int = number(secret=True)


class Deployment(NamedTuple):
    """What was deployed last."""

    side: int
    kinds: tuple[int, ...]
    gained: int
    card: int


def last_deployment(b: Battle) -> Deployment:
    assert b.last is not None
    return Deployment(*b.last)


TOLD = {"blocks": many(BLOCK), "gained": number(noun="impact")}


def about_challenge(s: State) -> dict[str, Any]:
    last = last_deployment(battle_of(s))
    names = s.board.kind_tokens
    return {**about_battle(s), "blocks": tuple(names[k] for k in last.kinds), "gained": last.gained}


def challengeable(s: State, b: Battle, side: int, kinds: tuple[int, ...], card: int) -> bool:
    """8.4.1: publicly, whether a Morale Challenge could be played against this deployment."""
    if b.siege or not s.hand[1 - side]:
        return False
    if b.tower and side == b.defender:
        return False
    if s.board.cards[side][card].type not in FACTION_CARDS:
        return False
    return any(not s.board.kinds[k].immune for k in kinds)


class Challenge(InBattle, verb="challenge", rule="8.4.1", command=True):
    """8.4.1: play a Morale Challenge."""

    shut = NO_CHALLENGE

    def possible(self) -> bool:
        return bool(holding(self.s, self.side, "challenge"))

    def do(self, c: Context) -> None:
        s, side = self.s, self.side
        held = holding(s, side, "challenge")[:1]
        put_away(s, side, held, "pile")
        c.tell(Challenged(side=SEATS[side], card=tokens(s, side, held)[0]))
        push(s, Refuting.then(Party(1 - side)))


class Challenging(Addressed[Party], kind="challenge", rule="8.4.1", reaction=True):
    """8.4.1: the opponent may challenge the morale of what was just deployed. Asked always."""

    orders = (Challenge, Pass)
    otherwise = Pass
    facts = TOLD

    def about(self, s: State, who: int, a: Party) -> dict[str, Any]:
        return about_challenge(s)


def refuting(s: State, side: int) -> list[int]:
    """The distinct cards in hand that would uphold the morale of what was just deployed."""
    kinds = [s.board.kinds[k] for k in last_deployment(battle_of(s)).kinds]
    factions = {kind.faction for kind in kinds if not kind.immune}
    designs = s.board.cards[side]
    return [
        card
        for card in dict.fromkeys(s.hand[side])
        if designs[card].type == "commander"
        or (designs[card].type in FACTION_CARDS and designs[card].faction in factions)
    ]


class Show(InBattle, verb="show", rule="8.4.1"):
    """8.4.1: show a card to refute the challenge."""

    shut = NO_REFUTATION
    card = one(CARD, rule="8.4.1")

    def possible(self) -> bool:
        return bool(self.cards())

    @card.offer
    def cards(self) -> Sequence[Any]:
        return refuting(self.s, self.side)

    @card.bar
    def card_barred(self, card: Card) -> Why | None:
        missing = not_held(self, card, "8.4.1")
        return missing or (None if card in self.cards() else DOES_NOT_REFUTE(card=card))

    def do(self, c: Context) -> None:
        reveal_in_hand(self.s, self.side, self.card)
        c.tell(Refuted(side=SEATS[self.side], card=self.tokens(Show.card)))


class Yield(InBattle, verb="yield", rule="8.4.1"):
    """8.4.1: let the challenge stand."""

    def do(self, c: Context) -> None:
        _lose_heart(self.s, c, self.battle, self.side)


class Refuting(Addressed[Party], kind="refute", rule="8.4.1", reaction=True):
    """8.4.1, G32: show a card with the same shield, or a Commander, and keep it. Asked always."""

    orders = (Show, Yield)
    facts = TOLD

    def about(self, s: State, who: int, a: Party) -> dict[str, Any]:
        return about_challenge(s)

    def default(self, s: State, who: int, a: Party) -> Action:
        cards = refuting(s, who)
        return Show.act(card=s.board.card_tokens[who][cards[0]]) if cards else Yield.act()


def _lose_heart(s: State, c: Context, b: Battle, side: int) -> None:
    """8.4.1, 8.4.2, G31, G33: the challenged blocks count for nothing; immune ones fight on."""
    _, kinds, gained, card = last_deployment(b)
    failed = tuple(k for k in kinds if not s.board.kinds[k].immune)
    staying = tuple(k for k in kinds if s.board.kinds[k].immune)
    groups = list(b.groups[side])
    for kind in kinds:
        if s.board.kinds[kind].group >= 0:
            groups.remove(s.board.kinds[kind].group)
    arms = list(b.arms[side])
    guns = 0
    for kind in kinds:
        # a faction card launched at most one special attack, by its only block
        arm = s.board.kinds[kind].arm
        if (
            s.board.cards[side][card].type == "trumpet"
            and arm
            and _launched(b, side, arm, gained, s, kind, groups)
        ):
            arms.remove(arm)
            guns += arm == GUN
    strengthen(b, side, -gained)
    b.groups = (tuple(groups), b.groups[1]) if side == 0 else (b.groups[0], tuple(groups))
    b.arms = (tuple(arms), b.arms[1]) if side == 0 else (b.arms[0], tuple(arms))
    b.guns = (b.guns[0] - guns * (side == 0), b.guns[1] - guns * (side == 1))
    kept: dict[int, Gains] = {}
    for kind in staying:
        gain = gains_of(s, b, side, kind, NO_ARM)
        kept[kind] = (*gain, NO_ARM)
        strengthen(b, side, sum(gain))
        if s.board.kinds[kind].group >= 0:
            b.groups = added(b.groups, side, s.board.kinds[kind].group)
    gains = tuple(kept.get(kind, (0, 0, 0, NO_ARM)) for kind in kinds)
    b.deployments = (*b.deployments[:-1], (side, card, kinds, gains, failed))
    names = s.board.kind_tokens
    c.tell(
        HeartLost(
            side=SEATS[side],
            blocks=tuple(names[k] for k in failed),
            christian=b.impacts[0],
            muslim=b.impacts[1],
        ),
        reveals=("christian", "muslim", "blocks"),
    )


def _launched(
    b: Battle, side: int, arm: int, gained: int, s: State, kind: int, groups: list[int]
) -> bool:
    """Whether the deployment just made had been a special attack: its gain shows it."""
    block = s.board.kinds[kind]
    return gained > block.impact + groups.count(block.group)
