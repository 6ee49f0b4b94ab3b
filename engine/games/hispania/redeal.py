"""Another world that a reader cannot tell from this one: nothing is hidden, so it is a copy."""

from __future__ import annotations

from engine.core import Action


class Same:
    """Every action reads the same in the other world."""

    def alias(self, seat: str, action: Action) -> Action | None:
        return action
