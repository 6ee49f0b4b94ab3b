"""An order that is being built: reach by price, warnings from the view alone, and its picture."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import engine
import renderer
from engine.core import Decision, Value
from engine.match import Match
from engine.parts.outlook import Outlook, outlook
from renderer.boards.reading import layout
from renderer.games.granada.march import march
from renderer.pictures import closeup, marching
from tests.renderer.sights_granada import MARCH, played

FOUR = ("C3", "C2", "C1!", "L1x")


def looked(prefix: tuple[Value, ...], partial: tuple[Value, ...] = ()) -> Outlook | None:
    match = played(MARCH)
    decision = match.decision("christian")
    assert decision is not None
    return outlook(match.game, decision, prefix, partial, match.view("christian"))


def test_nothing_is_drawn_before_an_order_begins_somewhere() -> None:
    assert looked(()) is None
    assert looked(("move",)) is None
    assert looked(("done",)) is None
    found = looked(("move", "Antequera"))
    assert found is not None
    assert (found.origin, found.path, found.reach) == ("Antequera", (), {})


def test_7_3_3_reach_by_its_price() -> None:
    found = looked(("move", "Antequera", FOUR))
    assert found is not None
    assert found.reach["Archidona"] == ()
    assert found.reach["Malaga"] == ("lead",), "a leader who is shown rather than a card"
    assert found.reach["Ronda"] == ("lead", "march")


def test_every_place_in_reach_can_be_ordered_at_its_price() -> None:
    match = played(MARCH)
    decision = match.decision("christian")
    assert decision is not None
    found = looked(("move", "Antequera", FOUR))
    assert found is not None
    ends: dict[Any, Any] = {}
    for action in decision:
        if action[:3] == ("move", "Antequera", FOUR) and not action[4]:
            named = dict(
                zip([s.name for s in match.game.verbs["move"].slots], action[1:], strict=True)
            )
            paid = tuple(slot for slot in ("lead", "march") if named[slot])
            if not named.get("pioneers") and not named.get("pick_at"):
                place = named["path"][-1]
                ends[place] = min(ends.get(place, paid), paid, key=lambda p: (len(p), p))
    assert found.reach == ends


def test_warnings_have_numbers_and_rules() -> None:
    found = looked(("move", "Antequera", FOUR), ("Comares", "Malaga"))
    assert found is not None
    told = [(engine.tongues.ENGLISH.word(w.said), w.rule) for w in found.warnings]
    assert told[0] == ("Starts a battle at Málaga: 4 against 3, in a castle.", "8.1")
    found = looked(("move", "Antequera", (*FOUR, "K1g")), ("Comares",))
    assert found is not None
    assert [w.rule for w in found.warnings] == []


def test_no_secret_changes_an_outlook() -> None:
    match = played(MARCH)
    seat = "christian"
    kept = looked(("move", "Antequera", FOUR), ("Comares", "Malaga"))
    for n in range(4):
        world = match.redeal(seat, Random(n))
        decision = world.decision(seat)
        assert decision is not None
        prefix = ("move", "Antequera", FOUR)
        found = outlook(world.game, decision, prefix, ("Comares", "Malaga"), world.view(seat))
        assert found == kept


def crowding(match: Match) -> tuple[Decision, Outlook]:
    """The first march of a game that ends where too many would stand."""
    rng = Random(1)
    for _ in range(3000):
        decision = match.decisions()[0]
        for found in _marches(match, decision):
            if any(warned.rule == "4.5" for warned in found.warnings):
                return decision, found
        match.act(decision.seat, decision.sample(rng))
    raise AssertionError("nobody crowds a province")


def _marches(match: Match, decision: Decision) -> Any:
    if "move" not in decision.verbs:
        return
    view = match.view(decision.seat)
    for place in decision.next(("move",)).choices:
        for piece in decision.next(("move", place)).choices:
            if decision.next(("move", place), (piece,)).may_stop:
                prefix = ("move", place, (piece,))
                for step in decision.next(prefix).choices:
                    found = outlook(match.game, decision, prefix, (step,), view)
                    if found is not None:
                        yield found


def test_4_5_hispania_warns_before_the_march() -> None:
    match = engine.new_match("hispania", seed="march")
    decision, found = crowding(match)
    warned = next(w for w in found.warnings if w.rule == "4.5")
    values: dict[str, Any] = dict(warned.said.values)
    assert values["standing"] - values["most"] == values["over"] > 0
    picture = renderer.render(match.view(decision.seat), "order", 400, order=found.to_json())
    assert "must go after movement. [4.5]" in picture.alt


@pytest.mark.parametrize("palette", renderer.PALETTES)
def test_the_picture_names_road_price_and_fight(palette: str) -> None:
    found = looked(("move", "Antequera", FOUR), ("Comares", "Malaga"))
    assert found is not None
    view = played(MARCH).view("christian")
    picture = renderer.render(view, "order", 550, palette, order=found.to_json())
    assert picture.width == 550
    assert "Antequera – Comares – Málaga. 2 steps: a leader must be shown [7.3.4]." in picture.alt
    text = renderer.describe(view, "order", order=found.to_json())
    assert "With a forced march: 1 card: " in text
    with pytest.raises(renderer.RenderError, match="no order to draw"):
        renderer.render(view, "order")


def test_origin_and_way_lie_in_the_window() -> None:
    found = looked(("move", "Antequera", FOUR), ("Comares", "Malaga"))
    assert found is not None
    plan = layout("granada")
    made = march(played(MARCH).view("christian").to_json(), plan, found.to_json())
    assert [face.key for face in made.stays] == ["K1g"]
    part = closeup.cut(plan, closeup.window(plan, marching.far_off(plan, made)))
    assert {"Antequera", "Comares", "Malaga"} <= part.towns.keys()
