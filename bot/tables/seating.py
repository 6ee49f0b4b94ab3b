"""Seats that change hands in the middle of a game. Secrets follow the seat."""

from __future__ import annotations

from sqlmodel import col, select

from bot.store import models
from bot.tables import words
from bot.tables.finding import LIVE
from bot.tables.hall import Hall
from bot.tables.lobby import Lobby
from bot.tables.seats import RESIGNED, give, known_player, leave_behind, vacate
from bot.tables.sitting import Sitting
from bot.tables.values import Refused, Stage, TableCard, Who


class Seating:
    def __init__(self, hall: Hall, lobby: Lobby) -> None:
        self.hall = hall
        self.lobby = lobby

    async def hand_over(self, table: int, who: Who, seat: str, to: Who | str) -> TableCard:
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
                self._offer(sitting, row, who, to)
            sitting.owe("thread", "status", "status")
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
        sitting.note(said, back=row.seat)
        text = words.STANDS_IN.format(player=player, seat=seat, table=sitting.name)
        slot = f"back:{row.seat}:{sitting.row.notes}"
        sitting.owe(f"dm:{person}", slot, "whisper", words=text, back=row.seat, person=person)

    def _offer(self, sitting: Sitting, row: models.Seat, who: Who, to: Who) -> None:
        if sitting.seat_of(to) is not None:
            raise Refused(words.TO_SOMEBODY_SEATED.format(who=to.name, table=sitting.name))
        if any(to.id in other.held for other in sitting.seats.values() if other.seat != row.seat):
            raise Refused(words.KNOWS_OTHER_SEAT_TOO.format(who=to.name, table=sitting.name))
        seat = words.named(row.seat)
        sitting.know(to)
        row.offered = to.id
        text = words.OFFER.format(by=who.name, seat=seat, table=sitting.name)
        slot = f"offer:{row.seat}:{to.id}"
        sitting.owe(f"dm:{to.id}", slot, "whisper", words=text, offer=row.seat, person=to.id)
        sitting.note(words.NOTE_OFFERED.format(by=who.name, seat=seat, who=to.name))
        sitting.audit("offer", row.seat)

    async def accept(self, table: int, who: Who, seat: str) -> TableCard:
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.PLAYING)
            row = sitting.seat(seat)
            if row.offered != who.id:
                raise Refused(words.NOT_OFFERED.format(seat=words.named(row.seat)))
            sitting.actor = who
            await give(sitting, row, who)
            await sitting.commit()
            return sitting.card()

    # -- nobody sits there ----------------------------------------------------------------------

    async def resign(self, table: int, who: Who) -> TableCard:
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.PLAYING)
            row = sitting.seats[sitting.demand_seat(who)]
            sitting.actor = who
            await vacate(sitting, row, RESIGNED)
            await sitting.commit()
            return sitting.card()

    async def gone(self, who: Who, server: int | None, why: str) -> int:
        """Somebody has left a server, or every one (None): at how many tables that was news."""
        seat, table = models.Seat, models.Table
        here = [] if server is None else [table.server == server]
        async with self.hall.store.read() as session:
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
