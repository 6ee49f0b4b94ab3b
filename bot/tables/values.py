"""What goes in and out of the tables: plain values, the same for every front end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

import renderer
from engine import HeraldError, View
from engine.parts.outlook import Outlook
from engine.tongues import ENGLISH, Said, Tongue

DISCORD, MAIL = "discord", "mail"  # kinds of front ends, and of the addresses that they reach


class Refused(HeraldError):  # noqa: N818 (a sentence for the person, not a fault)
    """Something a table does not allow, in words for the person who asked for it."""

    def __init__(
        self, reason: Said | str, rule: str = "", suggestions: tuple[str, ...] = ()
    ) -> None:
        super().__init__(reason)
        self.rule = rule
        self.suggestions = suggestions


class Outdated(Refused):
    """A button, panel or repeated order that belongs to a question already answered."""


class Planning(Refused):
    """No single orders are given now: a plan is asked for instead."""


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who speaks to a table: their number, and their name."""

    id: int
    name: str
    keeps: tuple[str, ...] = field(default=(), compare=False)  # circles, as the front end says


@dataclass(frozen=True, slots=True)
class Where:
    """Where something was said. A direct message has no server."""

    server: int | None
    channel: int  # the thread's own number when it was said in a thread
    kind: str = DISCORD

    @property
    def circle(self) -> str:
        """Those who meet there; "": nobody in particular."""
        return circle(self.kind, self.server) if self.server is not None else ""


@dataclass(frozen=True, slots=True)
class Venue:
    """Where a front end shows a table to everybody."""

    kind: str
    server: int | None = None
    channel: int | None = None  # where it was opened
    thread: int | None = None


def circle(kind: str, number: int) -> str:
    """The name of a circle: of a server, by its number."""
    return f"{kind}:{number}"


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
class Told:
    """What one seat wrote to others, or said to everybody."""

    number: int  # as the reader counts
    seat: str
    to: tuple[str, ...]  # seats; none: everybody
    text: str  # "": it was taken back
    moment: datetime


@dataclass(frozen=True, slots=True)
class Written:
    """Words that are on their way, without them; and who sits now where they go ("": nobody who
    reads)."""

    table: int
    told: Told
    holders: tuple[tuple[str, str], ...] = ()  # seat, name


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
    circle: str  # those among whom it is played; "": only those who sit here
    venue: Venue | None  # where everybody sees it; None: nowhere
    seats: tuple[SeatCard, ...]
    commitment: str  # to the seed; "" before the start
    seed: str | None  # only when it is over
    headline: tuple[tuple[str, str], ...] = ()  # turn, phase, score: (name, words)
    owed: tuple[Owed, ...] = ()
    result: str = ""
    reports: int = 0  # how many there are
    settings: Mapping[str, str] = field(default_factory=dict)  # every one, with its value
    moderators: tuple[Who, ...] = ()
    paused: datetime | None = None
    halted: str = ""
    promised: str = ""  # a commitment to the host's secret, from the beginning
    language: str = "en"  # of what everybody reads there

    @property
    def name(self) -> str:
        return f"{self.title} {self.id}"

    @property
    def server(self) -> int | None:
        return self.venue.server if self.venue is not None else None

    @property
    def channel(self) -> int | None:
        return self.venue.channel if self.venue is not None else None

    @property
    def thread(self) -> int | None:
        return self.venue.thread if self.venue is not None else None


@dataclass(frozen=True, slots=True)
class Share:
    """What somebody has added to a table's seed: theirs alone to know before the end."""

    wanted: bool  # they play, do not host, and have given no word yet
    word: str
    alias: str  # as they stand in the record


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
    least: int = 1  # of a set: how many more must and may be ticked
    most: int = 1


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
    outlook: Outlook | None = None  # the march that is being built, once it begins somewhere


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
class Filled:
    """An order whose slots were filled one by one, each as people typed it."""

    game: str
    verb: str
    slots: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Given:
    """Orders that somebody gave: where, what became of them, and what can be drawn of it."""

    card: TableCard
    outcome: Outcome
    view: View | None = None  # as they may see it now; None: nothing was done
    events: tuple[Mapping[str, object], ...] = ()  # of the last report, as they may know them
    palette: str = "standard"


@dataclass(frozen=True, slots=True)
class Secrets:
    """What one seat knows and others do not, in words; the pictures are drawn from the view."""

    table: int
    seat: str
    kinds: tuple[str, ...]  # pictures to draw: hand, box ...
    text: str
    view: View | None = None

    def told(self, tongue: Tongue) -> str:
        """The same words in a language."""
        if self.view is None or tongue.language == ENGLISH.language:
            return self.text
        view = self.view
        return "\n\n".join(renderer.describe(view, kind, tongue=tongue) for kind in self.kinds)


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
    about: str
    rulings: tuple[str, ...] = ()
    standing: Said | None = None  # whether it is played; nothing if it always is

    @property
    def summary(self) -> str:
        return self.told(ENGLISH)

    def told(self, tongue: Tongue) -> str:
        """What it decides, and whether it is played."""
        return " ".join(filter(None, (self.about, tongue.field(self.standing))))


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
class Address:
    """Where somebody is met and written to."""

    kind: str
    value: str
    state: str = "unknown"  # unknown, open, closed


@dataclass(frozen=True, slots=True)
class Profile:
    """How a person wants to be treated, and where they are reached."""

    who: Who
    zone: str = "UTC"
    quiet: str = ""  # "22-7", in their zone
    calls: str = "letter"  # letter, mention, none
    letters: str = ""  # the kind of address that they go to; "": their first
    palette: str = "standard"
    language: str = "en"
    away: str = ""  # until this day
    addresses: tuple[Address, ...] = ()

    def address(self, kind: str) -> Address | None:
        return next((one for one in self.addresses if one.kind == kind), None)

    def state(self, kind: str) -> str:
        """Whether letters of a kind arrive."""
        found = self.address(kind)
        return found.state if found is not None else "unknown"


@dataclass(frozen=True, slots=True)
class Desk:
    """To whom a seat may write, and what it has read and written."""

    table: TableCard
    seat: str
    others: tuple[tuple[str, str], ...]  # seat, who sits there
    allies: tuple[str, ...]  # seats of the same side
    closed: str  # why no letter is written now; ""
    told: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Parcel:
    """One message that is owed: the outbox's unit, written together with what caused it.

    `slot` names the message it becomes: a parcel for a slot that was posted before edits that
    message. `front` sends it; parcels of one `road` leave in order, over all tables.
    """

    id: int
    table: int
    audience: str  # table, lobby, person:<n>
    slot: str  # status, lobby, report:41, secrets:muslim, call:muslim:57, note:7, request:3, end
    kind: str  # lobby, status, report, secrets, call, note, whisper, request, welcome, end
    body: Mapping[str, object] = field(default_factory=dict)
    attempts: int = 0
    doubtful: bool = False  # was being sent when the process died: look before sending again
    place: str | None = None  # where its slot was posted before
    message: str | None = None
    front: str = DISCORD
    road: str = ""
    to: str = ""  # the address, where it goes to one person
