"""The first half of reading: an order cut at its marks, each word in the clause of a slot."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core import Illegal, Slot, Value
from engine.text.grammar import BREAK, TO, Shape, counted_word, fold, shown
from engine.text.names import Book
from engine.tongues import Said, Tongue
from engine.words import say


class Refused(Illegal):
    """A refusal on its way out, with the order as far as it was understood."""

    def __init__(self, reason: Said, rule: str = "", wanted: tuple[Value, ...] = ()) -> None:
        super().__init__(reason, rule)
        self.wanted = wanted


class Draft:
    """An order cut at its marks, not yet understood."""

    __slots__ = ("bare", "marked", "shape", "signed", "steps")

    def __init__(self, shape: Shape, lexemes: Iterable[str], tongue: Tongue) -> None:
        self.shape = shape
        self.bare: list[str] = []
        self.steps: list[list[str]] = []
        self.marked: dict[int, list[str]] = {}
        self.signed: dict[int, tuple[int, list[str]]] = {}
        keywords = shape.heard(tongue)
        target = self.bare
        for lexeme in lexemes:
            if lexeme == ">":
                target = self._goal()
            elif lexeme in shape.signs:
                target = self._sign(lexeme)
            elif (i := keywords.get(fold(lexeme))) is not None:
                target = self._goal() if i == TO else self._mark(i, lexeme)
            elif lexeme in (",", "=", "+", "-"):
                target.append(BREAK)
            else:
                target.append(lexeme)

    def _goal(self) -> list[str]:
        """The words of a new step; for a verb without goals, `fight > Lucena`, a mere break."""
        if not self.shape.goals:
            self.bare.append(BREAK)
            return self.bare
        self.steps.append([])
        return self.steps[-1]

    def _sign(self, sign: str) -> list[str]:
        i, step = self.shape.signs[sign], len(self.steps) - 1
        if i not in self.signed:
            self.signed[i] = (step, [])
        elif self.signed[i][0] != step:
            raise self._twice(sign)
        return self.signed[i][1]

    def _mark(self, i: int, word: str) -> list[str]:
        slot = self.shape.slots[i]
        if i in self.marked and slot.form == "one" and slot.domain != "flag":
            raise self._twice(shown([word]))
        words = self.marked.setdefault(i, [])
        return self.bare if slot.domain == "flag" else words

    def _twice(self, mark: str) -> Refused:
        verb = self.shape.verb
        return Refused(say("twice", mark=mark, verb=verb.name), verb.rule, (verb.name,))

    # -- words that stand in another slot's clause --

    def spill(self, book: Book) -> None:
        """Hand on what follows a complete value: `place christian > Lucena C2`, or
        `move march Aragon Cordoba C3 > Ecija`."""
        slots = self.shape.slots
        empty = bool(self.shape.bare) and not self.bare
        for i, words in self.marked.items():
            if len(words) > 1 and (empty or slots[i].form == "one"):
                self._spill_one(book, slots[i], words)
        for n, words in enumerate(self.steps):
            if len(words) > 1:
                goals = self.shape.goals
                self._spill_one(book, slots[goals[min(n, len(goals) - 1)]], words)

    def _spill_one(self, book: Book, slot: Slot, words: list[str]) -> None:
        at = found = 0
        while at < len(words) and (found == 0 or slot.form != "one"):
            if words[at] == BREAK:
                at += 1
                continue
            trial = words[at:]
            if slot.form == "set":
                trial[0] = counted_word(trial[0])[1]
            hit = book.match(slot.domain, (), trial)
            if not hit.tokens:
                break
            at += hit.used
            found += 1
        if found:
            self.bare += [BREAK, *words[at:]]
            del words[at:]
