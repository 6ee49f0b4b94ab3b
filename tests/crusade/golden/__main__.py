"""Renew the golden games: `python -m tests.crusade.golden [NAME...]`."""

from __future__ import annotations

import sys

from engine.games import known
from tests.crusade.golden import GAMES, path_of, play

with known("crusade"):
    for name in sys.argv[1:] or GAMES:
        path_of(name).write_text(play(name), encoding="utf-8")
        print(f"{path_of(name).name} written")
