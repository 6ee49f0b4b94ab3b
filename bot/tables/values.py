"""What goes in and out of the tables: plain values, the same for every front end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from engine import HeraldError


class Refused(HeraldError):  # noqa: N818 (a sentence for the person, not a fault)
    """Something a table does not allow, in words for the person who asked for it."""

    def __init__(self, reason: str, rule: str = "", suggestions: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule
        self.suggestions = suggestions


class Outdated(Refused):
    """A button, panel or repeated order that belongs to a question already answered."""


class Planning(Refused):
    """No single orders are given now: a plan is asked for instead."""


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who speaks to a table: the front end's number for them, and their name."""

    id: int
    name: str
    roles: tuple[int, ...] = field(default=(), compare=False)  # in the server they speak from


@dataclass(frozen=True, slots=True)
class Where:
    """Where something was said. A direct message has no server."""

    server: int | None
    channel: int  # the thread's own number when it was said in a thread


class Stage(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class SeatCard:
    seat: str
    person: Who | None = None
    computer: str = ""  # the name of a computer player
    ready: bool = False
    gone: str = ""  # why nobody sits there any more: resigned, left, vanished, removed

    @property
    def taken(self) -> bool:
        return self.person is not None or bool(self.computer)


@dataclass(frozen=True, slots=True)
class Owed:
    """A question that is open, as everybody may know it."""

    seat: str
    person: Who | None
    kind: str
    rule: str
    prompt: str
    since: datetime
    until: datetime | None = None
    free: bool = False  # nobody sits there, and no computer
    late: bool = False  # their time was up at `until`


@dataclass(frozen=True, slots=True)
class TableCard:
    """Everything public about a table: what the lobby and the status card show."""

    id: int
    game: str
    title: str  # of the game
    scenario: str
    options: Mapping[str, str]
    stage: Stage
    host: Who
    server: int | None
    channel: int | None  # where it was opened
    thread: int | None
    seats: tuple[SeatCard, ...]
    commitment: str
    seed: str | None  # only when it is over
    headline: tuple[tuple[str, str], ...] = ()  # turn, phase, score: (name, words)
    owed: tuple[Owed, ...] = ()
    result: str = ""
    reports: int = 0  # how many there are
    settings: Mapping[str, str] = field(default_factory=dict)  # every one, with its value
    moderators: tuple[Who, ...] = ()
    paused: datetime | None = None
    halted: str = ""

    @property
    def name(self) -> str:
        return f"{self.title} {self.id}"


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a menu or autocompletion. `name` parses as `value`."""

    name: str
    value: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """The question a person owes an answer to."""

    table: int
    seat: str
    key: str
    number: int
    kind: str
    rule: str
    prompt: str
    reaction: bool
    since: datetime
    verbs: tuple[Choice, ...]  # verb and what it means
    example: str = ""  # one legal order, as text
    sealed: bool = False  # a plan has been sealed, or an answer waits for its tick


@dataclass(frozen=True, slots=True)
class Right:
    """What a person may order at any time, beside the question. Nobody waits for it."""

    key: str
    kind: str
    rule: str
    prompt: str
    verbs: tuple[Choice, ...]  # verb and what it means
    example: str  # one legal order, as text


@dataclass(frozen=True, slots=True)
class BattlePlan:
    """What a seat has written for one place, or ("") for every place."""

    place: str
    title: str  # of the place, as people write it
    text: str = ""  # "": nothing; the standing plan fights there
    faults: tuple[str, ...] = ()  # why it cannot be sealed as it is, line by line


@dataclass(frozen=True, slots=True)
class PlanPanel:
    """A person's plans for the round of battles at hand. Buttons carry `number`, `revision`."""

    table: TableCard
    seat: str
    number: int  # of the question that asks for it
    revision: int  # changes with every word of the plans
    prompt: str
    plans: tuple[BattlePlan, ...]  # one a battle; then one for all, if there are several or none
    sealed: bool
    standing: str  # what fights where nothing is written
    examples: tuple[str, ...] = ()  # lines that the game understands
    until: datetime | None = None

    @property
    def faulty(self) -> bool:
        return any(plan.faults for plan in self.plans)


@dataclass(frozen=True, slots=True)
class Sealing:
    """What became of a plan that was sealed: it waits, or the battle has been fought."""

    panel: PlanPanel | None  # None: it was fought at once
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Draft:
    """Orders collected in private and tried on a world in which all secrets are dealt anew."""

    lines: tuple[str, ...] = ()
    tried: int = 0  # how many of them run before the first die or reveal
    refused: str = ""  # why line `tried` + 1 cannot stand
    waits: bool = False  # line `tried` + 1 rolls, draws or reveals: the rest waits for it
    words: tuple[str, ...] = ()  # what happened in the trial, as its owner would read it


@dataclass(frozen=True, slots=True)
class Menu:
    """The next slot of the order that a panel is building."""

    title: str
    words: str
    form: str  # one, set, path
    choices: tuple[Choice, ...]
    chosen: tuple[str, ...] = ()  # of a set or path so far, as people say it
    may_stop: bool = False
    page: int = 0
    pages: int = 1


@dataclass(frozen=True, slots=True)
class Panel:
    """What a person's private panel shows. Its buttons carry `number` and `revision`."""

    table: TableCard
    seat: str
    key: str
    number: int
    revision: int
    prompt: str
    rule: str
    draft: Draft
    so_far: str  # the order being built, as text
    menu: Menu | None  # None when the order is complete, or there are quick answers only
    complete: str = ""  # the whole order, ready to be confirmed
    quick: tuple[Choice, ...] = ()  # whole orders, when there are few
    held: str = ""  # the answer that was given, and waits for its tick
    rights: tuple[Right, ...] = ()  # what may be done beside the question


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of orders that were sent."""

    table: int
    done: tuple[str, ...] = ()  # orders carried out, canonical text
    words: tuple[str, ...] = ()  # what their owner learned
    rest: tuple[str, ...] = ()  # not tried: a die or a reveal came first
    refused: str = ""
    rule: str = ""
    suggestions: tuple[str, ...] = ()
    next: Asked | None = None
    over: bool = False
    held: str = ""  # nothing has happened yet: the answer is given at the next tick


@dataclass(frozen=True, slots=True)
class Secrets:
    """What one seat knows and others do not, in words; the pictures are drawn from the view."""

    table: int
    seat: str
    kinds: tuple[str, ...]  # pictures to draw: hand, box ...
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of the log, as its reader may know it."""

    number: int
    report: int
    words: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Sought:
    """Which lines of the log are wanted: all that every part which is given allows."""

    seat: str = ""
    kind: str = ""  # of event, as the game calls it
    rule: str = ""  # this section, and those under it
    turn: str = ""  # words of a report's title: 1486
    place: str = ""
    text: str = ""
    report: int | None = None  # from this one on


@dataclass(frozen=True, slots=True)
class CatchUp:
    """What is new to somebody: in words, and as events for a picture."""

    lines: tuple[Line, ...] = ()
    events: tuple[dict[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class SeatResult:
    """How one seat came out of a finished match."""

    seat: str
    person: Who | None  # who sat there at the end
    computer: str
    score: float
    won: bool


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished match."""

    table: int
    title: str  # of the game
    scenario: str
    moment: datetime
    thread: int | None
    seats: tuple[SeatResult, ...]


@dataclass(frozen=True, slots=True)
class RuleText:
    number: str
    title: str
    summary: str
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """Something that the other players are asked to agree to."""

    id: int
    table: int
    kind: str  # undo, extend, mod ...
    by: Who
    words: str
    waiting: tuple[Who, ...]
    state: str = "open"  # open, agreed, refused, void, late
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """How a person wants to be treated."""

    who: Who
    zone: str = "UTC"
    quiet: str = ""  # "22-7", in their zone
    pings: str = "dm"  # dm, mention, none
    palette: str = "standard"
    language: str = "en"
    away: str = ""  # until this day
    dms: str = "unknown"  # unknown, open, closed


@dataclass(frozen=True, slots=True)
class Parcel:
    """One message that is owed: the outbox's unit, written together with what caused it.

    `slot` names the message it becomes: a parcel for a slot that was posted before edits that
    message. `lane` is where it goes; parcels of one lane leave in order.
    """

    id: int
    table: int
    lane: str  # thread, channel, dm:<person>
    slot: str  # status, lobby, report:41, secrets:muslim, call:muslim:57, note:7, request:3, end
    kind: str  # lobby, status, report, secrets, call, note, whisper, request, welcome, end
    body: Mapping[str, object] = field(default_factory=dict)
    attempts: int = 0
    doubtful: bool = False  # was being sent when the process died: look before sending again
    channel: int | None = None  # where its slot was posted before
    message: int | None = None

    @property
    def road(self) -> str:
        """What parcels must share to leave one after the other, over all tables."""
        return self.lane if self.lane.startswith("dm:") else f"{self.lane}:{self.table}"
