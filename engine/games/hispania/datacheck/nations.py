"""nations.yaml: the nations, their counters and Chiefs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.fields import Fields, Problems, Reader, flag, guess, text, whole, word, words
from engine.games.hispania.datacheck import book
from engine.games.hispania.datacheck.types import TURNS, half, record, span, units

PARTS = (
    "seats", "religion", "nations", "chiefs", "arrivals", "invasions", "ardour", "naval_supremacy",
    "beyond", "gifts", "romanisation", "submission", "removals", "transformations", "mercenary",
)  # fmt: skip


@dataclass(frozen=True)
class Nation:
    token: str
    name: str = ""
    english: str = ""
    order: int = 0
    seat: str = ""
    turns: tuple[int, ...] = (0, 0)
    crescent: bool = False
    reserve: float = 0
    income: Mapping[str, Any] = field(default_factory=dict)
    units: Mapping[str, int] = field(default_factory=dict)
    source: str = ""
    why: str = ""

    @property
    def never(self) -> bool:
        return bool(self.income.get("never"))


@dataclass(frozen=True)
class Chief:
    token: str
    nation: str = ""
    name: str = ""
    arrives: int = 0
    at: tuple[str, ...] = ()
    leaves: int = 0
    end: bool = False
    heir: str = ""
    source: str = ""
    why: str = ""


@dataclass(frozen=True)
class Nations:
    seats: tuple[str, ...]
    nations: Mapping[str, Nation]
    chiefs: Mapping[str, Chief]
    religion_from: int


_turn = whole(1, TURNS)
INCOME = record(from_=_turn, never_=flag, castles_only_=flag, half_=flag)
SEAT: Fields = {"name": text, "group": text, "source": text, "why": text}
NATION: Fields = {
    "name": text,
    "english": text,
    "order": whole(1, 29),
    "seat": text,
    "turns": span,
    "crescent": flag,
    "reserve": half(0, 8),
    "income": INCOME,
    "units": units,
    "source": text,
    "why": text,
}
CHIEF: Fields = {
    "nation": word(*book.ORDER),
    "name": text,
    "arrives": _turn,
    "at": words("own", *book.BEYOND),
    "leaves": whole(1, TURNS + 1),
    "end": flag,
    "heir": word(*book.ORDER),
    "source": text,
    "why": text,
}


def read_nations(reader: Reader) -> Nations:
    reader.top(*PARTS)
    seats = reader.table(reader.raw.get("seats"), "seats")
    for token, raw in seats.items():
        reader.fields(raw, token, SEAT, "name group source")
    religion = reader.fields(
        reader.raw.get("religion", {}),
        "religion",
        {"from": _turn, "source": text},
        "from source",
    )
    needed = "name english order seat turns reserve income units source"
    return Nations(
        tuple(seats),
        {
            token: Nation(token, **reader.fields(raw, token, NATION, needed))
            for token, raw in reader.table(reader.raw.get("nations"), "nations").items()
        },
        {
            token: Chief(
                token, **reader.fields(raw, token, CHIEF, "nation name arrives at leaves source")
            )
            for token, raw in reader.table(reader.raw.get("chiefs"), "chiefs").items()
        },
        religion.get("from", 0),
    )


# ---- constraints ---------------------------------------------------------------------------------


def order(data: Nations) -> Problems:
    """15: the twenty-seven nations of these scenarios, in the order of play."""
    for token in sorted(set(data.nations) ^ set(book.ORDER)):
        so = "is missing" if token in book.ORDER else f"is no nation{guess(token, book.ORDER)}"
        yield f"nations.yaml, {token}: {so} [constraint 15, rule 1.0]."
    for number, token in enumerate(data.nations, 1):
        if data.nations[token].order != number:
            yield f"nations.yaml, {token}: order must be {number} [constraint 15, rule 1.0]."
    if [token for token in data.nations if token in book.ORDER] != [
        token for token in book.ORDER if token in data.nations
    ]:
        yield "nations.yaml: the nations do not stand in the order of play [constraint 15]."
    for token, turns in book.TURNS.items():
        if token in data.nations and data.nations[token].turns != turns:
            yield f"nations.yaml, {token}: turns must be {list(turns)} [constraint 15]."


def groups(data: Nations) -> Problems:
    """16: four players, each with the group that the standard version gives him."""
    if len(data.seats) != 4:
        yield f"nations.yaml, seats: there are four, not {len(data.seats)} [rule 13.0]."
    used = []
    for group in book.GROUPS:
        seats = {data.nations[token].seat for token in group if token in data.nations}
        if len(seats) != 1 or not seats <= set(data.seats):
            yield (
                f"nations.yaml: {', '.join(group)} must be of one seat, not of "
                f"{', '.join(sorted(seats))} [constraint 16, rule 13.0]."
            )
        used += sorted(seats)
    if len(set(used)) != len(used):
        yield "nations.yaml: two groups have the same seat [constraint 16, rule 13.0]."


def faith_and_gold(data: Nations) -> Problems:
    """17: crescents, reserves, and who collects what from when."""
    if data.religion_from != 11:
        yield "nations.yaml, religion: begins in turn 11 [constraint 17, rule 0.4]."
    for token, nation in data.nations.items():
        if nation.crescent != (token in book.CRESCENT):
            so = "must" if token in book.CRESCENT else "must not"
            yield f"nations.yaml, {token}: {so} have the crescent [constraint 17, rule 0.4]."
        never = token in book.NEVER
        reserve = 0 if never else 8 if token in book.EIGHT_GOLD else 4
        if nation.reserve != reserve:
            yield f"nations.yaml, {token}: reserve must be {reserve} [constraint 17, rule 2.4]."
        if nation.never != never or never == ("from" in nation.income):
            so = "never collects gold" if never else "must have income from some turn on"
            yield f"nations.yaml, {token}: {so} [constraint 17, rule 2.1]."
        first = book.FIRST_INCOME.get(token)
        if first and nation.income.get("from") != first:
            yield f"nations.yaml, {token}: income begins in turn {first} [constraint 17]."
        if not never and nation.income.get("from", 0) < nation.turns[0]:
            yield f"nations.yaml, {token}: income before it is in play [constraint 17]."
        for mark, owners in (("half", ("byzance",)), ("castles_only", ("wisigoth", "omeyyad"))):
            if bool(nation.income.get(mark)) != (token in owners):
                so = "must" if token in owners else "must not"
                yield f"nations.yaml, {token}: income {so} be {mark} [constraint 17, rule 2.1]."


def counters(data: Nations) -> Problems:
    """18: who owns which kinds, and at least as many as the book puts on the map."""
    for token, nation in data.nations.items():
        for kind, owners in book.OWNERS.items():
            if (kind in nation.units) != (token in owners):
                so = "must" if token in owners else "must not"
                yield f"nations.yaml, {token}: {so} own {kind} [constraint 18, rule 0.3]."
        if ("inf" in nation.units) == (token in book.OWNERS["elite"]):
            yield f"nations.yaml, {token}: a nation has Infantry or Elites [constraint 18]."

    def owned(token: str, kind: str) -> int:
        return data.nations[token].units.get(kind, 0) if token in data.nations else 99

    for (token, kind), number in book.EXACT.items():
        if token in data.nations and owned(token, kind) != number:
            yield f"nations.yaml, {token}: {kind} must be {number} [constraint 18]."
    for (token, kind), number in book.LEAST.items():
        if owned(token, kind) < number:
            yield f"nations.yaml, {token}: {kind} must be at least {number} [constraint 18]."
    for new, kind, old, was in book.HEIRS:
        if old in data.nations and owned(new, kind) < owned(old, was):
            yield f"nations.yaml, {new}: too few {kind} to take over from {old} [constraint 18]."


def chiefs(data: Nations) -> Problems:
    """19: the Chiefs, with the turns in which they come and go."""
    for token in sorted(set(data.chiefs) ^ set(book.CHIEFS)):
        so = "is missing" if token in book.CHIEFS else f"is no Chief{guess(token, book.CHIEFS)}"
        yield f"nations.yaml, {token}: {so} [constraint 19, rule 3.3]."
    for token, chief in data.chiefs.items():
        right = book.CHIEFS.get(token)
        if right and (chief.nation, chief.arrives, chief.leaves) != right:
            nation, arrives, leaves = right
            yield (
                f"nations.yaml, {token}: must come to {nation} in turn {arrives} and leave in "
                f"{leaves} [constraint 19]."
            )
        if chief.end != (token in ("Al-Mansur", "Ramirez")):
            yield f"nations.yaml, {token}: end must be for Al-Mansur and Ramirez [constraint 19]."
        if chief.heir != ("castille" if token == "Pelayo" else ""):
            yield f"nations.yaml, {token}: only Pelayo has an heir, castille [constraint 19]."


OF_NATIONS = (order, groups, faith_and_gold, counters, chiefs)
