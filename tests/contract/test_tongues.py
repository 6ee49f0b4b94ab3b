"""Every word of a whole game comes from a catalogue: the false language finds what does not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

import engine
from engine import text
from engine.core import MODERATOR, Action, Decision, HeraldError, Illegal
from engine.dice import Impossible
from engine.manifest import part
from engine.match import Match
from engine.players import plan as plans
from engine.text.grammar import SMALL
from engine.tongues import ENGLISH, Listed, Said, Tongue, worded
from engine.tongues.en import English
from engine.tongues.false import FALSE
from engine.words import say
from tests.contract.play import (
    Choose,
    any_options,
    drawn,
    eager_player,
    fork,
    greedy_player,
    readers,
    steps,
)
from tests.contract.tongues import assert_said, codes, offered, strays, texts

GAMES = tuple(engine.games())
pytestmark = pytest.mark.parametrize("game", GAMES)
STRIDE = 7  # questions between two at which much is tried


def positions(game: str, number: int) -> Iterator[Match]:
    """So many questions of random games with random options, from all their phases."""
    rng = Random(f"tongues {game}")
    while True:
        match = engine.new_match(game, options=any_options(game, rng), seed=str(rng.random()))
        for at, _ in enumerate(steps(match, eager_player(rng), rng)):
            if at % STRIDE == 0:
                yield match
                number -= 1
                if not number:
                    return


def whole_games(game: str) -> Iterator[tuple[Match, Choose]]:
    """A random game with some options, and one of the computer against itself."""
    rng = Random("tongues")
    wild = engine.new_match(game, options=any_options(game, rng), seed="tongues")
    calm = engine.new_match(game, seed="tongues, greedy")
    yield from [(wild, eager_player(rng)), (calm, greedy_player("tongues"))]


def declared(game: str) -> tuple[str, ...]:
    """The kinds of event that the rules declare."""
    script = getattr(engine.games()[game], "script", None)
    if script is None:
        script = import_module(f"engine.games.{game}.table.flow").SCRIPT
    return tuple(script.events)


def fresh(words: str, heard: set[str]) -> bool:
    """Whether they are heard for the first time."""
    new = words not in heard
    heard.add(words)
    return new


def test_whole_games(game: str) -> None:
    """Questions, heads, events and results, for every reader."""
    words, given = codes(engine.games()[game]), texts(engine.games()[game].data)
    for match, choose in whole_games(game):
        heard: set[str] = set()
        for _ in steps(match, choose, Random(1)):
            for decision in match.decisions():
                if fresh(decision.prompt, heard):
                    assert_said(decision.asks, words)
                    assert decision.prompted(FALSE) == FALSE.word(decision.asks)
            for one in sum(match.game.headline(match.view(None), FALSE), ()):
                if fresh(one, heard):
                    assert "⟦" in one
                    assert not strays(one, given, words), one
        kinds = set()
        for reader in readers(match):
            for seen in match.events(reader):
                if fresh(match.tell(seen, reader), heard):
                    said = match.game.says(seen, reader)
                    assert_said(said, words)
                    assert match.tell(seen, reader) == ENGLISH.word(said)
                    assert match.tell(seen, reader, FALSE) == FALSE.word(said)
                    assert said.key.startswith(f"{game}.EVENTS.{seen.kind}"), "it has no words"
                kinds.add(seen.kind)
        assert len(kinds) > min(15, len(declared(game)) / 2)
        assert match.result is not None
        assert_said(match.result.said, words)
        assert match.result.worded() == match.result.reason


def test_edits(game: str) -> None:
    """What a moderator changes is told without English; only the faults of a broken position,
    which are for whoever mends it, are named as the check names them."""
    rng = Random("edits")
    words, kinds = codes(engine.games()[game]), set()
    for match in positions(game, 12):
        trial = fork(match)
        for _ in range(12):
            action = drawn(trial.decision(MODERATOR), rng)  # type: ignore[arg-type]
            typed = text.write(match.game.edits, action)
            before = {reader: len(trial.events(reader)) for reader in readers(trial)}
            try:
                trial.act(MODERATOR, action)
            except Impossible:  # a forced result that cannot come up
                break
            for reader in readers(trial):
                for seen in trial.events(reader)[before[reader] :]:
                    if seen.kind != "warning":
                        assert_said(trial.game.says(seen, reader), words, typed)
            kinds.add(action.verb)
            if trial.over:
                break
    assert len(kinds) > len(engine.games()[game].edits) / 2


def test_things_without_a_name_in_the_data_are_in_the_catalogue(game: str) -> None:
    rules = engine.games()[game]
    for verb in (*rules.verbs.values(), *rules.edits.values()):
        for slot in verb.slots:
            assert ENGLISH.knows(f"engine.KINDS.{slot.domain}"), slot.domain
            names, false = rules.names(slot.domain), rules.names(slot.domain, FALSE)
            assert names.keys() == false.keys()
            for token, name in names.items():
                if ENGLISH.knows(f"{game}.NAMES.{slot.domain}.{token}"):
                    assert false[token].startswith("⟦")
                    assert name in false[token]


# -- refusals ------------------------------------------------------------------------------------


def hostile(decision: Decision, match: Match, rng: Random) -> list[str]:
    """Orders with a word too many, too few, or out of its place; and nonsense."""
    verbs = match.game.edits if decision.seat == MODERATOR else match.game.verbs
    order = text.write(verbs, drawn(decision, rng))
    parts = order.split()
    at = rng.randrange(len(parts))
    other = text.write(verbs, drawn(decision, rng)).split()
    return [
        " ".join([*parts[:at], rng.choice(("qqqq", "777", "2qqqq", ">", rng.choice(other)))]),
        " ".join([*parts, rng.choice(other)]),
        " ".join(parts[:at]),
        " ".join([rng.choice(list(verbs)), *parts[1:]]),
        f"{rng.choice(list(verbs))} {rng.choice(list(match.game.names('place')))}",
        "qqqq",
        f"{order}; {order}",
        "x" * 3_000,
    ]


def spoilt(decision: Decision, match: Match, rng: Random) -> Action:
    """An order as a front end may send it, with one value that is wrong."""
    values = list(drawn(decision, rng))
    strange = (None, "qqqq", ("qqqq",), rng.choice(list(match.game.names("place"))))
    values[rng.randrange(len(values))] = rng.choice(strange)
    return Action(*values)


def refusal_of(
    match: Match, seat: str, decision: Decision | None, order: str | Action
) -> Illegal | None:
    try:
        if decision is None:
            match.act(seat, order)
        elif isinstance(order, str):
            text.read(match.game, decision, order, FALSE)
        else:
            decision.demand(order)
    except Illegal as refusal:
        return refusal
    return None


def check_refusal(match: Match, seat: str, order: str | Action, words: set[str]) -> bool:
    """Whether the order is refused; then without a word of English."""
    decision = match.decision(seat)
    refusal = refusal_of(match, seat, decision, order)
    if refusal is None:
        return False
    tokens = offered(decision) if decision is not None else {seat}
    assert_said(refusal.said, words | tokens, f"{order} … ...")
    assert refusal.worded() == refusal.reason
    assert refusal.in_full() == str(refusal)
    return True


def test_refusals(game: str) -> None:
    rng = Random("refusals")
    words, refused = codes(engine.games()[game]), 0
    for match in positions(game, 40):
        for seat in (*match.seats, "nobody", MODERATOR):
            decision = match.decision(seat)
            if decision is None:
                refused += check_refusal(match, seat, "done", words)
                continue
            for order in hostile(decision, match, rng):
                refused += check_refusal(match, seat, order, words)
            for _ in range(6):
                refused += check_refusal(match, seat, spoilt(decision, match, rng), words)
    assert refused > 500


def upside_down(game: str) -> Tongue:
    """A language in which every word of order text is written backwards."""
    rules = engine.games()[game]
    slots = [slot for v in (*rules.verbs.values(), *rules.edits.values()) for slot in v.slots]
    words = {*rules.verbs, *rules.edits, *SMALL, "to", *(slot.name for slot in slots)}
    words |= {slot.mark for slot in slots if slot.mark.isalpha()}
    return Tongue("pu", English(), {f"engine.ORDERS.{w}": f"{w[::-1]}q, {w}x" for w in words})


def test_orders_are_written_and_read_in_every_language(game: str) -> None:
    """What is written in a language is read back in it, and English is always read too."""
    rng, tongue = Random("reading"), upside_down(game)
    read = 0
    for match in positions(game, 60):
        for seat in (*match.seats, MODERATOR):
            decision = match.decision(seat)
            verbs = match.game.edits if seat == MODERATOR else match.game.verbs
            for _ in range(4 if decision is not None else 0):
                assert decision is not None
                action = drawn(decision, rng)
                order = text.write(verbs, action, tongue)
                assert order.startswith(f"{action.verb[::-1]}q")
                assert text.read(match.game, decision, order, tongue) == action
                assert text.read(match.game, decision, text.write(verbs, action), tongue) == action
                read += 1
    assert read > 400


def test_suggestions_are_in_the_language_of_the_order(game: str) -> None:
    match, tongue = engine.new_match(game, seed="near"), upside_down(game)
    near = text.nearest(match.game, match.decisions()[0], "qqqq", 3, tongue)
    verbs = [f"{verb[::-1]}q" for verb in match.decisions()[0].verbs]
    assert near
    assert all(order.split()[0] in verbs for order in near)


# -- plans ---------------------------------------------------------------------------------------


def test_plans(game: str) -> None:
    rng = Random("plans")
    manual = plans.manual_of(engine.games()[game])
    words = codes(engine.games()[game]) | {w for line in manual.examples for w in line.split()}
    for fact in manual.facts:
        whose = game if ENGLISH.knows(f"{game}.FACTS.{fact}") else "engine"
        assert ENGLISH.word(Said(f"{whose}.FACTS.{fact}")) == manual.facts[fact]
    faults = notes = 0
    own = part(engine.games()[game], "plans")
    for match in positions(game, 120):
        faults += _faults(match, rng, words) if faults < 300 else 0
        notes += _notes(match, rng, words)
    if own is not None and notes <= 30:
        notes += _fought(game, rng, words)
    assert faults > 100
    assert notes > 30 or own is None, "lines of a game without a manual leave no notes"


def _lines(match: Match, rng: Random) -> list[str]:
    examples = plans.manual_of(match.game).examples
    places = list(match.game.names("place"))
    torn = [line.split() for line in examples]
    return [
        *examples,
        *(" ".join([rng.choice(line), rng.choice(rng.choice(torn))]) for line in torn),
        *(line[0] for line in torn),
        f"fight {rng.choice(places)}",
        f"retreat {rng.choice(places)}",
        "[turn 99+] assault",
        "[turn 99+] hold",
        "never", "never qqqq", "ask", "ask qqqq", "else", "else qqqq", "[qqqq] stay", "[turn 1+",
        "[turn 1+]", "[turn 99+] stand", "plan qqqq", "qqqq", "x" * 300,
    ]  # fmt: skip


def faults_of(match: Match, line: str, seat: str) -> tuple[plans.Fault, ...]:
    try:
        plans.read(match.game, line, seat)
    except plans.Unreadable as unreadable:
        return unreadable.faults
    return ()


def _faults(match: Match, rng: Random, words: set[str]) -> int:
    found = 0
    for line in _lines(match, rng):
        for fault in faults_of(match, line, rng.choice(match.seats)):
            assert_said(fault.said, words, f"{line} ...")
            assert fault.worded(FALSE).startswith("⟦Line ")
            assert fault.worded() == str(fault)
            found += 1
    return found


def _fought(game: str, rng: Random, words: set[str]) -> int:
    """Where random play seldom asks what plans answer, the computer's games do."""
    match = engine.new_match(game, seed="plans")
    notes = 0
    for _ in steps(match, greedy_player("plans"), rng):
        if notes > 30 or match.over:
            break
        notes += _notes(match, rng, words)
    return notes


def _notes(match: Match, rng: Random, words: set[str]) -> int:
    """The lines that a plan skipped, for its owner."""
    decision = match.decisions()[0]
    if plans.scene_of(match, decision) is None:
        return 0
    lines = [line for line in _lines(match, rng) if line.split()[0] not in ("plan", "else", "ask")]
    body = [line for line in lines if not faults_of(match, line, decision.seat)]
    world = match.redeal(decision.seat, Random(1))
    question = world.decision(decision.seat)
    assert question is not None
    found = 0
    for _ in range(8):
        rng.shuffle(body)
        plan = plans.read(match.game, "\n".join(body), decision.seat)
        plan.choose(world, question)
        for note in plan.notes:
            assert_said(note.said, words | offered(question), note.text)
            assert note.worded(FALSE).startswith("⟦Line ")
        assert plans.Progress.from_json(plan.progress.to_json()) == plan.progress
        found += len(plan.notes)
    return found


# -- what the code can say -----------------------------------------------------------------------


def test_every_kind_of_event_has_words(game: str) -> None:
    """The kinds are read from the rules themselves, so that a new one cannot be forgotten."""
    folder = Path(engine.__file__).parent / "games" / game
    known = {key.split(".")[2] for key in ENGLISH.catalogue if key.startswith(f"{game}.EVENTS.")}
    kinds = {"undo", "withdraw", *declared(game)}
    for path in folder.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        kinds |= set(re.findall(r"\bc\.(?:tell|reveal)\(\s*\"([\w ]+)\"", source))
    assert kinds - known == set()
    assert declared(game)


def test_a_hostile_order_is_refused_in_the_readers_language(game: str) -> None:
    match = engine.new_match(game, seed="hostile")
    with pytest.raises(HeraldError) as caught:
        match.act(match.decisions()[0].seat, "qqqq")
    assert "I do not know the order qqqq." in str(caught.value)
    assert caught.value.worded(FALSE).startswith("⟦I do not know the order ")


@pytest.mark.parametrize(
    "planted",
    [
        worded("Too far."),
        say("missing", verb="move", what="the start"),
        say("ambiguous", word="qqqq", near=Listed(("nobody there", "Loja"))),
        say("refused", reason=worded("No road."), rule="7.3"),
    ],
)
def test_planted_english_is_found(game: str, planted: Said) -> None:
    words = {"move", "Loja"}
    with pytest.raises(AssertionError, match="outside"):
        assert_said(planted, words, "qqqq")
    assert_said(say("missing", verb="move", what="Loja"), words)
