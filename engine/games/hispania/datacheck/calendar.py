"""nations.yaml, its second half: who comes, invades, submits, changes and goes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.games.hispania.table import facts
from engine.games.hispania.table.data import Nations
from engine.models import Part, Problems


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
    return " ".join(f"{units_[kind]} {kind}" for kind in facts.KINDS if kind in units_)


def arrivals(data: Nations) -> Problems:
    """20: every reinforcement, when and where."""
    rows = data.arrivals
    found = [(r.turn, r.nation, _host(r.units or r.up_to), " ".join(sorted(r.at))) for r in rows]
    yield from _differ("arrivals", found, facts.ARRIVALS, "20, rule 3.2")
    filled = [(row.turn, row.nation) for row in rows if row.up_to]
    yield from _differ("arrivals that fill up", filled, facts.UP_TO, "20, rule 3.2")
    landing = [set(row.landing) for row in rows if row.landing]
    if landing != [{"Valence", "Denia", "Carthagene"}]:
        yield "nations.yaml, arrivals: only ROME's in turn 3 are told where to land [rule 11.8]."
    spared = [row.nation for row in rows if row.unless_gone]
    if spared != ["lusitanien"]:
        yield "nations.yaml, arrivals: only the LUSITANIEN's fail if it is gone [rule 11.4]."


def moments(data: Nations) -> Problems:
    """21: invasions, zeal, ardour, the sea, the ways out and the free Castles."""
    invasions = [(row.turn, row.nation) for row in data.invasions]
    yield from _differ("invasions", invasions, facts.INVASIONS, "21, 9.1")
    zeal = [(row.turn, row.nation) for row in data.invasions if row.zeal]
    yield from _differ("zeal", zeal, facts.ZEAL, "21, rule 9.3")
    unlimited = {r.nation: set(r.unlimited_with) for r in data.invasions if r.unlimited_with}
    if unlimited != {"alain": {"Ataces"}, "wisigoth": {"Alarich", "Eurich"}}:
        yield (
            "nations.yaml, invasions: no limit with Ataces, and with Alarich and Eurich "
            "[constraint 21, rules 11.11, 11.13]."
        )
    if {row.nation: row.march for row in data.invasions if row.march} != {"vandale": 3}:
        yield "nations.yaml, invasions: only the VANDALE marches, 3 provinces [rule 11.10]."
    ardour = [(row.turn, row.nation, row.chief) for row in data.ardour]
    yield from _differ("ardour", ardour, facts.ARDOUR, "21, 9.2")
    gifts = [(row.turn, row.nation, row.castles, row.first) for row in data.gifts]
    yield from _differ("gifts", gifts, facts.GIFTS, "21")
    at_sea = {row.nation: row.turns[0] for row in data.naval_supremacy}
    yield from _differ("naval_supremacy", at_sea.items(), facts.SUPREMACY.items(), "21, rule 5.6")
    out = [(row.nation, to) for row in data.beyond for to in row.to]
    yield from _differ("beyond", out, facts.LEAVING, "21, rule 5.4")
    if data.romanisation.turns != (4, 5):
        yield "nations.yaml, romanisation: is in turns 4 and 5 [constraint 21, rule 11.8]."


def submission(data: Nations) -> Problems:
    """22: who may be subdued by whom, at how many provinces, and until when."""
    pairs = {(r.suzerain, r.vassal): (r.most, r.must) for r in data.submission}
    lost = pairs.pop(("omeyyad", "badajoz"), None)  # its numbers are on a card that is lost
    yield from _differ("submission", pairs.items(), facts.SUBMISSION.items(), "22, rule 9.6")
    if lost is None:
        yield "nations.yaml, submission: the OMEYYAD may subdue BADAJOZ [constraint 22, rule 9.6]."
    for row in data.submission:
        until = facts.UNTIL.get(row.suzerain)
        if row.until != until:
            yield (
                f"nations.yaml, submission to {row.suzerain}: ends with turn {until} "
                "[constraint 22, rule 9.6]."
            )


def changes(data: Nations) -> Problems:
    """23: who becomes whom, and who vanishes, at the end of which turn."""
    found = [(row.turn, row.old, row.new) for row in data.transformations]
    yield from _differ("transformations", found, facts.CHANGES, "23, rule 9.4")
    gone = [(row.turn, row.nation) for row in data.removals]
    yield from _differ("removals", gone, facts.REMOVALS, "23")
    by_new = {row.new: row for row in data.transformations}
    for new, wanted in RESULTS.items():
        for name, value in wanted.items() if new in by_new else ():
            if _plain(getattr(by_new[new], name)) != _plain(value):
                yield (
                    f"nations.yaml, transformation into {new}: {name} must be {value} "
                    "[constraint 23]."
                )


def _plain(value: Any) -> Any:
    """Compared without regard to the order of names."""
    if isinstance(value, Part):
        value = value.model_dump(by_alias=True, exclude_unset=True)
    if isinstance(value, Mapping):
        return {key: _plain(held) for key, held in value.items()}
    return frozenset(value) if isinstance(value, list | tuple) else value


RESULTS: Mapping[str, Mapping[str, Any]] = {
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


def hiring(data: Nations) -> Problems:
    """24: when EL CID can be hired, for what, and where he goes."""
    row = data.mercenary
    if (row.turn, row.goal, row.never) != (17, "Valence", ("byzance",)):
        yield "nations.yaml, mercenary: turn 17, Valence, never by byzance [rule 11.26]."
    for kind, gold in {"inf": 1, "cav": 1, "knight": 2, "castle": 3}.items():
        if row.pay.get(kind) != gold:
            yield f"nations.yaml, mercenary: pay for {kind} must be {gold} [rule 11.26]."


def same_player(data: Nations) -> Problems:
    """16: a nation that changes stays with its player."""
    for row in data.transformations:
        if row.new in SEIZED:
            continue
        old, new = data.nations.get(row.old), data.nations.get(row.new)
        if old and new and old.seat != new.seat:
            yield f"nations.yaml: {row.old} and {row.new} are of two seats [rule 9.4]."


SEIZED = ("saragosse", "valence", "grenade")  # emirates that go to other players

OF_CALENDAR = (arrivals, moments, submission, changes, hiring, same_player)
