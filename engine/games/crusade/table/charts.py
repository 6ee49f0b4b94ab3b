"""The tables of the First Crusade and its cards; totals beyond the end of one count as its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from engine.games.crusade.table import data as files
from engine.games.crusade.table import facts
from engine.games.crusade.table.people import CRUSADER, MUSLIM

T = TypeVar("T")
D, P, F, E, CI, CF = range(len(facts.FORMATIONS))
STALEMATE = 99  # no number that a formation adds
FAIR, RAIN, WINTER = range(len(facts.WEATHERS))


def held(total: int, first: int, rows: Sequence[T]) -> T:
    """The row of a total; totals below the first and above the last count as those."""
    return rows[min(max(total - first, 0), len(rows) - 1)]


class Clash(NamedTuple):
    """A row of the battle table: per cent lost, or what to add to the die of an X."""

    attacker: int
    defender: int
    tag: int  # 0: none
    unpredictable: bool
    add: int


class Storm(NamedTuple):
    """A row of the assault table."""

    points: int
    defender: int
    attacker: int


class Harassed(NamedTuple):
    muslim: int
    crusader: int


class Event(NamedTuple):
    """A card of a side's event deck; `number` is that of its name, the same in both decks."""

    number: int
    token: str
    name: str
    copies: int
    hold: bool
    turn: bool  # is discarded in Recovery
    city: str  # of a caravan
    resources: int


class Month(NamedTuple):
    """A turn of the track."""

    number: int
    period: str
    short: str
    weather: int
    heat: bool


class Charts:
    """Tables and decks."""

    def __init__(
        self,
        tables: files.Tables,
        cards: files.Cards,
        plans: files.Scenarios,
        places: Mapping[str, int],
    ) -> None:
        self._battles(tables)
        self._sieges(tables)
        self.plague_at = {
            roll: places[token] for token, rolls in tables.plague.rows.items() for roll in rolls
        }
        self._arrival(tables.kerbogha)
        self.fleets = tables.fleets
        self._decks(cards)
        self.track = tuple(
            Month(t.turn, t.period, t.short, facts.WEATHERS.index(t.weather), t.heat)
            for t in plans.track
        )

    # ---- battles -------------------------------------------------------------------------------

    def _battles(self, tables: files.Tables) -> None:
        form = {token: i for i, token in enumerate(facts.FORMATIONS)}
        self._formed = tuple(
            tuple(tuple(form[f] for f in row.dice) for row in tables.formations[side].rows)
            for side in facts.SIDES
        )
        self._adjusted = tuple(
            {
                (form[ours], form[theirs]): STALEMATE if drm == facts.STALEMATE else int(drm)
                for ours, row in tables.adjustment[side].rows.items()
                for theirs, drm in row.items()
            }
            for side in facts.SIDES
        )
        rows = tables.battle.rows
        self._first_clash = rows[0].total
        self._clashes = tuple(
            Clash(
                row.attacker,
                row.defender,
                row.tag,
                row.unpredictable is not None,
                row.unpredictable or 0,
            )
            for row in rows
        )
        self.tagged = {row.tag: row for row in self._clashes if row.tag}
        harassed = tables.harassment.rows
        self._first_harassed = harassed[0].total
        self._harassed = tuple(Harassed(row.muslim, row.crusader) for row in harassed)

    def formation(self, side: int, cv: int, die: int) -> int:
        """7.2E: what a leader of that campaign value forms; without one it is D."""
        return held(die, 1, held(cv, 1, self._formed[side])) if cv > 0 else D

    def adjustment(self, side: int, attacker: int, defender: int) -> int:
        """7.2F: what the formations add for an attacker of that side, or STALEMATE."""
        return self._adjusted[side][attacker, defender]

    def clash(self, total: int) -> Clash:
        """7.2G: the row of a battle."""
        return held(total, self._first_clash, self._clashes)

    def harassed(self, total: int) -> Harassed:
        """7.1: what harassment costs."""
        return held(total, self._first_harassed, self._harassed)

    # ---- sieges --------------------------------------------------------------------------------

    def _sieges(self, tables: files.Tables) -> None:
        rows = tables.assault.rows
        self._first_storm = rows[0].total
        self._storms = tuple(Storm(row.points, row.defender, row.attacker) for row in rows)
        self.assault_drm = tables.assault  # over_three, over_two, fewer, not_besieged, ...
        self._first_starved = tables.siege.first
        self._starved = tables.siege.losses

    def storm(self, total: int) -> Storm:
        """8.3B: the row of an assault."""
        return held(total, self._first_storm, self._storms)

    def starved(self, total: int) -> int:
        """8.3C: SP lost to siege attrition."""
        return held(total, self._first_starved, self._starved)

    def _arrival(self, raw: files.Arrival) -> None:
        """By turn: the highest die that brings Kerbogha; 0 never, 6 always."""
        most, found = 0, {row.turn: row.most for row in raw.rows}
        by_turn = [0]
        for turn in range(1, facts.LAST + 1):
            most = found.get(turn, most)
            by_turn.append(most)
        self.kerbogha = tuple(by_turn)

    # ---- cards ---------------------------------------------------------------------------------

    def _decks(self, cards: files.Cards) -> None:
        self.events = tuple(dict.fromkeys((*cards.crusader, *cards.muslim)))
        self.event = {token: i for i, token in enumerate(self.events)}
        self.event_names = {t: c.name for t, c in (*cards.crusader.items(), *cards.muslim.items())}
        decks = {CRUSADER: cards.crusader, MUSLIM: cards.muslim}
        self.decks = tuple(
            tuple(self._event(token, card) for token, card in decks[side].items())
            for side in (CRUSADER, MUSLIM)
        )
        self.in_deck = tuple({card.number: card for card in deck} for deck in self.decks)
        self.standard = tuple(cards.standard)
        self.standard_names = {token: card.name for token, card in cards.standard.items()}
        self.standard_count = tuple(card.count for card in cards.standard.values())
        self.leader_count = cards.leader.count

    def _event(self, token: str, card: files.Card) -> Event:
        return Event(
            self.event[token],
            token,
            card.name,
            card.count,
            card.hold,
            card.turn,
            card.caravan.city if card.caravan else "",
            card.caravan.resources if card.caravan else 0,
        )
