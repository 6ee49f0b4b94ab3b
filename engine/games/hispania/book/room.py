"""How many units a province takes during an attack (4.4, 9.1 to 9.3)."""

from __future__ import annotations

from engine.games.hispania.table.state import State, chiefs_at

FREE = 99


def attack_room(s: State, nation: int, place: int) -> int:
    """The limit for those who attack a province: a bonus, or no limit at all."""
    if unlimited(s, nation, place):
        return FREE
    return s.board.stack[place] + _bonus(s, nation, place)


def _bonus(s: State, nation: int, place: int) -> int:
    """One more in an attack, two with a Chief, in an invasion or with ardour (4.4, 9.1, 9.2)."""
    if (s.turn, nation) in s.almanac.invasions or chiefs_at(s, nation, place):
        return 2
    return 1


def unlimited(s: State, nation: int, place: int) -> bool:
    """In its first movement the ALAIN knows no limit where Ataces is (11.11, 11.13)."""
    invasion = s.almanac.invasions.get((s.turn, nation))
    if invasion is None or s.wave != 1:
        return False
    led = chiefs_at(s, nation, place)
    return invasion.zeal or any(c in invasion.unlimited_with for c in led)
