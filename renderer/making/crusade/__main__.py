"""`python -m renderer.making.crusade clips FOLDER | fit | ground`."""

from __future__ import annotations

import sys
from pathlib import Path

import yaml

from renderer.making.crusade.country import SIZE, clip
from renderer.making.crusade.fit import fitted
from renderer.making.crusade.ground import ground

ROOT = Path(__file__).parents[3]
CLIPS = ROOT / "renderer" / "making" / "clips" / "crusade"
DATA = ROOT / "data" / "crusade"
LINE = "# ---- fitted"


def main(command: str, *rest: str) -> None:
    if command == "clips":
        clip(Path(rest[0]), CLIPS)
    elif command == "fit":
        board = yaml.safe_load((DATA / "board.yaml").read_text())
        path = DATA / "layout.yaml"
        kept = path.read_text().split(LINE)[0]
        path.write_text(kept + LINE + "\n" + fitted(board))
    elif command == "ground":
        made = ground(CLIPS, SIZE, 1.0)
        made.save(ROOT / "renderer" / "assets" / "ground" / "crusade.webp", quality=82, method=6)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(*(sys.argv[1:] or [""]))
