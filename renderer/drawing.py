"""`render`: a view becomes a picture and its words. The same view is never drawn twice."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from threading import Lock
from typing import Any, NamedTuple, Protocol

from PIL import Image

from renderer import boards, ending, fight
from renderer.base import base
from renderer.closeup import closeup, sentences
from renderer.errors import RenderError
from renderer.games import Pictures, pictures
from renderer.layout import Layout, layout
from renderer.palette import Palette
from renderer.palette import palette as palette_named
from renderer.scene import Scene

KINDS = ("board", "region", "hand", "box", "nation", "battle", "end")
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


class Shown(NamedTuple):
    """A picture before it is encoded, and its sentences, the most important first."""

    picture: Image.Image
    summary: Sequence[str]


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

    For a region: `places`, or `events` as the same reader saw them, say where it lies; for a
    nation: `places` names it.
    """
    _known(kind)
    if not NARROWEST <= width <= WIDEST:
        raise RenderError(f"A picture is {NARROWEST} to {WIDEST} pixels wide, not {width}.")
    palette_named(palette)
    facts = _facts(view)
    asked = json.dumps((list(places), list(events) if kind == "region" else []), sort_keys=True)
    key = (json.dumps(facts, sort_keys=True), kind, width, palette, asked)
    with _lock:
        if key in _drawn:
            _drawn.move_to_end(key)
            return _drawn[key]
        made = _encoded(shown(facts, kind, width, palette, places, events), width, f"{kind}.webp")
        _drawn[key] = made
        while len(_drawn) > _DRAWN_KEPT:
            _drawn.popitem(last=False)
        return made


def shown(
    facts: Mapping[str, Any],
    kind: str,
    width: int,
    palette: str = "standard",
    places: Sequence[str] = (),
    events: Sequence[Mapping[str, Any]] = (),
) -> Shown:
    """A picture as it is drawn, at least as large as it will be shown."""
    plan, colours = _plan(facts), palette_named(palette)
    game = pictures(plan.game)
    with _named_fields():
        if kind == "region":
            made = closeup(scene_of(facts), plan, colours, width, places, events)
            return Shown(made.picture, made.summary)
        if kind in game.SHEETS:
            sheet = game.SHEETS[kind](facts, plan, colours, places)
            return Shown(sheet.draw(max(1.0, width / sheet.size[0])), sheet.summary)
        _demand(kind, plan)
        scale = max(1.0, width / plan.size[0])
        if kind == "battle":
            combat = game.fight(facts, plan)
            return Shown(fight.draw(combat, plan, colours, scale), combat.words)
        return _board(facts, plan, game, colours, scale, kind == "end")


def _board(
    facts: Mapping[str, Any],
    plan: Layout,
    game: Pictures,
    colours: Palette,
    scale: float,
    ended: bool,
) -> Shown:
    end = game.end(facts, plan) if ended else None
    scene = scene_of(facts)
    picture = base(plan, colours, scale).copy()
    boards.of(plan).draw(picture, scene, plan, colours, scale)
    if end is None:
        return Shown(picture, scene.summary)
    return Shown(ending.draw(end, plan.size[0], colours, picture), (*end.words, *scene.summary))


def describe(
    view: Viewed | Mapping[str, Any],
    kind: str = "board",
    *,
    places: Sequence[str] = (),
    events: Sequence[Mapping[str, Any]] = (),
) -> str:
    """Everything that a picture shows, in words."""
    _known(kind)
    facts = _facts(view)
    plan = _plan(facts)
    game, standard = pictures(plan.game), palette_named("standard")
    with _named_fields():
        if kind == "region":
            return "\n".join(sentences(scene_of(facts), plan, places, events))
        if kind in game.SHEETS:
            return "\n".join(game.SHEETS[kind](facts, plan, standard, places).words)
        _demand(kind, plan)
        if kind == "battle":
            return "\n".join(game.fight(facts, plan).words)
        words = list(game.end(facts, plan).words) if kind == "end" else []
        words += scene_of(facts).details
        if kind == "board" and "battle" in game.kinds(facts):
            words += _fight_words(facts, plan, game, standard)
    return "\n".join(words)


def _fight_words(
    facts: Mapping[str, Any], plan: Layout, game: Pictures, colours: Palette
) -> Sequence[str]:
    if "battle" in game.SHEETS:
        return game.SHEETS["battle"](facts, plan, colours, ()).words
    return game.fight(facts, plan).words


def kinds(view: Viewed | Mapping[str, Any]) -> tuple[str, ...]:
    """The pictures that this view can give: a battle only while there is one, and so on."""
    facts = _facts(view)
    with _named_fields():
        return pictures(_plan(facts).game).kinds(facts)


def best(view: Viewed | Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> str:
    """Of `kinds(view)`, the picture that a report of these events wants.

    After the end give it the revealed view: the picture of the end hides nothing.
    """
    facts = _facts(view)
    with _named_fields():
        return pictures(_plan(facts).game).best(facts, events)


def scene_of(facts: Mapping[str, Any]) -> Scene:
    """The scene of a view, refused if this renderer does not know the game or its version."""
    plan = _plan(facts)
    with _named_fields():
        return pictures(plan.game).scene(facts, plan)


@contextmanager
def _named_fields() -> Iterator[None]:
    """A view in which something is missing is refused by its name."""
    try:
        yield
    except KeyError as error:
        raise RenderError(f"The view has no {error.args[0]!r}, so it cannot be drawn.") from None


def _known(kind: str) -> None:
    if kind not in KINDS:
        raise RenderError(f"There is no picture {kind!r}; there are {', '.join(KINDS)}.")


def _demand(kind: str, plan: Layout) -> None:
    """Of what is no sheet, every game has these."""
    if kind not in ("board", "battle", "end"):
        raise RenderError(f"There is no picture {kind!r} in {plan.title}.")


def _facts(view: Viewed | Mapping[str, Any]) -> Mapping[str, Any]:
    return view if isinstance(view, Mapping) else view.to_json()


def _plan(facts: Mapping[str, Any]) -> Layout:
    game = facts.get("game")
    pictures(game)
    plan = layout(str(game))
    if facts.get("schema") not in plan.schemas:
        known = ", ".join(map(str, plan.schemas))
        raise RenderError(
            f"This view of {plan.title} is of version {facts.get('schema')}; the layout draws "
            f"version {known}."
        )
    return plan


def _encoded(made: Shown, width: int, name: str) -> Picture:
    picture = made.picture
    if picture.width != width:
        height = round(width * picture.height / picture.width)
        picture = picture.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3.0)
    out = BytesIO()
    picture.save(out, "WEBP", quality=QUALITY, method=0)
    return Picture(out.getvalue(), text_of(made.summary), picture.width, picture.height, name)


def alt(scene: Scene) -> str:
    return text_of(scene.summary)


def text_of(sentences: Iterable[str]) -> str:
    """Sentence by sentence, as far as an attachment's text may reach.

    One that is too long ends after a whole word; what comes after it is left out.
    """
    text = ""
    for sentence in sentences:
        longer = f"{text} {sentence}".strip()
        if len(longer) > ALT_LIMIT:
            return _cut(longer) if len(sentence) > ALT_LIMIT // 3 else text
        text = longer
    return text


def _cut(text: str) -> str:
    return text[: ALT_LIMIT - 2].rpartition(" ")[0].rstrip(" ,;:(") + " …"
