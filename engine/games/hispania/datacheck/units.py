"""units.yaml: kinds of units, and the combat tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.fields import Fields, Problems, Reader, flag, text, whole, word
from engine.games.hispania.datacheck.types import KINDS, half, record, table

# kind: cost, move, led, shots, lives, stacking, population, retreat (rules 2.3, 5.1, 6.2, 7.0)
RIGHT = {
    "inf": (4, 2, 3, 1, 1, True, True, True),
    "elite": (0, 3, 4, 1, 1, True, True, True),
    "cav": (0, 4, 5, 1, 1, True, True, True),
    "knight": (6, 2, 3, 1, 2, True, True, True),
    "crusader": (0, 2, 3, 1, 2, True, True, True),
    "castle": (8, 0, 0, 3, 3, True, False, False),
    "fort": (0, 0, 0, 1, 1, True, False, False),
    "berber": (0, 2, 3, 1, 1, False, False, True),
}
ATTACK = {
    "inf": {"inf": (7, 8), "elite": (8, 9), "cav": (7, 8), "knight": (8, 9), "castle": (8, 9)},
    "cav": {"inf": (4, 8), "elite": (5, 9), "cav": (4, 8), "knight": (5, 9), "castle": (5, 9)},
    "knight": {"inf": (5, 6), "elite": (6, 7), "cav": (5, 6), "knight": (6, 7), "castle": (6, 7)},
    "elite": {"inf": (6, 7), "cav": (7, 8), "knight": (8, 9), "castle": (8, 9)},
}
DEFENCE = {
    "inf": {"inf": (7, 7), "elite": (8, 8), "cav": (9, 7), "knight": (8, 8)},
    "cav": {"inf": (7, 7), "elite": (8, 8), "cav": (9, 7), "knight": (8, 8)},
    "elite": {"inf": (7, 7), "cav": (9, 7), "knight": (8, 8)},
    "knight": {"inf": (5, 5), "elite": (6, 6), "cav": (7, 5), "knight": (6, 6)},
    "castle": {"inf": (7, 7), "elite": (8, 8), "cav": (9, 7), "knight": (8, 8)},
}


@dataclass(frozen=True)
class Units:
    kinds: Mapping[str, tuple[Any, ...]]
    attack: Mapping[str, Mapping[str, tuple[int, ...]]]
    defence: Mapping[str, Mapping[str, tuple[int, ...]]]
    bonus: tuple[int, ...]  # of a Chief, of zeal, of a river; a Chief's move; Berbers hit, are hit


def two(value: object) -> str:
    good = isinstance(value, list) and len(value) == 2
    good = good and all(not whole(1, 10)(n) for n in value)  # type: ignore[attr-defined]
    return "" if good else "must be two numbers, for plain and mountain"


KIND: Fields = {
    "name": text,
    "cost": half(0, 20),
    "move": two,
    "shots": whole(1, 3),
    "lives": whole(1, 3),
    "stacking": flag,
    "population": flag,
    "retreat": flag,
    "as": word(*KINDS),
    "source": text,
    "why": text,
}
NUMBERS: Fields = {
    "chief": record(move=whole(1, 9), bonus=whole(0, 9), source=text),
    "berber": record(hits=whole(1, 10), hit_by=whole(1, 10), source=text),
    "bonus": record(chief=whole(0, 9), zeal=whole(0, 9), river=whole(0, 9), source=text),
    "attack": table(KINDS, table(KINDS, two)),
    "defence": table(KINDS, table(KINDS, two)),
}


def read_units(reader: Reader) -> Units:
    reader.top("kinds", *NUMBERS)
    kinds = {}
    for token, raw in reader.table(reader.raw.get("kinds"), "kinds").items():
        k = reader.fields(raw, token, KIND, "name shots lives source")
        kinds[token] = (
            k.get("cost", 0), *k.get("move", (0, 0)), k.get("shots"), k.get("lives"),
            k.get("stacking", True), k.get("population", True), k.get("retreat", True),
        )  # fmt: skip
    known = {part: reader.raw[part] for part in NUMBERS if part in reader.raw}
    held = reader.fields(known, "the file", NUMBERS, " ".join(NUMBERS))
    if reader.problems:
        return Units({}, {}, {}, ())
    bonus, chief, berber = held["bonus"], held["chief"], held["berber"]
    numbers = (bonus["chief"], bonus["zeal"], bonus["river"], chief["move"])
    tables = (_tuples(held["attack"]), _tuples(held["defence"]))
    return Units(kinds, *tables, (*numbers, berber["hits"], berber["hit_by"]))


def _tuples(raw: Mapping[str, Any]) -> dict[str, dict[str, tuple[int, ...]]]:
    return {s: {t: tuple(need) for t, need in row.items()} for s, row in raw.items()}


def kinds(units: Units) -> Problems:
    """13: costs, movement, dice and hits of each kind."""
    if tuple(units.kinds) != KINDS:
        yield f"units.yaml, kinds: must be {', '.join(KINDS)}, in this order [constraint 13]."
    fields = ("cost", "move", "move with a Chief", "shots", "lives", "stacking", "population")
    for token, right in RIGHT.items():
        found = units.kinds.get(token, right)
        for field, is_, must in zip((*fields, "retreat"), found, right, strict=True):
            if is_ != must and (token, field[:4]) != ("berber", "move"):
                yield f"units.yaml, {token}: {field} is {is_}, must be {must} [constraint 13]."
    if units.bonus != (2, 1, 2, 3, 5, 9):
        yield (
            "units.yaml: a Chief and a river add 2, zeal 1; a Chief moves 3; Berbers hit on 5 and "
            "are hit on 9 [constraint 13, rules 5.1, 6.2.1, 6.4, 9.3, 11.15]."
        )


def tables(units: Units) -> Problems:
    """14: what each kind needs against each other."""
    for part, right, found in (
        ("attack", ATTACK, units.attack),
        ("defence", DEFENCE, units.defence),
    ):
        for shooter in sorted(set(right) ^ set(found)):
            yield f"units.yaml, {part}: {shooter} has no row of its own in the table [rule 6.7]."
        for shooter in sorted(set(right) & set(found)):
            for target in sorted(set(right[shooter]) | set(found[shooter])):
                must, is_ = right[shooter].get(target), found[shooter].get(target)
                if must != is_:
                    wanted = "nothing" if must is None else list(must)
                    yield (
                        f"units.yaml, {part}, {shooter} against {target}: must be {wanted} "
                        "[constraint 14, rule 6.7]."
                    )


OF_UNITS = (kinds, tables)
