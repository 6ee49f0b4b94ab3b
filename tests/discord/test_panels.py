"""Panels, cards and forms made from values: what they say, and every limit by rule."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from bot.discord.panels import forms, orders, question
from bot.discord.speech import buttons
from bot.discord.speech.tags import Tag
from bot.discord.speech.text import sentence
from bot.discord.visit import number_of
from bot.tables.values import (
    Asked,
    Choice,
    Draft,
    Menu,
    Outcome,
    Panel,
    Refused,
    SeatCard,
    Stage,
    TableCard,
    Venue,
    Who,
)

HOSTILE = "@everyone <@1> **`[x](http://evil.example)`** ||spoiler||\n# big"
ANA = Who(1, "Ana")


def card(**changes: Any) -> TableCard:
    plain = TableCard(
        id=12,
        game="granada",
        title="Granada",
        scenario="standard",
        options={},
        stage=Stage.LOBBY,
        host=ANA,
        circle="discord:1",
        venue=Venue("discord", 1, 2, 3),
        seats=(SeatCard("christian", ANA), SeatCard("muslim")),
        commitment="c0ffee",
        seed=None,
    )
    return replace(plain, **changes)


def menu(n: int = 3, **changes: Any) -> Menu:
    choices = tuple(Choice(f"Place {i}", f"p{i}", f"where {i} lies") for i in range(n))
    return replace(Menu("from", "where they start", "one", choices), **changes)


def panel(**changes: Any) -> Panel:
    plain = Panel(
        table=card(stage=Stage.PLAYING),
        seat="christian",
        key="7.christian.move",
        number=7,
        revision=3,
        prompt="Move, muster or end the phase.",
        rule="7.3",
        draft=Draft(),
        so_far="move",
        menu=menu(),
    )
    return replace(plain, **changes)


def labels(view: discord.ui.View) -> list[str]:
    return [item.label or "" for item in view.children if isinstance(item, discord.ui.Button)]


def check_limits(view: discord.ui.View) -> None:
    rows = view.to_components()
    assert len(rows) <= 5
    ids = [part["custom_id"] for row in rows for part in row["components"]]
    assert len(ids) == len(set(ids))
    for row in rows:
        assert len(row["components"]) <= 5
        for part in row["components"]:
            assert 1 <= len(part["custom_id"]) <= 100
            assert len(part.get("label") or "") <= 80
            for option in part.get("options", ()):
                assert 1 <= len(option["label"]) <= 100
                assert 1 <= len(option["value"]) <= 100
                assert len(option.get("description") or "") <= 100
            assert len(part.get("options", ())) <= 25


# -- tags ----------------------------------------------------------------------------------------


def test_a_tag_reads_back_what_it_writes() -> None:
    tag = Tag("pick", 12, 34, 5, "a:b")
    assert str(tag) == "h:pick:12:34:5:a:b"
    assert Tag.read(str(tag)) == tag


@pytest.mark.parametrize("text", ["", "x:pick:1:2:3:", "h:pick:1", "h:pick:x:1:1:", "h:p:-1:1:1:"])
def test_what_is_no_tag_is_not_read(text: str) -> None:
    assert Tag.read(text) is None


def test_a_tag_never_grows_over_the_limit() -> None:
    with pytest.raises(ValueError, match="100"):
        str(Tag("seat", 1, arg="x" * 100))


@pytest.mark.parametrize(
    ("said", "number"), [("12", 12), ("Granada 12", 12), (" 7 ", 7), ("", None)]
)
def test_a_table_is_named_by_number_or_name(said: str, number: int | None) -> None:
    assert number_of(said) == number


def test_a_table_without_a_number_is_refused() -> None:
    with pytest.raises(Refused, match="do not know a table"):
        number_of("Granada")


# -- panels --------------------------------------------------------------------------------------


async def test_a_menu_is_offered_with_its_words_and_the_question() -> None:
    made = panel()
    face = question.face(made)
    assert "Move, muster or end the phase" in str(face.description)
    assert "7.3" in str(face.description)
    select = question.controls(made).children[0]
    assert isinstance(select, discord.ui.Select)
    assert [option.label for option in select.options] == ["Place 0", "Place 1", "Place 2"]
    assert select.options[1].description == "where 1 lies"
    assert select.max_values == 1
    assert select.custom_id == "h:pick:12:7:3:"


async def test_a_set_lets_several_be_picked_at_once_and_may_stop() -> None:
    made = panel(menu=menu(4, form="set", may_stop=True, chosen=("Castile 2",), most=4))
    view = question.controls(made)
    select = view.children[0]
    assert isinstance(select, discord.ui.Select)
    assert (select.min_values, select.max_values) == (1, 4)
    assert "That is all" in labels(view)
    assert "Castile 2" in str(question.face(made).fields[-1].value)


async def test_a_long_menu_is_turned_page_by_page() -> None:
    first, middle = menu(25, page=0, pages=3), menu(25, page=1, pages=3)
    assert "More" in labels(question.controls(panel(menu=first)))
    assert "Earlier" not in labels(question.controls(panel(menu=first)))
    assert {"Earlier", "More"} <= set(labels(question.controls(panel(menu=middle))))
    assert "(2 of 3)" in str(question.face(panel(menu=middle)).fields[-1].name)


async def test_a_complete_order_can_be_sent_added_or_taken_back() -> None:
    made = panel(menu=None, complete="move Cordoba C2 > Ecija", so_far="move Cordoba C2 > Ecija")
    assert {"Send", "Add to draft", "Back"} <= set(labels(question.controls(made)))
    assert "move Cordoba C2 > Ecija" in str(question.face(made).fields[0].value)


async def test_few_answers_are_buttons() -> None:
    quick = (Choice("stand", "stand"), Choice("inside", "inside"))
    made = panel(menu=None, so_far="", quick=quick)
    view = question.controls(made)
    assert labels(view)[:2] == ["stand", "inside"]
    assert view.children[1].custom_id == "h:quick:12:7:3:1"  # type: ignore[attr-defined]


async def test_a_draft_says_how_far_it_was_tried() -> None:
    draft = Draft(("move A", "move B", "done"), tried=1, waits=True, words=("A block arrives.",))
    words = question.draft_words(draft)
    assert words.splitlines()[:3] == [
        "1. `move A` (tried)",
        "2. `move B` (waits for chance)",
        "3. `done` (not tried yet)",
    ]
    assert "A block arrives" in words
    refused = question.draft_words(Draft(("nonsense",), refused="There is no order nonsense."))
    assert "(refused)" in refused
    assert "There is no order nonsense" in refused


async def test_a_suggestion_comes_with_its_two_buttons_and_is_read_back() -> None:
    made = panel()
    assert "Do it" not in labels(question.controls(made))
    assert {"Do it", "Into my draft"} <= set(labels(question.controls(made, "muster Castile C2")))

    class Message:
        embeds = [question.face(made, "muster Castile C2 > Cordoba")]

    assert question.suggestion_in(Message()) == "muster Castile C2 > Cordoba"  # type: ignore[arg-type]
    assert question.suggestion_in(None) == ""
    drafting = panel(draft=Draft(("done",), tried=1))
    assert "Do it" not in labels(question.controls(drafting, "done")), "the draft comes first"


async def test_the_fullest_panel_keeps_to_every_limit() -> None:
    long = "x" * 300
    choices = tuple(Choice(f"{i} {long}", str(i), long) for i in range(25))
    made = panel(
        prompt=long * 3,
        menu=Menu(long, long, "set", choices, tuple([long] * 9), True, 1, 3),
        draft=Draft(tuple([long] * 30), 3, long, False, tuple([long] * 30)),
        so_far=long * 4,
    )
    for suggestion in ("", long * 3):
        view = question.controls(made, suggestion)
        check_limits(view)
        assert view.is_finished(), "discord.py would keep it in memory"
        face = question.face(made, suggestion)
        assert len(face) <= 6000
        assert all(len(field.value or "") <= 1024 for field in face.fields)


# -- cards and outcomes --------------------------------------------------------------------------


async def test_the_lobby_offers_free_seats_only() -> None:
    view = buttons.lobby(card())
    assert view is not None
    check_limits(view)
    seats = [b for b in view.children if isinstance(b, discord.ui.Button)][:2]
    assert [(b.label, b.disabled) for b in seats] == [
        ("christian is taken", True),
        ("Sit as muslim", False),
    ]
    assert {"Ready", "Options", "Computer", "Leave", "Close"} <= set(labels(view))
    assert buttons.lobby(card(stage=Stage.PLAYING)) is None


async def test_seven_seats_fit() -> None:
    seats = tuple(SeatCard(f"seat {n}") for n in range(7))
    view = buttons.lobby(card(seats=seats))
    assert view is not None
    check_limits(view)


async def test_an_outcome_says_what_was_done_refused_and_left() -> None:
    asked = Asked(12, "christian", "8", 8, "move", "7", "Move on.", False, datetime.now(UTC), ())
    told = orders.result(
        card(),
        Outcome(
            12,
            done=("move A",),
            words=("They arrive.",),
            refused="There is no road.",
            rule="7.3",
            suggestions=("move B",),
            rest=("move X", "move C"),
            next=asked,
        ),
    )
    text = str(told.description)
    for part in ("move A", "They arrive", "There is no road", "7.3", "move B", "move C", "Move on"):
        assert part in text
    assert "**Refused** `move X`: There is no road" in text
    assert "Not tried: `move C`" in text
    assert text.index("move A") < text.index("There is no road") < text.index("Move on")


async def test_nothing_hostile_gets_out_of_its_box() -> None:
    made = panel(
        prompt=HOSTILE,
        so_far=HOSTILE,
        draft=Draft((HOSTILE,), refused=HOSTILE, words=(HOSTILE,)),
        menu=menu(words=HOSTILE, chosen=(HOSTILE,)),
    )
    face = question.face(made)
    shown = str(face.description) + "".join(str(field.value) for field in face.fields)
    outside = re.sub(r"(?<!\\\\)`[^`]*`", "", shown)  # what stands in no code box
    assert "everyone" in outside
    for trick in ("@everyone", "<@1>", "](http", "||spoiler||", "\n# big", "**`"):
        assert trick not in outside


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Takes back `move A > B`, now.", "Takes back `move A > B`, now."),
        ("One ` only", "One \\` only"),
        ("`*x*` asks `y`", "`*x*` asks `y`"),
        ("a *b* `c` @everyone", "a \\*b\\* `c` \\@\u200beveryone"),
    ],
)
def test_sentences_keep_their_boxes_and_nothing_else(text: str, shown: str) -> None:
    assert sentence(text) == shown


async def test_a_form_holds_the_draft() -> None:
    tag = Tag("write", 12, 7, 3)
    form = forms.orders(tag, "Granada 12 " * 9, "move A", ("move B", "done"))
    told = form.to_dict()
    assert len(told["title"]) <= 45
    assert told["custom_id"] == str(tag)
    label = told["components"][0]
    assert label["component"]["value"] == "move B\ndone"
    assert len(label["label"]) <= 45
    assert form.is_finished(), "discord.py would keep it in memory"
