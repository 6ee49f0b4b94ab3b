"""What play tells is what the game declares: kinds, arguments, their domains, who may know them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from engine.core import MODERATOR, Event, Game, Told
from engine.match import Match
from engine.tongues import ENGLISH
from tests.contract.play import any_options, eager_player, greedy_player, steps

GAMES = tuple(engine.games())
ROOT = Path(engine.__file__).parent
NOTED = ("undo", "withdraw")  # what the match itself tells

pytestmark = pytest.mark.parametrize("game", GAMES)


def faults(game: Game, event: Told) -> list[str]:
    """What an event says otherwise than its declaration."""
    declared = game.events.get(event.kind)
    if event.kind in NOTED:
        return []
    if declared is None and event.kind == "edit":
        return _edited(game, event)
    if declared is None:
        return [f"{event.kind} is not declared"]
    told = [*event.public, *(name for private in event.private.values() for name in private)]
    found = [f"{event.kind} has no {name}" for name in told if name not in declared.arguments]
    return found or [*_secrets(game, event), *_names(game, event)]


def _edited(game: Game, event: Told) -> list[str]:
    """An edit that tells itself tells its slots, and how many where others may only count."""
    slots = {slot.name for slot in game.edits[event.public["edit"]].slots}
    private = {name for told in event.private.values() for name in told}
    strange = {*event.public, *private} - slots - {"edit", "count", "label"}
    return [f"edit has no {name}" for name in sorted(strange)]


def _secrets(game: Game, event: Told) -> Iterator[str]:
    """What is told to one seat is declared as that seat's; what is shown, as a secret."""
    arguments = game.events[event.kind].arguments
    for seat, private in event.private.items():
        for name in private:
            whose = arguments[name].who
            if not whose or event.public.get(whose) != seat:
                yield f"{event.kind}: {name} is told to {seat} alone"
    told = {*event.public, *(name for private in event.private.values() for name in private)}
    for name in event.reveals:
        if name not in told:
            yield f"{event.kind} reveals {name}, which it does not tell"
        if not arguments[name].who and arguments[name].secret is False:
            yield f"{event.kind} reveals {name}, which is no secret"
    for name, about in arguments.items():
        if event.public.get(name) and name not in event.reveals and about.secret:
            yield f"{event.kind} shows {name} and does not say that it was a secret"
        if event.public.get(name) and name not in event.reveals and about.who:
            yield f"{event.kind} tells everybody {name}"


def _names(game: Game, event: Told) -> Iterator[str]:
    """An argument of a domain holds names of that domain, one or several as declared."""
    for told in (event.public, *event.private.values()):
        for name, value in told.items():
            about = game.events[event.kind].arguments[name]
            if not about.domain or value is None:
                continue
            if isinstance(value, tuple) == (about.form == "one"):
                yield f"{event.kind}: {name} is {value!r}, not of the form {about.form}"
            known = {token for domain in about.domains for token in game.names(domain)}
            words = value if isinstance(value, tuple) else (value,)
            yield from (
                f"{event.kind}: {name} is {word!r}, which is no {about.domain}"
                for word in words
                if word not in known
            )


def sound(match: Match) -> set[str]:
    """The kinds that a match has told, every one of them as declared and in words of its own."""
    log = match._readers.log
    assert {fault for event in log for fault in faults(match.game, event)} == set()
    for reader in (*match.seats, None):
        for seen in match.events(reader):
            said = match.game.says(seen, reader).key
            assert f"{said}.".startswith(f"{match.game.name}.EVENTS.{seen.kind}."), said
    return {event.kind for event in log}


def test_random_play_tells_what_is_declared(game: str) -> None:
    told: set[str] = set()
    for seed in ("told 1", "told 2"):
        rng = Random(seed)
        match = engine.new_match(game, options=any_options(game, rng), seed=seed)
        for _ in steps(match, eager_player(rng), rng):
            pass
        told |= sound(match)
    assert len(told) > 20


def test_the_computer_tells_what_is_declared(game: str) -> None:
    rng = Random("told")
    match = engine.new_match(game, seed="told")
    for number, _ in enumerate(steps(match, greedy_player("told"), rng)):
        if number == 60:
            break
    assert sound(match)


def test_edits_tell_what_is_declared(game: str) -> None:
    rng = Random("edits")
    match = engine.new_match(game, seed="edits")
    for number in range(150):
        decision = match.decision(MODERATOR) if number % 2 else rng.choice(match.decisions())
        assert decision is not None
        action = decision.sample(rng)
        if action.verb != "force":  # a forced result that cannot come up stops the match
            match.act(decision.seat, action)
        if match.over:
            break
    assert "edit" in sound(match)


def test_every_kind_has_words(game: str) -> None:
    rules = engine.games()[game]
    for kind in rules.events:
        stem = f"{game}.EVENTS.{kind}"
        assert any(f"{key}.".startswith(f"{stem}.") for key in ENGLISH.catalogue), kind


def test_every_kind_is_told_somewhere(game: str) -> None:
    rules = engine.games()[game]
    files = (ROOT / "games" / game).rglob("*.py")
    code = "\n".join(path.read_text(encoding="utf-8") for path in files)
    made = set(re.findall(r"(?<!class )\b([A-Z]\w+)\(", code))
    declared: Any = rules.events.values()
    assert [event.__name__ for event in declared if event.__name__ not in made] == []


def test_every_domain_has_names(game: str) -> None:
    rules = engine.games()[game]
    domains = {d for e in rules.events.values() for a in e.arguments.values() for d in a.domains}
    assert [domain for domain in sorted(domains) if not rules.names(domain)] == []


def test_what_is_told_otherwise_is_found(game: str) -> None:
    """Each planted event differs in one thing from a kind that the game declares."""
    rules = engine.games()[game]
    kind, who = next(
        (kind, name)
        for kind, declared in rules.events.items()
        for name, about in declared.arguments.items()
        if about.part == "who" and about.domain in ("side", "nation")
    )
    domain = rules.events[kind].arguments[who].domain
    someone = next(iter(rules.names(domain)))
    assert faults(rules, Event(kind, "", {who: someone})) == []
    wrong = {
        "has no": Event(kind, "", {who: someone, "wrong": 1}),
        "alone": Event(kind, "", {}, {rules.seats[0]: {who: someone}}),
        "no secret": Event(kind, "", {who: someone}, reveals=(who,)),
        f"is no {domain}": Event(kind, "", {who: "Nobody at all"}),
        "not of the form": Event(kind, "", {who: (someone,)}),
    }
    for words, event in wrong.items():
        assert any(words in fault for fault in faults(rules, event)), words
