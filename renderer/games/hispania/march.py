"""A march of Hispania that is being thought about: who goes, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.tongues import ENGLISH, Tongue
from renderer.boards.layout import Layout
from renderer.games.hispania.names import book, forces
from renderer.pictures.marching import March, Order, plainly
from renderer.words import commas

View = Mapping[str, Any]


def march(view: View, plan: Layout, order: Order, tongue: Tongue = ENGLISH) -> March:
    """In the colour of the seat that moves."""
    made = plainly(order, view["seat"], plan, tongue)
    men = [piece for piece in order["who"] if piece in plan.kinds]
    chiefs = [book().chief(piece) for piece in order["who"] if piece not in plan.kinds]
    who = commas([*([forces(men)] if men else []), *chiefs])
    return replace(made, who=tongue.field(who))
