"""nations.yaml, its second half: who comes, invades, submits, changes and goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.fields import Fields, Problems, Reader, flag, text, whole, word, words
from engine.games.hispania.datacheck import book
from engine.games.hispania.datacheck.nations import Nations
from engine.games.hispania.datacheck.types import KINDS, TURNS, half, record, span, table, units

_turn = whole(1, TURNS)
_nation = word(*book.ORDER)
_provinces = tuple(token for zone in book.ZONES.values() for token in zone)
_province = word(*_provinces)
_some = words(*_provinces)
_castles = record(count=whole(1, 9), first=_province)
_choice = record(from_=_some, most_=whole(1, 9), least_=whole(1, 9), otherwise_=_some)
_where = record(zone=word(*book.ZONES), and_=_some)
_gone = record(province_=_province, place_=word(*book.BEYOND), units_=units)
_pay = table(KINDS, half(0, 9))

Row = Mapping[str, Any]

ROWS: Mapping[str, tuple[Fields, str]] = {
    "arrivals": (
        {
            "turn": _turn, "nation": _nation, "units": units, "up_to": units,
            "at": words("own", *book.BEYOND), "otherwise": word(*book.BEYOND), "landing": _some,
            "unless_gone": flag,
        },
        "turn nation at",
    ),
    "invasions": (
        {
            "turn": _turn, "nation": _nation, "zeal": flag,
            "unlimited_with": words(*book.CHIEFS), "march": whole(1, 9),
        },
        "turn nation",
    ),
    "ardour": (
        {"turn": _turn, "nation": _nation, "chief": word(*book.CHIEFS)}, "turn nation chief",
    ),
    "naval_supremacy": ({"nation": _nation, "turns": span}, "nation turns"),
    "beyond": (
        {"nation": _nation, "to": words(*book.BEYOND), "turns": span, "leave": flag},
        "nation to turns",
    ),
    "gifts": (
        {
            "turn": _turn, "nation": _nation, "when": word("start", "end"), "castles": whole(1, 9),
            "first": _province, "take_over": flag,
        },
        "turn nation when castles first",
    ),
    "submission": (
        {
            "suzerain": _nation, "vassal": _nation, "most": whole(1, 9), "must": flag,
            "turns": span, "until": _turn,
        },
        "suzerain vassal most must turns until",
    ),
    "removals": (
        {
            "turn": _turn, "nation": _nation, "chiefs": words(*book.CHIEFS), "kinds": words(*KINDS),
        },
        "turn nation",
    ),
    "transformations": (
        {
            "turn": _turn, "early": _turn, "old": _nation, "new": _nation, "into": units,
            "most": whole(1, 40), "like_for_like": flag, "keeps": words(*KINDS), "least": units,
            "gets": units, "castles": _castles, "provinces": _some, "choice": _choice,
            "replace": whole(1, 9), "where": _where, "others": word("neutral"), "gone": _gone,
        },
        "turn old new",
    ),
}  # fmt: skip
ALWAYS: Fields = {"source": text, "why": text}
SINGLE: Mapping[str, tuple[Fields, str]] = {
    "romanisation": ({"nation": word("rome"), "turns": span}, "nation turns"),
    "mercenary": (
        {
            "nation": word("el-cid"), "turn": _turn, "never": words(*book.ORDER), "pay": _pay,
            "goal": _province,
        },
        "nation turn never pay goal",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Calendar:
    rows: Mapping[str, tuple[Row, ...]]
    romanisation: Row
    mercenary: Row


def read_calendar(reader: Reader) -> Calendar:
    rows = {}
    for part, (fields, needed) in ROWS.items():
        rows[part] = tuple(
            reader.fields(raw, f"{part}, line {n}", {**fields, **ALWAYS}, f"{needed} source")
            for n, raw in enumerate(reader.rows(part), 1)
        )
    single = {
        part: reader.fields(
            reader.raw.get(part, {}), part, {**fields, **ALWAYS}, f"{needed} source"
        )
        for part, (fields, needed) in SINGLE.items()
    }
    return Calendar(rows, single["romanisation"], single["mercenary"])


def _differ(part: str, found: Iterable[Any], right: Iterable[Any], tag: str) -> Problems:
    """What is missing and what is too much, in words."""
    here, there = set(found), set(right)
    for row in sorted(there - here, key=str):
        yield f"nations.yaml, {part}: {_words(row)} is missing [constraint {tag}]."
    for row in sorted(here - there, key=str):
        yield f"nations.yaml, {part}: {_words(row)} is not in the book [constraint {tag}]."


def _words(row: Any) -> str:
    if not isinstance(row, tuple):
        return str(row)
    return " ".join(f"turn {part}" if n == 0 and isinstance(part, int) else str(part)
                    for n, part in enumerate(row))  # fmt: skip


def _host(units_: Mapping[str, int]) -> str:
    return " ".join(f"{units_[kind]} {kind}" for kind in KINDS if kind in units_)


def arrivals(data: Calendar) -> Problems:
    """20: every reinforcement, when and where."""
    rows = data.rows["arrivals"]
    for number, row in enumerate(rows, 1):
        if ("units" in row) == ("up_to" in row):
            yield f"nations.yaml, arrivals, line {number}: must have units or up_to."
            return
    found = [
        (r["turn"], r["nation"], _host(r.get("units") or r["up_to"]), " ".join(sorted(r["at"])))
        for r in rows
    ]
    yield from _differ("arrivals", found, book.ARRIVALS, "20, rule 3.2")
    filled = [(row["turn"], row["nation"]) for row in rows if "up_to" in row]
    yield from _differ("arrivals that fill up", filled, book.UP_TO, "20, rule 3.2")
    landing = [set(row.get("landing", ())) for row in rows if row.get("landing")]
    if landing != [{"Valence", "Denia", "Carthagene"}]:
        yield "nations.yaml, arrivals: only ROME's in turn 3 are told where to land [rule 11.8]."
    spared = [row["nation"] for row in rows if row.get("unless_gone")]
    if spared != ["lusitanien"]:
        yield "nations.yaml, arrivals: only the LUSITANIEN's fail if it is gone [rule 11.4]."


def moments(data: Calendar) -> Problems:
    """21: invasions, zeal, ardour, the sea, the ways out and the free Castles."""
    rows = data.rows

    def keys(part: str, *fields: str) -> list[tuple[Any, ...]]:
        return [tuple(row[name] for name in fields) for row in rows[part]]

    yield from _differ("invasions", keys("invasions", "turn", "nation"), book.INVASIONS, "21, 9.1")
    zeal = [(row["turn"], row["nation"]) for row in rows["invasions"] if row.get("zeal")]
    yield from _differ("zeal", zeal, book.ZEAL, "21, rule 9.3")
    unlimited = {row["nation"]: set(row["unlimited_with"]) for row in rows["invasions"]
                 if row.get("unlimited_with")}  # fmt: skip
    if unlimited != {"alain": {"Ataces"}, "wisigoth": {"Alarich", "Eurich"}}:
        yield (
            "nations.yaml, invasions: no limit with Ataces, and with Alarich and Eurich "
            "[constraint 21, rules 11.11, 11.13]."
        )
    marches = {row["nation"]: row["march"] for row in rows["invasions"] if row.get("march")}
    if marches != {"vandale": 3}:
        yield "nations.yaml, invasions: only the VANDALE marches, 3 provinces [rule 11.10]."
    yield from _differ("ardour", keys("ardour", "turn", "nation", "chief"), book.ARDOUR, "21, 9.2")
    gifts = keys("gifts", "turn", "nation", "castles", "first")
    yield from _differ("gifts", gifts, book.GIFTS, "21")
    at_sea = {row["nation"]: row["turns"][0] for row in rows["naval_supremacy"]}
    yield from _differ("naval_supremacy", at_sea.items(), book.SUPREMACY.items(), "21, rule 5.6")
    out = [(row["nation"], to) for row in rows["beyond"] for to in row["to"]]
    yield from _differ("beyond", out, book.LEAVING, "21, rule 5.4")
    if tuple(data.romanisation.get("turns", ())) != (4, 5):
        yield "nations.yaml, romanisation: is in turns 4 and 5 [constraint 21, rule 11.8]."


def submission(data: Calendar) -> Problems:
    """22: who may be subdued by whom, at how many provinces, and until when."""
    rows = data.rows["submission"]
    pairs = {(r["suzerain"], r["vassal"]): (r["most"], r["must"]) for r in rows}
    pairs.pop(("omeyyad", "badajoz"), None)  # its numbers are on a card that is lost
    yield from _differ("submission", pairs.items(), book.SUBMISSION.items(), "22, rule 9.6")
    if not any((r["suzerain"], r["vassal"]) == ("omeyyad", "badajoz") for r in rows):
        yield "nations.yaml, submission: the OMEYYAD may subdue BADAJOZ [constraint 22, rule 9.6]."
    for row in rows:
        until = book.UNTIL.get(row["suzerain"])
        if row["until"] != until:
            yield (
                f"nations.yaml, submission to {row['suzerain']}: ends with turn {until} "
                "[constraint 22, rule 9.6]."
            )


def changes(data: Calendar) -> Problems:
    """23: who becomes whom, and who vanishes, at the end of which turn."""
    rows = data.rows["transformations"]
    found = [(row["turn"], row["old"], row["new"]) for row in rows]
    yield from _differ("transformations", found, book.CHANGES, "23, rule 9.4")
    gone = [(row["turn"], row["nation"]) for row in data.rows["removals"]]
    yield from _differ("removals", gone, book.REMOVALS, "23")
    by_new = {row["new"]: row for row in rows}
    for new, wanted in RESULTS.items():
        row = by_new.get(new, wanted)
        for name, value in wanted.items():
            is_ = row.get(name)
            if _plain(is_) != _plain(value):
                yield (
                    f"nations.yaml, transformation into {new}: {name} must be {value} "
                    "[constraint 23]."
                )


def _plain(value: Any) -> Any:
    """Compared without regard to the order of names."""
    if isinstance(value, Mapping):
        return {key: _plain(held) for key, held in value.items()}
    return frozenset(value) if isinstance(value, list | tuple) else value


RESULTS: Mapping[str, Row] = {
    "hispano-romain": {"into": {"inf": 8}, "keeps": ["fort"]},
    "badajoz": {
        "early": 11, "like_for_like": True, "least": {"inf": 6},
        "provinces": ["Badajoz", "Porto", "Alcantara"],
        "castles": {"count": 3, "first": "Badajoz"},
    },
    "castille": {
        "most": 11, "into": {"inf": 8, "knight": 2, "castle": 1},
        "where": {"zone": "nord", "and": ["Avila"]}, "others": "neutral",
    },
    "leon": {
        "most": 6, "into": {"inf": 4, "knight": 1, "castle": 1},
        "gone": {"province": "Leon", "units": {"castle": 1, "knight": 1}},
    },
    "navarre": {"like_for_like": True},
    "saragosse": {
        "gets": {"inf": 12, "castle": 3},
        "choice": {
            "from": [
                "Huesca", "Calatayud", "Castellon", "Tortosa", "Segovie", "Vieille-Castille",
                "Avila", "Saragosse", "Cuenca",
            ],
            "most": 6, "least": 2, "otherwise": ["Castellon", "Cuenca"],
        },
    },
    "valence": {
        "provinces": ["Valence"], "gets": {"inf": 5}, "replace": 1,
        "castles": {"count": 1, "first": "Valence"},
        "choice": {"from": ["Majorque", "Ibiza", "Denia", "Carthagene", "La-Mancha"], "most": 2},
    },
    "grenade": {
        "provinces": ["Grenade"], "gets": {"inf": 7}, "replace": 1,
        "castles": {"count": 1, "first": "Grenade"},
        "choice": {"from": ["Carthagene", "La-Mancha", "Gibraltar"], "most": 2},
    },
    "seville": {"like_for_like": True, "most": 12, "keeps": ["castle"]},
    "aragon": {
        "like_for_like": True, "least": {"inf": 4, "knight": 1}, "gone": {"place": "Narbonne"},
    },
}  # fmt: skip


def hiring(data: Calendar) -> Problems:
    """24: when EL CID can be hired, for what, and where he goes."""
    wanted = {"inf": 1, "cav": 1, "knight": 2, "castle": 3}
    row = data.mercenary
    if (row["turn"], row["goal"], tuple(row["never"])) != (17, "Valence", ("byzance",)):
        yield "nations.yaml, mercenary: turn 17, Valence, never by byzance [rule 11.26]."
    for kind, gold in wanted.items():
        if row["pay"].get(kind) != gold:
            yield f"nations.yaml, mercenary: pay for {kind} must be {gold} [rule 11.26]."


def same_player(data: Calendar, nations: Nations) -> Problems:
    """16: a nation that changes stays with its player."""
    for row in data.rows["transformations"]:
        if row["new"] in SEIZED:
            continue
        old, new = (nations.nations.get(row[end]) for end in ("old", "new"))
        if old and new and old.seat != new.seat:
            yield f"nations.yaml: {row['old']} and {row['new']} are of two seats [rule 9.4]."


SEIZED = ("saragosse", "valence", "grenade")  # emirates that go to other players

OF_CALENDAR: tuple[Callable[[Calendar], Problems], ...] = (
    arrivals, moments, submission, changes, hiring,
)  # fmt: skip
