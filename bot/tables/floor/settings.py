"""How a table plays: what the host chooses beside the game's own options.

They are the table's, not the game's: they change who is asked when, never what is legal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bot.tables.floor import words
from bot.tables.values import Refused
from engine.tongues.phrases import Phrase, Saying, listed

_SPAN = re.compile(r"(\d{1,3})\s*(m|min|minutes?|h|hours?|d|days?)")
_HOURS = re.compile(r"(?:[01]?\d|2[0-3])(?:\s*,\s*(?:[01]?\d|2[0-3]))*")
_UNITS = {"m": "minutes", "h": "hours", "d": "days"}
NONE, NOW = "none", "now"
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
LONGEST = timedelta(days=60)
SPANS = ("15m", "1h", "8h", "12h", "24h", "36h", "48h", "3d", "7d")
HOURS = ("8,20", "7,13,19")


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing that a host chooses: fixed values, or a span of time, or hours of the day."""

    name: str
    default: str
    words: Phrase
    values: tuple[str, ...] = ()  # fixed ones; the first of them is also offered with a span
    span: bool = False
    hours: bool = False

    def read(self, text: str) -> str:
        """The value as it is kept; raises `Refused`."""
        said = " ".join(text.split()).casefold()
        if said in self.values:
            return said
        if self.span and (found := _SPAN.fullmatch(said)) is not None:
            kept = f"{int(found[1])}{found[2][0]}"
            if timedelta(0) < span(kept) <= LONGEST:
                return kept
        if self.hours and _HOURS.fullmatch(said):
            return ",".join(str(hour) for hour in sorted({int(h) for h in said.split(",")}))
        raise Refused(words.BAD_SETTING.format(name=self.name, hint=self.hint, value=text[:40]))

    @property
    def offers(self) -> tuple[str, ...]:
        """What is offered while somebody types: the usual ones."""
        return self.values + (SPANS if self.span else ()) + (HOURS if self.hours else ())

    @property
    def hint(self) -> Saying:
        ways = list(self.values)
        ways += [words.LIKE_SPAN] if self.span else []
        ways += [words.LIKE_HOURS] if self.hours else []
        return listed(ways, "")


SETTINGS = {
    setting.name: setting
    for setting in (
        Setting("pace", NONE, words.PACE, (NONE,), span=True),
        Setting(
            "late",
            "wait",
            words.LATE,
            ("wait", "computer", "default"),
        ),
        Setting("weekends", "count", words.WEEKENDS, ("count", "rest")),
        Setting(
            "battles",
            "sealed",
            words.BATTLES,
            ("sealed", "live"),
        ),
        Setting(
            "tick",
            "15m",
            words.TICK,
            (NOW,),
            span=True,
            hours=True,
        ),
        Setting(
            "skirmishes",
            "plan",
            words.SKIRMISHES,
            ("plan", "standing"),
        ),
        Setting("consent", "48h", words.CONSENT, span=True),
        Setting("letters", "on", words.LETTERS, ("on", "phase", "off")),
    )
}


_DEFAULTS = {name: setting.default for name, setting in SETTINGS.items()}


def span(kept: str) -> timedelta:
    """A span of time as it is kept: "36h"."""
    return timedelta(**{_UNITS[kept[-1]]: int(kept[:-1])})


def next_tick(kept: str, now: datetime) -> datetime:
    """The first tick after a moment: on a grid of whole spans, or at fixed hours of the day."""
    if kept == NOW:
        return now
    if kept[-1] in _UNITS:
        return now + span(kept) - (now - _EPOCH) % span(kept)
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    hours = [timedelta(hours=int(hour)) for hour in kept.split(",")]
    ticks = [midnight + day + hour for day in (timedelta(0), timedelta(days=1)) for hour in hours]
    return next(tick for tick in ticks if tick > now)


def read(values: Mapping[str, str]) -> dict[str, str]:
    """Settings as somebody wrote them, checked; raises `Refused`."""
    unknown = next((name for name in values if name not in SETTINGS), None)
    if unknown is not None:
        names = ", ".join(SETTINGS)
        raise Refused(words.NO_SETTING.format(name=unknown[:40], names=names))
    return {name: SETTINGS[name].read(value) for name, value in values.items()}


def all_of(kept: Mapping[str, str]) -> dict[str, str]:
    """Every setting of a table, with its value."""
    return {**_DEFAULTS, **{name: kept[name] for name in kept if name in _DEFAULTS}}


def setting(kept: Mapping[str, str], name: str) -> str:
    """What a table's setting is now."""
    return kept.get(name, SETTINGS[name].default)
