"""Forms (modals), choices offered while typing, and what people may send back."""

from __future__ import annotations

from bot.sandbox.limits.components import MENUS, ROW, TEXT, TEXT_INPUT, check_menu, walk
from bot.sandbox.model.errors import Form, Plain
from bot.sandbox.model.things import Json

LABEL, FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 18, 19, 21, 22, 23
_FIELDS = (TEXT_INPUT, *MENUS, FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX)


def check_modal(modal: Json, at: str = "data.") -> None:
    form = Form()
    form.required(f"{at}title", modal.get("title"))
    form.longest(f"{at}title", modal.get("title"), 45, 1)
    form.required(f"{at}custom_id", modal.get("custom_id"))
    form.longest(f"{at}custom_id", modal.get("custom_id"), 100, 1)
    form.longest(f"{at}components", modal.get("components") or [], 5, 1)
    for index, part in enumerate(modal.get("components") or []):
        _part(form, f"{at}components.{index}", part)
    idents = [one["custom_id"] for one in walk(modal.get("components")) if one.get("custom_id")]
    if len(idents) != len(set(idents)):
        form.wrong(
            f"{at}components",
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            "Component custom id cannot be duplicated",
        )
    form.done()


def _part(form: Form, at: str, part: Json) -> None:
    kind = part.get("type")
    if kind == ROW:
        inside = part.get("components") or []
        if len(inside) != 1 or inside[0].get("type") != TEXT_INPUT:
            form.wrong(f"{at}.components", "UNION_TYPE_CHOICES", "A row of a form is one text.")
            return
        form.required(f"{at}.components.0.label", inside[0].get("label"))
        form.longest(f"{at}.components.0.label", inside[0].get("label"), 45, 1)
        _text_input(form, f"{at}.components.0", inside[0])
    elif kind == LABEL:
        form.required(f"{at}.label", part.get("label"))
        form.longest(f"{at}.label", part.get("label"), 45, 1)
        form.longest(f"{at}.description", part.get("description"), 100)
        inner = part.get("component") or {}
        if inner.get("type") == TEXT_INPUT:
            _text_input(form, f"{at}.component", inner)
        elif inner.get("type") in MENUS:
            check_menu(form, f"{at}.component", inner)
        elif inner.get("type") not in _FIELDS:
            form.wrong(f"{at}.component", "UNION_TYPE_CHOICES", "Not a field of a form.")
    elif kind != TEXT:
        form.wrong(f"{at}.type", "UNION_TYPE_CHOICES", "Value must be one of (1, 10, 18).")


def _text_input(form: Form, at: str, one: Json) -> None:
    form.required(f"{at}.custom_id", one.get("custom_id"))
    form.longest(f"{at}.custom_id", one.get("custom_id"), 100, 1)
    form.longest(f"{at}.placeholder", one.get("placeholder"), 100)
    form.longest(f"{at}.value", one.get("value"), 4000)
    if one.get("style") not in (1, 2):
        form.wrong(f"{at}.style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
    least, most = one.get("min_length") or 0, one.get("max_length") or 4000
    if not 0 <= least <= 4000 or not 1 <= most <= 4000 or least > most:
        form.wrong(f"{at}.max_length", "NUMBER_TYPE_RANGE", "Lengths lie between 0 and 4000.")


def check_choices(choices: object, kind: int) -> None:
    """What the bot offers while somebody types: 25, each with a name and a value of 100."""
    form = Form()
    form.longest("data.choices", choices, 25)
    for index, one in enumerate(choices if isinstance(choices, list) else []):
        at = f"data.choices.{index}"
        form.required(f"{at}.name", one.get("name"))
        form.longest(f"{at}.name", one.get("name"), 100, 1)
        value = one.get("value")
        form.longest(f"{at}.value", value, 100)
        fits = isinstance(value, str) if kind == 3 else isinstance(value, int | float)
        if not fits:
            form.wrong(f"{at}.value", "BASE_TYPE_BAD_TYPE", "Not a value of this option's type.")
    form.done()


def filled(modal: Json, values: dict[str, object]) -> list[Json]:
    """A filled form as Discord sends it to the bot; refused as its window would refuse it."""
    known = {one["custom_id"] for one in walk(modal["components"]) if one.get("custom_id")}
    for name in values:
        if name not in known:
            raise Plain(f"The form has no field {name}.")
    answers: list[Json] = []
    for part in modal["components"]:
        if part["type"] == ROW:
            inside = [_answer(one, one.get("label", ""), values) for one in part["components"]]
            answers.append({"type": ROW, "id": part.get("id", 0), "components": inside})
        elif part["type"] == LABEL:
            inner = _answer(part["component"], part["label"], values)
            answers.append({"type": LABEL, "id": part.get("id", 0), "component": inner})
        else:
            answers.append({"type": part["type"], "id": part.get("id", 0)})
    return answers


def _answer(one: Json, label: str, values: dict[str, object]) -> Json:
    shape: Json = {"type": one["type"], "id": one.get("id", 0), "custom_id": one["custom_id"]}
    given = values.get(one["custom_id"])
    if one["type"] == TEXT_INPUT:
        text = str(one.get("value") or "") if given is None else str(given)
        _fits(one, label, text)
        return {**shape, "value": text}
    if one["type"] == CHECKBOX:
        return {**shape, "value": bool(given)}
    chosen = given if isinstance(given, list) else [] if given is None else [given]
    if one.get("required", True) and not chosen:
        raise Plain(f"{label} is required.")
    offered = {option["value"] for option in one.get("options") or []}
    if offered and any(value not in offered for value in chosen):
        raise Plain(f"{label}: not one of the choices.")
    if one["type"] == RADIO:
        return {**shape, "value": chosen[0] if chosen else None}
    return {**shape, "values": chosen}


def _fits(one: Json, label: str, text: str) -> None:
    least, most = one.get("min_length") or 0, one.get("max_length") or 4000
    if not text and one.get("required", True):
        raise Plain(f"{label} is required.")
    if text and len(text) < least:
        raise Plain(f"{label}: at least {least} characters.")
    if len(text) > most:
        raise Plain(f"{label}: at most {most} characters.")
