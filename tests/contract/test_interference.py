"""What a reader sees does not depend on what the reader may not know; and the test can fail."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest

import engine
from engine.base import BaseGame
from engine.core import Event
from engine.games.granada.book import deployment, field, morale, sequence
from engine.games.granada.book.cards import holding
from engine.games.granada.book.move import Move
from engine.games.granada.book.naval import Sail
from engine.games.granada.game import Granada
from engine.games.granada.table import view
from engine.games.granada.table.flow import POINTS, Context
from engine.games.granada.table.redeal import Dealt
from engine.games.granada.table.state import KNOWN, MOVED, SHIFT, State, ship_token
from engine.tongues import Said
from tests.contract.hidden import LISTERS, OPEN
from tests.contract.interference import Inspector, LeakError
from tests.contract.play import (
    Choose,
    any_open,
    any_options,
    eager_player,
    greedy_player,
    random_player,
)

GAMES = (*engine.games(), "council")
HIDING = tuple(game for game in GAMES if game not in OPEN)
pytestmark = pytest.mark.usefixtures("council")
WITH_GREEDY = pytest.mark.skipif(
    find_spec("engine.players.greedy") is None, reason="there is no greedy player yet"
)


def inspect(
    game: str,
    seed: str,
    inspector: Inspector,
    player: str = "eager",
    often: float = 0.6,
    most: int = 100_000,
) -> None:
    """Play one match and look at a share of its steps."""
    rng = Random(seed)
    options = any_options(game, rng) if rng.random() < 0.6 else None
    match = engine.new_match(game, options=options, seed=seed)
    players: dict[str, Callable[[Random], Choose]] = {
        "random": random_player,
        "eager": eager_player,
        "greedy": lambda _: greedy_player(seed),
    }
    choose = players[player](rng)
    while not match.over and len(match) < most:
        decision = any_open(match, rng)
        action = choose(match, decision)
        if rng.random() < often:
            inspector.step(match, decision.seat, action)
        else:
            match.act(decision.seat, action)


LONGEST = {"cortes": 250}  # steps of a match, where each of them takes long to look at


def assert_strong(inspector: Inspector) -> None:
    assert not inspector.weak()
    followed, lost = inspector.followed.total(), inspector.lost.total()
    assert followed > lost, "the other worlds could seldom follow: lockstep proves little"


@pytest.fixture
def rich(monkeypatch: pytest.MonkeyPatch) -> None:
    """More cards a year: more battles, and assaults that can succeed."""
    monkeypatch.setattr(sequence, "CARDS", 14)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_lists_its_secrets(game: str) -> None:
    declared = getattr(type(engine.games()[game]), "hidden", BaseGame.hidden)
    assert game in LISTERS or declared is not BaseGame.hidden


@pytest.mark.slow
@pytest.mark.parametrize("game", HIDING)
@pytest.mark.parametrize("part", range(2))
def test_readers_cannot_tell_worlds_apart(game: str, part: int) -> None:
    inspector = Inspector(Random(part))
    most = LONGEST.get(game, 100_000)
    inspect(game, f"plain {part}", inspector, "random", often=1.0, most=most)
    for number in range(2):
        inspect(game, f"eager {part} {number}", inspector, often=0.5, most=2 * most)
    assert inspector.could
    assert_strong(inspector)


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(OPEN))
def test_where_nothing_is_hidden_the_dice_to_come_are(game: str) -> None:
    inspector = Inspector(Random(0))
    inspect(game, "open", inspector, "random", often=0.2)
    assert not {*inspector.could} - {"sealed"}


@pytest.mark.slow
@pytest.mark.usefixtures("rich")
@pytest.mark.parametrize("part", range(4))
def test_battles_and_sieges_keep_secrets(part: int) -> None:
    inspector = Inspector(Random(part))
    inspect("granada", f"rich {part}", inspector, often=0.8)
    assert_strong(inspector)


@WITH_GREEDY
@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in HIDING if game != "council"])
@pytest.mark.parametrize("part", range(2))
def test_greedy_play_keeps_secrets(game: str, part: int) -> None:
    inspector = Inspector(Random(part))
    most = LONGEST.get(game, 100_000)
    inspect(game, f"greedy {part}", inspector, "greedy", often=1.0, most=most)
    assert_strong(inspector)


@pytest.mark.fuzz
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("part", range(20))
def test_long_runs_keep_secrets(game: str, part: int) -> None:
    inspector = Inspector(Random(part))
    for number in range(10):
        inspect(game, f"fuzz {part} {number}", inspector, "random" if number % 3 == 0 else "eager")
    assert_strong(inspector)


@pytest.mark.fuzz
@pytest.mark.usefixtures("rich")
@pytest.mark.parametrize("part", range(20))
def test_long_rich_runs_keep_secrets(part: int) -> None:
    inspector = Inspector(Random(part))
    for number in range(6):
        inspect("granada", f"rich fuzz {part} {number}", inspector)
    assert_strong(inspector)


# -- the test of the test: leaks planted on purpose ----------------------------------------------


@pytest.fixture
def caught() -> Any:
    """Play with a leak until somebody notices, and forget the views made meanwhile."""
    _forget_views()

    def play(games: int = 12) -> str:
        inspector = Inspector(Random(1))
        for number in range(games):
            try:
                inspect("granada", f"leak {number}", inspector, often=1.0)
            except LeakError as leak:
                return str(leak)
        raise AssertionError("nobody noticed the leak")

    yield play
    _forget_views()


def _forget_views() -> None:
    game = engine.games()["granada"]
    assert isinstance(game, Granada)
    game.board.views.clear()
    game.board.stack_views.clear()


Caught = Callable[..., str]


def test_catches_blocks_named_in_a_public_event(
    monkeypatch: pytest.MonkeyPatch, caught: Caught
) -> None:
    def leaky(event: Any) -> Any:
        if event.kind == "march" and event.private:
            event.public = {**event.public, **next(iter(event.private.values()))}
        return event

    begin = Context.__init__
    monkeypatch.setattr(
        Context, "__init__", lambda self, dice, emit: begin(self, dice, lambda e: emit(leaky(e)))
    )
    assert "event march" in caught()


@pytest.mark.fuzz
def test_catches_an_order_of_ships_in_a_public_event(
    monkeypatch: pytest.MonkeyPatch, caught: Caught
) -> None:
    """Not the name of a block, only which of two like ships went: its place in a sorted list."""
    sail = Sail.do

    def leaky(self: Sail, c: Context) -> None:
        where = self.s.ships[2 * self.zone + self.side]
        words = [ship_token(self.s, ship) for ship in where]
        c.emit(Event("hoist", "7.5", {"number": words.index(self.ships[0])}))
        sail(self, c)

    monkeypatch.setattr(Sail, "do", leaky)
    monkeypatch.setattr(sequence, "CARDS", 10)
    assert "hoist" in caught(40)


def test_catches_an_event_that_only_some_blocks_cause(
    monkeypatch: pytest.MonkeyPatch, caught: Caught
) -> None:
    march = Move.do

    def leaky(order: Move, c: Context) -> None:
        kinds = order.s.board.kinds
        if any(kinds[block].leader for block in order.blocks):
            c.emit(Event("dust", "7.3", {"place": order.tokens(Move.start)}))
        march(order, c)

    monkeypatch.setattr(Move, "do", leaky)
    assert "dust" in caught()


def test_catches_an_idle_redeal(monkeypatch: pytest.MonkeyPatch) -> None:
    def idle(self: Granada, s: State, seat: str | None, rng: Random) -> tuple[State, Dealt]:
        new = s.copy()
        return new, Dealt(s, new)

    monkeypatch.setattr(Granada, "redeal", idle)
    inspector = Inspector(Random(1))
    inspect("granada", "idle", inspector, most=60)
    weak = " ".join(inspector.weak())
    assert "on the map" in weak
    assert "in hand" in weak
    assert "in the box" in weak


def test_catches_a_redeal_that_forgets_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    redeal = Granada.redeal

    def lazy(self: Granada, s: State, seat: str | None, rng: Random) -> tuple[State, Dealt]:
        new, slots = redeal(self, s, seat, rng)
        new.box = s.box[:]
        return new, slots

    monkeypatch.setattr(Granada, "redeal", lazy)
    monkeypatch.setattr(
        "tests.contract.test_interference.Inspector._answers", lambda *_: lambda *_: ()
    )
    inspector = Inspector(Random(1))
    inspect("granada", "lazy", inspector, most=60)
    assert [w.partition(":")[0] for w in inspector.weak()] == ["in the box"]


@pytest.mark.usefixtures("rich")
def test_catches_a_question_skipped_for_lack_of_a_card(
    monkeypatch: pytest.MonkeyPatch, caught: Caught
) -> None:
    challengeable = morale.challengeable

    def hasty(s: State, b: Any, side: int, kinds: tuple[int, ...], card: int) -> bool:
        return challengeable(s, b, side, kinds, card) and bool(holding(s, 1 - side, "challenge"))

    monkeypatch.setattr(field, "challengeable", hasty)
    assert caught()


def test_catches_a_count_of_hidden_strength_in_the_view(
    monkeypatch: pytest.MonkeyPatch, caught: Caught
) -> None:
    stack = view._stack

    def leaky(s: State, entries: tuple[int, ...], own: bool) -> Any:
        seen = stack(s, entries, own)
        return seen._replace(count=seen.count + sum(e >> SHIFT for e in entries))

    monkeypatch.setattr(view, "_stack", leaky)
    assert ".count" in caught()


def test_catches_an_order_of_blocks_in_the_view(
    monkeypatch: pytest.MonkeyPatch, caught: Caught
) -> None:
    """The stack is sorted by kind, which is secret: at which place the moved one stands is too."""
    stack = view._stack

    def leaky(s: State, entries: tuple[int, ...], own: bool) -> Any:
        return stack(s, entries, own)._replace(
            moved=sum(1 << i for i, e in enumerate(entries) if e & MOVED)
        )

    monkeypatch.setattr(view, "_stack", leaky)
    assert ".moved" in caught()


@pytest.mark.fuzz
def test_catches_a_second_block_shown_with_the_first(
    monkeypatch: pytest.MonkeyPatch, caught: Caught
) -> None:
    """Deploying a block that was known must not mark another of its kind as known."""
    mark = deployment._mark_deployed

    def leaky(s: State, b: Any, side: int, kind: int) -> None:
        mark(s, b, side, kind)
        index = 2 * b.place + side
        s.stacks[index] = tuple(
            sorted(e | KNOWN if e >> SHIFT == kind else e for e in s.stacks[index])
        )

    monkeypatch.setattr(deployment, "_mark_deployed", leaky)
    monkeypatch.setattr(sequence, "CARDS", 30)
    assert ".known" in caught(40)


def test_catches_a_refusal_that_names_hidden_things(
    monkeypatch: pytest.MonkeyPatch, caught: Caught
) -> None:
    def leaky(game: Granada, s: State, question: Any, prefix: Any, *rest: Any) -> tuple[Said, str]:
        enemy = 1 - game.seats.index(question.seat)
        stacks = str(s.stacks[enemy::2])
        return Said("engine.REFUSALS.unknown_verb", {"game": "There", "value": stacks}), "7.3"

    monkeypatch.setattr(Granada, "refusal", leaky)
    assert "answer to" in caught()


def test_catches_a_prompt_that_counts_hidden_cards(
    monkeypatch: pytest.MonkeyPatch, caught: Caught
) -> None:
    def about(s: State, side: int, *args: Any) -> dict[str, Any]:
        return {"playable": len(holding(s, side, "plain"))}

    monkeypatch.setattr(POINTS["buy"], "about", about)
    assert "questions" in caught()
