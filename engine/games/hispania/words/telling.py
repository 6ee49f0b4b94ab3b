"""Events and questions as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine.core import Question, Seen
from engine.games.hispania.words.english import AIM, PARTING, PROMPTS, STANCES, TELL, WHY
from engine.games.hispania.words.naming import army, gold, listed

if TYPE_CHECKING:
    from engine.games.hispania import Hispania

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


def tell(game: Hispania, seen: Seen, reader: str | None) -> str:
    """One event in words; nothing is secret, so every reader hears the same."""
    args = _named(game, seen.args)
    more = _MORE.get(seen.kind)
    if more is not None:
        args.update(more(game, seen.args))
    return TELL[seen.kind].format_map(args)


def _named(game: Hispania, args: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(args)
    nations, places = game.names("nation"), game.names("place")
    for key, value in args.items():
        if key in _NATIONS:
            found[key] = nations[value] if value is not None else "nobody"
        elif key in _PLACES and isinstance(value, str):
            found[key] = places[value]
        elif key in _ARMIES:
            found[key] = army(game, value)
        elif key in _AMOUNTS and isinstance(value, int):
            found[key] = gold(value)
        elif key in ("chief", "unit"):
            found[key] = game.names("piece")[value]
        elif key in ("attack", "defence"):
            found[key] = " ".join(map(str, value)) or "nothing"
    return found


def _turn(game: Hispania, args: Mapping[str, Any]) -> dict[str, str]:
    row = game.board.track[args["turn"] - 1]
    return {"title": row.title, "years": row.years}


def _move(game: Hispania, args: Mapping[str, Any]) -> dict[str, str]:
    places = game.names("place")
    more = ""
    if args["pick"]:
        more += f"; {army(game, args['pick'])} join at {places[args['pick_at']]}"
    if args["drop"]:
        more += f"; {army(game, args['drop'])} stay at {places[args['drop_at']]}"
    return {"path": ", ".join(places[p] for p in args["path"]), "more": more}


def _points(game: Hispania, args: Mapping[str, Any]) -> dict[str, str]:
    return {
        "why": WHY[args["why"]],
        "halved": ", half of them as a vassal" if args["halved"] else "",
    }


def _aims(game: Hispania, args: Mapping[str, Any]) -> dict[str, str]:
    kinds, targets = game.names("piece"), game.names("target")
    return {
        "aims": ", ".join(
            AIM.format(dice=n, shooter=kinds[kind], target=targets[target])
            for kind, target, n in args["answer"]
        )
    }


def _end(game: Hispania, args: Mapping[str, Any]) -> dict[str, str]:
    names = game.names("side")
    rows = zip(game.seats, args["points"], strict=True)
    return {"score": ", ".join(f"{names[seat]} {gold(n)}" for seat, n in rows)}


_MORE: dict[str, Callable[[Hispania, Mapping[str, Any]], dict[str, str]]] = {
    "turn": _turn,
    "move": _move,
    "points": _points,
    "end": _end,
    "aimed": _aims,
    "parted": lambda game, args: {"parting": PARTING[args["answer"][0]]},
    "stance": lambda game, args: {"how": STANCES[args["how"]]},
    "rebuilt": lambda game, args: {
        "moved": f", moved from {game.names('place')[args['moved']]}" if args["moved"] else ""
    },
    "claims": lambda game, args: {"places": listed(game.names("place")[p] for p in args["places"])},
    "hiring": lambda game, args: {
        "only": f", only against {army(game, args['only'])}" if args["only"] else ""
    },
    "cid answers": lambda game, args: {"answer": "accepts" if args["accepted"] else "refuses"},
    "edit": lambda game, args: {"args": " ".join(_flat(args["args"]))},
    "warning": lambda game, args: {"faults": "; ".join(args["faults"])},
}


def _flat(args: tuple[Any, ...]) -> list[str]:
    found: list[str] = []
    for arg in args:
        found += arg if isinstance(arg, tuple) else [str(arg)] if arg is not None else []
    return found


def prompt(game: Hispania, question: Question) -> str:
    """The question in words."""
    kind = question.kind
    if kind == "edit":
        return "What shall be changed?"
    if kind == "orders" and question.about.get("wave") == 2:
        kind = "orders second"
    text = PROMPTS[kind].format_map(_named(game, question.about))
    late = question.about.get("late", 0)
    return f"{text} {PROMPTS['late'].format(late=late)}" if late else text
