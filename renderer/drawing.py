"""`render`: a view becomes a picture and its words. The same view is never drawn twice."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from threading import Lock
from typing import Any, Protocol

from PIL import Image

from renderer import pieces
from renderer.base import base
from renderer.errors import RenderError
from renderer.layout import Layout, layout
from renderer.palette import palette as palette_named
from renderer.scene import Scene

KINDS = ("board",)
ALT_LIMIT = 1024  # of Discord, for the text of an attachment
WIDEST, NARROWEST = 2400, 200
QUALITY = 80


class Viewed(Protocol):
    """Any game's View."""

    def to_json(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Picture:
    """An encoded picture, its name, and what it shows in words."""

    data: bytes
    alt: str
    width: int
    height: int
    name: str

    @property
    def mime(self) -> str:
        return "image/webp"


_drawn: OrderedDict[tuple[str, str, int, str], Picture] = OrderedDict()
_DRAWN_KEPT = 24
_lock = Lock()


def render(
    view: Viewed | Mapping[str, Any],
    kind: str = "board",
    width: int = 1600,
    palette: str = "standard",
) -> Picture:
    """The picture of a view. Raises RenderError with a sentence that names what it cannot draw."""
    if kind not in KINDS:
        raise RenderError(f"There is no picture {kind!r}; there are {', '.join(KINDS)}.")
    if not NARROWEST <= width <= WIDEST:
        raise RenderError(f"A picture is {NARROWEST} to {WIDEST} pixels wide, not {width}.")
    palette_named(palette)
    facts = _facts(view)
    key = (json.dumps(facts, sort_keys=True), kind, width, palette)
    with _lock:
        if key in _drawn:
            _drawn.move_to_end(key)
            return _drawn[key]
        made = _render(facts, width, palette)
        _drawn[key] = made
        while len(_drawn) > _DRAWN_KEPT:
            _drawn.popitem(last=False)
        return made


def describe(view: Viewed | Mapping[str, Any]) -> str:
    """Everything that the board shows, in words."""
    facts = _facts(view)
    return "\n".join(scene_of(facts).details)


def scene_of(facts: Mapping[str, Any]) -> Scene:
    """The scene of a view, refused if this renderer does not know the game or its version."""
    plan = _plan(facts)
    module = import_module(f"renderer.games.{facts['game']}")
    try:
        made: Scene = module.scene(facts, plan)
    except KeyError as error:
        raise RenderError(f"The view has no {error.args[0]!r}, so it cannot be drawn.") from None
    return made


def _facts(view: Viewed | Mapping[str, Any]) -> Mapping[str, Any]:
    return view if isinstance(view, Mapping) else view.to_json()


def _plan(facts: Mapping[str, Any]) -> Layout:
    game = facts.get("game")
    if not isinstance(game, str) or find_spec(f"renderer.games.{game}") is None:
        raise RenderError(f"There are no pictures for the game {game!r}.")
    plan = layout(game)
    if facts.get("schema") not in plan.schemas:
        known = ", ".join(map(str, plan.schemas))
        raise RenderError(
            f"This view of {plan.title} is of version {facts.get('schema')}; the layout draws "
            f"version {known}."
        )
    return plan


def _render(facts: Mapping[str, Any], width: int, palette: str) -> Picture:
    scene, plan = scene_of(facts), _plan(facts)
    colours = palette_named(palette)
    scale = max(1.0, width / plan.size[0])
    picture = base(plan, colours, scale).copy()
    pieces.draw(picture, scene, plan, colours, scale)
    if picture.width != width:
        height = round(width * plan.size[1] / plan.size[0])
        picture = picture.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3.0)
    out = BytesIO()
    picture.save(out, "WEBP", quality=QUALITY, method=0)
    return Picture(out.getvalue(), alt(scene), picture.width, picture.height, "board.webp")


def alt(scene: Scene) -> str:
    """The summary, sentence by sentence, as far as an attachment's text may reach."""
    text = ""
    for sentence in scene.summary:
        longer = f"{text} {sentence}".strip()
        if len(longer) > ALT_LIMIT:
            break
        text = longer
    return text
