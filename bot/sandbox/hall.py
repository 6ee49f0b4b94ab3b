"""The people's side, listening: every open page or test hears what its person may see."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from bot.sandbox.model import happenings as h
from bot.sandbox.model import shapes
from bot.sandbox.model.permissions import sees
from bot.sandbox.model.things import Channel, Flag, Interaction, Json, Message
from bot.sandbox.model.world import World


@dataclass(eq=False)
class Ear:
    """One open connection of one person."""

    user: str
    socket: web.WebSocketResponse
    quiet: bool = False  # wants only what is meant for this person: for load tests
    known: set[str] = field(default_factory=set)
    queue: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)

    def hear(self, kind: str, data: object) -> None:
        self.queue.put_nowait(frame(kind, data))


def frame(kind: str, data: object) -> str:
    return json.dumps({"t": kind, "d": data}, separators=(",", ":"))


class Hall:
    def __init__(self, world: World) -> None:
        self.world = world
        self.ears: set[Ear] = set()
        world.listen(self._happened)

    # -- the connection --------------------------------------------------------------------------

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        user = self.world.person(request.match_info["user"])
        socket = web.WebSocketResponse(heartbeat=30.0, compress=False)
        await socket.prepare(request)
        ear = Ear(user.id, socket, quiet="quiet" in request.query)
        self.ears.add(ear)
        ear.hear("hello", self.hello(ear))
        writer = asyncio.create_task(self._write(ear))
        try:
            async for message in socket:
                if message.type is WSMsgType.ERROR:
                    break
        finally:
            self.ears.discard(ear)
            ear.queue.put_nowait(None)
            await writer
        return socket

    async def _write(self, ear: Ear) -> None:
        try:
            while (text := await ear.queue.get()) is not None:
                await ear.socket.send_str(text)
        except ConnectionError:
            return

    async def stop(self) -> None:
        for ear in list(self.ears):
            await ear.socket.close(code=1001)

    def hello(self, ear: Ear) -> Json:
        world = self.world
        seen = world.visible(ear.user)
        ear.known = {one.id for one in seen}
        return {
            "me": shapes.persona(world.users[ear.user]),
            "here": ear.user in world.members,
            "dms": "open" if world.users[ear.user].dms_open else "closed",
            "guild": {
                "id": world.guild,
                "name": shapes.guild(world)["name"],
                "roles": [shapes.role(one) for one in world.roles.values()],
                "members": [
                    {**shapes.member(one), "user": shapes.persona(one.user)}
                    for one in world.members.values()
                    if one.user.listed
                ],
            },
            "channels": [shapes.channel(world, one, ear.user) for one in seen],
            "commands": self._commands(),
            "last": {one.id: one.last_message for one in seen},
            "pins": {one.id: list(one.pins) for one in seen if one.pins},
        }

    def _commands(self) -> list[Json]:
        return [shapes.command(self.world, one) for one in self.world.commands.values()]

    # -- what is heard -----------------------------------------------------------------------------

    def _happened(self, what: h.Happening) -> None:
        match what:
            case h.MessageMade(message):
                self._message("message", message)
                self._ping(message)
            case h.MessageEdited(message):
                self._message("edit", message)
            case h.MessageGone(message):
                gone = {"channel_id": message.channel, "id": message.id}
                for ear in self._readers(message):
                    ear.hear("delete", gone)
            case h.ChannelMade(channel) | h.ChannelChanged(channel):
                self._channel(channel)
            case h.ChannelGone(channel):
                for ear in self.ears:
                    self._lose(ear, channel.id)
            case h.ThreadPeople(channel, _, _):
                self._channel(channel)
            case h.PinsChanged(channel):
                pins = {"channel_id": channel.id, "ids": list(channel.pins)}
                for ear in self._viewers(channel):
                    ear.hear("pins", pins)
            case h.MemberCame(member):
                self._member({"user": shapes.persona(member.user), "here": True})
            case h.MemberLeft(user, banned):
                self._member({"user": shapes.persona(user), "here": False, "banned": banned})
            case h.RolesChanged():
                for ear in self.ears:
                    self._look_again(ear)
            case h.CommandsChanged():
                for ear in self.ears:
                    ear.hear("commands", self._commands())
            case h.TypingBegan(channel, user):
                for ear in self._viewers(channel):
                    ear.hear("typing", {"channel_id": channel.id, "user": user.id})
            case _:
                self._interaction(what)

    def _interaction(self, what: h.Happening) -> None:
        match what:
            case h.Thinking(asked, message):
                self._tell(asked, "thinking", message=message.id)
            case h.FormOpened(asked, modal):
                parts = {key: modal[key] for key in ("title", "custom_id", "components")}
                self._tell(asked, "modal", **parts)
            case h.Failed(asked, why):
                self._tell(asked, "failed", why=why)
            case h.Settled(asked):
                self._tell(asked, "settled")
            case _:
                return

    def _tell(self, asked: Interaction, kind: str, **more: Any) -> None:
        data = {"interaction": asked.id, "channel_id": asked.channel, **more}
        for ear in self.ears:
            if ear.user == asked.user:
                ear.hear(kind, data)

    def _viewers(self, channel: Channel) -> list[Ear]:
        return [ear for ear in self.ears if sees(self.world, ear.user, channel)]

    def _readers(self, message: Message) -> list[Ear]:
        if message.only_for is not None:
            return [ear for ear in self.ears if ear.user == message.only_for]
        channel = self.world.channels.get(message.channel)
        if channel is None:
            return []
        viewers = self._viewers(channel)
        if channel.is_dm:
            return viewers
        return [one for one in viewers if not one.quiet or self._concerns(one.user, message)]

    def _concerns(self, user: str, message: Message) -> bool:
        asked = self.world.interactions.get(message.touched_by or message.interaction or "")
        return user in message.mentions or (asked is not None and asked.user == user)

    def _message(self, kind: str, message: Message) -> None:
        readers = self._readers(message)
        if readers:
            text = frame(kind, shapes.for_people(self.world, message))
            for ear in readers:
                ear.queue.put_nowait(text)

    def _ping(self, message: Message) -> None:
        for ear in self._readers(message):
            called = ear.user in message.mentions or message.mention_everyone
            if called and ear.user != message.author.id:
                ping: Json = {"channel_id": message.channel, "id": message.id}
                ping["silent"] = bool(message.flags & Flag.SILENT)
                ear.hear("mention", ping)

    def _channel(self, channel: Channel) -> None:
        for ear in self._viewers(channel):
            ear.known.add(channel.id)
            ear.hear("channel", shapes.channel(self.world, channel, ear.user))

    def _lose(self, ear: Ear, ident: str) -> None:
        if ident in ear.known:
            ear.known.discard(ident)
            ear.hear("channel_gone", {"id": ident})

    def _member(self, data: Json) -> None:
        for ear in self.ears:
            ear.hear("member", data)
            if ear.user == data["user"]["id"]:
                self._look_again(ear)

    def _look_again(self, ear: Ear) -> None:
        """Somebody may see more than before, or less."""
        seen = {one.id: one for one in self.world.visible(ear.user)}
        for ident in ear.known - set(seen):
            self._lose(ear, ident)
        for ident in set(seen) - ear.known:
            ear.known.add(ident)
            ear.hear("channel", shapes.channel(self.world, seen[ident], ear.user))
