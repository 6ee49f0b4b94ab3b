"""Nobody can grind the seed: not by the clock, not by pressing last, not by clearing Ready."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random

import pytest

from bot.tables.lobby.seed import LONGEST, alias, mixed
from bot.tables.tables import Tables
from bot.tables.values import Refused, Stage, TableCard, Who
from engine import commitment
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.play import deliver

WORD = "a goose on the roof"
Deed = Callable[[Tables, int, Hours], Awaitable[object]]


async def lobby(tables: Tables, luck: int = 7) -> TableCard:
    """A table of Ana's with a certain secret, at which Ben sits."""
    tables.hall.rng = Random(luck)
    card = await tables.lobby.open(ANA, HERE, "granada")
    return await tables.lobby.join(card.id, BEN)


async def seed_of(tables: Tables, table: int) -> str:
    async with tables.hall.sitting(table) as sitting:
        return sitting.row.seed


async def joining(tables: Tables, table: int) -> list[list[str]]:
    async with tables.hall.sitting(table) as sitting:
        return sitting.row.joining


async def secret_of(tables: Tables, table: int) -> str:
    async with tables.hall.sitting(table) as sitting:
        return sitting.row.secret


async def start_note(tables: Tables) -> str:
    return next(str(p.body["words"]) for p in await deliver(tables) if "game begins" in str(p.body))


async def test_the_seed_is_the_secret_and_the_words(tables: Tables) -> None:
    card = await lobby(tables)
    assert card.commitment == ""
    secret = await secret_of(tables, card.id)
    assert card.promised == commitment(secret)
    await tables.lobby.ready(card.id, BEN, word=f"  {WORD} ")
    share = await tables.lobby.share(card.id, BEN)
    assert (share.wanted, share.word, share.alias) == (False, WORD, alias(secret, BEN.id))
    started = await tables.lobby.ready(card.id, ANA)
    seed = mixed(secret, [[alias(secret, BEN.id), WORD]])
    assert await seed_of(tables, card.id) == seed
    assert (started.promised, started.commitment) == (card.promised, commitment(seed))
    note = await start_note(tables)
    assert f"`{started.commitment}`" in note
    assert f"`{started.promised}`" in note
    assert "a word of Ben." in note
    assert "the host acts together with one of these, nothing is proved" in note


# -- attacks -------------------------------------------------------------------------------------


async def _wait(tables: Tables, table: int, hours: Hours) -> None:
    hours.pass_by(microseconds=hours.time.microsecond % 977 + 1)


async def _waver(tables: Tables, table: int, hours: Hours) -> None:
    for ready in (True, False):
        await tables.lobby.ready(table, BEN, ready, word="another word")


async def _change_options(tables: Tables, table: int, hours: Hours) -> None:
    for value in ("on", "off"):
        await tables.lobby.set_options(table, ANA, {"pioneers": value})


async def _change_settings(tables: Tables, table: int, hours: Hours) -> None:
    for tick in ("1h", "15m"):
        await tables.lobby.set_settings(table, ANA, {"tick": tick})


async def _come_again(tables: Tables, table: int, hours: Hours) -> None:
    await tables.lobby.leave(table, BEN)
    await tables.lobby.join(table, BEN)
    await tables.lobby.ready(table, BEN, word="a third word")


async def _throw_out(tables: Tables, table: int, hours: Hours) -> None:
    """A friend of the host's comes, adds a word, and goes again."""
    await tables.lobby.clear_seat(table, ANA, "muslim")
    await tables.lobby.join(table, CLEO)
    await tables.lobby.ready(table, CLEO, word=f"ground {hours.time}")
    await tables.lobby.leave(table, CLEO)
    await tables.lobby.join(table, BEN)


async def _sit_elsewhere(tables: Tables, table: int, hours: Hours) -> None:
    await tables.lobby.leave(table, BEN)
    for seat in ("muslim", "christian"):
        await tables.lobby.join(table, ANA, seat)
    await tables.lobby.join(table, BEN)


DEEDS: tuple[Deed, ...] = (
    _wait, _waver, _change_options, _change_settings, _come_again, _throw_out, _sit_elsewhere,
)  # fmt: skip


async def test_what_the_host_does_after_the_words_changes_nothing(
    tables: Tables, hours: Hours
) -> None:
    """Ben gives his word; then the host tries whatever there is, and presses last."""
    rng, seeds = Random("grinding"), set()
    for _ in range(10):
        card = await lobby(tables)
        await tables.lobby.ready(card.id, BEN, word=WORD)
        for deed in rng.choices(DEEDS, k=rng.randrange(4)):
            await deed(tables, card.id, hours)
        await tables.lobby.ready(card.id, BEN, word="too late")
        hours.pass_by(microseconds=rng.randrange(1_000_000))
        assert (await tables.lobby.ready(card.id, ANA)).stage is Stage.PLAYING
        seeds.add(await seed_of(tables, card.id))
    assert len(seeds) == 1


async def test_the_host_adds_no_word(tables: Tables) -> None:
    card = await lobby(tables)
    assert not (await tables.lobby.share(card.id, ANA)).wanted
    with pytest.raises(Refused, match="the promise on the card"):
        await tables.lobby.ready(card.id, ANA, word="mine")
    assert await joining(tables, card.id) == []


async def test_a_new_word_comes_from_a_new_person_only(tables: Tables) -> None:
    card = await lobby(tables)
    await tables.lobby.ready(card.id, BEN, word=WORD)
    await tables.lobby.ready(card.id, BEN, False)
    await tables.lobby.ready(card.id, BEN, word="better")
    assert (await tables.lobby.share(card.id, BEN)).word == WORD
    await tables.lobby.leave(card.id, BEN)
    await tables.lobby.join(card.id, CLEO)
    assert (await tables.lobby.share(card.id, CLEO)).wanted
    await tables.lobby.ready(card.id, CLEO, word="mine")
    await tables.lobby.ready(card.id, ANA)
    secret = await secret_of(tables, card.id)
    assert await joining(tables, card.id) == [[alias(secret, CLEO.id), "mine"]]


async def test_other_words_give_another_seed(tables: Tables) -> None:
    seeds = set()
    for word in ("", "one", "two"):
        card = await lobby(tables)
        await tables.lobby.ready(card.id, BEN, word=word)
        await tables.lobby.ready(card.id, ANA)
        seeds.add(await seed_of(tables, card.id))
    assert len(seeds) == 3


# -- what is said --------------------------------------------------------------------------------


async def test_who_adds_nothing_is_named(tables: Tables) -> None:
    card = await lobby(tables)
    await tables.lobby.ready(card.id, BEN, word="  ")
    assert (await tables.lobby.share(card.id, BEN)).wanted
    await tables.lobby.ready(card.id, ANA)
    note = await start_note(tables)
    assert "Ben added nothing." in note
    assert "that the dice were not chosen is not proved" in note


async def test_alone_with_computers_nothing_is_proved(tables: Tables) -> None:
    card = await tables.lobby.open(ANA, HERE, "granada")
    await tables.lobby.sit_computer(card.id, ANA, "muslim", "random")
    await tables.lobby.ready(card.id, ANA)
    note = await start_note(tables)
    assert "that the dice were not chosen is not proved" in note
    assert "added nothing" not in note
    await tables.rest()


async def test_a_word_has_an_end(tables: Tables) -> None:
    card = await lobby(tables)
    with pytest.raises(Refused, match="too long"):
        await tables.lobby.ready(card.id, BEN, word="x" * (LONGEST + 1))
    assert not (await tables.finding.card(card.id)).seats[1].ready
    assert not (await tables.lobby.share(card.id, Who(99, "Zoe"))).wanted
