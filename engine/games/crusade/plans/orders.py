"""What a line of a plan can order: stand or go, come out, cards, stores, a quarrel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from engine.core import Action, Decision
from engine.games.crusade.words.plans import say
from engine.players.plan.manual import near, place_named
from engine.players.plan.parts import Order, Skip, Table, Unclear
from engine.text import fold

if TYPE_CHECKING:
    from engine.games.crusade.game import Crusade

EXAMPLES = (
    "stand", "defend", "withdraw Harenc, Aleppo", "never withdraw", "intercept", "never intercept",
    "join", "play Surprise", "play all", "keep Surprise", "retreat Antioch", "never retreat",
    "spend all", "spend 2", "dissent halves", "contest", "never contest", "jihad", "peace",
)  # fmt: skip

# by the word: the kind of question, the order, and what is done instead
PLAIN: Final = {
    "stand": ("stand", "stand"),
    "defend": ("stand", "defend"),
    "intercept": ("intercept", "intercept"),
    "join": ("join", "join"),
    "contest": ("contest", "contest"),
    "jihad": ("accord", "jihad"),
    "peace": ("peace", "peace"),
}
NEVER: Final = {
    "withdraw": ("stand", "defend", "stand"),
    "intercept": ("intercept", "decline"),
    "join": ("join", "abide"),
    "play": ("cards", "cards"),
    "retreat": ("retreat", "stay"),
    "spend": ("feed", "spend"),
    "dissent": ("sow", "hold"),
    "contest": ("contest", "believe"),
    "jihad": ("accord", "accord"),
    "peace": ("peace", "leave"),
}


class Instruction:
    """An order about questions of one kind."""

    __slots__ = ()
    habit: ClassVar[str] = ""

    def refrain(self, decision: Decision) -> Action | None:
        return None


@dataclass(frozen=True, slots=True)
class Plainly(Instruction):
    """One order, where it is open."""

    word: str

    def concerns(self, decision: Decision) -> bool:
        return decision.kind == PLAIN[self.word][0]

    def make(self, table: Table) -> Action | Skip:
        verb = PLAIN[self.word][1]
        if table.game.verbs[verb].slots:
            choices = table.decision.next((verb,)).choices if verb in table.decision.verbs else ()
            return table.legal(Action(verb, choices[0] if choices else ""))
        return table.legal(Action(verb))

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class Never(Instruction):
    """What is done in the place of something that is never done."""

    word: str

    def concerns(self, decision: Decision) -> bool:
        return decision.kind == NEVER[self.word][0]

    def make(self, table: Table) -> Action | Skip:
        found: Action | Skip = Skip(say("not open"))
        for verb in NEVER[self.word][1:]:
            blank: tuple[object, ...] = ()
            if verb == "cards":
                blank = ((),)
            elif verb == "spend":
                blank = ("0",)
            found = table.legal(Action(verb, *blank))
            if isinstance(found, Action):
                return found
        return found

    def __str__(self) -> str:
        return f"never {self.word}"


@dataclass(frozen=True, slots=True)
class Go(Instruction):
    """Withdraw or retreat to the first of these places that is open; without any, to the best."""

    verb: str
    places: tuple[str, ...]

    def concerns(self, decision: Decision) -> bool:
        return decision.kind == ("stand" if self.verb == "withdraw" else "retreat")

    def make(self, table: Table) -> Action | Skip:
        if self.verb not in table.decision.verbs:
            return Skip(say("not open"))
        open_ = table.decision.next((self.verb,)).choices
        wanted = self.places or tuple(open_)
        place = next((place for place in wanted if place in open_), None)
        if place is None:
            return Skip(say("not open"))
        rest = (None,) * (len(table.game.verbs[self.verb].slots) - 1)
        return table.legal(Action(self.verb, place, *rest))

    def __str__(self) -> str:
        return " ".join([self.verb, ", ".join(self.places)]).strip()


@dataclass(frozen=True, slots=True)
class Play(Instruction):
    """These cards, or all that fit; `keep`: all but these."""

    cards: tuple[str, ...]  # none: all
    keep: bool = False

    def concerns(self, decision: Decision) -> bool:
        return decision.kind == "cards"

    def make(self, table: Table) -> Action | Skip:
        chosen: tuple[str, ...] = ()
        while True:
            level = table.decision.next(("cards",), chosen)
            found = next((c for c in level.choices if self._wanted(str(c))), None)
            if found is None:
                break
            chosen = (*chosen, str(found))
        if not chosen and not self.keep:
            return Skip(say("nothing fits"))
        return table.legal(Action("cards", chosen))

    def _wanted(self, card: str) -> bool:
        return not self.cards or (card in self.cards) is not self.keep

    def __str__(self) -> str:
        if not self.cards:
            return "play all"
        return f"{'keep' if self.keep else 'play'} {', '.join(self.cards)}"


@dataclass(frozen=True, slots=True)
class Spend(Instruction):
    """8.3C: so many Resources on a siege, as far as there are; None: all."""

    most: int | None

    def concerns(self, decision: Decision) -> bool:
        return decision.kind == "feed"

    def make(self, table: Table) -> Action | Skip:
        counts = [int(n) for n in table.decision.next(("spend",)).choices]
        fitting = [n for n in counts if self.most is None or n <= self.most]
        return table.legal(Action("spend", str(max(fitting, default=0))))

    def __str__(self) -> str:
        return f"spend {'all' if self.most is None else self.most}"


@dataclass(frozen=True, slots=True)
class Quarrel(Instruction):
    """12.1: sow Dissension in this way."""

    how: str

    def concerns(self, decision: Decision) -> bool:
        return decision.kind == "sow"

    def make(self, table: Table) -> Action | Skip:
        return table.legal(Action("dissent", self.how))

    def __str__(self) -> str:
        return f"dissent {self.how}"


def read_order(game: Crusade, words: str) -> Order:
    """One line, without its condition."""
    first, _, rest = words.strip().partition(" ")
    word, rest = first.casefold(), rest.strip()
    if word == "never":
        return _never(rest)
    if word in PLAIN and not rest:
        return Plainly(word)
    if word in ("withdraw", "retreat"):
        parts = [part for part in rest.replace(">", ",").split(",") if part.strip()]
        return Go(word, tuple(place_named(game, part, ("place",)) for part in parts))
    if word in ("play", "keep") and rest:
        return _play(game, word, rest)
    if word == "spend":
        if rest == "all":
            return Spend(None)
        if rest.isdecimal() and len(rest) < 4:
            return Spend(int(rest))
        raise Unclear(say("no number"), ("spend all", "spend 2"))
    if word == "dissent" and rest in ("halves", "flight"):
        return Quarrel(rest)
    raise Unclear(say("no instruction"), near(first, EXAMPLES))


def _never(rest: str) -> Order:
    word = rest.casefold()
    if not word:
        raise Unclear(say("never what"), tuple(f"never {one}" for one in NEVER)[:4])
    if word not in NEVER:
        raise Unclear(say("never", word=rest), [f"never {one}" for one in near(word, NEVER)])
    return Never(word)


def _play(game: Crusade, word: str, rest: str) -> Order:
    if word == "play" and rest.casefold() == "all":
        return Play(())
    known = {fold(token): token for token in game.board.charts.events}
    known |= {fold(name): token for token, name in game.board.charts.event_names.items()}
    found = []
    for part in rest.split(","):
        token = known.get(fold(part.strip())) or known.get(fold(part.strip().replace(" ", "-")))
        if token is None:
            raise Unclear(
                say("no card", word=repr(part.strip())), near(part, tuple(known.values()))
            )
        found.append(token)
    return Play(tuple(found), word == "keep")
