"""Hispania's pictures: nothing overlaps, nothing leaves the frame, and everything is said."""

from __future__ import annotations

import math
import shutil
from collections.abc import Iterator
from io import BytesIO
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from PIL import Image, ImageChops

import engine
import renderer
from engine.data import folder
from engine.events import drawn
from engine.match import Match
from engine.tongues import ENGLISH
from renderer.boards import areas, kinds, names, room
from renderer.boards.base import base
from renderer.boards.deeds import Mark, Way
from renderer.boards.layout import Layout
from renderer.boards.reading import layout
from renderer.boards.scene import Scene
from renderer.check import check
from renderer.errors import RenderError
from renderer.games.hispania import deeds
from renderer.games.hispania.names import book
from renderer.games.hispania.sheets import income
from renderer.ink.geometry import Box
from renderer.ink.palette import PALETTES, Colour
from renderer.pictures import closeup
from renderer.pictures.drawing import ALT_LIMIT, scene_of
from renderer.pieces.counters import counter_token
from tests.renderer.sights_hispania import crowded, ended, fighting, start, told
from tests.renderer.test_everyone import EYES, charge, contrast

SEEN_WIDTH = 550  # pixels, where a chat shows a picture


@pytest.fixture(scope="module")
def plan() -> Layout:
    return layout("hispania")


def positions(scenario: str, games: int, every: int) -> Iterator[Match]:
    """Matches between random players, met every so many steps, and at their end."""
    for number in range(games):
        match = engine.new_match("hispania", scenario, seed=f"pictures-{number}")
        rng, step = Random(number), 0
        while not match.over:
            if step % every == 0:
                yield match
            decision = match.decisions()[0]
            match.act(decision.seat, decision.sample(rng))
            step += 1
        yield match


# -- the layout ----------------------------------------------------------------------------------


def test_the_layout_is_sound() -> None:
    view = engine.new_match("hispania", seed="check").view("red").to_json()
    assert check(folder("hispania"), lambda: view) == []


def changed(where: Path, change: Any) -> list[str]:
    path = where / "layout.yaml"
    drawn = yaml.safe_load(path.read_text(encoding="utf-8"))
    change(drawn)
    path.write_text(yaml.safe_dump(drawn, allow_unicode=True), encoding="utf-8")
    return check(where)


FAULTS = {
    "the place 'Avila' is missing": lambda d: d["places"].pop("Avila"),
    "the place 'Mer' is missing": lambda d: d["beyond"].pop("Mer"),
    "there is no place 'Atlantis' on the board": lambda d: d["places"].update(
        Atlantis=d["places"]["Avila"]
    ),
    "the place 'Avila' is not complete: 'stack'": lambda d: d["places"]["Avila"].pop("stack"),
    "the anchor of 'Valence' is missing": lambda d: d["anchors"].pop("Valence"),
    "the strait 'Ibiza Denia' is missing": lambda d: d["straits"].pop("Ibiza Denia"),
    "the nation 'rome' has no arms": lambda d: d["arms"].pop("rome"),
    "there is no nation 'gaul' to bear arms": lambda d: d["arms"].update(gaul=d["arms"]["rome"]),
    "there is no charge 'wyvern' for 'rome'": lambda d: d["arms"]["rome"].update(charge="wyvern"),
    "there is no hatching 'fur' for 'rome'": lambda d: d["arms"]["rome"].update(hatch="fur"),
    "2 nations bear the charge 'lion'": lambda d: d["arms"]["rome"].update(charge="lion"),
    "2 nations of red have the hatching 'level'": lambda d: d["arms"]["rome"].update(hatch="level"),
    "there is no emblem 'tank' for 'inf'": lambda d: d["kinds"].update(inf="tank"),
    "the unit 'cav' has no emblem": lambda d: d["kinds"].pop("cav"),
    "there is no layer 'clouds'": lambda d: d["layers"].append("clouds"),
    "the name of Avila and the stack of Avila overlap": lambda d: d["places"]["Avila"].update(
        name=d["places"]["Avila"]["stack"]
    ),
    "the stack of Galice lies outside the frame": lambda d: d["places"]["Galice"].update(
        stack=[20, 160]
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_check_names_what_is_wrong(fault: str, tmp_path: Path) -> None:
    where = Path(shutil.copytree(folder("hispania"), tmp_path / "hispania"))
    found = changed(where, FAULTS[fault])
    assert any(fault in row for row in found), found


# -- nothing overlaps ------------------------------------------------------------------------------


def faults(scene: Scene, plan: Layout, within: Box) -> list[str]:
    """Pieces that hide each other or something written, or that leave the picture."""
    laid = kinds.of(plan).arrange(scene, plan, layout("hispania").palette("standard"), 1.0)
    found = [f"{p.what} lies outside" for p in laid if not p.box.inside(within)]
    found += [
        f"{one.what} and {other.what} overlap"
        for one, other in combinations(laid, 2)
        if one.box.meets(other.box)
    ]
    written = room.still(plan)
    badges = ("capital ", "ruin ")  # these have rooms of their own below a name
    found += [
        f"{piece.what} hides something written"
        for piece in laid
        if not piece.what.startswith(badges) and any(piece.box.meets(box) for box in written)
    ]
    return found


def test_nothing_overlaps_on_the_fullest_board(plan: Layout) -> None:
    for facts in (crowded(), fighting(), ended(), start()):
        assert faults(scene_of(facts), plan, plan.edge) == []


def test_the_comparison_could_fail(plan: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "free", lambda plan, town, size, taken: Box.around(town.stack, size))
    assert any("overlap" in row for row in faults(scene_of(crowded()), plan, plan.edge))


@pytest.mark.parametrize(
    ("scenario", "games", "every"),
    [
        ("D", 1, 15),
        ("A", 1, 15),
        ("C", 1, 15),
        pytest.param("D", 200, 5, marks=pytest.mark.fuzz),
    ],
)
def test_nothing_overlaps_in_random_games(
    scenario: str, games: int, every: int, plan: Layout
) -> None:
    met = 0
    for match in positions(scenario, games, every):
        scene = scene_of(match.view(None).to_json())
        assert faults(scene, plan, plan.edge) == []
        met += 1
    assert met > 10


def test_close_ups_cut_nothing(plan: Layout) -> None:
    """Every place in the middle once, on the fullest board."""
    scene = scene_of(fighting())
    for place in plan.towns:
        part = closeup.cut(plan, closeup.window(plan, (place,)))
        assert place in part.towns
        shown = closeup._within(scene, part.towns)
        assert faults(shown, part, Box(0, 0, closeup.WIDE, closeup.HIGH - closeup.BAND)) == []


# -- legible --------------------------------------------------------------------------------------


def test_figures_are_ten_pixels_high_where_a_chat_shows_them(plan: Layout) -> None:
    """Measured in ink: the tallest run of dark rows in the cell of a figure."""
    look = plan.palette("standard").name
    token = counter_token("red", plan.arms["rome"], (("spears", 8),), False, look, 1.0)
    cell = token.crop((31, 4, token.width - 5, 36)).convert("L")
    dark = [
        y for y in range(cell.height) if min(cell.crop((0, y, cell.width, y + 1)).tobytes()) < 90
    ]
    assert (dark[-1] - dark[0] + 1) * SEEN_WIDTH / 1600 >= 9.6


def test_names_in_a_close_up_are_ten_pixels_high() -> None:
    letters = names.face("area", SEEN_WIDTH / closeup.WIDE)
    _, top, _, bottom = letters.getbbox("H", anchor="ls")
    assert bottom - top >= 10


def test_a_board_is_small_enough() -> None:
    for facts in (crowded(), start()):
        assert len(renderer.render(facts).data) < 400 * 1024


# -- who holds what -------------------------------------------------------------------------------


def pixel(picture: Image.Image, at: tuple[float, float]) -> tuple[int, ...]:
    found = picture.getpixel((round(at[0]), round(at[1])))
    assert isinstance(found, tuple)
    return found


def test_land_has_the_colours_of_its_holder(plan: Layout) -> None:
    """The middle is tinted by the nation; along the border lies the colour of the seat."""
    colours = layout("hispania").palette("standard")
    facts = crowded()
    empty = base(plan, colours, 1.0)
    drawn = empty.copy()
    areas.under(drawn, scene_of(facts), plan, colours, 1.0)
    assert pixel(drawn, plan.towns["La-Mancha"].at) != pixel(empty, plan.towns["La-Mancha"].at)
    left = min(plan.areas["Lisbonne"].rings[0])  # its western end
    seat = colours.side("purple").face
    near = [pixel(drawn, (left[0] + d, left[1])) for d in range(3, 8)]
    assert min(sum(abs(a - b) for a, b in zip(p, seat, strict=True)) for p in near) < 90


def test_another_holder_is_another_picture() -> None:
    one, other = crowded(), crowded()
    other["locations"]["La-Mancha"]["armies"][0]["nation"] = "aragon"  # of the same seat
    assert renderer.render(one, width=400).data != renderer.render(other, width=400).data


# -- in words -------------------------------------------------------------------------------------


def test_words_name_every_place_and_army(plan: Layout) -> None:
    facts = crowded()
    words = renderer.describe(facts)
    for key, here in facts["locations"].items():
        assert f"{plan.towns[key].name}: " in words
        for army in here["armies"]:
            assert ENGLISH.field(book().nation(army["nation"])) in words
            for chief in army["chiefs"]:
                assert book().chief(chief).text in words
    assert "capital of CASTILLE" in words
    assert "a ruin of BYZANCE" in words
    assert "vassal of CASTILLE" in words


def test_alt_texts_fit_and_say_the_score() -> None:
    for match in positions("D", 1, 200):
        view = match.view(None).to_json()
        for kind in renderer.kinds(view):
            alt = renderer.render(view, kind, 300).alt
            assert 0 < len(alt) <= ALT_LIMIT
        text = renderer.render(view, "board", 300).alt
        assert "Points: Purple " in text


# -- kinds ----------------------------------------------------------------------------------------


def test_which_pictures_there_are() -> None:
    assert renderer.kinds(crowded()) == ("board", "region", "legend")
    assert renderer.kinds(crowded("blue")) == ("board", "region", "legend", "nation")
    assert renderer.kinds(fighting()) == ("board", "region", "legend", "battle")
    assert renderer.kinds(ended()) == ("board", "region", "legend", "end")
    assert renderer.best(fighting()) == "battle"
    assert renderer.best(ended()) == "end"
    shared = ended() | {"winners": ["purple", "green", "red"]}
    words = renderer.render(shared, "end", 600).alt
    assert "Purple, Green and Red share the victory" in words
    assert renderer.best(crowded(), told()) == "region"
    assert renderer.best(crowded()) == "board"


def test_a_picture_that_cannot_be_had_is_refused() -> None:
    with pytest.raises(RenderError, match="Nobody is fighting"):
        renderer.render(crowded(), "battle")
    with pytest.raises(RenderError, match="not over"):
        renderer.render(crowded(), "end")
    with pytest.raises(RenderError, match="no nation 'gaul'"):
        renderer.render(crowded(), "nation", places=["gaul"])
    with pytest.raises(RenderError, match="no place 'Gaul'"):
        renderer.render(crowded(), "region", places=["Gaul"])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda f: f.update(schema=9), "version 9"),
        (lambda f: f.pop("locations"), "no 'locations'"),
        (lambda f: f["locations"]["Avila"]["armies"][0].update(nation="gaul"), "'gaul'"),
        (lambda f: f["locations"]["Avila"]["armies"][0].update(pieces=["tank"]), "'tank'"),
        (lambda f: f["locations"]["Avila"]["armies"][0].update(chiefs=["Hannibal"]), "'Hannibal'"),
        (lambda f: f["locations"].update(Gaul=f["locations"]["Avila"]), "'Gaul'"),
    ],
)
def test_a_view_that_cannot_be_drawn_is_refused(change: Any, said: str) -> None:
    facts = crowded()
    change(facts)
    with pytest.raises(RenderError, match=said):
        renderer.render(facts)


def test_a_nation_can_be_asked_for_by_word_or_name() -> None:
    for called in ("leon", "LEÓN"):
        words = renderer.describe(crowded(), "nation", places=[called])
        assert "LEÓN, played by Red" in words
        assert "Vassal of CASTILLE" in words
    own = renderer.describe(crowded("blue"), "nation")
    assert all(name in own for name in ("CASTILLE", "GRENADE", "EL CID", "CELTE"))
    assert "SÉVILLE," not in own


def test_the_income_of_a_sheet_is_what_the_rules_pay() -> None:
    """Checked against what nations were paid, where nothing stood between."""
    from engine.games.hispania.book.income import printed

    met = 0
    for match in positions("D", 2, 15):
        view, state = match.view(None).to_json(), match._state
        for number, key in enumerate(view["nations"]):
            assert income(view, book(), key) == printed(state, number) / 2, key
            met += bool(printed(state, number))
    assert met > 50


def test_the_same_view_gives_the_same_bytes_to_everybody() -> None:
    """Nothing is hidden in Hispania: board and region are the same for every reader."""
    match = engine.new_match("hispania", seed="open")
    for kind in ("board", "region", "legend"):
        seen = {renderer.render(match.view(seat), kind, 300).data for seat in (*match.seats, None)}
        assert len(seen) == 1


def test_every_kind_opens_as_a_picture() -> None:
    for facts, kind in ((crowded("red"), "nation"), (fighting(), "battle"), (ended(), "end")):
        made = renderer.render(facts, kind, 800)
        with Image.open(BytesIO(made.data)) as picture:
            assert picture.size == (made.width, made.height)
            assert made.width == 800


# -- what happened --------------------------------------------------------------------------------


def test_deeds_of_events() -> None:
    found = deeds(told())
    ways = [d for d in found if isinstance(d, Way)]
    assert [(w.side, w.start, w.goal, w.flight) for w in ways] == [
        ("blue", "Vieille-Castille", "Segovie", False),
        ("blue", "Segovie", "Tolede", False),
        ("green", "Tolede", "La-Mancha", True),
    ]
    assert Mark("Tolede", "fight") in found


def test_deeds_of_a_whole_game_name_places_of_the_board(plan: Layout) -> None:
    *_, match = positions("D", 1, 10_000)
    events = [drawn(match.game.events, event.to_json()) for event in match.events(None)]
    found = deeds(events)
    assert {type(d) for d in found} == {Way, Mark}
    for deed in found:
        for place in [deed.place] if isinstance(deed, Mark) else [deed.start, deed.goal]:
            assert place in plan.towns
    assert renderer.render(match.view(None), "region", 300, events=events[-30:]).alt


# -- for all eyes ---------------------------------------------------------------------------------


def seen_by(colour: Colour, eyes: str) -> tuple[float, float, float]:
    """A colour as these eyes see it: lightness, and two differences of hue (CIE Lab)."""
    red, green, blue = (
        max(0.0, sum(f * (c / 255) ** 2.2 for f, c in zip(row, colour, strict=True)))
        for row in EYES[eyes]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize("eyes", EYES)
def test_seats_are_told_apart(name: str, eyes: str) -> None:
    """By colour as these eyes see it, and by the shape of counters and plates."""
    colours = layout("hispania").palette(name)
    seats = engine.games()["hispania"].seats
    for one, other in combinations(seats, 2):
        faces = [seen_by(colours.side(seat).face, eyes) for seat in (one, other)]
        assert math.dist(*faces) > 20, (one, other)
        assert colours.side(one).shape != colours.side(other).shape


@pytest.mark.parametrize("eyes", EYES)
def test_arms_are_told_apart(eyes: str, plan: Layout) -> None:
    """The charge stands out from its field; nations of a seat differ in hatching too."""
    for nation, worn in plan.arms.items():
        assert contrast(worn.field, worn.ink, eyes) > 2.5, nation
    assert len({worn.charge for worn in plan.arms.values()}) == len(plan.arms)


def test_charges_differ_as_small_as_on_a_counter(plan: Layout) -> None:
    drawn = {worn.charge: charge(worn.charge, 22, 25) for worn in plan.arms.values()}
    for (one, a), (other, b) in combinations(drawn.items(), 2):
        far = sum(1 for v in ImageChops.difference(a, b).tobytes() if v > 90)
        assert far / (22 * 25) > 0.05, (one, other)
