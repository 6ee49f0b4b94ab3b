"""Hostile input: always a sentence, never another exception, never a changed match."""

from __future__ import annotations

import copy
import json
import string
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

import engine
from engine import text
from engine.core import MODERATOR, Action, Decision, HeraldError
from engine.match import Match
from tests.contract.interference import spoilt
from tests.contract.play import any_options, drawn, eager_player, played, portrait, readers, steps

GAMES = tuple(engine.games())
pytestmark = [
    pytest.mark.parametrize("game", [*GAMES, "council"]),
    pytest.mark.usefixtures("council"),
]

STRANGE = "\x00\x07\t\n\r\x1b\u200b\u202e\ufeffÁßıİ漢😀«»–;;,,>>--++!!**\\\"'`{}[]()|&%$#@^~"


def assert_sentence(error: HeraldError, what: object) -> None:
    assert str(error).strip(), f"{what!r} is refused without a word"
    assert "Traceback" not in str(error)


def refused(match: Match, attempt: Callable[[], object], what: object) -> None:
    """`attempt` ends in a sentence for a person."""
    try:
        attempt()
    except HeraldError as error:
        assert_sentence(error, what)
    else:
        raise AssertionError(f"{what!r} was accepted")


def looks(match: Match) -> tuple[Any, ...]:
    """Enough of a match to see that nothing happened; the whole portrait is taken less often."""
    views = tuple(match.view(reader) for reader in readers(match))
    return (
        len(match),
        match._dice.n,
        len(match._readers.log),
        views,
        [d.key for d in match.decisions()],
    )


# -- strings -------------------------------------------------------------------------------------


def noise(match: Match, decision: Decision | None, rng: Random) -> str:
    """Nonsense of many kinds: bytes, words of the game in no order, orders torn to pieces."""
    kind = rng.randrange(6)
    if kind == 0:
        return "".join(rng.choices(string.printable + STRANGE, k=rng.randint(0, 60)))
    if kind == 1:
        return "".join(
            chr(
                rng.choice(
                    (rng.randrange(128), rng.randrange(0xD800), rng.randrange(0xE000, 0x11000))
                )
            )
            for _ in range(20)
        )
    words = _vocabulary(match)
    if kind == 2 or decision is None:
        return " ".join(rng.choices(words, k=rng.randint(1, 9)))
    order = text.write(match.game.verbs, drawn(decision, rng))
    if kind == 3:
        return order[: rng.randrange(len(order))]
    if kind == 4:
        at = rng.randrange(len(order))
        return order[:at] + rng.choice(string.printable + STRANGE) + order[at + 1 :]
    parts = order.split()
    rng.shuffle(parts)
    return " ".join([*parts, rng.choice(words)])


def _vocabulary(match: Match) -> list[str]:
    game = match.game
    domains = {slot.domain for verb in game.verbs.values() for slot in verb.slots}
    names = [n for d in sorted(domains) for pair in game.names(d).items() for n in pair]
    marks = [
        ">",
        "-",
        "+",
        "all",
        "all but",
        "lead",
        "march",
        "load",
        "also",
        "land",
        "fleet",
        "2",
        "-1",
        "99999999999999999999",
        "0x10",
        ";",
        "\n",
        ",",
        ":",
    ]
    return [*game.verbs, *game.edits, *names, *marks * 5]


def try_strings(game: str, seed: str, number: int) -> None:
    rng = Random(seed)
    choose = eager_player(rng)
    match = engine.new_match(game, seed=seed)
    for done in range(number):
        if match.over:
            match = engine.new_match(game, options=any_options(game, rng), seed=f"{seed} {done}")
        seat = rng.choice((*match.seats, *match.seats, "nobody"))
        before, whole = looks(match), portrait(match) if done % 50 == 0 else None
        if try_string(match, seat, noise(match, match.decision(seat), rng)):
            assert looks(match) == before
            assert whole is None or portrait(match) == whole
        if not match.over and done % 4 == 0:
            decision = rng.choice(match.decisions())
            match.act(decision.seat, choose(match, decision))


def try_string(match: Match, seat: str, order: str) -> bool:
    """Give an order; False if it happened to be a legal one and the match has moved."""
    before = len(match)
    try:
        match.act(seat, order)
    except HeraldError as error:
        assert_sentence(error, order)
    return len(match) == before


def test_random_strings(game: str) -> None:
    try_strings(game, "strings", 2_000)


@pytest.mark.fuzz
@pytest.mark.parametrize("part", range(20))
def test_very_many_random_strings(game: str, part: int) -> None:
    try_strings(game, f"strings {part}", 5_000)


def test_random_strings_to_the_moderator(game: str) -> None:
    """Edits that are refused change nothing; those that are not are edits."""
    rng = Random("edits")
    match = played(game, "edits", 25)
    if not match.game.edits:
        pytest.skip("no edits yet")
    for _ in range(300):
        before = looks(match)
        order = noise(match, None, rng)
        if rng.random() < 0.5:
            order = f"{rng.choice([*match.game.edits])} {order}"
        if try_string(match, MODERATOR, order):
            assert looks(match) == before
    assert match.check() is not None


def test_long_and_empty_orders(game: str) -> None:
    match = played(game, "long", 20)
    before = portrait(match)
    seat = match.decisions()[0].seat
    verb = match.decisions()[0].verbs[0]
    for order in (
        "",
        " ",
        "\n;\n",
        ";",
        "x" * 100_000,
        f"{verb} " * 5_000,
        ";" * 10_000,
        f"{verb} " + "> " * 5_000,
        "nonsense;" * 3_000,
    ):
        refused(match, partial(match.act, seat, order), order[:40])
    assert portrait(match) == before


# -- actions -------------------------------------------------------------------------------------


STRANGE_VALUES: tuple[Any, ...] = (
    None,
    "",
    "x",
    (),
    ("",),
    ("x", "x"),
    (None,),
    0,
    -1,
    1.5,
    True,
    [],
    {},
    b"x",
    (("x",),),
    object(),
)


def test_broken_actions(game: str) -> None:
    """Actions with a value too many, too few, or of a kind that no slot holds."""
    rng = Random("actions")
    match = engine.new_match(game, seed="actions")
    for number, _ in enumerate(steps(match, eager_player(rng), rng)):
        if number % 3:
            continue
        before = looks(match)
        for decision in match.decisions():
            action = drawn(decision, rng)
            at = rng.randrange(len(action))
            for broken in (
                Action(*action[:-1]) if len(action) > 1 else Action("x"),
                Action(*action, rng.choice(STRANGE_VALUES)),
                Action(*action[:at], rng.choice(STRANGE_VALUES), *action[at + 1 :]),
                spoilt(match, decision, rng),
            ):
                try:
                    legal = broken in decision
                except TypeError as error:
                    raise AssertionError(f"{broken} cannot be looked up") from error
                if not legal:
                    refused(match, partial(match.act, decision.seat, broken), broken)
        assert looks(match) == before


def test_wrong_seats_and_stale_keys(game: str) -> None:
    rng = Random("wrong seats")
    match = engine.new_match(game, seed="wrong seats")
    old = ["", "x", "0", "-1..", "1" * 5_000]
    for seat, action in steps(match, eager_player(rng), rng):
        before = looks(match)
        for other in (*match.seats, "", "nobody", "spectator"):
            free = other in match.seats and any(action in r for r in match.rights(other))
            if match.decision(other) is None and not free:
                refused(match, partial(match.act, other, action), (other, action))
        current = match.meant(seat, action)
        for key in {*old, *(d.key for d in match.decisions())} - {current.key}:
            refused(match, partial(match.act, seat, action, key), key)
        old = [*old[:5], *old[5:][-10:], *(d.key for d in match.decisions())]
        assert looks(match) == before


def test_impossible_undos(game: str) -> None:
    match = played(game, "undos", 15)
    before = portrait(match)
    for to in (-1, len(match), len(match) + 1, 10**30):
        refused(match, partial(match.undo, to), to)
    for seat in ("", "nobody", *match.seats):
        if seat not in match.game.sealed(match._state):
            refused(match, partial(match.withdraw, seat), seat)
    assert portrait(match) == before


# -- records -------------------------------------------------------------------------------------


def test_records_cut_in_the_middle(game: str) -> None:
    """A shorter list of entries is an earlier match; a torn file is no record."""
    match = played(game, "cut", 60)
    record = match.record()
    for number in range(0, len(record["entries"]) + 1, 7):
        early = engine.from_record({**record, "entries": record["entries"][:number]})
        assert len(early) == number
    written = json.dumps(record)
    for part in record:
        rest = {key: value for key, value in record.items() if key != part}
        refused(match, partial(engine.from_record, rest), part)
    spoilt: list[Any] = [None, [], "x", 7, {}, written, {"format": 1}]
    for junk in spoilt:
        refused(match, partial(engine.from_record, junk), junk)


def places_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value inside plain data."""
    yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places_in(item, (*path, key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from places_in(item, (*path, i))


JUNK: tuple[Any, ...] = (
    None,
    "",
    "x",
    0,
    -1,
    10**30,
    1.5,
    True,
    [],
    {},
    [None],
    {"x": []},
    "christian",
    ["x", "x"],
)


def spoil(value: Any, rng: Random) -> tuple[Any, str]:
    """A copy with one value somewhere replaced, removed, doubled or swapped."""
    value = copy.deepcopy(value)
    paths = [path for path in places_in(value) if path]
    *way, last = rng.choice(paths)
    inside = value
    for key in way:
        inside = inside[key]
    how = rng.randrange(4)
    if how == 0:
        inside[last] = copy.deepcopy(rng.choice(JUNK))
    elif how == 1:
        del inside[last]
    elif how == 2 and isinstance(inside, list):
        inside.insert(rng.randrange(len(inside) + 1), copy.deepcopy(inside[last]))
    elif isinstance(inside, list):
        at = rng.randrange(len(inside))
        inside[last], inside[at] = inside[at], inside[last]
    else:
        inside[f"{last}x"] = inside.pop(last)
    return value, f"{how} at {'.'.join(map(str, (*way, last)))}"


def try_records(game: str, seed: str, number: int) -> None:
    """A spoilt record is refused with a sentence, or it is another sound record."""
    rng = Random(seed)
    match = played(game, seed, 60)
    if len(match) > 20:
        match.undo(len(match) - 3)
    record = match.record()
    before = json.dumps(record, sort_keys=True)
    for _ in range(number):
        part = rng.choice(("entries", "entries", "entries", "options", "data", ""))
        if part and record[part]:
            fresh, where = spoil(record[part], rng)
            broken: Any = {**record, part: fresh}
        else:
            broken, where = spoil({**record, "data": {}}, rng)
            if broken.get("data") == {}:
                broken["data"] = record["data"]
        try:
            other = engine.from_record(broken)
        except HeraldError as error:
            assert_sentence(error, where)
        except Exception as error:
            raise AssertionError(f"{part}: {where}: {type(error).__name__} {error}") from error
        else:
            portrait(other)
    assert json.dumps(match.record(), sort_keys=True) == before


def test_a_record_cannot_make_us_deal_for_ever(game: str) -> None:
    """Found by spoilt records: a deck of 10**30 cards was filled until memory ran out."""
    record = engine.new_match("granada", seed="many").record()
    record["data"]["cards"]["christian"]["Castile"]["count"] = 10**30
    with pytest.raises(HeraldError, match="no number of things"):
        engine.from_record(record)


def test_spoilt_records(game: str) -> None:
    try_records(game, "spoilt", 250)


@pytest.mark.fuzz
@pytest.mark.parametrize("part", range(20))
def test_many_spoilt_records(game: str, part: int) -> None:
    try_records(game, f"spoilt {part}", 1_000)
