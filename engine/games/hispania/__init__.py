"""Hispania: fifteen centuries of the peninsula."""

from engine.manifest import Manifest

MANIFEST = Manifest(
    name="hispania",
    rules="engine.games.hispania.game:Hispania",
    files=("board", "units", "nations", "scenarios", "victory"),
    datacheck="engine.games.hispania.datacheck",
    computer="engine.games.hispania.computer.greedy",
    plans="engine.games.hispania.plans",
    pictures="renderer.games.hispania",
)
