"""Messages and forms as a person reads them: words, buttons, menus, fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
EPHEMERAL, LOADING, SILENT = 64, 128, 4096
MENUS = (3, 5, 6, 7, 8)


@dataclass(frozen=True)
class Choice:
    name: str
    value: str | int | float


def parts(components: list[Json]) -> Iterator[Json]:
    for one in components:
        yield one
        yield from parts(one.get("components") or [])
        for inner in ("accessory", "component"):
            if isinstance(one.get(inner), dict):
                yield from parts([one[inner]])


@dataclass(frozen=True, eq=False)
class Reply:
    """A message as a person reads it."""

    data: Json
    files: dict[str, bytes] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return str(self.data["id"])

    @property
    def channel(self) -> str:
        return str(self.data["channel_id"])

    @property
    def text(self) -> str:
        """Everything written on it: content, embeds, the texts of a layout."""
        lines = [self.data["content"]]
        for embed in self.data["embeds"]:
            lines += [(embed.get("author") or {}).get("name"), embed.get("title")]
            lines.append(embed.get("description"))
            for one in embed.get("fields") or []:
                lines += [one["name"], one["value"]]
            lines.append((embed.get("footer") or {}).get("text"))
        lines += [p.get("content") for p in parts(self.data["components"]) if p["type"] == 10]
        return "\n".join(line for line in lines if line)

    @property
    def ephemeral(self) -> bool:
        return bool(self.data["flags"] & EPHEMERAL)

    @property
    def silent(self) -> bool:
        return bool(self.data["flags"] & SILENT)

    @property
    def buttons(self) -> list[str]:
        """Labels of the buttons that can be pressed."""
        return [_label(p) for p in self._all(2) if not p.get("disabled")]

    @property
    def menus(self) -> list[list[str]]:
        return [[one["label"] for one in p.get("options") or []] for p in self._all(*MENUS)]

    @property
    def menu(self) -> list[str]:
        """The labels of the first menu."""
        return self.menus[0] if self.menus else []

    @property
    def alt(self) -> list[str]:
        """What the pictures say to somebody who cannot see them."""
        shown = [one.get("description") for one in self.data["attachments"]]
        shown += [(one.get("image") or {}).get("description") for one in self.data["embeds"]]
        return [one for one in shown if one]

    @property
    def pings(self) -> list[str]:
        return [one["id"] for one in self.data["mentions"]]

    def _all(self, *kinds: int) -> list[Json]:
        return [p for p in parts(self.data["components"]) if p["type"] in kinds]

    def button(self, label: str) -> Json:
        found: Json = pick(label, [(_label(p), p) for p in self._all(2)], "button")
        return found

    def menu_with(self, labels: tuple[str, ...]) -> tuple[Json, list[str]]:
        """The menu that offers all these, and the values behind the labels."""
        for part in self._all(*MENUS):
            offered = [(one["label"], one["value"]) for one in part.get("options") or []]
            try:
                return part, [pick(label, offered, "choice") for label in labels]
            except AssertionError:
                continue
        raise AssertionError(f"no menu offers {labels}; there are {self.menus}")


@dataclass(frozen=True)
class Form:
    """An open form."""

    interaction: str
    channel: str
    title: str
    custom_id: str
    components: list[Json]

    @property
    def fields(self) -> dict[str, Json]:
        """The fields by custom id, each with its label."""
        found: dict[str, Json] = {}
        for one in self.components:
            inner = one.get("component") or (one.get("components") or [{}])[0]
            if inner.get("custom_id"):
                label = one.get("label") or inner.get("label") or ""
                found[inner["custom_id"]] = {**inner, "label": label}
        return found

    def field(self, name: str) -> str:
        """A field's custom id, by that id or by its label."""
        if name in self.fields:
            return name
        labelled = [(one["label"], ident) for ident, one in self.fields.items()]
        labelled += [(ident.rsplit(":", 1)[-1], ident) for ident in self.fields]
        return str(pick(name.replace("_", " "), labelled, "field"))


def _label(part: Json) -> str:
    emoji = (part.get("emoji") or {}).get("name") or ""
    return str(part.get("label") or emoji)


def pick(wanted: str, offered: list[tuple[str, Any]], what: str) -> Any:
    """By the whole label, else by the one label that begins with the words or holds them."""
    low = wanted.casefold()
    ways: list[Callable[[str], bool]] = [
        lambda label: label.casefold() == low,
        lambda label: label.casefold().startswith(low),
        lambda label: low in label.casefold(),
    ]
    for fits in ways:
        found = [thing for label, thing in offered if fits(label)]
        if found:
            if len(found) > 1 and fits is not ways[0]:
                break
            return found[0]
    raise AssertionError(f"no {what} {wanted!r}; there are {[label for label, _ in offered]}")
