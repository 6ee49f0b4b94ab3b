"""The lobby: a table is opened, people sit down, agree on options, and start."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256

from sqlmodel import select

import engine
from bot.store import models
from bot.tables.floor import errands, limits, settings, words
from bot.tables.floor.errands import once, once_looked_up
from bot.tables.floor.hall import Hall
from bot.tables.floor.sitting import Sitting, keep
from bot.tables.lobby import seed
from bot.tables.lobby.moderators import may_moderate
from bot.tables.lobby.seats import RESIGNED, clear, give, known_player, vacate, welcome
from bot.tables.telling import chronicle
from bot.tables.time import clocks
from bot.tables.values import DISCORD, Refused, Share, Stage, TableCard, Where, Who
from engine import Game, commitment
from engine.core import plain
from engine.forms import contradiction, form_of


class Lobby:
    def __init__(self, hall: Hall, defaults: Mapping[str, str]) -> None:
        """`defaults`: settings of a new table that are not the usual ones."""
        self.hall = hall
        self.defaults = settings.read(defaults)

    @once_looked_up
    async def open(
        self,
        who: Who,
        where: Where | None,
        game: str,
        scenario: str | None = None,
        options: Mapping[str, str] | None = None,
        seat: str | None = None,
        *,
        errand: str = "",
    ) -> TableCard:
        """A new table with its host seated (at the first seat, unless one is named). `where` None:
        it is shown nowhere, and told to each by themselves."""
        if where is not None and where.server is None:
            raise Refused(words.NO_SERVER)
        rules = _rules(game)
        scenario = _scenario(rules, scenario)
        options = _options(rules, scenario, {}, options or {})
        now = self.hall.clock()
        row = models.Table(
            game=rules.name,
            scenario=scenario,
            options=options,
            stage=Stage.LOBBY.value,
            host=who.id,
            circle=where.circle if where is not None else "",
            secret=f"{self.hall.rng.getrandbits(256):064x}",
            joining=[],
            headline=[],
            settings=self.defaults,
            opened=now,
            changed=now,
        )
        names = rules.seats_of(scenario, options)
        seats = [models.Seat(table=0, seat=s, place=i, held=[]) for i, s in enumerate(names)]
        async with self.hall.store.read() as session:
            await limits.demand_lobby(session, self.hall.limits, who, row.circle)
            sitting = Sitting(self.hall, row, seats, [], session)
            if where is not None:
                sitting.venues = {where.kind: venue_of(0, where)}
            await sitting.meet([who.id])
        self._take(sitting, who, seat or names[0])
        await self._insert(sitting, who)
        return await self.card(row.id)

    async def _insert(self, sitting: Sitting, who: Who) -> None:
        row = sitting.row
        sitting.owe("lobby", "lobby", "lobby")
        welcome(sitting, who)
        async with self.hall.store.write() as session:
            await keep(session, models.Person(id=who.id, name=who.name[:200]))
            await session.flush()
            session.add(row)
            await session.flush()
            for one in (*sitting.seats.values(), *sitting.venues.values()):
                one.table = row.id
            session.add_all([*sitting.seats.values(), *sitting.venues.values()])
            sitting.send(session)
            await errands.write(session, sitting.now, row.id)
        self.hall.bells.ring()

    async def card(self, table: int) -> TableCard:
        async with self.hall.sitting(table) as sitting:
            return sitting.card()

    async def bind(
        self,
        table: int,
        channel: int | None = None,
        thread: int | None = None,
        kind: str = DISCORD,
    ) -> None:
        """A front end says where the table's channel and thread are."""
        async with self.hall.sitting(table) as sitting:
            venue = sitting.venues.setdefault(kind, models.Venue(table=table, kind=kind))
            if channel is not None:
                venue.channel = channel
            if thread is not None:
                venue.thread = thread
            await sitting.commit()

    async def move(self, table: int, thread: int, kind: str = DISCORD) -> None:
        """Another thread takes the place of a lost one: nothing stands in it yet."""
        async with self.hall.sitting(table) as sitting:
            venue = sitting.venues[kind]
            lost, venue.thread = venue.thread, thread
            posted = models.Posted
            there = select(posted).where(posted.table == table, posted.place == str(lost))
            found = await sitting.all(there)
            sitting.gone.extend(found)
            sitting.note(words.NOTE_MOVED)
            sitting.owe("table", "status", "status")
            await sitting.commit()

    async def say(self, table: int, text: str) -> None:
        """A sentence for the table's thread, by the front end itself."""
        async with self.hall.sitting(table) as sitting:
            sitting.note(text)
            await sitting.commit()

    # -- seats ----------------------------------------------------------------------------------

    @once
    async def join(
        self, table: int, who: Who, seat: str | None = None, *, errand: str = ""
    ) -> TableCard:
        async with self.hall.sitting(table, who) as sitting:
            sitting.demand_stage(Stage.LOBBY, Stage.PLAYING)
            sitting.actor = who
            if sitting.seat_of(who) is None:
                await limits.demand_seat(sitting.reading, self.hall.limits, who)
            if sitting.stage is Stage.PLAYING:
                await self._take_over(sitting, who, seat)
            else:
                self._take(sitting, who, seat)
                welcome(sitting, who)
                sitting.owe("lobby", "lobby", "lobby")
            await sitting.commit()
            return sitting.card()

    def _take(self, sitting: Sitting, who: Who, seat: str | None) -> None:
        """Sit down, or change seats."""
        row = _free(sitting, who, seat)
        old = sitting.seat_of(who)
        if old == row.seat:
            raise Refused(words.SITS_ALREADY.format(table=sitting.name, seat=words.named(old)))
        if old is not None:
            clear(sitting.seats[old])
        sitting.know(who)
        row.person, row.computer, row.ready = who.id, "", False

    async def _take_over(self, sitting: Sitting, who: Who, seat: str | None) -> None:
        """A seat that somebody has given up, in the middle of the game."""
        row = _free(sitting, who, seat)
        await give(sitting, row, who)

    @once
    async def leave(self, table: int, who: Who, *, errand: str = "") -> TableCard:
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.LOBBY, Stage.PLAYING)
            sitting.actor = who
            seat = sitting.seats[sitting.demand_seat(who)]
            if sitting.stage is Stage.PLAYING:
                await vacate(sitting, seat, RESIGNED)
            else:
                sitting.owe("lobby", "lobby", "lobby")
                clear(seat)
            if sitting.stage is Stage.LOBBY:
                self._next_host(sitting, who)
            await sitting.commit()
            return sitting.card()

    def _next_host(self, sitting: Sitting, who: Who) -> None:
        """The lobby goes to somebody who is still there; without anybody it closes."""
        if sitting.row.host != who.id:
            return
        others = [s.person for s in sitting.seats.values() if s.person is not None]
        if others:
            sitting.row.host = others[0]
        else:
            sitting.row.stage = Stage.CLOSED.value

    @once
    async def sit_computer(
        self,
        table: int,
        who: Who,
        seat: str,
        player: str = "greedy",
        *,
        errand: str = "",
    ) -> TableCard:
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.LOBBY)
            sitting.demand_host(who)
            known_player(player)
            row = sitting.seat(seat)
            if row.person is not None:
                raise Refused(_taken(sitting, row))
            sitting.actor = who
            row.computer, row.ready = player, True
            sitting.owe("lobby", "lobby", "lobby")
            self._start_if_ready(sitting)
            return await self._settled(sitting)

    @once
    async def clear_seat(self, table: int, who: Who, seat: str, *, errand: str = "") -> TableCard:
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.LOBBY)
            sitting.demand_host(who)
            row = sitting.seat(seat)
            if row.person == who.id:
                raise Refused(words.NEEDS_PEOPLE)
            sitting.actor = who
            clear(row)
            sitting.owe("lobby", "lobby", "lobby")
            await sitting.commit()
            return sitting.card()

    # -- options, ready, start ------------------------------------------------------------------

    @once
    async def set_options(
        self,
        table: int,
        who: Who,
        values: Mapping[str, str],
        scenario: str | None = None,
        *,
        errand: str = "",
    ) -> TableCard:
        """Change options; everybody must be ready again."""
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.LOBBY)
            sitting.demand_host(who)
            row, rules = sitting.row, sitting.game
            scenario = _scenario(rules, scenario) if scenario else row.scenario
            options = _options(rules, scenario, _chosen(rules, row), values)
            if options != row.options or scenario != row.scenario:
                row.options, row.scenario = options, scenario
                self._seat_anew(sitting)
                for seat in sitting.seats.values():
                    seat.ready = bool(seat.computer)
            sitting.actor = who
            sitting.owe("lobby", "lobby", "lobby")
            await sitting.commit()
            return sitting.card()

    def _seat_anew(self, sitting: Sitting) -> None:
        """The seats of another form. Who sits in a seat that stays, stays; the others are asked to
        choose again."""
        old, row = sitting.seats, sitting.row
        names = sitting.game.seats_of(row.scenario, row.options)
        if tuple(old) == names:
            return
        sitting.seats = {}
        for place, name in enumerate(names):
            seat = old.pop(name, None) or models.Seat(table=row.id, seat=name, held=[])
            seat.place = place
            sitting.seats[name] = seat
        sitting.gone += old.values()
        standing = {seat.seat: seat.person for seat in old.values() if seat.person is not None}
        people = words.both([sitting.who(person).name for person in standing.values()])
        seats = words.both([words.named(name) for name in names])
        note = words.NOTE_SEATS_ANEW if standing else words.NOTE_SEATS
        sitting.note(note.format(seats=seats, who=people))
        for name, person in standing.items():
            text = words.CHOOSE_AGAIN.format(
                table=sitting.name, seat=words.named(name), seats=seats
            )
            slot = f"choose:{person}:{row.notes}"
            sitting.owe(f"person:{person}", slot, "whisper", words=text, person=person)

    @once
    async def set_settings(
        self, table: int, who: Who, values: Mapping[str, str], *, errand: str = ""
    ) -> TableCard:
        """How the table plays. Before the start a change clears Ready; later it is told."""
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.LOBBY, Stage.PLAYING)
            await _demand_setter(sitting, who)
            new = {**sitting.row.settings, **settings.read(values)}
            if new == sitting.row.settings:
                return sitting.card()
            before, sitting.row.settings = sitting.row.settings, new
            clocks.resettle(sitting, before)
            sitting.actor = who
            if sitting.stage is Stage.LOBBY:
                for seat in sitting.seats.values():
                    seat.ready = bool(seat.computer)
                sitting.owe("lobby", "lobby", "lobby")
            else:
                what = ", ".join(f"{name}: {new[name]}" for name in values)
                sitting.note(words.SETTING_CHANGED.format(who=who.name, what=what))
                sitting.owe("table", "status", "status")
                sitting.audit("settings", what)
            await sitting.commit()
            return sitting.card()

    @once
    async def ready(
        self, table: int, who: Who, ready: bool = True, word: str = "", *, errand: str = ""
    ) -> TableCard:
        """When every seat is taken and ready, the game starts. `word`: what a player who does not
        host adds to the seed; the first one stays."""
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.LOBBY)
            seat = sitting.seats[sitting.demand_seat(who)]
            sitting.actor = who
            seed.add_word(sitting, who, word)
            seat.ready = ready
            sitting.owe("lobby", "lobby", "lobby")
            self._start_if_ready(sitting)
            return await self._settled(sitting)

    async def share(self, table: int, who: Who) -> Share:
        """What somebody has added to the seed: for them alone."""
        async with self.hall.sitting(table) as sitting:
            return seed.share_of(sitting, who)

    def _start_if_ready(self, sitting: Sitting) -> None:
        seats = sitting.seats.values()
        if all((s.person is not None or s.computer) and s.ready for s in seats):
            sitting.row.stage = Stage.PLAYING.value

    async def _settled(self, sitting: Sitting) -> TableCard:
        if sitting.stage is Stage.PLAYING:
            await self._start(sitting)
        await sitting.commit()
        return sitting.card()

    async def _start(self, sitting: Sitting) -> None:
        """The seed is the table's secret mixed with the words of those who play."""
        row = sitting.row
        shares = seed.settle(sitting)
        row.seed = seed.mixed(row.secret, row.joining)
        match = engine.new_match(row.game, row.scenario, row.options, row.seed)
        row.options = dict(match.options)
        await self._pin(sitting, match.game)
        sitting.begin(match)
        for seat in sitting.seats.values():
            seat.held = [seat.person] if seat.person is not None else []
        sitting.note(words.NOTE_START.format(commitment=commitment(row.seed), shares=shares))
        await chronicle.publish(sitting, match, [chronicle.first_story(match)], set())

    async def _pin(self, sitting: Sitting, game: Game) -> None:
        """The game's data, by value, once for all tables that share it."""
        data = plain(game.data)
        text = json.dumps([game.name, data], sort_keys=True)
        digest = sha256(text.encode()).hexdigest()
        async with sitting.writing() as session:
            if await session.get(models.Pinned, digest) is None:
                session.add(models.Pinned(digest=digest, data=data))
        sitting.row.pinned = digest

    @once
    async def close(self, table: int, who: Who, *, errand: str = "") -> TableCard:
        async with self.hall.sitting(table) as sitting:
            sitting.demand_stage(Stage.LOBBY, Stage.PLAYING, Stage.OVER)
            sitting.demand_host(who)
            others = [
                sitting.who(s.person).name
                for s in sitting.seats.values()
                if s.person not in (None, who.id)
            ]
            if sitting.stage is Stage.PLAYING and others:
                text = words.STILL_PLAYING.format(table=sitting.name, others=words.both(others))
                raise Refused(text)
            sitting.actor = who
            started = sitting.stage is not Stage.LOBBY
            sitting.row.stage = Stage.CLOSED.value
            sitting.gone += sitting.questions.values()
            sitting.questions = {}
            sitting.void |= {"call:", "secrets:"}
            sitting.audit("close")
            sitting.owe("lobby", "lobby", "lobby")
            if started:
                sitting.note(words.NOTE_CLOSED.format(who=who.name))
                sitting.owe("table", "status", "status")
            await sitting.commit()
            return sitting.card()


def venue_of(table: int, where: Where) -> models.Venue:
    """Where a table is shown that was opened there."""
    return models.Venue(table=table, kind=where.kind, server=where.server, channel=where.channel)


async def _demand_setter(sitting: Sitting, who: Who) -> None:
    """The host says how the table plays; so does a moderator who has no seat in it."""
    if sitting.seat_of(who) is not None or not await may_moderate(sitting, who):
        sitting.demand_host(who)


def _free(sitting: Sitting, who: Who, seat: str | None) -> models.Seat:
    """A free seat: the one that is named, or the first."""
    if sitting.stage is Stage.PLAYING and (old := sitting.seat_of(who)) is not None:
        raise Refused(words.SITS_ALREADY.format(table=sitting.name, seat=words.named(old)))
    if seat is not None:
        row = sitting.seat(seat)
        if row.computer or row.person not in (None, who.id):
            raise Refused(_taken(sitting, row))
        return row
    old = sitting.seat_of(who)
    if old is not None:
        return sitting.seats[old]
    for row in sitting.seats.values():
        if row.person is None and not row.computer:
            return row
    raise Refused(words.NO_FREE_SEAT.format(table=sitting.name))


def _taken(sitting: Sitting, row: models.Seat) -> str:
    by: str = words.TAKEN_BY_COMPUTER.format(player=row.computer)
    if row.person is not None:
        by = sitting.who(row.person).name
    return words.SEAT_TAKEN.format(seat=words.named(row.seat), by=by)


def _rules(game: str) -> Game:
    known = engine.games()
    if game not in known:
        raise Refused(words.NO_GAME.format(game=game[:40], games=", ".join(known)))
    return known[game]


def _scenario(rules: Game, scenario: str | None) -> str:
    if scenario is None:
        return next(iter(rules.scenarios))
    if scenario not in rules.scenarios:
        text = words.NO_SCENARIO.format(
            game=rules.title, scenario=scenario[:40], scenarios=", ".join(rules.scenarios)
        )
        raise Refused(text)
    return scenario


def _chosen(rules: Game, row: models.Table) -> dict[str, str]:
    """The options that are not what the scenario starts with."""
    start = form_of(rules, row.scenario, {}).options
    return {name: value for name, value in row.options.items() if value != start.get(name)}


def _options(
    rules: Game, scenario: str, old: Mapping[str, str], new: Mapping[str, str]
) -> dict[str, str]:
    """Every option with its value: the old one unless there is a new one, where the scenario does
    not fix it."""
    for name, value in new.items():
        option = rules.options.get(name)
        if option is None:
            text = words.NO_OPTION.format(
                game=rules.title, option=name[:40], options=", ".join(rules.options)
            )
            raise Refused(text)
        if value not in option.values:
            values = ", ".join(option.values)
            text = words.NO_VALUE.format(option=name, values=values, value=value[:40])
            raise Refused(text, option.rule)
    locked = rules.locked(scenario)
    wrong = contradiction(rules, scenario, new)
    if wrong is not None:
        text = words.LOCKED.format(
            scenario=scenario, option=wrong, fixed=locked[wrong], value=new[wrong]
        )
        raise Refused(text, rules.options[wrong].rule)
    return form_of(rules, scenario, {**old, **new, **locked}).options
