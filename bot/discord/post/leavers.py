"""Who is no longer there. Without privileged intents Discord tells nobody: one has to ask."""

from __future__ import annotations

import discord

from bot.discord.post import accounts
from bot.host.logs import get
from bot.tables.tables import Tables
from bot.tables.values import TableCard, Who

log = get("herald.leavers")

UNKNOWN_MEMBER, UNKNOWN_USER, NO_SERVER_SHARED = 10007, 10013, 50278


async def noticed(client: discord.Client, tables: Tables, card: TableCard, who: Who) -> bool:
    """Ask whether somebody is still in the table's server; if not, their seats become free."""
    if card.server is None:
        return False
    account = await accounts.of(tables, who)
    if account is None:
        return False
    why = await _absence(client, card.server, account)
    if not why:
        return False
    log.info("somebody is gone", person=who.id, server=card.server, why=why)
    await tables.seats.gone(who, card.circle if why == "left" else None, why)
    return True


async def _absence(client: discord.Client, server: int, account: int) -> str:
    """Why somebody is not in a server; "" if they are, or if nobody can say."""
    try:
        await client.http.get_member(server, account)
    except discord.HTTPException as error:
        return {UNKNOWN_MEMBER: "left", UNKNOWN_USER: "vanished"}.get(error.code, "")
    return ""
