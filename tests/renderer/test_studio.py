"""The studio: off the event loop, each picture once, and it survives what goes wrong."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
import renderer
from renderer.pictures import drawing
from renderer.studio import easel
from renderer.studio.studio import Studio


def views(count: int) -> list[dict[str, Any]]:
    """Positions of one game, each different from the one before."""
    match, rng = engine.new_match("granada", seed="studio"), Random(3)
    found: list[dict[str, Any]] = []
    while len(found) < count:
        decision = match.decisions()[0]
        match.act(decision.seat, decision.sample(rng))
        view = match.view(None).to_json()
        if view not in found:
            found.append(view)
    return found


LINUX = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="/proc is Linux's")


def told(studio: Studio, what: str) -> str:
    """What the system tells of the drawing process."""
    process = studio._workers[0]._process  # type: ignore[union-attr]
    assert process is not None
    return Path(f"/proc/{process.pid}/{what}").read_text()


@pytest.fixture
async def studio() -> AsyncIterator[Studio]:
    made = Studio()
    yield made
    await made.close()


@pytest.fixture
async def counted(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Studio, list[str]]]:
    """A studio that draws in a thread, and the kinds of what it was made to draw."""
    drawn: list[str] = []
    answer = easel.answer

    def counting(question: easel.Question) -> easel.Answer:
        drawn.append(question["kind"])
        return answer(question)

    monkeypatch.setattr(easel, "answer", counting)
    made = Studio(workers=0)
    yield made, drawn
    await made.close()


async def test_the_picture_is_the_renderers_own(studio: Studio) -> None:
    (view,) = views(1)
    assert await studio.draw(view, width=400) == renderer.render(view, width=400)
    region = await studio.draw(view, "region", 400, "contrast", places=("Loja",))
    assert region == renderer.render(view, "region", 400, "contrast", places=("Loja",))
    assert await studio.describe(view) == renderer.describe(view)


async def test_a_refusal_is_the_renderers_own(studio: Studio) -> None:
    (view,) = views(1)
    with pytest.raises(renderer.RenderError, match="There is no picture 'opera'"):
        await studio.draw(view, "opera")
    with pytest.raises(renderer.RenderError, match="'zones'"):
        await studio.draw({key: part for key, part in view.items() if key != "zones"})
    with pytest.raises(renderer.RenderError, match="could not be drawn"):
        await studio.draw({**view, "locations": 7})
    assert (await studio.draw(view, width=300)).width == 300


async def test_the_same_request_in_flight_is_drawn_once(
    counted: tuple[Studio, list[str]],
) -> None:
    studio, drawn = counted
    (view,) = views(1)
    made = await asyncio.gather(*(studio.draw(view, width=300) for _ in range(5)))
    assert drawn == ["board"]
    assert all(picture == made[0] for picture in made)
    await studio.draw(view, width=300, places=("Loja",))  # a board looks at no places
    assert drawn == ["board"]
    await studio.draw(view, "region", 300, places=("Loja",))
    await studio.draw(view, "region", 300, places=("Vera",))
    assert drawn == ["board", "region", "region"]


async def test_one_who_stops_waiting_spoils_it_for_nobody(
    counted: tuple[Studio, list[str]],
) -> None:
    studio, drawn = counted
    (view,) = views(1)
    hasty = asyncio.create_task(studio.draw(view, width=300))
    patient = asyncio.create_task(studio.draw(view, width=300))
    await asyncio.sleep(0)
    hasty.cancel()
    assert (await patient).width == 300
    assert drawn == ["board"]


async def test_the_shelf_is_so_large_and_no_larger(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = views(2)
    drawn: list[dict[str, Any]] = []
    answer = easel.answer
    monkeypatch.setattr(easel, "answer", lambda q: drawn.append(q["view"]) or answer(q))  # type: ignore[func-returns-value]
    size = len(renderer.render(one, width=300).data)
    studio = Studio(workers=0, kept=round(size * 1.5))
    for view in (one, one, other, one):
        await studio.draw(view, width=300)
    assert drawn == [one, other, one]
    await studio.close()


async def test_a_dead_process_is_replaced(studio: Studio) -> None:
    (view,) = views(1)
    await studio.draw(view, width=300)
    process = studio._workers[0]._process  # type: ignore[union-attr]
    assert process is not None
    process.kill()
    assert (await studio.draw(view, width=301)).width == 301


async def test_a_process_that_dies_at_once_is_told_of(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "/bin/true")
    with pytest.raises(renderer.RenderError, match="died twice"):
        await studio.draw(views(1)[0], width=300)


@pytest.mark.parametrize("workers", [0, 1])
async def test_a_picture_has_a_time_limit(workers: int) -> None:
    (view,) = views(1)
    drawing._drawn.clear()
    studio = Studio(workers, limit=0.001)
    with pytest.raises(renderer.RenderError, match=r"longer than 0\.001 seconds"):
        await studio.draw(view, width=333)
    studio._workers[0]._limit = 20.0
    assert (await studio.draw(view, width=333)).width == 333
    await studio.close()


async def test_a_closed_studio_refuses(studio: Studio) -> None:
    (view,) = views(1)
    waiting = asyncio.create_task(studio.draw(view, width=300))
    await asyncio.sleep(0.05)
    await studio.close()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    with pytest.raises(renderer.RenderError, match="closed"):
        await studio.draw(view, width=300)


@LINUX
async def test_the_process_knows_nothing_of_the_bot(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERALD_TOKEN", "a secret")
    await studio.draw(views(1)[0], width=300)
    assert "a secret" not in told(studio, "environ")


@LINUX
async def test_the_loop_goes_on_while_boards_are_drawn(studio: Studio) -> None:
    """Drawing is another process's work, not ours (`make bench` shows how late the loop is)."""

    def theirs() -> float:
        """Seconds of a processor that the drawing process has used: fields 14 and 15."""
        fields = told(studio, "stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    ten = views(10)
    await studio.draw(ten[0], width=300)
    ours, drawing = time.process_time(), theirs()
    await asyncio.gather(*(studio.draw(view) for view in ten))
    ours, drawing = time.process_time() - ours, theirs() - drawing
    assert ours < drawing / 5


@LINUX
async def test_memory_with_every_board_cached() -> None:
    studio = Studio()
    studio.start(engine.games())
    async with studio:
        for view in views(6):
            for palette in renderer.PALETTES:
                await studio.draw(view, palette=palette)
                await studio.draw(view, "region", 1100, palette)
        rows = told(studio, "status").splitlines()
        used = {row.split()[0]: int(row.split()[1]) / 1024 for row in rows if row.startswith("Vm")}
        others = len(engine.games()) - 2  # beyond Granada and Hispania
        assert 20 < used["VmRSS:"] < 130 + 25 * others
        assert used["VmHWM:"] < 160 + 70 * others  # at its worst: a ground is opened
