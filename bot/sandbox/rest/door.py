"""What every request to the API passes: token, faults, rates, reading, writing down."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from bot.sandbox.acts.interactions import Desk
from bot.sandbox.faults import Cut, Fault, Faults
from bot.sandbox.gateway.socket import Gateway, refused_token
from bot.sandbox.model.errors import ApiError, refusal
from bot.sandbox.model.permissions import sees
from bot.sandbox.model.things import Channel, Json, Upload
from bot.sandbox.model.world import World
from bot.sandbox.rates import Rates, Verdict

NOTHING = object()  # an answer without a body: 204


@dataclass(frozen=True)
class Call:
    """A request as a resource sees it."""

    world: World
    desk: Desk
    rates: Rates
    gateway: Gateway
    params: dict[str, str]
    query: dict[str, str]
    body: Any
    files: list[Upload]

    def channel(self) -> Channel:
        """The channel in the path, if the bot can see it."""
        found = self.world.channel(self.params["channel"])
        if not sees(self.world, self.world.bot.id, found):
            raise refusal(50001)
        return found

    @property
    def form(self) -> Json:
        if not isinstance(self.body, dict):
            raise refusal(50109)
        return self.body


Handler = Callable[[Call], object]


class Broken(Exception):  # noqa: N818  # not an error of ours: the line was cut on purpose
    """The connection is gone before anything was done."""


@dataclass(frozen=True)
class Route:
    method: str
    path: str
    handler: Handler
    with_token: bool = True


class Routes(list[Route]):
    """Collects the handlers of one resource."""

    def on(self, method: str, path: str, with_token: bool = True) -> Callable[[Handler], Handler]:
        def add(handler: Handler) -> Handler:
            self.append(Route(method, path, handler, with_token))
            return handler

        return add


@dataclass
class Written:
    """One request as it is kept for whoever asks later."""

    n: int
    time: float
    method: str
    path: str
    query: dict[str, str]
    body: Any
    files: list[Json]
    content_type: str
    status: int = 0
    error: Json | None = None
    seconds: float = 0.0
    cut: str | None = None

    def json(self) -> Json:
        return dict(vars(self))


@dataclass
class Door:
    world: World
    desk: Desk
    gateway: Gateway
    rates: Rates
    faults: Faults = field(default_factory=Faults)
    book: list[Written] = field(default_factory=list)
    count: int = 0
    invalid: int = 0

    def opens(self, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def enter(request: web.Request) -> web.StreamResponse:
            return await self._enter(route, request)

        return enter

    async def unknown(self, request: web.Request) -> web.StreamResponse:
        """No such route: written down too, so that a test finds what is missing here."""

        def nowhere(call: Call) -> object:
            raise ApiError(404, 0, "404: Not Found")

        return await self._enter(Route(request.method, "", nowhere, with_token=False), request)

    async def _enter(self, route: Route, request: web.Request) -> web.StreamResponse:
        loop = asyncio.get_running_loop()
        began = loop.time()
        path = re.sub(r"^/api/v\d+", "", request.path)
        written = self._write(request, path)
        verdict = Verdict()
        fault = self.faults.meet(request.method, path)
        try:
            body, files = await _read(request)
            written.body = body
            written.files = [_named(one) for one in files]
            if route.with_token and refused_token(request.headers.get("Authorization")):
                raise refusal(0)
            await self._before(fault, request)
            verdict = self.rates.take(request.method, path)
            if verdict.wait:
                raise slow_down(verdict.wait, verdict.everywhere)
            call = Call(
                self.world,
                self.desk,
                self.rates,
                self.gateway,
                dict(request.match_info),
                dict(request.query),
                body,
                files,
            )
            status, answer = _split(route.handler(call))
            if fault is not None and fault.late:
                raise _badly(fault)
        except Broken:
            written.cut = Cut.BEFORE.value
            return web.Response()
        except ConnectionError:  # the bot died in the middle of its request
            written.cut = Cut.BEFORE.value
            return web.Response()
        except ApiError as error:
            status, answer = error.status, error.json()
            written.error = error.json()
        except Exception as bug:
            written.status, written.error = 500, {"message": repr(bug)}
            raise
        written.status, written.seconds = status, loop.time() - began
        if status in (401, 403, 429):
            self.invalid += 1
        if fault is not None and fault.cut is Cut.AFTER:
            written.cut = Cut.AFTER.value
            _break(request)
        return _answer(status, answer, verdict)

    def _write(self, request: web.Request, path: str) -> Written:
        self.count += 1
        written = Written(
            self.count,
            self.world.clock.now(),
            request.method,
            path,
            dict(request.query),
            None,
            [],
            request.content_type,
        )
        self.book.append(written)
        return written

    async def _before(self, fault: Fault | None, request: web.Request) -> None:
        if fault is None:
            return
        if fault.delay:
            await asyncio.sleep(fault.delay)
        if fault.cut is Cut.BEFORE:
            _break(request)
            raise Broken
        if fault.status is not None and not fault.late:
            raise _badly(fault)


def _badly(fault: Fault) -> ApiError:
    if fault.status == 429:
        return slow_down(fault.retry_after, fault.everywhere)
    return ApiError(fault.status or 500, fault.code, fault.message)


def slow_down(wait: float, everywhere: bool = False, code: int = 0) -> ApiError:
    words = "You are being rate limited."
    more = {"retry_after": round(wait, 3), "global": everywhere}
    return ApiError(429, code, words, **more)


def _break(request: web.Request) -> None:
    """The other end hears nothing, not even that something went wrong."""
    if request.transport is not None:
        request.transport.abort()


def _split(answer: object) -> tuple[int, object]:
    if answer is NOTHING:
        return 204, NOTHING
    if isinstance(answer, tuple):
        status, body = answer
        return int(status), body
    return 200, answer


def _answer(status: int, answer: object, verdict: Verdict) -> web.Response:
    headers = {"Via": "1.1 sandbox", **verdict.headers}
    if status == 429 and isinstance(answer, dict):
        headers["Retry-After"] = str(answer["retry_after"])
        headers["X-RateLimit-Scope"] = "global" if answer["global"] else "user"
        if answer["global"]:
            headers["X-RateLimit-Global"] = "true"
    if answer is NOTHING:
        return web.Response(status=status, headers=headers)
    body = json.dumps(answer, separators=(",", ":")).encode()
    # Exactly this type, without a charset: the client compares it as text.
    return web.Response(status=status, body=body, headers=headers, content_type="application/json")


async def _read(request: web.Request) -> tuple[Any, list[Upload]]:
    if request.content_type == "multipart/form-data":
        return await _read_parts(request)
    raw = await request.read()
    if not raw:
        return None, []
    return _loads(raw), []


async def _read_parts(request: web.Request) -> tuple[Any, list[Upload]]:
    body: Any = None
    files: list[Upload] = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise refusal(50109)
        data = bytes(await part.read())
        match = re.fullmatch(r"files\[(\d+)\]", part.name or "")
        if part.name == "payload_json":
            body = _loads(data)
        elif match:
            kind = part.headers.get("Content-Type", "application/octet-stream")
            name = part.filename or "unnamed"
            files.append(Upload(match.group(1), name, _kind(name, kind), data))
    return body if body is not None else {}, files


def _kind(name: str, said: str) -> str:
    """Discord looks at the name: pictures are pictures even if sent as plain bytes."""
    by_name = {
        "png": "image/png",
        "jpg": "image/jpeg",
        "jpeg": "image/jpeg",
        "webp": "image/webp",
        "gif": "image/gif",
        "txt": "text/plain; charset=utf-8",
        "json": "application/json; charset=utf-8",
    }
    return by_name.get(name.rsplit(".", 1)[-1].lower(), said)


def _loads(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError:
        raise refusal(50109) from None


def _named(one: Upload) -> Json:
    return {
        "field": f"files[{one.number}]",
        "name": one.name,
        "size": len(one.data),
        "content_type": one.content_type,
        "sha256": hashlib.sha256(one.data).hexdigest(),
    }
