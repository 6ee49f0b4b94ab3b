"""Time of a board, beside Pillow's own to encode it: `python -m tests.renderer.bench`."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from io import BytesIO
from random import Random

from PIL import Image

import engine
import renderer
from renderer import drawing

COLD = "import engine, renderer; renderer.render(engine.new_match('granada', seed='b').view(None))"


def median(work: Callable[[], object], rounds: int = 11) -> float:
    """Milliseconds of the middle round."""
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return statistics.median(times) * 1000


def main() -> None:
    match, rng = engine.new_match("granada", seed="bench"), Random(1)
    views = []
    while not match.over and len(views) < 40:
        decision = match.decisions()[0]
        match.act(decision.seat, decision.sample(rng))
        views.append(match.view(None))
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", COLD], check=True)
    cold = (time.perf_counter() - begin) * 1000
    renderer.render(views[0])
    rounds = iter(views)

    def board() -> renderer.Picture:
        drawing._drawn.clear()
        return renderer.render(next(rounds))

    warm = median(board)
    picture = renderer.render(views[-1])
    with Image.open(BytesIO(picture.data)) as opened:
        image = opened.convert("RGB")
    encode = median(lambda: image.save(BytesIO(), "WEBP", quality=drawing.QUALITY, method=0))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"warm board        {warm:6.0f} ms   (budget 120)")
    print(f"of that encoding  {encode:6.0f} ms   (Pillow alone)")
    print(f"size              {len(picture.data) / 1024:6.0f} KiB  (budget 400)")
    print(f"cold start        {cold:6.0f} ms   (budget 2000, with the interpreter)")
    print(f"peak memory       {peak:6.0f} MiB  (with the engine)")


if __name__ == "__main__":
    main()
