"""Following along in Discord: catching up with a picture, the log with filters, the end."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from bot.discord.client import Herald
from bot.sandbox import Sandbox
from bot.tables.telling import reading
from engine.film import film
from tests.discord.conftest import ordered, quiet, seated, thread_of, to_a_move, who
from tests.discord.falsely import glasses as glasses
from tests.discord.scene import said
from tests.people import Person
from tests.tables.test_following import to_the_end


async def test_catching_up_shows_where_it_happened(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, clara: Person
) -> None:
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    mover = await to_a_move(herald, card, ana, bruno)
    other = bruno if mover is ana else ana
    await other.command("/catchup", in_=thread)
    for _ in range(8):
        if await herald.tables.play.asked(card.id, who(mover)) is None:
            break
        await ordered(herald, card, mover)
    news = await other.command("/catchup", in_=thread)
    assert news.ephemeral
    assert "#" in said(news)
    assert news.files  # a close-up of what changed
    nothing = await other.command("/catchup", in_=thread)
    assert "Nothing has happened" in said(nothing)
    assert not nothing.files
    for_all = await clara.command("/catchup", in_=thread)
    assert for_all.ephemeral

    kinds = await other.autocomplete("/log", "kind", in_=thread)
    assert kinds
    found = await other.command("/log", in_=thread, kind=kinds[0].value)
    assert "what you looked for" in said(found)
    none = await other.command("/log", in_=thread, text="no such words anywhere")
    assert "Nothing like that" in said(none)
    assert "which place" in said(await other.command("/log", in_=thread, place="Atlantis"))


async def test_the_end_comes_with_a_replay_and_counts(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    early = await ana.command("/map", in_=thread, what="replay")
    assert "not over" in said(early)
    monkeypatch.setattr(
        reading, "film", lambda record, most, tongue: film(record, 4, tongue)
    )  # as cheap
    await to_the_end(herald.tables, card.id)
    await quiet(herald)
    shown = await bruno.hears("the replay", in_=thread)
    (name,) = shown.files
    with Image.open(BytesIO(shown.files[name])) as opened:
        assert opened.n_frames == 4  # type: ignore[attr-defined]
    again = await ana.command("/map", in_=thread, what="replay")
    assert again.ephemeral
    assert again.files
    results = await bruno.command("/table results")
    assert "Granada 1" in said(results)
    assert "Bruno" in said(results)
    of_ana = await bruno.command("/table results", person=ana)
    assert "1 finished" in said(of_ana)
    mine = await ana.command("/me history")
    assert "1 finished" in said(mine)
    assert "No game" in said(await ana.command("/table results", person=herald_user(herald)))


async def test_being_forgotten_is_asked_for_twice(
    herald: Herald, place: Sandbox, ana: Person, bruno: Person
) -> None:
    card = await seated(herald, place, ana, bruno)
    thread = await thread_of(herald, card)
    await bruno.command("/me settings", zone="Europe/Madrid")
    asked = await bruno.command("/me forget")
    assert asked.ephemeral
    assert "Granada 1" in said(asked)
    assert (await herald.tables.people.profile(who(bruno))).zone == "Europe/Madrid"
    done = await bruno.click(asked, "Delete it all")
    assert "Nothing is kept" in said(done)
    assert (await herald.tables.people.profile(who(bruno))).zone == "UTC"
    await ana.hears("given up the seat Muslim", in_=thread)


def herald_user(herald: Herald) -> str:
    assert herald.user is not None
    return str(herald.user.id)
