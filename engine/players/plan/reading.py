"""Reading a plan: line by line, with every fault named."""

from __future__ import annotations

import re

from engine.core import Game
from engine.players.plan.manual import Manual, manual_of, near
from engine.players.plan.parts import Ask, Bound, Condition, Fault, Line, Order, Unclear, Unreadable
from engine.players.plan.plan import BEST, FINISH, Plan
from engine.text.grammar import DASHES, shown
from engine.words import say, say_plan

MOST_LINES = 60
LONGEST = 200  # characters of a line
_WHEN = re.compile(r"\[([^\]]*)\]\s*(.*)")
_OFTEN = re.compile(r"(.*\S)\s+max\s+(\d{1,2})", re.IGNORECASE)
_ASK = re.compile(r"ask(?:\s+always)?(?:\s+(.*))?", re.IGNORECASE)
_ELSE = re.compile(r"else(?:\s+(.*))?", re.IGNORECASE)
_PLAN = re.compile(r"plan(?:\s+(.*))?", re.IGNORECASE)


def read(game: Game, text: str, seat: str) -> Plan:
    """The plan that a person wrote for a seat; raises `Unreadable` with all its faults."""
    if seat not in game.seats:
        raise Unreadable([Fault(0, seat, say("no seat", seat=repr(seat), game=game.title))])
    reader = _Reader(game, seat)
    for number, raw in enumerate(text.splitlines(), 1):
        words = " ".join(raw.partition("#")[0].translate(DASHES).split())
        if words:
            reader.take(number, words)
    if reader.faults:
        raise Unreadable(reader.faults)
    return Plan(game, seat, reader.lines, reader.where, reader.otherwise or BEST)


class _Reader:
    """What has been read so far. A fault in one line does not hide those in the next."""

    def __init__(self, game: Game, seat: str) -> None:
        self.manual: Manual = manual_of(game)
        self.seat = seat
        self.where = ""
        self.otherwise = ""
        self.headed = False
        self.lines: list[Line] = []
        self.faults: list[Fault] = []

    def take(self, number: int, words: str) -> None:
        if len(self.faults) >= MOST_LINES:
            return
        try:
            self._line(number, words)
        except Unclear as unclear:
            self.faults.append(Fault(number, shown([words]), unclear.said, unclear.could))

    def _line(self, number: int, words: str) -> None:
        if len(words) > LONGEST:
            raise Unclear(say_plan("long", most=LONGEST))
        if len(self.lines) >= MOST_LINES:
            raise Unclear(say_plan("many", most=MOST_LINES))
        if self.otherwise:
            raise Unclear(say_plan("after else"))
        if head := _PLAN.fullmatch(words):
            self._head(head[1] or "")
        elif last := _ELSE.fullmatch(words):
            self._last(last[1] or "")
        else:
            # lines are numbered by their place in the plan, so that its one text keeps the numbers
            self.lines.append(self._instruction(len(self.lines) + 2, words))

    def _head(self, where: str) -> None:
        if self.headed or self.lines:
            raise Unclear(say_plan("one head"))
        self.headed = True
        self.where = self.manual.where(where) if where else ""

    def _last(self, what: str) -> None:
        if what.casefold() not in (BEST, FINISH):
            # `else ask` would show by its silence what the hand holds
            raise Unclear(say_plan("else what"), (f"else {BEST}", f"else {FINISH}"))
        self.otherwise = what.casefold()

    def _instruction(self, number: int, words: str) -> Line:
        conditions: tuple[Condition, ...] = ()
        if words.startswith("["):
            when = _WHEN.fullmatch(words)
            if when is None:
                raise Unclear(say_plan("bracket"), ("[behind 4+] ...",))
            conditions = tuple(self._condition(part) for part in when[1].split(","))
            words = when[2]
        if not words:
            raise Unclear(say_plan("when not what"), self.manual.examples[:4])
        if ask := _ASK.fullmatch(words):
            return Line(number, self._ask(ask[1] or ""), conditions)
        most = None
        if often := _OFTEN.fullmatch(words):
            words, most = often[1], int(often[2])
        return Line(number, self.manual.order(words, self.seat, self.where), conditions, most)

    def _ask(self, topic: str) -> Order:
        topics = self.manual.topics
        word = topic.casefold()
        if word not in topics:
            unknown = say_plan("not asked about", topic=repr(topic))
            raise Unclear(
                unknown if topic else say_plan("ask what"),
                [f"ask always {t}" for t in near(topic, tuple(topics))],
            )
        return Ask(word, frozenset(topics[word]))

    def _condition(self, part: str) -> Condition:
        return read_condition(self.manual, part)


def read_condition(manual: Manual, part: str) -> Condition:
    """`behind 4+`, `not siege`: a public fact and its bound."""
    words = part.casefold().split()
    negated = bool(words) and words[0] == "not"
    words = words[1:] if negated else words
    bound = Bound.read(words[-1]) if words else None
    fact = " ".join(words[:-1] if bound is not None else words)
    if fact not in manual.facts:
        raise Unclear(
            say_plan("no fact", word=repr(part.strip())),
            near(fact, tuple(manual.facts)),
        )
    return Condition(fact, bound, negated)
