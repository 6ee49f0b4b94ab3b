"""Threads: begun from a message or without one, their members, the archived ones."""

from __future__ import annotations

from bot.sandbox.acts import messages
from bot.sandbox.acts.channels import ARCHIVE_MINUTES, ThreadPlan, come_in, go_out, new_thread
from bot.sandbox.limits.messages import check_thread_name
from bot.sandbox.model import shapes
from bot.sandbox.model.clock import stamp
from bot.sandbox.model.errors import Form, refusal
from bot.sandbox.model.happenings import MessageEdited
from bot.sandbox.model.permissions import May, demand, may_send
from bot.sandbox.model.things import Channel, Flag, Kind, Says
from bot.sandbox.rest.door import NOTHING, Call, Routes

routes = Routes()
MEMBERS = "/channels/{channel}/thread-members"


def _plan(call: Call, kind: Kind) -> ThreadPlan:
    form = Form()
    check_thread_name(call.form.get("name"))
    minutes = call.form.get("auto_archive_duration") or 4320
    if minutes not in ARCHIVE_MINUTES:
        form.wrong(
            "auto_archive_duration",
            "BASE_TYPE_CHOICES",
            "Value must be one of (60, 1440, 4320, 10080).",
        )
    form.done()
    return ThreadPlan(
        str(call.form["name"]),
        kind,
        minutes,
        int(call.form.get("rate_limit_per_user") or 0),
        bool(call.form.get("invitable", True)),
    )


def _parent(call: Call) -> Channel:
    channel = call.channel()
    if channel.kind != Kind.TEXT:
        raise refusal(50024)
    return channel


@routes.on("POST", "/channels/{channel}/messages/{message}/threads")
def from_message(call: Call) -> object:
    world, parent = call.world, _parent(call)
    demand(world, world.bot.id, parent, May.CREATE_PUBLIC_THREADS)
    message = world.message(parent, call.params["message"])
    if message.thread is not None:
        raise refusal(160004)
    thread = new_thread(world, parent, world.bot, _plan(call, Kind.PUBLIC_THREAD), message.id)
    message.thread = thread.id
    message.flags |= Flag.HAS_THREAD
    world.tell(MessageEdited(message))
    reference = {
        "type": 0,
        "channel_id": parent.id,
        "message_id": message.id,
        "guild_id": world.guild,
    }
    messages.system(world, thread, world.bot, Says.THREAD_STARTER, reference=reference)
    return 201, shapes.channel(world, thread)


@routes.on("POST", "/channels/{channel}/threads")
def without_message(call: Call) -> object:
    world, parent = call.world, _parent(call)
    kind = Kind(int(call.form.get("type", Kind.PRIVATE_THREAD)))
    needed = May.CREATE_PRIVATE_THREADS
    if kind == Kind.PUBLIC_THREAD:
        needed = May.CREATE_PUBLIC_THREADS
    demand(world, world.bot.id, parent, needed)
    thread = new_thread(world, parent, world.bot, _plan(call, kind))
    if kind == Kind.PUBLIC_THREAD:
        reference = {"type": 0, "channel_id": thread.id, "guild_id": world.guild}
        messages.system(
            world,
            parent,
            world.bot,
            Says.THREAD_CREATED,
            content=thread.name,
            reference=reference,
        )
    return 201, shapes.channel(world, thread)


def _thread(call: Call) -> Channel:
    channel = call.channel()
    if channel.life is None:
        raise refusal(50024)
    return channel


def _who(call: Call) -> str:
    user = call.params["user"]
    if user == "@me":
        return call.world.bot.id
    if user not in call.world.members:
        raise refusal(10007)
    return user


@routes.on("PUT", MEMBERS + "/{user}")
def add(call: Call) -> object:
    thread = _thread(call)
    messages.awake(thread)
    if call.params["user"] != "@me":
        demand(call.world, call.world.bot.id, thread, may_send(thread))
    come_in(call.world, thread, _who(call))
    return NOTHING


@routes.on("DELETE", MEMBERS + "/{user}")
def take_out(call: Call) -> object:
    thread = _thread(call)
    messages.awake(thread)
    if call.params["user"] != "@me":
        demand(call.world, call.world.bot.id, thread, May.MANAGE_THREADS)
    go_out(call.world, thread, _who(call))
    return NOTHING


@routes.on("GET", MEMBERS)
def members(call: Call) -> object:
    thread = _thread(call)
    assert thread.life is not None
    return [shapes.thread_member(thread, one) for one in thread.life.members]


@routes.on("GET", MEMBERS + "/{user}")
def member(call: Call) -> object:
    thread = _thread(call)
    who = _who(call)
    if thread.life is None or who not in thread.life.members:
        raise refusal(10007)
    return shapes.thread_member(thread, who)


@routes.on("GET", "/channels/{channel}/threads/archived/public")
def archived(call: Call) -> object:
    parent = _parent(call)
    demand(call.world, call.world.bot.id, parent, May.READ_MESSAGE_HISTORY)
    limit = int(call.query.get("limit", 50))
    found = [
        one
        for one in call.world.threads()
        if one.parent == parent.id and one.life and one.life.archived
    ]
    found.sort(key=lambda one: -(one.life.archived_at if one.life else 0))
    before = call.query.get("before")
    if before is not None:
        found = [one for one in found if one.life and stamp(one.life.archived_at) < before]
    threads = [shapes.channel(call.world, one) for one in found[:limit]]
    return {"threads": threads, "members": [], "has_more": len(found) > limit}
