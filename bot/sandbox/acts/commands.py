"""Slash commands: registered by the bot, filled in by people."""

from __future__ import annotations

from dataclasses import dataclass

from bot.sandbox.model.errors import Plain
from bot.sandbox.model.happenings import CommandsChanged
from bot.sandbox.model.permissions import May, permissions
from bot.sandbox.model.things import Attachment, Channel, Command, Json
from bot.sandbox.model.world import World

SUB, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = 3, 4, 5, 6, 7, 8, 9, 10
ATTACHMENT = 11


@dataclass(frozen=True)
class Filled:
    """A command as somebody filled it in, ready for the bot."""

    command: Command
    options: list[Json]
    resolved: Json

    @property
    def words(self) -> str:
        """The whole command: with its group and subcommand."""
        words, options = [str(self.command.body["name"])], self.options
        while options and options[0].get("type") in (SUB, GROUP):
            words.append(str(options[0]["name"]))
            options = options[0].get("options") or []
        return " ".join(words)


def register(world: World, bodies: list[Json], guild: bool) -> list[Command]:
    """The whole set at once: a command that keeps its name keeps its id."""
    known = {
        (one.body.get("type", 1), one.body["name"]): one
        for one in world.commands.values()
        if one.guild == guild
    }
    kept: list[Command] = []
    for body in bodies:
        old = known.get((body.get("type", 1), body["name"]))
        same = old is not None and old.body == body
        ident = old.id if old else world.ids.next()
        version = old.version if old and same else world.ids.next()
        kept.append(Command(ident, version, guild, body))
    others = [one for one in world.commands.values() if one.guild != guild]
    world.commands = {one.id: one for one in (*others, *kept)}
    world.tell(CommandsChanged())
    return kept


def put_one(world: World, body: Json, guild: bool) -> tuple[Command, bool]:
    """One command made, or made anew; and whether it is new."""
    for one in world.commands.values():
        same_kind = one.body.get("type", 1) == body.get("type", 1)
        if one.guild == guild and one.body["name"] == body["name"] and same_kind:
            one.body, one.version = body, world.ids.next()
            world.tell(CommandsChanged())
            return one, False
    made = Command(world.ids.next(), world.ids.next(), guild, body)
    world.commands[made.id] = made
    world.tell(CommandsChanged())
    return made, True


def offered(world: World, user: str, channel: Channel) -> list[Command]:
    """The commands somebody can use in a channel."""
    if channel.is_dm:
        return [one for one in world.commands.values() if not one.guild and _in_dms(one)]
    may = permissions(world, user, channel)
    if not may & May.USE_APPLICATION_COMMANDS:
        return []
    return [one for one in world.commands.values() if _in_guilds(one) and _allowed(one, may)]


def _in_dms(one: Command) -> bool:
    contexts = one.body.get("contexts")
    return 1 in contexts if contexts is not None else one.body.get("dm_permission") is not False


def _in_guilds(one: Command) -> bool:
    contexts = one.body.get("contexts")
    return one.guild or contexts is None or 0 in contexts


def _allowed(one: Command, may: int) -> bool:
    needed = one.body.get("default_member_permissions")
    return needed is None or may & int(needed) == int(needed)


def fill(
    world: World, user: str, channel: Channel, ident: str, options: list[Json], typing: bool
) -> Filled:
    """Check what was filled in as Discord's own box does, and say plainly what is wrong."""
    command = next((one for one in offered(world, user, channel) if one.id == ident), None)
    if command is None:
        raise Plain("There is no such command here.", 404)
    resolved: Json = {}
    checked = _level(world, command.body.get("options") or [], options, typing, resolved)
    return Filled(command, checked, resolved)


def _level(
    world: World, known: list[Json], given: list[Json], typing: bool, resolved: Json
) -> list[Json]:
    by_name = {one["name"]: one for one in known}
    if any(one["type"] in (SUB, GROUP) for one in known) and len(given) != 1:
        raise Plain("Choose one of the subcommands.")
    checked: list[Json] = []
    for one in given:
        option = by_name.get(str(one.get("name")))
        if option is None:
            raise Plain(f"There is no option {one.get('name')}.")
        if option["type"] in (SUB, GROUP):
            inner = _level(
                world, option.get("options") or [], one.get("options") or [], typing, resolved
            )
            checked.append({"name": option["name"], "type": option["type"], "options": inner})
            continue
        checked.append(_value(world, option, one, typing, resolved))
    if not typing:
        filled = {one["name"] for one in given}
        for option in known:
            if option.get("required") and option["name"] not in filled:
                raise Plain(f"The option {option['name']} is required.")
    return checked


def _value(world: World, option: Json, given: Json, typing: bool, resolved: Json) -> Json:
    name, kind, value = option["name"], option["type"], given.get("value")
    focused = bool(given.get("focused"))
    if focused and not option.get("autocomplete"):
        raise Plain(f"{name} does not suggest anything.")
    if kind == ATTACHMENT:
        value = _attached(world, name, value, resolved)
    elif not (typing and focused):
        value = _typed(name, kind, value)
        _bounds(option, value)
        if kind in (USER, CHANNEL, ROLE, MENTIONABLE):
            _resolve(world, name, str(value), resolved)
    shape: Json = {"name": name, "type": kind, "value": value}
    if typing and focused:
        shape["focused"] = True
        shape["value"] = "" if value is None else str(value)
    return shape


def _attached(world: World, name: str, value: object, resolved: Json) -> str:
    """A file that somebody has seen, by its id, or a new one by its name and text."""
    from bot.sandbox.model import shapes

    if isinstance(value, dict):
        text = str(value.get("text", "")).encode()
        slot, ident = world.shelf.put(text), world.ids.next()
        made = Attachment(ident, "0", str(value.get("name")), "application/json", slot)
        world.files[ident] = made
        value = ident
    found = world.files.get(str(value))
    if found is None:
        raise Plain(f"{name} needs a file.")
    resolved.setdefault("attachments", {})[found.id] = shapes.attachment(world, found)
    return found.id


def _typed(name: str, kind: int, value: object) -> object:
    if kind == BOOLEAN:
        if not isinstance(value, bool):
            raise Plain(f"{name} is true or false.")
        return value
    if kind in (INTEGER, NUMBER):
        try:
            return int(str(value)) if kind == INTEGER else float(str(value))
        except ValueError:
            raise Plain(f"{name} is a number.") from None
    if not isinstance(value, str) or (kind == STRING and not value):
        raise Plain(f"{name} needs a value.")
    return value


def _bounds(option: Json, value: object) -> None:
    name = option["name"]
    choices = option.get("choices")
    if choices and value not in [one["value"] for one in choices]:
        raise Plain(f"{name} must be one of the choices.")
    if isinstance(value, str):
        least, most = option.get("min_length") or 0, option.get("max_length") or 6000
        if "\n" in value:
            raise Plain(f"{name} has no line breaks.")
        if not least <= len(value) <= most:
            raise Plain(f"{name} has {least} to {most} characters.")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        low, high = option.get("min_value"), option.get("max_value")
        if (low is not None and value < low) or (high is not None and value > high):
            raise Plain(f"{name} lies between {low} and {high}.")


def _resolve(world: World, name: str, ident: str, resolved: Json) -> None:
    from bot.sandbox.model import shapes

    if ident in world.users:
        resolved.setdefault("users", {})[ident] = shapes.user(world.users[ident])
        if ident in world.members:
            shape = shapes.member(world.members[ident], with_user=False)
            resolved.setdefault("members", {})[ident] = {**shape, "permissions": "0"}
    elif ident in world.roles:
        resolved.setdefault("roles", {})[ident] = shapes.role(world.roles[ident])
    elif ident in world.channels:
        shape = shapes.channel(world, world.channels[ident])
        resolved.setdefault("channels", {})[ident] = {**shape, "permissions": "0"}
    else:
        raise Plain(f"{name}: nobody and nothing has that id.")
