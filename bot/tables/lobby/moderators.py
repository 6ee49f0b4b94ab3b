"""Moderators: who keeps order at a table, and what they know of it.

Three ways to be one: named for the table by its host, named for its circle, or by a badge of the
circle, which its front end knows (in Discord, a role). Where nobody is, whoever opened the table
is. A moderator who has a seat knows what that seat knows; one who has none knows what everybody
does, until they peek.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import select

from bot.store import models
from bot.tables.floor import errands
from bot.tables.floor import words_mod as words
from bot.tables.floor.errands import once, once_looked_up
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import Sitting, keep
from bot.tables.floor.words import both
from bot.tables.play import consent
from bot.tables.values import Refused, Request, Stage, TableCard, Who

LONGEST_WHY = 300  # characters
PEEK = "peek"  # in the audit: this person has seen what only some may know


@dataclass(frozen=True, slots=True)
class Bench:
    """The moderators of a table: people by name, and whoever wears its circle's badge."""

    people: tuple[Who, ...]
    badge: str = ""
    circle: str = ""

    def includes(self, who: Who) -> bool:
        named = any(person.id == who.id for person in self.people)
        return named or (bool(self.badge) and self.circle in who.keeps)


errands.register(Bench)


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
    circle = await _circle(sitting)
    ids = [*sitting.row.moderators, *(circle.moderators if circle else ())]
    badge = circle.badge if circle else ""
    if not ids and not badge:
        ids = [sitting.row.host]
    await sitting.meet(ids)
    people = tuple(sitting.who(person) for person in dict.fromkeys(ids))
    return Bench(people, badge, sitting.row.circle)


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


async def _circle(sitting: Sitting) -> models.Circle | None:
    if not sitting.row.circle:
        return None
    return await sitting.get(models.Circle, sitting.row.circle)


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
    """Naming them, for a table and for a circle."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    @property
    def agreed(self) -> dict[str, consent.Agreed]:
        """What is done when everybody has agreed."""
        return {"moderator": self._agreed}

    # -- of a table -----------------------------------------------------------------------------

    @once
    async def name(
        self,
        table: int,
        who: Who,
        whom: Who,
        there: bool = True,
        *,
        errand: str = "",
    ) -> TableCard | Request:
        """By the host: freely before the start; later the other players must agree, for whoever
        is named may see every secret."""
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.LOBBY, Stage.PLAYING)
            sitting.demand_host(who)
            if (whom.id in sitting.row.moderators) is there:
                sentence = words.IS_MODERATOR if there else words.IS_NO_MODERATOR
                raise Refused(sentence.format(who=whom.name, table=sitting.name))
            sitting.actor = who
            await sitting.meet([whom.id])
            sitting.know(who)
            sitting.know(whom)
            others = other_players(sitting, who)
            if sitting.stage is Stage.PLAYING and others:
                text = words.ASK_NAME if there else words.ASK_UNNAME
                return await consent.ask(
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
        await sitting.meet([person])
        await self._appoint(sitting, sitting.who(person), bool(row.payload["there"]))

    async def _appoint(self, sitting: Sitting, whom: Who, there: bool) -> TableCard:
        others = [person for person in sitting.row.moderators if person != whom.id]
        sitting.row.moderators = [*others, whom.id] if there else others
        sitting.audit("moderator" if there else "no moderator", whom.name)
        if sitting.stage is Stage.LOBBY:
            for seat in sitting.seats.values():
                seat.ready = bool(seat.computer)
            sitting.owe("lobby", "lobby", "lobby")
        else:
            sentence = words.NOTE_NAMED if there else words.NOTE_UNNAMED
            sitting.note(sentence.format(who=whom.name))
            sitting.owe("table", "status", "status")
        await sitting.commit()
        return sitting.card()

    # -- of a circle ----------------------------------------------------------------------------

    @once_looked_up
    async def of_circle(
        self,
        circle: str,
        *,
        badge: str = "",
        whom: Who | None = None,
        there: bool = True,
        errand: str = "",
    ) -> Bench:
        """Name or drop a badge, a person, or neither; what stands then. The front end has made
        sure that whoever asks runs the circle."""
        if not badge and whom is None:
            return await self._bench(circle)
        async with self.hall.store.write() as session:
            row = await session.get(models.Circle, circle)
            if row is None:
                row = models.Circle(name=circle, badge="", moderators=[])
                session.add(row)
            if badge:
                row.badge = badge if there else ("" if row.badge == badge else row.badge)
            if whom is not None:
                await keep(session, models.Person(id=whom.id, name=whom.name[:200]))
                others = [person for person in row.moderators if person != whom.id]
                row.moderators = [*others, whom.id] if there else others
            await errands.write(session, self.hall.clock(), 0)
            self.hall.badges.pop(circle, None)
        return await self._bench(circle)

    async def _bench(self, circle: str) -> Bench:
        async with self.hall.store.read() as session:
            row = await session.get(models.Circle, circle)
            if row is None:
                return Bench((), "", circle)
            people = [await session.get(models.Person, number) for number in row.moderators]
            known = tuple(Who(p.id, p.name) for p in people if p is not None)
            return Bench(known, row.badge, circle)
