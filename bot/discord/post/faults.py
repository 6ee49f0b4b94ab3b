"""What Discord's refusals mean for a parcel: tried again later, or given up.

A missing permission is told to the host by letter, once for each place.
"""

from __future__ import annotations

import aiohttp
import discord

from bot.discord.post import accounts, words
from bot.discord.speech import spoken
from bot.discord.speech.text import NOBODY
from bot.host.delivery import Verdict, backoff
from bot.host.logs import get
from bot.tables.tables import Tables
from bot.tables.values import Parcel

log = get("herald.delivery")

PARKED = 3600.0  # seconds until a missing permission is tried again unasked
TOO_OFTEN = {40003, 30046}  # opening letter boxes; editing messages that are older than an hour


class Faults:
    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self.client = client
        self.tables = tables
        self._told: set[tuple[str, str]] = set()

    def arrived(self, circle: str, audience: str) -> None:
        """Something could be posted there: should it be forbidden later, that is told anew."""
        self._told.discard((circle, audience))

    async def judge(self, parcel: Parcel, error: Exception) -> Verdict | None:
        """Why it failed, and after how many seconds to try again; None: not Discord's doing."""
        about = {"parcel": parcel.id, "table": parcel.table, "kind": parcel.kind}
        match error:
            case discord.RateLimited():
                return "rate limit", error.retry_after
            case discord.HTTPException(code=code) if code in TOO_OFTEN:
                return f"too often {code}", 60.0
            case discord.Forbidden() if parcel.to:
                log.warning("letter box refuses", code=error.code, **about)
                return f"letter box {error.code}", None
            case discord.Forbidden():
                await self._missing_permission(parcel, error)
                return f"permission {error.code}", PARKED
            case discord.NotFound():
                log.warning("place gone", code=error.code, **about)
                return f"gone {error.code}", None
            case discord.HTTPException(status=status) if status == 429 or status >= 500:
                log.warning("discord is unwell", status=status, **about)
                return f"status {status}", backoff(parcel.attempts)
            case discord.HTTPException():
                log.error("refused by discord", status=error.status, code=error.code, **about)
                return f"refused {error.code}", None
        return None

    async def _missing_permission(self, parcel: Parcel, error: discord.Forbidden) -> None:
        """The host is told by letter, once for each place."""
        card = await self.tables.finding.card(parcel.table)
        if (card.circle, parcel.audience) in self._told:
            return
        self._told.add((card.circle, parcel.audience))
        place = "channel" if parcel.audience == "lobby" else "thread"
        log.warning("permission missing", server=card.server, place=place, code=error.code)
        missing = words.NO_CHANNEL if parcel.audience == "lobby" else words.NO_THREAD
        host = spoken.tongue_of(self.tables.people.language(card.host.id))
        told = host.word(missing(table=card.name))
        account = await accounts.of(self.tables, card.host)
        if account is None:
            return
        try:
            box = await self.client.create_dm(discord.Object(account))
            await box.send(told, allowed_mentions=NOBODY)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as failed:
            log.info("host not told", kind=type(failed).__name__)
