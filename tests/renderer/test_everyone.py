"""Every kind of picture for every reader: told apart without colours, in words, and with no more
in the file than what it shows."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageDraw

import renderer
from renderer.boards.reading import layout
from renderer.ink.heraldry import CHARGES, shield
from renderer.ink.palette import PALETTES, Arms, Colour, Palette, palette
from tests.renderer.sights import SIGHTS

GAMES = sorted({name.partition("-")[0] if "-" in name else "granada" for name in SIGHTS})
SIDES = {
    "christian": ("castile", "aragon", "leon", "kingdoms"),
    "muslim": ("andalusies", "bannigas", "sarray", "zegries"),
}

# Viénot, Brettel and Mollon: what is left of red, green and blue without one kind of cone.
EYES = {
    "common": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.11, 0.89, 0.0), (0.11, 0.89, 0.0), (0.0, 0.0, 1.0)),
    "deutan": ((0.29, 0.71, 0.0), (0.29, 0.71, 0.0), (-0.02, 0.02, 1.0)),
    "tritan": ((1.0, 0.13, -0.13), (0.0, 0.87, 0.13), (0.0, 0.87, 0.13)),
}


def light(colour: Colour, eyes: str) -> float:
    red, green, blue = (
        sum(f * (c / 255) ** 2.2 for f, c in zip(row, colour, strict=True)) for row in EYES[eyes]
    )
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def contrast(one: Colour, other: Colour, eyes: str) -> float:
    """As the guidelines for web pages count it: 21 is black on white."""
    dim, bright = sorted((light(one, eyes), light(other, eyes)))
    return (bright + 0.05) / (dim + 0.05)


def written(colours: Palette) -> dict[str, tuple[Colour, Colour]]:
    """Letters and figures of every kind of picture, and what they stand on."""
    found = {f"a {side} block": (p.ink, p.face) for side, p in colours.sides.items()}
    return found | {
        "a card": (colours.ink, colours.halo),
        "what a card does": (colours.faint, colours.halo),
        "a bid": (colours.ink, colours.gold),
        "a naval number": (colours.sea, colours.halo),
        "a count of copies": (colours.gold, colours.ink),
        "a hand's heading": (colours.paper, colours.ink),
        "a box's heading": (colours.ink, colours.paper),
        "a battle's title": (colours.accent, colours.halo),
        "who leads": (colours.ink, colours.gold),
        "who has the initiative": (colours.halo, colours.accent),
        "who has finished": (colours.ink, colours.side("nobody").face),
        "what a block costs": (colours.main, colours.paper),
        "what a side does": (colours.faint, colours.paper),
        "the points of the end": (colours.accent, colours.paper),
    }


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize("eyes", EYES)
def test_everything_written_can_be_read(name: str, eyes: str) -> None:
    pairs = [pair for game in GAMES for pair in written(layout(game).palette(name)).items()]
    faint = {what: round(contrast(*pair, eyes), 1) for what, pair in pairs}
    assert {what: ratio for what, ratio in faint.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize("eyes", EYES)
def test_pieces_can_be_told_apart(name: str, eyes: str) -> None:
    colours = layout("granada").palette(name)
    for one, other in combinations(("christian", "grey", "muslim"), 2):
        faces = colours.side(one).face, colours.side(other).face
        assert contrast(*faces, eyes) > 2, (one, other)
        assert colours.side(one).shape != colours.side(other).shape
    for faction, worn in colours.factions.items():
        assert contrast(worn.field, worn.ink, eyes) > 2.5, faction
    assert contrast(colours.gold, colours.ink, eyes) > 4.5  # a leader's edge, an emblem


def charge(kind: str, wide: int, high: int) -> Image.Image:
    """A shield in black and white, as small as on the map."""
    colours = palette("contrast")
    picture = Image.new("RGB", (wide * 8, high * 8), (128, 128, 128))
    worn = Arms((255, 255, 255), (0, 0, 0), kind)
    shield(picture, (wide * 4, high * 4), wide * 6, high * 6, worn, colours)
    return picture.reduce(8).convert("L")


@pytest.mark.parametrize("side", SIDES)
def test_shields_of_a_side_differ_in_shape(side: str) -> None:
    colours = layout("granada").palette("standard")
    kinds = [colours.factions[faction].charge for faction in SIDES[side]]
    assert len(set(kinds)) == len(kinds)
    for one, other in combinations(kinds, 2):
        far = ImageChops.difference(charge(one, 17, 19), charge(other, 17, 19))
        dark = sum(1 for v in far.tobytes() if v > 90)
        assert dark / (17 * 19) > 0.1, (one, other)


def test_every_charge_is_drawn_inside_its_shield() -> None:
    for kind, draw in CHARGES.items():
        cloth = Image.new("L", (60, 70))
        draw(ImageDraw.Draw(cloth), 60, 70, 255)  # type: ignore[arg-type]
        part = sum(1 for v in cloth.tobytes() if v) / (60 * 70)
        assert 0.15 < part < 0.75, kind


@pytest.mark.parametrize("name", SIGHTS)
def test_the_high_contrast_variant(name: str) -> None:
    sight = SIGHTS[name]
    plain, strong = (
        renderer.render(sight.facts, sight.kind, 400, palette, **sight.how) for palette in PALETTES
    )
    assert (plain.width, plain.height, plain.alt) == (strong.width, strong.height, strong.alt)
    assert plain.data != strong.data


# -- in words ------------------------------------------------------------------------------------

SAID = {
    "public": ("Points: Christians 15, Muslims 31½.", "Córdoba 6", "Fleets: "),
    "roll": ("Your blocks (", "They: ", "Córdoba 6"),
    "field": ("Muslims lead by 1. Christians to deploy", "deployed C3, C1!"),
    "assault": ("9 impacts: 1 block must fall.", "The Christians assault."),
    "order": ("Antequera – Comares – Málaga.", "Starts a battle at Málaga: 4 against 3"),
    "west": ("Around ", "Sevilla: "),
    "legend": ("Town: in the colour of its holder.", "Eye and 2: you know 2 of the 7."),
    "hispania-legend": ("Infantry.", "Ring: so many units may stay."),
    "board": ("Points: Christians 15, Muslims 31½.", "Córdoba 6", "Fleets: "),
    "region": ("Around ", "Arrows: Christian, Córdoba to Cabra to Lucena", "Fights at Lucena"),
    "hand": ("8 cards", "Castile ×2, bid 2, naval 3.", "Known to the opponent: Castile ×1, León"),
    "box": ("5 recruits", "N2 ×2, S1!, Z2h, Mujahideens J4", "2 of the Palace Guard", "Isabella"),
    "battle": (
        "Impacts: Christians 15, Muslims 13; 7 impacts for each block lost.",
        "Christians lead by 2. Muslims to deploy: with 2 more they lead",
        "If it ended now: Muslims lose 3 (2 for 14 impacts, 1 for the defeat) and retreat",
        "The Muslims have the initiative.",
        "a Watchtower card has been played",
        "deployed C3, A2h, Ferdinand II, L1x; waiting K1g; 2 hidden.",
        "Aragón with trumpet ×2",
    ),
    "siege": (
        "11 impacts: 1 block must fall. 3 more and another falls; 21 would take the castle.",
        "If it ended now: Muslims lose 1 of 2; the siege goes on. Christians lose none.",
        "Finished: Christians.",
        "El Zegri is here.",
        "deployed N3; 1 hidden.",
    ),
    "end": ("the Muslims have won", "4 castles at 2 make 8", "5 resources at 1½ make 7½"),
    "hispania-board": (
        "Turn 18 of 19, 1086–1094: Yusuf crosses the Strait.",
        "Points: Purple 92½, Green 41, Blue 67, Red 80½.",
        "Tolède (SÉVILLE 2 and CASTILLE 5)",
        "capital Tolède",
    ),
    "hispania-region": (
        "Arrows: CASTILLE, Vieille Castille to Ségovie to Tolède; SÉVILLE in flight, Tolède to La",
        "Fights at Tolède",
        "CASTILLE 3 infantry, 2 knights",
    ),
    "hispania-nation": (
        "CASTILLE, played by Blue: gold 2½ (may keep 8)",
        "Chiefs: Alfons in Tierra de Campos.",
        "suzerain of LEÓN",
    ),
    "hispania-battle": (
        "Battle of Tolède",
        "CASTILLE attacks with 3 infantry, 2 knights with Alfons. It rolled 9, 3, 1, 10, 6.",
        "It lost 1 infantry, 1 cavalry. Its walls have taken 2 hits.",
        "To decide: CASTILLE, SÉVILLE.",
    ),
    "cortes-board": (
        "Pair 4. Battle at 3011. Loss points 13, at least 7; 1 R&R.",
        "Cortés is at 2912.",
        "The temple at 2810 Tlatelolco is desecrated.",
        "The largest stacks: 11 Spanish side 13; 9 Spanish side 7",
    ),
    "cortes-city": (
        "The city of Tenochtitlan. Pair 4.",
        "2912: Spanish side Pedro de Alvarado (4 steps), Badajoz (3 steps)",
        "Jorge de Alvarado with a cannon with Cortés.",
    ),
    "cortes-region": (
        "Fights at 3011",
        "3011: Aztecs knight (3 steps), knight (? steps), 1 unknown",
    ),
    "cortes-battle": (
        "29 against 15 is 1:1; Concentric attack +1 [8.11], Chinampa City –1 [8.13], Cortés +1",
        "resolved at 2:1. Thrown 7: the attacker loses 1, the defender 2.",
    ),
    "cortes-rr": (
        "Back from the dead: de Lugo (1 step), Tlaxcalan regular (2 steps)",
        "Thrown 4, sacrifice -1, Chapultepec -3: 0. The regular allies go home.",
    ),
    "cortes-end": (
        "The historical victory of the Spaniards, with 14 loss points.",
        "Of these 10 for R&R, 4 for units, 0 for Cuauhtemoc.",
    ),
    "hispania-end": ("Purple has won", "Purple 92½ points: BYZANCE 6½", "at the start 63½"),
}


@pytest.mark.parametrize("name", SIGHTS)
def test_alt_text_and_words(name: str) -> None:
    sight = SIGHTS[name]
    alt = renderer.render(sight.facts, sight.kind, 400, **sight.how).alt
    words = renderer.describe(sight.facts, sight.kind, **sight.how)
    assert len(alt) <= 1024
    for text in SAID[name]:
        assert text in alt
        assert text in words.replace("\n", " ")
    assert len(words) >= len(alt)


# -- the file ------------------------------------------------------------------------------------


def chunks(data: bytes) -> list[bytes]:
    """The names of the parts of a RIFF file."""
    found, at = [], 12
    while at < len(data):
        found.append(data[at : at + 4])
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        at += 8 + size + size % 2
    return found


@pytest.mark.parametrize("name", SIGHTS)
def test_a_file_carries_nothing_but_the_picture(name: str) -> None:
    sight = SIGHTS[name]
    picture = renderer.render(sight.facts, sight.kind, 400, **sight.how)
    assert picture.name == f"{sight.kind}.webp"
    assert chunks(picture.data) == [b"VP8 "]
    with Image.open(BytesIO(picture.data)) as image:
        assert image.size == (picture.width, picture.height)
        assert not image.getexif()
