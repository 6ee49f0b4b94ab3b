"""Interactions: asked by people, answered by the bot within three seconds, once."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from bot.sandbox.acts import messages
from bot.sandbox.acts.commands import Filled
from bot.sandbox.acts.drafts import Draft, numbered
from bot.sandbox.acts.messages import Origin
from bot.sandbox.limits.components import walk
from bot.sandbox.limits.forms import check_choices, check_modal, filled
from bot.sandbox.limits.messages import FILE_BYTES, check_message
from bot.sandbox.model import shapes
from bot.sandbox.model.errors import Plain, invalid, refusal
from bot.sandbox.model.happenings import Asked, Failed, FormOpened, Settled, Thinking
from bot.sandbox.model.permissions import permissions
from bot.sandbox.model.things import Asks, Channel, Flag, Interaction, Json, Message, Says, Upload
from bot.sandbox.model.world import World

FIRST_ANSWER = 3.0
TOKEN_LIFE = 15 * 60.0
NO_ANSWER = "The application did not respond"

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
_ANSWERS = {
    Asks.COMMAND: {MESSAGE, DEFER, MODAL},
    Asks.COMPONENT: {MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL},
    Asks.AUTOCOMPLETE: {CHOICES},
    Asks.FORM: {MESSAGE, DEFER, DEFER_UPDATE, UPDATE},
}


class Desk:
    """Where interactions are handed in and answered."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._waiting: dict[str, asyncio.Future[list[Json]]] = {}

    # -- people ask --------------------------------------------------------------------------

    def command(self, user: str, channel: Channel, what: Filled) -> Interaction:
        data = _command_data(what, self.world.guild)
        return self._ask(Asks.COMMAND, user, channel, data, what=what)

    async def autocomplete(self, user: str, channel: Channel, what: Filled) -> list[Json]:
        data = _command_data(what, self.world.guild)
        asked = self._ask(Asks.AUTOCOMPLETE, user, channel, data, what=what)
        future: asyncio.Future[list[Json]] = asyncio.get_running_loop().create_future()
        self._waiting[asked.id] = future
        try:
            return await future
        finally:
            self._waiting.pop(asked.id, None)

    def component(
        self, user: str, channel: Channel, message: Message, ident: str, values: list[str] | None
    ) -> Interaction:
        part = next((c for c in walk(message.components) if c.get("custom_id") == ident), None)
        if part is None:
            raise Plain("There is no such button or menu on that message.", 404)
        if part.get("disabled"):
            raise Plain("It is greyed out.")
        data: Json = {
            "component_type": part["type"],
            "custom_id": ident,
            "id": part.get("id", 0),
        }
        if values is not None or part["type"] != 2:
            data |= self._chosen(part, values or [])
        return self._ask(Asks.COMPONENT, user, channel, data, message=message)

    def _chosen(self, part: Json, values: list[str]) -> Json:
        if part["type"] == 2:
            raise Plain("A button has nothing to choose from.")
        least, most = part.get("min_values", 1), part.get("max_values", 1)
        if not least <= len(values) <= most or len(set(values)) != len(values):
            raise Plain(f"Choose {least} to {most}.")
        offered = {one["value"] for one in part.get("options") or []}
        if part["type"] == 3 and not set(values) <= offered:
            raise Plain("Not one of the choices.")
        shape: Json = {"values": values}
        if part["type"] in (5, 7):
            users = {one: shapes.user(self.world.users[one]) for one in values}
            shape["resolved"] = {"users": users}
        return shape

    def submit(self, user: str, asked: Interaction, values: dict[str, object]) -> Interaction:
        if asked.modal is None or asked.user != user:
            raise Plain("There is no form open for you there.", 404)
        if asked.form_sent:
            raise Plain("That form was sent already.")
        data = {
            "custom_id": asked.modal["custom_id"],
            "components": filled(asked.modal, values),
        }
        channel = self.world.channels.get(asked.channel)
        if channel is None:
            raise Plain("That channel is gone.", 404)
        asked.form_sent = True
        source = channel.messages.get(asked.message or "")
        return self._ask(Asks.FORM, user, channel, data, message=source, parent=asked)

    def _ask(
        self,
        kind: Asks,
        user: str,
        channel: Channel,
        data: Json,
        message: Message | None = None,
        what: Filled | None = None,
        parent: Interaction | None = None,
    ) -> Interaction:
        world = self.world
        made = Interaction(
            world.ids.next(),
            secrets.token_urlsafe(32),
            kind,
            user,
            channel.id,
            world.clock.now(),
            data,
            message.id if message else None,
            name=what.words if what else parent.name if parent else "",
            opened_by=parent,
        )
        if parent is not None:
            made.trigger = self._metadata(parent)
        world.interactions[made.id] = made
        world.tokens[made.token] = made
        world.clock.after(FIRST_ANSWER, lambda: self._time_is_up(made))
        world.clock.after(TOKEN_LIFE, lambda: self._forget(made))
        world.tell(Asked(made))
        return made

    def _time_is_up(self, made: Interaction) -> None:
        if made.answered:
            return
        made.failed = True
        if made.opened_by is not None:
            made.opened_by.form_sent = False  # the window stays open and may be sent again
        if made.id in self._waiting:
            self._waiting[made.id].set_exception(Plain("No suggestions came.", 504))
            return
        self.world.tell(Failed(made, NO_ANSWER))

    def _forget(self, made: Interaction) -> None:
        self.world.tokens.pop(made.token, None)
        self.world.interactions.pop(made.id, None)

    # -- the bot answers ---------------------------------------------------------------------

    def answer(self, ident: str, token: str, body: Json, files: list[Upload]) -> Interaction:
        asked = self.world.interactions.get(ident)
        if asked is None or asked.token != token or asked.failed:
            raise refusal(10062)
        if asked.answered:
            raise refusal(40060)
        kind = body.get("type")
        if kind not in _ANSWERS[asked.kind]:
            raise invalid("type", "BASE_TYPE_CHOICES", "This interaction cannot be answered so.")
        if kind in (UPDATE, DEFER_UPDATE) and asked.message is None:
            raise invalid("type", "BASE_TYPE_CHOICES", "There is no message to update.")
        data: Json = body.get("data") or {}
        if kind == MESSAGE:
            self._say(asked, data, files)
        elif kind == DEFER:
            self._think(asked, int(data.get("flags") or 0))
        elif kind == UPDATE:
            self._update(asked, data, files)
        elif kind == MODAL:
            self._open_form(asked, data)
        elif kind == CHOICES:
            self._suggest(asked, data)
        asked.answered = True
        if kind == DEFER_UPDATE:
            asked.original = asked.message
            self.world.tell(Settled(asked))
        return asked

    def _channel(self, asked: Interaction) -> Channel:
        return self.world.channel(asked.channel)

    def _say(self, asked: Interaction, data: Json, files: list[Upload]) -> None:
        check_message(data, files, "data.")
        draft = Draft.read(data, files)
        if draft.says_nothing:
            raise refusal(50006)
        hidden = bool((draft.flags or 0) & Flag.EPHEMERAL)
        origin = self._origin(asked, asked.user if hidden else None)
        made = messages.post(self.world, self._channel(asked), self.world.bot, draft, origin)
        asked.original = made.id

    def _think(self, asked: Interaction, flags: int) -> None:
        hidden = bool(flags & Flag.EPHEMERAL)
        origin = self._origin(asked, asked.user if hidden else None, loading=True)
        draft = Draft(flags=flags)
        channel = self._channel(asked)
        asked.answered = True
        made = messages.post(self.world, channel, self.world.bot, draft, origin)
        asked.original = made.id
        self.world.tell(Thinking(asked, made))

    def _update(self, asked: Interaction, data: Json, files: list[Upload]) -> None:
        channel = self._channel(asked)
        source = channel.messages.get(asked.message or "")
        if source is None:
            raise refusal(10008)
        check_message(data, files, "data.", v2=source.v2)
        asked.original = source.id
        source.touched_by = asked.id
        messages.edit(self.world, channel, source, Draft.read(data, files))
        self.world.tell(Settled(asked))

    def _open_form(self, asked: Interaction, data: Json) -> None:
        check_modal(data)
        asked.modal = {**data, "components": numbered(data["components"])}
        self.world.tell(FormOpened(asked, asked.modal))

    def _suggest(self, asked: Interaction, data: Json) -> None:
        focused = _focused(asked.data.get("options") or [])
        check_choices(data.get("choices"), focused["type"] if focused else 3)
        future = self._waiting.get(asked.id)
        if future is not None and not future.done():
            future.set_result(list(data.get("choices") or []))

    def _origin(
        self, asked: Interaction, only_for: str | None, loading: bool = False, follow: bool = False
    ) -> Origin:
        source = self._channel(asked).messages.get(asked.message or "")
        kind = Says.COMMAND_ANSWER if asked.kind == Asks.COMMAND else Says.DEFAULT
        about: Json | None = None
        if source is not None and source.only_for is None:
            about = {"type": 0, "channel_id": source.channel, "message_id": source.id}
            kind = Says.REPLY
        used = asked.data if asked.kind == Asks.COMMAND else None
        metadata = self._metadata(asked)
        about = None if follow else about
        return Origin(asked.id, metadata, only_for, kind, loading, about, used)

    def _metadata(self, asked: Interaction) -> Json:
        shape: Json = {
            "id": asked.id,
            "type": int(asked.kind),
            "user": shapes.user(self.world.users[asked.user]),
            "authorizing_integration_owners": {"0": self.world.guild},
        }
        if asked.kind == Asks.COMMAND:
            shape |= {"name": asked.name, "command_type": 1}
        elif asked.kind == Asks.FORM:
            shape["triggering_interaction_metadata"] = asked.trigger
        else:
            shape["interacted_message_id"] = asked.message
        return shape

    # -- afterwards, by token ----------------------------------------------------------------

    def by_token(self, application: str, token: str) -> Interaction:
        asked = self.world.tokens.get(token)
        if asked is None:
            raise refusal(50027)
        if application != self.world.application or not asked.answered:
            raise refusal(10015)
        return asked

    def original(self, asked: Interaction) -> Message:
        return self.answered_with(asked, asked.original or "")

    def answered_with(self, asked: Interaction, ident: str) -> Message:
        if ident == "@original":
            ident = asked.original or ""
        found = self._channel(asked).messages.get(ident)
        mine = found is not None and (found.interaction == asked.id or ident == asked.original)
        if found is None or not mine:
            raise refusal(10008)
        return found

    def follow_up(self, asked: Interaction, body: Json, files: list[Upload]) -> Message:
        """The first follow-up to a deferral takes the place of "is thinking"."""
        check_message(body, files)
        draft = Draft.read(body, files)
        if draft.says_nothing:
            raise refusal(50006)
        channel = self._channel(asked)
        original = channel.messages.get(asked.original or "")
        if original is not None and original.loading:
            return messages.edit(self.world, channel, original, draft)
        hidden = bool((draft.flags or 0) & Flag.EPHEMERAL)
        origin = self._origin(asked, asked.user if hidden else None, follow=True)
        return messages.post(self.world, channel, self.world.bot, draft, origin)

    def edit(self, asked: Interaction, ident: str, body: Json, files: list[Upload]) -> Message:
        message = self.answered_with(asked, ident)
        check_message(body, files, v2=message.v2)
        message.touched_by = asked.id
        return messages.edit(self.world, self._channel(asked), message, Draft.read(body, files))

    def delete(self, asked: Interaction, ident: str) -> None:
        messages.delete(self.world, self._channel(asked), self.answered_with(asked, ident))

    # -- as the bot sees it --------------------------------------------------------------------

    def payload(self, asked: Interaction) -> Json:
        world = self.world
        channel = world.channels[asked.channel]
        shape: Json = {
            "id": asked.id,
            "application_id": world.application,
            "type": int(asked.kind),
            "data": asked.data,
            "token": asked.token,
            "version": 1,
            "channel_id": channel.id,
            "channel": {
                **shapes.channel(world, channel),
                "permissions": str(permissions(world, asked.user, channel)),
            },
            "locale": "en-US",
            "entitlements": [],
            "entitlement_sku_ids": [],
            "app_permissions": str(permissions(world, world.bot.id, channel)),
            "attachment_size_limit": FILE_BYTES,
        }
        shape |= self._where(asked, channel)
        source = channel.messages.get(asked.message or "")
        if source is not None:
            shape["message"] = shapes.message(world, source)
        return shape

    def _where(self, asked: Interaction, channel: Channel) -> dict[str, Any]:
        world = self.world
        if channel.is_dm:
            return {
                "user": shapes.user(world.users[asked.user]),
                "context": 1,
                "authorizing_integration_owners": {"0": "0"},
            }
        return {
            "guild_id": world.guild,
            "guild": {"id": world.guild, "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "member": shapes.member_with_rights(world, asked.user, channel),
            "context": 0,
            "authorizing_integration_owners": {"0": world.guild},
        }


def _command_data(what: Filled, guild: str) -> Json:
    data: Json = {"id": what.command.id, "name": what.command.body["name"], "type": 1}
    if what.command.guild:
        data["guild_id"] = guild
    if what.options:
        data["options"] = what.options
    if what.resolved:
        data["resolved"] = what.resolved
    return data


def _focused(options: list[Json]) -> Json | None:
    for one in options:
        if one.get("focused"):
            return one
        found = _focused(one.get("options") or [])
        if found is not None:
            return found
    return None
