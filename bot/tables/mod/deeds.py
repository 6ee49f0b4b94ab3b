"""Every kind of step that a moderator can take, by the name of its command."""

from __future__ import annotations

from bot.tables.floor.hall import Hall
from bot.tables.lobby.seats import Seating
from bot.tables.mod.edits import Chance, Edit
from bot.tables.mod.moderating import Deed
from bot.tables.mod.people import Deadline, Pause, Place, Resume
from bot.tables.mod.position import Act, Fix, Rewind
from bot.tables.time.deadlines import Deadlines


def deeds(hall: Hall, seating: Seating, deadlines: Deadlines) -> dict[str, Deed]:
    return {
        "fix": Fix(hall),
        "rewind": Rewind(),
        "act": Act(hall),
        "edit": Edit(hall),
        "chance": Chance(hall),
        "seat": Place(seating),
        "pause": Pause(deadlines),
        "resume": Resume(deadlines),
        "deadline": Deadline(deadlines),
    }
