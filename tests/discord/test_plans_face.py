"""The plan panel made from values: what it says, and every limit by rule."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.discord.panels import plans
from bot.tables.values import BattlePlan, PlanPanel, Stage
from tests.discord.test_panels import HOSTILE, card, check_limits, labels

LONG = "\n".join(
    [f"plan somewhere {HOSTILE}", *[f"[behind 4+] Castile{n}: C1x `" for n in range(58)]]
)


def panel(*battles: BattlePlan, sealed: bool = False) -> PlanPanel:
    return PlanPanel(
        table=card(stage=Stage.PLAYING),
        seat="christian",
        number=123_456,
        revision=999_999,
        prompt=f"Seal a plan for {HOSTILE}",
        plans=battles,
        sealed=sealed,
        standing="plan\nelse best\n",
        examples=("stand",),
    )


ONE = BattlePlan("Lucena", "Lucena", "plan Lucena\nstand\nelse best\n")


def words(embed: discord.Embed) -> str:
    return "\n".join([embed.description or "", *(f"{f.name}\n{f.value}" for f in embed.fields)])


def test_one_battle_is_looked_at_without_being_chosen() -> None:
    face = plans.face(panel(ONE), plans.looked_at(panel(ONE), ""))
    assert "```\nplan Lucena\nstand\nelse best\n```" in (face.description or "")
    assert labels(plans.controls(panel(ONE), "Lucena")) == [
        *("Suggest", "Bold", "Careful", "Edit", "Seal", "Help", "Letters"),
    ]


def test_a_faulty_plan_has_a_seal_that_cannot_be_pressed() -> None:
    faulty = replace(ONE, faults=("Line 2 (stnd): That is no instruction.",))
    view = plans.controls(panel(faulty), "Lucena")
    seal = next(i for i in view.children if isinstance(i, discord.ui.Button) and i.label == "Seal")
    assert seal.disabled
    assert "Line 2" in words(plans.face(panel(faulty), "Lucena"))


def test_thirty_long_and_hostile_plans_keep_every_limit() -> None:
    many = [BattlePlan(f"Place-{n}-{'x' * 30}", HOSTILE, LONG, (HOSTILE,) * 9) for n in range(30)]
    for sealed in (False, True):
        shown = panel(*many, BattlePlan("", "every place", LONG), sealed=sealed)
        for place in ("", many[3].place):
            face = plans.face(shown, place)
            assert len(face) <= 6000
            assert len(face.description or "") <= 4096
            assert all(len(field.value or "") <= 1024 for field in face.fields)
            parts = [face.description or "", *(field.value or "" for field in face.fields)]
            assert all(part.count("```") in (0, 2) for part in parts)  # every box is closed
            check_limits(plans.controls(shown, place))
