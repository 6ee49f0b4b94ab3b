"""The Border: the worked example of docs/how-to-add-a-game.md."""

from pathlib import Path

from engine.manifest import Manifest

MANIFEST = Manifest(
    name="border",
    rules="docs.example.border.game:Border",
    files=("board",),
    computer="docs.example.border.computer",
    home=Path(__file__).parent / "data",
)
