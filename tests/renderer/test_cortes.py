"""Pictures of Cortés: every reader of a game sees what he may, and nothing that he may not."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

import renderer
from engine.data import SHIPPED
from engine.events import drawn
from engine.games import known
from renderer.boards import hexes
from renderer.boards.reading import layout
from renderer.check import check
from renderer.errors import RenderError
from renderer.pictures import drawing
from tests.contract.play import played
from tests.renderer import sights_cortes as sights


def test_the_layout_is_sound() -> None:
    assert check(SHIPPED / "cortes") == []


def test_every_hex_and_area_has_its_place() -> None:
    plan = layout("cortes")
    assert plan.lattice is not None
    assert len(plan.lattice.cells) == 595
    assert len(plan.lattice.seas) == 29
    assert sum(sea.closed for sea in plan.lattice.seas.values()) == 5


def test_every_terrain_and_emblem_is_in_the_legend() -> None:
    plan = layout("cortes")
    assert plan.lattice is not None
    signs = {what for what, _ in plan.legend}
    emblems = {cell.emblem for cell in plan.lattice.cells.values() if cell.emblem}
    arms = {kind.arm for kind in plan.kinds.values()}
    shown = {f"terrain:{cell.terrain}" for cell in plan.lattice.cells.values() if not cell.emblem}
    assert emblems | arms | (shown - {"terrain:causeway"}) <= signs
    assert {"heart", "cross", "road", "road:wet", "side:spanish", "side:aztec"} <= signs


def test_a_figure_of_the_city_is_readable() -> None:
    """Nine pixels high where the picture is shown 550 wide; ten and more in a close-up."""
    from renderer.games.cortes.sheets import HIGH, SIZE

    assert 30 * HIGH * hexes.FILLED / 50 * 550 / SIZE[0] > 9


def test_the_same_for_a_hidden_stack_whatever_lies_in_it() -> None:
    """A view in fog says nothing of what lies below the top, so neither does its picture."""
    view = sights.crowded()
    text = renderer.describe(view, "board")
    assert "2313 Tolteca Acaloco: Aztecs regular (2 steps), 1 unknown." in text


def test_a_battle_and_an_rr_only_when_there_is_one() -> None:
    assert renderer.kinds(sights.view(rests=0)) == ("board", "city", "region")
    assert "battle" in renderer.kinds(sights.crowded())
    with pytest.raises(RenderError, match="Nobody is fighting"):
        renderer.describe(sights.view(), "battle")
    assert renderer.best(sights.crowded(), sights.FIGHT) == "battle"
    assert renderer.best(sights.view(), sights.REST) == "rr"
    assert renderer.best(sights.ended(), ()) == "end"


def test_a_battle_without_its_reckoning_shows_who_stands_there() -> None:
    words = renderer.describe(sights.crowded(), "battle")
    assert "Spanish side attacks." in words
    assert "Chichimeca (3 steps)" in words
    assert "resolved" not in words


def test_a_bombardment_is_told() -> None:
    shells = sights.event(
        "bombardment", "8.28", "fight", place="3516", side="spanish", **{"from": "10"}, count=2,
        rolls=[3, 5], hits=1,
    )  # fmt: skip
    words = renderer.describe(sights.view(), "battle", events=[shells])
    assert words.startswith("Bombardment of 3516 Tetamazolco landing")
    assert "2 fired and threw 3, 5: 1 hits." in words


def test_an_unknown_unit_is_refused() -> None:
    places = {"3016": [sights.stack("aztec", ["Q4"])]}
    with pytest.raises(RenderError, match="There is no unit 'Q'"):
        renderer.describe(sights.view(places=places), "board")


def test_a_corrected_board_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An owner who turns land into another terrain sees it at once."""
    shutil.copytree(SHIPPED / "cortes", tmp_path / "cortes")
    path = tmp_path / "cortes" / "board.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"1010": {terrain: clear', '"1010": {terrain: dry_land_city'))
    before = drawing.shown(sights.view(), "board", 400).picture.tobytes()
    monkeypatch.setenv("HERALD_DATA", str(tmp_path))
    assert drawing.shown(sights.view(), "board", 400).picture.tobytes() != before


def told(match: Any, seat: str | None) -> list[dict[str, Any]]:
    events = [event.to_json() for event in match.events(seat)[-40:]]
    return [drawn(match.game.events, event) for event in events]


@pytest.mark.parametrize("number", range(1))
def test_random_games_are_drawn_for_every_reader(number: int) -> None:
    """All kinds of a real game; a world dealt anew that a reader cannot tell looks the same."""
    with known("cortes"):
        for length in (30, 400):
            match = played("cortes", f"pictures {number}", length)
            for seat in (*match.seats, None):
                view = match.view(seat).to_json()
                events = told(match, seat)
                for kind in renderer.kinds(view):
                    assert renderer.describe(view, kind, events=events)
                world = match.redeal(seat, Random(number)).view(seat).to_json()
                assert renderer.describe(world, "board") == renderer.describe(view, "board")
            assert renderer.render(view, renderer.best(view, events), 300, events=events).data


def test_a_leader_alone_is_one_counter_in_gilt() -> None:
    places = {"3413": [sights.stack("aztec", [], "Cuauhtemoc")]}
    (spot,) = drawing.scene_of(sights.view(places=places, temples={})).spots
    assert [(pile.count, pile.leaders) for pile in spot.piles] == [(1, ("Cuauhtemoc",))]
