"""The gateway: hello, heartbeat, identify, resume with what was missed, and every event."""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Protocol

import zstandard
from aiohttp import WSMsgType, web

from bot.sandbox.acts.interactions import Desk
from bot.sandbox.gateway.events import Event, event
from bot.sandbox.model import shapes
from bot.sandbox.model.happenings import Happening
from bot.sandbox.model.things import Json
from bot.sandbox.model.world import World

DISPATCH, BEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, MEMBERS, INVALID, HELLO, ACK = 7, 8, 9, 10, 11
GUILD_MEMBERS, PRESENCES, MESSAGE_CONTENT = 1 << 1, 1 << 8, 1 << 15
PRIVILEGED = GUILD_MEMBERS | PRESENCES | MESSAGE_CONTENT
HEARTBEAT = 41.25
# discord.py notes the time of a beat just after sending it; an answer that is faster than that,
# as on loopback, makes it believe that it lags by a whole interval.
ACK_AFTER = 0.05
SENDS_A_MINUTE = 120
KEPT = 5_000


def refused_token(token: object) -> bool:
    """Any token is the one bot's, but an empty or a `wrong` one."""
    text = str(token or "").removeprefix("Bot ").strip()
    return text in ("", "wrong")


class Press(Protocol):
    """Squeezes frames into one stream for the whole connection."""

    def squeeze(self, text: str) -> str | bytes: ...


class Plainly:
    def squeeze(self, text: str) -> str | bytes:
        return text


class Zlib:
    def __init__(self) -> None:
        self._stream = zlib.compressobj()

    def squeeze(self, text: str) -> str | bytes:
        return self._stream.compress(text.encode()) + self._stream.flush(zlib.Z_SYNC_FLUSH)


class Zstd:
    def __init__(self) -> None:
        self._stream = zstandard.ZstdCompressor().compressobj()

    def squeeze(self, text: str) -> str | bytes:
        end = zstandard.COMPRESSOBJ_FLUSH_BLOCK
        return self._stream.compress(text.encode()) + self._stream.flush(end)


_PRESSES: dict[str | None, type[Plainly | Zlib | Zstd]] = {
    "zlib-stream": Zlib,
    "zstd-stream": Zstd,
}


@dataclass(eq=False)
class Line:
    """One connection: frames go out in order through its queue."""

    request: web.Request
    socket: web.WebSocketResponse
    press: Press
    queue: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)

    def send(self, op: int, data: object, seq: int | None = None, name: str | None = None) -> None:
        frame = {"op": op, "d": data, "s": seq, "t": name}
        self.queue.put_nowait(json.dumps(frame, separators=(",", ":")))

    async def write(self) -> None:
        while (text := await self.queue.get()) is not None:
            squeezed = self.press.squeeze(text)
            if isinstance(squeezed, bytes):
                await self.socket.send_bytes(squeezed)
            else:
                await self.socket.send_str(squeezed)


@dataclass(eq=False)
class Session:
    """What survives a broken connection: the numbering and what was sent lately."""

    id: str
    intents: int
    seq: int = 0
    sent: deque[tuple[int, str, Any]] = field(default_factory=lambda: deque(maxlen=KEPT))
    line: Line | None = None

    def dispatch(self, name: str, data: object) -> None:
        self.seq += 1
        self.sent.append((self.seq, name, data))
        if self.line is not None:
            self.line.send(DISPATCH, data, self.seq, name)


class Gateway:
    def __init__(self, world: World, desk: Desk) -> None:
        self.world = world
        self.desk = desk
        self.sessions: dict[str, Session] = {}
        self.lines: set[Line] = set()
        self.heartbeat = HEARTBEAT
        self.identifies = 0
        self.resumes = 0
        self.deaf = False  # no heartbeat is acknowledged: a line that died without a word
        self.connected = asyncio.Event()
        world.listen(self._happened)

    @property
    def bot_is_here(self) -> bool:
        return any(one.line is not None for one in self.sessions.values())

    def _happened(self, happening: Happening) -> None:
        for made in event(self.world, self.desk, happening):
            for session in self.sessions.values():
                if made.meant_for(session.intents):
                    session.dispatch(made.name, self._cut(made, session.intents))

    def _cut(self, made: Event, intents: int) -> Json:
        """Without the intent, what others write outside DMs is not the bot's to read."""
        if not made.is_message or intents & MESSAGE_CONTENT:
            return made.data
        data, me = made.data, self.world.bot.id
        mentioned = any(one["id"] == me for one in data["mentions"])
        if "guild_id" not in data or data["author"]["id"] == me or mentioned:
            return data
        return {**data, "content": "", "embeds": [], "attachments": [], "components": []}

    # -- the line ------------------------------------------------------------------------------

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=15 * 1024, compress=False)
        await socket.prepare(request)
        press = _PRESSES.get(request.query.get("compress"), Plainly)()
        line = Line(request, socket, press)
        self.lines.add(line)
        writer = asyncio.create_task(self._write(line))
        line.send(HELLO, {"heartbeat_interval": int(self.heartbeat * 1000), "_trace": ["sandbox"]})
        try:
            await self._listen(line)
        finally:
            self._detach(line)
            line.queue.put_nowait(None)
            await writer
        return socket

    async def _write(self, line: Line) -> None:
        try:
            await line.write()
        except ConnectionError:
            # The other end is gone; the reading side finds out and detaches the session.
            return

    async def _listen(self, line: Line) -> None:
        moments: deque[float] = deque(maxlen=SENDS_A_MINUTE)
        while True:
            try:
                message = await line.socket.receive(timeout=self.heartbeat * 1.5)
            except TimeoutError:
                await line.socket.close(code=4009, message=b"Session timed out")
                return
            if message.type is not WSMsgType.TEXT:
                return
            now = self.world.clock.now()
            if len(moments) == SENDS_A_MINUTE and now - moments[0] < 60:
                await line.socket.close(code=4008, message=b"Rate limited")
                return
            moments.append(now)
            try:
                frame = json.loads(message.data)
                op, data = frame["op"], frame.get("d")
            except (ValueError, KeyError, TypeError):
                await line.socket.close(code=4002, message=b"Decode error")
                return
            if not await self._hear(line, op, data):
                return

    async def _hear(self, line: Line, op: int, data: Any) -> bool:
        if op == BEAT:
            if not self.deaf:
                asyncio.get_running_loop().call_later(ACK_AFTER, line.send, ACK, None)
        elif op == IDENTIFY:
            return await self._identify(line, data)
        elif op == RESUME:
            return await self._resume(line, data)
        elif op == MEMBERS:
            self._chunk(line, data)
        elif op not in (PRESENCE, VOICE):
            await line.socket.close(code=4001, message=b"Unknown opcode")
            return False
        return True

    async def _identify(self, line: Line, data: Json) -> bool:
        if refused_token(data.get("token")):
            await line.socket.close(code=4004, message=b"Authentication failed.")
            return False
        intents = int(data.get("intents") or 0)
        if intents & PRIVILEGED and not self.world.privileged_intents:
            await line.socket.close(code=4014, message=b"Disallowed intent(s).")
            return False
        self.identifies += 1
        self._tidy()
        session = Session(secrets.token_hex(16), intents, line=line)
        self.sessions[session.id] = session
        session.dispatch("READY", self._ready(session))
        if self.world.bot.id in self.world.members:
            whole = bool(intents & GUILD_MEMBERS)
            session.dispatch("GUILD_CREATE", shapes.guild_create(self.world, whole))
        self.connected.set()
        return True

    def _tidy(self) -> None:
        """Whoever begins anew resumes nothing: of what was left lying, only the last is kept."""
        left = [one for one in self.sessions.values() if one.line is None]
        for one in left[:-1]:
            del self.sessions[one.id]

    def _ready(self, session: Session) -> Json:
        world = self.world
        return {
            "v": 10,
            "user": shapes.oneself(world.bot),
            "guilds": [{"id": world.guild, "unavailable": True}],
            "session_id": session.id,
            "resume_gateway_url": world.address.replace("http", "ws", 1) + "/gateway",
            "session_type": "normal",
            "application": {"id": world.application, "flags": 0},
            "private_channels": [],
            "shard": [0, 1],
            "_trace": ["sandbox"],
        }

    async def _resume(self, line: Line, data: Json) -> bool:
        session = self.sessions.get(str(data.get("session_id")))
        seq = int(data.get("seq") or 0)
        if refused_token(data.get("token")):
            await line.socket.close(code=4004, message=b"Authentication failed.")
            return False
        lost = session is not None and session.sent and session.sent[0][0] > seq + 1
        if session is None or lost or seq > session.seq:
            line.send(INVALID, False)
            return True
        if session.line is not None:
            await self._hang_up(session.line, 4000)
        self.resumes += 1
        session.line = line
        for number, name, missed in session.sent:
            if number > seq:
                line.send(DISPATCH, missed, number, name)
        session.dispatch("RESUMED", {"_trace": ["sandbox"]})
        self.connected.set()
        return True

    def _chunk(self, line: Line, data: Json) -> None:
        """Members asked for by id or by the beginning of their name."""
        wanted = data.get("user_ids") or []
        wanted = [str(one) for one in (wanted if isinstance(wanted, list) else [wanted])]
        start = str(data.get("query") or "").lower()
        members = self.world.members
        found = [members[one] for one in wanted if one in members]
        if not wanted:
            found = [m for m in members.values() if m.user.username.startswith(start)]
            found = found[: int(data.get("limit") or 0) or None]
        session = next((s for s in self.sessions.values() if s.line is line), None)
        if session is not None:
            chunk = {
                "guild_id": self.world.guild,
                "members": [shapes.member(one) for one in found],
                "chunk_index": 0,
                "chunk_count": 1,
                "not_found": [one for one in wanted if one not in members],
            }
            if data.get("nonce"):
                chunk["nonce"] = data["nonce"]
            session.dispatch("GUILD_MEMBERS_CHUNK", chunk)

    # -- on purpose ------------------------------------------------------------------------------

    def _detach(self, line: Line) -> None:
        self.lines.discard(line)
        for session in list(self.sessions.values()):
            if session.line is line:
                session.line = None
                if line.socket.close_code in (1000, 1001):
                    del self.sessions[session.id]  # a clean goodbye ends the session
        if not self.bot_is_here:
            self.connected.clear()

    async def _hang_up(self, line: Line, code: int) -> None:
        self._detach(line)
        await line.socket.close(code=code)

    async def drop(self, resumable: bool = True, abrupt: bool = False) -> int:
        """Break every connection; unless resumable, nothing is left to resume."""
        lines = list(self.lines)
        if not resumable:
            self.sessions.clear()
        for line in lines:
            if abrupt and line.request.transport is not None:
                self._detach(line)
                line.request.transport.abort()
            else:
                await self._hang_up(line, 4000)
        return len(lines)

    def ask_to_reconnect(self) -> None:
        for line in self.lines:
            line.send(RECONNECT, None)

    def invalidate(self, resumable: bool = False) -> None:
        if not resumable:
            for session in list(self.sessions.values()):
                if session.line is not None:
                    del self.sessions[session.id]
        for line in self.lines:
            line.send(INVALID, resumable)

    async def stop(self) -> None:
        for line in list(self.lines):
            await self._hang_up(line, 1001)
