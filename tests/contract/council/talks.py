"""2, 10: what may be said at any time: promises, which are public, and vows, which are not."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import number, said
from engine.flow import Context, Plain, Right
from engine.orders import Bar, Why, one
from tests.contract.council.table import (
    NUMBER_OF,
    SCRIPT,
    SEATS,
    SIDE,
    WORD,
    WORDS,
    Order,
    State,
    Telling,
)
from tests.contract.council.turns import NOT_HERE, TAKES, YOURSELF

NO_PROMISE = Bar("no_promise", "10", side=SIDE)
NOTHING_PROMISED = Bar("nothing_promised", "10")


class Promised(Telling, kind="promise", rule="10"):
    side: str = said(SIDE, part="who")
    to: str = said(SIDE)
    count: int = number()


class Retracted(Telling, kind="retract", rule="10"):
    side: str = said(SIDE, part="who")


class Accepted(Telling, kind="accept", rule="10"):
    side: str = said(SIDE, part="who")
    of: str = said(SIDE)
    count: int = number()


class Vowed(Telling, kind="vow", rule="2"):
    word: str = said(WORD)


class Promise(Order, verb="promise", rule="10"):
    """10: promise somebody points, in place of what was promised before."""

    to = one(SIDE, words="who is promised something")
    count = one(NUMBER_OF, words="how many")

    @to.offer
    def others(self) -> Sequence[int]:
        return [who for who in range(self.s.count) if who != self.who]

    @to.bar
    def to_barred(self, to: int) -> Why | None:
        if to >= self.s.count:
            return NOT_HERE("10", side=to)
        return YOURSELF("10") if to == self.who else None

    @count.offer
    def counts(self) -> Sequence[str]:
        return ("1", "2", "3")

    @count.bar
    def count_barred(self, count: str) -> Why | None:
        return None if count in self.counts() else TAKES("10")

    def do(self, c: Context) -> None:
        self.s.promised[self.who] = (self.to, int(self.count))
        c.tell(Promised(side=self.seat, to=SEATS[self.to], count=int(self.count)))


class Retract(Order, verb="retract", rule="10"):
    """10: take a promise back."""

    def possible(self) -> bool:
        return self.s.promised[self.who] is not None

    def closed(self) -> Why | None:
        return None if self.possible() else NOTHING_PROMISED()

    def do(self, c: Context) -> None:
        self.s.promised[self.who] = None
        c.tell(Retracted(side=self.seat))


class Promising(Right[State], kind="promising", rule="10", script=SCRIPT):
    """10: everybody may promise at any time."""

    orders = (Promise, Retract)

    def whom(self, s: State, a: Plain) -> tuple[int, ...]:
        return tuple(range(s.count))


class Accept(Order, verb="accept", rule="10"):
    """10: accept a promise."""

    of = one(SIDE, words="whose promise")

    @of.offer
    def promises(self) -> Sequence[int]:
        return [who for who, p in enumerate(self.s.promised) if p is not None and p[0] == self.who]

    @of.bar
    def of_barred(self, of: int) -> Why | None:
        return None if of in self.promises() else NO_PROMISE(side=of)

    def do(self, c: Context) -> None:
        s = self.s
        promised = s.promised[self.of]
        assert promised is not None
        s.promised[self.of] = None
        s.points[self.of] -= promised[1]
        s.points[self.who] += promised[1]
        c.tell(Accepted(side=self.seat, of=SEATS[self.of], count=promised[1]))


class Accepting(Right[State], kind="accepting", rule="10", script=SCRIPT):
    """10: whoever was promised something may accept it at any time."""

    orders = (Accept,)

    def whom(self, s: State, a: Plain) -> tuple[int, ...]:
        return tuple(sorted({p[0] for p in s.promised if p is not None}))


class Vow(Order, verb="vow", rule="2"):
    """2: vow a word in secret, in place of what was vowed before."""

    word = one(WORD, words="which word")

    @word.offer
    def words(self) -> Sequence[str]:
        return WORDS

    def do(self, c: Context) -> None:
        self.s.vows[self.who] = self.word
        c.tell(Vowed(word=self.word), only=(self.seat,))


class Vowing(Right[State], kind="vowing", rule="2", script=SCRIPT):
    """2: where there are secrets, everybody may vow at any time."""

    orders = (Vow,)

    def whom(self, s: State, a: Plain) -> tuple[int, ...]:
        return tuple(range(s.count)) if s.secrets else ()
