"""Tables: everything a front end can ask for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from random import Random, SystemRandom
from typing import Any

from bot.store import Store
from bot.tables.agenda import Agenda
from bot.tables.computers import Computers
from bot.tables.consent import Consent
from bot.tables.deadlines import Deadlines
from bot.tables.drafts import Drafts
from bot.tables.exporting import Exporting
from bot.tables.finding import Finding
from bot.tables.forgetting import Forgetting
from bot.tables.hall import MOST, Hall
from bot.tables.importing import Importing
from bot.tables.lobby import Lobby
from bot.tables.logbook import ANY, Logbook
from bot.tables.mod_deeds import deeds
from bot.tables.moderating import Moderating
from bot.tables.moderators import Bench, Moderators
from bot.tables.orders import Orders
from bot.tables.outbox import Outbox
from bot.tables.overseeing import Overseeing
from bot.tables.panels import Panels
from bot.tables.people import People
from bot.tables.plans import Plans
from bot.tables.reading import Reading
from bot.tables.records import Records
from bot.tables.seating import Seating
from bot.tables.slots import Slots
from bot.tables.steps import Done, Foreseen, Noted, Peeked, Step
from bot.tables.undoing import Undoing
from bot.tables.upgrades import Upgrades
from bot.tables.values import (
    Asked,
    CatchUp,
    Choice,
    Draft,
    Finished,
    Line,
    Outcome,
    Panel,
    Parcel,
    PlanPanel,
    Profile,
    Request,
    RuleText,
    Sealing,
    Secrets,
    Sought,
    TableCard,
    Where,
    Who,
)
from engine import View
from engine.film import MOST as MOST_SHOTS

REPEAT = timedelta(seconds=10)


def now() -> datetime:
    return datetime.now(UTC)


class Tables:
    """The door. Every method checks that `who` may, and raises `Refused` with a sentence."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], datetime] = now,
        rng: Random | None = None,
        repeat: timedelta = REPEAT,
        most: int = MOST,
        defaults: Mapping[str, str] | None = None,
    ) -> None:
        """`clock` and `rng` are for tests; `repeat`: how long the same order typed again, to
        another question, counts as a slip; `most`: matches in memory; `defaults`: settings of
        new tables that are not the usual ones."""
        self.store = store
        self._hall = hall = Hall(store, clock, rng or SystemRandom(), most)
        self._lobby = Lobby(hall, defaults or {})
        self._finding = Finding(hall)
        self._orders = Orders(hall, repeat)
        self._slots = Slots(hall)
        self._drafts = Drafts(hall)
        self._panels = Panels(hall)
        self._reading = Reading(hall)
        self._logbook = Logbook(hall)
        self._records = Records(hall)
        self._forgetting = Forgetting(hall, self._lobby)
        self._consent = Consent(hall)
        self._undoing = Undoing(hall, self._consent)
        self._seating = Seating(hall, self._lobby)
        self._moderators = Moderators(hall, self._consent)
        self._overseeing = Overseeing(hall)
        self._exporting = Exporting(hall)
        self._importing = Importing(hall, self._moderators)
        self._people = People(hall)
        self._outbox = Outbox(hall)
        self._computers = Computers(hall)
        self._upgrades = Upgrades(hall, self._consent)
        self._agenda = agenda = Agenda(hall)
        self._consent.attend(agenda)
        self._deadlines = Deadlines(hall, self._consent, agenda)
        self._people.changed = self._deadlines.person_changed
        self._plans = Plans(hall)
        self._plans.attend(agenda)
        self._deadlines.owes, self._deadlines.settles = self._plans.owes, self._plans.settles
        steps = deeds(hall, self._seating, self._deadlines)
        self._moderating = Moderating(hall, self._consent, steps)
        hall.committed = self._computers.look

    @property
    def clock(self) -> Callable[[], datetime]:
        return self._hall.clock

    # -- starting and stopping ----------------------------------------------------------------

    async def resume(self) -> None:
        """At start: computers that owe an answer go on, half-sent parcels become doubtful, and
        every live record is replayed, a few at a time, beside everything else."""
        await self._outbox.resume()
        await self._computers.resume()
        self._upgrades.resume()

    async def rest(self) -> None:
        """Wait until no computer player is thinking, and every live record has been replayed."""
        await self._upgrades.rest()
        await self._computers.rest()

    async def stop(self) -> None:
        """Let computers finish the answer at hand and go; the store stays open."""
        await self._upgrades.stop()
        await self._computers.stop()
        self._hall.close()

    # -- time ---------------------------------------------------------------------------------

    async def serve_due(self) -> int:
        """Do whatever must be done by now: reminders, deadlines, sealed battles."""
        return await self._agenda.serve()

    async def next_due(self) -> datetime | None:
        """When `serve_due` has something to do next."""
        return await self._agenda.next()

    async def pause(self, table: int, who: Who, why: str = "") -> TableCard | Request:
        """The clocks stand. By a moderator who does not play at once; players ask the others."""
        return await self._deadlines.pause(table, who, why)

    async def go_on(self, table: int, who: Who, why: str = "") -> TableCard | Request:
        """The clocks of a paused table run again; the host need not ask for that either."""
        return await self._deadlines.go_on(table, who, why)

    async def extend(self, table: int, who: Who, hours: int) -> TableCard | Request:
        """More time for whoever asks, or for everybody who is asked: if the others agree."""
        return await self._deadlines.extend(table, who, hours)

    # -- the lobby ----------------------------------------------------------------------------

    async def open(
        self,
        who: Who,
        where: Where,
        game: str,
        scenario: str | None = None,
        options: Mapping[str, str] | None = None,
        seat: str | None = None,
    ) -> TableCard:
        """A new table with its host seated (at the first seat, unless one is named)."""
        return await self._lobby.open(who, where, game, scenario, options, seat)

    async def bind(self, table: int, channel: int | None = None, thread: int | None = None) -> None:
        """The front end says where the table's channel and thread are."""
        await self._lobby.bind(table, channel, thread)

    async def join(self, table: int, who: Who, seat: str | None = None) -> TableCard:
        return await self._lobby.join(table, who, seat)

    async def leave(self, table: int, who: Who) -> TableCard:
        return await self._lobby.leave(table, who)

    async def sit_computer(
        self, table: int, who: Who, seat: str, player: str = "greedy"
    ) -> TableCard:
        return await self._lobby.sit_computer(table, who, seat, player)

    async def clear_seat(self, table: int, who: Who, seat: str) -> TableCard:
        return await self._lobby.clear_seat(table, who, seat)

    async def set_options(
        self, table: int, who: Who, values: Mapping[str, str], scenario: str | None = None
    ) -> TableCard:
        """Change options; everybody must be ready again."""
        return await self._lobby.set_options(table, who, values, scenario)

    async def set_settings(self, table: int, who: Who, values: Mapping[str, str]) -> TableCard:
        """How the table plays (`settings.SETTINGS`), also during the game."""
        return await self._lobby.set_settings(table, who, values)

    async def ready(self, table: int, who: Who, ready: bool = True) -> TableCard:
        """When every seat is taken and ready, the game starts."""
        return await self._lobby.ready(table, who, ready)

    async def close(self, table: int, who: Who) -> TableCard:
        return await self._lobby.close(table, who)

    # -- which table --------------------------------------------------------------------------

    async def find(
        self, who: Who, where: Where | None = None, table: int | None = None
    ) -> TableCard:
        """The table somebody means: named, the thread's, where they owe an answer, or their only
        one; otherwise refused with the candidates."""
        return await self._finding.find(who, where, table)

    async def meant(self, who: Who, where: Where | None = None, table: int | None = None) -> int:
        """The number of the table that `find` finds; quickly, in a thread that we know."""
        return await self._finding.meant(who, where, table)

    async def card(self, table: int) -> TableCard:
        return await self._finding.card(table)

    async def mine(self, who: Who) -> tuple[TableCard, ...]:
        """Tables at which `who` sits that are not over or closed."""
        return await self._finding.mine(who)

    async def in_server(self, server: int) -> tuple[TableCard, ...]:
        return await self._finding.in_server(server)

    async def live(self) -> tuple[TableCard, ...]:
        """Every table in a lobby or being played, wherever it is."""
        return await self._finding.live()

    async def seat_of(self, table: int, who: Who) -> str | None:
        card = await self.card(table)
        seats = [s.seat for s in card.seats if s.person is not None and s.person.id == who.id]
        return seats[0] if seats else None

    # -- orders -------------------------------------------------------------------------------

    async def asked(self, table: int, who: Who) -> Asked | None:
        return await self._orders.asked(table, who)

    async def choices(
        self,
        table: int,
        who: Who,
        verb: str,
        slot: str,
        given: Mapping[str, str],
        typed: str,
        game: str | None = None,
    ) -> tuple[Choice, ...]:
        """Autocompletion of one slot, the others given as raw text in any order. With `game`:
        nothing if the table plays another."""
        return await self._slots.choices(table, who, verb, slot, given, typed, game)

    async def compose(self, table: int, who: Who, verb: str, given: Mapping[str, str]) -> str:
        """Slots typed in a slash command as one line of order text."""
        return await self._slots.compose(table, who, verb, given)

    async def answers(self, table: int, who: Who, typed: str) -> tuple[Choice, ...]:
        """Whole orders that answer the open question."""
        return await self._slots.answers(table, who, typed)

    async def order(
        self, table: int, who: Who, text: str, key: str | None = None, at: datetime | None = None
    ) -> Outcome:
        """One or several lines as one batch. `at`: when the person sent it."""
        return await self._orders.order(table, who, text, key, at)

    async def suggest(self, table: int, who: Who) -> str:
        """What the computer would order, as text."""
        return await self._orders.suggest(table, who)

    # -- drafts and panels --------------------------------------------------------------------

    async def draft(self, table: int, who: Who) -> Draft:
        return await self._drafts.draft(table, who)

    async def draft_add(self, table: int, who: Who, text: str) -> Draft:
        return await self._drafts.add(table, who, text)

    async def draft_write(self, table: int, who: Who, text: str) -> Draft:
        """These lines and no others; refused, the old ones stay."""
        return await self._drafts.write(table, who, text)

    async def draft_drop(self, table: int, who: Who) -> Draft:
        """Without its last line."""
        return await self._drafts.drop(table, who)

    async def draft_clear(self, table: int, who: Who) -> Draft:
        return await self._drafts.clear(table, who)

    async def draft_send(self, table: int, who: Who, key: str | None = None) -> Outcome:
        return await self._drafts.send(table, who, key)

    async def panel(self, table: int, who: Who) -> Panel:
        return await self._panels.panel(table, who)

    async def pick(
        self, table: int, who: Who, number: int, revision: int, indices: Sequence[int]
    ) -> Panel:
        """Choose from the menu that this revision showed; indices count on its page, from 0."""
        return await self._panels.pick(table, who, number, revision, indices)

    async def enough(self, table: int, who: Who, number: int, revision: int) -> Panel:
        """Nothing more of this set or path."""
        return await self._panels.enough(table, who, number, revision)

    async def back(self, table: int, who: Who, number: int, revision: int) -> Panel:
        return await self._panels.back(table, who, number, revision)

    async def turn(self, table: int, who: Who, number: int, revision: int, page: int) -> Panel:
        """Another page of the menu."""
        return await self._panels.turn(table, who, number, revision, page)

    async def confirm(self, table: int, who: Who, number: int, revision: int) -> Panel:
        """The complete order goes into the draft, and the next one begins."""
        return await self._panels.confirm(table, who, number, revision)

    async def act_now(self, table: int, who: Who, number: int, revision: int) -> Outcome:
        """Send the draft, with the complete order behind it if there is one."""
        return await self._panels.act_now(table, who, number, revision)

    async def quick(self, table: int, who: Who, number: int, index: int) -> Outcome:
        """One of the panel's quick answers."""
        return await self._panels.quick(table, who, number, index)

    # -- plans --------------------------------------------------------------------------------

    async def plan(self, table: int, who: Who) -> PlanPanel:
        """Somebody's plans for the round of battles that is being planned."""
        return await self._plans.panel(table, who)

    async def plan_write(
        self, table: int, who: Who, text: str, place: str = "", number: int | None = None
    ) -> PlanPanel:
        """Keep a plan as its text says; one that cannot be read is kept with its faults."""
        return await self._plans.write(table, who, text, place, number)

    async def plan_suggest(
        self, table: int, who: Who, mood: str, place: str = "", number: int | None = None
    ) -> PlanPanel:
        """A plan as the computer would write it, for one place or for all."""
        return await self._plans.suggest(table, who, mood, place, number)

    async def plan_seal(
        self, table: int, who: Who, number: int | None = None, revision: int | None = None
    ) -> Sealing:
        """Seal what stands there; the standing plan fights where nothing does."""
        return await self._plans.seal(table, who, number, revision)

    async def plan_withdraw(self, table: int, who: Who, number: int | None = None) -> PlanPanel:
        """Open one's sealed plans again, as long as nothing has been fought."""
        return await self._plans.withdraw(table, who, number)

    # -- reading ------------------------------------------------------------------------------

    async def view(self, table: int, who: Who | None, *, seat: str | None = None) -> View:
        """What `who` may see now: their seat's view, or the spectator's. After the end: all.

        `seat` names which one for somebody with several seats; `who` None is a spectator.
        """
        return await self._reading.view(table, who, seat)

    async def preview(self, table: int, who: Who) -> View:
        """As it would be after the draft, in a world where all secrets are dealt anew."""
        return await self._drafts.preview(table, who)

    async def secrets(self, table: int, who: Who) -> Secrets:
        return await self._reading.secrets(table, who)

    async def log(
        self,
        table: int,
        who: Who | None,
        last: int = 20,
        since: int | None = None,
        sought: Sought | None = None,
    ) -> tuple[Line, ...]:
        """The last lines of what happened, from event `since` + 1 on, of what is `sought`."""
        return await self._logbook.log(table, who, last, since, sought or ANY)

    async def log_kinds(self, table: int, who: Who | None) -> tuple[str, ...]:
        """The kinds of events that `log` can be asked for."""
        return await self._logbook.kinds(table, who)

    async def latest(self, table: int, who: Who | None) -> tuple[dict[str, object], ...]:
        """The events of the last report as JSON, as `who` may know them: for a picture."""
        return await self._logbook.latest(table, who)

    async def catch_up(self, table: int, who: Who) -> CatchUp:
        """What happened since this person's last order or catch-up; marks it as read."""
        return await self._logbook.catch_up(table, who)

    async def film(self, table: int, most: int = MOST_SHOTS) -> tuple[dict[str, object], ...]:
        """A finished match for `Studio.film`, one frame a visit, nothing hidden."""
        return await self._reading.film(table, most)

    async def results(self, server: int, who: Who | None = None) -> tuple[Finished, ...]:
        """The finished matches of a server (in which somebody played), the newest first."""
        return await self._records.results(server, who)

    async def history(self, who: Who) -> tuple[Finished, ...]:
        """The finished matches that somebody played, wherever; the newest first."""
        return await self._records.history(who)

    async def rule(self, game: str, number: str) -> RuleText:
        return self._reading.rule(game, number)

    async def rules_like(self, game: str, typed: str) -> tuple[Choice, ...]:
        return self._reading.rules_like(game, typed)

    async def record(self, table: int, who: Who | None = None) -> dict[str, object]:
        """The whole record, for download: only when the match is over."""
        return await self._reading.record(table)

    # -- taking back, handing over ------------------------------------------------------------

    async def undo_preview(self, table: int, who: Who) -> str:
        """What `undo` would take back, in words, and whether others must agree."""
        return await self._undoing.preview(table, who)

    async def undo(self, table: int, who: Who) -> Outcome | Request:
        return await self._undoing.undo(table, who)

    async def agree(self, request: int, who: Who, yes: bool) -> Request:
        return await self._consent.agree(request, who, yes)

    async def hand_over(self, table: int, who: Who, seat: str, to: Who | str) -> TableCard:
        """Offer a seat to a person, who must accept, or give it to a computer player."""
        return await self._seating.hand_over(table, who, seat, to)

    async def accept_seat(self, table: int, who: Who, seat: str) -> TableCard:
        return await self._seating.accept(table, who, seat)

    async def resign(self, table: int, who: Who) -> TableCard:
        """Give up one's seat in the middle of the game; anybody new to the table can take it."""
        return await self._seating.resign(table, who)

    async def gone(self, who: Who, server: int | None = None, why: str = "left") -> int:
        """The front end noticed that somebody has left a server, or (None) all of them; `why` is
        "left" or "vanished". Their seats become free."""
        return await self._seating.gone(who, server, why)

    # -- moderators ---------------------------------------------------------------------------

    async def name_moderator(
        self, table: int, who: Who, whom: Who, there: bool = True
    ) -> TableCard | Request:
        """The host names somebody, or (`there` False) takes it back."""
        return await self._moderators.name(table, who, whom, there)

    async def server_moderators(
        self,
        server: int,
        *,
        role: int | None = None,
        whom: Who | None = None,
        there: bool = True,
    ) -> Bench:
        """Those of a server, after naming or dropping a role or a person, if any is given."""
        if role is None and whom is None:
            return await self._moderators.of_server(server)
        return await self._moderators.set_server(server, role=role, whom=whom, there=there)

    async def continue_segment(self, table: int, who: Who) -> TableCard | Request:
        """A moderator lets a table go on that stands still after an upgrade. One who plays asks
        the others."""
        return await self._upgrades.go_on(table, who)

    async def foresee(self, table: int, who: Who, step: Step) -> Foreseen:
        """What a moderator's step would do, in words; then `confirm` it by its mark."""
        return await self._moderating.foresee(table, who, step)

    async def confirm_step(self, table: int, who: Who, mark: str) -> Done | Request | Foreseen:
        """Carry out what was foreseen; foreseen anew if things have changed since."""
        return await self._moderating.confirm(table, who, mark)

    async def step(self, table: int, who: Who, step: Step) -> Done | Request:
        """A moderator's step; for one who plays, the other players are asked."""
        return await self._moderating.step(table, who, step)

    async def peek(self, table: int, who: Who, seat: str, why: str) -> Peeked:
        """What one seat knows, for a moderator who does not play; the thread is told."""
        return await self._overseeing.peek(table, who, seat, why)

    async def audit(self, table: int, who: Who, last: int = 20) -> tuple[Noted, ...]:
        """Who did what at the table, when and why; for those who play and moderate."""
        return await self._overseeing.audit(table, who, last)

    async def mod_points(self, table: int, who: Who, typed: str) -> tuple[Choice, ...]:
        """Orders that stand, the newest first, as this moderator may know them."""
        return await self._overseeing.points(table, who, typed)

    async def mod_edits(
        self, table: int, who: Who, typed: str, chance: bool = False
    ) -> tuple[Choice, ...]:
        """Whole edits that are possible, or (`chance`) results that can be forced."""
        return await self._overseeing.edits(table, who, typed, chance)

    async def mod_orders(
        self, table: int, who: Who, typed: str, *, seat: str = "", point: str = ""
    ) -> tuple[Choice, ...]:
        """Answers for a seat, or orders in the place of another, for one who may know them."""
        return await self._overseeing.orders(table, who, typed, seat, point)

    # -- moving a table -----------------------------------------------------------------------

    async def export(self, table: int, who: Who | None, why: str) -> dict[str, Any]:
        """The whole table as plain JSON, secrets included: for a moderator who does not play, or
        (None) whoever hosts. The thread is told."""
        return await self._exporting.whole(table, who, why)

    async def export_own(self, table: int, who: Who) -> dict[str, Any]:
        """What somebody may know of a table, as plain JSON."""
        return await self._exporting.own(table, who)

    async def bring(
        self,
        who: Who | None,
        where: Where,
        content: object,
        *,
        manager: bool = False,
        present: Collection[int] | None = None,
    ) -> TableCard:
        """A new table from what `export` gave. `manager`: they manage the server; `present`: who
        of its people is here (None: all)."""
        return await self._importing.bring(who, where, content, manager, present)

    # -- people -------------------------------------------------------------------------------

    async def profile(self, who: Who) -> Profile:
        return await self._people.profile(who)

    async def set_profile(self, who: Who, **changes: str) -> Profile:
        return await self._people.set_profile(who, changes)

    async def forget(self, who: Who) -> int:
        """Everything that is kept of somebody goes; their seats become free, and what they ordered
        stays without a person. At how many tables that was."""
        return await self._forgetting.forget(who)

    async def dms(self, person: int, state: str) -> None:
        """The front end learned whether it can write to somebody: open, closed."""
        await self._people.dms(person, state)

    # -- the outbox ---------------------------------------------------------------------------

    async def parcels(
        self, busy: Collection[str] = (), most: int | None = None
    ) -> tuple[Parcel, ...]:
        """The next owed parcel of each lane that is free, the oldest first, at most so many.

        `busy` holds the `road` of every parcel that is being sent at this moment.
        """
        return await self._outbox.parcels(busy, most)

    async def sending(self, parcel: int) -> Parcel | None:
        """Mark a parcel as being sent; what it says now, or None if it is no longer owed."""
        return await self._outbox.sending(parcel)

    async def sent(
        self,
        parcel: int,
        channel: int | None,
        message: int | None,
        again_at: datetime | None = None,
    ) -> None:
        """Where it was posted; None: nothing had to be. `again_at`: it is owed once more then."""
        await self._outbox.sent(parcel, channel, message, again_at)

    async def failed(self, parcel: int, reason: str, retry_at: datetime | None = None) -> None:
        """It could not be sent: tried again at `retry_at`, or given up."""
        await self._outbox.failed(parcel, reason, retry_at)

    async def wait(self, seconds: float | None = None) -> None:
        """Until something may be owed, or for at most so many seconds."""
        await self._outbox.wait(seconds)

    async def retry(self, server: int | None = None) -> None:
        """Parcels that failed for a reason that begins with "permission" are owed now."""
        await self._outbox.retry(server)

    async def move(self, table: int, thread: int) -> None:
        """The thread was lost, and this one takes its place: it is told so, and owed a status."""
        await self._lobby.move(table, thread)

    async def say(self, table: int, words: str) -> None:
        """A sentence for the table's thread, by the front end itself."""
        await self._lobby.say(table, words)

    def ring(self) -> None:
        """Wake whoever waits for parcels: there may be some, or it is time to go."""
        self._hall.bell.set()

    async def posted(self, table: int, slot: str) -> tuple[int, int] | None:
        """Channel and message of a slot that was posted."""
        return await self._outbox.posted(table, slot)

    async def lost(self, table: int, slot: str) -> None:
        """The message of a slot is gone: the next parcel for it becomes a new one."""
        await self._outbox.lost(table, slot)
