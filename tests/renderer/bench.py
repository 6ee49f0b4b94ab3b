"""Time of every kind of picture, beside Pillow's own to encode it: part of `make bench`.

`python -m tests.renderer.bench` runs it alone.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from random import Random
from typing import Any

from PIL import Image

import engine
import renderer
from renderer.pictures import drawing
from tests.renderer.sights import SIGHTS, Sight

COLD = "import engine, renderer; renderer.render(engine.new_match('granada', seed='b').view(None))"
ROUNDS = 11
BUDGET, LIMIT = 120, 400  # milliseconds, KiB
SEATED = "a seat's own board 180 ms, 450 KiB"


def median(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Milliseconds of the middle round."""
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return statistics.median(times) * 1000


def positions(seat: str | None) -> Iterator[Mapping[str, Any]]:
    """A board that is another one every time, as a seat or everybody sees it."""
    match, rng = engine.new_match("granada", seed="bench"), Random(1)
    while True:
        decision = match.decisions()[0]
        match.act(decision.seat, decision.sample(rng))
        yield match.view(seat).to_json()


def row(name: str, sight: Sight) -> str:
    """Drawn and encoded; of that, encoding alone; how many bytes."""
    boards = positions("christian" if name == "board" else None)

    def draw() -> renderer.Picture:
        drawing._drawn.clear()
        facts = next(boards) if name in ("board", "public") else sight.facts
        return renderer.render(facts, sight.kind, **sight.how)

    draw()
    both = median(draw)
    picture = draw()
    with Image.open(BytesIO(picture.data)) as opened:
        image = opened.convert("RGB")
    encode = median(lambda: image.save(BytesIO(), "WEBP", quality=drawing.QUALITY, method=0))
    size = f"{picture.width}x{picture.height}"
    return f"{name:17}{size:>12}{both:8.0f} ms{encode:9.0f} ms{len(picture.data) / 1024:8.0f} KiB"


def main() -> None:
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", COLD], check=True)
    cold = (time.perf_counter() - begin) * 1000
    print(f"budgets: {BUDGET} ms and {LIMIT} KiB; {SEATED}")
    print("picture                  pixels    warm    encoding alone   size")
    for name, sight in SIGHTS.items():
        print(row(name, sight))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"cold start {cold:.0f} ms (budget 2000, with the interpreter)")
    print(f"peak memory {peak:.0f} MiB (with the engine)")


if __name__ == "__main__":
    main()
