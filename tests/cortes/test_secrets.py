"""Nobody learns what he may not know, with stretches under 11.9; and planted leaks are caught."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

import engine
from engine.core import Action, Event
from engine.flow import Context
from engine.games import known
from engine.games.cortes.book.losses import apply, involved
from engine.games.cortes.book.sequence import Accept, full_knights
from engine.games.cortes.table import view
from engine.games.cortes.table.flow import SCRIPT
from engine.match import Match
from tests.contract.interference import Inspector, LeakError
from tests.contract.play import any_open, eager_player

TEMPLES = ("mark 2810 desecrated", "mark 3016 desecrated")


@pytest.fixture(autouse=True)
def _cortes() -> Iterator[None]:
    with known("cortes"):
        yield


def inspect(match: Match, seed: str, inspector: Inspector, often: float, most: int) -> int:
    """Play on and look at a share of the steps; how many of them were under 11.9."""
    rng, fogged = Random(seed), 0
    choose = eager_player(rng)
    for _ in range(most):
        if match.over:
            break
        decision = any_open(match, rng)
        action = choose(match, decision)
        if rng.random() < often:
            fogged += match._state.profaned
            inspector.step(match, decision.seat, action)
        else:
            match.act(decision.seat, action)
    return fogged


def test_readers_cannot_tell_worlds_apart() -> None:
    inspector = Inspector(Random(0))
    for number in range(2):
        match = engine.new_match("cortes", "veteran", {}, f"apart {number}")
        inspect(match, f"apart {number}", inspector, 0.15, 500)
    assert not inspector.weak()
    assert inspector.followed.total() > inspector.lost.total()


def test_nor_while_both_temples_are_desecrated() -> None:
    """11.9: the Aztec sees the tops of the Spanish side's stacks only."""
    inspector, fogged = Inspector(Random(0)), 0
    for number in range(3):
        match = engine.new_match("cortes", "veteran", {}, f"temples {number}")
        match.act("spanish", "standard")
        match.act("aztec", "standard")
        for edit in TEMPLES:
            match.act(engine.MODERATOR, edit)
        fogged += inspect(match, f"temples {number}", inspector, 0.3, 160)
    assert fogged > 60
    assert inspector.followed.total() > inspector.lost.total()


# -- how other worlds are dealt --------------------------------------------------------------------


def position(*edits: str) -> Match:
    match = engine.new_match("cortes", "veteran", {}, "secrets")
    for edit in ("clear", *edits):
        match.act(engine.MODERATOR, edit)
    return match


STACKS = (
    "place aztec K1 K4 K4 > 3016", "place aztec K1 K3 K2 > 3011", "place aztec R1 R2 K4 R2 > 8",
    "leader Cuauhtemoc > 2810", "place aztec R2 > 2810", "hide aztec 3016", "hide aztec 3011",
    "hide aztec 8", "place spanish Badajoz4 Tapia4 > 1509", "place spanish 3B2 > 3",
    "pile aztec 3K4 39R2 > out",
)  # fmt: skip


def test_hidden_units_lie_everywhere_equally_often() -> None:
    """The lake hides one knight of three; the steps that knights lack are anybody's."""
    match = position(*STACKS, "phase movement spanish")
    rng = Random("frequencies")
    afloat: Counter[int] = Counter()
    full: Counter[int] = Counter()
    for _ in range(900):
        state: Any = match.redeal("spanish", rng)._state
        board = state.board
        lake = [board.faces[face] for face in state.faces(1, board.place["8"])]
        afloat[sum(1 for face in lake if face[0] == "K")] += 1
        full[full_knights(state)] += 1
    assert set(afloat) == {1}  # on land only knights can lie below a knight among three
    assert len(full) > 1, "the number of full knights is no secret"
    assert max(full.values()) < 800


def test_a_pair_with_a_knight_on_top_hides_a_knight_or_a_regular() -> None:
    match = position(
        "place aztec K1 R2 > 3016", "place aztec K1 K1 > 2810", "place aztec K1 R2 > 3011",
        "order aztec 3016 K1", "order aztec 3011 K1", "order aztec 2810 K1", "hide aztec 3016",
        "hide aztec 2810", "hide aztec 3011", "leader Cuauhtemoc > 3016",
        "place spanish Badajoz4 > 1010", "pile aztec 6K4 41R2 > out", "phase movement spanish",
    )  # fmt: skip
    rng = Random("pairs")
    where: Counter[str] = Counter()
    for _ in range(900):
        state: Any = match.redeal("spanish", rng)._state
        for place in ("3016", "2810", "3011"):
            below = state.faces(1, state.board.place[place])[1]
            where[place] += state.board.faces[below][0] == "K"
    assert sum(where.values()) == 900
    assert all(240 < number < 360 for number in where.values()), where


# -- leaks planted on purpose ----------------------------------------------------------------------


def caught(match: Match, seat: str, order: str) -> str:
    """What gives the secret away when this order is given, in one of many other worlds."""
    for number in range(40):
        trial = match.fork()
        decision = trial.decision(seat)
        assert decision is not None
        action = engine.text.read(trial.game, decision, order)
        assert isinstance(action, Action)
        try:
            Inspector(Random(number)).step(trial, seat, action)
        except LeakError as leak:
            return str(leak)
    raise AssertionError("nobody noticed the leak")


def leaky(monkeypatch: pytest.MonkeyPatch, change: Callable[[Event], None]) -> None:
    begin = Context.__init__

    def telling(emit: Any) -> Any:
        def told(event: Event) -> Any:
            change(event)
            return emit(event)

        return told

    monkeypatch.setattr(
        Context, "__init__", lambda self, dice, emit: begin(self, dice, telling(emit))
    )


def _open(kind: str) -> Callable[[Event], None]:
    def change(event: Event) -> None:
        if event.kind == kind and event.private:
            event.public = {**event.public, **next(iter(event.private.values()))}

    return change


def test_catches_pieces_named_in_a_public_event(monkeypatch: pytest.MonkeyPatch) -> None:
    match = position(*STACKS, "phase movement aztec")
    leaky(monkeypatch, _open("move"))
    assert "move" in caught(match, "aztec", "move 3016 K4 > 3015")


def shelled() -> Match:
    """A stack on a causeway has been hit from the lake, and its owner says who loses a step."""
    match = position(
        "place aztec K1 K4 K3 > 1710", "place aztec K1 K4 K2 > 3016", "hide aztec 1710",
        "hide aztec 3016", "leader Cuauhtemoc > 3016", "place spanish 3B2 > 3",
        "place spanish Badajoz4 > 1010", "force bombard = 1", "phase combat spanish",
    )  # fmt: skip
    match.act("spanish", "bombard 1710 from 3 with B2")
    return match


def test_catches_the_step_lost_below_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    match = shelled()
    leaky(monkeypatch, _open("losses"))
    assert "losses" in caught(match, "aztec", "lose K4")


def test_catches_full_knights_told_without_an_objection(monkeypatch: pytest.MonkeyPatch) -> None:
    match = position(*STACKS, "phase declaration")
    match.act("spanish", "regroup")

    def do(self: Any, c: Any) -> None:
        plain(self, c)
        c.emit(Event("accepted", "4.5", {"knights": knights}))

    plain = Accept.do
    knights = 0

    def counting(self: Any, c: Any) -> None:
        nonlocal knights
        knights = full_knights(self.s)
        do(self, c)

    monkeypatch.setattr(Accept, "do", counting)
    assert "accepted" in caught(match, "aztec", "accept")


def test_catches_the_order_of_a_stack_in_a_view(monkeypatch: pytest.MonkeyPatch) -> None:
    match = position(*STACKS, "phase movement aztec")
    plain = view.stack_view

    def ordered(s: Any, side: int, place: int, open_: bool) -> Any:
        found = plain(s, side, place, open_)
        faces = s.faces(side, place)
        return found._replace(fought=faces.index(min(faces))) if len(faces) > 1 else found

    monkeypatch.setattr(view, "stack_view", ordered)
    assert "worlds apart" in caught(match, "aztec", "done")


def test_catches_a_question_skipped_for_what_lies_below(monkeypatch: pytest.MonkeyPatch) -> None:
    match = position(
        "place aztec K1 K4 K3 > 1710", "place aztec K1 K4 K4 > 3016", "hide aztec 1710",
        "hide aztec 3016", "leader Cuauhtemoc > 3016", "place spanish 3B2 > 3",
        "place spanish Badajoz4 > 1010", "force bombard = 1", "phase combat spanish",
    )  # fmt: skip
    owe = SCRIPT.steps["owe"]

    def skipping(s: Any, c: Any, side: int, steps: int, free: bool) -> None:
        whole = {spot for spot in involved(s, side, free) if s.board.face_steps[spot[1]] > 1}
        if len(whole) == 1:
            apply(s, c, side, [next(iter(whole))] * steps, free)
        else:
            owe(s, c, side, steps, free)

    monkeypatch.setitem(SCRIPT.steps, "owe", skipping)
    assert caught(match, "spanish", "bombard 1710 from 3 with B2")
