"""A film: frames with captions, of bounded size, drawn one at a time."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageSequence

from renderer import RenderError, film
from renderer.pictures import filming as module
from renderer.studio.studio import Studio
from tests.renderer.test_studio import views


@pytest.fixture(scope="module")
def frames() -> list[dict[str, Any]]:
    return [
        {"view": view, "title": f"Frame {n}", "words": "Something happened. " * 20}
        for n, view in enumerate(views(4))
    ]


def test_every_frame_is_there(frames: list[dict[str, Any]]) -> None:
    made = film(frames, 400)
    with Image.open(BytesIO(made.data)) as opened:
        assert opened.n_frames == 4  # type: ignore[attr-defined]
        assert opened.size == (made.width, made.height)
        drawn = [frame.convert("RGB").tobytes() for frame in ImageSequence.Iterator(opened)]
    assert len(set(drawn)) == 4
    assert "4 pictures" in made.alt
    assert "Frame 0" in made.alt
    assert made.name == "replay.webp"


def test_only_one_frame_is_held_at_a_time(
    frames: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each frame is drawn once, in its turn, and not before the encoder wants it."""
    drawn: list[str] = []
    frame = module._frame

    def counting(one: Any, *rest: Any) -> Image.Image:
        drawn.append(one["title"])
        return frame(one, *rest)

    monkeypatch.setattr(module, "_frame", counting)
    film(frames, 400)
    assert drawn[:4] == [f"Frame {n}" for n in range(4)]
    assert len(drawn) <= 5  # the first is turned back to at the end


def test_too_big_becomes_coarser_and_then_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    def noise(frame: Any, *_: Any) -> Image.Image:
        return Image.effect_noise((96, 96), 60 + frame["view"]).convert("RGB")

    frames = [{"view": n, "title": f"Frame {n}", "words": ""} for n in range(9)]
    monkeypatch.setattr(module, "_frame", noise)
    whole = len(film(frames).data)
    monkeypatch.setattr(module, "BIGGEST", whole - 1)
    coarser = film(frames)
    assert len(coarser.data) < whole
    assert "in 9 pictures" in coarser.alt
    monkeypatch.setattr(module, "BIGGEST", whole // 8)
    shorter = film(frames)
    assert len(shorter.data) <= whole // 8
    assert "in 9 pictures" not in shorter.alt
    assert "to Frame 8" in shorter.alt  # the end is always shown
    monkeypatch.setattr(module, "BIGGEST", 100)
    with pytest.raises(RenderError, match="too big"):
        film(frames)


def test_nothing_to_show() -> None:
    with pytest.raises(RenderError, match="nothing"):
        film([])


async def test_the_studio_draws_it_in_a_process_that_ends(frames: list[dict[str, Any]]) -> None:
    studio = Studio()
    try:
        made = await studio.film(frames[:2], 300)
        assert made.data == film(frames[:2], 300).data
        assert studio._filmer._process is None  # type: ignore[union-attr]
        with pytest.raises(RenderError):
            await studio.film([{"view": {"game": "chess"}, "title": "", "words": ""}])
    finally:
        await studio.close()
    with pytest.raises(RenderError, match="closed"):
        await studio.film(frames)
