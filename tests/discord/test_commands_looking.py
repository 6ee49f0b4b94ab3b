"""/hand, /map, /status, /log, /catchup, /rules, /help, /me: each to its own reader."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from bot.discord.client import Herald
from tests.discord.conftest import who
from tests.discord.scene import asked, said, sit_down, to_movement
from tests.people import Person, Reply


@pytest.fixture
async def table(herald: Herald, ana: Person, bruno: Person) -> str:
    thread = await sit_down(ana, bruno)
    await to_movement(herald, ana, bruno)
    return thread


def check_pictures(reply: Reply) -> None:
    """Real pictures, each with words for those who cannot see it, under a neutral name."""
    pictures = {name: data for name, data in reply.files.items() if name.endswith(".webp")}
    assert pictures
    assert len(reply.alt) >= len(pictures)
    assert all(1 <= len(alt) <= 1024 for alt in reply.alt)
    for data in pictures.values():
        assert Image.open(BytesIO(data)).width >= 200


async def test_a_hand_is_shown_to_its_owner_alone(
    herald: Herald, table: str, ana: Person, bruno: Person, clara: Person
) -> None:
    hers, his = await ana.command("/hand"), await bruno.command("/hand")
    for reply, person in ((hers, ana), (his, bruno)):
        assert reply.ephemeral
        check_pictures(reply)
        secrets = await herald.tables.reading.secrets(1, who(person))
        assert secrets.text.splitlines()[0][:40] in said(reply)
    assert said(hers) != said(his)
    refused = await clara.command("/hand", in_=table)
    assert "You have no seat" in said(refused)
    assert not refused.files


async def test_maps_of_every_kind(table: str, ana: Person, clara: Person) -> None:
    mine = await ana.command("/map")
    assert "as you may see it" in said(mine)
    check_pictures(mine)
    everybody = await ana.command("/map", what="all")
    check_pictures(everybody)
    assert mine.files != everybody.files
    watching = await clara.command("/map", in_=table)
    assert list(watching.files.values()) == list(everybody.files.values())
    offered = await ana.autocomplete("/map", "place", typed="cór")
    assert [c.value for c in offered] == ["Cordoba"]
    closer = await ana.command("/map", what="region", place="Córdoba")
    check_pictures(closer)
    assert closer.files != mine.files
    by_place = await ana.command("/map", place="cordoba")
    assert list(by_place.files.values()) == list(closer.files.values())
    last = await ana.command("/map", what="last")
    check_pictures(last)
    words = await ana.command("/map", what="words")
    told = said(words) + "".join(f.decode() for n, f in words.files.items() if n.endswith(".txt"))
    assert "Sevilla" in told
    for reply in (mine, everybody, closer, last, words):
        assert reply.ephemeral


async def test_places_nobody_knows_are_refused(table: str, ana: Person) -> None:
    assert "Name the place" in said(await ana.command("/map", what="region"))
    unknown = await ana.command("/map", what="region", place="Atlantis")
    assert "I do not know which place 'Atlantis' is" in said(unknown)


async def test_status_log_and_catch_up(
    herald: Herald, table: str, ana: Person, bruno: Person
) -> None:
    status = await bruno.command("/status")
    assert status.ephemeral
    assert "Ana" in said(status)
    assert "Answer" in status.buttons
    await bruno.command("/catchup")
    nothing = await bruno.command("/catchup")
    assert "Nothing has happened" in said(nothing)
    await ana.command("/order", text=(await asked(herald, ana)).example)
    caught = await bruno.command("/catchup")
    assert caught.ephemeral
    assert "Nothing has happened" not in said(caught)
    log = await bruno.command("/log", last=3)
    assert len([line for line in said(log).splitlines() if line.startswith("`#")]) == 3
    whole = await ana.command("/log", last=200)
    assert len(said(whole)) <= 4500


async def test_the_log_knows_no_secret_of_the_other(
    herald: Herald, table: str, ana: Person, bruno: Person
) -> None:
    order = (await asked(herald, ana)).example  # move Sevilla C3 > Utrera
    block = order.split()[2]
    done = await ana.command("/order", text=order)
    assert block in said(done)
    theirs = await bruno.command("/log", last=2)
    assert f" {block} " not in said(theirs).partition("log")[2]


async def test_rules_by_number_and_word(table: str, ana: Person, clara: Person) -> None:
    offered = await ana.autocomplete("/rules", "number", typed="7.3")
    assert any(str(c.value) == "7.3" for c in offered)
    rule = await ana.command("/rules", number="7.3")
    assert rule.ephemeral
    assert "Granada 7.3:" in said(rule)
    outside = await clara.command("/rules", number="8.5.1")
    assert "Granada 8.5.1:" in said(outside)
    unknown = await ana.command("/rules", number="99.9")
    assert "There is no section" in said(unknown)
    no_game = await ana.command("/rules", number="7.3", game="chess")
    assert "There is no game" in said(no_game)


async def test_help_answers_for_this_very_decision(
    herald: Herald, table: str, ana: Person, bruno: Person, clara: Person
) -> None:
    question = await asked(herald, ana)
    helped = await ana.command("/help")
    assert helped.ephemeral
    words = said(helped)
    assert question.prompt in words
    for verb in question.verbs:
        assert verb.words in words
    assert "/granada move from: blocks: path:" in words
    assert question.example in words
    opened = await ana.click(helped, "Answer")
    assert "Suggest" in opened.buttons
    assert "Nothing is asked of you" in said(await bruno.command("/help"))
    assert "Nothing is asked of you" in said(await clara.command("/help", in_=table))


async def test_help_for_somebody_new(clara: Person) -> None:
    helped = await clara.command("/help")
    assert "/table open" in said(helped)


async def test_me_says_and_changes_how_one_is_treated(herald: Herald, ana: Person) -> None:
    shown = await ana.command("/me settings")
    assert "by direct message" in said(shown)
    zones = await ana.autocomplete("/me settings", "zone", typed="Europe/Mad")
    assert [c.value for c in zones] == ["Europe/Madrid"]
    changed = await ana.command("/me settings", zone="Europe/Madrid", quiet="22-7", pings="mention")
    assert "Noted." in said(changed)
    assert "Europe/Madrid" in said(changed)
    profile = await herald.tables.people.profile(who(ana))
    assert (profile.zone, profile.quiet, profile.calls) == ("Europe/Madrid", "22-7", "mention")
    await ana.command("/me settings", quiet="none")
    assert (await herald.tables.people.profile(who(ana))).quiet == ""
    assert "There is no time zone" in said(await ana.command("/me settings", zone="Mars/Olympus"))


async def test_buttons_of_the_status_card(
    herald: Herald, table: str, ana: Person, bruno: Person
) -> None:
    status = await bruno.command("/status")
    check_pictures(await bruno.click(status, "My map"))
    check_pictures(await bruno.click(status, "My hand"))
    assert "Nothing is asked of you" in said(await bruno.click(status, "Help"))
    refused = await bruno.click(status, "Answer")
    assert "the question is with Christian" in said(refused)
