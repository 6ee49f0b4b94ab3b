"""The bot answers interactions, and works on its answers by their token."""

from __future__ import annotations

from bot.sandbox.acts.interactions import MESSAGE, UPDATE
from bot.sandbox.model import shapes
from bot.sandbox.model.errors import refusal
from bot.sandbox.model.things import Flag, Interaction, Json
from bot.sandbox.rest.door import NOTHING, Call, Routes

routes = Routes()
HOOK = "/webhooks/{application}/{token}"


@routes.on("POST", "/interactions/{interaction}/{token}/callback", with_token=False)
def answer(call: Call) -> object:
    ident, token = call.params["interaction"], call.params["token"]
    asked = call.desk.answer(ident, token, call.form, call.files)
    if call.query.get("with_response") in ("1", "true", "True"):
        return _response(call, asked, int(call.form["type"]))
    return NOTHING


def _response(call: Call, asked: Interaction, kind: int) -> Json:
    shape: Json = {"interaction": {"id": asked.id, "type": int(asked.kind)}}
    if asked.original is not None:
        made = call.desk.original(asked)
        shape["interaction"] |= {
            "response_message_id": made.id,
            "response_message_loading": made.loading,
            "response_message_ephemeral": bool(made.flags & Flag.EPHEMERAL),
        }
        if kind in (MESSAGE, UPDATE):
            shape["resource"] = {"type": kind, "message": shapes.message(call.world, made)}
    return shape


def _asked(call: Call) -> Interaction:
    return call.desk.by_token(call.params["application"], call.params["token"])


@routes.on("POST", HOOK, with_token=False)
def follow_up(call: Call) -> object:
    return shapes.message(call.world, call.desk.follow_up(_asked(call), call.form, call.files))


@routes.on("GET", HOOK + "/messages/{message}", with_token=False)
def fetch(call: Call) -> object:
    asked = _asked(call)
    found = call.desk.answered_with(asked, call.params["message"])
    if found.only_for is not None and found.loading:
        raise refusal(10008)
    return shapes.message(call.world, found)


@routes.on("PATCH", HOOK + "/messages/{message}", with_token=False)
def edit(call: Call) -> object:
    made = call.desk.edit(_asked(call), call.params["message"], call.form, call.files)
    return shapes.message(call.world, made)


@routes.on("DELETE", HOOK + "/messages/{message}", with_token=False)
def delete(call: Call) -> object:
    call.desk.delete(_asked(call), call.params["message"])
    return NOTHING
