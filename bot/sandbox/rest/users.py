"""The bot itself, other users, and opening direct messages."""

from __future__ import annotations

from bot.sandbox.acts.channels import open_dm
from bot.sandbox.model import shapes
from bot.sandbox.model.errors import refusal
from bot.sandbox.rest.door import NOTHING, Call, Routes

routes = Routes()


@routes.on("GET", "/users/@me")
def me(call: Call) -> object:
    return shapes.oneself(call.world.bot)


@routes.on("PATCH", "/users/@me")
def rename(call: Call) -> object:
    if call.form.get("username"):
        call.world.bot.username = str(call.form["username"])
    return me(call)


@routes.on("GET", "/users/@me/guilds")
def my_guilds(call: Call) -> object:
    if call.world.bot.id not in call.world.members:
        return []
    guild = shapes.guild(call.world)
    parts = {key: guild[key] for key in ("id", "name", "icon", "banner", "features")}
    may = str(call.world.bot_role.permissions)
    return [{**parts, "owner": False, "permissions": may}]


@routes.on("POST", "/users/@me/channels")
def dm(call: Call) -> object:
    user = str(call.form.get("recipient_id", ""))
    if user not in call.world.users:
        raise refusal(10013)
    if call.world.dm(user) is None and not call.rates.new_dm():
        raise refusal(40003)
    return shapes.channel(call.world, open_dm(call.world, user))


@routes.on("GET", "/users/{user}")
def user(call: Call) -> object:
    if call.params["user"] not in call.world.users:
        raise refusal(10013)
    return shapes.user(call.world.users[call.params["user"]])


@routes.on("POST", "/auth/logout")
def logout(call: Call) -> object:
    return NOTHING


@routes.on("GET", "/gateway", with_token=False)
def gateway(call: Call) -> object:
    return {"url": call.world.address.replace("http", "ws", 1) + "/gateway"}


@routes.on("GET", "/gateway/bot")
def gateway_bot(call: Call) -> object:
    left = max(0, 1000 - call.gateway.identifies)
    limits = {"total": 1000, "remaining": left, "reset_after": 86_400_000, "max_concurrency": 1}
    return {**gateway(call), "shards": 1, "session_start_limit": limits}  # type: ignore[dict-item]
