"""board.yaml: what must be true of places, sea zones and roads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable

from engine.games.granada.datacheck.common import OF_SIDE
from engine.games.granada.table.data import FACTIONS, SEATS, Board
from engine.models import Problems, guess

NAMED = (
    "Granada", "Cordoba", "Malaga", "Baza", "Almunecar", "Alhama", "Zahara", "Lucena", "Almeria",
    "Guadix", "Finana", "Gergal", "Albox", "Adra", "Ubeda", "Sevilla", "Cartagena", "Gibraltar",
    "Oran",
)  # fmt: skip


def tokens(board: Board) -> Problems:
    """1: orders are typed, so a token is plain letters and never the beginning of another."""
    known = sorted([*board.places, *board.zones], key=str.lower)
    for token in known:
        if not re.fullmatch(r"[A-Za-z]+(-[A-Za-z]+)*", token):
            yield f"board.yaml, {token}: a token has only plain letters and hyphens [constraint 1]."
        longer = next((t for t in known if t.lower().startswith(token.lower()) and t != token), "")
        if longer:
            yield f"board.yaml, {token}: is the beginning of {longer} [constraint 1]."


def named_places(board: Board) -> Problems:
    """1: the places that the rules name."""
    for token in NAMED:
        if token not in board.places:
            yield f"board.yaml: the place {token}, named in the rules, is missing [constraint 1]."


def castle_or_watchtower(board: Board) -> Problems:
    """1 and 4: one or the other, ten of each, castles of both alignments."""
    both = board.having("castle") & board.having("watchtower")
    for token in sorted(both):
        yield f"board.yaml, {token}: has a castle and a watchtower [constraint 1, rule 4.1]."
    for mark, plural in (("castle", "castles"), ("watchtower", "watchtowers")):
        found = len(board.having(mark))
        if found != 10:
            yield f"board.yaml: {found} {plural}; there must be 10 [constraint 4, rule 3.4]."
    for side in SEATS:
        if not any(p.castle and p.territory == side for p in board.places.values()):
            yield f"board.yaml: no castle in {side} territory [constraint 4, rule 4.3]."
    for token in ("Granada", "Malaga", "Baza", "Almunecar"):
        place = board.places.get(token)
        if place and not (place.castle and place.territory == "muslim"):
            yield f"board.yaml, {token}: must be a Muslim castle [constraint 4, rule 4.3]."
    for token in sorted(board.having("castle_name") - board.having("castle")):
        yield f"board.yaml, {token}: names a castle but has none [constraint 4]."


def territories(board: Board) -> Problems:
    """5 and 8: which side of the border the named places lie on."""
    christian = {"Cordoba", "Ubeda", "Sevilla", "Cartagena", "Gibraltar", "Zahara", "Lucena"}
    for token in NAMED:
        side = "christian" if token in christian else "muslim"
        place = board.places.get(token)
        if place and place.territory and place.territory != side:
            yield f"board.yaml, {token}: must lie in {side} territory [constraint 5, rule 5.1]."


def ports(board: Board) -> Problems:
    """2: nine ports, nine zones, one to one."""
    harbours = board.having("port")
    for what, found in (("ports", len(harbours)), ("sea zones", len(board.zones))):
        if found != 9:
            yield f"board.yaml: {found} {what}; there must be 9 [constraint 2, rule 4.5]."
    of_zones = Counter(zone.port for zone in board.zones.values() if zone.port)
    for token, zone in board.zones.items():
        if zone.port and zone.port not in board.places:
            meant = guess(zone.port, board.places)
            yield f"board.yaml, {token}: unknown port {zone.port!r}{meant} [constraint 2]."
        elif zone.port and zone.port not in harbours:
            yield f"board.yaml, {token}: {zone.port} is not a port [constraint 2, rule 4.5]."
    for token in sorted(harbours):
        if of_zones[token] != 1:
            yield (
                f"board.yaml, {token}: the port has {of_zones[token]} sea zones; "
                "it must have one [constraint 2, rule 4.5]."
            )
    for token in ("Adra", "Oran"):
        if token in board.places and token not in harbours:
            yield f"board.yaml, {token}: must be a port [constraint 2, rules 9.2, 10.11]."
    if not harbours & board.having("castle"):
        yield "board.yaml: no castle has a port [constraint 2, rule 8.7.5]."


def coasts(board: Board) -> Problems:
    """2: ships bombard from a zone that exists; a port's own."""
    for token, place in board.places.items():
        if place.coast and place.coast not in board.zones:
            meant = guess(place.coast, board.zones)
            yield f"board.yaml, {token}: unknown sea zone {place.coast!r}{meant} [constraint 2]."
        own = next((name for name, zone in board.zones.items() if zone.port == token), "")
        if place.port and own and place.coast != own:
            yield f"board.yaml, {token}: its coast must be its port's zone {own} [rule 11.6]."


def sea(board: Board) -> Problems:
    """2: the zones adjoin one another, each pair once, and every zone can be reached."""
    for number, pair in enumerate(board.sea, 1):
        for token in pair:
            if token not in board.zones:
                meant = guess(token, board.zones)
                yield f"board.yaml, sea, line {number}: unknown zone {token!r}{meant}."
    for ends, times in Counter(frozenset(pair) for pair in board.sea).items():
        if times > 1:
            yield f"board.yaml, sea: {' and '.join(sorted(ends))} adjoin {times} times."
    for token in _cut_off(board.zones, board.sea):
        yield f"board.yaml, {token}: no other zone leads there [constraint 2, rule 4.5]."


def resources(board: Board) -> Problems:
    """3: ten stars, and the two capitals."""
    found = len(board.having("resource"))
    if found != 10:
        yield f"board.yaml: {found} resources; there must be 10 [constraint 3, rule 3.4]."
    capitals = {"Cordoba": "christian", "Granada": "muslim"}
    for token, place in board.places.items():
        if place.capital != capitals.get(token, ""):
            right = capitals.get(token, "none of any side")
            yield f"board.yaml, {token}: capital must be {right} [constraint 3, rule 4.6]."
        if place.capital and not place.resource:
            yield f"board.yaml, {token}: a capital is a resource [constraint 3, rule 4.6]."


def enemy_towers(board: Board) -> Problems:
    """5: control differs from territory in three places, all with watchtowers."""
    exceptions = {"Zahara": "muslim", "Lucena": "muslim", "Alhama": "christian"}
    for token, place in board.places.items():
        if token in exceptions and place.control != exceptions[token]:
            side = exceptions[token]
            yield f"board.yaml, {token}: control must be {side} [constraint 5, rule 5.1]."
        if token in exceptions and not place.watchtower:
            yield f"board.yaml, {token}: must have a watchtower [constraint 5, rule 5.1]."
        if token not in exceptions and place.owner != place.territory:
            yield f"board.yaml, {token}: must begin with its own side [constraint 5, rule 5.1]."


def hybrid_roads(board: Board) -> Problems:
    """6: one road from Granada to Alhama, one (or a chain) from Almería to Guadix, no more."""
    hybrid = {road.ends for road in board.roads if road.type == "hybrid"}
    main = {end for road in board.roads if road.type == "main" for end in road.between}
    alhama = frozenset(("Granada", "Alhama"))
    if alhama not in hybrid:
        yield "board.yaml: no hybrid road Granada-Alhama [constraint 6, rule 7.3.3]."
    chain = _chain("Almeria", "Guadix", hybrid - {alhama})
    if not chain:
        yield "board.yaml: no hybrid road or chain Almeria-Guadix [constraint 6, rule 7.3.3]."
        return
    for ends in sorted(hybrid - chain - {alhama}, key=sorted):
        yield f"board.yaml, road {'-'.join(sorted(ends))}: must not be hybrid [constraint 6]."
    if not alhama & main:
        yield "board.yaml: the road Granada-Alhama joins no main road [constraint 6]."
    if len(chain) == 1 and not {"Almeria", "Guadix"} & main:
        yield "board.yaml: the road Almeria-Guadix joins no main road [constraint 6]."


def boabdils_towns(board: Board) -> Problems:
    """7: the four towns where the grey army may appear, east of Granada."""
    right = {"Guadix", "Finana", "Gergal", "Albox"}
    for token in sorted(board.having("boabdil") ^ right):
        if token in board.places:
            so = "must" if token in right else "must not"
            yield f"board.yaml, {token}: {so} be a town of Boabdil [constraint 7, rule 10.12.1]."
    granada = board.places.get("Granada")
    for token in sorted(right & set(board.places)):
        if granada and board.places[token].at[0] <= granada.at[0]:
            yield f"board.yaml, {token}: must lie east of Granada [constraint 7]."


def entries_and_pioneers(board: Board) -> Problems:
    """8: where mercenaries enter and pioneers begin."""
    entry = {
        "Cartagena": "christian",
        "Gibraltar": "christian",
        "Malaga": "muslim",
        "Oran": "muslim",
    }
    for token, place in board.places.items():
        right = entry.get(token, "")
        if place.mercenaries != right:
            found, wanted = place.mercenaries or "nobody's", right or "nobody's"
            yield f"board.yaml, {token}: mercenaries are {found}, must be {wanted} [rule 11.1]."
        if place.pioneers != (token in ("Cordoba", "Ubeda", "Cartagena")):
            so = "must not" if place.pioneers else "must"
            yield f"board.yaml, {token}: {so} begin with pioneers [constraint 8, rule 11.7]."


def recruiting(board: Board) -> Problems:
    """9: somewhere for each faction to muster; Almuñécar is Muslim."""
    found = {faction for place in board.places.values() for faction in place.recruit}
    for faction in FACTIONS:
        if faction not in found:
            yield f"board.yaml: no place recruits {faction} [constraint 9, rule 4.8]."
    place = board.places.get("Almunecar")
    if place and not set(place.recruit) & set(OF_SIDE["muslim"]):
        yield "board.yaml, Almunecar: must recruit a Muslim faction [constraint 9, rule 7.2]."


def roads(board: Board) -> Problems:
    """15: roads join known places, each pair once, and the land is one but for Oran."""
    for road in board.roads:
        for token in road.between:
            if token not in board.places:
                meant = guess(token, board.places)
                yield f"board.yaml, road {'-'.join(road.between)}: unknown place {token!r}{meant}."
    for ends, times in Counter(road.ends for road in board.roads).items():
        if times > 1:
            yield f"board.yaml, road {'-'.join(sorted(ends))}: stands {times} times."
    land = [token for token in board.places if token != "Oran"]
    for token in _cut_off(land, [road.between for road in board.roads]):
        yield f"board.yaml, {token}: no road leads there from the rest [constraint 15, rule 4.1]."


def reasons(board: Board) -> Problems:
    """A rebuilt fact says why."""
    for token, zone in board.zones.items():
        if "reconstructed" in zone.source and not zone.why:
            yield f"board.yaml, {token}: is reconstructed but does not say why."


OF_BOARD = (
    tokens, named_places, castle_or_watchtower, territories, ports, coasts, sea, resources,
    enemy_towers, hybrid_roads, boabdils_towns, entries_and_pioneers, recruiting, roads, reasons,
)  # fmt: skip


# ---- the map as a graph -------------------------------------------------------------------------


def _cut_off(nodes: Collection[str], edges: Iterable[tuple[str, ...]]) -> list[str]:
    """The nodes outside the largest part of the graph."""
    beside: dict[str, set[str]] = {node: set() for node in nodes}
    for a, b in edges:
        if a in beside and b in beside:
            beside[a].add(b)
            beside[b].add(a)
    parts: list[set[str]] = []
    left = set(nodes)
    while left:
        part, edge = set(), {min(left)}
        while edge:
            part |= edge
            edge = {near for node in edge for near in beside[node]} - part
        parts.append(part)
        left -= part
    largest = max(parts, key=len, default=set())
    return [node for node in nodes if node not in largest]


def _chain(start: str, end: str, edges: set[frozenset[str]]) -> set[frozenset[str]]:
    """The edges of the only way from start to end; empty when there is none, or it forks."""
    here, walked = start, set[frozenset[str]]()
    while here != end:
        onward = [edge for edge in edges - walked if here in edge]
        if len(onward) != 1:
            return set()
        walked.add(onward[0])
        here = next(iter(onward[0] - {here}))
    return walked
