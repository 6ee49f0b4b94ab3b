"""Discord's own description of its API, as a judge of every request that the bot makes.

The description is read from where it lies, when it is there; it is not part of this project.
It says nothing of fields it does not know, so every object in it is closed first: a misspelt
field is a fault. discord.py itself needs four relaxations, which are written down here.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

ROOT = Path(__file__).parents[2]
FILE = Path(os.environ.get("HERALD_OPENAPI", ROOT.parent / "shared" / "discord" / "openapi.json"))

# what discord.py 2.7 sends although the description does not know it: schema -> fields
TOLERATED = {
    "ApplicationCommandUpdateRequest": {"nsfw"},
    "ApplicationCommandCreateRequest": {"nsfw"},
    "RichEmbed": {"flags"},
    "MessageEditRequestPartial": {"tts"},
    "WebhookUpdateRequestPartial": {"tts"},
    "IncomingWebhookUpdateRequestPartial": {"tts"},
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": {"tts"},
}
SNOWFLAKE = {"type": ["string", "integer"]}  # ids sent as integers


class Description:
    """The published description, closed and ready to judge."""

    def __init__(self, raw: dict[str, Any]) -> None:
        schemas = raw["components"]["schemas"]
        for name, schema in schemas.items():
            _close(schema, TOLERATED.get(name, set()))
        schemas["SnowflakeType"] = SNOWFLAKE
        self._root = {"components": {"schemas": schemas}}
        self._paths = [
            (re.compile("^" + re.sub(r"{[^}]+}", "[^/]+", path) + "$"), operations)
            for path, operations in sorted(raw["paths"].items(), key=lambda p: p[0].count("{"))
        ]
        self._judges: dict[str, Draft202012Validator] = {}

    def faults(self, method: str, path: str, body: object) -> list[str]:
        """What is wrong with a request, in words; `path` without the version's prefix."""
        path = path.split("?")[0]
        operation = self._operation(method, path)
        if operation is None:
            return [f"{method} {path}: Discord has no such route"]
        content = operation.get("requestBody", {}).get("content", {})
        schema = content.get("application/json", {}).get("schema")
        if schema is None:
            return [f"{method} {path}: takes no body"] if body else []
        if body is None:
            needed = operation["requestBody"].get("required")
            return [f"{method} {path}: needs a body"] if needed else []
        return [f"{method} {path}: {_words(error)}" for error in self._judge(schema, body)]

    def _operation(self, method: str, path: str) -> Mapping[str, Any] | None:
        for pattern, operations in self._paths:
            if pattern.match(path) and method.lower() in operations:
                found: Mapping[str, Any] = operations[method.lower()]
                return found
        return None

    def _judge(self, schema: Mapping[str, Any], body: object) -> Iterator[ValidationError]:
        key = json.dumps(schema, sort_keys=True)
        if key not in self._judges:
            self._judges[key] = Draft202012Validator({**self._root, **schema})
        yield from self._judges[key].iter_errors(body)


def _close(schema: object, extra: set[str]) -> None:
    """Let no object hold a field that its description does not name."""
    if isinstance(schema, dict):
        properties = schema.get("properties")
        if isinstance(properties, dict) and "additionalProperties" not in schema:
            properties.update(dict.fromkeys(extra, True))
            schema["additionalProperties"] = False
        for part in schema.values():
            _close(part, set())
    elif isinstance(schema, list):
        for part in schema:
            _close(part, set())


def _words(error: ValidationError) -> str:
    deepest = best_match([error]) or error
    return f"{deepest.json_path}: {deepest.message[:300]}"


@cache
def description() -> Description | None:
    """The judge, or None where the description is not present."""
    if not FILE.is_file():
        return None
    return Description(json.loads(FILE.read_text("utf-8")))
