"""units.yaml: what must be true of the kinds of units, and of the combat tables."""

from __future__ import annotations

from engine.games.hispania.table.data import UnitKinds
from engine.games.hispania.table.facts import KINDS
from engine.models import Problems

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


def kinds(units: UnitKinds) -> Problems:
    """13: costs, movement, dice and hits of each kind."""
    if tuple(units.kinds) != KINDS:
        yield f"units.yaml, kinds: must be {', '.join(KINDS)}, in this order [constraint 13]."
    fields = ("cost", "move", "move with a Chief", "shots", "lives", "stacking", "population")
    for token, right in RIGHT.items():
        k = units.kinds.get(token)
        if k is None:
            continue
        found = (k.cost, *k.move, k.shots, k.lives, k.stacking, k.population, k.retreat)
        for field, is_, must in zip((*fields, "retreat"), found, right, strict=True):
            if is_ != must and (token, field[:4]) != ("berber", "move"):
                yield f"units.yaml, {token}: {field} is {is_}, must be {must} [constraint 13]."
    bonus, berber = units.bonus, units.berber
    chief = (bonus.chief, bonus.zeal, bonus.river, units.chief.move)
    if (*chief, berber.hits, berber.hit_by) != (2, 1, 2, 3, 5, 9):
        yield (
            "units.yaml: a Chief and a river add 2, zeal 1; a Chief moves 3; Berbers hit on 5 and "
            "are hit on 9 [constraint 13, rules 5.1, 6.2.1, 6.4, 9.3, 11.15]."
        )


def tables(units: UnitKinds) -> Problems:
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
