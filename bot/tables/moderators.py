"""Moderators: who keeps order at a table, and what they know of it.

Three ways to be one: named for the table by its host, named for the server, or by a role of the
server. Where nobody is, whoever opened the table is. A moderator who has a seat knows what that
seat knows; one who has none knows what everybody does, until they peek.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlmodel import select

from bot.store import models
from bot.tables import words_mod as words
from bot.tables.consent import Consent
from bot.tables.hall import Hall
from bot.tables.sitting import Sitting
from bot.tables.values import Refused, Request, Stage, TableCard, Who
from bot.tables.words import both

LONGEST_WHY = 300  # characters
PEEK = "peek"  # in the audit: this person has seen what only some may know


@dataclass(frozen=True, slots=True)
class Bench:
    """The moderators of a table: people by name, and a role of its server."""

    people: tuple[Who, ...]
    role: int | None = None

    def includes(self, who: Who) -> bool:
        named = any(person.id == who.id for person in self.people)
        return named or (self.role is not None and self.role in who.roles)


@dataclass(frozen=True, slots=True)
class Standing:
    """A moderator at one table: where they sit, if they play, and whether they have peeked."""

    who: Who
    seat: str | None
    peeked: bool

    @property
    def plays(self) -> bool:
        return self.seat is not None


async def moderators(sitting: Sitting) -> Bench:
    """Who keeps order here. The host does only where there is nobody else."""
    server = await _server(sitting)
    ids = [*sitting.row.moderators, *(server.moderators if server else ())]
    role = server.role if server else None
    if not ids and role is None:
        ids = [sitting.row.host]
    await meet(sitting, ids)
    return Bench(tuple(sitting.who(person) for person in dict.fromkeys(ids)), role)


async def may_moderate(sitting: Sitting, who: Who) -> bool:
    return (await moderators(sitting)).includes(who)


async def demand_moderator(sitting: Sitting, who: Who) -> Standing:
    """Somebody as a moderator; refused if they are none."""
    bench = await moderators(sitting)
    if not bench.includes(who):
        names = both([person.name for person in bench.people]) or words.HOLDERS
        raise Refused(words.NOT_MODERATOR.format(table=sitting.name, names=names))
    seat = sitting.seat_of(who)
    return Standing(who, seat, seat is None and await has_peeked(sitting, who.id))


async def has_peeked(sitting: Sitting, person: int) -> bool:
    """Whether somebody has been shown secrets here: they may not take a seat any more."""
    audit = models.Audit
    return bool(
        await sitting.values(
            select(audit.id)
            .where(audit.table == sitting.id, audit.person == person, audit.what == PEEK)
            .limit(1)
        )
    )


async def meet(sitting: Sitting, people: Iterable[int]) -> None:
    """Read the names of people who need not sit here."""
    for number in people:
        if number not in sitting.people:
            person = await sitting.get(models.Person, number)
            if person is not None:
                sitting.people[number] = person


async def _server(sitting: Sitting) -> models.Server | None:
    if sitting.row.server is None:
        return None
    return await sitting.get(models.Server, sitting.row.server)


def demand_reason(why: str) -> None:
    """Everybody is told why, in a sentence or two."""
    if not why.strip():
        raise Refused(words.NO_WHY)
    if len(why) > LONGEST_WHY:
        raise Refused(words.LONG_WHY.format(most=LONGEST_WHY))


def other_players(sitting: Sitting, who: Who) -> tuple[Who, ...]:
    """The people at the table but one: who must agree to what that one wants."""
    seated = [s.person for s in sitting.seats.values() if s.person not in (None, who.id)]
    return tuple(sitting.who(person) for person in dict.fromkeys(seated) if person is not None)


class Moderators:
    """Naming them, for a table and for a server."""

    def __init__(self, hall: Hall, consent: Consent) -> None:
        self.hall = hall
        self.consent = consent
        consent.on("moderator", self._agreed)

    # -- of a table -----------------------------------------------------------------------------

    async def name(self, table: int, who: Who, whom: Who, there: bool) -> TableCard | Request:
        """By the host: freely before the start; later the other players must agree, for whoever
        is named may see every secret."""
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.LOBBY, Stage.PLAYING)
            sitting.demand_host(who)
            if (whom.id in sitting.row.moderators) is there:
                sentence = words.IS_MODERATOR if there else words.IS_NO_MODERATOR
                raise Refused(sentence.format(who=whom.name, table=sitting.name))
            sitting.actor = who
            sitting.know(who)
            sitting.know(whom)
            others = other_players(sitting, who)
            if sitting.stage is Stage.PLAYING and others:
                text = words.ASK_NAME if there else words.ASK_UNNAME
                return await self.consent.ask(
                    sitting,
                    who,
                    "moderator",
                    text.format(by=who.name, who=whom.name),
                    others,
                    bound=False,
                    payload={"person": whom.id, "there": there},
                )
            return await self._appoint(sitting, whom, there)

    async def _agreed(self, sitting: Sitting, row: models.Request) -> None:
        person = int(row.payload["person"])
        await meet(sitting, [person])
        await self._appoint(sitting, sitting.who(person), bool(row.payload["there"]))

    async def _appoint(self, sitting: Sitting, whom: Who, there: bool) -> TableCard:
        others = [person for person in sitting.row.moderators if person != whom.id]
        sitting.row.moderators = [*others, whom.id] if there else others
        sitting.audit("moderator" if there else "no moderator", whom.name)
        if sitting.stage is Stage.LOBBY:
            for seat in sitting.seats.values():
                seat.ready = bool(seat.computer)
            sitting.owe("channel", "lobby", "lobby")
        else:
            sentence = words.NOTE_NAMED if there else words.NOTE_UNNAMED
            sitting.note(sentence.format(who=whom.name))
            sitting.owe("thread", "status", "status")
        await sitting.commit()
        return sitting.card()

    # -- of a server ----------------------------------------------------------------------------

    async def set_server(
        self, server: int, *, role: int | None, whom: Who | None, there: bool
    ) -> Bench:
        """Name or drop a role, a person, or neither; what stands then. The front end has made
        sure that whoever asks runs the server."""
        async with self.hall.store.write() as session:
            row = await session.get(models.Server, server)
            if row is None:
                row = models.Server(id=server, moderators=[])
                session.add(row)
            if role is not None:
                row.role = role if there else (None if row.role == role else row.role)
            if whom is not None:
                known = await session.get(models.Person, whom.id)
                if known is None:
                    session.add(models.Person(id=whom.id, name=whom.name[:200]))
                others = [person for person in row.moderators if person != whom.id]
                row.moderators = [*others, whom.id] if there else others
        return await self.of_server(server)

    async def of_server(self, server: int) -> Bench:
        async with self.hall.store.read() as session:
            row = await session.get(models.Server, server)
            if row is None:
                return Bench(())
            people = [await session.get(models.Person, number) for number in row.moderators]
            return Bench(tuple(Who(p.id, p.name) for p in people if p is not None), row.role)
