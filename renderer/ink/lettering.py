"""Fonts and emblems, loaded once a size."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from renderer.errors import refused
from renderer.ink.palette import Colour

ASSETS = Path(__file__).parents[1] / "assets"
FACES = {"roman": "EBGaramond.ttf", "italic": "EBGaramond-Italic.ttf", "capital": "Cinzel.ttf"}
EMBLEMS = (  # the order of the strip that `renderer/making/emblems.py` writes
    "castle",
    "white-tower",
    "anchor",
    "crown",
    "horse-head",
    "crossbow",
    "cannon",
    "galley",
    "knight-banner",
    "moon",
    "two-coins",
    "mining",
    "spears",
    "centurion-helmet",
    "black-knight-helm",
    "templar-shield",
    "camel-head",
    "castle-ruins",
    "elephant",
    "stag-head",
    "sun",
    "wolf-head",
    "oak-leaf",
    "boar",
    "bull-horns",
    "eagle-emblem",
    "amphora",
    "battle-axe",
    "bow-arrow",
    "snake",
    "eagle-head",
    "byzantin-temple",
    "fleur-de-lys",
    "dervish-swords",
    "griffin-symbol",
    "crossed-chains",
    "lion",
    "palm-tree",
    "bat-wing",
    "fruit-tree",
    "crossed-swords",
    "hand",
)
_EMBLEM = 64

Font = ImageFont.FreeTypeFont


@lru_cache(maxsize=128)
def font(face: str, size: int, weight: int = 500) -> Font:
    made = ImageFont.truetype(
        str(ASSETS / "fonts" / FACES[face]), size, layout_engine=ImageFont.Layout.BASIC
    )
    made.set_variation_by_axes([weight])
    return made


@lru_cache(maxsize=1)
def _strip() -> Image.Image:
    with Image.open(ASSETS / "emblems.png") as strip:
        return strip.convert("L")


@lru_cache(maxsize=256)
def emblem(name: str, size: int) -> Image.Image:
    """An emblem as a mask."""
    if name not in EMBLEMS:
        raise refused("emblem", name=repr(name))
    left = EMBLEMS.index(name) * _EMBLEM
    mask = _strip().crop((left, 0, left + _EMBLEM, _EMBLEM))
    return mask.resize((size, size), Image.Resampling.LANCZOS)


def stamp(picture: Image.Image, name: str, x: float, y: float, size: float, ink: Colour) -> None:
    """An emblem in one colour, centred."""
    mask = emblem(name, round(size))
    corner = (round(x - mask.width / 2), round(y - mask.height / 2))
    picture.paste(ink, (*corner, corner[0] + mask.width, corner[1] + mask.height), mask)


def figures(text: str, height: int, weight: int = 700) -> Image.Image:
    """Digits as a mask whose ink is exactly so high: legibility is counted in pixels."""
    return _figures(text, height, weight)


@lru_cache(maxsize=256)
def _figures(text: str, height: int, weight: int) -> Image.Image:
    big = font("roman", height * 4, weight)
    left, top, right, bottom = big.getbbox(text, anchor="ls", features=None)
    mask = Image.new("L", (round(right - left) + 8, round(bottom - top) + 8))
    ImageDraw.Draw(mask).text((4 - left, 4 - top), text, font=big, fill=255, anchor="ls")
    mask = mask.crop(mask.getbbox())
    width = max(1, round(mask.width * height / mask.height))
    return mask.resize((width, height), Image.Resampling.LANCZOS)
