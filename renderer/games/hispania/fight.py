"""Battles of Hispania are sheets with dice (`sheets.py`): lines with cards are not for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from renderer.errors import RenderError
from renderer.layout import Layout


def fight(view: Mapping[str, Any], plan: Layout) -> NoReturn:
    raise RenderError("A battle of Hispania is drawn as a sheet.")
