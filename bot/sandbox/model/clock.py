"""The sandbox's clock: real time plus what tests add to it, and things due at a moment."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from datetime import UTC, datetime


class Clock:
    """Moving it forward makes everything due on the way happen, in order."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._timer: asyncio.TimerHandle | None = None

    def now(self) -> float:
        return time.time() + self._ahead

    def at(self, when: float, do: Callable[[], None]) -> None:
        heapq.heappush(self._due, (when, next(self._order), do))
        self._arm()

    def after(self, seconds: float, do: Callable[[], None]) -> None:
        self.at(self.now() + seconds, do)

    def advance(self, seconds: float) -> None:
        until = self.now() + seconds
        while self._due and self._due[0][0] <= until:
            when, _, do = heapq.heappop(self._due)
            self._ahead += max(0.0, when - self.now())
            do()
        self._ahead += max(0.0, until - self.now())
        self._arm()

    def stop(self) -> None:
        self._due.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._due:
            wait = max(0.0, self._due[0][0] - self.now())
            self._timer = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self._timer = None
        while self._due and self._due[0][0] <= self.now():
            heapq.heappop(self._due)[2]()
        self._arm()


def stamp(when: float) -> str:
    """A moment as Discord writes it."""
    return datetime.fromtimestamp(when, UTC).isoformat(timespec="microseconds")


class Snowflakes:
    """Ids that grow with time, as Discord's do: messages sort by their ids."""

    EPOCH = 1_420_070_400_000

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> str:
        fresh = (int(self._clock.now() * 1000) - self.EPOCH) << 22
        self._last = max(self._last + 1, fresh)
        return str(self._last)


def age(snowflake: str, now: float) -> float:
    """Seconds since the thing with this id was made."""
    return now - ((int(snowflake) >> 22) + Snowflakes.EPOCH) / 1000
