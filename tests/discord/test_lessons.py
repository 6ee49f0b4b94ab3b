"""/learn: a newcomer reads the card, plays a lesson by buttons and by typing, and goes on."""

from __future__ import annotations

import pytest

import engine
from bot.discord.client import Herald
from engine.cases.lessons import lessons
from tests.people import Form, Person, Reply


def said(reply: Reply) -> str:
    (embed,) = reply.data["embeds"]
    fields = [f"{f['name']}\n{f['value']}" for f in embed.get("fields", ())]
    return "\n".join([reply.text, embed.get("title", ""), embed.get("description", ""), *fields])


async def test_the_card_and_a_lesson_by_its_buttons(herald: Herald, ana: Person) -> None:
    card = await ana.command("/learn", game="granada", in_="#herald")
    assert card.ephemeral
    assert "Aim. Christians: take castles" in said(card)
    assert "1. a march, with roads, leaders and enemies" in said(card)
    step = await ana.click(card, "Lesson 1")
    done = 0
    while "Do this" in ana.now(step).buttons:
        assert ana.now(step).data["attachments"], "a map belongs to every step"
        step = await ana.click(step, "Do this")
        done += 1
    assert done == 6
    assert "You know marching" in said(ana.now(step))
    following = await ana.click(step, "Next lesson")
    assert "lesson 2 of 5" in said(following)
    back = await ana.click(following, "All lessons")
    assert "Aim. Christians" in said(back)


async def test_a_lesson_by_typing(herald: Herald, ana: Person) -> None:
    step = await ana.command("/learn", game="granada", lesson=1, in_="#herald")
    assert "Now order `limited Aragon`" in said(step)
    form = await ana.click(step, "Write")
    assert isinstance(form, Form)
    wrong = await ana.submit(form, orders="limited Castle")
    assert "Castle" in said(wrong)
    assert "lesson 1 of 5" in said(wrong)
    form = await ana.click(wrong, "Write")
    other = await ana.submit(form, orders="minimal")
    assert "That is possible. In this lesson try `limited Aragon`." in said(other)
    form = await ana.click(other, "Write")
    taken = await ana.submit(form, orders="lim arag")
    assert "You pay Aragón for a limited movement." in said(taken)
    assert "though it will be refused" in said(taken)
    earlier = await ana.click(taken, "One step back")
    assert "Now order `limited Aragon`" in said(earlier)


@pytest.mark.parametrize("options", [{"lesson": 9}, {"game": "chess"}])
async def test_what_there_is_not(herald: Herald, ana: Person, options: dict[str, object]) -> None:
    reply = await ana.command("/learn", in_="#herald", **{"game": "granada", **options})
    assert "has lessons 1 to 5" in reply.text or "There is no game 'chess'" in reply.text


async def test_an_old_button_of_a_lesson_goes_on_after_a_restart(herald: Herald) -> None:
    """Nothing is kept: every step of every lesson can be named by a tag."""
    from bot.discord.panels.lessons import _buttons, _lesson

    for game in engine.games().values():
        for case in lessons(game):
            lesson = _lesson(game, case.lesson, 0)
            while not lesson.over:
                assert all(len(str(item.custom_id)) <= 100 for item in _buttons(lesson))  # type: ignore[attr-defined]
                lesson.skip()


async def test_help_leads_to_the_card(herald: Herald, ana: Person) -> None:
    reply = await ana.command("/help", in_="#herald")
    card = await ana.click(reply, "How to play Granada")
    assert "Orders to begin with" in said(card)
