"""`render`: a view becomes a picture and its words. The same view is never drawn twice."""

from __future__ import annotations

import json
import math
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from threading import Lock
from typing import Any, NamedTuple, Protocol

from PIL import Image

from engine.tongues import ENGLISH, Tongue
from renderer.boards import kinds as board_kinds
from renderer.boards.base import base
from renderer.boards.layout import Layout
from renderer.boards.reading import layout
from renderer.boards.scene import Scene
from renderer.errors import refused
from renderer.games import Pictures, pictures
from renderer.ink.palette import Palette
from renderer.ink.palette import palette as palette_named
from renderer.pictures import battle, ending, marching, roll
from renderer.pictures.closeup import closeup, sentences, through, windowed
from renderer.pictures.ending import End
from renderer.pictures.marching import March
from renderer.pictures.sheets import Sheet
from renderer.words import commas, say

KINDS = (
    *(
        "board",
        "north",
        "south",
        "west",
        "centre",
        "east",
        "region",
        "city",
        "hand",
        "roll",
        "box",
        "nation",
        "battle",
    ),
    *("rr", "order", "legend", "end"),
)
WINDOWS = ("north", "south", "west", "centre", "east")  # parts of a board, larger
LEGEND = "legend"
TOLD = ("region", "battle", "rr")  # what happened has a part in them
ALT_LIMIT = 1024  # of Discord, for the text of an attachment
WIDEST, NARROWEST = 2400, 200
QUALITY, LARGE = 80, 75  # of a picture, and of one with more pixels than a board has
PIXELS = 2_200_000


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


_drawn: OrderedDict[tuple[str, str, int, str, str, str], Picture] = OrderedDict()
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
    order: Mapping[str, Any] | None = None,
    tongue: Tongue = ENGLISH,
) -> Picture:
    """The picture of a view, in a language. Raises RenderError, which names what it cannot draw.

    For a region: `places`, or `events` as the same reader saw them, say where it lies; for a
    nation: `places` names it; for an order: `order` is its outlook, as JSON.
    """
    _known(kind)
    if not NARROWEST <= width <= WIDEST:
        raise refused("width", least=NARROWEST, most=WIDEST, width=width)
    palette_named(palette)
    facts = _facts(view)
    told = list(events) if kind in TOLD else []
    asked = json.dumps((list(places), told, order), sort_keys=True)
    key = (json.dumps(facts, sort_keys=True), kind, width, palette, asked, tongue.language)
    with _lock:
        if key in _drawn:
            _drawn.move_to_end(key)
            return _drawn[key]
        drawn = shown(facts, kind, width, palette, places, events, tongue, order)
        wide = drawn.picture.width if _plan(facts).tall and kind in ("board", "end") else width
        made = _encoded(drawn, wide, f"{kind}.webp")
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
    tongue: Tongue = ENGLISH,
    order: Mapping[str, Any] | None = None,
) -> Shown:
    """A picture as it is drawn, at least as large as it will be shown."""
    plan = _plan(facts)
    game, colours = pictures(plan.game), plan.palette(palette)
    with _named_fields():
        if kind == "order":
            march = _march(game, facts, plan, order, tongue)
            scene = scene_of(facts, tongue)
            made = closeup(scene, plan, colours, width, march=march)
            return Shown(made.picture, made.summary)
        if kind == "region":
            made = closeup(scene_of(facts, tongue), plan, colours, width, places, events)
            return Shown(made.picture, made.summary)
        sheet = _sheet(game, facts, kind, plan, colours, places, events, tongue)
        if sheet is not None:
            return Shown(sheet.draw(max(1.0, width / sheet.size[0])), sheet.summary)
        if kind in plan.parts:
            return _part_of(scene_of(facts, tongue), plan, colours, kind, width)
        _demand(kind, plan)
        scale = max(1.0, width / plan.size[0]) if not plan.tall else _tall(plan, width)
        if kind == "battle":
            combat = game.fight(facts, plan, tongue)
            return Shown(battle.draw(combat, plan, colours, scale), combat.words)
        end = game.end(facts, plan, tongue) if kind == "end" else None
        return _board(scene_of(facts, tongue), plan, colours, scale, end)


def _march(
    game: Pictures, facts: Mapping[str, Any], plan: Layout, order: Mapping[str, Any] | None,
    tongue: Tongue,
) -> March:  # fmt: skip
    """What a game makes of an order that is being built; without its help what any game has."""
    if order is None:
        raise refused("order")
    made = getattr(game, "march", None)
    if made is not None:
        found: March = made(facts, plan, order, tongue)
        return found
    return marching.plainly(order, str(facts["seat"]), plan, tongue)


def _board(scene: Scene, plan: Layout, colours: Palette, scale: float, end: End | None) -> Shown:
    picture = base(plan, colours, scale, scene.tongue)
    board_kinds.of(plan).draw(picture, scene, plan, colours, scale)
    if end is None:
        caption = scene.tongue.word(say("caption", when=scene.heading, doing=scene.doing))
        return Shown(roll.below(picture, scene.rolls, caption, colours), scene.summary)
    return Shown(ending.draw(end, plan.size[0], colours, picture), (*end.words, *scene.summary))


def _tall(plan: Layout, width: int) -> float:
    """A board that is higher than wide has as many pixels as one that lies: it is shown small."""
    return width / plan.size[0] * math.sqrt(0.75 * plan.size[0] / plan.size[1])


def _part_of(scene: Scene, plan: Layout, colours: Palette, kind: str, width: int) -> Shown:
    """A part of the board as a picture of its own."""
    box = plan.parts[kind]
    if not plan.net:  # names at the rim are whole or not there
        made = windowed(scene, plan, colours, width, box)
        return Shown(made.picture, made.summary)
    scale = width / (box.right - box.left)
    whole = _board(scene, plan, colours, scale, None)
    left, top, right, bottom = (round(v * scale) for v in box)
    return Shown(whole.picture.crop((left, top, right, bottom)), whole.summary)


def describe(
    view: Viewed | Mapping[str, Any],
    kind: str = "board",
    *,
    places: Sequence[str] = (),
    events: Sequence[Mapping[str, Any]] = (),
    order: Mapping[str, Any] | None = None,
    tongue: Tongue = ENGLISH,
) -> str:
    """Everything that a picture shows, in words."""
    _known(kind)
    facts = _facts(view)
    plan = _plan(facts)
    game, standard = pictures(plan.game), plan.palette("standard")
    with _named_fields():
        if kind == "order":
            march = _march(game, facts, plan, order, tongue)
            return "\n".join(marching.sentences(march, plan, tongue))
        if kind == "region":
            return "\n".join(sentences(scene_of(facts, tongue), plan, places, events))
        sheet = _sheet(game, facts, kind, plan, standard, places, events, tongue)
        if sheet is not None:
            return "\n".join(sheet.words)
        if kind in plan.parts and not plan.net:
            return "\n".join(through(scene_of(facts, tongue), plan, plan.parts[kind]))
        if kind in plan.parts:
            return "\n".join(scene_of(facts, tongue).details)
        _demand(kind, plan)
        if kind == "battle":
            return "\n".join(game.fight(facts, plan, tongue).words)
        words = list(game.end(facts, plan, tongue).words) if kind == "end" else []
        words += scene_of(facts, tongue).details
        if kind == "board" and "battle" in game.kinds(facts):
            words += _fight_words(facts, plan, game, tongue)
    return "\n".join(words)


def _sheet(
    game: Pictures, facts: Mapping[str, Any], kind: str, plan: Layout, colours: Palette,
    places: Sequence[str], events: Sequence[Mapping[str, Any]], tongue: Tongue,
) -> Sheet | None:  # fmt: skip
    """What lies beside the board: a sheet of the view, or of what happened too."""
    told = getattr(game, "REPORTS", {})
    if kind in told:
        made: Sheet = told[kind](facts, plan, colours, events, tongue)
        return made
    if kind in game.SHEETS:
        return game.SHEETS[kind](facts, plan, colours, places, tongue)
    return None


def _fight_words(
    facts: Mapping[str, Any], plan: Layout, game: Pictures, tongue: Tongue
) -> Sequence[str]:
    sheet = _sheet(game, facts, "battle", plan, plan.palette("standard"), (), (), tongue)
    if sheet is not None:
        return sheet.words
    return game.fight(facts, plan, tongue).words


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


def scene_of(facts: Mapping[str, Any], tongue: Tongue = ENGLISH) -> Scene:
    """The scene of a view, refused if this renderer does not know the game or its version."""
    plan = _plan(facts)
    with _named_fields():
        return pictures(plan.game).scene(facts, plan, tongue)


@contextmanager
def _named_fields() -> Iterator[None]:
    """A view in which something is missing is refused by its name."""
    try:
        yield
    except KeyError as error:
        raise refused("field", field=repr(error.args[0])) from None


def _known(kind: str) -> None:
    if kind not in KINDS:
        raise refused("kind", kind=repr(kind), kinds=commas(KINDS))


def _demand(kind: str, plan: Layout) -> None:
    """Of what is no sheet, every game has these."""
    if kind not in ("board", "battle", "end"):
        raise refused("kind.here", kind=repr(kind), game=plan.title)


def _facts(view: Viewed | Mapping[str, Any]) -> Mapping[str, Any]:
    return view if isinstance(view, Mapping) else view.to_json()


def _plan(facts: Mapping[str, Any]) -> Layout:
    game = facts.get("game")
    pictures(game)
    plan = layout(str(game))
    if facts.get("schema") not in plan.schemas:
        seen, known = repr(facts.get("schema")), commas(plan.schemas)
        raise refused("version", game=plan.title, version=seen, known=known)
    return plan


def _encoded(made: Shown, width: int, name: str) -> Picture:
    picture = made.picture
    if picture.width != width:
        height = round(width * picture.height / picture.width)
        picture = picture.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3.0)
    out = BytesIO()
    quality = LARGE if picture.width * picture.height > PIXELS else QUALITY
    picture.save(out, "WEBP", quality=quality, method=0)
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
