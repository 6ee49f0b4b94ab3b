"""Chapters 8.2 and 8.3: blocks are deployed, and their impacts counted."""

from __future__ import annotations

from typing import Any

from engine.core import Action, Level, Value
from engine.games.granada.book.cards import holding, put_away, tokens
from engine.games.granada.table.board import (
    CHRISTIAN,
    CROSSBOW,
    FACTION_CARDS,
    GUN,
    HORSE,
    NO_ARM,
    SEATS,
)
from engine.games.granada.table.flow import (
    Context,
    OldAddressed,
    Words,
    one,
    point,
    push,
    step,
    subset,
)
from engine.games.granada.table.state import (
    DEPLOYED,
    INSIDE,
    KNOWN,
    SHIFT,
    Battle,
    Entries,
    State,
    join,
    take,
    with_flags,
    without,
)

TOWER = 4  # impacts of a Watchtower card (10.3)


def about_battle(s: State) -> dict[str, Any]:
    """What every question of a battle tells of it."""
    b = s.battle
    if b is None:
        return {}
    return {
        "place": s.board.places[b.place],
        "attacker": SEATS[b.attacker],
        "impacts": {"christian": b.impacts[0], "muslim": b.impacts[1]},
    }


def fighters(s: State, b: Battle, side: int) -> Entries:
    """The blocks of a side that may be deployed or lost: outside, and of the army that fights."""
    if side == CHRISTIAN and b.army:
        return s.grey
    stack = s.stacks[2 * b.place + side]
    inside = b.siege and side == b.defender
    return tuple(e for e in stack if bool(e & INSIDE) == inside)


def waiting(s: State, b: Battle, side: int) -> list[int]:
    """The distinct kinds that have not been deployed."""
    return list(dict.fromkeys(e >> SHIFT for e in fighters(s, b, side) if not e & DEPLOYED))


def leader_of_battle(b: Battle) -> int:
    """8.2.4: who leads; ties favour the defender."""
    return b.attacker if b.impacts[b.attacker] > b.impacts[b.defender] else b.defender


@step
def initiative(s: State, c: Context) -> None:
    """8.2, 8.2.4: the side that is behind deploys; when both have finished the battle ends."""
    b = s.battle
    assert b is not None
    behind = 1 - leader_of_battle(b)
    if b.finished == (True, True):
        push(s, ("field_losses",))
        return
    side = behind if not b.finished[behind] else 1 - behind
    if _nothing_left(s, b, side):
        finish_deploying(s, c, b, side)
        push(s, ("initiative",))
        return
    push(s, ("deploy", side))


def _nothing_left(s: State, b: Battle, side: int) -> bool:
    """Everybody can see that a side cannot deploy: no card in hand and no hidden leader possible,
    or no block left and no card that works without one."""
    left = any(not e & DEPLOYED for e in fighters(s, b, side))
    if not left:
        return not s.hand[side] or not _cards_without_blocks(s, b, side)
    return not s.hand[side] and b.carded[side]


def _cards_without_blocks(s: State, b: Battle, side: int) -> bool:
    """Publicly: might this side play a Watchtower or Naval Bombardment card now?"""
    if side == b.defender and tower_stands(s, b) and not b.tower:
        return True
    return s.options["naval_bombardment"] in ("both", SEATS[side]) and bool(
        bombarding(s, b.place, side)
    )


def tower_stands(s: State, b: Battle) -> bool:
    """10.3: the defender of a field combat controls the watchtower of its place."""
    return not b.siege and s.board.tower[b.place] and s.control[b.place] == b.defender


def bombarding(s: State, place: int, side: int) -> int:
    """11.6: fleets in the zone off a coastal place."""
    zone = s.board.coast[place]
    return len(s.ships[2 * zone + side]) if zone >= 0 else 0


def finish_deploying(s: State, c: Context, b: Battle, side: int) -> None:
    b.finished = (side == 0 or b.finished[0], side == 1 or b.finished[1])
    c.tell("finish", "8.2.4", {"side": SEATS[side]})


def special_arm(s: State, b: Battle, side: int, kind: int, card: int) -> int:
    """8.3.3.1, 8.3.3.2, 8.7.6, 10.3: the special attack of this block with this card, or none."""
    block = s.board.kinds[kind]
    design = s.board.cards[side][card]
    arm = block.arm
    if arm == NO_ARM:
        return NO_ARM
    calls = {
        "trumpet": (HORSE, CROSSBOW, GUN),
        "commander": (HORSE, CROSSBOW, GUN),
        "charge": (HORSE,),
        "crossbowmen": (CROSSBOW,),
        "bombardment": (GUN,),
    }
    if arm not in calls.get(design.type, ()):
        return NO_ARM
    if arm == HORSE and (b.siege or (b.tower and side == b.attacker)):
        return NO_ARM
    if arm == GUN and not b.siege:
        if not b.tower:
            return NO_ARM
        if side == b.defender and (not b.guns[b.attacker] or b.guns[side]):
            return NO_ARM
    return arm


def deployable(s: State, b: Battle, side: int, kind: int, card: int) -> bool:
    """8.2.1, 10.4: whether a card deploys a block."""
    block = s.board.kinds[kind]
    design = s.board.cards[side][card]
    if design.type in FACTION_CARDS:
        return block.any_card or design.faction == block.faction
    if design.type == "commander":
        return True
    if design.type == "charge":
        return block.arm == HORSE and special_arm(s, b, side, kind, card) == HORSE
    if design.type == "crossbowmen":
        return block.arm == CROSSBOW
    return False


def impacts_of(s: State, b: Battle, side: int, kind: int, arm: int) -> int:
    """8.3.1, 8.3.2, 8.3.3: shields, +1 for each of its group before it, and the special attack."""
    block = s.board.kinds[kind]
    total = block.impact
    if block.group >= 0:
        total += b.groups[side].count(block.group)
    if arm:
        total += 2
        if arm != GUN and not b.siege:
            total += 2 * b.arms[side].count(arm)
    return total


def second_block(s: State, kind: int, card: int, side: int) -> bool:
    """8.3.4, G28: a Double Shield deploys two blocks only of its own faction."""
    return s.board.cards[side][card].type == "double" and not s.board.kinds[kind].any_card


@point
class Deploy(OldAddressed):
    """8.2.2: the side with the initiative deploys, plays a card, or declares itself finished."""

    kind = "deploy"
    rule = "8.2.4"
    reaction = True

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        return about_battle(s)

    def level(self, s: State, side: int, prefix: Words, partial: Words, *args: Any) -> Level:
        b = s.battle
        assert b is not None
        names = s.board.kind_tokens
        kinds = waiting(s, b, side)
        if not prefix:
            return one(self._verbs(s, b, side, kinds), "8.2.2")
        if prefix[0] == "free":
            return one([names[k] for k in kinds if s.board.kinds[k].leader], "8.2.3")
        if len(prefix) == 1:
            cards = s.board.card_tokens[side]
            return one([cards[k] for k in usable_cards(s, b, side, kinds)], "8.2.1")
        card = s.board.card[side][prefix[1]]
        return blocks_for(s, b, side, card, partial)

    def _verbs(self, s: State, b: Battle, side: int, kinds: list[int]) -> list[str]:
        verbs = []
        if not b.carded[side] and any(s.board.kinds[k].leader for k in kinds):
            verbs.append("free")
        if usable_cards(s, b, side, kinds):
            verbs.append("deploy")
        if (
            side == b.defender
            and not b.tower
            and tower_stands(s, b)
            and holding(s, side, "watchtower")
        ):
            verbs.append("watchtower")
        if holding(s, side, "broadside") and bombarding(s, b.place, side):
            verbs.append("broadside")
        return [*verbs, "finish"]

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        b = s.battle
        assert b is not None
        s.frames.pop()
        push(s, ("initiative",))
        verb = action.verb
        if verb == "finish":
            finish_deploying(s, c, b, side)
        elif verb == "free":
            deploy_blocks(s, c, b, side, (s.board.kind[action[1]],), -1)
        elif verb == "watchtower":
            _play_tower(s, c, b, side)
        elif verb == "broadside":
            play_broadside(s, c, b, side, 1)
        else:
            card = s.board.card[side][action[1]]
            kinds = tuple(s.board.kind[t] for t in action[2])
            deploy_blocks(s, c, b, side, kinds, card)
            if challengeable(s, b, side, kinds, card):
                push(s, ("challenge", 1 - side))

    def default(self, s: State, side: int, *args: Any) -> Action:
        return Action("finish")

    def why(
        self, s: State, side: int, prefix: Words, partial: Words, value: Value, *args: Any
    ) -> tuple[str, str] | None:
        b = s.battle
        assert b is not None
        if not prefix and value == "free" and b.carded[side]:
            return "leaders_first", "8.2.3"
        if not prefix and value == "watchtower":
            return "no_watchtower", "10.3"
        if len(prefix) == 2:
            return "card_does_not_deploy", "8.2.1"
        return None


def challengeable(s: State, b: Battle, side: int, kinds: tuple[int, ...], card: int) -> bool:
    """8.4.1: publicly, whether a Morale Challenge could be played against this deployment."""
    if b.siege or not s.hand[1 - side]:
        return False
    if b.tower and side == b.defender:
        return False
    if s.board.cards[side][card].type not in FACTION_CARDS:
        return False
    return any(not s.board.kinds[k].immune for k in kinds)


def usable_cards(s: State, b: Battle, side: int, kinds: list[int]) -> list[int]:
    """The distinct cards in hand that deploy at least one waiting block."""
    return [
        card
        for card in dict.fromkeys(s.hand[side])
        if any(deployable(s, b, side, kind, card) for kind in kinds)
    ]


def blocks_for(s: State, b: Battle, side: int, card: int, partial: Words) -> Level:
    """8.3.4: one block, or two with a Double Shield; order does not change the impacts."""
    pool = tuple(
        e >> SHIFT
        for e in fighters(s, b, side)
        if not e & DEPLOYED and deployable(s, b, side, e >> SHIFT, card)
    )
    names = s.board.kind_tokens
    if not partial:
        return subset(pool, names, partial, 1, 1, "8.2.1")
    first = s.board.kind[partial[0]]
    if len(partial) == 1 and second_block(s, first, card, side):
        pool = tuple(k for k in pool if not s.board.kinds[k].any_card)
        return subset(pool, names, partial, 1, 2, "8.3.4")
    return Level((), "set", True, 1, 2, "8.3.4")


def deploy_blocks(
    s: State, c: Context, b: Battle, side: int, kinds: tuple[int, ...], card: int
) -> None:
    """8.2.2, 8.3: show the blocks, count their impacts, put the card on the battle pile."""
    before = b.impacts[side]
    for kind in kinds:
        arm = special_arm(s, b, side, kind, card) if card >= 0 else NO_ARM
        gain = impacts_of(s, b, side, kind, arm)
        strengthen(b, side, gain)
        group = s.board.kinds[kind].group
        if group >= 0:
            b.groups = added(b.groups, side, group)
        if arm:
            b.arms = added(b.arms, side, arm)
            if arm == GUN:
                b.guns = (b.guns[0] + (side == 0), b.guns[1] + (side == 1))
        if kind == s.board.boabdil:
            b.boabdil = True
        _mark_deployed(s, b, side, kind)
    if card >= 0:
        put_away(s, side, (card,), "pile")
        b.carded = (side == 0 or b.carded[0], side == 1 or b.carded[1])
    gained = b.impacts[side] - before
    b.last = (side, kinds, gained, card)
    names = s.board.kind_tokens
    c.tell(
        "deploy",
        "8.2.3" if card < 0 else "8.2.2",
        {
            "side": SEATS[side],
            "blocks": tuple(names[k] for k in kinds),
            "card": s.board.card_tokens[side][card] if card >= 0 else None,
            "impacts": gained,
            "christian": b.impacts[0],
            "muslim": b.impacts[1],
        },
        reveals=("blocks", "card", "impacts", "christian", "muslim"),
    )


def strengthen(b: Battle, side: int, gain: int) -> None:
    b.impacts = (b.impacts[0] + gain * (side == 0), b.impacts[1] + gain * (side == 1))


def added(
    pair: tuple[tuple[int, ...], tuple[int, ...]], side: int, value: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if side == 0:
        return (*pair[0], value), pair[1]
    return pair[0], (*pair[1], value)


def _mark_deployed(s: State, b: Battle, side: int, kind: int) -> None:
    if side == CHRISTIAN and b.army:
        e = take(s.grey, (kind,), 0, DEPLOYED)
        s.grey = join(without(s.grey, e), with_flags(e, DEPLOYED | KNOWN))
        return
    index = 2 * b.place + side
    need = INSIDE if b.siege and side == b.defender else 0
    bar = DEPLOYED | (0 if need else INSIDE)
    stack = s.stacks[index]
    # one that is known comes first: that there is a second like it stays the owner's secret
    known = any(
        e >> SHIFT == kind and e & KNOWN and e & need == need and not e & bar for e in stack
    )
    e = take(stack, (kind,), need | KNOWN if known else need, bar)
    s.stacks[index] = join(without(stack, e), with_flags(e, DEPLOYED | KNOWN))


def _play_tower(s: State, c: Context, b: Battle, side: int) -> None:
    """10.3: four impacts, once; from now on the attacker may not charge or challenge."""
    held = holding(s, side, "watchtower")[:1]
    put_away(s, side, held, "pile")
    b.tower = True
    strengthen(b, side, TOWER)
    c.tell(
        "watchtower",
        "10.3",
        {
            "side": SEATS[side],
            "card": tokens(s, side, held)[0],
            "christian": b.impacts[0],
            "muslim": b.impacts[1],
        },
        reveals=("side", "card"),
    )


def play_broadside(s: State, c: Context, b: Battle, side: int, sign: int) -> None:
    """11.6: fleets off the coast add two impacts, or three; the besieged take them away."""
    held = holding(s, side, "broadside")[:1]
    put_away(s, side, held, "pile")
    force = 2 if bombarding(s, b.place, side) == 1 else 3
    strengthen(b, side if sign > 0 else 1 - side, force * sign)
    c.tell(
        "broadside",
        "11.6",
        {
            "side": SEATS[side],
            "card": tokens(s, side, held)[0],
            "impacts": force * sign,
            "christian": b.impacts[0],
            "muslim": b.impacts[1],
        },
        reveals=("side", "card"),
    )
