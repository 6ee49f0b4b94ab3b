"""The muster roll: a seat's own blocks below its map, legible in a chat, and nobody else's."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import engine
import renderer
from engine.match import Match
from renderer.boards.scene import Roll, Troop
from renderer.games.granada import faces, rolls
from renderer.pictures import drawing, roll
from renderer.pictures.drawing import scene_of
from tests.renderer.test_renderer import positions

CHAT = 550 / 1600  # pixels for each unit where a chat shows a picture
SEATS = ("christian", "muslim")


def views() -> Iterator[tuple[Match, str, dict[str, Any]]]:
    for match in positions(3, 40):
        for seat in SEATS:
            yield match, seat, match.view(seat).to_json()


def test_names_and_counts_are_legible_in_a_chat() -> None:
    assert roll.NAME.size * CHAT >= 11
    assert roll.COUNT * CHAT >= 9
    assert min(roll.FACES) * 0.38 * CHAT >= 7.5, "the figures on faces"


def test_every_row_keeps_to_the_paper_and_nothing_lies_on_another() -> None:
    for _, _, facts in views():
        for made in map(roll.laid_out, scene_of(facts).rolls):
            shown = 0
            for row in made.rows:
                ends = [roll.MARGIN]
                for part in row:
                    assert part.left >= ends[-1]
                    assert part.faces >= part.left
                    ends.append(part.faces + part.shows * made.face)
                    shown += part.shows
                assert ends[-1] <= roll.WIDE - roll.MARGIN
            assert shown == sum(len(t.faces) + bool(t.hidden) for t in made.roll.troops)


@pytest.mark.parametrize("count", [12, 30, 61])
def test_a_stack_that_is_too_long_goes_on_in_the_next_row(count: int) -> None:
    keys = rolls.mustered(["C2"] * count)
    troop = Troop("Ronda", "Ronda", count, rolls.shown(keys))
    made = roll.laid_out(Roll("christian", "Your blocks", "", (troop,)))
    assert sum(part.shows for row in made.rows for part in row) == count
    assert len(made.rows) == 1 or count > 12
    assert [part.lead for row in made.rows for part in row].count(True) == 1


def test_the_roll_lists_every_own_block_once() -> None:
    for match, seat, facts in views():
        own = scene_of(facts).rolls[0]
        view: Any = match.view(seat)
        stacks = [getattr(place, seat).blocks for place in view.spots]
        aboard = [ship.cargo for zone in view.waters for ship in getattr(zone, seat)]
        held = sorted(k for keys in (*stacks, *aboard, getattr(view, seat).box) for k in keys)
        assert sorted(face.key for troop in own.troops for face in troop.faces) == held


def test_order_of_a_stack() -> None:
    found = rolls.mustered(["C1", "A3", "C1!", "C3", "Ferdinand", "K2"])
    assert found[:2] == ["Ferdinand", "C1!"]
    assert found.index("C3") < found.index("C1")
    assert rolls.marched(["C2", "C2", "A1"], ["C2"]) == (True, False, False)


def test_army_leaders_have_three_letters() -> None:
    shorts = {key: face.short for key, face in faces.blocks().items() if face.emblem == "crown"}
    assert shorts == {
        "Ferdinand": "Fer", "Isabella": "Isa", "Boabdil": "Boa", "Zagal": "Zag", "YB": "YB",
    }  # fmt: skip


def test_in_words() -> None:
    match = engine.new_match("granada", seed="words")
    text = renderer.describe(match.view("muslim"), "roll").splitlines()
    assert text[0].startswith("Your blocks (")
    assert text[-1].startswith("They: ")
    view = match.view("muslim").to_json()
    for place, here in view["locations"].items():
        if here["muslim"]["count"]:
            name = engine.games()["granada"].names("place")[place]
            assert any(line.startswith(f"{name}: ") for line in text[1:-1])
    assert "roll" not in renderer.kinds(match.view(None))
    with pytest.raises(renderer.RenderError, match="only for the seat"):
        renderer.render(match.view(None), "roll")


def test_who_has_marched_is_told_to_the_owner_alone() -> None:
    facts = engine.new_match("granada", seed="marched").view("christian").to_json()
    key, here = next(
        (k, place) for k, place in facts["locations"].items() if place["christian"]["count"] > 1
    )
    here["christian"]["gone"] = here["christian"]["blocks"][:1]
    assert "marched: " in renderer.describe(facts, "roll")
    assert any(any(troop.gone) for troop in scene_of(facts).rolls[0].troops)
    other = engine.new_match("granada", seed="marched").view("muslim").to_json()
    assert other["locations"][key]["christian"]["gone"] is None
    assert other["locations"][key]["christian"]["blocks"] is None


@pytest.mark.parametrize("kind", ["board", "region"])
def test_my_secrets_change_no_byte_of_anybody_elses_picture(kind: str) -> None:
    for match in positions(1, 60):
        for reader in (*SEATS, None):
            kept = renderer.render(match.view(reader), kind, width=400)
            for n in range(2):
                world = match.redeal(reader, Random(n))
                drawing._drawn.clear()
                assert renderer.render(world.view(reader), kind, width=400) == kept


def test_the_public_board_has_no_roll() -> None:
    match = engine.new_match("granada", seed="public")
    assert scene_of(match.view(None).to_json()).rolls == ()
    public = renderer.render(match.view(None), "board", width=400)
    own = renderer.render(match.view("christian"), "board", width=400)
    assert public.height == 300
    assert own.height > 360
