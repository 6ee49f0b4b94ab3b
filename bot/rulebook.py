"""What the index of a game's rules says of a section, for whoever asks by its number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

NOT_YET: Final = "Not yet played by Herald."
WITH_OPTION: Final = "Played with the option “{title}”."


def standing(index: Mapping[str, Any], section: Mapping[str, Any]) -> str:
    """Whether a section is played: nothing if it always is."""
    status, _, option = str(section.get("status", "")).partition(": ")
    if status == "later":
        return NOT_YET
    if status == "optional":
        title = index.get("options", {}).get(option, {}).get("title", option)
        return WITH_OPTION.format(title=title)
    return ""
