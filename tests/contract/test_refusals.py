"""Why orders are refused, in every game: a bar or a general reason, its rule, and no secret."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from engine.base import BaseGame
from engine.core import Action, Decision, Slot
from engine.faults import bars_of
from engine.match import Match
from engine.refusing import REFUSALS
from engine.tongues import ENGLISH, Said
from tests.contract.law import positions
from tests.contract.play import drawn

GAMES = list(engine.games())
STRANGE: tuple[Any, ...] = (
    None, "", "Atlantis", "{value}", "\x00\n", "x" * 500, (), ("nobody",), (("x",),), 7, ["x"],
)  # fmt: skip


def words_of(match: Match) -> list[str]:
    """Everything that somebody could name in this game."""
    domains = {slot.domain for verb in match.game.verbs.values() for slot in verb.slots}
    return sorted({token for domain in domains for token in match.game.names(domain)})


def strange(words: list[str], slot: Slot, rng: Random) -> Any:
    """Anything but, mostly, a value for the slot."""
    if rng.random() < 0.3:
        return rng.choice(STRANGE)
    if slot.form == "one":
        return rng.choice(words)
    return tuple(rng.choice(words) for _ in range(rng.randrange(1, 4)))


def wrong_orders(match: Match, decision: Decision, rng: Random, number: int) -> Iterator[Action]:
    """Legal orders with one value, or one element of a value, replaced; and some of no sense."""
    words = words_of(match)
    verbs = match.game.verbs
    for _ in range(number):
        action = drawn(decision, rng)
        if len(action) == 1:
            yield Action(*action, rng.choice(STRANGE))
            continue
        at = rng.randrange(1, len(action))
        value = action[at]
        new = strange(words, verbs[action.verb].slots[at - 1], rng)
        if isinstance(value, tuple) and rng.random() < 0.7:
            new = (*value[: rng.randrange(3)], rng.choice(words))
        yield Action(*action[:at], new, *action[at + 1 :])
    verb = rng.choice(list(verbs))
    yield Action(verb, *[strange(words, slot, rng) for slot in verbs[verb].slots])
    yield Action(rng.choice(["frobnicate", "", "pass"]), *rng.choice([(), ("on",)]))


def why_not(match: Match, seat: str, order: Action) -> tuple[Said, str] | None:
    """The refusal and its rule; None: the order is legal."""
    decision = match.decision(seat)
    assert decision is not None
    fault = decision._fault(order)
    if fault is None:
        return None
    return match.game.refusal(match._state, decision._question, *fault)


@pytest.mark.parametrize("name", GAMES)
def test_every_refusal_is_a_bar_or_a_general_reason_with_a_rule(name: str) -> None:
    own = {bar.key for bar in bars_of(f"engine.games.{name}")}
    seen = set()
    for match, rng in positions(name, "random", 1500, "refusals"):
        for decision in match.decisions():
            for order in wrong_orders(match, decision, rng, 2):
                answer = why_not(match, decision.seat, order)
                if answer is None:
                    continue
                said, rule = answer
                whose, _, key = said.key.split(".", 2)
                known = own | {"not_now"} if whose == name else set(REFUSALS)
                assert key in known, f"{order}: {said.key} is neither a bar nor a general reason"
                assert rule, order
                text = ENGLISH.word(said)
                assert text[:1].isupper() or not text[:1].isalpha(), text
                assert text.endswith((".", "?")), text
                assert len(text) < 700, text
                seen.add(said.key)
    assert len(seen) > 25, "hardly anything was refused"


@pytest.mark.parametrize("name", GAMES)
def test_a_refusal_tells_nothing_that_the_seat_may_not_know(name: str) -> None:
    """In a world where all that a seat cannot see is dealt anew, it reads the same refusals."""
    compared = 0
    for step, (match, rng) in enumerate(positions(name, "random", 2000, "secret refusals")):
        if step % 12:
            continue
        for decision in match.decisions():
            seat = decision.seat
            world = match.redeal(seat, Random(step))
            for order in wrong_orders(match, decision, rng, 12):
                here, there = why_not(match, seat, order), why_not(world, seat, order)
                assert _worded(here) == _worded(there), order
                compared += 1
    assert compared > 1000


def _worded(answer: tuple[Said, str] | None) -> tuple[str, str] | None:
    return None if answer is None else (ENGLISH.word(answer[0]), answer[1])


@pytest.mark.parametrize("name", GAMES)
def test_every_bar_has_a_sentence_with_its_fields_and_every_sentence_a_bar(name: str) -> None:
    group = f"{name}.REFUSALS."
    sentences = {k[len(group) :]: t for k, t in ENGLISH.catalogue.items() if k.startswith(group)}
    declared = {bar.key: bar for bar in bars_of(f"engine.games.{name}")}
    for key, bar in declared.items():
        assert key in sentences, f"the bar {key} has no sentence"
        fields = {f[:1].lower() + f[1:] for f in re.findall(r"{(\w+)}", sentences[key])}
        assert fields == set(bar.fields), f"{key}: the sentence speaks of {sorted(fields)}"
    spoken = _named_in_words(name)
    for key in sentences.keys() - declared.keys():
        assert key in spoken, f"the sentence {key} has no bar"


def _named_in_words(name: str) -> set[str]:
    """Keys that the words of a game name themselves, outside the catalogue; in a game that is
    not on the common base, its chapters too."""
    root = Path(engine.__file__).parent / "games" / name
    if isinstance(engine.games()[name], BaseGame):
        root /= "words"
    texts = [p.read_text(encoding="utf-8") for p in root.rglob("*.py") if p.name != "english.py"]
    return {key for text in texts for key in re.findall(r'"([a-z_+]+)"', text)}
