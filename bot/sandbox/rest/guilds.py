"""The guild, its members, roles and channels."""

from __future__ import annotations

from bot.sandbox.acts.channels import new_text_channel
from bot.sandbox.model import shapes
from bot.sandbox.model.errors import refusal
from bot.sandbox.model.permissions import May
from bot.sandbox.rest.door import Call, Routes

routes = Routes()


def _here(call: Call) -> None:
    """A guild that is not this one, or that the bot has been thrown out of, is unknown."""
    if call.params["guild"] != call.world.guild:
        raise refusal(10004)
    if call.world.bot.id not in call.world.members:
        raise refusal(50001)


@routes.on("GET", "/guilds/{guild}")
def guild(call: Call) -> object:
    _here(call)
    shape = shapes.guild(call.world)
    if call.query.get("with_counts") in ("1", "true", "True"):
        shape["approximate_member_count"] = len(call.world.members)
        shape["approximate_presence_count"] = len(call.world.members)
    return shape


@routes.on("GET", "/guilds/{guild}/members/{user}")
def member(call: Call) -> object:
    _here(call)
    user = call.params["user"]
    if user not in call.world.users:
        raise refusal(10013)
    if user not in call.world.members:
        raise refusal(10007)
    return shapes.member(call.world.members[user])


@routes.on("GET", "/guilds/{guild}/members")
def members(call: Call) -> object:
    """Listing everybody needs the privileged intent."""
    _here(call)
    if not call.world.privileged_intents:
        raise refusal(50001)
    after, limit = int(call.query.get("after", 0)), int(call.query.get("limit", 1))
    found = [one for one in call.world.members.values() if int(one.user.id) > after]
    return [shapes.member(one) for one in found[:limit]]


@routes.on("GET", "/guilds/{guild}/roles")
def roles(call: Call) -> object:
    _here(call)
    return [shapes.role(one) for one in call.world.roles.values()]


@routes.on("GET", "/guilds/{guild}/channels")
def channels(call: Call) -> object:
    _here(call)
    return [shapes.channel(call.world, one) for one in call.world.text_channels()]


@routes.on("POST", "/guilds/{guild}/channels")
def new_channel(call: Call) -> object:
    _here(call)
    held = [call.world.guild, *call.world.members[call.world.bot.id].roles]
    may = 0
    for role in held:
        may |= call.world.roles[role].permissions
    if not may & May.MANAGE_CHANNELS:
        raise refusal(50013)
    made = new_text_channel(call.world, str(call.form.get("name", "")))
    return 201, shapes.channel(call.world, made)


@routes.on("GET", "/guilds/{guild}/threads/active")
def active_threads(call: Call) -> object:
    _here(call)
    me = call.world.bot.id
    seen = [one for one in call.world.visible(me) if one.life and not one.life.archived]
    return {
        "threads": [shapes.channel(call.world, one) for one in seen],
        "members": [
            shapes.thread_member(one, me) for one in seen if one.life and me in one.life.members
        ],
        "has_more": False,
    }
