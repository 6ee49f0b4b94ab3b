"""The people's side, acting: saying, commanding, clicking, choosing, filling in forms."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

from aiohttp import web

from bot.sandbox.acts import channels, commands, messages
from bot.sandbox.acts.drafts import Draft, Pings
from bot.sandbox.acts.interactions import Desk
from bot.sandbox.gateway.socket import Gateway
from bot.sandbox.limits.components import walk
from bot.sandbox.limits.messages import LONGEST
from bot.sandbox.model import shapes
from bot.sandbox.model.errors import ApiError, Plain
from bot.sandbox.model.permissions import May, may_send, permissions, sees
from bot.sandbox.model.things import Channel, Json, Message, User
from bot.sandbox.model.world import World

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def reply(answer: object, status: int = 200) -> web.Response:
    body = json.dumps(answer, separators=(",", ":")).encode()
    return web.Response(status=status, body=body, content_type="application/json")


def plainly(handler: Handler) -> Handler:
    """Refusals become a status and one sentence."""

    async def safe(request: web.Request) -> web.StreamResponse:
        try:
            return await handler(request)
        except Plain as refused:
            return reply({"message": refused.message}, refused.status)
        except ApiError as refused:
            return reply({"message": refused.message, **refused.more}, refused.status)
        except (KeyError, ValueError, TypeError) as wrong:
            return reply({"message": f"Not understood: {wrong!r}"}, 400)

    return safe


async def body_of(request: web.Request) -> Json:
    if not request.can_read_body:
        return {}
    given = await request.json()
    if not isinstance(given, dict):
        raise Plain("Send one object.")
    return given


class People:
    def __init__(self, world: World, desk: Desk, gateway: Gateway) -> None:
        self.world = world
        self.desk = desk
        self.gateway = gateway

    def routes(self) -> list[web.RouteDef]:
        at = "/people/{user}"
        posts = {
            "/people": self.new,
            f"{at}/say": self.say,
            f"{at}/dm": self.dm,
            f"{at}/command": self.command,
            f"{at}/autocomplete": self.autocomplete,
            f"{at}/click": self.click,
            f"{at}/select": self.select,
            f"{at}/submit": self.submit,
            f"{at}/settings": self.settings,
            f"{at}/leave": self.leave,
            f"{at}/rejoin": self.rejoin,
        }
        return [
            web.get("/people", plainly(self.everybody)),
            web.get(f"{at}/channels/{{channel}}/messages", plainly(self.read)),
            web.get(f"{at}/channels/{{channel}}/messages/{{message}}/command", plainly(self.asked)),
            *(web.post(path, plainly(handler)) for path, handler in posts.items()),
        ]

    # -- who and where -----------------------------------------------------------------------------

    def _me(self, request: web.Request) -> User:
        return self.world.person(request.match_info["user"])

    def _channel(self, me: User, ident: object) -> Channel:
        channel = self.world.channels.get(str(ident))
        if channel is None:
            raise Plain("There is no such channel.", 404)
        if not sees(self.world, me.id, channel):
            raise Plain("You cannot see that channel.", 403)
        return channel

    async def everybody(self, request: web.Request) -> web.Response:
        world = self.world
        bot = shapes.persona(world.bot) if self.gateway.bot_is_here else None
        return reply(
            {
                "people": [
                    {**shapes.persona(one), "here": one.id in world.members}
                    for one in world.people()
                ],
                "guild": {"id": world.guild, "name": shapes.guild(world)["name"]},
                "bot": bot,
                "opening": {
                    "people": world.opening_people,
                    "channel": world.opening_channel,
                    "words": world.opening_words,
                },
            }
        )

    async def new(self, request: web.Request) -> web.Response:
        given = await body_of(request)
        return reply(shapes.persona(self.world.new_person(str(given.get("name", "")))))

    async def read(self, request: web.Request) -> web.Response:
        me = self._me(request)
        channel = self._channel(me, request.match_info["channel"])
        limit = max(1, min(100, int(request.query.get("limit", 50))))
        found = messages.history(
            self.world, channel, me.id, limit, before=request.query.get("before")
        )
        return reply([shapes.for_people(self.world, one) for one in found])

    async def asked(self, request: web.Request) -> web.Response:
        """Discord shows the options of a command to everyone who sees its answer."""
        me = self._me(request)
        given = {"channel": request.match_info["channel"], "message": request.match_info["message"]}
        _, message = self._shown(me, given)
        if message.asked is None:
            raise Plain("That message answers no command.", 404)
        return reply(message.asked)

    # -- saying ------------------------------------------------------------------------------------

    async def say(self, request: web.Request) -> web.Response:
        me, given = self._me(request), await body_of(request)
        channel = self._channel(me, given.get("channel"))
        text = str(given.get("content", "")).strip()
        if not text:
            raise Plain("Say something.")
        if len(text) > LONGEST:
            raise Plain(f"Your message is too long: {LONGEST} characters at most.")
        if not permissions(self.world, me.id, channel) & may_send(channel):
            raise Plain("You may not write here.", 403)
        draft = Draft(content=text, pings=Pings(roles=False, everyone=False))
        made = messages.post(self.world, channel, me, draft)
        return reply(shapes.for_people(self.world, made))

    async def dm(self, request: web.Request) -> web.Response:
        me, given = self._me(request), await body_of(request)
        if str(given.get("user") or self.world.bot.id) != self.world.bot.id:
            raise Plain("In the sandbox there are direct messages with the bot only.")
        return reply(shapes.channel(self.world, channels.open_dm(self.world, me.id), me.id))

    # -- commands ----------------------------------------------------------------------------------

    def _filled(self, me: User, given: Json, typing: bool) -> tuple[Channel, commands.Filled]:
        channel = self._channel(me, given.get("channel"))
        if channel.life is not None and channel.life.archived:
            raise Plain("This thread is archived; it takes no commands.")
        if not channel.is_dm and not (
            permissions(self.world, me.id, channel) & May.USE_APPLICATION_COMMANDS
        ):
            raise Plain("You may not use commands here.", 403)
        options = given.get("options") or []
        ident = str(given.get("command"))
        return channel, commands.fill(self.world, me.id, channel, ident, options, typing)

    async def command(self, request: web.Request) -> web.Response:
        me, given = self._me(request), await body_of(request)
        channel, what = self._filled(me, given, typing=False)
        return reply({"interaction": self.desk.command(me.id, channel, what).id})

    async def autocomplete(self, request: web.Request) -> web.Response:
        me, given = self._me(request), await body_of(request)
        channel, what = self._filled(me, given, typing=True)
        return reply({"choices": await self.desk.autocomplete(me.id, channel, what)})

    # -- buttons, menus, forms ---------------------------------------------------------------------

    def _shown(self, me: User, given: Json) -> tuple[Channel, Message]:
        channel = self._channel(me, given.get("channel"))
        message = channel.messages.get(str(given.get("message")))
        if message is None or message.only_for not in (None, me.id):
            raise Plain("There is no such message.", 404)
        return channel, message

    async def click(self, request: web.Request) -> web.Response:
        me, given = self._me(request), await body_of(request)
        channel, message = self._shown(me, given)
        ident = str(given.get("custom_id"))
        asked = self.desk.component(me.id, channel, message, ident, None)
        return reply({"interaction": asked.id})

    async def select(self, request: web.Request) -> web.Response:
        me, given = self._me(request), await body_of(request)
        channel, message = self._shown(me, given)
        ident, values = str(given.get("custom_id")), [str(one) for one in given["values"]]
        asked = self.desk.component(me.id, channel, message, ident, values)
        return reply({"interaction": asked.id})

    async def submit(self, request: web.Request) -> web.Response:
        me, given = self._me(request), await body_of(request)
        asked = self.world.interactions.get(str(given.get("interaction")))
        if asked is None:
            raise Plain("That form is too old.", 404)
        values: dict[str, object] = dict(given.get("values") or {})
        for one in walk(given.get("components")):
            if one.get("custom_id"):
                values[one["custom_id"]] = one.get("values", one.get("value"))
        return reply({"interaction": self.desk.submit(me.id, asked, values).id})

    # -- settings ----------------------------------------------------------------------------------

    async def settings(self, request: web.Request) -> web.Response:
        me, given = self._me(request), await body_of(request)
        if given.get("dms") not in ("open", "closed"):
            raise Plain("Direct messages are open or closed.")
        me.dms_open = given["dms"] == "open"
        return reply({"dms": given["dms"]})

    async def leave(self, request: web.Request) -> web.Response:
        self.world.leave(self._me(request).id)
        return reply({})

    async def rejoin(self, request: web.Request) -> web.Response:
        self.world.join(self._me(request).id)
        return reply({})
