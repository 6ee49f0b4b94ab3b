"""Files that messages carry. Their addresses are signed and expire, as Discord's do.

A file whose message was edited or deleted can be read until its address expires: caches are
slow to forget, and a test that compares what somebody was shown may come late.
"""

from __future__ import annotations

import hmac

from aiohttp import web

from bot.sandbox.model.shapes import seal
from bot.sandbox.model.world import World

PICTURES = ("image/png", "image/jpeg", "image/webp", "image/gif")  # all else is only kept
GONE = "This content is no longer available."


class Cdn:
    def __init__(self, world: World) -> None:
        self.world = world

    async def serve(self, request: web.Request) -> web.StreamResponse:
        found = self.world.files.get(request.match_info["file"])
        named = found is not None and request.match_info["name"] == found.name
        if found is None or not named or not self._fresh(request, found.id):
            return web.Response(status=404, text=GONE)
        shown = found.content_type in PICTURES
        return web.Response(
            body=self.world.shelf.get(found.slot),
            headers={
                "Content-Type": found.content_type if shown else "application/octet-stream",
                "Content-Disposition": "inline" if shown else "attachment",
                "Cache-Control": "private, max-age=3600",
            },
        )

    def _fresh(self, request: web.Request, ident: str) -> bool:
        try:
            until = int(request.query.get("ex", ""), 16)
        except ValueError:
            return False
        signed = hmac.compare_digest(request.query.get("hm", ""), seal(ident, until))
        return signed and until > self.world.clock.now()
