"""Pictures that nobody looks at: a few dots, different for every view, instead of a map.

Drawing is two thirds of the work of a whole game in Discord. What is drawn, and what is in it, is
asked by the renderer's own tests; a conversation has the first of every kind drawn for it.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from typing import Any

from PIL import Image

from bot.discord.client import Herald
from renderer import Picture

Json = dict[str, Any]
Worth = Callable[[Json, str], bool]  # whether this view is worth a picture of this kind


def sketch(view: Json, kind: str) -> Picture:
    """Shown to somebody whom it is not for, it would be noticed."""
    digest = hashlib.sha256(json.dumps([view, kind], sort_keys=True).encode()).digest()
    out = BytesIO()
    Image.frombytes("RGB", (10, 1), digest[:30]).save(out, "WEBP", lossless=True)
    return Picture(out.getvalue(), "⟦a sketch⟧", 10, 1, f"{kind}.webp")


def sketching(herald: Herald, worth: Worth) -> None:
    """From now on only what is worth it is drawn."""
    draw = herald.studio.draw

    async def drawn(view: Json, kind: str = "board", *args: Any, **options: Any) -> Picture:
        if worth(view, kind):
            return await draw(view, kind, *args, **options)
        return sketch(view, kind)

    herald.studio.draw = drawn  # type: ignore[method-assign, assignment]


def the_first(most: int) -> Worth:
    """Of each kind, and of each game, so many."""
    seen: Counter[tuple[str, str]] = Counter()

    def worth(view: Json, kind: str) -> bool:
        seen[str(view.get("game")), kind] += 1
        return seen[str(view.get("game")), kind] <= most

    return worth
