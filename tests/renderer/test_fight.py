"""Battles, sieges and the end: everything fits, nothing leaks, and refusals are clear."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from io import BytesIO
from itertools import combinations
from random import Random
from typing import Any

import pytest
from PIL import Image

import engine
import renderer
from engine.match import Match
from renderer import combat as fight
from renderer import drawing, ending
from renderer import fight as picture_of
from renderer.layout import Layout, layout
from renderer.palette import palette

QUIET = ("pass", "finish", "hold", "yield", "minimal")
BLOCKS = {
    "christian": ("C3", "C2", "A2h", "L1x", "K1g", "Ferdinand", "O2h", "A1!"),
    "muslim": ("N3", "Z2h", "B1x", "Zagal", "J4", "G2", "S1!", "N1"),
}
CARDS = {
    "christian": ("Castile", "Castile*", "Castile2", "Aragon", "Leon*", "Kingdoms2", "Commander",
                  "Challenge", "Charge", "Bombardment", "Crossbowmen", "Aragon2"),
    "muslim": ("Sarray", "Sarray2", "Zegries*", "Watchtower", "Commander", "Challenge"),
}  # fmt: skip


def played(number: int) -> Iterator[Match]:
    """A game between random players who seldom pass, step by step."""
    match, rng = engine.new_match("granada", seed=f"fights-{number}"), Random(number)
    while not match.over:
        yield match
        decision = match.decisions()[0]
        action = decision.sample(rng)
        for _ in range(5):
            if action.verb not in QUIET:
                break
            action = decision.sample(rng)
        match.act(decision.seat, action)
    yield match


@pytest.fixture(scope="module")
def plan() -> Layout:
    return layout("granada")


@pytest.fixture(scope="module")
def fights() -> list[dict[str, Any]]:
    """What every reader sees of every position of some battles, and how it is redealt."""
    found: list[dict[str, Any]] = []
    for number in range(3):
        fighting = 0
        for match in played(number):
            battle = match.view(None).to_json()["battle"]
            if not battle:
                continue
            fighting += 1
            if fighting % 4 and not battle["siege"]:  # sieges are rare: every one is kept
                continue
            for seat in (*match.seats, None):
                world = match.redeal(seat, Random(len(found)))
                found.append(
                    {
                        "seat": seat,
                        "view": copy.deepcopy(match.view(seat).to_json()),
                        "redealt": copy.deepcopy(world.view(seat).to_json()),
                    }
                )
    return found


@pytest.fixture(scope="module")
def ended() -> Match:
    *_, last = played(0)
    return last


def drawn(view: dict[str, Any], kind: str = "battle", width: int = 400) -> renderer.Picture:
    drawing._drawn.clear()
    return renderer.render(view, kind=kind, width=width)


@pytest.fixture
def facts(fights: list[dict[str, Any]]) -> dict[str, Any]:
    """A field combat as a spectator sees it, free to be changed."""
    view = next(f["view"] for f in fights if f["seat"] is None and not f["view"]["battle"]["siege"])
    made: dict[str, Any] = copy.deepcopy(view)
    return made


def filled(
    view: dict[str, Any], place: str, deployed: int, waiting: int, hidden: int, siege: bool
) -> dict[str, Any]:
    """The view of a fight of so many blocks on both sides."""
    made = copy.deepcopy(view)
    battle = made["battle"]
    battle |= {"place": place, "siege": siege, "army": "white", "watchtower": True}
    for side, keys in BLOCKS.items():
        known = [keys[i % len(keys)] for i in range(deployed + waiting)]
        inside = deployed + waiting + hidden if siege and side != battle["attacker"] else 0
        made["locations"][place][side] = {
            "count": deployed + waiting + hidden,
            "moved": 0,
            "inside": inside,
            "known": known,
            "blocks": None,
        }
        battle["deployed"][side] = known[:deployed]
        battle["impacts"][side] = 3 * deployed
        battle["cards"][side] = [CARDS[side][i % len(CARDS[side])] for i in range(deployed)]
    return made


# -- positions of games --------------------------------------------------------------------------


def test_other_seats_secrets_change_no_byte(fights: list[dict[str, Any]]) -> None:
    kinds = [(seat, siege) for seat in ("christian", "muslim", None) for siege in (False, True)]
    for seat, siege in kinds:
        mine = [f for f in fights if f["seat"] == seat and f["view"]["battle"]["siege"] == siege]
        assert mine
        for one in mine[:: max(1, len(mine) // 2)]:
            assert drawn(one["view"]) == drawn(one["redealt"])


def test_what_every_fight_says_is_redealt_with_it(
    fights: list[dict[str, Any]], plan: Layout
) -> None:
    for one in fights:
        assert fight.combat(one["view"], plan) == fight.combat(one["redealt"], plan)


def test_every_fight_has_both_sides_and_a_text(fights: list[dict[str, Any]], plan: Layout) -> None:
    for one in fights:
        combat = fight.combat(one["view"], plan)
        text = " ".join(fight.sentences(combat, plan))
        assert f"{combat.title}, " in text
        for force in combat.forces:
            assert f"{force.people} {force.impacts}" in text
            shown = one["view"]["locations"][combat.place][force.side]["count"]
            if force.paint != "grey":
                assert force.count + force.kept >= shown


def test_alt_texts_fit(fights: list[dict[str, Any]]) -> None:
    for one in fights[::10]:
        picture = drawn(one["view"], width=200)
        assert 100 < len(picture.alt) <= 1024
        assert "Impacts: " in picture.alt


def test_ties_favour_the_defender(facts: dict[str, Any], plan: Layout) -> None:
    battle = facts["battle"]
    battle |= {"impacts": {"christian": 6, "muslim": 6}, "finished": []}
    combat = fight.combat(facts, plan)
    assert combat.leader == combat.defender.side
    assert combat.initiative == combat.attacker.side
    battle["finished"] = [combat.attacker.side]
    assert fight.combat(facts, plan).initiative == combat.defender.side
    battle["finished"] = ["christian", "muslim"]
    assert fight.combat(facts, plan).initiative is None


def test_a_siege_counts_what_the_besieged_spoil(facts: dict[str, Any], plan: Layout) -> None:
    view = filled(facts, "Loja", 3, 0, 0, siege=True)
    attacker = view["battle"]["attacker"]
    other = "muslim" if attacker == "christian" else "christian"
    view["battle"]["impacts"] = {attacker: 12, other: 5}
    combat = fight.combat(view, plan)
    assert combat.net == 7
    assert combat.loss == 9
    assert "7 count against the castle" in " ".join(fight.sentences(combat, plan))


def test_artillery_and_an_open_port_change_the_price(facts: dict[str, Any], plan: Layout) -> None:
    view = filled(facts, "Malaga", 0, 0, 2, siege=True)
    view["battle"] |= {"attacker": "christian"}
    view["zones"]["Sea-Malaga"]["christian"] = []
    assert fight.combat(view, plan).loss == 10
    view["battle"]["deployed"]["christian"] = ["C1g"]
    view["battle"]["cards"]["christian"] = ["Castile*"]
    assert fight.combat(view, plan).loss == 8
    view["battle"]["cards"]["christian"] = ["Castile*", "Castile"]
    assert fight.combat(view, plan).guns == "perhaps"


def test_the_grey_army_fights_while_the_white_one_stands_aside(
    facts: dict[str, Any], plan: Layout
) -> None:
    view = filled(facts, "Loja", 0, 0, 4, siege=False)
    view["battle"] |= {"army": "grey", "attacker": "christian"}
    view["battle"]["deployed"]["christian"] = ["YB"]
    view["locations"]["Loja"]["grey"] = ["YB", "YS2", "YC2h"]
    force = fight.combat(view, plan).attacker
    assert (force.paint, force.count, force.kept, force.hidden) == ("grey", 3, 4, 0)
    assert (
        "The men of Boabdil, 3 blocks: deployed Boabdil; waiting YS2, YC2h; 4 more stand aside."
        in (drawn(view).alt)
    )


def test_a_split_garrison_names_nobody_who_may_be_inside(
    facts: dict[str, Any], plan: Layout
) -> None:
    """The owner's list does not say which of his blocks are inside: then none is named."""
    view = filled(facts, "Granada", 1, 0, 4, siege=False)
    stack = view["locations"]["Granada"]["muslim"]
    stack |= {"inside": 2, "blocks": ["N3", "N2", "N1", "B2", "Z2"]}
    view["battle"] |= {"attacker": "christian"}
    force = fight.combat(view, plan).defender
    assert (force.count, force.kept, force.waiting, force.hidden) == (3, 2, (), 2)


# -- what lies where -----------------------------------------------------------------------------


@pytest.mark.parametrize("siege", [False, True])
@pytest.mark.parametrize("place", ["Loja", "Alhama", "Osuna"])  # castle, watchtower, neither
def test_one_to_twenty_blocks_fit(
    facts: dict[str, Any], plan: Layout, place: str, siege: bool
) -> None:
    for count in range(1, 21):
        for deployed in {0, 1, count // 2, count - 1, count}:
            for hidden in {0, (count - deployed) // 2, count - deployed}:
                waiting = count - deployed - hidden
                view = filled(facts, place, deployed, waiting, hidden, siege)
                combat = fight.combat(view, plan)
                assert [f.count for f in combat.forces] == [count, count]
                assert faults(combat) == []


def faults(combat: fight.Combat) -> list[str]:
    laid = fight.arrange(combat)
    found = [f"{one.what} outside" for _, one in laid if not one.box.inside(fight.EDGE)]
    for force, one in laid:
        areas = fight.CARDS if one.what == "card" else fight.LINES
        if not one.box.inside(areas[force.role]):
            found.append(f"{one.what} of the {force.people} leaves its ground")
    # backs and cards may lie over each other like a fan, and nothing else may
    for (_, one), (_, other) in combinations(laid, 2):
        if one.what == other.what and one.what in ("back", "card"):
            continue
        if one.box.overlap(other.box) > 1:
            found.append(f"{one.what} on {other.what}")
    return found


@pytest.mark.parametrize(("deployed", "waiting", "hidden"), [(1, 0, 0), (20, 0, 0), (6, 7, 7)])
def test_crowded_and_empty_fields_are_drawn(
    facts: dict[str, Any], deployed: int, waiting: int, hidden: int
) -> None:
    for siege in (False, True):
        picture = drawn(filled(facts, "Malaga", deployed, waiting, hidden, siege), width=550)
        assert len(picture.alt) <= 1024
        assert (picture.width, picture.height) == (550, 344)


def test_figures_are_ten_pixels_high_at_550(plan: Layout) -> None:
    assert fight.DIGITS * 550 / fight.SIZE[0] >= 10
    assert fight.DIGITS * 550 / plan.size[0] >= 10  # on the banner of the end too


# -- what cannot be drawn ------------------------------------------------------------------------


def refused(view: dict[str, Any], kind: str = "battle") -> str:
    with pytest.raises(renderer.RenderError) as caught:
        renderer.render(view, kind=kind)
    return str(caught.value)


def test_no_battle() -> None:
    view = engine.new_match("granada", seed="peace").view(None).to_json()
    assert refused(view) == "Nobody is fighting now, so there is no battle to draw."
    assert refused(view, "end") == "The game is not over, so there is no picture of its end."


def test_an_unknown_piece(facts: dict[str, Any]) -> None:
    facts["battle"]["deployed"]["muslim"] = ["Q9"]
    assert refused(facts) == "There is no piece 'Q9' in Granada."


def test_an_unknown_card(facts: dict[str, Any]) -> None:
    facts["battle"]["cards"]["christian"] = ["Joker"]
    assert refused(facts) == "There is no card 'Joker' of the Christians in Granada."


def test_an_unknown_place(facts: dict[str, Any]) -> None:
    facts["battle"]["place"] = "Toledo"
    assert refused(facts) == "The layout of Granada has no place 'Toledo'."


def test_a_fight_without_a_field(facts: dict[str, Any]) -> None:
    del facts["battle"]["impacts"]
    assert refused(facts) == "The view has no 'impacts', so it cannot be drawn."


# -- the end -------------------------------------------------------------------------------------


def test_the_end_says_who_won_and_how(ended: Match) -> None:
    assert ended.result is not None
    picture = drawn(ended.view(None).to_json(), "end")
    words = {"christian": "Christians", "muslim": "Muslims"}
    assert f"the {words[ended.result.winner or '']} have won" in picture.alt
    assert len(picture.alt) <= 1024
    assert picture.alt.split(". ")[0] in renderer.describe(ended.view(None))


def test_the_end_keeps_secrets(ended: Match) -> None:
    for seat in (*ended.seats, None):
        world = ended.redeal(seat, Random(3))
        mine, theirs = ended.view(seat).to_json(), world.view(seat).to_json()
        assert drawn(mine, "end") == drawn(theirs, "end")


def test_the_reckoning_adds_up(plan: Layout) -> None:
    """In every position of a game: the parts make the points, and nothing is left over."""
    for step, match in enumerate(played(1)):
        if step % 12:
            continue
        view = match.view(None).to_json()
        for side in match.seats:
            made = ending.reckoning(view, plan, side)
            parts = sum(made.scored(i) for i in range(len(ending.PARTS)))
            assert made.other == 0
            assert parts == view[side]["points"]


def test_the_reasons(ended: Match, plan: Layout) -> None:
    view: dict[str, Any] = copy.deepcopy(ended.view(None).to_json())
    view["winner"] = "muslim"
    view["christian"]["eliminated"] = ["Isabella", "C2", "Ferdinand"]
    assert ending.end(view, plan).reason == "Ferdinand and Isabella are lost"
    view["winner"] = "christian"
    view["locations"]["Granada"]["castle"] = "christian"
    assert ending.end(view, plan).reason == "the Alhambra has fallen"


def test_pictures_carry_nothing_else(facts: dict[str, Any], ended: Match) -> None:
    for kind, view in (("battle", facts), ("end", ended.view(None).to_json())):
        picture = drawn(view, kind)
        with Image.open(BytesIO(picture.data)) as image:
            assert image.format == "WEBP"
            assert {"exif", "xmp", "icc_profile"}.isdisjoint(image.info)
        assert picture.name == f"{kind}.webp"


def test_the_high_contrast_variant(facts: dict[str, Any], plan: Layout) -> None:
    picture, _ = picture_of.draw(facts, plan, palette("contrast"), 400)
    assert picture.size == (400, 250)
