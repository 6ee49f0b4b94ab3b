"""The application and its commands, global and of the guild."""

from __future__ import annotations

from bot.sandbox.acts.commands import put_one, register
from bot.sandbox.limits.commands import check_command, check_commands
from bot.sandbox.model import shapes
from bot.sandbox.model.errors import Form, refusal
from bot.sandbox.model.happenings import CommandsChanged
from bot.sandbox.model.things import Command, Json
from bot.sandbox.rest.door import NOTHING, Call, Routes

routes = Routes()
GLOBAL = "/applications/{application}/commands"
GUILD = "/applications/{application}/guilds/{guild}/commands"


@routes.on("GET", "/applications/@me")
@routes.on("GET", "/oauth2/applications/@me")
@routes.on("PATCH", "/applications/@me")
def application(call: Call) -> object:
    world = call.world
    return {
        "id": world.application,
        "name": "Herald",
        "icon": None,
        "description": "",
        "bot_public": False,
        "bot_require_code_grant": False,
        "owner": shapes.user(world.owner),
        "team": None,
        "verify_key": "0" * 64,
        "type": None,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "hook": True,
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "integration_types_config": {"0": {}},
    }


def _guild(call: Call) -> bool:
    """Whether the path names the guild; the application must be the bot's own."""
    if call.params["application"] != call.world.application:
        raise refusal(10002)
    if "guild" not in call.params:
        return False
    if call.params["guild"] != call.world.guild:
        raise refusal(10004)
    return True


def _shapes(call: Call, found: list[Command]) -> list[Json]:
    return [shapes.command(call.world, one) for one in found]


@routes.on("GET", GLOBAL)
@routes.on("GET", GUILD)
def commands(call: Call) -> object:
    guild = _guild(call)
    return _shapes(call, [one for one in call.world.commands.values() if one.guild == guild])


@routes.on("PUT", GLOBAL)
@routes.on("PUT", GUILD)
def overwrite(call: Call) -> object:
    guild = _guild(call)
    if not isinstance(call.body, list):
        raise refusal(50109)
    check_commands(call.body)
    return _shapes(call, register(call.world, call.body, guild))


@routes.on("POST", GLOBAL)
@routes.on("POST", GUILD)
def create(call: Call) -> object:
    guild = _guild(call)
    form = Form()
    check_command(form, "", call.form)
    form.done()
    made, new = put_one(call.world, call.form, guild)
    return 201 if new else 200, shapes.command(call.world, made)


def _one(call: Call) -> Command:
    guild = _guild(call)
    found = call.world.commands.get(call.params["command"])
    if found is None or found.guild != guild:
        raise refusal(10063)
    return found


@routes.on("GET", GLOBAL + "/{command}")
@routes.on("GET", GUILD + "/{command}")
def fetch(call: Call) -> object:
    return shapes.command(call.world, _one(call))


@routes.on("PATCH", GLOBAL + "/{command}")
@routes.on("PATCH", GUILD + "/{command}")
def change(call: Call) -> object:
    one = _one(call)
    body = {**one.body, **call.form}
    form = Form()
    check_command(form, "", body)
    form.done()
    one.body, one.version = body, call.world.ids.next()
    call.world.tell(CommandsChanged())
    return shapes.command(call.world, one)


@routes.on("DELETE", GLOBAL + "/{command}")
@routes.on("DELETE", GUILD + "/{command}")
def remove(call: Call) -> object:
    del call.world.commands[_one(call).id]
    call.world.tell(CommandsChanged())
    return NOTHING
