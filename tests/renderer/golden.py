"""Write golden pictures anew: `python -m tests.renderer.golden [NAME...]`. Look at them first."""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

from renderer.pictures import drawing
from tests.renderer.sights import SIGHTS, Sight

FOLDER = Path(__file__).parent / "golden"
SAME, MOVED = 14.0, 20.0  # below the first two pictures look alike, above the second they do not


def look(sight: Sight) -> Image.Image:
    """A picture as it is drawn, half as large."""
    shown = drawing.shown(sight.facts, sight.kind, 1600, **sight.how)
    return shown.picture.convert("RGB").reduce(2)


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.webp"


def difference(one: Image.Image, other: Image.Image) -> float:
    """The greatest difference of any small patch: blind to noise, not to a moved name."""
    if one.size != other.size:
        return 255.0
    far = ImageChops.difference(one.convert("L"), other.convert("L"))
    return float(max(far.filter(ImageFilter.BoxBlur(4)).tobytes()))


def main(names: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, sight in SIGHTS.items():
        if not names or name in names:
            look(sight).save(path_of(name), quality=90, method=6)


if __name__ == "__main__":
    main(sys.argv[1:])
