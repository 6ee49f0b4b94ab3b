"""A match: an append-only record, the state it leads to, and what each reader saw of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from engine import text
from engine.core import (
    MODERATOR,
    Action,
    Clock,
    DataError,
    Decision,
    Event,
    Game,
    HeraldError,
    Illegal,
    Question,
    Renaming,
    Result,
    Seen,
    Stale,
    View,
    plain,
)
from engine.dice import CounterDice, Draw, commitment
from engine.segments import SPECTATOR, Position
from engine.tongues import ENGLISH, Listed, Tongue
from engine.words import say

FORMAT = 1
SNAPSHOT = 64  # entries between two kept copies of the state
EDITING = Question(MODERATOR, "edit", "")
ENTRIES = ("act", "edit", "undo", "withdraw")  # what a line of the record can be


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the record. `at` is the number of the first chance draw it could use."""

    what: str  # one of ENTRIES
    seat: str
    at: int
    action: Action | None = None
    to: int = -1  # undo: the first entry cancelled; withdraw: the entry taken back

    def to_json(self) -> dict[str, Any]:
        line: dict[str, Any] = {"what": self.what, "seat": self.seat, "at": self.at}
        if self.action is not None:
            line["action"] = self.action.to_json()
        if self.to >= 0:
            line["to"] = self.to
        return line

    @classmethod
    def from_json(cls, line: object, index: int) -> Entry:
        where = f"record entry {index}"
        if not isinstance(line, dict) or line.get("what") not in ENTRIES:
            raise DataError(f"{where}: not an order, an edit, an undo or a withdrawal")
        seat, at, to = line.get("seat"), line.get("at"), line.get("to", -1)
        if not isinstance(seat, str) or type(at) is not int or at < 0 or type(to) is not int:
            raise DataError(f"{where}: seat, chance number or goal missing or of the wrong kind")
        if (line["what"] in ("act", "edit")) != ("action" in line):
            raise DataError(f"{where}: an action is missing, or stands where none belongs")
        try:
            action = Action.from_json(line["action"]) if "action" in line else None
        except DataError as error:
            raise DataError(f"{where}: {error}") from None
        return cls(line["what"], seat, at, action, to)


class Snapshot(NamedTuple):
    """A copy of the state after so many live entries: where an undo begins to replay."""

    live: int
    state: Any
    forced: tuple[tuple[str, str], ...]


def _nobody(event: Event) -> None:
    """Where the events of an entry go that is applied a second time."""


class Batch(NamedTuple):
    """What became of several orders sent together."""

    seen: tuple[Seen, ...]
    done: tuple[str, ...]
    rest: tuple[str, ...]
    refused: Illegal | None


class Match:
    """One game being played. The only way in is `act`; the only ways out are views and events."""

    def __init__(
        self,
        game: Game,
        scenario: str,
        options: Mapping[str, str],
        seed: str,
        segments: Sequence[Position] = (),
        before: Sequence[Entry] = (),
        chance: Callable[[Draw], object] | None = None,
    ) -> None:
        """A new match; or one that goes on from the last of `segments`, after the entries that
        came `before` it. `chance` is told of every draw."""
        self.game = game
        self.scenario = scenario
        self.options = dict(options)
        self.seed = seed
        self._dice = CounterDice(seed, watch=chance)
        self._clock = Clock()
        self._entries: list[Entry] = list(before)
        self.first = len(before)  # the first entry of this segment: undo goes no further back
        self.segments = tuple(segments)
        self._live: list[int] = []
        self._barriers: dict[int, bool] = {}
        self._log: list[Event] = []
        self._readers: tuple[str | None, ...] = (*game.seats, None)
        self._seen: dict[str | None, list[Seen]] = {r: [] for r in self._readers}
        self._read: dict[str | None, int] = dict.fromkeys(self._readers, 0)
        self._next: dict[str | None, int] = dict.fromkeys(self._readers, 1)
        self._asked = len(before)
        self._open: dict[str, tuple[str, int]] = {}  # seat: kind and number of its question
        self._decisions: tuple[Decision, ...] | None = None
        self._views: dict[str | None, View] = {}
        if segments:
            self._state = self._stand(segments[-1].migrated(game))
        else:
            self._state = game.setup(scenario, self.options, self._dice, self._log.append)
        self._snapshots = [Snapshot(0, game.copy(self._state), tuple(self._dice.forced))]

    def _stand(self, base: Position) -> Any:
        """Go on from a position that was kept."""
        self._dice.n, self._dice.forced = base.chance, list(base.forced)
        self._next = {r: base.told.get(r or SPECTATOR, 1) for r in self._readers}
        return self.game.load(base.state, self.options)

    # -- reading ------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        return self.game.seats

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    @property
    def result(self) -> Result | None:
        return self.game.result(self._state)

    @property
    def over(self) -> bool:
        return self.result is not None

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The lines of the record. They hold every seat's orders: not for players' eyes."""
        return tuple(self._entries)

    @property
    def live(self) -> tuple[int, ...]:
        """The numbers of the orders and edits that stand: those that nothing took back."""
        return tuple(self._live)

    @property
    def barred(self) -> bool:
        """Whether the last entry rolled, drew or revealed something."""
        return bool(self._entries) and self._barriers.get(len(self._entries) - 1, False)

    def decisions(self) -> tuple[Decision, ...]:
        """The open questions, at most one a seat; none when the match is over."""
        if self._decisions is None:
            questions = self.game.questions(self._state)
            self._open = {q.seat: (q.kind, self._number(q)) for q in questions}
            self._decisions = tuple(
                [
                    Decision(self.game, self._state, q, self._open[q.seat][1], self._clock)
                    for q in questions
                ]
            )
        return self._decisions

    def _number(self, question: Question) -> int:
        """The number of a question. One that stays open while another seat answers keeps its own:
        a button pressed in good faith must not be stale."""
        kind, number = self._open.get(question.seat, ("", 0))
        return number if kind == question.kind else self._asked

    def decision(self, seat: str) -> Decision | None:
        """The question that `seat` owes an answer to. The moderator may always edit."""
        if seat == MODERATOR:
            return Decision(self.game, self._state, EDITING, self._asked, self._clock)
        for decision in self.decisions():
            if decision.seat == seat:
                return decision
        return None

    def view(self, seat: str | None) -> View:
        view = self._views.get(seat)
        if view is None:
            if seat not in self._readers:
                raise HeraldError(say("no seat", seat=repr(seat), game=self.game.title))
            view = self._views[seat] = self.game.view(self._state, seat)
        return view

    def reveal(self) -> View:
        """The table with nothing hidden: only when the match is over."""
        if not self.over:
            raise HeraldError(say("not revealed"))
        return self.game.reveal(self._state)

    def uncovered(self) -> View:
        """The same at any moment. For those who replay a record that has reached its end, and
        for nobody else."""
        return self.game.reveal(self._state)

    def events(self, seat: str | None, since: int = 0) -> tuple[Seen, ...]:
        """What `seat` saw happen, from event number `since` + 1 on."""
        seen = self._catch_up(seat)
        if since <= 0:
            return tuple(seen)
        return tuple(s for s in seen if s.number > since)

    def tell(self, seen: Seen, reader: str | None, tongue: Tongue = ENGLISH) -> str:
        return self.game.tell(seen, reader, tongue)

    def _catch_up(self, reader: str | None) -> list[Seen]:
        if reader not in self._seen:
            raise HeraldError(say("no seat", seat=repr(reader), game=self.game.title))
        seen = self._seen[reader]
        if self._read[reader] == len(self._log):
            return seen
        number = self._next[reader]
        for event in self._log[self._read[reader] :]:
            if event.only is not None and reader not in event.only:
                continue
            args: Mapping[str, Any] = event.public
            if event.private and reader is not None and reader in event.private:
                args = {**args, **event.private[reader]}
            seen.append(Seen(number, event.kind, event.rule, args, event.reveals, event.entry))
            number += 1
        self._next[reader] = number
        self._read[reader] = len(self._log)
        return seen

    # -- acting -------------------------------------------------------------------------------

    def act(self, seat: str, action: Action | str, key: str | None = None) -> tuple[Seen, ...]:
        """Answer the question that `seat` has been asked, or, for the moderator, edit.

        Text may hold several orders; see `batch`. Nothing changes when this raises, except that
        the orders of a batch before the refused one stand.
        """
        if isinstance(action, str) and len(orders := text.split(action)) != 1:
            if not orders:
                raise Illegal(say("empty"))
            batch = self.batch(seat, action, key)
            if batch.refused is not None:
                raise batch.refused
            return batch.seen
        decision = self.decision(seat)
        if decision is None:
            raise self._not_asked(seat)
        if key is not None and key != decision.key:
            raise Stale(say("stale"))
        if isinstance(action, str):
            action = text.read(self.game, decision, action)
        elif (fault := decision._fault(action)) is not None:
            reason, rule = self.game.refusal(self._state, decision._question, *fault)
            raise Illegal(reason, rule or decision.rule, text.nearest(self.game, decision, action))
        what = "edit" if seat == MODERATOR else "act"
        reader = None if seat == MODERATOR else seat
        before = len(self._catch_up(reader))
        self._enter(Entry(what, seat, self._dice.n, action))
        return tuple(self._catch_up(reader)[before:])

    def batch(self, seat: str, orders: str, key: str | None = None) -> Batch:
        """Several orders, one after the other, up to the first barrier; what went before stands."""
        lines = text.split(orders)
        seen: list[Seen] = []
        done: list[str] = []
        for i, line in enumerate(lines):
            try:
                seen += self.act(seat, line, key if i == 0 else None)
            except Illegal as refusal:
                return Batch(tuple(seen), tuple(done), tuple(lines[i:]), refusal)
            done.append(line)
            if self._barriers[len(self._entries) - 1] or self.decision(seat) is None:
                return Batch(tuple(seen), tuple(done), tuple(lines[i + 1 :]), None)
        return Batch(tuple(seen), tuple(done), (), None)

    def _not_asked(self, seat: str) -> HeraldError:
        if seat not in self.game.seats:
            return Illegal(say("no seat", seat=repr(seat), game=self.game.title))
        if self.over:
            return Illegal(say("over"))
        waiting = Listed(tuple(d.seat for d in self.decisions()))
        return Illegal(say("not asked", seat=seat, waiting=waiting))

    def _enter(self, entry: Entry) -> None:
        """Apply an act or edit and append it to the record; on any error nothing has changed."""
        dice, log = self._dice, self._log
        n, forced, mark = dice.n, list(dice.forced), len(log)
        index = len(self._entries)
        state = self.game.copy(self._state)
        try:
            assert entry.action is not None
            if entry.what == "edit":
                self.game.edit(state, entry.action, dice, log.append)
            else:
                self.game.apply(state, entry.seat, entry.action, dice, log.append)
        except BaseException:
            dice.n, dice.forced = n, forced
            del log[mark:]
            raise
        barrier = dice.n != n or entry.what == "edit"
        for event in log[mark:]:
            event.entry = index
            barrier = barrier or bool(event.reveals)
        self._barriers[index] = barrier
        self._entries.append(entry)
        self._live.append(index)
        self._moved(state, entry)
        if len(self._live) % SNAPSHOT == 0:
            self._snapshots.append(
                Snapshot(len(self._live), self.game.copy(state), tuple(dice.forced))
            )

    def _moved(self, state: Any, entry: Entry) -> None:
        self._state = state
        self._clock.now += 1
        self._asked = len(self._entries)
        if entry.what in ("act", "withdraw"):
            self._open.pop(entry.seat, None)
        else:
            self._open = {}
        self._decisions = None
        self._views.clear()

    # -- taking back --------------------------------------------------------------------------

    def undo_floor(self, seat: str) -> int:
        """How far `seat` may go back alone: an entry number to hand to `undo`."""
        floor = len(self._entries)
        for index in reversed(self._live):
            if self._barriers[index] or self._entries[index].seat != seat:
                break
            floor = index
        return floor

    def undo(self, to: int, by: str = MODERATOR) -> None:
        """Cancel every entry from number `to` on. Chance is not turned back: new dice follow."""
        if not 0 <= to <= len(self._entries):
            raise Illegal(say("no entry", entry=to))
        if to < self.first:
            raise Illegal(say("before the rules"))
        if not any(index >= to for index in self._live):
            raise Illegal(say("nothing to undo"))
        entry = Entry("undo", by, self._dice.n, None, to)
        self._cancel(entry, [i for i in self._live if i < to])

    def withdraw(self, seat: str) -> None:
        """Take back one's own answer while the question it belongs to is still open."""
        index = self.withdrawable(seat)
        if index is None:
            raise Illegal(say("nothing to withdraw"))
        entry = Entry("withdraw", seat, self._dice.n, None, index)
        self._cancel(entry, [i for i in self._live if i != index])

    def withdrawable(self, seat: str) -> int | None:
        """The entry of `seat` that is sealed but not yet resolved: it must be its last, and the
        questions of the others must have been open at the same time and still be so. (A game may
        seal an answer that nobody gave, where a spectator knows that there is only one.)"""
        open_now = self.decisions()
        if not open_now or any(d.seat == seat for d in open_now):
            return None
        index = next((i for i in reversed(self._live) if self._entries[i].seat == seat), None)
        if index is None or self._barriers[index]:
            return None
        if any(d.number > index for d in open_now):
            return None
        return index if seat in self.game.sealed(self._state) else None

    def _cancel(self, entry: Entry, live: list[int]) -> None:
        """Go on from the state that the entries in `live` lead to, and note why in the record."""
        kept = 0
        while kept < len(live) and live[kept] == self._live[kept]:
            kept += 1
        while self._snapshots[-1].live > kept:
            self._snapshots.pop()
        base = self._snapshots[-1]
        state = self.game.copy(base.state)
        chance, self._dice.forced = self._dice.n, list(base.forced)
        for index in live[base.live :]:
            state = self.game.copy(state)  # an order is carried out on a copy, always
            self._redo(state, self._entries[index])
        self._dice.n = chance
        self._forget(set(live))
        index = len(self._entries)
        self._log.append(Event(entry.what, "", {"by": entry.seat, "to": entry.to}, entry=index))
        self._entries.append(entry)
        self._live = live
        self._moved(state, entry)

    def _redo(self, state: Any, entry: Entry) -> None:
        """Apply an entry again, with the chance it had; its events are in the log already."""
        assert entry.action is not None
        self._dice.n = entry.at
        if entry.what == "edit":
            self.game.edit(state, entry.action, self._dice, _nobody)
        else:
            self.game.apply(state, entry.seat, entry.action, self._dice, _nobody)

    def _forget(self, live: set[int]) -> None:
        """Drop the events of cancelled entries. Their numbers are not given out again."""
        for reader in self._readers:
            self._catch_up(reader)

        def stays(entry: int) -> bool:
            return entry < 0 or entry in live or self._entries[entry].action is None

        self._log = [event for event in self._log if stays(event.entry)]
        for reader in self._readers:
            self._seen[reader] = [seen for seen in self._seen[reader] if stays(seen.entry)]
            self._read[reader] = len(self._log)

    # -- the record ---------------------------------------------------------------------------

    def record(self) -> dict[str, Any]:
        """Everything that is needed to play the match again, as plain JSON."""
        record = {
            "format": FORMAT,
            "game": self.game.name,
            "scenario": self.scenario,
            "options": dict(self.options),
            "data": plain(self.game.data),
            "seed": self.seed,
            "entries": [entry.to_json() for entry in self._entries],
        }
        if self.segments:
            record["segments"] = [base.to_json() for base in self.segments]
        return record

    def position(self) -> Position:
        """Where the match stands. It holds every secret."""
        for reader in self._readers:
            self._catch_up(reader)
        return Position(
            len(self._entries),
            self.game.schema,
            self._dice.n,
            tuple(self._dice.forced),
            {reader or SPECTATOR: number for reader, number in self._next.items()},
            self.game.dump(self._state),
        )

    def replay(self, entries: Sequence[Entry], watch: Callable[[int], None] | None = None) -> None:
        """Apply the entries of a record to a match that has none yet in this segment; `watch` is
        called after each, with its number."""
        for index, entry in enumerate(entries, len(self._entries)):
            try:
                self._replay_one(entry)
            except HeraldError as error:
                raise DataError(f"record entry {index}: {error}") from None
            if watch is not None:
                watch(index)

    def _replay_one(self, entry: Entry) -> None:
        if entry.what == "undo":
            if entry.to > len(self._entries) or entry.to < self.first:
                raise DataError("goes back to an entry that does not exist")
            self._cancel(entry, [i for i in self._live if i < entry.to])
        elif entry.what == "withdraw":
            if entry.to not in self._live:
                raise DataError("withdraws an answer that does not exist")
            self._cancel(entry, [i for i in self._live if i != entry.to])
        else:
            if entry.at < self._dice.n:
                raise DataError("uses chance that was used before")
            self._dice.n = entry.at
            decision = self.decision(entry.seat)
            if decision is None:
                raise DataError(f"nothing was asked of {entry.seat}")
            assert entry.action is not None
            decision.demand(entry.action)
            self._enter(entry)

    # -- other worlds -------------------------------------------------------------------------

    def redeal(self, seat: str | None, rng: Random) -> World:
        """Another world that `seat` cannot tell from this one, with chance of its own."""
        return World(self, seat, rng)

    def check(self) -> list[str]:
        return self.game.check(self._state)


class World(Match):
    """A match in which everything that one seat cannot see was dealt anew."""

    def __init__(self, match: Match, seat: str | None, rng: Random) -> None:
        self.game = match.game
        self.scenario = match.scenario
        self.options = match.options
        self.seed = f"{rng.getrandbits(128):032x}"
        self._dice = CounterDice(self.seed)
        self._clock = Clock()
        self._entries = []
        self.first, self.segments = 0, ()
        self._live = []
        self._barriers = {}
        self._log = []
        self._readers = match._readers
        self._seen = {r: [] for r in self._readers}
        self._read = dict.fromkeys(self._readers, 0)
        self._next = dict.fromkeys(self._readers, 1)
        self._asked = match._asked
        self._open = {d.seat: (d.kind, d.number) for d in match.decisions()}
        self._decisions = None
        self._views = {}
        self._renaming: Renaming
        self._state, self._renaming = match.game.redeal(match._state, seat, rng)
        self._snapshots = [Snapshot(0, self.game.copy(self._state), ())]

    def alias(self, action: Action, seat: str | None = None) -> Action | None:
        """The action of another seat in the first world as it reads here; None if it cannot be."""
        seats = [seat] if seat is not None else [d.seat for d in self.decisions()]
        for one in seats:
            decision = self.decision(one)
            if decision is None:
                continue
            renamed = self._renaming.alias(one, action)
            if renamed is not None and renamed in decision:
                return renamed
        return None

    def record(self) -> dict[str, Any]:
        raise HeraldError(say("no record"))
