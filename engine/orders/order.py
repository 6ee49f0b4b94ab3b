"""An order under way knows the state, who gives it, and the slots filled so far.

It is a node of the tree of choices: `level` says what may stand next, `given` is the order with
one slot more, `why` names the bar that keeps a value out. A whole one is carried out by `do`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, TypeVar, overload

from engine.core import Action, HeraldError, Level, Value, Verb
from engine.orders.bars import UNFIT, Bar, Why
from engine.orders.slots import Field, Many

S = TypeVar("S")  # a state
A = TypeVar("A", bound=tuple[Any, ...])  # the frame of the question: what it brings
T = TypeVar("T")
O = TypeVar("O", bound="Order[Any, Any]")  # noqa: E741


class worked_out(Generic[T]):  # noqa: N801 (a decorator)
    """What follows from the slots filled so far: worked out once, known to every later order.

    For what is dear and used by several slots, and without side effects.
    """

    def __init__(self, function: Callable[[Any], T]) -> None:
        self.function, self.name = function, ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, order: None, owner: type) -> worked_out[T]: ...
    @overload
    def __get__(self, order: Order[Any, Any], owner: type) -> T: ...
    def __get__(self, order: Order[Any, Any] | None, owner: type) -> worked_out[T] | T:
        if order is None:
            return self
        found = self.function(order)
        setattr(order, self.name, found)
        return found


def _taking(fields: Sequence[Field[Any, Any]]) -> Callable[[Any, Action], None]:
    """A function that fills these slots of an order, written out slot by slot: every order that is
    carried out goes through it, and a loop over the slots takes three times as long."""
    lines = ["def take(order, action):", f"    order._filled = {len(fields)}"]
    if fields:
        lines.append(f"    _, {', '.join(f'v{i}' for i in range(len(fields)))} = action")
    for i, field in enumerate(fields):
        value = f"v{i}"
        if field.codes is not None and field.form == "one":
            value = f"codes{i}(order)[v{i}] if v{i} else v{i}"
        elif field.codes is not None:
            value = f"words(codes{i}(order), v{i}) if v{i} else v{i}"
        lines.append(f"    order.{field.attribute} = {value}")
    space: dict[str, Any] = {f"codes{i}": f.codes for i, f in enumerate(fields)}
    space["words"] = lambda codes, tokens: tuple([codes[token] for token in tokens])
    exec("\n".join(lines), space)
    take: Callable[[Any, Action], None] = space["take"]
    return take


class Order(Generic[S, A]):
    """What somebody is told to do. Subclasses name their slots in the order of the text.

    The class line gives verb and rule; the docstring, after its number, says what the order does.
    `possible` is quick and says whether the verb is open now; `closed` says why it is not: for
    the reason `shut`, if there is but one.
    """

    verb: ClassVar[Verb]
    shut: ClassVar[Bar] = UNFIT
    fields: ClassVar[tuple[Field[Any, Any], ...]] = ()
    _take: ClassVar[Callable[[Any, Action], None]]  # fills all slots with the words of an action
    always: ClassVar[bool] = True  # open whenever its question is asked
    _spots: ClassVar[dict[str, int]] = {}  # where each slot stands in an action

    s: S
    who: int  # the side, nation or player that gives it
    asked: A  # what the question brought
    action: Action  # as the record has it; only of an order that is carried out

    def __init_subclass__(
        cls, verb: str = "", rule: str = "", command: bool = False, ends: bool = False,
        text: str = "",
    ) -> None:  # fmt: skip
        """`text`: the slots in the order of the text, if it is not that of the class."""
        super().__init_subclass__()
        own = tuple([f for f in vars(cls).values() if isinstance(f, Field)])
        cls.fields = tuple([f for f in cls.fields if f.attribute not in vars(cls)]) + own
        if text:
            known = {f.attribute: f for f in cls.fields}
            cls.fields = tuple([known[name] for name in text.split()])
        cls._take = staticmethod(_taking(cls.fields))
        cls.always = cls.possible is Order.possible
        cls._spots = {f.attribute: i for i, f in enumerate(cls.fields, 1)}
        if verb:
            words = (cls.__doc__ or "").split("\n")[0].partition(": ")[2].rstrip(".")
            cls.verb = Verb(verb, tuple(f.shown for f in cls.fields), rule, words, command, ends)

    _filled = 0
    _levels: dict[tuple[Value, ...], Level] | None = None
    _later: dict[Value, Any] | None = None

    def __init__(self, s: S, who: int, asked: A) -> None:
        self.s, self.who, self.asked = s, who, asked

    # -- whether it is open --

    def possible(self) -> bool:
        return True

    def closed(self) -> Why | None:
        """Why the verb is not open now; None: it is."""
        return None if self.possible() else self.shut()

    # -- the tree --

    def level(self, partial: tuple[Value, ...] = ()) -> Level:
        """What may stand next."""
        known = self._levels
        if known is None:
            known = self._levels = {}
        found = known.get(partial)
        if found is None:
            found = known[partial] = self.fields[self._filled].level(self, partial)
        return found

    def given(self: O, value: Value) -> O:
        """The order with the next slot filled."""
        known = self._later
        if known is None:
            known = self._later = {}
        later: O | None = known.get(value)
        if later is None:
            cls, n = type(self), self._filled
            slot = self.fields[n]
            known[value] = later = cls.__new__(cls)
            later.__dict__ = {
                **self.__dict__,
                slot.attribute: slot.read(self, value) if value else value,
                "_filled": n + 1,
                "_levels": None,
                "_later": None,
            }
        return later

    def draw(self, random: Callable[[], float]) -> Action:
        """Fill this very order at random to its end; it is legal as it is."""
        words = [slot.draw(self, random) for slot in self.fields]
        return tuple.__new__(Action, (self.verb.name, *words))

    def fill(self, value: Value) -> None:
        """Fill the next slot of this very order: for a walk that does not come back."""
        slot = self.fields[self._filled]
        self.__dict__[slot.attribute] = slot.read(self, value) if value else value
        self._filled += 1

    def why(self, partial: tuple[Value, ...], value: Value) -> Why | None:
        """The bar that keeps a value out of the next slot; None: it may stand there."""
        return self.fields[self._filled].why(self, partial, value)

    # -- the deed --

    @classmethod
    def read(cls: type[O], s: Any, who: int, action: Action, asked: Any) -> O:
        """An order as the record has it."""
        order = cls(s, who, asked)
        order.action = action
        cls._take(order, action)
        return order

    @classmethod
    def act(cls, **words: Value) -> Action:
        """The action with these words in its slots, by attribute; what is not named is empty."""
        values = [words.pop(f.attribute, () if isinstance(f, Many) else None) for f in cls.fields]
        if words:
            raise HeraldError(f"The order {cls.verb.name} has no slot {next(iter(words))}.")
        return Action(cls.verb.name, *values)

    @classmethod
    def filled(cls, action: Action) -> dict[str, Value]:
        """The words in the slots of an action, by attribute: what `act` makes it of."""
        return dict(zip(cls._spots, action[1:], strict=True))

    @classmethod
    def begun(cls, prefix: tuple[Value, ...]) -> dict[str, Value] | None:
        """The same of an order under way: the slots that are filled; None: it is another order."""
        if not prefix or prefix[0] != cls.verb.name:
            return None
        return dict(zip(cls._spots, prefix[1:], strict=False))

    @classmethod
    def before(cls, slot: Field[Any, Any], **words: Value) -> tuple[Value, ...]:
        """What stands before a slot, as `act` has it: there the tree is asked what may follow."""
        attributes = [f.attribute for f in cls.fields]
        later = attributes[attributes.index(slot.attribute) :]
        if not words.keys().isdisjoint(later):
            raise HeraldError(f"The order {cls.verb.name} names what does not precede {slot.name}.")
        return tuple(cls.act(**words))[: -len(later)]

    def tokens(self, field: Field[Any, Any]) -> Any:
        """What stands in a slot of a whole order, as orders and events write it."""
        return self.action[self._spots[field.attribute]]

    def do(self, c: Any) -> None:
        """Carry it out."""
        raise NotImplementedError

    # -- another world --

    def alias(self, world: Any) -> Action:
        """The order as it reads in a world dealt anew; raises LookupError if it cannot be said.

        A slot's things come out of a pile there: the slot's own (`hides`), else its domain's.
        """
        values: list[Value] = [self.verb.name]
        for slot in self.fields:
            value = self.__dict__[slot.attribute]
            pile = None
            if value is not None and value != ():
                if slot.pile:
                    pile = getattr(self, slot.pile)(world)
                elif slot.domain.hidden is not None:
                    pile = slot.domain.hidden(self, world)
            if pile is None:
                values.append(self.tokens(slot))
                continue
            found = pile.take(value if isinstance(slot, Many) else (value,))
            words = tuple([slot.domain.token(self, v) for v in found])
            values.append(words if isinstance(slot, Many) else words[0])
        return Action(*values)
