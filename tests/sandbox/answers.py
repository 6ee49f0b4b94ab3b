"""Discord's own description of its API, as a judge of the sandbox's answers."""

from __future__ import annotations

import json
import re
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from tests.discord.openapi import FILE


class Judge:
    def __init__(self) -> None:
        raw = json.loads(FILE.read_text("utf-8"))
        self._components = raw["components"]
        self._paths = sorted(
            (
                (re.compile("^" + re.sub(r"{[^}]+}", "[^/]+", path) + "$"), operations)
                for path, operations in raw["paths"].items()
            ),
            key=lambda one: one[0].pattern.count("[^/]+"),
        )
        self._made: dict[str, Draft202012Validator] = {}

    def faults(self, method: str, path: str, status: int, body: object) -> list[str]:
        """What is wrong with an answer, in words."""
        for pattern, operations in self._paths:
            if pattern.match(path) and method.lower() in operations:
                answers = operations[method.lower()]["responses"]
                if str(status) not in answers:
                    return [f"{method} {pattern.pattern}: never answers {status}"]
                content: dict[str, Any] = answers[str(status)].get("content") or {}
                schema = content.get("application/json", {}).get("schema")
                errors = [] if schema is None else self._judge(schema, body)
                return [f"{method} {pattern.pattern}: {one}" for one in errors]
        return [f"{method} {path}: Discord has no such route"]

    def _judge(self, schema: dict[str, Any], body: object) -> list[str]:
        key = json.dumps(schema)
        if key not in self._made:
            whole = {**schema, "components": self._components}
            self._made[key] = Draft202012Validator(whole)
        return [_words(one) for one in self._made[key].iter_errors(body)]


def _words(error: ValidationError) -> str:
    while error.context:
        error = max(error.context, key=lambda one: len(one.absolute_path))
    return f"{error.json_path}: {error.message[:200]}"
