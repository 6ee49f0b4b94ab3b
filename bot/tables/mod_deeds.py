"""Every kind of step that a moderator can take, by the name of its command."""

from __future__ import annotations

from bot.tables.deadlines import Deadlines
from bot.tables.hall import Hall
from bot.tables.mod_edits import Chance, Edit
from bot.tables.mod_people import Deadline, Pause, Place, Resume
from bot.tables.mod_position import Act, Fix, Rewind
from bot.tables.moderating import Deed
from bot.tables.seating import Seating


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
