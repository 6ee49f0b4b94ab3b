"""Lessons: every one comes out as it stands, and says something to whoever does otherwise."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import engine
from engine import text
from engine.cases import Case, CaseError, run_case
from engine.cases.lessons import Lesson, card, lessons
from engine.tongues import ENGLISH

GAMES = list(engine.games())
LESSONS = [
    pytest.param(case, id=f"{name}-{case.lesson}")
    for name, game in engine.games().items()
    for case in lessons(game)
]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_card_and_lessons_in_order(name: str) -> None:
    game = engine.games()[name]
    about = card(game)
    assert about is not None
    told = [ENGLISH.word(said) for said in (about.who, *about.paragraphs)]
    assert sum(map(len, told)) < 1_200
    assert all(order.split()[0] in game.verbs for order, _ in about.orders)
    numbers = [case.lesson for case in lessons(game)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 2


@pytest.mark.parametrize("case", LESSONS)
def test_a_lesson_is_a_case(case: Case) -> None:
    run_case(case)


@pytest.mark.parametrize("case", LESSONS)
def test_a_lesson_is_learned_by_doing_what_it_says(case: Case) -> None:
    lesson = Lesson(case)
    tasks = 0
    while not lesson.over:
        assert lesson.task is not None
        question = lesson.question
        assert question is not None
        assert question.seat == lesson.seat
        forbidden = lesson.task.forbidden
        reply = lesson.answer(lesson.task.order)
        assert reply.taken
        assert (reply.refusal is not None) is forbidden
        tasks += 1
        again = Lesson(case, tasks)  # how far one is, is all that need be kept
        assert again.match.position() == lesson.match.position()
        assert (again.task, again.said) == (lesson.task, lesson.said)
        back = lesson.back()
        assert back.done == tasks - 1
    assert ENGLISH.word(lesson.said[-1]) == case.end
    assert tasks >= 3


@pytest.mark.parametrize("case", LESSONS)
def test_whoever_does_otherwise_loses_nothing(case: Case) -> None:
    """Random legal orders, nonsense and orders for later: the lesson stands where it stood."""
    rng = Random(case.title)
    lesson = Lesson(case)
    while not lesson.over:
        question, done = lesson.question, lesson.done
        assert question is not None
        assert lesson.task is not None
        before = lesson.match.position()
        for typed in ("", "dance", "2x", lesson.task.order.split()[0] + " nowhere"):
            reply = lesson.answer(typed)
            assert reply.refusal is not None or reply.taken
        other = text.write(lesson.match.game.verbs, question.sample(rng))
        reply = lesson.answer(other)
        if not reply.taken and lesson.done == done:
            assert reply.possible
            assert lesson.match.position() == before
            lesson.skip()


def test_the_same_by_other_words_is_taken() -> None:
    first = lessons(engine.games()["granada"])[0]
    lesson = Lesson(first, 2)
    assert lesson.answer("MOVE cordoba c1x c2 > ecija > sev > utrera").taken


def test_another_legal_order_is_told_apart() -> None:
    first = lessons(engine.games()["granada"])[0]
    lesson = Lesson(first, 2)
    reply = lesson.answer("move Cordoba C2 > Ecija")
    assert reply.possible
    assert not reply.taken
    assert reply.refusal is None


def test_a_lesson_without_its_words_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.cases import lessons as module
    from engine.manifest import Manifest

    folder = tmp_path / "lessons"
    folder.mkdir()
    (folder / "1.yaml").write_text(
        'case: a lesson\nrule: "7.1"\ngame: granada\nsteps: [{say: hello}]\n', encoding="utf-8"
    )
    manifest = Manifest("granada", "x:y", ("board",), home=tmp_path)
    monkeypatch.setattr(module, "manifests", lambda: {"granada": manifest})
    module._read.cache_clear()
    with pytest.raises(CaseError, match="a lesson has `lesson`, `seat` and `end`"):
        lessons(engine.games()["granada"])
    module._read.cache_clear()
