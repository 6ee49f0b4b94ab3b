"""Battles of the First Crusade are sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.tongues import ENGLISH, Tongue
from renderer.boards.layout import Layout
from renderer.errors import RenderError
from renderer.games.crusade.words import undrawn
from renderer.pictures.battle import Combat


def fight(view: Mapping[str, Any], plan: Layout, tongue: Tongue = ENGLISH) -> Combat:
    raise RenderError(undrawn("sheet"))
