"""Where a table's dice come from: a secret that is promised before anybody sits down, and a word of
every player but the host.

Whoever hosts knows the secret, so nothing of theirs, and no time of ours, goes in after it. A word
is typed by a person; once given it stays, whatever happens to Ready or to the seat. Only the words
of those who sit there at the start count: who comes and goes again has no share.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from bot.store import models
from bot.tables.floor import words
from bot.tables.floor.sitting import Sitting
from bot.tables.values import Refused, Share, Who
from engine import commitment

LONGEST = 100  # letters of a word


def mixed(secret: str, joining: list[list[Any]]) -> str:
    """The seed. `docs/fairness.md` says how anybody can check it after the end."""
    did = json.dumps(joining, separators=(",", ":"), ensure_ascii=True)
    return sha256(f"{secret}\n{did}".encode()).hexdigest()


def alias(secret: str, person: int) -> str:
    """Somebody's name in the proof of a table's seed. It stands in the record for good, so it is
    one that only they can find again."""
    return sha256(f"{secret}:{person}".encode()).hexdigest()[:16]


def share_of(sitting: Sitting, who: Who) -> Share:
    """What somebody has added to the seed, and whether they still may."""
    row = sitting.row
    name = alias(row.secret, who.id)
    word = _given(row).get(name, "")
    return Share(sitting.seat_of(who) is not None and who.id != row.host and not word, word, name)


def add_word(sitting: Sitting, who: Who, word: str) -> None:
    """A word for the seed. The first one stays."""
    word = " ".join(word.split())
    if not word:
        return
    if who.id == sitting.row.host:
        raise Refused(words.HOST_ADDS_NOTHING.format(table=sitting.name))
    if len(word) > LONGEST:
        raise Refused(words.LONG_WORD.format(most=LONGEST))
    share = share_of(sitting, who)
    if share.wanted:
        sitting.row.joining = [*sitting.row.joining, [share.alias, word]]


def settle(sitting: Sitting) -> str:
    """The game starts: only those who sit there have a share. Says who has one and who has not."""
    row, given = sitting.row, _given(sitting.row)
    people = [seat.person for seat in sitting.seats.values() if seat.person is not None]
    players = {alias(row.secret, person): person for person in people}
    row.joining = [[name, word] for name, word in given.items() if name in players]
    having = [sitting.who(person).name for name, person in players.items() if name in given]
    lacking = [
        sitting.who(person).name
        for name, person in players.items()
        if name not in given and person != row.host
    ]
    promised = commitment(row.secret)
    if not having:
        told = words.NO_SHARES.format(promised=promised)
    else:
        told = words.SHARES.format(promised=promised, names=words.both(having))
    if not lacking:
        return told
    return words.ADDED_NOTHING.format(told=told, names=words.both(lacking))


def _given(row: models.Table) -> dict[str, str]:
    """The words in the order in which they came; what a lobby of an older version noted beside
    has no share."""
    return {line[0]: line[1] for line in row.joining if len(line) == 2}
