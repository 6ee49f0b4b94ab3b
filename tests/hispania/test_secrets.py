"""The one secret of Hispania: an answer that waits for the other side's."""

from __future__ import annotations

from random import Random

import engine
from tests.contract.interference import Inspector


def sealed(match: engine.Match) -> bool:
    """Whether somebody has answered a question that the other side still owes."""
    return any(answer is not None for answer in match._state.sealed)


def test_sealed_answers_are_nobodys_business() -> None:
    """In every world that a reader cannot tell apart the same is seen, and the answer differs."""
    inspector = Inspector(Random(1))
    rng = Random("sealed")
    for number in range(6):
        options = {"sign_of_god": "on"} if number % 2 else {}
        match = engine.new_match("hispania", "A", options, f"sealed {number}")
        while not match.over:
            decision = rng.choice(match.decisions())
            action = decision.sample(rng)
            if sealed(match):
                inspector.step(match, decision.seat, action)
            else:
                match.act(decision.seat, action)
    assert inspector.could["sealed"] > 80
    assert not inspector.weak()


def test_targets_are_announced_before_the_dice() -> None:
    match = engine.new_match("hispania", "A", {}, "aims")
    for edit in (
        "clear",
        "place omeyyad cav > Segovie",
        "place omeyyad 2inf > Segovie",
        "place castille 2inf > Avila",
        "place castille knight > Avila",
        "orders 13 castille",
    ):
        match.act(engine.MODERATOR, edit)
    match.act("blue", "move Avila knight 2inf > Segovie; done")
    assert [(d.seat, d.kind) for d in match.decisions()] == [("green", "aim"), ("blue", "aim")]
    match.act("blue", "aim foot cav inf knights cav")
    assert not any(seen.kind == "aimed" for seen in match.events("green"))
    match.act("green", "aim foot inf knight horse knight")
    kinds = [seen.kind for seen in match.events("green")]
    assert kinds.index("aimed") < kinds.index("round")
    told = [match.tell(seen, None) for seen in match.events(None) if seen.kind == "aimed"]
    assert told == [
        "CASTILLE aims: 1 of Infantry at Infantry, 1 of Infantry at Cavalry, "
        "1 of Knight at Cavalry.",
        "OMEYYAD aims: 1 of Infantry at Infantry, 1 of Infantry at Knight, 1 of Cavalry at Knight.",
    ]
