"""Renew the golden games: `python -m tests.cortes.golden [NAME...]`."""

from __future__ import annotations

import sys

from tests.cortes.golden import GAMES, path_of, play

for name in sys.argv[1:] or GAMES:
    path_of(name).write_text(play(name), encoding="utf-8")
    print(f"{path_of(name).name} written")
