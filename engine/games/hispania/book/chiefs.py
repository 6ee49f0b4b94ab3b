"""Chiefs who meet enemies without an army, and what their deaths are worth (6.2, 8.0)."""

from __future__ import annotations

from engine.events import said
from engine.games.hispania.book.scoring import bounty
from engine.games.hispania.table.flow import Context, Telling
from engine.games.hispania.table.orders import PIECE, PLACE
from engine.games.hispania.table.state import ELSEWHERE, State, chiefs_at, friends, stack


class Killed(Telling, kind="chief killed", rule="6.2", shape="fight"):
    """A Chief dies."""

    chief: str = said(PIECE)
    place: str = said(PLACE, part="at")


def kill_lone_chiefs(s: State, c: Context, nation: int, place: int) -> None:
    """6.2: a Chief without units who meets enemies is killed at once."""
    if place not in s.chiefs:
        return
    spared = friends(s, nation) | 1 << nation
    for chief, at in enumerate(s.chiefs):
        lord = s.lords[chief]
        if at == place and not spared >> lord & 1 and not stack(s, lord, place):
            kill_chief(s, c, nation, chief)


def kill_chief(s: State, c: Context, killer: int, chief: int) -> None:
    """8.0: a Chief dies, and his killer scores if it is his own sequence."""
    victim = s.lords[chief]
    place = s.chiefs[chief]
    s.chiefs[chief] = ELSEWHERE
    token = s.board.peoples.chiefs[chief].token
    c.tell(Killed(chief=token, place=s.board.places[place]))
    if killer == s.active:
        led = chiefs_at(s, killer, place)
        s.glory += bounty(s, killer, victim, -1, chief, led)
