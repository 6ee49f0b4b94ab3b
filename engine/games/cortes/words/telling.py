"""Events as sentences: what is special to their kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.naming import Args, Compose, Fields, Names
from engine.tongues import Field, Listed, Number, Said


def said(group: str, key: str, **values: Field) -> Said:
    """An entry of the catalogue of Cortés."""
    return Said(f"cortes.{group}.{key}", values)


class CortesNames(Names):
    """Units alike are counted: "five B2 gunboats"."""

    def things(self, domain: str, tokens: Sequence[Any]) -> Field:
        found: list[Field] = []
        for token in dict.fromkeys(tokens):
            number = tokens.count(token)
            many = self.game.directory.called("units", token) if domain == "unit" else None
            if number > 1 and many is not None:
                found.append(said("PARTS", "several", number=Number(number), thing=many))
            else:
                found += [self.thing(domain, token)] * number
        return Listed(tuple(found))


def _way(fields: Fields, name: str) -> None:
    way = fields.get(name)
    if isinstance(way, Listed):
        fields[name] = Listed(way.items, "")


def _move(names: Names, args: Args, fields: Fields) -> None:
    way = fields.get("path")
    if isinstance(way, Listed):
        *via, goal = way.items
        past = Listed(tuple(via), "")
        fields["path"] = said("PARTS", "way", goal=goal, via=past) if via else goal
    fields["leaving"] = fields["showing"] = None
    if args.get("left"):
        fields["leaving"] = said("PARTS", "left", left=fields["left"], drop_at=fields["drop_at"])
    if args.get("tops"):
        fields["showing"] = said("PARTS", "showing", tops=fields["tops"])


def _top(names: Names, args: Args, fields: Fields) -> None:
    shown = args.get("tops")
    fields["showing"] = said("PARTS", "showing", tops=fields["tops"]) if shown else None


def _attack(names: Names, args: Args, fields: Fields) -> None:
    leader = args.get("leader")
    fields["led"] = None
    if leader:
        fields["led"] = said("PARTS", "lead", leader=names.thing("leader", leader))


def _shifts(found: Any) -> Field:
    return Listed(
        tuple([said("PARTS", "shift", why=said("WHY", why), columns=f"{n:+}") for why, n in found]),
        "",
    )


def _battle(names: Names, args: Args, fields: Fields) -> None:
    shifts = _shifts(args["shifts"]) if args["shifts"] else None
    fields["reckoning"] = said(
        "PARTS", "odds", odds=args["odds"], shifts=shifts, column=args["column"]
    )
    fields["mine"], fields["theirs"] = args["losses"]


def _losses(names: Names, args: Args, fields: Fields) -> None:
    fields["gone"] = said("PARTS", "dead", dead=fields["dead"]) if args.get("dead") else None


def _desertion(names: Names, args: Args, fields: Fields) -> None:
    fields["modified"] = _shifts(args["modifiers"]) if args["modifiers"] else None


def _leader(names: Names, args: Args, fields: Fields) -> None:
    fields["leader"] = names.thing("leader", args["leader"])


def _edit(names: Names, args: Args, fields: Fields) -> str:
    """An edit has a sentence of its own, and where it can another for whom knows more."""
    verb = str(args["edit"])
    more = {"leader": "place", "phase": "side"}.get(verb, "units")
    return f"{verb}.{more}" if args.get(more) else verb


def _recovered(names: Names, args: Args, fields: Fields) -> None:
    for pile in ("back", "out"):
        if not args.get(pile):
            fields[pile] = said("PARTS", "nobody")


def _placed(names: Names, args: Args, fields: Fields) -> None:
    _way(fields, "places")


def _lured(names: Names, args: Args, fields: Fields) -> None:
    _way(fields, "path")


COMPOSED = ("leaving", "showing", "led", "reckoning", "mine", "theirs", "gone", "modified")
COMPOSING: Mapping[str, Compose] = {
    "move": _move, "top": _top, "attack": _attack, "lake battle": _attack, "battle": _battle,
    "losses": _losses, "desertion": _desertion, "leader tested": _leader, "leader fled": _leader,
    "leader caught": _leader, "placed": _placed, "recovered": _recovered, "lured": _lured,
    "edit": _edit,
}  # fmt: skip
