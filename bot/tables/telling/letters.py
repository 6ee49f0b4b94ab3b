"""Words between players: said to everybody, or written to some seats and read by nobody else.

They belong to the seats: whoever sits there later reads them too. They are kept with the table,
never in its record, and change nothing else about it: not its version, not its clocks, not a number
that anybody else can see.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession
from sqlmodel.sql.expression import SelectOfScalar

from bot.store import models
from bot.tables.floor import errands, limits, words
from bot.tables.floor import words_letters as said
from bot.tables.floor.errands import once
from bot.tables.floor.hall import Hall
from bot.tables.floor.roads import PERSON
from bot.tables.floor.sitting import Sitting
from bot.tables.values import Desk, Refused, Stage, Told, Who, Written

ON, PHASE = "on", "phase"  # of the setting; the third is off
SIDE = ("side", "my side")  # how one's own side is named among the seats
LETTER, SAID = "letter", "said"  # kinds of parcels
MANY = 50  # of the newest, for whoever reads them all at once


class Letters:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    @once
    async def say(self, table: int, who: Who, text: str, *, errand: str = "") -> Written:
        """To everybody at the table, and whoever watches it."""
        async with self.hall.sitting(table) as sitting:
            _demand_talking(sitting)
            seat = sitting.demand_seat(who)
            return await self._write(sitting, who, seat, (), text)

    @once
    async def tell(
        self, table: int, who: Who, to: Sequence[str], text: str, *, errand: str = ""
    ) -> Written:
        """To some seats; `side` is one's own."""
        async with self.hall.sitting(table) as sitting:
            _demand_talking(sitting)
            seat = sitting.demand_seat(who)
            await _demand_letters(sitting)
            return await self._write(sitting, who, seat, _addressed(sitting, seat, to), text)

    async def addressed(self, table: int, who: Who, to: Sequence[str]) -> tuple[str, ...]:
        """The seats that somebody means; refused as a letter to them would be."""
        async with self.hall.sitting(table) as sitting:
            return _addressed(sitting, sitting.demand_seat(who), to)

    async def _write(
        self, sitting: Sitting, who: Who, seat: str, to: tuple[str, ...], text: str
    ) -> Written:
        written = _sound(text, self.hall.limits.letter)
        await limits.demand_letter(sitting.reading, self.hall.limits, who, sitting.now)
        row = models.Letter(
            table=sitting.id,
            seat=seat,
            person=who.id,
            to=list(to),
            text=written,
            moment=sitting.now,
        )
        async with sitting.writing() as session:
            before = await _kept(session, sitting.id)
            session.add(row)
            await session.flush()
            _owe(sitting, [*before, row], row)
            sitting.send(session)
            number = len(_of(seat, before)) + 1
            told = _told(number, row)
            holders = tuple((one, _holder(sitting, sitting.seats[one])) for one in to)
            outcome = Written(sitting.id, replace(told, text=""), holders)
            await errands.write(session, sitting.now, sitting.id, outcome)
        sitting.letters = []
        self.hall.bells.ring()
        return outcome

    async def told(self, table: int, who: Who, last: int = 20) -> tuple[Told, ...]:
        """What one's seat has read and written, the newest last; what was said to everybody is for
        those who watch, too."""
        async with self.hall.sitting(table) as sitting:
            return await read_by(sitting, sitting.seat_of(who), last)

    @once
    async def unsay(self, table: int, who: Who, number: int, *, errand: str = "") -> Told:
        """Take words of one's own seat back: nobody can read them here any more."""
        async with self.hall.sitting(table) as sitting:
            seat = sitting.demand_seat(who)
            async with sitting.writing() as session:
                every = await _kept(session, table)
                mine = _of(seat, every)
                if not 1 <= number <= len(mine):
                    raise Refused(said.NO_LETTER.format(number=number))
                row = mine[number - 1]
                if row.seat != seat:
                    raise Refused(said.NOT_YOURS)
                if not row.text:
                    raise Refused(said.TAKEN_BACK)
                row.text = ""
                _owe(sitting, every, row)
                sitting.send(session)
                gone = _told(number, row)
                await errands.write(session, sitting.now, table, gone)
            sitting.letters = []
            self.hall.bells.ring()
            return gone

    async def desk(self, table: int, who: Who, last: int = 10) -> Desk:
        """To whom somebody may write here, and whether they may now."""
        async with self.hall.sitting(table) as sitting:
            seat = sitting.demand_seat(who)
            others = [one for one in sitting.seats.values() if one.seat != seat]
            holders = tuple((one.seat, _holder(sitting, one)) for one in others)
            closed = ""
            try:
                _demand_talking(sitting)
                await _demand_letters(sitting)
            except Refused as refused:
                closed = refused.reason
            told = await read_by(sitting, seat, last)
            return Desk(sitting.card(), seat, holders, _allies(sitting, seat), closed, told)


# -- who reads what ------------------------------------------------------------------------------


async def read_by(sitting: Sitting, seat: str | None, last: int) -> tuple[Told, ...]:
    """What a seat may read; None: whoever watches."""
    rows = await sitting.all(_query(sitting.id))
    mine = [_told(n, row) for n, row in enumerate(_of(seat, rows), 1)]
    return tuple(mine[-max(1, last) :])


async def welcome(sitting: Sitting, seat: str, person: int) -> None:
    """Whoever comes to a seat later is told that there is something to read."""
    rows = await sitting.all(_query(sitting.id))
    count = len([row for row in rows if row.to and seat in (row.seat, *row.to) and row.text])
    if not count:
        return
    told = said.WAITING_ONE if count == 1 else said.WAITING
    text = told.format(seat=words.named(seat), count=count, table=sitting.name)
    slot = f"letters:{seat}:{person}"
    sitting.owe(f"{PERSON}{person}", slot, "whisper", words=text, person=person)


async def forget(sitting: Sitting, person: int) -> None:
    """Whatever somebody wrote is taken back; that something was written stays the seats'."""
    rows = await sitting.all(_query(sitting.id))
    mine = [row for row in rows if row.person == person]
    for row in mine:
        row.text, row.person = "", None
        _owe(sitting, rows, row)
    sitting.added += mine


def _query(table: int) -> SelectOfScalar[models.Letter]:
    letter = models.Letter
    return select(letter).where(letter.table == table).order_by(col(letter.id))


async def _kept(session: AsyncSession, table: int) -> list[models.Letter]:
    return list(await session.exec(_query(table)))


def _of(seat: str | None, rows: Iterable[models.Letter]) -> list[models.Letter]:
    """What a seat may read: its own, what was written to it, and what was said to all."""
    return [row for row in rows if not row.to or seat in (row.seat, *row.to)]


def _told(number: int, row: models.Letter) -> Told:
    return Told(number, row.seat, tuple(row.to), row.text, row.moment)


# -- what is owed --------------------------------------------------------------------------------


def _owe(sitting: Sitting, rows: Sequence[models.Letter], row: models.Letter) -> None:
    """To each seat that it is for, numbered as that seat counts; its words are looked up when it
    is sent."""
    if not row.to:
        number = [one.id for one in rows if not one.to].index(row.id) + 1
        sitting.owe("table", f"{SAID}:{number}", SAID, letter=row.id)
        return
    for name in row.to:
        person = sitting.seats[name].person
        if person is None:
            continue
        number = [one.id for one in _of(name, rows)].index(row.id) + 1
        slot = f"{LETTER}:{name}:{number}"
        sitting.owe(f"{PERSON}{person}", slot, LETTER, letter=row.id, reader=name, person=person)


# -- whether, and to whom ------------------------------------------------------------------------


def _demand_talking(sitting: Sitting) -> None:
    if sitting.stage is not Stage.OVER:
        sitting.demand_stage(Stage.PLAYING)


async def _demand_letters(sitting: Sitting) -> None:
    """What the table allows: always, in the game's own times, or never."""
    kept = sitting.setting("letters")
    if kept == ON:
        return
    if kept == PHASE:
        match = await sitting.match()
        if sitting.ended or sitting.game.parley(match.view(None)):
            return
    raise Refused((said.NOT_NOW if kept == PHASE else said.OFF).format(table=sitting.name))


def _allies(sitting: Sitting, seat: str) -> tuple[str, ...]:
    return sitting.game.allies(seat, sitting.row.scenario, sitting.row.options)


def _addressed(sitting: Sitting, seat: str, to: Sequence[str]) -> tuple[str, ...]:
    """The seats that are meant, in the table's order."""
    found: set[str] = set()
    for name in [one.strip() for one in to if one.strip()]:
        if " ".join(name.casefold().split()) in SIDE and name.casefold() not in sitting.seats:
            allies = _allies(sitting, seat)
            if not allies:
                raise Refused(said.NO_SIDE.format(table=sitting.name))
            found.update(allies)
            continue
        one = sitting.seat(name).seat
        if one == seat:
            raise Refused(said.TO_YOURSELF.format(seat=words.named(seat)))
        found.add(one)
    if not found:
        others = ", ".join(one for one in sitting.seats if one != seat)
        raise Refused(said.TO_NOBODY.format(seats=others))
    return tuple(one for one in sitting.seats if one in found)


def _sound(text: str, most: int) -> str:
    """Words that can be kept and shown: some, and not too many."""
    clean = text.encode("utf-8", "replace").decode().replace("\0", "").strip()
    if not any(sign.isprintable() and not sign.isspace() for sign in clean):
        raise Refused(said.EMPTY)
    if len(clean) > most:
        raise Refused(said.TOO_LONG.format(count=len(clean), most=most))
    return clean


def _holder(sitting: Sitting, seat: models.Seat) -> str:
    """Who sits there now; "": nobody who reads."""
    return sitting.who(seat.person).name if seat.person is not None else ""
