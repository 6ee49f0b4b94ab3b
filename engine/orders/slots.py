"""The slots of an order: what may stand in each (`offer`), and why something may not (`bar`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, cast, overload

from engine.core import Level, Slot, Value
from engine.orders.bars import UNFIT, Why
from engine.orders.domains import Domain, Words

if TYPE_CHECKING:
    from engine.orders.order import Order

T = TypeVar("T")  # what `order.slot` is
V = TypeVar("V")  # one thing of a domain
O = TypeVar("O", bound="Order[Any, Any]")  # noqa: E741


class Offer(Level, Generic[V]):
    """What may stand next in a set or a path, as the rules know it; the slot puts it in words.

    That is done in place: an offer is handed out once and never kept.
    """

    __slots__ = ()
    choices: tuple[V, ...]

    def __init__(
        self, values: tuple[V, ...], may_stop: bool, least: int = 0, most: int = 0, rule: str = ""
    ) -> None:
        self.choices, self.form, self.may_stop = values, "", may_stop
        self.min, self.max, self.rule = least, most, rule


STOPS = 0.35  # how likely a set or path drawn at random ends where it may
NONE = (None,)  # offered by an optional slot in which nothing can stand
NO_OFFER: Offer[Any] = Offer((), True)  # a set or a path that stays empty
NOTHING = Level((None,))
EMPTY = {"set": Level((), "set", True, 0, 0), "path": Level((), "path", True, 0, 0)}


def subset(
    pool: Sequence[V], chosen: tuple[V, ...], least: int, most: int, rule: str = ""
) -> Offer[V]:
    """The next element of a set taken from `pool`, an ordered list with repeats."""
    n, at, size = len(chosen), 0, len(pool)
    for value in chosen:
        while at < size and pool[at] != value:
            at += 1
        if at == size:
            return Offer((), False, least, most, rule)
        at += 1
    if n >= most:
        return Offer((), n >= least, least, most, rule)
    # up to the last index from which `least` can still be reached
    found = tuple(dict.fromkeys(pool[at : size + n - least + 1]))
    return Offer(found, n >= least, least, most, rule)


class Field(Generic[T, V]):
    """A slot of an order. Not a data descriptor: a filled slot is a plain attribute.

    `offer`, `bar` and `hides` keep the names of the functions, so that a subclass of the order
    may override them. A slot without a bar refuses what it does not offer with the general
    sentence.
    """

    form = "one"

    def __init__(
        self,
        domain: Domain[V],
        *,
        name: str = "",
        mark: str = "",
        rule: str = "",
        optional: bool = False,
        at: Field[Any, Any] | None = None,
        words: str = "",
        who: Field[Any, Any] | None = None,
        public: bool = False,
        whole: bool = False,
    ) -> None:
        """`who`: the slot that names the only seat who may know what stands in this one.
        `public`: the things of a secret domain that stand here lie open. `whole`: everything of
        the domain may stand here, so that no offer is needed."""
        self.domain, self.name, self.mark, self.rule = domain, name, mark, rule
        self.optional, self.at, self.words = optional, at, words
        self.who, self.public, self.whole = who, public, whole
        self.attribute = self.offers = self.bars = self.pile = ""
        self.plain = isinstance(domain, Words)  # its words stand for themselves
        self.codes = None if self.plain else domain.codes

    def __set_name__(self, owner: type, name: str) -> None:
        self.attribute = name
        self.name = self.name or name

    @overload
    def __get__(self, order: None, owner: type) -> Field[T, V]: ...
    @overload
    def __get__(self, order: Order[Any, Any], owner: type) -> T: ...
    def __get__(self, order: Order[Any, Any] | None, owner: type) -> Field[T, V] | T:
        if order is None:
            return self
        raise AttributeError(f"{self.name} of {owner.__name__} is not filled yet")

    @property
    def shown(self) -> Slot:
        """The slot as front ends know it."""
        at = self.at.name if self.at is not None else ""
        domain = self.domain.name
        return Slot(self.name, self.form, domain, self.mark, self.optional, at, self.words)

    def hides(self, pile: Callable[[O, Any], Any]) -> Callable[[O, Any], Any]:
        """Register whence hidden things in this slot come, for another world."""
        self.pile = pile.__name__
        return pile

    def read(self, order: Order[Any, Any], value: Value) -> Any:
        """The value as the rules know it."""
        raise NotImplementedError

    def draw(self, order: Order[Any, Any], random: Callable[[], float]) -> Value:
        """Fill the slot of an order at random, and say with what."""
        raise NotImplementedError

    def level(self, order: Order[Any, Any], partial: tuple[Value, ...]) -> Level:
        raise NotImplementedError

    def why(self, order: Order[Any, Any], partial: tuple[Value, ...], value: Value) -> Why | None:
        """The bar that keeps a value out; None: it may stand there."""
        raise NotImplementedError


class One(Field[T, V]):
    """A slot for one thing; None is one of its values if it is optional.

    Without an offer it takes everything of its domain.
    """

    def offer(self, function: Callable[[O], Sequence[T]]) -> Callable[[O], Sequence[T]]:
        self.offers = function.__name__
        return function

    def bar(self, function: Callable[[O, T], Why | None]) -> Callable[[O, T], Why | None]:
        self.bars = function.__name__
        return function

    def offered(self, order: Order[Any, Any]) -> Sequence[Any]:
        return getattr(order, self.offers)() if self.offers else self.domain.values(order)

    def read(self, order: Order[Any, Any], value: Value) -> Any:
        if value is None or self.plain:
            return value
        return self.domain.codes(order)[value]

    def level(self, order: Order[Any, Any], partial: tuple[Value, ...]) -> Level:
        values = self.offered(order)
        if values is NONE:
            return NOTHING
        if self.plain:
            return Level(tuple(values), "one", False, 1, 1, self.rule)
        names = self.domain.tokens(order)
        found = tuple([None if v is None else names[v] for v in values])
        return Level(found, "one", False, 1, 1, self.rule)

    def draw(self, order: Order[Any, Any], random: Callable[[], float]) -> Value:
        values = getattr(order, self.offers)() if self.offers else self.domain.values(order)
        chosen = values[int(random() * len(values))]
        setattr(order, self.attribute, chosen)
        if chosen is None or self.plain:
            return chosen
        return self.domain.tokens(order)[chosen]

    def why(self, order: Order[Any, Any], partial: tuple[Value, ...], value: Value) -> Why | None:
        code = None
        if value is not None:
            code = self.domain.code(order, value)
            if code is None:
                return UNFIT()
        elif not self.optional:
            return UNFIT()
        if self.bars:
            return cast("Why | None", getattr(order, self.bars)(code))
        return None if code in self.offered(order) else UNFIT()


Next = Callable[[O, tuple[V, ...]], Offer[V]]
Barred = Callable[[O, tuple[V, ...], V | None], Why | None]


class Many(Field[tuple[V, ...], V]):
    """A slot for several things. Asked about None, its bar says why it may not end here."""

    def offer(self, function: Next[O, V]) -> Next[O, V]:
        self.offers = function.__name__
        return function

    def bar(self, function: Barred[O, V]) -> Barred[O, V]:
        self.bars = function.__name__
        return function

    def read(self, order: Order[Any, Any], value: Value) -> Any:
        if not value or self.plain:
            return value
        codes = self.domain.codes(order)
        return tuple([codes[token] for token in value])

    def level(self, order: Order[Any, Any], partial: tuple[Value, ...]) -> Level:
        if self.at is not None and getattr(order, self.at.attribute) is None:
            return EMPTY[self.form]  # nowhere, hence nobody
        chosen = self.read(order, partial) if partial else ()
        level: Level = getattr(order, self.offers)(chosen)
        if level is NO_OFFER:
            return EMPTY[self.form]
        if level.choices and not self.plain:
            names = self.domain.tokens(order)
            level.choices = tuple([names[v] for v in level.choices])
        level.form, level.rule = self.form, level.rule or self.rule
        return level

    def draw(self, order: Order[Any, Any], random: Callable[[], float]) -> Value:
        chosen: tuple[V, ...] = ()
        if self.at is None or getattr(order, self.at.attribute) is not None:
            offer = getattr(order, self.offers)
            level: Offer[V] = offer(chosen)
            choices = level.choices
            while choices and not (level.may_stop and random() < STOPS):
                chosen += (choices[int(random() * len(choices))],)
                level = offer(chosen)
                choices = level.choices
        setattr(order, self.attribute, chosen)
        if not chosen or self.plain:
            return chosen
        names = self.domain.tokens(order)
        return tuple([names[v] for v in chosen])

    def why(self, order: Order[Any, Any], partial: tuple[Value, ...], value: Value) -> Why | None:
        if self.at is not None and getattr(order, self.at.attribute) is None:
            return None if value is None else UNFIT()
        code = None
        if value is not None:
            code = self.domain.code(order, value)
            if code is None:
                return UNFIT()
        chosen = self.read(order, partial)
        if self.bars:
            return cast("Why | None", getattr(order, self.bars)(chosen, code))
        offer: Offer[V] = getattr(order, self.offers)(chosen)
        fits = offer.may_stop if value is None else code in offer.choices
        return None if fits else UNFIT()


class Some(Many[V]):
    """A set: ascending, alike things being interchangeable."""

    form = "set"


class Path(Many[V]):
    """Things in the order in which they are met."""

    form = "path"


@overload
def one(domain: Domain[V], *, optional: Literal[True], **about: Any) -> One[V | None, V]: ...
@overload
def one(domain: Domain[V], *, optional: Literal[False] = False, **about: Any) -> One[V, V]: ...
def one(domain: Domain[V], *, optional: bool = False, **about: Any) -> Any:
    return One(domain, optional=optional, **about)


some, path = Some, Path
