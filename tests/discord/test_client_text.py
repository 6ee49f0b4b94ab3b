"""Nothing that a player writes formats, pings, or grows over a limit."""

from __future__ import annotations

import re

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord.speech import embeds
from bot.discord.speech.text import code, cut, fold, listed, plain, refusal, safe
from bot.tables.values import SeatCard, Stage, TableCard, Venue, Who

HOSTILE = [
    "@everyone",
    "@here",
    "<@123456789012345678>",
    "<@&123456789012345678>",
    "<#123>",
    "</table open:1>",
    "[free](https://example.org)",
    "https://example.org",
    "**bold** __under__ ~~gone~~ ||spoiler|| `code` ```block```",
    "# heading",
    "-# small",
    "> quotation",
    "1. list",
    "- list",
    ":smile: <:a:1>",
    "\\*\\*",
    "two\nlines\n# and a heading",
    "\u202eright to left\u202c",
]


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_words_lose_their_power(words: str) -> None:
    told = safe(words)
    assert "\n" not in told
    assert "@everyone" not in told
    assert "@here" not in told
    bare = _unescaped(told)
    for mark in "*_~`|[]<>#" + "\\":
        assert mark not in bare
    assert "://" not in bare
    assert not re.search(r":\w+:", bare)
    assert not bare.startswith(("#", ">", "-", "+", "1."))


def _unescaped(text: str) -> str:
    """What Discord would still read as a mark."""
    kept, n = [], 0
    while n < len(text):
        if text[n] == "\\" and n + 1 < len(text):
            n += 2
            kept.append("x")
        else:
            kept.append(text[n])
            n += 1
    return "".join(kept)


@given(st.text(max_size=300))
def test_no_text_keeps_a_live_mark(words: str) -> None:
    bare = _unescaped(safe(words))
    assert not set(bare) & set("*_~`|[]<>#\n\\")
    assert not re.search(r"://|:\w+:", bare)
    assert "@everyone" not in safe(words)


def test_plain_words_stay_as_they_are() -> None:
    assert (
        safe("Ana moves to Alcalá la Real (7.3), 2-1") == "Ana moves to Alcalá la Real (7.3), 2-1"
    )


def test_code_cannot_leave_its_box() -> None:
    assert "`" not in code("move `A` > ```B```")
    assert "\n" not in code("a\nb")
    assert code("") == " "


def test_cut_ends_at_a_word() -> None:
    assert cut("one two three four", 14) == "one two three…"
    assert len(cut("x" * 50, 10)) == 10
    assert cut("twelve thirteen", 14) == "twelve thirte…"
    assert cut("short", 10) == "short"


def test_fold_says_what_is_left_out() -> None:
    text = fold([f"line {n}" for n in range(30)], 1000, most=3)
    assert text.splitlines() == ["line 0", "line 1", "line 2", "… 27 more: /log"]
    assert len(fold(["x" * 90] * 30, 500)) <= 500


def test_listed_and_plain() -> None:
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert plain("a\n b\t c") == "a b c"


def test_a_refusal_has_reason_rule_and_what_would_do() -> None:
    told = refusal("Only two may cross.", "7.3.2", ("move A > B", "pass"))
    assert told.splitlines() == ["Only two may cross. [7.3.2]", "• `move A > B`", "• `pass`"]


def test_a_card_with_hostile_names_stays_within_every_limit() -> None:
    names = [Who(n, ("@everyone **" + "x" * 500)) for n in range(7)]
    card = TableCard(
        id=1,
        game="granada",
        title="Granada",
        scenario="s" * 500,
        options={f"option{n}": "v" * 300 for n in range(40)},
        stage=Stage.LOBBY,
        host=names[0],
        circle="discord:1",
        venue=Venue("discord", 1, 2, None),
        seats=tuple(SeatCard(f"seat {w.id}", w) for w in names),
        commitment="c" * 64,
        seed=None,
        headline=tuple((f"name{n}", "w" * 900) for n in range(30)),
    )
    for embed in (embeds.lobby(card), embeds.status(card)):
        assert len(embed) <= 6000
        assert len(embed.fields) <= 25
        assert all(len(f.name or "") <= 256 and len(f.value or "") <= 1024 for f in embed.fields)
        assert "@everyone" not in str(embed.to_dict())
        assert isinstance(embed, discord.Embed)
