"""Plans that the computer writes: from what the greedy player knows of its own view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.games.granada.book.retreat import CASTLE
from engine.games.granada.computer.campaign import refuge
from engine.games.granada.computer.fighting import ESCORT
from engine.games.granada.computer.judging import card_worth
from engine.games.granada.computer.sight import Kinds, Sight, Tally
from engine.games.granada.plans.instruction import counted
from engine.games.granada.table.board import CHRISTIAN, GUN, SEATS
from engine.games.granada.table.view import View
from engine.players.plan.manual import MOODS

if TYPE_CHECKING:
    from engine.games.granada.game import Granada
    from engine.match import World

SUGGEST, BOLD, CAREFUL = MOODS
NAMED = 12  # blocks that a line of losses names

# lead at which to stop, challenge, refute
LIMITS = {
    SUGGEST: ("stop lead 5+", "challenge 4+", "refute 2+"),
    BOLD: ("", "challenge 3+", "refute 0+"),
    CAREFUL: ("stop lead 2+", "challenge 5+ max 1", "refute 3+ not Commander"),
}


def standing(seat: str) -> str:
    """A seat that wrote no plan fights as the computer would."""
    return "plan\nelse best\n"


def suggest(game: Granada, world: World, seat: str, where: str, mood: str) -> str:
    """A plan for a battle at a place, or for a fight in a sea zone."""
    if mood not in MOODS:
        raise ValueError(f"no mood {mood!r}; there are {', '.join(MOODS)}")
    view = world.view(seat)
    assert isinstance(view, View)
    sight = Sight(view, game.board, seat)
    if where in game.board.zone:
        lines = _at_sea(sight, game.board.zone[where], mood)
    else:
        lines = _Writer(sight, game.board.place[where], mood).lines()
    return "\n".join([f"plan {where}", *lines, "else best"]) + "\n"


def _at_sea(sight: Sight, zone: int, mood: str) -> list[str]:
    """9.1, 9.2: fight or evade, and where to."""
    mine, theirs = sight.fleets(zone)
    board = sight.board

    def merit(z: int) -> float:
        return (sight.control[board.zone_port[z]] == sight.side) - 2.0 * sight.fleets(z)[1]

    havens = sorted(board.sea[zone], key=merit, reverse=True)
    shy = mood == CAREFUL or (mood == SUGGEST and theirs > mine)
    return [
        *(["engage arrow"] if shy else []),
        "engage highest",
        "sink empty",
        f"evade {', '.join(board.zones[z] for z in havens)}",
    ]


class _Writer:
    """Writes the lines for one battle on land."""

    def __init__(self, sight: Sight, place: int, mood: str) -> None:
        self.sight, self.place, self.mood = sight, place, mood
        self.board = sight.board
        seat = SEATS[sight.side]
        fight = sight.view.battle
        here = fight is not None and fight.place == self.board.places[place]
        attacker = fight.attacker if fight is not None and here else sight.view.active
        self.attacking = attacker == seat
        grey = sight.side == CHRISTIAN and sight.grey_at == place and not sight.mine_at(place)
        self.force: Kinds = sight.grey if grey else sight.mine_at(place)
        self.mine = sight.castle[place] == sight.side
        self.siege = self.attacking and sight.castle[place] == sight.enemy
        self.held = {self.board.cards[sight.side][card].type for card in sight.hand}

    def lines(self) -> list[str]:
        stop, challenge, refute = LIMITS[self.mood]
        found = [
            *self._reception(),
            *self._assault(),
            *self._free(),
            *self._deployments(),
            *(["watchtower"] if "watchtower" in self.held and not self.attacking else []),
            *(["broadside"] if "broadside" in self.held else []),
            stop,
            challenge,
            refute,
            *self._reactions(),
            *self._losses(),
            *self._retreats(),
            *(["capture"] if "captured" in self.held else []),
        ]
        return [line for line in found if line]

    def _reception(self) -> list[str]:
        """8.1, 8.6.7, 8.7.1: stand, shut the gates, or slip away."""
        if self.attacking and not self.mine:
            return []
        count = self.sight.foe_count.get(self.place, 0)
        odds = self.sight.odds(self.force, count, self.attacking)
        hope = {SUGGEST: 0.6, BOLD: 0.3, CAREFUL: 0.9}[self.mood]
        if self.mine and len(self.force) <= CASTLE and odds < hope:
            return ["inside"]
        home = self.place == self.board.granada
        slip = {SUGGEST: 0.25, BOLD: 0.1, CAREFUL: 0.45}[self.mood]
        leaves = "commander" in self.held and odds < slip and not home and not self.attacking
        return ["commander", "stand"] if leaves else ["stand"]

    def _assault(self) -> list[str]:
        """8.7: an assault costs cards that come back; the careful keep theirs for the field."""
        if not self.siege:
            return []
        begin = ["assault"] if self.mood != CAREFUL else ["[cards 4+] assault", "never assault"]
        guns = ["bombardment"] if "bombardment" in self.held else []
        tiles = ["pioneers"] if self.sight.view.spots[self.place].pioneers else []
        return [*begin, *tiles, *guns]

    def _free(self) -> Iterator[str]:
        """8.2.3: leaders come without a card; a monarch only with an escort."""
        bold = self.mood == BOLD or len(self.force) > ESCORT + 1
        for kind in dict.fromkeys(self.force):
            if self.board.kinds[kind].leader:
                if kind not in self.board.monarchs or (bold and self.mood != CAREFUL):
                    yield f"free {self.board.kind_tokens[kind]}"

    def _deployments(self) -> Iterator[str]:
        """Card by card, the greatest gain first (8.3)."""
        tally = Tally(self.board, self.siege)
        left = Counter(self.force)
        for kind in self.force:
            if self.board.kinds[kind].leader:
                tally.add(kind, 0)
                left[kind] -= 1
        cards = Counter(self.sight.hand)
        while best := self._best(tally, left, cards):
            _, card, kinds, arm = best
            cards[card] -= 1
            for kind in kinds:
                tally.add(kind, arm)
                left[kind] -= 1
            blocks = counted(tuple(self.board.kind_tokens[k] for k in sorted(kinds)))
            yield f"{self.board.card_tokens[self.sight.side][card]}: {blocks}"

    def _best(
        self, tally: Tally, left: Counter[int], cards: Counter[int]
    ) -> tuple[float, int, Kinds, int] | None:
        facts = self.sight.facts
        table = (facts.storm if self.siege else facts.field)[self.sight.side]
        found = []
        for card in +cards:
            row = table[card]
            fitting = sorted(
                (k for k in +left if k in row), key=lambda k: -self._gain(tally, k, row[k])
            )
            if not fitting:
                continue
            kinds = self._pair(card, fitting, left)
            gain = sum(self._gain(tally, k, row[k]) for k in kinds) + len(kinds) - 1
            cost = 0.25 * card_worth(self.sight, card)
            if gain > cost:
                found.append((gain - cost, card, kinds, row[kinds[0]]))
        return max(found, default=None)

    def _pair(self, card: int, fitting: list[int], left: Counter[int]) -> Kinds:
        """8.3.4: a Double Shield deploys two of its own faction."""
        first = fitting[0]
        double = self.board.cards[self.sight.side][card].type == "double"
        if not double or self.board.kinds[first].any_card:
            return (first,)
        others = [k for k in fitting if k != first or left[k] > 1]
        second = next((k for k in others if not self.board.kinds[k].any_card), None)
        return (first,) if second is None else (first, second)

    def _gain(self, tally: Tally, kind: int, arm: int) -> float:
        gain = float(tally.gain(kind, arm))
        if not self.siege and self.board.kinds[kind].arm == GUN:
            gain -= 2.0  # guns are left behind by the beaten (8.6.4)
        if kind in self.board.monarchs and not self.siege and self.mood != BOLD:
            gain -= 3.0  # a crown is not risked in a skirmish
        return gain

    def _reactions(self) -> list[str]:
        """8.7.5.B: what the besieged can do; worth a card where it saves a block."""
        if self.attacking or not self.mine or "sortie" not in self.held:
            return []
        return [f"[excess {6 if self.mood == BOLD else 3}-] sortie"]

    def _losses(self) -> list[str]:
        """8.5.2: those who are missed least."""
        value = self.sight.facts.value
        order = sorted(self.force, key=lambda k: (value[k], k))[:NAMED]
        if len(set(order)) < 2:
            return []
        return [f"lose {counted(tuple(self.board.kind_tokens[k] for k in order))}"]

    def _retreats(self) -> list[str]:
        """8.6: towards friends."""
        near = [p for p in self.board.adjacent[self.place] if p not in self.sight.foe_units]
        near.sort(key=lambda p: -refuge(self.sight, p))
        return [f"retreat {', '.join(self.board.places[p] for p in near[:3])}"] if near else []
