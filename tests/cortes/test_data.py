"""The data of Cortés: what is shipped is sound, and the validator names what is not."""

from __future__ import annotations

import random
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from engine.core import DataError
from engine.data import SHIPPED
from engine.games.cortes.datacheck import check
from engine.games.cortes.table.board import (
    AZTEC,
    CANNON,
    CHINAMPA_CITY,
    FOOT,
    HORSE,
    KNIGHT,
    LAND,
    NATIVE,
    REGULAR,
    ROAD,
    SOUTH,
    SPANISH,
    WEST,
    WET,
    Board,
)
from engine.games.cortes.table.data import from_folder, read

HOME = SHIPPED / "cortes"
FILES = ("board", "units", "tables", "setups")


@pytest.fixture(scope="module")
def board() -> Board:
    return Board(from_folder(HOME))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    made = tmp_path / "cortes"
    made.mkdir()
    for path in HOME.glob("*.yaml"):
        shutil.copy(path, made)
    return made


def faults(folder: Path) -> list[str]:
    """Without those of the index of the book, which tests of its own look at."""
    return [problem for problem in check(folder) if not problem.startswith("rules.yaml")]


def change(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / f"{name}.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text, f"the test is out of date: {old!r} is not in {name}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def redraw(folder: Path, number: str, **fields: str) -> None:
    """Another terrain or region for one hex."""
    path = folder / "board.yaml"
    text = path.read_text(encoding="utf-8")
    row = re.search(rf'^  "{number}": .*$', text, re.MULTILINE)
    assert row, f"the test is out of date: there is no hex {number}"
    line = row.group()
    for field, value in fields.items():
        line, times = re.subn(rf"{field}: \w+", f"{field}: {value}", line)
        assert times == 1
    path.write_text(text[: row.start()] + line + text[row.end() :], encoding="utf-8")


def test_shipped_data_is_sound() -> None:
    assert check(HOME) == []


# Each: file, text, its replacement, and a part of the sentence that must name the fault.
FAULTS = {
    "M1 parity": ("board", "shoved: odd", "shoved: even", "2910 and 3011 must touch [M1"),
    "M1 extent": ("board", "rows: [0, 44]", "rows: [0, 43]", "rows from 0 to 44 or more [M1]"),
    "M1 overlap": (
        "board",
        'cells: ["1500", ',
        'cells: ["1500", "1000", ',
        "1000: is a hex and a cell of the lake [M1]",
    ),
    "M1 twice": (
        "board",
        'cells: ["1900", ',
        'cells: ["1900", "1500", ',
        "1500 is a cell of two areas [M1]",
    ),
    "M1 gap": ("board", '"1801",\n', "\n", "1801 is neither a hex nor a cell of the lake [M1]"),
    "M1 a road to nowhere": (
        "board",
        'hexes: ["3011", "2910"',
        'hexes: ["9911", "2910"',
        "tlatelolco: there is no hex 9911",
    ),
    "M1 no number": ("board", '  "1000": {', '  "100": {', "100: is no number of a hex"),
    "M2 named": ("board", '  "3400": {', '  "3399": {', "there is no hex 3400, which the book"),
    "M2 temples": ("board", 'temples: ["2810", ', 'temples: ["2809", ', "are 2810 and 3016 [M2"),
    "M4 count": ("board", '  "29":\n', '  "30":\n', "there is no area 29 of the lake"),
    "M4 closed": ("board", "    closed: true\n", "", "7: the area is closed to Aztecs [M4"),
    "M5 one way": (
        "board",
        'next: ["2", "3"]',
        'next: ["2"]',
        "3: 1 is next to it, but not the other way [M5]",
    ),
    "M5 too far": (
        "board",
        'next: ["2", "3"]',
        'next: ["2", "3", "29"]',
        "area 29 neither touches",
    ),
    "M5 forbidden": (
        "board",
        'next: ["2", "3", "4", "9"]',
        'next: ["2", "3", "4", "6", "9"]',
        "5: area 6 is not next to it [M5, rule 7.20]",
    ),
    "M5 stranger": ("board", 'next: ["2", "3"]', 'next: ["2", "31"]', "there is no area 31"),
    "M6 hop": ("board", '"3012", "3013"', '"3013"', "spine: 3011 and 3013 do not touch [M6]"),
    "M6 7.16": (
        "board",
        'hexes: ["3011", "2910", "2810"',
        'hexes: ["3011", "3010", "2910", "2810"',
        "none runs from 2910 to 3010 [M6, rule 7.16]",
    ),
    "M6 7.16 lost": (
        "board",
        'hexes: ["3011", "2910", "2810"',
        'hexes: ["2910", "2810"',
        "one runs from 2910 to 3011 [M6, rule 7.16]",
    ),
    "M6 stretch": (
        "board",
        'stretch: ["2921", "2922", "2923", "2924"]',
        'stretch: ["2921", "2922", "2923"]',
        "stretch: is 2921 to 2924",
    ),
    "M6 north": ("board", '"2920", "2921", "2922", "2923"', '"2921", "2922", "2923"', "2921 joins"),
    "M6 Xoloco": ("board", "name: Xoloco, approach", "name: Moloco, approach", "2924 joins Xoloco"),
    "M6 wet": ("board", '"2920-2921", ', "", "2920-2921 runs over the lake and must be wet [M6"),
    "M6 wet without a road": (
        "board",
        'wet: ["2920-2921", ',
        'wet: ["2920-2921", "1000-1001", ',
        "1000-1001 is wet without a road",
    ),
    "M6a crossing": (
        "board",
        'between: ["2924", "3024"], kind: land',
        'between: ["2924", "3024"], kind: water',
        "from 2924 into 3024 [M6a, rule 8.4]",
    ),
    "M7 way": (
        "board",
        "name: Nonoalco, approach: [nonoalco]",
        "name: Nonoalco, approach: [tlacopan]",
        "no causeway of its approach leads from the mainland to Nonoalco [M7",
    ),
    "M7 no such way": (
        "board",
        "approach: [nonoalco]",
        "approach: [nonoalca]",
        "there is no causeway nonoalca (did you mean nonoalco?)",
    ),
    "M7 forgotten": (
        "board",
        '  "2408": {name: Nonoalco',
        '  "2409": {name: Nonoalco',
        "2408: is a fortress and not among the forts [M7",
    ),
    "M13 why": (
        "board",
        "source: reconstructed, why: shore",
        "source: reconstructed",
        "say why [M13]",
    ),
    "M13 reason": ("board", "why: shore}", "why: shire}", "no reason shire (did you mean shore?)"),
    "M14 metres": ("board", "metres: 300", "metres: 500", "a hex is 300 metres across [M14"),
    "M14 bent": ("board", "metres: 300", "metres: 500", "1539: lies more than 2.5 km"),
    "no terrain": ("board", "terrain: clear", "terrain: claer", "terrain is 'claer'; it must be"),
    "C1 missing": (
        "units",
        '  "11": {kind: cavalry',
        '  "99": {kind: cavalry',
        "spanish 11: is missing",
    ),
    "C1 wrong type": (
        "units",
        '"12": {kind: gunboat',
        '"12": {kind: cannon',
        "12: is gunboat, not",
    ),
    "C1 wrong tribe": (
        "units",
        '"41": {kind: amecamecan',
        '"41": {kind: cholulan',
        "41: is ally Am",
    ),
    "C1 unknown kind": (
        "units",
        '"41": {kind: amecamecan',
        '"41": {kind: amecan',
        "no kind amecan",
    ),
    "C1 counters": (
        "units",
        '"53": {kind: regular',
        '"53": {kind: knight',
        "65 counters aztec, not 64",
    ),
    "C1 steps": ("units", "steps: 4", "steps: 2", "infantry: has 2 steps, must have 4 [C1"),
    "C1 growing": ("units", "combat: [8, 6, 4, 2]", "combat: [8, 4, 6, 2]", "do not grow as steps"),
    "C1 nothing": ("units", "combat: [8, 6, 4, 2]", "combat: [8, 6, 4, 0]", "from 1 to 20"),
    "C1 too few": ("units", "combat: [8, 6, 4, 2]", "combat: [8, 6]", "a factor for each step [C1"),
    "C2": (
        "units",
        "    combat: [6, 5, 3, 2]\n    move: 5\n    lake: true",
        "    combat: [7, 5, 3, 2]\n    move: 5\n    lake: true",
        "29: is 6 at four steps",
    ),
    "C3 foot": ("units", "move: 4", "move: 6", "infantry: moves 4 or 5 [C3"),
    "C3 horse": ("units", "move: 7", "move: 4", "cavalry: horse moves further than foot [C3]"),
    "C4": (
        "units",
        '    move: 5\n    lake: true\n    source: "2.8, 2.10, 2.12"',
        '    move: 1\n    lake: true\n    source: "2.8, 2.10, 2.12"',
        "regular: must be able to move when 11.9",
    ),
    "C5 mountains": (
        "units",
        "code: Tl\n    tribe: Tl",
        "code: Tl\n    lake: true\n    tribe: Tl",
        "no people of the lake [C5",
    ),
    "C5 Europeans": ("units", "code: I\n", "code: I\n    lake: true\n", "never take to canoes [C5"),
    "C5 boats": (
        "units",
        "combat: [4, 2]\n    lake: true",
        "combat: [4, 2]",
        "gunboat: may take to the lake [C5",
    ),
    "C6": (
        "units",
        "combat: [4, 2]\n    lake: true",
        "combat: [4, 2]\n    move: 3\n    lake: true",
        "gunboat: has no movement factor [C6",
    ),
    "C7": (
        "units",
        "tribes:  # 2.7",
        "  new: {name: a, type: infantry, side: spanish, code: Q, source: a}\n\ntribes:  # 2.7",
        "2 kinds are infantry; all of them are alike [C7]",
    ),
    "C8 weak Spaniards": (
        "units",
        "combat: [8, 6, 4, 2]",
        "combat: [3, 3, 2, 1]",
        "do not reach 3:1",
    ),
    "C8 strong allies": (
        "units",
        "code: Tl\n    tribe: Tl\n    steps: 2\n    combat: [3, 2]",
        "code: Tl\n    tribe: Tl\n    steps: 2\n    combat: [14, 2]",
        "allies alone reach 2:1",
    ),
    "same code": ("units", "code: C\n", "code: i\n", "stands twice"),
    "odd token": ("units", "token: Marin", "token: Marín", "must be letters without accents"),
    "terrain": (
        "tables",
        "enter: 2, shift: -3",
        "enter: 2, shift: -2",
        "major_fortress: is not as",
    ),
    "road": (
        "tables",
        "causeway: {spanish: 2",
        "causeway: {spanish: 1",
        "costs the spanish side 2",
    ),
    "column": (
        "tables",
        "4/0, 3/1, 1/0, 1/0",
        "4/0, 3/1, 1/0, 1/1",
        "column 1:1 is not as the book",
    ),
    "row": ("tables", "4/0, 3/1, 1/0, 1/0", "4/0, 3/1, 1/0, 1/1", "row 5 is not as the book"),
    "short row": ("tables", "[8/0, 4/0, ", "[4/0, ", "row 2 must have eleven results"),
    "odds": ("tables", '"1:4", "1:3"', '"1:5", "1:3"', "the columns run from 1:4 to 8:1"),
    "dice": ("tables", "gunboat: [1, 2, 3]", "gunboat: [1, 2]", "bombardment, gunboat is not as"),
    "dead": (
        "tables",
        "[full, one, one, stays",
        "[full, one, stays, stays",
        "recovery, regular is not",
    ),
    "shift": ("tables", "cuauhtemoc: {columns: 2", "cuauhtemoc: {columns: 1", "cuauhtemoc is 2 in"),
    "levels": ("tables", "most: 16", "most: 15", "up to 8, 16 and 24 loss points"),
    "limits": ("tables", "guard: {number: 5", "guard: {number: 6", "guard is 5 in the book"),
    "M12 camp": (
        "setups",
        '"1", "2", "3", "25"',
        '"1", "2", "25"',
        "about 1004 are not those of 3.2",
    ),
    "M12 ruled": ("setups", 'ruled: ["9"]', 'ruled: ["10"]', "9, 10 and 11 have each a camp"),
    "M12 anchor": ("setups", 'anchor: "1539"', 'anchor: "1540"', "1539 has no camp"),
    "M12 overstack": ("setups", "    overstack: true\n", "", "4244 alone may overstack"),
    "M12 radius": ("setups", "radius: 2", "radius: 3", "about 1004 reaches two hexes"),
    "nowhere": ("setups", '"1104": ["38"]', '"1104": ["37"]', "unit 38 stands nowhere"),
    "twice": ("setups", '"1104": ["38"]', '"1104": ["37"]', "unit 37 stands 2 times"),
    "far": ("setups", '      "1105": ["1",', '      "1308": ["1",', "unit 1 begins about 1004"),
    "crowd": (
        "setups",
        '"1205": ["36", "37"]\n      "1104": ["38"]',
        '"1205": ["36", "37", "38"]',
        "these allies may not stack in 1205",
    ),
    "gun alone": ("setups", '"25": "1"', '"25": "4"', "unit 25 has no infantry"),
    "two guns": ("setups", '"28": "8"', '"28": "7"', "one unit carries two cannons"),
    "east": ("setups", '      "5": [regular', '      "7": [regular', "Aztecs never enter area 7"),
    "near": (
        "setups",
        '      "1322": [regular, knight]',
        '      "1207": [regular, knight]',
        "too near to Spaniards",
    ),
    "emperor": (
        "setups",
        '"2543": [regular, knight]',
        '"2543": [regular, knight, cuauhtemoc]',
        "Cuauhtemoc begins on the island",
    ),
    "Aztec crowd": (
        "setups",
        '"2810": [regular, knight]',
        '"2810": [regular, knight, knight]',
        "these Aztecs may not stack in 2810",
    ),
    "Aztecs lost": (
        "setups",
        '"2810": [regular, knight]',
        '"2810": [regular]',
        "9 of kind knight stand somewhere, of 10",
    ),
    "stranger": (
        "setups",
        '"2810": [regular, knight]',
        '"2810": [regular, knigt]',
        "no kind knigt (did you mean knight?)",
    ),
    "cannon of beginners": (
        "setups",
        '"1105": ["1", "2", "3", "9"]',
        '"1105": ["1", "2", "3", "9", "25"]',
        "unit 25 is not in this version",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_named(copy: Path, fault: str) -> None:
    name, old, new, sentence = FAULTS[fault]
    change(copy, name, old, new)
    found = faults(copy)
    assert any(sentence in problem for problem in found), found


# Each: hexes with their new terrain or region, and a part of the sentence.
REDRAWN: dict[str, tuple[dict[str, dict[str, str]], str]] = {
    "M2 terrain": ({"1322": {"terrain": "fortress"}}, "1322: its terrain is major_fortress [M2"),
    "M2 two quagmires": (
        {"1010": {"terrain": "quagmire", "region": "none"}},
        "2 hexes are quagmire; there must be 1 [M2",
    ),
    "M2 no region": ({"1010": {"region": "none"}}, "1010: the quagmire alone lies in no region"),
    "M3": ({"1323": {"region": "causeway"}}, "1322: is mainland, and so is all around it [M3"),
    "M6a side by side": (
        {"3024": {"region": "causeway"}},
        "lies beside 3024 over the lake, and no road joins them [M6a]",
    ),
    "M6a dry": ({"1010": {"region": "causeway"}}, "1010: is a hex over the lake and borders no"),
    "M7 five": ({"2543": {"region": "tenochtitlan"}}, "5 stand on the island, not four [M7"),
    "M7 Acachinango": ({"2543": {"region": "mainland"}}, "Acachinango is neither island nor"),
    "M7 fort": ({"2508": {"terrain": "fortress"}}, "2508: is a fortress and not among the forts"),
    "M8 lost": ({"3400": {"region": "mainland"}}, "3400: lies in Tepeyac [M8"),
    "M8 open": ({"3601": {"region": "mainland"}}, "Tepeyac is left by causeway or lake"),
    "M10": (
        {n: {"terrain": "quagmire"} for n in ("4243", "4143", "4144", "4343", "4344")},
        "no horse can ride from 4244 to 2810 [M10",
    ),
    "M14a": ({"1043": {"region": "causeway"}}, "cannot be walked to from 3016 [M14a]"),
}


@pytest.mark.parametrize("fault", REDRAWN)
def test_a_wrong_hex_is_named(copy: Path, fault: str) -> None:
    hexes, sentence = REDRAWN[fault]
    for number, fields in hexes.items():
        redraw(copy, number, **fields)
    found = faults(copy)
    assert any(sentence in problem for problem in found), found


def sweep(folder: Path, old: str, new: str) -> None:
    """A change everywhere in board.yaml."""
    path = folder / "board.yaml"
    text, times = re.subn(old, new, path.read_text(encoding="utf-8"))
    assert times, "the test is out of date"
    path.write_text(text, encoding="utf-8")


# Each: a pattern in board.yaml, its replacement, and a part of the sentence.
SWEPT = {
    "M4 east edge": (r'"4300", ', "", "4300 is neither a hex nor a cell"),
    "M8 north": (
        r'("3[2-7]00": .*region:) tepeyac',
        r"\1 mainland",
        "Tepeyac lies at the north edge [M8",
    ),
    "M8 no road": (
        r'hexes: \["3202", "3203", ',
        'hexes: ["3203", ',
        "no causeway leads to Tepeyac",
    ),
    "M9 west": (r'("10..": .terrain:) clear', r"\1 dry_land_city", "on the west edge [M9"),
    "M9 south": (r'("..44": .terrain:) clear', r"\1 dry_land_city", "on the south edge [M9"),
    "M11 market": (
        r"terrain: clear, region: tenochtitlan",
        "terrain: chinampa_city, region: tenochtitlan",
        "no clear hex, a market [M11",
    ),
    "M11 chinampas": (r"terrain: chinampa_city", "terrain: clear", "no chinampas [M11"),
    "M11 towns": (
        r"dry_land_city, region: mainland",
        "clear, region: mainland",
        "no Dry Land City on the mainland [M11",
    ),
    "M14a near": (
        r'("(?:3[0-4]0[5-9]|290[6-9]|3[0-4]1.)": .*region:) tenochtitlan',
        r"\1 acachinango",
        "fewer than 4 from Tepeyac [M14a",
    ),
}


@pytest.mark.parametrize("fault", SWEPT)
def test_a_wrong_map_is_named(copy: Path, fault: str) -> None:
    old, new, sentence = SWEPT[fault]
    sweep(copy, old, new)
    found = faults(copy)
    assert any(sentence in problem for problem in found), found


def test_given_neighbours_of_the_lake_are_named(copy: Path) -> None:
    """M5: 3 and 5 are next to each other (7.20)."""
    sweep(copy, r'next: \["1", "2", "5", "8"\]', 'next: ["1", "2", "8"]')
    sweep(copy, r'next: \["2", "3", "4", "9"\]', 'next: ["2", "4", "9"]')
    assert "board.yaml, 3: area 5 is next to it [M5, rule 7.20]." in faults(copy)


def test_an_area_cut_off_is_named(copy: Path) -> None:
    """M5: the lake is one."""
    sweep(copy, r'next: \["21", "28"\]', 'next: ["29"]')
    sweep(copy, r'"28", "29"\]', '"28"]')
    sweep(copy, r'"27", "29"\]', '"27"]')
    assert "board.yaml, 29: no way over the lake leads there [M5]." in faults(copy)


def test_a_split_area_is_named(copy: Path) -> None:
    """M4: two areas that exchange a cell far inside the other."""
    sweep(copy, r'"4304", ', '"4312x", ')
    sweep(copy, r'"4312", ', '"4304", ')
    sweep(copy, r'"4312x", ', '"4312", ')
    found = faults(copy)
    assert "board.yaml, 7: the area is split by land or by a causeway [M4]." in found


def test_neighbours_across_open_water_are_named(copy: Path) -> None:
    """M14b: 7.20's four pairs lie across causeways."""
    sweep(copy, r'"2604", ', "")
    sweep(copy, r'"3104", ', '"3104", "2604", ')
    assert any("[M14b, rule 7.20]" in problem for problem in faults(copy))


def test_crowded_land_about_4244_is_named(copy: Path) -> None:
    """M12: 3.2 lets that group overstack because it lacks room."""
    change(copy, "setups", 'anchor: "4244"', 'anchor: "1539"')
    assert any("nobody would need to overstack [M12" in problem for problem in faults(copy))


def test_too_little_land_is_named(copy: Path) -> None:
    sweep(copy, r'("1[0-2]0[2-6]": .*region:) mainland', r"\1 acachinango")
    assert any("too little land about 1004" in problem for problem in faults(copy))


def test_aztecs_need_their_room(copy: Path) -> None:
    """M14c."""
    change(copy, "setups", 'anchor: "1539"', 'anchor: "1320"')
    assert any("1322: Aztecs must be able to set up" in problem for problem in faults(copy))


@pytest.mark.parametrize("name", FILES)
def test_missing_file_is_named(copy: Path, name: str) -> None:
    (copy / f"{name}.yaml").unlink()
    assert f"{name}.yaml: the file is missing." in check(copy)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    "content",
    [b"", b"- a\n", b"\xff\xfe", b"{}", b"hexes: 0\nkinds: []\nterrain: {a: 3}\ncamps: {a: b}"],
    ids=lambda content: repr(content[:24]),
)
def test_rubbish_gives_sentences(copy: Path, name: str, content: bytes) -> None:
    (copy / f"{name}.yaml").write_bytes(content)
    assert any(problem.startswith(f"{name}.yaml") for problem in check(copy))


ODD = ("~", "true", "-1", "0", "7.5", ".nan", "[]", "{}", "[1, [2]]", "{a: {b: 1}}", "text", '""',
       "0x" + "f" * 9000, "1e400", "2026-01-01", '"1004"', "causeway", "quagmire")  # fmt: skip


@pytest.mark.fuzz
@pytest.mark.parametrize("name", FILES)
def test_odd_values_give_sentences_and_never_an_exception(copy: Path, name: str) -> None:
    """Values of every file in turn, replaced by something that does not belong there."""
    rng = random.Random(f"cortes {name}")
    path = copy / f"{name}.yaml"
    whole = path.read_text(encoding="utf-8")
    spots = list(re.finditer(r"(?<=: )(\[[^][{}]*\]|[^][{},#>\n]+)", whole))
    for spot in rng.sample(spots, 15):
        path.write_text(whole[: spot.start()] + rng.choice(ODD) + whole[spot.end() :])
        assert all(isinstance(problem, str) for problem in check(copy))


# ---- the tables that the rules read --------------------------------------------------------------


def test_sides_of_the_book(board: Board) -> None:
    """7.16, 8.4, 8.25."""

    def side(a: str, b: str) -> int:
        one = board.place[a]
        return board.side[one][board.beside[one].index(board.place[b])]

    assert side("2910", "3011") == side("3011", "2910") == ROAD
    assert side("2910", "3010") == LAND
    assert side("2922", "2923") == side("2924", "3025") == WET
    assert side("2924", "3024") == LAND
    assert board.place["3023"] not in board.crossed[board.place["3024"]]


def test_what_a_step_costs(board: Board) -> None:
    """7.16: by road 1 for Aztecs and 2 for the Spanish side, or the cost of the terrain."""

    def cost(mover: int, a: str, b: str) -> int | None:
        return dict(board.steps[mover][board.place[a]]).get(board.place[b])

    assert board.terrain[board.place["3011"]] == CHINAMPA_CITY
    assert [cost(mover, "2910", "3011") for mover in (FOOT, HORSE, NATIVE)] == [2, 2, 1]
    assert [cost(mover, "2910", "3010") for mover in (FOOT, HORSE, NATIVE)] == [2, None, 2]
    assert [cost(mover, "2922", "2923") for mover in (FOOT, HORSE, NATIVE)] == [2, 2, 1]
    assert cost(FOOT, "1003", "1002") == 1
    assert cost(FOOT, "3022", "3023") is None


def test_the_lake(board: Board) -> None:
    """2.12, 7.20, 10.7."""
    area = {name: i for i, name in enumerate(board.areas)}
    assert area["9"] in board.next[area["5"]]
    assert area["3"] in board.next[area["5"]]
    assert area["6"] not in board.next[area["5"]]
    assert [board.areas[a] for a in board.redeployment] == ["7", "11", "15", "21", "29"]
    assert not board.shores[area["11"]]
    assert board.coastal[board.place["3025"]]
    assert not board.coastal[board.place["2924"]]
    assert not board.borders[board.place["3023"]]


def test_places_that_the_book_names(board: Board) -> None:
    assert board.places[board.chapultepec] == "1322"
    assert [board.places[t] for t in board.temples] == ["2810", "3016"]
    assert len(board.forts) == 5
    assert all(board.coastal[f] for f in board.forts)
    assert board.edge[board.place["1044"]] == SOUTH + WEST
    assert board.distance(board.place["2543"], board.place["3016"]) == 30


def test_units_and_kinds(board: Board) -> None:
    """2.3, 2.4, 2.10: 128 counters, and the one that is shown."""
    counters = [board.kinds[kind].counters for kind in board.kind_of]
    assert sum(counters) + board.data.units.markers == 128
    shown = board.kinds[board.kind_of[board.unit[SPANISH, "29"]]]
    assert (shown.steps, shown.combat[4], shown.move, shown.lake) == (4, 6, 5, True)
    types = Counter(board.kinds[kind].type for kind in board.kind_of)
    assert (types[KNIGHT], types[REGULAR], types[CANNON]) == (10, 43, 4)
    assert [board.units[u].number for u in (board.cortes, board.cuauhtemoc)] == ["Cortes", "Ctmc"]


def test_results_of_the_examples(board: Board) -> None:
    """8.18: 3:1 and a throw of 5."""
    assert board.results[board.odds.index("3:1")][5 - 2] == (1, 2)
    assert board.results[-1][12 - 2] == (0, 8)
    assert board.odds[board.even] == "1:1"


@pytest.mark.parametrize("version", ["beginner", "veteran"])
def test_standard_set_ups_are_compiled(board: Board, version: str) -> None:
    standard = board.standard[version]
    units = [unit for _, crowd in standard.spanish for unit in crowd]
    guns = [unit for unit in units if board.kinds[board.kind_of[unit]].type == CANNON]
    assert len(units) == len(set(units)) == 45 + len(guns)
    assert len(guns) == (4 if version == "veteran" else 0)
    army = Counter(kind for _, crowd in standard.aztec for kind in crowd)
    assert army == Counter(unit.kind for unit in board.units if unit.side == AZTEC)


def test_spoilt_data_is_refused_in_a_sentence() -> None:
    with pytest.raises(DataError, match="Cortés's data cannot be used"):
        read({"board": {}, "units": {}, "tables": {}, "setups": {}, "rules": {}})
    data = from_folder(HOME)
    fewer = {token: kind for token, kind in data.units.kinds.items() if token != "knight"}
    broken = data._replace(units=data.units.model_copy(update={"kinds": fewer}))
    with pytest.raises(DataError, match="Cortés's data cannot be used"):
        Board(broken)


# Each: file, text, its replacement, and a part of the sentence that must name the fault.
INDEX = {
    "source": ("board", 'source: "7.17"', 'source: "7.99"', "no rule 7.99 in rules.yaml"),
    "section": ("rules", '"7.20":', '"7.29":', "there is no section 7.20"),
    "status": ("rules", "    status: implemented", "    status: done", "unknown status 'done'"),
}


@pytest.mark.parametrize("fault", INDEX)
def test_a_fault_of_the_index_is_named(copy: Path, fault: str) -> None:
    name, old, new, sentence = INDEX[fault]
    change(copy, name, old, new)
    found = check(copy)
    assert any(sentence in problem for problem in found), found
