"""victory.yaml: what must be true of points for battles, exits, deeds and provinces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.hispania.table import facts
from engine.games.hispania.table.data import EVER, Battle, Deed, Held, Nations, Victory
from engine.models import Problems

# nation: points, whose, kinds or Chief, turns (rules 11.1 to 11.27)
BATTLES: Mapping[str, set[tuple[Any, ...]]] = {
    "carthage": {(1, "rome", "elite", None)},
    "cantabrien": {(3, "rome", "elite", None), (3, "carthage", "inf", None),
                   (1, "hispano-romain rome", "fort", None)},
    "basque": {(3, "rome", "elite", None), (3, "carthage", "inf", None),
               (2, "wisigoth", "inf", None)},
    "celte": {(3, "rome", "elite", None), (3, "carthage", "inf", None)},
    "ibere": {(2, "carthage", "inf", None)},
    "rome": {(5, "", "Viriathus", None)},
    "hispano-romain": {(5, "", "Geiserich", (7, 7)), (1, "muslim", "all", None)},
    "vandale": {(1, "hispano-romain rome", "fort", None), (0.5, "alain", "all", None),
                (0.5, "hispano-romain", "inf", None)},
    "alain": {(2, "hispano-romain", "fort", None), (0.5, "vandale wisigoth", "all", None),
              (5, "", "Eurich", (9, 9)), (5, "", "Alarich", (9, 9))},
    "byzance": {(1, "muslim", "all", (12, 19))},
    "omeyyad": {(3, "christian", "crusader knight", None), (5, "", "Roland", None)},
    "franc": {(5, "muslim", "chief", None), (3, "muslim", "castle", None)},
    "aragon": {(5, "muslim", "chief", None), (3, "muslim", "castle", None),
               (1, "muslim", "all", (16, 16))},
    "badajoz": {(3, "christian", "crusader knight", None)},
    "saragosse": {(3, "christian", "crusader knight", None), (5, "", "Sancho", (16, 16))},
    "navarre": {(3, "muslim", "castle", None), (1, "muslim", "all", None)},
    "leon": {(3, "muslim", "castle", None)},
    "castille": {(5, "muslim", "chief", None), (3, "muslim", "castle", None),
                 (1, "muslim", "cav inf", None)},
    "seville": {(5, "", "Alfons", (17, 17)), (3, "christian", "castle", None)},
    "almoravide": {(2, "christian", "crusader knight", None)},
}  # fmt: skip
EXITS = {
    ("carthage", "Narbonne", (2, 2), 3, 9),
    ("vandale", "Afrique", (7, 9), 1, 0),
    ("omeyyad", "Narbonne", (11, 12), 4, 5),
}
# deed: nation, turns, points, most, but, zone, provinces
DEEDS = {
    "viriathus": ("lusitanien", (5, 5), 5, 0, 0, 0, ()),
    "all-hispania": ("wisigoth", (9, 9), 10, 0, 1, 2, ()),
    "berbers": ("omeyyad", (14, 14), -2, 3, 0, 0, ()),
    "great-emirate": ("seville", (16, 17), 5, 0, 0, 0, ("Badajoz", "Valence", "Grenade")),
    "valence": ("el-cid", (17, 19), 5, 0, 0, 0, ("Valence",)),
    "castles": ("almoravide", (18, 19), 2, 0, 0, 0, ()),
}
# what the book says of provinces: nation, turn, province, points
STATED = (
    ("basque", 3, "Pays-Basque", 2),
    ("rome", 3, "Grenade", 2),
    ("galicien", 10, "Galice", 1.5),
    ("galicien", 10, "Asturies", 1.5),
    ("galicien", 10, "Porto", 1.5),
)
GREATEST = 5  # of all that the book states of provinces
ZONES = {("sud", 2, 4), ("est", 1, 2), ("centre", 0.5, 1)}


def battles(data: Victory) -> Problems:
    """29: what each nation scores for enemies destroyed."""
    for nation in sorted(set(data.battles) | set(BATTLES)):
        found = {_battle(row) for row in data.battles.get(nation, ())}
        for row in sorted(found ^ BATTLES.get(nation, set()), key=str):
            so = "is missing" if row not in found else "is not in the book"
            points, whose, what, turns = row
            when = f" in turns {turns[0]} to {turns[1]}" if turns else ""
            yield (
                f"victory.yaml, battles, {nation}: {points} for {' '.join((whose, what)).strip()}"
                f"{when} {so} [constraint 29, rule 8.0]."
            )
    with_ramirez = [row.with_ for row in data.battles.get("aragon", ())]
    if sorted(with_ramirez) != ["", "", "Ramirez"]:
        yield "victory.yaml, battles, aragon: a point for any unit only with Ramirez [rule 11.17]."
    for nation, rows in data.battles.items():
        kinds = [set(row.kinds) for row in rows]
        for n, kind in enumerate(kinds):
            if "all" in kind and any("castle" in later for later in kinds[n + 1 :]):
                yield f"victory.yaml, battles, {nation}: the row for all hides a later one."


def _battle(row: Battle) -> tuple[Any, ...]:
    whose = row.of or " ".join(sorted(row.nations))
    what = row.chief or " ".join(sorted(row.kinds))
    return row.points, whose, what, None if row.turns == EVER else row.turns


def deeds(data: Victory) -> Problems:
    """30: exits, and the deeds that a card rewards."""
    found = {(row.nation, row.to, row.turns, row.points, row.most) for row in data.exits}
    for row in sorted(found ^ EXITS, key=str):
        so = "is missing" if row not in found else "is not in the book"
        yield f"victory.yaml, exits: {row[0]} to {row[1]} as given {so} [constraint 30]."
    for token in sorted(set(data.deeds) | set(DEEDS)):
        right, row_ = DEEDS.get(token), data.deeds.get(token)
        if right is None or row_ is None or _deed(row_) != right:
            yield f"victory.yaml, deeds, {token}: is not as the book has it [constraint 30]."


def _deed(row: Deed) -> tuple[Any, ...]:
    return row.nation, row.span, row.points, row.most, row.but, row.zone, row.provinces


def stated(data: Victory) -> Problems:
    """31: the values of provinces that the book gives: turns 3, 5, 10."""
    for nation, turn, province, points in STATED:
        rows = _held(data, nation, turn)
        worth = [row.each for row in rows if province in row.provinces]
        if worth != [points]:
            yield (
                f"victory.yaml, provinces, {nation}: {province} is worth {points} in turn {turn} "
                "[constraint 31, rule 8.0]."
            )
    fifth = _held(data, "rome", 5)
    zones = {(row.zone, row.each, row.whole) for row in fifth if row.zone}
    if zones != ZONES:
        yield (
            "victory.yaml, provinces, rome: turn 5 is 2 and 4 for sud, 1 and 2 for est, ½ and 1 "
            "for centre [constraint 31, rule 11.8]."
        )
    if not all(row.zone for row in fifth):
        yield "victory.yaml, provinces, rome: scores by zones only in turn 5 [rule 11.8]."
    tenth = _held(data, "wisigoth", 10)
    if [(row.each, row.castles) for row in tenth] != [(0.5, True)]:
        yield (
            "victory.yaml, provinces, wisigoth: turn 10 is the income of provinces with Castles "
            "and ½ for every other [constraint 31, rule 11.13]."
        )


def _held(data: Victory, nation: str, turn: int) -> list[Held]:
    card = data.provinces.get(nation)
    return [row for row in card.rows if row.turn == turn] if card else []


def tables(data: Victory, nations: Nations) -> Problems:
    """32: every nation scores in each scoring turn in which it is in play, and in no other."""
    for name in sorted(set(data.provinces) ^ set(nations.nations)):
        so = "is no nation" if name in data.provinces else "has no table"
        yield f"victory.yaml, provinces, {name}: {so} [constraint 32]."
    for name, card in data.provinces.items():
        if name not in nations.nations:
            continue
        first, last = nations.nations[name].turns
        for turn in sorted(facts.SCORING - {row.turn for row in card.rows}):
            if first <= turn <= last:
                yield f"victory.yaml, provinces, {name}: scores nothing in turn {turn}."
        for row in card.rows:
            yield from _row(name, row, first, last)
        yield from _twice(name, card.rows)


def _row(name: str, row: Held, first: int, last: int) -> Problems:
    turn = row.turn
    early = (name, turn, row.when) == ("franc", 9, "sequence")
    if turn not in facts.SCORING and not early:
        yield f"victory.yaml, provinces, {name}: turn {turn} does not score [rule 8.0]."
    if not first <= turn <= last:
        yield f"victory.yaml, provinces, {name}: is not in play in turn {turn}."
    if row.each > GREATEST:
        yield (
            f"victory.yaml, provinces, {name}: no province is worth more than {GREATEST} in turn "
            f"{turn}: no value that the book gives is [constraint 32]."
        )
    if not (row.provinces or row.zone or row.castles):
        yield f"victory.yaml, provinces, {name}: a row of turn {turn} is for nothing."


def _twice(name: str, rows: tuple[Held, ...]) -> Problems:
    seen: set[tuple[int, str]] = set()
    for row in rows:
        for province in row.provinces:
            if (row.turn, province) in seen:
                yield (
                    f"victory.yaml, provinces, {name}: {province} stands twice in turn "
                    f"{row.turn} [constraint 32]."
                )
            seen.add((row.turn, province))


OF_VICTORY = (battles, deeds, stated)
