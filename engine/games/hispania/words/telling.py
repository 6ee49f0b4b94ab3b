"""Events and questions as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine.core import Question, Seen
from engine.games.hispania.words.naming import army, listed, said
from engine.tongues import Field, Halves, Name, Said

if TYPE_CHECKING:
    from engine.games.hispania.game import Hispania

Args = Mapping[str, Any]
Fields = dict[str, Field]

_NATIONS = (
    "nation",
    "attacker",
    "defender",
    "lord",
    "into",
    "winner",
    "employer",
    "actor",
    "enemy",
)
_PLACES = ("place", "start", "to")
_ARMIES = ("pieces", "attacking", "defending", "attack_lost", "defence_lost")
_AMOUNTS = ("gold", "has", "points")
# what sentences speak of beside the arguments of their events; worked out below
COMPOSED = frozenset({"aims", "joined", "left", "title", "years", "score"})


def says(game: Hispania, seen: Seen, reader: str | None) -> Said:
    """One event; nothing is secret, so every reader hears the same."""
    fields = _named(game, seen.args)
    more = _MORE.get(seen.kind)
    if more is not None:
        fields.update(more(game, seen.args))
    variant = _VARIANTS.get(seen.kind)
    key = seen.kind if variant is None else f"{seen.kind}.{variant(seen.args)}"
    return Said(f"hispania.EVENTS.{key}", fields)


def _named(game: Hispania, args: Args) -> Fields:
    return {key: _value(game, key, value) for key, value in args.items()}


def _value(game: Hispania, key: str, value: Any) -> Field:
    if key in _NATIONS:
        return game.called("nation", value) if value is not None else said("PARTS", "nobody")
    if key in _PLACES and isinstance(value, str):
        return game.called("place", value)
    if key in _ARMIES:
        return army(game, value)
    if key in _AMOUNTS and isinstance(value, int):
        return Halves(value)
    if key in ("chief", "unit"):
        return game.called("piece", value)
    if key in ("attack", "defence"):
        return " ".join(map(str, value)) or said("PARTS", "nothing")
    return value if isinstance(value, (str, int, float)) else None


def dated(game: Hispania, turn: int) -> dict[str, Field]:
    """The title of a turn, and its years."""
    row = game.board.track[turn - 1]
    return {
        "title": Name(f"hispania.NAMES.turn.{turn}", row.title),
        "years": Name(f"hispania.NAMES.years.{turn}", row.years),
    }


def _move(game: Hispania, args: Args) -> Fields:
    found: Fields = {
        "path": listed([game.called("place", p) for p in args["path"]], ""),
        "joined": None,
        "left": None,
    }
    for key, what in (("joined", "pick"), ("left", "drop")):
        if args[what]:
            place = game.called("place", args[f"{what}_at"])
            found[key] = said("PARTS", key, pieces=army(game, args[what]), place=place)
    return found


def _points(game: Hispania, args: Args) -> Fields:
    halved = said("PARTS", "halved") if args["halved"] else None
    return {"why": said("WHY", args["why"]), "halved": halved}


def _aims(game: Hispania, args: Args) -> Fields:
    aims = [
        said(
            "PARTS",
            "aim",
            dice=n,
            shooter=game.called("piece", kind),
            target=game.called("target", at),
        )
        for kind, at, n in args["answer"]
    ]
    return {"aims": listed(aims, "")}


def _end(game: Hispania, args: Args) -> Fields:
    rows = zip(game.seats, args["points"], strict=True)
    score = [
        said("PARTS", "score", side=game.called("side", seat), points=Halves(n)) for seat, n in rows
    ]
    return {"score": listed(score, "")}


def _rebuilt(game: Hispania, args: Args) -> Fields:
    moved = args["moved"]
    return {"moved": said("PARTS", "moved", place=game.called("place", moved)) if moved else None}


def _hiring(game: Hispania, args: Args) -> Fields:
    only = args["only"]
    return {"only": said("PARTS", "only", pieces=army(game, only)) if only else None}


_MORE: dict[str, Callable[[Hispania, Args], Fields]] = {
    "turn": lambda game, args: dated(game, args["turn"]),
    "move": _move,
    "points": _points,
    "end": _end,
    "aimed": _aims,
    "stance": lambda game, args: {"how": game.called("stance", args["how"])},
    "rebuilt": _rebuilt,
    "claims": lambda game, args: {
        "places": listed([game.called("place", p) for p in args["places"]])
    },
    "hiring": _hiring,
    "edit": lambda game, args: {"args": " ".join(_flat(args["args"]))},
    "warning": lambda game, args: {"faults": listed(args["faults"], ";")},
}
_VARIANTS: dict[str, Callable[[Args], str]] = {
    "parted": lambda args: str(args["answer"][0]),
    "cid answers": lambda args: "yes" if args["accepted"] else "no",
}


def _flat(args: tuple[Any, ...]) -> list[str]:
    found: list[str] = []
    for arg in args:
        found += arg if isinstance(arg, tuple) else [str(arg)] if arg is not None else []
    return found


def asks(game: Hispania, question: Question) -> Said:
    """The question."""
    kind = question.kind
    if kind == "orders" and question.about.get("wave") == 2:
        kind = "orders second"
    asked = Said(f"hispania.PROMPTS.{kind}", _named(game, question.about))
    late = question.about.get("late", 0)
    return said("PROMPTS", "orders late", question=asked, late=late) if late else asked
