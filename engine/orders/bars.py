"""Why something may not be: a bar is a reason of the book, with the things its sentence names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from engine.tongues import Field, Listed, Number


class Naming(Protocol):
    """What a game calls things, for one reader."""

    def thing(self, domain: str, token: Any) -> Field: ...
    def things(self, domain: str, tokens: Sequence[Any]) -> Field: ...
    def counted(self, number: int, noun: str) -> Field: ...
    def reason(self, key: str, fields: Mapping[str, Field]) -> Field: ...


class Kind:
    """What sort of thing stands in a field of a sentence."""

    __slots__ = ()

    def word(self, value: Any, names: Naming, order: Any) -> Field:
        raise NotImplementedError


class _Number(Kind):
    __slots__ = ()

    def word(self, value: Any, names: Naming, order: Any) -> Field:
        return Number(value)


class _Text(Kind):
    """Words that are nobody's name: a verb as it is typed, a name that a person chose."""

    __slots__ = ()

    def word(self, value: Any, names: Naming, order: Any) -> Field:
        return str(value)


class _Reason(Kind):
    """A part of a sentence that has an entry of its own in the catalogue; None: nothing."""

    __slots__ = ()

    def word(self, value: Any, names: Naming, order: Any) -> Field:
        if value is None:
            return None
        why: Why = value
        return names.reason(why.bar.key, why.fields(names, order))


class _Reasons(Kind):
    """Several of these, as a list."""

    __slots__ = ()

    def word(self, value: Any, names: Naming, order: Any) -> Field:
        return Listed(tuple([REASON.word(one, names, order) for one in value]))


NUMBER, TEXT, REASON, REASONS = _Number(), _Text(), _Reason(), _Reasons()


class counted(Kind):  # noqa: N801 (reads as a word in a declaration)
    """A number of things: "two blocks"."""

    __slots__ = ("noun",)

    def __init__(self, noun: str) -> None:
        self.noun = noun

    def word(self, value: Any, names: Naming, order: Any) -> Field:
        return names.counted(value, self.noun)


class several(Kind):  # noqa: N801 (reads as a word in a declaration)
    """Several things of one domain, as a list."""

    __slots__ = ("domain",)

    def __init__(self, domain: Any) -> None:
        self.domain = domain

    def word(self, value: Any, names: Naming, order: Any) -> Field:
        return names.things(self.domain.name, [self.domain.token(order, v) for v in value])


class either(several):  # noqa: N801 (reads as a word in a declaration)
    """Things of one domain of which one would do: "Loja or Alhama"."""

    __slots__ = ()

    def word(self, value: Any, names: Naming, order: Any) -> Field:
        domain = self.domain
        words = [names.thing(domain.name, domain.token(order, v)) for v in value]
        return Listed(tuple(words), "or")


class Why(NamedTuple):
    """A bar that holds, the rule it stands on, and the things its sentence names."""

    bar: Bar
    rule: str
    values: Mapping[str, Any]

    def fields(self, names: Naming, order: Any) -> dict[str, Field]:
        """The things as values of its sentence."""
        kinds = self.bar.fields
        return {name: kinds[name].word(value, names, order) for name, value in self.values.items()}


class Bar:
    """A reason: the key of its sentence, its rule, and what stands in each field."""

    __slots__ = ("fields", "key", "rule")

    def __init__(self, key: str, rule: str = "", **fields: Kind) -> None:
        self.key, self.rule, self.fields = key, rule, fields

    def __call__(self, under: str = "", **values: Any) -> Why:
        """The bar holds, by its own rule or by the one named `under`."""
        return Why(self, under or self.rule, values)

    def __repr__(self) -> str:
        return f"<Bar {self.key} [{self.rule}]>"


UNFIT = Bar("")  # no rule is broken, it only does not fit: the engine's general sentence
