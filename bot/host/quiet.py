"""Quiet hours: when a person is told in silence."""

from __future__ import annotations

from datetime import datetime

from bot.tables.time.calendar import Calendar
from bot.tables.values import Profile


def quiet_until(profile: Profile, now: datetime) -> datetime | None:
    """When a person's quiet hours end, if they are on: "22-7" in their own time zone."""
    wakes = Calendar(profile.zone, profile.quiet).wakes(now)
    return wakes if wakes > now else None
