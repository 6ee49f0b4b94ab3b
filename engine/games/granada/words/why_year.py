"""Why an answer about turn order, reinforcement or Boabdil is refused (chapter 6, 10.12, 11)."""

from __future__ import annotations

from engine.games.granada.words.wrong import Reason, Wrong, because, slot


@slot("place", "camp")
def camp(w: Wrong) -> Reason | None:
    place = w.place()
    if place is None:
        return None
    key = "b_town_enemy" if place in w.board.b_towns else "not_b_town"
    return because(key, "10.12.1", place=w.at(place))


@slot("place", "return")
def home(w: Wrong) -> Reason | None:
    return because("not_your_place", "10.12.1") if w.place() is not None else None
