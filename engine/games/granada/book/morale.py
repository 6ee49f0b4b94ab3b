"""Chapter 8.4: Morale Challenges, and how they are refuted."""

from __future__ import annotations

from typing import Any

from engine.core import Action, Level
from engine.games.granada.book.cards import holding, put_away, reveal_in_hand, tokens
from engine.games.granada.book.deployment import about_battle, added, impacts_of, strengthen
from engine.games.granada.table.board import FACTION_CARDS, GUN, NO_ARM, SEATS
from engine.games.granada.table.flow import Context, OldAddressed, Words, one, point, push
from engine.games.granada.table.state import Battle, State


@point
class Challenge(OldAddressed):
    """8.4.1: the opponent may challenge the morale of what was just deployed. Asked always."""

    kind = "challenge"
    rule = "8.4.1"
    reaction = True

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        b = s.battle
        assert b is not None
        assert b.last is not None
        names = s.board.kind_tokens
        return {
            **about_battle(s),
            "blocks": tuple(names[k] for k in b.last[1]),
            "gained": b.last[2],
        }

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        return one(["challenge", "pass"] if holding(s, side, "challenge") else ["pass"], "8.4.1")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        s.frames.pop()
        if action.verb == "challenge":
            held = holding(s, side, "challenge")[:1]
            put_away(s, side, held, "pile")
            c.tell(
                "challenge",
                "8.4.1",
                {"side": SEATS[side], "card": tokens(s, side, held)[0]},
                reveals=("side", "card"),
            )
            push(s, ("refute", 1 - side))

    def default(self, s: State, side: int, *args: Any) -> Action:
        return Action("pass")


@point
class Refute(OldAddressed):
    """8.4.1, G32: show a card with the same shield, or a Commander, and keep it. Asked always."""

    kind = "refute"
    rule = "8.4.1"
    reaction = True

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        b = s.battle
        assert b is not None
        assert b.last is not None
        names = s.board.kind_tokens
        return {
            **about_battle(s),
            "blocks": tuple(names[k] for k in b.last[1]),
            "gained": b.last[2],
        }

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        cards = refuting(s, side)
        if not prefix:
            return one(["show", "yield"] if cards else ["yield"], "8.4.1")
        return one([s.board.card_tokens[side][card] for card in cards], "8.4.1")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        b = s.battle
        assert b is not None
        s.frames.pop()
        if action.verb == "show":
            reveal_in_hand(s, side, s.board.card[side][action[1]])
            c.tell("refute", "8.4.1", {"side": SEATS[side], "card": action[1]}, reveals=("card",))
        else:
            _lose_heart(s, c, b, side)

    def default(self, s: State, side: int, *args: Any) -> Action:
        cards = refuting(s, side)
        return Action("show", s.board.card_tokens[side][cards[0]]) if cards else Action("yield")


def refuting(s: State, side: int) -> list[int]:
    """The distinct cards in hand that would uphold the morale of what was just deployed."""
    b = s.battle
    assert b is not None
    assert b.last is not None
    factions = {s.board.kinds[k].faction for k in b.last[1] if not s.board.kinds[k].immune}
    designs = s.board.cards[side]
    return [
        card
        for card in dict.fromkeys(s.hand[side])
        if designs[card].type == "commander"
        or (designs[card].type in FACTION_CARDS and designs[card].faction in factions)
    ]


def _lose_heart(s: State, c: Context, b: Battle, side: int) -> None:
    """8.4.1, 8.4.2, G31, G33: the challenged blocks count for nothing; immune ones fight on."""
    assert b.last is not None
    _, kinds, gained, card = b.last
    failed = tuple(k for k in kinds if not s.board.kinds[k].immune)
    staying = tuple(k for k in kinds if s.board.kinds[k].immune)
    groups = list(b.groups[side])
    for kind in kinds:
        if s.board.kinds[kind].group >= 0:
            groups.remove(s.board.kinds[kind].group)
    arms = list(b.arms[side])
    guns = 0
    for kind in kinds:
        # a faction card launched at most one special attack, by its only block
        arm = s.board.kinds[kind].arm
        if (
            s.board.cards[side][card].type == "trumpet"
            and arm
            and _launched(b, side, arm, gained, s, kind, groups)
        ):
            arms.remove(arm)
            guns += arm == GUN
    strengthen(b, side, -gained)
    b.groups = (tuple(groups), b.groups[1]) if side == 0 else (b.groups[0], tuple(groups))
    b.arms = (tuple(arms), b.arms[1]) if side == 0 else (b.arms[0], tuple(arms))
    b.guns = (b.guns[0] - guns * (side == 0), b.guns[1] - guns * (side == 1))
    for kind in staying:
        strengthen(b, side, impacts_of(s, b, side, kind, NO_ARM))
        if s.board.kinds[kind].group >= 0:
            b.groups = added(b.groups, side, s.board.kinds[kind].group)
    names = s.board.kind_tokens
    c.tell(
        "morale",
        "8.4.1",
        {
            "side": SEATS[side],
            "blocks": tuple(names[k] for k in failed),
            "christian": b.impacts[0],
            "muslim": b.impacts[1],
        },
        reveals=("christian", "muslim", "blocks"),
    )


def _launched(
    b: Battle, side: int, arm: int, gained: int, s: State, kind: int, groups: list[int]
) -> bool:
    """Whether the deployment just made had been a special attack: its gain shows it."""
    block = s.board.kinds[kind]
    return gained > block.impact + groups.count(block.group)
