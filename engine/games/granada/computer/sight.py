"""What a seat can read off its own view, as numbers: forces, threats, strengths, worth of places.

Nothing here looks at a state. The board is public; everything else comes from the view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp
from typing import NamedTuple

from engine.games.granada.book.deployment import CALLS
from engine.games.granada.table.board import (
    CHRISTIAN,
    CROSSBOW,
    FACTION_CARDS,
    GUN,
    HORSE,
    MUSLIM,
    NO_ARM,
    SEATS,
    Board,
)
from engine.games.granada.table.view import Stack, View

Kinds = tuple[int, ...]
FAR = 6  # places farther apart than this do not feel each other

# what a side gains when it takes a place: its own points and those the enemy loses (2.2)
CASTLE_WORTH, TOWER_WORTH, RESOURCE_WORTH = 5.0, 1.5, 2.5
ALHAMBRA_WORTH = 9.0  # the war ends with it (2.1)
GROUND = 0.12  # any other place: a step forward


class Facts:
    """What a board implies, worked out once."""

    def __init__(self, board: Board) -> None:
        self.board = board
        n = len(board.places)
        self.near = tuple(_near(board.adjacent, p) for p in range(n))
        self.worth = tuple(_worth(board, p) for p in range(n))
        self.weight = tuple(0.4 + 0.3 * k.impact + 0.15 * bool(k.arm) for k in board.kinds)
        self.value = tuple(_value(board, i) for i in range(len(board.kinds)))
        self.field = tuple(_launches(board, side, False) for side in (CHRISTIAN, MUSLIM))
        self.storm = tuple(_launches(board, side, True) for side in (CHRISTIAN, MUSLIM))


@lru_cache(maxsize=8)
def facts_of(board: Board) -> Facts:
    return Facts(board)


def _near(adjacent: Sequence[Sequence[int]], start: int) -> tuple[tuple[int, int], ...]:
    """Every place within `FAR` steps by road, with its distance."""
    distance = {start: 0}
    queue = [start]
    for place in queue:
        if distance[place] < FAR:
            for other in adjacent[place]:
                if other not in distance:
                    distance[other] = distance[place] + 1
                    queue.append(other)
    return tuple(distance.items())


def _worth(board: Board, place: int) -> float:
    if place == board.granada:
        return ALHAMBRA_WORTH
    return (
        CASTLE_WORTH * board.castle[place]
        + TOWER_WORTH * board.tower[place]
        + RESOURCE_WORTH * board.resource[place]
        + 0.3 * (board.port[place] >= 0)
        + 0.3 * bool(board.recruit[place])
        + GROUND
    )


def _value(board: Board, kind: int) -> float:
    """How little its owner likes to lose a block."""
    block = board.kinds[kind]
    if kind in board.monarchs:
        return 12.0
    arms = {NO_ARM: 0.0, HORSE: 0.5, CROSSBOW: 0.3, GUN: 1.0}[block.arm]
    return block.impact + arms + 0.8 * block.leader + 1.5 * block.army


def _launches(board: Board, side: int, siege: bool) -> tuple[dict[int, int], ...]:
    """For each card the kinds it deploys (8.2.1), with the special attack it launches (8.3.3)."""
    barred = HORSE if siege else GUN
    table = []
    for card in board.cards[side]:
        row = {}
        for i, kind in enumerate(board.kinds):
            arm = kind.arm if kind.arm in CALLS.get(card.type, ()) else NO_ARM
            arm = NO_ARM if arm == barred else arm
            if card.type in FACTION_CARDS:
                fits = kind.any_card or kind.faction == card.faction
            else:
                fits = card.type == "commander" or (card.type in CALLS and bool(arm))
            if fits and not kind.fleet and kind.side in (side, side + 2):
                row[i] = arm
        table.append(row)
    return tuple(table)


class Strength(NamedTuple):
    """What a force can bring to a battle with a hand of cards."""

    impacts: int
    guns: bool


class Sight:
    """A position as one seat knows it."""

    def __init__(self, view: View, board: Board, seat: str) -> None:
        self.view = view
        self.board = board
        self.facts = facts_of(board)
        self.side = SEATS.index(seat)
        self.enemy = 1 - self.side
        self.turn = view.number - 1
        self.turns_left = board.turns - view.number
        self.moves_last = view.first != seat
        self._read_places(view)
        ours, theirs = (view.christian, view.muslim)[:: 1 - 2 * self.side]
        self.me, self.foe_side = ours, theirs
        cards = board.card[self.side]
        self.hand: Kinds = tuple(cards[t] for t in ours.hand or ())
        self.box: Kinds = tuple(board.kind[t] for t in ours.box or ())
        self.foe_cards = theirs.cards
        self._strengths: dict[tuple[Kinds, bool], Strength] = {}

    def _read_places(self, view: View) -> None:
        board, side = self.board, self.side
        kind = board.kind
        owner = {"christian": CHRISTIAN, "muslim": MUSLIM, "nobody": 2, None: -1}
        self.control, self.castle = [], []
        self.own: dict[int, Kinds] = {}
        self.moved: dict[int, int] = {}
        self.grey: Kinds = tuple(kind[t] for t in view.grey.blocks)
        self.grey_at = board.place[view.grey.place] if view.grey.place is not None else -1
        self.foe: dict[int, float] = {}  # weight of the enemy's blocks
        self.foe_count: dict[int, int] = {}
        self.foe_units: dict[int, int] = {}
        for p, spot in enumerate(view.spots):
            self.control.append(owner[spot.control])
            self.castle.append(owner[spot.castle])
            mine, theirs = (spot.christian, spot.muslim)[:: 1 - 2 * side]
            if mine.blocks:
                self.own[p] = tuple(kind[t] for t in mine.blocks)
                self.moved[p] = mine.moved
            count = theirs.count + (len(spot.grey) if side == MUSLIM else 0)
            units = count + (spot.disk if side == CHRISTIAN else 0)
            if side == CHRISTIAN and p == board.granada:
                units += len(view.guard)
                count += len(view.guard)
            if units:
                self.foe_units[p] = units
            if count:
                self.foe_count[p] = count
                self.foe[p] = self._foe_weight(theirs, count)

    def _foe_weight(self, stack: Stack, count: int) -> float:
        """An unknown block weighs about as much as a two-shield block."""
        known = sum(self.facts.weight[self.board.kind[t]] for t in stack.known)
        return known + 1.0 * (count - len(stack.known))

    # -- weights -------------------------------------------------------------------------------

    def weigh(self, kinds: Iterable[int]) -> float:
        weight = self.facts.weight
        return sum(weight[k] for k in kinds)

    def mine_at(self, place: int) -> Kinds:
        return self.own.get(place, ())

    def threats(self, radius: int = 3) -> list[float]:
        """For every place the weight of the enemies who could soon come there."""
        felt = [0.0] * len(self.control)
        for p, weight in self.foe.items():
            for q, distance in self.facts.near[p]:
                if distance > radius:
                    break
                felt[q] += weight * _FEAR[distance]
        return felt

    def supports(self) -> list[float]:
        """The same for the seat's own blocks."""
        felt = [0.0] * len(self.control)
        for p, kinds in self.own.items():
            weight = self.weigh(kinds)
            for q, distance in self.facts.near[p]:
                if distance > 4:
                    break
                felt[q] += weight * _REACH[distance]
        return felt

    # -- battles -------------------------------------------------------------------------------

    def strength(self, kinds: Kinds, siege: bool = False) -> Strength:
        key = (kinds, siege)
        found = self._strengths.get(key)
        if found is None:
            found = self._strengths[key] = self.potential(kinds, self.hand, siege)
        return found

    def potential(self, kinds: Kinds, hand: Kinds, siege: bool, carded: bool = False) -> Strength:
        """The impacts of a force that always makes the best deployment left (8.2, 8.3)."""
        tally = Tally(self.board, siege)
        left = Counter(kinds)
        if not carded:
            for kind in kinds:
                if self.board.kinds[kind].leader:
                    tally.add(kind, NO_ARM)
                    left[kind] -= 1
        table = (self.facts.storm if siege else self.facts.field)[self.side]
        cards = Counter(hand)
        while best := self._best(tally, left, cards, table):
            card, chosen, arm = best
            cards[card] -= 1
            for kind in chosen:
                tally.add(kind, arm)
                left[kind] -= 1
        return Strength(tally.total, tally.arms[GUN] > 0)

    def _best(
        self,
        tally: Tally,
        left: Counter[int],
        cards: Counter[int],
        table: tuple[dict[int, int], ...],
    ) -> tuple[int, Kinds, int] | None:
        best, found = 0, None
        waiting = [k for k, n in left.items() if n > 0]
        designs = self.board.cards[self.side]
        for card, number in cards.items():
            if not number:
                continue
            row = table[card]
            fitting = [(tally.gain(k, row[k]), k) for k in waiting if k in row]
            if not fitting:
                continue
            gain, kind = max(fitting)
            chosen: Kinds = (kind,)
            if designs[card].type == "double" and not self.board.kinds[kind].any_card:
                left[kind] -= 1
                second = [
                    f for f in fitting if left[f[1]] > 0 and not self.board.kinds[f[1]].any_card
                ]
                left[kind] += 1
                if second:
                    gain += max(second)[0] + 1
                    chosen = (kind, max(second)[1])
            if gain > best:
                best, found = gain, (card, chosen, row[kind])
        return found

    def foe_impacts(self, blocks: int, tower: bool = False) -> float:
        """What so many enemy blocks may be expected to deliver with the cards of their player."""
        played = min(0.8 * blocks, 0.5 + 0.65 * self.foe_cards)
        return 2.3 * played + 0.22 * played * (played - 1) + 1.5 * tower

    def odds(self, kinds: Kinds, blocks: int, attacking: bool, tower: bool = False) -> float:
        """How likely a field combat is won."""
        mine = self.strength(kinds).impacts
        theirs = self.foe_impacts(blocks, tower and attacking)
        return 1 / (1 + exp((theirs - mine + 0.5 * attacking) / 3))

    def wall(self, place: int, guns: bool) -> int:
        """8.7.5.C: impacts for one loss of the besieged."""
        zone = self.board.port[place]
        blockaded = zone < 0 or bool(self.fleets(zone)[0])
        return (7 if guns else 9) + (not blockaded)

    def fleets(self, zone: int) -> tuple[int, int]:
        """The seat's fleets and the enemy's in a zone."""
        water = self.view.waters[zone]
        counts = len(water.christian), len(water.muslim)
        return counts if self.side == CHRISTIAN else (counts[1], counts[0])


_FEAR = (1.0, 0.9, 0.6, 0.25, 0.15, 0.1, 0.05)
_REACH = (1.0, 0.9, 0.7, 0.45, 0.25)


class Tally:
    """Impacts as they add up in one battle (8.3.1 to 8.3.3)."""

    def __init__(self, board: Board, siege: bool) -> None:
        self.kinds = board.kinds
        self.siege = siege
        self.total = 0
        self.groups: Counter[int] = Counter()
        self.arms: Counter[int] = Counter()

    def gain(self, kind: int, arm: int) -> int:
        block = self.kinds[kind]
        gain = block.impact
        if block.group >= 0:
            gain += self.groups[block.group]
        if arm:
            gain += 2
            if arm != GUN and not self.siege:
                gain += 2 * self.arms[arm]
        return gain

    def add(self, kind: int, arm: int) -> None:
        self.total += self.gain(kind, arm)
        self.groups[self.kinds[kind].group] += 1
        if arm:
            self.arms[arm] += 1
