"""Rate limits: a bucket a route and its channel, fifty requests a second over all."""

from __future__ import annotations

import hashlib
import math
import re
from dataclasses import dataclass, field

from bot.sandbox.model.clock import Clock

# (method, path) -> requests, seconds. Discord does not publish these and changes them; the
# sizes here are those its headers have lately shown, so a bot that reads headers is at home.
_RULES: list[tuple[str, str, int, float]] = [
    ("POST", r"/channels/(\d+)/messages", 5, 5.0),
    ("PATCH", r"/channels/(\d+)/messages/\d+", 5, 5.0),
    ("DELETE", r"/channels/(\d+)/messages/\d+", 5, 1.0),
    ("GET", r"/channels/(\d+)/messages", 5, 5.0),
    ("GET", r"/channels/(\d+)/messages/\d+", 5, 5.0),
    ("PUT|DELETE", r"/channels/(\d+)/(?:messages/)?pins/\d+", 5, 4.0),
    ("GET", r"/channels/(\d+)/(?:messages/)?pins", 5, 5.0),
    ("POST", r"/channels/(\d+)/typing", 5, 5.0),
    ("POST", r"/channels/(\d+)/(?:messages/\d+/)?threads", 50, 300.0),
    ("GET|PATCH|DELETE", r"/channels/(\d+)", 10, 10.0),
    ("PUT|DELETE", r"/channels/(\d+)/thread-members/.+", 10, 10.0),
    ("POST", r"/users/@me/channels", 10, 10.0),
    ("GET", r"/guilds/(\d+)/members/\d+", 5, 1.0),
    ("PUT", r"/applications/(\d+)/(?:guilds/\d+/)?commands", 10, 20.0),
    ("POST|PATCH|DELETE|GET", r"/webhooks/(\d+/[^/]+)(?:/messages/.+)?", 5, 2.0),
]
_FREE = re.compile(r"/interactions/.*|/webhooks/.*")
GLOBAL = 50
OLD_EDITS, OLD_SECONDS, OLD_AGE = 3, 6.0, 3600.0
NEW_DMS, NEW_DM_SECONDS = 20, 10.0


@dataclass
class Window:
    """So many in so many seconds, counted from the first."""

    limit: int
    seconds: float
    until: float = 0.0
    used: int = 0

    def take(self, now: float) -> float:
        """Zero when there is room; otherwise the seconds to wait."""
        if now >= self.until:
            self.until, self.used = now + self.seconds, 0
        if self.used >= self.limit:
            return max(0.001, self.until - now)
        self.used += 1
        return 0.0


@dataclass(frozen=True)
class Verdict:
    headers: dict[str, str] = field(default_factory=dict)
    wait: float = 0.0
    everywhere: bool = False


class Rates:
    """Can be switched off, so that load is measured and not the limits."""

    def __init__(self, clock: Clock, on: bool = True) -> None:
        self.on = on
        self.limit = GLOBAL
        self._clock = clock
        self._everywhere = Window(GLOBAL, 1.0)
        self._buckets: dict[str, Window] = {}
        self._old_edits: dict[str, Window] = {}
        self._new_dms = Window(NEW_DMS, NEW_DM_SECONDS)
        self._rules = [(re.compile(m), re.compile(p), n, s) for m, p, n, s in _RULES]

    def take(self, method: str, path: str) -> Verdict:
        if not self.on:
            return Verdict()
        now = self._clock.now()
        if not _FREE.fullmatch(path):
            self._everywhere.limit = self.limit
            wait = self._everywhere.take(now)
            if wait:
                return Verdict({}, wait, everywhere=True)
        for index, (methods, pattern, limit, seconds) in enumerate(self._rules):
            match = pattern.fullmatch(path)
            if match and methods.fullmatch(method):
                major = match.group(1) if pattern.groups else ""
                key = f"{index}:{method}:{major}"
                window = self._buckets.setdefault(key, Window(limit, seconds))
                name = hashlib.sha256(f"{index}:{method}".encode()).hexdigest()[:32]
                return _verdict(window, name, now)
        return Verdict()

    def old_edit(self, channel: str) -> float:
        """Messages over an hour old: three edits in six seconds a channel."""
        if not self.on:
            return 0.0
        window = self._old_edits.setdefault(channel, Window(OLD_EDITS, OLD_SECONDS))
        return window.take(self._clock.now())

    def new_dm(self) -> bool:
        """Whether a direct message to somebody new may be opened now."""
        return not self.on or self._new_dms.take(self._clock.now()) == 0.0


def _verdict(window: Window, name: str, now: float) -> Verdict:
    wait = window.take(now)
    left = math.ceil(max(0.0, window.until - now) * 1000) / 1000
    headers = {
        "X-RateLimit-Limit": str(window.limit),
        "X-RateLimit-Remaining": str(0 if wait else window.limit - window.used),
        "X-RateLimit-Reset": f"{window.until:.3f}",
        "X-RateLimit-Reset-After": f"{left:.3f}",
        "X-RateLimit-Bucket": name,
    }
    return Verdict(headers, wait)
