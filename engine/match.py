"""A match: an append-only record, the state it leads to, and what each reader saw of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from random import Random
from typing import Any, NamedTuple, Self

from engine import text
from engine.core import (
    MODERATOR,
    Action,
    Clock,
    DataError,
    Decision,
    Emit,
    Event,
    Game,
    HeraldError,
    Illegal,
    Renaming,
    Result,
    Seen,
    Stale,
    Told,
    View,
    plain,
)
from engine.dice import CounterDice, Draw, commitment
from engine.parts import batches
from engine.parts.ledger import SNAPSHOT, Entry, Ledger, Skipped
from engine.parts.mends import mends
from engine.parts.questions import Questions, Together
from engine.parts.readers import Readers
from engine.parts.segments import Position
from engine.tongues import ENGLISH, Listed, Tongue
from engine.words import say

FORMAT = 1


def _nobody(event: Told) -> None:
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
        self.seats = game.seats_of(scenario, self.options)
        self.seed = seed
        self._dice = CounterDice(seed, watch=chance)
        self._ledger = Ledger(before, segments)
        self._readers = Readers((*self.seats, None))
        self._questions = Questions(len(before))
        self._views: dict[str | None, View] = {}
        if segments:
            self._state = self._stand(segments[-1].migrated(game))
        else:
            self._state = game.setup(scenario, self.options, self._dice, self._readers.log.append)
        self._ledger.keep(game.copy(self._state), self._dice.forced)

    def _stand(self, base: Position) -> Any:
        """Go on from a position that was kept."""
        self._dice.n, self._dice.forced = base.chance, list(base.forced)
        self._readers.count_from(base.told)
        return self.game.load(base.state, self.options)

    def fork(self) -> Self:
        """The same match, or redealt world, to go its own way from here on."""
        new = copy(self)
        new._state = self.game.copy(self._state)
        new._dice = self._dice.fork()
        new._ledger = self._ledger.fork()
        new._readers = self._readers.fork()
        new._questions = self._questions.fork()
        new._views = {}
        return new

    # -- reading ------------------------------------------------------------------------------

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
        return len(self._ledger.entries)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The lines of the record. They hold every seat's orders: not for players' eyes."""
        return tuple(self._ledger.entries)

    @property
    def live(self) -> tuple[int, ...]:
        """The numbers of the orders and edits that stand: those that nothing took back."""
        return tuple(self._ledger.live)

    @property
    def first(self) -> int:
        """The first entry of this segment: undo goes no further back."""
        return self._ledger.first

    @property
    def segments(self) -> tuple[Position, ...]:
        """The positions from which the record went on."""
        return self._ledger.segments

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """Where the record from which the match was replayed passes over chance."""
        return tuple(self._ledger.skipped)

    def silent(self, since: int) -> bool:
        """Whether nobody but those who acted can know of any entry from `since` on."""
        return all(index in self._ledger.quiet for index in range(since, len(self)))

    @property
    def barred(self) -> bool:
        """Whether the last entry rolled, drew or revealed something."""
        return self._ledger.barred

    def decisions(self) -> tuple[Decision, ...]:
        """The open questions, at most one a seat; none when the match is over."""
        return self._questions.ask(self.game, self._state)

    def decision(self, seat: str) -> Decision | None:
        """The question that `seat` owes an answer to. The moderator may always edit."""
        if seat == MODERATOR:
            return self._questions.editing(self.game, self._state)
        for decision in self._questions.ask(self.game, self._state):
            if decision._question.seat == seat:
                return decision
        return None

    def rights(self, seat: str | None = None) -> tuple[Decision, ...]:
        """What a seat, or any, may do beside the questions; it holds up nobody."""
        found = self._questions.invite(self.game, self._state)
        return tuple([r for r in found if r.seat == seat]) if found and seat is not None else found

    def meant(self, seat: str, action: Action | str, key: str | None = None) -> Decision:
        """The question or right that an order is for: the one with that key; else the question,
        unless only a right knows the verb."""
        return self._meant(seat, action, key)[0]

    def _meant(self, seat: str, action: Action | str, key: str | None) -> tuple[Decision, str]:
        """The same, and what the record calls it."""
        decision = self.decision(seat)
        if decision is not None:
            if seat == MODERATOR:
                return decision, "edit"
            if action is decision._made if key is None else decision.key == key:
                return decision, "act"  # drawn from the question itself, or said to be for it
        rights = self.rights(seat)
        if key is not None:
            for right in rights:
                if right.key == key:
                    return right, "use"
            if decision is not None or rights:
                raise Stale(say("stale"))
        if rights and (decision is None or not self._names_verb(decision, action)):
            for right in rights:
                if self._names_verb(right, action):
                    return right, "use"
            if (closed := self._closed_right(decision, rights, action)) is not None:
                return closed, "use"
        if decision is None:
            raise self._not_asked(seat)
        return decision, "act"

    def _closed_right(
        self, decision: Decision | None, rights: Sequence[Decision], action: Action | str
    ) -> Decision | None:
        """The right that knows an order which is not open now, for its own reason; None: the
        question knows it too, or nobody does."""
        words = action.split() if isinstance(action, str) else [action.verb]
        verb = words[0].casefold() if words else ""
        if decision is not None and self.game.knows(decision._question, verb):
            return None
        return next((r for r in rights if self.game.knows(r._question, verb)), None)

    def together(self, seat: str) -> Decision | None:
        """All that a seat may order now, as one: its question where it has no right beside it."""
        decision, rights = self.decision(seat), self.rights(seat)
        if not rights:
            return decision
        return Together([*([decision] if decision is not None else []), *rights])

    def invites(self, seat: str, action: Action | str) -> bool:
        """Whether an order begins with a verb of one of a seat's rights."""
        return any(self._names_verb(right, action) for right in self.rights(seat))

    def _names_verb(self, decision: Decision, action: Action | str) -> bool:
        """Whether an order begins with a verb of this question."""
        if isinstance(action, str):
            return text.verb_of(self.game, decision, action) is not None
        return action.verb in decision.verbs

    def view(self, seat: str | None) -> View:
        view = self._views.get(seat)
        if view is None:
            self._demand_reader(seat)
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
        self._demand_reader(seat)
        seen = self._readers.catch_up(seat)
        if since <= 0:
            return tuple(seen)
        return tuple(s for s in seen if s.number > since)

    def tell(self, seen: Seen, reader: str | None, tongue: Tongue = ENGLISH) -> str:
        return self.game.tell(seen, reader, tongue)

    def _demand_reader(self, seat: str | None) -> None:
        if seat not in self._readers.names:
            raise HeraldError(say("no seat", seat=repr(seat), game=self.game.title))

    # -- acting -------------------------------------------------------------------------------

    def act(self, seat: str, action: Action | str, key: str | None = None) -> tuple[Seen, ...]:
        """Answer the question that `seat` has been asked, or, for the moderator, edit.

        Text may hold several orders; see `batch`. Nothing changes when this raises, except that
        the orders of a batch before the refused one stand.
        """
        if isinstance(action, str):
            orders = text.split(action)
            if not orders:
                raise Illegal(say("empty"))
            if len(orders) > 1 or batches.about_others(orders[0]):
                batch = self.batch(seat, action, key)
                if batch.refused is not None:
                    raise batch.refused
                return batch.seen
        decision, what = self._meant(seat, action, key)
        if isinstance(action, str):
            action = text.read(self.game, decision, action)
        elif (fault := decision._fault(action)) is not None:
            reason, rule = self.game.refusal(self._state, decision._question, *fault)
            raise Illegal(reason, rule or decision.rule, text.nearest(self.game, decision, action))
        reader = None if seat == MODERATOR else seat
        before = len(self._readers.catch_up(reader))
        self._enter(Entry(what, seat, self._dice.n, action))
        return tuple(self._readers.catch_up(reader)[before:])

    def batch(self, seat: str, orders: str, key: str | None = None) -> Batch:
        """Several orders, one after the other, up to the first barrier or past it where they say
        `then`; what went before stands."""
        lines = text.split(orders)
        seen: list[Seen] = []
        done: list[str] = []
        try:
            queue = batches.Queue(self, seat, lines)
        except Illegal as refusal:
            return Batch((), (), tuple(lines), refusal)
        for line in queue:
            try:
                seen += self.act(seat, line, key if not done else None)
            except Illegal as refusal:
                return Batch(tuple(seen), tuple(done), queue.rest, refusal)
            done.append(line)
        return Batch(tuple(seen), tuple(done), queue.rest, None)

    def _not_asked(self, seat: str) -> HeraldError:
        if seat not in self.seats:
            return Illegal(say("no seat", seat=repr(seat), game=self.game.title))
        if self.over:
            return Illegal(say("over"))
        waiting = Listed(tuple(d.seat for d in self.decisions()))
        return Illegal(say("not asked", seat=seat, waiting=waiting))

    def _enter(self, entry: Entry) -> None:
        """Apply an act or edit and append it to the record; on any error nothing has changed."""
        dice, log = self._dice, self._readers.log
        n, forced, mark = dice.n, list(dice.forced), len(log)
        index = len(self._ledger.entries)
        self._questions.number_rights(self.game, self._state)
        sealed = self.game.sealed(self._state)
        state = self.game.copy(self._state)
        try:
            self._carry_out(state, entry, log.append)
        except BaseException:
            dice.n, dice.forced = n, forced
            del log[mark:]
            raise
        barrier = dice.n != n or entry.what == "edit"
        if sealed and not barrier:
            barrier = self._opened(sealed, entry.seat, state)
        news = log[mark:]
        for event in news:
            event.entry = index
            if event.reveals:
                barrier = True
        quiet = entry.what == "use" and not barrier and all(e.only == (entry.seat,) for e in news)
        self._ledger.append(entry, barrier, quiet)
        self._moved(state, entry)
        if len(self._ledger.live) % SNAPSHOT == 0:
            self._ledger.keep(self.game.copy(state), dice.forced)

    def _opened(self, sealed: tuple[str, ...], seat: str, state: Any) -> bool:
        """Whether an answer of another seat that waited, `sealed`, was opened on the way to
        `state`: then `seat` knows it, however little was told."""
        waited = {*sealed} - {seat}
        return bool(waited) and not waited.issubset(self.game.sealed(state))

    def _moved(self, state: Any, entry: Entry) -> None:
        self._state = state
        if entry.what == "use":
            self._questions.move_on(self._ledger.now, "")
        else:
            answered = entry.seat if entry.what in ("act", "withdraw") else None
            self._questions.move_on(self._ledger.now, answered)
        self._views.clear()

    # -- taking back --------------------------------------------------------------------------

    def undo_floor(self, seat: str) -> int:
        """How far `seat` may go back alone: an entry number to hand to `undo`."""
        return self._ledger.floor(seat)

    def undo(self, to: int, by: str = MODERATOR) -> None:
        """Cancel every entry from number `to` on. Chance is not turned back: new dice follow."""
        if not 0 <= to <= len(self._ledger.entries):
            raise Illegal(say("no entry", entry=to))
        if to < self.first:
            raise Illegal(say("before the rules"))
        falls = self.falling(to, by)
        if not falls:
            raise Illegal(say("nothing to undo"))
        entry = Entry("undo", by, self._dice.n, None, to)
        self._cancel(entry, [i for i in self._ledger.live if i not in falls])

    def falling(self, to: int, by: str = MODERATOR) -> tuple[int, ...]:
        """The entries that an undo cancels: for a seat, those that others could know of; for the
        moderator, all."""
        if by == MODERATOR:
            return tuple([index for index in self._ledger.live if index >= to])
        return tuple(self._ledger.falling(to))

    def withdraw(self, seat: str) -> None:
        """Take back one's own answer while the question it belongs to is still open."""
        index = self.withdrawable(seat)
        if index is None:
            raise Illegal(say("nothing to withdraw"))
        entry = Entry("withdraw", seat, self._dice.n, None, index)
        self._cancel(entry, [i for i in self._ledger.live if i != index])

    def withdrawable(self, seat: str) -> int | None:
        """The entry of `seat` that is sealed but not yet resolved: it must be its last, and the
        questions of the others must have been open at the same time and still be so. (A game may
        seal an answer that nobody gave, where a spectator knows that there is only one.)"""
        open_now = self.decisions()
        if not open_now or any(d.seat == seat for d in open_now):
            return None
        index = self._ledger.last_of(seat)
        if index is None or self._ledger.barriers[index]:
            return None
        if any(d.number > self._ledger.moment(index) for d in open_now):
            return None
        return index if seat in self.game.sealed(self._state) else None

    def _cancel(self, entry: Entry, live: list[int]) -> None:
        """Go on from the state that the entries in `live` lead to, and note why in the record."""
        self.rights()
        base = self._ledger.back_to(live)
        state = self.game.copy(base.state)
        chance, self._dice.forced = self._dice.n, list(base.forced)
        for index in live[base.live :]:
            line = self._ledger.entries[index]
            if index > entry.to and line.what == "use" and not self._may(state, line):
                live = [i for i in live if i != index]
                continue
            state = self.game.copy(state)  # an order is carried out on a copy, always
            self._redo(state, line)
        self._dice.n = chance
        self._forget(set(live))
        index = len(self._ledger.entries)
        told = {"by": entry.seat, "to": self._ledger.moment(entry.to)}
        self._readers.log.append(Event(entry.what, "", told, entry=index))
        self._ledger.cancel(entry, live)
        self._moved(state, entry)

    def _may(self, state: Any, line: Entry) -> bool:
        """Whether a right that was used after what is taken back is still there without it."""
        rights = [q for q in self.game.rights(state) if q.seat == line.seat]
        return any(line.action in Decision(self.game, state, q, 0, Clock()) for q in rights)

    def _redo(self, state: Any, entry: Entry) -> None:
        """Apply an entry again, with the chance it had; its events are in the log already."""
        self._dice.n = entry.at
        self._carry_out(state, entry, _nobody)

    def _carry_out(self, state: Any, entry: Entry, emit: Emit) -> None:
        assert entry.action is not None
        if entry.what == "edit":
            self.game.edit(state, entry.action, self._dice, emit)
        elif entry.what == "use":
            self.game.use(state, entry.seat, entry.action, self._dice, emit)
        else:
            self.game.apply(state, entry.seat, entry.action, self._dice, emit)

    def _forget(self, live: set[int]) -> None:
        """Drop the events of cancelled entries."""
        entries = self._ledger.entries
        self._readers.forget(
            lambda entry: entry < 0 or entry in live or entries[entry].action is None
        )

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
            "entries": [entry.to_json() for entry in self._ledger.entries],
        }
        if self.segments:
            record["segments"] = [base.to_json() for base in self.segments]
        return record

    def position(self) -> Position:
        """Where the match stands. It holds every secret."""
        return Position(
            len(self._ledger.entries),
            self.game.schema,
            self._dice.n,
            tuple(self._dice.forced),
            self._readers.told(),
            self.game.dump(self._state),
            len(mends(self.game)),
        )

    def replay(self, entries: Sequence[Entry], watch: Callable[[int], None] | None = None) -> None:
        """Apply the entries of a record to a match that has none yet in this segment; `watch` is
        called after each, with its number."""
        for index, entry in enumerate(entries, len(self._ledger.entries)):
            try:
                self._replay_one(entry)
            except HeraldError as error:
                raise DataError(f"record entry {index}: {error}") from error
            if watch is not None:
                watch(index)

    def _replay_one(self, entry: Entry) -> None:
        if entry.at != self._dice.n:
            self._ledger.skipped.append(Skipped(len(self), self._dice.n, entry.at))
        if entry.what == "undo":
            if entry.to > len(self._ledger.entries) or entry.to < self.first:
                raise DataError("goes back to an entry that does not exist")
            falls = self.falling(entry.to, entry.seat)
            if not falls:
                raise DataError("takes back nothing")
            self._cancel(entry, [i for i in self._ledger.live if i not in falls])
        elif entry.what == "withdraw":
            if entry.to not in self._ledger.live:
                raise DataError("withdraws an answer that does not exist")
            self._cancel(entry, [i for i in self._ledger.live if i != entry.to])
        else:
            if entry.at < self._dice.n:
                raise DataError("uses chance that was used before")
            self._dice.n = entry.at
            assert entry.action is not None
            self._asked_of(entry, entry.action).demand(entry.action)
            self._enter(entry)

    def _asked_of(self, entry: Entry, action: Action) -> Decision:
        """The question or right that a line of the record belongs to."""
        if entry.what == "use":
            self.decisions()  # as when it was played: a question has the number of its first moment
            for right in self.rights(entry.seat):
                if action.verb in right.verbs:
                    return right
            raise DataError(f"{entry.seat} had no such right")
        decision = self.decision(entry.seat)
        if decision is None:
            raise DataError(f"nothing was asked of {entry.seat}")
        return decision

    # -- other worlds -------------------------------------------------------------------------

    def redeal(self, seat: str | None, rng: Random) -> World:
        """Another world that `seat` cannot tell from this one, with chance of its own."""
        return World(self, seat, rng)

    def world(self, seat: str | None) -> World:
        """The one world in which `seat` thinks about its question, however often and by whomever
        it is asked for. Who needs many deals them from this one: then not even hundreds of them
        could know more than it does."""
        asked = self.decision(seat) if seat is not None else None
        question = asked.key if asked is not None else str(self._ledger.now)
        return self.redeal(seat, Random(f"{self.seed}:world:{seat}:{question}"))

    def check(self) -> list[str]:
        return self.game.check(self._state)


class World(Match):
    """A match in which everything that one seat cannot see was dealt anew."""

    def __init__(self, match: Match, seat: str | None, rng: Random) -> None:
        self.game = match.game
        self.scenario = match.scenario
        self.options = match.options
        self.seats = match.seats
        self.seed = f"{rng.getrandbits(128):032x}"
        self._dice = CounterDice(self.seed)
        self._ledger = Ledger()
        self._readers = Readers(match._readers.names)
        match.decisions()
        match.rights()
        self._questions = match._questions.fork()
        self._views = {}
        self._renaming: Renaming
        self._state, self._renaming = match.game.redeal(match._state, seat, rng)
        self._ledger.keep(self.game.copy(self._state), ())

    def alias(self, action: Action, seat: str | None = None) -> Action | None:
        """The action of another seat in the first world as it reads here; None if it cannot be."""
        for asked in (*self.decisions(), *self.rights()):
            if seat is not None and asked.seat != seat:
                continue
            renamed = self._renaming.alias(asked.seat, action)
            if renamed is not None and renamed in asked:
                return renamed
        return None

    def record(self) -> dict[str, Any]:
        raise HeraldError(say("no record"))
