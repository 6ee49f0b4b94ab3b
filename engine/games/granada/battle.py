"""Chapter 8.1 to 8.5: how a land battle is declared, fought in the field, and paid for."""

from __future__ import annotations

from typing import Any

from engine.core import Action, Level, Value
from engine.games.granada.board import (
    ARMIES,
    CHRISTIAN,
    CROSSBOW,
    FACTION_CARDS,
    GUN,
    HORSE,
    MUSLIM,
    NO_ARM,
    SEATS,
)
from engine.games.granada.cards import (
    cards_of,
    holding,
    put_away,
    reveal_in_hand,
    tokens,
)
from engine.games.granada.control import besiege, eliminate, eliminate_grey
from engine.games.granada.flow import Context, Point, one, point, push, step, subset
from engine.games.granada.retreat import retire_level, retire_routes
from engine.games.granada.state import (
    DEPLOYED,
    INSIDE,
    KNOWN,
    SHIFT,
    Battle,
    Entries,
    State,
    blocks,
    contested,
    grey_here,
    join,
    take,
    with_flags,
    without,
)

FIELD_LOSS = 7  # impacts for one loss (8.5.1)
CASTLE = 2  # blocks that a castle holds (8.7.2)
TOWER = 4  # impacts of a Watchtower card (10.3)


# -- 8.1: declaring battles ----------------------------------------------------------------------


@step
def combat_phase(s: State, c: Context, side: int) -> None:
    """6.3, 8.1: a battle in every place where opposing pieces stand together."""
    s.phase, s.active, s.fought = "combat", side, ()
    s.origin = -1
    c.tell("phase", "6.3", {"phase": "combat", "side": SEATS[side]})
    push(s, ("next_battle",))


def open_battles(s: State) -> list[int]:
    """The places where a battle must still be declared this phase."""
    stacks = s.stacks
    meeting = [p for p, (a, b) in enumerate(zip(stacks[::2], stacks[1::2], strict=True)) if a and b]
    # the grey army, disks and the Guard in its box are not in the stacks
    for p in (s.grey_at, s.board.granada, *s.disks):
        if p >= 0 and p not in meeting and contested(s, p):
            meeting.append(p)
    return sorted(p for p in meeting if p not in s.fought)


@step
def next_battle(s: State, c: Context) -> None:
    """8.1: one at a time, in the order the phasing player chooses."""
    places = open_battles(s)
    if not places:
        s.battle = None
        return
    push(s, ("next_battle",))
    if len(places) == 1:
        push(s, ("declare", places[0], s.active))
    else:
        push(s, ("designate",))


@point
class Designate(Point):
    """8.1: which battle comes next."""

    kind = "designate"
    rule = "8.1"

    def level(
        self, s: State, side: int, prefix: tuple[Value, ...], partial: tuple[Value, ...], *args: Any
    ) -> Level:
        if not prefix:
            return one(["fight"], "8.1")
        return one([s.board.places[p] for p in open_battles(s)], "8.1")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        s.frames.pop()
        push(s, ("declare", s.board.place[action[1]], side))


@step
def declare(s: State, c: Context, place: int, attacker: int) -> None:
    """8.1, G44: the Guard appears; then retreat or castle; then which army; then the fight."""
    s.fought = (*s.fought, place)
    if not contested(s, place):
        return
    s.battle = Battle(place, attacker, s.castle[place])
    c.tell("battle", "8.1", {"place": s.board.places[place], "attacker": SEATS[attacker],
                             "christian": blocks(s, place, CHRISTIAN),
                             "muslim": blocks(s, place, MUSLIM)})
    if place == s.board.granada and s.guard and attacker == CHRISTIAN:
        _guard_appears(s, c, place)
    frames: list[tuple[Any, ...]] = []
    if s.castle[place] == attacker and _fits(s, place, attacker):
        frames.append(("sally",))
    frames += [("withdraw",), ("choose_army",), ("open_battle",)]
    push(s, *frames)


def _guard_appears(s: State, c: Context, place: int) -> None:
    """10.10: when Granada is attacked all of the Guard in the box joins the battle."""
    index = 2 * place + MUSLIM
    s.stacks[index] = join(s.stacks[index], tuple(k << SHIFT | KNOWN for k in s.guard))
    c.tell("guard_appears", "10.10",
           {"blocks": tuple(s.board.kind_tokens[k] for k in s.guard)})
    s.guard = ()


def _fits(s: State, place: int, side: int) -> bool:
    """8.7.1, 8.7.3: a side may keep inside if it is two blocks or fewer; Alhambra may split."""
    number = len(s.stacks[2 * place + side])
    return number <= CASTLE or (place == s.board.granada and side == MUSLIM)


def _stay_verbs(s: State, place: int, side: int) -> list[str]:
    """How a castle's owner may stay inside."""
    verbs: list[str] = []
    number = len(s.stacks[2 * place + side])
    if side == CHRISTIAN and grey_here(s, place):
        return verbs
    if number <= CASTLE:
        verbs.append("inside")
    if place == s.board.granada and side == MUSLIM and number > 1:
        verbs.append("split")
    return verbs


def _go_inside(s: State, c: Context, place: int, side: int, words: tuple[str, ...] | None) -> None:
    """8.7.2, 8.7.3: shut some blocks (or, with None, all of them) into the castle."""
    index = 2 * place + side
    stack = s.stacks[index]
    if words is None:
        chosen = stack
    else:
        chosen = take(stack, tuple(s.board.kind[w] for w in words))
    s.stacks[index] = join(without(stack, chosen), with_flags(chosen, INSIDE))
    if words is not None:
        s.stacks[index] = with_flags(s.stacks[index], 0, KNOWN)
    c.tell("inside", "8.7.2", {"side": SEATS[side], "place": s.board.places[place],
                               "count": len(chosen)},
           {SEATS[side]: {"blocks": words or ()}})


@point
class Sally(Point):
    """8.7.2, C2: the active owner of a besieged castle comes out, or no battle takes place."""

    kind = "sally"
    rule = "8.7.2"

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        return _about(s)

    def level(
        self, s: State, side: int, prefix: tuple[Value, ...], partial: tuple[Value, ...], *args: Any
    ) -> Level:
        assert s.battle is not None
        place = s.battle.place
        stack = s.stacks[2 * place + side]
        if not prefix:
            verbs = _stay_verbs(s, place, side)
            if stack and (s.options["sally_costs_activation"] == "off" or place in s.opened):
                verbs.append("stand")
            elif "split" in verbs:
                verbs.remove("split")
            return one(verbs or ["stand"], "8.7.2")
        kinds = tuple(e >> SHIFT for e in stack)
        return subset(kinds, s.board.kind_tokens, partial, 1, min(CASTLE, len(kinds) - 1), "8.7.3")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        assert s.battle is not None
        place = s.battle.place
        s.frames.pop()
        if action.verb == "inside":
            # nobody fights: drop the frames of this battle
            del s.frames[-3:]
            s.battle = None
            besiege(s, c, place)
        elif action.verb == "split":
            _go_inside(s, c, place, side, action[1])

    def default(self, s: State, side: int, *args: Any) -> Action | None:
        assert s.battle is not None
        inside = len(s.stacks[2 * s.battle.place + side]) <= CASTLE
        return Action("inside") if inside else Action("stand")


@point
class Withdraw(Point):
    """8.1, 8.6.7, 8.7.2: the defender stands, goes inside, or leaves before the battle.

    Asked always: whether a Commander is in the hand must not show.
    """

    kind = "withdraw"
    rule = "8.7.2"
    reaction = True

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        assert s.battle is not None
        return (s.battle.defender,)

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        return _about(s)

    def level(
        self, s: State, side: int, prefix: tuple[Value, ...], partial: tuple[Value, ...], *args: Any
    ) -> Level:
        b = s.battle
        assert b is not None
        place = b.place
        if not prefix:
            verbs = []
            if blocks(s, place, side):
                verbs.append("stand")
            if s.castle[place] == side:
                verbs += _stay_verbs(s, place, side)
            if blocks(s, place, side) and retire_routes(s, place, side):
                if holding(s, side, "commander"):
                    verbs.append("commander")
                if s.castle[place] == side and s.surrender[side]:
                    verbs.append("surrender")
            return one(verbs, "8.7.2")
        if prefix[0] == "split":
            kinds = tuple(e >> SHIFT for e in s.stacks[2 * place + side])
            most = min(CASTLE, len(kinds) - 1)
            return subset(kinds, s.board.kind_tokens, partial, 1, most, "8.7.3")
        return retire_level(s, place, side, partial)

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        b = s.battle
        assert b is not None
        s.frames.pop()
        verb = action.verb
        if verb == "inside":
            b.siege = True
            _go_inside(s, c, b.place, side, None)
        elif verb == "split":
            _go_inside(s, c, b.place, side, action[1])
        elif verb == "stand":
            c.tell("stand", "8.1", {"side": SEATS[side], "place": s.board.places[b.place]})
        else:
            public = {"side": SEATS[side], "place": s.board.places[b.place], "path": action[1]}
            if verb == "commander":
                held = holding(s, side, "commander")[:1]
                put_away(s, side, held, "discard")
                c.tell(verb, "10.1", {**public, "card": tokens(s, side, held)[0]},
                       reveals=("side", "card"))
            else:
                s.surrender[side] -= 1
                c.tell(verb, "10.5", public, reveals=("side",))
            del s.frames[-2:]
            push(s, ("retire", side, b.place, action[1], verb))

    def default(self, s: State, side: int, *args: Any) -> Action:
        assert s.battle is not None
        place = s.battle.place
        if s.castle[place] == side and "inside" in _stay_verbs(s, place, side):
            return Action("inside")
        return Action("stand")

    def why(
        self, s: State, side: int, prefix: tuple[Value, ...], partial: tuple[Value, ...],
        value: Value, *args: Any,
    ) -> tuple[str, str] | None:
        assert s.battle is not None
        place = s.battle.place
        if not prefix and value == "inside":
            if s.castle[place] != side:
                return "not_your_castle", "8.7.1"
            return "too_many_inside", "8.7.1"
        if not prefix and value == "commander" and not holding(s, side, "commander"):
            return "no_commander", "10.1"
        if not prefix and value == "surrender":
            return "no_surrender", "10.5"
        return None


def _about(s: State) -> dict[str, Any]:
    b = s.battle
    if b is None:
        return {}
    return {
        "place": s.board.places[b.place],
        "attacker": SEATS[b.attacker],
        "impacts": {"christian": b.impacts[0], "muslim": b.impacts[1]},
    }


@step
def choose_army(s: State, c: Context) -> None:
    """10.12.2: with grey and white together, the Christian player says which of them fights."""
    b = s.battle
    assert b is not None
    white = any(not e & INSIDE for e in s.stacks[2 * b.place])
    if grey_here(s, b.place):
        if white:
            push(s, ("army",))
        else:
            b.army = 1


@point
class Army(Point):
    """10.12.2: the grey army or the white one."""

    kind = "army"
    rule = "10.12.2"

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        return (CHRISTIAN,)

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        return _about(s)

    def level(
        self, s: State, side: int, prefix: tuple[Value, ...], partial: tuple[Value, ...], *args: Any
    ) -> Level:
        return one(["field"] if not prefix else ARMIES, "10.12.2")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        assert s.battle is not None
        s.frames.pop()
        s.battle.army = ARMIES.index(action[1])
        c.tell("army", "10.12.2", {"army": action[1]})


@step
def open_battle(s: State, c: Context) -> None:
    """8.1: a field combat, unless the defender is inside his castle: then a siege."""
    b = s.battle
    assert b is not None
    if b.siege:
        push(s, ("siege",))
        return
    b.started = True
    push(s, ("initiative",))


# -- 8.2: deployment -----------------------------------------------------------------------------


def fighters(s: State, b: Battle, side: int) -> Entries:
    """The blocks of a side that may be deployed or lost: outside, and of the army that fights."""
    if side == CHRISTIAN and b.army:
        return s.grey
    stack = s.stacks[2 * b.place + side]
    inside = b.siege and side == b.defender
    return tuple(e for e in stack if bool(e & INSIDE) == inside)


def waiting(s: State, b: Battle, side: int) -> list[int]:
    """The distinct kinds that have not been deployed."""
    return list(
        dict.fromkeys(e >> SHIFT for e in fighters(s, b, side) if not e & DEPLOYED)
    )


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
    return (
        not b.siege and s.board.tower[b.place] and s.control[b.place] == b.defender
    )


def bombarding(s: State, place: int, side: int) -> int:
    """11.6: fleets in the zone off a coastal place."""
    zone = s.board.coast[place]
    return len(s.ships[2 * zone + side]) if zone >= 0 else 0


def finish_deploying(s: State, c: Context, b: Battle, side: int) -> None:
    b.finished = (side == 0 or b.finished[0], side == 1 or b.finished[1])
    c.tell("finish", "8.2.4", {"side": SEATS[side]})


def special_arm(s: State, b: Battle, side: int, kind: int, card: int) -> int:
    """8.3.3.1, 8.3.3.2, 8.7.6, 10.3: the special attack that this card launches with this block, or none."""
    block = s.board.kinds[kind]
    design = s.board.cards[side][card]
    arm = block.arm
    if arm == NO_ARM:
        return NO_ARM
    calls = {
        "trumpet": (HORSE, CROSSBOW, GUN), "commander": (HORSE, CROSSBOW, GUN),
        "charge": (HORSE,), "crossbowmen": (CROSSBOW,), "bombardment": (GUN,),
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
class Deploy(Point):
    """8.2.2: the side with the initiative deploys, plays a card, or declares that it is finished."""

    kind = "deploy"
    rule = "8.2.4"
    reaction = True

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        return (args[0],)

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        return _about(s)

    def level(
        self, s: State, side: int, prefix: tuple[Value, ...], partial: tuple[Value, ...], *args: Any
    ) -> Level:
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
        if side == b.defender and not b.tower and tower_stands(s, b) and holding(
            s, side, "watchtower"
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
        self, s: State, side: int, prefix: tuple[Value, ...], partial: tuple[Value, ...],
        value: Value, *args: Any,
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


def usable_cards(s: State, b: Battle, side: int, kinds: list[int]) -> list[int]:
    """The distinct cards in hand that deploy at least one waiting block."""
    return [
        card
        for card in dict.fromkeys(s.hand[side])
        if any(deployable(s, b, side, kind, card) for kind in kinds)
    ]


def blocks_for(s: State, b: Battle, side: int, card: int, partial: tuple[Value, ...]) -> Level:
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
        _strengthen(b, side, gain)
        group = s.board.kinds[kind].group
        if group >= 0:
            b.groups = _with(b.groups, side, group)
        if arm:
            b.arms = _with(b.arms, side, arm)
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
        "deploy", "8.2.3" if card < 0 else "8.2.2",
        {"side": SEATS[side], "blocks": tuple(names[k] for k in kinds),
         "card": s.board.card_tokens[side][card] if card >= 0 else None, "impacts": gained,
         "christian": b.impacts[0], "muslim": b.impacts[1]},
        reveals=("blocks", "card", "impacts", "christian", "muslim"),
    )


def _strengthen(b: Battle, side: int, gain: int) -> None:
    b.impacts = (b.impacts[0] + gain * (side == 0), b.impacts[1] + gain * (side == 1))


def _with(
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
    known = any(e >> SHIFT == kind and e & KNOWN and e & need == need and not e & bar for e in stack)
    e = take(stack, (kind,), need | KNOWN if known else need, bar)
    s.stacks[index] = join(without(stack, e), with_flags(e, DEPLOYED | KNOWN))


def _play_tower(s: State, c: Context, b: Battle, side: int) -> None:
    """10.3: four impacts, once; from now on the attacker may not charge or challenge."""
    held = holding(s, side, "watchtower")[:1]
    put_away(s, side, held, "pile")
    b.tower = True
    _strengthen(b, side, TOWER)
    c.tell("watchtower", "10.3", {"side": SEATS[side], "card": tokens(s, side, held)[0],
                                  "christian": b.impacts[0], "muslim": b.impacts[1]},
           reveals=("side", "card"))


def play_broadside(s: State, c: Context, b: Battle, side: int, sign: int) -> None:
    """11.6: fleets off the coast add two impacts, or three; the besieged take them away."""
    held = holding(s, side, "broadside")[:1]
    put_away(s, side, held, "pile")
    force = 2 if bombarding(s, b.place, side) == 1 else 3
    _strengthen(b, side if sign > 0 else 1 - side, force * sign)
    c.tell("broadside", "11.6", {"side": SEATS[side], "card": tokens(s, side, held)[0],
                                 "impacts": force * sign,
                                 "christian": b.impacts[0], "muslim": b.impacts[1]},
           reveals=("side", "card"))


# -- 8.4: morale ---------------------------------------------------------------------------------


def challengeable(s: State, b: Battle, side: int, kinds: tuple[int, ...], card: int) -> bool:
    """8.4.1: publicly, whether a Morale Challenge could be played against this deployment."""
    if b.siege or not s.hand[1 - side]:
        return False
    if b.tower and side == b.defender:
        return False
    if s.board.cards[side][card].type not in FACTION_CARDS:
        return False
    return any(not s.board.kinds[k].immune for k in kinds)


@point
class Challenge(Point):
    """8.4.1: the opponent may challenge the morale of what was just deployed. Asked always."""

    kind = "challenge"
    rule = "8.4.1"
    reaction = True

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        return (args[0],)

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        b = s.battle
        assert b is not None and b.last is not None
        names = s.board.kind_tokens
        return {**_about(s), "blocks": tuple(names[k] for k in b.last[1]), "gained": b.last[2]}

    def level(
        self, s: State, side: int, prefix: tuple[Value, ...], partial: tuple[Value, ...], *args: Any
    ) -> Level:
        return one(["challenge", "pass"] if holding(s, side, "challenge") else ["pass"], "8.4.1")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        s.frames.pop()
        if action.verb == "challenge":
            held = holding(s, side, "challenge")[:1]
            put_away(s, side, held, "pile")
            c.tell("challenge", "8.4.1", {"side": SEATS[side], "card": tokens(s, side, held)[0]},
                   reveals=("side", "card"))
            push(s, ("refute", 1 - side))

    def default(self, s: State, side: int, *args: Any) -> Action:
        return Action("pass")


@point
class Refute(Point):
    """8.4.1, G32: show a card with the same shield, or a Commander, and keep it. Asked always."""

    kind = "refute"
    rule = "8.4.1"
    reaction = True

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        return (args[0],)

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        b = s.battle
        assert b is not None and b.last is not None
        names = s.board.kind_tokens
        return {**_about(s), "blocks": tuple(names[k] for k in b.last[1])}

    def level(
        self, s: State, side: int, prefix: tuple[Value, ...], partial: tuple[Value, ...], *args: Any
    ) -> Level:
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
    b = s.battle
    assert b is not None and b.last is not None
    factions = {
        s.board.kinds[k].faction for k in b.last[1] if not s.board.kinds[k].immune
    }
    designs = s.board.cards[side]
    return [
        card
        for card in dict.fromkeys(s.hand[side])
        if designs[card].type == "commander"
        or (designs[card].type in FACTION_CARDS and designs[card].faction in factions)
    ]


def _lose_heart(s: State, c: Context, b: Battle, side: int) -> None:
    """8.4.1, 8.4.2, G31, G33: the challenged blocks count for nothing; immune ones stay in the fight."""
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
        if s.board.cards[side][card].type == "trumpet" and arm and _launched(b, side, arm, gained,
                                                                           s, kind, groups):
            arms.remove(arm)
            guns += arm == GUN
    _strengthen(b, side, -gained)
    b.groups = (tuple(groups), b.groups[1]) if side == 0 else (b.groups[0], tuple(groups))
    b.arms = (tuple(arms), b.arms[1]) if side == 0 else (b.arms[0], tuple(arms))
    b.guns = (b.guns[0] - guns * (side == 0), b.guns[1] - guns * (side == 1))
    for kind in staying:
        _strengthen(b, side, impacts_of(s, b, side, kind, NO_ARM))
        if s.board.kinds[kind].group >= 0:
            b.groups = _with(b.groups, side, s.board.kinds[kind].group)
    names = s.board.kind_tokens
    c.tell("morale", "8.4.1", {"side": SEATS[side], "blocks": tuple(names[k] for k in failed),
                               "christian": b.impacts[0], "muslim": b.impacts[1]},
           reveals=("christian", "muslim", "blocks"))


def _launched(
    b: Battle, side: int, arm: int, gained: int, s: State, kind: int, groups: list[int]
) -> bool:
    """Whether the deployment just made had been a special attack: its gain shows it."""
    block = s.board.kinds[kind]
    return gained > block.impact + groups.count(block.group)


# -- 8.5: losses ---------------------------------------------------------------------------------


def divisor(s: State, place: int, side: int) -> int:
    """8.5.1, 11.8: seven impacts for a loss, five if the stack is out of supply."""
    from engine.games.granada.scoring import out_of_supply

    return FIELD_LOSS - 2 if out_of_supply(s, place, side) else FIELD_LOSS


@step
def field_losses(s: State, c: Context) -> None:
    """8.5: the attacker loses first, then the defender; the loser one block more (V1)."""
    b = s.battle
    assert b is not None
    winner = leader_of_battle(b)
    loser = 1 - winner
    c.tell("field_result", "8.1",
           {"place": s.board.places[b.place], "winner": SEATS[winner],
            "christian": b.impacts[0], "muslim": b.impacts[1]})
    losses = [b.impacts[1 - side] // divisor(s, b.place, side) for side in (0, 1)]
    losses[loser] += 1
    push(
        s,
        ("losses", b.attacker, losses[b.attacker]),
        ("losses", b.defender, losses[b.defender]),
        ("after_field", loser),
    )


def must_lose(s: State, b: Battle, side: int, number: int) -> tuple[Entries, Entries, int]:
    """8.5.2: who is lost for certain, among whom one may choose, and how many of those.

    Deployed blocks first; Boabdil only when nobody else is left (G37).
    """
    force = fighters(s, b, side)
    boabdil = (s.board.boabdil, s.board.grey_boabdil)
    shielded = tuple(e for e in force if e >> SHIFT in boabdil)
    others = tuple(e for e in force if e >> SHIFT not in boabdil)
    if number >= len(force):
        return force, (), 0
    if number >= len(others):
        return others, shielded, number - len(others)
    deployed = tuple(e for e in others if e & DEPLOYED)
    if number <= len(deployed):
        return (), deployed, number
    return deployed, tuple(e for e in others if not e & DEPLOYED), number - len(deployed)


@step
def losses(s: State, c: Context, side: int, number: int) -> None:
    """8.5.2: each player selects his own losses; asked unless everybody knows the answer."""
    b = s.battle
    assert b is not None
    number = min(number, len(fighters(s, b, side)) - _safe_boabdil(s, b, side))
    c.tell("losses", "8.5.1", {"side": SEATS[side], "count": number})
    if not number:
        return
    if _settled(s, b, side, number):
        sure, open_, more = must_lose(s, b, side, number)
        kinds = tuple(e >> SHIFT for e in sure) + tuple(e >> SHIFT for e in open_[:more])
        take_losses(s, c, b, side, tuple(sorted(kinds)))
    else:
        push(s, ("lose", side, number))


def _safe_boabdil(s: State, b: Battle, side: int) -> bool:
    """G51: a won field combat never takes Boabdil. He is on the table: nobody wins so without him."""
    if b.siege or leader_of_battle(b) != side:
        return False
    boabdil = (s.board.boabdil, s.board.grey_boabdil)
    return any(e & DEPLOYED and e >> SHIFT in boabdil for e in fighters(s, b, side))


def _settled(s: State, b: Battle, side: int, number: int) -> bool:
    """Whether everybody can see who is lost: all, or just the deployed, or some of one kind.

    Only what lies open on the table may decide this: a hidden Boabdil must not show by it.
    """
    force = fighters(s, b, side)
    if side == CHRISTIAN and b.army:
        _, open_, more = must_lose(s, b, side, number)
        return len({e >> SHIFT for e in open_}) < 2 or more in (0, len(open_))
    boabdil = s.board.boabdil
    deployed = [e >> SHIFT for e in force if e & DEPLOYED and e >> SHIFT != boabdil]
    spared = sum(1 for e in force if e & DEPLOYED and e >> SHIFT == boabdil)
    if number >= len(force) - spared or number == len(deployed):
        return True
    return number < len(deployed) and len(set(deployed)) == 1


@point
class Lose(Point):
    """8.5.2: which blocks are lost."""

    kind = "lose"
    rule = "8.5.2"

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        return (args[0],)

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        return {**_about(s), "number": args[1]}

    def level(
        self, s: State, side: int, prefix: tuple[Value, ...], partial: tuple[Value, ...], *args: Any
    ) -> Level:
        b = s.battle
        assert b is not None
        if not prefix:
            return one(["lose"], "8.5.2")
        sure, open_, more = must_lose(s, b, side, args[1])
        return loss_level(s, sure, open_, more, partial)

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        b = s.battle
        assert b is not None
        s.frames.pop()
        take_losses(s, c, b, side, tuple(s.board.kind[t] for t in action[1]))


def loss_level(
    s: State, sure: Entries, open_: Entries, more: int, partial: tuple[Value, ...]
) -> Level:
    """A set that contains everything in `sure` and `more` of `open_`, in ascending order."""
    names = s.board.kind_tokens
    certain = [e >> SHIFT for e in sure]
    choice = [e >> SHIFT for e in open_]
    chosen = [s.board.kind[t] for t in partial]
    size = len(certain) + more
    found: list[str] = []
    if len(chosen) < size:
        for kind in dict.fromkeys(sorted(certain + choice)):
            if chosen and kind < chosen[-1]:
                continue
            if _completable([*chosen, kind], certain, choice, more):
                found.append(names[kind])
    done = len(chosen) == size and _completable(chosen, certain, choice, more)
    return Level(tuple(found), "set", done, size, size, "8.5.2")


def _completable(chosen: list[int], certain: list[int], choice: list[int], more: int) -> bool:
    """Whether an ascending beginning of a loss can still become a whole one."""
    lacking = list(certain)
    free: list[int] = []
    for kind in chosen:
        if kind in lacking:
            lacking.remove(kind)
        else:
            free.append(kind)
    pool = list(choice)
    for kind in free:
        if kind not in pool:
            return False
        pool.remove(kind)
    last = chosen[-1] if chosen else -1
    if len(free) > more or any(kind < last for kind in lacking):
        return False
    return sum(kind >= last for kind in pool) >= more - len(free)


def take_losses(s: State, c: Context, b: Battle, side: int, kinds: tuple[int, ...]) -> None:
    """8.5: the lost blocks are shown and leave the game; grey ones bring no cards (8.8)."""
    if side == CHRISTIAN and b.army:
        eliminate_grey(s, c, _lost_entries(s.grey, kinds), "battle", "8.5.2")
        return
    stack = fighters(s, b, side)
    lost = _lost_entries(stack, kinds)
    number = eliminate(s, c, b.place, side, lost, "battle", "8.5.2")
    b.lost = (b.lost[0] + number * (side == 0), b.lost[1] + number * (side == 1))


def _lost_entries(stack: Entries, kinds: tuple[int, ...]) -> Entries:
    """Deployed and known ones first: that is all that others can tell of alike blocks."""
    rest = sorted(stack, key=lambda e: -(e & (DEPLOYED | KNOWN)))
    found = []
    for kind in kinds:
        e = next(e for e in rest if e >> SHIFT == kind)
        rest.remove(e)
        found.append(e)
    return tuple(found)


