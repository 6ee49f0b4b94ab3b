"""Whatever moderators do between orders, the record leads to the same views, in every game."""

from __future__ import annotations

from random import Random

import pytest

import engine
from bot.tables.mod.steps import Done, Step
from bot.tables.tables import Tables
from bot.tables.values import Refused, Request, Who
from engine import MODERATOR
from engine.mending import before
from engine.text import write
from tests.tables.conftest import CLEO, HERE, Hours

WHY = "to see what comes of it"
PEOPLE = [Who(100 + n, name) for n, name in enumerate(("Ana", "Ben", "Dora", "Eva"))]


async def begun(tables: Tables, game: str) -> int:
    """A table at which people sit in every seat, live battles, with Cleo to keep order."""
    seats = engine.games()[game].seats
    await tables.moderators.of_circle("discord:1", whom=CLEO)
    card = await tables.lobby.open(PEOPLE[0], HERE, game)
    for person in PEOPLE[1 : len(seats)]:
        await tables.lobby.join(card.id, person)
    await tables.lobby.set_settings(card.id, PEOPLE[0], {"battles": "live"})
    for person in PEOPLE[: len(seats)]:
        await tables.lobby.ready(card.id, person)
    return card.id


async def an_order(tables: Tables, table: int, rng: Random) -> Step | tuple[Who, str]:
    """An order by whoever is asked, or a step of the moderator's that is possible now."""
    async with tables.hall.sitting(table) as sitting:
        match = await sitting.match()
        decision = rng.choice(match.decisions())
        order = write(match.game.verbs, decision.sample(rng))
        kind = rng.random()
        live = [i for i in match.live if match.entries[i].what == "act"][-6:]
        if kind < 0.55 or not live:
            person = sitting.seats[decision.seat].person
            assert person is not None
            return sitting.who(person), order
        if kind < 0.65:
            return Step("act", WHY, seat=decision.seat, text=order)
        entry = rng.choice(live)
        if kind < 0.8:
            return Step("rewind", WHY, point=f"e{entry}")
        if kind < 0.92:
            earlier = before(match, entry).decision(match.entries[entry].seat)
            assert earlier is not None
            new = write(match.game.verbs, earlier.sample(rng))
            return Step("fix", WHY, point=f"e{entry}", text=new)
        editing = match.decision(MODERATOR)
        assert editing is not None
        edits = [editing.sample(rng) for _ in range(9)]
        edit = next(a for a in edits if a.verb not in ("force", "unforce", "clear"))
        return Step("edit", WHY, text=write(match.game.edits, edit))


async def looks(tables: Tables, table: int) -> list[object]:
    found: list[object] = []
    for who in (*PEOPLE, None):
        found.append((await tables.reading.view(table, who)).to_json())
        found.append([line.words for line in await tables.logbook.log(table, who, 0)])
    card = await tables.finding.card(table)
    return [*found, [(owed.seat, owed.kind, owed.prompt) for owed in card.owed]]


async def wander(tables: Tables, table: int, hours: Hours, rng: Random, most: int) -> set[str]:
    done: set[str] = set()
    seat = (await tables.finding.card(table)).seats[0].seat
    await tables.oversight.peek(table, CLEO, seat, WHY)
    for _ in range(most):
        if (await tables.finding.card(table)).stage != "playing":
            break
        hours.pass_by(minutes=1)
        step = await an_order(tables, table, rng)
        if isinstance(step, tuple):
            assert not (await tables.play.order(table, *step)).refused
        elif step.op in ("fix", "rewind"):
            foreseen = await tables.mod.foresee(table, CLEO, step)
            assert isinstance(await tables.mod.confirm(table, CLEO, foreseen.mark), Done)
            done.add(step.op)
        else:
            assert isinstance(await tables.mod.step(table, CLEO, step), Done)
            done.add(step.op)
    return done


async def test_random_steps_between_random_orders(tables: Tables, hours: Hours) -> None:
    done: set[str] = set()
    for number, game in enumerate(engine.games()):
        table = await begun(tables, game)
        done |= await wander(tables, table, hours, Random(number), 24)
        seen = await looks(tables, table)
        tables.hall._loaded.clear()
        assert await looks(tables, table) == seen, game
    assert done == {"act", "rewind", "fix", "edit"}


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", [*engine.games()])
async def test_many_steps(tables: Tables, hours: Hours, game: str, seed: int) -> None:
    table = await begun(tables, game)
    await wander(tables, table, hours, Random(f"{game} {seed}"), 120)
    seen = await looks(tables, table)
    tables.hall._loaded.clear()
    assert await looks(tables, table) == seen


async def test_everybody_else_must_agree(tables: Tables, hours: Hours) -> None:
    """Four at a table: a moderator who plays needs three buttons, and one refusal is enough."""
    table = await begun(tables, "hispania")
    await tables.moderators.of_circle("discord:1", whom=CLEO, there=False)
    ana, *others = PEOPLE
    card = await tables.finding.card(table)
    for answers in ((True, True, False), (True, True, True)):
        request = await tables.mod.step(table, ana, Step("pause", WHY))
        assert isinstance(request, Request)
        assert set(request.waiting) == set(others)
        for who, yes in zip(others, answers, strict=True):
            request = await tables.consent.agree(request.id, who, yes)
        paused = (await tables.finding.card(table)).paused
        assert (paused is not None) is all(answers)
    assert (await tables.finding.card(table)).owed == card.owed
    with pytest.raises(Refused, match="You play at"):
        await tables.oversight.peek(table, ana, card.seats[1].seat, WHY)
