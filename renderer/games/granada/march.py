"""A march of Granada that is being thought about: who goes, who stays, what it costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.tongues import ENGLISH, Said, Tongue
from renderer.boards.layout import Layout
from renderer.games.granada import rolls
from renderer.games.granada.words import many, say
from renderer.pictures.marching import March, Order, Price, plainly

View = Mapping[str, Any]
SIGNS = {"lead": ("knight-banner", False), "march": ("card", True)}  # by slot: emblem, broken


def march(view: View, plan: Layout, order: Order, tongue: Tongue = ENGLISH) -> March:
    seat = view["seat"]
    made = plainly(order, seat, plan, tongue)
    stack = view["locations"][order["origin"]][seat]
    stays = Counter(stack["blocks"] or ()) - Counter(order["who"])
    prices = {
        name: Price(emblem, tongue.word(say(f"march.{name}")), broken)
        for name, (emblem, broken) in SIGNS.items()
    }
    return replace(
        made,
        goes=rolls.shown(rolls.mustered(order["who"])),
        stays=rolls.shown(rolls.mustered(list(stays.elements()))),
        words=(tongue.word(say("march.goes")), tongue.word(say("march.stays"))),
        prices=prices,
        price=tongue.word(_price(order)) if order["path"] else "",
        note=_left(view, tongue),
    )


def _price(order: Order) -> Said:
    """7.3.3, 7.3.4: steps, and what they cost."""
    paid = [name for name in order["price"] if name in SIGNS]
    entry = "march.steps" + (".both" if len(paid) > 1 else f".{paid[0]}" if paid else "")
    return say(entry, steps=many(len(order["path"]), "steps"))


def _left(view: View, tongue: Tongue) -> str:
    """7.1: how many marches may follow."""
    movement = view["movement"]
    if not movement or movement["level"] not in ("minimal", "limited"):
        return ""
    left = max(0, movement["activations"] - 1)
    return tongue.word(say("march.left", activations=many(left, "activations")))
