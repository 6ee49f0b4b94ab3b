"""An order that is being built, looked at as a march: where it begins, how far it could go at which
price, and what it would bring about.

It is walked from the tree of the question alone, so that every game has it: the first place that an
order names is where it begins, its path is the way, and what must be named behind the path is the
price. What a game warns of it says itself (`warnings`), from the view of the seat: nobody learns
from a warning what they could not see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.core import Decision, Game, Slot, Value
from engine.tongues import Said

STEPS = 500  # levels of the tree that are looked at
MOST = 2  # warnings that are told


class Warned(NamedTuple):
    """What an order would bring about, in a sentence, with its rule."""

    said: Said
    rule: str
    place: str = ""
    battle: bool = False  # it would end among enemies

    def to_json(self) -> dict[str, Any]:
        said = self.said.to_json()
        return {"said": said, "rule": self.rule, "place": self.place, "battle": self.battle}


class Outlook(NamedTuple):
    """`reach`: by place what must be named behind the path to stop there, by the names of slots."""

    verb: str
    origin: str
    who: tuple[str, ...]
    path: tuple[str, ...]
    reach: Mapping[str, tuple[str, ...]]
    price: tuple[str, ...]  # of the path so far
    warnings: tuple[Warned, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "verb": self.verb,
            "origin": self.origin,
            "who": list(self.who),
            "path": list(self.path),
            "reach": {place: list(price) for place, price in self.reach.items()},
            "price": list(self.price),
            "warnings": [warned.to_json() for warned in self.warnings[:MOST]],
        }


def outlook(
    game: Game, decision: Decision, prefix: tuple[Value, ...], partial: tuple[Value, ...], view: Any
) -> Outlook | None:
    """What an order looks like as far as it is built; None while it has no place to begin."""
    if not prefix:
        return None
    slots = game.verbs[str(prefix[0])].slots
    values: list[Value] = [*prefix[1:]]
    if partial:
        values.append(partial)
    start = next((i for i, slot in enumerate(slots) if _place(slot)), None)
    way = next((i for i, slot in enumerate(slots) if slot.form == "path"), None)
    if start is None or way is None or start >= len(values) or not isinstance(values[start], str):
        return None
    sets = [v for slot, v in zip(slots, values, strict=False) if slot.form == "set"]
    who = tuple(v for v in (sets[0] if sets else ()) or () if isinstance(v, str))
    path = tuple(str(v) for v in (values[way] if way < len(values) else ()) or ())
    reach: dict[str, tuple[str, ...]] = {}
    if len(prefix) > way:  # those who march are chosen
        reach = _reach(decision, slots, prefix[: way + 1], ())
    price = _price(decision, slots, (*prefix[: way + 1], path)) if path else ()
    warned = tuple(game.warnings(view, str(prefix[0]), str(values[start]), who, path))
    return Outlook(str(prefix[0]), str(values[start]), who, path, reach, price or (), warned)


def _place(slot: Slot) -> bool:
    return slot.form == "one" and slot.domain == "place" and not slot.optional


def _reach(
    decision: Decision, slots: Sequence[Slot], prefix: tuple[Value, ...], partial: tuple[Value, ...]
) -> dict[str, tuple[str, ...]]:
    """Every place where the path may end, with the least that must be named for it."""
    found: dict[str, tuple[str, ...]] = {}
    paths, left = [partial], STEPS
    seen = {(len(partial), partial[-1] if partial else None)}
    while paths and left > 0:
        path = paths.pop(0)
        level = decision.next(prefix, path)
        left -= 1
        if level.may_stop and path != partial:
            price = _price(decision, slots, (*prefix, path))
            left -= 2
            place = str(path[-1])
            if price is not None and (place not in found or len(price) < len(found[place])):
                found[place] = price
        for step in level.choices:
            key = (len(path) + 1, step)
            if isinstance(step, str) and key not in seen:
                seen.add(key)
                paths.append((*path, step))
    return found


def _price(
    decision: Decision, slots: Sequence[Slot], prefix: tuple[Value, ...]
) -> tuple[str, ...] | None:
    """The slots behind the path that cannot stay empty. Where one that is filled saves a later
    one, the earlier is the price: a leader who is shown rather than a card that is paid."""
    least = _filled(decision, slots, prefix, "")
    if not least:
        return least
    names = [slot.name for slot in slots]
    for slot in slots[len(prefix) - 1 : names.index(least[-1])]:
        if slot.optional and slot.domain != "place" and not slot.at:
            other = _filled(decision, slots, prefix, slot.name)
            if other is not None and len(other) <= len(least):
                return other
    return least


def _filled(
    decision: Decision, slots: Sequence[Slot], prefix: tuple[Value, ...], wanted: str
) -> tuple[str, ...] | None:
    """The same with one slot filled that might stay empty; the first choice stands for any."""
    found: list[str] = []
    for slot in slots[len(prefix) - 1 :]:
        chosen: tuple[Value, ...] = ()
        level = decision.next(prefix, chosen)
        full = [choice for choice in level.choices if choice is not None]
        if slot.form == "one":
            empty = None in level.choices and not (slot.name == wanted and full)
            if not empty and not full:
                return None
            prefix = (*prefix, None if empty else full[0])
        else:
            while not level.may_stop or (slot.name == wanted and not chosen and level.choices):
                if not level.choices:
                    return None
                chosen = (*chosen, level.choices[0])
                level = decision.next(prefix, chosen)
            empty, prefix = not chosen, (*prefix, chosen)
        if not empty:
            found.append(slot.name)
    return None if wanted and wanted not in found else tuple(found)
