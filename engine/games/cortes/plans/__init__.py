"""What plans can say in Cortés: whatever is asked of somebody out of his turn.

Losses, the flight of a leader, the temple for a sacrifice and the objection are answered at once
from a standing plan; where it is silent, as the computer would.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from engine.core import Action, Decision, View
from engine.games.cortes.book.battle import Temple
from engine.games.cortes.book.leaders import Flee
from engine.games.cortes.book.losses import Lose
from engine.games.cortes.book.sequence import Accept, Object
from engine.games.cortes.table.board import (
    ALLY,
    CAVALRY,
    ELITE,
    GUNBOAT,
    INFANTRY,
    KNIGHT,
    REGULAR,
)
from engine.games.cortes.table.view import View as Sight
from engine.games.cortes.words.plans import FACTS, say
from engine.players.plan.manual import Manual, Scene, near, place_named, spoken
from engine.players.plan.parts import Facts, Order, Skip, Table, Unclear

if TYPE_CHECKING:
    from engine.games.cortes.game import Cortes
    from engine.match import World

KINDS: Final = ("losses", "flight", "temple", "objection")
TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    "losses": ("losses",),
    "flight": ("flight",),
    "temple": ("temple",),
    "objection": ("objection",),
    "everything": KINDS,
}
EXAMPLES = (
    "lose R1 R2 K4", "lose allies first keep Cortes", "object 8+", "never object",
    "temple Tlatelolco", "flee 3016, 2810",
)  # fmt: skip
CROWDS: Final[Mapping[str, tuple[int, ...]]] = {  # words for many units, by their type
    "allies": (ALLY, ELITE),
    "elites": (ELITE,),
    "europeans": (INFANTRY, CAVALRY, GUNBOAT),
    "infantry": (INFANTRY,),
    "cavalry": (CAVALRY,),
    "boats": (GUNBOAT,),
    "knights": (KNIGHT,),
    "regulars": (REGULAR, ALLY),
}


class Instruction:
    """An order about questions of one kind."""

    __slots__ = ()
    about: ClassVar[str] = ""
    habit: ClassVar[str] = ""

    def concerns(self, decision: Decision) -> bool:
        return decision.kind == self.about

    def refrain(self, decision: Decision) -> Action | None:
        return None


@dataclass(frozen=True, slots=True)
class Give(Instruction):
    """Who loses steps first, as far as 8.21 lets it: a code without steps means any, a word like
    `allies` all of them. `keep`: those around this leader come last among their like."""

    units: tuple[str, ...]
    codes: tuple[tuple[str, ...], ...]  # what each word means
    keep: str = ""
    about: ClassVar[str] = "losses"

    def make(self, table: Table) -> Action | Skip:
        view = table.world.view(table.seat)
        assert isinstance(view, Sight)
        where = view.leaders.get(self.keep, "")
        around = [unit for stack in view.places.get(where, ()) for unit in stack.units]
        chosen: tuple[str, ...] = ()
        while not (level := table.decision.next(("lose",), chosen)).may_stop:
            words = [str(word) for word in level.choices]
            words.sort(key=lambda word: _with(word, where, around))
            found = self._first(words)
            if not found and not chosen:
                return Skip(say("not involved"))
            chosen = (*chosen, found or words[0])
        return table.legal(Lose.act(units=chosen))

    def _first(self, open_: list[str]) -> str:
        for codes in self.codes:
            for word in open_:
                face = word.partition("@")[0]
                if face in codes or face.rstrip("0123456789") in codes:
                    return word
        return ""

    def __str__(self) -> str:
        kept = f" keep {self.keep}" if self.keep else ""
        first = " first" if any(unit in CROWDS for unit in self.units) else ""
        return f"lose {' '.join(self.units)}{first}{kept}"


def _with(word: str, where: str, around: Sequence[str]) -> bool:
    """Whether a unit stands with the leader who is to be kept."""
    face, at, place = word.partition("@")
    return place == where if at else face in around


@dataclass(frozen=True, slots=True)
class Protest(Instruction):
    """Object with so many full knights on the map."""

    least: int
    about: ClassVar[str] = "objection"

    def make(self, table: Table) -> Action | Skip:
        view = table.world.view(table.seat)
        assert isinstance(view, Sight)
        units = [u for stacks in view.places.values() for s in stacks for u in s.units]
        return Object.act() if units.count("K4") >= self.least else Accept.act()

    def __str__(self) -> str:
        return f"object {self.least}+"


@dataclass(frozen=True, slots=True)
class Quiet(Instruction):
    """Never object."""

    about: ClassVar[str] = "objection"

    def make(self, table: Table) -> Action | Skip:
        return Accept.act()

    def __str__(self) -> str:
        return "never object"


@dataclass(frozen=True, slots=True)
class Choose(Instruction):
    """The first of these places that is open."""

    verb: str
    places: tuple[str, ...]

    def concerns(self, decision: Decision) -> bool:
        return decision.kind == ("flight" if self.verb == "flee" else "temple")

    def make(self, table: Table) -> Action | Skip:
        open_ = table.decision.next((self.verb,)).choices
        place = next((place for place in self.places if place in open_), None)
        if place is None:
            return Skip(say("not open"))
        return Flee.act(place=place) if self.verb == "flee" else Temple.act(place=place)

    def __str__(self) -> str:
        return f"{self.verb} {', '.join(self.places)}"


class CortesManual:
    """The part of Cortés in the mechanism of plans."""

    facts = FACTS
    topics = TOPICS
    examples: tuple[str, ...] = EXAMPLES

    def __init__(self, game: Cortes) -> None:
        self.game = game

    def where(self, words: str) -> str:
        return place_named(self.game, words, ("place",))

    def order(self, words: str, seat: str, where: str) -> Order:
        first, _, rest = words.partition(" ")
        word = first.casefold()
        if word == "lose" and rest:
            return self._give(rest)
        if word == "object":
            least = rest.strip().removesuffix("+")
            if not rest:
                return Protest(0)
            if least.isdecimal() and len(least) < 3:
                return Protest(int(least))
        if words.casefold() == "never object":
            return Quiet()
        if word in ("temple", "flee") and rest:
            parts = rest.replace(">", ",").split(",")
            named = self._temple if word == "temple" else self.where
            return Choose(word, tuple(named(part.strip()) for part in parts if part.strip()))
        if (found := spoken(self.game, words)) and found.verb == "accept":
            return found
        raise Unclear(say("no instruction"), near(first, EXAMPLES))

    def _temple(self, words: str) -> str:
        """A temple, by any part of its name."""
        names = self.game.names("place")
        temples = [self.game.board.places[place] for place in self.game.board.temples]
        found = [t for t in temples if words.casefold() in names[t].casefold()]
        return found[0] if len(found) == 1 else self.where(words)

    def _give(self, words: str) -> Give:
        board = self.game.board
        units, _, kept = words.replace(",", " ").partition(" keep ")
        known = {token.casefold(): token for token in (*board.faces, *board.sort)}
        found: list[str] = []
        codes: list[tuple[str, ...]] = []
        for word in units.split():
            low = word.casefold()
            if low == "first" and found:
                continue
            if low in CROWDS:
                found.append(low)
                codes.append(tuple(s.token for s in board.sorts if s.type in CROWDS[low]))
            elif low in known:
                found.append(known[low])
                codes.append((known[low],))
            else:
                raise Unclear(say("no unit", word=repr(word)), near(word, tuple(board.sort)))
        leaders = {name.casefold(): name for name in ("Cortes", "Cuauhtemoc")}
        leader = kept.strip().casefold().replace("é", "e")
        if leader and leader not in leaders:
            raise Unclear(say("no leader", word=repr(kept.strip())), tuple(leaders.values()))
        return Give(tuple(found), tuple(codes), leaders.get(leader, ""))

    def scene(self, view: View, decision: Decision) -> Scene | None:
        assert isinstance(view, Sight)
        if decision.kind not in KINDS:
            return None
        where = view.battle.place if view.battle is not None else ""
        phase = f"{view.turn} {view.active} {view.phase}"
        return Scene(phase, f"battle {where}".strip(), where, minor=True)

    def parties(self, view: View, asked: Sequence[Decision]) -> tuple[str, ...]:
        """Nothing here is worth a plan of its own: the standing one answers."""
        return ()

    def places(self, view: View, decision: Decision) -> tuple[str, ...]:
        scene = self.scene(view, decision)
        return (scene.where,) if scene is not None and scene.where else ()

    def title(self, where: str) -> str:
        return self.game.names("place").get(where, where)

    def look(self, view: View, decision: Decision) -> Facts:
        assert isinstance(view, Sight)
        return {
            "pair": view.turn,
            "rests": view.rests,
            "points": view.points,
            "attacking": int(view.active == decision.seat),
        }

    def standing(self, seat: str) -> str:
        return "plan\nobject 8+\nelse best\n" if seat == "aztec" else "plan\nelse best\n"

    def suggest(self, world: World, seat: str, where: str, mood: str) -> str:
        otherwise = "finish" if mood == "careful" else "best"
        return f"plan {where}".strip() + f"\nelse {otherwise}\n"


def manual(game: Cortes) -> Manual:
    return CortesManual(game)
