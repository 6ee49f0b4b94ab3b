"""Pictures for a program that must not wait: drawn in a process beside it, each one once.

studio = Studio()
studio.start()  # optional: the boards are made ready in the background
picture = await studio.draw(view.to_json(), "board", 1600, "standard")
await studio.close()
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.tongues import ENGLISH, Field, Said
from renderer.errors import RenderError, refused
from renderer.pictures.drawing import TOLD, Picture
from renderer.pictures.filming import WIDTH as FILM_WIDTH
from renderer.studio import easel
from renderer.words import refusal

log = logging.getLogger(__name__)

KEPT = 64 * 2**20  # bytes of finished pictures
LIMIT = 20.0  # seconds for one picture, the start of the process included
FILM_LIMIT = 180.0  # for a film, which has a process of its own
ROOT = Path(__file__).parents[2]
# What a drawing process may know of its surroundings: no token of the bot is among it.
PASSED = ("HERALD_DATA", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PATH", "SYSTEMROOT", "TMPDIR")


class Studio:
    """Draws off the event loop; the same picture is never drawn twice while it is kept."""

    def __init__(self, workers: int = 1, limit: float = LIMIT, kept: int = KEPT) -> None:
        """`workers=0` draws in a thread of this process, for tests and small tools."""
        self._workers: list[_Worker | _Thread] = [_Worker(limit) for _ in range(workers)]
        if not workers:
            self._workers.append(_Thread(limit))
        self._free: asyncio.Queue[_Worker | _Thread] = asyncio.Queue()
        for worker in self._workers:
            self._free.put_nowait(worker)
        self._finished = _Shelf(kept)
        self._under_way: dict[str, asyncio.Task[easel.Answer]] = {}
        self._warming: list[asyncio.Task[None]] = []
        self._closed = False
        self._filming = asyncio.Lock()
        self._filmer: _Worker | _Thread = _Worker(FILM_LIMIT) if workers else _Thread(FILM_LIMIT)

    def start(self, games: Iterable[str] = ()) -> None:
        """Start the processes and make the boards of these games ready, in the background."""
        if not self._warming:
            asked = json.dumps({"do": "warm", "games": list(games)}).encode()
            self._warming = [asyncio.create_task(self._warm(asked)) for _ in self._workers]

    async def draw(
        self,
        view: Mapping[str, Any],
        kind: str = "board",
        width: int = 1600,
        palette: str = "standard",
        places: Sequence[str] = (),
        events: Sequence[Mapping[str, Any]] = (),
        language: str = "en",
        order: Mapping[str, Any] | None = None,
    ) -> Picture:
        """The picture of a view's JSON. Raises RenderError with a sentence, also after the limit.

        What is not about places or events leaves them out of the key: the same board again.
        """
        asked = {"do": "picture", "view": view, "kind": kind, "width": width, "palette": palette}
        asked["language"] = language
        if order is not None:
            asked["order"] = order
        return easel.picture(*await self._answer(asked, places, events))

    async def describe(
        self,
        view: Mapping[str, Any],
        kind: str = "board",
        places: Sequence[str] = (),
        events: Sequence[Mapping[str, Any]] = (),
        language: str = "en",
    ) -> str:
        """Everything that the picture shows, in words."""
        asked = {"do": "words", "view": view, "kind": kind, "language": language}
        facts, _ = await self._answer(asked, places, events)
        return str(facts["words"])

    async def film(
        self,
        frames: Sequence[Mapping[str, Any]],
        width: int = FILM_WIDTH,
        palette: str = "standard",
        language: str = "en",
    ) -> Picture:
        """An animated picture: one frame after the other, each a view with its title and words.

        It takes seconds, so it has a process of its own that nobody else waits for, and that
        ends with it; one film at a time.
        """
        if self._closed:
            raise refused("closed")
        asked = {"do": "film", "frames": list(frames), "width": width, "palette": palette}
        asked["language"] = language
        async with self._filming:
            try:
                found = await self._filmer.ask(json.dumps(asked).encode())
            finally:
                await self._filmer.end()
        if "refused" in found[0]:
            raise RenderError(Said.from_json(found[0]["refused"]))
        return easel.picture(*found)

    async def close(self) -> None:
        """End the processes; what is under way is given up."""
        self._closed = True
        tasks: list[asyncio.Task[Any]] = [*self._warming, *self._under_way.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in (*self._workers, self._filmer):
            await worker.end()

    async def __aenter__(self) -> Studio:
        self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _answer(
        self,
        asked: Mapping[str, Any],
        places: Sequence[str],
        events: Sequence[Mapping[str, Any]],
    ) -> easel.Answer:
        """From the shelf, from whoever is drawing the same already, or drawn now."""
        if self._closed:
            raise refused("closed")
        local = asked["kind"] in TOLD  # only these look at places and events
        where = {"places": list(places), "events": list(events)} if local else _NOWHERE
        # unsorted: the order of places in a view is the order in which they are told
        question = json.dumps({**asked, **where}).encode()
        key = hashlib.sha256(question).hexdigest()
        found = self._finished.find(key)
        if found is None:
            if key not in self._under_way:
                self._under_way[key] = asyncio.create_task(self._made(key, question))
            # whoever stops waiting does not take the picture from the others
            found = await asyncio.shield(self._under_way[key])
        if "refused" in found[0]:
            raise RenderError(Said.from_json(found[0]["refused"]))
        return found

    async def _made(self, key: str, question: bytes) -> easel.Answer:
        try:
            found = await self._ask(question)
            if "refused" not in found[0]:
                self._finished.put(key, found)
            return found
        finally:
            del self._under_way[key]

    async def _ask(self, question: bytes) -> easel.Answer:
        worker = await self._free.get()
        try:
            return await worker.ask(question)
        finally:
            self._free.put_nowait(worker)

    async def _warm(self, asked: bytes) -> None:
        facts, _ = await self._ask(asked)
        if "refused" in facts:
            why = ENGLISH.word(Said.from_json(facts["refused"]))
            log.warning("The boards are not ready: %s", why)


_NOWHERE: dict[str, Any] = {"places": [], "events": []}


class _Shelf:
    """Finished pictures, so many bytes of them; the one longest unasked for goes first."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._used = 0
        self._kept: OrderedDict[str, easel.Answer] = OrderedDict()

    def find(self, key: str) -> easel.Answer | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: str, found: easel.Answer) -> None:
        self._kept[key] = found
        self._used += _size(found)
        while self._used > self._room:
            self._used -= _size(self._kept.popitem(last=False)[1])


def _size(found: easel.Answer) -> int:
    facts, data = found
    return len(data) + sum(len(value) for value in facts.values() if isinstance(value, str))


# -- who draws -----------------------------------------------------------------------------------


class _Worker:
    """A drawing process: started when first needed, and again when it has died or was too slow."""

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._process: Process | None = None

    async def ask(self, question: bytes) -> easel.Answer:
        for _ in range(2):  # a process may have died since it was last asked
            try:
                async with asyncio.timeout(self._limit):
                    return await self._exchange(question)
            except TimeoutError:
                await self.end()
                return _refusing("late", seconds=self._limit)
            except (asyncio.IncompleteReadError, ConnectionError):
                log.warning("The drawing process has died; another is started.")
                await self.end()
            except OSError as error:
                log.error("The drawing process cannot be started: %s", error.strerror)
                return _refusing("alone")
            except BaseException:  # half an answer would be taken for the next one
                await self.end()
                raise
        return _refusing("died")

    async def _exchange(self, question: bytes) -> easel.Answer:
        process = await self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(easel.framed(question))
        await process.stdin.drain()
        head = await process.stdout.readexactly(easel.LENGTHS.size)
        text, data = easel.LENGTHS.unpack(head)
        facts = json.loads(await process.stdout.readexactly(text))
        return facts, await process.stdout.readexactly(data)

    async def _running(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            # Not a fork, and not multiprocessing: either would carry the whole bot along.
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "renderer.studio"),
                stdin=PIPE,
                stdout=PIPE,
                limit=2**20,
                env=_surroundings(),
            )
        return self._process

    async def end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


class _Thread:
    """The same answers from a thread of this process."""

    def __init__(self, limit: float) -> None:
        self._limit = limit

    async def ask(self, question: bytes) -> easel.Answer:
        try:
            async with asyncio.timeout(self._limit):
                return await asyncio.to_thread(easel.answer, json.loads(question))
        except TimeoutError:
            return _refusing("late", seconds=self._limit)

    async def end(self) -> None:
        """Nothing to end: a thread finishes its picture and is gone."""


def _refusing(entry: str, **values: Field) -> easel.Answer:
    return {"refused": refusal(entry, **values).to_json()}, b""


def _surroundings() -> dict[str, str]:
    passed = {name: os.environ[name] for name in PASSED if name in os.environ}
    # Freed pictures go back to the system at once (glibc): a third less memory.
    return {**passed, "PYTHONPATH": str(ROOT), "MALLOC_MMAP_THRESHOLD_": "262144"}
