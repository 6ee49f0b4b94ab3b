"""What a line of a plan can order in a battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from engine.core import Action, Decision
from engine.games.hispania.table.board import KINDS
from engine.games.hispania.table.orders import TARGETS
from engine.games.hispania.table.view import View
from engine.games.hispania.words.plans import say
from engine.players.plan.manual import near, place_named, spoken
from engine.players.plan.parts import Order, Skip, Table, Unclear
from engine.text.names import book_of

if TYPE_CHECKING:
    from engine.games.hispania.game import Hispania

STAY = Action("stay")
EXAMPLES = (
    "fight Valence, Tolede",
    "aim castle, inf",
    "stay",
    "hold",
    "retreat Cuenca, Avila",
    "never retreat",
    "submit",
    "garrison inf",
)
_NEVER = {"retreat": ("part", STAY), "submit": ("part", STAY), "sign": ("sign", Action("pass"))}
_BARE = ("stay", "hold", "submit", "sign", "pass")


def read_order(game: Hispania, words: str) -> Order:
    """The order that a line means; raises `Unclear`."""
    first, _, rest = words.partition(" ")
    word = first.casefold()
    if word == "never":
        if rest.casefold() not in _NEVER:
            unknown = say("never", word=rest) if rest else say("never what")
            raise Unclear(unknown, [f"never {what}" for what in _NEVER])
        return Never(rest.casefold())
    if word == "fight" and rest:
        return Fight(_listed(game, rest))
    if word == "retreat":
        return Retreat(_listed(game, rest.removeprefix(">")) if rest else ())
    if word == "garrison" and rest:
        return Garrison(_kinds(game, rest))
    if word == "aim" and rest and (targets := _targets(game, rest)):
        return Aim(targets)
    if found := spoken(game, words):
        if found.verb in (*_BARE, "aim"):
            return found
    raise Unclear(say("no instruction"), near(first, EXAMPLES))


def _listed(game: Hispania, words: str) -> tuple[str, ...]:
    return tuple(place_named(game, part, ("place",)) for part in words.replace(">", ",").split(","))


def _targets(game: Hispania, words: str) -> tuple[str, ...]:
    """`castle, inf`: kinds of targets, the first first; nothing if the words are an order."""
    table = book_of(game).table("target")
    found = []
    for part in words.split(","):
        if not part.split():
            return ()
        hit = table.match((), part.split())
        if hit.used != len(part.split()) or len(hit.tokens) != 1:
            return ()
        found.append(hit.tokens[0])
    return tuple(found)


def _kinds(game: Hispania, words: str) -> tuple[str, ...]:
    found = _targets(game, words)
    if not found or not all(token in KINDS for token in found):
        raise Unclear(say("no unit", word=repr(words)), KINDS[:4])
    return found


class Instruction:
    """An order about questions of some kinds."""

    __slots__ = ()
    about: ClassVar[tuple[str, ...]] = ()
    habit: ClassVar[str] = ""

    def concerns(self, decision: Decision) -> bool:
        return decision.kind in self.about

    def refrain(self, decision: Decision) -> Action | None:
        return None


@dataclass(frozen=True, slots=True)
class Never(Instruction):
    """Something that is left undone."""

    what: str

    def concerns(self, decision: Decision) -> bool:
        return decision.kind == _NEVER[self.what][0]

    def make(self, table: Table) -> Action | Skip:
        return table.legal(_NEVER[self.what][1])

    def __str__(self) -> str:
        return f"never {self.what}"


@dataclass(frozen=True, slots=True)
class Fight(Instruction):
    """Which battle comes first."""

    places: tuple[str, ...]
    about: ClassVar[tuple[str, ...]] = ("fight",)

    def make(self, table: Table) -> Action | Skip:
        open_ = table.decision.next(("fight",)).choices
        place = next((place for place in self.places if place in open_), None)
        return Action("fight", place) if place else Skip(say("no battle"))

    def __str__(self) -> str:
        return f"fight {', '.join(self.places)}"


@dataclass(frozen=True, slots=True)
class Garrison(Instruction):
    """Which unit is given up for a Castle that surrenders (11.15)."""

    kinds: tuple[str, ...]
    about: ClassVar[tuple[str, ...]] = ("garrison",)

    def make(self, table: Table) -> Action | Skip:
        (place,) = table.decision.next(("rebuild",)).choices
        open_ = table.decision.next(("rebuild", place)).choices
        kind = next((kind for kind in self.kinds if kind in open_), None)
        return Action("rebuild", place, kind, None) if kind else Skip(say("unit absent"))

    def __str__(self) -> str:
        return f"garrison {', '.join(self.kinds)}"


@dataclass(frozen=True, slots=True)
class Retreat(Instruction):
    """As many as can, to these provinces in their order, then wherever there is room."""

    goals: tuple[str, ...] = ()
    about: ClassVar[tuple[str, ...]] = ("part", "evicted")

    def make(self, table: Table) -> Action | Skip:
        decision = table.decision
        if "retreat" not in decision.verbs:
            return Skip(say("no retreat"))
        pieces: tuple[str, ...] = ()
        while more := decision.next(("retreat",), pieces).choices:
            pieces = (*pieces, more[0])
        capital = decision.next(("retreat", pieces)).choices[0]
        prefix = ("retreat", pieces, capital)
        path: tuple[str, ...] = ()
        while not (level := decision.next(prefix, path)).may_stop:
            wanted = [goal for goal in self.goals if goal in level.choices]
            path = (*path, (wanted or list(level.choices))[0])
        return table.legal(Action("retreat", pieces, capital, path))

    def refrain(self, decision: Decision) -> Action | None:
        """A plan that speaks of retreats makes no others."""
        return STAY if decision.kind == "part" else None

    def __str__(self) -> str:
        return f"retreat {', '.join(self.goals)}".rstrip()


@dataclass(frozen=True, slots=True)
class Aim(Instruction):
    """Every die at the first of these targets that is there, with dice enough; then the next."""

    targets: tuple[str, ...]
    about: ClassVar[tuple[str, ...]] = ("aim",)
    PLENTY: ClassVar[int] = 2  # dice for each hit that a target takes

    def make(self, table: Table) -> Action | Skip:
        decision = table.decision
        wanted: list[str] = []
        prefix: tuple[object, ...] = ("aim",)
        for _ in table.game.verbs["aim"].slots:
            level = decision.next(prefix)
            wanted = wanted or self._queue(table, level.choices)
            if level.max and not wanted:
                return Skip(say("target absent"))
            chosen = [wanted.pop(0) if len(wanted) > 1 else wanted[0] for _ in range(level.max)]
            prefix = (*prefix, tuple(sorted(chosen, key=TARGETS.index)))
        return table.legal(Action("aim", *prefix[1:]))

    def _queue(self, table: Table, there: Sequence[str]) -> list[str]:
        """The target of each die; the last one takes all that are left."""
        view = table.world.view(table.seat)
        assert isinstance(view, View)
        assert view.battle is not None
        enemies = view.battle.defending if table.facts["attacking"] else view.battle.attacking
        count = Counter(enemies)
        lives = {kind.token: kind.lives for kind in cast("Hispania", table.game).board.kinds}
        found: list[str] = []
        for target in self.targets:
            if target in there:
                kind = target.removeprefix("river-")
                found += [target] * max(1, self.PLENTY * count[kind] * lives[kind])
        return found

    def __str__(self) -> str:
        return f"aim {', '.join(self.targets)}"
