"""`render`: a view becomes a picture and its words. The same view is never drawn twice."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from threading import Lock
from typing import Any, Protocol

from PIL import Image

from renderer import ending, fight, pieces
from renderer.base import base
from renderer.closeup import closeup
from renderer.errors import RenderError
from renderer.hand import SHEETS, Sheet
from renderer.layout import Layout, layout
from renderer.palette import palette as palette_named
from renderer.scene import Scene

KINDS = ("board", "region", "hand", "box", "battle", "end")
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


_drawn: OrderedDict[tuple[str, str, int, str, str], Picture] = OrderedDict()
_DRAWN_KEPT = 24
_lock = Lock()


def render(
    view: Viewed | Mapping[str, Any],
    kind: str = "board",
    width: int = 1600,
    palette: str = "standard",
    *,
    places: Sequence[str] = (),
    events: Sequence[Mapping[str, Any]] = (),
) -> Picture:
    """The picture of a view. Raises RenderError with a sentence that names what it cannot draw.

    For a region: `places`, or `events` as the same reader saw them, say where it lies.
    """
    if kind not in KINDS:
        raise RenderError(f"There is no picture {kind!r}; there are {', '.join(KINDS)}.")
    if not NARROWEST <= width <= WIDEST:
        raise RenderError(f"A picture is {NARROWEST} to {WIDEST} pixels wide, not {width}.")
    palette_named(palette)
    facts = _facts(view)
    asked = json.dumps((list(places), list(events)), sort_keys=True) if kind == "region" else ""
    key = (json.dumps(facts, sort_keys=True), kind, width, palette, asked)
    with _lock:
        if key in _drawn:
            _drawn.move_to_end(key)
            return _drawn[key]
        if kind == "region":
            made = _region(facts, width, palette, places, events)
        elif kind in SHEETS:
            made = _sheet(facts, kind, width, palette)
        elif kind == "battle":
            made = _battle(facts, width, palette)
        else:
            made = _render(facts, width, palette, ended=kind == "end")
        _drawn[key] = made
        while len(_drawn) > _DRAWN_KEPT:
            _drawn.popitem(last=False)
        return made


def describe(view: Viewed | Mapping[str, Any], kind: str = "board") -> str:
    """Everything that a picture shows, in words."""
    facts = _facts(view)
    if kind in SHEETS:
        return "\n".join(_laid_out(facts, kind, "standard").words)
    words = list(scene_of(facts).details)
    if facts["battle"]:
        words += fight.sentences(fight.combat(facts, _plan(facts)), _plan(facts))
    if facts["winner"]:
        words += ending.sentences(ending.end(facts, _plan(facts)))
    return "\n".join(words)


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


def _battle(facts: Mapping[str, Any], width: int, palette: str) -> Picture:
    scene, plan = scene_of(facts), _plan(facts)
    picture, words = fight.draw(facts, plan, palette_named(palette), width)
    return _encoded(picture, replace(scene, summary=tuple(words)), width, "battle.webp")


def _render(facts: Mapping[str, Any], width: int, palette: str, ended: bool = False) -> Picture:
    scene, plan = scene_of(facts), _plan(facts)
    colours = palette_named(palette)
    scale = max(1.0, width / plan.size[0])
    picture = base(plan, colours, scale).copy()
    pieces.draw(picture, scene, plan, colours, scale)
    if not ended:
        return _encoded(picture, scene, width, "board.webp")
    picture = ending.draw(facts, plan, colours, picture)
    words = (*ending.sentences(ending.end(facts, plan)), *scene.summary)
    return _encoded(picture, replace(scene, summary=words), width, "end.webp")


def _region(
    facts: Mapping[str, Any],
    width: int,
    palette: str,
    places: Sequence[str],
    events: Sequence[Mapping[str, Any]],
) -> Picture:
    scene = scene_of(facts)
    made = closeup(scene, _plan(facts), palette_named(palette), width, places, events)
    return _encoded(made.picture, replace(scene, summary=made.summary), width, "region.webp")


def _sheet(facts: Mapping[str, Any], kind: str, width: int, palette: str) -> Picture:
    """A hand, a box: a sheet beside the board, of its own height."""
    scene = scene_of(facts)
    sheet = _laid_out(facts, kind, palette)
    picture = sheet.draw(max(1.0, width / sheet.size[0]))
    return _encoded(picture, replace(scene, summary=(sheet.alt,)), width, f"{kind}.webp")


def _laid_out(facts: Mapping[str, Any], kind: str, palette: str) -> Sheet:
    try:
        return SHEETS[kind](facts, _plan(facts), palette_named(palette))
    except KeyError as error:
        raise RenderError(f"The view has no {error.args[0]!r}, so it cannot be drawn.") from None


def _encoded(picture: Image.Image, scene: Scene, width: int, name: str) -> Picture:
    if picture.width != width:
        height = round(width * picture.height / picture.width)
        picture = picture.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3.0)
    out = BytesIO()
    picture.save(out, "WEBP", quality=QUALITY, method=0)
    return Picture(out.getvalue(), alt(scene), picture.width, picture.height, name)


def alt(scene: Scene) -> str:
    """The summary, sentence by sentence, as far as an attachment's text may reach."""
    text = ""
    for sentence in scene.summary:
        longer = f"{text} {sentence}".strip()
        if len(longer) > ALT_LIMIT:
            break
        text = longer
    return text
