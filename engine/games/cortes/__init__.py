"""Cortés: Conquest of the Aztec Empire. The siege of Tenochtitlan in 1521."""

from engine.manifest import Manifest

MANIFEST = Manifest(
    name="cortes",
    rules="engine.games.cortes.game:Cortes",
    files=("board", "units", "tables", "setups"),
    computer="engine.games.cortes.computer.greedy",
    plans="engine.games.cortes.plans",
    datacheck="engine.games.cortes.datacheck",
    pictures="renderer.games.cortes",
)
