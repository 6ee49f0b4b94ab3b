"""victory.yaml: points for battles, exits, deeds and provinces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.fields import Fields, Problems, Reader, flag, text, whole, word, words
from engine.games.hispania.datacheck import book
from engine.games.hispania.datacheck.nations import Nations
from engine.games.hispania.datacheck.types import KINDS, TURNS, half, span

Row = Mapping[str, Any]

_turn = whole(1, TURNS)
_provinces = words(*(token for zone in book.ZONES.values() for token in zone))
BATTLE: Fields = {
    "points": half(0, 9),
    "nations": words(*book.ORDER),
    "of": word("christian", "muslim"),
    "kinds": words(*KINDS, "all", "chief"),
    "chief": word(*book.CHIEFS),
    "turns": span,
    "with": word(*book.CHIEFS),
    "source": text,
    "why": text,
}
EXIT: Fields = {
    "nation": word(*book.ORDER),
    "to": word(*book.BEYOND),
    "turns": span,
    "points": half(0, 9),
    "most": whole(1, 30),
    "source": text,
    "why": text,
}
DEED: Fields = {
    "nation": word(*book.ORDER),
    "turn": _turn,
    "turns": span,
    "points": half(-9, 20),
    "most": whole(1, 9),
    "but": whole(0, 9),
    "zone": half(0, 9),
    "provinces": _provinces,
    "source": text,
    "why": text,
}
HELD: Fields = {
    "turn": _turn,
    "each": half(0, 9),
    "provinces": _provinces,
    "zone": word(*book.ZONES),
    "whole": half(0, 9),
    "castles": flag,
    "when": word("sequence"),
    "source": text,
    "why": text,
}


@dataclass(frozen=True)
class Victory:
    battles: Mapping[str, tuple[Row, ...]]
    exits: tuple[Row, ...]
    deeds: Mapping[str, Row]
    provinces: Mapping[str, tuple[Row, ...]]


def read_victory(reader: Reader) -> Victory:
    reader.top("battles", "exits", "deeds", "provinces")
    battles = {
        nation: _rows(reader, rows, f"battles, {nation}", BATTLE, "points source")
        for nation, rows in reader.table(reader.raw.get("battles"), "battles").items()
    }
    deeds = {
        token: reader.fields(raw, token, DEED, "nation points source")
        for token, raw in reader.table(reader.raw.get("deeds"), "deeds").items()
    }
    provinces = {}
    for nation, raw in reader.table(reader.raw.get("provinces"), "provinces").items():
        entry = f"provinces, {nation}"
        known: Fields = {"source": text, "why": text, "rows": _anything}
        head = reader.fields(raw, entry, known, "source why rows")
        provinces[nation] = _rows(reader, head.get("rows", ()), entry, HELD, "turn each")
    exits = _rows(reader, reader.rows("exits"), "exits", EXIT, "nation to turns points source")
    return Victory(battles, exits, deeds, provinces)


def _anything(value: object) -> str:
    return "" if isinstance(value, list) else "must be a list of rows"


def _rows(reader: Reader, raw: Any, entry: str, known: Fields, needed: str) -> tuple[Row, ...]:
    if not isinstance(raw, list | tuple):
        reader.note(entry, "must be a list")
        return ()
    return tuple(
        reader.fields(row, f"{entry}, line {n}", known, needed) for n, row in enumerate(raw, 1)
    )


# ---- constraints ---------------------------------------------------------------------------------

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
    ("vandale", "Afrique", (7, 9), 1, None),
    ("omeyyad", "Narbonne", (11, 12), 4, 5),
}
# deed: nation, turns, points, most, but, zone, provinces
DEEDS = {
    "viriathus": ("lusitanien", (5, 5), 5, None, None, None, ()),
    "all-hispania": ("wisigoth", (9, 9), 10, None, 1, 2, ()),
    "berbers": ("omeyyad", (14, 14), -2, 3, None, None, ()),
    "great-emirate": ("seville", (16, 17), 5, None, None, None, ("Badajoz", "Valence", "Grenade")),
    "valence": ("el-cid", (17, 19), 5, None, None, None, ("Valence",)),
    "castles": ("almoravide", (18, 19), 2, None, None, None, ()),
}
# what the book says of provinces: nation, turn, province, points
STATED = (
    ("basque", 3, "Pays-Basque", 2),
    ("rome", 3, "Grenade", 2),
    ("galicien", 10, "Galice", 1.5),
    ("galicien", 10, "Asturies", 1.5),
    ("galicien", 10, "Porto", 1.5),
)
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
    with_ramirez = [row.get("with", "") for row in data.battles.get("aragon", ())]
    if sorted(with_ramirez) != ["", "", "Ramirez"]:
        yield "victory.yaml, battles, aragon: a point for any unit only with Ramirez [rule 11.17]."
    for nation, rows in data.battles.items():
        kinds = [set(row.get("kinds", ())) for row in rows]
        for n, kind in enumerate(kinds):
            if "all" in kind and any("castle" in later for later in kinds[n + 1 :]):
                yield f"victory.yaml, battles, {nation}: the row for all hides a later one."


def _battle(row: Row) -> tuple[Any, ...]:
    whose = row.get("of") or " ".join(sorted(row.get("nations", ())))
    what = row.get("chief") or " ".join(sorted(row.get("kinds", ())))
    return row["points"], whose, what, row.get("turns")


def deeds(data: Victory) -> Problems:
    """30: exits, and the deeds that a card rewards."""
    found = {
        (row["nation"], row["to"], row["turns"], row["points"], row.get("most"))
        for row in data.exits
    }
    for row in sorted(found ^ EXITS, key=str):
        so = "is missing" if row not in found else "is not in the book"
        yield f"victory.yaml, exits: {row[0]} to {row[1]} as given {so} [constraint 30]."
    for token in sorted(set(data.deeds) | set(DEEDS)):
        right, row_ = DEEDS.get(token), data.deeds.get(token)
        if right is None or row_ is None or _deed(row_) != right:
            yield f"victory.yaml, deeds, {token}: is not as the book has it [constraint 30]."


def _deed(row: Row) -> tuple[Any, ...]:
    turns = row["turns"] if "turns" in row else (row.get("turn"), row.get("turn"))
    rest = tuple(row.get(name) for name in ("most", "but", "zone"))
    return (row["nation"], turns, row["points"], *rest, row.get("provinces", ()))


def stated(data: Victory) -> Problems:
    """31: the values of provinces that the book gives: turns 3, 5, 10."""
    for nation, turn, province, points in STATED:
        rows = data.provinces.get(nation, ())
        worth = [
            row["each"]
            for row in rows
            if row["turn"] == turn and province in row.get("provinces", ())
        ]
        if worth != [points]:
            yield (
                f"victory.yaml, provinces, {nation}: {province} is worth {points} in turn {turn} "
                "[constraint 31, rule 8.0]."
            )
    zones = {
        (row["zone"], row["each"], row.get("whole", 0))
        for row in data.provinces.get("rome", ())
        if row["turn"] == 5 and "zone" in row
    }
    if zones != ZONES:
        yield (
            "victory.yaml, provinces, rome: turn 5 is 2 and 4 for sud, 1 and 2 for est, ½ and 1 "
            "for centre [constraint 31, rule 11.8]."
        )
    if any(row["turn"] == 5 and "zone" not in row for row in data.provinces.get("rome", ())):
        yield "victory.yaml, provinces, rome: scores by zones only in turn 5 [rule 11.8]."
    tenth = [row for row in data.provinces.get("wisigoth", ()) if row["turn"] == 10]
    if [(row["each"], row.get("castles")) for row in tenth] != [(0.5, True)]:
        yield (
            "victory.yaml, provinces, wisigoth: turn 10 is the income of provinces with Castles "
            "and ½ for every other [constraint 31, rule 11.13]."
        )


def tables(data: Victory, nations: Nations) -> Problems:
    """32: every nation scores in each scoring turn in which it is in play, and in no other."""
    for name in sorted(set(data.provinces) ^ set(nations.nations)):
        so = "is no nation" if name in data.provinces else "has no table"
        yield f"victory.yaml, provinces, {name}: {so} [constraint 32]."
    for name, rows in data.provinces.items():
        if name not in nations.nations:
            continue
        first, last = nations.nations[name].turns
        for turn in sorted(book.SCORING - {row["turn"] for row in rows}):
            if first <= turn <= last:
                yield f"victory.yaml, provinces, {name}: scores nothing in turn {turn}."
        for row in rows:
            yield from _row(name, row, first, last)
        yield from _twice(name, rows)


def _row(name: str, row: Row, first: int, last: int) -> Problems:
    turn = row["turn"]
    early = (name, turn, row.get("when")) == ("franc", 9, "sequence")
    if turn not in book.SCORING and not early:
        yield f"victory.yaml, provinces, {name}: turn {turn} does not score [rule 8.0]."
    if not first <= turn <= last:
        yield f"victory.yaml, provinces, {name}: is not in play in turn {turn}."
    if not row.keys() & {"provinces", "zone", "castles"}:
        yield f"victory.yaml, provinces, {name}: a row of turn {turn} is for nothing."


def _twice(name: str, rows: tuple[Row, ...]) -> Problems:
    seen: set[tuple[int, str]] = set()
    for row in rows:
        for province in row.get("provinces", ()):
            if (row["turn"], province) in seen:
                yield (
                    f"victory.yaml, provinces, {name}: {province} stands twice in turn "
                    f"{row['turn']} [constraint 32]."
                )
            seen.add((row["turn"], province))


OF_VICTORY = (battles, deeds, stated)
