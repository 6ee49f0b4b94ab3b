"""What somebody may look at: views, secrets, the log, the rules, and the record at the end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import renderer
from bot.rulebook import standing
from bot.tables.floor import words
from bot.tables.floor.hall import Hall
from bot.tables.values import Choice, Refused, RuleText, Secrets, Who
from engine import Match, View, commitment
from engine import games as known_games
from engine.data import folder, load
from engine.film import MOST as MOST_SHOTS
from engine.film import film
from engine.tongues import ENGLISH, Tongue

SHORT = 100


class Reading:
    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def view(self, table: int, who: Who | None, *, seat: str | None = None) -> View:
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

    async def film(
        self, table: int, most: int = MOST_SHOTS, tongue: Tongue = ENGLISH
    ) -> tuple[dict[str, object], ...]:
        """The finished match, picture by picture, with nothing hidden, in words of a language."""
        async with self.hall.sitting(table) as sitting:
            match = await sitting.match()
            if not sitting.ended:
                raise Refused(words.NOT_OVER.format(table=sitting.name))
        shots = await self.hall.aside(lambda: list(film(match.record(), most, tongue)))
        return tuple(
            {"view": shot.view.to_json(), "title": shot.title, "words": shot.words}
            for shot in shots
        )

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
            standing(index, section),
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
    return Secrets(table, seat, kinds, text, view)


@lru_cache(maxsize=8)
def _index(game: str) -> Mapping[str, Any]:
    if game not in known_games():
        games = ", ".join(known_games())
        raise Refused(words.NO_GAME.format(game=game[:40], games=games))
    index: Mapping[str, Any] = load(folder(game) / "rules.yaml")
    return index


def _flat(text: object) -> str:
    return " ".join(str(text).split())
