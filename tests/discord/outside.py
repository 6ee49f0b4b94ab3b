"""What the false language leaves outside of its brackets in Discord: whether it may stand there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import engine
from bot.discord.speech import spoken
from bot.rulebook import index_of
from bot.tables.floor.settings import SETTINGS
from engine.players import PLAYERS
from renderer import PALETTES
from tests.contract.tongues import BRACKETS, codes, texts
from tests.people import Heard
from tests.reading import parts

WORD = re.compile(r"[^\W\d_]{2,}")
MARKS = re.compile(r"\b[0-9a-f]{16,}\b|<[^<>\s]+>|`[^`]*`|/[a-z][a-z -]*|\\|\u200b|[¹²³⁰-⁹]+")
TYPED = {
    "qqqq",
    "quince",
    "why",
    "not",
    "Ana",
    "Bruno",
    "Clara",
    "Dora",
    "Somebody",
    "UTC",
    "Europe",
    "Madrid",
}


@cache
def known() -> set[str]:
    """What is the same in every language: names, codes, and what data files say."""
    found = {*PLAYERS, *PALETTES, *SETTINGS, *TYPED, "dm", "en", "xx", "spectator", "default"}
    found |= {"back", "offer", "free"}  # in the mark by which a message is found again
    found |= {"max", "stop", "lead"}  # words of plans
    found |= {"herald", "somebody"}  # the server; who was forgotten
    found |= {value for setting in SETTINGS.values() for value in setting.offers}
    found |= {*spoken.WAYS.values(), *stages()}
    for game in engine.games().values():
        found |= codes(game) | {*game.scenarios.values(), *game.events}
        for option in game.options.values():
            found |= {option.name, option.title, *option.values}
        for verb in (*game.verbs.values(), *game.edits.values()):
            found |= {name for slot in verb.slots for name in game.names(slot.domain).values()}
            found |= {slot.name.capitalize() for slot in verb.slots}
        found |= {*game.names("side").values(), *game.names("nation").values()}
    return {word for text in found for word in WORD.findall(str(text))}


def stages() -> set[str]:
    """What games call their turns, and other names that stand in their data."""
    return {text for g in engine.games().values() for text in texts(g.data) if len(text) < 30}


# What data files say in whole sentences: summaries of options and of rules.
SECTIONS = [one for game in engine.games() for one in index_of(game)["sections"].values()]
SUMMARIES = (
    *(o.summary[:40] for game in engine.games().values() for o in game.options.values()),
    *(str(one["summary"])[:40] for one in SECTIONS if one.get("summary")),
)
TITLES = tuple(f"⟧{one['title']}" for one in SECTIONS if one.get("title"))


def shown(message: dict[str, Any]) -> Iterator[str]:
    """Every text of a message: what is written, and what can be pressed."""
    yield message.get("content") or ""
    for embed in message.get("embeds") or ():
        yield from (embed.get("title") or "", embed.get("description") or "")
        yield (embed.get("footer") or {}).get("text") or ""
        for one in embed.get("fields") or ():
            yield from (one["name"], one["value"])
    yield from controls(message.get("components") or [])
    yield from (one.get("description") or "" for one in message.get("attachments") or ())


def controls(components: list[dict[str, Any]]) -> Iterator[str]:
    for part in parts(components):
        yield from (str(part.get(name) or "") for name in ("label", "placeholder", "description"))
        for option in part.get("options") or ():
            yield from (option["label"], option.get("description") or "")


def strays(text: str, words: set[str]) -> list[str]:
    left = MARKS.sub(" ", BRACKETS.sub(" ", text))
    return [word for word in WORD.findall(left) if word not in words]


def check(heard: Iterator[str], words: set[str]) -> int:
    """So many texts were read; none of them holds English, and none was cut."""
    found: dict[str, list[str]] = {}
    read = 0
    for text in heard:
        read += bool(text)
        if text.count("⟦") != text.count("⟧"):
            found.setdefault(text[-120:], []).append("cut")
        if text.startswith(SUMMARIES) or text.endswith(TITLES):
            continue
        if left := strays(text, words):
            found.setdefault(text[:200], []).extend(left)
    assert found == {}, "\n".join(f"{left}: {text}" for text, left in found.items())
    return read


def heard(inbox: Iterable[Heard]) -> Iterator[str]:
    """Everything that reached somebody."""
    for one in inbox:
        if one.kind in ("message", "edit", "answer") and isinstance(one.data, dict):
            yield from shown(one.data)
        if one.kind == "modal":
            yield one.data["title"]
            yield from controls(one.data["components"])
        if one.kind == "choices":
            # an offer has room for 100 letters: what is longer ends in dots
            names = [choice["name"] for choice in one.data["choices"]]
            yield from map(_closed, names)


def _closed(name: str) -> str:
    return f"{name}⟧" if name.endswith("…") and name.rfind("⟦") > name.rfind("⟧") else name
