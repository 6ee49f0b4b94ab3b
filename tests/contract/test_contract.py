"""What every game must do, found by itself for every game in the registry."""

from __future__ import annotations

import ast
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from engine import match as matches
from engine import text
from engine.base import BaseGame
from engine.core import MODERATOR, Action, Decision, Illegal, Stale
from engine.match import Match
from tests.contract.interference import same_look
from tests.contract.play import (
    any_options,
    asks_several,
    drawn,
    eager_player,
    fork,
    played,
    portrait,
    random_player,
    readers,
    steps,
)

GAMES = tuple(engine.games())
SMALL = 400  # a decision with fewer actions is counted by brute force
LOOKS = 240  # steps of a match that are looked at closely
ROOT = Path(engine.__file__).parent.parent

pytestmark = [
    pytest.mark.parametrize("game", [*GAMES, "council"]),
    pytest.mark.usefixtures("council"),
]


# -- playing to the end --------------------------------------------------------------------------


@pytest.mark.parametrize("player", [random_player, eager_player])
@pytest.mark.parametrize("part", range(2))
def test_random_games_end_and_stay_sound(game: str, part: int, player: Any) -> None:
    rng = Random(f"{part}")
    match = engine.new_match(game, options=any_options(game, rng), seed=f"{part}")
    assert match.check() == []
    for _ in steps(match, player(rng), rng):
        assert match.check() == []
        seats = [d.seat for d in match.decisions()]
        assert seats
        assert len(set(seats)) == len(seats), "at most one question a seat"
    assert match.check() == []
    assert match.decisions() == ()
    result = match.result
    assert result is not None
    assert set(result.winners) <= set(match.seats)
    assert len(set(result.winners)) == len(result.winners)
    assert result.reason


@pytest.mark.fuzz
@pytest.mark.parametrize("part", range(20))
def test_many_random_games_end_and_stay_sound(game: str, part: int) -> None:
    for number in range(50):
        rng = Random(f"fuzz {part} {number}")
        match = engine.new_match(game, options=any_options(game, rng), seed=f"{part} {number}")
        player = eager_player if number % 2 else random_player
        for _ in steps(match, player(rng), rng):
            assert match.check() == []
        assert match.over


def test_an_ended_match_asks_and_takes_nothing_more(game: str) -> None:
    match = played(game, "the end")
    before = portrait(match)
    for seat in match.seats:
        with pytest.raises(Illegal, match="over"):
            match.act(seat, "pass")
    assert portrait(match) == before


# -- decisions as sets of actions ----------------------------------------------------------------


def test_levels_offer_only_what_can_be_completed(game: str) -> None:
    """Walk down many trees at random, stopping anywhere: there is always a way on."""
    rng = Random("walks")
    match = engine.new_match(game, options=any_options(game, rng), seed="walks")
    for _ in steps(match, eager_player(rng), rng):
        for decision in match.decisions():
            for _ in range(4):
                action = walk(match, decision, rng)
                assert action in decision, f"{action} was offered but is not legal"
                assert drawn(decision, rng) in decision


def walk(match: Match, decision: Decision, rng: Random) -> Action:
    """Choose evenly among everything offered, going on as long as possible half of the time."""
    level = decision.next(())
    assert level.choices, f"{decision} has no answer"
    prefix: tuple[Any, ...] = (rng.choice(level.choices),)
    stop = rng.choice((0.0, 0.5))
    for slot in match.game.verbs[prefix[0]].slots:
        partial: tuple[Any, ...] = ()
        while True:
            level = decision.next(prefix, partial)
            assert level.choices or level.may_stop, f"{decision}: dead end after {prefix} {partial}"
            assert len(set(level.choices)) == len(level.choices), f"{prefix}: offered twice"
            assert slot.form == level.form or slot.optional or not level.choices
            if slot.form == "one":
                prefix = (*prefix, rng.choice(level.choices))
                break
            if not level.choices or (level.may_stop and rng.random() < stop):
                prefix = (*prefix, partial)
                break
            partial = (*partial, rng.choice(level.choices))
            assert slot.form != "set" or len(partial) <= level.max
    return Action(*prefix)


def test_iteration_counting_and_membership_agree(game: str) -> None:
    rng = Random("count")
    match = engine.new_match(game, seed="count")
    small = 0
    for looked, _ in enumerate(steps(match, eager_player(rng), rng), 1):
        if looked > 80 and (small > 10 or looked > LOOKS):
            break  # a game of large questions is looked at for longer
        for decision in match.decisions():
            number = decision.count(SMALL)
            assert decision.default in decision
            if number == SMALL:
                continue
            small += 1
            actions = list(decision)
            assert len(actions) == number == len(set(actions))
            assert all(action in decision for action in actions)
            assert set(actions) == brute_force(match, decision)
            assert {drawn(decision, rng) for _ in range(5)} <= set(actions)
            for verb in decision.verbs:
                assert_menus(match, decision, verb, actions)
    assert small > 10


def brute_force(match: Match, decision: Decision) -> set[Action]:
    """Every action, found by trying for each slot all that its level offers, one by one."""
    done: set[Action] = set()
    open_: list[tuple[tuple[Any, ...], tuple[Any, ...]]] = [
        ((verb,), ()) for verb in decision.next(()).choices
    ]
    while open_:
        prefix, partial = open_.pop()
        slots = match.game.verbs[prefix[0]].slots
        if len(prefix) == len(slots) + 1:
            done.add(Action(*prefix))
            continue
        level = decision.next(prefix, partial)
        if slots[len(prefix) - 1].form == "one":
            open_ += [((*prefix, value), ()) for value in level.choices]
            continue
        if level.may_stop:
            open_.append(((*prefix, partial), ()))
        open_ += [(prefix, (*partial, value)) for value in level.choices]
    return done


def assert_menus(match: Match, decision: Decision, verb: str, actions: list[Action]) -> None:
    """The menu of a verb's first slot is what its actions begin with."""
    slots = match.game.verbs[verb].slots
    if not slots or slots[0].form != "one":
        return
    offered, exact = decision.choices(verb, slots[0].name)
    found = {action[1] for action in actions if action.verb == verb}
    assert exact
    assert set(offered) <= found
    assert len(offered) == min(len(found), 25)


def test_order_text_reads_back(game: str) -> None:
    rng = Random("text")
    match = engine.new_match(game, options=any_options(game, rng), seed="text")
    for number, _ in enumerate(steps(match, eager_player(rng), rng)):
        for decision in match.decisions() if number % 2 else ():
            action = drawn(decision, rng)
            written = text.write(match.game.verbs, action)
            assert text.read(match.game, decision, written) == action, written
            assert Action.from_json(action.to_json()) == action


# -- the record ----------------------------------------------------------------------------------


def test_a_record_replays_to_the_same_bytes(game: str) -> None:
    match = played(game, "replay", options=any_options(game, Random("replay")))
    again = engine.from_record(match.record())
    assert portrait(again) == portrait(match)
    assert again.commitment == match.commitment


def test_undo_anywhere_then_going_on_replays(game: str) -> None:
    """Undo, withdraw and play on at random; the record leads to the same match."""
    for seed in range(2):
        rng = Random(f"undo {seed}")
        match = engine.new_match(game, seed=f"undo {seed}")
        choose = eager_player(rng)
        for _ in range(160):
            if match.over or (len(match) and rng.random() < 0.08):
                _turn_back(match, rng)
                continue
            decision = rng.choice(match.decisions())
            match.act(decision.seat, choose(match, decision))
            assert match.check() == []
        again = engine.from_record(match.record())
        assert portrait(again) == portrait(match)


def _turn_back(match: Match, rng: Random) -> None:
    seat = rng.choice(match.seats)
    chance = match._dice.n
    kept = match.record()["entries"]
    try:
        if rng.random() < 0.3:
            match.withdraw(seat)
        elif rng.random() < 0.5:
            match.undo(match.undo_floor(seat), seat)
        else:
            match.undo(max(0, len(match) - rng.randint(1, 9)))
    except Illegal:
        assert match.record()["entries"] == kept
        return
    assert match._dice.n >= chance, "chance was turned back"
    assert match.record()["entries"][: len(kept)] == kept, "the record only grows"


def test_undo_restores_what_was_seen_but_not_chance(game: str) -> None:
    rng = Random("back")
    match = played(game, "back", 15)
    views = [match.view(reader).to_json() for reader in readers(match)]
    mark, chance = len(match), match._dice.n
    for _ in islice(steps(match, random_player(rng), rng), 25):
        pass
    used = match._dice.n
    match.undo(mark)
    assert [match.view(reader).to_json() for reader in readers(match)] == views
    assert match._dice.n >= used > chance
    for reader in readers(match):
        numbers = [seen.number for seen in match.events(reader)]
        assert numbers == sorted(set(numbers)), "an event's number is never used again"


def test_undo_alone_never_passes_a_barrier(game: str) -> None:
    """What a seat may take back alone used no chance, revealed nothing and was its own."""
    rng = Random("floor")
    match = engine.new_match(game, seed="floor")
    for _ in islice(steps(match, eager_player(rng), rng), 150):
        for seat in match.seats:
            floor = match.undo_floor(seat)
            own = [entry for entry in match.entries[floor:] if entry.what == "act"]
            assert all(entry.seat == seat for entry in own)
            assert all(entry.at == match._dice.n for entry in own)
            if floor < len(match):
                seen = match.events(None)
                assert not any(s.reveals for s in seen if s.entry >= floor)


def test_simultaneous_answers_can_be_withdrawn_until_all_are_in(game: str) -> None:
    rng = Random("sealed")
    match = engine.new_match(game, seed="sealed")
    tried = 0
    for seat, action in islice(steps(match, eager_player(rng), rng), 2 * LOOKS):
        decisions = match.decisions()
        asked = match.decision(seat)
        if len(decisions) < 2 or asked is None or action not in asked:
            continue
        tried += 1
        before = [match.view(reader).to_json() for reader in readers(match)]
        trial = fork(match)
        trial.act(seat, action)
        others = [d.seat for d in trial.decisions()]
        assert seat not in others, "one answer is enough"
        for other in others:
            with pytest.raises(Illegal):
                trial.withdraw(other)
        trial.withdraw(seat)
        assert [trial.view(reader).to_json() for reader in readers(trial)] == before
        assert {d.seat for d in trial.decisions()} == {d.seat for d in decisions}
        trial.act(seat, drawn(trial.decision(seat), rng))  # type: ignore[arg-type]
        assert portrait(engine.from_record(trial.record())) == portrait(trial)
    assert tried or not asks_several(game)


def test_whatever_is_taken_back_the_record_replays(game: str) -> None:
    """Withdrawals and undos at random moments of several games; `withdrawable` means what it
    says, also where a game has sealed an answer that nobody gave."""
    for number in range(6):
        rng = Random(f"taking back {number}")
        match = engine.new_match(game, seed=f"taking back {number}")
        for _ in range(100):
            decisions = match.decisions()
            if not decisions:
                break
            decision = rng.choice(decisions)
            match.act(decision.seat, drawn(decision, rng))
            if rng.random() < 0.25:
                _take_something_back(match, rng)
        again = engine.from_record(match.record())
        assert portrait(again) == portrait(match)


def _take_something_back(match: Match, rng: Random) -> None:
    sealed = [seat for seat in match.seats if match.withdrawable(seat) is not None]
    seat = rng.choice(sealed or match.seats)
    floor = match.undo_floor(seat)
    if sealed:
        match.withdraw(seat)
        assert match.decision(seat) is not None
    elif any(index >= floor for index in match.live):
        match.undo(floor, by=seat)
    elif match.live and rng.random() < 0.2:
        match.undo(rng.choice(match.live[-6:]))


def test_simultaneous_answers_commute(game: str) -> None:
    rng = Random("commute")
    match = engine.new_match(game, seed="commute")
    for _ in steps(match, eager_player(rng), rng):
        decisions = match.decisions()
        if len(decisions) < 2:
            continue
        answers = [(d.seat, drawn(d, rng)) for d in decisions]
        one, other = fork(match), fork(match)
        for seat, action in answers:
            one.act(seat, action)
        for seat, action in reversed(answers):
            other.act(seat, action)
        for reader in readers(match):
            same_look(one, other, reader)


def test_snapshots_do_not_matter(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    portraits = []
    for every in (1, 7, 64):
        monkeypatch.setattr(matches, "SNAPSHOT", every)
        rng = Random("snapshots")
        match = engine.new_match(game, seed="snapshots")
        for number in range(90):
            if match.over:
                break
            decision = rng.choice(match.decisions())
            match.act(decision.seat, drawn(decision, rng))
            if number % 17 == 16:
                match.undo(len(match) - rng.randint(1, 6))
        portraits.append(portrait(match))
        assert portrait(engine.from_record(match.record())) == portraits[-1]
    assert portraits[0] == portraits[1] == portraits[2]


# -- acting --------------------------------------------------------------------------------------


def test_act_is_atomic(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error in the middle of an action, after any number of events, leaves no trace."""
    rng = Random("atomic")
    match = engine.new_match(game, seed="atomic")

    class BrokenError(Exception):
        pass

    apply, use = type(match.game).apply, type(match.game).use
    played_on = islice(steps(match, eager_player(rng), rng), LOOKS)
    for number, (seat, action) in enumerate(played_on):
        if number % 20:
            continue
        before = portrait(match)
        uses = match.meant(seat, action) in match.rights()
        allowed = rng.randint(0, 4)

        def broken(
            self: Any,
            state: Any,
            seat: str,
            action: Action,
            dice: Any,
            emit: Any,
            allowed: int = allowed,
            uses: bool = uses,
        ) -> None:
            told = 0

            def fail(event: Any) -> None:
                nonlocal told
                emit(event)
                told += 1
                if told > allowed:
                    raise BrokenError

            (use if uses else apply)(self, state, seat, action, dice, fail)
            raise BrokenError

        with monkeypatch.context() as patch:
            patch.setattr(type(match.game), "use" if uses else "apply", broken)
            with pytest.raises(BrokenError):
                match.act(seat, action)
        assert portrait(match) == before


def test_stale_keys_and_second_answers_are_refused(game: str) -> None:
    """A doubled answer must not answer the next question."""
    rng = Random("stale")
    match = engine.new_match(game, seed="stale")
    choose = eager_player(rng)
    for _ in range(120):
        if match.over:
            break
        decision = rng.choice(match.decisions())
        action, key, seat = choose(match, decision), decision.key, decision.seat
        match.act(seat, action, key)
        before = len(match)
        with pytest.raises((Stale, Illegal)):
            match.act(seat, action, key)
        if match.decision(seat) is not None:
            with pytest.raises(Stale):
                match.act(seat, action, key)
        assert len(match) == before


def test_a_question_that_has_been_answered_is_stale(game: str) -> None:
    match = engine.new_match(game, seed="old")
    decision = match.decisions()[0]
    action = drawn(decision, Random(1))
    match.act(decision.seat, action)
    with pytest.raises(Stale):
        engine_walk(decision)


def engine_walk(decision: Decision) -> None:
    """Look at levels that have not been looked at before."""
    for verb in decision.next(()).choices:
        for value in decision.next((verb,)).choices:
            decision.next((verb, value))
            decision.next((verb,), (value,))
    decision.next(("another",))


def test_wrong_seats_are_refused(game: str) -> None:
    match = played(game, "seats", 30)
    before = portrait(match)
    for seat in ("", "nobody", "Christian ", None, 7):
        with pytest.raises(engine.HeraldError):
            match.act(seat, "pass")  # type: ignore[arg-type]
        if seat is not None:
            with pytest.raises(engine.HeraldError):
                match.view(seat)  # type: ignore[arg-type]
            with pytest.raises(engine.HeraldError):
                match.events(seat)  # type: ignore[arg-type]
    assert portrait(match) == before


# -- other worlds --------------------------------------------------------------------------------


def test_a_redealt_world_is_sound_and_keeps_the_view(game: str) -> None:
    rng = Random("redeal")
    match = engine.new_match(game, options=any_options(game, rng), seed="redeal")
    for number, _ in enumerate(islice(steps(match, eager_player(rng), rng), LOOKS)):
        if number % (4 * len(match.seats)):  # each look is at every reader's worlds
            continue
        before = portrait(match)
        for reader in readers(match):
            world = match.redeal(reader, rng)
            assert world.check() == []
            same_look(match, world, reader)
            twice = world.redeal(reader, rng)
            assert twice.check() == []
            same_look(match, twice, reader)
        assert portrait(match) == before


def test_a_redealt_world_can_be_played_on(game: str) -> None:
    """And whatever happens there, the match does not notice."""
    rng = Random("worlds")
    match = played(game, "worlds", 15)
    before = portrait(match)
    for reader in readers(match):
        world = match.redeal(reader, rng)
        for _ in islice(steps(world, eager_player(rng), rng), LOOKS):
            assert world.check() == []
        with pytest.raises(engine.HeraldError):
            world.record()
    assert portrait(match) == before


def test_a_copied_state_is_independent(game: str) -> None:
    rng = Random("copies")
    match = engine.new_match(game, options=any_options(game, rng), seed="copies")
    for number, _ in enumerate(islice(steps(match, eager_player(rng), rng), LOOKS)):
        if number % 24:
            continue
        before = portrait(match)
        other = fork(match)
        for _ in islice(steps(other, random_player(rng), rng), 12):
            pass
        match._views.clear()
        assert portrait(match) == before


def test_a_view_does_not_depend_on_what_was_looked_at_before(game: str) -> None:
    """Views are pieced together from kept parts: they must equal those made from nothing."""
    rng = Random("views")
    match = engine.new_match(game, seed="views")
    kept = []
    for _ in steps(match, eager_player(rng), rng):
        if rng.random() < 0.3:
            reader = rng.choice(readers(match))
            kept.append((fork(match), reader, match.view(reader).to_json()))
    rng.shuffle(kept)
    for other, reader, before in kept:
        assert other.view(reader).to_json() == before


# -- words, edits and imports --------------------------------------------------------------------


def test_every_question_and_event_has_words_and_a_rule(game: str) -> None:
    rng = Random("words")
    match = engine.new_match(game, options=any_options(game, rng), seed="words")
    for _ in steps(match, eager_player(rng), rng):
        for decision in match.decisions():
            assert decision.prompt
            assert decision.rule
    for reader in readers(match):
        for seen in match.events(reader):
            assert match.tell(seen, reader)


def test_where_the_game_stands_is_the_same_for_every_reader(game: str) -> None:
    match = engine.new_match(game, seed="headline")
    rng = Random("headline")
    chapters = set()
    for _ in steps(match, eager_player(rng), rng):
        public = match.view(None)
        heading, chapter = match.game.headline(public), match.game.chapter(public)
        assert heading
        assert all(name and words for name, words in heading)
        for seat in match.seats:
            assert match.game.headline(match.view(seat)) == heading
            assert match.game.chapter(match.view(seat)) == chapter
        chapters.add(chapter)
    plain = getattr(type(match.game), "chapter", None) is BaseGame.chapter
    assert plain or len(chapters) > 1, "some scene is a chapter of its own"


def test_the_moderator_may_always_edit(game: str) -> None:
    match = played(game, "edits", 20)
    decision = match.decision(MODERATOR)
    assert decision is not None
    assert set(decision.verbs) <= set(match.game.edits)


def test_imports_point_one_way(game: str) -> None:
    """bot -> renderer -> engine.core, bot -> engine, never back; and no front end looks inside
    a game."""
    for path in ROOT.glob("engine/**/*.py"):
        for name in imports(path):
            assert name.partition(".")[0] not in (
                "bot",
                "renderer",
                "tests",
                "asyncio",
                "discord",
                "sqlmodel",
            ), f"{path.name}: {name}"
    for front in ("bot", "renderer"):
        for path in ROOT.glob(f"{front}/**/*.py"):
            for name in imports(path):
                data = f"engine.games.{game}.table.data"  # the models of its files, and no rules
                drawn = front == "renderer" and name.startswith(data)
                inside = name.startswith(f"engine.games.{game}") and not drawn
                assert not inside, f"{path.name}: {name}"
                if front == "renderer":
                    assert name.partition(".")[0] != "bot", f"{path.name}: {name}"
                    outside = ("engine.core", "engine.data", "engine.models", "engine.tongues")
                    seen = (*outside, "engine.games.")
                    assert not name.startswith("engine.") or name.startswith(seen), name


@cache
def imports(path: Path) -> set[str]:
    """The full names of the modules, and of what is taken from them, that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found
