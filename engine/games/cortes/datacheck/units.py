"""units.yaml: the roster is the book's, and the rebuilt factors are such as it allows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from engine.games.cortes.datacheck import facts
from engine.games.cortes.table.data import Kind, Unit, Units
from engine.models import Problems, guess

EUROPEANS = ("infantry", "cavalry")
STACK = 5  # 6.2


def roster(units: Units) -> Problems:
    """C1: every unit that the book numbers, of its type and tribe; 128 counters."""
    for side, rows, known in (
        ("spanish", units.spanish, facts.SPANISH),
        ("aztec", units.aztec, facts.AZTEC),
    ):
        for number in sorted(set(rows) ^ set(known)):
            so = "is missing" if number in known else "is no unit of this side"
            yield f"units.yaml, {side} {number}: {so} [C1, rule 2.6]."
        for number, row in rows.items():
            yield from _fits(units, side, number, row, known)
    counters = {
        side: sum(_counters(units, row) for row in rows.values())
        for side, rows in (("spanish", units.spanish), ("aztec", units.aztec))
    }
    counters["in all"] = sum(counters.values()) + units.markers
    for what, count in counters.items():
        if count != facts.COUNTERS[what]:
            yield f"units.yaml: {count} counters {what}, not {facts.COUNTERS[what]} [C1, rule 2.1]."


def _fits(
    units: Units, side: str, number: str, row: Unit, known: Mapping[str, tuple[str, str]]
) -> Problems:
    kind = units.kinds.get(row.kind)
    if kind is None:
        meant = guess(row.kind, units.kinds)
        yield f"units.yaml, {side} {number}: there is no kind {row.kind}{meant}."
    elif number in known:
        type_, tribe = known[number]
        found = "european" if type_ == "european" and kind.type in EUROPEANS else kind.type
        if kind.side != side or (found, kind.tribe) != (type_, tribe):
            wanted = f"{type_} {tribe}".strip()
            yield f"units.yaml, {side} {number}: is {wanted}, not {row.kind} [C1, rule 2.6]."


def _counters(units: Units, row: Unit) -> int:
    kind = units.kinds.get(row.kind)
    return 2 if kind and kind.steps == 4 else 1


def kinds(units: Units) -> Problems:
    """C1: steps by type; a factor for each step, and none without."""
    for token, kind in units.kinds.items():
        if kind.steps != facts.STEPS[kind.type]:
            yield (
                f"units.yaml, {token}: has {kind.steps} steps, must have "
                f"{facts.STEPS[kind.type]} [C1, rule 2.10]."
            )
        if len(kind.combat) != kind.steps:
            yield f"units.yaml, {token}: must have a factor for each step [C1, rule 2.10]."
        if kind.tribe not in ("", *units.tribes):
            yield f"units.yaml, {token}: there is no tribe {kind.tribe}."
        if bool(kind.tribe) != (kind.type in ("elite", "ally")):
            yield f"units.yaml, {token}: allies have a tribe, and nobody else [C1, rule 2.7]."
        if kind.combat and not kind.why:
            yield f"units.yaml, {token}: its factors are rebuilt and it does not say why."
    for horse in ("infantry", "cavalry"):
        if not any(k.type == horse for k in units.kinds.values()):
            yield f"units.yaml: there is no {horse} [C1, rule 2.8]."


def names(units: Units) -> Problems:
    """What orders call units and kinds is said once, in letters."""
    codes = [(kind.code, f"kind {token}") for token, kind in units.kinds.items()]
    tokens = [
        (row.token, f"{side} {number}")
        for side, rows in (("spanish", units.spanish), ("aztec", units.aztec))
        for number, row in rows.items()
        if row.token
    ]
    for part in (codes, tokens):
        times = Counter(word.lower() for word, _ in part)
        for word, where in part:
            if not re.fullmatch(r"[A-Za-z]+", word):
                yield f"units.yaml, {where}: {word!r} must be letters without accents."
            if times[word.lower()] > 1:
                yield f"units.yaml, {where}: {word!r} stands twice."


def printed(units: Units) -> Problems:
    """C2: the counter that 2.4 shows."""
    kind = _kind_of(units, "29")
    if kind and (kind.combat[:1], kind.move, kind.lake) != ((6,), 5, True):
        yield "units.yaml, spanish 29: is 6 at four steps, moves 5, on a blue box [C2, rule 2.4]."


def _kind_of(units: Units, number: str) -> Kind | None:
    row = units.spanish.get(number)
    return units.kinds.get(row.kind) if row else None


def movement(units: Units) -> Problems:
    """C3, C4, C6: foot, horse, Aztecs after 11.9, boats without a movement factor."""
    foot = [k.move for k in units.kinds.values() if k.type == "infantry"]
    for token, kind in units.kinds.items():
        if kind.type == "infantry" and kind.move not in (4, 5):
            yield f"units.yaml, {token}: moves 4 or 5 [C3, rule 11.3]."
        if kind.type == "cavalry" and foot and kind.move <= max(foot):
            yield f"units.yaml, {token}: horse moves further than foot [C3]."
        if kind.side == "aztec" and kind.move < 2:
            yield f"units.yaml, {token}: must be able to move when 11.9 takes 1 [C4, rule 11.9]."
        if kind.type in ("gunboat", "cannon") and kind.move:
            yield f"units.yaml, {token}: has no movement factor [C6, rule 2.12]."
        if kind.type in ("elite", "ally", "leader") and not kind.move:
            yield f"units.yaml, {token}: has a movement factor [C3, rule 7.1]."


def canoes(units: Units) -> Problems:
    """C5: who may take to the lake."""
    for token, kind in units.kinds.items():
        if kind.lake and kind.type in ("infantry", "cavalry", "cannon"):
            yield f"units.yaml, {token}: Europeans never take to canoes [C5, rule 2.12]."
        if kind.lake and kind.tribe and kind.tribe not in facts.LAKE_PEOPLES:
            yield f"units.yaml, {token}: are no people of the lake [C5, rule 2.12]."
        if not kind.lake and (kind.side == "aztec" or kind.type == "gunboat"):
            yield f"units.yaml, {token}: may take to the lake [C5, rule 2.12]."


def alike(units: Units) -> Problems:
    """C7: nothing in the book tells two of one type and tribe apart."""
    pairs = Counter((k.type, k.side, k.tribe) for k in units.kinds.values())
    for (type_, _, tribe), count in pairs.items():
        if count > 1:
            who = f"{type_} {tribe}".strip()
            yield f"units.yaml: {count} kinds are {who}; all of them are alike [C7]."
    used = {row.kind for rows in (units.spanish, units.aztec) for row in rows.values()}
    for token in units.kinds:
        if token not in used:
            yield f"units.yaml, {token}: no unit is of this kind."


def odds(units: Units) -> Problems:
    """C8: three full knights in a temple fall to Europeans from two sides, not to allies alone.

    Two full stacks of Europeans on opposite sides with Cortés reach 3:1 after all shifts; all
    allies that six hexes can hold stay below 2:1.
    """
    full = {token: kind.combat[0] for token, kind in units.kinds.items() if kind.combat}
    knights = [full[token] for token, kind in units.kinds.items() if kind.type == "knight"]
    if not knights or any(len(k.combat) != k.steps for k in units.kinds.values()):
        return
    defence = 3 * knights[0]
    europeans = sorted(_factors(units, EUROPEANS), reverse=True)
    if _column(sum(europeans[: 2 * STACK]), defence) + 1 + 1 - 2 < 2:
        yield (
            "units.yaml: ten Europeans with Cortés from two sides do not reach 3:1 against three "
            "knights in a temple [C8]."
        )
    if _column(sum(_allies(units)), defence) + 1 - 2 >= 1:
        yield "units.yaml: allies alone reach 2:1 against three knights in a temple [C8]."


def _factors(units: Units, types: tuple[str, ...]) -> list[int]:
    rows = (units.kinds.get(row.kind) for row in units.spanish.values())
    return [kind.combat[0] for kind in rows if kind and kind.type in types]


def _allies(units: Units) -> list[int]:
    """The six strongest stacks: an elite with a regular of its tribe, or a regular alone."""
    stacks = []
    for kind in units.kinds.values():
        if kind.type == "elite":
            under = [k for k in units.kinds.values() if (k.type, k.tribe) == ("ally", kind.tribe)]
            stacks.append(kind.combat[0] + max((k.combat[0] for k in under), default=0))
    return sorted([*stacks, *_factors(units, ("ally",))], reverse=True)[:6]


def _column(attack: int, defence: int) -> int:
    """8.9, 8.10: columns right of 1:1."""
    return attack // defence - 1 if attack >= defence else 1 - -(-defence // max(1, attack))


OF_UNITS = (roster, kinds, names, printed, movement, canoes, alike, odds)
