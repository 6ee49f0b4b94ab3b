"""Levers for tests: faults, permissions, the clock, the gateway, and what the bot asked for."""

from __future__ import annotations

from aiohttp import web

from bot.sandbox.acts import channels, messages
from bot.sandbox.faults import Fault
from bot.sandbox.model import shapes
from bot.sandbox.model.errors import Plain
from bot.sandbox.model.happenings import CommandsChanged
from bot.sandbox.model.permissions import bits, permissions
from bot.sandbox.model.things import Channel, Json
from bot.sandbox.people import body_of, plainly, reply
from bot.sandbox.rest.door import Door


class Control:
    def __init__(self, door: Door) -> None:
        self.door = door
        self.world = door.world
        self.gateway = door.gateway

    def routes(self) -> list[web.RouteDef]:
        at = "/control"
        return [
            web.get(f"{at}/requests", plainly(self.requests)),
            web.delete(f"{at}/requests", plainly(self.forget_requests)),
            web.get(f"{at}/state", plainly(self.state)),
            web.post(f"{at}/faults", plainly(self.fault)),
            web.delete(f"{at}/faults", plainly(self.no_faults)),
            web.post(f"{at}/rates", plainly(self.set_rates)),
            web.post(f"{at}/clock", plainly(self.clock)),
            web.post(f"{at}/gateway", plainly(self.line)),
            web.post(f"{at}/permissions", plainly(self.permissions)),
            web.post(f"{at}/intents", plainly(self.intents)),
            web.post(f"{at}/channels", plainly(self.new_channel)),
            web.post(f"{at}/channels/{{channel}}", plainly(self.change_channel)),
            web.delete(f"{at}/channels/{{channel}}", plainly(self.remove_channel)),
            web.delete(f"{at}/channels/{{channel}}/messages/{{message}}", plainly(self.unsay)),
            web.post(f"{at}/members/{{user}}", plainly(self.member)),
            web.post(f"{at}/opening", plainly(self.opening)),
            web.delete(f"{at}/commands", plainly(self.no_commands)),
        ]

    # -- looking -----------------------------------------------------------------------------------

    async def requests(self, request: web.Request) -> web.Response:
        after = int(request.query.get("after", 0))
        return reply([one.json() for one in self.door.book if one.n > after])

    async def forget_requests(self, request: web.Request) -> web.Response:
        self.door.book.clear()
        return reply({})

    async def state(self, request: web.Request) -> web.Response:
        return reply(self.describe())

    def describe(self) -> Json:
        world = self.world
        return {
            "time": world.clock.now(),
            "bot": shapes.user(world.bot),
            "bot_is_here": self.gateway.bot_is_here,
            "people": [
                {**shapes.persona(one), "here": one.id in world.members, "dms_open": one.dms_open}
                for one in world.people()
            ],
            "channels": [self._channel(one) for one in world.channels.values()],
            "commands": len(world.commands),
            "unanswered": [
                one.id for one in world.interactions.values() if not one.answered and not one.failed
            ],
            "sessions": [
                {"id": one.id, "intents": one.intents, "seq": one.seq, "live": bool(one.line)}
                for one in self.gateway.sessions.values()
            ],
            "identifies": self.gateway.identifies,
            "resumes": self.gateway.resumes,
            "requests": self.door.count,
            "invalid_requests": self.door.invalid,
            "faults_left": self.door.faults.left(),
            "rates": {"on": self.door.rates.on, "global": self.door.rates.limit},
        }

    def _channel(self, one: Channel) -> Json:
        shape = shapes.channel(self.world, one)
        shape["bot_permissions"] = str(permissions(self.world, self.world.bot.id, one))
        shape["messages"] = sum(1 for m in one.messages.values() if m.only_for is None)
        shape["pins"] = list(one.pins)
        return shape

    # -- what goes wrong ---------------------------------------------------------------------------

    async def fault(self, request: web.Request) -> web.Response:
        self.door.faults.lay(Fault.read(await body_of(request)))
        return reply({"left": self.door.faults.left()})

    async def no_faults(self, request: web.Request) -> web.Response:
        self.door.faults.clear()
        return reply({})

    async def set_rates(self, request: web.Request) -> web.Response:
        given = await body_of(request)
        self.door.rates.on = bool(given.get("on", self.door.rates.on))
        self.door.rates.limit = int(given.get("global", self.door.rates.limit))
        return reply({"on": self.door.rates.on, "global": self.door.rates.limit})

    async def clock(self, request: web.Request) -> web.Response:
        seconds = float((await body_of(request))["advance"])
        if seconds < 0:
            raise Plain("Time goes forward.")
        self.world.clock.advance(seconds)
        return reply({"time": self.world.clock.now()})

    async def line(self, request: web.Request) -> web.Response:
        given = await body_of(request)
        resumable = bool(given.get("resumable", True))
        match given.get("do"):
            case "drop":
                abrupt = bool(given.get("abrupt"))
                return reply({"dropped": await self.gateway.drop(resumable, abrupt)})
            case "reconnect":
                self.gateway.ask_to_reconnect()
            case "invalidate":
                self.gateway.invalidate(resumable)
            case "deaf":
                self.gateway.deaf = bool(given.get("on", True))
            case _:
                raise Plain("Say drop, reconnect, invalidate or deaf.")
        return reply({})

    # -- who may -----------------------------------------------------------------------------------

    async def permissions(self, request: web.Request) -> web.Response:
        """Of the bot's role unless a role or a user is named; everywhere unless in a channel."""
        given = await body_of(request)
        world = self.world
        target = str(given.get("user") or given.get("role") or world.bot_role.id)
        if target == "@everyone":
            target = world.guild
        give, take = bits(given.get("give") or []), bits(given.get("take") or [])
        channel = given.get("channel")
        if channel is None and target not in world.roles:
            raise Plain("A user's permissions are changed in a channel.")
        world.give_and_take(target, give, take, channel, member=target in world.users)
        return reply({})

    async def intents(self, request: web.Request) -> web.Response:
        self.world.privileged_intents = bool((await body_of(request))["privileged"])
        return reply({})

    async def member(self, request: web.Request) -> web.Response:
        user = request.match_info["user"]
        if user not in self.world.users:
            raise Plain("There is nobody with that id.", 404)
        match (await body_of(request)).get("do"):
            case "kick":
                self.world.leave(user)
            case "ban":
                self.world.leave(user, banned=True)
            case "unban":
                self.world.banned.discard(user)
            case "join":
                self.world.join(user)
            case _:
                raise Plain("Say kick, ban, unban or join.")
        return reply({})

    # -- channels ----------------------------------------------------------------------------------

    async def new_channel(self, request: web.Request) -> web.Response:
        name = str((await body_of(request))["name"])
        made = channels.new_text_channel(self.world, name)
        return reply(shapes.channel(self.world, made))

    async def change_channel(self, request: web.Request) -> web.Response:
        given = await body_of(request)
        thread = self.world.channel(request.match_info["channel"])
        if thread.life is None:
            raise Plain("Only threads are archived and locked.")
        archived = bool(given.get("archived", thread.life.archived))
        channels.archive(self.world, thread, archived, locked=given.get("locked"))
        return reply(shapes.channel(self.world, thread))

    async def remove_channel(self, request: web.Request) -> web.Response:
        channels.remove(self.world, self.world.channel(request.match_info["channel"]))
        return reply({})

    async def unsay(self, request: web.Request) -> web.Response:
        """A moderator deletes a message."""
        channel = self.world.channel(request.match_info["channel"])
        message = self.world.message(channel, request.match_info["message"])
        messages.delete(self.world, channel, message)
        return reply({})

    async def opening(self, request: web.Request) -> web.Response:
        """Whom and where the page shows first."""
        given = await body_of(request)
        self.world.opening_people = [str(one) for one in given.get("people") or []]
        self.world.opening_words = str(given.get("words") or "")
        channel = given.get("channel")
        self.world.opening_channel = None if channel is None else str(channel)
        return reply({})

    async def no_commands(self, request: web.Request) -> web.Response:
        self.world.commands.clear()
        self.world.tell(CommandsChanged())
        return reply({})
