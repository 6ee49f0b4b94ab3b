"""The application layer: the only door to matches for every front end."""

from __future__ import annotations

from bot.tables.tables import Tables
from bot.tables.values import (
    Asked,
    Choice,
    Draft,
    Line,
    Menu,
    Outcome,
    Outdated,
    Owed,
    Panel,
    Parcel,
    Profile,
    Refused,
    Request,
    RuleText,
    SeatCard,
    Secrets,
    Stage,
    TableCard,
    Where,
    Who,
)

__all__ = [
    "Asked",
    "Choice",
    "Draft",
    "Line",
    "Menu",
    "Outcome",
    "Outdated",
    "Owed",
    "Panel",
    "Parcel",
    "Profile",
    "Refused",
    "Request",
    "RuleText",
    "SeatCard",
    "Secrets",
    "Stage",
    "TableCard",
    "Tables",
    "Where",
    "Who",
]
