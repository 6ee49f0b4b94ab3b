"""board.yaml: what must be true of Cities, Towns, points, connections, boxes and the sea."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, pairwise

from engine.boards.graph import distances
from engine.games.crusade.datacheck.country import (
    Country,
    crossing,
    kilometres,
    known,
    southern,
    valley,
)
from engine.games.crusade.table import facts
from engine.games.crusade.table.data import Board
from engine.models import Problems, guess

WALLS = {"Antioch": 7, "Jerusalem": 5, "Homs": 3, "Edessa": 3, "Cyprus": 2}  # stated
STATED = {"G8": 1, "G9": 4, "H8": 3, "H9": 1}
MARCH = ("G7", "G8", "G9", "H8", "H9")  # of the examples (6.3A, 6.3E)
JORDAN = {frozenset(pair) for pair in (("K5", "K6"), ("L1", "L2"), ("L2", "Jericho"))}
LANDED = 20  # SP that the four NSP of a port carry (9.5)
SUPPLIED = ("Sea-Tarsus", "Sea-Tortosa", "Sea-Tripoli", "Sea-Sidon", "Sea-Acre")  # from Cyprus
LINE = 10  # points of a Limited line of communication (10.1)
HOST = 34  # points from Antioch to Jerusalem
AUTUMN = 16  # points to Antioch's gate in turn 1: two marches
SCALE = (
    ("G8", "H9", 160),
    ("B4", "E1", 160),
    ("E1", "E7", 95),
    ("F1", "G3", 150),
    ("G3", "J1", 180),
    ("J1", "L5", 150),
    ("H9", "L5", 260),
    ("E7", "C12", 200),
)  # roads and their length in kilometres
NEAREST = 8  # kilometres between two spaces


def names(board: Board) -> Problems:
    """1: the names of the book and no other, under tokens that nobody can mistake."""
    named = {key for key, point in board.transit.items() if point.name}
    have = {*board.cities, *board.towns, *named}
    for token in sorted(have ^ set(facts.NAMED)):
        so = "is missing" if token in facts.NAMED else "is no name of the book"
        meant = guess(token, facts.NAMED) if token in have else ""
        yield f"board.yaml, {token}: {so}{meant} [constraint 1, rule 2.1]."
    everything = [*board.cities, *board.towns, *board.transit, *board.boxes, *board.zones]
    for token, times in Counter(token.lower() for token in everything).items():
        if times > 1:
            yield f"board.yaml, {token}: stands {times} times [constraint 1]."
    for token in everything:
        if not re.fullmatch(r"[A-Za-z]+\d*(-[A-Za-z]+)*", token):
            yield f"board.yaml, {token}: a token is letters, figures and hyphens [constraint 1]."


def kinds(board: Board) -> Problems:
    """2: which places the text treats as Cities, which as Towns."""
    for token in facts.CITY_NAMES:
        if token in board.towns:
            yield f"board.yaml, {token}: must be a City [constraint 2, rule 2.1]."
    for token in facts.TOWN_NAMES:
        if token in board.cities:
            yield f"board.yaml, {token}: must be a Town [constraint 2, rule 7.2]."
    gates = board.transit.get("Syrian-Gates")
    if gates and not gates.double:
        yield "board.yaml, Syrian-Gates: must double its defender [constraint 2, rule 7.2]."


def gates(board: Board) -> Problems:
    """3: every City but Cyprus has one connection, to a numbered point of its own."""
    country = Country(board)
    for token, city in board.cities.items():
        near = country.near.get(token, set())
        if token == "Cyprus":
            if city.gate or near:
                yield "board.yaml, Cyprus: has no gate and no road [constraint 3, rule 8.2]."
        elif city.gate not in board.transit:
            yield f"board.yaml, {token}: its gate must be a point [constraint 3, rule 8.2]."
        elif near != {city.gate}:
            yield f"board.yaml, {token}: its one connection is its gate [constraint 3, rule 8.2]."
    served = Counter(city.gate for city in board.cities.values() if city.gate)
    for gate, times in served.items():
        if times > 1:
            yield f"board.yaml, {gate}: is the gate of {times} Cities [constraint 3, rule 8.2]."
    joined = {way.both for way in board.connections if way.type == "gate"}
    stated = {frozenset((key, c.gate)) for key, c in board.cities.items() if c.gate}
    for ends in sorted(map(sorted, joined ^ stated)):
        yield f"board.yaml, connection {'-'.join(ends)}: gate and City differ [constraint 3]."
    for gate, token in (("G8", "Homs"), ("H9", "Damascus")):
        if token in board.cities and board.cities[token].gate != gate:
            yield f"board.yaml, {token}: its gate is {gate} [constraint 3, rule 6.3A]."


def values(board: Board) -> Problems:
    """4: the attrition values that examples state."""
    for token, value in STATED.items():
        if token not in board.transit:
            yield f"board.yaml, {token}: is missing [constraint 4, rule 6.3A]."
        elif board.transit[token].value != value:
            yield f"board.yaml, {token}: its value is {value} [constraint 4, rule 6.3A]."


def numbers(board: Board) -> Problems:
    """5: letters are rows from north to south, numbers without gaps, as far as labels survive."""
    rows: dict[str, list[int]] = {}
    for token, point in board.transit.items():
        label = point.number or token
        if not re.fullmatch(r"[A-M]\d+", label):
            yield f"board.yaml, {token}: has no number [constraint 5, rule 2.1]."
            continue
        north = sorted(board.rows.items(), key=lambda row: -row[1])
        row = next((letter for letter, edge in north if point.at[1] >= edge), "?")
        if row != label[0]:
            yield f"board.yaml, {token}: lies in row {row} [constraint 5, rule 2.1]."
        rows.setdefault(label[0], []).append(int(label[1:]))
    for letter, found in rows.items():
        if sorted(found) != list(range(1, len(found) + 1)):
            yield f"board.yaml, row {letter}: its numbers have gaps [constraint 5, rule 2.1]."
    for letter, least in (("G", 9), ("H", 9), ("K", 6), ("L", 2)):
        if len(rows.get(letter, ())) < least:
            yield f"board.yaml, row {letter}: must reach {letter}{least} [constraint 5, rule 6.3A]."


def connections(board: Board) -> Problems:
    """6: every connection joins two spaces that exist, and stands once."""
    spaces = {*board.cities, *board.towns, *board.transit, *board.boxes}
    for way in board.connections:
        for token in way.ends:
            if token not in spaces:
                meant = guess(token, spaces)
                yield f"board.yaml, connection {way.words}: unknown space {token!r}{meant}."
        if way.type == "river" and not way.river:
            yield f"board.yaml, connection {way.words}: which river? [constraint 6, rule 6.3A]."
    for ends, times in Counter(way.both for way in board.connections).items():
        if times > 1:
            yield f"board.yaml, connection {'-'.join(sorted(ends))}: stands {times} times."


def marches(board: Board) -> Problems:
    """6: the two marches of the examples, and no cheaper way."""
    country = Country(board)
    for a, b in pairwise(MARCH):
        if country.kinds.get(frozenset((a, b))) != "road":
            yield f"board.yaml: no road {a}-{b} [constraint 6, rule 6.3A]."
    if not known(board, "G7", "G8", "H9"):
        return
    for start, points in (("G8", 8), ("G7", 9)):
        found = country.cost(start).get("H9", 0)
        if found != points:
            yield f"board.yaml: {start} to H9 costs {found}, not {points} [constraint 6, 6.3A]."
    if country.cost("G8").get("H9", 99) > LINE:
        yield "board.yaml: Homs and Damascus are beyond a line of communication [constraint 6]."


def rivers(board: Board) -> Problems:
    """7: the Jordan's crossings, river connections besides it, bridges, and what crosses it."""
    wet = {way.both: way.river for way in board.connections if way.type == "river"}
    jordan = {ends for ends, river in wet.items() if river == "Jordan"}
    for ends in sorted(map(sorted, JORDAN - jordan)):
        yield f"board.yaml: {'-'.join(ends)} crosses the Jordan [constraint 7, rule 6.7]."
    for ends in sorted(map(sorted, jordan - JORDAN)):
        yield f"board.yaml, connection {'-'.join(ends)}: is none of the three [constraint 7, 6.7]."
    if not set(wet.values()) - {"Jordan"}:
        yield "board.yaml: there is no river connection but the Jordan's [constraint 7, rule 7.2]."
    bridged = {way.river for way in board.connections if way.look == "bridge"}
    for river in ("Orontes", "Jordan"):
        if river not in bridged:
            yield f"board.yaml: there is no bridge over the {river} [constraint 7, rule 6.3A]."
    for ends in sorted(map(sorted, valley(board) ^ jordan)):
        words = "-".join(ends)
        yield f"board.yaml, connection {words}: the river must be crossed there [constraint 7]."


def passes(board: Board) -> Problems:
    """8: the way south of St. Symeon, and the Syrian Gates on the road to Antioch."""
    country = Country(board)
    if known(board, "St-Symeon"):
        south = southern(board, country)
        if len(country.near.get("St-Symeon", ())) < 2 or len(south) != 1:
            yield (
                "board.yaml, St-Symeon: needs one neighbour to the south and another "
                "[constraint 8, rule 7.2]."
            )
    if known(board, "C4", "E1", "Syrian-Gates"):
        around = country.cost("C4", avoid=("Syrian-Gates",)).get("E1", 99)
        if country.cost("C4").get("E1", 99) >= around:
            yield (
                "board.yaml, Syrian-Gates: the shortest way from Cilicia to Antioch leads past "
                "them [constraint 8, rule 7.2]."
            )


def walls(board: Board) -> Problems:
    """9: siege defence values that the text states, and Antioch the strongest."""
    for token, sdv in WALLS.items():
        if token in board.cities and board.cities[token].sdv != sdv:
            yield f"board.yaml, {token}: its SDV is {sdv} [constraint 9, rule 8.2]."
    if "Cyprus" in board.cities and board.cities["Cyprus"].resources != 10:
        yield "board.yaml, Cyprus: has 10 Resources [constraint 9, rule 10.5]."
    for token, city in board.cities.items():
        if token != "Antioch" and city.sdv >= WALLS["Antioch"]:
            yield f"board.yaml, {token}: no City is as strong as Antioch [constraint 9, rule 8.2]."


def landings(board: Board) -> Problems:
    """10: no ordinary port is too strong to be besieged from the sea."""
    for token, city in board.cities.items():
        if city.port and not city.deep and 5 * city.sdv > LANDED:
            yield (
                f"board.yaml, {token}: four NSP land {LANDED} SP, too few to besiege it "
                "[constraint 10, rule 9.5]."
            )


def sea(board: Board) -> Problems:
    """11: eight zones, each named after a port in it, with neighbours that know each other."""
    for token in sorted(set(board.zones) ^ set(facts.ZONES)):
        so = "is missing" if token in facts.ZONES else "is no zone of the book"
        yield f"board.yaml, {token}: {so} [constraint 11, rule 9.1]."
    for token, zone in board.zones.items():
        if zone.name not in zone.ports:
            yield f"board.yaml, {token}: is named after a port in it [constraint 11, rule 9.1]."
        for other in zone.next:
            if other in board.zones and token not in board.zones[other].next:
                yield f"board.yaml, {token}: {other} does not know it [constraint 11, rule 9.1]."
    if set(board.zones) == set(facts.ZONES):
        yield from _reach(board)


def _reach(board: Board) -> Problems:
    order = list(board.zones)
    graph = [[order.index(n) for n in zone.next] for zone in board.zones.values()]
    apart = distances(graph, order.index("Sea-Cyprus"))
    for token in order:
        if apart[order.index(token)] > len(order):
            yield f"board.yaml, {token}: cannot be reached [constraint 11, rule 9.1]."
    for token in SUPPLIED:
        if 3 < apart[order.index(token)] <= len(order):
            yield f"board.yaml, {token}: more than three zones from Cyprus [constraint 11, 9.2]."
    egypt = board.boxes.get("Egypt")
    if egypt and egypt.zone in order:
        south = distances(graph, order.index(egypt.zone))[order.index("Sea-Acre")]
        if south + 1 > 3:
            yield "board.yaml: Egypt lies more than three moves from Acre [constraint 11, 9.2]."


def ports(board: Board) -> Problems:
    """12: places and zones agree; Tyre shares Acre's; Town ports exist; deep water at three."""
    listed = {port: token for token, zone in board.zones.items() for port in zone.ports}
    own = board.harbours
    for token in sorted({*listed, *(key for key, zone in own.items() if zone)}):
        if own.get(token, "") != listed.get(token, ""):
            yield f"board.yaml, {token}: port and zone do not agree [constraint 12, rule 9.1]."
    acre = [port for port, zone in listed.items() if zone == "Sea-Acre"]
    if sorted(acre) != ["Acre", "Tyre"]:
        yield "board.yaml, Sea-Acre: its ports are Acre and Tyre [constraint 12, rule 9.3]."
    if not set(listed) & set(board.towns):
        yield "board.yaml: there must be a Town that is a port [constraint 12, rule 9.5]."
    deep = {token for token, city in board.cities.items() if city.deep}
    if deep != {"Acre", "Cyprus"}:
        yield "board.yaml: deep water is at Acre and Cyprus [constraint 12, rule 9.3]."
    if "Egypt" in board.boxes and not board.boxes["Egypt"].deep:
        yield "board.yaml, Egypt: has deep water [constraint 12, rule 9.3]."


def boxes(board: Board) -> Problems:
    """13: entries in the north-west, Mosul joined to two points; whose they are."""
    if set(board.boxes) != set(facts.BOXES):
        yield f"board.yaml, boxes: must be {', '.join(facts.BOXES)} [constraint 13, rule 2.1]."
        return
    for token in facts.ENTRIES:
        box = board.boxes[token]
        if box.edge != "north-west" or not box.closed:
            yield f"board.yaml, {token}: lies in the north-west, closed [constraint 13, rule 2.1]."
    if len(board.boxes["Mosul"].links) < 2:
        yield "board.yaml, Mosul: must join at least two points [constraint 13, scenario]."
    owners = {"Cappadocia": "mosul", "Mosul": "mosul", "Egypt": "fatimids"}
    for token, only in owners.items():
        if board.boxes[token].only != only:
            yield f"board.yaml, {token}: only {only} may enter [constraint 13, rule 2.1]."
    linked = {frozenset((key, end)) for key, box in board.boxes.items() for end in box.links}
    joined = {way.both for way in board.connections if way.type == "entry"}
    for ends in sorted(map(sorted, linked ^ joined)):
        yield f"board.yaml, connection {'-'.join(ends)}: box and link differ [constraint 13]."
    for box in board.boxes.values():
        for end in box.links:
            if end not in board.transit:
                yield f"board.yaml, {box.name}: {end} is no point [constraint 13, rule 2.1]."


def reach(board: Board) -> Problems:
    """14: every space can be reached; in the Rain of turn 1 every City but Edessa."""
    country = Country(board)
    land = [k for k in (*board.cities, *board.towns, *board.transit) if k != "Cyprus"]
    dry = country.cost("Entry-A")
    for token in land:
        if token not in dry:
            yield f"board.yaml, {token}: no way leads there [constraint 14]."
    for entry in facts.ENTRIES:
        rain = country.cost(entry, rain=True)
        for token in board.cities:
            if token not in rain and token not in ("Cyprus", "Edessa"):
                yield f"board.yaml, {token}: cannot be reached in Rain [constraint 14, rule 6.6]."
        gate = board.cities["Antioch"].gate if "Antioch" in board.cities else ""
        if rain.get(gate, 99) > AUTUMN:
            yield (
                f"board.yaml, {entry}: Antioch is {rain.get(gate, 99)} points away in Rain, "
                f"more than {AUTUMN} [constraint 14, scenario]."
            )


def scale(board: Board) -> Problems:
    """14: roads cost about what the one known road costs, by length."""
    country = Country(board)
    for a, b, far in SCALE:
        if known(board, a, b):
            points = country.cost(a).get(b, 99)
            if not 2.5 <= 100 * points / far <= 8.5:
                yield f"board.yaml: {a} to {b} costs {points} for {far} km [constraint 14]."
    if known(board, "E1", "L5") and country.cost("E1").get("L5", 99) > HOST:
        yield f"board.yaml: Antioch to Jerusalem costs more than {HOST} [constraint 14]."


def drawn(board: Board) -> Problems:
    """15: no two connections cross, and no two spaces lie on each other."""
    for one, other in crossing(board):
        yield f"board.yaml, connection {one}: crosses {other} [constraint 15]."
    at = board.spots
    for a, b in combinations(at, 2):
        pair = {a, b}
        gate = any(city.gate in pair and key in pair for key, city in board.cities.items())
        if not gate and kilometres(at[a], at[b]) < NEAREST:
            yield f"board.yaml, {a}: lies on {b} [constraint 15]."


OF_BOARD = (
    names, kinds, gates, values, numbers, connections, marches, rivers, passes, walls, landings,
    sea, ports, boxes, reach, scale, drawn,
)  # fmt: skip
