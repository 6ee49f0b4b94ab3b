"""What a message may hold."""

from __future__ import annotations

from bot.sandbox.limits.components import check_components, check_layout
from bot.sandbox.limits.embeds import check_embeds
from bot.sandbox.model.errors import ApiError, Form, refusal
from bot.sandbox.model.things import Flag, Json, Upload

MIB = 1024 * 1024
FILE_BYTES = 10 * MIB
REQUEST_BYTES = 25 * MIB
FILES = 10
LONGEST = 2000
_SETTABLE = Flag.SUPPRESS_EMBEDS | Flag.EPHEMERAL | Flag.SILENT | Flag.COMPONENTS_V2 | 1 << 13


def check_message(body: Json, files: list[Upload], at: str = "", v2: bool = False) -> None:
    """Refuse a message or an edit that Discord would refuse; `at` is where it lies in the form."""
    form = Form()
    flags = body.get("flags") or 0
    content = body.get("content")
    if content is not None and not isinstance(content, str):
        form.wrong(f"{at}content", "BASE_TYPE_BAD_TYPE", "Must be a string.")
    form.longest(f"{at}content", content, LONGEST)
    if not isinstance(flags, int) or flags & ~_SETTABLE:
        form.wrong(f"{at}flags", "MESSAGE_FLAGS_INVALID", "These flags cannot be set.")
    nonce = body.get("nonce")
    if nonce is not None and len(str(nonce)) > 25:
        form.wrong(f"{at}nonce", "NONCE_TYPE_TOO_LONG", "Must be 25 or fewer in length.")
    check_embeds(form, f"{at}embeds", body.get("embeds"))
    if v2 or flags & Flag.COMPONENTS_V2:
        _only_components(form, at, body)
        check_layout(form, f"{at}components", body.get("components"))
    else:
        check_components(form, f"{at}components", body.get("components"))
    _mentions(form, f"{at}allowed_mentions", body.get("allowed_mentions"))
    _attachments(form, f"{at}attachments", body.get("attachments"), files)
    form.done()
    check_files(files)


def check_files(files: list[Upload]) -> None:
    if any(len(one.data) > FILE_BYTES for one in files):
        raise refusal(40005)
    if sum(len(one.data) for one in files) > REQUEST_BYTES:
        raise refusal(40005)


def _only_components(form: Form, at: str, body: Json) -> None:
    for field in ("content", "embeds", "sticker_ids", "poll"):
        if body.get(field):
            form.wrong(
                f"{at}{field}",
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )


def _attachments(form: Form, at: str, given: object, files: list[Upload]) -> None:
    if len(files) > FILES:
        form.wrong(at, "BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer in length.")
    if not isinstance(given, list):
        return
    form.longest(at, given, FILES)
    numbers = {one.number for one in files}
    for index, one in enumerate(given):
        form.longest(f"{at}.{index}.description", one.get("description"), 1024)
        ident = str(one.get("id", ""))
        if len(ident) < 10 and ident not in numbers:
            form.wrong(
                f"{at}.{index}.id",
                "ATTACHMENT_NOT_FOUND",
                f"Attachment id {ident} could not be found",
            )


def _mentions(form: Form, at: str, given: object) -> None:
    if not isinstance(given, dict):
        return
    parse = given.get("parse") or []
    for word in parse:
        if word not in ("users", "roles", "everyone"):
            form.wrong(f"{at}.parse", "BASE_TYPE_CHOICES", "Not one of users, roles, everyone.")
    for kind in ("users", "roles"):
        form.longest(f"{at}.{kind}", given.get(kind), 100)
        if kind in parse and given.get(kind):
            form.wrong(
                f"{at}.{kind}",
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )


def check_thread_name(name: object) -> None:
    form = Form()
    form.required("name", name)
    form.longest("name", name, 100, 1)
    form.done()


def empty() -> ApiError:
    return refusal(50006)
