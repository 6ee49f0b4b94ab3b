"""The end of Cortés: who has won, and what the loss points are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.data import folder
from engine.games.cortes.table.data import Tables
from engine.tongues import ENGLISH, Said, Tongue
from renderer.boards.files import opened
from renderer.boards.layout import Layout
from renderer.errors import refused
from renderer.games.cortes.names import GAME, book, read, side
from renderer.games.cortes.scene import heading
from renderer.games.cortes.words import ended
from renderer.pictures.ending import End, Part, Total

View = Mapping[str, Any]


def end(view: View, plan: Layout, tongue: Tongue = ENGLISH) -> End:
    """Raises RenderError while the game is being played."""
    winners = view["winners"]
    if not winners:
        raise refused("end")
    tables = opened(Tables, folder(GAME))
    winner = winners[0]
    result = _result(view, tables, winner)
    rests = view["rests"] * tables.points.rest.points
    emperor = 0 if view["cuauhtemoc"] == "taken" else tables.points.cuauhtemoc.points
    units = max(0, view["points"] - rests - emperor)
    left = {kind: _left(view, kind) for kind in ("knight", "regular")}
    word = tongue.word
    return End(
        winner=winner,
        title=word(result),
        reason=word(ended("reason", points=view["points"], when=heading(view))),
        sides=(
            Total(
                "spanish",
                tongue.word(side("spanish")),
                str(view["points"]),
                (
                    Part(word(ended("rests")), "", "", str(rests)),
                    Part(word(ended("units")), "crossed-swords", "", str(units)),
                    Part(word(ended("emperor")), "crown", "", str(emperor)),
                ),
            ),
            Total(
                "aztec",
                tongue.word(side("aztec")),
                str(sum(left.values())),
                (
                    Part(word(ended("knights")), "eagle-head", "", str(left["knight"])),
                    Part(word(ended("regulars")), "spears", "", str(left["regular"])),
                ),
            ),
        ),
        words=tuple(map(word, _words(view, result, (rests, units, emperor), left))),
    )


def _result(view: View, tables: Tables, winner: str) -> Said:
    """The level that the points reach, unless the game ended in another way."""
    for token, level in tables.victory.items():
        if (not level.most or view["points"] <= level.most) and level.winner == winner:
            return ended(f"level.{token}")
        if not level.most or view["points"] <= level.most:
            break
    return ended("won", side=side(winner))


def _left(view: View, kind: str) -> int:
    known = book()
    units = [u for row in view["places"].values() for s in row for u in s["units"]]
    counters = [read(unit) for unit in units]
    return sum(1 for c in counters if c.known and known.kind(c) == kind)


def _words(
    view: View, result: Said, parts: tuple[int, int, int], left: Mapping[str, int]
) -> Iterator[Said]:
    yield ended("words", when=heading(view), result=result, points=view["points"])
    rests, units, emperor = parts
    yield ended("parts", rests=rests, units=units, emperor=emperor)
    yield ended("left", knights=left["knight"], regulars=left["regular"])
