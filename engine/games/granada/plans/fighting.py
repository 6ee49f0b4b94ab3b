"""Deployments, reactions and morale: what is done while a battle is fought (8.2 to 8.4, 8.7.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core import Action
from engine.games.granada.book import deployment, morale, siege
from engine.games.granada.book.bombardment import Bombardment
from engine.games.granada.book.morale import Show
from engine.games.granada.computer.fighting import Field
from engine.games.granada.computer.judging import card_worth
from engine.games.granada.plans.instruction import Instruction, alike, ascending, counted, sight_of
from engine.games.granada.words.plans import say
from engine.players.plan.parts import BRAKE, ONCE, Bound, Condition, Skip, Table
from engine.words import say_plan


@dataclass(frozen=True, slots=True)
class Stop(Instruction):
    """`stop lead 4+`: deploy no more as soon as this is so. It goes before deployments."""

    when: Condition | None = None
    about: ClassVar[tuple[str, ...]] = ("deploy", "storm")
    habit: ClassVar[str] = BRAKE

    def make(self, table: Table) -> Action | Skip:
        if self.when is not None and not self.when.holds(table.facts):
            return Skip(say_plan("not so", conditions=str(self.when)))
        return table.legal(deployment.Finish.act())

    def __str__(self) -> str:
        return f"stop {self.when}" if self.when is not None else "stop"


# -- deployments (8.2, 8.3) ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Free(Instruction):
    """`free L1!`: a leader without a card."""

    block: str
    about: ClassVar[tuple[str, ...]] = ("deploy", "storm")
    habit: ClassVar[str] = ONCE

    def make(self, table: Table) -> Action | Skip:
        return table.legal(deployment.Free.act(block=self.block))

    def __str__(self) -> str:
        return f"free {self.block}"


@dataclass(frozen=True, slots=True)
class Deploy(Instruction):
    """`Aragon2: A2 A2`, `Leon: any`: blocks with a card."""

    card: str
    blocks: tuple[str, ...] = ()  # none: whichever the card serves best
    about: ClassVar[tuple[str, ...]] = ("deploy", "storm", "react")
    habit: ClassVar[str] = ONCE

    def make(self, table: Table) -> Action | Skip:
        decision, verb = table.decision, deployment.Deploy
        offered = (
            decision.next(verb.before(verb.card)).choices if "deploy" in decision.verbs else ()
        )
        card = alike(table, self.card, offered)
        if card is None:
            return Skip(say("deploys nothing", card=self.card))
        blocks = ascending(table, self.blocks) if self.blocks else self._any(table, card)
        return table.legal(verb.act(card=card, blocks=blocks))

    def _any(self, table: Table, card: str) -> tuple[str, ...]:
        """The blocks that gain most by this card (8.3)."""
        sight = sight_of(table)
        kind, tally = sight.board.kind, Field(sight).tally
        facts = sight.facts.storm if table.decision.kind != "deploy" else sight.facts.field
        row = facts[sight.side][sight.board.card[sight.side][card]]

        def gain(token: str) -> int:
            return tally.gain(kind[token], row.get(kind[token], 0))

        chosen: tuple[str, ...] = ()
        with_card = deployment.Deploy.before(deployment.Deploy.blocks, card=card)
        while more := table.decision.next(with_card, chosen).choices:
            chosen = (*chosen, max(more, key=gain))
        return chosen

    def __str__(self) -> str:
        return f"{self.card}: {counted(self.blocks) or 'any'}"


@dataclass(frozen=True, slots=True)
class Bombard(Instruction):
    """`bombardment C1g`: bring guns back, here if possible, and fire one (10.2)."""

    gun: str = ""
    about: ClassVar[tuple[str, ...]] = ("storm", "react")

    def make(self, table: Table) -> Action | Skip:
        decision = table.decision
        if "bombardment" not in decision.verbs:
            return Skip(say("no Bombardment"))
        verb, here = Bombardment, decision.about["place"]
        raised: tuple[str, ...] = ()
        while choices := decision.next(verb.before(verb.raised), raised).choices:
            raised = (*raised, choices[0])
        at: tuple[str, ...] = ()
        while places := decision.next(verb.before(verb.at, raised=raised), at).choices:
            at = (*at, here if here in places else places[0])
        guns = decision.next(verb.before(verb.block, raised=raised, at=at)).choices
        if not guns or (self.gun and self.gun not in guns):
            return Skip(say("gun silent", gun=self.gun) if self.gun else say("no gun"))
        return table.legal(verb.act(raised=raised, at=at, block=self.gun or guns[0]))

    def __str__(self) -> str:
        return f"bombardment {self.gun}".rstrip()


@dataclass(frozen=True, slots=True)
class Sortie(Instruction):
    """`sortie`: the besieged come out for a moment (11.5)."""

    card: str = ""
    about: ClassVar[tuple[str, ...]] = ("react",)

    def make(self, table: Table) -> Action | Skip:
        if "sortie" not in table.decision.verbs:
            return Skip(say("no Sortie"))
        offered = table.decision.next(siege.Sortie.before(siege.Sortie.card)).choices
        return table.legal(siege.Sortie.act(card=self.card or offered[-1]))

    def __str__(self) -> str:
        return f"sortie {self.card}".rstrip()


# -- morale (8.4) --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Challenge(Instruction):
    """`challenge 4+`: by the impacts of the deployment."""

    bound: Bound
    about: ClassVar[tuple[str, ...]] = ("challenge",)

    def make(self, table: Table) -> Action | Skip:
        if table.facts["gained"] not in self.bound:
            return Skip(say("impacts", number=table.facts["gained"]))
        return table.legal(morale.Challenge.act())

    def __str__(self) -> str:
        return f"challenge {self.bound}"


@dataclass(frozen=True, slots=True)
class Refute(Instruction):
    """`refute 3+ with Castile not Commander`: which card to show, and for how many impacts."""

    bound: Bound
    first: tuple[str, ...] = ()
    spared: tuple[str, ...] = ()
    about: ClassVar[tuple[str, ...]] = ("refute",)

    def make(self, table: Table) -> Action | Skip:
        if table.facts["gained"] not in self.bound:
            return Skip(say("impacts", number=table.facts["gained"]))
        if "show" not in table.decision.verbs:
            return Skip(say("no refutation"))
        names = table.game.names("card")
        spared = {names[card] for card in self.spared}
        held = table.decision.next(Show.before(Show.card)).choices
        offered = [t for t in held if names[t] not in spared]
        if not offered:
            return Skip(say("none to show"))
        for card in self.first:
            found = alike(table, card, offered)
            if found is not None:
                return table.legal(Show.act(card=found))
        sight = sight_of(table)
        cards = sight.board.card[sight.side]
        return table.legal(Show.act(card=min(offered, key=lambda t: card_worth(sight, cards[t]))))

    def __str__(self) -> str:
        first = f" with {', '.join(self.first)}" if self.first else ""
        spared = f" not {', '.join(self.spared)}" if self.spared else ""
        return f"refute {self.bound}{first}{spared}"
