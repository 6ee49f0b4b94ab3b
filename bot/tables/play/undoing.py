"""Taking back: free while nobody learned anything, otherwise with the others' consent."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store import models
from bot.tables.battles.rounds import reopens
from bot.tables.floor import words, words_plans
from bot.tables.floor.errands import once
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import Sitting
from bot.tables.play import consent, windows
from bot.tables.play.orders import asked
from bot.tables.play.sweeping import call_again, keys, sweep
from bot.tables.telling.chronicle import Story, publish
from bot.tables.telling.retelling import shortened, told
from bot.tables.values import Outcome, Refused, Request, Stage, Who
from engine import Match
from engine.parts.concern import concerned
from engine.text import write
from engine.tongues.phrases import TELLING
from engine.tongues.phrases import lines as lines_of


@dataclass(frozen=True, slots=True)
class Way:
    """How a seat's last order can be taken back."""

    how: str  # free, sealed, ask; held: it waits for its tick
    seat: str
    entry: int  # the order
    order: str  # its text: for the seat alone
    count: int  # how many orders go with it
    others: tuple[Who, ...] = ()  # who must agree


class Undoing:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    @property
    def agreed(self) -> dict[str, consent.Agreed]:
        """What is done when everybody has agreed."""
        return {"undo": self._agreed}

    async def preview(self, table: int, who: Who) -> str:
        """What `undo` would take back, in words, and whether others must agree."""
        async with self.hall.sitting(table) as sitting:
            way = await self._way(sitting, who)
            if way.how == "held":
                return words_plans.UNDO_HELD.format(order=way.order)
            if way.how == "sealed":
                return words.UNDO_SEALED.format(order=way.order)
            names = words.both([other.name for other in way.others])
            asks = words.UNDO_ASK if way.others else words.UNDO_COMPUTER
            sentence = words.UNDO_FREE if way.how == "free" else asks
            said = sentence.format(order=way.order, count=words.orders(way.count), others=names)
            lines = _fall(await sitting.match(), way.entry, way.seat)
            return words.UNDO_LINES.format(told=said, lines=lines) if lines else said

    @once
    async def undo(self, table: int, who: Who, *, errand: str = "") -> Outcome | Request:
        async with self.hall.sitting(table) as sitting:
            way = await self._way(sitting, who)
            sitting.actor = who
            sitting.know(who)
            if way.how == "held":
                return await self._let_go(sitting, way)
            if way.how == "ask" and way.others:
                return await self._ask(sitting, who, way)
            return await self._take_back(sitting, way)

    async def _way(self, sitting: Sitting, who: Who) -> Way:
        sitting.demand_stage(Stage.PLAYING)
        seat = sitting.demand_seat(who)
        match = await sitting.match()
        held = await windows.kept(sitting, seat)
        if held is not None:
            return Way("held", seat, len(match), held.text, 1)
        known = match.falling(0, seat)
        entry = next((i for i in reversed(known) if match.entries[i].seat == seat), None)
        if entry is None:
            raise Refused(words.NO_ORDER_YET)
        action = match.entries[entry].action
        order = write(match.game.verbs, action) if action is not None else ""
        count = sum(1 for i in known if i >= entry)
        if match.withdrawable(seat) == entry and sitting.row.released is None:
            return Way("sealed", seat, entry, order, 1)  # the others' questions keep their numbers
        if match.undo_floor(seat) <= entry and not reopens(sitting, match, seat, entry):
            return Way("free", seat, entry, order, count)
        people = [sitting.seats[other].person for other in concerned(match, seat, entry)]
        others = tuple(
            sitting.who(person) for person in people if person is not None and person != who.id
        )
        return Way("ask", seat, entry, order, count, others)

    async def _let_go(self, sitting: Sitting, way: Way) -> Outcome:
        held = await windows.kept(sitting, way.seat)
        assert held is not None
        await windows.take_back(sitting, held)
        match = await sitting.match()
        told = (words_plans.TAKEN_BACK,)
        return Outcome(sitting.id, words=told, next=asked(sitting, match, way.seat))

    async def _take_back(self, sitting: Sitting, way: Way) -> Outcome:
        match = await sitting.match()
        read, asked_before = len(match), keys(sitting)
        story = Story(match)
        if way.how == "ask":
            await sweep(sitting)
        sitting.unkept = True
        if way.how == "sealed":
            match.withdraw(way.seat)
        else:
            match.undo(way.entry, by=way.seat)
        story.follow(way.seat)
        await publish(sitting, match, story.scenes, story.taken_back)
        if way.how == "ask":
            call_again(sitting, asked_before)
        await sitting.commit()
        seen = [s for s in match.events(way.seat) if s.entry >= read]
        return Outcome(
            sitting.id,
            words=tuple(said for s in seen if (said := match.tell(s, way.seat, TELLING))),
            next=asked(sitting, match, way.seat),
        )

    # -- with consent ---------------------------------------------------------------------------

    async def _ask(self, sitting: Sitting, who: Who, way: Way) -> Request:
        """The words are for everybody: what the table saw of the orders, not their text."""
        text = words.UNDO_REQUEST.format(who=who.name, count=words.orders(way.count))
        if lines := _fall(await sitting.match(), way.entry, None):
            text = lines_of(text, lines)
        return await consent.ask(
            sitting, who, "undo", text, way.others, seat=way.seat, goal=way.entry
        )

    async def _agreed(self, sitting: Sitting, row: models.Request) -> None:
        await self._take_back(sitting, Way("ask", row.seat, row.goal, "", 0))


def _fall(match: Match, entry: int, reader: str | None) -> str:
    """What would be taken back, as a reader may know it."""
    return shortened(told(match, {*match.falling(entry, reader or "")}, reader))
