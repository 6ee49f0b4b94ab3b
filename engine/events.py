"""Events are declared: a kind once, with the domain of each argument and who may know it.

    class Mustered(Telling, kind="muster", rule="7.2"):
        side: str = said(SIDE)
        count: int = number(noun="block")
        blocks: tuple[str, ...] = many(BLOCK, who="side")

`c.tell(Mustered(side="christian", count=2, blocks=("C2", "C2")))` tells everybody side and count,
and the blocks to that side alone. Arguments are words, as the log keeps them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

from engine.core import NOTHING, About, Declared, Event, HeraldError

if TYPE_CHECKING:
    from engine.flow import Script

SHAPES = ("", "way", "mark", "flight", "fight", "taken")  # how an event is drawn
PARTS = ("", "who", "from", "way", "to", "at")  # what an argument is to the drawing


def said(
    domain: Any, *, who: str = "", secret: bool | None = False, part: str = "", name: str = "",
    default: Any = ...,
) -> Any:  # fmt: skip
    """One thing of a domain. An argument with a default may be left out."""
    return About(getattr(domain, "name", domain), "one", who, secret, part, name)


def many(
    domain: Any, *, form: str = "set", who: str = "", secret: bool | None = False, part: str = "",
    name: str = "", default: Any = ...,
) -> Any:  # fmt: skip
    """Several things of a domain, in order where `form` is "path"."""
    return About(getattr(domain, "name", domain), form, who, secret, part, name)


def number(
    *, noun: str = "", who: str = "", secret: bool | None = False, part: str = "", name: str = "",
    default: Any = ...,
) -> Any:  # fmt: skip
    """A number, or numbers; sentences count it in its noun ("two blocks")."""
    return About("", "one", who, secret, part, name, noun)


def fact(
    *, who: str = "", secret: bool = False, part: str = "", name: str = "", default: Any = ...
) -> Any:
    """A word, a flag, or facts that are no names."""
    return About("", "one", who, secret, part, name)


class _Kind(type):
    """Makes the kinds of events: none has room for more than what `Telling` keeps."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], body: dict[str, Any], **about: Any
    ) -> _Kind:
        body.setdefault("__slots__", ())
        return super().__new__(cls, name, bases, body, **about)


@dataclass_transform(kw_only_default=True, field_specifiers=(said, many, number, fact))
class Telling(metaclass=_Kind):
    """An event of a declared kind, as everybody may know it. Subclasses declare one kind each.

    Where nothing in it was or is a secret it goes into the log as it is: it can be read like an
    `Event`.
    """

    __slots__ = ("entry", "public")

    kind: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    private: ClassVar[Mapping[str, Mapping[str, Any]]] = NOTHING
    reveals: ClassVar[tuple[str, ...]] = ()
    only: ClassVar[tuple[str, ...] | None] = None
    shape: ClassVar[str] = ""
    script: ClassVar[Script[Any] | None] = None
    arguments: ClassVar[Mapping[str, About]] = {}  # by the name that the log uses
    _names: ClassVar[Mapping[str, str]] = {}  # attribute: name in the log, where they differ
    _private: ClassVar[tuple[tuple[str, str], ...]] = ()  # argument, and the one that names who
    _secrets: ClassVar[tuple[str, ...]] = ()
    _shapes: ClassVar[dict[tuple[str, ...], tuple[str, ...]]] = {}  # arguments: their names there
    _open: ClassVar[bool] = False  # nothing in it was or is a secret

    public: dict[str, Any]
    entry: int

    def __init_subclass__(
        cls,
        kind: str = "",
        rule: str = "",
        shape: str = "",
        script: Script[Any] | None = None,
    ) -> None:
        if script is not None:
            cls.script = script
        if not kind:
            return
        declared = {n: a for n, a in vars(cls).items() if isinstance(a, About)}
        for name in declared:
            delattr(cls, name)
        cls.kind, cls.rule, cls.shape = kind, rule, shape
        cls.arguments = {about.name or name: about for name, about in declared.items()}
        cls._names = {name: about.name for name, about in declared.items() if about.name}
        cls._private = tuple((name, a.who) for name, a in cls.arguments.items() if a.who)
        cls._secrets = tuple(name for name, a in cls.arguments.items() if a.secret)
        cls._shapes = {}
        cls._open = not cls._private and not cls._secrets
        cls._examine()
        if cls.script is not None:
            cls.script.declare(cls)

    @classmethod
    def _examine(cls) -> None:
        where = f"The event {cls.kind} ({cls.__name__})"
        if cls.shape not in SHAPES:
            raise HeraldError(f"{where} has the shape {cls.shape!r}; there is no such shape.")
        for name, about in cls.arguments.items():
            if about.part not in PARTS:
                raise HeraldError(f"{where}: {name} plays the part {about.part!r}; there is none.")
            if about.who and about.who not in cls.arguments:
                raise HeraldError(
                    f"{where}: only {about.who} may know {name}, but {about.who} is not declared."
                )

    def __init__(self, **given: Any) -> None:
        shape = tuple(given)
        names = self._shapes.get(shape) or self._know(shape)
        self.public = dict(zip(names, given.values(), strict=True)) if self._names else given
        self.entry = -1

    @classmethod
    def called(cls, name: str) -> str:
        """What the log calls an argument of the class."""
        return cls._names.get(name, name)

    @classmethod
    def _know(cls, shape: tuple[str, ...]) -> tuple[str, ...]:
        """The names in the log of a choice of arguments; all of them must be declared."""
        names = tuple([cls.called(name) for name in shape])
        for name in names:
            if name not in cls.arguments:
                raise HeraldError(f"The event {cls.kind} has no argument {name}.")
        cls._shapes[shape] = names
        return names

    def event(
        self, rule: str, reveals: tuple[str, ...], only: tuple[str, ...] | None = None
    ) -> Event:
        """With what is one seat's apart from what all may know. What it `reveals` is told to
        everybody, and had been a secret; `rule` is another than that of its kind."""
        public = self.public
        private: Mapping[str, Mapping[str, Any]] = NOTHING
        opened = reveals
        for name in self._secrets:  # shown to its owner alone it is no secret any more, either
            if name not in reveals and public.get(name):
                opened = (*opened, name)
        if self._private:
            private = self._apart(public, reveals)
        return Event(self.kind, rule or self.rule, public, private, opened, only)

    def _apart(self, public: dict[str, Any], reveals: tuple[str, ...]) -> dict[str, dict[str, Any]]:
        """What is one seat's alone, taken out of what all may know."""
        found: dict[str, dict[str, Any]] = {}
        for name, who in self._private:
            if name in public and name not in reveals:
                found.setdefault(public[who], {})[name] = public.pop(name)
        return found


# -- reading -------------------------------------------------------------------------------------


def named(
    declared: Declared | None, args: Mapping[str, Any], domains: Collection[str]
) -> Iterator[str]:
    """The words of an event that may name something of these domains. An argument of another
    domain does not; plain facts, and what is not declared, may name anything."""
    for name, value in args.items():
        about = declared.arguments.get(name) if declared is not None else None
        if about is None or not about.domain or not set(domains).isdisjoint(about.domains):
            yield from words(value)


def words(value: Any) -> Iterator[str]:
    """Every word in an argument."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield str(name)
            yield from words(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from words(part)


def drawn(events: Mapping[str, Declared], event: Mapping[str, Any]) -> dict[str, Any]:
    """An event as JSON, with what pictures need of it: its shape, and what plays each part. Of an
    event without a shape nothing is drawn."""
    declared = events.get(event["kind"])
    if declared is None or not declared.shape:
        return {**event}
    found: dict[str, Any] = {"shape": declared.shape}
    for name, about in declared.arguments.items():
        if about.part and event["args"].get(name) not in (None, ""):
            found.setdefault(about.part, event["args"][name])
    return {**event, "drawn": found}
