"""What a parcel looks like, made from values and a real match: words, pictures, marks, limits."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import cast

import discord
import pytest

import engine
from bot.discord.post import finale, posts
from bot.discord.post.posts import Post
from bot.tables.values import (
    Owed,
    Parcel,
    SeatCard,
    Secrets,
    Stage,
    TableCard,
    Venue,
    Who,
)
from engine import View
from engine.events import drawn
from engine.tongues import Tongue
from renderer.studio.studio import Studio

ANA, BRUNO = Who(1, "Ana"), Who(2, "@everyone **Bruno**")
SINCE = datetime(2026, 11, 16, 12, tzinfo=UTC)
CARD = TableCard(
    id=12,
    game="granada",
    title="Granada",
    scenario="standard",
    options={},
    stage=Stage.PLAYING,
    host=ANA,
    circle="discord:1",
    venue=Venue("discord", 1, 2, 3),
    seats=(SeatCard("christian", ANA), SeatCard("muslim", BRUNO)),
    commitment="c" * 64,
    seed=None,
    owed=(Owed("christian", ANA, "move", "7.1", "Move, or pass.", SINCE),),
)


class Source:
    """The tables, as far as a post looks at them: one match."""

    def __init__(self) -> None:
        self.match = engine.new_match("granada", seed="posts")

    async def view(self, table: int, who: Who | None, *, seat: str | None = None) -> View:
        return self.match.view(seat)

    async def secrets(self, table: int, who: Who) -> Secrets:
        return Secrets(table, "christian", ("hand",), "Castile 2\nAragon **3**\n# no heading")

    async def record(self, table: int) -> dict[str, object]:
        return self.match.record()

    async def film(self, table: int, *, tongue: Tongue) -> tuple[dict[str, object], ...]:
        return ()


def palettes() -> tuple[str, ...]:
    import renderer

    return tuple(renderer.PALETTES)


@pytest.fixture
async def studio() -> AsyncIterator[Studio]:
    async with Studio(workers=0) as opened:
        yield opened


def parcel(slot: str, **body: object) -> Parcel:
    return Parcel(1, 12, "table", slot, slot.partition(":")[0], body)


def within_limits(post: Post) -> None:
    assert len(post.content) <= 2000
    assert sum(len(card) for card in post.cards) <= 6000
    assert len(post.cards) <= 10
    assert len({e.name for e in post.enclosed}) == len(post.enclosed)
    for card in post.cards:
        if card.image.url:
            assert card.image.url.removeprefix("attachment://") in {e.name for e in post.enclosed}
    for enclosed in post.enclosed:
        assert len(enclosed.alt) <= 1024
        assert len(enclosed.data) < 10 * 2**20


def seen(post: Post) -> discord.Message:
    """The message that a post becomes, as far as marks are looked for."""
    return cast(discord.Message, SimpleNamespace(embeds=list(post.cards)))


LINES = [{"words": f"Line {n} of *the* report", "rule": f"7.{n % 3}"} for n in range(1, 31)]


async def test_a_report_is_numbered_folded_and_footnoted(studio: Studio) -> None:
    body = parcel("report:41", number=41, title="Christian: movement", lines=LINES)
    post = await posts.report(body, CARD, Source(), studio)
    within_limits(post)
    (card,) = post.cards
    assert card.title == "#41 Christian: movement"
    text = card.description or ""
    assert text.splitlines()[0] == "Line 1 of \\*the\\* report ¹"
    assert "16 more: /log" in text
    assert text.splitlines()[-1] == "-# ¹ 7.1  ² 7.2  ³ 7.0"
    assert card.footer.text == "Granada 12 · #41 · 1–30"
    assert posts.marked(seen(post), post.mark)
    assert not posts.marked(seen(post), "Granada 12 · #4")
    assert posts.lines_shown(seen(post)) == (1, 30)
    assert post.silent
    assert post.mention is None


async def test_a_report_goes_on_where_it_stopped(studio: Studio) -> None:
    body = parcel("report:41", number=41, title="Movement", lines=LINES[:5])
    post = await posts.report(body, CARD, Source(), studio, first=4)
    (card,) = post.cards
    assert card.title == "#41 Movement (continued)"
    assert (card.description or "").splitlines()[0].startswith("Line 4 ")
    assert posts.lines_shown(seen(post)) == (4, 5)


async def test_what_was_taken_back_is_struck_out(studio: Studio) -> None:
    lines = [{**line, "back": n > 0} for n, line in enumerate(LINES[:3])]
    some = parcel("report:2", number=2, title="T", lines=lines)
    text = (await posts.report(some, CARD, Source(), studio)).cards[0].description or ""
    assert not text.splitlines()[0].startswith("~~")
    assert text.splitlines()[1].startswith("~~")
    every = parcel("report:2", number=2, title="T", lines=lines, taken_back=True)
    post = await posts.report(every, CARD, Source(), studio)
    assert (post.cards[0].title or "").endswith("(taken back)")
    assert not post.enclosed


async def test_a_report_shows_what_changed_with_words_for_who_cannot_see(studio: Studio) -> None:
    source = Source()
    match = source.match
    events = [drawn(match.game.events, e.to_json()) for e in match.events(None)]
    body = parcel("report:1", number=1, title="T", lines=LINES[:2], picture={"events": events})
    post = await posts.report(body, CARD, source, studio)
    within_limits(post)
    (picture,) = post.enclosed
    assert picture.name == "granada-12-1.webp"
    assert picture.alt
    assert picture.data[:4] == b"RIFF"


async def test_secrets_are_pictures_and_text(studio: Studio) -> None:
    post = await posts.secrets(
        parcel("secrets:christian"), CARD, ANA, Source(), studio, palettes()[-1]
    )
    within_limits(post)
    text = post.cards[0].description or ""
    assert text.splitlines() == ["Castile 2", "Aragon \\*\\*3\\*\\*", "\\# no heading"]
    assert [e.name for e in post.enclosed] == ["granada-12-yours.webp"]
    assert posts.marked(seen(post), "Granada 12 · hand of christian")


def test_a_call_pings_only_in_the_thread() -> None:
    body = parcel("call:christian:57", number=57, seat="christian")
    letter = posts.call(body, CARD, CARD.owed[0], in_thread=False)
    assert letter.mention is None
    assert "<@" not in letter.content
    assert "7.1" in (letter.cards[0].description or "")
    assert posts.is_call(seen(letter), CARD)
    assert not posts.is_call(seen(letter), replace(CARD, id=1))
    named = posts.call(body, CARD, CARD.owed[0], in_thread=True)
    assert named.mention == ANA.id
    assert named.content == "<@1>"


def test_a_note_cannot_ping_through_a_name() -> None:
    post = posts.note(parcel("note:7", words=f"{BRUNO.name} takes a seat. <@3>"), CARD)
    text = post.cards[0].description or ""
    assert "@everyone" not in text
    assert "<@3>" not in text
    assert "**" not in text.replace("\\*", "")
    assert post.mark == "Granada 12 · note 7"


def test_a_request_has_two_buttons_until_it_is_settled() -> None:
    asked = parcel("request:3", words="Take back `pass`?", waiting=[2], by_name="Ana", state="open")
    post = posts.request(asked, CARD)
    assert "@everyone" not in str(post.cards[0].to_dict())
    assert post.buttons is not None
    assert len(post.buttons.children) == 2
    assert post.mention == 2
    done = posts.request(replace(asked, body={**asked.body, "state": "agreed"}), CARD)
    assert done.buttons is None
    assert done.mention is None


async def test_the_end_reveals_seed_and_record(studio: Studio) -> None:
    over = replace(CARD, stage=Stage.OVER, seed="abc", result="Christian wins.", owed=())
    post = await finale.end(parcel("end"), over, Source(), studio)
    within_limits(post)
    assert "`abc`" in str(post.cards[0].to_dict())
    assert [e.name for e in post.enclosed][-1] == "granada-12-end.json"
    assert post.enclosed[-1].data.startswith(b"{")


def test_the_least_that_can_be_said_keeps_the_mark() -> None:
    post = posts.bare(Post("Granada 12 · #1", "x"), "This message could not be shown.")
    assert post.content == ""
    assert posts.marked(seen(post), "Granada 12 · #1")
