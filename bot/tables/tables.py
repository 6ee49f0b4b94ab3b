"""Tables: everything a front end can ask for, service by service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from random import Random, SystemRandom

from bot.store import Store
from bot.tables.battles.plans import Plans
from bot.tables.floor import errands
from bot.tables.floor.agenda import Agenda
from bot.tables.floor.finding import Finding
from bot.tables.floor.hall import MOST, Hall, Hooks
from bot.tables.floor.limits import USUAL, Limits
from bot.tables.floor.outbox import Outbox
from bot.tables.lobby.forgetting import Forgetting
from bot.tables.lobby.linking import Linking
from bot.tables.lobby.moderators import Moderators
from bot.tables.lobby.opening import Lobby
from bot.tables.lobby.people import People
from bot.tables.lobby.seats import Seating
from bot.tables.mod.deeds import deeds
from bot.tables.mod.moderating import Moderating
from bot.tables.mod.overseeing import Overseeing
from bot.tables.moving import upgrades
from bot.tables.moving.exporting import Exporting
from bot.tables.moving.importing import Importing
from bot.tables.moving.upgrades import Upgrades
from bot.tables.play.computers import Computers
from bot.tables.play.consent import Consent
from bot.tables.play.drafts import Drafts
from bot.tables.play.orders import Orders
from bot.tables.play.panels import Panels
from bot.tables.play.slots import Slots
from bot.tables.play.undoing import Undoing
from bot.tables.telling.letters import Letters
from bot.tables.telling.logbook import Logbook
from bot.tables.telling.reading import Reading
from bot.tables.telling.records import Records
from bot.tables.time import clocks
from bot.tables.time.deadlines import Deadlines

REPEAT = timedelta(seconds=10)


def now() -> datetime:
    return datetime.now(UTC)


class Tables:
    """The services, put together. Every method of theirs checks that `who` may, and raises
    `Refused` with a sentence."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], datetime] = now,
        rng: Random | None = None,
        repeat: timedelta = REPEAT,
        most: int = MOST,
        defaults: Mapping[str, str] | None = None,
        limits: Limits = USUAL,
    ) -> None:
        """`clock` and `rng` are for tests; `repeat`: how long the same order typed again, to
        another question, counts as a slip; `most`: matches in memory; `defaults`: settings of
        new tables that are not the usual ones; `limits`: what one person or circle may take
        up."""
        self.store = store
        self.clock = clock
        self.computers = Computers()
        hooks = Hooks(clocks.tend, self.computers.look, upgrades.halt)
        self.hall = hall = Hall(store, clock, rng or SystemRandom(), hooks, most, limits)
        # which table, and what may be looked at
        self.finding = Finding(hall)
        self.reading = Reading(hall)
        self.logbook = Logbook(hall)
        self.records = Records(hall)
        # before the game, and who sits where
        self.lobby = Lobby(hall, defaults or {})
        self.seats = Seating(hall, self.lobby)
        self.moderators = Moderators(hall)
        self.forgetting = Forgetting(hall, self.lobby)
        # playing
        self.play = Orders(hall, self.finding, repeat)
        self.slots = Slots(hall)
        self.drafts = Drafts(hall)
        self.panels = Panels(hall)
        self.plans = Plans(hall)
        self.undoing = Undoing(hall)
        self.letters = Letters(hall)
        # time
        self.time = Deadlines(hall, self.plans.owes, self.plans.settles)
        self.people = People(hall, self.time.person_changed)
        self.linking = Linking(hall)
        # keeping order
        self.mod = Moderating(hall, deeds(hall, self.seats, self.time))
        self.oversight = Overseeing(hall)
        self.exporting = Exporting(hall)
        self.importing = Importing(hall, self.moderators)
        self.upgrades = Upgrades(hall)
        # what waits: for others, for a time, for the post
        asking = (self.undoing, self.moderators, self.time, self.mod, self.upgrades)
        self.consent = Consent(
            hall, {kind: do for one in asking for kind, do in one.agreed.items()}
        )
        serving = (self.consent, self.time, self.plans)
        self.agenda = Agenda(
            hall, {kind: do for one in serving for kind, do in one.servants.items()}
        )
        self.outbox = Outbox(hall)

    # -- starting and stopping ----------------------------------------------------------------

    async def resume(self) -> None:
        """At start: computers that owe an answer go on, half-sent parcels become doubtful, and
        every live record is replayed, a few at a time, beside everything else."""
        await errands.sweep(self.hall)
        await self.people.recall()
        await self.outbox.resume()
        await self.computers.resume(self.hall)
        self.upgrades.resume()

    async def rest(self) -> None:
        """Wait until no computer player is thinking, and every live record has been replayed."""
        await self.upgrades.rest()
        await self.computers.rest()

    async def stop(self) -> None:
        """Let computers finish the answer at hand and go; the store stays open."""
        await self.upgrades.stop()
        await self.computers.stop()
        self.hall.close()
