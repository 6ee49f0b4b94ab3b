"""The worked example of the docs keeps the contract of every game, and says what it lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import signature
from pathlib import Path
from random import Random
from subprocess import run
from sys import executable
from types import ModuleType
from typing import Any

import pytest

import engine
from docs.example.border import MANIFEST, book
from engine import text
from engine.cases import Case, load, run_case
from engine.core import MODERATOR, DataError, Game
from engine.games import _housed, guest
from engine.match import Match
from engine.orders import Order
from engine.tongues import ENGLISH
from engine.tongues.directory import Directory
from tests.contract import (
    test_contract,
    test_hostile,
    test_parts,
    test_tongues,
    test_undo_alone,
)
from tests.contract.interference import Inspector
from tests.contract.play import eager_player, portrait, readers, steps
from tests.contract.test_interference import assert_strong, inspect
from tests.contract.worlds import Scales, same_luck_same_world, spots
from tests.docs.lacking import lacking

HOME = Path(__file__).parents[2] / "docs" / "example" / "border"
NAME = MANIFEST.name
Words = tuple[Any, ...]
ELSEWHERE = {  # what only a game of the registry, or one with plans of its own, can show
    "test_imports_point_one_way",
    "test_a_record_cannot_make_us_deal_for_ever",
}


@pytest.fixture(autouse=True)
def border() -> Iterator[Game]:
    with guest(MANIFEST) as game:
        yield game


def _for_every_game(*modules: ModuleType) -> list[Callable[[str], None]]:
    return [
        test
        for module in modules
        for name, test in vars(module).items()
        if name.startswith("test_") and name not in ELSEWHERE
        if [*signature(test).parameters] == ["game"]
    ]


@pytest.mark.parametrize(
    "test", _for_every_game(test_contract, test_hostile, test_parts, test_tongues)
)
def test_what_every_game_must_do(test: Callable[[str], None]) -> None:
    if any(mark.name == "fuzz" for mark in getattr(test, "pytestmark", ())):
        pytest.skip("a long run")
    test(NAME)


@pytest.mark.parametrize("case", load(HOME / "cases" / "border.yaml"), ids=lambda case: case.title)
def test_case(case: Case) -> None:
    run_case(case)


# -- the law of an order -------------------------------------------------------------------------


def _walk(order: Order[Any, Any], rng: Random) -> Iterator[tuple[Order[Any, Any], Words]]:
    """Each place where an order under way can be: the order so far, and what of a set or path."""
    for slot in order.fields:
        chosen: Words = ()
        level = order.level()
        yield order, chosen
        while slot.form != "one" and level.choices and not (level.may_stop and rng.random() < 0.4):
            chosen = (*chosen, rng.choice(level.choices))
            level = order.level(chosen)
            yield order, chosen
        order = order.given(rng.choice(level.choices) if slot.form == "one" else chosen)


def test_what_is_offered_is_what_no_bar_keeps_out(border: Any) -> None:
    """On the whole domain; and a set or a path may end where no bar says that it may not."""
    looked = 0
    for seed in range(12):
        rng = Random(seed)
        match = engine.new_match(NAME, seed=f"law {seed}")
        for _ in steps(match, eager_player(rng), rng):
            question = match.game.questions(match._state)[0]
            for order in border.tree(match._state, question).orders.values():
                for under, chosen in _walk(order, rng):
                    slot, level = under.fields[under._filled], under.level(chosen)
                    for token in slot.domain.codes(under):
                        assert (token in level.choices) == (under.why(chosen, token) is None)
                        looked += 1
                    if slot.form != "one":
                        assert level.may_stop == (under.why(chosen, None) is None)
    assert looked > 1_000


# -- secrets and edits ---------------------------------------------------------------------------


@pytest.mark.parametrize("player", ["random", "eager", "greedy"])
def test_readers_cannot_tell_worlds_apart(player: str) -> None:
    inspector = Inspector(Random(player))
    for number in range(4):
        inspect(NAME, f"{player} {number}", inspector, player, often=1.0)
    assert {"hidden", "sealed"} <= {*inspector.could}
    assert_strong(inspector)


def test_many_worlds_tell_no_more_than_one() -> None:
    scales = Scales(200)
    for number, spot in enumerate(spots(NAME, "many", 3, 12)):
        scales.weigh(spot)
        assert same_luck_same_world(spot, str(number))
    assert len(scales.true) > 100
    assert scales.uneven() == []


def test_who_undoes_alone_has_learned_nothing() -> None:
    test_undo_alone.test_who_goes_back_alone_has_learned_nothing(NAME)
    test_undo_alone.test_an_answer_that_opened_another_is_not_taken_back_alone(NAME)


def _blocks(match: Match, owner: str) -> Iterator[tuple[str, int, object]]:
    """The same secrets, whatever the game says of them."""
    stacks = match._state.stacks[match.seats.index(owner) : -2 : 2]
    return (("blocks", town, stack) for town, stack in enumerate(stacks) if stack)


def test_an_idle_redeal_is_caught(border: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(border), "hidden", lambda *_: {})
    monkeypatch.setattr("tests.contract.hidden._declared", _blocks)
    inspector = Inspector(Random(1))
    for number in range(4):
        inspect(NAME, f"idle {number}", inspector, often=1.0)
    assert [weak.partition(":")[0] for weak in inspector.weak()] == ["blocks"]


def test_edits_at_random_leave_a_sound_game() -> None:
    """A moderator who keeps meddling: what he does reads back, can be undone, and replays."""
    done = set()
    for seed in range(12):
        rng = Random(seed)
        match = engine.new_match(NAME, seed=f"edits {seed}")
        while not match.over and len(match) < 60:
            decision = rng.choice(match.decisions())
            match.act(decision.seat, decision.sample(rng))
            action = match.decision(MODERATOR).sample(rng)  # type: ignore[union-attr]
            before = [match.view(reader).to_json() for reader in readers(match)]
            if action.verb == "force" or match.over:  # what cannot come up would stop the match
                continue
            match.act(MODERATOR, text.write(match.game.edits, action))
            assert match.record()["entries"][-1]["action"] == action.to_json()
            assert match.check() == []
            done.add(action.verb)
            if rng.random() < 0.3:
                match.undo(len(match) - 1)
                assert [match.view(reader).to_json() for reader in readers(match)] == before
        assert portrait(engine.from_record(match.record())) == portrait(match)
    assert done == {*match.game.edits} - {"force"}


# -- what a new game lacks -----------------------------------------------------------------------


def test_it_lacks_nothing(border: Any) -> None:
    assert lacking(border, HOME / "cases") == []


MISSING = [
    ("EVENTS.march", "The event march has no words: EVENTS needs an entry march."),
    ("EVENTS.edit.place", "The event edit.place has no words"),
    ("PROMPTS.pace", "The question pace has no words"),
    ("REFUSALS.stops", "The bar stops has no words"),
]


@pytest.mark.parametrize(("key", "sentence"), MISSING)
def test_missing_words_are_named(
    border: Any, monkeypatch: pytest.MonkeyPatch, key: str, sentence: str
) -> None:
    monkeypatch.delitem(ENGLISH.catalogue, f"{NAME}.{key}")
    [found] = lacking(border, HOME / "cases")
    assert found.startswith(sentence)


def test_wrong_words_are_named(border: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGLISH.catalogue, f"{NAME}.EVENTS.rest", "{Who} rested.")
    monkeypatch.setitem(ENGLISH.catalogue, f"{NAME}.REFUSALS.stops", "At {town}.")
    assert lacking(border, HOME / "cases") == [
        "The words of the event rest name who, which it does not have.",
        "The words of the bar stops name town, which it does not have.",
    ]


def test_other_gaps_are_named(border: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(border, "directory", Directory(NAME, {"block": ("Foot",), "side": ("x",)}))
    monkeypatch.setattr(type(border), "orders", (book.Pace, book.March))
    monkeypatch.setattr(book.Began, "rule", "9")
    found = lacking(border, tmp_path)
    assert "Things of the domain place have no names: the directory needs them." in found
    assert "The order rest is not among the game's orders." in found
    assert "Rule 9 is named in the code, but rules.yaml has no such section." in found
    assert "No case is about section 4.0." in found


# -- a guest -------------------------------------------------------------------------------------


def test_it_is_in_no_list_of_games() -> None:
    assert NAME in engine.games()
    assert NAME not in _housed()


def test_it_stays_small() -> None:
    """With its data and cases; nothing of it lies elsewhere."""
    files = [path for end in ("*.py", "*.yaml") for path in HOME.rglob(end)]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    assert lines < 700


def test_it_plays_by_itself() -> None:
    done = run(
        [executable, "-m", "docs.example.border", "seed"],
        cwd=HOME.parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("Turn 1 began.\n")
    assert "Result(" in done.stdout


def test_junk_in_its_data_is_refused_in_a_sentence(border: Any) -> None:
    record = engine.new_match(NAME, seed="junk").record()
    board = {**record["data"]["board"], "start": {"north": ["Nowhere"]}}
    with pytest.raises(DataError, match="Border's data cannot be used: KeyError 'Nowhere'"):
        engine.from_record({**record, "data": {**record["data"], "board": board}})
