"""What of the bot was used in a conversation, and whether everything it sent was proper."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from bot.discord import routes
from bot.sandbox import Sandbox
from bot.sandbox.model.happenings import Asked
from bot.sandbox.model.things import Asks, Json
from engine import games
from tests.discord.openapi import description

EPHEMERAL = 64
MESSAGE, DEFERRED = 4, 5
COMPONENTS = {*routes.PANEL, *routes.REPLACING, *routes.ANSWERING, "write"}
FORMS = {"write", "orders"}
HEAVIEST = 7000


class Usage:
    """Listens in the sandbox: every command, button, menu and form that people used."""

    def __init__(self, place: Sandbox) -> None:
        self.place = place
        self.commands: Counter[str] = Counter()
        self.components: Counter[str] = Counter()
        self.forms: Counter[str] = Counter()
        self.completed: Counter[str] = Counter()
        place.world.listen(self._note)

    def _note(self, happening: object) -> None:
        if not isinstance(happening, Asked):
            return
        asked = happening.interaction
        if asked.kind is Asks.COMMAND:
            self.commands[asked.name] += 1
        elif asked.kind is Asks.AUTOCOMPLETE:
            self.completed[asked.name] += 1
        else:
            used = self.forms if asked.kind is Asks.FORM else self.components
            used[str(asked.data["custom_id"]).split(":")[1]] += 1

    def never_used(self, game: str) -> set[str]:
        """Commands of this game and of every game, and kinds of components, not used so far."""
        others = set(games()) - {game}
        known = {name for name in self._names() if name.split()[0] not in others}
        unpressed = COMPONENTS - set(self.components)
        unsent = FORMS - set(self.forms)
        return {
            *(f"/{name}" for name in known - set(self.commands)),
            *(f"component {op}" for op in unpressed),
            *(f"form {op}" for op in unsent),
        }

    def _names(self) -> Iterator[str]:
        for command in self.place.world.commands.values():
            yield from _paths(command.body)


def _paths(body: Json, before: str = "") -> Iterator[str]:
    name = f"{before} {body['name']}".strip()
    inside = [one for one in body.get("options") or [] if one["type"] in (1, 2)]
    if not inside:
        yield name
    for one in inside:
        yield from _paths(one, name)


def weight(part: Json) -> int:
    """Discord's own count: names, descriptions and values of a command and all it contains."""
    own = len(part["name"]) + len(part.get("description") or "")
    choices = sum(len(c["name"]) + len(str(c["value"])) for c in part.get("choices") or ())
    return own + choices + sum(weight(option) for option in part.get("options") or ())


def shape(body: object) -> str:
    """A body without its words: the judge looks at one of each. (Lengths are the sandbox's.)"""
    if isinstance(body, dict):
        return "{" + ",".join(f"{key}:{shape(body[key])}" for key in sorted(body)) + "}"
    if isinstance(body, list):
        return "[" + ",".join(sorted({shape(one) for one in body})) + "]"
    return str(body) if isinstance(body, int) and abs(body) < 100 else type(body).__name__


def improper(place: Sandbox) -> list[str]:
    """What Discord would not have taken, or would have shown to everybody."""
    book = place.door.book
    found = [
        f"{r.method} {r.path}: {r.status} {r.error}" for r in book if r.status >= 400 and not r.cut
    ]
    judge = description()
    if judge is not None:
        unlike = {(r.method, re.sub(r"\d+", "0", r.path), shape(r.body)): r for r in book}
        found += {f for r in unlike.values() for f in judge.faults(r.method, r.path, r.body)}
    for request in book:
        if request.path.endswith("/callback") and request.body["type"] in (MESSAGE, DEFERRED):
            if not int((request.body.get("data") or {}).get("flags") or 0) & EPHEMERAL:
                found.append(f"everybody could read this answer: {request.body}")
    for command in place.world.commands.values():
        if weight(command.body) > HEAVIEST:
            found.append(f"/{command.body['name']} weighs {weight(command.body)}")
    return found
