"""What a game's plans speak of: its manual; and the plain one of a game that has none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple, Protocol

from engine import text
from engine.core import Action, Decision, Game, Illegal, View
from engine.manifest import part
from engine.match import Match, World
from engine.players.plan.parts import Facts, Order, Skip, Table, Unclear
from engine.text.names import book_of, likeness
from engine.words import FACTS, say_plan

MOODS = ("suggest", "bold", "careful")


class Scene(NamedTuple):
    """Where a question belongs: a battle, and the round of battles that it is part of.

    All of it is public. `begins` is a question with which a battle starts afresh; `minor` is a
    skirmish in the middle of something else, which a table may leave to the standing plans.
    """

    round: str
    battle: str = ""
    where: str = ""
    begins: bool = False
    minor: bool = False


class Manual(Protocol):
    """What one game's plans can say. Every name in it is public."""

    facts: Mapping[str, str]  # what a condition may name, and what it means
    topics: Mapping[str, tuple[str, ...]]  # what `ask always` may name: kinds of decision
    examples: tuple[str, ...]  # instructions, for whoever wrote one that is none

    def where(self, words: str) -> str:
        """The place that a plan is for; raises `Unclear`."""
        ...

    def order(self, words: str, seat: str, where: str) -> Order:
        """The order that a line means in a plan for that place; raises `Unclear`."""
        ...

    def scene(self, view: View, decision: Decision) -> Scene | None:
        """Where the question belongs, from a spectator's view; None if no plan speaks of it."""
        ...

    def parties(self, view: View, asked: Sequence[Decision]) -> tuple[str, ...]:
        """The seats that seal a plan when a round begins with these questions, whatever is in
        anybody's hand; none if they are not worth a plan."""
        ...

    def places(self, view: View, decision: Decision) -> tuple[str, ...]:
        """Where the battles of a round that begins with this question will be, as a spectator
        knows it."""
        ...

    def title(self, where: str) -> str:
        """A place as people write it."""
        ...

    def look(self, view: View, decision: Decision) -> Facts:
        """The public facts, from a spectator's view, as the seat that is asked would put them."""
        ...

    def standing(self, seat: str) -> str:
        """The plan of a seat that wrote none."""
        ...

    def suggest(self, world: World, seat: str, where: str, mood: str) -> str:
        """A plan for a battle there, as the computer would fight it: one of `MOODS`."""
        ...


def manual_of(game: Game) -> Manual:
    """The game's own manual, or the plain one."""
    return _manual(game)  # type: ignore[arg-type]  # games are compared by identity


@lru_cache(maxsize=16)
def _manual(game: Game) -> Manual:
    plans = part(game, "plans")
    if plans is None:
        return PlainManual(game)
    found: Manual = plans.manual(game)
    return found


def near(word: str, known: Mapping[str, object] | tuple[str, ...], most: int = 4) -> list[str]:
    """Known words that look like `word`, else the first few."""
    like = sorted(known, key=lambda k: -likeness(word.casefold(), k.casefold()))
    return [k for k in like if likeness(word.casefold(), k.casefold()) >= 0.6][:most] or list(
        known
    )[:most]


@dataclass(frozen=True, slots=True)
class Spoken:
    """An order in the game's own words, tried whenever its verb is asked for."""

    verb: str
    words: str
    habit: ClassVar[str] = ""

    def concerns(self, decision: Decision) -> bool:
        return self.verb in decision.verbs

    def make(self, table: Table) -> Action | Skip:
        try:
            return text.read(table.game, table.decision, self.words)
        except Illegal as refusal:
            return Skip(refusal.said)

    def refrain(self, decision: Decision) -> Action | None:
        return None

    def __str__(self) -> str:
        return self.words


def spoken(game: Game, words: str) -> Spoken | None:
    """A line that begins with a verb of the game."""
    first, _, rest = words.partition(" ")
    verb = next((v for v in game.verbs if text.fold(v) == text.fold(first)), None)
    return Spoken(verb, " ".join([verb, *rest.split()])) if verb is not None else None


def place_named(game: Game, words: str, domains: Sequence[str]) -> str:
    """The one thing of these domains, in their order, that the words mean."""
    parts = words.split()
    candidates: list[str] = []
    for domain in domains if parts else ():
        table = book_of(game).table(domain)
        hit = table.match((), parts)
        if hit.used == len(parts) and len(hit.tokens) == 1:
            return hit.tokens[0]
        candidates += hit.tokens or table.near(words)
    raise Unclear(say_plan("no place", word=repr(words)), candidates[:4])


class PlainManual:
    """For a game without a manual: orders in its own words, asking, and `else`."""

    facts: Mapping[str, str] = FACTS
    topics: Mapping[str, tuple[str, ...]] = {}

    def __init__(self, game: Game) -> None:
        self.game = game
        self.examples = tuple(game.verbs)

    def where(self, words: str) -> str:
        return place_named(self.game, words, ("place",))

    def order(self, words: str, seat: str, where: str) -> Order:
        found = spoken(self.game, words)
        if found is None:
            raise Unclear(say_plan("no order"), near(words.split()[0], self.examples))
        return found

    def scene(self, view: View, decision: Decision) -> Scene | None:
        battle = self.game.chapter(view)
        return Scene(battle, battle, battle.partition(" ")[2]) if battle else None

    def parties(self, view: View, asked: Sequence[Decision]) -> tuple[str, ...]:
        return tuple(decision.seat for decision in asked)

    def places(self, view: View, decision: Decision) -> tuple[str, ...]:
        scene = self.scene(view, decision)
        return (scene.where,) if scene is not None and scene.where else ()

    def title(self, where: str) -> str:
        return self.game.names("place").get(where, where)

    def look(self, view: View, decision: Decision) -> Facts:
        return {"asked": 1}

    def standing(self, seat: str) -> str:
        return "plan\nelse best\n"

    def suggest(self, world: World, seat: str, where: str, mood: str) -> str:
        return f"plan {where}".strip() + (
            "\nelse finish\n" if mood == "careful" else "\nelse best\n"
        )


def scene_of(match: Match, decision: Decision) -> Scene | None:
    """Where an open question belongs, as a spectator sees it."""
    return manual_of(match.game).scene(match.view(None), decision)
