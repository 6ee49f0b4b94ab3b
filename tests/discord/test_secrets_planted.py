"""The test of the test: leaks planted on purpose, each of which the comparison must see."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from bot.discord.post import posts
from bot.discord.post.courier import Courier
from bot.discord.speech import buttons, embeds
from bot.discord.speech.tags import Tag
from bot.tables.play import drafts, panels, slots
from bot.tables.telling import chronicle, reading
from bot.tables.values import Choice
from engine import Match
from tests.contract.hidden import secrets
from tests.contract.play import fork
from tests.discord.houses import SEATS, House, Page, house, leaks
from tests.discord.scene import GAME
from tests.discord.test_secrets import compared, rich, sit_down
from tests.discord.twins import copied, dealt_anew
from tests.people import Person

__all__ = ["rich"]  # a fixture

HIDDEN, READER = "christian", "muslim"


@dataclass(frozen=True)
class Positions:
    """One world's match before the first bids, and when only the reader's is missing."""

    both_asked: Match
    sealed: Match


def positions() -> tuple[Positions, Positions]:
    """Two worlds that differ in the card that the hidden seat has bid, among other things."""
    begun = engine.new_match(GAME, seed="planted")
    bid = begun.decision(HIDDEN)
    assert bid is not None
    sealed = copied(begun)
    sealed.act(HIDDEN, next(action for action in bid if action[1]))
    return Positions(begun, sealed), Positions(unlike(begun), unlike(sealed))


def unlike(match: Match) -> Match:
    """A deal that is different enough for every leak below to show it."""
    rng = Random("planted")
    for _ in range(200):
        other = dealt_anew(match, READER, rng)[0]
        bid = hidden(match, "sealed")
        if odd(match) != odd(other) and (bid is None or bid != hidden(other, "sealed")):
            return other
    raise AssertionError("no deal is different enough")


def odd(match: Match) -> bool:
    """Something about the hand that has no meaning but can be known from nothing else."""
    return bool(sum(hidden(match)) % 2)


def hidden(match: Match, kind: str = "in hand") -> Any:
    """What the hidden seat has, behind all views."""
    return next((what for (k, _), what in secrets(match, HIDDEN).items() if k == kind), None)


def digest(match: Match) -> str:
    return sha256(repr(secrets(match, HIDDEN)).encode()).hexdigest()[:8]


Peek = Callable[[], Match]
Plant = Callable[[pytest.MonkeyPatch, Peek], None]


# -- the leaks -----------------------------------------------------------------------------------


def digest_in_a_button(plant: pytest.MonkeyPatch, true: Peek) -> None:
    def leaky(card: Any) -> Any:
        tag = Tag("play", card.id, arg=digest(true()))
        return buttons.laid_out(buttons.button(tag, "Answer"))

    plant.setattr(buttons, "status", leaky)


def status_that_counts_cards(plant: pytest.MonkeyPatch, true: Peek) -> None:
    status = embeds.status

    def leaky(card: Any, mark: str = "") -> Any:
        count = Counter(hidden(true()))
        return status(card, mark).add_field(name="Cards", value=str(sorted(count.items())))

    plant.setattr(embeds, "status", leaky)


def completion_that_knows_the_hand(plant: pytest.MonkeyPatch, true: Peek) -> None:
    async def leaky(self: slots.Slots, table: int, who: Any, typed: str) -> Any:
        return tuple(Choice(f"not {card}", "bid") for card in hidden(true()))

    plant.setattr(slots.Slots, "answers", leaky)


def call_only_if_the_hand_could_answer(plant: pytest.MonkeyPatch, true: Peek) -> None:
    call = chronicle.call

    def leaky(sitting: Any, seat: str) -> None:
        if seat != HIDDEN or odd(sitting._match):
            call(sitting, seat)

    plant.setattr(chronicle, "call", leaky)


def preview_of_the_true_match(plant: pytest.MonkeyPatch, true: Peek) -> None:
    async def leaky(sitting: Any, row: Any) -> Any:
        world = fork(await sitting.match())
        read = len(world.events(row.seat))
        for line in row.lines:
            world.act(row.seat, line)
        words = [world.tell(s, row.seat) for s in world.events(row.seat)[read:]]
        return drafts._trial(row, world, len(row.lines), words)

    plant.setattr(drafts, "tried", leaky)
    plant.setattr(panels, "tried", leaky)


def picture_of_the_owners_view(plant: pytest.MonkeyPatch, true: Peek) -> None:
    async def leaky(self: reading.Reading, table: int, who: Any, seat: Any) -> Any:
        return true().view(HIDDEN)

    plant.setattr(reading.Reading, "view", leaky)


def file_named_after_a_secret(plant: pytest.MonkeyPatch, true: Peek) -> None:
    from bot.discord.speech import pictures

    file_of = pictures.file_of

    def leaky(picture: Any) -> Any:
        return file_of(replace(picture, name=f"map-{digest(true())}.webp"))

    plant.setattr(pictures, "file_of", leaky)


def words_for_the_blind_that_tell_more(plant: pytest.MonkeyPatch, true: Peek) -> None:
    from bot.discord.speech import pictures

    file_of = pictures.file_of

    def leaky(picture: Any) -> Any:
        return file_of(replace(picture, alt=f"{picture.alt} Not shown: {hidden(true())}"))

    plant.setattr(pictures, "file_of", leaky)


def one_request_more(plant: pytest.MonkeyPatch, true: Peek) -> None:
    """Nothing that is shown differs, only how often the thread is looked at."""
    carry = Courier.carry

    async def leaky(self: Courier, parcel: Any) -> Any:
        if parcel.kind == "status" and odd(true()):
            card = await self.tables.finding.card(parcel.table)
            assert card.thread is not None
            await self.client.fetch_channel(card.thread)
        return await carry(self, parcel)

    plant.setattr(Courier, "carry", leaky)


def second_message_to_the_opponent(plant: pytest.MonkeyPatch, true: Peek) -> None:
    """The opponent's own hand is sent once more when the hidden one is of some sort."""
    secrets_of = chronicle.secrets

    def leaky(sitting: Any, match: Any, seat: str, *, always: bool = False) -> None:
        again = seat == READER and odd(match)
        secrets_of(sitting, match, seat, always=always or again)

    plant.setattr(chronicle, "secrets", leaky)


def footer_of_a_call(plant: pytest.MonkeyPatch, true: Peek) -> None:
    """Invisible marks count as well."""
    mark_of = posts.mark_of

    def leaky(parcel: Any, card: Any) -> str:
        return mark_of(parcel, card) + "\u200b" * (int(digest(true()), 16) % 7)

    plant.setattr(posts, "mark_of", leaky)


PLANTED: tuple[Plant, ...] = (
    digest_in_a_button,
    status_that_counts_cards,
    completion_that_knows_the_hand,
    call_only_if_the_hand_could_answer,
    preview_of_the_true_match,
    picture_of_the_owners_view,
    file_named_after_a_secret,
    words_for_the_blind_that_tell_more,
    one_request_more,
    second_message_to_the_opponent,
    footer_of_a_call,
)
# These leave a message too many, or a mark on one that stays.
LASTING = (call_only_if_the_hand_could_answer, second_message_to_the_opponent, footer_of_a_call)


# -- looking for them ----------------------------------------------------------------------------


def _match_of(made: House) -> Match:
    return made.herald.tables.hall._loaded[1].match


async def look(made: House, at: Positions, title: str) -> None:
    """Both positions, seen by the opponent and a spectator; the opponent plans a bid."""
    reader, spectator = made.people[SEATS[READER]], made.people["Clara"]
    made.forget_names()  # a leak may have made a message too many
    async with made.step(title):
        await made.lay(copied(at.sealed), goes_on=False)
        await made.calm()
        await plan(reader)
        await reader.autocomplete("/answer", "answer", "b")
        await spectator.command("/map", what="all")
        await made.lay(copied(at.both_asked), goes_on=False)


async def plan(person: Person) -> None:
    offered = await person.autocomplete("/answer", "answer", "")
    panel = await person.command("/play")
    form = await person.click(panel, "Write")
    orders = [str(c.value) for c in offered if str(c.value).startswith("bid ")]
    await person.submit(form, orders=orders[0] if orders else "bid")


def titled(pages: list[Page], title: str) -> list[Page]:
    return [page for page in pages if page.title == title]


@pytest.mark.slow
async def test_every_planted_leak_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = int(time.time())
    worlds = positions()
    pages: list[list[Page]] = []
    for world, at in enumerate(worlds):
        async with house(tmp_path / f"{world}", start, compared(READER)) as made:
            await sit_down(made, READER, world)
            for title, plant in lessons():
                with monkeypatch.context() as planted:
                    if plant is not None:
                        plant(planted, partial(_match_of, made))
                    await look(made, at, title)
            pages.append(made.pages)
    assert leaks(*pages_without(pages, {plant.__name__ for plant in PLANTED})) == []
    unseen = [
        plant.__name__
        for plant in PLANTED
        if not leaks(titled(pages[0], plant.__name__), titled(pages[1], plant.__name__))
    ]
    assert unseen == []


def lessons() -> Iterator[tuple[str, Plant | None]]:
    """Each leak; and looks without one, so that no leak is seen only because of an earlier one."""
    yield "nothing at first", None
    for plant in PLANTED:
        yield plant.__name__, plant
        if plant in LASTING:
            yield f"nothing after {plant.__name__}", None


def pages_without(pages: list[list[Page]], titles: set[str]) -> tuple[list[Page], list[Page]]:
    first, second = ([page for page in one if page.title not in titles] for one in pages)
    return first, second
