"""Granada: Last Stand of the Moors, 1482-1492."""

from engine.manifest import Manifest

MANIFEST = Manifest(
    name="granada",
    rules="engine.games.granada.game:Granada",
    files=("board", "pieces", "cards", "setup"),
    datacheck="engine.games.granada.datacheck",
    computer="engine.games.granada.computer.greedy",
    plans="engine.games.granada.plans",
    pictures="renderer.games.granada",
)
