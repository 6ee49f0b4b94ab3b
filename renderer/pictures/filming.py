"""A film: boards one after the other, each with its caption, as one animated picture.

Frames are drawn one at a time, when the encoder asks for them: a film of any length needs the room
of one picture. What does not change between two frames costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Any

from PIL import Image

from engine.tongues import ENGLISH, Tongue
from renderer.errors import refused
from renderer.ink.palette import Palette
from renderer.ink.palette import palette as palette_named
from renderer.ink.writing import Hand, label
from renderer.pictures.drawing import Picture, shown, text_of
from renderer.words import say

WIDTH = 800
BAND = 56  # pixels below the board, for two lines
FIRST, EACH, LAST = 1500, 900, 6000  # milliseconds
BIGGEST = 8 * 2**20  # bytes; Discord takes 10 MiB
QUALITIES = (60, 35, 15)

Frame = Mapping[str, Any]  # view, title, words


def film(
    frames: Sequence[Frame],
    width: int = WIDTH,
    palette: str = "standard",
    tongue: Tongue = ENGLISH,
) -> Picture:
    """The animated picture. If it grows too big: coarser, and then every second frame."""
    if not frames:
        raise refused("film.empty")
    colours = palette_named(palette)
    while True:
        for quality in QUALITIES:
            made = _encoded(frames, width, colours, quality, tongue)
            if len(made.data) <= BIGGEST:
                return made
        if len(frames) == 1:
            raise refused("film.big")
        frames = [*frames[:-1:2], frames[-1]] if len(frames) > 2 else frames[-1:]


def _encoded(
    frames: Sequence[Frame], width: int, colours: Palette, quality: int, tongue: Tongue
) -> Picture:
    reel = _Reel(len(frames), lambda n: _frame(frames[n], width, colours, tongue))
    out = BytesIO()
    spans = [FIRST, *[EACH] * (len(frames) - 2), LAST] if len(frames) > 1 else [LAST]
    reel.save(out, "WEBP", save_all=True, duration=spans, loop=0, quality=quality, method=0)
    first, last = frames[0], frames[-1]
    told = say(
        "replay", count=len(frames), first=first["title"], last=last["title"], words=last["words"]
    )
    return Picture(out.getvalue(), text_of([tongue.word(told)]), *reel.size, "replay.webp")


def _frame(frame: Frame, width: int, colours: Palette, tongue: Tongue) -> Image.Image:
    board = shown(frame["view"], "board", width, colours.name, tongue=tongue).picture
    height = round(width * board.height / board.width)
    small = board.convert("RGB").resize((width, height), Image.Resampling.LANCZOS, reducing_gap=2.0)
    whole = Image.new("RGB", (width, height + BAND), colours.paper)
    whole.paste(small, (0, 0))
    for text, hand, drop in (
        (str(frame["title"]), Hand("roman", 20, 650), 22),
        (str(frame["words"]), Hand("roman", 17, 450), 45),
    ):
        at, wide = (12, height + drop), width - 24
        label(whole, at, text, hand, wide, colours.ink, 1.0, anchor="ls", least=12)
    return whole


class _Reel(Image.Image):
    """A picture of many frames that draws each one when it is turned to."""

    def __init__(self, frames: int, draw: Callable[[int], Image.Image]) -> None:
        super().__init__()
        self.n_frames = frames
        self._draw = draw
        self._at = -1
        self.seek(0)

    def seek(self, frame: int) -> None:
        if frame != self._at:
            drawn = self._draw(frame)
            self.im, self._size, self._mode = drawn.im, drawn.size, drawn.mode
            self._at = frame

    def tell(self) -> int:
        return self._at
