"""Requests to the sandbox's API by hand."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp

from bot.sandbox import Sandbox


@dataclass(frozen=True)
class Answer:
    status: int
    body: Any
    headers: Mapping[str, str]

    @property
    def code(self) -> int:
        return int(self.body["code"])

    def wrong(self) -> dict[str, str]:
        """The tree of form errors, flat: path -> code."""
        assert self.status == 400, self.body
        assert self.code == 50035, self.body
        found: dict[str, str] = {}

        def walk(node: dict[str, Any], path: str) -> None:
            for key, value in node.items():
                if key == "_errors":
                    found[path] = value[0]["code"]
                else:
                    walk(value, f"{path}.{key}" if path else key)

        walk(self.body["errors"], "")
        return found


@dataclass
class Rest:
    sandbox: Sandbox
    session: aiohttp.ClientSession
    token: str = "sandbox"

    async def __call__(
        self,
        method: str,
        path: str,
        body: Any = None,
        files: list[tuple[str, bytes]] | None = None,
    ) -> Answer:
        headers = {"Authorization": f"Bot {self.token}"} if self.token else {}
        given: dict[str, Any] = {} if body is None else {"json": body}
        if files is not None:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", json.dumps(body or {}), content_type="application/json")
            for number, (name, data) in enumerate(files):
                form.add_field(f"files[{number}]", io.BytesIO(data), filename=name)
            given = {"data": form}
        url = f"{self.sandbox.api}{path}"
        async with self.session.request(method, url, headers=headers, **given) as answer:
            raw = await answer.read()
            return Answer(answer.status, json.loads(raw) if raw else None, answer.headers)

    async def control(self, lever: str, how: str = "POST", /, **body: Any) -> Any:
        url = f"{self.sandbox.url}/control/{lever}"
        async with self.session.request(how, url, json=body or None) as answer:
            given = await answer.json()
            assert answer.status == 200, given
            return given
