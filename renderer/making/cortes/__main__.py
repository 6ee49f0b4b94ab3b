"""`python -m renderer.making.cortes ground`: the ground picture of the valley."""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

from renderer.making.cortes.ground import ground

HERE = Path(__file__).parent
CLIPS = HERE.parent / "clips" / "cortes"
ASSETS = HERE.parents[1] / "assets"

HIGH = 40  # pixels of a hex


def main(step: str) -> None:
    if step == "ground":
        picture = Image.fromarray(ground(CLIPS, HIGH))
        picture.save(ASSETS / "ground" / "cortes.webp", quality=80, method=6)


if __name__ == "__main__":
    main(*sys.argv[1:])
