"""Before and after a battle, at sea, and Boabdil: what a line can order beside the fighting."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar

from engine.core import Action, Decision, Value
from engine.games.granada.computer.campaign import refuge
from engine.games.granada.computer.greedy import card_worth
from engine.games.granada.plans.instruction import (
    NEVER,
    Instruction,
    ascending,
    best_of,
    counted,
    sight_of,
)
from engine.games.granada.words.plans import say
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
PICKS = {  # orders that name goals, best first: the question and its verb
    "fight": ("designate", "fight", "place"),
    "evade": ("haven", "evade", "zone"),
    "camp": ("camp", "camp", "place"),
    "return": ("return", "return", "place"),
    "field": ("army", "field", "army"),
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
        if self.verb not in table.decision.verbs:
            return table.legal(Action(self.verb, ()))
        first, *others = self.routes or (self._nearest_friends(table),)
        made = table.legal(Action(self.verb, first))
        for route in others:
            if isinstance(made, Action):
                break
            made = table.legal(Action(self.verb, route))
        return made

    def _nearest_friends(self, table: Table) -> tuple[str, ...]:
        sight = sight_of(table)
        goals = table.decision.next((self.verb,)).choices
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
        return table.legal(Action("split", ascending(table, self.blocks)))

    def __str__(self) -> str:
        return f"split {counted(self.blocks)}"


@dataclass(frozen=True, slots=True)
class Pick(Instruction):
    """`fight Lucena, Baza`, `evade Adra`, `camp Loja`: the first of these that is offered."""

    word: str
    goals: tuple[str, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        return (PICKS[self.word][0],)

    def make(self, table: Table) -> Action | Skip:
        verb = PICKS[self.word][1]
        offered = table.decision.next((verb,)).choices
        goal = next((g for g in self.goals if g in offered), None)
        if goal is None:
            return Skip(say("none offered", goals=Listed(self.goals, "")))
        return table.legal(Action(verb, goal))

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
            left = Counter[str](action[1])
            spared = sum(left[token] for token in set(self.spared))
            missed = []
            for token in self.first:
                missed.append(not left[token])
                left[token] -= left[token] > 0
            return spared, tuple(missed), sum(value[kind[t]] for t in action[1])

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
        decision = table.decision
        best = best_of(table)
        keep = best[1] if self.keep is None else ascending(table, self.keep)
        legal = table.legal(Action("retreat", keep, best[2], best[3]))
        if isinstance(legal, Skip) and not self._may_keep(decision, keep):
            return legal
        prefix: tuple[Value, ...] = ("retreat", keep)
        for computed in best[2:]:
            offered = decision.next(prefix).choices
            goal = next((g for g in self.goals if g in offered), None)
            if goal is None and self.goals and offered != (None,):
                return Skip(say("none open", goals=Listed(self.goals, "")))
            if goal is None:
                goal = computed if computed in offered else offered[0]
            prefix = (*prefix, goal)
        return table.legal(Action(*prefix))

    @staticmethod
    def _may_keep(decision: Decision, keep: tuple[str, ...]) -> bool:
        for i, block in enumerate(keep):
            if block not in decision.next(("retreat",), keep[:i]).choices:
                return False
        return decision.next(("retreat",), keep).may_stop

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
        offered = table.decision.next(("engage",)).choices
        if offered == (None,):
            return Action("engage", None)
        if self.cards:
            card = next((c for c in self.cards if c in offered), None)
            return (
                Skip(say("no such cards")) if card is None else table.legal(Action("engage", card))
            )
        sight = sight_of(table)
        cards, designs = sight.board.card[sight.side], sight.board.cards[sight.side]
        naval = {t: designs[cards[t]].naval for t in offered}
        fitting = [t for t in offered if (naval[t] < 0) == (self.how == ARROW)]
        if not fitting:
            return Skip(say("no card at sea", how=self.how))
        fitting.sort(key=lambda t: card_worth(sight, cards[t]))
        pick = min if self.how == LOWEST else max
        return table.legal(Action("engage", pick(fitting, key=lambda t: naval[t])))

    def __str__(self) -> str:
        return f"engage {self.how or ', '.join(self.cards)}"


@dataclass(frozen=True, slots=True)
class Sink(Instruction):
    """`sink empty`: which fleets go down first."""

    how: str = EMPTY
    about: ClassVar[tuple[str, ...]] = ("sink",)

    def make(self, table: Table) -> Action | Skip:
        def carried(action: Action) -> int:
            return sum(1 + ship.count("+") for ship in action[1] if ":" in ship)

        pick = min if self.how == EMPTY else max
        return pick(islice(table.decision, MOST), key=carried)

    def __str__(self) -> str:
        return f"sink {self.how}"
