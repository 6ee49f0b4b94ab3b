"""The First Crusade's data: what is shipped is sound, and the validator names what is not."""

from __future__ import annotations

import json
import shutil
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from engine.core import DataError
from engine.data import folder, load
from engine.games.crusade.datacheck import FILES, check
from engine.games.crusade.table.board import CITY, FAR, POINT, TOWN, Board
from engine.games.crusade.table.charts import CF, RAIN, STALEMATE, WINTER, D, F, P
from engine.games.crusade.table.data import read
from engine.games.crusade.table.people import CRUSADER, MUSLIM


@pytest.fixture(scope="module")
def shipped() -> dict[str, dict[str, Any]]:
    return {name: load(folder("crusade") / f"{name}.yaml") for name in FILES}


@pytest.fixture(scope="module")
def board(shipped: dict[str, dict[str, Any]]) -> Board:
    return Board(read(shipped))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    copy = tmp_path / "crusade"
    copy.mkdir()
    for name in FILES:
        shutil.copy(folder("crusade") / f"{name}.yaml", copy)
    (copy / "rules.yaml").write_text(slim_rules(), encoding="utf-8")
    return copy


@lru_cache(maxsize=1)
def slim_rules() -> str:
    """The index with its numbers only: what sources are held against, and quick to read."""
    bare = {"title": "-", "summary": "-", "status": "implemented"}
    sections = dict.fromkeys(load(folder("crusade") / "rules.yaml")["sections"], bare)
    return json.dumps({"sections": sections, "rulings": {}, "options": {}})


def change(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / f"{name}.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text, f"the test is out of date: {old!r} is not in {name}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_shipped_data_is_sound() -> None:
    assert check(folder("crusade")) == []


# Each: file, text, its replacement, and a part of the sentence that must name the fault.
FAULTS = {
    # the map
    "City renamed": ("board", "  Harenc: ", "  Harim: ", "Harim: is no name of the book"),
    "City lost": ("board", "  Harenc: ", "  Harim: ", "Harenc: is missing [constraint 1"),
    "token with accent": ("board", "  Sis: ", "  Sís: ", "a token is letters, figures and hyphens"),
    "zone like a City": ("board", "  Sea-Jaffa: {", "  Jaffa: {", "jaffa: stands 2 times"),
    "Syrian Gates alone": ("board", ", double: true", "", "Syrian-Gates: must double its defender"),
    "gate of two": ("board", "gate: E5,", "gate: E7,", "E7: is the gate of 2 Cities"),
    "gate of Homs": ("board", "gate: G8,", "gate: G9,", "Homs: its gate is G8"),
    "no gate": ("board", "gate: E5,", "gate: Sis,", "Harenc: its gate must be a point"),
    "second way": (
        "board",
        "ends: [E3, E5]",
        "ends: [E3, Harenc]",
        "Harenc: its one connection is its gate",
    ),
    "gate not joined": (
        "board",
        "{ends: [Harenc, E5], type: gate",
        "{ends: [Harenc, E5], type: road",
        "connection E5-Harenc: gate and City differ",
    ),
    "road to Cyprus": ("board", "ends: [L4, M1]", "ends: [Cyprus, M1]", "Cyprus: has no gate"),
    "stated value": (
        "board",
        "value: 4, near: Hisya",
        "value: 3, near: Hisya",
        "G9: its value is 4",
    ),
    "value 6": (
        "board",
        "value: 4, near: Hisya",
        "value: 6, near: Hisya",
        "value is 6; it must be",
    ),
    "wrong row": ("board", "at: [36.50, 38.02]", "at: [36.50, 37.50]", "A1: lies in row B"),
    "gap in a row": ("board", "number: D3", "number: D9", "row D: its numbers have gaps"),
    "row too short": ("board", "  K6: ", "  K16: ", "row K: its numbers have gaps"),
    "unknown end": ("board", "ends: [L4, M1]", "ends: [L4, M11]", "unknown space 'M11'"),
    "to itself": ("board", "ends: [L4, M1]", "ends: [M1, M1]", "two different spaces"),
    "connection twice": (
        "board",
        "ends: [L4, M1]",
        "ends: [M1, M2]",
        "connection M1-M2: stands 2 times",
    ),
    "river without a name": (
        "board",
        "type: river, river: Yarmuk",
        "type: river",
        "connection J5-K6: which river?",
    ),
    "march broken": ("board", "ends: [G9, H8]", "ends: [G9, H6]", "no road G9-H8"),
    "cheaper way": ("board", "ends: [H7, G8]", "ends: [H9, G8]", "G8 to H9 costs 1, not 8"),
    "dry Jordan": (
        "board",
        "{ends: [K5, K6], type: river",
        "{ends: [K5, K6], type: road",
        "K5-K6 crosses the Jordan",
    ),
    "fourth crossing": (
        "board",
        "river: Yarmuk",
        "river: Jordan",
        "J5-K6: is none of the three",
    ),
    "no bridge": (
        "board",
        "look: bridge, river: Jordan",
        "look: plain, river: Jordan",
        "there is no bridge over the Jordan",
    ),
    "road over the Jordan": (
        "board",
        "ends: [L1, Jericho]",
        "ends: [L6, Jericho]",
        "connection Jericho-L6: the river must be crossed there",
    ),
    "St. Symeon": (
        "board",
        "ends: [St-Symeon, E2]",
        "ends: [E1, E2]",
        "St-Symeon: needs one neighbour to the south",
    ),
    "Syrian Gates passed": (
        "board",
        "ends: [D2, Syrian-Gates]",
        "ends: [D2, D4]",
        "Antioch leads past",
    ),
    "walls of Antioch": ("board", "gate: E1, sdv: 7", "gate: E1, sdv: 6", "Antioch: its SDV is 7"),
    "stronger than Antioch": (
        "board",
        "gate: H9, sdv: 5",
        "gate: H9, sdv: 8",
        "Damascus: no City is as strong as Antioch",
    ),
    "Resources of Cyprus": ("board", "resources: 10", "resources: 5", "Cyprus: has 10 Resources"),
    "port too strong": ("board", "gate: I1, sdv: 4", "gate: I1, sdv: 5", "four NSP land 20 SP"),
    "zone lost": ("board", "  Sea-Sidon: {", "  Sea-Saida: {", "Sea-Sidon: is missing"),
    "zone without its port": (
        "board",
        "ports: [Sidon, Beirut]",
        "ports: [Beirut]",
        "Sea-Sidon: is named after a port in it",
    ),
    "zone unknown to its neighbour": (
        "board",
        "ports: [Jaffa, Ascalon], next: [Sea-Caesarea]",
        "ports: [Jaffa, Ascalon], next: [Sea-Acre]",
        "Sea-Jaffa: Sea-Acre does not know it",
    ),
    "sea too long": (
        "board",
        "next: [Sea-Tarsus, Sea-Tortosa, Sea-Tripoli]",
        "next: [Sea-Tarsus]",
        "Sea-Acre: more than three zones from Cyprus",
    ),
    "port without a zone": (
        "board",
        "ports: [Acre, Tyre]",
        "ports: [Acre]",
        "Tyre: port and zone do not agree",
    ),
    "Tyre elsewhere": (
        "board",
        "ports: [Acre, Tyre]",
        "ports: [Acre]",
        "Sea-Acre: its ports are Acre and Tyre",
    ),
    "shallow Acre": (
        "board",
        "port: Sea-Acre, deep: true",
        "port: Sea-Acre",
        "deep water is at Acre and Cyprus",
    ),
    "shallow Egypt": ("board", "zone: Sea-Jaffa, deep: true", "zone: Sea-Jaffa", "Egypt: has deep"),
    "Egypt far away": (
        "board",
        "zone: Sea-Jaffa, deep",
        "zone: Sea-Tarsus, deep",
        "Egypt lies more than three moves from Acre",
    ),
    "box lost": ("board", "  Entry-B: ", "  Entry-D: ", "boxes: must be Entry-A"),
    "entry in the east": (
        "board",
        "edge: north-west, near: Heraclea",
        "edge: east, near: Heraclea",
        "Entry-A: lies in the north-west, closed",
    ),
    "one way from Mosul": ("board", "links: [C14, E12]", "links: [C14]", "at least two points"),
    "Egypt for all": ("board", "only: fatimids", "only: mosul", "Egypt: only fatimids may enter"),
    "link not joined": (
        "board",
        "ends: [Egypt, M4]",
        "ends: [Egypt, M3]",
        "box and link differ",
    ),
    "island": (
        "board",
        "[Sis, B2], type: road",
        "[Sis, B3], type: road",
        "Partzerpert: no way leads there",
    ),
    "closed in Rain": (
        "board",
        "[Sis, B2], type: road",
        "[Sis, B2], type: river, river: Orontes",
        "cannot be reached in Rain",
    ),
    "dear road": ("board", "ends: [F2, F3]", "ends: [F2, F10]", "F1 to G3 costs 16"),
    "Antioch in autumn": (
        "board",
        "value: 1, near: Mamistra",
        "value: 5, near: Mamistra",
        "Antioch is 18 points away in Rain",
    ),
    "crossing roads": (
        "board",
        "ends: [Jaffa, L4]",
        "ends: [Jaffa, L7]",
        "connection Jaffa-L7: crosses",
    ),
    "on each other": ("board", "at: [35.100, 31.530]", "at: [34.90, 31.61]", "Hebron: lies on M3"),
    "no reason": (
        "board",
        ', why: "ferry of Bira"',
        "",
        "C10-C11: is rebuilt and does not say why",
    ),
    "no source": ("board", ', source: "6.3A example"}', "}", "the field source is missing"),
    "latitude lost": (
        "board",
        "at: [36.50, 38.02]",
        "at: [38.02, 136.50]",
        "lies outside the Levant",
    ),
    # people
    "faction renamed": ("leaders", "  germans:", "  german:", "factions: must be n-franks"),
    "wrong side": ("leaders", "    side: muslim", "    side: crusader", "its side is muslim"),
    "strength": ("leaders", "sp: 67", "sp: 68", "n-franks: begins with 67 SP"),
    "knights": ("leaders", "knights: 4", "knights: 5", "n-franks: begins with 4 knights"),
    "leader renamed": ("leaders", "  Stephen: ", "  Steven: ", "Steven: is no leader"),
    "deserter": (
        "leaders",
        "short: Tancred, faction: sicilians",
        "short: Tancred, faction: germans",
        "Tancred: serves sicilians",
    ),
    "equal ranks": (
        "leaders",
        "faction: germans, rank: 2",
        "faction: germans, rank: 3",
        "germans: one leader stands above all others",
    ),
    "stated rank": (
        "leaders",
        "faction: n-syrians, rank: 1",
        "faction: n-syrians, rank: 2",
        "ed-Daba: his rank is 1",
    ),
    "stated campaign value": (
        "leaders",
        "faction: sicilians, rank: 3, av: 4, cv: 4",
        "faction: sicilians, rank: 3, av: 4, cv: 3",
        "Bohemond: his campaign value is 4",
    ),
    "no price": (
        "leaders",
        "faction: germans, rank: 2, av: 3",
        "faction: germans, rank: 2",
        "Baldwin: his cards have no price",
    ),
    "price of Thorus": (
        "leaders",
        "faction: armenians, rank: 1, cv: 1",
        "faction: armenians, rank: 1, av: 1, cv: 1",
        "Thorus: has no cards",
    ),
    "price 6": ("leaders", "av: 4", "av: 6", "av is 6; it must be a whole number from 0 to 5"),
    "short names": ("leaders", "short: Robert NO", "short: Robert FL", "the same short name"),
    "strong replacement": (
        "leaders",
        "name: Hugh, cv: 2",
        "name: Hugh, cv: 3",
        "Hugh must be weaker",
    ),
    "Rainulf": ("leaders", "name: Rainulf, cv: 2", "name: Rainulf, cv: 1", "is Rainulf, 2"),
    "poor marker": ("leaders", "[6, 8, 9, 11, 13]", "[2, 8, 9, 11, 13]", "least marker buys two"),
    "four markers": ("leaders", "[6, 8, 9, 11, 13]", "[6, 8, 9, 11]", "must be 5 whole numbers"),
    # cards
    "card lost": ("cards", "  Papal-Peace: ", "  Papal-Pace: ", "crusader Papal-Peace: is missing"),
    "copies": (
        "cards",
        "name: Visions, count: 4",
        "name: Visions, count: 3",
        "Visions: there are 4",
    ),
    "held": (
        "cards",
        "name: Jihad, count: 3, hold: true",
        "name: Jihad, count: 3",
        "Jihad: may be",
    ),
    "not held": ("cards", "name: Heat, count: 1", "name: Heat, count: 1, hold: true", "may not be"),
    "for ever": ("cards", "hold: true, turn: true", "hold: true", "only Treachery ends"),
    "caravan": (
        "cards",
        "city: Damascus, resources: 15",
        "city: Damascus, resources: 10",
        "Caravan-in-Damascus: brings 15 Resources",
    ),
    "caravan to a Town": ("cards", "city: Damascus", "city: Sis", "Sis is no City"),
    "standard": ("cards", "name: Armenians, count: 2", "name: Armenians, count: 3", "two each"),
    "leader cards": (
        "cards",
        "leader: {count: 2",
        "leader: {count: 3",
        "each leader has two cards",
    ),
    # tables
    "known formation": (
        "tables",
        "{cv: 4, dice: [D, CI, F, F, CF, CF]}",
        "{cv: 4, dice: [D, CI, F, F, F, CF]}",
        "campaign value 4 and a 5 form CF",
    ),
    "Muslims charge": (
        "tables",
        "{cv: 4, dice: [D, P, P, F, E, E]}",
        "{cv: 4, dice: [D, P, P, F, E, CF]}",
        "formations, muslim: never forms CF",
    ),
    "five dice": ("tables", "[D, CI, F, F, CF, CF]", "[D, CI, F, F, CF]", "must be six of"),
    "worse die": (
        "tables",
        "{cv: 1, dice: [D, D, D, CI, CI, CI]}",
        "{cv: 1, dice: [CI, D, D, CI, CI, CI]}",
        "a higher die forms worse",
    ),
    "worse leader": (
        "tables",
        "{cv: 2, dice: [D, D, CI, CI, CI, F]}",
        "{cv: 2, dice: [D, D, D, D, CI, F]}",
        "a better leader forms worse",
    ),
    "value left out": ("tables", "{cv: 2, dice", "{cv: 3, dice", "a row for each campaign value"),
    "known adjustment": ("tables", "CF: {D: 3, P: 5", "CF: {D: 3, P: 4", "CF against P is 5"),
    "pair missing": (
        "tables",
        "CF: {D: 3, P: 5, F: 2, E: -1}",
        "CF: {D: 3, P: 5, F: 2}",
        "lacks E",
    ),
    "no stalemate": ("tables", "D: {D: IM, P: IM", "D: {D: 0, P: IM", "no stalemate against D"),
    "known battle": (
        "tables",
        "{total: 12, attacker: 10, defender: 20}",
        "{total: 12, attacker: 10, defender: 25}",
        "12 is 10/20",
    ),
    "tag 2": (
        "tables",
        "{total: 4, attacker: 20, defender: 5, tag: 2}",
        "{total: 4, attacker: 20, defender: 10, tag: 2}",
        "the row with tag 2 is 20/5",
    ),
    "tag twice": ("tables", "tag: 3", "tag: 4", "the tags are 1 to 6"),
    "gap in battles": (
        "tables",
        "    - {total: 6, attacker: 25",
        "    - {total: 5, attacker: 25",
        "gaps",
    ),
    "odd losses": (
        "tables",
        "attacker: 35, defender: 10",
        "attacker: 33, defender: 10",
        "multiples",
    ),
    "upside down": (
        "tables",
        "{total: 0, attacker: 50, defender: 5}",
        "{total: 0, attacker: 5, defender: 50}",
        "low totals hurt the attacker",
    ),
    "row of an example": (
        "tables",
        "attacker: 25, defender: 15",
        "attacker: 25, defender: 20",
        "25/15 occurs",
    ),
    "known assault": (
        "tables",
        "{total: 7, points: 2, defender: 1",
        "{total: 7, points: 1, defender: 1",
        "7 is 2 Assault Points and 1 SP",
    ),
    "worse assault": (
        "tables",
        "{total: 8, points: 2, defender: 2, attacker: 1}",
        "{total: 8, points: 2, defender: 2, attacker: 3}",
        "8 is worse than 7",
    ),
    "assault modifier": ("tables", "over_three: 2", "over_three: 1", "over_three is 2"),
    "known siege": ("tables", "3, 3, 4, 4, 5", "3, 3, 4, 3, 5", "10 costs 4 SP"),
    "siege falls": ("tables", "3, 3, 4, 4, 5, 5", "3, 3, 4, 4, 5, 4", "a higher total costs less"),
    "short siege": ("tables", "6, 6, 7, 7, 8]", "6, 6]", "must reach from 2 to 17"),
    "harassment": ("tables", "{total: 6, crusader: 2}", "{total: 6, crusader: 1}", "is not as the"),
    "plague twice": ("tables", "Marash: [16]", "Marash: [15]", "15 stands 2 times"),
    "no such dice": ("tables", "Marash: [16]", "Marash: [17]", "no dice show 17"),
    "plague in a Town": ("tables", "    Marash: [16]", "    Sis: [16]", "Sis is no City"),
    "Kerbogha": ("tables", "{turn: 5, most: 6}", "{turn: 5, most: 5}", "turns 3, 4, and 5 without"),
    "Kerbogha in reverse": (
        "tables",
        "{turn: 3, most: 2}",
        "{turn: 3, most: 5}",
        "sooner or later",
    ),
    "fleets": ("tables", "  crusader: 4\n", "  crusader: 3\n", "four at least"),
    "fleet moves": ("tables", "  move: 3\n", "  move: 4\n", "fleets: move is 3"),
    # scenarios
    "form": (
        "scenarios",
        "seats: [crusaders, muslims]",
        "seats: [normans, muslims]",
        "other factions",
    ),
    "unknown seat": (
        "scenarios",
        "seats: [crusaders, muslims]",
        "seats: [franks, muslims]",
        "no seat",
    ),
    "form lost": ("scenarios", "  six: ", "  sechs: ", "six: is missing"),
    "weather": (
        "scenarios",
        "short: Winter, weather: winter",
        "short: Winter, weather: fair",
        "winter",
    ),
    "turn lost": ("scenarios", "turn: 14", "turn: 13", "turns 1 to 14 in order"),
    "heat": (
        "scenarios",
        "short: Sep, weather: fair, heat: true",
        "short: Sep, weather: fair",
        "Heat can",
    ),
    "dates": ("scenarios", "reveal: 10", "reveal: 11", "lists 9, reveal 10, end 12"),
    "owner": (
        "scenarios",
        "Acre:        {control: fatimids",
        "Acre:        {control: mosul",
        "belongs to",
    ),
    "host": ("scenarios", "leader: Balduk, sp: 15", "leader: Balduk, sp: 14", "Balduk with 15 SP"),
    "sum of SP": ("scenarios", "leader: Balduk, sp: 15", "leader: Balduk, sp: 14", "34 SP, not 35"),
    "Hasan too strong": (
        "scenarios",
        "leader: Hasan, sp: 10",
        "leader: Hasan, sp: 15",
        "Hasan leads too many",
    ),
    "cross": ("scenarios", ", true_cross: true", "", "the True Cross is in Jerusalem"),
    "fleets in Egypt": ("scenarios", "fleets: 3", "fleets: 2", "the three fleets are in Egypt"),
    "Kerbogha's host": (
        "scenarios",
        "leader: Kerbogha, sp: 50",
        "leader: Kerbogha, sp: 40",
        "50 SP",
    ),
    # victory
    "prize": ("victory", "crusader: 25", "crusader: 24", "Jerusalem: scores 25, 10, 0"),
    "prize lost": ("victory", "  Melitene: ", "  Samosata: ", "Melitene: is missing"),
    "list": ("victory", "  mosul: 6\n", "  mosul: 5\n", "lists: mosul is 6"),
    "cross worth": ("victory", "{points: 5", "{points: 4", "true_cross: scores 5"),
    "ruins worth": ("victory", "destroyed: {points: 1", "destroyed: {points: 2", "scores 1"),
    "unknown part": ("victory", "lists:\n", "list:\n", "unknown part of the file"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_named(copy: Path, fault: str) -> None:
    name, old, new, sentence = FAULTS[fault]
    change(copy, name, old, new)
    found = check(copy)
    assert any(sentence in one for one in found), found


def test_sources_and_rulings_are_in_the_index(copy: Path) -> None:
    section = {"title": "Lines", "summary": "Lines.", "status": "unknown", "rulings": ["A1"]}
    ruling = {"rule": "9.9", "question": "?", "choice": "x", "why": "y", "option": "z"}
    rules = {"sections": {"10.1": section}, "rulings": {"B1": ruling}, "options": {}}
    (copy / "rules.yaml").write_text(json.dumps(rules), encoding="utf-8")
    found = check(copy)
    assert "board.yaml, Edessa: no rule 10.3 in rules.yaml [constraint 34]." in found
    assert "rules.yaml, 10.1: unknown status 'unknown' [constraint 33]." in found
    assert "rules.yaml, 10.1: no ruling A1 [constraint 33]." in found
    assert "rules.yaml, ruling B1: no section 9.9 [constraint 33]." in found
    assert "rules.yaml, ruling B1: no option z [constraint 33]." in found
    assert not any("10.1 in rules.yaml" in sentence for sentence in found)


def test_a_missing_file_is_one_sentence(copy: Path) -> None:
    (copy / "tables.yaml").unlink()
    assert check(copy) == ["tables.yaml: the file is missing."]


# ---- what the rules read -------------------------------------------------------------------------


def test_places(board: Board) -> None:
    assert (len(board.cities), len(board.towns), len(board.points), len(board.boxes)) == (
        24,
        9,
        108,  # 107, and the shore of Cyprus
        6,
    )
    homs, gate = board.place["Homs"], board.place["G8"]
    assert board.kind[homs] == CITY
    assert board.kind[gate] == POINT
    assert board.kind[board.place["Jericho"]] == TOWN
    assert board.gate[homs] == gate
    assert board.city_of[gate] == homs
    assert board.near[homs] == (gate,)
    assert board.gate[board.cyprus] == board.shore
    assert board.city_of[board.shore] == board.cyprus
    assert board.resources[board.cyprus] == 10
    assert board.sdv[board.cyprus] == 2


def test_march_of_the_examples(board: Board) -> None:
    g8, h9 = board.place["G8"], board.place["H9"]
    assert board.reach(g8)[h9] == 8
    assert board.reach(board.place["Homs"])[h9] == 9  # G8 too
    assert board.reach(g8)[board.cyprus] == FAR


def test_rivers(board: Board) -> None:
    l2, jericho = board.place["L2"], board.place["Jericho"]
    way = board.ways[board.way(l2, jericho)]
    assert way.river
    assert way.jordan
    assert board.cost(l2, jericho) == 3
    yarmuk = board.ways[board.way(board.place["J5"], board.place["K6"])]
    assert yarmuk.river
    assert not yarmuk.jordan
    dry = board.reach(board.place["C10"])[board.place["C12"]]
    assert board.reach(board.place["C10"], rain=True)[board.place["C12"]] > dry


def test_sea(board: Board) -> None:
    assert board.port[board.place["Tyre"]] == board.zone["Sea-Acre"]
    assert [p for p, deep in enumerate(board.deep) if deep] == [
        board.place["Acre"],
        board.place["Cyprus"],
    ]
    assert board.zones_apart[board.zone["Sea-Cyprus"]][board.zone["Sea-Acre"]] == 3
    assert board.fleets_arrive == board.zone["Sea-Cyprus"]


def test_people(board: Board) -> None:
    people = board.people
    assert len(people.leaders) == 21
    assert sum(one.av > 0 for one in people.leaders) == 18
    bohemond = people.leaders[people.leader["Bohemond"]]
    assert (bohemond.value(False), bohemond.value(True)) == (4, 2)
    franks = people.factions[people.faction["n-franks"]]
    assert [people.leaders[i].token for i in franks.leaders] == [
        "Robert-FL",
        "Robert-NO",
        "Stephen",
    ]
    assert sum(f.sp for f in people.factions if f.side == CRUSADER) == 190
    four = people.forms["four"]
    assert four.seats == ("normans", "imperials", "syrians", "mosul")
    assert four.beside == (2, 2)
    assert [four.seats[i] for i in four.seat_of] == [
        "normans", "imperials", "imperials", "normans", "syrians", "syrians", "mosul",
    ]  # fmt: skip


def test_cards(board: Board) -> None:
    charts = board.charts
    assert [sum(card.copies for card in deck) for deck in charts.decks] == [34, 34]
    assert [sum(c.copies for c in deck if c.hold) for deck in charts.decks] == [17, 17]
    assert sum(len(deck) for deck in charts.decks) == 35
    assert len(charts.events) == 25
    leaders = charts.leader_count * sum(one.av > 0 for one in board.people.leaders)
    assert sum(charts.standard_count) + leaders == 42


def test_tables(board: Board) -> None:
    charts = board.charts
    assert charts.formation(CRUSADER, 4, 5) == CF
    assert charts.formation(MUSLIM, 3, 4) == P
    assert charts.formation(CRUSADER, 4, 7) == CF
    assert charts.formation(CRUSADER, 0, 6) == D
    assert charts.adjustment(CRUSADER, CF, P) == 5
    assert charts.adjustment(CRUSADER, D, F) == -2
    assert charts.adjustment(CRUSADER, D, D) == STALEMATE
    assert charts.clash(12)[:2] == (10, 20)
    assert charts.tagged[2][:2] == (20, 5)
    assert charts.clash(-8) == charts.clash(0)
    assert charts.clash(30) == charts.clash(17)
    assert charts.clash(7).unpredictable
    assert charts.clash(7).add == -1
    assert charts.storm(7)[:2] == (2, 1)
    assert charts.starved(10) == 4
    assert charts.starved(0) == 0
    assert [charts.harassed(n) for n in (-3, 0, 3, 5, 7, 11)] == [
        (1, 0), (1, 0), (0, 0), (0, 1), (0, 2), (0, 3),
    ]  # fmt: skip
    assert sorted(charts.plague_at)[0] == 11
    assert len(charts.plague_at) == 36
    assert charts.kerbogha[2:7] == (0, 2, 4, 6, 6)


def test_track(board: Board) -> None:
    track = board.charts.track
    assert [t.number for t in track if t.weather == RAIN] == [1, 8]
    assert [t.number for t in track if t.weather == WINTER] == [2, 9]


def test_spoilt_data_is_refused_in_a_sentence(shipped: dict[str, dict[str, Any]]) -> None:
    cities = {k: v for k, v in shipped["board"]["cities"].items() if k != "Cyprus"}
    spoilt = {**shipped, "board": {**shipped["board"], "cities": cities}}
    with pytest.raises(DataError, match="The First Crusade's data cannot be used"):
        Board(read(spoilt))
