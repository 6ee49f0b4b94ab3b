"""The places where nations enter: who must have left them when the movement ends (3.2, 5.4)."""

from __future__ import annotations

from engine.games.hispania.table.state import Stack, State, stack


def waits_longer(s: State, nation: int) -> bool:
    """5.4: by an option the entry places need only be left in an invasion's second movement."""
    late = s.options["entry_box"] == "second_move"
    return late and s.wave == 1 and (s.turn, nation) in s.almanac.invasions


def stragglers(s: State, nation: int) -> dict[int, Stack]:
    """Units that are lost where they stand, by place."""
    board = s.board
    if not s.land[nation] >> board.provinces or waits_longer(s, nation):
        return {}
    found = {}
    for place in (board.africa, board.gascony, board.narbonne, board.sea):
        lost = stack(s, nation, place)
        if lost:
            lost -= s.moved[place]
        if lost and not _may_stay(s, nation, place):
            found[place] = lost
    return found


def _may_stay(s: State, nation: int, place: int) -> bool:
    """5.4: ROME, WISIGOTH and FRANC may stay where they went back to, but not where they have just
    arrived; a fleet may stay at sea (5.6)."""
    if place == s.board.sea:
        return (s.turn, nation) in s.almanac.fleets
    if s.options["beyond_the_map"] == "must_leave":
        return False
    when = (s.turn, nation)
    if not any(place in right.to for right in s.almanac.beyond.get(when, ())):
        return False
    return not any(place in arrival.at for arrival in s.almanac.arrivals.get(when, ()))
