"""Buttons and menus in rows, and the layouts of the second kind."""

from __future__ import annotations

from collections.abc import Iterator

from bot.sandbox.model.errors import Form
from bot.sandbox.model.things import Json

ROW, BUTTON, MENU, TEXT_INPUT = 1, 2, 3, 4
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
MENUS = (3, 5, 6, 7, 8)
LINK, PREMIUM = 5, 6
TOP_OF_LAYOUT = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)


def walk(components: object) -> Iterator[Json]:
    """Every component, however deep."""
    for one in components if isinstance(components, list) else []:
        yield one
        yield from walk(one.get("components"))
        for inner in ("accessory", "component"):
            if isinstance(one.get(inner), dict):
                yield from walk([one[inner]])


def check_components(form: Form, at: str, components: object) -> None:
    """Five rows, each of five buttons or one menu."""
    if not isinstance(components, list):
        return
    form.longest(at, components, 5)
    for index, row in enumerate(components):
        if row.get("type") != ROW:
            form.wrong(
                f"{at}.{index}.type", "UNION_TYPE_CHOICES", "Value of field must be one of (1,)."
            )
        else:
            check_row(form, f"{at}.{index}", row)
    _once_each(form, at, components)


def check_row(form: Form, at: str, row: Json) -> None:
    inside = row.get("components") or []
    form.longest(f"{at}.components", inside, 5, 1)
    kinds = [one.get("type") for one in inside]
    if any(kind in MENUS for kind in kinds) and len(kinds) > 1:
        form.wrong(
            f"{at}.components",
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified components exceed the maximum width",
        )
    for index, one in enumerate(inside):
        where = f"{at}.components.{index}"
        if one.get("type") == BUTTON:
            check_button(form, where, one)
        elif one.get("type") in MENUS:
            check_menu(form, where, one)
        else:
            form.wrong(f"{where}.type", "UNION_TYPE_CHOICES", "Not a button or a menu.")


def check_button(form: Form, at: str, button: Json) -> None:
    form.longest(f"{at}.label", button.get("label"), 80)
    style = button.get("style")
    if style not in range(1, 7):
        form.wrong(f"{at}.style", "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6).")
    if style == LINK:
        form.longest(f"{at}.url", button.get("url"), 512, 1)
        form.required(f"{at}.url", button.get("url"))
    elif style != PREMIUM:
        _custom_id(form, at, button)
    if not button.get("label") and not button.get("emoji") and style != PREMIUM:
        form.wrong(at, "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji.")


def check_menu(form: Form, at: str, menu: Json) -> None:
    _custom_id(form, at, menu)
    form.longest(f"{at}.placeholder", menu.get("placeholder"), 150)
    options = menu.get("options") or []
    if menu.get("type") == MENU:
        form.longest(f"{at}.options", options, 25, 1)
    least, most = menu.get("min_values", 1), menu.get("max_values", 1)
    if not 0 <= least <= 25:
        form.wrong(f"{at}.min_values", "NUMBER_TYPE_RANGE", "Must be between 0 and 25.")
    if not 1 <= most <= 25 or most < least:
        form.wrong(f"{at}.max_values", "NUMBER_TYPE_RANGE", "Must be between 1 and 25.")
    if menu.get("type") == MENU and most > len(options):
        form.wrong(f"{at}.max_values", "NUMBER_TYPE_MAX", "More values than there are options.")
    seen: set[object] = set()
    for index, one in enumerate(options):
        where = f"{at}.options.{index}"
        for part, fewest in (("label", 1), ("value", 1), ("description", 0)):
            form.longest(f"{where}.{part}", one.get(part), 100, fewest)
        form.required(f"{where}.label", one.get("label"))
        form.required(f"{where}.value", one.get("value"))
        if one.get("value") in seen:
            form.wrong(
                f"{where}.value",
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        seen.add(one.get("value"))
    if sum(1 for one in options if one.get("default")) > most:
        form.wrong(f"{at}.options", "TOO_MANY_DEFAULTS", "More defaults than may be chosen.")


def _custom_id(form: Form, at: str, one: Json) -> None:
    form.required(f"{at}.custom_id", one.get("custom_id"))
    form.longest(f"{at}.custom_id", one.get("custom_id"), 100, 1)


def _once_each(form: Form, at: str, components: object) -> None:
    seen: set[str] = set()
    for one in walk(components):
        ident = one.get("custom_id")
        if ident is None:
            continue
        if ident in seen:
            form.wrong(
                at,
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                f"Component custom id cannot be duplicated: {ident}",
            )
        seen.add(ident)


def check_layout(form: Form, at: str, components: object) -> None:
    """Components V2: forty in all, 4000 characters of text, each kind with its own rules."""
    if not isinstance(components, list):
        return
    everything = list(walk(components))
    if len(everything) > 40:
        form.wrong(at, "COMPONENTS_TOO_MANY", "At most 40 components in a message.")
    if sum(len(one.get("content") or "") for one in everything if one["type"] == TEXT) > 4000:
        form.wrong(at, "COMPONENT_MAX_TEXT_SIZE_EXCEEDED", "At most 4000 characters of text.")
    for index, one in enumerate(components):
        if one.get("type") not in TOP_OF_LAYOUT:
            form.wrong(f"{at}.{index}.type", "UNION_TYPE_CHOICES", "Not allowed at the top.")
        else:
            _layout_part(form, f"{at}.{index}", one)
    _once_each(form, at, components)


def check_media(components: list[Json], files: set[str]) -> None:
    """A layout may show only files that come with it or lie there already."""
    form = Form()
    for one in walk(components):
        for part in (one, *(one.get("items") or [])):
            media = part.get("media") or part.get("file") or {}
            url = str(media.get("url", ""))
            if url.startswith("attachment://") and url[13:] not in files:
                form.wrong(
                    "components",
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    f"The referenced attachment was not found: {url[13:]}",
                )
    form.done()


def _layout_part(form: Form, at: str, one: Json) -> None:
    kind = one.get("type")
    if kind == ROW:
        check_row(form, at, one)
    elif kind == TEXT:
        form.longest(f"{at}.content", one.get("content"), 4000, 1)
    elif kind == SECTION:
        form.longest(f"{at}.components", one.get("components"), 3, 1)
        form.required(f"{at}.accessory", one.get("accessory"))
        if (one.get("accessory") or {}).get("type") == BUTTON:
            check_button(form, f"{at}.accessory", one["accessory"])
    elif kind == GALLERY:
        form.longest(f"{at}.items", one.get("items"), 10, 1)
        for index, item in enumerate(one.get("items") or []):
            form.longest(f"{at}.items.{index}.description", item.get("description"), 1024)
    elif kind == CONTAINER:
        for index, inner in enumerate(one.get("components") or []):
            where = f"{at}.components.{index}"
            if inner.get("type") == CONTAINER or inner.get("type") not in TOP_OF_LAYOUT:
                form.wrong(f"{where}.type", "UNION_TYPE_CHOICES", "Not allowed in a container.")
            else:
                _layout_part(form, where, inner)
