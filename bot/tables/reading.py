"""What somebody may look at: views, secrets, the log, the rules, and the record at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlmodel import col, select

import renderer
from bot.store import models
from bot.tables import words
from bot.tables.hall import Hall
from bot.tables.orders import mark_of
from bot.tables.sitting import Sitting
from bot.tables.values import Choice, Line, Refused, RuleText, Secrets, Who
from engine import Match, Seen, View, commitment
from engine import games as known_games
from engine.data import folder, load

SHORT = 100


class Reading:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def view(self, table: int, who: Who | None, seat: str | None) -> View:
        """One's own seat's view; a spectator's for everybody else. After the end nothing is
        hidden."""
        async with self.hall.sitting(table) as sitting:
            match = await sitting.match()
            if sitting.ended:
                return match.reveal()
            own = sitting.seat_of(who) if who is not None else None
            if seat is not None and sitting.seat(seat).seat != own:
                raise Refused(words.NOT_SEATED_THERE.format(seat=words.named(seat)))
            return match.view(own)

    async def secrets(self, table: int, who: Who) -> Secrets:
        async with self.hall.sitting(table) as sitting:
            match = await sitting.match()
            seat = sitting.demand_seat(who)
            return secrets_of(match, table, seat)

    # -- the log --------------------------------------------------------------------------------

    async def log(
        self, table: int, who: Who | None, last: int, since: int | None
    ) -> tuple[Line, ...]:
        async with self.hall.sitting(table) as sitting:
            match = await sitting.match()
            seat = sitting.seat_of(who) if who is not None else None
            seen = match.events(seat, since or 0)
            lines = await self._lines(sitting, match, seat, seen)
            return lines[-last:] if last > 0 else lines

    async def latest(self, table: int, who: Who | None) -> tuple[dict[str, object], ...]:
        """The events of the last report, as their reader may know them."""
        async with self.hall.sitting(table) as sitting:
            match = await sitting.match()
            seat = sitting.seat_of(who) if who is not None else None
            report = await sitting.get(models.Report, table, sitting.row.reports)
            if report is None:
                return ()
            seen = match.events(seat)
            return tuple(s.to_json() for s in seen if report.first <= s.entry <= report.last)

    async def catch_up(self, table: int, who: Who) -> tuple[Line, ...]:
        """Counted in entries, which are the same for every reader."""
        async with self.hall.sitting(table) as sitting:
            match = await sitting.match()
            seat = sitting.seat_of(who)
            mark = await mark_of(sitting, who)
            seen = [s for s in match.events(seat) if s.entry >= mark.read]
            lines = await self._lines(sitting, match, seat, seen)
            mark.read = len(match)
            await self._save(sitting, mark, who)
            return lines

    async def _save(self, sitting: Sitting, mark: models.Mark, who: Who) -> None:
        async with sitting.writing() as session:
            if await session.get(models.Person, who.id) is None:
                session.add(models.Person(id=who.id, name=who.name[:200]))
                await session.flush()
            await session.merge(mark)

    async def _lines(
        self, sitting: Sitting, match: Match, seat: str | None, seen: Sequence[Seen]
    ) -> tuple[Line, ...]:
        report = await self._report_of(sitting)
        return tuple(
            Line(s.number, report(s.entry), said, s.rule)
            for s in seen
            if (said := match.tell(s, seat))
        )

    async def _report_of(self, sitting: Sitting) -> Callable[[int], int]:
        """The number of the report that tells an entry, 0 if none does."""
        report = models.Report
        spans = await sitting.values(
            select(report.number, report.first, report.last)
            .where(report.table == sitting.id)
            .order_by(col(report.number))
        )

        def number(entry: int) -> int:
            return next((n for n, first, last in spans if first <= entry <= last), 0)

        return number

    # -- the record -----------------------------------------------------------------------------

    async def record(self, table: int) -> dict[str, object]:
        """The record, with what is needed to check that the seed was not chosen."""
        async with self.hall.sitting(table) as sitting:
            match = await sitting.match()
            if not sitting.ended:
                raise Refused(words.NOT_OVER.format(table=sitting.name))
            row = sitting.row
            return {
                **match.record(),
                "table": {
                    "number": row.id,
                    "secret": row.secret,
                    "promised": commitment(row.secret),
                    "joining": row.joining,
                    "commitment": commitment(row.seed),
                },
            }

    # -- the rules ------------------------------------------------------------------------------

    def rule(self, game: str, number: str) -> RuleText:
        index = _index(game)
        sections = index.get("sections", {})
        wanted = (number.split() or [""])[0].rstrip(".").casefold()
        by_key = {key.casefold(): key for key in sections}
        key = by_key.get(wanted) or by_key.get(f"{wanted}.0")
        if key is None:
            near = [c.value for c in self.rules_like(game, wanted)][:8] or list(sections)[:8]
            raise Refused(words.NO_RULE.format(number=number[:40], near=", ".join(near)))
        section = sections[key]
        rulings = index.get("rulings", {})
        named = [
            (name, rulings.get(name, {}).get("choice", "")) for name in section.get("rulings", ())
        ]
        return RuleText(
            key,
            str(section.get("title", "")),
            _flat(section.get("summary", "")),
            tuple(f"{name}: {_flat(text)}" for name, text in named if text),
        )

    def rules_like(self, game: str, typed: str) -> tuple[Choice, ...]:
        """Sections whose number begins so, or whose title holds the words."""
        wanted = typed.strip().casefold()
        found = [
            Choice(f"{key} {section.get('title', '')}"[:SHORT], key)
            for key, section in _index(game).get("sections", {}).items()
            if key.casefold().startswith(wanted)
            or wanted in str(section.get("title", "")).casefold()
        ]
        return tuple(found[:25])


def secrets_of(match: Match, table: int, seat: str) -> Secrets:
    """What a seat knows and a spectator does not: pictures to draw, and in words."""
    view, open_to_all = match.view(seat), renderer.kinds(match.view(None))
    kinds = tuple(kind for kind in renderer.kinds(view) if kind not in open_to_all)
    text = "\n\n".join(renderer.describe(view, kind) for kind in kinds)
    return Secrets(table, seat, kinds, text)


@lru_cache(maxsize=8)
def _index(game: str) -> Mapping[str, Any]:
    if game not in known_games():
        games = ", ".join(known_games())
        raise Refused(words.NO_GAME.format(game=game[:40], games=games))
    index: Mapping[str, Any] = load(folder(game) / "rules.yaml")
    return index


def _flat(text: object) -> str:
    return " ".join(str(text).split())
