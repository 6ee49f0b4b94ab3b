"""Messages: sent, fetched, listed, edited, deleted."""

from __future__ import annotations

from bot.sandbox.acts import messages
from bot.sandbox.acts.drafts import Draft
from bot.sandbox.limits.messages import check_message
from bot.sandbox.model import shapes
from bot.sandbox.model.clock import age
from bot.sandbox.model.errors import invalid, refusal
from bot.sandbox.model.permissions import May, demand, may_send, permissions
from bot.sandbox.model.things import Channel, Message, Says
from bot.sandbox.rates import OLD_AGE
from bot.sandbox.rest.door import NOTHING, Call, Routes, slow_down

routes = Routes()
HERE = "/channels/{channel}/messages"


@routes.on("POST", HERE)
def send(call: Call) -> object:
    channel = call.channel()
    _reachable(call, channel)
    check_message(call.form, call.files)
    draft = Draft.read(call.form, call.files)
    if draft.says_nothing:
        raise refusal(50006)
    if (draft.flags or 0) & 64:
        raise invalid("flags", "MESSAGE_FLAGS_INVALID", "Only an answer can be ephemeral.")
    needed = [may_send(channel)]
    if draft.embeds:
        needed.append(May.EMBED_LINKS)
    if draft.files:
        needed.append(May.ATTACH_FILES)
    demand(call.world, call.world.bot.id, channel, *needed)
    made = messages.post(call.world, channel, call.world.bot, draft)
    return shapes.message(call.world, made)


def _reachable(call: Call, channel: Channel) -> None:
    """A direct message arrives only if its reader lets it and shares the server."""
    if not channel.is_dm:
        return
    reader = call.world.users[channel.recipients[0]]
    if reader.id not in call.world.members or call.world.bot.id not in call.world.members:
        raise refusal(50278)
    if not reader.dms_open:
        raise refusal(50007)


@routes.on("GET", HERE)
def listing(call: Call) -> object:
    channel = call.channel()
    limit = call.query.get("limit", "50")
    if not limit.isdigit() or not 1 <= int(limit) <= 100:
        raise invalid("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
    if not permissions(call.world, call.world.bot.id, channel) & May.READ_MESSAGE_HISTORY:
        return []  # Discord says nothing of it: there is just nothing to read
    found = messages.history(
        call.world,
        channel,
        limit=int(limit),
        before=call.query.get("before"),
        after=call.query.get("after"),
        around=call.query.get("around"),
    )
    return [shapes.message(call.world, one) for one in found]


def _one(call: Call, channel: Channel) -> Message:
    return call.world.message(channel, call.params["message"])


@routes.on("GET", HERE + "/{message}")
def fetch(call: Call) -> object:
    channel = call.channel()
    demand(call.world, call.world.bot.id, channel, May.READ_MESSAGE_HISTORY)
    return shapes.message(call.world, _one(call, channel))


@routes.on("PATCH", HERE + "/{message}")
def edit(call: Call) -> object:
    channel = call.channel()
    message = _one(call, channel)
    if message.author.id != call.world.bot.id:
        raise refusal(50005)
    if message.kind in (Says.PINNED, Says.THREAD_CREATED, Says.THREAD_STARTER):
        raise refusal(50021)
    if age(message.id, call.world.clock.now()) > OLD_AGE:
        wait = call.rates.old_edit(channel.id)
        if wait:
            raise slow_down(wait, code=30046)
    check_message(call.form, call.files, v2=message.v2)
    draft = Draft.read(call.form, call.files)
    made = messages.edit(call.world, channel, message, draft)
    return shapes.message(call.world, made)


@routes.on("DELETE", HERE + "/{message}")
def delete(call: Call) -> object:
    channel = call.channel()
    message = _one(call, channel)
    if message.author.id != call.world.bot.id:
        if channel.is_dm:
            raise refusal(50003)
        demand(call.world, call.world.bot.id, channel, May.MANAGE_MESSAGES)
    messages.delete(call.world, channel, message)
    return NOTHING


@routes.on("POST", HERE + "/bulk-delete")
def bulk_delete(call: Call) -> object:
    channel = call.channel()
    demand(call.world, call.world.bot.id, channel, May.MANAGE_MESSAGES)
    idents = [str(one) for one in call.form.get("messages") or []]
    if not 2 <= len(idents) <= 100:
        raise invalid("messages", "BASE_TYPE_BAD_LENGTH", "Must be between 2 and 100 in length.")
    for ident in idents:
        if ident in channel.messages:
            messages.delete(call.world, channel, channel.messages[ident])
    return NOTHING
