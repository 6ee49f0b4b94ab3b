"""The First Crusade: two to seven players, four princes who hate each other."""

from engine.manifest import Manifest

MANIFEST = Manifest(
    name="crusade",
    rules="engine.games.crusade.game:Crusade",
    files=("board", "leaders", "cards", "tables", "scenarios", "victory"),
    datacheck="engine.games.crusade.datacheck",
    computer="engine.games.crusade.computer.greedy",
    plans="engine.games.crusade.plans",
    pictures="renderer.games.crusade",
    unfinished=True,
)
