"""Channels and threads: fetched, changed, deleted; pins; typing."""

from __future__ import annotations

from bot.sandbox.acts import messages
from bot.sandbox.acts.channels import ARCHIVE_MINUTES, archive, remove, watch
from bot.sandbox.model import shapes
from bot.sandbox.model.clock import stamp
from bot.sandbox.model.errors import Form, refusal
from bot.sandbox.model.happenings import ChannelChanged, TypingBegan
from bot.sandbox.model.permissions import May, demand, may_send, permissions
from bot.sandbox.model.things import Channel, Json
from bot.sandbox.rest.door import NOTHING, Call, Routes

routes = Routes()


@routes.on("GET", "/channels/{channel}")
def fetch(call: Call) -> object:
    return shapes.channel(call.world, call.channel())


@routes.on("PATCH", "/channels/{channel}")
def change(call: Call) -> object:
    channel = call.channel()
    if channel.is_dm:
        raise refusal(50003)
    _check(call.form, channel.is_thread)
    if channel.is_thread:
        _change_thread(call, channel)
    else:
        demand(call.world, call.world.bot.id, channel, May.MANAGE_CHANNELS)
        channel.name = call.form.get("name") or channel.name
        channel.topic = call.form.get("topic", channel.topic)
        call.world.tell(ChannelChanged(channel))
    return shapes.channel(call.world, channel)


def _check(form_body: Json, thread: bool) -> None:
    form = Form()
    form.longest("name", form_body.get("name"), 100, 1)
    form.longest("topic", form_body.get("topic"), 1024)
    minutes = form_body.get("auto_archive_duration")
    if thread and minutes is not None and minutes not in ARCHIVE_MINUTES:
        form.wrong(
            "auto_archive_duration",
            "BASE_TYPE_CHOICES",
            "Value must be one of (60, 1440, 4320, 10080).",
        )
    form.done()


def _change_thread(call: Call, thread: Channel) -> None:
    """Its owner or a manager may; anyone who may speak may wake an unlocked one."""
    life, form, me = thread.life, call.form, call.world.bot.id
    assert life is not None
    manages = bool(permissions(call.world, me, thread) & May.MANAGE_THREADS)
    only_waking = set(form) <= {"archived"} and form.get("archived") is False
    wakes = only_waking and not life.locked
    if not manages and not wakes and (life.owner != me or "locked" in form or life.locked):
        raise refusal(50013)
    if wakes:
        demand(call.world, me, thread, may_send(thread))
    if life.archived and form.get("archived") is not False:
        raise refusal(50083)
    thread.name = form.get("name") or thread.name
    if form.get("auto_archive_duration"):
        life.auto_archive = form["auto_archive_duration"]
        watch(call.world, thread)
    thread.slow = form.get("rate_limit_per_user") or thread.slow
    life.invitable = form.get("invitable", life.invitable)
    archive(
        call.world, thread, bool(form.get("archived", life.archived)), locked=form.get("locked")
    )


@routes.on("DELETE", "/channels/{channel}")
def delete(call: Call) -> object:
    channel = call.channel()
    if not channel.is_dm:
        needed = May.MANAGE_THREADS if channel.is_thread else May.MANAGE_CHANNELS
        demand(call.world, call.world.bot.id, channel, needed)
        shape = shapes.channel(call.world, channel)
        remove(call.world, channel)
        return shape
    return shapes.channel(call.world, channel)


@routes.on("POST", "/channels/{channel}/typing")
def typing(call: Call) -> object:
    channel = call.channel()
    demand(call.world, call.world.bot.id, channel, may_send(channel))
    call.world.tell(TypingBegan(channel, call.world.bot))
    return NOTHING


# -- pins: the routes of old and those of 2025 ------------------------------------------------

OLD, NEW = "/channels/{channel}/pins", "/channels/{channel}/messages/pins"


@routes.on("GET", OLD)
def pins(call: Call) -> object:
    return [item["message"] for item in _pins(call)]


@routes.on("GET", NEW)
def new_pins(call: Call) -> object:
    limit = int(call.query.get("limit", 50))
    items = _pins(call)
    before = call.query.get("before")
    if before is not None:
        items = [one for one in items if one["pinned_at"] < before]
    return {"items": items[:limit], "has_more": len(items) > limit}


def _pins(call: Call) -> list[Json]:
    channel = call.channel()
    demand(call.world, call.world.bot.id, channel, May.READ_MESSAGE_HISTORY)
    newest_first = sorted(channel.pins.items(), key=lambda one: -one[1])
    return [
        {
            "pinned_at": stamp(when),
            "message": shapes.message(call.world, channel.messages[ident]),
        }
        for ident, when in newest_first
    ]


@routes.on("PUT", OLD + "/{message}")
@routes.on("PUT", NEW + "/{message}")
def pin(call: Call) -> object:
    channel = call.channel()
    demand(call.world, call.world.bot.id, channel, May.PIN_MESSAGES)
    message = call.world.message(channel, call.params["message"])
    messages.pin(call.world, channel, message, call.world.bot)
    return NOTHING


@routes.on("DELETE", OLD + "/{message}")
@routes.on("DELETE", NEW + "/{message}")
def unpin(call: Call) -> object:
    channel = call.channel()
    demand(call.world, call.world.bot.id, channel, May.PIN_MESSAGES)
    messages.unpin(call.world, channel, call.world.message(channel, call.params["message"]))
    return NOTHING
