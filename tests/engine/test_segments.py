"""A position as plain JSON, and a record that goes on from one."""

from __future__ import annotations

import json
from hashlib import sha256
from importlib import import_module
from random import Random

import pytest

import engine
from engine import DataError, Illegal, Match
from engine.parts.segments import Position, continued, parts

GAMES = tuple(engine.games())

# A digest of the fields that a position consists of, by schema. If this fails and the game has
# been released: give `schema` the next number, teach `migrate` to read what the old one wrote, and
# add a line here. Before its release the line is only renewed.
FIELDS = {
    ("granada", 1): "81eec46e",
    ("granada", 2): "f4d3e530",
    ("hispania", 1): "25ecfd4f",
    ("hispania", 2): "b515d511",
    ("cortes", 1): "ae2ff8dd",
}


def played(game: str, steps: int, seed: str = "segments") -> Match:
    match, rng = engine.new_match(game, seed=seed), Random(seed)
    for _ in range(steps):
        step(match, rng)
    return match


def step(match: Match, rng: Random) -> None:
    if not match.over:
        decision = rng.choice(match.decisions())
        match.act(decision.seat, decision.sample(rng))


def sight(match: Match) -> list[object]:
    return [match.view(reader).to_json() for reader in (*match.seats, None)]


def through_json(position: Position) -> Position:
    return Position.from_json(json.loads(json.dumps(position.to_json())))


@pytest.mark.parametrize("game", GAMES)
def test_a_position_survives_json_and_plays_on_alike(game: str) -> None:
    """Wherever random play is: at orders, mid-battle, with a sealed answer."""
    match, rng = engine.new_match(game, seed="json"), Random(3)
    for i in range(400):
        if match.over:
            match = engine.new_match(game, seed=f"json {i}")
        step(match, rng)
        position = match.position()
        kept = through_json(position)
        assert kept == position
        assert kept.digest == position.digest
        state = match.game.load(kept.state, match.options)
        assert match.game.dump(state) == position.state
        assert match.game.view(state, None) == match.view(None)
        assert match.game.questions(state) == tuple(d._question for d in match.decisions())


@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_on_from_a_position(game: str) -> None:
    match = played(game, 150)
    base = match.position()
    record = continued(match.record(), base)
    again = engine.from_record(record)
    assert sight(again) == sight(match)
    assert [d.seat for d in again.decisions()] == [d.seat for d in match.decisions()]
    assert len(again) == len(match)
    for one, other in ((match, Random(9)), (again, Random(9))):
        for _ in range(100):
            step(one, other)
    assert sight(again) == sight(match)
    assert again.position() == match.position()  # the numbers of events too
    twice = engine.from_record(json.loads(json.dumps(again.record())))
    assert twice.record() == again.record()
    assert twice.position() == again.position()


def test_undo_does_not_cross_a_segment() -> None:
    match = played("granada", 60)
    again = engine.from_record(continued(match.record(), match.position()))
    with pytest.raises(Illegal, match="before the rules changed"):
        again.undo(50)
    with pytest.raises(Illegal, match="nothing to undo"):
        again.undo(60)
    assert all(again.undo_floor(seat) == 60 for seat in again.seats)
    before, rng = sight(again), Random(1)
    step(again, rng)
    again.undo(60)
    assert sight(again) == before
    back = {"what": "undo", "seat": "moderator", "at": 0, "to": 3}
    record = again.record()
    with pytest.raises(DataError, match="does not exist"):
        engine.from_record({**record, "entries": [*record["entries"], back]})


def test_each_segment_is_a_record_of_its_own() -> None:
    match = played("granada", 40)
    record = continued(match.record(), match.position())
    match = engine.from_record(record)
    rng = Random(2)
    for _ in range(20):
        step(match, rng)
    record = continued(match.record(), match.position())
    ends = [(engine.from_record(part), goal) for part, goal in parts(record)]
    assert [len(end) for end, _ in ends] == [40, 60, 60]
    assert [goal and end.position().digest == goal.digest for end, goal in ends] == [
        True,
        True,
        None,
    ]


@pytest.mark.parametrize(
    "segments",
    ["x", [3], [{}], [{"entry": -1}], [{"entry": 1, "schema": 1, "chance": 0, "forced": 0}]],
)
def test_broken_segments_are_refused(segments: object) -> None:
    record = played("granada", 10).record()
    with pytest.raises(DataError):
        engine.from_record({**record, "segments": segments})


def test_a_segment_behind_the_end_is_refused() -> None:
    match = played("granada", 10)
    base = {**match.position().to_json(), "entry": 11}
    with pytest.raises(DataError, match="out of order"):
        engine.from_record({**match.record(), "segments": [base]})


@pytest.mark.parametrize("game", GAMES)
def test_a_position_of_an_unknown_version_is_refused(game: str) -> None:
    match = played(game, 10)
    base = {**match.position().to_json(), "schema": 99}
    with pytest.raises(DataError, match="99"):
        engine.from_record({**match.record(), "segments": [base]})


def test_a_game_migrates_an_older_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if schema 1 had not known `bonus`."""
    match = played("granada", 30)
    old = match.position().to_json()
    del old["state"]["bonus"]
    rules = type(match.game)
    monkeypatch.setattr(rules, "schema", old["schema"] + 1)
    monkeypatch.setattr(
        rules, "migrate", lambda self, packed, schema: {**packed, "bonus": {"list": [0, 0]}}
    )
    again = engine.from_record({**match.record(), "segments": [old]})
    assert sight(again) == sight(match)


def test_a_battle_under_way_is_compared_by_what_the_older_schema_kept() -> None:
    """Granada's first schema did not keep who came into a battle with which card: a table that
    was left in one must not stand still for it."""
    match = engine.new_match("granada", seed="segments")
    rng = Random("a battle")
    while not (view := match.view(None).to_json())["battle"] or not view["battle"]["deployments"]:
        step(match, rng)
    position = match.position()
    older = position.as_of(match.game, 1)
    assert older is not None
    assert older.schema == 1
    assert "deployments" not in older.state["battle"]["part"]
    again = older.migrated(match.game)
    assert again.schema == position.schema
    assert again.as_of(match.game, 1) == older
    assert again.digest != position.digest, "so the positions themselves cannot be compared"


@pytest.mark.parametrize("game", GAMES)
def test_the_fields_of_a_position_are_those_of_its_schema(game: str) -> None:
    position = played(game, 1).position()
    battle = import_module(f"engine.games.{game}.table.state").Battle
    fields = " ".join([*sorted(position.state), *sorted(battle.__slots__)])
    assert sha256(fields.encode()).hexdigest()[:8] == FIELDS[game, position.schema]
