"""Chapter 8.7: castle sieges. The attacker deploys; the besieged can only spoil the sum."""

from __future__ import annotations

from typing import Any

from engine.core import Action, Level, Value
from engine.games.granada.battle import (
    blocks_for,
    bombarding,
    deploy_blocks,
    deployable,
    fighters,
    finish_deploying,

    play_broadside,
    second_block,
    special_arm,
    usable_cards,
    waiting,
)
from engine.games.granada.board import CHRISTIAN, GUN, MUSLIM, SEATS
from engine.games.granada.cards import holding, put_away, replenish
from engine.games.granada.control import besiege, calm, settle
from engine.games.granada.flow import EMPTY_PATH, Context, Point, one, point, push, step, subset
from engine.games.granada.scoring import out_of_supply
from engine.games.granada.state import (
    DEPLOYED,
    SHIFT,
    Battle,
    State,
    blocks,
    contested,
    join,
    without,
)


def threshold(s: State, b: Battle, guns: bool) -> int:
    """8.7.5.C, 7.5.5: 9 impacts for one loss, 7 with artillery; one more in a port not blockaded."""
    need = 7 if guns else 9
    if out_of_supply(s, b.place, b.defender):
        need -= 2
    zone = s.board.port[b.place]
    if zone >= 0 and not s.ships[2 * zone + b.attacker]:
        need += 1
    return need


@step
def siege(s: State, c: Context) -> None:
    """8.7.1: the besieger is asked whether he assaults; asked always."""
    push(s, ("assault",))


@point
class Assault(Point):
    """8.7.1, C8: an assault needs, before any reaction, impacts enough for one loss."""

    kind = "assault"
    rule = "8.7.1"

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        assert s.battle is not None
        return (s.battle.attacker,)

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        assert s.battle is not None
        return {"place": s.board.places[s.battle.place]}

    def level(
        self, s: State, side: int, prefix: tuple[Value, ...], partial: tuple[Value, ...], *args: Any
    ) -> Level:
        assert s.battle is not None
        return one(["assault", "hold"] if reachable(s, s.battle) else ["hold"], "8.7.1")

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        b = s.battle
        assert b is not None
        s.frames.pop()
        if action.verb == "hold":
            c.tell("hold", "8.7.5.F", {"side": SEATS[side], "place": s.board.places[b.place]})
            end_siege(s, c)
        else:
            b.started = True
            c.tell("assault", "8.7.5", {"side": SEATS[side], "place": s.board.places[b.place]})
            push(s, ("storm",))

    def default(self, s: State, side: int, *args: Any) -> Action:
        return Action("hold")

    def why(
        self, s: State, side: int, prefix: tuple[Value, ...], partial: tuple[Value, ...],
        value: Value, *args: Any,
    ) -> tuple[str, str] | None:
        return ("assault_too_weak", "8.7.1") if value == "assault" else None


# -- 8.7.5.A: the attacker deploys ---------------------------------------------------------------


@point
class Storm(Point):
    """8.7.5.A: the attacker keeps the initiative and deploys as many blocks as he wishes."""

    kind = "storm"
    rule = "8.7.5.A"
    reaction = True

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        assert s.battle is not None
        return (s.battle.attacker,)

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        b = s.battle
        assert b is not None
        return {"place": s.board.places[b.place], "impacts": b.impacts[side],
                "needed": threshold(s, b, b.guns[side] > 0)}

    def level(
        self, s: State, side: int, prefix: tuple[Value, ...], partial: tuple[Value, ...], *args: Any
    ) -> Level:
        b = s.battle
        assert b is not None
        kinds = waiting(s, b, side)
        names = s.board.kind_tokens
        if not prefix:
            verbs = self._verbs(s, b, side, kinds)
            if not verbs or b.impacts[side] >= threshold(s, b, b.guns[side] > 0):
                verbs.append("finish")
            return one(verbs, "8.7.5.A")
        if prefix[0] == "free":
            return one([names[k] for k in kinds if s.board.kinds[k].leader], "8.2.3")
        if prefix[0] == "bombardment":
            return bombardment_level(s, b, side, prefix, partial)
        if len(prefix) == 1:
            cards = s.board.card_tokens[side]
            return one([cards[k] for k in usable_cards(s, b, side, kinds)], "8.2.1")
        return blocks_for(s, b, side, s.board.card[side][prefix[1]], partial)

    def _verbs(self, s: State, b: Battle, side: int, kinds: list[int]) -> list[str]:
        verbs = []
        if not b.carded[side] and any(s.board.kinds[k].leader for k in kinds):
            verbs.append("free")
        if usable_cards(s, b, side, kinds):
            verbs.append("deploy")
        if can_bombard(s, b, side):
            verbs.append("bombardment")
        if can_use_pioneers(s, b, side):
            verbs.append("pioneers")
        if holding(s, side, "broadside") and bombarding(s, b.place, side):
            verbs.append("broadside")
        return verbs

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        b = s.battle
        assert b is not None
        verb = action.verb
        if verb == "finish":
            s.frames.pop()
            finish_deploying(s, c, b, side)
            push(s, ("last_word",))
        elif verb == "free":
            deploy_blocks(s, c, b, side, (s.board.kind[action[1]],), -1)
        elif verb == "pioneers":
            b.pioneers = True
            b.impacts = (b.impacts[0] + 1, b.impacts[1])
            c.tell("pioneers", "11.7", {"place": s.board.places[b.place]})
        elif verb == "broadside":
            play_broadside(s, c, b, side, 1)
        elif verb == "bombardment":
            play_bombardment(s, c, b, side, action)
        else:
            kinds = tuple(s.board.kind[t] for t in action[2])
            deploy_blocks(s, c, b, side, kinds, s.board.card[side][action[1]])

    def why(
        self, s: State, side: int, prefix: tuple[Value, ...], partial: tuple[Value, ...],
        value: Value, *args: Any,
    ) -> tuple[str, str] | None:
        if not prefix and value == "finish":
            return "assault_unfinished", "8.7.1"
        if not prefix and value == "free":
            return "leaders_first", "8.2.3"
        if len(prefix) == 2 and prefix[0] == "deploy":
            return "card_does_not_deploy", "8.2.1"
        return None


def can_use_pioneers(s: State, b: Battle, side: int) -> bool:
    """11.7: at the beginning of a siege, without a card, once."""
    return (
        side == CHRISTIAN
        and not b.pioneers
        and not b.carded[side]
        and not b.army
        and any(p >> 1 == b.place for p in s.pioneers)
    )


# -- 10.2: Bombardment cards ---------------------------------------------------------------------


def _dead_guns(s: State, side: int) -> tuple[int, ...]:
    return tuple(k for k in s.dead[side] if s.board.kinds[k].arm == GUN)


def _guns_waiting(s: State, b: Battle, side: int) -> tuple[int, ...]:
    return tuple(k for k in waiting(s, b, side) if s.board.kinds[k].arm == GUN)


def can_bombard(s: State, b: Battle, side: int) -> bool:
    """10.2: a gun to fire, here already or brought back here from the eliminated."""
    if not holding(s, side, "bombardment"):
        return False
    if _guns_waiting(s, b, side):
        return True
    own = s.stacks[2 * b.place + side]
    return bool(_dead_guns(s, side)) and bool(own) and not (side == CHRISTIAN and b.army)


def bombardment_level(
    s: State, b: Battle, side: int, prefix: tuple[Value, ...], partial: tuple[Value, ...]
) -> Level:
    """Which guns come back, where, and which gun fires."""
    names = s.board.kind_tokens
    here = s.board.places[b.place]
    ready = _guns_waiting(s, b, side)
    if len(prefix) == 1:
        dead = _dead_guns(s, side)
        if side == b.defender and len(fighters(s, b, side)) >= 2 and not ready:
            return Level((), "set", False)
        return subset(dead, names, partial, 0 if ready else 1, min(2, len(dead)), "10.2")
    raised = prefix[1]
    if len(prefix) == 2:
        if not raised:
            return EMPTY_PATH
        if len(partial) == len(raised):
            return Level((), "path", True, len(raised), len(raised), "10.2")
        must = not ready and len(partial) == len(raised) - 1 and here not in partial
        places = [here] if must else _gun_places(s, b, side)
        return Level(tuple(places), "path", False, len(raised), len(raised), "10.2")
    fresh = [
        s.board.kind[token] for token, at in zip(raised, prefix[2], strict=True) if at == here
    ]
    return one([names[k] for k in dict.fromkeys(sorted((*ready, *fresh)))], "10.2")


def _gun_places(s: State, b: Battle, side: int) -> list[str]:
    """Places with friendly blocks; a besieged castle only while it has room."""
    found = []
    for p, stack in enumerate(s.stacks[side::2]):
        shut_in = s.castle[p] == side and bool(blocks(s, p, 1 - side))
        if stack and not (shut_in and len(stack) >= 2):
            found.append(s.board.places[p])
    return found


def play_bombardment(s: State, c: Context, b: Battle, side: int, action: Action) -> None:
    """10.2: bring back up to two guns and make an artillery special attack."""
    card = holding(s, side, "bombardment")[0]
    for token, at in zip(action[1], action[2], strict=True):
        kind = s.board.kind[token]
        place = s.board.place[at]
        s.dead[side] = without(s.dead[side], (kind,))
        inside = 4 if b.siege and side == b.defender and place == b.place else 0
        index = 2 * place + side
        s.stacks[index] = join(s.stacks[index], (kind << SHIFT | inside | 3,))
        c.tell("gun_back", "10.2", {"side": SEATS[side], "block": token, "place": at})
    deploy_blocks(s, c, b, side, (s.board.kind[action[3]],), card)


# -- 8.7.1: can the assault succeed at all? ------------------------------------------------------


def reachable(s: State, b: Battle) -> bool:
    """Whether the attacker can reach what one loss needs with his blocks and hand (C8).

    A search over deployments, best gains first; the sum does not depend on the order, so only
    the choice of cards for blocks matters.
    """
    side = b.attacker
    bonus = 0
    if can_use_pioneers(s, b, side):
        bonus += 1
    if holding(s, side, "broadside") and (ships := bombarding(s, b.place, side)):
        bonus += 2 if ships == 1 else 3
    kinds = sorted(
        (e >> SHIFT for e in fighters(s, b, side) if not e & DEPLOYED),
        key=lambda k: -s.board.kinds[k].impact,
    )
    guns_back = _dead_guns(s, side)[:2] if holding(s, side, "bombardment") else ()
    search = _Search(s, b, side, threshold(s, b, True), threshold(s, b, False))
    leaders = [k for k in kinds if s.board.kinds[k].leader]
    start = bonus
    groups: tuple[int, ...] = ()
    for kind in leaders:
        group = s.board.kinds[kind].group
        start += s.board.kinds[kind].impact + groups.count(group)
        if group >= 0:
            groups = (*groups, group)
    rest = [k for k in kinds if k not in leaders]
    return search.reach(tuple(rest) + tuple(guns_back), s.hand[side], start, groups, False)


class _Search:
    """Depth-first over (card, block) pairs with a bound on the work."""

    def __init__(self, s: State, b: Battle, side: int, with_guns: int, without_guns: int) -> None:
        self.s, self.b, self.side = s, b, side
        self.with_guns, self.without_guns = with_guns, without_guns
        self.budget = 1500
        self.seen: set[tuple[Any, ...]] = set()

    def reach(
        self, kinds: tuple[int, ...], hand: tuple[int, ...], total: int, groups: tuple[int, ...],
        guns: bool,
    ) -> bool:
        if total >= (self.with_guns if guns else self.without_guns):
            return True
        key = (tuple(sorted(kinds)), hand, guns)
        if key in self.seen or self.budget <= 0:
            return False
        self.seen.add(key)
        self.budget -= 1
        for gain, card, used, gun in self._moves(kinds, hand, groups):
            left = list(kinds)
            for kind in used:
                left.remove(kind)
            more = tuple(
                g for kind in used if (g := self.s.board.kinds[kind].group) >= 0
            )
            rest = without(hand, (card,))
            if self.reach(tuple(left), rest, total + gain, groups + more, guns or gun):
                return True
        return False

    def _moves(
        self, kinds: tuple[int, ...], hand: tuple[int, ...], groups: tuple[int, ...]
    ) -> list[tuple[int, int, tuple[int, ...], bool]]:
        s, b, side = self.s, self.b, self.side
        found = []
        distinct = list(dict.fromkeys(kinds))
        for card in dict.fromkeys(hand):
            design = s.board.cards[side][card]
            for kind in distinct:
                block = s.board.kinds[kind]
                bombard = design.type == "bombardment" and block.arm == GUN
                if not bombard and not deployable(s, b, side, kind, card):
                    continue
                arm = GUN if bombard else special_arm(s, b, side, kind, card)
                gain = block.impact + groups.count(block.group) + 2 * bool(arm)
                found.append((gain, card, (kind,), arm == GUN))
                if second_block(s, kind, card, side):
                    for other in distinct:
                        if (other > kind or kinds.count(kind) > 1) and other >= kind and (
                            deployable(s, b, side, other, card)
                            and not s.board.kinds[other].any_card
                            and (other != kind or kinds.count(kind) > 1)
                        ):
                            more = s.board.kinds[other].impact + groups.count(block.group) + 1
                            found.append((gain + more, card, (kind, other), False))
        found.sort(key=lambda move: -move[0])
        return found


# -- 8.7.5.B: the besieged react -----------------------------------------------------------------


def may_react(s: State, b: Battle) -> bool:
    """Publicly: could the besieged hold anything that counts in a siege?"""
    side = b.defender
    if not s.hand[side]:
        return False
    if bool(fighters(s, b, side)) and any(
        k.arm == GUN and k.side == side for k in s.board.kinds
    ):
        return True
    if side == MUSLIM and s.options["sortie"] != "off":
        return True
    return s.options["naval_bombardment"] in ("both", SEATS[side]) and bool(
        bombarding(s, b.place, side)
    )


@step
def last_word(s: State, c: Context) -> None:
    """8.7.5.B: the defender may react even after the attacker's last unit; nothing comes later."""
    b = s.battle
    assert b is not None
    push(s, ("siege_losses",))
    if may_react(s, b):
        push(s, ("react",))


@point
class React(Point):
    """8.7.5.B, 11.5, 11.6: artillery, Bombardment, Sortie or Naval Bombardment; asked always."""

    kind = "react"
    rule = "8.7.5.B"
    reaction = True

    def sides(self, s: State, *args: Any) -> tuple[int, ...]:
        assert s.battle is not None
        return (s.battle.defender,)

    def about(self, s: State, side: int, *args: Any) -> dict[str, Any]:
        b = s.battle
        assert b is not None
        return {"place": s.board.places[b.place],
                "impacts": b.impacts[b.attacker] - b.impacts[b.defender],
                "needed": threshold(s, b, b.guns[b.attacker] > 0)}

    def level(
        self, s: State, side: int, prefix: tuple[Value, ...], partial: tuple[Value, ...], *args: Any
    ) -> Level:
        b = s.battle
        assert b is not None
        if not prefix:
            verbs = ["pass"]
            if self._cards(s, b, side):
                verbs.append("deploy")
            if can_bombard(s, b, side) and (
                _guns_waiting(s, b, side) or len(fighters(s, b, side)) < 2
            ):
                verbs.append("bombardment")
            if holding(s, side, "sortie"):
                verbs.append("sortie")
            if holding(s, side, "broadside") and bombarding(s, b.place, side):
                verbs.append("broadside")
            return one(verbs, "8.7.5.B")
        names = s.board.card_tokens[side]
        if prefix[0] == "sortie":
            return one([names[k] for k in holding(s, side, "sortie")], "11.5")
        if prefix[0] == "bombardment":
            return bombardment_level(s, b, side, prefix, partial)
        if len(prefix) == 1:
            return one([names[k] for k in self._cards(s, b, side)], "8.7.5.B")
        card = s.board.card[side][prefix[1]]
        guns = self._guns(s, b, side, card)
        return subset(guns, s.board.kind_tokens, partial, 1, 1, "8.7.5.B")

    def _guns(self, s: State, b: Battle, side: int, card: int) -> list[int]:
        return [
            k
            for k in waiting(s, b, side)
            if deployable(s, b, side, k, card) and special_arm(s, b, side, k, card) == GUN
        ]

    def _cards(self, s: State, b: Battle, side: int) -> list[int]:
        return [
            card for card in dict.fromkeys(s.hand[side]) if self._guns(s, b, side, card)
        ]

    def answer(self, s: State, c: Context, side: int, action: Action, *args: Any) -> None:
        b = s.battle
        assert b is not None
        verb = action.verb
        if verb == "pass":
            s.frames.pop()
        elif verb == "sortie":
            card = s.board.card[side][action[1]]
            put_away(s, side, (card,), "pile")
            hit = s.board.cards[side][card].impact
            att = b.attacker
            b.impacts = (b.impacts[0] + hit * (att == 0), b.impacts[1] + hit * (att == 1))
            c.tell("sortie", "11.5", {"card": action[1], "impacts": hit},
                   reveals=("card", "impacts"))
        elif verb == "broadside":
            play_broadside(s, c, b, side, -1)
        elif verb == "bombardment":
            play_bombardment(s, c, b, side, action)
        else:
            kinds = tuple(s.board.kind[t] for t in action[2])
            deploy_blocks(s, c, b, side, kinds, s.board.card[side][action[1]])

    def default(self, s: State, side: int, *args: Any) -> Action:
        return Action("pass")


# -- 8.7.5.C to G: damage ------------------------------------------------------------------------


@step
def siege_losses(s: State, c: Context) -> None:
    """8.7.5.C, 8.7.5.D: the besieged lose; a disk is the last to go."""
    b = s.battle
    assert b is not None
    net = max(0, b.impacts[b.attacker] - b.impacts[b.defender])
    need = threshold(s, b, b.guns[b.attacker] > 0)
    number = net // need
    inside = len(fighters(s, b, b.defender))
    c.tell("siege_result", "8.7.5.C",
           {"place": s.board.places[b.place], "impacts": net, "needed": need, "losses": number})
    push(s, ("losses", b.defender, min(number, inside)), ("end_assault", number > inside))


@step
def end_assault(s: State, c: Context, disk: bool) -> None:
    """8.7.5.D, 8.7.5.E, 8.7.5.G: the disk falls, the castle falls, cards are drawn.

    The disks are El Zegri in Málaga (10.6) and Sidi Yahya in Baza (10.7).
    """
    b = s.battle
    assert b is not None
    lost = b.lost
    if disk and b.place in s.disks:
        s.disks = tuple(p for p in s.disks if p != b.place)
        c.tell("disk_lost", "8.7.4", {"place": s.board.places[b.place]})
        lost = (lost[0], lost[1] + 1)
    if b.attacker == MUSLIM:
        lost = (lost[0], 0)
    else:
        lost = (0, lost[1])
    end_siege(s, c)
    if s.over is None:
        replenish(s, c, lost, True)


def end_siege(s: State, c: Context) -> None:
    """8.7.5.E, 8.7.5.F: the castle has fallen, or both sides stay and its owner is besieged."""
    b = s.battle
    assert b is not None
    s.battle = None
    calm(s, b.place)
    if contested(s, b.place):
        besiege(s, c, b.place)
    else:
        settle(s, c, b.place)


