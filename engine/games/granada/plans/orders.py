"""Before and after a battle, at sea, and Boabdil: what a line can order beside the fighting."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from engine.core import Action, Value
from engine.games.granada.book import battle, losses, naval, retreat
from engine.games.granada.book.boabdil import Camp, Return
from engine.games.granada.computer.campaign import refuge
from engine.games.granada.computer.judging import allowed, card_worth
from engine.games.granada.plans.instruction import (
    NEVER,
    Instruction,
    ascending,
    best_of,
    counted,
    sight_of,
)
from engine.games.granada.words.plans import say
from engine.orders import Field, Order
from engine.players.plan.parts import Skip, Table
from engine.tongues import Listed

MOST = 5_000  # sets of losses that are compared

SIMPLE = {  # orders of one word, and the questions they answer
    "stand": ("withdraw", "sally"),
    "inside": ("withdraw", "sally"),
    "assault": ("assault",),
    "hold": ("assault",),
    "watchtower": ("deploy",),
    "pioneers": ("storm",),
    "broadside": ("deploy", "storm", "react"),
    "capture": ("captive",),
}


class Goal(NamedTuple):
    """An order that names a goal, the slot it stands in, and the question that it answers."""

    kind: str
    order: type[Order[Any, Any]]
    slot: Field[Any, Any]


PICKS = {  # orders that name goals, best first
    "fight": Goal("designate", battle.Fight, battle.Fight.place),
    "evade": Goal("haven", naval.Evade, naval.Evade.zone),
    "camp": Goal("camp", Camp, Camp.place),
    "return": Goal("return", Return, Return.place),
    "field": Goal("army", battle.FieldArmy, battle.FieldArmy.army),
}
LEAVES: dict[str, type[battle.Leave]] = {
    order.verb.name: order for order in (battle.Commander, battle.Surrender)
}


@dataclass(frozen=True, slots=True)
class Simple(Instruction):
    """`stand`, `inside`, `assault`, `watchtower`: one word."""

    verb: str

    @property
    def kinds(self) -> tuple[str, ...]:
        return SIMPLE[self.verb]

    def make(self, table: Table) -> Action | Skip:
        return table.legal(Action(self.verb))

    def __str__(self) -> str:
        return self.verb


@dataclass(frozen=True, slots=True)
class Never(Instruction):
    """`never challenge`."""

    topic: str

    @property
    def kinds(self) -> tuple[str, ...]:
        return (NEVER[self.topic][0],)

    def make(self, table: Table) -> Action | Skip:
        return table.legal(Action(NEVER[self.topic][1]))

    def __str__(self) -> str:
        return f"never {self.topic}"


# -- before the battle (8.1, 8.6.7, 8.7) ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Leave(Instruction):
    """`commander Loja`, `surrender Alora > Teba, Ronda`: march off before the battle."""

    verb: str
    routes: tuple[tuple[str, ...], ...] = ()
    about: ClassVar[tuple[str, ...]] = ("withdraw",)

    def make(self, table: Table) -> Action | Skip:
        leave = LEAVES[self.verb]
        if self.verb not in table.decision.verbs:
            return table.legal(leave.act())
        first, *others = self.routes or (self._nearest_friends(table),)
        made = table.legal(leave.act(way=first))
        for route in others:
            if isinstance(made, Action):
                break
            made = table.legal(leave.act(way=route))
        return made

    def _nearest_friends(self, table: Table) -> tuple[str, ...]:
        sight = sight_of(table)
        goals = table.decision.next(LEAVES[self.verb].before(battle.Leave.way)).choices
        return (max(goals, key=lambda t: refuge(sight, sight.board.place[t])),)

    def __str__(self) -> str:
        routes = ", ".join(" > ".join(route) for route in self.routes)
        return f"{self.verb} {routes}".rstrip()


@dataclass(frozen=True, slots=True)
class Split(Instruction):
    """`split G2 N1`: who is kept inside the Alhambra (8.7.3)."""

    blocks: tuple[str, ...]
    about: ClassVar[tuple[str, ...]] = ("withdraw", "sally")

    def make(self, table: Table) -> Action | Skip:
        return table.legal(battle.Split.act(blocks=ascending(table, self.blocks)))

    def __str__(self) -> str:
        return f"split {counted(self.blocks)}"


@dataclass(frozen=True, slots=True)
class Pick(Instruction):
    """`fight Lucena, Baza`, `evade Adra`, `camp Loja`: the first of these that is offered."""

    word: str
    goals: tuple[str, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        return (PICKS[self.word].kind,)

    def make(self, table: Table) -> Action | Skip:
        _, order, slot = PICKS[self.word]
        offered = table.decision.next(order.before(slot)).choices
        goal = next((g for g in self.goals if g in offered), None)
        if goal is None:
            return Skip(say("none offered", goals=Listed(self.goals, "")))
        return table.legal(order.act(**{slot.attribute: goal}))

    def __str__(self) -> str:
        return f"{self.word} {', '.join(self.goals)}"


# -- after the battle (8.5, 8.6) -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lose(Instruction):
    """`lose C1x L1h A2 not Ferdinand`: these first, those last; between them the least missed."""

    first: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
    about: ClassVar[tuple[str, ...]] = ("lose",)

    def make(self, table: Table) -> Action | Skip:
        sight = sight_of(table)
        value, kind = sight.facts.value, sight.board.kind

        def regret(action: Action) -> tuple[int, tuple[bool, ...], float]:
            lost = losses.Lose.filled(action)["blocks"]
            left = Counter[str](lost)
            spared = sum(left[token] for token in set(self.spared))
            missed = []
            for token in self.first:
                missed.append(not left[token])
                left[token] -= left[token] > 0
            return spared, tuple(missed), sum(value[kind[t]] for t in lost)

        return min(islice(table.decision, MOST), key=regret)

    def __str__(self) -> str:
        spared = f" not {counted(self.spared)}" if self.spared else ""
        return f"lose {counted(self.first)}".rstrip() + spared


@dataclass(frozen=True, slots=True)
class Retreat(Instruction):
    """`retreat Cordoba, Ecija keep C1 C2`: the first goal that is open; who goes inside."""

    goals: tuple[str, ...] = ()
    keep: tuple[str, ...] | None = None  # None: as the computer would
    about: ClassVar[tuple[str, ...]] = ("retreat",)

    def make(self, table: Table) -> Action | Skip:
        decision, order = table.decision, retreat.Retreat
        best = order.filled(best_of(table))
        keep = best["keep"] if self.keep is None else ascending(table, self.keep)
        way: dict[str, Value] = {"keep": keep}
        legal = table.legal(order.act(**{**best, **way}))
        if isinstance(legal, Skip) and not allowed(decision, order.before(order.goal, **way)):
            return legal
        for slot in (order.goal, order.grey):
            offered = decision.next(order.before(slot, **way)).choices
            goal = next((g for g in self.goals if g in offered), None)
            if goal is None and self.goals and offered != (None,):
                return Skip(say("none open", goals=Listed(self.goals, "")))
            if goal is None:
                goal = best[slot.attribute] if best[slot.attribute] in offered else offered[0]
            way[slot.attribute] = goal
        return table.legal(order.act(**way))

    def __str__(self) -> str:
        keep = "" if self.keep is None else f" keep {counted(self.keep) or 'none'}"
        return f"retreat {', '.join(self.goals)}".rstrip() + keep


# -- at sea (9) ----------------------------------------------------------------------------------

HIGHEST, LOWEST, ARROW = "highest", "lowest", "arrow"
EMPTY, LADEN = "empty", "laden"


@dataclass(frozen=True, slots=True)
class Engage(Instruction):
    """`engage highest`, `engage arrow`, `engage Castile*, Leon`: the card for a sea fight.

    Here cards of one name are not alike: their numbers count.
    """

    how: str = ""
    cards: tuple[str, ...] = ()
    about: ClassVar[tuple[str, ...]] = ("engage",)

    def make(self, table: Table) -> Action | Skip:
        order = naval.Engage
        offered = table.decision.next(order.before(order.card)).choices
        if offered == (None,):
            return order.act()
        if self.cards:
            card = next((c for c in self.cards if c in offered), None)
            return Skip(say("no such cards")) if card is None else table.legal(order.act(card=card))
        sight = sight_of(table)
        cards, designs = sight.board.card[sight.side], sight.board.cards[sight.side]
        number = {t: designs[cards[t]].naval for t in offered}
        fitting = [t for t in offered if (number[t] < 0) == (self.how == ARROW)]
        if not fitting:
            return Skip(say("no card at sea", how=self.how))
        fitting.sort(key=lambda t: card_worth(sight, cards[t]))
        pick = min if self.how == LOWEST else max
        return table.legal(order.act(card=pick(fitting, key=lambda t: number[t])))

    def __str__(self) -> str:
        return f"engage {self.how or ', '.join(self.cards)}"


@dataclass(frozen=True, slots=True)
class Sink(Instruction):
    """`sink empty`: which fleets go down first."""

    how: str = EMPTY
    about: ClassVar[tuple[str, ...]] = ("sink",)

    def make(self, table: Table) -> Action | Skip:
        def carried(action: Action) -> int:
            return sum(
                1 + ship.count("+") for ship in naval.Sink.filled(action)["ships"] if ":" in ship
            )

        pick = min if self.how == EMPTY else max
        return pick(islice(table.decision, MOST), key=carried)

    def __str__(self) -> str:
        return f"sink {self.how}"
