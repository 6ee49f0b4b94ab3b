"""Slash commands: every slot autocompleted in any order of filling, and one order out of many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest

import engine
from bot.tables.play import orders
from bot.tables.play.menus import listed, word
from bot.tables.play.slots import _Filling, composed
from bot.tables.tables import Tables
from bot.tables.values import Filled, Refused, Who
from engine import Action, Decision, Match, Verb
from engine.text import read, write
from tests.tables.conftest import ANA, BEN, CLEO, Hours
from tests.tables.play import to_orders


def typed(verb: Verb, action: Action) -> dict[str, str]:
    """What somebody would type into the options of a slash command for this order."""
    given = {}
    for slot, value in zip(verb.slots, action.args, strict=True):
        if not value:
            continue
        if slot.form == "path":
            given[slot.name] = " > ".join(map(word, value))
        else:
            given[slot.name] = listed(value) if slot.form == "set" else word(value)
    return given


def positions(seed: str, steps: int) -> Sequence[tuple[Match, Decision, Action]]:
    """Decisions along random play, each with a random answer; the match stands at the last."""
    match, rng, found = engine.new_match("granada", seed=seed), Random(seed), []
    for _ in range(steps):
        if match.over:
            break
        decision = match.decisions()[0]
        action = decision.sample(rng)
        found.append((match.redeal(decision.seat, Random(1)), decision, action))
        match.act(decision.seat, action)
    return found


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_composed_slots_are_the_same_order(seed: str) -> None:
    """Over random play: slots put together read back as the order they were taken from."""
    seen = set()
    for world, decision, action in positions(seed * 8, 250):
        verb = world.game.verbs[action.verb]
        question = world.decision(decision.seat)
        assert question is not None
        text = composed(world.game, verb.name, typed(verb, action))
        assert read(world.game, question, text) == action, text
        seen.add(action.verb)
    assert len(seen) > 12, seen


@pytest.mark.parametrize("seed", ["four", "five"])
def test_every_slot_offers_what_can_stand_there(seed: str) -> None:
    """The slots before are filled as in a legal order: its own value is among the choices."""
    rng, checked = Random(seed), 0
    for world, decision, action in positions(seed * 8, 120):
        question = world.decision(decision.seat)
        assert question is not None
        verb = world.game.verbs[action.verb]
        given = typed(verb, action)
        for i, slot in enumerate(verb.slots):
            value = action.args[i]
            before = {s.name: given[s.name] for s in verb.slots[:i] if s.name in given}
            filling = _Filling(world.game, question, verb, before)
            if slot.name not in given or len(given[slot.name]) > 90:
                continue
            whole = filling.offer(slot.name, given[slot.name])
            assert given[slot.name] in [c.value for c in whole], (action, slot.name, whole)
            for choice in filling.offer(slot.name, ""):
                assert len(choice.name) <= 100
                assert len(choice.value) <= 100
                assert filling._read(slot, _prefix(action, i), choice.name) == filling._read(
                    slot, _prefix(action, i), choice.value
                )
            if slot.form == "one":
                start = given[slot.name][: rng.randint(0, 3)]
                values = [c.value for c in filling.offer(slot.name, start)]
                assert word(value) in values or len(values) == 25
            checked += 1
    assert checked > 100


def _prefix(action: Action, slots: int) -> tuple[object, ...]:
    return tuple(action[: slots + 1])


async def compose(tables: Tables, table: int, who: Who, verb: str, given: Mapping[str, str]) -> str:
    """Slots as they become order text on their way to the table."""
    async with tables.hall.sitting(table) as sitting:
        return orders.compose(sitting, who, Filled("granada", verb, given))


async def test_a_march_is_filled_in_any_order(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_orders(tables, table, hours)

    async def offer(slot: str, text: str = "", **given: str) -> list[str]:
        given = {name.rstrip("_"): value for name, value in given.items()}
        found = await tables.slots.choices(table, who, "move", slot, given, text)
        assert len(found) <= 25
        return [choice.value for choice in found]

    starts = await offer("from")
    assert len(starts) > 3
    assert await offer("from", starts[0][:3].lower())
    blocks = await offer("blocks", from_=starts[0])
    assert "all" in blocks
    some = next(b for b in blocks if b != "all")
    assert all(
        b.startswith((some, f"2{some}", "3")) or some in b
        for b in await offer("blocks", f"{some} ", from_=starts[0])
    )
    roads = await offer("path", from_=starts[0], blocks=some)
    assert roads
    assert any(
        r.startswith(f"{roads[0]} > ")
        for r in await offer("path", f"{roads[0]} > ", from_=starts[0], blocks=some)
    ) or await offer("path", roads[0], from_=starts[0], blocks=some)
    # backwards: the road before the blocks, the blocks before the place
    assert await offer("path")
    assert await offer("blocks")
    order = await compose(
        tables, table, who, "move", {"from": starts[0], "blocks": some, "path": roads[0]}
    )
    assert order == f"move {starts[0]} {some} > {roads[0]}"
    assert (await tables.play.order(table, who, order)).done == (order,)


async def test_all_and_all_but(tables: Tables, table: int, hours: Hours) -> None:
    who = await to_orders(tables, table, hours)
    starts = await tables.slots.choices(table, who, "move", "from", {}, "")
    for start in starts:
        given = {"from": start.value}
        found = [
            c.value for c in await tables.slots.choices(table, who, "move", "blocks", given, "all")
        ]
        if any(value.startswith("all but") for value in found):
            break
    else:
        pytest.fail("no stack of two")
    assert found[0] == "all"
    but = next(value for value in found if value.startswith("all but"))
    roads = await tables.slots.choices(table, who, "move", "path", {**given, "blocks": but}, "")
    assert roads
    text = await compose(
        tables, table, who, "move", {**given, "blocks": but, "path": roads[0].value}
    )
    assert (await tables.play.order(table, who, text)).done


async def test_nothing_is_offered_to_who_is_not_asked(
    tables: Tables, table: int, hours: Hours
) -> None:
    who = await to_orders(tables, table, hours)
    other = BEN if who == ANA else ANA
    for one in (other, CLEO):
        assert await tables.slots.choices(table, one, "move", "from", {}, "") == ()
        assert await tables.slots.answers(table, one, "") == ()
    assert await tables.slots.choices(table, who, "stand", "from", {}, "") == ()
    assert await tables.slots.choices(table, who, "move", "moon", {}, "") == ()
    assert await tables.slots.choices(table, who, "move", "from", {}, "xyzzy") == ()


async def test_answers_are_whole_orders(tables: Tables, table: int) -> None:
    found = await tables.slots.answers(table, ANA, "")
    assert 2 < len(found) <= 25
    assert all(choice.name == choice.value for choice in found)
    some = found[1].value.split()[1]
    assert [c.value for c in await tables.slots.answers(table, ANA, some[:6].lower())]
    assert (await tables.play.order(table, ANA, found[1].value)).done == (found[1].value,)


async def test_answers_to_a_large_question(tables: Tables, table: int, hours: Hours) -> None:
    """A movement has thousands: an example of every verb, and what is near to what was typed."""
    who = await to_orders(tables, table, hours)
    verbs = {choice.value.split()[0] for choice in await tables.slots.answers(table, who, "")}
    asked = await tables.play.asked(table, who)
    assert asked is not None
    assert verbs == {verb.name for verb in asked.verbs}
    starts = await tables.slots.choices(table, who, "move", "from", {}, "")
    near = await tables.slots.answers(table, who, f"move {starts[-1].value}")
    assert near
    assert all(c.value.startswith(f"move {starts[-1].value}") for c in near)


async def test_what_cannot_be_composed(tables: Tables, table: int) -> None:
    for given, words in [
        ({"from": "Sevilla; done"}, "cannot stand inside"),
        ({"from": "Sevilla\ndone"}, "cannot stand inside"),
        ({"from": "Sevilla # x"}, "cannot stand inside"),
        ({"moon": "full"}, "no part 'moon'"),
        ({"from": "Sevilla", "path": "Ecija", "drop": "C2"}, "`drop_at:`"),
    ]:
        with pytest.raises(Refused, match=words):
            await compose(tables, table, ANA, "move", given)
    with pytest.raises(Refused, match="no order 'castle'"):
        await compose(tables, table, ANA, "castle", {})
    with pytest.raises(Refused, match="no seat"):
        await compose(tables, table, CLEO, "move", {})


def test_signs_stand_behind_their_step() -> None:
    game = engine.games()["granada"]
    given = {
        "from": "Ubeda",
        "blocks": "C3 C2",
        "path": "Jaen -> Alcala",
        "drop_at": "jaén",
        "drop": "C2",
        "pick_at": "Ubeda",
        "pick": "L1h",
        "march": "Leon",
        "lead": "Isabella",
    }
    text = composed(game, "move", given)
    assert text == "move Ubeda C3 C2 +L1h > Jaen -C2 > Alcala lead Isabella march Leon"
    assert composed(game, "bid", {}) == "bid none"
    sail = {"zone": "Almeria", "ships": "F", "path": "Adra", "land": "land"}
    assert composed(game, "sail", sail) == "sail Almeria F > Adra land"
    assert composed(game, "sail", {**sail, "land": "no"}) == "sail Almeria F > Adra"
    assert composed(game, "retreat", {"to": "Ecija", "keep": "C2"}) == "retreat > Ecija keep C2"
    assert write(game.verbs, Action("pass")) == composed(game, "pass", {})
