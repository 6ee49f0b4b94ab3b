"""Pictures of the First Crusade: every kind is drawn, told in words, small enough, and legible."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import renderer
from engine.data import folder
from engine.tongues.false import FALSE
from renderer.boards import net
from renderer.boards.deeds import Way
from renderer.boards.reading import layout
from renderer.check import check
from renderer.errors import RenderError
from renderer.games.crusade.deeds import deeds
from renderer.games.crusade.names import book
from renderer.games.crusade.scene import hosts, scene
from tests.renderer import sights_crusade as sights

KINDS = (
    ("opening", "board"), ("midway", "board"), ("midway", "north"), ("midway", "south"),
    ("midway", "region"), ("midway", "hand"), ("midway", "nation"), ("midway", "battle"),
    ("fighting", "battle"), ("ended", "end"),
)  # fmt: skip
MOST = 400 * 1024


def view(name: str) -> dict[str, Any]:
    made: dict[str, Any] = getattr(sights, name)()
    return made


@pytest.mark.parametrize(("name", "kind"), KINDS)
@pytest.mark.parametrize("palette", ["standard", "contrast"])
def test_every_kind_is_drawn_and_told(name: str, kind: str, palette: str) -> None:
    shown = view(name)
    assert kind in renderer.kinds(shown)
    picture = renderer.render(shown, kind, 1600, palette)
    assert len(picture.data) <= MOST
    assert 60 < len(picture.alt) <= 1024
    assert renderer.describe(shown, kind)


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_no_english_stands_in_the_code(name: str, kind: str) -> None:
    """In the false language every sentence is marked."""
    told = renderer.describe(view(name), kind, tongue=FALSE)
    plain = renderer.describe(view(name), kind)
    assert told != plain
    assert len(told.splitlines()) == len(plain.splitlines())


def test_halves_show_the_whole_board_together() -> None:
    plan = layout("crusade")
    north, south = plan.parts["north"], plan.parts["south"]
    assert north.top == 0
    assert south.bottom == plan.size[1]
    assert south.top < plan.boxes["score"].top
    assert plan.boxes["score"].bottom < north.bottom


def test_the_layout_is_sound() -> None:
    assert check(folder("crusade")) == []


def test_factions_are_told_apart_without_colour() -> None:
    plan = layout("crusade")
    charges = [worn.charge for worn in plan.arms.values()]
    assert len(set(charges)) == len(charges) == 10
    shapes = [paint.shape for paint in plan.palette("contrast").sides.values()]
    sides = plan.sides["contrast"]
    assert len({paint.shape for paint in sides.values()}) == len(sides) == 4
    assert shapes


def test_five_hosts_at_one_gate_do_not_hide_each_other() -> None:
    shown = view("midway")
    plan = layout("crusade")
    assert len(hosts(shown, book(), "E1")) == 4
    assert len(hosts(shown, book(), "Antioch", walls=True)) == 2
    laid = net.arrange(scene(shown, plan), plan, plan.palette("standard"), 0.75)
    armies = [piece for piece in laid if not piece.what.startswith("town")]
    for one, other in combinations(armies, 2):
        assert not one.box.meets(other.box), (one.what, other.what)
    for piece in armies:
        assert piece.box.inside(plan.edge), piece.what


def test_what_is_written_on_a_host() -> None:
    shown = view("midway")
    franks, provencals, normans, germans = hosts(shown, book(), "E1")
    assert [(r.name, r.figure, r.second) for r in provencals.ranks] == [
        ("Raymond", "30", "2"),
        ("Adhemar", "9", ""),
    ] or [(r.name, r.figure, r.second) for r in franks.ranks] == [
        ("Raymond", "30", "2"),
        ("Adhemar", "9", ""),
    ]
    found = {h.arms: h for h in (franks, provencals, normans, germans)}
    assert found["n-franks"].ranks[1].signs == ("knight-banner",)
    assert found["sicilians"].ranks[0].name == "Rainulf"  # Bohemond's replacement
    assert hosts(shown, book(), "Antioch", walls=True)[0].walls


def test_words_of_a_place_say_all() -> None:
    told = renderer.describe(view("midway"), "board")
    assert "Antioch: held by Northern Syrians, wholly besieged, Assault Points 3" in told
    assert "Lattakiea: held by Northern Franks" in told
    assert "ravaged" in told
    assert "Marash: held by Germans, Resources 0, destroyed by the Germans" in told
    assert "Egyptian fleet in the sea of Jaffa: 2 NSP, with al-Afdal (Fatimids) with 15 SP" in told
    assert "Baldwin of Boulogne is a captive of the Mosul Turks." in told
    assert "Stephen of Blois is dead." in told


def test_a_list_of_mosul_is_not_told_to_others() -> None:
    """Points of Mosul are of its secret list."""
    shown = view("midway")
    panel = scene(shown, layout("crusade")).panels[0]
    mosul = next(banner for banner in panel.banners if banner.arms == "mosul")
    assert mosul.points == ""
    own = {**shown, "seat": "mosul", "lists": {"mosul": ["Tarsus", "Antioch"]}}
    panel = scene(own, layout("crusade")).panels[0]
    assert next(b for b in panel.banners if b.arms == "mosul").points == "3"


def test_arrows_of_a_march() -> None:
    event = {
        "kind": "march",
        "args": {"points": 3},
        "drawn": {"shape": "way", "who": ["Kerbogha"], "from": "E6", "way": ["E5", "E3"]},
    }
    shown = view("midway")
    assert renderer.best(shown, [event]) == "region"
    told = renderer.describe(shown, "region", events=[event])
    assert "Kerbogha of Mosul" in told
    assert "E6 to E5 to E3" in told
    legs = [deed for deed in deeds([event]) if isinstance(deed, Way)]
    assert [leg.cost for leg in legs] == ["", "3"]
    costly = renderer.render(shown, "region", 1100, events=[event])
    free = renderer.render(shown, "region", 1100, events=[{**event, "args": {}}])
    assert costly.data != free.data


def test_what_cannot_be_drawn_is_refused_in_a_sentence() -> None:
    calm = view("opening")
    with pytest.raises(RenderError, match="nothing is besieged"):
        renderer.render(calm, "battle")
    with pytest.raises(RenderError, match="Only a seat has a hand"):
        renderer.render(calm, "hand")
    with pytest.raises(RenderError, match="no faction 'turks'"):
        renderer.render(calm, "nation", places=["turks"])
    with pytest.raises(RenderError, match="not over"):
        renderer.render(calm, "end")
