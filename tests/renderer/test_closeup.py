"""Close-ups: legible names, arrows within the frame, nothing that the reader may not know."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations
from typing import Any

import pytest
from PIL import Image

import engine
import renderer
from engine.match import Match
from renderer.boards import arrows, names, points
from renderer.boards.deeds import Mark, Way
from renderer.boards.layout import Layout
from renderer.boards.reading import layout
from renderer.games.granada import deeds
from renderer.ink.lettering import font
from renderer.pictures import closeup
from renderer.pictures.drawing import scene_of
from tests.renderer.sights import shaped
from tests.renderer.test_renderer import positions

SMALL = 550  # how wide Discord shows a picture


@pytest.fixture(scope="module")
def plan() -> Layout:
    return layout("granada")


def last(match: Match, seat: str | None, count: int = 14) -> list[dict[str, Any]]:
    return shaped("granada", [seen.to_json() for seen in match.events(seat)[-count:]])


def event(kind: str, **args: Any) -> dict[str, Any]:
    [told] = shaped("granada", [{"number": 1, "kind": kind, "rule": "7.3", "args": args}])
    return told


MARCH = event("march", side="christian", path=["Cabra", "Lucena"], count=5, **{"from": "Cordoba"})


# -- which deeds ---------------------------------------------------------------------------------


def test_a_march_is_a_way_for_each_road() -> None:
    assert deeds([MARCH]) == [
        Way("christian", "Cordoba", "Cabra"),
        Way("christian", "Cabra", "Lucena"),
    ]


def test_a_voyage_from_port_to_port() -> None:
    voyage = [
        event("sail", side="muslim", zone="Sea-Oran", ships=1),
        event("embark", side="muslim", place="Oran", count=2),
        event("enter", side="muslim", zone="Sea-Adra"),
        event("land", side="muslim", place="Adra", count=2),
    ]
    assert deeds(voyage) == [
        Mark("Sea-Oran"),
        Way("muslim", "Oran", "Sea-Oran"),
        Way("muslim", "Sea-Oran", "Sea-Adra"),
        Way("muslim", "Sea-Adra", "Adra"),
    ]


def test_a_flight_a_fight_and_a_new_owner() -> None:
    seen = [
        event("battle", place="Vera", attacker="christian", christian=3, muslim=1),
        event("retreat", side="muslim", place="Vera", to="Mojacar", grey=None, kept=0, count=1),
        event("control", place="Vera", owner="christian"),
        event("evaded", side="muslim", zone="Sea-Adra", **{"from": "Sea-Almeria"}),
    ]
    assert deeds(seen) == [
        Mark("Vera", "fight"),
        Way("muslim", "Vera", "Mojacar", flight=True),
        Mark("Vera"),
        Mark("Vera", "taken", "christian"),
        Way("muslim", "Sea-Almeria", "Sea-Adra", flight=True),
    ]


def test_a_voyage_whose_start_was_not_told_is_a_place() -> None:
    assert deeds([event("enter", side="muslim", zone="Sea-Adra")]) == [Mark("Sea-Adra")]
    assert deeds([event("land", side="muslim", place="Adra", count=2)]) == [Mark("Adra")]


# -- the window ----------------------------------------------------------------------------------


def test_every_name_is_ten_pixels_high_in_a_small_picture(plan: Layout) -> None:
    scale = SMALL / closeup.WIDE
    fine = 100  # measured large, since a font's size is a whole number

    def high(letters: Any, text: str) -> float:
        _, top, _, bottom = letters.getbbox(text, anchor="ls")
        return float(bottom - top) / fine * scale

    for town in plan.towns.values():
        for line in town.lines:
            assert high(names.face(town.kind, fine), line) >= 10, line
    for water in plan.waters.values():
        assert high(font("italic", names.ZONE * fine, 550), water.name) >= 10, water.name


def test_every_place_and_sea_zone_has_a_window(plan: Layout) -> None:
    """What is asked for is whole in it, and names in it are whole and apart."""
    for key in (*plan.towns, *plan.waters):
        part = closeup.cut(plan, closeup.window(plan, (key,)))
        assert key in part.towns or key in part.waters, key
        boxes = [names.box(t) for t in part.towns.values()]
        boxes += [names.zone_box(w) for w in part.waters.values()]
        assert all(box.inside(closeup.SEEN) for box in boxes), key
        assert all(not a.meets(b) for a, b in combinations(boxes, 2)), key


def test_both_ends_of_every_road_and_lane_fit(plan: Layout) -> None:
    for road in (*plan.roads, *plan.lanes):
        part = closeup.cut(plan, closeup.window(plan, road.ends))
        known = part.towns.keys() | part.waters.keys()
        assert set(road.ends) <= known, road.ends


def test_arrows_and_pieces_lie_within_the_frame(plan: Layout) -> None:
    met = 0
    for match in positions(3, 12):
        scene = scene_of(match.view(None).to_json())
        done = deeds(last(match, None))
        wanted = closeup._wanted(scene, plan, (), done)
        part = closeup.cut(plan, closeup.window(plan, wanted))
        known = part.towns.keys() | part.waters.keys()
        assert wanted[0] in known
        shown = closeup._within(scene, known)
        for _, line in arrows.arrows(part, shown, done, closeup.SEEN):
            met += 1
            assert all(closeup.SEEN.holds(point) for point in line)
        laid = points.arrange(shown, part, layout("granada").palette("standard"), 1.0)
        assert all(piece.box.inside(closeup.SEEN) for piece in laid)
    assert met > 20


def test_two_arrows_on_one_road_lie_apart(plan: Layout) -> None:
    back = event("retreat", side="muslim", place="Lucena", to="Cabra", grey=None)
    part = closeup.cut(plan, closeup.window(plan, ("Cabra", "Lucena")))
    scene = scene_of(engine.new_match("granada", seed="two").view(None).to_json())
    shown = closeup._within(scene, part.towns)
    lines = [line for _, line in arrows.arrows(part, shown, deeds([MARCH, back]), closeup.SEEN)][
        -2:
    ]
    middles = [line[len(line) // 2] for line in lines]
    assert abs(middles[0][0] - middles[1][0]) + abs(middles[0][1] - middles[1][1]) > 8


# -- pictures ------------------------------------------------------------------------------------


def test_the_arrow_is_drawn() -> None:
    view = engine.new_match("granada", seed="drawn").view(None)
    plain = renderer.render(view, "region", 1100, places=("Lucena", "Cabra", "Cordoba"))
    marched = renderer.render(view, "region", 1100, events=[MARCH])
    assert marched.data != plain.data
    assert (marched.width, marched.height) == (1100, 825)
    assert marched.name == "region.webp"
    assert "Christian, Córdoba to Cabra to Lucena" in marched.alt
    with Image.open(BytesIO(marched.data)) as image:
        assert image.size == (1100, 825)
        assert {"exif", "xmp", "icc_profile"}.isdisjoint(image.info)


@pytest.mark.parametrize("name", ["standard", "contrast"])
def test_without_events_there_is_still_a_picture(name: str) -> None:
    view = engine.new_match("granada", seed="quiet").view(None)
    picture = renderer.render(view, kind="region", width=550, palette=name)
    assert picture.width == 550
    assert "Close-up of Granada" in picture.alt


def test_what_does_not_fit_is_named() -> None:
    view = engine.new_match("granada", seed="far").view(None)
    picture = renderer.render(view, kind="region", width=400, places=("Murcia", "Cadiz"))
    assert "Outside the picture: Cádiz." in picture.alt


def test_unknown_places_are_named() -> None:
    view = engine.new_match("granada", seed="unknown").view(None)
    reason = "The layout of Granada has no place 'Toledo'."
    with pytest.raises(renderer.RenderError, match=reason):
        renderer.render(view, kind="region", places=("Toledo",))
    with pytest.raises(renderer.RenderError, match=reason):
        renderer.render(view, kind="region", events=[event("battle", place="Toledo")])


def test_blocks_that_only_their_owner_saw_are_not_drawn() -> None:
    """An event of a seat says more than the public one; the arrows are the same."""
    for match in positions(1, 40):
        public = deeds(last(match, None, 10**6))
        assert all(deeds(last(match, seat, 10**6)) == public for seat in match.seats)


def test_alt_texts_fit() -> None:
    for match in positions(1, 40):
        picture = renderer.render(match.view("muslim"), "region", 300, events=last(match, "muslim"))
        assert 100 < len(picture.alt) <= 1024


def test_two_marches_are_told_as_two() -> None:
    on = event("march", side="christian", path=["Loja"], count=1, **{"from": "Lucena"})
    view = engine.new_match("granada", seed="two marches").view(None)
    picture = renderer.render(view, "region", 300, events=[MARCH, on])
    assert "Córdoba to Cabra to Lucena; Christian, Lucena to Loja." in picture.alt


# -- words ---------------------------------------------------------------------------------------


def test_the_description_is_of_the_close_up(plan: Layout) -> None:
    """Every place in the window and none outside it, without the board's own sums."""
    view = engine.new_match("granada", seed="words").view("christian")
    for key in ("Loja", "Murcia", "Sea-Adra"):
        part = closeup.cut(plan, closeup.window(plan, (key,)))
        rows = renderer.describe(view, "region", places=(key,)).splitlines()
        told = {row.partition(": ")[0] for row in rows[1:]}
        names_in = {town.name for town in part.towns.values()}
        assert names_in <= told
        assert told <= names_in | {water.name for water in part.waters.values()}
        assert not any(row.startswith("Board of") for row in rows)


def test_the_description_tells_deeds_and_fleets() -> None:
    view = engine.new_match("granada", seed="words").view(None).to_json()
    text = renderer.describe(view, "region", events=[MARCH])
    assert "Arrows: Christian, Córdoba to Cabra to Lucena." in text
    zone = next(key for key, ships in view["zones"].items() if ships["christian"])
    ships = len(view["zones"][zone]["christian"])
    assert f"Christian ships {ships}" in renderer.describe(view, "region", places=(zone,))


def test_the_alt_text_is_the_beginning_of_the_description() -> None:
    view = engine.new_match("granada", seed="words").view("muslim")
    alt = renderer.render(view, "region", 300, events=[MARCH]).alt
    assert renderer.describe(view, "region", events=[MARCH]).replace("\n", " ").startswith(alt)
