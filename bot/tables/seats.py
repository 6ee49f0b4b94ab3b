"""A seat changes hands: what goes with it, and what does not."""

from __future__ import annotations

from bot.store import models
from bot.tables import battles, chronicle, words
from bot.tables.moderators import has_peeked
from bot.tables.requests import void_requests
from bot.tables.sitting import Sitting
from bot.tables.values import Refused, Who
from engine.players import PLAYERS

NOBODY = 0  # hosts what somebody opened who has been forgotten
# why nobody sits there any more: of their own will, gone from the server, without an account any
# more, freed by a moderator
RESIGNED, LEFT, VANISHED, REMOVED = "resigned", "left", "vanished", "removed"
_NOTES = {
    RESIGNED: words.NOTE_LEFT,
    LEFT: words.NOTE_GONE,
    VANISHED: words.NOTE_VANISHED,
    REMOVED: words.NOTE_REMOVED,
}


async def give(sitting: Sitting, row: models.Seat, who: Who) -> None:
    """Somebody takes a seat in the middle of the game: its secrets go to them, and its question."""
    for other in sitting.seats.values():
        if other.seat != row.seat and who.id in other.held:
            raise Refused(words.KNOWS_OTHER_SEAT.format(table=sitting.name))
    if await has_peeked(sitting, who.id):
        raise Refused(words.HAS_PEEKED.format(table=sitting.name))
    sitting.know(who)
    row.person, row.computer, row.offered, row.ready = who.id, "", None, True
    row.gone = ""
    row.held = [*row.held, *({who.id} - set(row.held))]
    row.shown = ""
    if sitting.row.host == NOBODY:
        sitting.row.host = who.id
    await drop_draft(sitting, row.seat)
    await void_requests(sitting)
    await forget_posted(sitting, f"secrets:{row.seat}")
    sitting.void |= {f"secrets:{row.seat}", f"call:{row.seat}:"}
    sitting.note(words.NOTE_TOOK.format(who=who.name, seat=words.named(row.seat)))
    sitting.owe("thread", "status", "status")
    sitting.audit("sit", row.seat)
    welcome(sitting, who)
    await load_profile(sitting, who)
    match = await sitting.match()
    chronicle.secrets(sitting, match, row.seat, always=True)
    chronicle.call(sitting, row.seat)


async def load_profile(sitting: Sitting, who: Who) -> None:
    """How somebody wants to be told: what is kept of them, if they were not seated before."""
    known = await sitting.get(models.Person, who.id)
    if known is not None:
        known.name = who.name[:200]
        sitting.people[who.id] = known


async def drop_draft(sitting: Sitting, seat: str) -> None:
    """What was written and not given yet is nobody's any more."""
    await battles.drop_plans(sitting, seat)
    draft = await sitting.get(models.Draft, sitting.id, seat)
    if draft is not None:
        sitting.gone.append(draft)


async def forget_posted(sitting: Sitting, slot: str) -> None:
    """The next message of this slot is a new one, to somebody else."""
    posted = await sitting.get(models.Posted, sitting.id, slot)
    if posted is not None:
        sitting.gone.append(posted)


def known_player(player: str) -> None:
    if player not in PLAYERS:
        raise Refused(words.NO_PLAYER.format(player=player[:40], players=", ".join(PLAYERS)))


async def vacate(sitting: Sitting, row: models.Seat, why: str) -> None:
    """Nobody sits here any more, in the middle of the game. The thread is told, with a button for
    whoever takes the seat; whoever sat here may take it again."""
    person = row.person
    assert person is not None
    name = sitting.who(person).name
    await leave_behind(sitting, row)
    clear(row)
    row.gone = why
    if why in (LEFT, VANISHED):
        next_host(sitting, person)
    sitting.note(_NOTES[why].format(who=name, seat=words.named(row.seat)), free=row.seat)
    sitting.owe("thread", "status", "status")
    sitting.audit(why, row.seat)


async def leave_behind(sitting: Sitting, row: models.Seat) -> None:
    """What belongs to the person and not to the seat."""
    sitting.void |= {f"{kind}:{row.seat}:" for kind in ("call", "remind")}
    sitting.void.add(f"secrets:{row.seat}")
    await drop_draft(sitting, row.seat)
    await void_requests(sitting)


def next_host(sitting: Sitting, person: int) -> None:
    """A host who is no longer there hosts nothing: somebody who plays does."""
    others = [s.person for s in sitting.seats.values() if s.person is not None]
    if sitting.row.host == person and others:
        sitting.row.host = others[0]


def welcome(sitting: Sitting, who: Who) -> None:
    """A first message, so that closed ones are found now."""
    sitting.owe(f"dm:{who.id}", f"welcome:{who.id}", "welcome", person=who.id)


def clear(row: models.Seat) -> None:
    row.person, row.computer, row.ready, row.offered = None, "", False, None
