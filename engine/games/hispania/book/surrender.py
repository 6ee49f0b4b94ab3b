"""Lone Castles that give up to the OMEYYAD after Tolède has fallen (11.15)."""

from __future__ import annotations

from engine.core import Action, Level
from engine.games.hispania.book.aiming import army
from engine.games.hispania.book.scoring import credit
from engine.games.hispania.table.board import CASTLE, KINDS
from engine.games.hispania.table.flow import (
    NOTHING,
    Context,
    OldPoint,
    Words,
    name_of,
    one,
    point,
    push,
)
from engine.games.hispania.table.state import (
    ONE,
    Battle,
    State,
    chiefs_at,
    muster,
    neutral,
    put,
    spare,
    take,
)


def surrenders(s: State, b: Battle) -> bool:
    """After Tolède's fall a WISIGOTH Castle alone gives up to the OMEYYAD (11.15)."""
    nation = s.board.peoples.nation
    first, last = map(int, s.options["castle_surrender"].split("-"))
    return (
        s.fallen
        and first <= s.turn <= last
        and b.nations[0] == nation["omeyyad"]
        and b.nations[1] in (nation["wisigoth"], neutral(s))
        and army(s, b, 1) == ONE[CASTLE]
    )


def surrender(s: State, c: Context, b: Battle) -> None:
    """The Castle becomes the OMEYYAD's, for one of his units; he scores it as destroyed."""
    take(s, b.nations[1], b.place, ONE[CASTLE])
    c.tell("surrender", "11.15", place=s.board.places[b.place])
    credit(s, b, ONE[CASTLE], chiefs_at(s, b.nations[0], b.place))
    push(s, ("battle_over",))
    kinds = garrisons(s, b) if spare(s, b.nations[0], CASTLE) > 0 else []
    if len(kinds) > 1:
        s.frames.append(("garrison",))
    elif kinds:
        occupy(s, c, b, kinds[0])


def garrisons(s: State, b: Battle) -> list[int]:
    """Kinds of units that could be given up for a Castle (9.5)."""
    return [k for k in dict.fromkeys(muster(army(s, b, 0)).kinds) if s.board.kinds[k].counts]


def occupy(s: State, c: Context, b: Battle, kind: int) -> None:
    nation, place = b.nations[0], b.place
    take(s, nation, place, ONE[kind])
    put(s, nation, place, ONE[CASTLE])
    s.ruins[place] = 0
    c.tell(
        "rebuilt",
        "11.15",
        nation=name_of(s, nation),
        place=s.board.places[place],
        unit=KINDS[kind],
        moved=None,
    )


@point
class Garrison(OldPoint):
    """Which unit the OMEYYAD gives up for a Castle that surrenders; he must (11.15)."""

    kind = "garrison"
    rule = "11.15"

    def about(self, s: State, nation: int) -> dict[str, object]:
        assert s.battle is not None
        return {"place": s.board.places[s.battle.place]}

    def level(self, s: State, nation: int, prefix: Words, partial: Words) -> Level:
        b = s.battle
        assert b is not None
        if not prefix:
            return one(["rebuild"])
        if len(prefix) == 1:
            return one([s.board.places[b.place]])
        if len(prefix) == 2:
            return one([KINDS[kind] for kind in garrisons(s, b)], "11.15")
        return NOTHING

    def answer(self, s: State, c: Context, nation: int, action: Action) -> None:
        assert s.battle is not None
        s.frames.pop()
        occupy(s, c, s.battle, s.board.kind[action[2]])
