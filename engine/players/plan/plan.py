"""A plan is a player that a person wrote: it answers as its lines say, in their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.core import Action, Decision, Game
from engine.match import World
from engine.players.greedy import GreedyPlayer, judgement
from engine.players.plan.manual import Manual, Scene, manual_of
from engine.players.plan.parts import Ask, AskOwner, Line, Note, Progress, Skip, Table
from engine.tongues import ENGLISH, Listed, Said
from engine.words import say_plan

BEST, FINISH = "best", "finish"


class Plan:
    """The lines of one seat for one place, or for every place; and how far they were used.

    What it does depends on its text, on its seat's view and on its own earlier answers.
    """

    rash = False  # a plan uses no rights

    def __init__(
        self,
        game: Game,
        seat: str,
        lines: Sequence[Line],
        where: str = "",
        otherwise: str = BEST,
    ) -> None:
        self.game = game
        self.seat = seat
        self.where = where
        self.lines = tuple(lines)
        self.otherwise = otherwise
        self._battle = ""
        self._used = Counter[int]()
        self._notes: dict[tuple[int, Said], int] = {}

    @property
    def manual(self) -> Manual:
        return manual_of(self.game)

    def text(self) -> str:
        """The plan in its one text, which reads back to the same plan."""
        head = f"plan {self.where}".rstrip()
        return "\n".join([head, *map(str, self.lines), f"else {self.otherwise}"]) + "\n"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plan) and (
            (self.game.name, self.seat, self.text()) == (other.game.name, other.seat, other.text())
        )

    __hash__ = None  # type: ignore[assignment]  # it changes while it is carried out

    def __repr__(self) -> str:
        return f"<Plan of {self.seat}, {self.where or 'everywhere'}: {len(self.lines)} lines>"

    # -- being carried out --------------------------------------------------------------------

    def covers(self, scene: Scene | None) -> bool:
        """Whether it is meant for this battle."""
        return scene is not None and self.where in ("", scene.where)

    def asks(self, world: World, decision: Decision) -> bool:
        """Whether it leaves the question to its owner. Only public facts decide that."""
        table = self._table(world, decision)
        return any(isinstance(line.order, Ask) and _applies(line, table) for line in self.lines)

    def choose(self, world: World, decision: Decision) -> Action:
        """The answer of the first line that can stand. Raises `AskOwner` where the plan asks."""
        table = self._table(world, decision)
        if self.asks(world, decision):
            raise AskOwner(say_plan("ask owner", seat=self.seat))
        self._enter(self.manual.scene(world.view(None), decision))
        refrain: Action | None = None
        for line in sorted(self.lines, key=lambda line: not line.brake):
            if isinstance(line.order, Ask) or not line.order.concerns(decision):
                continue
            made = self._try(line, table)
            if made is not None:
                self._used[line.number] += 1
                return made
            refrain = line.order.refrain(decision) or refrain
        if refrain is not None and refrain in decision:
            return refrain
        return decision.default if self.otherwise == FINISH else best(world, decision)

    def _table(self, world: World, decision: Decision) -> Table:
        if not isinstance(world, World):
            raise TypeError("a plan is only ever given a redealt world")
        if decision.seat != self.seat:
            raise ValueError(f"this plan is {self.seat}'s; the question is {decision.seat}'s")
        return Table(world, decision, self.manual.look(world.view(None), decision))

    def _enter(self, scene: Scene | None) -> None:
        """In a new battle every line is fresh."""
        battle = f"{scene.round} {scene.battle}" if scene is not None else ""
        if battle != self._battle or (scene is not None and scene.begins):
            self._battle = battle
            self._used.clear()

    def _try(self, line: Line, table: Table) -> Action | None:
        if line.limit is not None and self._used[line.number] >= line.limit:
            return None
        if not _applies(line, table):
            missing = tuple(str(c) for c in line.conditions if not c.holds(table.facts))
            self._note(line, say_plan("not so", conditions=Listed(missing, "")))
            return None
        made = line.order.make(table)
        if isinstance(made, Skip):
            self._note(line, made.said)
            return None
        return made

    # -- for its owner alone ------------------------------------------------------------------

    def _note(self, line: Line, why: Said) -> None:
        key = (line.number, why)
        self._notes[key] = self._notes.get(key, 0) + 1

    @property
    def notes(self) -> tuple[Note, ...]:
        """Which lines were skipped, and why: for nobody but the plan's owner."""
        texts = {line.number: str(line) for line in self.lines}
        return tuple(
            Note(number, texts[number], why, times) for number, why, times in self._noted()
        )

    def _noted(self) -> tuple[tuple[int, Said, int], ...]:
        """In the order of the lines; of one line, in that of the words."""
        found = [(line, why, times) for (line, why), times in self._notes.items()]
        return tuple(sorted(found, key=lambda note: (note[0], ENGLISH.word(note[1]))))

    # -- between two sittings -----------------------------------------------------------------

    @property
    def progress(self) -> Progress:
        """How far the plan is, to be stored."""
        return Progress(self._battle, tuple(sorted(self._used.items())), self._noted())

    def resume(self, progress: Progress) -> None:
        """Go on where `progress` said the plan was."""
        self._battle = progress.battle
        self._used = Counter(dict(progress.used))
        self._notes = {(line, why): times for line, why, times in progress.notes}


def best(world: World, decision: Decision) -> Action:
    """What the computer would do; the question's own default in a game it cannot play."""
    if judgement(world.game) is None:
        return decision.default
    return GreedyPlayer("plan").choose(world, decision)


def _applies(line: Line, table: Table) -> bool:
    return line.order.concerns(table.decision) and all(
        condition.holds(table.facts) for condition in line.conditions
    )
