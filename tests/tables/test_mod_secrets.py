"""Two worlds that differ only in what one seat hides: through undo, fix, edit, rewind and exports
the opponent and a spectator receive the same, to the byte."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from bot.store import Store
from bot.tables.mod.cases import Case
from bot.tables.mod.steps import Step
from bot.tables.tables import Tables
from bot.tables.telling.chronicle import publish
from bot.tables.values import Refused, Request, Who
from engine import MODERATOR, Action, Match
from engine.games.granada.book import sequence
from engine.text import write
from tests.contract.play import eager_player, fork
from tests.discord.twins import _alike, copied, dealt_anew, differences
from tests.tables.conftest import ANA, BEN, CLEO, HERE, Hours
from tests.tables.play import deliver
from tests.templates import fresh

HIDDEN, READER = "christian", "muslim"
DORA = Who(44, "Dora")
WHY = "a slip of the pen"


@dataclass(frozen=True)
class Twins:
    """One position in two worlds, and two orders of the hidden seat as they read in each."""

    matches: tuple[Match, Match]
    first: tuple[str, str]
    second: tuple[str, str]


def found(seed: str) -> Iterator[Twins]:
    """Positions at which the hidden seat can give two orders that others cannot tell apart."""
    rng = Random(seed)
    match = engine.new_match("granada", seed=seed)
    choose = eager_player(rng)
    while not match.over:
        asked = match.decisions()
        if len(asked) == 1 and asked[0].seat == HIDDEN and asked[0].kind == "order":
            other, world = dealt_anew(match, READER, rng)
            actions = [asked[0].sample(rng) for _ in range(12)]
            pairs = [
                (action, alias)
                for action in actions
                if action.verb in ("move", "muster")
                and (alias := world.alias(action, HIDDEN)) is not None
                and alike(match, other, action, alias)
            ]
            renamed = [pair for pair in pairs if pair[0] != pair[1]]
            if len(renamed) > 1 and renamed[0] != renamed[-1]:
                texts = [tuple(write(match.game.verbs, a) for a in pair) for pair in renamed]
                yield Twins((copied(match), other), texts[0], texts[-1])  # type: ignore[arg-type]
        decision = rng.choice(match.decisions())
        match.act(decision.seat, choose(match, decision))


@cache
def twins_of(seed: str) -> Twins:
    return next(found(seed))


def alike(match: Match, other: Match, action: Action, alias: Action) -> bool:
    """Neither order shows anything, and everybody else sees the same."""
    after, trial = fork(match), fork(other)
    after.act(HIDDEN, action)
    trial.act(HIDDEN, alias)
    same = differences(match, other, READER) > 0 and not after.barred and not trial.barred
    return same and _alike(match, after, trial, READER)


class House:
    """One world: a table with Ana (who hides), Ben (who reads) and Cleo, who moderates."""

    def __init__(self, file: Path) -> None:
        self.store, self.hours = Store(fresh(file)), Hours()
        self.tables = Tables(self.store, clock=self.hours, rng=Random(7))
        self.table = 1

    async def open(self, match: Match) -> None:
        await self.store.upgrade()
        tables = self.tables
        for moderator in (CLEO, BEN):
            await tables.moderators.of_circle("discord:1", whom=moderator)
        await tables.lobby.open(ANA, HERE, "granada")
        await tables.lobby.join(1, BEN)
        for who in (ANA, BEN):
            await tables.lobby.ready(1, who)
        async with tables.hall.sitting(1) as sitting:
            sitting.row.entries = len(match)
            sitting.begin(match)
            await publish(sitting, match, [], set())
            await sitting.commit()
        await tables.oversight.peek(1, CLEO, HIDDEN, WHY)
        await deliver(tables)

    async def close(self) -> None:
        await self.tables.stop()
        await self.store.close()

    async def received(self) -> list[Any]:
        """Everything that Ben and an onlooker got or could ask for since the last look."""
        tables = self.tables
        mine = (f"person:{ANA.id}", f"person:{CLEO.id}")
        parcels = [p for p in await deliver(tables) if p.audience not in mine]
        found: list[Any] = [[p.audience, p.slot, p.kind, _plain(p.body)] for p in parcels]
        for who in (BEN, DORA):
            found.append(_plain(await tables.exporting.own(1, who)))
            found.append(
                [[line.report, line.words] for line in await tables.logbook.log(1, who, 0)]
            )
        found.append(_plain(asdict(await tables.logbook.catch_up(1, BEN))))
        found.append(
            [[n.who, n.what, n.words, n.why] for n in await tables.oversight.audit(1, BEN, 99)]
        )
        card = await tables.finding.card(1)
        found.append([[o.seat, o.kind, o.prompt] for o in card.owed] + [list(card.headline)])
        return found


def _plain(body: object) -> Any:
    return json.loads(json.dumps(body, sort_keys=True, default=str))


async def sure(tables: Tables, step: Step) -> None:
    foreseen = await tables.mod.foresee(1, CLEO, step)
    await tables.mod.confirm(1, CLEO, foreseen.mark)


async def steps(house: House, twins: Twins, world: int) -> list[Any]:
    """What is done in one world, and what the others got of each step."""
    tables, pages = house.tables, [await house.received()]
    entry = len(twins.matches[world])
    await tables.play.order(1, ANA, twins.first[world])
    pages.append(await house.received())
    pages.append(await as_a_moderator_who_plays(tables, entry))
    await sure(tables, Step("fix", WHY, point=f"e{entry}", text=twins.second[world]))
    pages.append(await house.received())
    await tables.undoing.undo(1, ANA)
    pages.append(await house.received())
    for verb in ("take", "give", "recruit", "remove"):
        text = await an_edit(house, verb, world)
        await tables.mod.step(1, CLEO, Step("edit", WHY, text=text))
        pages.append([verb, await house.received()])
    await tables.mod.step(1, CLEO, Step("act", WHY, seat=HIDDEN, text="done"))
    pages.append(await house.received())
    request = await tables.undoing.undo(1, ANA)  # across the edits: Ben is asked
    pages.append([isinstance(request, Request), await house.received()])
    await sure(tables, Step("rewind", WHY, point=f"e{len(twins.matches[world]) + 4}"))
    pages.append(await house.received())
    return pages


async def as_a_moderator_who_plays(tables: Tables, entry: int) -> list[Any]:
    """What Ben, who moderates too, is shown before he would have to ask."""
    shown: list[Any] = [[c.name, c.value] for c in await tables.oversight.points(1, BEN, "")]
    shown.append((await tables.mod.foresee(1, BEN, Step("rewind", WHY, point=f"e{entry}"))).words)
    for step in (
        Step("fix", WHY, point=f"e{entry}", text="done"),
        Step("act", WHY, seat=HIDDEN, text="done"),
        Step("edit", WHY, text="nonsense"),
        Step("edit", WHY, text="take christian Nobody"),
    ):
        with pytest.raises(Refused) as refused:
            await (tables.mod.foresee if step.op == "fix" else tables.mod.step)(1, BEN, step)
        shown.append(refused.value.reason)
    with pytest.raises(Refused) as refused:
        await tables.oversight.peek(1, BEN, HIDDEN, WHY)
    return [*shown, refused.value.reason]


async def an_edit(house: House, verb: str, world: int) -> str:
    """An edit of what the hidden seat holds: of the first thing in one world, of the last in the
    other; and of one block that stands alone and unknown."""
    async with house.tables.hall.sitting(1) as sitting:
        match = await sitting.match()
        decision = match.decision(MODERATOR)
        assert decision is not None
        slot = "card" if verb in ("take", "give") else "blocks"
        things, _ = decision.choices(verb, slot, {"side": HIDDEN})
        if verb == "remove":
            kinds = [*match.game.names("block")]
            place = min(p for p, at in _standing(match).items() if at["count"] == 1)
            found = [k for k in kinds if Action(verb, HIDDEN, (k,), place) in decision]
            return f"remove {HIDDEN} {found[0]} > {place}"
        thing = things[0] if world == 0 else things[-1]
        return f"{verb} {HIDDEN} {thing}"


def _standing(match: Match) -> dict[str, Any]:
    """What the reader sees of the hidden seat, where none of it is known."""
    places = match.view(READER).to_json()["locations"]
    return {p: at[HIDDEN] for p, at in places.items() if not at[HIDDEN]["known"]}


@pytest.mark.parametrize(
    "seed", ["one", *(pytest.param(f"more {n}", marks=pytest.mark.fuzz) for n in range(6))]
)
async def test_who_may_not_know_cannot_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: str
) -> None:
    monkeypatch.setattr(sequence, "CARDS", 14)
    twins = twins_of(seed)
    pages = []
    for world in (0, 1):
        house = House(tmp_path / f"{world}.db")
        try:
            await house.open(copied(twins.matches[world]))
            pages.append(await steps(house, twins, world))
        finally:
            await house.close()
    assert twins.first[0] != twins.first[1]
    assert twins.second[0] != twins.second[1]
    for number, (here, there) in enumerate(zip(*pages, strict=True)):
        assert here == there, f"step {number}"


async def test_a_planted_leak_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A note that quotes the new order would be found."""
    monkeypatch.setattr(sequence, "CARDS", 14)
    told = Case.tell

    def blab(case: Case, note: str, entry: int | None = None) -> None:
        told(case, f"{note} {case.step.text}", entry)

    monkeypatch.setattr(Case, "tell", blab)
    with pytest.raises(AssertionError, match="step 3"):
        await test_who_may_not_know_cannot_tell(tmp_path, monkeypatch, "one")
