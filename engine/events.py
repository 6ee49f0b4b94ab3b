"""Events are declared: a kind once, with the domain of each argument and who may know it.

    class Mustered(Telling, kind="muster", rule="7.2"):
        side: str = said(SIDE)
        count: int = number()
        blocks: tuple[str, ...] = many(BLOCK, who="side")

`c.tell(Mustered(side="christian", count=2, blocks=("C2", "C2")))` tells everybody side and count,
and the blocks to that side alone. Arguments are words, as the log keeps them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, dataclass_transform

from engine.core import Event, HeraldError

if TYPE_CHECKING:
    from engine.flow import Script

SHAPES = ("", "way", "mark", "flight", "fight")  # how an event is drawn
PARTS = ("", "who", "from", "way", "to", "at")  # what an argument is to the drawing


_NOBODY: Mapping[str, Mapping[str, Any]] = {}


class About(NamedTuple):
    """What is declared of one argument."""

    domain: str  # of names: place, block ...; "" for numbers and plain words
    form: str = "one"  # one, set or path
    who: str = ""  # the argument that names the only seat who may know it; "": everybody
    secret: bool = False  # it had been somebody's secret until this event told it
    part: str = ""
    name: str = ""  # as the log calls it, if the class cannot


def said(
    domain: Any, *, who: str = "", secret: bool = False, part: str = "", name: str = "",
    default: Any = ...,
) -> Any:  # fmt: skip
    """One thing of a domain. An argument with a default may be left out."""
    return About(getattr(domain, "name", domain), "one", who, secret, part, name)


def many(
    domain: Any, *, form: str = "set", who: str = "", secret: bool = False, part: str = "",
    name: str = "", default: Any = ...,
) -> Any:  # fmt: skip
    """Several things of a domain, in order where `form` is "path"."""
    return About(getattr(domain, "name", domain), form, who, secret, part, name)


def number(
    *, who: str = "", secret: bool = False, part: str = "", name: str = "", default: Any = ...
) -> Any:
    """A number, or numbers."""
    return About("", "one", who, secret, part, name)


def fact(
    *, who: str = "", secret: bool = False, part: str = "", name: str = "", default: Any = ...
) -> Any:
    """A word, a flag, or facts that are no names."""
    return About("", "one", who, secret, part, name)


@dataclass_transform(kw_only_default=True, field_specifiers=(said, many, number, fact))
class Telling:
    """Something that happened, about to be told. Subclasses declare one kind each."""

    kind: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    shape: ClassVar[str] = ""
    script: ClassVar[Script[Any] | None] = None
    arguments: ClassVar[Mapping[str, About]] = {}  # by the name that the log uses
    _names: ClassVar[Mapping[str, str]] = {}  # attribute: name in the log, where they differ
    _private: ClassVar[tuple[tuple[str, str], ...]] = ()  # argument, and the one that names who
    _secrets: ClassVar[tuple[str, ...]] = ()
    _open: ClassVar[bool] = False  # nothing in it was or is a secret

    given: dict[str, Any]

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
        names = self._names
        if names:
            given = {names.get(name, name): value for name, value in given.items()}
        if not given.keys() <= self.arguments.keys():
            strange = next(name for name in given if name not in self.arguments)
            raise HeraldError(f"The event {self.kind} has no argument {strange}.")
        self.given = given

    def event(self, rule: str = "", reveals: tuple[str, ...] = ()) -> Event:
        """As the log keeps it. What it `reveals` is told to everybody, and had been a secret."""
        if self._open:
            return Event(self.kind, rule or self.rule, self.given, _NOBODY, reveals)
        public = self.given
        private: dict[str, dict[str, Any]] = {}
        for name, who in self._private:
            if name in public and name not in reveals:
                private.setdefault(public[who], {})[name] = public[name]
        if private:
            hidden = {name for args in private.values() for name in args}
            public = {name: value for name, value in public.items() if name not in hidden}
        for name in self._secrets:
            if public.get(name) and name not in reveals:
                reveals = (*reveals, name)
        return Event(self.kind, rule or self.rule, public, private, reveals)
