"""What the log says of rarer things: nobody is said to be gone, or to have won, who has not."""

from __future__ import annotations

import engine


def _log(edits: str, orders: str = "") -> str:
    match = engine.new_match("hispania", scenario="D", seed="told")
    for line in edits.strip().splitlines():
        match.act(engine.MODERATOR, line.strip())
    for order in orders.split(";") if orders else ():
        seat, _, text = order.strip().partition(" ")
        match.act(seat, text)
    return "\n".join(match.tell(seen, None) for seen in match.events(None))


def test_aragon_is_not_gone_when_the_crusaders_are() -> None:
    told = _log("clear\nplace aragon inf crusader Ramirez > Huesca\nturn 16")
    assert "Those of ARAGON whose time is over go home." in told
    assert "ARAGON is gone" not in told


def test_nobody_holds_the_field_when_the_enemy_submits() -> None:
    dice = "force attack = 1\n" * 2 + "force defence = 1\n" * 2
    told = _log(
        "clear\nplace galicien 2inf > Galice\nplace galicien inf > Porto\n"
        f"place wisigoth 2inf > Leon\nplace wisigoth inf > Tolede\n{dice}orders 8 wisigoth",
        "blue move Leon 2inf > Galice; blue done",
    )
    assert "GALICIEN submits to WISIGOTH." in told
    assert "The battle of Galice is over: they fight no more." in told
    assert "holds the field" not in told
