"""Events and questions as sentences: what is special to their kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.core import Question
from engine.games.hispania.words.naming import Names, listed, said
from engine.naming import Args, Compose, Fields, facts
from engine.tongues import Field, Halves, Listed, Name, Said

if TYPE_CHECKING:
    from engine.games.hispania.game import Hispania


def dated(game: Hispania, turn: int) -> dict[str, Field]:
    """The title of a turn, and its years."""
    row = game.board.track[turn - 1]
    return {
        "title": Name(f"hispania.NAMES.turn.{turn}", row.title),
        "years": Name(f"hispania.NAMES.years.{turn}", row.years),
    }


def _turn(names: Names, args: Args, fields: Fields) -> None:
    fields.update(dated(names.game, args["turn"]))


def _move(names: Names, args: Args, fields: Fields) -> None:
    way = fields["path"]
    assert isinstance(way, Listed)
    fields["path"] = listed(way.items, "")
    for key, what in (("joined", "pick"), ("left", "drop")):
        fields[key] = None
        if args[what]:
            values = {"pieces": fields[what], "place": fields[f"{what}_at"]}
            fields[key] = said("PARTS", key, **values)


def _points(names: Names, args: Args, fields: Fields) -> None:
    fields["why"] = said("WHY", args["why"])
    fields["halved"] = said("PARTS", "halved") if args["halved"] else None


def _aims(names: Names, args: Args, fields: Fields) -> None:
    aims = [
        said(
            "PARTS",
            "aim",
            dice=n,
            shooter=names.thing("piece", kind),
            target=names.thing("target", at),
        )
        for kind, at, n in args["answer"]
    ]
    fields["aims"] = listed(aims, "")


def _parted(names: Names, args: Args, fields: Fields) -> str:
    return str(args["answer"][0])


def _end(names: Names, args: Args, fields: Fields) -> None:
    rows = zip(names.game.seats, args["points"], strict=True)
    score = [
        said("PARTS", "score", side=names.thing("side", seat), points=Halves(n)) for seat, n in rows
    ]
    fields["score"] = listed(score, "")


def _rebuilt(names: Names, args: Args, fields: Fields) -> None:
    moved = said("PARTS", "moved", place=fields["moved"])
    fields["moved"] = moved if args["moved"] else None


def _hiring(names: Names, args: Args, fields: Fields) -> None:
    only = said("PARTS", "only", pieces=fields["only"])
    fields["only"] = only if args["only"] else None


def _edit(names: Names, args: Args, fields: Fields) -> None:
    fields["args"] = " ".join(_flat(args["args"]))


def _flat(args: tuple[Any, ...]) -> list[str]:
    found: list[str] = []
    for arg in args:
        found += arg if isinstance(arg, tuple) else [str(arg)] if arg is not None else []
    return found


def _warning(names: Names, args: Args, fields: Fields) -> None:
    fields["faults"] = listed(args["faults"], ";")


COMPOSED = ("aims", "joined", "left", "title", "years", "score")
COMPOSING: Mapping[str, Compose] = {
    "turn": _turn, "move": _move, "points": _points, "aimed": _aims, "parted": _parted,
    "end": _end, "rebuilt": _rebuilt, "hiring": _hiring, "edit": _edit, "warning": _warning,
}  # fmt: skip


def asks(game: Hispania, question: Question) -> Said:
    """The question."""
    kind = question.kind
    if kind == "orders" and question.about.get("wave") == 2:
        kind = "orders second"
    asked = Said(f"hispania.PROMPTS.{kind}", facts(game, question))
    late = question.about.get("late", 0)
    return said("PROMPTS", "orders late", question=asked, late=late) if late else asked
