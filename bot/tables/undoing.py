"""Taking back: free while nobody learned anything, otherwise with the others' consent."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.store import models
from bot.tables import requests, words
from bot.tables.chronicle import Story, publish
from bot.tables.hall import Hall
from bot.tables.orders import asked
from bot.tables.sitting import Sitting
from bot.tables.values import Outcome, Refused, Request, Stage, Who
from engine import Match
from engine.text import write


@dataclass(frozen=True, slots=True)
class Way:
    """How a seat's last order can be taken back."""

    how: str  # free, sealed, ask
    seat: str
    entry: int  # the order
    order: str  # its text: for the seat alone
    count: int  # how many orders go with it
    others: tuple[Who, ...] = ()  # who must agree


class Undoing:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def preview(self, table: int, who: Who) -> str:
        async with self.hall.sitting(table) as sitting:
            way = await self._way(sitting, who)
            if way.how == "free":
                return words.UNDO_FREE.format(order=way.order)
            if way.how == "sealed":
                return words.UNDO_SEALED.format(order=way.order)
            names = words.both([other.name for other in way.others])
            sentence = words.UNDO_ASK if way.others else words.UNDO_COMPUTER
            return sentence.format(order=way.order, count=words.orders(way.count), others=names)

    async def undo(self, table: int, who: Who) -> Outcome | Request:
        async with self.hall.sitting(table) as sitting:
            way = await self._way(sitting, who)
            sitting.actor = who
            sitting.know(who)
            if way.how == "ask" and way.others:
                return await self._ask(sitting, who, way)
            return await self._take_back(sitting, way)

    async def _way(self, sitting: Sitting, who: Who) -> Way:
        sitting.demand_stage(Stage.PLAYING)
        seat = sitting.demand_seat(who)
        match = await sitting.match()
        entry = next((i for i in reversed(match.live) if match.entries[i].seat == seat), None)
        if entry is None:
            raise Refused(words.NO_ORDER_YET)
        action = match.entries[entry].action
        order = write(match.game.verbs, action) if action is not None else ""
        count = sum(1 for i in match.live if i >= entry)
        if match.withdrawable(seat) == entry:  # the others' questions keep their numbers
            return Way("sealed", seat, entry, order, 1)
        if match.undo_floor(seat) <= entry:
            return Way("free", seat, entry, order, count)
        others = tuple(
            sitting.who(s.person)
            for s in sitting.seats.values()
            if s.person is not None and s.person != who.id
        )
        return Way("ask", seat, entry, order, count, others)

    async def _take_back(self, sitting: Sitting, way: Way) -> Outcome:
        match = await sitting.match()
        read = len(match)
        story = Story(match)
        sitting.unkept = True
        if way.how == "sealed":
            match.withdraw(way.seat)
        else:
            match.undo(way.entry, by=way.seat)
        story.follow(way.seat)
        await publish(sitting, match, story.scenes, story.taken_back)
        await sitting.commit()
        seen = [s for s in match.events(way.seat) if s.entry >= read]
        return Outcome(
            sitting.id,
            words=tuple(said for s in seen if (said := match.tell(s, way.seat))),
            next=asked(sitting, match, way.seat),
        )

    # -- with consent ---------------------------------------------------------------------------

    async def _ask(self, sitting: Sitting, who: Who, way: Way) -> Request:
        """The words are for everybody: what the table saw of the order, not its text."""
        open_now = await self._open(sitting)
        if open_now is not None:
            request = await self._value(sitting, open_now)
            names = words.both([other.name for other in request.waiting])
            raise Refused(words.ASKED_ALREADY.format(waiting=names))
        match = await sitting.match()
        row = models.Request(
            table=sitting.id,
            kind="undo",
            person=who.id,
            seat=way.seat,
            goal=way.entry,
            entries=len(match),
            words=words.UNDO_REQUEST.format(
                who=who.name, what=_told(match, way.entry), count=words.orders(way.count)
            ),
            moment=sitting.now,
        )
        made: list[Request] = []

        async def insert(session: AsyncSession) -> None:
            session.add(row)
            await session.flush()
            session.add_all([models.Vote(request=row.id, person=o.id) for o in way.others])
            made.append(self._made(sitting, row, way.others))
            requests.owe(sitting, made[0])

        sitting.also = insert
        sitting.audit("ask undo", row.words)
        await sitting.commit()
        return made[0]

    async def agree(self, request: int, who: Who, yes: bool) -> Request:
        async with self.hall.store.read() as session:
            row = await session.get(models.Request, request)
        if row is None:
            raise Refused(words.REQUEST_GONE)
        async with self.hall.sitting(row.table) as sitting:
            return await self._vote(sitting, request, who, yes)

    async def _vote(self, sitting: Sitting, request: int, who: Who, yes: bool) -> Request:
        row = await sitting.get(models.Request, request)
        votes = await sitting.all(select(models.Vote).where(models.Vote.request == request))
        if row is None or row.state != "open" or row.entries != sitting.row.entries:
            raise Refused(words.REQUEST_GONE)
        sitting.demand_stage(Stage.PLAYING)
        mine = next((vote for vote in votes if vote.person == who.id), None)
        if mine is None:
            raise Refused(words.NOT_YOURS_TO_SAY)
        sitting.actor = who
        mine.yes = yes
        sitting.added += [mine, row]
        if not yes:
            row.state = "refused"
        elif all(vote.yes for vote in votes):
            row.state = "agreed"
        waiting = tuple(sitting.who(v.person) for v in votes if v.yes is None)
        value = self._made(sitting, row, waiting)
        requests.owe(sitting, value)
        sitting.audit("agree" if yes else "refuse", row.words)
        if row.state == "agreed":
            await self._take_back(sitting, Way("ask", row.seat, row.goal, "", 0))
        else:
            await sitting.commit()
        return value

    async def _open(self, sitting: Sitting) -> models.Request | None:
        request = models.Request
        found = await sitting.all(
            select(request)
            .where(
                request.table == sitting.id,
                request.state == "open",
                request.entries == sitting.row.entries,
            )
            .order_by(col(request.id))
        )
        return found[0] if found else None

    async def _value(self, sitting: Sitting, row: models.Request) -> Request:
        votes = await sitting.all(select(models.Vote).where(models.Vote.request == row.id))
        waiting = tuple(sitting.who(vote.person) for vote in votes if vote.yes is None)
        return self._made(sitting, row, waiting)

    def _made(self, sitting: Sitting, row: models.Request, waiting: tuple[Who, ...]) -> Request:
        by = sitting.who(row.person)
        return Request(row.id, row.table, row.kind, by, row.words, waiting, row.state)


def _told(match: Match, entry: int) -> str:
    """What everybody saw of an order."""
    seen = [s for s in match.events(None) if s.entry == entry]
    told = [said for s in seen if (said := match.tell(s, None))]
    return f" ({told[0]})" if told else ""
