"""nations.yaml: what must be true of the nations, their counters and Chiefs."""

from __future__ import annotations

from engine.games.hispania.table import facts
from engine.games.hispania.table.data import Nations
from engine.models import Problems, guess


def order(data: Nations) -> Problems:
    """15: the twenty-seven nations of these scenarios, in the order of play."""
    for token in sorted(set(data.nations) ^ set(facts.ORDER)):
        so = "is missing" if token in facts.ORDER else f"is no nation{guess(token, facts.ORDER)}"
        yield f"nations.yaml, {token}: {so} [constraint 15, rule 1.0]."
    for number, token in enumerate(data.nations, 1):
        if data.nations[token].order != number:
            yield f"nations.yaml, {token}: order must be {number} [constraint 15, rule 1.0]."
    if [token for token in data.nations if token in facts.ORDER] != [
        token for token in facts.ORDER if token in data.nations
    ]:
        yield "nations.yaml: the nations do not stand in the order of play [constraint 15]."
    for token, turns in facts.TURNS.items():
        if token in data.nations and data.nations[token].turns != turns:
            yield f"nations.yaml, {token}: turns must be {list(turns)} [constraint 15]."


def groups(data: Nations) -> Problems:
    """16: four players, each with the group that the standard version gives him."""
    if len(data.seats) != 4:
        yield f"nations.yaml, seats: there are four, not {len(data.seats)} [rule 13.0]."
    used = []
    for group in facts.GROUPS:
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
    if data.religion.from_ != 11:
        yield "nations.yaml, religion: begins in turn 11 [constraint 17, rule 0.4]."
    for token, nation in data.nations.items():
        if nation.crescent != (token in facts.CRESCENT):
            so = "must" if token in facts.CRESCENT else "must not"
            yield f"nations.yaml, {token}: {so} have the crescent [constraint 17, rule 0.4]."
        never = token in facts.NEVER
        reserve = 0 if never else 8 if token in facts.EIGHT_GOLD else 4
        if nation.reserve != reserve:
            yield f"nations.yaml, {token}: reserve must be {reserve} [constraint 17, rule 2.4]."
        if nation.income.never != never or never == bool(nation.income.from_):
            so = "never collects gold" if never else "must have income from some turn on"
            yield f"nations.yaml, {token}: {so} [constraint 17, rule 2.1]."
        first = facts.FIRST_INCOME.get(token)
        if first and nation.income.from_ != first:
            yield f"nations.yaml, {token}: income begins in turn {first} [constraint 17]."
        if not never and nation.income.from_ < nation.turns[0]:
            yield f"nations.yaml, {token}: income before it is in play [constraint 17]."
        for mark, owners in (("half", ("byzance",)), ("castles_only", ("wisigoth", "omeyyad"))):
            if getattr(nation.income, mark) != (token in owners):
                so = "must" if token in owners else "must not"
                yield f"nations.yaml, {token}: income {so} be {mark} [constraint 17, rule 2.1]."


def counters(data: Nations) -> Problems:
    """18: who owns which kinds, and at least as many as the book puts on the map."""
    for token, nation in data.nations.items():
        for kind, owners in facts.OWNERS.items():
            if (kind in nation.units) != (token in owners):
                so = "must" if token in owners else "must not"
                yield f"nations.yaml, {token}: {so} own {kind} [constraint 18, rule 0.3]."
        if ("inf" in nation.units) == (token in facts.OWNERS["elite"]):
            yield f"nations.yaml, {token}: a nation has Infantry or Elites [constraint 18]."

    def owned(token: str, kind: str) -> int:
        return data.nations[token].units.get(kind, 0) if token in data.nations else 99

    for (token, kind), number in facts.EXACT.items():
        if token in data.nations and owned(token, kind) != number:
            yield f"nations.yaml, {token}: {kind} must be {number} [constraint 18]."
    for (token, kind), number in facts.LEAST.items():
        if owned(token, kind) < number:
            yield f"nations.yaml, {token}: {kind} must be at least {number} [constraint 18]."
    for new, kind, old, was in facts.HEIRS:
        if old in data.nations and owned(new, kind) < owned(old, was):
            yield f"nations.yaml, {new}: too few {kind} to take over from {old} [constraint 18]."


def chiefs(data: Nations) -> Problems:
    """19: the Chiefs, with the turns in which they come and go."""
    for token in sorted(set(data.chiefs) ^ set(facts.CHIEFS)):
        so = "is missing" if token in facts.CHIEFS else f"is no Chief{guess(token, facts.CHIEFS)}"
        yield f"nations.yaml, {token}: {so} [constraint 19, rule 3.3]."
    for token, chief in data.chiefs.items():
        right = facts.CHIEFS.get(token)
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
