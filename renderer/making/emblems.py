"""Emblems as one strip of masks, and the fonts: copied once, committed small."""

from __future__ import annotations

import json
import shutil
import sysconfig
from io import BytesIO
from pathlib import Path

import resvg_py
from fontTools import subset
from PIL import Image

from renderer.ink.lettering import EMBLEMS

SIZE = 64
LETTERS = (0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026, 0xD7)
FONTS = {
    "EBGaramond.ttf": "fontpkg_eb_garamond/files/EBGaramond[wght].ttf",
    "EBGaramond-Italic.ttf": "fontpkg_eb_garamond/files/EBGaramond-Italic[wght].ttf",
    "Cinzel.ttf": "fontpkg_cinzel/files/Cinzel[wght].ttf",
    "OFL-EBGaramond.txt": "fontpkg_eb_garamond/LICENSE",
    "OFL-Cinzel.txt": "fontpkg_cinzel/LICENSE",
}


def emblems(packages: Path, assets: Path) -> None:
    """A strip of white shapes on black, one square each."""
    path = packages / "node_modules/@iconify-json/game-icons/icons.json"
    icons = json.loads(path.read_text())["icons"]
    strip = Image.new("L", (SIZE * len(EMBLEMS), SIZE))
    for i, name in enumerate(EMBLEMS):
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" color="#000">'
            f"{icons[name]['body']}</svg>"
        )
        drawn = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=SIZE, height=SIZE))
        strip.paste(Image.open(BytesIO(drawn)).convert("RGBA").getchannel("A"), (SIZE * i, 0))
    assets.mkdir(parents=True, exist_ok=True)
    strip.save(assets / "emblems.png", optimize=True)


def fonts(assets: Path) -> None:
    """Two families with all the accents we need, each with its licence."""
    packages = Path(sysconfig.get_paths()["purelib"])
    (assets / "fonts").mkdir(parents=True, exist_ok=True)
    for name, source in FONTS.items():
        if name.endswith(".txt"):
            shutil.copyfile(packages / source, assets / "fonts" / name)
        else:
            _latin(packages / source, assets / "fonts" / name)


def _latin(source: Path, target: Path) -> None:
    """Only the letters of western Europe: a tenth of the size."""
    options = subset.Options(layout_features=["kern", "liga", "lnum"], notdef_outline=True)
    font = subset.load_font(str(source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[*range(0x20, 0x7F), *range(0xA0, 0x180), *LETTERS])
    cutter.subset(font)
    subset.save_font(font, str(target), options)
