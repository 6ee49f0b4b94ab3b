"""Every kind of step that a moderator can take, by the name of its command."""

from __future__ import annotations

from bot.tables.hall import Hall
from bot.tables.mod_position import Act, Chance, Edit, Fix, Rewind
from bot.tables.moderating import Deed


def deeds(hall: Hall) -> dict[str, Deed]:
    return {
        "fix": Fix(),
        "rewind": Rewind(),
        "act": Act(hall),
        "edit": Edit(hall),
        "chance": Chance(hall),
    }
