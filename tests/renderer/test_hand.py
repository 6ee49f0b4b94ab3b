"""Hands and recruitment boxes: they fit, they leak nothing, and refusals are clear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from itertools import combinations
from random import Random
from typing import Any

import pytest
from PIL import Image

import engine
import renderer
from engine.data import folder, load
from engine.games.granada.table.data import Card
from engine.match import Match
from renderer.boards.layout import Layout
from renderer.boards.reading import layout
from renderer.games.granada import SHEETS, faces
from renderer.ink.geometry import Box
from renderer.ink.palette import PALETTES
from renderer.pictures import drawing
from renderer.pictures.hand import SMALLEST
from renderer.pictures.sheets import MARGIN, WIDE, Sheet
from renderer.pieces import cards

SEATS = ("christian", "muslim")


@pytest.fixture(scope="module")
def plan() -> Layout:
    return layout("granada")


def deck(seat: str) -> list[str]:
    rows = load(folder("granada") / "cards.yaml")[seat].items()
    return [key for key, row in rows for _ in range(row["count"]) if not row.get("beside")]


def dealt(seat: str, hand: list[str], shown: int = 0) -> dict[str, Any]:
    """The view of a seat that holds these cards."""
    facts: dict[str, Any] = engine.new_match("granada", seed="hand").view(seat).to_json()
    facts[seat] |= {"hand": sorted(hand), "cards": len(hand), "shown": hand[:shown]}
    return facts


def sheet(facts: dict[str, Any], kind: str = "hand") -> Sheet:
    return SHEETS[kind](facts, layout("granada"), layout("granada").palette("standard"))


def positions(games: int, every: int) -> Iterator[Match]:
    for number in range(games):
        match, rng = engine.new_match("granada", seed=f"hands-{number}"), Random(number)
        step = 0
        while not match.over:
            if step % every == 0:
                yield match
            decision = match.decisions()[0]
            match.act(decision.seat, decision.sample(rng))
            step += 1


# -- everything fits -----------------------------------------------------------------------------


def faults(made: Sheet) -> list[str]:
    frame = Box(20, 20, made.size[0] - 20, made.size[1] - 20)
    found = [f"{p.what} outside" for p in made.laid if not p.box.inside(frame)]
    for one, other in combinations(made.laid, 2):
        if one.box.overlap(other.box) > 0:
            found.append(f"{one.what} and {other.what} overlap")
    for piece in made.laid:
        token = piece.token(1.0)
        wide, high = piece.box.right - piece.box.left, piece.box.bottom - piece.box.top
        if token.width > wide + 1 or token.height > high + 1:
            found.append(f"{piece.what} is larger than its box")
    return found


@pytest.mark.parametrize("count", [0, 1, 6, 13, 20])
@pytest.mark.parametrize("seat", SEATS)
def test_a_hand_fits(seat: str, count: int) -> None:
    for seed in range(3):
        hand = Random(seed).sample(deck(seat), count)
        made = sheet(dealt(seat, hand, shown=min(count, 4)))
        assert faults(made) == []
        shown = [p for p in made.laid if not p.what.startswith("open")]
        assert {p.what for p in shown} == set(hand)
        assert len(shown) == len(set(hand))
        assert made.size[0] == WIDE
        assert made.size[1] <= (1200 if count <= 13 else 1440)


@pytest.mark.parametrize("seat", SEATS)
def test_one_card_of_every_design_fits(seat: str) -> None:
    made = sheet(dealt(seat, sorted(set(deck(seat)))))
    assert faults(made) == []


def test_many_of_a_kind_lie_behind_each_other() -> None:
    made = sheet(dealt("christian", ["Castile"] * 10 + ["Aragon"] * 7))
    assert faults(made) == []
    assert [p.what for p in made.laid][:2] == ["Castile", "Aragon"]


def test_the_labels_of_a_fan_stay_in_their_room() -> None:
    for width in (SMALLEST, 200, 290):
        for count in range(1, 11):
            assert cards.reach(count, width).top == -cards.HEAD


def test_cards_lying_open_are_shown() -> None:
    facts = dealt("muslim", ["Zegries"])
    facts["bull"] = True
    facts["christian"]["surrenders"] = 1
    made = sheet(facts)
    assert [p.what for p in made.laid if p.what.startswith("open")] == [
        "open muslim Surrender",
        "open christian Surrender",
        "open christian PapalBull",
    ]
    assert faults(made) == []
    facts |= {"bull": False}
    for seat in SEATS:
        facts[seat]["surrenders"] = 0
    assert [p.what for p in sheet(facts).laid] == ["Zegries"]


def full(facts: dict[str, Any]) -> dict[str, Any]:
    """Every kind of block in every heap that is open to the reader."""
    kinds = faces.blocks().values()
    for side in SEATS:
        own = [k.key for k in kinds if k.side == side]
        facts[side] |= {"eliminated": own * 2, "mercenaries": own[:2]}
        if facts[side]["box"] is not None:
            facts[side] |= {"box": own * 12, "recruits": 12 * len(own)}
    facts["guard"] = ["G2", "G2h"]
    facts["grey"]["eliminated"] = [k.key for k in kinds if k.side == "grey"]
    return facts


@pytest.mark.parametrize("seat", [*SEATS, None])
def test_full_boxes_fit(seat: str | None) -> None:
    facts = engine.new_match("granada", seed="hand").view(seat).to_json()
    assert faults(sheet(facts, "box")) == []
    made = sheet(full(facts), "box")
    assert faults(made) == []
    hidden = [p.what for p in made.laid if p.what.endswith("hidden")]
    assert len(hidden) == (2 if seat is None else 1)


def test_figures_are_ten_pixels_high_at_550() -> None:
    assert cards.DIGITS * 550 / WIDE >= 10
    assert WIDE > 2 * MARGIN


def test_every_design_can_be_drawn() -> None:
    for name in (layout("granada").palette(name).name for name in PALETTES):
        for side in SEATS:
            for card in faces.cards()[side].values():
                token = cards.card_token(card, 180, name, 1.0)
                assert token.width == 180
                assert abs(token.height - 180 * cards.TALL) <= 1
                assert len(card.text.split()) in (0, 5)
                lying = cards.lying_token(card, card.short, 2, (365.0, 66.0), 45, name, 1.0)
                assert lying.size == (365, 66)


# -- secrets -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", SHEETS)
def test_other_seats_secrets_change_no_byte(kind: str) -> None:
    for match in positions(1, 40):
        for seat in (*match.seats, None) if kind == "box" else match.seats:
            kept = renderer.render(match.view(seat), kind, width=400)
            world = match.redeal(seat, Random(7))
            drawing._drawn.clear()
            assert renderer.render(world.view(seat), kind, width=400) == kept


def test_the_box_of_another_is_a_number() -> None:
    match = engine.new_match("granada", seed="box")
    for other in ("muslim", None):
        facts = match.view(other).to_json()
        facts["christian"]["recruits"] = 9
        text = renderer.describe(facts, "box")
        assert "The Catholic Monarchs: 9 in the recruitment box." in text


@pytest.mark.parametrize("kind", SHEETS)
def test_a_picture_carries_nothing_else(kind: str) -> None:
    picture = renderer.render(dealt("muslim", ["Zegries", "Charge"]), kind, width=550)
    with Image.open(BytesIO(picture.data)) as image:
        assert image.format == "WEBP"
        assert image.size == (550, picture.height)
        assert not image.getexif()
        assert {"exif", "xmp", "icc_profile"}.isdisjoint(image.info)
    assert picture.name == f"{kind}.webp"


# -- what cannot be drawn ------------------------------------------------------------------------


def refused(facts: dict[str, Any], kind: str = "hand") -> str:
    with pytest.raises(renderer.RenderError) as caught:
        renderer.render(facts, kind, width=400)
    return str(caught.value)


def test_nobody_else_sees_a_hand() -> None:
    sentence = "A hand is drawn only for the seat that holds it."
    match = engine.new_match("granada", seed="hand")
    assert refused(match.view(None).to_json()) == sentence
    facts = match.view("christian").to_json()
    facts["seat"] = "muslim"
    assert refused(facts) == sentence


def test_an_unknown_card() -> None:
    assert refused(dealt("muslim", ["Castile"])) == "There is no card 'Castile' in the Muslim deck."


def test_a_card_of_an_unknown_kind() -> None:
    jest = Card.model_validate({"type": "jest", "name": "Jest", "count": 1})
    with pytest.raises(renderer.RenderError, match="'Jest' is of a kind that cannot be drawn"):
        faces.card_face("Jest", "muslim", jest)


def test_an_unknown_block() -> None:
    facts = dealt("muslim", [])
    facts["muslim"]["box"] = ["Q9"]
    assert refused(facts, "box") == "There is no piece 'Q9' in Granada."


def test_a_view_without_a_field() -> None:
    facts = dealt("muslim", [])
    del facts["muslim"]["shown"]
    assert refused(facts) == "The view has no 'shown', so it cannot be drawn."


# -- in words ------------------------------------------------------------------------------------


def alt(facts: dict[str, Any], kind: str = "hand") -> str:
    return drawing.text_of(sheet(facts, kind).summary)


def test_alt_texts_fit(plan: Layout) -> None:
    for match in positions(1, 25):
        for seat in match.seats:
            view = match.view(seat).to_json()
            for kind in SHEETS:
                assert 0 < len(alt(view, kind)) <= 1024
    for seat in SEATS:
        every = dealt(seat, deck(seat), shown=20)
        assert 0 < len(alt(every)) <= 1024
        assert all(key in alt(every) for key in set(deck(seat)))
        text = alt(full(every), "box")
        assert 0 < len(text) <= 1024
        assert f"{every[seat]['recruits']} recruits" in text


def test_the_words_name_every_card() -> None:
    hand = ["Castile", "Castile", "Aragon*", "Watchtower", "Commander"]
    facts = dealt("christian", hand, shown=1)
    text = alt(facts)
    assert "5 cards" in text
    assert "Castile ×2, bid 2, naval 3." in text
    assert "Commander, bid 8, naval arrow, any block, or slip away." in text
    assert "Known to the opponent: Castile ×1." in text
    assert "Castle Surrender ×2" in text
    assert renderer.describe(facts, "hand").replace("\n", " ") == text


def test_the_words_name_every_block() -> None:
    facts = dealt("muslim", [])
    facts["muslim"] |= {"box": ["N2", "N2", "J4"], "recruits": 3, "eliminated": ["Z1h", "MF"]}
    text = renderer.describe(facts, "box")
    assert "3 in the recruitment box (N2 ×2, Mujahideens J4)." in text
    assert "2 eliminated (Z1h, Muslim fleet MF)." in text
    assert alt(facts, "box") == text.replace("\n", " ")


def test_marks_count_only_what_is_held() -> None:
    facts = dealt("christian", ["Castile", "Castile", "Leon"])
    facts["christian"]["shown"] = ["Castile"]
    assert "Known to the opponent: Castile ×1." in sheet(facts).words
    assert Counter(facts["christian"]["hand"])["Castile"] == 2
