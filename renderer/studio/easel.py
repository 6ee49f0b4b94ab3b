"""The drawing process of a studio: questions come in, pictures go out, until the pipe is closed.

A frame is two lengths, a JSON text, and bytes. `python -m renderer.studio` is only started by a
studio; it draws one thing at a time and keeps its bases from one to the next.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

from renderer import PALETTES, RenderError, describe, render
from renderer.boards.base import base
from renderer.boards.reading import layout
from renderer.errors import refused, spoken
from renderer.pictures.drawing import Picture
from renderer.pictures.filming import film

LENGTHS = struct.Struct("!II")
Question = Mapping[str, Any]  # what was read from JSON
Answer = tuple[dict[str, Any], bytes]


def answer(question: Question) -> Answer:
    """What a question asks for: a picture, words, or only warm bases."""
    try:
        return _DOING[question["do"]](question)
    except RenderError as refusal:
        return {"refused": refusal.said.to_json()}, b""
    except Exception as error:  # the process goes on: the next picture may be in order
        sys.stderr.write(f"{_where(error)}\n")
        said = refused("failed", error=type(error).__name__).said
        return {"refused": said.to_json()}, b""


def _where(error: Exception) -> str:
    """The kind of an exception and its places. Its words might name a hidden piece."""
    frames = traceback.extract_tb(error.__traceback__)
    places = " > ".join(f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in frames)
    return f"No picture: {type(error).__name__} at {places}"


def _picture(question: Question) -> Answer:
    made = render(
        question["view"],
        question["kind"],
        question["width"],
        question["palette"],
        places=question["places"],
        events=question["events"],
        order=question.get("order"),
        tongue=spoken(question["language"]),
    )
    return _facts(made), made.data


def _facts(made: Picture) -> dict[str, Any]:
    return {"alt": made.alt, "width": made.width, "height": made.height, "name": made.name}


def _words(question: Question) -> Answer:
    how = {key: question[key] for key in ("places", "events") if question[key]}
    tongue = spoken(question["language"])
    return {"words": describe(question["view"], question["kind"], tongue=tongue, **how)}, b""


def _warm(question: Question) -> Answer:
    """The games' boards without their pieces, so that the first player does not wait for one."""
    for game in question["games"]:
        plan = layout(game)
        for name in PALETTES:
            base(plan, plan.palette(name), 1.0)
    return {}, b""


def _film(question: Question) -> Answer:
    tongue = spoken(question["language"])
    made = film(question["frames"], question["width"], question["palette"], tongue)
    return _facts(made), made.data


_DOING = {"picture": _picture, "words": _words, "warm": _warm, "film": _film}


def picture(facts: Mapping[str, Any], data: bytes) -> Picture:
    """The picture of an answer, on the other side of the pipe."""
    return Picture(data, facts["alt"], facts["width"], facts["height"], facts["name"])


def framed(text: bytes, data: bytes = b"") -> bytes:
    return LENGTHS.pack(len(text), len(data)) + text + data


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    while len(head := questions.read(LENGTHS.size)) == LENGTHS.size:
        length, _ = LENGTHS.unpack(head)
        facts, data = answer(json.loads(questions.read(length)))
        answers.write(framed(json.dumps(facts).encode(), data))
        answers.flush()


def main() -> None:
    # The bot ends us by closing the pipe, so that a picture under way is not lost to Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not fall into the frames
    serve(sys.stdin.buffer, answers)
