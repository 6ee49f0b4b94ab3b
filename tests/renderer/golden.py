"""Write the golden board anew: `python -m tests.renderer.golden`. Look at it first."""

from __future__ import annotations

from renderer.layout import layout
from tests.renderer.test_renderer import GOLDEN, board

if __name__ == "__main__":
    GOLDEN.parent.mkdir(exist_ok=True)
    board(layout("granada")).save(GOLDEN, quality=90, method=6)
