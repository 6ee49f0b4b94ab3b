"""Data files as typed models: what each field may hold, and every fault as a sentence.

A file is read in one of two ways.  `herald data check` wants all that the book says: ranges, known
names, the notes on sources, nothing unknown.  A match must go on with data that was pinned long
ago, so the rules want only what they can work with: the types, and numbers that cannot keep us
busy for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError, core_schema

from engine.core import DataError
from engine.data import load

T = TypeVar("T")
Test = Callable[[object], str]  # what the value must be; "" when it is
Problems = Iterator[str]
Where = tuple[str | int, ...]  # the way to a value in a file

MANY = 200  # more of one thing than any game has
CHECK = "check"  # the context of a reading that asks for all that the book says
WRONG = "wrong"  # of a field: "it must be ..."
TOLD = "told"  # a whole sentence about an entry


def guess(token: str, known: Iterable[str]) -> str:
    near = get_close_matches(token, list(known), 1)
    return f" (did you mean {near[0]}?)" if near else ""


def shown(value: object) -> str:
    try:
        text_ = repr(value)
    except (ValueError, RecursionError):  # Python will not write a number of 5,000 digits
        return "too long to show"
    return text_ if len(text_) <= 60 else text_[:57] + "..."


def wrong(words: str) -> PydanticCustomError:
    return PydanticCustomError(WRONG, "{words}", {"words": words})


def told(sentence: str, lacks: str = "") -> PydanticCustomError:
    """`lacks`: the field that is not there, for those who word it otherwise."""
    return PydanticCustomError(TOLD, "{words}", {"words": sentence, "lacks": lacks})


# ---- what a field may hold -----------------------------------------------------------------------


class Must:
    """The test of a field: for the check, and the looser one for the rules. Lists become tuples."""

    def __init__(
        self, check: Test, play: Test, error: Callable[[str], PydanticCustomError] = wrong
    ) -> None:
        self.check, self.play, self.error = check, play, error

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> core_schema.CoreSchema:
        return core_schema.with_info_plain_validator_function(self.taken)

    def taken(self, value: object, info: ValidationInfo) -> object:
        problem = (self.check if info.context == CHECK else self.play)(value)
        if problem:
            raise self.error(problem)
        return frozen(value)


def frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: frozen(held) for key, held in value.items()}
    return tuple(frozen(held) for held in value) if isinstance(value, list) else value


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _text(value: object) -> str:
    return "" if isinstance(value, str) and value.strip() else "must be text (quote numbers)"


def _string(value: object) -> str:
    return "" if isinstance(value, str) else "must be text (quote numbers)"


def _flag(value: object) -> str:
    return "" if isinstance(value, bool) else "must be true or false"


def _names(value: object) -> str:
    good = isinstance(value, list) and all(isinstance(w, str) for w in value)
    return "" if good else "must be a list of names"


text = Must(_text, _string)
flag = Must(_flag, _flag)


def whole(low: int, high: int) -> Must:
    """A whole number; of a spoilt record never so many that we count for ever."""

    def check(value: object) -> str:
        good = is_whole(value) and low <= value <= high  # type: ignore[operator]
        return "" if good else f"must be a whole number from {low} to {high}"

    def play(value: object) -> str:
        good = is_whole(value) and min(low, 0) <= value <= MANY  # type: ignore[operator]
        return "" if good else "is no number of things"

    return Must(check, play)


def half(low: float, high: float) -> Must:
    """Gold or points: whole or half."""

    def fits(value: Any, low: float, high: float) -> bool:
        return is_number(value) and low <= value <= high and bool(value * 2 == int(value * 2))

    def check(value: object) -> str:
        good = fits(value, low, high)
        return "" if good else f"must be a whole or half number from {low} to {high}"

    def play(value: object) -> str:
        return "" if fits(value, -MANY, MANY) else "is no whole or half amount"

    return Must(check, play)


def word(*known: str) -> Must:
    def check(value: object) -> str:
        return "" if value in known else "must be one of " + ", ".join(known)

    return Must(check, _string)


def words(*known: str) -> Must:
    def check(value: Any) -> str:
        if _names(value) or not value:
            return "must be a list of names"
        strange = [w for w in value if known and w not in known]
        if strange:
            return f"has the unknown name {strange[0]!r}{guess(strange[0], known)}"
        return "" if len(set(value)) == len(value) else "names the same thing twice"

    return Must(check, _names)


def point(west: float, east: float, south: float, north: float, outside: str) -> Must:
    """Longitude and latitude; the ranges catch the two exchanged, and a lost minus sign."""

    def play(value: Any) -> str:
        if not isinstance(value, list) or len(value) != 2:
            return "must be [longitude, latitude]"
        return "" if all(map(is_number, value)) else "must be two numbers"

    def check(value: Any) -> str:
        inside = not play(value) and west <= value[0] <= east and south <= value[1] <= north
        return "" if inside else play(value) or outside

    return Must(check, play)


def table(known: Sequence[str], held: Must) -> Must:
    """A mapping of known names to values of one type."""

    def test(value: object, inner: Test, strict: bool) -> str:
        if not isinstance(value, dict) or (strict and not value):
            return "must be a mapping of names to values"
        for key, one in value.items():
            if strict and known and key not in known:
                return f"has the unknown name {key!r}{guess(str(key), known)}"
            problem = inner(one)
            if problem:
                return f"has a wrong value for {key}: it {problem}"
        return ""

    return Must(
        lambda value: test(value, held.check, strict=True),
        lambda value: test(value, held.play, strict=False),
    )


Text = Annotated[str, text]
Flag = Annotated[bool, flag]


class _Absent(str):
    """A note that is not there: the check misses it, the rules do not."""


def _note(value: object, info: ValidationInfo) -> object:
    if isinstance(value, _Absent):
        if info.context == CHECK:
            raise PydanticCustomError("missing", "missing")
        return ""
    return text.taken(value, info)


class _Note:
    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> core_schema.CoreSchema:
        return core_schema.with_info_plain_validator_function(_note)


# what the notes on sources say is no part of a match, but a data file must have it
Note = Annotated[str, _Note(), Field(default=_Absent(), validate_default=True)]


def _table(value: object) -> object:
    if value is not None and not isinstance(value, dict):
        raise told("must be a mapping of names to values")
    return value or {}


def _list(value: object) -> object:
    if value is not None and not isinstance(value, list):
        raise told("must be a list")
    return value or []


Named = Annotated[dict[str, T], BeforeValidator(_table)]
Rows = Annotated[tuple[T, ...], BeforeValidator(_list)]


# ---- entries, and the files that they stand in ---------------------------------------------------


class Model(BaseModel):
    """Something with fields; what is wrong with them is worded where they stand."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)

    no_mapping: ClassVar[PydanticCustomError] = told("must be a mapping of fields to values")

    @model_validator(mode="wrap")
    @classmethod
    def worded(cls, raw: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        if not isinstance(raw, dict):
            raise cls.no_mapping
        try:
            return handler(raw)
        except ValidationError as error:
            raise cls.refusal(error.errors(include_url=False)) from None

    @classmethod
    def refusal(cls, errors: list[ErrorDetails]) -> Exception:
        lines = [cls.line(error) for error in errors]
        return ValidationError.from_exception_data(cls.__name__, lines)

    @classmethod
    def line(cls, error: ErrorDetails) -> InitErrorDetails:
        raise NotImplementedError

    @classmethod
    def names(cls) -> list[str]:
        return [field.alias or name for name, field in cls.model_fields.items()]


def _kept(error: ErrorDetails) -> InitErrorDetails:
    said = error["ctx"]
    return {"type": told(said["words"], said["lacks"]), "loc": error["loc"], "input": None}


class Entry(Model):
    """An entry of a file: each of its fields that is wrong gets a sentence."""

    @classmethod
    def line(cls, error: ErrorDetails) -> InitErrorDetails:
        kind, where = error["type"], error["loc"]
        if kind == TOLD:
            return _kept(error)
        field = str(where[-1])
        if kind == "missing":
            problem = told(f"the field {field} is missing", field)
        elif kind == "extra_forbidden":
            problem = told(f"{field!r} is not a field here{guess(field, cls.names())}")
        else:
            problem = told(f"{field} is {shown(error['input'])}; it {error['ctx']['words']}")
        return {"type": problem, "loc": where[:-1], "input": None}


class Noted(Entry):
    """An entry that says on what it rests, and why where that is rebuilt."""

    source: Note
    why: Text = ""


class Part(Model):
    """A mapping inside a field: the first fault is the field's."""

    no_mapping: ClassVar[PydanticCustomError] = wrong("must be a mapping of fields to values")

    @classmethod
    def refusal(cls, errors: list[ErrorDetails]) -> Exception:
        error = min(errors, key=lambda error: error["type"] == "missing")
        field = str(error["loc"][0])
        if error["type"] == "missing":
            return wrong(f"lacks the field {field}")
        if error["type"] == "extra_forbidden":
            return wrong(f"has the unknown field {field!r}{guess(field, cls.names())}")
        return wrong(f"has a wrong {field}: it {error['ctx']['words']}")


class File(Model):
    """A whole file."""

    file: ClassVar[str]
    no_mapping: ClassVar[PydanticCustomError] = told("must be a mapping of names to values")

    @classmethod
    def line(cls, error: ErrorDetails) -> InitErrorDetails:
        if error["type"] == TOLD:
            return _kept(error)
        part = str(error["loc"][0])
        if error["type"] == WRONG:
            problem = told(f"{part} is {shown(error['input'])}; it {error['ctx']['words']}")
            return {"type": problem, "loc": (), "input": None}
        if error["type"] == "missing":
            problem = told("this part of the file is missing", part)
        else:
            problem = told(f"unknown part of the file{guess(part, cls.names())}")
        return {"type": problem, "loc": (part,), "input": None}

    @classmethod
    def label(cls, where: Where, raw: Any) -> str:
        """What an entry is called: by its name, or by its part and line."""
        named = len(where) > 1 and isinstance(where[1], str)
        steps = where[1:] if named else where
        return ", ".join(f"line {step + 1}" if isinstance(step, int) else step for step in steps)


F = TypeVar("F", bound=File)


class Fault(NamedTuple):
    where: Where
    entry: str
    problem: str
    lacks: str  # the field or part that is not there


class FieldError(DataError):
    """A file whose fields are not what they should be: what, and where."""

    def __init__(self, file: str, faults: Sequence[Fault]) -> None:
        self.file, self.faults = file, faults
        self.sentences = [f"{file}, {fault.entry}: {fault.problem}." for fault in faults]
        super().__init__(self.sentences[0])


def parse(model: type[F], raw: object, check: bool = False) -> F:
    """The file that this raw data holds.  Raises FieldError."""
    try:
        if check:
            return model.model_validate(raw, context=CHECK, extra="forbid")
        return model.model_validate(raw)
    except ValidationError as error:
        found = []
        for one in error.errors(include_url=False):
            entry = model.label(one["loc"], raw) if one["loc"] else "the file"
            found.append(Fault(one["loc"], entry, one["ctx"]["words"], one["ctx"]["lacks"]))
        raise FieldError(model.file, found) from None


@contextmanager
def usable(title: str, game: str) -> Iterator[None]:
    """Data that the rules cannot work with is refused in a sentence."""
    try:
        yield
    except FieldError as error:
        raise _unusable(title, game, str(error).rstrip(".")) from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise _unusable(title, game, f"{type(error).__name__} {error}") from error


def _unusable(title: str, game: str, reason: str) -> DataError:
    return DataError(
        f"{title}'s data cannot be used: {reason}; `herald data check {game}` says where"
    )


class Checked(Generic[F]):
    """A file of a folder for the check: what it holds if its fields are sound, and what is not."""

    def __init__(self, folder: Path, model: type[F]) -> None:
        self.model = model
        self.raw: dict[str, Any] = {}
        self.problems: list[str] = []
        self.found: F | None = None
        try:
            self.raw = load(folder / model.file)
            self.found = parse(model, self.raw, check=True)
        except FieldError as error:
            self.problems = error.sentences
        except DataError as error:
            self.problems = [str(error)]

    def sources(self) -> Iterator[tuple[str, str]]:
        """Every entry that says what it rests on, and on what; none of a file that is unsound."""
        for where, source in _sources(self.raw, ()) if self.found else ():
            yield self.model.label(where, self.raw), source


def _sources(raw: Any, where: Where) -> Iterator[tuple[Where, str]]:
    if isinstance(raw, dict):
        for field in ("source", "optional"):
            if isinstance(raw.get(field), str):
                yield where, raw[field]
    pairs = raw.items() if isinstance(raw, dict) else enumerate(raw)
    for key, held in pairs:
        if isinstance(held, dict | list):
            yield from _sources(held, (*where, key))
