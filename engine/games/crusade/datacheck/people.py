"""leaders.yaml: what must be true of factions, leaders and the markers in their cups."""

from __future__ import annotations

from engine.games.crusade.table import facts
from engine.games.crusade.table.data import Leader, Leaders
from engine.models import Problems, guess

STRENGTH = {
    "n-franks": (67, 4, 6),
    "s-franks": (50, 3, 6),
    "germans": (43, 2, 6),
    "sicilians": (30, 1, 6),
    "n-syrians": (45, 0, 0),
    "s-syrians": (45, 0, 0),
    "mosul": (35, 0, 0),
    "armenians": (20, 0, 0),
    "fatimids": (15, 0, 0),
}
RANKS = {"Robert-FL": 3, "Robert-NO": 2, "Stephen": 1, "Raymond": 3, "Ridwan": 3, "ed-Daba": 1}
CAMPAIGN = {"Bohemond": 4, "Ridwan": 3, "Raymond": 3, "Yagi-Sihan": 2}
RAINULF = ("Rainulf", 2)
COPIES = 2  # cards of each leader (4.4)


def factions(raw: Leaders) -> Problems:
    """17: the factions of the book with what they begin with."""
    if tuple(raw.factions) != facts.FACTIONS:
        yield f"leaders.yaml, factions: must be {', '.join(facts.FACTIONS)} [constraint 17]."
        return
    for token, faction in raw.factions.items():
        side = _side(token)
        if faction.side != side:
            yield f"leaders.yaml, {token}: its side is {side} [constraint 17, rule 5.2]."
    for token, wanted in STRENGTH.items():
        one = raw.factions[token]
        found = (one.sp, one.knights, one.resources)
        for word, has, must in zip(("SP", "knights", "Resources"), found, wanted, strict=True):
            if has != must:
                yield f"leaders.yaml, {token}: begins with {must} {word} [constraint 17, scenario]."


def _side(faction: str) -> str:
    if faction in facts.CRUSADERS:
        return "crusader"
    return "muslim" if faction in facts.MUSLIMS else "nobody"


def leaders(raw: Leaders) -> Problems:
    """18: the leaders of the book, their ranks and values; one of each faction above the others."""
    for token in sorted(set(raw.leaders) ^ set(facts.LEADER_NAMES)):
        known = token in facts.LEADER_NAMES
        so = "is missing" if known else f"is no leader{guess(token, facts.LEADER_NAMES)}"
        yield f"leaders.yaml, {token}: {so} [constraint 18, scenario]."
    for faction, tokens in facts.LEADERS.items():
        own = {token: raw.leaders[token] for token in tokens if token in raw.leaders}
        for token, one in own.items():
            if one.faction != faction:
                yield f"leaders.yaml, {token}: serves {faction} [constraint 18, scenario]."
        yield from _command(faction, own)
    for token, rank in RANKS.items():
        if token in raw.leaders and raw.leaders[token].rank != rank:
            yield f"leaders.yaml, {token}: his rank is {rank} [constraint 18, rule 5.4]."
    for token, cv in CAMPAIGN.items():
        if token in raw.leaders and raw.leaders[token].cv != cv:
            yield f"leaders.yaml, {token}: his campaign value is {cv} [constraint 18, rule 5.1]."
    shorts = [one.short for one in raw.leaders.values()]
    if len(set(shorts)) != len(shorts):
        yield "leaders.yaml: two leaders have the same short name [constraint 18]."


def _command(faction: str, own: dict[str, Leader]) -> Problems:
    if faction not in facts.PLAYED:
        for token, one in own.items():
            if one.av:
                yield f"leaders.yaml, {token}: has no cards, so no price [constraint 18, rule 4.4]."
        return
    ranks = sorted((one.rank for one in own.values()), reverse=True)
    if len(ranks) > 1 and ranks[0] == ranks[1]:
        yield f"leaders.yaml, {faction}: one leader stands above all others [constraint 18, 5.3]."
    for token, one in own.items():
        if not one.av:
            yield f"leaders.yaml, {token}: his cards have no price [constraint 18, rule 4.4]."


def replacements(raw: Leaders) -> Problems:
    """19: many leaders have a replacement, weaker than they; Bohemond's is Rainulf."""
    spare = {token: one.replacement for token, one in raw.leaders.items() if one.replacement}
    for token, one in spare.items():
        if one.cv >= raw.leaders[token].cv:
            yield f"leaders.yaml, {token}: {one.name} must be weaker [constraint 19, rule 7.2H]."
    if not 2 <= len(spare) < len(raw.leaders):
        yield "leaders.yaml: many leaders have a replacement, not all [constraint 19, rule 7.2H]."
    rainulf = spare.get("Bohemond")
    if "Bohemond" in raw.leaders and (rainulf is None or (rainulf.name, rainulf.cv) != RAINULF):
        yield "leaders.yaml, Bohemond: his replacement is Rainulf, 2 [constraint 19, rule 7.2K]."


def markers(raw: Leaders) -> Problems:
    """20: the smallest marker buys two or three cards, some largest marker all of a faction's."""
    whole = 0
    for token in facts.PLAYED:
        if token not in raw.factions:
            continue
        cup = raw.factions[token].markers
        prices = sorted(
            one.av for one in raw.leaders.values() if one.faction == token for _ in range(COPIES)
        )
        if not cup:
            yield f"leaders.yaml, {token}: has no markers [constraint 20, rule 4.4]."
            continue
        if not 2 <= _bought(min(cup), prices) <= 4 or sum(prices[-2:]) > min(cup) + 2:
            yield f"leaders.yaml, {token}: its least marker buys two or three [constraint 20, 4.4]."
        whole += max(cup) >= sum(prices)
    if not whole:
        yield "leaders.yaml: no marker ever buys all cards of a faction [constraint 20, rule 4.4]."


def _bought(points: int, prices: list[int]) -> int:
    """How many of the cheapest cards that many points buy."""
    count = 0
    for price in prices:
        points -= price
        if points < 0:
            break
        count += 1
    return count


OF_LEADERS = (factions, leaders, replacements, markers)
