"""Seats that change hands: what goes with them, and what does not. Secrets follow the seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlmodel import col, select

from bot.store import models
from bot.tables.battles import rounds
from bot.tables.floor import limits, words
from bot.tables.floor.errands import once
from bot.tables.floor.finding import LIVE
from bot.tables.floor.hall import Hall
from bot.tables.floor.roads import CLOSED
from bot.tables.floor.sitting import Sitting
from bot.tables.lobby.moderators import has_peeked
from bot.tables.play.consent import void_requests
from bot.tables.telling import chronicle, letters
from bot.tables.values import DISCORD, Refused, Stage, TableCard, Who
from engine.players import PLAYERS

if TYPE_CHECKING:
    from bot.tables.lobby.opening import Lobby

NOBODY = 0  # hosts what somebody opened who has been forgotten
# why nobody sits there any more: of their own will, gone from the server, without an account any
# more, freed by a moderator
RESIGNED, LEFT, VANISHED, REMOVED = "resigned", "left", "vanished", "removed"
_NOTES = {
    RESIGNED: words.NOTE_LEFT,
    LEFT: words.NOTE_GONE,
    VANISHED: words.NOTE_VANISHED,
    REMOVED: words.NOTE_REMOVED,
}


async def give(sitting: Sitting, row: models.Seat, who: Who) -> None:
    """Somebody takes a seat in the middle of the game: its secrets go to them, and its question."""
    for other in sitting.seats.values():
        if other.seat != row.seat and who.id in other.held:
            raise Refused(words.KNOWS_OTHER_SEAT.format(table=sitting.name))
    if await has_peeked(sitting, who.id):
        raise Refused(words.HAS_PEEKED.format(table=sitting.name))
    await sitting.meet([who.id])
    sitting.know(who)
    row.person, row.computer, row.offered, row.ready = who.id, "", None, True
    row.gone = ""
    row.held = [*row.held, *({who.id} - set(row.held))]
    row.shown = ""
    if sitting.row.host == NOBODY:
        sitting.row.host = who.id
    await drop_draft(sitting, row.seat)
    await void_requests(sitting)
    await forget_posted(sitting, f"secrets:{row.seat}")
    sitting.void |= {f"secrets:{row.seat}", f"call:{row.seat}:", f"letter:{row.seat}:"}
    sitting.note(words.NOTE_TOOK.format(who=who.name, seat=words.named(row.seat)))
    sitting.owe("table", "status", "status")
    sitting.audit("sit", row.seat)
    welcome(sitting, who)
    await letters.welcome(sitting, row.seat, who.id)
    match = await sitting.match()
    chronicle.secrets(sitting, match, row.seat, always=True)
    chronicle.call(sitting, row.seat)


async def drop_draft(sitting: Sitting, seat: str) -> None:
    """What was written and not given yet is nobody's any more."""
    await rounds.drop_plans(sitting, seat)
    draft = await sitting.get(models.Draft, sitting.id, seat)
    if draft is not None:
        sitting.gone.append(draft)


async def forget_posted(sitting: Sitting, slot: str) -> None:
    """The next message of this slot is a new one, to somebody else."""
    posted = models.Posted
    there = select(posted).where(posted.table == sitting.id, posted.slot == slot)
    found = await sitting.all(there)
    sitting.gone += found


def known_player(player: str) -> None:
    if player not in PLAYERS:
        raise Refused(words.NO_PLAYER.format(player=player[:40], players=", ".join(PLAYERS)))


async def vacate(sitting: Sitting, row: models.Seat, why: str) -> None:
    """Nobody sits here any more, in the middle of the game. The thread is told, with a button for
    whoever takes the seat; whoever sat here may take it again."""
    person = row.person
    assert person is not None
    name = sitting.who(person).name
    await leave_behind(sitting, row)
    clear(row)
    row.gone = why
    if why in (LEFT, VANISHED):
        next_host(sitting, person)
    sitting.note(
        _NOTES[why].format(who=name, seat=words.named(row.seat)), offers=[("take", row.seat)]
    )
    sitting.owe("table", "status", "status")
    sitting.audit(why, row.seat)


async def leave_behind(sitting: Sitting, row: models.Seat) -> None:
    """What belongs to the person and not to the seat."""
    sitting.void |= {f"{kind}:{row.seat}:" for kind in ("call", "remind", "letter")}
    sitting.void.add(f"secrets:{row.seat}")
    await drop_draft(sitting, row.seat)
    await void_requests(sitting)


def next_host(sitting: Sitting, person: int) -> None:
    """A host who is no longer there hosts nothing: somebody who plays does."""
    others = [s.person for s in sitting.seats.values() if s.person is not None]
    if sitting.row.host == person and others:
        sitting.row.host = others[0]


def welcome(sitting: Sitting, who: Who) -> None:
    """A first message, so that closed ones are found now."""
    sitting.owe(f"person:{who.id}", f"welcome:{who.id}", "welcome", person=who.id)


def clear(row: models.Seat) -> None:
    row.person, row.computer, row.ready, row.offered = None, "", False, None


class Seating:
    def __init__(self, hall: Hall, lobby: Lobby) -> None:
        self.hall = hall
        self.lobby = lobby

    @once
    async def hand_over(
        self, table: int, who: Who, seat: str, to: Who | str, *, errand: str = ""
    ) -> TableCard:
        """By whoever sits there; by the host if nobody does, or a computer."""
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.PLAYING)
            row = sitting.seat(seat)
            hosts = row.person is None and who.id == sitting.row.host
            if row.person != who.id and not hosts:
                raise Refused(words.NOT_YOUR_SEAT.format(seat=words.named(row.seat)))
            sitting.actor = who
            if isinstance(to, str):
                known_player(to)
                await self._stand_in(sitting, row, to)
            else:
                await self._offer(sitting, row, who, to)
            sitting.owe("table", "status", "status")
            await sitting.commit()
            return sitting.card()

    async def _stand_in(self, sitting: Sitting, row: models.Seat, player: str) -> None:
        """The computer plays for somebody, who can come back with one button; or in an empty
        seat."""
        person, seat = row.person, words.named(row.seat)
        await leave_behind(sitting, row)
        row.person, row.computer, row.offered, row.ready = None, player, person, True
        row.gone = ""
        sitting.audit("computer", row.seat)
        if person is None:
            sitting.note(words.NOTE_COMPUTER.format(seat=seat, player=player))
            return
        who = sitting.who(person).name
        said = words.NOTE_STANDS_IN.format(player=player, seat=seat, who=who)
        offers = [("return", row.seat)]
        sitting.note(said, offers=offers)
        text = words.STANDS_IN.format(player=player, seat=seat, table=sitting.name)
        slot = f"back:{row.seat}:{sitting.row.notes}"
        sitting.owe(f"person:{person}", slot, "whisper", words=text, offers=offers, person=person)

    async def _offer(self, sitting: Sitting, row: models.Seat, who: Who, to: Who) -> None:
        if sitting.seat_of(to) is not None:
            raise Refused(words.TO_SOMEBODY_SEATED.format(who=to.name, table=sitting.name))
        if any(to.id in other.held for other in sitting.seats.values() if other.seat != row.seat):
            raise Refused(words.KNOWS_OTHER_SEAT_TOO.format(who=to.name, table=sitting.name))
        seat = words.named(row.seat)
        await sitting.meet([to.id])
        sitting.know(to)
        row.offered = to.id
        text = words.OFFER.format(by=who.name, seat=seat, table=sitting.name)
        slot = f"offer:{row.seat}:{to.id}"
        sitting.owe(
            f"person:{to.id}",
            slot,
            "whisper",
            words=text,
            offers=[("accept", row.seat)],
            person=to.id,
        )
        sitting.note(words.NOTE_OFFERED.format(by=who.name, seat=seat, who=to.name))
        sitting.audit("offer", row.seat)

    @once
    async def accept(self, table: int, who: Who, seat: str, *, errand: str = "") -> TableCard:
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.PLAYING)
            row = sitting.seat(seat)
            if row.offered != who.id:
                raise Refused(words.NOT_OFFERED.format(seat=words.named(row.seat)))
            sitting.actor = who
            await limits.demand_seat(sitting.reading, self.hall.limits, who)
            await give(sitting, row, who)
            await sitting.commit()
            return sitting.card()

    # -- nobody sits there ----------------------------------------------------------------------

    @once
    async def resign(self, table: int, who: Who, *, errand: str = "") -> TableCard:
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.PLAYING)
            row = sitting.seats[sitting.demand_seat(who)]
            sitting.actor = who
            await vacate(sitting, row, RESIGNED)
            await sitting.commit()
            return sitting.card()

    async def gone(
        self, who: Who, circle: str | None = None, why: str = LEFT, kind: str = DISCORD
    ) -> int:
        """A front end noticed that somebody has left a circle, or every one (None): at how many
        tables that was news. Who has another open address is not gone."""
        seat, table, address = models.Seat, models.Table, models.Address
        here = [] if circle is None else [table.circle == circle]
        async with self.hall.store.read() as session:
            others = select(address.id).where(
                address.person == who.id, address.kind != kind, address.state != CLOSED
            )
            if (await session.exec(others.limit(1))).first() is not None:
                return 0
            found = await session.exec(
                select(table.id)
                .join(seat, col(seat.table) == col(table.id))
                .where(seat.person == who.id, col(table.stage).in_(LIVE), *here)
                .order_by(col(table.id))
            )
            tables = list(dict.fromkeys(found))
        for one in tables:
            await self._gone(one, who, why)
        return len(tables)

    async def _gone(self, table: int, who: Who, why: str) -> None:
        async with self.hall.sitting(table) as sitting:
            row = next((s for s in sitting.seats.values() if s.person == who.id), None)
            if sitting.stage is Stage.PLAYING and row is not None:
                await vacate(sitting, row, why)
                await sitting.commit()
        if sitting.stage is Stage.LOBBY and row is not None:
            await self.lobby.leave(table, sitting.who(who.id))
