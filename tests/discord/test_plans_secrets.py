"""A sealed battle twice, with different hidden hands, through the real gateway: the opponent and a
spectator get the same messages at the same times, byte by byte."""

from __future__ import annotations

from pathlib import Path

from engine import Match
from tests.discord.houses import TABLE, House, house, leaks
from tests.discord.test_secrets import answers_for_all, sit_down
from tests.discord.twins import copied
from tests.people import Person
from tests.tables.test_plans_secrets import QUIET, READER, Twin, twins

START = 1_900_000_000
COMPARED = ("Ana", "Clara")


async def seals(house: House, person: Person, plan: str, mood: str) -> None:
    """Looks around, writes, seals, thinks better of it, and seals again."""
    async with house.step(f"{person.name} has it suggested"):
        panel = await person.command("/plan")
        panel = await person.click(panel, mood)
    async with house.step(f"{person.name} writes"):
        form = await person.click(panel, "Edit")
        head = form.fields["orders"]["value"].splitlines()[0]
        panel = await person.submit(form, orders=f"{head}\n{plan}")
        assert "Seal" in panel.buttons
    async with house.step(f"{person.name} seals"):
        panel = await person.click(panel, "Seal")
    async with house.step(f"{person.name} withdraws"):
        panel = await person.click(panel, "Withdraw")
    async with house.step(f"{person.name} seals again"):
        await person.click(panel, "Seal")


async def fought(house: House, match: Match, plan: str) -> None:
    tables = house.herald.tables
    await sit_down(house, READER, 0)
    async with house.step("sealed"):
        ana = house.people["Ana"]
        await ana.command("/table settings", setting="battles", value="sealed")
        await ana.command("/table settings", setting="tick", value="1m")
    async with house.step("a battle"):
        await house.lay(copied(match), goes_on=False)
    await seals(house, house.people["Bruno"], plan, "Bold")
    await seals(house, ana, QUIET, "Careful")
    async with house.step("the tick"):
        due = await tables.agenda.next()
        assert due is not None
        house.clock.time = due.timestamp()
        await tables.agenda.serve()
    assert not any(owed.kind == "plan" for owed in (await tables.finding.card(TABLE)).owed)


async def played(folder: Path, match: Match, twin: Twin) -> House:
    async with house(folder, START, COMPARED) as made:
        await fought(made, match, twin.plan)
        return made


async def test_nobody_can_tell_a_sealed_battle_from_its_twin(tmp_path: Path) -> None:
    twin = twins(1)[0]
    first = await played(tmp_path / "here", twin.here, twin)
    second = await played(tmp_path / "there", twin.there, twin)
    assert leaks(first.pages, second.pages) == []
    assert answers_for_all(first) == []
    tick = first.pages[-1].heard["Ana"]
    assert any("Lucena" in str(frame) or "Gibraltar" in str(frame) for frame in tick.values())
