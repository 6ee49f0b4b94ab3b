"""Discord's limits, each with the shape of its refusal."""

from __future__ import annotations

from typing import Any

import pytest

from tests.people import Person
from tests.sandbox.rest import Rest

LONG = "BASE_TYPE_MAX_LENGTH"


def button(n: int = 1, **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": f"B{n}", "custom_id": f"b{n}", **more}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def menu(count: int = 2, **more: Any) -> dict[str, Any]:
    options = [{"label": f"o{n}", "value": f"v{n}"} for n in range(count)]
    return {"type": 3, "custom_id": "m", "options": options, **more}


def embed(**more: Any) -> dict[str, Any]:
    return {"embeds": [{"title": "t", **more}]}


def field(name: str = "n", value: str = "v") -> dict[str, str]:
    return {"name": name, "value": value}


def text(count: int) -> dict[str, Any]:
    return {"type": 10, "content": "x" * count}


V2 = 1 << 15
TOO_MUCH: list[tuple[str, dict[str, Any], str, str]] = [
    ("content", {"content": "x" * 2001}, "content", LONG),
    ("eleven embeds", {"embeds": [{"title": "t"}] * 11}, "embeds", LONG),
    ("title", embed(title="x" * 257), "embeds.0.title", LONG),
    ("description", embed(description="x" * 4097), "embeds.0.description", LONG),
    ("footer", embed(footer={"text": "x" * 2049}), "embeds.0.footer.text", LONG),
    ("fields", embed(fields=[field()] * 26), "embeds.0.fields", LONG),
    ("field name", embed(fields=[field("x" * 257)]), "embeds.0.fields.0.name", LONG),
    ("field value", embed(fields=[field("n", "x" * 1025)]), "embeds.0.fields.0.value", LONG),
    (
        "6000 over all embeds",
        {"embeds": [{"description": "x" * 3001}, {"description": "x" * 3000}]},
        "embeds",
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    (
        "image address",
        embed(image={"url": "map.png"}),
        "embeds.0.image.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    ("six rows", {"components": [row(button(n)) for n in range(6)]}, "components", LONG),
    ("six buttons", {"components": [row(*map(button, range(6)))]}, "components.0.components", LONG),
    (
        "button beside a menu",
        {"components": [row(menu(), button())]},
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    (
        "label",
        {"components": [row(button(label="x" * 81))]},
        "components.0.components.0.label",
        LONG,
    ),
    (
        "custom_id",
        {"components": [row(button(custom_id="x" * 101))]},
        "components.0.components.0.custom_id",
        LONG,
    ),
    (
        "custom_id twice",
        {"components": [row(button(1), button(1))]},
        "components",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    ("26 options", {"components": [row(menu(26))]}, "components.0.components.0.options", LONG),
    (
        "option label",
        {"components": [row(menu(options=[{"label": "x" * 101, "value": "v"}]))]},
        "components.0.components.0.options.0.label",
        LONG,
    ),
    (
        "option value twice",
        {"components": [row(menu(options=[{"label": "a", "value": "v"}] * 2))]},
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (
        "more than there are",
        {"components": [row(menu(2, max_values=3))]},
        "components.0.components.0.max_values",
        "NUMBER_TYPE_MAX",
    ),
    (
        "no row",
        {"components": [button()]},
        "components.0.type",
        "UNION_TYPE_CHOICES",
    ),
    (
        "content beside a layout",
        {"flags": V2, "content": "x", "components": [text(1)]},
        "content",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    (
        "forty-one parts",
        {"flags": V2, "components": [text(1)] * 41},
        "components",
        "COMPONENTS_TOO_MANY",
    ),
    (
        "4000 characters in a layout",
        {"flags": V2, "components": [text(2001), text(2000)]},
        "components",
        "COMPONENT_MAX_TEXT_SIZE_EXCEEDED",
    ),
    ("nonce", {"content": "x", "nonce": "x" * 26}, "nonce", "NONCE_TYPE_TOO_LONG"),
    (
        "mentions both ways",
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions.users",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    ("a flag nobody sets", {"content": "x", "flags": 1 << 5}, "flags", "MESSAGE_FLAGS_INVALID"),
]


@pytest.mark.parametrize(
    ("body", "path", "code"), [one[1:] for one in TOO_MUCH], ids=[one[0] for one in TOO_MUCH]
)
async def test_a_message_beyond_a_limit(
    rest: Rest, herald: str, body: dict[str, Any], path: str, code: str
) -> None:
    answer = await rest("POST", f"/channels/{herald}/messages", body)
    assert answer.wrong().get(path) == code


async def test_a_message_at_its_limits_is_taken(rest: Rest, herald: str) -> None:
    full = {
        "content": "x" * 2000,
        "embeds": [{"description": "x" * 4096}, {"description": "x" * 1904}],
        "components": [row(*(button(5 * r + n) for n in range(5))) for r in range(4)]
        + [row(menu(25))],
    }
    assert (await rest("POST", f"/channels/{herald}/messages", full)).status == 200
    layout = {"flags": V2, "components": [text(100)] * 40}
    assert (await rest("POST", f"/channels/{herald}/messages", layout)).status == 200


async def test_an_empty_message_is_refused(rest: Rest, herald: str) -> None:
    assert (await rest("POST", f"/channels/{herald}/messages", {})).code == 50006


async def test_files_have_limits(rest: Rest, herald: str) -> None:
    at = f"/channels/{herald}/messages"
    small = [(f"{n}.txt", b"x") for n in range(11)]
    assert (await rest("POST", at, {}, small)).wrong() == {"attachments": LONG}
    big = [("big.png", b"x" * (10 * 1024 * 1024 + 1))]
    assert (await rest("POST", at, {}, big)).status == 413
    alt = {"attachments": [{"id": 0, "description": "x" * 1025}]}
    refused = await rest("POST", at, alt, [("map.png", b"x")])
    assert refused.wrong() == {"attachments.0.description": LONG}
    missing = {"content": "x", "attachments": [{"id": 3}]}
    refused = await rest("POST", at, missing, [("map.png", b"x")])
    assert refused.wrong() == {"attachments.0.id": "ATTACHMENT_NOT_FOUND"}


def command(**more: Any) -> dict[str, Any]:
    return {"name": "go", "description": "d", **more}


def option(name: str = "o", kind: int = 3, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "d", "type": kind, **more}


BAD_COMMANDS: list[tuple[str, dict[str, Any], str, str]] = [
    ("capitals", command(name="Go"), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ("a space", command(name="g o"), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ("long name", command(name="x" * 33), "0.name", LONG),
    ("long description", command(description="x" * 101), "0.description", LONG),
    ("no description", command(description=""), "0.description", "BASE_TYPE_REQUIRED"),
    ("26 options", command(options=[option(f"o{n}") for n in range(26)]), "0.options", LONG),
    (
        "required after optional",
        command(options=[option("a"), option("b", required=True)]),
        "0.options",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    (
        "subcommand beside an option",
        command(options=[option("a", 1), option("b")]),
        "0.options",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    (
        "an option twice",
        command(options=[option("a"), option("a")]),
        "0.options",
        "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
    ),
    (
        "26 choices",
        command(options=[option(choices=[{"name": f"{n}", "value": "v"} for n in range(26)])]),
        "0.options.0.choices",
        LONG,
    ),
    (
        "long choice",
        command(options=[option(choices=[{"name": "x" * 101, "value": "v"}])]),
        "0.options.0.choices.0.name",
        LONG,
    ),
    (
        "8000 characters",
        command(
            options=[
                option(
                    f"o{n}", 1, options=[option(f"p{m}", description="x" * 100) for m in range(8)]
                )
                for n in range(10)
            ]
        ),
        "0",
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
]


@pytest.mark.parametrize(
    ("body", "path", "code"),
    [one[1:] for one in BAD_COMMANDS],
    ids=[one[0] for one in BAD_COMMANDS],
)
async def test_a_command_beyond_a_limit(
    rest: Rest, body: dict[str, Any], path: str, code: str
) -> None:
    at = f"/applications/{rest.sandbox.world.application}/commands"
    assert (await rest("PUT", at, [body])).wrong().get(path) == code
    assert rest.sandbox.world.commands == {}


async def test_a_hundred_commands_and_no_more(rest: Rest) -> None:
    at = f"/applications/{rest.sandbox.world.application}/commands"
    many = [command(name=f"c{n}") for n in range(101)]
    assert (await rest("PUT", at, many)).code == 30032
    assert (await rest("PUT", at, many[:100])).status == 200
    assert len((await rest("GET", at)).body) == 100


def form(**more: Any) -> dict[str, Any]:
    inputs = [row({"type": 4, "custom_id": "a", "label": "A", "style": 1})]
    return {"title": "t", "custom_id": "f", "components": inputs, **more}


def text_row(n: int = 0, **more: Any) -> dict[str, Any]:
    return row({"type": 4, "custom_id": f"i{n}", "label": "A", "style": 1, **more})


BAD_ANSWERS: list[tuple[str, dict[str, Any], str]] = [
    ("title", {"type": 9, "data": form(title="x" * 46)}, "data.title"),
    (
        "six fields",
        {"type": 9, "data": form(components=[*map(text_row, range(6))])},
        "data.components",
    ),
    (
        "label",
        {"type": 9, "data": form(components=[text_row(label="x" * 46)])},
        "data.components.0.components.0.label",
    ),
    (
        "length",
        {"type": 9, "data": form(components=[text_row(max_length=4001)])},
        "data.components.0.components.0.max_length",
    ),
    ("content", {"type": 4, "data": {"content": "x" * 2001}}, "data.content"),
    ("choices to a command", {"type": 8, "data": {"choices": []}}, "type"),
    ("an update of nothing", {"type": 7, "data": {"content": "x"}}, "type"),
]


@pytest.mark.parametrize(
    ("body", "path"), [one[1:] for one in BAD_ANSWERS], ids=[one[0] for one in BAD_ANSWERS]
)
async def test_an_answer_beyond_a_limit_is_refused_and_may_be_mended(
    rest: Rest, ana: Person, body: dict[str, Any], path: str
) -> None:
    ident, options = ana._options("/slow", {})
    asked = await ana.post("command", channel=ana.place(), command=ident, options=options)
    token = rest.sandbox.world.interactions[asked["interaction"]].token
    at = f"/interactions/{asked['interaction']}/{token}/callback"
    assert path in (await rest("POST", at, body)).wrong()
    good = {"type": 4, "data": {"content": "mended", "flags": 64}}
    assert (await rest("POST", at, good)).status == 204
    assert (await ana.answer(asked["interaction"])).text == "mended"


async def test_suggestions_have_limits(rest: Rest, ana: Person) -> None:
    world = rest.sandbox.world
    from bot.sandbox.limits.forms import check_choices
    from bot.sandbox.model.errors import ApiError

    assert world is not None
    for bad in (
        [{"name": f"{n}", "value": "v"} for n in range(26)],
        [{"name": "x" * 101, "value": "v"}],
        [{"name": "n", "value": "x" * 101}],
        [{"name": "n", "value": 3}],
    ):
        with pytest.raises(ApiError):
            check_choices(bad, 3)
    check_choices([{"name": "x" * 100, "value": "v" * 100}] * 25, 3)
