"""Seats that change hands in the middle of a game. Secrets follow the seat."""

from __future__ import annotations

from bot.store import models
from bot.tables import words
from bot.tables.hall import Hall
from bot.tables.lobby import drop_draft, give, known_player
from bot.tables.requests import void_requests
from bot.tables.sitting import Sitting
from bot.tables.values import Refused, Stage, TableCard, Who


class Seating:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

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
                row.person, row.computer, row.offered, row.ready = None, to, None, True
                sitting.void |= {f"call:{row.seat}:", f"secrets:{row.seat}"}
                await drop_draft(sitting, row.seat)
                await void_requests(sitting)
                seat_name = words.named(row.seat)
                sitting.note(words.NOTE_COMPUTER.format(seat=seat_name, player=to))
                sitting.audit("computer", row.seat)
            else:
                self._offer(sitting, row, who, to)
            sitting.owe("thread", "status", "status")
            await sitting.commit()
            return sitting.card()

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
