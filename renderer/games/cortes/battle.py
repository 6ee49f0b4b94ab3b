"""Battles of Cortés are sheets with their reckoning (`sheets.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from engine.tongues import ENGLISH, Tongue
from renderer.boards.layout import Layout
from renderer.errors import RenderError
from renderer.games.cortes.words import undrawn


def fight(view: Mapping[str, Any], plan: Layout, tongue: Tongue = ENGLISH) -> NoReturn:
    raise RenderError(undrawn("sheet"))
