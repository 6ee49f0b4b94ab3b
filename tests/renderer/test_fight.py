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
from engine.tongues import ENGLISH
from renderer.boards.layout import Layout
from renderer.boards.reading import layout
from renderer.games.granada import ending, words
from renderer.games.granada.battle import fight, party
from renderer.ink import writing
from renderer.ink.lettering import font
from renderer.ink.palette import PALETTES
from renderer.pictures import battle, drawing
from renderer.pieces import blocks, cards
from tests.renderer import sights_granada
from tests.renderer.sights import shaped

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
    battle |= {"started": True, "inside": {"christian": None, "muslim": None}, "winner": None}
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
    defender = next(side for side in BLOCKS if side != battle["attacker"])
    battle["needed"] = {defender: 9} if siege else {"christian": 7, "muslim": 7}
    battle["losses"] = dict.fromkeys(battle["needed"], 1)
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
        assert fight(one["view"], plan) == fight(one["redealt"], plan)


def test_every_fight_has_both_sides_and_a_text(fights: list[dict[str, Any]], plan: Layout) -> None:
    for one in fights:
        made = fight(one["view"], plan)
        text = " ".join(made.words)
        assert f"{made.title}, " in text
        for _, force in made.forces:
            assert f"{force.people} {force.score}" in text
            shown = one["view"]["locations"][made.place][force.side]["count"]
            kept = party(
                one["view"]["battle"], one["view"]["locations"][made.place], force.side, plan
            ).kept
            if force.paint != "grey":
                assert force.count + kept >= shown


def test_every_fight_tells_price_and_initiative(fights: list[dict[str, Any]], plan: Layout) -> None:
    for one in fights:
        battle, made = one["view"]["battle"], fight(one["view"], plan)
        acting = [f.side for _, f in made.forces for r in f.ribbons if r.tone == "act"]
        assert acting == ([battle["initiative"]] if battle["initiative"] else [])
        for side, needed in battle["needed"].items():
            other = made.right if made.left.side == side else made.left
            assert other.step == needed
            assert f"{needed} " in made.words[1]
            assert not made.price or made.price.endswith(f" = {needed}")


def test_alt_texts_fit(fights: list[dict[str, Any]]) -> None:
    for one in fights[::10]:
        picture = drawn(one["view"], width=200)
        assert 100 < len(picture.alt) <= 1024
        assert "Impacts: " in picture.alt
        assert picture.alt in renderer.describe(one["view"], "battle").replace("\n", " ")


def test_ties_favour_the_defender(facts: dict[str, Any], plan: Layout) -> None:
    battle = facts["battle"]
    battle |= {"impacts": {"christian": 6, "muslim": 6}, "finished": [], "started": True}
    made = fight(facts, plan)
    assert made.right.ribbons[0].text == "leads, tied"
    assert "lead, for a tie is the defender's" in made.verdict[0]
    battle |= {"winner": made.right.side, "why": "tie", "initiative": None}
    made = fight(facts, plan)
    assert made.right.ribbons[0].text == "won"
    assert "have won: a tie is the defender's" in made.verdict[0]


def test_a_siege_counts_what_the_besieged_spoil(facts: dict[str, Any], plan: Layout) -> None:
    view = filled(facts, "Loja", 3, 0, 0, siege=True)
    attacker = view["battle"]["attacker"]
    other = "muslim" if attacker == "christian" else "christian"
    view["battle"]["impacts"] = {attacker: 12, other: 5}
    view["battle"]["losses"] = {other: 0}
    made = fight(view, plan)
    assert (made.left.score, made.left.spoiled, made.left.step) == (12, 5, 9)
    assert made.right.step == 0
    assert made.verdict[0].startswith("7 impacts: nobody falls yet. 2 more and a block falls")


def test_artillery_and_supply_change_the_price(facts: dict[str, Any], plan: Layout) -> None:
    view = filled(facts, "Malaga", 1, 0, 2, siege=True)
    view["battle"] |= {"attacker": "christian", "needed": {"muslim": 8}, "losses": {"muslim": 0}}
    view["battle"] |= {"artillery": True, "price": [[9, "impacts"], [-2, "guns"], [1, "port"]]}
    assert fight(view, plan).price == "For each loss: 9 impacts – 2 guns + 1 port = 8"
    view = filled(facts, "Malaga", 1, 0, 2, siege=False)
    view["battle"] |= {"attacker": "christian", "needed": {"christian": 5, "muslim": 7}}
    made = fight(view, plan)
    assert made.price == ""
    assert "impacts for each block: 5 of the Christians, 7 of the Muslims" in made.words[1]
    assert (made.left.step, made.right.step) == (7, 5)


def test_the_grey_army_fights_while_the_white_one_stands_aside(
    facts: dict[str, Any], plan: Layout
) -> None:
    view = filled(facts, "Loja", 0, 0, 4, siege=False)
    view["battle"] |= {"army": "grey", "attacker": "christian"}
    view["battle"]["deployed"]["christian"] = ["YB"]
    view["locations"]["Loja"]["grey"] = ["YB", "YS2", "YC2h"]
    force = fight(view, plan).left
    assert (force.paint, force.count, force.hidden) == ("grey", 3, 0)
    assert (
        "The men of Boabdil, 3 blocks: deployed Boabdil; waiting YS2, YC2h; 4 more stand aside."
        in drawn(view).alt
    )


def test_who_is_inside_a_split_alhambra_only_its_owner_reads(
    facts: dict[str, Any], plan: Layout
) -> None:
    view = filled(facts, "Granada", 1, 0, 4, siege=False)
    view["battle"] |= {"attacker": "christian"}
    stack = view["locations"]["Granada"]["muslim"]
    stack |= {"inside": 2, "blocks": ["N3", "N2", "N1", "B2", "Z2"]}
    view["battle"]["inside"]["muslim"] = ["N2", "Z2"]
    made = fight(view, plan)
    assert [face.key for face in made.right.waiting] == ["N1", "B2"]
    assert "2 more inside the castle (N2 Z2)" in made.right.heading
    assert "2 more inside the castle (N2, Z2)" in " ".join(made.words)
    stack |= {"blocks": None, "known": ["N3", "N2"]}
    view["battle"]["inside"]["muslim"] = None
    made = fight(view, plan)
    assert (made.right.count, made.right.waiting, made.right.hidden) == (3, (), 2)
    assert "N2" not in " ".join(made.words)


# -- what lies where -----------------------------------------------------------------------------


@pytest.mark.parametrize("siege", [False, True])
@pytest.mark.parametrize("place", ["Loja", "Alhama", "Osuna"])  # castle, watchtower, neither
def test_one_to_thirty_blocks_fit(
    facts: dict[str, Any], plan: Layout, place: str, siege: bool
) -> None:
    for count in (*range(1, 21), 30):
        for deployed in {0, 1, count // 2, count - 1, count}:
            for hidden in {0, (count - deployed) // 2, count - deployed}:
                waiting = count - deployed - hidden
                made = fight(filled(facts, place, deployed, waiting, hidden, siege), plan)
                assert [force.count for _, force in made.forces] == [count, count]
                assert faults(made) == []


def faults(made: battle.Combat) -> list[str]:
    laid, land = battle.arrange(made), battle.ground(made)
    found = []
    for one in laid:
        room = (land.cards if one.what == "card" else land.rooms)[one.where]
        if not one.box.inside(room):
            found.append(f"{one.what} on the {one.where} leaves its ground")
    if not all(box.bottom <= land.size[1] - battle.FOOT + 1 for box in land.cards.values()):
        found.append("the cards leave the picture")
    # backs may lie over each other like a fan, and nothing else may
    for one, other in combinations(laid, 2):
        if one.what == other.what == "back":
            continue
        if one.box.overlap(other.box) > 1:
            found.append(f"{one.what} on {other.what}")
    return found


@pytest.mark.parametrize(("deployed", "waiting", "hidden"), [(1, 0, 0), (20, 0, 0), (6, 7, 7)])
def test_crowded_and_empty_fields_are_drawn(
    facts: dict[str, Any], deployed: int, waiting: int, hidden: int
) -> None:
    for siege in (False, True):
        for name in PALETTES:
            view = filled(facts, "Malaga", deployed, waiting, hidden, siege)
            drawing._drawn.clear()
            picture = renderer.render(view, "battle", 550, name)
            assert len(picture.alt) <= 1024
            assert picture.width == 550
            assert picture.height >= 374


# -- legible -------------------------------------------------------------------------------------


def test_names_and_numbers_are_ten_pixels_high_at_550(
    facts: dict[str, Any], plan: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is really written is measured: its ink, where the picture is shown 550 wide."""
    seen: dict[str, float] = {}
    fonts: list[float] = []
    real, smaller, figures, code = writing.line, writing.smaller, writing.number, blocks._code

    def names(
        picture: Any, at: Any, text: str, hand: Any, wide: float, *more: Any, **how: Any
    ) -> None:
        least = how.get("least", writing.LEAST)
        kept = smaller(text, hand, wide, 100, least)
        fonts.append(kept.size)
        if least >= writing.NAME:
            _, top, _, bottom = kept.font(100).getbbox(text, anchor="ls")
            seen[text] = (bottom - top) / 100
        real(picture, at, text, hand, wide, *more, **how)

    def numbers(picture: Any, text: str, at: Any, high: float, *more: Any) -> None:
        seen[text] = high
        figures(picture, text, at, high, *more)

    def codes(picture: Any, text: str, size: float, body: Any, ink: Any, u: float) -> None:
        _, top, _, bottom = font("roman", round(size * 100), 720).getbbox(text, anchor="ls")
        seen[text] = (bottom - top) / 100
        code(picture, text, size, body, ink, u)

    for module in (battle, cards):
        monkeypatch.setattr(module, "line", names)
    for module in (battle, blocks):
        monkeypatch.setattr(module, "number", numbers)
    monkeypatch.setattr(blocks, "_code", codes)
    for token in (blocks.block_token, blocks.back_token, cards.lying_token):
        token.cache_clear()
    for siege in (False, True):
        made = fight(filled(facts, "Malaga", 12, 4, 4, siege), plan)
        battle.draw(made, plan, layout("granada").palette("standard"), 1.0)
    pixel = 550 / battle.WIDE
    assert {"Ferdinand", "C3", "Castile", "Morale Challenge", "Christians", "36"} <= seen.keys()
    assert {text: high * pixel for text, high in seen.items() if high * pixel < 10} == {}
    assert min(fonts) * pixel >= 10  # and the letters of everything else
    for token in (blocks.block_token, blocks.back_token, cards.lying_token):
        token.cache_clear()


def test_figures_are_ten_pixels_high_at_550(plan: Layout) -> None:
    assert writing.DIGITS * 550 / battle.WIDE >= 10
    assert writing.DIGITS * 550 / plan.size[0] >= 10  # on the banner of the end too


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


# -- which picture -------------------------------------------------------------------------------


def events(*kinds: str) -> list[dict[str, Any]]:
    told = [{"kind": kind, "args": {"side": "muslim", "place": "Loja"}} for kind in kinds]
    return shaped("granada", told)


def test_the_pictures_that_a_view_can_give(facts: dict[str, Any], ended: Match) -> None:
    match = engine.new_match("granada", seed="peace")
    maps = ("board", "west", "centre", "east", "region", "legend")
    assert renderer.kinds(match.view(None)) == maps
    assert renderer.kinds(match.view("muslim")) == (*maps, "hand", "roll", "box")
    assert renderer.kinds(facts) == (*maps, "battle")
    assert "end" not in renderer.kinds(ended.view("muslim"))
    assert renderer.kinds(ended.reveal()) == (*maps, "end")


def test_every_picture_that_is_offered_can_be_drawn(
    fights: list[dict[str, Any]], ended: Match
) -> None:
    views = [fights[0]["view"], fights[1]["view"], fights[2]["view"], ended.reveal().to_json()]
    for view in views:
        for kind in renderer.KINDS:
            if kind in renderer.kinds(view):
                assert drawn(view, kind, 200).alt
            elif kind != "box":  # anybody may see how many recruits there are
                assert refused(view, kind)


def test_the_picture_that_a_report_wants(facts: dict[str, Any], ended: Match) -> None:
    peace = engine.new_match("granada", seed="peace").view(None).to_json()
    assert renderer.best(peace) == "board"
    assert renderer.best(peace, events("set_up")) == "board"
    assert (
        renderer.best(
            peace, shaped("granada", [{"kind": "draw", "args": {"side": "muslim", "cards": 6}}])
        )
        == "board"
    )
    assert renderer.best(peace, events("draw", "muster")) == "region"
    assert renderer.best(facts, events("battle")) == "battle"
    assert renderer.best(ended.reveal(), events("control", "over")) == "end"
    assert renderer.best(ended.view(None), []) == "board"


# -- the end -------------------------------------------------------------------------------------


def test_the_end_says_who_won_and_how(ended: Match) -> None:
    assert ended.result is not None
    view = ended.reveal().to_json()
    picture = drawn(view, "end")
    words = {"christian": "Christians", "muslim": "Muslims"}
    assert f"the {words[ended.result.winners[0]]} have won" in picture.alt
    for side, people in words.items():
        whole = f"{int(view[side]['points'])}"
        assert f"{people} {whole}" in picture.alt
    assert "castles at 2 make" in picture.alt
    assert len(picture.alt) <= 1024
    text = renderer.describe(view, "end").replace("\n", " ")
    assert picture.alt.split(". Board")[0] in text
    hidden = {key for side in words for place in view["locations"].values()
              for key in place[side]["blocks"]}  # fmt: skip
    assert all(key in text for key in hidden)


def test_the_end_is_drawn_with_nothing_hidden(ended: Match) -> None:
    sentence = "The end is drawn with nothing hidden: from the revealed view."
    for seat in (*ended.seats, None):
        assert refused(ended.view(seat).to_json(), "end") == sentence


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
    assert ENGLISH.word(words.ended(ending.reason(view, plan))) == "Ferdinand and Isabella are lost"
    view["winner"] = "christian"
    view["locations"]["Granada"]["castle"] = "christian"
    assert ENGLISH.word(words.ended(ending.reason(view, plan))) == "the Alhambra has fallen"


def test_pictures_carry_nothing_else(facts: dict[str, Any], ended: Match) -> None:
    for kind, view in (("battle", facts), ("end", ended.reveal().to_json())):
        picture = drawn(view, kind)
        with Image.open(BytesIO(picture.data)) as image:
            assert image.format == "WEBP"
            assert {"exif", "xmp", "icc_profile"}.isdisjoint(image.info)
        assert picture.name == f"{kind}.webp"


def test_the_high_contrast_variant(facts: dict[str, Any], plan: Layout) -> None:
    picture = battle.draw(fight(facts, plan), plan, layout("granada").palette("contrast"), 1.0)
    assert picture.size == (1600, 1090)


# -- as they are played --------------------------------------------------------------------------


def test_the_line_says_what_each_block_brought_and_the_score_is_their_sum(plan: Layout) -> None:
    for text in (sights_granada.FIELD, sights_granada.SIEGE):
        facts = sights_granada.view(text, None)
        made = fight(facts, plan)
        for _, force in made.forces:
            assert len(force.notes) == len(force.deployed)
            assert sum(int(note.score) for note in force.notes) == force.score
    notes = [
        note.sum for note in fight(sights_granada.view(sights_granada.FIELD, None), plan).left.notes
    ]
    assert notes == ["leader: 1", "3 + 1 Castile"]


def test_the_verdict_of_a_battle_and_of_a_siege(plan: Layout) -> None:
    made = fight(sights_granada.view(sights_granada.FIELD, None), plan)
    assert made.subtitle.endswith("the Christians came from Antequera")
    assert made.verdict == (
        "Muslims lead by 1. Christians to deploy: with 2 more they lead",
        "If it ended now: Christians lose 1 (for the defeat) and retreat; Muslims lose none",
    )
    made = fight(sights_granada.view(sights_granada.SIEGE, None), plan)
    assert made.price == "For each loss: 9 impacts – 2 guns = 7"
    assert made.verdict[0] == (
        "9 impacts: 1 block must fall. 5 more and another falls; 14 would take the castle"
    )
    assert made.breaches == 1


def test_only_the_seat_itself_sees_what_its_cards_could_add(plan: Layout) -> None:
    text = sights_granada.FIELD
    assert fight(sights_granada.view(text, None), plan).hand == ()
    own = {
        card.name: words for card, words in fight(sights_granada.view(text, "christian"), plan).hand
    }
    assert own["Aragón"] == "A2: 2"
    other = fight(sights_granada.view(text, "muslim"), plan).hand
    assert {card.side for card, _ in other} == {"muslim"}


def test_who_lost_heart_is_struck_through(plan: Layout) -> None:
    facts = sights_granada.view(sights_granada.FIELD, None)
    row = facts["battle"]["deployments"][-1]
    row |= {"driven": row["blocks"], "parts": [[[0, "shields"]]], "impacts": 0}
    note = fight(facts, plan).right.notes[-1]
    assert (note.sum, note.driven) == ("driven off", True)


def test_after_a_moderators_hand_nobody_says_what_blocks_brought(plan: Layout) -> None:
    facts = sights_granada.view(sights_granada.FIELD, None)
    facts["battle"]["deployments"] = []
    made = fight(facts, plan)
    assert made.left.notes == ()
    assert len(made.left.deployed) == 2
