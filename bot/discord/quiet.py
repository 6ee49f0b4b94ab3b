"""Quiet hours: when a person is told in silence."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.tables.values import Profile


def quiet_until(profile: Profile, now: datetime) -> datetime | None:
    """When a person's quiet hours end, if they are on: "22-7" in their own time zone."""
    start, dash, stop = profile.quiet.partition("-")
    if not (dash and start.strip().isdecimal() and stop.strip().isdecimal()):
        return None
    try:
        local = now.astimezone(ZoneInfo(profile.zone))
    except (KeyError, ValueError):
        local = now
    begins, ends = int(start) % 24, int(stop) % 24
    inside = (
        begins <= local.hour < ends if begins <= ends else local.hour >= begins or local.hour < ends
    )
    if not inside or begins == ends:
        return None
    over = local.replace(hour=ends, minute=0, second=0, microsecond=0)
    return over if over > local else over + timedelta(days=1)
