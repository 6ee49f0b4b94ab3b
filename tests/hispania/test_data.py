"""Hispania's data: what is shipped is sound, and the validator names what is not."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.core import DataError
from engine.data import folder, load
from engine.games.hispania.datacheck import FILES, check
from engine.games.hispania.table.board import (
    CAV,
    ELITE,
    INF,
    KNIGHT,
    MOUNTAIN,
    NEVER,
    PLAIN,
    Board,
)
from engine.games.hispania.table.data import read
from engine.games.hispania.table.peoples import OWN

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def shipped() -> dict[str, dict[str, Any]]:
    return {name: load(folder("hispania") / f"{name}.yaml") for name in FILES}


@pytest.fixture(scope="module")
def board(shipped: dict[str, dict[str, Any]]) -> Board:
    return Board(read(shipped))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    copy = tmp_path / "hispania"
    copy.mkdir()
    for name in (*(f"{name}.yaml" for name in FILES), "areas.json"):
        shutil.copy(folder("hispania") / name, copy)
    return copy


def change(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / (name if "." in name else f"{name}.yaml")
    text = path.read_text(encoding="utf-8")
    assert old in text, f"the test is out of date: {old!r} is not in {name}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_shipped_data_is_sound() -> None:
    assert check(folder("hispania")) == []


# Each: file, text, its replacement, and a part of the sentence that must name the fault.
FAULTS = {
    "province renamed": (
        "board",
        "  Duero:\n",
        "  Duera:\n",
        "Duera: is no province (did you mean Duero?)",
    ),
    "token with accent": (
        "board",
        "  Duero:\n",
        "  Duéro:\n",
        "a token is letters and hyphens only",
    ),
    "token begins another": ("board", "  Leon:\n", "  Cor:\n", "Cor: is the beginning of Cordoue"),
    "wrong zone": ("board", "zone: nord", "zone: sud", "Galice: zone is sud, must be nord"),
    "unknown zone": ("board", "zone: nord", "zone: ouest", "zone is 'ouest'; it must be one of"),
    "mountain lost": ("board", "terrain: mountain", "terrain: plain", "Galice: terrain is plain"),
    "stack": ("board", "    stack: 4\n", "    stack: 3\n", "Seville: stack is 3, must be 4"),
    "landing": ("board", "    landing: closed\n", "", "Algarve: landing is none, must be closed"),
    "third of a coin": ("board", "income: 1.5", "income: 1.3", "it must be a whole or half number"),
    "stated income": ("board", "    income: 3\n", "    income: 2\n", "Seville: income must be 3"),
    "longitude lost": ("board", "at: [-8.15, 42.75]", "at: [42.75, -8.15]", "Galice: at is"),
    "unknown end": (
        "board",
        "[Duero, Leon]",
        "[Duero, Lyon]",
        "unknown place 'Lyon' (did you mean Leon?)",
    ),
    "border to itself": ("board", "[Duero, Leon]", "[Leon, Leon]", "two different places"),
    "border twice": (
        "board",
        "[Duero, Leon]",
        "[Porto, Duero]",
        "border Duero-Porto: stands 2 times",
    ),
    "border beyond": ("board", "[Duero, Leon]", "[Narbonne, Leon]", "is a gate or a strait"),
    "known border": (
        "board",
        "[Segovie, Calatayud]",
        "[Tolede, Calatayud]",
        "no border Segovie-Calatayud",
    ),
    "forbidden border": ("board", "[Duero, Leon]", "[Duero, Galice]", "Duero-Galice: is forbidden"),
    "dry where wet": (
        "board",
        "[Segovie, Tolede], river: Tage",
        "[Segovie, Tolede]",
        "Segovie-Tolede: must run along",
    ),
    "wet where dry": (
        "board",
        "[Tortosa, Saragosse]",
        "[Tortosa, Saragosse], river: Ebre",
        "Saragosse-Tortosa: must not",
    ),
    "other river": (
        "board",
        "[Pamplune, Saragosse], river: Ebre",
        "[Pamplune, Saragosse], river: Tage",
        "the river there is the Ebre",
    ),
    "unknown river": ("board", "river: Ebre", "river: Rhin", "no river 'Rhin' runs there"),
    "corner of three": (
        "board",
        "round: [Galice, Leon, Duero, Porto]",
        "round: [Galice, Leon, Duero]",
        "four provinces meet, not 3",
    ),
    "diagonal": (
        "board",
        "[Seville, Cordoue, Gibraltar, Cadix]",
        "[Seville, Gibraltar, Cordoue, Cadix]",
        "leads across corner 3",
    ),
    "strait gone": (
        "board",
        "between: [Ibiza, Denia]",
        "between: [Ibiza, Valence]",
        "strait Denia-Ibiza: is missing",
    ),
    "gate gone": (
        "board",
        "[Gascogne, Narbonne]",
        "[Gascogne, Barcelone]",
        "Gascogne and Narbonne must touch",
    ),
    "no reason": (
        "board",
        ", why: the road by Irun",
        "",
        "Gascogne-Pays-Basque: is reconstructed but does not say why",
    ),
    "no reason for income": (
        "board",
        '    why: "income rebuilt: bare upland"\n',
        "",
        "Cuenca: income is rebuilt",
    ),
    "border without contact": (
        "board",
        "[Avila, Tolede]",
        "[Avila, Cuenca]",
        "border Avila-Cuenca: their shapes do not touch",
    ),
    "contact without border": (
        "board",
        "[Avila, Tolede]",
        "[Avila, Cuenca]",
        "no border Avila-Tolede, but their shapes share one",
    ),
    "outline of others": (
        "areas.json",
        '"rings":{"Galice"',
        '"rings":{"Ibizo"',
        "Galice: has no outline",
    ),
    "cost": ("units", "cost: 4", "cost: 5", "inf: cost is 5, must be 4"),
    "combat table": (
        "units",
        "inf: {inf: [7, 8]",
        "inf: {inf: [7, 7]",
        "inf against inf: must be [7, 8]",
    ),
    "elites never meet": (
        "units",
        "elite: {inf: [6, 7]",
        "elite: {elite: [6, 7], inf: [6, 7]",
        "elite against elite: must be nothing",
    ),
    "zeal": ("units", "zeal: 1", "zeal: 2", "zeal 1"),
    "order": ("nations", "order: 5", "order: 6", "basque: order must be 5"),
    "group": (
        "nations",
        "    order: 4\n    seat: purple",
        "    order: 4\n    seat: red",
        "must be of one seat",
    ),
    "crescent": ("nations", "    crescent: true\n", "", "omeyyad: must have the crescent"),
    "reserve": ("nations", "reserve: 8", "reserve: 4", "omeyyad: reserve must be 8"),
    "gold for Rome": (
        "nations",
        "income: {never: true}",
        "income: {from: 1}",
        "carthage: never collects gold",
    ),
    "first income": (
        "nations",
        "income: {from: 7}",
        "income: {from: 6}",
        "hispano-romain: income begins in turn 7",
    ),
    "half income": (
        "nations",
        "{from: 10, half: true}",
        "{from: 10}",
        "byzance: income must be half",
    ),
    "knights of nobody": (
        "nations",
        "units: {inf: 7}",
        "units: {inf: 7, knight: 1}",
        "galicien: must not own knight",
    ),
    "limit of seven": ("nations", "units: {inf: 7}", "units: {inf: 8}", "galicien: inf must be 7"),
    "too few counters": (
        "nations",
        "units: {inf: 15}",
        "units: {inf: 14}",
        "vandale: inf must be at least 15",
    ),
    "heir too poor": (
        "nations",
        "units: {inf: 9, knight: 2, castle: 2}",
        "units: {inf: 4, knight: 2, castle: 2}",
        "navarre: too few inf to take over from basque",
    ),
    "chief late": (
        "nations",
        "arrives: 5, at: [own], leaves: 6",
        "arrives: 4, at: [own], leaves: 6",
        "Viriathus: must come to lusitanien in turn 5",
    ),
    "host": (
        "nations",
        "units: {inf: 12, cav: 5}, at",
        "units: {inf: 12, cav: 6}, at",
        "turn 6 alain 12 inf 5 cav Gascogne is missing",
    ),
    "landing of Rome": (
        "nations",
        "landing: [Valence, Denia, Carthagene]",
        "landing: [Valence, Denia]",
        "only ROME's in turn 3 are told where to land",
    ),
    "zeal of nobody": (
        "nations",
        'zeal: true, source: "9.1, 9.3, 11.15"',
        'zeal: false, source: "9.1"',
        "zeal: turn 11 omeyyad is missing",
    ),
    "castle gift": (
        "nations",
        "castles: 3, first: Tolede",
        "castles: 2, first: Tolede",
        "turn 8 wisigoth 3 Tolede is missing",
    ),
    "threshold": (
        "nations",
        "vassal: celte, most: 3",
        "vassal: celte, most: 4",
        "is missing [constraint 22",
    ),
    "choice": (
        "nations",
        "vassal: basque, most: 3, must: true",
        "vassal: basque, most: 3, must: false",
        "is not in the book [constraint 22",
    ),
    "change": (
        "nations",
        "turn: 13, old: basque",
        "turn: 15, old: basque",
        "turn 13 basque navarre is missing",
    ),
    "heirs of the north": (
        "nations",
        "into: {inf: 8, knight: 2, castle: 1}",
        "into: {inf: 9, knight: 2, castle: 1}",
        "transformation into castille: into must be",
    ),
    "price of El Cid": (
        "nations",
        "castle: 3}, goal",
        "castle: 4}, goal",
        "pay for castle must be 3",
    ),
    "scenario turns": (
        "scenarios",
        "turns: [1, 13]",
        "turns: [1, 12]",
        "A: turns and set-up are wrong",
    ),
    "handicap": ("scenarios", "purple: 16", "purple: 15", "the group of carthage begins with 16"),
    "Carthagène": (
        "scenarios",
        "Carthagene: {elite: 3}",
        "Carthagene: {elite: 2}",
        "3 elite of rome must stand at Carthagene",
    ),
    "overfull": (
        "scenarios",
        "Galice: {inf: 2}",
        "Galice: {inf: 3}",
        "3 units in Galice, which holds 2",
    ),
    "two nations": (
        "scenarios",
        "Tierra-de-Campos: {inf: 1}",
        "Leon: {inf: 1}",
        "two nations in Leon",
    ),
    "wrong kind": ("scenarios", "Galice: {inf: 2}", "Galice: {elite: 2}", "2 elite, but it owns 0"),
    "scoring turn": (
        "scenarios",
        "title: The Scipios, score: true",
        "title: The Scipios",
        "turn 3 scores",
    ),
    "bounty": (
        "victory",
        "{points: 2, nations: [wisigoth], kinds: [inf]",
        "{points: 3, nations: [wisigoth], kinds: [inf]",
        "battles, basque: 2 for wisigoth inf is missing",
    ),
    "exit": (
        "victory",
        "points: 4, most: 5",
        "points: 4, most: 6",
        "exits: omeyyad to Narbonne as given is missing",
    ),
    "deed": (
        "victory",
        "points: 10, but: 1",
        "points: 10, but: 2",
        "deeds, all-hispania: is not as the book has it",
    ),
    "stated province": (
        "victory",
        "{turn: 3, each: 2, provinces: [Pays-Basque]",
        "{turn: 3, each: 1, provinces: [Pays-Basque]",
        "Pays-Basque is worth 2 in turn 3",
    ),
    "zones of Rome": (
        "victory",
        "zone: est, whole: 2",
        "zone: est, whole: 3",
        "rome: turn 5 is 2 and 4 for sud",
    ),
    "tenth turn": (
        "victory",
        "{turn: 10, each: 0.5, castles: true",
        "{turn: 10, each: 1, castles: true",
        "wisigoth: turn 10 is the income",
    ),
    "turn that does not score": (
        "victory",
        "{turn: 7, each: 1, provinces: [Galice",
        "{turn: 8, each: 1, provinces: [Galice",
        "galicien: turn 8 does not score",
    ),
    "province above all that the book states": (
        "victory",
        "{turn: 15, each: 5, provinces: [Seville",
        "{turn: 15, each: 9, provinces: [Seville",
        "seville: no province is worth more than 5 in turn 15",
    ),
    "province twice": (
        "victory",
        "{turn: 3, each: 0.5, provinces: [Asturies, Porto, Leon]}",
        "{turn: 3, each: 0.5, provinces: [Galice, Porto, Leon]}",
        "galicien: Galice stands twice in turn 3",
    ),
    "unknown ruling": (
        "rules",
        "rulings: [A-26, A-81]",
        "rulings: [A-26, A-199]",
        "1.0: no ruling A-199",
    ),
    "unknown source": ("board", 'source: "5.6"', 'source: "5.9"', "Mer: no rule 5.9 in rules.yaml"),
    "unknown part": (
        "victory",
        "exits:\n",
        "exit:\n",
        "exit: unknown part of the file (did you mean exits?)",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_named(copy: Path, fault: str) -> None:
    name, old, new, sentence = FAULTS[fault]
    change(copy, name, old, new)
    found = check(copy)
    assert any(sentence in problem for problem in found), found


def test_inland_harbour_is_named(copy: Path) -> None:
    path = copy / "areas.json"
    path.write_text(path.read_text().replace('["Valence","sea"]', '["Valence","land"]'))
    assert check(copy) == ["areas.json, Valence: must touch the sea [constraint 11, rule 3.2]."]


def test_open_outline_is_named(copy: Path) -> None:
    areas = json.loads((copy / "areas.json").read_text())
    areas["rings"]["Cuenca"][0].pop()
    (copy / "areas.json").write_text(json.dumps(areas))
    assert check(copy) == ["areas.json, Cuenca: its outline does not close [constraint 9]."]


def test_wrong_sum_of_eight_is_named(copy: Path) -> None:
    poorer(copy, "Segovie", "1")
    assert any("the example needs 8" in problem for problem in check(copy))


def test_crowded_nation_is_named(copy: Path) -> None:
    change(copy, "scenarios", "Porto: {inf: 1}", "Porto: {inf: 3}")
    change(copy, "scenarios", "Galice: {inf: 2}", "Galice: {inf: 4}")
    found = check(copy)
    assert any("galicien: more units than twice its provinces" in p for p in found), found


def poorer(copy: Path, token: str, income: str) -> None:
    path = copy / "board.yaml"
    before, mark, after = path.read_text(encoding="utf-8").partition(f"  {token}:\n")
    path.write_text(before + mark + re.sub(r"income: [\d.]+", f"income: {income}", after, count=1))


def test_poor_basques_are_named(copy: Path) -> None:
    path = copy / "board.yaml"
    path.write_text(re.sub(r"income: [\d.]+", "income: 0.5", path.read_text(encoding="utf-8")))
    assert any("the 4 that the BASQUE" in problem for problem in check(copy))


@pytest.mark.parametrize("name", [*(f"{name}.yaml" for name in FILES), "areas.json"])
def test_missing_file_is_named(copy: Path, name: str) -> None:
    (copy / name).unlink()
    assert check(copy) == [f"{name}: the file is missing."]


@pytest.mark.parametrize("name", [*(f"{name}.yaml" for name in FILES), "areas.json"])
@pytest.mark.parametrize(
    "content",
    [b"", b"- a\n- b\n", b"\xff\xfe", b"a: \x00", b"{}", b"[]", b"a: 2020-13-45", b"[" * 100_000,
     b'{"arcs": [{"between": ["a", "b"], "line": [[1]]}], "rings": {}}',
     b'{"arcs": [], "rings": {"Galice": [[7]]}}',
     b"provinces: 0\nnations: []\nsetups: {T1: 3}\nkinds: {inf: 0}\nsections: {a: b}"],
    ids=lambda content: repr(content[:24]),
)  # fmt: skip
def test_rubbish_gives_sentences(copy: Path, name: str, content: bytes) -> None:
    (copy / name).write_bytes(content)
    found = check(copy)
    assert found
    assert any(problem.startswith(name) for problem in found)


ODD = ("~", "true", "-1", "0", "7.5", ".nan", ".inf", "[]", "{}", "[1, [2]]", "{a: {b: 1}}", "text",
       '""', "0x" + "f" * 9000, "1e400", "2026-01-01", "Galice")  # fmt: skip


@pytest.mark.fuzz
@pytest.mark.parametrize("name", FILES)
def test_odd_values_give_sentences_and_never_an_exception(copy: Path, name: str) -> None:
    """Values of every file in turn, replaced by something that does not belong there."""
    rng = random.Random(f"-320 {name}")
    path = copy / f"{name}.yaml"
    whole = path.read_text(encoding="utf-8")
    spots = list(re.finditer(r"(?<=: )(\[[^][{}]*\]|[^][{},#>\n]+)", whole))
    for spot in rng.sample(spots, 15):
        path.write_text(whole[: spot.start()] + rng.choice(ODD) + whole[spot.end() :])
        assert all(isinstance(problem, str) for problem in check(copy))
    path.write_text(whole, encoding="utf-8")
    assert check(copy) == []


# ---- the compiled tables -----------------------------------------------------------------------


def test_provinces_come_first_and_gold_in_halves(board: Board) -> None:
    assert board.provinces == 40
    assert board.places[board.sea] == "Mer"
    assert board.income[board.place["Ibiza"]] == 1
    assert board.income[board.place["Seville"]] == 6
    assert sum(board.income) == 105, "the peninsula yields 52½"


def test_movement_and_combat_numbers(board: Board) -> None:
    assert [(k.move, k.led) for k in board.kinds[:4]] == [(2, 3), (3, 4), (4, 5), (2, 3)]
    attack, defence = board.needs[1], board.needs[0]
    assert attack[CAV][INF][PLAIN] == 4
    assert attack[CAV][INF][MOUNTAIN] == 8
    assert defence[KNIGHT][CAV][MOUNTAIN] == 5
    assert attack[ELITE][ELITE][PLAIN] == NEVER


def test_distances_of_the_examples(board: Board) -> None:
    def far(start: str, end: str) -> int:
        return board.away[board.place[start]][board.place[end]]

    assert far("Segovie", "Cordoue") == 2
    assert far("Segovie", "Gibraltar") <= 3
    assert far("Segovie", "Cantabrie") <= 3
    assert far("Denia", "Badajoz") <= 4
    assert far("Denia", "Lisbonne") <= 5
    assert far("Pyrenees-Orientales", "Saragosse") <= 3


def test_rivers_part_the_banks_both_ways(board: Board) -> None:
    pamplona, zaragoza = board.place["Pamplune"], board.place["Saragosse"]
    assert board.crosses(pamplona, zaragoza)
    assert board.crosses(zaragoza, pamplona)
    assert not board.crosses(board.place["Tortosa"], zaragoza)


def test_arrows_are_near_but_no_borders(board: Board) -> None:
    valencia, majorca = board.place["Valence"], board.place["Majorque"]
    assert majorca in board.near[valencia]
    assert majorca not in board.adjacent[valencia]
    assert board.africa not in board.near[board.place["Cadix"]]


def test_calendar_is_compiled(board: Board) -> None:
    peoples = board.peoples
    assert [len(nations) for nations in peoples.of_seat] == [7, 6, 6, 8]
    assert peoples.chiefs[peoples.chief["Viriathus"]].at == (OWN,)
    rome = peoples.nation["rome"]
    assert [a.up_to for a in peoples.arrivals if a.nation == rome] == [False] * 4 + [True]
    seville = next(c for c in peoples.changes if c.new == peoples.nation["seville"])
    assert (seville.most, seville.like_for_like) == (12, True)


def test_zones_of_rome_reach_the_stated_totals(board: Board) -> None:
    rows = [h for h in board.awards.holdings[board.peoples.nation["rome"]] if h.turn == 5]
    best = {
        board.zones[row.zone]: row.points * len(board.zone_places[row.zone]) + row.whole
        for row in rows
    }
    assert best == {"sud": 52, "est": 28, "centre": 9}


def test_spoilt_data_is_refused_in_a_sentence(shipped: dict[str, dict[str, Any]]) -> None:
    with pytest.raises(DataError, match="herald data check hispania"):
        read({**shipped, "nations": {}})
    with pytest.raises(DataError, match="is no number of things"):
        read(json.loads(json.dumps(shipped).replace('"most": 11', '"most": 1000000000')))


# ---- our own choices: what the shipped board promises, and a corrected copy need not keep ------


@pytest.mark.parametrize(
    ("part", "path", "name"),
    [
        ("nation", ("nations", "nations"), "vandale"),
        ("Chief", ("nations", "chiefs"), "Al-Mansur"),
        ("deed", ("victory", "deeds"), "great-emirate"),
        ("option", ("rules", "options"), "entry_box"),
    ],
)
def test_what_the_rules_name_must_be_there(
    shipped: dict[str, dict[str, Any]], part: str, path: tuple[str, str], name: str
) -> None:
    """A game that began without it would stop in the middle."""
    spoilt = json.loads(json.dumps(shipped).replace(f'"{name}"', '"somebody"'))
    assert name not in spoilt[path[0]][path[1]]
    with pytest.raises(DataError, match=f"there is no {part} {name}, which the rules name"):
        Board(read(spoilt))


def test_land_is_knit_as_intended(shipped: dict[str, dict[str, Any]]) -> None:
    board = shipped["board"]
    degree = Counter(end for row in board["borders"] for end in row["between"])
    islands = {token for token, p in board["provinces"].items() if p.get("island")}
    assert len(board["borders"]) == 88
    assert set(degree) == set(board["provinces"]) - islands
    assert all(2 <= number <= 8 for number in degree.values())


def test_rivers_part_the_zones(shipped: dict[str, dict[str, Any]]) -> None:
    """Douro between north and centre, Tage between centre and south, on every such border."""
    board = shipped["board"]
    zone = {token: p["zone"] for token, p in board["provinces"].items()}
    for row in board["borders"]:
        zones = {zone[token] for token in row["between"]}
        if row.get("river") == "Douro":
            assert zones == {"nord", "centre"}, row
        if row.get("river") == "Tage":
            assert zones == {"centre", "sud"}, row


def test_clips_and_ground_are_shipped() -> None:
    layout = load(folder("hispania") / "layout.yaml")
    assert (ROOT / "renderer" / "assets" / "ground" / layout["ground"]).stat().st_size < 400_000
    clips = ROOT / "renderer" / "making" / "clips" / "hispania"
    assert {p.name for p in clips.iterdir()} == {
        "coast.json", "hispania.json", "relief.png", "rivers.json",
    }  # fmt: skip


def test_every_province_has_its_spots_inside_the_picture() -> None:
    layout = load(folder("hispania") / "layout.yaml")
    board = load(folder("hispania") / "board.yaml")
    assert set(layout["places"]) == set(board["provinces"])
    assert set(layout["beyond"]) == set(board["beyond"])
    landing = {
        t for t, p in board["provinces"].items() if p.get("landing") in ("anchor", "crossed")
    }
    assert set(layout["anchors"]) == landing
    wide, high = layout["size"]
    for spots in layout["places"].values():
        for x, y in (spots["at"], spots["name"], spots["stack"]):
            assert layout["frame"] < x < wide - layout["frame"]
            assert layout["frame"] < y < high - layout["frame"]
    seats = load(folder("hispania") / "nations.yaml")["seats"]
    assert set(seats) < set(layout["boxes"])


def test_boxes_cover_neither_each_other_nor_a_province() -> None:
    layout = load(folder("hispania") / "layout.yaml")
    boxes = {**layout["beyond"], **layout["boxes"]}
    for name, (left, top, right, low) in boxes.items():
        for other, (l2, t2, r2, b2) in boxes.items():
            assert name == other or left >= r2 or l2 >= right or top >= b2 or t2 >= low, (
                name,
                other,
            )
        for token, spots in layout["places"].items():
            x, y = spots["stack"]
            assert not (left - 44 < x < right + 44 and top - 20 < y < low + 20), (name, token)
