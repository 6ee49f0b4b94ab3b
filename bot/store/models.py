"""What is kept, row by row. Nothing here that PostgreSQL would refuse."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, ClassVar

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Text,
    UniqueConstraint,
    false,
)
from sqlalchemy.engine.interfaces import Dialect
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel

from engine.tongues.phrases import Saying, packed, said_of, unpacked

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

# SQLite numbers rows by itself only where the column is exactly INTEGER.
NUMBER = BigInteger().with_variant(Integer, "sqlite")


class Moment(TypeDecorator[datetime]):
    """A point in time: kept as UTC, read with its zone; SQLite would forget it."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without its zone cannot be kept")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Words(TypeDecorator[str]):
    """Something said: its key and values are kept, not its words. Older rows have words, and show
    them as they are; so has whatever knows no key."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None:
            return None
        if isinstance(value, Saying) or value.startswith("{"):  # nobody writes a key by hand
            return json.dumps(said_of(value).to_json(), ensure_ascii=False)
        return value

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None or not value.startswith("{"):
            return value
        found = unpacked(json.loads(value))
        return found if isinstance(found, str) else value


class Spoken(TypeDecorator[Any]):
    """JSON in which things are said: key and values in the place of words."""

    impl = JSON
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        return packed(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        return unpacked(value)


class Kept(SQLModel):
    """The base of every row."""

    metadata: ClassVar[MetaData] = MetaData(naming_convention=NAMING)


def _number() -> Any:
    return Field(default=None, sa_column=Column(NUMBER, primary_key=True))


def _big(default: int | None = None) -> Any:
    return Field(default=default, sa_column=Column(BigInteger, nullable=True))


def _count() -> Any:
    return Field(default=0, sa_column=Column(BigInteger, nullable=False, server_default="0"))


def _ref(to: str, *, key: bool = False, optional: bool = False) -> Any:
    """A number that names a row of another table; what hangs on a table goes with it."""
    owner = to.startswith(("tables.", "requests."))
    link = ForeignKey(to, ondelete="CASCADE" if owner else None)
    column: Column[int] = Column(
        NUMBER, link, primary_key=key, nullable=optional and not key, index=not key
    )
    return Field(default=None, sa_column=column) if optional else Field(sa_column=column)


def _key(length: int = 40) -> Any:
    return Field(sa_column=Column(String(length), primary_key=True))


def _word(length: int = 40, default: str = "") -> Any:
    return Field(default=default, sa_column=Column(String(length), nullable=False))


def _later_word(length: int = 40) -> Any:
    """A word in a column that came later than its table."""
    column: Column[str] = Column(String(length), nullable=False, server_default="")
    return Field(default="", sa_column=column)


def _text(server_default: str | None = None) -> Any:
    column: Column[str] = Column(Text, nullable=False, server_default=server_default)
    return Field(default="", sa_column=column)


def _words(server_default: str | None = None) -> Any:
    column: Column[str] = Column(Words, nullable=False, server_default=server_default)
    return Field(default="", sa_column=column)


def _spoken() -> Any:
    return Field(sa_column=Column(Spoken, nullable=False))


def _json(server_default: str | None = None) -> Any:
    """`server_default`, "{}" or "[]", makes it optional: for columns that came later."""
    column: Column[Any] = Column(JSON, nullable=False, server_default=server_default)
    if server_default is None:
        return Field(sa_column=column)
    return Field(default_factory=list if server_default == "[]" else dict, sa_column=column)


def _flag() -> Any:
    return Field(default=False, sa_column_kwargs={"server_default": false()})


def _moment(*, optional: bool = False, index: bool = False) -> Any:
    column: Column[datetime] = Column(Moment, nullable=optional, index=index)
    return Field(default=None, sa_column=column) if optional else Field(sa_column=column)


class Person(Kept, table=True):
    """Somebody, and how they want to be treated. How they are reached is with their addresses."""

    __tablename__: ClassVar[str] = "people"

    id: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    name: str = _word(200)
    zone: str = _word(64, "UTC")
    quiet: str = _word(20)
    calls: str = _word(20, "letter")  # when it is their turn: letter, mention, none
    letters: str = _word(20)  # the kind of address that they go to; "": their first
    palette: str = _word(20, "standard")
    language: str = _word(20, "en")
    away: str = _word(20)


class Address(Kept, table=True):
    """Where somebody is met and written to. Its number is never given to another."""

    __tablename__: ClassVar[str] = "addresses"

    id: int = _number()
    person: int = Field(sa_column=Column(NUMBER, nullable=False, index=True))
    kind: str = _word(20)  # discord, mail
    value: str = _word(320)
    state: str = _word(20, "unknown")  # unknown, open, closed
    verified: bool = _flag()  # it is theirs
    bounces: int = _count()

    __table_args__ = (UniqueConstraint("kind", "value"), {"sqlite_autoincrement": True})


class Pinned(Kept, table=True):
    """The data that matches were started with, once for all that share it."""

    __tablename__: ClassVar[str] = "pinned"

    digest: str = _key(64)
    data: dict[str, Any] = _json()


class Table(Kept, table=True):
    """One table. `version` grows with every change and guards against two writers."""

    __tablename__: ClassVar[str] = "tables"

    id: int = _number()
    version: int = _count()
    game: str = _word(40)
    scenario: str = _word(80)
    options: dict[str, str] = _json()
    stage: str = _word(20)
    host: int = _ref("people.id")
    circle: str = _later_word(80)  # those among whom it is played: discord:<server>; "": nobody
    secret: str = _word(128)  # drawn when the table opens
    joining: list[list[Any]] = _json()  # words of players, by alias: mixed into the seed
    seed: str = _word(128)
    pinned: str | None = Field(
        default=None, sa_column=Column(String(64), ForeignKey("pinned.digest"), nullable=True)
    )
    headline: list[list[str]] = _spoken()
    result: str = _words()
    entries: int = _count()
    reports: int = _count()
    notes: int = _count()
    settings: dict[str, str] = _json("{}")  # how the table plays: pace, battles, ...
    moderators: list[int] = _json("[]")
    paused: datetime | None = _moment(optional=True)  # since when the clocks stand
    halted: str = _words("")  # why nothing may be played: its record no longer replays
    round: str = _later_word(120)  # of battles that are planned or fought; "": none
    released: datetime | None = _moment(optional=True)  # its plans; None: they are being sealed
    opened: datetime = _moment()
    changed: datetime = _moment()

    __table_args__ = (Index("ix_tables_circle_stage", "circle", "stage"),)


class Venue(Kept, table=True):
    """Where a front end shows a table to everybody. A table may have none."""

    __tablename__: ClassVar[str] = "venues"

    table: int = _ref("tables.id", key=True)
    kind: str = _key(20)
    server: int | None = _big()
    channel: int | None = _big()  # where it was opened
    thread: int | None = Field(
        default=None, sa_column=Column(BigInteger, nullable=True, index=True)
    )


class Seat(Kept, table=True):
    """A seat of a table: a person, a computer player, or nobody."""

    __tablename__: ClassVar[str] = "seats"

    table: int = _ref("tables.id", key=True)
    seat: str = _key()
    place: int = _count()  # its place in the game's own order
    person: int | None = _ref("people.id", optional=True)
    computer: str = _word(40)
    ready: bool = _flag()
    offered: int | None = _ref("people.id", optional=True)
    held: list[int] = _json()  # everybody who sat here since the start and knows its secrets
    shown: str = _word(64)  # a digest of the secrets that were last sent
    gone: str = _later_word()  # why nobody sits here any more (`seats.py`)
    left: int | None = _big()  # seconds on its clock when it last handed over


class Question(Kept, table=True):
    """An open question, as everybody may know it."""

    __tablename__: ClassVar[str] = "questions"

    table: int = _ref("tables.id", key=True)
    seat: str = _key()
    key: str = _word(120)
    number: int = _count()
    kind: str = _word(40)
    rule: str = _word(20)
    prompt: str = _words()
    since: datetime = _moment()
    until: datetime | None = _moment(optional=True)
    left: int | None = _big()  # seconds on the clock while it stands
    owner: int | None = _big()  # whose clock it is; None: it has none
    wound: datetime | None = _moment(optional=True)  # when their time began
    given: int | None = _big()  # seconds they were given
    reminded: int = _count()
    late: bool = _flag()  # time is up


class Due(Kept, table=True):
    """Something that must happen at a table at a certain time; gone when it has been done."""

    __tablename__: ClassVar[str] = "due"

    table: int = _ref("tables.id", key=True)
    kind: str = _key(20)  # remind, expire, tick, request ...
    key: str = _key(80)  # which one: a seat, a request's number
    at: datetime = _moment(index=True)


class Plan(Kept, table=True):
    """A plan that a seat has written for a battle, or for all ("" as its place)."""

    __tablename__: ClassVar[str] = "plans"

    table: int = _ref("tables.id", key=True)
    seat: str = _key()
    place: str = _key(80)
    text: str = _text()
    round: str = _word(120)  # the round of battles that it was sealed for
    sealed: datetime | None = _moment(optional=True)
    progress: dict[str, Any] = _json()  # how far it was carried out, if it stopped to ask


class Entry(Kept, table=True):
    """One line of a record: append-only."""

    __tablename__: ClassVar[str] = "entries"

    table: int = _ref("tables.id", key=True)
    number: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    line: dict[str, Any] = _json()
    person: int | None = _ref("people.id", optional=True)  # None: a computer player
    moment: datetime = _moment()
    digest: str = _later_word(20)  # of the position after it; "" if others followed at once


class Position(Kept, table=True):
    """Where a match stands: what replaying its record must give, whatever the version."""

    __tablename__: ClassVar[str] = "positions"

    table: int = _ref("tables.id", key=True)
    digest: str = _word(64)
    position: dict[str, Any] = _json()


class Segment(Kept, table=True):
    """A position from which a match went on, because what came before no longer replays."""

    __tablename__: ClassVar[str] = "segments"

    table: int = _ref("tables.id", key=True)
    number: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    position: dict[str, Any] = _json()
    moment: datetime = _moment()


class Draft(Kept, table=True):
    """A seat's private orders, and the order that its panel is building."""

    __tablename__: ClassVar[str] = "drafts"

    table: int = _ref("tables.id", key=True)
    seat: str = _key()
    lines: list[str] = _json()
    key: str = _word(120)  # the question that it answers
    steps: list[list[Any]] = _json()  # what the panel showed before each choice: prefix, partial
    prefix: list[Any] = _json()
    partial: list[str] = _json()
    page: int = _count()
    revision: int = _count()


class Pending(Kept, table=True):
    """A moderator's step that was foreseen, and waits to be confirmed."""

    __tablename__: ClassVar[str] = "pending"

    table: int = _ref("tables.id", key=True)
    person: int = _ref("people.id", key=True)
    step: dict[str, Any] = _json()
    mark: str = _word(20)
    seat: str = _word(40)  # where the moderator sat
    entries: int = _count()  # how long the record was: another length, another step
    moment: datetime = _moment()


class Mark(Kept, table=True):
    """How far somebody has read a table's log, and the last order they gave there."""

    __tablename__: ClassVar[str] = "marks"

    table: int = _ref("tables.id", key=True)
    person: int = _ref("people.id", key=True)
    read: int = _count()  # entries; -1: nothing, not even the set-up
    text: str = _text()
    key: str = _word(120)
    moment: datetime | None = _moment(optional=True)


class Report(Kept, table=True):
    """What the table was told of one visit or one battle."""

    __tablename__: ClassVar[str] = "reports"

    table: int = _ref("tables.id", key=True)
    number: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    seat: str = _word(40)
    chapter: str = _word(120)
    title: str = _words()
    lines: list[dict[str, Any]] = _spoken()  # words, rule, entry, back (taken back)
    events: list[dict[str, Any]] = _json()  # as a spectator saw them
    first: int = _count()  # the entries that it tells, from ...
    last: int = _count()  # ... to
    finished: bool = _flag()
    moment: datetime = _moment()


class Parcel(Kept, table=True):
    """A message that is owed, or was."""

    __tablename__: ClassVar[str] = "parcels"

    id: int = _number()
    table: int = _ref("tables.id")
    front: str = _word(20, "discord")  # the kind of front end that sends it
    road: str = _word(400)  # parcels of one road leave in order
    audience: str = _word(40)  # table, lobby, person:<n>
    to: str = _later_word(320)  # the address, where it goes to one person
    slot: str = _word(80)
    kind: str = _word(20)
    body: dict[str, Any] = _spoken()
    state: str = _word(20, "owed")  # owed, sending, sent, failed, void
    attempts: int = _count()
    doubtful: bool = _flag()
    owner: str = _later_word(120)  # the process that is sending it
    lease: datetime | None = _moment(optional=True)  # until when it is that one's
    reason: str = _text()
    due: datetime = _moment()
    moment: datetime = _moment()

    __table_args__ = (Index("ix_parcels_state_road", "state", "road", "id"),)


class Letter(Kept, table=True):
    """What one seat wrote to others. It belongs to the seats; `person`: who sat there then."""

    __tablename__: ClassVar[str] = "letters"

    id: int = _number()
    table: int = _ref("tables.id")
    seat: str = _word(40)
    person: int | None = _ref("people.id", optional=True)
    to: list[str] = _json()  # seats; none: it was said to everybody
    text: str = _text()  # "": it was taken back
    moment: datetime = _moment()


class Errand(Kept, table=True):
    """Something that was done under a key, and what came of it."""

    __tablename__: ClassVar[str] = "errands"

    key: str = _key(160)
    person: int | None = Field(default=None, sa_column=Column(NUMBER, nullable=True, index=True))
    outcome: dict[str, Any] | None = Field(default=None, sa_column=Column(Spoken, nullable=True))
    moment: datetime = _moment(index=True)


class Posted(Kept, table=True):
    """Where the message of a slot is."""

    __tablename__: ClassVar[str] = "posted"

    table: int = _ref("tables.id", key=True)
    slot: str = _key(80)
    kind: str = _key(20)  # of front end
    place: str = _word(320)
    message: str = _word(320)
    moment: datetime = _moment()


class Request(Kept, table=True):
    """Something that the other players are asked to agree to."""

    __tablename__: ClassVar[str] = "requests"

    id: int = _number()
    table: int = _ref("tables.id")
    kind: str = _word(20)
    person: int = _ref("people.id")
    seat: str = _word(40)
    goal: int = _count()  # undo: the entry to go back to
    entries: int = _count()  # how long the record was: void when it grows; -1: it may grow
    words: str = _words()
    payload: dict[str, Any] = _json("{}")  # what will be done, for the kinds that need more
    state: str = _word(20, "open")
    until: datetime | None = _moment(optional=True)
    moment: datetime = _moment()


class Vote(Kept, table=True):
    """Who must agree to a request, and what they said."""

    __tablename__: ClassVar[str] = "votes"

    request: int = _ref("requests.id", key=True)
    person: int = _ref("people.id", key=True)
    yes: bool | None = Field(default=None)


class Audit(Kept, table=True):
    """Who did what at a table, apart from orders; no secret in it."""

    __tablename__: ClassVar[str] = "audit"

    id: int = _number()
    table: int = _ref("tables.id")
    person: int | None = _ref("people.id", optional=True)
    what: str = _word(40)
    words: str = _words()
    why: str = _text("")  # the reason that was given
    entry: int | None = _big()  # of the record, if it made one
    moment: datetime = _moment()


class Circle(Kept, table=True):
    """People who play among themselves, such as those of a Discord server, and who keeps order
    there, apart from each table's own moderators."""

    __tablename__: ClassVar[str] = "circles"

    name: str = _key(80)  # discord:<server>
    badge: str = _word(40)  # by which its front end knows others who keep order: a role
    moderators: list[int] = _json()


class Score(Kept, table=True):
    """How one seat came out of a finished match: results and history."""

    __tablename__: ClassVar[str] = "scores"

    table: int = _ref("tables.id", key=True)
    seat: str = _key()
    circle: str = Field(
        default="", sa_column=Column(String(80), nullable=False, server_default="", index=True)
    )
    game: str = _word(40)
    scenario: str = _word(80)
    person: int | None = _ref("people.id", optional=True)  # who sat there at the end
    computer: str = _word(40)
    score: float = 0.0
    won: bool = _flag()
    moment: datetime = _moment()
